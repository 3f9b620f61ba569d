/* SPDX-License-Identifier: MIT */
#include "core/base/arena.h"
#include "core/base/fault.h"
#include "core/base/grow.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "core/text/game_split.h"
#include "core/text/span.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "io/input.h"
#include "io/input_filter.h"
#include "io/other_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <xpgn/stream.h>

enum {
    BLOCK = INPUT_BLOCK,
    ROOM = 2 * BLOCK,        /* initial and normal size of the buffer */
    DEFAULT_GAME = 64 << 20, /* bytes */
    FIRST = 16 * 1024,       /* read first at a place where a stream is told to begin: a game or
                                two */
    SMALL = 64 * 1024,       /* a remainder up to this size is cheap to search again */
    TAG_NAME_AHEAD = 512,    /* enough bytes to recognize a tag pair */
    GAME_AHEAD = 4096,       /* and to recognize the end of a game of maximum size */
    PART_AHEAD = 32 * 1024,  /* read beyond a part; usually contains the rest of its last game */
    PART_MOST = 4 << 20      /* the buffer of a part */
};

struct xpgn_stream {
    struct arena arena;
    const char **names;
    size_t count, next; /* files, and the next one to open */
    size_t max_game;
    bool (*source)(void *data, char *bytes, size_t size, size_t *got); /* NULL: the files */
    void *source_data;
    struct input input;
    unsigned threads; /* that decompress; 0: none */
    bool is_open;
    bool at_eof;            /* the buffer holds the last bytes of the open file */
    bool failed;            /* ... because reading failed; reported after its last game */
    xpgn_no_record refused; /* ... because it is no record */
    bool skipping;          /* inside the rest of a game that is too large */
    bool after_cr;          /* the last byte passed was a CR */
    bool latin1;            /* reported for this file */
    unsigned breaks;        /* while skipping: line ends since the last non-blank, up to 2 */
    char *data;
    size_t begin, end, capacity;
    size_t step; /* bytes to read next */
    uint64_t number, line, column, offset;
    uint64_t done, total;   /* bytes; `done` excludes the open file */
    uint64_t from, to;      /* games whose first byte lies in [from, to) are delivered */
    uint64_t before;        /* unpacked bytes of the files before the open one */
    uint64_t given;         /* unpacked bytes of the open file up to the end of the buffer */
    struct through through; /* a filter for the bytes; put NULL: none */
    char *raw;              /* BLOCK bytes of the file */
    xpgn_buffer passed;     /* filtered bytes, of which `taken` have been used */
    size_t taken;
    bool plain;          /* the open file needs no filter */
    bool at_end, broken; /* at_end: the file has no more bytes; broken: because reading failed */
    bool holds;          /* holds a part: its games stay in the buffer, from `held` on */
    bool guessed;        /* the list is a guess, valid if its first game turns out to be right */
    uint64_t held;
    xpgn_game *list; /* the games of the part */
    size_t listed, list_room;
};

/* ---- opening --------------------------------------------------------------------------------- */

/* Total size of all files; 0 if one has no size. */
static uint64_t total_size(const char *const *names, size_t count) {
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        struct stat st;
        int result = strcmp(names[i], "-") == 0 ? fstat(0, &st) : stat(names[i], &st);
        if (result != 0 || !S_ISREG(st.st_mode))
            return 0;
        total += (uint64_t)st.st_size;
    }
    return total;
}

static bool copy_names(xpgn_stream *s, const char *const *files, size_t count) {
    static const char *const standard_input[] = {"-"};
    if (count == 0) {
        files = standard_input;
        count = 1;
    }
    s->names = count > SIZE_MAX / sizeof *s->names
                   ? NULL
                   : arena_alloc(&s->arena, count * sizeof *s->names);
    if (!s->names)
        return false;
    for (; s->count < count; s->count++) {
        s->names[s->count] = arena_copy(&s->arena, slice_of(files[s->count]));
        if (!s->names[s->count])
            return false;
    }
    return true;
}

static xpgn_status new_stream(xpgn_stream **out, const char *const *files, size_t count,
                              size_t max_game) {
    xpgn_stream *s = calloc(1, sizeof *s);
    if (!s)
        return XPGN_NO_MEMORY;
    s->input.fd = -1;
    s->to = UINT64_MAX;
    s->max_game = max_game == 0 ? DEFAULT_GAME : max_game;
    if (s->max_game > UINT32_MAX / 2) /* places are 32 bits wide */
        s->max_game = UINT32_MAX / 2;
    s->data = malloc(ROOM);
    s->capacity = ROOM;
    s->step = BLOCK;
    if (!s->data || !copy_names(s, files, count)) {
        xpgn_stream_close(s);
        return XPGN_NO_MEMORY;
    }
    *out = s;
    return XPGN_OK;
}

xpgn_status xpgn_stream_open(xpgn_stream **out, const char *const *files, size_t count,
                             size_t max_game) {
    xpgn_status status = new_stream(out, files, count, max_game);
    if (status == XPGN_OK)
        (*out)->total = total_size((*out)->names, (*out)->count);
    return status;
}

xpgn_status xpgn_stream_from(xpgn_stream **out,
                             bool (*read)(void *data, char *bytes, size_t size, size_t *got),
                             void *data, const char *name, size_t max_game) {
    xpgn_status status = read == NULL ? XPGN_INVALID : new_stream(out, &name, 1, max_game);
    if (status == XPGN_OK) {
        (*out)->source = read;
        (*out)->source_data = data;
    }
    return status;
}

void xpgn_stream_close(xpgn_stream *s) {
    if (!s)
        return;
    if (s->is_open)
        input_close(&s->input);
    arena_free(&s->arena);
    xpgn_buffer_free(&s->passed);
    free(s->list);
    free(s->raw);
    free(s->data);
    free(s);
}

/* True if the open file is read through the filter. */
static bool is_filtered(const xpgn_stream *s) {
    return s->through.put != NULL && !s->plain;
}

static bool has_begun(const xpgn_stream *s) {
    return s->is_open || s->next > 0;
}

void xpgn_stream_range(xpgn_stream *s, uint64_t from, uint64_t to) {
    if (has_begun(s))
        return;
    s->from = from;
    s->to = to;
}

bool stream_through(xpgn_stream *s, const struct through *through) {
    if (has_begun(s))
        return true;
    s->through = *through;
    if (s->raw == NULL)
        s->raw = malloc(BLOCK);
    return s->raw != NULL;
}

void xpgn_stream_ahead(xpgn_stream *s, unsigned threads) {
    if (!has_begun(s))
        s->threads = threads;
}

uint64_t xpgn_stream_bytes(const xpgn_stream *s) {
    return s->before + (s->is_open ? s->given : 0);
}

void xpgn_stream_progress(const xpgn_stream *s, uint64_t *done, uint64_t *total) {
    *done = s->done + (s->is_open ? s->input.taken : 0);
    *total = s->total;
}

/* ---- lines and columns ----------------------------------------------------------------------- */

/* Advances line, column and the buffer by `size` bytes. `seen`: what span_survey found in them. */
static void pass_bytes(xpgn_stream *s, size_t size, struct span_survey seen) {
    if (size == 0)
        return;
    const char *p = s->data + s->begin, *end = p + size;
    s->begin += size;
    s->offset += size;
    if (s->after_cr && *p == '\n') {
        p++; /* counted with the CR */
        seen.lines--;
    }
    s->after_cr = end[-1] == '\r';
    const char *line = seen.lines > 0 ? end : p;
    while (line > p && !byte_is(line[-1], BYTE_LINE))
        line--;
    if (line > p) {
        s->line += seen.lines;
        s->column = 1;
    }
    if (line < end)
        s->column +=
            seen.high ? utf8_count((xpgn_slice){line, (size_t)(end - line)}) : (size_t)(end - line);
}

static void advance_stream(xpgn_stream *s, size_t size) {
    pass_bytes(s, size, span_survey(s->data + s->begin, size));
}

/* ---- the buffer ------------------------------------------------------------------------------ */

static size_t rest(const xpgn_stream *s) {
    return s->end - s->begin;
}

/* This many bytes decide where a game ends, or that it is too large, whatever follows. */
static size_t game_ahead(const xpgn_stream *s) {
    return s->max_game + GAME_AHEAD;
}

static bool resize(xpgn_stream *s, size_t capacity) {
    char *data = realloc(s->data, capacity);
    if (!data)
        return false;
    s->data = data;
    s->capacity = capacity;
    return true;
}

/* Makes room for another block. Memory that one large game needed is released again. */
static bool make_buffer_room(xpgn_stream *s) {
    if (s->holds)
        return s->capacity - s->end >= BLOCK ||
               (s->capacity < PART_MOST / 2 && resize(s, 2 * s->capacity));
    if (s->begin > 0) {
        memmove(s->data, s->data + s->begin, rest(s));
        s->end -= s->begin;
        s->begin = 0;
    }
    if (s->capacity > ROOM && s->end <= BLOCK)
        return resize(s, ROOM);
    if (s->capacity - s->end >= BLOCK)
        return true;
    size_t want = s->capacity * 2, most = game_ahead(s) + BLOCK;
    if (want > most)
        want = most;
    if (want - s->end < BLOCK)
        want = s->end + BLOCK;
    return resize(s, want);
}

/* Drops bytes that old systems and crashes leave after the last game: a Ctrl-Z, or NULs. */
static void drop_padding(xpgn_stream *s) {
    for (size_t end = s->end; end > s->begin; end--) {
        char c = s->data[end - 1];
        if (c == '\0' || c == '\x1A')
            s->end = end - 1;
        else if (!byte_is(c, BYTE_SPACE))
            break;
    }
}

/* Like input_read, but through the filter. XPGN_IO: reading failed; the *got bytes are valid
   nonetheless. */
static xpgn_status read_through(xpgn_stream *s, char *data, size_t *got) {
    while (s->taken == s->passed.size && !s->at_end) {
        size_t size;
        s->taken = 0;
        xpgn_buffer_clear(&s->passed);
        s->broken = !input_read(&s->input, s->raw, BLOCK, &size);
        s->at_end = s->broken || size == 0;
        s->through.put(s->through.data, (xpgn_slice){s->raw, size}, s->at_end, &s->passed);
        if (s->passed.failed)
            return XPGN_NO_MEMORY;
    }
    *got = s->passed.size - s->taken < BLOCK ? s->passed.size - s->taken : BLOCK;
    if (*got > 0)
        memcpy(data, s->passed.data + s->taken, *got);
    s->taken += *got;
    return *got == 0 && s->broken ? XPGN_IO : XPGN_OK;
}

/* Reads the first bytes of a file, which show whether it needs the filter. */
static xpgn_status read_first(xpgn_stream *s, char *data, size_t *got) {
    bool good = input_read(&s->input, data, BLOCK, got);
    s->plain = !good || !s->through.needs(s->through.data, (xpgn_slice){data, *got});
    if (s->plain)
        return good ? XPGN_OK : XPGN_IO;
    s->at_end = *got == 0;
    s->through.put(s->through.data, (xpgn_slice){data, *got}, s->at_end, &s->passed);
    return s->passed.failed ? XPGN_NO_MEMORY : read_through(s, data, got);
}

static xpgn_status read_block(xpgn_stream *s, char *data, size_t *got) {
    if (s->through.needs != NULL && !s->input.begun && !s->plain)
        return read_first(s, data, got);
    if (is_filtered(s))
        return read_through(s, data, got);
    size_t size = s->step;
    s->step = size < BLOCK ? 2 * size : BLOCK;
    return input_read(&s->input, data, size, got) ? XPGN_OK : XPGN_IO;
}

/* True, with a reason, if the file that has been begun is no record. A decoder decides that itself.
 */
static bool is_refused(xpgn_stream *s) {
    xpgn_slice head = {s->data + s->begin, rest(s)};
    if (s->through.put != NULL)
        return false;
    s->refused = other_file_undecoded(head);
    if (s->refused == XPGN_NO_RECORD_NOT)
        return false;
    const char *cure = xpgn_no_record_cure(s->refused);
    s->end = s->begin;
    (void)snprintf(s->input.reason, sizeof s->input.reason, "no record: %s%s%s",
                   xpgn_no_record_name(s->refused), cure != NULL ? "; " : "",
                   cure != NULL ? cure : "");
    return true;
}

xpgn_no_record xpgn_stream_refused(const xpgn_stream *s) {
    return s->refused;
}

/*
 * Reads more. A large remainder is at least doubled before it is searched again, so that a game of
 * n bytes costs O(n).
 */
static bool fill_buffer(xpgn_stream *s) {
    size_t size = rest(s);
    size_t enough = size < SMALL ? size + 1 : size * 2;
    if (enough > game_ahead(s) && size < game_ahead(s))
        enough = game_ahead(s);
    while (rest(s) < enough && !s->at_eof) {
        size_t got;
        if ((s->begin > 0 || s->capacity - s->end < BLOCK) && !make_buffer_room(s))
            return false;
        bool first = s->offset == 0 && !s->input.begun;
        xpgn_status status = read_block(s, s->data + s->end, &got);
        if (status == XPGN_NO_MEMORY)
            return false;
        s->end += got;
        s->given += got;
        if (first && got >= 3 && memcmp(s->data + s->begin, "\xEF\xBB\xBF", 3) == 0)
            s->offset = s->begin += 3; /* the BOM does not count as a column */
        s->failed = status != XPGN_OK || (first && is_refused(s));
        s->at_eof = s->failed || got == 0;
    }
    if (s->at_eof && !s->failed)
        drop_padding(s);
    return true;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Resets the position to the beginning of the open file. */
static void begin_file(xpgn_stream *s) {
    xpgn_buffer_clear(&s->passed);
    s->taken = 0;
    s->at_end = s->broken = s->plain = false;
    s->at_eof = s->failed = s->skipping = s->after_cr = s->latin1 = false;
    s->refused = XPGN_NO_RECORD_NOT;
    s->begin = s->end = 0;
    s->offset = s->given = 0;
    s->line = s->column = 1;
}

static xpgn_status open_next(xpgn_stream *s) {
    if (s->next == s->count)
        return XPGN_END;
    const char *name = s->names[s->next++];
    if (s->source != NULL)
        input_from(&s->input, name, s->source, s->source_data);
    else if (!input_open(&s->input, name, s->threads))
        return XPGN_IO;
    s->is_open = true;
    s->input.decoded = s->through.put != NULL;
    begin_file(s);
    return XPGN_OK;
}

static xpgn_status close_stream_file(xpgn_stream *s) {
    s->done += s->input.taken;
    s->before += s->given;
    s->offset = 0;
    input_close(&s->input);
    s->is_open = false;
    if (s->through.done != NULL)
        s->through.done(s->through.data, s->names[s->next - 1]);
    return s->failed ? XPGN_IO : XPGN_OK;
}

static bool skip_to(xpgn_stream *s, const xpgn_game *place) {
    const xpgn_frame *f = &place->frame;
    const struct input_frame frame = {f->at, f->offset};
    if (f->packed)
        return input_skip_packed(&s->input, &frame, place->offset);
    return place->offset == 0 || input_skip(&s->input, place->offset);
}

/* Says why the file opened last cannot be read. */
static xpgn_status fail_stream(const xpgn_stream *s, xpgn_fault *fault) {
    if (fault != NULL)
        (void)fault_set(fault, "%s", s->input.reason);
    return XPGN_IO;
}

/* Opens the file of a place; a file that is already open and not compressed stays open. */
static xpgn_status open_at(xpgn_stream *s, const xpgn_game *place) {
    bool stays = s->is_open && s->next == place->file_index + 1 && s->input.unpack == NULL &&
                 s->input.begun && !place->frame.packed && place->offset > 0;
    if (stays) {
        begin_file(s);
        return XPGN_OK;
    }
    if (s->is_open)
        input_close(&s->input);
    s->is_open = false;
    s->next = place->file_index;
    return open_next(s);
}

xpgn_status xpgn_stream_start(xpgn_stream *s, const xpgn_game *place, xpgn_fault *fault) {
    bool filtered = s->through.put != NULL && s->through.needs == NULL;
    if (s->source != NULL || filtered || place->file_index >= s->count || place->number == 0) {
        if (fault != NULL)
            (void)fault_set(fault, "there is no such place");
        return XPGN_INVALID;
    }
    if (open_at(s, place) != XPGN_OK)
        return fail_stream(s, fault);
    if (!skip_to(s, place)) {
        input_close(&s->input);
        s->is_open = false;
        return fail_stream(s, fault);
    }
    s->plain = place->offset > 0;
    s->step = FIRST;
    s->number = place->number - 1;
    s->line = place->line;
    s->column = place->column;
    s->offset = s->given = place->offset;
    s->before = place->before;
    s->latin1 = place->latin1;
    return XPGN_OK;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* The frame from which the next byte can be read. */
static xpgn_frame frame_of(xpgn_stream *s) {
    const struct input_frame *frame = input_frame(&s->input, s->offset);
    return frame ? (xpgn_frame){frame->at, frame->offset, true}
                 : (xpgn_frame){s->offset, s->offset, false};
}

/* Returns the game at s->begin + begin, of which `size` bytes are known; it is too large if that
   exceeds the limit. */
static xpgn_status deliver(xpgn_stream *s, size_t begin, size_t size, xpgn_game *game) {
    advance_stream(s, begin);
    bool too_large = size > s->max_game || s->skipping;
    xpgn_slice text = {s->data + s->begin, size < s->max_game ? size : s->max_game};
    struct span_survey seen = span_survey(text.data, size);
    bool latin1 = seen.high && !s->latin1 && !too_large && !utf8_is_valid(text);
    s->latin1 = s->latin1 || latin1;
    *game = (xpgn_game){.text = text,
                        .file = s->names[s->next - 1],
                        .file_index = s->next - 1,
                        .number = ++s->number,
                        .line = s->line,
                        .column = s->column,
                        .offset = s->offset,
                        .before = s->before,
                        .frame = frame_of(s),
                        .too_large = too_large,
                        .latin1 = latin1,
                        .decoded = is_filtered(s)};
    pass_bytes(s, size, seen);
    return XPGN_OK;
}

/* The bytes that decide where the next game ends. */
static xpgn_slice next_bytes(const xpgn_stream *s) {
    return (xpgn_slice){s->data + s->begin, rest(s) < game_ahead(s) ? rest(s) : game_ahead(s)};
}

/* Flags for the splitter: whether nothing follows, and whether they begin inside a line. */
static unsigned split_how(const xpgn_stream *s, bool last) {
    return (last ? SPLIT_LAST : 0) | (s->column > 1 ? SPLIT_INSIDE : 0);
}

/* Delivers a game that is too large: none certainly ends within the deciding bytes. */
static xpgn_status deliver_large(xpgn_stream *s, xpgn_game *game) {
    size_t begin;
    xpgn_slice text = next_bytes(s);
    size_t size = split_game(text, split_how(s, true), &begin);
    s->skipping = slice_is_blank((xpgn_slice){text.data + begin + size, text.size - begin - size});
    s->breaks = 0;
    return deliver(s, begin, size, game);
}

/* At a [ after a blank line: 1 if a game begins, 0 if not, -1 if more bytes are needed. */
static int begins_game(const xpgn_stream *s, const char *p) {
    const char *end = s->data + s->end;
    struct tag_shape tag;
    bool found = scan_tag(p, end, &tag);
    if (found && scan_tag_begins(&tag))
        return 1;
    return tag.cut && !s->at_eof && end - p < TAG_NAME_AHEAD ? -1 : 0;
}

/* Skips the rest of a game that is too large: up to a tag pair at the start of a line after a blank
   line, or to the end of the buffer. */
static void skip_large(xpgn_stream *s) {
    const char *from = s->data + s->begin, *end = s->data + s->end, *p = from;
    char before = s->after_cr ? '\r' : 0;
    int begins = 0;
    for (; p < end; before = *p++) {
        const char *line = s->breaks == 0 ? scan_line(p, end) : p;
        if (line > p)
            before = line[-1];
        p = line;
        if (p == end)
            break;
        if (byte_is(*p, BYTE_LINE)) {
            if ((*p == '\r' || before != '\r') && s->breaks < 2)
                s->breaks++;
        } else if (*p == '[' && s->breaks == 2) {
            if ((begins = begins_game(s, p)) != 0)
                break;
            s->breaks = 0;
        } else if (!byte_is(*p, BYTE_SPACE)) {
            s->breaks = 0;
        }
    }
    advance_stream(s, (size_t)(p - from));
    s->skipping = begins != 1;
}

/* True if a game that begins `ahead` bytes further on is past the range. */
static bool past_range(const xpgn_stream *s, size_t ahead) {
    return s->before + s->offset + ahead >= s->to;
}

/* Returns the next game of the open file; XPGN_END after its last, or the last of the range. */
static xpgn_status next_in_file(xpgn_stream *s, xpgn_game *game) {
    for (;;) {
        if (s->skipping)
            skip_large(s);
        if (!s->skipping) {
            xpgn_slice text = next_bytes(s);
            bool all = text.size == rest(s);
            size_t begin, size = split_game(text, split_how(s, s->at_eof && all), &begin);
            bool past = past_range(s, begin);
            if (size > 0 && !past)
                return deliver(s, begin, size, game);
            if (text.size - begin == game_ahead(s) && !past)
                return deliver_large(s, game);
            advance_stream(s, begin);
            if (!all && !past)
                continue;
        }
        if (s->at_eof || past_range(s, 0))
            return XPGN_END;
        if (!fill_buffer(s))
            return XPGN_NO_MEMORY;
    }
}

/* Reports the file opened last as the one that failed. */
static xpgn_status report_file(const xpgn_stream *s, xpgn_game *game, xpgn_fault *fault) {
    game->file = s->names[s->next - 1];
    game->file_index = s->next - 1;
    return fail_stream(s, fault);
}

xpgn_status xpgn_stream_next(xpgn_stream *s, xpgn_game *game, xpgn_fault *fault) {
    while (!s->holds && !past_range(s, 0)) {
        xpgn_status status = s->is_open ? XPGN_OK : open_next(s);
        if (status == XPGN_IO)
            return report_file(s, game, fault);
        if (status != XPGN_OK)
            return status;
        status = next_in_file(s, game);
        if (status == XPGN_NO_MEMORY ||
            (status == XPGN_OK && game->before + game->offset >= s->from))
            return status;
        if (status == XPGN_END && !past_range(s, 0) && close_stream_file(s) != XPGN_OK)
            return report_file(s, game, fault);
    }
    return XPGN_END;
}

/* ---- parts of a file ------------------------------------------------------------------------ */

xpgn_status xpgn_stream_share(xpgn_stream **out, const xpgn_stream *of) {
    struct input input;
    *out = NULL;
    if (!of->is_open || is_filtered(of) || !input_share(&input, &of->input))
        return XPGN_INVALID;
    xpgn_stream *s = calloc(1, sizeof *s);
    if (!s)
        return XPGN_NO_MEMORY;
    s->names = of->names;
    s->count = of->count;
    s->next = of->next;
    s->before = of->before;
    s->max_game = of->max_game;
    s->input = input;
    s->is_open = s->holds = true;
    *out = s;
    return XPGN_OK;
}

/* Begins a part at a place; false if it cannot be read in one piece. */
static bool begin_part(xpgn_stream *s, const xpgn_game *place, uint64_t to) {
    uint64_t size = to - place->offset + PART_AHEAD;
    s->listed = 0;
    s->guessed = false;
    if (!s->holds || place->offset == 0 || place->frame.packed ||
        place->file_index + 1 != s->next || size > PART_MOST / 2 || to > UINT64_MAX - s->before)
        return false;
    if (s->capacity != size + BLOCK && !resize(s, (size_t)size + BLOCK))
        return false;
    if (xpgn_stream_start(s, place, NULL) != XPGN_OK)
        return false;
    s->held = place->offset;
    s->step = (size_t)size;
    s->to = s->before + to;
    return true;
}

static bool list_game(xpgn_stream *s, const xpgn_game *game) {
    if (!GROW(s->list, s->listed, s->list_room))
        return false;
    s->list[s->listed++] = *game;
    return true;
}

/* Lists the games up to the end of the part, and stops before the next one. False if the beginning
   of that one is not known, so that the last of these may end with the file. */
static bool list_games(xpgn_stream *s) {
    xpgn_game game;
    while (!past_range(s, 0) && next_in_file(s, &game) == XPGN_OK)
        if (game.too_large || !list_game(s, &game))
            return false;
    const char *p = s->data + s->begin;
    advance_stream(s, (size_t)(scan_white(p, s->data + s->end) - p));
    for (size_t i = 0; i < s->listed; i++) /* the buffer may have moved */
        s->list[i].text.data = s->data + (s->list[i].offset - s->held);
    return past_range(s, 0) && !s->skipping && !s->at_eof && rest(s) > 0;
}

void xpgn_stream_guess(xpgn_stream *s, uint64_t from, uint64_t to) {
    const xpgn_game place = {.file_index = s->next - 1,
                             .number = 1,
                             .line = 1,
                             .column = 1,
                             .offset = from,
                             .before = s->before};
    if (from >= to || !begin_part(s, &place, to))
        return;
    s->breaks = 0;
    s->skipping = true; /* as if a game that is too large began before it */
    s->guessed = list_games(s) && s->listed > 0;
}

/* Numbers the guessed games, if the first is in the right place. */
static bool use_guess(xpgn_stream *s, const xpgn_game *place, uint64_t to) {
    bool right = s->guessed && s->to == s->before + to && place->column == 1 &&
                 place->offset == s->list[0].offset;
    s->guessed = false;
    if (!right)
        return false;
    uint64_t numbers = place->number - s->list[0].number, lines = place->line - s->list[0].line;
    for (size_t i = 0; i < s->listed; i++) {
        s->list[i].number += numbers;
        s->list[i].line += lines;
        s->list[i].latin1 = s->list[i].latin1 && !place->latin1;
    }
    s->number += numbers;
    s->line += lines;
    s->latin1 = s->latin1 || place->latin1;
    return true;
}

bool xpgn_stream_cut(xpgn_stream *s, const xpgn_game *place, uint64_t to, xpgn_cut *part) {
    *part = (xpgn_cut){.next = *place};
    if (place->offset >= to)
        return true;
    if (!use_guess(s, place, to) && (!begin_part(s, place, to) || !list_games(s)))
        return false;
    *part = (xpgn_cut){.game = s->list,
                       .count = s->listed,
                       .next = {.file = s->names[s->next - 1],
                                .file_index = s->next - 1,
                                .number = s->number + 1,
                                .line = s->line,
                                .column = s->column,
                                .offset = s->offset,
                                .before = s->before,
                                .frame = frame_of(s),
                                .latin1 = s->latin1}};
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * Converts files as people paste and save them to text for the splitter: UTF-16 first, then the
 * kind that the first lines show.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"
#include "io/input.h"
#include "io/input_filter.h"
#include "io/other_file.h"
#include "io/utf16.h"
#include "meant/import/file_kind.h"
#include "meant/import/move_table.h"
#include "meant/import/pasted_text.h"
#include "meant/import/server_game.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 64 * 1024 }; /* the kind of a file is decided after this many bytes at the latest */

struct xpgn_decoder {
    bool begun;  /* with a file */
    bool known;  /* what it is; else its beginning is held in `head` */
    bool plain;  /* it needs no decoding */
    bool none;   /* it is no record: nothing of it is written */
    bool marked; /* it is known whether it begins with a byte order mark */
    xpgn_source from;
    char separator; /* of a table, all of which is held in `head`; '\0': not a table */
    struct utf16 wide;
    xpgn_buffer raw; /* bytes of an incomplete character */
    xpgn_buffer utf8, head, rows;
    struct bytes bytes;
    uint64_t counts[XPGN_DECODEDS];
    void (*done)(void *data, const char *file);
    void *data;
};

xpgn_status xpgn_decoder_new(xpgn_decoder **out) {
    xpgn_decoder *d = calloc(1, sizeof *d);
    if (d == NULL)
        return XPGN_NO_MEMORY;
    *out = d;
    return XPGN_OK;
}

void xpgn_decoder_free(xpgn_decoder *d) {
    if (d == NULL)
        return;
    xpgn_buffer_free(&d->raw);
    xpgn_buffer_free(&d->utf8);
    xpgn_buffer_free(&d->head);
    xpgn_buffer_free(&d->rows);
    bytes_free(&d->bytes);
    free(d);
}

void xpgn_decoder_from(xpgn_decoder *d, xpgn_source from) {
    if (from <= XPGN_FROM_ANY)
        d->from = from;
}

const uint64_t *xpgn_decoder_counts(const xpgn_decoder *d) {
    return d->counts;
}

/* ---- UTF-16 ---------------------------------------------------------------------------------- */

/* Decodes the complete characters in `raw`. */
static void put_units(xpgn_decoder *d, bool last) {
    size_t at = utf16_put(&d->utf8, &d->wide, (xpgn_slice){d->raw.data, d->raw.size}, last);
    d->raw.size -= at;
    if (d->raw.size > 0)
        d->raw.data[0] = d->raw.data[at];
}

/* Handles a byte order mark; false if more bytes are needed to identify the encoding. */
static bool read_mark(xpgn_decoder *d, bool last, xpgn_buffer *out) {
    xpgn_slice head = {d->raw.data, d->raw.size};
    if (head.size < 4 && !last)
        return false;
    enum wide wide = wide_text(head);
    bool little = wide == WIDE_16_LITTLE, big = wide == WIDE_16_BIG;
    bool utf8 = head.size >= 3 && memcmp(head.data, "\xEF\xBB\xBF", 3) == 0;
    bool mark = (little || big) && *head.data != '\0' && head.data[1] != '\0';
    size_t size = mark ? 2 : utf8 ? 3 : 0;
    d->wide.low = big;
    d->wide.high = little;
    d->counts[XPGN_DECODED_UTF16] = little || big;
    if (utf8)
        xpgn_buffer_put(out, head.data, 3);
    d->raw.size -= size;
    if (size > 0 && d->raw.size > 0)
        memmove(d->raw.data, d->raw.data + size, d->raw.size);
    d->marked = true;
    return true;
}

/* The next bytes in UTF-8, valid until the next call. */
static xpgn_slice to_utf8(xpgn_decoder *d, xpgn_slice bytes, bool last, xpgn_buffer *out) {
    xpgn_buffer_clear(&d->utf8);
    if (d->marked && d->wide.low == d->wide.high)
        return bytes;
    xpgn_buffer_slice(&d->raw, bytes);
    if (!d->marked && !read_mark(d, last, out))
        return (xpgn_slice){"", 0};
    if (d->wide.low != d->wide.high) {
        put_units(d, last);
    } else {
        xpgn_buffer_put(&d->utf8, d->raw.data, d->raw.size);
        d->raw.size = 0; /* not cleared, as `failed` is tested later */
    }
    return slice_given((xpgn_slice){d->utf8.data, d->utf8.size});
}

/* ---- what a file is -------------------------------------------------------------------------- */

/* Examines the lines up to the first of a record; true if the kind of file is known. */
static bool look_at_head(const xpgn_decoder *d, bool last, struct pasted *pasted) {
    size_t seen = d->head.size < HEAD ? d->head.size : HEAD, size;
    const char *begin = slice_given((xpgn_slice){d->head.data, 0}).data, *p = begin,
               *end = p + seen;
    bool all = last || seen == HEAD, rows = false;
    char fence = '\0';
    *pasted = (struct pasted){0};
    while (p < end) {
        const char *stop = scan_line(p, end);
        xpgn_slice line = {p, (size_t)(stop - p)}, body = bytes_unquoted(line);
        if (stop == end && !all)
            return false;
        char sign = bytes_fence(slice_trim(body, " \t"), &size);
        if (sign != '\0' && (fence == '\0' || sign == fence)) {
            fence = fence == '\0' ? sign : '\0';
        } else if (bytes_record(body)) {
            bool html = bytes_markup((xpgn_slice){begin, seen});
            *pasted = (struct pasted){body.data > p, fence != '\0', html};
            return true;
        }
        rows |= fence != '\0' && file_has_record(body);
        p = scan_line_end(stop, end);
    }
    pasted->fence = rows; /* a record, unless all in it is a table */
    pasted->html = seen > 0 && bytes_markup((xpgn_slice){begin, seen});
    return all;
}

/* What is held, after a byte order mark. */
static xpgn_slice held(const xpgn_decoder *d) {
    return slice_given((xpgn_slice){d->head.data, d->head.size});
}

/* True if the file is known, or determined here, not to be a table. */
static bool is_no_table(xpgn_decoder *d, bool last) {
    xpgn_slice head = held(d);
    bool all = last || head.size >= HEAD, whole = head.size <= HEAD;
    if (d->from == XPGN_FROM_PGN || d->from == XPGN_FROM_TABLE)
        return d->from == XPGN_FROM_PGN;
    if (!spreadsheet_can_be(head, all))
        return true;
    if (!all)
        return false;
    head.size = whole ? head.size : HEAD;
    d->separator = spreadsheet_separator(head, last && whole);
    return d->separator == '\0';
}

/* True if it is decided by its contents whether a file is a record. */
static bool is_doubted(const xpgn_decoder *d) {
    return d->from == XPGN_FROM_AUTO || d->from == XPGN_FROM_ANY;
}

/* Notes that the file is no record. */
static void refuse_file(xpgn_decoder *d, xpgn_no_record kind) {
    d->known = d->none = true;
    d->counts[XPGN_DECODED_NO_RECORD] = kind;
    d->head.size = 0;
}

/* Writes a table, once it is complete. */
static void put_as_game(xpgn_decoder *d, xpgn_buffer *out) {
    char separator = d->from == XPGN_FROM_TABLE ? spreadsheet_likely(held(d)) : d->separator;
    xpgn_buffer_clear(&d->rows);
    bytes_begin(&d->bytes, (struct pasted){0}, d->counts);
    if (!spreadsheet_write(held(d), separator, &d->rows, &d->counts[XPGN_DECODED_ROWS]))
        d->rows.failed = true;
    xpgn_slice rows = slice_given((xpgn_slice){d->rows.data, d->rows.size});
    out->failed |= d->rows.failed;
    if (is_doubted(d) && (file_is_log(held(d)) || !file_has_record(rows))) {
        d->counts[XPGN_DECODED_ROWS] = 0;
        refuse_file(d, XPGN_NO_RECORD_TABLE);
        return;
    }
    bytes_put(&d->bytes, rows, true, out);
    d->head.size = 0;
}

/* True if what is held, which is all of the file, has a record once it is decoded. */
static bool decodes_to_record(xpgn_decoder *d) {
    struct pasted pasted;
    struct bytes bytes = {.held = {0}};
    uint64_t counts[XPGN_DECODEDS] = {0};
    xpgn_buffer text = {0};
    (void)look_at_head(d, true, &pasted);
    bytes_begin(&bytes, pasted, counts);
    bytes_put(&bytes, held(d), true, &text);
    d->head.failed |= text.failed;
    bool found = file_has_record(slice_given((xpgn_slice){text.data, text.size}));
    bytes_free(&bytes);
    xpgn_buffer_free(&text);
    return found;
}

/* True if the file has been found to be no record; *more: only its rest can show that it is one. */
static bool is_refused(xpgn_decoder *d, bool last, bool *more) {
    xpgn_no_record kind = other_file(held(d));
    *more = false;
    if (!is_doubted(d) || (kind == XPGN_NO_RECORD_NOT && file_has_record(held(d))))
        return false;
    if (kind == XPGN_NO_RECORD_NOT && (!last || d->head.size > HEAD)) {
        *more = d->head.size < HEAD; /* what is larger may have a record further on */
        return false;
    }
    if (kind == XPGN_NO_RECORD_NOT && !decodes_to_record(d))
        kind = file_no_record(held(d));
    if (kind != XPGN_NO_RECORD_NOT)
        refuse_file(d, kind);
    return kind != XPGN_NO_RECORD_NOT;
}

/* True if the file has a table that is quoted or fenced, which is then what is held. */
static bool unwrap_table(xpgn_decoder *d) {
    uint64_t counts[XPGN_DECODEDS] = {0};
    xpgn_buffer text = {0};
    bool wrapped = bytes_unwrap(held(d), &text, counts);
    xpgn_slice inside = slice_given((xpgn_slice){text.data, text.size});
    d->head.failed |= text.failed;
    d->separator = wrapped && !text.failed ? spreadsheet_separator(inside, true) : '\0';
    if (d->separator != '\0') {
        d->head.size = 0;
        xpgn_buffer_slice(&d->head, inside);
        for (unsigned i = 0; i < XPGN_DECODEDS; i++)
            d->counts[i] += counts[i];
    }
    xpgn_buffer_free(&text);
    return d->separator != '\0';
}

/* Writes the game that a server gave out, once all of it is held. */
static void put_server_game(xpgn_decoder *d, xpgn_buffer *out) {
    xpgn_buffer_clear(&d->rows);
    bytes_begin(&d->bytes, (struct pasted){0}, d->counts);
    if (!server_game_write(held(d), &d->rows, &d->counts[XPGN_DECODED_TURNS])) {
        refuse_file(d, XPGN_NO_RECORD_JSON);
        return;
    }
    out->failed |= d->rows.failed;
    bytes_put(&d->bytes, slice_given((xpgn_slice){d->rows.data, d->rows.size}), true, out);
    d->head.size = 0;
}

static void put_pasted(xpgn_decoder *d, xpgn_slice text, bool last, xpgn_buffer *out) {
    struct pasted pasted;
    bool more;
    if (d->none)
        return;
    if (d->known) {
        bytes_put(&d->bytes, text, last, out);
        return;
    }
    xpgn_buffer_slice(&d->head, text);
    if (d->from != XPGN_FROM_PGN && d->from != XPGN_FROM_TABLE && server_game_can_be(held(d))) {
        if (last)
            put_server_game(d, out);
        return;
    }
    if (d->separator == '\0' && (is_refused(d, last, &more) || more))
        return;
    if (d->separator != '\0' || !is_no_table(d, last)) {
        if (last)
            put_as_game(d, out);
        return;
    }
    if (!look_at_head(d, last, &pasted))
        return;
    if (last && is_doubted(d) && !pasted.mail && unwrap_table(d)) {
        put_as_game(d, out);
        return;
    }
    d->known = true;
    bytes_begin(&d->bytes, pasted, d->counts);
    bytes_put(&d->bytes, held(d), last, out);
    d->head.size = 0;
}

static bool is_plain(xpgn_slice head) {
    return other_file(head) == XPGN_NO_RECORD_NOT && file_is_plain(head);
}

void xpgn_decoder_put(xpgn_buffer *out, xpgn_decoder *d, xpgn_slice bytes, bool last) {
    if (!d->begun) {
        d->begun = true;
        d->known = d->none = d->marked = false;
        d->wide = (struct utf16){0, 0, 0};
        d->plain = d->from == XPGN_FROM_ANY && is_plain(slice_given(bytes));
        d->separator = '\0';
        xpgn_buffer_clear(&d->raw);
        xpgn_buffer_clear(&d->head);
        memset(d->counts, 0, sizeof d->counts);
    }
    if (d->plain) {
        xpgn_buffer_slice(out, bytes);
        d->begun = !last;
        return;
    }
    xpgn_slice text = to_utf8(d, slice_given(bytes), last, out);
    if (text.size > 0 || last)
        put_pasted(d, text, last, out);
    d->begun = !last;
    out->failed |= d->raw.failed || d->utf8.failed || d->head.failed;
}

/* ---- streams --------------------------------------------------------------------------------- */

static void put_decoded(void *data, xpgn_slice bytes, bool last, xpgn_buffer *out) {
    xpgn_decoder_put(out, data, bytes, last);
}

/* True unless it is a record that is read as it is. */
static bool needs_decoding(void *data, xpgn_slice head) {
    xpgn_decoder *d = data;
    bool plain = is_plain(head);
    if (plain)
        memset(d->counts, 0, sizeof d->counts);
    return !plain;
}

static void done(void *data, const char *file) {
    const xpgn_decoder *d = data;
    if (d->done != NULL)
        d->done(d->data, file);
}

xpgn_status xpgn_stream_decode(xpgn_stream *s, xpgn_decoder *d,
                               void (*on_done)(void *data, const char *file), void *data) {
    const struct through through = {put_decoded, d->from == XPGN_FROM_ANY ? needs_decoding : NULL,
                                    done, d};
    d->done = on_done;
    d->data = data;
    return stream_through(s, &through) ? XPGN_OK : XPGN_NO_MEMORY;
}

/* SPDX-License-Identifier: MIT */
#include "io/input.h"
#include "core/base/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENOUGH = 8 }; /* bytes needed to detect the format; fewer only at end of file */

/* ---- failures -------------------------------------------------------------------------------- */

/* Sets the reason, truncated if too long. Always returns false. */
static bool fail_input(struct input *in, const char *reason) {
    (void)snprintf(in->reason, sizeof in->reason, "%s", reason);
    return false;
}

static bool fail_errno(struct input *in, int error) {
    char reason[128];
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    return fail_input(in, reason);
}

/* ---- plain bytes ----------------------------------------------------------------------------- */

/* Asks the program for bytes, but not again after the last. */
static ssize_t read_source(struct input *in, char *data, size_t size) {
    size_t n = 0;
    if (!in->at_end && (!in->source(in->source_data, data, size, &n) || n > size)) {
        in->error = EIO;
        return -1;
    }
    in->at_end = n == 0;
    in->taken += n;
    return (ssize_t)n;
}

/* The only place where the read-ahead thread may be cancelled: it can block here for as long as
   no data arrives on a pipe. */
static ssize_t read_fd(struct input *in, char *data, size_t size) {
    ssize_t n;
    int before = 0;
    if (in->source != NULL)
        return read_source(in, data, size);
    if (in->threaded)
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    do
        n = in->shared ? pread(in->fd, data, size, (off_t)in->taken) : read(in->fd, data, size);
    while (n < 0 && errno == EINTR);
    if (in->threaded)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    if (n < 0)
        in->error = errno;
    else
        in->taken += (uint64_t)n;
    return n;
}

static bool read_input_head(struct input *in, char *data, size_t size, size_t *got) {
    *got = 0;
    while (*got < ENOUGH) {
        ssize_t n = read_fd(in, data + *got, size - *got);
        if (n < 0)
            return fail_errno(in, in->error);
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return true;
}

/* ---- packed bytes ---------------------------------------------------------------------------- */

/* As fail, naming the frame unless it is the first. */
static bool fail_packed(struct input *in, const char *format, uint64_t frame) {
    char reason[128], place[64] = "";
    if (frame > 0)
        (void)snprintf(place, sizeof place, " in the %s at byte %llu", unpack_part(in->unpack),
                       (unsigned long long)frame);
    size_t size = sizeof reason - sizeof place;
    int n = snprintf(reason, size, format, in->packing);
    if (n < 0 || (size_t)n >= size)
        n = 0;
    (void)snprintf(reason + n, sizeof reason - (size_t)n, "%s", place);
    return fail_input(in, reason);
}

static bool fail_window(struct input *in) {
    char reason[96];
    (void)snprintf(reason, sizeof reason, "the window of this %s data exceeds the limit of %u MiB",
                   in->packing, unpack_window(in->unpack));
    return fail_input(in, reason);
}

static void pass_frames(struct input *in) {
    size_t at = 0;
    bool found;
    while (in->threads > 1 && at < in->packed.size)
        at += frames_pass(&in->frames, in->packed.data + at, in->packed.size - at, &found);
}

/* Guessed frames need a file that can be read again. */
static void begin_frames(struct input *in) {
    struct stat st;
    bool guess = fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode);
    off_t now = guess ? lseek(in->fd, 0, SEEK_CUR) : -1;
    guess = now >= (off_t)in->packed.size;
    in->start = guess ? (uint64_t)now - in->packed.size : 0;
    frames_begin(&in->frames, (xpgn_slice){in->packed.data, in->packed.size}, guess);
    pass_frames(in);
}

enum { FRAME_DISTANCE = 1 << 20 }; /* least distance in unpacked bytes of two frames noted */

/* False after a failure. */
static bool note_frame(struct input *in, uint64_t at, uint64_t offset) {
    const struct input_frame *last = in->frames_noted > 0 ? &in->frame[in->frames_noted - 1] : NULL;
    if (last && (in->blocks || at <= last->at || offset < last->offset + FRAME_DISTANCE))
        return true;
    if (!GROW(in->frame, in->frames_noted, in->room))
        return fail_errno(in, ENOMEM);
    in->frame[in->frames_noted++] = (struct input_frame){at, offset};
    return true;
}

/* Begins to unpack; `data` holds the first bytes, which were read to detect the format. */
static bool open_packed(struct input *in, const char *data, size_t size) {
    const char *missing;
    in->block = malloc(size > INPUT_BLOCK ? size : INPUT_BLOCK);
    if (!in->block)
        return fail_errno(in, ENOMEM);
    memcpy(in->block, data, size);
    in->packed = (struct unpack_input){in->block, size};
    in->unpack = unpack_open((xpgn_slice){data, size}, in->threads, &in->packing, &missing);
    begin_frames(in);
    if (in->unpack) {
        unpack_place(in->unpack, in->start);
        return note_frame(in, in->start, in->base);
    }
    char reason[128];
    if (!missing ||
        snprintf(reason, sizeof reason, "%s data, but %s is missing", in->packing, missing) < 0)
        return fail_errno(in, ENOMEM);
    return fail_input(in, reason);
}

/* Reads more of the file once all input has been decompressed. */
static bool feed(struct input *in) {
    if (in->packed.size > 0 || in->at_end)
        return true;
    ssize_t n = read_fd(in, in->block, INPUT_BLOCK);
    if (n < 0)
        return fail_errno(in, in->error);
    in->packed = (struct unpack_input){in->block, (size_t)n};
    in->at_end = n == 0;
    pass_frames(in);
    return true;
}

/* Returns true if the result is no failure; otherwise false, with a reason. */
static bool judge(struct input *in, enum unpack_result result, uint64_t frame) {
    switch (result) {
    case UNPACK_MORE:
    case UNPACK_END:
        return true;
    case UNPACK_CUT:
        return fail_packed(in, "truncated %s data", frame);
    case UNPACK_DAMAGED:
        return fail_packed(in, "damaged %s data", frame);
    case UNPACK_WINDOW:
        return fail_window(in);
    case UNPACK_NO_MEMORY:
        return fail_packed(in, "not enough memory for this %s data", 0);
    case UNPACK_UNREAD: /* the reader has set the reason */
        break;
    }
    return false;
}

static bool read_packed(struct input *in, char *data, size_t size, size_t *got) {
    enum unpack_result result = UNPACK_MORE;
    *got = 0;
    while (*got == 0 && result == UNPACK_MORE) {
        if (!feed(in))
            return false;
        result = unpack_step(in->unpack, &in->packed, in->at_end, data, size, got);
    }
    uint64_t frame = unpack_frame(in->unpack);
    return judge(in, result, frame) && note_frame(in, frame, in->base + unpack_before(in->unpack));
}

static bool packed_source(void *context, char *data, size_t size, size_t *got) {
    struct input *in = context;
    ssize_t n = read_fd(in, data, size);
    *got = n > 0 ? (size_t)n : 0;
    return n >= 0 || fail_errno(in, in->error);
}

/* Unpacks the file once more from its start, by these blocks or as one piece, dropping the bytes
   already returned. */
static bool start_again(struct input *in, const struct blocks *blocks) {
    struct unpack *again = unpack_another(in->unpack, blocks);
    if (!again)
        return fail_errno(in, ENOMEM);
    unpack_close(in->unpack);
    in->unpack = again;
    unpack_place(again, in->start);
    if (lseek(in->fd, (off_t)in->start, SEEK_SET) < 0)
        return fail_errno(in, errno);
    in->taken = in->start;
    in->drop += in->given;
    in->given = 0;
    in->frames = (struct frames){.state = FRAMES_NONE};
    in->packed.size = 0;
    in->at_end = false;
    return true;
}

/* Unpacks the file as one piece: something that looked like the beginning of a member or a block
   was not one, or the file is damaged. */
static bool start_whole(struct input *in) {
    ahead_close(in->ahead);
    in->ahead = NULL;
    free(in->blocks);
    in->blocks = NULL;
    in->whole = true;
    return start_again(in, NULL);
}

/* Reads the index of an xz file, if there is one, so that its blocks are unpacked separately. False
   on failure. */
static bool look_for_blocks(struct input *in) {
    struct stat st;
    if (in->threads < 2 || in->whole || fstat(in->fd, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    in->blocks = unpack_blocks(in->unpack, in->fd, in->start, (uint64_t)st.st_size);
    if (!in->blocks)
        return true;
    if (!start_again(in, in->blocks))
        return false;
    frames_begin_blocks(&in->frames, in->blocks, in->start);
    return true;
}

/* Starts the threads, if allowed, once a file has proved larger than a block. False on failure. */
static bool consider_threads(struct input *in) {
    if (in->threads == 0 || in->ahead || in->at_end || in->given < INPUT_BLOCK)
        return true;
    if (!look_for_blocks(in))
        return false;
    in->threaded = true; /* set before the thread starts: it reads this */
    in->ahead = ahead_open(&(struct ahead_job){.source = packed_source,
                                               .context = in,
                                               .first = in->unpack,
                                               .rest = in->packed,
                                               .frames = in->frames,
                                               .threads = in->threads});
    if (in->ahead)
        return true;
    in->threaded = false;
    in->threads = 0;
    return in->blocks == NULL || start_whole(in);
}

/* Drops the bytes that were already returned. */
static void drop_bytes(struct input *in, char *data, size_t *got) {
    size_t n = *got < in->drop ? *got : (size_t)in->drop;
    memmove(data, data + n, *got - n);
    in->drop -= n;
    *got -= n;
}

static bool read_threaded(struct input *in, char *data, size_t size, size_t *got, bool *again) {
    uint64_t frame = 0;
    enum unpack_result result = ahead_read(in->ahead, data, size, got, &frame);
    *again = in->frames.guessed && (result == UNPACK_CUT || result == UNPACK_DAMAGED);
    if (*again)
        return start_whole(in);
    return judge(in, result, frame) && (*got == 0 || note_frame(in, frame, in->base + in->given));
}

static bool read_on(struct input *in, char *data, size_t size, size_t *got) {
    bool good, again;
    do {
        again = false;
        *got = 0;
        if (!consider_threads(in))
            return false;
        good = in->ahead ? read_threaded(in, data, size, got, &again)
                         : read_packed(in, data, size, got);
        again = again || (*got > 0 && in->drop > 0);
        in->given += *got;
        drop_bytes(in, data, got);
    } while (good && again && *got == 0);
    return good;
}

/* Reads enough decompressed bytes to detect the text encoding. */
static bool read_packed_head(struct input *in, char *data, size_t size, size_t *got) {
    *got = 0;
    while (*got < ENOUGH) {
        size_t n;
        bool good = read_packed(in, data + *got, size - *got, &n);
        *got += n;
        if (!good)
            return false;
        if (n == 0)
            break;
    }
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

enum wide wide_text(xpgn_slice s) {
    const char *d = s.data;
    if (s.size < 4)
        return WIDE_NONE;
    if (memcmp(d, "\xFF\xFE\0\0", 4) == 0 || memcmp(d, "\0\0\xFE\xFF", 4) == 0)
        return WIDE_32;
    if (memcmp(d, "\xFF\xFE", 2) == 0 || (d[0] && !d[1] && d[2] && !d[3]))
        return WIDE_16_LITTLE;
    bool big = memcmp(d, "\xFE\xFF", 2) == 0 || (!d[0] && d[1] && !d[2] && d[3]);
    return big ? WIDE_16_BIG : WIDE_NONE;
}

const char *wide_refusal(enum wide wide) {
    switch (wide) {
    case WIDE_16_LITTLE:
    case WIDE_16_BIG:
        return "UTF-16 text; convert it: iconv -f utf-16 -t utf-8";
    case WIDE_32:
        return "UTF-32 text; convert it: iconv -f utf-32 -t utf-8";
    default:
        return NULL;
    }
}

/* Returns why the text cannot be read, or NULL if it can. */
static const char *wide_encoding(const struct input *in, const char *data, size_t size) {
    enum wide wide = wide_text((xpgn_slice){data, size});
    return in->decoded && wide != WIDE_32 ? NULL : wide_refusal(wide);
}

bool input_open(struct input *in, const char *name, unsigned threads) {
    *in = (struct input){.name = name, .fd = STDIN_FILENO, .threads = threads};
    if (strcmp(name, "-") == 0)
        return true;
    do
        in->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (in->fd < 0 && errno == EINTR);
    return in->fd >= 0 || fail_errno(in, errno);
}

void input_from(struct input *in, const char *name,
                bool (*source)(void *data, char *bytes, size_t size, size_t *got), void *data) {
    *in = (struct input){.name = name, .fd = -1, .source = source, .source_data = data};
}

bool input_share(struct input *in, const struct input *of) {
    struct stat st;
    *in = (struct input){.name = of->name, .fd = of->fd, .begun = true, .shared = true};
    return of->begun && of->unpack == NULL && of->fd > STDIN_FILENO && fstat(of->fd, &st) == 0 &&
           S_ISREG(st.st_mode);
}

/* Reads the first bytes of a frame that is not at the beginning of the file. */
static bool begin_inside(struct input *in, char *data, size_t size, size_t *got) {
    size_t first = *got;
    if (!in->unpack)
        return fail_input(in, "there is no frame where it should begin");
    drop_bytes(in, data, got);
    return *got > 0 || first == 0 || read_on(in, data, size, got);
}

bool input_read(struct input *in, char *data, size_t size, size_t *got) {
    *got = 0;
    if (in->begun && in->unpack)
        return read_on(in, data, size, got);
    if (in->begun) {
        ssize_t n = read_fd(in, data, size);
        *got = n > 0 ? (size_t)n : 0;
        return n >= 0 || fail_errno(in, in->error);
    }
    in->begun = true;
    if (!read_input_head(in, data, size, got))
        return false;
    if (unpack_knows((xpgn_slice){data, *got})) {
        size_t head = *got;
        *got = 0;
        if (!open_packed(in, data, head) || !read_packed_head(in, data, size, got))
            return false;
        in->given = *got;
    }
    if (in->base > 0 || in->drop > 0)
        return begin_inside(in, data, size, got);
    const char *wide = wide_encoding(in, data, *got);
    if (wide)
        *got = 0;
    return !wide || fail_input(in, wide);
}

static bool go_to_place(struct input *in, uint64_t place) {
    in->taken = place;
    if (place > INT64_MAX || (!in->shared && lseek(in->fd, (off_t)place, SEEK_SET) < 0))
        return fail_errno(in, place > INT64_MAX ? EOVERFLOW : errno);
    return true;
}

bool input_skip(struct input *in, uint64_t offset) {
    in->begun = true;
    return go_to_place(in, offset);
}

bool input_skip_packed(struct input *in, const struct input_frame *frame, uint64_t offset) {
    if (offset < frame->offset)
        return fail_errno(in, EINVAL);
    in->base = frame->offset;
    in->drop = offset - frame->offset;
    return go_to_place(in, frame->at);
}

const struct input_frame *input_frame(struct input *in, uint64_t offset) {
    size_t n = 0;
    while (n + 1 < in->frames_noted && in->frame[n + 1].offset <= offset)
        n++;
    if (n > 0) {
        in->frames_noted -= n;
        memmove(in->frame, in->frame + n, in->frames_noted * sizeof *in->frame);
    }
    return in->frames_noted > 0 ? in->frame : NULL;
}

void input_close(struct input *in) {
    ahead_close(in->ahead);
    in->ahead = NULL;
    unpack_close(in->unpack);
    free(in->block);
    free(in->blocks);
    free(in->frame);
    if (in->fd > STDIN_FILENO && !in->shared)
        close(in->fd);
    in->unpack = NULL;
    in->block = NULL;
    in->blocks = NULL;
    in->frame = NULL;
    in->fd = -1;
}

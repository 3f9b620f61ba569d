/* SPDX-License-Identifier: MIT */
#include "text/input.h"

#include <archive.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char damaged[] = "damaged compressed data";

/* ---- failures -------------------------------------------------------------------------------- */

/* Always false. A message longer than its room is cut. */
static bool fail(struct input *in, const char *reason) {
    const char *name = strcmp(in->name, "-") == 0 ? "standard input" : in->name;
    if (snprintf(in->message, sizeof in->message, "%s: %s", name, reason) < 0)
        in->message[0] = '\0';
    return false;
}

static bool fail_errno(struct input *in, int error) {
    char reason[128];
    if (strerror_r(error, reason, sizeof reason) != 0)
        snprintf(reason, sizeof reason, "error %d", error);
    return fail(in, reason);
}

static bool fail_archive(struct input *in) {
    if (in->error != 0)
        return fail_errno(in, in->error);
    const char *reason = archive_error_string(in->archive);
    return fail(in, reason ? reason : damaged);
}

/* ---- plain bytes ----------------------------------------------------------------------------- */

static ssize_t read_fd(struct input *in, char *data, size_t size) {
    ssize_t n;
    do
        n = read(in->fd, data, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        in->error = errno;
    else
        in->taken += (uint64_t)n;
    return n;
}

/* Enough bytes to recognise the file by, or all of it. */
static bool read_head(struct input *in, char *data, size_t size, size_t *got) {
    *got = 0;
    while (*got < 8) {
        ssize_t n = read_fd(in, data + *got, size - *got);
        if (n < 0)
            return fail_errno(in, in->error);
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return true;
}

/* ---- compressed bytes ------------------------------------------------------------------------ */

static bool is_compressed(const char *data, size_t size) {
    static const struct {
        const char *bytes;
        size_t size;
    } magics[] = {{"\x1F\x8B", 2},
                  {"BZh", 3},
                  {"\xFD"
                   "7zXZ\0",
                   6},
                  {"\x28\xB5\x2F\xFD", 4}};
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++)
        if (size >= magics[i].size && memcmp(data, magics[i].bytes, magics[i].size) == 0)
            return true;
    /* zstd: a frame that is to be skipped comes first */
    return size >= 4 && (data[0] & 0xF0) == 0x50 && memcmp(data + 1, "\x2A\x4D\x18", 3) == 0;
}

static la_ssize_t feed(struct archive *a, void *client, const void **data) {
    struct input *in = client;
    *data = in->block;
    if (in->head > 0) {
        la_ssize_t n = (la_ssize_t)in->head;
        in->head = 0;
        return n;
    }
    ssize_t n = read_fd(in, in->block, INPUT_BLOCK);
    if (n < 0)
        archive_set_error(a, in->error, "read error");
    return n;
}

/* One compressed file is an archive of one raw member. */
static bool open_archive(struct input *in, const char *data, size_t size) {
    in->archive = archive_read_new();
    in->block = malloc(size > INPUT_BLOCK ? size : INPUT_BLOCK);
    if (!in->archive || !in->block)
        return fail_errno(in, ENOMEM);
    memcpy(in->block, data, size);
    in->head = size;
    archive_read_support_filter_gzip(in->archive);
    archive_read_support_filter_bzip2(in->archive);
    archive_read_support_filter_xz(in->archive);
    archive_read_support_filter_zstd(in->archive);
    archive_read_support_format_raw(in->archive);
    archive_read_support_format_empty(in->archive);
    struct archive_entry *entry;
    if (archive_read_open(in->archive, in, NULL, feed, NULL) != ARCHIVE_OK)
        return fail_archive(in);
    int status = archive_read_next_header(in->archive, &entry);
    in->is_empty = status == ARCHIVE_EOF;
    if (status != ARCHIVE_OK && status != ARCHIVE_EOF)
        return fail_archive(in);
    /* libarchive takes what is too damaged for any filter as plain bytes */
    return archive_filter_code(in->archive, 0) != ARCHIVE_FILTER_NONE || fail(in, damaged);
}

static bool read_archive(struct input *in, char *data, size_t size, size_t *got) {
    la_ssize_t n = 0;
    do
        n = in->is_empty ? 0 : archive_read_data(in->archive, data, size);
    while (n == ARCHIVE_RETRY);
    *got = n > 0 ? (size_t)n : 0;
    return n >= 0 || fail_archive(in);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Sixteen-bit text shows by its byte order mark, or by the NUL of its first ASCII character. */
static const char *wide_encoding(const char *data, size_t size) {
    static const char *const reasons[] = {
        "UTF-16 text; convert it: iconv -f utf-16 -t utf-8",
        "UTF-32 text; convert it: iconv -f utf-32 -t utf-8",
    };
    if (size < 4)
        return NULL;
    if (memcmp(data, "\xFF\xFE\0\0", 4) == 0 || memcmp(data, "\0\0\xFE\xFF", 4) == 0)
        return reasons[1];
    if (memcmp(data, "\xFF\xFE", 2) == 0 || memcmp(data, "\xFE\xFF", 2) == 0)
        return reasons[0];
    bool little = data[0] && !data[1] && data[2] && !data[3];
    bool big = !data[0] && data[1] && !data[2] && data[3];
    return little || big ? reasons[0] : NULL;
}

bool input_open(struct input *in, const char *name) {
    *in = (struct input){.name = name, .fd = STDIN_FILENO};
    if (strcmp(name, "-") == 0)
        return true;
    do
        in->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    while (in->fd < 0 && errno == EINTR);
    return in->fd >= 0 || fail_errno(in, errno);
}

bool input_read(struct input *in, char *data, size_t size, size_t *got) {
    *got = 0;
    if (in->begun && in->archive)
        return read_archive(in, data, size, got);
    if (in->begun) {
        ssize_t n = read_fd(in, data, size);
        *got = n > 0 ? (size_t)n : 0;
        return n >= 0 || fail_errno(in, in->error);
    }
    in->begun = true;
    if (!read_head(in, data, size, got))
        return false;
    if (is_compressed(data, *got)) {
        size_t head = *got;
        *got = 0;
        if (!open_archive(in, data, head) || !read_archive(in, data, size, got))
            return false;
    }
    const char *wide = wide_encoding(data, *got);
    if (wide)
        *got = 0;
    return !wide || fail(in, wide);
}

void input_close(struct input *in) {
    if (in->archive)
        archive_read_free(in->archive);
    free(in->block);
    if (in->fd > STDIN_FILENO)
        close(in->fd);
    in->archive = NULL;
    in->block = NULL;
    in->fd = -1;
}

/* SPDX-License-Identifier: MIT */
/* Files whose bytes are the text of their games. */
#include "frame/cli.h"
#include "frame/disk_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True for gzip, bzip2, xz and zstd. */
static bool is_compressed(int fd) {
    static const char *const magic[] = {"\037\213", "BZh", "\3757zXZ", "\050\265\057\375"};
    char head[6] = "";
    size_t size = 0;
    (void)cli_read_most(fd, 0, head, sizeof head, &size);
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++) {
        size_t n = strlen(magic[i]);
        if (size >= n && memcmp(head, magic[i], n) == 0)
            return true;
    }
    return false;
}

/* Opens a file for reading; -1 with errno. */
static int open_input(cli *c, const char *name) {
    int fd = files_open(name, O_RDONLY, 0);
    if (fd < 0 && errno == ENOMEM)
        cli_no_memory(c);
    return fd;
}

int cli_open_plain(cli *c, const char *name) {
    struct stat st;
    errno = 0;
    if (strcmp(name, "-") == 0 || stat(name, &st) != 0 || !S_ISREG(st.st_mode))
        return -1;
    int fd = open_input(c, name);
    if (fd < 0 || !is_compressed(fd))
        return fd;
    (void)files_close(fd);
    errno = 0;
    return -1;
}

/* Reads an open file, and notes its state; false after a message. */
static bool read_open(cli *c, const char *path, int fd, size_t most, xpgn_buffer *b,
                      replace_state *state) {
    bool good = (state == NULL || replace_look(state, fd)) && cli_read_on(fd, b, most);
    if (b->failed)
        cli_no_memory(c);
    if (!good)
        return cli_refuse_file(c, path, "");
    if (b->size >= most)
        cli_message(c, "%s: larger than %zu bytes", path, most);
    else if (state == NULL || replace_read(state, fd, (xpgn_slice){b->data, b->size}))
        return true;
    else
        cli_message(c, "%s: it changed while being read", path);
    return false;
}

bool cli_read_file(cli *c, const char *path, size_t most, xpgn_buffer *b, replace_state *state) {
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : open_input(c, path);
    if (fd < 0)
        return cli_refuse_file(c, path, "");
    bool good = read_open(c, path, fd, most, b, state);
    if (!standard)
        (void)files_close(fd);
    return good;
}

struct csv_reader *cli_read_table(cli *c, const char *path, size_t most, replace_state *state) {
    xpgn_buffer text = {0};
    struct csv_reader *csv = NULL;
    if (cli_read_file(c, path, most, &text, state) &&
        csv_new(&csv, (xpgn_slice){text.data, text.size}) != XPGN_OK)
        cli_no_memory(c);
    xpgn_buffer_free(&text);
    return csv;
}

bool cli_has_columns(cli *c, xpgn_slice text, const char *const *name, size_t count) {
    struct csv_reader *csv;
    if (csv_new(&csv, text) != XPGN_OK)
        cli_no_memory(c);
    bool good = cli_table_columns(csv, name, count, NULL);
    csv_free(csv);
    return good;
}

bool cli_table_columns(struct csv_reader *csv, const char *const *name, size_t count, size_t *at) {
    bool good = csv_next(csv);
    for (size_t i = 0; i < count && good; i++) {
        size_t column = csv_column(csv, name[i]);
        good = column != SIZE_MAX;
        if (at != NULL)
            at[i] = column;
    }
    return good;
}

bool cli_read_most(int fd, uint64_t offset, void *data, size_t size, size_t *got) {
    ssize_t n = 1;
    for (*got = 0; *got < size && n != 0;) {
        const uint64_t at = offset + *got;
        n = at <= INT64_MAX ? pread(fd, (char *)data + *got, size - *got, (off_t)at) : 0;
        if (n < 0 && errno != EINTR)
            return false;
        *got += n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool cli_read_at(int fd, uint64_t offset, void *data, size_t size) {
    size_t got;
    bool good = cli_read_most(fd, offset, data, size, &got);
    errno = good ? EIO : errno; /* the file has become shorter */
    return good && got == size;
}

bool cli_read_on(int fd, xpgn_buffer *b, size_t most) {
    char part[8192];
    ssize_t n = 1;
    while (n != 0 && b->size < most) {
        n = read(fd, part, sizeof part);
        if (n < 0 && errno != EINTR)
            return false;
        xpgn_buffer_put(b, part, n > 0 ? (size_t)n : 0);
    }
    return true;
}

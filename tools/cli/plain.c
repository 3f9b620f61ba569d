/* SPDX-License-Identifier: MIT */
/* Files whose bytes are the text of their games. */
#include "cli/cli.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* True for gzip, bzip2, xz and zstd. */
static bool is_compressed(FILE *f) {
    static const char *const magic[] = {"\037\213", "BZh", "\3757zXZ", "\050\265\057\375"};
    char head[6] = "";
    size_t size = fread(head, 1, sizeof head, f);
    rewind(f);
    for (size_t i = 0; i < sizeof magic / sizeof *magic; i++) {
        size_t n = strlen(magic[i]);
        if (size >= n && memcmp(head, magic[i], n) == 0)
            return true;
    }
    return false;
}

FILE *cli_open_plain(cli *c, const char *name) {
    struct stat st;
    if (strcmp(name, "-") == 0 || stat(name, &st) != 0 || !S_ISREG(st.st_mode))
        return NULL;
    FILE *f = fopen(name, "rb");
    if (f == NULL && errno == ENOMEM)
        cli_no_memory(c);
    if (f != NULL && is_compressed(f)) {
        (void)fclose(f);
        return NULL;
    }
    return f;
}

bool cli_read_file(cli *c, const char *path, size_t most, xpgn_buffer *b) {
    char part[8192];
    size_t n;
    bool standard = strcmp(path, "-") == 0;
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (f == NULL && errno == ENOMEM)
        cli_no_memory(c);
    if (f == NULL)
        return cli_refuse_file(c, path, "");
    errno = 0;
    while (b->size < most && (n = fread(part, 1, sizeof part, f)) > 0)
        xpgn_buffer_put(b, part, n);
    bool good = !ferror(f) && b->size < most;
    if (ferror(f))
        cli_message(c, "%s: %s", path, strerror(errno));
    else if (!good)
        cli_message(c, "%s: larger than %zu bytes", path, most);
    if (!standard)
        (void)fclose(f);
    if (b->failed)
        cli_no_memory(c);
    return good;
}

xpgn_csv *cli_read_table(cli *c, const char *path, size_t most) {
    xpgn_buffer text = {0};
    xpgn_csv *csv = NULL;
    if (cli_read_file(c, path, most, &text) &&
        xpgn_csv_new(&csv, (xpgn_slice){text.data, text.size}) != XPGN_OK)
        cli_no_memory(c);
    xpgn_buffer_free(&text);
    return csv;
}

bool cli_table_columns(xpgn_csv *csv, const char *const *name, size_t count, size_t *at) {
    bool good = xpgn_csv_next(csv);
    for (size_t i = 0; i < count && good; i++)
        good = (at[i] = xpgn_csv_column(csv, name[i])) != SIZE_MAX;
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

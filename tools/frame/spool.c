/* SPDX-License-Identifier: MIT */
#include "frame/spool.h"
#include "frame/disk_calls.h"
#include "frame/file_paths.h"
#include "frame/temp_files.h"

#include <errno.h>

enum { HELD = 1 << 18 }; /* bytes */

static _Noreturn void fail_spool(cli *c, const char *what) {
    cli_die(c, "temporary file: %s: %s", what, strerror(errno));
}

/* If the system does not support files without a name, the name is removed at once. Until then no
   signal ends the program, unless it goes to another thread. */
static int make_unnamed(cli *c, const char *folder) {
    int fd = files_make_unnamed(folder);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL))
        return fd;
    xpgn_buffer path = {0};
    xpgn_buffer_printf(&path, "%s/xpgn-XXXXXX", folder);
    xpgn_buffer_char(&path, '\0');
    if (path.failed)
        cli_no_memory(c);
    sigset_t before;
    temp_file_hold(&before);
    fd = files_make_temporary(path.data);
    if (fd >= 0 && !files_remove(path.data)) {
        (void)files_close(fd);
        fd = -1;
    }
    temp_file_release(&before);
    xpgn_buffer_free(&path);
    return fd;
}

void cli_spool_open(cli *c, cli_spool *s) {
    const char *home = path_temporary();
    *s = (cli_spool){.fd = make_unnamed(c, home)};
    if (s->fd < 0)
        fail_spool(c, home);
}

static void write_spool(cli *c, cli_spool *s) {
    if (s->held.size > 0 && !files_write(s->fd, s->held.data, s->held.size))
        fail_spool(c, "write error");
    xpgn_buffer_clear(&s->held);
}

void cli_spool_put(cli *c, cli_spool *s, const void *bytes, size_t size) {
    xpgn_buffer_put(&s->held, bytes, size);
    if (s->held.failed)
        cli_no_memory(c);
    s->size += size;
    if (s->held.size >= HELD)
        write_spool(c, s);
}

void cli_spool_get(cli *c, cli_spool *s, uint64_t offset, void *to, size_t size) {
    if (offset + size > s->size - s->held.size)
        write_spool(c, s);
    if (!cli_read_at(s->fd, offset, to, size))
        fail_spool(c, "read error");
}

void cli_spool_end(cli *c, cli_spool *s) {
    write_spool(c, s);
}

void cli_spool_close(cli_spool *s) {
    (void)files_close(s->fd);
    xpgn_buffer_free(&s->held);
    *s = (cli_spool){.fd = -1};
}

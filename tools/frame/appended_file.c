/* SPDX-License-Identifier: MIT */
/* Files to which lines are appended. */
#include "frame/appended_file.h"
#include "frame/disk_calls.h"

#include <errno.h>

bool cli_lock_file(cli *c, int fd, const char *path, const char *busy) {
    if (files_lock(fd))
        return true;
    if (errno != EWOULDBLOCK)
        return cli_refuse_file(c, path, "");
    cli_message(c, "%s: %s", path, busy);
    return false;
}

bool cli_cut_torn(int fd, size_t size, bool *torn) {
    *torn = *torn && !(files_cut(fd, (off_t)size) && files_sync(fd));
    return !*torn;
}

bool cli_add_lines(int fd, size_t size, bool *torn, xpgn_slice lines) {
    if (!cli_cut_torn(fd, size, torn))
        return false;
    *torn = !(files_write(fd, lines.data, lines.size) && files_sync(fd));
    if (!*torn)
        return true;
    int error = errno;
    (void)cli_cut_torn(fd, size, torn);
    errno = error;
    return false;
}

bool cli_keep_file(cli *c, int fd, const char *path, size_t size, bool *torn) {
    return (cli_cut_torn(fd, size, torn) && files_sync(fd) && files_sync_folder(path)) ||
           cli_refuse_file(c, path, "");
}

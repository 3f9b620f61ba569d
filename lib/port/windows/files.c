/* SPDX-License-Identifier: MIT */
/* With lib/port/files.c in the place of tools/cli/files.c. What Windows lacks: owners and
   permissions beyond "read-only", and a way to put a folder on disk; a name is on disk when
   files_rename returns. */
#include "../files.h"

#include <direct.h>
#include <windows.h>

/* Sets errno by what Windows says; always false. */
static bool fail(void) {
    switch (GetLastError()) {
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
        errno = ENOENT;
        break;
    case ERROR_LOCK_VIOLATION:
    case ERROR_IO_PENDING:
        errno = EWOULDBLOCK;
        break;
    case ERROR_DISK_FULL:
        errno = ENOSPC;
        break;
    default:
        errno = EACCES;
    }
    return false;
}

static HANDLE handle_of(int fd) {
    return (HANDLE)_get_osfhandle(fd);
}

int files_open(const char *path, int flags, mode_t mode) {
    (void)mode;
    return _open(path, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

/* It has a name, and Windows takes it away when the last descriptor is closed, or the process has
 * ended. */
int files_make_unnamed(const char *folder) {
    char path[MAX_PATH];
    int size = snprintf(path, sizeof path, "%s/xpgn-XXXXXX", folder);
    errno = ENAMETOOLONG;
    return size < (int)sizeof path ? port_open_free(path, _O_TEMPORARY) : -1;
}

bool files_make_folder(const char *path) {
    return _mkdir(path) == 0;
}

bool files_sync(int fd) {
    return _commit(fd) == 0;
}

bool files_rename(const char *from, const char *to, bool free) {
    DWORD how = MOVEFILE_WRITE_THROUGH | (free ? 0 : MOVEFILE_REPLACE_EXISTING);
    return MoveFileExA(from, to, how) || fail();
}

/* Windows forbids others to read what is locked. So it is a byte that no file has. */
bool files_lock(int fd) {
    OVERLAPPED place = {.OffsetHigh = 0x7fffffff};
    return LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                      &place) ||
           fail();
}

bool files_may_write(const char *path, mode_t mode) {
    (void)path;
    return (mode & 0200) != 0;
}

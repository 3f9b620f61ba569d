/* SPDX-License-Identifier: MIT */
/* Replaces tools/frame/disk_calls.c, together with lib/platform/port/ported_files.c. Windows lacks
   owners, permissions other than "read-only", and a way to sync a folder; a new name is on disk
   when files_rename returns. */
#include "../ported_files.h"

#include <direct.h>
#include <windows.h>

/* Sets errno from the last error of Windows; returns false. */
static bool fail_errno(void) {
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

/* As on POSIX, others may rename and remove an open file: a record can be replaced while its
   recorder holds it open. */
int files_open(const char *path, int flags, mode_t mode) {
    static const DWORD access[] = {GENERIC_READ, GENERIC_WRITE, GENERIC_READ | GENERIC_WRITE};
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    bool cut = (flags & O_TRUNC) != 0, made = (flags & O_EXCL) != 0,
         gone = (flags & _O_TEMPORARY) != 0;
    DWORD how = (flags & O_CREAT) == 0 ? (cut ? TRUNCATE_EXISTING : OPEN_EXISTING)
                : made                 ? CREATE_NEW
                                       : (cut ? CREATE_ALWAYS : OPEN_ALWAYS);
    HANDLE h = CreateFileA(path, access[flags & O_ACCMODE] | (made ? DELETE : 0), share, NULL, how,
                           gone ? FILE_FLAG_DELETE_ON_CLOSE : FILE_ATTRIBUTE_NORMAL, NULL);
    (void)mode;
    if (h == INVALID_HANDLE_VALUE)
        return fail_errno() - 1;
    int fd = _open_osfhandle((intptr_t)h, flags & O_APPEND);
    if (fd < 0)
        CloseHandle(h);
    return fd;
}

/* The file does have a name; Windows deletes it when its last descriptor is closed or the process
   ends. */
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

/* Returns the handle with which this process created a file and still holds it open. The file must
   be renamed by that handle: once another handle has renamed it, Wine does not find its volume. */
static HANDLE held(const char *path) {
    struct stat named, open_file;
    for (int fd = 3; stat(path, &named) == 0 && fd < _getmaxstdio(); fd++)
        if (fcntl(fd, F_GETFD) == 0 && fstat(fd, &open_file) == 0 &&
            open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino)
            return handle_of(fd);
    return INVALID_HANDLE_VALUE;
}

static bool rename_held(HANDLE h, const char *to, bool replace) {
    enum { RENAME = 22 }; /* FileRenameInfoEx, which the headers of mingw-w64 hide */
    wchar_t path[MAX_PATH], full[MAX_PATH];
    union {
        FILE_RENAME_INFO info;
        char room[sizeof(FILE_RENAME_INFO) + sizeof full];
    } name = {.info.Flags = 0};
    if (MultiByteToWideChar(CP_ACP, 0, to, -1, path, MAX_PATH) == 0)
        return false;
    DWORD size = GetFullPathNameW(path, MAX_PATH, full, NULL);
    if (size == 0 || size >= MAX_PATH)
        return false;
    if (replace)
        name.info.Flags = FILE_RENAME_FLAG_REPLACE_IF_EXISTS | FILE_RENAME_FLAG_POSIX_SEMANTICS;
    name.info.FileNameLength = size * (DWORD)sizeof *full;
    memcpy(name.info.FileName, full, (size + 1) * sizeof *full);
    return SetFileInformationByHandle(h,
                                      replace ? (FILE_INFO_BY_HANDLE_CLASS)RENAME : FileRenameInfo,
                                      &name, sizeof name) &&
           FlushFileBuffers(h);
}

/* Renames the file to be replaced out of the way first, to FROM.old, and deletes it last: after a
   crash in between it is still there. */
static bool replace_in_steps(HANDLE h, const char *from, const char *to) {
    char old[MAX_PATH];
    if (snprintf(old, sizeof old, "%s.old", from) >= (int)sizeof old ||
        !MoveFileExA(to, old, MOVEFILE_WRITE_THROUGH))
        return false;
    bool good = rename_held(h, to, false);
    DWORD error = GetLastError();
    if (good)
        DeleteFileA(old);
    else
        MoveFileExA(old, to, MOVEFILE_WRITE_THROUGH);
    SetLastError(error);
    return good;
}

/* A process that holds the new file open may hold the old one open too. NTFS replaces an open file
   in one step since Windows 10 version 1709; USB sticks, network drives and Wine do not. */
bool files_rename(const char *from, const char *to, bool free) {
    HANDLE h = free ? INVALID_HANDLE_VALUE : held(from);
    if (h == INVALID_HANDLE_VALUE)
        return MoveFileExA(from, to,
                           MOVEFILE_WRITE_THROUGH | (free ? 0 : MOVEFILE_REPLACE_EXISTING)) ||
               fail_errno();
    return rename_held(h, to, true) || replace_in_steps(h, from, to) || fail_errno();
}

/* Windows lets no one else read locked bytes, so this locks a byte beyond the end of any file. */
bool files_lock(int fd) {
    OVERLAPPED place = {.OffsetHigh = 0x7fffffff};
    return LockFileEx(handle_of(fd), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                      &place) ||
           fail_errno();
}

bool files_may_write(const char *path, mode_t mode) {
    (void)path;
    return (mode & 0200) != 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * disk_calls.h - the system calls by which a tool changes the disk; no other file in tools/ makes
 * them. Each function is one call, repeated if a signal interrupts it, so that a test can replace
 * files.c by a simulated disk on which each call may fail, write only a part, or be the last one
 * before a crash (tests/model).
 *
 * After a crash of the machine only what was synchronized is certain: the bytes of a file after
 * files_sync, its name after files_sync_folder.
 *
 * On failure, functions return false or -1 and set errno.
 */
#ifndef CLI_DISK_CALLS_H
#define CLI_DISK_CALLS_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Opens a file; `flags` are those of open(2); O_CLOEXEC and O_NOCTTY
   are added. With O_CREAT | O_EXCL the file is known to be new. */
int files_open(const char *path, int flags, mode_t mode);
/* Makes a file with an unused name and permissions 0600; the XXXXXX at the end of `path` are
   replaced to form the name. */
int files_make_temporary(char *path);
/* Opens a file without a name in this folder, which vanishes when closed; fails with EOPNOTSUPP,
   EISDIR or EINVAL if the system does not support it. */
int files_make_unnamed(const char *folder);
/* Makes a folder. */
bool files_make_folder(const char *path);
/* Closes a descriptor, or does nothing with -1; false if what was written may be lost. */
bool files_close(int fd);
/* Closes a descriptor at the end of an attempt; false if that or the closing failed, with errno of
   what failed first. */
static inline bool files_end(int fd, bool good) {
    int error = errno;
    bool closed = files_close(fd);
    errno = good ? errno : error;
    return good && closed;
}

/* Writes all bytes. After a failure some of them may be in the file. */
bool files_write(int fd, const void *bytes, size_t size);
/* Cuts the file down to `size` bytes. */
bool files_cut(int fd, off_t size);
/* Synchronizes the bytes of a file to disk. */
bool files_sync(int fd);
/* Synchronizes all files on the file system of `path`'s folder, for thousands of files in one
   step. */
bool files_sync_all(const char *path);
/* Synchronizes the names in the folder of `path`: until then a crash may undo the making, renaming
   or removal of a file. It is not a failure if the file system cannot do it, or if the folder may
   be written but not read. */
bool files_sync_folder(const char *path);

/* Renames `from` to `to`; an existing file is replaced, or with `free` it is an error, EEXIST. */
bool files_rename(const char *from, const char *to, bool free);
/* Removes a name. Safe in a signal handler. */
bool files_remove(const char *path);

/* Locks a file for this process alone, until it is closed; false with EWOULDBLOCK if another
   process has it. The lock belongs to the file, not to its name. */
bool files_lock(int fd);
/* Set owner and permissions. */
bool files_set_owner(int fd, uid_t user, gid_t group);
bool files_set_mode(int fd, mode_t mode);
/* True if this process may write the file, which has this mode. Changes nothing. */
bool files_may_write(const char *path, mode_t mode);

#endif

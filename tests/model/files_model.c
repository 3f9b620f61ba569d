/* SPDX-License-Identifier: MIT */
/*
 * Replaces tools/frame/disk_calls.c in the tools that the model test drives: each call asks
 * the driver first, which may let it fail, write a part only, or be the last one (wire.h). What it
 * allows is done to real files, since the tools read past this layer. Nothing is synchronized: the
 * driver keeps count of what would be on disk.
 */
#define _GNU_SOURCE /* renameat2 */
#include "frame/disk_calls.h"
#include "wire.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ORPHAN = 97 }; /* the status of a tool whose driver has gone */

static int driver = -1;
static uint64_t chance;

__attribute__((constructor)) static void meet_driver(void) {
    const char *fd = getenv(WIRE_SOCKET), *seed = getenv(WIRE_CHANCE);
    driver = fd != NULL ? atoi(fd) : -1; /* NOLINT(cert-err34-c): the driver has written it */
    chance = seed != NULL ? strtoull(seed, NULL, 10) : 0;
    if (driver >= 0)
        (void)fcntl(driver, F_SETFD, FD_CLOEXEC);
}

/* Dice and links come by seed: libsodium gets all its random numbers from here. */
ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    unsigned char *p = bytes;
    (void)flags;
    for (size_t i = 0; i < size; i++) {
        chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        p[i] = (unsigned char)(chance >> 56);
    }
    return (ssize_t)size;
}

static void say(const void *message, size_t size) {
    if (send(driver, message, size, MSG_NOSIGNAL) != (ssize_t)size)
        _exit(ORPHAN);
}

static void listen_for(void *message, size_t size) {
    ssize_t n;
    do
        n = recv(driver, message, size, 0);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)size)
        _exit(ORPHAN);
}

static void set_path(char to[WIRE_PATH], const char *path) {
    size_t size = strlen(path);
    if (size >= WIRE_PATH)
        _exit(ORPHAN);
    memcpy(to, path, size + 1);
}

static wire_request request(wire_call call, int fd) {
    wire_request r = {.call = call, .fd = fd};
    struct stat st;
    if (fd >= 0 && fstat(fd, &st) == 0)
        r.inode = st.st_ino;
    return r;
}

/* True: the call is to be made. Runs in signal handlers, too. */
static bool may(wire_request *r, wire_verdict *v) {
    say(r, sizeof *r);
    listen_for(v, sizeof *v);
    if (v->before != 0)
        (void)raise(v->before);
    errno = v->error;
    return v->error == 0;
}

/* Tells what came of it, and passes it on. */
static bool tell(const wire_verdict *v, int value, uint64_t inode) {
    wire_result done = {.value = value, .error = value < 0 ? errno : 0, .inode = inode};
    int error = errno;
    say(&done, sizeof done);
    if (v->after != 0)
        (void)raise(v->after);
    errno = error;
    return value >= 0;
}

static uint64_t inode_of(int fd) {
    struct stat st;
    return fd >= 0 && fstat(fd, &st) == 0 ? st.st_ino : 0;
}

int files_open(const char *path, int flags, mode_t mode) {
    wire_request r = request(CALL_OPEN, -1);
    wire_verdict v;
    r.flags = (uint32_t)flags;
    r.mode = mode;
    set_path(r.path, path);
    int fd = may(&r, &v) ? open(path, flags | O_CLOEXEC | O_NOCTTY, mode) : -1;
    return tell(&v, fd, inode_of(fd)) ? fd : -1;
}

int files_make_temporary(char *path) {
    wire_request r = request(CALL_MAKE_TEMPORARY, -1);
    wire_verdict v;
    set_path(r.path, path);
    bool go = may(&r, &v);
    if (go)
        memcpy(path + strlen(path) - 6, v.letters, 6);
    int fd = go ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    return tell(&v, fd, inode_of(fd)) ? fd : -1;
}

/* The driver knows files by their names: there are no others on its disk. */
int files_make_unnamed(const char *folder) {
    (void)folder;
    errno = EOPNOTSUPP;
    return -1;
}

/* Nor are there folders. */
bool files_make_folder(const char *path) {
    (void)path;
    errno = EOPNOTSUPP;
    return false;
}

bool files_close(int fd) {
    wire_request r = request(CALL_CLOSE, fd);
    wire_verdict v;
    if (fd < 0)
        return true;
    bool good = may(&r, &v);
    int error = errno;
    (void)close(fd);
    errno = error;
    return tell(&v, good ? 0 : -1, 0);
}

static bool put(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool files_write(int fd, const void *bytes, size_t size) {
    wire_request r = request(CALL_WRITE, fd);
    wire_verdict v;
    r.size = size;
    bool good = may(&r, &v);
    int error = errno;
    if (good)
        return tell(&v, put(fd, bytes, size) ? 0 : -1, 0);
    (void)put(fd, bytes, v.tear < size ? v.tear : size);
    errno = error;
    return tell(&v, -1, 0);
}

bool files_cut(int fd, off_t size) {
    wire_request r = request(CALL_CUT, fd);
    wire_verdict v;
    r.size = (uint64_t)size;
    return tell(&v, may(&r, &v) ? ftruncate(fd, size) : -1, 0);
}

bool files_sync(int fd) {
    wire_request r = request(CALL_SYNC, fd);
    wire_verdict v;
    return tell(&v, may(&r, &v) ? 0 : -1, 0);
}

static bool sync_path(wire_call call, const char *path) {
    wire_request r = request(call, -1);
    wire_verdict v;
    set_path(r.path, path);
    return tell(&v, may(&r, &v) ? 0 : -1, 0);
}

bool files_sync_all(const char *path) {
    return sync_path(CALL_SYNC_ALL, path);
}

bool files_sync_folder(const char *path) {
    return sync_path(CALL_SYNC_FOLDER, path) || errno == EACCES;
}

bool files_rename(const char *from, const char *to, bool free) {
    wire_request r = request(CALL_RENAME, -1);
    wire_verdict v;
    set_path(r.path, from);
    set_path(r.other, to);
    r.flags = free ? RENAME_NOREPLACE : 0;
    return tell(&v, may(&r, &v) ? renameat2(AT_FDCWD, from, AT_FDCWD, to, r.flags) : -1, 0);
}

bool files_remove(const char *path) {
    wire_request r = request(CALL_REMOVE, -1);
    wire_verdict v;
    set_path(r.path, path);
    return tell(&v, may(&r, &v) ? unlink(path) : -1, 0);
}

bool files_lock(int fd) {
    wire_request r = request(CALL_LOCK, fd);
    wire_verdict v;
    return tell(&v, may(&r, &v) ? flock(fd, LOCK_EX | LOCK_NB) : -1, 0);
}

bool files_set_owner(int fd, uid_t user, gid_t group) {
    wire_request r = request(CALL_SET_OWNER, fd);
    wire_verdict v;
    r.size = user;
    r.flags = group;
    return tell(&v, may(&r, &v) ? fchown(fd, user, group) : -1, 0);
}

bool files_set_mode(int fd, mode_t mode) {
    wire_request r = request(CALL_SET_MODE, fd);
    wire_verdict v;
    r.mode = mode;
    return tell(&v, may(&r, &v) ? fchmod(fd, mode) : -1, 0);
}

bool files_may_write(const char *path, mode_t mode) {
    return (mode & 0222) != 0 && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0;
}

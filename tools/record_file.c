/* SPDX-License-Identifier: MIT */
/*
 * The record on disk. A scribe holds a lock on the very file that has the name; a new file is
 * locked before it gets the name, so that there is no moment at which a second scribe could take
 * it.
 */
#define _DEFAULT_SOURCE /* flock */
#include "record_file.h"
#include "cli_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(record_file *f, const char *what) {
    (void)snprintf(f->why, sizeof f->why, "%s%s", what, strerror(errno));
    return false;
}

static bool refuse(record_file *f, const char *why) {
    (void)snprintf(f->why, sizeof f->why, "%s", why);
    return false;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool find_names(record_file *f, const char *path) {
    *f = (record_file){.lock = -1};
    f->path = cli_real_path(path);
    if (f->path == NULL)
        return fail(f, "");
    size_t size = strlen(f->path) + sizeof ".new";
    f->temporary = malloc(size);
    if (f->temporary == NULL)
        return fail(f, "");
    (void)snprintf(f->temporary, size, "%s.new", f->path);
    return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_all(record_file *f, xpgn_buffer *text) {
    char part[8192];
    ssize_t n;
    while ((n = read(f->lock, part, sizeof part)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail(f, "");
        xpgn_buffer_put(text, part, (size_t)n);
    }
    errno = ENOMEM;
    return !text->failed || fail(f, "");
}

/* Is the open file still the one with the name? Another scribe may have replaced it meanwhile. */
static bool is_current(const record_file *f) {
    struct stat open_file, named;
    return fstat(f->lock, &open_file) == 0 && stat(f->path, &named) == 0 &&
           open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

/* Opens and locks the file, which is made if it is not there: so it can be locked. */
static bool open_locked(record_file *f) {
    for (;;) {
        f->lock = open(f->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        struct stat st;
        if (f->lock < 0 || fstat(f->lock, &st) != 0)
            return fail(f, "");
        if (!S_ISREG(st.st_mode))
            return refuse(f, "not a regular file");
        if (flock(f->lock, LOCK_EX | LOCK_NB) != 0)
            return errno == EWOULDBLOCK ? refuse(f, "another scribe is recording in it")
                                        : fail(f, "it cannot be locked: ");
        if (is_current(f))
            return true;
        (void)close(f->lock);
    }
}

/* That of a scribe that was killed; no other one is at work. */
static void remove_temporary(const record_file *f) {
    (void)unlink(f->temporary);
}

bool record_file_open(record_file *f, const char *path, xpgn_buffer *text) {
    if (!find_names(f, path))
        return false;
    f->locked = true;
    if (!open_locked(f))
        return false;
    remove_temporary(f);
    return read_all(f, text);
}

bool record_file_copy(record_file *f, const char *path) {
    bool good = find_names(f, path);
    if (good)
        remove_temporary(f);
    return good;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The new file is as readable as the one that it replaces. */
static void keep_mode(const record_file *f, int fd) {
    struct stat old;
    if (stat(f->path, &old) == 0)
        (void)!fchmod(fd, old.st_mode & 0777);
}

bool record_file_save(record_file *f, xpgn_slice text) {
    remove_temporary(f);
    int fd = open(f->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return fail(f, "");
    keep_mode(f, fd);
    bool good = (!f->locked || flock(fd, LOCK_EX | LOCK_NB) == 0) &&
                cli_write_all(fd, text.data, text.size) && fsync(fd) == 0 &&
                rename(f->temporary, f->path) == 0;
    if (!good) {
        (void)fail(f, "");
        (void)unlink(f->temporary);
        (void)close(fd);
        return false;
    }
    if (f->lock >= 0)
        (void)close(f->lock);
    f->lock = f->locked ? fd : -1;
    if (!f->locked)
        (void)close(fd);
    return cli_sync_folder(f->path) || fail(f, "its folder: ");
}

/* A file that was made for its lock, and got no record, is removed again. */
static void remove_empty(const record_file *f) {
    struct stat st;
    if (f->locked && fstat(f->lock, &st) == 0 && st.st_size == 0 && is_current(f))
        (void)unlink(f->path);
}

void record_file_close(record_file *f) {
    if (f->lock >= 0) {
        remove_empty(f);
        (void)close(f->lock);
    }
    free(f->path);
    free(f->temporary);
    *f = (record_file){.lock = -1};
}

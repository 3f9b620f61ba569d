/* SPDX-License-Identifier: MIT */
#include "frame/file_replace.h"
#include "frame/cli.h"
#include "frame/disk_calls.h"
#include "frame/file_paths.h"
#include "frame/temp_files.h"
#include "internal/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

bool replace_fail(char why[REPLACE_WHY], const char *what) {
    (void)snprintf(why, REPLACE_WHY, "%s%s", what, strerror(errno));
    return false;
}

bool replace_refuse(char why[REPLACE_WHY], const char *text) {
    (void)snprintf(why, REPLACE_WHY, "%s", text);
    return false;
}

/* ---- the state of a file --------------------------------------------------------------------- */

enum {
    BLOCK = 1 << 14,
    RECENT = 3 /* seconds; the coarsest file system counts two */
};

static bool is_past(struct timespec t, time_t now) {
    return t.tv_sec != 0 && t.tv_sec < now - RECENT;
}

bool replace_look(replace_state *s, int fd) {
    const time_t now = time(NULL); /* before the file is looked at */
    *s = (replace_state){.certain = false};
    if (fstat(fd, &s->st) != 0)
        return false;
    s->certain = s->st.st_ino != 0 && is_past(s->st.st_mtim, now) && is_past(s->st.st_ctim, now);
    return true;
}

/* Hashes the bytes of an open file, from its beginning. */
static bool hash_file(int fd, uint64_t *hash) {
    char block[BLOCK];
    size_t got = BLOCK;
    *hash = 0;
    for (uint64_t at = 0; got == BLOCK; at += got) {
        if (!cli_read_most(fd, at, block, BLOCK, &got))
            return false;
        *hash = hash_bytes(*hash, block, got);
    }
    return true;
}

/* Hashes bytes as hash_file does. */
static uint64_t content_hash(xpgn_slice bytes) {
    uint64_t hash = 0;
    size_t at = 0, size;
    do {
        size = bytes.size - at < BLOCK ? bytes.size - at : BLOCK;
        hash = hash_bytes(hash, size > 0 ? bytes.data + at : "", size);
        at += size;
    } while (size == BLOCK);
    return hash;
}

bool replace_look_inside(replace_state *s, int fd) {
    if (!replace_look(s, fd))
        return false;
    s->hashed = !s->certain && S_ISREG(s->st.st_mode);
    return !s->hashed || hash_file(fd, &s->hash);
}

static bool is_same_time(struct timespec a, struct timespec b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool has_times(const replace_state *s, const struct stat *now) {
    return is_same_time(s->st.st_mtim, now->st_mtim) && is_same_time(s->st.st_ctim, now->st_ctim);
}

bool replace_read(replace_state *s, int fd, xpgn_slice bytes) {
    struct stat now;
    s->hash = content_hash(bytes);
    s->hashed = s->complete = true;
    if (!S_ISREG(s->st.st_mode)) /* a pipe is still being written */
        return true;
    return fstat(fd, &now) == 0 && now.st_size == s->st.st_size && has_times(s, &now);
}

void replace_wrote(replace_state *s, int fd, xpgn_slice bytes) {
    (void)replace_look(s, fd); /* a state that is not known is never found again */
    s->st.st_size = (off_t)bytes.size;
    s->certain = false;
    s->hash = content_hash(bytes);
    s->hashed = s->complete = true;
}

/* False with errno 0 if it has others. Nothing that may take long comes after the reading. */
static bool has_bytes(const replace_state *s, const char *path) {
    uint64_t hash = 0;
    int fd = files_open(path, O_RDONLY | O_NONBLOCK, 0);
    const bool known = fd >= 0 && hash_file(fd, &hash);
    const int error = known ? 0 : errno;
    if (fd >= 0)
        (void)close(fd);
    errno = error;
    return known && hash == s->hash;
}

/* Is the file under this name, which is `now`, in this state? False with errno if that cannot be
   known. */
static bool is_in_state(const replace_state *s, const char *path, const struct stat *now) {
    errno = 0;
    if (now->st_dev != s->st.st_dev || now->st_ino != s->st.st_ino || !S_ISREG(now->st_mode) ||
        now->st_size != s->st.st_size)
        return false;
    const bool same = has_times(s, now);
    if (same && s->certain)
        return true;
    return s->hashed && (same || s->complete) && has_bytes(s, path);
}

/* ---- the temporary file ---------------------------------------------------------------------- */

bool replace_allowed(replacement *r, const struct stat *old, const char *path) {
    if (S_ISLNK(old->st_mode))
        return replace_refuse(r->why, "a dangling symbolic link");
    if (!S_ISREG(old->st_mode))
        return replace_refuse(r->why, "not a regular file");
    bool writable = files_may_write(path, old->st_mode);
    return writable || replace_refuse(r->why, "the file is read-only");
}

/* Makes the temporary name from the target's, which is cut if it is too long. */
static bool name_temporary(replacement *r) {
    static const char more[] = ".XXXXXX";
    r->target = r->path != NULL ? path_real(r->path) : NULL;
    size_t size = r->target != NULL ? strlen(r->target) : 0;
    r->temporary = size > 0 ? malloc(size + sizeof more) : NULL;
    if (r->temporary == NULL)
        return replace_fail(r->why, "");
    size_t folder = (size_t)(path_name(r->target) - r->target);
    size_t most = folder + NAME_MAX - (sizeof more - 1);
    (void)snprintf(r->temporary, size + sizeof more, "%.*s%s", (int)(size < most ? size : most),
                   r->target, more);
    return true;
}

/* Signals are blocked until the file is noted. */
static bool make_temporary(replacement *r) {
    sigset_t before;
    temp_file_hold(&before);
    r->fd = files_make_temporary(r->temporary);
    bool noted = r->fd >= 0 && temp_file_note(r->temporary);
    temp_file_release(&before);
    if (r->fd >= 0 && noted)
        return true;
    (void)replace_fail(r->why, "");
    if (r->fd >= 0)
        (void)files_remove(r->temporary);
    free(r->temporary);
    r->temporary = NULL;
    return false;
}

/* The owner comes first: the new file's first owner must not get these permissions. */
bool replace_keep_access(replacement *r, const struct stat *of) {
    struct stat new;
    if (fstat(r->fd, &new) != 0)
        return replace_fail(r->why, "");
    bool same = new.st_uid == of->st_uid &&new.st_gid == of->st_gid;
    if (!same && !files_set_owner(r->fd, of->st_uid, of->st_gid))
        return replace_fail(r->why, "its owner and group cannot be kept: ");
    if (!files_set_mode(r->fd, of->st_mode & 0777))
        return replace_fail(r->why, "its permissions cannot be kept: ");
    return true;
}

static bool set_access(replacement *r) {
    mode_t mask = umask(0);
    (void)umask(mask);
    return files_set_mode(r->fd, 0666 & ~mask) ||
           replace_fail(r->why, "its permissions cannot be set: ");
}

bool replace_hide(replacement *r, const struct stat *quoted) {
    const mode_t reading = S_IRGRP | S_IROTH;
    struct stat new;
    if (r->exists || r->fd < 0 || !S_ISREG(quoted->st_mode))
        return true;
    if (fstat(r->fd, &new) != 0)
        return replace_fail(r->why, "");
    mode_t may = quoted->st_mode & reading;
    if (new.st_gid != quoted->st_gid) /* another group may read what all may */
        may = (mode_t)((may & S_IROTH) * (1 + S_IRGRP / S_IROTH));
    const mode_t old = new.st_mode & 0777, mode = old &(mode_t)(may | ~reading);
    return mode == old || files_set_mode(r->fd, mode) ||
           replace_fail(r->why, "its permissions cannot be set: ");
}

bool replace_begin(replacement *r, const char *path) {
    *r = (replacement){.path = strdup(path), .fd = -1};
    if (!name_temporary(r))
        return false;
    r->exists = lstat(r->target, &r->old) == 0;
    bool known = r->exists || errno == ENOENT || replace_fail(r->why, "");
    if (!known || (r->exists && !replace_allowed(r, &r->old, r->target))) {
        free(r->temporary);
        r->temporary = NULL;
        return false;
    }
    r->state = (replace_state){.st = r->old, .certain = true};
    return make_temporary(r) && (r->exists ? replace_keep_access(r, &r->old) : set_access(r));
}

void replace_expect(replacement *r, const replace_state *read) {
    r->state = *read;
    r->read = true;
}

/* ---- the name -------------------------------------------------------------------------------- */

bool replace_sync(replacement *r) {
    return files_sync(r->fd) || replace_fail(r->why, "write error: ");
}

bool replace_close(replacement *r) {
    int fd = r->fd;
    r->fd = -1;
    return files_close(fd) || replace_fail(r->why, "write error: ");
}

static bool has_access(const struct stat *a, const struct stat *b) {
    return a->st_mode == b->st_mode && a->st_uid == b->st_uid && a->st_gid == b->st_gid;
}

/* A file that was not there has no state: it is renaming that refuses a new one. */
bool replace_unchanged(replacement *r) {
    struct stat now;
    if (!r->exists && !r->read)
        return true;
    const bool there = lstat(r->target, &now) == 0;
    if (there && is_in_state(&r->state, r->target, &now) && has_access(&now, &r->old))
        return true;
    if (errno != 0 && errno != ENOENT)
        return replace_fail(r->why, "");
    r->changed = true;
    return replace_refuse(r->why, "not written: another program has changed the file");
}

bool replace_rename(replacement *r) {
    if (!replace_unchanged(r))
        return false;
    if (!files_rename(r->temporary, r->target, !r->exists))
        return replace_fail(r->why, "");
    temp_file_spare(r->temporary);
    free(r->temporary);
    r->temporary = NULL;
    return true;
}

bool replace_sync_name(replacement *r) {
    return files_sync_folder(r->target) || replace_fail(r->why, "the folder cannot be written: ");
}

const char *replace_lost(const struct stat *old, unsigned *step) {
    switch ((*step)++) {
    case 0:
        if ((old->st_mode & (S_ISUID | S_ISGID)) != 0)
            return "the set-user-id and set-group-id bits are not kept";
        (*step)++; /* fall through */
    case 1:
        return old->st_nlink > 1 ? "only this name is rewritten: the file has hard links" : NULL;
    default:
        return NULL;
    }
}

void replace_end(replacement *r) {
    (void)files_close(r->fd);
    if (r->temporary != NULL) {
        (void)files_remove(r->temporary);
        temp_file_spare(r->temporary);
    }
    free(r->temporary);
    free(r->target);
    free(r->path);
    r->temporary = r->target = r->path = NULL;
    r->fd = -1;
}

/* SPDX-License-Identifier: MIT */
#include "cli/replace.h"
#include "cli/doomed.h"
#include "cli/files.h"
#include "cli/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool replace_fail(char why[REPLACE_WHY], const char *what) {
    (void)snprintf(why, REPLACE_WHY, "%s%s", what, strerror(errno));
    return false;
}

bool replace_refuse(char why[REPLACE_WHY], const char *text) {
    (void)snprintf(why, REPLACE_WHY, "%s", text);
    return false;
}

/* ---- the temporary file ---------------------------------------------------------------------- */

bool replace_allowed(replacement *r, const struct stat *old, const char *path) {
    if (S_ISLNK(old->st_mode))
        return replace_refuse(r->why, "a symbolic link to nothing");
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
    doomed_hold(&before);
    r->fd = files_make_temporary(r->temporary);
    bool noted = r->fd >= 0 && doomed_note(r->temporary);
    doomed_release(&before);
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
static bool keep_access(replacement *r) {
    struct stat new;
    if (fstat(r->fd, &new) != 0)
        return replace_fail(r->why, "");
    bool same = new.st_uid == r->old.st_uid &&new.st_gid == r->old.st_gid;
    if (!same && !files_set_owner(r->fd, r->old.st_uid, r->old.st_gid))
        return replace_fail(r->why, "its owner and group cannot be kept: ");
    if (!files_set_mode(r->fd, r->old.st_mode & 0777))
        return replace_fail(r->why, "its permissions cannot be kept: ");
    return true;
}

static bool set_access(replacement *r) {
    mode_t mask = umask(0);
    (void)umask(mask);
    return files_set_mode(r->fd, 0666 & ~mask) ||
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
    return make_temporary(r) && (r->exists ? keep_access(r) : set_access(r));
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

bool replace_rename(replacement *r) {
    if (!files_rename(r->temporary, r->target, !r->exists))
        return replace_fail(r->why, "");
    doomed_spare(r->temporary);
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
        doomed_spare(r->temporary);
    }
    free(r->temporary);
    free(r->target);
    free(r->path);
    r->temporary = r->target = r->path = NULL;
    r->fd = -1;
}

/* SPDX-License-Identifier: MIT */
/*
 * replace.h - files that get their names only when they are whole. What is written goes into a
 * temporary file beside the target, which is then synchronized and renamed: whatever happens, the
 * name has the file of before or the whole new one. A signal that ends the program removes the
 * temporary file.
 *
 * A function that returns false has put the reason into `why`.
 */
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

enum { REPLACE_WHY = 256 };

typedef struct replacement {
    const char *path; /* as given by the caller, whose it is */
    char *target; /* the real path: a symbolic link stays, the file that it points to is replaced */
    char *temporary; /* beside it; NULL: there is none */
    int fd;          /* of the temporary file; -1: closed */
    bool exists;     /* a file with the name was there at the beginning */
    struct stat old; /* that file */
    char why[REPLACE_WHY];
} replacement;

/* Put a reason into `why`; the second `what`, then errno. Always return false. */
bool replace_refuse(char why[REPLACE_WHY], const char *text);
bool replace_fail(char why[REPLACE_WHY], const char *what);
/* May the file be replaced by one that a tool has written? It must be a regular one, and root, who
   may write any file, takes permission bits that forbid it as the owner's wish. */
bool replace_allowed(replacement *r, const struct stat *old, const char *path);
/* Makes the temporary file. One that replaces a file has its owner, group and permissions, but
   never its set-id bits; another one has the permissions of the umask. To be ended in any case. */
bool replace_begin(replacement *r, const char *path);
/* Synchronizes what has been written to r->fd. */
bool replace_sync(replacement *r);
/* Closes r->fd, before the renaming or after it. */
bool replace_close(replacement *r);
/* Gives the file its name. One that appeared since replace_begin is not replaced. */
bool replace_rename(replacement *r);
/* Puts the new name on disk. */
bool replace_sync_name(replacement *r);
/* Says what a new file has not kept of the old one: nothing (NULL), or a clause at a time, from
 *step 0 on. */
const char *replace_lost(const struct stat *old, unsigned *step);
/* Removes the temporary file, if it has not been renamed, and frees what `r` holds. */
void replace_end(replacement *r);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * replace.h - files that get their names only when complete. Output goes to a temporary file beside
 * the target, which is then synchronized and renamed: whatever happens, the name refers to the old
 * file or to the complete new one. A signal that ends the program removes the temporary file.
 *
 * Functions that return false have put the reason into `why`.
 */
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <sys/stat.h>

enum { REPLACE_WHY = 256 };

typedef struct replacement {
    char *path;      /* as given by the caller */
    char *target;    /* the real path: symbolic links are followed, not replaced */
    char *temporary; /* beside it; NULL: none */
    int fd;          /* of the temporary file; -1: closed */
    bool exists;     /* a file with the name was there at the beginning */
    struct stat old; /* that file */
    char why[REPLACE_WHY];
} replacement;

/* Put a reason into `why`, the second `what` and the text of errno. Always return false. */
bool replace_refuse(char why[REPLACE_WHY], const char *text);
bool replace_fail(char why[REPLACE_WHY], const char *what);
/* True if a tool may replace the file: a regular file that it may write. Root may write any file,
   but respects permission bits that let nobody write. */
bool replace_allowed(replacement *r, const struct stat *old, const char *path);
/* Makes the temporary file. If there is an old file, it gets that file's owner, group and
   permissions, but never its set-id bits; otherwise permissions by the umask. Call replace_end in
   any case. */
bool replace_begin(replacement *r, const char *path);
/* Synchronizes r->fd to disk. */
bool replace_sync(replacement *r);
/* Closes r->fd, before or after renaming. */
bool replace_close(replacement *r);
/* Gives the file its name. A file that has appeared there since replace_begin is not replaced. */
bool replace_rename(replacement *r);
/* Synchronizes the new name to disk. */
bool replace_sync_name(replacement *r);
/* Returns what a new file does not keep of the old one, a clause at a time; NULL at the end. *step
   is 0 at first. */
const char *replace_lost(const struct stat *old, unsigned *step);
/* Removes the temporary file unless it was renamed, and frees what `r` owns. */
void replace_end(replacement *r);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * file_replace.h - files that get their names only when complete. Output goes to a temporary file
 * beside the target, which is then synchronized and renamed: whatever happens, the name refers to
 * the old file or to the complete new one. A signal that ends the program removes the temporary
 * file.
 *
 * What another program has written is never replaced: a file must still be what it was when it was
 * read, or if it was not read, when the temporary file was made. This is checked last, just before
 * the renaming.
 *
 * Functions that return false have put the reason into `why`.
 */
#ifndef CLI_FILE_REPLACE_H
#define CLI_FILE_REPLACE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <xpgn/base.h>

enum { REPLACE_WHY = 256 };

/* What a file was when it was read or written. */
typedef struct replace_state {
    struct stat st;
    bool certain;  /* any later change shows in `st` */
    bool hashed;   /* `hash` is that of its bytes, */
    bool complete; /* and these are the very bytes that were read or written */
    uint64_t hash;
} replace_state;

/* Notes the state of an open file, before it is read. False with errno. */
bool replace_look(replace_state *s, int fd);
/* For a file that is read piece by piece: also notes its bytes, if its times are too recent to show
   each change. False with errno. */
bool replace_look_inside(replace_state *s, int fd);
/* Notes the bytes that have been read, all of them; false if the file has changed meanwhile. */
bool replace_read(replace_state *s, int fd, xpgn_slice bytes);
/* Notes the state of an open file that has just been written, with these bytes. */
void replace_wrote(replace_state *s, int fd, xpgn_slice bytes);

typedef struct replacement {
    char *path;          /* as given by the caller */
    char *target;        /* the real path: symbolic links are followed, not replaced */
    char *temporary;     /* beside it; NULL: none */
    int fd;              /* of the temporary file; -1: closed */
    bool exists;         /* a file with the name was there at the beginning */
    struct stat old;     /* that file */
    replace_state state; /* in which it must still be when it is replaced, */
    bool read;           /* because it was read then */
    bool changed;        /* another program has changed it, and it is not replaced */
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
/* The file that is replaced was read, in this state. */
void replace_expect(replacement *r, const replace_state *read);
/* Gives the new file the owner, group and permissions of this one, of which it is a copy. */
bool replace_keep_access(replacement *r, const struct stat *of);
/* Lets nobody read a new file who may not read this one, which it quotes. A file that is there
   keeps its permissions. */
bool replace_hide(replacement *r, const struct stat *quoted);
/* Synchronizes r->fd to disk. */
bool replace_sync(replacement *r);
/* Closes r->fd, before or after renaming. */
bool replace_close(replacement *r);
/* True if the old file may still be replaced: no other program has changed it. */
bool replace_unchanged(replacement *r);
/* Gives the file its name, if replace_unchanged. A file that has appeared there since replace_begin
   is not replaced. */
bool replace_rename(replacement *r);
/* Synchronizes the new name to disk. */
bool replace_sync_name(replacement *r);
/* Returns what a new file does not keep of the old one, a clause at a time; NULL at the end. *step
   is 0 at first. */
const char *replace_lost(const struct stat *old, unsigned *step);
/* Removes the temporary file unless it was renamed, and frees what `r` owns. */
void replace_end(replacement *r);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The record on disk. It is replaced as a whole, by renaming, and is synchronized with its folder
 * before a reply is given; so whatever happens, the file holds the record as it was either before
 * or after an entry. What another program has written into it is not replaced.
 *
 * Only one recorder records in a file: it holds a lock from opening to closing. The lock is on the
 * file currently under the name; its successor is locked before it is renamed.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include "frame/file_replace.h"

typedef struct record_file {
    char *path;             /* the real path */
    int fd;                 /* the file under the name, locked; -1: none */
    bool made;              /* this process created it, and it is still empty */
    replace_state state;    /* in which it was read, or written last */
    bool changed;           /* the last save failed: another program has changed the file */
    char why[REPLACE_WHY];  /* reason for the last failure */
    bool unsure;            /* the last save failed, but what it wrote may be on disk */
    char lost[REPLACE_WHY]; /* what the first save will not preserve of the file found: clauses to
                               show the user once, or "" */
} record_file;

/*
 * Opens and locks the record, and appends its contents to `text`: nothing if it is new. Returns
 * false, with the reason in f->why, if another program records in it, or it cannot be read or
 * written. Call record_file_close in any case.
 */
bool record_file_open(record_file *f, const char *path, xpgn_buffer *text);
/* Replaces the record, or if somebody has moved it away, makes it again. On failure returns false,
   with the reason in f->why; the file is unchanged, unless only the folder could not be
   synchronized: then it may be the new one. */
bool record_file_save(record_file *f, xpgn_slice text);
/* Unlocks the file. A file that was created only to be locked and is still empty is removed. */
void record_file_close(record_file *f);

/* A copy for spectators: replaced as a whole like the record, but without a lock; a pipe or a
   device receives each state in turn. */
typedef struct record_copy {
    const char *path;          /* NULL: none */
    replace_state state;       /* in which it was found, or written last */
    char trouble[REPLACE_WHY]; /* why it differs from the record; "" if it does not */
} record_copy;

/* Notes what is there, if anything. */
void record_copy_look(record_copy *c, const char *path);
/* Saves it, or sets c->trouble. */
void record_copy_save(record_copy *c, xpgn_slice text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The record on disk. It is replaced as a whole, by renaming, and is synchronized with its folder
 * before a reply is given; so whatever happens, the file holds the record as it was either before
 * or after an entry.
 *
 * Only one scribe records in a file: it holds a lock from opening to closing. The lock is on the
 * file currently under the name; its successor is locked before it is renamed.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include <xpgn.h>

#include "cli/replace.h"

typedef struct record_file {
    char *path;             /* the real path */
    int fd;                 /* the file under the name, locked; -1: none */
    bool made;              /* this process created it, and it is still empty */
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
/* Replaces the record. On failure returns false, with the reason in f->why; the file is unchanged,
   unless only the folder could not be synchronized: then it may be the new one. */
bool record_file_save(record_file *f, xpgn_slice text);
/* Unlocks the file. A file that was created only to be locked and is still empty is removed. */
void record_file_close(record_file *f);

/* Saves a copy for spectators: replaced as a whole like the record, but without a lock; a pipe or a
   device receives each state in turn. */
bool record_copy_save(const char *path, xpgn_slice text, char why[REPLACE_WHY]);

#endif

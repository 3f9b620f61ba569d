/* SPDX-License-Identifier: MIT */
/*
 * The record on disk. It is replaced as a whole, by renaming, and is synchronized with its folder
 * before a reply is given; so whatever happens, the file has the record before or after an entry.
 *
 * One scribe records in a file: it holds a lock on it from opening to closing. The lock is on the
 * file that has the name at the moment; its successor is locked before it gets the name.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include <xpgn.h>

#include "cli/replace.h"

typedef struct record_file {
    char *path;            /* the real path */
    int fd;                /* the file that has the name, locked; -1: none */
    bool made;             /* this process has made it, and it is still empty */
    char why[REPLACE_WHY]; /* the reason of the last failure */
    bool unsure; /* the last saving has failed, and what it wrote may be on disk nevertheless */
    char lost[REPLACE_WHY]; /* what the first saving will not keep of the file as it was found:
                               words for the user, once; or "" */
} record_file;

/*
 * Opens and locks the record, and appends what is in it to `text`: nothing if it is new. False,
 * with the reason in f->why: another program records in it, it may not be written, or cannot be
 * read. To be closed in any case.
 */
bool record_file_open(record_file *f, const char *path, xpgn_buffer *text);
/* Replaces the record. False, with the reason in f->why: the file is as it was (or, if it is the
   folder that could not be written, perhaps the new one). */
bool record_file_save(record_file *f, xpgn_slice text);
/* Unlocks it. A file that was made for its lock, and got no record, is removed again. */
void record_file_close(record_file *f);

/* A copy for spectators: replaced as a whole like the record, but by anybody who may; a pipe or a
   device gets each state in turn. */
bool record_copy_save(const char *path, xpgn_slice text, char why[REPLACE_WHY]);

#endif

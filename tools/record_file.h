/* SPDX-License-Identifier: MIT */
/*
 * The record on disk. It is replaced as a whole, by renaming, and is synchronized with its folder
 * before a reply is given; so whatever happens, the file has the record before or after an entry.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include <stdbool.h>
#include <xpgn.h>

enum { RECORD_WHY = 256 };

typedef struct record_file {
    char *path;           /* the real path */
    char *temporary;      /* beside it */
    int lock;             /* the file as it is now, open and locked; -1: none */
    bool locked;          /* false: a copy, which anybody may replace */
    char why[RECORD_WHY]; /* the reason of the last failure */
} record_file;

/*
 * Opens and locks the record, and appends what is in it to `text`: nothing if it is new. False,
 * with the reason in f->why: another program records in it, or it cannot be read. To be closed in
 * any case.
 */
bool record_file_open(record_file *f, const char *path, xpgn_buffer *text);
/* A file that is only written. */
bool record_file_copy(record_file *f, const char *path);
/* Replaces the record. False, with the reason in f->why: the file is as it was (or, if it is the
   folder that could not be written, perhaps the new one). */
bool record_file_save(record_file *f, xpgn_slice text);
void record_file_close(record_file *f);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * disk.h - the simulated disk: a real folder, which has what the system shows now, and beside it
 * what is certain to be there after a crash of the machine: of a file the bytes that were last
 * synchronized, of a name what it was when its folder was last synchronized. What has been done to
 * names since is kept in a journal, of which a crash leaves a part.
 */
#ifndef DISK_H
#define DISK_H

#include "chance.h"
#include "wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

enum { DISK_NAME = 64, DISK_NAMES = 96, DISK_JOURNAL = 256 };

typedef struct disk_bytes {
    char *data;
    size_t size;
} disk_bytes;

/* A file, whatever its names. */
typedef struct disk_file {
    uint64_t inode;
    unsigned maker;    /* the process that has made it; 0: it was there */
    bool dirty;        /* written since it was synchronized */
    bool special;      /* a pipe or a link: has no bytes of its own */
    disk_bytes synced; /* what a crash leaves for certain, if not dirty */
    disk_bytes now;
    struct stat seen;
    struct disk_file *next; /* of all files */
} disk_file;

typedef struct disk_entry {
    char name[DISK_NAME];
    disk_file *file;
} disk_entry;

typedef struct disk_folder {
    disk_entry entry[DISK_NAMES];
    size_t count;
} disk_folder;

/* What was done to names. */
typedef struct disk_change {
    wire_call call; /* CALL_OPEN: made; CALL_RENAME; CALL_REMOVE */
    disk_file *file;
    char name[DISK_NAME], to[DISK_NAME];
} disk_change;

typedef struct disk {
    char root[WIRE_PATH]; /* the real folder, which is the current one */
    disk_folder now, durable;
    disk_change journal[DISK_JOURNAL];
    size_t changes;
    disk_file *files;
} disk;

/* Begins with what is in the current folder; all of it is durable. */
void disk_begin(disk *d);
/* Frees it, and empties the folder. */
void disk_end(disk *d);
/* A file of the user: makes it, or replaces its bytes; durable. */
void disk_put(disk *d, const char *name, const void *bytes, size_t size, unsigned mode);
/* Something has just been done to a name in the real folder, past all calls: made, removed, or its
   file written. It is durable, and so is what was done to other names before. */
void disk_meet(disk *d, const char *name);
/* Another program writes into the file in place: it appends, if these bytes begin with those that
   are there, and rewrites it otherwise; durable. */
void disk_edit(disk *d, const char *name, const void *bytes, size_t size);
/* The name that a path of a tool means; false: it is outside the folder. */
bool disk_name(const disk *d, const char *path, char name[DISK_NAME]);
disk_file *disk_find(const disk *d, const char *name);
disk_file *disk_inode(const disk *d, uint64_t inode);
/* How many names a file has; 0 if it is NULL. */
size_t disk_names(const disk *d, const disk_file *file);
/* A name of a file; NULL: it has none any more. */
const char *disk_name_of(const disk *d, const disk_file *file);

/* What a call has done, which was allowed and has succeeded, or was torn; `maker` is who made it.
   True: what is under a name may have changed. */
bool disk_take(disk *d, const wire_request *r, const wire_result *done, unsigned maker);
/* Would the bytes under this name be there after a crash? NULL, or why not. */
const char *disk_unsure(const disk *d, const char *name);
/* May a crash leave this file with torn bytes under this name? */
bool disk_may_tear(const disk *d, const char *name);
/* Compares the real folder with what the calls should have made of it. */
void disk_check(disk *d);
/* The machine crashes: no process is left. Says how many names have another file, or other bytes.
 */
size_t disk_crash(disk *d, chance *c);
/* Lists the folder on standard error. */
void disk_show(const disk *d);

#endif

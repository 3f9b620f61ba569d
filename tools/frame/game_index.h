/* SPDX-License-Identifier: MIT */
/*
 * The index of a file of games, FILE.xpi, with which --game and --bytes seek directly to a game.
 * xpgn-list(1) describes its format; all numbers are little-endian.
 */
#ifndef CLI_GAME_INDEX_H
#define CLI_GAME_INDEX_H

#include "frame/seal_commitments.h"

#include <sys/stat.h>

#define INDEX_SUFFIX ".xpi"
#define INDEX_KIND "XPGNIDX" /* of any version */
#define INDEX_MAGIC INDEX_KIND "4"

enum {
    INDEX_HEAD = 8,
    INDEX_ENTRY = 32,
    INDEX_FRAME = 24,
    INDEX_COMMIT = CLI_COMMIT_KEY + 8,
    INDEX_FOOT = 104,
    INDEX_NUMBERS = INDEX_FOOT / 8,
    INDEX_SAMPLE = 64
};

/* The place of one game. */
typedef struct index_entry {
    uint64_t offset, line;
    uint32_t column, length;
    uint64_t check; /* index_check of the game */
} index_entry;

/* What the index records about its file. */
typedef struct index_foot {
    uint64_t size;   /* of the file, in bytes */
    int64_t seconds; /* of its last modification, since 1970 */
    uint64_t nano;   /* nanoseconds */
    uint64_t games;
    uint64_t latin1;  /* number of the first game that is not UTF-8; 0: none */
    uint64_t largest; /* bytes of the largest game */
    uint64_t sealed;  /* games that may have sealed dice; 0: none of the next three */
    uint64_t rules;   /* index_rules, by which their commitments were read */
    uint64_t commits; /* number of commitments, at most CLI_COMMITS_MOST */
    uint64_t check;   /* hash_bytes of their entries */
    uint64_t bytes;   /* uncompressed bytes of the file */
    uint64_t frames;  /* number of places to decompress from; 0: not compressed */
} index_foot;

/* Appends a number of this many bytes, lowest first. */
void index_put_number(xpgn_buffer *b, uint64_t n, unsigned bytes);
uint64_t index_number(const unsigned char *p, unsigned bytes);

void index_put_entry(xpgn_buffer *b, const index_entry *e);
/* Appends a place to decompress from; `number` counts from 1. */
void index_put_frame(xpgn_buffer *b, uint64_t number, const xpgn_frame *f);
/* Appends a commitment and the number in the file of the first game that has it. */
void index_put_commit(xpgn_buffer *b, const uint8_t *key, uint64_t game);
/* A hash of the version and rulesets, after cli_open_catalog, which determine the commitments. */
uint64_t index_rules(const cli *c);
/* Appends the numbers with their checksum. */
void index_put_foot(xpgn_buffer *b, const index_foot *f);
/* hash_bytes of the number of a game in its file, its entry, and the first and the last
   INDEX_SAMPLE bytes of its text. */
uint64_t index_check(uint64_t number, const index_entry *e, xpgn_slice text);

/* The index of one file, open. */
typedef struct index_reading {
    const char *name; /* of the file */
    int fd, file;     /* of the index, of the file */
    uint64_t size;    /* of the index */
    index_foot foot;
} index_reading;

/* Opens the index of a file; false if there is none, or, after a message, if it cannot be used.
   Call index_close in any case. */
bool index_open(cli *c, index_reading *x, const char *name);
typedef enum index_answer {
    INDEX_LOST, /* after a message: another game is there */
    INDEX_NEAR, /* it is before byte `from` of all files, or reading on from there is faster */
    INDEX_FOUND
} index_answer;
/* Finds the place of game `n` (from 0) of the file; on entry *place is the beginning of the
   file. */
index_answer index_place(cli *c, const index_reading *x, uint64_t n, uint64_t from,
                         xpgn_game *place);
void index_close(index_reading *x);

/* Sets what the index records about the file's current state. */
void index_note_file(index_foot *f, const struct stat *st);

#endif

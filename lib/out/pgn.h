/* SPDX-License-Identifier: MIT */
/*
 * Inside the writer of records.  Movetext is a run of units with one space between them; a line
 * ends only there.  A unit stays open while things are put to it; when the next one begins, the
 * space before it becomes a line end if it did not fit.
 */
#ifndef XPGN_OUT_PGN_H
#define XPGN_OUT_PGN_H

#include "rules/normal.h"
#include "rules/ruleset.h"

/* One tag pair on its way out. */
struct tag_out {
    xpgn_slice name, value;
    size_t order; /* as written in the record */
};

/* The remarks that stand in one place, and become one comment. */
struct run {
    xpgn_remark *list;
    size_t count, capacity;
    bool action; /* they follow an action, which says its rolls itself */
    bool stood;  /* and that it stood */
};

/* A [%name in a comment that is not closed yet. */
struct open_command {
    uint32_t at;       /* of its [ in the text that is kept */
    uint32_t comment;  /* the one that it began in, of those that become one */
    uint32_t brackets; /* plain ones open in it */
    bool late;         /* another command was taken out of it */
};

struct xpgn_writer {
    xpgn_writer_options options;
    const xpgn_walk *walk;
    const xpgn_ruleset *ruleset;
    xpgn_buffer *out;
    size_t begun;     /* size of *out when the game began */
    size_t result_at; /* where the value of the Result tag is still to be put, or 0 */
    bool no_memory;

    size_t limit;  /* columns of the longest line */
    size_t column; /* behind the last closed unit; 0: at the start of a line */
    size_t unit;   /* where the open unit begins in *out */
    size_t tails;  /* its bytes that are no characters of their own */
    bool open;     /* there is an open unit */
    bool gap;      /* a space stands before it */
    bool glue;     /* an opening ( : the next unit goes on in this one */

    bool number_due; /* the next action has its number, whoever makes it */
    bool waiting;    /* a variation has begun in which nothing stands yet */
    struct run run;
    xpgn_buffer rolls; /* the commands that the newest action says itself */
    char freed[8];     /* the prisoner to be named after them, or "" */
    xpgn_buffer text;  /* of the comment being written, without the commands already taken */
    struct open_command *open_command; /* in it, the innermost last */
    size_t open_count, open_capacity;
    uint32_t comment; /* the one at hand, of those that become one */
    xpgn_roll lean;   /* dice only */
    struct tag_out *tags;
    size_t tag_capacity;
    xpgn_buffer position; /* text of the position tag */
    char digest[RULES_DIGEST_SIZE];
    const xpgn_ruleset *digest_of; /* whose it is */
    bool no_digest;
    xpgn_log *log; /* what positions are read with; nobody looks */
};

/* Begins a unit, or goes on in one that ended with (. */
void unit_begin(xpgn_writer *w);
void unit_close(xpgn_writer *w);
/* Ends the line where it is: what comes next begins a new one. */
void unit_end_line(xpgn_writer *w);
/* Puts text of the record to the open unit; bytes that are not UTF-8 as Latin-1. */
void unit_put(xpgn_writer *w, xpgn_slice text);

/* pgn_tags.c: the tag pairs and the blank line after them. */
void tags_write(xpgn_writer *w);

/* pgn_remarks.c: do they say anything that is to be written?  Adds those that do to the run; writes
   the run and empties it. */
bool remarks_say(const xpgn_writer *w, const xpgn_remark *list, size_t count);
void remarks_add(xpgn_writer *w, const xpgn_remark *list, size_t count);
void remarks_write(xpgn_writer *w);

/* Appends text as UTF-8; returns how many of the bytes continue a character. */
size_t text_write(xpgn_buffer *b, xpgn_slice text);
/* The canonical text of a result; false if it is none. */
bool result_text(const xpgn_writer *w, xpgn_slice text, char out[24]);

#endif

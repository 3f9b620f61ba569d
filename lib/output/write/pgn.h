/* SPDX-License-Identifier: MIT */
/*
 * Internals of the record writer. Movetext is a sequence of units separated by single spaces, and
 * lines break only there. Text is added to the open unit; when the next one begins, the space
 * before the unit becomes a line end if the unit did not fit.
 */
#ifndef XPGN_WRITE_PGN_H
#define XPGN_WRITE_PGN_H

#include <xpgn/write.h>

#include "core/rules/ruleset.h"
#include "internal/writers.h"

/* A tag pair to be written. */
struct tag_out {
    xpgn_slice name, value;
    size_t order; /* position in the record */
};

/* The remarks at one place, which are written as one comment. */
struct remark_list {
    xpgn_remark *list;
    size_t count, capacity;
    bool action; /* they follow an action whose rolls are written from its facts */
    bool stood;  /* ... and that is marked as illegal but stood */
};

/* A [%name whose ] has not been found yet. */
struct open_command {
    uint32_t at;       /* offset of its [ in the text */
    uint32_t comment;  /* index of the comment that it began in */
    uint32_t brackets; /* other brackets open inside it */
    bool late;         /* a command inside it was removed */
};

struct xpgn_writer {
    xpgn_writer_options options;
    xpgn_language letters;            /* letters of another language, or figurines */
    const xpgn_language *translation; /* &letters, or NULL */
    const xpgn_walk *walk;
    const xpgn_ruleset *ruleset;
    xpgn_buffer *out;
    size_t begun;     /* size of *out when the game began */
    size_t kept;      /* bytes of the record before that, which are stored elsewhere */
    size_t result_at; /* offset of the Result tag's value if that is still unknown, otherwise 0 */

    xpgn_tag_edit
        edit; /* asked for the tag pairs, which are written last; NULL: those of the walk */
    void *edit_data;

    size_t limit;  /* maximum line width */
    size_t column; /* after the last closed unit; 0: at the start of a line */
    size_t unit;   /* offset of the open unit in *out */
    size_t tails;  /* number of its UTF-8 continuation bytes, which have no width */

    /* The last turn of the main line: the state of the writer before its number. */
    struct {
        bool there;
        size_t kept, column;
        size_t from; /* offset of its first action or turn roll */
        bool number_due;
    } turn;

    struct remark_list remarks;
    xpgn_buffer name;  /* the action being written, unless its facts have the text */
    xpgn_buffer roll;  /* roll of the action being written */
    xpgn_buffer rolls; /* roll commands of the last action */
    xpgn_buffer freed; /* "B@b1" of a freed prisoner, written after the roll */
    xpgn_buffer text;  /* text of the comment being written, without the commands already written */
    struct open_command *open_command; /* open commands in it, innermost last */
    size_t open_count, open_capacity;
    uint32_t comment;    /* index of the comment being read */
    xpgn_roll dice_only; /* scratch: a roll reduced to its dice */
    struct tag_out *tags;
    size_t tag_capacity;
    xpgn_buffer position; /* value of the position tag */
    char digest[RULES_DIGEST_SIZE];
    const xpgn_ruleset *digest_of; /* the ruleset of `digest` */
    bool no_memory, no_digest;
    bool open;       /* a unit is open */
    bool gap;        /* a space precedes it */
    bool glue;       /* after an opening (: the next unit continues this one */
    bool number_due; /* the next action gets a move number in any case */
    bool waiting;    /* a variation has begun, but is empty so far */
};

/* Begins a unit, or continues the open one after a (. */
void unit_begin(xpgn_writer *w);
/* Ends the line. */
void unit_end_line(xpgn_writer *w);
/* Appends text of the record to the open unit; bytes that are not UTF-8 are converted. */
void unit_put(xpgn_writer *w, xpgn_slice text);

/* notation_writer.c: notation_begin checks the options `notation` and `language`; notation_write
   returns an action in that form, valid until the next call; notation_write_freed appends the freed
   prisoner to w->freed. */
xpgn_status notation_begin(xpgn_writer *w);
xpgn_slice notation_write(xpgn_writer *w, const xpgn_step *s);
void notation_write_freed(xpgn_writer *w, const xpgn_step *s);

/* pgn_tags.c: tags_write writes the tag pairs and the blank line after them; writer_read_position
   reads the position of a tag or a checkpoint, false if it is none of the ruleset. */
void tags_write(xpgn_writer *w);
bool writer_read_position(xpgn_writer *w, xpgn_slice text, xpgn_position *p);

/* pgn_remarks.c: remarks_any tests whether any of the remarks would be written; remarks_add adds
   those to the list; remarks_write writes the list and empties it. */
bool remarks_any(const xpgn_writer *w, const xpgn_remark *list, size_t count);
void remarks_add(xpgn_writer *w, const xpgn_remark *list, size_t count);
void remarks_write(xpgn_writer *w);

/* Appends text as UTF-8; returns the number of continuation bytes. */
size_t text_write(xpgn_buffer *b, xpgn_slice text);
/* Writes the canonical form of a result; false if it is not one. */
bool result_text(const xpgn_writer *w, xpgn_slice text, char out[24]);

#endif

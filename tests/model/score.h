/* SPDX-License-Identifier: MIT */
/*
 * score.h - a record as a list of what has been entered: tags, actions, dice, commands in comments
 * and prose. Nothing is known about the rules here; whether a record is legal, the library says.
 */
#ifndef SCORE_H
#define SCORE_H

#include <stdbool.h>
#include <xpgn/base.h>

typedef enum score_kind {
    SCORE_ACTION, /* also the @-words that belong to one */
    SCORE_ROLL,
    SCORE_NAG,
    SCORE_COMMAND, /* [%...] in a comment, without the brackets and the percent sign */
    SCORE_PROSE    /* one word of it */
} score_kind;

typedef struct score_item {
    score_kind kind;
    xpgn_slice text;
} score_item;

enum { SCORE_TAGS = 48, SCORE_ITEMS = 4096 };

typedef struct score {
    char *text; /* its own; slices point into it */
    size_t size;
    struct {
        xpgn_slice name, value;
    } tag[SCORE_TAGS];
    size_t tags;
    score_item *item; /* without what is pending */
    size_t items;
    size_t core; /* items before the first half-move that is missing */
    xpgn_slice
        pending; /* dice that have fallen for no action yet, as in [%pending]; size 0: none */
    bool ended;  /* [%pending end] */
    xpgn_slice announced; /* as in [%announced]: what links are revealed for; size 0: nothing */
    xpgn_slice result;
} score;

/* Takes a record apart. */
void score_read(score *s, const char *text, size_t size);
void score_free(score *s);
/* The value of a tag; data NULL: there is none. */
xpgn_slice score_tag(const score *s, const char *name);
/* How many items of a kind there are from item `from` up to item `to`. */
size_t score_count(const score *s, score_kind kind, size_t from, size_t to);
/* How many actions stand before a missing half-move. */
size_t score_actions(const score *s);

/*
 * Was this line of input, answered like this, what made `after` of `before`? NULL, or what is wrong
 * with it. `answer` NULL: there was no answer, so the entry may be there or not, but nothing else
 * may have changed.
 */
const char *score_compare(const score *before, const score *after, const char *line,
                          const char *answer);
/* Is the line a question, so that its answer puts nothing on disk that was not there before? */
bool score_asks(const char *line);
/* Is it the same game, but for its form? */
bool score_same(const score *a, const score *b);

#endif

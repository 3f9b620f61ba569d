/* SPDX-License-Identifier: MIT */
/* What the files of xpgn-grep share: conditions, made once, and what each thread tests them with.
 */
#ifndef GREP_H
#define GREP_H

#include "cli.h"

/* ---- text (grep_text.c): PCRE2 and plain text ---------------------------------------------- */

/* A compiled expression; shared by all threads. */
typedef struct grep_text grep_text;

/* What one thread needs for matching: {0} is a start. */
typedef struct grep_matcher {
    void *data, *context, *stack; /* of PCRE2 */
    xpgn_buffer plain;            /* a text as it is searched */
    const char *trouble;          /* why an expression could not be matched to its end, or NULL */
} grep_matcher;

/* How a text is made ready for searching. */
typedef enum grep_kind {
    GREP_VALUE,   /* a tag's value: without its escapes */
    GREP_COMMENT, /* white space is one space, since line breaks in comments mean nothing */
    GREP_BYTES    /* as it stands */
} grep_kind;

/*
 * /EXPRESSION/FLAGS (flags i m s x), or a text that is looked for anywhere, whatever its case.
 * XPGN_INVALID: *fault says why.
 */
xpgn_status grep_text_new(grep_text **out, const char *text, xpgn_fault *fault);
void grep_text_free(grep_text *t);
/* False also if it would take too long; m->trouble says so then. */
bool grep_text_found(const grep_text *t, grep_matcher *m, xpgn_slice text, grep_kind kind);
/* The text in UTF-8, ready for searching: `text` itself or in m->plain, until the next call. */
xpgn_slice grep_plain(grep_matcher *m, xpgn_slice text, grep_kind kind);
void grep_matcher_free(grep_matcher *m);
/* Appends a line for --version: which PCRE2 it is. */
void grep_put_library(xpgn_buffer *b);

/* ---- tags (grep_tags.c) ---------------------------------------------------------------------- */

typedef enum grep_compare { GREP_HAS, GREP_EQUAL, GREP_LESS, GREP_GREATER } grep_compare;
/* How values are put in order. */
typedef enum grep_order { GREP_AS_TEXT, GREP_AS_NUMBER, GREP_AS_DATE } grep_order;

/* From `low` to `high`: a day, or the days of a month or year; of numbers the same twice. */
typedef struct grep_span {
    int64_t low, high;
} grep_span;

/* NAME, !NAME, NAME=TEXT, NAME!=/RE/, NAME>=VALUE ... */
typedef struct grep_tag {
    xpgn_slice name;
    bool negated, or_equal;
    grep_compare compare;
    grep_order order;
    xpgn_slice text;       /* the value to compare with */
    grep_span span;        /* the same as a number or date */
    grep_text *expression; /* in place of a text; NULL: none */
} grep_tag;

xpgn_status grep_tag_read(grep_tag *out, const char *text, xpgn_fault *fault);
/* `value`: data NULL if the game has no such tag. */
bool grep_tag_holds(const grep_tag *t, grep_matcher *m, xpgn_slice value);

/* ---- conditions (grep_plan.c makes them, grep_test.c tests them) ----------------------------- */

typedef enum grep_what {
    GREP_TAG, /* in the order in which they are tested: the cheap ones first */
    GREP_PLAYER,
    GREP_VARIANT,
    GREP_RESULT,
    GREP_IN_COMMENT,
    GREP_IN_TEXT,
    GREP_TURNS,
    GREP_POSITION,
    GREP_ACTION
} grep_what;

enum { GREP_LIST = 32, GREP_PLAYERS = XPGN_MAX_SEATS };

typedef struct grep_result {
    unsigned seats; /* 0: * */
    uint8_t score[XPGN_MAX_SEATS];
} grep_result;

typedef struct grep_condition {
    grep_what what;
    size_t count;             /* of variants or results: the game's is one of them */
    size_t tag[GREP_PLAYERS]; /* index in grep_plan.tag of those that it looks at */
    union {
        grep_tag tag;
        grep_text *text;
        const char *variant[GREP_LIST]; /* ids */
        grep_result result[GREP_LIST];
        cli_range turns;
        xpgn_pattern *position;
        xpgn_query *action;
    } is;
} grep_condition;

/* What the command line asks for. */
typedef struct grep_asked {
    cli_list tag, player, variant, result, comment, text, ply, xfen, combat, has;
    bool any, final;
} grep_asked;

/* Constant once made. */
typedef struct grep_plan {
    grep_condition *condition; /* in the order of testing */
    size_t count;
    size_t first_text, first_play; /* where conditions on text, on play begin */
    bool any;                      /* one is enough; else all have to hold */
    bool final;                    /* positions: only the last */
    bool steps;                    /* the game has to be played step by step */
    xpgn_slice *tag;               /* names of the tags looked at, each once */
    size_t tags;
    xpgn_rules *rules; /* keeps the ids of variants */
} grep_plan;

/* CLI_GO, or CLI_TROUBLE after a message. */
int grep_plan_make(cli *c, grep_plan *plan, const grep_asked *asked);
void grep_plan_free(grep_plan *plan);

/* What one thread keeps. */
typedef struct grep_state {
    grep_matcher matcher;
    xpgn_reader *reader;
    xpgn_walk *verdict; /* gives no steps but the last, which is many times faster */
    xpgn_slice *value;  /* of the plan's tags, in the game at hand; data NULL: none */
    bool *met;          /* conditions of the plan that hold of the game at hand */
    uint64_t *matches;  /* by file */
    uint64_t found;     /* in all */
} grep_state;

/* Makes room; ends the program where there is none. */
void grep_state_open(cli_worker *w, const grep_plan *plan);
void grep_state_close(grep_state *s);
/* Does the game satisfy the plan? False too after s->matcher.trouble. */
bool grep_test(cli_worker *w, const grep_plan *plan, const xpgn_game *game);

#endif

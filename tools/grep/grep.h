/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-grep: conditions, and the state of the threads that test them. */
#ifndef GREP_H
#define GREP_H

#include "cli/counts.h"
#include "cli/where.h"
#include "grep/sketch.h"

/* ---- text (grep/text.c): PCRE2 and plain text ---------------------------------------------- */

/* A compiled expression, shared by all threads. */
typedef struct grep_text grep_text;

/* The matching state of one thread; initialize with {0}. */
typedef struct grep_matcher {
    void *data, *context, *stack; /* of PCRE2 */
    xpgn_buffer plain;            /* text prepared for searching */
    const char *trouble;          /* why matching was aborted, or NULL */
    uint64_t steps, allowed;      /* in the current game */
    const grep_text *text;        /* the current search, and how far it is */
    size_t position;
} grep_matcher;

/* How text is prepared for searching. */
typedef enum grep_kind {
    GREP_VALUE,   /* a tag value: without escapes */
    GREP_COMMENT, /* runs of white space become one space: line breaks in comments mean nothing */
    GREP_BYTES    /* unchanged */
} grep_kind;

/*
 * Compiles /EXPRESSION/FLAGS (flags i m s x), or a plain text, matched in any case. XPGN_INVALID:
 * *fault says why.
 */
xpgn_status grep_text_new(grep_text **out, const char *text, xpgn_fault *fault);
void grep_text_free(grep_text *t);
/* Begins the count of steps of a game. */
void grep_matcher_begin(grep_matcher *m);
/* True if the text matches. False, with m->trouble set, if matching was aborted. */
bool grep_text_found(const grep_text *t, grep_matcher *m, xpgn_slice text, grep_kind kind);
/* Prepares a text for searching: returns `text` itself or a copy in m->plain, valid until the next
   call. */
xpgn_slice grep_plain(grep_matcher *m, xpgn_slice text, grep_kind kind);
void grep_matcher_free(grep_matcher *m);
/* Appends the version of PCRE2, for --version. */
void grep_put_library(xpgn_buffer *b);

/* ---- tags (grep/tags.c) ---------------------------------------------------------------------- */

/* NAME, !NAME, NAME=TEXT, NAME!=/RE/, NAME>=VALUE ... */
typedef struct grep_tag {
    xpgn_slice name;
    bool equal, excludes;  /* NAME=...; !NAME, NAME!=... */
    xpgn_slice text;       /* the value to compare with */
    grep_text *expression; /* NULL: */
    xpgn_query *query;
} grep_tag;

/* Sets the fault of a condition, at those bytes of it. Always returns XPGN_INVALID. */
xpgn_status grep_refuse(xpgn_fault *fault, size_t offset, size_t size, const char *text);
/* Parses a condition. XPGN_INVALID: *fault says why. */
xpgn_status grep_tag_read(grep_tag *out, const char *text, xpgn_fault *fault);
/* Tests a condition; value.data is NULL if the game has no such tag. */
bool grep_tag_holds(const grep_tag *t, grep_matcher *m, xpgn_slice value);
void grep_tag_free(grep_tag *t);

/* ---- games seen before (grep/seen.c) --------------------------------------------------------- */

/* A set of digests; initialize with {0}. */
typedef struct grep_seen {
    uint64_t (*slot)[2]; /* {0, 0}: empty */
    size_t count, capacity;
} grep_seen;

/* Adds a digest. Returns 1 if it was there, 0 if not, -1 if out of memory. */
int grep_seen_add(grep_seen *s, const uint8_t digest[XPGN_DIGEST_SIZE]);
void grep_seen_free(grep_seen *s);

/* ---- a random sample (sample.c) -------------------------------------------------------------- */

typedef struct grep_sampling {
    uint64_t size; /* 0: no sample, all games */
    uint64_t seed;
} grep_sampling;

/* A game of the sample, and what is written about it. */
typedef struct grep_drawn {
    uint64_t key, number;
    xpgn_buffer text;
} grep_drawn;

/* Those of one thread; initialize with {0}. */
typedef struct grep_sample {
    grep_drawn *game;
    size_t count, capacity;
} grep_sample;

/* May the game be in the sample, as far as is known? */
bool grep_sample_wants(const grep_sample *s, const grep_sampling *how, uint64_t number);
/* Adds a game that is wanted; its text is taken over, and `text` emptied. */
void grep_sample_add(cli *c, grep_sample *s, const grep_sampling *how, uint64_t number,
                     xpgn_buffer *text);
/* Adds the sample of another thread, which is freed. */
void grep_sample_merge(cli *c, grep_sample *to, grep_sample *from, const grep_sampling *how);
/* Writes the games in the order of the input, and frees the sample. */
void grep_sample_write(cli *c, grep_sample *s);

/* ---- conditions (grep/plan.c makes them, grep/test.c tests them) ----------------------------- */

typedef enum grep_what {
    GREP_TAG, /* in the order of testing: cheap conditions first */
    GREP_PLAYER,
    GREP_VARIANT,
    GREP_RESULT,
    GREP_IN_COMMENT,
    GREP_IN_TEXT,
    GREP_WHERE,
    GREP_TURNS,
    GREP_POSITION,
    GREP_MATERIAL,
    GREP_REPETITION,
    GREP_LINE,
    GREP_ACTION
} grep_what;

enum { GREP_LIST = 32, GREP_PLAYERS = XPGN_MAX_SEATS };

typedef struct grep_result {
    unsigned seats; /* 0: * */
    uint8_t score[XPGN_MAX_SEATS];
} grep_result;

typedef struct grep_condition {
    grep_what what;
    size_t count;             /* number of variants or results, any of which matches */
    size_t tag[GREP_PLAYERS]; /* indexes in grep_plan.tag of the tags needed */
    const char *player;       /* the name that is looked for, if it is plain text */
    union {
        grep_tag tag;
        grep_text *text;
        const char *variant[GREP_LIST]; /* ids */
        grep_result result[GREP_LIST];
        cli_range turns;
        xpgn_pattern *position;
        xpgn_material *material;
        xpgn_line *line;
        xpgn_query *action;
        cli_where *where;
    } is;
} grep_condition;

/* The conditions on the command line. */
typedef struct grep_request {
    cli_list tag, player, variant, result, comment, text, ply, xfen, material, line, combat, has,
        where;
    bool any, final, variations;
} grep_request;

/* The compiled conditions; constant once made. */
typedef struct grep_plan {
    grep_condition *condition; /* in the order of testing */
    size_t count;
    size_t first_text, first_where, first_play; /* index of the first condition on text, ... */
    bool any;                                   /* any condition suffices; else all must hold */
    bool final;                                 /* test only final positions */
    bool variations;                            /* test positions and actions of variations, too */
    bool repetition;                            /* repetitions are looked for */
    bool lines;                                 /* there are lines */
    bool lines_only;                            /* and nothing else that has to be played */
    bool steps;                                 /* games must be played step by step */
    bool search;              /* but not games of chess: the positions and the end suffice */
    bool bare;                /* but games of chess without their words */
    bool positions;           /* positions are tested or counted */
    const xpgn_query **asked; /* if they are not: the queries of actions, the last one NULL */
    xpgn_slice *tag;          /* names of the tags needed, each once */
    size_t tags;
    xpgn_catalog *catalog; /* owns the ids of variants */
} grep_plan;

/* Compiles the conditions. Returns CLI_GO, or CLI_TROUBLE after a message. */
int grep_plan_make(cli *c, grep_plan *plan, const grep_request *request);
/* Tells of tags that no game has, if all games were looked at. */
void grep_plan_free(cli *c, grep_plan *plan, bool all);

/* ---- what was probably meant, where nothing matches (hint.c) --------------------------------- */

typedef struct grep_hint {
    cli_tags_seen tags; /* of grep_plan.tag */
    uint64_t game;      /* the first with a value near the one asked for; 0: none */
    size_t condition;   /* which asks for it */
    xpgn_buffer value;
} grep_hint;

/* The state of one thread. */
typedef struct grep_state {
    grep_matcher matcher;
    xpgn_reader *reader;
    xpgn_walk *verdict; /* gives only the last step, which is many times faster */
    xpgn_walk *search;  /* the same for games of chess, whose positions go to `visited`; where they
                           do not suffice, their steps without words */
    const grep_plan *plan;
    xpgn_walk *moves;       /* gives the moves of games of chess with their end */
    xpgn_walk *digest;      /* for --duplicates and --unique; NULL until it is needed */
    cli_where_state *where; /* by condition */
    xpgn_buffer text;       /* of facts */
    uint64_t *places;       /* of the lines in the current game */
    cli_counts positions;   /* in the current game */
    uint32_t last_turn;     /* of the last of them */
    bool repeated;          /* some position was there for the third time */
    bool *visited;          /* conditions met by a position that the search has visited */
    xpgn_slice *value;      /* values of the plan's tags in the current game; data NULL: missing */
    bool *met;              /* conditions met by the current game */
    uint64_t *matches;      /* by file */
    uint64_t found;         /* total */
    grep_sample sample;
    xpgn_buffer drawn; /* a game on its way there */
    grep_sketcher sketcher;
    cli_sorter_part texts; /* of games that are told apart when all are known */
    xpgn_buffer key, kept;
    grep_hint hint;
} grep_state;

/* Notes a game that does not match, with the values of its tags in the state. */
void grep_hint_note(cli_worker *w, const xpgn_game *game);
/* Adds what another thread has noted, which is freed. */
void grep_hint_merge(grep_hint *to, grep_hint *from);
void grep_hint_tell(cli *c, const grep_plan *plan, grep_hint *h);
void grep_hint_free(grep_hint *h);

/* Allocates the state; exits if out of memory. */
void grep_state_open(cli_worker *w, const grep_plan *plan);
void grep_state_close(const grep_plan *plan, grep_state *s);
/* True if the game matches the plan. False also if s->matcher.trouble is set. */
bool grep_test(cli_worker *w, const grep_plan *plan, const xpgn_game *game);

#endif

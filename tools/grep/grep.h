/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-grep: conditions, and the state of the threads that test them. */
#ifndef GREP_TOOL_H
#define GREP_TOOL_H

#include "grep/game_sketch.h"
#include "internal/queries.h"
#include "shared/tables/count_table.h"
#include "shared/tables/game_filter.h"

/* ---- text (grep/grep_text.c): PCRE2 and plain text ------------------------------------------- */

/* A compiled expression, shared by all threads. */
typedef struct grep_text grep_text;

/* The matching state of one thread; initialize with {0}. */
typedef struct grep_matcher {
    void *data, *context, *stack; /* of PCRE2 */
    xpgn_buffer plain;            /* text prepared for searching */
    const char *trouble;          /* why matching was aborted, or NULL */
    uint64_t steps, allowed;      /* in the current game */
    const grep_text *text;        /* of the current search; its last position */
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
/* Begins counting the steps for a game. */
void grep_matcher_begin(grep_matcher *m);
/* True if the text matches. False, with m->trouble set, if matching was aborted. */
bool grep_text_found(const grep_text *t, grep_matcher *m, xpgn_slice text, grep_kind kind);
/* Prepares a text for searching: returns `text` itself or a copy in m->plain, valid until the next
   call. */
xpgn_slice grep_plain(grep_matcher *m, xpgn_slice text, grep_kind kind);
void grep_matcher_free(grep_matcher *m);
/* Appends the version of PCRE2, for --version. */
void grep_put_library(xpgn_buffer *b);

/* ---- tags (grep/grep_tags.c) ----------------------------------------------------------------- */

/* NAME, !NAME, NAME=TEXT, NAME!=/RE/, NAME>=VALUE ... */
typedef struct grep_tag {
    xpgn_slice name;
    bool equal, excludes;  /* NAME=...; !NAME, NAME!=... */
    xpgn_slice text;       /* the value to compare with */
    grep_text *expression; /* NULL: `query` is used instead */
    xpgn_query *query;
} grep_tag;

/* Sets the fault of a condition and the place of it in bytes. Always returns XPGN_INVALID. */
xpgn_status grep_refuse(xpgn_fault *fault, size_t offset, size_t size, const char *text);
/* Parses a condition. XPGN_INVALID: *fault says why. */
xpgn_status grep_tag_read(grep_tag *out, const char *text, xpgn_fault *fault);
/* Tests a condition; value.data is NULL if the game has no such tag. */
bool grep_tag_holds(const grep_tag *t, grep_matcher *m, xpgn_slice value);
void grep_tag_free(grep_tag *t);

/* ---- games seen before (grep/grep_seen.c) ---------------------------------------------------- */

/* A set of digests; initialize with {0}. */
typedef struct grep_seen {
    uint64_t (*slot)[2]; /* {0, 0}: empty */
    size_t count, capacity;
} grep_seen;

/* Adds a digest. Returns 1 if it was there, 0 if not, -1 if out of memory. */
int grep_seen_add(grep_seen *s, const uint8_t digest[XPGN_DIGEST_SIZE]);
void grep_seen_free(grep_seen *s);

/* ---- a random sample (grep/grep_sample.c) ---------------------------------------------------- */

typedef struct grep_sampling {
    uint64_t size; /* 0: no sample, all games */
    uint64_t seed;
} grep_sampling;

/* A game of the sample, and the output about it. */
typedef struct grep_drawn {
    uint64_t key, number;
    xpgn_buffer text;
} grep_drawn;

/* The sample of one thread, a heap; initialize with {0}. */
typedef struct grep_sample {
    grep_drawn *game;
    size_t count, capacity;
} grep_sample;

/* True if the game belongs to the sample of the games so far. */
bool grep_sample_wants(const grep_sample *s, const grep_sampling *how, uint64_t number);
/* Adds a game that belongs to the sample; takes over the memory of `text` and empties it. */
void grep_sample_add(cli *c, grep_sample *s, const grep_sampling *how, uint64_t number,
                     xpgn_buffer *text);
/* Adds the sample of another thread, and frees it. */
void grep_sample_merge(cli *c, grep_sample *to, grep_sample *from, const grep_sampling *how);
/* Writes the games in the order of the input, and frees the sample. */
void grep_sample_write(cli *c, grep_sample *s);

/* ---- conditions (grep/grep_plan.c makes them, grep/grep_test.c tests them) ------------------- */

typedef enum grep_what {
    GREP_TAG, /* in the order of testing: cheap conditions first */
    GREP_PLAYER,
    GREP_VARIANT,
    GREP_RESULT,
    GREP_IN_COMMENT,
    GREP_IN_TEXT,
    GREP_WHERE,
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
    const char *player;       /* the name to look for, if it is plain text */
    union {
        grep_tag tag;
        grep_text *text;
        const char *variant[GREP_LIST]; /* ids */
        grep_result result[GREP_LIST];
        xpgn_pattern *position;
        xpgn_material *material;
        xpgn_sequence *line;
        xpgn_query *action;
        cli_where *where;
    } is;
} grep_condition;

/* The conditions on the command line. */
typedef struct grep_request {
    cli_list tag, player, variant, result, comment, text, xfen, material, line, combat, has, where;
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
    bool repetition;                            /* --has=repetition is given */
    bool lines;                                 /* --line is given */
    bool lines_only;          /* and no other condition that needs more than the moves */
    bool steps;               /* games must be played step by step */
    bool search;              /* but not in chess, where the positions and the end suffice */
    bool bare;                /* but in chess without facts in words */
    bool patterns;            /* positions are tested */
    bool positions;           /* positions are tested or counted */
    const xpgn_query **asked; /* otherwise: the queries on actions, ending with NULL */
    xpgn_slice *tag;          /* names of the tags needed, each once */
    size_t tags;
    xpgn_catalog *catalog; /* owns the ids of variants */
} grep_plan;

/* Compiles the conditions. Returns CLI_GO, or CLI_TROUBLE after a message. */
int grep_plan_make(cli *c, grep_plan *plan, const grep_request *request);
/* Frees the plan; if `all` games were read, first reports tags that no game has. */
void grep_plan_free(cli *c, grep_plan *plan, bool all);

/* ---- suggestions if nothing matches (grep/query_hint.c) -------------------------------------- */

typedef struct grep_hint {
    cli_tags_seen tags; /* of grep_plan.tag */
    uint64_t game;      /* the first with a value near the one asked for; 0: none */
    size_t condition;   /* the condition that asks for it */
    xpgn_buffer value;
} grep_hint;

/* Notes a game that does not match, with the values of its tags in the state. */
void grep_hint_note(cli_worker *w, const xpgn_game *game);
/* Adds what another thread has noted, and frees it. */
void grep_hint_merge(grep_hint *to, grep_hint *from);
void grep_hint_tell(cli *c, const grep_plan *plan, grep_hint *h);
void grep_hint_free(grep_hint *h);

/* ---- the state of a thread (grep/grep_test.c) ------------------------------------------------ */

/* The squares of White's and of Black's pieces in the positions since the halfmove clock was last
   0, to tell games without repetitions from others at less than the price of counting keys. */
enum { GREP_RUN = 120 };
typedef struct grep_run {
    uint64_t seat[GREP_RUN][2];
    unsigned count;
} grep_run;

/* The state of one thread. */
typedef struct grep_state {
    grep_matcher matcher;
    xpgn_reader *reader;
    xpgn_walk *verdict; /* gives only the last step, which is many times faster */
    xpgn_walk *search;  /* the same for chess, with the positions passed to visit_searched; if these
                           do not suffice, gives steps without words */
    const grep_plan *plan;
    xpgn_walk *moves;       /* gives the moves of games of chess with the last step */
    xpgn_walk *digest;      /* for digests; NULL until needed */
    cli_where_state *where; /* by condition */
    xpgn_buffer text;       /* of facts */
    uint64_t *places;       /* how far each line has matched in the current game, by condition */
    cli_counts positions;   /* in the current game */
    grep_run run;           /* the same, before positions are counted */
    bool counts;            /* positions are counted */
    bool may_repeat;        /* they have to be, in another walk */
    uint32_t last_turn;     /* the turn counted last */
    bool repeated;          /* a position has occurred for the third time */
    bool *visited;          /* conditions met by a position that the search has visited */
    xpgn_slice *value;      /* values of the plan's tags in the current game; data NULL: missing */
    bool *met;              /* conditions met by the current game */
    uint64_t *matches;      /* by file */
    uint64_t found;         /* total */
    grep_sample sample;
    xpgn_buffer drawn; /* output about a game to be added to the sample */
    grep_sketcher sketcher;
    cli_sorter_part texts; /* output kept until the copies are known */
    xpgn_buffer key, kept;
    grep_hint hint;
} grep_state;

/* Allocates the state; exits if out of memory. */
void grep_state_open(cli_worker *w, const grep_plan *plan);
void grep_state_close(const grep_plan *plan, grep_state *s);
/* True if the game matches the plan. False also if s->matcher.trouble is set. */
bool grep_test(cli_worker *w, const grep_plan *plan, const xpgn_game *game);

#endif

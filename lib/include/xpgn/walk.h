/* SPDX-License-Identifier: MIT */
/* The walk over a game, the one referee behind every tool. xpgn/rulesets.h has positions,
 * xpgn/play.h facts. */
#ifndef XPGN_WALK_H
#define XPGN_WALK_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- options --------------------------------------------------------------------------------- */

/* The search for the most probable mistake behind an error, for xpgn_walk_options.repair. A program
   that does not name it does not contain it. */
typedef struct xpgn_search xpgn_search;
XPGN_API extern const xpgn_search xpgn_repair;

#define XPGN_WALK_OPTIONS .size = sizeof(xpgn_walk_options)

/* How much a walk returns of a game. */
typedef enum xpgn_detail {
    /* All steps, with their positions, facts, texts and remarks. */
    XPGN_STEPS,
    /* For writers. A game of chess in which nothing is found comes as START and RESULT alone;
       RESULT has its moves in SAN, with comments, NAGs and variations between them. All other
       games, and with `lint` or `keep_line` all games, come step by step. Several times as fast as
       XPGN_STEPS. */
    XPGN_MOVES,
    /* Only RESULT, and the findings. For games without errors faster still, as no facts are
       computed. */
    XPGN_VERDICT,
    /* The same, but findings have no texts (`text` and `turn` are ""), hints or fixes, which costs
       less for games with many errors. With `repair` they have them. */
    XPGN_CODES
} xpgn_detail;

typedef struct xpgn_walk_options {
    size_t size; /* XPGN_WALK_OPTIONS */
    xpgn_detail detail;
    bool skip_variations; /* variations are read but not played */
    bool lint;            /* also report findings of level XPGN_LINT */
    bool lenient;   /* words that are not exact notation are read as the one legal action that they
                       can mean (xpgn-notations(7)); for xpgn_import */
    bool keep_line; /* keep the actions of the main line, for xpgn_walk_digest; needs libsodium;
                       not with `repair` */
    bool incremental;    /* remember the start of the last turn, for xpgn_walk_resume; only with
                            XPGN_STEPS, and not with `lint`, `keep_line` or `repair` */
    uint32_t max_errors; /* errors kept per game; other findings are kept until there are as many in
                            all; 0: the default, 100 */
    const char *require; /* names of tags, separated by commas, that every game must have with a
                            known value; NULL: none. The string must stay valid */
    /* &xpgn_repair: look for the most probable mistake that led to an error, and go on as if it
       were corrected, so that one slip gives one finding; NULL: do not look */
    const xpgn_search *repair;
    /* With XPGN_MOVES, if not NULL: called with each position of the main line, from the start
       position on, while a game is read as a whole, until it returns false. They do not count if
       RESULT then comes without `whole`. */
    bool (*visit)(void *data, const xpgn_position *p);
    void *visit_data;
    /* If not NULL: called with every commitment to sealed dice. Returns the number of an earlier
       game with the same one, which gives a warning, or 0. */
    uint64_t (*committed)(void *data, const xpgn_link *commitment);
    void *committed_data;
} xpgn_walk_options;

/* ---- steps ----------------------------------------------------------------------------------- */

typedef enum xpgn_step_kind {
    XPGN_STEP_START,         /* the tags were read, the start position is set up */
    XPGN_STEP_ACTION,        /* one action, with the comments and NAGs that follow it */
    XPGN_STEP_TURN,          /* the end of a turn; `position` is the position between turns */
    XPGN_STEP_COMMENT,       /* comments or NAGs that follow no action, in `remarks` */
    XPGN_STEP_VARIATION,     /* `(`, with the position that it starts from */
    XPGN_STEP_VARIATION_END, /* ) */
    XPGN_STEP_RESULT         /* the termination marker, in `text`; the last step of a game */
} xpgn_step_kind;

/* A move of chess in canonical SAN, with its + or #; not NUL-terminated. A larger `size` marks
   comments, NAGs and variations between the moves, for xpgn_writer_step. */
typedef struct xpgn_san {
    char text[7];
    uint8_t size;
} xpgn_san;

typedef struct xpgn_step {
    xpgn_step_kind kind;
    const xpgn_ruleset *rs; /* as xpgn_walk_ruleset */
    uint32_t ply;           /* the turn, from 1; 0 at the start */
    uint32_t depth;         /* depth of variations; 0: the main line */
    bool first;             /* ACTION: the first of its turn */
    bool reading;    /* ACTION, with the option lenient: not exact notation, read as the only legal
                        action it can mean */
    uint8_t seat;    /* ACTION, TURN: the seat whose turn it is or was */
    uint32_t number; /* ACTION, TURN: the move number */
    /* ACTION: the position before it. VARIATION_END: the position at the end of the variation; NULL
       if it could not be played completely. */
    const xpgn_position *before;
    /* The position after the step, with the next seat to move if the turn ended. NULL for the
       RESULT of a main line that could not be played completely, and for all steps of a game
       without a start position. */
    const xpgn_position *position;
    const xpgn_facts *facts;    /* ACTION */
    xpgn_slice text;            /* the token as recorded; COMMENT: the contents */
    xpgn_place place;           /* of the token */
    const xpgn_remark *remarks; /* ACTION, COMMENT, VARIATION_END: those that follow it */
    size_t remark_count;
    const xpgn_san *moves; /* RESULT, with XPGN_MOVES: `move_count` moves and what is between
                              them, in order; NULL: they came as steps */
    bool whole;            /* RESULT: the game was read as a whole, and nothing was found */
    uint32_t move_count;
} xpgn_step;

/* ---- the walk -------------------------------------------------------------------------------- */

/* `options` may be NULL. XPGN_INVALID: they are not valid. XPGN_NOT_FOUND: `keep_line` needs
   libsodium, which is not installed. The catalog must outlive the walk. */
XPGN_API xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_catalog *catalog,
                                   const xpgn_walk_options *options);
XPGN_API void xpgn_walk_free(xpgn_walk *walk);
/* Starts a game. It and its text must stay valid until the next start. */
XPGN_API xpgn_status xpgn_walk_begin(xpgn_walk *walk, const xpgn_game *game);
/*
 * Starts a game that has grown, instead of xpgn_walk_begin: `before` walked it to its end when it
 * was shorter and found no error. `from` is the offset of the first action of what was the last
 * turn of the main line, after its number. The text between the tags
 * and that place is not read again and may be left out. The first step is that action: the turn is
 * played once more, then what is new. Findings about text that is not read are not repeated. Both
 * walks must have the option `incremental` and the same catalog; the shorter text is no longer
 * needed. XPGN_NOT_FOUND: there is no such turn, dice are sealed, or the tags have an error or name
 * other rules; use xpgn_walk_begin then.
 */
XPGN_API xpgn_status xpgn_walk_resume(xpgn_walk *walk, const xpgn_walk *before,
                                      const xpgn_game *game, size_t from);
/*
 * Returns the next step, valid until the next call. XPGN_END: the game is finished and its findings
 * are complete. After an action that cannot be played, the rest of its line is read but gives no
 * steps; XPGN_STEP_RESULT is still returned. XPGN_INVALID: no game has begun. XPGN_NO_MEMORY: the
 * walk may only be freed.
 */
XPGN_API xpgn_status xpgn_walk_next(xpgn_walk *walk, const xpgn_step **step);
/* The findings about this game so far, in the order they were made. Before the first game this and
   the following functions return nothing. */
XPGN_API const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count);
/* The ruleset of the game, from XPGN_STEP_START on; NULL if its tags name an unknown one. */
XPGN_API const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk);
XPGN_API const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count);
/* The value of the first tag with that name; {NULL, 0} if there is none. */
XPGN_API xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name);
/*
 * The digest of the main line, after the last step, with the option keep_line. It is equal if
 * ruleset, options, start position, actions and dice are equal (xpgn-list(1) defines it).
 * XPGN_NOT_FOUND: the main line could not be played to its end, or has no actions.
 */
XPGN_API xpgn_status xpgn_walk_digest(xpgn_walk *walk, uint8_t digest[XPGN_DIGEST_SIZE]);
/*
 * Appends the bytes that xpgn_walk_digest hashes: they are equal if the games played are. If a game
 * continues another with the same start, its bytes begin with those of the other. Fails as
 * xpgn_walk_digest does.
 */
XPGN_API xpgn_status xpgn_walk_line(xpgn_buffer *b, xpgn_walk *walk);
/* How the main line ended by the rules. `over` is false if it did not, or, without steps, if it
   could not be played completely. */
XPGN_API xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk);

/* ---- options without designated initializers ------------------------------------------------- */

xpgn_init_of(xpgn_walk_options)

#ifdef __cplusplus
}
#endif

#endif

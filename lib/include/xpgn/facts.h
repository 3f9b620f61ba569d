/* SPDX-License-Identifier: MIT */
/* Facts by name, queries that ask for them, and tallies of games. */
#ifndef XPGN_FACTS_H
#define XPGN_FACTS_H

#include <xpgn/base.h>
#include <xpgn_facts.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- facts: what can be asked of a record ---------------------------------------------------- */

/*
 * Every fact that tools print, count, select by or query has one name and one meaning, given by its
 * row in the table of facts (xpgn_fact(3)).
 *
 *     xpgn_fact_resolve((xpgn_slice){"margin", 6}, XPGN_ANY_SCOPE, &ask, &fault);
 *     xpgn_fact_source s = {XPGN_SUBJECT, .rs = xpgn_walk_ruleset(walk), .facts = step->facts};
 *     if (xpgn_fact_get(&s, &ask, 0, 0, &value))
 *         ...
 */

/* What a fact belongs to, which also decides its cost: scopes from TURN on need a walk with its
   steps. */
typedef enum xpgn_scope {
    XPGN_SCOPE_RECORD,    /* the text of a game */
    XPGN_SCOPE_START,     /* its tags */
    XPGN_SCOPE_GAME,      /* a walk that has ended */
    XPGN_SCOPE_LINE,      /* a walk with keep_line that has ended */
    XPGN_SCOPE_TURN,      /* a position */
    XPGN_SCOPE_ACTION,    /* the action before it */
    XPGN_SCOPE_COMBAT,    /* the combat of that action */
    XPGN_SCOPE_SIDE,      /* attacker and defender, also of an action without a combat */
    XPGN_SCOPE_COMBATANT, /* attacker and defender of a combat */
    XPGN_SCOPE_EXCHANGE,  /* one exchange of the roll of an action */
    XPGN_SCOPE_THROW,     /* both sides of it */
    XPGN_SCOPE_PLACE,     /* a place in a record; this and the following belong to analyses of
                             records */
    XPGN_SCOPE_FINDING,
    XPGN_SCOPE_FIX,        /* a correction of it */
    XPGN_SCOPE_DIFFERENCE, /* a difference between score sheets */
    XPGN_SCOPE_READING,    /* what one sheet has at a difference */
    XPGN_SCOPE_ODDS,       /* the odds of a combat */
    XPGN_SCOPE_OUTCOME,    /* one outcome of a combat, as in the facts */
    XPGN_SCOPE_ATTEMPT,    /* the die of a teleport or an escape */
    XPGN_SCOPE_STANDING    /* a player's standing in an event */
} xpgn_scope;

/* Sets of scopes, a bit for each. */
enum {
    XPGN_ANY_SCOPE = (1 << (XPGN_SCOPE_COMBATANT + 1)) - 1,
    XPGN_GAME_SCOPES = (1 << (XPGN_SCOPE_LINE + 1)) - 1,
    XPGN_ACTION_SCOPES = XPGN_ANY_SCOPE - XPGN_GAME_SCOPES,
    XPGN_EXCHANGE_SCOPES = 1 << XPGN_SCOPE_EXCHANGE | 1 << XPGN_SCOPE_THROW
};

typedef enum xpgn_fact_type {
    XPGN_VALUE_FLAG,       /* number: 0 or 1 */
    XPGN_VALUE_NUMBER,     /* number */
    XPGN_VALUE_MILLIONTHS, /* number; printed as a decimal */
    XPGN_VALUE_BILLIONTHS, /* number; printed as a decimal with nine digits after the point */
    XPGN_VALUE_WORD,       /* number: the index in `words` */
    XPGN_VALUE_TEXT,       /* text */
    XPGN_VALUE_SQUARE,     /* number */
    XPGN_VALUE_PIECE       /* piece, square, gives */
} xpgn_fact_type;

/* A row of the table of facts. Static. */
typedef struct xpgn_fact {
    const char *name;         /* "margin"; if `sided`, attacker_NAME and defender_NAME are names
                                 too */
    const char *about;        /* one line */
    const char *const *words; /* for WORD: the words, ending with NULL; else NULL */
    uint8_t scope;            /* xpgn_scope */
    uint8_t type;             /* xpgn_fact_type */
    bool list;                /* it may have several values; else one or none */
    bool sided;               /* attacker and defender each have it */
} xpgn_fact;

/* A fact that is asked for: its index (xpgn_facts.h has those of records), and the sides (bit 0 the
   attacker, bit 1 the defender; bit 0 only for a fact without sides). */
typedef struct xpgn_fact_ref {
    uint16_t fact;
    uint8_t sides;
} xpgn_fact_ref;

/* What facts are asked about. Leave members that are not known 0; facts that depend on them then
   have no value. */
typedef struct xpgn_fact_source {
    size_t size;                   /* XPGN_SUBJECT */
    const xpgn_game *game;         /* RECORD */
    const xpgn_ruleset *rs;        /* START and all later ones */
    xpgn_walk *ended;              /* GAME and LINE: a walk at its end */
    xpgn_slice result;             /* GAME: the text of XPGN_STEP_RESULT */
    uint32_t turns;                /* GAME: the number of turns that could be played */
    const xpgn_position *position; /* TURN: as in xpgn_step, as are ply, number and seat */
    uint32_t ply, number;
    uint8_t seat;
    bool unplayable;            /* TURN: the game breaks off here */
    const xpgn_finding *broken; /* TURN: the finding that explains it; NULL: not known */
    const xpgn_facts *facts;    /* ACTION; also COMBAT and later scopes if there was a combat */
    xpgn_buffer *text;          /* scratch space for texts that are composed, cleared by each call;
                                   NULL: these facts have no value */
    unsigned exchange;          /* EXCHANGE, THROW: which exchange of the roll in `facts`, from 1 */
    const xpgn_place *place;    /* PLACE: in the text of `game` */
    const xpgn_locator *places; /* finds its line; NULL: the game is scanned up to there */
    const xpgn_finding *finding;
    const xpgn_fix *fix;
    const struct xpgn_difference *difference;
    const struct xpgn_reading *reading;
    const struct xpgn_odds *odds; /* ODDS; OUTCOME: the one with the fates in `facts` */
    const struct xpgn_standing *standing;
    const xpgn_slice *played; /* GAME: the actions of the main line, `actions` of them; NULL: not
                                 known */
    size_t actions;
    const struct xpgn_attempt *attempt;
    xpgn_slice clock, evaluation; /* ACTION: the values of its [%clk] and [%eval]; size 0: none */
    const xpgn_fix_level *certainty; /* FIX: as xpgn_fix_level_of says; NULL: not known */
    unsigned stop_below; /* ODDS: of an attacker that goes on while it has as many hit points; 0: of
                            one exchange */
} xpgn_fact_source;
#define XPGN_SUBJECT .size = sizeof(xpgn_fact_source)

typedef struct xpgn_value {
    int64_t number;
    xpgn_slice text; /* valid until the next call */
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives; /* the support, if it is a supporter */
} xpgn_value;

/*
 * Sets the members that a step provides: rs, position, ply, number, seat and facts; for
 * XPGN_STEP_RESULT also `result` and `turns`.
 */
XPGN_API void xpgn_fact_source_step(xpgn_fact_source *s, const xpgn_step *step);

/*
 * The facts of a step by their numbers (xpgn_facts.h): those of a position, an action, a combat and
 * its sides (XPGN_SCOPE_TURN to XPGN_SCOPE_COMBATANT). `side` is 0 for the attacker, 1 for the
 * defender, 0 for a fact without sides.
 *
 *     if (xpgn_step_number(step, XPGN_FACT_FATE, 1) == XPGN_FATE_REMOVED)
 */
/* The first value as a number, that of a piece as an xpgn_piece. Without one, and for texts, 0;
   XPGN_NO_SQUARE for squares. */
XPGN_API int64_t xpgn_step_number(const xpgn_step *step, xpgn_fact_index fact, unsigned side);
/* Appends the values as text, as xpgn_fact_write does. */
XPGN_API void xpgn_step_text(xpgn_buffer *b, const xpgn_step *step, xpgn_fact_index fact,
                             unsigned side);

/* The facts in the order of the table (`index` from 0), NULL past the last. */
XPGN_API const xpgn_fact *xpgn_fact_at(size_t index);
/*
 * Finds a fact by its name among those of the given scopes: "support" for both sides,
 * "attacker_support" for one. XPGN_NOT_FOUND: there is no such fact;
 * XPGN_INVALID: it belongs to another scope. fault->text (fault may be NULL) suggests the nearest
 * name or says what the fact belongs to; fault->place is the part of the name at fault.
 */
XPGN_API xpgn_status xpgn_fact_resolve(xpgn_slice name, uint32_t scopes, xpgn_fact_ref *out,
                                       xpgn_fault *fault);
/* Gets value `i` (from 0) of a fact for a side (0 attacker, 1 defender). False if there is no such
   value. */
XPGN_API bool xpgn_fact_get(const xpgn_fact_source *s, const xpgn_fact_ref *ask, unsigned side,
                            unsigned i, xpgn_value *value);
/* Appends the value of a fact as text: nothing if it has none, lists separated by commas, both
   sides as attacker:defender. */
XPGN_API void xpgn_fact_write(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask);
/* The same as JSON: null if it has no value, lists as arrays, both sides as an object. */
XPGN_API void xpgn_fact_json(xpgn_buffer *b, const xpgn_fact_source *s, const xpgn_fact_ref *ask);

/* Appends a number the way facts of that type are printed, such as MILLIONTHS as a decimal. */
XPGN_API void xpgn_fact_number(xpgn_buffer *b, xpgn_fact_type type, int64_t number);

/* ---- queries --------------------------------------------------------------------------------- */

/*
 * A query about a game, or about one action of it (xpgn-query(7)): "combat attacker=N support>=2",
 * "WhiteElo > BlackElo + 200 and (ECO=B90,B91 or promotion)". Immutable. XPGN_INVALID: *fault says
 * why.
 */
typedef struct xpgn_query xpgn_query;
XPGN_API xpgn_status xpgn_query_new(xpgn_query **out, const char *text, xpgn_fault *fault);
XPGN_API void xpgn_query_free(xpgn_query *query);
/* The scopes of the facts in it, a bit for each xpgn_scope. With one of XPGN_ACTION_SCOPES it is a
   query about an action, else about a game. */
XPGN_API uint32_t xpgn_query_scopes(const xpgn_query *query);
/* The names of the tags that it uses, each once. */
XPGN_API const xpgn_slice *xpgn_query_tags(const xpgn_query *query, size_t *count);
/* Evaluates the query. `tag` has the values of xpgn_query_tags, as recorded (data NULL: missing).
   Facts that the subject does not have, and composed texts if it has no buffer, have no value. */
XPGN_API bool xpgn_query_holds(const xpgn_query *query, const xpgn_fact_source *s,
                               const xpgn_slice *tag);
/* Evaluates the query for one step, without facts about the game, tags or composed texts. False for
   steps other than XPGN_STEP_ACTION. */
XPGN_API bool xpgn_query_matches(const xpgn_query *query, const xpgn_step *step);

/* ---- tallies --------------------------------------------------------------------------------- */

/*
 * Statistics of games: results, lengths, endings, dice, combats, support, first actions, for each
 * ruleset and optionally for each value of a tag. Only counts are kept: tallies of parts can be
 * merged in any order, and memory does not grow with the number of games.
 *
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         xpgn_tally_step(tally, walk, step);
 *     xpgn_tally_end(tally, good);
 */
typedef struct xpgn_tally xpgn_tally;

typedef enum xpgn_tally_format {
    XPGN_TALLY_TEXT, /* for people: aligned columns and bars */
    XPGN_TALLY_JSON, /* one object on one line; keys in xpgn-json(5) */
    XPGN_TALLY_CSV,  /* one row for each ruleset (and tag value), after a row of column names */
    XPGN_TALLY_TSV,
    XPGN_TALLY_MARKDOWN, /* the same; the row of column names is always there */
    XPGN_TALLY_PARTIAL   /* all counts, for xpgn_tally_read */
} xpgn_tally_format;

/*
 * Flags to add to the format. NO_HEADER: tables without column names. LUCK and FAIRNESS: text and
 * tables with only the luck, or only the fairness of the dice; also used by xpgn_tally_want.
 * INCOMPLETE: marks a partial tally as unfinished, so that it is refused when read.
 */
enum {
    XPGN_TALLY_NO_HEADER = 16,
    XPGN_TALLY_LUCK = 32,
    XPGN_TALLY_FAIRNESS = 64,
    XPGN_TALLY_INCOMPLETE = 128
};

/* `by` is the name of the tag to group by, which is copied; NULL: no grouping. */
XPGN_API xpgn_status xpgn_tally_new(xpgn_tally **out, const char *by);
XPGN_API void xpgn_tally_free(xpgn_tally *tally);
/*
 * Turns on counts that are off by default; call it before the first game. XPGN_TALLY_LUCK: the luck
 * of each side and player, their dice, and the least likely rolls. XPGN_TALLY_FAIRNESS: the dice by
 * role and by player, for tests of their fairness. Memory then grows with the number of players.
 * XPGN_INVALID: any other value.
 */
XPGN_API xpgn_status xpgn_tally_want(xpgn_tally *tally, unsigned what);
/* Adds a step of the walk's current game, which counts only when xpgn_tally_end accepts the game.
   The walk must be one with XPGN_STEPS. */
XPGN_API void xpgn_tally_step(xpgn_tally *tally, const xpgn_walk *walk, const xpgn_step *step);
/* Ends the game: it is counted if `good`, else only counted as left out. XPGN_NO_MEMORY: some count
   was lost, now or in an earlier step. */
XPGN_API xpgn_status xpgn_tally_end(xpgn_tally *tally, bool good);
/*
 * Adds the counts and the pieces of `from`. XPGN_INVALID: the two are grouped by different tags or
 * are the same tally, a piece is in both, or a count would overflow; *fault (may be NULL) says
 * which.
 */
XPGN_API xpgn_status xpgn_tally_merge(xpgn_tally *tally, const xpgn_tally *from, xpgn_fault *fault);
/*
 * Reads a tally written as XPGN_TALLY_PARTIAL from a file, which may be compressed ("-": standard
 * input). XPGN_IO, XPGN_INVALID: fault->text and fault->line say why.
 */
XPGN_API xpgn_status xpgn_tally_read(xpgn_tally **out, const char *file, xpgn_fault *fault);
/* The number of games counted; *left_out, if not NULL, is set to the number left out. */
XPGN_API uint64_t xpgn_tally_games(const xpgn_tally *tally, uint64_t *left_out);
/* Appends the tally; equal counts give equal bytes. Nothing if there is no such format. */
XPGN_API void xpgn_tally_write(xpgn_buffer *b, const xpgn_tally *tally, unsigned format);

/* ---- options without designated initializers ------------------------------------------------- */

xpgn_init_of(xpgn_fact_source)

#ifdef __cplusplus
}
#endif

#endif

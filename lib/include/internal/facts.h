/* SPDX-License-Identifier: MIT */
/* Facts, patterns and queries, beyond what xpgn/facts.h has. */
#ifndef XPGN_INTERNAL_FACTS_H
#define XPGN_INTERNAL_FACTS_H

#include <xpgn/facts.h>

#include "internal/text_out.h"

/* ---- the facts of an action ------------------------------------------------------------------ */

enum { XPGN_MAX_SUPPORT = 32 };

typedef struct xpgn_supporter {
    xpgn_piece piece;
    xpgn_square square;
    int16_t gives;
} xpgn_supporter;

/* One side of a combat: values computed from the position, and the result of the dice. */
typedef struct xpgn_combatant {
    xpgn_piece piece; /* before the combat */
    xpgn_square square;
    int16_t base;     /* its own attack or defense value, rating or bonus, depending on the game */
    int16_t support;  /* the sum of its supporters */
    uint8_t count;    /* number of supporters that give more than 0, as a roll records it */
    uint8_t dice;     /* dice to roll in each exchange; 0: none */
    int16_t total;    /* of the last exchange; -1 if the combat has no totals */
    char fate;        /* the sign of an xpgn_fate: 0, 'w', 'x' */
    xpgn_square cell; /* the castle that holds it as a prisoner, else XPGN_NO_SQUARE */
    xpgn_supporter supporter[XPGN_MAX_SUPPORT]; /* the first `count` are set, ordered by square */
} xpgn_combatant;

/* Everything known about one action. */
typedef struct xpgn_facts {
    xpgn_action action;
    char text[24];     /* canonical notation, with + or # */
    uint8_t turn_roll; /* the die rolled before the action; 0: none */
    bool combat;
    xpgn_combatant side[2]; /* attacker, defender; set if `combat` */
    int16_t margin;         /* attack total minus defense total, if the combat has totals */
    xpgn_roll roll; /* the complete roll of the combat, teleport or release; exchanges 0: none */
    xpgn_piece captured;      /* the enemy piece that left the board, as it was before; 0: none */
    bool arrived;             /* the acting piece is on `to` now */
    bool stood;               /* it was illegal, but was allowed to stand: [%illegal stood] */
    bool check;               /* the side to move next is in check (in games with check) */
    const char *rule;         /* the rule that decided the combat or governs the action */
    const char *fate_rule[2]; /* [side]: the rule for its fate */
    xpgn_outcome outcome;     /* set if this action ended the game */
} xpgn_facts;

/* ---- facts by name --------------------------------------------------------------------------- */

/* Appends what xpgn_fact_write does as a cell of a table. */
void xpgn_fact_cell(struct row_writer *row, const xpgn_fact_source *s, const xpgn_fact_ref *ask);
/* Appends the mean of `count` values of NUMBER or MILLIONTHS, which add up to `sum`, as a decimal;
   nothing if `count` is 0. */
void xpgn_fact_mean(xpgn_buffer *b, xpgn_fact_type type, int64_t sum, uint64_t count);
/* True if a tag with this name has a number as its value ("WhiteElo", "PlyCount"). */
bool xpgn_tag_is_number(xpgn_slice name);

/* ---- patterns of positions and actions ------------------------------------------------------- */

/*
 * A pattern of positions: XFEN with wildcards (xpgn-grep(1)). Immutable, so threads may share it.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_pattern xpgn_pattern;
xpgn_status xpgn_pattern_new(xpgn_pattern **out, const char *text, xpgn_fault *fault);
void xpgn_pattern_free(xpgn_pattern *pattern);
/* False for a position on another board. */
bool xpgn_pattern_matches(const xpgn_pattern *pattern, const xpgn_ruleset *rs,
                          const xpgn_position *p);

/*
 * A condition on the numbers of pieces on the board (xpgn-grep(1), --material): "B>b P>=p+2".
 * Immutable. XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_material xpgn_material;
xpgn_status xpgn_material_new(xpgn_material **out, const char *text, xpgn_fault *fault);
void xpgn_material_free(xpgn_material *material);
/* False if the board does not exist in any game. */
bool xpgn_material_matches(const xpgn_material *material, const xpgn_position *p);

/*
 * A pattern for the first actions of a game (xpgn-grep(1), --line): "1. e4 c5 * Nc3". Immutable;
 * how far a game has matched is the caller's, as a set of places in the pattern, a bit for each.
 * XPGN_INVALID: *fault says why.
 */
typedef struct xpgn_sequence xpgn_sequence;
xpgn_status xpgn_sequence_new(xpgn_sequence **out, const char *text, xpgn_fault *fault);
void xpgn_sequence_free(xpgn_sequence *line);
/* The places before the first action. */
uint64_t xpgn_sequence_begin(const xpgn_sequence *line);
/* The places after one more action, in canonical notation; 0 if the game does not match. */
uint64_t xpgn_sequence_next(const xpgn_sequence *line, uint64_t places, xpgn_slice action);
/* True if the whole pattern has matched. */
bool xpgn_sequence_done(const xpgn_sequence *line, uint64_t places);

/* ---- queries --------------------------------------------------------------------------------- */

/* True if it asks about positions. Then evaluate it also for the start position, with a subject
   without an action. */
bool xpgn_query_wants_positions(const xpgn_query *query);
/* True if it asks how a game begins, and so needs `played` of the subject. */
bool xpgn_query_wants_line(const xpgn_query *query);
/* False if the tags and the facts of the scopes in `known`, which the subject must have, already
   rule the query out. */
bool xpgn_query_may_hold(const xpgn_query *query, const xpgn_fact_source *s, const xpgn_slice *tag,
                         uint32_t known);
/* True if it needs the notation of a step; if not, those of XPGN_BARE are enough. */
bool xpgn_query_wants_words(const xpgn_query *query);
/* True if the query is about the end of a game only, such as "mate". Then XPGN_STEP_RESULT of a
   game that was read as a whole is enough to say whether an action of it matches. */
bool xpgn_query_is_of_end(const xpgn_query *query);
bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                            const xpgn_step *result);

#endif

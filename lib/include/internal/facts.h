/* SPDX-License-Identifier: MIT */
/* Facts, patterns and queries, beyond what xpgn/facts.h has. */
#ifndef XPGN_INTERNAL_FACTS_H
#define XPGN_INTERNAL_FACTS_H

#include <xpgn/facts.h>

#include "internal/text_out.h"

/* ---- facts ----------------------------------------------------------------------------------- */

/* Appends what xpgn_fact_write does as a cell of a table. */
void xpgn_fact_cell(xpgn_row *row, const xpgn_subject *s, const xpgn_ask *ask);
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
typedef struct xpgn_line xpgn_line;
xpgn_status xpgn_line_new(xpgn_line **out, const char *text, xpgn_fault *fault);
void xpgn_line_free(xpgn_line *line);
/* The places before the first action. */
uint64_t xpgn_line_begin(const xpgn_line *line);
/* The places after one more action, in canonical notation; 0 if the game does not match. */
uint64_t xpgn_line_next(const xpgn_line *line, uint64_t places, xpgn_slice action);
/* True if the whole pattern has matched. */
bool xpgn_line_done(const xpgn_line *line, uint64_t places);

/* ---- queries --------------------------------------------------------------------------------- */

/* True if it asks about positions. Then evaluate it also for the start position, with a subject
   without an action. */
bool xpgn_query_wants_positions(const xpgn_query *query);
/* True if it asks how a game begins, and so needs `played` of the subject. */
bool xpgn_query_wants_line(const xpgn_query *query);
/* False if the tags and the facts of the scopes in `known`, which the subject must have, already
   rule the query out. */
bool xpgn_query_may_hold(const xpgn_query *query, const xpgn_subject *s, const xpgn_slice *tag,
                         uint32_t known);
/* True if it needs the notation of a step; if not, bare_steps are enough. */
bool xpgn_query_wants_words(const xpgn_query *query);
/* True if the query is about the end of a game only, such as "mate". Then XPGN_STEP_RESULT of a
   game that was read as a whole is enough to say whether an action of it matches. */
bool xpgn_query_is_of_end(const xpgn_query *query);
bool xpgn_query_matches_end(const xpgn_query *query, const xpgn_walk *walk,
                            const xpgn_step *result);

#endif

/* SPDX-License-Identifier: MIT */
/* Rulesets, positions and rolls, beyond what xpgn/rulesets.h and xpgn/play.h have. */
#ifndef XPGN_INTERNAL_RULES_H
#define XPGN_INTERNAL_RULES_H

#include <xpgn/base.h>

/* ---- rolls and results ----------------------------------------------------------------------- */

/* The fate that a sign in a roll means: 'w' wounded, 'x' removed, any other unharmed. */
xpgn_fate xpgn_fate_of(char sign);
/* The sign of a fate in a roll: 'w', 'x', or 0 for unharmed. */
char xpgn_fate_sign(xpgn_fate fate);
/* Appends scores in twelfths as a result: "1-0", "1/3-0-1/3-1/3"; "0-0" if all are 0. */
void xpgn_score_write(xpgn_buffer *b, unsigned seats, const uint8_t score[XPGN_MAX_SEATS]);

/* ---- rulesets -------------------------------------------------------------------------------- */

/* The start position; false if the ruleset has none (AS-1). */
bool xpgn_ruleset_start(const xpgn_ruleset *rs, xpgn_position *out);

/* True if the players roll off for the first turn (CC-2, the tag FirstRoll): one die each, the
   higher begins, ties are rolled again. */
bool xpgn_ruleset_rolls_off(const xpgn_ruleset *rs);
/* True if an attack is a combat; else it captures. */
bool xpgn_ruleset_fights(const xpgn_ruleset *rs);
/* True if the attacker may go on with another exchange while both live (CD-3). */
bool xpgn_ruleset_goes_on(const xpgn_ruleset *rs);
/* True if the dice of a turn say which pieces may act in it (DT-2), or how far. */
bool xpgn_ruleset_rolls_actors(const xpgn_ruleset *rs);
/* True if each game begins from its own position (C-4, AS-1), which its record must give. */
bool xpgn_ruleset_sets_up(const xpgn_ruleset *rs);

/* Appends all pairs of mechanisms, a line each: the two keys with their words, and "works" or
   "refused: " and why, separated by tabs. */
void xpgn_ruleset_pairs(xpgn_buffer *b);

/* A row of the attribute table of a ruleset; xpgn_ruleset_attribute(rs, column) names the
   columns. */
typedef struct xpgn_attributes {
    const char *name; /* "knight" */
    char letter;      /* 'N' */
    bool has_wounded; /* wounded pieces have values of their own */
    /* [0 healthy, 1 wounded][column]; INT16_MIN: none, INT16_MAX: infinite */
    int16_t value[2][8];
} xpgn_attributes;
/* Appends a piece and its square, "wounded knight c3"; with `p` NULL the piece only. */
void xpgn_piece_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                      xpgn_piece piece, xpgn_square square);
/* The name of a column (from 0), NULL past the last. */
const char *xpgn_ruleset_attribute(const xpgn_ruleset *rs, size_t column);
/* The row of a piece type; false if it has no attributes. */
bool xpgn_ruleset_attributes(const xpgn_ruleset *rs, unsigned type, xpgn_attributes *out);

/* ---- positions ------------------------------------------------------------------------------- */

/* Reads the name of a square and advances *at; XPGN_NO_SQUARE if there is none on this board. */
xpgn_square xpgn_square_take(const char **at, const char *end, const xpgn_position *p);
/* True if a plain FEN expresses the position, so that the tag is FEN and not XFEN. */
bool xpgn_position_is_plain(const xpgn_ruleset *rs, const xpgn_position *p);
/* The tag with the player's name in a game of two or four seats: "White", "Red", "Black" or
   "Green"; "Nobody" if there is no such seat. */
const char *xpgn_seat_tag(unsigned seats, unsigned seat);
/* The dots after a move number: "." or "..." with two seats, "." to "...." with four; "" if there
   is no such seat. */
const char *xpgn_turn_dots(unsigned seats, unsigned seat);
/* Appends the number of a turn with its dots, "12...". */
void xpgn_turn_write(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat);

#endif

/* SPDX-License-Identifier: MIT */
/* Rulesets made by hand, so that movement is tested without the loader. */
#ifndef XPGN_TESTS_RULES_FIXTURE_H
#define XPGN_TESTS_RULES_FIXTURE_H

#include "core/board/xfen.h"
#include "core/game/san.h"
#include "core/rules/ruleset_build.h"

#include <string.h>

enum {
    ALL_LETTERS = 0x7e,
    PROMOTIONS = 1 << XPGN_KNIGHT | 1 << XPGN_BISHOP | 1 << XPGN_ROOK | 1 << XPGN_QUEEN
};

static inline struct geometry fixture_geometry(bool wounds, enum castling_kind castling,
                                               enum held_kind held) {
    struct geometry g = {.files = 8,
                         .ranks = 8,
                         .seats = 2,
                         .wounds = wounds,
                         .en_passant = true,
                         .castling = (uint8_t)castling,
                         .held = (uint8_t)held,
                         .letters = ALL_LETTERS};
    return g;
}

/* combat-chess-2: no castling, no en passant, prisoners at the castles. */
static inline struct geometry fixture_cells(void) {
    struct geometry g = fixture_geometry(false, CASTLING_NONE, HELD_CELLS);
    const uint8_t squares[4] = {0, 7, 56, 63}, seats[4] = {0, 0, 1, 1};
    g.en_passant = false;
    memcpy(g.cell, squares, sizeof g.cell);
    memcpy(g.cell_seat, seats, sizeof g.cell_seat);
    return g;
}

/* assault-and-siege, two or four seats. */
static inline struct geometry fixture_siege(unsigned seats) {
    struct geometry g = fixture_geometry(false, CASTLING_NONE, HELD_NONE);
    g.en_passant = false;
    g.seats = (uint8_t)seats;
    g.files = g.ranks = seats == 4 ? 12 : 8;
    return g;
}

/* hit-points-chess; the king has more, so that a number may have three digits. */
static inline struct geometry fixture_hits(void) {
    static const uint8_t full[XPGN_TYPES] = {0, 1, 3, 3, 5, 9, 150};
    struct geometry g = fixture_geometry(false, CASTLING_STANDARD, HELD_NONE);
    g.hits = true;
    memcpy(g.full, full, sizeof g.full);
    return g;
}

static inline void fixture_common(xpgn_ruleset *rs) {
    static const char *const names[XPGN_TYPES] = {NULL,   "pawn",  "knight", "bishop",
                                                  "rook", "queen", "king"};
    static const char *const cites[CITE_COUNT_OF] = {
        [CITE_MOVE] = "MOVE",     [CITE_PAWN] = "PAWN",      [CITE_CASTLING] = "CASTLING",
        [CITE_SAFETY] = "SAFETY", [CITE_ATTACK] = "ATTACK",  [CITE_SHOT] = "SHOT",
        [CITE_RUN] = "RUN",       [CITE_ARRIVAL] = "ARRIVAL"};
    static const char *cite[CITE_COUNT_OF];
    memset(rs, 0, sizeof *rs);
    rs->movement = MOVEMENT_CHESS;
    rs->double_step = true;
    rs->die = 6;
    for (unsigned i = 0; i < CITE_COUNT_OF; i++)
        cite[i] = cites[i] != NULL ? cites[i] : "OTHER";
    rs->cite = cite;
    for (unsigned type = 1; type < XPGN_TYPES; type++)
        rs->piece[type].name = names[type];
    rs->piece[XPGN_PAWN].promotes_to = PROMOTIONS;
}

static inline void fixture_chess(xpgn_ruleset *rs, enum castling_kind castling) {
    fixture_common(rs);
    rs->geometry = fixture_geometry(false, castling, HELD_NONE);
    rs->safety = SAFETY_NOT_LEFT;
    rs->combat = COMBAT_CAPTURE;
    rs->arrival = ARRIVAL_PROMOTE;
    rs->no_action = DECIDE_CHECK;
}

static inline void fixture_chess_attack(xpgn_ruleset *rs, bool rescue, bool king_safety) {
    fixture_common(rs);
    rs->geometry = fixture_geometry(true, CASTLING_STANDARD, HELD_REMOVED);
    rs->safety = king_safety ? SAFETY_NO_STEP : SAFETY_NONE;
    rs->combat = COMBAT_MARGIN;
    rs->removed = REMOVED_KEPT;
    rs->arrival = rescue ? ARRIVAL_RESCUE : ARRIVAL_STAY;
    rs->no_action = DECIDE_POINTS;
    derive_contest(rs);
}

static inline void fixture_five_dice(xpgn_ruleset *rs, bool shooting, bool suicide_run) {
    static const int16_t ratings[XPGN_TYPES] = {0, 1, 3, 3, 2, 5, 0};
    fixture_common(rs);
    rs->geometry = fixture_geometry(false, CASTLING_STANDARD, HELD_NONE);
    rs->safety = SAFETY_NONE;
    rs->combat = COMBAT_POOLS;
    rs->arrival = ARRIVAL_PROMOTE;
    rs->shooting = shooting;
    rs->suicide_run = suicide_run;
    derive_contest(rs);
    for (unsigned type = 1; type < XPGN_TYPES; type++) {
        rs->piece[type].attack[0] = rs->piece[type].attack[1] = ratings[type];
        rs->piece[type].shoots = rs->piece[type].runs = type != XPGN_KING;
    }
}

/* The rulesets of chess movement with all their options. */
enum { RULESETS = 10 };

static inline void fixture_numbered(xpgn_ruleset *rs, int i) {
    if (i < 2)
        fixture_chess(rs, i == 0 ? CASTLING_STANDARD : CASTLING_960);
    else if (i < 6)
        fixture_chess_attack(rs, (i & 1) != 0, (i & 2) != 0);
    else
        fixture_five_dice(rs, (i & 1) != 0, (i & 2) != 0);
}

static inline bool fixture_position(const xpgn_ruleset *rs, const char *fen, xpgn_position *p) {
    return xfen_read((xpgn_slice){fen, strlen(fen)}, 0, &rs->geometry, p, NULL);
}

#endif

/* SPDX-License-Identifier: MIT */
/* Keys that tell whether a position has occurred before. */

#include <xpgn/rulesets.h>

#include "core/play/chess.h"

static uint64_t mix(uint64_t key, uint64_t value) {
    key = (key ^ value) * 0x9E3779B97F4A7C15u;
    return key ^ key >> 29;
}

/* True if a pawn may capture en passant, considering its king's safety. */
static bool may_capture_passing(const xpgn_ruleset *rs, const xpgn_position *p) {
    unsigned target;
    if (p->ep_square == XPGN_NO_SQUARE || rs->movement != MOVEMENT_CHESS)
        return false;
    bits pawns = chess_pawns_onto(p, p->side_to_move, p->ep_square, &target);
    struct chess_intent in = {XPGN_STEP, p->side_to_move, XPGN_PAWN, p->ep_square,
                              BIT(target) & ~BIT(p->ep_square)};
    return chess_allowed(rs, p, in, pawns) != 0;
}

static uint64_t mix_pieces(uint64_t key, const xpgn_position *p) {
    if (position_is_small(p)) {
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
            key = mix(key, p->type[type]);
        return mix(mix(key, p->seat[0]), p->wounded);
    }
    for (unsigned sq = 0; sq < position_squares(p); sq++)
        key = mix(key, p->at[sq] + 1u);
    return key;
}

/* Hit points left, eight squares at a time. */
static uint64_t mix_hits(uint64_t key, const xpgn_position *p) {
    for (size_t sq = 0; sq < sizeof p->hits.left; sq += sizeof key) {
        uint64_t hits;
        memcpy(&hits, p->hits.left + sq, sizeof hits);
        key = mix(key, hits);
    }
    return key;
}

uint64_t xpgn_position_key(const xpgn_ruleset *rs, const xpgn_position *p) {
    if (!position_fits(p, &rs->geometry))
        return 0;
    uint64_t key = mix_pieces(p->side_to_move + 1u, p);
    for (unsigned seat = 0; seat < 2; seat++)
        key = mix(key, (uint64_t)p->castle[seat][0] << 8 | p->castle[seat][1]);
    key = mix(key, p->ep_files);
    key = mix(key, may_capture_passing(rs, p) ? p->ep_square + 1u : 0);
    for (unsigned i = 0; i < 4 && rs->removed != REMOVED_GONE; i++) {
        uint64_t held;
        memcpy(&held, p->held[i], sizeof held);
        key = mix(key, held);
    }
    if (rs->geometry.hits)
        key = mix_hits(key, p);
    return mix(key, p->seats > 2 ? p->alive : 0);
}

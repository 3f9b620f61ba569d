/* SPDX-License-Identifier: MIT */
/* Combats without a position: two pieces and their support. */
#include "core/base/fault.h"
#include "core/base/option_struct.h"
#include "core/play/chess.h"
#include "core/play/combat.h"
#include "core/play/support.h"
#include "internal/chance.h"

enum { MOST_SUPPORT = 1000 };

static const char *name_of(const xpgn_ruleset *rs, xpgn_piece piece) {
    const char *name = rules_of(rs, piece)->name;
    return name != NULL ? name : "piece";
}

static bool is_piece(const xpgn_ruleset *rs, xpgn_piece piece, xpgn_fault *fault) {
    if (XPGN_TYPE_OF(piece) >= XPGN_TYPES || XPGN_TYPE_OF(piece) == XPGN_NO_TYPE ||
        XPGN_SEAT_OF(piece) >= rs->geometry.seats || rules_of(rs, piece)->name == NULL)
        return fault_set(fault, "%s has no such piece", rs->title);
    if (XPGN_IS_WOUNDED(piece) && !rs->geometry.wounds)
        return fault_set(fault, "pieces of %s are not wounded", rs->title);
    return true;
}

/* True if pieces of that type can fight in this kind of attack. */
static bool may_fight(const xpgn_ruleset *rs, const xpgn_matchup *m, xpgn_fault *fault) {
    for (unsigned i = 0; i < 2; i++)
        if (rules_of(rs, m->piece[i])->immobile)
            return fault_set(fault, "a %s never fights [%s]", name_of(rs, m->piece[i]),
                             rs->cite[CITE_IMMOBILE]);
    if (rs->safety == SAFETY_NOT_LEFT && XPGN_TYPE_OF(m->piece[1]) == XPGN_KING)
        return fault_set(fault, "a king cannot be attacked [%s]", rs->cite[CITE_SAFETY]);
    if (m->kind == XPGN_SHOT && !chess_may_shoot(rs, m->piece[0]))
        return fault_set(fault, "a %s cannot shoot [%s]", name_of(rs, m->piece[0]),
                         rs->cite[CITE_SHOT]);
    if (m->kind == XPGN_RUN && !chess_may_run(rs, m->piece[0], m->piece[1]))
        return fault_set(fault, "a %s cannot make a suicide run on a %s [%s]",
                         name_of(rs, m->piece[0]), name_of(rs, m->piece[1]), rs->cite[CITE_RUN]);
    return true;
}

static bool is_en_passant(const xpgn_ruleset *rs, const xpgn_matchup *m, xpgn_fault *fault) {
    bool pawns = XPGN_TYPE_OF(m->piece[0]) == XPGN_PAWN && XPGN_TYPE_OF(m->piece[1]) == XPGN_PAWN;
    if (!rs->geometry.en_passant)
        return fault_set(fault, "%s has no en passant", rs->title);
    return (pawns && m->kind == XPGN_ATTACK) ||
           fault_set(fault, "only a pawn attacks en passant, and only a pawn");
}

static bool is_combat(const xpgn_ruleset *rs, const xpgn_matchup *m, xpgn_fault *fault) {
    if (attacks_capture(rs))
        return fault_set(fault, "%s has no combat", rs->title);
    if (m->kind != XPGN_ATTACK && m->kind != XPGN_SHOT && m->kind != XPGN_RUN)
        return fault_set(fault, "not a kind of attack");
    return is_piece(rs, m->piece[0], fault) && is_piece(rs, m->piece[1], fault) &&
           may_fight(rs, m, fault) && (!m->en_passant || is_en_passant(rs, m, fault));
}

/* Sums what the supporters of a side give; false if one of them is not a piece of the game. */
static bool sum_support(const xpgn_ruleset *rs, const xpgn_matchup *m, unsigned side,
                        xpgn_combatant *c, xpgn_fault *fault) {
    long sum = m->support[side];
    for (size_t i = 0; m->supporter[side] != NULL && i < m->supporters[side]; i++) {
        xpgn_piece piece = m->supporter[side][i];
        if (!is_piece(rs, piece, fault))
            return false;
        int gives = combat_adds_neighbours(rs) ? piece_value(rs, piece)->attack
                                               : supporter_gives(rs, piece, c->piece);
        sum += gives > 0 ? gives : 0;
        c->count = (uint8_t)(c->count + (gives > 0 && c->count < UINT8_MAX));
    }
    if (sum < 0 || sum > MOST_SUPPORT)
        return fault_set(fault, "a support of %ld is out of range", sum);
    c->support = (int16_t)sum;
    return true;
}

/* True if the combat can take place with this support. */
static bool is_possible(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_fault *fault) {
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    bool supported = at->support > 0 || df->support > 0;
    if (supported && (rs->support == SUPPORT_NONE || !combat_takes_support(rs, facts)))
        return fault_set(fault, "there is no support in this combat [%s]", facts->rule);
    if (combat_counts_highest(rs) && combat_need(rs, facts) == 0 &&
        (at->base + at->support > XPGN_MAX_DICE || df->base + df->support > XPGN_MAX_DICE))
        return fault_set(fault, "more than %d dice", XPGN_MAX_DICE);
    if (!combat_adds_neighbours(rs))
        return true;
    if (df->support > 0)
        return fault_set(fault, "there is no support of a defender [%s]", facts->rule);
    return adjacent_suffices(at->base, at->base + at->support, df->base) ||
           fault_set(fault, "%s: found an attack of %d with support %d, expected more than %d [%s]",
                     at->base < 1 ? "only a piece that gives takes" : "too weak", at->base,
                     at->support, df->base, facts->rule);
}

xpgn_status xpgn_combat_of_types(const xpgn_ruleset *rs, const xpgn_matchup *matchup,
                                 xpgn_facts *facts, xpgn_fault *fault) {
    xpgn_matchup m;
    xpgn_facts f = {.action = {.to = 1, .target = 1, .drop = XPGN_NO_SQUARE}, .margin = 0};
    if (!options_read(&m, sizeof m, matchup)) {
        fault_set(fault, "not a matchup");
        return XPGN_INVALID;
    }
    if (!is_combat(rs, &m, fault))
        return XPGN_INVALID;
    f.action.kind = (uint8_t)m.kind;
    f.action.target = m.en_passant ? 2 : 1;
    for (unsigned i = 0; i < 2; i++) {
        f.side[i] = (xpgn_combatant){.total = -1, .cell = XPGN_NO_SQUARE};
        f.side[i].piece = XPGN_PIECE(i, m.piece[i] & (XPGN_WOUNDED | 7u));
        f.side[i].square = i == 0 ? 0 : f.action.target;
        if (!sum_support(rs, &m, i, &f.side[i], fault))
            return XPGN_INVALID;
    }
    f.action.piece = f.side[0].piece;
    combat_prepare_pieces(rs, &f);
    if (!is_possible(rs, &f, fault))
        return XPGN_INVALID;
    *facts = f;
    return XPGN_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * Legality with queen lines of exact length (CC), for the referee and the fast path. The pieces on
 * `from` must be of the side to move.
 */
#ifndef XPGN_PLAY_QUEEN_LINE_H
#define XPGN_PLAY_QUEEN_LINE_H

#include "core/board/board_lines.h"
#include "core/play/movement.h"
#include "core/play/play_action.h"

#include <string.h>

/* CC-4: true if the step is legal with the turn roll. */
static inline bool line_step_legal(const xpgn_ruleset *rs, const struct state *s,
                                   const xpgn_action *a) {
    const xpgn_position *p = &s->position;
    const struct piece_rules *own = rules_of(rs, a->piece);
    const struct queen_line *line = queen_line(a->from, a->to);
    unsigned roll = s->turn.roll;
    if (!turn_may_choose(&s->turn) || roll == 0 || line->length != roll || own->immobile ||
        p->at[a->to] != 0)
        return false;
    bits between = line->between << (a->from < a->to ? a->from : a->to);
    return (between & position_occupied(p)) == 0 || own->leaps;
}
/* CC-6: true if the piece on `from` may challenge the one on `target`. */
static inline bool line_challenge(const xpgn_ruleset *rs, const struct state *s, xpgn_square from,
                                  xpgn_square target) {
    const xpgn_position *p = &s->position;
    const struct turn *t = &s->turn;
    bool open = turn_may_choose(t) || (t->stage == STAGE_MOVED && t->actor == from);
    return open && t->roll == 0 && is_enemy(p, target) && (king_attacks(from) & BIT(target)) != 0 &&
           !rules_of(rs, p->at[from])->immobile && !rules_of(rs, p->at[target])->immobile;
}

enum { NO_CELL = 4 };

/* The cell of the enemy castle on sq; NO_CELL if there is none. */
static inline unsigned enemy_cell(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square sq) {
    unsigned cell = cell_of(rs, sq);
    bool held = rs->geometry.held == HELD_CELLS && rs->geometry.cell[cell] == sq;
    return held && rs->geometry.cell_seat[cell] != p->side_to_move && is_enemy(p, sq) ? cell
                                                                                      : NO_CELL;
}

/* True if the cell holds a prisoner. */
static inline bool cell_is_used(const xpgn_position *p, unsigned cell) {
    uint64_t held; /* held[0] and held[7] are always 0 */
    _Static_assert(sizeof held == sizeof p->held[0], "a cell is one word");
    memcpy(&held, p->held[cell], sizeof held);
    return held != 0;
}

/* CC-10: true if the piece on `from` may try to free a prisoner from the castle on `target`. */
static inline bool line_release(const xpgn_ruleset *rs, const struct state *s, xpgn_square from,
                                xpgn_square target) {
    const xpgn_position *p = &s->position;
    unsigned cell = enemy_cell(rs, p, target);
    return turn_may_choose(&s->turn) && s->turn.roll == 0 && rs->release_reach != 0 &&
           cell != NO_CELL && (king_attacks(from) & BIT(target)) != 0 &&
           !rules_of(rs, p->at[from])->immobile && !turn_has_moved(&s->turn, from) &&
           cell_is_used(p, cell) && (king_attacks(target) & ~position_occupied(p)) != 0;
}

#endif

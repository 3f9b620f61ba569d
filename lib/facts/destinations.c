/* SPDX-License-Identifier: MIT */
/* Where a piece may go, and what it may attack. */
#include "core/play/movement.h"
#include "core/play/play_action.h"
#include "internal/chance.h"

/* How a square has been listed already. */
enum { AT_WILL = 1, BY_ROLL = 2 };

struct destination_list {
    xpgn_destination *list;
    size_t capacity, count;
    uint8_t seen[XPGN_MAX_SQUARES];
};

static void add_destination(struct destination_list *f, xpgn_square sq, bool attack,
                            unsigned roll) {
    unsigned bit = roll != 0 ? BY_ROLL : AT_WILL;
    if (sq == XPGN_NO_SQUARE || (f->seen[sq] & bit) != 0)
        return;
    f->seen[sq] |= (uint8_t)bit;
    if (f->count < f->capacity)
        f->list[f->count] = (xpgn_destination){sq, (uint8_t)roll, attack};
    f->count++;
}

/* Adds the target of an attack, and the destination unless the piece itself stays (a shot) or it is
   that of a new pawn. */
static void add_action(struct destination_list *f, const xpgn_action *a, unsigned roll) {
    if (action_fights(a))
        add_destination(f, a->target, true, roll);
    if (a->to != a->target && a->kind != XPGN_REINFORCE)
        add_destination(f, a->to, false, roll);
}

/* The position with the piece's side to move. */
static struct state its_turn(const xpgn_position *p, xpgn_square from) {
    struct state s = {.position = *p};
    if (XPGN_SEAT_OF(p->at[from]) != p->side_to_move) {
        s.position.ep_square = XPGN_NO_SQUARE;
        s.position.ep_files = 0;
    }
    s.position.side_to_move = (uint8_t)XPGN_SEAT_OF(p->at[from]);
    return s;
}

size_t xpgn_destinations(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                         xpgn_destination *list, size_t capacity) {
    struct destination_list f = {.list = list, .capacity = capacity};
    xpgn_action all[MOST_ACTIONS];
    if (!position_fits(p, &rs->geometry) || from >= position_squares(p) || p->at[from] == 0)
        return 0;
    struct state s = its_turn(p, from);
    unsigned rolls = rs->turn == TURN_CHOICE ? rs->die : 0;
    for (unsigned roll = 0; roll <= rolls; roll++) {
        s.turn.roll = (uint8_t)roll;
        size_t count = movement_actions(rs, &s, all, MOST_ACTIONS);
        for (size_t i = 0; i < count && i < MOST_ACTIONS; i++)
            if (all[i].from == from)
                add_action(&f, &all[i], roll);
    }
    return f.count;
}

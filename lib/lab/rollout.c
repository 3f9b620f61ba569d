/* SPDX-License-Identifier: MIT */
/* Games played on from a position. Results of actions are drawn by their chances. */
#include "lab/equity.h"

enum { LONGEST = 200, MOST_STEPS = 4 * LONGEST };

/* A number from 0 to 1. */
static double lot(const xpgn_equity *e) {
    return e->options.draw(e->options.data, 1u << 31) / (double)(1u << 31);
}

static bool throw_action(xpgn_equity *e, xpgn_play *play, const xpgn_action *a) {
    struct branch list[MOST_BRANCHES];
    unsigned count = branch_action(&e->search.scale, play, a, list), i = 0;
    double left = lot(e);
    while (i + 1 < count && left >= list[i].chance)
        left -= list[i++].chance;
    if (count > 0)
        *play = list[i].play;
    return count > 0;
}

static unsigned draw_die(void *equity, unsigned faces) {
    const xpgn_equity *e = equity;
    return 1 + e->options.draw(e->options.data, faces);
}

static void throw_turn(xpgn_equity *e, xpgn_play *play) {
    xpgn_turn_dice rolled;
    (void)xpgn_play_throw_turn(play, draw_die, e, &rolled);
}

/* One action, roll or end of a turn; false: it cannot go on. */
static bool rollout_goes_on(xpgn_equity *e, xpgn_play *play) {
    if (xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_MUST) {
        throw_turn(e, play);
        return true;
    }
    size_t count = xpgn_play_actions(play, e->action, MOST_ACTIONS);
    count = count < MOST_ACTIONS ? count : MOST_ACTIONS;
    if (count == 0 && xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_NONE)
        return xpgn_play_end(play) == XPGN_OK;
    int choice =
        xpgn_player_choose(e->player, play, e->action, count, e->options.draw, e->options.data);
    if (choice == XPGN_PLAYER_END)
        return xpgn_play_end(play) == XPGN_OK;
    if (choice != XPGN_PLAYER_ROLL)
        return throw_action(e, play, &e->action[choice]);
    throw_turn(e, play);
    return true;
}

static double play_out(xpgn_equity *e, xpgn_play play, unsigned seat) {
    bool open = true;
    for (unsigned i = 0; i < MOST_STEPS && open && !play.outcome.over; i++)
        open = rollout_goes_on(e, &play);
    return evaluate(&e->search.scale, &play, seat);
}

double rollout(xpgn_equity *e, const xpgn_play *from, unsigned seat) {
    double sum = 0;
    for (uint32_t i = 0; i < e->options.rollouts; i++)
        sum += play_out(e, *from, seat);
    return sum / e->options.rollouts;
}

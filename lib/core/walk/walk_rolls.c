/* SPDX-License-Identifier: MIT */
/* Dice in commands and tags. */
#include <xpgn/play.h>

#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/game/roll_compare.h"
#include "core/text/announced_action.h"
#include "core/walk/walk_state.h"

void walk_put_dice(xpgn_buffer *b, const xpgn_roll *roll) {
    xpgn_roll dice;
    roll_reduce(roll, ROLL_DICE, &dice);
    xpgn_roll_write(b, &dice);
}

/* True if some die of the game has each face: at most one finding. */
static bool faces_exist(xpgn_walk *w, const xpgn_roll_side *side, xpgn_place place) {
    for (unsigned i = 0; i < side->dice_count; i++)
        if (!compare_face(w->ruleset->most_faces, side->dice[i], place, &w->log))
            return false;
    return true;
}

void walk_check_annulled(xpgn_walk *w, const struct command *c) {
    xpgn_roll roll;
    xpgn_place whole = walk_place(w, c->whole);
    struct announced a = announced_split(c->rest);
    bool good = xpgn_roll_read(a.dice, &roll) && roll_has_dice(&roll);
    if (!good)
        log_add(&w->log, D_COMMAND_FORM, whole, "expected dice in [%%annulled]");
    for (unsigned n = 0; good && n < 2u * roll.exchanges; n++)
        good = faces_exist(w, &roll.exchange[n / 2].side[n % 2], whole);
}

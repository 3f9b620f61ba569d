/* SPDX-License-Identifier: MIT */
#include "core/base/roll_data.h"

#include "core/base/number.h"
#include "internal/rules.h"

#include <string.h>
#include <xpgn/play.h>

const char *const fate_words[XPGN_FATES + 1] = {[XPGN_FATE_UNHARMED] = "unharmed",
                                                [XPGN_FATE_WOUNDED] = "wounded",
                                                [XPGN_FATE_REMOVED] = "removed",
                                                [XPGN_FATES] = NULL};
const char fate_signs[XPGN_FATES] = {
    [XPGN_FATE_UNHARMED] = 0, [XPGN_FATE_WOUNDED] = 'w', [XPGN_FATE_REMOVED] = 'x'};

void roll_side_empty(xpgn_roll_side *side) {
    const xpgn_place none = {0, 0};
    memset(side->dice, 0, sizeof side->dice); /* in parts, each of which is a few stores */
    side->dice_place = side->count_place = side->total_place = none;
    side->lost_place = side->fate_place = none;
    roll_side_clear(side);
}

void roll_reduce(const xpgn_roll *roll, enum roll_part part, xpgn_roll *out) {
    out->exchanges = roll->exchanges;
    out->two_sides = roll->two_sides;
    out->place = roll->place;
    for (unsigned n = 0; n < 2u * roll->exchanges; n++) {
        const xpgn_roll_side *from = &roll->exchange[n / 2].side[n % 2];
        xpgn_roll_side *to = &out->exchange[n / 2].side[n % 2];
        *to = *from;
        roll_side_strip(to);
        if (part == ROLL_DICE)
            to->cell_file = XPGN_NO_SQUARE;
        else if (part == ROLL_PRISONERS && to->cell_file != XPGN_NO_SQUARE)
            to->fate = from->fate;
        out->two_sides &= n % 2 == 0 || to->dice_count > 0;
    }
}

xpgn_fate xpgn_fate_of(char sign) {
    return sign == 'x' ? XPGN_FATE_REMOVED : sign == 'w' ? XPGN_FATE_WOUNDED : XPGN_FATE_UNHARMED;
}

char xpgn_fate_sign(xpgn_fate fate) {
    return fate < XPGN_FATES ? fate_signs[fate] : 0;
}

const char *xpgn_fate_name(unsigned fate) {
    return fate < XPGN_FATES ? fate_words[fate] : NULL;
}

xpgn_turn_dice turn_dice_from(const xpgn_roll_side *side) {
    xpgn_turn_dice dice = {.count = side->dice_count};
    for (unsigned i = 0; i < side->dice_count && i < XPGN_TURN_DICE; i++)
        dice.die[i] = side->dice[i];
    return dice;
}

void xpgn_turn_dice_side(const xpgn_turn_dice *dice, xpgn_roll_side *side) {
    roll_side_empty(side);
    for (; side->dice_count < dice->count && side->dice_count < XPGN_TURN_DICE; side->dice_count++)
        side->dice[side->dice_count] = dice->die[side->dice_count];
}

struct xpgn_turn_dice_text xpgn_turn_dice_text(const xpgn_turn_dice *dice) {
    struct xpgn_turn_dice_text t = {""};
    char *c = t.text;
    for (unsigned i = 0; i < dice->count && i < XPGN_TURN_DICE; i++) {
        if (i > 0)
            *c++ = ',';
        c = number_write(c, dice->die[i]);
    }
    *c = '\0';
    return t;
}

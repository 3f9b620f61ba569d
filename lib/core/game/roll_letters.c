/* SPDX-License-Identifier: MIT */
#include "core/game/roll_letters.h"

#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/forms/scan.h"

/* The first face that names the piece of this letter; 0 if none does. */
static uint8_t face_of(const xpgn_ruleset *rs, char letter) {
    for (unsigned face = 1; face <= rs->die && face <= sizeof rs->roll.face; face++)
        if (to_lower(piece_letter(rs->roll.face[face - 1])) == to_lower(letter))
            return (uint8_t)face;
    return 0;
}

const char *roll_letters_read(const xpgn_ruleset *rs, const char *p, const char *end,
                              xpgn_turn_dice *dice) {
    *dice = (xpgn_turn_dice){0};
    const char *q = scan_blanks(p, end);
    while (turn_rolls_types(rs) && q < end && dice->count < XPGN_TURN_DICE) {
        uint8_t face = face_of(rs, *q);
        if (face == 0)
            break;
        dice->die[dice->count++] = face;
        p = q + 1;
        q = scan_blanks(p, end);
        if (q < end && *q == ',')
            q = scan_blanks(q + 1, end);
    }
    return p;
}

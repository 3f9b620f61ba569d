/* SPDX-License-Identifier: MIT */
#include "core/rules/roll_letters.h"

#include "core/base/slice.h"
#include "core/board/position.h"

/* The first face that names the piece of this letter; 0 if none does. */
static uint8_t face_of(const xpgn_ruleset *rs, char letter) {
    const char capital = letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
    for (unsigned face = 1; face <= rs->die; face++)
        if (piece_letter(rs->roll.face[face - 1]) == capital)
            return (uint8_t)face;
    return 0;
}

bool roll_letters_read(const xpgn_ruleset *rs, xpgn_slice text, xpgn_turn_dice *dice) {
    *dice = (xpgn_turn_dice){0};
    text = slice_trim(text, " \t");
    if (!turn_rolls_actors(rs))
        return false;
    for (size_t i = 0; i < text.size; i++) {
        const uint8_t face = face_of(rs, text.data[i]);
        const bool between = i > 0 && i + 1 < text.size && strchr(", ", text.data[i]) != NULL;
        if (between && text.data[i] != '\0')
            continue;
        if (face == 0 || dice->count == turn_dice(rs))
            return false;
        dice->die[dice->count++] = face;
    }
    return dice->count == turn_dice(rs);
}

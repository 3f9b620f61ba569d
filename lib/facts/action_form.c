/* SPDX-License-Identifier: MIT */
/* Whether a text is an action in canonical notation, judged without a position. */
#include <stdio.h>

#include "core/base/slice.h"
#include "core/text/action_notation.h"
#include "internal/chance.h"

/* True for a pawn move with both squares: e2e4, which means e4 if that is legal. */
static bool is_pawn_with_squares(const struct notation *n) {
    int files = n->to_file - n->from_file, ranks = n->to_rank - n->from_rank;
    return n->kind == NOTATION_MOVE && !n->letter && n->sign == SIGN_NONE && n->from_file >= 0 &&
           n->from_rank >= 0 && files >= -1 && files <= 1 && ranks >= -2 && ranks <= 2 &&
           ranks != 0 && (files == 0 || ranks == 1 || ranks == -1);
}

static void say_pawn(const struct notation *n, xpgn_fault *fault) {
    char from[3] = {(char)('a' + n->from_file), 'x', '\0'};
    snprintf(fault->text, sizeof fault->text, "not in canonical notation: write %s%c%d",
             n->from_file == n->to_file ? "" : from, 'a' + n->to_file, n->to_rank + 1);
}

xpgn_status xpgn_action_form(xpgn_slice text, xpgn_fault *fault) {
    struct notation n = {.kind = NOTATION_PASS};
    text = slice_given(text);
    fault->place = (xpgn_place){0, (uint32_t)text.size};
    if (!notation_read(text, &n))
        snprintf(fault->text, sizeof fault->text, "not an action in canonical notation");
    else if (is_pawn_with_squares(&n))
        say_pawn(&n, fault);
    else if (!n.canonical)
        snprintf(fault->text, sizeof fault->text, "an action, but not in canonical notation");
    else
        return XPGN_OK;
    return XPGN_INVALID;
}

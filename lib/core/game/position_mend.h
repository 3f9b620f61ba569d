/* SPDX-License-Identifier: MIT */
/* Positions in another form that leaves no doubt: "w - - 0 0;". */
#ifndef XPGN_GAME_POSITION_MEND_H
#define XPGN_GAME_POSITION_MEND_H

#include "core/board/xfen.h"

struct mended_field {
    enum diag code;
    const char *what;
    xpgn_slice was; /* a part of the text; empty: missing there */
    xpgn_slice is;  /* empty: it does not belong there */
};

struct position_mend {
    char text[256]; /* the position as it is meant */
    size_t size;
    struct mended_field list[8]; /* what differs, in the order of the text */
    unsigned count;
    char rights[16], missing[24]; /* texts of the list */
};

/*
 * Finds the position that a text without a valid one means, if only one can be meant: signs at its
 * ends, a capital letter for the side to move, rights without their rook, an en passant square that
 * cannot be, missing or impossible fields behind the side to move. False if there is none, or
 * nothing of the kind. The result may still be no position of the game. `number`: of the first
 * turn, for a position that does not give it.
 */
bool position_mend(struct position_mend *m, xpgn_slice text, const struct geometry *g,
                   uint32_t number);

#endif

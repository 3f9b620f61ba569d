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

/* What is known beside the text. */
struct position_clue {
    uint32_t number; /* of the turn that the moves begin with; 0: unknown */
    int seat;        /* whose turn that is; -1: unknown */
    bool one_home;   /* no game has castling from other squares */
};

struct position_mend {
    char text[256]; /* the position as it is meant */
    size_t size;
    struct mended_field list[12]; /* what differs, in the order of the text */
    unsigned count;
    /* If there is none: the castling rights, if they are those of a game in which king and rooks
       begin on other squares; what only another game has, and its name. */
    xpgn_slice shuffled, other;
    const char *game;
    char rights[16], square[2], missing[40]; /* texts of the list */
};

/*
 * Finds the position that a text means of which the placement can be read, and which is of the
 * board `g`: each field behind the placement that is missing, unreadable or impossible has one
 * value that it must mean, or that changes nothing. False if there is none. The result may still be
 * no position of the game.
 */
bool position_mend(struct position_mend *m, xpgn_slice text, const struct geometry *g,
                   struct position_clue clue);
enum { MENDED_SAID = 320 };
/* Says what is wrong with a field, and what it is read as. */
void mended_field_say(const struct mended_field *field, char text[MENDED_SAID]);
/* True if a position that xfen_read can read has six fields, its rights in the order KQkq, and a
   clock that may be. */
bool position_is_in_form(xpgn_slice text, const xpgn_position *p);

#endif

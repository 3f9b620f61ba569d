/* SPDX-License-Identifier: MIT */
/* Syntax of action tokens, independent of any position. */
#ifndef XPGN_TEXT_ACTION_NOTATION_H
#define XPGN_TEXT_ACTION_NOTATION_H

#include <xpgn/base.h>

enum notation_kind {
    NOTATION_MOVE,    /* Nf3, exd5, e2-e4, Bsd7, Bxxd7, Nc3xc5=Q */
    NOTATION_SHORT,   /* O-O, 0-0 */
    NOTATION_LONG,    /* O-O-O, 0-0-0 */
    NOTATION_PASS,    /* -- */
    NOTATION_DROP,    /* K@d4, P@b1: `type` and `to` */
    NOTATION_DECLINE, /* K@- */
    NOTATION_AT       /* Nb2@a1, b2@a1: `from` (a full square) and `to` */
};

enum notation_sign { SIGN_NONE, SIGN_DASH, SIGN_CAPTURE, SIGN_SHOT, SIGN_RUN }; /* - x s xx */

struct notation {
    enum notation_kind kind;
    enum notation_sign sign;
    uint8_t type;     /* xpgn_type; a pawn if there is no letter; 0 for castling and -- */
    bool letter;      /* a piece letter was written */
    int8_t from_file; /* -1: not given */
    int8_t from_rank;
    int8_t to_file; /* always given for MOVE, DROP, AT */
    int8_t to_rank;
    uint8_t promotion; /* xpgn_type, 0 none */
    char mark;         /* '+', '#' or 0 ("++" is '+') */
    bool canonical;    /* no variant spelling (0-0, e8Q, e.p.) */
};

/*
 * Reads an action token. Piece letters are K Q R B N P (upper case), files a-l, ranks 1-12; "e.p."
 * after a capture is ignored. In ambiguous cases ("Bb1", "a11") the rank is the longest that leaves
 * a square. False if the token is not an action.
 */
bool notation_read(xpgn_slice text, struct notation *n);
/* True if dice may follow it: an attack, teleport or escape attempt. A die after any other action
   is the turn roll of the next. */
bool notation_fights(const struct notation *n);

#endif

/* SPDX-License-Identifier: MIT */
/* Bytes of one game to tokens. */
#ifndef XPGN_TEXT_LEX_H
#define XPGN_TEXT_LEX_H

#include "base/log.h"

enum token_kind {
    TOKEN_END,     /* no more bytes */
    TOKEN_TAG,     /* [Name "value"]; name and value are set */
    TOKEN_NUMBER,  /* 12 or 12. or 12...; number and dots are set */
    TOKEN_WORD,    /* an action as written, without its ! ? suffix: Nf3, e8=Q+, --, O-O, K@d4 */
    TOKEN_NAG,     /* $7, !, ?!; number is set */
    TOKEN_COMMENT, /* {...} : text is what stands between the braces */
    TOKEN_LINE,    /* ;... : text is the rest of the line */
    TOKEN_ROLL,    /* <...> : text is what stands between the brackets */
    TOKEN_OPEN,    /* ( */
    TOKEN_CLOSE,   /* ) */
    TOKEN_RESULT   /* 1-0 0-1 1/2-1/2 * and the four-seat forms; Unicode dashes and halves taken */
};

struct token {
    enum token_kind kind;
    xpgn_place place; /* the whole token */
    xpgn_slice text;
    xpgn_slice name;        /* TOKEN_TAG */
    xpgn_place value_place; /* TOKEN_TAG: of the value between the quotes */
    uint32_t number;        /* TOKEN_NUMBER, saturated; TOKEN_NAG */
    uint8_t
        dots; /* TOKEN_NUMBER: as many as stand there, also after spaces ("1 ..."), capped at 255 */
};

/* A lexer is a cursor; faults go to its log (L- codes), and it goes on after each. */
struct lex {
    xpgn_slice text;
    size_t at;
    struct xpgn_log *log;
    bool dice;     /* the game has rolls: what only looks like one is told of as one */
    bool open;     /* the text ended in a comment that is never closed */
    size_t looked; /* bytes looked through for the ends of comments that stand in comments */
};

void lex_begin(struct lex *lx, xpgn_slice text, struct xpgn_log *log);
/* The next token. Bytes that are no token are one finding a run and are passed over. */
void lex_next(struct lex *lx, struct token *token);

/* Scores in twelfths of a result text, seats of them; false if it is not one for so many seats.
   "*" gives all zeros. Accepts the Unicode forms TOKEN_RESULT accepts. */
bool result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]);
/* True if the text is a result of any number of seats (2 or 4) or "*". */
bool result_is(xpgn_slice text);
/* Canonical text of a score ("1-0", "1/2-1/2", "0-1-0-0", "*"); text[24]. */
void result_write(const uint8_t score[XPGN_MAX_SEATS], unsigned seats, char text[24]);

#endif

/* SPDX-License-Identifier: MIT */
/* The lexer: splits the text of one game into tokens. */
#ifndef XPGN_TEXT_LEX_H
#define XPGN_TEXT_LEX_H

#include "core/base/log.h"

enum token_kind {
    TOKEN_END,     /* end of the text */
    TOKEN_TAG,     /* [Name "value"]; name and value are set */
    TOKEN_NUMBER,  /* 12 or 12. or 12...; number and dots are set */
    TOKEN_WORD,    /* an action as written, without its ! ? suffix: Nf3, e8=Q+, --, O-O, K@d4 */
    TOKEN_NAG,     /* $7, !, ?!; number is set */
    TOKEN_COMMENT, /* {...}; text is what is between the braces */
    TOKEN_LINE,    /* ;...; text is the rest of the line */
    TOKEN_ROLL,    /* <...>; text is what is between the brackets */
    TOKEN_OPEN,    /* ( */
    TOKEN_CLOSE,   /* ) */
    TOKEN_RESULT /* 1-0 0-1 1/2-1/2 * and four-seat results, also with Unicode dashes and half signs
                  */
};

struct token {
    enum token_kind kind;
    xpgn_place place; /* the whole token */
    xpgn_slice text;
    xpgn_slice name;        /* TOKEN_TAG, as the format spells it */
    xpgn_place value_place; /* TOKEN_TAG: the value without its quotes */
    bool folded;            /* TOKEN_TAG: the value has a line break */
    bool settled;           /* TOKEN_TAG: it is in a form that means something else */
    uint32_t number;        /* TOKEN_NUMBER, saturated; TOKEN_NAG */
    uint8_t dots; /* TOKEN_NUMBER: dots after it, also after spaces ("1 ..."), at most 255 */
};

/* A cursor over the text of a game. Faults are logged (L- codes) and lexing continues after
   them. */
struct lex {
    xpgn_slice text;
    size_t at;
    struct log *log;
    bool inside;       /* the text begins inside a line, where % does not begin an escape line */
    bool dice;         /* the game has dice: report text that looks like a roll */
    bool open;         /* the text ended inside a comment */
    bool head;         /* the tag pairs are read: words among them are comments (L-18) */
    bool tagged;       /* there was a tag pair */
    size_t words;      /* the end of the words among them that were seen */
    xpgn_place unread; /* the last isolated run of bytes that form no token, which may have been
                          meant as one; length 0: none */
    size_t looked;     /* bytes searched so far for the ends of nested comments */
};

/* Starts at the first byte of `text`; tokens point into it. */
void lex_begin(struct lex *lx, xpgn_slice text, struct log *log);
/* Returns the next token. Each run of bytes that form no token is one finding and is skipped. */
void lex_next(struct lex *lx, struct token *token);
/* The value of a tag as it is meant: in one line, and in PGN's form. "" if memory runs out. */
xpgn_slice lex_tag_value(struct arena *arena, const struct token *t);

#endif

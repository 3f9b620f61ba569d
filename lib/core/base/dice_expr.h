/* SPDX-License-Identifier: MIT */
/* Dice as people write them: d6, 2d6+1, d12+d4, d8-1. Their form, and the faces of each die. */
#ifndef XPGN_BASE_DICE_EXPR_H
#define XPGN_BASE_DICE_EXPR_H

#include <xpgn/base.h>

enum {
    DICE_EXPR_DICE = 16,   /* dice of an expression */
    DICE_EXPR_FACES = 100, /* of a die, from 2 */
    DICE_EXPR_PIPS = 255,  /* that all its dice show together */
    DICE_EXPR_ADDS = 99,   /* its numbers together; what it shows least is not below 0 */
    DICE_EXPR_TEXT = 84    /* bytes of its text, with a NUL */
};

struct dice_expr {
    int16_t adds;                  /* the sum of its numbers */
    uint8_t count;                 /* of its dice; 0: none */
    uint8_t faces[DICE_EXPR_DICE]; /* [die, in the order written]; 0 beyond `count` */
};

/* Reads an expression; `faces` are those of a d alone, 0 if it may not stand alone. NULL, or what
   is wrong with it; *e is then undefined. */
const char *dice_expr_read(const char *text, unsigned faces, struct dice_expr *e);

/* Writes it, with equal dice that follow each other as one: "2d6+1". */
void dice_expr_write(const struct dice_expr *e, char text[DICE_EXPR_TEXT]);
/* Appends the dice and numbers of another one; false if it is then more than an expression may be,
   and *e is unchanged. */
bool dice_expr_add(struct dice_expr *e, const struct dice_expr *more);

/* What they show together at most. */
static inline unsigned dice_expr_pips(const struct dice_expr *e) {
    unsigned pips = 0;
    for (unsigned i = 0; i < e->count; i++)
        pips += e->faces[i];
    return pips;
}
/* True if its dice have the same faces; so have none. */
static inline bool dice_expr_is_even(const struct dice_expr *e) {
    for (unsigned i = 1; i < e->count; i++)
        if (e->faces[i] != e->faces[0])
            return false;
    return true;
}

#endif

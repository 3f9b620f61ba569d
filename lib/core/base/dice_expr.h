/* SPDX-License-Identifier: MIT */
/*
 * Dice as people write them: d6, 2d6+1, d12+d4, d8-1. Their form, the faces of each die, and how
 * often a throw shows a number.
 */
#ifndef XPGN_BASE_DICE_EXPR_H
#define XPGN_BASE_DICE_EXPR_H

#include <xpgn/base.h>

enum {
    DICE_EXPR_DICE = 16,   /* dice of an expression */
    DICE_EXPR_FACES = 100, /* of a die, from 2 */
    DICE_EXPR_PIPS = 255,  /* that all its dice show together */
    DICE_EXPR_ADDS = 99    /* its numbers together; what it shows least is not below 0 */
};

struct dice_expr {
    int16_t adds;                  /* the sum of its numbers */
    uint8_t count;                 /* of its dice; 0: none */
    uint8_t faces[DICE_EXPR_DICE]; /* [die, in the order written]; 0 beyond `count` */
};

/* Reads an expression; `faces` are those of a d alone, 0 if it may not stand alone. NULL, or what
   is wrong with it; *e is then undefined. */
const char *dice_expr_read(const char *text, unsigned faces, struct dice_expr *e);
/* Writes it with the faces of each die, in the order written, equal ones that follow each other as
   one: "2d6+d4-1"; "0" without any dice and numbers. */
enum { DICE_EXPR_ROOM = 5 * DICE_EXPR_DICE + 4 };
void dice_expr_write(const struct dice_expr *e, char text[DICE_EXPR_ROOM]);

/* A number of ways and their share of all ways. The number is meaningless after an overflow. */
struct dice_weight {
    uint64_t ways;
    double chance;
};
/* Sets weight[n], for each n, to the throws whose dice show n together; no dice show 0 in one
   way. */
void dice_expr_weigh(const struct dice_expr *e, struct dice_weight weight[DICE_EXPR_PIPS + 1]);

/* Those of one die, of several equal ones, or of none. */
static inline struct dice_expr dice_expr_of(unsigned count, unsigned faces) {
    struct dice_expr e = {0, (uint8_t)count, {0}};
    for (unsigned i = 0; i < count && i < DICE_EXPR_DICE; i++)
        e.faces[i] = (uint8_t)faces;
    return e;
}
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

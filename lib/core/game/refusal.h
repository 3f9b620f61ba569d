/* SPDX-License-Identifier: MIT */
/* Explanations why a notation means no legal action: shared by the three movements. */
#ifndef XPGN_GAME_REFUSAL_H
#define XPGN_GAME_REFUSAL_H

#include "core/game/san.h"

/* A refused notation, and where the reason goes. */
struct question {
    const xpgn_ruleset *rs;
    const struct state *s;
    const xpgn_position *p; /* of the state */
    const struct notation *n;
    struct refusal *why;
    xpgn_square to; /* the destination of the notation; XPGN_NO_SQUARE if it is off the board */
    char goal[4];   /* its name */
};

void refuse(const struct question *q, enum cite rule, const char *format, ...) XPGN_PRINTF(3, 4);
/* Parts of the sentence, a few words each; only the last sixteen are kept. */
/* The written part of the from-square: " on the b-file", " on e2", "". */
const char *origin_words(const struct question *q);
/* "bishop on c1" */
const char *piece_words(const struct question *q, unsigned sq);
/* The same for a piece of the side to move, "black bishop on c1" for another's. */
const char *words_of(const struct question *q, xpgn_square sq);
/* "c1" */
const char *square_words(const struct question *q, unsigned sq);
const char *seat_words(const struct question *q, unsigned seat);
/* "bishop"; "piece" for a type that the game does not have */
const char *type_words(const struct question *q, unsigned type);

#endif

/* SPDX-License-Identifier: MIT */
/* Why a notation says no legal action: what the three movements need to say it in words. */
#ifndef XPGN_GAME_REFUSAL_H
#define XPGN_GAME_REFUSAL_H

#include "game/san.h"

/* A notation that was refused, and where the reason goes. */
struct question {
    const xpgn_ruleset *rs;
    const struct state *s;
    const xpgn_position *p; /* of the state */
    const struct notation *n;
    struct refusal *why;
    xpgn_square to; /* where the notation goes; XPGN_NO_SQUARE: the board has none such */
    char goal[4];   /* its name */
};

void refuse(const struct question *q, enum cite rule, const char *format, ...) XPGN_PRINTF(3, 4);
/* The parts of the sentence: of few words, of which the last sixteen are kept. */
/* What the written from-square leaves: " on the b-file", " on e2", "". */
const char *origin_words(const struct question *q);
/* "bishop on c1" */
const char *piece_words(const struct question *q, unsigned sq);
/* The same for a piece of the side to move, "black bishop on c1" for another's. */
const char *words_of(const struct question *q, xpgn_square sq);
/* "c1" */
const char *square_words(const struct question *q, unsigned sq);
const char *seat_words(const struct question *q, unsigned seat);
/* "bishop", also of a type that the game does not have: then "piece" */
const char *type_words(const struct question *q, unsigned type);

#endif

/* SPDX-License-Identifier: MIT */
#include "game/refusal.h"

#include "play/action.h"

#include <stdarg.h>
#include <stdio.h>

void refuse(const struct question *q, enum cite rule, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(q->why->text, sizeof q->why->text, format, args);
    va_end(args);
    q->why->rule = q->rs->cite[rule];
}

const char *seat_words(const struct question *q, unsigned seat) {
    return xpgn_seat_name(q->p, seat);
}

const char *type_words(const struct question *q, unsigned type) {
    const char *name = type < XPGN_TYPES ? q->rs->piece[type].name : NULL;
    return name != NULL ? name : "piece";
}

char *refusal_words(const struct question *q) {
    struct refusal *why = q->why;
    return why->words[why->used++ % (sizeof why->words / sizeof *why->words)];
}

const char *square_words(const struct question *q, unsigned sq) {
    char *words = refusal_words(q);
    xpgn_square_name(q->p, (xpgn_square)sq, words);
    return words;
}

static void describe(const struct question *q, unsigned sq, char text[REFUSAL_WORDS]) {
    const xpgn_piece piece = q->p->at[sq];
    char name[4];
    xpgn_square_name(q->p, (xpgn_square)sq, name);
    if (piece == 0)
        snprintf(text, REFUSAL_WORDS, "square %s", name);
    else
        snprintf(text, REFUSAL_WORDS, "%.20s on %s", type_words(q, XPGN_TYPE_OF(piece)), name);
}

const char *piece_words(const struct question *q, unsigned sq) {
    char *words = refusal_words(q);
    describe(q, sq, words);
    return words;
}

const char *words_of(const struct question *q, xpgn_square sq) {
    if (sq >= position_squares(q->p))
        return "piece";
    if (is_own(q->p, sq))
        return piece_words(q, sq);
    char text[REFUSAL_WORDS], *words = refusal_words(q);
    bool empty = q->p->at[sq] == 0;
    describe(q, sq, text);
    snprintf(words, REFUSAL_WORDS, "%s %.36s",
             empty ? "empty" : seat_words(q, XPGN_SEAT_OF(q->p->at[sq])), text);
    return words;
}

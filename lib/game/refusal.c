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
    return name != NULL ? name : "such piece";
}

struct words square_words(const struct question *q, unsigned sq) {
    struct words w = {""};
    xpgn_square_name(q->p, (xpgn_square)sq, w.text);
    return w;
}

struct words piece_words(const struct question *q, unsigned sq) {
    struct words w;
    const char *name = rules_of(q->rs, q->p->at[sq])->name;
    snprintf(w.text, sizeof w.text, "%.20s on %.3s", name != NULL ? name : "piece",
             square_words(q, sq).text);
    return w;
}

struct words words_of(const struct question *q, xpgn_square sq) {
    struct words w = {"piece"};
    if (sq >= position_squares(q->p))
        return w;
    if (is_own(q->p, sq))
        return piece_words(q, sq);
    if (q->p->at[sq] == 0)
        snprintf(w.text, sizeof w.text, "empty square %.3s", square_words(q, sq).text);
    else
        snprintf(w.text, sizeof w.text, "%s %.36s", seat_words(q, XPGN_SEAT_OF(q->p->at[sq])),
                 piece_words(q, sq).text);
    return w;
}

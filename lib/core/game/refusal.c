/* SPDX-License-Identifier: MIT */
#include "core/game/refusal.h"

#include "core/play/play_action.h"

#include <stdarg.h>
#include <stdio.h>
#include <xpgn/rulesets.h>

void refuse(const struct question *q, enum cite rule, const char *format, ...) {
    va_list args;
    q->why->given = true;
    q->why->rule = q->rs->cite[rule];
    if (q->why->wordless)
        return;
    va_start(args, format);
    vsnprintf(q->why->text, sizeof q->why->text, format, args);
    va_end(args);
}

const char *seat_words(const struct question *q, unsigned seat) {
    return xpgn_seat_name(q->p, seat);
}

const char *type_words(const struct question *q, unsigned type) {
    return xpgn_piece_name(q->rs, type);
}

/* A few words of the sentence; the last sixteen are kept. */
XPGN_PRINTF(2, 3)
static const char *words(const struct question *q, const char *format, ...) {
    struct refusal *why = q->why;
    if (why->wordless)
        return "";
    char *text = why->words[why->used++ % (sizeof why->words / sizeof *why->words)];
    va_list args;
    va_start(args, format);
    vsnprintf(text, REFUSAL_WORDS, format, args);
    va_end(args);
    return text;
}

const char *square_words(const struct question *q, unsigned sq) {
    return words(q, "%s", square_text(q->p, sq).name);
}

const char *origin_words(const struct question *q) {
    const struct notation *n = q->n;
    if (n->from_file >= 0 && n->from_rank >= 0)
        return words(q, " on %c%d", 'a' + n->from_file, n->from_rank + 1);
    if (n->from_file >= 0)
        return words(q, " on the %c-file", 'a' + n->from_file);
    return n->from_rank >= 0 ? words(q, " on rank %d", n->from_rank + 1) : "";
}

const char *piece_words(const struct question *q, unsigned sq) {
    if (q->why->wordless)
        return "";
    return words(q, "%.20s on %s", type_words(q, XPGN_TYPE_OF(q->p->at[sq])), square_words(q, sq));
}

const char *words_of(const struct question *q, xpgn_square sq) {
    if (sq >= position_squares(q->p))
        return "piece";
    if (is_own(q->p, sq))
        return piece_words(q, sq);
    return words(q, "%s %.36s", seat_words(q, XPGN_SEAT_OF(q->p->at[sq])), piece_words(q, sq));
}

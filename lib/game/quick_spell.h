/* SPDX-License-Identifier: MIT */
/* The moves of plain chess (quick_moves.h) where each is also spelt as the standard wants it. */
#include "game/quick_moves.h"

static void say(struct run *q, char c) {
    q->spelt->text[q->spelt->size++] = c;
}

static void say_square(struct run *q, unsigned sq) {
    say(q, (char)('a' + sq % 8));
    say(q, (char)('1' + sq / 8));
}

/* `rivals`: other pieces that could go there. */
static void spell_piece(struct run *q, unsigned type, bits rivals, unsigned from, unsigned to) {
    xpgn_san *m = q->spelt;
    m->text[0] = xpgn_piece_letter((xpgn_piece)type);
    m->size = (uint8_t)(chess_write_origin(m->text + 1, rivals, from) - m->text);
    if (q->pos->at[to] != 0)
        say(q, 'x');
    say_square(q, to);
}

static void spell_pawn(struct run *q, unsigned from, unsigned to, unsigned promotion) {
    q->spelt->size = 0;
    if (from % 8 != to % 8) {
        say(q, (char)('a' + from % 8));
        say(q, 'x');
    }
    say_square(q, to);
    if (promotion != XPGN_PAWN) {
        say(q, '=');
        say(q, xpgn_piece_letter((xpgn_piece)promotion));
    }
}

/* The move is played: does it need a sign? */
static void spell_end(struct run *q) {
    const xpgn_position *p = q->pos;
    unsigned king = bits_first(p->type[XPGN_KING] & p->seat[p->turn]);
    if (attackers(p, king, p->turn ^ 1U) != 0) {
        struct state s;
        memset(&s, 0, sizeof s);
        quick_find_kings(q);
        s.position = *p;
        say(q, chess_any(q->rs, &s) ? '+' : '#');
    }
    q->spelt++;
}

/* `next`: behind it, or NULL. */
static const char *spell_castling(struct run *q, const char *s, const char *next) {
    if (next == NULL)
        return NULL;
    q->spelt->size = 0;
    for (const char *c = memcmp(s, "O-O-O", 5) == 0 ? "O-O-O" : "O-O"; *c != '\0'; c++)
        say(q, *c);
    spell_end(q);
    return next;
}

/* Moves and the result only: what is beside them needs the walk. */
static const char *spell_other(struct run *q, const char *p) {
    return *p == '*' ? quick_finish(q, p) : NULL;
}

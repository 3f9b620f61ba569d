/* SPDX-License-Identifier: MIT */
#include "core/game/longform.h"

#include <stdio.h>
#include <xpgn/rulesets.h>

/* ---- actions --------------------------------------------------------------------------------- */

size_t longform_find(const struct longform *f, const xpgn_ruleset *rs, const struct state *s,
                     const struct notation *n, bool legal, struct action_list *l) {
    const xpgn_position *p = &s->position;
    unsigned first = 0, last = position_squares(p) - 1;
    xpgn_action a;
    bool king = n->from_file < 0 && n->from_rank < 0 && n->type == XPGN_KING;
    /* if it is written in full, or is the king's, there is only one square */
    xpgn_square only = king ? p->king[p->side_to_move] : longform_from(p, n);
    if (only != XPGN_NO_SQUARE)
        first = last = only;
    for (unsigned sq = first; sq <= last; sq++) {
        if (longform_means(p, n, (xpgn_square)sq) && f->says(p, n, (xpgn_square)sq, &a) &&
            (!legal || movement_legal(rs, s, &a)))
            action_list_add(l, &a);
    }
    return l->count;
}

static char *put_square_name(char *to, const xpgn_position *p, xpgn_square sq) {
    xpgn_square_name(p, sq, to);
    return to + strlen(to);
}

void longform_name(const xpgn_position *p, const xpgn_action *a, char text[24]) {
    unsigned type = XPGN_TYPE_OF(a->piece);
    bool jumps = a->kind == XPGN_TELEPORT || a->kind == XPGN_ROUTE;
    char *to = text;
    if (a->kind == XPGN_PASS) {
        memcpy(text, "--", 3);
        return;
    }
    if (type > XPGN_PAWN)
        *to++ = xpgn_piece_letter((xpgn_piece)type);
    if (!jumps)
        to = put_square_name(to, p, a->from);
    *to++ = a->kind == XPGN_STEP ? '-' : a->kind == XPGN_ATTACK ? 'x' : '@';
    to = put_square_name(to, p, a->kind == XPGN_RELEASE ? a->target : a->to); /* "-": declined */
    if (a->promotion != 0 && a->kind == XPGN_ATTACK) {
        *to++ = '=';
        *to++ = xpgn_piece_letter(a->promotion);
    }
    *to = '\0';
}

/* ---- refusals -------------------------------------------------------------------------------- */

bool refuse_chess(const struct question *q) {
    enum notation_kind kind = q->n->kind;
    enum notation_sign sign = q->n->sign;
    bool castles = kind == NOTATION_SHORT || kind == NOTATION_LONG;
    bool shot = kind == NOTATION_MOVE && sign == SIGN_SHOT;
    bool run = kind == NOTATION_MOVE && sign == SIGN_RUN;
    if (castles)
        refuse(q, CITE_CASTLING, "this game has no castling");
    else if (shot || run)
        refuse(q, shot ? CITE_SHOT : CITE_RUN, "this game has no shooting and no suicide run");
    return castles || shot || run;
}

/* Refuses a notation that no piece fits. */
static void refuse_nobody(const struct question *q, enum cite rule) {
    const xpgn_position *p = q->p;
    xpgn_square from = longform_from(p, q->n);
    const char *origin = origin_words(q), *type = type_words(q, q->n->type);
    if (from == XPGN_NO_SQUARE)
        refuse(q, rule, "%s has no %s%s", seat_words(q, p->side_to_move), type,
               origin[0] != '\0' ? origin : " on the board");
    else if (p->at[from] == 0)
        refuse(q, rule, "there is no piece%s", origin);
    else if (!is_own(p, from))
        refuse(q, rule, "the %s cannot act: it is the turn of %s", words_of(q, from),
               seat_words(q, p->side_to_move));
    else
        refuse(q, rule, "the piece%s is a %s, not a %s", origin,
               type_words(q, XPGN_TYPE_OF(p->at[from])), type);
}

xpgn_square refuse_actor(const struct question *q, enum cite rule) {
    const xpgn_position *p = q->p;
    xpgn_square to = q->to, best = XPGN_NO_SQUARE;
    if (q->n->kind != NOTATION_DECLINE && to == XPGN_NO_SQUARE) {
        refuse(q, rule, "the board has no square %c%d", 'a' + q->n->to_file, q->n->to_rank + 1);
        return XPGN_NO_SQUARE;
    }
    for (unsigned i = 0; i < position_squares(p); i++) {
        xpgn_square sq = (xpgn_square)i;
        if (!longform_means(p, q->n, sq))
            continue;
        if (best == XPGN_NO_SQUARE ||
            (to != XPGN_NO_SQUARE && square_distance(p, sq, to) < square_distance(p, best, to)))
            best = sq;
    }
    if (best == XPGN_NO_SQUARE)
        refuse_nobody(q, rule);
    return best;
}

/* Several legal actions fit: says so and returns true. */
static bool refuse_ambiguous(const struct longform *f, const struct question *q) {
    xpgn_action found[SUGGESTIONS];
    struct suggestions *fits = &q->why->fits;
    size_t n =
        longform_find(f, q->rs, q->s, q->n, true, &(struct action_list){found, SUGGESTIONS, 0});
    if (n < 2)
        return false;
    fits->count = (unsigned)(n < SUGGESTIONS ? n : SUGGESTIONS);
    for (unsigned i = 0; i < fits->count; i++)
        longform_name(q->p, &found[i], fits->name[i]);
    q->why->ambiguous = true;
    snprintf(q->why->text, sizeof q->why->text, "%zu actions fit, among them %s and %s", n,
             fits->name[0], fits->name[1]);
    return true;
}

void longform_explain(const struct longform *f, const struct question *q) {
    if (!refuse_ambiguous(f, q))
        f->explain(q);
}

/* SPDX-License-Identifier: MIT */
/* The fast way where captures are fought (quick_moves.h): attacks with their rolls, by the referee.
 */
#include "game/quick_moves.h"

#include "game/quick_fight.h"
#include "text/roll.h"

/* Where the roll behind an action begins, with room behind it; `from` if there is none. */
static inline const char *find_roll(struct run *q, const char *from) {
    const char *p = from + 1; /* mostly it is one space */
    if (*p != '<' || !is_space(*from)) {
        for (p = from; p < q->end && is_space(*p); p++)
            ;
        if (p == q->end || *p != '<')
            return from;
    }
    return p >= q->stop ? quick_enter_tail(q, p) : p;
}

/* The roll at p, in its brackets, if there is one. */
static const char *read_roll(struct run *q, const char *p) {
    q->roll.exchanges = 0;
    if (*p != '<')
        return p;
    const char *limit = q->stop > q->end ? q->stop : q->end; /* there is room behind the tail */
    const char *next = roll_read_canonical(p, limit, &q->roll);
    if (next != NULL)
        return next;
    const char *close = memchr(p, '>', (size_t)(q->end - p));
    if (close == NULL || (unsigned char)p[1] >= 0x80 || /* a wide space, say, and it is no roll */
        !roll_read((xpgn_slice){p + 1, (size_t)(close - p - 1)}, 0, &q->roll, q->out->log))
        return NULL;
    return close + 1;
}

static inline bool clean(const struct run *q) {
    return q->out->log->count == 0 && !q->out->log->no_memory;
}

/* What is fought by q->facts.action, known to be legal, with its roll at p, by the referee. */
static __attribute__((noinline)) const char *fight_judged(struct run *q, const char *p, char mark) {
    xpgn_position *pos = q->pos;
    unsigned us = pos->turn;
    xpgn_square castle[2][2];
    p = read_roll(q, p);
    if (p == NULL)
        return NULL;
    if (q->keep)
        q->before = *pos;
    memcpy(castle, pos->castle, sizeof castle);
    quick_find_kings(q);
    q->said.notation.mark = mark;
    if (!referee_play_legal(q->rs, &q->out->state, &q->said, &q->facts, q->out->log) || !clean(q))
        return NULL;
    q->last.whole = true;
    if (q->facts.outcome.over)
        q->outcome = q->facts.outcome;
    if (memcmp(castle, pos->castle, sizeof castle) != 0)
        quick_settle(q);
    quick_pass(q, us, true);
    return p;
}

/* The same with the roll behind p, if it can be without the referee; `mark`: the # of the action,
   or 0. */
static __attribute__((noinline)) const char *fight(struct run *q, const char *p, unsigned us,
                                                   char mark) {
    p = find_roll(q, p);
    const char *next = *p == '<' ? fight_usual(q, p, us) : NULL;
    if (next == NULL)
        return fight_judged(q, p, mark);
    bool marked_falsely =
        mark != 0 && (!q->outcome.over || q->outcome.rule == q->rs->cite[CITE_NO_ACTION]);
    return marked_falsely ? NULL : next;
}

/* The usual forms of an attack, Nxd5, Nbxd5, exd5; everything else is for notation_read. */
static bool read_attack(xpgn_slice text, struct notation *n) {
    const char *s = text.data;
    size_t size = text.size;
    if (size < 4 || size > 5 || s[size - 3] != 'x')
        return false;
    unsigned type = quick_class[(unsigned char)s[0]];
    unsigned file = (unsigned char)s[size - 2] - 'a', rank = (unsigned char)s[size - 1] - '1';
    if (type - 1 >= XPGN_KING || (file | rank) > 7 || (type == XPGN_PAWN && size != 4))
        return false;
    *n = (struct notation){.sign = SIGN_CAPTURE,
                           .type = (uint8_t)type,
                           .letter = type != XPGN_PAWN,
                           .from_file = -1,
                           .from_rank = -1,
                           .to_file = (int8_t)file,
                           .to_rank = (int8_t)rank,
                           .canonical = true};
    char from = type == XPGN_PAWN ? s[0] : size == 5 ? s[1] : '\0';
    if (from >= 'a' && from <= 'h')
        n->from_file = (int8_t)(from - 'a');
    else if (from >= '1' && from <= '8')
        n->from_rank = (int8_t)(from - '1');
    return from == '\0' || n->from_file >= 0 || n->from_rank >= 0;
}

/* Arrivals and whatever else is more than a step or a fight go to the referee. */
static const char *referee_move(struct run *q, const char *s, unsigned size) {
    struct said said = {.text = {s, size}, .roll = &q->roll};
    if (!read_attack(said.text, &said.notation) && !notation_read(said.text, &said.notation))
        return NULL;
    const char *next = read_roll(q, find_roll(q, s + size));
    if (next == NULL)
        return NULL;
    q->before = *q->pos;
    q->pos->type[0] = 0;
    quick_find_kings(q);
    if (!referee_play(q->rs, &q->out->state, &said, &q->facts, q->out->log, false) || !clean(q))
        return NULL;
    q->last.whole = true;
    q->outcome = q->facts.outcome;
    q->seen = SEEN_MOVE | AFTER_MOVE;
    quick_settle(q);
    return next;
}

/* A shot Nsd5 and a run Nxxd5 written as the attack Nxd5; its size, 0: neither of them. */
static unsigned as_attack(const char *s, unsigned size, char attack[16], xpgn_action_kind *kind) {
    if (size < 4 || size > 8)
        return 0;
    memcpy(attack, s, 16);
    if (s[size - 3] == 's') {
        *kind = XPGN_SHOT;
        attack[size - 3] = 'x';
        return size;
    }
    if (s[size - 3] != 'x' || s[size - 4] != 'x')
        return 0;
    *kind = XPGN_RUN;
    memcpy(attack + size - 3, s + size - 2, 2);
    return size - 1;
}

/* May q->facts.action, a legal attack, be of that kind too (FD-6, FD-8)? */
static bool may_be(struct run *q, xpgn_action_kind kind) {
    xpgn_action *a = &q->facts.action;
    a->kind = (uint8_t)kind;
    if (a->target != a->to || XPGN_TYPE_OF(a->piece) == XPGN_KING)
        return false;
    return kind == XPGN_SHOT ? chess_may_shoot(q->rs, a->piece)
                             : chess_may_run(q->rs, a->piece, q->pos->at[a->to]);
}

/* e8=Q, e8=N, e8: a pawn steps to the last rank and becomes what these rules allow (FD-1, CA-13).
 */
static bool arrives(struct run *q, const char *s, unsigned size, unsigned us) {
    xpgn_position *p = q->pos;
    unsigned file = (unsigned char)s[0] - 'a', rank = (unsigned char)s[1] - '1', made = 0;
    if (size == 4 && s[2] == '=' && s[3] >= 'A' && s[3] <= 'Z')
        made = quick_class[(unsigned char)s[3]];
    unsigned to = rank * 8 + file, from = chess_behind(us, to);
    if (size != (made != 0 ? 4 : 2) || file > 7 || rank != chess_last_rank(us) ||
        made >= XPGN_KING || (chess_arrivals(q->rs, p, false) >> made & 1) == 0 ||
        (position_occupied(p) & BIT(to)) != 0 ||
        (p->type[XPGN_PAWN] & p->seat[us] & BIT(from)) == 0)
        return false;
    if (q->keep)
        q->before = *p;
    q->last.whole = true;
    xpgn_piece pawn = position_lift(p, (xpgn_square)from);
    position_put(p, (xpgn_square)to, made != 0 ? XPGN_PIECE(us, made) : pawn);
    if (made != 0 && q->rs->arrival == ARRIVAL_RESCUE)
        p->held[us][made]--;
    p->ep = XPGN_NO_SQUARE;
    quick_pass(q, us, true);
    return true;
}

/* A word that is no plain step or attack, yet perhaps a fight: Nsd5, Nxxd5, Nxd5#. */
static __attribute__((noinline)) const char *odd_move(struct run *q, const char *s, unsigned type,
                                                      unsigned us) {
    unsigned whole = span_word(s), size = whole - (s[whole - 1] == '#');
    xpgn_action_kind kind = XPGN_ATTACK;
    char attack[16];
    unsigned plain = as_attack(s, size, attack, &kind);
    enum move_end end = MOVE_FAILS;
    if (plain != 0)
        end = any_move(q, attack, plain, type, us);
    else if (size != whole)
        end = any_move(q, s, size, type, us);
    if (end == MOVE_DONE)
        return NULL; /* no step ends the game */
    if (end == MOVE_FAILS && type == XPGN_PAWN && arrives(q, s, whole, us))
        return s + whole;
    if (end == MOVE_FAILS || (plain != 0 && !may_be(q, kind)))
        return referee_move(q, s, whole);
    return fight(q, s + whole, us, size == whole ? 0 : '#');
}

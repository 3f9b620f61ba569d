/* SPDX-License-Identifier: MIT */
/* Queen lines of exact length (CC): steps, challenges, teleports, escape attempts. */
#include "core/play/queen_line.h"

/* ---- what is legal --------------------------------------------------------------------------- */

static bool teleport_is_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    return turn_may_choose(&s->turn) && s->turn.roll == 0 && rs->teleport_reach != 0 &&
           XPGN_TYPE_OF(a->piece) == XPGN_KING &&
           (a->to == XPGN_NO_SQUARE || s->position.at[a->to] == 0);
}

/* The squares `files` and `ranks` (-7 to 7) away from those in `set`, as far as they are on the
   board. */
static bits squares_beside(bits set, int files, int ranks) {
    bits columns = ((unsigned)(files >= 0 ? 0xff << files : 0xff >> -files) & 0xff) * FILE_BITS(0);
    int squares = ranks * 8 + files;
    return (squares >= 0 ? set << squares : set >> -squares) & columns;
}

/* True if any piece can move exactly as far as the roll. */
static bool any_step(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    for (int i = 0; i < 8 && s->turn.roll < 8; i++) {
        int files = step_file[i] * s->turn.roll, ranks = step_rank[i] * s->turn.roll;
        bits to = squares_beside(p->seat[p->side_to_move], files, ranks);
        for (; to != 0; to &= to - 1) {
            int sq = (int)bits_first(to);
            xpgn_action a =
                action_of(p, XPGN_STEP, (unsigned)(sq - ranks * 8 - files), (unsigned)sq);
            if (line_step_legal(rs, s, &a))
                return true;
        }
    }
    return false;
}

/* line_legal, compiled apart where the kind is known. */
ALWAYS_INLINE bool is_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    switch (a->kind) {
    case XPGN_STEP:
        return line_step_legal(rs, s, a);
    case XPGN_ATTACK:
        return line_challenge(rs, s, a->from, a->target);
    case XPGN_PASS: /* CC-4: the turn roll is lost if no piece can use it */
        return turn_may_choose(&s->turn) && s->turn.roll != 0 && !any_step(rs, s);
    case XPGN_TELEPORT:
        return teleport_is_legal(rs, s, a);
    default:
        return line_release(rs, s, a->from, a->target);
    }
}

bool line_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    return is_legal(rs, s, a);
}

/* ---- all of them ----------------------------------------------------------------------------- */

ALWAYS_INLINE void add_if_legal(const xpgn_ruleset *rs, const struct state *s,
                                xpgn_action_kind kind, xpgn_square from, xpgn_square to,
                                struct action_list *l) {
    xpgn_action a;
    action_at(&a, &s->position, kind, from, to);
    if (is_legal(rs, s, &a))
        action_list_add(l, &a);
}

ALWAYS_INLINE void add_lines(const xpgn_ruleset *rs, const struct state *s, xpgn_action_kind kind,
                             xpgn_square from, int distance, struct action_list *l) {
    for (int i = 0; i < 8; i++) {
        xpgn_square to =
            square_beside(&s->position, from, step_file[i] * distance, step_rank[i] * distance);
        if (to != XPGN_NO_SQUARE)
            add_if_legal(rs, s, kind, from, to, l);
    }
}

/* Adds the steps of the turn roll. */
static void add_steps(const xpgn_ruleset *rs, const struct state *s, struct action_list *l) {
    const bits own = s->position.seat[s->position.side_to_move];
    int step[8];
    bits stays[8]; /* from where it stays on the board */
    for (int i = 0; i < 8 && s->turn.roll < 8; i++) {
        int files = step_file[i] * s->turn.roll, ranks = step_rank[i] * s->turn.roll;
        step[i] = ranks * 8 + files;
        stays[i] = squares_beside(squares_beside(own, files, ranks), -files, -ranks);
    }
    for (bits from = own; from != 0 && s->turn.roll < 8; from &= from - 1) {
        unsigned sq = bits_first(from);
        for (int i = 0; i < 8; i++)
            if ((stays[i] >> sq & 1) != 0)
                add_if_legal(rs, s, XPGN_STEP, (xpgn_square)sq, (xpgn_square)((int)sq + step[i]),
                             l);
    }
}

/* Adds the steps of a turn roll if there is one, else challenges and escape attempts. */
static void add_pieces(const xpgn_ruleset *rs, const struct state *s, struct action_list *l) {
    const xpgn_position *p = &s->position;
    if (s->turn.roll != 0) {
        add_steps(rs, s, l);
        return;
    }
    for (bits own = p->seat[p->side_to_move]; own != 0; own &= own - 1) {
        xpgn_square sq = (xpgn_square)bits_first(own);
        add_lines(rs, s, XPGN_ATTACK, sq, 1, l);
        add_lines(rs, s, XPGN_RELEASE, sq, 1, l);
    }
}

static void add_teleports(const xpgn_ruleset *rs, const struct state *s, struct action_list *l) {
    const xpgn_position *p = &s->position;
    xpgn_square king = p->king[p->side_to_move];
    if (king == XPGN_NO_SQUARE)
        return;
    for (unsigned to = 0; to < position_squares(p); to++)
        add_if_legal(rs, s, XPGN_TELEPORT, king, (xpgn_square)to, l);
    add_if_legal(rs, s, XPGN_TELEPORT, king, XPGN_NO_SQUARE, l);
}

size_t line_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                    size_t capacity) {
    struct action_list l = {list, capacity, 0};
    xpgn_action pass = action_of(&s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
    if (s->turn.stage == STAGE_MOVED)
        add_lines(rs, s, XPGN_ATTACK, s->turn.actor, 1, &l);
    if (!turn_may_choose(&s->turn))
        return l.count;
    add_pieces(rs, s, &l);
    if (s->turn.roll == 0)
        add_teleports(rs, s, &l);
    else if (l.count == 0)
        action_list_add(&l, &pass);
    return l.count;
}

/* A side with a piece can always make a turn roll, even if no piece can use it. */
bool line_any(const xpgn_ruleset *rs, const struct state *s) {
    if (!turn_may_choose(&s->turn))
        return line_actions(rs, s, NULL, 0) != 0;
    return s->position.seat[s->position.side_to_move] != 0;
}

/* ---- playing --------------------------------------------------------------------------------- */

void line_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    if (a->kind == XPGN_RELEASE && a->promotion != 0) {
        p->held[cell_of(rs, a->target)][a->promotion]--;
        position_put(p, a->drop, XPGN_PIECE(p->side_to_move, a->promotion));
    } else if (a->kind == XPGN_ATTACK) {
        position_lift(p, a->target);
        position_move(p, a->from, a->to);
    } else if (a->kind == XPGN_STEP || (a->kind == XPGN_TELEPORT && a->to != XPGN_NO_SQUARE)) {
        position_move(p, a->from, a->to);
    }
}

/* SPDX-License-Identifier: MIT */
/* Queen lines of exact length (CC): steps, challenges, teleports, escape attempts. */
#include "rules/movement_line.h"

#include <string.h>

/* ---- what is legal --------------------------------------------------------------------------- */

static bool teleport_is_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    return turn_may_choose(&s->turn) && s->turn.roll == 0 && rs->teleport_reach != 0 &&
           XPGN_TYPE_OF(a->piece) == XPGN_KING &&
           (a->to == XPGN_NO_SQUARE || s->position.at[a->to] == 0);
}

/* The cell of the enemy castle that stands on sq; 4 if none does. */
static unsigned enemy_cell(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square sq) {
    unsigned i = 0;
    if (rs->geometry.held != HELD_CELLS || !is_enemy(p, sq))
        return 4;
    while (i < 4 && (rs->geometry.cell[i] != sq || rs->geometry.cell_seat[i] == p->turn))
        i++;
    return i;
}

bool line_legal(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    switch (a->kind) {
    case XPGN_STEP:
        return line_step(rs, s, s->turn.roll, XPGN_TYPE_OF(a->piece), a->from, a->to);
    case XPGN_ATTACK:
        return line_challenge(rs, s, a->from, a->target);
    case XPGN_TELEPORT:
        return teleport_is_legal(rs, s, a);
    default:
        return line_release(rs, s, a->from, a->target);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static inline void action_at(xpgn_action *a, const xpgn_position *p, xpgn_action_kind kind,
                             xpgn_square from, xpgn_square to) {
    action_set(a, p, kind, from, to);
    if (kind == XPGN_ATTACK || kind == XPGN_RELEASE)
        a->target = to;
}

static void add_if_legal(const xpgn_ruleset *rs, const struct state *s, xpgn_action_kind kind,
                         xpgn_square from, xpgn_square to, struct action_list *l) {
    xpgn_action a;
    action_at(&a, &s->position, kind, from, to);
    if (line_legal(rs, s, &a))
        action_list_add(l, &a);
}

static void add_lines(const xpgn_ruleset *rs, const struct state *s, xpgn_action_kind kind,
                      xpgn_square from, int distance, struct action_list *l) {
    for (int i = 0; i < 8; i++) {
        xpgn_square to =
            square_beside(&s->position, from, step_file[i] * distance, step_rank[i] * distance);
        if (to != XPGN_NO_SQUARE)
            add_if_legal(rs, s, kind, from, to, l);
    }
}

static void add_steps(const xpgn_ruleset *rs, const struct state *s, struct action_list *l) {
    const xpgn_position *p = &s->position;
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        if (is_own(p, (xpgn_square)sq))
            add_lines(rs, s, XPGN_STEP, (xpgn_square)sq, s->turn.roll, l);
    }
}

static void add_teleports(const xpgn_ruleset *rs, const struct state *s, struct action_list *l) {
    const xpgn_position *p = &s->position;
    xpgn_square king = p->king[p->turn];
    if (king == XPGN_NO_SQUARE)
        return;
    for (unsigned to = 0; to < position_squares(p); to++)
        add_if_legal(rs, s, XPGN_TELEPORT, king, (xpgn_square)to, l);
    add_if_legal(rs, s, XPGN_TELEPORT, king, XPGN_NO_SQUARE, l);
}

/* The pieces of a side that move: who walks from square to square, and who leaps over others. */
struct movers {
    bits walk, leap;
};

/* Can any of them go so many squares, so many files and ranks at a time (-1 to 1)? No square is
   round an edge. */
ALWAYS_INLINE bool any_goes(struct movers m, bits empty, unsigned length, int files, int ranks) {
    bits board = files == 0 ? ~(bits)0 : files > 0 ? ~FILE_BITS(0) : ~FILE_BITS(7);
    int step = ranks * 8 + files;
    for (unsigned n = 0; n < length; n++) {
        m.walk = (step > 0 ? m.walk << step : m.walk >> -step) & board & empty;
        m.leap = (step > 0 ? m.leap << step : m.leap >> -step) & board;
    }
    return (m.walk | (m.leap & empty)) != 0;
}

/* Can any piece go as far as the roll says?  All at once: queen lines are on 8x8 boards only. */
static bool any_step(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    bits e = ~position_occupied(p);
    unsigned n = s->turn.roll;
    struct movers m = {0, 0};
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        bits own = rs->piece[t].immobile ? 0 : p->type[t] & p->seat[p->turn];
        *(rs->piece[t].leaps ? &m.leap : &m.walk) |= own;
    }
    return any_goes(m, e, n, 0, 1) || any_goes(m, e, n, 0, -1) || any_goes(m, e, n, 1, 0) ||
           any_goes(m, e, n, -1, 0) || any_goes(m, e, n, 1, 1) || any_goes(m, e, n, -1, -1) ||
           any_goes(m, e, n, -1, 1) || any_goes(m, e, n, 1, -1);
}

/* CC-4: over-planning, the turn that no piece can use. */
static bool pass_is_legal(const xpgn_ruleset *rs, const struct state *s) {
    return turn_may_choose(&s->turn) && s->turn.roll != 0 && !any_step(rs, s);
}

static void add_choices(const xpgn_ruleset *rs, const struct state *s, struct action_list *l) {
    const xpgn_position *p = &s->position;
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        if (!is_own(p, (xpgn_square)sq))
            continue;
        add_lines(rs, s, XPGN_ATTACK, (xpgn_square)sq, 1, l);
        add_lines(rs, s, XPGN_RELEASE, (xpgn_square)sq, 1, l);
    }
    add_teleports(rs, s, l);
}

size_t line_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                    size_t capacity) {
    struct action_list l = {list, capacity, 0};
    if (s->turn.stage == STAGE_MOVED) {
        add_lines(rs, s, XPGN_ATTACK, s->turn.actor, 1, &l);
    } else if (turn_may_choose(&s->turn) && s->turn.roll == 0) {
        add_choices(rs, s, &l);
    } else if (turn_may_choose(&s->turn)) {
        xpgn_action pass = action_of(&s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        add_steps(rs, s, &l);
        if (l.count == 0)
            action_list_add(&l, &pass);
    }
    return l.count;
}

/* A choice is never empty: whoever has a piece can roll to move, and over-plan. */
bool line_any(const xpgn_ruleset *rs, const struct state *s) {
    const xpgn_position *p = &s->position;
    if (!turn_may_choose(&s->turn))
        return line_actions(rs, s, NULL, 0) != 0;
    if (p->king[p->turn] != XPGN_NO_SQUARE)
        return true;
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        if (is_own(p, (xpgn_square)sq))
            return true;
    }
    return false;
}

/* ---- notation -------------------------------------------------------------------------------- */

/* Onto a piece the @ is an escape attempt, onto an empty square the king's teleport. */
static bool says_at(const xpgn_position *p, const struct notation *n, xpgn_square from,
                    xpgn_action *a) {
    xpgn_square to = longform_to(p, n);
    bool teleports = to == XPGN_NO_SQUARE || (p->at[to] == 0 && n->type == XPGN_KING);
    action_at(a, p, teleports ? XPGN_TELEPORT : XPGN_RELEASE, from, to);
    return n->kind == NOTATION_DECLINE || to != XPGN_NO_SQUARE;
}

static bool says(const xpgn_position *p, const struct notation *n, xpgn_square from,
                 xpgn_action *a) {
    if (n->kind == NOTATION_DROP || n->kind == NOTATION_AT)
        return says_at(p, n, from, a);
    if (n->kind == NOTATION_DECLINE) {
        action_at(a, p, XPGN_TELEPORT, from, XPGN_NO_SQUARE);
        return true;
    }
    if (n->kind != NOTATION_MOVE || n->promotion != 0 || n->sign == SIGN_SHOT ||
        n->sign == SIGN_RUN)
        return false;
    xpgn_square to = longform_to(p, n);
    if (to == XPGN_NO_SQUARE)
        return false;
    action_at(a, p, n->sign == SIGN_CAPTURE ? XPGN_ATTACK : XPGN_STEP, from, to);
    return true;
}

static const struct longform line = {says, line_legal, line_actions};

bool line_resolve(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                  xpgn_action *action) {
    if (n->kind == NOTATION_PASS) {
        action_set(action, &s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        return pass_is_legal(rs, s);
    }
    return longform_resolve(&line, rs, s, n, action);
}

/* Can the board show it? Castles neither move nor fight: their squares are the cells (CC-1). */
static bool can_stand(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    if (rules_of(rs, a->piece)->immobile)
        return false;
    switch (a->kind) {
    case XPGN_STEP:
        return p->at[a->to] == 0;
    case XPGN_ATTACK:
        return is_enemy(p, a->target) && !rules_of(rs, p->at[a->target])->immobile;
    case XPGN_TELEPORT:
        return XPGN_TYPE_OF(a->piece) == XPGN_KING && rs->teleport_reach != 0 &&
               (a->to == XPGN_NO_SQUARE || p->at[a->to] == 0);
    default: {
        unsigned cell = enemy_cell(rs, p, a->target);
        return rs->release_reach != 0 && cell < 4 && cell_is_used(p, cell);
    }
    }
}

bool line_force(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                xpgn_action *action) {
    if (n->kind == NOTATION_PASS) {
        action_set(action, &s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        return true;
    }
    return longform_force(&line, s, n, action) && can_stand(rs, &s->position, action);
}

void line_name(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a, char text[24]) {
    (void)rs;
    longform_name(&s->position, a, text);
}

/* ---- playing --------------------------------------------------------------------------------- */

static void set_free(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    unsigned cell = enemy_cell(rs, p, a->target);
    if (a->promotion == 0 || cell == 4)
        return; /* the attempt failed */
    p->held[cell][a->promotion]--;
    position_put(p, a->drop, XPGN_PIECE(p->turn, a->promotion));
}

void line_play(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_action *a) {
    if (a->kind == XPGN_RELEASE) {
        set_free(rs, p, a);
        return;
    }
    if (a->kind == XPGN_PASS || a->to == XPGN_NO_SQUARE)
        return;
    if (a->kind == XPGN_ATTACK)
        position_lift(p, a->target);
    position_move(p, a->from, a->to);
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* CC-1 comes before all else: what never moves and never fights. True: refused for that. */
static bool refuse_immobile(const struct question *q, xpgn_square sq, const char *what) {
    const xpgn_position *p = &q->s->position;
    if (p->at[sq] == 0 || !rules_of(q->rs, p->at[sq])->immobile)
        return false;
    refuse_as(q, CITE_IMMOBILE, "the %s %s", words_of(q, sq).text, what);
    return true;
}

/* A roll to move governs a step or `--` and nothing else. True: refused for that. */
static bool refuse_rolled(const struct question *q, const char *what) {
    if (q->s->turn.roll == 0)
        return false;
    refuse_as(q, CITE_TURN_ROLL, "after a roll to move a step must follow, not %s", what);
    return true;
}

static void explain_line_of_step(const struct question *q, xpgn_square from, xpgn_square to) {
    const xpgn_position *p = &q->s->position;
    struct words piece = words_of(q, from), goal = square_words(q, to);
    int distance = line_distance(p, from, to), roll = q->s->turn.roll;
    xpgn_square blocker = line_blocker(p, from, to);
    if (distance == 0)
        refuse_as(q, CITE_TURN_ROLL, "the %s cannot go to %s: no straight line leads there",
                  piece.text, goal.text);
    else if (distance != roll)
        refuse_as(q, CITE_TURN_ROLL, "the %s goes %d square%s to %s, but the roll to move is %d",
                  piece.text, distance, distance == 1 ? "" : "s", goal.text, roll);
    else
        refuse_as(q, CITE_TURN_ROLL, "the %s cannot go %d squares: the %s stands in the way",
                  piece.text, distance, words_of(q, blocker).text);
}

static void explain_step(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    xpgn_square from = refuse_actor(q, CITE_TURN_ROLL), to = longform_to(p, q->n);
    if (from == XPGN_NO_SQUARE || refuse_immobile(q, from, "never moves"))
        return;
    if (q->s->turn.roll == 0)
        refuse_as(q, CITE_TURN_ROLL, "a step needs its roll to move before it");
    else if (p->at[to] != 0)
        refuse_as(q, CITE_TURN_ROLL, "a step goes to an empty square, and the %s stands there",
                  words_of(q, to).text);
    else
        explain_line_of_step(q, from, to);
}

static void explain_challenge_by(const struct question *q, xpgn_square from) {
    const xpgn_position *p = &q->s->position;
    xpgn_square to = longform_to(p, q->n);
    if (to == XPGN_NO_SQUARE || refuse_immobile(q, from, "never challenges") ||
        refuse_immobile(q, to, "cannot be challenged") || refuse_rolled(q, "a challenge"))
        return;
    struct words piece = words_of(q, from), other = words_of(q, to);
    if (p->at[to] == 0)
        refuse_as(q, CITE_ATTACK, "%s is empty: there is nobody to challenge",
                  square_words(q, to).text);
    else if (!is_enemy(p, to))
        refuse_as(q, CITE_ATTACK, "the %s cannot challenge its own side: the %s", piece.text,
                  other.text);
    else
        refuse_as(q, CITE_ATTACK,
                  "the %s is not adjacent to the %s: only a neighbour is challenged", piece.text,
                  other.text);
}

static void explain_challenge(const struct question *q) {
    xpgn_square from = refuse_actor(q, CITE_ATTACK);
    if (from != XPGN_NO_SQUARE)
        explain_challenge_by(q, from);
}

static void explain_teleport(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    if (q->rs->teleport_reach == 0 || q->n->type != XPGN_KING) {
        refuse_as(q, CITE_TELEPORT, "only a king teleports, where the rules have it");
        return;
    }
    if (p->king[p->turn] == XPGN_NO_SQUARE) {
        refuse_as(q, CITE_TELEPORT, "the king of %s is not on the board and cannot teleport",
                  seat_words(q, p->turn));
        return;
    }
    if (refuse_actor(q, CITE_TELEPORT) != XPGN_NO_SQUARE && !refuse_rolled(q, "a teleport"))
        refuse_as(q, CITE_TELEPORT,
                  "the king teleports to an empty square, and the %s stands there",
                  words_of(q, longform_to(p, q->n)).text);
}

static void explain_release_of(const struct question *q, xpgn_square hero, xpgn_square castle) {
    const xpgn_position *p = &q->s->position;
    unsigned cell = enemy_cell(q->rs, p, castle);
    struct words piece = words_of(q, hero), at = square_words(q, castle);
    const char *seat = seat_words(q, p->turn);
    if (cell == 4 || q->rs->release_reach == 0)
        refuse_as(q, CITE_RELEASE, "%s is no enemy castle: nobody is freed from there", at.text);
    else if (rules_of(q->rs, p->at[hero])->immobile)
        refuse_as(q, CITE_RELEASE, "the %s frees nobody: it never leaves its square", piece.text);
    else if (square_distance(p, hero, castle) != 1)
        refuse_as(q, CITE_RELEASE, "the %s is not adjacent to the castle on %s", piece.text,
                  at.text);
    else if (turn_has_moved(&q->s->turn, hero))
        refuse_as(q, CITE_RELEASE,
                  "the %s came there in this turn: who frees has stood there since before it",
                  piece.text);
    else if (!cell_is_used(p, cell))
        refuse_as(q, CITE_RELEASE, "no prisoner of %s is held at %s", seat, at.text);
    else
        refuse_as(q, CITE_RELEASE, "no square beside %s is empty: nobody can be put there",
                  at.text);
}

static void explain_release(const struct question *q) {
    xpgn_square castle = longform_to(&q->s->position, q->n);
    xpgn_square hero = refuse_actor(q, CITE_RELEASE);
    if (hero != XPGN_NO_SQUARE && !refuse_rolled(q, "an escape attempt"))
        explain_release_of(q, hero, castle);
}

/* An @ means a teleport, unless it names another piece or goes to a castle. */
static bool means_release(const struct question *q) {
    xpgn_square to = longform_to(&q->s->position, q->n);
    if (q->n->kind != NOTATION_DROP && q->n->kind != NOTATION_AT)
        return false;
    return q->n->type != XPGN_KING ||
           (to != XPGN_NO_SQUARE && enemy_cell(q->rs, &q->s->position, to) < 4);
}

static void explain_pass(const struct question *q) {
    if (q->s->turn.roll == 0)
        refuse_as(q, CITE_TURN_ROLL, "-- needs a roll to move that no piece can use");
    else
        refuse_as(q, CITE_TURN_ROLL, "a piece can go %d squares, so one must", q->s->turn.roll);
}

static void explain_choice(const struct question *q) {
    const struct notation *n = q->n;
    if (n->kind == NOTATION_PASS)
        explain_pass(q);
    else if (n->kind == NOTATION_SHORT || n->kind == NOTATION_LONG)
        refuse_as(q, CITE_CASTLING, "there is no castling in this game");
    else if (n->kind != NOTATION_MOVE && means_release(q))
        explain_release(q);
    else if (n->kind != NOTATION_MOVE)
        explain_teleport(q);
    else if (n->sign == SIGN_SHOT || n->sign == SIGN_RUN)
        refuse_as(q, n->sign == SIGN_SHOT ? CITE_SHOT : CITE_RUN,
                  "this game has no shooting and no suicide run");
    else if (n->promotion != 0)
        refuse_as(q, CITE_ARRIVAL, "there is no promotion in this game");
    else if (n->sign == SIGN_CAPTURE)
        explain_challenge(q);
    else
        explain_step(q);
}

/* CC-5: the piece that moved may challenge, and nothing else may follow. */
static void explain_moved(const struct question *q) {
    const struct notation *n = q->n;
    struct words actor = words_of(q, q->s->turn.actor);
    bool challenge = n->kind == NOTATION_MOVE && n->sign == SIGN_CAPTURE;
    if (challenge && longform_means(&q->s->position, n, q->s->turn.actor))
        explain_challenge_by(q, q->s->turn.actor);
    else if (challenge)
        refuse_as(q, CITE_CHALLENGE_AFTER, "only the %s, which has just moved, may challenge now",
                  actor.text);
    else if (n->kind == NOTATION_MOVE || n->kind == NOTATION_PASS || means_release(q))
        refuse_as(q, CITE_CHALLENGE_AFTER,
                  "the %s has moved: it may challenge a neighbour, or the turn ends", actor.text);
    else
        refuse_as(q, CITE_CHOICE, "a teleport comes instead of a roll to move, not after it");
}

/* A freed piece that is named where nobody was freed: its side has no other piece to mean. */
static bool names_freed(const struct question *q) {
    const xpgn_position *p = &q->s->position;
    return q->n->kind == NOTATION_DROP &&
           (q->n->type != XPGN_KING || p->king[p->turn] == XPGN_NO_SQUARE);
}

void line_explain(const xpgn_ruleset *rs, const struct state *s, const struct notation *n,
                  struct refusal *why) {
    struct question q = {rs, s, n, why};
    memset(why, 0, sizeof *why);
    if (refuse_ambiguous(&line, &q))
        return;
    if (s->turn.stage == STAGE_OVER && names_freed(&q))
        refuse_as(&q, CITE_RELEASE, "nobody was freed, so no piece is put down");
    else if (s->turn.stage == STAGE_OVER)
        refuse_as(&q, CITE_GO_ON, "the turn is over: only a won challenge lets it go on");
    else if (s->turn.stage == STAGE_MOVED)
        explain_moved(&q);
    else
        explain_choice(&q);
}

/* SPDX-License-Identifier: MIT */
#include "core/play/actors.h"

#include "core/play/chess.h"

/* ---- dice and actions ------------------------------------------------------------------------ */

static unsigned type_of_face(const xpgn_ruleset *rs, unsigned face) {
    return face - 1 < sizeof rs->roll.face ? rs->roll.face[face - 1] : XPGN_NO_TYPE;
}

static bool are_equal(const xpgn_turn_dice *dice) {
    bool equal = dice->count > 1;
    for (unsigned i = 1; i < dice->count && i < XPGN_TURN_DICE; i++)
        equal = equal && dice->die[i] == dice->die[0];
    return equal;
}

static unsigned types_by(const xpgn_ruleset *rs, const xpgn_turn_dice *dice) {
    unsigned types = 0;
    if (!turn_rolls_types(rs) || (rs->roll.equal_frees && are_equal(dice)))
        return rs->geometry.letters;
    for (unsigned i = 0; i < dice->count && i < XPGN_TURN_DICE; i++)
        types |= 1u << type_of_face(rs, dice->die[i]);
    return types;
}

static unsigned squares_by(const xpgn_ruleset *rs, const xpgn_turn_dice *dice) {
    int squares = rs->roll.adds;
    if (turn_rolls_types(rs))
        return BOARD;
    for (unsigned i = 0; i < dice->count && i < XPGN_TURN_DICE; i++)
        squares += dice->die[i];
    return squares > 0 ? (unsigned)squares : 0;
}

struct allowance actors_by(const xpgn_ruleset *rs, const xpgn_turn_dice *dice) {
    return (struct allowance){types_by(rs, dice), squares_by(rs, dice)};
}

/* What some roll allows: each face of a die, and the highest of all. */
static struct allowance allowance_of_any(const xpgn_ruleset *rs) {
    xpgn_turn_dice high = {.count = rs->roll.dice};
    memset(high.die, rs->die, sizeof high.die);
    return (struct allowance){turn_rolls_types(rs) ? rs->roll.types : rs->geometry.letters,
                              squares_by(rs, &high)};
}

struct allowance actors_allowance(const xpgn_ruleset *rs, const struct turn *t) {
    return actors_are_limited(rs, t) ? actors_by(rs, &t->dice) : allowance_of_any(rs);
}

unsigned actors_squares(const xpgn_action *a) {
    const int files = abs(a->from % BOARD - a->to % BOARD);
    const int ranks = abs(a->from / BOARD - a->to / BOARD);
    return a->kind == XPGN_CASTLING ? 2 : (unsigned)(files > ranks ? files : ranks);
}

/* The types whose actions have to be looked at; the dice may allow only some of them. */
static unsigned types_of(const xpgn_ruleset *rs, unsigned shown) {
    bool promotes = rs->roll.arrival_shown && (shown & rs->piece[XPGN_PAWN].promotes_to) != 0;
    return shown | (unsigned)promotes << XPGN_PAWN;
}

/* How many dice castling spends. */
static unsigned cost_of_castling(const xpgn_ruleset *rs, unsigned shown) {
    unsigned king = shown >> XPGN_KING & 1, rook = shown >> XPGN_ROOK & 1;
    if (rs->roll.castling == ROLL_CASTLING_BOTH)
        return (king & rook) * 2;
    return rs->roll.castling == ROLL_CASTLING_EITHER ? king | rook : king;
}

static unsigned cost_of(const xpgn_ruleset *rs, const struct allowance *may, const xpgn_action *a) {
    unsigned type = XPGN_TYPE_OF(a->piece), shown = may->types;
    if (a->kind == XPGN_PASS || actors_squares(a) > may->squares)
        return 0;
    if (a->kind == XPGN_CASTLING)
        return cost_of_castling(rs, shown);
    if (a->promotion != 0 && rs->roll.arrival_shown) /* DC-3 */
        shown |= (shown >> a->promotion & 1) << XPGN_PAWN;
    return shown >> type & 1;
}

unsigned actors_cost(const xpgn_ruleset *rs, const struct turn *t, const xpgn_action *a) {
    const struct allowance may = actors_allowance(rs, t);
    return cost_of(rs, &may, a);
}

/* Takes away the first die that shows the type. */
static void spend_one(const xpgn_ruleset *rs, xpgn_turn_dice *dice, unsigned type) {
    const unsigned held = dice->count < XPGN_TURN_DICE ? dice->count : XPGN_TURN_DICE;
    unsigned i = 0;
    while (i < held && type_of_face(rs, dice->die[i]) != type)
        i++;
    if (i == held)
        return; /* only for an action that stood */
    for (dice->count--; i + 1 < held; i++)
        dice->die[i] = dice->die[i + 1];
    dice->die[i] = 0;
}

void actors_spend(const xpgn_ruleset *rs, struct turn *t, const xpgn_action *a) {
    if (a->kind == XPGN_PASS)
        return;
    spend_one(rs, &t->dice, XPGN_TYPE_OF(a->piece));
    if (a->kind == XPGN_CASTLING && rs->roll.castling == ROLL_CASTLING_BOTH)
        spend_one(rs, &t->dice, XPGN_ROOK);
}

void actors_step(const xpgn_ruleset *rs, struct state *s, const xpgn_action *a) {
    chess_play(rs, &s->position, a);
    actors_spend(rs, &s->turn, a);
    s->turn.stage = STAGE_MOVES;
}

/* ---- the most dice --------------------------------------------------------------------------- */

static bool takes_king(const xpgn_position *p, const xpgn_action *a) {
    return a->target != XPGN_NO_SQUARE && a->target == p->king[p->side_to_move ^ 1];
}

/* Lists the actions that the dice of the turn allow, in whatever order they are spent. */
static size_t list_allowed(const xpgn_ruleset *rs, const struct state *s,
                           xpgn_action list[ACTORS_LIST]) {
    const struct allowance may = actors_allowance(rs, &s->turn);
    size_t count = chess_actions_of(rs, s, types_of(rs, may.types), list, ACTORS_LIST), kept = 0;
    for (size_t i = 0; i < count && i < ACTORS_LIST; i++)
        if (cost_of(rs, &may, &list[i]) > 0)
            list[kept++] = list[i];
    return kept;
}

/* At most as many calls deep as there are dice. */
unsigned actors_most_after(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    unsigned cost = actors_cost(rs, &s->turn, a);
    if (!rs->roll.each || cost >= s->turn.dice.count || takes_king(&s->position, a))
        return cost;
    struct state next = *s;
    actors_step(rs, &next, a);
    return cost + actors_most(rs, &next);
}

/* Stops at the first action that leaves no die. */
unsigned actors_most(const xpgn_ruleset *rs, const struct state *s) {
    xpgn_action list[ACTORS_LIST];
    unsigned most = 0, all = rs->roll.each ? s->turn.dice.count : 1;
    if (all == 0)
        return 0;
    size_t count = list_allowed(rs, s, list);
    for (size_t i = 0; i < count && most < all; i++) {
        unsigned after = actors_most_after(rs, s, &list[i]);
        most = after > most ? after : most;
    }
    return most;
}

bool actors_reach_king(const xpgn_ruleset *rs, const struct state *s) {
    xpgn_action list[ACTORS_LIST];
    size_t count = list_allowed(rs, s, list);
    for (size_t i = 0; i < count; i++)
        if (takes_king(&s->position, &list[i]))
            return true;
    bool more = rs->roll.each && s->turn.dice.count > 1, reached = false;
    unsigned most = more ? actors_most(rs, s) : 0;
    for (size_t i = 0; i < count && most > 1 && !reached; i++) {
        if (actors_most_after(rs, s, &list[i]) < most)
            continue;
        struct state next = *s;
        actors_step(rs, &next, &list[i]);
        reached = next.turn.dice.count > 0 && actors_reach_king(rs, &next);
    }
    return reached;
}

unsigned actors_sequence(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list) {
    xpgn_action all[ACTORS_LIST];
    unsigned most = actors_most(rs, s), length = 0;
    size_t count = most > 0 ? list_allowed(rs, s, all) : 0;
    for (size_t i = 0; i < count && length == 0; i++) {
        if (actors_most_after(rs, s, &all[i]) < most)
            continue;
        list[length++] = all[i];
        struct state next = *s;
        actors_step(rs, &next, &all[i]);
        if (next.turn.dice.count > 0 && rs->roll.each && !takes_king(&s->position, &all[i]))
            length += actors_sequence(rs, &next, list + length);
    }
    return length;
}

/* ---- what may be played ---------------------------------------------------------------------- */

bool actors_allow(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a) {
    if (!actors_are_limited(rs, &s->turn))
        return true;
    if (a->kind == XPGN_PASS)
        return actors_pass(rs, s);
    if (actors_cost(rs, &s->turn, a) == 0)
        return false;
    if (!rs->roll.each || takes_king(&s->position, a))
        return true;
    unsigned after = actors_most_after(rs, s, a);
    return after >= s->turn.dice.count || after >= actors_most(rs, s);
}

bool actors_are_stuck(const xpgn_ruleset *rs, const struct state *s) {
    return actors_are_limited(rs, &s->turn) && s->turn.stage == STAGE_START &&
           actors_most(rs, s) == 0;
}

bool actors_any(const xpgn_ruleset *rs, const struct state *s) {
    const struct allowance may = allowance_of_any(rs);
    struct state fresh = {.position = s->position};
    xpgn_action list[ACTORS_LIST];
    if (chess_one_of(rs, &fresh, types_of(rs, may.types), list) && cost_of(rs, &may, list) > 0)
        return true; /* the usual case */
    return list_allowed(rs, &fresh, list) > 0;
}

size_t actors_actions(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                      size_t capacity) {
    xpgn_action all[ACTORS_LIST];
    uint8_t after[ACTORS_LIST];
    struct action_list out = {list, capacity, 0};
    unsigned most = 0;
    size_t count = list_allowed(rs, s, all);
    const bool limited = actors_are_limited(rs, &s->turn);
    for (size_t i = 0; i < count && limited; i++) {
        after[i] = (uint8_t)actors_most_after(rs, s, &all[i]);
        most = after[i] > most ? after[i] : most;
    }
    for (size_t i = 0; i < count; i++)
        if (!limited || after[i] == most || takes_king(&s->position, &all[i]))
            action_list_add(&out, &all[i]);
    if (count == 0 && actors_pass(rs, s)) {
        xpgn_action pass = action_of(&s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
        action_list_add(&out, &pass);
    }
    return out.count;
}

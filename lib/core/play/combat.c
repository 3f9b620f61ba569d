/* SPDX-License-Identifier: MIT */
/* Combats: two totals are compared, or the attacker needs a number, or what happens is certain. */
#include "core/play/combat.h"

#include "core/play/chess.h"
#include "core/play/damage.h"
#include "core/play/support.h"

#include <string.h>

/* ---- supporters ------------------------------------------------------------------------------ */

/* The sum packs two numbers: the count of supporters in units of this, and below it what they
   give. */
enum { ONE_SUPPORTER = 1 << 24 };

/* One loop for both sides, each in one half of a word, as the length of each side's list is
   unpredictable. */
static inline void sum_support(const xpgn_ruleset *rs, const xpgn_position *p, bits set,
                               xpgn_facts *facts) {
    xpgn_piece at = facts->side[0].piece, df = facts->side[1].piece;
    unsigned us = XPGN_SEAT_OF(at);
    uint64_t sums = 0;
    for (; set != 0; set &= set - 1) {
        xpgn_piece piece = p->at[bits_first(set)];
        unsigned side = XPGN_SEAT_OF(piece) ^ us;
        int gives = supporter_gives(rs, piece, side == 0 ? at : df);
        sums += (uint64_t)(gives > 0 ? (unsigned)gives + ONE_SUPPORTER : 0) << (side * 32);
    }
    for (unsigned side = 0; side < 2; side++, sums >>= 32) {
        facts->side[side].support = (int16_t)((uint32_t)sums % ONE_SUPPORTER);
        facts->side[side].count = (uint8_t)((uint32_t)sums / ONE_SUPPORTER);
    }
}

static void add_supporter(xpgn_combatant *side, xpgn_piece piece, unsigned sq, int gives) {
    side->supporter[side->count++] = (xpgn_supporter){piece, (xpgn_square)sq, (int16_t)gives};
}

static void list_support(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts) {
    unsigned us = XPGN_SEAT_OF(facts->action.piece);
    for (bits set = combat_supporters(rs, p, &facts->action); set != 0; set &= set - 1) {
        unsigned sq = bits_first(set);
        xpgn_combatant *side = &facts->side[XPGN_SEAT_OF(p->at[sq]) ^ us];
        int gives = supporter_gives(rs, p->at[sq], side->piece);
        if (gives > 0)
            add_supporter(side, p->at[sq], sq, gives);
    }
}

static void list_adjacent(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts) {
    xpgn_supporter list[XPGN_MAX_SUPPORT];
    unsigned n =
        adjacent_support(rs, p, XPGN_SEAT_OF(facts->action.piece), facts->action.target, list);
    for (unsigned i = 0; i < n; i++) {
        if (list[i].square != facts->action.from)
            add_supporter(&facts->side[0], list[i].piece, list[i].square, list[i].gives);
    }
}

void combat_list_supporters(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts) {
    if (!facts->combat || (facts->side[0].count | facts->side[1].count) == 0)
        return;
    facts->side[0].count = facts->side[1].count = 0;
    if (combat_adds_neighbours(rs))
        list_adjacent(rs, p, facts);
    else
        list_support(rs, p, facts);
}

/* ---- before the dice ------------------------------------------------------------------------- */

static inline void begin_side(xpgn_combatant *side, const xpgn_position *p, xpgn_square sq) {
    side->piece = p->at[sq];
    side->square = sq;
    side->base = 0;
    side->support = 0;
    side->count = 0;
    side->dice = 0;
    side->total = -1;
    side->hits = 0;
    side->lost = -1;
    side->fate = 0;
    side->cell = XPGN_NO_SQUARE;
}

static const char *pool_rule(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    if (combat_need(rs, facts) != 0) /* also for king against king: the attacked piece decides */
        return rs->cite[(rs->single_die >> XPGN_TYPE_OF(facts->side[1].piece) & 1) != 0
                            ? CITE_KING_ATTACKED
                            : CITE_KING_ATTACKS];
    if (a->kind == XPGN_SHOT)
        return rs->cite[CITE_SHOT];
    if (a->kind == XPGN_RUN)
        return rs->cite[CITE_RUN];
    return rs->cite[action_is_en_passant(a) ? CITE_EN_PASSANT : CITE_FATE];
}

void combat_cite(const xpgn_ruleset *rs, xpgn_facts *facts) {
    bool wounded = XPGN_IS_WOUNDED(facts->side[0].piece) || XPGN_IS_WOUNDED(facts->side[1].piece);
    const char *rule = rs->cite[wounded ? CITE_WOUND : CITE_FATE];
    if (combat_counts_highest(rs))
        rule = pool_rule(rs, facts);
    facts->rule = facts->fate_rule[0] = facts->fate_rule[1] = rule;
}

/* Sets the dice of both sides where ratings and support are numbers of dice. */
static inline void fill_pools(xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    if (facts->action.kind == XPGN_SHOT)
        at->base = (int16_t)(at->base / 2);
    at->dice = (uint8_t)(at->base + at->support);
    df->dice = facts->action.kind == XPGN_RUN ? 0 : (uint8_t)(df->base + df->support);
}

/* Sets base and dice of both sides where each piece has dice of its own. */
static void fill_own_dice(const xpgn_ruleset *rs, xpgn_facts *facts) {
    for (unsigned i = 0; i < 2; i++) {
        const struct dice_expr *thrown = combat_dice(rs, facts, i);
        facts->side[i].base = thrown->adds;
        facts->side[i].dice = thrown->count;
    }
}

/* Sets base and dice of both sides, whose support is known. */
static inline void set_values(const xpgn_ruleset *rs, xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    at->dice = df->dice = combat_rolls(rs);
    if (combat_need(rs, facts) != 0) {
        df->dice = 0;
        return;
    }
    if (combat_is_blow(rs))
        return;
    if (combat_adds_dice(rs)) {
        fill_own_dice(rs, facts);
        return;
    }
    at->base = piece_value(rs, at->piece)->attack;
    df->base = piece_value(rs, df->piece)->defense;
    if (combat_counts_highest(rs))
        fill_pools(facts);
}

/* Sums what the attackers give (AS-3); the attacker's own value depends on its neighbours too. */
static void sum_adjacent(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0];
    struct adjacent_sum sum = adjacent_sum(rs, p, facts->action.from, facts->action.target);
    at->base = (int16_t)sum.own;
    at->support = (int16_t)(sum.all - sum.own);
    at->count = (uint8_t)sum.others;
}

/* Prepares an attack with chess movement and the supporters `set`. */
static inline void prepare_combat(const xpgn_ruleset *rs, const xpgn_position *p, bits set,
                                  xpgn_facts *facts) {
    begin_side(&facts->side[0], p, facts->action.from);
    begin_side(&facts->side[1], p, facts->action.target);
    if (!combat_adds_neighbours(rs) && combat_takes_support(rs, facts))
        sum_support(rs, p, set, facts);
    set_values(rs, facts);
    if (combat_adds_neighbours(rs))
        sum_adjacent(rs, p, facts);
}

/* Hit points are set apart from the functions that are compiled for each contest of the fast path
   (TAKE), which has none. */
static void prepare_damage(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts) {
    for (unsigned i = 0; i < 2; i++)
        facts->side[i].hits = p->hits.left[facts->side[i].square];
    damage_begin(rs, facts);
}

void combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_facts *facts) {
    facts->combat = action_fights(&facts->action) && !attacks_capture(rs);
    if (!facts->combat)
        return;
    prepare_combat(rs, p, combat_supporters(rs, p, &facts->action), facts);
    if (combat_damages(rs))
        prepare_damage(rs, p, facts);
    combat_cite(rs, facts);
}

void combat_prepare_pieces(const xpgn_ruleset *rs, xpgn_facts *facts) {
    facts->combat = true;
    set_values(rs, facts);
    if (combat_damages(rs))
        damage_begin(rs, facts);
    combat_cite(rs, facts);
}

/* ---- after the dice -------------------------------------------------------------------------- */

/* True if each die of a side, which rolls as many, is within its faces. */
static bool own_dice_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned side,
                         const xpgn_roll_side *s) {
    for (unsigned i = 0; i < s->dice_count; i++)
        if (s->dice[i] - 1u >= combat_faces(rs, facts, side, i))
            return false;
    return true;
}

static inline bool side_dice_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned side,
                                 const xpgn_roll_side *s, int shown) {
    const xpgn_combatant *c = &facts->side[side];
    if (combat_adds_dice(rs))
        return s->dice_count == c->dice && own_dice_fit(rs, facts, side, s);
    return s->dice_count == c->dice && (c->dice == 0 || (unsigned)shown - 1 < rs->die);
}

/* True for equal dice in a combat whose ties are rolled again. */
static inline bool is_tie(const xpgn_ruleset *rs, const xpgn_facts *facts,
                          const struct combat_shown *x) {
    return combat_total(rs, &facts->side[0], x->attacker) ==
           combat_total(rs, &facts->side[1], x->defender);
}

bool combat_is_tied(const xpgn_ruleset *rs, const xpgn_facts *facts, struct combat_shown shown) {
    return combat_ties_again(rs) && is_tie(rs, facts, &shown);
}

/* Sets *last to the dice shown in the last exchange, if there is one. `more`: the attacker may have
   gone on. */
static inline bool dice_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll,
                            bool more, struct combat_shown *last) {
    bool rerolled = combat_ties_again(rs);
    if (roll->exchanges == 0)
        return facts->side[0].dice == 0 && facts->side[1].dice == 0;
    if (roll->exchanges > 1 && !rerolled && !more)
        return false;
    for (unsigned e = 0; e < roll->exchanges; e++) {
        const xpgn_exchange *x = &roll->exchange[e];
        *last = combat_shown(rs, x);
        if (!side_dice_fit(rs, facts, 0, &x->side[0], last->attacker) ||
            !side_dice_fit(rs, facts, 1, &x->side[1], last->defender))
            return false;
        bool tie = rerolled && is_tie(rs, facts, last);
        if (!more && tie != (e + 1u < roll->exchanges))
            return false;
    }
    return true;
}

bool combat_dice_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_roll *roll) {
    struct combat_shown last;
    bool more = combat_goes_on(rs);
    return dice_fit(rs, facts, roll, more, &last) &&
           (!more || roll->exchanges == 0 ||
            damage_survived(rs, facts, roll) + 1u >= roll->exchanges);
}

/* CA-5: a second wound removes the piece. */
static inline char fate_of(const xpgn_ruleset *rs, char fate, xpgn_piece piece) {
    bool fatal = combat_wounds(rs) && (fate == 'w') & XPGN_IS_WOUNDED(piece);
    return (char)(fate ^ (fatal * ('w' ^ 'x')));
}

/* CA-4: the row of the ruleset's table for this margin. */
static inline const struct margin_row *margin_row(const xpgn_ruleset *rs, int margin) {
    unsigned near = (unsigned)(margin + MARGIN_NEAR);
    return near < 2 * MARGIN_NEAR ? &rs->margin[rs->margin_near[near]]
                                  : ruleset_margin_row(rs, margin);
}

/* FD-3, SC-2: a number is needed of the die. */
static inline void set_fates_by_need(const xpgn_ruleset *rs, int need, int shown,
                                     xpgn_facts *facts) {
    const bool hits = shown >= need, harmless = combat_counts_highest(rs) || rs->miss_harmless;
    facts->side[1].fate = (char)(hits * 'x');
    facts->side[0].fate = (char)(!(hits | harmless) * 'x');
    facts->side[1].total = (int16_t)(rs->needs_shown ? need : -1);
}

/* FD-5, FD-6, FD-8: the fate of an attacker that its margin removes, unless it is not exposed, or
   is given away. */
static inline char fate_in_pools(const xpgn_action *a, char fate) {
    bool exposed = a->kind == XPGN_ATTACK && !action_is_en_passant(a);
    return (char)(a->kind == XPGN_RUN ? 'x' : exposed ? fate : 0);
}

/* Sets totals, margin and fates; `last` is what the last of the exchanges shows. */
static inline void set_fates(const xpgn_ruleset *rs, unsigned exchanges,
                             const struct combat_shown *last, xpgn_facts *facts) {
    xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    const unsigned need = combat_need(rs, facts);
    if (exchanges == 0 && combat_rolls(rs))
        return;
    if (need != 0) {
        set_fates_by_need(rs, (int)need, last->attacker, facts);
        return;
    }
    at->total = combat_total(rs, at, last->attacker);
    df->total = combat_total(rs, df, last->defender);
    facts->margin = (int16_t)(at->total - df->total);
    const struct margin_row *row = margin_row(rs, facts->margin);
    at->fate = fate_of(rs, row->fate[0], at->piece);
    df->fate = fate_of(rs, row->fate[1], df->piece);
    if (combat_counts_highest(rs))
        at->fate = fate_in_pools(&facts->action, at->fate);
}

void combat_judge(const xpgn_ruleset *rs, struct combat_shown last, xpgn_facts *facts) {
    if (combat_damages(rs))
        damage_judge(rs, last, facts);
    else
        set_fates(rs, 1, &last, facts);
}

static inline void complete_side(const xpgn_ruleset *rs, const xpgn_combatant *c, int16_t count,
                                 bool last, xpgn_roll_side *s) {
    s->count = count;
    s->lost = -1;
    s->total = last ? c->total : combat_total(rs, c, s->dice[0]);
    s->fate = (char)(c->fate & -last);
}

/* Keeps only the prisoner's cell, which the record chooses. */
static inline void keep_cell(xpgn_roll_side *s, bool held) {
    s->cell_file |= (uint8_t)(held - 1); /* XPGN_NO_SQUARE is all ones */
    s->cell_rank |= (uint8_t)(held - 1);
}

static inline void drop_cell(xpgn_roll_side *s) {
    s->cell_file = s->cell_rank = XPGN_NO_SQUARE;
}

/* Completes one side in all exchanges; `holds`: the loser becomes a prisoner. */
static inline void complete_sides(const xpgn_ruleset *rs, xpgn_facts *facts, unsigned side,
                                  bool holds) {
    const xpgn_combatant *c = &facts->side[side];
    bool counted = combat_takes_support(rs, facts) && (side == 0 || !combat_adds_neighbours(rs));
    int16_t count = counted ? c->count : -1; /* the number of supporters, as exported */
    xpgn_exchange *x = facts->roll.exchange;
    for (unsigned e = 1; e < facts->roll.exchanges; e++, x++) {
        complete_side(rs, c, count, false, &x->side[side]);
        drop_cell(&x->side[side]);
    }
    complete_side(rs, c, count, true, &x->side[side]);
    if (holds)
        keep_cell(&x->side[side], combat_loser(facts) == side);
    else
        drop_cell(&x->side[side]);
}

static void copy_dice(const xpgn_roll *recorded, xpgn_roll *roll) {
    roll->exchanges = recorded->exchanges;
    roll->place = recorded->place;
    for (unsigned e = 0; e < recorded->exchanges; e++) {
        for (unsigned side = 0; side < 2; side++) {
            const xpgn_roll_side *from = &recorded->exchange[e].side[side];
            xpgn_roll_side *to = &roll->exchange[e].side[side];
            to->dice_count = from->dice_count;
            memcpy(to->dice, from->dice, XPGN_MAX_DICE);
            to->cell_file = from->cell_file;
            to->cell_rank = from->cell_rank;
        }
    }
}

/* A combat without dice still has its roll. */
static inline void complete_roll(xpgn_roll *roll) {
    if (roll->exchanges == 0) {
        roll->exchanges = 1;
        roll->exchange[0].side[0].dice_count = roll->exchange[0].side[1].dice_count = 0;
    }
    roll->two_sides = true;
}

/* Fills in facts->roll, which has the dice and the cells, with all that follows from them. */
static inline void complete_combat(const xpgn_ruleset *rs, xpgn_facts *facts) {
    bool holds = rs->removed == REMOVED_PRISONER && facts->roll.exchanges > 0;
    complete_roll(&facts->roll);
    complete_sides(rs, facts, 0, holds);
    complete_sides(rs, facts, 1, holds);
}

enum arrival_fit combat_arrival_fit(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    if (a->promotion != 0)
        return facts->arrived ? ARRIVAL_FITS : ARRIVAL_IDLE;
    if (rs->movement != MOVEMENT_CHESS || rs->arrival != ARRIVAL_PROMOTE)
        return ARRIVAL_FITS;
    bool arrived = chess_is_last_rank(XPGN_SEAT_OF(a->piece), a->to) && facts->arrived;
    return arrived && XPGN_TYPE_OF(a->piece) == XPGN_PAWN ? ARRIVAL_UNNAMED : ARRIVAL_FITS;
}

bool combat_cell_fits(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    unsigned loser = combat_loser(facts), winner = XPGN_SEAT_OF(facts->side[loser ^ 1].piece);
    xpgn_square sq = facts->side[loser].cell;
    unsigned cell = cell_of(rs, sq);
    return sq != XPGN_NO_SQUARE && rs->geometry.cell[cell] == sq &&
           rs->geometry.cell_seat[cell] == winner;
}

bool combat_is_complete(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    return (rs->removed != REMOVED_PRISONER || combat_cell_fits(rs, facts)) &&
           combat_arrival_fit(rs, facts) == ARRIVAL_FITS;
}

void combat_settle(const xpgn_ruleset *rs, xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    const xpgn_combatant *at = &facts->side[0], *df = &facts->side[1];
    bool passes = combat_passes(rs, a);
    bool beaten = df->fate == 'x', wins = beaten & (at->fate != 'x');
    facts->arrived = (a->kind == XPGN_ATTACK) & (passes | wins);
    facts->captured = (xpgn_piece)(df->piece & (0u - beaten));
    if (rs->removed != REMOVED_PRISONER)
        return;
    unsigned loser = combat_loser(facts);
    const xpgn_roll_side *s = &facts->roll.exchange[facts->roll.exchanges - 1].side[loser];
    bool on_board = s->cell_file < rs->geometry.files && s->cell_rank < rs->geometry.ranks;
    facts->side[loser].cell =
        on_board ? (xpgn_square)(s->cell_rank * rs->geometry.files + s->cell_file) : XPGN_NO_SQUARE;
}

/* Sets all facts that follow from the dice in facts->roll; `last` as for set_fates. */
static inline void decide_combat(const xpgn_ruleset *rs, const struct combat_shown *last,
                                 xpgn_facts *facts) {
    set_fates(rs, facts->roll.exchanges, last, facts);
    complete_combat(rs, facts);
    combat_settle(rs, facts);
}

/* The same where hit points are lost. */
static void decide_damage(const xpgn_ruleset *rs, xpgn_facts *facts) {
    complete_roll(&facts->roll);
    damage_complete(rs, facts);
    combat_settle(rs, facts);
}

void combat_complete(const xpgn_ruleset *rs, const xpgn_roll *roll, xpgn_facts *facts) {
    struct combat_shown last = {0, 0};
    copy_dice(roll, &facts->roll);
    if (roll->exchanges > 0)
        last = combat_shown(rs, &roll->exchange[roll->exchanges - 1]);
    if (combat_damages(rs))
        decide_damage(rs, facts);
    else
        decide_combat(rs, &last, facts);
}

/* AS-4: true if the prepared sum exceeds the defense. */
static inline bool suffices(const xpgn_facts *facts) {
    const xpgn_combatant *at = &facts->side[0];
    return adjacent_suffices(at->base, at->base + at->support, facts->side[1].base);
}

/* Compiled once for each of the contests below; rs->contest must be `contest`. */
ALWAYS_INLINE bool take(const xpgn_ruleset *restrict rs, const xpgn_position *restrict p,
                        bits supporters, xpgn_facts *restrict facts, unsigned contest) {
    struct combat_shown last = {0, 0};
    if (rs->contest != contest)
        __builtin_unreachable();
    facts->combat = true;
    prepare_combat(rs, p, supporters, facts);
    if (!dice_fit(rs, facts, &facts->roll, false, &last))
        return false;
    if (combat_adds_neighbours(rs) && !suffices(facts))
        return false;
    decide_combat(rs, &last, facts);
    return combat_is_complete(rs, facts);
}

/* One function for each contest of the games of FAST_PATH_*, with all its callees inlined: the
   calls would be a third of the work. */
#define TAKE(name, contest)                                                                        \
    static __attribute__((noinline, flatten)) bool name(                                           \
        const xpgn_ruleset *rs, const xpgn_position *p, bits supporters, xpgn_facts *facts) {      \
        return take(rs, p, supporters, facts, contest);                                            \
    }
enum {
    TAKE_TOTALS = CONTEST_ROLLED | CONTEST_SUPPORT | CONTEST_WOUNDS,
    TAKE_HIGHEST = CONTEST_ROLLED | CONTEST_HIGHEST | CONTEST_NEEDS,
    TAKE_UNEQUAL = CONTEST_ROLLED | CONTEST_AGAIN,
    TAKE_GIVEN = CONTEST_SUPPORT | CONTEST_NEIGHBOURS
};
TAKE(take_totals, TAKE_TOTALS)
TAKE(take_highest, TAKE_HIGHEST)
TAKE(take_unequal, TAKE_UNEQUAL)
TAKE(take_given, TAKE_GIVEN)

bool combat_take(const xpgn_ruleset *rs, const xpgn_position *p, bits supporters,
                 xpgn_facts *facts) {
    switch (rs->contest) {
    case TAKE_TOTALS:
        return take_totals(rs, p, supporters, facts);
    case TAKE_HIGHEST:
        return take_highest(rs, p, supporters, facts);
    case TAKE_UNEQUAL:
        return take_unequal(rs, p, supporters, facts);
    case TAKE_GIVEN:
        return take_given(rs, p, supporters, facts);
    default:
        return false;
    }
}

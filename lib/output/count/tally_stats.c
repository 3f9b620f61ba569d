/* SPDX-License-Identifier: MIT */
/* The kinds of counts of tally_stats.def: their table and the counting. */
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/play/actors.h"
#include "core/play/combat_odds.h"
#include "core/text/result_text.h"
#include "facts/fact_list.h"
#include "facts/public_walk.h"
#include "facts/termination.h"
#include "output/count/fair.h"
#include "output/count/luck.h"

/* ---- moments --------------------------------------------------------------------------------- */

/* The occasion of a count. */
struct moment {
    xpgn_tally *t;
    const xpgn_walk *walk;
    const xpgn_step *step;
    xpgn_fact_source *s;
    unsigned index;             /* the side, the expected outcome, the type */
    unsigned role, face, faces; /* of a die */
    uint32_t amount;
    char first[24], result[24];
};

static xpgn_slice plain_result(struct moment *m) {
    facts_plain_result(m->step->text, m->result);
    return slice_of(m->result);
}

/* "checkmate (C-3)" */
static xpgn_slice ending_of(struct moment *m) {
    xpgn_slice words = facts_ending(m->walk, m->step->text), rule = facts_ending_rule(m->walk);
    if (rule.size == 0)
        return words;
    xpgn_buffer *b = m->s->text;
    xpgn_buffer_clear(b);
    xpgn_buffer_slice(b, words);
    xpgn_buffer_text(b, " (");
    xpgn_buffer_slice(b, rule);
    xpgn_buffer_char(b, ')');
    m->t->failed |= b->failed;
    return (xpgn_slice){b->data, b->size};
}

/* After a missing half-move the game is unknown. */
static bool has_gap(const struct moment *m) {
    return m->walk->lines.list[0].gap;
}

/* Counted from the findings, which exist with and without steps. */
static uint32_t stood_of(const struct moment *m) {
    size_t findings;
    uint32_t stood = 0;
    const xpgn_finding *list = xpgn_walk_findings(m->walk, &findings);
    for (size_t i = 0; i < findings; i++)
        stood += log_is(&list[i], D_STOOD);
    return stood;
}

static unsigned fate_of(const struct moment *m, unsigned side) {
    return xpgn_fate_of(m->s->facts->side[side].fate);
}

/* The hit points that a side lost, of those that it had. */
static uint32_t lost_of(const struct moment *m, unsigned side) {
    const xpgn_combatant *c = &m->s->facts->side[side];
    const int lost = c->lost < c->hits ? c->lost : c->hits;
    return lost > 0 ? (uint32_t)lost : 0;
}

/* ---- fields: facts, and those of tally_stats.def --------------------------------------------- */

enum stat_field {
#define FACT(name, scope, type, form, present, value, about) FIELD_##name = FACT_##name,
#define LIST(name, scope, type, form, present, value, about) /* a field has one value */
#include "facts/facts.def"
#undef FACT
    FIRST_FIELD = FACTS - 1,
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, least, most, value) FIELD_##name,
#define NAME(name, value) FIELD_##name,
#include "output/count/tally_stats.def"
};

/* For the compiler: the scope and the type of each fact. */
enum {
#define FACT(name, scope, type, form, present, value, about)                                       \
    SCOPE_OF_##name = XPGN_SCOPE_##scope, TYPE_OF_##name = XPGN_VALUE_##type,
#include "facts/facts.def"
#undef FACT
#undef LIST
#undef OLD
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, least, most, value)                                                           \
    SCOPE_OF_##name = XPGN_SCOPE_START, TYPE_OF_##name = XPGN_VALUE_NUMBER,
#define NAME(name, value) SCOPE_OF_##name = XPGN_SCOPE_START, TYPE_OF_##name = XPGN_VALUE_TEXT,
#include "output/count/tally_stats.def"
    HAS_GAME = 1 << XPGN_SCOPE_RECORD | 1 << XPGN_SCOPE_START,
    HAS_TYPE = HAS_GAME,
    HAS_TURN = HAS_GAME | 1 << XPGN_SCOPE_TURN,
    HAS_DIE = HAS_TURN | 1 << XPGN_SCOPE_ACTION,
    HAS_COMBAT = HAS_DIE | 1 << XPGN_SCOPE_COMBAT,
    HAS_OUTCOME = HAS_COMBAT,
    HAS_COMBATANT = HAS_COMBAT | 1 << XPGN_SCOPE_SIDE | 1 << XPGN_SCOPE_COMBATANT
};
#define HOLDS(scope, field) ((HAS_##scope >> SCOPE_OF_##field & 1) == 1)
#define IS_TEXT(field) ((unsigned)TYPE_OF_##field == XPGN_VALUE_TEXT)
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)                   \
    _Static_assert(HOLDS(scope, a) && HOLDS(scope, b) && HOLDS(scope, c) && HOLDS(scope, d),       \
                   "a fact of " #id " is not of its scope");                                       \
    _Static_assert(!IS_TEXT(b) && !IS_TEXT(c) && !IS_TEXT(d), "a text of " #id " is not first");
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, least, most, value)
#define NAME(name, value)
#include "output/count/tally_stats.def"

static struct tally_range range_of_fact(const xpgn_fact *f, bool first) {
    int64_t words = 0;
    while (f->words != NULL && f->words[words] != NULL)
        words++;
    switch ((xpgn_fact_type)f->type) {
    case XPGN_VALUE_TEXT:
        return (struct tally_range){.named = true};
    case XPGN_VALUE_FLAG:
        return (struct tally_range){.most = 1};
    case XPGN_VALUE_WORD:
        return (struct tally_range){.most = words - 1};
    case XPGN_VALUE_PIECE:
        return (struct tally_range){.least = 1, .most = XPGN_TYPES - 1};
    case XPGN_VALUE_SQUARE:
        return (struct tally_range){.most = XPGN_NO_SQUARE - 1};
    default:
        return first ? (struct tally_range){.least = INT32_MIN, .most = INT32_MAX}
                     : (struct tally_range){.most = UINT8_MAX};
    }
}

struct tally_range tally_range_of(enum tally_kind kind, unsigned place) {
    static const struct tally_range own[] = {
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, lowest, highest, value) {.least = (lowest), .most = (highest)},
#define NAME(name, value) {.named = true},
#include "output/count/tally_stats.def"
    };
    unsigned field = tally_stats[kind].field[place];
    return field < FACTS ? range_of_fact(&fact_rows[field].fact, place == 0) : own[field - FACTS];
}

const char *tally_field_name(enum tally_kind kind, unsigned place) {
    static const char *const own[] = {
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, lowest, highest, value) #name,
#define NAME(name, value) #name,
#include "output/count/tally_stats.def"
    };
    unsigned field = tally_stats[kind].field[place];
    return field == FIELD_none ? NULL
           : field < FACTS     ? fact_rows[field].fact.name
                               : own[field - FACTS];
}

const xpgn_fact *tally_fact_of(enum tally_kind kind, unsigned place) {
    unsigned field = tally_stats[kind].field[place];
    return field < FACTS ? &fact_rows[field].fact : NULL;
}

/* The value of a fact as a field; false if it has none here. Its type is a constant. */
ALWAYS_INLINE bool value_of_fact(const struct moment *m, unsigned fact, xpgn_fact_type type,
                                 bool first, uint32_t *value) {
    xpgn_value v;
    if (type == XPGN_VALUE_TEXT)
        xpgn_buffer_clear(m->s->text);
    const bool there = fact_rows[fact].get(m->s, m->index, 0, &v);
    if (type == XPGN_VALUE_TEXT)
        m->t->failed |= m->s->text->failed; /* lack of memory may be why there is none */
    if (!there)
        return false;
    if (type == XPGN_VALUE_TEXT) {
        *value = tally_name(m->t, v.text);
        return true;
    }
    if (type == XPGN_VALUE_PIECE)
        v.number = XPGN_TYPE_OF(v.piece);
    if (type == XPGN_VALUE_NUMBER || type == XPGN_VALUE_MILLIONTHS) {
        const int64_t least = first ? INT32_MIN : 0, most = first ? INT32_MAX : UINT8_MAX;
        v.number = v.number < least ? least : v.number > most ? most : v.number;
        v.number -= least;
    }
    *value = (uint32_t)v.number;
    return true;
}

/* `field` is a constant, so only one case is compiled. */
ALWAYS_INLINE bool value_of(struct moment *m, enum stat_field field, xpgn_fact_type type,
                            bool first, uint32_t *value) {
    switch ((unsigned)field) {
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, least, most, x)                                                               \
    case FIELD_##name:                                                                             \
        *value = (uint32_t)(x);                                                                    \
        return true;
#define NAME(name, x)                                                                              \
    case FIELD_##name:                                                                             \
        *value = tally_name(m->t, (x));                                                            \
        return true;
#include "output/count/tally_stats.def"
    default:
        return value_of_fact(m, (unsigned)field, type, first, value);
    }
}

/* ---- the rows -------------------------------------------------------------------------------- */

#define FITS(id, is)                                                                               \
    static bool fits_##id(const struct tally_count *c) {                                           \
        (void)c;                                                                                   \
        return (is);                                                                               \
    }
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title) FITS(id, fits)
#define HAND(id, name, wants, fits, a, b, c, d) FITS(id, fits)
#define NUMBER(name, least, most, value)
#define NAME(name, value)
#include "output/count/tally_stats.def"

#define WANTS_ALWAYS 0
#define WANTS_LUCK XPGN_TALLY_LUCK
#define WANTS_FAIRNESS XPGN_TALLY_FAIRNESS
#define FIELDS(a, b, c, d)                                                                         \
    { FIELD_##a, FIELD_##b, FIELD_##c, FIELD_##d }
const struct tally_stat tally_stats[TALLY_KINDS] = {
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title)                   \
    {#name, fits_##id, #json, title, 0, LOOK_##look, FIELDS(a, b, c, d)},
#define HAND(id, name, wants, fits, a, b, c, d)                                                    \
    {#name, fits_##id, NULL, NULL, WANTS_##wants, LOOK_OWN, FIELDS(a, b, c, d)},
#define NUMBER(name, least, most, value)
#define NAME(name, value)
#include "output/count/tally_stats.def"
};

enum scope { GAME, TYPE, TURN, DIE, COMBAT, OUTCOME, COMBATANT };

#define VALUE(m, field, first, out)                                                                \
    value_of(m, FIELD_##field, (xpgn_fact_type)TYPE_OF_##field, first, out)
/* Counts the rows of a scope, which is a constant, so rows of other scopes are not compiled. */
ALWAYS_INLINE void count(struct moment *m, enum scope of) {
    struct tally_key key = {.group = m->t->now};
    uint32_t x[4];
#define STAT(id, name, scope, when, amount, fits, one, two, three, four, look, json, title)        \
    if (of == (scope) && (when) && VALUE(m, one, true, &x[0]) && VALUE(m, two, false, &x[1]) &&    \
        VALUE(m, three, false, &x[2]) && VALUE(m, four, false, &x[3])) {                           \
        key.kind = TALLY_##id;                                                                     \
        key.a = x[0];                                                                              \
        key.b = (uint8_t)x[1];                                                                     \
        key.c = (uint8_t)x[2];                                                                     \
        key.d = (uint8_t)x[3];                                                                     \
        tally_count(m->t, &key, amount);                                                           \
    }
#define HAND(id, name, wants, fits, a, b, c, d)
#define NUMBER(name, least, most, value)
#define NAME(name, value)
#include "output/count/tally_stats.def"
}

/* ---- the steps of a game --------------------------------------------------------------------- */

static __attribute__((noinline)) void count_own_dice(struct moment *m, enum tally_role role,
                                                     const xpgn_roll_side *side) {
    m->role = role;
    m->amount = 1;
    for (unsigned i = 0; i < side->dice_count; i++) {
        m->face = side->dice[i];
        m->faces = tally_even_faces(m->step->rs, m->step->facts, role, i);
        count(m, DIE);
    }
}

ALWAYS_INLINE void count_side(void *data, enum tally_role role, unsigned seat,
                              const xpgn_roll_side *side) {
    struct moment *m = data;
    struct role_dice *d = &m->t->dice[role];
    (void)seat;
    if (combat_adds_dice(m->step->rs)) {
        count_own_dice(m, role, side);
        return;
    }
    if (side->dice_count == 0)
        return;
    for (unsigned i = 0; i < side->dice_count; i++) {
        const uint8_t face = side->dice[i];
        d->count[face]++;
        d->most = face > d->most ? face : d->most;
    }
    d->even = (uint8_t)tally_even_faces(m->step->rs, m->step->facts, role, 0);
    m->t->thrown |= 1u << role;
}

static void add_dice(struct moment *m, struct role_dice *d) {
    m->faces = d->even;
    for (m->face = 0; m->face <= d->most; m->face++) {
        if ((m->amount = d->count[m->face]) > 0)
            count(m, DIE);
        d->count[m->face] = 0;
    }
    d->most = 0;
}

void stats_add_dice(xpgn_tally *t) {
    struct moment m;
    m.t = t;
    for (; t->thrown != 0; t->thrown &= t->thrown - 1) {
        m.role = bits_first(t->thrown);
        add_dice(&m, &t->dice[m.role]);
    }
}

/* The chance that a side is wounded and left alive. */
static double wounded(const xpgn_odds *odds, unsigned side) {
    double sum = 0;
    for (unsigned other = 0; other < XPGN_FATES; other++)
        sum += side == 0 ? odds->chance[XPGN_FATE_WOUNDED][other]
                         : odds->chance[other][XPGN_FATE_WOUNDED];
    return sum;
}

/* The outcomes expected before the dice were rolled, in parts of TALLY_WHOLE. */
static void note_expected(struct odds_known *known) {
    const xpgn_odds *odds = &known->odds;
    const double expected[EXPECTS] = {[EXPECT_WON] = xpgn_odds_chance(odds, false, true),
                                      [EXPECT_LOST] = xpgn_odds_chance(odds, true, false),
                                      [EXPECT_TIED] = odds->tie,
                                      [EXPECT_BOTH] = xpgn_odds_chance(odds, true, true),
                                      [EXPECT_WOUNDED] = wounded(odds, 0),
                                      [EXPECT_WOUNDED + 1] = wounded(odds, 1)};
    _Static_assert(sizeof known->amount == EXPECTS * sizeof *known->amount, "one each");
    for (unsigned i = 0; i < EXPECTS; i++)
        known->amount[i] = (uint32_t)(expected[i] * TALLY_WHOLE + 0.5);
    known->counted = true;
}

static void count_expected(struct moment *m, const xpgn_facts *facts) {
    struct odds_known *known = odds_remembered(public_walk_const(m->walk)->odds, m->s->rs, facts);
    if (known == NULL)
        return;
    if (!known->counted)
        note_expected(known);
    for (m->index = 0; m->index < EXPECTS; m->index++) {
        m->amount = known->amount[m->index];
        count(m, OUTCOME);
    }
}

/* Where the attacker goes on, what each exchange may bring is expected, as the choice is its own.
 */
static void count_chances(struct moment *m, const xpgn_facts *facts) {
    xpgn_facts f;
    if (facts->side[0].dice + facts->side[1].dice == 0)
        return;
    if (!combat_goes_on(m->s->rs)) {
        count_expected(m, facts);
        return;
    }
    f = *facts;
    for (unsigned e = 0; e < facts->roll.exchanges; e++) {
        count_expected(m, &f);
        xpgn_facts_pass(&f, &facts->roll.exchange[e]);
    }
}

static void begin_moment(struct moment *m, xpgn_tally *t, const xpgn_walk *walk,
                         const xpgn_step *step) {
    m->t = t;
    m->walk = walk;
    m->step = step;
    m->index = 0;
    m->s = &t->subject;
    xpgn_fact_source_step(m->s, step);
}

/* Adds up the dice of a turn until it ends; where those that move nothing are rolled again, each
   turn spends all. */
static void note_turn_dice(xpgn_tally *t, const xpgn_ruleset *rs, const xpgn_facts *f) {
    if (f->turn_roll.count > 0 && actors_may_spend_less(rs))
        t->turn = (struct tally_turn){f->turn_roll.count, 0};
    t->turn.spent = (uint8_t)(t->turn.spent + f->spent);
}

void stats_add_turn(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step) {
    struct moment m;
    if (t->turn.rolled == 0)
        return;
    begin_moment(&m, t, walk, step);
    count(&m, TURN);
    t->turn = (struct tally_turn){0};
}

static __attribute__((noinline)) void add_combat(xpgn_tally *t, const xpgn_walk *walk,
                                                 const xpgn_step *step) {
    struct moment m;
    begin_moment(&m, t, walk, step);
    count(&m, COMBAT);
    for (m.index = 0; m.index < 2; m.index++)
        count(&m, COMBATANT);
    count_chances(&m, step->facts);
}

void stats_add_action(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step) {
    struct moment m;
    m.t = t;
    m.step = step;
    note_turn_dice(t, step->rs, step->facts);
    tally_throws(step->facts, step->seat, count_side, &m);
    if (step->facts->combat)
        add_combat(t, walk, step);
}

/* Counts the names of piece types, so that writers know them. */
static void count_types(struct moment *m) {
    for (m->index = XPGN_PAWN; m->index < XPGN_TYPES; m->index++) {
        const char *name = m->s->rs->piece[m->index].name;
        if (name != NULL && strcmp(name, xpgn_piece_name(NULL, m->index)) != 0)
            count(m, TYPE);
    }
}

void stats_add_result(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step) {
    struct moment m;
    begin_moment(&m, t, walk, step);
    if (!walk_first_action(walk, m.first))
        m.first[0] = '\0';
    count(&m, GAME);
    if (walk->ruleset != NULL && ruleset_has_dice(walk->ruleset))
        count_types(&m);
}

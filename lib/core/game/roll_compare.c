/* SPDX-License-Identifier: MIT */
#include "core/game/roll_compare.h"

#include <xpgn/play.h>

#include "core/game/finding_hint.h"
#include "core/play/damage.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"

static const char *const role[2] = {"attacker", "defender"};

/* ---- dice ------------------------------------------------------------------------------------ */

static const char *dice_rule(const struct check *c) {
    bool plain = c->facts->action.kind == XPGN_ATTACK && combat_has_values(c->rs, c->facts);
    return plain ? c->rs->cite[CITE_DICE] : c->facts->rule;
}

bool compare_face(unsigned faces, unsigned face, xpgn_place place, struct log *log) {
    if (face >= 1 && face <= faces)
        return true;
    log_add(log, D_FACE, place, "die %u, expected 1 to %u", face, faces);
    return false;
}

bool compare_turn_dice(const xpgn_ruleset *rs, const xpgn_turn_dice *dice, xpgn_place place,
                       struct log *log) {
    const unsigned due = turn_dice(rs);
    if (dice->count != due) {
        log_rule(log, rs->cite[CITE_TURN_ROLL], place, "turn roll of %u %s, expected %u",
                 dice->count, dice->count == 1 ? "die" : "dice", due);
        hint_turn_dice(rs, log);
        return false;
    }
    for (unsigned i = 0; i < due; i++)
        if (!compare_face(rs->die, dice->die[i], place, log))
            return false;
    return true;
}

/* The number of its first dice whose faces these dice have. */
static unsigned count_fitting(const struct check *c, unsigned side, const xpgn_roll_side *s) {
    unsigned i = 0;
    while (i < s->dice_count && s->dice[i] >= 1 &&
           s->dice[i] <= combat_faces(c->rs, c->facts, side, i))
        i++;
    return i;
}

/* At most one finding. */
static bool faces_fit(const struct check *c, unsigned side, const xpgn_roll_side *s) {
    const unsigned i = count_fitting(c, side, s), faces = combat_faces(c->rs, c->facts, side, i);
    return i == s->dice_count || compare_face(faces, s->dice[i], s->dice_place, c->log);
}

/* True if that side has the number of dice that are rolled. */
static bool dice_count_fits(const struct check *c, unsigned side, const xpgn_roll_side *s) {
    const xpgn_combatant *k = &c->facts->side[side];
    const char *rule = dice_rule(c);
    xpgn_place at = s->dice_count > 0 ? s->dice_place : c->recorded->roll->place;
    if (s->dice_count == k->dice)
        return true;
    if (k->dice == 0)
        log_rule(c->log, rule, at, "%s dice %u, expected none", role[side], s->dice_count);
    else if (k->support > 0 && c->rs->support == SUPPORT_DICE)
        log_rule(c->log, rule, at, "%s dice %u, expected %u: rating %d + supporters %u", role[side],
                 s->dice_count, k->dice, k->base, k->count);
    else
        log_rule(c->log, rule, at, "%s dice %u, expected %u", role[side], s->dice_count, k->dice);
    hint_dice_count(c);
    return false;
}

bool compare_sums(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    size_t errors = c->log->errors;
    for (unsigned n = 0; n < 2u * roll->exchanges; n++) {
        const xpgn_roll_side *s = &roll->exchange[n / 2].side[n % 2];
        int base = c->facts->side[n % 2].base;
        int sum = c->facts->roll.exchange[n / 2].side[n % 2].total;
        xpgn_place at = s->dice_place;
        if (s->total < 0 || s->dice_count != 1 || s->total == sum)
            continue;
        at.length = s->total_place.offset + s->total_place.length - at.offset;
        log_rule(c->log, c->rs->cite[CITE_TOTAL], at, "%s total %d, expected %d: %d + die %u",
                 role[n % 2], s->total, sum, base, s->dice[0]);
        log_hint(c->log, "correct the die or the total");
    }
    return c->log->errors == errors;
}

/* CC-6: every exchange but the last must be a tie, and the last must not. Reports the one that is
   not so. */
static void report_ties(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    const char *rule = c->rs->cite[CITE_FATE];
    unsigned e = 0;
    combat_complete(c->rs, roll, c->facts);
    while (e + 1u < roll->exchanges &&
           combat_is_tied(c->rs, c->facts, combat_shown(c->rs, &roll->exchange[e])))
        e++;
    bool last = e + 1u == roll->exchanges;
    const xpgn_roll_side *side = c->facts->roll.exchange[e].side;
    if (!compare_sums(c))
        return;
    if (last)
        log_rule(c->log, rule, roll->exchange[e].side[0].dice_place,
                 "missing exchange: %d against %d is a tie, and both roll again", side[0].total,
                 side[1].total);
    else
        log_rule(c->log, rule, roll->exchange[e + 1].side[0].dice_place,
                 "unexpected exchange: the one before was decided, %d against %d", side[0].total,
                 side[1].total);
    log_hint(c->log, last ? "add the next exchange after a space, as in <3:3 5:2>"
                          : "remove it and the exchanges after it");
}

/* The place of the first field of an exchange. */
static xpgn_place exchange_place(const xpgn_exchange *x, xpgn_place none) {
    for (unsigned i = 0; i < 2; i++) {
        const xpgn_roll_side *s = &x->side[i];
        const xpgn_place at[] = {s->dice_place, s->count_place, s->total_place, s->lost_place,
                                 s->fate_place};
        for (size_t k = 0; k < sizeof at / sizeof *at; k++)
            if (at[k].length > 0)
                return at[k];
    }
    return none;
}

/* CD-3: an exchange follows one in which a piece was removed. */
static void report_going_on(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    const unsigned last = damage_survived(c->rs, c->facts, roll);
    log_rule(c->log, c->rs->cite[CITE_GO_ON],
             exchange_place(&roll->exchange[last + 1], roll->place),
             "unexpected exchange: a piece was removed in the one before");
    if (log_wants_hint(c->log)) {
        xpgn_roll until = *roll;
        until.exchanges = (uint8_t)(last + 1);
        hint_computed(c, &until);
    }
}

/* Reports a wrong number of exchanges; each side of each exchange fits. */
static void report_exchanges(const struct check *c) {
    if (combat_goes_on(c->rs)) {
        report_going_on(c);
        return;
    }
    if (combat_ties_again(c->rs)) {
        report_ties(c);
        return;
    }
    log_rule(c->log, dice_rule(c),
             exchange_place(&c->recorded->roll->exchange[1], c->recorded->roll->place),
             "unexpected second exchange");
    hint_dice_count(c);
}

static bool counts_fit(const struct check *c, const xpgn_roll_side side[2]) {
    return dice_count_fits(c, 0, &side[0]) && dice_count_fits(c, 1, &side[1]);
}

/* Numbers come first where they say which faces a die has, or that there is none. */
static bool exchange_fits(const struct check *c, const xpgn_roll_side side[2]) {
    if ((combat_adds_dice(c->rs) || combat_is_blow(c->rs)) && !counts_fit(c, side))
        return false;
    return faces_fit(c, 0, &side[0]) && faces_fit(c, 1, &side[1]) && counts_fit(c, side);
}

bool compare_dice(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    if (combat_dice_fit(c->rs, c->facts, roll))
        return true;
    if (roll->exchanges == 0 && !c->recorded->unreadable) {
        log_add(c->log, D_ROLL_MISSING, c->recorded->place, "missing roll for this combat");
        hint_dice(c);
    }
    for (unsigned e = 0; e < roll->exchanges; e++)
        if (!exchange_fits(c, roll->exchange[e].side))
            return false;
    if (roll->exchanges > 0)
        report_exchanges(c);
    return false;
}

bool compare_usable(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    const bool several = combat_ties_again(c->rs) || combat_goes_on(c->rs);
    if (roll->exchanges == 0 || (roll->exchanges > 1 && !several))
        return false;
    for (unsigned n = 0; n < 2u * roll->exchanges; n++) {
        const xpgn_roll_side *s = &roll->exchange[n / 2].side[n % 2];
        if (count_fitting(c, n % 2, s) < s->dice_count ||
            (s->dice_count == 0) != (c->facts->side[n % 2].dice == 0))
            return false;
    }
    const xpgn_exchange *last = &roll->exchange[roll->exchanges - 1];
    return !combat_ties_again(c->rs) || last->side[0].fate != last->side[1].fate;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

/* "die 4", "dice 6, 2" */
static void describe_dice(const xpgn_roll_side *dice, xpgn_buffer *b) {
    for (unsigned i = 0; i < dice->dice_count; i++)
        xpgn_buffer_printf(b, "%s %u",
                           i > 0                  ? ","
                           : dice->dice_count > 1 ? "dice"
                                                  : "die",
                           dice->dice[i]);
}

/* "3 + die 4", "die 4": the parts of the total of an exchange that another followed. */
static void describe_earlier(const struct check *c, unsigned side, const xpgn_roll_side *dice,
                             xpgn_buffer *b) {
    if (combat_adds_value(c->rs, c->facts, side))
        xpgn_buffer_printf(b, "%d + ", c->facts->side[side].base);
    describe_dice(dice, b);
}

/* "knight c3 3 + pawn e4 1 + die 4", "pawn d5, die 4", "highest of 6, 3, 1": the parts of the total
   of the last exchange. */
static void describe_total(const struct check *c, unsigned side, xpgn_buffer *b) {
    combat_list_supporters(c->rs, check_position(c), c->facts);
    const xpgn_combatant *k = &c->facts->side[side];
    const xpgn_roll *roll = &c->facts->roll;
    const xpgn_roll_side *dice = &roll->exchange[roll->exchanges - 1].side[side];
    if (combat_need(c->rs, c->facts) != 0) {
        xpgn_buffer_printf(b, "needed by a %s against a %s",
                           rules_of(c->rs, c->facts->side[0].piece)->name,
                           rules_of(c->rs, k->piece)->name);
        return;
    }
    if (combat_counts_highest(c->rs)) {
        if (dice->dice_count == 0)
            xpgn_buffer_printf(b, "rating of the %s", rules_of(c->rs, k->piece)->name);
        else
            xpgn_buffer_text(b, dice->dice_count == 1 ? "die" : "highest of");
        for (unsigned i = 0; i < dice->dice_count; i++)
            xpgn_buffer_printf(b, "%s %u", i > 0 ? "," : "", dice->dice[i]);
        return;
    }
    xpgn_combatant_write(b, c->rs, check_position(c), c->facts, side);
    if (dice->dice_count > 0) {
        xpgn_buffer_text(b, combat_adds_value(c->rs, c->facts, side) ? " +" : ",");
        xpgn_buffer_char(b, ' ');
    }
    describe_dice(dice, b);
}

/* " (pawn e6, knight f6)" */
static void describe_supporters(const struct check *c, unsigned side, xpgn_buffer *b) {
    combat_list_supporters(c->rs, check_position(c), c->facts);
    const xpgn_combatant *k = &c->facts->side[side];
    for (unsigned i = 0; i < k->count; i++) {
        xpgn_buffer_text(b, i == 0 ? " (" : ", ");
        xpgn_piece_write(b, c->rs, check_position(c), k->supporter[i].piece,
                         k->supporter[i].square);
    }
    if (k->count > 0)
        xpgn_buffer_char(b, ')');
}

/* ---- counts and totals ----------------------------------------------------------------------- */

/* One side of one exchange, as recorded and as computed. */
struct roll_field {
    unsigned side, exchange;
    const xpgn_roll_side *recorded, *expected;
};

static void report_count(const struct check *c, const struct roll_field *f) {
    xpgn_buffer b = {0};
    if (log_wants_text(c->log))
        describe_supporters(c, f->side, &b);
    log_rule(c->log, c->rs->cite[CITE_COUNT], f->recorded->count_place,
             "%s supporters %d, expected %d%s", role[f->side], f->recorded->count,
             f->expected->count, log_take(c->log, &b));
}

static void report_total(const struct check *c, const struct roll_field *f) {
    xpgn_buffer b = {0};
    bool run = c->facts->action.kind == XPGN_RUN;
    if (log_wants_text(c->log) && f->exchange + 1u == c->facts->roll.exchanges)
        describe_total(c, f->side, &b);
    else if (log_wants_text(c->log))
        describe_earlier(c, f->side, f->recorded, &b);
    log_rule(c->log, c->rs->cite[run ? CITE_RUN : CITE_TOTAL], f->recorded->total_place,
             "%s total %d, expected %d: %s", role[f->side], f->recorded->total, f->expected->total,
             log_take(c->log, &b));
}

/* The place of a fate, or where one is missing. */
static xpgn_place fate_place(const xpgn_roll *roll, const xpgn_roll_side *s) {
    return s->fate != 0            ? s->fate_place
           : s->lost_place.length  ? s->lost_place
           : s->total_place.length ? s->total_place
           : s->dice_place.length  ? s->dice_place
                                   : roll->place;
}

static void report_lost(const struct check *c, const struct roll_field *f) {
    const xpgn_roll_side *side = c->facts->roll.exchange[f->exchange].side;
    xpgn_buffer b = {0};
    if (log_wants_text(c->log) && combat_is_blow(c->rs))
        xpgn_buffer_printf(&b, f->side == 1 ? "the damage of a %s" : "what the %s had",
                           rules_of(c->rs, c->facts->side[f->side ^ 1].piece)->name);
    else if (log_wants_text(c->log))
        xpgn_buffer_printf(&b, "%d against %d", side[0].total, side[1].total);
    const char *why = log_take(c->log, &b);
    if (f->recorded->lost < 0)
        log_rule(c->log, c->facts->fate_rule[f->side], fate_place(c->recorded->roll, f->recorded),
                 "missing points lost of the %s, expected %d: %s", role[f->side], f->expected->lost,
                 why);
    else
        log_rule(c->log, c->facts->fate_rule[f->side], f->recorded->lost_place,
                 "%s loses %d point%s, expected %d: %s", role[f->side], f->recorded->lost,
                 f->recorded->lost == 1 ? "" : "s", f->expected->lost, why);
}

/* True if any points lost are recorded, so that all are. */
static bool says_lost(const xpgn_roll *roll) {
    for (unsigned n = 0; n < 2u * roll->exchanges; n++)
        if (roll->exchange[n / 2].side[n % 2].lost >= 0)
            return true;
    return false;
}

/* They differ. Not inlined, as most games have none. */
static __attribute__((noinline)) void compare_lost(const struct check *c,
                                                   const struct roll_field *f) {
    const xpgn_roll_side *s = f->recorded;
    if (s->lost >= 0 && f->expected->lost < 0)
        log_add(c->log, D_FIELD, s->lost_place, "unexpected points lost: this side loses none");
    else if (says_lost(c->recorded->roll))
        report_lost(c, f);
}

/* Reports each derived number that is wrong, or that this kind of roll does not have. */
static void compare_numbers(const struct check *c, const struct roll_field *f) {
    const xpgn_roll_side *s = f->recorded;
    if (s->count >= 0 && f->expected->count < 0)
        log_add(c->log, D_FIELD, s->count_place, "unexpected supporter count: this roll has none");
    else if (s->count >= 0 && s->count != f->expected->count)
        report_count(c, f);
    if (s->total >= 0 && f->expected->total < 0)
        log_add(c->log, D_FIELD, s->total_place, "unexpected total: this roll has none");
    else if (s->total >= 0 && s->total != f->expected->total)
        report_total(c, f);
    if (s->lost != f->expected->lost)
        compare_lost(c, f);
}

static void compare_cell(const struct check *c, const xpgn_roll_side *s) {
    if (s->cell_file != XPGN_NO_SQUARE && c->rs->removed != REMOVED_PRISONER)
        log_add(c->log, D_FIELD, s->fate_place, "unexpected castle: nobody is taken prisoner");
}

/* ---- fates ----------------------------------------------------------------------------------- */

static const char *fate_word(char fate) {
    return xpgn_fate_name(xpgn_fate_of(fate));
}

static void compare_fate(const struct check *c, unsigned side, const xpgn_roll_side *s) {
    const xpgn_facts *facts = c->facts;
    const xpgn_combatant *k = &facts->side[side];
    if (s->fate == k->fate)
        return;
    xpgn_place at = fate_place(c->recorded->roll, s);
    xpgn_buffer b = {0};
    if (log_wants_text(c->log)) { /* "knight c3, 7 against 5" */
        xpgn_piece_write(&b, c->rs, check_position(c), k->piece, k->square);
        if (combat_damages(c->rs))
            xpgn_buffer_printf(&b, ", %d lost of %d", k->lost > 0 ? k->lost : 0, k->hits);
        else if (facts->side[0].total >= 0)
            xpgn_buffer_printf(&b, ", %d against %d", facts->side[0].total, facts->side[1].total);
        else
            xpgn_buffer_printf(&b, ", die %u", facts->roll.exchange[0].side[0].dice[0]);
    }
    log_rule(c->log, facts->fate_rule[side], at, "%s %s, expected %s: %s", role[side],
             fate_word(s->fate), fate_word(k->fate), log_take(c->log, &b));
}

bool compare_says_results(const xpgn_roll *roll) {
    if (roll->exchanges > 0 && roll->two_sides &&
        roll->exchange[roll->exchanges - 1].side[1].dice_count == 0)
        return true; /* <5:>: nothing happened to the defender */
    for (unsigned n = 0; n < 2u * roll->exchanges; n++) {
        const xpgn_roll_side *s = &roll->exchange[n / 2].side[n % 2];
        if (s->count >= 0 || s->total >= 0 || s->lost >= 0 || s->fate != 0)
            return true;
    }
    return false;
}

static void compare_fates(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    unsigned last = roll->exchanges - 1u;
    for (unsigned n = 0; n < 2 * last; n++) {
        const xpgn_roll_side *s = &roll->exchange[n / 2].side[n % 2];
        if (s->fate != 0)
            log_rule(c->log, c->facts->fate_rule[n % 2], s->fate_place,
                     combat_goes_on(c->rs) ? "unexpected fate before the last exchange"
                                           : "unexpected fate in a tied exchange");
    }
    for (unsigned i = 0; i < 2; i++)
        compare_fate(c, i, &roll->exchange[last].side[i]);
}

/* ---- two fields exchanged -------------------------------------------------------------------- */

enum field_kind { FIELD_COUNT, FIELD_TOTAL, FIELD_LOST, FIELD_FATE };

/* A field that differs. */
struct wrong {
    enum field_kind kind;
    unsigned exchange, side;
    int recorded, expected;
    xpgn_place place;
};

/* The fields that differ, of which two are of interest. */
struct wrongs {
    struct wrong list[2];
    size_t count;
    bool strange; /* there is a field that the roll does not have */
};

static void add_wrong(struct wrongs *all, struct wrong one) {
    if (one.recorded == one.expected)
        return;
    if (all->count < 2)
        all->list[all->count] = one;
    all->count++;
}

static inline void add_number(struct wrongs *all, struct wrong one) {
    if (one.recorded < 0)
        return;
    all->strange |= one.expected < 0;
    add_wrong(all, one);
}

static void add_side(struct wrongs *all, unsigned exchange, unsigned side,
                     const xpgn_roll_side *recorded, const xpgn_roll_side *right) {
    add_number(all, (struct wrong){FIELD_COUNT, exchange, side, recorded->count, right->count,
                                   recorded->count_place});
    add_number(all, (struct wrong){FIELD_TOTAL, exchange, side, recorded->total, right->total,
                                   recorded->total_place});
    if (recorded->lost >= 0)
        add_number(all, (struct wrong){FIELD_LOST, exchange, side, recorded->lost, right->lost,
                                       recorded->lost_place});
}

static struct wrongs find_wrong(const xpgn_roll *recorded, const xpgn_facts *facts) {
    struct wrongs all = {.count = 0};
    bool fates = facts->combat && compare_says_results(recorded);
    for (unsigned n = 0; n < 2u * recorded->exchanges; n++) {
        unsigned x = n / 2, side = n % 2;
        const xpgn_roll_side *s = &recorded->exchange[x].side[side];
        add_side(&all, x, side, s, &facts->roll.exchange[x].side[side]);
        if (fates && x + 1u < recorded->exchanges)
            all.strange |= s->fate != 0;
        else if (fates)
            add_wrong(&all, (struct wrong){FIELD_FATE, x, side, s->fate, facts->side[side].fate,
                                           fate_place(recorded, s)});
    }
    return all;
}

static xpgn_place place_of_both(xpgn_place a, xpgn_place b) {
    uint32_t ends[2] = {a.offset + a.length, b.offset + b.length};
    uint32_t from = a.offset < b.offset ? a.offset : b.offset;
    return (xpgn_place){from, (ends[0] > ends[1] ? ends[0] : ends[1]) - from};
}

bool compare_exchanged(const xpgn_roll *recorded, const xpgn_facts *facts, struct exchanged *e) {
    struct wrongs all = find_wrong(recorded, facts);
    const struct wrong *a = &all.list[0], *b = &all.list[1];
    if (all.count != 2 || all.strange || a->exchange != b->exchange || a->recorded != b->expected ||
        b->recorded != a->expected)
        return false;
    bool number = a->kind <= FIELD_TOTAL && b->kind <= FIELD_TOTAL;
    if (a->kind != b->kind && (!number || a->side != b->side))
        return false;
    e->what = a->kind != b->kind       ? EXCHANGED_COUNT_AND_TOTAL
              : a->kind == FIELD_COUNT ? EXCHANGED_COUNTS
              : a->kind == FIELD_TOTAL ? EXCHANGED_TOTALS
              : a->kind == FIELD_LOST  ? EXCHANGED_LOST
                                       : EXCHANGED_FATES;
    e->exchange = a->exchange;
    e->side = a->side;
    e->place = place_of_both(a->place, b->place);
    return true;
}

static void report_exchanged(const struct check *c, const struct exchanged *e) {
    const xpgn_roll_side *s = c->recorded->roll->exchange[e->exchange].side, *side = &s[e->side];
    const char *const *cite = c->rs->cite;
    bool run = c->facts->action.kind == XPGN_RUN;
    switch (e->what) {
    case EXCHANGED_COUNTS:
        log_rule(c->log, cite[CITE_COUNT], e->place,
                 "supporters exchanged: attacker %d, defender %d, expected %d and %d", s[0].count,
                 s[1].count, s[1].count, s[0].count);
        break;
    case EXCHANGED_TOTALS:
        log_rule(c->log, cite[run ? CITE_RUN : CITE_TOTAL], e->place,
                 "totals exchanged: attacker %d, defender %d, expected %d and %d", s[0].total,
                 s[1].total, s[1].total, s[0].total);
        break;
    case EXCHANGED_LOST:
        log_rule(c->log, c->facts->fate_rule[0], e->place,
                 "points lost exchanged: attacker %d, defender %d, expected %d and %d", s[0].lost,
                 s[1].lost, s[1].lost, s[0].lost);
        break;
    case EXCHANGED_FATES:
        log_rule(c->log, c->facts->fate_rule[0], e->place,
                 "fates exchanged: attacker %s, defender %s, expected %s and %s",
                 fate_word(s[0].fate), fate_word(s[1].fate), fate_word(s[1].fate),
                 fate_word(s[0].fate));
        break;
    case EXCHANGED_COUNT_AND_TOTAL:
        log_rule(c->log, cite[CITE_COUNT], e->place,
                 "%s supporters and total exchanged: %d and %d, expected %d and %d", role[e->side],
                 side->count, side->total, side->total, side->count);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void compare_each(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    for (unsigned n = 0; n < 2u * roll->exchanges && !check_is_settled(c); n++)
        compare_numbers(c, &(struct roll_field){n % 2, n / 2, &roll->exchange[n / 2].side[n % 2],
                                                &c->facts->roll.exchange[n / 2].side[n % 2]});
    if (!check_is_settled(c) && compare_says_results(roll))
        compare_fates(c);
}

void compare_fields(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    size_t mark = c->log->count;
    struct exchanged e;
    if (!c->brief && compare_exchanged(roll, c->facts, &e))
        report_exchanged(c, &e);
    else
        compare_each(c);
    for (unsigned n = 0; n < 2u * roll->exchanges && !check_is_settled(c); n++)
        compare_cell(c, &roll->exchange[n / 2].side[n % 2]);
    if (!c->brief)
        hint_roll(c, mark);
}

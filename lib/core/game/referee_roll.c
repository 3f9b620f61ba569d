/* SPDX-License-Identifier: MIT */
/* Checks the recorded rolls of combats, teleports and escape attempts. */
#include "core/base/roll_data.h"
#include "core/game/finding_hint.h"
#include "core/game/longform.h"
#include "core/game/roll_compare.h"
#include "core/play/attempt.h"

/* ---- attempts -------------------------------------------------------------------------------- */

static bool attempt_die_fits(const struct check *c) {
    const xpgn_roll *r = c->recorded->roll;
    const char *rule =
        c->rs->cite[c->facts->action.kind == XPGN_TELEPORT ? CITE_TELEPORT : CITE_RELEASE];
    struct log *log = c->log;
    const xpgn_roll_side *s = &r->exchange[0].side[0];
    bool none = r->exchanges == 0, unreadable = none && c->recorded->unreadable;
    if (roll_is_one_die(r))
        return compare_face(c->rs->die, s->dice[0], s->dice_place, log);
    if (!none)
        log_rule(log, rule, r->place, "expected one die for this attempt");
    else if (!unreadable)
        log_add(log, D_ROLL_MISSING, c->recorded->place, "missing roll for this attempt");
    if (!unreadable || (log->last_kept && log_is(&log->list[log->count - 1], D_ROLL_FORM)))
        log_hint(log, "write the die that was rolled: <?>");
    return false;
}

static void check_attempt_fields(const struct check *c) {
    const xpgn_roll_side *s = &c->recorded->roll->exchange[0].side[0];
    const xpgn_roll_side *right = &c->facts->roll.exchange[0].side[0];
    const char *rule = c->facts->rule, *plus = right->count >= 0 ? "leaders" : "bonus";
    struct log *log = c->log;
    size_t mark = log->count;
    if (s->fate != 0)
        log_add(log, D_FIELD, s->fate_place, "unexpected fate: this roll has none");
    struct exchanged e;
    bool exchanged = compare_exchanged(c->recorded->roll, c->facts, &e);
    if (exchanged)
        log_rule(log, rule, e.place, "leaders and total exchanged: %d and %d, expected %d and %d",
                 s->count, s->total, s->total, s->count);
    else if (s->count >= 0 && right->count < 0)
        log_add(log, D_FIELD, s->count_place, "unexpected count: this roll has none");
    else if (s->count >= 0 && s->count != right->count)
        log_rule(log, rule, s->count_place, "leaders %d, expected %d", s->count, right->count);
    if (!exchanged && s->total >= 0 && s->total != right->total)
        log_rule(log, rule, s->total_place, "total %d, expected %d: die %u + %s %d", s->total,
                 right->total, s->dice[0], plus, right->total - s->dice[0]);
    hint_roll(c, mark);
}

/* Keeps the numbers of an action that stood as they were recorded. */
static void keep_numbers(const xpgn_roll_side *recorded, xpgn_roll_side *out) {
    if (recorded->count >= 0 && out->count >= 0)
        out->count = recorded->count;
    if (recorded->total >= 0 && out->total >= 0)
        out->total = recorded->total;
    if (recorded->lost >= 0 && out->lost >= 0)
        out->lost = recorded->lost;
}

static bool check_teleport(const struct check *c, bool reached) {
    int total = c->facts->roll.exchange[0].side[0].total;
    if (c->facts->action.to == XPGN_NO_SQUARE || reached)
        return true;
    log_rule(c->log, c->facts->rule, c->recorded->place, "failed teleport: total %d, expected %s%d",
             total, c->rs->teleport_exact ? "exactly " : "at least ", c->rs->teleport_reach);
    hint_right(c->log, c->recorded->place, "K@-");
    return c->recorded->stood;
}

/* CC-10: checks the prisoner that an escape frees. */
static bool freed_fits(const struct check *c) {
    const xpgn_ruleset *rs = c->rs;
    const xpgn_position *p = check_position(c);
    const char *rule = rs->cite[CITE_RELEASE];
    const struct notation *n = &c->recorded->freed;
    struct log *log = c->log;
    xpgn_action *a = &c->facts->action;
    xpgn_square to = longform_to(p, n);
    if (p->held[cell_of(rs, a->target)][n->type] == 0) {
        log_rule(log, rule, c->recorded->freed_place, "no %s is held at %s",
                 rs->piece[n->type].name ? rs->piece[n->type].name : "such piece",
                 square_text(p, a->target).name);
        return false;
    }
    if (!release_fits(rs, p, a->target, n->type, to)) {
        log_rule(log, rule, c->recorded->freed_place, "%s is not an empty square next to %s",
                 square_text(p, to).name, square_text(p, a->target).name);
        return false;
    }
    a->promotion = n->type;
    a->drop = to;
    return true;
}

static bool check_release(const struct check *c, bool reached) {
    const char *rule = c->facts->rule;
    int total = c->facts->roll.exchange[0].side[0].total;
    if (reached && !c->recorded->has_freed) {
        log_rule(c->log, rule, c->recorded->place,
                 "missing freed piece: the attempt succeeded with total %d", total);
        return c->recorded->stood;
    }
    if (!reached && c->recorded->has_freed) {
        log_rule(c->log, rule, c->recorded->freed_place,
                 "unexpected freed piece: total %d, expected at least %d", total,
                 c->rs->release_reach);
        hint_remove(c->log, c->recorded->freed_place);
        if (!c->recorded->stood)
            return false;
    }
    return !c->recorded->has_freed || freed_fits(c);
}

bool check_attempt(const struct check *c) {
    const xpgn_roll_side *recorded = &c->recorded->roll->exchange[0].side[0];
    if (!attempt_die_fits(c))
        return false;
    attempt_decide(c->rs, check_position(c), recorded->dice[0], c->facts);
    check_attempt_fields(c);
    bool reached = attempt_succeeds(c->rs, c->facts);
    bool teleports = c->facts->action.kind == XPGN_TELEPORT;
    bool good = teleports ? check_teleport(c, reached) : check_release(c, reached);
    if (c->recorded->stood)
        keep_numbers(recorded, &c->facts->roll.exchange[0].side[0]);
    return good;
}

/* ---- combat ---------------------------------------------------------------------------------- */

/* If the fates are exchanged and the cell with them, takes the cell from the other side. False if
   it does not fit. */
static bool take_cell_of_winner(const struct check *c) {
    const xpgn_roll *roll = c->recorded->roll;
    unsigned loser = combat_loser(c->facts), last = roll->exchanges - 1u;
    const xpgn_roll_side *side = roll->exchange[last].side, *other = &side[loser ^ 1];
    xpgn_roll_side *right = &c->facts->roll.exchange[last].side[loser], kept = *right;
    if (side[loser].fate != 0 || other->fate != 'x')
        return false;
    right->cell_file = other->cell_file;
    right->cell_rank = other->cell_rank;
    combat_settle(c->rs, c->facts);
    if (combat_cell_fits(c->rs, c->facts))
        return true;
    *right = kept;
    combat_settle(c->rs, c->facts);
    return false;
}

/* CC-8: checks the loser's cell in the record, which must belong to the winner. */
static bool cell_fits(const struct check *c) {
    const char *rule = c->rs->cite[CITE_PRISONER];
    unsigned loser = combat_loser(c->facts), winner = XPGN_SEAT_OF(c->facts->side[loser ^ 1].piece);
    const xpgn_roll *roll = c->recorded->roll;
    const xpgn_roll_side *s = &roll->exchange[roll->exchanges - 1].side[loser];
    if (combat_cell_fits(c->rs, c->facts))
        return true;
    if (!compare_sums(c))
        return false;
    if (take_cell_of_winner(c))
        return true;
    if (s->cell_file == XPGN_NO_SQUARE)
        log_rule(c->log, rule, s->fate_place.length ? s->fate_place : roll->place,
                 "missing castle of the prisoner");
    else
        log_rule(c->log, rule, s->fate_place,
                 "wrong castle of the prisoner, expected one of the winner (%s)",
                 c->rs->seat_name[winner]);
    hint_cells(c, winner, s->fate_place);
    return false;
}

static bool arrival_fits(const struct check *c) {
    switch (combat_arrival_fit(c->rs, c->facts)) {
    case ARRIVAL_FITS:
        return true;
    case ARRIVAL_IDLE:
        log_add(c->log, D_PROMOTION_IDLE, c->recorded->place,
                "unexpected promotion: the pawn did not arrive");
        c->facts->action.promotion = 0;
        return true;
    default:
        log_rule(c->log, c->rs->cite[CITE_ARRIVAL], c->recorded->place,
                 "missing promotion: the pawn arrives on the last rank");
        log_hint(c->log, "add =Q, =R, =B or =N");
        return false;
    }
}

/* True if the recorded fates are possible for both pieces in this game. */
static bool fates_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_exchange *last) {
    char attacker = last->side[0].fate, defender = last->side[1].fate;
    if (!combat_rolls(rs) || (!rs->geometry.wounds && (attacker == 'w' || defender == 'w')))
        return false;
    if (rs->removed == REMOVED_PRISONER && (attacker == 'x') == (defender == 'x'))
        return false;
    return attacker == 0 || !combat_passes(rs, &facts->action);
}

/* Takes over the recorded fates of a combat that stood, if its roll has them. */
static void adopt_record(const xpgn_ruleset *rs, const xpgn_roll *roll, xpgn_facts *facts) {
    if (!compare_says_results(roll))
        return;
    const xpgn_exchange *last = &roll->exchange[roll->exchanges - 1];
    if (!fates_fit(rs, facts, last))
        return;
    for (unsigned n = 0; n < 2u * roll->exchanges; n++)
        keep_numbers(&roll->exchange[n / 2].side[n % 2], &facts->roll.exchange[n / 2].side[n % 2]);
    for (int i = 0; i < 2; i++) {
        facts->side[i].fate = last->side[i].fate;
        xpgn_roll_side *out = &facts->roll.exchange[roll->exchanges - 1].side[i];
        out->fate = last->side[i].fate;
        out->cell_file = last->side[i].cell_file;
        out->cell_rank = last->side[i].cell_rank;
    }
}

bool check_combat(const struct check *c) {
    const struct recorded *recorded = c->recorded;
    if (c->full)
        combat_list_supporters(c->rs, check_position(c), c->facts);
    if (recorded->unreadable)
        hint_unreadable_roll(c);
    if (!compare_dice(c) && !(recorded->stood && compare_usable(c)))
        return false;
    combat_complete(c->rs, recorded->roll, c->facts);
    if (recorded->stood) {
        compare_fields(c);
        adopt_record(c->rs, recorded->roll, c->facts);
        combat_settle(c->rs, c->facts);
    }
    if ((c->rs->removed == REMOVED_PRISONER && !cell_fits(c)) || !arrival_fits(c))
        return false;
    if (!recorded->stood)
        compare_fields(c);
    return true;
}

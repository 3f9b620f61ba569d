/* SPDX-License-Identifier: MIT */
#include "lab/search_branch.h"

#include "core/play/attempt.h"
#include "internal/rules.h"

enum { MOST_CHOICES = 512 };

/* Sets a roll with only the prisoner's cell: the first castle of the winner. */
static void set_cell(const xpgn_ruleset *rs, xpgn_facts *facts) {
    unsigned loser = combat_loser(facts), winner = XPGN_SEAT_OF(facts->side[loser ^ 1].piece);
    for (unsigned i = 0; rs->removed == REMOVED_PRISONER && i < 4; i++)
        if (rs->geometry.cell_seat[i] == winner) {
            xpgn_roll_side *side = &facts->roll.exchange[0].side[loser];
            side->cell_file = rs->geometry.cell[i] % rs->geometry.files;
            side->cell_rank = rs->geometry.cell[i] / rs->geometry.files;
            return;
        }
}

static double apply_choice(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts,
                           xpgn_play *out) {
    facts->outcome = (xpgn_outcome){0};
    if (facts->combat)
        combat_settle(play->rs, facts);
    *out = *play;
    play_apply(out, false, facts);
    return evaluate(scale, out, play->state.position.side_to_move);
}

double branch_choice_value(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts) {
    xpgn_play next;
    if (facts->combat)
        set_cell(play->rs, facts);
    return apply_choice(scale, play, facts, &next);
}

/* Plays the attempt with the choice that is best for the acting seat. */
static bool apply_best(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts,
                       xpgn_play *out) {
    xpgn_action list[MOST_CHOICES];
    size_t count = xpgn_play_choices(play, facts, list, MOST_CHOICES);
    double most = 0;
    bool found = false;
    for (size_t i = 0; i < count && i < MOST_CHOICES; i++) {
        xpgn_play next;
        facts->action = list[i];
        if (!attempt_fits(play->rs, &play->state.position, facts))
            continue;
        double value = apply_choice(scale, play, facts, &next);
        if (!found || value > most) {
            *out = next;
            most = value;
        }
        found = true;
    }
    return found;
}

/* Sets the hit points that an outcome takes on average, of a side that is not removed fewer than it
   has. */
static void set_lost(const xpgn_ruleset *rs, xpgn_facts *facts, const double lost[2]) {
    for (unsigned i = 0; i < 2 && combat_damages(rs); i++) {
        xpgn_combatant *c = &facts->side[i];
        const int most = c->fate == 'x' ? c->hits : c->hits - 1, mean = (int)(lost[i] + 0.5);
        c->lost = (int16_t)(mean < most ? mean : most);
    }
}

/* Plays a combat with its fates set; a promotion is part of the action. */
static void apply_fates(const xpgn_play *play, xpgn_facts *facts, xpgn_play *out) {
    facts->roll.exchanges = 1;
    set_cell(play->rs, facts);
    combat_settle(play->rs, facts);
    if (!facts->arrived)
        facts->action.promotion = 0;
    facts->outcome = (xpgn_outcome){0};
    *out = *play;
    play_apply(out, false, facts);
}

static unsigned fight(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts,
                      struct branch *list) {
    xpgn_odds own;
    unsigned count = 0;
    const xpgn_odds *odds = scale_odds(scale, facts, &own);
    xpgn_action given = facts->action;
    for (unsigned i = 0; odds != NULL && i < MOST_BRANCHES; i++) {
        double chance = odds->chance[i / XPGN_FATES][i % XPGN_FATES];
        if (chance <= 0)
            continue;
        facts->action = given;
        facts->side[0].fate = xpgn_fate_sign(i / XPGN_FATES);
        facts->side[1].fate = xpgn_fate_sign(i % XPGN_FATES);
        set_lost(play->rs, facts, odds->lost[i / XPGN_FATES][i % XPGN_FATES]);
        list[count].chance = chance;
        list[count].came = (uint8_t)i;
        apply_fates(play, facts, &list[count++].play);
    }
    return count;
}

/* The branches of a teleport or an escape: success and failure. */
static unsigned attempt(const struct scale *scale, const xpgn_play *play, xpgn_facts *facts,
                        struct branch *list) {
    const xpgn_position *p = &play->state.position;
    unsigned faces[2] = {0}, face[2] = {0}, count = 0;
    xpgn_action given = facts->action;
    for (unsigned die = 1; die <= play->rs->die; die++) {
        attempt_decide(play->rs, p, die, facts);
        bool succeeds = attempt_succeeds(play->rs, facts);
        faces[succeeds]++;
        face[succeeds] = die;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (faces[i] == 0)
            continue;
        facts->action = given;
        attempt_decide(play->rs, p, face[i], facts);
        list[count].chance = (double)faces[i] / play->rs->die;
        list[count].came = (uint8_t)i;
        count += apply_best(scale, play, facts, &list[count].play);
    }
    return count;
}

unsigned branch_action(const struct scale *scale, const xpgn_play *play, const xpgn_action *a,
                       struct branch *list) {
    xpgn_facts facts;
    if (!play_prepare(play, a, &facts))
        return 0;
    if (facts.combat)
        return fight(scale, play, &facts, list);
    if (action_is_attempt(a))
        return attempt(scale, play, &facts, list);
    facts_settle_quiet(&play->state.position, &facts);
    list[0].chance = 1;
    list[0].came = 0;
    list[0].play = *play;
    play_apply(&list[0].play, false, &facts);
    return 1;
}

unsigned branch_came(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    if (facts->combat)
        return (unsigned)(xpgn_fate_of(facts->side[0].fate) * XPGN_FATES +
                          xpgn_fate_of(facts->side[1].fate));
    return action_is_attempt(&facts->action) && attempt_succeeds(rs, facts);
}

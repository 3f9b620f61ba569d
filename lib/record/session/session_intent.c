/* SPDX-License-Identifier: MIT */
/* An announced action before it is recorded: its name, its odds and its dice. */
#include <xpgn/play.h>

#include "core/base/roll_data.h"
#include "internal/chance.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/session/recorder.h"

#include "xpgn_codes.h"

void intent_drop(struct intent *e) {
    xpgn_play_free(e->play);
    xpgn_buffer_free(&e->turn_roll);
    xpgn_buffer_free(&e->typed);
    xpgn_buffer_free(&e->rest);
    *e = (struct intent){.open = false};
}

void recorder_action_name(const struct recorder *r, const xpgn_action *a, char text[24]) {
    const xpgn_play *play = recorder_play(r);
    xpgn_action_name(xpgn_play_ruleset(play), xpgn_play_position(play), a, text);
}

size_t recorder_list(const struct recorder *r, xpgn_action *list, size_t capacity) {
    const struct intent *e = &r->intent;
    if (!e->open || e->choices == 0)
        return r->now.play != NULL ? xpgn_play_actions(r->now.play, list, capacity) : 0;
    size_t count = e->choices < capacity ? e->choices : capacity;
    memcpy(list, e->choice, count * sizeof *list);
    return e->choices;
}

/* ---- before the dice ------------------------------------------------------------------------- */

static const double least_shown = 0.0005;

static void put_chances(const xpgn_odds *odds, xpgn_buffer *b) {
    static const struct {
        const char *name;
        bool attacker, defender;
    } out[] = {{"wins", false, true},
               {"loses", true, false},
               {"both fall", true, true},
               {"neither falls", false, false}};
    const char *comma = "";
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        double chance = xpgn_odds_chance(odds, out[i].attacker, out[i].defender);
        if (chance >= least_shown) {
            xpgn_buffer_printf(b, "%s%s %.1f%%", comma, out[i].name, 100 * chance);
            comma = ", ";
        }
    }
}

void intent_put_odds(const struct intent *e, xpgn_buffer *b) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(e->play);
    const xpgn_position *p = xpgn_play_position(e->play);
    xpgn_odds odds;
    xpgn_buffer_text(b, "attack ");
    xpgn_combatant_write(b, rs, p, &e->facts, 0);
    xpgn_buffer_text(b, ", defense ");
    xpgn_combatant_write(b, rs, p, &e->facts, 1);
    xpgn_buffer_text(b, "; ");
    if (xpgn_combat_odds(rs, &e->facts, &odds))
        put_chances(&odds, b);
    if (xpgn_combat_odds_on(rs, &e->facts, 1, &odds) == XPGN_OK) {
        xpgn_buffer_text(b, " (until one falls: ");
        put_chances(&odds, b);
        xpgn_buffer_char(b, ')');
    }
}

/* ---- dice ------------------------------------------------------------------------------------ */

bool intent_due(const struct intent *e, unsigned due[2]) {
    return xpgn_play_due(e->play, &e->facts, &e->roll, due);
}

void intent_put_due(xpgn_buffer *b, const unsigned due[2]) {
    if (due[1] > 0)
        xpgn_buffer_printf(b, "%u:%u", due[0], due[1]);
    else
        xpgn_buffer_printf(b, "%u", due[0]);
}

/* The faces of a die that is due, counted over both sides. */
static unsigned faces_due(const struct intent *e, unsigned die, const unsigned due[2]) {
    const unsigned side = die >= due[0];
    return xpgn_play_die_faces(e->play, &e->facts, side, side == 0 ? die : die - due[0]);
}

static bool die_fits(const struct intent *e, const xpgn_exchange *typed, unsigned die,
                     const unsigned due[2], xpgn_reply *a) {
    const unsigned face =
        die < due[0] ? typed->side[0].dice[die] : typed->side[1].dice[die - due[0]];
    const unsigned faces = faces_due(e, die, due);
    return (face >= 1 && face <= faces) ||
           xpgn_reply_refuse(a, XPGN_CODE_FACE,
                             "found a face that the die does not have, expected 1 to %u", faces);
}

/* The dice of another exchange: one that is due, or with which the attacker goes on (CD-3). */
static bool may_take(const struct intent *e, unsigned due[2]) {
    if (intent_due(e, due))
        return true;
    due[0] = e->facts.side[0].dice;
    due[1] = e->facts.side[1].dice;
    return xpgn_play_may_go_on(e->play, &e->facts, &e->roll);
}

/* Takes the dice and the castle of one exchange as typed. */
static bool take_exchange(struct intent *e, const xpgn_exchange *typed, xpgn_reply *a) {
    unsigned due[2] = {0, 0};
    const xpgn_roll_side *at = &typed->side[0], *df = &typed->side[1];
    const bool may = may_take(e, due);
    if (!may && e->roll.exchanges == 0)
        return xpgn_reply_refuse(a, XPGN_CODE_ROLL_EXTRA,
                                 "found dice, expected none: there is no combat");
    if (!may)
        return xpgn_reply_refuse(a, e->facts.rule, "found too many dice");
    if (at->dice_count != due[0] || df->dice_count != due[1])
        return xpgn_reply_refuse(a, e->facts.rule, "found %u:%u dice, expected %u:%u",
                                 at->dice_count, df->dice_count, due[0], due[1]);
    for (unsigned n = 0; n < due[0] + due[1]; n++)
        if (!die_fits(e, typed, n, due, a))
            return false;
    xpgn_exchange *x = &e->roll.exchange[e->roll.exchanges++];
    for (unsigned i = 0; i < 2; i++) {
        roll_side_empty(&x->side[i]);
        x->side[i].dice_count = typed->side[i].dice_count;
        memcpy(x->side[i].dice, typed->side[i].dice, sizeof x->side[i].dice);
        x->side[i].cell_file = typed->side[i].cell_file;
        x->side[i].cell_rank = typed->side[i].cell_rank;
        x->side[i].fate = typed->side[i].cell_file != XPGN_NO_SQUARE ? 'x' : 0;
    }
    e->roll.two_sides = due[1] > 0;
    e->fallen = true;
    return true;
}

bool intent_take_roll(struct intent *e, const xpgn_roll *roll, xpgn_reply *a) {
    for (unsigned i = 0; i < roll->exchanges; i++)
        if (!take_exchange(e, &roll->exchange[i], a))
            return false;
    return true;
}

static bool has_sum(xpgn_slice dice) {
    for (size_t i = 0; i < dice.size; i++)
        if (strchr("+=w", dice.data[i]) != NULL)
            return true;
    return false;
}

/* Reads dice in the form of a record, or as typed if the number due makes them unambiguous. */
static bool read_dice(struct recorder *r, const struct intent *e, xpgn_slice dice,
                      xpgn_roll *typed) {
    unsigned due[2] = {0, 0};
    xpgn_buffer spelled = {0};
    bool more = may_take(e, due), read = xpgn_roll_read(dice, typed);
    const xpgn_exchange *x = &typed->exchange[0];
    if (read && x->side[0].dice_count == due[0] && x->side[1].dice_count == due[1])
        return true;
    unsigned most = 0;
    for (unsigned n = 0; n < due[0] + due[1]; n++)
        most = faces_due(e, n, due) > most ? faces_due(e, n, due) : most;
    bool clear = more && dice_spell(&spelled, dice, due, most);
    recorder_need(r, &spelled);
    if (clear)
        read = xpgn_roll_read(bytes_of(&spelled), typed);
    xpgn_buffer_free(&spelled);
    return read;
}

/* Takes dice as typed; further fields are kept for the walk to check. */
bool intent_take_dice(struct recorder *r, struct intent *e, xpgn_slice dice, xpgn_reply *a) {
    xpgn_roll typed;
    unsigned due[2] = {0, 0};
    if (!read_dice(r, e, dice, &typed))
        return xpgn_reply_refuse(a, XPGN_CODE_ROLL_FORM, "found '%.*s', expected dice such as 5:2",
                                 SLICE(dice));
    bool first = e->roll.exchanges == 0, sum = has_sum(dice);
    bool without = e->facts.combat && first && !intent_due(e, due); /* AS-4: a sum without dice */
    if (!(without && sum) && !intent_take_roll(e, &typed, a))
        return false;
    if (first && sum)
        xpgn_buffer_slice(&e->typed, dice);
    return true;
}

void intent_put_roll(xpgn_buffer *b, const struct intent *e) {
    if (e->typed.size > 0)
        xpgn_buffer_slice(b, bytes_of(&e->typed));
    else if (e->roll.exchanges > 0)
        xpgn_roll_write(b, &e->roll);
}

bool recorder_has_dice(const xpgn_roll *roll) {
    const xpgn_exchange *x = &roll->exchange[0];
    return roll->exchanges > 0 && x->side[0].dice_count + x->side[1].dice_count > 0;
}

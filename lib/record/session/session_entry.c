/* SPDX-License-Identifier: MIT */
/*
 * Takes an announced action to a recorded one: its dice, then what is left to choose. xpgn_play
 * applies the rules; the walk over the record has the last word.
 */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "meant/sheet/word_in_hand.h"
#include "record/session/recorder.h"

#include "xpgn_codes.h"

enum { WORDS = 1200 }; /* actions considered at most */

/* ---- what is pending ------------------------------------------------------------------------- */

/* True if the action begins a new turn, although the one before might have continued. */
static bool next_turn(struct recorder *r, const struct intent *e) {
    return xpgn_play_position(e->play)->side_to_move !=
           xpgn_play_position(r->now.play)->side_to_move;
}

static void put_entry_name(struct recorder *r, char name[24]) {
    recorder_action_name(r, &r->intent.action, name);
    if (r->intent.declared)
        name[xpgn_announced(slice_of(name)).size] = '\0';
}

/* For sealed dice: notes what they were announced for, and that they are not recorded elsewhere. */
static void note_turn_roll(struct recorder *r, struct draft *next, const xpgn_position *p,
                           const char *word) {
    xpgn_buffer_clear(&next->turn);
    next->stands = false;
    if (r->sealing == NULL)
        return;
    xpgn_turn_write(&next->turn, p->seats, p->number, p->side_to_move);
    xpgn_slice what = xpgn_announced((xpgn_slice){word, strlen(word)});
    xpgn_buffer_printf(&next->turn, " %.*s ", SLICE(what));
    recorder_need(r, &next->turn);
}

/* Stores dice that have fallen for an action that is not complete. */
static bool keep_pending(struct recorder *r, xpgn_reply *a) {
    struct intent *e = &r->intent;
    char name[24];
    struct draft next;
    if (!e->fallen)
        return true;
    draft_grow(r, &next);
    put_entry_name(r, name);
    draft_clear_dice(&next);
    xpgn_buffer_printf(&next.pending, "%s ", name);
    xpgn_roll_write(&next.pending, &e->roll);
    note_turn_roll(r, &next, xpgn_play_position(e->play), name);
    next.ended = next.ended || next_turn(r, e);
    draft_need(r, &next);
    bool same = slice_equal(bytes_of(&next.pending), bytes_of(&r->draft.pending));
    bool good = same || recorder_settle(r, &next, a);
    draft_free(&next);
    return good;
}

/* Makes sure that an entry that was lost for lack of memory is not stored as if it were
   complete. */
static void need_entry(struct recorder *r, const struct intent *e) {
    recorder_need(r, &e->turn_roll);
    recorder_need(r, &e->typed);
    recorder_need(r, &e->rest);
}

/* ---- recording ------------------------------------------------------------------------------- */

/* The number of the turn, if the action begins one. */
static void put_entry_number(xpgn_buffer *body, struct recorder *r, const struct intent *e) {
    const xpgn_position *p = xpgn_play_position(e->play);
    if (r->now.open && !next_turn(r, e))
        return;
    if (body->size > 0)
        xpgn_buffer_char(body, ' ');
    xpgn_turn_write(body, p->seats, p->number, p->side_to_move);
}

/* `said`: with its word as it was typed. */
static void put_intent(xpgn_buffer *body, struct recorder *r, const struct intent *e, bool said) {
    char name[24];
    xpgn_buffer freed = {0};
    need_entry(r, e);
    recorder_action_name(r, &e->action, name);
    if (said && e->said[0] != '\0')
        memcpy(name, e->said, sizeof name);
    struct input_line l = {.word = {name, strlen(name)}, .before = e->turn_roll, .rest = e->rest};
    memcpy(l.clock, e->clock, sizeof l.clock);
    intent_put_roll(&l.after, e);
    xpgn_freed_write(&freed, xpgn_play_position(e->play), &e->action);
    l.freed = bytes_of(&freed);
    recorder_need(r, &l.after);
    recorder_need(r, &freed);
    put_entry_number(body, r, e);
    input_line_put(body, &l);
    xpgn_buffer_free(&l.after);
    xpgn_buffer_free(&freed);
}

/* Records the completed action. */
static bool finish_entry(struct recorder *r, xpgn_reply *a) {
    struct draft next;
    draft_grow(r, &next);
    draft_clear_dice(&next);
    next.ended = false;
    put_intent(&next.body, r, &r->intent, false);
    const struct intent how = r->intent;
    xpgn_buffer line = {0};
    typed_sheet_begin(r);
    put_intent(&line, r, &r->intent, true);
    recorder_need(r, &line);
    bool good = recorder_take(r, &next, a);
    draft_free(&next);
    if (good)
        typed_sheet_add(r, bytes_of(&line), &how, a);
    xpgn_buffer_free(&line);
    return good;
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool same_action(const xpgn_action *a, const xpgn_action *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool has_cell(const struct intent *e) {
    const xpgn_exchange *x = &e->roll.exchange[e->roll.exchanges - 1];
    return x->side[e->loser].cell_file != XPGN_NO_SQUARE;
}

static void set_cell(struct intent *e, xpgn_square cell) {
    const xpgn_position *p = xpgn_play_position(e->play);
    xpgn_roll_side *side = &e->roll.exchange[e->roll.exchanges - 1].side[e->loser];
    side->cell_file = (uint8_t)(cell % p->files);
    side->cell_rank = (uint8_t)(cell / p->files);
    side->fate = 'x';
    e->cells = 0;
}

static void put_choice(xpgn_buffer *b, struct recorder *r, const xpgn_action *c) {
    char name[24];
    size_t before = b->size;
    xpgn_freed_write(b, xpgn_play_position(r->now.play), c);
    if (b->size > before)
        return;
    recorder_action_name(r, c, name);
    xpgn_buffer_text(b, name);
}

static bool offer(struct recorder *r, xpgn_reply *a) {
    const struct intent *e = &r->intent;
    if (!keep_pending(r, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_CHOOSE;
    xpgn_roll_write(&a->text, &e->roll);
    for (size_t i = 0; i < e->cells; i++) {
        char name[4];
        xpgn_square_name(xpgn_play_position(e->play), e->cell[i], name);
        xpgn_buffer_printf(&a->text, " @%s", name);
    }
    for (size_t i = 0; i < e->choices && e->cells == 0; i++) {
        xpgn_buffer_char(&a->text, ' ');
        put_choice(&a->text, r, &e->choice[i]);
    }
    return true;
}

/* True if this was typed: the whole, or the part after its @ or =. */
static bool says_typed(xpgn_slice typed, xpgn_slice whole) {
    if (typed.size > 1 && (typed.data[0] == '@' || typed.data[0] == '='))
        typed = (xpgn_slice){typed.data + 1, typed.size - 1};
    if (typed.size == 0 || typed.size > whole.size)
        return false;
    const char *tail = whole.data + whole.size - typed.size;
    bool after = tail == whole.data || tail[-1] == '@' || tail[-1] == '=';
    return after && memcmp(tail, typed.data, typed.size) == 0;
}

static bool choose_cell(struct intent *e, xpgn_slice typed) {
    for (size_t i = 0; i < e->cells; i++) {
        char name[4];
        xpgn_square_name(xpgn_play_position(e->play), e->cell[i], name);
        if (says_typed(typed, slice_of(name))) {
            set_cell(e, e->cell[i]);
            return true;
        }
    }
    return false;
}

static bool says_choice(struct recorder *r, const xpgn_action *c, xpgn_slice typed) {
    xpgn_buffer name = {0};
    put_choice(&name, r, c);
    recorder_need(r, &name);
    bool fits = says_typed(typed, bytes_of(&name));
    xpgn_buffer_free(&name);
    return fits;
}

static bool choose_action(struct recorder *r, xpgn_slice typed) {
    struct intent *e = &r->intent;
    size_t found = 0, at = 0;
    for (size_t i = 0; i < e->choices; i++) {
        bool fits = says_choice(r, &e->choice[i], typed);
        found += fits;
        at = fits ? i : at;
    }
    if (found != 1)
        return false;
    e->action = e->choice[at];
    e->choices = 0;
    e->said[0] = '\0';
    return true;
}

/* Lists the choices of the judged action; true if nothing is left to choose. */
static bool find_choice(struct intent *e) {
    size_t n = xpgn_play_choices(e->play, &e->facts, e->choice, CHOICES);
    e->choices = n < CHOICES ? n : CHOICES;
    bool typed = false;
    for (size_t i = 0; i < e->choices; i++)
        typed |= !e->declared && same_action(&e->choice[i], &e->action);
    if (e->choices == 1 && !same_action(&e->action, &e->choice[0]))
        e->said[0] = '\0';
    if (e->choices == 1)
        e->action = e->choice[0];
    if (e->choices > 1 && !typed)
        return false;
    e->choices = 0;
    return true;
}

/* Refuses a typed choice that differs from the only one that the dice leave. */
static bool refuse_choice(struct recorder *r, xpgn_slice typed, xpgn_reply *a) {
    const xpgn_action *action = &r->intent.action;
    xpgn_buffer name = {0};
    if (action->kind == XPGN_RELEASE && action->promotion == 0)
        return xpgn_reply_refuse(a, "CHOICE", "found '%.*s', but nobody is freed", SLICE(typed));
    put_choice(&name, r, action);
    recorder_need(r, &name);
    xpgn_reply_refuse(a, "CHOICE", "found '%.*s', but the dice allow only %.*s", SLICE(typed),
                      SLICE(bytes_of(&name)));
    xpgn_buffer_free(&name);
    return false;
}

/* After all dice have fallen: judges the action, and asks for what is left to choose. */
static bool decide_entry(struct recorder *r, xpgn_slice freed, xpgn_reply *a) {
    struct intent *e = &r->intent;
    const xpgn_roll *roll = e->roll.exchanges > 0 ? &e->roll : NULL;
    if (xpgn_play_judge(e->play, &e->action, roll, &e->facts) != XPGN_OK)
        return xpgn_reply_refuse(a, e->facts.rule, "these are not the dice that the action needs");
    e->cells = roll != NULL ? xpgn_play_cells(e->play, &e->facts, e->cell, &e->loser) : 0;
    if (e->cells == 1)
        set_cell(e, e->cell[0]);
    if (e->cells > 0 && has_cell(e))
        e->cells = 0;
    bool used = freed.size == 0 || (e->cells > 0 && choose_cell(e, freed));
    bool chosen = find_choice(e);
    if (!used && chosen && !recorder_rolls(r) && !says_choice(r, &e->action, freed))
        return refuse_choice(r, freed, a);
    if (!used && !chosen)
        chosen = choose_action(r, freed);
    if (e->cells > 0 || !chosen)
        return offer(r, a);
    return finish_entry(r, a);
}

static bool take_choice(struct recorder *r, xpgn_slice typed, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (e->cells > 0 ? !choose_cell(e, typed) : !choose_action(r, typed)) {
        offer(r, a);
        xpgn_buffer list = a->text;
        recorder_need(r, &list);
        a->text = (xpgn_buffer){0};
        xpgn_reply_refuse(a, "CHOICE", "found '%.*s', expected one of these after %.*s",
                          SLICE(typed), SLICE(list));
        xpgn_buffer_free(&list);
        return false;
    }
    return e->choices > 0 ? offer(r, a) : finish_entry(r, a);
}

/* ---- announcing ------------------------------------------------------------------------------ */

/* Asks for dice, or rolls them, until the action is complete. */
static bool entry_goes_on(struct recorder *r, xpgn_slice freed, xpgn_reply *a) {
    struct intent *e = &r->intent;
    unsigned due[2] = {0, 0};
    bool rolls = recorder_rolls(r) && intent_due(e, due);
    if (!rolls && r->seal.offer.size > 0)
        return seal_refuse_offer(r, "has no dice here, and need not be announced", a);
    if (rolls && r->sealing != NULL && !seal_ready(r, SEAL_ACTION, a))
        return a->kind != XPGN_REPLY_ERROR;
    if (rolls) {
        xpgn_play_throw(e->play, &e->facts, recorder_die, r, &e->roll);
        e->fallen = true;
    }
    if (!intent_due(e, due))
        return decide_entry(r, freed, a);
    if (!keep_pending(r, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_DICE;
    intent_put_due(&a->text, due);
    if (!r->o.no_advice && e->facts.combat) {
        xpgn_buffer_char(&a->text, ' ');
        intent_put_odds(e, &a->text);
    }
    return true;
}

/* Finds the announced form of an action, some of which is chosen after the dice. */
static bool find_announced(struct intent *e, xpgn_slice word) {
    xpgn_action list[WORDS];
    size_t n = xpgn_play_actions(e->play, list, WORDS);
    for (size_t i = 0; i < n && i < WORDS; i++) {
        char name[24];
        xpgn_action_name(xpgn_play_ruleset(e->play), xpgn_play_position(e->play), &list[i], name);
        if (slice_equal(xpgn_announced(slice_of(name)), word)) {
            e->action = list[i];
            return true;
        }
    }
    return false;
}

static bool find_intended(struct recorder *r, struct intent *e, xpgn_slice word) {
    e->declared = slice_is(word, "K@");
    /* another party, or the record, announces in the notation of the format */
    const bool format = r->resuming || r->seal.offer.size > 0;
    if (!e->declared && !format)
        return recorder_read_word(r, e->play, word, &e->action, e);
    if (!e->declared && xpgn_play_read(e->play, word, &e->action) == XPGN_OK)
        return true;
    e->declared |= r->sealing != NULL && r->resuming;
    return e->declared && find_announced(e, word);
}

/* What is no roll here is left to the walk, which says what is wrong with it. */
static void take_turn_roll(struct recorder *r, struct intent *e, xpgn_slice typed) {
    xpgn_turn_dice dice;
    if (!turn_dice_read(r, e->play, typed, &dice)) {
        xpgn_buffer_slice(&e->turn_roll, typed);
        return;
    }
    xpgn_buffer_text(&e->turn_roll, xpgn_turn_dice_text(&dice).text);
    (void)xpgn_play_roll_dice(e->play, dice.die, dice.count);
}

/* Adds the clock and remarks of a line to those of the line before. */
static void copy_line(struct intent *e, const struct input_line *l) {
    if (l->clock[0] != '\0')
        memcpy(e->clock, l->clock, sizeof e->clock);
    if (l->rest.size > 0)
        draft_add(&e->rest, "%.*s", SLICE(l->rest));
}

/* Begins a new entry; false if memory has failed. */
static bool new_entry(struct recorder *r, const struct input_line *l) {
    struct intent *e = &r->intent;
    intent_drop(e);
    e->open = true;
    if (xpgn_play_new(&e->play, xpgn_play_ruleset(r->now.play), xpgn_play_position(r->now.play)) !=
        XPGN_OK) {
        r->lost = true;
        return false;
    }
    xpgn_play_copy(e->play, r->now.play);
    copy_line(e, l);
    if (turn_dice_wait(&r->draft))
        xpgn_buffer_slice(&e->turn_roll, bytes_of(&r->draft.pending));
    else if (l->before.size > 0 && !r->resuming)
        take_turn_roll(r, e, bytes_of(&l->before));
    return true;
}

/* Lets the walk say what is wrong with an action that cannot be played. */
static bool explain_refused(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct draft next;
    const struct intent *e = &r->intent;
    if (r->seal.offer.size > 0)
        return seal_refuse_offer(r, "is announced, but cannot be played here", a);
    draft_grow(r, &next);
    draft_clear_dice(&next);
    next.ended = false;
    need_entry(r, e);
    put_entry_number(&next.body, r, e);
    const struct input_line as = {
        .before = e->turn_roll, .word = l->word, .after = l->after, .rest = l->rest};
    input_line_put(&next.body, &as);
    bool good = recorder_settle(r, &next, a);
    draft_free(&next);
    if (good)
        recorder_taken(r, a);
    return good;
}

/* Looks for the action in the next turn: the player may have ended the turn without saying so. */
static bool find_in_next_turn(struct recorder *r, struct intent *e, xpgn_slice word) {
    return e->turn_roll.size == 0 && xpgn_play_may_end(e->play) &&
           xpgn_play_end(e->play) == XPGN_OK && find_intended(r, e, word);
}

bool recorder_number_fits(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    xpgn_buffer due = {0};
    recorder_put_number(r, &due);
    recorder_need(r, &due);
    size_t digits = 0;
    while (digits < l->number.size && l->number.data[digits] != '.')
        digits++;
    bool fits = l->number.size == 0 || r->now.open ||
                (digits < due.size && due.data[digits] == '.' &&
                 memcmp(due.data, l->number.data, digits) == 0 &&
                 (l->number.size == digits + 1 || l->number.size == due.size));
    if (!fits)
        xpgn_reply_refuse(a, "NUMBER", "found %.*s, expected %.*s", SLICE(l->number), SLICE(due));
    xpgn_buffer_free(&due);
    return fits;
}

static bool announce_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (!recorder_number_fits(r, l, a))
        return false;
    if (r->o.clock && l->clock[0] == '\0' && !r->resuming)
        return xpgn_reply_refuse(a, "CLOCK",
                                 "found no clock time, expected it after the action: %.*s 1:29:30",
                                 SLICE(l->word));
    if (recorder_rolls(r) && !r->resuming && (l->before.size > 0 || l->after.size > 0))
        return xpgn_reply_refuse(a, "DICE", "found dice, expected none: this program rolls them");
    if (l->before.size > 0 && !recorder_may_roll(r, a))
        return false;
    if (!new_entry(r, l))
        return false;
    if (!find_intended(r, e, l->word) && !find_in_next_turn(r, e, l->word)) {
        xpgn_play_copy(e->play, r->now.play);
        return recorder_ask_word(r, e->play, l->word, a) && explain_refused(r, l, a);
    }
    if (xpgn_play_prepare(e->play, &e->action, &e->facts) != XPGN_OK)
        return explain_refused(r, l, a);
    if (l->after.size > 0 && !intent_take_dice(r, e, bytes_of(&l->after), a))
        return false;
    return entry_goes_on(r, l->freed, a);
}

/* ---- turn rolls ------------------------------------------------------------------------------ */

/* Begins an entry with the dice of a turn, typed or thrown here. */
static bool begin_turn(struct recorder *r, const xpgn_turn_dice *typed, xpgn_turn_dice *dice) {
    struct intent *e = &r->intent;
    const struct input_line none = {.clock = ""};
    if (!new_entry(r, &none))
        return false;
    if (typed != NULL)
        (void)xpgn_play_roll_dice(e->play, typed->die, typed->count);
    else
        (void)xpgn_play_throw_turn(e->play, recorder_die, r, dice);
    if (typed != NULL)
        *dice = *typed;
    xpgn_buffer_text(&e->turn_roll, xpgn_turn_dice_text(dice).text);
    return true;
}

/* Records the pass of a turn whose dice leave nothing to do. */
static bool pass_turn(struct recorder *r, xpgn_reply *a) {
    bool passed = finish_entry(r, a);
    if (!passed)
        intent_drop(&r->intent);
    return passed;
}

/* True if the dice leave only the pass (CC-4's over-planning, DT-4), which is stored with them. */
static bool is_forced(struct intent *e) {
    xpgn_action list[2];
    bool forced = xpgn_play_actions(e->play, list, 2) == 1 && list[0].kind == XPGN_PASS;
    if (forced)
        e->action = list[0];
    return forced;
}

/* Lets the walk refuse dice by which nothing can act, and which are rolled again. */
static bool refuse_throw(struct recorder *r, xpgn_reply *a) {
    const struct input_line pass = {.word = {"--", 2}};
    bool good = explain_refused(r, &pass, a);
    intent_drop(&r->intent);
    return good;
}

bool recorder_turn_roll(struct recorder *r, const xpgn_turn_dice *typed, xpgn_reply *a) {
    xpgn_turn_dice dice = {0};
    if (!begin_turn(r, typed, &dice))
        return false;
    if (xpgn_play_turn_roll(r->intent.play) == XPGN_TURN_ROLL_MUST)
        return refuse_throw(r, a);
    if (is_forced(&r->intent))
        return pass_turn(r, a);
    intent_drop(&r->intent);
    struct draft next;
    draft_grow(r, &next);
    draft_clear_dice(&next);
    xpgn_buffer_text(&next.pending, xpgn_turn_dice_text(&dice).text);
    note_turn_roll(r, &next, xpgn_play_position(r->now.play), "roll");
    bool good = recorder_settle(r, &next, a);
    draft_free(&next);
    if (!good)
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_CHOOSE;
    a->show = false;
    xpgn_buffer_text(&a->text, xpgn_turn_dice_text(&dice).text);
    return true;
}

bool recorder_may_roll(const struct recorder *r, xpgn_reply *a) {
    xpgn_turn_roll roll = xpgn_play_turn_roll(r->now.play);
    if (r->draft.tail.size > 0)
        return xpgn_reply_refuse(
            a, "DICE",
            "after a missing half-move this program does not roll: enter the turn with its dice");
    if (r->draft.pending.size > 0)
        return xpgn_reply_refuse(a, "DICE", "the %s thrown: %.*s",
                                 turn_dice_several(&r->draft) ? "dice were" : "die was",
                                 SLICE(r->draft.pending));
    if (roll == XPGN_TURN_ROLL_NONE)
        return xpgn_reply_refuse(a, "DICE", "no die is due; expected an action");
    return true;
}

/* Takes dice without an action: those that are due, or a turn roll. */
static bool take_bare_dice(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (l->before.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected an action or dice");
    if (recorder_rolls(r))
        return xpgn_reply_refuse(a, "DICE", "found dice, expected none: this program rolls them");
    if (recorder_attack_is_open(r) && xpgn_play_turn_roll(r->now.play) == XPGN_TURN_ROLL_NONE)
        return recorder_attack_on(r, l, a);
    if (e->open)
        return intent_take_dice(r, e, bytes_of(&l->before), a) && entry_goes_on(r, l->freed, a);
    if (!recorder_may_roll(r, a))
        return false;
    xpgn_turn_dice dice = {0};
    return turn_dice_take(r, r->now.play, bytes_of(&l->before), &dice, a) &&
           recorder_turn_roll(r, &dice, a);
}

/* ---- after a half-move that is missing ------------------------------------------------------- */

/* After a gap the number of dice due is unknown, so they must be typed in the form of a record. */
static bool gap_dice_fit(struct recorder *r, const xpgn_buffer *dice, xpgn_reply *a) {
    xpgn_roll typed;
    unsigned faces = xpgn_play_faces(r->now.play);
    if (dice->size == 0)
        return true;
    if (faces == 0)
        return xpgn_reply_refuse(a, "DICE", "found %.*s, expected an action: this game has no dice",
                                 SLICE(*dice));
    if (!xpgn_roll_read(bytes_of(dice), &typed))
        return xpgn_reply_refuse(a, XPGN_CODE_ROLL_FORM,
                                 "found '%.*s', expected dice as in a record, such as 5:2: after a "
                                 "missing half-move their number is unknown",
                                 SLICE(*dice));
    for (unsigned i = 0; i < typed.exchanges; i++)
        if (!dice_fit(&typed.exchange[i].side[0], faces) ||
            !dice_fit(&typed.exchange[i].side[1], faces))
            return xpgn_reply_refuse(a, XPGN_CODE_FACE,
                                     "found a face that the die does not have, expected 1 to %u, "
                                     "and dice as in a record, such as 5:2",
                                     faces);
    return true;
}

/* True if a reader finds one action in what is to be written; of `2. 0` it finds two numbers. */
static bool is_one_action(struct recorder *r, xpgn_slice text) {
    size_t count, actions = 0;
    const xpgn_entry *list;
    xpgn_record *read = draft_entries(r, text, &list, &count);
    for (size_t i = 0; i < count; i++)
        actions += list[i].kind == XPGN_ENTRY_ACTION;
    xpgn_record_free(read);
    return actions == 1 || r->lost;
}

/* Records a line after a gap, where only the spelling is checked. */
static bool after_gap(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct draft next;
    uint32_t number;
    xpgn_buffer text = {0}, word = {0};
    if (l->word.size == 0 && l->before.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected an action or dice");
    if (!gap_dice_fit(r, &l->before, a) || !gap_dice_fit(r, &l->after, a))
        return false;
    struct input_line english = *l;
    if (l->word.size > 0)
        recorder_translate(r, l->word, &word);
    english.word = bytes_of(&word);
    draft_grow(r, &next);
    const unsigned seat = recorder_turn_due(r, &number);
    xpgn_turn_write(&text, xpgn_play_position(r->now.play)->seats, number, seat);
    input_line_put(&text, &english);
    xpgn_buffer_free(&word);
    recorder_need(r, &text);
    draft_add(&next.tail, "%.*s", SLICE(text));
    bool good = (l->word.size == 0 || is_one_action(r, bytes_of(&text)) ||
                 xpgn_reply_refuse(a, XPGN_CODE_ACTION, "found '%.*s', expected an action",
                                   SLICE(l->word))) &&
                recorder_settle(r, &next, a);
    if (good) {
        xpgn_buffer_clear(&a->text);
        a->kind = XPGN_REPLY_OK;
        xpgn_buffer_printf(&a->text, "%.*s (not checked: a half-move is missing)", SLICE(text));
    }
    xpgn_buffer_free(&text);
    draft_free(&next);
    return good;
}

/* ---- an entry -------------------------------------------------------------------------------- */

/* True if a comment has commands reserved for the recorder. */
static bool has_own_command(struct recorder *r, const struct input_line *l) {
    bool own = false;
    size_t count;
    const xpgn_entry *list;
    xpgn_record *rest = draft_entries(r, bytes_of(&l->rest), &list, &count);
    for (size_t i = 0; i < count; i++)
        own |= list[i].kind != XPGN_ENTRY_ACTION && list[i].kind != XPGN_ENTRY_REMARKS &&
               list[i].kind != XPGN_ENTRY_RESULT;
    xpgn_record_free(rest);
    return own;
}

/* Takes dice or a choice for the announced action, which is unchanged if they are refused. */
static bool complete_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent, before = *e;
    copy_line(e, l);
    bool good = e->cells > 0 || e->choices > 0
                    ? take_choice(r, l->word.size > 0 ? l->word : bytes_of(&l->before), a)
                    : take_bare_dice(r, l, a);
    if (good)
        return true;
    before.typed = e->typed;
    before.typed.size = 0;
    e->rest.size = before.rest.size;
    before.rest = e->rest;
    *e = before;
    return false;
}

bool recorder_may_write(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    return !has_own_command(r, l) ||
           xpgn_reply_refuse(a, "LINE", "missing and annul must be separate entries");
}

/* True if the line only repeats the one prisoner that the last action could free. */
static bool says_last_freed(struct recorder *r, const struct input_line *l) {
    const xpgn_action *last = &r->now.last.action;
    bool alone =
        l->before.size + l->after.size + l->freed.size + l->rest.size == 0 && l->clock[0] == '\0';
    return alone && l->word.size > 2 && r->now.actions > 0 && !r->intent.open &&
           r->draft.pending.size + r->draft.tail.size == 0 && !recorder_is_over(r) &&
           last->kind == XPGN_RELEASE && last->promotion != 0 && says_choice(r, last, l->word);
}

/* Announces an action. The previous announcement is dropped only if this one is accepted. */
static bool announce_anew(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    struct intent before = *e;
    enum seal_want want = r->seal.want;
    *e = (struct intent){.open = false};
    bool good = announce_entry(r, l, a);
    if (!good && !before.open && recorder_read_again(r, l)) {
        intent_drop(e);
        good = announce_entry(r, l, a);
    }
    intent_drop(good ? &before : e);
    if (!good) {
        *e = before;
        r->seal.want = want;
    }
    return good;
}

static bool take_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (l->word.size > 0 && recorder_is_result(r, l->word))
        return recorder_may_write(r, l, a) && recorder_enter_result(r, l, a);
    if (says_last_freed(r, l)) {
        recorder_taken(r, a);
        return true;
    }
    if (recorder_is_over(r))
        return xpgn_reply_refuse(a, "OVER", "the game is over: %s; use undo to go back",
                                 r->draft.result);
    if (!recorder_may_write(r, l, a))
        return false;
    if (r->draft.tail.size > 0)
        return after_gap(r, l, a);
    if (e->open && (l->word.size == 0 || e->cells > 0 || e->choices > 0))
        return complete_entry(r, l, a);
    if (l->word.size == 0)
        return take_bare_dice(r, l, a);
    if (e->open && e->fallen)
        return xpgn_reply_refuse(a, "DICE", "dice were thrown for another action; enter it first");
    if (seal_binds(r) && !seal_is_announced(r, l->word))
        return seal_refuse_bound(r, a);
    if (seal_binds(r) && l->rest.size == 0 && l->clock[0] == '\0')
        return seal_announce_again(r, a); /* with the remarks entered for it before */
    if (draft_ties(&r->draft).size > 0)
        return xpgn_reply_refuse(a, "DICE",
                                 "first move is not decided; type \"first\" to roll again");
    return announce_anew(r, l, a);
}

void recorder_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    (void)take_entry(r, l, a);
}

/* Continues when the links of a roll are complete, or one more is known. */
bool recorder_roll_for(struct recorder *r, enum seal_want want, xpgn_reply *a) {
    struct intent *e = &r->intent;
    if (want == SEAL_ACTION && e->open) {
        struct intent before = *e;
        if (entry_goes_on(r, (xpgn_slice){"", 0}, a))
            return true;
        *e = before; /* without the dice and their results */
        return false;
    }
    if (want == SEAL_ACTION)
        return xpgn_reply_refuse(a, "LINK", "no roll is due; expected an action");
    if (!seal_ready(r, want, a)) {
        if (a->kind == XPGN_REPLY_ERROR && !seal_binds(r))
            r->seal.want = SEAL_NOTHING;
        return a->kind != XPGN_REPLY_ERROR;
    }
    if (want == SEAL_ON)
        return recorder_attack_on(r, NULL, a);
    return want == SEAL_FIRST ? recorder_first(r, a) : recorder_turn_roll(r, NULL, a);
}

bool recorder_reenter(struct recorder *r, xpgn_slice text, xpgn_reply *a) {
    xpgn_buffer line = {0};
    struct input_line l;
    xpgn_buffer_slice(&line, text);
    recorder_need(r, &line);
    recorder_read_line(r, &l, bytes_of(&line));
    r->resuming = true;
    bool good = announce_entry(r, &l, a);
    r->resuming = false;
    if (!good)
        intent_drop(&r->intent);
    typed_free(&l);
    xpgn_buffer_free(&line);
    return good;
}

bool recorder_resume(struct recorder *r, xpgn_reply *a) {
    xpgn_slice pending = bytes_of(&r->draft.pending);
    if (pending.size == 0 || memchr(pending.data, ' ', pending.size) == NULL ||
        draft_ties(&r->draft).size > 0)
        return true;
    return recorder_reenter(r, pending, a);
}

/* Of several actions in one place takes the only legal one; asks which if there are more. */
static bool choose_alternative(struct recorder *r, struct input_line *l, xpgn_reply *a) {
    const xpgn_play *play = recorder_play(r);
    xpgn_buffer list = {0};
    xpgn_slice legal = l->word;
    size_t count = 0;
    struct word_meanings m;
    for (unsigned i = 0; i <= l->others; i++) {
        xpgn_slice word = i == 0 ? l->word : l->other[i - 1];
        recorder_meanings(r, play, word, &m);
        xpgn_buffer_printf(&list, "%s%.*s", i > 0 ? " or " : "", SLICE(word));
        legal = m.count > 0 ? word : legal;
        count += m.count > 0;
    }
    recorder_need(r, &list);
    if (count > 1 || r->draft.tail.size > 0)
        xpgn_reply_refuse(a, "CHOICE", "found %.*s; enter the one that was played", SLICE(list));
    const bool one = count <= 1 && r->draft.tail.size == 0;
    xpgn_buffer_free(&list);
    l->word = legal;
    return one;
}

bool recorder_enter(struct recorder *r, xpgn_slice line, xpgn_reply *a) {
    struct input_line l;
    if (recorder_enter_ending(r, line, a))
        return a->kind != XPGN_REPLY_ERROR;
    recorder_read_line(r, &l, line);
    const bool choosing = r->intent.open && r->intent.cells + r->intent.choices > 0;
    if (l.wrong[0] != '\0' && !(l.blank && choosing)) /* ? lists the choices */
        xpgn_reply_refuse(a, "LINE", "%s", l.wrong);
    else if (l.others == 0 || choose_alternative(r, &l, a))
        recorder_entry(r, &l, a);
    typed_free(&l);
    return a->kind != XPGN_REPLY_ERROR;
}

bool seal_announce_again(struct recorder *r, xpgn_reply *a) {
    if (seal_announced(r, "roll"))
        return recorder_roll_for(r, SEAL_TURN, a);
    if (seal_announced(r, "first"))
        return recorder_roll_for(r, SEAL_FIRST, a);
    if (seal_announced_on(r))
        return recorder_roll_for(r, SEAL_ON, a);
    if (!r->intent.open)
        return recorder_reenter(r, slice_of(seal_word(r)), a);
    return recorder_roll_for(r, SEAL_ACTION, a);
}

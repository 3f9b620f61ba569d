/* SPDX-License-Identifier: MIT */
/*
 * From an action that is announced to an action that is recorded: its dice, then what is left to
 * choose. What the rules say is asked of xpgn_play; the last word has the walk over the record.
 */
#include "record/record.h"

#include <string.h>

enum { WORDS = 1200 }; /* actions that are looked at */

void entry_drop(entry *e) {
    xpgn_play_free(e->play);
    xpgn_buffer_free(&e->turn_roll);
    xpgn_buffer_free(&e->typed);
    xpgn_buffer_free(&e->rest);
    *e = (entry){.open = false};
}

void record_action_name(const record *r, const xpgn_action *a, char text[24]) {
    const xpgn_play *play = r->entry.open ? r->entry.play : r->now.play;
    xpgn_action_name(xpgn_play_ruleset(play), xpgn_play_position(play), a, text);
}

size_t record_list(const record *r, xpgn_action *list, size_t capacity) {
    const entry *e = &r->entry;
    if (!e->open || e->choices == 0)
        return r->now.play != NULL ? xpgn_play_actions(r->now.play, list, capacity) : 0;
    size_t count = e->choices < capacity ? e->choices : capacity;
    memcpy(list, e->choice, count * sizeof *list);
    return e->choices;
}

/* ---- what stands on the board before the dice ------------------------------------------------ */

void record_put_chances(const entry *e, xpgn_buffer *b) {
    static const struct {
        const char *name;
        bool attacker, defender;
    } out[] = {{"wins", false, true},
               {"loses", true, false},
               {"both fall", true, true},
               {"neither falls", false, false}};
    xpgn_odds odds;
    const char *comma = "";
    if (!xpgn_combat_odds(xpgn_play_ruleset(e->play), &e->facts, &odds))
        return;
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        double chance = xpgn_odds_chance(&odds, out[i].attacker, out[i].defender);
        if (chance > 0) {
            xpgn_buffer_printf(b, "%s%s %.1f%%", comma, out[i].name, 100 * chance);
            comma = ", ";
        }
    }
}

void record_put_odds(const entry *e, xpgn_buffer *b) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(e->play);
    const xpgn_position *p = xpgn_play_position(e->play);
    xpgn_buffer_text(b, "attack ");
    xpgn_combatant_write(b, rs, p, &e->facts, 0);
    xpgn_buffer_text(b, ", defense ");
    xpgn_combatant_write(b, rs, p, &e->facts, 1);
    xpgn_buffer_text(b, "; ");
    record_put_chances(e, b);
}

/* ---- dice ------------------------------------------------------------------------------------ */

static void roll_side(record *r, xpgn_roll_side *side, unsigned count) {
    xpgn_roll_side_clear(side);
    for (unsigned i = 0; i < count && i < XPGN_MAX_DICE; i++)
        side->dice[side->dice_count++] = (uint8_t)record_die(r);
}

static bool more_due(const entry *e, unsigned due[2]) {
    return e->roll.exchanges < XPGN_MAX_EXCHANGES &&
           xpgn_play_due(e->play, &e->facts, &e->roll, due);
}

static void roll_all(record *r) {
    entry *e = &r->entry;
    unsigned due[2] = {0, 0};
    while (more_due(e, due)) {
        xpgn_exchange *x = &e->roll.exchange[e->roll.exchanges];
        roll_side(r, &x->side[0], due[0]);
        roll_side(r, &x->side[1], due[1]);
        e->roll.two_sides = due[1] > 0;
        e->roll.exchanges++;
        e->fallen = true;
    }
}

static bool faces_fit(const xpgn_roll_side *side, unsigned faces) {
    for (unsigned i = 0; i < side->dice_count; i++)
        if (side->dice[i] < 1 || side->dice[i] > faces)
            return false;
    return true;
}

void record_put_due(xpgn_buffer *b, const unsigned due[2]) {
    if (due[1] > 0)
        xpgn_buffer_printf(b, "%u:%u", due[0], due[1]);
    else
        xpgn_buffer_printf(b, "%u", due[0]);
}

/* Takes one exchange as it was typed, of which the dice and the castle count. */
static bool take_exchange(entry *e, const xpgn_exchange *typed, reply *a) {
    unsigned due[2] = {0, 0}, faces = xpgn_play_faces(e->play);
    const xpgn_roll_side *at = &typed->side[0], *df = &typed->side[1];
    if (!more_due(e, due) && e->roll.exchanges == 0)
        return record_refuse(a, XPGN_CODE_ROLL_EXTRA,
                             "found dice, expected none: there is no combat");
    if (!more_due(e, due))
        return record_refuse(a, e->facts.rule, "found more dice than are due");
    if (at->dice_count != due[0] || df->dice_count != due[1])
        return record_refuse(a, e->facts.rule, "found %u:%u dice, expected %u:%u", at->dice_count,
                             df->dice_count, due[0], due[1]);
    if (!faces_fit(at, faces) || !faces_fit(df, faces))
        return record_refuse(a, XPGN_CODE_FACE,
                             "found a face that the die does not have, expected 1 to %u", faces);
    xpgn_exchange *x = &e->roll.exchange[e->roll.exchanges++];
    for (unsigned i = 0; i < 2; i++) {
        xpgn_roll_side_clear(&x->side[i]);
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

bool record_take_roll(entry *e, const xpgn_roll *roll, reply *a) {
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

/* The dice as a record has them, or as they are typed where that says how many of them are due. */
static bool read_dice(const record *r, const entry *e, xpgn_slice dice, xpgn_roll *typed) {
    unsigned due[2] = {0, 0};
    xpgn_buffer spelled = {0};
    bool more = more_due(e, due), read = xpgn_roll_read(dice, typed);
    const xpgn_exchange *x = &typed->exchange[0];
    if (read && x->side[0].dice_count == due[0] && x->side[1].dice_count == due[1])
        return true;
    bool clear = more && record_spell_dice(&spelled, dice, due, xpgn_play_faces(e->play));
    record_need(r, &spelled);
    if (clear)
        read = xpgn_roll_read(slice_of(&spelled), typed);
    xpgn_buffer_free(&spelled);
    return read;
}

/* Dice as typed. What they say beyond the dice is kept for the walk to check. */
bool record_take_dice(const record *r, entry *e, xpgn_slice dice, reply *a) {
    static xpgn_roll typed; /* large */
    unsigned due[2] = {0, 0};
    if (!read_dice(r, e, dice, &typed))
        return record_refuse(a, XPGN_CODE_ROLL_FORM, "found '%.*s', expected dice such as 5:2",
                             (int)dice.size, dice.data);
    bool first = e->roll.exchanges == 0, sum = has_sum(dice);
    bool without = e->facts.combat && first && !more_due(e, due); /* AS-4: there is a sum only */
    if (!(without && sum) && !record_take_roll(e, &typed, a))
        return false;
    if (first && sum)
        xpgn_buffer_slice(&e->typed, dice);
    return true;
}

/* ---- what is pending ------------------------------------------------------------------------- */

static void put_dice(xpgn_buffer *b, const entry *e) {
    xpgn_roll_write(b, &e->roll);
}

/* Does the action begin a turn, though the one before it might have gone on? */
static bool next_turn(const record *r, const entry *e) {
    return xpgn_play_position(e->play)->side_to_move !=
           xpgn_play_position(r->now.play)->side_to_move;
}

void record_entry_name(const record *r, char name[24]) {
    record_action_name(r, &r->entry.action, name);
    if (r->entry.declared)
        name[xpgn_announced((xpgn_slice){name, strlen(name)}).size] = '\0';
}

/* Of sealed dice: what they were announced for, and that they stand nowhere else. */
static void note_turn(const record *r, sheet *next, const xpgn_position *p, const char *word) {
    xpgn_buffer_clear(&next->turn);
    next->stands = false;
    if (!r->seal.on)
        return;
    cli_put_turn(&next->turn, p->number, p->side_to_move, p->seats);
    xpgn_slice what = xpgn_announced((xpgn_slice){word, strlen(word)});
    xpgn_buffer_printf(&next->turn, " %.*s ", (int)what.size, what.data);
    record_need(r, &next->turn);
}

/* Dice have fallen, and the action is not complete: they go to disk as they are. */
static bool keep_pending(record *r, reply *a) {
    entry *e = &r->entry;
    char name[24];
    sheet next;
    if (!e->fallen)
        return true;
    sheet_grow(r, &next);
    record_entry_name(r, name);
    xpgn_buffer_clear(&next.announced);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_printf(&next.pending, "%s ", name);
    put_dice(&next.pending, e);
    note_turn(r, &next, xpgn_play_position(e->play), name);
    next.ended = next.ended || next_turn(r, e);
    sheet_need(r, &next);
    bool same = next.pending.size == r->sheet.pending.size &&
                memcmp(next.pending.data, slice_of(&r->sheet.pending).data, next.pending.size) == 0;
    bool good = same || record_settle(r, &next, a);
    sheet_free(&next);
    return good;
}

/* What is lost of an entry must not go to disk as if it had not been there. */
static void need_entry(const record *r, const entry *e) {
    record_need(r, &e->turn_roll);
    record_need(r, &e->typed);
    record_need(r, &e->rest);
}

/* ---- recording ------------------------------------------------------------------------------- */

void record_put_roll(xpgn_buffer *b, const entry *e) {
    if (e->typed.size > 0)
        xpgn_buffer_slice(b, slice_of(&e->typed));
    else if (e->roll.exchanges > 0)
        put_dice(b, e);
}

/* The number of the turn, if the action begins one. */
static void put_entry_number(xpgn_buffer *body, const record *r, const entry *e) {
    const xpgn_position *p = xpgn_play_position(e->play);
    if (r->now.open && !next_turn(r, e))
        return;
    if (body->size > 0)
        xpgn_buffer_char(body, ' ');
    cli_put_turn(body, p->number, p->side_to_move, p->seats);
}

static void put_entry(xpgn_buffer *body, const record *r, const entry *e) {
    char name[24];
    xpgn_buffer freed = {0};
    need_entry(r, e);
    record_action_name(r, &e->action, name);
    entry_line l = {.word = {name, strlen(name)},
                    .clock = {e->clock, strlen(e->clock)},
                    .before = e->turn_roll,
                    .rest = e->rest};
    record_put_roll(&l.after, e);
    xpgn_freed_write(&freed, xpgn_play_position(e->play), &e->action);
    l.freed = slice_of(&freed);
    record_need(r, &l.after);
    record_need(r, &freed);
    put_entry_number(body, r, e);
    entry_line_put(body, &l);
    xpgn_buffer_free(&l.after);
    xpgn_buffer_free(&freed);
}

/* The action is complete. */
static bool finish(record *r, reply *a) {
    sheet next;
    sheet_grow(r, &next);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_clear(&next.announced);
    next.ended = false;
    put_entry(&next.body, r, &r->entry);
    bool good = record_take(r, &next, a);
    sheet_free(&next);
    return good;
}

/* ---- choosing -------------------------------------------------------------------------------- */

static bool same_action(const xpgn_action *a, const xpgn_action *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool has_cell(const entry *e) {
    const xpgn_exchange *x = &e->roll.exchange[e->roll.exchanges - 1];
    return x->side[e->loser].cell_file != XPGN_NO_SQUARE;
}

static void set_cell(entry *e, xpgn_square cell) {
    const xpgn_position *p = xpgn_play_position(e->play);
    xpgn_roll_side *side = &e->roll.exchange[e->roll.exchanges - 1].side[e->loser];
    side->cell_file = (uint8_t)(cell % p->files);
    side->cell_rank = (uint8_t)(cell / p->files);
    side->fate = 'x';
    e->cells = 0;
}

static void put_choice(xpgn_buffer *b, const record *r, const xpgn_action *c) {
    char name[24];
    size_t before = b->size;
    xpgn_freed_write(b, xpgn_play_position(r->now.play), c);
    if (b->size > before)
        return;
    record_action_name(r, c, name);
    xpgn_buffer_text(b, name);
}

static bool offer(record *r, reply *a) {
    const entry *e = &r->entry;
    if (!keep_pending(r, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_CHOOSE;
    put_dice(&a->text, e);
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

/* Is that what was typed: the whole, or what follows its @ or =? */
static bool says(xpgn_slice typed, xpgn_slice whole) {
    if (typed.size > 1 && (typed.data[0] == '@' || typed.data[0] == '='))
        typed = (xpgn_slice){typed.data + 1, typed.size - 1};
    if (typed.size == 0 || typed.size > whole.size)
        return false;
    const char *tail = whole.data + whole.size - typed.size;
    bool after = tail == whole.data || tail[-1] == '@' || tail[-1] == '=';
    return after && memcmp(tail, typed.data, typed.size) == 0;
}

static bool choose_cell(entry *e, xpgn_slice typed) {
    for (size_t i = 0; i < e->cells; i++) {
        char name[4];
        xpgn_square_name(xpgn_play_position(e->play), e->cell[i], name);
        if (says(typed, (xpgn_slice){name, strlen(name)})) {
            set_cell(e, e->cell[i]);
            return true;
        }
    }
    return false;
}

static bool says_choice(const record *r, const xpgn_action *c, xpgn_slice typed) {
    xpgn_buffer name = {0};
    put_choice(&name, r, c);
    record_need(r, &name);
    bool fits = says(typed, slice_of(&name));
    xpgn_buffer_free(&name);
    return fits;
}

static bool choose_action(record *r, xpgn_slice typed) {
    entry *e = &r->entry;
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
    return true;
}

/* Lists what the judged action may become; true: nothing is left to choose. */
static bool find_choice(entry *e) {
    size_t n = xpgn_play_choices(e->play, &e->facts, e->choice, CHOICES);
    e->choices = n < CHOICES ? n : CHOICES;
    bool typed = false;
    for (size_t i = 0; i < e->choices; i++)
        typed |= !e->declared && same_action(&e->choice[i], &e->action);
    if (e->choices == 1)
        e->action = e->choice[0];
    if (e->choices > 1 && !typed)
        return false;
    e->choices = 0;
    return true;
}

/* The dice leave one thing only, and it is not what was typed. */
static bool refuse_choice(const record *r, xpgn_slice typed, reply *a) {
    const xpgn_action *action = &r->entry.action;
    xpgn_buffer name = {0};
    if (action->kind == XPGN_RELEASE && action->promotion == 0)
        return record_refuse(a, "CHOICE", "found '%.*s', but nobody is freed", (int)typed.size,
                             typed.data);
    put_choice(&name, r, action);
    record_need(r, &name);
    record_refuse(a, "CHOICE", "found '%.*s', but the dice leave nothing but %.*s", (int)typed.size,
                  typed.data, (int)name.size, slice_of(&name).data);
    xpgn_buffer_free(&name);
    return false;
}

/* All dice have fallen: what do they make of it, and is something left to choose? */
static bool judge(record *r, xpgn_slice freed, reply *a) {
    entry *e = &r->entry;
    const xpgn_roll *roll = e->roll.exchanges > 0 ? &e->roll : NULL;
    if (xpgn_play_judge(e->play, &e->action, roll, &e->facts) != XPGN_OK)
        return record_refuse(a, e->facts.rule, "these are not the dice that are due");
    e->cells = roll != NULL ? xpgn_play_cells(e->play, &e->facts, e->cell, &e->loser) : 0;
    if (e->cells == 1)
        set_cell(e, e->cell[0]);
    if (e->cells > 0 && has_cell(e))
        e->cells = 0;
    bool used = freed.size == 0 || (e->cells > 0 && choose_cell(e, freed));
    bool chosen = find_choice(e);
    if (!used && chosen && !record_rolls(r) && !says_choice(r, &e->action, freed))
        return refuse_choice(r, freed, a);
    if (!used && !chosen)
        chosen = choose_action(r, freed);
    if (e->cells > 0 || !chosen)
        return offer(r, a);
    return finish(r, a);
}

static bool choose(record *r, xpgn_slice typed, reply *a) {
    entry *e = &r->entry;
    if (e->cells > 0 ? !choose_cell(e, typed) : !choose_action(r, typed)) {
        offer(r, a);
        xpgn_buffer list = a->text;
        record_need(r, &list);
        a->text = (xpgn_buffer){0};
        record_refuse(a, "CHOICE", "found '%.*s', expected one of these after %.*s",
                      (int)typed.size, typed.data, (int)list.size, list.data);
        xpgn_buffer_free(&list);
        return false;
    }
    return e->choices > 0 ? offer(r, a) : finish(r, a);
}

/* ---- announcing ------------------------------------------------------------------------------ */

/* Asks for dice, or rolls them, until the action is complete. */
static bool go_on(record *r, xpgn_slice freed, reply *a) {
    entry *e = &r->entry;
    unsigned due[2] = {0, 0};
    bool rolls = record_rolls(r) && more_due(e, due);
    if (!rolls && r->seal.offer.size > 0)
        return record_refuse(a, "MESSAGE", "%.*s has no dice here, and is not announced",
                             (int)r->seal.told.text.size, r->seal.told.text.data);
    if (rolls && r->seal.on && !seal_ready(r, SEAL_ACTION, a))
        return a->kind != REPLY_ERROR;
    if (rolls)
        roll_all(r);
    if (!more_due(e, due))
        return judge(r, freed, a);
    if (!keep_pending(r, a))
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_DICE;
    record_put_due(&a->text, due);
    if (!r->o->no_advice && e->facts.combat) {
        xpgn_buffer_char(&a->text, ' ');
        record_put_odds(e, &a->text);
    }
    return true;
}

/* An action as it is announced, of which something is chosen after the dice. */
static bool find_announced(entry *e, xpgn_slice word) {
    static xpgn_action list[WORDS]; /* large */
    size_t n = xpgn_play_actions(e->play, list, WORDS);
    for (size_t i = 0; i < n && i < WORDS; i++) {
        char name[24];
        xpgn_action_name(xpgn_play_ruleset(e->play), xpgn_play_position(e->play), &list[i], name);
        if (cli_equal(xpgn_announced((xpgn_slice){name, strlen(name)}), word)) {
            e->action = list[i];
            return true;
        }
    }
    return false;
}

bool record_find_word(const xpgn_play *play, xpgn_slice word, xpgn_action *action) {
    xpgn_word_reading reading;
    if (xpgn_play_read(play, word, action) == XPGN_OK)
        return true;
    if (xpgn_play_readings(play, word, NULL, &reading, 1) != 1)
        return false;
    *action = reading.action;
    return true;
}

static bool find_action(const record *r, entry *e, xpgn_slice word) {
    e->declared = slice_is(word, "K@");
    if (!e->declared && xpgn_play_read(e->play, word, &e->action) == XPGN_OK)
        return true;
    e->declared |= r->seal.on && r->resuming;
    if (e->declared)
        return find_announced(e, word);
    /* another party announces in the notation of the format */
    return r->seal.offer.size == 0 && record_find_word(e->play, word, &e->action);
}

static void take_turn_roll(entry *e, xpgn_slice dice) {
    xpgn_buffer_slice(&e->turn_roll, dice);
    (void)xpgn_play_roll(e->play, line_die(dice));
}

/* The clock and the remarks of a line, after those of the line before it. */
static void copy_line(entry *e, const entry_line *l) {
    if (l->clock.size > 0)
        (void)snprintf(e->clock, sizeof e->clock, "%.*s", (int)l->clock.size, l->clock.data);
    if (l->rest.size > 0)
        sheet_add(&e->rest, "%.*s", (int)l->rest.size, l->rest.data);
}

static void new_entry(record *r, const entry_line *l) {
    entry *e = &r->entry;
    entry_drop(e);
    e->open = true;
    if (xpgn_play_new(&e->play, xpgn_play_ruleset(r->now.play), xpgn_play_position(r->now.play)) !=
        XPGN_OK)
        cli_no_memory(r->c);
    xpgn_play_copy(e->play, r->now.play);
    copy_line(e, l);
    bool rolled = r->sheet.pending.size > 0 &&
                  memchr(r->sheet.pending.data, ' ', r->sheet.pending.size) == NULL;
    if (rolled)
        xpgn_buffer_slice(&e->turn_roll, slice_of(&r->sheet.pending));
    else if (l->before.size > 0 && !r->resuming)
        take_turn_roll(e, slice_of(&l->before));
}

/* The walk says what is wrong with an action that cannot be played. */
static bool explain(record *r, const entry_line *l, reply *a) {
    sheet next;
    const entry *e = &r->entry;
    if (r->seal.offer.size > 0)
        return record_refuse(a, "MESSAGE", "%.*s is announced, which cannot be played here",
                             (int)r->seal.told.text.size, r->seal.told.text.data);
    sheet_grow(r, &next);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_clear(&next.announced);
    next.ended = false;
    need_entry(r, e);
    put_entry_number(&next.body, r, e);
    if (e->turn_roll.size > 0)
        xpgn_buffer_printf(&next.body, "<%.*s> ", (int)e->turn_roll.size, e->turn_roll.data);
    xpgn_buffer_slice(&next.body, l->word);
    if (l->after.size > 0)
        xpgn_buffer_printf(&next.body, " <%.*s>", (int)l->after.size, l->after.data);
    if (l->rest.size > 0)
        sheet_add(&next.body, "%.*s", (int)l->rest.size, l->rest.data);
    bool good = record_settle(r, &next, a);
    sheet_free(&next);
    if (good)
        record_taken(r, a);
    return good;
}

/* The player may have ended the turn without a word. */
static bool find_in_next_turn(const record *r, entry *e, xpgn_slice word) {
    return e->turn_roll.size == 0 && xpgn_play_may_end(e->play) &&
           xpgn_play_end(e->play) == XPGN_OK && find_action(r, e, word);
}

bool record_number_fits(const record *r, const entry_line *l, reply *a) {
    xpgn_buffer due = {0};
    record_put_number(r, &due);
    record_need(r, &due);
    size_t digits = 0;
    while (digits < l->number.size && l->number.data[digits] != '.')
        digits++;
    bool fits = l->number.size == 0 || r->now.open ||
                (digits < due.size && due.data[digits] == '.' &&
                 memcmp(due.data, l->number.data, digits) == 0 &&
                 (l->number.size == digits + 1 || l->number.size == due.size));
    if (!fits)
        record_refuse(a, "NUMBER", "found %.*s, expected %.*s", (int)l->number.size, l->number.data,
                      (int)due.size, due.data);
    xpgn_buffer_free(&due);
    return fits;
}

static bool announce(record *r, const entry_line *l, reply *a) {
    entry *e = &r->entry;
    if (!record_number_fits(r, l, a))
        return false;
    if (r->o->clock && l->clock.size == 0 && !r->resuming)
        return record_refuse(a, "CLOCK",
                             "found no clock time, expected it after the action: %.*s 1:29:30",
                             (int)l->word.size, l->word.data);
    if (record_rolls(r) && !r->resuming && (l->before.size > 0 || l->after.size > 0))
        return record_refuse(a, "DICE", "found dice, expected none: they are rolled here");
    if (l->before.size > 0 && !record_may_roll(r, a))
        return false;
    new_entry(r, l);
    if (!find_action(r, e, l->word) && !find_in_next_turn(r, e, l->word)) {
        xpgn_play_copy(e->play, r->now.play);
        return explain(r, l, a);
    }
    if (xpgn_play_prepare(e->play, &e->action, &e->facts) != XPGN_OK)
        return explain(r, l, a);
    if (l->after.size > 0 && !record_take_dice(r, e, slice_of(&l->after), a))
        return false;
    return go_on(r, l->freed, a);
}

/* ---- turn rolls ------------------------------------------------------------------------------ */

/* Where a turn roll leaves nothing to do (CC-4's over-planning), the pass goes to disk with it. */
static bool is_forced(record *r, unsigned die) {
    xpgn_action list[2];
    entry_line l = {.word = {"--", 2}};
    char text[8];
    (void)snprintf(text, sizeof text, "%u", die);
    new_entry(r, &l);
    take_turn_roll(&r->entry, (xpgn_slice){text, strlen(text)});
    bool forced = xpgn_play_actions(r->entry.play, list, 2) == 1 && list[0].kind == XPGN_PASS;
    if (forced)
        r->entry.action = list[0];
    else
        entry_drop(&r->entry);
    return forced;
}

bool record_turn_roll(record *r, unsigned die, reply *a) {
    if (is_forced(r, die)) {
        bool passed = finish(r, a);
        if (!passed)
            entry_drop(&r->entry);
        return passed;
    }
    sheet next;
    sheet_grow(r, &next);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_clear(&next.announced);
    xpgn_buffer_printf(&next.pending, "%u", die);
    note_turn(r, &next, xpgn_play_position(r->now.play), "roll");
    bool good = record_settle(r, &next, a);
    sheet_free(&next);
    if (!good)
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_CHOOSE;
    a->show = false;
    xpgn_buffer_printf(&a->text, "%u", die);
    return true;
}

bool record_may_roll(const record *r, reply *a) {
    xpgn_turn_roll roll = xpgn_play_turn_roll(r->now.play);
    if (r->sheet.tail.size > 0)
        return record_refuse(a, "DICE",
                             "after a half-move that is missing no dice are rolled here: enter "
                             "the turn with its dice");
    if (r->sheet.pending.size > 0)
        return record_refuse(a, "DICE", "the die has fallen: %.*s", (int)r->sheet.pending.size,
                             r->sheet.pending.data);
    if (roll == XPGN_TURN_ROLL_NONE)
        return record_refuse(a, "DICE", "no die is due; expected an action");
    return true;
}

/* Dice without an action: those that are due, or a turn roll. */
static bool take_bare_dice(record *r, const entry_line *l, reply *a) {
    entry *e = &r->entry;
    if (l->before.size == 0)
        return record_refuse(a, "LINE", "expected an action or dice");
    if (record_rolls(r))
        return record_refuse(a, "DICE", "found dice, expected none: they are rolled here");
    if (e->open)
        return record_take_dice(r, e, slice_of(&l->before), a) && go_on(r, l->freed, a);
    if (!record_may_roll(r, a))
        return false;
    unsigned faces = xpgn_play_faces(r->now.play);
    xpgn_slice dice = slice_of(&l->before);
    unsigned die = line_die(dice);
    if (die < 1 || die > faces)
        return record_refuse(a, XPGN_CODE_FACE, "found %.*s, expected one die from 1 to %u",
                             (int)dice.size, dice.data, faces);
    return record_turn_roll(r, die, a);
}

/* ---- after a half-move that is missing ------------------------------------------------------- */

/* Whose turn is next, and its number: each line after the gap has been a turn. */
static unsigned gap_seat(const record *r, uint32_t *number) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    unsigned seat = p->side_to_move;
    *number = p->number;
    xpgn_record *tail = sheet_entries(r, slice_of(&r->sheet.tail));
    size_t count;
    const xpgn_entry *list = xpgn_record_entries(tail, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == XPGN_ENTRY_MISSING || list[i].number.size > 0) {
            seat = (seat + 1) % p->seats;
            *number += seat == 0;
        }
    xpgn_record_free(tail);
    return seat;
}

unsigned record_seat_due(const record *r) {
    uint32_t number;
    return gap_seat(r, &number);
}

void record_put_gap_number(const record *r, xpgn_buffer *b) {
    uint32_t number;
    unsigned seat = gap_seat(r, &number);
    cli_put_turn(b, number, seat, xpgn_play_position(r->now.play)->seats);
}

/* How many dice are due is not known there, so that they have to be written as they are recorded.
 */
static bool gap_dice_fit(const record *r, const xpgn_buffer *dice, reply *a) {
    static xpgn_roll typed; /* large */
    unsigned faces = xpgn_play_faces(r->now.play);
    if (dice->size == 0)
        return true;
    if (!xpgn_roll_read(slice_of(dice), &typed))
        return record_refuse(a, XPGN_CODE_ROLL_FORM,
                             "found '%.*s', expected dice as a record has them, such as 5:2: how "
                             "many are due is not known after a half-move that is missing",
                             (int)dice->size, dice->data);
    for (unsigned i = 0; i < typed.exchanges; i++)
        if (!faces_fit(&typed.exchange[i].side[0], faces) ||
            !faces_fit(&typed.exchange[i].side[1], faces))
            return record_refuse(a, XPGN_CODE_FACE,
                                 "found a face that the die does not have, expected 1 to %u, and "
                                 "dice as a record has them, such as 5:2",
                                 faces);
    return true;
}

/* Nothing is checked there but the writing. */
static bool behind_gap(record *r, const entry_line *l, reply *a) {
    sheet next;
    xpgn_buffer text = {0};
    if (l->word.size == 0 && l->before.size == 0)
        return record_refuse(a, "LINE", "expected an action or dice");
    if (!gap_dice_fit(r, &l->before, a) || !gap_dice_fit(r, &l->after, a))
        return false;
    sheet_grow(r, &next);
    record_put_gap_number(r, &text);
    entry_line_put(&text, l);
    record_need(r, &text);
    sheet_add(&next.tail, "%.*s", (int)text.size, text.data);
    bool good = record_settle(r, &next, a);
    if (good) {
        xpgn_buffer_clear(&a->text);
        a->kind = REPLY_OK;
        xpgn_buffer_printf(&a->text, "%.*s (not checked: a half-move is missing)", (int)text.size,
                           text.data);
    }
    xpgn_buffer_free(&text);
    sheet_free(&next);
    return good;
}

/* ---- an entry -------------------------------------------------------------------------------- */

/* Commands in a comment that are the scribe's own. */
static bool has_own_command(const record *r, const entry_line *l) {
    bool own = false;
    size_t count;
    xpgn_record *rest = sheet_entries(r, slice_of(&l->rest));
    const xpgn_entry *list = xpgn_record_entries(rest, &count);
    for (size_t i = 0; i < count; i++)
        own |= list[i].kind != XPGN_ENTRY_ACTION && list[i].kind != XPGN_ENTRY_REMARKS &&
               list[i].kind != XPGN_ENTRY_RESULT;
    xpgn_record_free(rest);
    return own;
}

/* Dice or a choice for the action that was announced. If they are refused, it is as it was. */
static bool complete(record *r, const entry_line *l, reply *a) {
    entry *e = &r->entry, before = *e;
    copy_line(e, l);
    bool good = e->cells > 0 || e->choices > 0
                    ? choose(r, l->word.size > 0 ? l->word : slice_of(&l->before), a)
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

bool record_may_write(const record *r, const entry_line *l, reply *a) {
    return !has_own_command(r, l) ||
           record_refuse(a, "LINE", "missing and annul are entries of their own");
}

/* The one prisoner that could be freed, with the last action: who enters it says nothing new. */
static bool says_last_freed(const record *r, const entry_line *l) {
    const xpgn_action *last = &r->now.last.action;
    bool alone = l->before.size + l->after.size + l->freed.size + l->clock.size + l->rest.size == 0;
    return alone && l->word.size > 2 && r->now.actions > 0 && !r->entry.open &&
           r->sheet.pending.size + r->sheet.tail.size == 0 && !record_is_over(r) &&
           last->kind == XPGN_RELEASE && last->promotion != 0 && says_choice(r, last, l->word);
}

static bool take_entry(record *r, const entry_line *l, reply *a) {
    entry *e = &r->entry;
    if (l->word.size > 0 && record_is_result(r, l->word))
        return record_may_write(r, l, a) && record_enter_result(r, l, a);
    if (says_last_freed(r, l)) {
        record_taken(r, a);
        return true;
    }
    if (record_is_over(r))
        return record_refuse(a, "OVER", "the game is over: %s; undo goes back", r->sheet.result);
    if (!record_may_write(r, l, a))
        return false;
    if (r->sheet.tail.size > 0)
        return behind_gap(r, l, a);
    if (e->open && (l->word.size == 0 || e->cells > 0 || e->choices > 0))
        return complete(r, l, a);
    if (l->word.size == 0)
        return take_bare_dice(r, l, a);
    if (e->open && e->fallen)
        return record_refuse(a, "DICE", "dice have fallen for another action; it comes first");
    if (seal_binds(r) && !record_is_announced(r, l->word))
        return record_refuse_bound(r, a);
    if (seal_binds(r) && l->rest.size == 0 && l->clock.size == 0)
        return record_announce_again(r, a); /* with what was said of it before */
    if (sheet_ties(&r->sheet).size > 0)
        return record_refuse(a, "DICE", "who begins is not known yet; first rolls again");
    /* What was announced before is forgotten only if this is taken. */
    entry before = *e;
    unsigned want = r->seal.want;
    *e = (entry){.open = false};
    bool good = announce(r, l, a);
    entry_drop(good ? &before : e);
    if (!good) {
        *e = before;
        r->seal.want = want;
    }
    return good;
}

void record_entry(record *r, entry_line *l, reply *a) {
    (void)take_entry(r, l, a);
}

/* The links of a roll are complete, or one more is known. */
bool record_go_on(record *r, unsigned want, reply *a) {
    entry *e = &r->entry;
    if (want == SEAL_ACTION && e->open) {
        entry before = *e;
        if (go_on(r, (xpgn_slice){"", 0}, a))
            return true;
        *e = before; /* without the dice, and what they have made of the action */
        return false;
    }
    if (want == SEAL_ACTION)
        return record_refuse(a, "LINK", "no roll is due; expected an action");
    if (!seal_ready(r, want, a)) {
        if (a->kind == REPLY_ERROR && !seal_binds(r))
            seal_forget(r);
        return a->kind != REPLY_ERROR;
    }
    return want == SEAL_FIRST ? record_first(r, a) : record_turn_roll(r, record_die(r), a);
}

bool record_reenter(record *r, xpgn_slice text, reply *a) {
    xpgn_buffer line = {0};
    entry_line l;
    xpgn_buffer_slice(&line, text);
    record_need(r, &line);
    entry_line_read(&l, slice_of(&line));
    record_need_line(r, &l);
    r->resuming = true;
    bool good = announce(r, &l, a);
    r->resuming = false;
    if (!good)
        entry_drop(&r->entry);
    entry_line_free(&l);
    xpgn_buffer_free(&line);
    return good;
}

bool record_resume(record *r, reply *a) {
    xpgn_slice pending = slice_of(&r->sheet.pending);
    if (pending.size == 0 || memchr(pending.data, ' ', pending.size) == NULL ||
        sheet_ties(&r->sheet).size > 0)
        return true;
    return record_reenter(r, pending, a);
}

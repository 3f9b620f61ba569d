/* SPDX-License-Identifier: MIT */
/* The transcript of a game with sealed dice, line by line, and the rolls announced in it. */
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/board/seats.h"
#include "core/play/apply.h"
#include "core/play/damage.h"
#include "core/text/announced_action.h"
#include "internal/text_out.h"
#include "record/sealed/sealed_parts.h"

#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>

/* ---- the transcript -------------------------------------------------------------------------- */

/* Ends the line in g->line and begins the next one. */
static void end_transcript_line(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    xpgn_slice line = {g->line.data, g->line.size};
    if (!g->line.failed) {
        xpgn_transcript_line(g->sealer, &g->transcript, line);
        xpgn_buffer_slice(&g->text, line);
        xpgn_buffer_char(&g->text, '\n');
    }
    w->no_memory |= g->line.failed || g->text.failed;
    xpgn_buffer_clear(&g->line);
}

/* "white NAME": the value of a tag without its escapes. */
static void put_tag_name(xpgn_walk *w, const char *word, const char *tag) {
    struct sealed *g = sealed_of(w);
    const xpgn_tag *t = sealed_tag(w, tag);
    xpgn_buffer_printf(&g->line, "%s ", word);
    if (t != NULL && t->value.size > 0)
        xpgn_tag_text(&g->line, t->value);
    else
        xpgn_buffer_char(&g->line, '?');
    end_transcript_line(w);
}

/* True if the start is the ruleset's set-up, with any side to move; sets *own to it. */
static bool is_own_start(const xpgn_walk *w, xpgn_position *own) {
    if (!xpgn_ruleset_start(w->ruleset, own))
        return false;
    xpgn_position here = *walk_position(w);
    here.side_to_move = own->side_to_move;
    return position_equal(own, &here);
}

static bool rolls_off(const xpgn_walk *w, xpgn_position *own) {
    return w->ruleset->roll_off && walk_known(w, KNOWN_FIRST_ROLL) != NULL && is_own_start(w, own);
}

static void put_header(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    xpgn_position own, start = *walk_position(w);
    const unsigned seats = walk_seats(w);
    if (rolls_off(w, &own))
        start = own;
    xpgn_buffer_text(&g->line, "XPGN game 2");
    end_transcript_line(w);
    xpgn_buffer_printf(&g->line, "rules %.*s", SLICE(walk_known(w, KNOWN_DIGEST)->value));
    end_transcript_line(w);
    xpgn_buffer_text(&g->line, "start ");
    xpgn_position_write(&g->line, w->ruleset, &start);
    end_transcript_line(w);
    xpgn_buffer_text(&g->line, "commit ");
    xpgn_links_write(&g->line, &g->commit);
    end_transcript_line(w);
    xpgn_buffer_text(&g->line, "keys ");
    xpgn_links_write(&g->line, &g->keys);
    end_transcript_line(w);
    for (unsigned seat = 0; seat < seats; seat++)
        put_tag_name(w, seat_name(seats, seat), xpgn_seat_tag(seats, seat));
    put_tag_name(w, "event", "Event");
    put_tag_name(w, "round", "Round");
    xpgn_transcript_digest(g->sealer, &g->transcript, &g->game);
}

/* ---- rolls ----------------------------------------------------------------------------------- */

/* Copies a text into the arena. */
static xpgn_slice keep_text(xpgn_walk *w, xpgn_buffer *b) {
    size_t size = b->size;
    char *text = arena_take(&w->arena, b);
    w->no_memory |= text == NULL;
    return (xpgn_slice){text, text != NULL ? size : 0};
}

/* Adds a roll announced as roll.what, "12... exd5", after the transcript so far. */
static void add_roll(xpgn_walk *w, struct roll roll) {
    struct sealed *g = sealed_of(w);
    xpgn_buffer line = {0}, what = {0};
    if ((g->too_many |= g->count == XPGN_MAX_ROLLS))
        return;
    struct roll *list = arena_grow(&w->arena, g->rolls, g->count, &g->capacity, sizeof *list);
    xpgn_buffer_printf(&line, "announce %.*s", SLICE(roll.what));
    xpgn_buffer_slice(&what, roll.what);
    roll.what = keep_text(w, &what);
    w->no_memory |= list == NULL || line.failed;
    if (!w->no_memory) {
        xpgn_transcript announced = roll.before = g->transcript;
        xpgn_transcript_line(g->sealer, &announced, (xpgn_slice){line.data, line.size});
        xpgn_transcript_digest(g->sealer, &announced, &roll.digest);
        g->rolls = list;
        list[g->count++] = roll;
    }
    xpgn_buffer_free(&line);
}

xpgn_slice xpgn_announced(xpgn_slice action) {
    size_t size = 0;
    while (size < action.size && strchr("=+#", action.data[size]) == NULL)
        size++;
    bool teleport = size > 2 && action.data[0] == 'K' && action.data[1] == '@';
    return (xpgn_slice){action.data, teleport ? 2 : size};
}

/* The dice as text, in the arena. */
static xpgn_slice keep_dice(xpgn_walk *w, const xpgn_roll *roll) {
    xpgn_buffer b = {0};
    walk_put_dice(&b, roll);
    return keep_text(w, &b);
}

/* The turn that begins in this state, in the arena, where throws may be rolled again in it. */
static const struct state *keep_turn(xpgn_walk *w, const struct state *s) {
    if (!w->ruleset->roll.again)
        return NULL;
    struct state *turn = arena_alloc(&w->arena, sizeof *turn);
    w->no_memory |= turn == NULL;
    if (turn == NULL)
        return NULL;
    *turn = *s;
    if (turn->turn.stage != STAGE_START)
        apply_end_of_turn(turn);
    return turn;
}

/* Sets what each side rolls for an action, if pieces have dice of their own. */
static void set_thrown(const xpgn_ruleset *rs, const xpgn_facts *facts, struct roll *r) {
    for (unsigned side = 0; combat_adds_dice(rs) && facts->combat && side < 2; side++)
        r->thrown[side] = combat_dice(rs, facts, side);
}

/* The same for an action that was only announced. */
static void find_thrown(xpgn_walk *w, const struct announced *a, struct roll *r) {
    const struct state *s = &walk_line(w)->state;
    xpgn_facts facts;
    struct notation n;
    if (combat_adds_dice(w->ruleset) && notation_read(a->word, &n) &&
        movement_resolve(w->ruleset, s, &n, &facts.action)) {
        combat_prepare(w->ruleset, &s->position, &facts);
        set_thrown(w->ruleset, &facts, r);
    }
}

/* Notes what each side rolls if the attacker goes on. */
static void note_thrown_on(xpgn_walk *w, const xpgn_facts *facts) {
    struct roll next = {.annulled = false};
    set_thrown(w->ruleset, facts, &next);
    memcpy(sealed_of(w)->on, next.thrown, sizeof next.thrown);
}

/* Adds a roll for the announcement in g->line: of *facts, or NULL of a turn. */
static void add_action_roll(xpgn_walk *w, const xpgn_roll *dice, xpgn_place place,
                            const xpgn_facts *facts) {
    struct sealed *g = sealed_of(w);
    const struct line *l = walk_line(w);
    const unsigned actor = xpgn_party_of(walk_seats(w), l->last_seat);
    if (g->line.failed)
        return;
    struct roll r = {.what = {g->line.data, g->line.size},
                     .dice = keep_dice(w, dice),
                     .place = place,
                     .actor = actor,
                     .again = facts == NULL ? keep_turn(w, &w->entry.kept) : NULL,
                     .turn = walk_label_of(w, l->last_number, l->last_seat, l->last)};
    if (facts != NULL)
        set_thrown(w->ruleset, facts, &r);
    add_roll(w, r);
}

static void put_turn_number(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat) {
    xpgn_turn_write(b, seats, number, seat);
    xpgn_buffer_char(b, ' ');
}

/* True if g->line announces the turn roll that already stands. */
static bool stands_already(const struct sealed *g, xpgn_slice dice) {
    const struct roll *r = g->stands > 0 ? &g->rolls[g->stands - 1] : NULL;
    return r != NULL && slice_equal(r->what, (xpgn_slice){g->line.data, g->line.size}) &&
           slice_equal(r->dice, dice);
}

/* Adds a turn roll, unless it stands already and is part of the transcript. */
static void add_turn_roll(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    const struct line *l = walk_line(w);
    xpgn_roll die = {.exchanges = 1};
    xpgn_turn_dice_side(&w->entry.facts.turn_roll, &die.exchange[0].side[0]);
    put_turn_number(&g->line, walk_seats(w), l->last_number, l->last_seat);
    xpgn_buffer_text(&g->line, "roll");
    if (!g->line.failed && stands_already(g, keep_dice(w, &die))) {
        xpgn_buffer_clear(&g->line);
        return;
    }
    add_action_roll(w, &die, w->entry.recorded.turn_roll_place, NULL);
    xpgn_buffer_printf(&g->line, " %s", xpgn_turn_dice_text(&w->entry.facts.turn_roll).text);
    end_transcript_line(w);
}

void xpgn_announcement_write(xpgn_buffer *b, unsigned seats, uint32_t number, unsigned seat,
                             xpgn_slice action, bool on) {
    put_turn_number(b, seats, number, seat);
    xpgn_buffer_slice(b, xpgn_announced(action));
    xpgn_buffer_text(b, on ? " " ANNOUNCED_ON : "");
}

bool xpgn_announces_on(xpgn_slice what) {
    return announced_split(what).on;
}

void xpgn_transcript_action(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                            uint32_t number, unsigned seat, const xpgn_facts *facts) {
    xpgn_facts without = *facts;
    without.turn_roll.count = 0;
    if (damage_goes_on(rs, facts, &facts->roll))
        without.text[xpgn_announced(slice_of(facts->text)).size] = '\0';
    put_turn_number(b, p->seats, number, seat);
    xpgn_facts_write(b, p, &without);
    if (facts->stood)
        xpgn_buffer_text(b, " stood");
}

/* Adds a roll of an action, with which the attacker may have gone `on`. */
static void add_part(xpgn_walk *w, const xpgn_facts *facts, const xpgn_roll *dice, bool on) {
    struct sealed *g = sealed_of(w);
    const struct line *l = walk_line(w);
    xpgn_announcement_write(&g->line, walk_seats(w), l->last_number, l->last_seat,
                            slice_of(facts->text), on);
    add_action_roll(w, dice, w->entry.roll.place, facts);
    xpgn_buffer_clear(&g->line);
}

/* Adds the line of an action. */
static void add_line(xpgn_walk *w, const xpgn_facts *facts) {
    const struct line *l = walk_line(w);
    xpgn_transcript_action(&sealed_of(w)->line, w->ruleset, walk_position(w), l->last_number,
                           l->last_seat, facts);
    end_transcript_line(w);
}

/* Adds an attack of which each exchange is a roll of its own: a line after each. */
static void add_attack(xpgn_walk *w, const xpgn_facts *facts) {
    xpgn_facts so_far = *facts;
    for (unsigned e = 0; e < facts->roll.exchanges; e++) {
        xpgn_roll dice = facts->roll;
        roll_keep(&dice, e);
        so_far.roll.exchanges = (uint8_t)(e + 1);
        add_part(w, facts, &dice, e > 0);
        add_line(w, &so_far);
    }
}

void sealed_add_action(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    const xpgn_facts *facts = &w->entry.facts;
    if (facts->turn_roll.count > 0)
        add_turn_roll(w);
    g->stands = 0;
    note_thrown_on(w, facts);
    if (facts->combat && combat_goes_on(w->ruleset) && facts->roll.exchanges > 0) {
        add_attack(w, facts);
        return;
    }
    if (roll_has_dice(&facts->roll))
        add_part(w, facts, &facts->roll, false);
    add_line(w, facts);
}

/* ---- what was not played --------------------------------------------------------------------- */

static bool is_tie(xpgn_slice dice) {
    xpgn_slice second = dice, first = slice_cut(&second, ':');
    return slice_equal(first, second);
}

/* The party that announced, by the dots; White for who begins. */
static unsigned actor_of(const xpgn_walk *w, const struct announced *a) {
    const unsigned seats = walk_seats(w);
    for (unsigned seat = 0; seat < seats; seat++)
        if (strlen(xpgn_turn_dots(seats, seat)) == a->dots)
            return xpgn_party_of(seats, seat);
    return XPGN_PARTY_WHITE;
}

static bool is_turn_roll(const struct announced *a) {
    return a->dots > 0 && slice_is(a->word, "roll");
}

/*
 * True if not the roll but only what came after it was annulled. A tie stays if another roll for
 * who begins follows, a turn roll if it says so, and both if the recorder noted that the game goes
 * on with them.
 */
static bool stays(const struct announced *a, xpgn_slice comment, size_t at) {
    struct command next;
    const bool tie = a->dots == 0 && is_tie(a->dice);
    if (a->stands || (!tie && !is_turn_roll(a)) || !command_next(comment, &at, &next))
        return a->stands;
    return slice_is(next.name, "pending") ||
           (tie && slice_is(next.name, "annulled") && announced_split(next.rest).dots == 0);
}

/* Only where the rules let an attacker go on may one be said to. */
static bool may_be_announced(const xpgn_walk *w, const struct announced *a) {
    return !a->on || (combat_goes_on(w->ruleset) && !is_turn_roll(a));
}

/* Reads the dice of [%annulled ...]; false if it has no form of a roll that this game numbers. */
static bool read_annulled(const xpgn_walk *w, const struct announced *a, xpgn_roll *dice) {
    return a->what.size > 0 && a->dice.size > 0 && (!a->stands || is_turn_roll(a)) &&
           may_be_announced(w, a) && xpgn_roll_read(a->dice, dice) &&
           (dice->exchanges == 1 || !combat_goes_on(w->ruleset));
}

static void add_annulled(xpgn_walk *w, const struct command *c, bool stands) {
    struct sealed *g = sealed_of(w);
    const struct announced a = announced_split(c->rest);
    const struct line *l = walk_line(w);
    xpgn_place at = walk_place(w, c->whole);
    xpgn_roll roll;
    if (!read_annulled(w, &a, &roll)) {
        log_add(&w->log, D_SEALED_COMMAND, at,
                "expected what was announced, and its dice: [%%annulled 12... exd5 5:2]");
        g->broken = true;
        return;
    }
    xpgn_slice dice = keep_dice(w, &roll);
    struct roll r = {.what = a.what,
                     .dice = dice,
                     .place = at,
                     .actor = actor_of(w, &a),
                     .annulled = !stands,
                     .again = is_turn_roll(&a) ? keep_turn(w, &l->state) : NULL,
                     .turn = walk_label_of(w, l->last_number, l->last_seat, l->last)};
    if (a.on)
        memcpy(r.thrown, g->on, sizeof r.thrown);
    else
        find_thrown(w, &a, &r);
    add_roll(w, r);
    if (stands && a.dots > 0 && !w->no_memory)
        g->stands = g->count;
    xpgn_buffer_printf(&g->line, "%s%.*s %.*s", stands ? "" : "annulled ", SLICE(a.what),
                       SLICE(dice));
    end_transcript_line(w);
}

/* Adds an announcement that nobody answered, with which the game ended. */
static void add_announced(xpgn_walk *w, const struct command *c) {
    struct sealed *g = sealed_of(w);
    const struct announced a = announced_split(c->rest);
    if (a.what.size == 0 || a.dice.size > 0 || g->announced.size > 0 || !may_be_announced(w, &a)) {
        log_add(&w->log, D_SEALED_COMMAND, walk_place(w, c->whole),
                "expected one announcement before the end: [%%announced 12... exd5]");
        g->broken = true;
        return;
    }
    g->announced = a.what;
    xpgn_buffer_printf(&g->line, "open %.*s", SLICE(a.what));
    end_transcript_line(w);
}

/* `first`: only the rolls for who begins, which come first; else all others. */
static void take_comment(xpgn_walk *w, xpgn_slice comment, bool first) {
    struct command c;
    size_t at = 0;
    while (command_next(comment, &at, &c)) {
        struct announced a = announced_split(c.rest);
        if (first != (a.what.size > 0 && a.dots == 0))
            continue;
        if (slice_is(c.name, "annulled"))
            add_annulled(w, &c, stays(&a, comment, at));
        else if (slice_is(c.name, "announced"))
            add_announced(w, &c);
    }
}

static void take_remarks(xpgn_walk *w, const struct remarks *r, bool first) {
    for (size_t i = 0; i < r->count; i++)
        if (r->list[i].nag == 0)
            take_comment(w, r->list[i].text, first);
}

/* Reads "3:3 5:2": each pair is a roll. */
static void add_first_rolls(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    const xpgn_tag *t = walk_known(w, KNOWN_FIRST_ROLL);
    xpgn_position own;
    xpgn_slice rest = t != NULL ? t->value : (xpgn_slice){"", 0};
    if (!rolls_off(w, &own))
        return;
    while (rest.size > 0) {
        xpgn_slice pair = slice_cut(&rest, ' ');
        if (pair.size == 0)
            continue;
        add_roll(w, (struct roll){.what = slice_of("first"),
                                  .dice = pair,
                                  .place = walk_place(w, pair),
                                  .turn = ""});
        xpgn_buffer_printf(&g->line, "first %.*s", SLICE(pair));
        end_transcript_line(w);
    }
}

void sealed_add_unplayed(xpgn_walk *w, const struct remarks *r) {
    take_remarks(w, r, false);
}

void sealed_transcript_begin(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    xpgn_transcript_begin(g->sealer, &g->transcript);
    put_header(w);
    take_remarks(w, &w->early, true);
    add_first_rolls(w);
    take_remarks(w, &w->early, false);
}

/* SPDX-License-Identifier: MIT */
#include "record/sealed/sealed_game.h"
#include "facts/public_walk.h"

#include "core/base/edit_distance.h"
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/play/actors.h"
#include "core/play/apply.h"
#include "core/play/damage.h"
#include "core/text/announced_action.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "record/sealed/link_tags.h"

#include <stdlib.h>
#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>

enum {
    WIDE = 4096, /* by how many DiceOpen may exceed the rolls of the record */
    BEYOND = 64  /* steps searched for a commitment beyond the number expected */
};

/* A roll of the main line. */
struct roll {
    xpgn_slice what;        /* what was announced for it */
    xpgn_transcript before; /* the transcript before its announcement */
    xpgn_link digest;       /* of the transcript with the announcement */
    xpgn_slice dice;        /* as recorded */
    xpgn_place place;
    const char *turn; /* its label */
    unsigned actor;   /* the party that announced it */
    bool annulled;
    const struct dice_expr *thrown[2]; /* what each side rolls with dice of its own; else NULL */
    const struct state *again; /* where a throw that moves nothing is rolled again: the turn that it
                                  was made for; else NULL */
};

struct sealed {
    struct dice_chain *sealer;
    const xpgn_tag *open_tag; /* NULL: not opened */
    xpgn_links commit, keys, open;
    xpgn_links *links; /* links of all rolls counted by DiceOpen, from the commitments on; or
                          NULL */
    uint32_t number;   /* number of rolls by DiceOpen */
    xpgn_link game;    /* the digest of the header */
    xpgn_transcript transcript;
    xpgn_buffer text; /* its lines so far */
    xpgn_buffer line; /* the next line */
    struct roll *rolls;
    size_t count, capacity;
    bool too_many, broken;         /* the transcript can no longer be made */
    xpgn_slice announced;          /* an unanswered announcement that ends the game */
    const struct dice_expr *on[2]; /* what each side rolls if the attacker of the last action goes
                                      on; NULL: dice of the game */
    size_t stands;      /* the number of a turn roll that stands without an action so far; or 0 */
    uint32_t fitting;   /* rolls whose dice agree with the links */
    unsigned last, end; /* bit per party that has signed */
};

void sealed_free(struct sealed *g) {
    if (g == NULL)
        return;
    dice_chain_free(g->sealer);
    xpgn_buffer_free(&g->text);
    xpgn_buffer_free(&g->line);
    free(g);
}

/* ---- the tags -------------------------------------------------------------------------------- */

static const xpgn_tag *find_tag(const xpgn_walk *w, const char *name) {
    for (size_t i = 0; i < w->tags->count; i++)
        if (slice_is(w->tags->list[i].name, name))
            return &w->tags->list[i];
    return NULL;
}

static void report_form(xpgn_walk *w, const xpgn_tag *t, xpgn_slice part, const xpgn_fault *fault) {
    xpgn_place at = walk_place(w, part);
    at.offset += fault->place.offset;
    at.length = fault->place.length;
    log_add(&w->log, D_SEALED_FORM, at, "%.*s: %s", SLICE(t->name), fault->text);
}

/* Reads links or keys of all parties, which must all differ. */
static bool read_links(xpgn_walk *w, const xpgn_tag *t, xpgn_slice text, xpgn_links *links) {
    xpgn_fault fault;
    unsigned first, second;
    if (links_read(text, walk_seats(w), links, &fault) != XPGN_OK) {
        report_form(w, t, text, &fault);
        return false;
    }
    if (!links_equal(links, &first, &second))
        return true;
    log_add(&w->log, D_SEALED_EQUAL, t->place, "%s and %s have the same value in %.*s",
            xpgn_party_name(first), xpgn_party_name(second), SLICE(t->name));
    return false;
}

static bool same_parties(xpgn_walk *w, const xpgn_tag *t, const xpgn_links *links) {
    if (links->parties == public_walk_of(w)->sealed->commit.parties)
        return true;
    log_add(&w->log, D_SEALED_FORM, t->place, "%.*s has other parties than DiceCommit",
            SLICE(t->name));
    return false;
}

static bool read_opening(xpgn_walk *w, const xpgn_tag *t) {
    struct sealed *g = public_walk_of(w)->sealed;
    xpgn_fault fault;
    xpgn_slice rest = t->value;
    if (links_take_number(&rest, &g->number, &fault) != XPGN_OK) {
        report_form(w, t, t->value, &fault);
        return false;
    }
    return read_links(w, t, rest, &g->open) && same_parties(w, t, &g->open);
}

/* Warns if another game of the input has these commitments. */
static void check_used(xpgn_walk *w, const xpgn_tag *t) {
    const xpgn_links *commit = &public_walk_of(w)->sealed->commit;
    for (unsigned party = 0; w->options.committed != NULL && party < XPGN_PARTIES; party++) {
        if (!links_have(commit->parties, party))
            continue;
        uint64_t game = w->options.committed(w->options.committed_data, &commit->link[party]);
        if (game != 0 && game != w->game->number) /* one game may be checked twice */
            log_add(&w->log, D_SEALED_TWICE, t->place,
                    "%s's commitment occurs in game %llu already", xpgn_party_name(party),
                    (unsigned long long)game);
    }
}

/* False if the game cannot be checked, which is reported. */
static bool read_sealed_tags(xpgn_walk *w, const xpgn_tag *commit) {
    struct sealed *g = public_walk_of(w)->sealed;
    const xpgn_tag *key = find_tag(w, "DiceKey"), *open = walk_known(w, KNOWN_DICE_OPEN);
    if (!read_links(w, commit, commit->value, &g->commit))
        return false;
    check_used(w, commit);
    if (key == NULL) {
        log_add(&w->log, D_SEALED_ALONE, commit->place,
                "DiceCommit without DiceKey: the seal of the dice cannot be checked");
        return false;
    }
    if (!read_links(w, key, key->value, &g->keys) || !same_parties(w, key, &g->keys))
        return false;
    if (walk_known(w, KNOWN_DIGEST) == NULL) {
        log_add(&w->log, D_SEALED_RULES, commit->place, "sealed dice, but RulesDigest is missing");
        return false;
    }
    if (open == NULL)
        log_add(&w->log, D_SEALED_CLOSED, commit->place,
                "the dice are sealed, but DiceOpen is missing: they cannot be checked");
    else if (!read_opening(w, open))
        return false;
    g->open_tag = open;
    return true;
}

/* ---- the transcript -------------------------------------------------------------------------- */

/* Ends the line in g->line and begins the next one. */
static void end_transcript_line(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
    const xpgn_tag *t = find_tag(w, tag);
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
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
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
    memcpy(public_walk_of(w)->sealed->on, next.thrown, sizeof next.thrown);
}

/* Adds a roll for the announcement in g->line: of *facts, or NULL of a turn. */
static void add_action_roll(xpgn_walk *w, const xpgn_roll *dice, xpgn_place place,
                            const xpgn_facts *facts) {
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
    const struct line *l = walk_line(w);
    xpgn_announcement_write(&g->line, walk_seats(w), l->last_number, l->last_seat,
                            slice_of(facts->text), on);
    add_action_roll(w, dice, w->entry.roll.place, facts);
    xpgn_buffer_clear(&g->line);
}

/* Adds the line of an action. */
static void add_line(xpgn_walk *w, const xpgn_facts *facts) {
    const struct line *l = walk_line(w);
    xpgn_transcript_action(&public_walk_of(w)->sealed->line, w->ruleset, walk_position(w),
                           l->last_number, l->last_seat, facts);
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

/* Adds the action that was played, in canonical form. */
static void add_announced_action(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
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
    struct sealed *g = public_walk_of(w)->sealed;
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

/* ---- the game -------------------------------------------------------------------------------- */

static bool open_game(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    if (g == NULL) {
        g = calloc(1, sizeof *g);
        xpgn_status status = g != NULL ? dice_chain_new(&g->sealer) : XPGN_NO_MEMORY;
        w->no_memory |= status == XPGN_NO_MEMORY;
        if (status == XPGN_NOT_FOUND)
            log_add(&w->log, D_SEALED_LINK, walk_known(w, KNOWN_DICE_COMMIT)->place,
                    "sealed dice not checked: libsodium is missing");
        if (status != XPGN_OK) {
            free(g);
            return false;
        }
        public_walk_of(w)->sealed = g;
    }
    struct sealed kept = {.sealer = g->sealer, .text = g->text, .line = g->line};
    *g = kept;
    xpgn_buffer_clear(&g->line);
    xpgn_buffer_clear(&g->text);
    return true;
}

void sealed_begin(xpgn_walk *w) {
    const xpgn_tag *commit = walk_known(w, KNOWN_DICE_COMMIT);
    const xpgn_tag *open = walk_known(w, KNOWN_DICE_OPEN);
    if (walk_line(w)->dead || w->no_memory || (commit == NULL && open == NULL))
        return;
    if (commit == NULL) {
        log_add(&w->log, D_SEALED_ALONE, open->place, "DiceOpen without DiceCommit");
        return;
    }
    if (!open_game(w) || !read_sealed_tags(w, commit))
        return;
    w->transcribed = true;
    xpgn_transcript_begin(public_walk_of(w)->sealed->sealer,
                          &public_walk_of(w)->sealed->transcript);
    put_header(w);
    take_remarks(w, &w->early, true);
    add_first_rolls(w);
    take_remarks(w, &w->early, false);
}

void sealed_read(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    const struct line *l = &w->lines.list[0];
    g->broken |= l->dead || l->gap || w->no_memory;
    if (g->broken || w->lines.depth > 0)
        return;
    if (w->acted && g->announced.size > 0) {
        log_add(&w->log, D_SEALED_COMMAND, w->entry.recorded.place,
                "an action follows [%%announced]: the announced action comes first");
        g->broken = true;
    } else if (w->acted) {
        add_announced_action(w);
        take_remarks(w, &w->entry.remarks, false);
    } else if (w->remarked) {
        take_remarks(w, &w->entry.remarks, false);
    }
}

/* ---- links ----------------------------------------------------------------------------------- */

/* The steps from a link back to its commitment; UINT32_MAX if more than `most`. */
static uint32_t steps_back(const struct sealed *g, unsigned party, uint32_t most) {
    xpgn_link link = g->open.link[party];
    for (uint32_t n = 0; n <= most; n++) {
        if (chain_link_equal(&link, &g->commit.link[party]))
            return n;
        chain_link_back(g->sealer, &link, 1);
    }
    return UINT32_MAX;
}

/* Checks that the links of DiceOpen lead to the commitments in as many steps as there are rolls. */
static bool check_links(xpgn_walk *w) {
    const struct sealed *g = public_walk_const(w)->sealed;
    const uint32_t most = (g->number > g->count ? g->number : (uint32_t)g->count) + BEYOND;
    bool good = true;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        const char *name = xpgn_party_name(party);
        if (!links_have(g->open.parties, party))
            continue;
        uint32_t steps = steps_back(g, party, most);
        if (steps == UINT32_MAX)
            log_add(&w->log, D_SEALED_LINK, g->open_tag->place,
                    "%s's link does not lead to %s's commitment", name, name);
        else if (steps != g->number)
            log_add(&w->log, D_SEALED_LINK, g->open_tag->place,
                    "%s's link is that of roll %u, expected roll %u", name, (unsigned)steps,
                    (unsigned)g->number);
        good &= steps == g->number;
    }
    return good;
}

/* Computes the links of all rolls, from the commitments on; false if memory runs out. */
static bool open_links(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    xpgn_links *links = arena_alloc(&w->arena, ((size_t)g->number + 1) * sizeof *links);
    w->no_memory |= links == NULL;
    if (links == NULL)
        return false;
    g->links = links;
    links[g->number] = g->open;
    for (uint32_t k = g->number; k > 0; k--) {
        links[k - 1] = links[k];
        for (unsigned party = 0; party < XPGN_PARTIES; party++)
            if (links_have(g->open.parties, party))
                chain_link_back(g->sealer, &links[k - 1].link[party], 1);
    }
    return true;
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* Replaces the dice by the next ones of a sealed roll. */
static void replace_dice(const xpgn_walk *w, const struct roll *r, xpgn_sealed_roll *sealed,
                         xpgn_roll *roll) {
    const struct dice_chain *sealer = public_walk_const(w)->sealed->sealer;
    for (unsigned i = 0; i < 2u * roll->exchanges; i++) {
        xpgn_roll_side *side = &roll->exchange[i / 2].side[i % 2];
        const struct dice_expr *thrown = r->thrown[i % 2];
        for (unsigned d = 0; d < side->dice_count; d++) {
            const bool own = thrown != NULL && d < thrown->count;
            const unsigned faces = own ? thrown->faces[d] : w->ruleset->die;
            side->dice[d] = (uint8_t)xpgn_sealed_die(sealer, sealed, faces);
        }
    }
}

/* True if nothing can act by this throw, although some other throw would move something. */
static bool is_rolled_again(const xpgn_ruleset *rs, const struct state *turn,
                            const xpgn_roll *roll) {
    if (turn == NULL || !actors_any(rs, turn))
        return false;
    struct state s = *turn;
    turn_roll(rs, &s.turn, turn_dice_from(&roll->exchange[0].side[0]));
    return actors_are_stuck(rs, &s);
}

/* True if the recorded dice are those of the sealed roll, to which *right is set. */
static bool dice_are_right(const xpgn_walk *w, const struct roll *r, xpgn_sealed_roll *sealed,
                           const xpgn_roll *recorded, xpgn_roll *right) {
    *right = *recorded;
    do {
        replace_dice(w, r, sealed, right);
    } while (is_rolled_again(w->ruleset, r->again, right));
    for (unsigned i = 0; i < 2u * right->exchanges; i++) {
        const xpgn_roll_side *a = &right->exchange[i / 2].side[i % 2],
                             *b = &recorded->exchange[i / 2].side[i % 2];
        if (memcmp(a->dice, b->dice, a->dice_count) != 0)
            return false;
    }
    return true;
}

static void report_dice(xpgn_walk *w, const struct roll *r, uint32_t k, const xpgn_roll *right) {
    xpgn_buffer b = {0};
    bool first = k == 1;
    walk_put_dice(&b, right);
    const char *expected = log_take(&w->log, &b);
    if (first)
        log_add(&w->log, D_SEALED_OTHER, walk_known(w, KNOWN_DICE_COMMIT)->place,
                "no dice fit: rules, start, players, event, round, commitments or keys are not "
                "those that were sealed, or what was recorded up to roll 1, %.*s, expected %s",
                SLICE(r->dice), expected);
    else
        log_add(&w->log, r->annulled ? D_SEALED_ANNULLED : D_SEALED_DIE, r->place,
                "%s %.*s, expected %s: sealed roll %u, or what was recorded after roll %u, is not "
                "what was sealed; later rolls depend on it",
                r->annulled ? "annulled dice" : "dice", SLICE(r->dice), expected, (unsigned)k,
                (unsigned)k - 1);
    if (!first && w->log.last_kept)
        w->log.list[w->log.count - 1].turn = r->turn;
}

/* Checks each roll against its links. The first that does not fit is the last that can be checked,
   as the dice of later rolls depend on it. */
static bool check_dice(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    for (uint32_t k = 1; k <= g->count && k <= g->number; k++) {
        const struct roll *r = &g->rolls[k - 1];
        xpgn_sealed_roll sealed;
        xpgn_roll roll, right;
        if (!xpgn_roll_read(r->dice, &roll))
            return false;
        xpgn_sealed_begin(&sealed, &g->links[k], k, &r->digest);
        if (!dice_are_right(w, r, &sealed, &roll, &right)) {
            report_dice(w, r, k, &right);
            return false;
        }
        g->fitting = k;
    }
    return true;
}

static bool check_number(xpgn_walk *w) {
    const struct sealed *g = public_walk_const(w)->sealed;
    if (g->number == g->count)
        return true;
    log_add(&w->log, D_SEALED_NUMBER, g->open_tag->place,
            "number of rolls %u, expected %zu as recorded", (unsigned)g->number, g->count);
    return false;
}

/* ---- signatures ------------------------------------------------------------------------------ */

/* Reads DiceLast or DiceSign; no signatures if the tag is missing. False if it is malformed. */
static bool read_signatures(xpgn_walk *w, const xpgn_tag *t, xpgn_signatures *out) {
    xpgn_fault fault;
    out->parties = 0;
    if (t == NULL || xpgn_signatures_read(t->value, public_walk_of(w)->sealed->commit.parties, out,
                                          &fault) == XPGN_OK)
        return true;
    report_form(w, t, t->value, &fault);
    return false;
}

/* True if this party's seat is out of the game: it may have left with its last link. */
static bool has_fallen(const xpgn_walk *w, unsigned party) {
    const xpgn_position *p = walk_position(w);
    for (unsigned seat = 0; p->seats > 2 && seat < p->seats; seat++)
        if (xpgn_party_of(p->seats, seat) == party)
            return (p->alive >> seat & 1) == 0;
    return false;
}

/* "white", "white and black", "white, red and black" */
static const char *names_of(xpgn_walk *w, unsigned parties) {
    xpgn_buffer b = {0};
    for (unsigned party = 0, left = parties; party < XPGN_PARTIES; party++) {
        if (!links_have(parties, party))
            continue;
        left &= ~(1u << party);
        xpgn_buffer_printf(&b, "%s%s", xpgn_party_name(party),
                           left == 0                  ? ""
                           : (left & (left - 1)) == 0 ? " and "
                                                      : ", ");
    }
    return log_take(&w->log, &b);
}

static bool several(unsigned parties) {
    return (parties & (parties - 1)) != 0;
}

static void report_unsigned(xpgn_walk *w, xpgn_place at, unsigned parties, bool end) {
    log_add(&w->log, D_SEALED_UNSIGNED, at,
            "%s %s not signed %s: what was recorded %s may have been changed", names_of(w, parties),
            several(parties) ? "have" : "has", end ? "the end" : "the last roll",
            end ? "after the last roll" : "up to it");
}

static void report_wrong(xpgn_walk *w, const xpgn_tag *t, unsigned parties, bool end) {
    log_add(&w->log, end ? D_SEALED_SIGN : D_SEALED_LAST, t->place,
            several(parties) ? "%.*s: the signatures of %s do not match the record"
                             : "%.*s: the signature of %s does not match the record",
            SLICE(t->name), names_of(w, parties));
}

/* Reports parties whose signature of `what`, announced by `actor`, is missing or wrong. Returns a
   bit per party with a valid one. */
static unsigned check_signatures(xpgn_walk *w, const char *name, xpgn_signing what,
                                 unsigned actor) {
    const struct sealed *g = public_walk_const(w)->sealed;
    const bool end = what.what == XPGN_SIGN_END;
    const xpgn_tag *t = find_tag(w, name);
    xpgn_signatures signs;
    unsigned right = 0, wrong = 0, missing = 0;
    if (!read_signatures(w, t, &signs))
        return 0;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if (!links_have(g->commit.parties, party))
            continue;
        if (!end)
            what.what = party == actor ? XPGN_SIGN_ANNOUNCE : XPGN_SIGN_ANSWER;
        what.link = end ? what.link : g->open.link[party];
        if (!links_have(signs.parties, party))
            missing |= (unsigned)!has_fallen(w, party) << party;
        else if (xpgn_is_signed(g->sealer, &g->keys.link[party], &what, &signs.by[party]))
            right |= 1u << party;
        else
            wrong |= 1u << party;
    }
    if (missing != 0)
        report_unsigned(w, t != NULL ? t->place : walk_known(w, KNOWN_DICE_COMMIT)->place, missing,
                        end);
    if (wrong != 0)
        report_wrong(w, t, wrong, end);
    return right;
}

static void check_last_roll(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    const struct roll *last = g->count > 0 ? &g->rolls[g->count - 1] : NULL;
    xpgn_signing what = {.what = XPGN_SIGN_ANSWER, .number = g->number};
    if (last == NULL)
        return;
    what.digest = last->digest;
    g->last = check_signatures(w, "DiceLast", what, last->actor);
}

static void check_transcript_end(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    xpgn_signing what = {.what = XPGN_SIGN_END};
    xpgn_transcript whole = g->transcript;
    xpgn_slice result = w->result.found ? w->result.token.text : slice_of("*");
    xpgn_buffer_printf(&g->line, "result %.*s", SLICE(result));
    w->no_memory |= g->line.failed;
    if (w->no_memory)
        return;
    xpgn_transcript_line(g->sealer, &whole, (xpgn_slice){g->line.data, g->line.size});
    xpgn_transcript_digest(g->sealer, &whole, &what.digest);
    g->end = check_signatures(w, "DiceSign", what, XPGN_PARTIES);
}

/* Without links nothing is known of the dice, but who has signed the end has signed all lines. */
static void check_unopened(xpgn_walk *w) {
    const struct sealed *g = public_walk_of(w)->sealed;
    if (!g->broken && !g->too_many && find_tag(w, "DiceSign") != NULL)
        check_transcript_end(w);
}

void sealed_end(xpgn_walk *w) {
    struct sealed *g = public_walk_of(w)->sealed;
    g->broken |= walk_line(w)->dead || walk_line(w)->gap || w->game->too_large;
    if (w->no_memory)
        return;
    if (g->open_tag == NULL) {
        check_unopened(w);
        return;
    }
    if (g->too_many || g->number > g->count + WIDE) {
        (void)check_number(w);
        return;
    }
    if (!check_links(w))
        return;
    if (!open_links(w) || !check_dice(w) || g->broken)
        return;
    if (!check_number(w))
        return;
    check_last_roll(w);
    check_transcript_end(w);
}

/* ---- for those who play it ------------------------------------------------------------------- */

xpgn_status xpgn_walk_sealed(const xpgn_walk *w, xpgn_sealed_game *out) {
    const struct sealed *g = public_walk_const(w)->sealed;
    if (!w->transcribed || !w->ended || g->broken || g->too_many || w->no_memory)
        return XPGN_NOT_FOUND;
    *out = (xpgn_sealed_game){.commit = g->commit,
                              .keys = g->keys,
                              .game = g->game,
                              .transcript = g->transcript,
                              .text = {g->text.data, g->text.size},
                              .announced = g->announced,
                              .rolls = (uint32_t)g->count,
                              .fitting = g->fitting,
                              .last = (uint8_t)g->last,
                              .end = (uint8_t)g->end};
    if (g->open_tag != NULL)
        out->open = g->open;
    return XPGN_OK;
}

bool xpgn_walk_sealed_roll(const xpgn_walk *w, uint32_t number, xpgn_sealed_entry *out) {
    const struct sealed *g = public_walk_const(w)->sealed;
    if (!w->transcribed || !w->ended || number < 1 || number > g->count || w->no_memory)
        return false;
    const struct roll *r = &g->rolls[number - 1];
    *out = (xpgn_sealed_entry){.announced = r->what,
                               .dice = r->dice,
                               .before = r->before,
                               .digest = r->digest,
                               .party = (uint8_t)r->actor,
                               .annulled = r->annulled};
    if (g->links != NULL && number <= g->number)
        out->links = g->links[number];
    return true;
}

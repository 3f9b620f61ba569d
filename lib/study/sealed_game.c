/* SPDX-License-Identifier: MIT */
#include "study/sealed_game.h"

#include "base/slice.h"
#include "base/words.h"
#include "text/announced.h"
#include "text/links.h"
#include "text/signatures.h"

#include <stdlib.h>

enum {
    WIDE = 4096, /* rolls that DiceOpen may count beyond those of the record */
    BEYOND = 64  /* steps searched for a commitment beyond the number expected */
};

/* A roll of the main line. */
struct roll {
    xpgn_link announced; /* the digest of the transcript with the line that announces it */
    xpgn_slice dice;     /* as recorded */
    xpgn_place place;
    const char *turn; /* its label */
    unsigned actor;   /* the party that announced it */
    bool annulled;
};

struct sealed_game {
    struct seal seal;
    const xpgn_tag *open_tag; /* NULL: not opened */
    xpgn_links commit, keys, open;
    uint32_t number; /* of rolls, by DiceOpen */
    struct transcript transcript;
    xpgn_buffer line; /* the next line of it */
    struct roll *rolls;
    size_t count, capacity;
    bool too_many, broken; /* the transcript cannot be made any more */
    bool announced;        /* an unanswered announcement ends the game */
};

void sealed_game_free(struct sealed_game *g) {
    if (g == NULL)
        return;
    sealing_close(&g->seal);
    xpgn_buffer_free(&g->line);
    free(g);
}

static bool has(unsigned parties, unsigned party) {
    return (parties >> party & 1) != 0;
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

/* Links or keys of all parties, no two of which are equal. */
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
    if (links->parties == w->sealed_game->commit.parties)
        return true;
    log_add(&w->log, D_SEALED_FORM, t->place, "%.*s has other parties than DiceCommit",
            SLICE(t->name));
    return false;
}

static bool read_opening(xpgn_walk *w, const xpgn_tag *t) {
    struct sealed_game *g = w->sealed_game;
    xpgn_fault fault;
    xpgn_slice rest = t->value;
    if (links_take_number(&rest, &g->number, &fault) != XPGN_OK) {
        report_form(w, t, t->value, &fault);
        return false;
    }
    return read_links(w, t, rest, &g->open) && same_parties(w, t, &g->open);
}

/* False, and reported: it cannot be checked. */
static bool read_tags(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    const xpgn_tag *commit = walk_known(w, KNOWN_DICE_COMMIT), *key = find_tag(w, "DiceKey");
    if (!read_links(w, commit, commit->value, &g->commit) ||
        !read_links(w, key, key->value, &g->keys) || !same_parties(w, key, &g->keys))
        return false;
    if (walk_known(w, KNOWN_DIGEST) == NULL) {
        log_add(&w->log, D_SEALED_RULES, commit->place, "sealed dice, but RulesDigest is missing");
        return false;
    }
    g->open_tag = walk_known(w, KNOWN_DICE_OPEN);
    if (g->open_tag != NULL)
        return read_opening(w, g->open_tag);
    log_add(&w->log, D_SEALED_CLOSED, commit->place,
            "the dice are sealed, but DiceOpen is missing: they cannot be checked");
    return true;
}

/* ---- the transcript -------------------------------------------------------------------------- */

/* Ends the line that has been put into g->line, and begins the next one. */
static void end_line(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    w->no_memory |= g->line.failed;
    if (!g->line.failed)
        transcript_line(&g->seal, &g->transcript, (xpgn_slice){g->line.data, g->line.size});
    xpgn_buffer_clear(&g->line);
}

/* "white NAME": the value of a tag without its escapes. */
static void put_name(xpgn_walk *w, const char *word, const char *tag) {
    struct sealed_game *g = w->sealed_game;
    const xpgn_tag *t = find_tag(w, tag);
    xpgn_buffer_printf(&g->line, "%s ", word);
    if (t != NULL && t->value.size > 0)
        xpgn_tag_text(&g->line, t->value);
    else
        xpgn_buffer_char(&g->line, '?');
    end_line(w);
}

/* Is this the set-up of the ruleset, whoever is to move? Then *own is that. */
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
    struct sealed_game *g = w->sealed_game;
    xpgn_position own, start = *walk_position(w);
    const unsigned seats = walk_seats(w);
    if (rolls_off(w, &own))
        start = own;
    xpgn_buffer_text(&g->line, "XPGN game 2");
    end_line(w);
    xpgn_buffer_printf(&g->line, "rules %.*s", SLICE(walk_known(w, KNOWN_DIGEST)->value));
    end_line(w);
    xpgn_buffer_text(&g->line, "start ");
    xpgn_position_write(&g->line, w->ruleset, &start);
    end_line(w);
    xpgn_buffer_text(&g->line, "commit ");
    xpgn_links_write(&g->line, &g->commit);
    end_line(w);
    xpgn_buffer_text(&g->line, "keys ");
    xpgn_links_write(&g->line, &g->keys);
    end_line(w);
    for (unsigned seat = 0; seat < seats; seat++)
        put_name(w, seat_name(seats, seat), xpgn_seat_tag(seats, seat));
    put_name(w, "event", "Event");
    put_name(w, "round", "Round");
}

/* ---- rolls ----------------------------------------------------------------------------------- */

/* Adds a roll that was announced as `what`, "12... exd5", after the transcript so far. */
static void add_roll(xpgn_walk *w, xpgn_slice what, struct roll roll) {
    struct sealed_game *g = w->sealed_game;
    struct transcript announced = g->transcript;
    xpgn_buffer line = {0};
    if (g->open_tag == NULL || (g->too_many |= g->count == XPGN_MAX_ROLLS))
        return;
    struct roll *list = arena_grow(&w->arena, g->rolls, g->count, &g->capacity, sizeof *list);
    xpgn_buffer_printf(&line, "announce %.*s", SLICE(what));
    w->no_memory |= list == NULL || line.failed;
    if (list != NULL && !line.failed) {
        transcript_line(&g->seal, &announced, (xpgn_slice){line.data, line.size});
        transcript_digest(&g->seal, &announced, &roll.announced);
        g->rolls = list;
        list[g->count++] = roll;
    }
    xpgn_buffer_free(&line);
}

/* Of an action what is chosen before the dice: without its promotion, check or mate; of a teleport
   without its square. */
static xpgn_slice announced_part(const char *text) {
    xpgn_slice s = slice_of(text);
    s.size = strcspn(text, "=+#");
    return s.size > 2 && text[0] == 'K' && text[1] == '@' ? (xpgn_slice){text, 2} : s;
}

/* Dice as they are written, in the arena. */
static xpgn_slice keep_dice(xpgn_walk *w, const xpgn_roll *roll) {
    xpgn_buffer b = {0};
    walk_put_dice(&b, roll);
    size_t size = b.size;
    char *text = arena_take(&w->arena, &b);
    w->no_memory |= text == NULL;
    return (xpgn_slice){text, text != NULL ? size : 0};
}

static bool has_dice(const xpgn_roll *roll) {
    for (unsigned x = 0; x < roll->exchanges; x++)
        if (roll->exchange[x].side[0].dice_count + roll->exchange[x].side[1].dice_count > 0)
            return true;
    return false;
}

/* "12... ": g->line has it. */
static void put_number(xpgn_walk *w) {
    const struct line *l = walk_line(w);
    xpgn_buffer_printf(&w->sealed_game->line, "%u%s ", (unsigned)l->last_number,
                       xpgn_turn_dots(walk_seats(w), l->last_seat));
}

/* A roll for what is said in g->line. */
static void add_action_roll(xpgn_walk *w, const xpgn_roll *dice, xpgn_place place) {
    struct sealed_game *g = w->sealed_game;
    const struct line *l = walk_line(w);
    const unsigned actor = xpgn_party_of(walk_seats(w), l->last_seat);
    if (g->line.failed)
        return;
    add_roll(w, (xpgn_slice){g->line.data, g->line.size},
             (struct roll){.dice = keep_dice(w, dice),
                           .place = place,
                           .actor = actor,
                           .turn = walk_label_of(w, l->last_number, l->last_seat, l->last)});
}

static void add_turn_roll(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    xpgn_roll die = {.exchanges = 1};
    die.exchange[0].side[0].dice_count = 1;
    die.exchange[0].side[0].dice[0] = w->entry.facts.turn_roll;
    put_number(w);
    xpgn_buffer_text(&g->line, "roll");
    add_action_roll(w, &die, w->entry.recorded.turn_roll_place);
    xpgn_buffer_printf(&g->line, " %u", w->entry.facts.turn_roll);
    end_line(w);
}

/* The action that was played, as the canonical form has it. */
static void add_action(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    xpgn_facts facts = w->entry.facts;
    if (facts.turn_roll > 0)
        add_turn_roll(w);
    facts.turn_roll = 0;
    put_number(w);
    size_t number = g->line.size;
    if (has_dice(&facts.roll)) {
        xpgn_buffer_slice(&g->line, announced_part(facts.text));
        add_action_roll(w, &facts.roll, w->entry.roll.place);
    }
    g->line.size = number;
    xpgn_facts_write(&g->line, walk_position(w), &facts);
    if (facts.stood)
        xpgn_buffer_text(&g->line, " stood");
    end_line(w);
}

/* ---- what was not played --------------------------------------------------------------------- */

static bool is_tie(xpgn_slice dice) {
    xpgn_slice second = dice, first = slice_cut(&second, ':');
    return slice_equal(first, second);
}

/* Who announced: by the dots; White who begins. */
static unsigned actor_of(const xpgn_walk *w, const struct announced *a) {
    const unsigned seats = walk_seats(w);
    for (unsigned seat = 0; seat < seats; seat++)
        if (strlen(xpgn_turn_dots(seats, seat)) == a->dots)
            return xpgn_party_of(seats, seat);
    return XPGN_PARTY_WHITE;
}

/* A tie stays if another roll for who begins follows it. */
static bool stays(const struct announced *a, xpgn_slice comment, size_t at) {
    struct command next;
    return a->dots == 0 && is_tie(a->dice) && command_next(comment, &at, &next) &&
           slice_is(next.name, "annulled") && announced_split(next.rest).dots == 0;
}

static void add_annulled(xpgn_walk *w, const struct command *c, bool stands) {
    struct sealed_game *g = w->sealed_game;
    const struct announced a = announced_split(c->rest);
    const struct line *l = walk_line(w);
    xpgn_place at = walk_place(w, c->whole);
    xpgn_roll roll;
    if (a.what.size == 0 || a.dice.size == 0 || !walk_read_quietly(a.dice, &roll)) {
        log_add(&w->log, D_SEALED_COMMAND, at,
                "expected what was announced, and its dice: [%%annulled 12... exd5 5:2]");
        g->broken = true;
        return;
    }
    xpgn_slice dice = keep_dice(w, &roll);
    add_roll(w, a.what,
             (struct roll){.dice = dice,
                           .place = at,
                           .actor = actor_of(w, &a),
                           .annulled = true,
                           .turn = walk_label_of(w, l->last_number, l->last_seat, l->last)});
    xpgn_buffer_printf(&g->line, "%s%.*s %.*s", stands ? "" : "annulled ", SLICE(a.what),
                       SLICE(dice));
    end_line(w);
}

/* An announcement that nobody answered: the game has ended with it. */
static void add_announced(xpgn_walk *w, const struct command *c) {
    struct sealed_game *g = w->sealed_game;
    const struct announced a = announced_split(c->rest);
    if (a.what.size == 0 || a.dice.size > 0 || g->announced) {
        log_add(&w->log, D_SEALED_COMMAND, walk_place(w, c->whole),
                "expected one announcement before the end: [%%announced 12... exd5]");
        g->broken = true;
        return;
    }
    g->announced = true;
    xpgn_buffer_printf(&g->line, "open %.*s", SLICE(a.what));
    end_line(w);
}

/* `first`: the rolls for who begins alone, which come before the others; else all but those. */
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
    struct sealed_game *g = w->sealed_game;
    const xpgn_tag *t = walk_known(w, KNOWN_FIRST_ROLL);
    xpgn_position own;
    xpgn_slice rest = t != NULL ? t->value : (xpgn_slice){"", 0};
    if (!rolls_off(w, &own))
        return;
    while (rest.size > 0) {
        xpgn_slice pair = slice_cut(&rest, ' ');
        if (pair.size == 0)
            continue;
        add_roll(w, slice_of("first"),
                 (struct roll){.dice = pair, .place = walk_place(w, pair), .turn = ""});
        xpgn_buffer_printf(&g->line, "first %.*s", SLICE(pair));
        end_line(w);
    }
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool open_game(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    if (g == NULL) {
        g = calloc(1, sizeof *g);
        xpgn_status status = g != NULL ? sealing_open(&g->seal) : XPGN_NO_MEMORY;
        w->no_memory |= status == XPGN_NO_MEMORY;
        if (status == XPGN_NOT_FOUND)
            log_add(&w->log, D_SEALED_LINK, walk_known(w, KNOWN_DICE_COMMIT)->place,
                    "sealed dice not checked: libsodium is missing");
        if (status != XPGN_OK) {
            free(g);
            return false;
        }
        w->sealed_game = g;
    }
    xpgn_buffer_clear(&g->line);
    g->open_tag = NULL;
    g->rolls = NULL;
    g->count = g->capacity = 0;
    g->too_many = g->broken = g->announced = false;
    return true;
}

void sealed_game_begin(xpgn_walk *w) {
    if (!open_game(w) || !read_tags(w))
        return;
    w->transcribed = true;
    transcript_begin(&w->sealed_game->seal, &w->sealed_game->transcript);
    put_header(w);
    take_remarks(w, &w->early, true);
    add_first_rolls(w);
    take_remarks(w, &w->early, false);
}

void sealed_game_read(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    const struct line *l = &w->lines.list[0];
    g->broken |= l->dead || l->gap || w->no_memory;
    if (g->broken || w->lines.depth > 0)
        return;
    if (w->acted && g->announced) {
        log_add(&w->log, D_SEALED_COMMAND, w->entry.recorded.place,
                "an action follows [%%announced]: what is announced is played first");
        g->broken = true;
    } else if (w->acted) {
        add_action(w);
        take_remarks(w, &w->entry.remarks, false);
    } else if (w->remarked) {
        take_remarks(w, &w->entry.remarks, false);
    }
}

/* ---- links ----------------------------------------------------------------------------------- */

/* Steps from a link back to its commitment; UINT32_MAX: not within `most`. */
static uint32_t steps_back(const struct sealed_game *g, unsigned party, uint32_t most) {
    xpgn_link link = g->open.link[party];
    for (uint32_t n = 0; n <= most; n++) {
        if (xpgn_link_equal(&link, &g->commit.link[party]))
            return n;
        seal_link_back(&g->seal, &link);
    }
    return UINT32_MAX;
}

/* Do the links of DiceOpen lead to the commitments in as many steps as there are rolls? */
static bool check_links(xpgn_walk *w) {
    const struct sealed_game *g = w->sealed_game;
    const uint32_t most = (g->number > g->count ? g->number : (uint32_t)g->count) + BEYOND;
    bool good = true;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        const char *name = xpgn_party_name(party);
        if (!has(g->open.parties, party))
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

/* The links of all rolls, from the commitments on; NULL: no memory. */
static xpgn_links *open_links(xpgn_walk *w) {
    const struct sealed_game *g = w->sealed_game;
    xpgn_links *links = arena_alloc(&w->arena, ((size_t)g->number + 1) * sizeof *links);
    w->no_memory |= links == NULL;
    if (links == NULL)
        return NULL;
    links[g->number] = g->open;
    for (uint32_t k = g->number; k > 0; k--) {
        links[k - 1] = links[k];
        for (unsigned party = 0; party < XPGN_PARTIES; party++)
            if (has(g->open.parties, party))
                seal_link_back(&g->seal, &links[k - 1].link[party]);
    }
    return links;
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* Replaces the dice by those of a sealed roll; false: they were the same. */
static bool replace_dice(const xpgn_walk *w, struct seal_roll *sealed, xpgn_roll *roll) {
    bool other = false;
    for (unsigned i = 0; i < 2u * roll->exchanges; i++) {
        xpgn_roll_side *side = &roll->exchange[i / 2].side[i % 2];
        for (unsigned d = 0; d < side->dice_count; d++) {
            unsigned die = seal_roll_die(&w->sealed_game->seal, sealed, w->ruleset->die);
            other |= die != side->dice[d];
            side->dice[d] = (uint8_t)die;
        }
    }
    return other;
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

/* Holds each roll against its links. One that does not fit is the last that can be checked: the
   dice of all later ones are bound to it. */
static bool check_dice(xpgn_walk *w, const xpgn_links *links) {
    const struct sealed_game *g = w->sealed_game;
    for (uint32_t k = 1; k <= g->count && k <= g->number; k++) {
        const struct roll *r = &g->rolls[k - 1];
        struct seal_roll sealed;
        xpgn_roll roll;
        if (!walk_read_quietly(r->dice, &roll))
            return false;
        seal_roll_begin(&sealed, &links[k], k, &r->announced);
        if (replace_dice(w, &sealed, &roll)) {
            report_dice(w, r, k, &roll);
            return false;
        }
    }
    return true;
}

static bool check_number(xpgn_walk *w) {
    const struct sealed_game *g = w->sealed_game;
    if (g->number == g->count)
        return true;
    log_add(&w->log, D_SEALED_NUMBER, g->open_tag->place,
            "number of rolls %u, expected %zu: so many are recorded", (unsigned)g->number,
            g->count);
    return false;
}

/* ---- signatures ------------------------------------------------------------------------------ */

/* Reads DiceLast or DiceSign; none if there is no such tag. False: it is malformed. */
static bool read_signatures(xpgn_walk *w, const xpgn_tag *t, struct seal_signatures *out) {
    xpgn_fault fault;
    out->parties = 0;
    if (t == NULL ||
        signatures_read(t->value, w->sealed_game->commit.parties, out, &fault) == XPGN_OK)
        return true;
    report_form(w, t, t->value, &fault);
    return false;
}

/* By whom is something not signed, or not rightly? `what` is signed with `actor` announcing. */
static void check_signatures(xpgn_walk *w, const char *name, struct seal_signed what,
                             unsigned actor) {
    const struct sealed_game *g = w->sealed_game;
    const bool end = what.what == SEAL_END;
    const xpgn_tag *t = find_tag(w, name);
    const xpgn_place at = t != NULL ? t->place : walk_known(w, KNOWN_DICE_COMMIT)->place;
    struct seal_signatures signs;
    if (!read_signatures(w, t, &signs))
        return;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if (!has(g->commit.parties, party))
            continue;
        if (!end)
            what.what = party == actor ? SEAL_ANNOUNCE : SEAL_ANSWER;
        what.link = end ? what.link : g->open.link[party];
        if (!has(signs.parties, party))
            log_add(&w->log, D_SEALED_UNSIGNED, at,
                    "%s has not signed %s: what was recorded %s may have been changed",
                    xpgn_party_name(party), end ? "the end" : "the last roll",
                    end ? "after the last roll" : "up to it");
        else if (!seal_is_signed(&g->seal, &g->keys.link[party], &what, &signs.by[party]))
            log_add(&w->log, end ? D_SEALED_SIGN : D_SEALED_LAST, at,
                    "%s: the signature of %s is of something else than was recorded", name,
                    xpgn_party_name(party));
    }
}

static void check_end(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    struct seal_signed what = {.what = SEAL_ANSWER, .number = g->number};
    if (g->count > 0) {
        what.digest = g->rolls[g->count - 1].announced;
        check_signatures(w, "DiceLast", what, g->rolls[g->count - 1].actor);
    }
    xpgn_slice result = w->result.found ? w->result.token.text : slice_of("*");
    xpgn_buffer_printf(&g->line, "result %.*s", SLICE(result));
    end_line(w);
    what.what = SEAL_END;
    transcript_digest(&g->seal, &g->transcript, &what.digest);
    check_signatures(w, "DiceSign", what, XPGN_PARTIES);
}

void sealed_game_end(xpgn_walk *w) {
    struct sealed_game *g = w->sealed_game;
    g->broken |= walk_line(w)->dead || walk_line(w)->gap || w->game->too_large;
    if (g->open_tag == NULL || w->no_memory)
        return;
    if (g->too_many || g->number > g->count + WIDE) {
        (void)check_number(w);
        return;
    }
    if (!check_links(w))
        return;
    const xpgn_links *links = open_links(w);
    if (links == NULL || !check_dice(w, links) || g->broken)
        return;
    if (check_number(w))
        check_end(w);
}

/* SPDX-License-Identifier: MIT */
/* Counts the luck of a game: the distributions of its combats, and their outcomes. */
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/play/actors.h"
#include "core/play/combat_odds.h"
#include "facts/public_walk.h"
#include "internal/chance.h"
#include "internal/text_out.h"
#include "output/count/luck.h"

/* ---- who plays ------------------------------------------------------------------------------- */

/* The value of a tag as a name; empty if missing or unknown. */
static xpgn_slice tag_value(xpgn_buffer *b, const xpgn_walk *walk, const char *tag) {
    xpgn_slice value = xpgn_walk_tag(walk, tag);
    size_t from = b->size;
    if (value.data == NULL || slice_is(value, "?"))
        return (xpgn_slice){"", 0};
    tally_put_value(b, value);
    return b->size > from ? (xpgn_slice){b->data + from, b->size - from} : (xpgn_slice){"", 0};
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* The dice of an action by one seat. */
struct luck_thrower {
    xpgn_tally *t;
    unsigned seats;
    const xpgn_facts *facts;
    const xpgn_walk *walk;
};

/* Counts a die, whose face and faces are given. */
static void count_die(const struct luck_thrower *w, unsigned seat, unsigned role,
                      const unsigned die[2], uint32_t player) {
    struct tally_key key = {.group = w->t->now,
                            .a = seat + (w->seats > 2 ? 4 : 0),
                            .kind = TALLY_SEAT_DIE,
                            .b = (uint8_t)die[0],
                            .c = (uint8_t)die[1],
                            .d = (uint8_t)role};
    tally_count(w->t, &key, 1);
    if (player == UINT32_MAX)
        return;
    key.kind = TALLY_PLAYER_DIE;
    key.a = player;
    tally_count(w->t, &key, 1);
}

static uint32_t player_of(const struct luck_thrower *w, unsigned seat) {
    xpgn_buffer name = {0};
    xpgn_slice value = tag_value(&name, w->walk, xpgn_seat_tag(w->seats, seat));
    uint32_t id = value.size > 0 ? tally_name(w->t, value) : UINT32_MAX;
    w->t->failed |= name.failed;
    xpgn_buffer_free(&name);
    return id;
}

static void count_side(void *data, enum tally_role role, unsigned seat,
                       const xpgn_roll_side *side) {
    const struct luck_thrower *w = data;
    uint32_t player = player_of(w, seat);
    for (unsigned i = 0; i < side->dice_count; i++) {
        const unsigned die[2] = {side->dice[i], tally_faces(w->walk->ruleset, w->facts, role, i)};
        count_die(w, seat, role, die, player);
    }
}

/* ---- dice that say who may act --------------------------------------------------------------- */

/* Counts how probable each number of dice was that the turn could spend, in parts of TALLY_WHOLE.
 */
static void count_turn_due(const struct luck_thrower *w, const xpgn_step *step) {
    const xpgn_ruleset *rs = w->walk->ruleset;
    size_t count = xpgn_throws(rs, step->before, false, NULL, 0);
    xpgn_throw *list = calloc(count + 1, sizeof *list);
    uint64_t ways[XPGN_TURN_DICE + 1] = {0}, all = 0;
    w->t->failed |= list == NULL;
    if (list == NULL)
        return;
    (void)xpgn_throws(rs, step->before, false, list, count);
    for (size_t i = 0; i < count; i++) {
        ways[list[i].most] += list[i].ways;
        all += list[i].ways;
    }
    free(list);
    for (unsigned spent = 0; all > 0 && spent <= XPGN_TURN_DICE; spent++) {
        const struct tally_key key = {.group = w->t->now,
                                      .a = w->seats == 2 && step->seat == 1 ? 2 : step->seat,
                                      .kind = TALLY_TURN_DUE,
                                      .b = (uint8_t)spent};
        if (ways[spent] > 0)
            tally_count(w->t, &key, (uint32_t)(ways[spent] * TALLY_WHOLE / all));
    }
}

/* ---- the combat ------------------------------------------------------------------------------ */

/* Counts it for both players; `text` has the distribution. */
static void count_thrower(const struct luck_thrower *w, const xpgn_facts *facts, unsigned came,
                          xpgn_buffer *text) {
    size_t size = text->size;
    for (unsigned side = 0; side < 2; side++) {
        xpgn_buffer name = {0};
        unsigned seat = XPGN_SEAT_OF(facts->side[side].piece);
        xpgn_slice player = tag_value(&name, w->walk, xpgn_seat_tag(w->seats, seat));
        text->size = size;
        xpgn_buffer_char(text, ' ');
        xpgn_buffer_slice(text, player);
        w->t->failed |= name.failed || text->failed;
        if (player.size > 0 && !w->t->failed) {
            struct tally_key key = {.group = w->t->now,
                                    .a = tally_name(w->t, (xpgn_slice){text->data, text->size}),
                                    .kind = TALLY_LUCK_OF,
                                    .b = (uint8_t)side,
                                    .c = (uint8_t)came};
            tally_count(w->t, &key, 1);
        }
        xpgn_buffer_free(&name);
    }
}

/* Counts a combat, or an exchange with hit points, with what it has brought of a distribution. */
static void count_dist(const struct luck_thrower *w, const xpgn_facts *facts,
                       const struct luck_dist *dist, unsigned came) {
    xpgn_buffer text = {0};
    luck_dist_write(&text, dist);
    unsigned seats = XPGN_SEAT_OF(facts->side[0].piece) * 4 + XPGN_SEAT_OF(facts->side[1].piece);
    w->t->failed |= text.failed;
    if (!text.failed) {
        struct tally_key key = {.group = w->t->now,
                                .a = tally_name(w->t, (xpgn_slice){text.data, text.size}),
                                .kind = TALLY_LUCK,
                                .b = (uint8_t)(seats + (w->seats > 2 ? 16 : 0)),
                                .c = (uint8_t)came};
        tally_count(w->t, &key, 1);
        count_thrower(w, facts, came, &text);
    }
    xpgn_buffer_free(&text);
}

static void count_combat(const struct luck_thrower *w, const xpgn_facts *facts,
                         const xpgn_odds *odds) {
    struct luck_dist dist;
    luck_dist_of(odds, &dist);
    unsigned at = xpgn_fate_of(facts->side[0].fate), df = xpgn_fate_of(facts->side[1].fate);
    count_dist(w, facts, &dist, luck_dist_index(&dist, (int32_t)odds->worth[at][df]));
}

/* The same for an exchange, unless what hit points are worth takes too many parts. */
static void count_exchange(const struct luck_thrower *w, const xpgn_facts *facts,
                           const xpgn_odds *odds) {
    const xpgn_ruleset *rs = w->walk->ruleset;
    const uint32_t parts = luck_damage_parts(rs);
    struct luck_dist dist;
    if (parts == 0)
        return;
    const unsigned came = luck_damage_of(rs, facts, odds->exact, parts, &dist);
    count_dist(w, facts, &dist, came);
}

/* ---- the least likely rolls ------------------------------------------------------------------ */

static void put_thrower_title(xpgn_buffer *b, const struct luck_thrower *w) {
    for (unsigned seat = 0; seat < w->seats; seat++) {
        xpgn_buffer name = {0};
        xpgn_slice player = tag_value(&name, w->walk, xpgn_seat_tag(w->seats, seat));
        xpgn_buffer_text(b, seat > 0 ? " - " : "");
        xpgn_buffer_slice(b, player.size > 0 ? player : slice_of("?"));
        b->failed |= name.failed;
        xpgn_buffer_free(&name);
    }
}

/* Keeps the roll, pending the end of the game, if it is among the least likely of the game and of
   all. */
static void keep_least(const struct luck_thrower *w, const xpgn_step *step, const xpgn_odds *odds) {
    const xpgn_facts *f = w->facts;
    unsigned at = xpgn_fate_of(f->side[0].fate), df = xpgn_fate_of(f->side[1].fate);
    uint64_t ways = odds->ways[at][df];
    if (ways == 0 || !least_wants(w->t->least, ways, odds->all) ||
        !least_wants(w->t->least_now, ways, odds->all))
        return;
    xpgn_buffer text[LEAST_FIELDS] = {{0}};
    xpgn_slice field[LEAST_FIELDS];
    bool good = true;
    const xpgn_game *game = w->walk->game;
    tally_put_value(&text[LEAST_PLACE], slice_of(game->file));
    xpgn_buffer_printf(&text[LEAST_PLACE], ":%llu", (unsigned long long)game->line);
    xpgn_buffer_text(&text[LEAST_RULESET], xpgn_ruleset_id(w->walk->ruleset));
    put_thrower_title(&text[LEAST_TITLE], w);
    xpgn_turn_write(&text[LEAST_ACTION], w->seats, step->number, step->seat);
    xpgn_buffer_printf(&text[LEAST_ACTION], " %s", f->text);
    xpgn_buffer_printf(&text[LEAST_OUTCOME], "attacker %s, defender %s", xpgn_fate_name(at),
                       xpgn_fate_name(df));
    for (unsigned i = 0; i < LEAST_FIELDS; i++) {
        good &= !text[i].failed;
        field[i] = (xpgn_slice){text[i].data, text[i].size};
    }
    w->t->failed |= !good || !least_add(w->t->least_now, ways, odds->all, field);
    for (unsigned i = 0; i < LEAST_FIELDS; i++)
        xpgn_buffer_free(&text[i]);
}

/* With hit points, each exchange is a roll of its own, with those that are left then. */
static void add_exchanges(const struct luck_thrower *w, const xpgn_step *step) {
    const xpgn_roll *roll = &w->facts->roll;
    const char fate[2] = {w->facts->side[0].fate, w->facts->side[1].fate};
    xpgn_facts f = *w->facts;
    struct luck_thrower at = *w;
    at.facts = &f;
    for (unsigned e = 0; e < roll->exchanges; e++) {
        const struct odds_known *known =
            odds_remembered(public_walk_const(w->walk)->odds, w->walk->ruleset, &f);
        for (unsigned i = 0; i < 2; i++) {
            f.side[i].fate = (char)(e + 1u == roll->exchanges ? fate[i] : 0);
            f.side[i].lost = roll->exchange[e].side[i].lost;
        }
        if (known != NULL) {
            keep_least(&at, step, &known->odds);
            count_exchange(&at, &f, &known->odds);
        }
        xpgn_facts_pass(&f, &roll->exchange[e]);
    }
}

/* ---- the game -------------------------------------------------------------------------------- */

void luck_add(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    struct luck_thrower w = {t, walk->ruleset->geometry.seats, f, walk};
    tally_throws(f, step->seat, count_side, &w);
    if (f->turn_roll.count > 0 && actors_may_spend_less(walk->ruleset))
        count_turn_due(&w, step);
    if (!f->combat || f->side[0].dice + f->side[1].dice == 0)
        return;
    if (combat_damages(walk->ruleset)) {
        add_exchanges(&w, step);
        return;
    }
    const struct odds_known *known =
        odds_remembered(public_walk_const(walk)->odds, walk->ruleset, f);
    if (known == NULL)
        return;
    count_combat(&w, f, &known->odds);
    keep_least(&w, step, &known->odds);
}

void luck_end(xpgn_tally *t, bool good) {
    if (t->least == NULL)
        return;
    if (good && !least_merge(t->least, t->least_now))
        t->failed = true;
    least_clear(t->least_now);
}

static bool is_dist(xpgn_slice text, unsigned came) {
    struct luck_dist dist;
    return luck_dist_read(text, &dist) && came < dist.count;
}

bool luck_is_count(const struct tally_count *c) {
    size_t space = 0;
    while (space < c->name.size && c->name.data[space] != ' ')
        space++;
    switch (c->kind) {
    case TALLY_LUCK:
        return (c->b >> 2 & 3) != (c->b & 3) && is_dist(c->name, c->c);
    case TALLY_LUCK_OF:
        return space + 1 < c->name.size && is_dist((xpgn_slice){c->name.data, space}, c->c);
    case TALLY_SEAT_DIE:
        return c->b <= c->c && (c->a < 2 || c->a >= 4);
    case TALLY_PLAYER_DIE:
        return c->b <= c->c && c->name.size > 0;
    default:
        return true;
    }
}

/* SPDX-License-Identifier: MIT */
/* Counts the dice of one game; what depends on their order restarts with each game. */
#include "output/count/fair.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/play.h>

#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/text/announced_action.h"
#include "core/walk/walk_state.h"

/* ---- one stream ------------------------------------------------------------------------------ */

/* The key of a stream by its name, a kind, and up to three numbers of one byte. */
#define KEY(name, kind, b, c, d)                                                                   \
    ((struct tally_key){0, name, kind, (uint8_t)(b), (uint8_t)(c), (uint8_t)(d)})

/* Counts in the group of the game. */
static void count_in_group(xpgn_tally *t, struct tally_key key, uint32_t amount) {
    key.group = t->now;
    if (amount > 0)
        tally_count(t, &key, amount);
}

/* The class of a roll by the number of dice since a face last fell: with fair dice all classes are
   about equally frequent. */
static unsigned age_class(unsigned age, unsigned faces) {
    double fallen = 1 - pow(1 - 1.0 / faces, age);
    unsigned class = (unsigned)(fallen * FAIR_AGES + 1e-9);
    return class < FAIR_AGES ? class : FAIR_AGES - 1;
}

static void count_gaps(xpgn_tally *t, struct fair_stream *s, unsigned faces, unsigned face) {
    for (unsigned f = 1; f <= faces; f++) {
        unsigned class = age_class(s->age[f - 1], faces);
        count_in_group(t, KEY(s->name, TALLY_FAIR_GAP, f, class * 2 + (f == face), faces), 1);
        if (f == face)
            s->age[f - 1] = 0;
        else if (s->age[f - 1] < UINT8_MAX)
            s->age[f - 1]++;
    }
}

/* Counts runs of faces above and below the mean; the middle face of an odd number is neither. */
static void note_run(struct fair_stream *s, unsigned faces, unsigned face) {
    if (2 * face == faces + 1)
        return;
    bool above = 2 * face > faces + 1;
    s->runs += s->above + s->below == 0 || above != s->was_above;
    s->was_above = above;
    s->above += above;
    s->below += !above;
}

/* Counts non-overlapping pairs of the dice of one role, the only ones that are tested. */
static void add_pair(xpgn_tally *t, struct fair_stream *s, unsigned faces, unsigned face) {
    if (s->named && s->first != 0)
        count_in_group(t, KEY(s->name, TALLY_FAIR_PAIR, s->first, face, faces), 1);
    s->first = s->first != 0 ? 0 : (uint8_t)face;
}

static uint32_t in_units(double x) {
    double units = x * FAIR_UNIT + 0.5;
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
}

/* Counts the runs of a game, with the expected number and its variance, given how many dice were
   above and below. */
static void end_stream(xpgn_tally *t, const struct fair_stream *s, unsigned faces) {
    double a = s->above, b = s->below, n = a + b;
    if (!s->named || s->above == 0 || s->below == 0)
        return;
    count_in_group(t, KEY(s->name, TALLY_FAIR_RUNS, faces, FAIR_RUNS, 0), s->runs);
    count_in_group(t, KEY(s->name, TALLY_FAIR_RUNS, faces, FAIR_RUNS_EXPECTED, 0),
                   in_units(1 + 2 * a * b / n));
    count_in_group(t, KEY(s->name, TALLY_FAIR_RUNS, faces, FAIR_RUNS_VARIANCE, 0),
                   in_units(2 * a * b * (2 * a * b - n) / (n * n * (n - 1))));
}

/* ---- the streams of a game ------------------------------------------------------------------- */

/* FAIR_ALL, then the roles, the players, and each player in each role, where only faces are
   counted. */
enum {
    FAIR_ALL = 0,
    FAIR_ROLE = 1,
    FAIR_PLAYER = FAIR_ROLE + ROLES,
    FAIR_BOTH = FAIR_PLAYER + XPGN_MAX_SEATS
};

static void name_stream(xpgn_tally *t, struct fair_stream *s, const char *kind, xpgn_slice name) {
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, kind);
    tally_put_value(&b, name);
    s->name = tally_name(t, (xpgn_slice){b.data, b.size});
    s->named = !b.failed;
    t->failed |= b.failed;
    xpgn_buffer_free(&b);
}

static void name_player(xpgn_tally *t, unsigned seat, xpgn_slice player) {
    char kind[24];
    name_stream(t, &t->fair[FAIR_PLAYER + seat], "player ", player);
    for (unsigned role = 0; role < ROLES; role++) {
        (void)snprintf(kind, sizeof kind, "both %s ", tally_role_name(role));
        name_stream(t, &t->fair[FAIR_BOTH + seat * ROLES + role], kind, player);
    }
}

/* Players without a name have no stream. */
static void begin_streams(xpgn_tally *t, const xpgn_walk *walk, unsigned seats) {
    memset(t->fair, 0, FAIR_STREAMS * sizeof *t->fair);
    t->fair_standing = (xpgn_turn_dice){0};
    name_stream(t, &t->fair[FAIR_ALL], "all", slice_of(""));
    for (unsigned role = 0; role < ROLES; role++)
        name_stream(t, &t->fair[FAIR_ROLE + role], "role ", slice_of(tally_role_name(role)));
    for (unsigned seat = 0; seat < seats; seat++) {
        xpgn_slice player = xpgn_walk_tag(walk, xpgn_seat_tag(seats, seat));
        if (player.size > 0 && !slice_is(player, "?"))
            name_player(t, seat, player);
    }
}

enum { NOBODY = XPGN_MAX_SEATS };

struct stream_thrower {
    xpgn_tally *t;
    const xpgn_ruleset *rs;
    const xpgn_facts *facts; /* of the action that was rolled for; NULL: not known */
};

/* The faces of a die; 0 if it is not tested: it depends on pieces that are not known, or not all
   its throws are recorded. */
static unsigned faces_thrown(const struct stream_thrower *w, enum tally_role role, unsigned die) {
    if (w->facts != NULL)
        return tally_even_faces(w->rs, w->facts, role, die);
    return (role == ROLE_TURN ? w->rs->roll.again : combat_adds_dice(w->rs)) ? 0 : w->rs->die;
}

/* Counts a die; what depends on the order of dice only where all have the same faces. */
static void add_die(const struct stream_thrower *w, struct fair_stream *s, unsigned faces,
                    unsigned face) {
    if (!s->named)
        return;
    count_in_group(w->t, KEY(s->name, TALLY_FAIR_FACE, face, faces, 0), 1);
    if (combat_adds_dice(w->rs))
        return;
    count_gaps(w->t, s, faces, face);
    note_run(s, faces, face);
}

static void add_side(void *data, enum tally_role role, unsigned seat, const xpgn_roll_side *side) {
    const struct stream_thrower *w = data;
    for (unsigned i = 0; i < side->dice_count; i++) {
        const unsigned face = side->dice[i], faces = faces_thrown(w, role, i);
        if (face < 1 || face > faces)
            continue;
        add_die(w, &w->t->fair[FAIR_ALL], faces, face);
        add_die(w, &w->t->fair[FAIR_ROLE + role], faces, face);
        if (!combat_adds_dice(w->rs))
            add_pair(w->t, &w->t->fair[FAIR_ROLE + role], faces, face);
        if (seat == NOBODY)
            continue;
        const struct fair_stream *both = &w->t->fair[FAIR_BOTH + seat * ROLES + role];
        add_die(w, &w->t->fair[FAIR_PLAYER + seat], faces, face);
        if (both->named)
            count_in_group(w->t, KEY(both->name, TALLY_FAIR_FACE, face, faces, 0), 1);
    }
}

/* ---- annulled rolls -------------------------------------------------------------------------- */

/* The role of an annulled roll: a single die without a count is a turn roll. */
static enum tally_role role_of_annulled(const xpgn_ruleset *rs, const xpgn_roll *roll) {
    if (roll->two_sides || !turn_rolls(rs))
        return ROLE_ATTACK;
    return roll->exchange[0].side[0].count >= 0 ? ROLE_TELEPORT : ROLE_TURN;
}

/* A turn roll that stands belongs to the action that follows: it is counted once. */
static void end_standing(xpgn_tally *t, const xpgn_ruleset *rs, bool counted) {
    xpgn_roll_side side;
    xpgn_turn_dice_side(&t->fair_standing, &side);
    if (!counted)
        add_side(&(struct stream_thrower){t, rs, NULL}, ROLE_TURN, t->fair_thrower, &side);
    t->fair_standing = (xpgn_turn_dice){0};
}

/* With four seats it is not known who defended. */
static void add_annulled(xpgn_tally *t, const xpgn_ruleset *rs, const xpgn_position *p,
                         xpgn_slice text) {
    xpgn_roll roll;
    struct stream_thrower w = {t, rs, NULL};
    const struct announced a = announced_split(text);
    const unsigned seat = p->side_to_move, other = p->seats == 2 ? seat ^ 1 : NOBODY;
    (void)xpgn_roll_read(a.dice, &roll);
    if (a.stands && roll.exchanges > 0) {
        t->fair_standing = turn_dice_from(&roll.exchange[0].side[0]);
        t->fair_thrower = (uint8_t)seat;
        roll.exchanges = 0;
    }
    for (unsigned x = 0; x < roll.exchanges; x++) {
        add_side(&w, role_of_annulled(rs, &roll), seat, &roll.exchange[x].side[0]);
        add_side(&w, ROLE_DEFENSE, other, &roll.exchange[x].side[1]);
    }
}

static void add_comments(xpgn_tally *t, const xpgn_ruleset *rs, const xpgn_step *step) {
    struct command c;
    for (size_t i = 0; i < step->remark_count && step->position != NULL; i++) {
        xpgn_slice text = step->remarks[i].text;
        size_t at = 0;
        while (step->remarks[i].nag == 0 && command_next(text, &at, &c))
            if (slice_is(c.name, "annulled"))
                add_annulled(t, rs, step->position, c.rest);
    }
}

void fair_add(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step) {
    const xpgn_ruleset *rs = walk->ruleset;
    if (rs == NULL || rs->most_faces == 0 || !ruleset_has_dice(rs) || step->depth > 0)
        return;
    if (step->kind == XPGN_STEP_START)
        begin_streams(t, walk, rs->geometry.seats);
    if (step->kind == XPGN_STEP_ACTION || step->kind == XPGN_STEP_RESULT)
        end_standing(t, rs, step->kind == XPGN_STEP_ACTION && step->facts->turn_roll.count > 0);
    if (step->kind == XPGN_STEP_ACTION)
        tally_throws(step->facts, step->seat, add_side,
                     &(struct stream_thrower){t, rs, step->facts});
    if (step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_ACTION ||
        step->kind == XPGN_STEP_COMMENT)
        add_comments(t, rs, step);
    for (unsigned i = 0; i < FAIR_STREAMS && step->kind == XPGN_STEP_RESULT; i++)
        end_stream(t, &t->fair[i], rs->die);
}

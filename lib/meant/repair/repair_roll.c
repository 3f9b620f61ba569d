/* SPDX-License-Identifier: MIT */
/* Rolls misread: dice with other faces, exchanged, cells, two rolls exchanged. */
#include <xpgn/play.h>

#include "meant/repair/repair.h"

static const char *roll_text(struct repair *r, const struct unit *u, const xpgn_roll *roll) {
    xpgn_buffer b = {0};
    bool command = r->game->text.data[u->roll.place.offset] == '[';
    xpgn_buffer_text(&b, command ? "[%roll " : "<");
    xpgn_roll_write(&b, roll);
    xpgn_buffer_char(&b, command ? ']' : '>');
    return arena_take(&r->arena, &b);
}

/* True if another roll of a unit is refused, which counts as tried. */
static bool passes_roll(struct repair *r, struct edit *e, const xpgn_roll *roll) {
    e->fails = repair_refused_roll(r, e, roll);
    return repair_passes(r, e);
}

static void play_roll(struct repair *r, struct edit e, const xpgn_roll *roll) {
    e.text = roll_text(r, repair_unit(r, e.back), roll);
    repair_try(r, e);
}

/* Tries another roll of a unit. */
static void try_roll(struct repair *r, struct edit e, const xpgn_roll *roll) {
    if (!passes_roll(r, &e, roll))
        play_roll(r, e, roll);
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* Tries the other faces of a die of `roll`, a copy of the unit's. */
static void try_faces(struct repair *r, unsigned back, xpgn_roll *roll, unsigned exchange,
                      unsigned side, unsigned which) {
    const struct unit *u = repair_unit(r, back);
    xpgn_roll_side *s = &roll->exchange[exchange].side[side];
    uint8_t *die = &s->dice[which], written = *die;
    for (*die = 1; *die <= r->ruleset->most_faces; ++*die) {
        struct edit e = repair_edit(MISTAKE_DIE, back, u->roll.place, "the die is ");
        if (*die == written || passes_roll(r, &e, roll))
            continue;
        e.side = (uint8_t)side;
        e.field = s->dice_place;
        if (s->dice_count > 1)
            e.what = arena_printf(&r->arena, "die %u is ", which + 1);
        e.value = arena_printf(&r->arena, "%u", *die);
        play_roll(r, e, roll);
    }
    *die = written;
}

static void swap_bytes(uint8_t *a, uint8_t *b) {
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

static void try_exchanged(struct repair *r, unsigned back, xpgn_roll *roll, unsigned exchange) {
    const struct unit *u = repair_unit(r, back);
    xpgn_roll_side *a = &roll->exchange[exchange].side[0], *d = &roll->exchange[exchange].side[1];
    for (unsigned n = 0; n < a->dice_count * d->dice_count; n++) {
        uint8_t *one = &a->dice[n / d->dice_count], *other = &d->dice[n % d->dice_count];
        struct edit e = repair_edit(MISTAKE_DICE, back, u->roll.place, "the dice are exchanged");
        if (*one == *other)
            continue;
        swap_bytes(one, other);
        e.ways = a->dice_count * d->dice_count;
        e.field = a->dice_place;
        try_roll(r, e, roll);
        swap_bytes(one, other);
    }
}

static void try_sides(struct repair *r, const xpgn_roll *roll) {
    const struct unit *u = repair_unit(r, 0);
    xpgn_roll other = *roll;
    struct edit e = repair_edit(MISTAKE_DICE, 0, u->roll.place, "the two sides are exchanged");
    if (!roll->two_sides)
        return;
    for (unsigned x = 0; x < roll->exchanges; x++) {
        other.exchange[x].side[0] = roll->exchange[x].side[1];
        other.exchange[x].side[1] = roll->exchange[x].side[0];
    }
    e.cost += 2; /* more than one field */
    try_roll(r, e, &other);
}

/* Tries a die exchanged with the count or the total of its side. */
static void try_die_and_number(struct repair *r, const xpgn_roll *roll, unsigned exchange,
                               unsigned side) {
    static const char *const what[] = {"the die and the number are exchanged",
                                       "the die and the total are exchanged"};
    const struct unit *u = repair_unit(r, 0);
    const int most = r->ruleset->most_faces;
    for (int total = 0; total < 2; total++) {
        xpgn_roll other = *roll;
        xpgn_roll_side *s = &other.exchange[exchange].side[side];
        int16_t *number = total ? &s->total : &s->count, die = s->dice[0];
        struct edit e = repair_edit(MISTAKE_COLUMN, 0, u->roll.place, what[total]);
        if (s->dice_count != 1 || *number < 1 || *number > most || *number == die)
            continue;
        if (die <=
            most) /* an impossible die proves it; otherwise one wrong field explains as much */
            e.cost += ONE_EDIT;
        s->dice[0] = (uint8_t)*number;
        *number = die;
        e.side = (uint8_t)side;
        e.field = s->dice_place;
        try_roll(r, e, &other);
    }
}

bool repair_says_only_dice(const xpgn_roll *roll) {
    for (unsigned x = 0; x < roll->exchanges; x++) {
        for (int i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &roll->exchange[x].side[i];
            if (s->count >= 0 || s->total >= 0 || s->lost >= 0 || s->fate == 'w' ||
                (s->fate == 'x' && s->cell_file == XPGN_NO_SQUARE))
                return false;
        }
    }
    return true;
}

/* ---- totals with their dice, the turn roll  -------------------------------------------- */

/* Tries a die misread before it was added up, with the totals that follow from it. */
static void try_added(struct repair *r, xpgn_roll *roll, unsigned exchange, unsigned side) {
    const struct unit *u = repair_unit(r, 0);
    xpgn_roll_side *s = &roll->exchange[exchange].side[side];
    uint8_t written = s->dice[0];
    int16_t total = s->total;
    for (s->dice[0] = 1; s->dice[0] <= r->ruleset->most_faces; ++s->dice[0]) {
        struct edit e = repair_edit(MISTAKE_DIE, 0, u->roll.place, "the die is ");
        if (s->dice[0] == written || total + s->dice[0] < written)
            continue;
        s->total = (int16_t)(total + s->dice[0] - written);
        e.side = (uint8_t)side;
        e.cost += ONE_EDIT;
        e.field = s->dice_place;
        e.value = arena_printf(&r->arena, "%u and the total %d", s->dice[0], s->total);
        try_roll(r, e, roll);
    }
    s->dice[0] = written;
    s->total = total;
}

/* True if the error is in the turn of that unit, whose dice it depends on as much as its first
   action does. */
static bool is_same_turn(const struct repair *r, unsigned back) {
    bool same = turn_is_of_dice(r->ruleset);
    for (unsigned later = 0; same && later < back; later++)
        same = !repair_unit(r, later)->recorded.has_turn_roll;
    return same;
}

/* Tries other dice as the turn roll. */
static void try_turn_roll(struct repair *r, unsigned back, xpgn_turn_dice dice) {
    struct recorded other = repair_unit(r, back)->recorded;
    const xpgn_place place = other.turn_roll_place;
    bool command = r->game->text.data[place.offset] == '[';
    struct edit e = repair_edit(MISTAKE_DIE, back, place, "the turn roll is ");
    other.turn_roll = dice;
    e.fails = repair_refused_instead(r, &e, &other);
    if (repair_passes(r, &e))
        return;
    e.cost -= is_same_turn(r, back) ? back : 0;
    e.value = arena_printf(&r->arena, "%s", xpgn_turn_dice_text(&dice).text);
    e.text = arena_printf(&r->arena, command ? "[%%turn %s]" : "<%s>", e.value);
    repair_try(r, e);
}

static void try_turn_die(struct repair *r, unsigned back, unsigned die) {
    const xpgn_turn_dice written = repair_unit(r, back)->recorded.turn_roll;
    for (unsigned face = 1; face <= r->ruleset->die; face++) {
        xpgn_turn_dice dice = written;
        dice.die[die] = (uint8_t)face;
        if (face != written.die[die])
            try_turn_roll(r, back, dice);
    }
}

/* Of one die too many tries to leave out each. */
static void try_without_one(struct repair *r, unsigned back) {
    const xpgn_place place = repair_unit(r, back)->recorded.turn_roll_place;
    const char *text = r->game->text.data + place.offset;
    const size_t skip = *text == '[' ? sizeof "[%turn " - 1 : 1;
    xpgn_roll roll;
    if (place.length <= skip ||
        !xpgn_roll_read((xpgn_slice){text + skip, place.length - skip - 1}, &roll))
        return;
    const xpgn_roll_side *all = &roll.exchange[0].side[0];
    for (unsigned die = 0; die < all->dice_count; die++) {
        xpgn_roll_side less = *all;
        memmove(less.dice + die, less.dice + die + 1, --less.dice_count - die);
        const xpgn_turn_dice dice = turn_dice_from(&less);
        if (dice.count == turn_dice(r->ruleset) && memchr(all->dice, all->dice[die], die) == NULL)
            try_turn_roll(r, back, dice);
    }
}

static void try_turn_rolls(struct repair *r, unsigned back) {
    const unsigned count = repair_unit(r, back)->recorded.turn_roll.count,
                   due = turn_dice(r->ruleset);
    if (count > due)
        try_without_one(r, back);
    for (unsigned die = 0; count == due && die < count; die++)
        try_turn_die(r, back, die);
}

void repair_roll(struct repair *r, unsigned back) {
    const struct unit *u = repair_unit(r, back);
    xpgn_roll roll = u->roll;
    bool full = back > 0 && !repair_says_only_dice(&roll);
    if (u->recorded.has_turn_roll && (back == 0 || turn_is_of_dice(r->ruleset)))
        try_turn_rolls(r, back);
    if (roll.exchanges == 0 || full)
        return;
    for (unsigned x = 0; x < roll.exchanges; x++) {
        try_exchanged(r, back, &roll, x);
        for (unsigned side = 0; side < 2 && back == 0; side++)
            try_die_and_number(r, &roll, x, side);
        for (unsigned n = 0; n < 2 * XPGN_MAX_DICE; n++)
            if (n / 2 < roll.exchange[x].side[n % 2].dice_count)
                try_faces(r, back, &roll, x, n % 2, n / 2);
    }
    if (back > 0)
        return;
    try_sides(r, &roll);
}

/* ---- two rolls ------------------------------------------------------------------------------- */

/* Tries to exchange the text of two places; a comes first. */
static void try_exchange(struct repair *r, unsigned back, xpgn_place a, xpgn_place b) {
    enum { LONGEST = 2000 };
    uint32_t end = a.offset + a.length;
    if (b.offset < end || b.offset - end > LONGEST || a.length == 0 || b.length == 0)
        return;
    struct edit e = repair_edit(MISTAKE_ROLLS, back, a, "two rolls are exchanged");
    e.place.length = b.offset + b.length - a.offset;
    e.text = repair_exchanged(r, a, b);
    repair_try(r, e);
}

void repair_rolls(struct repair *r) {
    const struct unit *u = repair_unit(r, 0), *before;
    xpgn_roll roll = u->roll;
    if (roll.exchanges == 0)
        return;
    for (unsigned back = 1; (before = repair_unit(r, back)) != NULL; back++) {
        if (before->roll.exchanges > 0) {
            try_exchange(r, back, before->roll.place, u->roll.place);
            break;
        }
    }
    for (size_t i = 0; i < r->count; i++) {
        if (r->tokens[i].kind == TOKEN_ROLL && r->tokens[i].place.offset >= r->joint) {
            try_exchange(r, 0, u->roll.place, r->tokens[i].place);
            break;
        }
    }
    for (unsigned n = 0; n < 2 * roll.exchanges; n++) {
        const xpgn_roll_side *s = &roll.exchange[n / 2].side[n % 2];
        if (s->dice_count == 1 && s->total >= 0)
            try_added(r, &roll, n / 2, n % 2);
    }
}

/* SPDX-License-Identifier: MIT */
/* Tallies: counting games. */
#include "output/count/tally.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/walk/walk_state.h"
#include "internal/counts.h"
#include "output/count/fair.h"
#include "output/count/luck.h"

/* Counts a game. */
static void count_kind(xpgn_tally *t, enum tally_kind kind) {
    struct tally_key key = {.group = t->now, .kind = (uint8_t)kind};
    tally_count(t, &key, 1);
}

/* ---- the steps of a game ---- */

/* The value of the grouping tag; `?` if it is missing, empty without grouping. */
static uint32_t value_id(xpgn_tally *t, const xpgn_walk *walk) {
    xpgn_buffer plain = {0};
    xpgn_slice value = t->by != NULL ? xpgn_walk_tag(walk, t->by) : (xpgn_slice){"", 0};
    tally_put_value(&plain, value.data != NULL ? value : slice_of("?"));
    uint32_t id = tally_name(t, (xpgn_slice){plain.size > 0 ? plain.data : "", plain.size});
    t->failed |= plain.failed;
    xpgn_buffer_free(&plain);
    return id;
}

static void begin_group(xpgn_tally *t, const xpgn_walk *walk) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(walk);
    struct tally_group group = {.value = value_id(t, walk),
                                .ruleset =
                                    tally_name(t, slice_of(rs != NULL ? xpgn_ruleset_id(rs) : ""))};
    t->now = tally_group_id(t, group);
    t->subject = (xpgn_fact_source){XPGN_SUBJECT, .game = walk->game, .text = &t->text};
    t->turn = (struct tally_turn){0};
    t->begun = true;
}

/* Drops what is counted of the current game. */
static void drop_game(xpgn_tally *t) {
    stats_add_dice(t);
    t->pendings = 0;
    t->begun = false;
}

void xpgn_tally_step(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step) {
    if (walk->game == NULL)
        return;
    if (step->kind == XPGN_STEP_START) /* what was seen before it does not count */
        drop_game(t);
    if (!t->begun)
        begin_group(t, walk);
    if (step->depth > 0)
        return;
    if (step->kind == XPGN_STEP_ACTION && (t->wants & XPGN_TALLY_LUCK) != 0)
        luck_add(t, walk, step);
    if ((t->wants & XPGN_TALLY_FAIRNESS) != 0)
        fair_add(t, walk, step);
    if (step->kind == XPGN_STEP_ACTION)
        stats_add_action(t, walk, step);
    else if (step->kind == XPGN_STEP_TURN)
        stats_add_turn(t, walk, step);
    if (step->kind != XPGN_STEP_RESULT)
        return;
    stats_add_result(t, walk, step);
    if ((t->wants & XPGN_TALLY_LUCK) != 0)
        count_kind(t, TALLY_MEASURED);
    if ((t->wants & XPGN_TALLY_FAIRNESS) != 0)
        count_kind(t, TALLY_FAIR_GAME);
}

static void see_step(void *data, const xpgn_walk *walk, const xpgn_step *step) {
    xpgn_tally_step(data, walk, step);
}

void xpgn_tally_watch(xpgn_tally *t, xpgn_walk *walk) {
    xpgn_walk_watch(walk, see_step, t);
}

xpgn_status xpgn_tally_end(xpgn_tally *t, bool good) {
    stats_add_dice(t);
    if (!good && t->begun) {
        t->pendings = 0;
        count_kind(t, TALLY_LEFT_OUT);
    }
    for (size_t i = 0; i < t->pendings; i++)
        t->row[t->pending[i].row].count += t->pending[i].amount;
    t->pendings = 0;
    t->begun = false;
    luck_end(t, good);
    return t->failed ? XPGN_NO_MEMORY : XPGN_OK;
}

/* ---- public functions ---- */

xpgn_status xpgn_tally_new(xpgn_tally **out, const char *by) {
    xpgn_tally *t = calloc(1, sizeof *t);
    if (t == NULL)
        return XPGN_NO_MEMORY;
    if (by != NULL && (t->by = arena_copy(&t->arena, slice_of(by))) == NULL) {
        xpgn_tally_free(t);
        return XPGN_NO_MEMORY;
    }
    *out = t;
    return XPGN_OK;
}

void xpgn_tally_free(xpgn_tally *t) {
    if (t == NULL)
        return;
    for (unsigned i = 0; i < 2 && t->least != NULL; i++)
        least_clear(&t->least[i]);
    free(t->least);
    parts_clear(&t->parts);
    arena_free(&t->arena);
    xpgn_buffer_free(&t->text);
    free(t->fair);
    free(t->player);
    free(t->name);
    free(t->group);
    free(t->row);
    free(t->pending);
    hash_index_free(&t->name_index);
    hash_index_free(&t->group_index);
    hash_index_free(&t->row_index);
    free(t);
}

/* Translates the ids of `from` to those of `t`. */
static struct tally_key translate_key(xpgn_tally *t, const xpgn_tally *from,
                                      const struct tally_key *key) {
    struct tally_key out = *key;
    struct tally_group group = from->group[key->group];
    group.value = tally_name(t, from->name[group.value]);
    group.ruleset = tally_name(t, from->name[group.ruleset]);
    out.group = tally_group_id(t, group);
    if (tally_is_named(key->kind))
        out.a = tally_name(t, from->name[key->a]);
    return out;
}

xpgn_status xpgn_tally_want(xpgn_tally *t, unsigned what) {
    if ((what & ~(unsigned)(XPGN_TALLY_LUCK | XPGN_TALLY_FAIRNESS)) != 0)
        return XPGN_INVALID;
    if ((what & XPGN_TALLY_LUCK) != 0 && t->least == NULL &&
        (t->least = calloc(2, sizeof *t->least)) == NULL)
        return XPGN_NO_MEMORY;
    t->least_now = t->least != NULL ? t->least + 1 : NULL;
    if ((what & XPGN_TALLY_FAIRNESS) != 0 && t->fair == NULL &&
        (t->fair = calloc(FAIR_STREAMS, sizeof *t->fair)) == NULL)
        return XPGN_NO_MEMORY;
    t->wants |= what;
    return XPGN_OK;
}

xpgn_status xpgn_tally_ask(xpgn_tally *t, unsigned questions, bool explore) {
    if (questions >= 1u << FAIR_QUESTIONS)
        return XPGN_INVALID;
    t->questions = questions;
    t->explore = explore;
    return XPGN_OK;
}

xpgn_status xpgn_tally_players(xpgn_tally *t, const xpgn_slice *names, size_t count) {
    xpgn_slice *list = calloc(count + 1, sizeof *list);
    free(t->player);
    t->player = list;
    t->players = 0;
    for (size_t i = 0; list != NULL && i < count; i++) {
        const char *copy = arena_copy(&t->arena, names[i]);
        if (copy == NULL)
            return XPGN_NO_MEMORY;
        list[t->players++] = (xpgn_slice){copy, names[i].size};
    }
    return list != NULL ? XPGN_OK : XPGN_NO_MEMORY;
}

xpgn_status xpgn_tally_set_how(xpgn_tally *t, const char *how) {
    if (!parts_is_name(how))
        return XPGN_INVALID;
    t->how = arena_copy(&t->arena, slice_of(how));
    t->failed |= t->how == NULL;
    return t->failed ? XPGN_NO_MEMORY : XPGN_OK;
}

const char *xpgn_tally_how(const xpgn_tally *t) {
    return t->how;
}

/* The row of `t` that a row of another tally belongs to. */
static struct tally_row *row_for(xpgn_tally *t, const xpgn_tally *from,
                                 const struct tally_row *row) {
    struct tally_key key = translate_key(t, from, &row->key);
    return t->failed ? NULL : tally_find_row(t, &key);
}

/* False if one of the counts would be too large. */
static bool counts_fit(xpgn_tally *t, const xpgn_tally *from) {
    bool fit = true;
    for (size_t i = 0; i < from->rows && fit; i++) {
        const struct tally_row *row = row_for(t, from, &from->row[i]);
        fit = row == NULL || from->row[i].count <= UINT64_MAX - row->count;
    }
    return fit;
}

static bool is_counted_alike(const xpgn_tally *t, const xpgn_tally *from) {
    return t != from && (t->by == NULL) == (from->by == NULL) &&
           (t->by == NULL || strcmp(t->by, from->by) == 0);
}

xpgn_status xpgn_tally_merge(xpgn_tally *t, const xpgn_tally *from, xpgn_fault *fault) {
    bool alike = is_counted_alike(t, from), fit = alike && counts_fit(t, from);
    if (!fit && fault != NULL)
        *fault = (xpgn_fault){.text = "number too large"};
    if (!alike && fault != NULL)
        *fault = (xpgn_fault){.text = "it is grouped by another tag, or the same tally"};
    xpgn_status status = fit ? parts_merge(&t->parts, &from->parts, fault) : XPGN_INVALID;
    if (status != XPGN_OK)
        return status;
    if (t->how == NULL && from->how != NULL)
        (void)xpgn_tally_set_how(t, from->how);
    if (from->wants != 0 && xpgn_tally_want(t, from->wants) != XPGN_OK)
        t->failed = true;
    for (size_t i = 0; i < from->rows && !t->failed; i++) {
        struct tally_row *row = row_for(t, from, &from->row[i]);
        if (row != NULL)
            row->count += from->row[i].count;
    }
    if (!t->failed && from->least != NULL)
        t->failed = !least_merge(t->least, from->least);
    t->failed |= from->failed;
    return t->failed ? XPGN_NO_MEMORY : XPGN_OK;
}

bool tally_enter(xpgn_tally *t, const struct tally_count *c) {
    struct tally_group group = {.value = tally_name(t, c->value),
                                .ruleset = tally_name(t, c->ruleset)};
    struct tally_key key = {.group = tally_group_id(t, group),
                            .a = tally_is_named(c->kind) ? tally_name(t, c->name) : c->a,
                            .kind = c->kind,
                            .b = c->b,
                            .c = c->c,
                            .d = c->d};
    struct tally_row *row = t->failed ? NULL : tally_find_row(t, &key);
    if (row != NULL)
        row->count += c->count;
    return row != NULL;
}

struct archive_pieces *xpgn_tally_parts(xpgn_tally *t) {
    return &t->parts;
}

unsigned xpgn_tally_wants(const xpgn_tally *t) {
    return t->wants;
}

const char *xpgn_tally_by(const xpgn_tally *t) {
    return t->by;
}

uint64_t xpgn_tally_games(const xpgn_tally *t, uint64_t *left_out) {
    uint64_t games = 0, left = 0;
    for (size_t i = 0; i < t->rows; i++) {
        games += t->row[i].key.kind == TALLY_RESULT ? t->row[i].count : 0;
        left += t->row[i].key.kind == TALLY_LEFT_OUT ? t->row[i].count : 0;
    }
    if (left_out != NULL)
        *left_out = left;
    return games;
}

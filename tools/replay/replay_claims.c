/* SPDX-License-Identifier: MIT */
/* Repetitions and move counts of a game, as an arbiter needs them. */
#include "internal/action_facts.h"
#include "internal/draws.h"
#include "internal/rules.h"
#include "replay/replay.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* ---- the game -------------------------------------------------------------------------------- */

void replay_claims_begin(cli *c, replay_claims *k) {
    k->counts.c = c;
    xpgn_buffer_clear(&k->text);
    xpgn_buffer_clear(&k->actions);
    cli_counts_clear(&k->counts);
    k->turns = 0;
    k->failed = false;
}

void replay_claims_free(replay_claims *k) {
    xpgn_buffer_free(&k->text);
    xpgn_buffer_free(&k->actions);
    cli_counts_free(&k->counts);
    free(k->turn);
}

/* Notes a turn: its name, "12...Ng8" or "start", and, at the third occurrence, the XFEN. */
static void note_claim_turn(replay_claims *k, const xpgn_ruleset *rs, const xpgn_step *step) {
    const xpgn_position *p = step->position;
    k->turn = cli_grow(k->counts.c, k->turn, k->turns, &k->room, sizeof *k->turn);
    claims_turn *t = &k->turn[k->turns++];
    *t = (claims_turn){
        .key = xpgn_position_key(rs, p), .index = k->turns - 1, .clock = p->halfmove_clock};
    uint64_t times = cli_counts_add(&k->counts, t->key);
    t->name = k->text.size;
    if (step->kind == XPGN_STEP_START)
        xpgn_buffer_text(&k->text, "start");
    else
        xpgn_turn_write(&k->text, p->seats, step->number, step->seat);
    xpgn_buffer_slice(&k->text, (xpgn_slice){k->actions.data, k->actions.size});
    xpgn_buffer_char(&k->text, '\0');
    t->xfen = k->text.size;
    if (times == XPGN_CLAIM_TIMES) {
        xpgn_position_write(&k->text, rs, p);
        xpgn_buffer_char(&k->text, '\0');
    }
    k->failed |= k->text.failed || k->actions.failed;
    xpgn_buffer_clear(&k->actions);
}

void replay_claims_step(replay_claims *k, const xpgn_walk *walk, const xpgn_step *step) {
    if (step->depth > 0 || step->position == NULL || k->failed)
        return;
    if (step->kind == XPGN_STEP_ACTION) {
        if (!step->first)
            xpgn_buffer_char(&k->actions, ' ');
        xpgn_buffer_text(&k->actions, step->facts->text);
    } else if (step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_TURN) {
        note_claim_turn(k, xpgn_walk_ruleset(walk), step);
    }
}

/* ---- the report ------------------------------------------------------------------------------ */

static int by_key(const void *a, const void *b) {
    const claims_turn *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static int by_first(const void *a, const void *b) {
    const replay_claim *x = a, *y = b;
    return x->turn->index < y->turn->index ? -1 : x->turn->index > y->turn->index;
}

static size_t count_same(const replay_claims *k, size_t from) {
    size_t to = from + 1;
    while (to < k->turns && k->turn[to].key == k->turn[from].key)
        to++;
    return to - from;
}

/* Finds move counts. The turns must still be in order, before find_repetitions sorts them. */
static size_t find_counts(const replay_claims *k, replay_claim *list) {
    size_t count = 0;
    for (size_t i = 1; i < k->turns; i++) {
        const claims_turn *t = &k->turn[i];
        if (t->clock != XPGN_CLAIM_CLOCK && t->clock != XPGN_DRAW_CLOCK)
            continue;
        list[count++] =
            (replay_claim){.what = "moves", .count = t->clock / 2, .kept = *t, .turns = 1};
    }
    return count;
}

static size_t find_repetitions(replay_claims *k, replay_claim *list, const char *what) {
    size_t found = 0, same;
    qsort(k->turn, k->turns, sizeof *k->turn, by_key);
    for (size_t i = 0; i < k->turns; i += same) {
        same = count_same(k, i);
        if (same >= XPGN_CLAIM_TIMES)
            list[found++] =
                (replay_claim){.what = what, .count = same, .turn = &k->turn[i], .turns = same};
    }
    if (found > 0)
        qsort(list, found, sizeof *list, by_first);
    return found;
}

void replay_claims_put(replay_claims *k, const xpgn_ruleset *rs,
                       void (*put)(void *data, const replay_claims *k, const replay_claim *claim),
                       void *data) {
    if (k->turns == 0) /* there is no list to sort */
        return;
    bool claims = rs != NULL && xpgn_draws_known(rs);
    replay_claim *list = calloc(k->turns, sizeof *list);
    if (list == NULL) {
        k->failed = true;
        return;
    }
    size_t counts = claims ? find_counts(k, list) : 0; /* rare enough for one list to hold both */
    size_t found = find_repetitions(k, list + counts, claims ? "repetition" : "repeated");
    for (size_t i = 0; i < found; i++)
        put(data, k, &list[counts + i]);
    for (size_t i = 0; i < counts; i++) {
        list[i].turn = &list[i].kept;
        put(data, k, &list[i]);
    }
    free(list);
}

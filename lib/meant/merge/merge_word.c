/* SPDX-License-Identifier: MIT */
/* The meaning of a word in a position, and the distance of two words. The search asks for the same
   ones with each action that it tries, so the last answers are cached. */
#include "core/base/slice.h"
#include "meant/merge/merge.h"

/* Returns the index of a word's cache entry, from its address. */
static size_t word_place(xpgn_slice word, size_t places) {
    return (size_t)((uintptr_t)word.data * UINT64_C(0x9e3779b97f4a7c15) >> 40) % places;
}

/* Is it the very same word, at the same address? */
static bool same_place(xpgn_slice a, xpgn_slice b) {
    return a.data == b.data && a.size == b.size;
}

static bool same_turn(const struct turn *x, const struct turn *y) {
    return x->roll == y->roll && turn_dice_same(&x->dice, &y->dice) && x->stage == y->stage &&
           x->actor == y->actor && x->made == y->made && x->passed == y->passed &&
           x->quiet_broken == y->quiet_broken && memcmp(x->moved, y->moved, sizeof x->moved) == 0;
}

static bool same_position(const xpgn_position *a, const xpgn_position *b) {
    return a->alive == b->alive && position_equal(a, b);
}

bool sheets_same_state(const struct state *a, const struct state *b) {
    return same_turn(&a->turn, &b->turn) && same_position(&a->position, &b->position);
}

/* The turn with the dice of the choice. */
static struct turn turn_with(const xpgn_ruleset *rs, const struct standing *before,
                             const struct choice *c) {
    struct turn t = before->state.turn;
    const xpgn_turn_dice *dice = c->turn != NULL ? &c->turn->recorded.turn_roll : NULL;
    if (dice != NULL && (dice->count == turn_dice(rs) || !turn_rolls_actors(rs)))
        turn_roll(rs, &t, *dice);
    return t;
}

struct meaning *merge_meaning(struct xpgn_merge *s, const struct sheet_entry *e,
                              const struct standing *before, const struct choice *c) {
    xpgn_slice text = e->recorded.text;
    struct meaning *m = &s->meaning[word_place(text, SHEETS_MEANINGS)];
    const struct turn turn = turn_with(s->ruleset, before, c);
    if (same_place(m->text, text) && same_turn(&m->state.turn, &turn) &&
        same_position(&m->state.position, &before->state.position))
        return m;
    m->text = text;
    m->state.position = before->state.position;
    m->state.turn = turn;
    m->read = false;
    m->readings.count = 0;
    m->exact =
        e->exact && movement_resolve(s->ruleset, &m->state, &e->recorded.notation, &m->action);
    return m;
}

const struct readings *merge_readings(struct xpgn_merge *s, struct meaning *m) {
    if (!m->exact && !m->read)
        reading_find(s->ruleset, &m->state, m->text, &m->readings);
    m->read = true;
    return &m->readings;
}

unsigned merge_far(const struct sheet_entry *e, xpgn_slice word, unsigned most) {
    return movement_distance(e->word, slice_trim(word, "+#"), most);
}

unsigned merge_distance(struct xpgn_merge *s, const struct sheet_entry *written,
                        const struct sheet_entry *right) {
    size_t place =
        word_place(written->word, SHEETS_DISTANCES) ^ word_place(right->word, SHEETS_DISTANCES);
    struct distance *d = &s->distance[place];
    if (same_place(d->written, written->word) && same_place(d->right, right->word))
        return d->far;
    d->written = written->word;
    d->right = right->word;
    d->far = merge_far(written, right->word, UINT8_MAX);
    return d->far;
}

void sheets_forget_words(struct xpgn_merge *s) {
    memset(s->meaning, 0, sizeof s->meaning);
    memset(s->distance, 0, sizeof s->distance);
}

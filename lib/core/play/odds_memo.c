/* SPDX-License-Identifier: MIT */
#include "core/play/odds_memo.h"

#include <stdlib.h>

#include "core/base/arena.h"
#include "core/play/combat.h"

/* All that a table depends on: the rules, and for both sides what combat_judge reads. */
struct odds_key {
    const xpgn_ruleset *rs;
    uint64_t side[2];
};
struct odds_kept {
    struct odds_key key;
    struct odds_known known;
};
enum { ODDS_KEPT = 4096, ODDS_WAYS = 4 };
struct odds_memo {
    struct arena arena;
    struct odds_kept **kept; /* [hash], or one of the next slots; NULL: empty */
    unsigned replaced;       /* next slot to replace when all are taken */
    struct odds_kept spare;  /* used when memory runs out */
};

static uint64_t key_of_side(const xpgn_combatant *c, unsigned how) {
    return c->piece | (uint64_t)c->dice << 8 | (uint64_t)(uint16_t)c->base << 16 |
           (uint64_t)(uint16_t)c->support << 32 | (uint64_t)how << 48 |
           (uint64_t)(uint8_t)c->hits << 56;
}

static bool is_odds_key(const struct odds_key *a, const struct odds_key *b) {
    return a->rs == b->rs && a->side[0] == b->side[0] && a->side[1] == b->side[1];
}

static inline uint64_t mixed_key(const struct odds_key *key) {
    return (key->side[0] * 31 + key->side[1]) * UINT64_C(0x9e3779b97f4a7c15);
}

/* The slot for a key, which may hold another key. */
static struct odds_kept *kept_place(struct odds_memo *m, const struct odds_key *key) {
    uint64_t mixed = mixed_key(key);
    if (m->kept == NULL)
        m->kept = arena_alloc(&m->arena, ODDS_KEPT * sizeof(struct odds_kept *));
    if (m->kept == NULL)
        return &m->spare;
    for (unsigned i = 0; i < ODDS_WAYS; i++) {
        struct odds_kept **place = &m->kept[((mixed >> 52) + i) % ODDS_KEPT];
        if (*place == NULL)
            *place = arena_alloc(&m->arena, sizeof **place);
        if (*place == NULL || (*place)->key.rs == NULL || is_odds_key(&(*place)->key, key))
            return *place != NULL ? *place : &m->spare;
    }
    return m->kept[((mixed >> 52) + m->replaced++ % ODDS_WAYS) % ODDS_KEPT];
}

struct odds_memo *odds_memo_new(void) {
    return calloc(1, sizeof(struct odds_memo));
}

void odds_memo_free(struct odds_memo *m) {
    if (m != NULL)
        arena_free(&m->arena);
    free(m);
}

static __attribute__((noinline)) struct odds_known *find_or_count(struct odds_memo *m,
                                                                  const struct odds_key *key,
                                                                  const xpgn_facts *facts,
                                                                  odds_count *count) {
    struct odds_kept *k = kept_place(m, key);
    if (is_odds_key(&k->key, key))
        return &k->known;
    k->key.rs = NULL;
    if (!count(key->rs, facts, &k->known.odds))
        return NULL;
    k->key = *key;
    k->known.counted = false;
    return &k->known;
}

struct odds_known *odds_memo_find(struct odds_memo *m, const xpgn_ruleset *rs,
                                  const xpgn_facts *facts, odds_count *count) {
    const xpgn_action *a = &facts->action;
    const struct odds_key key = {rs,
                                 {key_of_side(&facts->side[0], a->kind),
                                  key_of_side(&facts->side[1], action_is_en_passant(a))}};
    struct odds_kept *first = m->kept != NULL ? m->kept[mixed_key(&key) >> 52] : NULL;
    if (first != NULL && is_odds_key(&first->key, &key)) /* nearly always */
        return &first->known;
    return find_or_count(m, &key, facts, count);
}

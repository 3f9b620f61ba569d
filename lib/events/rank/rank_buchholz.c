/* SPDX-License-Identifier: MIT */
/*
 * Sums over opponents: Buchholz (8), Sonneborn-Berger (9.1), and those for teams (12). Unplayed
 * rounds count according to article 16, in a round robin to article 15.
 */
#include "events/rank/rank.h"

#include <stdlib.h>

/* Adjusted scores of an entry: for its opponents, and for its own dummy opponents. */
typedef struct adjusted {
    int64_t score, own;
} adjusted;

/* Was the round voluntarily unplayed, by 16.2.4 or 16.2.5? */
static bool is_voluntary(const rank_round *r) {
    return r->kind == RANK_LOST_FREE || r->kind == RANK_HALF_BYE || r->kind == RANK_ABSENT;
}

/* Is it the last round, which fore Buchholz (8.3) takes as not yet begun? */
static bool is_last(const rank_table *t, const rank_code *c, const rank_round *r) {
    return c->fore && r->round == t->rounds;
}

/* 16.3: rounds without an opponent after the last one that the entry was available for count as
   draws; in a round robin as nothing. */
static adjusted adjust(const rank_table *t, const rank_code *c, const rank_entry *e) {
    uint32_t last = 0;
    adjusted a = {0, 0};
    for (uint32_t i = 0; i < e->rounds; i++) {
        const rank_round *r = &e->round[i];
        bool paired =
            r->opponent != RANK_NOBODY || r->kind == RANK_PLAYED || r->kind == RANK_PAIRED_BYE;
        if (!is_voluntary(r) || (is_last(t, c, r) && paired))
            last = r->round;
    }
    for (uint32_t i = 0; i < e->rounds; i++) {
        const rank_round *r = &e->round[i];
        int32_t drawn = t->draw[c->of], points = r->points[c->of];
        bool counts = r->round <= last || r->opponent != RANK_NOBODY;
        if (is_last(t, c, r) && r->opponent != RANK_NOBODY)
            points = drawn;
        a.own += points;
        a.score += counts ? points : t->round_robin ? 0 : drawn;
    }
    return a;
}

/* What a round contributes: the score of the opponent or dummy, and the value to be summed. */
typedef struct round_share {
    int64_t score, value;
    bool voluntary;
} round_share;

/* 16.4: the score of a dummy opponent, which is that of the entry itself, limited since 2026. */
static int64_t dummy(const rank_table *t, const rank_code *c, const adjusted *all,
                     const adjusted *own, const rank_round *r) {
    int64_t most =
        r->opponent != RANK_NOBODY ? all[r->opponent].score : (int64_t)t->draw[c->of] * t->rounds;
    return t->capped && own->own > most ? most : own->own;
}

static size_t take_shares(const rank_table *t, const rank_code *c, const adjusted *all,
                          uint32_t entry, round_share *out) {
    const rank_entry *e = &t->entry[entry];
    size_t count = 0;
    for (uint32_t i = 0; i < e->rounds; i++) {
        const rank_round *r = &e->round[i];
        bool met = r->opponent != RANK_NOBODY;
        bool played =
            met && (r->kind == RANK_PLAYED || t->round_robin || c->forfeits || is_last(t, c, r));
        if (!met && t->round_robin)
            continue;
        round_share *s = &out[count++];
        s->score = played           ? all[r->opponent].score
                   : t->round_robin ? 0
                                    : dummy(t, c, all, &all[entry], r);
        s->voluntary = !played && is_voluntary(r);
        s->value = c->berger ? s->score * r->points[c->by] : s->score;
    }
    return count;
}

static bool is_less(const round_share *a, const round_share *b) {
    return a->score != b->score ? a->score < b->score : a->value < b->value;
}

/* 16.5: the least of the voluntarily unplayed rounds is cut first, unless the least of all
   contributes more. */
static size_t least_share(const round_share *s, size_t count) {
    size_t all = 0, own = 0;
    for (size_t i = 1; i < count; i++) {
        if (is_less(&s[i], &s[all]))
            all = i;
        if (s[i].voluntary != s[own].voluntary ? s[i].voluntary : is_less(&s[i], &s[own]))
            own = i;
    }
    return s[all].value > s[own].value ? all : own;
}

static size_t greatest(const round_share *s, size_t count) {
    size_t most = 0;
    for (size_t i = 1; i < count; i++)
        if (is_less(&s[most], &s[i]))
            most = i;
    return most;
}

static int64_t sum(const rank_code *c, round_share *s, size_t count) {
    int64_t total = 0;
    for (unsigned i = 0; i < c->low && count > 0; i++)
        s[least_share(s, count)] = s[count - 1], count--;
    for (unsigned i = 0; i < c->high && count > 0; i++)
        s[greatest(s, count)] = s[count - 1], count--;
    for (size_t i = 0; i < count; i++)
        total += s[i].value;
    return total;
}

static uint32_t most_rounds(const rank_table *t) {
    uint32_t most = 1;
    for (uint32_t i = 0; i < t->entries; i++)
        most = t->entry[i].rounds > most ? t->entry[i].rounds : most;
    return most;
}

bool rank_buchholz(const rank_table *t, const rank_code *c, rank_value *value, size_t stride) {
    adjusted *all = calloc(t->entries + 1, sizeof *all);
    round_share *s = calloc(most_rounds(t), sizeof *s);
    for (uint32_t i = 0; all != NULL && i < t->entries; i++)
        all[i] = adjust(t, c, &t->entry[i]);
    for (uint32_t i = 0; all != NULL && s != NULL && i < t->entries; i++)
        value[i * stride] = (rank_value){true, sum(c, s, take_shares(t, c, all, i, s))};
    bool good = all != NULL && s != NULL;
    free(all);
    free(s);
    return good;
}

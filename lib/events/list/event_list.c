/* SPDX-License-Identifier: MIT */
/* The players and pairings of a list, from whatever source. */
#include "events/list/event_data.h"
#include "internal/events.h"

#include <string.h>

/* ---- players --------------------------------------------------------------------------------- */

/* Hashes a name so that both ways to write some letters give the same value. */
static uint32_t hash_key(const event_key *k) {
    event_key longer;
    if (k->pairs > 0)
        event_key_write_out(k, &longer);
    k = k->pairs > 0 ? &longer : k;
    return (uint32_t)hash_bytes(0, k->text, k->size);
}

static bool is_same_name(const event_key *a, const event_key *b) {
    event_key x, y;
    if (strcmp(a->text, b->text) == 0)
        return true;
    if (a->pairs + b->pairs == 0)
        return false;
    event_key_write_out(a, &x);
    event_key_write_out(b, &y);
    return strcmp(x.text, y.text) == 0;
}

uint32_t event_player_find(const event *e, const event_key *k) {
    uint32_t place, hash = hash_key(k);
    for (size_t at = 0; (place = hash_index_next(&e->keys, hash, &at)) > 0;)
        if (is_same_name(&e->player[place - 1].key, k))
            return place - 1;
    return EVENT_NOBODY;
}

event_player *event_player_add(event *e, xpgn_slice name, xpgn_place place) {
    if (e->players == EVENT_PLAYERS)
        event_refuse(e, "more than %d players", EVENT_PLAYERS);
    if (e->players == EVENT_PLAYERS ||
        !event_grow(e, &e->player, e->players, &e->player_room, sizeof *e->player))
        return NULL;
    if (hash_index_reserve(&e->keys) != XPGN_OK) {
        event_no_memory(e);
        return NULL;
    }
    event_player *p = &e->player[e->players];
    *p = (event_player){.name = name, .place = place, .points = -1, .team = EVENT_NOBODY};
    event_key_make(&p->key, name);
    bool known = event_player_find(e, &p->key) != EVENT_NOBODY;
    e->players++;
    if (!known)
        hash_index_put(&e->keys, hash_key(&p->key), (uint32_t)e->players);
    return p;
}

/* ---- pairings -------------------------------------------------------------------------------- */

event_pairing *event_pairing_add(event *e, uint32_t round, unsigned seats, xpgn_place place) {
    if (!event_grow(e, &e->pairing, e->pairings, &e->pairing_room, sizeof *e->pairing))
        return NULL;
    event_pairing *p = &e->pairing[e->pairings++];
    *p = (event_pairing){
        .round = round, .seats = (uint8_t)seats, .place = place, .record = EVENT_NOBODY};
    for (unsigned i = 0; i < XPGN_MAX_SEATS; i++)
        p->player[i] = EVENT_NOBODY;
    if (round > e->rounds)
        e->rounds = round;
    return p;
}

xpgn_place event_place(const event *e, xpgn_slice s) {
    return (xpgn_place){(uint32_t)(s.data - e->list.text.data), (uint32_t)s.size};
}

void event_round_date(event *e, uint32_t round, event_date d) {
    enum { ROUNDS = 10000 };
    if (round == 0 || round >= ROUNDS)
        return;
    if (round > e->round_dates) {
        event_date *more = arena_alloc(&e->arena, round * sizeof *more);
        if (more == NULL) {
            event_no_memory(e);
            return;
        }
        if (e->round_dates > 0)
            memcpy(more, e->round_date, e->round_dates * sizeof *more);
        e->round_date = more;
        e->round_dates = round;
    }
    e->round_date[round - 1] = d;
}

/* ---- points ---------------------------------------------------------------------------------- */

bool event_system_read(const char *text, event_points *out) {
    int32_t value[3];
    const char *p = text;
    for (int i = 0; i < 3; i++) {
        size_t size = strcspn(p, "-");
        if (!event_points_read((xpgn_slice){p, size}, &value[i]) || (p[size] == '-') != (i < 2))
            return false;
        p += size + 1;
    }
    *out = event_points_usual(value[0], value[1], value[2]);
    return true;
}

static int32_t given_or(int32_t points, int32_t otherwise) {
    return points >= 0 ? points : otherwise;
}

static int32_t bye_points(const event_points *s, char bye) {
    switch (bye) {
    case 'F':
        return given_or(s->full, s->win);
    case 'H':
        return given_or(s->half, s->draw);
    case 'U':
        return given_or(s->bye, s->win);
    default:
        return s->absent;
    }
}

/* Returns the points of a seat. With four seats, a share is that share of a win. */
int32_t event_points_of(const event *e, const event_pairing *p, unsigned seat) {
    const event_points *s = &e->points;
    unsigned score = p->score[seat];
    if (p->kind == EVENT_OPEN || p->doubtful)
        return 0;
    if (p->kind == EVENT_BYE)
        return bye_points(s, (char)p->bye);
    bool free = p->kind == EVENT_FORFEIT;
    if (score == EVENT_SCORE)
        return free ? given_or(s->won_free, s->win) : s->win;
    if (score == 0)
        return free ? given_or(s->lost_free, s->absent) : s->loss;
    if (p->seats == 2 && score == EVENT_SCORE / 2)
        return s->draw;
    return s->win / EVENT_SCORE * (int32_t)score;
}

const char *xpgn_event_player(const xpgn_event *e, size_t index) {
    return index < e->players ? event_text((event *)(uintptr_t)e, e->player[index].name) : NULL;
}

/* SPDX-License-Identifier: MIT */
/* The list of an event: its players and pairings, from whatever source. */
#include "events/list/event_data.h"
#include "internal/events.h"
#include "io/input.h"
#include "io/utf16.h"

#include <stdlib.h>
#include <string.h>

bool event_grow(event *e, void *list, size_t count, size_t *room, size_t size) {
    void *old, *grown;
    memcpy(&old, list, sizeof old);
    grown = arena_grow(&e->arena, old, count, room, size);
    if (grown == NULL)
        event_no_memory(e);
    else
        memcpy(list, &grown, sizeof grown);
    return grown != NULL;
}

/* ---- players --------------------------------------------------------------------------------- */

/* Hashes a name so that both ways to write some letters give the same value. */
static uint32_t hash_key(const event_key *k) {
    event_key longer;
    if (k->pairs > 0)
        event_key_write_out(k, &longer);
    k = k->pairs > 0 ? &longer : k;
    return (uint32_t)xpgn_hash(0, k->text, k->size);
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
    for (size_t at = 0; (place = xpgn_index_next(&e->keys, hash, &at)) > 0;)
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
    if (xpgn_index_reserve(&e->keys) != XPGN_OK) {
        event_no_memory(e);
        return NULL;
    }
    event_player *p = &e->player[e->players];
    *p = (event_player){.name = name, .place = place, .points = -1, .team = EVENT_NOBODY};
    event_key_make(&p->key, name);
    bool known = event_player_find(e, &p->key) != EVENT_NOBODY;
    e->players++;
    if (!known)
        xpgn_index_put(&e->keys, hash_key(&p->key), (uint32_t)e->players);
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
    *out = (event_points){.win = value[0], .draw = value[1], .loss = value[2], .bye = -1};
    return true;
}

static int32_t bye_points(const event_points *s, char bye) {
    switch (bye) {
    case 'F':
        return s->win;
    case 'H':
        return s->draw;
    case 'U':
        return s->bye >= 0 ? s->bye : s->win;
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
    if (score == EVENT_SCORE)
        return s->win;
    if (score == 0)
        return p->kind == EVENT_FORFEIT ? s->absent : s->loss;
    if (p->seats == 2 && score == EVENT_SCORE / 2)
        return s->draw;
    return s->win / EVENT_SCORE * (int32_t)score;
}

/* ---- finding players and pairings ------------------------------------------------------------ */

uint32_t *event_numbers(event *e, size_t count) {
    uint32_t *list = arena_alloc(&e->arena, (count + 1) * sizeof *list);
    if (list == NULL)
        event_no_memory(e);
    return list;
}

/* An entry to be sorted by a text or a number, and then by its place. */
typedef struct keyed {
    const char *text; /* NULL to sort by the number */
    uint64_t number;
    uint32_t place;
} keyed;

static int compare_keyed(const void *a, const void *b) {
    const keyed *x = a, *y = b;
    int d = x->text != NULL ? strcmp(x->text, y->text)
                            : (x->number > y->number) - (x->number < y->number);
    return d != 0 ? d : (x->place > y->place) - (x->place < y->place);
}

static void sort(keyed *list, size_t count, uint32_t *places) {
    if (count > 0)
        qsort(list, count, sizeof *list, compare_keyed);
    for (size_t i = 0; i < count; i++)
        places[i] = list[i].place;
}

static void sort_players(event *e, keyed *list) {
    e->with_fide = 0;
    for (uint32_t i = 0; i < e->players; i++)
        list[i] = (keyed){e->player[i].key.text, 0, i};
    sort(list, e->players, e->alphabet);
    for (uint32_t i = 0; i < e->players; i++)
        if (e->player[i].fide != 0)
            list[e->with_fide++] = (keyed){NULL, e->player[i].fide, i};
    sort(list, e->with_fide, e->by_fide);
}

/* Reserves room for the pairings of each player in turn; returns their number. */
static size_t count_pairings(event *e) {
    size_t total = 0;
    for (size_t i = 0; i < e->players; i++)
        e->player[i].pairings = 0;
    for (size_t i = 0; i < e->pairings; i++)
        for (unsigned s = 0; s < e->pairing[i].seats; s++)
            e->player[e->pairing[i].player[s]].pairings++;
    for (size_t i = 0; i < e->players; i++) {
        e->player[i].first = (uint32_t)total;
        total += e->player[i].pairings;
        e->player[i].pairings = 0;
    }
    return total;
}

/* Lists the pairings of each player by their rounds. */
static void sort_pairings(event *e, keyed *list) {
    for (size_t i = 0; i < e->pairings; i++)
        for (unsigned s = 0; s < e->pairing[i].seats; s++) {
            event_player *p = &e->player[e->pairing[i].player[s]];
            e->order[p->first + p->pairings++] = (uint32_t)i;
        }
    for (size_t i = 0; i < e->players; i++) {
        const event_player *p = &e->player[i];
        for (uint32_t k = 0; k < p->pairings; k++) {
            uint32_t pairing = e->order[p->first + k];
            list[k] = (keyed){NULL, e->pairing[pairing].round, pairing};
        }
        sort(list, p->pairings, e->order + p->first);
    }
}

void event_list_index(event *e) {
    size_t total = count_pairings(e);
    keyed *list = calloc(e->players + total + 1, sizeof *list);
    e->alphabet = event_numbers(e, e->players);
    e->by_fide = event_numbers(e, e->players);
    e->order = event_numbers(e, total);
    if (list == NULL) {
        event_no_memory(e);
    } else if (e->status == XPGN_OK) {
        sort_players(e, list);
        sort_pairings(e, list);
    }
    free(list);
}

/* Does pairing `i` come before `j`, by rounds and then in the order of the list? */
static bool is_before(const event *e, uint32_t i, uint32_t j) {
    uint32_t x = e->pairing[i].round, y = e->pairing[j].round;
    return x != y ? x < y : i < j;
}

uint32_t event_previous(const event *e, uint32_t pairing, unsigned seat, uint32_t steps) {
    const event_player *p = &e->player[e->pairing[pairing].player[seat]];
    const uint32_t *list = e->order + p->first;
    size_t low = 0, high = p->pairings;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(e, list[middle], pairing))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < steps || e->pairing[list[low - steps]].round != e->pairing[pairing].round)
        return EVENT_NOBODY;
    return list[low - steps];
}

/* Are they two games of a match in one round: different parts of it, or colors exchanged? */
static bool are_of_match(const event_pairing *a, const event_pairing *b) {
    return (a->part > 0 && b->part > 0 && a->part != b->part) ||
           (a->seats == 2 && b->seats == 2 && a->player[0] == b->player[1] &&
            a->player[1] == b->player[0]);
}

/* Returns the seat of a player with another game in this round; the number of seats if none. */
static unsigned find_busy(const event *e, uint32_t pairing) {
    const event_pairing *p = &e->pairing[pairing];
    unsigned s = 0;
    for (; s < p->seats; s++) {
        uint32_t other = event_previous(e, pairing, s, 1);
        if (other != EVENT_NOBODY && !are_of_match(p, &e->pairing[other]))
            break;
    }
    return s;
}

/* Refuses more games than anyone plays: a database given instead of a list would take too long. */
static void check_games(event *e) {
    enum { GAMES = 1000 };
    for (size_t i = 0; i < e->players; i++)
        if (e->player[i].pairings > GAMES)
            event_refuse(e, "more than %d games of %s", GAMES, event_text(e, e->player[i].name));
    for (uint32_t i = 0; i < e->pairings; i++) {
        const event_pairing *p = &e->pairing[i];
        unsigned s = find_busy(e, i);
        if (s < p->seats)
            (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, p->place,
                             "%s has two games in round %lu",
                             event_text(e, e->player[p->player[s]].name), (unsigned long)p->round);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Converts UTF-16, which spreadsheets save, to UTF-8. */
static xpgn_slice narrow(event *e, xpgn_slice all, xpgn_buffer *text) {
    enum wide wide = wide_text(all);
    struct utf16 u = {wide == WIDE_16_BIG, wide == WIDE_16_LITTLE, 0};
    if (u.low == u.high)
        return all;
    bool mark = *all.data != '\0' && all.data[1] != '\0';
    size_t from = mark ? 2 : 0;
    (void)utf16_put(text, &u, (xpgn_slice){all.data + from, all.size - from}, true);
    if (text->failed)
        event_no_memory(e);
    return (xpgn_slice){text->data, text->size};
}

static void read_list_text(event *e, const char *file, xpgn_slice all) {
    if (all.size >= 3 && memcmp(all.data, "\xEF\xBB\xBF", 3) == 0)
        all = (xpgn_slice){all.data + 3, all.size - 3};
    xpgn_buffer_utf8(&e->list_text, all);
    xpgn_buffer_char(&e->list_text, '\0');
    const char *name = arena_copy(&e->arena, slice_of(file));
    if (e->list_text.failed || name == NULL) {
        event_no_memory(e);
        return;
    }
    e->list = (xpgn_game){
        .text = {e->list_text.data, e->list_text.size - 1}, .file = name, .line = 1, .column = 1};
}

void event_list_text(event *e, const char *file, xpgn_slice text) {
    xpgn_buffer utf8 = {0};
    xpgn_slice all = narrow(e, slice_given(text), &utf8);
    const char *wide = wide_refusal(wide_text(all));
    if (e->status == XPGN_OK)
        read_list_text(e, file, all);
    xpgn_buffer_free(&utf8);
    if (e->status == XPGN_OK && wide != NULL)
        event_refuse(e, "%s", wide);
}

xpgn_status xpgn_players_read(xpgn_event *e, const char *file, xpgn_slice text, xpgn_fault *fault) {
    if (e->list.text.data != NULL || e->records > 0)
        return XPGN_INVALID;
    event_list_text(e, file, text);
    if (e->status == XPGN_OK && event_is_trf(e->list.text))
        event_trf_read(e);
    else if (e->status == XPGN_OK)
        event_csv_read(e);
    if (e->status == XPGN_OK)
        event_list_index(e);
    if (e->status == XPGN_OK)
        check_games(e);
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}

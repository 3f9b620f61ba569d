/* SPDX-License-Identifier: MIT */
/* The list of an event: its players and pairings, wherever they come from. */
#include "cli/csv.h"
#include "event/event.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 16 << 20 };

void *event_grow(event *e, void *list, size_t count, size_t *room, size_t size) {
    if (count < *room)
        return list;
    size_t more = *room > 0 ? 2 * *room : 64;
    void *grown = realloc(list, more * size);
    if (grown == NULL)
        cli_no_memory(e->c);
    *room = more;
    return grown;
}

/* ---- players --------------------------------------------------------------------------------- */

static uint32_t hash_of(const event_key *k) {
    return (uint32_t)xpgn_hash(0, k->text, k->size);
}

uint32_t event_player_find(const event *e, const event_key *k) {
    uint32_t place;
    for (size_t at = 0; (place = xpgn_index_next(&e->keys, hash_of(k), &at)) > 0;)
        if (strcmp(e->player[place - 1].key.text, k->text) == 0)
            return place - 1;
    return EVENT_NOBODY;
}

event_player *event_player_add(event *e, xpgn_slice name, xpgn_place place) {
    if (e->players == EVENT_PLAYERS)
        return NULL;
    e->player = event_grow(e, e->player, e->players, &e->player_room, sizeof *e->player);
    event_player *p = &e->player[e->players];
    *p = (event_player){.name = name, .place = place};
    event_key_make(&p->key, name);
    if (!xpgn_index_reserve(&e->keys))
        cli_no_memory(e->c);
    bool known = event_player_find(e, &p->key) != EVENT_NOBODY;
    e->players++;
    if (!known)
        xpgn_index_add(&e->keys, hash_of(&p->key), (uint32_t)e->players);
    return p;
}

/* ---- pairings -------------------------------------------------------------------------------- */

event_pairing *event_pairing_add(event *e, uint32_t round, unsigned seats, xpgn_place place) {
    e->pairing = event_grow(e, e->pairing, e->pairings, &e->pairing_room, sizeof *e->pairing);
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
        event_date *more = realloc(e->round_date, round * sizeof *more);
        if (more == NULL)
            cli_no_memory(e->c);
        memset(more + e->round_dates, 0, (round - e->round_dates) * sizeof *more);
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

/* Shares of four seats are shares of a win. */
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

static const event *sorted; /* qsort has no argument for it */

static int compare_keys(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    int d = strcmp(sorted->player[i].key.text, sorted->player[j].key.text);
    return d != 0 ? d : (i > j) - (i < j);
}

static int compare_fide(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    uint64_t x = sorted->player[i].fide, y = sorted->player[j].fide;
    return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

static uint32_t *numbers(event *e, size_t count) {
    uint32_t *list = calloc(count + 1, sizeof *list);
    if (list == NULL)
        cli_no_memory(e->c);
    return list;
}

static void sort_players(event *e) {
    e->alphabet = numbers(e, e->players);
    e->by_fide = numbers(e, e->players);
    for (uint32_t i = 0; i < e->players; i++) {
        e->alphabet[i] = i;
        if (e->player[i].fide != 0)
            e->by_fide[e->with_fide++] = i;
    }
    sorted = e;
    qsort(e->alphabet, e->players, sizeof *e->alphabet, compare_keys);
    qsort(e->by_fide, e->with_fide, sizeof *e->by_fide, compare_fide);
}

static int compare_rounds(const void *a, const void *b) {
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    uint32_t x = sorted->pairing[i].round, y = sorted->pairing[j].round;
    return x != y ? (x > y) - (x < y) : (i > j) - (i < j);
}

/* Lists the pairings of each player one after the other, by their rounds. */
static void sort_pairings(event *e) {
    size_t total = 0;
    for (size_t i = 0; i < e->pairings; i++)
        for (unsigned s = 0; s < e->pairing[i].seats; s++)
            e->player[e->pairing[i].player[s]].pairings++;
    for (size_t i = 0; i < e->players; i++) {
        e->player[i].first = (uint32_t)total;
        total += e->player[i].pairings;
        e->player[i].pairings = 0;
    }
    e->order = numbers(e, total);
    for (size_t i = 0; i < e->pairings; i++)
        for (unsigned s = 0; s < e->pairing[i].seats; s++) {
            event_player *p = &e->player[e->pairing[i].player[s]];
            e->order[p->first + p->pairings++] = (uint32_t)i;
        }
    sorted = e;
    for (size_t i = 0; i < e->players; i++)
        qsort(e->order + e->player[i].first, e->player[i].pairings, sizeof *e->order,
              compare_rounds);
}

uint32_t event_previous(const event *e, uint32_t pairing, unsigned seat, uint32_t steps) {
    const event_player *p = &e->player[e->pairing[pairing].player[seat]];
    const uint32_t *list = e->order + p->first;
    size_t low = 0, high = p->pairings;
    sorted = e;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_rounds(&list[middle], &pairing) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < steps || e->pairing[list[low - steps]].round != e->pairing[pairing].round)
        return EVENT_NOBODY;
    return list[low - steps];
}

void event_list_index(event *e) {
    free(e->alphabet);
    free(e->by_fide);
    free(e->order);
    e->with_fide = 0;
    for (size_t i = 0; i < e->players; i++)
        e->player[i].pairings = 0;
    sort_players(e);
    sort_pairings(e);
}

/* Nobody plays so many; who is given a database instead of a list shall not wait for it. */
static void check_games(event *e) {
    enum { GAMES = 1000 };
    for (size_t i = 0; i < e->players; i++)
        if (e->player[i].pairings > GAMES)
            cli_die(e->c, "%s: more than %d games of %s", e->o->list, GAMES,
                    event_text(e, e->player[i].name).text);
    for (uint32_t i = 0; i < e->pairings; i++) {
        const event_pairing *p = &e->pairing[i];
        unsigned s = 0;
        while (s < p->seats && event_previous(e, i, s, 1) == EVENT_NOBODY)
            s++;
        if (s < p->seats)
            (void)event_find(e, XPGN_CODE_EVENT_LIST_DIFFERS, EVENT_NOBODY, p->place,
                             "%s has two games in round %lu",
                             event_text(e, e->player[p->player[s]].name).text,
                             (unsigned long)p->round);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

bool event_list_read(event *e) {
    const char *path = e->o->list;
    xpgn_buffer bytes = {0};
    if (!cli_read_file(e->c, path, MOST, &bytes)) {
        xpgn_buffer_free(&bytes);
        return false;
    }
    xpgn_slice all = {bytes.data, bytes.size};
    if (all.size >= 3 && memcmp(all.data, "\xEF\xBB\xBF", 3) == 0) {
        all.data += 3;
        all.size -= 3;
    }
    xpgn_buffer_utf8(&e->list_text, all);
    xpgn_buffer_free(&bytes);
    xpgn_buffer_char(&e->list_text, '\0');
    if (e->list_text.failed)
        cli_no_memory(e->c);
    e->list = (xpgn_game){
        .text = {e->list_text.data, e->list_text.size - 1}, .file = path, .line = 1, .column = 1};
    bool report = event_is_trf(e->list.text);
    if (report)
        event_trf_read(e);
    else if (!event_csv_read(e))
        return false;
    event_list_index(e);
    check_games(e);
    return true;
}

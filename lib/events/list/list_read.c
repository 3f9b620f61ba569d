/* SPDX-License-Identifier: MIT */
/* A list from its text to the order of its players and pairings. */
#include "events/list/event_data.h"
#include "internal/events.h"

#include <stdlib.h>
#include <string.h>

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

xpgn_status xpgn_players_read(xpgn_event *e, const char *file, xpgn_slice text, xpgn_fault *fault) {
    if (e->list.text.data != NULL || e->records > 0)
        return XPGN_INVALID;
    event_list_text(e, file, text);
    if (e->status == XPGN_OK && event_is_trf(e->list.text))
        event_trf_read(e);
    else if (e->status == XPGN_OK)
        event_csv_read(e);
    if (e->status == XPGN_OK)
        event_days(e, false);
    if (e->status == XPGN_OK)
        event_list_index(e);
    if (e->status == XPGN_OK)
        check_games(e);
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}

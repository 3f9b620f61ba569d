/* SPDX-License-Identifier: MIT */
/* Finds the player of a list whom a name means. */
#include "events/list/event_data.h"
#include "internal/events.h"

#include <string.h>

static void add_candidate(event_seat *s, uint32_t player) {
    for (unsigned i = 0; i < s->candidates; i++)
        if (s->candidate[i] == player)
            return;
    if (s->candidates < EVENT_CANDIDATES)
        s->candidate[s->candidates++] = player;
}

static void resolve_fide(const event *e, event_seat *s) {
    size_t low = 0, high = e->with_fide;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (e->player[e->by_fide[middle]].fide < s->fide)
            low = middle + 1;
        else
            high = middle;
    }
    if (s->fide != 0 && low < e->with_fide && e->player[e->by_fide[low]].fide == s->fide)
        add_candidate(s, e->by_fide[low]);
}

/* Finds the players with the same key; false if there are none. */
static bool resolve_key(const event *e, event_seat *s) {
    size_t low = 0, high = e->players;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(e->player[e->alphabet[middle]].key.text, s->key.text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool any = false;
    for (; low < e->players; low++, any = true) {
        if (strcmp(e->player[e->alphabet[low]].key.text, s->key.text) != 0)
            break;
        add_candidate(s, e->alphabet[low]);
    }
    return any;
}

static void resolve_spelling(event *e, event_seat *s) {
    unsigned least = EVENT_OTHER, letters = (unsigned)e->o.letters, known = s->candidates;
    size_t count = event_near_find(e, &s->key);
    for (size_t i = 0; i < count; i++) {
        unsigned d = event_key_distance(&s->key, &e->player[e->found[i]].key, letters);
        if (d == EVENT_OTHER || d > least)
            continue;
        if (d < least)
            s->candidates = (uint8_t)known;
        least = d;
        add_candidate(s, e->found[i]);
    }
}

/* Looks by FIDE number, then by name; if they disagree, the pairing decides. */
static void resolve_seat(event *e, event_seat *s) {
    s->candidates = 0;
    resolve_fide(e, s);
    if (s->key.size > 0 && !resolve_key(e, s))
        resolve_spelling(e, s);
    s->player = s->candidates > 0 ? s->candidate[0] : EVENT_NOBODY;
}

void event_resolve_record(event *e, event_record *r) {
    for (unsigned s = 0; e->status == XPGN_OK && s < r->seats; s++)
        resolve_seat(e, &r->seat[s]);
}

void event_resolve(event *e) {
    event_near_begin(e);
    for (size_t i = 0; e->status == XPGN_OK && i < e->records; i++)
        event_resolve_record(e, &e->record[i]);
}

xpgn_status xpgn_event_player_name(xpgn_buffer *b, xpgn_event *e, xpgn_slice name) {
    event_seat s = {.player = EVENT_NOBODY};
    if ((!e->checked && !e->named) || e->status != XPGN_OK)
        return XPGN_INVALID;
    event_key_make(&s.key, slice_given(name));
    resolve_seat(e, &s);
    if (s.candidates != 1)
        return XPGN_NOT_FOUND;
    xpgn_buffer_slice(b, e->player[s.player].name);
    return XPGN_OK;
}

xpgn_status xpgn_event_names(xpgn_event *e, xpgn_fault *fault) {
    if (e->checked || e->named)
        return XPGN_INVALID;
    event_near_begin(e);
    e->named = e->status == XPGN_OK;
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}

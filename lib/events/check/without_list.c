/* SPDX-License-Identifier: MIT */
/* An event without a list: takes players and pairings from the records. */
#include "events/check/checks.h"

#include <string.h>

void event_alone_players(event *e) {
    for (uint32_t i = 0; i < e->records; i++)
        for (unsigned k = 0; k < e->record[i].seats; k++) {
            event_seat *s = &e->record[i].seat[k];
            if (s->key.size == 0)
                continue;
            uint32_t player = event_player_find(e, &s->key);
            if (player == EVENT_NOBODY) {
                player = (uint32_t)e->players;
                /* the place is in the record */
                event_player *p = event_player_add(e, s->value, (xpgn_place){i, k});
                if (p == NULL)
                    return;
                p->fide = s->fide;
                p->rating = s->rating;
            }
            s->player = s->candidate[0] = player;
            s->candidates = 1;
        }
}

static bool all_differ(const event_record *r) {
    for (unsigned i = 0; i < r->seats; i++)
        for (unsigned j = 0; j < i; j++)
            if (r->seat[i].player == r->seat[j].player)
                return false;
    return true;
}

static void add_pairing(event *e, uint32_t record) {
    event_record *r = &e->record[record];
    r->pairing = (uint32_t)e->pairings;
    event_pairing *p = event_pairing_add(e, r->round, r->seats, (xpgn_place){0, 0});
    if (p == NULL)
        return;
    for (unsigned i = 0; i < r->seats; i++)
        p->player[i] = r->seat[i].player;
    memcpy(p->score, r->score, sizeof p->score);
    bool forfeit = r->result_text.size == 3 && memcmp(r->result_text.data, "0-0", 3) == 0;
    p->kind = r->seats == 1 ? EVENT_BYE : r->has_score || forfeit ? EVENT_PLAYED : EVENT_OPEN;
    p->bye = r->seats == 1 ? (uint8_t)event_bye_of(r->has_score ? r->score[0] : 0) : 0;
    p->date = r->date;
    p->record = record;
}

/* True if they are of one game by the tags. Games of a match may share a round, but not the part
   after the dot. */
static bool is_same_game(const event_record *a, const event_record *b) {
    return a->round != 0 && event_same_players(a, b) && a->seat[0].player == b->seat[0].player &&
           slice_equal(a->tag[EVENT_ROUND], b->tag[EVENT_ROUND]);
}

/* The actions of a line, after its three header lines: ruleset, options, position. */
static xpgn_slice actions_of(const event_record *r) {
    xpgn_slice s = r->line;
    for (int i = 0; i < 3 && s.size > 0; i++) {
        const char *end = memchr(s.data, '\n', s.size);
        size_t n = end != NULL ? (size_t)(end - s.data) + 1 : s.size;
        s = (xpgn_slice){s.data + n, s.size - n};
    }
    return s;
}

/* True if the moves are the same apart from slips: the common beginning and end are half of the
   longer one, more than two games of a match share by their opening. */
static bool is_version(const event_record *a, const event_record *b) {
    xpgn_slice x = actions_of(a), y = actions_of(b);
    size_t least = x.size < y.size ? x.size : y.size, first = 0, last = 0;
    while (first < least && x.data[first] == y.data[first])
        first++;
    while (last < least - first && x.data[x.size - 1 - last] == y.data[y.size - 1 - last])
        last++;
    return 2 * (first + last) > x.size + y.size - least;
}

/* True if the players also have a game with colours exchanged in this round. */
static bool is_of_match(const event *e, const event_pairing *p) {
    enum { GAMES = 1000 };
    const event_player *who = &e->player[p->player[0]];
    for (uint32_t k = 0; p->seats == 2 && k < who->pairings && k < GAMES; k++) {
        const event_pairing *q = &e->pairing[e->order[who->first + k]];
        if (q->seats == 2 && q->round == p->round && q->player[0] == p->player[1] &&
            q->player[1] == p->player[0])
            return true;
    }
    return false;
}

/* True if they are of one game. A match may have several games in a round, which only the moves
   distinguish. */
static bool is_second(const event *e, const event_pairing *p, const event_record *first) {
    const event_record *r = &e->record[p->record];
    return is_same_game(r, first) && (is_version(r, first) || !is_of_match(e, p));
}

/* True for a match of two countries: GER-SUI. */
static bool is_of_countries(xpgn_slice name) {
    enum { COUNTRY = 3, SIZE = 2 * COUNTRY + 1 };
    for (size_t i = 0; i < SIZE && name.size >= SIZE; i++)
        if (i == COUNTRY ? name.data[i] != '-' : name.data[i] < 'A' || name.data[i] > 'Z')
            return false;
    return name.size == SIZE || (name.size > SIZE && name.data[SIZE] == ' ');
}

/* True for rapid and similar events, where a player has several games in one round. */
static bool is_short_name(xpgn_slice name) {
    static const char *const words[] = {"rapid",     "blitz",      "bullet", "simul",  " sim",
                                        "playoff",   "play-off",   " KO",    "knock",  "knok",
                                        "tie-break", "tiebreak",   " vs",    "online", "league",
                                        "liga",      "armageddon", "match"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (event_has(name, words[i]))
            return true;
    return is_of_countries(name);
}

/* True if they may be on the same day; a year alone says nothing. */
static bool is_same_day(const event *e, const event_record *a, const event_record *b) {
    enum { FEW = 8 };
    bool parts = a->part > 0 && b->part > 0 && a->part != b->part;
    bool known =
        (a->date.year == 0) == (a->date.day == 0) && (b->date.year == 0) == (b->date.day == 0);
    return known && event_date_agrees(a->date, b->date) && !is_short_name(a->tag[EVENT_EVENT]) &&
           !(parts && e->records < FEW);
}

/* An earlier pairing of a player of this one. `same`: with the same players and round; if not, with
   others on the same day, as an event may count rounds per stage. EVENT_NOBODY if there is none. */
static uint32_t earlier(const event *e, uint32_t pairing, unsigned seat, bool same) {
    enum { REACH = 64 };
    const event_pairing *p = &e->pairing[pairing];
    for (uint32_t k = 1; p->round != 0 && k <= REACH; k++) {
        uint32_t other = event_previous(e, pairing, seat, k);
        if (other == EVENT_NOBODY)
            break;
        const event_record *a = &e->record[p->record];
        const event_record *b = &e->record[e->pairing[other].record];
        if (same ? is_second(e, p, b) : !event_same_players(a, b) && is_same_day(e, a, b))
            return other;
    }
    return EVENT_NOBODY;
}

static bool is_copy(const event *e, const event_record *r) {
    return r->copy_of != EVENT_NOBODY && event_same_players(r, &e->record[r->copy_of]);
}

/* Finds copies and second records of a game, which get no pairing; event_check reports them. */
static void find_seconds(event *e) {
    for (uint32_t i = 0; i < e->pairings; i++) {
        event_record *r = &e->record[e->pairing[i].record];
        uint32_t other = earlier(e, i, 0, true);
        if (other == EVENT_NOBODY)
            continue;
        uint32_t first = e->pairing[other].record;
        r->pairing = EVENT_NOBODY;
        r->second_of =
            e->record[first].second_of != EVENT_NOBODY ? e->record[first].second_of : first;
    }
}

static bool is_busy(const event *e, uint32_t pairing) {
    for (unsigned s = 0; s < e->pairing[pairing].seats; s++)
        if (earlier(e, pairing, s, false) != EVENT_NOBODY)
            return true;
    return false;
}

/* True if many players have several games in a round: team matches of all against all, or one round
   per day. */
static bool plays_often(const event *e) {
    enum { SLIPS = 2, SHARE = 50 };
    size_t busy = 0;
    for (uint32_t i = 0; i < e->pairings; i++)
        busy += is_busy(e, i);
    return busy > SLIPS && busy > e->records / SHARE;
}

static void tell_busy(event *e) {
    if (plays_often(e))
        return;
    for (uint32_t i = 0; i < e->pairings; i++)
        for (unsigned s = 0; s < e->pairing[i].seats; s++) {
            const event_pairing *p = &e->pairing[i];
            uint32_t other = earlier(e, i, s, false);
            if (other == EVENT_NOBODY)
                continue;
            const event_record *r = &e->record[p->record];
            const event_record *first = &e->record[e->pairing[other].record];
            (void)event_find(e, D_EVENT_BUSY, p->record, event_record_place(r, r->seat[s].value),
                             "%s has two games in round %lu: the other is %s:%llu",
                             event_value(e, r->seat[s].value), (unsigned long)p->round,
                             event_file_name(first->game.file),
                             (unsigned long long)first->game.line);
            break;
        }
}

void event_alone_pairings(event *e) {
    for (uint32_t i = 0; i < e->records; i++) {
        const event_record *r = &e->record[i];
        if (event_knows_all(r) && !all_differ(r))
            (void)event_find(e, D_EVENT_BUSY, i, event_record_place(r, r->seat[0].value),
                             "\"%s\" has two seats", event_value(e, r->seat[0].value));
        else if (event_knows_all(r) && !is_copy(e, r))
            add_pairing(e, i);
    }
    event_list_index(e);
    if (e->status != XPGN_OK)
        return;
    find_seconds(e);
    e->pairings = 0;
    for (uint32_t i = 0; i < e->records; i++)
        if (e->record[i].pairing != EVENT_NOBODY)
            add_pairing(e, i);
    event_list_index(e);
    if (e->status == XPGN_OK)
        tell_busy(e);
}

/* ---- names that may be one person ------------------------------------------------------------ */

/* True if both have a game in the same round. */
static bool have_played(const event *e, const event_player *a, const event_player *b) {
    uint32_t i = 0, j = 0;
    while (i < a->pairings && j < b->pairings) {
        uint32_t x = e->order[a->first + i], y = e->order[b->first + j];
        uint32_t round = e->pairing[x].round, other = e->pairing[y].round;
        if (x == y || (round == other && round > 0))
            return true;
        bool first = round != other ? round < other : x < y;
        i += first;
        j += !first;
    }
    return false;
}

/* True if their ratings differ, as ratings are fixed on the first day of an event. */
static bool are_two(const event *e, const event_player *a, const event_player *b) {
    return (a->fide != 0 && b->fide != 0 && a->fide != b->fide) ||
           (a->rating != 0 && b->rating != 0 && a->rating != b->rating) || have_played(e, a, b);
}

/* Reports it at the first record of the one with fewer games. */
static void tell_alike(event *e, uint32_t a, uint32_t b, unsigned letters) {
    if (e->player[a].pairings > e->player[b].pairings ||
        (e->player[a].pairings == e->player[b].pairings && a < b)) {
        uint32_t c = a;
        a = b;
        b = c;
    }
    const event_player *p = &e->player[a], *q = &e->player[b];
    const event_record *r = &e->record[p->place.offset];
    const event_seat *s = &r->seat[p->place.length];
    size_t n = event_find(e, D_EVENT_SPELLING, p->place.offset, event_record_place(r, s->value),
                          "\"%s\" may be \"%s\": %u letter%s", event_value(e, p->name),
                          event_value(e, q->name), letters, letters == 1 ? " differs" : "s differ");
    event_hint(e, n, "the records have %lu and %lu games of these names",
               (unsigned long)p->pairings, (unsigned long)q->pairings);
}

static void compare_two_names(event *e, uint32_t i, uint32_t j) {
    const event_player *a = &e->player[i], *b = &e->player[j];
    if (event_key_is_far(&a->key, &b->key, (unsigned)e->o.letters))
        return;
    unsigned d = event_key_distance(&a->key, &b->key, (unsigned)e->o.letters);
    bool account = event_is_online(e->record[a->place.offset].tag[EVENT_SITE]) &&
                   event_is_online(e->record[b->place.offset].tag[EVENT_SITE]);
    if (d > EVENT_SAME_SPELLING && d < EVENT_OTHER && !account && !are_two(e, a, b))
        tell_alike(e, i, j, d - EVENT_SAME_SPELLING);
}

void event_alone_names(event *e) {
    event_near_begin(e);
    for (uint32_t i = 0; e->status == XPGN_OK && i < e->players; i++) {
        size_t count = event_near_find(e, &e->player[i].key);
        for (size_t k = 0; k < count; k++)
            if (e->found[k] < i)
                compare_two_names(e, i, e->found[k]);
    }
}

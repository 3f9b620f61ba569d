/* SPDX-License-Identifier: MIT */
/* Compares each record with its pairing, and reports pairings without a record. */
#include "events/check/checks.h"
#include "internal/rules.h"
#include "internal/text_out.h"

#include <string.h>

static const char *seat_tag(const event_record *r, unsigned seat) {
    return r->seats == 1 ? xpgn_seat_tag(2, r->black ? 1 : 0) : xpgn_seat_tag(r->seats, seat);
}

static const char *player_name(event *e, uint32_t player) {
    if (player == EVENT_NOBODY)
        return "?";
    xpgn_slice name = e->player[player].name; /* without a list it is the value of a tag */
    return e->list.text.data == NULL ? event_value(e, name) : event_text(e, name);
}

static void put_pairing(xpgn_buffer *b, event *e, const event_pairing *p) {
    for (unsigned i = 0; i < p->seats; i++)
        xpgn_buffer_printf(b, "%s%s", i > 0 ? " - " : "", player_name(e, p->player[i]));
}

static void put_where(xpgn_buffer *b, const event_record *r) {
    xpgn_buffer_printf(b, "%s:%llu", event_file_name(r->game.file),
                       (unsigned long long)r->game.line);
}

/* "Adams, R. - Brandt, L." as the record names them. */
static void put_named(xpgn_buffer *b, event *e, const event_record *r) {
    for (unsigned i = 0; i < r->seats; i++)
        xpgn_buffer_printf(b, "%s%s", i > 0 ? " - " : "", event_value(e, r->seat[i].value));
}

/* ---- names ----------------------------------------------------------------------------------- */

static void check_spelling(event *e, uint32_t record, unsigned seat) {
    const event_record *r = &e->record[record];
    const event_seat *s = &r->seat[seat];
    if (s->distance <= EVENT_SAME_SPELLING || s->distance == EVENT_OTHER)
        return;
    unsigned letters = s->distance - EVENT_SAME_SPELLING;
    (void)event_find(e, D_EVENT_SPELLING, record, event_record_place(r, s->value),
                     "%s \"%s\", expected \"%s\": %u letter%s", seat_tag(r, seat),
                     event_value(e, s->value), player_name(e, s->player), letters,
                     letters == 1 ? " differs" : "s differ");
}

static void check_fide(event *e, uint32_t record, unsigned seat) {
    const event_record *r = &e->record[record];
    const event_seat *s = &r->seat[seat];
    const event_player *p = &e->player[s->player];
    if (s->fide == 0 || p->fide == 0 || (s->fide == p->fide && s->distance != EVENT_OTHER))
        return;
    xpgn_place place = event_record_place(r, s->id);
    if (s->fide != p->fide)
        (void)event_find(e, D_EVENT_FIDE, record, place,
                         "%s has the number %llu, expected %llu of \"%s\"", seat_tag(r, seat),
                         (unsigned long long)s->fide, (unsigned long long)p->fide,
                         player_name(e, s->player));
    else if (s->key.size > 0)
        (void)event_find(e, D_EVENT_FIDE, record, place,
                         "%s is \"%s\", but %llu is the number of \"%s\"", seat_tag(r, seat),
                         event_value(e, s->value), (unsigned long long)s->fide,
                         player_name(e, s->player));
}

/* Reports a seat whose player is not in the pairing. */
static void tell_wrong(event *e, uint32_t record, unsigned seat, uint32_t expected) {
    const event_record *r = &e->record[record];
    const event_seat *s = &r->seat[seat];
    xpgn_place place = event_record_place(r, s->value);
    const char *who = seat_tag(r, seat);
    const char *wanted = player_name(e, expected);
    if (s->key.size == 0)
        (void)event_find(e, D_EVENT_UNKNOWN, record, place, "no name for %s, expected \"%s\"", who,
                         wanted);
    else if (s->candidates == 0)
        (void)event_find(e, D_EVENT_UNKNOWN, record, place,
                         "unknown player: %s \"%s\", expected \"%s\"", who,
                         event_value(e, s->value), wanted);
    else
        (void)event_find(e, D_EVENT_PLAYER, record, place, "%s \"%s\", expected \"%s\"", who,
                         event_value(e, s->value), wanted);
}

/* The player of the pairing that no other seat of the record names. */
static uint32_t expected_in(const event_pairing *p, unsigned seat, unsigned taken) {
    if ((taken & 1u << seat) == 0)
        return p->player[seat];
    for (unsigned i = 0; i < p->seats; i++)
        if ((taken & 1u << i) == 0)
            return p->player[i];
    return p->player[seat];
}

/* Returns whether the players are exchanged. */
static bool check_seats(event *e, uint32_t record, const event_pairing *p) {
    const event_record *r = &e->record[record];
    unsigned taken = 0;
    bool exchanged = false;
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned in = event_seat_in(r, i, p);
        taken |= in < XPGN_MAX_SEATS ? 1u << in : 0;
        exchanged = exchanged || (in < XPGN_MAX_SEATS && in != i);
    }
    for (unsigned i = 0; i < r->seats; i++) {
        if (event_seat_in(r, i, p) == XPGN_MAX_SEATS) {
            tell_wrong(e, record, i, expected_in(p, i, taken));
            continue;
        }
        check_spelling(e, record, i);
        check_fide(e, record, i);
    }
    if (exchanged) {
        xpgn_buffer found = {0}, wanted = {0};
        put_named(&found, e, r);
        put_pairing(&wanted, e, p);
        (void)event_find(e, D_EVENT_COLORS, record, event_record_place(r, r->seat[0].value),
                         "players exchanged: found %s, expected %s", event_take(e, &found),
                         event_take(e, &wanted));
    }
    return exchanged;
}

/* ---- round, date, result --------------------------------------------------------------------- */

static void check_round(event *e, uint32_t record, const event_pairing *p) {
    const event_record *r = &e->record[record];
    if (r->round == 0 || event_round_agrees(e, r, p))
        return;
    size_t n =
        event_find(e, D_EVENT_ROUND, record, event_record_place(r, r->tag[EVENT_ROUND]),
                   "round %lu, expected %lu", (unsigned long)r->round, (unsigned long)p->round);
    if (r->round > e->rounds)
        event_hint(e, n, "the event has %lu rounds", (unsigned long)e->rounds);
}

static bool is_outside(const event *e, event_date d) {
    return (e->start.year > 0 && event_date_order(d, e->start) < 0) ||
           (e->end.year > 0 && event_date_order(d, e->end) > 0);
}

static void check_date(event *e, uint32_t record, const event_pairing *p) {
    const event_record *r = &e->record[record];
    xpgn_place place = event_record_place(r, r->tag[EVENT_DATE]);
    xpgn_buffer t = {0};
    xpgn_buffer_text(&t, "date ");
    event_date_put(&t, r->date);
    xpgn_buffer_text(&t, ", expected ");
    if (is_outside(e, r->date)) {
        event_date_put(&t, e->start.year > 0 ? e->start : e->end);
        if (e->start.year > 0 && e->end.year > 0 && event_date_order(e->start, e->end) != 0) {
            xpgn_buffer_text(&t, " to ");
            event_date_put(&t, e->end);
        }
        (void)event_find(e, D_EVENT_DATE, record, place, "%s", event_take(e, &t));
    } else if (!event_date_agrees(r->date, p->date)) {
        event_date_put(&t, p->date);
        (void)event_find(e, D_EVENT_DAY, record, place, "%s, the day of round %lu",
                         event_take(e, &t), (unsigned long)p->round);
    }
    xpgn_buffer_free(&t);
}

/* If the players are exchanged, the result may belong to the names or to the board. */
static bool same_result(const event_record *r, const event_pairing *p, bool exchanged) {
    if (p->kind == EVENT_BYE)
        return !r->has_score || r->score[0] == event_bye_score(p);
    bool crossed =
        exchanged && r->seats == 2 && r->score[0] == p->score[1] && r->score[1] == p->score[0];
    return r->has_score && (crossed || memcmp(r->score, p->score, sizeof r->score) == 0);
}

/* Writes what a bye counts as the result of a game: 1-0, 1/2-0, 0-0, or for Black 0-1. */
static void put_bye(xpgn_buffer *b, const event_record *r, const event_pairing *p) {
    const char *own = p->bye == 'H' ? "1/2" : p->bye == 'Z' ? "0" : "1";
    xpgn_buffer_printf(b, "%s-%s", r->black ? "0" : own, r->black ? own : "0");
}

static void check_result(event *e, uint32_t record, const event_pairing *p, bool exchanged) {
    const event_record *r = &e->record[record];
    if (p->kind == EVENT_OPEN || p->doubtful || r->result_text.size == 0 || r->result_told)
        return;
    if (p->kind == EVENT_FORFEIT && r->turns > 0) {
        (void)event_find(e, D_EVENT_NOT_PLAYED, record, (xpgn_place){0, 0},
                         "record of %lu turns, but the list has the game as not played",
                         (unsigned long)r->turns);
        return;
    }
    if (same_result(r, p, exchanged) || (p->kind == EVENT_FORFEIT && !r->has_score))
        return;
    xpgn_buffer t = {0};
    if (p->kind == EVENT_BYE)
        put_bye(&t, r, p);
    else
        xpgn_score_write(&t, p->seats, p->score);
    (void)event_find(e, D_EVENT_RESULT, record, r->result, "result %s, expected %s",
                     event_text(e, r->result_text), event_take(e, &t));
}

/* ---- records without a pairing --------------------------------------------------------------- */

static bool has_all(const event_pairing *p, const event_record *r) {
    for (unsigned i = 0; i < r->seats; i++) {
        if (i > 0 && r->seat[i].player == r->seat[i - 1].player)
            return false;
        unsigned j = 0;
        while (j < p->seats && p->player[j] != r->seat[i].player)
            j++;
        if (j == p->seats)
            return false;
    }
    return p->seats == r->seats;
}

/* The pairing of which it is a second record: of these players, preferably in its round; NULL if
   there is none. */
static const event_pairing *pairing_of(const event *e, const event_record *r) {
    const event_pairing *found = NULL;
    if (r->second_of != EVENT_NOBODY && e->record[r->second_of].pairing != EVENT_NOBODY)
        return &e->pairing[e->record[r->second_of].pairing];
    if (r->seat[0].player == EVENT_NOBODY)
        return NULL;
    const event_player *p = &e->player[r->seat[0].player];
    for (uint32_t k = 0; k < p->pairings; k++) {
        const event_pairing *q = &e->pairing[e->order[p->first + k]];
        bool here = q->round == r->round || (found == NULL && r->seats > 1);
        if (has_all(q, r) && q->record != EVENT_NOBODY && here)
            found = q;
    }
    return found;
}

static void tell_copy(event *e, uint32_t record, uint32_t of) {
    const event_record *r = &e->record[record], *other = &e->record[of];
    xpgn_buffer t = {0};
    put_where(&t, other);
    xpgn_place place = event_record_place(r, r->seat[0].value);
    if (r->copy_is_longer)
        (void)event_find(e, D_EVENT_PREFIX, record, place,
                         "the %lu turns of this record are the first of the %lu of %s",
                         (unsigned long)r->turns, (unsigned long)other->turns, event_take(e, &t));
    else
        (void)event_find(e, D_EVENT_TWICE, record, place,
                         "second record of a game: the same moves as %s", event_take(e, &t));
}

static void tell_second(event *e, uint32_t record, const event_pairing *p) {
    const event_record *r = &e->record[record];
    const event_record *first = &e->record[p->record];
    bool same =
        r->line.data != NULL && first->line.data != NULL && slice_equal(r->line, first->line);
    xpgn_buffer named = {0}, where = {0};
    put_pairing(&named, e, p);
    put_where(&where, first);
    size_t n = event_find(
        e, D_EVENT_TWICE, record, event_record_place(r, r->seat[0].value),
        "second record of round %lu, %s: %s %s", (unsigned long)p->round, event_take(e, &named),
        same ? "the same moves as" : "different moves from", event_take(e, &where));
    if (r->round != p->round && r->round != 0)
        event_hint(e, n, "its round is %lu", (unsigned long)r->round);
}

/* Hints at what the list has for the players in this round. */
static void hint_round(event *e, size_t finding, const event_record *r) {
    xpgn_buffer t = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < r->seats; i++) {
        const event_player *p = &e->player[r->seat[i].player];
        for (uint32_t k = 0; k < p->pairings; k++) {
            const event_pairing *q = &e->pairing[e->order[p->first + k]];
            if (q->round != r->round)
                continue;
            xpgn_buffer_text(&t, count++ > 0 ? " and " : "");
            put_pairing(&t, e, q);
            xpgn_buffer_text(&t, q->seats == 1 ? " (bye)" : "");
        }
    }
    if (count > 0)
        event_hint(e, finding, "it has %s", event_take(e, &t));
}

static void tell_unlisted(event *e, uint32_t record) {
    const event_record *r = &e->record[record];
    xpgn_buffer t = {0};
    const char *what = r->seats == 1 ? "bye of" : "game";
    put_named(&t, e, r);
    xpgn_place place = event_record_place(r, r->seat[0].value);
    size_t n = r->round > 0 ? event_find(e, D_EVENT_NOT_LISTED, record, place,
                                         "the list has no %s %s in round %lu", what,
                                         event_take(e, &t), (unsigned long)r->round)
                            : event_find(e, D_EVENT_NOT_LISTED, record, place,
                                         "the list has no %s %s", what, event_take(e, &t));
    if (r->round > 0)
        hint_round(e, n, r);
}

/* Reports unknown players of a record in one finding. */
static void tell_unknown(event *e, uint32_t record) {
    const event_record *r = &e->record[record];
    xpgn_buffer t = {0};
    unsigned count = 0, first = 0;
    for (unsigned i = 0; i < r->seats; i++) {
        if (r->seat[i].player != EVENT_NOBODY)
            continue;
        first = count == 0 ? i : first;
        bool named = r->seat[i].key.size > 0;
        const char *quote = named ? "\"" : "";
        xpgn_buffer_printf(&t, "%s%s %s%s%s", count++ > 0 ? ", " : "", seat_tag(r, i), quote,
                           named ? event_value(e, r->seat[i].value) : "without a name", quote);
    }
    (void)event_find(e, D_EVENT_UNKNOWN, record, event_record_place(r, r->seat[first].value),
                     "unknown player%s: %s", count > 1 ? "s" : "", event_take(e, &t));
}

static void check_unpaired(event *e, uint32_t record) {
    const event_record *r = &e->record[record];
    const event_pairing *p = pairing_of(e, r);
    bool listed = e->list.text.data != NULL;
    if (r->copy_of != EVENT_NOBODY)
        tell_copy(e, record, r->copy_of);
    else if (p != NULL)
        tell_second(e, record, p);
    else if (listed && !event_knows_all(r))
        tell_unknown(e, record);
    else if (listed)
        tell_unlisted(e, record);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* Reports the same moves as in another record; short games may agree by chance. */
static void check_moves(event *e, uint32_t record) {
    const event_record *r = &e->record[record];
    if (r->copy_of == EVENT_NOBODY || !event_is_unlike(r))
        return;
    xpgn_buffer t = {0};
    put_where(&t, &e->record[r->copy_of]);
    (void)event_find(e, D_EVENT_SAME_MOVES, record, event_record_place(r, r->seat[0].value),
                     "the %s%lu turns are those of another game, %s",
                     r->copy_is_longer ? "first " : "", (unsigned long)r->turns, event_take(e, &t));
}

/* Is a record of it expected? */
static bool is_expected(const event *e, const event_pairing *p) {
    return p->kind == EVENT_PLAYED &&
           (e->o.first == 0 || (p->round >= e->o.first && p->round <= e->o.last));
}

/* Reports once that there is no record at all; false if there is one. */
static bool miss_all(event *e) {
    size_t count = 0, first = 0;
    for (size_t i = e->pairings; i-- > 0;) {
        const event_pairing *p = &e->pairing[i];
        if (!is_expected(e, p))
            continue;
        if (p->record != EVENT_NOBODY)
            return false;
        first = i;
        count++;
    }
    if (count > 1)
        (void)event_find(e, D_EVENT_MISSING, EVENT_NOBODY, e->pairing[first].place,
                         "no record of any of the %zu games of the list%s", count,
                         e->o.first > 0 ? " in these rounds" : "");
    return count > 1;
}

static void check_missing(event *e) {
    if (miss_all(e))
        return;
    for (size_t i = 0; i < e->pairings; i++) {
        const event_pairing *p = &e->pairing[i];
        if (!is_expected(e, p) || p->record != EVENT_NOBODY)
            continue;
        xpgn_buffer t = {0};
        put_pairing(&t, e, p);
        if (!p->doubtful) {
            xpgn_buffer_text(&t, ", ");
            xpgn_score_write(&t, p->seats, p->score);
        }
        (void)event_find(e, D_EVENT_MISSING, EVENT_NOBODY, p->place, "no record of round %lu: %s",
                         (unsigned long)p->round, event_take(e, &t));
    }
}

void event_check(event *e) {
    bool listed = e->list.text.data != NULL;
    for (uint32_t i = 0; i < e->records; i++) {
        if (e->record[i].pairing == EVENT_NOBODY) {
            check_unpaired(e, i);
            continue;
        }
        check_moves(e, i);
        if (!listed)
            continue;
        const event_pairing *p = &e->pairing[e->record[i].pairing];
        bool exchanged = check_seats(e, i, p);
        check_round(e, i, p);
        check_date(e, i, p);
        check_result(e, i, p, exchanged);
    }
    if (listed)
        check_missing(e);
}

/* SPDX-License-Identifier: MIT */
/*
 * Checks the points and ranks of players and teams in a list against its results. Uncertain cases
 * are not reported: ranks in team events, and in events that are not ranked by points first.
 */
#include "events/check/checks.h"
#include "events/rank/rank.h"
#include "internal/text_out.h"

#include <stdlib.h>
#include <string.h>

static const char *points_text(event *e, int64_t points) {
    xpgn_buffer b = {0};
    if (points < 0)
        xpgn_buffer_char(&b, '-');
    event_points_put(&b, (int32_t)(points < 0 ? -points : points));
    return event_take(e, &b);
}

/* ---- points of players ----------------------------------------------------------------------- */

/* The code of a result in 299. */
static char code_of(const event_pairing *p, unsigned seat) {
    unsigned score = p->score[seat];
    if (p->kind == EVENT_BYE)
        return (char)p->bye;
    if (p->kind == EVENT_FORFEIT)
        return score > 0 ? '+' : '-';
    return score == EVENT_SCORE ? 'W' : score > 0 ? 'D' : 'L';
}

/* Returns the points that a line 299 gives a player: other points for the results, or a bonus or
   penalty. */
static int64_t awarded(const event *e, const event_player *who, const event_award *a,
                       uint32_t player) {
    int64_t sum = a->type == ' ' ? a->points[1] : 0;
    for (uint32_t k = 0; a->type != ' ' && k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        unsigned seat = event_seat_of(p, player);
        if ((a->round == 0 || a->round == p->round) && code_of(p, seat) == a->type)
            sum += a->points[1] - event_points_of(e, p, seat);
    }
    return sum;
}

/* Sums the points of the results; false if one is missing or doubtful. */
static bool add_up_points(const event *e, const event_player *who, uint32_t player, int64_t *sum) {
    *sum = 0;
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        if (p->kind == EVENT_OPEN || p->doubtful)
            return false;
        *sum += event_points_of(e, p, event_seat_of(p, player));
    }
    return true;
}

/* True if the points agree with or without the lines 299: programs differ. */
bool event_points_fit(const event *e, uint32_t player, int64_t *sum) {
    const event_player *who = &e->player[player];
    if (who->points < 0 || !add_up_points(e, who, player, sum) || *sum == who->points)
        return true;
    int64_t with = *sum;
    for (size_t i = 0; e->teams == 0 && i < e->awards; i++)
        if (e->award[i].who == who->rank)
            with += awarded(e, who, &e->award[i], player);
    bool right = with == who->points;
    *sum = with;
    return right;
}

/* True if more than one in three is wrong, so that the event counts differently, or was counted
   before the last round. */
static bool is_habit(size_t wrong, size_t all) {
    return wrong > 3 && wrong > all / 3;
}

static void tell_points(event *e, uint32_t player, int64_t sum) {
    const event_player *p = &e->player[player];
    (void)event_find(e, D_EVENT_POINTS, EVENT_NOBODY, p->points_place,
                     "%s has %s points, expected %s by the results", event_text(e, p->name),
                     points_text(e, p->points), points_text(e, sum));
}

static bool has_doubts(const event *e) {
    for (size_t i = 0; i < e->pairings; i++)
        if (e->pairing[i].doubtful)
            return true;
    return false;
}

/* Returns whether all points that are given are right. */
static bool check_points(event *e) {
    size_t wrong = 0, all = 0;
    int64_t sum = 0;
    uint32_t first = 0;
    for (uint32_t i = (uint32_t)e->players; i-- > 0;) {
        all += e->player[i].points >= 0;
        if (!event_points_fit(e, i, &sum)) {
            wrong++;
            first = i;
        }
    }
    if (is_habit(wrong, all)) {
        (void)event_points_fit(e, first, &sum);
        const event_player *p = &e->player[first];
        size_t n = event_find(
            e, D_EVENT_POINTS, EVENT_NOBODY, p->points_place,
            "%zu of %zu players have points that differ from their results: %s has %s, expected %s",
            wrong, all, event_text(e, p->name), points_text(e, p->points), points_text(e, sum));
        event_hint(e, n,
                   "set the points of a result with 162 of TRF26, XXS of JaVaFo, or --points");
        return false;
    }
    for (uint32_t i = 0; wrong > 0 && i < e->players; i++)
        if (!event_points_fit(e, i, &sum))
            tell_points(e, i, sum);
    return wrong == 0 && !has_doubts(e);
}

/* ---- ranks of players ------------------------------------------------------------------------ */

static int compare_falling(const void *a, const void *b) {
    const int32_t *x = a, *y = b;
    return (*x < *y) - (*x > *y);
}

/* Returns how many of the points, in descending order, exceed these, or with `equal` reach them. */
static uint32_t more_than(const int32_t *list, uint32_t count, int32_t points, bool equal) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list[middle] > points || (equal && list[middle] == points))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* False if the ranks are useless: starting ranks, or a list without points. */
static bool has_ranks(const event *e) {
    bool own = false;
    for (size_t i = 0; i < e->players; i++) {
        if (e->player[i].final == 0 || e->player[i].points < 0)
            return false;
        own = own || e->player[i].final != e->player[i].rank;
    }
    return own;
}

/* The ranks that these points can have: from *first to *last. */
static bool rank_fits(const event_player *p, const int32_t *list, uint32_t count, uint32_t *first,
                      uint32_t *last) {
    *first = more_than(list, count, p->points, false) + 1;
    *last = more_than(list, count, p->points, true);
    return p->final >= *first && p->final <= *last;
}

static void tell_rank(event *e, const event_player *p, uint32_t first, uint32_t last) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, last > first ? "%lu to %lu" : "%lu", (unsigned long)first,
                       (unsigned long)last);
    (void)event_find(e, D_EVENT_RANK, EVENT_NOBODY, p->final_place,
                     "%s has rank %lu, expected %s: %lu with more than %s points",
                     event_text(e, p->name), (unsigned long)p->final, event_take(e, &b),
                     (unsigned long)first - 1, points_text(e, p->points));
}

/* A player's points and rank. */
typedef struct points_rank {
    int32_t points;
    uint32_t final;
} points_rank;

static int by_points(const void *a, const void *b) {
    const points_rank *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    return (x->final > y->final) - (x->final < y->final);
}

/* True for dense ranks: 1, 2, 2, 3 instead of 1, 2, 2, 4. */
static bool is_dense(const event *e) {
    points_rank *list = calloc(e->players + 1, sizeof *list);
    bool dense = list != NULL;
    for (size_t i = 0; dense && i < e->players; i++)
        list[i] = (points_rank){e->player[i].points, e->player[i].final};
    if (dense)
        qsort(list, e->players, sizeof *list, by_points);
    for (size_t i = 0; dense && i < e->players; i++) {
        uint32_t before = i > 0 ? list[i - 1].final : 0;
        bool shared = i > 0 && list[i].points == list[i - 1].points && list[i].final == before;
        dense = shared || list[i].final == before + 1;
    }
    free(list);
    return dense;
}

static void check_ranks(event *e, int32_t *list) {
    uint32_t count = (uint32_t)e->players, first, last;
    size_t wrong = 0;
    for (uint32_t i = 0; i < count; i++)
        list[i] = e->player[i].points;
    qsort(list, count, sizeof *list, compare_falling);
    for (uint32_t i = 0; i < count; i++)
        wrong += !rank_fits(&e->player[i], list, count, &first, &last);
    if (wrong == 0 || is_dense(e))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const event_player *p = &e->player[i];
        if (rank_fits(p, list, count, &first, &last))
            continue;
        if (!is_habit(wrong, count)) {
            tell_rank(e, p, first, last);
            continue;
        }
        (void)event_find(e, D_EVENT_RANK, EVENT_NOBODY, p->final_place,
                         "the ranks of %zu of %lu players do not follow from their points: %s has "
                         "rank %lu, and %lu have more than %s points",
                         wrong, (unsigned long)count, event_text(e, p->name),
                         (unsigned long)p->final, (unsigned long)first - 1,
                         points_text(e, p->points));
        return;
    }
}

/* False for team events and knock-outs, where ranks of players may mean anything. */
static bool is_ranked_by_points(const event *e) {
    for (size_t i = 0; i + 5 <= e->kind.size; i++)
        if (memcmp(e->kind.data + i, "Knock", 5) == 0 || memcmp(e->kind.data + i, "KNOCK", 5) == 0)
            return false;
    return e->teams == 0 && !e->ranks_otherwise && has_ranks(e);
}

/* ---- ranks by tie-breaks --------------------------------------------------------------------- */

/* True if all results and all tie-breaks of the list are known. */
static bool has_tie_breaks(event *e) {
    xpgn_slice which;
    rank_code code[RANK_CODES];
    for (size_t i = 0; i < e->pairings; i++)
        if (e->pairing[i].kind == EVENT_OPEN)
            return false;
    size_t count = rank_codes_read(e->tie_breaks, false, code, &which);
    return count > 0 && count != SIZE_MAX && !is_dense(e);
}

/* Counts the entries that share each place. */
static void count_places(const event *e, const rank_result *r, uint32_t *count) {
    for (size_t i = 0; i <= e->players; i++)
        count[i] = 0;
    for (size_t i = 0; i < e->players; i++)
        count[r->place[i]]++;
}

static bool place_fits(const event *e, const rank_result *r, const uint32_t *count,
                       uint32_t player) {
    uint32_t place = r->place[player], final = e->player[player].final;
    return final >= place && final < place + count[place];
}

static void tell_place(event *e, uint32_t player, uint32_t place, size_t wrong) {
    const event_player *p = &e->player[player];
    xpgn_buffer b = {0};
    if (wrong > 0)
        xpgn_buffer_printf(
            &b, "the ranks of %zu of %zu players do not follow from the tie-breaks: ", wrong,
            e->players);
    xpgn_buffer_printf(&b, "%s has rank %lu, expected %lu by %s", event_text(e, p->name),
                       (unsigned long)p->final, (unsigned long)place, event_text(e, e->tie_breaks));
    (void)event_find(e, D_EVENT_TIE_BREAK, EVENT_NOBODY, p->final_place, "%s", event_take(e, &b));
}

/* Reports wrong tie-breaks; many are one finding, as programs count unplayed rounds differently. */
static void check_tie_breaks(event *e) {
    rank_table t;
    rank_result r;
    size_t wrong = 0;
    uint32_t *count = event_numbers(e, e->players + 1);
    if (count == NULL || !has_tie_breaks(e))
        return;
    event_codes(e);
    event_rank_players(e, &t);
    if (e->status != XPGN_OK || !event_rank(e, &t, e->codes, &r))
        return;
    count_places(e, &r, count);
    for (uint32_t i = 0; i < e->players; i++)
        wrong += !place_fits(e, &r, count, i);
    for (uint32_t i = 0; wrong > 0 && i < e->players; i++) {
        if (place_fits(e, &r, count, i))
            continue;
        tell_place(e, i, r.place[i], is_habit(wrong, e->players) ? wrong : 0);
        if (is_habit(wrong, e->players))
            break;
    }
}

/* ---- teams ----------------------------------------------------------------------------------- */

static int64_t team_points(const event *e, const rank_table *t, uint32_t team, unsigned which) {
    int64_t sum = rank_points(t, team, which);
    for (size_t i = 0; i < e->awards; i++)
        if (e->award[i].who == e->team[team].number && e->award[i].type == ' ')
            sum += e->award[i].points[which];
    return sum;
}

/* True if it has played a match; lists without boards do not show this. */
static bool has_met(const rank_table *t, uint32_t team) {
    for (uint32_t i = 0; i < t->entry[team].rounds; i++)
        if (t->entry[team].round[i].opponent != RANK_NOBODY)
            return true;
    return false;
}

/* True if results have points other than those of line 362, which cannot be added up. */
static bool is_awarded_otherwise(const event *e) {
    for (size_t i = 0; i < e->awards; i++)
        if (strchr("WDLFHZ+-", e->award[i].type) != NULL)
            return true;
    return false;
}

static void check_team(event *e, const rank_table *t, uint32_t team) {
    static const char *const names[] = {"match", "game"};
    const event_team *x = &e->team[team];
    for (unsigned which = 0; which < 2; which++) {
        int64_t sum = team_points(e, t, team, which);
        if (x->points[which] < 0 || x->points[which] == sum)
            continue;
        (void)event_find(e, D_EVENT_TEAM, EVENT_NOBODY, x->points_place[which],
                         "%s has %s %s points, expected %s by the boards", event_text(e, x->name),
                         points_text(e, x->points[which]), names[which], points_text(e, sum));
    }
}

static void check_teams(event *e) {
    rank_table t;
    if (e->teams == 0 || is_awarded_otherwise(e))
        return;
    event_rank_teams(e, &t);
    for (uint32_t i = 0; e->status == XPGN_OK && i < t.entries; i++)
        if (has_met(&t, i))
            check_team(e, &t, i);
}

void event_figures(event *e) {
    if (e->players == 0)
        return;
    check_teams(e);
    event_points_meant(e);
    if (!check_points(e) || !is_ranked_by_points(e) || e->status != XPGN_OK)
        return;
    int32_t *list = calloc(e->players, sizeof *list);
    size_t before = e->findings;
    if (list == NULL)
        event_no_memory(e);
    else
        check_ranks(e, list);
    free(list);
    if (e->status == XPGN_OK && e->findings == before)
        check_tie_breaks(e);
}

/* SPDX-License-Identifier: MIT */
/* What each player and team did in each round, for standings (events/rank/rank.h). */
#include "events/check/checks.h"
#include "events/rank/rank.h"

#include <stdlib.h>
#include <string.h>

/* ---- which event it is ----------------------------------------------------------------------- */

/* True if there are more byes than in a round robin: one per round if entries are odd. */
static bool has_free_rounds(const event *e, uint32_t entries) {
    size_t byes = 0;
    for (size_t i = 0; i < e->pairings; i++)
        byes += e->pairing[i].seats == 1;
    return byes > (entries % 2 == 0 ? 0 : e->rounds);
}

/* Is it a round robin, by its kind or else its number of rounds: one or two against every other? */
static bool is_round_robin(const event *e, uint32_t entries, uint32_t rounds) {
    if (event_has(e->kind, "swiss") || event_has(e->kind, "schweizer"))
        return false;
    if (event_has(e->kind, "robin") || event_has(e->kind, "berger") ||
        event_has(e->kind, "rundenturnier") || event_has(e->kind, "all-play-all"))
        return true;
    uint32_t once = entries % 2 == 0 ? entries - 1 : entries;
    return entries >= 3 && (rounds == once || rounds == 2 * once) &&
           (e->teams > 0 || !has_free_rounds(e, entries));
}

uint32_t event_last_round(const event *e) {
    uint32_t last = 0, byes = 0;
    for (size_t i = 0; i < e->pairings; i++) {
        const event_pairing *p = &e->pairing[i];
        if (p->kind != EVENT_OPEN && (p->seats > 1 || p->bye == 'U') && p->round > last)
            last = p->round;
        if (p->seats == 1 && p->round > byes)
            byes = p->round;
    }
    return last > 0 ? last : byes;
}

/* Does C.07 16.4 apply as changed by the FIDE Council on 2 February 2026, in force from 1 March? */
static bool is_capped(const event *e) {
    return event_date_order(e->start, (event_date){2026, 3, 1}) >= 0 && e->start.year > 0;
}

/* ---- players --------------------------------------------------------------------------------- */

static uint8_t kind_of_round(const event_pairing *p, unsigned seat) {
    if (p->kind == EVENT_BYE)
        return p->bye == 'F'   ? RANK_FULL_BYE
               : p->bye == 'U' ? RANK_PAIRED_BYE
               : p->bye == 'H' ? RANK_HALF_BYE
                               : RANK_ABSENT;
    if (p->kind == EVENT_FORFEIT)
        return p->score[seat] > 0 ? RANK_WON_FREE : RANK_LOST_FREE;
    return RANK_PLAYED;
}

static rank_round round_of(const event *e, const event_pairing *p, unsigned seat) {
    return (rank_round){.opponent = p->seats == 2 ? p->player[1 - seat] : RANK_NOBODY,
                        .round = (uint16_t)p->round,
                        .kind = kind_of_round(p, seat),
                        .share = p->score[seat],
                        .black = p->seats == 2 && seat == 1,
                        .points = {event_points_of(e, p, seat), 0}};
}

unsigned event_seat_of(const event_pairing *p, uint32_t player) {
    unsigned seat = 0;
    while (seat + 1u < p->seats && p->player[seat] != player)
        seat++;
    return seat;
}

/* One entry for each round, and for each further game in it. Rounds without a game count as
   absence. */
static void fill_player(event *e, uint32_t player, uint32_t rounds, rank_entry *out) {
    const event_player *who = &e->player[player];
    uint32_t next = 0;
    *out = (rank_entry){.rating = who->rating, .number = who->rank > 0 ? who->rank : player + 1};
    out->round = arena_alloc(&e->arena, (rounds + who->pairings + 1) * sizeof *out->round);
    if (out->round == NULL) {
        event_no_memory(e);
        return;
    }
    for (uint32_t round = 0; round <= rounds; round++) {
        bool any = round == 0;
        for (; next < who->pairings; next++, any = true) {
            const event_pairing *p = &e->pairing[e->order[who->first + next]];
            if (p->round > round)
                break;
            out->round[out->rounds++] = round_of(e, p, event_seat_of(p, player));
        }
        if (!any)
            out->round[out->rounds++] = (rank_round){
                .opponent = RANK_NOBODY, .round = (uint16_t)round, .kind = RANK_ABSENT};
    }
}

void event_rank_players(event *e, rank_table *t) {
    *t = (rank_table){.entries = (uint32_t)e->players,
                      .rounds = event_last_round(e),
                      .win = {e->points.win, 0},
                      .draw = {e->points.draw, 0},
                      .capped = is_capped(e)};
    t->round_robin = is_round_robin(e, t->entries, e->rounds);
    t->entry = arena_alloc(&e->arena, (e->players + 1) * sizeof *t->entry);
    if (t->entry == NULL) {
        event_no_memory(e);
        return;
    }
    for (uint32_t i = 0; e->status == XPGN_OK && i < e->players; i++)
        fill_player(e, i, t->rounds, &t->entry[i]);
}

/* ---- teams ----------------------------------------------------------------------------------- */

/* A team in a round, while its boards are added up. */
typedef struct side {
    rank_round is;
    int32_t *board;
    uint32_t boards; /* boards played or paired */
} side;

typedef struct teams {
    event *e;
    rank_table *t;
    side *side; /* [team * (rounds + 1) + round] */
} teams;

static side *side_of(const teams *all, uint32_t team, uint32_t round) {
    return &all->side[(size_t)team * (all->t->rounds + 1) + round];
}

static uint32_t team_of(const event *e, uint32_t player) {
    return player != EVENT_NOBODY ? e->player[player].team : EVENT_NOBODY;
}

/* Adds a board, in the order of the list, if the player had a game or a bye with points. */
static void add_board(teams *all, side *s, const event_pairing *p, unsigned seat) {
    uint32_t other = p->seats == 2 ? team_of(all->e, p->player[1 - seat]) : EVENT_NOBODY;
    bool sits = p->seats > 1 || p->bye == 'F' || p->bye == 'U' || p->bye == 'H';
    int32_t points = event_points_of(all->e, p, seat);
    if (!sits || other == team_of(all->e, p->player[seat]))
        return;
    if (s->boards < all->t->boards)
        s->board[s->boards] = points;
    if (s->boards == 0)
        s->is.black = seat == 1;
    s->boards++;
    s->is.points[1] += points;
    if (other == EVENT_NOBODY)
        return;
    s->is.opponent = other;
    if (p->kind == EVENT_PLAYED || p->kind == EVENT_SHORT)
        s->is.kind = RANK_PLAYED;
}

static uint32_t team_numbered(const event *e, uint32_t number) {
    for (uint32_t i = 0; i < e->teams; i++)
        if (e->team[i].number == number)
            return i;
    return EVENT_NOBODY;
}

static void add_boards(teams *all, uint32_t team) {
    event *e = all->e;
    const event_team *t = &e->team[team];
    for (uint32_t k = 0; k < t->members; k++) {
        const event_player *who = &e->player[e->member[t->first + k]];
        for (uint32_t i = 0; i < who->pairings; i++) {
            const event_pairing *p = &e->pairing[e->order[who->first + i]];
            if (p->round > 0 && p->round <= all->t->rounds)
                add_board(all, side_of(all, team, p->round), p,
                          event_seat_of(p, e->member[t->first + k]));
        }
    }
}

/* Returns the number of boards: the most players of a team in a round. */
static uint32_t count_boards(event *e, uint32_t rounds) {
    uint32_t most = 0, *count = calloc(rounds + 1, sizeof *count);
    if (count == NULL)
        event_no_memory(e);
    for (uint32_t i = 0; count != NULL && i < e->teams; i++) {
        memset(count, 0, (rounds + 1) * sizeof *count);
        for (uint32_t k = 0; k < e->team[i].members; k++) {
            const event_player *who = &e->player[e->member[e->team[i].first + k]];
            for (uint32_t n = 0; n < who->pairings; n++) {
                const event_pairing *p = &e->pairing[e->order[who->first + n]];
                if (p->seats > 1 && p->round <= rounds && ++count[p->round] > most)
                    most = count[p->round];
            }
        }
    }
    free(count);
    return most;
}

/* Decides a match by its boards: the team with more points wins. */
static void decide_match(teams *all, uint32_t team, uint32_t round) {
    side *s = side_of(all, team, round);
    const event_points *m = &all->e->match_points;
    if (s->is.opponent == RANK_NOBODY)
        return;
    const side *o = side_of(all, s->is.opponent, round);
    int32_t own = s->is.points[1], other = o->is.points[1];
    s->is.points[0] = own > other ? m->win : own < other ? m->loss : own > 0 ? m->draw : m->absent;
    if (s->is.kind != RANK_PLAYED)
        s->is.kind = own > other ? RANK_WON_FREE : RANK_LOST_FREE;
    s->is.board = s->board;
}

static void decide_walkover(teams *all, const event_walkover *w) {
    for (int i = 0; i < 2; i++) {
        uint32_t team = team_numbered(all->e, w->team[i]),
                 other = team_numbered(all->e, w->team[1 - i]);
        if (team == EVENT_NOBODY || w->round > all->t->rounds)
            continue;
        side *s = side_of(all, team, w->round);
        s->is.opponent = other;
        s->is.kind = w->won[i] ? RANK_WON_FREE : RANK_LOST_FREE;
        s->is.black = i == 1;
        s->is.points[0] = w->won[i] ? all->e->match_points.win : all->e->match_points.absent;
        if (s->boards == 0 && w->won[i])
            s->is.points[1] = all->t->win[1];
    }
}

/* Sets a round for which a team has points without a match: lines 320 and 240. */
static void judge_bye(teams *all, const event_award *a) {
    uint32_t team = team_numbered(all->e, a->who);
    if (team == EVENT_NOBODY || a->round == 0 || a->round > all->t->rounds)
        return;
    side *s = side_of(all, team, a->round);
    const rank_table *t = all->t;
    if (a->type == 'P') {
        s->is.kind = RANK_PAIRED_BYE;
        memcpy(s->is.points, a->points, sizeof s->is.points);
    } else if (a->type == 'f' || a->type == 'h' || a->type == 'z') {
        s->is.kind = a->type == 'f' ? RANK_FULL_BYE : a->type == 'h' ? RANK_HALF_BYE : RANK_ABSENT;
        for (int i = 0; i < 2; i++)
            s->is.points[i] = a->type == 'f' ? t->win[i] : a->type == 'h' ? t->draw[i] : 0;
    }
}

static void judge_all(teams *all) {
    const event *e = all->e;
    for (uint32_t i = 0; i < e->teams; i++)
        for (uint32_t round = 1; round <= all->t->rounds; round++)
            decide_match(all, i, round);
    for (size_t i = 0; i < e->walkovers; i++)
        decide_walkover(all, &e->walkover[i]);
    for (size_t i = 0; i < e->awards; i++)
        judge_bye(all, &e->award[i]);
}

static void make_entries(teams *all) {
    event *e = all->e;
    for (uint32_t i = 0; e->status == XPGN_OK && i < e->teams; i++) {
        rank_entry *out = &all->t->entry[i];
        *out = (rank_entry){.number = e->team[i].number, .rounds = all->t->rounds};
        out->round = arena_alloc(&e->arena, (all->t->rounds + 1) * sizeof *out->round);
        if (out->round == NULL)
            event_no_memory(e);
        for (uint32_t k = 0; out->round != NULL && k < all->t->rounds; k++)
            out->round[k] = side_of(all, i, k + 1)->is;
    }
}

static bool make_sides(teams *all) {
    event *e = all->e;
    size_t count = e->teams * ((size_t)all->t->rounds + 1), boards = all->t->boards;
    int32_t *board = arena_alloc(&e->arena, (count * boards + 1) * sizeof *board);
    all->side = arena_alloc(&e->arena, (count + 1) * sizeof *all->side);
    if (board == NULL || all->side == NULL) {
        event_no_memory(e);
        return false;
    }
    memset(board, 0, (count * boards + 1) * sizeof *board);
    for (size_t i = 0; i < count; i++)
        all->side[i] = (side){.is = {.opponent = RANK_NOBODY,
                                     .round = (uint16_t)(i % (all->t->rounds + 1)),
                                     .kind = RANK_ABSENT},
                              .board = board + i * boards};
    return true;
}

void event_rank_teams(event *e, rank_table *t) {
    enum { CELLS = 4000000 }; /* limit, for hostile lists */
    teams all = {.e = e, .t = t};
    *t = (rank_table){
        .entries = (uint32_t)e->teams, .rounds = event_last_round(e), .capped = is_capped(e)};
    t->boards = count_boards(e, t->rounds);
    if ((uint64_t)t->entries * (t->rounds + 1) * (t->boards + 1) > CELLS)
        t->entries = 0;
    t->win[0] = e->match_points.win;
    t->draw[0] = e->match_points.draw;
    t->win[1] = e->points.win * (int32_t)t->boards;
    t->draw[1] = e->points.draw * (int32_t)t->boards;
    t->round_robin = is_round_robin(e, t->entries, e->rounds);
    t->entry = arena_alloc(&e->arena, (e->teams + 1) * sizeof *t->entry);
    if (t->entry == NULL) {
        event_no_memory(e);
        return;
    }
    if (e->status != XPGN_OK || t->entries == 0 || !make_sides(&all))
        return;
    for (uint32_t i = 0; i < e->teams; i++)
        add_boards(&all, i);
    judge_all(&all);
    make_entries(&all);
}

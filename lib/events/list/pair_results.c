/* SPDX-License-Identifier: MIT */
/* Makes pairings from the rounds of players, where each game is in the lines of both. */
#include "events/list/pair_results.h"

#include <stdlib.h>
#include <string.h>

event_cells *event_cells_new(event *e) {
    event_cells *t = calloc(1, sizeof *t);
    if (t == NULL) {
        event_no_memory(e);
        return NULL;
    }
    t->e = e;
    for (size_t i = 0; i < EVENT_RANKS; i++)
        t->of_rank[i] = EVENT_NOBODY;
    return t;
}

void event_cells_begin(event_cells *t, uint32_t rank, uint32_t player) {
    t->of_rank[rank] = player;
    t->first[rank] = (uint32_t)t->cells;
    t->count[rank] = 0;
    t->now = rank;
}

void event_cells_add(event_cells *t, event_cell c) {
    c.player = t->of_rank[t->now];
    if (!event_grow(t->e, &t->cell, t->cells, &t->room, sizeof *t->cell))
        return;
    t->cell[t->cells++] = c;
    t->count[t->now]++;
}

#define TEXT(s) event_text(t->e, s)

static event_kind kind_of_result(char result) {
    return result == ' '                   ? EVENT_OPEN
           : strchr("1=0", result) != NULL ? EVENT_PLAYED
           : strchr("WDL", result) != NULL ? EVENT_SHORT
                                           : EVENT_FORFEIT;
}

static unsigned score_of(char result) {
    return strchr("1W+", result) != NULL  ? EVENT_SCORE
           : strchr("=D", result) != NULL ? EVENT_SCORE / 2
                                          : 0;
}

static event_cell *cell_of(event_cells *t, uint32_t rank, uint32_t round) {
    for (uint32_t i = 0; i < t->count[rank]; i++) {
        event_cell *c = &t->cell[t->first[rank] + i];
        if (c->round == round)
            return c;
    }
    return NULL;
}

static void put_bye(event_cells *t, event_cell *c) {
    static const char as[] = "1F+FWF=HDHHHFFUU";
    event_pairing *p = event_pairing_add(t->e, c->round, 1, c->place);
    if (p == NULL)
        return;
    p->player[0] = c->player;
    p->kind = EVENT_BYE;
    p->bye = 'Z';
    for (size_t i = 0; i + 1 < sizeof as; i += 2)
        if (as[i] == c->result)
            p->bye = (uint8_t)as[i + 1];
}

/* Reports that the lines of two players disagree about their game. */
static void differ(event_cells *t, const event_cell *c, const event_cell *other, const char *what) {
    event *e = t->e;
    const event_player *a = &e->player[c->player], *b = &e->player[other->player];
    size_t n = event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, other->place,
                          "%s of %s and %s in round %lu disagree", what, TEXT(a->name),
                          TEXT(b->name), (unsigned long)c->round);
    xpgn_slice first = {e->list.text.data + c->place.offset, c->place.length};
    event_hint(e, n, "player %lu has %s", (unsigned long)a->rank, TEXT(first));
}

/* Half a point to nothing (FIDE's Laws, 12.9), if the points of both can confirm it. */
static bool may_be_half(const event *e, const event_pairing *p, unsigned sum) {
    return sum == EVENT_SCORE / 2 && p->kind == EVENT_PLAYED &&
           e->player[p->player[0]].points >= 0 && e->player[p->player[1]].points >= 0;
}

/* Pairs two cells that name each other, one White and one Black. */
static void put_game_cells(event_cells *t, event_cell *c, event_cell *other) {
    bool black = c->color == 'b' || (c->color == '-' && other->color == 'w');
    unsigned seat = black ? 1 : 0, score = score_of(c->result), rest = score_of(other->result);
    event_pairing *p = event_pairing_add(t->e, c->round, 2, (black ? other : c)->place);
    event_kind kind = kind_of_result(c->result), opposite = kind_of_result(other->result);
    if (p == NULL)
        return;
    p->player[seat] = c->player;
    p->player[1 - seat] = other->player;
    p->kind = (uint8_t)kind;
    p->score[seat] = (uint8_t)score;
    p->score[1 - seat] = (uint8_t)rest;
    c->paired = other->paired = true;
    p->doubtful =
        kind != opposite || score + rest > EVENT_SCORE ||
        (score != rest && score + rest < EVENT_SCORE && !may_be_half(t->e, p, score + rest));
    if (kind == EVENT_OPEN || opposite == EVENT_OPEN)
        p->kind = (uint8_t)(kind == opposite ? EVENT_OPEN : EVENT_PLAYED);
    if (p->doubtful)
        differ(t, c, other, "the results");
    if (c->color == other->color && c->color != '-')
        differ(t, c, other, "the colors");
}

/* Returns the opponent's cell; NULL if the opponent is not in the list, has no cell in this round,
   or is the player. */
static event_cell *cell_of_opponent(event_cells *t, const event_cell *c) {
    bool valid = c->opponent != 0 && t->of_rank[c->opponent] != EVENT_NOBODY;
    event_cell *other = valid ? cell_of(t, c->opponent, c->round) : NULL;
    return other != c ? other : NULL;
}

static uint32_t rank_of(const event_cells *t, const event_cell *c) {
    return t->e->player[c->player].rank;
}

/* Pairs a cell with that of an opponent who agrees. */
static void put_agreed(event_cells *t, event_cell *c) {
    event_cell *other = cell_of_opponent(t, c);
    if (c->opponent == 0)
        put_bye(t, c);
    else if (!c->paired && other != NULL && other->opponent == rank_of(t, c))
        put_game_cells(t, c, other);
}

/* Pairs a cell whose opponent names another player, who has another game; reports it. */
static void put_claimed(event_cells *t, event_cell *c) {
    event_cell *other = cell_of_opponent(t, c);
    if (c->opponent == 0 || c->paired || other == NULL || other->paired)
        return;
    const event_player *p = &t->e->player[other->player];
    (void)event_find(t->e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, other->place,
                     "round %lu of %s: found opponent %lu, expected %lu, who has %lu as opponent",
                     (unsigned long)c->round, TEXT(p->name), (unsigned long)other->opponent,
                     (unsigned long)rank_of(t, c), (unsigned long)c->opponent);
    put_game_cells(t, c, other);
}

static void refuse_rest(event_cells *t, const event_cell *c) {
    event *e = t->e;
    const event_player *p = &e->player[c->player];
    if (c->opponent == 0 || c->paired)
        return;
    bool known = t->of_rank[c->opponent] != EVENT_NOBODY && c->opponent != p->rank;
    (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, c->place,
                     "round %lu of %s: found opponent %lu, expected %s", (unsigned long)c->round,
                     TEXT(p->name), (unsigned long)c->opponent,
                     known ? "a player who has this opponent" : "another player in the list");
}

/* Makes a bye of a game against nobody. */
static void free_round(event_cell *c) {
    unsigned score = score_of(c->result);
    c->opponent = 0;
    c->result = score == EVENT_SCORE ? 'U' : score > 0 ? 'H' : 'Z';
}

/* Agreed games are paired first, so that one slip gives one finding. */
void event_cells_pair(event_cells *t) {
    for (size_t i = 0; i < t->cells; i++)
        if (t->nobody[t->cell[i].opponent])
            free_round(&t->cell[i]);
    for (size_t i = 0; i < t->cells; i++)
        put_agreed(t, &t->cell[i]);
    for (size_t i = 0; i < t->cells; i++)
        put_claimed(t, &t->cell[i]);
    for (size_t i = 0; i < t->cells; i++)
        refuse_rest(t, &t->cell[i]);
}

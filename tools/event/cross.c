/* SPDX-License-Identifier: MIT */
/* Standings and the crosstable in one: a line for each player, by points. */
#include "event/event.h"
#include "event/table.h"

#include <stdlib.h>
#include <string.h>

typedef struct row {
    const event *e;
    uint32_t player;
    int32_t points;
    uint32_t won, drawn, lost; /* games; with four seats a share is drawn */
} row;

typedef struct cross {
    event *e;
    row *row;         /* by points */
    uint32_t *number; /* [player]: its row, from 1 */
} cross;

static unsigned seat_of(const event_pairing *p, uint32_t player) {
    unsigned seat = 0;
    while (seat + 1 < p->seats && p->player[seat] != player)
        seat++;
    return seat;
}

static void count(const event *e, row *r) {
    const event_player *who = &e->player[r->player];
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        unsigned seat = seat_of(p, r->player), score = p->score[seat];
        r->points += event_points_of(e, p, seat);
        if ((p->kind != EVENT_PLAYED && p->kind != EVENT_SHORT) || p->doubtful)
            continue;
        r->won += score == EVENT_SCORE;
        r->lost += score == 0;
        r->drawn += score > 0 && score < EVENT_SCORE;
    }
}

static int compare(const void *a, const void *b) {
    const row *r = a, *s = b;
    const event_player *p = &r->e->player[r->player], *q = &s->e->player[s->player];
    if (r->points != s->points)
        return r->points > s->points ? -1 : 1;
    if (p->rank != q->rank)
        return p->rank < q->rank ? -1 : 1;
    int d = strcmp(p->key.text, q->key.text);
    return d != 0 ? d : (r->player > s->player) - (r->player < s->player);
}

static void make_rows(cross *x) {
    event *e = x->e;
    x->row = calloc(e->players + 1, sizeof *x->row);
    x->number = calloc(e->players + 1, sizeof *x->number);
    if (x->row == NULL || x->number == NULL)
        cli_no_memory(e->c);
    for (uint32_t i = 0; i < e->players; i++) {
        x->row[i] = (row){.e = e, .player = i};
        count(e, &x->row[i]);
    }
    qsort(x->row, e->players, sizeof *x->row, compare);
    for (uint32_t i = 0; i < e->players; i++)
        x->number[x->row[i].player] = i + 1;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static void put_share(xpgn_buffer *b, const event_pairing *p, unsigned seat) {
    unsigned score = p->score[seat];
    if (p->kind == EVENT_OPEN || p->doubtful)
        xpgn_buffer_char(b, '*');
    else if (p->kind == EVENT_FORFEIT)
        xpgn_buffer_char(b, score > 0 ? '+' : '-');
    else if (score == 0 || score == EVENT_SCORE)
        xpgn_buffer_char(b, score == 0 ? '0' : '1');
    else if (p->seats == 2)
        xpgn_buffer_char(b, '=');
    else
        xpgn_buffer_printf(b, "1/%u", EVENT_SCORE / score);
}

/* "12w1": the opponent's row, the own color, the result; with four seats "2,5,7r1/2". */
static void put_game(const cross *x, xpgn_buffer *b, const event_pairing *p, uint32_t player) {
    unsigned seat = seat_of(p, player);
    const char *before = "";
    if (p->seats == 1) {
        xpgn_buffer_printf(b, "bye %c",
                           p->bye == 'U' || p->bye == 'F' ? '1'
                           : p->bye == 'H'                ? '='
                                                          : '0');
        return;
    }
    for (unsigned i = 0; i < p->seats; i++) {
        if (i == seat)
            continue;
        xpgn_buffer_printf(b, "%s%lu", before, (unsigned long)x->number[p->player[i]]);
        before = ",";
    }
    xpgn_buffer_char(b, (p->seats == 2 ? "wb" : "wrbg")[seat]);
    put_share(b, p, seat);
}

/* What a player did in a round: most often one game. */
static void put_round(const cross *x, table *t, uint32_t player, uint32_t round) {
    const event *e = x->e;
    const event_player *who = &e->player[player];
    bool any = false;
    for (uint32_t k = 0; k < who->pairings; k++) {
        const event_pairing *p = &e->pairing[e->order[who->first + k]];
        if (p->round != round)
            continue;
        xpgn_buffer_text(&t->cells, any ? " " : "");
        put_game(x, &t->cells, p, player);
        any = true;
    }
    xpgn_buffer_text(&t->cells, any ? "" : "-");
    table_cell(t);
}

static void put_number(table *t, uint32_t n) {
    xpgn_buffer_printf(&t->cells, "%lu", (unsigned long)n);
    table_cell(t);
}

/* Who has the same points has the same place. */
static uint32_t place_of(const cross *x, uint32_t i) {
    while (i > 0 && x->row[i - 1].points == x->row[i].points)
        i--;
    return i + 1;
}

static void put_player(const cross *x, table *t, uint32_t i, const uint32_t rounds[2]) {
    const row *r = &x->row[i];
    const event *e = x->e;
    xpgn_slice name = e->player[r->player].name;
    put_number(t, i + 1);
    put_number(t, place_of(x, i));
    table_text(t, (e->list.text.data == NULL ? event_value(e, name) : event_text(e, name)).text);
    event_points_put(&t->cells, r->points);
    table_cell(t);
    put_number(t, r->won);
    put_number(t, r->drawn);
    put_number(t, r->lost);
    for (uint32_t n = rounds[0]; n <= rounds[1]; n++)
        put_round(x, t, r->player, n);
}

/* ---- the table ------------------------------------------------------------------------------- */

enum { FIXED = 7 };

static void put_heading(table *t, const uint32_t rounds[2]) {
    static const char *const names[FIXED] = {"no",  "place", "name", "points",
                                             "won", "drawn", "lost"};
    for (size_t i = 0; i < FIXED; i++)
        table_text(t, names[i]);
    for (uint32_t n = rounds[0]; n <= rounds[1]; n++) {
        if (n > 0)
            xpgn_buffer_printf(&t->cells, "round %lu", (unsigned long)n);
        else
            xpgn_buffer_text(&t->cells, "round ?");
        table_cell(t);
    }
}

/* The first and the last round of which there are games; 0: games whose round is unknown. */
static void find_rounds(const event *e, uint32_t rounds[2]) {
    rounds[0] = e->pairings > 0 ? UINT32_MAX : 1;
    rounds[1] = 0;
    for (size_t i = 0; i < e->pairings; i++) {
        uint32_t n = e->pairing[i].round;
        rounds[0] = n < rounds[0] ? n : rounds[0];
        rounds[1] = n > rounds[1] ? n : rounds[1];
    }
}

void event_cross(event *e) {
    cross x = {.e = e};
    uint32_t rounds[2];
    table t;
    xpgn_buffer out = {0};
    make_rows(&x);
    find_rounds(e, rounds);
    size_t columns = FIXED + (size_t)(rounds[1] + 1 - rounds[0]);
    bool *right = calloc(columns, sizeof *right);
    if (right == NULL)
        cli_no_memory(e->c);
    for (size_t i = 0; i < columns; i++)
        right[i] = i != 2;
    table_begin(&t, e->c, columns, right);
    put_heading(&t, rounds);
    for (uint32_t i = 0; i < e->players; i++)
        put_player(&x, &t, i, rounds);
    table_write(&t, &out, (table_form)e->o->table);
    cli_flush(e->c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
    table_end(&t);
    free(right);
    free(x.row);
    free(x.number);
}

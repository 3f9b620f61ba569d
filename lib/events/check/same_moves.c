/* SPDX-License-Identifier: MIT */
/* Finds records with the same moves, or with the first moves of another. */
#include "events/check/checks.h"

#include <stdlib.h>
#include <string.h>

enum { REACH = 64 };

typedef struct move_line {
    xpgn_slice bytes;
    uint32_t record;
} move_line;

static int compare_lines(const void *a, const void *b) {
    const move_line *x = a, *y = b;
    int d = slice_order(x->bytes, y->bytes);
    return d != 0 ? d : (x->record > y->record) - (x->record < y->record);
}

static bool is_beginning(const move_line *longer, const move_line *beginning) {
    return longer->bytes.size >= beginning->bytes.size &&
           memcmp(longer->bytes.data, beginning->bytes.data, beginning->bytes.size) == 0;
}

static bool same_seat(const event_seat *a, const event_seat *b) {
    if (a->player != EVENT_NOBODY || b->player != EVENT_NOBODY)
        return a->player == b->player;
    return a->key.size > 0 && strcmp(a->key.text, b->key.text) == 0;
}

bool event_same_players(const event_record *a, const event_record *b) {
    bool straight = a->seats == b->seats;
    for (unsigned i = 0; i < a->seats; i++)
        straight = straight && same_seat(&a->seat[i], &b->seat[i]);
    bool crossed = a->seats == 2 && b->seats == 2 && same_seat(&a->seat[0], &b->seat[1]) &&
                   same_seat(&a->seat[1], &b->seat[0]);
    return straight || crossed;
}

/* Openings can be long, and some games end in one; equal dice cannot be chance. */
bool event_is_unlike(const event_record *r) {
    enum { TURNS = 40, ROLLED = 20 };
    return r->turns >= (r->rolled ? ROLLED : TURNS);
}

static bool same_round(const event_record *a, const event_record *b) {
    return a->round == 0 || b->round == 0 || slice_equal(a->tag[EVENT_ROUND], b->tag[EVENT_ROUND]);
}

/* A player with several games a day and unknown rounds may begin them alike, and end one early. */
static bool needs_no_look(const event_record *r, const event_record *other, bool longer) {
    enum { TURNS = 10 };
    bool copy =
        !longer && r->turns >= TURNS && memcmp(r->score, other->score, sizeof r->score) == 0;
    return (r->round != 0 && other->round != 0) || copy || event_is_unlike(r);
}

/* Takes a record with the same moves, or more, for this one's original. */
static bool relate(event *e, uint32_t record, uint32_t of, bool longer) {
    event_record *r = &e->record[record];
    const event_record *other = &e->record[of];
    bool same =
        event_same_players(r, other) && same_round(r, other) && needs_no_look(r, other, longer);
    if ((!event_is_unlike(r) && !same) || (r->copy_of != EVENT_NOBODY && !same))
        return false;
    r->copy_of = of;
    r->copy_is_longer = longer;
    return same;
}

/* Searches earlier ones with the same moves, then later ones with more: the first of the same game,
   else the first. */
static void look_around(event *e, const move_line *list, size_t count, size_t first, size_t i) {
    for (size_t j = first; j < i && j < first + REACH; j++)
        if (relate(e, list[i].record, list[j].record, false))
            return;
    for (size_t j = i + 1; j < count && j <= i + REACH && is_beginning(&list[j], &list[i]); j++)
        if (list[j].bytes.size > list[i].bytes.size &&
            relate(e, list[i].record, list[j].record, true))
            return;
}

void event_moves(event *e) {
    move_line *list = calloc(e->records + 1, sizeof *list);
    size_t count = 0, first = 0;
    if (list == NULL) {
        event_no_memory(e);
        return;
    }
    for (uint32_t i = 0; i < e->records; i++)
        if (e->record[i].line.data != NULL)
            list[count++] = (move_line){e->record[i].line, i};
    qsort(list, count, sizeof *list, compare_lines);
    for (size_t i = 0; i < count; i++) {
        if (list[i].bytes.size != list[first].bytes.size || !is_beginning(&list[i], &list[first]))
            first = i;
        look_around(e, list, count, first, i);
    }
    free(list);
}

/* SPDX-License-Identifier: MIT */
/*
 * The days of a list. A program writes all of them in one order of year, month and day, which no
 * single one shows: 26.02.05 is in February or in May. The order is the one with which most days
 * fit: they exist, follow one another by rounds, are within the event, and agree with the records.
 */
#include "core/forms/date.h"
#include "events/list/event_data.h"
#include "internal/text_out.h"

#include <string.h>

enum { SHAPES = 3, ORDERS = 4 };

/* By shape: the year in four digits first, in four digits last, in two digits. */
static const char *const orders[SHAPES][ORDERS] = {
    {"ymd", "ydm"}, {"dmy", "mdy"}, {"ymd", "dmy", "ydm", "mdy"}};

void event_day_add(event *e, enum event_day_of of, uint32_t index, xpgn_slice text,
                   xpgn_place place) {
    xpgn_slice s = event_trim(text);
    struct event_day day = {.of = of, .index = index, .place = place};
    if (s.size == 0 || !event_grow(e, &e->day, e->days, &e->day_room, sizeof *e->day))
        return;
    const char *copy = arena_copy(&e->arena, s);
    if (copy == NULL) {
        event_no_memory(e);
        return;
    }
    day.text = (xpgn_slice){copy, s.size};
    e->day[e->days++] = day;
}

/* ---- one order ------------------------------------------------------------------------------- */

/* The shape of a day in digits; SHAPES: it has words, or not all is known. */
static unsigned shape_of(const struct event_day *day, struct date_text *t) {
    if (!date_split(day->text, t) || t->parts != 3 || t->part[0] < 0 || t->part[1] < 0 ||
        t->part[2] < 0)
        return SHAPES;
    return t->size[0] == 4 ? 0 : t->size[2] == 4 ? 1 : 2;
}

static bool read_in_order(const struct date_text *t, const char *order, event_date *d) {
    int year = 0;
    for (int i = 0; i < 3; i++) {
        if (order[i] != 'y' && t->size[i] > 2)
            return false;
        year = order[i] == 'y' ? t->part[i] + (t->size[i] <= 2 ? 2000 : 0) : year;
        d->month = order[i] == 'm' ? t->part[i] : d->month;
        d->day = order[i] == 'd' ? t->part[i] : d->day;
    }
    d->year = year;
    return d->month >= 1 && d->month <= 12 && d->day >= 1 && d->day <= 31;
}

/* Reads a day, in words or in this order of its shape. */
static bool read_day(const struct event_day *day, const unsigned order[SHAPES], event_date *d) {
    struct date_text t;
    unsigned shape = shape_of(day, &t);
    *d = (event_date){0, 0, 0};
    bool good = shape < SHAPES ? read_in_order(&t, orders[shape][order[shape]], d)
                               : event_date_read(day->text, d);
    if (!good)
        *d = (event_date){0, 0, 0};
    return good;
}

static void take_day(event *e, const struct event_day *day, event_date d) {
    if (day->of == EVENT_DAY_START)
        e->start = d;
    else if (day->of == EVENT_DAY_END)
        e->end = d;
    else if (day->of == EVENT_DAY_ROUND)
        event_round_date(e, day->index, d);
    else
        e->pairing[day->index].date = d;
}

/* Sets the days of the event from its games, if it has no others. */
static void take_bounds(event *e) {
    for (size_t i = 0; i < e->pairings; i++) {
        event_date d = e->pairing[i].date;
        if (d.year == 0)
            continue;
        if (e->start.year == 0 || event_date_order(d, e->start) < 0)
            e->start = d;
        if (e->end.year == 0 || event_date_order(d, e->end) > 0)
            e->end = d;
    }
}

/* Takes all days in these orders; returns how many cannot be read. */
static size_t take_days(event *e, const unsigned order[SHAPES]) {
    bool bounds = false, games = false;
    size_t wrong = 0;
    event_date d;
    e->start = e->end = (event_date){0, 0, 0};
    for (size_t i = 0; i < e->days; i++) {
        const struct event_day *day = &e->day[i];
        wrong += !read_day(day, order, &d);
        take_day(e, day, d);
        bounds |= day->of <= EVENT_DAY_END;
        games |= day->of == EVENT_DAY_GAME;
    }
    for (size_t i = 0; i < e->pairings && e->round_dates > 0; i++)
        if (e->pairing[i].round <= e->round_dates)
            e->pairing[i].date = e->round_date[e->pairing[i].round - 1];
    if (games && !bounds)
        take_bounds(e);
    return wrong;
}

/* ---- how well it fits ------------------------------------------------------------------------ */

/* The days of successive rounds, or of games in their order, which fall, or are out of the event.
 */
static size_t count_falls(const event *e) {
    size_t falls = e->end.year > 0 && event_date_order(e->end, e->start) < 0;
    event_date last = {0, 0, 0};
    for (uint32_t i = 0; i < e->round_dates; i++) {
        event_date d = e->round_date[i];
        falls += event_date_order(d, last) < 0 || event_date_order(d, e->start) < 0 ||
                 event_date_order(e->end, d) < 0;
        last = d.year > 0 ? d : last;
    }
    for (size_t i = 1; i < e->pairings && e->round_dates == 0; i++) {
        const event_pairing *p = &e->pairing[i - 1], *q = &e->pairing[i];
        falls += q->round > p->round && event_date_order(q->date, p->date) < 0;
    }
    return falls;
}

/* Records with a day out of the event, or on which the list has no game of their round. */
static size_t count_strange(const event *e) {
    enum { LOOK = 100 };
    size_t strange = 0;
    for (size_t i = 0; i < e->records && i < LOOK; i++) {
        const event_record *r = &e->record[i];
        bool any = false, known = false;
        for (size_t k = 0; k < e->pairings && !any; k++) {
            const event_pairing *p = &e->pairing[k];
            bool of = p->round == r->round && p->date.year > 0;
            known |= of;
            any = of && event_date_agrees(r->date, p->date);
        }
        strange += known && !any;
        strange += event_date_order(r->date, e->start) < 0 || event_date_order(e->end, r->date) < 0;
    }
    return strange;
}

/* Nobody writes 2026/02/05 for a day in May: if anything disagrees, that is wrong. */
static size_t misfit(event *e, const unsigned order[SHAPES], unsigned shape) {
    enum { WRONG = 1000 };
    size_t wrong = take_days(e, order);
    return WRONG * wrong + (shape > 0 ? count_falls(e) + count_strange(e) : 0);
}

/* ---- the best order -------------------------------------------------------------------------- */

/* The signs of an order in its text: YY.DD.MM. */
static const char *form_of(event *e, const struct event_day *day, const char *order) {
    struct date_text t;
    xpgn_buffer b = {0};
    (void)shape_of(day, &t);
    for (int i = 0; i < 3; i++) {
        bool year = order[i] == 'y';
        xpgn_buffer_text(&b, year ? t.size[i] == 4 ? "YYYY" : "YY" : order[i] == 'm' ? "MM" : "DD");
        if (i < 2)
            xpgn_buffer_char(&b, t.sign[i]);
    }
    return event_take(e, &b);
}

static void tell_order(event *e, unsigned shape, unsigned order) {
    struct date_text t;
    size_t i = 0;
    while (shape_of(&e->day[i], &t) != shape)
        i++;
    event_date d = {0, 0, 0};
    (void)read_in_order(&t, orders[shape][order], &d);
    (void)event_find(e, D_EVENT_FORM, EVENT_NOBODY, e->day[i].place,
                     "dates are written %s: %s is %04d/%02d/%02d",
                     form_of(e, &e->day[i], orders[shape][order]), event_text(e, e->day[i].text),
                     d.year, d.month, d.day);
}

/* One day alone shows no order: it may be a slip. */
static bool is_habit(const event *e, unsigned shape) {
    struct date_text t;
    unsigned count = 0;
    for (size_t i = 0; i < e->days && count < 2; i++)
        count += shape_of(&e->day[i], &t) == shape;
    return count > 1;
}

static void choose_orders(event *e, unsigned best[SHAPES]) {
    for (unsigned shape = 0; shape < SHAPES; shape++) {
        size_t least = is_habit(e, shape) ? misfit(e, best, shape) : 0;
        for (unsigned i = 1; i < ORDERS && orders[shape][i] != NULL && least > 0; i++) {
            unsigned other[SHAPES];
            memcpy(other, best, sizeof other);
            other[shape] = i;
            size_t n = misfit(e, other, shape);
            if (n < least)
                memcpy(best, other, sizeof other);
            least = n < least ? n : least;
        }
    }
    (void)take_days(e, best);
}

static void tell_day(event *e, const struct event_day *day) {
    const char *text = event_text(e, day->text);
    if (day->of == EVENT_DAY_ROUND)
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, day->place,
                         "found date %s for round %lu, expected YY/MM/DD", text,
                         (unsigned long)day->index);
    else
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, day->place, "found date %s, expected %s",
                         text, day->of == EVENT_DAY_GAME ? "YYYY-MM-DD" : "YYYY/MM/DD");
}

void event_days(event *e, bool last) {
    unsigned best[SHAPES] = {0};
    event_date d;
    if (e->days == 0)
        return;
    choose_orders(e, best);
    for (unsigned shape = 0; shape < SHAPES && last; shape++)
        if (best[shape] > 0)
            tell_order(e, shape, best[shape]);
    for (size_t i = 0; i < e->days && last; i++)
        if (!read_day(&e->day[i], best, &d))
            tell_day(e, &e->day[i]);
}

/* SPDX-License-Identifier: MIT */
/*
 * Checks the clock times of a record, [%clk 1:29:30], against the time control and the time spent,
 * [%emt 0:00:12].
 */
#include "events/check/checks.h"
#include "facts/comment_values.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/text_out.h"

#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

enum { SECOND = CONTROL_SECOND };
enum { RISES, ABOVE, SPENT, FORM };

static const enum diag codes[] = {D_EVENT_CLOCK_RISES, D_EVENT_CLOCK_ABOVE, D_EVENT_CLOCK_SPENT,
                                  D_EVENT_CLOCK_FORM};

static void put_time(xpgn_buffer *b, int64_t time) {
    int64_t seconds = time / SECOND;
    xpgn_buffer_printf(b, "%lld:%02lld:%02lld", (long long)(seconds / 3600),
                       (long long)(seconds / 60 % 60), (long long)(seconds % 60));
    if (time % SECOND != 0)
        xpgn_buffer_printf(b, ".%lld", (long long)(time % SECOND / 100));
}

/* ---- findings -------------------------------------------------------------------------------- */

static xpgn_place clock_place(const event_clocks *k, const xpgn_step *step, xpgn_slice value) {
    const xpgn_game *g = &k->e->record[k->record].game;
    if (value.data < g->text.data || value.data > g->text.data + g->text.size)
        return step->place;
    return (xpgn_place){(uint32_t)(value.data - g->text.data), (uint32_t)value.size};
}

static void name_turn(event_clocks *k, size_t finding, const xpgn_step *step) {
    xpgn_buffer b = {0};
    xpgn_turn_write(&b, step->position->seats, step->number, step->seat);
    xpgn_buffer_printf(&b, " %s", step->facts->text);
    event_turn(k->e, finding, event_take(k->e, &b), step->ply);
}

/* Reports the first of several faults of one kind in a record, and their number. */
static void tell_clock(event_clocks *k, const xpgn_step *step, int kind, xpgn_slice value,
                       const xpgn_buffer *text) {
    if (text->failed)
        event_no_memory(k->e);
    if (text->failed || ((kind == RISES || kind == ABOVE) && k->online) || k->count[kind]++ > 0)
        return;
    k->finding[kind] =
        event_find(k->e, codes[kind], k->record, clock_place(k, step, value), "%.*s", SLICE(*text));
    name_turn(k, k->finding[kind], step);
}

static void put_clock(xpgn_buffer *b, const xpgn_step *step, int64_t time) {
    xpgn_buffer_printf(b, "%s clock ", xpgn_seat_name(step->position, step->seat));
    put_time(b, time);
}

/* ---- one reading ----------------------------------------------------------------------------- */

static int64_t tolerance(const event_clocks *k) {
    return (int64_t)k->e->o.tolerance * SECOND;
}

static const event_control *control_of(const event_clocks *k, unsigned seat,
                                       const xpgn_position *p) {
    return &k->control[p->seats == 2 && seat == 1 ? 1 : 0];
}

/* Returns by how much the clock rose since an earlier reading, beyond the increments. */
static int64_t gain(const event_control *c, const event_reading *from, const event_reading *now) {
    return now->time - from->time - event_increments(c, from->moves, now->moves);
}

/* Returns the time of later stages that the clock may show now but has not shown yet. */
static int64_t bonus(const event_control *c, const struct event_hand *h, uint32_t moves) {
    int64_t reached;
    (void)event_stage_of(c, moves, &reached);
    return reached + event_repeated(c, moves) - h->used;
}

/* Checks that the clock did not rise too much; later stages may add up to `left` now. */
static bool check_rise(event_clocks *k, const xpgn_step *step, const event_reading *now,
                       xpgn_slice value, int64_t left) {
    struct event_hand *h = &k->hand[step->seat];
    const event_control *c = control_of(k, step->seat, step->position);
    int64_t more = h->last.known ? gain(c, &h->last, now) : 0;
    if (more > tolerance(k) && left > 0 && more <= left + tolerance(k)) {
        h->used += left;
        return false;
    }
    if (more <= tolerance(k) || (h->fault.known && gain(c, &h->fault, now) <= tolerance(k)))
        return false;
    xpgn_buffer text = {0};
    put_clock(&text, step, now->time);
    xpgn_buffer_text(&text, ", expected at most ");
    put_time(&text, now->time - more);
    xpgn_buffer_text(&text, ": it gains ");
    put_time(&text, now->time - h->last.time);
    xpgn_buffer_text(&text, " since ");
    put_time(&text, h->last.time);
    xpgn_buffer_text(&text, ", and may gain ");
    put_time(&text, now->time - more - h->last.time);
    tell_clock(k, step, RISES, value, &text);
    xpgn_buffer_free(&text);
    return true;
}

/* Returns the most that a clock can show; some add the first increment at the start. */
static int64_t most_of(const event_control *c, uint32_t moves) {
    return event_control_most(c, moves) + c->stage[0].increment;
}

static bool check_above(event_clocks *k, const xpgn_step *step, const event_reading *now,
                        xpgn_slice value) {
    const event_control *c = control_of(k, step->seat, step->position);
    int64_t most = most_of(c, now->moves);
    if (now->time <= most + tolerance(k))
        return false;
    xpgn_buffer text = {0};
    put_clock(&text, step, now->time);
    xpgn_buffer_text(&text, ", expected at most ");
    put_time(&text, most);
    xpgn_buffer_text(&text, " by the time control");
    tell_clock(k, step, ABOVE, value, &text);
    xpgn_buffer_free(&text);
    return true;
}

static bool is_near(const event_clocks *k, int64_t time) {
    return time <= tolerance(k) && time >= -tolerance(k);
}

/* Checks the time spent, unless a wrong reading has been reported. */
static bool check_spent(event_clocks *k, const xpgn_step *step, const event_reading *now,
                        const xpgn_slice value[2], int64_t left) {
    struct event_hand *h = &k->hand[step->seat];
    const event_control *c = control_of(k, step->seat, step->position);
    int64_t spent;
    if (!h->last.known || h->fault.known || h->last.moves + 1 != now->moves ||
        !remarks_time(value[1], &spent))
        return false;
    int64_t more = event_increments(c, h->last.moves, now->moves);
    int64_t expected = h->last.time + (c->delay && spent < more ? spent : more) - spent;
    if (is_near(k, now->time - expected))
        return false;
    if (left > 0 && is_near(k, now->time - expected - left)) {
        h->used += h->used < left ? left : 0;
        return false;
    }
    xpgn_buffer text = {0};
    put_clock(&text, step, now->time);
    xpgn_buffer_text(&text, ", expected ");
    put_time(&text, expected > 0 ? expected : 0);
    xpgn_buffer_text(&text, ": the move took ");
    put_time(&text, spent);
    tell_clock(k, step, SPENT, value[0], &text);
    xpgn_buffer_free(&text);
    return true;
}

/* ---- minutes instead of seconds -------------------------------------------------------------- */

/* Reports minutes once for all records; the list is identified by its place. */
static void tell_minutes(event_clocks *k, const event_control *control) {
    event *e = k->e;
    const event_record *r = &e->record[k->record];
    struct event_minutes *m = e->minutes;
    size_t i = 0;
    while (i < e->minutes_count && !slice_equal(m[i].value, k->value))
        i++;
    if (i < e->minutes_count) {
        m[i].records++;
        return;
    }
    if (i == EVENT_MINUTES)
        return;
    char text[CONTROL_ROOM];
    control_write(control, text);
    const char *fixed = event_text(e, slice_of(text));
    bool listed = k->value.data == e->control.data;
    xpgn_place place = listed ? event_place(e, k->value) : event_record_place(r, k->value);
    m[i] = (struct event_minutes){.value = k->value, .records = 1};
    m[i].finding = event_find(e, D_EVENT_CONTROL, listed ? EVENT_NOBODY : k->record, place,
                              "time control %s is in minutes according to the clocks, expected %s",
                              event_text(e, k->value), fixed);
    event_fix(e, m[i].finding, place, fixed);
    e->minutes_count++;
}

/* Decides whether a control is in minutes, by the first clock of a record: 1:30:56 cannot be left
   of 90 seconds. */
static void decide_unit(event_clocks *k, const event_reading *now, const event_control *control) {
    event_control minutes = *control;
    k->decided = true;
    event_control_minutes(&minutes);
    int64_t half = minutes.stage[0].time / 2;
    if (k->value.data == NULL || !control->plain ||
        now->time <= most_of(control, now->moves) + tolerance(k) ||
        now->time > most_of(&minutes, now->moves) + tolerance(k) || now->time < half)
        return;
    for (int i = 0; i < 2; i++)
        event_control_minutes(&k->control[i]);
    tell_minutes(k, &minutes);
}

/* ---- a whole reading ------------------------------------------------------------------------- */

/* Reports one fault of a reading; later readings are also compared with the one before it. */
static void check_reading(event_clocks *k, const xpgn_step *step, const event_reading *now,
                          const xpgn_slice value[2]) {
    struct event_hand *h = &k->hand[step->seat];
    if (!k->decided)
        decide_unit(k, now, control_of(k, step->seat, step->position));
    int64_t left = bonus(control_of(k, step->seat, step->position), h, now->moves);
    bool wrong = check_rise(k, step, now, value[0], left) || check_above(k, step, now, value[0]) ||
                 check_spent(k, step, now, value, left);
    if (wrong) {
        h->fault = *now;
    } else {
        h->last = *now;
        h->fault.known = false;
    }
    if (wrong && !h->last.known)
        h->last = *now;
}

/* Reports an unknown time control, once for all records. */
static void tell_unknown(event_clocks *k, const xpgn_step *step, xpgn_slice value) {
    event *e = k->e;
    if (k->told)
        return;
    k->told = true;
    if (e->uncontrolled++ > 0)
        return;
    e->note = event_find(e, D_EVENT_CLOCK_FREE, k->record, clock_place(k, step, value),
                         "clock time without a known time control: nothing to compare it with");
    name_turn(k, e->note, step);
}

static void read_clock(event_clocks *k, const xpgn_step *step, const xpgn_slice value[2]) {
    event_reading now = {.known = true, .moves = k->hand[step->seat].moves};
    if (!remarks_time(value[0], &now.time)) {
        xpgn_buffer text = {0};
        xpgn_buffer_printf(&text, "found clock time %s, expected one such as 1:29:30",
                           event_text(k->e, value[0]));
        tell_clock(k, step, FORM, value[0], &text);
        xpgn_buffer_free(&text);
    } else if (k->known) {
        check_reading(k, step, &now, value);
    } else {
        tell_unknown(k, step, value[0]);
    }
}

/* ---- a record -------------------------------------------------------------------------------- */

/* Was the game played on a server, by its site: an address of a game, or the server? Players there
   give each other time, or have more in simultaneous games. Studies and broadcasts have games
   played on a board. */
bool event_is_online(xpgn_slice site) {
    static const char server[] = "lichess.org/";
    enum { SHORT = 8, LONG = 12 };
    size_t at = 0, size = sizeof server - 1;
    while (at + size <= site.size && memcmp(site.data + at, server, size) != 0)
        at++;
    if (at + size > site.size)
        return event_has(site, "chess.com");
    size_t id = site.size - at - size;
    for (size_t i = at + size; i < site.size; i++)
        if (!is_letter(site.data[i]) && !is_digit(site.data[i]))
            return false;
    return id >= SHORT && id <= LONG;
}

void event_clocks_begin(event_clocks *k, event *e, uint32_t record) {
    *k = (event_clocks){.e = e, .record = record, .known = e->has_control};
    k->online = event_is_online(e->record[record].tag[EVENT_SITE]);
    const xpgn_slice value[] = {e->record[record].tag[EVENT_CONTROL], e->control};
    if (k->known)
        memcpy(k->control, e->given, sizeof k->control);
    for (size_t i = 0; i < sizeof value / sizeof *value && !k->known; i++) {
        k->known = event_controls_read(value[i], k->control);
        k->value = value[i];
    }
    for (size_t j = 0; j < sizeof codes / sizeof *codes; j++)
        k->finding[j] = SIZE_MAX;
}

void event_clocks_step(event_clocks *k, const xpgn_step *step) {
    const xpgn_slice value[2] = {remarks_command(step->remarks, step->remark_count, "clk"),
                                 remarks_command(step->remarks, step->remark_count, "emt")};
    k->hand[step->seat].moves += step->first;
    if (value[0].data != NULL)
        read_clock(k, step, value);
}

void event_clocks_end(event_clocks *k) {
    for (size_t j = 0; j < sizeof codes / sizeof *codes; j++)
        if (k->count[j] > 1)
            event_hint(k->e, k->finding[j], "and %lu more like it in the record",
                       (unsigned long)k->count[j] - 1);
}

void event_clocks_all(event *e) {
    if (e->uncontrolled > 1)
        event_hint(e, e->note, "and in %lu more records", (unsigned long)e->uncontrolled - 1);
    for (size_t i = 0; i < e->minutes_count; i++)
        if (e->minutes[i].records > 1)
            event_hint(e, e->minutes[i].finding, "and in %lu more records",
                       (unsigned long)e->minutes[i].records - 1);
}

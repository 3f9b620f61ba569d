/* SPDX-License-Identifier: MIT */
/*
 * Clock times of a record, [%clk 1:29:30], against the time control and the time spent, [%emt
 * 0:00:12].
 */
#include "event/event.h"

#include <string.h>

enum { SECOND = 1000 };
enum { RISES, ABOVE, SPENT, FORM };

static const enum diag codes[] = {D_EVENT_CLOCK_RISES, D_EVENT_CLOCK_ABOVE, D_EVENT_CLOCK_SPENT,
                                  D_EVENT_CLOCK_FORM};

/* ---- time controls --------------------------------------------------------------------------- */

/* Reads a number with at most three decimals as thousandths. */
static bool thousandths(const char **p, const char *end, int64_t *out) {
    int64_t n = 0;
    const char *begin = *p;
    for (; *p < end && **p >= '0' && **p <= '9'; ++*p) {
        if (n > 9999999)
            return false;
        n = n * 10 + (**p - '0');
    }
    if (*p == begin)
        return false;
    n *= SECOND;
    if (*p < end && **p == '.') {
        int64_t unit = SECOND / 10;
        for (++*p; *p < end && **p >= '0' && **p <= '9'; ++*p, unit /= 10)
            n += (**p - '0') * unit;
    }
    *out = n;
    return true;
}

/* Reads a stage: 40/6000+30, 5400+30 or 300. Some write the time first, 6000/40: nobody makes more
   than a move in a second. */
static bool read_stage(const char **p, const char *end, struct event_stage *s) {
    *s = (struct event_stage){0, 0, 0};
    if (!thousandths(p, end, &s->time))
        return false;
    if (*p < end && **p == '/') {
        int64_t first = s->time, second;
        ++*p;
        if (!thousandths(p, end, &second))
            return false;
        s->time = first > second ? first : second;
        s->moves = (uint32_t)((first > second ? second : first) / SECOND);
        if (s->moves == 0)
            return false;
    }
    if (*p == end || **p != '+')
        return true;
    ++*p;
    return thousandths(p, end, &s->increment);
}

bool event_control_read(xpgn_slice text, event_control *out) {
    xpgn_slice s = event_trim(text);
    if (s.size == 0)
        return false;
    const char *p = s.data, *end = p + s.size;
    event_control c = {.stages = 0};
    while (p < end) {
        if (c.stages == EVENT_STAGES || !read_stage(&p, end, &c.stage[c.stages++]))
            return false;
        if (p < end && (*p++ != ':' || p == end))
            return false;
    }
    *out = c;
    return c.stages > 0;
}

bool event_controls_read(xpgn_slice text, event_control out[2]) {
    xpgn_slice s = event_trim(text);
    const char *dash = s.size > 0 ? memchr(s.data, '-', s.size) : NULL;
    if (s.size > 0 && s.data[0] == 'W' && dash != NULL) {
        xpgn_slice white = {s.data + 1, (size_t)(dash - s.data) - 1};
        xpgn_slice black = {dash + 1, s.size - white.size - 2};
        return black.size > 1 && black.data[0] == 'B' && event_control_read(white, &out[0]) &&
               event_control_read((xpgn_slice){black.data + 1, black.size - 1}, &out[1]);
    }
    bool good = event_control_read(s, &out[0]);
    out[1] = out[0];
    return good;
}

/* The stage of a move, from 1; *reached: the time of all later stages that have begun since.
   The last stage goes on. */
static const struct event_stage *stage_of(const event_control *c, uint32_t move, int64_t *reached) {
    uint64_t last = 0;
    *reached = 0;
    for (uint32_t i = 0; i + 1 < c->stages; i++) {
        last += c->stage[i].moves;
        if (c->stage[i].moves == 0 || move < last)
            return &c->stage[i];
        *reached += c->stage[i + 1].time;
        if (move == last)
            return &c->stage[i];
    }
    return &c->stage[c->stages - 1];
}

/* The increments of the moves after `from`, up to `to`. */
static int64_t increments(const event_control *c, uint32_t from, uint32_t to) {
    int64_t sum = 0, reached;
    for (uint32_t move = from + 1; move <= to; move++)
        sum += stage_of(c, move, &reached)->increment;
    return sum;
}

/* Where the last stage counts moves, it is given again and again. */
static int64_t repeated(const event_control *c, uint32_t move) {
    const struct event_stage *s = &c->stage[c->stages - 1];
    uint64_t before = 0;
    for (uint32_t i = 0; i + 1 < c->stages; i++)
        before += c->stage[i].moves;
    return s->moves == 0 || move < before ? 0 : (int64_t)((move - before) / s->moves) * s->time;
}

/* ---- commands -------------------------------------------------------------------------------- */

/* Finds [%name value] in a comment; false: it has none. */
static bool find_command(xpgn_slice comment, const char *name, xpgn_slice *value) {
    size_t size = strlen(name);
    for (size_t i = 0; i + size + 2 < comment.size; i++) {
        const char *p = comment.data + i;
        if (p[0] != '[' || p[1] != '%' || memcmp(p + 2, name, size) != 0)
            continue;
        const char *begin = p + 2 + size, *end = comment.data + comment.size;
        const char *close = memchr(begin, ']', (size_t)(end - begin));
        if (close == NULL || strchr(" \t\r\n]", *begin) == NULL)
            continue;
        *value = event_trim((xpgn_slice){begin, (size_t)(close - begin)});
        while (value->size > 0 && strchr("\r\n", value->data[0]) != NULL)
            *value = event_trim((xpgn_slice){value->data + 1, value->size - 1});
        return true;
    }
    return false;
}

/* Reads 1:29:30, 29:30 or 0:00:12.5. */
static bool read_time(xpgn_slice s, int64_t *out) {
    if (s.size == 0)
        return false;
    const char *p = s.data, *end = p + s.size;
    int64_t sum = 0, part;
    int parts = 0;
    for (; parts < 3; p++) {
        if (!thousandths(&p, end, &part) || (parts > 0 && part >= 60 * SECOND))
            return false;
        sum = sum * 60 + part;
        parts++;
        if (p == end || *p != ':' || part % SECOND != 0)
            break;
    }
    *out = sum;
    return parts > 1 && p == end;
}

static void put_time(xpgn_buffer *b, int64_t time) {
    int64_t seconds = time / SECOND;
    xpgn_buffer_printf(b, "%lld:%02lld:%02lld", (long long)(seconds / 3600),
                       (long long)(seconds / 60 % 60), (long long)(seconds % 60));
    if (time % SECOND != 0)
        xpgn_buffer_printf(b, ".%lld", (long long)(time % SECOND / 100));
}

/* ---- findings -------------------------------------------------------------------------------- */

static xpgn_place place_of(const event_clocks *k, const xpgn_step *step, xpgn_slice value) {
    const xpgn_game *g = &k->e->record[k->record].game;
    if (value.data < g->text.data || value.data > g->text.data + g->text.size)
        return step->place;
    return (xpgn_place){(uint32_t)(value.data - g->text.data), (uint32_t)value.size};
}

static void name_turn(event_clocks *k, size_t finding, const xpgn_step *step) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%lu%s %s", (unsigned long)step->number,
                       xpgn_turn_dots(step->position->seats, step->seat), step->facts->text);
    event_turn(k->e, finding, event_take(k->e, &b), step->ply);
}

/* Of several faults of one kind on one clock the first is told, and how many there are. */
static void tell(event_clocks *k, const xpgn_step *step, int kind, xpgn_slice value,
                 const xpgn_buffer *text) {
    struct event_hand *h = &k->hand[step->seat];
    if (text->failed)
        event_no_memory(k->e);
    if (text->failed || h->count[kind]++ > 0)
        return;
    h->finding[kind] =
        event_find(k->e, codes[kind], k->record, place_of(k, step, value), "%.*s", SLICE(*text));
    name_turn(k, h->finding[kind], step);
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

/* By how much the clock rose against an earlier reading, beyond the increments. */
static int64_t gain(const event_control *c, const event_reading *from, const event_reading *now) {
    return now->time - from->time - increments(c, from->moves, now->moves);
}

/* Time of later stages that the clock may show, and did not before. */
static int64_t bonus(const event_control *c, const struct event_hand *h, uint32_t moves) {
    int64_t reached;
    (void)stage_of(c, moves, &reached);
    return reached + repeated(c, moves) - h->used;
}

/* `left`: time of later stages that may be added now. */
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
    xpgn_buffer_text(&text, ": before it stood at ");
    put_time(&text, h->last.time);
    tell(k, step, RISES, value, &text);
    xpgn_buffer_free(&text);
    return true;
}

static bool check_above(event_clocks *k, const xpgn_step *step, const event_reading *now,
                        xpgn_slice value) {
    const event_control *c = control_of(k, step->seat, step->position);
    int64_t reached;
    (void)stage_of(c, now->moves, &reached);
    int64_t most =
        c->stage[0].time + increments(c, 0, now->moves) + reached + repeated(c, now->moves);
    if (now->time <= most + tolerance(k))
        return false;
    xpgn_buffer text = {0};
    put_clock(&text, step, now->time);
    xpgn_buffer_text(&text, ", expected at most ");
    put_time(&text, most);
    xpgn_buffer_text(&text, " by the time control");
    tell(k, step, ABOVE, value, &text);
    xpgn_buffer_free(&text);
    return true;
}

static bool is_near(const event_clocks *k, int64_t time) {
    return time <= tolerance(k) && time >= -tolerance(k);
}

/* Not after a wrong reading: that has been reported. */
static bool check_spent(event_clocks *k, const xpgn_step *step, const event_reading *now,
                        const xpgn_slice value[2], int64_t left) {
    struct event_hand *h = &k->hand[step->seat];
    const event_control *c = control_of(k, step->seat, step->position);
    int64_t spent;
    if (!h->last.known || h->fault.known || h->last.moves + 1 != now->moves ||
        !read_time(value[1], &spent))
        return false;
    int64_t expected = h->last.time + increments(c, h->last.moves, now->moves) - spent;
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
    tell(k, step, SPENT, value[0], &text);
    xpgn_buffer_free(&text);
    return true;
}

/* One fault of a reading is told, and the next readings are held against the one before it too. */
static void check_reading(event_clocks *k, const xpgn_step *step, const event_reading *now,
                          const xpgn_slice value[2]) {
    struct event_hand *h = &k->hand[step->seat];
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

/* Told once for all records. */
static void tell_unknown(event_clocks *k, const xpgn_step *step, xpgn_slice value) {
    event *e = k->e;
    if (k->told)
        return;
    k->told = true;
    if (e->uncontrolled++ > 0)
        return;
    e->note = event_find(e, D_EVENT_CLOCK_FREE, k->record, place_of(k, step, value),
                         "clock time without a known time control: nothing to compare it with");
    name_turn(k, e->note, step);
}

static void read_clock(event_clocks *k, const xpgn_step *step, const xpgn_slice value[2]) {
    event_reading now = {.known = true, .moves = k->hand[step->seat].moves};
    if (!read_time(value[0], &now.time)) {
        xpgn_buffer text = {0};
        xpgn_buffer_printf(&text, "found clock time %s, expected one such as 1:29:30",
                           event_text(k->e, value[0]));
        tell(k, step, FORM, value[0], &text);
        xpgn_buffer_free(&text);
    } else if (k->known) {
        check_reading(k, step, &now, value);
    } else {
        tell_unknown(k, step, value[0]);
    }
}

/* ---- a record -------------------------------------------------------------------------------- */

/* What the record says of its time control, else the list, else the user. */
void event_clocks_begin(event_clocks *k, event *e, uint32_t record) {
    *k = (event_clocks){.e = e, .record = record};
    const xpgn_slice value[] = {e->record[record].tag[EVENT_CONTROL], e->control};
    for (size_t i = 0; i < sizeof value / sizeof *value && !k->known; i++)
        k->known = event_controls_read(value[i], k->control);
    if (!k->known && e->has_control) {
        memcpy(k->control, e->given, sizeof k->control);
        k->known = true;
    }
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++)
        for (size_t j = 0; j < sizeof codes / sizeof *codes; j++)
            k->hand[i].finding[j] = SIZE_MAX;
}

void event_clocks_step(event_clocks *k, const xpgn_step *step) {
    xpgn_slice value[2] = {{NULL, 0}, {NULL, 0}};
    k->hand[step->seat].moves += step->first;
    for (size_t i = 0; i < step->remark_count; i++) {
        const xpgn_remark *r = &step->remarks[i];
        if (r->nag == 0 && value[0].data == NULL)
            (void)find_command(r->text, "clk", &value[0]);
        if (r->nag == 0 && value[1].data == NULL)
            (void)find_command(r->text, "emt", &value[1]);
    }
    if (value[0].data != NULL)
        read_clock(k, step, value);
}

void event_clocks_end(event_clocks *k) {
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++)
        for (size_t j = 0; j < sizeof codes / sizeof *codes; j++)
            if (k->hand[i].count[j] > 1)
                event_hint(k->e, k->hand[i].finding[j], "and %lu more of this clock in the record",
                           (unsigned long)k->hand[i].count[j] - 1);
}

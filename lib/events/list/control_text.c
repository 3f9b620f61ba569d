/* SPDX-License-Identifier: MIT */
/* Time controls: 5400+30, 40/6000+30:900+30, and other forms. */
#include "core/text/time_control.h"
#include "events/list/event_data.h"

#include <string.h>

/* Reads two digits below 60 after a colon. */
static bool sixtieth(const char **p, const char *end, int64_t *out) {
    const char *q = *p;
    if (end - q < 3 || q[0] != ':' || q[1] < '0' || q[1] > '5' || !is_digit(q[2]) ||
        (end - q > 3 && is_digit(q[3])))
        return false;
    *out = (q[1] - '0') * 10 + (q[2] - '0');
    *p += 3;
    return true;
}

/* Reads a time written as on a clock, 1:30:00+30, which nobody means as stages of a few seconds. */
static bool read_hours(const char *p, const char *end, struct event_stage *s) {
    int64_t minutes, seconds;
    *s = (struct event_stage){0, 0, 0};
    if (end - p < 7 || !is_digit(*p))
        return false;
    int64_t hours = *p++ - '0';
    if (is_digit(*p))
        hours = hours * 10 + (*p++ - '0');
    if (!sixtieth(&p, end, &minutes) || !sixtieth(&p, end, &seconds))
        return false;
    s->time = ((hours * 60 + minutes) * 60 + seconds) * CONTROL_SECOND;
    if (p < end && *p++ == '+' && !control_seconds(&p, end, &s->increment))
        return false;
    return p == end && s->time > 0;
}

bool event_control_read(xpgn_slice text, event_control *out) {
    xpgn_slice s = event_trim(text);
    if (s.size == 0)
        return false;
    const char *p = s.data, *end = p + s.size;
    event_control c = {.stages = 1};
    struct control_period period;
    if (read_hours(p, end, &c.stage[0])) {
        *out = c;
        return true;
    }
    c.stages = 0;
    while (p < end) {
        if (c.stages == EVENT_STAGES || !control_period_read(&p, end, &period) || period.sand)
            return false;
        c.stage[c.stages++] = (struct event_stage){period.moves, period.time, period.increment};
        if (p == end)
            break;
        /* every stage but the last has a number of moves */
        if (*p++ != ':' || p == end || c.stage[c.stages - 1].moves == 0)
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

const struct event_stage *event_stage_of(const event_control *c, uint32_t move, int64_t *reached) {
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

int64_t event_increments(const event_control *c, uint32_t from, uint32_t to) {
    int64_t sum = 0, reached;
    for (uint32_t move = from + 1; move <= to; move++)
        sum += event_stage_of(c, move, &reached)->increment;
    return sum;
}

int64_t event_repeated(const event_control *c, uint32_t move) {
    const struct event_stage *s = &c->stage[c->stages - 1];
    uint64_t before = 0;
    for (uint32_t i = 0; i + 1 < c->stages; i++)
        before += c->stage[i].moves;
    return s->moves == 0 || move < before ? 0 : (int64_t)((move - before) / s->moves) * s->time;
}

int64_t event_control_most(const event_control *c, uint32_t moves) {
    int64_t reached;
    (void)event_stage_of(c, moves, &reached);
    return c->stage[0].time + event_increments(c, 0, moves) + reached + event_repeated(c, moves);
}

void event_control_minutes(event_control *c) {
    for (uint32_t i = 0; i < c->stages; i++)
        c->stage[i].time *= 60;
}

static void put_thousandths(xpgn_buffer *b, int64_t n) {
    xpgn_buffer_printf(b, "%lld", (long long)(n / CONTROL_SECOND));
    if (n % CONTROL_SECOND != 0)
        xpgn_buffer_printf(b, ".%03lld", (long long)(n % CONTROL_SECOND));
}

void event_control_put(xpgn_buffer *b, const event_control *c) {
    for (uint32_t i = 0; i < c->stages; i++) {
        const struct event_stage *s = &c->stage[i];
        xpgn_buffer_text(b, i > 0 ? ":" : "");
        if (s->moves > 0)
            xpgn_buffer_printf(b, "%lu/", (unsigned long)s->moves);
        put_thousandths(b, s->time);
        if (s->increment > 0) {
            xpgn_buffer_char(b, '+');
            put_thousandths(b, s->increment);
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* What a time control gives, stage by stage. */
#include "events/list/event_data.h"

#include <string.h>

static bool read_control(xpgn_slice text, event_control *out) {
    return text.size > 0 && control_read(text, out) && !out->stage[0].sand;
}

bool event_controls_read(xpgn_slice text, event_control out[2]) {
    xpgn_slice s = event_trim(text);
    const char *dash = s.size > 0 ? memchr(s.data, '-', s.size) : NULL;
    if (s.size > 0 && s.data[0] == 'W' && dash != NULL) {
        xpgn_slice white = {s.data + 1, (size_t)(dash - s.data) - 1};
        xpgn_slice black = {dash + 1, s.size - white.size - 2};
        return black.size > 1 && black.data[0] == 'B' && read_control(white, &out[0]) &&
               read_control((xpgn_slice){black.data + 1, black.size - 1}, &out[1]);
    }
    bool good = read_control(s, &out[0]);
    out[1] = out[0];
    return good;
}

const struct control_period *event_stage_of(const event_control *c, uint32_t move,
                                            int64_t *reached) {
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
    const struct control_period *s = &c->stage[c->stages - 1];
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

/* SPDX-License-Identifier: MIT */
#include "core/forms/time_control.h"

#include "core/base/slice.h"

#include <stdio.h>
#include <string.h>

bool control_seconds(const char **p, const char *end, int64_t *out) {
    int64_t n = 0, unit = CONTROL_SECOND;
    const char *begin = *p;
    for (; *p < end && is_digit(**p); ++*p) {
        if (*p - begin == 9)
            return false;
        n = n * 10 + (**p - '0');
    }
    if (*p == begin)
        return false;
    n *= CONTROL_SECOND;
    if (*p < end && **p == '.') {
        begin = ++*p;
        for (; *p < end && is_digit(**p); ++*p)
            n += (**p - '0') * (unit /= 10);
        if (*p == begin)
            return false;
    }
    *out = n;
    return true;
}

bool control_period_read(const char **p, const char *end, struct control_period *out) {
    *out = (struct control_period){.sand = *p < end && **p == '*'};
    *p += out->sand;
    if (!control_seconds(p, end, &out->time))
        return false;
    if (out->sand)
        return true;
    if (*p < end && **p == '/') {
        int64_t first = out->time, second;
        ++*p;
        if (!control_seconds(p, end, &second))
            return false;
        out->time = first > second ? first : second;
        out->moves = (uint32_t)((first > second ? second : first) / CONTROL_SECOND);
        if (out->moves == 0)
            return false;
    }
    if (*p == end || **p != '+')
        return true;
    ++*p;
    return control_seconds(p, end, &out->increment);
}

bool control_plain_read(const char *p, const char *end, struct time_control *out) {
    *out = (struct time_control){.plain = true};
    for (;; p++) {
        struct control_period *stage = &out->stage[out->stages];
        if (out->stages++ == CONTROL_STAGES || !control_period_read(&p, end, stage))
            return false;
        if (p == end)
            return true;
        if (*p != ':' || stage->moves == 0)
            return false;
    }
}

static size_t put_seconds(char *to, size_t room, const char *before, int64_t n) {
    long long whole = n / CONTROL_SECOND, part = n % CONTROL_SECOND;
    return (size_t)snprintf(to, room, part != 0 ? "%s%lld.%03lld" : "%s%lld", before, whole, part);
}

void control_write(const struct time_control *c, char text[CONTROL_ROOM]) {
    size_t n = 0;
    *text = '\0';
    for (uint32_t i = 0; i < c->stages; i++) {
        const struct control_period *s = &c->stage[i];
        const char *colon = i > 0 ? ":" : "";
        if (s->moves > 0)
            n += (size_t)snprintf(text + n, CONTROL_ROOM - n, "%s%lu/", colon,
                                  (unsigned long)s->moves);
        n += put_seconds(text + n, CONTROL_ROOM - n,
                         s->moves > 0 ? ""
                         : s->sand    ? "*"
                                      : colon,
                         s->time);
        if (s->increment > 0)
            n += put_seconds(text + n, CONTROL_ROOM - n, "+", s->increment);
    }
}

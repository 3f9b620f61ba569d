/* SPDX-License-Identifier: MIT */
#include "core/text/time_control.h"

#include "core/base/slice.h"

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

/* SPDX-License-Identifier: MIT */
#include "facts/comment_values.h"

#include <stdio.h>
#include <xpgn/rulesets.h>

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/forms/time_control.h"
#include "core/text/roll_text.h"
#include "internal/queries.h"
#include "internal/rules.h"

char *action_uci(char *c, const xpgn_ruleset *rs, const xpgn_position *board,
                 const xpgn_action *a) {
    if (a->kind == XPGN_PASS)
        return stpcpy(c, "0000");
    if (a->kind != XPGN_STEP && a->kind != XPGN_ATTACK && a->kind != XPGN_CASTLING)
        return c;
    c = square_write(c, board, a->from);
    c = square_write(c, board, action_goal(rs, a));
    *c = piece_letter(XPGN_PIECE(1, a->promotion));
    return c + (a->promotion != 0);
}

xpgn_slice remarks_command(const xpgn_remark *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++) {
        struct command c;
        for (size_t at = 0; list[i].nag == 0 && command_next(list[i].text, &at, &c);)
            if (slice_is(c.name, name))
                return c.rest;
    }
    return (xpgn_slice){NULL, 0};
}

bool remarks_time(xpgn_slice text, int64_t *out) {
    if (text.size == 0)
        return false;
    const char *p = text.data, *end = p + text.size;
    int64_t sum = 0, part;
    int parts = 0;
    for (; parts < 3; p++) {
        if (!control_seconds(&p, end, &part) || (parts > 0 && part >= 60 * CONTROL_SECOND))
            return false;
        sum = sum * 60 + part;
        parts++;
        if (p == end || *p != ':' || part % CONTROL_SECOND != 0)
            break;
    }
    *out = sum;
    return parts > 1 && p == end;
}

bool remarks_evaluation(xpgn_slice text, bool mate, int64_t *out) {
    enum { MOST = 1000000, WHOLE = 1000000 };
    if (text.size == 0)
        return false;
    xpgn_slice value = slice_cut(&text, ','); /* the depth follows */
    const char *p = value.data, *end = p + value.size;
    int64_t sum = 0, unit = WHOLE;
    if (p == end || (*p == '#') != mate)
        return false;
    p += mate;
    bool minus = p < end && *p == '-';
    p += minus || (p < end && *p == '+');
    const char *digits = p;
    for (; p < end && is_digit(*p) && sum < MOST; p++)
        sum = sum * 10 + (*p - '0');
    bool any = p > digits;
    sum *= mate ? 1 : WHOLE;
    if (!mate && p < end && *p == '.')
        for (p++; p < end && is_digit(*p); p++, any = true)
            sum += (*p - '0') * (unit /= 10);
    *out = minus ? -sum : sum;
    return any && p == end;
}

/* SPDX-License-Identifier: MIT */
/* Turns as typed: --at 8w. */
#include "shared/diagram/turn_option.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

bool cli_read_turn(const char *text, cli_turn *t) {
    char *end = NULL;
    unsigned long number = text[0] >= '0' && text[0] <= '9' ? strtoul(text, &end, 10) : 0;
    if (number < 1 || number > UINT32_MAX)
        return false;
    t->number = (uint32_t)number;
    if (strcmp(end, "...") == 0)
        t->seat = 'b';
    else if (*end == '\0' || strcmp(end, ".") == 0)
        t->seat = '\0';
    else if (strchr("wrbg", *end) != NULL && end[1] == '\0')
        t->seat = *end;
    else
        return false;
    return true;
}

bool cli_is_turn(const cli_turn *t, const xpgn_step *step) {
    char seat = *xpgn_seat_name(step->position, step->seat);
    return step->number == t->number && (t->seat == 0 || t->seat == seat);
}

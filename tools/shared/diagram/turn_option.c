/* SPDX-License-Identifier: MIT */
/* Turns as typed: --at 8w. */
#include "shared/diagram/turn_option.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* Reads a number from 1, and sets *end to what follows. */
static bool read_count(const char *text, char **end, uint32_t *number) {
    unsigned long n = text[0] >= '0' && text[0] <= '9' ? strtoul(text, end, 10) : 0;
    *number = (uint32_t)n;
    return n >= 1 && n <= UINT32_MAX;
}

bool cli_read_turn(const char *text, cli_turn *t) {
    char *end = NULL;
    if (!read_count(text, &end, &t->number))
        return false;
    t->action = 0;
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

bool cli_read_place(const char *text, cli_turn *t) {
    const char *dot = strchr(text, '.');
    char turn[16], *end = NULL;
    size_t size = dot != NULL ? (size_t)(dot - text) : 0;
    if (size == 0 || size >= sizeof turn || dot[1] < '0' || dot[1] > '9')
        return cli_read_turn(text, t);
    memcpy(turn, text, size);
    turn[size] = '\0';
    return cli_read_turn(turn, t) && t->seat != 0 && read_count(dot + 1, &end, &t->action) &&
           *end == '\0';
}

bool cli_is_turn(const cli_turn *t, const xpgn_step *step) {
    char seat = *xpgn_seat_name(step->position, step->seat);
    return step->number == t->number && (t->seat == 0 || t->seat == seat);
}

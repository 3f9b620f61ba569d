/* SPDX-License-Identifier: MIT */
/* --only: some boards of an evening. */
#include "compare/compare_batch.h"

#include <stdlib.h>

/* Reads the next of several boards, 7, 7-12 or 4.7, and moves *p past it and its comma; false if it
   is malformed. *round: 0 if it is not said. */
static bool read_boards(const char **p, uint64_t *round, cli_range *boards) {
    uint64_t number;
    const char *at = *p;
    *round = 0;
    if (cli_read_digits(&at, &number) && *at == '.') {
        *round = number;
        *p = at + 1;
    }
    if (!cli_read_range(p, boards) || (**p != ',' && **p != '\0'))
        return false;
    *p += **p == ',';
    return true;
}

static uint64_t number_of(const xpgn_pairing *p, size_t index) {
    return p->board > 0 ? p->board : index + 1;
}

static bool is_among(const xpgn_pairing *p, size_t index, uint64_t round, const cli_range *boards) {
    const uint64_t number = number_of(p, index);
    return (round == 0 || round == p->round) && number >= boards->first && number <= boards->last;
}

bool batch_wants(const board_batch *b, size_t index) {
    xpgn_pairing p;
    uint64_t round;
    cli_range boards;
    const char *at = b->o->only;
    if (at == NULL)
        return true;
    if (index == SIZE_MAX || !xpgn_event_pairing(b->event, index, &p))
        return false;
    while (*at != '\0' && read_boards(&at, &round, &boards))
        if (is_among(&p, index, round, &boards))
            return true;
    return false;
}

/* True if the list has one of these boards. */
static bool has_any(const board_batch *b, uint64_t round, const cli_range *boards) {
    xpgn_pairing p;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &p); i++)
        if (is_among(&p, i, round, boards))
            return true;
    return false;
}

bool batch_check_only(board_batch *b) {
    uint64_t round;
    cli_range boards;
    const char *at = b->o->only;
    while (at != NULL) {
        const char *from = at;
        if (!read_boards(&at, &round, &boards)) {
            (void)cli_usage(b->c, "--only: '%s' is not a list of boards, such as 7,9-12 or 4.7",
                            b->o->only);
            return false;
        }
        if (!has_any(b, round, &boards)) {
            cli_message(b->c, "--only: the list has no board %.*s", (int)strcspn(from, ","), from);
            return false;
        }
        at = *at != '\0' ? at : NULL;
    }
    return true;
}

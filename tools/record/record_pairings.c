/* SPDX-License-Identifier: MIT */
/*
 * The players of a board from a pairings file: CSV (RFC 4180, or with semicolons), whose first line
 * names the columns round, board, white, black, and optionally red and green, in any order.
 */
#include "internal/rules.h"
#include "record/record_tool.h"

#include <string.h>

enum { MOST = 16 << 20 };

enum { ROUND, BOARD, PLAYERS, WANTED = PLAYERS + XPGN_MAX_SEATS };

static const char *wanted(size_t i) {
    static const char *const others[] = {"round", "board"};
    return i < PLAYERS ? others[i] : xpgn_seat_tag(XPGN_MAX_SEATS, cli_roster_parties[i - PLAYERS]);
}

static void set_listed_tag(record *r, const char *name, xpgn_slice value) {
    xpgn_reply a = {XPGN_REPLY};
    (void)record_set_tag(r, name, value, &a);
    xpgn_buffer_free(&a.text);
}

static void take_players(record *r, const struct csv_reader *t, const size_t column[WANTED]) {
    xpgn_slice round = csv_cell(t, column[ROUND]);
    if (round.size > 0)
        set_listed_tag(r, "Round", round);
    for (size_t i = PLAYERS; i < WANTED; i++)
        if (csv_cell(t, column[i]).size > 0)
            set_listed_tag(r, wanted(i), csv_cell(t, column[i]));
}

/* Takes the players from the only line of the board. False after a message if there is none, or
   several, or a column is missing. */
static bool find_pairing(record *r, struct csv_reader *t, const char *round, const char *board) {
    const char *path = r->o->pairings;
    size_t column[WANTED], found = 0;
    (void)csv_next(t);
    for (size_t i = 0; i < WANTED; i++)
        column[i] = csv_column(t, wanted(i));
    for (size_t i = 0; i < 4; i++)
        if (column[i] == SIZE_MAX) {
            cli_message(r->c,
                        "%s: found no column %s in its first line, expected round, board, "
                        "white, black",
                        path, wanted(i));
            return false;
        }
    while (csv_next(t))
        if ((round == NULL || cli_equal(csv_cell(t, column[ROUND]), cli_slice(round))) &&
            cli_equal(csv_cell(t, column[BOARD]), cli_slice(board))) {
            found++;
            take_players(r, t, column);
        }
    if (found != 1)
        cli_message(r->c, "%s: found %zu pairings of board %s%s%s, expected one", path, found,
                    board, round != NULL ? " in round " : "",
                    round != NULL ? round : "; give --round");
    return found == 1;
}

bool record_pair(record *r) {
    const record_options *o = r->o;
    char board[24];
    if (o->board == 0) {
        (void)cli_usage(r->c, "--pairings requires --board=N");
        return false;
    }
    struct csv_reader *t = cli_read_table(r->c, o->pairings, MOST, NULL);
    if (t == NULL)
        return false;
    (void)snprintf(board, sizeof board, "%llu", (unsigned long long)o->board);
    bool good = find_pairing(r, t, o->named[3], board);
    csv_free(t);
    return good;
}

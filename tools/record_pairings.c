/* SPDX-License-Identifier: MIT */
/*
 * The players of a board from a pairings file: CSV (RFC 4180, or with semicolons), whose first line
 * names the columns round, board, white, black, perhaps red and green, in any order.
 */
#include "record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { COLUMNS = 32, MOST = 16 << 20 };

typedef struct table {
    xpgn_buffer text; /* the file; cells are unquoted in place */
    size_t at;
    char separator;
    size_t count; /* cells of the current line */
    xpgn_slice cell[COLUMNS];
} table;

static const char *const wanted[] = {"round", "board", "White", "Black", "Red", "Green"};
enum { ROUND, BOARD, WHITE, WANTED = 6 };

static bool read_file(record *r, const char *path, xpgn_buffer *b) {
    char part[8192];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (f == NULL) {
        cli_message(r->c, "%s: %s", path, strerror(errno));
        return false;
    }
    while (b->size < MOST && (n = fread(part, 1, sizeof part, f)) > 0)
        xpgn_buffer_put(b, part, n);
    bool good = !ferror(f) && b->size < MOST;
    if (!good)
        cli_message(r->c, "%s: cannot be read", path);
    (void)fclose(f);
    if (b->failed)
        cli_no_memory(r->c);
    return good;
}

/* Reads a quoted cell in place, from behind its first quote. */
static xpgn_slice quoted(table *t) {
    char *d = t->text.data;
    size_t begin = t->at, to = begin;
    for (; t->at < t->text.size; t->at++) {
        if (d[t->at] == '"' && (t->at + 1 == t->text.size || d[t->at + 1] != '"')) {
            t->at++;
            break;
        }
        t->at += d[t->at] == '"';
        d[to++] = d[t->at];
    }
    return (xpgn_slice){d + begin, to - begin};
}

static bool at_end_of_cell(const table *t) {
    char c = t->at < t->text.size ? t->text.data[t->at] : '\n';
    return c == t->separator || c == '\n' || c == '\r';
}

static xpgn_slice next_cell(table *t) {
    xpgn_slice cell = {t->text.data + t->at, 0};
    if (t->at < t->text.size && t->text.data[t->at] == '"') {
        t->at++;
        cell = quoted(t);
    } else {
        size_t begin = t->at;
        while (!at_end_of_cell(t))
            t->at++;
        cell.size = t->at - begin;
    }
    while (!at_end_of_cell(t))
        t->at++;
    return cell;
}

/* Reads the next line that is not empty; false: there is none. */
static bool next_line(table *t) {
    const char *d = t->text.data;
    while (t->at < t->text.size && (d[t->at] == '\n' || d[t->at] == '\r'))
        t->at++;
    t->count = 0;
    if (t->at >= t->text.size)
        return false;
    for (;;) {
        xpgn_slice cell = next_cell(t);
        if (t->count < COLUMNS)
            t->cell[t->count++] = cell;
        if (t->at >= t->text.size || d[t->at] != t->separator)
            return true;
        t->at++;
    }
}

/* The columns that are wanted, by their names; SIZE_MAX: not there. */
static void find_columns(const table *t, size_t column[WANTED]) {
    for (size_t i = 0; i < WANTED; i++) {
        column[i] = SIZE_MAX;
        for (size_t j = 0; j < t->count; j++)
            if (t->cell[j].size == strlen(wanted[i]) &&
                strncasecmp(t->cell[j].data, wanted[i], t->cell[j].size) == 0)
                column[i] = j;
    }
}

static xpgn_slice cell_at(const table *t, size_t column) {
    return column < t->count ? t->cell[column] : (xpgn_slice){"", 0};
}

static bool same(xpgn_slice a, const char *b) {
    return a.size == strlen(b) && memcmp(a.data, b, a.size) == 0;
}

static void take_players(record *r, const table *t, const size_t column[WANTED]) {
    xpgn_slice round = cell_at(t, column[ROUND]);
    if (round.size > 0)
        record_set_tag(&r->sheet, "Round", round);
    for (size_t i = WHITE; i < WANTED; i++)
        if (cell_at(t, column[i]).size > 0)
            record_set_tag(&r->sheet, wanted[i], cell_at(t, column[i]));
}

/* Finds the one line of the board. */
static bool find_pairing(record *r, table *t, const char *round, const char *board) {
    const char *path = r->o->pairings;
    size_t column[WANTED], found = 0;
    (void)next_line(t);
    find_columns(t, column);
    for (size_t i = 0; i < 4; i++)
        if (column[i] == SIZE_MAX) {
            cli_message(r->c,
                        "%s: found no column %s in its first line, expected round, board, "
                        "white, black",
                        path, wanted[i]);
            return false;
        }
    while (next_line(t))
        if ((round == NULL || same(cell_at(t, column[ROUND]), round)) &&
            same(cell_at(t, column[BOARD]), board)) {
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
    table t = {.separator = ','};
    char board[24];
    if (o->board == 0) {
        (void)cli_usage(r->c, "--pairings requires --board=N");
        return false;
    }
    if (!read_file(r, o->pairings, &t.text))
        return false;
    if (t.text.size >= 3 && memcmp(t.text.data, "\xEF\xBB\xBF", 3) == 0)
        t.at = 3;
    const char *end = t.text.size > 0 ? memchr(t.text.data, '\n', t.text.size) : NULL;
    size_t first = end != NULL ? (size_t)(end - t.text.data) : t.text.size;
    if (first > 0 && memchr(t.text.data, ',', first) == NULL)
        t.separator = ';';
    (void)snprintf(board, sizeof board, "%llu", (unsigned long long)o->board);
    bool good = find_pairing(r, &t, o->named[3], board);
    xpgn_buffer_free(&t.text);
    return good;
}

/* SPDX-License-Identifier: MIT */
/* The board of a sheet: by its tags and headings; without players there, by the players that the
   name of its file names, then by the numbers in it. */
#include "compare/compare_batch.h"
#include "frame/file_paths.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

enum { ROUND, BOARD, WHITE, BLACK, TAGS };

static const char *const names[TAGS] = {"Round", "Board", "White", "Black"};

static void take_sheet_tags(const board_batch *b, xpgn_slice text, xpgn_slice value[TAGS]) {
    xpgn_slice name[TAGS];
    for (int i = 0; i < TAGS; i++)
        name[i] = cli_slice(names[i]);
    xpgn_reader_tags(b->reader, text, name, TAGS, value);
}

static bool is_said(xpgn_slice value) {
    return value.size > 0 && value.data[0] != '?' && value.data[0] != '-';
}

/* ---- numbers in the name of a file ------------------------------------------------------------
 */

/* Finds the first two numbers in the name of a file, as in "round2-board5.txt" or "r2 b5.csv";
   returns how many. */
static size_t numbers_of(const char *file, unsigned number[2]) {
    const char *p = path_name(file);
    const char *dot = strrchr(p, '.');
    size_t count = 0;
    while (*p != '\0' && p != dot && count < 2) {
        if (!isdigit((unsigned char)*p)) {
            p++;
            continue;
        }
        number[count++] = (unsigned)strtoul(p, NULL, 10);
        while (isdigit((unsigned char)*p))
            p++;
    }
    return count;
}

/* The round of all pairings; false if there are several. */
static bool only_round(const board_batch *b, unsigned *round) {
    xpgn_pairing p;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &p); i++) {
        if (i > 0 && p.round != *round)
            return false;
        *round = p.round;
    }
    return true;
}

/* ---- players in the name of a file ------------------------------------------------------------
 */

static bool is_letter(char c) {
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

static bool same_letters(const char *a, const char *b, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

/* The family name: before the comma, else the last word. */
static xpgn_slice family_of(xpgn_slice name) {
    const char *comma = memchr(name.data, ',', name.size);
    size_t from = name.size;
    if (comma != NULL)
        return (xpgn_slice){name.data, (size_t)(comma - name.data)};
    while (from > 0 && name.data[from - 1] != ' ')
        from--;
    return (xpgn_slice){name.data + from, name.size - from};
}

/* True if the name of the file has this name as a word. */
static bool has_name(const char *file, xpgn_slice name) {
    const char *start = path_name(file), *dot = strrchr(start, '.');
    const char *end = dot != NULL ? dot : start + strlen(start);
    for (const char *p = start; name.size > 1 && p + name.size <= end; p++)
        if ((p == start || !is_letter(p[-1])) &&
            (p + name.size == end || !is_letter(p[name.size])) &&
            same_letters(p, name.data, name.size))
            return true;
    return false;
}

/* The pairing of which the name of the file names most players; SIZE_MAX if it names nobody, or of
   several as many. */
static size_t place_by_players(const board_batch *b, const char *file, unsigned round) {
    size_t best = SIZE_MAX, most = 0;
    xpgn_pairing p;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &p); i++) {
        size_t named = 0;
        for (unsigned s = 0; s < p.seats; s++)
            named += has_name(file, family_of(p.name[s]));
        if (named == 0 || named < most || (round != 0 && p.round != round))
            continue;
        best = named > most ? i : SIZE_MAX;
        most = named;
    }
    return best;
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Places a sheet with these tags before its own. */
static xpgn_status place_with(board_batch *b, const xpgn_game *game, xpgn_buffer *tags,
                              size_t *pairing) {
    xpgn_game marked = *game;
    xpgn_buffer_slice(tags, game->text);
    if (tags->failed)
        cli_no_memory(b->c);
    marked.text = (xpgn_slice){tags->data, tags->size};
    xpgn_status status = xpgn_event_place(b->event, &marked, pairing);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status;
}

unsigned batch_seat(const xpgn_pairing *p, const char *file) {
    unsigned seat = UINT_MAX, named = 0;
    for (unsigned s = 0; s < p->seats; s++)
        if (has_name(file, family_of(p->name[s]))) {
            seat = s;
            named++;
        }
    return named == 1 ? seat : UINT_MAX;
}

xpgn_status batch_place(board_batch *b, const xpgn_game *game, size_t *pairing, batch_by *by) {
    xpgn_slice value[TAGS];
    unsigned number[2], round = 0;
    xpgn_buffer tags = {0};
    take_sheet_tags(b, game->text, value);
    bool named = is_said(value[WHITE]) || is_said(value[BLACK]);
    size_t count = numbers_of(game->file, number);
    if (is_said(value[ROUND]))
        round = (unsigned)strtoul(value[ROUND].data, NULL, 10);
    *pairing = named || is_said(value[BOARD]) ? SIZE_MAX : place_by_players(b, game->file, round);
    *by = *pairing != SIZE_MAX ? BATCH_BY_PLAYERS : BATCH_BY_TAGS;
    if (*pairing != SIZE_MAX)
        return XPGN_OK;
    if (count == 1 && only_round(b, &round)) { /* it is that of the board */
        number[1] = number[0];
        number[0] = round;
        count = 2;
    }
    if (count == 2 && !is_said(value[ROUND]))
        xpgn_buffer_printf(&tags, "[Round \"%u\"]\n", number[0]);
    if (count == 2 && !is_said(value[BOARD]))
        xpgn_buffer_printf(&tags, "[Board \"%u\"]\n", number[1]);
    *by = tags.size > 0 && !named ? BATCH_BY_NUMBERS : *by;
    xpgn_status status = place_with(b, game, &tags, pairing);
    xpgn_buffer_free(&tags);
    return status;
}

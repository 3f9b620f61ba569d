/* SPDX-License-Identifier: MIT */
/*
 * The list of an event as a crosstable exported by chess-results: a player in each line with the
 * rounds, where 17b1 is a win with Black against number 17. Numbers are those of the first column,
 * ranks or starting ranks.
 */
#include "core/text/csv_reader.h"
#include "events/list/pair_results.h"
#include "internal/text_out.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBER, NAME, RATING, ID, POINTS, COLUMNS };

typedef struct crosstable {
    event *e;
    const struct csv_reader *table;
    event_cells *cells;
    size_t column[COLUMNS];
    uint32_t round[CSV_COLUMNS]; /* [column]; 0: not a round */
    bool ranks;                  /* the numbers are ranks */
} crosstable;

#define TEXT(s) event_text(r->e, s)

/* ---- headings -------------------------------------------------------------------------------- */

/* Returns the column with one of these headings, of which some end with a blank; or SIZE_MAX. */
static size_t find_heading(const struct csv_reader *table, const char *const *names) {
    for (; *names != NULL; names++)
        for (size_t i = 0; i < table->count; i++) {
            xpgn_slice s = event_trim(table->cell[i]);
            if (s.size == strlen(*names) && strncasecmp(s.data, *names, s.size) == 0)
                return i;
        }
    return SIZE_MAX;
}

/* Returns the round of a heading such as 3.Rd; 0 if it is not one. */
static uint32_t round_of_heading(xpgn_slice heading) {
    xpgn_slice s = event_trim(heading);
    uint32_t round = 0;
    size_t n = 0;
    for (; n < s.size && n < 3 && is_digit(s.data[n]); n++)
        round = round * 10 + (uint32_t)(s.data[n] - '0');
    bool word = s.size - n == 3 && strncasecmp(s.data + n, ".rd", 3) == 0;
    return word && n > 0 ? round : 0;
}

static bool take_crosstable_heading(crosstable *r) {
    static const char *const ranks[] = {"rk.", "rk", "rank", "rg.", "rang", NULL};
    static const char *const numbers[] = {"no.", "no", "nr.", "nr", "snr", "sno", NULL};
    static const char *const others[COLUMNS][4] = {[NAME] = {"name"},
                                                   [RATING] = {"rtg", "elo", "rating"},
                                                   [ID] = {"fideid", "fide-id", "id"},
                                                   [POINTS] = {"pts.", "pkt.", "points"}};
    bool rounds = false;
    for (size_t i = 0; i < r->table->count; i++) {
        r->round[i] = round_of_heading(r->table->cell[i]);
        rounds = rounds || r->round[i] > 0;
    }
    r->column[NUMBER] = find_heading(r->table, ranks);
    r->ranks = r->column[NUMBER] != SIZE_MAX;
    if (!r->ranks)
        r->column[NUMBER] = find_heading(r->table, numbers);
    for (int i = NAME; i < COLUMNS; i++)
        r->column[i] = find_heading(r->table, others[i]);
    return rounds && r->column[NUMBER] != SIZE_MAX && r->column[NAME] != SIZE_MAX;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static xpgn_slice crosstable_cell(const crosstable *r, int what) {
    return event_trim(csv_cell(r->table, r->column[what]));
}

static xpgn_place crosstable_place(const crosstable *r, int what) {
    return event_cell_place(r->table, r->column[what]);
}

/* Returns TRF's character for the result of a game or of a round without one; 0 if it is none. */
static char result_of(xpgn_slice s, bool game) {
    static const struct {
        const char *text;
        char game, bye;
    } results[] = {{"1", '1', 'U'}, {"\xC2\xBD", '=', 'H'}, {"=", '=', 'H'}, {"0", '0', 'Z'},
                   {"+", '+', 'F'}, {"-", '-', 'Z'},        {"", ' ', 'Z'}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (slice_equal(s, slice_of(results[i].text)))
            return game ? results[i].game : results[i].bye;
    return 0;
}

/* Reads 17b1, 4w (no result yet), -1 or -½ (a bye); German tables have S for Black. */
static void read_crosstable_cell(crosstable *r, size_t column) {
    xpgn_slice all = event_trim(r->table->cell[column]), s = all;
    event_cell c = {
        .round = r->round[column], .color = '-', .place = event_cell_place(r->table, column)};
    if (s.size == 0)
        return;
    size_t n = 0;
    for (; n < s.size && n < 4 && is_digit(s.data[n]); n++)
        c.opponent = c.opponent * 10 + (uint32_t)(s.data[n] - '0');
    bool game = n > 0 && n < s.size && strchr("wWbBsS", s.data[n]) != NULL;
    if (game)
        c.color = strchr("wW", s.data[n]) != NULL ? 'w' : 'b';
    else
        c.opponent = 0;
    n = game ? n + 1 : s.data[0] == '-' && s.size > 1;
    s = event_trim((xpgn_slice){s.data + n, s.size - n});
    c.result = result_of(s, game);
    if (c.result != 0 && !(game && c.opponent == 0))
        event_cells_add(r->cells, c);
    else
        (void)event_find(r->e, D_EVENT_LIST, EVENT_NOBODY, c.place,
                         "found %s in round %lu, expected opponent, color and result, such as 17b1",
                         TEXT(all), (unsigned long)c.round);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void read_figures(crosstable *r, event_player *p) {
    uint64_t n = 0;
    if (r->ranks) {
        p->final = p->rank;
        p->final_place = crosstable_place(r, NUMBER);
    }
    if (event_number_read(crosstable_cell(r, RATING), 9999, &n))
        p->rating = (uint32_t)n;
    if (event_number_read(crosstable_cell(r, ID), UINT64_MAX / 16, &n))
        p->fide = n;
    xpgn_slice points = crosstable_cell(r, POINTS);
    if (points.size > 0 && event_points_read(points, &p->points))
        p->points_place = crosstable_place(r, POINTS);
}

static void read_crosstable_line(crosstable *r) {
    event *e = r->e;
    const struct csv_reader *t = r->table;
    xpgn_slice number = crosstable_cell(r, NUMBER), name = crosstable_cell(r, NAME);
    uint64_t n = 0;
    if (event_tell_fault(e, t) || name.size == 0)
        return; /* without a name it is a line below the table */
    if (!event_number_read(number, EVENT_RANKS - 1, &n) || n == 0) {
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, crosstable_place(r, NUMBER),
                         "found %s, expected the number of %s",
                         TEXT(number.size > 0 ? number : slice_of("nothing")), TEXT(name));
        return;
    }
    if (r->cells->of_rank[n] != EVENT_NOBODY) {
        (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, crosstable_place(r, NUMBER),
                         "number %lu occurs twice", (unsigned long)n);
        return;
    }
    r->cells->nobody[n] = event_is_nobody(name);
    if (r->cells->nobody[n])
        return;
    event_player *p = event_player_add(e, name, crosstable_place(r, NAME));
    if (p == NULL)
        return;
    p->rank = (uint32_t)n;
    event_cells_begin(r->cells, (uint32_t)n, (uint32_t)e->players - 1);
    read_figures(r, p);
    for (size_t i = 0; i < t->count; i++)
        if (r->round[i] > 0)
            read_crosstable_cell(r, i);
}

bool event_is_crosstable(const struct csv_reader *table) {
    crosstable r = {.table = table};
    return take_crosstable_heading(&r);
}

void event_crosstable_read(event *e) {
    crosstable r = {.e = e, .table = e->table, .cells = event_cells_new(e)};
    if (r.cells == NULL)
        return;
    (void)take_crosstable_heading(&r);
    while (e->status == XPGN_OK && csv_next(e->table))
        read_crosstable_line(&r);
    event_cells_pair(r.cells);
    free(r.cells);
}

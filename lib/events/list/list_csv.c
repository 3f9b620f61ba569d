/* SPDX-License-Identifier: MIT */
/* The list of an event as a table with a game in each line. */
#include "core/text/csv_reader.h"
#include "events/list/event_data.h"
#include "internal/events.h"
#include "internal/sealed.h"
#include "internal/text_out.h"

#include <string.h>
#include <strings.h>
#include <xpgn/record.h>

enum { ROUND, BOARD, RESULT, DATE, EVENT, SEATS, IDS = SEATS + XPGN_MAX_SEATS, COLUMNS = IDS + 4 };

/* Seats are in turn order: with four, Red is the second. */
enum { WHITE, RED, BLACK, GREEN };

static const char *name_of_column(int column) {
    static const char *const names[SEATS] = {"round", "board", "result", "date", "event"};
    return column >= IDS     ? event_id_names[column - IDS]
           : column >= SEATS ? xpgn_party_name((unsigned)(column - SEATS))
                             : names[column];
}

/* Tables of chess-results may have two columns headed Name; returns one of them, or SIZE_MAX. */
static size_t find_name_column(const struct csv_reader *table, bool second) {
    size_t found = SIZE_MAX, count = 0;
    for (size_t i = 0; i < table->count; i++) {
        xpgn_slice s = event_trim(table->cell[i]);
        if (s.size == 4 && strncasecmp(s.data, "name", 4) == 0 && count++ == second)
            found = i;
    }
    return count == 2 ? found : SIZE_MAX;
}

/* Finds a column by the headings of chess-results and Swiss-Manager, in English and German, and of
   other programs. */
static size_t find_column(const struct csv_reader *table, int column) {
    static const char *const others[SEATS + XPGN_MAX_SEATS][6] = {
        [ROUND] = {"rd.", "rd", "runde", "rnd", "rnd.", "r"},
        [BOARD] = {"bo.", "bo", "brett", "br.", "table", "tisch"},
        [RESULT] = {"ergebnis", "erg.", "res.", "res"},
        [DATE] = {"datum"},
        [EVENT] = {"turnier", "tournament"},
        [SEATS + WHITE] = {"wei\xC3\x9F", "weiss", "white player", "whiteplayer", "white name",
                           "player 1"},
        [SEATS + BLACK] = {"schwarz", "black player", "blackplayer", "black name", "player 2"}};
    size_t found = csv_column(table, name_of_column(column));
    for (int i = 0; column < IDS && i < 6 && found == SIZE_MAX && others[column][i] != NULL; i++)
        found = csv_column(table, others[column][i]);
    bool player = column == SEATS + WHITE || column == SEATS + BLACK;
    return found == SIZE_MAX && player ? find_name_column(table, column == SEATS + BLACK) : found;
}

typedef struct reader {
    event *e;
    struct csv_reader *table;
    size_t column[COLUMNS];
    uint32_t section; /* the round of a heading above the games, "Round 3"; 0: none */
    bool other;       /* the last line belongs to another event */
    bool crosstable;  /* the table is a crosstable (crosstable.c) */
} reader;

#define TEXT(s) event_text(r->e, s)

static xpgn_slice list_cell(const reader *r, int what) {
    return event_trim(csv_cell(r->table, r->column[what]));
}

xpgn_place event_cell_place(const struct csv_reader *t, size_t column) {
    if (column >= t->count)
        return (xpgn_place){(uint32_t)t->begin, (uint32_t)t->size};
    size_t end = column + 1 < t->count ? t->where[column + 1] - 1 : t->begin + t->size;
    return (xpgn_place){(uint32_t)t->where[column], (uint32_t)(end - t->where[column])};
}

static xpgn_place list_place(const reader *r, int what) {
    return event_cell_place(r->table, r->column[what]);
}

bool event_tell_fault(event *e, const struct csv_reader *t) {
    if (t->fault != NULL)
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, (xpgn_place){(uint32_t)t->fault_at, 1},
                         "%s", t->fault);
    return t->fault != NULL;
}

/* ---- players --------------------------------------------------------------------------------- */

static uint32_t listed_player(reader *r, int seat) {
    event *e = r->e;
    xpgn_slice name = list_cell(r, SEATS + seat), id = list_cell(r, IDS + seat);
    event_key key;
    uint64_t fide = 0;
    event_key_make(&key, name);
    uint32_t player = event_player_find(e, &key);
    if (player == EVENT_NOBODY) {
        player = (uint32_t)e->players;
        if (event_player_add(e, name, list_place(r, SEATS + seat)) == NULL)
            return EVENT_NOBODY;
    }
    event_player *p = &e->player[player];
    if (id.size > 0 && !event_number_read(id, UINT64_MAX / 16, &fide))
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, list_place(r, IDS + seat),
                         "found %s, expected a FIDE number", TEXT(id));
    else if (fide != 0 && p->fide != 0 && p->fide != fide)
        (void)event_find(e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY, list_place(r, IDS + seat),
                         "found %s, but %s had %llu before", TEXT(id), TEXT(p->name),
                         (unsigned long long)p->fide);
    else if (fide != 0)
        p->fide = fide;
    return player;
}

/* ---- results --------------------------------------------------------------------------------- */

/* Reads which side won by forfeit: +/-, -:+, +-- and the like. False if it is anything else. */
static bool forfeit_read(xpgn_slice s, uint8_t score[XPGN_MAX_SEATS]) {
    if (s.size < 2 || s.size > 3 || (s.size == 3 && strchr("-/:", s.data[1]) == NULL))
        return false;
    for (int i = 0; i < 2; i++) {
        char c = s.data[i == 0 ? 0 : s.size - 1];
        if (c != '+' && c != '-')
            return false;
        score[i] = c == '+' ? EVENT_SCORE : 0;
    }
    return score[0] == 0 || score[1] == 0;
}

/* Half a point to nothing. */
static bool half_read(xpgn_slice s, uint8_t score[XPGN_MAX_SEATS]) {
    bool half[2] = {slice_is(s, "1/2-0"), slice_is(s, "0-1/2")};
    for (int i = 0; i < 2; i++)
        score[i] = half[i] ? EVENT_SCORE / 2 : 0;
    return half[0] || half[1];
}

static bool is_open_result(xpgn_slice s) {
    return s.size == 0 || (s.size == 1 && strchr("*?-", s.data[0]) != NULL);
}

/* Converts a result to the grammar: chess-results writes "1 - 0" and a half as one character,
   others 1:0 and 0,5-0,5. A text that is too long is returned unchanged. */
static xpgn_slice plain_result(xpgn_slice s, char *to, size_t room) {
    static const struct {
        const char *text, *is;
    } forms[] = {{" ", ""},  {"\xC2\xBD", "1/2"},   {"0.5", "1/2"}, {"0,5", "1/2"},
                 {":", "-"}, {"\xE2\x80\x93", "-"}, {"1.0", "1"},   {"0.0", "0"}};
    size_t size = 0;
    for (size_t i = 0, n; i < s.size; i += n) {
        const char *is = NULL;
        n = 1;
        for (size_t k = 0; is == NULL && k < sizeof forms / sizeof *forms; k++) {
            size_t length = strlen(forms[k].text);
            if (length > s.size - i || memcmp(s.data + i, forms[k].text, length) != 0)
                continue;
            is = forms[k].is;
            n = length;
        }
        xpgn_slice piece = is != NULL ? slice_of(is) : (xpgn_slice){s.data + i, 1};
        if (size + piece.size > room)
            return s;
        memcpy(to + size, piece.data, piece.size);
        size += piece.size;
    }
    return (xpgn_slice){to, size};
}

/* Removes Swiss-Manager's letter for a forfeit, as in 1-0F or 1-0K; false if there is none. */
static bool is_marked(xpgn_slice *s) {
    if (s->size < 4 || strchr("FfKk", s->data[s->size - 1]) == NULL)
        return false;
    s->size--;
    return true;
}

static void read_listed_result(reader *r, event_pairing *p) {
    char plain[32];
    xpgn_slice found = list_cell(r, RESULT), s = plain_result(found, plain, sizeof plain);
    bool free = is_marked(&s);
    if (is_open_result(s))
        return;
    if (xpgn_result_read(s, p->seats, p->score)) {
        p->kind = free ? EVENT_FORFEIT : EVENT_PLAYED;
    } else if (p->seats == 2 && forfeit_read(s, p->score)) {
        p->kind = EVENT_FORFEIT;
    } else if (p->seats == 2 && slice_equal(s, slice_of("1/2"))) {
        p->kind = EVENT_PLAYED;
        p->score[0] = p->score[1] = EVENT_SCORE / 2;
    } else {
        size_t n = event_find(r->e, D_EVENT_LIST, EVENT_NOBODY, list_place(r, RESULT),
                              "found result %s, expected one for %u players", TEXT(found),
                              (unsigned)p->seats);
        event_hint(r->e, n, "write %s",
                   p->seats == 4 ? "four shares, 0-1-0-0, or *"
                                 : "1-0, 0-1, 1/2-1/2, 0-0 or *; +/-, -/+ or -/- without a game");
    }
}

/* Reads the points of a bye, a pairing with one player: a letter of TRF, points, or the result of a
   game against nobody. */
static void read_bye(reader *r, event_pairing *p, bool black) {
    char plain[32];
    uint8_t score[XPGN_MAX_SEATS];
    xpgn_slice s = plain_result(list_cell(r, RESULT), plain, sizeof plain);
    static const struct {
        const char *text;
        char bye;
    } byes[] = {{"1", 'U'}, {"+", 'F'}, {"1/2", 'H'}, {"=", 'H'}, {"0", 'Z'}, {"-", 'Z'},
                {"", 'Z'},  {"U", 'U'}, {"F", 'F'},   {"H", 'H'}, {"Z", 'Z'}};
    p->kind = EVENT_BYE;
    for (size_t i = 0; i < sizeof byes / sizeof *byes; i++)
        if (strlen(byes[i].text) == s.size && strncasecmp(byes[i].text, s.data, s.size) == 0)
            p->bye = (uint8_t)byes[i].bye;
    (void)is_marked(&s);
    if (p->bye == 0 && forfeit_read(s, score))
        p->bye = score[black] > 0 ? 'F' : 'Z';
    else if (p->bye == 0 && (xpgn_result_read(s, 2, score) || half_read(s, score)))
        p->bye = (uint8_t)event_bye_of(score[black]);
    if (p->bye == 0) {
        size_t n = event_find(r->e, D_EVENT_LIST, EVENT_NOBODY, list_place(r, RESULT),
                              "found result %s of a bye, expected its points", TEXT(s));
        event_hint(r->e, n, "write 1, 1/2 or 0, or F, H, U or Z as in TRF");
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Is there a player? Programs write words instead of a name where there is none. */
static bool has_name(const reader *r, int seat) {
    xpgn_slice s = list_cell(r, SEATS + seat);
    event_key key;
    event_key_make(&key, s);
    return key.size > 0 && !event_is_nobody(s);
}

static void refuse_seats(reader *r, const char *text) {
    (void)event_find(r->e, D_EVENT_LIST, EVENT_NOBODY, list_place(r, SEATS), "%s", text);
}

/* Finds the seats with players; returns their number, 0 after reporting a finding. */
static unsigned read_seats(reader *r, int seat[XPGN_MAX_SEATS]) {
    bool has[] = {has_name(r, WHITE), has_name(r, RED), has_name(r, BLACK), has_name(r, GREEN)};
    unsigned seats = 0;
    if (has[RED] || has[GREEN]) {
        for (int i = 0; i < XPGN_MAX_SEATS; i++)
            seat[seats++] = i;
        if (has[WHITE] && has[RED] && has[BLACK] && has[GREEN])
            return seats;
        refuse_seats(r, "found no four players, expected white, red, black and green");
        return 0;
    }
    if (has[WHITE])
        seat[seats++] = WHITE;
    if (has[BLACK])
        seat[seats++] = BLACK;
    if (seats == 0)
        refuse_seats(r, "found no players, expected white and black");
    return seats;
}

static bool all_differ(reader *r, const event_pairing *p) {
    for (unsigned i = 0; i < p->seats; i++)
        for (unsigned j = 0; j < i; j++)
            if (p->player[i] == p->player[j]) {
                (void)event_find(r->e, D_EVENT_LIST_DIFFERS, EVENT_NOBODY,
                                 list_place(r, SEATS + WHITE), "%s is their own opponent",
                                 TEXT(r->e->player[p->player[i]].name));
                return false;
            }
    return true;
}

static void read_pairing(reader *r, uint32_t round, uint32_t part, uint32_t board) {
    event *e = r->e;
    int seat[XPGN_MAX_SEATS];
    unsigned seats = read_seats(r, seat);
    uint32_t player[XPGN_MAX_SEATS];
    if (seats == 0)
        return;
    for (unsigned i = 0; i < seats; i++)
        player[i] = listed_player(r, seat[i]);
    event_pairing *p = event_pairing_add(
        e, round, seats, (xpgn_place){(uint32_t)r->table->begin, (uint32_t)r->table->size});
    if (p == NULL || e->status != XPGN_OK)
        return;
    memcpy(p->player, player, sizeof *player * seats);
    p->board = board;
    p->part = part;
    if (seats == 1)
        read_bye(r, p, seat[0] == BLACK);
    else
        read_listed_result(r, p);
    if (!all_differ(r, p))
        e->pairings--;
    else
        event_day_add(e, EVENT_DAY_GAME, (uint32_t)e->pairings - 1, list_cell(r, DATE),
                      list_place(r, DATE));
}

/* Reads a heading above the games of a round: "Round 3 on 2020/05/01", "Runde 3", "3. Runde". */
static bool take_section(reader *r) {
    static const char *const words[] = {"round", "runde"};
    const struct csv_reader *t = r->table;
    for (size_t i = 0; i < t->count; i++) {
        xpgn_slice s = event_trim(t->cell[i]);
        uint32_t before = 0;
        size_t n = 0;
        for (; n < s.size && n < 4 && is_digit(s.data[n]); n++)
            before = before * 10 + (uint32_t)(s.data[n] - '0');
        while (n < s.size && (s.data[n] == '.' || s.data[n] == ' '))
            n++;
        for (size_t k = 0; k < 2; k++) {
            size_t size = strlen(words[k]), end = n + size + 1;
            if (s.size < n + size || strncasecmp(s.data + n, words[k], size) != 0)
                continue;
            uint32_t after = 0;
            for (; end < s.size && end < n + size + 5 && is_digit(s.data[end]); end++)
                after = after * 10 + (uint32_t)(s.data[end] - '0');
            r->section = before > 0 ? before : after;
            return r->section > 0;
        }
        if (s.size > 0)
            return false;
    }
    return false;
}

static bool is_event(xpgn_slice a, xpgn_slice b) {
    return a.size == b.size && (a.size == 0 || strncasecmp(a.data, b.data, a.size) == 0);
}

/* Does the line belong to another event? One that cannot be split into cells belongs to the same as
   the last. */
static bool is_of_other(reader *r) {
    if (r->e->o.event != NULL && r->table->fault == NULL)
        r->other = !is_event(list_cell(r, EVENT), event_trim(slice_of(r->e->o.event)));
    return r->other;
}

/* Is it a line that a program writes below its table: one cell that is not a number? */
static bool is_footer(const reader *r) {
    xpgn_slice first = event_trim(csv_cell(r->table, 0));
    for (size_t i = 1; i < r->table->count; i++)
        if (event_trim(r->table->cell[i]).size > 0)
            return false;
    return r->table->count > 1 && first.size > 0 && !is_digit(first.data[0]);
}

static void read_list_line(reader *r) {
    event *e = r->e;
    uint64_t board = 0;
    if (is_of_other(r) || event_tell_fault(e, r->table) || is_footer(r))
        return;
    uint32_t round = list_cell(r, ROUND).size > 0 || r->column[ROUND] != SIZE_MAX
                         ? event_round_read(list_cell(r, ROUND))
                         : r->section;
    if (round == 0) {
        xpgn_slice s = list_cell(r, ROUND);
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, list_place(r, ROUND),
                         "found round %s, expected a number", TEXT(s));
        return;
    }
    xpgn_slice s = list_cell(r, BOARD);
    uint32_t part = event_part_read(list_cell(r, ROUND));
    if (s.size > 0 && !event_number_read(s, 999999, &board))
        (void)event_find(e, D_EVENT_LIST, EVENT_NOBODY, list_place(r, BOARD),
                         "found board %s, expected a number", TEXT(s));
    read_pairing(r, round, part, (uint32_t)board);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Takes the columns from the line if it is one of headings. */
static bool take_heading(reader *r) {
    size_t column[COLUMNS];
    for (int i = 0; i < COLUMNS; i++)
        column[i] = find_column(r->table, i);
    if (column[SEATS + WHITE] == SIZE_MAX || column[SEATS + BLACK] == SIZE_MAX ||
        (column[ROUND] == SIZE_MAX && r->section == 0))
        return false;
    memcpy(r->column, column, sizeof column);
    return true;
}

/* Finds the line of headings, which may follow some lines of titles. */
static bool find_columns(reader *r) {
    enum { TITLES = 40 };
    static const int needed[] = {ROUND, SEATS + WHITE, SEATS + BLACK};
    const char *missing = name_of_column(ROUND);
    for (int i = 0; i < TITLES && csv_next(r->table); i++) {
        if (take_heading(r) || (r->crosstable = event_is_crosstable(r->table)))
            return true;
        (void)take_section(r);
        for (int k = 2; i == 0 && k >= 0; k--)
            if (find_column(r->table, needed[k]) == SIZE_MAX)
                missing = name_of_column(needed[k]);
    }
    event_refuse(
        r->e,
        "found neither a report file (no line 001) nor a table (no column %s in its first line)",
        missing);
    return false;
}

void event_csv_read(event *e) {
    if (csv_new(&e->table, e->list.text) != XPGN_OK) {
        event_no_memory(e);
        return;
    }
    reader r = {.e = e, .table = e->table};
    bool good = find_columns(&r);
    if (r.crosstable)
        event_crosstable_read(e);
    while (good && !r.crosstable && e->status == XPGN_OK && csv_next(r.table))
        if (!take_heading(&r) && !take_section(&r))
            read_list_line(&r);
}

/* ---- several events -------------------------------------------------------------------------- */

static bool is_among(const xpgn_buffer *names, xpgn_slice name) {
    for (size_t at = 0; at < names->size; at += strlen(names->data + at) + 1)
        if (is_event(slice_of(names->data + at), name))
            return true;
    return false;
}

static xpgn_status list_events(event *e, xpgn_buffer *names, size_t *count) {
    enum { EVENTS = 1000 };
    if (e->status == XPGN_NO_MEMORY)
        return XPGN_NO_MEMORY;
    if (e->status != XPGN_OK || event_is_trf(e->list.text))
        return XPGN_OK; /* no names, as in UTF-32 */
    if (csv_new(&e->table, e->list.text) != XPGN_OK)
        return XPGN_NO_MEMORY;
    reader r = {.e = e, .table = e->table};
    bool good = find_columns(&r) && !r.crosstable && r.column[EVENT] != SIZE_MAX;
    xpgn_slice last = {NULL, 0};
    while (good && *count <= EVENTS && csv_next(r.table)) {
        xpgn_slice name = list_cell(&r, EVENT);
        if (r.table->fault != NULL || take_heading(&r) || take_section(&r) ||
            (*count > 0 && is_event(name, last)))
            continue;
        last = name;
        if (*count > 0 && is_among(names, name))
            continue;
        xpgn_buffer_slice(names, name);
        xpgn_buffer_char(names, '\0');
        ++*count;
    }
    return names->failed ? XPGN_NO_MEMORY : *count > EVENTS ? XPGN_INVALID : XPGN_OK;
}

xpgn_status xpgn_event_list_events(xpgn_buffer *names, xpgn_slice text, size_t *count) {
    event *e;
    *count = 0;
    if (xpgn_event_new(&e, NULL) != XPGN_OK)
        return XPGN_NO_MEMORY;
    event_list_text(e, "", text);
    xpgn_status status = list_events(e, names, count);
    xpgn_event_free(e);
    return status;
}

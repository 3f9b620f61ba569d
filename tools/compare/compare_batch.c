/* SPDX-License-Identifier: MIT */
/* The sheets of an event, assigned to their boards. */
#include "compare/compare_batch.h"

#include "frame/file_paths.h"
#include "internal/meant.h"
#include "internal/rules.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xpgn/write.h>

/* ---- the list -------------------------------------------------------------------------------- */

static bool read_pairings(board_batch *b) {
    xpgn_buffer text = {0};
    xpgn_fault why;
    xpgn_status status = XPGN_INVALID;
    const char *list = b->o->list;
    if (cli_read_file(b->c, list, CLI_LIST_MOST, &text, NULL)) {
        status = xpgn_event_read_list(b->event, list, (xpgn_slice){text.data, text.size}, &why);
        if (status == XPGN_INVALID)
            cli_message(b->c, "%s: %s", list, why.text);
    }
    xpgn_buffer_free(&text);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status == XPGN_OK;
}

bool batch_begin(board_batch *b, cli *c, const batch_options *o) {
    *b = (board_batch){.c = c, .o = o};
    if (!cli_open_catalog(c, &b->catalog))
        return false;
    if (xpgn_event_new(&b->event, NULL) != XPGN_OK || xpgn_reader_new(&b->reader) != XPGN_OK ||
        xpgn_import_new(&b->import, b->catalog, NULL) != XPGN_OK ||
        xpgn_merge_new(&b->merger, b->catalog) != XPGN_OK)
        cli_no_memory(c);
    return read_pairings(b);
}

void batch_free(board_batch *b) {
    for (size_t i = 0; i < b->sheets; i++) {
        free(b->sheet[i].file);
        free(b->sheet[i].original);
        xpgn_buffer_free(&b->sheet[i].text);
    }
    free(b->sheet);
    free(b->first);
    hash_index_free(&b->rounds);
    cli_questions_free(&b->questions);
    cli_log_free(&b->log);
    xpgn_merge_free(b->merger);
    xpgn_import_free(b->import);
    xpgn_reader_free(b->reader);
    xpgn_event_free(b->event);
    xpgn_catalog_free(b->catalog);
}

/* ---- a sheet --------------------------------------------------------------------------------- */

static batch_sheet *add_sheet(board_batch *b) {
    b->sheet = cli_grow(b->c, b->sheet, b->sheets, &b->capacity, sizeof *b->sheet);
    b->sheet[b->sheets] = (batch_sheet){.pairing = SIZE_MAX};
    return &b->sheet[b->sheets++];
}

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

enum { ROUND, BOARD, WHITE, BLACK, DATE, TAGS };

static const char *const names[TAGS] = {"Round", "Board", "White", "Black", "Date"};

static void take_sheet_tags(const board_batch *b, xpgn_slice text, xpgn_slice value[TAGS]) {
    xpgn_slice name[TAGS];
    for (int i = 0; i < TAGS; i++)
        name[i] = cli_slice(names[i]);
    xpgn_reader_tags(b->reader, text, name, TAGS, value);
}

static bool is_said(xpgn_slice value) {
    return value.size > 0 && value.data[0] != '?' && value.data[0] != '-';
}

/* The pairing of a sheet: by its tags; round and board may stand in the name of its file. */
static xpgn_status place(board_batch *b, const xpgn_game *game, size_t *pairing) {
    xpgn_slice value[TAGS];
    unsigned number[2];
    xpgn_buffer more = {0};
    take_sheet_tags(b, game->text, value);
    size_t count = numbers_of(game->file, number);
    if (count == 2 && !is_said(value[ROUND]))
        xpgn_buffer_printf(&more, "[Round \"%u\"]\n", number[0]);
    if (count == 2 && !is_said(value[BOARD]))
        xpgn_buffer_printf(&more, "[Board \"%u\"]\n", number[1]);
    xpgn_buffer_slice(&more, game->text);
    if (more.failed)
        cli_no_memory(b->c);
    xpgn_game marked = *game;
    marked.text = (xpgn_slice){more.data, more.size};
    xpgn_status status = xpgn_event_place(b->event, &marked, pairing);
    xpgn_buffer_free(&more);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status;
}

static void put_list_tag(xpgn_buffer *b, const char *name, xpgn_slice value) {
    xpgn_buffer_printf(b, "[%s \"", name);
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] == '"' || value.data[i] == '\\')
            xpgn_buffer_char(b, '\\');
        xpgn_buffer_char(b, value.data[i]);
    }
    xpgn_buffer_text(b, "\"]\n");
}

static void put_number_tag(xpgn_buffer *b, const char *name, uint32_t number) {
    if (number > 0)
        xpgn_buffer_printf(b, "[%s \"%u\"]\n", name, number);
}

/* Writes the tags that the list provides. */
static void put_list_tags(xpgn_buffer *b, const xpgn_pairing *p) {
    if (p->year > 0 && p->month > 0 && p->day > 0)
        xpgn_buffer_printf(b, "[Date \"%04d.%02d.%02d\"]\n", p->year, p->month, p->day);
    put_number_tag(b, "Round", p->round);
    put_number_tag(b, "Board", p->board);
    for (unsigned i = 0; i < p->seats; i++)
        put_list_tag(b, xpgn_seat_tag(p->seats, i), p->name[i]);
}

static bool is_listed(const xpgn_pairing *p, xpgn_slice name) {
    static const char *const own[] = {"Round", "Board", "White", "Red", "Black", "Green"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (cli_equal(name, cli_slice(own[i])))
            return true;
    return p->year > 0 && p->day > 0 && cli_equal(name, cli_slice("Date"));
}

/* Takes the result from the list where the sheet has none. */
static void take_listed_result(const board_batch *b, batch_sheet *s, const xpgn_pairing *p) {
    xpgn_token t, last = {.kind = XPGN_TOKEN_WORD};
    xpgn_buffer next = {0};
    xpgn_slice text = {s->text.data, s->text.size};
    xpgn_reader_begin(b->reader, text);
    while (xpgn_reader_next(b->reader, &t))
        last = t;
    bool ends = last.kind == XPGN_TOKEN_RESULT;
    if (!p->outcome.over || (ends && !cli_equal(last.text, cli_slice("*"))))
        return;
    xpgn_buffer_put(&next, text.data, ends ? last.place.offset : text.size);
    xpgn_buffer_text(&next, ends ? "" : " ");
    xpgn_score_write(&next, p->seats, p->outcome.score);
    xpgn_buffer_char(&next, '\n');
    if (next.failed)
        cli_no_memory(b->c);
    xpgn_buffer_free(&s->text);
    s->text = next;
}

/* Sets the sheet's text: the tags of the list, the sheet's other tags, its movetext. */
static void put_sheet_text(const board_batch *b, batch_sheet *s, xpgn_slice text,
                           const xpgn_pairing *p) {
    xpgn_token t;
    size_t end = 0;
    put_list_tags(&s->text, p);
    xpgn_reader_begin(b->reader, text);
    while (xpgn_reader_next(b->reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT)) {
        if (t.kind != XPGN_TOKEN_TAG)
            continue;
        end = (size_t)t.place.offset + t.place.length;
        if (!is_listed(p, t.name)) {
            xpgn_buffer_put(&s->text, text.data + t.place.offset, t.place.length);
            xpgn_buffer_char(&s->text, '\n');
        }
    }
    xpgn_buffer_char(&s->text, '\n');
    s->moves = s->text.size;
    for (size_t i = 0; i < end; i++)
        s->head += text.data[i] == '\n';
    xpgn_buffer_put(&s->text, text.data + end, text.size - end);
    if (s->text.failed)
        cli_no_memory(b->c);
}

/* ---- letters --------------------------------------------------------------------------------- */

/* Returns the English letter for a piece letter of another language, whose size in bytes is set in
 *size; '\0' if it is not one. */
static char letter_in(const xpgn_language *own, const char *at, size_t left, size_t *size) {
    xpgn_language english;
    if (!xpgn_language_at(0, &english))
        return '\0';
    for (unsigned type = 0; type < XPGN_TYPES; type++) {
        *size = strlen(own->letter[type]);
        if (*size > 0 && *size <= left && memcmp(at, own->letter[type], *size) == 0)
            return english.letter[type][0];
    }
    return '\0';
}

static bool find_language(const char *name, xpgn_language *out) {
    for (size_t i = 1; xpgn_language_at(i, out); i++)
        if (strcmp(out->name, name) == 0)
            return true;
    return false;
}

/* Appends a word with its piece letters, at the beginning and after =, replaced by the English
   ones. */
static void put_word_in(xpgn_buffer *out, const xpgn_language *own, xpgn_slice word) {
    for (size_t i = 0, size; i < word.size; i += size) {
        bool piece = i == 0 || word.data[i - 1] == '=';
        char letter = piece ? letter_in(own, word.data + i, word.size - i, &size) : '\0';
        if (letter == '\0')
            size = 1;
        xpgn_buffer_char(out, letter != '\0' ? letter : word.data[i]);
    }
}

/* Reads a game. From a half-move that cannot be played on, slips are kept and only piece
   letters are translated. */
static xpgn_game read_sheet_game(board_batch *b, const xpgn_game *game, xpgn_buffer *text) {
    xpgn_status status = xpgn_import_read(b->import, game, NULL);
    xpgn_game read = xpgn_import_game(b->import);
    xpgn_language own;
    xpgn_token t;
    size_t count;
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    if (status == XPGN_OK || !find_language(xpgn_import_language(b->import), &own))
        return read;
    const xpgn_imported *word = xpgn_import_words(b->import, &count);
    const xpgn_place last = count > 0 ? word[count - 1].place : (xpgn_place){0, 0};
    size_t tail = game->text.size - last.offset - last.length, at = 0;
    xpgn_reader_begin(b->reader, read.text);
    while (xpgn_reader_next(b->reader, &t)) {
        if (t.kind != XPGN_TOKEN_WORD || t.place.offset + tail < read.text.size)
            continue;
        xpgn_buffer_put(text, read.text.data + at, t.place.offset - at);
        put_word_in(text, &own, t.text);
        at = (size_t)t.place.offset + t.place.length;
    }
    xpgn_buffer_put(text, read.text.data + at, read.text.size - at);
    if (text->failed)
        cli_no_memory(b->c);
    read.text = (xpgn_slice){text->data, text->size};
    return read;
}

/* Appends the game with the names of its tags as the format spells them: [white "Keller"]. */
static void put_spelt(const board_batch *b, const xpgn_game *game, xpgn_buffer *out) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    const xpgn_step *step;
    xpgn_walk *walk;
    size_t count, at = 0;
    if (xpgn_walk_new(&walk, b->catalog, &how) != XPGN_OK || xpgn_walk_begin(walk, game) != XPGN_OK)
        cli_no_memory(b->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].code, XPGN_CODE_TAG_CASE) != 0 || list[i].fix_count != 1)
            continue;
        const xpgn_fix *fix = &list[i].fix[0];
        xpgn_buffer_put(out, game->text.data + at, fix->place.offset - at);
        xpgn_buffer_text(out, fix->text);
        at = (size_t)fix->place.offset + fix->place.length;
    }
    xpgn_buffer_put(out, game->text.data + at, game->text.size - at);
    xpgn_walk_free(walk);
    if (out->failed)
        cli_no_memory(b->c);
}

/* Returns the number of a game in its file. */
static uint64_t sheet_number(const board_batch *b, const char *file) {
    const batch_sheet *before = b->sheets > 1 ? &b->sheet[b->sheets - 2] : NULL;
    return before != NULL && strcmp(before->file, file) == 0 ? before->number + 1 : 1;
}

void batch_take(board_batch *b, const xpgn_game *game) {
    batch_sheet *s = add_sheet(b);
    xpgn_buffer text = {0}, spelt = {0};
    xpgn_pairing pairing;
    s->file = cli_keep(b->c, cli_slice(game->file));
    s->original = cli_keep(b->c, game->text);
    s->size = game->text.size;
    s->number = sheet_number(b, s->file);
    s->line = game->line;
    put_spelt(b, game, &spelt);
    xpgn_game read = *game;
    read.text = (xpgn_slice){spelt.data, spelt.size};
    read = read_sheet_game(b, &read, &text);
    read.file = s->file;
    xpgn_status status = place(b, &read, &s->pairing);
    if (status != XPGN_OK) {
        cli_message(b->c, "%s:%" PRIu64 ": %s", cli_file_name(s->file), s->line,
                    status == XPGN_INVALID ? "sheet matches several pairings in the list"
                                           : "sheet matches no pairing in the list");
        s->pairing = SIZE_MAX;
        b->strayed = true;
    } else {
        (void)xpgn_event_pairing(b->event, s->pairing, &pairing);
        put_sheet_text(b, s, read.text, &pairing);
        take_listed_result(b, s, &pairing);
    }
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&spelt);
}

/* ---- all boards ------------------------------------------------------------------------------ */

static bool has_round(const board_batch *b, uint32_t round) {
    size_t at = 0;
    return hash_index_next(&b->rounds, round, &at) > 0;
}

/* Notes a round that has a sheet. */
static void note_round(board_batch *b, uint32_t round) {
    if (has_round(b, round))
        return;
    if (hash_index_reserve(&b->rounds) != XPGN_OK)
        cli_no_memory(b->c);
    hash_index_put(&b->rounds, round, 1);
}

/* Links the sheets of each pairing, in their order. */
static void link_sheets(board_batch *b) {
    xpgn_pairing p;
    size_t count = 0;
    while (xpgn_event_pairing(b->event, count, &p))
        count++;
    b->first = calloc(count + 1, sizeof *b->first);
    if (b->first == NULL)
        cli_no_memory(b->c);
    for (size_t i = b->sheets; i-- > 0;) {
        batch_sheet *s = &b->sheet[i];
        if (s->pairing == SIZE_MAX || !xpgn_event_pairing(b->event, s->pairing, &p))
            continue;
        s->next = b->first[s->pairing];
        b->first[s->pairing] = s;
        note_round(b, p.round);
    }
}

/* Names a board "17", or "3.17" with several rounds; boards without a number in the list go by
   their order in it. */
static void name_board(batch_board *board, size_t index, bool rounds) {
    const xpgn_pairing *p = &board->pairing;
    unsigned long long number = p->board > 0 ? p->board : index + 1;
    if (rounds)
        (void)snprintf(board->name, sizeof board->name, "%u.%llu", p->round, number);
    else
        (void)snprintf(board->name, sizeof board->name, "%llu", number);
}

static void collect_sheets(const board_batch *b, batch_board *board, size_t index) {
    board->sheets = 0;
    for (batch_sheet *s = b->first[index]; s != NULL; s = s->next) {
        if (board->sheets == XPGN_MAX_SHEETS)
            cli_message(b->c, "%s: not compared: more than %d sheets for one board",
                        cli_file_name(s->file), XPGN_MAX_SHEETS);
        else
            board->sheet[board->sheets++] = s;
    }
}

static void learn(board_batch *b) {
    batch_board board;
    xpgn_merge_learn(b->merger, true);
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &board.pairing); i++) {
        collect_sheets(b, &board, i);
        if (board.sheets > 1)
            batch_board_learn(b, &board);
    }
    xpgn_merge_learn(b->merger, false);
}

/* A board of a round without any sheet is not reported as missing. */
static void write_boards(board_batch *b) {
    batch_board board;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &board.pairing); i++) {
        xpgn_buffer out = {0};
        name_board(&board, i, b->rounds.used > 1);
        collect_sheets(b, &board, i);
        if (board.sheets > 0) {
            b->boards++;
            batch_board_write(b, &board, &out);
        } else if (board.pairing.seats > 1 && board.pairing.played &&
                   has_round(b, board.pairing.round)) {
            b->missing++;
            cli_message(b->c, "round %u, board %s: no sheet: %.*s - %.*s", board.pairing.round,
                        board.name, (int)board.pairing.name[0].size, board.pairing.name[0].data,
                        (int)board.pairing.name[board.pairing.seats / 2].size,
                        board.pairing.name[board.pairing.seats / 2].data);
        }
        cli_flush(b->c, CLI_OUT, &out);
        xpgn_buffer_free(&out);
    }
}

/* Makes the tables readable only by those who may read the sheets; false after a message. */
static bool hide_sheets(const board_batch *b, int questions, int log) {
    struct stat st;
    bool good = true;
    for (size_t i = 0; i < b->sheets && good; i++) {
        const char *file = b->sheet[i].file;
        bool same = i > 0 && strcmp(file, b->sheet[i - 1].file) == 0;
        if (!same && (strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(file, &st)) == 0)
            good = cli_quotes(b->c, questions, &st) && cli_quotes(b->c, log, &st);
    }
    if (!good)
        cli_discard_outputs(b->c);
    return good;
}

int batch_end(board_batch *b) {
    int questions, log;
    if (b->o->log != NULL && !cli_log_begin(b->c, &b->log))
        return CLI_TROUBLE;
    if (!cli_questions_open(b->c, b->o->questions, &b->questions, &questions))
        return CLI_TROUBLE;
    log = b->o->log != NULL ? cli_open_output(b->c, b->o->log, CLI_LOG) : -1;
    if ((b->o->log != NULL && log < 0) || !hide_sheets(b, questions, log))
        return CLI_TROUBLE;
    link_sheets(b);
    if (b->o->learn)
        learn(b);
    write_boards(b);
    size_t open = cli_questions_tell(b->c, &b->questions, b->o->quiet);
    if (questions >= 0)
        cli_questions_write(b->c, &b->questions, questions);
    if (log >= 0)
        cli_log_write(b->c, &b->log, log);
    if (!b->o->quiet)
        cli_message(b->c, "%zu sheets, %u boards: %u legal to the end, %zu question%s open",
                    b->sheets, b->boards, b->legal, open, open == 1 ? "" : "s");
    bool whole = open == 0 && b->missing == 0 && !b->strayed && b->legal == b->boards;
    return whole ? CLI_GOOD : CLI_BAD;
}

/* SPDX-License-Identifier: MIT */
/* The sheets of an event, assigned to their boards. */
#include "compare/compare_batch.h"
#include "compare/compare_json.h"

#include "internal/meant.h"
#include "internal/rules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>
#include <xpgn_codes.h>

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
    return read_pairings(b) && batch_check_only(b) &&
           (o->answers == NULL || cli_answers_read(c, o->answers, &b->questions));
}

void batch_free(board_batch *b) {
    for (size_t i = 0; i < b->sheets; i++) {
        free(b->sheet[i].file);
        free(b->sheet[i].original);
        xpgn_buffer_free(&b->sheet[i].text);
        xpgn_buffer_free(&b->sheet[i].read);
        free(b->sheet[i].laws.list);
        sheet_free_edits(&b->sheet[i]);
        sheet_free_facts(&b->sheet[i]);
    }
    for (size_t i = 0; i < b->files; i++)
        free(b->file[i].name);
    free(b->file);
    free(b->sheet);
    free(b->first);
    free(b->held);
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
static void take_listed_result(const board_batch *b, xpgn_buffer *sheet, const xpgn_pairing *p) {
    xpgn_token t, last = {.kind = XPGN_TOKEN_WORD};
    xpgn_buffer next = {0};
    xpgn_slice text = {sheet->data, sheet->size};
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
    xpgn_buffer_free(sheet);
    *sheet = next;
}

/* Appends the tags of the list, the sheet's other tags, and its movetext. Returns where that
   begins, and *before: where it began in `text`. */
static size_t put_sheet_text(const board_batch *b, xpgn_buffer *out, xpgn_slice text,
                             const xpgn_pairing *p, size_t *before) {
    xpgn_token t;
    size_t end = 0;
    put_list_tags(out, p);
    xpgn_reader_begin(b->reader, text);
    while (xpgn_reader_next(b->reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT)) {
        if (t.kind != XPGN_TOKEN_TAG)
            continue;
        end = (size_t)t.place.offset + t.place.length;
        if (!is_listed(p, t.name)) {
            xpgn_buffer_put(out, text.data + t.place.offset, t.place.length);
            xpgn_buffer_char(out, '\n');
        }
    }
    xpgn_buffer_char(out, '\n');
    size_t moves = out->size;
    *before = end;
    xpgn_buffer_put(out, text.data + end, text.size - end);
    if (out->failed)
        cli_no_memory(b->c);
    take_listed_result(b, out, p);
    return moves;
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
static xpgn_game read_sheet_game(board_batch *b, batch_sheet *s, const xpgn_game *game,
                                 xpgn_buffer *text, xpgn_fault *fault) {
    xpgn_status status = xpgn_import_read(b->import, game, fault);
    xpgn_game read = xpgn_import_game(b->import);
    xpgn_language own;
    xpgn_token t;
    size_t count;
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    const bool tied = xpgn_import_is_tied(b->import);
    s->partly = status != XPGN_OK || tied;
    if (tied) {
        cli_message(b->c, "%s:%" PRIu64 ": it can be %s or %s", cli_file_name(game->file),
                    game->line, xpgn_import_language(b->import), xpgn_import_other(b->import));
        return *game; /* in two languages, of which neither is taken */
    }
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

/* True if a word names a square: Nf3, a1-a2. */
static bool has_square(xpgn_slice word) {
    for (size_t i = 1; i < word.size; i++)
        if (word.data[i] >= '1' && word.data[i] <= '9' && word.data[i - 1] >= 'a' &&
            word.data[i - 1] <= 'p')
            return true;
    return false;
}

/* True if a text may be a score sheet: it has tags, squares or a result, two of them, or the import
   could read words of it. */
static bool has_half_moves(const board_batch *b, const xpgn_game *read) {
    enum { LEAST = 2 };
    xpgn_token t;
    size_t count, words = 0;
    (void)xpgn_import_words(b->import, &count);
    xpgn_reader_begin(b->reader, read->text);
    while (words < LEAST && xpgn_reader_next(b->reader, &t))
        words += (t.kind == XPGN_TOKEN_WORD && has_square(t.text)) || t.kind == XPGN_TOKEN_RESULT ||
                 t.kind == XPGN_TOKEN_TAG;
    return words >= LEAST || count >= LEAST;
}

/* Says once for each file that a sheet of it has no board. */
static void tell_stray(board_batch *b, batch_sheet *s, const char *why, bool once) {
    const batch_sheet *before = s > b->sheet ? s - 1 : NULL;
    bool again = once && before != NULL && before->stray && strcmp(before->file, s->file) == 0;
    s->stray = once;
    s->pairing = SIZE_MAX;
    b->strayed = true;
    if (!again && !b->o->json)
        cli_message(b->c, "%s:%" PRIu64 ": %s", cli_file_name(s->file), s->line, why);
}

/* Keeps the sheet as it was written, and as the import read it. */
static void put_texts(board_batch *b, batch_sheet *s, xpgn_slice written, xpgn_slice read) {
    xpgn_pairing pairing;
    sheet_heads head;
    (void)xpgn_event_pairing(b->event, s->pairing, &pairing);
    s->moves = put_sheet_text(b, &s->text, written, &pairing, &head.written);
    head.read_moves = put_sheet_text(b, &s->read, read, &pairing, &head.read);
    s->head = 0;
    for (size_t i = 0; i < head.read; i++)
        s->head += read.data[i] == '\n';
    sheet_note_import(b, s, &head);
}

/* Keeps a game as it came. */
static batch_sheet *keep_sheet(board_batch *b, const xpgn_game *game) {
    batch_sheet *s = add_sheet(b);
    s->file = cli_keep(b->c, cli_slice(game->file));
    s->original = cli_keep(b->c, game->text);
    s->size = game->text.size;
    s->number = sheet_number(b, s->file);
    s->line = game->line;
    s->column = game->column;
    const uint64_t *decoded = xpgn_decoder_counts(b->o->decoder);
    for (unsigned i = 0; i < XPGN_DECODEDS; i++)
        s->decoded |= decoded[i] > 0;
    return s;
}

/* True if the tags of a sheet, as it is written, say that it is of another board than those of
   --only: it need not be read. */
static bool is_passed(board_batch *b, batch_sheet *s, const xpgn_game *written) {
    batch_by by;
    size_t given;
    if (b->o->only == NULL || verdict_places(b, s, &given) ||
        batch_place(b, written, &s->pairing, &by) != XPGN_OK || by != BATCH_BY_TAGS ||
        batch_wants(b, s->pairing))
        return false;
    s->passed = true;
    return true;
}

/* Assigns a sheet to its board. */
static void place_sheet(board_batch *b, batch_sheet *s, const xpgn_game *written) {
    xpgn_buffer text = {0};
    xpgn_fault fault = {.line = 0};
    batch_by by;
    xpgn_game read = read_sheet_game(b, s, written, &text, &fault);
    read.file = s->file;
    const bool given = verdict_places(b, s, &s->pairing);
    xpgn_status status = given ? XPGN_OK : batch_place(b, &read, &s->pairing, &by);
    by = given ? BATCH_BY_ANSWER : by;
    s->passed = b->o->only != NULL && !batch_wants(b, s->pairing);
    if (s->passed)
        s->pairing = status == XPGN_OK ? s->pairing : SIZE_MAX;
    else if (!has_half_moves(b, &read))
        tell_stray(b, s, "no score sheet: no half-moves can be read", true);
    else if (status != XPGN_OK)
        tell_stray(b, s,
                   status == XPGN_INVALID ? "sheet matches several pairings in the list"
                                          : "sheet matches no pairing in the list",
                   false);
    else
        put_texts(b, s, written->text, read.text);
    if (!s->passed)
        sheet_note_facts(b, s, read.text, &fault, by);
    xpgn_buffer_free(&text);
}

void batch_take(board_batch *b, const xpgn_game *game) {
    batch_sheet *s = keep_sheet(b, game);
    xpgn_buffer spelt = {0};
    put_spelt(b, game, &spelt);
    xpgn_game written = *game;
    written.text = (xpgn_slice){spelt.data, spelt.size};
    s->spelt = spelt.size > s->size ? spelt.size - s->size : 0;
    if (!is_passed(b, s, &written))
        place_sheet(b, s, &written);
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
        note_round(b, p.round);
        if (s->passed)
            continue;
        s->next = b->first[s->pairing];
        b->first[s->pairing] = s;
    }
}

/* Names a board "17", or "3.17" with several rounds; boards without a number in the list go by
   their order in it. */
void batch_name_board(const board_batch *b, batch_board *board, size_t index) {
    const xpgn_pairing *p = &board->pairing;
    *board = (batch_board){.sheets = 0};
    (void)xpgn_event_pairing(b->event, index, &board->pairing);
    unsigned long long number = p->board > 0 ? p->board : index + 1;
    (void)snprintf(board->id, sizeof board->id, "%u.%llu", p->round, number);
    const bool rounds = b->rounds.used > 1;
    (void)snprintf(board->name, sizeof board->name, "%s",
                   rounds ? board->id : strchr(board->id, '.') + 1);
}

static void collect_sheets(board_batch *b, batch_board *board, size_t index) {
    batch_name_board(b, board, index);
    for (batch_sheet *s = b->first[index]; s != NULL; s = s->next) {
        if (board->sheets == XPGN_MAX_SHEETS)
            cli_message(b->c, "%s: not compared: more than %d sheets for one board",
                        cli_file_name(s->file), XPGN_MAX_SHEETS);
        else
            board->sheet[board->sheets++] = s;
    }
    verdict_chooses(b, board);
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

/* Says that a board has no sheet, and who plays there. */
static void miss_sheet(board_batch *b, batch_board *board) {
    const xpgn_pairing *p = &board->pairing;
    const xpgn_slice last = p->name[p->seats / 2];
    b->missing++;
    board->state.pile = PILE_STUCK;
    board->state.code = "no-sheet";
    cli_say(&board->state.why, b->o->language, "no sheet", NULL);
    if (!b->o->json)
        cli_message(b->c, "round %u, board %s: no sheet: %.*s - %.*s", p->round, board->name,
                    (int)p->name[0].size, p->name[0].data, (int)last.size, last.data);
}

/* Writes the record of a board, or its object. */
static void write_board(board_batch *b, batch_board *board, xpgn_buffer *out) {
    struct board_details details = {.b = b};
    const size_t first = b->log.count;
    board->details = b->o->json ? &details : NULL;
    b->boards += board->sheets > 0;
    if (verdict_closes(b, board)) {
        b->closed += board->sheets > 0;
        if (!b->o->quiet && !b->o->json)
            cli_message(b->c, "%s: %.*s", board->name, (int)board->state.why.size,
                        board->state.why.data);
    } else if (board->sheets > 0) {
        batch_board_write(b, board, out);
    } else {
        miss_sheet(b, board);
    }
    b->piles[board->state.pile]++;
    if (b->o->json)
        json_put_board(b, board, first, out);
    details_free(&details);
    xpgn_buffer_free(&board->state.why);
}

/* A board of a round without any sheet is not reported as missing. */
static void write_boards(board_batch *b) {
    batch_board board;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &board.pairing); i++) {
        xpgn_buffer out = {0};
        collect_sheets(b, &board, i);
        const xpgn_pairing *p = &board.pairing;
        const bool expected = p->seats > 1 && p->played && has_round(b, p->round);
        if (batch_wants(b, i) && (board.sheets > 0 || expected))
            write_board(b, &board, &out);
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

static size_t count_sheets(const board_batch *b) {
    size_t sheets = 0;
    for (size_t i = 0; i < b->sheets; i++)
        sheets += !b->sheet[i].stray && !b->sheet[i].passed;
    return sheets;
}

/* Keeps the questions of the boards that were not looked at. */
static void keep_questions(board_batch *b) {
    batch_board board;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &board.pairing); i++) {
        if (batch_wants(b, i))
            continue;
        batch_name_board(b, &board, i);
        for (size_t k = 0; k < b->questions.count; k++)
            b->questions.row[k].kept |=
                strcmp(b->questions.row[k].cell[CLI_TOPIC_BOARD], board.name) == 0;
    }
}

/* Says which answers were of no use: nothing is asked there. */
static void say_unused(board_batch *b) {
    for (size_t i = 0; i < b->questions.given_count && b->o->only == NULL; i++)
        if (!b->questions.given[i].used) {
            b->strayed = true;
            if (!b->o->json)
                cli_message(b->c, "answer not used: %s: no question is open there",
                            b->questions.given[i].id);
        }
}

static void say_totals(const board_batch *b, size_t open) {
    size_t sheets = count_sheets(b);
    cli_message(b->c, "%zu sheet%s, %u board%s: %u legal to the end, %zu question%s open", sheets,
                sheets == 1 ? "" : "s", b->boards, b->boards == 1 ? "" : "s", b->legal, open,
                open == 1 ? "" : "s");
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
    if (b->o->json)
        json_put_files(b);
    write_boards(b);
    if (b->o->only != NULL)
        keep_questions(b);
    say_unused(b);
    size_t open = cli_questions_tell(b->c, &b->questions, b->o->quiet || b->o->json);
    if (questions >= 0)
        cli_questions_write(b->c, &b->questions, questions);
    if (log >= 0)
        cli_log_write(b->c, &b->log, log);
    if (b->o->json)
        json_put_summary(b, count_sheets(b), open);
    else if (!b->o->quiet)
        say_totals(b, open);
    bool whole = open == 0 && b->missing == 0 && !b->strayed && b->legal + b->closed == b->boards;
    return whole ? CLI_GOOD : CLI_BAD;
}

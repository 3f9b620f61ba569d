/* SPDX-License-Identifier: MIT */
/* One board of an evening: its sheets merged, or its only sheet corrected, and the questions
   left. */
#include "compare/compare.h"
#include "compare/compare_batch.h"
#include "compare/compare_json.h"
#include "internal/chance.h"
#include "internal/meant.h"
#include "internal/text_out.h"
#include "internal/writers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>
#include <xpgn_codes.h>

enum { ROUNDS = 64, CHOICES = 8 };

static xpgn_game game_of(const batch_sheet *s) {
    return (xpgn_game){.text = {s->text.data, s->text.size},
                       .file = s->file,
                       .number = s->number,
                       .line = 1,
                       .column = 1};
}

/* Converts a line of the text to a line of the file; the movetext has the same lines in both. */
static uint64_t file_line(const batch_sheet *s, uint64_t line) {
    const xpgn_game game = game_of(s);
    uint64_t first, column;
    xpgn_game_locate(&game, (uint32_t)s->moves, &first, &column, NULL);
    return s->line + s->head + (line > first ? line - first : 0);
}

void batch_say(board_batch *b, const batch_board *board, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const size_t room = (size_t)vsnprintf(NULL, 0, format, again) + 1;
    char *text = cli_realloc(b->c, NULL, room);
    (void)vsnprintf(text, room, format, list);
    va_end(again);
    va_end(list);
    if (board->details != NULL) {
        xpgn_buffer own = {0};
        xpgn_sentence_translate(&own, cli_slice(text), b->o->language);
        json_move(&board->details->notes, NULL, &own);
    } else {
        cli_message(b->c, "%s", text);
    }
    free(text);
}

/* ---- one sheet ------------------------------------------------------------------------------- */

/* Digest of the record appended at `from`. */
static xpgn_link digest_from(const board_batch *b, const xpgn_buffer *out, size_t from) {
    return cli_log_digest(&b->log,
                          &(xpgn_buffer){.data = out->data + from, .size = out->size - from});
}

/* Corrections that were made to a sheet, by a fixer unless it is NULL. */
typedef struct made {
    const xpgn_correction *list;
    size_t count;
    const xpgn_fixer *fixer;
} made;

static void log_sheet(board_batch *b, const batch_board *board, const batch_sheet *s, const made *m,
                      const xpgn_link *after) {
    const cli_log_origin origin = {s->file, b->o->by, s->number, b->number};
    size_t first = b->log.count;
    cli_log_add(b->c, &b->log, &origin, m->list, m->count);
    details_of_rows(board, s, m->fixer, m->list, m->count);
    const xpgn_link before =
        cli_log_digest(&b->log, &(xpgn_buffer){.data = s->original, .size = s->size});
    cli_log_sign(&b->log, first, &before, after);
    for (size_t i = first; i < b->log.count; i++) {
        b->log.row[i].correction.line = file_line(s, b->log.row[i].correction.line);
        if (b->log.row[i].correction.number > b->number)
            b->number = b->log.row[i].correction.number;
    }
}

/* Appends the record in export form, or if it has errors, `otherwise`, with an empty line behind
   it; false then. */
static bool put_record_text(board_batch *b, xpgn_slice text, xpgn_slice otherwise,
                            xpgn_buffer *out) {
    bool legal = compare_put_legal(b->c, b->catalog, text, out);
    while (otherwise.size > 0 && (unsigned char)otherwise.data[otherwise.size - 1] <= ' ')
        otherwise.size--;
    if (!legal) {
        xpgn_buffer_slice(out, otherwise);
        xpgn_buffer_text(out, "\n\n");
    }
    return legal;
}

/* Adds an answer to those that are not doubted, or moves those behind a change of the text. */
static void add_law(board_batch *b, batch_sheet *s, xpgn_place place) {
    struct sheet_laws *l = &s->laws;
    l->list = cli_grow(b->c, l->list, l->count, &l->capacity, sizeof *l->list);
    l->list[l->count++] = place;
}

static void move_laws(batch_sheet *s, xpgn_place place, size_t is) {
    for (size_t i = 0; i < s->laws.count; i++)
        if (s->laws.list[i].offset >= place.offset + place.length)
            s->laws.list[i].offset += (uint32_t)(is - place.length);
}

static void splice(board_batch *b, batch_sheet *s, xpgn_place place, xpgn_slice with) {
    xpgn_buffer next = {0};
    size_t end = (size_t)place.offset + place.length;
    xpgn_buffer_put(&next, s->text.data, place.offset);
    sheet_note_edit(b, s, place, with.size + (place.length == 0 ? 2 : 0));
    move_laws(s, place, with.size + (place.length == 0 ? 2 : 0));
    xpgn_buffer_text(&next, place.length == 0 ? " " : "");
    xpgn_buffer_slice(&next, with);
    xpgn_buffer_text(&next, place.length == 0 ? " " : "");
    xpgn_buffer_put(&next, s->text.data + end, s->text.size - end);
    if (next.failed)
        cli_no_memory(b->c);
    xpgn_buffer_free(&s->text);
    s->text = next;
}

/* True if a missing half-move follows the number of the entry before it, and precedes its word
   if it has one. */
static bool is_numbered_before(const xpgn_entry *list, size_t at) {
    const xpgn_entry *e = at > 0 ? &list[at - 1] : NULL;
    return e != NULL && e->number.size > 0 &&
           (e->text.size == 0 ||
            list[at].place.offset < e->place.offset + (size_t)(e->text.data - e->number.data));
}

/* Writes the turn of a missing half-move as a number with its dots: its own, or the one deduced
   from the numbers around it. */
static void find_turn(const xpgn_entry *list, size_t count, size_t at, char turn[24]) {
    at -= is_numbered_before(list, at); /* its number is its own */
    size_t before = at;
    while (before > 0 && list[before].number.size == 0)
        before--;
    xpgn_slice number = list[before].number;
    size_t digits = 0;
    while (digits < number.size && number.data[digits] >= '0' && number.data[digits] <= '9')
        digits++;
    size_t next = at + 1;
    while (next < count && list[next].number.size == 0)
        next++;
    bool again = next < count && list[next].number.size > digits &&
                 memcmp(list[next].number.data, number.data, digits) == 0;
    bool same = before == at || again; /* the other side's half-move has its own number */
    (void)snprintf(turn, 24, "%.*s%s", (int)(digits < 16 ? digits : 0), number.data,
                   digits == 0                         ? ""
                   : same && number.size == digits + 1 ? "."
                                                       : "...");
}

/* Counts the half-moves from a missing one to the next; they cannot be checked until it is
   known. */
static uint64_t count_settled(const xpgn_entry *list, size_t count, size_t at) {
    uint64_t half_moves = is_numbered_before(list, at) && list[at - 1].text.size > 0 ? 2 : 1;
    for (size_t i = at + 1; i < count && list[i].kind != XPGN_ENTRY_MISSING; i++)
        half_moves += list[i].kind == XPGN_ENTRY_ACTION && list[i].depth == 0;
    return half_moves;
}

/* Reads an answer that replaces a half-move of a sheet; false if it is not a half-move. */
static bool read_board_answer(board_batch *b, const batch_sheet *s, xpgn_place place,
                              xpgn_slice answer, xpgn_buffer *text) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    const xpgn_game game = game_of(s);
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, b->catalog, &how) != XPGN_OK)
        cli_no_memory(b->c);
    xpgn_status status = xpgn_answer_read(text, walk, &game, place.offset, answer);
    xpgn_walk_free(walk);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status == XPGN_OK;
}

static void refuse_answer(board_batch *b, const batch_board *board, const char *turn,
                          const char *why) {
    b->questions.row[b->questions.last].refused = true;
    batch_say(b, board, "board %s, %s: answer refused: %s", board->name, turn, why);
    b->strayed = true;
}

/* Finds the first error at a place of the sheet; false if there is none. */
static bool find_error(board_batch *b, const batch_sheet *s, xpgn_place place, xpgn_buffer *why) {
    const xpgn_game game = game_of(s);
    const xpgn_step *step;
    xpgn_walk *walk;
    size_t count;
    if (xpgn_walk_new(&walk, b->catalog, NULL) != XPGN_OK ||
        xpgn_walk_begin(walk, &game) != XPGN_OK)
        cli_no_memory(b->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count && why->size == 0; i++)
        if (list[i].level == XPGN_ERROR && list[i].place.offset >= place.offset &&
            list[i].place.offset < place.offset + place.length)
            xpgn_buffer_text(why, list[i].text);
    xpgn_walk_free(walk);
    bool wrong = why->size > 0;
    xpgn_buffer_char(why, '\0');
    if (why->failed)
        cli_no_memory(b->c);
    return wrong;
}

/* Inserts a half-move where one is missing, if it can be played there. */
static bool take_missing(board_batch *b, const batch_board *board, batch_sheet *s, const char *turn,
                         xpgn_place place, xpgn_slice answer) {
    xpgn_buffer text = {0}, why = {0};
    bool good = read_board_answer(b, s, place, answer, &text);
    if (good) {
        splice(b, s, place, (xpgn_slice){text.data, text.size});
        const xpgn_place now = {place.offset, (uint32_t)text.size};
        good = !find_error(b, s, now, &why);
        if (good)
            add_law(b, s, now);
        else
            splice(b, s, now, cli_slice("{[%missing]}"));
    } else {
        xpgn_buffer_text(&why, "expected a half-move with its dice");
        xpgn_buffer_char(&why, '\0');
    }
    if (!good)
        refuse_answer(b, board, turn, why.data);
    xpgn_buffer_free(&why);
    xpgn_buffer_free(&text);
    return good;
}

/* Finds the comment that marks a missing half-move; false if the comment says more than that. */
static bool find_gap(const batch_sheet *s, const xpgn_entry *e, xpgn_place *place) {
    const char *text = s->text.data;
    size_t from = e->place.offset, end = from + e->place.length;
    bool alone = from > 0 && end < s->text.size && text[from - 1] == '{' && text[end] == '}';
    *place = (xpgn_place){e->place.offset - 1, e->place.length + 2};
    return e->kind == XPGN_ENTRY_MISSING && alone;
}

/* Writes a question in English, and behind its NUL in the language of the user, which is
   returned; NULL: it is English. */
static const char *put_questions(board_batch *b, xpgn_buffer *text, const cli_asked *q) {
    cli_question_put(text, q, NULL);
    xpgn_buffer_char(text, '\0');
    const size_t said = text->size;
    if (b->o->language != NULL)
        cli_question_put(text, q, b->o->language);
    xpgn_buffer_char(text, '\0');
    if (text->failed)
        cli_no_memory(b->c);
    return b->o->language != NULL ? text->data + said : NULL;
}

static bool is_first_gap(const xpgn_entry *list, size_t at) {
    for (size_t i = 0; i < at; i++)
        if (list[i].kind == XPGN_ENTRY_MISSING)
            return false;
    return true;
}

/* Asks for a missing half-move, and sets its turn; empty if there is no answer. */
static xpgn_slice ask_missing(board_batch *b, const batch_board *board, const batch_sheet *s,
                              const xpgn_record *r, size_t at, char turn[24]) {
    size_t count;
    xpgn_place place;
    xpgn_buffer text = {0};
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    find_turn(list, count, at, turn);
    const char *said =
        put_questions(b, &text, &(cli_asked){.turn = turn, .seats = board->pairing.seats});
    const cli_topic topic = {s->file,   s->number, cli_slice(board->name),
                             turn,      text.data, count_settled(list, count, at),
                             board->id, said};
    gap_choices gap = {.count = 0};
    (void)find_gap(s, &list[at], &place);
    if (is_first_gap(list, at)) /* what is behind it has no position */
        gap_find(b, cli_held(&s->text), place.offset, &gap);
    xpgn_slice answer =
        cli_questions_ask(b->c, &b->questions, &topic, (const char *const *)gap.text, gap.count);
    details_of_gap(board, s, place, &gap);
    gap_free(&gap);
    xpgn_buffer_free(&text);
    return cli_equal(answer, cli_slice("?")) ? (xpgn_slice){"", 0} : answer;
}

/* Asks for the missing half-moves from entry *from on, up to the first that is answered, which is
   inserted if it fits. False if none is answered. */
static bool fill_next(board_batch *b, const batch_board *board, batch_sheet *s, size_t *from) {
    xpgn_record *r;
    size_t count;
    xpgn_place place;
    char turn[24];
    xpgn_slice answer = {"", 0};
    if (xpgn_record_new(&r, (xpgn_slice){s->text.data, s->text.size}) != XPGN_OK)
        cli_no_memory(b->c);
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    for (; *from < count; ++*from) {
        if (find_gap(s, &list[*from], &place))
            answer = ask_missing(b, board, s, r, *from, turn);
        if (answer.size > 0)
            break;
    }
    if (answer.size > 0 && !take_missing(b, board, s, turn, place, answer))
        ++*from;
    xpgn_record_free(r);
    return answer.size > 0;
}

/* Asks for the missing half-moves and inserts those that are answered; false if none is. */
static bool fill_missing(board_batch *b, const batch_board *board, batch_sheet *s) {
    size_t from = 0;
    bool any = false;
    while (fill_next(b, board, s, &from))
        any = true;
    return any;
}

/* Takes the sheet as it was read for its text; returns the text as it was written. */
static xpgn_buffer take_read(batch_sheet *s) {
    xpgn_buffer written = s->text;
    const sheet_edits edits = s->edits;
    s->text = s->read;
    s->read = (xpgn_buffer){0};
    s->edits = s->read_edits;
    s->read_edits = edits;
    return written;
}

static void note_fixer(const batch_board *board, const batch_sheet *s, const xpgn_fixer *fixer) {
    if (board->details == NULL)
        return;
    board->details->fixed = s;
    board->details->fixer = fixer;
}

/* The answer that was given to a question about this turn; NULL if there is none. */
static cli_given *find_given(const board_batch *b, const batch_board *board, const char *turn) {
    xpgn_buffer id = {0};
    cli_put_question_id(&id, board->id, turn);
    return cli_answer_to(b->c, &b->questions, &id);
}

/* The place of a half-move with its dice. */
static xpgn_place place_of_action(xpgn_slice text, const xpgn_entry *e) {
    const char *from = e->text.data, *to = from + e->text.size;
    if (e->roll.size > 0 && e->roll.data[-1] == '<')
        to = e->roll.data + e->roll.size + 1;
    return (xpgn_place){(uint32_t)(from - text.data), (uint32_t)(to - from)};
}

/* Puts an answer about a half-move of the sheet, about which nothing may be asked any more. */
static void put_given(board_batch *b, batch_sheet *s, xpgn_place place, cli_given *own) {
    xpgn_buffer text = {0};
    if (read_board_answer(b, s, place, cli_slice(own->answer), &text)) {
        own->used = true;
        splice(b, s, place, cli_held(&text));
        add_law(b, s, (xpgn_place){place.offset, (uint32_t)text.size});
    }
    xpgn_buffer_free(&text);
}

/* Puts the answers about half-moves that the sheet has, from the last to the first. */
static void put_all_given(board_batch *b, const batch_board *board, batch_sheet *s) {
    xpgn_record *r;
    size_t count;
    char turn[24];
    if (b->questions.given_count == 0)
        return;
    if (xpgn_record_new(&r, (xpgn_slice){s->text.data, s->text.size}) != XPGN_OK)
        cli_no_memory(b->c);
    const xpgn_slice text = xpgn_record_text(r);
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    for (size_t i = count; i-- > 0;) {
        if (list[i].kind != XPGN_ENTRY_ACTION || list[i].depth > 0)
            continue;
        find_turn(list, count, i, turn);
        cli_given *own = find_given(b, board, turn);
        if (own != NULL)
            put_given(b, s, place_of_action(text, &list[i]), own);
    }
    xpgn_record_free(r);
}

/* Corrects a sheet by itself, and appends its record. One that does not become legal stays as it
   was written, but for answers; *typed: so it did. */
static bool correct_board(board_batch *b, batch_board *board, batch_sheet *s, xpgn_buffer *out,
                          size_t *corrected, bool *typed) {
    xpgn_buffer written = take_read(s);
    put_all_given(b, board, s);
    const bool filled = fill_missing(b, board, s);
    cli_asker asker = {.c = b->c,
                       .questions = &b->questions,
                       .catalog = b->catalog,
                       .board = board->name,
                       .board_id = board->id,
                       .language = b->o->language,
                       .asked = board->details != NULL ? details_of_fix : NULL,
                       .data = board};
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_LIKELY,
                                    .ask = cli_questions_answer, .data = &asker};
    const xpgn_game game = game_of(s);
    xpgn_fixer *fixer;
    size_t count;
    if (xpgn_fixer_new(&fixer, b->catalog, &how) != XPGN_OK)
        cli_no_memory(b->c);
    note_fixer(board, s, fixer);
    xpgn_fixer_hold(fixer, s->laws.list, s->laws.count);
    xpgn_status status = xpgn_fixer_run(fixer, &game);
    if (status != XPGN_OK && status != XPGN_INVALID)
        cli_no_memory(b->c);
    xpgn_slice text = xpgn_fixer_text(fixer);
    const xpgn_correction *list = xpgn_fixer_corrections(fixer, &count);
    size_t from = out->size;
    *typed = s->partly && !filled && count == 0;
    bool legal =
        put_record_text(b, text, *typed ? (xpgn_slice){written.data, written.size} : text, out);
    const xpgn_link after = digest_from(b, out, from);
    log_sheet(b, board, s, &(made){list, count, fixer}, &after);
    for (size_t i = 0; i < count; i++)
        *corrected += list[i].counted;
    xpgn_fixer_free(fixer);
    xpgn_buffer_free(&written);
    return legal;
}

/* ---- several sheets -------------------------------------------------------------------------- */

/* An answer that was put into the sheets. */
typedef struct given {
    uint32_t ply[ROUNDS];
    size_t row[ROUNDS]; /* of the table of questions */
    size_t count;
} given;

/* True if a half-move is behind one that was answered. */
static bool is_behind(const given *g, uint32_t ply) {
    for (size_t i = 0; i < g->count; i++)
        if (g->ply[i] < ply)
            return true;
    return false;
}

static bool was_given(const given *g, uint32_t ply) {
    for (size_t i = 0; i < g->count; i++)
        if (g->ply[i] == ply)
            return true;
    return false;
}

static bool is_in(const char *const *choice, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(choice[i], text) == 0)
            return true;
    return false;
}

/* Lists the choices for a difference: both readings of a tie, or what the sheets have for a missing
   half-move. Returns how many. */
static size_t list_board_choices(const batch_board *board, const xpgn_difference *d,
                                 const char *choice[CHOICES]) {
    size_t count = 0;
    if (d->tied == NULL && !d->missing) {
        choice[count++] = cli_choice(d->text);
        return count;
    }
    if (d->tied != NULL) {
        choice[count++] = cli_choice(d->text);
        choice[count++] = cli_choice(d->tied);
        return count;
    }
    for (size_t i = 0; i < board->sheets && count < CHOICES; i++) {
        const char *text = d->reading[i].read;
        if (text[0] != '\0' && strcmp(text, "[%missing]") != 0 && !is_in(choice, count, text))
            choice[count++] = text;
    }
    return count;
}

/* A tie of two answers that are one is no question. */
static bool is_open(const xpgn_difference *d) {
    bool tied = d->tied != NULL && strcmp(cli_choice(d->text), cli_choice(d->tied)) != 0;
    return d->ply > 0 && (tied || d->missing);
}

/* True if all sheets that have the half-move take something there, which the record does not. */
static bool is_sign_lost(const batch_board *board, const xpgn_difference *d) {
    size_t signs = 0;
    if (d->tied != NULL || d->missing || memchr(d->text, 'x', batch_word_size(d->text)) != NULL)
        return false;
    for (size_t i = 0; i < board->sheets; i++) {
        const char *text = d->reading[i].text;
        const bool has = memchr(text, 'x', batch_word_size(text)) != NULL;
        if (text[0] != '\0' && !has)
            return false;
        signs += has;
    }
    return signs > 0;
}

/* What the sheets have where an answer before may be why the record has something else: a half-move
   that can be read; NULL if there is nothing to ask. */
static const char *doubted(const batch_board *board, const xpgn_difference *d, const given *g) {
    xpgn_fault none;
    if (d->ply == 0 || !is_behind(g, d->ply) || was_given(g, d->ply))
        return NULL;
    if (d->was != NULL && d->tied == NULL && !d->missing &&
        xpgn_action_form((xpgn_slice){d->was, batch_word_size(d->was)}, &none) == XPGN_OK)
        return d->was;
    for (size_t i = 0; i < board->sheets && is_sign_lost(board, d); i++)
        if (d->reading[i].text[0] != '\0')
            return d->reading[i].text;
    return NULL;
}

/* Counts the half-moves up to the next question; nothing after a missing one is checked. */
static uint64_t settles(const xpgn_difference *list, size_t count, const xpgn_difference *d) {
    uint64_t half_moves = 0;
    if (!d->missing)
        return 1;
    for (size_t i = 0; i < count; i++) {
        if (list[i].ply < d->ply || (list[i].ply == d->ply && list[i].missing && half_moves > 0))
            continue;
        if (list[i].ply > d->ply && list[i].missing)
            break;
        half_moves++;
    }
    return half_moves;
}

/* Writes the turn with its dots, "23...". */
static void put_turn_of(char turn[24], const xpgn_difference *d) {
    const char *space = strchr(d->turn, ' ');
    size_t size = space != NULL ? (size_t)(space - d->turn) : strlen(d->turn);
    (void)snprintf(turn, 24, "%.*s", (int)(size < 23 ? size : 23), d->turn);
}

/* True if no half-move of the record before this one is missing. */
static bool is_first_missing(const xpgn_difference *list, const xpgn_difference *d) {
    while (list->turn != d->turn && !list->missing)
        list++;
    return list->turn == d->turn;
}

static xpgn_slice ask_sheets(board_batch *b, const batch_board *board, const xpgn_difference *d,
                             const char *was) {
    const xpgn_merge *sheets = b->merger;
    const char *choice[CHOICES];
    char turn[24];
    size_t count, choices = list_board_choices(board, d, choice);
    const xpgn_difference *list = xpgn_merge_half_moves(sheets, &count);
    xpgn_buffer text = {0}, files = {0};
    put_turn_of(turn, d);
    const cli_asked asked = {turn, board->pairing.seats, cli_slice(was != NULL ? was : ""), choice,
                             choices};
    const char *said = put_questions(b, &text, &asked);
    for (size_t i = 0; i < board->sheets; i++)
        xpgn_buffer_printf(&files, "%s%s", i > 0 ? ", " : "", board->sheet[i]->file);
    xpgn_buffer_char(&files, '\0');
    if (files.failed)
        cli_no_memory(b->c);
    const cli_topic topic = {files.data, 0,         cli_slice(board->name),
                             turn,       text.data, settles(list, count, d),
                             board->id,  said};
    gap_choices gap = {.count = 0};
    if (d->missing && choices == 0 && is_first_missing(list, d))
        gap_find_merged(b, d, &gap);
    for (; choices < gap.count; choices++)
        choice[choices] = gap.text[choices];
    xpgn_slice answer = cli_questions_ask(b->c, &b->questions, &topic, choice, choices);
    details_of_sheets(board, sheets, d, choice, choices);
    gap_free(&gap);
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&files);
    return answer;
}

/* Widens the place of a command to the comment of which it is all. */
static xpgn_place whole_comment(const batch_sheet *s, xpgn_place place) {
    const char *text = s->text.data;
    const size_t from = place.offset, end = from + place.length;
    if (place.length > 0 && from > 0 && end < s->text.size && text[from - 1] == '{' &&
        text[end] == '}')
        return (xpgn_place){place.offset - 1, place.length + 2};
    return place;
}

/* Puts an answer into a sheet; one that cannot be read goes in unchanged, and the comparison
   reports that it does not fit. */
static void put_board_answer(board_batch *b, batch_sheet *s, xpgn_place place, xpgn_slice answer) {
    xpgn_buffer text = {0};
    bool known =
        cli_equal(answer, cli_slice("nothing")) || read_board_answer(b, s, place, answer, &text);
    const xpgn_slice with = known ? cli_held(&text) : answer;
    place = whole_comment(s, place);
    splice(b, s, place, with);
    if (with.size > 0)
        add_law(b, s, (xpgn_place){place.offset + (place.length == 0), (uint32_t)with.size});
    xpgn_buffer_free(&text);
}

/* Puts an answer into all sheets. */
static void put_answers(board_batch *b, const batch_board *board, const xpgn_difference *d,
                        xpgn_slice answer) {
    const xpgn_difference at = *d;
    for (size_t k = 0; k < board->sheets; k++)
        put_board_answer(b, board->sheet[k], at.reading[k].place, answer);
}

/* The answer to a question that is not asked any more, as other sheets have decided it; size 0 if
   there is none, or the record says the same. */
static xpgn_slice unasked_answer(board_batch *b, const batch_board *board,
                                 const xpgn_difference *d) {
    cli_given *own = d->ply > 0 ? find_given(b, board, d->turn) : NULL;
    xpgn_fault none;
    if (own == NULL ||
        xpgn_action_form((xpgn_slice){own->answer, batch_word_size(own->answer)}, &none) != XPGN_OK)
        return (xpgn_slice){"", 0};
    own->used = true;
    return strcmp(own->answer, d->text) == 0 ? (xpgn_slice){"", 0} : cli_slice(own->answer);
}

/* Asks about a half-move; size 0 if there is no answer. */
static xpgn_slice ask_half_move(board_batch *b, const batch_board *board, const xpgn_difference *d,
                                const given *g) {
    const char *was = doubted(board, d, g);
    if (was_given(g, d->ply))
        return (xpgn_slice){"", 0};
    if (!is_open(d) && was == NULL)
        return unasked_answer(b, board, d);
    const xpgn_slice answer = ask_sheets(b, board, d, was);
    return cli_equal(answer, cli_slice("?")) ? (xpgn_slice){"", 0} : answer;
}

/* Puts the first new answer into all sheets; false if there is none. */
static bool take_answer(board_batch *b, batch_board *board, const xpgn_merge *sheets, given *g) {
    size_t count;
    const bool all = g->count > 0 || b->questions.given_count > 0;
    const xpgn_difference *list =
        all ? xpgn_merge_half_moves(sheets, &count) : xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count && g->count < ROUNDS; i++) {
        const xpgn_slice answer = ask_half_move(b, board, &list[i], g);
        if (answer.size == 0)
            continue;
        g->row[g->count] = b->questions.last;
        g->ply[g->count++] = list[i].ply;
        put_answers(b, board, &list[i], answer);
        return true;
    }
    return false;
}

static void refuse_given(board_batch *b, const given *g, uint32_t ply) {
    for (size_t i = 0; i < g->count; i++)
        if (g->ply[i] == ply)
            b->questions.row[g->row[i]].refused = true;
}

/* Reports an answer that left its place as open as before. */
static void tell_refused(board_batch *b, const batch_board *board, const xpgn_merge *sheets,
                         const given *g) {
    size_t count;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count; i++)
        if (is_open(&list[i]) && was_given(g, list[i].ply)) {
            refuse_given(b, g, list[i].ply);
            batch_say(b, board, "board %s, %s: the answer does not fit the sheets", board->name,
                      list[i].turn);
            b->strayed = true;
        }
}

const char *batch_slip(xpgn_slip slip) {
    static const char *const codes[] = {"",        "action",  "dice",  "field",  "number",
                                        "missing", "surplus", "order", "result", "tag"};
    return codes[slip];
}

/* Logs a row for each sheet that differs from the record; returns how many half-moves were settled
   so. */
static size_t log_differences(board_batch *b, const batch_board *board, const given *g,
                              const xpgn_link *after) {
    const xpgn_merge *sheets = b->merger;
    size_t count, settled = 0;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count; i++) {
        bool logged = false;
        for (size_t k = 0; k < board->sheets; k++) {
            const xpgn_reading *r = &list[i].reading[k];
            if (r->slip == XPGN_SLIP_NONE || r->slip == XPGN_SLIP_TAG || is_open(&list[i]) ||
                doubted(board, &list[i], g) != NULL)
                continue;
            logged = true;
            xpgn_correction row = {.number = 1,
                                   .offset = r->place.offset,
                                   .was = cli_slice(r->text),
                                   .is = cli_slice(list[i].text),
                                   .code = batch_slip(r->slip),
                                   .turn = list[i].turn,
                                   .level =
                                       list[i].was != NULL ? XPGN_FIX_LIKELY : XPGN_FIX_CERTAIN,
                                   .counted = true};
            const xpgn_game game = game_of(board->sheet[k]);
            xpgn_game_locate(&game, r->place.offset, &row.line, &row.column, NULL);
            log_sheet(b, board, board->sheet[k], &(made){&row, 1, NULL}, after);
        }
        settled += logged;
    }
    return settled;
}

/* Lists the answers in all sheets of a board, which the comparison does not doubt. */
static void hold_laws(board_batch *b, const batch_board *board) {
    b->held_count = 0;
    for (size_t i = 0; i < board->sheets; i++)
        for (size_t k = 0; k < board->sheet[i]->laws.count; k++) {
            b->held = cli_grow(b->c, b->held, b->held_count, &b->held_capacity, sizeof *b->held);
            b->held[b->held_count++] = (xpgn_held){i, board->sheet[i]->laws.list[k]};
        }
    xpgn_merge_hold(b->merger, b->held, b->held_count);
}

/* Compares the sheets; false if they are not of one game or no record explains them. */
static bool compare_board(board_batch *b, const batch_board *board, xpgn_merge *sheets,
                          xpgn_fault *why) {
    xpgn_game game[XPGN_MAX_SHEETS];
    for (size_t i = 0; i < board->sheets; i++)
        game[i] = game_of(board->sheet[i]);
    hold_laws(b, board);
    xpgn_status status = xpgn_merge_compare(sheets, game, board->sheets, why);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status == XPGN_OK;
}

/* ---- the line of a board --------------------------------------------------------------------- */

/* True if a finding is about a roll: it begins in one, or has one. */
static bool is_about_dice(const xpgn_finding *f, xpgn_slice text) {
    size_t at = f->place.offset, end = at + f->place.length;
    if (memchr(text.data + at, '<', end - at) != NULL)
        return true;
    while (at > 0 && text.data[at - 1] != '<' && text.data[at - 1] != '>')
        at--;
    return at > 0 && text.data[at - 1] == '<';
}

/* What was wrong. */
static const char *kind_of(const xpgn_finding *f, xpgn_slice text) {
    if (strcmp(f->code, XPGN_CODE_MISSING) == 0)
        return "missing";
    if (is_about_dice(f, text))
        return "dice";
    switch (f->code[0]) {
    case 'R':
        return "dice";
    case 'L':
        return "not read";
    case 'T':
    case 'P':
        return "tags";
    default:
        return "half-move";
    }
}

static size_t count_open(const board_batch *b, const batch_board *board) {
    size_t open = 0;
    for (size_t i = 0; i < b->questions.count; i++) {
        const cli_question *q = &b->questions.row[i];
        open += cli_question_is_open(q) && strcmp(q->cell[CLI_TOPIC_BOARD], board->name) == 0;
    }
    return open;
}

/* Appends the turn of a missing half-move, the one after this: "11. Bd3" gives "11...". */
static void put_missing_turn(const char *before, xpgn_buffer *line) {
    unsigned long number = strtoul(before, NULL, 10);
    const char *dots = strchr(before, '.');
    bool second = dots != NULL && dots[1] != '.';
    xpgn_buffer_printf(line, "%lu%s", second ? number : number + 1, second ? "..." : ".");
}

/* Appends the first place from which a record is not legal; returns what is wrong there. */
static const char *put_first_error(board_batch *b, xpgn_slice text, xpgn_buffer *line) {
    const xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    xpgn_walk *walk;
    size_t count, i = 0;
    if (xpgn_walk_new(&walk, b->catalog, NULL) != XPGN_OK ||
        xpgn_walk_begin(walk, &game) != XPGN_OK)
        cli_no_memory(b->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    while (i < count && list[i].level != XPGN_ERROR && strcmp(list[i].code, XPGN_CODE_MISSING) != 0)
        i++;
    const char *kind = i < count ? kind_of(&list[i], text) : "half-move";
    xpgn_buffer turn = {0}, word = {0};
    if (i < count && strcmp(list[i].code, XPGN_CODE_MISSING) == 0)
        put_missing_turn(list[i].turn, &turn);
    else if (i < count)
        xpgn_buffer_text(&turn, list[i].turn);
    xpgn_word_translate(&word, kind, b->o->language);
    cli_say(line, b->o->language, turn.size > 0 ? "not legal from %1 (%2)" : "not legal",
            (const xpgn_slice[]){cli_held(&turn), cli_held(&word)});
    if (i < count && turn.size == 0)
        xpgn_buffer_printf(line, ": %s", list[i].text);
    line->failed |= turn.failed || word.failed;
    xpgn_buffer_free(&turn);
    xpgn_buffer_free(&word);
    xpgn_walk_free(walk);
    return kind;
}

/* Says how a board stands: "7: legal, 2 sheets, 1 corrected". */
static void say_board(board_batch *b, const batch_board *board) {
    const batch_state *st = &board->state;
    xpgn_buffer line = {0};
    xpgn_buffer_slice(&line, st->legal ? cli_slice("legal") : cli_held(&st->why));
    if (st->legal)
        xpgn_buffer_printf(&line, ", %zu sheet%s", board->sheets, board->sheets == 1 ? "" : "s");
    if (st->legal && st->corrected > 0)
        xpgn_buffer_printf(&line, ", %zu corrected", st->corrected);
    if (st->open > 0)
        xpgn_buffer_printf(&line, ", %zu question%s", st->open, st->open == 1 ? "" : "s");
    if (line.failed)
        cli_no_memory(b->c);
    cli_message(b->c, "%s: %.*s", board->name, (int)line.size, line.data);
    xpgn_buffer_free(&line);
}

/* Sets the state of a board by its record, and says it. */
static void settle_board(board_batch *b, batch_board *board, bool legal, size_t corrected,
                         xpgn_slice record) {
    batch_state *st = &board->state;
    const bool said = !b->o->quiet || b->o->json;
    st->legal = legal;
    st->corrected = corrected;
    st->open = count_open(b, board);
    st->pile = st->open > 0 ? PILE_QUESTION : legal ? PILE_DONE : PILE_STUCK;
    b->legal += legal;
    if (!legal && said)
        st->code = put_first_error(b, record, &st->why);
    if (st->why.failed)
        cli_no_memory(b->c);
    if (!b->o->quiet && !b->o->json)
        say_board(b, board);
}

/* Says in which half-moves two sheets differ first: "... 1... e5 / 1... c5". */
static void put_first_difference(board_batch *b, const batch_board *board, xpgn_buffer *line) {
    sheets_parting p;
    find_parting(b, board, &p);
    for (unsigned i = 0; i < 2; i++) {
        xpgn_buffer_text(&p.turn[i], p.turn[i].size > 0 ? " " : "");
        xpgn_buffer_clean(&p.turn[i], p.word[i].data != NULL ? p.word[i] : cli_slice("nothing"));
        line->failed |= p.turn[i].failed;
    }
    cli_say(line, b->o->language, "no record explains the sheets: first difference %1 / %2",
            (const xpgn_slice[]){cli_held(&p.turn[0]), cli_held(&p.turn[1])});
    free_parting(&p);
}

/* Sets the state of a board whose sheets are no game, "14: no record explains the sheets: ...", and
   says it. */
static void settle_unexplained(board_batch *b, batch_board *board, const char *why) {
    xpgn_buffer *line = &board->state.why;
    board->state.code = "sheets";
    board->state.pile = PILE_STUCK;
    if (strncmp(why, "no legal record", strlen("no legal record")) == 0) {
        put_first_difference(b, board, line);
    } else {
        xpgn_buffer_text(line, why);
    }
    if (line->failed)
        cli_no_memory(b->c);
    if (!b->o->json)
        cli_message(b->c, "%s: %.*s", board->name, (int)line->size, line->data);
}

static void tell_place(board_batch *b, const batch_board *board, const xpgn_unread *unread) {
    const batch_sheet *s = board->sheet[unread->sheet];
    const xpgn_game game = game_of(s);
    uint64_t line, column;
    xpgn_buffer text = {0};
    xpgn_game_locate(&game, unread->place.offset, &line, &column, NULL);
    compare_put_words(&text,
                      (xpgn_slice){s->text.data + unread->place.offset, unread->place.length});
    xpgn_buffer_text(&text, unread->ends ? NO_RESULT : "");
    if (text.failed)
        cli_no_memory(b->c);
    batch_say(b, board, "board %s, %s:%llu: not read: %.*s", board->name, s->file,
              (unsigned long long)file_line(s, line), (int)text.size, text.data);
    xpgn_buffer_free(&text);
}

/* Names what of the sheets is in no record. */
static void tell_unread(board_batch *b, const batch_board *board, const xpgn_merge *sheets) {
    size_t count;
    const xpgn_unread *list = xpgn_merge_unread(sheets, &count);
    for (size_t i = 0; i < count && !b->o->quiet; i++)
        tell_place(b, board, &list[i]);
}

static bool has_no_result(xpgn_slice record) {
    while (record.size > 0 && (unsigned char)record.data[record.size - 1] <= ' ')
        record.size--;
    return record.size > 0 && record.data[record.size - 1] == '*';
}

/* Names words of a sheet without a result that do not say whose they are: resigns. */
static void tell_ending(board_batch *b, const batch_board *board) {
    const batch_sheet *s = board->sheet[0];
    const xpgn_game game[2] = {game_of(s), game_of(s)};
    size_t count;
    if (b->o->quiet || !has_no_result((xpgn_slice){s->read.data, s->read.size}))
        return;
    xpgn_merge_hold(b->merger, NULL, 0);
    if (xpgn_merge_compare(b->merger, game, 2, NULL) == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    const xpgn_unread *list = xpgn_merge_unread(b->merger, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].ends && list[i].sheet == 0)
            tell_place(b, board, &list[i]);
}

/* ---- merging --------------------------------------------------------------------------------- */

static bool has_open_gap(const xpgn_merge *sheets) {
    size_t count;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].missing)
            return true;
    return false;
}

static bool merge_board(board_batch *b, batch_board *board, xpgn_buffer *out) {
    xpgn_merge *sheets = b->merger;
    given g = {.count = 0};
    xpgn_fault why;
    bool good = compare_board(b, board, sheets, &why);
    while (good && take_answer(b, board, sheets, &g))
        good = compare_board(b, board, sheets, &why);
    if (!good)
        settle_unexplained(b, board, why.text);
    size_t from = out->size;
    good = good && compare_put_record(b->c, b->catalog, sheets, out);
    if (good) {
        tell_refused(b, board, sheets, &g);
        const xpgn_link after = digest_from(b, out, from);
        size_t settled = log_differences(b, board, &g, &after);
        tell_unread(b, board, sheets);
        settle_board(b, board, !has_open_gap(sheets), settled,
                     (xpgn_slice){out->data + from, out->size - from});
    }
    return good;
}

void batch_board_learn(board_batch *b, const batch_board *board) {
    (void)compare_board(b, board, b->merger, NULL);
}

/* ---- the board ------------------------------------------------------------------------------- */

void batch_board_write(board_batch *b, batch_board *board, xpgn_buffer *out) {
    size_t corrected = 0, from = out->size;
    bool typed;
    if (board->sheets > 1 && merge_board(b, board, out))
        return;
    if (board->sheets > 1) {
        if (board->details != NULL)
            details_of_parts(board);
        return;
    }
    const batch_sheet *s = board->sheet[0];
    tell_ending(b, board);
    bool legal = correct_board(b, board, board->sheet[0], out, &corrected, &typed);
    settle_board(b, board, legal, corrected,
                 typed ? (xpgn_slice){s->text.data, s->text.size}
                       : (xpgn_slice){out->data + from, out->size - from});
}

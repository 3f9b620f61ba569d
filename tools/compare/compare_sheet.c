/* SPDX-License-Identifier: MIT */
/* A board's only sheet: what is missing in it is asked, the rest corrected. */
#include "compare/compare.h"
#include "compare/compare_board.h"
#include "internal/meant.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

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

static void refuse_answer(board_batch *b, const batch_board *board, const char *turn,
                          const char *why) {
    b->questions.row[b->questions.last].refused = true;
    batch_say(b, board, "board %s, %s: answer refused: %s", board->name, turn, why);
    b->strayed = true;
}

/* Finds the first error at a place of the sheet; false if there is none. */
static bool find_error(board_batch *b, const batch_sheet *s, xpgn_place place, xpgn_buffer *why) {
    const xpgn_game game = board_game(s);
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
    bool good = board_read_answer(b, s, place, answer, &text);
    if (good) {
        board_splice(b, s, place, (xpgn_slice){text.data, text.size});
        const xpgn_place now = {place.offset, (uint32_t)text.size};
        good = !find_error(b, s, now, &why);
        if (good)
            board_add_law(b, s, now);
        else
            board_splice(b, s, now, cli_slice("{[%missing]}"));
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
        board_put_questions(b, &text, &(cli_asked){.turn = turn, .seats = board->pairing.seats});
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
    if (board_read_answer(b, s, place, cli_slice(own->answer), &text)) {
        own->used = true;
        board_splice(b, s, place, cli_held(&text));
        board_add_law(b, s, (xpgn_place){place.offset, (uint32_t)text.size});
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
        cli_given *own = board_given(b, board, turn);
        if (own != NULL)
            put_given(b, s, place_of_action(text, &list[i]), own);
    }
    xpgn_record_free(r);
}

bool board_correct_sheet(board_batch *b, batch_board *board, batch_sheet *s, xpgn_buffer *out,
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
    const xpgn_game game = board_game(s);
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
    const xpgn_link after = board_digest(b, out, from);
    board_log(b, board, s, &(board_made){list, count, fixer}, &after);
    for (size_t i = 0; i < count; i++)
        *corrected += list[i].counted;
    xpgn_fixer_free(fixer);
    xpgn_buffer_free(&written);
    return legal;
}

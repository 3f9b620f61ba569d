/* SPDX-License-Identifier: MIT */
/* Questions about half-moves of a board with several sheets. */
#include "compare/compare_board.h"
#include "internal/chance.h"

#include <stdio.h>
#include <string.h>

enum { CHOICES = 8 };

/* True if a half-move is behind one that was answered. */
static bool is_behind(const board_answers *g, uint32_t ply) {
    for (size_t i = 0; i < g->count; i++)
        if (g->ply[i] < ply)
            return true;
    return false;
}

static bool was_given(const board_answers *g, uint32_t ply) {
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
static const char *doubted(const batch_board *board, const xpgn_difference *d,
                           const board_answers *g) {
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

bool board_asks_about(const batch_board *board, const xpgn_difference *d, const board_answers *g) {
    return is_open(d) || doubted(board, d, g) != NULL;
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
    const char *said = board_put_questions(b, &text, &asked);
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
        cli_equal(answer, cli_slice("nothing")) || board_read_answer(b, s, place, answer, &text);
    const xpgn_slice with = known ? cli_held(&text) : answer;
    place = whole_comment(s, place);
    board_splice(b, s, place, with);
    if (with.size > 0)
        board_add_law(b, s, (xpgn_place){place.offset + (place.length == 0), (uint32_t)with.size});
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
    cli_given *own = d->ply > 0 ? board_given(b, board, d->turn) : NULL;
    xpgn_fault none;
    if (own == NULL ||
        xpgn_action_form((xpgn_slice){own->answer, batch_word_size(own->answer)}, &none) != XPGN_OK)
        return (xpgn_slice){"", 0};
    own->used = true;
    return strcmp(own->answer, d->text) == 0 ? (xpgn_slice){"", 0} : cli_slice(own->answer);
}

/* Asks about a half-move; size 0 if there is no answer. */
static xpgn_slice ask_half_move(board_batch *b, const batch_board *board, const xpgn_difference *d,
                                const board_answers *g) {
    const char *was = doubted(board, d, g);
    if (was_given(g, d->ply))
        return (xpgn_slice){"", 0};
    if (!is_open(d) && was == NULL)
        return unasked_answer(b, board, d);
    const xpgn_slice answer = ask_sheets(b, board, d, was);
    return cli_equal(answer, cli_slice("?")) ? (xpgn_slice){"", 0} : answer;
}

bool board_take_answer(board_batch *b, batch_board *board, const xpgn_merge *sheets,
                       board_answers *g) {
    size_t count;
    const bool all = g->count > 0 || b->questions.given_count > 0;
    const xpgn_difference *list =
        all ? xpgn_merge_half_moves(sheets, &count) : xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count && g->count < BOARD_ROUNDS; i++) {
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

static void refuse_given(board_batch *b, const board_answers *g, uint32_t ply) {
    for (size_t i = 0; i < g->count; i++)
        if (g->ply[i] == ply)
            b->questions.row[g->row[i]].refused = true;
}

void board_tell_refused(board_batch *b, const batch_board *board, const xpgn_merge *sheets,
                        const board_answers *g) {
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

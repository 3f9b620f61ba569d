/* SPDX-License-Identifier: MIT */
/* One board of an evening: its sheets merged, or its only sheet corrected. */
#include "compare/compare_board.h"
#include "compare/compare.h"
#include "internal/writers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/stream.h>

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

const char *batch_slip(xpgn_slip slip) {
    static const char *const codes[] = {"",        "action",  "dice",  "field",  "number",
                                        "missing", "surplus", "order", "result", "tag"};
    return codes[slip];
}

/* Logs a row for each sheet that differs from the record; returns how many half-moves were settled
   so. */
static size_t log_differences(board_batch *b, const batch_board *board, const board_answers *g,
                              const xpgn_link *after) {
    const xpgn_merge *sheets = b->merger;
    size_t count, settled = 0;
    const xpgn_difference *list = xpgn_merge_differences(sheets, &count);
    for (size_t i = 0; i < count; i++) {
        bool logged = false;
        for (size_t k = 0; k < board->sheets; k++) {
            const xpgn_reading *r = &list[i].reading[k];
            if (r->slip == XPGN_SLIP_NONE || r->slip == XPGN_SLIP_TAG ||
                board_asks_about(board, &list[i], g))
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
            const xpgn_game game = board_game(board->sheet[k]);
            xpgn_game_locate(&game, r->place.offset, &row.line, &row.column, NULL);
            board_log(b, board, board->sheet[k], &(board_made){&row, 1, NULL}, after);
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
        game[i] = board_game(board->sheet[i]);
    hold_laws(b, board);
    xpgn_status status = xpgn_merge_compare(sheets, game, board->sheets, why);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status == XPGN_OK;
}

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
    board_answers g = {.count = 0};
    xpgn_fault why;
    bool good = compare_board(b, board, sheets, &why);
    while (good && board_take_answer(b, board, sheets, &g))
        good = compare_board(b, board, sheets, &why);
    if (!good)
        board_settle_unexplained(b, board, why.text);
    size_t from = out->size;
    good = good && compare_put_record(b->c, b->catalog, sheets, out);
    if (good) {
        board_tell_refused(b, board, sheets, &g);
        const xpgn_link after = board_digest(b, out, from);
        size_t settled = log_differences(b, board, &g, &after);
        board_tell_unread(b, board, sheets);
        board_settle(b, board, !has_open_gap(sheets), settled,
                     (xpgn_slice){out->data + from, out->size - from});
    }
    return good;
}

void batch_board_learn(board_batch *b, const batch_board *board) {
    (void)compare_board(b, board, b->merger, NULL);
}

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
    board_tell_ending(b, board);
    bool legal = board_correct_sheet(b, board, board->sheet[0], out, &corrected, &typed);
    board_settle(b, board, legal, corrected,
                 typed ? (xpgn_slice){s->text.data, s->text.size}
                       : (xpgn_slice){out->data + from, out->size - from});
}

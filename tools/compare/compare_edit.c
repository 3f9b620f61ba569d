/* SPDX-License-Identifier: MIT */
/* The text of a sheet of a board: answers put into it, and the rows of the log. */
#include "compare/compare_board.h"

#include <string.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

xpgn_game board_game(const batch_sheet *s) {
    return (xpgn_game){.text = {s->text.data, s->text.size},
                       .file = s->file,
                       .number = s->number,
                       .line = 1,
                       .column = 1};
}

uint64_t board_file_line(const batch_sheet *s, uint64_t line) {
    const xpgn_game game = board_game(s);
    uint64_t first, column;
    xpgn_game_locate(&game, (uint32_t)s->moves, &first, &column, NULL);
    return s->line + s->head + (line > first ? line - first : 0);
}

void board_add_law(board_batch *b, batch_sheet *s, xpgn_place place) {
    struct sheet_laws *l = &s->laws;
    l->list = cli_grow(b->c, l->list, l->count, &l->capacity, sizeof *l->list);
    l->list[l->count++] = place;
}

static void move_laws(batch_sheet *s, xpgn_place place, size_t is) {
    for (size_t i = 0; i < s->laws.count; i++)
        if (s->laws.list[i].offset >= place.offset + place.length)
            s->laws.list[i].offset += (uint32_t)(is - place.length);
}

void board_splice(board_batch *b, batch_sheet *s, xpgn_place place, xpgn_slice with) {
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

bool board_read_answer(board_batch *b, const batch_sheet *s, xpgn_place place, xpgn_slice answer,
                       xpgn_buffer *text) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    const xpgn_game game = board_game(s);
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, b->catalog, &how) != XPGN_OK)
        cli_no_memory(b->c);
    xpgn_status status = xpgn_answer_read(text, walk, &game, place.offset, answer);
    xpgn_walk_free(walk);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(b->c);
    return status == XPGN_OK;
}

xpgn_link board_digest(const board_batch *b, const xpgn_buffer *out, size_t from) {
    return cli_log_digest(&b->log,
                          &(xpgn_buffer){.data = out->data + from, .size = out->size - from});
}

void board_log(board_batch *b, const batch_board *board, const batch_sheet *s, const board_made *m,
               const xpgn_link *after) {
    const cli_log_origin origin = {s->file, b->o->by, s->number, b->number};
    size_t first = b->log.count;
    cli_log_add(b->c, &b->log, &origin, m->list, m->count);
    details_of_rows(board, s, m->fixer, m->list, m->count);
    const xpgn_link before =
        cli_log_digest(&b->log, &(xpgn_buffer){.data = s->original, .size = s->size});
    cli_log_sign(&b->log, first, &before, after);
    for (size_t i = first; i < b->log.count; i++) {
        b->log.row[i].correction.line = board_file_line(s, b->log.row[i].correction.line);
        if (b->log.row[i].correction.number > b->number)
            b->number = b->log.row[i].correction.number;
    }
}

cli_given *board_given(const board_batch *b, const batch_board *board, const char *turn) {
    xpgn_buffer id = {0};
    cli_put_question_id(&id, board->id, turn);
    return cli_answer_to(b->c, &b->questions, &id);
}

const char *board_put_questions(board_batch *b, xpgn_buffer *text, const cli_asked *q) {
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

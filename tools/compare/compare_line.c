/* SPDX-License-Identifier: MIT */
/* The line of a board, its state, and what of its sheets is not in its record. */
#include "compare/compare.h"
#include "compare/compare_board.h"
#include "internal/writers.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn_codes.h>

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

void board_settle(board_batch *b, batch_board *board, bool legal, size_t corrected,
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

void board_settle_unexplained(board_batch *b, batch_board *board, const char *why) {
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
    const xpgn_game game = board_game(s);
    uint64_t line, column;
    xpgn_buffer text = {0};
    xpgn_game_locate(&game, unread->place.offset, &line, &column, NULL);
    compare_put_words(&text,
                      (xpgn_slice){s->text.data + unread->place.offset, unread->place.length});
    xpgn_buffer_text(&text, unread->ends ? NO_RESULT : "");
    if (text.failed)
        cli_no_memory(b->c);
    batch_say(b, board, "board %s, %s:%llu: not read: %.*s", board->name, s->file,
              (unsigned long long)board_file_line(s, line), (int)text.size, text.data);
    xpgn_buffer_free(&text);
}

void board_tell_unread(board_batch *b, const batch_board *board, const xpgn_merge *sheets) {
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

void board_tell_ending(board_batch *b, const batch_board *board) {
    const batch_sheet *s = board->sheet[0];
    const xpgn_game game[2] = {board_game(s), board_game(s)};
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

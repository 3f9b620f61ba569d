/* SPDX-License-Identifier: MIT */
/* What an arbiter has decided about a whole board or a sheet: answers by the id of a board, "4.19",
   or by the name of a file. */
#include "compare/compare_batch.h"
#include "frame/file_paths.h"

#include <xpgn/record.h>

/* What follows a word in an answer, "4.7" of "board 4.7"; NULL if it does not begin with it. */
static const char *after_word(const cli_given *given, const char *word) {
    const size_t size = strlen(word);
    if (given == NULL || strncmp(given->answer, word, size) != 0 || given->answer[size] != ' ')
        return NULL;
    return given->answer + size + 1;
}

/* The answer about a sheet, by its file, of a later game in it also "file#2". */
static cli_given *find_sheet(const board_batch *b, const batch_sheet *s) {
    xpgn_buffer id = {0};
    xpgn_buffer_text(&id, s->file);
    if (s->number > 1)
        xpgn_buffer_printf(&id, "#%llu", (unsigned long long)s->number);
    return cli_answer_to(b->c, &b->questions, &id);
}

/* Finds a board by its id or, if no other has it, its number. */
static bool find_board(const board_batch *b, const char *name, size_t *pairing) {
    xpgn_pairing p;
    size_t found = 0;
    for (size_t i = 0; xpgn_event_pairing(b->event, i, &p); i++) {
        batch_board board;
        batch_name_board(b, &board, i);
        const bool whole = strcmp(board.id, name) == 0;
        if (!whole && strcmp(strchr(board.id, '.') + 1, name) != 0)
            continue;
        *pairing = i;
        found = whole ? 1 : found + 1;
        if (whole)
            break;
    }
    return found == 1;
}

bool verdict_places(board_batch *b, const batch_sheet *s, size_t *pairing) {
    cli_given *given = find_sheet(b, s);
    const char *name = after_word(given, "board");
    if (name == NULL || !find_board(b, name, pairing))
        return false;
    given->used = true;
    return true;
}

/* True if a name is that of the sheet's file, with or without its folders. */
static bool is_sheet(const batch_sheet *s, const char *name) {
    return strcmp(s->file, name) == 0 || strcmp(path_name(s->file), name) == 0;
}

void verdict_chooses(board_batch *b, batch_board *board) {
    cli_given *given = cli_answer_find(&b->questions, board->id);
    const char *name = after_word(given, "sheet");
    size_t kept = 0;
    for (size_t i = 0; name != NULL && i < board->sheets; i++)
        kept += is_sheet(board->sheet[i], name);
    if (kept == 0)
        return;
    given->used = true;
    kept = 0;
    for (size_t i = 0; i < board->sheets; i++)
        if (is_sheet(board->sheet[i], name))
            board->sheet[kept++] = board->sheet[i];
    board->sheets = kept;
}

bool verdict_closes(board_batch *b, batch_board *board) {
    cli_given *given = cli_answer_find(&b->questions, board->id);
    const char *result = after_word(given, "result");
    uint8_t score[XPGN_MAX_SEATS];
    const bool played = given == NULL || strcmp(given->answer, "not played") != 0;
    const bool known =
        result != NULL && xpgn_result_read(cli_slice(result), board->pairing.seats, score);
    if (played && !known)
        return false;
    given->used = true;
    board->state.pile = PILE_DONE;
    board->state.code = played ? "result-only" : "not-played";
    const xpgn_slice arg = cli_slice(result);
    cli_say(&board->state.why, b->o->language,
            played ? "only the result is known: %1" : "not played", &arg);
    if (board->state.why.failed)
        cli_no_memory(b->c);
    return true;
}

/* SPDX-License-Identifier: MIT */
/* How a game ends that the rules have not ended: results, resignations, agreements. */
#include "record/record.h"

#include <string.h>

/* ---- results as they are typed --------------------------------------------------------------- */

bool record_is_result(const record *r, xpgn_slice word) {
    xpgn_reader *reader = NULL;
    xpgn_token t;
    if (xpgn_reader_new(&reader) != XPGN_OK)
        cli_no_memory(r->c);
    xpgn_reader_begin(reader, word);
    bool is =
        xpgn_reader_next(reader, &t) && t.kind == XPGN_TOKEN_RESULT && t.place.length == word.size;
    xpgn_reader_free(reader);
    return is;
}

/* The canonical form of a result for the seats of the game: "*" of one that is not over. */
static bool read_result(record *r, xpgn_slice text, char result[RESULT_SIZE], reply *a) {
    xpgn_outcome outcome = {.over = true};
    unsigned seats = xpgn_play_position(r->now.play)->seats;
    if (!xpgn_result_read(text, seats, outcome.score)) {
        record_refuse(a, "LINE", "found '%.*s', expected a result such as %s", (int)text.size,
                      text.data, seats == 2 ? "1-0" : "0-1-0-0");
        return false;
    }
    xpgn_buffer b = {0};
    cli_put_outcome(&b, &outcome, seats);
    record_need(r, &b);
    (void)snprintf(result, RESULT_SIZE, "%.*s", (int)b.size, b.data);
    if (slice_is(text, "*"))
        (void)snprintf(result, RESULT_SIZE, "*");
    xpgn_buffer_free(&b);
    return true;
}

/* The game ends; dice that have fallen for nothing remain in the record. `rest`: comments. */
static bool end_game(record *r, const char *result, xpgn_slice rest, reply *a) {
    if (record_is_over(r))
        return record_refuse(a, "OVER", "the game is over: %s; undo goes back", r->sheet.result);
    if (seal_has_fallen(r))
        return record_refuse(a, "LINK", "all have answered %s: the word messages records its dice",
                             r->seal.at.what);
    sheet next;
    sheet_begin(r, &next);
    if (r->sheet.pending.size > 0)
        record_annul_pending(r, &next);
    xpgn_buffer_clear(&next.pending);
    if (seal_binds(r))
        xpgn_buffer_text(&next.announced, r->seal.at.what);
    next.stands = next.ended = false;
    if (rest.size > 0)
        sheet_add(next.tail.size > 0 ? &next.tail : &next.body, "%.*s", (int)rest.size, rest.data);
    (void)snprintf(next.result, sizeof next.result, "%s", result);
    bool good = record_settle(r, &next, a);
    sheet_free(&next);
    if (good) {
        entry_drop(&r->entry);
        record_taken(r, a);
    }
    return good;
}

/* A game that goes on has no result, which is what * says: there is nothing to do. */
static bool take_result(record *r, xpgn_slice text, xpgn_slice rest, reply *a) {
    char result[RESULT_SIZE];
    if (!read_result(r, text, result, a))
        return false;
    if (result[0] != '*' || record_is_over(r))
        return end_game(r, result, rest, a);
    if (rest.size > 0)
        return record_refuse(a, "LINE", "found a comment after *; the word comment writes one");
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_text(&a->text, "* the game is not over; quit leaves it");
    return true;
}

bool record_enter_result(record *r, const entry_line *l, reply *a) {
    if (l->before.size + l->after.size + l->freed.size + l->clock.size > 0)
        return record_refuse(a, "LINE", "found more after the result than a comment: %.*s",
                             (int)l->word.size, l->word.data);
    return take_result(r, l->word, slice_of(&l->rest), a);
}

/* ---- the commands ---------------------------------------------------------------------------- */

bool record_result(record *r, xpgn_slice rest, reply *a) {
    return take_result(r, rest, (xpgn_slice){"", 0}, a);
}

bool record_draw(record *r, xpgn_slice rest, reply *a) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    unsigned left = 0;
    xpgn_outcome outcome = {.over = true};
    xpgn_buffer text = {0};
    (void)rest;
    for (unsigned i = 0; i < p->seats; i++)
        left += p->alive >> i & 1u;
    for (unsigned i = 0; i < p->seats; i++)
        outcome.score[i] = (uint8_t)((p->alive >> i & 1u) * 12 / left);
    cli_put_outcome(&text, &outcome, p->seats);
    xpgn_buffer_char(&text, '\0');
    record_need(r, &text);
    bool good = end_game(r, text.data, (xpgn_slice){"", 0}, a);
    xpgn_buffer_free(&text);
    return good;
}

/* The seat of a name; the seat to move for no name; -1: none. */
static int seat_of(const record *r, xpgn_slice name) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    if (name.size == 0)
        return (int)record_seat_due(r);
    for (unsigned seat = 0; seat < p->seats; seat++)
        if (slice_is(name, xpgn_seat_name(p, seat)))
            return (int)seat;
    return -1;
}

/*
 * The last player left wins. While more than two are left, no rule says what becomes of the pieces
 * and the turns of one who resigns, and the record has no word for it: they play on, or agree on a
 * result.
 */
bool record_resign(record *r, xpgn_slice rest, reply *a) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    int seat = seat_of(r, rest);
    unsigned left = 0, winner = 0;
    if (seat < 0)
        return record_refuse(a, "LINE", "found '%.*s', expected %s", (int)rest.size, rest.data,
                             p->seats == 2 ? "white or black" : "white, red, black or green");
    if (p->seats > 2 && r->sheet.tail.size > 0)
        return record_refuse(a, "LINE",
                             "who is left is not known after a half-move that is missing; "
                             "result says who has won: result 0-1-0-0");
    if ((p->alive >> seat & 1u) == 0)
        return record_refuse(a, "LINE", "%s has been defeated", xpgn_seat_name(p, (unsigned)seat));
    for (unsigned i = 0; i < p->seats; i++)
        if ((p->alive >> i & 1u) != 0 && i != (unsigned)seat) {
            left++;
            winner = i;
        }
    if (left > 1)
        return record_refuse(a, "LINE",
                             "%s cannot resign while %u others play on: the rules have no game "
                             "without the pieces and turns of one who leaves; result ends it for "
                             "all: result 0-1-0-0",
                             xpgn_seat_name(p, (unsigned)seat), left);
    char result[RESULT_SIZE] = "";
    for (unsigned i = 0, at = 0; i < p->seats; i++)
        at += (unsigned)snprintf(result + at, sizeof result - at, "%s%u", i > 0 ? "-" : "",
                                 i == winner);
    return end_game(r, result, (xpgn_slice){"", 0}, a);
}

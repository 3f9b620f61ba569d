/* SPDX-License-Identifier: MIT */
/* Endings other than by the rules: results, resignations, agreements. */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "record/session/recorder.h"

#include "core/forms/scan.h"
#include "core/forms/written_ending.h"
#include "core/text/result_text.h"

/* ---- results as typed --------------------------------------------------------------- */

/* Reads a result for the seats of the game in canonical form; "*" for an unfinished game. */
static bool read_result(struct recorder *r, xpgn_slice text, char result[RESULT_SIZE],
                        xpgn_reply *a) {
    uint8_t score[XPGN_MAX_SEATS];
    const unsigned seats = xpgn_play_position(r->now.play)->seats;
    if (!xpgn_result_read(text, seats, score))
        return xpgn_reply_refuse(a, "LINE", "found '%.*s', expected a result such as %s",
                                 SLICE(text), seats == 2 ? "1-0" : "0-1-0-0");
    result_write(score, seats, result);
    if (result_is_forfeit(text))
        (void)snprintf(result, RESULT_SIZE, "0-0");
    return true;
}

/* How a game ends: the result, the value of Termination or NULL, and comments. */
struct game_end {
    char result[RESULT_SIZE];
    const char *termination;
    xpgn_slice rest;
};

/* Ends the game; pending dice remain in the record as annulled. */
static bool end_game(struct recorder *r, const struct game_end *end, xpgn_reply *a) {
    if (recorder_is_over(r))
        return xpgn_reply_refuse(a, "OVER", "the game is over: %s; use undo to go back",
                                 r->draft.result);
    if (seal_has_fallen(r))
        return xpgn_reply_refuse(
            a, "LINK", "all have answered %s: enter messages to record its dice", r->sealing->what);
    struct draft next;
    draft_begin(r, &next);
    if (r->draft.pending.size > 0)
        recorder_annul_pending(r, &next);
    xpgn_buffer_clear(&next.pending);
    if (seal_binds(r))
        xpgn_buffer_text(&next.announced, r->sealing->what);
    next.stands = next.ended = false;
    if (end->rest.size > 0)
        draft_add(next.tail.size > 0 ? &next.tail : &next.body, "%.*s", SLICE(end->rest));
    if (end->termination != NULL && draft_tag(&next, "Termination").data == NULL &&
        seal_may_tag(r, "Termination"))
        draft_set_tag(&next, "Termination", slice_of(end->termination));
    (void)snprintf(next.result, sizeof next.result, "%s", end->result);
    bool good = recorder_settle(r, &next, a);
    draft_free(&next);
    if (good) {
        intent_drop(&r->intent);
        recorder_taken(r, a);
    }
    return good;
}

/* Takes a result; * in a game that goes on changes nothing. */
static bool take_result_word(struct recorder *r, xpgn_slice text, struct game_end *end,
                             xpgn_reply *a) {
    if (!read_result(r, text, end->result, a))
        return false;
    if (end->result[0] != '*' || recorder_is_over(r))
        return end_game(r, end, a);
    if (end->rest.size > 0)
        return xpgn_reply_refuse(a, "LINE", "found a comment after *; use comment instead");
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_text(&a->text, "* the game is not over; quit leaves it");
    return true;
}

bool recorder_enter_result(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    if (l->before.size + l->after.size + l->freed.size > 0 || l->clock[0] != '\0')
        return xpgn_reply_refuse(a, "LINE", "found text after the result, expected a comment: %.*s",
                                 SLICE(l->word));
    return take_result_word(r, l->word, &(struct game_end){.rest = bytes_of(&l->rest)}, a);
}

/* ---- in words, and in other forms ------------------------------------------------------------ */

/* Asks who has lost, the side to move first, or how the game has ended. */
static bool ask_ending(struct recorder *r, xpgn_slice text, const struct ending *e, xpgn_reply *a) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    const unsigned seat = recorder_turn_due(r, &(uint32_t){0});
    if (p->seats == 2 && e->cause == ENDING_RESIGNATION)
        return xpgn_reply_refuse(a, "CHOICE", "found '%.*s'; say who: resign %s or resign %s",
                                 SLICE(text), xpgn_seat_name(p, seat), xpgn_seat_name(p, 1 - seat));
    if (p->seats == 2)
        return xpgn_reply_refuse(a, "CHOICE",
                                 "found '%.*s'; enter the result: 1-0, 0-1, draw, or nothing if "
                                 "the game goes on",
                                 SLICE(text));
    return xpgn_reply_refuse(a, "CHOICE", "found '%.*s'; enter the result: result 0-1-0-0",
                             SLICE(text));
}

static xpgn_slice cut_number(xpgn_slice s) {
    size_t digits = 0, dots = 0;
    while (digits < s.size && is_digit(s.data[digits]))
        digits++;
    while (digits + dots < s.size && s.data[digits + dots] == '.')
        dots++;
    const size_t size = digits > 0 && dots > 0 ? digits + dots : 0;
    return slice_strip((xpgn_slice){s.data + size, s.size - size});
}

static bool take_ending(struct recorder *r, xpgn_slice text, const struct ending *e,
                        xpgn_reply *a) {
    struct game_end end = {.termination = ending_termination(e->cause),
                           .rest =
                               slice_strip((xpgn_slice){text.data + e->size, text.size - e->size})};
    const bool same = e->result == NULL || strcmp(e->result, r->draft.result) == 0;
    if (recorder_is_over(r) && same && end.rest.size == 0) {
        recorder_taken(r, a);
        return true;
    }
    if (e->result == NULL)
        return ask_ending(r, (xpgn_slice){text.data, e->size}, e, a);
    if (slice_is(slice_of(e->result), "1/2-1/2") && xpgn_play_position(r->now.play)->seats > 2)
        return recorder_draw(r, end.rest, a);
    return take_result_word(r, slice_of(e->result), &end, a);
}

bool recorder_enter_ending(struct recorder *r, xpgn_slice line, xpgn_reply *a) {
    struct ending e;
    const xpgn_slice names[2] = {draft_tag(&r->draft, "White"), draft_tag(&r->draft, "Black")};
    xpgn_slice text = cut_number(slice_strip(line));
    const char *end = text.data + text.size;
    const size_t arrow = scan_arrow(text.data, end); /* -> 1-0 */
    text = slice_strip((xpgn_slice){text.data + arrow, text.size - arrow});
    if (text.size == 0 || !ending_read(text.data, end, names, &e) ||
        (!e.worded && !e.foreign && arrow == 0))
        return false;
    xpgn_slice rest = slice_strip((xpgn_slice){text.data + e.size, text.size - e.size});
    if (rest.size > 0 && *rest.data != '{')
        return false;
    (void)take_ending(r, text, &e, a);
    return true;
}

/* ---- the commands ---------------------------------------------------------------------------- */

bool recorder_result(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    struct ending e;
    if (rest.size > 0 && ending_read_score(rest.data, rest.data + rest.size, &e) &&
        e.size == rest.size && e.foreign)
        rest = slice_of(e.result);
    return take_result_word(r, rest, &(struct game_end){.rest = {"", 0}}, a);
}

bool recorder_draw(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    unsigned left = 0;
    uint8_t score[XPGN_MAX_SEATS] = {0};
    struct game_end end = {.rest = rest};
    for (unsigned i = 0; i < p->seats; i++)
        left += p->alive >> i & 1u;
    for (unsigned i = 0; i < p->seats; i++)
        score[i] = (uint8_t)((p->alive >> i & 1u) * 12 / left);
    result_write(score, p->seats, end.result);
    return end_game(r, &end, a);
}

/* The seat with a name; the seat to move for an empty name; -1 if there is none. */
static int seat_of_name(struct recorder *r, xpgn_slice name) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    if (name.size == 0)
        return (int)recorder_turn_due(r, &(uint32_t){0});
    for (unsigned seat = 0; seat < p->seats; seat++)
        if (slice_is(name, xpgn_seat_name(p, seat)))
            return (int)seat;
    return -1;
}

/*
 * The last player left wins. With more than two left, no rule covers the pieces and turns of a
 * player who resigns, and the record cannot express it: they play on, or agree on a result.
 */
bool recorder_resign(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    const xpgn_position *p = xpgn_play_position(r->now.play);
    int seat = seat_of_name(r, rest);
    unsigned left = 0, winner = 0;
    if (seat < 0)
        return xpgn_reply_refuse(a, "LINE", "found '%.*s', expected %s", SLICE(rest),
                                 p->seats == 2 ? "white or black" : "white, red, black or green");
    if (p->seats > 2 && r->draft.tail.size > 0)
        return xpgn_reply_refuse(
            a, "LINE",
            "after a missing half-move it is not known who is left; enter who won: result 0-1-0-0");
    if ((p->alive >> seat & 1u) == 0)
        return xpgn_reply_refuse(a, "LINE", "%s has been defeated",
                                 xpgn_seat_name(p, (unsigned)seat));
    for (unsigned i = 0; i < p->seats; i++)
        if ((p->alive >> i & 1u) != 0 && i != (unsigned)seat) {
            left++;
            winner = i;
        }
    if (left > 1)
        return xpgn_reply_refuse(a, "LINE",
                                 "%s cannot resign while %u others play on: the rules do not cover "
                                 "a player who leaves; to end the game for all: result 0-1-0-0",
                                 xpgn_seat_name(p, (unsigned)seat), left);
    struct game_end end = {.rest = {"", 0}};
    for (unsigned i = 0, at = 0; i < p->seats; i++)
        at += (unsigned)snprintf(end.result + at, sizeof end.result - at, "%s%u", i > 0 ? "-" : "",
                                 i == winner);
    return end_game(r, &end, a);
}

/* SPDX-License-Identifier: MIT */
#include "meant/import/server_game.h"

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "core/forms/json_text.h"
#include "core/forms/scan.h"
#include "core/rules/ruleset_loader.h"
#include "core/text/tagvalue.h"
#include "internal/loop.h"
#include "internal/text_out.h"

#include <stdio.h>
#include <string.h>

bool server_game_can_be(xpgn_slice head) {
    const char *end = head.data + head.size, *p = scan_white(head.data, end);
    return p < end && *p == '{' && slice_contains(head, "\"turns\"") &&
           slice_contains(head, "\"dice\"") && slice_contains(head, "\"moves\"");
}

/* ---- tags ------------------------------------------------------------------------------------ */

static void put_tag(xpgn_buffer *out, const char *name, const char *text) {
    tag_put(out, slice_of(name), slice_of(text));
}

/* Writes a tag with a string of JSON, or "?". */
static void put_string_tag(xpgn_buffer *out, const char *name, xpgn_slice value) {
    xpgn_buffer text = {0};
    bool known = json_string(&text, value) && text.size > 0;
    tag_put(out, slice_of(name), known ? (xpgn_slice){text.data, text.size} : slice_of("?"));
    out->failed |= text.failed;
    xpgn_buffer_free(&text);
}

/* The day of "2026-07-30T21:05:00Z". */
static void put_date(xpgn_buffer *out, xpgn_slice value) {
    char date[XPGN_DATE];
    bool known = value.size > 11 && *value.data == '"' &&
                 xpgn_date_read((xpgn_slice){value.data + 1, 10}, date);
    put_tag(out, "Date", known ? date : "????.??.??");
}

static const char *result_of(xpgn_slice game) {
    xpgn_slice result = json_member(game, "result");
    return slice_is(result, "1")    ? "1-0"
           : slice_is(result, "-1") ? "0-1"
           : slice_is(result, "0")  ? "1/2-1/2"
                                    : "*";
}

static uint32_t dice_of(xpgn_slice turn) {
    xpgn_slice rest = json_member(turn, "dice"), die;
    uint32_t count = 0;
    while (json_next(&rest, &die))
        count++;
    return count;
}

/* A start position without the dice that follow the number. */
static void put_position(xpgn_buffer *out, xpgn_slice dfen) {
    xpgn_buffer text = {0};
    if (json_string(&text, dfen) && !text.failed) {
        size_t size = 0;
        for (unsigned blanks = 0; size < text.size; size++)
            if (text.data[size] == ' ' && ++blanks == 6)
                break;
        put_tag(out, "SetUp", "1");
        tag_put(out, slice_of("FEN"), (xpgn_slice){text.data, size});
    }
    out->failed |= text.failed;
    xpgn_buffer_free(&text);
}

static void put_control(xpgn_buffer *out, xpgn_slice control) {
    uint32_t initial, increment;
    xpgn_slice fischer = json_member(control, "Fischer"),
               sudden = json_member(control, "SuddenDeath");
    char text[32];
    if (json_count(json_member(fischer, "initialSeconds"), &initial) &&
        json_count(json_member(fischer, "incrementSeconds"), &increment))
        (void)snprintf(text, sizeof text, "%u+%u", (unsigned)initial, (unsigned)increment);
    else if (json_count(json_member(sudden, "initialSeconds"), &initial))
        (void)snprintf(text, sizeof text, "%u", (unsigned)initial);
    else
        return;
    put_tag(out, "TimeControl", text);
}

/* "draw_agreement", in words. */
static void put_termination(xpgn_buffer *out, xpgn_slice value) {
    xpgn_buffer text = {0};
    if (json_string(&text, value)) {
        for (size_t i = 0; i < text.size; i++)
            text.data[i] = text.data[i] == '_' ? ' ' : text.data[i];
        tag_put(out, slice_of("Termination"), (xpgn_slice){text.data, text.size});
    }
    out->failed |= text.failed;
    xpgn_buffer_free(&text);
}

static void put_tags(xpgn_buffer *out, xpgn_slice game, const char *variant) {
    xpgn_slice players = json_member(game, "players");
    put_tag(out, "Event", "?");
    put_string_tag(out, "Site", json_member(game, "gameId"));
    put_date(out, json_member(game, "finishedAt"));
    put_tag(out, "Round", "?");
    put_string_tag(out, "White", json_member(json_member(players, "white"), "name"));
    put_string_tag(out, "Black", json_member(json_member(players, "black"), "name"));
    put_tag(out, "Result", result_of(game));
    put_tag(out, "Variant", variant);
    put_control(out, json_member(game, "timeControl"));
    put_termination(out, json_member(game, "termination"));
    put_position(out, json_member(game, "initialDfen"));
    xpgn_buffer_char(out, '\n');
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Writes the strings or numbers of a list with a sign between them; returns how many. */
static unsigned put_list(xpgn_buffer *out, xpgn_slice list, const char *between) {
    xpgn_slice item;
    unsigned count = 0;
    while (json_next(&list, &item)) {
        if (count++ > 0)
            xpgn_buffer_text(out, between);
        if (!json_string(out, item))
            xpgn_buffer_slice(out, item);
    }
    return count;
}

/* 3... <5,1,3> e7e5 d8g5 */
static void put_turn(xpgn_buffer *out, xpgn_slice turn, unsigned number, bool black) {
    xpgn_buffer_printf(out, "%u%s <", number, black ? "..." : ".");
    (void)put_list(out, json_member(turn, "dice"), ",");
    xpgn_buffer_text(out, "> ");
    if (put_list(out, json_member(turn, "moves"), " ") == 0)
        xpgn_buffer_text(out, "--");
    xpgn_buffer_char(out, '\n');
}

static uint64_t put_turns(xpgn_buffer *out, xpgn_slice turns) {
    xpgn_slice turn;
    uint64_t count = 0;
    unsigned number = 1;
    bool before = true; /* Black had the turn before */
    while (json_next(&turns, &turn)) {
        bool black = slice_is(json_member(turn, "activeColor"), "\"Black\"");
        number += count > 0 && before && !black;
        put_turn(out, turn, number, black);
        before = black;
        count++;
    }
    return count;
}

bool server_game_write(xpgn_slice text, xpgn_buffer *out, uint64_t *turns) {
    xpgn_slice game = json_value(text), list = json_member(game, "turns"), rest = list, first;
    const char *variant = json_next(&rest, &first) ? catalog_of_turn_dice(dice_of(first)) : NULL;
    if (variant == NULL || json_member(first, "moves").size == 0)
        return false;
    put_tags(out, game, variant);
    *turns += put_turns(out, list);
    xpgn_buffer_printf(out, "%s\n", result_of(game));
    return true;
}

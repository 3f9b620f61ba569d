/* SPDX-License-Identifier: MIT */
/* Findings as JSON Lines (formats/validate.schema.json). */
#include "cli/report.h"

#include <string.h>

enum { FOUND = 200 }; /* longest text quoted, in bytes */

report_span report_locate(const cli_report *how, const xpgn_game *game, xpgn_place place) {
    report_span s;
    report_find(how, game, place.offset, &s.line, &s.column, &s.text);
    report_find(how, game, place.offset + place.length, &s.end_line, &s.end_column, NULL);
    return s;
}

xpgn_slice report_bytes(const xpgn_game *game, xpgn_place place, size_t most) {
    size_t from = place.offset < game->text.size ? place.offset : game->text.size;
    size_t left = game->text.size - from;
    xpgn_slice s = {game->text.data + from, place.length < left ? place.length : left};
    if (s.size <= most)
        return s;
    for (s.size = most; s.size > 0 && ((unsigned char)s.data[s.size] & 0xC0) == 0x80;)
        s.size--;
    return s;
}

void cli_put_value_json(xpgn_buffer *b, xpgn_slice value) {
    if (value.data == NULL) {
        xpgn_buffer_text(b, "null");
        return;
    }
    xpgn_buffer plain = {0};
    xpgn_tag_text(&plain, value);
    xpgn_buffer_json(b, (xpgn_slice){plain.data, plain.size});
    b->failed = b->failed || plain.failed;
    xpgn_buffer_free(&plain);
}

void cli_put_tag_json(xpgn_buffer *b, const xpgn_walk *walk, const char *name) {
    cli_put_value_json(b, walk != NULL ? xpgn_walk_tag(walk, name) : (xpgn_slice){0});
}

static void put_text(xpgn_buffer *b, const char *key, const char *text) {
    xpgn_buffer_printf(b, ",\"%s\":", key);
    if (text == NULL || text[0] == '\0')
        xpgn_buffer_text(b, "null");
    else
        xpgn_buffer_json(b, (xpgn_slice){text, strlen(text)});
}

/* Writes "line":11,"column":34,... of the place of a finding or fix. */
static void put_place(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                      xpgn_place place) {
    report_span s = report_locate(how, game, place);
    xpgn_buffer_printf(b,
                       "\"line\":%llu,\"column\":%llu,\"end_line\":%llu,\"end_column\":%llu"
                       ",\"offset\":%lu,\"file_offset\":%llu,\"length\":%lu",
                       (unsigned long long)s.line, (unsigned long long)s.column,
                       (unsigned long long)s.end_line, (unsigned long long)s.end_column,
                       (unsigned long)place.offset, (unsigned long long)game->offset + place.offset,
                       (unsigned long)place.length);
}

static void put_found(xpgn_buffer *b, const xpgn_game *game, xpgn_place place) {
    xpgn_slice found = report_bytes(game, place, FOUND);
    xpgn_buffer_text(b, ",\"found\":");
    if (found.size == 0)
        xpgn_buffer_text(b, "null");
    else
        xpgn_buffer_json(b, found);
}

static void put_fixes(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                      const xpgn_finding *f) {
    xpgn_buffer_text(b, ",\"fixes\":[");
    for (uint32_t i = 0; i < f->fix_count; i++) {
        xpgn_buffer_text(b, i > 0 ? ",{" : "{");
        put_place(b, how, game, f->fix[i].place);
        xpgn_buffer_text(b, ",\"text\":");
        xpgn_buffer_json(b, (xpgn_slice){f->fix[i].text, strlen(f->fix[i].text)});
        xpgn_buffer_text(b, f->fix[i].tie ? ",\"tie\":true}" : ",\"tie\":false}");
    }
    xpgn_buffer_char(b, ']');
}

static void put_players(xpgn_buffer *b, const xpgn_walk *walk) {
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++) {
        unsigned party = cli_roster_parties[i];
        xpgn_buffer_printf(b, ",\"%s\":", xpgn_party_name(party));
        cli_put_tag_json(b, walk, xpgn_seat_tag(XPGN_MAX_SEATS, party));
    }
}

void report_json(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                 const xpgn_walk *walk, const xpgn_finding *f) {
    xpgn_buffer_text(b, "{\"file\":");
    xpgn_buffer_json(b, (xpgn_slice){game->file, strlen(game->file)});
    if (game->number > 0)
        xpgn_buffer_printf(b, ",\"game\":%llu,", (unsigned long long)game->number);
    else
        xpgn_buffer_text(b, ",\"game\":null,");
    put_place(b, how, game, f->place);
    xpgn_buffer_printf(b, ",\"level\":\"%s\",\"code\":\"%s\"",
                       report_level_names[report_level(how, f)], f->code);
    put_text(b, "text", f->text);
    put_found(b, game, f->place);
    xpgn_buffer hint = {0};
    report_hint(&hint, f);
    xpgn_buffer_char(&hint, '\0');
    put_text(b, "hint", hint.failed ? NULL : hint.data);
    b->failed |= hint.failed;
    xpgn_buffer_free(&hint);
    put_fixes(b, how, game, f);
    put_text(b, "turn", f->turn);
    xpgn_buffer_printf(b, ",\"ply\":%lu", (unsigned long)f->ply);
    put_players(b, walk);
    const xpgn_ruleset *rs = walk != NULL ? xpgn_walk_ruleset(walk) : NULL;
    put_text(b, "variant", rs != NULL ? xpgn_ruleset_id(rs) : NULL);
    xpgn_buffer_text(b, "}\n");
}

/* SPDX-License-Identifier: MIT */
/* Odds for programs: CSV, TSV and JSON Lines. */
#include "odds/odds.h"

#include <string.h>

/* ---- tables ---------------------------------------------------------------------------------- */

static void put_text(xpgn_row *l, const char *text) {
    xpgn_row_cell(l, cli_slice(text));
}

static void put_chance(xpgn_row *l, double chance) {
    xpgn_row_next(l);
    xpgn_buffer_printf(l->b, "%.9f", chance);
}

static void put_whole(xpgn_row *l, uint64_t number) {
    xpgn_row_next(l);
    xpgn_buffer_printf(l->b, "%llu", (unsigned long long)number);
}

static void put_signed(xpgn_row *l, int number) {
    xpgn_row_next(l);
    xpgn_buffer_printf(l->b, "%d", number);
}

static xpgn_row begin_row(xpgn_buffer *b, const options *o) {
    return (xpgn_row){.b = b, .form = cli_cell_form(&o->common, o->format == ODDS_TSV)};
}

void write_head(xpgn_buffer *b, const options *o) {
    static const char *const columns[] = {
        "game",         "turn",    "action",         "ruleset",     "kind",    "attacker",
        "defender",     "attack",  "attack_support", "attack_dice", "defense", "defense_support",
        "defense_dice", "throws",  "again",          "exact",       "won",     "lost",
        "both",         "neither", "tied",           "expected",    "came"};
    xpgn_row l = begin_row(b, o);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        put_text(&l, columns[i]);
    for (unsigned i = 0; i < OUTCOMES; i++) {
        char name[48];
        snprintf(name, sizeof name, "attacker_%s_defender_%s",
                 xpgn_fate_name(odds_outcomes[i].attacker),
                 xpgn_fate_name(odds_outcomes[i].defender));
        put_text(&l, name);
    }
    xpgn_row_end(&l);
}

static void put_piece_cell(xpgn_row *l, xpgn_piece piece) {
    xpgn_buffer letter = {0};
    put_letter(&letter, piece);
    xpgn_buffer_char(&letter, '\0');
    put_text(l, letter.failed ? "" : letter.data);
    l->b->failed |= letter.failed;
    xpgn_buffer_free(&letter);
}

static const char *kind_of(const combat *k) {
    const xpgn_action *a = &k->facts.action;
    return odds_kinds[a->kind == XPGN_SHOT  ? 1
                      : a->kind == XPGN_RUN ? 2
                      : a->to != a->target  ? 3
                                            : 0];
}

static void put_identity(xpgn_row *l, const combat *k) {
    char number[24] = "";
    if (k->game != NULL)
        snprintf(number, sizeof number, "%llu", (unsigned long long)k->game->number);
    put_text(l, number);
    put_text(l, k->turn != NULL ? k->turn : "");
    put_text(l, k->facts.text);
    put_text(l, xpgn_ruleset_id(k->rs));
    put_text(l, kind_of(k));
    for (unsigned i = 0; i < 2; i++)
        put_piece_cell(l, k->facts.side[i].piece);
}

static void put_came(xpgn_row *l, const combat *k) {
    char came[32] = "";
    if (k->fell)
        snprintf(came, sizeof came, "%s:%s", xpgn_fate_name(k->fate[0]),
                 xpgn_fate_name(k->fate[1]));
    put_text(l, came);
}

static void write_row(xpgn_buffer *b, const options *o, const combat *k) {
    xpgn_row l = begin_row(b, o);
    const xpgn_odds *odds = &k->odds;
    put_identity(&l, k);
    for (unsigned i = 0; i < 2; i++) {
        put_signed(&l, k->facts.side[i].base);
        put_signed(&l, k->facts.side[i].support);
        put_whole(&l, k->facts.side[i].dice);
    }
    put_whole(&l, odds->all);
    put_whole(&l, odds->again);
    put_text(&l, odds->exact ? "yes" : "no");
    put_chance(&l, xpgn_odds_chance(odds, false, true));
    put_chance(&l, xpgn_odds_chance(odds, true, false));
    put_chance(&l, xpgn_odds_chance(odds, true, true));
    put_chance(&l, xpgn_odds_chance(odds, false, false));
    put_chance(&l, odds->tie);
    put_chance(&l, points_of(odds->expected));
    put_came(&l, k);
    for (unsigned i = 0; i < OUTCOMES; i++)
        put_whole(&l, odds->ways[odds_outcomes[i].attacker][odds_outcomes[i].defender]);
    xpgn_row_end(&l);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_string(xpgn_buffer *b, const char *key, const char *text) {
    xpgn_buffer_printf(b, ",\"%s\":", key);
    xpgn_buffer_json(b, cli_slice(text));
}

static void put_side_json(xpgn_buffer *b, const char *key, const combat *k, unsigned side) {
    const xpgn_combatant *c = &k->facts.side[side];
    xpgn_buffer_printf(b, ",\"%s\":{\"piece\":\"", key);
    put_letter(b, c->piece);
    xpgn_buffer_printf(b, "\",\"base\":%d,\"support\":%d,\"dice\":%u", c->base, c->support,
                       c->dice);
    if (k->position != NULL) {
        char square[4];
        xpgn_square_name(k->position, c->square, square);
        put_string(b, "square", square);
    }
    xpgn_buffer_char(b, '}');
}

static void put_outcome_json(xpgn_buffer *b, const xpgn_odds *o, const outcome *k) {
    xpgn_buffer_printf(b,
                       "{\"attacker\":\"%s\",\"defender\":\"%s\",\"ways\":%llu,\"chance\":%.9f,"
                       "\"points\":%.1f}",
                       xpgn_fate_name(k->attacker), xpgn_fate_name(k->defender),
                       (unsigned long long)o->ways[k->attacker][k->defender],
                       o->chance[k->attacker][k->defender],
                       points_of(o->worth[k->attacker][k->defender]));
}

static void put_outcomes_json(xpgn_buffer *b, const xpgn_odds *o) {
    const char *before = "";
    xpgn_buffer_text(b, ",\"outcomes\":[");
    for (unsigned i = 0; i < OUTCOMES; i++) {
        if (!(o->chance[odds_outcomes[i].attacker][odds_outcomes[i].defender] > 0))
            continue;
        xpgn_buffer_text(b, before);
        put_outcome_json(b, o, &odds_outcomes[i]);
        before = ",";
    }
    xpgn_buffer_char(b, ']');
}

static void write_json(xpgn_buffer *b, const combat *k) {
    const xpgn_odds *o = &k->odds;
    xpgn_buffer_text(b, "{\"ruleset\":");
    xpgn_buffer_json(b, cli_slice(xpgn_ruleset_id(k->rs)));
    if (k->game != NULL) {
        xpgn_buffer_printf(b, ",\"game\":%llu", (unsigned long long)k->game->number);
        put_string(b, "turn", k->turn != NULL ? k->turn : "");
    }
    if (k->position != NULL)
        put_string(b, "action", k->facts.text);
    put_string(b, "kind", kind_of(k));
    put_side_json(b, "attacker", k, 0);
    put_side_json(b, "defender", k, 1);
    xpgn_buffer_printf(b, ",\"throws\":%llu,\"again\":%llu,\"exact\":%s",
                       (unsigned long long)o->all, (unsigned long long)o->again,
                       o->exact ? "true" : "false");
    put_outcomes_json(b, o);
    xpgn_buffer_printf(b, ",\"won\":%.9f,\"lost\":%.9f,\"both\":%.9f,\"neither\":%.9f",
                       xpgn_odds_chance(o, false, true), xpgn_odds_chance(o, true, false),
                       xpgn_odds_chance(o, true, true), xpgn_odds_chance(o, false, false));
    xpgn_buffer_printf(b, ",\"tied\":%.9f,\"expected\":%.9f", o->tie, points_of(o->expected));
    if (k->fell)
        xpgn_buffer_printf(b, ",\"came\":{\"attacker\":\"%s\",\"defender\":\"%s\"}",
                           xpgn_fate_name(k->fate[0]), xpgn_fate_name(k->fate[1]));
    xpgn_buffer_text(b, "}\n");
}

void write_line(xpgn_buffer *b, const options *o, const combat *k) {
    if (o->format == ODDS_JSON)
        write_json(b, k);
    else
        write_row(b, o, k);
}

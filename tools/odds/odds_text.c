/* SPDX-License-Identifier: MIT */
/* Odds for people: numbers, a combat in detail, rows of a table. */
#include "internal/meant.h"
#include "internal/text_out.h"
#include "odds/odds.h"

#include <math.h>
#include <string.h>
#include <xpgn/rulesets.h>

enum { BAR_WIDTH = 24, LONGEST_FRACTION = 9999 };

/* ---- numbers --------------------------------------------------------------------------------- */

void put_fraction(xpgn_buffer *b, uint64_t ways, uint64_t all) {
    uint64_t by = xpgn_common_divisor(ways, all);
    if (by > 0 && ways > 0 && ways < all && all / by <= LONGEST_FRACTION)
        xpgn_buffer_printf(b, "%llu/%llu", (unsigned long long)(ways / by),
                           (unsigned long long)(all / by));
}

void put_letter(xpgn_buffer *b, xpgn_piece piece, const xpgn_language *words) {
    char letter = xpgn_piece_letter((xpgn_piece)XPGN_TYPE_OF(piece));
    xpgn_action_translate(b, (xpgn_slice){&letter, 1}, words);
    if (XPGN_IS_WOUNDED(piece))
        xpgn_buffer_char(b, '*');
}

static uint64_t ways_of(const xpgn_odds *o, bool attacker_removed, bool defender_removed) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < CLI_OUTCOMES; i++) {
        const cli_outcome *k = &cli_outcomes[i];
        bool at = k->attacker == XPGN_FATE_REMOVED, df = k->defender == XPGN_FATE_REMOVED;
        sum += at == attacker_removed && df == defender_removed ? o->ways[k->attacker][k->defender]
                                                                : 0;
    }
    return sum;
}

/* ---- one combat in detail -------------------------------------------------------------------- */

/* Puts a cell with a bar; none if the chance is too small for one, for tables have no column of
   bars. */
static void put_odds_bar(xpgn_buffer *cells, double chance) {
    long length = lround(chance * BAR_WIDTH);
    xpgn_buffer_text(cells, length > 0 ? "\t" : "");
    for (; length > 0; length--)
        xpgn_buffer_char(cells, '#');
}

/* With hit points neither may be removed, and one harmed. */
static const char *words_of(const combat *k, const cli_outcome *of) {
    const bool neither = of->attacker == XPGN_FATE_UNHARMED && of->defender == XPGN_FATE_UNHARMED;
    return neither && k->facts.side[1].hits > 0 ? "neither removed" : of->words;
}

static void put_outcomes(xpgn_buffer *cells, const combat *k) {
    const xpgn_odds *o = &k->odds;
    xpgn_buffer_text(cells, o->exact ? "outcome\tthrows\tchance\tpoints\n"
                                     : "outcome\t\tchance\tpoints\n");
    for (unsigned i = 0; i < CLI_OUTCOMES; i++) {
        unsigned at = cli_outcomes[i].attacker, df = cli_outcomes[i].defender;
        if (!(o->chance[at][df] > 0))
            continue;
        xpgn_buffer_printf(cells, "%s\t", words_of(k, &cli_outcomes[i]));
        if (o->exact)
            xpgn_buffer_printf(cells, "%llu", (unsigned long long)o->ways[at][df]);
        xpgn_buffer_char(cells, '\t');
        cli_put_percent(cells, o->chance[at][df], 2);
        xpgn_buffer_char(cells, '\t');
        cli_put_points(cells, o->worth[at][df], k->facts.side[1].hits == 0);
        put_odds_bar(cells, o->chance[at][df]);
        xpgn_buffer_char(cells, '\n');
    }
}

static void put_share_cell(xpgn_buffer *cells, const char *what, const xpgn_odds *o, uint64_t ways,
                           double chance) {
    if (!(chance > 0))
        return;
    xpgn_buffer_printf(cells, "%s\t", what);
    if (o->exact)
        put_fraction(cells, ways, o->all);
    xpgn_buffer_char(cells, '\t');
    cli_put_percent(cells, chance, 2);
    xpgn_buffer_char(cells, '\n');
}

static void put_summary(xpgn_buffer *cells, const combat *k) {
    static const struct odds_share {
        const char *what;
        bool attacker, defender;
    } shares[] = {{"only the defender removed", false, true},
                  {"only the attacker removed", true, false},
                  {"both removed", true, true},
                  {"neither removed", false, false}};
    xpgn_buffer_text(cells, "in all\t\tchance\n");
    for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
        put_share_cell(cells, shares[i].what, &k->odds,
                       ways_of(&k->odds, shares[i].attacker, shares[i].defender),
                       xpgn_odds_chance(&k->odds, shares[i].attacker, shares[i].defender));
    xpgn_buffer_text(cells, "expected points of the attacker\t\t");
    cli_put_points(cells, k->odds.expected, false);
    xpgn_buffer_char(cells, '\n');
    for (unsigned i = 0; i < 2 && k->facts.side[1].hits > 0; i++)
        xpgn_buffer_printf(cells, "expected hit points lost by the %s\t\t%.2f of %d\n",
                           i == 0 ? "attacker" : "defender", xpgn_odds_lost(&k->odds, i),
                           k->facts.side[i].hits);
}

static void put_throws(xpgn_buffer *b, const combat *k) {
    const xpgn_odds *o = &k->odds;
    if (k->stop_below > 0)
        xpgn_buffer_printf(b, "at most %d exchanges, ", XPGN_MAX_EXCHANGES);
    if (k->stop_below > 0)
        put_stop(b, k->stop_below, NULL);
    else if (!o->exact)
        xpgn_buffer_text(b, "more throws than can be counted");
    else if (o->all == 1)
        xpgn_buffer_text(b, "no dice");
    else
        xpgn_buffer_printf(b, "%llu throws", (unsigned long long)o->all);
    if (o->again > 0)
        xpgn_buffer_printf(b, " that decide, %llu that are rolled again",
                           (unsigned long long)o->again);
}

static const char *words_of_fates(const combat *k) {
    for (unsigned i = 0; i < CLI_OUTCOMES; i++)
        if (cli_outcomes[i].attacker == k->fate[0] && cli_outcomes[i].defender == k->fate[1])
            return words_of(k, &cli_outcomes[i]);
    return "";
}

/* Writes the text as a line, and empties it. */
static void end_grid_line(xpgn_buffer *b, xpgn_buffer *text, odds_format format) {
    xpgn_buffer_char(text, '\0');
    if (!text->failed)
        grid_line(b, text->data, false, format);
    b->failed |= text->failed;
    xpgn_buffer_clear(text);
}

static void put_fell(xpgn_buffer *b, const combat *k) {
    xpgn_buffer_printf(b, "The dice gave: %s, a chance of ", words_of_fates(k));
    cli_put_percent(b, k->odds.chance[k->fate[0]][k->fate[1]], 2);
}

static void put_grid(xpgn_buffer *b, xpgn_buffer *cells, odds_format format) {
    xpgn_buffer_char(b, '\n');
    grid_write(b, (xpgn_slice){cells->data, cells->size}, 1u, format);
    b->failed |= cells->failed;
    xpgn_buffer_clear(cells);
}

void write_detail(xpgn_buffer *b, const combat *k, odds_format format) {
    xpgn_buffer part = {0};
    xpgn_combat_write(&part, k->rs, k->position, &k->facts, k->turn);
    grid_verbatim(b, (xpgn_slice){part.data, part.size}, format);
    b->failed |= part.failed;
    xpgn_buffer_clear(&part);
    put_outcomes(&part, k);
    put_grid(b, &part, format);
    put_summary(&part, k);
    put_grid(b, &part, format);
    put_stops(&part, k);
    if (part.size > 0)
        put_grid(b, &part, format);
    xpgn_buffer_char(b, '\n');
    xpgn_buffer_text(&part, format == ODDS_TEXT ? "  " : "");
    put_throws(&part, k);
    end_grid_line(b, &part, format);
    if (k->fell) {
        xpgn_buffer_text(&part, format == ODDS_TEXT ? "  " : "\n");
        put_fell(&part, k);
        end_grid_line(b, &part, format);
    }
    xpgn_buffer_free(&part);
}

/* ---- rows ------------------------------------------------------------------------------------ */

unsigned row_left(const row_look *look) {
    const unsigned pieces = look->form == ROW_TYPES ? 3 : 7;
    return pieces | (look->form == ROW_RECORD ? 1u << (look->hits ? 11 : 10) : 0);
}

void put_row_head(xpgn_buffer *cells, const row_look *look) {
    xpgn_buffer_text(cells, look->form == ROW_TYPES ? "" : "action\t");
    xpgn_buffer_printf(cells, "attacker\tdefender\t%s\t%s", look->hits ? "hits" : "support",
                       look->stops ? "stop below\t" : "");
    xpgn_buffer_text(cells, "wins\tloses\tboth\tneither\tpoints");
    xpgn_buffer_text(cells, look->hits ? "\tlost" : "");
    xpgn_buffer_text(cells, look->form == ROW_RECORD ? "\tchance\tgave\n" : "\n");
}

static void put_chance_cell(xpgn_buffer *cells, double chance) {
    xpgn_buffer_char(cells, '\t');
    if (chance > 0)
        cli_put_percent(cells, chance, 1);
    else
        xpgn_buffer_char(cells, '-');
}

void put_chances(xpgn_buffer *cells, const combat *k, bool hits) {
    put_chance_cell(cells, xpgn_odds_chance(&k->odds, false, true));
    put_chance_cell(cells, xpgn_odds_chance(&k->odds, true, false));
    put_chance_cell(cells, xpgn_odds_chance(&k->odds, true, true));
    put_chance_cell(cells, xpgn_odds_chance(&k->odds, false, false));
    xpgn_buffer_char(cells, '\t');
    cli_put_points(cells, k->odds.expected, false);
    if (hits)
        xpgn_buffer_printf(cells, "\t%.2f:%.2f", xpgn_odds_lost(&k->odds, 0),
                           xpgn_odds_lost(&k->odds, 1));
}

static void put_what_came(xpgn_buffer *cells, const combat *k) {
    put_chance_cell(cells, k->odds.chance[k->fate[0]][k->fate[1]]);
    xpgn_buffer_printf(cells, "\t%s", words_of_fates(k));
}

void put_row(xpgn_buffer *cells, const combat *k, const row_look *look) {
    const xpgn_combatant *side = k->facts.side;
    if (look->form != ROW_TYPES)
        xpgn_buffer_printf(cells, "%s%s%s\t", k->turn != NULL ? k->turn : "",
                           k->turn != NULL ? " " : "", k->facts.text);
    put_letter(cells, side[0].piece, NULL);
    xpgn_buffer_char(cells, '\t');
    put_letter(cells, side[1].piece, NULL);
    if (look->hits)
        xpgn_buffer_printf(cells, "\t%d:%d", side[0].hits, side[1].hits);
    else
        xpgn_buffer_printf(cells, "\t%d:%d", side[0].support, side[1].support);
    if (look->stops)
        xpgn_buffer_printf(cells, "\t%u", k->stop_below);
    put_chances(cells, k, look->hits);
    if (look->form == ROW_RECORD)
        put_what_came(cells, k);
    xpgn_buffer_char(cells, '\n');
}

/* SPDX-License-Identifier: MIT */
/* Combats of types of pieces, as typed: one, rows of them, or a matrix. */
#include "odds/odds_chart.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

/* ---- pieces and support as typed --------------------------------------------------------------
 */

/* Reads pieces; returns the first character that is not read. */
static const char *read_pieces(const char *text, unsigned seat, typed_pieces *out) {
    for (; *text != '\0' && out->count < MOST_PIECES; text++) {
        unsigned type = XPGN_PAWN;
        while (type < XPGN_TYPES && xpgn_piece_letter(XPGN_PIECE(0, type)) != *text)
            type++;
        if (type < XPGN_TYPES)
            out->list[out->count++] = XPGN_PIECE(seat, type);
        else if (*text == '*' && out->count > 0)
            out->list[out->count - 1] |= XPGN_WOUNDED;
        else if (*text != ',')
            break;
    }
    return text;
}

bool read_piece_list(const char *text, unsigned seat, typed_pieces *out) {
    return *read_pieces(text, seat, out) == '\0' && out->count > 0;
}

/* Reads 2, 0-4, NQ* or nothing, which is 0. Returns its end, or NULL if the numbers are not a valid
   range. */
static const char *read_support(const char *text, unsigned seat, side_support *out) {
    char *end;
    if (strchr("0123456789", *text) == NULL || *text == '\0')
        return read_pieces(text, seat, &out->by);
    unsigned long first = strtoul(text, &end, 10), last = first;
    if (*end == '-' && strchr("0123456789", end[1]) != NULL && end[1] != '\0')
        last = strtoul(end + 1, &end, 10);
    if (first > last || last > MOST_RANGE)
        return NULL;
    out->first = (int)first;
    out->last = (int)last;
    return end;
}

bool read_supports(options *o) {
    const char *end = read_support(o->support, 0, &o->supports[0]);
    if (end == NULL)
        return false;
    if (*end == ':')
        end = read_support(end + 1, 1, &o->supports[1]);
    return end != NULL && *end == '\0';
}

/* Takes all pieces of the ruleset, then the wounded forms of those that have one. */
static void take_all(const xpgn_ruleset *rs, unsigned seat, typed_pieces *out) {
    xpgn_attributes a;
    for (unsigned hurt = 0; hurt < 2; hurt++)
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
            if (xpgn_ruleset_attributes(rs, type, &a) && (hurt == 0 || a.has_wounded))
                out->list[out->count++] = XPGN_PIECE(seat, type | (hurt ? XPGN_WOUNDED : 0));
}

/* ---- one combat, and rows ----------------------------------------------------------------------
 */

/* Makes the combat of two types; false if there is none: the fault says why. */
static bool make_combat(const options *o, const xpgn_ruleset *rs, const xpgn_piece piece[2],
                        const int given[2], combat *k, xpgn_fault *fault) {
    static const xpgn_action_kind kinds[] = {XPGN_ATTACK, XPGN_SHOT, XPGN_RUN, XPGN_ATTACK};
    xpgn_matchup m = {XPGN_MATCHUP, .kind = kinds[o->kind], .en_passant = o->kind == 3};
    for (unsigned i = 0; i < 2; i++) {
        m.piece[i] = piece[i];
        m.support[i] = (int16_t)given[i];
        m.supporter[i] = o->supports[i].by.list;
        m.supporters[i] = o->supports[i].by.count;
    }
    *k = (combat){.rs = rs, .is = {XPGN_SUBJECT}, .stop_below = (unsigned)o->stops.first};
    return xpgn_combat_of_types(rs, &m, &k->facts, fault) == XPGN_OK && has_odds(o, k);
}

/* The output for combats by types. */
typedef struct odds_listing {
    const options *o;
    const xpgn_ruleset *rs;
    xpgn_buffer out, cells;
    row_look look;
    size_t wanted, made;
    bool dice;        /* some combat has dice */
    xpgn_fault fault; /* of the last combat that is impossible */
} odds_listing;

static void add_row(odds_listing *l, const combat *k) {
    l->made++;
    if (l->wanted == 1)
        chart_detail(l->o->chart, k);
    else if (!l->o->matrix)
        chart_row(l->o->chart, k);
    if (!is_listing(l->o))
        write_line(&l->out, l->o, k);
    else if (l->wanted == 1)
        write_detail(&l->out, k, (odds_format)l->o->format);
    else
        put_row(&l->cells, k, &l->look);
}

static void add_combat(odds_listing *l, const xpgn_piece piece[2], const int given[2]) {
    const number_range *stops = &l->o->stops;
    combat k;
    if (!make_combat(l->o, l->rs, piece, given, &k, &l->fault))
        return;
    l->look.hits = k.facts.side[1].hits > 0;
    for (int stop = stops->first; stop <= stops->last; stop++) {
        k.stop_below = (unsigned)stop;
        if (stop == stops->first || has_odds(l->o, &k))
            add_row(l, &k);
    }
}

static void add_supports(odds_listing *l, const xpgn_piece piece[2]) {
    const side_support *s = l->o->supports;
    int given[2];
    for (given[0] = s[0].first; given[0] <= s[0].last; given[0]++)
        for (given[1] = s[1].first; given[1] <= s[1].last; given[1]++)
            add_combat(l, piece, given);
}

static void add_pairs(odds_listing *l) {
    const typed_pieces *at = &l->o->attackers, *df = &l->o->defenders;
    for (size_t i = 0; i < at->count; i++)
        for (size_t j = 0; j < df->count; j++)
            add_supports(l, (const xpgn_piece[]){at->list[i], df->list[j]});
}

static void put_odds_title(xpgn_buffer *b, const options *o, const xpgn_ruleset *rs,
                           const char *what) {
    xpgn_buffer text = {0};
    put_combat_words(&text, o, rs, what, NULL);
    if (!text.failed)
        grid_line(b, text.data, true, (odds_format)o->format);
    xpgn_buffer_char(b, '\n');
    b->failed |= text.failed;
    xpgn_buffer_free(&text);
}

static void write_rows(odds_listing *l) {
    l->out.failed |= l->cells.failed;
    if (l->cells.size == 0)
        return;
    xpgn_buffer all = {0};
    put_row_head(&all, &l->look);
    xpgn_buffer_put(&all, l->cells.data, l->cells.size);
    put_odds_title(&l->out, l->o, l->rs, "odds");
    grid_write(&l->out, (xpgn_slice){all.data, all.size}, row_left(&l->look),
               (odds_format)l->o->format);
    l->out.failed |= all.failed;
    xpgn_buffer_free(&all);
}

/* ---- the matrix ------------------------------------------------------------------------------ */

/* Makes the combat of a cell of the matrix; false if there is none. */
static bool make_cell(odds_listing *l, const xpgn_piece piece[2], combat *k) {
    const int given[2] = {l->o->supports[0].first, l->o->supports[1].first}, none[2] = {0, 0};
    /* A king's combat may allow no support where others do (FD-7). */
    if (!make_combat(l->o, l->rs, piece, given, k, &l->fault) &&
        !make_combat(l->o, l->rs, piece, none, k, &l->fault))
        return false;
    l->made++;
    l->dice |= k->odds.all > 1;
    return true;
}

/* Its chance; negative if there is no such combat. */
static double chance_in_cell(odds_listing *l, const xpgn_piece piece[2], bool won) {
    combat k;
    return make_cell(l, piece, &k) ? xpgn_odds_chance(&k.odds, !won, won) : -1;
}

static void put_cell(odds_listing *l, double chance) {
    xpgn_buffer_char(&l->cells, '\t');
    if (chance < 0) {
        xpgn_buffer_char(&l->cells, '-');
        return;
    }
    cli_put_percent(&l->cells, chance, 1);
    if (!l->cells.failed)
        l->cells.size--; /* drop the %: the title says percent */
}

static void write_matrix(odds_listing *l, bool won) {
    const typed_pieces *at = &l->o->attackers, *df = &l->o->defenders;
    xpgn_buffer_clear(&l->cells);
    for (size_t j = 0; j < df->count; j++) {
        xpgn_buffer_char(&l->cells, '\t');
        put_letter(&l->cells, df->list[j], NULL);
    }
    for (size_t i = 0; i < at->count; i++) {
        xpgn_buffer_char(&l->cells, '\n');
        put_letter(&l->cells, at->list[i], NULL);
        for (size_t j = 0; j < df->count; j++)
            put_cell(l, chance_in_cell(l, (const xpgn_piece[]){at->list[i], df->list[j]}, won));
    }
    xpgn_buffer_char(&l->cells, '\n');
    grid_write(&l->out, (xpgn_slice){l->cells.data, l->cells.size}, 1u, (odds_format)l->o->format);
    l->out.failed |= l->cells.failed;
}

static const char won_title[] = "only the defender is removed, percent";

/* Draws the first table: a chart for each attacker, with a row for each defender. */
static void chart_matrix(odds_listing *l, const char *note) {
    const typed_pieces *at = &l->o->attackers, *df = &l->o->defenders;
    for (size_t i = 0; i < at->count; i++) {
        combat k;
        for (size_t j = 0; j < df->count; j++)
            if (make_cell(l, (const xpgn_piece[]){at->list[i], df->list[j]}, &k))
                chart_row(l->o->chart, &k);
        chart_end_attacker(l->o->chart, at->list[i], note);
    }
}

/* Draws the chart of a table: rows under a title. */
static void end_chart(cli *c, odds_listing *l) {
    const options *o = l->o;
    xpgn_buffer words = {0};
    if (o->chart == NULL || l->wanted == 1)
        return;
    put_combat_words(&words, o, l->rs, o->matrix ? won_title : "the attacker wins", &o->words);
    if (words.failed)
        cli_no_memory(c);
    if (o->matrix)
        chart_matrix(l, words.data);
    else
        chart_end_rows(o->chart, words.data, "");
    xpgn_buffer_free(&words);
}

static void write_matrices(odds_listing *l) {
    put_odds_title(&l->out, l->o, l->rs, won_title);
    write_matrix(l, true);
    if (l->dice) {
        xpgn_buffer_char(&l->out, '\n');
        put_odds_title(&l->out, l->o, l->rs, "only the attacker is removed, percent");
        write_matrix(l, false);
    }
    bool hurt = false;
    for (size_t i = 0; i < l->o->defenders.count; i++)
        hurt |= XPGN_IS_WOUNDED(l->o->defenders.list[i]);
    if (l->o->format == ODDS_TEXT)
        xpgn_buffer_printf(&l->out, "\nRows attack, columns defend%s.\n",
                           hurt ? "; * is wounded" : "");
}

int list_types(cli *c, options *o, const xpgn_ruleset *rs) {
    odds_listing l = {.o = o,
                      .rs = rs,
                      .look = {.form = ROW_TYPES, .stops = o->stops.first < o->stops.last},
                      .fault = {.text = "no such combat"}};
    if (o->attackers.count == 0)
        take_all(rs, 0, &o->attackers);
    if (o->defenders.count == 0)
        take_all(rs, 1, &o->defenders);
    l.wanted = o->attackers.count * o->defenders.count *
               (size_t)(o->supports[0].last - o->supports[0].first + 1) *
               (size_t)(o->supports[1].last - o->supports[1].first + 1) *
               (size_t)(o->stops.last - o->stops.first + 1);
    if (l.wanted > MOST_COMBATS)
        return cli_usage(c, "--support: %zu combats, more than %d", l.wanted, MOST_COMBATS);
    if (o->matrix && is_listing(o)) {
        write_matrices(&l);
    } else {
        begin_table(&l.out, o);
        add_pairs(&l);
        write_rows(&l);
    }
    end_chart(c, &l);
    if (l.made > 0)
        flush_table(c, o, &l.out);
    else
        cli_message(c, "%s", l.fault.text);
    xpgn_buffer_free(&l.out);
    xpgn_buffer_free(&l.cells);
    return l.made > 0 ? CLI_GOOD : CLI_TROUBLE;
}

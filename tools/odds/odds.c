/* SPDX-License-Identifier: MIT */
/* xpgn-odds: the exact chances of combats. */
#include "odds/odds_chart.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

#include "shared/diagram/language_option.h"
#include "shared/diagram/svg_output.h"
#include "shared/diagram/variant_option.h"
#include "shared/tables/game_filter.h"

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("variant", "ID", CLI_TEXT, AT(variant),
            "the ruleset of --attacker, --defender, --matrix, --xfen and --threat"),
    CLI_ROW("options", "OPTIONS", CLI_TEXT, AT(rule_options),
            "options of the ruleset: 'support shooting'"),
    CLI_ROW("attacker", "PIECES", CLI_TEXT, AT(attacker),
            "the attacking piece: N, or wounded N*; or several: N,B*; default with --defender: all",
            .letter = 'a'),
    CLI_ROW("defender", "PIECES", CLI_TEXT, AT(defender),
            "the attacked piece; default with --attacker: all", .letter = 'd'),
    CLI_ROW("support", "A:D", CLI_TEXT, AT(support),
            "total support of attacker and defender: 1:2, ranges 0-4:2, or the supporters "
            "themselves: NQ*:B",
            .letter = 's'),
    CLI_ROW("stop-below", "POINTS", CLI_TEXT, AT(stop_below),
            "the attacker goes on until one falls, but not with fewer hit points than POINTS; or "
            "a range: 1-9"),
    CLI_ONE_OF("kind", "attack|shot|run|en-passant", AT(kind), "the kind of attack", .letter = 'k'),
    CLI_SWITCH("matrix", AT(matrix), "print a table of all attackers and defenders"),
    CLI_ROW("xfen", "TEXT", CLI_TEXT, AT(xfen),
            "the combats possible in this position (FEN or XFEN)", .letter = 'x'),
    CLI_ROW(
        "threat", "TEXT", CLI_TEXT, AT(threat),
        "what each throw allows in this position, where dice say which pieces act, and with how "
        "many the king can be captured"),
    CLI_ROW("action", "ACTION", CLI_TEXT, AT(action),
            "with --xfen: the combat of this action, such as exd5"),
    CLI_ROW("at", "TURN", CLI_TEXT, AT(at),
            "only the combats of this turn of a record, in detail: 8w, 12b (four seats also 12r, "
            "12g), or 12 for all with that number"),
    CLI_ONE_OF("format", "text|" CLI_TABLES "|latex", AT(format), "output format"),
    CLI_ROW("svg", "FILE", CLI_WRITES, AT(svg),
            "also write a chart to FILE: rows, or the luck in a record as a line; -: to "
            "standard output instead of the table",
            .writes = CLI_PICTURE),
    CLI_SVG_THEME(AT(theme)),
    CLI_ROW(
        "language", "CODE", CLI_TEXT, AT(language),
        "language of words and piece letters in charts: en (default), de, fr, es, it, nl or pl"),
    {.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn-odds",
    .usage = "[option...] [file...]",
    .about =
        "Prints the exact chances of combats: between two pieces, in a position, or in records.",
    .options = table,
    .common = CLI_ALL | CLI_TABLE | CLI_FORCE};

const char *const odds_kinds[] = {"attack", "shot", "run", "en-passant"};

static bool is_table(const options *o) {
    return o->format == ODDS_CSV || o->format == ODDS_TSV;
}

/* True for the formats for people. */
static bool is_listing(const options *o) {
    return o->format == ODDS_TEXT || o->format == ODDS_MARKDOWN || o->format == ODDS_LATEX;
}

/* True if a position is given. */
static bool is_position(const options *o) {
    return o->xfen != NULL || o->threat != NULL;
}

/* Writes the buffer to standard output and empties it, unless a chart goes there. */
static void flush_table(cli *c, const options *o, xpgn_buffer *b) {
    if (o->svg == NULL || strcmp(o->svg, "-") != 0)
        cli_flush(c, CLI_OUT, b);
}

static void begin_table(xpgn_buffer *b, const options *o) {
    if (is_table(o) && !o->common.no_header)
        write_head(b, o);
}

/* ---- the command line ------------------------------------------------------------------------ */

/* Reads N,B* and so on, with or without commas; returns the first character that is not read. */
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

static bool read_piece_list(const char *text, unsigned seat, typed_pieces *out) {
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

static bool read_supports(options *o) {
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

/* Counts the odds of a combat; false if it has none. */
static bool has_odds(const options *o, combat *k) {
    const xpgn_status status = count_odds(k);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(o->cli);
    return status == XPGN_OK;
}

/* ---- by types -------------------------------------------------------------------------------- */

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

/* "Chess Attack (rescue), shot: odds" */
static void put_combat_words(xpgn_buffer *text, const options *o, const xpgn_ruleset *rs,
                             const char *what, const xpgn_language *words) {
    const side_support *s = o->supports;
    xpgn_buffer_text(text, xpgn_ruleset_title(rs));
    if (o->rule_options != NULL && *o->rule_options != '\0')
        xpgn_buffer_printf(text, " (%s)", o->rule_options);
    if (o->kind != 0) {
        xpgn_buffer_text(text, ", ");
        xpgn_word_translate(text, odds_kinds[o->kind], words);
    }
    if (o->stop_below != NULL && o->stops.first == o->stops.last) {
        xpgn_buffer_text(text, ", ");
        put_stop(text, (unsigned)o->stops.first, words);
    }
    xpgn_buffer_text(text, ": ");
    xpgn_word_translate(text, what, words);
    if (o->matrix && (s[0].first > 0 || s[1].first > 0)) {
        xpgn_buffer_text(text, ", ");
        xpgn_word_translate(text, "support", words);
        xpgn_buffer_printf(text, " %d:%d", s[0].first, s[1].first);
    }
    xpgn_buffer_char(text, '\0');
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

static int list_types(cli *c, options *o, const xpgn_ruleset *rs) {
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

/* ---- a position ------------------------------------------------------------------------------ */

enum { MOST_ACTIONS = 8192 };

static bool make_at(const options *o, const xpgn_ruleset *rs, const xpgn_position *p,
                    const xpgn_action *a, combat *k) {
    *k = (combat){.rs = rs,
                  .position = p,
                  .is = {XPGN_SUBJECT, .position = p},
                  .stop_below = (unsigned)o->stops.first};
    if (xpgn_combat_prepare(rs, p, a, &k->facts))
        return has_odds(o, k);
    k->facts.action = *a;
    if (a->kind == XPGN_TELEPORT) /* the destination is chosen after the die */
        k->facts.action.to = XPGN_NO_SQUARE;
    k->is_attempt = xpgn_attempt_odds(rs, p, &k->facts, &k->attempt);
    xpgn_action_name(rs, p, &k->facts.action, k->facts.text);
    return k->is_attempt;
}

/* Cells for people: those of combats, and those of teleports and escapes. */
typedef struct tables {
    row_look look;
    xpgn_buffer combats, attempts;
} tables;

static void add_combat_row(tables *t, const combat *k) {
    t->look.hits |= k->facts.side[1].hits > 0;
    if (k->is_attempt)
        put_attempt(&t->attempts, k, t->look.form);
    else
        put_row(&t->combats, k, &t->look);
}

static void write_table(xpgn_buffer *b, const options *o, const tables *t, bool attempts) {
    const xpgn_buffer *cells = attempts ? &t->attempts : &t->combats;
    xpgn_buffer all = {0};
    if (attempts)
        put_attempt_head(&all, t->look.form);
    else
        put_row_head(&all, &t->look);
    xpgn_buffer_put(&all, cells->data, cells->size);
    if (cells->size > 0)
        grid_write(b, (xpgn_slice){all.data, all.size},
                   attempts ? ATTEMPT_LEFT : row_left(&t->look), (odds_format)o->format);
    b->failed |= all.failed || cells->failed;
    xpgn_buffer_free(&all);
}

static void write_tables(xpgn_buffer *b, const options *o, const tables *t) {
    write_table(b, o, t, false);
    if (t->combats.size > 0 && t->attempts.size > 0)
        xpgn_buffer_char(b, '\n');
    write_table(b, o, t, true);
}

static void free_tables(tables *t) {
    xpgn_buffer_free(&t->combats);
    xpgn_buffer_free(&t->attempts);
}

static void show_detail(xpgn_buffer *b, const combat *k, row_form form, odds_format format) {
    xpgn_buffer cells = {0};
    if (!k->is_attempt) {
        write_detail(b, k, format);
        return;
    }
    put_attempt_head(&cells, form);
    put_attempt(&cells, k, form);
    grid_write(b, (xpgn_slice){cells.data, cells.size}, ATTEMPT_LEFT, format);
    b->failed |= cells.failed;
    xpgn_buffer_free(&cells);
}

/* True if the action differs from the one before only in its promotion or in the destination of a
   teleport, which do not change the odds. */
static bool is_repeated(const xpgn_action *list, size_t i) {
    if (i > 0 && list[i].kind == XPGN_TELEPORT && list[i - 1].kind == XPGN_TELEPORT)
        return true;
    return i > 0 && list[i].kind == list[i - 1].kind && list[i].from == list[i - 1].from &&
           list[i].to == list[i - 1].to && list[i].target == list[i - 1].target;
}

static void end_rows(cli *c, const options *o, const xpgn_ruleset *rs) {
    xpgn_buffer title = {0};
    put_combat_words(&title, o, rs, "the attacker wins", &o->words);
    if (title.failed)
        cli_no_memory(c);
    chart_end_rows(o->chart, title.data, "");
    xpgn_buffer_free(&title);
}

/* A position, and what is asked of it. */
typedef struct place {
    const options *o;
    const xpgn_ruleset *rs;
    const xpgn_position *p;
} place;

/* Lists the combat of an action, at each stop, its teleport or escape; false if it has none. */
static bool list_action(xpgn_buffer *out, tables *rows, const place *at, const xpgn_action *a) {
    const options *o = at->o;
    combat k;
    if (!make_at(o, at->rs, at->p, a, &k))
        return false;
    for (int stop = o->stops.first; stop <= o->stops.last; stop++) {
        k.stop_below = (unsigned)stop;
        if (stop > o->stops.first && !has_odds(o, &k))
            break;
        chart_row(o->chart, &k);
        if (is_listing(o))
            add_combat_row(rows, &k);
        else
            write_line(out, o, &k);
    }
    return true;
}

/* Lists every combat, teleport and escape of the position; false if there are none. */
static bool list_position(cli *c, const options *o, const xpgn_ruleset *rs,
                          const xpgn_position *p) {
    xpgn_buffer out = {0};
    tables rows = {.look = {.form = ROW_POSITION, .stops = o->stops.first < o->stops.last}};
    xpgn_action *list = malloc(MOST_ACTIONS * sizeof *list);
    if (list == NULL)
        cli_no_memory(c);
    size_t count = xpgn_legal_actions(rs, p, list, MOST_ACTIONS), made = 0;
    begin_table(&out, o);
    for (size_t i = 0; i < count && i < MOST_ACTIONS; i++)
        if (!is_repeated(list, i))
            made += list_action(&out, &rows, &(place){o, rs, p}, &list[i]);
    if (o->chart != NULL)
        end_rows(c, o, rs);
    write_tables(&out, o, &rows);
    flush_table(c, o, &out);
    xpgn_buffer_free(&out);
    free_tables(&rows);
    free(list);
    return made > 0;
}

static int show_action(cli *c, const options *o, const xpgn_ruleset *rs, const xpgn_position *p) {
    xpgn_buffer out = {0};
    xpgn_action a;
    xpgn_fault fault;
    combat k;
    if (xpgn_action_read(rs, p, cli_slice(o->action), &a, &fault) != XPGN_OK) {
        cli_message(c, "--action: %s", fault.text);
        return CLI_TROUBLE;
    }
    if (!make_at(o, rs, p, &a, &k)) {
        cli_message(c, "--action: %s takes no dice", o->action);
        return CLI_BAD;
    }
    begin_table(&out, o);
    chart_detail(o->chart, &k);
    if (is_listing(o))
        show_detail(&out, &k, ROW_POSITION, (odds_format)o->format);
    else
        write_line(&out, o, &k);
    flush_table(c, o, &out);
    xpgn_buffer_free(&out);
    return CLI_GOOD;
}

static int show_position(cli *c, const options *o, const xpgn_ruleset *rs) {
    xpgn_position p;
    xpgn_fault fault;
    const char *text = o->threat != NULL ? o->threat : o->xfen;
    const char *option = o->threat != NULL ? "--threat" : "--xfen";
    xpgn_status status = xpgn_position_read(rs, cli_slice(text), &p, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        return cli_refuse_xfen(c, option, &fault);
    cli_note_xfen(c, option, &fault);
    if (o->threat != NULL)
        return show_threat(c, o, rs, &p);
    if (o->action != NULL)
        return show_action(c, o, rs, &p);
    if (list_position(c, o, rs, &p))
        return CLI_GOOD;
    cli_message(c, "no combat is possible in this position");
    return CLI_BAD;
}

/* ---- records --------------------------------------------------------------------------------- */

/* A game being read, with the turn at hand as text. */
typedef struct game_reading {
    const options *o;
    const xpgn_game *game;
    xpgn_buffer *out;
    tables rows;
    xpgn_buffer turn;
    size_t made;
} game_reading;

/* Takes the combat of a step as it was before the dice, or its teleport or escape; false if it has
   none of these. */
static bool take_combat_step(const game_reading *r, const xpgn_walk *walk, const xpgn_step *step,
                             combat *k) {
    *k = (combat){.rs = xpgn_walk_ruleset(walk),
                  .position = step->before,
                  .game = r->game,
                  .turn = r->turn.data,
                  .facts = *step->facts,
                  .is = {XPGN_SUBJECT},
                  .fell = true};
    xpgn_fact_source_step(&k->is, step);
    k->is_attempt = xpgn_attempt_odds(k->rs, k->position, &k->facts, &k->attempt);
    if (k->is_attempt || !k->facts.combat)
        return k->is_attempt;
    for (unsigned i = 0; i < 2; i++) {
        k->fate[i] = xpgn_fate_of(k->facts.side[i].fate);
        k->facts.side[i].total = -1;
        k->facts.side[i].fate = 0;
    }
    k->facts.roll.exchanges = 0;
    return true;
}

static void write_combat(game_reading *r, const combat *k) {
    r->made++;
    if (r->o->at != NULL)
        chart_detail(r->o->chart, k);
    else
        chart_step(r->o->chart, k);
    if (!is_listing(r->o)) {
        write_line(r->out, r->o, k);
    } else if (r->o->at != NULL) {
        if (r->made > 1)
            xpgn_buffer_char(r->out, '\n');
        show_detail(r->out, k, ROW_RECORD, (odds_format)r->o->format);
    } else {
        add_combat_row(&r->rows, k);
    }
}

/* Where the attacker goes on, each exchange is a decision, with the hit points that are left. */
static void write_exchanges(game_reading *r, combat *k, const xpgn_roll *roll) {
    const xpgn_fate fate[2] = {k->fate[0], k->fate[1]};
    for (unsigned e = 0; e < roll->exchanges; e++) {
        k->exchange = roll->exchanges > 1 ? e + 1 : 0;
        for (unsigned i = 0; i < 2; i++)
            k->fate[i] = e + 1u == roll->exchanges ? fate[i] : XPGN_FATE_UNHARMED;
        if (has_odds(r->o, k))
            write_combat(r, k);
        xpgn_facts_pass(&k->facts, &roll->exchange[e]);
    }
}

static void odds_of_step(game_reading *r, const xpgn_walk *walk, const xpgn_step *step) {
    combat k;
    if (step->kind != XPGN_STEP_ACTION || step->depth > 0 ||
        (r->o->at != NULL && !cli_is_turn(&r->o->turn, step)))
        return;
    xpgn_buffer_clear(&r->turn);
    xpgn_turn_write(&r->turn, step->position->seats, step->number, step->seat);
    xpgn_buffer_char(&r->turn, '\0');
    if (r->turn.failed) {
        r->out->failed = true;
        return;
    }
    chart_turn(r->o->chart, step);
    if (!take_combat_step(r, walk, step, &k))
        return;
    if (!k.is_attempt && xpgn_ruleset_goes_on(k.rs))
        write_exchanges(r, &k, &step->facts->roll);
    else if (k.is_attempt || has_odds(r->o, &k))
        write_combat(r, &k);
}

/* Writes the tables of a game under its title, and an empty line. */
static void write_game(game_reading *r, const char *title) {
    if (r->rows.combats.size + r->rows.attempts.size == 0)
        return;
    grid_line(r->out, title, true, (odds_format)r->o->format);
    xpgn_buffer_char(r->out, '\n');
    write_tables(r->out, r->o, &r->rows);
    xpgn_buffer_char(r->out, '\n');
}

static void end_combats(game_reading *r, cli_worker *w) {
    xpgn_buffer title = {0};
    cli_put_title(&title, r->game, w->walk);
    xpgn_buffer_char(&title, '\0');
    if (title.failed || r->out->failed || r->rows.combats.failed || r->rows.attempts.failed ||
        r->turn.failed)
        cli_no_memory(w->cli);
    write_game(r, title.data);
    chart_end_game(r->o->chart, title.data);
    if (r->o->svg != NULL && strcmp(r->o->svg, "-") == 0)
        xpgn_buffer_clear(r->out);
    xpgn_buffer_free(&title);
}

static void report_no_combat(cli_worker *w, const game_reading *r) {
    xpgn_buffer *err = &w->to[CLI_ERR];
    xpgn_buffer_printf(err, "%s: ", tool.name);
    cli_put_title(err, r->game, w->walk);
    xpgn_buffer_printf(err, ": no combat at %s\n", r->o->at);
    cli_worst(w, CLI_BAD);
}

static bool odds_of_game(cli_worker *w, const xpgn_game *game) {
    game_reading r = {
        .o = w->options, .game = game, .out = &w->to[CLI_OUT], .rows.look.form = ROW_RECORD};
    cli_walk_begin(w, game);
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        odds_of_step(&r, w->walk, step);
    end_combats(&r, w);
    xpgn_buffer_free(&r.turn);
    free_tables(&r.rows);
    if (!cli_report_errors(w, game) && r.o->at != NULL && r.made == 0)
        report_no_combat(w, &r);
    return true;
}

static int read_records(cli *c, const options *o) {
    static const xpgn_walk_options walk = {XPGN_WALK_OPTIONS, .skip_variations = true};
    xpgn_buffer head = {0};
    begin_table(&head, o);
    flush_table(c, o, &head);
    xpgn_buffer_free(&head);
    return cli_run(c, &(cli_work){.walk = &walk, .game = odds_of_game, .serial = o->chart != NULL});
}

/* ---- the program ----------------------------------------------------------------------------- */

static int with_ruleset(cli *c, options *o) {
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    if (!cli_open_catalog(c, &catalog))
        return CLI_TROUBLE;
    int result = cli_find_ruleset(c, catalog, o->variant, o->rule_options, &rs);
    if (result == CLI_GO)
        result = check_stops(c, o, rs);
    if (result == CLI_GO)
        result = is_position(o) ? show_position(c, o, rs) : list_types(c, o, rs);
    xpgn_catalog_free(catalog);
    return result;
}

static int read_options(cli *c, options *o) {
    if (o->attacker != NULL && !read_piece_list(o->attacker, 0, &o->attackers))
        return cli_usage(c, "--attacker: '%s' is not a list of pieces such as N,B*", o->attacker);
    if (o->defender != NULL && !read_piece_list(o->defender, 1, &o->defenders))
        return cli_usage(c, "--defender: '%s' is not a list of pieces such as N,B*", o->defender);
    if (o->support != NULL && !read_supports(o))
        return cli_usage(c,
                         "--support: '%s' is not two numbers, ranges or lists such as 1:2, "
                         "0-4:0, NQ:B",
                         o->support);
    if (o->at != NULL && !cli_read_turn(o->at, &o->turn))
        return cli_usage(c, "--at: '%s' is not a turn such as 8w or 12b", o->at);
    if (!read_stops(o))
        return cli_usage(c, "--stop-below: '%s' is not a number from 1 to %d, or a range",
                         o->stop_below, MOST_STOP);
    bool ranged = o->supports[0].first != o->supports[0].last ||
                  o->supports[1].first != o->supports[1].last || o->stops.first != o->stops.last;
    if (o->matrix && is_listing(o) && ranged)
        return cli_usage(c, "--matrix with ranges requires --format=csv, tsv or json");
    return CLI_GO;
}

static int run_odds(cli *c, options *o) {
    bool types = o->attacker != NULL || o->defender != NULL || o->matrix;
    int status = read_options(c, o);
    if (status != CLI_GO)
        return status;
    if (!types && (o->support != NULL || o->kind != 0))
        return cli_usage(c, "--support and --kind require --attacker, --defender or --matrix");
    if (o->stop_below != NULL && !types && o->xfen == NULL)
        return cli_usage(c, "--stop-below requires pieces or --xfen");
    if (o->action != NULL && o->xfen == NULL)
        return cli_usage(c, "--action requires --xfen");
    if ((o->xfen != NULL) + (o->threat != NULL) + types +
            (o->at != NULL || o->common.files.count > 0) >
        1)
        return cli_usage(c, "only one of pieces, --xfen, --threat and records can be given");
    if ((types || is_position(o)) && o->variant == NULL)
        return cli_usage(c, "%s requires --variant",
                         types               ? "a combat of pieces"
                         : o->threat != NULL ? "--threat"
                                             : "--xfen");
    if (o->threat != NULL && o->svg != NULL)
        return cli_usage(c, "--svg cannot be combined with --threat");
    if (o->language != NULL && o->svg == NULL)
        return cli_usage(c, "--language requires --svg");
    if ((status = cli_find_words(c, o->language, &o->words)) == CLI_GO)
        status = find_names(c, o);
    if (status != CLI_GO || (o->svg != NULL && (o->chart = chart_open(c, o)) == NULL))
        status = CLI_TROUBLE;
    else
        status = types || is_position(o) ? with_ruleset(c, o) : read_records(c, o);
    cli_columns_free(&o->columns);
    cli_columns_free(&o->last_columns);
    return chart_close(c, o->chart, status);
}

int main(int argc, char **argv) {
    cli c;
    options o = {.cli = &c};
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_odds(&c, &o);
    return cli_end(&c, status);
}

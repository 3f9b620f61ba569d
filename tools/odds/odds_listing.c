/* SPDX-License-Identifier: MIT */
/* What the lists of odds share: rows for people, their titles, and where a table goes. */
#include "odds/odds.h"

#include <string.h>
#include <xpgn/rulesets.h>

bool has_odds(const options *o, combat *k) {
    const xpgn_status status = count_odds(k);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(o->cli);
    return status == XPGN_OK;
}

static bool is_table(const options *o) {
    return o->format == ODDS_CSV || o->format == ODDS_TSV;
}

bool is_listing(const options *o) {
    return o->format == ODDS_TEXT || o->format == ODDS_MARKDOWN || o->format == ODDS_LATEX;
}

void flush_table(cli *c, const options *o, xpgn_buffer *b) {
    if (o->svg == NULL || strcmp(o->svg, "-") != 0)
        cli_flush(c, CLI_OUT, b);
}

void begin_table(xpgn_buffer *b, const options *o) {
    if (is_table(o) && !o->common.no_header)
        write_head(b, o);
}

void put_combat_words(xpgn_buffer *text, const options *o, const xpgn_ruleset *rs, const char *what,
                      const xpgn_language *words) {
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

void add_combat_row(row_tables *t, const combat *k) {
    t->look.hits |= k->facts.side[1].hits > 0;
    if (k->is_attempt)
        put_attempt(&t->attempts, k, t->look.form);
    else
        put_row(&t->combats, k, &t->look);
}

static void write_table(xpgn_buffer *b, const options *o, const row_tables *t, bool attempts) {
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

void write_tables(xpgn_buffer *b, const options *o, const row_tables *t) {
    write_table(b, o, t, false);
    if (t->combats.size > 0 && t->attempts.size > 0)
        xpgn_buffer_char(b, '\n');
    write_table(b, o, t, true);
}

void free_tables(row_tables *t) {
    xpgn_buffer_free(&t->combats);
    xpgn_buffer_free(&t->attempts);
}

void show_detail(xpgn_buffer *b, const combat *k, row_form form, odds_format format) {
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

/* SPDX-License-Identifier: MIT */
/* Odds for programs: CSV, TSV and JSON Lines. */
#include "internal/action_facts.h"
#include "internal/queries.h"
#include "odds/odds.h"

/* ---- columns and keys ------------------------------------------------------------------------ */

enum {
    SCOPES = XPGN_ANY_SCOPE | 1 << XPGN_SCOPE_EXCHANGE | 1 << XPGN_SCOPE_ODDS |
             1 << XPGN_SCOPE_OUTCOME | 1 << XPGN_SCOPE_ATTEMPT
};

/* Of a teleport or an escape. */
#define ATTEMPT "added,needed,exactly,die_faces,succeeding,success,succeeded"

int find_names(cli *c, options *o) {
    static const char columns[] =
        "game,turn,action,ruleset,kind,en_passant,attacker,defender,attacker_value,"
        "attacker_support,attacker_dice,defender_value,defender_support,defender_dice,throws,"
        "again,exact,won,lost,both,neither,tied,expected,fate";
    static const char attempt[] = ATTEMPT;
    static const char last[] =
        ATTEMPT ","
                "exchange,attacker_hits,defender_hits,stop_below,expected_paid,expected_dealt";
    static const cli_columns_of of = {.option = "columns", .scopes = SCOPES};
    odds_keys *k = &o->keys;
    cli_fact_keys_find(c, &k->ruleset, SCOPES, "ruleset");
    cli_fact_keys_find(c, &k->of_record, SCOPES, "game,turn");
    cli_fact_keys_find(c, &k->action, SCOPES, "action");
    cli_fact_keys_find(c, &k->kind, SCOPES, "kind,en_passant");
    cli_fact_keys_find(c, &k->side[0], SCOPES,
                       "attacker,attacker_value,attacker_support,attacker_dice");
    cli_fact_keys_find(c, &k->side[1], SCOPES,
                       "defender,defender_value,defender_support,defender_dice");
    cli_fact_keys_find(c, &k->hurt[0], SCOPES,
                       "attacker,attacker_value,attacker_support,attacker_dice,attacker_hits,"
                       "loss=expected_paid");
    cli_fact_keys_find(c, &k->hurt[1], SCOPES,
                       "defender,defender_value,defender_support,defender_dice,defender_hits,"
                       "loss=expected_dealt");
    cli_fact_keys_find(c, &k->on, SCOPES, "stop_below");
    cli_fact_keys_find(c, &k->exchange, SCOPES, "exchange");
    cli_fact_keys_find(c, &k->throws, SCOPES, "throws,again,exact");
    cli_fact_keys_find(c, &k->outcome, SCOPES, "fate,ways,probability,worth,outcome_luck");
    cli_fact_keys_find(c, &k->odds, SCOPES, "won,lost,both,neither,tied,expected");
    cli_fact_keys_find(c, &k->fate, SCOPES, "fate");
    cli_fact_keys_find(c, &k->attempt, SCOPES, attempt);
    int status = cli_columns_add(c, &o->columns, &of, columns);
    return status == CLI_GO ? cli_columns_add(c, &o->last_columns, &of, last) : status;
}

/* A combat as a subject of facts. */
typedef struct combat_subject {
    xpgn_fact_source is;
    xpgn_facts facts; /* with fates: those of the dice, or of an outcome */
    xpgn_buffer text, cell;
} combat_subject;

static void set_fates(xpgn_facts *f, xpgn_fate attacker, xpgn_fate defender) {
    f->side[0].fate = xpgn_fate_sign(attacker);
    f->side[1].fate = xpgn_fate_sign(defender);
}

static void ask_facts(combat_subject *s, const combat *k) {
    *s = (combat_subject){.is = k->is, .facts = k->facts};
    if (k->fell)
        set_fates(&s->facts, k->fate[0], k->fate[1]);
    if (k->position == NULL) /* by types: no squares */
        s->facts.action.from = s->facts.side[0].square = s->facts.side[1].square = XPGN_NO_SQUARE;
    s->is.rs = k->rs;
    s->is.game = k->game;
    s->is.facts = &s->facts;
    s->is.odds = k->is_attempt ? NULL : &k->odds;
    s->is.stop_below = k->stop_below;
    s->is.exchange = k->exchange;
    s->facts.roll.exchanges = (uint8_t)k->exchange; /* up to this one */
    s->is.attempt = k->is_attempt ? &k->attempt : NULL;
    s->is.text = &s->text;
}

static void end_asking(combat_subject *s, xpgn_buffer *b) {
    b->failed |= s->text.failed || s->cell.failed;
    xpgn_buffer_free(&s->text);
    xpgn_buffer_free(&s->cell);
}

/* The columns for each outcome: an index into odds_keys.outcome, and the suffix of the name. */
static const struct per_outcome {
    size_t key;
    const char *suffix;
} per_outcome[] = {{1, ""}, {3, "_points"}, {4, "_luck"}};
enum { PER_OUTCOME = sizeof per_outcome / sizeof *per_outcome };

/* ---- tables ---------------------------------------------------------------------------------- */

static struct row_writer begin_row(xpgn_buffer *b, const options *o) {
    return (struct row_writer){.b = b, .form = cli_cell_form(o->format == ODDS_TSV)};
}

void write_head(xpgn_buffer *b, const options *o) {
    struct row_writer l = begin_row(b, o);
    for (size_t i = 0; i < o->columns.count; i++)
        row_cell(&l, cli_slice(o->columns.list[i].name));
    for (unsigned i = 0; i < PER_OUTCOME * CLI_OUTCOMES; i++) {
        const cli_outcome *of = &cli_outcomes[i % CLI_OUTCOMES];
        char name[64];
        snprintf(name, sizeof name, "attacker_%s_defender_%s%s", xpgn_fate_name(of->attacker),
                 xpgn_fate_name(of->defender), per_outcome[i / CLI_OUTCOMES].suffix);
        row_cell(&l, cli_slice(name));
    }
    for (size_t i = 0; i < o->last_columns.count; i++)
        row_cell(&l, cli_slice(o->last_columns.list[i].name));
    row_end(&l);
}

static void put_outcomes(struct row_writer *l, const options *o, combat_subject *s) {
    for (unsigned i = 0; i < PER_OUTCOME * CLI_OUTCOMES; i++) {
        const cli_outcome *of = &cli_outcomes[i % CLI_OUTCOMES];
        set_fates(&s->facts, of->attacker, of->defender);
        xpgn_fact_cell(l, &s->is, &o->keys.outcome.member[per_outcome[i / CLI_OUTCOMES].key].asked);
    }
}

/* The last of the columns before the outcomes, `fate`, is empty if no dice have been thrown. */
static void write_row(xpgn_buffer *b, const options *o, const combat *k) {
    struct row_writer l = begin_row(b, o);
    combat_subject s;
    ask_facts(&s, k);
    const cli_row row = {.is = s.is, .cell = &s.cell};
    for (size_t i = 0; i + 1 < o->columns.count; i++)
        cli_put_column_cell(&l, &o->columns, &o->columns.list[i], &row);
    if (k->fell)
        xpgn_fact_cell(&l, &s.is, &o->keys.fate.member[0].asked);
    else
        row_next(&l);
    put_outcomes(&l, o, &s);
    for (size_t i = 0; i < o->last_columns.count; i++)
        cli_put_column_cell(&l, &o->last_columns, &o->last_columns.list[i], &row);
    row_end(&l);
    end_asking(&s, b);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_outcomes_json(xpgn_buffer *b, const odds_keys *keys, const combat_subject *with,
                              const xpgn_odds *odds) {
    combat_subject s = *with;
    s.is.facts = &s.facts;
    json_open(b, "outcomes", "[");
    for (unsigned i = 0; i < CLI_OUTCOMES; i++) {
        const cli_outcome *k = &cli_outcomes[i];
        if (!(odds->chance[k->attacker][k->defender] > 0))
            continue;
        set_fates(&s.facts, k->attacker, k->defender);
        json_open(b, NULL, "{");
        cli_put_keys(b, &keys->outcome, &s.is);
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
}

static void put_combat_json(xpgn_buffer *b, const odds_keys *keys, const combat_subject *s,
                            const combat *k) {
    const cli_fact_keys *side = k->facts.side[1].hits > 0 ? keys->hurt : keys->side;
    cli_put_piece_keys(b, "attacker", &side[0], &s->is);
    cli_put_piece_keys(b, "defender", &side[1], &s->is);
    if (k->stop_below > 0)
        cli_put_keys(b, &keys->on, &s->is);
    if (k->exchange > 0)
        cli_put_keys(b, &keys->exchange, &s->is);
    cli_put_keys(b, &keys->throws, &s->is);
    put_outcomes_json(b, keys, s, &k->odds);
    cli_put_keys(b, &keys->odds, &s->is);
    if (k->fell)
        cli_put_keys(b, &keys->fate, &s->is);
}

static void write_json(xpgn_buffer *b, const odds_keys *keys, const combat *k) {
    combat_subject s;
    ask_facts(&s, k);
    json_open(b, NULL, "{");
    cli_put_keys(b, &keys->ruleset, &s.is);
    if (k->game != NULL)
        cli_put_keys(b, &keys->of_record, &s.is);
    if (k->position != NULL)
        cli_put_keys(b, &keys->action, &s.is);
    cli_put_keys(b, &keys->kind, &s.is);
    if (k->is_attempt)
        cli_put_keys(b, &keys->attempt, &s.is);
    else
        put_combat_json(b, keys, &s, k);
    xpgn_buffer_text(b, "}\n");
    end_asking(&s, b);
}

void write_line(xpgn_buffer *b, const options *o, const combat *k) {
    if (o->format == ODDS_JSON)
        write_json(b, &o->keys, k);
    else
        write_row(b, o, k);
}

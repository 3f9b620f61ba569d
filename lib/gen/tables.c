/* SPDX-License-Identifier: MIT */
/*
 * Build-time generator: reads the rulesets of formats/ with the library's own loader and writes the
 * tables of core/rules/builtin.h as C to standard output: each ruleset with each set of options
 * that can be in force together.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/rules/builtin.h"
#include "core/rules/ruleset_loader.h"

enum { MAX_BUILTINS = 32, MAX_RULESETS = 512 };

/* Kept until the end because they own the texts. */
static struct rules_source *source[MAX_BUILTINS];
static xpgn_ruleset *ruleset[MAX_RULESETS];
static size_t rulesets;

static _Noreturn void die(const char *name, const char *why) {
    fprintf(stderr, "tables: %s: %s\n", name, why);
    exit(1);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void parse_builtin(size_t index);

static const struct rules_source *parent_of(void *context, const char *id) {
    (void)context;
    for (size_t i = 0; i < rules_builtins_count; i++) {
        if (strcmp(rules_builtins[i].name, id) == 0) {
            parse_builtin(i);
            return source[i];
        }
    }
    return NULL;
}

static void complain(const char *name, const struct log *log) {
    die(name, log->count > 0 ? log->list[0].text : "cannot be read");
}

static void parse_builtin(size_t index) {
    const struct embedded *b = &rules_builtins[index];
    struct log log;
    if (source[index])
        return;
    log_init(&log);
    xpgn_slice text = {b->text, b->size};
    if (rules_source_parse(&source[index], text, parent_of, NULL, &log) != XPGN_OK ||
        rules_source_check(source[index], &log) != XPGN_OK)
        complain(b->name, &log);
    log_free_parts(&log);
}

/* ---- texts, each written once ---------------------------------------------------------------- */

enum { MAX_TEXTS = 1024 };

static const char *text[MAX_TEXTS];
static size_t texts;

static size_t text_number(const char *s) {
    for (size_t i = 0; i < texts; i++)
        if (strcmp(text[i], s) == 0)
            return i;
    if (texts == MAX_TEXTS)
        die(s, "too many texts");
    text[texts] = s;
    printf("static const char text_%zu[] = \"", texts);
    for (; *s; s++)
        printf(*s == '"' || *s == '\\'    ? "\\%c"
               : (*s >= ' ' && *s < 0x7F) ? "%c"
                                          : "\\%03o",
               (unsigned char)*s);
    printf("\";\n");
    return texts++;
}

static void list_text(const char *s) {
    if (s)
        (void)text_number(s);
}

/* Writes all texts of a ruleset. */
static void list_texts(const xpgn_ruleset *rs) {
    list_text(rs->id);
    list_text(rs->title);
    list_text(rs->options_in_force);
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++)
        list_text(rs->seat_name[i]);
    for (size_t i = 0; i < XPGN_TYPES; i++)
        list_text(rs->piece[i].name);
    for (const xpgn_code *r = rs->rules; r->code; r++) {
        list_text(r->code);
        list_text(r->title);
        list_text(r->cure);
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

static void path(const char *format, va_list args) {
    fputs("    .", stdout);
    vprintf(format, args);
    fputs(" = ", stdout);
}

/* Writes an initializer; zeros are left out. */
static void XPGN_PRINTF(2, 3) number(long long value, const char *format, ...) {
    va_list args;
    if (value == 0)
        return;
    va_start(args, format);
    path(format, args);
    va_end(args);
    printf("%lld,\n", value);
}

static void XPGN_PRINTF(2, 3) set(uint64_t value, const char *format, ...) {
    va_list args;
    if (value == 0)
        return;
    va_start(args, format);
    path(format, args);
    va_end(args);
    printf("0x%llX,\n", (unsigned long long)value);
}

static void XPGN_PRINTF(2, 3) string(const char *value, const char *format, ...) {
    va_list args;
    if (!value)
        return;
    va_start(args, format);
    path(format, args);
    va_end(args);
    printf("text_%zu,\n", text_number(value));
}

#define FIELD(f) number((long long)rs->f, "%s", #f)
#define ARRAY(f)                                                                                   \
    for (size_t i = 0; i < sizeof rs->f / sizeof rs->f[0]; i++)                                    \
    number((long long)rs->f[i], "%s[%zu]", #f, i)
#define SETS(f)                                                                                    \
    for (size_t i = 0; i < sizeof rs->f / sizeof rs->f[0]; i++)                                    \
    set(rs->f[i], "%s[%zu]", #f, i)

static void put_geometry(const xpgn_ruleset *rs) {
    FIELD(geometry.files);
    FIELD(geometry.ranks);
    FIELD(geometry.seats);
    FIELD(geometry.wounds);
    FIELD(geometry.hits);
    FIELD(geometry.en_passant);
    FIELD(geometry.several_passed);
    FIELD(geometry.castling);
    FIELD(geometry.held);
    ARRAY(geometry.cell);
    FIELD(geometry.letters);
    ARRAY(geometry.cell_seat);
    ARRAY(geometry.full);
}

static void put_start_rules(const xpgn_ruleset *rs) {
    SETS(start.type);
    SETS(start.seat);
    set(rs->start.wounded, "start.wounded");
    ARRAY(start.at);
    FIELD(start.files);
    FIELD(start.ranks);
    FIELD(start.seats);
    FIELD(start.side_to_move);
    FIELD(start.alive);
    FIELD(start.ep_square);
    FIELD(start.ep_files);
    ARRAY(start.king);
    ARRAY(start.castle[0]);
    ARRAY(start.castle[1]);
    FIELD(start.halfmove_clock);
    FIELD(start.number);
    ARRAY(start.held[0]);
    ARRAY(start.held[1]);
    ARRAY(start.held[2]);
    ARRAY(start.held[3]);
}

static void put_setup(const xpgn_ruleset *rs) {
    FIELD(setup);
    FIELD(has_start);
    put_start_rules(rs);
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++) {
        string(rs->seat_name[i], "seat_name[%zu]", i);
        number(rs->zone[i].king, "zone[%zu].king", i);
        number(rs->zone[i].corner_file, "zone[%zu].corner_file", i);
        number(rs->zone[i].corner_rank, "zone[%zu].corner_rank", i);
        number(rs->zone[i].reach, "zone[%zu].reach", i);
        number(rs->zone[i].square, "zone[%zu].square", i);
    }
    ARRAY(army.count);
    FIELD(army.choose);
    FIELD(army.choose_from);
}

static void put_thrown(const xpgn_ruleset *rs) {
    for (size_t i = 0; i < 2u * XPGN_TYPES; i++) {
        const size_t side = i / XPGN_TYPES, type = i % XPGN_TYPES;
        const struct dice_expr *e = &rs->thrown[side][type];
        number(e->adds, "thrown[%zu][%zu].adds", side, type);
        number(e->count, "thrown[%zu][%zu].count", side, type);
        for (size_t k = 0; k < DICE_EXPR_DICE; k++)
            number(e->faces[k], "thrown[%zu][%zu].faces[%zu]", side, type, k);
    }
}

static void put_combat_rules(const xpgn_ruleset *rs) {
    FIELD(movement);
    FIELD(double_step);
    FIELD(safety);
    FIELD(support);
    ARRAY(support_except);
    FIELD(combat);
    FIELD(die);
    for (size_t i = 0; i < rs->margin_rows; i++) {
        number(rs->margin[i].from, "margin[%zu].from", i);
        number(rs->margin[i].fate[0], "margin[%zu].fate[0]", i);
        number(rs->margin[i].fate[1], "margin[%zu].fate[1]", i);
    }
    FIELD(margin_rows);
    ARRAY(margin_near);
    FIELD(single_die);
    FIELD(single_fails);
    FIELD(contest);
    FIELD(most_faces);
    put_thrown(rs);
    FIELD(needs_shown);
    FIELD(miss_harmless);
    for (size_t i = 0; i < XPGN_TYPES; i++)
        for (size_t k = 0; k < XPGN_TYPES; k++)
            number(rs->needs[i][k], "needs[%zu][%zu]", i, k);
    FIELD(shooting);
    FIELD(suicide_run);
    FIELD(answers);
    FIELD(rounds);
    FIELD(harmed);
    FIELD(outcome_safe);
    FIELD(removed);
    ARRAY(cell_on);
}

static void put_value_table(const xpgn_ruleset *rs) {
    for (size_t i = 0; i < sizeof rs->value / sizeof *rs->value; i++) {
        number(rs->value[i].attack, "value[%zu].attack", i);
        number(rs->value[i].defense, "value[%zu].defense", i);
        number(rs->value[i].gives, "value[%zu].gives", i);
        number(rs->value[i].support_except, "value[%zu].support_except", i);
        number(rs->value[i].inspires, "value[%zu].inspires", i);
    }
}

static void put_roll_table(const xpgn_ruleset *rs) {
    FIELD(roll.means);
    FIELD(roll.dice);
    FIELD(roll.adds);
    ARRAY(roll.face);
    FIELD(roll.types);
    FIELD(roll.each);
    FIELD(roll.equal_frees);
    FIELD(roll.again);
    FIELD(roll.castling);
    FIELD(roll.arrival_shown);
    FIELD(kings_fall);
}

static void put_turn_rules(const xpgn_ruleset *rs) {
    FIELD(turn);
    FIELD(roll_off);
    FIELD(teleport_reach);
    FIELD(release_reach);
    FIELD(teleport_exact);
    FIELD(transform_from);
    FIELD(transform_kills);
    FIELD(transform_to);
    FIELD(moves);
    ARRAY(moves_by_die);
    put_roll_table(rs);
    FIELD(arrival);
    FIELD(fatal);
    FIELD(leaders_lost);
    FIELD(succession);
    FIELD(alone_loses);
    FIELD(leaders);
    FIELD(decisive);
    FIELD(no_action);
}

static void put_piece_rules(const struct piece_rules *rs, size_t type) {
#define PIECE(f) number((long long)rs->f, "piece[%zu].%s", type, #f)
    string(rs->name, "piece[%zu].name", type);
    PIECE(given);
    PIECE(attack[0]);
    PIECE(attack[1]);
    PIECE(defense[0]);
    PIECE(defense[1]);
    PIECE(support[0]);
    PIECE(support[1]);
    PIECE(points);
    PIECE(bonus);
    PIECE(leader);
    PIECE(speed);
    PIECE(least);
    PIECE(most);
    PIECE(promotes_to);
    PIECE(charge);
    PIECE(charge_proof);
    PIECE(inspires);
    PIECE(reinforces);
    PIECE(route);
    PIECE(shoots);
    PIECE(runs);
    PIECE(immobile);
    PIECE(leaps);
    PIECE(hits);
    PIECE(damage);
#undef PIECE
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* True if both cite the same texts. */
static bool cites_equal(const xpgn_ruleset *a, const xpgn_ruleset *b) {
    bool same = true;
    for (size_t i = 0; i < CITE_COUNT_OF; i++)
        same = same && strcmp(a->cite[i], b->cite[i]) == 0;
    return same;
}

/* The number of the first ruleset with the same table, by which it is named. */
static size_t cite_table(const xpgn_ruleset *rs) {
    size_t first = 0;
    while (!cites_equal(ruleset[first], rs))
        first++;
    return first;
}

/* Writes the table of the newest ruleset, unless it is there: each text in it is a relocation at
   start-up. */
static void put_cites(const xpgn_ruleset *rs) {
    const size_t number = cite_table(rs);
    if (number + 1 < rulesets)
        return;
    printf("static const char *const cite_%zu[] = {\n", number);
    for (size_t i = 0; i < CITE_COUNT_OF; i++)
        printf("    text_%zu,\n", text_number(rs->cite[i]));
    printf("};\n");
}

static void put_rules(const xpgn_ruleset *rs, size_t index) {
    printf("static const xpgn_code rules_%zu[] = {\n", index);
    for (const xpgn_code *r = rs->rules; r->code; r++) {
        printf("    {text_%zu, %d, text_%zu, ", text_number(r->code), (int)r->level,
               text_number(r->title));
        printf(r->cure ? "text_%zu},\n" : "NULL},\n", r->cure ? text_number(r->cure) : 0);
    }
    printf("    {NULL, 0, NULL, NULL}};\n");
}

/* Writes a NULL-terminated list of texts. */
static void put_name_list(const char *name, size_t index, const char *const *list) {
    for (size_t i = 0; list[i]; i++)
        list_text(list[i]);
    printf("static const char *const %s_%zu[] = {", name, index);
    for (size_t i = 0; list[i]; i++)
        printf("text_%zu, ", text_number(list[i]));
    printf("NULL};\n");
}

static void put_ruleset_table(const xpgn_ruleset *rs, size_t index) {
    char digest[RULES_DIGEST_SIZE];
    if (ruleset_digest(rs, digest) != XPGN_OK)
        die(rs->id, "no digest");
    string(rs->id, "id");
    string(rs->title, "title");
    FIELD(version);
    FIELD(fast_path);
    put_geometry(rs);
    put_setup(rs);
    put_combat_rules(rs);
    put_value_table(rs);
    put_turn_rules(rs);
    for (size_t i = 0; i < XPGN_TYPES; i++)
        put_piece_rules(&rs->piece[i], i);
    printf("    .cite = cite_%zu,\n", cite_table(rs));
    printf("    .rules = rules_%zu,\n    .options = options_%zu,\n", index, index);
    string(rs->options_in_force, "options_in_force");
    ARRAY(column);
    FIELD(columns);
    printf("    .digest = \"%s\",\n", digest);
}

/* Writes a ruleset with one set of options. */
static void put_variant(size_t index, option_set options) {
    struct log log;
    xpgn_ruleset *rs;
    log_init(&log);
    if (rules_source_build(source[index], options, &rs, &log) != XPGN_OK)
        complain(rules_builtins[index].name, &log);
    log_free_parts(&log);
    if (rulesets == MAX_RULESETS)
        die(rs->id, "too many rulesets");
    ruleset[rulesets++] = rs;
    list_texts(rs);
    if (options == 0)
        put_rules(rs, index);
    put_cites(rs);
    printf("static const xpgn_ruleset ruleset_%zu_%lu = {\n", index, (unsigned long)options);
    put_ruleset_table(rs, index);
    printf("};\n");
}

static void put_builtin(size_t index) {
    const char *const *options = source[index]->option_names;
    size_t count = 0;
    put_name_list("names", index, source[index]->names);
    put_name_list("options", index, options);
    while (options[count])
        count++;
    for (option_set set = 0; set < (option_set)1 << count; set++)
        if (rules_options_compatible(options, set))
            put_variant(index, set);
    printf("static const struct rules_variant variants_%zu[] = {\n", index);
    for (option_set set = 0; set < (option_set)1 << count; set++)
        if (rules_options_compatible(options, set))
            printf("    {%lu, &ruleset_%zu_%lu},\n", (unsigned long)set, index, (unsigned long)set);
    printf("    {0, NULL}};\n\n");
}

int main(void) {
    printf(
        "/* Generated by lib/gen/tables.c: do not edit. */\n#include \"core/rules/builtin.h\"\n\n");
    if (rules_builtins_count > MAX_BUILTINS)
        die("formats", "too many rulesets");
    for (size_t i = 0; i < rules_builtins_count; i++) {
        parse_builtin(i);
        put_builtin(i);
    }
    printf("const struct rules_table rules_tables[] = {\n");
    for (size_t i = 0; i < rules_builtins_count; i++)
        printf("    {names_%zu, options_%zu, variants_%zu},\n", i, i, i);
    printf("    {NULL, NULL, NULL}};\n");
    while (rulesets > 0)
        ruleset_free(ruleset[--rulesets]);
    for (size_t i = 0; i < rules_builtins_count; i++)
        rules_source_free(source[i]);
    if (fflush(stdout) != 0 || ferror(stdout))
        die("standard output", "cannot be written");
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Compiles the conditions on the command line; faults are reported with their place. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>

#include "grep/grep.h"
#include "internal/rules.h"
#include "shared/diagram/variant_option.h"

/* The plan being made, and the current option. */
typedef struct maker {
    cli *c;
    grep_plan *plan;
    const char *option; /* "--tag" */
    bool failed;
} maker;

/* ---- faults ---------------------------------------------------------------------------------- */

static void fail_condition(maker *m, const char *text, const xpgn_fault *fault) {
    cli_fault(m->c, m->option, text, fault);
    m->failed = true;
}

static void check_status(maker *m, const char *text, xpgn_status status, const xpgn_fault *fault) {
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(m->c);
    if (status != XPGN_OK)
        fail_condition(m, text, fault);
}

XPGN_PRINTF(5, 6)
static void fail_at(maker *m, const char *text, const char *from, size_t size, const char *format,
                    ...) {
    xpgn_fault fault = {.place = {(uint32_t)(from - text), (uint32_t)size}};
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fault.text, sizeof fault.text, format, args);
    va_end(args);
    fail_condition(m, text, &fault);
}

/* ---- tags needed ----------------------------------------------------------------------------- */

static size_t tag_index(grep_plan *plan, xpgn_slice name) {
    for (size_t i = 0; i < plan->tags; i++)
        if (plan->tag[i].size == name.size && memcmp(plan->tag[i].data, name.data, name.size) == 0)
            return i;
    plan->tag[plan->tags] = name;
    return plan->tags++;
}

static size_t tag_named(grep_plan *plan, const char *name) {
    return tag_index(plan, (xpgn_slice){name, strlen(name)});
}

/* ---- one function for each kind of condition ------------------------------------------------- */

static void make_tag(maker *m, grep_condition *k, const char *text) {
    xpgn_fault fault;
    xpgn_status status = grep_tag_read(&k->is.tag, text, &fault);
    check_status(m, text, status, &fault);
    if (status == XPGN_OK)
        k->tag[0] = tag_index(m->plan, k->is.tag.name);
}

static void make_text(maker *m, grep_condition *k, const char *text) {
    xpgn_fault fault;
    check_status(m, text, grep_text_new(&k->is.text, text, &fault), &fault);
}

static void make_player(maker *m, grep_condition *k, const char *text) {
    make_text(m, k, text);
    k->player = *text != '/' ? text : NULL;
    for (size_t i = 0; i < GREP_PLAYERS; i++)
        k->tag[i] = tag_named(m->plan, xpgn_seat_tag(GREP_PLAYERS, cli_roster_parties[i]));
}

/* Reads the next word between commas, without blanks; false if there is none. */
static bool next_listed(const char **p, xpgn_slice *word) {
    if (**p == '\0')
        return false;
    size_t size = strcspn(*p, ",");
    *word = cli_trim((xpgn_slice){*p, size});
    *p += size + ((*p)[size] == ',');
    return true;
}

static void put_ids(xpgn_buffer *b, const xpgn_catalog *catalog) {
    const char *id;
    for (size_t i = 0; (id = xpgn_catalog_id(catalog, i)) != NULL; i++)
        xpgn_buffer_printf(b, "%s%s", i > 0 ? ", " : "", id);
    xpgn_buffer_char(b, '\0');
}

static void make_variant(maker *m, grep_condition *k, const char *text) {
    const char *p = text;
    xpgn_slice word;
    k->tag[0] = tag_named(m->plan, "Variant");
    k->tag[1] = tag_named(m->plan, "FEN");
    k->tag[2] = tag_named(m->plan, "XFEN");
    while (!m->failed && next_listed(&p, &word)) {
        const xpgn_ruleset *rs;
        xpgn_slice unknown;
        xpgn_status status =
            xpgn_catalog_find(m->plan->catalog, word, (xpgn_slice){"", 0}, &rs, &unknown);
        if (status == XPGN_NO_MEMORY)
            cli_no_memory(m->c);
        if (k->count == GREP_LIST) {
            fail_at(m, text, word.data, word.size, "more than %d variants", GREP_LIST);
        } else if (status != XPGN_OK || word.size == 0) {
            xpgn_buffer ids = {0};
            put_ids(&ids, m->plan->catalog);
            const char *meant = cli_ruleset_meant(m->plan->catalog, word, word);
            fail_at(m, text, word.data, word.size,
                    meant != NULL ? "unknown variant; did you mean %s?"
                                  : "unknown variant; the variants are %s",
                    meant != NULL ? meant
                    : ids.failed  ? ""
                                  : ids.data);
            xpgn_buffer_free(&ids);
        } else {
            k->is.variant[k->count++] = xpgn_ruleset_id(rs);
        }
    }
    if (*text == '\0')
        fail_at(m, text, text, 0, "a variant is missing");
}

static void make_result(maker *m, grep_condition *k, const char *text) {
    const char *p = text;
    xpgn_slice word;
    k->tag[0] = tag_named(m->plan, "Result");
    while (!m->failed && next_listed(&p, &word)) {
        if (k->count == GREP_LIST) {
            fail_at(m, text, word.data, word.size, "more than %d results", GREP_LIST);
            return;
        }
        grep_result *r = &k->is.result[k->count++];
        bool open = word.size == 1 && *word.data == '*';
        if (open)
            *r = (grep_result){.seats = 0};
        else if (xpgn_result_read(word, 2, r->score))
            r->seats = 2;
        else if (xpgn_result_read(word, 4, r->score))
            r->seats = 4;
        else
            fail_at(m, text, word.data, word.size,
                    "not a result such as 1-0, 0-1, 1/2-1/2, * or 0-1-0-0");
    }
    if (*text == '\0')
        fail_at(m, text, text, 0, "a result is missing");
}

static void make_position(maker *m, grep_condition *k, const char *text) {
    xpgn_fault fault;
    check_status(m, text, xpgn_pattern_new(&k->is.position, text, &fault), &fault);
}

static void make_action(maker *m, grep_condition *k, const char *text) {
    xpgn_fault fault;
    check_status(m, text, xpgn_query_new(&k->is.action, text, &fault), &fault);
}

/* Makes a query with "combat" implied; the text may be empty. */
static void make_combat(maker *m, grep_condition *k, const char *text) {
    static const char word[] = "combat (";
    const bool any = text[strspn(text, " ")] == '\0';
    xpgn_buffer whole = {0};
    xpgn_fault fault;
    xpgn_buffer_printf(&whole, any ? "combat" : "%s%s)", word, text);
    xpgn_buffer_char(&whole, '\0');
    if (whole.failed)
        cli_no_memory(m->c);
    xpgn_status status = xpgn_query_new(&k->is.action, whole.data, &fault);
    if (status == XPGN_INVALID)
        fault.place.offset -= (uint32_t)(sizeof word - 1);
    check_status(m, text, status, &fault);
    xpgn_buffer_free(&whole);
}

static void *allocate(maker *m, size_t size) {
    void *p = calloc(1, size);
    if (p == NULL)
        cli_no_memory(m->c);
    return p;
}

static void make_material(maker *m, grep_condition *k, const char *text) {
    xpgn_fault fault;
    check_status(m, text, xpgn_material_new(&k->is.material, text, &fault), &fault);
}

static void make_line(maker *m, grep_condition *k, const char *text) {
    xpgn_fault fault;
    check_status(m, text, xpgn_sequence_new(&k->is.line, text, &fault), &fault);
}

static void make_where(maker *m, grep_condition *k, const char *text) {
    k->is.where = allocate(m, sizeof *k->is.where);
    m->failed = cli_where_open(m->c, k->is.where, m->option, text) != CLI_GO;
    k->is.where->variations = m->plan->variations;
}

/* Makes a condition on an event: of the whole game (repetition), or of an action. */
static void make_event(maker *m, grep_condition *k, const char *text) {
    if (strcmp(text, "repetition") == 0)
        k->what = GREP_REPETITION;
    else
        make_action(m, k, text);
}

/* ---- the plan -------------------------------------------------------------------------------- */

typedef void make_function(maker *m, grep_condition *k, const char *text);

static void make_all(maker *m, const char *option, const cli_list *list, grep_what what,
                     make_function *make) {
    m->option = option;
    for (size_t i = 0; i < list->count && !m->failed; i++) {
        grep_condition *k = &m->plan->condition[m->plan->count++];
        k->what = what;
        make(m, k, list->item[i]);
    }
}

/* True if a query is about actions only, so that one walk serves all such queries; also if it is
   invalid. */
static bool is_of_actions(const maker *m, const char *text) {
    xpgn_query *query;
    xpgn_fault fault;
    size_t tags;
    xpgn_status status = xpgn_query_new(&query, text, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(m->c);
    if (status != XPGN_OK)
        return true;
    (void)xpgn_query_tags(query, &tags);
    bool actions = tags == 0 && (xpgn_query_scopes(query) & XPGN_GAME_SCOPES) == 0 &&
                   !xpgn_query_wants_positions(query);
    xpgn_query_free(query);
    return actions;
}

/* Makes either the queries about the game or those about actions only. */
static void make_queries(maker *m, const char *option, const cli_list *list, bool of_game) {
    for (size_t i = 0; i < list->count && !m->failed; i++)
        if (is_of_actions(m, list->item[i]) != of_game)
            make_all(m, option, &(cli_list){list->item + i, 1}, of_game ? GREP_WHERE : GREP_ACTION,
                     of_game ? make_where : make_event);
}

static size_t count_conditions(const grep_request *a) {
    return a->tag.count + a->player.count + a->variant.count + a->result.count + a->comment.count +
           a->text.count + a->xfen.count + a->material.count + a->line.count + a->combat.count +
           a->has.count + a->where.count;
}

static void make_conditions(maker *m, const grep_request *a) {
    grep_plan *plan = m->plan;
    make_all(m, "--tag", &a->tag, GREP_TAG, make_tag);
    make_all(m, "--player", &a->player, GREP_PLAYER, make_player);
    make_all(m, "--variant", &a->variant, GREP_VARIANT, make_variant);
    make_all(m, "--result", &a->result, GREP_RESULT, make_result);
    plan->first_text = plan->count;
    make_all(m, "--comment", &a->comment, GREP_IN_COMMENT, make_text);
    make_all(m, "--text", &a->text, GREP_IN_TEXT, make_text);
    plan->first_where = plan->count;
    make_queries(m, "--where", &a->where, true);
    make_queries(m, "--has", &a->has, true);
    plan->first_play = plan->count;
    make_all(m, "--xfen", &a->xfen, GREP_POSITION, make_position);
    make_all(m, "--material", &a->material, GREP_MATERIAL, make_material);
    make_all(m, "--line", &a->line, GREP_LINE, make_line);
    make_all(m, "--combat", &a->combat, GREP_ACTION, make_combat);
    make_queries(m, "--has", &a->has, false);
    make_queries(m, "--where", &a->where, false);
}

int grep_plan_make(cli *c, grep_plan *plan, const grep_request *request) {
    maker m = {.c = c, .plan = plan};
    size_t count = count_conditions(request);
    *plan = (grep_plan){
        .any = request->any, .final = request->final, .variations = request->variations};
    plan->lines = request->line.count > 0;
    plan->steps =
        plan->lines || (request->xfen.count + request->material.count > 0 && !request->final);
    plan->condition = calloc(count + 1, sizeof *plan->condition);
    plan->tag = calloc(count * GREP_PLAYERS + 1, sizeof *plan->tag);
    if (plan->condition == NULL || plan->tag == NULL)
        cli_no_memory(c);
    if (!cli_open_catalog(c, &plan->catalog))
        return CLI_TROUBLE;
    make_conditions(&m, request);
    for (size_t i = plan->first_play; i < plan->count; i++)
        plan->steps = plan->steps || plan->condition[i].what == GREP_ACTION ||
                      plan->condition[i].what == GREP_REPETITION;
    plan->search = plan->bare = plan->steps && !plan->lines && !plan->variations;
    plan->lines_only = plan->lines;
    plan->asked = allocate(&m, (count + 1) * sizeof *plan->asked);
    size_t asked = 0;
    for (size_t i = plan->first_play; i < plan->count && !m.failed; i++) {
        grep_what what = plan->condition[i].what;
        plan->patterns = plan->patterns || what == GREP_POSITION || what == GREP_MATERIAL;
        plan->positions = plan->positions || plan->patterns || what == GREP_REPETITION;
        plan->repetition = plan->repetition || what == GREP_REPETITION;
        plan->lines_only = plan->lines_only && what == GREP_LINE;
        if (what != GREP_ACTION)
            continue;
        const xpgn_query *query = plan->asked[asked++] = plan->condition[i].is.action;
        plan->search = plan->search && xpgn_query_is_of_end(query);
        plan->bare = plan->bare && !xpgn_query_wants_words(query);
    }
    return m.failed ? CLI_TROUBLE : CLI_GO;
}

static void free_condition(cli *c, grep_condition *k, bool all) {
    switch (k->what) {
    case GREP_TAG:
        grep_tag_free(&k->is.tag);
        break;
    case GREP_PLAYER:
    case GREP_IN_COMMENT:
    case GREP_IN_TEXT:
        grep_text_free(k->is.text);
        break;
    case GREP_POSITION:
        xpgn_pattern_free(k->is.position);
        break;
    case GREP_MATERIAL:
        xpgn_material_free(k->is.material);
        break;
    case GREP_LINE:
        xpgn_sequence_free(k->is.line);
        break;
    case GREP_WHERE:
        if (k->is.where != NULL)
            cli_where_close(c, k->is.where, all);
        free(k->is.where);
        break;
    case GREP_ACTION:
        xpgn_query_free(k->is.action);
        break;
    case GREP_REPETITION:
    case GREP_VARIANT:
    case GREP_RESULT:
        break;
    }
}

void grep_plan_free(cli *c, grep_plan *plan, bool all) {
    for (size_t i = 0; i < plan->count; i++)
        free_condition(c, &plan->condition[i], all);
    free(plan->condition);
    free(plan->asked);
    free(plan->tag);
    xpgn_catalog_free(plan->catalog);
}

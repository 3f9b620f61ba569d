/* SPDX-License-Identifier: MIT */
/* Columns: from names to facts, sums and tags. */
#include "shared/tables/columns.h"
#include "frame/word_guess.h"
#include "internal/loop.h"
#include "internal/queries.h"

#include <ctype.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const sums[] = {
    [CLI_COLUMN_COUNT] = "count", [CLI_COLUMN_SUM] = "sum", [CLI_COLUMN_MEAN] = "mean",
    [CLI_COLUMN_MIN] = "min",     [CLI_COLUMN_MAX] = "max",
};

/* The columns being read. */
typedef struct spec {
    cli *c;
    cli_columns *k;
    const cli_columns_of *of;
    cli_column *column; /* the one at hand */
} spec;

static void need(spec *r, const xpgn_fact_ref *ask) {
    const xpgn_fact *f = xpgn_fact_at(ask->fact);
    r->column->ask = *ask;
    r->column->type = (xpgn_fact_type)f->type;
    xpgn_asked *asked = &r->k->ask[r->column - r->k->list];
    *asked = xpgn_ask(*ask);
    r->column->foreign = asked->foreign = f->type == XPGN_VALUE_TEXT && f->scope < XPGN_SCOPE_TURN;
    r->column->number = (f->type == XPGN_VALUE_NUMBER || f->type == XPGN_VALUE_MILLIONTHS) &&
                        !f->list && ask->sides != 3;
    r->k->scopes |= 1u << f->scope;
    r->k->remarks |= ask->fact >= XPGN_FACT_CLOCK && ask->fact <= XPGN_FACT_MATE_IN;
}

/* Only a query about actions is allowed: one about the game would count all actions or none. */
static int count_query(spec *r) {
    size_t tags;
    (void)xpgn_query_tags(r->column->query, &tags);
    if (tags > 0 || (xpgn_query_scopes(r->column->query) & XPGN_GAME_SCOPES) != 0)
        return cli_usage(r->c, "%s: %s: tags and facts of a game cannot be counted; use --where",
                         r->of->option, r->column->name);
    r->k->scopes |= 1u << XPGN_SCOPE_ACTION;
    return CLI_GO;
}

/* Reads count(combat) or sum(luck); a count may also be of the actions that match a query. */
static int read_sum(spec *r, cli_column_kind kind, const char *name) {
    xpgn_slice of = {name, strlen(name) - 1}; /* without the ) */
    xpgn_fact_ref ask;
    xpgn_fault fault, other;
    r->k->sums = true;
    r->column->kind = kind;
    r->column->number = true;
    if (r->of->sums == 0)
        return cli_usage(r->c, "%s: sums are not available here: %s", r->of->option,
                         r->column->name);
    if (xpgn_fact_resolve(of, r->of->sums, &ask, &fault) == XPGN_OK) {
        need(r, &ask);
        r->column->number = true;
        bool number = r->column->type <= XPGN_VALUE_BILLIONTHS;
        if (kind == CLI_COLUMN_COUNT || number)
            return CLI_GO;
        return cli_usage(r->c, "%s: %s: '%.*s' is not a number; it can only be counted",
                         r->of->option, r->column->name, (int)of.size, of.data);
    }
    char text[sizeof r->column->name];
    (void)snprintf(text, sizeof text, "%.*s", (int)of.size, of.data);
    if (kind == CLI_COLUMN_COUNT && xpgn_query_new(&r->column->query, text, &other) == XPGN_OK)
        return count_query(r);
    return cli_usage(r->c, "%s: %s: %s", r->of->option, r->column->name, fault.text);
}

static void use_tag(spec *r, const char *tag) {
    cli_columns *k = r->k;
    r->column->kind = CLI_COLUMN_TAG;
    while (r->column->index < k->tags && !cli_equal(k->tag[r->column->index], cli_slice(tag)))
        r->column->index++;
    if (r->column->index == k->tags)
        k->tag[k->tags++] = cli_slice(tag);
    r->column->number = xpgn_tag_is_number(cli_slice(tag));
}

/* Names of tags begin with a capital; tag:NAME is one of any name. */
static bool read_tag(spec *r, const char *name) {
    const char *tag = strncmp(name, "tag:", 4) == 0 ? name + 4 : name;
    if (!xpgn_is_tag_name(cli_slice(tag)) || (tag == name && !isupper((unsigned char)*tag)))
        return false;
    use_tag(r, tag);
    return true;
}

static bool read_own(spec *r, const char *name) {
    const char *const *own = r->of->own;
    for (size_t i = 0; own != NULL && own[i] != NULL; i++)
        if (strcmp(own[i], name) == 0) {
            r->column->kind = CLI_COLUMN_OWN;
            r->column->index = i;
            return true;
        }
    return false;
}

/* The column of the tool that may be meant; NULL: none. */
static const char *near_own(const spec *r, const char *name) {
    const char *const *own = r->of->own;
    cli_guess guess = cli_guess_begin(name, strlen(name));
    for (size_t i = 0; own != NULL && own[i] != NULL; i++)
        cli_guess_try(&guess, own[i]);
    return guess.best;
}

/* The sum that may be meant by cont(combat); NULL: none. */
static const char *near_sum(const spec *r, const char *name) {
    cli_guess guess = cli_guess_begin(name, strcspn(name, "("));
    for (size_t i = CLI_COLUMN_COUNT; i <= CLI_COLUMN_MAX && r->of->sums != 0; i++)
        cli_guess_try(&guess, sums[i]);
    return name[guess.size] == '(' ? guess.best : NULL;
}

static int refuse_fact(const spec *r, const char *name, const char *why) {
    const char *own = near_own(r, name), *sum = near_sum(r, name);
    if (sum != NULL)
        return cli_usage(r->c, "%s: unknown word '%s'; did you mean %s%s?", r->of->option, name,
                         sum, strchr(name, '('));
    if (own != NULL)
        return cli_usage(r->c, "%s: unknown word '%s'; did you mean %s?", r->of->option, name, own);
    return cli_usage(r->c, "%s: %s", r->of->option, why);
}

static int read_column(spec *r) {
    const char *name = r->column->name;
    xpgn_fact_ref ask;
    xpgn_fault fault;
    if (r->of->rows && strcmp(name, "count") == 0) {
        r->column->kind = CLI_COLUMN_COUNT;
        r->column->rows = r->column->number = r->k->sums = true;
        return CLI_GO;
    }
    size_t size = strcspn(name, "(");
    for (cli_column_kind kind = CLI_COLUMN_COUNT; kind <= CLI_COLUMN_MAX; kind++)
        if (name[size] == '(' && name[strlen(name) - 1] == ')' && strlen(sums[kind]) == size &&
            memcmp(sums[kind], name, size) == 0)
            return read_sum(r, kind, name + size + 1);
    if (read_own(r, name) || read_tag(r, name)) /* facts begin with a small letter */
        return CLI_GO;
    xpgn_status status = xpgn_fact_resolve(cli_slice(name), r->of->scopes, &ask, &fault);
    if (status == XPGN_INVALID && r->of->advice != NULL)
        return cli_usage(r->c, "%s: %s: %s", r->of->option, fault.text, r->of->advice);
    if (status != XPGN_OK)
        return refuse_fact(r, name, fault.text);
    need(r, &ask);
    return CLI_GO;
}

static bool is_kept(const cli_column *column) {
    return column->kind == CLI_COLUMN_TAG;
}

/* Sets the member of a fact; false if its name is too long for one. */
static bool set_member(xpgn_member *member, const xpgn_asked *asked, const xpgn_buffer *key) {
    if (key->size + 1 > XPGN_MEMBER_KEY)
        return false;
    member->asked = *asked;
    member->size = (uint8_t)(key->size + 1);
    member->key[0] = ',';
    memcpy(member->key + 1, key->data, key->size);
    return true;
}

/* Finds the runs of facts. What is beyond them is asked one by one. */
static void note_runs(cli_columns *k) {
    k->runs = 0;
    for (size_t i = 0, end; i < k->count; i = end) {
        for (end = i; end < k->count && k->list[end].kind == CLI_COLUMN_FACT;)
            end++;
        k->facts[i] = 0;
        if (end > i && k->runs < CLI_RUNS) {
            xpgn_ask_run(&k->run[k->runs], &k->ask[i], end - i);
            k->run_at[i] = k->runs++;
            end = i + (k->facts[i] = k->run[k->run_at[i]].count);
        } else {
            end = i + 1;
        }
    }
    k->is_facts = k->runs > 0 && k->run[0].count == k->count && k->scopes < 1u << XPGN_SCOPE_PLACE;
}

static void note_facts(cli_columns *k) {
    note_runs(k);
    for (size_t i = k->count; i-- > 0;) {
        const bool kept = is_kept(&k->list[i]), last = i + 1 == k->count;
        k->kept[i] = kept ? 1 + (last ? 0 : k->kept[i + 1]) : 0;
        k->members[i] = k->list[i].kind == CLI_COLUMN_FACT &&
                                set_member(&k->member[i], &k->ask[i], &k->list[i].key)
                            ? 1 + (last ? 0 : k->members[i + 1])
                            : 0;
    }
}

/* Returns the size of the next name, which ends before a comma outside parentheses. */
static size_t name_size(const char *text) {
    size_t n = 0;
    for (int depth = 0; text[n] != '\0' && (text[n] != ',' || depth > 0); n++)
        depth += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
    return n;
}

/* Begins a column with this name. */
static int begin_column(spec *r, xpgn_slice name) {
    cli_columns *k = r->k;
    if (k->count == CLI_COLUMNS)
        return cli_usage(r->c, "%s takes at most %d columns", r->of->option, CLI_COLUMNS);
    r->column = &k->list[k->count];
    bool descending = r->of->ordered && name.size > 0 && *name.data == '-';
    name = descending ? cli_trim((xpgn_slice){name.data + 1, name.size - 1}) : name;
    *r->column = (cli_column){.kind = CLI_COLUMN_FACT, .descending = descending};
    if (name.size >= sizeof r->column->name)
        return cli_usage(r->c, "%s: '%.*s' is too long", r->of->option, (int)name.size, name.data);
    memcpy(r->column->name, name.data, name.size);
    for (size_t i = 0; i < k->count; i++)
        if (strcmp(k->list[i].name, r->column->name) == 0)
            return cli_usage(r->c, "%s has %s twice", r->of->option, r->column->name);
    k->count++;
    xpgn_buffer_json(&r->column->key, name);
    xpgn_buffer_char(&r->column->key, ':');
    if (r->column->key.failed)
        cli_no_memory(r->c);
    return CLI_GO;
}

int cli_columns_add_tag(cli *c, cli_columns *k, const cli_columns_of *of, xpgn_slice name) {
    spec r = {.c = c, .k = k, .of = of, .column = k->list};
    int status = begin_column(&r, name);
    if (status == CLI_GO)
        use_tag(&r, r.column->name);
    note_facts(k);
    return status;
}

int cli_columns_add(cli *c, cli_columns *k, const cli_columns_of *of, const char *text) {
    spec r = {.c = c, .k = k, .of = of, .column = k->list};
    int status = CLI_GO;
    for (size_t size; status == CLI_GO; text += size + 1) {
        size = name_size(text);
        status = begin_column(&r, cli_trim((xpgn_slice){text, size}));
        if (status == CLI_GO)
            status = read_column(&r);
        if (text[size] == '\0')
            break;
    }
    note_facts(k);
    return status;
}

void cli_columns_free(cli_columns *k) {
    for (size_t i = 0; i < k->count; i++) {
        xpgn_query_free(k->list[i].query);
        xpgn_buffer_free(&k->list[i].key);
    }
    k->count = 0;
}

void cli_put_facts_of(xpgn_buffer *b, const char *title, uint32_t scopes) {
    xpgn_buffer names = {0};
    const xpgn_fact *f;
    for (size_t i = 0; (f = xpgn_fact_at(i)) != NULL; i++)
        if ((scopes >> f->scope & 1) != 0)
            xpgn_buffer_printf(&names, "%s%s", names.size > 0 ? ", " : "", f->name);
    xpgn_buffer_char(&names, '\0');
    xpgn_buffer_printf(b, "\n%s\n  ", title);
    cli_put_wrapped(b, names.failed ? "" : names.data, 2);
    xpgn_buffer_char(b, '\n');
    b->failed |= names.failed;
    xpgn_buffer_free(&names);
}

void cli_put_facts(xpgn_buffer *b) {
    const uint32_t sides = 1u << XPGN_SCOPE_SIDE | 1u << XPGN_SCOPE_COMBATANT;
    cli_put_facts_of(b, "Facts of a game:", XPGN_GAME_SCOPES);
    cli_put_facts_of(b, "Facts of a turn, an action, a combat:", XPGN_ACTION_SCOPES & ~sides);
    cli_put_facts_of(
        b, "Facts of attacker and defender (attacker_NAME, defender_NAME, or both):", sides);
    xpgn_buffer_text(b, "See xpgn-facts(7) for their meaning.\n");
}

/* ---- sums ------------------------------------------------------------------------------------ */

static void add_value(cli_sum *sum, uint64_t count, int64_t value) {
    if (sum->count == 0 || value < sum->min)
        sum->min = value;
    if (sum->count == 0 || value > sum->max)
        sum->max = value;
    sum->count += count;
    sum->sum += value;
}

static void add_fact(cli_sum *sum, const cli_column *k, const xpgn_fact_source *s) {
    const xpgn_fact *f = xpgn_fact_at(k->ask.fact);
    xpgn_value v;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; (k->ask.sides >> side & 1) != 0 && (i == 0 || f->list) &&
                             xpgn_fact_get(s, &k->ask, side, i, &v);
             i++) {
            bool number = f->type <= XPGN_VALUE_BILLIONTHS;
            /* a flag counts only if it is set; its mean is the share of those set */
            uint64_t one =
                f->type == XPGN_VALUE_FLAG && k->kind == CLI_COLUMN_COUNT && v.number == 0 ? 0 : 1;
            if (one > 0)
                add_value(sum, one, number ? v.number : 0);
        }
}

void cli_sums_add(const cli_columns *k, cli_sum *sum, const xpgn_fact_source *s,
                  const xpgn_step *step) {
    for (size_t i = 0; i < k->count; i++) {
        const cli_column *column = &k->list[i];
        if (column->kind < CLI_COLUMN_COUNT)
            continue;
        if (column->query != NULL)
            sum[i].count += step != NULL && step->kind == XPGN_STEP_ACTION &&
                            xpgn_query_holds(column->query, s, NULL);
        else if (column->rows)
            sum[i].count++;
        else
            add_fact(&sum[i], column, s);
    }
}

void cli_sum_merge(cli_sum *to, const cli_sum *from) {
    if (from->count == 0)
        return;
    if (to->count == 0 || from->min < to->min)
        to->min = from->min;
    if (to->count == 0 || from->max > to->max)
        to->max = from->max;
    to->count += from->count;
    to->sum += from->sum;
}

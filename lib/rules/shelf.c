/* SPDX-License-Identifier: MIT */
/* The shelf: built-in rulesets, which are ready-made (their texts are parsed for a child only), and
   those of the user. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/slice.h"
#include "rules/builtin.h"
#include "rules/loader.h"
#include "rules/tree.h"

/* The game of a record without a Variant tag (format section 2). */
static const char default_id[] = "chess";

/* A source that was parsed, and the text it points into. */
struct volume {
    struct rules_source *source;
    char *text; /* of a user's file; NULL: built in */
    struct volume *next;
};

struct entry {
    char id[64];
    const struct rules_builtin *builtin; /* NULL: the user's */
    const struct rules_table *table;     /* of the built-in ruleset */
    const struct rules_source *source;   /* NULL: built in, and not parsed yet */
    bool broken, busy;                   /* does not parse; is being parsed (a ring of `extends`) */
};

/* A ruleset that was built, by where it came from. */
struct resolved {
    const struct rules_source *source;
    option_set options;
    xpgn_ruleset *rs;
    struct resolved *next;
};

struct xpgn_catalog {
    struct entry *entry;
    size_t count;
    struct volume *volumes; /* all ever parsed: children and rulesets point to them */
    struct resolved *resolved;
    bool no_memory; /* a parent could not be parsed for want of it */
    /* The last look-up that succeeded, as it was asked for. */
    xpgn_buffer last_variant, last_options;
    const xpgn_ruleset *last;
};

/* ---- entries ---- */

static bool add_entry(xpgn_catalog *rules, const char *id, const struct rules_builtin *builtin,
                      const struct rules_table *table) {
    struct entry *list = realloc(rules->entry, (rules->count + 1) * sizeof *list);
    if (!list)
        return false;
    rules->entry = list;
    struct entry *e = &list[rules->count++];
    *e = (struct entry){.builtin = builtin, .table = table};
    snprintf(e->id, sizeof e->id, "%s", id);
    return true;
}

static struct entry *entry_of(xpgn_catalog *rules, const char *id) {
    for (size_t i = 0; i < rules->count; i++)
        if (strcmp(rules->entry[i].id, id) == 0)
            return &rules->entry[i];
    return NULL;
}

/* The file's name without its ending, however the table spells it. */
static void builtin_id(const struct rules_builtin *builtin, char id[64]) {
    snprintf(id, 64, "%s", builtin->name);
    char *ending = strstr(id, ".yaml");
    if (ending)
        *ending = '\0';
}

xpgn_status xpgn_catalog_new(xpgn_catalog **out) {
    xpgn_catalog *rules = calloc(1, sizeof *rules);
    if (!rules)
        return XPGN_NO_MEMORY;
    for (size_t i = 0; i < rules_builtins_count; i++) {
        char id[64];
        builtin_id(&rules_builtins[i], id);
        if (!add_entry(rules, id, &rules_builtins[i], &rules_tables[i])) {
            xpgn_catalog_free(rules);
            return XPGN_NO_MEMORY;
        }
    }
    *out = rules;
    return XPGN_OK;
}

static void free_resolved(struct resolved *list) {
    while (list) {
        struct resolved *next = list->next;
        ruleset_free(list->rs);
        free(list);
        list = next;
    }
}

static void free_volumes(struct volume *list) {
    while (list) {
        struct volume *next = list->next;
        rules_source_free(list->source);
        free(list->text);
        free(list);
        list = next;
    }
}

void xpgn_catalog_free(xpgn_catalog *rules) {
    if (!rules)
        return;
    free_resolved(rules->resolved);
    free_volumes(rules->volumes);
    xpgn_buffer_free(&rules->last_variant);
    xpgn_buffer_free(&rules->last_options);
    free(rules->entry);
    free(rules);
}

/* ---- sources ---- */

static const struct rules_source *source_by_id(void *context, const char *id);

/* Parses a text and keeps it; the text becomes the shelf's even if it has faults. */
static xpgn_status keep_source(xpgn_catalog *rules, xpgn_slice text, char *owned, xpgn_log *log,
                               struct rules_source **out) {
    struct volume *volume = calloc(1, sizeof *volume);
    if (!volume) {
        free(owned);
        return XPGN_NO_MEMORY;
    }
    *volume = (struct volume){.text = owned, .next = rules->volumes};
    rules->volumes = volume;
    xpgn_status status = rules_source_parse(out, text, source_by_id, rules, log);
    if (status == XPGN_OK)
        volume->source = *out;
    return rules->no_memory ? XPGN_NO_MEMORY : status;
}

static void parse_builtin(xpgn_catalog *rules, struct entry *e) {
    xpgn_log *log;
    struct rules_source *source;
    size_t index = (size_t)(e - rules->entry);
    if (xpgn_log_new(&log) != XPGN_OK) {
        rules->no_memory = true;
        return;
    }
    e->busy = true;
    xpgn_status status =
        keep_source(rules, (xpgn_slice){e->builtin->text, e->builtin->size}, NULL, log, &source);
    e = &rules->entry[index];
    e->busy = false;
    e->broken = status == XPGN_INVALID && !rules->no_memory;
    rules->no_memory = rules->no_memory || status == XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        e->source = source;
    xpgn_log_free(log);
}

/* NULL: it does not parse, or no memory. */
static const struct rules_source *source_of(xpgn_catalog *rules, struct entry *e) {
    if (!e->source && !e->broken && !e->busy)
        parse_builtin(rules, e);
    return e->source;
}

static const struct rules_source *source_by_id(void *context, const char *id) {
    xpgn_catalog *rules = context;
    struct entry *e = entry_of(rules, id);
    return e ? source_of(rules, e) : NULL;
}

/* ---- the user's files ---- */

/* At most one byte more than a ruleset may have, so that the loader sees that it is too large. */
static xpgn_status read_file(FILE *in, xpgn_buffer *text) {
    char chunk[4096];
    size_t n;
    while (text->size <= TREE_MAX_TEXT && (n = fread(chunk, 1, sizeof chunk, in)) > 0)
        xpgn_buffer_put(text, chunk, n);
    xpgn_buffer_char(text, '\0');
    return text->failed ? XPGN_NO_MEMORY : ferror(in) ? XPGN_IO : XPGN_OK;
}

static xpgn_status read_path(const char *path, xpgn_buffer *text, xpgn_log *log) {
    FILE *in = fopen(path, "rb");
    xpgn_status status = in ? read_file(in, text) : XPGN_IO;
    if (status == XPGN_IO)
        log_add(log, D_YAML_SYNTAX, (xpgn_place){0, 0}, "%s: %s", path, strerror(errno));
    if (in)
        fclose(in);
    if (status != XPGN_OK)
        xpgn_buffer_free(text);
    return status;
}

static xpgn_status put_on_shelf(xpgn_catalog *rules, const struct rules_source *source) {
    struct entry *e = entry_of(rules, rules_source_id(source));
    if (!e && !add_entry(rules, rules_source_id(source), NULL, NULL))
        return XPGN_NO_MEMORY;
    e = entry_of(rules, rules_source_id(source));
    e->builtin = NULL;
    e->table = NULL;
    e->source = source;
    rules->last = NULL;
    return XPGN_OK;
}

xpgn_status xpgn_catalog_load(xpgn_catalog *rules, const char *path, xpgn_log *log,
                              xpgn_slice *text) {
    xpgn_buffer buffer = {0};
    struct rules_source *source = NULL;
    xpgn_status status = read_path(path, &buffer, log);
    if (status != XPGN_OK)
        return status;
    xpgn_slice slice = {buffer.data, buffer.size - 1};
    status = keep_source(rules, slice, buffer.data, log, &source);
    if (status != XPGN_NO_MEMORY && text)
        *text = slice;
    if (status == XPGN_OK)
        status = rules_source_check(source, log);
    return status == XPGN_OK ? put_on_shelf(rules, source) : status;
}

const char *xpgn_catalog_id(const xpgn_catalog *rules, size_t index) {
    return index < rules->count ? rules->entry[index].id : NULL;
}

/* ---- finding ---- */

static char fold(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static bool is_gap(char c) {
    return is_space(c) || c == '_' || c == '-';
}

/* Equal but for case, spaces, `_` and `-`. */
static bool same_name(xpgn_slice a, const char *b) {
    size_t i = 0;
    for (;;) {
        while (i < a.size && is_gap(a.data[i]))
            i++;
        while (is_gap(*b))
            b++;
        if (i == a.size || !*b)
            return i == a.size && !*b;
        if (fold(a.data[i++]) != fold(*b++))
            return false;
    }
}

/* Another name of it, NULL past the last. */
static const char *name_of(const struct entry *e, size_t index) {
    return e->table ? e->table->name[index] : rules_source_name(e->source, index);
}

/* The name of an option, NULL past the last. */
static const char *option_of(const struct entry *e, size_t index) {
    return e->table ? e->table->option[index] : rules_source_option(e->source, index);
}

static bool has_name(const struct entry *e, xpgn_slice variant) {
    const char *name;
    for (size_t i = 0; (name = name_of(e, i)); i++)
        if (same_name(variant, name))
            return true;
    return false;
}

/* By id, then by other names; the default ruleset's names first, they are the usual ones. */
static struct entry *entry_for(xpgn_catalog *rules, xpgn_slice variant) {
    struct entry *usual = entry_of(rules, default_id);
    if (same_name(variant, ""))
        return usual;
    for (size_t i = 0; i < rules->count; i++)
        if (same_name(variant, rules->entry[i].id))
            return &rules->entry[i];
    if (usual && has_name(usual, variant))
        return usual;
    for (size_t i = 0; i < rules->count; i++)
        if (has_name(&rules->entry[i], variant))
            return &rules->entry[i];
    return NULL;
}

/* The next word of `rest`; size 0: none is left. */
static xpgn_slice next_word(xpgn_slice *rest) {
    while (rest->size && is_space(*rest->data))
        rest->data++, rest->size--;
    xpgn_slice word = {rest->data, 0};
    while (rest->size && !is_space(*rest->data))
        rest->data++, rest->size--, word.size++;
    return word;
}

static bool is_compatible(const struct entry *e, option_set set, size_t index) {
    const char *name;
    for (size_t i = 0; (name = option_of(e, i)); i++)
        if (i != index && set >> i & 1 && rules_options_clash(option_of(e, index), name))
            return false;
    return true;
}

static bool take_options(const struct entry *e, xpgn_slice options, option_set *set,
                         xpgn_slice *unknown) {
    *set = 0;
    for (xpgn_slice word; (word = next_word(&options)).size > 0;) {
        size_t i = 0;
        const char *name;
        while ((name = option_of(e, i)) && !slice_is(word, name))
            i++;
        if (!name || !is_compatible(e, *set, i)) {
            *unknown = word;
            return false;
        }
        *set |= (option_set)1 << i;
    }
    return true;
}

static xpgn_status build_resolved(xpgn_catalog *rules, const struct rules_source *source,
                                  option_set options, const xpgn_ruleset **out) {
    xpgn_log *log;
    struct resolved *r = calloc(1, sizeof *r);
    if (!r || xpgn_log_new(&log) != XPGN_OK) {
        free(r);
        return XPGN_NO_MEMORY;
    }
    xpgn_status status = rules_source_build(source, options, &r->rs, log);
    xpgn_log_free(log);
    if (status != XPGN_OK) {
        free(r);
        return status;
    }
    r->source = source;
    r->options = options;
    r->next = rules->resolved;
    rules->resolved = r;
    *out = r->rs;
    return XPGN_OK;
}

static xpgn_status resolve(xpgn_catalog *rules, const struct entry *e, option_set options,
                           const xpgn_ruleset **out) {
    if (e->table) {
        const struct rules_variant *v = e->table->variant;
        while (v->options != options)
            v++;
        *out = v->ruleset;
        return XPGN_OK;
    }
    for (const struct resolved *r = rules->resolved; r; r = r->next)
        if (r->source == e->source && r->options == options) {
            *out = r->rs;
            return XPGN_OK;
        }
    return build_resolved(rules, e->source, options, out);
}

static bool is_last(const xpgn_catalog *rules, xpgn_slice variant, xpgn_slice options) {
    return rules->last &&
           slice_equal(variant, (xpgn_slice){rules->last_variant.data, rules->last_variant.size}) &&
           slice_equal(options, (xpgn_slice){rules->last_options.data, rules->last_options.size});
}

static void remember(xpgn_catalog *rules, xpgn_slice variant, xpgn_slice options,
                     const xpgn_ruleset *rs) {
    xpgn_buffer_clear(&rules->last_variant);
    xpgn_buffer_clear(&rules->last_options);
    xpgn_buffer_slice(&rules->last_variant, variant);
    xpgn_buffer_slice(&rules->last_options, options);
    rules->last = rules->last_variant.failed || rules->last_options.failed ? NULL : rs;
}

xpgn_status xpgn_catalog_find(xpgn_catalog *rules, xpgn_slice variant, xpgn_slice options,
                              const xpgn_ruleset **out, xpgn_slice *unknown) {
    xpgn_slice dropped;
    option_set set;
    if (is_last(rules, variant, options)) {
        *out = rules->last;
        return XPGN_OK;
    }
    struct entry *e = entry_for(rules, variant);
    if (!e) {
        *(unknown ? unknown : &dropped) = variant;
        return XPGN_NOT_FOUND;
    }
    if (!take_options(e, options, &set, unknown ? unknown : &dropped))
        return XPGN_NOT_FOUND;
    xpgn_status status = resolve(rules, e, set, out);
    if (status == XPGN_OK)
        remember(rules, variant, options, *out);
    return status;
}

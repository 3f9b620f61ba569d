/* SPDX-License-Identifier: MIT */
/* The catalog: the built-in rulesets, which need no parsing unless another one extends them, and
   the user's. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <xpgn/rulesets.h>

#include "core/base/edit_distance.h"
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/base/yaml_tree.h"
#include "core/rules/builtin.h"
#include "core/rules/ruleset_loader.h"
#include "internal/text_out.h"

/* The game of a record without a Variant tag (format section 2). */
static const char default_id[] = "chess";

/* A parsed source and the text it points into. */
struct parsed {
    struct rules_source *source;
    char *text; /* of a user's file; NULL: built in */
    struct parsed *next;
};

struct catalog_entry {
    const char *id;
    const char *const *names, *const *options; /* NULL ends */
    const struct embedded *builtin;            /* NULL: the user's */
    const struct rules_variant *variant;       /* of the built-in ruleset */
    const struct rules_source *source;         /* NULL: built in, and not parsed yet */
    bool broken, busy; /* broken: does not parse; busy: is being parsed (to detect cycles of
                          `extends`) */
};

/* A ruleset that was built, with its source and options. */
struct resolved {
    const struct rules_source *source;
    option_set options;
    xpgn_ruleset *rs;
    struct resolved *next;
};

/* A successful look-up: its arguments, and what was found. */
struct look_up {
    xpgn_buffer variant, options;
    const xpgn_ruleset *rs;
};

enum { LOOK_UPS = 32 }; /* a search tries the options of a ruleset, and all other rulesets */

struct xpgn_catalog {
    struct catalog_entry *entry;
    size_t count, capacity;
    struct parsed *parsed; /* all sources: children and rulesets point to their parents */
    struct resolved *resolved;
    bool no_memory;   /* memory ran out while a parent was parsed */
    const char *near; /* what may be meant by the parent that is unknown; NULL: nothing */
    struct log log;   /* findings about the file or text that was loaded last */
    struct look_up looked_up[LOOK_UPS]; /* a ring of the last different ones */
    size_t look_ups;                    /* so far */
    const struct look_up *last; /* the one that was asked for last, as in most files; or NULL */
};

/* ---- entries ---- */

static struct catalog_entry *find_id(xpgn_catalog *catalog, const char *id) {
    for (size_t i = 0; i < catalog->count; i++)
        if (strcmp(catalog->entry[i].id, id) == 0)
            return &catalog->entry[i];
    return NULL;
}

/* Adds an entry whose id no other has. */
static bool add_ruleset(xpgn_catalog *catalog, struct catalog_entry entry) {
    if (!GROW(catalog->entry, catalog->count, catalog->capacity))
        return false;
    catalog->entry[catalog->count++] = entry;
    return true;
}

/* Adds an entry, or replaces the one with the same id. */
static bool put_ruleset(xpgn_catalog *catalog, struct catalog_entry entry) {
    struct catalog_entry *e = find_id(catalog, entry.id);
    if (e == NULL)
        return add_ruleset(catalog, entry);
    *e = entry;
    return true;
}

xpgn_status xpgn_catalog_new(xpgn_catalog **out) {
    xpgn_catalog *catalog = calloc(1, sizeof *catalog);
    if (!catalog)
        return XPGN_NO_MEMORY;
    log_init(&catalog->log);
    catalog->log.lint = true;
    for (size_t i = 0; i < rules_builtins_count; i++) {
        const struct rules_table *t = &rules_tables[i];
        if (!add_ruleset(catalog, (struct catalog_entry){.id = rules_builtins[i].name,
                                                         .names = t->name,
                                                         .options = t->option,
                                                         .builtin = &rules_builtins[i],
                                                         .variant = t->variant})) {
            xpgn_catalog_free(catalog);
            return XPGN_NO_MEMORY;
        }
    }
    *out = catalog;
    return XPGN_OK;
}

void xpgn_catalog_free(xpgn_catalog *catalog) {
    if (!catalog)
        return;
    for (struct resolved *r; (r = catalog->resolved);) {
        catalog->resolved = r->next;
        ruleset_free(r->rs);
        free(r);
    }
    for (struct parsed *p; (p = catalog->parsed);) {
        catalog->parsed = p->next;
        rules_source_free(p->source);
        free(p->text);
        free(p);
    }
    log_free_parts(&catalog->log);
    for (size_t i = 0; i < LOOK_UPS; i++) {
        struct look_up *l = &catalog->looked_up[i];
        if (l->rs == NULL) /* unused */
            continue;
        xpgn_buffer_free(&l->variant);
        xpgn_buffer_free(&l->options);
    }
    free(catalog->entry);
    free(catalog);
}

/* ---- sources ---- */

static const struct rules_source *source_by_id(void *context, const char *id);

/* Parses a text and keeps the source. The catalog takes over the text even if it has faults. */
static xpgn_status parse_source(xpgn_catalog *catalog, xpgn_slice text, char *owned,
                                struct log *log, const struct rules_source **out) {
    struct parsed *parsed = calloc(1, sizeof *parsed);
    if (!parsed) {
        free(owned);
        return XPGN_NO_MEMORY;
    }
    *parsed = (struct parsed){.text = owned, .next = catalog->parsed};
    catalog->parsed = parsed;
    catalog->near = NULL;
    xpgn_status status = rules_source_parse(&parsed->source, text, source_by_id, catalog, log);
    if (status == XPGN_INVALID && catalog->near != NULL)
        log_hint(log, "did you mean %s?", catalog->near);
    *out = parsed->source;
    return catalog->no_memory ? XPGN_NO_MEMORY : status;
}

static void parse_builtin(xpgn_catalog *catalog, struct catalog_entry *e) {
    struct log log;
    log_init(&log);
    e->busy = true;
    xpgn_slice text = {e->builtin->text, e->builtin->size};
    xpgn_status status = parse_source(catalog, text, NULL, &log, &e->source);
    e->busy = false;
    e->broken = status == XPGN_INVALID;
    catalog->no_memory |= status == XPGN_NO_MEMORY;
    log_free_parts(&log);
}

/* NULL if there is none, it does not parse, or memory runs out. */
static const struct rules_source *source_by_id(void *context, const char *id) {
    xpgn_catalog *catalog = context;
    struct catalog_entry *e = find_id(catalog, id);
    if (e && !e->source && !e->broken && !e->busy)
        parse_builtin(catalog, e);
    catalog->near = e ? NULL : catalog_nearest(catalog, slice_of(id));
    return e ? e->source : NULL;
}

/* ---- the user's files ---- */

/* Reads at most one byte more than a ruleset may have, so that the loader can tell that it is too
   large. */
static xpgn_status read_ruleset_file(FILE *in, xpgn_buffer *text) {
    char chunk[4096];
    size_t n = 1;
    while (text->size <= TREE_MAX_TEXT && n > 0) {
        n = fread(chunk, 1, sizeof chunk, in);
        xpgn_buffer_put(text, chunk, n);
        if (ferror(in) && errno == EINTR) {
            clearerr(in);
            n = 1;
        }
    }
    xpgn_buffer_char(text, '\0');
    return text->failed ? XPGN_NO_MEMORY : ferror(in) ? XPGN_IO : XPGN_OK;
}

static xpgn_status read_path(const char *path, xpgn_buffer *text, struct log *log) {
    FILE *in;
    while (!(in = fopen(path, "rb")) && errno == EINTR)
        ;
    xpgn_status status = in                ? read_ruleset_file(in, text)
                         : errno == ENOMEM ? XPGN_NO_MEMORY
                                           : XPGN_IO;
    if (status == XPGN_IO)
        log_add(log, D_YAML_SYNTAX, (xpgn_place){0, 0}, "%s: %s", path, strerror(errno));
    if (in)
        fclose(in);
    if (status != XPGN_OK)
        xpgn_buffer_free(text);
    return status;
}

/* The catalog takes over the text, which ends with a NUL. */
static xpgn_status add_text(xpgn_catalog *catalog, const xpgn_buffer *text) {
    const struct rules_source *source;
    xpgn_slice slice = {text->data, text->size - 1};
    xpgn_status status = parse_source(catalog, slice, text->data, &catalog->log, &source);
    if (status == XPGN_OK)
        status = rules_source_check(source, &catalog->log);
    if (status != XPGN_OK)
        return status;
    catalog->look_ups = 0;
    catalog->last = NULL;
    struct catalog_entry entry = {source->id, source->names, source->option_names,
                                  .source = source};
    return put_ruleset(catalog, entry) ? XPGN_OK : XPGN_NO_MEMORY;
}

xpgn_status xpgn_catalog_load(xpgn_catalog *catalog, const char *path, xpgn_slice *text) {
    xpgn_buffer buffer = {0};
    log_clear(&catalog->log);
    xpgn_status status = read_path(path, &buffer, &catalog->log);
    if (status != XPGN_OK)
        return status;
    xpgn_slice slice = {buffer.data, buffer.size - 1};
    status = add_text(catalog, &buffer);
    if (status != XPGN_NO_MEMORY && text)
        *text = slice;
    return status;
}

xpgn_status xpgn_catalog_add(xpgn_catalog *catalog, xpgn_slice text) {
    xpgn_buffer buffer = {0};
    log_clear(&catalog->log);
    text = slice_given(text);
    xpgn_buffer_put(&buffer, text.data, text.size <= TREE_MAX_TEXT ? text.size : TREE_MAX_TEXT + 1);
    xpgn_buffer_char(&buffer, '\0');
    if (!buffer.failed)
        return add_text(catalog, &buffer);
    xpgn_buffer_free(&buffer);
    return XPGN_NO_MEMORY;
}

const xpgn_finding *xpgn_catalog_findings(const xpgn_catalog *catalog, size_t *count) {
    return log_list(&catalog->log, count);
}

const char *xpgn_catalog_id(const xpgn_catalog *catalog, size_t index) {
    return index < catalog->count ? catalog->entry[index].id : NULL;
}

/* ---- finding ---- */

enum { NAME_BYTES = 66 }; /* of a folded name or an id, with its NUL */

/* True if names are compared without this character. */
static inline bool is_left_out(char c) {
    return is_space(c) || c == '_' || c == '-';
}

/* Folds a name for comparison: lower case, without spaces, `_` and `-`. */
static size_t fold_name(xpgn_slice name, char text[NAME_BYTES]) {
    size_t n = 0;
    for (size_t i = 0; i < name.size && n + 1 < NAME_BYTES; i++)
        if (!is_left_out(name.data[i]))
            text[n++] = to_lower(name.data[i]);
    text[n] = '\0';
    return n;
}

/* True if the name is this when it is folded. */
static bool same_name(xpgn_slice folded, const char *name) {
    size_t n = 0;
    for (; *name != '\0' && n + 1 < NAME_BYTES; name++) {
        if (is_left_out(*name))
            continue;
        if (n == folded.size || folded.data[n] != to_lower(*name))
            return false;
        n++;
    }
    return n == folded.size;
}

bool catalog_is_id(xpgn_slice name, const char *id) {
    char text[NAME_BYTES];
    return name.size > 0 && same_name((xpgn_slice){text, fold_name(name, text)}, id);
}

static bool has_name(const struct catalog_entry *e, xpgn_slice variant) {
    for (const char *const *name = e->names; *name; name++)
        if (same_name(variant, *name))
            return true;
    return false;
}

const char *catalog_nearest(const xpgn_catalog *catalog, xpgn_slice name) {
    char wanted[NAME_BYTES], known[NAME_BYTES];
    const char *best = NULL;
    unsigned least_edits = WORDS_NEAR;
    (void)fold_name(name, wanted);
    for (size_t i = 0; i < catalog->count; i++) {
        const struct catalog_entry *e = &catalog->entry[i];
        const char *const *other = e->names;
        for (const char *text = e->id; text; text = *other++) {
            (void)fold_name(slice_of(text), known);
            if (words_is_nearer(known, wanted, &least_edits))
                best = e->id;
        }
    }
    return best;
}

const char *catalog_of_turn_dice(unsigned dice) {
    for (size_t i = 0; i < rules_builtins_count; i++) {
        const xpgn_ruleset *rs = rules_tables[i].variant->ruleset;
        if (turn_rolls_actors(rs) && turn_dice(rs) == dice)
            return rs->id;
    }
    return NULL;
}

/* Finds a ruleset by its id, then by its other names, those of the default ruleset first. */
static const struct catalog_entry *find_variant(xpgn_catalog *catalog, xpgn_slice name) {
    const struct catalog_entry *standard = find_id(catalog, default_id);
    char text[NAME_BYTES];
    const xpgn_slice variant = {text, fold_name(name, text)};
    if (variant.size == 0)
        return standard;
    for (size_t i = 0; i < catalog->count; i++)
        if (same_name(variant, catalog->entry[i].id))
            return &catalog->entry[i];
    if (standard && has_name(standard, variant))
        return standard;
    for (size_t i = 0; i < catalog->count; i++)
        if (has_name(&catalog->entry[i], variant))
            return &catalog->entry[i];
    return NULL;
}

/* Reads the options of a tag into a set. False if one is unknown or excludes another. */
static bool read_options_tag(const struct catalog_entry *e, xpgn_slice options, option_set *set,
                             xpgn_slice *unknown) {
    *set = 0;
    while ((*unknown = slice_take_word(&options)).size > 0) {
        size_t i = 0;
        while (e->options[i] && !slice_is(*unknown, e->options[i]))
            i++;
        if (!e->options[i] || !rules_options_fit(e->options, *set, i))
            return false;
        *set |= (option_set)1 << i;
    }
    return true;
}

static xpgn_status build_resolved(xpgn_catalog *catalog, const struct rules_source *source,
                                  option_set options, const xpgn_ruleset **out) {
    struct log log;
    struct resolved *r = calloc(1, sizeof *r);
    if (!r)
        return XPGN_NO_MEMORY;
    log_init(&log);
    xpgn_status status = rules_source_build(source, options, &r->rs, &log);
    log_free_parts(&log);
    if (status != XPGN_OK) {
        free(r);
        return status;
    }
    *r = (struct resolved){source, options, r->rs, catalog->resolved};
    catalog->resolved = r;
    *out = r->rs;
    return XPGN_OK;
}

static xpgn_status resolve(xpgn_catalog *catalog, const struct catalog_entry *e, option_set options,
                           const xpgn_ruleset **out) {
    if (e->variant) {
        const struct rules_variant *v = e->variant;
        while (v->options != options)
            v++;
        *out = v->ruleset;
        return XPGN_OK;
    }
    for (const struct resolved *r = catalog->resolved; r; r = r->next)
        if (r->source == e->source && r->options == options) {
            *out = r->rs;
            return XPGN_OK;
        }
    return build_resolved(catalog, e->source, options, out);
}

static inline bool is_text_of(const xpgn_buffer *b, xpgn_slice text) {
    return slice_equal((xpgn_slice){b->data, b->size}, text);
}

static inline bool is_look_up(const struct look_up *l, xpgn_slice variant, xpgn_slice options) {
    return is_text_of(&l->variant, variant) && is_text_of(&l->options, options);
}

/* The same look-up among the last ones; NULL if it is not there. */
static const struct look_up *find_looked_up(const xpgn_catalog *catalog, xpgn_slice variant,
                                            xpgn_slice options) {
    for (size_t i = 0; i < catalog->look_ups && i < LOOK_UPS; i++)
        if (is_look_up(&catalog->looked_up[i], variant, options))
            return &catalog->looked_up[i];
    return NULL;
}

static void remember_look_up(xpgn_catalog *catalog, xpgn_slice variant, xpgn_slice options,
                             const xpgn_ruleset *rs) {
    struct look_up *l = &catalog->looked_up[catalog->look_ups++ % LOOK_UPS];
    xpgn_buffer_clear(&l->variant);
    xpgn_buffer_clear(&l->options);
    xpgn_buffer_slice(&l->variant, variant);
    xpgn_buffer_slice(&l->options, options);
    l->rs = rs;
    catalog->last = l;
    if (l->variant.failed || l->options.failed) {
        catalog->look_ups = 0;
        catalog->last = NULL;
    }
}

static __attribute__((noinline)) xpgn_status look_up(xpgn_catalog *catalog, xpgn_slice variant,
                                                     xpgn_slice options, const xpgn_ruleset **out,
                                                     xpgn_slice *unknown) {
    const struct look_up *before = find_looked_up(catalog, variant, options);
    if (before != NULL) {
        catalog->last = before;
        *out = before->rs;
        return XPGN_OK;
    }
    xpgn_slice part = variant;
    option_set set;
    const struct catalog_entry *e = find_variant(catalog, variant);
    if (!e || !read_options_tag(e, options, &set, &part)) {
        if (unknown)
            *unknown = part;
        return XPGN_NOT_FOUND;
    }
    xpgn_status status = resolve(catalog, e, set, out);
    if (status == XPGN_OK)
        remember_look_up(catalog, variant, options, *out);
    return status;
}

xpgn_status xpgn_catalog_find(xpgn_catalog *catalog, xpgn_slice variant, xpgn_slice options,
                              const xpgn_ruleset **out, xpgn_slice *unknown) {
    const struct look_up *last = catalog->last;
    if (last == NULL || !is_look_up(last, variant, options))
        return look_up(catalog, variant, options, out, unknown);
    *out = last->rs;
    return XPGN_OK;
}

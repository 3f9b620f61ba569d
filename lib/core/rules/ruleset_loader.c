/* SPDX-License-Identifier: MIT */
#include "core/rules/ruleset_loader.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/edit_distance.h"
#include "core/base/slice.h"
#include "core/rules/ruleset_build.h"
#include "internal/text_out.h"

/* Up to this many options all combinations are tried; with more, each option and each pair. */
enum { CHECK_ALL = 10 };

/* ---- parsing ---- */

/* A build that reports findings about this source. */
static struct build build_of(const struct rules_source *src, struct log *log) {
    return (struct build){
        .root = src->root, .log = log, .file = src->file, .inherited = src->inherited};
}

static bool take_id(struct rules_source *src, struct log *log) {
    struct build b = build_of(src, log);
    const struct node *id = tree_get(src->root, "ruleset");
    if (!id)
        return build_fault(&b, D_YAML_MISSING, NULL, false, "missing key 'ruleset'");
    src->id = id->text;
    return value_is_id(&b, id);
}

/* Merges the tree over its parent's. */
static bool take_parent(struct rules_source *src, parent_finder *parent_of, void *context,
                        struct log *log) {
    struct build b = build_of(src, log);
    const struct node *extends = tree_get(src->root, "extends");
    if (!extends)
        return true;
    if (!build_expects(&b, extends, NODE_SCALAR))
        return false;
    const struct rules_source *parent = parent_of ? parent_of(context, extends->text) : NULL;
    if (!parent)
        return build_fault(&b, D_YAML_PARENT, extends, false, "unknown ruleset '%.64s'",
                           extends->text);
    src->inherited = extends->place;
    src->root = tree_merge(&src->arena, parent->root, src->root, NULL);
    log->no_memory |= !src->root;
    return src->root != NULL;
}

/* "rescue", "mode=fast": words of lower-case letters, digits and hyphens. */
static bool option_name_valid(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t n = strspn(name, letters);
    if (n == 0)
        return false;
    if (name[n] == '=') {
        size_t value = strspn(name + n + 1, letters);
        return value > 0 && !name[n + 1 + value] && n + value < 64;
    }
    return !name[n] && n < 64;
}

static bool option_valid(struct build *b, const struct node *option) {
    static const char *const fixed[] = {"ruleset", "title",   "version", "names",
                                        "extends", "options", "rules",   NULL};
    if (!option_name_valid(option->key))
        return build_fault(b, D_YAML_RANGE, option, true, "'%.64s' is not the name of an option",
                           option->key);
    if (!build_expects(b, option, NODE_MAP))
        return false;
    for (size_t i = 0; i < option->count; i++)
        if (words_find(fixed, option->child[i]->key) >= 0)
            return build_fault(b, D_YAML_KEY, option->child[i], true,
                               "an option cannot change '%s'", option->child[i]->key);
    return true;
}

static bool take_options(struct rules_source *src, struct log *log) {
    struct build b = build_of(src, log);
    src->options = tree_get(src->root, "options");
    if (!src->options)
        return true;
    if (!build_expects(&b, src->options, NODE_MAP))
        return false;
    if (src->options->count > RULES_MAX_OPTIONS)
        return build_fault(&b, D_YAML_BOUND, src->options, true, "more than %d options",
                           RULES_MAX_OPTIONS);
    for (size_t i = 0; i < src->options->count; i++)
        option_valid(&b, src->options->child[i]);
    return !b.failed;
}

/* The keys or texts of a node's entries, ending with NULL; NULL if memory runs out. */
static const char *const *list_texts(struct arena *arena, const struct node *node) {
    size_t count = node ? node->count : 0;
    const char **list = arena_alloc(arena, (count + 1) * sizeof *list);
    for (size_t i = 0; list && i < count; i++) {
        const struct node *entry = node->child[i];
        list[i] = entry->key ? entry->key : entry->kind == NODE_SCALAR ? entry->text : "";
    }
    return list;
}

/* Names other than the id are not inherited. */
static bool list_names(struct rules_source *src, struct log *log) {
    const struct node *names = tree_get(src->root, "names");
    bool own = names && names->kind == NODE_LIST && names->file == src->file;
    src->names = list_texts(&src->arena, own ? names : NULL);
    src->option_names = list_texts(&src->arena, src->options);
    log->no_memory |= !src->names || !src->option_names;
    return !log->no_memory;
}

static xpgn_status status_of(bool good, const struct log *log) {
    return log->no_memory ? XPGN_NO_MEMORY : good ? XPGN_OK : XPGN_INVALID;
}

xpgn_status rules_source_parse(struct rules_source **out, xpgn_slice text, parent_finder *parent_of,
                               void *context, struct log *log) {
    struct rules_source *src = calloc(1, sizeof *src);
    if (!src)
        return XPGN_NO_MEMORY;
    src->file = text.data;
    src->root = tree_parse(&src->arena, text, log);
    bool good = src->root && take_id(src, log) && take_parent(src, parent_of, context, log) &&
                take_options(src, log) && list_names(src, log);
    if (good)
        *out = src;
    else
        rules_source_free(src);
    return status_of(good, log);
}

void rules_source_free(struct rules_source *src) {
    if (!src)
        return;
    arena_free(&src->arena);
    free(src);
}

/* ---- options ---- */

/* Only one of several options `mode=...` can be in force. */
static bool options_clash(const char *a, const char *b) {
    size_t n = strcspn(a, "=");
    return a[n] == '=' && strncmp(a, b, n + 1) == 0;
}

bool rules_options_fit(const char *const *options, option_set set, size_t index) {
    for (size_t i = 0; options[i]; i++)
        if (i != index && set >> i & 1 && options_clash(options[index], options[i]))
            return false;
    return true;
}

bool rules_options_compatible(const char *const *options, option_set set) {
    for (size_t i = 0; options[i]; i++)
        if (set >> i & 1 && !rules_options_fit(options, set, i))
            return false;
    return true;
}

/* ---- building ---- */

/* "rescue king-safety", in the order of the file. */
static void put_options(const struct rules_source *src, option_set options, xpgn_buffer *names) {
    for (size_t i = 0; src->option_names[i]; i++)
        if (options >> i & 1)
            xpgn_buffer_printf(names, "%s%s", names->size ? " " : "", src->option_names[i]);
}

xpgn_status rules_source_build(const struct rules_source *src, option_set options,
                               xpgn_ruleset **out, struct log *log) {
    struct arena work = {0};
    const struct node *root = src->root;
    for (size_t i = 0; root && src->option_names[i]; i++)
        if (options >> i & 1)
            root = tree_merge(&work, root, src->options->child[i], NULL);
    struct build b = build_of(src, log);
    b.root = root;
    b.optional = options != 0;
    xpgn_ruleset *rs = root ? compile_ruleset(b) : NULL;
    xpgn_status status = root ? status_of(rs != NULL, log) : XPGN_NO_MEMORY;
    xpgn_buffer names = {0};
    put_options(src, options, &names);
    if (rs && !(rs->options_in_force = arena_take(&rs->arena, &names)))
        status = XPGN_NO_MEMORY;
    xpgn_buffer_free(&names);
    arena_free(&work);
    if (status == XPGN_OK)
        *out = rs;
    else
        ruleset_free(rs);
    return status;
}

/* Builds the ruleset with these options and discards it; warnings are reported for the bare ruleset
   only. */
static xpgn_status try_options(const struct rules_source *src, option_set options,
                               struct log *log) {
    size_t before = log->count;
    xpgn_buffer names = {0};
    xpgn_ruleset *rs;
    if (!rules_options_compatible(src->option_names, options))
        return XPGN_OK;
    xpgn_status status = rules_source_build(src, options, &rs, log);
    if (status == XPGN_OK) {
        ruleset_free(rs);
        if (options)
            log_truncate(log, before);
    } else if (options) {
        put_options(src, options, &names);
        const char *text = log_take(log, &names);
        if (log->count > 0 && !log->hinted)
            log_hint(log, "happens with the option%s %s", options & (options - 1) ? "s" : "", text);
    }
    return status;
}

static xpgn_status try_each(const struct rules_source *src, size_t count, struct log *log) {
    xpgn_status worst = XPGN_OK;
    for (size_t i = 0; i < count && worst != XPGN_NO_MEMORY; i++) {
        xpgn_status status = try_options(src, (option_set)1 << i, log);
        worst = status != XPGN_OK ? status : worst;
    }
    return worst;
}

static xpgn_status try_pairs(const struct rules_source *src, size_t count, struct log *log) {
    xpgn_status status = XPGN_OK;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i && status == XPGN_OK; k++)
            status = try_options(src, (option_set)1 << i | (option_set)1 << k, log);
    return status;
}

/* Tries all sets of two or more options. */
static xpgn_status try_all(const struct rules_source *src, size_t count, struct log *log) {
    xpgn_status status = XPGN_OK;
    for (option_set set = 3; set < (option_set)1 << count && status == XPGN_OK; set++)
        if (set & (set - 1))
            status = try_options(src, set, log);
    return status;
}

/* "'queen'", or for a pair "[queen, king]" */
static void name_entry(const struct node *entry, char text[100]) {
    if (entry->kind == NODE_LIST && entry->count == 2)
        snprintf(text, 100, "[%.40s, %.40s]", entry->child[0]->text, entry->child[1]->text);
    else
        snprintf(text, 100, "'%.40s'", entry->kind == NODE_SCALAR ? entry->text : "[...]");
}

/* Warns of a list in an option of this file that lacks entries of the ruleset's own list, which it
   replaces. */
static xpgn_status warn_of_losses(const struct rules_source *src, size_t count, struct log *log) {
    struct arena work = {0};
    for (size_t i = 0; i < count; i++) {
        const struct node *option = src->options->child[i];
        struct tree_loss loss = {NULL, NULL};
        char lost[100];
        if (option->file != src->file)
            continue;
        log->no_memory |= tree_merge(&work, src->root, option, &loss) == NULL;
        if (loss.list == NULL)
            continue;
        name_entry(loss.lost, lost);
        log_add(log, D_YAML_LOSS, loss.list->place, "'%.40s' replaces a list that also has %s",
                loss.list->key ? loss.list->key : "", lost);
    }
    arena_free(&work);
    return log->no_memory ? XPGN_NO_MEMORY : XPGN_OK;
}

xpgn_status rules_source_check(const struct rules_source *src, struct log *log) {
    size_t count = src->options ? src->options->count : 0;
    xpgn_status status = try_options(src, 0, log);
    if (status == XPGN_OK)
        status = try_each(src, count, log);
    if (status == XPGN_OK)
        status = count <= CHECK_ALL ? try_all(src, count, log) : try_pairs(src, count, log);
    return status == XPGN_OK ? warn_of_losses(src, count, log) : status;
}

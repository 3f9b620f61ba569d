/* SPDX-License-Identifier: MIT */
#include "core/rules/ruleset_build.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/base/slice.h"

static xpgn_place node_place(const struct build *b, const struct node *node, bool at_key) {
    if (!node)
        node = tree_get(b->root, "ruleset");
    if (!node || node->file != b->file)
        return b->inherited;
    return at_key && node->key ? node->key_place : node->place;
}

static void add_fault(struct build *b, enum diag code, xpgn_place place, const char *format,
                      va_list args) {
    char text[256];
    vsnprintf(text, sizeof text, format, args);
    log_add(b->log, code, place, "%s", text);
    b->failed = true;
    b->faults++;
}

bool build_knows(const struct build *b, const char *path) {
    const struct schema_row *row = schema_find(path);
    return row == NULL || !b->wrong[row - schema_rows];
}

bool build_states(const struct build *b, const struct node *node) {
    bool idle = node->kind == NODE_SCALAR &&
                (strcmp(node->text, "0") == 0 || strcmp(node->text, "false") == 0);
    return !idle && !b->optional && node->file == b->file;
}

bool build_may_change(const struct build *b, const char *maps) {
    const struct node *options = tree_get(b->root, "options");
    for (size_t i = 0; options != NULL && i < options->count; i++) {
        const struct node *option = options->child[i];
        xpgn_slice rest = slice_of(maps);
        while (rest.size > 0) {
            xpgn_slice map = slice_cut(&rest, ' ');
            for (size_t k = 0; k < option->count; k++)
                if (slice_is(map, option->child[k]->key))
                    return true;
        }
    }
    return false;
}

bool build_fault(struct build *b, enum diag code, const struct node *node, bool at_key,
                 const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_fault(b, code, node_place(b, node, at_key), format, args);
    va_end(args);
    return false;
}

bool build_misfit(struct build *b, enum diag code, const struct node *node, const char *format,
                  ...) {
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (node->key == NULL) /* in a list */
        return build_fault(b, code, node, false, "found %s", text);
    return build_fault(b, code, node, false, "'%.40s' is %s", node->key, text);
}

void build_contradiction(struct build *b, const char *path, const char *format, ...) {
    const struct node *node;
    va_list args;
    tree_find(b->root, path, &node);
    va_start(args, format);
    add_fault(b, D_YAML_CONTRADICTION,
              node_place(b, node == b->root ? NULL : node, node->kind != NODE_SCALAR), format,
              args);
    va_end(args);
}

bool build_expects(struct build *b, const struct node *node, enum node_kind kind) {
    static const char *const names[] = {"a single value", "a list", "a mapping"};
    return node->kind == kind ||
           build_misfit(b, D_YAML_TYPE, node, "%s, expected %s", names[node->kind], names[kind]);
}

void build_no_memory(struct build *b) {
    b->log->no_memory = b->failed = true;
}

void *build_alloc(struct build *b, size_t size) {
    void *memory = arena_alloc(&b->rs->arena, size);
    if (!memory)
        build_no_memory(b);
    return memory;
}

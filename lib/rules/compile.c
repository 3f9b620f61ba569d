/* SPDX-License-Identifier: MIT */
#include "rules/compile.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/slice.h"
#include "base/words.h"
#include "rules/check.h"
#include "rules/values.h"

enum { PATH_SIZE = 128 };

/* ---- the walk ---- */

struct frame {
    const struct node *map;
    size_t next;
    size_t path; /* length of its path */
};

struct walk {
    struct build *b;
    enum value_stage stage;
    struct frame frame[TREE_MAX_DEPTH];
    size_t depth;
    char path[PATH_SIZE];
};

/* Writes the path of an entry; a piece's name becomes `*`. False: no key is that long. */
static bool extend_path(struct walk *w, const struct frame *f, const char *key) {
    bool piece = f->path == strlen("pieces") && strncmp(w->path, "pieces", f->path) == 0;
    w->path[f->path] = '\0';
    int n = snprintf(w->path + f->path, PATH_SIZE - f->path, "%s%s", f->path ? "." : "",
                     piece ? "*" : key);
    return n > 0 && (size_t)n < PATH_SIZE - f->path;
}

/* The keys that may stand beside an unknown one, for the hint. */
static void hint_key(struct build *b, const char *path, size_t parent, const char *key) {
    const char *words[64];
    size_t n = 0, skip = parent ? parent + 1 : 0;
    for (size_t i = 0; i < schema_row_count && n < 63; i++) {
        const char *row = schema_rows[i].path;
        bool beside = strncmp(row, path, skip) == 0 && !strchr(row + skip, '.');
        if (beside)
            words[n++] = row + skip;
    }
    words[n] = NULL;
    words_hint(words, key, b->log);
}

/* Enters `pieces.NAME`: which piece the values below are for. */
static bool enter_piece(struct walk *w, const struct node *node) {
    int type = words_find(schema_types, node->key);
    if (type <= XPGN_NO_TYPE) {
        build_fault(w->b, D_YAML_RANGE, node, true, "unknown piece '%.40s'", node->key);
        words_hint(schema_types, node->key, w->b->log);
        return false;
    }
    w->b->type = (unsigned)type;
    if (w->stage == STAGE_EARLY)
        w->b->rs->piece[type].name = schema_types[type];
    return true;
}

/* Notes that a piece has a value of its own in a column of the attribute table. */
static void note_column(struct build *b, const char *path, const char *key) {
    int column = words_find(schema_columns, key);
    if (b->type && column >= 0) {
        int shift = strstr(path, ".wounded.") ? COLUMN_WOUNDED : 0;
        b->rs->piece[b->type].given |= (uint16_t)(1u << (column + shift));
    }
}

/* A key whose mechanism is not the one in force. */
static void check_axis(struct build *b, const struct schema_row *row, const struct node *node) {
    if (!row->kinds)
        return;
    const struct schema_row *axis = schema_find(row->axis_path);
    int kind = schema_number(axis, b->rs);
    if (row->kinds >> kind & 1)
        return;
    build_fault(b, D_YAML_CONTRADICTION, node, true, "'%s' has no meaning where '%s' is '%s'",
                row->path, row->axis_path, axis->words[kind]);
}

/* Early values are there: those that need them, and what is to be said about each key. */
static void finish_value(struct build *b, const struct schema_row *row, const struct node *node) {
    check_axis(b, row, node);
    if (row->stage == STAGE_LATE)
        value_store(b, row, node);
    if (row->kind != VALUE_MAP)
        b->known &= schema_known(row, row->words ? (unsigned)value_stored(b, row) : 0);
}

static enum node_kind shape_of(enum value_kind kind) {
    if (kind == VALUE_MAP || kind == VALUE_TABLE)
        return NODE_MAP;
    return kind == VALUE_LIST || kind == VALUE_TYPES ? NODE_LIST : NODE_SCALAR;
}

static void visit(struct walk *w, const struct frame *parent, const struct node *node) {
    struct build *b = w->b;
    const struct schema_row *row = extend_path(w, parent, node->key) ? schema_find(w->path) : NULL;
    if (!row) {
        build_fault(b, D_YAML_KEY, node, true, "unknown key '%.60s'", node->key);
        hint_key(b, w->path, parent->path, node->key);
        return;
    }
    if (row->kind != VALUE_OTHER && !build_expects(b, node, shape_of(row->kind)))
        return;
    if (w->stage == STAGE_LATE)
        finish_value(b, row, node);
    else if (row->stage == STAGE_EARLY && row->kind != VALUE_MAP)
        value_store(b, row, node);
    if (w->stage == STAGE_EARLY)
        note_column(b, w->path, node->key);
    if (row->kind == VALUE_MAP && (strcmp(w->path, "pieces.*") != 0 || enter_piece(w, node)))
        w->frame[w->depth++] = (struct frame){node, 0, strlen(w->path)};
}

static void walk_tree(struct build *b, enum value_stage stage) {
    struct walk w = {.b = b, .stage = stage, .frame = {{.map = b->root}}, .depth = 1};
    while (w.depth > 0) {
        struct frame *f = &w.frame[w.depth - 1];
        w.path[f->path] = '\0';
        if (strchr(w.path, '*') == NULL)
            b->type = 0;
        if (f->next == f->map->count)
            w.depth--;
        else
            visit(&w, f, f->map->child[f->next++]);
    }
    b->type = 0;
}

/* ---- all of it ---- */

static void check_required(struct build *b) {
    for (size_t i = 0; i < schema_row_count; i++)
        if (schema_rows[i].required && !tree_find(b->root, schema_rows[i].path, NULL))
            build_fault(b, D_YAML_MISSING, NULL, false, "missing key '%s'", schema_rows[i].path);
}

static void build_all(struct build *b) {
    walk_tree(b, STAGE_EARLY);
    check_required(b);
    if (b->failed)
        return;
    walk_tree(b, STAGE_LATE);
    if (b->failed)
        return;
    if (b->rs->movement == MOVEMENT_CHESS && !b->rs->geometry.en_passant)
        b->known = 0; /* a key that is left out has no row to say so */
    for (unsigned path = 0; path < FAST_PATHS; path++)
        if (b->known >> path & 1)
            b->rs->fast_path = path;
    derive_ruleset(b);
    check_ruleset(b);
    if (!b->failed)
        read_start(b);
}

xpgn_ruleset *compile_ruleset(const struct node *root, const char *file, xpgn_place inherited,
                              xpgn_log *log) {
    xpgn_ruleset *rs = calloc(1, sizeof *rs);
    if (!rs) {
        log->no_memory = true;
        return NULL;
    }
    struct build b = {rs, root, log, file, inherited, .known = ~0u};
    build_all(&b);
    if (!b.failed && !log->no_memory)
        return rs;
    ruleset_free(rs);
    return NULL;
}

/* SPDX-License-Identifier: MIT */
#include "core/rules/ruleset_build.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/edit_distance.h"
#include "core/base/slice.h"

enum { PATH_SIZE = 128 };

/* ---- the walk ---- */

/* Hints at the keys that are allowed next to an unknown one. The nearest, which is probably meant,
   is not reported as missing. */
static void hint_key(struct build *b, const char *parent, const char *path, const char *key) {
    const char *words[64];
    size_t n = 0, skip = *parent ? strlen(parent) + 1 : 0;
    for (size_t i = 0; i < schema_row_count && n < 63; i++) {
        const char *row = schema_rows[i].path;
        bool beside = strncmp(row, path, skip) == 0 && !strchr(row + skip, '.');
        if (beside)
            words[n++] = row + skip;
    }
    words[n] = NULL;
    const char *meant = words_hint(words, key, b->log);
    for (size_t i = 0; meant != NULL && i < schema_row_count; i++)
        b->wrong[i] |= strncmp(schema_rows[i].path, path, skip) == 0 &&
                       strncmp(schema_rows[i].path + skip, meant, strlen(meant)) == 0;
    b->orphan |= meant != NULL && strcmp(meant, "extends") == 0;
}

/* Enters `pieces.NAME`: selects the piece that the values below belong to. */
static bool enter_piece(struct build *b, const struct node *node) {
    int type = words_find(schema_types, node->key);
    if (type <= XPGN_NO_TYPE && b->late)
        return false; /* reported */
    if (type <= XPGN_NO_TYPE) {
        build_fault(b, D_YAML_RANGE, node, true, "unknown piece '%.40s'", node->key);
        words_hint(schema_types, node->key, b->log);
        return false;
    }
    b->type = (unsigned)type;
    if (!b->late)
        b->rs->piece[type].name = schema_types[type];
    return true;
}

/* First pass: stores a value that depends on no others, and notes that a piece has its own value in
   a column of the attribute table. */
static void note_value(struct build *b, const struct schema_row *row, const struct node *node) {
    int column = words_find(schema_columns, node->key);
    if (!row->late && row->kind != VALUE_MAP)
        value_store(b, row, node);
    if (b->type && column >= 0) {
        int shift = strstr(row->path, ".wounded.") ? COLUMN_WOUNDED : 0;
        b->rs->piece[b->type].given |= (uint16_t)(1u << (column + shift));
    }
}

/* True if all that late values depend on is known. */
static bool knows_frame(const struct build *b) {
    static const char *const frame[] = {"board.files", "board.ranks", "seats", "die", "rules"};
    for (size_t i = 0; i < sizeof frame / sizeof *frame; i++)
        if (!build_knows(b, frame[i]))
            return false;
    return true;
}

/* True if a key has to have a meaning: attributes of pieces may be inherited without one, or wait
   for an option. */
static bool is_refused(const struct build *b, const struct schema_row *row,
                       const struct node *node) {
    char map[PATH_SIZE];
    snprintf(map, sizeof map, "%.*s", (int)strcspn(row->axis_path, "."), row->axis_path);
    return b->type == XPGN_NO_TYPE || (build_states(b, node) && !build_may_change(b, map));
}

/* Second pass: stores a value that depends on others, and checks that the key fits them. */
static void finish_value(struct build *b, const struct schema_row *row, const struct node *node) {
    if (!schema_applies(row, b->rs) && build_knows(b, row->axis_path) && is_refused(b, row, node)) {
        build_fault(b, D_YAML_CONTRADICTION, node, true, "'%s' has no meaning where '%s' is '%s'",
                    row->path, row->axis_path, schema_in_force(row, b->rs));
        b->idle++;
    }
    if (row->late && build_knows(b, row->path) && knows_frame(b))
        value_store(b, row, node);
    if (row->kind != VALUE_MAP)
        b->known &= schema_known(row, row->words ? (unsigned)value_stored(b, row) : 0);
}

static enum node_kind shape_of(enum value_kind kind) {
    if (kind == VALUE_MAP || kind == VALUE_TABLE)
        return NODE_MAP;
    return kind == VALUE_LIST || kind == VALUE_TYPES ? NODE_LIST : NODE_SCALAR;
}

static void visit_entries(struct build *b, const struct node *map, const char *path);

/* Visits one entry of the mapping at the path `parent`; in paths a piece's name is `*`. */
static void visit_node(struct build *b, const struct node *node, const char *parent) {
    char path[PATH_SIZE];
    bool piece = strcmp(parent, "pieces") == 0;
    int size =
        snprintf(path, sizeof path, "%s%s%s", parent, *parent ? "." : "", piece ? "*" : node->key);
    const struct schema_row *row = size < PATH_SIZE ? schema_find(path) : NULL;
    if (!row && b->late)
        return; /* reported */
    if (!row) {
        build_fault(b, D_YAML_KEY, node, true, "unknown key '%.60s'", node->key);
        hint_key(b, parent, path, node->key);
        return;
    }
    unsigned faults = b->faults - b->idle;
    if (row->kind != VALUE_OTHER && (b->late ? node->kind != shape_of(row->kind)
                                             : !build_expects(b, node, shape_of(row->kind)))) {
        b->wrong[row - schema_rows] = true;
        return;
    }
    if (b->late)
        finish_value(b, row, node);
    else
        note_value(b, row, node);
    b->wrong[row - schema_rows] |= b->faults - b->idle > faults;
    if (row->kind == VALUE_MAP && (!piece || enter_piece(b, node)))
        visit_entries(b, node, path);
    if (piece)
        b->type = XPGN_NO_TYPE;
}

/* The recursion is as deep as the tree, whose depth is limited. */
static void visit_entries(struct build *b, const struct node *map, const char *path) {
    for (size_t i = 0; i < map->count; i++)
        visit_node(b, map->child[i], path);
}

/* ---- all of it ---- */

static void find_missing(struct build *b) {
    for (const struct schema_row *row = schema_rows; row < schema_rows + schema_row_count; row++) {
        if (!row->required || row->kinds || tree_find(b->root, row->path, NULL))
            continue;
        if (!b->wrong[row - schema_rows])
            build_fault(b, D_YAML_MISSING, NULL, false, "missing key '%s'", row->path);
        b->wrong[row - schema_rows] = true;
    }
}

static void build_all(struct build *b) {
    visit_entries(b, b->root, "");
    if (b->orphan || b->log->no_memory)
        return;
    find_missing(b);
    b->late = true;
    visit_entries(b, b->root, "");
    if (b->log->no_memory)
        return;
    if (b->faults > b->idle) {
        check_pairs(b);
        return;
    }
    if (b->rs->movement == MOVEMENT_CHESS && !b->rs->geometry.en_passant)
        b->known = 0; /* a missing key has no row that could say so */
    for (unsigned path = 0; path < FAST_PATHS; path++)
        if (b->known >> path & 1)
            b->rs->fast_path = path;
    derive_ruleset(b);
    check_ruleset(b);
    if (!b->failed)
        read_start(b);
    if (!b->failed && !b->optional)
        suspect_ruleset(b);
}

xpgn_ruleset *compile_ruleset(struct build b) {
    b.rs = calloc(1, sizeof *b.rs);
    b.known = ~0u;
    if (b.rs != NULL &&
        (b.rs->cite = b.cite = build_alloc(&b, CITE_COUNT_OF * sizeof *b.cite)) != NULL)
        build_all(&b);
    else
        build_no_memory(&b);
    if (!b.failed && !b.log->no_memory)
        return b.rs;
    ruleset_free(b.rs);
    return NULL;
}

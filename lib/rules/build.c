/* SPDX-License-Identifier: MIT */
/* Walks a tree by the schema and stores what it says. */
#include "rules/build.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/slice.h"
#include "rules/loader.h"

enum { PATH_SIZE = 128, ID_MAX = 63, TEXT_MAX = 200 };

/* ---- faults ---- */

static xpgn_place place_of(const struct build *b, const struct node *node, bool at_key) {
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
}

bool build_fault(struct build *b, enum diag code, const struct node *node, bool at_key,
                 const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_fault(b, code, place_of(b, node, at_key), format, args);
    va_end(args);
    return false;
}

void build_contradiction(struct build *b, const char *path, const char *format, ...) {
    const struct node *node;
    va_list args;
    tree_find(b->root, path, &node);
    va_start(args, format);
    add_fault(b, D_YAML_CONTRADICTION,
              place_of(b, node == b->root ? NULL : node, node->kind != NODE_SCALAR), format, args);
    va_end(args);
}

/* ---- values ---- */

void *build_alloc(struct build *b, size_t size) {
    void *memory = arena_alloc(&b->rs->arena, size);
    if (!memory)
        b->log->no_memory = b->failed = true;
    return memory;
}

const char *build_copy(struct build *b, const char *text) {
    char *copy = arena_copy(&b->rs->arena, slice_of(text));
    if (!copy)
        b->log->no_memory = b->failed = true;
    return copy;
}

static const char *name_of_node(const struct node *node) {
    return node->key ? node->key : "entry";
}

bool build_expects(struct build *b, const struct node *node, enum node_kind kind) {
    static const char *const names[] = {"a single value", "a list", "a mapping"};
    if (node->kind == kind)
        return true;
    return build_fault(b, D_YAML_TYPE, node, false, "'%.40s' is %s, expected %s",
                       name_of_node(node), names[node->kind], names[kind]);
}

static bool read_digits(const char *text, long *out) {
    const char *digits = text + (*text == '-');
    size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > 7 || digits[n] || (n > 1 && *digits == '0'))
        return false;
    *out = strtol(text, NULL, 10);
    return true;
}

bool build_number(struct build *b, const struct node *node, int low, int high, int *out) {
    long number;
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    if (node->quoted || !read_digits(node->text, &number))
        return build_fault(b, D_YAML_TYPE, node, false,
                           "'%.40s' is '%.40s', expected a whole number", name_of_node(node),
                           node->text);
    if (number < low || number > high)
        return build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is %ld, expected %d to %d",
                           name_of_node(node), number, low, high);
    *out = (int)number;
    return true;
}

void build_hint(struct build *b, const char *const *words, const char *text) {
    const char *nearest = schema_nearest(words, text);
    xpgn_buffer all = {0};
    for (; !nearest && *words; words++)
        if (**words != '-')
            xpgn_buffer_printf(&all, "%s%s", all.size ? ", " : "", *words);
    if (nearest)
        log_hint(b->log, "did you mean %s?", nearest);
    else if (!all.failed && all.size)
        log_hint(b->log, "expected one of %.*s", (int)all.size, all.data);
    b->log->no_memory |= all.failed;
    xpgn_buffer_free(&all);
}

bool build_word(struct build *b, const struct node *node, const char *const *words, int *out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    *out = schema_word(words, node->text);
    if (*out >= 0)
        return true;
    build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is '%.40s', an unknown word",
                name_of_node(node), node->text);
    build_hint(b, words, node->text);
    return false;
}

bool build_type(struct build *b, const struct node *node, int *out) {
    if (!build_word(b, node, schema_types, out))
        return false;
    return *out != XPGN_NO_TYPE || build_fault(b, D_YAML_RANGE, node, false, "'-' is not a piece");
}

static bool read_types(struct build *b, const struct node *node, int *out) {
    *out = 0;
    for (size_t i = 0; i < node->count; i++) {
        int type;
        if (!build_type(b, node->child[i], &type))
            return false;
        if (*out >> type & 1)
            return build_fault(b, D_YAML_TWICE, node->child[i], false, "duplicate '%s' in the list",
                               schema_types[type]);
        *out |= 1 << type;
    }
    return true;
}

bool build_square(struct build *b, const struct node *node, xpgn_square *out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    const struct geometry *g = &b->rs->geometry;
    long rank = 0;
    unsigned file = (unsigned)(node->text[0] - 'a');
    if (node->text[0] < 'a' || !read_digits(node->text + 1, &rank) || file >= g->files ||
        rank < 1 || rank > g->ranks)
        return build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is not a square of the board",
                           node->text);
    *out = (xpgn_square)((unsigned)(rank - 1) * g->files + file);
    return true;
}

static bool read_bool(struct build *b, const struct node *node, int *out) {
    *out = strcmp(node->text, "true") == 0;
    if (node->quoted || (!*out && strcmp(node->text, "false") != 0))
        return build_fault(b, D_YAML_TYPE, node, false,
                           "'%.40s' is '%.40s', expected true or false", name_of_node(node),
                           node->text);
    return true;
}

bool build_text(struct build *b, const struct node *node, const char **out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    size_t size = strlen(node->text);
    if (size == 0 || size > TEXT_MAX || strpbrk(node->text, "\n\r\t\033"))
        return build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is not one line of 1 to %d bytes",
                           name_of_node(node), TEXT_MAX);
    *out = build_copy(b, node->text);
    return *out != NULL;
}

bool ruleset_id_valid(const char *text) {
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return n > 0 && n <= ID_MAX && !text[n] && text[0] != '-' && text[n - 1] != '-';
}

static bool read_id(struct build *b, const struct node *node, const char **out) {
    if (!ruleset_id_valid(node->text))
        return build_fault(b, D_YAML_RANGE, node, false,
                           "'%.40s' is not made of lower-case letters, digits and single hyphens",
                           name_of_node(node));
    *out = build_copy(b, node->text);
    return *out != NULL;
}

static bool read_number(struct build *b, const struct schema_row *row, const struct node *node,
                        int *out) {
    switch (row->kind) {
    case VALUE_WORD:
    case VALUE_CHOICE:
        return build_word(b, node, row->words, out);
    case VALUE_BOOL:
        return read_bool(b, node, out);
    case VALUE_TYPE:
        return build_type(b, node, out);
    case VALUE_TYPES:
        return read_types(b, node, out);
    default:
        break;
    }
    if (row->high != INFINITE)
        return build_number(b, node, row->low, row->high, out);
    *out = INFINITE;
    return strcmp(node->text, "infinite") == 0 || build_number(b, node, row->low, 9999, out);
}

/* ---- storing ---- */

/* In the width that the row has. */
static void store_number(enum value_kind kind, int number, char *target) {
    int16_t small = (int16_t)number;
    if (kind == VALUE_INT || kind == VALUE_WORD)
        memcpy(target, &number, sizeof number);
    else if (kind == VALUE_SHORT)
        memcpy(target, &small, sizeof small);
    else
        *(unsigned char *)target = (unsigned char)number;
}

static void *base_of(const struct build *b) {
    return b->type ? (void *)&b->rs->piece[b->type] : (void *)b->rs;
}

static void store(struct build *b, const struct schema_row *row, const struct node *node) {
    char nowhere[sizeof(void *)];
    char *target = row->offset == SCHEMA_NOWHERE ? nowhere : (char *)base_of(b) + row->offset;
    const char *text;
    int number;
    if (row->read) {
        row->read(b, node);
    } else if (row->kind == VALUE_ID || row->kind == VALUE_TEXT) {
        if (row->kind == VALUE_ID ? read_id(b, node, &text) : build_text(b, node, &text))
            memcpy(target, &text, sizeof text);
    } else if (read_number(b, row, node, &number)) {
        store_number(row->kind, number, target);
    }
}

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
    build_hint(b, words, key);
}

/* Enters `pieces.NAME`: which piece the values below are for. */
static bool enter_piece(struct walk *w, const struct node *node) {
    int type = schema_word(schema_types, node->key);
    if (type <= XPGN_NO_TYPE) {
        build_fault(w->b, D_YAML_RANGE, node, true, "unknown piece '%.40s'", node->key);
        build_hint(w->b, schema_types, node->key);
        return false;
    }
    w->b->type = (unsigned)type;
    if (w->stage == STAGE_EARLY)
        w->b->rs->piece[type].name = schema_types[type];
    return true;
}

/* Notes that a piece has a value of its own in a column of the attribute table. */
static void note_column(struct build *b, const char *path, const char *key) {
    int column = schema_word(schema_columns, key);
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
        store(b, row, node);
    if (row->kind != VALUE_MAP)
        b->known &= schema_known(row, row->words ? (unsigned)schema_number(row, base_of(b)) : 0);
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
        store(b, row, node);
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
    build_derive(b);
    build_check(b);
    if (!b->failed)
        build_start(b);
}

xpgn_ruleset *build_ruleset(const struct node *root, const char *file, xpgn_place inherited,
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

void ruleset_free(xpgn_ruleset *rs) {
    if (!rs)
        return;
    arena_free(&rs->arena);
    free(rs);
}

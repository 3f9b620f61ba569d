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

void build_fault(struct build *b, enum diag code, const struct node *node, bool at_key,
                 const char *format, ...) {
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    log_add(b->log, code, place_of(b, node, at_key), "%s", text);
    b->failed = true;
}

void build_contradiction(struct build *b, const char *path, const char *format, ...) {
    char text[256], key[PATH_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const struct node *node = b->root;
    while (*path) {
        size_t n = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        path += path[n] ? n + 1 : n;
        const struct node *below = tree_get(node, key);
        if (!below)
            break;
        node = below;
    }
    build_fault(b, D_YAML_CONTRADICTION, node == b->root ? NULL : node, node->kind != NODE_SCALAR,
                "%s", text);
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
    build_fault(b, D_YAML_TYPE, node, false, "'%.40s' is %s, expected %s", name_of_node(node),
                names[node->kind], names[kind]);
    return false;
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
    if (node->quoted || !read_digits(node->text, &number)) {
        build_fault(b, D_YAML_TYPE, node, false, "'%.40s' is '%.40s', expected a whole number",
                    name_of_node(node), node->text);
        return false;
    }
    if (number < low || number > high) {
        build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is %ld, expected %d to %d",
                    name_of_node(node), number, low, high);
        return false;
    }
    *out = (int)number;
    return true;
}

/* The word that was meant, or else all that there are. */
static void hint_nearest(struct build *b, const char *const *words, const char *text) {
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
    hint_nearest(b, words, node->text);
    return false;
}

bool build_type(struct build *b, const struct node *node, uint8_t *out) {
    int type;
    if (!build_word(b, node, schema_types, &type))
        return false;
    if (type == XPGN_NO_TYPE) {
        build_fault(b, D_YAML_RANGE, node, false, "'-' is not a piece");
        return false;
    }
    *out = (uint8_t)type;
    return true;
}

bool build_types(struct build *b, const struct node *node, uint8_t *out) {
    unsigned set = 0;
    bool good = build_expects(b, node, NODE_LIST);
    for (size_t i = 0; good && i < node->count; i++) {
        uint8_t type;
        good = build_type(b, node->child[i], &type);
        if (!good)
            break;
        if (set >> type & 1) {
            build_fault(b, D_YAML_TWICE, node->child[i], false, "duplicate '%s' in the list",
                        schema_types[type]);
            return false;
        }
        set |= 1u << type;
    }
    *out = (uint8_t)set;
    return good;
}

bool build_square(struct build *b, const struct node *node, xpgn_square *out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    const struct geometry *g = &b->rs->geometry;
    long rank = 0;
    unsigned file = (unsigned)(node->text[0] - 'a');
    if (node->text[0] < 'a' || !read_digits(node->text + 1, &rank) || file >= g->files ||
        rank < 1 || rank > g->ranks) {
        build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is not a square of the board",
                    node->text);
        return false;
    }
    *out = (xpgn_square)((unsigned)(rank - 1) * g->files + file);
    return true;
}

static bool read_bool(struct build *b, const struct node *node, uint8_t *out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    bool yes = strcmp(node->text, "true") == 0;
    if (node->quoted || (!yes && strcmp(node->text, "false") != 0)) {
        build_fault(b, D_YAML_TYPE, node, false, "'%.40s' is '%.40s', expected true or false",
                    name_of_node(node), node->text);
        return false;
    }
    *out = yes;
    return true;
}

static bool read_text(struct build *b, const struct node *node, const char **out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    size_t size = strlen(node->text);
    if (size == 0 || size > TEXT_MAX || strpbrk(node->text, "\n\r\t\033")) {
        build_fault(b, D_YAML_RANGE, node, false, "'%.40s' is not one line of 1 to %d bytes",
                    name_of_node(node), TEXT_MAX);
        return false;
    }
    *out = build_copy(b, node->text);
    return *out != NULL;
}

bool ruleset_id_valid(const char *text) {
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return n > 0 && n <= ID_MAX && !text[n] && text[0] != '-' && text[n - 1] != '-';
}

static bool read_id(struct build *b, const struct node *node, const char **out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    if (!ruleset_id_valid(node->text)) {
        build_fault(b, D_YAML_RANGE, node, false,
                    "'%.40s' is not made of lower-case letters, digits and single hyphens",
                    name_of_node(node));
        return false;
    }
    *out = build_copy(b, node->text);
    return *out != NULL;
}

static bool read_short(struct build *b, const struct schema_row *row, const struct node *node,
                       int *out) {
    if (row->high != INFINITE)
        return build_number(b, node, row->low, row->high, out);
    if (node->kind == NODE_SCALAR && strcmp(node->text, "infinite") == 0) {
        *out = INFINITE;
        return true;
    }
    return build_number(b, node, row->low, 9999, out);
}

/* ---- storing ---- */

/* Reads a number or a word and stores it in the width that the row has. */
static void store_number(struct build *b, const struct schema_row *row, const struct node *node,
                         char *target) {
    int number = 0;
    bool good = row->kind == VALUE_SHORT ? read_short(b, row, node, &number)
                : row->words             ? build_word(b, node, row->words, &number)
                                         : build_number(b, node, row->low, row->high, &number);
    if (!good)
        return;
    if (row->kind == VALUE_INT) {
        memcpy(target, &number, sizeof number);
    } else if (row->kind == VALUE_WORD) {
        unsigned word = (unsigned)number;
        memcpy(target, &word, sizeof word);
    } else if (row->kind == VALUE_SHORT) {
        int16_t small = (int16_t)number;
        memcpy(target, &small, sizeof small);
    } else {
        *(unsigned char *)target = (unsigned char)number;
    }
}

static void store(struct build *b, const struct schema_row *row, const struct node *node) {
    char nowhere[sizeof(void *)];
    char *base = b->type ? (char *)&b->rs->piece[b->type] : (char *)b->rs;
    char *target = row->offset == SCHEMA_NOWHERE ? nowhere : base + row->offset;
    const char *text;
    switch (row->kind) {
    case VALUE_MAP:
        return;
    case VALUE_BOOL:
        read_bool(b, node, (uint8_t *)target);
        return;
    case VALUE_TYPE:
        build_type(b, node, (uint8_t *)target);
        return;
    case VALUE_TYPES:
        build_types(b, node, (uint8_t *)target);
        return;
    case VALUE_ID:
    case VALUE_TEXT:
        if (row->kind == VALUE_ID ? read_id(b, node, &text) : read_text(b, node, &text))
            memcpy(target, &text, sizeof text);
        return;
    case VALUE_OTHER:
        row->read(b, node);
        return;
    default:
        store_number(b, row, node, target);
    }
}

/* ---- the walk ---- */

enum walk_pass { PASS_EARLY, PASS_LATE, PASS_AXES };

struct frame {
    const struct node *map;
    size_t next;
    size_t path; /* length of its path */
};

struct walk {
    struct build *b;
    enum walk_pass pass;
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
    hint_nearest(b, words, key);
}

/* Enters `pieces.NAME`: which piece the values below are for. */
static bool enter_piece(struct walk *w, const struct node *node) {
    int type = schema_word(schema_types, node->key);
    if (type <= XPGN_NO_TYPE) {
        if (w->pass == PASS_EARLY) {
            build_fault(w->b, D_YAML_RANGE, node, true, "unknown piece '%.40s'", node->key);
            hint_nearest(w->b, schema_types, node->key);
        }
        return false;
    }
    w->b->type = (unsigned)type;
    struct piece_rules *piece = &w->b->rs->piece[type];
    if (w->pass == PASS_EARLY) {
        piece->name = schema_types[type];
        piece->letter = "-PNBRQK"[type];
    }
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
    unsigned kind;
    if (!row->kinds)
        return;
    memcpy(&kind, (const char *)b->rs + row->axis, sizeof kind);
    if (row->kinds >> kind & 1)
        return;
    const struct schema_row *axis = schema_find(row->axis_path);
    build_fault(b, D_YAML_CONTRADICTION, node, true, "'%s' has no meaning where '%s' is '%s'",
                row->path, row->axis_path, axis->words[kind]);
}

static void push(struct walk *w, const struct node *map) {
    w->frame[w->depth++] = (struct frame){map, 0, strlen(w->path)};
}

static void visit(struct walk *w, const struct frame *parent, const struct node *node) {
    struct build *b = w->b;
    const struct schema_row *row = extend_path(w, parent, node->key) ? schema_find(w->path) : NULL;
    if (!row) {
        if (w->pass == PASS_EARLY) {
            build_fault(b, D_YAML_KEY, node, true, "unknown key '%.60s'", node->key);
            hint_key(b, w->path, parent->path, node->key);
        }
        return;
    }
    if (w->pass == PASS_AXES)
        check_axis(b, row, node);
    if (row->kind == VALUE_MAP) {
        bool good =
            w->pass == PASS_EARLY ? build_expects(b, node, NODE_MAP) : node->kind == NODE_MAP;
        if (good && (strcmp(w->path, "pieces.*") != 0 || enter_piece(w, node)))
            push(w, node);
        return;
    }
    if (w->pass == PASS_EARLY)
        note_column(b, w->path, node->key);
    if (w->pass == (row->stage == STAGE_LATE ? PASS_LATE : PASS_EARLY))
        store(b, row, node);
}

static void walk_tree(struct build *b, enum walk_pass pass) {
    struct walk w = {.b = b, .pass = pass};
    push(&w, b->root);
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

/* ---- what must be there ---- */

static bool has_path(const struct node *root, const char *path) {
    const char *dot = strchr(path, '.');
    char first[PATH_SIZE];
    if (!dot)
        return tree_get(root, path) != NULL;
    snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
    return tree_get(tree_get(root, first), dot + 1) != NULL;
}

static void check_required(struct build *b) {
    for (size_t i = 0; i < schema_row_count; i++)
        if (schema_rows[i].required && !has_path(b->root, schema_rows[i].path))
            build_fault(b, D_YAML_MISSING, NULL, false, "missing key '%s'", schema_rows[i].path);
}

static void build_all(struct build *b) {
    walk_tree(b, PASS_EARLY);
    check_required(b);
    if (b->failed)
        return;
    walk_tree(b, PASS_LATE);
    walk_tree(b, PASS_AXES);
    if (b->failed)
        return;
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
    struct build b = {rs, root, log, file, inherited, 0, false};
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

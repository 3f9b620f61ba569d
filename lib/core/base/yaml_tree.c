/* SPDX-License-Identifier: MIT */
#include "core/base/yaml_tree.h"

#include <yaml.h>

#include "core/base/dynamic_library.h"
#include "core/base/slice.h"

/* ---- libyaml, loaded for what is parsed: most programs read no YAML -------------------------- */

/* Its functions, typed by its header. */
struct yaml {
    void *library;
    __typeof__(yaml_parser_initialize) *initialize;
    __typeof__(yaml_parser_set_encoding) *set_encoding;
    __typeof__(yaml_parser_set_input_string) *set_input;
    __typeof__(yaml_parser_parse) *next;
    __typeof__(yaml_event_delete) *drop_event;
    __typeof__(yaml_parser_delete) *close;
};

static xpgn_status load_yaml(void **library) {
    static const char *const names[] = {"libyaml-0.so.2", NULL};
    return library_load(names, library);
}

static xpgn_status open_yaml(struct yaml *y) {
    xpgn_status status = load_yaml(&y->library);
    if (status != XPGN_OK)
        return status;
    if (library_find(y->library, "yaml_parser_initialize", &y->initialize) &&
        library_find(y->library, "yaml_parser_set_encoding", &y->set_encoding) &&
        library_find(y->library, "yaml_parser_set_input_string", &y->set_input) &&
        library_find(y->library, "yaml_parser_parse", &y->next) &&
        library_find(y->library, "yaml_event_delete", &y->drop_event) &&
        library_find(y->library, "yaml_parser_delete", &y->close))
        return XPGN_OK;
    library_close(y->library);
    return XPGN_NOT_FOUND;
}

bool tree_version(char version[TREE_VERSION]) {
    void *library;
    __typeof__(yaml_get_version_string) *get;
    xpgn_status status = load_yaml(&library);
    bool found = library_find(library, "yaml_get_version_string", &get);
    snprintf(version, TREE_VERSION, "%s", found ? get() : "missing");
    library_close(library);
    return status != XPGN_NO_MEMORY;
}

/* ---- from events to a tree ------------------------------------------------------------------- */

/* A mapping or list that is still open. */
struct open_node {
    struct node *node;
    size_t capacity;
    const char *key; /* a key whose value is still to come */
    xpgn_place key_place;
};

struct parse {
    struct arena *arena;
    struct log *log;
    xpgn_slice text;
    size_t start;                   /* start of the YAML, past a byte order mark */
    size_t mark_index, mark_offset; /* the last mark as a character and as a byte */
    struct open_node open[TREE_MAX_DEPTH];
    size_t depth;
    struct node *root;
    bool failed;
};

/* Converts a mark of libyaml, which counts characters, to an offset in bytes. Marks mostly come in
   order. */
static uint32_t mark_offset(struct parse *p, const yaml_mark_t *mark) {
    if (p->mark_offset < p->start || mark->index < p->mark_index) {
        p->mark_index = 0;
        p->mark_offset = p->start;
    }
    while (p->mark_index < mark->index && p->mark_offset < p->text.size) {
        p->mark_offset++;
        while (p->mark_offset < p->text.size && (p->text.data[p->mark_offset] & 0xC0) == 0x80)
            p->mark_offset++;
        p->mark_index++;
    }
    return (uint32_t)p->mark_offset;
}

static xpgn_place event_place(struct parse *p, const yaml_event_t *event) {
    uint32_t from = mark_offset(p, &event->start_mark), to = mark_offset(p, &event->end_mark);
    return (xpgn_place){from, to > from ? to - from : 1};
}

static void fault(struct parse *p, enum diag code, xpgn_place place, const char *text) {
    if (!p->failed)
        log_add(p->log, code, place, "%s", text);
    p->failed = true;
}

static void no_memory(struct parse *p) {
    p->log->no_memory = p->failed = true;
}

/* Reports the syntax error found by libyaml, at its place. */
static void syntax_fault(struct parse *p, const yaml_parser_t *yaml) {
    if (yaml->error == YAML_MEMORY_ERROR) {
        no_memory(p);
        return;
    }
    bool reader = yaml->error == YAML_READER_ERROR;
    size_t offset = reader ? p->start + yaml->problem_offset : mark_offset(p, &yaml->problem_mark);
    if (offset > p->text.size)
        offset = p->text.size;
    fault(p, D_YAML_SYNTAX, (xpgn_place){(uint32_t)offset, 1},
          yaml->problem ? yaml->problem : "not YAML");
}

/* Adds a node to the innermost open one. */
static void attach(struct parse *p, struct node *node) {
    if (p->depth == 0) {
        p->root = node;
        return;
    }
    struct open_node *open = &p->open[p->depth - 1];
    if (open->node->count == TREE_MAX_ENTRIES) {
        fault(p, D_YAML_BOUND, node->place, "more than 256 entries in one list or mapping");
        return;
    }
    struct node **list =
        arena_grow(p->arena, open->node->child, open->node->count, &open->capacity, sizeof *list);
    if (!list) {
        no_memory(p);
        return;
    }
    node->key = open->key;
    node->key_place = open->key_place;
    open->key = NULL;
    list[open->node->count++] = node;
    open->node->child = list;
}

static struct node *new_node(struct parse *p, enum node_kind kind, xpgn_place place) {
    struct node *node = arena_alloc(p->arena, sizeof *node);
    if (node)
        *node = (struct node){.kind = kind, .place = place, .file = p->text.data};
    else
        no_memory(p);
    return node;
}

static bool expects_key(const struct parse *p) {
    return p->depth > 0 && p->open[p->depth - 1].node->kind == NODE_MAP &&
           !p->open[p->depth - 1].key;
}

static void take_key(struct parse *p, char *text, xpgn_place place) {
    struct open_node *open = &p->open[p->depth - 1];
    if (!p->failed && tree_get(open->node, text)) {
        log_add(p->log, D_YAML_TWICE, place, "duplicate key '%s'", text);
        p->failed = true;
    }
    open->key = text;
    open->key_place = place;
}

static void take_scalar(struct parse *p, const yaml_event_t *event) {
    xpgn_slice value = {(const char *)event->data.scalar.value, event->data.scalar.length};
    xpgn_place place = event_place(p, event);
    if (memchr(value.data, '\0', value.size)) {
        fault(p, D_YAML_SYNTAX, place, "NUL in a value");
        return;
    }
    char *text = arena_copy(p->arena, value);
    if (!text) {
        no_memory(p);
        return;
    }
    if (expects_key(p)) {
        take_key(p, text, place);
        return;
    }
    struct node *node = new_node(p, NODE_SCALAR, place);
    if (!node)
        return;
    node->text = text;
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    attach(p, node);
}

static void take_start(struct parse *p, enum node_kind kind, xpgn_place place) {
    if (expects_key(p)) {
        fault(p, D_YAML_SYNTAX, place, "key that is not a plain word");
        return;
    }
    if (p->depth == TREE_MAX_DEPTH) {
        fault(p, D_YAML_BOUND, place, "nested deeper than 8 levels");
        return;
    }
    struct node *node = new_node(p, kind, place);
    if (!node)
        return;
    attach(p, node);
    if (!p->failed)
        p->open[p->depth++] = (struct open_node){.node = node};
}

/* Ends the place of the innermost node at its closing bracket; a block has none and ends with its
   last entry. */
static void take_end(struct parse *p, const yaml_event_t *event) {
    if (p->depth == 0) /* libyaml pairs its events */
        return;
    struct node *node = p->open[--p->depth].node;
    uint32_t end = node->place.offset;
    if (event->end_mark.index > event->start_mark.index)
        end = mark_offset(p, &event->end_mark);
    else if (node->count > 0)
        end =
            node->child[node->count - 1]->place.offset + node->child[node->count - 1]->place.length;
    if (end > node->place.offset)
        node->place.length = end - node->place.offset;
}

static bool event_is_tagged(const yaml_event_t *e) {
    switch (e->type) {
    case YAML_SCALAR_EVENT:
        return e->data.scalar.anchor || e->data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT:
        return e->data.sequence_start.anchor || e->data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT:
        return e->data.mapping_start.anchor || e->data.mapping_start.tag;
    default:
        return e->type == YAML_ALIAS_EVENT;
    }
}

static void take_event(struct parse *p, const yaml_event_t *event) {
    xpgn_place place = {0, 0};
    if (event_is_tagged(event)) {
        fault(p, D_YAML_SYNTAX, event_place(p, event),
              "anchors, aliases and tags are not supported");
        return;
    }
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        take_scalar(p, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        place = event_place(p, event);
        take_start(p, event->type == YAML_MAPPING_START_EVENT ? NODE_MAP : NODE_LIST, place);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        take_end(p, event);
        break;
    case YAML_DOCUMENT_START_EVENT:
        if (p->root)
            fault(p, D_YAML_SYNTAX, event_place(p, event), "unexpected second document");
        break;
    default:
        break;
    }
}

static void parse_events(struct parse *p, const struct yaml *y, yaml_parser_t *yaml) {
    for (bool done = false; !done && !p->failed;) {
        yaml_event_t event;
        if (!y->next(yaml, &event)) {
            syntax_fault(p, yaml);
            return;
        }
        done = event.type == YAML_STREAM_END_EVENT;
        take_event(p, &event);
        y->drop_event(&event);
    }
}

static void parse_text(struct parse *p, const struct yaml *y) {
    yaml_parser_t yaml;
    xpgn_slice text = p->text;
    if (!y->initialize(&yaml)) {
        no_memory(p);
        return;
    }
    p->start = text.size >= 3 && memcmp(text.data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    y->set_encoding(&yaml, YAML_UTF8_ENCODING);
    y->set_input(&yaml, (const unsigned char *)text.data + p->start, text.size - p->start);
    parse_events(p, y, &yaml);
    y->close(&yaml);
    if (!p->failed && (!p->root || p->root->kind != NODE_MAP))
        fault(p, D_YAML_TYPE, (xpgn_place){0, 0}, "expected a mapping of keys to values");
}

struct node *tree_parse(struct arena *arena, xpgn_slice text, struct log *log) {
    struct parse p = {.arena = arena, .log = log, .text = text};
    struct yaml y;
    if (text.size > TREE_MAX_TEXT) {
        fault(&p, D_YAML_BOUND, (xpgn_place){TREE_MAX_TEXT, 1}, "larger than 256 KiB");
        return NULL;
    }
    xpgn_status status = open_yaml(&y);
    if (status == XPGN_NO_MEMORY) {
        no_memory(&p);
        return NULL;
    }
    if (status != XPGN_OK) {
        fault(&p, D_YAML_SYNTAX, (xpgn_place){0, 0}, "it requires libyaml, which was not found");
        log_hint(log, "install libyaml");
        return NULL;
    }
    parse_text(&p, &y);
    library_close(y.library);
    return p.failed ? NULL : p.root;
}

static const struct node *get(const struct node *map, const char *key, size_t size) {
    for (size_t i = 0; map && map->kind == NODE_MAP && i < map->count; i++)
        if (strncmp(map->child[i]->key, key, size) == 0 && !map->child[i]->key[size])
            return map->child[i];
    return NULL;
}

const struct node *tree_get(const struct node *map, const char *key) {
    return get(map, key, strlen(key));
}

const struct node *tree_find(const struct node *node, const char *path,
                             const struct node **nearest) {
    while (node) {
        size_t size = strcspn(path, ".");
        if (nearest)
            *nearest = node;
        if (!*path)
            break;
        node = get(node, path, size);
        path += size + (path[size] == '.');
    }
    return node;
}

/* True if `patch` is merged with `base` entry by entry rather than replacing it. */
static bool merges(const struct node *base, const struct node *patch) {
    if (base->kind != NODE_MAP || patch->kind != NODE_MAP)
        return false;
    const struct node *was = tree_get(base, "kind"), *is = tree_get(patch, "kind");
    if (!is)
        return true;
    return was && was->kind == NODE_SCALAR && is->kind == NODE_SCALAR &&
           strcmp(was->text, is->text) == 0;
}

/* Is the node `null`, which drops an inherited entry? */
static bool is_null(const struct node *node) {
    return node->kind == NODE_SCALAR && !node->quoted &&
           (strcmp(node->text, "null") == 0 || strcmp(node->text, "~") == 0);
}

static void drop_entry(struct node *map, size_t index) {
    map->count--;
    for (; index < map->count; index++)
        map->child[index] = map->child[index + 1];
}

/* Is an entry of a list of the kind that is compared: a value, or a list of values? */
static bool is_plain_entry(const struct node *entry) {
    for (size_t i = 0; entry->kind == NODE_LIST && i < entry->count; i++)
        if (entry->child[i]->kind != NODE_SCALAR)
            return false;
    return entry->kind != NODE_MAP;
}

static bool same_entry(const struct node *a, const struct node *b) {
    if (a->kind != b->kind || a->count != b->count || !is_plain_entry(a) || !is_plain_entry(b))
        return false;
    if (a->kind == NODE_SCALAR)
        return strcmp(a->text, b->text) == 0;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->child[i]->text, b->child[i]->text) != 0)
            return false;
    return true;
}

/* Records that a list replaces one with an entry it lacks; mappings are not compared. */
static void note_loss(const struct node *old, const struct node *list, struct tree_loss *loss) {
    if (!loss || loss->list || old->kind != NODE_LIST || list->kind != NODE_LIST)
        return;
    for (size_t i = 0; i < old->count; i++) {
        size_t k = 0;
        while (k < list->count && !same_entry(old->child[i], list->child[k]))
            k++;
        if (k == list->count && is_plain_entry(old->child[i])) {
            *loss = (struct tree_loss){list, old->child[i]};
            return;
        }
    }
}

/* Merges one entry into a copy, which has room for it. */
static bool merge_entry(struct arena *arena, struct node *into, struct node *entry,
                        struct tree_loss *loss) {
    size_t i = 0;
    while (i < into->count && strcmp(into->child[i]->key, entry->key) != 0)
        i++;
    if (i < into->count && is_null(entry)) {
        drop_entry(into, i);
        return true;
    }
    if (i == into->count)
        into->count++;
    else if (merges(into->child[i], entry))
        entry = tree_merge(arena, into->child[i], entry, loss);
    else
        note_loss(into->child[i], entry, loss);
    into->child[i] = entry;
    return entry != NULL;
}

/* A fault in the merged mapping is reported at the patch's place. Recursion is limited by the depth
   of a tree. */
struct node *tree_merge(struct arena *arena, const struct node *base, const struct node *patch,
                        struct tree_loss *loss) {
    struct node *node = arena_alloc(arena, sizeof *node);
    struct node **list = arena_alloc(arena, (base->count + patch->count + 1) * sizeof *list);
    if (!node || !list)
        return NULL;
    *node = *patch;
    node->child = list;
    node->count = base->count;
    for (size_t i = 0; i < base->count; i++)
        list[i] = base->child[i];
    for (size_t i = 0; i < patch->count; i++)
        if (!merge_entry(arena, node, patch->child[i], loss))
            return NULL;
    return node;
}

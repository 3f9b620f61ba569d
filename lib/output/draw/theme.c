/* SPDX-License-Identifier: MIT */
/* Themes of pictures. */
#include "output/draw/theme.h"

#include <string.h>
#include <xpgn/write.h>

#include "core/base/log.h"
#include "core/base/slice.h"
#include "core/base/yaml_tree.h"
#include "internal/sealed.h"
#include "internal/writers.h"

static const char default_theme[] = "print";

/* ---- values ---- */

/* Is the text "none", #rgb or #rrggbb? Nothing else may get into an attribute. */
static bool is_colour(const char *text) {
    size_t size = strlen(text);
    return strcmp(text, "none") == 0 || ((size == 4 || size == 7) && text[0] == '#' &&
                                         strspn(text + 1, "0123456789abcdefABCDEF") == size - 1);
}

bool xpgn_font_allowed(const char *text) {
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,'-";
    size_t size = strlen(text);
    return size > 0 && size < 200 && strspn(text, allowed) == size;
}

static const char *const patterns[] = {"none", "upright", "diagonal", "dots"};
enum { PATTERNS = sizeof patterns / sizeof patterns[0] };

static bool is_pattern(const char *text) {
    for (unsigned i = 0; i < PATTERNS; i++)
        if (strcmp(patterns[i], text) == 0)
            return true;
    return false;
}

static bool is_font_name(const char *text) {
    return *text != '\0' && strlen(text) < 64;
}

/* ---- keys ---- */

/* A key, the offset where its text is stored, and which texts are allowed. */
struct theme_key {
    const char *name;
    size_t offset;
    bool (*allowed)(const char *text);
    const char *expected;
};

#define COLOUR(in, member)                                                                         \
    { #member, offsetof(in, member), is_colour, "a colour such as #d9d9d9, or none" }
/* The offset of keys whose text is checked but not stored here. */
enum { NOWHERE = sizeof(struct theme) };

static const struct theme_key theme_keys[] = {
    {"theme", NOWHERE, is_font_name, "a name"},
    {"font", offsetof(struct theme, font), xpgn_font_allowed, "names of fonts"},
    COLOUR(struct theme, paper),
    COLOUR(struct theme, halo),
    COLOUR(struct theme, ink),
    COLOUR(struct theme, within),
    COLOUR(struct theme, light),
    COLOUR(struct theme, dark),
    COLOUR(struct theme, tint),
    COLOUR(struct theme, mark),
    COLOUR(struct theme, arrow),
    COLOUR(struct theme, wound),
    COLOUR(struct theme, low),
    COLOUR(struct theme, high),
    COLOUR(struct theme, bar),
    {NULL, 0, NULL, NULL}};

static const struct theme_key mark_keys[] = {COLOUR(struct color_theme, green),
                                             COLOUR(struct color_theme, red),
                                             COLOUR(struct color_theme, yellow),
                                             COLOUR(struct color_theme, blue),
                                             COLOUR(struct color_theme, cyan),
                                             COLOUR(struct color_theme, orange),
                                             {NULL, 0, NULL, NULL}};

static const struct theme_key side_keys[] = {
    COLOUR(struct side_theme, fill),
    COLOUR(struct side_theme, line),
    COLOUR(struct side_theme, detail),
    COLOUR(struct side_theme, hatch),
    {"pattern", NOWHERE, is_pattern, "none, upright, diagonal or dots"},
    {NULL, 0, NULL, NULL}};

static const struct {
    unsigned party;
    size_t offset;
} sides[SIDES] = {{XPGN_PARTY_WHITE, offsetof(struct theme, white)},
                  {XPGN_PARTY_BLACK, offsetof(struct theme, black)},
                  {XPGN_PARTY_RED, offsetof(struct theme, red)},
                  {XPGN_PARTY_GREEN, offsetof(struct theme, green)}};

/* ---- reading ---- */

static const char *kind_of_node(const struct node *node) {
    return node->kind == NODE_SCALAR ? "a single value"
           : node->kind == NODE_LIST ? "a list"
                                     : "keys and values";
}

static void read_theme_text(const struct theme_key *key, const struct node *node, void *to,
                            struct log *log) {
    if (node->kind != NODE_SCALAR) {
        log_add(log, D_YAML_TYPE, node->place, "found %s, expected %s", kind_of_node(node),
                key->expected);
        log_hint(log, "write a single value");
    } else if (!key->allowed(node->text)) {
        log_add(log, D_YAML_RANGE, node->place, "found '%s', expected %s", node->text,
                key->expected);
        log_hint(log, "see print.yaml for an example");
    } else if (key->offset != NOWHERE)
        memcpy((char *)to + key->offset, &node->text, sizeof node->text);
}

static const struct theme_key *find_key(const struct theme_key *keys, const char *name) {
    for (; keys->name != NULL; keys++)
        if (strcmp(keys->name, name) == 0)
            return keys;
    return NULL;
}

/* Reads an entry according to the table of keys; false if it has no such key. */
static bool read_theme_entry(const struct theme_key *keys, const struct node *node, void *to,
                             struct log *log) {
    const struct theme_key *key = find_key(keys, node->key);
    if (key != NULL)
        read_theme_text(key, node, to, log);
    return key != NULL;
}

static void unknown_key(const struct node *node, struct log *log) {
    log_add(log, D_YAML_KEY, node->key_place, "unknown key '%s'", node->key);
    log_hint(log, "see print.yaml for the keys");
}

static void read_pattern(struct side_theme *side, const struct node *node) {
    for (unsigned i = 0; i < PATTERNS; i++)
        if (node->kind == NODE_SCALAR && strcmp(patterns[i], node->text) == 0)
            side->pattern = (enum pattern)i;
}

static void read_side(struct side_theme *side, const struct node *map, struct log *log) {
    for (size_t i = 0; i < map->count; i++) {
        if (!read_theme_entry(side_keys, map->child[i], side, log))
            unknown_key(map->child[i], log);
        else if (strcmp(map->child[i]->key, "pattern") == 0)
            read_pattern(side, map->child[i]);
    }
}

static bool is_map(const struct node *node, struct log *log) {
    if (node->kind == NODE_MAP)
        return true;
    log_add(log, D_YAML_TYPE, node->place, "found %s, expected keys and values",
            kind_of_node(node));
    log_hint(log, "see print.yaml for an example");
    return false;
}

static void read_sides(struct theme *out, const struct node *map, struct log *log) {
    for (size_t i = 0; i < map->count; i++) {
        const struct node *node = map->child[i];
        unsigned side = 0;
        while (side < SIDES && strcmp(theme_side_name(side), node->key) != 0)
            side++;
        if (side == SIDES)
            unknown_key(node, log);
        else if (is_map(node, log))
            read_side((struct side_theme *)(void *)((char *)out + sides[side].offset), node, log);
    }
}

static void read_marks(struct theme *out, const struct node *map, struct log *log) {
    for (size_t i = 0; i < map->count; i++)
        if (!read_theme_entry(mark_keys, map->child[i], &out->marks, log))
            unknown_key(map->child[i], log);
}

static void read_theme(struct theme *out, const struct node *map, struct log *log) {
    if (!is_map(map, log))
        return;
    for (size_t i = 0; i < map->count; i++) {
        const struct node *node = map->child[i];
        bool pieces = strcmp(node->key, "pieces") == 0;
        if (!pieces && strcmp(node->key, "marks") != 0) {
            if (!read_theme_entry(theme_keys, node, out, log))
                unknown_key(node, log);
        } else if (is_map(node, log)) {
            (pieces ? read_sides : read_marks)(out, node, log);
        }
    }
}

static xpgn_slice builtin_text(const char *name) {
    for (size_t i = 0; i < theme_files_count; i++)
        if (strcmp(theme_files[i].name, name) == 0)
            return (xpgn_slice){theme_files[i].text, theme_files[i].size};
    return (xpgn_slice){NULL, 0};
}

static void read_over(struct theme *out, struct arena *arena, xpgn_slice text, struct log *log) {
    struct node *tree = tree_parse(arena, text, log);
    if (tree != NULL)
        read_theme(out, tree, log);
}

bool theme_read(struct theme *out, struct arena *arena, xpgn_slice text, const char *font,
                struct log *log) {
    *out = (struct theme){.font = ""};
    read_over(out, arena, builtin_text(default_theme), log);
    if (text.size > 0)
        read_over(out, arena, text, log);
    out->font = font != NULL ? font : out->font;
    out->within = out->within != NULL ? out->within : out->ink;
    if (theme_inherits(out)) {
        out->ink = "currentColor";
        out->paper = "none";
    }
    return !log->no_memory;
}

/* The property has the name of the key after that of the group it is in. */
static bool keys_as_properties(void *to, const struct theme_key *keys, const char *group,
                               struct arena *arena) {
    bool good = true;
    for (; keys->name != NULL; keys++) {
        const char *color;
        if (keys->allowed != is_colour)
            continue;
        memcpy(&color, (char *)to + keys->offset, sizeof color);
        if (color == NULL)
            continue;
        color = arena_printf(arena, "var(--diagram-%s%s%s,%s)", group, *group != '\0' ? "-" : "",
                             keys->name, color);
        memcpy((char *)to + keys->offset, &color, sizeof color);
        good &= color != NULL;
    }
    return good;
}

bool theme_as_properties(struct theme *t, struct arena *arena) {
    bool good = keys_as_properties(t, theme_keys, "", arena) &&
                keys_as_properties(&t->marks, mark_keys, "mark", arena);
    for (unsigned side = 0; side < SIDES; side++)
        good = good && keys_as_properties((char *)t + sides[side].offset, side_keys,
                                          theme_side_name(side), arena);
    return good;
}

unsigned theme_side(const xpgn_position *p, unsigned seat) {
    unsigned side = 0;
    while (side < SIDES - 1 && sides[side].party != xpgn_party_of(p->seats, seat))
        side++;
    return side;
}

const char *theme_side_name(unsigned side) {
    return xpgn_party_name(sides[side].party);
}

const struct side_theme *theme_side_look(const struct theme *t, unsigned side) {
    return (const struct side_theme *)(const void *)((const char *)t + sides[side].offset);
}

const char *theme_mark_color(const struct theme *t, const char *name) {
    const struct theme_key *key = find_key(mark_keys, name);
    const char *color;
    memcpy(&color, (const char *)&t->marks + key->offset, sizeof color);
    return color;
}

/* ---- public functions ---- */

const char *xpgn_theme_name(size_t index) {
    return index < theme_files_count ? theme_files[index].name : NULL;
}

xpgn_slice xpgn_theme_text(const char *name) {
    return builtin_text(name);
}

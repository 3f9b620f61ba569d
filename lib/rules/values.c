/* SPDX-License-Identifier: MIT */
/* Readers of the values that have a form of their own. */
#include <stdlib.h>

#include "base/slice.h"
#include "rules/build.h"
#include "rules/loader.h"

enum { MAX_NAMES = 16, NAME_MAX_BYTES = 40, MAX_RULES = 99 };

bool read_seats(struct build *b, const struct node *node) {
    static const char *const two[] = {"white", "black", NULL};
    static const char *const four[] = {"white", "red", "black", "green", NULL};
    const char *const *names = node->count == 4 ? four : two;
    bool good = node->count == 2 || node->count == 4;
    for (size_t i = 0; good && i < node->count; i++)
        good = node->child[i]->kind == NODE_SCALAR && strcmp(node->child[i]->text, names[i]) == 0;
    if (!good)
        return build_fault(b, D_YAML_RANGE, node, false,
                           "expected the seats [white, black] or [white, red, black, green]");
    b->rs->geometry.seats = (uint8_t)node->count;
    for (size_t i = 0; i < node->count; i++)
        b->rs->seat_name[i] = names[i];
    return true;
}

/* Kept by the source, not by the ruleset. */
bool read_names(struct build *b, const struct node *node) {
    if (node->count > MAX_NAMES)
        build_fault(b, D_YAML_BOUND, node, false, "more than %d names", MAX_NAMES);
    for (size_t i = 0; i < node->count; i++) {
        const struct node *name = node->child[i];
        if (!build_expects(b, name, NODE_SCALAR))
            return false;
        if (!*name->text || strlen(name->text) > NAME_MAX_BYTES)
            build_fault(b, D_YAML_RANGE, name, false, "expected a name of 1 to %d bytes",
                        NAME_MAX_BYTES);
    }
    return true;
}

/* Checks that a mapping has no other keys than these. */
static bool has_only(struct build *b, const struct node *map, const char *const *keys) {
    bool good = build_expects(b, map, NODE_MAP);
    for (size_t i = 0; map->kind == NODE_MAP && i < map->count; i++)
        if (schema_word(keys, map->child[i]->key) < 0)
            good = build_fault(b, D_YAML_KEY, map->child[i], true, "unknown key '%.60s'",
                               map->child[i]->key);
    return good;
}

/* Checks that it has these keys and no others. */
static bool has_keys(struct build *b, const struct node *map, const char *const *keys) {
    bool good = has_only(b, map, keys);
    for (; map->kind == NODE_MAP && *keys; keys++)
        if (!tree_get(map, *keys))
            good = build_fault(b, D_YAML_MISSING, map, map->key != NULL, "missing key '%s'", *keys);
    return good;
}

/* A mapping with one entry for each seat, and no others: out[seat]. */
static bool seat_entries(struct build *b, const struct node *map, const struct node *out[]) {
    const char *const *names = b->rs->seat_name;
    unsigned seats = b->rs->geometry.seats;
    for (size_t i = 0; i < map->count; i++) {
        const struct node *entry = map->child[i];
        unsigned seat = 0;
        while (seat < seats && strcmp(names[seat], entry->key) != 0)
            seat++;
        if (seat == seats)
            return build_fault(b, D_YAML_KEY, entry, true, "'%.40s' is not a seat of this game",
                               entry->key);
        out[seat] = entry;
    }
    for (unsigned i = 0; i < seats; i++)
        if (!out[i])
            return build_fault(b, D_YAML_MISSING, map, true, "missing key '%s'", names[i]);
    return true;
}

/* Read by build_start, when the geometry is known. */
bool read_position(struct build *b, const struct node *node) {
    (void)b;
    (void)node;
    return true;
}

static bool read_zone(struct build *b, const struct node *node, struct setup_zone *zone) {
    static const char *const keys[] = {"kind", "king", "corner", "reach", NULL};
    static const char *const kinds[] = {"distance", "square", NULL};
    int kind, reach;
    xpgn_square corner;
    if (!has_keys(b, node, keys) || !build_word(b, tree_get(node, "kind"), kinds, &kind) ||
        !build_square(b, tree_get(node, "king"), &zone->king) ||
        !build_square(b, tree_get(node, "corner"), &corner) ||
        !build_number(b, tree_get(node, "reach"), 1, 22, &reach))
        return false;
    zone->square = kind == 1;
    zone->reach = (uint8_t)reach;
    zone->corner_file = (uint8_t)(corner % b->rs->geometry.files);
    zone->corner_rank = (uint8_t)(corner / b->rs->geometry.files);
    return true;
}

bool read_zones(struct build *b, const struct node *node) {
    const struct node *seat[XPGN_MAX_SEATS] = {NULL};
    bool good = seat_entries(b, node, seat);
    for (unsigned i = 0; good && i < b->rs->geometry.seats; i++)
        good = read_zone(b, seat[i], &b->rs->zone[i]);
    return good;
}

bool read_except(struct build *b, const struct node *node) {
    for (size_t i = 0; i < node->count; i++) {
        const struct node *pair = node->child[i];
        int supporter, supported;
        if (!build_expects(b, pair, NODE_LIST))
            return false;
        if (pair->count != 2)
            return build_fault(b, D_YAML_TYPE, pair, false,
                               "expected a pair: who supports, who is supported");
        if (!build_type(b, pair->child[0], &supporter) ||
            !build_type(b, pair->child[1], &supported))
            return false;
        b->rs->support_except[supporter] |= (uint8_t)(1u << supported);
    }
    return true;
}

static bool read_fate(struct build *b, const struct node *row, const char *side, char *out) {
    static const char *const words[] = {"unharmed", "wounded", "removed", NULL};
    const struct node *node = tree_get(row, side);
    int fate = 0;
    if (node && !build_word(b, node, words, &fate))
        return false;
    *out = "\0wx"[fate];
    return true;
}

static bool read_outcome(struct build *b, const struct node *node, struct margin_row *row) {
    static const char *const keys[] = {"from", "attacker", "defender", NULL};
    int from = INT16_MIN;
    if (!has_only(b, node, keys))
        return false;
    const struct node *least = tree_get(node, "from");
    if (least && !build_number(b, least, -999, 999, &from))
        return false;
    row->from = (int16_t)from;
    return read_fate(b, node, "attacker", &row->fate[0]) &&
           read_fate(b, node, "defender", &row->fate[1]);
}

/* The margins of the rows descend, and the last takes all that are left. */
static void check_outcome(struct build *b, const struct node *list, size_t i) {
    const struct margin_row *row = &b->rs->margin[i];
    const struct node *node = list->child[i];
    bool last = i + 1 == list->count, open = row->from == INT16_MIN;
    if (last && !open)
        build_fault(b, D_YAML_CONTRADICTION, node, false,
                    "unexpected 'from' in the last outcome, which takes all margins that are left");
    else if (!last && open)
        build_fault(b, D_YAML_CONTRADICTION, node, false,
                    "missing 'from' in an outcome before the last");
    else if (i > 0 && row->from >= row[-1].from)
        build_fault(b, D_YAML_CONTRADICTION, tree_get(node, "from"), false,
                    "'from' is %d, expected less than that of the outcome before", row->from);
}

bool read_outcomes(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    size_t most = sizeof rs->margin / sizeof *rs->margin;
    if (node->count > most)
        return build_fault(b, D_YAML_BOUND, node, false, "more than %zu outcomes", most);
    for (size_t i = 0; i < node->count; i++) {
        if (!read_outcome(b, node->child[i], &rs->margin[i]))
            return false;
        check_outcome(b, node, i);
    }
    rs->margin_rows = (uint8_t)node->count;
    return true;
}

bool read_cells(struct build *b, const struct node *node) {
    const struct node *seat[XPGN_MAX_SEATS] = {NULL};
    struct geometry *g = &b->rs->geometry;
    if (!seat_entries(b, node, seat))
        return false;
    for (unsigned i = 0; i < 4 && seat[i / 2]; i++) {
        const struct node *cells = seat[i / 2];
        if (!build_expects(b, cells, NODE_LIST))
            return false;
        if (cells->count != 2)
            return build_fault(b, D_YAML_RANGE, cells, false, "expected two cells for each seat");
        if (!build_square(b, cells->child[i % 2], &g->cell[i]))
            return false;
        g->cell_seat[i] = (uint8_t)(i / 2);
    }
    return true;
}

/* A number of Moves, or a list with one number for each face of the die. */
bool read_moves(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    int moves;
    if (node->kind == NODE_SCALAR) {
        if (!build_number(b, node, 1, 99, &moves))
            return false;
        rs->moves = (uint8_t)moves;
        return true;
    }
    if (!build_expects(b, node, NODE_LIST))
        return false;
    if (node->count != rs->die || rs->die > sizeof rs->moves_by_die)
        return build_fault(b, D_YAML_CONTRADICTION, node, false,
                           "'moves' lists %zu numbers, expected %u: one for each face of the die",
                           node->count, rs->die);
    for (size_t i = 0; i < node->count; i++) {
        if (!build_number(b, node->child[i], 0, 99, &moves))
            return false;
        rs->moves_by_die[i] = (uint8_t)moves;
    }
    return true;
}

bool read_columns(struct build *b, const struct node *node) {
    unsigned seen = 0;
    for (size_t i = 0; i < node->count; i++) {
        int column;
        if (!build_word(b, node->child[i], schema_columns, &column))
            return false;
        if (seen >> column & 1)
            return build_fault(b, D_YAML_TWICE, node->child[i], false, "duplicate '%s' in the list",
                               schema_columns[column]);
        seen |= 1u << column;
        b->rs->column[b->rs->columns++] = (uint8_t)column;
    }
    return true;
}

/* "CA-13": capital letters, a hyphen, a number from 1. */
static bool rule_id_valid(const char *id) {
    size_t n = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (n == 0 || n > 4 || id[n] != '-' || id[n + 1] == '0')
        return false;
    size_t digits = strspn(id + n + 1, "0123456789");
    return digits > 0 && digits <= 3 && !id[n + 1 + digits];
}

/* The letters of the format's own codes are not free for rules. */
static bool rule_id_free(const char *id) {
    return id[1] != '-' || !strchr("LTMRPXY", id[0]);
}

bool read_rules(struct build *b, const struct node *node) {
    if (node->count == 0 || node->count > MAX_RULES)
        return build_fault(b, D_YAML_RANGE, node, true, "%zu rules, expected 1 to %d", node->count,
                           MAX_RULES);
    xpgn_code *rules = build_alloc(b, (node->count + 1) * sizeof *rules);
    for (size_t i = 0; rules && i < node->count; i++) {
        const struct node *rule = node->child[i];
        if (!rule_id_valid(rule->key) || !rule_id_free(rule->key))
            return build_fault(b, D_YAML_RANGE, rule, true,
                               "'%.40s' is not a rule id such as 'CA-3', or its letter is reserved",
                               rule->key);
        rules[i] = (xpgn_code){build_copy(b, rule->key), XPGN_ERROR, NULL, "see xpgn-rules(7)"};
        if (!rules[i].code || !build_text(b, rule, &rules[i].title))
            return false;
    }
    b->rs->rules = rules;
    return rules != NULL;
}

static void read_facet(struct build *b, const struct node *entry) {
    int facet = schema_word(schema_facets, entry->key);
    if (facet < 0) {
        build_fault(b, D_YAML_KEY, entry, true, "unknown facet '%.40s'", entry->key);
        build_hint(b, schema_facets, entry->key);
        return;
    }
    if (!build_expects(b, entry, NODE_SCALAR))
        return;
    const xpgn_code *rule = b->rs->rules;
    while (rule->code && strcmp(rule->code, entry->text) != 0)
        rule++;
    if (!rule->code)
        build_fault(b, D_YAML_CONTRADICTION, entry, false, "'%.40s' is not one of the 'rules'",
                    entry->text);
    b->rs->cite[facet] = rule->code;
}

bool read_cite(struct build *b, const struct node *node) {
    for (size_t i = 0; i < node->count; i++)
        read_facet(b, node->child[i]);
    return tree_get(node, "move") ||
           build_fault(b, D_YAML_MISSING, node, true, "missing key 'move'");
}

/* Their names; the source puts them in force. */
bool read_options(struct build *b, const struct node *node) {
    const char **names = build_alloc(b, (node->count + 1) * sizeof *names);
    for (size_t i = 0; names && i < node->count; i++)
        names[i] = build_copy(b, node->child[i]->key);
    b->rs->options = names;
    return names != NULL;
}

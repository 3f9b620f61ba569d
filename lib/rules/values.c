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
    if (!build_expects(b, node, NODE_LIST))
        return false;
    const char *const *names = node->count == 4 ? four : two;
    bool good = node->count == 2 || node->count == 4;
    for (size_t i = 0; good && i < node->count; i++)
        good = node->child[i]->kind == NODE_SCALAR && strcmp(node->child[i]->text, names[i]) == 0;
    if (!good) {
        build_fault(b, D_YAML_RANGE, node, false,
                    "expected the seats [white, black] or [white, red, black, green]");
        return false;
    }
    b->rs->geometry.seats = (uint8_t)node->count;
    for (size_t i = 0; i < node->count; i++)
        b->rs->seat_name[i] = names[i];
    return true;
}

/* Kept by the source, not by the ruleset. */
bool read_names(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_LIST))
        return false;
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

/* Read for good by build_start, when the geometry is known. */
bool read_position(struct build *b, const struct node *node) {
    return build_expects(b, node, NODE_SCALAR);
}

/* Checks that a mapping has only these keys, and all of them. */
static bool has_keys(struct build *b, const struct node *map, const char *const *keys) {
    if (!build_expects(b, map, NODE_MAP))
        return false;
    bool good = true;
    for (size_t i = 0; i < map->count; i++)
        if (schema_word(keys, map->child[i]->key) < 0) {
            build_fault(b, D_YAML_KEY, map->child[i], true, "unknown key '%.60s'",
                        map->child[i]->key);
            good = false;
        }
    for (; *keys; keys++)
        if (!tree_get(map, *keys)) {
            build_fault(b, D_YAML_MISSING, map, map->key != NULL, "missing key '%s'", *keys);
            good = false;
        }
    return good;
}

static int seat_of(const struct build *b, const char *name) {
    for (int i = 0; i < b->rs->geometry.seats; i++)
        if (strcmp(b->rs->seat_name[i], name) == 0)
            return i;
    return -1;
}

/* A mapping with one entry for each seat, no other; the entry of `seat` in *out. */
static bool seat_entries(struct build *b, const struct node *map, const struct node *out[]) {
    if (!build_expects(b, map, NODE_MAP))
        return false;
    unsigned found = 0;
    for (size_t i = 0; i < map->count; i++) {
        int seat = seat_of(b, map->child[i]->key);
        if (seat < 0) {
            build_fault(b, D_YAML_KEY, map->child[i], true, "'%.40s' is not a seat of this game",
                        map->child[i]->key);
            return false;
        }
        out[seat] = map->child[i];
        found |= 1u << seat;
    }
    for (unsigned i = 0; i < b->rs->geometry.seats; i++)
        if (!(found >> i & 1)) {
            build_fault(b, D_YAML_MISSING, map, true, "missing key '%s'", b->rs->seat_name[i]);
            return false;
        }
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
    if (!seat_entries(b, node, seat))
        return false;
    for (unsigned i = 0; i < b->rs->geometry.seats; i++)
        if (!read_zone(b, seat[i], &b->rs->zone[i]))
            return false;
    return true;
}

bool read_except(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_LIST))
        return false;
    for (size_t i = 0; i < node->count; i++) {
        const struct node *pair = node->child[i];
        uint8_t supporter, supported;
        if (!build_expects(b, pair, NODE_LIST))
            return false;
        if (pair->count != 2) {
            build_fault(b, D_YAML_TYPE, pair, false,
                        "expected a pair: who supports, who is supported");
            return false;
        }
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
    if (!build_expects(b, node, NODE_MAP))
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (schema_word(keys, node->child[i]->key) < 0) {
            build_fault(b, D_YAML_KEY, node->child[i], true, "unknown key '%.60s'",
                        node->child[i]->key);
            return false;
        }
    int from = INT16_MIN;
    const struct node *from_node = tree_get(node, "from");
    if (from_node && !build_number(b, from_node, -999, 999, &from))
        return false;
    row->from = (int16_t)from;
    return read_fate(b, node, "attacker", &row->fate[0]) &&
           read_fate(b, node, "defender", &row->fate[1]);
}

bool read_outcomes(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    size_t most = sizeof rs->margin / sizeof *rs->margin;
    if (!build_expects(b, node, NODE_LIST))
        return false;
    if (node->count > most) {
        build_fault(b, D_YAML_BOUND, node, false, "more than %zu outcomes", most);
        return false;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (!read_outcome(b, node->child[i], &rs->margin[i]))
            return false;
        bool last = i + 1 == node->count, open = rs->margin[i].from == INT16_MIN;
        if (last != open)
            build_fault(
                b, D_YAML_CONTRADICTION, node->child[i], false,
                last
                    ? "unexpected 'from' in the last outcome, which takes all margins that are left"
                    : "missing 'from' in an outcome before the last");
        else if (i > 0 && rs->margin[i].from >= rs->margin[i - 1].from)
            build_fault(b, D_YAML_CONTRADICTION, tree_get(node->child[i], "from"), false,
                        "'from' is %d, expected less than that of the outcome before",
                        rs->margin[i].from);
    }
    rs->margin_rows = (uint8_t)node->count;
    return true;
}

bool read_cells(struct build *b, const struct node *node) {
    const struct node *seat[XPGN_MAX_SEATS] = {NULL};
    struct geometry *g = &b->rs->geometry;
    if (!seat_entries(b, node, seat))
        return false;
    for (unsigned i = 0; i < 2 && seat[i]; i++) {
        if (!build_expects(b, seat[i], NODE_LIST))
            return false;
        if (seat[i]->count != 2) {
            build_fault(b, D_YAML_RANGE, seat[i], false, "expected two cells for each seat");
            return false;
        }
        for (unsigned k = 0; k < 2; k++) {
            if (!build_square(b, seat[i]->child[k], &g->cell[i * 2 + k]))
                return false;
            g->cell_seat[i * 2 + k] = (uint8_t)i;
        }
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
    if (node->count != rs->die || rs->die > sizeof rs->moves_by_die) {
        build_fault(b, D_YAML_CONTRADICTION, node, false,
                    "'moves' lists %zu numbers, expected %u: one for each face of the die",
                    node->count, rs->die);
        return false;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (!build_number(b, node->child[i], 0, 99, &moves))
            return false;
        rs->moves_by_die[i] = (uint8_t)moves;
    }
    return true;
}

bool read_columns(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_LIST))
        return false;
    unsigned seen = 0;
    for (size_t i = 0; i < node->count; i++) {
        int column;
        if (!build_word(b, node->child[i], schema_columns, &column))
            return false;
        if (seen >> column & 1) {
            build_fault(b, D_YAML_TWICE, node->child[i], false, "duplicate '%s' in the list",
                        schema_columns[column]);
            return false;
        }
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

static bool read_rule(struct build *b, const struct node *node, xpgn_code *rule) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    if (!rule_id_valid(node->key) || !rule_id_free(node->key)) {
        build_fault(b, D_YAML_RANGE, node, true,
                    "'%.40s' is not a rule id such as 'CA-3', or its letter is reserved",
                    node->key);
        return false;
    }
    if (!*node->text || strlen(node->text) > 200 || strpbrk(node->text, "\n\r\t\033")) {
        build_fault(b, D_YAML_RANGE, node, false,
                    "the title of a rule is not one line of 1 to 200 bytes");
        return false;
    }
    rule->code = build_copy(b, node->key);
    rule->title = build_copy(b, node->text);
    rule->level = XPGN_ERROR;
    rule->cure = "see xpgn-rules(7)";
    return rule->code && rule->title;
}

bool read_rules(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_MAP))
        return false;
    if (node->count == 0 || node->count > MAX_RULES) {
        build_fault(b, D_YAML_RANGE, node, true, "%zu rules, expected 1 to %d", node->count,
                    MAX_RULES);
        return false;
    }
    xpgn_code *rules = build_alloc(b, (node->count + 1) * sizeof *rules);
    if (!rules)
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!read_rule(b, node->child[i], &rules[i]))
            return false;
    b->rs->rules = rules;
    return true;
}

bool read_cite(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_MAP))
        return false;
    for (size_t i = 0; i < node->count; i++) {
        const struct node *entry = node->child[i];
        int facet = schema_word(schema_facets, entry->key);
        if (facet < 0) {
            build_fault(b, D_YAML_KEY, entry, true, "unknown facet '%.40s'", entry->key);
            const char *nearest = schema_nearest(schema_facets, entry->key);
            if (nearest)
                log_hint(b->log, "did you mean %s?", nearest);
            continue;
        }
        if (!build_expects(b, entry, NODE_SCALAR))
            continue;
        const xpgn_code *rule = b->rs->rules;
        while (rule->code && strcmp(rule->code, entry->text) != 0)
            rule++;
        if (!rule->code)
            build_fault(b, D_YAML_CONTRADICTION, entry, false, "'%.40s' is not one of the 'rules'",
                        entry->text);
        b->rs->cite[facet] = rule->code;
    }
    if (!tree_get(node, "move"))
        build_fault(b, D_YAML_MISSING, node, true, "missing key 'move'");
    return true;
}

/* Their names; what they change is the source's business. */
bool read_options(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_MAP))
        return false;
    const char **names = build_alloc(b, (node->count + 1) * sizeof *names);
    if (!names)
        return false;
    for (size_t i = 0; i < node->count; i++)
        names[i] = build_copy(b, node->child[i]->key);
    b->rs->options = names;
    return true;
}

/* SPDX-License-Identifier: MIT */
/* Readers of values: by kind, and by key for values with their own form. */
#include "core/rules/ruleset_build.h"

#include <stdlib.h>

#include "core/base/dice_expr.h"
#include "core/base/edit_distance.h"
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/board/seats.h"

enum { ID_MAX = 63, TEXT_MAX = 200, MAX_NAMES = 16, NAME_MAX_BYTES = 40, MAX_RULES = 99 };

/* ---- by kind ---- */

static bool read_digits(const char *text, long *out) {
    const char *digits = text + (*text == '-');
    size_t n = strspn(digits, "0123456789");
    if (n == 0 || n > 7 || digits[n] || (n > 1 && *digits == '0'))
        return false;
    *out = strtol(text, NULL, 10);
    return true;
}

static bool read_whole_number(struct build *b, const struct node *node, int low, int high,
                              int *out) {
    long number;
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    if (node->quoted || !read_digits(node->text, &number))
        return build_misfit(b, D_YAML_TYPE, node, "'%.40s', expected a whole number", node->text);
    if (number < low || number > high)
        return build_misfit(b, D_YAML_RANGE, node, "%ld, expected %d to %d", number, low, high);
    *out = (int)number;
    return true;
}

static bool read_word_scalar(struct build *b, const struct node *node, const char *const *words,
                             int *out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    *out = words_find(words, node->text);
    if (*out >= 0)
        return true;
    build_misfit(b, D_YAML_RANGE, node, "'%.40s', an unknown word", node->text);
    words_hint(words, node->text, b->log);
    return false;
}

static bool read_type(struct build *b, const struct node *node, int *out) {
    if (!read_word_scalar(b, node, schema_types, out))
        return false;
    return *out != XPGN_NO_TYPE || build_fault(b, D_YAML_RANGE, node, false, "'-' is not a piece");
}

/* Adds entry `i` of a list to the set of the entries before it; reports a fault if it is a
   duplicate. */
static bool add_once(struct build *b, const struct node *list, size_t i, int index, int *set) {
    const struct node *node = list->child[i];
    if (*set >> index & 1)
        return build_fault(b, D_YAML_TWICE, node, false, "duplicate '%s' in the list", node->text);
    *set |= 1 << index;
    return true;
}

static bool read_types(struct build *b, const struct node *node, int *out) {
    int type;
    *out = 0;
    for (size_t i = 0; i < node->count; i++)
        if (!read_type(b, node->child[i], &type) || !add_once(b, node, i, type, out))
            return false;
    return true;
}

static bool read_square_scalar(struct build *b, const struct node *node, xpgn_square *out) {
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
        return build_misfit(b, D_YAML_TYPE, node, "'%.40s', expected true or false", node->text);
    return true;
}

static bool copy_text(struct build *b, const char *text, const char **out) {
    *out = arena_copy(&b->rs->arena, slice_of(text));
    if (!*out)
        build_no_memory(b);
    return *out != NULL;
}

/* One line. */
static bool read_text_scalar(struct build *b, const struct node *node, const char **out) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    size_t size = strlen(node->text);
    if (size == 0 || size > TEXT_MAX || strcspn(node->text, "\n\r\t\033") != size)
        return build_misfit(b, D_YAML_RANGE, node, "not one line of 1 to %d bytes", TEXT_MAX);
    return copy_text(b, node->text, out);
}

bool value_is_id(struct build *b, const struct node *node) {
    if (!build_expects(b, node, NODE_SCALAR))
        return false;
    const char *id = node->text;
    size_t n = strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return (n > 0 && n <= ID_MAX && !id[n] && id[0] != '-' && id[n - 1] != '-') ||
           build_misfit(b, D_YAML_RANGE, node,
                        "not made of lower-case letters, digits and single hyphens");
}

/* ---- by key ---- */

static void read_seats(struct build *b, const struct node *node) {
    unsigned seats = (unsigned)node->count;
    bool good = seats == 2 || seats == 4;
    for (unsigned i = 0; good && i < seats; i++)
        good = node->child[i]->kind == NODE_SCALAR &&
               strcmp(node->child[i]->text, seat_name(seats, i)) == 0;
    if (!good) {
        build_fault(b, D_YAML_RANGE, node, false,
                    "expected the seats [white, black] or [white, red, black, green]");
        return;
    }
    b->rs->geometry.seats = (uint8_t)seats;
    for (unsigned i = 0; i < seats; i++)
        b->rs->seat_name[i] = seat_name(seats, i);
}

/* Only checks them: the source keeps them, not the ruleset. */
static void read_names(struct build *b, const struct node *node) {
    if (node->count > MAX_NAMES)
        build_fault(b, D_YAML_BOUND, node, false, "more than %d names", MAX_NAMES);
    for (size_t i = 0; i < node->count; i++) {
        const struct node *name = node->child[i];
        if (!build_expects(b, name, NODE_SCALAR))
            return;
        if (!*name->text || strlen(name->text) > NAME_MAX_BYTES)
            build_fault(b, D_YAML_RANGE, name, false, "expected a name of 1 to %d bytes",
                        NAME_MAX_BYTES);
    }
}

/* Checks that a mapping has no other keys than these. */
static bool has_only(struct build *b, const struct node *map, const char *const *keys) {
    bool good = build_expects(b, map, NODE_MAP);
    for (size_t i = 0; map->kind == NODE_MAP && i < map->count; i++)
        if (words_find(keys, map->child[i]->key) < 0)
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

/* The type that the key of an entry names, a piece of the game. */
static bool find_piece(struct build *b, const struct node *entry, int *type) {
    *type = words_find(schema_types, entry->key);
    if (*type > XPGN_NO_TYPE && b->rs->piece[*type].name != NULL)
        return true;
    return build_fault(b, D_YAML_KEY, entry, true, "'%.40s' is not a piece of this game",
                       entry->key);
}

static bool read_zone(struct build *b, const struct node *node, struct setup_zone *zone) {
    static const char *const keys[] = {"kind", "king", "corner", "reach", NULL};
    static const char *const kinds[] = {"distance", "square", NULL};
    int kind = 0, reach = 0;
    xpgn_square corner = 0;
    if (!has_keys(b, node, keys) || !read_word_scalar(b, tree_get(node, "kind"), kinds, &kind) ||
        !read_square_scalar(b, tree_get(node, "king"), &zone->king) ||
        !read_square_scalar(b, tree_get(node, "corner"), &corner) ||
        !read_whole_number(b, tree_get(node, "reach"), 1, 22, &reach))
        return false;
    zone->square = kind == 1;
    zone->reach = (uint8_t)reach;
    zone->corner_file = (uint8_t)(corner % b->rs->geometry.files);
    zone->corner_rank = (uint8_t)(corner / b->rs->geometry.files);
    return true;
}

static void read_zones(struct build *b, const struct node *node) {
    const struct node *seat[XPGN_MAX_SEATS] = {NULL};
    bool good = seat_entries(b, node, seat);
    for (unsigned i = 0; good && i < b->rs->geometry.seats; i++)
        good = read_zone(b, seat[i], &b->rs->zone[i]);
}

static void read_except(struct build *b, const struct node *node) {
    for (size_t i = 0; i < node->count; i++) {
        const struct node *pair = node->child[i];
        int supporter, supported;
        if (!build_expects(b, pair, NODE_LIST))
            return;
        if (pair->count != 2) {
            build_fault(b, D_YAML_TYPE, pair, false,
                        "expected a pair: who supports, who is supported");
            return;
        }
        if (!read_type(b, pair->child[0], &supporter) || !read_type(b, pair->child[1], &supported))
            return;
        b->rs->support_except[supporter] |= (uint8_t)(1u << supported);
    }
}

static bool read_fate(struct build *b, const struct node *row, const char *side, char *out) {
    const char *const words[] = {fate_words[XPGN_FATE_UNHARMED], fate_words[XPGN_FATE_WOUNDED],
                                 fate_words[XPGN_FATE_REMOVED], "damage", NULL};
    const struct node *node = tree_get(row, side);
    int fate = XPGN_FATE_UNHARMED;
    if (node && !read_word_scalar(b, node, words, &fate))
        return false;
    *out = fate < XPGN_FATES ? fate_signs[fate] : FATE_DAMAGE;
    return true;
}

static bool read_outcome(struct build *b, const struct node *node, struct margin_row *row) {
    static const char *const keys[] = {"from", "attacker", "defender", NULL};
    int from = INT16_MIN;
    if (!has_only(b, node, keys))
        return false;
    const struct node *least = tree_get(node, "from");
    if (least && !read_whole_number(b, least, -999, 999, &from))
        return false;
    row->from = (int16_t)from;
    return read_fate(b, node, "attacker", &row->fate[0]) &&
           read_fate(b, node, "defender", &row->fate[1]);
}

/* Checks that the margins of the rows descend, and that the last row takes all the rest. */
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

static void read_outcomes(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    size_t most = sizeof rs->margin / sizeof *rs->margin;
    if (node->count > most) {
        build_fault(b, D_YAML_BOUND, node, false, "more than %zu outcomes", most);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (!read_outcome(b, node->child[i], &rs->margin[i]))
            return;
        check_outcome(b, node, i);
    }
    rs->margin_rows = (uint8_t)node->count;
}

/* The numbers that a piece needs: `of` is its entry, a number for each piece of the game. */
static bool read_needs_of(struct build *b, const struct node *of, uint8_t *needs) {
    int type, need = 0;
    if (!build_expects(b, of, NODE_MAP))
        return false;
    for (size_t i = 0; i < of->count; i++) {
        const struct node *node = of->child[i];
        if (!find_piece(b, node, &type) || !read_whole_number(b, node, 1, b->rs->die + 1, &need))
            return false;
        needs[type] = (uint8_t)need;
    }
    return true;
}

/* A number for every pair of pieces: attacker by defender. */
static void read_needs(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    int type;
    for (size_t i = 0; i < node->count; i++)
        if (!find_piece(b, node->child[i], &type) ||
            !read_needs_of(b, node->child[i], rs->needs[type]))
            return;
    for (unsigned at = XPGN_PAWN; at < XPGN_TYPES; at++)
        for (unsigned df = XPGN_PAWN; df < XPGN_TYPES; df++)
            if (rs->piece[at].name && rs->piece[df].name && rs->needs[at][df] == 0) {
                build_fault(b, D_YAML_MISSING, node, true, "no number for a %s against a %s",
                            schema_types[at], schema_types[df]);
                return;
            }
}

static void read_prison_cells(struct build *b, const struct node *node) {
    const struct node *seat[XPGN_MAX_SEATS] = {NULL};
    struct geometry *g = &b->rs->geometry;
    if (!seat_entries(b, node, seat))
        return;
    for (unsigned i = 0; i < 4 && seat[i / 2]; i++) {
        const struct node *cells = seat[i / 2];
        if (!build_expects(b, cells, NODE_LIST))
            return;
        if (cells->count != 2) {
            build_fault(b, D_YAML_RANGE, cells, false, "expected two cells for each seat");
            return;
        }
        if (!read_square_scalar(b, cells->child[i % 2], &g->cell[i]))
            return;
        g->cell_seat[i] = (uint8_t)(i / 2);
    }
}

/* Reads a number of Moves, or a list with one number for each face of the die. */
static void read_moves(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    int moves = 0;
    if (node->kind == NODE_SCALAR) {
        if (read_whole_number(b, node, 1, 99, &moves))
            rs->moves = (uint8_t)moves;
        return;
    }
    if (!build_expects(b, node, NODE_LIST))
        return;
    if (node->count != rs->die || rs->die > sizeof rs->moves_by_die) {
        build_fault(b, D_YAML_CONTRADICTION, node, false,
                    "'moves' lists %zu numbers, expected %u: one for each face of the die",
                    node->count, rs->die);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (!read_whole_number(b, node->child[i], 0, 99, &moves))
            return;
        rs->moves_by_die[i] = (uint8_t)moves;
    }
}

static bool read_dice(struct build *b, const struct node *node, struct dice_expr *out) {
    const char *wrong = dice_expr_read(node->text, b->rs->die, out);
    return wrong == NULL || build_misfit(b, D_YAML_RANGE, node, "'%.40s': %s", node->text, wrong);
}

static bool read_thrown(struct build *b, const struct node *node, struct dice_expr *out) {
    struct dice_expr e;
    if (!build_expects(b, node, NODE_SCALAR) || !read_dice(b, node, &e))
        return false;
    if (e.count == 0)
        return build_misfit(b, D_YAML_RANGE, node, "'%.40s', expected a die", node->text);
    *out = e;
    return true;
}

/* What a piece rolls, or every piece without dice of its own: for both sides, or for each. */
static void read_combat_dice(struct build *b, const struct node *node) {
    static const char *const keys[] = {"attacker", "defender", NULL};
    if (node->kind != NODE_MAP) {
        if (read_thrown(b, node, &b->rs->thrown[0][b->type]))
            b->rs->thrown[1][b->type] = b->rs->thrown[0][b->type];
        return;
    }
    for (unsigned side = 0; has_only(b, node, keys) && side < 2; side++) {
        const struct node *own = tree_get(node, keys[side]);
        if (own != NULL && !read_thrown(b, own, &b->rs->thrown[side][b->type]))
            return;
    }
}

static void read_attacker_adds(struct build *b, const struct node *node) {
    (void)read_dice(b, node, &b->attacker_adds);
}

/* Dice that all have the faces of `die`. */
static void read_roll_dice(struct build *b, const struct node *node) {
    struct dice_expr e;
    if (!read_dice(b, node, &e))
        return;
    if (e.count < 1 || e.count > XPGN_TURN_DICE || (e.adds != 0 && turn_rolls_types(b->rs)))
        build_misfit(b, D_YAML_RANGE, node, "'%.40s', expected 1 to %d dice", node->text,
                     XPGN_TURN_DICE);
    else if (!dice_expr_is_even(&e) || e.faces[0] != b->rs->die)
        build_misfit(b, D_YAML_CONTRADICTION, node, "'%.40s', but 'die' is %u", node->text,
                     b->rs->die);
    else
        b->rs->roll.dice = e.count;
    b->rs->roll.adds = e.adds;
}

static void read_roll_faces(struct build *b, const struct node *node) {
    xpgn_ruleset *rs = b->rs;
    int type;
    if (node->count != rs->die || rs->die > sizeof rs->roll.face) {
        build_fault(b, D_YAML_CONTRADICTION, node, false,
                    "'faces' lists %zu pieces, expected %u: one for each face of the die",
                    node->count, rs->die);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (!read_type(b, node->child[i], &type))
            return;
        rs->roll.face[i] = (uint8_t)type;
    }
}

static void read_column_files(struct build *b, const struct node *node) {
    int column, seen = 0;
    for (size_t i = 0; i < node->count; i++) {
        if (!read_word_scalar(b, node->child[i], schema_columns, &column) ||
            !add_once(b, node, i, column, &seen))
            return;
        b->rs->column[b->rs->columns++] = (uint8_t)column;
    }
}

/* "CA-13": capital letters, a hyphen, a number from 1.  The letters of the format's own codes are
   reserved. */
static bool rule_id_valid(const char *id) {
    size_t n = strspn(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (n == 0 || n > 4 || id[n] != '-' || id[n + 1] == '0' || (n == 1 && strchr("LTMRPXY", *id)))
        return false;
    size_t digits = strspn(id + n + 1, "0123456789");
    return digits > 0 && digits <= 3 && !id[n + 1 + digits];
}

static void read_rules(struct build *b, const struct node *node) {
    if (node->count == 0 || node->count > MAX_RULES) {
        build_fault(b, D_YAML_RANGE, node, true, "%zu rules, expected 1 to %d", node->count,
                    MAX_RULES);
        return;
    }
    xpgn_code *rules = build_alloc(b, (node->count + 1) * sizeof *rules);
    for (size_t i = 0; rules && i < node->count; i++) {
        const struct node *rule = node->child[i];
        if (!rule_id_valid(rule->key)) {
            build_fault(b, D_YAML_RANGE, rule, true,
                        "'%.40s' is not a rule id such as 'CA-3', or its letter is reserved",
                        rule->key);
            return;
        }
        rules[i] = (xpgn_code){NULL, XPGN_ERROR, NULL, "see xpgn-rules(7)"};
        if (!copy_text(b, rule->key, &rules[i].code) || !read_text_scalar(b, rule, &rules[i].title))
            return;
    }
    b->rs->rules = rules;
}

static void read_facet(struct build *b, const struct node *entry) {
    int facet = words_find(schema_facets, entry->key);
    if (facet < 0) {
        build_fault(b, D_YAML_KEY, entry, true, "unknown facet '%.40s'", entry->key);
        words_hint(schema_facets, entry->key, b->log);
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
    b->cite[facet] = rule->code;
}

static void read_cite(struct build *b, const struct node *node) {
    for (size_t i = 0; i < node->count; i++)
        read_facet(b, node->child[i]);
    if (!tree_get(node, "move"))
        build_fault(b, D_YAML_MISSING, node, true, "missing key 'move'");
}

/* Reads only their names; the source applies them. */
static void read_options(struct build *b, const struct node *node) {
    const char **names = build_alloc(b, (node->count + 1) * sizeof *names);
    for (size_t i = 0; names && i < node->count; i++)
        if (!copy_text(b, node->child[i]->key, &names[i]))
            return;
    b->rs->options = names;
}

static const struct {
    const char *path;
    void (*read)(struct build *b, const struct node *node);
} readers[] = {{"names", read_names},
               {"seats", read_seats},
               {"setup.zones", read_zones},
               {"support.except", read_except},
               {"combat.outcomes", read_outcomes},
               {"combat.dice", read_combat_dice},
               {"combat.attacker-adds", read_attacker_adds},
               {"combat.needs", read_needs},
               {"pieces.*.dice", read_combat_dice},
               {"removed.cells", read_prison_cells},
               {"turn.moves", read_moves},
               {"turn.roll.dice", read_roll_dice},
               {"turn.roll.faces", read_roll_faces},
               {"columns", read_column_files},
               {"rules", read_rules},
               {"cite", read_cite},
               {"options", read_options}};

static void read_by_key(struct build *b, const struct schema_row *row, const struct node *node) {
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (strcmp(readers[i].path, row->path) == 0)
            readers[i].read(b, node);
}

/* ---- storing ---- */

static bool read_int(struct build *b, const struct schema_row *row, const struct node *node,
                     int *out) {
    switch (row->kind) {
    case VALUE_WORD:
    case VALUE_CHOICE:
        return read_word_scalar(b, node, row->words, out);
    case VALUE_BOOL:
        return read_bool(b, node, out);
    case VALUE_TYPE:
        return read_type(b, node, out);
    case VALUE_TYPES:
        return read_types(b, node, out);
    default:
        break;
    }
    if (row->high != INFINITE)
        return read_whole_number(b, node, row->low, row->high, out);
    *out = INFINITE;
    return strcmp(node->text, "infinite") == 0 || read_whole_number(b, node, row->low, 9999, out);
}

/* Stores it in the width of the row's kind. */
static void store_int(enum value_kind kind, int number, char *target) {
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

void value_store(struct build *b, const struct schema_row *row, const struct node *node) {
    char nowhere[sizeof(void *)];
    char *target = row->offset == SCHEMA_NOWHERE ? nowhere : (char *)base_of(b) + row->offset;
    const char *text = NULL;
    int number = 0;
    if (row->kind >= VALUE_SCALAR) {
        read_by_key(b, row, node);
    } else if (row->kind == VALUE_ID || row->kind == VALUE_TEXT) {
        if (row->kind == VALUE_ID ? value_is_id(b, node) && copy_text(b, node->text, &text)
                                  : read_text_scalar(b, node, &text))
            memcpy(target, &text, sizeof text);
    } else if (read_int(b, row, node, &number)) {
        store_int(row->kind, number, target);
    }
}

int value_stored(const struct build *b, const struct schema_row *row) {
    return schema_number(row, base_of(b));
}

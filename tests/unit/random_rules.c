/* SPDX-License-Identifier: MIT */
#include "random_rules.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "internal/text_out.h"
#include "suite.h"

enum { AXES = 24, WORDS = 8, KEYS = 240, VALUE = 600, REPAIRS = 80, TRIES = 5000 };

/* A key of the schema, for `pieces.*` once for each type. */
struct key {
    const struct schema_row *row;
    unsigned type; /* below `pieces` */
    bool used;
    unsigned axis, word; /* of an axis: which, and its word */
    char value[VALUE];
    size_t from, to; /* its line in the YAML */
};

struct draw {
    struct dice *d;
    struct key key[KEYS];
    unsigned keys, axes, die, types; /* types: a bit for each piece of the game */
    unsigned files, ranks, seats;
};

static const char prefix[] = "pieces.*.";

static bool of_piece(const struct schema_row *row) {
    return strncmp(row->path, prefix, sizeof prefix - 1) == 0;
}

static bool chance(struct draw *r, unsigned in) {
    return dice_below(r->d, in) == 0;
}

static bool is_axis(const struct key *key) {
    return key->row->words != NULL;
}

static void add_key(struct draw *r, const struct schema_row *row, unsigned type) {
    r->key[r->keys] = (struct key){.row = row, .type = type};
    if (is_axis(&r->key[r->keys]))
        r->key[r->keys].axis = r->axes++;
    r->keys++;
}

static void list_keys(struct draw *r) {
    for (size_t i = 0; i < schema_row_count; i++) {
        const struct schema_row *row = &schema_rows[i];
        if (row->kind == VALUE_MAP)
            continue;
        if (!of_piece(row))
            add_key(r, row, XPGN_NO_TYPE);
        for (unsigned t = XPGN_PAWN; of_piece(row) && t <= XPGN_KING; t++)
            add_key(r, row, t);
    }
}

static struct key *key_of(struct draw *r, const char *path) {
    for (unsigned i = 0; i < r->keys; i++)
        if (strcmp(r->key[i].row->path, path) == 0)
            return &r->key[i];
    return NULL;
}

static unsigned word_of(struct draw *r, const char *axis) {
    return key_of(r, axis)->word;
}

/* ---- mechanisms ------------------------------------------------------------------------------ */

/* Whether these words of two axes work together, asked once for each pair. */
static bool go_together(const struct key *key, unsigned word, const struct key *other) {
    static signed char known[AXES][WORDS][AXES][WORDS]; /* 1: they do, -1: they do not */
    signed char *k = &known[key->axis][word][other->axis][other->word];
    if (*k == 0)
        *k = schema_refusal(key->row, word, other->row, other->word) == NULL ? 1 : -1;
    return *k > 0;
}

static bool fits(const struct draw *r, const struct key *key, unsigned word) {
    for (unsigned i = 0; i < r->keys; i++)
        if (is_axis(&r->key[i]) && r->key[i].used && &r->key[i] != key &&
            !go_together(key, word, &r->key[i]))
            return false;
    return true;
}

static bool draw_word(struct draw *r, struct key *key) {
    unsigned words = 0, left[32], count = 0;
    while (key->row->words[words] != NULL)
        words++;
    for (unsigned w = 0; w < words; w++)
        if (fits(r, key, w))
            left[count++] = w;
    if (count == 0)
        return false;
    key->word = left[dice_below(r->d, count)];
    key->used = true;
    return true;
}

static void want(struct draw *r, const struct schema_row *row, unsigned word) {
    struct key *key = row != NULL ? key_of(r, row->path) : NULL;
    if (key == NULL)
        return;
    key->word = word;
    key->used = true;
}

static bool draw_words(struct draw *r, const struct wanted_pair *pair) {
    if (pair != NULL) {
        want(r, pair->row, pair->value);
        want(r, pair->other, pair->with);
    }
    struct key *movement = key_of(r, "movement.kind");
    if (!movement->used && !draw_word(r, movement))
        return false;
    unsigned first = dice_below(r->d, r->keys);
    for (unsigned i = 0; i < r->keys; i++) {
        struct key *key = &r->key[(first + i) % r->keys];
        if (is_axis(key) && !key->used && !draw_word(r, key))
            return false;
    }
    for (unsigned i = 0; i < r->keys; i++) /* its first word is the default, if it has no meaning */
        if (is_axis(&r->key[i]) && r->key[i].row->kinds != 0)
            r->key[i].used =
                (r->key[i].row->kinds >> word_of(r, r->key[i].row->axis_path) & 1) != 0;
    return true;
}

/* ---- values with readers of their own -------------------------------------------------------- */

static void any_square(struct draw *r, char text[8]) {
    snprintf(text, 8, "%c%u", 'a' + (int)dice_below(r->d, r->files),
             1 + dice_below(r->d, r->ranks));
}

static unsigned any_type(struct draw *r) {
    unsigned t;
    do
        t = 1 + dice_below(r->d, XPGN_KING);
    while ((r->types >> t & 1) == 0);
    return t;
}

static void put_types(struct draw *r, char *out) {
    size_t n = (size_t)sprintf(out, "[");
    unsigned set = 0;
    for (unsigned i = 1 + dice_below(r->d, 3); i > 0; i--)
        set |= 1u << any_type(r);
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++)
        if (set >> t & 1)
            n += (size_t)sprintf(out + n, "%s%s", n > 1 ? ", " : "", schema_types[t]);
    sprintf(out + n, "]");
}

static void put_except(struct draw *r, char *out) {
    sprintf(out, "[[%s, %s]]", schema_types[any_type(r)], schema_types[any_type(r)]);
}

static void put_outcomes(struct draw *r, char *out) {
    static const char *const kinds[2][3] = {{"unharmed", "wounded", "removed"},
                                            {"unharmed", "damage", "removed"}};
    const bool damage = word_of(r, "combat.kind") == COMBAT_CONTEST &&
                        (word_of(r, "combat.rounds") || chance(r, 2));
    const char *const *fates = kinds[damage];
    int from = 1 + (int)dice_below(r->d, 3);
    size_t n = (size_t)sprintf(out, "[{from: %d, defender: %s}", from, fates[1 + !damage]);
    for (unsigned rows = dice_below(r->d, 3); rows > 0; rows--) {
        from -= 1 + (int)dice_below(r->d, 3);
        n += (size_t)sprintf(out + n, ", {from: %d, attacker: %s, defender: %s}", from,
                             fates[dice_below(r->d, 3)], fates[dice_below(r->d, 3)]);
    }
    sprintf(out + n, ", {attacker: %s, defender: %s}]", fates[dice_below(r->d, 3)],
            fates[dice_below(r->d, 3)]);
}

static void put_needs(struct draw *r, char *out) {
    size_t n = (size_t)sprintf(out, "{");
    for (unsigned at = XPGN_PAWN; at <= XPGN_KING; at++) {
        if (!(r->types >> at & 1))
            continue;
        n += (size_t)sprintf(out + n, "%s%s: {", n > 1 ? ", " : "", schema_types[at]);
        for (unsigned df = XPGN_PAWN, first = 1; df <= XPGN_KING; df++) {
            if (!(r->types >> df & 1))
                continue;
            n += (size_t)sprintf(out + n, "%s%s: %u", first ? "" : ", ", schema_types[df],
                                 1 + dice_below(r->d, r->die + 1));
            first = 0;
        }
        n += (size_t)sprintf(out + n, "}");
    }
    sprintf(out + n, "}");
}

static const char *put_die(struct draw *r, char *out) {
    static const char *const die[] = {"d", "d4", "2d6", "d12+d4", "d8-1", "d20+3", "3d2"};
    strcpy(out, die[dice_below(r->d, r->die > 0 ? 7 : 6) + (r->die > 0 ? 0 : 1)]);
    return out;
}

static void put_combat_dice(struct draw *r, char *out) {
    char die[2][16];
    if (dice_below(r->d, 2) == 0)
        (void)put_die(r, out);
    else
        sprintf(out, "{attacker: %s, defender: %s}", put_die(r, die[0]), put_die(r, die[1]));
}

static void put_attacker_adds(struct draw *r, char *out) {
    static const char *const adds[] = {"0", "1", "d4", "d3+1"};
    strcpy(out, adds[dice_below(r->d, 4)]);
}

static void put_cells(struct draw *r, char *out) {
    char sq[4][8];
    for (unsigned i = 0; i < 4; i++)
        any_square(r, sq[i]);
    if (chance(r, 2))
        sprintf(out, "{white: [a1, h1], black: [a8, h8]}");
    else
        sprintf(out, "{white: [%s, %s], black: [%s, %s]}", sq[0], sq[1], sq[2], sq[3]);
}

static void put_moves(struct draw *r, char *out) {
    size_t n = (size_t)sprintf(out, "[");
    if (chance(r, 2)) {
        sprintf(out, "%u", 1 + dice_below(r->d, 4));
        return;
    }
    for (unsigned i = 0; i < r->die; i++)
        n += (size_t)sprintf(out + n, "%s%u", i > 0 ? ", " : "", dice_below(r->d, 4));
    sprintf(out + n, "]");
}

static void put_roll_dice(struct draw *r, char *out) {
    bool several = word_of(r, "turn.roll.equal") || word_of(r, "turn.roll.castling") == 2;
    if (word_of(r, "turn.roll.means") == ROLL_AT_MOST) {
        static const char *const reach[] = {"d", "d-1", "2d", "2d-2", "d+1"};
        strcpy(out, reach[dice_below(r->d, 5)]);
        return;
    }
    sprintf(out, "%ud%u", (several ? 2 : 1) + dice_below(r->d, 2), r->die);
}

static void put_roll_faces(struct draw *r, char *out) {
    size_t n = (size_t)sprintf(out, "[king");
    for (unsigned i = 1; i < r->die; i++)
        n += (size_t)sprintf(out + n, ", %s", schema_types[any_type(r)]);
    sprintf(out + n, "]");
}

static void put_zones(struct draw *r, char *out) {
    static const char *const seats[2][4] = {{"white", "black"}, {"white", "red", "black", "green"}};
    static const unsigned corner[2][4] = {{0, 3}, {0, 2, 3, 1}};
    size_t n = (size_t)sprintf(out, "{");
    for (unsigned i = 0; i < r->seats; i++) {
        unsigned c = corner[r->seats == 4][i];
        unsigned file = c & 1 ? r->files - 1 : 0, rank = c & 2 ? r->ranks - 1 : 0;
        n += (size_t)sprintf(out + n, "%s%s: {kind: %s, king: %c%u, corner: %c%u, reach: %u}",
                             i > 0 ? ", " : "", seats[r->seats == 4][i],
                             chance(r, 2) ? "square" : "distance", 'a' + (int)file, rank + 1,
                             'a' + (int)file, rank + 1, r->files / 2);
    }
    sprintf(out + n, "}");
}

/* The first ranks of chess, of the pieces that the game has. */
static void put_array(struct draw *r, char *out) {
    static const char array[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    static const char letters[] = "-pnbrqk";
    unsigned empty = 0, castling = key_of(r, "movement.castling")->used &&
                                   word_of(r, "movement.castling") != CASTLING_NONE;
    size_t n = (size_t)sprintf(out, "\"");
    for (const char *c = array; *c != '\0'; c++) {
        const char *at = strchr(letters, *c | 0x20);
        bool gone = *c != '/' && *c != '8' && !(r->types >> (at - letters) & 1);
        empty += gone;
        if (!gone && empty > 0)
            n += (size_t)sprintf(out + n, "%u", empty);
        if (!gone)
            out[n++] = *c;
        empty = gone ? empty : 0;
    }
    if (empty > 0)
        n += (size_t)sprintf(out + n, "%u", empty);
    bool rooks = (r->types >> XPGN_ROOK & 1) != 0;
    sprintf(out + n, " w %s - 0 1\"", castling && rooks ? "KQkq" : "-");
}

/* Two armies on the first ranks of a board of any size. */
static void put_armies(struct draw *r, char *out) {
    static const char letters[] = "-pnbrqk";
    size_t n = (size_t)sprintf(out, "\"");
    for (unsigned rank = r->ranks; rank-- > 0;) {
        unsigned empty = 0;
        for (unsigned file = 0; file < r->files; file++) {
            bool low = rank < 2, own = low || rank >= r->ranks - 2;
            bool king = file == r->files / 2 && (rank == 0 || rank == r->ranks - 1);
            unsigned t = king ? XPGN_KING : any_type(r);
            if (!own || (!king && (t == XPGN_KING || chance(r, 3)))) {
                empty++;
                continue;
            }
            if (empty > 0)
                n += (size_t)sprintf(out + n, "%u", empty);
            empty = 0;
            out[n++] = (char)(low ? letters[t] & ~0x20 : letters[t]);
        }
        if (empty > 0)
            n += (size_t)sprintf(out + n, "%u", empty);
        n += (size_t)sprintf(out + n, "%s", rank > 0 ? "/" : "");
    }
    sprintf(out + n, " w - - 0 1\"");
}

static void put_position(struct draw *r, char *out) {
    if (word_of(r, "movement.kind") == MOVEMENT_ORTHOGONAL)
        put_armies(r, out);
    else
        put_array(r, out);
}

static void put_columns(struct draw *r, char *out) {
    (void)r;
    sprintf(out, "[attack, points]");
}

static void put_names(struct draw *r, char *out) {
    (void)r;
    sprintf(out, "[drawn by lot]");
}

static void put_seats(struct draw *r, char *out) {
    sprintf(out, r->seats == 4 ? "[white, red, black, green]" : "[white, black]");
}

static const struct special {
    const char *path;
    void (*put)(struct draw *r, char *out); /* or, if NULL, */
    const char *text;
} specials[] = {
    {"ruleset", NULL, "drawn"},
    {"title", NULL, "Drawn by lot"},
    {"names", put_names, NULL},
    {"seats", put_seats, NULL},
    {"setup.position", put_position, NULL},
    {"setup.zones", put_zones, NULL},
    {"support.except", put_except, NULL},
    {"combat.outcomes", put_outcomes, NULL},
    {"combat.needs", put_needs, NULL},
    {"combat.dice", put_combat_dice, NULL},
    {"combat.attacker-adds", put_attacker_adds, NULL},
    {"pieces.*.dice", put_combat_dice, NULL},
    {"removed.cells", put_cells, NULL},
    {"turn.moves", put_moves, NULL},
    {"turn.roll.dice", put_roll_dice, NULL},
    {"turn.roll.faces", put_roll_faces, NULL},
    {"columns", put_columns, NULL},
    {"rules", NULL, "{G-1: The rule}"},
    {"cite", NULL, "{move: G-1}"},
    {"setup.army.king", NULL, "1"},
};

/* ---- any value ------------------------------------------------------------------------------- */

static void put_number(struct draw *r, const struct schema_row *row, char *out) {
    int most = row->high - row->low;
    most = chance(r, 6) || most < 6 ? most : 6;
    if (row->high == INFINITE && chance(r, 6))
        sprintf(out, "infinite");
    else
        sprintf(out, "%d", row->low + (int)dice_below(r->d, (unsigned)most + 1));
}

/* Draws the value of a key; false: it has none (another ruleset, options). */
static bool draw_value(struct draw *r, struct key *key) {
    const struct schema_row *row = key->row;
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (strcmp(specials[i].path, row->path) == 0) {
            if (specials[i].put != NULL)
                specials[i].put(r, key->value);
            else
                sprintf(key->value, "%s", specials[i].text);
            return true;
        }
    if (is_axis(key))
        sprintf(key->value, "%s", row->words[key->word]);
    else if (row->kind == VALUE_BOOL)
        sprintf(key->value, chance(r, 3) ? "false" : "true");
    else if (row->kind == VALUE_TYPE)
        sprintf(key->value, "%s", schema_types[any_type(r)]);
    else if (row->kind == VALUE_TYPES)
        put_types(r, key->value);
    else if (row->kind == VALUE_TEXT && of_piece(row))
        sprintf(key->value, "drawn %s", schema_types[key->type]);
    else if (row->kind < VALUE_ID)
        put_number(r, row, key->value);
    else
        return false;
    return true;
}

static void draw_board(struct draw *r) {
    bool siege = word_of(r, "movement.kind") == MOVEMENT_ORTHOGONAL;
    r->files = siege && chance(r, 2) ? 6 + dice_below(r->d, 7) : 8;
    r->ranks = siege && chance(r, 2) ? 6 + dice_below(r->d, 7) : 8;
    r->seats = siege && word_of(r, "setup.kind") == SETUP_FREE && chance(r, 3) ? 4 : 2;
    r->die = 2 + dice_below(r->d, chance(r, 4) ? 19 : 6);
    r->types = 1u << XPGN_KING | 1u << XPGN_PAWN;
    for (unsigned t = XPGN_KNIGHT; t < XPGN_KING; t++)
        r->types |= (unsigned)!chance(r, 6) << t;
}

static void set(struct draw *r, const char *path, unsigned value) {
    struct key *key = key_of(r, path);
    key->used = true;
    sprintf(key->value, "%u", value);
}

/* True if the row and all mappings around it have a meaning with the mechanisms drawn. */
static bool applies(struct draw *r, const struct schema_row *row) {
    for (size_t i = 0; i < schema_row_count; i++) {
        const struct schema_row *map = &schema_rows[i];
        size_t n = strlen(map->path);
        bool around = map == row || (map->kind == VALUE_MAP &&
                                     strncmp(map->path, row->path, n) == 0 && row->path[n] == '.');
        if (around && map->kinds != 0 && !(map->kinds >> word_of(r, map->axis_path) & 1))
            return false;
    }
    return true;
}

static void draw_values(struct draw *r) {
    for (unsigned i = 0; i < r->keys; i++) {
        struct key *key = &r->key[i];
        bool there = key->type == XPGN_NO_TYPE || (r->types >> key->type & 1);
        if (!is_axis(key))
            key->used = there && applies(r, key->row) && (key->row->required || chance(r, 2));
        key->used = draw_value(r, key) && key->used;
    }
    set(r, "board.files", r->files);
    set(r, "board.ranks", r->ranks);
    set(r, "die", r->die);
    if (word_of(r, "turn.roll.means") != ROLL_NOTHING) { /* kings are captured there */
        struct key *lost = key_of(r, "ending.lost-with");
        lost->used = true;
        sprintf(lost->value, "[king]");
    }
    key_of(r, "setup.position")->used = word_of(r, "setup.kind") != SETUP_FREE;
}

/* ---- YAML ------------------------------------------------------------------------------------ */

/* Writes the keys below a path, "setup." or "", as lines; of pieces, those of one type. */
static void put_below(struct draw *r, xpgn_buffer *b, const char *path, unsigned type, int depth) {
    size_t skip = strlen(path);
    for (unsigned i = 0; i < r->keys; i++) {
        struct key *key = &r->key[i];
        if (!key->used || key->type != type || strncmp(key->row->path, path, skip) != 0)
            continue;
        const char *rest = key->row->path + skip;
        if (strchr(rest, '.') == NULL) {
            key->from = b->size;
            xpgn_buffer_printf(b, "%*s%s: %s\n", depth * 2, "", rest, key->value);
            key->to = b->size;
        }
    }
    for (size_t i = 0; i < schema_row_count; i++) {
        const struct schema_row *map = &schema_rows[i];
        char below[80];
        bool direct = map->kind == VALUE_MAP && strncmp(map->path, path, skip) == 0 &&
                      strlen(map->path) > skip && strchr(map->path + skip, '.') == NULL;
        bool any = false;
        if (!direct || strcmp(map->path, "pieces") == 0)
            continue;
        snprintf(below, sizeof below, "%s.", map->path);
        for (unsigned k = 0; k < r->keys; k++)
            any |= r->key[k].used && r->key[k].type == type &&
                   strncmp(r->key[k].row->path, below, strlen(below)) == 0;
        if (!any)
            continue;
        xpgn_buffer_printf(b, "%*s%s:\n", depth * 2, "", map->path + skip);
        put_below(r, b, below, type, depth + 1);
    }
}

static void put_yaml(struct draw *r, xpgn_buffer *b) {
    xpgn_buffer_clear(b);
    put_below(r, b, "", XPGN_NO_TYPE, 0);
    xpgn_buffer_text(b, "pieces:\n");
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++) {
        size_t before = b->size;
        if (!(r->types >> t & 1))
            continue;
        xpgn_buffer_printf(b, "  %s:\n", schema_types[t]);
        size_t head = b->size;
        put_below(r, b, prefix, t, 2);
        if (b->size > head)
            continue;
        b->size = before;
        xpgn_buffer_printf(b, "  %s: {}\n", schema_types[t]);
    }
}

/* ---- what the loader says -------------------------------------------------------------------- */

/* Leaves out the key at that place, which has no meaning; false: it is an axis, or none. */
static bool leave_out(struct draw *r, size_t at) {
    for (unsigned i = 0; i < r->keys; i++) {
        struct key *key = &r->key[i];
        if (!key->used || at < key->from || at >= key->to)
            continue;
        bool may = !is_axis(key) && !key->row->required;
        key->used = key->used && !may;
        return may;
    }
    return false;
}

/* Leaves out what the finding names first, 'pieces.*.wounded' or 'least', of the piece at that
   place. */
static bool leave_named(struct draw *r, const char *text, size_t at) {
    const char *name = strchr(text, '\'');
    unsigned type = XPGN_NO_TYPE;
    bool left = false;
    if (name == NULL || strstr(text, "requires") != NULL)
        return false;
    size_t n = strcspn(++name, "'"), next = SIZE_MAX;
    for (unsigned i = 0; i < r->keys; i++)
        if (r->key[i].used && r->key[i].from >= at && r->key[i].from < next) {
            next = r->key[i].from;
            type = r->key[i].type;
        }
    for (unsigned i = 0; i < r->keys; i++) {
        struct key *key = &r->key[i];
        const char *path = key->row->path;
        const char *last = of_piece(key->row) ? path + sizeof prefix - 1 : path;
        bool named = (strncmp(path, name, n) == 0 && (path[n] == '.' || path[n] == '\0')) ||
                     (strncmp(last, name, n) == 0 && (last[n] == '.' || last[n] == '\0'));
        if (!key->used || !named || is_axis(key) || (of_piece(key->row) && key->type != type))
            continue;
        key->used = false;
        left = true;
    }
    return left;
}

/* Draws the keys that a finding names as required: "'knight' requires 'wounded.attack'". */
static bool take_in(struct draw *r, const char *text) {
    const char *name = strstr(text, "requires '");
    bool found = false;
    name = name != NULL                    ? name + 10
           : strstr(text, "missing key '") ? strstr(text, "key '") + 5
                                           : NULL;
    for (unsigned i = 0; name != NULL && i < r->keys; i++) {
        struct key *key = &r->key[i];
        const char *path = key->row->path + (of_piece(key->row) ? sizeof prefix - 1 : 0);
        const char *last = strrchr(path, '.') != NULL ? strrchr(path, '.') + 1 : path;
        size_t n = strcspn(name, "'");
        bool named = (strlen(path) == n && strncmp(path, name, n) == 0) ||
                     (strlen(last) == n && strncmp(last, name, n) == 0 && !of_piece(key->row));
        bool there = key->type == XPGN_NO_TYPE ||
                     (text[0] == '\'' && strncmp(text + 1, schema_types[key->type],
                                                 strlen(schema_types[key->type])) == 0);
        if (named && there && !key->used) {
            key->used = found = true;
            (void)draw_value(r, key);
        }
    }
    return found;
}

/* Draws the values at that place again: of the key there, or of the piece that begins there. */
static bool draw_again(struct draw *r, size_t at) {
    unsigned type = XPGN_NO_TYPE;
    size_t next = SIZE_MAX;
    for (unsigned i = 0; i < r->keys; i++)
        if (r->key[i].used && r->key[i].to > at && r->key[i].from < next) {
            next = r->key[i].from;
            type = r->key[i].type;
        }
    bool any = false;
    for (unsigned i = 0; i < r->keys; i++) {
        struct key *key = &r->key[i];
        bool here = type != XPGN_NO_TYPE ? key->type == type : key->from == next;
        if (key->used && here && !is_axis(key))
            any |= draw_value(r, key);
    }
    return any;
}

/* Mends what the loader refuses, a key at a time. */
static bool mend(struct draw *r, const xpgn_catalog *catalog) {
    size_t count;
    bool mended = false;
    const xpgn_finding *list = xpgn_catalog_findings(catalog, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR)
            mended |= take_in(r, list[i].text) || leave_out(r, list[i].place.offset) ||
                      leave_named(r, list[i].text, list[i].place.offset) ||
                      draw_again(r, list[i].place.offset);
    return mended;
}

static const xpgn_ruleset *loaded(const xpgn_buffer *yaml, xpgn_catalog **catalog) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice none = {"", 0}, unknown;
    ck_assert_int_eq(xpgn_catalog_new(catalog), XPGN_OK);
    if (xpgn_catalog_add(*catalog, (xpgn_slice){yaml->data, yaml->size}) == XPGN_OK)
        ck_assert_int_eq(xpgn_catalog_find(*catalog, slice_of("drawn"), none, &rs, &unknown),
                         XPGN_OK);
    return rs;
}

/* One draw, mended as far as that goes; NULL: what was drawn contradicts itself in another way. */
static const xpgn_ruleset *drawn(struct dice *d, const struct wanted_pair *pair,
                                 xpgn_catalog **catalog, xpgn_buffer *yaml) {
    struct draw r = {.d = d};
    const xpgn_ruleset *rs = NULL;
    list_keys(&r);
    if (!draw_words(&r, pair))
        return NULL;
    draw_board(&r);
    draw_values(&r);
    for (unsigned n = 0; rs == NULL && n < REPAIRS; n++) {
        put_yaml(&r, yaml);
        rs = loaded(yaml, catalog);
        if (rs == NULL && !mend(&r, *catalog))
            n = REPAIRS;
        if (rs == NULL)
            xpgn_catalog_free(*catalog);
    }
    return rs;
}

const xpgn_ruleset *random_ruleset(struct dice *d, const struct wanted_pair *pair,
                                   xpgn_catalog **catalog, xpgn_buffer *yaml) {
    const xpgn_ruleset *rs = NULL;
    for (unsigned n = 0; rs == NULL && n < TRIES; n++)
        rs = drawn(d, pair, catalog, yaml);
    return rs;
}

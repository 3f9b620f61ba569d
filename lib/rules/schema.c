/* SPDX-License-Identifier: MIT */
#include "rules/schema.h"

#include <string.h>

#include "rules/build.h"

static const char *const setup_words[] = {"fixed", "shuffled", "free", NULL};
static const char *const movement_words[] = {"chess", "queen-line", "orthogonal", NULL};
static const char *const castling_words[] = {"none", "standard", "chess960", NULL};
static const char *const safety_words[] = {"none", "no-step-into-attack", "not-left-attacked",
                                           NULL};
static const char *const support_words[] = {"none", "values", "dice", "adjacent", NULL};
static const char *const combat_words[] = {"capture", "margin", "pools", "duel", "overwhelm", NULL};
static const char *const removed_words[] = {"gone", "kept", "prisoner", NULL};
static const char *const turn_words[] = {"one-action", "choice", "several-moves", NULL};
static const char *const first_words[] = {"first-seat", "roll-off", NULL};
static const char *const arrival_words[] = {"stay", "promote", "rescue", "on-capture", NULL};
static const char *const no_action_words[] = {"draw", "points", "loss", "mate-or-stalemate", NULL};
static const char *const succession_words[] = {"none", "queen", NULL};

const char *const schema_types[] = {"-", "pawn", "knight", "bishop", "rook", "queen", "king", NULL};
const char *const schema_columns[] = {"attack", "defense", "support", "points",
                                      "bonus",  "leader",  "speed",   NULL};
/* In the order of enum cite. */
const char *const schema_facets[] = {
    "move",     "pawn",    "castling",  "safety",       "attack",          "count",      "total",
    "dice",     "fate",    "wound",     "king-attacks", "king-attacked",   "en-passant", "shot",
    "run",      "arrival", "choice",    "turn-roll",    "challenge-after", "go-on",      "prisoner",
    "teleport", "escape",  "transform", "first",        "setup",           "reinforce",  "route",
    "moves",    "seats",   "king-lost", "alone",        "no-action",       "immobile",   NULL};

#define IN(field) .offset = offsetof(xpgn_ruleset, field)
#define PIECE(field) .offset = offsetof(struct piece_rules, field)
#define ONLY(field, mask)                                                                          \
    .axis = offsetof(xpgn_ruleset, field), .axis_path = #field ".kind", .kinds = (mask)
#define AT(value) (1u << (value))
#define MAP(p)                                                                                     \
    { .path = (p), .kind = VALUE_MAP }
#define ATTRIBUTE(p, field)                                                                        \
    { .path = "pieces.*." p, .kind = VALUE_SHORT, .high = 99, PIECE(field) }

/* Alphabetic order is not needed; the order is that of xpgn-ruleset(5). */
const struct schema_row schema_rows[] = {
    {"ruleset", VALUE_ID, .required = true, IN(id)},
    {"title", VALUE_TEXT, .required = true, IN(title)},
    {"version", VALUE_INT, .required = true, .low = 1, .high = 9999, IN(version)},
    {"names", VALUE_OTHER, .read = read_names},
    {"extends", VALUE_ID, .offset = SCHEMA_NOWHERE},
    MAP("board"),
    {"board.files", VALUE_BYTE, .required = true, .low = 4, .high = XPGN_MAX_FILES,
     IN(geometry.files)},
    {"board.ranks", VALUE_BYTE, .required = true, .low = 4, .high = 12, IN(geometry.ranks)},
    {"seats", VALUE_OTHER, .required = true, .read = read_seats},
    {"die", VALUE_BYTE, .low = 2, .high = 20, IN(die)},
    MAP("setup"),
    {"setup.kind", VALUE_WORD, .required = true, IN(setup), .words = setup_words},
    {"setup.position", VALUE_OTHER, .read = read_position, .stage = STAGE_LATE},
    {"setup.zones", VALUE_OTHER, .read = read_zones, .stage = STAGE_LATE,
     ONLY(setup, AT(SETUP_FREE))},
    {"setup.army", VALUE_MAP, ONLY(setup, AT(SETUP_FREE))},
    {"setup.army.pawn", VALUE_BYTE, .high = 40, IN(army.count[XPGN_PAWN])},
    {"setup.army.knight", VALUE_BYTE, .high = 40, IN(army.count[XPGN_KNIGHT])},
    {"setup.army.bishop", VALUE_BYTE, .high = 40, IN(army.count[XPGN_BISHOP])},
    {"setup.army.rook", VALUE_BYTE, .high = 40, IN(army.count[XPGN_ROOK])},
    {"setup.army.queen", VALUE_BYTE, .high = 40, IN(army.count[XPGN_QUEEN])},
    {"setup.army.king", VALUE_BYTE, .high = 40, IN(army.count[XPGN_KING])},
    {"setup.army.choose", VALUE_BYTE, .high = 40, IN(army.choose)},
    {"setup.army.from", VALUE_TYPES, IN(army.choose_from)},
    MAP("movement"),
    {"movement.kind", VALUE_WORD, .required = true, IN(movement), .words = movement_words},
    {"movement.double-step", VALUE_BOOL, IN(double_step), ONLY(movement, AT(MOVEMENT_CHESS))},
    {"movement.en-passant", VALUE_BOOL, IN(geometry.en_passant),
     ONLY(movement, AT(MOVEMENT_CHESS))},
    {"movement.castling", VALUE_CHOICE, IN(geometry.castling), .words = castling_words,
     ONLY(movement, AT(MOVEMENT_CHESS))},
    MAP("safety"),
    {"safety.kind", VALUE_WORD, .required = true, IN(safety), .words = safety_words},
    MAP("support"),
    {"support.kind", VALUE_WORD, .required = true, IN(support), .words = support_words},
    {"support.except", VALUE_OTHER, .read = read_except,
     ONLY(support, AT(SUPPORT_VALUES) | AT(SUPPORT_DICE))},
    MAP("combat"),
    {"combat.kind", VALUE_WORD, .required = true, IN(combat), .words = combat_words},
    {"combat.outcomes", VALUE_OTHER, .read = read_outcomes, ONLY(combat, AT(COMBAT_MARGIN))},
    {"combat.single-die", VALUE_MAP, ONLY(combat, AT(COMBAT_POOLS))},
    {"combat.single-die.pieces", VALUE_TYPES, IN(single_die)},
    {"combat.single-die.fails-up-to", VALUE_BYTE, .high = 19, IN(single_fails)},
    {"combat.shooting", VALUE_BOOL, IN(shooting), ONLY(combat, AT(COMBAT_POOLS))},
    {"combat.suicide-run", VALUE_BOOL, IN(suicide_run), ONLY(combat, AT(COMBAT_POOLS))},
    MAP("removed"),
    {"removed.kind", VALUE_WORD, .required = true, IN(removed), .words = removed_words},
    {"removed.cells", VALUE_OTHER, .read = read_cells, .stage = STAGE_LATE,
     ONLY(removed, AT(REMOVED_PRISONER))},
    MAP("turn"),
    {"turn.kind", VALUE_WORD, .required = true, IN(turn), .words = turn_words},
    {"turn.first", VALUE_CHOICE, IN(roll_off), .words = first_words},
    {"turn.moves", VALUE_OTHER, .read = read_moves, .stage = STAGE_LATE,
     ONLY(turn, AT(TURN_SEVERAL_MOVES))},
    {"teleport", VALUE_MAP, ONLY(turn, AT(TURN_CHOICE))},
    {"teleport.reach", VALUE_SHORT, .low = 1, .high = 99, IN(teleport_reach)},
    {"teleport.exactly", VALUE_BOOL, IN(teleport_exact)},
    {"escape", VALUE_MAP, ONLY(turn, AT(TURN_CHOICE))},
    {"escape.reach", VALUE_SHORT, .low = 1, .high = 99, IN(release_reach)},
    {"transform", VALUE_MAP, ONLY(combat, AT(COMBAT_DUEL))},
    {"transform.piece", VALUE_TYPE, IN(transform_from)},
    {"transform.removes", VALUE_TYPE, IN(transform_kills)},
    {"transform.becomes", VALUE_TYPE, IN(transform_to)},
    MAP("arrival"),
    {"arrival.kind", VALUE_WORD, .required = true, IN(arrival), .words = arrival_words},
    MAP("ending"),
    {"ending.lost-with", VALUE_TYPES, IN(fatal)},
    {"ending.lost-without-leaders", VALUE_BOOL, IN(leaders_lost)},
    {"ending.succession", VALUE_CHOICE, IN(succession), .words = succession_words},
    {"ending.alone-loses", VALUE_BOOL, IN(alone_loses)},
    {"ending.no-action", VALUE_WORD, IN(no_action), .words = no_action_words},
    {"columns", VALUE_OTHER, .read = read_columns},
    MAP("pieces"),
    MAP("pieces.*"),
    {"pieces.*.name", VALUE_TEXT, PIECE(name)},
    ATTRIBUTE("attack", attack[0]),
    ATTRIBUTE("defense", defense[0]),
    ATTRIBUTE("support", support[0]),
    {"pieces.*.points", VALUE_SHORT, .high = INFINITE, PIECE(points)},
    ATTRIBUTE("bonus", bonus),
    {"pieces.*.leader", VALUE_BOOL, PIECE(leader)},
    {"pieces.*.speed", VALUE_SHORT, .high = 2, PIECE(speed)},
    MAP("pieces.*.wounded"),
    ATTRIBUTE("wounded.attack", attack[1]),
    ATTRIBUTE("wounded.defense", defense[1]),
    ATTRIBUTE("wounded.support", support[1]),
    {"pieces.*.least", VALUE_BYTE, .high = 40, PIECE(least)},
    {"pieces.*.most", VALUE_BYTE, .low = 1, .high = 40, PIECE(most)},
    {"pieces.*.promotes-to", VALUE_TYPES, PIECE(promotes_to)},
    {"pieces.*.charge", VALUE_SHORT, .high = 99, PIECE(charge)},
    {"pieces.*.charge-proof", VALUE_BOOL, PIECE(charge_proof)},
    {"pieces.*.inspires", VALUE_SHORT, .high = 99, PIECE(inspires)},
    {"pieces.*.reinforces", VALUE_BOOL, PIECE(reinforces)},
    {"pieces.*.route", VALUE_BOOL, PIECE(route)},
    {"pieces.*.shoots", VALUE_BOOL, PIECE(shoots)},
    {"pieces.*.runs", VALUE_BOOL, PIECE(runs)},
    {"pieces.*.immobile", VALUE_BOOL, PIECE(immobile)},
    {"pieces.*.leaps", VALUE_BOOL, PIECE(leaps)},
    {"rules", VALUE_OTHER, .required = true, .read = read_rules},
    {"cite", VALUE_OTHER, .required = true, .read = read_cite, .stage = STAGE_LATE},
    {"options", VALUE_OTHER, .read = read_options},
};
const size_t schema_row_count = sizeof schema_rows / sizeof *schema_rows;

const struct schema_row *schema_find(const char *path) {
    for (size_t i = 0; i < schema_row_count; i++)
        if (strcmp(schema_rows[i].path, path) == 0)
            return &schema_rows[i];
    return NULL;
}

int schema_word(const char *const *words, const char *text) {
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], text) == 0)
            return i;
    return -1;
}

enum { NEAR_LENGTH = 32, NEAR_EDITS = 2 };

static unsigned least(unsigned a, unsigned b, unsigned c) {
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Edits (letter put in, left out, replaced) from one word to another. */
static unsigned edits(const char *a, const char *b) {
    unsigned row[NEAR_LENGTH + 1];
    size_t n = strlen(b);
    for (unsigned j = 0; j <= n; j++)
        row[j] = j;
    for (unsigned i = 1; a[i - 1]; i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            unsigned above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, corner + (a[i - 1] != b[j - 1]));
            corner = above;
        }
    }
    return row[n];
}

const char *schema_nearest(const char *const *words, const char *text) {
    const char *best = NULL;
    unsigned best_edits = NEAR_EDITS + 1;
    if (strlen(text) > NEAR_LENGTH)
        return NULL;
    for (; *words; words++) {
        if (strlen(*words) > NEAR_LENGTH)
            continue;
        unsigned e = edits(text, *words);
        if (e < best_edits && e < strlen(text)) {
            best_edits = e;
            best = *words;
        }
    }
    return best;
}

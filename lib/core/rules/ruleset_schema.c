/* SPDX-License-Identifier: MIT */
#include "core/rules/ruleset_schema.h"

#include <string.h>

static const char *const setup_words[] = {"fixed", "shuffled", "free", NULL};
static const char *const movement_words[] = {"chess", "queen-line", "orthogonal", NULL};
static const char *const castling_words[] = {"none", "standard", "chess960", NULL};
static const char *const safety_words[] = {"none", "no-step-into-attack", "not-left-attacked",
                                           "castling-only", NULL};
static const char *const support_words[] = {"none", "values", "dice", "adjacent", NULL};
static const char *const combat_words[] = {"capture", "margin",  "pools", "duel", "overwhelm",
                                           "table",   "contest", "blow",  NULL};
static const char *const answer_words[] = {"none", "hits-before", NULL};
static const char *const rounds_words[] = {"one", "attackers-choice", NULL};
static const char *const removed_words[] = {"gone", "kept", "prisoner", NULL};
static const char *const turn_words[] = {"one-action", "choice", "several-moves", NULL};
static const char *const roll_words[] = {"nothing", "types", "at-most", NULL};
static const char *const spend_words[] = {"one", "each", NULL};
static const char *const equal_words[] = {"nothing", "any-piece", NULL};
static const char *const useless_words[] = {"pass", "again", NULL};
static const char *const roll_castling_words[] = {"king", "either", "both", NULL};
static const char *const roll_arrival_words[] = {"pawn", "shown", NULL};
static const char *const first_words[] = {"first-seat", "roll-off", NULL};
static const char *const arrival_words[] = {"stay", "promote", "rescue", "on-capture", NULL};
static const char *const no_action_words[] = {"draw", "points", "loss", "mate-or-stalemate",
                                              "pass", NULL};
static const char *const succession_words[] = {"none", "queen", NULL};

const char *const schema_types[] = {"-", "pawn", "knight", "bishop", "rook", "queen", "king", NULL};
const char *const schema_columns[] = {"attack", "defense", "support", "points",
                                      "bonus",  "leader",  "speed",   NULL};
/* In the order of enum cite. */
const char *const schema_facets[] = {"move",       "pawn",         "castling",
                                     "safety",     "attack",       "count",
                                     "total",      "dice",         "fate",
                                     "wound",      "king-attacks", "king-attacked",
                                     "en-passant", "shot",         "run",
                                     "arrival",    "choice",       "turn-roll",
                                     "spend",      "pass",         "challenge-after",
                                     "go-on",      "prisoner",     "teleport",
                                     "escape",     "transform",    "first",
                                     "setup",      "reinforce",    "route",
                                     "moves",      "seats",        "king-lost",
                                     "alone",      "no-action",    "immobile",
                                     NULL};

#define IN(field) .offset = offsetof(xpgn_ruleset, field)
#define PIECE(field) .offset = offsetof(struct piece_rules, field)
#define ONLY(axis, mask) .axis_path = #axis ".kind", .kinds = (mask)
#define AT(value) (1u << (value))
#define AT2(a, b) (AT(a) | AT(b))
#define AT3(a, b, c) (AT(a) | AT(b) | AT(c))
/* Which readers know the key. Without KNOWN only the walk does. */
#define KNOWN(chess, combat, turns)                                                                \
    .known = {                                                                                     \
        [FAST_PATH_CHESS] = (chess), [FAST_PATH_COMBAT] = (combat), [FAST_PATH_TURNS] = (turns)}
#define ANY ~0u
#define ALL KNOWN(ANY, ANY, ANY)
#define ALL_CHESS KNOWN(ANY, ANY, 0)
#define FIGHTS KNOWN(0, ANY, ANY)
#define COMBAT KNOWN(0, ANY, 0)
#define TURNS KNOWN(0, 0, ANY)
#define MAP(p)                                                                                     \
    { .path = (p), .kind = VALUE_MAP }
#define ARMY(p, field)                                                                             \
    { .path = "setup.army." p, .kind = VALUE_BYTE, .high = ARMY_MOST, IN(army.field), TURNS }
#define ATTRIBUTE(p, field, only)                                                                  \
    { .path = "pieces.*." p, .kind = VALUE_SHORT, .high = 99, PIECE(field), FIGHTS, only }
#define IN_VALUES ONLY(combat, AT3(COMBAT_MARGIN, COMBAT_POOLS, COMBAT_OVERWHELM))
#define IN_POOLS ONLY(combat, AT(COMBAT_POOLS))
#define IN_CONTEST ONLY(combat, AT(COMBAT_CONTEST))
#define IN_BLOW ONLY(combat, AT(COMBAT_BLOW))
#define IN_TABLE ONLY(combat, AT(COMBAT_TABLE))
#define IN_DUEL ONLY(combat, AT(COMBAT_DUEL))
#define IN_LINES ONLY(movement, AT(MOVEMENT_QUEEN_LINE))
#define IN_ROLL(mask) .axis_path = "turn.roll.means", .kinds = (mask)
#define IN_TYPES IN_ROLL(AT(ROLL_TYPES))
#define IN_ACTORS IN_ROLL(AT2(ROLL_TYPES, ROLL_AT_MOST))
#define ROLL_WORD(p, field, list, only)                                                            \
    {                                                                                              \
        .path = "turn.roll." p, .kind = VALUE_CHOICE, IN(roll.field), .words = (list),             \
        .later = true, only                                                                        \
    }
#define IN_SIEGE ONLY(movement, AT(MOVEMENT_ORTHOGONAL))

/* In the order of xpgn-ruleset(5). */
const struct schema_row schema_rows[] = {
    {"ruleset", VALUE_ID, .required = true, IN(id), ALL},
    {"title", VALUE_TEXT, .required = true, IN(title), ALL},
    {"version", VALUE_INT, .required = true, .low = 1, .high = 9999, IN(version), ALL},
    {"names", VALUE_LIST, ALL},
    {"extends", VALUE_ID, .offset = SCHEMA_NOWHERE, ALL},
    MAP("board"),
    {"board.files", VALUE_BYTE, .required = true, .low = 4, .high = XPGN_MAX_FILES,
     IN(geometry.files), ALL},
    {"board.ranks", VALUE_BYTE, .required = true, .low = 4, .high = 12, IN(geometry.ranks), ALL},
    {"seats", VALUE_LIST, .required = true, ALL},
    {"die", VALUE_BYTE, .low = 2, .high = 20, IN(die), ALL},
    MAP("setup"),
    {"setup.kind", VALUE_WORD, .required = true, IN(setup), .words = setup_words,
     KNOWN(AT2(SETUP_FIXED, SETUP_SHUFFLED), AT2(SETUP_FIXED, SETUP_SHUFFLED),
           AT2(SETUP_FIXED, SETUP_FREE))},
    {"setup.position", VALUE_SCALAR, .late = true, ALL},
    {"setup.zones", VALUE_TABLE, .required = true, .late = true, ONLY(setup, AT(SETUP_FREE)),
     TURNS},
    {"setup.army", VALUE_MAP, ONLY(setup, AT(SETUP_FREE))},
    ARMY("pawn", count[XPGN_PAWN]),
    ARMY("knight", count[XPGN_KNIGHT]),
    ARMY("bishop", count[XPGN_BISHOP]),
    ARMY("rook", count[XPGN_ROOK]),
    ARMY("queen", count[XPGN_QUEEN]),
    ARMY("king", count[XPGN_KING]),
    ARMY("choose", choose),
    {"setup.army.from", VALUE_TYPES, IN(army.choose_from), TURNS},
    MAP("movement"),
    {"movement.kind", VALUE_WORD, .required = true, IN(movement), .words = movement_words,
     KNOWN(AT(MOVEMENT_CHESS), AT(MOVEMENT_CHESS), AT2(MOVEMENT_QUEEN_LINE, MOVEMENT_ORTHOGONAL))},
    {"movement.double-step", VALUE_BOOL, IN(double_step), ONLY(movement, AT(MOVEMENT_CHESS)),
     ALL_CHESS},
    {"movement.en-passant", VALUE_BOOL, IN(geometry.en_passant), ONLY(movement, AT(MOVEMENT_CHESS)),
     ALL_CHESS},
    {"movement.castling", VALUE_CHOICE, IN(geometry.castling), .words = castling_words,
     ONLY(movement, AT(MOVEMENT_CHESS)),
     KNOWN(AT3(CASTLING_NONE, CASTLING_STANDARD, CASTLING_960),
           AT3(CASTLING_NONE, CASTLING_STANDARD, CASTLING_960), 0)},
    MAP("safety"),
    {"safety.kind", VALUE_WORD, .required = true, IN(safety), .words = safety_words,
     KNOWN(AT(SAFETY_NOT_LEFT), AT2(SAFETY_NONE, SAFETY_NO_STEP), AT(SAFETY_NONE))},
    MAP("support"),
    {"support.kind", VALUE_WORD, .required = true, IN(support), .words = support_words,
     KNOWN(AT(SUPPORT_NONE), AT3(SUPPORT_NONE, SUPPORT_VALUES, SUPPORT_DICE),
           AT2(SUPPORT_NONE, SUPPORT_ADJACENT))},
    {"support.except", VALUE_LIST, ONLY(support, AT2(SUPPORT_VALUES, SUPPORT_DICE)), COMBAT},
    MAP("combat"),
    {"combat.kind", VALUE_WORD, .required = true, IN(combat), .words = combat_words,
     KNOWN(AT(COMBAT_CAPTURE), AT3(COMBAT_MARGIN, COMBAT_POOLS, COMBAT_DUEL),
           AT2(COMBAT_DUEL, COMBAT_OVERWHELM))},
    {"combat.outcomes", VALUE_LIST, .required = true,
     ONLY(combat, AT2(COMBAT_MARGIN, COMBAT_CONTEST)), COMBAT},
    {"combat.dice", VALUE_OTHER, .late = true, IN_CONTEST},
    {"combat.attacker-adds", VALUE_SCALAR, .late = true, IN_CONTEST},
    {"combat.rounds", VALUE_CHOICE, IN(rounds), .words = rounds_words, .later = true, IN_CONTEST},
    {"combat.answer", VALUE_CHOICE, IN(answers), .words = answer_words, .later = true, IN_BLOW},
    {"combat.needs", VALUE_TABLE, .required = true, .late = true, IN_TABLE},
    {"combat.harmless-miss", VALUE_BOOL, IN(miss_harmless), .later = true, IN_TABLE},
    {"combat.single-die", VALUE_MAP, IN_POOLS},
    {"combat.single-die.pieces", VALUE_TYPES, IN(single_die), COMBAT},
    {"combat.single-die.fails-up-to", VALUE_BYTE, .high = 19, IN(single_fails), COMBAT},
    {"combat.shooting", VALUE_BOOL, IN(shooting), IN_POOLS, COMBAT},
    {"combat.suicide-run", VALUE_BOOL, IN(suicide_run), IN_POOLS, COMBAT},
    MAP("removed"),
    {"removed.kind", VALUE_WORD, .required = true, IN(removed), .words = removed_words,
     KNOWN(AT(REMOVED_GONE), AT2(REMOVED_GONE, REMOVED_KEPT), AT2(REMOVED_GONE, REMOVED_PRISONER))},
    {"removed.cells", VALUE_TABLE, .required = true, .late = true,
     ONLY(removed, AT(REMOVED_PRISONER)), TURNS},
    MAP("turn"),
    {"turn.kind", VALUE_WORD, .required = true, IN(turn), .words = turn_words,
     KNOWN(AT(TURN_ONE_ACTION), AT(TURN_ONE_ACTION), AT2(TURN_CHOICE, TURN_SEVERAL_MOVES))},
    {"turn.first", VALUE_CHOICE, IN(roll_off), .words = first_words,
     KNOWN(AT(false), AT(false), AT2(false, true))},
    {"turn.moves", VALUE_OTHER, .required = true, .late = true, ONLY(turn, AT(TURN_SEVERAL_MOVES)),
     TURNS},
    MAP("turn.roll"),
    {"turn.roll.means", VALUE_WORD, IN(roll.means), .words = roll_words, .later = true,
     KNOWN(AT(ROLL_NOTHING), AT(ROLL_NOTHING), AT(ROLL_NOTHING))},
    {"turn.roll.dice", VALUE_SCALAR, .required = true, .late = true, IN_ACTORS},
    {"turn.roll.faces", VALUE_LIST, .required = true, .late = true, IN_TYPES},
    ROLL_WORD("spend", each, spend_words, IN_TYPES),
    ROLL_WORD("equal", equal_frees, equal_words, IN_TYPES),
    ROLL_WORD("useless", again, useless_words, IN_ACTORS),
    ROLL_WORD("castling", castling, roll_castling_words, IN_TYPES),
    ROLL_WORD("arrival", arrival_shown, roll_arrival_words, IN_TYPES),
    {"teleport", VALUE_MAP, ONLY(turn, AT(TURN_CHOICE))},
    {"teleport.reach", VALUE_SHORT, .low = 1, .high = 99, IN(teleport_reach), TURNS},
    {"teleport.exactly", VALUE_BOOL, IN(teleport_exact), TURNS},
    {"escape", VALUE_MAP, ONLY(turn, AT(TURN_CHOICE))},
    {"escape.reach", VALUE_SHORT, .low = 1, .high = 99, IN(release_reach), TURNS},
    {"transform", VALUE_MAP, IN_DUEL},
    {"transform.piece", VALUE_TYPE, IN(transform_from), FIGHTS},
    {"transform.removes", VALUE_TYPE, IN(transform_kills), FIGHTS},
    {"transform.becomes", VALUE_TYPE, IN(transform_to), FIGHTS},
    MAP("arrival"),
    {"arrival.kind", VALUE_WORD, .required = true, IN(arrival), .words = arrival_words,
     KNOWN(AT(ARRIVAL_PROMOTE), AT3(ARRIVAL_STAY, ARRIVAL_PROMOTE, ARRIVAL_RESCUE),
           AT2(ARRIVAL_STAY, ARRIVAL_ON_CAPTURE))},
    MAP("ending"),
    {"ending.lost-with", VALUE_TYPES, IN(fatal), FIGHTS},
    {"ending.lost-without-leaders", VALUE_BOOL, IN(leaders_lost), FIGHTS},
    {"ending.succession", VALUE_CHOICE, IN(succession), .words = succession_words,
     KNOWN(AT(false), AT2(false, true), AT2(false, true))},
    {"ending.alone-loses", VALUE_BOOL, IN(alone_loses), FIGHTS},
    {"ending.no-action", VALUE_WORD, IN(no_action), .words = no_action_words,
     ONLY(turn, ~AT(TURN_CHOICE)),
     KNOWN(AT(DECIDE_CHECK), AT3(DECIDE_DRAW, DECIDE_POINTS, DECIDE_LOSS),
           AT3(DECIDE_DRAW, DECIDE_POINTS, DECIDE_LOSS))},
    {"columns", VALUE_LIST, ALL},
    MAP("pieces"),
    MAP("pieces.*"),
    {"pieces.*.name", VALUE_TEXT, PIECE(name), ALL},
    ATTRIBUTE("attack", attack[0], IN_VALUES),
    ATTRIBUTE("defense", defense[0], IN_VALUES),
    ATTRIBUTE("support", support[0], ONLY(support, AT(SUPPORT_VALUES))),
    {"pieces.*.points", VALUE_SHORT, .high = INFINITE, PIECE(points), ALL},
    ATTRIBUTE("bonus", bonus, IN_DUEL),
    {"pieces.*.dice", VALUE_OTHER, .late = true, IN_CONTEST},
    {"pieces.*.hits", VALUE_BYTE, .low = 1, .high = UINT8_MAX, PIECE(hits), .later = true,
     ONLY(combat, AT2(COMBAT_CONTEST, COMBAT_BLOW))},
    {"pieces.*.damage", VALUE_BYTE, .low = 1, .high = UINT8_MAX, PIECE(damage), .later = true,
     IN_BLOW},
    {"pieces.*.leader", VALUE_BOOL, PIECE(leader), FIGHTS},
    {"pieces.*.speed", VALUE_SHORT, .high = ORTHO_REACH, PIECE(speed), TURNS, IN_SIEGE},
    {"pieces.*.wounded", VALUE_MAP, ONLY(combat, AT(COMBAT_MARGIN))},
    ATTRIBUTE("wounded.attack", attack[1], ),
    ATTRIBUTE("wounded.defense", defense[1], ),
    ATTRIBUTE("wounded.support", support[1], ),
    {"pieces.*.least", VALUE_BYTE, .high = ARMY_MOST, PIECE(least), ALL},
    {"pieces.*.most", VALUE_BYTE, .low = 1, .high = ARMY_MOST, PIECE(most), ALL},
    {"pieces.*.promotes-to", VALUE_TYPES, PIECE(promotes_to), ALL,
     ONLY(arrival, AT2(ARRIVAL_PROMOTE, ARRIVAL_ON_CAPTURE))},
    {"pieces.*.charge", VALUE_SHORT, .high = 99, PIECE(charge), TURNS, IN_SIEGE},
    {"pieces.*.charge-proof", VALUE_BOOL, PIECE(charge_proof), TURNS, IN_SIEGE},
    {"pieces.*.inspires", VALUE_SHORT, .high = 99, PIECE(inspires), TURNS, IN_SIEGE},
    {"pieces.*.reinforces", VALUE_BOOL, PIECE(reinforces), TURNS, IN_SIEGE},
    {"pieces.*.route", VALUE_BOOL, PIECE(route), TURNS, IN_SIEGE},
    {"pieces.*.shoots", VALUE_BOOL, PIECE(shoots), COMBAT, IN_POOLS},
    {"pieces.*.runs", VALUE_BOOL, PIECE(runs), COMBAT, IN_POOLS},
    {"pieces.*.immobile", VALUE_BOOL, PIECE(immobile), TURNS, IN_LINES},
    {"pieces.*.leaps", VALUE_BOOL, PIECE(leaps), TURNS, IN_LINES},
    {"rules", VALUE_TABLE, .required = true, ALL},
    {"cite", VALUE_TABLE, .required = true, .late = true, ALL},
    {"options", VALUE_TABLE, ALL},
};
_Static_assert(sizeof schema_rows / sizeof *schema_rows <= 160, "struct build has room for them");
const size_t schema_row_count = sizeof schema_rows / sizeof *schema_rows;

const struct schema_row *schema_find(const char *path) {
    for (size_t i = 0; i < schema_row_count; i++)
        if (strcmp(schema_rows[i].path, path) == 0)
            return &schema_rows[i];
    return NULL;
}

int schema_number(const struct schema_row *row, const void *base) {
    const uint8_t *at = (const uint8_t *)base + row->offset;
    int16_t small;
    int number;
    switch (row->kind) {
    case VALUE_INT:
    case VALUE_WORD: /* enums are as wide as int */
        memcpy(&number, at, sizeof number);
        return number;
    case VALUE_SHORT:
        memcpy(&small, at, sizeof small);
        return small;
    default:
        return *at;
    }
}

bool schema_applies(const struct schema_row *row, const xpgn_ruleset *rs) {
    return !row->kinds || (row->kinds >> schema_number(schema_find(row->axis_path), rs) & 1) != 0;
}

const char *schema_in_force(const struct schema_row *row, const xpgn_ruleset *rs) {
    const struct schema_row *axis = schema_find(row->axis_path);
    return axis->words[schema_number(axis, rs)];
}

unsigned schema_known(const struct schema_row *row, unsigned value) {
    unsigned known = 0;
    for (unsigned path = 0; path < FAST_PATHS; path++)
        known |= (row->known[path] >> value & 1) << path;
    return known;
}

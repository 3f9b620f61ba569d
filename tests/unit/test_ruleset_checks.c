/* SPDX-License-Identifier: MIT */
/* Rulesets that lack an attribute, or whose parts do not fit together, are refused. */
#include "house_rules.h"

#include "internal/text_out.h"
#include "suite.h"

#include <stdio.h>

static xpgn_catalog *rules;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_catalog_free(rules);
}

#define HEAD(parent) "ruleset: house\ntitle: House\nversion: 1\nextends: " parent "\n"

static void load_refused(const char *yaml) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown, none = {"", 0}, house = {"house", 5};
    ck_assert_msg(house_load(rules, yaml) == XPGN_INVALID, "loads: %s", yaml);
    ck_assert_int_eq(xpgn_catalog_find(rules, house, none, &rs, &unknown), XPGN_NOT_FOUND);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static const char *const pieces[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};

#define FIGHT "die: 6\nsafety: {kind: none}\n"
#define DRAW "ending: {lost-with: [king], no-action: draw}\n"

/* Plain chess with another combat: its pieces have points only. */
static const struct lack {
    const char *yaml;
    const char *columns[5]; /* that every piece lacks */
    const char *but;        /* pieces that have all they need */
} lacks[] = {
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {attacker: removed}]}\n",
     {"attack", "defense"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: margin, outcomes: [{from: 1, defender: wounded}, {attacker: removed}]}\n",
     {"attack", "defense"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {attacker: wounded}]}\n",
     {"attack", "defense"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "support: {kind: values}\n"
     "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {attacker: removed}]}\n",
     {"attack", "defense", "support"},
     ""},
    {HEAD("chess") FIGHT DRAW
     "combat: {kind: pools, single-die: {pieces: [king, queen], fails-up-to: 1}}\n",
     {"attack", "defense"},
     "queen king"},
    {HEAD("chess") FIGHT DRAW "combat: {kind: duel}\npieces: {queen: {bonus: 2}}\n",
     {"bonus"},
     "queen"},
    {HEAD("chess") FIGHT "ending: {lost-with: [king], no-action: points}\ncombat: {kind: duel}\n"
                         "pieces: {pawn: {bonus: 1}, knight: {bonus: 1}, bishop: {bonus: 1}}\n",
     {"bonus"},
     "pawn knight bishop"},
    {HEAD("five-dice") "ending: {lost-with: [king], no-action: points}\n", {"points"}, ""},
};

/* How many findings of missing keys name both, each in quotes? */
static unsigned count_missing(const char *piece, const char *column) {
    char a[30], b[30];
    size_t count;
    unsigned n = 0;
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    snprintf(a, sizeof a, "'%s'", piece);
    snprintf(b, sizeof b, "'%s'", column);
    for (size_t i = 0; i < count; i++)
        n += strcmp(list[i].code, "Y-06") == 0 && strstr(list[i].text, a) != NULL &&
             strstr(list[i].text, b) != NULL;
    return n;
}

static unsigned count_code(const char *code) {
    size_t count;
    unsigned n = 0;
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    for (size_t i = 0; i < count; i++)
        n += strcmp(list[i].code, code) == 0;
    return n;
}

START_TEST(every_attribute_that_is_missing_is_named) {
    const struct lack *row = &lacks[_i];
    unsigned expected = 0;
    load_refused(row->yaml);
    for (unsigned t = 0; t < 6; t++) {
        for (unsigned c = 0; c < 5 && row->columns[c] != NULL; c++) {
            unsigned n = strstr(row->but, pieces[t]) == NULL;
            ck_assert_msg(count_missing(pieces[t], row->columns[c]) == n, "%s of %s: %s",
                          row->columns[c], pieces[t], row->yaml);
            expected += n;
        }
    }
    ck_assert_uint_gt(expected, 0);
    ck_assert_uint_eq(count_code("Y-06"), expected);
}
END_TEST

START_TEST(with_all_attributes_they_load) {
    house_rules(rules, HEAD("chess") FIGHT DRAW
                "combat: {kind: duel}\n"
                "pieces: {pawn: {bonus: 1}, knight: {bonus: 1}, bishop: {bonus: 1},\n"
                "  rook: {bonus: 0}, queen: {bonus: 2}, king: {bonus: 0}}\n");
    house_rules(rules, HEAD("chess") FIGHT DRAW
                "combat: {kind: pools, single-die: {pieces: [king], fails-up-to: 1}}\n"
                "pieces: {pawn: {attack: 1, defense: 1}, knight: {attack: 1, defense: 2},\n"
                "  bishop: {attack: 2, defense: 1}, rook: {attack: 16, defense: 16},\n"
                "  queen: {attack: 5, defense: 1}}\n");
}
END_TEST

START_TEST(siege_pieces_need_their_speed) {
    load_refused(
        "ruleset: house\ntitle: House\nversion: 1\nboard: {files: 8, ranks: 8}\n"
        "seats: [white, black]\n"
        "setup: {kind: fixed, position: \"k7/p7/8/8/8/8/P7/K7 w - - 0 1\"}\n"
        "movement: {kind: orthogonal}\nsafety: {kind: none}\nsupport: {kind: adjacent}\n"
        "combat: {kind: overwhelm}\nremoved: {kind: gone}\n"
        "turn: {kind: several-moves, moves: 1}\narrival: {kind: stay}\n"
        "ending: {lost-with: [king], no-action: loss}\n"
        "pieces: {pawn: {attack: 1, defense: 1}, king: {attack: 1, defense: 1, speed: 1}}\n"
        "rules: {H-1: A}\ncite: {move: H-1}\n");
    ck_assert_uint_eq(count_missing("pawn", "speed"), 1);
    ck_assert_uint_eq(count_code("Y-06"), 1);
}
END_TEST

/* ---- parts that do not fit ------------------------------------------------------------------- */

/* What the house rule replaces, and the words that stand in the finding and at its place. */
static const struct misfit {
    const char *yaml;
    const char *value, *movement;
} misfits[] = {
    {HEAD("chess-attack") "arrival: {kind: on-capture}\n", "on-capture", "chess"},
    {HEAD("five-dice") "arrival: {kind: on-capture}\n", "on-capture", "chess"},
    {HEAD("combat-chess-2") "arrival: {kind: on-capture}\n", "on-capture", "queen-line"},
    {HEAD("combat-chess-2") "arrival: {kind: promote}\n"
                            "pieces: {pawn: {bonus: 0, promotes-to: [queen]}}\n",
     "promote", "queen-line"},
    {HEAD("assault-and-siege") "arrival: {kind: promote}\n", "promote", "orthogonal"},
    {HEAD("chess-attack") "turn: {kind: choice}\n", "choice", "chess"},
    {HEAD("chess-attack") "turn: {kind: several-moves, moves: 2}\n", "several-moves", "chess"},
    {HEAD("assault-and-siege") "turn: {kind: one-action}\n", "one-action", "orthogonal"},
    {HEAD("combat-chess-2") "removed: {kind: gone}\n", "gone", "queen-line"},
    {HEAD("assault-and-siege") "removed: {kind: kept}\n", "kept", "orthogonal"},
    {HEAD("chess-attack") "removed: {kind: prisoner, cells: {white: [a1, h1], black: [a8, h8]}}\n",
     "prisoner", "chess"},
    {HEAD("chess-attack") "support: {kind: adjacent}\n", "adjacent", "chess"},
    {HEAD("combat-chess-2") "support: {kind: dice}\n", "dice", "queen-line"},
    {HEAD("combat-chess-2") "safety: {kind: no-step-into-attack}\n", "no-step-into-attack",
     "queen-line"},
    {HEAD("assault-and-siege") "safety: {kind: no-step-into-attack}\n", "no-step-into-attack",
     "orthogonal"},
    {HEAD("chess-attack") "combat: {kind: overwhelm}\n", "overwhelm", "chess"},
    {HEAD("assault-and-siege") "combat: {kind: capture}\n", "capture", "orthogonal"},
    {HEAD("combat-chess-2") "setup: {kind: shuffled, position: "
                            "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"}\n",
     "shuffled", "queen-line"},
};

START_TEST(a_part_that_does_not_fit_the_movement_is_refused) {
    const struct misfit *m = &misfits[_i];
    char value[40], movement[40];
    size_t count, found = 0;
    load_refused(m->yaml);
    snprintf(value, sizeof value, "'%s'", m->value);
    snprintf(movement, sizeof movement, "'%s'", m->movement);
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].code, "Y-07") != 0 || strstr(list[i].text, value) == NULL ||
            strstr(list[i].text, movement) == NULL)
            continue;
        found++;
        ck_assert_uint_eq(list[i].place.length, strlen(m->value));
        ck_assert_mem_eq(m->yaml + list[i].place.offset, m->value, strlen(m->value));
    }
    ck_assert_msg(found == 1, "%zu findings of it: %s", found, m->yaml);
}
END_TEST

/* A mechanism, and the key that it requires and does not get. */
static const struct omission {
    const char *yaml, *value, *key;
} omissions[] = {
    {HEAD("chess-attack") "setup: {kind: free}\n", "free", "setup.zones"},
    {HEAD("chess-attack") "removed: {kind: prisoner}\n", "prisoner", "removed.cells"},
    {HEAD("chess-attack") "turn: {kind: several-moves}\n", "several-moves", "turn.moves"},
    {HEAD("chess") DRAW "safety: {kind: none}\ncombat: {kind: duel}\n", "duel", "die"},
    {HEAD("chess") FIGHT DRAW "combat: {kind: margin}\n", "margin", "combat.outcomes"},
};

START_TEST(a_key_that_a_mechanism_requires_is_named) {
    const struct omission *o = &omissions[_i];
    size_t count, found = 0;
    char key[40];
    load_refused(o->yaml);
    snprintf(key, sizeof key, "requires '%s'", o->key);
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].code, "Y-07") != 0 || strstr(list[i].text, key) == NULL)
            continue;
        found++;
        ck_assert_mem_eq(o->yaml + list[i].place.offset, o->value, strlen(o->value));
    }
    ck_assert_msg(found == 1, "%zu findings of it: %s", found, o->yaml);
}
END_TEST

/* What contradicts itself or is no value, and the words of the finding and at its place. */
#define SIEGE(position, rules)                                                                     \
    "ruleset: house\ntitle: House\nversion: 1\nboard: {files: 8, ranks: 8}\n"                      \
    "seats: [white, black]\n"                                                                      \
    "setup: {kind: fixed, position: \"" position " w - - 0 1\"}\n"                                 \
    "movement: {kind: orthogonal}\nsafety: {kind: none}\nsupport: {kind: adjacent}\n"              \
    "combat: {kind: overwhelm}\nremoved: {kind: gone}\n"                                           \
    "turn: {kind: several-moves, moves: 1}\narrival: {kind: stay}\n"                               \
    "ending: {lost-with: [king], no-action: loss}\nrules: " rules "\ncite: {move: H-1}\n"

static const struct contradiction {
    const char *yaml, *text, *at;
} contradictions[] = {
    {HEAD("chess-attack") "support: {kind: dice}\n", "its totals take values", "dice"},
    {HEAD("five-dice") "support: {kind: values}\n", "its pools take dice", "values"},
    {HEAD("chess") "arrival: {kind: rescue}\n", "only a kept piece can be rescued", "rescue"},
    {HEAD("chess960") "movement: {kind: chess, castling: standard}\n",
     "kings and rooks begin on other squares", "standard"},
    {HEAD("chess-attack") "board: {files: 12, ranks: 8}\n",
     "8 files, 8 ranks and two seats are required unless movement is 'orthogonal'", "board"},
    {HEAD("chess-attack") "board: {files: 8, ranks: 12}\n",
     "8 files, 8 ranks and two seats are required unless movement is 'orthogonal'", "board"},
    {HEAD("chess-attack") "seats: [white, red, black, green]\n",
     "8 files, 8 ranks and two seats are required unless movement is 'orthogonal'", "chess-attack"},
    {HEAD("assault-and-siege") "setup: {kind: fixed}\n",
     "a setup other than 'free' requires 'position'", "setup"},
    {HEAD("chess") DRAW "safety: {kind: none}\ncombat: {kind: duel}\n",
     "this combat requires 'die'", "duel"},
    {HEAD("five-dice") "combat: {kind: pools, single-die: {pieces: [king], fails-up-to: 6}}\n",
     "a die of 6 faces always fails", "6"},
    {HEAD("chess-attack") "ending: {lost-without-leaders: true, no-action: draw}\n",
     "no piece is a 'leader'", "true"},
    {HEAD("five-dice") "pieces: {queen: {attack: 17}}\n", "rating above 16 dice", "queen"},
    {HEAD("five-dice") "pieces: {queen: {defense: 17}}\n", "rating above 16 dice", "queen"},
    {HEAD("five-dice") "pieces: {queen: {attack: 17, wounded: {attack: 1, defense: 1}}}\n",
     "rating above 16 dice", "queen"},
    {HEAD("five-dice") "pieces: {queen: {defense: 17, wounded: {attack: 1, defense: 1}}}\n",
     "rating above 16 dice", "queen"},
    {HEAD("five-dice") "pieces: {queen: {attack: 0}}\n", "rating of 0 dice", "queen"},
    {HEAD("five-dice") "pieces: {queen: {defense: 0}}\n", "rating of 0 dice", "queen"},
    {HEAD("assault-and-siege") "pieces: {queen: {least: 2, most: 1}}\n",
     "'least' is greater than 'most'", "queen"},
    {HEAD("chess") "pieces: {pawn: {promotes-to: [queen, king]}}\n", "promotes to a king", "pawn"},
    {SIEGE("k7/p7/8/8/8/8/P7/K7",
           "{H-1: A}") "pieces: {pawn: {attack: 1, defense: 1, speed: 1, promotes-to: [queen]}, "
                       "king: {attack: 1, defense: 1, speed: 1}}\n",
     "promotes to a piece that is not in the game", "pawn"},
    {HEAD("chess") "pieces: {rook: {name: knight}}\n", "duplicate piece name 'knight'", "rook"},
    {SIEGE("k7/p7/8/8/8/8/P7/K7", "{H-1: A}") "pieces: {pawn: {attack: 1, defense: 1, speed: 1}}\n",
     "missing king", "pieces"},
    {HEAD("chess") DRAW "", "a king that may not be left attacked is mated", "draw"},
    {HEAD("chess") "safety: {kind: none}\n", "mate is a king that may not be left attacked",
     "none"},
    {HEAD("assault-and-siege") "support: {kind: none}\n", "the attack is what the neighbours give",
     "none"},
    {SIEGE("k7/p7/8/8/8/8/P7/KK6", "{H-1: A}") "pieces: {pawn: {attack: 1, defense: 1, speed: 1}, "
                                               "king: {attack: 1, defense: 1, speed: 1}}\n",
     "wrong number of pieces: white has 2 of 'king'", "\"k7"},
    {SIEGE("k7/p7/8/8/8/8/P7/K7",
           "{H-1: A}") "pieces: {pawn: {attack: 1, defense: 1, speed: 1, least: 2}, king: {attack: "
                       "1, defense: 1, speed: 1}}\n",
     "wrong number of pieces: black has 1 of 'pawn'", "\"k7"},
    {SIEGE("k7/ppp5/8/8/8/8/P7/K7",
           "{H-1: A}") "pieces: {pawn: {attack: 1, defense: 1, speed: 1, most: 2}, king: {attack: "
                       "1, defense: 1, speed: 1}}\n",
     "wrong number of pieces: black has 3 of 'pawn'", "\"k7"},
    {HEAD("five-dice") "pieces: {queen: null}\n"
                       "combat: {kind: pools, single-die: {pieces: [king, queen], fails-up-to: 1}}"
                       "\n",
     "'queen' is not a piece of this game", "pieces: [king, queen]"},
    {HEAD("five-dice") "pieces: {king: null}\nending: {lost-with: [queen]}\n",
     "'king' is not a piece of this game", "five-dice"},
    {HEAD("combat-chess-2") "pieces: {pawn: null}\ntransform: null\nending: {lost-with: [pawn]}\n",
     "'pawn' is not a piece of this game", "lost-with"},
    {HEAD("assault-and-siege") "pieces: {rook: null, pawn: {promotes-to: [bishop]}}\n",
     "'rook' is not a piece of this game", "assault-and-siege"},
    {HEAD("combat-chess-2") "pieces: {queen: null}\ntransform: null\nending: {succession: queen}\n",
     "'queen' is not a piece of this game", "queen}"},
    {HEAD("combat-chess-2") "pieces: {rook: null, bishop: null}\n"
                            "transform: {piece: bishop, removes: knight, becomes: queen}\n",
     "'bishop' is not a piece of this game", "transform"},
    {HEAD("combat-chess-2") "pieces: {bishop: null}\n"
                            "transform: {piece: pawn, removes: bishop, becomes: queen}\n",
     "'bishop' is not a piece of this game", "transform"},
    {HEAD("combat-chess-2") "pieces: {bishop: null}\n"
                            "transform: {piece: pawn, removes: knight, becomes: bishop}\n",
     "'bishop' is not a piece of this game", "transform"},
    {HEAD("combat-chess-2") "transform: {piece: null, removes: knight, becomes: queen}\n",
     "'transform' requires 'piece', 'removes' and 'becomes'", "transform"},
    {HEAD("combat-chess-2") "transform: {piece: pawn, removes: null, becomes: queen}\n",
     "'transform' requires 'piece', 'removes' and 'becomes'", "transform"},
    {HEAD("combat-chess-2") "transform: {piece: pawn, removes: knight, becomes: null}\n",
     "'transform' requires 'piece', 'removes' and 'becomes'", "transform"},
    {HEAD("chess") "pieces: {pawn: {promotes-to: []}}\n",
     "arrival 'promote' requires 'promotes-to' of the pawn", "chess"},
    {HEAD("combat-chess-2") "teleport: {reach: null, exactly: true}\n",
     "'exactly' requires 'reach'", "true"},
    {HEAD("chess") "ending: {no-action: null}\n", "missing key 'ending.no-action'", "house"},
    {HEAD("chess") "cite: {move: null}\n", "missing key 'move'", "cite"},
    {HEAD("chess-attack") "seats: [black, white]\n",
     "expected the seats [white, black] or [white, red, black, green]", "[black, white]"},
    {HEAD("chess-attack") "seats: [white, red, black]\n",
     "expected the seats [white, black] or [white, red, black, green]", "[white, red, black]"},
    {HEAD("combat-chess-2") "transform: {becomes: '-'}\n", "'-' is not a piece", "'-'"},
    {HEAD("assault-and-siege") "setup: {zones: {white: {king: z9}}}\n",
     "'z9' is not a square of the board", "z9"},
    {HEAD("assault-and-siege") "setup: {zones: {white: {corner: a}}}\n",
     "'a' is not a square of the board", "a}"},
    {HEAD("assault-and-siege") "setup: {zones: {white: {corner: A1}}}\n",
     "'A1' is not a square of the board", "A1"},
    {HEAD("assault-and-siege") "setup: {zones: {white: {corner: a0}}}\n",
     "'a0' is not a square of the board", "a0"},
    {HEAD("assault-and-siege") "setup: {zones: {white: {kind: square, king: a1, corner: a1}}}\n",
     "missing key 'reach'", "white"},
    {HEAD("chess") "names: [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q]\n",
     "more than 16 names", "[a"},
    {HEAD("chess-attack") "names: [\"\"]\n", "expected a name of 1 to", "\"\""},
    {HEAD(
         "combat-chess-2") "removed: {kind: prisoner, cells: {white: [a1, i1], black: [a8, h8]}}\n",
     "'i1' is not a square of the board", "i1"},
    {HEAD(
         "combat-chess-2") "removed: {kind: prisoner, cells: {white: [a1, h9], black: [a8, h8]}}\n",
     "'h9' is not a square of the board", "h9"},
    {HEAD("combat-chess-2") "removed: {kind: prisoner, cells: {white: [a1, h1], red: [a8, h8]}}\n",
     "'red' is not a seat of this game", "red"},
    {HEAD("combat-chess-2") "removed: {kind: prisoner, cells: {white: [a1], black: [a8, h8]}}\n",
     "expected two cells for each seat", "[a1]"},
    {HEAD("chess-attack") "support: {kind: values, except: [[queen]]}\n",
     "expected a pair: who supports, who is supported", "[queen]"},
    {HEAD("chess-attack") "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {from: "
                          "0, attacker: removed}]}\n",
     "unexpected 'from' in the last outcome, which takes all margins that are left",
     "{from: 0, attacker: removed}"},
    {HEAD("chess-attack") "combat: {kind: margin, outcomes: [{defender: removed}, {attacker: "
                          "removed}]}\n",
     "missing 'from' in an outcome before the last", "{defender: removed}"},
    {HEAD("chess-attack") "combat: {kind: margin, outcomes: [{from: 1, defender: removed}, {from: "
                          "1, defender: wounded}, {attacker: removed}]}\n",
     "'from' is 1, expected less than that of the outcome before", "1"},
    {HEAD("assault-and-siege") "turn: {kind: several-moves, moves: [1, 2, 3]}\n",
     "'moves' lists 3 numbers, expected 6: one for each face of the die", "[1, 2, 3]"},
    {HEAD("single-combat-chess") "combat: {needs: {pawn: {pawn: 10}}}\n",
     "'pawn' is 10, expected 1 to 9", "10"},
    {HEAD("single-combat-chess") "combat: {needs: {pawn: {paw: 1}}}\n",
     "'paw' is not a piece of this game", "paw"},
    {HEAD("single-combat-chess") "combat: {needs: {prawn: {pawn: 1}}}\n",
     "'prawn' is not a piece of this game", "prawn"},
    {HEAD("single-combat-chess") "combat: {needs: {pawn: 3}}\n", "expected a mapping", "3"},
    {HEAD("chess-without-check") "die: 6\ncombat: {kind: table, needs: {pawn: {pawn: 1}}}\n",
     "no number for a pawn against a knight", "needs"},
    {HEAD("chess-without-check") "die: 6\ncombat: {kind: table}\n",
     "'combat.kind' is 'table', which requires 'combat.needs'", "table"},
    {HEAD("chess-attack") "combat: {harmless-miss: true}\n",
     "'combat.harmless-miss' has no meaning where 'combat.kind' is 'margin'", "harmless-miss"},
    {HEAD("chess-without-check") "combat: {kind: blow}\n", "'pawn' requires 'hits'",
     "chess-without-check"},
    {HEAD("chess-to-the-death") "pieces: {rook: {hits: 0}}\n", "'hits' is 0, expected 1 to 255",
     "0"},
    {HEAD("chess-to-the-death") "pieces: {rook: {damage: 256}}\n",
     "'damage' is 256, expected 1 to 255", "256"},
    {HEAD("chess-to-the-death") "combat: {rounds: attackers-choice}\n",
     "'combat.rounds' has no meaning where 'combat.kind' is 'blow'", "rounds"},
    {HEAD("chess-or-die-trying") "combat: {answer: hits-before}\n",
     "'combat.answer' has no meaning where 'combat.kind' is 'contest'", "answer"},
    {HEAD("chess-or-die-trying") "pieces: {rook: {damage: 3}}\n",
     "'pieces.*.damage' has no meaning where 'combat.kind' is 'contest'", "damage"},
    {HEAD("chess-or-die-trying") "combat: {outcomes: [{attacker: removed}], rounds: one}\n"
                                 "pieces: {rook: {hits: 4}}\n",
     "'pieces.*.hits' has no meaning here: no outcome takes points off", "hits"},
    {HEAD("chess-or-die-trying") "combat: {outcomes: [{attacker: removed}]}\n",
     "'attackers-choice' requires an outcome 'damage'", "chess-or-die-trying"},
    {HEAD("chess-or-die-trying") "combat: {outcomes: [{from: 1, defender: wounded}, {attacker: "
                                 "damage}]}\n",
     "a piece with hit points is not wounded", "outcomes"},
    {HEAD("chess-attack") "combat: {outcomes: [{attacker: damage}]}\n",
     "'damage' is an outcome of a 'contest'", "outcomes"},
    {HEAD("chess-to-the-death") "safety: {kind: no-step-into-attack}\n",
     "only a blow that kills the king attacks it", "no-step-into-attack"},
    {HEAD("polyhedral-chess-war") "combat: {attacker-adds: x}\n", "'x': expected dice such as",
     "x"},
    {HEAD("polyhedral-chess-war") "combat: {attacker-adds: 16d6}\n",
     "with them an attacker rolls more than 16 dice", "16d6"},
    {HEAD("polyhedral-chess-war") "combat: {attacker-adds: 1-9}\n", "it can be less than 0", "1-9"},
    {HEAD("polyhedral-chess-war") "combat: {dice: 3}\n", "'3', expected a die", "3"},
    {HEAD("polyhedral-chess-war") "combat: {dice: {attack: d6}}\n", "unknown key 'attack'",
     "attack"},
    {HEAD("polyhedral-chess-war") "pieces: {rook: {dice: d}}\n",
     "a 'd' without faces requires 'die'", "d}"},
    {HEAD("polyhedral-chess-war") "pieces: {rook: {dice: d101}}\n", "a die has 2 to 100 faces",
     "d101"},
    {HEAD("chess-without-check") "combat: {kind: contest, outcomes: [{attacker: removed}]}\n",
     "'pawn' requires 'dice'", "chess-without-check"},
    {HEAD("chess-attack") "combat: {dice: d6}\n",
     "'combat.dice' has no meaning where 'combat.kind' is 'margin'", "dice"},
    {HEAD("chess") "ending: {no-action: pass}\n", "a king that may not be left attacked is mated",
     "pass"},
    {HEAD("dice-chess") "turn: {roll: {dice: x}}\n", "'x': expected dice such as 2d6+1", "x}}"},
    {HEAD("dice-chess") "turn: {roll: {dice: 2d6+}}\n", "'2d6+': expected dice such as", "2d6+}}"},
    {HEAD("dice-chess") "turn: {roll: {dice: 2d8}}\n", "'2d8', but 'die' is 6", "2d8}}"},
    {HEAD("dice-chess") "turn: {roll: {dice: d6+d4}}\n", "'d6+d4', but 'die' is 6", "d6+d4}}"},
    {HEAD("dice-chess") "turn: {roll: {dice: 4d}}\n", "'4d', expected 1 to 3 dice", "4d}}"},
    {HEAD("dice-chess") "turn: {roll: {dice: d6+1}}\n", "'d6+1', expected 1 to 3 dice", "d6+1}}"},
    {HEAD("chess-without-check") "die: 6\nturn: {roll: {means: at-most}}\n",
     "'turn.roll.means' is 'at-most', which requires 'turn.roll.dice'", "at-most"},
    {HEAD("chess-without-check") "die: 6\nturn: {roll: {means: at-most, dice: d+6}}\n",
     "every roll lets each piece go as far as it can", "d+6"},
    {HEAD("chess-without-check") "die: 6\nturn: {roll: {means: at-most, dice: d-2}}\n",
     "it can be less than 0", "d-2"},
    {HEAD("chess-without-check") "die: 6\nturn: {roll: {means: at-most, dice: d8}}\n",
     "'d8', but 'die' is 6", "d8"},
    {HEAD("chess-without-check") "die: 6\nturn: {roll: {means: at-most, dice: d, spend: each}}\n",
     "'turn.roll.spend' has no meaning where 'turn.roll.means' is 'at-most'", "spend"},
    {HEAD("chess-without-check") "turn: {roll: {means: at-most, dice: d6}}\n",
     "'d6', but 'die' is 0", "d6"},
    {HEAD("combat-chess-2") "turn: {roll: {means: at-most, dice: d}}\n",
     "it restrains pieces of 'chess' movement", "at-most"},
    {HEAD("chess") "cite: {nothing: C-1}\n", "unknown facet 'nothing'", "nothing"},
    {HEAD("chess") "cite: {move: C-9}\n", "'C-9' is not one of the 'rules'", "C-9"},
    {SIEGE("k7/p7/8/8/8/8/P7/K7", "{}") "", "0 rules, expected 1 to", "rules"},
};

START_TEST(each_contradiction_is_reported_in_its_place) {
    const struct contradiction *c = &contradictions[_i];
    size_t count, found = 0;
    load_refused(c->yaml);
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    for (size_t i = 0; i < count; i++) {
        if (strstr(list[i].text, c->text) == NULL)
            continue;
        found++;
        ck_assert_mem_eq(c->yaml + list[i].place.offset, c->at, strlen(c->at));
    }
    ck_assert_msg(found == 1, "%zu findings of it: %s", found, c->yaml);
}
END_TEST

/* Of the findings since the last call. */
static unsigned count_text(const char *part) {
    size_t count;
    unsigned found = 0;
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    for (size_t i = 0; i < count; i++)
        found += strstr(list[i].text, part) != NULL;
    return found;
}

START_TEST(each_prisoner_cell_has_a_square_of_its_own) {
    static const char squares[4][3] = {"a1", "h1", "a8", "h8"};
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned k = 0; k < i; k++) {
            const char *cell[4];
            char yaml[300];
            for (unsigned n = 0; n < 4; n++)
                cell[n] = squares[n == i ? k : n];
            snprintf(yaml, sizeof yaml,
                     HEAD("combat-chess-2") "removed: {kind: prisoner, cells: "
                                            "{white: [%s, %s], black: [%s, %s]}}\n",
                     cell[0], cell[1], cell[2], cell[3]);
            load_refused(yaml);
            ck_assert_uint_eq(count_text("two cells on one square"), 1);
        }
    }
}
END_TEST

#define ZONE(reach)                                                                                \
    HEAD("assault-and-siege")                                                                      \
    "setup: {kind: free, zones: {white: {kind: distance, king: a1, "                               \
    "corner: a1, reach: " reach "}, black: {kind: distance, king: h8, "                            \
    "corner: h8, reach: 5}}}\n"

START_TEST(a_zone_reaches_one_square_to_twenty_two) {
    load_refused(ZONE("0"));
    ck_assert_uint_eq(count_text("'reach' is 0, expected 1 to 22"), 1);
    load_refused(ZONE("23"));
    ck_assert_uint_eq(count_text("'reach' is 23, expected 1 to 22"), 1);
    house_rules(rules, ZONE("1"));
    house_rules(rules, ZONE("22"));
}
END_TEST

#define TWO(first, last)                                                                           \
    HEAD("chess-attack") "combat: {kind: margin, outcomes: [{from: 1, " first "}, {" last "}]}\n"

START_TEST(a_game_in_which_nothing_is_ever_removed_cannot_be_won) {
    house_rules(rules, TWO("defender: removed", "attacker: unharmed"));
    house_rules(rules, TWO("defender: unharmed", "attacker: removed"));
    ck_assert_int_eq(house_load(rules, TWO("defender: unharmed", "attacker: unharmed")), XPGN_OK);
    ck_assert_uint_eq(count_text("no action can win the game"), 1);
}
END_TEST

/* Outcomes for a number of margins. */
static const char *outcomes(unsigned count) {
    static char yaml[2000];
    snprintf(yaml, sizeof yaml, "%s", HEAD("chess-attack") "combat: {kind: margin, outcomes: [");
    for (unsigned i = 1; i < count; i++)
        snprintf(yaml + strlen(yaml), sizeof yaml - strlen(yaml), "{from: %u, defender: removed}, ",
                 100 - i);
    strcat(yaml, "{attacker: removed}]}\n");
    return yaml;
}

START_TEST(there_are_at_most_sixteen_outcomes) {
    size_t count;
    house_rules(rules, outcomes(16));
    xpgn_catalog_free(rules);
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    load_refused(outcomes(17));
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_str_eq(list[0].text, "more than 16 outcomes");
    ck_assert_ptr_eq(outcomes(17) + list[0].place.offset, strchr(outcomes(17), '['));
}
END_TEST

#define RULE(id) HEAD("chess") "rules: {C-1: A, C-2: B, C-3: C, " id ": D}\ncite: {move: " id "}\n"

START_TEST(a_rule_id_is_up_to_four_letters_and_three_digits) {
    static const char *const good[] = {RULE("H-1"), RULE("LT-20"), RULE("ABCD-999"), RULE("Z-10")};
    static const char *const bad[] = {RULE("ABCDE-1"), RULE("AB-1000"), RULE("AB-01"), RULE("AB-0"),
                                      RULE("AB-"),     RULE("AB1"),     RULE("-1"),    RULE("ab-1"),
                                      RULE("AB-1x"),   RULE("L-1"),     RULE("T-1"),   RULE("M-1"),
                                      RULE("R-1"),     RULE("P-1"),     RULE("X-1"),   RULE("Y-1")};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        house_rules(rules, good[i]);
    xpgn_catalog_free(rules);
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        load_refused(bad[i]);
        ck_assert_msg(count_text("is not a rule id such as") == 1, "%s", bad[i]);
    }
}
END_TEST

/* Two faults in one value: the first is reported. */
static const char *const faulty_lists[] = {
    HEAD("chess-attack") "combat: {outcomes: [{from: 1, defender: gone}, {attacker: dead}]}\n",
    HEAD("chess-attack") "combat: {outcomes: [{from: 1, attacker: gone, defender: dead}, {}]}\n",
    HEAD("chess-attack") "combat: {outcomes: [{from: x, attacker: removed}, {from: y}]}\n",
    HEAD("chess-attack") "combat: {outcomes: [{form: 1}, {form: 2}]}\n",
    HEAD("chess-attack") "combat: {outcomes: [{from: 1}, [a], [b]]}\n",
    HEAD("chess-attack") "ending: {lost-with: [kong, quoon]}\n",
    HEAD("chess-attack") "ending: {lost-with: [king, king, quoon]}\n",
    HEAD("chess-attack") "ending: {lost-with: ['-', quoon]}\n",
    HEAD("chess-attack") "support: {except: [[quoon, king], [kong, king]]}\n",
    HEAD("chess-attack") "support: {except: [[king, quoon], [king, kong]]}\n",
    HEAD("chess-attack") "support: {except: [[quoon, kong]]}\n",
    HEAD("chess-attack") "support: {except: [king, queen]}\n",
    HEAD("chess-attack") "support: {except: [[king], [queen]]}\n",
    "ruleset: [house]\ntitle: House\nversion: 1\nextends: chess\n",
    "ruleset: house\ntitle: House\nversion: 1\nextends: [chess]\n",
    HEAD("chess-attack") "names: [[a], [b]]\n",
    HEAD("chess-attack") "combat: {outcomes: [{from: [1], attacker: removed}, {from: [2]}]}\n",
    HEAD("chess-attack") "combat: {outcomes: [{from: 1000, attacker: removed}, {from: 1001}]}\n",
    HEAD("chess-attack") "combat: {outcomes: [{from: 1, attacker: [a], defender: [b]}, {}]}\n",
    HEAD("chess-attack") "ending: {lost-with: [[king], [queen]]}\n",
    HEAD("chess-attack") "ending: {lost-with: ['-', '-']}\n",
    HEAD("chess-attack") "ending: {lost-with: [king, king, king]}\n",
    HEAD("chess-attack") "support: {except: [[[king], [queen]]]}\n",
    HEAD("chess-attack") "columns: [[attack], [defense]]\n",
    HEAD("chess-attack") "rules: {H-1: [A], H-2: [B]}\n",
    HEAD("chess-attack") "rules: {H-1: \"\", H-2: \"\"}\n",
    HEAD("combat-chess-2") "removed: {cells: {white: [[a1], [h1]], black: [[a8], [h8]]}}\n",
    HEAD("assault-and-siege") "turn: {moves: [[1], [2], 1, 1, 1, 1]}\n",
    HEAD("assault-and-siege") "turn: {moves: [100, 100, 1, 1, 1, 1]}\n",
    HEAD("assault-and-siege") "turn: {moves: ['1', '2', 1, 1, 1, 1]}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {kind: [x], king: [z1], corner: a1, reach: "
                              "5}}}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {king: [a1], corner: [a1]}}}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {king: z1, corner: [a1]}}}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {corner: [a1], reach: [5]}}}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {reach: 0}, black: {reach: 0}}}\n",
    HEAD("chess-attack") "columns: [attack, form, size]\n",
    HEAD("chess-attack") "columns: [attack, attack, size]\n",
    HEAD("chess-attack") "rules: {ab: A, cd: B}\n",
    HEAD("combat-chess-2") "removed: {cells: {white: [z1, h1], black: [a8, z8]}}\n",
    HEAD("combat-chess-2") "removed: {cells: {white: [z1, z2], black: [a8, h8]}}\n",
    HEAD("combat-chess-2") "removed: {cells: {white: 1, black: 2}}\n",
    HEAD("combat-chess-2") "removed: {cells: {white: [a1], black: [a8]}}\n",
    HEAD("combat-chess-2") "removed: {cells: {red: [a1, h1], green: [a8, h8]}}\n",
    HEAD("assault-and-siege") "turn: {moves: [x, y, 1, 1, 1, 1]}\n",
    HEAD("assault-and-siege") "turn: {moves: x}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {kind: x, king: a1, corner: a1, reach: 5}, "
                              "black: {kind: y}}}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {kind: square, king: z1, corner: z1, reach: "
                              "99}}}\n",
    HEAD("assault-and-siege") "setup: {zones: {white: {kind: square, king: a1, corner: z1, reach: "
                              "99}}}\n",
};

START_TEST(of_two_faults_in_one_value_the_first_is_reported) {
    size_t count;
    load_refused(faulty_lists[_i]);
    const xpgn_finding *list = xpgn_catalog_findings(rules, &count);
    ck_assert_msg(count == 1, "%zu findings, the second: %s: %s", count, list[count > 1].text,
                  faulty_lists[_i]);
}
END_TEST

/* What may be so long and no longer. */
static const struct length {
    const char *before, *after; /* of the word */
    unsigned longest;
    const char *text; /* what is said of a longer one */
} lengths[] = {
    {"ruleset: ", "\ntitle: House\nversion: 1\nextends: chess\n", 63,
     "not made of lower-case letters, digits and single hyphens"},
    {"ruleset: house\nversion: 1\nextends: chess\ntitle: ", "\n", 200,
     "not one line of 1 to 200 bytes"},
    {HEAD("chess") "names: [", "]\n", 40, "expected a name of 1 to 40 bytes"},
    {HEAD("chess") "options: {", ": {}}\n", 63, "is not the name of an option"},
    {HEAD("chess") "options: {", "=b: {}}\n", 62, "is not the name of an option"},
    {HEAD("chess") "options: {mode=", ": {}}\n", 59, "is not the name of an option"},
};

START_TEST(a_word_has_its_greatest_length) {
    const struct length *l = &lengths[_i];
    char yaml[500];
    for (unsigned more = 0; more < 2; more++) {
        xpgn_buffer b = {0};
        xpgn_buffer_printf(&b, "%s", l->before);
        for (unsigned i = 0; i < l->longest + more; i++)
            xpgn_buffer_char(&b, 'a');
        snprintf(yaml, sizeof yaml, "%.*s%s", (int)b.size, b.data, l->after);
        xpgn_buffer_free(&b);
        if (more == 0) {
            house_rules(rules, yaml);
            xpgn_catalog_free(rules);
            ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
        } else {
            load_refused(yaml);
            ck_assert_msg(count_text(l->text) == 1, "%s", yaml);
        }
    }
}
END_TEST

START_TEST(an_option_has_a_name_of_one_or_two_words) {
    static const char *const bad[] = {"=", "a=",  "=a",  "a=b=c", "a b",
                                      "A", "a=B", "a_b", "a+",    "a=b+"};
    char yaml[200];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(yaml, sizeof yaml, HEAD("chess") "options: {\"%s\": {}}\n", bad[i]);
        load_refused(yaml);
        ck_assert_msg(count_text("is not the name of an option") == 1, "%s", bad[i]);
    }
    house_rules(rules, HEAD("chess") "options: {a: {}, 7-: {}, -=-: {}, a=b: {}}\n");
}
END_TEST

START_TEST(an_id_is_of_small_letters_digits_and_hyphens) {
    static const char *const bad[] = {"-a", "a-", "\"-\"", "A", "a_b", "a b", "a.b", "\"\""};
    char yaml[200];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(yaml, sizeof yaml, "ruleset: %s\ntitle: H\nversion: 1\nextends: chess\n", bad[i]);
        ck_assert_int_eq(house_load(rules, yaml), XPGN_INVALID);
        ck_assert_msg(count_text("not made of lower-case letters") == 1, "%s", bad[i]);
    }
    house_rules(rules, "ruleset: 7-a\ntitle: H\nversion: 1\nextends: chess\n");
    house_rules(rules, "ruleset: b\ntitle: H\nversion: 1\nextends: chess\n");
}
END_TEST

START_TEST(a_number_is_of_up_to_seven_digits) {
    static const char *const rows[][2] = {
        {"9999999", "9999999, expected 1 to 9999"}, {"-9999999", "-9999999, expected 1 to 9999"},
        {"10000", "10000, expected 1 to 9999"},     {"0", "0, expected 1 to 9999"},
        {"99999999", "expected a whole number"},    {"01", "expected a whole number"},
        {"-01", "expected a whole number"},         {"1a", "expected a whole number"},
        {"-99999999", "expected a whole number"},   {"\"\"", "expected a whole number"}};
    char yaml[200];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(yaml, sizeof yaml, "ruleset: house\ntitle: H\nextends: chess\nversion: %s\n",
                 rows[i][0]);
        load_refused(yaml);
        ck_assert_msg(count_text(rows[i][1]) == 1, "%s", rows[i][0]);
    }
    house_rules(rules, "ruleset: house\ntitle: H\nextends: chess\nversion: 9999\n");
}
END_TEST

/* Each number has its least and its greatest value, and the finding names both. */
static const struct range {
    const char *game, *before, *after; /* of the number */
    int low, high;
} ranges[] = {
    {"chess", "board: {files: ", ", ranks: 8}", 4, 12},
    {"chess", "board: {files: 8, ranks: ", "}", 4, 12},
    {"five-dice", "die: ", "", 2, 20},
    {"assault-and-siege", "setup: {army: {pawn: ", "}}", 0, 40},
    {"assault-and-siege", "setup: {army: {knight: ", "}}", 0, 40},
    {"assault-and-siege", "setup: {army: {bishop: ", "}}", 0, 40},
    {"assault-and-siege", "setup: {army: {rook: ", "}}", 0, 40},
    {"assault-and-siege", "setup: {army: {queen: ", "}}", 0, 40},
    {"assault-and-siege", "setup: {army: {king: ", "}}", 0, 40},
    {"assault-and-siege", "setup: {army: {choose: ", "}}", 0, 40},
    {"five-dice", "combat: {single-die: {fails-up-to: ", "}}", 0, 19},
    {"combat-chess-2", "teleport: {reach: ", "}", 1, 99},
    {"combat-chess-2", "escape: {reach: ", "}", 1, 99},
    {"chess-attack", "combat: {outcomes: [{from: ", "}, {attacker: removed}]}", -999, 999},
    {"chess-attack", "pieces: {pawn: {attack: ", "}}", 0, 99},
    {"chess-attack", "pieces: {pawn: {defense: ", "}}", 0, 99},
    {"chess-attack", "pieces: {pawn: {support: ", "}}", 0, 99},
    {"chess-attack", "pieces: {pawn: {wounded: {attack: ", "}}}", 0, 99},
    {"chess-attack", "pieces: {pawn: {wounded: {defense: ", "}}}", 0, 99},
    {"chess-attack", "pieces: {pawn: {wounded: {support: ", "}}}", 0, 99},
    {"chess-attack", "pieces: {pawn: {points: ", "}}", 0, 9999},
    {"combat-chess-2", "pieces: {pawn: {bonus: ", "}}", 0, 99},
    {"assault-and-siege", "pieces: {pawn: {speed: ", "}}", 0, 2},
    {"assault-and-siege", "pieces: {pawn: {least: ", "}}", 0, 40},
    {"assault-and-siege", "pieces: {pawn: {most: ", "}}", 1, 40},
    {"assault-and-siege", "pieces: {pawn: {charge: ", "}}", 0, 99},
    {"assault-and-siege", "pieces: {pawn: {inspires: ", "}}", 0, 99},
    {"assault-and-siege", "turn: {moves: ", "}", 1, 99},
    {"assault-and-siege", "turn: {moves: [", ", 1, 1, 1, 1, 1]}", 0, 99},
    {"assault-and-siege", "turn: {moves: [1, 1, 1, 1, 1, ", "]}", 0, 99},
};

static bool is_out_of_range(const struct range *r, int number) {
    char yaml[300], text[60];
    snprintf(yaml, sizeof yaml, "ruleset: house\ntitle: House\nversion: 1\nextends: %s\n%s%d%s\n",
             r->game, r->before, number, r->after);
    snprintf(text, sizeof text, "%d, expected %d to %d", number, r->low, r->high);
    house_load(rules, yaml); /* it may have other faults */
    return count_text(text) > 0;
}

START_TEST(a_number_has_its_least_and_its_greatest_value) {
    const struct range *r = &ranges[_i];
    ck_assert(is_out_of_range(r, r->low - 1) && is_out_of_range(r, r->high + 1));
    ck_assert(!is_out_of_range(r, r->low) && !is_out_of_range(r, r->high));
}
END_TEST

/* A list or mapping with many entries, each with its number in it. */
static const struct most {
    const char *before, *entry, *after;
    unsigned most;
    const char *text;
} mosts[] = {
    {HEAD("chess") "names: [", "N%u", "]\n", 16, "more than 16 names"},
    {HEAD("chess") "cite: {move: C-1}\nrules: {C-1: A, C-2: A, C-3: A", "H-%u: A", "}\n", 95,
     "100 rules, expected 1 to 99"},
    {HEAD("chess") "options: {", "m=%u: {}", "}\n", 32, "more than 32 options"},
};

START_TEST(a_list_has_its_greatest_number_of_entries) {
    const struct most *m = &mosts[_i];
    for (unsigned more = 0; more < 2; more++) {
        xpgn_buffer b = {0};
        xpgn_buffer_printf(&b, "%s", m->before);
        for (unsigned i = 1; i <= m->most + more; i++) {
            xpgn_buffer_text(&b, i > 1 || b.data[b.size - 1] == 'A' ? ", " : "");
            xpgn_buffer_printf(&b, m->entry, i);
        }
        xpgn_buffer_printf(&b, "%s%c", m->after, '\0');
        if (more == 0) {
            house_rules(rules, b.data);
            xpgn_catalog_free(rules);
            ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
        } else {
            load_refused(b.data);
            ck_assert_msg(count_text(m->text) == 1, "%s", b.data);
        }
        xpgn_buffer_free(&b);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ruleset checks");
    TCase *tc = tcase_create("ruleset checks");
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_loop_test(tc, every_attribute_that_is_missing_is_named, 0,
                        sizeof lacks / sizeof *lacks);
    tcase_add_test(tc, with_all_attributes_they_load);
    tcase_add_test(tc, siege_pieces_need_their_speed);
    tcase_add_loop_test(tc, a_part_that_does_not_fit_the_movement_is_refused, 0,
                        sizeof misfits / sizeof *misfits);
    tcase_add_loop_test(tc, a_key_that_a_mechanism_requires_is_named, 0,
                        sizeof omissions / sizeof *omissions);
    tcase_add_loop_test(tc, each_contradiction_is_reported_in_its_place, 0,
                        sizeof contradictions / sizeof *contradictions);
    tcase_add_test(tc, each_prisoner_cell_has_a_square_of_its_own);
    tcase_add_test(tc, a_zone_reaches_one_square_to_twenty_two);
    tcase_add_test(tc, a_game_in_which_nothing_is_ever_removed_cannot_be_won);
    tcase_add_test(tc, there_are_at_most_sixteen_outcomes);
    tcase_add_test(tc, a_rule_id_is_up_to_four_letters_and_three_digits);
    tcase_add_loop_test(tc, of_two_faults_in_one_value_the_first_is_reported, 0,
                        sizeof faulty_lists / sizeof *faulty_lists);
    tcase_add_loop_test(tc, a_word_has_its_greatest_length, 0, sizeof lengths / sizeof *lengths);
    tcase_add_test(tc, an_option_has_a_name_of_one_or_two_words);
    tcase_add_test(tc, an_id_is_of_small_letters_digits_and_hyphens);
    tcase_add_test(tc, a_number_is_of_up_to_seven_digits);
    tcase_add_loop_test(tc, a_number_has_its_least_and_its_greatest_value, 0,
                        sizeof ranges / sizeof *ranges);
    tcase_add_loop_test(tc, a_list_has_its_greatest_number_of_entries, 0,
                        sizeof mosts / sizeof *mosts);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

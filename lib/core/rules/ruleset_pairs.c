/* SPDX-License-Identifier: MIT */
/* Which mechanisms work together. What is not refused here is played by the tests. */
#include "core/rules/ruleset_build.h"

#include <string.h>

#include "core/rules/ruleset_pairs.h"

#define AT(value) (1u << (value))
#define BUT(value) (~AT(value))

const char *const axis_path[AXES] = {[AXIS_SETUP] = "setup.kind",
                                     [AXIS_MOVEMENT] = "movement.kind",
                                     [AXIS_CASTLING] = "movement.castling",
                                     [AXIS_SAFETY] = "safety.kind",
                                     [AXIS_SUPPORT] = "support.kind",
                                     [AXIS_COMBAT] = "combat.kind",
                                     [AXIS_ROUNDS] = "combat.rounds",
                                     [AXIS_ANSWER] = "combat.answer",
                                     [AXIS_REMOVED] = "removed.kind",
                                     [AXIS_TURN] = "turn.kind",
                                     [AXIS_FIRST] = "turn.first",
                                     [AXIS_ROLL] = "turn.roll.means",
                                     [AXIS_SPEND] = "turn.roll.spend",
                                     [AXIS_EQUAL] = "turn.roll.equal",
                                     [AXIS_USELESS] = "turn.roll.useless",
                                     [AXIS_ROLL_CASTLING] = "turn.roll.castling",
                                     [AXIS_ROLL_ARRIVAL] = "turn.roll.arrival",
                                     [AXIS_ARRIVAL] = "arrival.kind",
                                     [AXIS_SUCCESSION] = "ending.succession",
                                     [AXIS_NO_ACTION] = "ending.no-action"};

/* Refused: a kind of `axis` in `words` with a kind of `other` in `others`, a bit each. */
static const struct pair {
    enum mechanism_axis axis;
    unsigned words;
    enum mechanism_axis other;
    unsigned others;
    const char *why;
} pairs[] = {
    {AXIS_SETUP, AT(SETUP_SHUFFLED), AXIS_MOVEMENT, BUT(MOVEMENT_CHESS),
     "a first rank of chess is shuffled"},
    {AXIS_SETUP, AT(SETUP_FREE), AXIS_MOVEMENT, BUT(MOVEMENT_ORTHOGONAL),
     "zones and armies are those of 'orthogonal' movement"},
    {AXIS_CASTLING, AT(CASTLING_STANDARD), AXIS_SETUP, AT(SETUP_SHUFFLED),
     "kings and rooks begin on other squares"},
    {AXIS_SAFETY, BUT(SAFETY_NONE), AXIS_MOVEMENT, BUT(MOVEMENT_CHESS),
     "only pieces of 'chess' movement attack squares"},
    {AXIS_SUPPORT, AT(SUPPORT_VALUES) | AT(SUPPORT_DICE), AXIS_MOVEMENT, BUT(MOVEMENT_CHESS),
     "only pieces of 'chess' movement attack squares"},
    {AXIS_SUPPORT, AT(SUPPORT_ADJACENT), AXIS_MOVEMENT, BUT(MOVEMENT_ORTHOGONAL),
     "neighbours on files and ranks give it"},
    {AXIS_SUPPORT, BUT(SUPPORT_VALUES) & BUT(SUPPORT_NONE), AXIS_COMBAT, AT(COMBAT_MARGIN),
     "its totals take values"},
    {AXIS_SUPPORT, BUT(SUPPORT_DICE) & BUT(SUPPORT_NONE), AXIS_COMBAT, AT(COMBAT_POOLS),
     "its pools take dice"},
    {AXIS_SUPPORT, BUT(SUPPORT_NONE), AXIS_COMBAT,
     AT(COMBAT_CAPTURE) | AT(COMBAT_DUEL) | AT(COMBAT_TABLE) | AT(COMBAT_CONTEST) | AT(COMBAT_BLOW),
     "nobody takes part but the two pieces"},
    {AXIS_SUPPORT, BUT(SUPPORT_ADJACENT), AXIS_COMBAT, AT(COMBAT_OVERWHELM),
     "the attack is what the neighbours give"},
    {AXIS_COMBAT, BUT(COMBAT_DUEL), AXIS_MOVEMENT, AT(MOVEMENT_QUEEN_LINE),
     "a challenge is a duel"},
    {AXIS_COMBAT, AT(COMBAT_OVERWHELM), AXIS_MOVEMENT, AT(MOVEMENT_CHESS),
     "the attack is what neighbours on files and ranks give"},
    {AXIS_COMBAT, BUT(COMBAT_OVERWHELM), AXIS_MOVEMENT, AT(MOVEMENT_ORTHOGONAL),
     "a piece takes by the sum of its neighbours"},
    {AXIS_COMBAT, AT(COMBAT_BLOW), AXIS_SAFETY, AT(SAFETY_NO_STEP),
     "only a blow that kills the king attacks it"},
    {AXIS_REMOVED, AT(REMOVED_PRISONER), AXIS_MOVEMENT, BUT(MOVEMENT_QUEEN_LINE),
     "a prisoner is freed by an action of 'queen-line' movement"},
    {AXIS_REMOVED, BUT(REMOVED_PRISONER), AXIS_MOVEMENT, AT(MOVEMENT_QUEEN_LINE),
     "a challenge takes a prisoner"},
    {AXIS_REMOVED, AT(REMOVED_KEPT), AXIS_MOVEMENT, AT(MOVEMENT_ORTHOGONAL),
     "no action brings a kept piece back, and no points count it"},
    {AXIS_TURN, BUT(TURN_ONE_ACTION), AXIS_MOVEMENT, AT(MOVEMENT_CHESS),
     "its notation has one action a turn"},
    {AXIS_TURN, BUT(TURN_CHOICE), AXIS_MOVEMENT, AT(MOVEMENT_QUEEN_LINE),
     "the length of a step is the roll of the turn"},
    {AXIS_TURN, BUT(TURN_SEVERAL_MOVES), AXIS_MOVEMENT, AT(MOVEMENT_ORTHOGONAL),
     "a turn consists of Moves"},
    {AXIS_SAFETY, AT(SAFETY_CASTLING_ONLY), AXIS_CASTLING, AT(CASTLING_NONE),
     "there is no castling to restrain"},
    {AXIS_ROLL, BUT(ROLL_NOTHING), AXIS_MOVEMENT, BUT(MOVEMENT_CHESS),
     "it restrains pieces of 'chess' movement"},
    {AXIS_SPEND, AT(true), AXIS_SAFETY, BUT(SAFETY_NONE) & BUT(SAFETY_CASTLING_ONLY),
     "between the actions of a turn a king may be attacked"},
    {AXIS_SPEND, AT(true), AXIS_COMBAT, BUT(COMBAT_CAPTURE),
     "a combat decides which dice can be spent after it"},
    {AXIS_SPEND, AT(true), AXIS_EQUAL, AT(true), "each die is spent by the piece that it shows"},
    {AXIS_SPEND, AT(true), AXIS_ROLL_CASTLING, AT(ROLL_CASTLING_EITHER),
     "which die is spent would be open"},
    {AXIS_SPEND, AT(true), AXIS_ROLL_ARRIVAL, AT(true), "which die is spent would be open"},
    {AXIS_SPEND, AT(false), AXIS_ROLL_CASTLING, AT(ROLL_CASTLING_BOTH),
     "one action spends one die"},
    {AXIS_USELESS, AT(true), AXIS_SAFETY, AT(SAFETY_NOT_LEFT), "in check one could roll for ever"},
    {AXIS_ROLL_CASTLING, BUT(ROLL_CASTLING_KING), AXIS_CASTLING, AT(CASTLING_NONE),
     "there is no castling"},
    {AXIS_ROLL_ARRIVAL, AT(true), AXIS_ARRIVAL, BUT(ARRIVAL_PROMOTE), "no pawn is promoted"},
    {AXIS_ROLL_ARRIVAL, AT(true), AXIS_COMBAT, BUT(COMBAT_CAPTURE),
     "a combat decides whether the pawn arrives"},
    {AXIS_ARRIVAL, AT(ARRIVAL_PROMOTE) | AT(ARRIVAL_RESCUE), AXIS_MOVEMENT, BUT(MOVEMENT_CHESS),
     "only pawns of 'chess' movement have a last rank"},
    {AXIS_ARRIVAL, AT(ARRIVAL_ON_CAPTURE), AXIS_MOVEMENT, BUT(MOVEMENT_ORTHOGONAL),
     "it belongs to captures by sum"},
    {AXIS_ARRIVAL, AT(ARRIVAL_RESCUE), AXIS_REMOVED, BUT(REMOVED_KEPT),
     "only a kept piece can be rescued"},
    {AXIS_NO_ACTION, AT(DECIDE_CHECK), AXIS_SAFETY, BUT(SAFETY_NOT_LEFT),
     "mate is a king that may not be left attacked"},
    {AXIS_NO_ACTION, BUT(DECIDE_CHECK), AXIS_SAFETY, AT(SAFETY_NOT_LEFT),
     "a king that may not be left attacked is mated"},
    {AXIS_NO_ACTION, AT(DECIDE_PASS), AXIS_MOVEMENT, BUT(MOVEMENT_CHESS),
     "only a turn of 'chess' movement can be passed"},
    {AXIS_NO_ACTION, AT(DECIDE_PASS), AXIS_ROLL, BUT(ROLL_NOTHING), "its dice say who passes"},
    {AXIS_NO_ACTION, AT(DECIDE_POINTS), AXIS_REMOVED, BUT(REMOVED_KEPT),
     "only kept pieces can be counted"},
};

static const struct pair *const pairs_end = pairs + sizeof pairs / sizeof *pairs;

static bool refuses(const struct pair *pair, unsigned axis, unsigned value, unsigned other,
                    unsigned with) {
    return pair->axis == axis && pair->other == other &&
           (pair->words >> value & pair->others >> with & 1) != 0;
}

const char *mechanism_refusal(unsigned axis, unsigned value, unsigned other, unsigned with) {
    for (const struct pair *pair = pairs; pair < pairs_end; pair++)
        if (refuses(pair, axis, value, other, with) || refuses(pair, other, with, axis, value))
            return pair->why;
    return NULL;
}

/* ---- a ruleset ------------------------------------------------------------------------------- */

/* The word of an axis at fault: that of `row`, unless only the other one is of this file. */
static const struct schema_row *row_at_fault(const struct build *b, const struct schema_row *row,
                                             const struct schema_row *other) {
    const struct node *at = tree_find(b->root, row->path, NULL);
    const struct node *beside = tree_find(b->root, other->path, NULL);
    bool own = at != NULL && at->file == b->file;
    return own || beside == NULL || beside->file != b->file ? row : other;
}

void check_pairs(struct build *b) {
    for (const struct pair *pair = pairs; pair < pairs_end; pair++) {
        const struct schema_row *row = schema_find(axis_path[pair->axis]);
        const struct schema_row *other = schema_find(axis_path[pair->other]);
        unsigned value = (unsigned)schema_number(row, b->rs);
        unsigned with = (unsigned)schema_number(other, b->rs);
        if (!build_knows(b, row->path) || !build_knows(b, other->path) ||
            !refuses(pair, pair->axis, value, pair->other, with))
            continue;
        const struct schema_row *at = row_at_fault(b, row, other);
        build_contradiction(b, at->path, "'%s' cannot be '%s' where '%s' is '%s': %s", row->path,
                            row->words[value], other->path, other->words[with], pair->why);
    }
}

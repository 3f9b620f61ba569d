/* SPDX-License-Identifier: MIT */
/* Refuses values that have no effect, as no key is ignored, and points out legal values that are
   probably not meant. */
#include "core/rules/ruleset_build.h"

#include "core/base/slice.h"

#define AT(value) (1u << (value))

/* Squares from one edge of a board of chess to the other. */
enum { FARTHEST = 7 };

static const struct node *piece_node(const struct build *b, unsigned type) {
    return tree_get(tree_get(b->root, "pieces"), schema_types[type]);
}

/* ---- keys of pieces without effect ----------------------------------------------------------- */

/* Refuses a key of a piece that has no effect, for this reason. */
static void refuse_idle(struct build *b, unsigned type, const char *key, const char *why) {
    const struct node *node = tree_get(piece_node(b, type), key);
    if (node != NULL && build_states(b, node))
        build_fault(b, D_YAML_CONTRADICTION, node, true, "'pieces.*.%s' has no meaning here: %s",
                    key, why);
}

/* The same, unless an option may give it one. */
static void refuse_idle_now(struct build *b, unsigned type, const char *key, const char *why) {
    if (!build_may_change(b, "combat arrival ending teleport"))
        refuse_idle(b, type, key, why);
}

static void refuse_of_piece(struct build *b, unsigned type) {
    const xpgn_ruleset *rs = b->rs;
    const struct piece_rules *piece = &rs->piece[type];
    if (schema_applies(schema_find("pieces.*.wounded"), rs) && !rs->geometry.wounds)
        refuse_idle_now(b, type, "wounded", "no outcome wounds a piece");
    if (schema_applies(schema_find("pieces.*.hits"), rs) && !combat_damages(rs))
        refuse_idle_now(b, type, "hits", "no outcome takes points off");
    if (piece->leader && !rs->leaders_lost && !rs->teleport_reach)
        refuse_idle_now(b, type, "leader", "no rule asks for leaders");
    if (rs->arrival == ARRIVAL_PROMOTE && type != XPGN_PAWN)
        refuse_idle_now(b, type, "promotes-to", "only pawns are promoted on the last rank");
    if (piece->runs && type == XPGN_KING)
        refuse_idle(b, type, "runs", "a king cannot be given away");
    if (piece->runs && rs->single_die >> type & 1)
        refuse_idle_now(b, type, "runs", "a single die decides its combats");
    if (piece->route && type == XPGN_KING)
        refuse_idle(b, type, "route", "the king cannot go to its own square");
}

/* Pieces that play can add have no 'most', which only captures by sum and new pawns obey. */
static void refuse_most(struct build *b, unsigned type) {
    const xpgn_ruleset *rs = b->rs;
    bool promoted =
        rs->arrival == ARRIVAL_PROMOTE && (rs->piece[XPGN_PAWN].promotes_to >> type & 1);
    bool transformed = rs->transform_to == type;
    if (rs->piece[type].most != 0 && (promoted || transformed))
        build_fault(b, D_YAML_CONTRADICTION, piece_node(b, type), true,
                    "'most' has no meaning here: %s can add a piece",
                    promoted ? "a promotion" : "a transformation");
}

/* ---- other keys without effect --------------------------------------------------------------- */

static void refuse_of_transform(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    if (rs->piece[rs->transform_from].immobile || rs->piece[rs->transform_kills].immobile)
        build_contradiction(b, "transform", "a piece that never fights cannot win or lose a duel");
    if (rs->movement == MOVEMENT_CHESS && rs->transform_to == XPGN_PAWN)
        build_contradiction(b, "transform.becomes", "a pawn cannot arise on a first or last rank");
    if (rs->piece[rs->transform_to].immobile)
        build_contradiction(b, "transform.becomes", "a piece that never moves cannot arise");
}

/* True if something is rolled with the dice of the game. */
static bool rolls(const xpgn_ruleset *rs) {
    return (combat_rolls(rs) && !combat_adds_dice(rs)) || rs->roll_off || rs->turn == TURN_CHOICE ||
           (rs->turn == TURN_SEVERAL_MOVES && rs->moves == 0) || turn_rolls_actors(rs);
}

static void refuse_of_army(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    const struct setup_army *army = &rs->army;
    unsigned room = 0, all = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        unsigned most = rs->piece[t].most ? rs->piece[t].most : ARMY_MOST;
        if (army->count[t] > most)
            build_contradiction(b, "setup.army", "%u of '%s', but its 'most' is %u", army->count[t],
                                schema_types[t], most);
        if (army->count[t] != 0 && !rs->piece[t].name)
            build_contradiction(b, "setup.army", "'%s' is not a piece of this game",
                                schema_types[t]);
        if (army->choose_from >> t & 1 && most > army->count[t])
            room += most - army->count[t];
        all += army->count[t];
    }
    if (army->choose > room)
        build_contradiction(b, "setup.army.choose", "%u pieces to choose, but room for %u",
                            army->choose, room);
    if (army->choose_from >> XPGN_KING & 1)
        build_contradiction(b, "setup.army.from", "a side has one king");
    if (army->choose == 0 && army->choose_from != 0)
        build_contradiction(b, "setup.army.from", "'from' requires 'choose'");
    if (all > 0 && army->count[XPGN_KING] != 1)
        build_contradiction(b, "setup.army", "%u kings, expected 1", army->count[XPGN_KING]);
    if (rs->alone_loses && all == 1 && army->choose == 0)
        build_contradiction(b, "setup.army", "every king is alone: nobody is left to win");
}

/* What a king that is lost, replaced or moved needs. */
static void refuse_of_king(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    bool fatal = (rs->fatal >> XPGN_KING & 1) != 0;
    if (rs->safety == SAFETY_NOT_LEFT && combat_rolls(rs) && !fatal)
        build_contradiction(b, "ending",
                            "a combat may remove a king: 'lost-with' requires the king");
    if (turn_rolls_actors(rs) && !fatal)
        build_contradiction(b, "ending", "a king may be captured: 'lost-with' requires the king");
    if (rs->succession && (rs->piece[XPGN_KING].immobile || rs->piece[XPGN_QUEEN].immobile))
        build_contradiction(b, "ending.succession",
                            "a piece that never moves cannot arise or become another");
    if (rs->succession && rs->release_reach != 0)
        build_contradiction(b, "escape", "after 'succession' a king that escapes is a second one");
    if (rs->teleport_reach != 0 && rs->piece[XPGN_KING].immobile)
        build_contradiction(b, "teleport", "the king never moves");
}

static void refuse_of_game(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    const struct node *die = tree_get(b->root, "die");
    unsigned pieces = rs->geometry.letters | AT(XPGN_PAWN);
    if (rs->geometry.en_passant && !rs->double_step)
        build_contradiction(b, "movement.en-passant", "'en-passant' requires 'double-step'");
    if (rs->die == 0 && rolls(rs))
        build_contradiction(b, "turn", "rolls of the turn require 'die'");
    if (rs->roll_off && rs->geometry.seats != 2)
        build_contradiction(b, "turn.first", "a roll-off is between two seats");
    if (die != NULL && build_states(b, die) && !rolls(rs) && !combat_adds_dice(rs) &&
        !build_may_change(b, "combat turn"))
        build_contradiction(b, "die", "'die' has no meaning here: nothing is rolled");
    if (rs->roll.means == ROLL_AT_MOST && rs->roll.dice + rs->roll.adds >= FARTHEST)
        build_contradiction(b, "turn.roll.dice", "every roll lets each piece go as far as it can");
    if (rs->roll.equal_frees && rs->roll.dice == 1)
        build_contradiction(b, "turn.roll.equal", "one die has no equal");
    if (rs->roll.castling == ROLL_CASTLING_BOTH && rs->roll.dice == 1)
        build_contradiction(b, "turn.roll.castling", "'both' requires two dice");
    if (rs->single_fails > 0 && rs->single_die == 0)
        build_contradiction(b, "combat.single-die", "'fails-up-to' requires 'pieces'");
    if (combat_damages(rs) && rs->geometry.wounds)
        build_contradiction(b, "combat.outcomes", "a piece with hit points is not wounded");
    if (rs->harmed != 0 && !combat_damages(rs))
        build_contradiction(b, "combat.outcomes", "'damage' is an outcome of a 'contest'");
    if (combat_goes_on(rs) && !combat_damages(rs))
        build_contradiction(b, "combat.rounds", "'attackers-choice' requires an outcome 'damage'");
    if (rs->setup == SETUP_SHUFFLED && pieces != AT(XPGN_TYPES) - AT(XPGN_PAWN))
        build_contradiction(b, "setup.kind", "a first rank that is shuffled needs all its pieces");
    if (rs->transform_to != 0)
        refuse_of_transform(b);
    if (rs->setup == SETUP_FREE)
        refuse_of_army(b);
}

void check_sense(struct build *b) {
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        if (b->rs->piece[t].name != NULL) {
            refuse_of_piece(b, t);
            refuse_most(b, t);
        }
    refuse_of_king(b);
    refuse_of_game(b);
}

/* ---- what is legal, but hardly meant --------------------------------------------------------- */

static void suspect(struct build *b, const struct node *node, const char *text) {
    bool failed = b->failed;
    build_fault(b, D_YAML_SUSPECT, node, true, "%s", text);
    b->failed = failed;
}

static void suspect_piece(struct build *b, unsigned type) {
    const struct piece_rules *piece = &b->rs->piece[type];
    bool stronger = piece->attack[1] > piece->attack[0] || piece->defense[1] > piece->defense[0] ||
                    piece->support[1] > piece->support[0];
    if (b->rs->geometry.wounds && stronger)
        suspect(b, piece_node(b, type), "the piece is stronger wounded than healthy");
}

/* True if a side has lost with its army, even if it chooses one of each piece that it may. */
static bool army_lost(const xpgn_ruleset *rs) {
    xpgn_position p;
    xpgn_square sq = 0;
    position_clear(&p, &rs->geometry);
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        if (rs->army.count[t] != 0 || (rs->army.choose_from >> t & 1))
            position_put(&p, sq++, XPGN_PIECE(0, t));
    return sq > 0 && ruleset_lost(rs, &p, 0) != NULL;
}

void suspect_ruleset(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    const struct node *setup = tree_get(b->root, "setup");
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        if (rs->piece[t].name != NULL)
            suspect_piece(b, t);
    for (unsigned seat = 0; rs->has_start && seat < rs->geometry.seats; seat++)
        if (ruleset_lost(rs, &rs->start, seat) != NULL)
            suspect(b, setup, "a side has lost before the first action");
    if (army_lost(rs))
        suspect(b, setup, "an army lacks a piece whose loss loses the game");
}

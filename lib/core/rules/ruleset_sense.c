/* SPDX-License-Identifier: MIT */
/* Values that have no effect are refused, as no key is ignored; legal rulesets that hardly mean
   what they say are told. */
#include "core/rules/ruleset_build.h"

#include "core/base/slice.h"

#define AT(value) (1u << (value))

static const struct node *piece_node(const struct build *b, unsigned type) {
    return tree_get(tree_get(b->root, "pieces"), schema_types[type]);
}

/* True if an option of the game changes one of these mappings, so that a key without effect now may
   have one then. */
static bool may_change(const struct build *b, const char *const *maps) {
    const struct node *options = tree_get(b->root, "options");
    for (size_t i = 0; options != NULL && i < options->count; i++)
        for (const char *const *map = maps; *map != NULL; map++)
            if (tree_get(options->child[i], *map) != NULL)
                return true;
    return false;
}

/* A key that this file gives with another value than 0 or false, and does not inherit; NULL: none.
   With options in force it may lose its meaning, so then there is none either. */
static const struct node *own_key(const struct build *b, const struct node *map, const char *key) {
    const struct node *node = b->optional ? NULL : tree_get(map, key);
    bool idle = node != NULL && node->kind == NODE_SCALAR &&
                (strcmp(node->text, "0") == 0 || strcmp(node->text, "false") == 0);
    return node != NULL && !idle && node->file == b->file ? node : NULL;
}

/* ---- keys of pieces without effect ----------------------------------------------------------- */

/* Keys of a piece that only these kinds of an axis use, a bit each. */
static const struct user {
    const char *key, *axis;
    unsigned kinds;
    const char *map[2]; /* which the axis is of */
} users[] = {
    {"attack",
     "combat.kind",
     AT(COMBAT_MARGIN) | AT(COMBAT_POOLS) | AT(COMBAT_OVERWHELM),
     {"combat"}},
    {"defense",
     "combat.kind",
     AT(COMBAT_MARGIN) | AT(COMBAT_POOLS) | AT(COMBAT_OVERWHELM),
     {"combat"}},
    {"support", "support.kind", AT(SUPPORT_VALUES), {"support"}},
    {"bonus", "combat.kind", AT(COMBAT_DUEL), {"combat"}},
    {"wounded", "combat.kind", AT(COMBAT_MARGIN), {"combat"}},
    {"shoots", "combat.kind", AT(COMBAT_POOLS), {"combat"}},
    {"runs", "combat.kind", AT(COMBAT_POOLS), {"combat"}},
    {"promotes-to", "arrival.kind", AT(ARRIVAL_PROMOTE) | AT(ARRIVAL_ON_CAPTURE), {"arrival"}},
    {"immobile", "movement.kind", AT(MOVEMENT_QUEEN_LINE), {"movement"}},
    {"leaps", "movement.kind", AT(MOVEMENT_QUEEN_LINE), {"movement"}},
    {"speed", "movement.kind", AT(MOVEMENT_ORTHOGONAL), {"movement"}},
    {"charge", "movement.kind", AT(MOVEMENT_ORTHOGONAL), {"movement"}},
    {"charge-proof", "movement.kind", AT(MOVEMENT_ORTHOGONAL), {"movement"}},
    {"inspires", "movement.kind", AT(MOVEMENT_ORTHOGONAL), {"movement"}},
    {"reinforces", "movement.kind", AT(MOVEMENT_ORTHOGONAL), {"movement"}},
    {"route", "movement.kind", AT(MOVEMENT_ORTHOGONAL), {"movement"}},
};

static void refuse_unused(struct build *b, unsigned type, const struct user *user) {
    const struct schema_row *axis = schema_find(user->axis);
    unsigned kind = (unsigned)schema_number(axis, b->rs);
    const struct node *node = own_key(b, piece_node(b, type), user->key);
    if (node != NULL && !(user->kinds >> kind & 1) && !may_change(b, user->map))
        build_fault(b, D_YAML_CONTRADICTION, node, true,
                    "'pieces.*.%s' has no meaning where '%s' is '%s'", user->key, user->axis,
                    axis->words[kind]);
}

/* Refuses a key of a piece that has no effect, for this reason. */
static void refuse_idle(struct build *b, unsigned type, const char *key, const char *why) {
    const struct node *node = own_key(b, piece_node(b, type), key);
    if (node != NULL)
        build_fault(b, D_YAML_CONTRADICTION, node, true, "'pieces.*.%s' has no meaning here: %s",
                    key, why);
}

/* The same, unless an option may give it one. */
static void refuse_idle_now(struct build *b, unsigned type, const char *key, const char *why) {
    static const char *const maps[] = {"combat", "arrival", "ending", "teleport", NULL};
    if (!may_change(b, maps))
        refuse_idle(b, type, key, why);
}

static void refuse_of_piece(struct build *b, unsigned type) {
    const xpgn_ruleset *rs = b->rs;
    const struct piece_rules *piece = &rs->piece[type];
    for (size_t i = 0; i < sizeof users / sizeof *users; i++)
        refuse_unused(b, type, &users[i]);
    if (combat_support(rs->combat) == SUPPORT_VALUES && !rs->geometry.wounds)
        refuse_idle_now(b, type, "wounded", "no outcome wounds a piece");
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

/* True if something is rolled. */
static bool rolls(const xpgn_ruleset *rs) {
    return combat_is(rs, TRAIT_ROLLED) || rs->roll_off || rs->turn == TURN_CHOICE ||
           (rs->turn == TURN_SEVERAL_MOVES && rs->moves == 0);
}

static void refuse_of_army(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    const struct setup_army *army = &rs->army;
    unsigned room = 0, all = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        unsigned most = rs->piece[t].most ? rs->piece[t].most : 40;
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
}

/* What a king that is lost, replaced or moved needs. */
static void refuse_of_king(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    bool fatal = (rs->fatal >> XPGN_KING & 1) != 0;
    if (rs->safety == SAFETY_NOT_LEFT && combat_is(rs, TRAIT_ROLLED) && !fatal)
        build_contradiction(b, "ending",
                            "a combat may remove a king: 'lost-with' requires the king");
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
    static const char *const maps[] = {"combat", "turn", NULL};
    const struct node *die = own_key(b, b->root, "die");
    unsigned pieces = rs->geometry.letters | AT(XPGN_PAWN);
    if (rs->geometry.en_passant && !rs->double_step)
        build_contradiction(b, "movement.en-passant", "'en-passant' requires 'double-step'");
    if (rs->die == 0 && rolls(rs))
        build_contradiction(b, "turn", "rolls of the turn require 'die'");
    if (die != NULL && !rolls(rs) && !may_change(b, maps))
        build_contradiction(b, "die", "'die' has no meaning here: nothing is rolled");
    if (rs->single_fails > 0 && rs->single_die == 0)
        build_contradiction(b, "combat.single-die", "'fails-up-to' requires 'pieces'");
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

/* True if the side has lost before the first action. */
static bool begins_lost(const xpgn_ruleset *rs, unsigned seat) {
    unsigned officers = (1u << XPGN_KING) - (1u << XPGN_PAWN);
    for (unsigned fatal = rs->fatal; fatal != 0; fatal &= fatal - 1)
        if (!position_has(&rs->start, seat, fatal & -fatal))
            return true;
    return (rs->leaders_lost && !position_has(&rs->start, seat, rs->leaders)) ||
           (rs->alone_loses && !position_has(&rs->start, seat, officers));
}

/* True if the army that is set up lacks a piece with whose loss the side has lost. */
static bool army_lost(const xpgn_ruleset *rs) {
    unsigned types = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        types |= (unsigned)(rs->army.count[t] != 0) << t;
    return types != 0 &&
           ((rs->fatal & ~types) != 0 || (rs->leaders_lost && !(rs->leaders & types)));
}

void suspect_ruleset(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    const struct node *setup = tree_get(b->root, "setup");
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        if (rs->piece[t].name != NULL)
            suspect_piece(b, t);
    for (unsigned seat = 0; rs->has_start && seat < rs->geometry.seats; seat++)
        if (begins_lost(rs, seat))
            suspect(b, setup, "a side has lost before the first action");
    if (rs->setup == SETUP_FREE && army_lost(rs))
        suspect(b, setup, "an army lacks a piece with whose loss its side has lost");
}

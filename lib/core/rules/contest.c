/* SPDX-License-Identifier: MIT */
/* What the words of combat.kind mean: each is a contest of two totals, made of the same parts. */
#include "core/rules/ruleset_build.h"

enum { ROWS = 3, REST = INT16_MIN };

#define AT(value) (1u << (value))
#define VALUES (AT(COLUMN_ATTACK) | AT(COLUMN_DEFENSE))

/* In the order of enum combat_kind. */
static const struct contest_kind {
    uint16_t traits;
    uint8_t columns; /* bit per enum column: the values of a piece */
    uint8_t rows;    /* 0: those of the file */
    struct margin_row row[ROWS];
} kinds[] = {
    {0, 0, 0, {{0, {0, 0}}}},
    {CONTEST_ROLLED | CONTEST_SUPPORT | CONTEST_WOUNDS, VALUES, 0, {{0, {0, 0}}}},
    {CONTEST_ROLLED | CONTEST_HIGHEST | CONTEST_NEEDS,
     VALUES,
     3,
     {{1, {0, 'x'}}, {0, {0, 0}}, {REST, {'x', 0}}}},
    {CONTEST_ROLLED | CONTEST_AGAIN, AT(COLUMN_BONUS), 2, {{1, {0, 'x'}}, {REST, {'x', 0}}}},
    {CONTEST_SUPPORT | CONTEST_NEIGHBOURS, VALUES, 1, {{REST, {0, 'x'}}}},
    {CONTEST_ROLLED | CONTEST_NEEDS, 0, 0, {{0, {0, 0}}}},
    {CONTEST_ROLLED | CONTEST_OWN_DICE | CONTEST_WOUNDS, 0, 0, {{0, {0, 0}}}},
    {CONTEST_BLOW | CONTEST_DAMAGE, 0, 0, {{0, {0, 0}}}},
};
_Static_assert(sizeof kinds / sizeof *kinds == COMBAT_KINDS, "each kind of combat has its row");

unsigned contest_columns(const xpgn_ruleset *rs, unsigned type) {
    bool fights = !rs->piece[type].immobile && rs->needs[type][type] == 0;
    return fights ? kinds[rs->combat].columns : 0;
}

/* FD-3, FD-4: a single die for pairs with these types. */
static void need_single_die(xpgn_ruleset *rs) {
    for (unsigned at = XPGN_PAWN; at < XPGN_TYPES; at++)
        for (unsigned df = XPGN_PAWN; df < XPGN_TYPES; df++)
            if (((rs->single_die >> at | rs->single_die >> df) & 1) != 0)
                rs->needs[at][df] = (uint8_t)(rs->single_fails + 1);
}

/* A table with one number shows nothing that its rule does not say. */
static bool needs_differ(const xpgn_ruleset *rs) {
    unsigned one = 0;
    for (unsigned i = 0; i < XPGN_TYPES * XPGN_TYPES; i++) {
        unsigned need = rs->needs[i / XPGN_TYPES][i % XPGN_TYPES];
        if (need != 0 && one != 0 && need != one)
            return true;
        one = need != 0 ? need : one;
    }
    return false;
}

/* Which sides may lose hit points, and what follows from it. */
static void derive_damage(xpgn_ruleset *rs) {
    rs->harmed = (uint8_t)(combat_is_blow(rs) ? 2u | rs->answers : 0);
    for (unsigned i = 0; i < 2u * rs->margin_rows; i++)
        rs->harmed |= (uint8_t)((rs->margin[i / 2].fate[i % 2] == FATE_DAMAGE) << i % 2);
    rs->geometry.hits = rs->harmed != 0 && (combat_is_blow(rs) || combat_adds_dice(rs));
    if (rs->geometry.hits)
        rs->contest |= CONTEST_DAMAGE;
    if (rs->rounds)
        rs->contest |= CONTEST_GOES_ON;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        rs->geometry.full[type] = rs->geometry.hits ? rs->piece[type].hits : 0;
    rs->outcome_safe = combat_is_blow(rs) && rs->safety == SAFETY_NOT_LEFT;
}

void derive_contest(xpgn_ruleset *rs) {
    const struct contest_kind *kind = &kinds[rs->combat];
    rs->contest = kind->traits;
    if (kind->rows > 0) {
        rs->margin_rows = kind->rows;
        memcpy(rs->margin, kind->row, sizeof kind->row);
    }
    for (int i = 0; i < 2 * MARGIN_NEAR; i++)
        rs->margin_near[i] = (uint8_t)(ruleset_margin_row(rs, i - MARGIN_NEAR) - rs->margin);
    if (combat_counts_highest(rs))
        need_single_die(rs);
    derive_damage(rs);
    rs->needs_shown = needs_differ(rs);
    rs->most_faces = rs->die;
}

static void note_faces(xpgn_ruleset *rs, const struct dice_expr *e) {
    for (unsigned i = 0; i < e->count; i++)
        if (e->faces[i] > rs->most_faces)
            rs->most_faces = e->faces[i];
}

bool derive_thrown(xpgn_ruleset *rs, const struct dice_expr *attacker_adds) {
    bool fits = true;
    for (unsigned side = 0; side < 2; side++) {
        struct dice_expr *thrown = rs->thrown[side];
        if (thrown[0].count == 0 && rs->die > 0)
            thrown[0] = (struct dice_expr){.count = 1, .faces = {rs->die}};
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
            if (thrown[type].count == 0)
                thrown[type] = thrown[0];
            if (side == 0)
                fits &= dice_expr_add(&thrown[type], attacker_adds);
            if (rs->piece[type].name != NULL)
                note_faces(rs, &thrown[type]);
        }
    }
    return fits;
}

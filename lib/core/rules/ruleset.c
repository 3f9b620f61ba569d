/* SPDX-License-Identifier: MIT */
/* The public functions about rulesets. */
#include "core/rules/ruleset.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>

#include "core/base/buffer.h"
#include "core/rules/ruleset_schema.h"
#include "internal/rules.h"
#include "internal/text_out.h"

const char *xpgn_ruleset_id(const xpgn_ruleset *rs) {
    return rs->id;
}

const char *xpgn_ruleset_title(const xpgn_ruleset *rs) {
    return rs->title;
}

const xpgn_code *xpgn_ruleset_rule(const xpgn_ruleset *rs, size_t index) {
    const xpgn_code *rule = rs->rules;
    for (; rule->code && index > 0; index--)
        rule++;
    return rule->code ? rule : NULL;
}

const char *xpgn_ruleset_option(const xpgn_ruleset *rs, size_t index) {
    const char *const *option = rs->options;
    for (; *option && index > 0; index--)
        option++;
    return *option;
}

bool xpgn_ruleset_start(const xpgn_ruleset *rs, xpgn_position *out) {
    if (rs->has_start)
        *out = rs->start;
    return rs->has_start;
}

bool xpgn_ruleset_fights(const xpgn_ruleset *rs) {
    return !attacks_capture(rs);
}

bool xpgn_ruleset_goes_on(const xpgn_ruleset *rs) {
    return combat_goes_on(rs);
}

bool xpgn_ruleset_rolls_actors(const xpgn_ruleset *rs) {
    return turn_rolls_actors(rs);
}

bool xpgn_ruleset_rolls_off(const xpgn_ruleset *rs) {
    return rs->roll_off;
}

bool xpgn_ruleset_sets_up(const xpgn_ruleset *rs) {
    return rs->setup != SETUP_FIXED;
}

const char *xpgn_piece_name(const xpgn_ruleset *rs, unsigned type) {
    if (type == XPGN_NO_TYPE || type >= XPGN_TYPES)
        return "piece";
    const char *name = rs != NULL ? rs->piece[type].name : schema_types[type];
    return name != NULL ? name : "piece";
}

char *piece_write(char *c, const xpgn_ruleset *rs, const xpgn_position *p, xpgn_piece piece,
                  xpgn_square square) {
    if (XPGN_IS_WOUNDED(piece))
        c = stpcpy(c, "wounded ");
    c = stpcpy(c, xpgn_piece_name(rs, XPGN_TYPE_OF(piece)));
    if (p == NULL)
        return c;
    *c = ' ';
    return square_write(c + 1, p, square);
}

void xpgn_piece_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                      xpgn_piece piece, xpgn_square square) {
    char *c = buffer_room(b, PIECE_ROOM);
    if (c != NULL)
        b->size = (size_t)(piece_write(c, rs, p, piece, square) - b->data);
}

const char *xpgn_ruleset_attribute(const xpgn_ruleset *rs, size_t column) {
    return column < rs->columns ? schema_columns[rs->column[column]] : NULL;
}

static int16_t attribute(const struct piece_rules *piece, enum column column, unsigned wounded) {
    const int16_t value[COLUMN_COUNT] = {[COLUMN_ATTACK] = piece->attack[wounded],
                                         [COLUMN_DEFENSE] = piece->defense[wounded],
                                         [COLUMN_SUPPORT] = piece->support[wounded],
                                         [COLUMN_POINTS] = piece->points,
                                         [COLUMN_BONUS] = piece->bonus,
                                         [COLUMN_LEADER] = piece->leader,
                                         [COLUMN_SPEED] = piece->speed};
    return value[column];
}

bool xpgn_ruleset_attributes(const xpgn_ruleset *rs, unsigned type, xpgn_attributes *out) {
    if (type >= XPGN_TYPES || !rs->piece[type].name)
        return false;
    const struct piece_rules *piece = &rs->piece[type];
    *out = (xpgn_attributes){.name = piece->name,
                             .letter = xpgn_piece_letter((xpgn_piece)type),
                             .has_wounded = rs->geometry.wounds};
    for (unsigned i = 0; i < rs->columns; i++) {
        enum column column = rs->column[i];
        bool given = (piece->given >> column & 1) || column == COLUMN_LEADER;
        out->value[0][i] = given ? attribute(piece, column, 0) : INT16_MIN;
        out->value[1][i] = given && rs->geometry.wounds ? attribute(piece, column, 1) : INT16_MIN;
    }
    return true;
}

void ruleset_free(xpgn_ruleset *rs) {
    if (!rs)
        return;
    arena_free(&rs->arena);
    free(rs);
}

/* SPDX-License-Identifier: MIT */
/* The normal form of a ruleset, and its digest (tag RulesDigest). */
#include "core/rules/ruleset_schema.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/sha256.h"
#include "core/board/xfen.h"
#include "internal/text_out.h"

static void put_types(xpgn_buffer *b, unsigned set) {
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++)
        if (set >> t & 1)
            xpgn_buffer_printf(b, " %s", schema_types[t]);
}

static void put_schema_value(xpgn_buffer *b, const struct schema_row *row, const void *base) {
    int value = schema_number(row, base);
    if (row->kind == VALUE_TYPES)
        put_types(b, (unsigned)value);
    else if (row->words || row->kind == VALUE_TYPE)
        xpgn_buffer_printf(b, " %s", (row->words ? row->words : schema_types)[value]);
    else
        xpgn_buffer_printf(b, " %d", value);
    xpgn_buffer_char(b, '\n');
}

/* Appends the rows of the ruleset or, with a type, those of that piece. Texts and the version do
   not affect play; values with their own readers are printed by hand below. */
static void put_rows(const xpgn_ruleset *rs, unsigned type, xpgn_buffer *b) {
    static const char prefix[] = "pieces.*.";
    size_t skip = sizeof prefix - 1;
    const void *base = type != XPGN_NO_TYPE ? (const void *)&rs->piece[type] : rs;
    for (size_t i = 0; i < schema_row_count; i++) {
        const struct schema_row *row = &schema_rows[i];
        bool of_piece = strncmp(row->path, prefix, skip) == 0;
        if (row->kind == VALUE_MAP || row->kind > VALUE_TYPES || row->kind == VALUE_INT ||
            of_piece != (type != XPGN_NO_TYPE) || (row->later && schema_number(row, base) == 0))
            continue;
        if (of_piece)
            xpgn_buffer_printf(b, "pieces.%s.%s", schema_types[type], row->path + skip);
        else
            xpgn_buffer_text(b, row->path);
        put_schema_value(b, row, base);
    }
}

static void put_needs(const xpgn_ruleset *rs, xpgn_buffer *b) {
    for (unsigned at = XPGN_PAWN; at < XPGN_TYPES; at++) {
        if (!rs->piece[at].name)
            continue;
        xpgn_buffer_printf(b, "combat.needs %s", schema_types[at]);
        for (unsigned df = XPGN_PAWN; df < XPGN_TYPES; df++)
            xpgn_buffer_printf(b, " %u", rs->needs[at][df]);
        xpgn_buffer_char(b, '\n');
    }
}

/* What each piece rolls in the end, as attacker and as defender. */
static void put_thrown(const xpgn_ruleset *rs, xpgn_buffer *b) {
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        char text[2][DICE_EXPR_TEXT];
        if (!rs->piece[t].name)
            continue;
        for (unsigned side = 0; side < 2; side++)
            dice_expr_write(&rs->thrown[side][t], text[side]);
        xpgn_buffer_printf(b, "combat.dice %s %s %s\n", schema_types[t], text[0], text[1]);
    }
}

static void put_combat_rules(const xpgn_ruleset *rs, xpgn_buffer *b) {
    const bool given = schema_applies(schema_find("combat.outcomes"), rs);
    for (unsigned i = 0; given && i < rs->margin_rows; i++) {
        const struct margin_row *row = &rs->margin[i];
        xpgn_buffer_printf(b, "combat.outcomes %d %c %c\n", row->from,
                           row->fate[0] ? row->fate[0] : '-', row->fate[1] ? row->fate[1] : '-');
    }
    if (combat_adds_dice(rs))
        put_thrown(rs, b);
    if (schema_applies(schema_find("combat.needs"), rs))
        put_needs(rs, b);
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++) {
        if (!rs->support_except[t])
            continue;
        xpgn_buffer_printf(b, "support.except %s", schema_types[t]);
        put_types(b, rs->support_except[t]);
        xpgn_buffer_char(b, '\n');
    }
}

static void put_roll_rules(const xpgn_ruleset *rs, xpgn_buffer *b) {
    xpgn_buffer_printf(b, "turn.roll.dice %u", rs->roll.dice);
    if (!turn_rolls_types(rs)) {
        xpgn_buffer_printf(b, " %d\n", rs->roll.adds);
        return;
    }
    xpgn_buffer_text(b, "\nturn.roll.faces");
    for (unsigned i = 0; i < rs->die; i++)
        xpgn_buffer_printf(b, " %s", schema_types[rs->roll.face[i]]);
    xpgn_buffer_char(b, '\n');
}

static void put_turn_rules(const xpgn_ruleset *rs, xpgn_buffer *b) {
    if (turn_rolls_actors(rs))
        put_roll_rules(rs, b);
    if (rs->turn != TURN_SEVERAL_MOVES)
        return;
    xpgn_buffer_text(b, "turn.moves");
    if (rs->moves)
        xpgn_buffer_printf(b, " %u", rs->moves);
    for (unsigned i = 0; !rs->moves && i < rs->die; i++)
        xpgn_buffer_printf(b, "%c%u", i ? ',' : ' ', rs->moves_by_die[i]);
    xpgn_buffer_char(b, '\n');
}

static void put_setup(const xpgn_ruleset *rs, xpgn_buffer *b) {
    const struct geometry *g = &rs->geometry;
    xpgn_buffer_text(b, "seats");
    for (unsigned i = 0; i < g->seats; i++)
        xpgn_buffer_printf(b, " %s", rs->seat_name[i]);
    xpgn_buffer_char(b, '\n');
    for (unsigned i = 0; rs->setup == SETUP_FREE && i < g->seats; i++) {
        const struct setup_zone *z = &rs->zone[i];
        xpgn_buffer_printf(b, "setup.zones %s %u %u %u %u\n", z->square ? "square" : "distance",
                           z->king, z->corner_file, z->corner_rank, z->reach);
    }
    for (unsigned i = 0; g->held == HELD_CELLS && i < 4; i++)
        xpgn_buffer_printf(b, "removed.cells %u %u\n", g->cell_seat[i], g->cell[i]);
    if (rs->has_start) {
        xpgn_buffer_text(b, "setup.position ");
        xfen_write(b, g, &rs->start);
        xpgn_buffer_char(b, '\n');
    }
}

/*
 * Appends everything that affects play, with the options in force: one `path value` per line, in
 * the order of the schema, with defaults written out. Ids, titles, names, columns, rules and cites
 * are left out, so two files with the same normal form are the same game.
 *
 * Existing records contain digests of it: a key added later must be written only where it differs
 * from its default. tests/vectors/sealed-rules.xpgn has digests that must not change.
 */
static void put_normal_form(const xpgn_ruleset *rs, xpgn_buffer *b) {
    put_rows(rs, XPGN_NO_TYPE, b);
    put_setup(rs, b);
    put_combat_rules(rs, b);
    put_turn_rules(rs, b);
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++)
        if (rs->piece[t].name)
            put_rows(rs, t, b);
}

/* ---- the digest ------------------------------------------------------------------------------ */

static xpgn_status compute_digest(const xpgn_ruleset *rs, char text[RULES_DIGEST_SIZE]) {
    unsigned char hash[SHA256_BYTES];
    struct sha256 sha;
    xpgn_buffer b = {0};
    put_normal_form(rs, &b);
    xpgn_status status = b.failed ? XPGN_NO_MEMORY : sha256_open(&sha);
    if (status == XPGN_OK) {
        sha256(&sha, hash, b.data, b.size);
        sha256_close(&sha);
    }
    xpgn_buffer_free(&b);
    if (status != XPGN_OK)
        return status;
    int n = snprintf(text, RULES_DIGEST_SIZE, "sha256:");
    for (int i = 0; i < SHA256_BYTES; i++)
        n += snprintf(text + n, RULES_DIGEST_SIZE - (size_t)n, "%02x", hash[i]);
    return XPGN_OK;
}

xpgn_status ruleset_digest(const xpgn_ruleset *rs, char text[RULES_DIGEST_SIZE]) {
    if (!rs->digest)
        return compute_digest(rs, text);
    snprintf(text, RULES_DIGEST_SIZE, "%s", rs->digest);
    return XPGN_OK;
}

xpgn_status xpgn_ruleset_digest(xpgn_buffer *b, const xpgn_ruleset *rs) {
    char text[RULES_DIGEST_SIZE];
    xpgn_status status = ruleset_digest(rs, text);
    if (status == XPGN_OK)
        xpgn_buffer_text(b, text);
    return status;
}

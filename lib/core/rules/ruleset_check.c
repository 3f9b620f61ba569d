/* SPDX-License-Identifier: MIT */
/* Checks a ruleset that has been read, and derives what follows from its values. */
#include "core/rules/ruleset_build.h"

#include "core/base/slice.h"
#include "core/board/xfen.h"

#define AT(value) (1u << (value))

/* ---- what follows ---- */

/* A wounded piece has its healthy values where the file gives no others. */
static void derive_pieces(xpgn_ruleset *rs) {
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++) {
        struct piece_rules *piece = &rs->piece[t];
        int16_t *row[] = {piece->attack, piece->defense, piece->support};
        rs->geometry.letters |= (uint8_t)((piece->name != NULL) << t);
        for (unsigned i = 0; i < 3; i++)
            if (!(piece->given >> (i + COLUMN_WOUNDED) & 1))
                row[i][1] = row[i][0];
    }
}

void derive_values(xpgn_ruleset *rs) {
    rs->leaders = 0;
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
        const struct piece_rules *piece = &rs->piece[type];
        const bool one = contest_columns(rs, type) == AT(COLUMN_BONUS); /* for both (CC-6) */
        rs->leaders |= (uint8_t)(piece->leader << type);
        for (unsigned hurt = 0; hurt < 2; hurt++)
            rs->value[type + hurt * XPGN_WOUNDED] = (struct piece_value){
                .attack = one ? piece->bonus : piece->attack[hurt],
                .defense = one ? piece->bonus : piece->defense[hurt],
                .gives = rs->support == SUPPORT_DICE ? 1 : piece->support[hurt],
                .support_except = rs->support_except[type],
                .inspires = (uint8_t)piece->inspires};
    }
    rs->decisive = rs->alone_loses ? UINT8_MAX : rs->fatal;
    if (rs->leaders_lost)
        rs->decisive |= rs->leaders;
    if (rs->succession)
        rs->decisive |= 1u << XPGN_KING;
}

static void derive_roll(xpgn_ruleset *rs) {
    for (unsigned i = 0; turn_rolls_types(rs) && i < rs->die && i < sizeof rs->roll.face; i++)
        rs->roll.types |= (uint8_t)(1u << rs->roll.face[i]);
    rs->kings_fall = turn_rolls_actors(rs) && rs->safety == SAFETY_NOT_LEFT && attacks_capture(rs);
    rs->geometry.several_passed = rs->roll.each && rs->geometry.en_passant;
}

void derive_ruleset(struct build *b) {
    static const uint8_t held[] = {HELD_NONE, HELD_REMOVED, HELD_CELLS};
    xpgn_ruleset *rs = b->rs;
    derive_pieces(rs);
    derive_contest(rs);
    if (combat_adds_dice(rs) && !derive_thrown(rs, &b->attacker_adds))
        build_contradiction(
            b, "combat.attacker-adds",
            "with them an attacker rolls more than %d dice, more than %d or less than 0",
            DICE_EXPR_DICE, DICE_EXPR_PIPS);
    derive_values(rs);
    derive_roll(rs);
    rs->geometry.held = held[rs->removed];
    for (uint8_t i = 0; i < sizeof rs->geometry.cell && rs->removed == REMOVED_PRISONER; i++)
        rs->cell_on[rs->geometry.cell[i]] = i;
    for (unsigned i = 0; i < rs->margin_rows; i++)
        for (unsigned k = 0; k < 2; k++)
            if (rs->margin[i].fate[k] == 'w')
                rs->geometry.wounds = true;
    for (unsigned i = 0; i < CITE_COUNT_OF; i++)
        if (!b->cite[i])
            b->cite[i] = b->cite[CITE_MOVE];
    if (!rs->options)
        rs->options = build_alloc(b, sizeof *rs->options);
}

/* ---- keys ---- */

/* Reports missing keys that the mechanisms in force require. */
static void check_keys(struct build *b) {
    for (const struct schema_row *row = schema_rows; row < schema_rows + schema_row_count; row++)
        if (row->required && row->kinds && schema_applies(row, b->rs) &&
            !tree_find(b->root, row->path, NULL))
            build_contradiction(b, row->axis_path, "'%s' is '%s', which requires '%s'",
                                row->axis_path, schema_in_force(row, b->rs), row->path);
}

/* ---- numbers ---- */

static void check_board(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    const struct geometry *g = &rs->geometry;
    bool small = g->files == 8 && g->ranks == 8 && g->seats == 2;
    if (rs->movement != MOVEMENT_ORTHOGONAL && !small)
        build_contradiction(
            b, "board",
            "8 files, 8 ranks and two seats are required unless movement is 'orthogonal'");
    for (unsigned i = 0; rs->removed == REMOVED_PRISONER && i < 4; i++)
        for (unsigned k = 0; k < i; k++)
            if (g->cell[i] == g->cell[k])
                build_contradiction(b, "removed.cells", "two cells on one square");
    for (unsigned i = 0; rs->setup == SETUP_FREE && i < g->seats; i++)
        for (unsigned k = 0; k < i; k++)
            if (rs->zone[i].king == rs->zone[k].king)
                build_contradiction(b, "setup.zones", "two kings on one square");
    if (rs->setup != SETUP_FREE && !tree_find(b->root, "setup.position", NULL))
        build_contradiction(b, "setup", "a setup other than 'free' requires 'position'");
}

static void check_dice(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    if (combat_rolls(rs) && rs->die == 0 && !combat_adds_dice(rs))
        build_contradiction(b, "combat.kind", "this combat requires 'die'");
    if (rs->die && rs->single_fails >= rs->die)
        build_contradiction(b, "combat.single-die.fails-up-to", "a die of %u faces always fails",
                            rs->die);
    if (rs->teleport_exact && !rs->teleport_reach)
        build_contradiction(b, "teleport.exactly", "'exactly' requires 'reach'");
    if (rs->leaders_lost && rs->leaders == 0)
        build_contradiction(b, "ending.lost-without-leaders", "no piece is a 'leader'");
}

/* ---- pieces ---- */

/* The columns that the mechanisms need for each piece. */
static unsigned columns_wanted(const xpgn_ruleset *rs, unsigned type) {
    unsigned wanted = contest_columns(rs, type);
    if (rs->support == SUPPORT_VALUES)
        wanted |= AT(COLUMN_SUPPORT);
    if (rs->movement == MOVEMENT_ORTHOGONAL)
        wanted |= AT(COLUMN_SPEED);
    if (rs->no_action == DECIDE_POINTS)
        wanted |= AT(COLUMN_POINTS);
    return wanted;
}

static void check_columns(struct build *b, unsigned type, const struct node *at) {
    unsigned missing = columns_wanted(b->rs, type) & ~(unsigned)b->rs->piece[type].given;
    for (unsigned i = 0; i < COLUMN_COUNT; i++)
        if (missing >> i & 1)
            build_fault(b, D_YAML_MISSING, at, true, "'%s' requires '%s'", schema_types[type],
                        schema_columns[i]);
}

/* A rating is a number of dice, each supporter adds one more, and a roll has room for 32. */
enum { MAX_RATING = 16 };

/* What combats by hit points need of a piece. */
static void check_hits(struct build *b, unsigned type, const struct node *at) {
    const xpgn_ruleset *rs = b->rs;
    if (combat_damages(rs) && rs->piece[type].hits == 0)
        build_fault(b, D_YAML_MISSING, at, true, "'%s' requires 'hits'", schema_types[type]);
    if (combat_is_blow(rs) && rs->piece[type].damage == 0)
        build_fault(b, D_YAML_MISSING, at, true, "'%s' requires 'damage'", schema_types[type]);
}

static void check_piece(struct build *b, unsigned type) {
    const xpgn_ruleset *rs = b->rs;
    const struct piece_rules *piece = &rs->piece[type];
    const struct node *at = tree_get(tree_get(b->root, "pieces"), schema_types[type]);
    check_columns(b, type, at);
    check_hits(b, type, at);
    if (combat_counts_highest(rs) &&
        (piece->attack[0] > MAX_RATING || piece->defense[0] > MAX_RATING))
        build_fault(b, D_YAML_CONTRADICTION, at, true, "rating above %d dice", MAX_RATING);
    if (combat_counts_highest(rs) && !(rs->single_die >> type & 1) &&
        (piece->attack[0] == 0 || piece->defense[0] == 0))
        build_fault(b, D_YAML_CONTRADICTION, at, true, "rating of 0 dice");
    if (combat_adds_dice(rs) && (rs->thrown[0][type].count == 0 || rs->thrown[1][type].count == 0))
        build_fault(b, D_YAML_MISSING, at, true, "'%s' requires 'dice'", schema_types[type]);
    if (piece->most && piece->least > piece->most)
        build_fault(b, D_YAML_CONTRADICTION, at, true, "'least' is greater than 'most'");
    if (piece->promotes_to & ~(unsigned)rs->geometry.letters)
        build_fault(b, D_YAML_CONTRADICTION, at, true,
                    "promotes to a piece that is not in the game");
    if (piece->promotes_to >> XPGN_KING & 1)
        build_fault(b, D_YAML_CONTRADICTION, at, true, "promotes to a king");
    if (rs->arrival == ARRIVAL_PROMOTE && type == XPGN_PAWN && piece->promotes_to >> type & 1)
        build_fault(b, D_YAML_CONTRADICTION, at, true, "promotes to a pawn on the last rank");
    for (unsigned t = XPGN_PAWN; t < type; t++)
        if (rs->piece[t].name && strcmp(rs->piece[t].name, piece->name) == 0)
            build_fault(b, D_YAML_CONTRADICTION, at, true, "duplicate piece name '%s'",
                        piece->name);
}

static void check_types(struct build *b, const char *path, unsigned set) {
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++)
        if (set >> t & 1 && !b->rs->piece[t].name)
            build_contradiction(b, path, "'%s' is not a piece of this game", schema_types[t]);
}

static void check_pieces(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++)
        if (rs->piece[t].name)
            check_piece(b, t);
    if (!rs->piece[XPGN_KING].name)
        build_contradiction(b, "pieces", "missing king");
    check_types(b, "combat.single-die.pieces", rs->single_die);
    check_types(b, "ending.lost-with", rs->fatal);
    check_types(b, "turn.roll.faces", rs->roll.types);
    if (rs->roll.types != 0 && !(rs->roll.types >> XPGN_KING & 1))
        build_contradiction(b, "turn.roll.faces",
                            "no face shows the king: a side may have nothing else left");
    check_types(b, "setup.army.from", rs->army.choose_from);
    if (rs->succession)
        check_types(b, "ending.succession", AT(XPGN_QUEEN));
    if (!rs->transform_from != !rs->transform_to || !rs->transform_from != !rs->transform_kills)
        build_contradiction(b, "transform",
                            "'transform' requires 'piece', 'removes' and 'becomes'");
    else if (rs->transform_to == XPGN_KING)
        build_contradiction(b, "transform.becomes", "a piece cannot become a king");
    else if (rs->transform_from)
        check_types(b, "transform",
                    AT(rs->transform_from) | AT(rs->transform_to) | AT(rs->transform_kills));
    if (rs->arrival == ARRIVAL_PROMOTE && !rs->piece[XPGN_PAWN].promotes_to)
        build_contradiction(b, "arrival.kind",
                            "arrival 'promote' requires 'promotes-to' of the pawn");
}

/* ---- endings ---- */

static bool fights_remove(const xpgn_ruleset *rs) {
    for (unsigned i = 0; i < rs->margin_rows; i++)
        if (rs->margin[i].fate[0] == 'x' || rs->margin[i].fate[1] == 'x')
            return true;
    return rs->margin_rows == 0 || rs->geometry.wounds || combat_damages(rs);
}

static void check_ending(struct build *b) {
    const xpgn_ruleset *rs = b->rs;
    bool mate = rs->no_action == DECIDE_CHECK;
    if (rs->turn != TURN_CHOICE && !tree_find(b->root, "ending.no-action", NULL))
        build_fault(b, D_YAML_MISSING, NULL, false, "missing key 'ending.no-action'");
    bool lost = rs->fatal || rs->leaders_lost || rs->alone_loses || rs->succession;
    if (!mate && (!lost || !fights_remove(rs))) {
        bool failed = b->failed; /* a warning */
        build_fault(b, D_YAML_ENDLESS, tree_get(b->root, "ending"), true,
                    "no action can win the game");
        b->failed = failed;
    }
}

void check_ruleset(struct build *b) {
    check_keys(b);
    check_pairs(b);
    check_sense(b);
    check_board(b);
    check_dice(b);
    check_pieces(b);
    check_ending(b);
}

/* ---- the start position ---- */

static void check_start(struct build *b, const struct node *node) {
    const xpgn_ruleset *rs = b->rs;
    for (unsigned seat = 0; seat < rs->geometry.seats; seat++) {
        for (unsigned t = XPGN_PAWN; t <= XPGN_KING; t++) {
            unsigned n = position_count(&rs->start, seat, t);
            const struct piece_rules *piece = &rs->piece[t];
            if (n < piece->least || (piece->most && n > piece->most) || (t == XPGN_KING && n != 1))
                build_fault(b, D_YAML_CONTRADICTION, node, false,
                            "wrong number of pieces: %s has %u of '%s'", rs->seat_name[seat], n,
                            piece->name);
        }
    }
}

/* Reports the first finding about the start position as a fault of this file; for an inherited
   position at the value that does not fit it. */
static void start_fault(struct build *b, const struct node *node, const struct log *log) {
    size_t count;
    const xpgn_finding *f = log_list(log, &count);
    if (count == 0) {
        build_fault(b, D_YAML_CONTRADICTION, node, false, "the position does not fit this game");
        return;
    }
    struct node part = *node;
    if (f->place.offset < strlen(node->text)) {
        part.place.offset += f->place.offset + node->quoted;
        part.place.length = f->place.length;
    }
    if (node->file == b->file) {
        build_fault(b, D_YAML_CONTRADICTION, &part, false, "%.200s", f->text);
        return;
    }
    const struct node *castling = tree_find(b->root, "movement.castling", NULL);
    build_fault(b, D_YAML_CONTRADICTION,
                log_is(f, D_FEN_CASTLING) && castling != NULL ? castling : node, false,
                "setup.position is inherited: %.200s", f->text);
    log_hint(b->log, "give 'setup' a 'position' here that fits");
}

void read_start(struct build *b) {
    const struct node *node = tree_find(b->root, "setup.position", NULL);
    struct log log;
    if (!node)
        return;
    log_init(&log);
    b->rs->has_start =
        xfen_read(slice_of(node->text), 0, &b->rs->geometry, &b->rs->start, &log) && !log.errors;
    if (b->rs->has_start)
        check_start(b, node);
    else if (log.no_memory)
        build_no_memory(b);
    else
        start_fault(b, node, &log);
    log_free_parts(&log);
}

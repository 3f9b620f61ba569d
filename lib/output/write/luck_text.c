/* SPDX-License-Identifier: MIT */
/* The report of luck: as text, as a table, and as part of a JSON object. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/slice.h"
#include "core/board/seats.h"
#include "output/count/luck.h"
#include "output/write/aligned_table.h"
#include "output/write/tally_rows.h"
#include "output/write/tally_write.h"

enum { MOST_PLAYERS = 20 };

/* ---- numbers --------------------------------------------------------------------------------- */

static void put_points(xpgn_buffer *b, double half_points, int digits) {
    double scale = pow(10, digits), points = round(half_points / 2 * scale) / scale;
    xpgn_buffer_printf(b, points == 0 ? "%.*f" : "%+.*f", digits, points == 0 ? 0.0 : points);
}

static void put_mean_die(xpgn_buffer *b, struct luck_dice dice) {
    if (dice.rolled > 0)
        tally_put_fixed(b, tally_divide(100 * dice.sum, dice.rolled));
}

/* Writes a share in percent, as <1 or >99 if it would round to 0 or 100 without being so. */
static void put_hundred(xpgn_buffer *b, double share) {
    if (share > 0 && share < .005)
        xpgn_buffer_text(b, "<1");
    else if (share < 1 && share >= .995)
        xpgn_buffer_text(b, ">99");
    else
        xpgn_buffer_printf(b, "%.0f", 100 * share);
}

static void put_rank(xpgn_buffer *b, const struct luck *luck) {
    xpgn_buffer_text(b, "luckier in ");
    put_hundred(b, luck->luckier);
    xpgn_buffer_text(b, " of 100 replays of these combats\t");
    put_hundred(b, luck->as_lucky);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void put_row_name(xpgn_buffer *cells, const struct luck_row *row) {
    xpgn_buffer_slice(cells, luck_name_of(row));
    if (row->seats > 2)
        xpgn_buffer_printf(cells, " against %s", seat_name(row->seats, row->against));
}

static void put_luck_cells(xpgn_buffer *cells, const struct luck_row *row) {
    if (!row->luck.known)
        return;
    put_row_name(cells, row);
    xpgn_buffer_printf(cells, "\t%llu\t", (unsigned long long)row->luck.combats);
    put_points(cells, luck_gave(&row->luck), 1);
    xpgn_buffer_char(cells, '\t');
    put_points(cells, row->luck.expected, 2);
    xpgn_buffer_char(cells, '\t');
    put_points(cells, row->luck.net, 2);
    xpgn_buffer_char(cells, '\t');
    put_rank(cells, &row->luck);
    xpgn_buffer_char(cells, '\n');
}

/* Which combats occur in a game depends on its dice; tests/oracles/luck_rank.sh measures the
 * effect. */
static void put_note(xpgn_buffer *b) {
    xpgn_buffer_text(
        b, "  Replays repeat these combats; which arise depends on earlier dice:\n"
           "  21 to 28 of 100 fair games, not 20, are among the 20 most extreme ranks.\n");
}

/* Does any row have a known rank? */
static bool has_rank(const struct luck_row *rows, size_t count) {
    bool known = false;
    for (size_t i = 0; i < count; i++)
        known |= rows[i].luck.known;
    return known;
}

static void write_luck(xpgn_buffer *b, const char *head, const char *who,
                       const struct luck_row *rows, size_t count) {
    xpgn_buffer cells = {0};
    xpgn_buffer_printf(&cells, "%s\tcombats\tgave\texpected\tluck\t\tequal in\n", who);
    size_t empty = cells.size;
    for (size_t i = 0; i < count; i++)
        put_luck_cells(&cells, &rows[i]);
    if (cells.size > empty || cells.failed)
        sheet_section(b, head, &cells, 1);
    xpgn_buffer_free(&cells);
}

static unsigned highest_die(const struct luck_row *rows, size_t count) {
    unsigned die = 0;
    for (size_t i = 0; i < count; i++)
        die = rows[i].die > die ? rows[i].die : die;
    return die;
}

static void put_dice_row(xpgn_buffer *cells, const struct luck_row *row, bool turns, unsigned die) {
    struct luck_dice dice = luck_dice_of(row, turns);
    if (dice.rolled == 0)
        return;
    xpgn_buffer_slice(cells, luck_name_of(row));
    xpgn_buffer_printf(cells, "\t%s", turns ? "turn" : "combat");
    for (unsigned i = 0; i < die; i++) {
        uint64_t n = turns ? row->faces[ROLE_TURN][i]
                           : row->faces[ROLE_ATTACK][i] + row->faces[ROLE_DEFENSE][i];
        xpgn_buffer_printf(cells, "\t%llu", (unsigned long long)n);
    }
    xpgn_buffer_printf(cells, "\t%llu\t", (unsigned long long)dice.rolled);
    put_mean_die(cells, dice);
    xpgn_buffer_char(cells, '\n');
}

/* Writes faces and means of dice. Turn rolls, which bring no points, have rows of their own. */
static void write_dice(xpgn_buffer *b, const char *who, const struct luck_row *rows, size_t count) {
    xpgn_buffer cells = {0};
    unsigned die = highest_die(rows, count);
    if (die == 0)
        return;
    xpgn_buffer_printf(&cells, "%s\trolls", who);
    for (unsigned i = 1; i <= die; i++)
        xpgn_buffer_printf(&cells, "\t%u", i);
    xpgn_buffer_text(&cells, "\trolled\tmean\n");
    for (size_t i = 0; i < count; i++)
        for (unsigned turns = 0; turns < 2; turns++)
            put_dice_row(&cells, &rows[i], turns, die);
    sheet_section(b, "dice", &cells, 2);
}

/* ---- turns by the dice they spend ---- */

/* How many turns of the seat of *due spent as many dice. */
static uint64_t turns_spent(struct tally_span ruleset, const struct tally_entry *due) {
    struct tally_span turns = tally_kind_of(ruleset, TALLY_TURN_DICE);
    uint64_t sum = 0;
    for (size_t i = 0; i < turns.count; i++)
        if (turns.entry[i].a == due->a && turns.entry[i].c == due->b)
            sum += turns.entry[i].count;
    return sum;
}

static double turns_expected(const struct tally_entry *due) {
    return (double)due->count / TALLY_WHOLE;
}

static void write_turn_dice(xpgn_buffer *b, const struct tally_view *all,
                            struct tally_span ruleset) {
    struct tally_span due = tally_kind_of(ruleset, TALLY_TURN_DUE);
    xpgn_buffer cells = {0};
    if (due.count == 0)
        return;
    xpgn_buffer_text(&cells, "side\tspent\tturns\texpected\n");
    for (size_t i = 0; i < due.count; i++) {
        tally_put_field(&cells, all, ruleset, &due.entry[i], 0);
        xpgn_buffer_printf(&cells, "\t%u\t%llu\t%.2f\n", due.entry[i].b,
                           (unsigned long long)turns_spent(ruleset, &due.entry[i]),
                           turns_expected(&due.entry[i]));
    }
    sheet_section(b, tally_stats[TALLY_TURN_DICE].title, &cells, 1);
    xpgn_buffer_free(&cells);
}

static int by_combats(const void *left, const void *right) {
    const struct luck_row *a = left, *b = right;
    if (a->luck.combats != b->luck.combats)
        return a->luck.combats < b->luck.combats ? 1 : -1;
    return slice_order(a->name, b->name);
}

static int by_luck(const void *left, const void *right) {
    const struct luck_row *a = left, *b = right;
    int order = (a->luck.net < b->luck.net) - (a->luck.net > b->luck.net);
    return order != 0 ? order : slice_order(a->name, b->name);
}

/* Writes the players, luckiest first; of many only those with the most combats. */
static void write_players(xpgn_buffer *b, struct luck_view *view) {
    char head[64] = "players";
    size_t count = view->players;
    if (count > MOST_PLAYERS) {
        snprintf(head, sizeof head, "players: the %d with the most combats, of %zu", MOST_PLAYERS,
                 count);
        qsort(view->player, count, sizeof *view->player, by_combats);
        count = MOST_PLAYERS;
    }
    qsort(view->player, count, sizeof *view->player, by_luck);
    write_luck(b, head, "player", view->player, count);
    write_dice(b, "player", view->player, count);
}

static void write_ruleset(xpgn_buffer *b, const struct tally_view *all, struct tally_span span,
                          bool grouped) {
    struct luck_view view;
    uint64_t games = tally_sum(tally_kind_of(span, TALLY_MEASURED));
    if (games == 0)
        return;
    if (!luck_view_open(&view, all, span)) {
        b->failed = true;
        return;
    }
    xpgn_buffer_char(b, '\n');
    if (grouped) {
        xpgn_buffer_slice(b, all->name[span.entry->value]);
        xpgn_buffer_text(b, ", ");
    }
    xpgn_buffer_slice(b, all->name[span.entry->ruleset]);
    xpgn_buffer_text(b, ": ");
    tally_put_games(b, games);
    xpgn_buffer_text(b, view.sides == 0 ? ", without dice\n" : "\n");
    write_luck(b, "luck of the dice in combats, in points (luck in material)", "side", view.side,
               view.sides);
    if (has_rank(view.side, view.sides))
        put_note(b);
    write_dice(b, "side", view.side, view.sides);
    write_turn_dice(b, all, span);
    if (!grouped)
        write_players(b, &view);
    luck_view_close(&view);
}

static void put_least_chance(xpgn_buffer *b, const struct least_roll *r) {
    double percent = 100 * r->chance;
    xpgn_buffer_printf(b, percent < .01 ? "%.2g%%" : "%.2f%%", percent);
}

static void write_least(xpgn_buffer *b, const struct least_list *list) {
    xpgn_buffer cells = {0};
    if (list == NULL || list->count == 0)
        return;
    xpgn_buffer_text(&cells, "game\tplayers\taction\toutcome\tchance\n");
    for (size_t i = 0; i < list->count; i++) {
        const struct least_roll *r = &list->roll[i];
        xpgn_buffer_printf(&cells, "%s\t%s\t%s\t%s\t", r->text[LEAST_PLACE], r->text[LEAST_TITLE],
                           r->text[LEAST_ACTION], r->text[LEAST_OUTCOME]);
        put_least_chance(&cells, r);
        xpgn_buffer_char(&cells, '\n');
    }
    sheet_section(b, "least likely rolls", &cells, 4);
}

static void write_luck_text(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view) {
    struct tally_span rest = {view->entry, view->count};
    tally_put_total_line(b, t);
    for (struct tally_span span; tally_take_ruleset(&rest, &span);)
        write_ruleset(b, view, span, t->by != NULL);
    write_least(b, t->least);
}

/* ---- a table --------------------------------------------------------------------------------- */

/* The table being written. */
struct luck_writer {
    struct row_writer row;
    const struct tally_view *view;
    bool grouped;
};

static void put_rounded(struct row_writer *t, int digits, double number) {
    row_next(t);
    xpgn_buffer_printf(t->b, "%.*f", digits, number);
}

static void put_luck_head(struct row_writer *t, const char *by) {
    static const char *const columns[] = {
        "ruleset", "of",      "name",     "against", "combats",   "gave",       "expected",
        "luck",    "luckier", "as_lucky", "dice",    "dice_mean", "turn_rolls", "turn_mean"};
    if (by != NULL)
        row_cell(t, slice_of(by));
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        row_cell(t, slice_of(columns[i]));
    row_end_head(t);
}

static void put_dice_mean(struct row_writer *t, const struct luck_row *row, bool turns) {
    struct luck_dice dice = luck_dice_of(row, turns);
    row_number(t, dice.rolled);
    row_next(t);
    put_mean_die(t->b, dice);
}

/* Returns the number, or 0 if it would be printed as -0. */
static double plain(double number) {
    return fabs(number) < 5e-7 ? 0 : number;
}

static void put_luck_row(struct luck_writer *table, struct tally_span span,
                         const struct luck_row *row) {
    const struct luck *luck = &row->luck;
    struct row_writer *t = &table->row;
    if (table->grouped)
        row_cell(t, table->view->name[span.entry->value]);
    row_cell(t, table->view->name[span.entry->ruleset]);
    row_cell(t, slice_of(row->name.data != NULL ? "player" : "side"));
    row_cell(t, luck_name_of(row));
    row_cell(t, slice_of(row->name.data != NULL ? "" : seat_name(row->seats, row->against)));
    row_number(t, luck->combats);
    if (luck->known) {
        put_rounded(t, luck->parts > 1 ? 6 : 1, luck_gave(luck) / 2);
        put_rounded(t, 6, plain(luck->expected / 2));
        put_rounded(t, 6, plain(luck->net / 2));
        put_rounded(t, 6, luck->luckier);
        put_rounded(t, 6, luck->as_lucky);
    }
    for (unsigned i = 0; !luck->known && i < 5; i++)
        row_cell(t, slice_of(""));
    put_dice_mean(t, row, false);
    put_dice_mean(t, row, true);
    row_end(t);
}

static void put_table_rows(struct luck_writer *t, struct tally_span span) {
    struct luck_view view;
    if (tally_kind_of(span, TALLY_MEASURED).count == 0)
        return;
    if (!luck_view_open(&view, t->view, span)) {
        t->row.b->failed = true;
        return;
    }
    for (size_t i = 0; i < view.sides; i++)
        put_luck_row(t, span, &view.side[i]);
    for (size_t i = 0; i < view.players; i++)
        put_luck_row(t, span, &view.player[i]);
    luck_view_close(&view);
}

void luck_write(xpgn_buffer *b, const xpgn_tally *tally, const struct tally_view *view,
                unsigned format) {
    unsigned form = format & (XPGN_TALLY_NO_HEADER - 1u);
    if (form == XPGN_TALLY_TEXT) {
        write_luck_text(b, tally, view);
        return;
    }
    const bool grouped = tally->by != NULL;
    struct luck_writer t = {
        {.b = b, .form = tally_cell_form(format), .right = (grouped ? ~31ull : ~15ull)},
        view,
        grouped};
    struct tally_span rest = {view->entry, view->count};
    if (tally_has_head(format))
        put_luck_head(&t.row, tally->by);
    for (struct tally_span span; tally_take_ruleset(&rest, &span);)
        put_table_rows(&t, span);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_faces_json(xpgn_buffer *b, const struct luck_row *row) {
    json_open(b, "dice", "{");
    for (unsigned role = 0; role < ROLES; role++) {
        uint64_t rolled = 0;
        for (unsigned i = 0; i < row->die; i++)
            rolled += row->faces[role][i];
        if (rolled == 0)
            continue;
        json_open(b, tally_role_name(role), "[");
        for (unsigned i = 0; i < row->die; i++)
            json_number(b, NULL, (int64_t)row->faces[role][i]);
        xpgn_buffer_char(b, ']');
    }
    xpgn_buffer_char(b, '}');
}

static void put_row_json(xpgn_buffer *b, const struct luck_row *row) {
    const struct luck *luck = &row->luck;
    bool player = row->name.data != NULL;
    json_open(b, NULL, "{");
    json_slice(b, player ? "player" : "side", luck_name_of(row));
    if (!player)
        json_text(b, "against", seat_name(row->seats, row->against));
    json_number(b, "combats", (int64_t)luck->combats);
    if (luck->known) {
        json_real(b, "gave", luck->parts > 1 ? 6 : 1, plain(luck_gave(luck) / 2));
        json_real(b, "expected", 6, plain(luck->expected / 2));
        json_real(b, "luck", 6, plain(luck->net / 2));
        json_real(b, "luckier", 6, luck->luckier);
        json_real(b, "as_lucky", 6, luck->as_lucky);
    }
    put_faces_json(b, row);
    xpgn_buffer_char(b, '}');
}

static void put_rows_json(xpgn_buffer *b, const char *key, const struct luck_row *rows,
                          size_t count) {
    json_open(b, key, "[");
    for (size_t i = 0; i < count; i++)
        put_row_json(b, &rows[i]);
    xpgn_buffer_char(b, ']');
}

static void put_turns_json(xpgn_buffer *b, const struct tally_view *all,
                           struct tally_span ruleset) {
    struct tally_span due = tally_kind_of(ruleset, TALLY_TURN_DUE);
    xpgn_buffer side = {0};
    json_open(b, "turns", "[");
    for (size_t i = 0; i < due.count; i++) {
        xpgn_buffer_clear(&side);
        tally_put_field(&side, all, ruleset, &due.entry[i], 0);
        json_open(b, NULL, "{");
        json_slice(b, "side", (xpgn_slice){side.data, side.size});
        json_number(b, "spent", due.entry[i].b);
        json_number(b, "turns", (int64_t)turns_spent(ruleset, &due.entry[i]));
        json_real(b, "expected", 6, turns_expected(&due.entry[i]));
        xpgn_buffer_char(b, '}');
    }
    xpgn_buffer_char(b, ']');
    b->failed |= side.failed;
    xpgn_buffer_free(&side);
}

void luck_write_json(xpgn_buffer *b, const struct tally_view *all, struct tally_span ruleset) {
    struct luck_view view;
    if (!luck_view_open(&view, all, ruleset)) {
        b->failed = true;
        return;
    }
    json_open(b, "luck", "{");
    put_rows_json(b, "sides", view.side, view.sides);
    put_rows_json(b, "players", view.player, view.players);
    if (tally_kind_of(ruleset, TALLY_TURN_DUE).count > 0)
        put_turns_json(b, all, ruleset);
    xpgn_buffer_char(b, '}');
    luck_view_close(&view);
}

void luck_write_least_json(xpgn_buffer *b, const xpgn_tally *t) {
    static const char *const keys[LEAST_FIELDS] = {"game", "ruleset", "players", "action",
                                                   "outcome"};
    if (t->least == NULL)
        return;
    json_open(b, "least_likely", "[");
    for (size_t i = 0; i < t->least->count; i++) {
        const struct least_roll *r = &t->least->roll[i];
        json_open(b, NULL, "{");
        for (unsigned f = 0; f < LEAST_FIELDS; f++)
            json_text(b, keys[f], r->text[f]);
        json_printf(b, "chance", "%.9g}", r->chance);
    }
    xpgn_buffer_char(b, ']');
}

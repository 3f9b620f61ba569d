/* SPDX-License-Identifier: MIT */
/* Luck and skill as text, as tables, as JSON. */
#include "internal/rules.h"
#include "internal/sealed.h"
#include "replay/replay_luck.h"

#include <math.h>
#include <string.h>
#include <xpgn/walk.h>

static const char *const kinds[] = {"action", "roll", "end"};

static const char *seat_name(unsigned seats, unsigned seat) {
    return xpgn_party_name(xpgn_party_of(seats, seat));
}

/* ---- numbers --------------------------------------------------------------------------------- */

static double unit(int64_t millionths) {
    return (double)millionths / LUCK_ONE;
}

static void put_signed_luck(xpgn_buffer *b, double x) {
    double shown = round(x * 1000) / 1000;
    xpgn_buffer_printf(b, shown == 0 ? "%.3f" : "%+.3f", shown == 0 ? 0.0 : shown);
}

static void put_luck_cell(struct row_writer *row, bool known, double x) {
    row_next(row);
    if (known && !isnan(x))
        xpgn_buffer_printf(row->b, "%.6f", fabs(x) < 5e-7 ? 0.0 : x);
}

static const char *best_of(const xpgn_judged *j) {
    return j->best_kind == XPGN_JUDGED_ACTION ? j->best_text : kinds[j->best_kind];
}

/* The half-width of a 95 % interval around the mean of adjusted results: for few games from the
   spread between equal players, for more from their own. NAN: not known. */
static double half_of(const luck_sum *s, double rest) {
    enum { FEW = 8 };
    double n = (double)s->games, mean = unit(s->adjusted) / n;
    if (s->games < FEW)
        return 1.96 * rest / sqrt(n);
    double spread = fmax(0, (double)s->squares / 1e6 / n - mean * mean) * n / (n - 1);
    return (1.96 + 2.5 / (n - 1)) * sqrt(spread / n);
}

/* ---- one decision ---------------------------------------------------------------------------- */

static void put_line_text(xpgn_buffer *b, const luck_how *how, const luck_line *l) {
    const xpgn_judged *j = l->judged;
    xpgn_buffer action = {0};
    xpgn_turn_write(&action, l->step->position->seats, l->step->number, j->seat);
    xpgn_buffer_printf(&action, " %s", l->action);
    xpgn_buffer_char(&action, '\0');
    xpgn_buffer_printf(b, "  %-20s %-9s expected ", action.failed ? "" : action.data,
                       xpgn_chance_name(j->chance));
    xpgn_buffer_printf(b, how->player != NULL ? "%.3f" : "%+6.2f", j->played);
    xpgn_buffer_text(b, "  luck ");
    put_signed_luck(b, j->luck[j->seat]);
    if (j->loss > 0.0005) {
        xpgn_buffer_text(b, "  lost ");
        xpgn_buffer_printf(b, "%.3f", j->loss);
        if (j->best > j->played)
            xpgn_buffer_printf(b, " against %s", best_of(j));
    }
    xpgn_buffer_char(b, '\n');
    b->failed |= action.failed;
    xpgn_buffer_free(&action);
}

static void put_line_json(xpgn_buffer *b, const luck_how *how, const luck_line *l) {
    const xpgn_judged *j = l->judged;
    bool skill = how->player != NULL;
    json_open(b, NULL, "{");
    json_number(b, "game", (int64_t)l->game->number);
    json_number(b, "ply", l->step->ply);
    json_text(b, "seat", seat_name(l->step->position->seats, j->seat));
    json_text(b, "kind", kinds[j->kind]);
    json_text(b, "action", j->kind == XPGN_JUDGED_ACTION ? l->action : NULL);
    json_text(b, "chance", j->chance != XPGN_CHANCE_NONE ? xpgn_chance_name(j->chance) : NULL);
    json_real(b, "expected", 6, j->played);
    json_real(b, "came", 6, j->came);
    json_real(b, "luck", 6, j->luck[j->seat]);
    json_real(b, "lost", 6, skill ? j->loss : NAN);
    json_text(b, "best", skill && j->chosen ? best_of(j) : NULL);
    json_text(b, "file", l->game->file);
    xpgn_buffer_text(b, "}\n");
}

static void put_line_row(xpgn_buffer *b, const luck_how *how, const luck_line *l) {
    const xpgn_judged *j = l->judged;
    bool skill = how->player != NULL;
    struct row_writer row = {.b = b, .form = how->cell};
    row_number(&row, l->game->number);
    row_number(&row, l->step->ply);
    row_cell(&row, cli_slice(seat_name(l->step->position->seats, j->seat)));
    row_cell(&row, cli_slice(kinds[j->kind]));
    row_cell(&row, cli_slice(j->kind == XPGN_JUDGED_ACTION ? l->action : ""));
    row_cell(&row, cli_slice(xpgn_chance_name(j->chance)));
    put_luck_cell(&row, true, j->played);
    put_luck_cell(&row, true, j->came);
    put_luck_cell(&row, true, j->luck[j->seat]);
    put_luck_cell(&row, skill, j->loss);
    row_cell(&row, cli_slice(skill && j->chosen ? best_of(j) : ""));
    row_cell(&row, cli_slice(l->game->file));
    row_end(&row);
}

void luck_put_line(xpgn_buffer *b, const luck_how *how, const luck_line *line) {
    if (how->form == LUCK_TEXT)
        put_line_text(b, how, line);
    else if (how->form == LUCK_JSON)
        put_line_json(b, how, line);
    else
        put_line_row(b, how, line);
}

void luck_put_head(xpgn_buffer *b, const luck_how *how) {
    static const char *const lines[] = {"game",   "ply",      "seat", "kind", "action",
                                        "chance", "expected", "came", "luck", "lost",
                                        "best",   "file",     NULL};
    static const char *const games[] = {"game",      "seat", "player", "rolls",    "luck",
                                        "decisions", "lost", "result", "adjusted", "low",
                                        "high",      "file", NULL};
    struct row_writer row = {.b = b, .form = how->cell};
    for (const char *const *name = how->detail ? lines : games; *name != NULL; name++)
        row_cell(&row, cli_slice(*name));
    row_end_head(&row);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static void put_rolls(xpgn_buffer *b, uint64_t rolls, const char *what) {
    xpgn_buffer_printf(b, "%llu %s%s, ", (unsigned long long)rolls, what, rolls == 1 ? "" : "s");
}

static bool has_turn_rolls_only(const luck_sum *s) {
    return s->turns > 0 && s->rolls == 0;
}

/* The rolls that are not measured, and those that are. */
static void put_luck_of_rolls(xpgn_buffer *b, const luck_how *how, const luck_sum *s) {
    if (s->turns > 0) {
        put_rolls(b, s->turns, "turn roll");
        xpgn_buffer_text(b, "whose luck is not measured");
        xpgn_buffer_text(b, s->rolls > 0 ? "; " : "");
    }
    if (has_turn_rolls_only(s))
        return;
    put_rolls(b, s->rolls, how->player != NULL ? "roll" : "combat");
    xpgn_buffer_text(b, "luck ");
    if (how->player != NULL)
        put_signed_luck(b, unit(s->luck));
    else
        xpgn_buffer_printf(b, "%+.2f points", unit(s->luck) == 0 ? 0.0 : unit(s->luck));
}

/* "result 1.000, adjusted for luck 0.612 (0.301 to 0.923)", on a line of its own */
static void put_adjusted(xpgn_buffer *b, const luck_sum *s, double rest) {
    double n = (double)s->games, half = half_of(s, rest), mean = unit(s->adjusted) / n;
    xpgn_buffer_printf(b, "\n    result %.3f, adjusted for %sluck %.3f", unit(s->score) / n,
                       s->turns > 0 ? "the measured " : "", mean);
    if (!isnan(half))
        xpgn_buffer_printf(b, " (%.3f to %.3f)", mean - half, mean + half);
}

static void put_sum_text(xpgn_buffer *b, const luck_how *how, const luck_sum *s, unsigned seat,
                         unsigned seats, double rest) {
    xpgn_buffer_printf(b, "  %s: ", seat_name(seats, seat));
    put_luck_of_rolls(b, how, s);
    if (how->player != NULL)
        xpgn_buffer_printf(b, "; lost %.3f in %llu decision%s", unit(s->lost),
                           (unsigned long long)s->decisions, s->decisions == 1 ? "" : "s");
    if (s->games > 0 && how->player != NULL && !has_turn_rolls_only(s))
        put_adjusted(b, s, rest);
    xpgn_buffer_char(b, '\n');
}

static void put_game_text(xpgn_buffer *b, const luck_how *how, const luck_game *g) {
    cli_put_title(b, g->game, g->walk);
    xpgn_buffer_text(b, ": ");
    xpgn_buffer_clean(b, g->result);
    xpgn_buffer_text(b, how->player != NULL ? "\n" : " (luck in material)\n");
    for (unsigned seat = 0; seat < g->seats; seat++)
        put_sum_text(b, how, &g->sum[seat], seat, g->seats, g->rest);
}

static xpgn_slice luck_player(const luck_game *g, unsigned seat) {
    return xpgn_walk_tag(g->walk, xpgn_seat_tag(g->seats, seat));
}

static void put_seat_json(xpgn_buffer *b, const luck_how *how, const luck_game *g, unsigned seat) {
    const luck_sum *s = &g->sum[seat];
    const bool skill = how->player != NULL, measured = !has_turn_rolls_only(s),
               known = skill && g->ended && measured;
    double adjusted = unit(s->adjusted), half = half_of(s, g->rest);
    json_open(b, NULL, "{");
    json_number(b, "game", (int64_t)g->game->number);
    json_text(b, "seat", seat_name(g->seats, seat));
    json_slice(b, "player", luck_player(g, seat));
    json_text(b, "luck_in", skill ? "score" : "material");
    json_number(b, "rolls", (int64_t)s->rolls);
    json_real(b, "luck", 6, measured ? unit(s->luck) : NAN);
    json_printf(b, "decisions", skill ? "%llu" : "null", (unsigned long long)s->decisions);
    json_real(b, "lost", 6, skill ? unit(s->lost) : NAN);
    json_real(b, "result", 6, g->ended ? unit(s->score) : NAN);
    json_real(b, "adjusted", 6, known ? adjusted : NAN);
    json_real(b, "low", 6, known ? adjusted - half : NAN);
    json_real(b, "high", 6, known ? adjusted + half : NAN);
    json_text(b, "file", g->game->file);
    xpgn_buffer_text(b, "}\n");
}

static void put_seat_row(xpgn_buffer *b, const luck_how *how, const luck_game *g, unsigned seat) {
    const luck_sum *s = &g->sum[seat];
    const bool skill = how->player != NULL, measured = !has_turn_rolls_only(s),
               known = skill && g->ended && measured;
    double adjusted = unit(s->adjusted), half = half_of(s, g->rest);
    struct row_writer row = {.b = b, .form = how->cell};
    row_number(&row, g->game->number);
    row_cell(&row, cli_slice(seat_name(g->seats, seat)));
    row_cell(&row, luck_player(g, seat));
    row_number(&row, s->rolls);
    put_luck_cell(&row, measured, unit(s->luck));
    row_next(&row);
    if (skill)
        xpgn_buffer_printf(b, "%llu", (unsigned long long)s->decisions);
    put_luck_cell(&row, skill, unit(s->lost));
    put_luck_cell(&row, g->ended, unit(s->score));
    put_luck_cell(&row, known, adjusted);
    put_luck_cell(&row, known, adjusted - half);
    put_luck_cell(&row, known, adjusted + half);
    row_cell(&row, cli_slice(g->game->file));
    row_end(&row);
}

void luck_put_game(xpgn_buffer *b, const luck_how *how, const luck_game *g) {
    if (how->form == LUCK_TEXT)
        put_game_text(b, how, g);
    for (unsigned seat = 0; how->form != LUCK_TEXT && !how->detail && seat < g->seats; seat++) {
        if (how->form == LUCK_JSON)
            put_seat_json(b, how, g, seat);
        else
            put_seat_row(b, how, g, seat);
    }
}

/* ---- all games ------------------------------------------------------------------------------- */

static void put_fit(xpgn_buffer *b, const luck_total *t) {
    const luck_sum *s = &t->sum[0];
    double n = (double)s->games, mean = unit(s->adjusted) / n;
    uint64_t positions = 0;
    for (unsigned i = 0; i < LUCK_CLASSES; i++)
        positions += t->fit.count[i];
    xpgn_buffer_printf(b, "%s: %llu games with a result, %llu positions\n", t->ruleset,
                       (unsigned long long)s->games, (unsigned long long)positions);
    xpgn_buffer_printf(b, "a logit of %.2f half points; %.2f fits best\n", t->fit.logit,
                       luck_fit_best(&t->fit));
    xpgn_buffer_printf(b, "expected scores are off by %.4f on average\n", luck_fit_error(&t->fit));
    if (s->games > 1)
        xpgn_buffer_printf(b, "results adjusted for luck have a standard deviation of %.4f\n",
                           sqrt(fmax(0, (double)s->squares / 1e6 / n - mean * mean)));
}

/* Says whose expected scores these are, and how good they are. */
static void put_teller(xpgn_buffer *b, const luck_how *how, const luck_total *t) {
    xpgn_buffer_printf(b, "Expected scores are those of %s", how->player);
    if (how->rollouts > 0)
        xpgn_buffer_printf(b, ", from %llu rollouts", (unsigned long long)how->rollouts);
    if (how->logit > 0 || t->mixed)
        xpgn_buffer_text(b, ".\n");
    else if (t->known.ruleset == NULL)
        xpgn_buffer_printf(b, "; %s has not been fitted, so their scale is a general one.\n",
                           t->ruleset);
    else
        xpgn_buffer_printf(b, "; in %u games of %s they were off by %.1f %% on average.\n",
                           t->known.games, t->ruleset, 100 * t->known.error);
}

void luck_put_total(xpgn_buffer *b, const luck_how *how, const luck_total *t) {
    if (*t->ruleset == '\0')
        return;
    if (how->fit) {
        put_fit(b, t);
        return;
    }
    if (how->form != LUCK_TEXT)
        return;
    if (t->games > 1) {
        xpgn_buffer_printf(b, "all %llu games:\n", (unsigned long long)t->games);
        for (unsigned seat = 0; seat < t->seats; seat++)
            put_sum_text(b, how, &t->sum[seat], seat, t->seats, t->known.rest);
    }
    if (how->player != NULL)
        put_teller(b, how, t);
}

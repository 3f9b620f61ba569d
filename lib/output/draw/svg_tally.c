/* SPDX-License-Identifier: MIT */
/* Charts of a tally. */
#include <math.h>

#include "core/base/slice.h"
#include "core/board/seats.h"
#include "internal/chance.h"
#include "internal/counts.h"
#include "internal/text_out.h"
#include "output/count/fair.h"
#include "output/count/luck.h"
#include "output/draw/svg.h"
#include "output/write/tally_rows.h"

/* The charts of one ruleset and one value of the tag. */
struct charts {
    xpgn_svg *svg;
    const struct tally_view *view;
    struct tally_span ruleset;
    xpgn_chart chart;
    xpgn_buffer prefix;      /* of titles: "White Adams, chess-attack", or "chess-attack" */
    xpgn_buffer label, text; /* of the next row */
    double most;             /* the end of the axis for dice, which all rulesets share */
};

/* ---- rows ---- */

/* Adds a row with the label and the text that were written. */
static void add_row(struct charts *s, xpgn_datum row) {
    row.label = (xpgn_slice){s->label.data, s->label.size};
    row.text = (xpgn_slice){s->text.data, s->text.size};
    s->chart.data.failed |= s->label.failed || s->text.failed;
    xpgn_chart_add(&s->chart, &row);
    xpgn_buffer_clear(&s->label);
    xpgn_buffer_clear(&s->text);
}

static void add_heading(struct charts *s, const char *label) {
    xpgn_buffer_text(&s->label, label);
    add_row(s, (xpgn_datum){XPGN_DATUM, .value = NAN});
}

/* A share with Agresti and Coull's interval. */
static xpgn_datum share_of(uint64_t n, uint64_t all) {
    static const double bound[2] = {0, 1};
    double of = all > 0 ? (double)all : 1, share = (double)n / of, in[2];
    xpgn_interval(share, share * (1 - share) / of, of, xpgn_quantile(0), bound, in);
    return (xpgn_datum){.value = share, .low = in[0], .high = in[1], .expected = NAN};
}

/* Appends "34.3" and "(20.1 to 51.9)", in percent, after the count. */
static void put_share(struct charts *s, const xpgn_datum *share) {
    xpgn_buffer_printf(&s->text, "\t%.1f\t(%.1f to %.1f)", 100 * share->value, 100 * share->low,
                       100 * share->high);
}

static void add_share(struct charts *s, uint64_t n, uint64_t all, double expected) {
    xpgn_datum row = share_of(n, all);
    row.expected = expected;
    xpgn_buffer_printf(&s->text, "%llu", (unsigned long long)n);
    put_share(s, &row);
    add_row(s, row);
}

static void end_chart(struct charts *s, const char *what, const char *note) {
    xpgn_buffer title = {0};
    if (s->prefix.size > 0)
        xpgn_buffer_printf(&title, "%.*s: ", SLICE(s->prefix));
    xpgn_buffer_text(&title, what);
    s->svg->body.failed |= title.failed || s->prefix.failed;
    s->chart.title = (xpgn_slice){title.data, title.size};
    s->chart.note = slice_of(note);
    xpgn_svg_rows(s->svg, &s->chart);
    xpgn_buffer_free(&title);
}

static void end_shares(struct charts *s, const char *what, const char *note, double most) {
    s->chart.percent = true;
    s->chart.high = most;
    end_chart(s, what, note);
    s->chart.percent = false;
    s->chart.high = 0;
}

/* ---- results, lengths, dice ---- */

static void add_histogram(struct charts *s, enum tally_kind kind) {
    const struct tally_numbers t = tally_numbers_of(s->ruleset, kind);
    for (struct tally_bin bin = tally_bins(s->ruleset, kind);
         t.count > 0 && tally_next_bin(&bin);) {
        tally_put_bin(&s->label, &bin);
        add_share(s, bin.count, t.count, NAN);
    }
}

/* Adds the rows of a kind, whose labels have all fields: "pawn, knight, removed". */
static void add_kind(struct charts *s, enum tally_kind kind) {
    struct tally_span span = tally_kind_of(s->ruleset, kind);
    uint64_t all = tally_sum(span);
    if (tally_stats[kind].look == LOOK_HISTOGRAM) {
        add_histogram(s, kind);
        return;
    }
    for (size_t i = 0; i < span.count; i++) {
        tally_put_fields(&s->label, s->view, s->ruleset, &span.entry[i], ", ");
        add_share(s, span.entry[i].count, all, NAN);
    }
}

static void put_games(struct charts *s) {
    static const enum tally_kind kinds[] = {TALLY_RESULT, TALLY_TURNS};
    for (unsigned i = 0; i < 2; i++) {
        if (tally_kind_of(s->ruleset, kinds[i]).count == 0)
            continue;
        add_heading(s, tally_stats[kinds[i]].title);
        add_kind(s, kinds[i]);
    }
    end_shares(s, "games", "percent of games, with 95 % intervals", 1);
}

/* Adds a face that fell n of `all` times, and should in that share of them. */
static void add_face(struct charts *s, unsigned face, uint64_t n, uint64_t all, double expected) {
    xpgn_buffer_printf(&s->label, "%u", face);
    add_share(s, n, all, expected);
}

static const char dice_note[] = "percent, with 95 % intervals; upright: expected of fair dice";

static void put_dice(struct charts *s) {
    struct tally_span rest = tally_kind_of(s->ruleset, TALLY_DIE);
    for (struct tally_dice dice; tally_take_dice(&rest, &dice);) {
        add_heading(s, tally_role_name(dice.role));
        for (unsigned face = 1; face <= dice.faces; face++)
            add_face(s, face, tally_face(&dice, face), dice.rolled,
                     tally_face_expected(&dice, face));
    }
    end_shares(s, "dice", dice_note, s->most);
}

/* Notes the highest end of an interval of the faces. */
static void note_dice(struct charts *s) {
    struct tally_span rest = tally_kind_of(s->ruleset, TALLY_DIE);
    for (struct tally_dice dice; tally_take_dice(&rest, &dice);)
        for (unsigned face = 1; face <= dice.faces; face++)
            s->most = fmax(s->most, share_of(tally_face(&dice, face), dice.rolled).high);
}

/* ---- combats ---- */

static void put_combats(struct charts *s) {
    struct tally_span rest = tally_kind_of(s->ruleset, TALLY_COMBAT);
    for (struct tally_pair pair; tally_take_pair(s->view, s->ruleset, &rest, &pair);) {
        uint64_t fought = pair.sum.fought, won = pair.sum.of[EXPECT_WON];
        xpgn_datum row = share_of(won, fought);
        xpgn_buffer_printf(&s->label, "%.*s \xc3\x97 %.*s", SLICE(pair.name[0]),
                           SLICE(pair.name[1]));
        xpgn_buffer_printf(&s->text, "%llu of %llu", (unsigned long long)won,
                           (unsigned long long)fought);
        put_share(s, &row);
        if (pair.expected.known) {
            row.expected =
                (double)pair.expected.billionths[EXPECT_WON] / TALLY_WHOLE / (double)fought;
            xpgn_buffer_printf(&s->text, "\texp. %.1f", 100 * row.expected);
        }
        add_row(s, row);
    }
    end_shares(s, "combats won by the attacker",
               "percent of combats, with 95 % intervals; upright: expected (exp.)", 1);
}

/* ---- luck ---- */

/* Adds the luck of a row with the range that dice keep to, after a heading if one was written. */
static void add_luck(struct charts *s, const struct luck_row *row) {
    double half = XPGN_LUCK_BAND * sqrt(row->luck.variance) / 2;
    if (!row->luck.known)
        return;
    if (s->label.size > 0)
        add_heading(s, "");
    xpgn_buffer_slice(&s->label, luck_name_of(row));
    if (row->seats > 2)
        xpgn_buffer_printf(&s->label, " against %s", seat_name(row->seats, row->against));
    xpgn_buffer_printf(&s->text, "%+.2f\t(%+.2f to %+.2f)\t%llu combats", row->luck.net / 2, -half,
                       half, (unsigned long long)row->luck.combats);
    add_row(s,
            (xpgn_datum){.value = row->luck.net / 2, .low = -half, .high = half, .expected = NAN});
}

/* Does one player, such as a bot, play all sides? It gains what it loses: nothing to draw. */
static bool plays_all(const struct luck_view *luck) {
    return luck->players == 1 && fabs(luck->player[0].luck.net) < 1e-6;
}

/* Adds the rows of a ruleset, and those of its players under another heading. */
static void add_luck_rows(struct charts *s) {
    struct luck_view luck;
    if (!luck_view_open(&luck, s->view, s->ruleset)) {
        s->svg->body.failed = true;
        return;
    }
    xpgn_buffer_slice(&s->label, (xpgn_slice){s->prefix.data, s->prefix.size});
    for (size_t i = 0; i < luck.sides; i++)
        add_luck(s, &luck.side[i]);
    xpgn_buffer_printf(&s->label, "%.*s, players", SLICE(s->prefix));
    for (size_t i = 0; i < luck.players && !plays_all(&luck); i++)
        add_luck(s, &luck.player[i]);
    xpgn_buffer_clear(&s->label);
    luck_view_close(&luck);
}

/* ---- all of it ---- */

static void put_ruleset(struct charts *s) {
    put_games(s);
    put_dice(s);
    put_combats(s);
    for (unsigned kind = 0; tally_next_look(s->ruleset, &kind);) {
        add_kind(s, kind);
        end_shares(s, tally_stats[kind].title, "percent, with 95 % intervals", 1);
    }
    xpgn_svg_end_row(s->svg);
}

/* Does something with each ruleset and value of the tag, whose names begin titles. */
static void each_ruleset(struct charts *s, const char *by, void (*put)(struct charts *)) {
    struct tally_span rest = {s->view->entry, s->view->count}, value;
    while (tally_take_value(&rest, &value))
        while (tally_take_ruleset(&value, &s->ruleset)) {
            const struct tally_entry *e = s->ruleset.entry;
            xpgn_buffer_clear(&s->prefix);
            if (by != NULL)
                xpgn_buffer_printf(&s->prefix, "%s %.*s, ", by, SLICE(s->view->name[e->value]));
            xpgn_buffer_slice(&s->prefix, s->view->name[e->ruleset]);
            put(s);
        }
}

/* The rows of all rulesets share an axis. */
static void put_luck(struct charts *s, const char *by) {
    s->chart.sign = true;
    each_ruleset(s, by, add_luck_rows);
    xpgn_buffer_clear(&s->prefix);
    end_chart(s, "luck of the dice in combats",
              "points beyond the expectation; interval: 1.96 standard deviations of these dice, in "
              "which about 95 of 100 replays are");
}

static void put_counts(struct charts *s, const char *by) {
    each_ruleset(s, by, note_dice);
    each_ruleset(s, by, put_ruleset);
}

/* ---- fairness ---- */

static void put_faces(struct charts *s, const struct fair_report *r) {
    for (size_t i = 0; i < r->streams; i++) {
        const struct fair_result *one = &r->stream[i];
        if (one->kind != FAIR_OF_ALL || one->dice == 0)
            continue;
        xpgn_buffer_printf(&s->label, "%llu dice with %u faces", (unsigned long long)one->dice,
                           one->faces);
        add_heading(s, "");
        for (unsigned face = 0; face < one->faces; face++)
            add_face(s, face + 1, one->count[face], one->dice, 1.0 / one->faces);
    }
    end_shares(s, "faces", dice_note, 0);
}

static void put_answers(struct charts *s, const struct fair_report *r) {
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++) {
        const struct fair_answer *a = &r->answer[i];
        if (!a->asked || a->holm < 0)
            continue;
        xpgn_buffer_text(&s->label, xpgn_fair_question(i));
        xpgn_buffer_printf(&s->text, "p %.4f\tcorrected %.4f", a->p, a->holm);
        add_row(s, (xpgn_datum){.value = a->holm, .low = 1, .expected = .05});
    }
    s->chart.high = 1;
    end_chart(s, "how probable such dice are, if all are fair",
              "bars: p corrected for the number of questions; upright: 0.05");
}

static void put_power(struct charts *s, const struct fair_report *r) {
    for (unsigned i = 0; i < FAIR_QUESTIONS * FAIR_LOADED; i++) {
        const struct fair_answer *a = &r->answer[i / FAIR_LOADED];
        const struct fair_loaded *l = &a->loaded[i % FAIR_LOADED];
        if (!a->asked || a->holm < 0 || l->what[0] == '\0')
            continue;
        xpgn_buffer_text(&s->label, l->what);
        xpgn_buffer_printf(&s->text, "%.0f in 100\t%.0f if asked alone", 100 * l->power,
                           100 * l->alone);
        add_row(s, (xpgn_datum){XPGN_DATUM, .value = l->power});
    }
    end_shares(s, "how often loaded dice would be found", "percent of such reports", 1);
}

static bool put_fairness(struct charts *s, const xpgn_tally *t) {
    struct fair_report r;
    bool good = fair_report_open(&r, t, s->view);
    xpgn_buffer_text(&s->prefix, "fairness");
    if (good) {
        put_faces(s, &r);
        put_answers(s, &r);
        put_power(s, &r);
    }
    fair_report_close(&r);
    return good;
}

xpgn_status xpgn_svg_tally(xpgn_svg *svg, const xpgn_tally *tally, unsigned what) {
    struct tally_view view;
    struct charts s = {.svg = svg, .view = &view};
    bool good = true;
    if (!tally_view_open(&view, tally))
        return XPGN_NO_MEMORY;
    if (what == XPGN_TALLY_FAIRNESS)
        good = put_fairness(&s, tally);
    else if (what == XPGN_TALLY_LUCK)
        put_luck(&s, tally->by);
    else
        put_counts(&s, tally->by);
    good = good && !svg->body.failed;
    xpgn_chart_free(&s.chart);
    xpgn_buffer_free(&s.prefix);
    xpgn_buffer_free(&s.label);
    xpgn_buffer_free(&s.text);
    tally_view_close(&view);
    return good ? XPGN_OK : XPGN_NO_MEMORY;
}

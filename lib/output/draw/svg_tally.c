/* SPDX-License-Identifier: MIT */
/* Charts of a tally. */
#include <math.h>

#include "core/base/edit_distance.h"
#include "core/base/slice.h"
#include "internal/counts.h"
#include "output/count/fair.h"
#include "output/count/luck.h"
#include "output/draw/svg.h"
#include "output/write/tally_rows.h"

/* The charts of one ruleset and one value of the tag; the arena owns texts and bars. */
struct charts {
    xpgn_svg *svg;
    const struct tally_view *view;
    struct tally_span ruleset;
    const char *prefix;
    struct arena arena;
    xpgn_bar *bar;
    size_t bars, room;
    bool failed;
};

/* Returns a text of the arena as a slice; NULL is noted as a failed allocation. */
static xpgn_slice kept(struct charts *s, const char *text) {
    s->failed |= text == NULL;
    return slice_of(text != NULL ? text : "");
}

static xpgn_bar *add_bar(struct charts *s, xpgn_slice label, double value, const char *text) {
    xpgn_bar *list = arena_grow(&s->arena, s->bar, s->bars, &s->room, sizeof *list);
    s->failed |= list == NULL;
    if (list == NULL)
        return NULL;
    s->bar = list;
    list[s->bars] = (xpgn_bar){.label = label, .text = kept(s, text), .value = value};
    return &list[s->bars++];
}

/* Adds a bar with a text such as "12 (34.3%)". */
static xpgn_bar *add_share(struct charts *s, xpgn_slice label, uint64_t n, uint64_t all) {
    double share = all > 0 ? (double)n / (double)all : 0;
    return add_bar(s, label, share,
                   arena_printf(&s->arena, "%llu (%.1f%%)", (unsigned long long)n, 100 * share));
}

/* Adds a bar for a face of a die; all faces are expected equally often. */
static void add_face(struct charts *s, unsigned face, unsigned faces, uint64_t n, uint64_t all) {
    xpgn_bar *bar = add_share(s, kept(s, arena_printf(&s->arena, "%u", face)), n, all);
    if (bar != NULL)
        bar->expected = 1.0 / faces;
}

static void end_bars(struct charts *s, const char *what) {
    xpgn_svg_bars(s->svg, kept(s, arena_printf(&s->arena, "%s: %s", s->prefix, what)), s->bar,
                  s->bars);
    s->bars = 0;
}

/* ---- results, lengths, dice ---- */

/* Returns the contents of a buffer as a label, and clears the buffer. */
static xpgn_slice label_of_kind(struct charts *s, xpgn_buffer *text) {
    const char *label = arena_copy(&s->arena, (xpgn_slice){text->data, text->size});
    s->failed |= text->failed;
    xpgn_buffer_clear(text);
    return kept(s, label);
}

static void put_histogram(struct charts *s, enum tally_kind kind, xpgn_buffer *text) {
    const struct tally_numbers t = tally_numbers_of(s->ruleset, kind);
    if (t.count == 0)
        return;
    for (struct tally_bin bin = tally_bins(s->ruleset, kind); tally_next_bin(&bin);) {
        tally_put_bin(text, &bin);
        add_share(s, label_of_kind(s, text), bin.count, t.count);
    }
    end_bars(s, tally_stats[kind].title);
}

/* Draws a chart of one kind, whose labels have all fields: "pawn, knight, removed". */
static void put_chart(struct charts *s, enum tally_kind kind, xpgn_buffer *text) {
    struct tally_span span = tally_kind_of(s->ruleset, kind);
    uint64_t all = tally_sum(span);
    for (size_t i = 0; i < span.count; i++) {
        tally_put_fields(text, s->view, s->ruleset, &span.entry[i], ", ");
        add_share(s, label_of_kind(s, text), span.entry[i].count, all);
    }
    end_bars(s, tally_stats[kind].title);
}

static void put_kind_chart(struct charts *s, enum tally_kind kind) {
    xpgn_buffer text = {0};
    switch (tally_stats[kind].look) {
    case LOOK_NAMES:
    case LOOK_TOP:
    case LOOK_TABLE:
        put_chart(s, kind, &text);
        break;
    case LOOK_HISTOGRAM:
        put_histogram(s, kind, &text);
        break;
    case LOOK_OWN:
        break;
    }
    xpgn_buffer_free(&text);
}

static void put_dice_charts(struct charts *s) {
    struct tally_span rest = tally_kind_of(s->ruleset, TALLY_DIE);
    for (struct tally_dice dice; tally_take_dice(&rest, &dice);) {
        for (unsigned face = 1; face <= dice.faces; face++)
            add_face(s, face, dice.faces, tally_face(&dice, face), dice.rolled);
        end_bars(s, arena_printf(&s->arena, "dice, %s", tally_role_name(dice.role)));
    }
}

/* ---- combats ---- */

enum { FIGHTERS = XPGN_TYPES - 1 };

static void put_combat_charts(struct charts *s) {
    struct tally_span rest = tally_kind_of(s->ruleset, TALLY_COMBAT);
    xpgn_slice name[FIGHTERS];
    double share[FIGHTERS * FIGHTERS], expected[FIGHTERS * FIGHTERS];
    uint64_t of[FIGHTERS * FIGHTERS] = {0};
    if (rest.count == 0)
        return;
    for (unsigned i = 0; i < FIGHTERS * FIGHTERS; i++) {
        name[i % FIGHTERS] = tally_type_name(s->view, s->ruleset, XPGN_PAWN + i % FIGHTERS);
        share[i] = expected[i] = -1;
    }
    for (struct tally_pair pair; tally_take_pair(s->view, s->ruleset, &rest, &pair);) {
        unsigned i = (pair.type[0] - XPGN_PAWN) * FIGHTERS + pair.type[1] - XPGN_PAWN;
        of[i] = pair.sum.fought;
        share[i] = (double)pair.sum.of[EXPECT_WON] / (double)of[i];
        if (pair.expected.known)
            expected[i] =
                (double)pair.expected.billionths[EXPECT_WON] / TALLY_WHOLE / (double)of[i];
    }
    const char *title =
        arena_printf(&s->arena, "%s: combats won by the attacker, percent", s->prefix);
    xpgn_svg_heat(s->svg, &(xpgn_heat){kept(s, title), slice_of("attacker"), slice_of("defender"),
                                       name, name, FIGHTERS, FIGHTERS, share, of, expected});
}

/* ---- luck ---- */

static void add_luck(struct charts *s, const struct luck_row *row) {
    xpgn_slice name = luck_name_of(row);
    if (!row->luck.known)
        return;
    const char *label = arena_copy(&s->arena, name);
    if (row->seats > 2)
        label = arena_printf(&s->arena, "%s against %s", label != NULL ? label : "",
                             seat_name(row->seats, row->against));
    add_bar(s, kept(s, label), row->luck.net / 2,
            arena_printf(&s->arena, "%+.2f points in %llu combats", row->luck.net / 2,
                         (unsigned long long)row->luck.combats));
}

/* Does one player, such as a bot, play all sides? It gains what it loses: nothing to draw. */
static bool plays_all(const struct luck_view *luck) {
    return luck->players == 1 && fabs(luck->player[0].luck.net) < 1e-6;
}

static void put_luck_charts(struct charts *s) {
    struct luck_view luck;
    if (!luck_view_open(&luck, s->view, s->ruleset)) {
        s->failed = true;
        return;
    }
    for (size_t i = 0; i < luck.sides; i++)
        add_luck(s, &luck.side[i]);
    end_bars(s, "luck of each side");
    for (size_t i = 0; i < luck.players; i++)
        add_luck(s, &luck.player[i]);
    if (plays_all(&luck))
        s->bars = 0;
    else
        end_bars(s, "luck of each player");
    luck_view_close(&luck);
}

/* ---- all of it ---- */

static void put_charts(struct charts *s, bool luck) {
    if (luck) {
        put_luck_charts(s);
        return;
    }
    put_kind_chart(s, TALLY_RESULT);
    put_kind_chart(s, TALLY_TURNS);
    put_dice_charts(s);
    put_combat_charts(s);
    for (unsigned kind = 0; tally_next_look(s->ruleset, &kind);)
        put_kind_chart(s, kind);
}

/* Draws the charts of a ruleset, titled "White Adams, chess-attack", or without a tag
   "chess-attack". */
static bool put_ruleset_charts(xpgn_svg *svg, const xpgn_tally *t, const struct tally_view *view,
                               struct tally_span ruleset, bool luck) {
    struct charts s = {.svg = svg, .view = view, .ruleset = ruleset};
    xpgn_slice id = view->name[ruleset.entry->ruleset], value = view->name[ruleset.entry->value];
    s.prefix = t->by != NULL
                   ? arena_printf(&s.arena, "%s %.*s, %.*s", t->by, SLICE(value), SLICE(id))
                   : arena_printf(&s.arena, "%.*s", SLICE(id));
    if (s.prefix != NULL)
        put_charts(&s, luck);
    bool good = s.prefix != NULL && !s.failed;
    arena_free(&s.arena);
    return good;
}

/* ---- fairness ---- */

static void put_faces(struct charts *s, const struct fair_result *r) {
    for (unsigned face = 0; r->dice > 0 && face < r->faces; face++)
        add_face(s, face + 1, r->faces, r->count[face], r->dice);
    end_bars(s, arena_printf(&s->arena, "faces of %llu dice with %u", (unsigned long long)r->dice,
                             r->faces));
}

static void put_answers(struct charts *s, const struct fair_report *r) {
    for (unsigned i = 0; i < FAIR_QUESTIONS; i++) {
        const struct fair_answer *a = &r->answer[i];
        if (a->asked && a->holm >= 0)
            add_bar(
                s, slice_of(xpgn_fair_question(i)), a->holm,
                arena_printf(&s->arena, "p %.4f, of %u questions %.4f", a->p, r->asked, a->holm));
    }
    end_bars(s, "how probable such dice are, if all are fair");
}

static void put_power(struct charts *s, const struct fair_report *r) {
    for (unsigned i = 0; i < FAIR_QUESTIONS * FAIR_LOADED; i++) {
        const struct fair_answer *a = &r->answer[i / FAIR_LOADED];
        const struct fair_loaded *l = &a->loaded[i % FAIR_LOADED];
        if (a->asked && a->holm >= 0 && l->what[0] != '\0')
            add_bar(s, kept(s, arena_printf(&s->arena, "%s", l->what)), l->power,
                    arena_printf(&s->arena, "%.0f in 100; %.0f if asked alone", 100 * l->power,
                                 100 * l->alone));
    }
    end_bars(s, "how often loaded dice would be found");
}

static bool put_fairness(xpgn_svg *svg, const xpgn_tally *t, const struct tally_view *view) {
    struct charts s = {.svg = svg, .view = view, .prefix = "fairness"};
    struct fair_report r;
    bool good = fair_report_open(&r, t, view);
    for (size_t i = 0; good && i < r.streams; i++)
        if (r.stream[i].kind == FAIR_OF_ALL)
            put_faces(&s, &r.stream[i]);
    if (good) {
        put_answers(&s, &r);
        put_power(&s, &r);
    }
    fair_report_close(&r);
    arena_free(&s.arena);
    return good && !s.failed;
}

xpgn_status xpgn_svg_tally(xpgn_svg *svg, const xpgn_tally *tally, unsigned what) {
    struct tally_view view;
    if (!tally_view_open(&view, tally))
        return XPGN_NO_MEMORY;
    struct tally_span rest = {view.entry, view.count}, value, ruleset;
    bool good = true, luck = what == XPGN_TALLY_LUCK;
    if (what == XPGN_TALLY_FAIRNESS) {
        good = put_fairness(svg, tally, &view);
        rest.count = 0;
    }
    while (good && tally_take_value(&rest, &value)) {
        while (good && tally_take_ruleset(&value, &ruleset)) {
            good = put_ruleset_charts(svg, tally, &view, ruleset, luck);
            xpgn_svg_end_row(svg);
        }
    }
    tally_view_close(&view);
    return good ? XPGN_OK : XPGN_NO_MEMORY;
}

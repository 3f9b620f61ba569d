/* SPDX-License-Identifier: MIT */
/*
 * A half-move that nobody could read, in a game without dice: each legal one is put in its place,
 * and the game played on, up to the next of its kind.
 */
#include "meant/repair/repair.h"

#include "core/base/slice.h"
#include "core/forms/blank.h"
#include "core/forms/scan.h"
#include "facts/other_ruleset.h"

#include <stdio.h>

enum { ACTIONS = 512, NAMED = LOG_FIXES };

/* Where all others have been refuted only a second mistake can make it wrong: of 2,177 half-moves
   94 were misread (slips.def), so one of the next in about one of 20 games. */
#define ONLY_ONE 0.96

/* True if the half-moves that can be played are all that can have been meant. */
static bool is_known_game(const xpgn_walk *w) {
    return w->lines.depth == 0 && w->ruleset != NULL && w->script == NULL && !w->transcribed &&
           !turn_is_several(w->ruleset) && !combat_rolls(w->ruleset);
}

/* What the half-move replaces: the comment of {[%missing]}, if it says no more. */
static xpgn_place place_of_gap(const xpgn_walk *w, xpgn_place command) {
    const char *text = w->game->text.data, *p = text + command.offset, *q = p + command.length;
    const char *end = text + w->game->text.size;
    q = scan_white(q, end);
    while (p > text && byte_is(p[-1], BYTE_SPACE))
        p--;
    bool whole = p > text && p[-1] == '{' && q < end && *q == '}';
    return whole ? (xpgn_place){(uint32_t)(p - 1 - text), (uint32_t)(q + 1 - p + 1)} : command;
}

/* A half-move that could not be read, and the legal ones that fit best. */
struct gap {
    struct repair *r;
    xpgn_walk *w;
    const struct state *s;
    xpgn_place place;
    size_t errors; /* of the game before it */
    bool lenient;  /* what follows is read as people write it */
    xpgn_fix *fixes;
    uint32_t found; /* the first NAMED are in `fixes` */
};

/* The number of warnings about the game with this half-move there, such as of an x that takes
   nothing; SIZE_MAX: it has more errors. */
static size_t warnings_with(const struct gap *g, const char *name) {
    xpgn_walk *trial = g->r->walk;
    xpgn_slice text = g->w->game->text;
    uint32_t past = g->place.offset + g->place.length;
    xpgn_game game = *g->w->game;
    xpgn_buffer b = {0};
    xpgn_buffer_put(&b, text.data, g->place.offset);
    xpgn_buffer_text(&b, name);
    xpgn_buffer_put(&b, text.data + past, text.size - past);
    game.text = slice_given((xpgn_slice){b.data, b.size});
    trial->options.lenient = g->lenient;
    trial->options.skip_variations = true;
    trial->script = NULL;
    bool good =
        !b.failed && variant_play(trial, &game, g->errors) && trial->log.errors <= g->errors;
    trial->no_memory |= b.failed;
    xpgn_buffer_free(&b);
    return good ? log_total(&trial->log) : SIZE_MAX;
}

/* Tries each legal half-move. */
static void fill(struct gap *g) {
    xpgn_action list[ACTIONS];
    char name[ACTION_NAME];
    size_t least = SIZE_MAX - 1, count = movement_actions(g->w->ruleset, g->s, list, ACTIONS);
    for (size_t i = 0; i < count && i < ACTIONS && !g->r->walk->no_memory; i++) {
        movement_name(g->w->ruleset, g->s, &list[i], false, name);
        size_t warnings = warnings_with(g, name);
        if (warnings > least)
            continue;
        g->found = warnings < least ? 0 : g->found;
        least = warnings;
        if (g->found++ < NAMED)
            g->fixes[g->found - 1] = (xpgn_fix){.place = g->place,
                                                .text = log_text(&g->w->log, "%s", name),
                                                .tried = true,
                                                .stands = true};
    }
}

/* Says which half-moves make the rest legal, or how many. */
static void tell(xpgn_walk *w, xpgn_finding *f, const xpgn_fix *fixes, uint32_t count) {
    xpgn_buffer b = {0};
    if (count > NAMED)
        xpgn_buffer_printf(&b, "%u half-moves make the rest legal", (unsigned)count);
    for (uint32_t i = 0; i < count && count <= NAMED; i++)
        xpgn_buffer_printf(&b, "%s%s",
                           count == 1       ? "only "
                           : i == 0         ? ""
                           : i + 1 == count ? " or "
                                            : ", ",
                           fixes[i].text);
    if (count <= NAMED)
        xpgn_buffer_printf(&b, " make%s the rest legal", count == 1 ? "s" : "");
    f->hint = log_take(&w->log, &b);
    f->choice = NULL;
}

bool repair_gap(struct repair *r, xpgn_walk *w, const struct state *s, xpgn_finding *f,
                xpgn_place place) {
    struct gap g = {r, w, s, place, .errors = w->log.errors - (f->level == XPGN_ERROR)};
    g.fixes = arena_alloc(&w->log.arena, LOG_FIXES * sizeof *g.fixes);
    w->log.no_memory |= g.fixes == NULL;
    if (g.fixes == NULL)
        return false;
    fill(&g);
    g.lenient = w->options.lenient;
    if (g.found == 0 && g.lenient)
        fill(&g);
    repair_note_memory(r, w);
    if (g.found == 0 || w->no_memory)
        return false;
    for (uint32_t i = 0; i < g.found && i < NAMED; i++) {
        g.fixes[i].tie = g.found > 1;
        g.fixes[i].probability = ONLY_ONE / g.found;
    }
    if (g.found <= NAMED) {
        f->fix = g.fixes;
        f->fix_count = g.found;
    }
    tell(w, f, g.fixes, g.found);
    return true;
}

bool repair_is_gap(const xpgn_walk *w) {
    const struct log *log = &w->log;
    return is_known_game(w) && w->lines.list[0].gap && !w->lines.list[0].dead && log->count > 0 &&
           log_is(&log->list[log->count - 1], D_MISSING);
}

void repair_missing(struct repair *r, xpgn_walk *w) {
    xpgn_finding *f = &w->log.list[w->log.count - 1];
    const struct state s = walk_line(w)->state;
    (void)repair_gap(r, w, &s, f, place_of_gap(w, f->place));
}

bool repair_is_blank(const xpgn_walk *w) {
    return is_known_game(w) && blank_is(w->entry.recorded.text);
}

/* ---- where a word can be read ---------------------------------------------------------------- */

static void try_others(struct repair *r, unsigned back) {
    const struct unit *u = repair_unit(r, back);
    xpgn_action list[ACTIONS];
    struct state s = u->before.state;
    struct demand d = repair_demand(r, &s.position, repair_place(back) + 1);
    size_t count = d.fails ? 0 : movement_actions(r->ruleset, &s, list, ACTIONS);
    const struct edit edit = repair_edit(MISTAKE_WORD, back, u->recorded.place, "");
    for (size_t i = 0; i < count && i < ACTIONS && !repair_is_spent(r); i++) {
        struct edit e = edit;
        char name[ACTION_NAME];
        e.fails = repair_refused_after(r, &s, &list[i], &d, repair_place(back) + 1);
        if (repair_passes(r, &e))
            continue;
        movement_name(r->ruleset, &s, &list[i], false, name);
        e.text = name;
        if (!repair_play(r, &e) || !e.stands)
            continue;
        if (r->other.found++ == 0) {
            r->other.back = back;
            (void)snprintf(r->other.name, sizeof r->other.name, "%s", name);
        }
    }
}

bool repair_others(struct repair *r) {
    if (turn_is_several(r->ruleset) || combat_rolls(r->ruleset))
        return true;
    r->left = REPAIR_OTHERS;
    for (unsigned back = 0; back <= REPAIR_BACK && repair_unit(r, back) != NULL; back++) {
        r->actions = 0;
        if (!held_touches(r->held, repair_unit(r, back)->recorded.place))
            try_others(r, back);
    }
    return !repair_is_spent(r);
}

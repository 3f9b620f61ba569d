/* SPDX-License-Identifier: MIT */
/* The search: from an error in the walk to the edits that remove it, and back into the walk. */
#include "meant/repair/repair.h"

#include "core/base/slice.h"
#include "core/game/roll_compare.h"
#include "facts/public_walk.h"
#include "internal/walk_modes.h"

#include <stdlib.h>
#include <xpgn/play.h>

/* ---- up to the error ------------------------------------------------------------------------- */

/* Starts the second walk at a place from which the faulty line can be played. */
static void begin_approach(struct repair *r, xpgn_walk *w) {
    xpgn_walk *t = r->walk;
    t->script = NULL;
    t->options.skip_variations = r->main_line || w->options.skip_variations;
    t->options.lenient = w->options.lenient;
    walk_begin(t, w->game);
    if (!walk_open_plain(t)) {
        (void)walk_open(t);
        walk_start(t);
    }
    if (r->adopted) {
        t->lines.list[0] = r->base;
        t->lex.at = r->base_at;
        t->held = false;
    }
}

static bool is_same_line(xpgn_walk *t, xpgn_walk *w) {
    const struct line *a = walk_line(t), *b = walk_line(w);
    return t->lines.depth == w->lines.depth && t->lines.skipped == 0 &&
           (w->lines.depth == 0 || a->opened.offset == b->opened.offset);
}

static void begin_unit(struct repair *r, struct unit *u, xpgn_walk *t) {
    u->before = *walk_line(t);
    u->at = walk_next_offset(t);
    u->numbered = false;
    repair_note_still(r, u, t);
}

static void end_unit(struct repair *r, struct unit *u) {
    const struct entry *e = &r->walk->entry;
    u->recorded = e->recorded;
    u->roll.exchanges = 0;
    if (e->recorded.roll != NULL && e->roll.exchanges > 0)
        u->roll = e->roll;
    u->recorded.roll = &u->roll;
    u->legible =
        !walk_line(r->walk)->dead || notation_read(e->recorded.text, &u->recorded.notation);
    r->units++;
}

/* Plays what is not in doubt on the fast path, as far as possible. False if there is nothing for
   it. */
static bool play_far_back(struct repair *r, size_t goal) {
    xpgn_walk *t = r->walk;
    xpgn_game part = *r->game;
    if (!r->main_line || t->ended || t->ruleset == NULL || t->no_memory)
        return false;
    part.text.size = repair_far_back(r, t->lex.at, goal);
    if (part.text.size == t->lex.at)
        return false;
    t->game = &part;
    walk_fast_moves(t);
    t->game = r->game;
    return true;
}

/* Walks up to the error, and keeps the last actions of the line. */
static bool walk_near(struct repair *r, xpgn_walk *w) {
    xpgn_walk *t = r->walk;
    uint32_t goal = w->entry.recorded.place.offset;
    bool begun = false, there = false;
    r->units = 0;
    while (!there && !t->ended && !t->no_memory) {
        struct unit *u = &r->unit[r->units % REPAIR_UNITS];
        bool here = is_same_line(t, w);
        if (here && !begun)
            begin_unit(r, u, t);
        begun |= here;
        t->entry.recorded.text.data = NULL;
        t->steps.count = 0;
        walk_read(t);
        if (here && t->entry.recorded.text.data != NULL) {
            end_unit(r, u);
            begun = false;
            there = u->recorded.place.offset == goal;
        } else if (here && t->token.kind == TOKEN_NUMBER && !t->held) {
            u->number = t->token;
            u->numbered = true;
        }
    }
    return there;
}

/* Plays the game up to the error again. */
static bool approach(struct repair *r, xpgn_walk *w) {
    begin_approach(r, w);
    bool far = !repair_watches_still(r, w) && play_far_back(r, w->entry.recorded.place.offset);
    bool there = walk_near(r, w);
    if (!far || (there && r->units >= REPAIR_UNITS))
        return there;
    begin_approach(r, w); /* some words were not actions, or the game was settled */
    return walk_near(r, w);
}

static bool stands(const struct repair *r) {
    return r->kept_count > 0 && r->kept[0].stands;
}

/* ---- what may have been meant ---------------------------------------------------------------- */

/* The field of the roll that a finding is about. */
static void find_field(const xpgn_facts *facts, const struct recorded *recorded, struct edit *e,
                       struct arena *arena) {
    for (unsigned x = 0; x < recorded->roll->exchanges; x++) {
        for (uint8_t i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &recorded->roll->exchange[x].side[i];
            const xpgn_roll_side *right = &facts->roll.exchange[x].side[i];
            uint32_t at = e->field.offset;
            if (s->count_place.length > 0 && at == s->count_place.offset) {
                e->kind = MISTAKE_COUNT;
                e->what = "the number of supporters is ";
                e->value = arena_printf(arena, "%d", right->count);
            } else if (s->total_place.length > 0 && at == s->total_place.offset &&
                       s->total != right->total) {
                e->kind = MISTAKE_TOTAL;
                e->what = "the total is ";
                e->value = arena_printf(arena, "%d", right->total);
            } else if (s->lost_place.length > 0 && at == s->lost_place.offset &&
                       s->lost != right->lost) {
                e->kind = MISTAKE_TOTAL;
                e->what = i == 0 ? "the attacker loses " : "the defender loses ";
                e->value = arena_printf(arena, "%d", right->lost);
            } else if (facts->combat && at >= s->dice_place.offset &&
                       at <= s->dice_place.offset + recorded->roll->place.length &&
                       s->fate != right->fate) {
                e->kind = MISTAKE_FATE;
                e->what = i == 0 ? "the attacker is " : "the defender is ";
                e->value = xpgn_fate_name(xpgn_fate_of(right->fate));
            } else {
                continue;
            }
            e->side = i;
            return;
        }
    }
}

/* True if two fields are exchanged at this finding. */
static bool find_exchanged(const xpgn_facts *facts, const struct recorded *recorded,
                           struct edit *e) {
    static const char *const what[] = {
        [EXCHANGED_COUNTS] = "the numbers of supporters are exchanged",
        [EXCHANGED_TOTALS] = "the totals are exchanged",
        [EXCHANGED_LOST] = "the points lost are exchanged",
        [EXCHANGED_FATES] = "the fates are exchanged",
        [EXCHANGED_COUNT_AND_TOTAL] = "the number and the total are exchanged"};
    struct exchanged x;
    if (!compare_exchanged(recorded->roll, facts, &x) || x.place.offset != e->field.offset)
        return false;
    e->kind = MISTAKE_FIELDS;
    e->cost = mistake_cost(MISTAKE_FIELDS);
    e->what = what[x.what];
    e->value = "";
    return true;
}

/* Tries the fixes of the walk itself. */
static void try_suggestions(struct repair *r, xpgn_walk *w, size_t from) {
    const xpgn_finding *list = w->log.list;
    const struct recorded *recorded = &w->entry.recorded;
    for (size_t i = from; i < w->log.count; i++) {
        size_t same = 1; /* findings with the same fix */
        while (i + same < w->log.count && list[i].fix_count > 0 &&
               list[i + same].fix == list[i].fix)
            same++;
        for (uint32_t f = 0; list[i].level == XPGN_ERROR && f < list[i].fix_count; f++) {
            const xpgn_fix *fix = &list[i].fix[f];
            struct edit e = repair_edit(MISTAKE_DERIVED, 0, fix->place, "write ");
            e.field = list[i].place;
            e.cost *= (unsigned)same;
            if (log_is(&list[i], D_CHECKPOINT)) /* another position would not fit by chance */
                e.cost += ONE_EDIT;
            e.text = arena_printf(&r->arena, "%s", fix->text);
            bool word = fix->place.offset == recorded->place.offset && fix->place.length > 0;
            e.value = fix->text[0] != '\0' ? e.text : "nothing";
            if (fix->kind == XPGN_FIX_CELL) {
                e.kind = MISTAKE_CELL;
                e.what = "the castle is ";
                e.value = e.text != NULL ? e.text + 2 : NULL;
            } else if (word) {
                e.kind = MISTAKE_WORD;
                e.what = "the action is ";
                e.far = movement_distance(recorded->text, slice_of(fix->text), UINT8_MAX);
                e.fails = repair_refused_word(r, fix);
            } else if (!walk_line(w)->dead && same == 1 && recorded->roll->exchanges > 0 &&
                       !find_exchanged(&w->entry.facts, recorded, &e))
                find_field(&w->entry.facts, recorded, &e, &r->arena);
            repair_try(r, e);
        }
        i += same - 1;
    }
}

/* True if a roll is unreadable or given twice, so that its fields are unknown. */
static bool is_form(xpgn_walk *w, size_t from) {
    for (size_t i = from; i < w->log.count; i++) {
        const xpgn_finding *f = &w->log.list[i];
        if (f->level == XPGN_ERROR && log_about(f) == ABOUT_ROLL && !log_is(f, D_ROLL_MISSING) &&
            !log_is(f, D_FACE) && !log_is(f, D_FIELD))
            return true;
    }
    return false;
}

/* True if an action lacks a roll or has a superfluous one, which may belong to another action. */
static bool is_displaced(struct repair *r, xpgn_walk *w, size_t from) {
    const xpgn_roll *roll = &repair_unit(r, 0)->roll;
    for (size_t i = from; i < w->log.count; i++)
        if (log_is(&w->log.list[i], D_ROLL_MISSING) || log_is(&w->log.list[i], D_ROLL_EXTRA))
            return true;
    return roll_is_one_sided(roll); /* the turn roll of the next action */
}

/* True if only a number is wrong. Later numbers may then continue it, without a half-move left
   out. */
static bool is_number_wrong(const xpgn_walk *w, size_t from) {
    for (size_t i = from; i < w->log.count; i++)
        if (w->log.list[i].level == XPGN_ERROR && !log_is(&w->log.list[i], D_NUMBER_WRONG))
            return false;
    return true;
}

static void try_actions(struct repair *r, xpgn_walk *w, size_t from) {
    bool played = !walk_line(w)->dead; /* the roll is wrong, or what it is compared with */
    try_suggestions(r, w, from);
    if (is_displaced(r, w, from))
        repair_moved_rolls(r);
    if (is_form(w, from))
        return;
    r->full = true;
    repair_roll(r, 0);
    bool sure = played && stands(r) && r->kept[0].cost <= ONE_EDIT;
    unsigned back = sure ? 0 : REPAIR_BACK;
    for (unsigned i = 0; i <= back && repair_unit(r, i) != NULL; i++)
        repair_word(r, i);
    for (unsigned i = 0; i <= back && repair_unit(r, i) != NULL; i++) {
        repair_too_many(r, i);
        repair_swap(r, i, 1);
    }
    if (back > 0)
        repair_left_out(r, true);
    for (unsigned i = 1; i <= back && repair_unit(r, i) != NULL; i++)
        repair_roll(r, i);
    unsigned left = r->left; /* edits of several actions have their own budget */
    r->left = r->blocks;
    repair_blocks(r);
    r->blocks = r->left;
    r->left = left;
    if (!stands(r))
        repair_rolls(r);
    if (back > 0 && !stands(r))
        repair_left_out(r, false);
    if (!is_number_wrong(w, from) && (!stands(r) || r->kept[0].cost > 2 * ONE_EDIT - 1))
        repair_skipped(r);
}

/* True if the tag FirstRoll disagrees: it decides who begins, not an action. */
static bool is_about_first(const xpgn_walk *w, const xpgn_finding *f) {
    const char *rule = w->ruleset->cite[CITE_FIRST];
    const xpgn_tag *t = walk_known(w, KNOWN_FIRST_ROLL);
    return w->ruleset->roll_off && ((rule != NULL && strcmp(rule, f->code) == 0) ||
                                    (t != NULL && f->place.offset == t->place.offset));
}

static const xpgn_finding *first_error(const struct repair *r, const xpgn_walk *w) {
    for (size_t i = r->findings; i < w->log.count; i++)
        if (w->log.list[i].level == XPGN_ERROR)
            return &w->log.list[i];
    return NULL;
}

/* True if the tags are doubted: no edit of actions repairs the line, or the error comes early. */
static bool may_be_frame(const struct repair *r, xpgn_walk *w) {
    bool early = walk_line(w)->ply <= REPAIR_EARLY;
    return r->main_line && r->searches == 1 && !public_walk_of(w)->foreign.taken &&
           (early || !stands(r));
}

/* True if the game has actions before those that are edited. */
static bool begins_far_back(const struct repair *r) {
    size_t kept = r->units < REPAIR_UNITS ? r->units : REPAIR_UNITS;
    return !r->main_line || r->adopted || repair_unit(r, (unsigned)kept - 1)->before.has_action;
}

/* True if the start position denies what is a legal castling, and nothing else is wrong; if not,
   the second walk is again at the error. */
static bool is_denied(struct repair *r, xpgn_walk *w) {
    struct denied_right d;
    if (!walk_right_denied(w, &d))
        return false;
    return repair_denied(r, w) || !approach(r, w) || !repair_collect(r, w);
}

static void try_all(struct repair *r, xpgn_walk *w) {
    bool first = is_about_first(w, first_error(r, w));
    r->left = REPAIR_TRIALS;
    r->blocks = REPAIR_BLOCKS;
    r->allowed = r->errors;
    if (may_be_frame(r, w) && is_denied(r, w))
        return;
    if (!first)
        try_actions(r, w, r->findings);
    repair_note_memory(r, w); /* before that walk is reused */
    r->spent |= repair_is_spent(r) || r->blocks == 0 || begins_far_back(r);
    if (!first && !stands(r) && r->full && !r->open) /* otherwise they would not be named */
        r->spent |= !repair_others(r);
    if (!first && !may_be_frame(r, w)) {
        r->spent = true;
        return;
    }
    r->left = r->blocks; /* the rest of the blocks, and a fresh budget of actions */
    r->actions = 0;
    r->allowed = r->errors;
    repair_frame(r, w);
    r->spent |= repair_is_spent(r);
    if (r->kept_count > 0 && !mistake_is_of_frame(r->kept[0].kind))
        begin_approach(r, w); /* as before */
}

/* ---- back into the walk ---------------------------------------------------------------------- */

/* An edit of the frame was tested by walking the whole game, which need not be played again. */
static bool adopt_frame(xpgn_walk *w) {
    w->unnamed = true;
    w->transcribed = false;
    walk_line(w)->dead = true;
    return true;
}

/* Goes on as if the best edit had been written. */
static bool adopt(struct repair *r, xpgn_walk *w) {
    struct line *l = walk_line(w);
    if (mistake_is_of_frame(r->kept[0].kind))
        return adopt_frame(w);
    xpgn_slice last = l->last;
    bool fresh = l->fresh;
    if (!repair_play_joint(r, &r->kept[0]))
        return false;
    *l = r->trial.line;
    l->last = last; /* the edit's text is freed with the trial */
    l->fresh = fresh;
    w->lex.at = r->trial.resume;
    w->held = false;
    if (r->main_line) {
        r->adopted = true;
        r->base = *l;
        r->base_at = w->lex.at;
    }
    return true;
}

/* True if the finding is about the actions. A differing position may come from an earlier slip. */
static bool is_about_play(const xpgn_finding *f) {
    if (log_is(f, D_UNREAD)) /* it can be anything */
        return false;
    switch (log_about(f)) {
    case ABOUT_ACTION:
    case ABOUT_ROLL:
    case ABOUT_RULE:
        return true;
    default:
        return log_is(f, D_CHECKPOINT);
    }
}

static bool may_search(const struct repair *r, xpgn_walk *w) {
    const xpgn_finding *first = first_error(r, w);
    return first != NULL && w->log.dropped == 0 && r->searches < REPAIR_SEARCHES &&
           !w->entry.recorded.stood && w->ruleset != NULL && !w->unnamed && is_about_play(first) &&
           (w->lines.depth == 0 || !r->adopted);
}

static bool is_foreign_game(xpgn_walk *w) {
    xpgn_action a;
    struct notation n;
    const struct line *l = walk_line(w);
    return l->dead && notation_read(w->entry.recorded.text, &n) &&
           !movement_force(w->ruleset, &l->state, &n, &a);
}

/* Makes the walk for trials, on demand. */
static bool add_walk(struct repair *r, xpgn_walk *w) {
    const xpgn_walk_options options = {.detail = XPGN_VERDICT};
    if (r->unit == NULL)
        r->unit = calloc(REPAIR_UNITS, sizeof *r->unit);
    if (r->still == NULL)
        r->still = calloc(1, sizeof *r->still);
    if (r->again == NULL)
        r->again = calloc(1, sizeof *r->again);
    if (r->edited == NULL)
        r->edited = calloc(REPAIR_EDITED, sizeof *r->edited);
    if (r->unit == NULL || r->still == NULL || r->again == NULL || r->edited == NULL ||
        (r->walk == NULL && walk_new(&r->walk, w->rules, &options) != XPGN_OK))
        return false;
    r->walk->log.mute = true;
    return true;
}

static void begin_search(struct repair *r, xpgn_walk *w) {
    r->searches++;
    r->game = w->game;
    r->ruleset = w->ruleset;
    r->main_line = w->lines.depth == 0;
    r->joint = walk_next_offset(w);
    r->kept_count = r->actions = 0;
    r->standing = r->failing = r->unshown = 0;
    r->full = r->spent = r->open = false;
    r->other.found = 0;
    r->again->rest.known = false;
    arena_reset(&r->arena);
}

/* A sign for a half-move that could not be read has no slip of the pen in it. Plays other games in
   the second walk. */
static bool search_blank(struct repair *r, xpgn_walk *w) {
    const struct state s = repair_unit(r, 0)->before.state;
    for (size_t i = r->findings; i < w->log.count; i++)
        if (w->log.list[i].level == XPGN_ERROR)
            return repair_gap(r, w, &s, &w->log.list[i], w->entry.recorded.place);
    return false;
}

static void search(struct repair *r, xpgn_walk *w) {
    begin_search(r, w);
    r->foreign = is_foreign_game(w);
    bool there = approach(r, w), blank = there && repair_is_blank(w);
    bool found = blank && search_blank(r, w);
    if (blank && !found)
        there = approach(r, w);
    if (there && !found && repair_collect(r, w)) {
        try_all(r, w);
        if (r->kept_count > 0 && adopt(r, w))
            repair_report(r, w, r->findings);
        else
            repair_report_none(r, w, r->findings);
    }
    repair_note_memory(r, w);
}

/* True if the finding is about the start position. */
static bool is_about_start(const xpgn_walk *w, const xpgn_finding *f) {
    const xpgn_tag *fen = walk_known(w, KNOWN_FEN), *xfen = walk_known(w, KNOWN_XFEN);
    const xpgn_tag *t = fen != NULL ? fen : xfen;
    return t != NULL && f->level == XPGN_ERROR && f->place.offset >= t->place.offset &&
           f->place.offset <= t->place.offset + t->place.length;
}

/* The first finding about the start position; SIZE_MAX if there is none. Other findings may
   remain. */
static size_t find_start(struct repair *r, const xpgn_walk *w) {
    size_t first = SIZE_MAX;
    r->allowed = w->log.errors;
    for (size_t i = w->log.count; i-- > 0;) {
        bool about = is_about_start(w, &w->log.list[i]);
        r->allowed -= about;
        first = about ? i : first;
    }
    return first;
}

static void look_at_start(xpgn_walk *w) {
    struct repair *r = public_walk_of(w)->repair;
    if (!walk_line(w)->dead || w->ruleset == NULL || w->unnamed || w->log.dropped > 0)
        return;
    size_t first = find_start(r, w);
    if (first == SIZE_MAX)
        return;
    if (!add_walk(r, w)) {
        w->no_memory = true;
        return;
    }
    begin_search(r, w);
    r->units = r->count = 0;
    r->left = REPAIR_BLOCKS;
    repair_frame(r, w);
    if (r->kept_count > 0)
        repair_report(r, w, first);
    repair_note_memory(r, w);
}

static void mark_findings(xpgn_walk *w) {
    struct repair *r = public_walk_of(w)->repair;
    r->findings = w->log.count;
    r->errors = w->log.errors;
}

/* Unreadable text may be the missing action: the search continues with the action after it. */
static void pass_unread(struct repair *r, const xpgn_walk *w) {
    while (w->unread.length > 0 && r->findings < w->log.count &&
           !is_about_play(&w->log.list[r->findings]))
        r->findings++;
}

static bool look(xpgn_walk *w) {
    struct repair *r = public_walk_of(w)->repair;
    bool acted = w->entry.recorded.text.data != NULL;
    enum token_kind kind = w->token.kind;
    pass_unread(r, w);
    if (acted && w->log.errors > r->errors && may_search(r, w) && !repair_end(r, w)) {
        if (add_walk(r, w))
            search(r, w);
        else
            w->no_memory = true;
    } else if (w->log.count > r->findings && repair_is_gap(w) && r->searches < REPAIR_SEARCHES) {
        r->searches++;
        if (add_walk(r, w))
            repair_missing(r, w);
        else
            w->no_memory = true;
    }
    /* a number or a roll belongs to the next action */
    bool whole = acted || w->held || (kind != TOKEN_NUMBER && kind != TOKEN_ROLL);
    if (whole)
        mark_findings(w);
    return whole;
}

static bool open_search(struct repair **out) {
    *out = calloc(1, sizeof **out);
    return *out != NULL;
}

static void close_search(struct repair *r) {
    if (r == NULL)
        return;
    walk_free(r->walk);
    arena_free(&r->arena);
    free(r->unit);
    free(r->still);
    free(r->again);
    free(r->edited);
    free(r->tokens);
    free(r);
}

static void begin_game(xpgn_walk *w) {
    struct repair *r = public_walk_of(w)->repair;
    r->held = &public_walk_of(w)->held;
    r->searches = 0;
    r->adopted = false;
    mark_findings(w);
}

const xpgn_search xpgn_repair = {.open = open_search,
                                 .close = close_search,
                                 .begin = begin_game,
                                 .look_at_start = look_at_start,
                                 .mark = mark_findings,
                                 .look = look};

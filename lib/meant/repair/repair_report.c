/* SPDX-License-Identifier: MIT */
/* Makes one finding for one mistake: its place, what it may be, and the edits as fixes. */
#include "meant/repair/repair.h"

#include "core/base/slice.h"
#include "internal/text_out.h"

/* ---- the tie --------------------------------------------------------------------------------- */

/* Is it as likely as the best? */
static bool is_tied_repair(const struct repair *r, const struct edit *e) {
    const struct edit *best = &r->kept[0];
    return e->stands == best->stands && e->cost == best->cost &&
           (best->stands || e->reach == best->reach);
}

static size_t count_tied(const struct repair *r) {
    size_t n = 1;
    while (n < r->kept_count && is_tied_repair(r, &r->kept[n]))
        n++;
    return n;
}

/* True if the first `count` edits have this in common. */
static bool is_alike(const struct repair *r, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (strcmp(r->kept[i].what, r->kept[0].what) != 0)
            return false;
    return true;
}

/* True if it is a roll or a cell that is replaced as a whole. */
static bool is_expected(const struct edit *e) {
    return e->kind <= MISTAKE_CELL || e->kind == MISTAKE_ROLLS;
}

/* Appends "the die is 5 or the total is 8". What edits have in common is written once, or with
   `bare` not at all. If nothing distinguishes them, their texts are named, or only one edit. */
static void put_tied(const struct repair *r, xpgn_buffer *b, size_t tied, bool bare) {
    size_t named = tied < REPAIR_NAMED ? tied : REPAIR_NAMED;
    bool alike = is_alike(r, tied) && r->kept[0].value[0] == '\0';
    bool texts = alike && is_expected(&r->kept[0]);
    if (alike && !texts)
        named = tied = 1;
    for (size_t i = 0; i < named; i++) {
        const struct edit *e = &r->kept[i];
        bool again = bare || (i > 0 && strcmp(e->what, r->kept[i - 1].what) == 0);
        xpgn_buffer_text(b, i == 0 ? "" : i + 1 == tied ? " or " : ", ");
        xpgn_buffer_printf(b, "%s%s%s", again ? "" : e->what, texts && !again ? ": expected " : "",
                           texts ? e->text : e->value);
    }
    if (tied > named)
        xpgn_buffer_text(b, " or another");
}

/* True for a derived field that the walk has already named. */
static bool follows(const struct edit *e) {
    return e->kind == MISTAKE_DERIVED || e->kind == MISTAKE_TOTAL || e->kind == MISTAKE_COUNT ||
           e->kind == MISTAKE_FATE || e->kind == MISTAKE_FIELDS;
}

/* The tied edit that the walk has suggested; NULL if there is none. */
static const struct edit *find_walks(const struct repair *r, size_t tied) {
    for (size_t i = 0; i < tied; i++)
        if (follows(&r->kept[i]))
            return &r->kept[i];
    return NULL;
}

/* The tied edits in words; NULL if memory runs out. */
static const char *words_of_tie(const struct repair *r, xpgn_walk *w, size_t tied) {
    const struct edit *best = &r->kept[0];
    bool alike = is_alike(r, tied);
    bool actions = alike && best->kind == MISTAKE_WORD && best->place.length > 0;
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, actions ? "did you mean " : alike ? "" : "either ");
    put_tied(r, &b, tied, actions);
    if (tied == 1 && best->value[0] != '\0' && is_expected(best))
        xpgn_buffer_printf(&b, ": expected %s", best->text);
    const char *text =
        b.failed ? NULL : arena_printf(&w->log.arena, "%.*s%s", SLICE(b), actions ? "?" : "");
    w->log.no_memory |= text == NULL;
    xpgn_buffer_free(&b);
    return text;
}

/* How many a hint names: those that tie, and after them attacks that only lack their dice. */
static size_t count_named(const struct repair *r) {
    size_t n = count_tied(r);
    while (n < r->kept_count && r->kept[n].unrolled)
        n++;
    return n;
}

/* True if the walk says how to write a roll that lacks a part, or has one that no die shows. */
static bool is_advice(const struct repair *r, const xpgn_finding *f) {
    const struct edit *best = &r->kept[0];
    const struct unit *u = best->kind == MISTAKE_DIE ? repair_unit(r, best->back) : NULL;
    return f->hint != NULL && f->fix_count == 0 && u != NULL && u->roll.exchanges > 0 &&
           best->field.offset >= u->roll.place.offset;
}

/* Keeps the walk's hint if it is one of several choices, or as good as any. */
static void set_hint(const struct repair *r, xpgn_walk *w, xpgn_finding *f, bool advice) {
    size_t tied = count_named(r);
    const struct edit *walks = find_walks(r, tied);
    if (walks == NULL && !advice)
        f->hint = words_of_tie(r, w, tied);
    else if (tied > 1 || advice)
        f->choice = words_of_tie(r, w, tied);
}

/* ---- the finding ----------------------------------------------------------------------------- */

/* "a half-move of Black is missing before Ba4" */
static const char *missing_text(struct repair *r, struct arena *a, const char *why) {
    const struct edit *best = &r->kept[0];
    xpgn_slice next = repair_unit(r, best->back)->recorded.text;
    const char *seat = r->ruleset->seat_name[best->seat];
    return arena_printf(a, "a half-move of %c%s is missing before %.*s%s",
                        seat[0] >= 'a' ? seat[0] - 'a' + 'A' : seat[0], seat + 1, SLICE(next), why);
}

/* "the tag FEN contradicts 3. Nf3 (no white knight can reach f3)" */
static void set_text_of_frame(const struct repair *r, xpgn_walk *w, xpgn_finding *f) {
    size_t count;
    const struct edit *best = &r->kept[0];
    if (best->named || (f->place.offset >= best->field.offset &&
                        f->place.offset <= best->field.offset + best->field.length))
        return; /* it is about the tag */
    const xpgn_tag *tags = tags_all(w->tags, &count);
    for (size_t i = 0; i < count; i++)
        if (tags[i].place.offset == best->field.offset)
            f->text = arena_printf(&w->log.arena, "the tag %.*s contradicts %s (%s)",
                                   SLICE(tags[i].name), f->turn, f->text);
    f->place = best->field;
    w->log.no_memory |= f->text == NULL;
}

/* Rewrites the text of the finding from the point of view of the mistake. */
static void set_text(struct repair *r, xpgn_walk *w, xpgn_finding *f) {
    struct arena *a = &w->log.arena;
    const struct edit *best = &r->kept[0];
    if (mistake_is_of_frame(best->kind)) {
        set_text_of_frame(r, w, f);
        return;
    }
    const struct unit *u = repair_unit(r, best->back);
    const struct line *after =
        best->back == 0 ? &r->trial.line : &repair_unit(r, best->back - 1)->before;
    xpgn_slice word = u->recorded.text;
    const char *why = best->back == 0 ? "" : arena_printf(a, " (%s: %s)", f->turn, f->text);
    if (best->kind == MISTAKE_SKIPPED)
        f->text = arena_printf(a, "half-moves are missing before %.*s%s", SLICE(word), why);
    else if (best->kind == MISTAKE_LEFT_OUT)
        f->text = missing_text(r, a, why != NULL ? why : "");
    else if (log_is(f, D_CHECKPOINT))
        f->text = arena_printf(a, "%.*s contradicts the checkpoint of %s", SLICE(word), f->turn);
    else if (best->back > 0)
        f->text = arena_printf(a, "%.*s contradicts %s (%s)", SLICE(word), f->turn, f->text);
    if (find_walks(r, count_tied(r)) == NULL) /* if not, the text is about the contradicting field
                                               */
        f->place = best->field;
    if (best->kind != MISTAKE_SKIPPED && (best->back > 0 || best->kind == MISTAKE_LEFT_OUT)) {
        f->turn = walk_label_of(w, after->last_number, after->last_seat, word);
        f->ply = after->ply;
    }
    w->log.no_memory |= why == NULL || f->text == NULL;
}

/* True if this finding remains after an edit of a tag; its place then differs. */
static bool is_left(const struct repair *r, const xpgn_finding *f) {
    const struct log *left = &r->walk->log;
    const struct edit *e = &r->kept[0];
    uint32_t at = f->place.offset, end = e->place.offset + e->place.length;
    if (at >= end)
        at += (uint32_t)strlen(e->text) - e->place.length;
    for (size_t i = 0; i < left->count; i++)
        if (left->list[i].code == f->code && left->list[i].place.offset == at)
            return true;
    return false;
}

/* True if this warning is about a token near the edit, which has settled it. */
static bool is_settled(struct repair *r, const xpgn_finding *f) {
    const struct log *left = &r->walk->log;
    bool ours = false;
    if (mistake_is_of_frame(r->kept[0].kind))
        return f->level == XPGN_WARNING && !is_left(r, f);
    if (f->level != XPGN_WARNING || f->place.offset < repair_unit(r, r->kept[0].back)->at)
        return false;
    for (size_t i = 0; i < r->count && !ours; i++)
        ours = r->tokens[i].place.offset == f->place.offset;
    for (size_t i = 0; i < left->count && ours; i++)
        ours = left->list[i].place.offset != f->place.offset || left->list[i].code != f->code;
    return ours;
}

/* Drops the errors from `from` on except the one at `keep`. */
static void drop_others(struct repair *r, xpgn_walk *w, size_t from, size_t keep) {
    struct log *log = &w->log;
    size_t kept = 0;
    for (size_t i = 0; i < log->count; i++) {
        xpgn_finding f = log->list[i];
        bool error = i >= from && i != keep && f.level == XPGN_ERROR;
        log->errors -= error;
        if (!error && !is_settled(r, &f))
            log->list[kept++] = f;
    }
    log->count = kept;
    log->last_kept = false;
}

/* Sets these fixes for all findings that have the fix of the first one. */
static void set_fixes(const struct repair *r, xpgn_walk *w, size_t first) {
    struct log *log = &w->log;
    const xpgn_fix *shared = log->list[first].fix;
    xpgn_fix *fixes = arena_alloc(&log->arena, LOG_FIXES * sizeof *fixes);
    uint32_t count = 0;
    log->no_memory |= fixes == NULL;
    for (size_t i = 0; fixes != NULL && i < r->kept_count && count < LOG_FIXES; i++) {
        const struct edit *e = &r->kept[i];
        const char *text = arena_printf(&log->arena, "%s", e->text);
        log->no_memory |= text == NULL;
        if (text != NULL && (e->stands == r->kept[0].stands || e->unrolled))
            fixes[count++] =
                (xpgn_fix){.place = e->place,
                           .text = text,
                           .tie = is_tied_repair(r, e),
                           .kind = e->kind == MISTAKE_CELL ? XPGN_FIX_CELL : XPGN_FIX_TEXT,
                           .tried = true,
                           .stands = e->stands && (r->whole || mistake_is_of_frame(e->kind)),
                           .probability = repair_probability(r, e)};
    }
    for (size_t i = first; i < log->count; i++) {
        if (i != first && (shared == NULL || log->list[i].fix != shared))
            continue;
        log->list[i].fix = fixes;
        log->list[i].fix_count = count;
    }
}

static size_t first_error(const xpgn_walk *w, size_t from) {
    while (w->log.list[from].level != XPGN_ERROR)
        from++;
    return from;
}

/* Adds to the hint which other half-moves explain the error. */
static void set_others(const struct repair *r, xpgn_walk *w, xpgn_finding *f) {
    const char *tied = f->choice != NULL ? f->choice : "", *semi = *tied != '\0' ? "; " : "";
    xpgn_slice was = repair_unit(r, r->other.back)->recorded.text;
    f->choice =
        r->other.found == 1
            ? arena_printf(&w->log.arena, "%s%sonly %s for %.*s makes the rest legal", tied, semi,
                           r->other.name, SLICE(was))
            : arena_printf(&w->log.arena, "%s%s%u other half-moves would make the rest legal", tied,
                           semi, r->other.found);
    w->log.no_memory |= f->choice == NULL;
}

/* Adds to the hint that no edit explains the error. */
static void set_none(const struct repair *r, xpgn_walk *w, xpgn_finding *f) {
    if ((r->kept_count > 0 && r->kept[0].stands) || !r->full)
        return;
    const char *tied = f->choice != NULL ? f->choice : "";
    if (r->open) {
        if (*tied == '\0')
            f->choice = "too little follows to tell what was meant";
        return;
    }
    if (r->other.found > 0) { /* a change, but no slip of the pen */
        set_others(r, w, f);
        return;
    }
    f->choice = arena_printf(&w->log.arena, "%s%sno single change%s makes the rest right", tied,
                             *tied != '\0' ? "; " : "", r->spent ? " of those tried" : "");
    w->log.no_memory |= f->choice == NULL;
}

/* Move numbers behind a place. */
static unsigned count_numbers(xpgn_slice text, xpgn_place place) {
    unsigned numbers = 0;
    for (size_t i = (size_t)place.offset + place.length + 1; i < text.size; i++)
        numbers += text.data[i] == '.' && is_digit(text.data[i - 1]);
    return numbers;
}

/* What is near the action, and does not make a long rest right, is no advice. */
static void drop_advice(const struct repair *r, const xpgn_walk *w, xpgn_finding *f) {
    enum { LONG = 4 };
    static const char near[] = "did you mean";
    if (!r->full || f->hint == NULL || strncmp(f->hint, near, sizeof near - 1) != 0 ||
        count_numbers(w->game->text, f->place) < LONG)
        return;
    f->hint = NULL;
    f->fix = NULL;
    f->fix_count = 0;
}

void repair_report_none(const struct repair *r, xpgn_walk *w, size_t from) {
    xpgn_finding *f = &w->log.list[first_error(w, from)];
    set_none(r, w, f);
    drop_advice(r, w, f);
}

void repair_report(struct repair *r, xpgn_walk *w, size_t from) {
    size_t first = first_error(w, from);
    xpgn_finding *f = &w->log.list[first];
    const bool advice = is_advice(r, f);
    set_fixes(r, w, first);
    set_hint(r, w, f, advice);
    set_none(r, w, f);
    if (r->kept[0].kind == MISTAKE_DERIVED)
        return;
    set_text(r, w, f);
    drop_others(r, w, from, first);
}

/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes as one game through the walk and the writer.  What must hold: the walk for the
 * verdict only finds what the full walk finds, in the same places, and ends the game in the same
 * way, on the same position; so it is with the search for the most probable mistake, which makes no
 * error and takes none away; places lie in the text; steps open and close; a game without an error
 * can be written, in every form, what was written has no error, and writing it again, from any
 * form, gives the same bytes; so does the walk that spells plain games of chess.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/base.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

#include "fuzz.h"

static xpgn_walk *begin(const xpgn_walk_options *options, const xpgn_game *game) {
    xpgn_walk *w;
    if (xpgn_walk_new(&w, rules(), options) != XPGN_OK || xpgn_walk_begin(w, game) != XPGN_OK)
        abort();
    return w;
}

/* Where a variation is never closed its steps have no end. */
static void check_step(const xpgn_step *s, uint32_t *depth, xpgn_slice text) {
    check((size_t)s->place.offset + s->place.length <= text.size, "a step leaves the text", text);
    if (s->kind == XPGN_STEP_VARIATION)
        check(s->depth == ++*depth, "a variation opens at another depth", text);
    else
        check(s->depth == *depth || s->depth == 0, "a step is lost", text);
    if (s->kind == XPGN_STEP_VARIATION_END)
        --*depth;
}

static void check_findings(const xpgn_walk *w, xpgn_slice text) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(w, &count);
    for (size_t i = 0; i < count; i++)
        check((size_t)list[i].place.offset + list[i].place.length <= text.size,
              "a finding leaves the text", text);
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void same_cures(const xpgn_finding *x, const xpgn_finding *y, xpgn_slice text) {
    check(same_text(x->hint, y->hint), "the verdict has another hint", text);
    check(x->fix_count == y->fix_count, "the verdict has another number of fixes", text);
    for (uint32_t i = 0; i < x->fix_count; i++)
        check(x->fix[i].place.offset == y->fix[i].place.offset &&
                  x->fix[i].place.length == y->fix[i].place.length &&
                  (size_t)x->fix[i].place.offset + x->fix[i].place.length <= text.size &&
                  same_text(x->fix[i].text, y->fix[i].text),
              "the verdict has another fix", text);
}

static void same_findings(const xpgn_walk *a, const xpgn_walk *b, xpgn_slice text) {
    size_t m, n;
    const xpgn_finding *x = xpgn_walk_findings(a, &m), *y = xpgn_walk_findings(b, &n);
    check(m == n, "the verdict has another number of findings", text);
    for (size_t i = 0; i < m; i++) {
        check(strcmp(x[i].code, y[i].code) == 0 && x[i].level == y[i].level &&
                  x[i].place.offset == y[i].place.offset &&
                  x[i].place.length == y[i].place.length && x[i].ply == y[i].ply &&
                  strcmp(x[i].text, y[i].text) == 0 && strcmp(x[i].turn, y[i].turn) == 0,
              "the verdict has another finding", text);
        same_cures(&x[i], &y[i], text);
    }
}

/* What a program takes from the last step of a game, and from the walk after it. */
struct last {
    bool come, placed;
    uint32_t ply;
    xpgn_slice text;
    xpgn_position position;
};

static void keep_last(struct last *last, const xpgn_step *s) {
    if (s->kind != XPGN_STEP_RESULT)
        return;
    last->come = true;
    last->placed = s->position != NULL;
    last->ply = s->ply;
    last->text = s->text;
    if (s->position)
        last->position = *s->position;
}

static void same_position(const xpgn_position *a, const xpgn_position *b, xpgn_slice text) {
    check(memcmp(a->at, b->at, (size_t)a->files * a->ranks) == 0, "the verdict has another board",
          text);
    check(a->files == b->files && a->ranks == b->ranks && a->seats == b->seats &&
              a->side_to_move == b->side_to_move && a->alive == b->alive &&
              a->ep_square == b->ep_square && memcmp(a->king, b->king, a->seats) == 0 &&
              memcmp(a->castle, b->castle, sizeof a->castle) == 0 &&
              a->halfmove_clock == b->halfmove_clock && a->number == b->number &&
              memcmp(a->held, b->held, sizeof a->held) == 0,
          "the verdict has another position", text);
}

static void same_end(const xpgn_walk *a, const struct last *x, const xpgn_walk *b,
                     const struct last *y, xpgn_slice text) {
    check(x->come == y->come && x->placed == y->placed, "the verdict lacks a result", text);
    check(x->ply == y->ply, "the verdict has another number of turns", text);
    check(x->text.data == y->text.data && x->text.size == y->text.size,
          "the verdict has another result", text);
    if (x->placed)
        same_position(&x->position, &y->position, text);
    check(xpgn_walk_ruleset(a) == xpgn_walk_ruleset(b), "the verdict has other rules", text);
    if (!x->placed) /* where the line broke off nobody asks who could have moved */
        return;
    xpgn_outcome m = xpgn_walk_outcome(a), n = xpgn_walk_outcome(b);
    check(m.over == n.over, "the verdict ends the game otherwise", text);
    check(!m.over || (memcmp(m.score, n.score, sizeof m.score) == 0 && strcmp(m.rule, n.rule) == 0),
          "the verdict has another outcome", text);
}

static void same_tags(const xpgn_walk *a, const xpgn_walk *b, xpgn_slice text) {
    size_t m, n;
    const xpgn_tag *x = xpgn_walk_tags(a, &m), *y = xpgn_walk_tags(b, &n);
    check(m == n, "the verdict has another number of tags", text);
    for (size_t i = 0; i < m; i++)
        check(x[i].name.data == y[i].name.data && x[i].name.size == y[i].name.size &&
                  x[i].value.data == y[i].value.data && x[i].value.size == y[i].value.size &&
                  x[i].place.offset == y[i].place.offset,
              "the verdict has another tag", text);
}

static bool has_error(const xpgn_walk *w) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(w, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].level == XPGN_ERROR)
            return true;
    return false;
}

/* True: the game has an error. */
static bool try_verdict(xpgn_slice text, xpgn_walk_options options) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_walk *full = begin(&options, &game);
    options.detail = XPGN_VERDICT;
    xpgn_walk *fast = begin(&options, &game);
    struct last last = {0}, verdict = {0};
    const xpgn_step *step;
    uint32_t depth = 0;
    while (xpgn_walk_next(full, &step) == XPGN_OK) {
        check_step(step, &depth, text);
        keep_last(&last, step);
    }
    while (xpgn_walk_next(fast, &step) == XPGN_OK) {
        check(step->kind == XPGN_STEP_RESULT, "a verdict with steps", text);
        keep_last(&verdict, step);
    }
    check_findings(full, text);
    same_findings(full, fast, text);
    same_tags(full, fast, text);
    same_end(full, &last, fast, &verdict, text);
    bool error = has_error(full);
    xpgn_walk_free(full);
    xpgn_walk_free(fast);
    return error;
}

static void try_verdicts(xpgn_slice text, bool skip, bool lint) {
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .skip_variations = skip, .lint = lint};
    bool error = try_verdict(text, options);
    options.repair = &xpgn_repair;
    check(try_verdict(text, options) == error, "the search for the mistake changes the verdict",
          text);
}

/* Writes the game in one form, in a way to walk; false: it has errors. */
static bool write_way(xpgn_slice text, const xpgn_writer_options *form, bool spell,
                      xpgn_buffer *out) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_walk *w = begin(
        &(xpgn_walk_options){XPGN_WALK_OPTIONS, .detail = spell ? XPGN_MOVES : XPGN_STEPS}, &game);
    xpgn_writer *writer;
    const xpgn_step *step;
    if (xpgn_writer_new(&writer, form) != XPGN_OK)
        abort();
    xpgn_writer_begin(out, writer, w);
    while (xpgn_walk_next(w, &step) == XPGN_OK)
        xpgn_writer_step(writer, step);
    xpgn_status status = xpgn_writer_end(writer);
    check(status == XPGN_OK || (status == XPGN_INVALID && out->size == 0), "a broken writer", text);
    xpgn_writer_free(writer);
    xpgn_walk_free(w);
    return status == XPGN_OK;
}

static xpgn_slice slice(const xpgn_buffer *b) {
    return (xpgn_slice){b->data, b->size};
}

/* The same in both ways. */
static bool write_game(xpgn_slice text, const xpgn_writer_options *form, xpgn_buffer *out) {
    xpgn_buffer spelt = {0};
    bool good = write_way(text, form, false, out);
    check(write_way(text, form, true, &spelt) == good, "spelling makes another verdict", text);
    check(spelt.size == out->size &&
              (out->size == 0 || memcmp(spelt.data, out->data, out->size) == 0),
          "what was spelt is other than what was written", text);
    xpgn_buffer_free(&spelt);
    return good;
}

/* What is written in that form canonicalises to the canonical form, by way of nothing else. */
static void try_form(xpgn_slice text, const xpgn_buffer *canonical, xpgn_writer_options form) {
    xpgn_buffer once = {0}, again = {0}, back = {0};
    check(write_game(text, &form, &once), "a good game cannot be written", text);
    check(write_game(slice(&once), &form, &again), "what was written is wrong", slice(&once));
    check(again.size == once.size && memcmp(again.data, once.data, once.size) == 0,
          "written twice is not written once", slice(&once));
    check(write_game(slice(&once), NULL, &back), "a form that cannot be read", slice(&once));
    check(back.size == canonical->size && memcmp(back.data, canonical->data, back.size) == 0,
          "the way back from a form leads elsewhere", slice(&once));
    xpgn_buffer_free(&once);
    xpgn_buffer_free(&again);
    xpgn_buffer_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xpgn_slice text = {(const char *)data, size};
    xpgn_buffer canonical = {0};
    try_verdicts(text, (size & 1) != 0, (size & 6) == 0);
    if (write_game(text, NULL, &canonical)) {
        try_form(text, &canonical, (xpgn_writer_options){XPGN_WRITER_OPTIONS, .width = 0});
        try_form(text, &canonical,
                 (xpgn_writer_options){XPGN_WRITER_OPTIONS, .comment_form = true});
        try_form(text, &canonical, (xpgn_writer_options){XPGN_WRITER_OPTIONS, .minimal = true});
    }
    xpgn_buffer_free(&canonical);
    return 0;
}

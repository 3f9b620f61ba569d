/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes as one game through the walk and the writer.  What must hold: the walk for the
 * verdict only finds what the full walk finds, in the same places; places lie in the text; steps
 * open and close; a game without an error can be written, in every form, what was written has no
 * error, and writing it again, from any form, gives the same bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xpgn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good, const char *what, xpgn_slice text) {
    if (good)
        return;
    fprintf(stderr, "%s:\n%.*s\n", what, (int)text.size, text.data);
    abort();
}

static xpgn_rules *rules(void) {
    static xpgn_rules *shelf;
    if (shelf == NULL && xpgn_rules_new(&shelf) != XPGN_OK)
        abort();
    return shelf;
}

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

static void same_findings(const xpgn_walk *a, const xpgn_walk *b, xpgn_slice text) {
    size_t m, n;
    const xpgn_finding *x = xpgn_walk_findings(a, &m), *y = xpgn_walk_findings(b, &n);
    check(m == n, "the verdict has another number of findings", text);
    for (size_t i = 0; i < m; i++)
        check(strcmp(x[i].code, y[i].code) == 0 && x[i].level == y[i].level &&
                  x[i].place.offset == y[i].place.offset && x[i].ply == y[i].ply &&
                  strcmp(x[i].text, y[i].text) == 0 && strcmp(x[i].turn, y[i].turn) == 0,
              "the verdict has another finding", text);
}

static void try_verdict(xpgn_slice text, bool skip, bool lint) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_walk_options options = {.skip_variations = skip, .lint = lint};
    xpgn_walk *full = begin(&options, &game);
    options.verdict_only = true;
    xpgn_walk *quick = begin(&options, &game);
    const xpgn_step *step;
    uint32_t depth = 0;
    while (xpgn_walk_next(full, &step) == XPGN_OK)
        check_step(step, &depth, text);
    while (xpgn_walk_next(quick, &step) == XPGN_OK)
        check(step->kind == XPGN_STEP_RESULT, "a verdict with steps", text);
    check_findings(full, text);
    same_findings(full, quick, text);
    xpgn_walk_free(full);
    xpgn_walk_free(quick);
}

/* Writes the game in one form; false: it has errors. */
static bool write_game(xpgn_slice text, const xpgn_writer_options *form, xpgn_buffer *out) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_walk *w = begin(NULL, &game);
    xpgn_writer *writer;
    const xpgn_step *step;
    if (xpgn_writer_new(&writer, form) != XPGN_OK)
        abort();
    xpgn_writer_begin(writer, w, out);
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
    try_verdict(text, (size & 1) != 0, (size & 6) == 0);
    if (write_game(text, NULL, &canonical)) {
        try_form(text, &canonical, (xpgn_writer_options){.width = 0});
        try_form(text, &canonical, (xpgn_writer_options){.comment_form = true});
        try_form(text, &canonical, (xpgn_writer_options){.minimal = true});
    }
    xpgn_buffer_free(&canonical);
    return 0;
}

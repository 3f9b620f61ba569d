/* SPDX-License-Identifier: MIT */
/* Short records in, steps and findings out, both as text that a test can state. */
#ifndef XPGN_TESTS_WALK_FIXTURE_H
#define XPGN_TESTS_WALK_FIXTURE_H

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "suite.h"

#define CA "[Variant \"chess-attack\"]\n"
#define FD "[Variant \"five-dice\"]\n"
#define CC "[Variant \"combat-chess-2\"]\n"
#define AS "[Variant \"assault-and-siege\"]\n"
/* The position before the moves, and the one that they have reached. */
#define FEN(f) "[SetUp \"1\"]\n[FEN \"" f "\"]\n\n"
#define REACHED(f) "{[%xfen " f "]} "

/* The last walk: what it stepped through and what it found. */
static struct {
    xpgn_catalog *rules;
    xpgn_walk *walk;
    xpgn_walk_options options;
    xpgn_buffer steps;    /* "e4 e5 (d5 ) * " */
    xpgn_buffer findings; /* "M-01@12+3:2 " code, place, turn */
    char final[400];      /* XFEN at the end, "" if there is none */
    xpgn_outcome outcome;
} seen;

static inline void walk_set_up(void) {
    memset(&seen, 0, sizeof seen);
    seen.options.size = sizeof seen.options;
    ck_assert_int_eq(xpgn_catalog_new(&seen.rules), XPGN_OK);
}

static inline void walk_tear_down(void) {
    xpgn_walk_free(seen.walk);
    xpgn_catalog_free(seen.rules);
    xpgn_buffer_free(&seen.steps);
    xpgn_buffer_free(&seen.findings);
}

static inline void note_step(const xpgn_step *s) {
    static const char *const mark[] = {"", "", "/", "{}", "(", ")", ""};
    ck_assert_msg(s->position == NULL || s->position->files >= 8, "an empty position");
    if (s->kind == XPGN_STEP_ACTION)
        xpgn_buffer_printf(&seen.steps, "%s", s->facts->text);
    else if (s->kind == XPGN_STEP_RESULT)
        xpgn_buffer_slice(&seen.steps, s->text);
    else
        xpgn_buffer_text(&seen.steps, mark[s->kind]);
    if (s->kind != XPGN_STEP_START)
        xpgn_buffer_char(&seen.steps, ' ');
    seen.final[0] = '\0';
    if (s->kind == XPGN_STEP_RESULT && s->position != NULL) {
        xpgn_buffer b = {0};
        xpgn_position_write(&b, xpgn_walk_ruleset(seen.walk), s->position);
        snprintf(seen.final, sizeof seen.final, "%.*s", (int)b.size, b.data);
        xpgn_buffer_free(&b);
    }
}

static inline void note_findings(void) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    xpgn_buffer_clear(&seen.findings);
    for (size_t i = 0; i < count; i++)
        xpgn_buffer_printf(&seen.findings, "%s@%u+%u:%u ", list[i].code, list[i].place.offset,
                           list[i].place.length, list[i].ply);
    xpgn_buffer_char(&seen.findings, '\0');
}

static inline void walk_text(const char *text) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *step;
    xpgn_walk_free(seen.walk);
    seen.walk = NULL;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    xpgn_buffer_clear(&seen.steps);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK)
        note_step(step);
    xpgn_buffer_char(&seen.steps, '\0');
    seen.outcome = xpgn_walk_outcome(seen.walk);
    note_findings();
}

/* With XPGN_CODES: of a game of another kind only which. */
static inline void check_bare(const xpgn_finding *f) {
    ck_assert_int_eq(f->text[0] != '\0', strcmp(f->code, "L-17") == 0);
    ck_assert_str_eq(f->turn, "");
    ck_assert_ptr_null(f->hint);
    ck_assert_ptr_null(f->fix);
    ck_assert_uint_eq(f->fix_count, 0);
}

/* Walks the text in full, for the verdict only, and for that without texts: these findings, no
   others, in this order.  "M-01 R-01": codes; "M-01:3": with its turn. */
static inline void check_codes(const char *text, const char *codes) {
    char said[2000] = "", all[2000] = "";
    for (int verdict = 0; verdict < 3; verdict++) {
        size_t count;
        const xpgn_walk_options wanted = seen.options;
        seen.options.detail = (xpgn_detail[]){XPGN_STEPS, XPGN_VERDICT, XPGN_CODES}[verdict];
        walk_text(text);
        seen.options = wanted;
        const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
        said[0] = '\0';
        for (size_t i = 0; i < count; i++) {
            snprintf(said + strlen(said), sizeof said - strlen(said), "%s%s:%u", i ? " " : "",
                     list[i].code, list[i].ply);
            if (verdict == 2)
                check_bare(&list[i]);
        }
        ck_assert_msg(strcmp(said, codes) == 0, "%s, not %s (verdict %d): %.900s", said, codes,
                      verdict, text);
        ck_assert_msg(!verdict || strcmp(all, seen.findings.data) == 0, "other places: %.900s",
                      text);
        snprintf(all, sizeof all, "%s", seen.findings.data);
    }
    walk_text(text);
}

static inline void check_good(const char *text) {
    check_codes(text, "");
}

static inline void check_steps(const char *text, const char *steps) {
    walk_text(text);
    ck_assert_str_eq(seen.steps.data, steps);
}

static inline const xpgn_finding *finding(size_t index) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    ck_assert_uint_lt(index, count);
    return &list[index];
}

/* The finding's place is that of `piece` in the text (its first occurrence). */
static inline void check_place(const char *text, size_t index, const char *piece) {
    const xpgn_finding *f = finding(index);
    const char *at = strstr(text, piece);
    ck_assert_ptr_nonnull(at);
    ck_assert_msg(f->place.offset == (uint32_t)(at - text) && f->place.length == strlen(piece),
                  "%s at %u+%u, not %s", f->code, f->place.offset, f->place.length, piece);
}

#endif

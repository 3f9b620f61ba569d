/* SPDX-License-Identifier: MIT */
/* What a half-move that no sheet has may have been: the legal ones after which the rest is most
   nearly as it was written. */
#include "compare/compare_json.h"

#include <stdlib.h>
#include <xpgn/play.h>
#include <xpgn/walk.h>
#include <xpgn_codes.h>

/* ---- choices --------------------------------------------------------------------------------- */

/* The finding about the first missing half-move, if it is the one at `offset`; NULL if it is
   another. */
static const xpgn_finding *find_missing(const xpgn_walk *walk, uint32_t offset) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].code, XPGN_CODE_MISSING) == 0)
            return list[i].place.offset <= offset + 1 &&
                           list[i].place.offset + list[i].place.length >= offset
                       ? &list[i]
                       : NULL;
    return NULL;
}

void gap_find(board_batch *b, xpgn_slice text, uint32_t offset, gap_choices *out) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT,
                                   .skip_variations = true, .repair = &xpgn_repair};
    const xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, b->catalog, &how) != XPGN_OK ||
        xpgn_walk_begin(walk, &game) != XPGN_OK)
        cli_no_memory(b->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    const xpgn_finding *f = find_missing(walk, offset);
    for (size_t i = 0; f != NULL && f->fix_count <= CLI_CHOICES && i < f->fix_count; i++)
        out->text[out->count++] = cli_keep(b->c, cli_slice(f->fix[i].text));
    xpgn_walk_free(walk);
}

void gap_free(gap_choices *g) {
    for (size_t i = 0; i < g->count; i++)
        free(g->text[i]);
    g->count = 0;
}

/* ---- all legal actions ----------------------------------------------------------------------- */

enum { LATER = 1 << 20 }; /* of an action that needs dice */

/* A legal action, and what it makes of the half-moves behind it. */
typedef struct candidate {
    char name[24];
    size_t untrue; /* signs that contradict the board, or LATER */
    uint32_t ply;  /* the first turn that cannot be played; UINT32_MAX: none */
    char until[24];
} candidate;

static bool is_sign(const xpgn_finding *f) {
    return strcmp(f->code, XPGN_CODE_CAPTURE_SIGN) == 0 ||
           strcmp(f->code, XPGN_CODE_CHECK_SIGN) == 0;
}

/* True if a finding is about a sign behind `end` that the board contradicts. */
static bool is_untrue(const xpgn_finding *f, xpgn_slice text, size_t end) {
    return is_sign(f) && f->place.offset >= end && f->fix_count > 0 &&
           xpgn_fix_level_of(text, f, 0) == XPGN_FIX_ASK;
}

static void judge(candidate *c, const xpgn_walk *walk, xpgn_slice text, size_t begin, size_t end) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        const xpgn_finding *f = &list[i];
        const bool error = f->level == XPGN_ERROR;
        if (error && f->place.offset >= begin && f->place.offset < end)
            c->untrue += LATER;
        else if (error && f->ply < c->ply)
            (void)snprintf(c->until, sizeof c->until, "%s", f->turn);
        else
            c->untrue += is_untrue(f, text, end);
        c->ply = error && f->ply < c->ply ? f->ply : c->ply;
    }
}

static void try_candidate(board_batch *b, xpgn_walk *walk, xpgn_slice text, xpgn_place place,
                          candidate *c) {
    const xpgn_step *step;
    xpgn_buffer with = {0};
    const size_t past = (size_t)place.offset + place.length;
    xpgn_buffer_put(&with, text.data, place.offset);
    xpgn_buffer_text(&with, c->name);
    xpgn_buffer_put(&with, text.data + past, text.size - past);
    const xpgn_game game = {
        .text = cli_held(&with), .file = "-", .number = 1, .line = 1, .column = 1};
    if (with.failed || xpgn_walk_begin(walk, &game) != XPGN_OK)
        cli_no_memory(b->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    judge(c, walk, game.text, place.offset, place.offset + strlen(c->name));
    xpgn_buffer_free(&with);
}

/* Appends a sign that is untrue: its half-move, the word as it is and as it would have to be. */
static void put_untrue(xpgn_buffer *out, xpgn_slice text, const xpgn_finding *f) {
    const xpgn_fix *x = &f->fix[0];
    json_open(out, NULL, "{");
    json_text(out, "turn", f->turn);
    json_slice(out, "was", (xpgn_slice){text.data + x->place.offset, x->place.length});
    json_text(out, "is", x->text);
    xpgn_buffer_char(out, '}');
}

void gap_put_untrue(xpgn_buffer *out, xpgn_walk *walk, xpgn_slice text, const choice_record *r) {
    candidate c = {.ply = UINT32_MAX};
    const xpgn_step *step;
    size_t count;
    while (xpgn_walk_next(walk, &step) == XPGN_OK)
        ;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    judge(&c, walk, text, r->begin, r->end);
    json_open(out, "untrue", "[");
    for (size_t i = 0; i < count; i++)
        if (is_untrue(&list[i], text, r->end))
            put_untrue(out, text, &list[i]);
    xpgn_buffer_char(out, ']');
    json_known(out, "until", c.until);
}

/* Those that leave most as it was written first. */
static int compare_candidates(const void *a, const void *b) {
    const candidate *x = a, *y = b;
    const bool later = x->untrue >= LATER;
    if (later != (y->untrue >= LATER))
        return later ? 1 : -1;
    if (x->ply != y->ply)
        return x->ply > y->ply ? -1 : 1;
    if (x->untrue != y->untrue)
        return x->untrue < y->untrue ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void put_candidate(xpgn_buffer *out, const candidate *c) {
    const bool known = c->untrue < LATER;
    json_open(out, NULL, "{");
    json_text(out, "action", c->name);
    if (known)
        json_number(out, "untrue", (int64_t)c->untrue);
    else
        json_text(out, "untrue", NULL);
    json_known(out, "until", known ? c->until : NULL);
    xpgn_buffer_char(out, '}');
}

void gap_put_actions(board_batch *b, xpgn_buffer *out, xpgn_slice text, xpgn_place place,
                     const gap_actions *all) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT,
                                   .skip_variations = true};
    xpgn_walk *walk;
    candidate *list = cli_realloc(b->c, NULL, (all->count + 1) * sizeof *list);
    if (xpgn_walk_new(&walk, b->catalog, &how) != XPGN_OK)
        cli_no_memory(b->c);
    for (size_t i = 0; i < all->count; i++) {
        list[i] = (candidate){.ply = UINT32_MAX};
        xpgn_action_name(all->rs, all->position, &all->list[i], list[i].name);
        try_candidate(b, walk, text, place, &list[i]);
    }
    qsort(list, all->count, sizeof *list, compare_candidates);
    for (size_t i = 0; i < all->count; i++)
        put_candidate(out, &list[i]);
    xpgn_walk_free(walk);
    free(list);
}

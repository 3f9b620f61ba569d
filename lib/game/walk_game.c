/* SPDX-License-Identifier: MIT */
/* The public face of the walk: a game from its beginning to its last step. */
#include "base/options.h"
#include "game/repair.h"

#include <stdlib.h>

/* The walk on which corrections are tried; most files need none. */
static bool add_repair(xpgn_walk *w) {
    xpgn_walk *trial;
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .verdict_only = true};
    if (xpgn_walk_new(&trial, w->rules, &options) != XPGN_OK)
        return false;
    if (repair_new(&w->repair, trial))
        return true;
    xpgn_walk_free(trial);
    return false;
}

/* A line that was corrected, or whose moves are kept as text, is not kept in the other form. */
static bool contradict(const xpgn_walk_options *o) {
    return o->keep_line && (o->repair || o->want_san);
}

xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_catalog *rules, const xpgn_walk_options *options) {
    xpgn_walk *w = calloc(1, sizeof *w);
    if (w == NULL)
        return XPGN_NO_MEMORY;
    w->rules = rules;
    if (!options_read(&w->options, sizeof w->options, options) || contradict(&w->options)) {
        free(w);
        return XPGN_INVALID;
    }
    log_init(&w->log);
    w->lines.capacity = 4;
    w->lines.list = calloc(w->lines.capacity, sizeof *w->lines.list);
    w->tags = calloc(1, sizeof *w->tags);
    bool full = w->lines.list == NULL || w->tags == NULL;
    if (full || (w->options.keep_line && !trail_open(&w->trail))) {
        xpgn_walk_free(w);
        return full ? XPGN_NO_MEMORY : XPGN_NOT_FOUND;
    }
    *out = w;
    return XPGN_OK;
}

void xpgn_walk_free(xpgn_walk *walk) {
    if (walk == NULL)
        return;
    xpgn_walk_free(walk->trial);
    arena_free(&walk->arena);
    log_free_parts(&walk->log);
    if (walk->tags != NULL)
        arena_free(&walk->tags->arena);
    free(walk->tags);
    free(walk->lines.list);
    free(walk->fast.san);
    trail_free(&walk->trail);
    xpgn_sealer_free(walk->sealer);
    if (walk->repair != NULL)
        xpgn_walk_free(walk->repair->walk);
    repair_free(walk->repair);
    free(walk);
}

xpgn_status xpgn_walk_begin(xpgn_walk *w, const xpgn_game *game) {
    walk_begin(w, game);
    repair_begin(w);
    return XPGN_OK;
}

static bool out_of_memory(const xpgn_walk *w) {
    return w->no_memory || w->log.no_memory || w->tags->no_memory || w->trail.bytes.failed;
}

static void look_for_mistake(xpgn_walk *w) {
    if (repair_is_due(w)) {
        if (w->repair != NULL || add_repair(w))
            repair_search(w);
        else
            w->no_memory = true;
    }
    repair_after(w);
}

/* Reads on, which may add steps to the queue. */
static void go_on(xpgn_walk *w) {
    if (w->started) {
        w->entry.recorded.text.data = NULL;
        walk_read(w);
        if (w->options.repair)
            look_for_mistake(w);
    } else if (!walk_fast_game(w)) {
        walk_start(w);
        repair_mark(w);
        if (!out_of_memory(w))
            walk_fast_moves(w);
    }
}

xpgn_status xpgn_walk_next(xpgn_walk *w, const xpgn_step **step) {
    struct steps *s = &w->steps;
    while (s->at == s->count) {
        s->at = s->count = 0;
        if (w->ended)
            return out_of_memory(w) ? XPGN_NO_MEMORY : XPGN_END;
        go_on(w);
        if (out_of_memory(w))
            return XPGN_NO_MEMORY;
        if (w->options.verdict_only) /* keep the result only, which is the last step */
            s->at = w->ended ? s->count - 1 : s->count;
    }
    *step = &s->queue[s->at++];
    return XPGN_OK;
}

const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count) {
    return xpgn_log_list(&walk->log, count);
}

const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk) {
    return walk->ruleset;
}

const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count) {
    return tags_all(walk->tags, count);
}

xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name) {
    return tags_value(walk->tags, name);
}

xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk) {
    return walk->lines.list[0].outcome;
}

static xpgn_status digest(xpgn_walk *w, bool with_actions, uint8_t out[XPGN_DIGEST_SIZE]) {
    if (w->ruleset == NULL || !w->trail.started)
        return XPGN_NOT_FOUND;
    return trail_digest(&w->trail, w->ruleset, with_actions, out) ? XPGN_OK : XPGN_NO_MEMORY;
}

/* Was the main line played to its end, and is there anything in it? */
static bool is_whole(const xpgn_walk *w) {
    const struct line *l = &w->lines.list[0];
    bool whole = w->ended && (w->fast.passed || (!l->dead && !l->gap && !w->game->too_large));
    return whole && w->trail.actions > 0;
}

xpgn_status xpgn_walk_digest(xpgn_walk *w, uint8_t out[XPGN_DIGEST_SIZE]) {
    return is_whole(w) ? digest(w, true, out) : XPGN_NOT_FOUND;
}

xpgn_status xpgn_walk_line(xpgn_walk *w, xpgn_buffer *b) {
    if (!is_whole(w) || w->ruleset == NULL || !w->trail.started)
        return XPGN_NOT_FOUND;
    return trail_write(&w->trail, w->ruleset, b) ? XPGN_OK : XPGN_NO_MEMORY;
}

xpgn_status xpgn_walk_start_digest(xpgn_walk *w, uint8_t out[XPGN_DIGEST_SIZE]) {
    return digest(w, false, out);
}

/* SPDX-License-Identifier: MIT */
/* The public interface of the walk. */
#include "facts/public_walk.h"
#include "core/base/option_struct.h"
#include "core/play/odds_memo.h"
#include "core/text/foreign_forms.h"
#include "facts/habits.h"
#include "facts/other_ruleset.h"
#include "facts/termination.h"
#include "internal/walk_modes.h"
#include "record/sealed/sealed_game.h"

#include <stdlib.h>

/* True if options exclude each other: a line that is corrected cannot be kept; a walk that resumes
   at a turn does not know what came before it. */
static bool contradict(const xpgn_walk_options *o) {
    bool needs_all = o->detail != XPGN_STEPS || o->lint || o->keep_line || o->repair != NULL;
    return (o->keep_line && o->repair != NULL) || (o->incremental && needs_all);
}

xpgn_status xpgn_walk_new(xpgn_walk **out, xpgn_catalog *rules, const xpgn_walk_options *options) {
    xpgn_walk_options own;
    if (!options_read(&own, sizeof own, options) || own.detail > XPGN_TURNS || contradict(&own))
        return XPGN_INVALID;
    struct public_walk *s = calloc(1, sizeof *s);
    if (s == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = walk_init(&s->walk, rules, &own);
    s->odds = odds_memo_new();
    if (s->odds == NULL || (own.repair != NULL && !own.repair->open(&s->repair)))
        status = XPGN_NO_MEMORY;
    if (status != XPGN_OK) {
        xpgn_walk_free(&s->walk);
        return status;
    }
    *out = &s->walk;
    return XPGN_OK;
}

void xpgn_walk_free(xpgn_walk *walk) {
    if (walk == NULL)
        return;
    struct public_walk *s = public_walk_of(walk);
    walk_free(s->trial);
    if (walk->options.repair != NULL)
        walk->options.repair->close(s->repair);
    sealed_free(s->sealed);
    odds_memo_free(s->odds);
    walk_free_parts(walk);
    free(s);
}

void xpgn_walk_hold(xpgn_walk *walk, const xpgn_place *list, size_t count) {
    public_walk_of(walk)->held = (struct held_places){list, count};
}

static void begin_walk(xpgn_walk *w, const xpgn_game *game) {
    walk_begin(w, game);
    public_walk_of(w)->explained = false;
    public_walk_of(w)->kind_asked = false;
    if (w->options.repair != NULL)
        w->options.repair->begin(w);
}

xpgn_status xpgn_walk_begin(xpgn_walk *w, const xpgn_game *game) {
    struct import_hook *foreign = &public_walk_of(w)->foreign;
    w->options.lenient &= !foreign->taken;
    foreign->asked = foreign->taken = false;
    if (game->text.data == NULL) {
        w->blank = *game;
        w->blank.text = slice_given(game->text);
        game = &w->blank;
    }
    begin_walk(w, game);
    return XPGN_OK;
}

/* ---- games of other kinds -------------------------------------------------------------------- */

/* Finds out, once, whether the game is of another kind. */
static bool is_other_game(xpgn_walk *w) {
    enum { EARLY = 8 }; /* half-moves */
    struct public_walk *s = public_walk_of(w);
    if (!s->kind_asked) {
        uint32_t wrong = w->log.count > 0 ? w->log.list[0].place.offset : 0;
        bool early = w->lines.list[0].ply <= EARLY;
        (void)other_game_find(w->game->text, wrong, early, &s->other);
    }
    s->kind_asked = true;
    return s->other.name != NULL;
}

/* Ends such a game: that it is one is all that is found. */
static void end_other_game(xpgn_walk *w) {
    const struct other_game *other = &public_walk_of(w)->other;
    w->held = false;
    w->lex.at = w->lex.text.size;
    w->lines.depth = w->lines.skipped = 0;
    walk_line(w)->dead = true;
    walk_read(w);
    log_clear(&w->log);
    log_add(&w->log, D_OTHER_KIND, walk_place(w, other->where), "%s", other->name);
    if (w->log.last_kept) /* also without texts: which kind it is */
        w->log.list[w->log.count - 1].text = other->name;
    if (other->cure != NULL)
        log_hint(&w->log, "%s", other->cure);
}

/* ---- games as people write them -------------------------------------------------------------- */

/* Begins again with the translation, if there is one; asks once per game. */
static bool read_foreign(xpgn_walk *w) {
    struct import_hook *f = &public_walk_of(w)->foreign;
    if (f->take == NULL || f->asked || w->unnamed || w->game->too_large)
        return false;
    f->asked = true;
    if (is_other_game(w))
        return false;
    xpgn_status status = f->take(f->data, w, &f->read);
    w->no_memory |= status == XPGN_NO_MEMORY;
    if (status != XPGN_OK)
        return false;
    f->written = w->game;
    f->taken = w->options.lenient = true;
    begin_walk(w, &f->read);
    return true;
}

/* True if an error by the rules is that a roll that can be read, of an action that was played or
   that names both its squares, has another value: no other notation changes that. */
static bool is_about_value(const xpgn_walk *w, const xpgn_finding *f) {
    const xpgn_roll *roll = w->entry.recorded.roll;
    const struct notation *n = &w->entry.recorded.notation;
    bool dead = w->lines.list[w->lines.depth].dead;
    bool found = !dead || (n->from_file >= 0 && n->from_rank >= 0);
    return found && w->entry.recorded.text.data != NULL && roll != NULL && roll->exchanges > 0 &&
           f->place.offset >= roll->place.offset &&
           f->place.offset < roll->place.offset + roll->place.length;
}

/* True if an error may be caused by foreign notation: the text there is no half-move, or no
   result. */
static bool is_about_word(const xpgn_walk *w, const xpgn_finding *f) {
    enum about about = log_about(f);
    bool words = log_is(f, D_NO_RESULT) && f->place.length > 0 && !w->result.found;
    bool rule = about == ABOUT_RULE && !is_about_value(w, f);
    return f->level == XPGN_ERROR &&
           (words || rule || about == ABOUT_TEXT || about == ABOUT_ACTION || about == ABOUT_ROLL);
}

/* True if this applies to one from index `mark` on. */
static bool is_about_words(const xpgn_walk *w, size_t mark) {
    for (size_t i = mark; i < w->log.count; i++)
        if (is_about_word(w, &w->log.list[i]))
            return true;
    return false;
}

/* True if a number from index `mark` on is not the next: the rows may be in another order, or one
   in brackets, (12), may be that of minutes. */
static bool is_about_order(const xpgn_walk *w, size_t mark) {
    for (size_t i = mark; i < w->log.count; i++) {
        const xpgn_finding *f = &w->log.list[i];
        const size_t past = (size_t)f->place.offset + f->place.length;
        const bool closed = past < w->game->text.size && w->game->text.data[past] == ')';
        if (log_is(f, D_NUMBER) && (w->lines.depth == 0 || closed))
            return true;
    }
    return false;
}

static void read_on_record(xpgn_walk *w) {
    size_t mark = w->log.count, errors = w->log.errors;
    w->entry.recorded.text.data = NULL;
    if (w->options.incremental)
        walk_note_turn(w);
    walk_read(w);
    if (public_walk_of(w)->foreign.brief && w->lines.depth == 0 && walk_line(w)->dead &&
        w->log.errors > 0) {
        w->held = false;
        w->lex.at = w->lex.text.size;
    }
    if (w->transcribed)
        sealed_read(w);
    if (w->ended) {
        if (w->transcribed)
            sealed_end(w);
        walk_label(w, mark);
    }
    if (w->log.errors > errors && is_other_game(w)) {
        end_other_game(w);
        return;
    }
    if (w->log.errors > errors)
        variant_explain(w, mark);
    bool words = w->log.errors > errors && is_about_words(w, mark);
    if ((words || (w->log.count > mark && is_about_order(w, mark))) && read_foreign(w))
        return;
    const xpgn_search *search = w->options.repair;
    bool looked = search == NULL || search->look(w);
    if (walk_drop_unread(w) && search != NULL)
        search->mark(w);
    if (looked)
        walk_fast_moves(w);
}

static void read_header(xpgn_walk *w) {
    variant_open(w);
    if (w->options.repair != NULL)
        w->options.repair->look_at_start(w);
    sealed_begin(w);
    walk_start(w);
    if (w->options.repair != NULL)
        w->options.repair->mark(w);
    if (w->log.errors > 0 && is_other_game(w))
        end_other_game(w);
    else if (!walk_is_out_of_memory(w))
        walk_fast_moves(w);
}

xpgn_status xpgn_walk_resume(xpgn_walk *w, const xpgn_walk *before, const xpgn_game *game,
                             size_t from) {
    if (w == before || !w->options.incremental || !before->growth.last.there)
        return XPGN_NOT_FOUND;
    (void)xpgn_walk_begin(w, game);
    read_header(w);
    if (walk_is_out_of_memory(w))
        return XPGN_NO_MEMORY;
    bool same = w->ruleset == before->ruleset && w->log.errors == 0;
    return same && walk_go_on(w, &before->growth.last, from) ? XPGN_OK : XPGN_NOT_FOUND;
}

static __attribute__((noinline)) void read_on(xpgn_walk *w) {
    if (!w->started && !walk_skips_steps(w)) /* before the first step */
        (void)read_foreign(w);
    if (w->started)
        read_on_record(w);
    else if (!walk_fast_game(w))
        read_header(w);
}

bool walk_may_go_on(const xpgn_walk *w) {
    bool open = false;
    if (w->result.found)
        return false;
    for (size_t i = 0; i < w->log.count; i++)
        open |= log_is(&w->log.list[i], D_NO_RESULT);
    return open && foreign_end(w->game->text);
}

static __attribute__((noinline)) void end_game(xpgn_walk *w) {
    const bool open = w->log.errors > 0 && walk_may_go_on(w);
    if ((w->has_gap || open) && read_foreign(w)) /* nothing behind it was looked at */
        return;
    const struct import_hook *f = &public_walk_of(w)->foreign;
    termination_check(w);
    if (f->taken)
        f->tell(f->data, w);
    if (w->log.count > 1 && !w->options.incremental && !f->brief)
        habits_merge(&w->log, f->taken ? f->written : w->game, f->take != NULL);
}

/* Reads on, which may add steps to the queue. */
static void walk_on(xpgn_walk *w) {
    if (w->fast.replays)
        walk_replay(w);
    else
        read_on(w);
    if (w->ended)
        end_game(w);
}

xpgn_status xpgn_walk_next(xpgn_walk *w, const xpgn_step **step) {
    struct steps *s = &w->steps;
    if (w->game == NULL)
        return XPGN_INVALID;
    while (s->at == s->count) {
        s->at = s->count = 0;
        if (w->ended)
            return walk_is_out_of_memory(w) ? XPGN_NO_MEMORY : XPGN_END;
        walk_on(w);
        if (walk_is_out_of_memory(w))
            return XPGN_NO_MEMORY;
        if (walk_skips_steps(w)) /* keep only the result, which is the last step */
            s->at = w->ended ? s->count - 1 : s->count;
    }
    *step = &s->queue[s->at++];
    return XPGN_OK;
}

const xpgn_finding *xpgn_walk_findings(const xpgn_walk *walk, size_t *count) {
    return log_list(&walk->log, count);
}

const xpgn_ruleset *xpgn_walk_ruleset(const xpgn_walk *walk) {
    return walk->ruleset;
}

const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count) {
    return tags_all(walk->tags, count);
}

xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name) {
    const xpgn_slice word = slice_of(name);
    xpgn_slice value;
    if (tags_plain(walk->tags, &word, 1, &value))
        return value;
    const xpgn_tag *tag = tags_find(walk->tags, word);
    return tag != NULL ? tag->value : (xpgn_slice){NULL, 0};
}

bool xpgn_walk_plain_tags(const xpgn_walk *walk, const xpgn_slice *name, size_t count,
                          xpgn_slice *value) {
    return tags_plain(walk->tags, name, count, value);
}

xpgn_outcome xpgn_walk_outcome(const xpgn_walk *walk) {
    return walk->lines.list[0].outcome;
}

/* The first finding of this level with the same label as the last one about this turn, or about the
   tags: anything after it is a consequence. */
static const xpgn_finding *first_about(const xpgn_walk *w, uint32_t ply, xpgn_level level) {
    size_t count;
    const xpgn_finding *list = log_list(&w->log, &count), *found = NULL;
    for (size_t i = count; i-- > 0;) {
        const xpgn_finding *f = &list[i];
        if (f->level == level && f->ply == ply &&
            (found == NULL || strcmp(f->turn, found->turn) == 0))
            found = f;
    }
    return found;
}

/* The bracket without an end that the rest of a game is in; NULL: there is none. */
static const xpgn_finding *open_bracket(const xpgn_walk *w) {
    size_t count;
    const xpgn_finding *list = log_list(&w->log, &count);
    for (size_t i = 0; i < count; i++)
        if ((log_is(&list[i], D_COMMENT_OPEN) && !w->result.found) ||
            log_is(&list[i], D_VARIATION_OPEN))
            return &list[i];
    return NULL;
}

bool xpgn_walk_broke_off(const xpgn_walk *w, const xpgn_finding **why) {
    const struct line *l = &w->lines.list[0];
    if (!w->ended || w->fast.passed)
        return false;
    if (!l->dead && !w->game->too_large)
        return (*why = open_bracket(w)) != NULL;
    *why = first_about(w, l->ply, XPGN_ERROR);
    if (*why == NULL)
        *why = first_about(w, l->ply, XPGN_WARNING);
    if (*why == NULL) /* there were too many findings to keep that one */
        *why = w->log.count > 0 ? &w->log.list[0] : NULL;
    return true;
}

static xpgn_status digest(xpgn_walk *w, bool with_actions, uint8_t out[XPGN_DIGEST_SIZE]) {
    if (w->ruleset == NULL || !w->trail.started)
        return XPGN_NOT_FOUND;
    return trail_digest(&w->trail, w->ruleset, with_actions, out) ? XPGN_OK : XPGN_NO_MEMORY;
}

/* True if the main line was played to its end and is not empty. */
static bool is_whole(const xpgn_walk *w) {
    const struct line *l = &w->lines.list[0];
    bool whole = w->ended && (w->fast.passed || (!l->dead && !l->gap && !w->game->too_large));
    return whole && w->trail.actions > 0;
}

xpgn_status xpgn_walk_digest(xpgn_walk *w, uint8_t out[XPGN_DIGEST_SIZE]) {
    return is_whole(w) ? digest(w, true, out) : XPGN_NOT_FOUND;
}

xpgn_status xpgn_walk_line(xpgn_buffer *b, xpgn_walk *w) {
    if (!is_whole(w) || w->ruleset == NULL || !w->trail.started)
        return XPGN_NOT_FOUND;
    return trail_write(&w->trail, w->ruleset, b) ? XPGN_OK : XPGN_NO_MEMORY;
}

xpgn_status walk_start_digest(xpgn_walk *w, uint8_t out[XPGN_DIGEST_SIZE]) {
    return digest(w, false, out);
}

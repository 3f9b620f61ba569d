/* SPDX-License-Identifier: MIT */
/*
 * Games without the tag Variant that are not chess, judging by their rolls or options: finds the
 * rulesets by which the whole record is right, by trying all.
 */
#include "facts/other_ruleset.h"
#include "core/base/slice.h"
#include "core/board/bitboard.h"
#include "facts/public_walk.h"
#include "internal/text_out.h"

#include <stdio.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

enum { TRIED_OPTIONS = 5, NAMED = 4 };

/* The rulesets to be named, each with its options. */
struct fitting {
    struct ruleset_fit {
        const char *id;
        char options[64];
    } list[NAMED];
    size_t count;
    bool no_chess; /* none of them has chess movement */
};

/* ---- trying a ruleset ------------------------------------------------------------------------ */

static bool play_on(xpgn_walk *trial, size_t errors) {
    while (!trial->ended && !walk_is_out_of_memory(trial) && trial->log.errors <= errors) {
        trial->steps.count = 0;
        walk_read(trial);
    }
    return trial->ended;
}

/* Opens the game and plays it, without the fast path on its tags. */
static bool open_and_play(xpgn_walk *trial, size_t errors) {
    (void)walk_open(trial);
    walk_start(trial);
    if (!walk_is_out_of_memory(trial))
        walk_fast_moves(trial);
    return play_on(trial, errors);
}

bool variant_play(xpgn_walk *trial, const xpgn_game *game, size_t errors) {
    walk_begin(trial, game);
    if (walk_fast_game(trial))
        return play_on(trial, errors);
    /* the walk would find them, too, and play nothing */
    return trial->fast.refused <= errors && open_and_play(trial, errors);
}

bool variant_play_slowly(xpgn_walk *trial, const xpgn_game *game, size_t errors) {
    walk_begin(trial, game);
    return open_and_play(trial, errors);
}

bool variant_play_instead(xpgn_walk *trial, const xpgn_game *game, size_t errors, bool *ended) {
    walk_begin(trial, game);
    bool begun = walk_fast_game(trial);
    *ended = begun && play_on(trial, errors);
    return begun || trial->fast.refused > errors;
}

/* True if the game is right by the ruleset, except perhaps for a missing result. */
static bool is_right(xpgn_walk *trial, const xpgn_game *game) {
    (void)variant_play(trial, game, SIZE_MAX);
    size_t errors = trial->log.errors;
    for (size_t i = 0; i < trial->log.count; i++)
        errors -=
            trial->log.list[i].level == XPGN_ERROR && log_is(&trial->log.list[i], D_NO_RESULT);
    return trial->ended && errors == 0 && trial->ruleset != NULL;
}

static bool ruleset_fits(xpgn_walk *w, const char *id, const char *options) {
    const xpgn_walk_options verdict = {
        .detail = XPGN_VERDICT, .max_errors = 2, .skip_variations = w->options.skip_variations};
    struct public_walk *s = public_walk_of(w);
    if (s->trial == NULL)
        w->no_memory |= walk_new(&s->trial, w->rules, &verdict) != XPGN_OK;
    if (w->no_memory)
        return false;
    s->trial->options.lenient = w->options.lenient;
    s->trial->assumed = (struct assumed){id, options};
    bool good = is_right(s->trial, w->game);
    w->no_memory |= s->trial->no_memory || s->trial->log.no_memory;
    return good;
}

static void name_fit(struct fitting *f, const xpgn_ruleset *rs, const char *options) {
    f->no_chess &= rs->movement != MOVEMENT_CHESS;
    if (f->count == NAMED)
        return;
    f->list[f->count].id = rs->id;
    snprintf(f->list[f->count++].options, sizeof f->list->options, "%s", options);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* The ruleset with the options that the record names; NULL if it does not have them. */
static const xpgn_ruleset *ruleset_with(xpgn_walk *w, const char *id, xpgn_slice options) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    xpgn_status status = xpgn_catalog_find(w->rules, slice_of(id), options, &rs, &unknown);
    w->no_memory |= status == XPGN_NO_MEMORY;
    return status == XPGN_OK ? rs : NULL;
}

/* Tries the recorded options, or all sets of `many` options of the ruleset. */
static void find_with(xpgn_walk *w, const char *id, xpgn_slice recorded, unsigned many,
                      struct fitting *f) {
    const xpgn_ruleset *rs = ruleset_with(w, id, (xpgn_slice){"", 0});
    for (unsigned set = 0; rs != NULL && set < 1u << TRIED_OPTIONS && !w->no_memory; set++) {
        char options[64] = "";
        unsigned named = 0;
        for (unsigned i = 0; i < TRIED_OPTIONS && xpgn_ruleset_option(rs, i) != NULL; i++) {
            size_t n = strlen(options);
            if ((set >> i & 1) == 0)
                continue;
            snprintf(options + n, sizeof options - n, "%s%s", n > 0 ? " " : "",
                     xpgn_ruleset_option(rs, i));
            named++;
        }
        if (named == many && bits_count(set) == many &&
            ruleset_with(w, id, many > 0 ? slice_of(options) : recorded) != NULL &&
            ruleset_fits(w, id, options))
            name_fit(f, rs, options);
    }
}

/* Finds the rulesets that fit, with as few options as possible; else those that have the
   options. */
static void find_fitting(xpgn_walk *w, struct fitting *f) {
    const xpgn_tag *tag = walk_known(w, KNOWN_OPTIONS);
    xpgn_slice options = tag != NULL ? tag->value : (xpgn_slice){"", 0};
    const char *id;
    for (unsigned many = 0; many <= (tag == NULL ? 3u : 0u) && f->count == 0; many++)
        for (size_t i = 0; (id = xpgn_catalog_id(w->rules, i)) != NULL; i++)
            find_with(w, id, options, many, f);
    for (size_t i = 0; tag != NULL && f->count == 0 && (id = xpgn_catalog_id(w->rules, i)); i++) {
        const xpgn_ruleset *rs = ruleset_with(w, id, options);
        if (rs != NULL)
            name_fit(f, rs, "");
    }
}

/* ---- telling --------------------------------------------------------------------------------- */

/* The place before the first tag pair, or the first byte of a game without tags. */
static xpgn_place tags_begin_at(const xpgn_walk *w) {
    size_t count;
    const xpgn_tag *tags = tags_all(w->tags, &count);
    if (count == 0)
        return (xpgn_place){0, 0};
    const char *p = tags[0].name.data;
    while (p > w->game->text.data && *p != '[')
        p--;
    return walk_place(w, (xpgn_slice){p, 0});
}

static void put_fit_tags(xpgn_buffer *b, const struct ruleset_fit *fit, const char *between) {
    xpgn_buffer_printf(b, "[Variant \"%s\"]", fit->id);
    if (fit->options[0] != '\0')
        xpgn_buffer_printf(b, "%s[RuleOptions \"%s\"]", between, fit->options);
}

static void hint_fitting(xpgn_walk *w, const struct fitting *f) {
    xpgn_place at = tags_begin_at(w);
    bool alone = w->tags->count == 0;
    xpgn_buffer hint = {0};
    for (size_t i = 0; i < f->count; i++) {
        xpgn_buffer fix = {0};
        xpgn_buffer_text(&hint, i == 0 ? "add " : i + 1 == f->count ? " or " : ", ");
        put_fit_tags(&hint, &f->list[i], " ");
        put_fit_tags(&fix, &f->list[i], "\n");
        log_fix(&w->log, at, "%s\n%s", log_take(&w->log, &fix), alone ? "\n" : "");
    }
    if (f->count == 0)
        log_hint(&w->log, "add the tag of the game that was played; the record fits no known game");
    else
        log_hint(&w->log, "%s", log_take(&w->log, &hint));
}

/* ---- is it missing? -------------------------------------------------------------------------- */

/* A cheap test that suffices for nearly all games of chess: whether any byte could begin a roll. */
static bool may_have_rolls(xpgn_slice text) {
    const char *end = text.data + text.size, *p = memchr(text.data, '%', text.size);
    while (p != NULL && p[-(p > text.data)] != '[')
        p = memchr(p + 1, '%', (size_t)(end - p - 1));
    return p != NULL || memchr(text.data, '<', text.size) != NULL;
}

/* The rolls of a game, in either form. */
struct rolls_seen {
    xpgn_place first;
    unsigned readable; /* valid rolls, not just any text between < and >; counted up to 2, which
                          cannot be chance */
};

/* Looks for rolls; false if there are none. */
static bool see_rolls(const xpgn_walk *w, struct rolls_seen *seen) {
    struct log mute;
    struct token t;
    struct lex lex;
    xpgn_roll roll;
    bool any = false;
    seen->readable = 0;
    log_init_counting(&mute);
    lex_begin(&lex, w->game->text, &mute);
    do {
        lex_next(&lex, &t);
        bool command = t.kind == TOKEN_COMMENT && walk_has_roll(t.text);
        if (t.kind != TOKEN_ROLL && !command)
            continue;
        seen->readable += command || xpgn_roll_read(t.text, &roll);
        if (!any)
            seen->first = t.place;
        any = true;
    } while (seen->readable < 2 && t.kind != TOKEN_END);
    log_free_parts(&mute);
    return any;
}

/* True if the finding at index `mark` says that no roll was expected. */
static bool is_about_roll(const xpgn_walk *w, size_t mark) {
    return mark < w->log.count && log_is(&w->log.list[mark], D_ROLL_EXTRA);
}

/* True if the error is an action or a roll that may belong to another game. */
static bool is_no_chess(xpgn_walk *w) {
    const struct log *log = &w->log;
    return walk_line(w)->dead ||
           (log->last_kept && log_is(&log->list[log->count - 1], D_ROLL_EXTRA));
}

/* True if a game without the tag Variant has options, or rolls, which *seen describes. */
static bool is_unnamed(const xpgn_walk *w, struct rolls_seen *seen) {
    if (w->assumed.variant != NULL || w->game->too_large)
        return false;
    return walk_known(w, KNOWN_OPTIONS) != NULL ||
           (may_have_rolls(w->game->text) && see_rolls(w, seen));
}

/* Drops the findings by the rules of chess (before index `mark` only warnings), and stops
   playing. */
static void leave_variant(xpgn_walk *w, size_t mark) {
    struct log *log = &w->log;
    size_t kept = 0;
    log_truncate(log, mark);
    for (size_t i = 0; i < log->count; i++)
        if (log_about(&log->list[i]) == ABOUT_TEXT ||
            (log_about(&log->list[i]) == ABOUT_TAG && !log_is(&log->list[i], D_DIGEST)))
            log->list[kept++] = log->list[i];
        else
            log->errors -= log->list[i].level == XPGN_ERROR;
    log->count = kept;
    w->unread.length = 0; /* otherwise the next finding would be dropped as its consequence */
    w->unnamed = true;
    w->transcribed = false;
    for (size_t i = 0; i <= w->lines.depth; i++)
        w->lines.list[i].dead = true;
}

static void explain_rolls(xpgn_walk *w, size_t mark, const struct rolls_seen *seen, bool header) {
    struct fitting f = {.count = 0};
    const xpgn_tag *options = walk_known(w, KNOWN_OPTIONS);
    find_fitting(w, &f);
    bool sure = header || is_about_roll(w, mark) || (options == NULL && seen->readable > 1);
    if (f.count == 0 && !sure)
        return;
    leave_variant(w, mark);
    if (options != NULL)
        log_add(&w->log, D_OPTION, options->place, "rule options without the tag Variant");
    else
        log_add(&w->log, D_ROLL_EXTRA, seen->first, "roll in a game without the tag Variant");
    hint_fitting(w, &f);
}

/* Finds the rulesets in which at least the start position is valid. */
static void find_reading(xpgn_walk *w, const xpgn_tag *tag, struct fitting *f) {
    const char *id;
    for (size_t i = 0; (id = xpgn_catalog_id(w->rules, i)) != NULL; i++) {
        const xpgn_ruleset *rs = ruleset_with(w, id, (xpgn_slice){"", 0});
        xpgn_position p;
        if (rs == NULL)
            continue;
        struct log mute;
        log_init_counting(&mute);
        if (position_read(rs, tag->value, 0, &p, &mute))
            name_fit(f, rs, "");
        w->log.no_memory |= mute.no_memory;
        log_free_parts(&mute);
    }
}

/* Explains a start position that is not one of chess, in a game without rolls. */
static void explain_position(xpgn_walk *w, size_t mark) {
    const xpgn_tag *fen = walk_known(w, KNOWN_FEN), *xfen = walk_known(w, KNOWN_XFEN);
    struct fitting f = {.no_chess = true};
    if ((fen == NULL && xfen == NULL) || mark >= w->log.count || w->assumed.variant != NULL)
        return;
    const xpgn_finding *fault = &w->log.list[mark];
    bool impossible = log_is(fault, D_FEN_ILLEGAL); /* it may be meant for chess nonetheless */
    if (!impossible && !log_is(fault, D_FEN_PIECE) && !log_is(fault, D_FEN_HELD))
        return;
    find_fitting(w, &f);
    if (f.count == 0)
        find_reading(w, fen != NULL ? fen : xfen, &f);
    if (f.count == 0 || (impossible && !f.no_chess))
        return;
    leave_variant(w, mark);
    log_add(&w->log, D_FEN_ILLEGAL, (fen != NULL ? fen : xfen)->place,
            "position impossible in chess, in a game without the tag Variant");
    hint_fitting(w, &f);
}

/* `header`: the error is about the start position, or there is none. */
static void explain_variant(xpgn_walk *w, size_t mark, bool header) {
    struct rolls_seen seen = {{0, 0}, 0};
    struct public_walk *s = public_walk_of(w);
    if (s->explained || !is_no_chess(w))
        return;
    s->explained = true;
    if (walk_known(w, KNOWN_VARIANT) != NULL)
        return;
    if (is_unnamed(w, &seen))
        explain_rolls(w, mark, &seen, header);
    else if (header)
        explain_position(w, mark);
}

void variant_explain(xpgn_walk *w, size_t mark) {
    explain_variant(w, mark, false);
}

void variant_open(xpgn_walk *w) {
    size_t mark = walk_open(w);
    if (walk_line(w)->dead)
        explain_variant(w, mark, true);
}

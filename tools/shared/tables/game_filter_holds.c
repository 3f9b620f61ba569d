/* SPDX-License-Identifier: MIT */
/* Does a game meet the conditions? Cheap ones are tested first, and a game is played only if these
   hold. */
#include "frame/word_guess.h"
#include "internal/queries.h"
#include "internal/walk_modes.h"
#include "shared/tables/game_filter.h"

#include <stddef.h>
#include <string.h>

/* Records an action of the main line by its size only: the buffer may still move. */
static void note_played_action(cli_worker *w, cli_where_state *s, xpgn_slice action) {
    s->played = cli_grow(w->cli, s->played, s->is.actions, &s->capacity, sizeof *s->played);
    s->played[s->is.actions++] = (xpgn_slice){NULL, action.size};
    xpgn_buffer_slice(&s->words, action);
    if (s->words.failed)
        cli_no_memory(w->cli);
}

static void take_where_line(cli_worker *w, cli_where_state *s, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_ACTION && step->depth == 0)
        note_played_action(w, s, cli_slice(step->facts->text));
    for (size_t i = 0; step->kind == XPGN_STEP_RESULT && i < step->move_count; i++)
        if (step->moves[i].size <= sizeof step->moves->text)
            note_played_action(w, s, (xpgn_slice){step->moves[i].text, step->moves[i].size});
}

/* The main line is complete: points each recorded action at its text. */
static void end_played(cli_where_state *s) {
    static const xpgn_slice none = {"", 0};
    size_t at = 0;
    for (size_t i = 0; i < s->is.actions; at += s->played[i++].size)
        s->played[i].data = s->words.data + at;
    s->is.played = s->played != NULL ? s->played : &none;
}

/* Plays the game to its end, for conditions that can only be decided there. */
static void find_end(cli_worker *w, cli_where_state *s, const cli_where *k, const xpgn_game *game) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = k->line ? XPGN_MOVES : XPGN_VERDICT,
                                   .skip_variations = k->line,
                                   .keep_line = (k->scopes >> XPGN_SCOPE_LINE & 1) != 0};
    const xpgn_step *step;
    if (s->end == NULL)
        s->end = cli_open_walk(w, &how);
    xpgn_status status = xpgn_walk_begin(s->end, game);
    xpgn_buffer_clear(&s->words);
    while (status == XPGN_OK && (status = xpgn_walk_next(s->end, &step)) == XPGN_OK) {
        if (k->line)
            take_where_line(w, s, step);
        if (step->kind == XPGN_STEP_RESULT)
            xpgn_fact_source_step(&s->is, step);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    if (k->line)
        end_played(s);
    s->is.rs = xpgn_walk_ruleset(s->end);
    s->is.ended = s->end;
    cli_note_unread(w, s->end);
}

static bool some_action_holds(cli_worker *w, cli_where_state *s, const cli_where *k,
                              const xpgn_game *game) {
    bool bare = !k->variations && !xpgn_query_wants_words(k->query);
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = !k->variations,
                                   .detail = bare ? XPGN_BARE : XPGN_STEPS};
    const xpgn_step *step;
    bool holds = false;
    if (s->steps == NULL) {
        s->steps = cli_open_walk(w, &how);
        xpgn_walk_filter(s->steps, (const xpgn_query *[]){k->query, NULL});
    }
    xpgn_status status = xpgn_walk_begin(s->steps, game);
    while (!holds && status == XPGN_OK && (status = xpgn_walk_next(s->steps, &step)) == XPGN_OK) {
        if (step->kind != XPGN_STEP_ACTION && (step->kind != XPGN_STEP_START || !k->positions))
            continue;
        xpgn_fact_source_step(&s->is, step);
        holds = xpgn_query_holds(k->query, &s->is, s->value);
    }
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    if (!holds)
        cli_note_unread(w, s->steps);
    return holds;
}

static bool decide_game(cli_worker *w, cli_where_state *s, const cli_where *k,
                        const xpgn_game *game) {
    const uint32_t cheap = 1u << XPGN_SCOPE_RECORD;
    if (!xpgn_query_may_hold(k->query, &s->is, s->value, cheap))
        return false;
    if ((k->scopes & XPGN_GAME_SCOPES & ~cheap) != 0) {
        find_end(w, s, k, game);
        if (!xpgn_query_may_hold(k->query, &s->is, s->value, XPGN_GAME_SCOPES))
            return false;
    }
    return (k->scopes & XPGN_ACTION_SCOPES) == 0 || some_action_holds(w, s, k, game);
}

/* Returns the value required of a tag, as in White=Adams or White="Adams, R."; size 0 if none
   is. */
static xpgn_slice asked_value(const char *text, xpgn_slice name) {
    for (const char *p = text; (p = strstr(p, "=")) != NULL; p++) {
        size_t before = (size_t)(p - text);
        if (before < name.size || memcmp(p - name.size, name.data, name.size) != 0 ||
            (before > name.size && strchr(" (,", p[-1 - (ptrdiff_t)name.size]) == NULL))
            continue;
        bool quoted = p[1] == '"';
        return (xpgn_slice){p + 1 + quoted, strcspn(p + 1 + quoted, quoted ? "\"" : " ,)")};
    }
    return (xpgn_slice){"", 0};
}

static void note_near(cli_where_near *near, const cli_where *k, const cli_where_state *s,
                      const xpgn_game *game) {
    for (size_t i = 0; i < k->tags && near->game == 0 && game->number <= CLI_NEAR_GAMES; i++) {
        xpgn_slice wanted = asked_value(k->text, k->tag[i]), value = s->value[i];
        if (wanted.size == 0 || value.data == NULL || cli_equal(wanted, value) ||
            !cli_is_near(wanted, value))
            continue;
        near->game = game->number;
        near->tag = i;
        cli_put_value(&near->value, value);
    }
}

bool cli_where_holds(cli_worker *w, cli_where_state *s, const cli_where *k, const xpgn_game *game) {
    if (k->query == NULL)
        return true;
    (void)cli_where_tags(w, s, k, game);
    s->is = (xpgn_fact_source){XPGN_SUBJECT, .game = game, .text = &s->text};
    bool holds = decide_game(w, s, k, game);
    if (s->text.failed)
        cli_no_memory(w->cli);
    s->near.held |= holds;
    if (!s->near.held)
        note_near(&s->near, k, s, game);
    return holds;
}

/* SPDX-License-Identifier: MIT */
/* Conditions on games: cheap ones are tested first, and a game is played only if these hold. */
#include "shared/tables/game_filter.h"
#include "internal/action_facts.h"
#include "internal/queries.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

void cli_fault(cli *c, const char *option, const char *text, const xpgn_fault *fault) {
    xpgn_buffer b = {0};
    size_t size = strlen(text);
    size_t from = fault->place.offset < size ? fault->place.offset : size;
    size_t length = fault->place.length < size - from ? fault->place.length : size - from;
    size_t width = xpgn_text_width((xpgn_slice){text + from, length});
    xpgn_buffer_printf(&b, "%s: %s\n  ", option, fault->text);
    xpgn_buffer_clean(&b, (xpgn_slice){text, size});
    xpgn_buffer_printf(&b, "\n  %*s^", (int)xpgn_text_width((xpgn_slice){text, from}), "");
    for (size_t i = 1; i < width; i++)
        xpgn_buffer_char(&b, '~');
    xpgn_buffer_char(&b, '\0');
    if (b.failed)
        cli_no_memory(c);
    cli_message(c, "%s", b.data);
    xpgn_buffer_free(&b);
}

int cli_where_open(cli *c, cli_where *k, const char *option, const char *text) {
    xpgn_fault fault;
    *k = (cli_where){.query = NULL, .text = text};
    if (text == NULL)
        return CLI_GO;
    xpgn_status status = xpgn_query_new(&k->query, text, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK) {
        cli_fault(c, option, text, &fault);
        return CLI_TROUBLE;
    }
    k->tag = xpgn_query_tags(k->query, &k->tags);
    k->scopes = xpgn_query_scopes(k->query);
    k->positions = xpgn_query_wants_positions(k->query);
    k->line = xpgn_query_wants_line(k->query);
    return CLI_GO;
}

const xpgn_slice *cli_where_tags(cli_worker *w, cli_where_state *s, const cli_where *k,
                                 const xpgn_game *game) {
    if (k->tags == 0)
        return NULL;
    if (s->reader == NULL) {
        s->value = calloc(k->tags, sizeof *s->value);
        if (s->value == NULL || xpgn_reader_new(&s->reader) != XPGN_OK)
            cli_no_memory(w->cli);
    }
    xpgn_reader_tags(s->reader, game->text, k->tag, k->tags, s->value);
    cli_tags_note(&s->seen, (cli_tags){k->tag, k->tags}, s->value, s->reader, game);
    return s->value;
}

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

static void merge_near(cli_where_near *to, cli_where_near *from) {
    to->held |= from->held;
    if (from->game > 0 && (to->game == 0 || from->game < to->game)) {
        xpgn_buffer old = to->value;
        to->game = from->game;
        to->tag = from->tag;
        to->value = from->value;
        from->value = old;
    }
    xpgn_buffer_free(&from->value);
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

void cli_where_finish(cli_where *k, cli_where_state *s) {
    cli_tags_merge(&k->seen, &s->seen);
    merge_near(&k->near, &s->near);
    xpgn_reader_free(s->reader);
    xpgn_walk_free(s->end);
    xpgn_walk_free(s->steps);
    xpgn_buffer_free(&s->text);
    xpgn_buffer_free(&s->words);
    free(s->played);
    free(s->value);
}

static bool is_player(xpgn_slice name) {
    bool is = false;
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        is = is || cli_equal(name, cli_slice(xpgn_seat_tag(XPGN_MAX_SEATS, seat)));
    return is;
}

/* One player is enough: `player` asks for the tags of four seats. */
static void excuse_players(cli_where *k) {
    bool seen = false;
    for (size_t i = 0; i < k->tags && i < CLI_TAGS; i++)
        seen = seen || (k->seen.seen[i] && is_player(k->tag[i]));
    for (size_t i = 0; i < k->tags && i < CLI_TAGS; i++)
        k->seen.seen[i] = k->seen.seen[i] || (seen && is_player(k->tag[i]));
}

void cli_where_close(cli *c, cli_where *k, bool tell) {
    const cli_where_near *near = &k->near;
    excuse_players(k);
    cli_tags_tell(c, (cli_tags){k->tag, tell ? k->tags : 0}, &k->seen);
    if (tell && !near->held && near->game > 0 && !near->value.failed)
        cli_message(c, "--where is true for no game, but game %llu has %.*s \"%.*s\"",
                    (unsigned long long)near->game, (int)k->tag[near->tag].size,
                    k->tag[near->tag].data, (int)near->value.size, near->value.data);
    xpgn_buffer_free(&k->near.value);
    xpgn_query_free(k->query);
}

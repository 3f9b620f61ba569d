/* SPDX-License-Identifier: MIT */
/* Testing games, cheap conditions first: most games need no more. */
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>

#include "grep/grep.h"
#include "internal/draws.h"
#include "internal/walk_modes.h"

/* ---- tags ------------------------------------------------------------------------------------ */

static bool player_holds(grep_state *s, const grep_condition *k) {
    for (size_t i = 0; i < GREP_PLAYERS; i++) {
        xpgn_slice name = s->value[k->tag[i]];
        if (name.data != NULL && grep_text_found(k->is.text, &s->matcher, name, GREP_VALUE))
            return true;
    }
    return false;
}

/* The ruleset that the tag names, or the start position where there is no tag: one of Chess960.
   NULL: an unknown one. */
static const xpgn_ruleset *ruleset_of(cli_worker *w, const grep_condition *k,
                                      const xpgn_game *game) {
    const grep_state *s = w->state;
    const xpgn_ruleset *rs;
    xpgn_slice value = s->value[k->tag[0]], unknown;
    if (value.data == NULL &&
        (s->value[k->tag[1]].data != NULL || s->value[k->tag[2]].data != NULL)) {
        cli_walk_begin(w, game);
        (void)cli_walk_next(w);
        return xpgn_walk_ruleset(w->walk);
    }
    if (value.data == NULL)
        value = (xpgn_slice){"", 0};
    xpgn_status status = xpgn_catalog_find(w->catalog, value, (xpgn_slice){"", 0}, &rs, &unknown);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    return status == XPGN_OK ? rs : NULL;
}

/* An unknown variant matches no condition. */
static bool variant_holds(cli_worker *w, const grep_condition *k, const xpgn_game *game) {
    const xpgn_ruleset *rs = ruleset_of(w, k, game);
    for (size_t i = 0; rs != NULL && i < k->count; i++)
        if (strcmp(k->is.variant[i], xpgn_ruleset_id(rs)) == 0)
            return true;
    return false;
}

static bool read_asked_result(xpgn_slice text, grep_result *out) {
    out->seats = 0;
    if (text.size == 1 && *text.data == '*')
        return true;
    for (unsigned seats = 2; seats <= 4; seats += 2)
        if (xpgn_result_read(text, seats, out->score)) {
            out->seats = seats;
            return true;
        }
    return false;
}

/* Reads the termination marker of the main line, for games without a Result tag. */
static bool read_marker(grep_state *s, const xpgn_game *game, grep_result *out) {
    xpgn_token t;
    size_t depth = 0;
    bool found = false;
    xpgn_reader_begin(s->reader, game->text);
    while (xpgn_reader_next(s->reader, &t)) {
        if (t.kind == XPGN_TOKEN_OPEN)
            depth++;
        else if (t.kind == XPGN_TOKEN_CLOSE)
            depth -= depth > 0;
        else if (t.kind == XPGN_TOKEN_RESULT && depth == 0)
            found = read_asked_result(t.text, out) || found;
    }
    return found;
}

static bool result_holds(grep_state *s, const grep_condition *k, const xpgn_game *game) {
    xpgn_slice value = s->value[k->tag[0]];
    grep_result result;
    if ((value.data == NULL || !read_asked_result(value, &result)) &&
        !read_marker(s, game, &result))
        return false;
    for (size_t i = 0; i < k->count; i++) {
        const grep_result *r = &k->is.result[i];
        if (r->seats == result.seats && memcmp(r->score, result.score, result.seats) == 0)
            return true;
    }
    return false;
}

static bool tag_condition_holds(cli_worker *w, const grep_condition *k, const xpgn_game *game) {
    grep_state *s = w->state;
    switch (k->what) {
    case GREP_TAG:
        return grep_tag_holds(&k->is.tag, &s->matcher, s->value[k->tag[0]]);
    case GREP_PLAYER:
        return player_holds(s, k);
    case GREP_VARIANT:
        return variant_holds(w, k, game);
    default:
        return result_holds(s, k, game);
    }
}

/* ---- text ------------------------------------------------------------------------------------ */

static bool comment_holds(grep_state *s, const grep_condition *k, const xpgn_game *game) {
    xpgn_token t;
    xpgn_reader_begin(s->reader, game->text);
    while (xpgn_reader_next(s->reader, &t))
        if (t.kind == XPGN_TOKEN_COMMENT &&
            grep_text_found(k->is.text, &s->matcher, t.text, GREP_COMMENT))
            return true;
    return false;
}

static bool text_condition_holds(grep_state *s, const grep_condition *k, const xpgn_game *game) {
    if (k->what == GREP_IN_TEXT)
        return grep_text_found(k->is.text, &s->matcher, game->text, GREP_BYTES);
    return comment_holds(s, k, game);
}

/* ---- play ------------------------------------------------------------------------------------ */

/* The current game as it is being played. */
typedef struct play {
    grep_state *s;
    const grep_plan *plan;
    const xpgn_walk *walk;
    size_t open;   /* conditions not met yet */
    bool hopeless; /* a condition can no longer be met, and all must hold */
} play;

static void count_met(play *p, size_t i, bool holds) {
    if (holds && !p->s->met[i]) {
        p->s->met[i] = true;
        p->open--;
    }
}

static bool position_holds(const grep_condition *k, const xpgn_ruleset *rs,
                           const xpgn_position *position) {
    return k->what == GREP_MATERIAL ? xpgn_material_matches(k->is.material, position)
                                    : xpgn_pattern_matches(k->is.position, rs, position);
}

static void test_position(play *p, const xpgn_position *position) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(p->walk);
    for (size_t i = p->plan->first_play; position != NULL && i < p->plan->count; i++) {
        const grep_condition *k = &p->plan->condition[i];
        if ((k->what == GREP_POSITION || k->what == GREP_MATERIAL) && !p->s->met[i])
            count_met(p, i, position_holds(k, rs, position));
    }
}

/* Counts a position of the main line. */
static void count_position(grep_state *s, const xpgn_ruleset *rs, const xpgn_position *p) {
    uint64_t times = cli_counts_add(&s->positions, xpgn_position_key(rs, p));
    s->repeated = s->repeated || times >= XPGN_CLAIM_TIMES;
}

/* How often its squares were occupied before. A side that moves and goes back needs two turns. */
static unsigned times_before(const grep_run *r, const xpgn_position *p) {
    unsigned times = 0;
    for (const uint64_t(*seat)[2] = r->seat + r->count; seat - r->seat >= 4; seat -= 2)
        times += seat[-4][0] == p->seat[0] && seat[-4][1] == p->seat[1];
    return times;
}

/* Notes a position; true if it may be there for the third time since the clock was last 0. */
static inline bool may_repeat(grep_run *r, const xpgn_position *p) {
    enum { LEAST = 4 * (XPGN_CLAIM_TIMES - 1) };
    if (p->halfmove_clock == 0)
        r->count = 0;
    if (r->count == GREP_RUN || (r->count >= LEAST && times_before(r, p) + 1 >= XPGN_CLAIM_TIMES))
        return true;
    r->seat[r->count][0] = p->seat[0];
    r->seat[r->count++][1] = p->seat[1];
    return false;
}

/* Notes a position on the fast path. */
static void note_position(grep_state *s, const xpgn_position *p) {
    uint32_t turn = p->number * 2 + p->side_to_move;
    if (s->last_turn == turn)
        return;
    s->last_turn = turn;
    if (s->counts) {
        count_position(s, xpgn_walk_ruleset(s->search), p);
        return;
    }
    bool known = s->run.count > 0 || xpgn_draws_known(xpgn_walk_ruleset(s->search));
    s->may_repeat = !known || may_repeat(&s->run, p);
}

static void test_repetition(play *p, const xpgn_position *position) {
    bool wanted = false;
    for (size_t i = p->plan->first_play; i < p->plan->count; i++)
        wanted = wanted || (p->plan->condition[i].what == GREP_REPETITION && !p->s->met[i]);
    if (!wanted || position == NULL)
        return;
    count_position(p->s, xpgn_walk_ruleset(p->walk), position);
    for (size_t i = p->plan->first_play; i < p->plan->count; i++)
        if (p->plan->condition[i].what == GREP_REPETITION)
            count_met(p, i, p->s->repeated);
}

static void test_lines(play *p, xpgn_slice action) {
    for (size_t i = p->plan->first_play; i < p->plan->count; i++) {
        const grep_condition *k = &p->plan->condition[i];
        if (k->what != GREP_LINE || p->s->met[i] || p->s->places[i] == 0)
            continue;
        p->s->places[i] = xpgn_sequence_next(k->is.line, p->s->places[i], action);
        count_met(p, i, xpgn_sequence_done(k->is.line, p->s->places[i]));
        p->hopeless = p->hopeless || (p->s->places[i] == 0 && !p->plan->any);
    }
}

static void begin_lines(play *p) {
    for (size_t i = p->plan->first_play; i < p->plan->count; i++) {
        const grep_condition *k = &p->plan->condition[i];
        if (k->what == GREP_LINE) {
            p->s->places[i] = xpgn_sequence_begin(k->is.line);
            count_met(p, i, xpgn_sequence_done(k->is.line, p->s->places[i]));
        }
    }
}

static void test_action(play *p, const xpgn_step *step) {
    xpgn_fact_source is = {XPGN_SUBJECT, .text = &p->s->text};
    xpgn_fact_source_step(&is, step);
    for (size_t i = p->plan->first_play; i < p->plan->count; i++) {
        const grep_condition *k = &p->plan->condition[i];
        if (k->what == GREP_ACTION && !p->s->met[i])
            count_met(p, i, xpgn_query_holds(k->is.action, &is, NULL));
    }
}

/* Tests a position on the fast path; false if no more positions are needed. */
static bool visit_searched(void *state, const xpgn_position *position) {
    grep_state *s = state;
    bool more = s->plan->repetition && !s->may_repeat;
    if (more)
        note_position(s, position);
    if (!s->plan->patterns)
        return more;
    const xpgn_ruleset *rs = xpgn_walk_ruleset(s->search);
    for (size_t i = s->plan->first_play; i < s->plan->count; i++) {
        const grep_condition *k = &s->plan->condition[i];
        if ((k->what == GREP_POSITION || k->what == GREP_MATERIAL) && !s->visited[i])
            more |= !(s->visited[i] = position_holds(k, rs, position));
    }
    return more;
}

/* The fast path has read the whole game: its end and the visited positions decide. */
static void test_settled(play *p, const xpgn_step *step) {
    for (size_t i = p->plan->first_play; i < p->plan->count; i++) {
        const grep_condition *k = &p->plan->condition[i];
        if (k->what == GREP_ACTION)
            count_met(p, i, xpgn_query_matches_end(k->is.action, p->walk, step));
        else if (k->what == GREP_POSITION || k->what == GREP_MATERIAL)
            count_met(p, i, p->s->visited[i]);
        else if (k->what == GREP_REPETITION)
            count_met(p, i, p->s->repeated);
    }
}

/* Tests the last step: the final position, which is unknown if the main line broke off. */
static void test_end(play *p, const xpgn_step *step) {
    if (step->whole && p->walk == p->s->search)
        test_settled(p, step);
    for (size_t i = 0; i < step->move_count; i++)
        if (step->moves[i].size <= sizeof step->moves->text)
            test_lines(p, (xpgn_slice){step->moves[i].text, step->moves[i].size});
    test_position(p, step->position);
}

static void test_variation(play *p, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_TURN && !p->plan->final)
        test_position(p, step->position);
    else if (step->kind == XPGN_STEP_ACTION)
        test_action(p, step);
}

static void test_step(play *p, const xpgn_step *step) {
    bool each = !p->plan->final;
    if (step->depth > 0) {
        if (p->plan->variations)
            test_variation(p, step);
        return;
    }
    switch (step->kind) {
    case XPGN_STEP_START:
        cli_counts_clear(&p->s->positions);
        p->s->repeated = false;
        /* fall through */
    case XPGN_STEP_TURN:
        test_position(p, each ? step->position : NULL);
        test_repetition(p, step->position);
        break;
    case XPGN_STEP_ACTION:
        test_action(p, step);
        test_lines(p, (xpgn_slice){step->facts->text, strlen(step->facts->text)});
        break;
    case XPGN_STEP_RESULT:
        test_end(p, step);
        break;
    case XPGN_STEP_COMMENT:
    case XPGN_STEP_VARIATION:
    case XPGN_STEP_VARIATION_END:
        break;
    }
}

/* Plays the game until the result of the test is known. `counts`: counts positions from the start.
 */
static bool play_once(cli_worker *w, const grep_plan *plan, const xpgn_game *game, xpgn_walk *walk,
                      bool counts) {
    grep_state *s = w->state;
    size_t count = plan->count - plan->first_play;
    play p = {.s = s, .plan = plan, .walk = walk, .open = count};
    const xpgn_step *step;
    memset(s->met, 0, plan->count * sizeof *s->met);
    memset(s->visited, 0, plan->count * sizeof *s->visited);
    xpgn_status status = xpgn_walk_begin(walk, game);
    size_t enough = plan->any ? count - 1 : 0;
    begin_lines(&p);
    cli_counts_clear(&s->positions);
    s->last_turn = UINT32_MAX;
    s->repeated = s->may_repeat = false;
    s->run.count = 0;
    s->counts = counts;
    while (status == XPGN_OK && p.open > enough && !p.hopeless)
        if ((status = xpgn_walk_next(walk, &step)) == XPGN_OK)
            test_step(&p, step);
    if (status == XPGN_NO_MEMORY || s->text.failed)
        cli_no_memory(w->cli);
    bool again = p.open > enough && s->may_repeat;
    if (p.open > enough && !p.hopeless && !again)
        cli_note_unread(w, walk);
    return p.open <= enough;
}

/* Where a position may be there for the third time, the game is played again to count them. */
static bool play_holds(cli_worker *w, const grep_plan *plan, const xpgn_game *game) {
    grep_state *s = w->state;
    xpgn_walk *walk = plan->variations             ? w->walk
                      : plan->lines_only           ? s->moves
                      : plan->search || plan->bare ? s->search
                      : plan->steps                ? w->walk
                                                   : s->verdict;
    return play_once(w, plan, game, walk, false) ||
           (s->may_repeat && play_once(w, plan, game, walk, true));
}

/* ---- the whole plan -------------------------------------------------------------------------- */

bool grep_test(cli_worker *w, const grep_plan *plan, const xpgn_game *game) {
    grep_state *s = w->state;
    grep_matcher_begin(&s->matcher);
    if (plan->tags > 0)
        xpgn_reader_tags(s->reader, game->text, plan->tag, plan->tags, s->value);
    for (size_t i = 0; i < plan->first_play; i++) {
        const grep_condition *k = &plan->condition[i];
        bool holds = i < plan->first_text    ? tag_condition_holds(w, k, game)
                     : i < plan->first_where ? text_condition_holds(s, k, game)
                                             : cli_where_holds(w, &s->where[i], k->is.where, game);
        if (s->matcher.trouble != NULL)
            return false;
        if (holds == plan->any)
            return holds;
    }
    if (plan->first_play < plan->count)
        return play_holds(w, plan, game);
    return plan->count == 0 || !plan->any;
}

/* ---- thread state ---------------------------------------------------------------------------- */

void grep_state_open(cli_worker *w, const grep_plan *plan) {
    static const xpgn_walk_options verdict = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                              .detail = XPGN_VERDICT};
    grep_state *s = w->state;
    s->positions.c = w->cli;
    const xpgn_walk_options search = {
        XPGN_WALK_OPTIONS, .skip_variations = true, .detail = plan->search ? XPGN_WHOLE : XPGN_BARE,
        .visit = plan->search && plan->positions && !plan->final ? visit_searched : NULL,
        .visit_data = s};
    size_t files = w->cli->common->files.count;
    s->plan = plan;
    static const xpgn_walk_options moves = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                            .detail = XPGN_MOVES};
    s->visited = calloc(plan->count + 1, sizeof *s->visited);
    s->places = calloc(plan->count + 1, sizeof *s->places);
    s->where = calloc(plan->count + 1, sizeof *s->where);
    s->value = calloc(plan->tags + 1, sizeof *s->value);
    s->met = calloc(plan->count + 1, sizeof *s->met);
    s->matches = calloc(files + 1, sizeof *s->matches);
    if (s->places == NULL || s->where == NULL ||
        xpgn_walk_new(&s->moves, w->catalog, &moves) != XPGN_OK || s->value == NULL ||
        s->met == NULL || s->visited == NULL || s->matches == NULL ||
        xpgn_reader_new(&s->reader) != XPGN_OK ||
        xpgn_walk_new(&s->verdict, w->catalog, &verdict) != XPGN_OK ||
        xpgn_walk_new(&s->search, w->catalog, &search) != XPGN_OK)
        cli_no_memory(w->cli);
    if (!plan->search && !plan->positions)
        xpgn_walk_filter(s->search, plan->asked);
}

void grep_state_close(const grep_plan *plan, grep_state *s) {
    for (size_t i = plan->first_where; s->where != NULL && i < plan->first_play; i++)
        cli_where_finish(plan->condition[i].is.where, &s->where[i]);
    free(s->where);
    grep_matcher_free(&s->matcher);
    xpgn_reader_free(s->reader);
    xpgn_walk_free(s->verdict);
    xpgn_walk_free(s->search);
    xpgn_walk_free(s->moves);
    xpgn_walk_free(s->digest);
    xpgn_buffer_free(&s->key);
    xpgn_buffer_free(&s->kept);
    xpgn_buffer_free(&s->text);
    free(s->places);
    cli_counts_free(&s->positions);
    free(s->visited);
    free(s->value);
    free(s->met);
    free(s->matches);
}

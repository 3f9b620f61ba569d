/* SPDX-License-Identifier: MIT */
/* Tries one edit of a line: builds the tokens with it, and plays them as far as possible. */
#include "meant/repair/repair.h"

#include "core/forms/written_ending.h"
#include "core/play/ending.h"

#include <stdlib.h>

struct edit repair_edit(enum mistake kind, unsigned back, xpgn_place place, const char *what) {
    return (struct edit){.kind = kind,
                         .side = 2,
                         .back = back,
                         .field = place,
                         .place = place,
                         .cost = mistake_cost(kind) + back,
                         .what = what,
                         .value = ""};
}

const char *repair_exchanged(struct repair *r, xpgn_place a, xpgn_place b) {
    const char *text = r->game->text.data;
    uint32_t end = a.offset + a.length;
    return arena_printf(&r->arena, "%.*s%.*s%.*s", (int)b.length, text + b.offset,
                        (int)(b.offset - end), text + end, (int)a.length, text + a.offset);
}

/* ---- the tokens of the line ------------------------------------------------------------------ */

static bool has_command(xpgn_slice comment) {
    size_t at = 0;
    struct command c;
    return command_next(comment, &at, &c);
}

/* True if the token does not affect play. */
static bool is_idle(const struct repair *r, const struct token *t) {
    switch (t->kind) {
    case TOKEN_NAG:
    case TOKEN_TAG:
    case TOKEN_CLOSE: /* a stray one */
        return true;
    case TOKEN_COMMENT:
    case TOKEN_LINE:
        return !has_command(t->text);
    case TOKEN_RESULT:
        return !r->main_line;
    default:
        return false;
    }
}

static bool add_token(struct repair *r, struct token t) {
    if (r->count == r->capacity) {
        size_t larger = r->capacity > 0 ? 2 * r->capacity : REPAIR_AHEAD;
        struct token *list = realloc(r->tokens, larger * sizeof *list);
        r->walk->no_memory |= list == NULL;
        if (list == NULL)
            return false;
        r->tokens = list;
        r->capacity = larger;
    }
    r->tokens[r->count++] = t;
    return true;
}

/* The next token of the line, skipping variations; TOKEN_END at its end. */
static void next_token(const struct repair *r, struct lex *lex, struct token *t) {
    size_t depth = 0;
    for (lex_next(lex, t); t->kind != TOKEN_END; lex_next(lex, t)) {
        if (t->kind == TOKEN_CLOSE && depth == 0 && !r->main_line)
            t->kind = TOKEN_END;
        if (t->kind == TOKEN_OPEN)
            depth++;
        else if (t->kind == TOKEN_CLOSE && depth > 0)
            depth--;
        else if (depth == 0)
            return;
    }
}

size_t repair_far_back(struct repair *r, size_t from, size_t error) {
    enum { FAR = REPAIR_UNITS + 3 }; /* some words may not be actions */
    size_t at[FAR] = {from}, words = 0;
    struct lex lex;
    struct token t;
    lex_begin(&lex, r->game->text, &r->walk->log);
    lex.at = from;
    for (next_token(r, &lex, &t); t.kind != TOKEN_END && t.place.offset < error;
         next_token(r, &lex, &t))
        if (t.kind == TOKEN_WORD)
            at[words++ % FAR] = t.place.offset;
    return words > FAR ? at[words % FAR] : from;
}

/* Finds the first token of each unit. */
static void find_tokens(struct repair *r) {
    size_t i = 0;
    for (unsigned back = REPAIR_UNITS; back-- > 0;) {
        struct unit *u = repair_unit(r, back);
        while (u != NULL && i < r->count && r->tokens[i].place.offset < u->at)
            i++;
        if (u != NULL)
            u->token = i;
    }
}

bool repair_collect(struct repair *r, xpgn_walk *w) {
    struct lex lex;
    struct token t;
    struct ending ending;
    size_t bytes = 0, back = r->units > REPAIR_BACK ? REPAIR_BACK : r->units - 1;
    lex_begin(&lex, w->game->text, &r->walk->log);
    lex.dice = w->lex.dice;
    lex.at = repair_unit(r, (unsigned)back)->at;
    r->count = r->following = 0;
    do {
        next_token(r, &lex, &t);
        if (t.kind == TOKEN_WORD && walk_says_result(w, &t, &ending))
            t.kind = TOKEN_END; /* it has a correction of its own */
        r->whole = t.kind == TOKEN_END;
        if (is_idle(r, &t))
            continue;
        r->following += t.kind == TOKEN_WORD && t.place.offset >= r->joint;
        bytes += t.kind == TOKEN_COMMENT || t.kind == TOKEN_LINE ? t.place.length : 0;
        if (r->following > REPAIR_AHEAD || bytes > REPAIR_BYTES)
            t.kind = TOKEN_END;
        if (!add_token(r, t))
            return false;
    } while (t.kind != TOKEN_END);
    find_tokens(r);
    repair_list_words(r);
    return true;
}

/* ---- the tokens with an edit ----------------------------------------------------------------- */

static uint32_t end_of(const struct token *t) {
    return t->place.offset + t->place.length;
}

/* Lexes the text that replaces tokens [first, last). */
static bool lex_edit(struct repair *r, const struct edit *e, size_t first, size_t last,
                     size_t *count) {
    const char *game = r->game->text.data;
    uint32_t from = e->place.offset, to = e->place.offset + e->place.length;
    uint32_t begin = first < last ? r->tokens[first].place.offset : from;
    uint32_t end = first < last ? end_of(&r->tokens[last - 1]) : to;
    begin = begin < from ? begin : from;
    end = end > to ? end : to;
    size_t size = strlen(e->text), before = from - begin, after = end - to;
    char *text = arena_room(&r->arena, before + size + after);
    struct lex lex;
    if (text == NULL) {
        r->walk->no_memory = true;
        return false;
    }
    memcpy(text, game + begin, before);
    memcpy(text + before, e->text, size);
    memcpy(text + before + size, game + to, after);
    lex_begin(&lex, (xpgn_slice){text, before + size + after}, &r->walk->log);
    lex.dice = r->walk->lex.dice;
    for (*count = 0; *count < REPAIR_EDITED; ++*count) {
        struct token *t = &r->edited[*count];
        lex_next(&lex, t);
        t->place.offset = begin; /* all have the place of the edit */
        if (t->kind == TOKEN_END)
            return true;
    }
    r->spent = true; /* too many */
    return false;
}

/* Makes the script from the unit on, with the edit. */
static bool make_script(struct repair *r, const struct unit *u, const struct edit *e) {
    size_t begin = u->token, first, last, edited;
    uint32_t from = e->place.offset, to = from + e->place.length;
    for (first = begin; first + 1 < r->count && end_of(&r->tokens[first]) <= from;)
        first++;
    for (last = first; last + 1 < r->count && r->tokens[last].place.offset < to;)
        last++;
    if (!lex_edit(r, e, first, last, &edited))
        return false;
    r->script = (struct script){.part = {{r->tokens + begin, first - begin},
                                         {r->edited, edited},
                                         {r->tokens + last, r->count - last}}};
    return true;
}

/* ---- playing it ------------------------------------------------------------------------------ */

static void begin_trial(struct repair *r, const struct unit *u) {
    xpgn_walk *t = r->walk;
    walk_begin_log(t);
    t->game = r->game; /* it may have played the game with other tags */
    t->lines.depth = t->lines.skipped = 0;
    t->lines.list[0] = u->before;
    t->turn_roll.pending = t->turn_roll.unreadable = t->turn_roll.misplaced = false;
    t->result.found = t->inside.found = false;
    t->held = t->ended = false;
    t->wrong_number = 0;
    t->script = &r->script;
    r->trial.acted = 0;
    r->trial.joined = r->trial.rested = false;
}

static const struct token *next_of(xpgn_walk *t) {
    return t->held ? &t->token : walk_script_next(t->script);
}

static void note_played(struct repair *r, const struct token *t) {
    r->trial.acted += t->kind == TOKEN_WORD;
    r->actions += t->kind == TOKEN_WORD;
}

/* Reads one token with what belongs to it. */
static void read_on_token(struct repair *r, const struct token *next) {
    xpgn_walk *t = r->walk;
    note_played(r, next);
    t->steps.count = 0;
    walk_read(t);
}

/* Notes the line once the action with the error has been played. */
static void join_token(struct repair *r, const struct token *next) {
    struct trial *trial = &r->trial;
    if (trial->joined || next->place.offset < r->joint)
        return;
    trial->joined = true;
    trial->joined_at = trial->acted;
    trial->resume = next->place.offset;
    trial->findings = r->walk->log.count;
    trial->line = *walk_line(r->walk);
}

/* Reads one token with what belongs to it; returns the next. */
static const struct token *play_token(struct repair *r, const struct token *next) {
    read_on_token(r, next);
    next = next_of(r->walk);
    if (r->walk->log.errors == 0)
        join_token(r, next);
    return next;
}

/* Checks what is judged at the end of a line. */
static void end_line(struct repair *r) {
    xpgn_walk *t = r->walk;
    struct line *l = walk_line(t);
    t->steps.count = 0;
    walk_close_turn(t);
    if (!t->result.found)
        return;
    ending_before_turn(t->ruleset, &l->state, &l->outcome);
    (void)walk_check_outcome(t, t->result.token.text, t->result.token.place);
}

/* The number of warnings that an edit leaves, except about the missing half-moves that it
   states. */
static unsigned warnings(const struct log *log, const struct edit *e) {
    unsigned n = 0;
    for (size_t i = 0; i < log->count; i++)
        n += log->list[i].level != XPGN_ERROR &&
             !(e->kind == MISTAKE_SKIPPED && log_is(&log->list[i], D_MISSING));
    return n;
}

/* True if the rest of the script is the unedited end of the main line, and no turn is open but for
   one that ends here. */
static bool is_at_rest(const struct repair *r, const struct token *next) {
    const struct trial *trial = &r->trial;
    bool slow = trial->joined && !trial->rested && trial->acted >= trial->joined_at + REPAIR_SLOW;
    bool end_of_turn = !turn_is_several(r->ruleset) || next->kind == TOKEN_NUMBER;
    return slow && end_of_turn && r->whole && r->main_line && r->script.now == 2 &&
           r->walk->lines.depth == 0;
}

/* True if the token is no action but a prisoner whom the one before frees; that becomes *last. */
static bool is_freed(const struct repair *r, const struct token *t, struct notation *last) {
    struct notation n = {.kind = NOTATION_MOVE};
    bool word = t->kind == TOKEN_WORD, drops = false;
    if (word && memchr(t->text.data, '@', t->text.size) != NULL)
        drops = notation_read(t->text, &n) && walk_frees(r->ruleset, last, &n);
    if (word || t->kind == TOKEN_NUMBER)
        *last = n;
    return drops;
}

/* Counts the actions of the script before this offset as played. */
static void pass_script(struct repair *r, size_t offset) {
    struct script *s = &r->script;
    struct notation last = {.kind = NOTATION_MOVE};
    for (; s->at + 1 < s->part[2].count && s->part[2].list[s->at].place.offset < offset; s->at++)
        if (!is_freed(r, &s->part[2].list[s->at], &last))
            note_played(r, &s->part[2].list[s->at]);
}

/* Plays the rest of the game on the fast path, as far as possible. In turns of several actions only
   if it can be played to its end: where the path stops within a turn, actions would count twice. */
static const struct token *play_rest(struct repair *r, const struct token *next) {
    xpgn_walk *t = r->walk;
    if (next->kind == TOKEN_END || !is_at_rest(r, next))
        return next;
    r->trial.rested = true;
    struct token token = t->token;
    bool held = t->held, single = !turn_is_several(r->ruleset);
    size_t at = next->place.offset;
    struct line before = *walk_line(t);
    t->script = NULL;
    t->lex.at = at;
    t->held = held && !single; /* the number ends the turn */
    t->fast.tried = false;
    walk_fast_moves(t);
    t->script = &r->script;
    if (!single && !t->ended)
        *walk_line(t) = before;
    size_t now = t->ended ? SIZE_MAX : single ? walk_next_offset(t) : at;
    t->held = held && now == at;
    t->token = token;
    if (now > at) {
        if (held)
            note_played(r, &token);
        pass_script(r, now);
    }
    return next_of(t);
}

/* True if the same follows in both lines. */
static bool is_same_line(const struct line *was, const struct line *l) {
    return l->ply == was->ply && l->in_turn == was->in_turn && l->numbered == was->numbered &&
           l->outcome.over == was->outcome.over && l->past_end == was->past_end &&
           l->number_offset == was->number_offset && l->number_open == was->number_open &&
           l->dead == was->dead && l->gap == was->gap && l->has_action == was->has_action &&
           l->checkpoint.pending == was->checkpoint.pending && state_equal(&l->state, &was->state);
}

/* True if the rest up to the error is as written, and so is the line before it: that error follows.
   `*back`: the unit of the token, or one before. */
static bool leads_to_error(struct repair *r, const struct token *next, unsigned *back) {
    size_t at = next->place.offset;
    if (r->trial.joined || r->script.now != 2)
        return false;
    while (*back > 0 && repair_unit(r, *back)->at < at)
        --*back;
    const struct unit *u = repair_unit(r, *back);
    bool leads = u->at == at && is_same_line(&u->before, walk_line(r->walk));
    r->actions += leads ? *back + 1 : 0; /* counted as if they had been played */
    return leads;
}

/* True if the only fault of the action is that its dice are missing, as in the written text. */
static bool is_unrolled(const struct repair *r, const struct edit *e) {
    const struct unit *u = repair_unit(r, 0);
    const struct log *log = &r->walk->log;
    return e->kind == MISTAKE_WORD && e->place.offset == u->recorded.place.offset && u->legible &&
           u->recorded.notation.sign > SIGN_DASH && u->roll.exchanges == 0 && log->errors == 1 &&
           log_is(&log->list[log->count - 1], D_ROLL_MISSING);
}

static bool is_misnumbered(const struct repair *r) {
    const struct log *log = &r->walk->log;
    const xpgn_finding *last = log->errors > 0 ? &log->list[log->count - 1] : NULL;
    return last != NULL &&
           (r->trial.acted == 0 || (r->trial.acted == 1 && (log_is(last, D_NUMBER_WRONG) ||
                                                            log_is(last, D_NUMBER_MISSING))));
}

/* Notes the rest of a trial that has no error. */
static void note_rest(struct repair *r, const struct edit *e) {
    const struct trial *trial = &r->trial;
    if (!e->stands || !trial->joined || r->again->rest.known)
        return;
    r->again->rest =
        (struct line_rest){.known = true,
                           .resume = trial->resume,
                           .line = trial->line,
                           .acted = trial->acted - trial->joined_at,
                           .warnings = (unsigned)(r->walk->log.count - trial->findings)};
}

/* True if the trial has come to where the noted rest begins, and it can be counted as played. */
static bool is_at_rest_noted(const struct repair *r, const struct edit *e) {
    const struct trial *trial = &r->trial;
    const struct line_rest *rest = &r->again->rest;
    const struct turn_roll *roll = &r->walk->turn_roll;
    return rest->known && trial->joined && trial->acted == trial->joined_at && r->script.now == 2 &&
           trial->resume == rest->resume && e->kind != MISTAKE_SKIPPED && !roll->pending &&
           !roll->unreadable && r->walk->lines.depth == 0 &&
           r->actions + rest->acted < REPAIR_ACTIONS && is_same_line(&rest->line, &trial->line);
}

/* Ends a trial whose rest is the noted one. */
static void take_rest(struct repair *r, struct edit *e) {
    r->trial.acted += r->again->rest.acted;
    r->actions += r->again->rest.acted;
    r->trial.misnumbered = false;
    e->stands = true;
    e->unrolled = false;
    e->reach = r->again->rest.acted;
    e->cost += ONE_EDIT * (warnings(&r->walk->log, e) + r->again->rest.warnings);
}

bool repair_play(struct repair *r, struct edit *e) {
    const struct unit *u = repair_unit(r, e->back);
    unsigned back = e->back;
    xpgn_walk *t = r->walk;
    if (repair_is_spent(r) || !make_script(r, u, e))
        return false;
    r->left--;
    begin_trial(r, u);
    const struct token *next = next_of(t);
    bool fails = false;
    join_token(r, next);
    while (next->kind != TOKEN_END && t->log.errors == 0 && !fails && r->actions < REPAIR_ACTIONS) {
        next = play_token(r, next);
        fails = t->log.errors == 0 && leads_to_error(r, next, &back);
        if (t->log.errors == 0 && !fails && is_at_rest_noted(r, e)) {
            take_rest(r, e);
            return true;
        }
        if (t->log.errors == 0 && !fails)
            next = play_rest(r, next);
    }
    if (next->kind == TOKEN_END && t->log.errors == 0 && r->whole && !t->ended)
        end_line(r);
    t->no_memory |= t->log.no_memory;
    r->trial.misnumbered = is_misnumbered(r);
    e->stands = next->kind == TOKEN_END && t->log.errors == 0;
    e->reach = r->trial.joined ? r->trial.acted - r->trial.joined_at : 0;
    e->reach -= e->reach > 0 && t->log.errors > 0; /* the last was wrong */
    e->unrolled = is_unrolled(r, e);
    e->cost += ONE_EDIT * warnings(&t->log, e);
    note_rest(r, e);
    return true;
}

bool repair_play_joint(struct repair *r, const struct edit *e) {
    const struct unit *u = repair_unit(r, e->back);
    xpgn_walk *t = r->walk;
    if (!make_script(r, u, e))
        return false;
    begin_trial(r, u);
    const struct token *next = next_of(t);
    join_token(r, next);
    while (!r->trial.joined && next->kind != TOKEN_END && t->log.errors == 0)
        next = play_token(r, next);
    t->no_memory |= t->log.no_memory;
    return r->trial.joined;
}

bool repair_play_to(struct repair *r, const struct unit *u, size_t offset) {
    xpgn_walk *t = r->walk;
    struct edit none = {.place = {(uint32_t)offset, 0}, .text = ""};
    if (!make_script(r, u, &none))
        return false;
    begin_trial(r, u);
    while (next_of(t)->place.offset < offset && t->log.errors == 0)
        read_on_token(r, next_of(t));
    return t->log.errors == 0;
}

/* ---- the best edits -------------------------------------------------------------------------- */

/* True if a is better than b, a strict order that depends on the two only. */
static bool is_better(const struct edit *a, const struct edit *b) {
    if (a->stands != b->stands)
        return a->stands;
    if (!a->stands && a->reach != b->reach)
        return a->reach > b->reach;
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    if (a->back != b->back)
        return a->back < b->back;
    if (a->far != b->far)
        return a->far < b->far;
    if (a->place.offset != b->place.offset)
        return a->place.offset < b->place.offset;
    return strcmp(a->text, b->text) < 0;
}

/* True if two places that begin alike end alike, but for + and #. */
static bool ends_alike(const struct repair *r, xpgn_place a, xpgn_place b) {
    xpgn_place longer = a.length > b.length ? a : b, shorter = a.length > b.length ? b : a;
    const char *end = r->game->text.data + longer.offset + shorter.length;
    return slice_trim((xpgn_slice){end, longer.length - shorter.length}, "+#").size == 0;
}

/* The edit that gives the same text, but for a mark that one of them removes; NULL: none. */
static struct edit *kept_like(struct repair *r, const struct edit *e) {
    for (size_t i = 0; i < r->kept_count; i++) {
        struct edit *k = &r->kept[i];
        if (k->place.offset == e->place.offset && strcmp(k->text, e->text) == 0 &&
            ends_alike(r, k->place, e->place))
            return k;
    }
    return NULL;
}

static void drop(struct repair *r, struct edit *k) {
    *(k->stands ? &r->standing : &r->failing) -= repair_weight(r, k);
    memmove(k, k + 1, (size_t)(&r->kept[--r->kept_count] - k) * sizeof *k);
}

/* True if enough of the record agrees with it. If little follows, a combat without dice may
   count. */
static bool is_good(const struct repair *r, const struct edit *e) {
    bool removes = e->kind == MISTAKE_TOO_MUCH && e->cost >= 2 * ONE_EDIT;
    if (!e->stands || removes)
        return e->reach >= REPAIR_GAIN || (e->unrolled && r->following < REPAIR_GAIN);
    bool before = e->back > 0 || (e->kind == MISTAKE_LEFT_OUT && !e->shown);
    return !before || e->reach >= REPAIR_CONFIRM;
}

void repair_try(struct repair *r, struct edit e) {
    r->walk->no_memory |= e.text == NULL || e.value == NULL;
    struct edit *like = r->walk->no_memory ? NULL : kept_like(r, &e);
    if (held_touches(r->held, e.place) || r->walk->no_memory || repair_passes(r, &e) ||
        (like != NULL && like->place.length == e.place.length) || !repair_play(r, &e) ||
        (like != NULL && !is_better(&e, like)))
        return;
    if (is_good(r, &e)) {
        if (like != NULL)
            drop(r, like);
        repair_keep(r, e);
    } else if (e.kind != MISTAKE_TOO_MUCH && e.stands) {
        r->open = true; /* too little follows to show it */
        r->unshown += repair_weight(r, &e);
    }
}

void repair_keep(struct repair *r, struct edit e) {
    *(e.stands ? &r->standing : &r->failing) += repair_weight(r, &e);
    size_t at = r->kept_count;
    while (at > 0 && is_better(&e, &r->kept[at - 1]))
        at--;
    if (at == REPAIR_KEPT)
        return;
    size_t moved = (r->kept_count < REPAIR_KEPT ? r->kept_count++ : REPAIR_KEPT - 1) - at;
    memmove(&r->kept[at + 1], &r->kept[at], moved * sizeof *r->kept);
    r->kept[at] = e;
}

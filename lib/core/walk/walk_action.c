/* SPDX-License-Identifier: MIT */
/* Actions and the rolls before them. */
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/forms/written_ending.h"
#include "core/game/finding_hint.h"
#include "core/game/word_reading.h"
#include "core/play/actors.h"
#include "core/play/apply.h"
#include "core/play/ending.h"
#include "core/text/result_text.h"
#include "core/walk/walk_state.h"

/* ---- draws not claimed ----------------------------------------------------------------------- */

/* Reports, once each, that play continues in the main line in a drawn position. */
static void check_draws(xpgn_walk *w, xpgn_place place) {
    struct draw_watch *d = &w->draws;
    if (w->lines.depth > 0)
        return;
    if (d->automatic != NULL && !d->told_automatic)
        log_add(&w->log, D_CLOCK_DRAW, place, "play continues after %s", d->automatic);
    if (d->dead && !d->told_dead)
        log_add(&w->log, D_DEAD_POSITION, place, "play continues, but neither side can mate");
    d->told_automatic = d->automatic != NULL;
    d->told_dead = d->dead;
}

void walk_note_draws(xpgn_walk *w) {
    const struct line *l = walk_line(w);
    if (w->options.lint && w->lines.depth == 0 && !l->dead && xpgn_draws_known(w->ruleset))
        w->no_memory |= !draw_note(&w->draws, &w->arena, w->ruleset, &l->state.position);
}

/* ---- may it be played? ----------------------------------------------------------------------- */

/* Finds the readings of a word, after its turn roll. Returns how many there are. */
static unsigned find_readings(const struct check *c, struct state *s, struct readings *out) {
    const struct recorded *recorded = c->recorded;
    *s = *c->state;
    if (recorded->has_turn_roll && turn_rolls(c->rs) && recorded->turn_roll.die[0] <= c->rs->die)
        turn_roll(c->rs, &s->turn, recorded->turn_roll);
    reading_find(c->rs, s, recorded->text, out);
    return out->count;
}

/* The + or # that a word ends with; 0: none. */
static char written_mark(xpgn_slice word) {
    char last = word.size > 0 ? word.data[word.size - 1] : '\0';
    return last == '+' || last == '#' ? last : '\0';
}

/* Replaces a word as people write it by the action that it means, in exact notation with the mark
   that is written. */
static bool read_reading(const struct check *c, struct recorded *recorded, unsigned *count) {
    struct readings r;
    struct state s;
    char name[24];
    *count = find_readings(c, &s, &r);
    if (*count != 1)
        return false;
    recorded->reading = !r.exact;
    movement_name(c->rs, &s, &r.action[0], true, name);
    bool read = notation_read(slice_of(name), &recorded->notation);
    recorded->notation.mark = written_mark(recorded->text);
    return read;
}

/* Reports that several actions fit, with each as a fix. */
static void report_readings(const struct check *c, const struct recorded *recorded) {
    struct readings r;
    struct state s;
    char name[24];
    log_add(c->log, D_AMBIGUOUS, recorded->place, "'%.*s' can mean several actions",
            SLICE(recorded->text));
    (void)find_readings(c, &s, &r);
    for (unsigned i = 0; i < r.count && i < MOST_READINGS; i++) {
        movement_name(c->rs, &s, &r.action[i], false, name);
        log_fix(c->log, recorded->place, "%s", name);
    }
}

static bool read_action_word(xpgn_walk *w, const struct check *c, struct recorded *recorded) {
    unsigned count = 0;
    if (w->options.lenient && c->rs != NULL && read_reading(c, recorded, &count))
        return true;
    if (count > 1) {
        report_readings(c, recorded);
        return false;
    }
    bool read = notation_read(recorded->text, &recorded->notation);
    bool squares = read && recorded->notation.from_rank < 0; /* the usual case */
    if (squares || walk_read_coordinates(w, recorded, read))
        return true;
    log_add(&w->log, D_ACTION, recorded->place, "unknown action '%.*s'", SLICE(recorded->text));
    if (!walk_line(w)->outcome.over)
        hint_action(c, NULL);
    return false;
}

/*
 * After the end of the game nothing can be played, except an illegal action that stood when no
 * legal one was left; the referee reports that.
 */
static bool play_goes_on(xpgn_walk *w, const struct recorded *recorded) {
    struct line *l = walk_line(w);
    if (!l->outcome.over)
        return true;
    if (recorded->stood && l->state.position.seats == 2 && l->outcome.locked) {
        l->outcome = (xpgn_outcome){0};
        return true;
    }
    if (!recorded->unreadable)
        refuse_after_end(recorded, l->outcome.rule, &w->log);
    return false;
}

/* ---- playing it ------------------------------------------------------------------------------ */

/* Applies [%illegal stood] to the findings of an action that was played. On one that breaks no rule
   it is not in the transcript of sealed dice: anybody could have added it. */
static void settle_stood(xpgn_walk *w, const struct recorded *recorded, size_t mark,
                         size_t errors) {
    bool broken = w->log.errors > errors; /* a rule, or the format */
    w->entry.facts.stood |= log_excuse(&w->log, mark, D_STOOD);
    if (broken || recorded->unreadable)
        return;
    if (walk_is_sealed(w))
        log_add(
            &w->log, D_SEALED_STOOD, recorded->stood_place,
            "unexpected [%%illegal stood]: %.*s breaks no rule, so no signature covers the mark",
            SLICE(recorded->text));
    else
        log_add(&w->log, D_STOOD_IDLE, recorded->stood_place,
                "unexpected [%%illegal stood]: %.*s breaks no rule", SLICE(recorded->text));
}

/* True for the first action of the main line, whose notation is wanted even if steps are skipped.
   `first`: it is the first of its turn. */
static bool is_first(const xpgn_walk *w, bool first) {
    return first && w->lines.depth == 0 && w->lines.list[0].ply == 1 && w->first->text[0] == '\0';
}

/* True if the turn ends after this action: the next token begins another turn, or ends the game. */
static bool is_last_of_turn(const xpgn_walk *w) {
    enum token_kind next = w->held ? w->token.kind : TOKEN_WORD;
    return next == TOKEN_NUMBER || next == TOKEN_RESULT || next == TOKEN_END;
}

/* A game that ends as the next turn begins has its end in the facts of the last action, like any
   other; the turn itself is not ended here. */
static void look_ahead(xpgn_walk *w) {
    struct state next = walk_line(w)->state;
    apply_end_of_turn(&next);
    ending_before_turn(w->ruleset, &next, &w->entry.facts.outcome);
}

/* Notes an action of a turn whose dice say who may act. */
static void note_acted(const xpgn_walk *w, struct acted *acted, xpgn_slice text) {
    if (turn_rolls_actors(w->ruleset) && acted->count < XPGN_TURN_DICE)
        acted->list[acted->count++] = text;
}

/* The action has been played: adds its steps, and ends the turn or the game. */
static void after_action(xpgn_walk *w, const struct recorded *recorded, bool first) {
    struct line *l = walk_line(w);
    w->acted = w->lines.depth == 0;
    note_acted(w, &l->acted, recorded->text);
    if (is_first(w, first))
        memcpy(w->first->text, w->entry.facts.text, sizeof w->first->text);
    if (w->options.keep_line && w->lines.depth == 0)
        trail_action(&w->trail, &w->entry.facts);
    if (w->lines.branches) {
        l->before = w->entry.kept;
        l->before_outcome = w->entry.kept_outcome;
    }
    if (w->options.incremental && first && w->lines.depth == 0)
        walk_take_turn(w);
    check_draws(w, recorded->place);
    walk_note_draws(w);
    if (w->entry.facts.outcome.over)
        l->outcome = w->entry.facts.outcome;
    if (!walk_skips_steps(w)) {
        if (walk_many_actions(w) && !l->outcome.over && is_last_of_turn(w))
            look_ahead(w);
        xpgn_step *s = walk_step(w, XPGN_STEP_ACTION, &w->entry.remarks);
        s->first = first;
        s->reading = recorded->reading;
        s->before = &w->entry.before;
        s->facts = &w->entry.facts;
        s->text = recorded->text;
        s->place = recorded->place;
    }
    if (!walk_many_actions(w)) {
        walk_settle_checkpoint(w);
        walk_step(w, XPGN_STEP_TURN, NULL);
    } else if (l->outcome.over) {
        walk_finish_turn(w, recorded->place);
    }
}

/* Keeps the state that the action will change. */
static void keep_before(xpgn_walk *w) {
    const struct line *l = walk_line(w);
    if (!walk_skips_steps(w))
        w->entry.before = l->state.position;
    if (w->lines.branches || w->transcribed) {
        w->entry.kept = l->state;
        w->entry.kept_outcome = l->outcome;
    }
}

static void play_recorded(xpgn_walk *w, struct recorded *recorded, bool first) {
    struct line *l = walk_line(w);
    size_t mark = w->log.count, errors = w->log.errors;
    bool full = !walk_skips_steps(w) || w->options.lint || w->transcribed || is_first(w, first);
    struct check c = {w->ruleset, &l->state, recorded,  &w->entry.facts,
                      &w->log,    full,      &l->acted, false};
    walk_begin_entry(w, recorded);
    bool can = read_action_word(w, &c, recorded);
    if (can)
        walk_entry(w, recorded);
    can = can && play_goes_on(w, recorded);
    keep_before(w);
    l->has_action = true;
    l->last = recorded->text;
    if (!walk_after_end(w)) {
        l->last_number = l->state.position.number;
        l->last_seat = l->state.position.side_to_move;
    }
    w->entry.facts.outcome = (xpgn_outcome){0};
    can = can && referee_play(&c);
    if (!can && walk_gives_start(w))
        walk_tell_denied(w, mark);
    l->dead = !can;
    if (!can && w->entry.facts.outcome.over) /* it was over before the action */
        l->outcome = w->entry.facts.outcome;
    if (can && recorded->stood)
        settle_stood(w, recorded, mark, errors);
    if (can)
        after_action(w, recorded, first);
    walk_label(w, mark);
}

/* Reads words at the end of a game that say how it ended. False: it does not end with them. */
static bool ends_in_words(const char *text, const char *end, struct ending *ending) {
    if (!ending_read(text, end, NULL, ending) || !ending->worded || ending->result == NULL)
        return false;
    const char *next = scan_white(text + ending->size, end);
    return next == end || *next == '{' || *next == ';' || scan_result(next, end) > 0;
}

/* True if a word may be one of a sentence: actions have digits, but for castling and passes. */
static bool is_of_sentence(xpgn_slice word) {
    for (size_t i = word.size; i-- > 0;)
        if (!is_letter(word.data[i]))
            return false;
    return word.size > 1;
}

/* Reports a result in words, as the whole of `text` has it; a score that is no token of its own is
   one of the words. */
static void report_worded_result(xpgn_walk *w, const struct ending *ending, const char *text,
                                 const char *end) {
    uint32_t at = w->token.place.offset;
    size_t words = ending->scored ? ending->score_at : ending->size;
    xpgn_slice said = slice_trim((xpgn_slice){text, words}, " \t\r\n");
    bool repeated = scan_result(scan_white(text + words, end), end) > 0;
    if (!repeated)
        said.size = ending->size;
    xpgn_place place = {at, (uint32_t)said.size};
    w->lex.at = at + (repeated ? words : ending->size);
    if (repeated) {
        log_add(&w->log, D_TOKEN, place, "unknown token '%.*s'", SLICE(said));
        return;
    }
    log_add(&w->log, D_NO_RESULT, place, "'%.*s' is not a result", SLICE(said));
    log_hint(&w->log, "xpgn-fmt --import writes it as %s", ending->result);
    log_fix(&w->log, place, "%s", ending->result);
}

bool walk_says_result(const xpgn_walk *w, const struct token *word, struct ending *ending) {
    uint8_t score[XPGN_MAX_SEATS];
    const char *text = word->text.data, *end = text + w->game->text.size - word->place.offset;
    bool edited = text != w->game->text.data + word->place.offset; /* it is from a correction */
    return w->lines.depth == 0 && !edited && is_of_sentence(word->text) &&
           ends_in_words(text, end, ending) &&
           result_read(slice_of(ending->result), walk_seats(w), score);
}

/* Reads a result in words ("White wins") at the end of the main line, instead of an action. */
static bool take_worded_result(xpgn_walk *w) {
    struct ending ending;
    const char *text = w->token.text.data;
    if (!is_of_sentence(w->token.text) || !walk_says_result(w, &w->token, &ending))
        return false;
    report_worded_result(w, &ending, text, text + w->game->text.size - w->token.place.offset);
    return true;
}

void walk_action(xpgn_walk *w) {
    struct line *l = walk_line(w);
    struct recorded *recorded = &w->entry.recorded;
    if (l->dead || take_worded_result(w))
        return;
    *recorded = (struct recorded){
        .text = w->token.text, .place = w->token.place, .in_variation = w->lines.depth > 0};
    bool first = !walk_many_actions(w) || l->state.turn.stage == STAGE_START;
    if (l->checkpoint.pending) { /* left open by an action of the same turn */
        l->checkpoint.pending = false;
        log_add(&w->log, D_CHECKPOINT_EARLY, l->checkpoint.place, "checkpoint inside a turn");
    }
    walk_begin_action(w, recorded->place);
    l->fresh = false;
    play_recorded(w, recorded, first);
}

/* ---- a roll before it ------------------------------------------------------------------------ */

/* A roll that says who may act is that of the next turn, whose number is missing, once nothing can
   act by the dice of this one. */
static void close_spent(xpgn_walk *w) {
    struct line *l = walk_line(w);
    if (l->in_turn && !l->dead && !l->outcome.over && turn_rolls_actors(w->ruleset) &&
        l->state.turn.stage != STAGE_START && actors_most(w->ruleset, &l->state) == 0)
        walk_finish_turn(w, w->token.place);
}

/* True if it has the form of a turn roll of this game. */
static bool is_turn_roll(const xpgn_walk *w, const xpgn_roll *roll) {
    return w->ruleset != NULL && turn_rolls(w->ruleset) && roll_is_bare(roll) &&
           (roll_is_one_die(roll) || turn_rolls_actors(w->ruleset));
}

void walk_roll(xpgn_walk *w) {
    const struct token *t = &w->token;
    xpgn_roll *roll = &w->entry.roll;
    if (walk_line(w)->dead)
        return;
    if (!walk_read_roll(w, t->text, t->place, roll)) {
        if (walk_many_actions(w))
            log_hint(&w->log, "write the die that was rolled: <?>");
        w->turn_roll.unreadable = true;
    } else if (!is_turn_roll(w, roll) || w->turn_roll.pending) {
        log_add(&w->log, D_ROLL_EXTRA, t->place, "unexpected roll before an action");
        log_hint(&w->log, "write the roll of an action after it, or remove it");
        roll->place = t->place;
        w->turn_roll.misplaced = true;
    } else {
        walk_check_roll_form(w, t->text, roll);
        close_spent(w);
        w->turn_roll.pending = true;
        w->turn_roll.misplaced = false; /* a roll before a turn roll is of another action */
        w->turn_roll.dice = turn_dice_from(&roll->exchange[0].side[0]);
        w->turn_roll.place = t->place;
    }
}

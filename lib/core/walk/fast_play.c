/* SPDX-License-Identifier: MIT */
#include "core/walk/fast_play.h"

#include "core/base/slice.h"
#include "core/play/ending.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "core/text/span.h"

#include <string.h>

#define TYPE_BY_LETTER(white, black, type) [white] = (type)
#define FOUR(class, a, b, c, d) [a] = (class), [b] = (class), [c] = (class), [d] = (class)
const uint8_t fast_class[256] = {OFFICER_LETTERS(TYPE_BY_LETTER),
                                 FOUR(XPGN_PAWN, 'a', 'b', 'c', 'd'),
                                 FOUR(XPGN_PAWN, 'e', 'f', 'g', 'h'),
                                 FOUR(XPGN_PAWN, 'i', 'j', 'k', 'l'),
                                 FOUR(FAST_SPACE, ' ', '\t', '\n', '\r'),
                                 FOUR(FAST_DIGIT, '0', '1', '2', '3'),
                                 FOUR(FAST_DIGIT, '4', '5', '6', '7'),
                                 ['8'] = FAST_DIGIT,
                                 ['9'] = FAST_DIGIT,
                                 ['<'] = FAST_ROLL,
                                 ['O'] = FAST_CASTLING};

void fast_begin(struct fast_play *f, const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice tag,
                struct fast_game *out) {
    f->rs = rs;
    f->state = &out->state;
    f->out = out;
    f->text = text;
    f->tag = tag;
    f->outcome = (xpgn_outcome){0};
    f->marks = 0;
    f->stepping = false;
    out->resume.possible = false;
    if (out->watch == NULL)
        return;
    facts_begin(rs, (xpgn_turn_dice){0}, &f->facts);
    f->facts.rule = f->facts.fate_rule[0] = f->facts.fate_rule[1] = NULL;
    out->watch->step.facts = &f->facts;
}

const char *fast_text(struct fast_play *f, size_t left, size_t margin) {
    const char *start = f->text.data;
    f->end = start + f->text.size;
    f->stop = f->text.size > margin ? f->end - margin : start;
    f->pause = start;
    f->ended = false;
    f->facts.stood = f->facts.check = false;
    f->facts.outcome = (xpgn_outcome){0};
    return f->end - left;
}

const char *fast_enter_tail(struct fast_play *f, const char *p) {
    size_t left = (size_t)(f->end - p);
    memcpy(f->tail, p, left);
    memset(f->tail + left, 0, FAST_TAIL - left);
    f->end = f->tail + left;
    f->stop = f->tail + FAST_TAIL;
    f->pause = f->stepping || f->out->visit != NULL ? f->tail : f->stop;
    return f->tail;
}

void fast_finish(struct fast_play *f, const char *p) {
    const xpgn_position *pos = &f->state->position;
    uint8_t score[XPGN_MAX_SEATS];
    xpgn_slice recorded = {p, 0};
    while (recorded.size < (size_t)(f->end - p) && !is_space(p[recorded.size]))
        recorded.size++;
    for (const char *rest = p + recorded.size; rest < f->end; rest++) {
        if (!is_space(*rest))
            return;
    }
    if ((f->tag.data != NULL && !slice_equal(f->tag, recorded)) ||
        !result_read(recorded, pos->seats, score))
        return;
    ending_before_turn(f->rs, f->state, &f->outcome);
    f->out->result = (xpgn_slice){f->text.data + f->text.size - (f->end - p), recorded.size};
    f->out->outcome = f->outcome;
    f->ended = f->outcome.over ? memcmp(f->outcome.score, score, sizeof score) == 0
                               : !ending_fallen_share(pos, score);
}

/* ---- dice that are seen ---------------------------------------------------------------------- */

void fast_throw(struct fast_play *f, uint32_t ply, unsigned turn_roll) {
    const xpgn_position *p = &f->state->position;
    const struct fast_watch *watch = f->out->watch;
    xpgn_step *s = &f->out->watch->step;
    xpgn_facts *facts = &f->facts;
    s->ply = ply;
    s->number = p->number;
    s->seat = p->side_to_move;
    facts->turn_roll = turn_roll != 0 ? turn_dice_of(turn_roll) : (xpgn_turn_dice){0};
    if (!facts->combat || facts->side[0].total < 0)
        facts->margin = 0; /* left over from another combat */
    if (action_is_attempt(&facts->action)) {
        facts->captured = 0;
        facts->arrived = false;
    } else if (!facts->combat) {
        facts_settle_quiet(p, facts);
    }
    watch->see(watch->data, watch->walk, s);
}

/* ---- where the walk can go on ---------------------------------------------------------------- */

static const char *back_over(bool (*is)(char c), const char *p, const char *start) {
    while (p > start && is(p[-1]))
        p--;
    return p;
}

static bool is_dot(char c) {
    return c == '.';
}

const char *fast_in_text(const struct fast_play *f, const char *p) {
    bool copied = p >= f->tail && p < f->tail + FAST_TAIL;
    return copied ? f->text.data + f->text.size - (f->end - p) : p;
}

const char *fast_turn_start(const struct fast_play *f, const char *p) {
    const char *start = f->text.data;
    const char *dots = back_over(is_space, p, start);
    const char *number = back_over(is_dot, dots, start);
    return number < dots ? back_over(is_digit, number, start) : p;
}

/*
 * Reads the token at p if it is the next after this action (or the start of the movetext), apart
 * from the action's roll and a number, with nothing to report. It uses the lexer, as some words
 * belong to the action before: exd6 e.p., and the N in Nf3 N is a NAG.
 */
static bool read_follower(const struct fast_play *f, xpgn_slice action, const char *p,
                          bool numbered, struct token *t) {
    const char *end = f->text.data + f->text.size;
    size_t at = (size_t)(p - action.data);
    bool fits = true;
    struct log mute;
    struct lex lex;
    log_init_counting(&mute);
    lex_begin(&lex, (xpgn_slice){action.data, (size_t)(end - action.data)}, &mute);
    lex.dice = action.size > 0 && ruleset_has_dice(f->rs); /* not known before the first token */
    lex_next(&lex, t);
    if (action.size > 0) {
        fits = t->kind == TOKEN_WORD && t->place.length == action.size;
        lex_next(&lex, t);
        if (t->kind == TOKEN_ROLL && t->place.offset < at)
            lex_next(&lex, t);
    }
    if (numbered && t->kind == TOKEN_NUMBER)
        lex_next(&lex, t);
    fits &= mute.count == 0 && t->place.offset == at;
    log_free_parts(&mute);
    return fits && (t->kind == TOKEN_NUMBER || t->kind == TOKEN_WORD || t->kind == TOKEN_ROLL ||
                    t->kind == TOKEN_RESULT);
}

bool fast_resume(const struct fast_play *f, const char *turn, const char *p) {
    const char *start = f->text.data, *end = back_over(is_space, turn, start);
    struct resume *r = &f->out->resume;
    if (end > start && end[-1] == '>') {
        while (end > start && *--end != '<')
            ;
        end = back_over(is_space, end, start);
    }
    const char *from = back_over(span_is_word, end, start);
    r->last = (xpgn_slice){from, (size_t)(end - from)};
    r->left = (size_t)(start + f->text.size - p);
    r->numbered = turn < p;
    return (end > from || end == start) && read_follower(f, r->last, p, r->numbered, &r->token);
}

/* SPDX-License-Identifier: MIT */
#include "game/fast_play.h"

#include "base/slice.h"
#include "play/ending.h"
#include "text/lex.h"

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

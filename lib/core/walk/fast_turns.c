/* SPDX-License-Identifier: MIT */
/*
 * The fast path through games in long notation with several actions per turn. lib/core/play decides
 * what is legal and what the effects are. Anything that is not in export form is left to the walk,
 * so nothing need be undone: the state is changed in place.
 *
 * Functions that read text take the place p, at which TURNS_MARGIN bytes can be read, and return
 * the place after what they read, or NULL: the walk must look at it.
 */
#include "core/base/number.h"
#include "core/base/slice.h"
#include "core/board/board_lines.h"
#include "core/forms/scan.h"
#include "core/game/action_check.h"
#include "core/play/attempt.h"
#include "core/play/ending.h"
#include "core/play/ortho.h"
#include "core/play/queen_line.h"
#include "core/text/lex.h"
#include "core/text/nag.h"
#include "core/text/span.h"
#include "core/walk/fast.h"
#include "core/walk/fast_play.h"

enum { TURNS_MARGIN = 128 }; /* bytes that may be looked at from the start of any token */

enum phase {
    PHASE_BETWEEN, /* between turns: a number or the end must follow */
    PHASE_TURN,
    PHASE_OVER /* the game has ended by its rules */
};

/* A place in the game to which the run can return. */
struct run_mark {
    struct state state;
    enum phase phase;
    bool unjudged;
    uint32_t plies;
    size_t left; /* bytes from there to the end of the text */
};

struct turn_reader {
    struct fast_play play;
    struct state *s;
    unsigned files, ranks;
    unsigned faces; /* faces of the die that are one digit */
    enum phase phase;
    unsigned thrown; /* the turn roll whose action is still to come, if throws are seen */
    bool spoiled;    /* the current token was played wrongly */
    bool unjudged;   /* it has not been tested yet whether the side to move can move */
    uint32_t shown;  /* the turn number that `number` spells, with dots */
    uint64_t number;
    uint32_t until;                     /* the next number that changes more than the last digit */
    unsigned last_digit;                /* bit position of the last digit in `number` */
    uint8_t label_size[XPGN_MAX_SEATS]; /* [seat]: bytes of the label, with the dots */
    uint8_t label_past[XPGN_MAX_SEATS]; /* [seat]: bits of a word after the label */
    const char *at;                     /* the current token */
    struct run_mark mark[2];            /* a ring of two; the newest is mark[(play.marks - 1) % 2]
                                         */
    struct run_mark here;               /* before the current token */
    struct run_mark turn[2]; /* before the last two turns that have begun since the mark */
    unsigned turns;          /* how many have begun since the mark */
};

/* [byte]: 1 for a space or line end. */
static const uint8_t blanks[256] = {[' '] = 1, ['\r'] = 1, ['\n'] = 1};

/* Skips one of them, if there is one. */
ALWAYS_INLINE const char *past_blank(const char *p) {
    return LIKELY(blanks[(unsigned char)*p]) ? p + 1 : p;
}

/* The place after the square at p, of any board; NULL if this board has no such square.  Whether
   its rank has two digits is unpredictable. */
ALWAYS_INLINE const char *read_square(const struct turn_reader *q, const char *p, xpgn_square *sq) {
    unsigned digit = (unsigned char)p[1] - '0', next = (unsigned char)p[2] - '0';
    bool two = next <= 9;
    unsigned file = (unsigned char)p[0] - 'a', rank = digit - 1 + ((digit * 9 + next) & (0u - two));
    *sq = (xpgn_square)(rank * q->files + file);
    return digit - 1 <= 8 && file < q->files && rank < q->ranks ? p + 2 + two : NULL;
}

/* Eight bytes, the first in the lowest; one load where that is how machines load. */
ALWAYS_INLINE uint64_t eight_bytes(const char *p) {
    const unsigned char *b = (const unsigned char *)p;
    return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* A sign between two squares of a small board, as two_squares returns it: e2-e4, e2xd3, e2@d3. */
#define SQUARES_SIGN(c) ((uint64_t)((c) - '-') << 16)
enum { SQUARES_SIZE = 5 };

/*
 * Reads them at once: of each byte the least that it can be is taken away, and what is left of
 * files and ranks has to be below 8.  Returns what is left of the sign, SQUARES_SIGN; anything else
 * if not both are squares.
 */
ALWAYS_INLINE uint64_t two_squares(const char *p, xpgn_square *from, xpgn_square *to) {
    uint64_t least = 'a' | '1' << 8 | '-' << 16 | (uint64_t)'a' << 24 | (uint64_t)'1' << 32;
    uint64_t left = eight_bytes(p) - least;
    *from = (xpgn_square)((left | left >> 5) & 63);
    *to = (xpgn_square)((left >> 24 | left >> 29) & 63);
    return left & 0xf8f8fff8f8;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* Skips one space, comment without commands or, if allowed here, NAG; NULL if it is none of them,
   or needs a closer look. */
static const char *past_aside(struct turn_reader *q, const char *p, bool nags) {
    if (is_space(*p))
        return p + 1;
    if (*p == '{')
        return span_comment(p + 1, q->play.end);
    uint32_t nag;
    bool marked = nags && (*p == '$' || *p == '!' || *p == '?');
    p = marked ? nag_read(p, q->play.end, &nag) : NULL;
    return p != NULL && nag > 0 ? p : NULL;
}

/* Skips what may be between an action and its roll. */
static const char *past_asides(struct turn_reader *q, const char *p) {
    for (;;) {
        if (p >= q->play.stop)
            p = fast_enter_tail(&q->play, p);
        bool aside = is_space(*p) || *p == '{' || *p == '$' || *p == '!' || *p == '?';
        if (!aside || (p = past_aside(q, p, true)) == NULL)
            return p;
    }
}

/* ---- actions --------------------------------------------------------------------------------- */

static bool roll_is_due(const struct turn_reader *q) {
    return turn_must_roll(q->play.rs, &q->s->turn);
}

/* Notes that the current turn has an action. */
ALWAYS_INLINE void note_last(struct turn_reader *q) {
    q->play.out->last_seat = q->s->position.side_to_move;
    q->play.out->last_number = q->s->position.number;
}

ALWAYS_INLINE void pass_turn(struct turn_reader *q) {
    note_last(q);
    apply_end_of_turn(q->s);
}

/* Shows the action in the facts, if dice were thrown. */
static __attribute__((noinline)) void show_throw(struct turn_reader *q, bool decided) {
    if (!decided)
        q->play.facts.combat = false;
    if (decided || q->thrown != 0)
        fast_throw(&q->play, q->play.out->plies, q->thrown);
    q->thrown = 0;
}

/* Plays the action in the facts, with the results of its roll. */
ALWAYS_INLINE void apply(struct turn_reader *q, bool decided) {
    if (q->play.out->watch != NULL)
        show_throw(q, decided);
    apply_action(q->play.rs, q->s, &q->play.facts);
    q->unjudged = false;
    if (!q->play.facts.outcome.over)
        return;
    q->play.outcome = q->play.facts.outcome;
    pass_turn(q);
    q->phase = PHASE_OVER;
}

/* Finds the roll at p or after asides. */
static const char *to_roll(struct turn_reader *q, const char *p) {
    p = past_blank(p);
    return *p == '<' ? p : past_asides(q, p);
}

/* The # after an action, if it has one. */
static inline const char *read_mark(const char *p, bool *marked) {
    *marked = *p == '#';
    return LIKELY(!*marked) ? p : p + 1;
}

/* True if the mark fits the action that was played. */
static inline bool mark_fits(struct turn_reader *q, bool marked) {
    q->spoiled = marked && mark_of(&q->play.facts) != '#';
    return !q->spoiled;
}

/* Plays an action without a roll that is not a step; p is after its text. */
static const char *play_quiet(struct turn_reader *q, const char *p) {
    if (!is_space(*p) || !movement_legal(q->play.rs, q->s, &q->play.facts.action))
        return NULL;
    q->play.facts.combat = false;
    apply(q, false);
    return p + 1;
}

/* e2-e4: a step never ends the game. */
ALWAYS_INLINE const char *play_step(struct turn_reader *q, const char *p) {
    const xpgn_action *a = &q->play.facts.action;
    bool legal = q->play.rs->movement == MOVEMENT_QUEEN_LINE
                     ? line_step_legal(q->play.rs, q->s, a)
                     : ortho_step_legal(q->play.rs, q->s, a);
    if (!is_space(*p) || !legal)
        return NULL;
    if (!LIKELY(q->thrown == 0))
        show_throw(q, false);
    apply_step(q->play.rs, q->s, a);
    q->unjudged = false;
    return p + 1;
}

/* =Q of a capture that promotes (AS-5). */
static const char *read_promotion(const struct turn_reader *q, const char *p, xpgn_action *a) {
    if (*p != '=' || q->play.rs->arrival != ARRIVAL_ON_CAPTURE)
        return p;
    a->promotion = (uint8_t)type_of_letter(p[1]);
    return a->promotion > XPGN_PAWN ? p + 2 : NULL;
}

/* movement_legal for an attack; it may still fail by its sum (AS-4). */
static inline bool attack_is_legal(const struct turn_reader *q) {
    const xpgn_ruleset *rs = q->play.rs;
    const xpgn_action *a = &q->play.facts.action;
    if (rs->movement == MOVEMENT_QUEEN_LINE)
        return line_challenge(rs, q->s, a->from, a->target);
    return ortho_may_take(rs, q->s, a);
}

/* Bf4xg5=Q# with its roll: p is after the squares. */
static const char *play_attack(struct turn_reader *q, const char *p) {
    bool marked;
    if ((p = read_promotion(q, p, &q->play.facts.action)) == NULL)
        return NULL;
    p = to_roll(q, read_mark(p, &marked));
    if (p == NULL || !attack_is_legal(q) || (p = fast_combat(&q->play, p, 0)) == NULL)
        return NULL;
    apply(q, true);
    return mark_fits(q, marked) ? past_blank(p) : NULL;
}

/* The prisoner that an escape frees, with its new square: P@b1. */
static const char *read_freed(struct turn_reader *q, const char *p) {
    xpgn_action *a = &q->play.facts.action;
    if ((p = past_asides(q, p)) == NULL)
        return NULL;
    a->promotion = (uint8_t)type_of_letter(*p);
    if (a->promotion == 0 || p[1] != '@' || (p = read_square(q, p + 2, &a->drop)) == NULL ||
        !is_space(*p))
        return NULL;
    return release_fits(q->play.rs, &q->s->position, a->target, a->promotion, a->drop) ? p : NULL;
}

/* Nb2@a1 or K@d4 with its roll: p is after the squares. */
static const char *play_attempt(struct turn_reader *q, const char *p) {
    const xpgn_action *a = &q->play.facts.action;
    bool marked;
    p = to_roll(q, read_mark(p, &marked));
    if (p == NULL || !movement_legal(q->play.rs, q->s, a) ||
        (p = fast_attempt(&q->play, p)) == NULL)
        return NULL;
    bool succeeds = attempt_succeeds(q->play.rs, &q->play.facts);
    if (a->kind == XPGN_TELEPORT ? a->to != XPGN_NO_SQUARE && !succeeds
                                 : succeeds && (p = read_freed(q, p)) == NULL)
        return NULL;
    apply(q, true);
    return mark_fits(q, marked) ? past_blank(p) : NULL;
}

/* K@d4, K@-: p is after the letter. */
static const char *play_king(struct turn_reader *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    xpgn_square king = pos->king[pos->side_to_move], to = XPGN_NO_SQUARE;
    bool lines = q->play.rs->movement == MOVEMENT_QUEEN_LINE;
    p = lines && p[1] == '-' ? p + 2 : read_square(q, p + 1, &to);
    if (p == NULL || king == XPGN_NO_SQUARE)
        return NULL;
    action_at(&q->play.facts.action, pos, lines ? XPGN_TELEPORT : XPGN_ROUTE, king, to);
    if (lines)
        return play_attempt(q, p);
    bool marked;
    p = play_quiet(q, read_mark(p, &marked));
    return p != NULL && mark_fits(q, marked) ? p : NULL;
}

/* The kind of action that a sign between two squares means; XPGN_PASS: none. */
ALWAYS_INLINE xpgn_action_kind kind_of_sign(const struct turn_reader *q, char sign) {
    if (sign == '-')
        return XPGN_STEP;
    if (sign == 'x')
        return XPGN_ATTACK;
    if (sign != '@')
        return XPGN_PASS;
    return q->play.rs->movement == MOVEMENT_ORTHOGONAL ? XPGN_REINFORCE : XPGN_RELEASE;
}

/* Reads two squares of any board and returns the sign between them; 0 if there is anything else. */
static char read_squares(const struct turn_reader *q, const char **p, xpgn_square *from,
                         xpgn_square *to) {
    const char *sign = read_square(q, *p, from), *next = NULL;
    if (sign == NULL || (next = read_square(q, sign + 1, to)) == NULL)
        return 0;
    *p = next;
    return *sign;
}

/* The same on a small board: five bytes at once. */
ALWAYS_INLINE char read_small_squares(const char **p, xpgn_square *from, xpgn_square *to) {
    char sign = (*p)[2];
    if (two_squares(*p, from, to) != SQUARES_SIGN(sign))
        return 0;
    *p += SQUARES_SIZE;
    return sign;
}

/* An action of a piece of that type at p. */
ALWAYS_INLINE const char *action(struct turn_reader *q, const char *p, unsigned type, bool small) {
    const xpgn_position *pos = &q->s->position;
    xpgn_square from, to;
    if (q->phase != PHASE_TURN || roll_is_due(q))
        return NULL;
    p += type != XPGN_PAWN;
    if (*p == '@' && type == XPGN_KING)
        return play_king(q, p);
    char sign = small ? read_small_squares(&p, &from, &to) : read_squares(q, &p, &from, &to);
    xpgn_action_kind kind = kind_of_sign(q, sign);
    if (sign == 0 || kind == XPGN_PASS || pos->at[from] != XPGN_PIECE(pos->side_to_move, type))
        return NULL;
    action_at(&q->play.facts.action, pos, kind, from, to);
    if (kind == XPGN_STEP)
        return play_step(q, p);
    if (kind == XPGN_ATTACK)
        return play_attack(q, p);
    return kind == XPGN_RELEASE ? play_attempt(q, p) : play_quiet(q, p);
}

/* -- at p. */
static const char *play_pass(struct turn_reader *q, const char *p) {
    if (q->phase != PHASE_TURN || roll_is_due(q) ||
        (q->unjudged && !movement_any(q->play.rs, q->s)))
        return NULL;
    action_at(&q->play.facts.action, &q->s->position, XPGN_PASS, XPGN_NO_SQUARE, XPGN_NO_SQUARE);
    return play_quiet(q, p + 2);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void judge(struct turn_reader *q) {
    if (q->unjudged)
        ending_before_turn(q->play.rs, q->s, &q->play.outcome);
    q->unjudged = false;
}

/* True if the turn may end here. Whether the next side can move is tested when it does. */
ALWAYS_INLINE bool end_turn(struct turn_reader *q) {
    if (q->phase != PHASE_TURN || !turn_may_end(&q->s->turn))
        return false;
    pass_turn(q);
    q->phase = PHASE_BETWEEN;
    q->unjudged = true;
    return true;
}

/* Writes the labels, 7. and 7... and so on, one word each; no text matches one that is too long. */
static __attribute__((noinline)) void write_number(struct turn_reader *q, uint32_t number) {
    const xpgn_position *pos = &q->s->position;
    unsigned size = number_word(number, &q->number);
    unsigned most = turn_dots(pos->seats, pos->seats - 1u);
    q->last_digit = 8 * (size - 1);
    q->until = number - number % 10 + 10;
    q->number |= (uint64_t)0x2e2e2e2e2e2e2e2e << 8 * size;
    if (size + most > sizeof q->number) {
        q->number = q->until = 0; /* which matches no text */
        size = 1;
    }
    for (unsigned seat = 0; seat < pos->seats; seat++) {
        q->label_size[seat] = (uint8_t)(size + turn_dots(pos->seats, seat));
        q->label_past[seat] = (uint8_t)(64 - 8 * q->label_size[seat]);
    }
}

/* Usually the same number or the next, unpredictably, so only the last digit is changed. */
ALWAYS_INLINE void set_number(struct turn_reader *q, uint32_t number) {
    if (number >= q->until)
        write_number(q, number);
    else
        q->number += (uint64_t)(number - q->shown) << q->last_digit;
    q->shown = number;
}

/* A turn begins. */
ALWAYS_INLINE void begin_turn(struct turn_reader *q) {
    q->phase = PHASE_TURN;
    q->play.out->plies++;
}

/* The place after the label of the next turn and a blank, compared as one word; NULL if anything
   else is there. */
ALWAYS_INLINE const char *take_label(struct turn_reader *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    set_number(q, pos->number + q->play.out->ahead);
    if ((eight_bytes(p) ^ q->number) << q->label_past[pos->side_to_move] != 0)
        return NULL;
    begin_turn(q);
    return past_blank(p + q->label_size[pos->side_to_move]);
}

/* The same for any number, and for the turn of another seat. */
static const char *other_label(struct turn_reader *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    uint32_t number = 0;
    unsigned dots = 0;
    judge(q); /* a seat that cannot move may be defeated, so that another is due */
    const char *from = p;
    for (; is_digit(*p) && p - from < 7; p++)
        number = number * 10 + (uint32_t)(*p - '0');
    for (; *p == '.' && dots < 5; p++)
        dots++;
    bool due = dots == turn_dots(pos->seats, pos->side_to_move);
    if (q->play.outcome.over || !due || number != pos->number + q->play.out->ahead)
        return NULL;
    begin_turn(q);
    return p;
}

/* A digit or * that does not begin the expected label. */
static __attribute__((noinline)) const char *other_number(struct turn_reader *q, const char *p) {
    if (q->phase == PHASE_TURN && !end_turn(q))
        return NULL;
    if (p[1] == '.' || is_digit(p[1]))
        return q->phase == PHASE_BETWEEN ? other_label(q, p) : NULL;
    fast_finish(&q->play, p);
    return NULL;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* <4> at p: the roll of the turn, or of the step to come. */
ALWAYS_INLINE const char *take_turn_roll(struct turn_reader *q, const char *p) {
    struct turn *t = &q->s->turn;
    unsigned face = (unsigned char)p[1] - '0';
    if (face - 1 >= q->faces || p[2] != '>' || q->phase != PHASE_TURN ||
        !(turn_may_roll(q->play.rs, t) || turn_must_roll(q->play.rs, t)))
        return NULL;
    t->roll = (uint8_t)face;
    if (q->play.out->watch != NULL)
        q->thrown = face;
    return past_blank(p + 3);
}

/* White space, asides, a pass, the result *. */
static __attribute__((noinline)) const char *other(struct turn_reader *q, const char *p) {
    bool acted = q->phase == PHASE_OVER || turn_may_end(&q->s->turn);
    if (*p == '*')
        return other_number(q, p);
    if (p[0] == '-' && p[1] == '-')
        return play_pass(q, p);
    return past_aside(q, p, acted);
}

/* Usually a number, a turn roll and an action come together, or an action alone. */
ALWAYS_INLINE const char *token(struct turn_reader *q, const char *p, bool small) {
    unsigned class = fast_class[(unsigned char)*p];
    if (class == FAST_DIGIT) {
        const char *next = end_turn(q) || q->phase == PHASE_BETWEEN ? take_label(q, p) : NULL;
        if (next == NULL)
            return other_number(q, p);
        p = next;
        class = fast_class[(unsigned char)*p];
    }
    if (class == FAST_ROLL) {
        if ((p = take_turn_roll(q, p)) == NULL)
            return NULL;
        class = fast_class[(unsigned char)*p];
    }
    return class - 1 < XPGN_KING ? action(q, p, class, small) : other(q, p);
}

static void set_mark(const struct turn_reader *q, const char *p, struct run_mark *m) {
    m->state = *q->s;
    m->phase = q->phase;
    m->unjudged = q->unjudged;
    m->plies = q->play.out->plies;
    m->left = (size_t)(q->play.end - p);
}

/* Notes the turn that the token before has begun. */
static void note_turn_begun(struct turn_reader *q, const char *p) {
    if (q->play.out->plies != q->here.plies) {
        q->turn[0] = q->turn[1];
        q->turn[1] = q->here;
        q->turns++;
    }
    set_mark(q, p, &q->here);
}

/* Called before a token at or past q->play.pause: sets a mark, notes a turn, or enters the tail. */
static __attribute__((noinline)) const char *pause_at(struct turn_reader *q, const char *p) {
    bool ends = p >= q->play.stop;
    if (ends)
        p = fast_enter_tail(&q->play, p);
    if (q->play.stepping) {
        note_turn_begun(q, p);
    } else if (!ends) {
        set_mark(q, p, &q->mark[q->play.marks++ & 1]);
        q->play.pause = fast_next_mark(p, q->play.stop);
    }
    return p;
}

ALWAYS_INLINE void tokens(struct turn_reader *q, const char *p, bool small) {
    while (p != NULL) {
        if (p >= q->play.pause)
            p = pause_at(q, p);
        q->at = p;
        p = token(q, p, small);
    }
}

/* Runs from the current state, with `left` bytes to read. */
static bool run_turns_from(struct turn_reader *q, size_t left) {
    const char *p = fast_text(&q->play, left, TURNS_MARGIN);
    q->shown = q->until = 0;
    if (position_is_small(&q->s->position))
        tokens(q, p, true);
    else
        tokens(q, p, false);
    return q->play.ended;
}

static void return_to(struct turn_reader *q, const struct run_mark *m) {
    *q->s = m->state;
    q->play.outcome = (xpgn_outcome){0}; /* no turn follows one that has an outcome */
    q->phase = m->phase;
    q->unjudged = m->unjudged;
    q->play.out->plies = m->plies;
}

/* Plays the turns since that mark again, one by one, up to where the walk takes over. */
static void step_from(struct turn_reader *q, const struct run_mark *m) {
    return_to(q, m);
    q->here = *m;
    q->turns = 0;
    q->play.stepping = true;
    (void)run_turns_from(q, m->left);
}

/* Finds where the walk can go on: at the last turn that another has followed. */
static void find_turn(struct turn_reader *q) {
    q->turns = 0;
    for (unsigned n = 1; q->turns < 2 && n <= 2 && n <= q->play.marks; n++)
        step_from(q, &q->mark[(q->play.marks - n) & 1]);
    if (q->turns < 2)
        return;
    const struct run_mark *m = &q->turn[0];
    return_to(q, m);
    if (q->phase == PHASE_TURN) { /* the turn before it ends with its number */
        apply_end_of_turn(q->s);
        q->unjudged = true;
    }
    judge(q);
    q->play.out->resume =
        (struct resume){.possible = !q->play.outcome.over, .plies = m->plies, .left = m->left};
}

/* Undoes what the current token changed before it failed. False if that was more than a turn roll
   or a turn number. */
static bool undo_token(struct turn_reader *q, enum token_kind kind) {
    struct turn *t = &q->s->turn;
    bool begun = q->phase == PHASE_TURN && t->stage == STAGE_START;
    if (q->spoiled || q->phase == PHASE_OVER || (kind == TOKEN_WORD && is_digit(*q->at)))
        return false; /* 0-0 is not a number, but was taken for one */
    if (kind == TOKEN_NUMBER && begun) {
        q->phase = PHASE_BETWEEN;
        q->play.out->plies--;
        t->roll = 0;
    } else if (q->play.rs->turn == TURN_CHOICE && t->roll != 0) {
        t->roll = 0;
        return kind == TOKEN_ROLL;
    }
    if (q->phase == PHASE_BETWEEN)
        judge(q);
    return !q->play.outcome.over;
}

/* Lets the walk go on at the token that failed, if an action or nothing precedes it. */
static void resume_there(struct turn_reader *q) {
    struct resume *r = &q->play.out->resume;
    const char *p = fast_in_text(&q->play, q->at);
    if (q->play.out->branches || !fast_resume(&q->play, p, p) ||
        memchr(r->last.data, '@', r->last.size) != NULL || !undo_token(q, r->token.kind))
        return; /* P@b1, freed by an action, is not an action itself */
    if (q->phase == PHASE_TURN)
        note_last(q);
    r->possible = true;
    r->in_turn = q->phase == PHASE_TURN;
    r->plies = q->play.out->plies;
}

bool fast_turns(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct fast_game *out) {
    struct turn_reader q;
    fast_begin(&q.play, rs, text, result, out);
    q.s = &out->state;
    q.files = rs->geometry.files;
    q.ranks = rs->geometry.ranks;
    q.faces = rs->die < 9 ? rs->die : 9;
    q.phase = out->in_turn ? PHASE_TURN : PHASE_BETWEEN;
    q.spoiled = q.unjudged = false;
    q.thrown = 0;
    out->plies = 0;
    if (run_turns_from(&q, text.size) &&
        (out->ply_count == UINT32_MAX || out->ply_count == out->plies))
        return true;
    resume_there(&q);
    if (!out->resume.possible)
        find_turn(&q);
    return false;
}

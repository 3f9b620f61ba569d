/* SPDX-License-Identifier: MIT */
/*
 * The fast way through a game of long notation with several actions a turn.  The text is read where
 * it stands, squares and all; what an action does is the referee's, as everywhere.  As in quick.c
 * whatever is unusual is left to the walk, so that nothing need be taken back: the state is played
 * in place.
 */
#include "game/quick.h"

#include "base/number.h"
#include "base/slice.h"
#include "rules/longform.h"
#include "text/lex.h"
#include "text/roll.h"
#include "text/scan.h"
#include "text/span.h"

enum {
    TURNS_TAIL = 192, /* the last bytes are read from a copy, so that no load passes the end */
    TURNS_MARGIN = 64 /* bytes that may be looked at from the start of any token before the tail */
};

struct run {
    const xpgn_ruleset *rs;
    struct quick *out;
    struct state *s;
    const char *p, *end;
    const char *text_end;
    const char *limit; /* how far the bytes may be looked at: `end`, or past it in the tail */
    unsigned files, ranks;
    bool small;        /* 8x8: squares are two bytes */
    bool copied;       /* p runs through the tail now */
    bool in_turn;      /* the turn has its number */
    bool unjudged;     /* whether the side to move can move at all is still to be seen */
    bool after_action; /* NAGs may follow */
    uint8_t turn_roll; /* the <4> that waits for its action; 0: none */
    uint32_t shown;    /* the turn number that `number` has as bytes, so many of them */
    uint64_t number;
    unsigned number_size;
    xpgn_outcome outcome;
    struct said said;
    xpgn_roll roll;
    xpgn_facts facts;
    char tail[TURNS_TAIL];
};

bool quick_turns_fit(const xpgn_ruleset *rs) {
    return rs->turn != TURN_ONE_ACTION && rs->movement != MOVEMENT_CHESS;
}

static inline bool clean(const struct run *q) {
    return q->out->log->count == 0 && !q->out->log->no_memory;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* The last bytes go through a copy with room behind it. */
static void enter_tail(struct run *q) {
    size_t left = (size_t)(q->end - q->p);
    memcpy(q->tail, q->p, left);
    memset(q->tail + left, 0, TURNS_TAIL - left);
    q->p = q->tail;
    q->end = q->tail + left;
    q->limit = q->tail + TURNS_TAIL;
    q->copied = true;
}

/* Room for one token, whatever it is. */
static inline void make_room(struct run *q) {
    if (q->end - q->p < TURNS_MARGIN && !q->copied)
        enter_tail(q);
}

static bool take_comment(struct run *q) {
    const char *after = span_comment(q->p + 1, q->end);
    if (after != NULL)
        q->p = after;
    return after != NULL;
}

/* $7, !, ?! behind an action. */
static bool take_nag(struct run *q) {
    const char *p = q->p;
    unsigned value = 0, digits = 0;
    if (!q->after_action)
        return false;
    if (*p != '$') {
        p += p[1] == '!' || p[1] == '?' ? 2 : 1;
        q->p = p;
        return *p != '!' && *p != '?';
    }
    for (p++; is_digit(*p) && digits < 4; digits++)
        value = value * 10 + (unsigned)(*p++ - '0');
    q->p = p;
    return digits > 0 && digits < 4 && value > 0 && value < 256;
}

/* Past spaces, comments that command nothing and NAGs; false: something needs a closer look. */
static bool skip_far(struct run *q) {
    for (;;) {
        make_room(q);
        bool good = true;
        char c = *q->p;
        if (is_space(c))
            q->p++;
        else if (c == '{')
            good = take_comment(q);
        else if (c == '$' || c == '!' || c == '?')
            good = take_nag(q);
        else
            return true;
        if (!good)
            return false;
    }
}

/* Mostly it is one space or line end, and a letter, digit or < behind it. */
static inline bool skip(struct run *q) {
    make_room(q);
    q->p += *q->p == ' ' || *q->p == '\n';
    return (byte_is(*q->p, BYTE_LETTER | BYTE_DIGIT) | (*q->p == '<')) || skip_far(q);
}

/* ---- rolls ----------------------------------------------------------------------------------- */

/* <4> at the cursor. */
static bool take_turn_roll(struct run *q) {
    const char *p = q->p;
    if (q->turn_roll != 0 || p[1] < '1' || p[1] > '9' || p[2] != '>')
        return false;
    q->turn_roll = (uint8_t)(p[1] - '0');
    q->after_action = false;
    q->p = p + 3;
    return true;
}

/* The roll of an attack or attempt, if one stands there. */
static bool take_roll(struct run *q) {
    q->roll.exchanges = 0;
    if (!skip(q))
        return false;
    if (*q->p != '<')
        return true;
    const char *after = roll_read_usual(q->p, q->limit, &q->roll);
    if (after == NULL) {
        const char *close = memchr(q->p, '>', (size_t)(q->end - q->p));
        if (close == NULL || (unsigned char)q->p[1] >= 0x80 || /* a wide space: it is no roll */
            !roll_read((xpgn_slice){q->p + 1, (size_t)(close - q->p - 1)}, 0, &q->roll,
                       q->out->log))
            return false;
        after = close + 1;
    }
    q->p = after;
    return true;
}

/* ---- actions --------------------------------------------------------------------------------- */

/* The roll goes into the turn if one is due here. */
static inline bool enter_turn_roll(struct run *q) {
    struct turn *t = &q->s->turn;
    bool due = q->rs->turn == TURN_SEVERAL_MOVES && q->rs->moves == 0 && t->stage == STAGE_START;
    if (q->turn_roll == 0)
        return !due;
    if (q->turn_roll > q->rs->die || (q->rs->turn != TURN_CHOICE && !due))
        return false;
    t->roll = q->turn_roll;
    q->turn_roll = 0;
    return true;
}

/* Two squares as they are written, and how many files and ranks lie between them. */
struct way {
    xpgn_square from, to;
    int files, ranks;
};

/* Two squares with one byte between them, on a board whose squares are two bytes. */
static inline const char *read_small(const char *p, struct way *w) {
    unsigned a = (unsigned char)p[0] - 'a', b = (unsigned char)p[1] - '1';
    unsigned c = (unsigned char)p[3] - 'a', d = (unsigned char)p[4] - '1';
    w->from = (xpgn_square)(b * 8 + a);
    w->to = (xpgn_square)(d * 8 + c);
    w->files = (int)(c - a);
    w->ranks = (int)(d - b);
    return (a | b | c | d) > 7 ? NULL : p + 5;
}

/* Behind the square at p; NULL if the board has none such. */
static inline const char *read_square(const struct run *q, const char *p, unsigned *file,
                                      unsigned *rank) {
    *file = (unsigned char)p[0] - 'a';
    *rank = (unsigned char)p[1] - '1';
    if (*rank > 8)
        return NULL;
    p += 2;
    if (is_digit(*p))
        *rank = *rank * 10 + 9 + (unsigned)(*p++ - '0');
    return *file < q->files && *rank < q->ranks ? p : NULL;
}

static inline const char *read_way(const struct run *q, const char *p, struct way *w) {
    unsigned a, b, c, d;
    if ((p = read_square(q, p, &a, &b)) == NULL || (p = read_square(q, p + 1, &c, &d)) == NULL)
        return NULL;
    w->from = (xpgn_square)(b * q->files + a);
    w->to = (xpgn_square)(d * q->files + c);
    w->files = (int)(c - a);
    w->ranks = (int)(d - b);
    return p;
}

/* The letters that pieces are written with; pawns have none. */
static const uint8_t type_of_letter[256] = {
    ['K'] = XPGN_KING,   ['Q'] = XPGN_QUEEN,  ['R'] = XPGN_ROOK,
    ['B'] = XPGN_BISHOP, ['N'] = XPGN_KNIGHT, ['P'] = 0};

/* Behind the second square: =Q, #. Sets q->said and moves past them; false: something else. */
static bool read_suffix(struct run *q, const char *p, xpgn_action *a) {
    if (*p == '=' && a->kind == XPGN_ATTACK && q->rs->arrival == ARRIVAL_ON_CAPTURE) {
        a->promotion = type_of_letter[(unsigned char)p[1]];
        p += 2;
        if (a->promotion == 0)
            return false;
    }
    q->said.notation.mark = *p == '#' ? *p++ : 0;
    q->p = p;
    return is_space(*p) || *p == '{' || *p == '!' || *p == '?' || *p == '$';
}

/* The action is done: does it end the game, and so the turn? */
static inline void note_end(struct run *q) {
    q->after_action = true;
    if (!q->facts.outcome.over)
        return;
    q->outcome = q->facts.outcome;
    referee_close_turn(q->s);
    q->in_turn = false;
}

/* An action of which the squares are known: legal or not?  A legal one shows that the side to move
   could move at all. */
static inline bool may(struct run *q) {
    if (!enter_turn_roll(q) || !movement_legal(q->rs, q->s, &q->facts.action))
        return false;
    q->unjudged = false;
    return true;
}

/* A step, which most actions are, without the detour of an action. */
static inline bool play_step(struct run *q, const struct way *w) {
    struct state *s = q->s;
    int files = abs(w->files), ranks = abs(w->ranks), length = files > ranks ? files : ranks;
    bool straight = files == 0 || ranks == 0, good;
    if (!enter_turn_roll(q))
        return false;
    if (q->rs->movement == MOVEMENT_QUEEN_LINE) {
        int step = ((w->ranks > 0) - (w->ranks < 0)) * 8 + (w->files > 0) - (w->files < 0);
        good = line_step(q->rs, s, w->from, w->to, straight || files == ranks ? length : 0, step);
    } else {
        good = ortho_step(q->rs, s, w->from, w->to, straight ? length : 0);
    }
    if (!good)
        return false;
    turn_step(q->rs, &s->turn, s->position.at[w->from], w->to);
    position_shift(&s->position, w->from, w->to);
    q->unjudged = false;
    q->after_action = true;
    return true;
}

/* A new pawn: nothing is rolled. */
static bool play_quiet(struct run *q) {
    if (!may(q))
        return false;
    q->facts.combat = false;
    referee_carry_out(q->rs, q->s, &q->facts);
    note_end(q);
    return true;
}

/* The piece that an escape freed stands behind the roll, as a word of its own. */
static bool take_freed(struct run *q) {
    struct said *said = &q->said;
    if (!skip(q))
        return false;
    const char *after = notation_long(q->p, q->limit, &said->freed);
    said->has_freed = after != NULL && is_space(*after) && said->freed.kind == NOTATION_DROP;
    if (said->has_freed)
        q->p = after;
    return true;
}

/* An action that may have a roll: attack, teleport, escape attempt, the king's escape route. */
static bool play_rolled(struct run *q) {
    bool escape = q->facts.action.kind == XPGN_RELEASE;
    q->after_action = true;
    if (!may(q) || !take_roll(q) || (escape && !take_freed(q)) ||
        !referee_play_legal(q->rs, q->s, &q->said, &q->facts, q->out->log) || !clean(q))
        return false;
    q->said.has_freed = false;
    note_end(q);
    return true;
}

static inline void set_action(struct run *q, xpgn_action_kind kind, xpgn_square from,
                              xpgn_square to, xpgn_square target) {
    q->facts.action =
        (xpgn_action){(uint8_t)kind, q->s->position.at[from], from, to, target, 0, XPGN_NO_SQUARE};
}

/* What @ means between two squares. */
static inline bool play_at(struct run *q, xpgn_square from, xpgn_square to) {
    if (q->rs->movement == MOVEMENT_ORTHOGONAL) {
        set_action(q, XPGN_REINFORCE, from, to, XPGN_NO_SQUARE);
        return play_quiet(q);
    }
    if (q->s->position.at[to] == 0)
        return false; /* the king may teleport so, but it is not written so */
    set_action(q, XPGN_RELEASE, from, to, to);
    q->said.notation.mark = 0;
    return play_rolled(q);
}

/* K@d4, K@- at the cursor. */
static bool play_king(struct run *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    xpgn_square king = pos->king[pos->turn], to = XPGN_NO_SQUARE;
    bool lines = q->rs->movement == MOVEMENT_QUEEN_LINE;
    unsigned file, rank;
    p += 2;
    if (lines && *p == '-') {
        p++;
    } else {
        if ((p = read_square(q, p, &file, &rank)) == NULL)
            return false;
        to = (xpgn_square)(rank * q->files + file);
    }
    if (king == XPGN_NO_SQUARE || (lines && to != XPGN_NO_SQUARE && pos->at[to] != 0))
        return false;
    set_action(q, lines ? XPGN_TELEPORT : XPGN_ROUTE, king, to, XPGN_NO_SQUARE);
    return read_suffix(q, p, &q->facts.action) && play_rolled(q);
}

/* e2-e4, Bf4xg5=Q#, Nb2@a1 at the cursor; false: neither of them, or not legal. */
static inline bool play_squares(struct run *q, unsigned type, const char *p) {
    const xpgn_position *pos = &q->s->position;
    struct way w;
    char sign = q->small || !is_digit(p[2]) ? p[2] : p[3];
    p = q->small ? read_small(p, &w) : read_way(q, p, &w);
    if (p == NULL || pos->at[w.from] != XPGN_PIECE(pos->turn, type))
        return false;
    q->p = p;
    if (sign == '-')
        return is_space(*p) && play_step(q, &w);
    if (sign == 'x') {
        set_action(q, XPGN_ATTACK, w.from, w.to, w.to);
        return read_suffix(q, p, &q->facts.action) && play_rolled(q);
    }
    return sign == '@' && is_space(*p) && play_at(q, w.from, w.to);
}

/* -- at the cursor. */
static bool play_pass(struct run *q, const char *p) {
    static const struct notation pass = {.kind = NOTATION_PASS};
    q->p = p + 2;
    if (!is_space(*q->p) || (q->unjudged && !movement_any(q->rs, q->s)) || !enter_turn_roll(q) ||
        !movement_resolve(q->rs, q->s, &pass, &q->facts.action))
        return false;
    q->unjudged = q->facts.combat = false;
    referee_carry_out(q->rs, q->s, &q->facts);
    note_end(q);
    return true;
}

/* One action at the cursor. */
static inline bool action(struct run *q) {
    const char *p = q->p;
    unsigned type = type_of_letter[(unsigned char)*p];
    if (!q->in_turn || q->outcome.over)
        return false;
    q->out->last_seat = q->s->position.turn;
    q->out->last_number = q->s->position.number;
    if (p[0] == '-')
        return play_pass(q, p);
    if (type == XPGN_KING && p[1] == '@')
        return play_king(q, p);
    return play_squares(q, type != 0 ? type : XPGN_PAWN, p + (type != 0));
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* A turn is over; whether the next side can move is seen when it does. */
static inline bool end_turn(struct run *q) {
    if (!q->in_turn)
        return true;
    if (q->s->turn.stage == STAGE_START)
        return false;
    referee_close_turn(q->s);
    q->in_turn = false;
    q->unjudged = true;
    return true;
}

static void judge(struct run *q) {
    if (q->unjudged)
        referee_judge_turn(q->rs, q->s, &q->outcome);
    q->unjudged = false;
}

/* Behind the number at the cursor and its dots, if it is that of the turn to come; else NULL. */
static const char *read_label(const struct run *q) {
    const xpgn_position *pos = &q->s->position;
    const char *p = q->p;
    uint32_t number = 0;
    unsigned dots = 0;
    for (; is_digit(*p) && p - q->p < 7; p++)
        number = number * 10 + (uint32_t)(*p - '0');
    for (; *p == '.' && dots < 5; p++)
        dots++;
    bool due = dots == (pos->seats == 2 && pos->turn == 1 ? 3u : pos->turn + 1u);
    return due && number == pos->number ? p : NULL;
}

/* The same as read_label for what is written as it should be, without a loop. */
static inline const char *read_due_label(struct run *q) {
    const xpgn_position *pos = &q->s->position;
    unsigned dots = pos->seats == 2 ? pos->turn * 2u + 1 : pos->turn + 1u;
    uint64_t word;
    uint32_t behind;
    if (q->shown != pos->number) {
        q->shown = pos->number;
        q->number_size = number_word(q->shown, &q->number);
    }
    memcpy(&word, q->p, sizeof word);
    const char *p = q->p + q->number_size;
    memcpy(&behind, p, sizeof behind);
    bool right = ((word ^ q->number) << (64 - 8 * q->number_size)) == 0 &&
                 ((behind ^ 0x2e2e2e2e) << (32 - 8 * dots)) == 0;
    return right && p[dots] != '.' ? p + dots : NULL;
}

/* The number with its dots: it ends the turn before and begins the next. */
static inline bool begin_turn(struct run *q) {
    if (q->turn_roll != 0 || q->outcome.over || !end_turn(q))
        return false;
    const char *p = read_due_label(q);
    if (p == NULL) {
        judge(q); /* a seat that cannot move may have fallen, and another be due */
        p = q->outcome.over ? NULL : read_label(q);
        if (p == NULL)
            return false;
    }
    q->p = p;
    bool space = is_space(*p); /* more dots may stand behind it */
    if (p[space] <= ' ' || p[space] == '.')
        return false;
    q->in_turn = true;
    q->after_action = false;
    q->out->plies++;
    return true;
}

/* The terminator: nothing stands behind it, and it agrees with the tag and with the board. */
static bool finish(struct run *q, xpgn_slice tag) {
    const xpgn_position *p = &q->s->position;
    uint8_t score[XPGN_MAX_SEATS];
    if (q->turn_roll != 0 || !end_turn(q))
        return false;
    xpgn_slice said = {q->p, 0};
    while (said.size < (size_t)(q->end - q->p) && !is_space(q->p[said.size]))
        said.size++;
    for (const char *rest = q->p + said.size; rest < q->end; rest++) {
        if (!is_space(*rest))
            return false;
    }
    if ((tag.data != NULL && !slice_equal(tag, said)) || !result_read(said, p->seats, score))
        return false;
    judge(q);
    q->out->result = (xpgn_slice){q->text_end - (q->end - q->p), said.size};
    q->out->outcome = q->outcome;
    if (q->outcome.over)
        return memcmp(q->outcome.score, score, sizeof score) == 0;
    for (unsigned seat = 0; seat < p->seats; seat++) {
        if (score[seat] > 0 && !(p->alive >> seat & 1))
            return false; /* only seats that are left share */
    }
    return true;
}

static void begin(struct run *q, const xpgn_ruleset *rs, xpgn_slice text, struct quick *out) {
    q->rs = rs;
    q->out = out;
    q->s = &out->state;
    q->p = text.data;
    q->limit = q->end = q->text_end = text.data + text.size;
    q->files = rs->geometry.files;
    q->ranks = rs->geometry.ranks;
    q->small = q->files == 8 && q->ranks == 8;
    q->copied = q->in_turn = q->unjudged = q->after_action = false;
    q->turn_roll = 0;
    q->shown = 0;
    q->number = 0;
    q->number_size = 1;
    q->outcome = q->facts.outcome = (xpgn_outcome){0};
    q->facts.stood = false;
    q->said = (struct said){.roll = &q->roll};
    out->plies = 0;
}

bool quick_turns(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    begin(&q, rs, text, out);
    while (skip(&q)) { /* a number or the end, a roll to move, an action */
        if (is_digit(*q.p) || *q.p == '*') {
            if (q.p[1] != '.' && !is_digit(q.p[1]))
                return finish(&q, result);
            if (!begin_turn(&q) || !skip(&q))
                return false;
        }
        if (*q.p == '<' && (!take_turn_roll(&q) || !skip(&q)))
            return false;
        bool starts = is_letter(*q.p) || (q.p[0] == '-' && q.p[1] == '-');
        if (!starts || !action(&q))
            return false;
    }
    return false;
}

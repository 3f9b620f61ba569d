/* SPDX-License-Identifier: MIT */
/*
 * The fast way through a game of long notation with several actions a turn.  The text is read where
 * it stands, squares and all.  Usual actions are known here (quick_lines.h, quick_ortho.h); what
 * others do is the referee's, as everywhere.  As in quick.c whatever is unusual is left to the
 * walk, so that nothing need be taken back: the state is played in place.
 */
#include "game/quick_lines.h"
#include "game/quick_ortho.h"

#include "base/number.h"
#include "text/lex.h"
#include "text/roll.h"
#include "text/scan.h"
#include "text/span.h"

bool quick_turns_fit(const xpgn_ruleset *rs) {
    return rs->turn != TURN_ONE_ACTION && rs->movement != MOVEMENT_CHESS;
}

static inline bool clean(const struct run *q) {
    return q->out->log->count == 0 && !q->out->log->no_memory;
}

/* ---- the text -------------------------------------------------------------------------------- */

/* The last bytes go through a copy with room behind it: returns where it begins. */
static const char *enter_tail(struct run *q, const char *p) {
    size_t left = (size_t)(q->end - p);
    memcpy(q->tail, p, left);
    memset(q->tail + left, 0, TURNS_TAIL - left);
    q->end = q->tail + left;
    q->stop = q->limit = q->tail + TURNS_TAIL;
    return q->tail;
}

/* $7, !, ?! behind an action, as far as they go. */
static const char *past_nag(const char *p) {
    unsigned value = 0, digits = 0;
    if (*p != '$') {
        p += p[1] == '!' || p[1] == '?' ? 2 : 1;
        return *p != '!' && *p != '?' ? p : NULL;
    }
    for (p++; is_digit(*p) && digits < 4; digits++)
        value = value * 10 + (unsigned)(*p++ - '0');
    return digits > 0 && digits < 4 && value > 0 && value < 256 ? p : NULL;
}

/* Past one white space, comment that commands nothing, or NAG if these may stand here; NULL: it is
   none of them, or needs a closer look. */
static const char *past_aside(struct run *q, const char *p, bool nags) {
    if (is_space(*p))
        return p + 1;
    if (*p == '{')
        return span_comment(p + 1, q->end);
    return nags && (*p == '$' || *p == '!' || *p == '?') ? past_nag(p) : NULL;
}

/* What may stand between an action and what belongs to it. */
static const char *past_asides(struct run *q, const char *p) {
    for (;;) {
        if (p >= q->stop)
            p = enter_tail(q, p);
        bool aside = is_space(*p) || *p == '{' || *p == '$' || *p == '!' || *p == '?';
        if (!aside || (p = past_aside(q, p, true)) == NULL)
            return p;
    }
}

/* ---- any action, by the referee -------------------------------------------------------------- */

/* The roll of an attack or attempt goes into q->roll, if one stands there. */
static const char *take_roll(struct run *q, const char *p) {
    q->roll.exchanges = 0;
    p = past_asides(q, p);
    if (p == NULL || *p != '<')
        return p;
    const char *after = roll_read_canonical(p, q->limit, &q->roll);
    if (after != NULL)
        return after;
    const char *close = memchr(p, '>', (size_t)(q->end - p));
    if (close == NULL || (unsigned char)p[1] >= 0x80 || /* a wide space: it is no roll */
        !roll_read((xpgn_slice){p + 1, (size_t)(close - p - 1)}, 0, &q->roll, q->out->log))
        return NULL;
    return close + 1;
}

/* The piece that an escape freed stands behind the roll, as a word of its own. */
static const char *take_freed(struct run *q, const char *p) {
    struct said *said = &q->said;
    p = past_asides(q, p);
    if (p == NULL)
        return NULL;
    const char *after = notation_long(p, q->limit, &said->freed);
    said->has_freed = after != NULL && is_space(*after) && said->freed.kind == NOTATION_DROP;
    return said->has_freed ? after : p;
}

/* The action is done: does it end the game, and so the turn? */
static void note_end(struct run *q) {
    if (!q->facts.outcome.over)
        return;
    q->outcome = q->facts.outcome;
    referee_close_turn(q->s);
    q->phase = PHASE_OVER;
}

static bool roll_is_due(const struct run *q) {
    return q->rolled && q->s->turn.roll == 0;
}

/* The action in q->facts, of which the text ends at p. */
static const char *play(struct run *q, const char *p) {
    unsigned kind = q->facts.action.kind;
    if (roll_is_due(q) || !movement_legal(q->rs, q->s, &q->facts.action))
        return NULL;
    q->unjudged = false;
    if (kind == XPGN_STEP || kind == XPGN_REINFORCE) { /* nothing is rolled */
        q->facts.combat = false;
        referee_carry_out(q->rs, q->s, &q->facts);
    } else {
        p = take_roll(q, p);
        if (p != NULL && kind == XPGN_RELEASE)
            p = take_freed(q, p);
        if (p == NULL || !referee_play_legal(q->rs, q->s, &q->said, &q->facts, q->out->log) ||
            !clean(q))
            return NULL;
        q->said.has_freed = false;
    }
    note_end(q);
    return p;
}

/* Behind the second square of an attack or a king's @: =Q, #.  NULL: something else. */
static const char *read_suffix(struct run *q, const char *p, xpgn_action *a) {
    if (*p == '=' && a->kind == XPGN_ATTACK && q->rs->arrival == ARRIVAL_ON_CAPTURE) {
        a->promotion = (uint8_t)type_of_letter(p[1]);
        p += 2;
        if (a->promotion <= XPGN_PAWN)
            return NULL;
    }
    q->said.notation.mark = *p == '#' ? *p++ : 0;
    return is_space(*p) || *p == '{' || *p == '!' || *p == '?' || *p == '$' ? p : NULL;
}

static void set_action(struct run *q, xpgn_action_kind kind, xpgn_square from, xpgn_square to,
                       xpgn_square target) {
    q->facts.action =
        (xpgn_action){(uint8_t)kind, q->s->position.at[from], from, to, target, 0, XPGN_NO_SQUARE};
    q->said.notation.mark = 0;
}

/* K@d4, K@-, of which p is behind the letter. */
static const char *play_king(struct run *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    xpgn_square king = pos->king[pos->turn], to = XPGN_NO_SQUARE;
    bool lines = q->rs->movement == MOVEMENT_QUEEN_LINE;
    struct place a;
    if (lines && p[1] == '-')
        p += 2;
    else if ((p = read_place(q, p + 1, &a)) != NULL)
        to = (xpgn_square)(a.rank * q->files + a.file);
    if (p == NULL)
        return NULL;
    if (king == XPGN_NO_SQUARE || (lines && to != XPGN_NO_SQUARE && pos->at[to] != 0))
        return NULL;
    set_action(q, lines ? XPGN_TELEPORT : XPGN_ROUTE, king, to, XPGN_NO_SQUARE);
    p = read_suffix(q, p, &q->facts.action);
    return p != NULL ? play(q, p) : NULL;
}

/* e2-e4, Bf4xg5=Q#, Nb2@a1, of which p is behind the letter. */
static const char *play_squares(struct run *q, const char *p, unsigned type) {
    const xpgn_position *pos = &q->s->position;
    struct way w;
    p = any_way(q, p, &w);
    if (p == NULL || pos->at[w.from] != XPGN_PIECE(pos->turn, type))
        return NULL;
    if (w.sign == 'x') {
        set_action(q, XPGN_ATTACK, w.from, w.to, w.to);
        p = read_suffix(q, p, &q->facts.action);
    } else if (w.sign == '-') {
        set_action(q, XPGN_STEP, w.from, w.to, XPGN_NO_SQUARE);
    } else if (w.sign == '@' && q->rs->movement == MOVEMENT_ORTHOGONAL) {
        set_action(q, XPGN_REINFORCE, w.from, w.to, XPGN_NO_SQUARE);
    } else if (w.sign == '@' && pos->at[w.to] != 0) {
        set_action(q, XPGN_RELEASE, w.from, w.to, w.to);
    } else {
        return NULL; /* the king may teleport so, but it is not written so */
    }
    return p != NULL && (w.sign == 'x' || is_space(*p)) ? play(q, p) : NULL;
}

/* -- at p. */
static const char *play_pass(struct run *q, const char *p) {
    static const struct notation pass = {.kind = NOTATION_PASS};
    if (q->phase != PHASE_TURN || !is_space(p[2]) || roll_is_due(q) ||
        (q->unjudged && !movement_any(q->rs, q->s)) ||
        !movement_resolve(q->rs, q->s, &pass, &q->facts.action))
        return NULL;
    q->unjudged = q->facts.combat = false;
    referee_carry_out(q->rs, q->s, &q->facts);
    note_end(q);
    return p + 2;
}

static __attribute__((noinline)) const char *odd_action(struct run *q, const char *p,
                                                        unsigned type) {
    p += type != XPGN_PAWN;
    return type == XPGN_KING && *p == '@' ? play_king(q, p) : play_squares(q, p, type);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void judge(struct run *q) {
    if (q->unjudged)
        referee_judge_turn(q->rs, q->s, &q->outcome);
    q->unjudged = false;
}

/* May the turn end here? The next side is seen to when it moves. */
ALWAYS_INLINE bool end_turn(struct run *q, bool lines) {
    const struct turn *t = &q->s->turn;
    if (q->phase != PHASE_TURN || t->stage == STAGE_START || (lines && t->roll != 0))
        return false;
    referee_close_turn(q->s);
    q->phase = PHASE_BETWEEN;
    q->unjudged = true;
    if (!lines)
        q->moves = q->rs->moves;
    return true;
}

static inline unsigned dots_of(const xpgn_position *p, unsigned seat) {
    return p->seats == 2 ? seat * 2 + 1 : seat + 1;
}

/* The labels, 7. and 7... and so on, are one word each.  Where one would be longer none is usual.
 */
static __attribute__((noinline)) void write_number(struct run *q, uint32_t number) {
    const xpgn_position *pos = &q->s->position;
    unsigned size = number_word(number, &q->number), most = dots_of(pos, pos->seats - 1u);
    q->last_digit = 8 * (size - 1);
    q->until = number - number % 10 + 10;
    q->number |= (uint64_t)0x2e2e2e2e2e2e2e2e << 8 * size;
    if (size + most > sizeof q->number) {
        q->number = q->until = 0; /* which is no text */
        size = 1;
    }
    for (unsigned seat = 0; seat < pos->seats; seat++) {
        q->label_size[seat] = (uint8_t)(size + dots_of(pos, seat));
        q->label_past[seat] = (uint8_t)(64 - 8 * q->label_size[seat]);
    }
}

/* Mostly it is the same or the next, which nobody can foresee, and but for the last digit the same.
 */
ALWAYS_INLINE void set_number(struct run *q, uint32_t number) {
    if (number >= q->until)
        write_number(q, number);
    else
        q->number += (uint64_t)(number - q->shown) << q->last_digit;
    q->shown = number;
}

/* A turn begins. */
ALWAYS_INLINE void begin_turn(struct run *q) {
    const xpgn_position *pos = &q->s->position;
    q->phase = PHASE_TURN;
    q->out->plies++;
    q->out->last_seat = pos->turn;
    q->out->last_number = pos->number;
}

/* Behind the number of the turn to come with its dots, and a blank: all of it is one word.  NULL:
   something else stands there. */
ALWAYS_INLINE const char *take_label(struct run *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    set_number(q, pos->number);
    if ((eight_bytes(p) ^ q->number) << q->label_past[pos->turn] != 0)
        return NULL;
    begin_turn(q);
    return past_blank(p + q->label_size[pos->turn]);
}

/* The same for any number and a turn that someone else has. */
static const char *odd_label(struct run *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    uint32_t number = 0;
    unsigned dots = 0;
    judge(q); /* a seat that cannot move may have fallen, and another be due */
    const char *from = p;
    for (; is_digit(*p) && p - from < 7; p++)
        number = number * 10 + (uint32_t)(*p - '0');
    for (; *p == '.' && dots < 5; p++)
        dots++;
    bool due = dots == dots_of(pos, pos->turn);
    if (q->outcome.over || !due || number != pos->number)
        return NULL;
    begin_turn(q);
    return p;
}

/* The terminator: nothing stands behind it, and it agrees with the tag and with the board. */
static bool finish(struct run *q, const char *p) {
    const xpgn_position *pos = &q->s->position;
    uint8_t score[XPGN_MAX_SEATS];
    xpgn_slice said = {p, 0}, tag = q->tag;
    while (said.size < (size_t)(q->end - p) && !is_space(p[said.size]))
        said.size++;
    for (const char *rest = p + said.size; rest < q->end; rest++) {
        if (!is_space(*rest))
            return false;
    }
    if ((tag.data != NULL && !slice_equal(tag, said)) || !result_read(said, pos->seats, score))
        return false;
    judge(q);
    q->out->result = (xpgn_slice){q->text_end - (q->end - p), said.size};
    q->out->outcome = q->outcome;
    if (q->outcome.over)
        return memcmp(q->outcome.score, score, sizeof score) == 0;
    for (unsigned seat = 0; seat < pos->seats; seat++) {
        if (score[seat] > 0 && !(pos->alive >> seat & 1))
            return false; /* only seats that are left share */
    }
    return true;
}

/* A digit or * that is no usual label. */
static __attribute__((noinline)) const char *odd_number(struct run *q, const char *p) {
    if (q->phase == PHASE_TURN && !end_turn(q, q->rs->turn == TURN_CHOICE))
        return NULL;
    if (p[1] == '.' || is_digit(p[1]))
        return q->phase == PHASE_BETWEEN ? odd_label(q, p) : NULL;
    q->ended = finish(q, p);
    return NULL;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

/* <4> at p: the roll of the turn, or of the step to come. */
ALWAYS_INLINE const char *take_turn_roll(struct run *q, const char *p) {
    struct turn *t = &q->s->turn;
    unsigned face = (unsigned char)p[1] - '0';
    if (face - 1 >= q->faces || p[2] != '>' || q->phase != PHASE_TURN || t->roll != 0 ||
        (q->rs->turn != TURN_CHOICE && !(q->rolled && t->stage == STAGE_START)))
        return NULL;
    t->roll = (uint8_t)face;
    if (q->rolled)
        q->moves = q->rs->moves_by_die[face - 1];
    return past_blank(p + 3);
}

/* White space, asides, a pass, the result *. */
static __attribute__((noinline)) const char *other(struct run *q, const char *p) {
    const struct turn *t = &q->s->turn;
    bool acted = q->phase == PHASE_OVER || (t->stage != STAGE_START && (t->roll == 0 || q->rolled));
    if (*p == '*')
        return odd_number(q, p);
    if (p[0] == '-' && p[1] == '-')
        return play_pass(q, p);
    return past_aside(q, p, acted);
}

/* What a loop is for: the usual actions of one movement. */
enum usual { USUAL_LINES, USUAL_ORTHO_SMALL, USUAL_ORTHO };

ALWAYS_INLINE const char *action(struct run *q, const char *p, unsigned type, enum usual usual) {
    const char *next;
    if (q->phase != PHASE_TURN)
        return NULL;
    next = usual == USUAL_LINES ? lines_action(q, p, type)
                                : ortho_action(q, p, type, usual == USUAL_ORTHO_SMALL);
    return next != NULL ? next : odd_action(q, p, type);
}

/* A number, a roll to move and an action are mostly there together, or the last of them. */
ALWAYS_INLINE const char *token(struct run *q, const char *p, enum usual usual) {
    unsigned class = begins[(unsigned char)*p];
    if (class == BEGINS_DIGIT) {
        const char *next = end_turn(q, usual == USUAL_LINES) || q->phase == PHASE_BETWEEN
                               ? take_label(q, p)
                               : NULL;
        if (next == NULL)
            return odd_number(q, p);
        p = next;
        class = begins[(unsigned char)*p];
    }
    if (class == BEGINS_ROLL) {
        const char *next = usual == USUAL_LINES && q->phase == PHASE_TURN ? lines_step(q, p) : NULL;
        if (next != NULL || (p = take_turn_roll(q, p)) == NULL)
            return next;
        class = begins[(unsigned char)*p];
    }
    return class - 1 < XPGN_KING ? action(q, p, class, usual) : other(q, p);
}

ALWAYS_INLINE void tokens(struct run *q, const char *p, enum usual usual) {
    while (p != NULL) {
        if (p >= q->stop)
            p = enter_tail(q, p);
        p = token(q, p, usual);
    }
}

static void begin(struct run *q, const xpgn_ruleset *rs, xpgn_slice text, struct quick *out) {
    q->rs = rs;
    q->out = out;
    q->s = &out->state;
    q->limit = q->end = q->text_end = text.data + text.size;
    q->stop = text.size > TURNS_MARGIN ? q->end - TURNS_MARGIN : text.data;
    q->files = rs->geometry.files;
    q->ranks = rs->geometry.ranks;
    q->faces = rs->die < 9 ? rs->die : 9;
    q->duel_faces = q->faces;
    q->rolled = rs->turn == TURN_SEVERAL_MOVES && rs->moves == 0;
    q->moves = rs->moves;
    q->phase = PHASE_BETWEEN;
    q->unjudged = q->ended = false;
    q->shown = q->until = 0;
    q->outcome = q->facts.outcome = (xpgn_outcome){0};
    q->facts.stood = false;
    q->said = (struct said){.roll = &q->roll};
    out->plies = 0;
}

/* Whose fall is not as usual, who leads, and where the cells are. */
static void note_rules(struct run *q) {
    const xpgn_ruleset *rs = q->rs;
    bool lines = rs->movement == MOVEMENT_QUEEN_LINE; /* they count leaders, and nothing else */
    for (unsigned t = 0; t < XPGN_TYPES; t++) {
        bool leads = rs->piece[t].leader, fatal = (rs->fatal >> t & 1) != 0;
        bool unlike = lines ? rs->alone_loses || rs->succession : rs->leaders_lost && leads;
        if (rs->piece[t].bonus > 10)
            q->duel_faces = 0;
        q->leading[t] = leads ? ~(bits)0 : 0;
        q->unlike[t] = fatal || unlike ? 0xff : 0;
    }
    if (!lines)
        q->unlike[XPGN_KING] = 0xff; /* the queen may succeed him */
    memset(q->cells, 0xff, sizeof q->cells);
    for (unsigned i = 0; lines && i < 4; i++)
        q->cells[rs->geometry.cell[i]] = (uint8_t)(rs->geometry.cell_seat[i] * 4u + i);
    if (rs->transform_to != 0)
        q->unlike[rs->transform_kills] |= (uint8_t)(1u << rs->transform_from);
}

bool quick_turns(const xpgn_ruleset *rs, xpgn_slice text, xpgn_slice result, struct quick *out) {
    struct run q;
    begin(&q, rs, text, out);
    note_rules(&q);
    q.tag = result;
    if (rs->movement == MOVEMENT_QUEEN_LINE)
        tokens(&q, text.data, USUAL_LINES);
    else if (position_is_small(&q.s->position))
        tokens(&q, text.data, USUAL_ORTHO_SMALL);
    else
        tokens(&q, text.data, USUAL_ORTHO);
    return q.ended;
}

/* SPDX-License-Identifier: MIT */
#include "slow_games.h"
#include "internal/text_out.h"

#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

/* ---- a random game --------------------------------------------------------------------------- */

struct recorder {
    struct dice *d;
    const xpgn_ruleset *rs;
    xpgn_buffer *b;
    const char *eol;
    unsigned talk; /* 0: moves only; up to 3: something after every other move */
    bool sloppy;   /* makes mistakes */
};

static bool one_in(struct recorder *s, unsigned n) {
    return dice_below(s->d, n) == 0;
}

/* Now and then, but only where mistakes are made. */
static bool slip(struct recorder *s, unsigned n) {
    return s->sloppy && one_in(s, n);
}

static void gap(struct recorder *s) {
    static const char *const odd[] = {"  ", "\t", "\n\n", " \n"};
    unsigned at = dice_below(s->d, 40);
    if (slip(s, 60))
        return;
    if (at < sizeof odd / sizeof *odd)
        xpgn_buffer_text(s->b, odd[at]);
    else
        xpgn_buffer_text(s->b, at < 8 ? s->eol : " ");
}

static void remark(struct recorder *s) {
    static const char *const remarks[] = {"{ a book move }",
                                          "{[%clk 1:02:03]}",
                                          "{[%eval -0.31] [%clk 0:00:09.2]}",
                                          "{}",
                                          "{(}",
                                          "{ 1. e4 ) $3 }",
                                          "$1",
                                          "$255 $2",
                                          "!",
                                          "?!",
                                          "!!",
                                          "$14",
                                          "{\xc3\xa9t\xc3\xa9}",
                                          "{[%cal Ge2e4,Rd1h5]}",
                                          "{ two\nlines }",
                                          "{; no line}",
                                          "{<4>}",
                                          "{[%emt 3]}"};
    static const char *const rare[] = {
        "; a line", ";",    "{[%roll 4:2]}", "{[%turn 3]}",  "{[%xfen 8/8]}",
        "$0",       "$256", "!?!",           "{[%clk",       "}",
        "<4:2>",    "$",    "{\xe9}",        "\xe2\x80\x93", "e.p.",
        "+-"};
    if (slip(s, 20)) {
        xpgn_buffer_text(s->b, rare[dice_below(s->d, sizeof rare / sizeof *rare)]);
        xpgn_buffer_text(s->b, s->eol);
    } else {
        xpgn_buffer_text(s->b, remarks[dice_below(s->d, sizeof remarks / sizeof *remarks)]);
    }
    gap(s);
}

static void number(struct recorder *s, const xpgn_position *p, bool first) {
    bool needed = p->side_to_move == 0 || first;
    if (one_in(s, needed ? 12 : 6))
        needed = !needed;
    if (!needed)
        return;
    unsigned n = p->number + (slip(s, 40) ? 1 : 0);
    xpgn_buffer_printf(s->b, slip(s, 20) ? "%u" : p->side_to_move == 0 ? "%u." : "%u...", n);
    if (!one_in(s, 6))
        gap(s);
}

/* A longer or sloppier form of the same move, now and then. */
static void move_text(struct recorder *s, const xpgn_position *p, const xpgn_action *a) {
    char name[24], from[4], to[4];
    xpgn_action_name(s->rs, p, a, name);
    xpgn_square_name(p, a->from, from);
    xpgn_square_name(p, a->to, to);
    bool takes = a->kind == XPGN_ATTACK, pawn = XPGN_TYPE_OF(a->piece) == XPGN_PAWN;
    if (a->kind == XPGN_CASTLING || a->promotion != 0 || !slip(s, 10))
        xpgn_buffer_text(s->b, name);
    else if (one_in(s, 3))
        xpgn_buffer_printf(s->b, "%s%s%s", from, takes ? "x" : "-", to);
    else if (pawn)
        xpgn_buffer_printf(s->b, "%.1s%s%s", from, takes ? "x" : "", to);
    else
        xpgn_buffer_printf(s->b, "%c%.*s%s%s", xpgn_piece_letter((xpgn_piece)(a->piece & 7)),
                           1 + (int)dice_below(s->d, 2), from + dice_below(s->d, 2),
                           takes ? "x" : "", to);
}

static void check_sign(struct recorder *s, const xpgn_position *after) {
    struct state next = {.position = *after};
    bool check = movement_in_check(s->rs, after, after->side_to_move);
    bool mate = check && !movement_any(s->rs, &next);
    if (mate ? !one_in(s, 5) : slip(s, 100))
        xpgn_buffer_char(s->b, '#');
    else if (check ? !one_in(s, 5) : slip(s, 100))
        xpgn_buffer_char(s->b, '+');
}

static void play_line(struct recorder *s, xpgn_position *p, unsigned plies, unsigned depth);

static void variation(struct recorder *s, const xpgn_position *p, unsigned depth) {
    xpgn_position copy = *p;
    xpgn_buffer_text(s->b, one_in(s, 3) ? "( " : "(");
    play_line(s, &copy, 1 + dice_below(s->d, 5), depth + 1);
    xpgn_buffer_text(s->b, ")");
    gap(s);
}

/* Plays one random move, which it writes with all that follows it; false: there is none. */
static bool play_move(struct recorder *s, xpgn_position *p, bool first, unsigned depth) {
    xpgn_action list[256];
    struct state here = {.position = *p};
    size_t count = movement_actions(s->rs, &here, list, 256);
    if (count == 0)
        return false;
    xpgn_action a = list[dice_below(s->d, (unsigned)count)];
    for (unsigned i = 0; i < 2 && a.kind != XPGN_ATTACK && a.kind != XPGN_CASTLING; i++)
        a = list[dice_below(s->d, (unsigned)count)];
    number(s, p, first);
    move_text(s, p, &a);
    xpgn_position before = *p;
    movement_play(s->rs, p, &a);
    position_pass(p);
    check_sign(s, p);
    gap(s);
    while (s->talk > 0 && dice_below(s->d, 8) < s->talk)
        remark(s);
    while (s->talk > 0 && depth < 40 && one_in(s, 8 + 6 * depth))
        variation(s, &before, depth);
    return true;
}

static void play_line(struct recorder *s, xpgn_position *p, unsigned plies, unsigned depth) {
    for (unsigned i = 0; i < plies && play_move(s, p, i == 0, depth); i++)
        continue;
}

static void tags(struct recorder *s, const char *result) {
    enum { SOME = 15 };
    static const char *const some[SOME] = {
        "[Event \"?\"]",          "[Date \"2001.02.03\"]",  "[White \"A\"]",
        "[Variant \"Standard\"]", "[Black \"B\"]",          "[WhiteElo \"1\"]",
        "[Round \"-\"]",          "[Site \"a \\\"b\\\"\"]", "[ECO \"B01\"]",
        "[Variant \"chess\"]",    "[SetUp \"0\"]",          "[XPGN \"1\"]",
        "[Date \"2001.02.30\"]",  "[Event \"?\"]",          "[UTCDate \"2001.13.01\"]"};
    unsigned which = 0;
    for (unsigned n = dice_below(s->d, 5); n > 0; n--) {
        which = s->sloppy ? dice_below(s->d, SOME) : which + 1 + dice_below(s->d, 2);
        xpgn_buffer_printf(s->b, "%s%s", some[which], s->eol);
    }
    if (!one_in(s, 6))
        xpgn_buffer_printf(s->b, "[Result \"%s\"]%s", slip(s, 20) ? "1-0" : result, s->eol);
    xpgn_buffer_text(s->b, one_in(s, 20) ? "" : s->eol);
}

static const char *result_of(struct recorder *s, const xpgn_position *p) {
    static const char *const any[] = {"1-0", "0-1", "1/2-1/2", "*"};
    struct state here = {.position = *p};
    if (movement_any(s->rs, &here) || slip(s, 10))
        return any[dice_below(s->d, 4)];
    return any[!movement_in_check(s->rs, p, p->side_to_move) ? 2 : p->side_to_move ^ 1];
}

void random_game(struct dice *d, const xpgn_ruleset *chess, xpgn_buffer *b) {
    xpgn_buffer text = {0};
    struct recorder s = {d,
                         chess,
                         &text,
                         dice_below(d, 6) == 0 ? "\r\n" : "\n",
                         dice_below(d, 4),
                         dice_below(d, 3) == 0};
    xpgn_position p = chess->start;
    unsigned plies = dice_below(d, 12) == 0 ? 400 : dice_below(d, 60);
    play_line(&s, &p, plies, 0);
    s.b = b;
    const char *result = result_of(&s, &p);
    tags(&s, result);
    xpgn_buffer_slice(b, (xpgn_slice){text.data, text.size});
    xpgn_buffer_text(b, slip(&s, 20) ? "" : result);
    xpgn_buffer_text(b, one_in(&s, 10) ? "" : s.eol);
    xpgn_buffer_free(&text);
}

/* ---- damage ---------------------------------------------------------------------------------- */

static char random_byte(struct dice *d) {
    static const char usual[] = "abcdefgh12345678NBRQKxO=+#-.!?$(){};<>[]*/ \n\r\t\"\\%0_P";
    if (dice_below(d, 12) == 0)
        return (char)dice_below(d, 256);
    return usual[dice_below(d, sizeof usual - 1)];
}

static void splice(xpgn_buffer *b, size_t at, size_t gone, const char *bytes, size_t size) {
    xpgn_buffer out = {0};
    xpgn_buffer_put(&out, b->data, at);
    xpgn_buffer_put(&out, bytes, size);
    xpgn_buffer_put(&out, b->data + at + gone, b->size - at - gone);
    xpgn_buffer_free(b);
    *b = out;
}

static void insert_token(struct dice *d, xpgn_buffer *b, size_t at) {
    static const char *const tokens[] = {
        "(",           ")",         " 1-0",         " * ",         "{x}",     "$5 ",
        "!",           "12. ",      "12... ",       "O-O ",        "O-O-O ",  "Nf3 ",
        "e4 ",         "exd5 ",     "e8=Q ",        "+",           "#",       " 1/2-1/2 ",
        "; x\n",       "\n% x\n",   "\r",           "[A \"b\"]\n", "--",      "0-0",
        "(e5)",        "(1... e5)", "{[%roll 1]}",  "<1>",         " ",       "x",
        "\n\n",        "Z0 ",       "\xef\xbb\xbf", "<4> ",        "K@- ",    "e2-e4 ",
        "=Q",          "x@a1",      "1.. ",         "<1+5=6> ",    "Nb2@a1 ", "[%xfen -]",
        "{[%turn 4]}", "$5",        "<2=2:3=3x>"};
    const char *t = tokens[dice_below(d, sizeof tokens / sizeof *tokens)];
    splice(b, at, 0, t, strlen(t));
}

static void damage_once(struct dice *d, xpgn_buffer *b) {
    size_t at = dice_below(d, (unsigned)b->size), other = dice_below(d, (unsigned)b->size);
    size_t few = 1 + dice_below(d, dice_below(d, 4) == 0 ? 30 : 4);
    char byte = random_byte(d), copy[32];
    few = few > b->size - at ? b->size - at : few;
    switch (dice_below(d, 7)) {
    case 0:
    case 1:
        b->data[at] = byte;
        break;
    case 2:
        splice(b, at, few, NULL, 0);
        break;
    case 3:
        splice(b, at, 0, &byte, 1);
        break;
    case 4:
        memcpy(copy, b->data + at, few);
        splice(b, other, 0, copy, few);
        break;
    case 5:
        insert_token(d, b, at);
        break;
    default:
        byte = b->data[at];
        b->data[at] = b->data[other];
        b->data[other] = byte;
    }
}

void random_damage(struct dice *d, xpgn_buffer *b) {
    for (unsigned n = 1 + dice_below(d, 5) / 3; n > 0 && b->size > 0; n--)
        damage_once(d, b);
}

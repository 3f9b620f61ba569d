/* SPDX-License-Identifier: MIT */
/*
 * Positions by wrong bookkeeping: after every turn of many good games a [%xfen] as somebody has it
 * who does not reset the clock, keeps a castling right, forgets a removed piece.  Each has to be an
 * error of that turn.  And castling after the king or the rook has moved.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>

#include "internal/text_out.h"
#include "suite.h"
#include "wrong_records.h"

static struct referees both;
static struct record rec;
static xpgn_buffer text, right, wrong;

static void set_up(void) {
    referees_begin(&both);
}

static void tear_down(void) {
    referees_end(&both);
    xpgn_buffer_free(&text);
    xpgn_buffer_free(&right);
    xpgn_buffer_free(&wrong);
}

/* ---- the books, from the rules once more ------------------------------------------------------
 */

/* Has this action kept the clock from running (format section 5)? */
static bool breaks_quiet(const struct act *a) {
    const xpgn_action *did = &a->facts.action;
    bool pawn = XPGN_TYPE_OF(did->piece) == XPGN_PAWN && did->kind == XPGN_STEP;
    bool freed = did->kind == XPGN_RELEASE && did->promotion != 0;
    return pawn || freed || a->facts.combat || a->facts.captured != 0 ||
           did->kind == XPGN_REINFORCE || did->kind == XPGN_ROUTE;
}

static uint32_t clock_after(size_t first, size_t last) {
    bool broken = rec.act[last].after.alive != rec.act[first].before.alive;
    for (size_t i = first; i <= last; i++)
        broken |= breaks_quiet(&rec.act[i]);
    return broken ? 0 : rec.act[first].before.halfmove_clock + 1;
}

/* The next seat that is left, and whether the order has begun anew. */
static unsigned seat_after(const xpgn_position *before, const xpgn_position *after, bool *anew) {
    unsigned seat = before->side_to_move;
    *anew = false;
    do {
        seat = (seat + 1) % before->seats;
        *anew |= seat == 0;
    } while (before->seats > 2 && (after->alive >> seat & 1) == 0);
    return seat;
}

/* Is the castling rook, or its king, neither gone nor moved? */
static bool keeps_right(const struct act *a, unsigned seat, xpgn_square rook) {
    const xpgn_action *did = &a->facts.action;
    xpgn_square king = a->before.king[seat];
    bool left = did->kind == XPGN_CASTLING || a->facts.arrived;
    if (a->facts.combat)
        left |= a->facts.side[0].fate == 'x';
    bool mover = left && (did->from == rook || did->from == king);
    bool target = a->facts.captured != 0 && (did->target == rook || did->target == king);
    return !mover && !target;
}

static void check_rights(const struct act *a) {
    for (unsigned i = 0; i < 4; i++) {
        xpgn_square rook = a->before.castle[i / 2][i % 2], after = a->after.castle[i / 2][i % 2];
        bool kept = rook != XPGN_NO_SQUARE && keeps_right(a, i / 2, rook);
        ck_assert_msg(after == (kept ? rook : XPGN_NO_SQUARE), "right %u in turn %u of %s", i,
                      a->ply, rec.text.data);
    }
}

/* CA-13: the fallen are kept, and one that comes back is not. */
static void check_removed(const struct act *a) {
    uint8_t held[4][8];
    memcpy(held, a->before.held, sizeof held);
    for (int i = 0; i < 2 && a->facts.combat; i++) {
        xpgn_piece piece = a->facts.side[i].piece;
        if (a->facts.side[i].fate == 'x')
            held[XPGN_SEAT_OF(piece)][XPGN_TYPE_OF(piece)]++;
    }
    if (a->facts.action.promotion != 0 && a->facts.arrived)
        held[a->seat][a->facts.action.promotion]--;
    ck_assert_mem_eq(held, a->after.held, sizeof held);
}

static void check_books(size_t last) {
    size_t first = last;
    bool anew;
    while (!rec.act[first].first)
        first--;
    const xpgn_position *before = &rec.act[first].before, *after = &rec.act[last].after;
    unsigned seat = seat_after(before, after, &anew);
    if (after->halfmove_clock != clock_after(first, last) || after->side_to_move != seat ||
        after->number != before->number + anew)
        ck_abort_msg("clock %u, not %u; seat %u, not %u; number %u, not %u: turn %u of %.*s",
                     after->halfmove_clock, clock_after(first, last), after->side_to_move, seat,
                     after->number, before->number + anew, rec.act[last].ply, (int)rec.text.size,
                     rec.text.data);
    if (first == last) /* where turns have several actions there is no castling */
        check_rights(&rec.act[last]);
    if (strcmp(rec.id, "chess-attack") == 0)
        check_removed(&rec.act[last]);
}

/* ---- checkpoints ----------------------------------------------------------------------------- */

/* Changes the position after a turn as a wrong rule would; false: it says the same. */
typedef bool edit(const struct act *a, xpgn_position *p);

static bool clock_runs_on(const struct act *a, xpgn_position *p) {
    p->halfmove_clock = a->before.halfmove_clock + 1;
    return p->halfmove_clock != a->after.halfmove_clock;
}

static bool clock_is_reset(const struct act *a, xpgn_position *p) {
    p->halfmove_clock = 0;
    return a->after.halfmove_clock != 0;
}

static bool clock_of_before(const struct act *a, xpgn_position *p) {
    p->halfmove_clock = a->before.halfmove_clock;
    return p->halfmove_clock != a->after.halfmove_clock;
}

static bool number_goes_up(const struct act *a, xpgn_position *p) {
    (void)a;
    p->number++;
    return true;
}

static bool number_of_before(const struct act *a, xpgn_position *p) {
    p->number = a->before.number;
    return p->number != a->after.number;
}

static bool same_side_again(const struct act *a, xpgn_position *p) {
    p->side_to_move = a->before.side_to_move;
    return p->side_to_move != a->after.side_to_move;
}

static bool en_passant_stays_open(const struct act *a, xpgn_position *p) {
    p->ep_square = a->before.ep_square;
    return p->ep_square != a->after.ep_square && p->ep_square != XPGN_NO_SQUARE;
}

static bool en_passant_does_not_open(const struct act *a, xpgn_position *p) {
    (void)a;
    bool open = p->ep_square != XPGN_NO_SQUARE;
    p->ep_square = XPGN_NO_SQUARE;
    return open;
}

static bool rights_stay(const struct act *a, xpgn_position *p) {
    memcpy(p->castle, a->before.castle, sizeof p->castle);
    return memcmp(p->castle, a->after.castle, sizeof p->castle) != 0;
}

static bool a_right_is_lost(const struct act *a, xpgn_position *p) {
    (void)a;
    for (unsigned i = 0; i < 4; i++) {
        xpgn_square *rook = &p->castle[i / 2][i % 2];
        bool had = *rook != XPGN_NO_SQUARE;
        *rook = XPGN_NO_SQUARE;
        if (had)
            return true;
    }
    return false;
}

static bool removed_pieces_are_forgotten(const struct act *a, xpgn_position *p) {
    memcpy(p->held, a->before.held, sizeof p->held);
    return memcmp(p->held, a->after.held, sizeof p->held) != 0;
}

static bool a_held_piece_is_gone(const struct act *a, xpgn_position *p) {
    (void)a;
    for (unsigned i = 0; i < 32; i++) {
        uint8_t *n = &p->held[i / 8][i % 8];
        if (*n > 0) {
            --*n;
            return true;
        }
    }
    return false;
}

static bool a_prisoner_is_moved(const struct act *a, xpgn_position *p) {
    (void)a;
    if (strcmp(rec.id, "combat-chess-2") != 0)
        return false;
    for (unsigned i = 0; i < 32; i++) {
        if (p->held[i / 8][i % 8] == 0)
            continue;
        p->held[i / 8][i % 8]--;
        p->held[i / 8 ^ 1][i % 8]++;
        return true;
    }
    return false;
}

/* The wound of one side of the combat is healed, or made up. */
static bool turn_wound(const struct act *a, xpgn_position *p, int side) {
    xpgn_square sq = a->facts.side[side].square;
    if (!a->facts.combat || strcmp(rec.id, "chess-attack") != 0)
        return false;
    if (p->at[sq] == 0 && side == 0)
        sq = a->facts.action.to;
    if (p->at[sq] == 0)
        return false;
    p->at[sq] ^= XPGN_WOUNDED;
    p->wounded ^= (uint64_t)1 << sq;
    return true;
}

static bool attackers_wound(const struct act *a, xpgn_position *p) {
    return turn_wound(a, p, 0);
}

static bool defenders_wound(const struct act *a, xpgn_position *p) {
    return turn_wound(a, p, 1);
}

static const struct books {
    const char *name;
    edit *make;
    unsigned least; /* that have to be tried */
} books[] = {
    {"a clock that runs on", clock_runs_on, 2700},
    {"a clock that is reset", clock_is_reset, 2000},
    {"a clock that stands", clock_of_before, 3000},
    {"a number that goes up", number_goes_up, 4500},
    {"a number that does not go up", number_of_before, 2300},
    {"the same side again", same_side_again, 4500},
    {"en passant kept open", en_passant_stays_open, 50},
    {"en passant not opened", en_passant_does_not_open, 50},
    {"castling rights kept", rights_stay, 130},
    {"a castling right lost", a_right_is_lost, 1500},
    {"removed pieces forgotten", removed_pieces_are_forgotten, 850},
    {"a held piece gone", a_held_piece_is_gone, 2400},
    {"a prisoner moved", a_prisoner_is_moved, 900},
    {"the attacker's wound", attackers_wound, 400},
    {"the defender's wound", defenders_wound, 400},
};
enum { BOOKS = sizeof books / sizeof *books };

static unsigned tried[BOOKS];

/* The checkpoint of a position, with a NUL after it. */
static void write_checkpoint(xpgn_buffer *b, const xpgn_position *p) {
    xpgn_buffer_clear(b);
    xpgn_buffer_text(b, " {[%xfen ");
    xpgn_position_write(b, rec.rs, p);
    xpgn_buffer_text(b, "]}");
    xpgn_buffer_char(b, '\0');
}

static void try_turn(size_t act) {
    const struct act *a = &rec.act[act];
    check_books(act);
    write_checkpoint(&right, &a->after);
    record_write(&text, &rec, act, a->end, a->end, right.data);
    referees_accept(&both, &text);
    for (unsigned i = 0; i < BOOKS; i++) {
        xpgn_position p = a->after;
        if (!books[i].make(a, &p))
            continue;
        write_checkpoint(&wrong, &p);
        if (strcmp(wrong.data, right.data) == 0)
            continue; /* what XFEN does not say */
        record_write(&text, &rec, act, a->end, a->end, wrong.data);
        referees_refuse(&both, &text, a->ply, books[i].name);
        tried[i]++;
    }
}

static void try_file(const char *path) {
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_stream_open(&stream, &path, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        record_read(&rec, &both, &game);
        for (size_t i = 0; i < rec.acts; i++)
            if (record_turn_end(&rec, i) == i)
                try_turn(i);
        record_free(&rec);
    }
    xpgn_stream_close(stream);
}

START_TEST(a_position_by_wrong_bookkeeping_is_an_error) {
    static const char *const files[] = {
        "tests/vectors/tamper.xpgn", "tests/bench/data/chess-attack.xpgn",
        "tests/bench/data/combat-chess-2.xpgn", "tests/bench/data/five-dice.xpgn"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        try_file(files[i]);
    for (unsigned i = 0; i < BOOKS; i++)
        ck_assert_msg(tried[i] >= books[i].least, "%s: %u tried", books[i].name, tried[i]);
}
END_TEST

/* ---- castling -------------------------------------------------------------------------------- */

#define ROOKS "r3k2r/p6p/8/8/8/8/P6P/R3K2R"
#define KING_ATTACKS "r3k2r/p6p/8/8/8/8/P3p2P/R3K2R"
#define ROOK_ATTACKS "r3k2r/p6p/8/8/8/8/7P/R3K2R"

enum { WHITE_SHORT = 1, WHITE_LONG = 2, BLACK_SHORT = 4, BLACK_LONG = 8, ALL = 15 };

/* Moves before White's turn, and who may castle then; Black after `wait`. */
static const struct castling {
    const char *fen, *before, *wait;
    unsigned may;
    const char *variant; /* NULL: chess, chess-attack, five-dice */
} castlings[] = {
    {ROOKS " w KQkq - 0 1", "1. h3 h6 2.", "a3", ALL, NULL},
    {ROOKS " w KQk - 0 1", "1. h3 h6 2.", "a3", ALL & ~BLACK_LONG, NULL},
    {ROOKS " w Qkq - 0 1", "1. h3 h6 2.", "a3", ALL & ~WHITE_SHORT, NULL},
    {ROOKS " w - - 0 1", "1. h3 h6 2.", "a3", 0, NULL},
    /* the king has moved and come back, the one, the other, both */
    {ROOKS " w KQkq - 0 1", "1. Ke2 Ke7 2. Ke1 Ke8 3.", "a3", 0, NULL},
    {ROOKS " w KQkq - 0 1", "1. Ke2 a6 2. Ke1 a5 3.", "a3", BLACK_SHORT | BLACK_LONG, NULL},
    {ROOKS " w KQkq - 0 1", "1. h3 Kd8 2. h4 Ke8 3.", "a3", WHITE_SHORT | WHITE_LONG, NULL},
    /* a rook has */
    {ROOKS " w KQkq - 0 1", "1. Rg1 Rg8 2. Rh1 Rh8 3.", "a3", WHITE_LONG | BLACK_LONG, NULL},
    {ROOKS " w KQkq - 0 1", "1. Rb1 Rb8 2. Ra1 Ra8 3.", "a3", WHITE_SHORT | BLACK_SHORT, NULL},
    {ROOKS " w KQkq - 0 1", "1. Rg1 Rb8 2. Rh1 Ra8 3.", "a3", WHITE_LONG | BLACK_SHORT, NULL},
    {ROOKS " w KQkq - 0 1", "1. Rb1 h6 2. Ra1 h5 3.", "a3", ALL & ~WHITE_LONG, NULL},
    /* a rook was taken at home, and another one has come there */
    {"r3k2r/p6p/8/8/3B4/8/P6P/R3K2R w KQkq - 0 1",
     "1. Bxh8 Rd8 2. Bd4 Rd7 3. Bc3 Rg7 4. Bd2 Rg8 5. Bc1 Rh8 6.", "a3", WHITE_SHORT, "chess"},
    {"r3k2r/p6p/8/8/3B4/8/P6P/R3K2R w KQkq - 0 1",
     "1. Bxh8 <6+0=9:1+0=3x> Rd8 2. Bd4 Rd7 3. Bc3 Rg7 4. Bd2 Rg8 5. Bc1 Rh8 6.", "a3", WHITE_SHORT,
     "chess-attack"},
    {"r3k2r/p6p/8/8/3B4/8/P6P/R3K2R w KQkq - 0 1",
     "1. Bxh8 <6,1,1=6:1,1,1=1x> Rd8 2. Bd4 Rd7 3. Bc3 Rg7 4. Bd2 Rg8 5. Bc1 Rh8 6.", "a3",
     WHITE_SHORT, "five-dice"},
    {"r3k2r/p7/8/7r/3B4/8/P7/R3K2R w KQkq - 0 1", "1. Bxh8 Rxh8 2.", "a3", ALL & ~BLACK_SHORT,
     "chess"},
    {"r3k2r/p7/8/7r/3B4/8/P7/R3K2R w KQkq - 0 1", "1. Bxh8 <6+0=9:1+1=4x> Rxh8 <6+0=9:1+0=3x> 2.",
     "a3", ALL & ~BLACK_SHORT, "chess-attack"},
    {"r3k2r/p7/8/7r/3B4/8/P7/R3K2R w KQkq - 0 1",
     "1. Bxh8 <6,1,1=6:1,1,1=1x> Rxh8 <6,1=6:1,1,1=1x> 2.", "a3", ALL & ~BLACK_SHORT, "five-dice"},
    /* by a pawn that became another piece */
    {"r3k2r/1P5p/8/8/8/8/7P/4K2R w Kkq - 0 1", "1. bxa8=N h6 2.", "h3", WHITE_SHORT | BLACK_SHORT,
     "chess"},
    {"r3k2r/1P5p/8/8/8/8/7P/4K2R w Kkq - 0 1", "1. bxa8=N <6=6:1,1,1=1x> h6 2.", "h3",
     WHITE_SHORT | BLACK_SHORT, "five-dice"},
    {"r3k2r/1P5p/8/8/8/8/7P/4K2R w Kkq - 0 1", "1. bxa8 <6+0=8:1+0=3x> h6 2.", "h3",
     WHITE_SHORT | BLACK_SHORT, "chess-attack"},
    /* who attacks and stays has not left its square (CA-9, FD-9), who moves in has */
    {KING_ATTACKS " w KQkq - 0 1", "1. Kxe2 <1+0=5w:4+0=5w> h6 2.", "a3", ALL, "chess-attack"},
    {KING_ATTACKS " w KQkq - 0 1", "1. Kxe2 <6+0=10:1+0=2x> a6 2. Ke1 a5 3.", "a3",
     BLACK_SHORT | BLACK_LONG, "chess-attack"},
    {KING_ATTACKS " w KQkq - 0 1", "1. Kxe2 <1:> h6 2.", "a3", ALL, "five-dice"},
    {KING_ATTACKS " w KQkq - 0 1", "1. Kxe2 <3:x> a6 2. Ke1 a5 3.", "a3", BLACK_SHORT | BLACK_LONG,
     "five-dice"},
    {ROOK_ATTACKS " w KQkq - 0 1", "1. Rxa7 <1+0=4w:2+1=4w> h6 2.", "h3", ALL, "chess-attack"},
    {ROOK_ATTACKS " w KQkq - 0 1", "1. Rxa7 <1+0=4x:6+1=8> h6 2.", "h3", ALL & ~WHITE_LONG,
     "chess-attack"},
    {ROOK_ATTACKS " w KQkq - 0 1", "1. Rxa7 <3,1=3:3=3> h6 2.", "h3", ALL, "five-dice"},
    {ROOK_ATTACKS " w KQkq - 0 1", "1. Rxa7 <3,1=3:1=1x> h6 2. Ra1 Rb8 3. Rb1 Ra8 4. Ra1 h5 5.",
     "h3", ALL & ~WHITE_LONG & ~BLACK_LONG, "five-dice"},
};

/* "1. Ke2 Ke7 2.": as many words as turns, numbers apart. */
static uint32_t count_turns(const char *moves) {
    uint32_t words = 0;
    for (const char *p = moves; *p != '\0'; p += *p == ' ') {
        words += (*p >= 'a' && *p <= 'h') || (*p >= 'A' && *p <= 'Z');
        p += strcspn(p, " ");
    }
    return words;
}

static void check_castling(const struct castling *c, const char *variant, unsigned which) {
    static const char *const names[] = {"O-O", "O-O-O", "O-O", "O-O-O"};
    bool black = which >= 2, may = (c->may >> which & 1) != 0;
    xpgn_buffer_clear(&text);
    xpgn_buffer_printf(&text, "[Variant \"%s\"]\n[FEN \"%s\"]\n\n%s %s %s *\n", variant, c->fen,
                       c->before, black ? c->wait : "", names[which]);
    if (may)
        referees_accept(&both, &text);
    else
        referees_refuse(&both, &text, count_turns(c->before) + black + 1, "castling");
}

START_TEST(castling_is_lost_with_a_move_and_not_with_an_attack) {
    static const char *const variants[] = {"chess", "chess-attack", "five-dice"};
    const struct castling *c = &castlings[_i];
    for (unsigned i = 0; i < 3; i++)
        for (unsigned which = 0; which < 4; which++)
            if (c->variant == NULL || strcmp(c->variant, variants[i]) == 0)
                check_castling(c, variants[i], which);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wrong books");
    TCase *tc = tcase_create("wrong books");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, a_position_by_wrong_bookkeeping_is_an_error);
    tcase_add_loop_test(tc, castling_is_lost_with_a_move_and_not_with_an_attack, 0,
                        sizeof castlings / sizeof *castlings);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

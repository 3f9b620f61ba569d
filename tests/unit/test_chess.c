/* SPDX-License-Identifier: MIT */
/* Chess movement: the fast mechanism against the slow one, notations, names, plays, reasons. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>

#include "rules_fixture.h"
#include "slow_chess.h"
#include "suite.h"

static const char *const start_position =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static struct notation read_notation(const char *text) {
    struct notation n;
    ck_assert_msg(notation_read((xpgn_slice){text, strlen(text)}, &n), "%s", text);
    return n;
}

static struct state state_of(const xpgn_ruleset *rs, const char *fen) {
    struct state s;
    memset(&s, 0, sizeof s);
    ck_assert_msg(fixture_position(rs, fen, &s.position), "%s", fen);
    return s;
}

static const char *fen_of(const xpgn_ruleset *rs, const xpgn_position *p) {
    static char text[300];
    xpgn_buffer b = {0};
    xfen_write(&b, &rs->geometry, p);
    snprintf(text, sizeof text, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
    return text;
}

static bool same_action(const xpgn_action *a, const xpgn_action *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- fast and slow --------------------------------------------------------------------------- */

static void check_lists(const xpgn_ruleset *rs, const xpgn_position *p) {
    xpgn_action fast[1024], slow[1024];
    struct state s = {.position = *p};
    size_t count = chess_actions(rs, &s, fast, 1024);
    bool same = count == slow_actions(rs, p, slow, 1024);
    slow_sort(fast, count);
    slow_sort(slow, count);
    same = same && memcmp(fast, slow, count * sizeof *fast) == 0;
    if (!same || chess_any(rs, &s) != (count > 0) ||
        chess_actions(rs, &s, fast, count / 2) != count)
        ck_abort_msg("%s: %zu", fen_of(rs, p), count); /* noting what holds would take long */
}

/* Boards for each ruleset; XPGN_SLOW asks for 100,000 in all. */
static unsigned boards(void) {
    return getenv("XPGN_SLOW") != NULL ? 100000 / RULESETS : 400;
}

START_TEST(the_list_is_that_of_the_slow_generator_on_random_boards) {
    static xpgn_ruleset rs;
    struct dice d = {1000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0, last = boards(); round < last; round++) {
        xpgn_position p;
        random_board(&d, &rs, &p);
        check_lists(&rs, &p);
    }
}
END_TEST

START_TEST(a_pawn_on_the_last_rank_has_no_moves) {
    static xpgn_ruleset rs;
    fixture_chess_attack(&rs, false, true); /* the king may not step into attack */
    struct state s = state_of(&rs, "2Rk4/2R*Q3P/4Q3/3N1P2/2Q5/6P*1/2N4B*/R2pK2R b K - 25 2");
    ck_assert_uint_eq(chess_actions(&rs, &s, NULL, 0), 0);
    ck_assert(!chess_any(&rs, &s));
}
END_TEST

START_TEST(the_list_is_that_of_the_slow_generator_in_random_games) {
    static xpgn_ruleset rs;
    struct dice d = {2000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned game = 0; game < 6; game++) {
        struct state s = state_of(&rs, start_position);
        for (unsigned turn = 0; turn < 80; turn++) {
            check_lists(&rs, &s.position);
            if (!random_turn(&d, &rs, &s.position))
                break;
        }
    }
}
END_TEST

/* ---- names and what they resolve to ---------------------------------------------------------- */

static void check_names(const xpgn_ruleset *rs, const xpgn_position *p) {
    xpgn_action list[1024], found;
    char name[24];
    struct state s = {.position = *p};
    size_t count = chess_actions(rs, &s, list, 1024);
    for (size_t i = 0; i < count; i++) {
        movement_name(rs, &s, &list[i], false, name);
        struct notation n = read_notation(name);
        ck_assert_msg(movement_resolve(rs, &s, &n, &found), "%s: %s", fen_of(rs, p), name);
        ck_assert_msg(same_action(&found, &list[i]), "%s: %s", fen_of(rs, p), name);
        if (list[i].kind == XPGN_CASTLING || XPGN_TYPE_OF(list[i].piece) == XPGN_PAWN)
            continue;
        n.from_file = (int8_t)(list[i].from % 8);
        n.from_rank = (int8_t)(list[i].from / 8);
        ck_assert_msg(movement_resolve(rs, &s, &n, &found) && same_action(&found, &list[i]),
                      "%s: %s in its long form", fen_of(rs, p), name);
    }
}

START_TEST(every_name_resolves_to_its_action_on_random_boards) {
    static xpgn_ruleset rs;
    struct dice d = {3000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0; round < 200; round++) {
        xpgn_position p;
        random_board(&d, &rs, &p);
        check_names(&rs, &p);
    }
}
END_TEST

START_TEST(every_name_resolves_to_its_action_in_random_games) {
    static xpgn_ruleset rs;
    struct dice d = {4000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned game = 0; game < 4; game++) {
        struct state s = state_of(&rs, start_position);
        for (unsigned turn = 0; turn < 80; turn++) {
            check_names(&rs, &s.position);
            if (!random_turn(&d, &rs, &s.position))
                break;
        }
    }
}
END_TEST

/* Everything that can be written about a position is either one legal action or refused with a
   reason; what resolves is always in the list. */
static void check_writings(const xpgn_ruleset *rs, const struct state *s) {
    xpgn_action list[1024], found;
    struct refusal why;
    size_t count = chess_actions(rs, s, list, 1024);
    struct notation n = {.kind = NOTATION_MOVE, .from_rank = -1, .letter = true};
    for (unsigned i = 0; i < 6 * 64 * 5 * 2; i++) {
        n.type = (uint8_t)(1 + i % 6);
        n.to_file = (int8_t)(i / 6 % 8);
        n.to_rank = (int8_t)(i / 48 % 8);
        n.sign = (enum notation_sign)(i / 384 % 5);
        n.from_file = (int8_t)(i >= 1920 ? (int)(i * 7 % 8) : -1);
        n.promotion = (uint8_t)(n.type == XPGN_PAWN && i % 5 == 0 ? XPGN_QUEEN : 0);
        if (!movement_resolve(rs, s, &n, &found)) {
            movement_explain(rs, s, &n, true, &why);
            ck_assert_msg(why.text[0] != '\0', "no reason");
            ck_assert_msg(strstr(why.text, "is written so") == NULL, "%s: %u %u %d-%d %u %s",
                          fen_of(rs, &s->position), i, n.type, n.to_file, n.to_rank, n.sign,
                          why.text);
            continue;
        }
        bool listed = false;
        for (size_t j = 0; j < count && !listed; j++) {
            xpgn_action a = list[j]; /* an attack that may fail is written without promotion */
            a.promotion = found.promotion == 0 ? 0 : a.promotion;
            listed = same_action(&a, &found);
        }
        ck_assert_msg(listed, "%s: %u to %u", fen_of(rs, &s->position), found.from, found.to);
    }
}

START_TEST(what_resolves_is_legal_and_what_does_not_has_a_reason) {
    static xpgn_ruleset rs;
    struct dice d = {5000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0; round < 6; round++) {
        struct state s = {.turn = {0}};
        random_board(&d, &rs, &s.position);
        check_writings(&rs, &s);
    }
}
END_TEST

/* ---- the list of triples --------------------------------------------------------------------- */

/* The square that two characters name. */
static xpgn_square square_at(const char *text) {
    return (xpgn_square)((text[1] - '1') * 8 + text[0] - 'a');
}

/* The name with + or #, as the harness finds them. */
static void write_marked(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                         char text[32]) {
    struct state next = *s;
    const char *mark = "";
    char name[24];
    movement_name(rs, s, a, false, name);
    chess_play(rs, &next.position, a);
    position_pass(&next.position);
    if (movement_in_check(rs, &next.position, next.position.side_to_move))
        mark = chess_any(rs, &next) ? "+" : "#";
    snprintf(text, 32, "%s%s", name, mark);
}

static void check_triple(const xpgn_ruleset *rs, const char *fen, const char *move,
                         const char *san) {
    struct state s = state_of(rs, fen);
    struct notation n = read_notation(san);
    xpgn_action a;
    char written[32];
    ck_assert_msg(movement_resolve(rs, &s, &n, &a), "%s: %s", fen, san);
    ck_assert_msg(a.from == square_at(move) && a.to == square_at(move + 2), "%s: %s", fen, san);
    unsigned promotion = move[4] == '\0' ? 0 : (unsigned)(strchr(" pnbrqk", move[4]) - " pnbrqk");
    ck_assert_uint_eq(a.promotion, promotion);
    write_marked(rs, &s, &a, written);
    ck_assert_str_eq(written, san);
}

START_TEST(another_program_reads_and_writes_the_same_san) {
    static xpgn_ruleset rs;
    char line[200];
    unsigned count = 0;
    FILE *file = fopen("tests/vectors/san_triples.tsv", "r");
    ck_assert_ptr_nonnull(file);
    fixture_chess(&rs, CASTLING_STANDARD);
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#')
            continue;
        char *fen = strtok(line, "\t\n"), *move = strtok(NULL, "\t\n"), *san = strtok(NULL, "\t\n");
        check_triple(&rs, fen, move, san);
        count++;
    }
    fclose(file);
    ck_assert_uint_eq(count, 500);
}
END_TEST

/* ---- one case a line ------------------------------------------------------------------------- */

enum { CHESS, CHESS960, ATTACK, RESCUE, SAFETY, DICE, SHOOTING, RUNS };

static void fixture_for(xpgn_ruleset *rs, int rules) {
    switch (rules) {
    case CHESS:
    case CHESS960:
        fixture_chess(rs, rules == CHESS ? CASTLING_STANDARD : CASTLING_960);
        break;
    case ATTACK:
    case RESCUE:
    case SAFETY:
        fixture_chess_attack(rs, rules == RESCUE, rules == SAFETY);
        break;
    default:
        fixture_five_dice(rs, rules == SHOOTING, rules == RUNS);
    }
}

/* What is written, what it is called ("" if it is refused). */
static const struct {
    int rules;
    const char *fen, *text, *name;
} writings[] = {
    /* longer forms */
    {CHESS, "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "Ng1f3", "Nf3"},
    {CHESS, "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "Ng1-f3", "Nf3"},
    {CHESS, "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "N1f3", "Nf3"},
    {CHESS, "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e2-e4", "e4"},
    {CHESS, "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "Pe4", "e4"},
    {CHESS, "4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "Nh1f3", ""},
    {CHESS, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", "exd5"},
    {CHESS, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "Pxd5", "exd5"},
    /* in chess the x is no matter, elsewhere it is another action */
    {CHESS, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "Nd5", "Nxd5"},
    {CHESS, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "ed5", "exd5"},
    {CHESS, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "Nxb5", "Nb5"},
    {CHESS, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "exe5", "e5"},
    {CHESS, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "d5", ""},
    {ATTACK, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "Nd5", ""},
    {ATTACK, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "ed5", ""},
    {ATTACK, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "Nxb5", ""},
    {ATTACK, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "exe5", ""},
    {ATTACK, "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1", "Nxd5", "Nxd5"},
    /* en passant */
    {CHESS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3", "dxe3"},
    {CHESS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "de3", "dxe3"},
    {CHESS, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "dxe3", ""},
    {CHESS, "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1", "xe3", ""},
    {SHOOTING, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dse3", ""},
    {RUNS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxxe3", ""},
    {CHESS, "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1", "exd6", ""}, /* both pawns leave the rank */
    /* pins and checks */
    {CHESS, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Ra2", ""},
    {CHESS, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Re5", "Re5"},
    {CHESS, "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2", ""},
    {ATTACK, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Ra2", "Ra2"},
    {SAFETY, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Ra2", "Ra2"},
    {CHESS, "4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "Ne2", "Ne2"}, /* the other one is pinned */
    {ATTACK, "4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "Ne2", ""},
    {ATTACK, "4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "Nge2", "Nge2"},
    /* the king that may not step into attack (CA-14) */
    {SAFETY, "4r2k/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", ""},
    {SAFETY, "7k/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", "Kxe2"},
    {SAFETY, "4r2k/8/8/8/4K3/8/8/8 w - - 0 1", "Ke3", ""},
    {ATTACK, "4r2k/8/8/8/4K3/8/8/8 w - - 0 1", "Ke3", "Ke3"},
    {SAFETY, "8/8/3k4/8/3K4/8/8/8 w - - 0 1", "Kd5", ""},
    {SAFETY, "6rk/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ""},
    {SAFETY, "5r1k/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ""},
    {SAFETY, "4r2k/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", ""},
    {ATTACK, "4rrrk/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "O-O"},
    /* castling and its long forms */
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "0-0", "O-O"},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1-g1", "O-O"},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1g1", "O-O"},
    /* a step of the king that none is (format section 3) */
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "K-c1", ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Keg1", ""},
    {CHESS, "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "K8c8", ""},
    {ATTACK, "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "Kg8", ""},
    {CHESS960, "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "Kg1", ""},
    {CHESS960, "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "Kh1", ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Ke1-c1", "O-O-O"},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "O-O", ""},
    {CHESS, "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", ""},
    {CHESS, "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", "O-O-O"},
    {CHESS960, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"},
    {CHESS960, "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "Kb1-g1", "O-O"},
    {CHESS960, "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "Kc1", "Kc1"},
    {CHESS960, "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1", "b1a1", "O-O-O"},
    {CHESS960, "4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", "O-O-O", ""}, /* the rook was a shield */
    {CHESS960, "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", "O-O", "O-O"},
    /* promotion, its absence, rescue */
    {CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=N", "a8=N"},
    {CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", ""},
    {CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K", ""},
    {CHESS, "8/7k/P7/8/8/8/8/K7 w - - 0 1", "a7=Q", ""},
    {CHESS, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "axb8", ""},
    {DICE, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "axb8", "axb8"}, /* the attack may fail */
    {DICE, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "axb8=R", "axb8=R"},
    {DICE, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", ""},
    {ATTACK, "8/P6k/8/8/8/8/8/K7[Q] w - - 0 1", "a8", "a8"},
    {ATTACK, "8/P6k/8/8/8/8/8/K7[Q] w - - 0 1", "a8=Q", ""},
    {RESCUE, "8/P6k/8/8/8/8/8/K7[QPn] w - - 0 1", "a8=Q", "a8=Q"},
    {RESCUE, "8/P6k/8/8/8/8/8/K7[QPn] w - - 0 1", "a8=P", "a8=P"},
    {RESCUE, "8/P6k/8/8/8/8/8/K7[QPn] w - - 0 1", "a8", "a8"},
    {RESCUE, "8/P6k/8/8/8/8/8/K7[QPn] w - - 0 1", "a8=N", ""},
    /* shots and suicide runs */
    {SHOOTING, "4k3/3r4/8/2N1N3/8/8/8/4K3 w - - 0 1", "Ncsd7", "Ncsd7"},
    {SHOOTING, "4k3/3r4/8/2N1N3/8/8/8/4K3 w - - 0 1", "Nsd7", ""},
    {SHOOTING, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "esd5", ""},
    {SHOOTING, "4k3/8/8/3q4/3K4/8/8/8 w - - 0 1", "Ksd5", ""},
    {SHOOTING, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "Qsh5", ""},
    {DICE, "4k3/3r4/8/1B6/8/8/8/4K3 w - - 0 1", "Bsd7", ""},
    {RUNS, "4k3/3r4/8/1B6/8/8/8/4K3 w - - 0 1", "Bxxd7", "Bxxd7"},
    {RUNS, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axxb8", "axxb8"},
    {RUNS, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "axxb8=Q", ""},
    {RUNS, "4k3/8/8/3q4/3K4/8/8/8 w - - 0 1", "Kxxd5", ""},
    {RUNS, "8/8/4k3/8/8/8/8/K3R3 w - - 0 1", "Rxxe6", "Rxxe6"},
    /* the way of a double step */
    {CHESS, "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", ""},
    {CHESS, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", ""},
    /* a pawn on the last rank has no moves (CA-12) */
    {ATTACK, "P6k/8/8/8/8/8/8/K7 w - - 0 1", "a8", ""},
};

START_TEST(a_writing_is_read_as_its_action_or_refused) {
    static xpgn_ruleset rs;
    xpgn_action a;
    char name[24] = "";
    fixture_for(&rs, writings[_i].rules);
    struct state s = state_of(&rs, writings[_i].fen);
    struct notation n = read_notation(writings[_i].text);
    if (movement_resolve(&rs, &s, &n, &a))
        movement_name(&rs, &s, &a, false, name);
    ck_assert_msg(strcmp(name, writings[_i].name) == 0, "%s: %s is '%s', not '%s'",
                  writings[_i].fen, writings[_i].text, name, writings[_i].name);
}
END_TEST

/* What is written, and the position after it (the turn not passed). */
static const struct {
    int rules;
    const char *fen, *text, *after;
} plays[] = {
    {CHESS, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 7 3", "e4", "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 3"},
    {CHESS, "4k3/8/8/8/2p5/8/4P3/4K3 w - - 7 3", "e4", "4k3/8/8/8/2p1P3/8/8/4K3 w - - 0 3"},
    {CHESS, "4k3/8/8/8/3p4/4P3/8/4K3 w - - 7 3", "e4", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 3"},
    {CHESS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 3", "dxe3", "4k3/8/8/8/8/4p3/8/4K3 b - - 0 3"},
    {CHESS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 3", "Kd8", "3k4/8/8/8/3pP3/8/8/4K3 b - - 1 3"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 3", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 w kq - 5 3"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 4 3", "O-O-O", "2kr3r/8/8/8/8/8/8/R3K2R b KQ - 5 3"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 3", "Rxa8", "R3k2r/8/8/8/8/8/8/4K2R w Kk - 0 3"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 3", "Ke2", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 5 3"},
    {CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 3", "Rg1", "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 5 3"},
    {CHESS960, "4k3/8/8/8/8/8/8/1RK4R w KQ - 4 3", "O-O-O", "4k3/8/8/8/8/8/8/2KR3R w - - 5 3"},
    {CHESS960, "4k3/8/8/8/8/8/8/R4KR1 w KQ - 4 3", "O-O", "4k3/8/8/8/8/8/8/R4RK1 w - - 5 3"},
    {CHESS, "1n6/P6k/8/8/8/8/8/K7 w - - 4 3", "axb8=R", "1R6/7k/8/8/8/8/8/K7 w - - 0 3"},
    {ATTACK, "4k3/8/8/3n4/8/2N*5/8/4K3 w - - 4 3", "Nxd5", "4k3/8/8/3N*4/8/8/8/4K3 w - - 0 3"},
    {ATTACK, "4k3/8/8/3n*4/8/2N*5/8/4K3 w - - 4 3", "Nb5", "4k3/8/8/1N*1n*4/8/8/8/4K3 w - - 5 3"},
    {RESCUE, "8/P*6k/8/8/8/8/8/K7[QNNp] w - - 4 3", "a8=N", "N7/7k/8/8/8/8/8/K7[QNp] w - - 0 3"},
    {RESCUE, "8/P*6k/8/8/8/8/8/K7[QNNp] w - - 4 3", "a8", "P*7/7k/8/8/8/8/8/K7[QNNp] w - - 0 3"},
    {SHOOTING, "4k2r/8/8/8/8/8/8/4K2R w Kk - 4 3", "Rsh8", "4k3/8/8/8/8/8/8/4K2R w K - 0 3"},
    {RUNS, "4k2r/8/8/8/8/8/8/4K2R w Kk - 4 3", "Rxxh8", "4k3/8/8/8/8/8/8/4K3 w - - 0 3"},
    {DICE, "4k2r/8/8/8/8/8/8/4R2K w k - 4 3", "Rxe8", "4R2r/8/8/8/8/8/8/7K w - - 0 3"},
};

START_TEST(a_play_leaves_the_right_position) {
    static xpgn_ruleset rs;
    xpgn_action a;
    fixture_for(&rs, plays[_i].rules);
    struct state s = state_of(&rs, plays[_i].fen);
    struct notation n = read_notation(plays[_i].text);
    ck_assert_msg(movement_resolve(&rs, &s, &n, &a), "%s: %s", plays[_i].fen, plays[_i].text);
    chess_play(&rs, &s.position, &a);
    ck_assert_str_eq(fen_of(&rs, &s.position), plays[_i].after);
}
END_TEST

/* After any play the sets, the kings and the board still say the same. */
START_TEST(sets_and_board_agree_after_every_play) {
    static xpgn_ruleset rs;
    struct dice d = {6000 + (uint64_t)_i};
    fixture_numbered(&rs, _i);
    for (unsigned round = 0; round < 200; round++) {
        xpgn_action list[1024];
        struct state s = {.turn = {0}};
        random_board(&d, &rs, &s.position);
        size_t count = chess_actions(&rs, &s, list, 1024);
        for (size_t i = 0; i < count; i++) {
            xpgn_position p = s.position, again;
            chess_play(&rs, &p, &list[i]);
            position_clear(&again, &rs.geometry);
            for (unsigned sq = 0; sq < 64; sq++)
                if (p.at[sq] != 0)
                    position_put(&again, (xpgn_square)sq, p.at[sq]);
            ck_assert(memcmp(p.type, again.type, sizeof p.type) == 0);
            ck_assert(memcmp(p.seat, again.seat, sizeof p.seat) == 0);
            ck_assert(memcmp(p.king, again.king, sizeof p.king) == 0);
            ck_assert_uint_eq(p.wounded, again.wounded);
        }
    }
}
END_TEST

/* ---- reasons --------------------------------------------------------------------------------- */

static const struct {
    int rules;
    const char *fen, *text, *rule, *says, *hint;
} reasons[] = {
    {CHESS, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "Nd5", "MOVE", "the knight on b1 cannot reach d5",
     ""},
    {CHESS, "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Nd5", "MOVE", "no white knight can reach d5", ""},
    {CHESS, "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Ng3", "MOVE", "can reach g3",
     "did you mean Nf3, Nh3 or"},
    {CHESS, "4k3/8/8/8/8/8/3N4/4K3 w - - 0 1", "Ne5", "MOVE", "the knight on d2 cannot reach e5",
     "did you mean Ne4"},
    {CHESS, "4k3/8/8/8/8/6N1/3N4/4K3 w - - 0 1", "Ne4", NULL,
     "the knight on d2 and the knight on g3 can both go to e4", "write Nde4 or Nge4"},
    {CHESS, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", "Ra5", "MOVE",
     "the rook on a1 cannot reach a5: the pawn on a3 is in the way", ""},
    {CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd4", "MOVE", "white has no queen", ""},
    {CHESS, "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "Ng1f3", "MOVE", "there is no white knight on g1",
     ""},
    {CHESS, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Ra2", "SAFETY",
     "the rook on e2 is pinned: the king on e1 would be in check from the rook on e8", ""},
    {CHESS, "4r2k/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra2", "SAFETY",
     "white is in check from the rook on e8, and the rook on a1 does not stop it", ""},
    {CHESS, "4r2k/8/8/8/8/8/8/R4K2 w - - 0 1", "Ke1", "SAFETY",
     "the king cannot go to e1, which the rook on e8 attacks", "did you mean"},
    {CHESS, "4k3/8/8/8/6b1/8/8/R3K2R w KQ - 0 1", "O-O-O", "CASTLING",
     "castling through d1, which the bishop on g4 attacks", ""},
    {CHESS, "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1", "O-O-O", "CASTLING",
     "castling out of check: the bishop on h4 attacks the king on e1", ""},
    {CHESS, "4k3/8/8/8/5b2/8/8/R3K2R w KQ - 0 1", "Ke1-c1", "CASTLING",
     "castling to c1, which the bishop on f4 attacks", ""},
    {CHESS, "4k3/8/8/8/5b2/8/8/R3K2R w KQ - 0 1", "Kc1", "MOVE", "the king on e1 cannot reach c1",
     ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kc1", "MOVE",
     "the king on e1 cannot step to c1; castling is written O-O-O", "did you mean O-O-O or Kd1"},
    {ATTACK, "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "Kg8", "MOVE",
     "the king on e8 cannot step to g8; castling is written O-O", "did you mean O-O or Kf8"},
    {CHESS, "4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1", "O-O", "CASTLING",
     "the bishop on f1 blocks castling", ""},
    {CHESS, "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "CASTLING", "can no longer castle kingside",
     ""},
    {CHESS, "4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "O-O", "CASTLING", "the king on f1 is not at home",
     ""},
    {SAFETY, "5r1k/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "SAFETY", "castling through f1", ""},
    {CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--", "MOVE", "a turn cannot be passed", ""},
    {CHESS, "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "Ke2", "MOVE", "the knight on e2 of the same side",
     ""},
    {CHESS, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "Nxd5=Q", "ARRIVAL", "a knight cannot be promoted",
     "did you mean Nxd5"},
    {CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "ARRIVAL", "must be promoted",
     "did you mean a8="},
    {CHESS, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K", "ARRIVAL",
     "a pawn cannot be promoted to a king", ""},
    {CHESS, "8/7k/P7/8/8/8/8/K7 w - - 0 1", "a7=Q", "ARRIVAL", "only on rank 8", "did you mean a7"},
    {ATTACK, "8/P6k/8/8/8/8/8/K7[Q] w - - 0 1", "a8=Q", "ARRIVAL", "stays a pawn",
     "did you mean a8"},
    {RESCUE, "8/P6k/8/8/8/8/8/K7[NNq] w - - 0 1", "a8=Q", "ARRIVAL",
     "no removed white queen can be rescued", "did you mean a8 or a8=N"},
    {ATTACK, "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "Nd5", "ATTACK",
     "missing x: this attacks the black knight on d5", "did you mean Nxd5"},
    {ATTACK, "4k3/8/8/3n4/8/2N5/8/4K3 w - - 0 1", "Nxe4", "ATTACK",
     "there is no black piece on e4 to attack", "did you mean Ne4"},
    {ATTACK, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "dxe3", "PAWN",
     "a pawn cannot take on e3: the square is empty", "did you mean"},
    {CHESS, "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", "PAWN", "not on its second rank",
     "did you mean e4"},
    {CHESS, "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", "PAWN",
     "the pawn on e2 cannot jump over the knight on e3", ""},
    {CHESS, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e5", "MOVE", "no white pawn can step to e5",
     "did you mean e4"},
    {CHESS, "4k3/8/8/8/4p3/4P3/8/4K3 w - - 0 1", "e4", "MOVE", "the pawn on e4 stands there", ""},
    {DICE, "4k3/3r4/8/1B6/8/8/8/4K3 w - - 0 1", "Bsd7", "SHOT", "shooting is not in force",
     "did you mean Bxd7"},
    {SHOOTING, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "esd5", "SHOT", "a pawn cannot shoot",
     "did you mean exd5"},
    {SHOOTING, "4k3/8/8/3q4/3K4/8/8/8 w - - 0 1", "Ksd5", "SHOT", "a king cannot shoot",
     "did you mean Kxd5"},
    {SHOOTING, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dse3", "SHOT",
     "en passant is not possible with a shot", "did you mean dxe3"},
    {RUNS, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxxe3", "RUN",
     "en passant is not possible with a suicide", ""},
    {RUNS, "4k3/8/8/3q4/3K4/8/8/8 w - - 0 1", "Kxxd5", "RUN", "a king cannot make a suicide run",
     ""},
    {SAFETY, "4r2k/8/8/8/8/8/4r3/4K3 w - - 0 1", "Kxe2", "SAFETY",
     "the king cannot go to e2, which the rook on e8 attacks", ""},
};

/* As a message words it. */
static const char *hint_of(const xpgn_ruleset *rs, const struct state *s, const char *text,
                           const struct refusal *why) {
    static char hint[160];
    struct suggestions near = why->fits;
    if (!why->ambiguous)
        movement_suggest(rs, s, (xpgn_slice){text, strlen(text)}, false, &near);
    snprintf(hint, sizeof hint, "%s",
             why->ambiguous ? "write "
             : near.all     ? "legal here: "
                            : "did you mean ");
    for (unsigned i = 0; i < near.count; i++)
        snprintf(hint + strlen(hint), sizeof hint - strlen(hint), "%s%s",
                 i == 0                ? ""
                 : i + 1 == near.count ? " or "
                                       : ", ",
                 near.name[i]);
    return near.count > 0 ? hint : "";
}

START_TEST(a_refusal_says_the_rule_and_the_reason) {
    static xpgn_ruleset rs;
    xpgn_action a;
    struct refusal why;
    fixture_for(&rs, reasons[_i].rules);
    struct state s = state_of(&rs, reasons[_i].fen);
    struct notation n = read_notation(reasons[_i].text);
    ck_assert_msg(!movement_resolve(&rs, &s, &n, &a), "%s is legal", reasons[_i].text);
    movement_explain(&rs, &s, &n, true, &why);
    ck_assert_msg(strstr(why.text, reasons[_i].says) != NULL, "%s: %s", reasons[_i].text, why.text);
    const char *hint = hint_of(&rs, &s, reasons[_i].text, &why);
    ck_assert_msg(strstr(hint, reasons[_i].hint) != NULL, "%s: %s", reasons[_i].text, hint);
    ck_assert_int_eq(why.ambiguous, reasons[_i].rule == NULL);
    if (reasons[_i].rule != NULL)
        ck_assert_str_eq(why.rule, reasons[_i].rule);
    else
        ck_assert_ptr_null(why.rule);
}
END_TEST

/* The nearest, and those not much farther, which must not be dropped for what they lack. */
static const struct {
    const char *text, *near;
} slips[] = {
    {"nd2", "did you mean Nbd2, Nfd2 or Nd4"}, /* a small letter, a file left out */
    {"Nd", "did you mean Nd4"},                /* a rank left out */
    {"d", "did you mean d4"},
    {"D4", "did you mean d4"},
    {"bd2", "did you mean Bd2"},
    {"Sc3", "did you mean Nc3"},
};

START_TEST(what_looks_most_like_it_is_suggested) {
    static xpgn_ruleset rs;
    struct refusal why = {0};
    fixture_for(&rs, CHESS);
    struct state s = state_of(&rs, "rnbqkb1r/ppp1pppp/3p1n2/8/8/3P1N2/PPP1PPPP/RNBQKB1R w - - 0 3");
    ck_assert_str_eq(hint_of(&rs, &s, slips[_i].text, &why), slips[_i].near);
}
END_TEST

START_TEST(a_board_without_kings_is_played_on_without_a_crash) {
    static xpgn_ruleset rs;
    for (int i = 0; i < RULESETS; i++) {
        fixture_numbered(&rs, i);
        struct state s = state_of(&rs, "8/P2r4/8/3p4/4P3/2N5/8/R7 w - - 0 1");
        check_lists(&rs, &s.position);
        check_names(&rs, &s.position);
        check_writings(&rs, &s);
        ck_assert(!movement_in_check(&rs, &s.position, 0));
    }
}
END_TEST

START_TEST(the_turn_passes_to_the_next_seat_that_is_alive) {
    const struct geometry g = fixture_siege(4);
    xpgn_position p;
    position_clear(&p, &g);
    p.alive = 1 << 1 | 1 << 3;
    p.side_to_move = 1;
    p.number = 5;
    position_pass(&p);
    ck_assert_uint_eq(p.side_to_move, 3);
    ck_assert_uint_eq(p.number, 5);
    position_pass(&p);
    ck_assert_uint_eq(p.side_to_move, 1);
    ck_assert_uint_eq(p.number, 6);
}
END_TEST

START_TEST(of_two_seats_the_other_one_has_the_turn_also_after_the_end) {
    const struct geometry g = fixture_siege(2);
    xpgn_position p;
    position_clear(&p, &g);
    position_pass(&p);
    ck_assert_uint_eq(p.side_to_move, 1);
    ck_assert_uint_eq(p.number, 1);
    p.alive = 1 << 1;
    position_pass(&p);
    ck_assert_uint_eq(p.side_to_move, 0);
    ck_assert_uint_eq(p.number, 2);
}
END_TEST

START_TEST(the_public_list_and_names_are_those_of_the_mechanism) {
    static xpgn_ruleset rs;
    xpgn_action list[64];
    char name[24];
    fixture_chess(&rs, CASTLING_STANDARD);
    struct state s = state_of(&rs, start_position);
    ck_assert_uint_eq(xpgn_legal_actions(&rs, &s.position, list, 64), 20);
    ck_assert_uint_eq(xpgn_legal_actions(&rs, &s.position, NULL, 0), 20);
    bool found = false;
    for (int i = 0; i < 20; i++) {
        xpgn_action_name(&rs, &s.position, &list[i], name);
        found = found || strcmp(name, "Nf3") == 0;
    }
    ck_assert(found);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("chess");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, the_list_is_that_of_the_slow_generator_on_random_boards, 0,
                        RULESETS);
    tcase_add_test(tcase, a_pawn_on_the_last_rank_has_no_moves);
    tcase_add_loop_test(tcase, the_list_is_that_of_the_slow_generator_in_random_games, 0, RULESETS);
    tcase_add_loop_test(tcase, every_name_resolves_to_its_action_on_random_boards, 0, RULESETS);
    tcase_add_loop_test(tcase, every_name_resolves_to_its_action_in_random_games, 0, RULESETS);
    tcase_add_loop_test(tcase, what_resolves_is_legal_and_what_does_not_has_a_reason, 0, RULESETS);
    tcase_add_test(tcase, another_program_reads_and_writes_the_same_san);
    tcase_add_loop_test(tcase, a_writing_is_read_as_its_action_or_refused, 0,
                        sizeof writings / sizeof *writings);
    tcase_add_loop_test(tcase, a_play_leaves_the_right_position, 0, sizeof plays / sizeof *plays);
    tcase_add_loop_test(tcase, sets_and_board_agree_after_every_play, 0, RULESETS);
    tcase_add_loop_test(tcase, a_refusal_says_the_rule_and_the_reason, 0,
                        sizeof reasons / sizeof *reasons);
    tcase_add_loop_test(tcase, what_looks_most_like_it_is_suggested, 0,
                        sizeof slips / sizeof *slips);
    tcase_add_test(tcase, a_board_without_kings_is_played_on_without_a_crash);
    tcase_add_test(tcase, the_turn_passes_to_the_next_seat_that_is_alive);
    tcase_add_test(tcase, of_two_seats_the_other_one_has_the_turn_also_after_the_end);
    tcase_add_test(tcase, the_public_list_and_names_are_those_of_the_mechanism);
    Suite *suite = suite_create("chess");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

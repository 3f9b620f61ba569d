/* SPDX-License-Identifier: MIT */
/*
 * En passant is open for one turn (C-1, CA-10): whatever kind of move comes between, to take later
 * is an error, in the full walk and in a verdict.  Where captures are fought, the late capture has
 * the very roll that a referee would expect who had forgotten to close it.
 */
#include <xpgn/play.h>

#include "internal/action_facts.h"
#include "walk_fixture.h"

#define SHOOT FD "[RuleOptions \"shooting suicide-run\"]\n"
#define RESCUE CA "[RuleOptions \"rescue\"]\n"
#define SAFE CA "[RuleOptions \"king-safety\"]\n"
#define CHESS960 "[Variant \"chess960\"]\n"

/* Black plays d7-d5 beside the pawn on e5, then each side makes one move, then White takes. */
static const struct delay {
    const char *tags, *fen, *white, *black;
    const char *dice; /* of the late capture; "" in chess */
    const char *rule; /* that it breaks */
} delays[] = {
    /* plain chess */
    {"", "4k1n1/2pp4/8/4P3/8/8/8/4K1N1 b - - 0 1", "Nf3", "Nf6", "", "C-1"},
    {"", "4k1n1/2pp4/8/4P3/8/8/8/4K1N1 b - - 0 1", "Ng1f3", "Ng8f6", "", "C-1"},
    {"", "4k3/2pp4/8/4P3/8/8/8/4K3 b - - 0 1", "Kf1", "Kf8", "", "C-1"},
    {"", "r3k2r/2pp1p2/8/4P3/8/8/5P2/R3K2R b KQkq - 0 1", "O-O", "O-O", "", "C-1"},
    {"", "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "O-O-O", "", "C-1"},
    {"", "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O", "O-O-O", "", "C-1"},
    {"", "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "O-O", "", "C-1"},
    {"", "4k2r/2pp1p2/8/4P3/8/8/5P2/4K2R b Kk - 0 1", "0-0", "0-0", "", "C-1"},
    {"", "4k2r/2pp4/8/4P3/8/8/8/4K2R b Kk - 0 1", "Rg1", "Rg8", "", "C-1"},
    {"", "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxc3", "Nxc6", "", "C-1"},
    {"", "4k3/p1pp4/8/4P3/8/8/P7/4K3 b - - 0 1", "a3", "a6", "", "C-1"},
    {"", "4k3/p1pp4/8/4P3/8/8/P7/4K3 b - - 0 1", "a4", "a5", "", "C-1"},
    {"", "4k3/1ppp4/7p/P3P1P1/1p6/P7/8/4K3 b - - 0 1", "axb4", "hxg5", "", "C-1"},
    {"", "8/P1pp2k1/8/4P3/8/8/p5K1/8 b - - 0 1", "a8=N", "a1=N", "", "C-1"},
    {"", "1n6/P1pp2k1/8/4P3/8/8/p5K1/1N6 b - - 0 1", "axb8=R", "axb1=R", "", "C-1"},
    {CHESS960, "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b HAha - 0 1", "O-O", "O-O-O", "", "C-1"},
    /* chess-attack: quiet moves, attacks that are won, lost and undecided */
    {CA, "4k1n1/2pp4/8/4P3/8/8/8/4K1N1 b - - 0 1", "Nf3", "Nf6", "<6:1>", "CA-10"},
    {CA, "4k3/2pp4/8/4P3/8/8/8/4K3 b - - 0 1", "Kf1", "Kf8", "<6:1>", "CA-10"},
    {CA, "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O", "O-O", "<6:1>", "CA-10"},
    {CA, "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "O-O-O", "<6:1>", "CA-10"},
    {SAFE, "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O", "O-O-O", "<6:1>", "CA-10"},
    {CA, "4k3/p1pp4/8/4P3/8/8/P7/4K3 b - - 0 1", "a3", "a6", "<6:1>", "CA-10"},
    {CA, "4k3/p1pp4/8/4P3/8/8/P7/4K3 b - - 0 1", "a4", "a5", "<6:1>", "CA-10"},
    {CA, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxc3 <6+0=9:1+0=2x>", "Nxc6 <6+0=9:1+0=2x>",
     "<6:1>", "CA-10"},
    {CA, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxc3 <1+0=4x:6+0=7>", "Nxc6 <1+0=4x:6+0=7>",
     "<6:1>", "CA-10"},
    {CA, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxc3 <1+0=4w:3+0=4w>",
     "Nxc6 <1+0=4w:3+0=4w>", "<6:1>", "CA-10"},
    {CA, "8/P1pp2k1/8/4P3/8/8/p5K1/8 b - - 0 1", "a8", "a1", "<6:1>", "CA-10"},
    {RESCUE, "8/P1pp2k1/8/4P3/8/8/p5K1/8[Nn] b - - 0 1", "a8=N", "a1=N", "<6:1>", "CA-10"},
    {RESCUE, "1n6/P1pp2k1/8/1P2P3/8/8/p5K1/1N6[Rr] b - - 0 1", "axb8=R <6+0=8:1+0=3x>",
     "axb1=R <6+0=8:1+0=3x>", "<6:1>", "CA-10"},
    /* five-dice, shots and suicide runs too */
    {FD, "4k1n1/2pp4/8/4P3/8/8/8/4K1N1 b - - 0 1", "Nf3", "Nf6", "<6:1>", "FD-1"},
    {FD, "r3k2r/2pp4/8/4P3/8/8/8/R3K2R b KQkq - 0 1", "O-O", "O-O-O", "<6:1>", "FD-1"},
    {FD, "4k3/p1pp4/8/4P3/8/8/P7/4K3 b - - 0 1", "a3", "a6", "<6:1>", "FD-1"},
    {FD, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxc3 <6,1,1=6:1=1x>", "Nxc6 <6,1,1=6:1=1x>",
     "<6:1>", "FD-1"},
    {FD, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxc3 <1,1,1=1x:6=6>", "Nxc6 <1,1,1=1x:6=6>",
     "<6:1>", "FD-1"},
    {FD, "8/P1pp2k1/8/4P3/8/8/p5K1/8 b - - 0 1", "a8=Q", "a1=Q", "<6:1>", "FD-1"},
    {FD, "4k3/2pp4/2P5/4P3/8/5p2/8/4K3 b - - 0 1", "Kf2", "Kf8", "<6:1>", "FD-1"},
    {SHOOT, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nsc3 <6=6:1=1x>", "Nsc6 <6=6:1=1x>",
     "<6:1>", "FD-1"},
    {SHOOT, "1n2k3/2pp4/2P5/4P3/8/2p5/8/1N2K3 b - - 0 1", "Nxxc3 <6,1,1=6x:=1x>",
     "Nxxc6 <6,1,1=6x:=1x>", "<6:1>", "FD-1"},
};

static void write_record(const struct delay *d, const char *moves, char text[1000]) {
    snprintf(text, 1000, "%s[XFEN \"%s\"]\n\n1... d5 %s *", d->tags, d->fen, moves);
}

/* The last position of the last walk, with d6 for its en passant field. */
static void keep_open(char fen[400]) {
    const char *field = seen.final;
    for (int i = 0; i < 3; i++) {
        field = strchr(field, ' ');
        ck_assert_ptr_nonnull(field);
        field++;
    }
    ck_assert_msg(field[0] == '-', "%s", seen.final);
    snprintf(fen, 400, "%.*sd6%s", (int)(field - seen.final), seen.final, field + 1);
}

/* The whole roll that exd6 has in this position, where it may be played; "" in chess. */
static void roll_of_capture(const struct delay *d, const char *fen, char roll[100]) {
    char text[1000];
    snprintf(text, sizeof text, "%s[XFEN \"%s\"]\n\n3. exd6 %s *", d->tags, fen, d->dice);
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    xpgn_buffer b = {0};
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &s) == XPGN_OK)
        if (s->kind == XPGN_STEP_ACTION && s->facts->roll.exchanges > 0)
            xpgn_roll_write(&b, &s->facts->roll);
    size_t count;
    xpgn_walk_findings(seen.walk, &count);
    ck_assert_msg(count == 0 && (b.size > 0) == (d->dice[0] != '\0'), "%s", text);
    roll[0] = '\0';
    if (b.size > 0)
        snprintf(roll, 100, "<%.*s>", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

/* Taken one turn too late it is the only error; at once, or another move then, there is none. */
static void check_delay(const struct delay *d) {
    char text[1000], moves[300], fen[400], roll[100], codes[20];
    snprintf(moves, sizeof moves, "2. exd6 %s", d->dice);
    write_record(d, moves, text);
    check_good(text);
    snprintf(moves, sizeof moves, "2. %s %s 3. e6", d->white, d->black);
    write_record(d, moves, text);
    check_good(text);
    snprintf(moves, sizeof moves, "2. %s %s", d->white, d->black);
    write_record(d, moves, text);
    check_good(text);
    keep_open(fen);
    roll_of_capture(d, fen, roll);
    snprintf(moves, sizeof moves, "2. %s %s 3. exd6 %s", d->white, d->black, roll);
    write_record(d, moves, text);
    snprintf(codes, sizeof codes, "%s:4", d->rule);
    check_codes(text, codes);
    check_place(text, 0, "exd6");
}

START_TEST(one_turn_later_it_is_an_error) {
    check_delay(&delays[_i]);
}
END_TEST

/* Nor is it open for the side that made the double step. */
START_TEST(the_other_side_cannot_take_its_own_pawn) {
    const struct delay *d = &delays[_i];
    char text[1000], moves[100];
    if (d->dice[0] != '\0')
        return;
    snprintf(moves, sizeof moves, "2. %s cxd6", d->white);
    write_record(d, moves, text);
    check_codes(text, "C-1:3");
    check_place(text, 0, "cxd6");
}
END_TEST

START_TEST(castling_on_both_sides_closes_it) {
    check_codes("1. e4 Nf6 2. Nf3 g6 3. Bc4 Bg7 4. e5 d5 5. O-O O-O 6. exd6 *", "C-1:11");
    check_codes(
        "1. e4 Nf6 2. Nf3 g6 3. Bc4 Bg7 4. e5 d5 5. O-O (5. exd6 O-O 6. dxc7) O-O 6. exd6 *",
        "C-1:11");
}
END_TEST

START_TEST(a_variation_opens_it_again_for_its_first_move_only) {
    static const char start[] = "[FEN \"4k1n1/2pp4/8/4P3/8/8/8/4K1N1 b - - 0 1\"]\n\n1... d5 ";
    static const struct {
        const char *moves, *codes;
    } rows[] = {{"2. Nf3 (2. exd6 Nf6 3. dxc7) Nf6 3. e6 *", ""},
                {"2. Nf3 (2. exd6) Nf6 3. exd6 *", "C-1:4"},
                {"2. Nf3 Nf6 (2... Nh6 3. exd6) 3. e6 *", "C-1:4"},
                {"2. Nf3 Nf6 (2... Nh6 3. e6) 3. exd6 *", "C-1:4"},
                {"2. Kd2 (2. Ke2 Kf8 3. exd6) Nf6 *", "C-1:4"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        snprintf(text, sizeof text, "%s%s", start, rows[i].moves);
        check_codes(text, rows[i].codes);
    }
}
END_TEST

int main(void) {
    enum { DELAYS = sizeof delays / sizeof *delays };
    Suite *suite = suite_create("en passant");
    TCase *tc = tcase_create("en passant");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_loop_test(tc, one_turn_later_it_is_an_error, 0, DELAYS);
    tcase_add_loop_test(tc, the_other_side_cannot_take_its_own_pawn, 0, DELAYS);
    tcase_add_test(tc, castling_on_both_sides_closes_it);
    tcase_add_test(tc, a_variation_opens_it_again_for_its_first_move_only);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

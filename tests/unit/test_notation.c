/* SPDX-License-Identifier: MIT */
/* Actions as written: every form of the format, the longer and older ones, and what is none. */
#include "core/text/action_notation.h"
#include "text_fixture.h"

/* kind letter-type from to sign promotion mark, and ~ if it is not canonical. */
static void show(const struct notation *n, char out[64]) {
    static const char *const kinds[] = {"move", "short", "long", "pass", "drop", "decline", "at"};
    static const char *const signs[] = {"", " -", " x", " s", " xx"};
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%s %s%c", kinds[n->kind], n->letter ? "" : "(", " PNBRQK"[n->type]);
    if (n->from_file >= 0 || n->from_rank >= 0)
        xpgn_buffer_char(&b, ' ');
    if (n->from_file >= 0)
        xpgn_buffer_char(&b, (char)('a' + n->from_file));
    if (n->from_rank >= 0)
        xpgn_buffer_printf(&b, "%d", n->from_rank + 1);
    xpgn_buffer_text(&b, signs[n->sign]);
    if (n->to_file >= 0)
        xpgn_buffer_printf(&b, ">%c%d", 'a' + n->to_file, n->to_rank + 1);
    if (n->promotion)
        xpgn_buffer_printf(&b, " =%c", " PNBRQK"[n->promotion]);
    if (n->mark)
        xpgn_buffer_printf(&b, " %c", n->mark);
    xpgn_buffer_printf(&b, "%s", n->canonical ? "" : "~");
    xpgn_buffer_char(&b, '\0');
    ck_assert_uint_le(b.size, 64);
    memcpy(out, b.data, b.size);
    xpgn_buffer_free(&b);
}

static void expect(const char *text, const char *shown) {
    struct notation n;
    char out[64];
    ck_assert_msg(notation_read(slice_of(text), &n), "%s is refused", text);
    show(&n, out);
    ck_assert_msg(strcmp(out, shown) == 0, "%s is %s, not %s", text, out, shown);
}

static void refuse(const char *text) {
    struct notation n;
    ck_assert_msg(!notation_read(slice_of(text), &n), "%s is taken", text);
}

START_TEST(short_moves_are_read) {
    expect("e4", "move (P>e4");
    expect("Nf3", "move N>f3");
    expect("Nbd7", "move N b>d7");
    expect("N1d2", "move N 1>d2");
    expect("Nb1d2", "move N b1>d2");
    expect("exd5", "move (P e x>d5");
    expect("Qxf7#", "move Q x>f7 #");
    expect("e8=Q+", "move (P>e8 =Q +");
    expect("axb8=R", "move (P a x>b8 =R");
}
END_TEST

START_TEST(long_moves_are_read) {
    expect("e2-e4", "move (P e2 ->e4");
    expect("Bc1-f4", "move B c1 ->f4");
    expect("Bf4xg5", "move B f4 x>g5");
    expect("Nc3xc5=Q", "move N c3 x>c5 =Q");
    expect("e2e4", "move (P e2>e4");
    expect("Ng1f3", "move N g1>f3");
    expect("Pe4", "move P>e4");
    expect("xd5", "move (P x>d5");
}
END_TEST

START_TEST(shots_and_suicide_runs_are_signs_of_their_own) {
    expect("Bsd7", "move B s>d7");
    expect("Nbsd7", "move N b s>d7");
    expect("Bxxd7", "move B xx>d7");
    expect("exxd5", "move (P e xx>d5");
    expect("esd5", "move (P e s>d5");
}
END_TEST

START_TEST(castling_and_passes_are_whole_words) {
    expect("O-O", "short ( ");
    expect("O-O-O+", "long (  +");
    expect("0-0", "short ( ~");
    expect("0-0-0#", "long (  #~");
    expect("O\xE2\x80\x91O", "short ( ~");
    expect("--", "pass ( ");
    expect("Z0", "pass ( ~");
    expect("null", "pass ( ~");
}
END_TEST

START_TEST(drops_escapes_and_declined_teleports_have_an_at) {
    expect("K@d4", "drop K>d4");
    expect("P@b1", "drop P>b1");
    expect("B@b1", "drop B>b1");
    expect("@b1", "drop (P>b1~");
    expect("K@-", "decline K");
    expect("Nb2@a1", "at N b2>a1");
    expect("Bb2@b3", "at B b2>b3");
    expect("b2@a1", "at (P b2>a1");
    expect("K@a5#", "drop K>a5 #");
}
END_TEST

START_TEST(boards_go_up_to_twelve_files_and_ranks) {
    expect("l12", "move (P>l12");
    expect("a11", "move (P>a11");
    expect("Ra1a11", "move R a1>a11");
    expect("R12a3", "move R 12>a3");
    expect("Ra10-l10", "move R a10 ->l10");
    expect("Bb1", "move B>b1");
    expect("bb1", "move (P b>b1");
    refuse("m1");
    refuse("a13");
    refuse("a0");
    refuse("a01");
    refuse("a111");
    refuse("R13a3");
}
END_TEST

START_TEST(promotions_are_taken_in_other_spellings_too) {
    expect("e8Q", "move (P>e8 =Q~");
    expect("e8/N", "move (P>e8 =N~");
    expect("e7e8q", "move (P e7>e8 =Q~");
    expect("e8=b", "move (P>e8 =B~");
    expect("b8B", "move (P>b8 =B~");
    expect("c8=K", "move (P>c8 =K");
    expect("gxh1+=Q", "move (P g x>h1 =Q +~");
    expect("e8#(Q)", "move (P>e8 =Q #~");
    expect("e8=(R)+", "move (P>e8 =R +~");
    expect("e8(=N)", "move (P>e8 =N~");
    expect("e8\xE2\x80\xA0=Q", "move (P>e8 =Q +~");
    refuse("e8=");
    refuse("e8=X");
    refuse("e=Q");
    refuse("e8=(Q");
    refuse("e8Q)");
    refuse("e8=Q\xE2\x80\xA0");
    refuse("e8=QQ");
}
END_TEST

START_TEST(en_passant_may_be_said) {
    expect("exd6e.p.", "move (P e x>d6~");
    expect("exd6 e.p.", "move (P e x>d6~");
    expect("exd6\ne.p.+", "move (P e x>d6 +~");
    expect("exd6+ e.p.", "move (P e x>d6 +~");
    expect("exd6ep", "move (P e x>d6~");
    refuse("e.p.");
    refuse("ep");
}
END_TEST

START_TEST(check_and_mate_are_marks) {
    expect("Nf3+", "move N>f3 +");
    expect("Nf3++", "move N>f3 +~");
    expect("Nf3#", "move N>f3 #");
    expect("Nf3+#", "move N>f3 #~");
    refuse("+");
    refuse("Nf+3");
}
END_TEST

START_TEST(typographic_dashes_are_read_but_not_canonical) {
    expect("e2\xE2\x80\x93"
           "e4",
           "move (P e2 ->e4~");
    expect("\xE2\x80\x93\xE2\x80\x93", "pass ( ~");
}
END_TEST

START_TEST(other_words_are_no_actions) {
    static const char *const bad[] = {
        "",      "N",     "aaa",   "Sf3",   "Kx",      "nf3",      "N*xe5",   "e4*", "9",
        "e",     "Nf",    "N3",    "-",     "---",     "O-O-",     "O-O-O-O", "OO",  "K@",
        "@",     "@-",    "N2@a1", "Na@a1", "K@d4@e5", "a1b1c1",   "Nxxxd7",  "NN",  "Nsxd7",
        "N--f3", "e4 e5", "xx",    "Q@-x",  "e9e",     "\xE2\x80", "P",       "1-0"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuse(bad[i]);
}
END_TEST

START_TEST(words_of_any_length_and_bytes_are_refused_quietly) {
    char text[300];
    struct notation n;
    for (size_t size = 0; size <= sizeof text; size++) {
        memset(text, 'a', sizeof text);
        ck_assert(!notation_read((xpgn_slice){text, size}, &n));
        memset(text, '+', sizeof text);
        ck_assert(!notation_read((xpgn_slice){text, size}, &n));
        memset(text, 0, sizeof text);
        ck_assert(!notation_read((xpgn_slice){text, size}, &n));
    }
    ck_assert(!notation_read((xpgn_slice){"e4\0", 3}, &n));
    ck_assert(!notation_read((xpgn_slice){"O-O\0", 4}, &n));
    ck_assert(!notation_read((xpgn_slice){"N\0f3", 4}, &n));
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("notation");
    tcase_add_test(tcase, short_moves_are_read);
    tcase_add_test(tcase, long_moves_are_read);
    tcase_add_test(tcase, shots_and_suicide_runs_are_signs_of_their_own);
    tcase_add_test(tcase, castling_and_passes_are_whole_words);
    tcase_add_test(tcase, drops_escapes_and_declined_teleports_have_an_at);
    tcase_add_test(tcase, boards_go_up_to_twelve_files_and_ranks);
    tcase_add_test(tcase, promotions_are_taken_in_other_spellings_too);
    tcase_add_test(tcase, en_passant_may_be_said);
    tcase_add_test(tcase, check_and_mate_are_marks);
    tcase_add_test(tcase, typographic_dashes_are_read_but_not_canonical);
    tcase_add_test(tcase, other_words_are_no_actions);
    tcase_add_test(tcase, words_of_any_length_and_bytes_are_refused_quietly);
    RUN_MAIN("notation", tcase);
}

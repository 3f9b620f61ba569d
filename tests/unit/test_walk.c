/* SPDX-License-Identifier: MIT */
/* The walk over one game: steps, variations, numbers, checkpoints, comments, results. */
#include "facts.h"
#include "house_rules.h"
#include "walk_fixture.h"

/* ---- steps ----------------------------------------------------------------------------------- */

START_TEST(a_game_without_a_start_has_no_position_in_any_step) {
    static const char *const text[] = {
        "[FEN \"broken\"]\n\n{a} 1. e4 {b} (1. d4 {c} (1. c4) {d}) {e} 1... e5 *",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n{a} 1. e4 {b} (1. d4 {c}) *",
        AS "\n{a} 1. e4 {b} (1. d4 {c}) *", "[Variant \"nothing\"]\n\n{a} (1. e4 {b}) *"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        walk_text(text[i]); /* note_step looks at each position */
        ck_assert_str_eq(seen.final, "");
    }
}
END_TEST

START_TEST(of_many_tags_the_first_of_each_name_counts) {
    xpgn_buffer text = {0};
    char name[16], value[16];
    for (int i = 0; i < 300; i++)
        xpgn_buffer_printf(&text, "[N%d \"%d\"]\n", i * 7 % 100, i);
    xpgn_buffer_text(&text, "[White \"a\"]\n[Red \"b\"]\n[Red \"c\"]\n\n1. e4 *");
    xpgn_buffer_char(&text, '\0');
    walk_text(text.data);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "N%d", i * 7 % 100);
        snprintf(value, sizeof value, "%d", i);
        xpgn_slice found = xpgn_walk_tag(seen.walk, name);
        ck_assert_msg(found.size == strlen(value) && memcmp(found.data, value, found.size) == 0,
                      "%s: %.*s, not %s", name, (int)found.size, found.data, value);
    }
    ck_assert(xpgn_walk_tag(seen.walk, "Red").data[0] == 'b');
    ck_assert(xpgn_walk_tag(seen.walk, "White").data[0] == 'a');
    ck_assert_ptr_null(xpgn_walk_tag(seen.walk, "N").data);
    ck_assert_ptr_null(xpgn_walk_tag(seen.walk, "Zz").data);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(a_game_steps_through_actions_turns_and_its_result) {
    check_steps("1. e4 e5 2. Nf3 *", "e4 / e5 / Nf3 / * ");
    ck_assert_str_eq(seen.final, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
}
END_TEST

START_TEST(a_turn_of_several_actions_is_one_turn_step) {
    check_steps(CC "[FirstRoll \"3:2\"]\n\n1. <2> e2-e4 1... <2> e7-e5 *", "e2-e4 / e7-e5 / * ");
}
END_TEST

struct expected {
    xpgn_step_kind kind;
    uint32_t ply, depth, number;
    unsigned seat;
};

static void check_each(const char *text, const struct expected *expected, size_t count) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    size_t i = 0;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    for (; xpgn_walk_next(seen.walk, &s) == XPGN_OK; i++) {
        ck_assert_uint_lt(i, count);
        const struct expected *e = &expected[i];
        ck_assert_msg(s->kind == e->kind && s->ply == e->ply && s->depth == e->depth &&
                          s->number == e->number && s->seat == e->seat,
                      "step %zu: kind %d ply %u depth %u number %u seat %u", i, s->kind, s->ply,
                      s->depth, s->number, s->seat);
        /* nothing is written for a start, one word for an action */
        ck_assert(s->kind != XPGN_STEP_START || s->text.size == 0);
        ck_assert(s->kind != XPGN_STEP_ACTION || s->text.size >= 2);
    }
    ck_assert_uint_eq(i, count);
}

START_TEST(steps_say_ply_depth_number_and_seat) {
    static const struct expected e[] = {
        {XPGN_STEP_START, 0, 0, 0, 0},         {XPGN_STEP_ACTION, 1, 0, 1, 0},
        {XPGN_STEP_TURN, 1, 0, 1, 0},          {XPGN_STEP_ACTION, 2, 0, 1, 1},
        {XPGN_STEP_TURN, 2, 0, 1, 1},          {XPGN_STEP_VARIATION, 1, 1, 1, 1},
        {XPGN_STEP_ACTION, 2, 1, 1, 1},        {XPGN_STEP_TURN, 2, 1, 1, 1},
        {XPGN_STEP_ACTION, 3, 1, 2, 0},        {XPGN_STEP_TURN, 3, 1, 2, 0},
        {XPGN_STEP_VARIATION_END, 2, 1, 1, 1}, {XPGN_STEP_RESULT, 2, 0, 1, 1}};
    check_each("1. e4 e5 (1... d5 2. exd5) *", e, sizeof e / sizeof *e);
}
END_TEST

START_TEST(remarks_stay_with_the_action_they_follow_in_their_order) {
    const char *text = "1. e4 $1 {best} ! ; by test\n{} e5 *";
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &s) == XPGN_OK && s->kind != XPGN_STEP_ACTION)
        continue;
    ck_assert_uint_eq(s->remark_count, 5);
    ck_assert_uint_eq(s->remarks[0].nag, 1);
    ck_assert_mem_eq(s->remarks[1].text.data, "best", 4);
    ck_assert_uint_eq(s->remarks[2].nag, 1);
    ck_assert(s->remarks[3].line && !s->remarks[1].line);
    ck_assert_uint_eq(s->remarks[4].text.size, 0);
}
END_TEST

START_TEST(comments_may_stand_anywhere) {
    check_good("{a} 1. {b} e4 {c} {d} e5 (1... {e} d5 {f}) {g} 2. {h} Nf3 * {i}");
    check_good(CA "\n1. {x} e4 d5 2. exd5 {y} <6:1> {z} Qxd5 {a}\n; b\n<6:1> *");
}
END_TEST

START_TEST(a_verdict_hands_out_the_result_only) {
    seen.options.detail = XPGN_VERDICT;
    check_steps("1. e4 e5 (1... d5) 2. Nf3 1-0", "1-0 ");
    check_steps(CA "1. e4 d5 2. exd5 <6:1> *", "* ");
    check_steps("1. e4 e5 2. Ke3 1-0", "1-0 ");
    ck_assert_str_eq(seen.final, "");
}
END_TEST

/* ---- variations ------------------------------------------------------------------------------ */

START_TEST(a_variation_replaces_the_last_action) {
    check_good("1. e4 e5 (1... d5 2. exd5) (c5) 2. Nf3 (2. f4 exf4 (2... d6)) Nc6 *");
    check_codes("1. e4 e5 (2. Nf3) *", "M-03:2 C-1:2");
}
END_TEST

START_TEST(a_variation_is_as_dead_as_its_own_slip_only) {
    check_codes("1. e4 e5 (1... Ke4 2. Ke5) 2. Ke7 Nf9 *", "C-1:2 C-1:3");
}
END_TEST

START_TEST(with_a_number_a_variation_replaces_the_whole_turn) {
    check_steps(CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n"
                   "9. Nc3xd4 <6:1x@a1> <1> Ke1-e2 (<1> Ke1-f1) (9. <1> Ke1-f2) *",
                "Nc3xd4 Ke1-e2 ( Ke1-f1 / ) ( Ke1-f2 / ) / * ");
    /* a second number begins the next turn, not this one again */
    check_codes(CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n"
                   "9. <1> Ke1-e2 (9. 9. <1> Ke1-f2) *",
                "CC-3:1 M-05:2 CC-4:2");
}
END_TEST

START_TEST(a_variation_before_any_action_is_an_error) {
    check_codes("(1. d4) 1. e4 *", "L-14:0");
}
END_TEST

/* The XFEN at the end of the first variation; "": it could not be played completely. */
static void check_variation_end(const char *text, const char *xfen) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *s;
    xpgn_buffer b = {0};
    xpgn_walk_free(seen.walk);
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    do
        ck_assert_int_eq(xpgn_walk_next(seen.walk, &s), XPGN_OK);
    while (s->kind != XPGN_STEP_VARIATION_END);
    if (s->before != NULL)
        xpgn_position_write(&b, xpgn_walk_ruleset(seen.walk), s->before);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, xfen);
    if (strstr(text, "){") != NULL)
        ck_assert_uint_eq(s->remark_count, 2);
    ck_assert(s->text.size == 1 && s->text.data == strchr(text, ')'));
    ck_assert(s->place.length == 1 && text + s->place.offset == s->text.data);
    xpgn_buffer_free(&b);
}

START_TEST(the_end_of_a_variation_says_where_it_ended) {
    check_variation_end("1. e4 e5 (1... c5 2. Nf3 {Sicilian}) 2. Nf3 *",
                        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    check_variation_end("1. e4 e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3 *",
                        "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    check_variation_end("1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *", "");
    check_variation_end("1. e4 e5 (1... c5){a} ; b\n2. Nf3 *",
                        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    seen.options.repair = &xpgn_repair; /* Ke2 */
    check_variation_end("1. e4 e5 (1... c5 2. Ke3) 2. Nf3 *",
                        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
    seen.options.skip_variations = true;
    check_variation_end("1. e4 e5 (1... c5) 2. Nf3 *", "");
}
END_TEST

START_TEST(variations_open_and_close) {
    check_codes("1. e4 (1. d4 *", "L-03:1");
    check_codes("1. e4 e5 (1... c5 (1... e6 2. d4 *", "L-03:2");
    ck_assert_uint_eq(finding(0)->place.offset, 9); /* the outermost */
    check_codes("1. e4 ) e5 *", "L-04:1");
}
END_TEST

START_TEST(skipped_variations_are_lexed_and_not_played) {
    seen.options.skip_variations = true;
    check_good("1. e4 (1. Ke5 Zz9 {x (} 2. Qxf9) e5 *");
    check_codes("1. e4 (1. d4 \x01) e5 *", "L-01:1");
}
END_TEST

/* The fast path passes over words of a variation that is skipped if they have no fault. */
START_TEST(each_byte_of_a_skipped_variation_counts) {
    static const char *const words[] = {"Nf3+", "e8=Q#", "O-O", "O-O-O+", "12.", "d4"};
    seen.options.skip_variations = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (size_t at = 0; words[i][at] != '\0'; at++) {
            for (int byte = 1; byte < 256; byte++) {
                char word[10], text[200], said[400];
                strcpy(word, words[i]);
                word[at] = (char)byte;
                snprintf(text, sizeof text,
                         "1. e4 (1. %s d5) e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 "
                         "6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n",
                         word);
                walk_text(text);
                snprintf(said, sizeof said, "%s", seen.findings.data);
                seen.options.detail = XPGN_VERDICT;
                walk_text(text);
                seen.options.detail = XPGN_STEPS;
                ck_assert_msg(strcmp(said, seen.findings.data) == 0, "%s: %s, in full %s", text,
                              seen.findings.data, said);
            }
        }
    }
}
END_TEST

START_TEST(a_corrected_error_has_its_texts) {
    size_t count;
    seen.options.detail = XPGN_CODES;
    seen.options.repair = &xpgn_repair;
    walk_text("1. e4 e5 2. Nf4 Nc6 3. Bb5 *\n");
    const xpgn_finding *list = xpgn_walk_findings(seen.walk, &count);
    ck_assert_uint_gt(count, 0);
    ck_assert_str_ne(list[0].text, "");
    ck_assert_uint_gt(list[0].fix_count, 0);
}
END_TEST

/* A game that is as it is exported is settled there, its variations skipped. */
START_TEST(good_words_of_a_skipped_variation_are_skipped) {
    static const char *const words[] = {"Nf3",   "Nf3+",  "e8=Q#",   "exd8=N", "O-O",
                                        "O-O+",  "O-O-O", "O-O-O#",  "12. d4", "1... d5",
                                        "Ngxf3", "e4",    "Qa1xb2+", "$3 e4",  "{no} e4"};
    if (getenv("XPGN_FORCE") != NULL) /* then it may not be taken */
        return;
    seen.options.skip_variations = true;
    seen.options.detail = XPGN_VERDICT;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[200];
        snprintf(text, sizeof text,
                 "1. e4 (1. %s) e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 "
                 "8. c3 O-O *\n",
                 words[i]);
        xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
        const xpgn_step *step;
        xpgn_walk_free(seen.walk);
        ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
        ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
        ck_assert_int_eq(xpgn_walk_next(seen.walk, &step), XPGN_OK);
        ck_assert_msg(step->kind == XPGN_STEP_RESULT && step->whole, "%s", text);
    }
}
END_TEST

START_TEST(variations_have_a_bound_and_one_finding_past_it) {
    for (int depth = 499; depth <= 502; depth++) {
        xpgn_buffer b = {0};
        xpgn_buffer_text(&b, "1. e4 ");
        for (int i = 0; i < depth; i++)
            xpgn_buffer_text(&b, "(1. d4 ");
        for (int i = 0; i < depth; i++)
            xpgn_buffer_text(&b, ") ");
        xpgn_buffer_text(&b, "e5 *");
        xpgn_buffer_char(&b, '\0');
        check_codes(b.data, depth <= 500 ? "" : "L-08:1");
        xpgn_buffer_free(&b);
    }
}
END_TEST

/* ---- numbers --------------------------------------------------------------------------------- */

START_TEST(where_a_turn_is_one_action_a_wrong_number_is_one_warning) {
    check_good("e4 e5 Nf3 *");
    check_good("1 e4 1. ... e5 2.Nf3 2... Nc6 *");
    check_codes("1. e4 e5 3. Nf3 Nc6 4. Bc4 5. *", "M-03:3 M-03:6");
    check_codes("1... e4 *", "M-03:1");
    ck_assert_str_eq(finding(0)->text, "move number 1..., expected 1.");
    check_codes("1. e4 2.. e5 2. Nf3 *", "M-03:2");
    ck_assert_str_eq(finding(0)->text, "move number 2..., expected 1...");
    check_codes("1. e4 e5 2.. Nf3 *", "M-03:3");
    ck_assert_str_eq(finding(0)->text, "move number 2..., expected 2.");
    check_codes("1. e4 2. e5 *", "M-03:2");
    ck_assert_str_eq(finding(0)->text, "move number 2., expected 1...");
    check_codes("1. e4 2... e5 2. Nf3 2... Nc6 3. Bc4 *", "M-03:2"); /* a slip, not a shift */
}
END_TEST

START_TEST(where_a_turn_is_several_actions_the_number_begins_it) {
    check_good(CC "\n1. <2> e2-e4 1... <2> e7-e5 *");
    check_codes(CC "\n<2> e2-e4 1... <2> e7-e5 *", "M-04:1");
    check_codes(CC "\n1. <2> e2-e4 2. <2> e7-e5 *", "M-05:2");
    check_codes(CC "\n1. <2> e2-e4 1.1.. <2> e7-e5 *", "M-05:2");
    check_codes("1. e4 e5 5.6 Nf3 *", "M-03:3");
    check_codes("1. e4 e5 5. 6. Nf3 *", "M-03:3 M-03:3");
    check_codes(CC "\n1. 1... *", "CC-3:1 CC-3:2");
}
END_TEST

/* The fast path compares a label as a whole, of up to eight bytes: each of them counts. */
START_TEST(each_byte_of_a_long_number_counts) {
    static const char others[] = "0189.:/nx";
    for (unsigned number = 7; number < 1000000; number *= 11) {
        char head[200], label[40], text[400];
        snprintf(head, sizeof head,
                 AS "[RuleOptions \"mode=fast\"]\n"
                    "[FEN \"3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0 %u\"]\n\n",
                 number);
        int size = snprintf(label, sizeof label, "%u. Na3-b3 %u...", number, number);
        snprintf(text, sizeof text, "%s%s Nh6-h7 *\n", head, label);
        check_good(text);
        for (int i = 0; i < size; i++) {
            const char right = label[i];
            for (const char *c = others; is_digit(right) + (right == '.') > 0 && *c != '\0'; c++) {
                label[i] = *c;
                snprintf(text, sizeof text, "%s%s Nh6-h7 *\n", head, label);
                walk_text(text);
                size_t codes = seen.findings.size;
                char said[400];
                snprintf(said, sizeof said, "%s", seen.findings.data);
                seen.options.detail = XPGN_VERDICT;
                walk_text(text);
                seen.options.detail = XPGN_STEPS;
                ck_assert_msg(codes == seen.findings.size && strcmp(said, seen.findings.data) == 0,
                              "%s: %s, in full %s", text, seen.findings.data, said);
                ck_assert_msg(*c == right || codes > 1, "%s", text);
            }
            label[i] = right;
        }
    }
}
END_TEST

/* The fast path counts on in the last digit: after 9 comes the next ten, not the next character.
 */
START_TEST(behind_nine_comes_the_next_ten) {
    static const char *const siege[] = {"Na3-b3", "Nh6-h7", "Nb3-a3", "Nh7-h6"};
    static const char *const chess[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    for (unsigned number = 9; number < 100000; number = number * 10 + 9) {
        for (int many = 0; many < 2; many++) {
            const char *const *turn = many ? siege : chess;
            char head[300], next[20], text[500];
            snprintf(head, sizeof head, "%s %u\"]\n\n%u. %s %u... %s",
                     many ? AS "[RuleOptions \"mode=fast\"]\n"
                               "[FEN \"3p3k/4ppb1/5p1n/6pp/PP6/N1P5/1BPP4/K3P3 w - - 0"
                          : "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8",
                     number, number, turn[0], number, turn[1]);
            snprintf(next, sizeof next, "%u", number + 1);
            snprintf(text, sizeof text, "%s %s. %s %s... %s *\n", head, next, turn[2], next,
                     turn[3]);
            check_good(text);
            snprintf(next, sizeof next, "%u", number);
            next[strlen(next) - 1]++;
            snprintf(text, sizeof text, "%s %s. %s %s... %s *\n", head, next, turn[2], next,
                     turn[3]);
            seen.options.detail = XPGN_VERDICT;
            walk_text(text);
            seen.options.detail = XPGN_STEPS;
            ck_assert_msg(seen.findings.size > 1, "%s", text);
        }
    }
}
END_TEST

START_TEST(four_seats_count_their_dots) {
    char text[400];
    snprintf(text, sizeof text, "%s1. d1-d2 1.. d12-d11 1... *",
             AS "[RuleOptions \"players=4\"]\n[XFEN \"rK2rP5bP1bK/12/12/12/12/12/12/12/12/12/12/"
                "wK2wP4gP2gK w - - 1 1\"]\n\n");
    check_codes(text, "AS-10:3");
}
END_TEST

/* ---- checkpoints ----------------------------------------------------------------------------- */

START_TEST(a_checkpoint_is_checked_against_the_position_between_turns) {
    check_good("1. e4 {[%xfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]} e5 *");
    check_codes("1. e4 {[%xfen rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1]} e5 *",
                "P-12:1");
    check_codes("1. e4 {[%xfen nonsense]} e5 *", "P-01:1");
}
END_TEST

START_TEST(a_checkpoint_after_a_variation_is_of_the_line_it_stands_in) {
    check_good("1. e4 (1. d4) {[%xfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1]} "
               "e5 *");
}
END_TEST

START_TEST(a_checkpoint_before_a_variation_is_not_that_of_the_variation) {
    check_good(CC
               "\n1. <2> e2-e4 {[%xfen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1]} "
               "(1. <2> d2-d4) 1... <2> e7-e5 *");
}
END_TEST

START_TEST(a_checkpoint_within_a_turn_is_an_error) {
    check_codes(CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n9. Nc3xd4 <6:1x@a1> "
                   "{[%xfen r2k3r/8/8/8/3N4/4P3/8/R3K2R[a1:p] b - - 0 9]} <1> Ke1-e2 *",
                "P-13:1");
    check_good(CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n9. Nc3xd4 <6:1x@a1> "
                  "{[%xfen r2k3r/8/8/8/3N4/4P3/8/R3K2R[a1:p] b - - 0 9]} 9... <1> Kd8-e8 *");
}
END_TEST

START_TEST(a_checkpoint_may_state_the_end) {
    check_good(AS "[FEN \"6pk/8/7N/8/8/8/P7/K7 w - - 0 9\"]\n\n9. Nh6xh8# <+0=2:=1x> "
                  "{[%xfen 6pN/8/8/8/8/8/P7/K7 b - - 0 9]} 1-0");
}
END_TEST

/* ---- rolls ----------------------------------------------------------------------------------- */

START_TEST(a_roll_may_stand_in_a_comment) {
    check_good(CA "\n1. e4 d5 2. exd5 {[%roll 6+0=8:1+1=5x]} *");
    check_good(CA "\n1. e4 d5 2. exd5 {hit! [%roll\n6:1] so} *");
    check_good(CC "\n1. e2-e4 {[%turn 2]} 1... e7-e5 {[%turn 2]} *");
}
END_TEST

START_TEST(a_roll_said_twice_says_the_same_or_is_an_error) {
    check_good(CA "\n1. e4 d5 2. exd5 <6:1> {[%roll 6:1]} *");
    check_codes(CA "\n1. e4 d5 2. exd5 <6:1> {[%roll 6:2]} *", "R-06:3");
    check_good(CC "\n1. <2> e2-e4 {[%turn 2]} *");
    check_codes(CC "\n1. <2> e2-e4 {[%turn 3]} *", "R-06:1 CC-4:1");
    /* one before the action says nothing of the action */
    check_codes(CA "\n1. e4 d5 2. <5:1> exd5 <6:1> *", "R-02:2");
    check_codes(CA "\n1. e4 d5 2. <5:1> exd5 <6:1> {[%roll 6:2]} *", "R-02:2 R-06:3");
}
END_TEST

START_TEST(a_turn_roll_is_one_die_and_nothing_else) {
    static const char *const rolls[] = {"1,2", "2+0", "2=2", "2=0", "2x", "2w", "2:3", "2 3", ":2"};
    check_good(CC "\n1. <2> e2-e4 *");
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        char text[100];
        snprintf(text, sizeof text, CC "\n1. <%s> e2-e4 *", rolls[i]);
        walk_text(text);
        ck_assert_msg(seen.findings.size > 1, "%s", text);
        ck_assert_uint_ge(finding(0)->place.offset, 31); /* the roll */
    }
}
END_TEST

START_TEST(a_freed_piece_belongs_to_an_escape_and_to_nothing_else) {
#define FREES CC "[XFEN \"r2k3r/1N6/8/8/3p4/4P3/8/R3K2R[a8:P] w - - 0 9\"]\n\n"
    check_good(FREES "9. Nb7@a8 <6=7> P@b8 *");
    check_good(FREES "9. Nb7@a8 <1=2> 9... <1> Kd8-e8 *");
    check_codes(FREES "9. Nb7@a8 <1=2> Kd8-e8 *", "CC-7:1");
    check_codes(FREES "9. <1> Ke1-e2 P@b8 *", "CC-5:1");
#undef FREES
}
END_TEST

START_TEST(a_turn_roll_in_a_comment_has_its_export_form) {
    seen.options.lint = true;
    check_codes(CC "\n1. e2-e4 {[%turn 2]} *", "T-19:0");
    check_codes(CC "\n1. e2-e4 {[%turn 02]} *", "T-19:0 M-10:1");
    check_codes(CC "\n1. e2-e4 {[%turn 0255]} *", "T-19:0 M-10:1 R-03:1");
    check_codes(CC "\n1. e2-e4 {[%turn 0256]} *", "T-19:0 R-03:1");
}
END_TEST

START_TEST(a_roll_that_belongs_to_nothing_is_an_error) {
    check_codes("1. e4 <3:2> e5 *", "R-02:0"); /* it has no Variant */
    check_codes("[Variant \"chess\"]\n\n1. e4 <3:2> e5 *", "R-02:1");
    check_codes(CA "\n{[%roll 6:1]} 1. e4 *", "R-02:0");
    check_codes(CA "\n1. {[%roll 6:1]} e4 *", "R-02:0");
    check_codes(CA "\n1. e4 ({[%roll 6:1]} 1. d4) *", "R-02:0");
    check_codes(CC "\n1. <2> e2-e4 <3> *", "R-02:1");
    check_codes(CA "\n1. e4 {[%turn 3]} *", "R-08:1");
}
END_TEST

/* ---- results --------------------------------------------------------------------------------- */

START_TEST(tag_and_terminator_agree) {
    check_good("[Result \"1-0\"]\n\n1. e4 1-0");
    check_codes("[Result \"1-0\"]\n\n1. e4 0-1", "X-02:1");
    check_codes("[Result \"1-0\"]\n\n1. e4", "X-01:1");
    check_codes("[Result \"won\"]\n\n1. e4 *", "T-05:0");
    check_codes("[Result \"1-0\"]\n\n1. e4 1:0", "M-18:1"); /* the text there is reported */
    check_codes("[Result \"1-0\"]\n\n1. e4 1:0 e5", "L-06:1 X-01:2");
    check_codes("----------", "L-06:0");                        /* no game at all */
    check_codes("[Result \"1-0\"]\n\n1. e4 1-0-0-0", "X-05:1"); /* and that is enough */
}
END_TEST

/* Places without a result, and whether that is reported besides other faults there. */
START_TEST(a_missing_result_is_reported_where_the_text_ends) {
    static const struct {
        const char *text, *codes, *fix; /* of the last finding, if it is X-01; NULL: none */
    } rows[] = {{"1. e4\n", "X-01:1", NULL},
                {"[Result \"*\"]\n\n1. e4 e5 \n ", "X-01:2", " *"},
                {"[Result \"?\"]\n\n1. e4", "T-05:0 X-01:1", NULL},
                {"1. f3 e5 2. g4 Qh4#", "X-01:4", " 0-1"},
                {"", "X-01:0", NULL},
                {"\n", "X-01:0", NULL},
                /* the last word may be meant for it */
                {"1. e4 e5 zz", "M-01:3", NULL},
                {"1. e4 e5 zz ", "M-01:3", NULL},
                {"1. e4 e5 zz 2. d4", "M-01:3 X-01:3", NULL},
                {"1. e4 e5 \x01", "L-01:2 X-01:2", NULL},
                {"1. e4 e5 1:0", "M-18:2", NULL},
                {"1. e4 (1. d4) $1", "X-01:1", NULL},
                {"1. e4 e5 {open", "L-02:2", NULL},
                /* without tags and without an action it is no game */
                {"Ke5", "C-1:1", NULL},
                {"1. Ke5 d4", "C-1:1", NULL},
                {"1. e4 Ke5", "C-1:2 X-01:2", NULL},
                {"[White \"a\"]\n\n1. Ke5", "C-1:1 X-01:1", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size = strlen(rows[i].text), count;
        check_codes(rows[i].text, rows[i].codes);
        const xpgn_finding *last = xpgn_walk_findings(seen.walk, &count) + count - 1;
        if (strcmp(last->code, "X-01") != 0)
            continue;
        while (size > 0 && strchr(" \n", rows[i].text[size - 1]) != NULL)
            size--;
        ck_assert_uint_eq(last->place.offset, size);
        ck_assert_uint_eq(last->place.length, 0);
        ck_assert_uint_eq(last->fix_count, rows[i].fix != NULL);
        ck_assert(rows[i].fix == NULL || strcmp(last->fix[0].text, rows[i].fix) == 0);
    }
    check_codes("1. e4 e5 White wins", "X-01:2"); /* once, at the words */
}
END_TEST

START_TEST(zeros_at_the_end_are_a_forfeit_of_both) {
#define BOTH "[Result \"0-0\"]\n\n"
    check_good(BOTH "1. e4 0-0");
    check_good(BOTH "1. e4 0-0 {}");
    check_good(BOTH "1. e4 0-0 {both}{so}");
    check_good(BOTH "1. e4 0-0 {both} ; too late\n {so}");
    check_codes(BOTH "1. e4 0-0 {both} 1-0", "C-1:2 X-02:2");
    check_good(BOTH "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O {white} 0-0 {both}");
}
END_TEST

START_TEST(a_result_in_a_variation_that_nothing_but_comments_follow_is_that_of_the_game) {
    check_codes("1. e4 (1. d4 1-0", "L-03:1");
    check_codes("1. e4 (1. d4 1-0 {won} ; so it was\n", "L-03:1");
    ck_assert_ptr_nonnull(strstr(seen.steps.data, "1-0"));
    check_codes("1. e4 (1. d4 1-0 d5", "X-06:2 L-03:1 X-01:1");
    check_codes("1. e4 (1. d4 1-0 {won}) e5 *", "X-06:1");
    check_codes("1. e4 (1. d4 1-0 {won} *", "X-06:1 L-03:1");
    check_codes("1. e4 (1. d4 1-0) *", "X-06:1");
}
END_TEST

START_TEST(a_result_that_the_rules_have_made_stands) {
    check_good("1. f3 e5 2. g4 Qh4# 0-1");
    check_codes("1. f3 e5 2. g4 Qh4# 1-0", "C-3:4");
    check_codes("1. f3 e5 2. g4 Qh4# 3. Kf2 0-1", "C-3:5");
    ck_assert_str_eq(finding(0)->turn, "3. Kf2");
    check_codes("1. f3 e5 2. g4 Qh4# Zz 0-1", "M-01:5");
    const char *stuck = "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 Kg8";
    static const char *const rolls[][2] = {
        {"", "C-3:2"}, {"<3:2>", "C-3:2"}, {"{[%turn 3]}", "C-3:2"}, {"<=4=>", "R-04:2"}};
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s %s 1/2-1/2", stuck, rolls[i][0]);
        check_codes(text, rolls[i][1]);
    }
}
END_TEST

/* ---- findings -------------------------------------------------------------------------------- */

START_TEST(a_finding_has_the_label_of_its_action_and_its_place) {
    const char *text = "1. e4 e5 2. Ke3 *";
    check_codes(text, "C-1:3");
    ck_assert_str_eq(finding(0)->turn, "2. Ke3");
    check_place(text, 0, "Ke3");
    text = "1. e4 (1. d4 e5 2. Nf9) e5 2. Nf9 *";
    check_codes(text, "C-1:3 C-1:3");
    check_place(text, 0, "Nf9");
}
END_TEST

START_TEST(a_label_has_32_bytes_of_its_action_at_most) {
    for (int size = 30; size < 36; size++) {
        char text[100], turn[100];
        snprintf(text, sizeof text, "1. e4 %.*s *", size,
                 "Nabcdefghijklmnopqrstuvwxyzabcdefghijklm");
        snprintf(turn, sizeof turn, "1... %.*s%s", size < 32 ? size : 32,
                 "Nabcdefghijklmnopqrstuvwxyzabcdefghijklm", size > 32 ? "\xe2\x80\xa6" : "");
        check_codes(text, "M-01:2");
        ck_assert_str_eq(finding(0)->turn, turn);
    }
    check_codes("(1. d4) 1. e4 *", "L-14:0"); /* before any action there is none */
    ck_assert_str_eq(finding(0)->turn, "");
}
END_TEST

START_TEST(a_finding_about_a_number_has_the_label_and_the_place_of_it) {
    const char *text = CC "\n1. <2> e2-e4 2. <2> e7-e5 *";
    check_codes(text, "M-05:2");
    check_place(text, 0, "2.");
    ck_assert_str_eq(finding(0)->turn, "1...");
    text = CC "\n1. <2> e2-e4 1..... <2> e7-e5 *";
    check_codes(text, "M-05:2");
    ck_assert_msg(tells(finding(0)->text, "1....,|1..."), "%s", finding(0)->text);
    text = CC "\n1. <2> e2-e4 <3> e7-e5 *";
    walk_text(text);
    ck_assert_str_eq(finding(0)->code, "CC-5");
    text = CC "\n<2> e2-e4 *";
    check_codes(text, "M-04:1");
    ck_assert_uint_eq(finding(0)->fix[0].place.offset,
                      (uintptr_t)strstr(text, "<2>") - (uintptr_t)text);
    ck_assert_uint_eq(finding(0)->fix[0].place.length, 0);
    ck_assert_str_eq(finding(0)->fix[0].text, "1. ");
}
END_TEST

START_TEST(a_finding_about_the_whole_record_stands_at_no_byte_of_it) {
    seen.options.require = "Event";
    check_codes("1. e4 *", "T-18:0");
    ck_assert_str_eq(seen.findings.data, "T-18@0+0:0 ");
    seen.options.require = NULL;
    seen.options.lint = true;
    check_codes("1. e4 *", "T-19:0");
    ck_assert_str_eq(seen.findings.data, "T-19@0+0:0 ");
    seen.options.lint = false;
    check_codes(AS "\n*", "AS-1:0");
    ck_assert_str_eq(seen.findings.data, "AS-1@0+0:0 ");
}
END_TEST

START_TEST(a_roll_off_and_a_first_position_agree) {
    static const struct {
        const char *first, *position, *moves, *said; /* "": nothing */
    } rows[] = {{"5:2", "b - - 0 1", "1... K@- <1+1=2> *", "white|black"},
                {"2:5", "w - - 0 1", "1. K@- <1+1=2> *", "black|white"},
                {"5:2", "w - - 0 1", "1. K@- <1+1=2> *", ""},
                {"2:5", "b - - 0 1", "1... K@- <1+1=2> *", ""},
                {"2:5", "w - - 0 2", "2. K@- <1+1=2> *", ""},
                {"2:5", "w - - 1 1", "1. K@- <1+1=2> *", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[300];
        snprintf(text, sizeof text,
                 CC "[FirstRoll \"%s\"]\n[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R %s\"]\n\n%s",
                 rows[i].first, rows[i].position, rows[i].moves);
        check_codes(text, *rows[i].said == '\0' ? "" : "CC-2:0");
        if (*rows[i].said != '\0') {
            check_place(text, 0, rows[i].first);
            ck_assert_msg(tells(finding(0)->text, rows[i].said), "%s", finding(0)->text);
        }
    }
}
END_TEST

START_TEST(a_roll_off_and_the_first_number_agree) {
    check_codes(CC "[FirstRoll \"3:3\"]\n\n1. <2> e2-e4 *", "CC-2:0");
    ck_assert_msg(tells(finding(0)->hint, "3:3|5:2"), "%s", finding(0)->hint);
    check_codes(CC "[FirstRoll \"5:2\"]\n\n1... <2> e7-e5 *", "M-05:1");
    ck_assert_msg(tells(finding(0)->text, "5:2|white|black"), "%s", finding(0)->text);
    check_codes(CC "[FirstRoll \"2:5\"]\n\n1. <2> e2-e4 *", "M-05:1");
    ck_assert_msg(tells(finding(0)->text, "2:5|black|white"), "%s", finding(0)->text);
    ck_assert_ptr_nonnull(strstr(finding(0)->hint, "exchange the dice"));
    check_codes(CC "\n1... <3> e7-e5 (1... <2> d7-d5) *", "CC-2:1 CC-4:1");
    check_codes(CC "\n1... {a} <2> e2-e4 *", "M-05:1");
    check_codes(CC "\n1... <2> e7-e5 *", "CC-2:1");
    ck_assert_msg(tells(finding(0)->text, "black|FirstRoll"), "%s", finding(0)->text);
    ck_assert_msg(tells(finding(0)->hint, "2:5"), "%s", finding(0)->hint);
    /* where a position is given it says who begins */
    check_codes(CC "[FEN \"r2k3r/8/8/8/3p4/4P3/8/R3K2R w - - 0 1\"]\n\n1... <1> d4-d3 *",
                "M-05:1 CC-4:1");
    check_codes(CC "[XFEN \"r2k3r/8/8/8/3p4/4P3/8/R3K2R w - - 0 1\"]\n\n1... <1> d4-d3 *",
                "M-05:1 CC-4:1");
    /* and a variation begins nothing */
    const char *text = CC "[FirstRoll \"5:2\"]\n\n1. <2> e2-e4 (1... <2> e7-e5) *";
    check_codes(text, "M-05:1 CC-4:1");
    check_place(text, 0, "1...");
    house_rules(seen.rules, "ruleset: house\ntitle: House\nversion: 1\nextends: combat-chess-2\n"
                            "turn: {first: null}\n");
    check_codes("[Variant \"house\"]\n\n1... <2> e7-e5 *", "M-05:1 CC-4:1");
    check_good(CC "[FirstRoll \"5:2\"]\n\n1. <2> e2-e4 *");
    check_good(CC "[FirstRoll \"2:5\"]\n\n1... <2> e7-e5 *");
}
END_TEST

START_TEST(after_ties_either_side_may_lose) {
#define TIE CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n9. Nc3xd4 <1=2:2=2 "
    check_good(TIE "1=2x@a8:5=5> *");
    check_good(TIE "6=7:5=5x@h1> *");
    check_good(TIE "1=2:2=2 1=2x@h8:5=5> *");
    check_good(TIE "1=2:2=2 6=7:5=5x@a1> *");
#undef TIE
}
END_TEST

START_TEST(empty_names_among_those_that_are_required_are_skipped) {
    seen.options.require = ",Event,,Site,";
    check_codes("[Event \"A\"]\n\n1. e4 *", "T-18:0");
    ck_assert_ptr_nonnull(strstr(finding(0)->text, "Site"));
    seen.options.require = "A";
    check_codes("1. e4 *", "T-18:0");
}
END_TEST

START_TEST(a_gap_is_reported_once) {
    check_codes("1. e4 {[%missing] [%missing]} *", "M-16:1");
    check_codes("1. e4 {[%missing]} {[%missing]} *", "M-16:1");
    /* the text beside it is still checked, what follows is not */
    check_codes("1. e4 e5 {[%missing]} {x} (1... Ke5) *", "M-16:2 C-1:2");
    check_codes("1. e4 e5 {[%missing]} ; x\n(1... Ke5) *", "M-16:2 C-1:2");
    check_codes("1. e4 e5 {[%missing]} $1 (1... Ke5) *", "M-16:2 C-1:2");
    check_codes("1. e4 e5 {[%missing]}\n[Red \"x\"] {x} (1... Ke5) *", "M-16:2 T-10:2 C-1:2");
    check_codes("1. e4 e5 {[%missing]}\n[Red \"x\"] ; x\n(1... Ke5) *", "M-16:2 T-10:2 C-1:2");
    check_codes("1. e4 e5 {[%missing]} (1... c5) (1... Ke5) 2. Ke5 *", "M-16:2 C-1:2");
}
END_TEST

START_TEST(a_king_that_steps_where_castling_would_take_it_does_not_castle) {
    check_good("[Variant \"chess960\"]\n[XFEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n1. Kg1 *");
    ck_assert_str_eq(seen.final, "4k3/8/8/8/8/8/8/6KR b - - 1 1");
    check_codes("[Variant \"chess960\"]\n[XFEN \"4k3/8/8/8/8/8/8/6KR w H - 0 1\"]\n\n1. Kg1 *",
                "C-1:1");
}
END_TEST

START_TEST(after_an_illegal_action_the_rest_is_only_lexed) {
    check_codes("1. e4 Ke5 2. Qq9 Nf3 (1. zz) $3 <9> Kx *", "C-1:2");
    check_codes("1. e4 Ke5 2. \x02 d4 *", "C-1:2 L-01:2");
}
END_TEST

START_TEST(findings_past_the_bound_are_not_kept) {
    seen.options.max_errors = 2;
    check_codes(CA "\n1. e4 d5 2. exd5 <6+1=9:1+2=4> *", "CA-3:3 CA-3:3");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("walk");
    TCase *tc = tcase_create("walk");
    tcase_add_checked_fixture(tc, walk_set_up, walk_tear_down);
    tcase_add_test(tc, a_game_without_a_start_has_no_position_in_any_step);
    tcase_add_test(tc, of_many_tags_the_first_of_each_name_counts);
    tcase_add_test(tc, a_game_steps_through_actions_turns_and_its_result);
    tcase_add_test(tc, a_turn_of_several_actions_is_one_turn_step);
    tcase_add_test(tc, steps_say_ply_depth_number_and_seat);
    tcase_add_test(tc, remarks_stay_with_the_action_they_follow_in_their_order);
    tcase_add_test(tc, comments_may_stand_anywhere);
    tcase_add_test(tc, a_verdict_hands_out_the_result_only);
    tcase_add_test(tc, a_variation_replaces_the_last_action);
    tcase_add_test(tc, a_variation_is_as_dead_as_its_own_slip_only);
    tcase_add_test(tc, with_a_number_a_variation_replaces_the_whole_turn);
    tcase_add_test(tc, a_variation_before_any_action_is_an_error);
    tcase_add_test(tc, the_end_of_a_variation_says_where_it_ended);
    tcase_add_test(tc, variations_open_and_close);
    tcase_add_test(tc, skipped_variations_are_lexed_and_not_played);
    tcase_add_test(tc, each_byte_of_a_skipped_variation_counts);
    tcase_add_test(tc, a_corrected_error_has_its_texts);
    tcase_add_test(tc, good_words_of_a_skipped_variation_are_skipped);
    tcase_add_test(tc, variations_have_a_bound_and_one_finding_past_it);
    tcase_add_test(tc, where_a_turn_is_one_action_a_wrong_number_is_one_warning);
    tcase_add_test(tc, where_a_turn_is_several_actions_the_number_begins_it);
    tcase_add_test(tc, each_byte_of_a_long_number_counts);
    tcase_add_test(tc, behind_nine_comes_the_next_ten);
    tcase_add_test(tc, four_seats_count_their_dots);
    tcase_add_test(tc, a_checkpoint_is_checked_against_the_position_between_turns);
    tcase_add_test(tc, a_checkpoint_after_a_variation_is_of_the_line_it_stands_in);
    tcase_add_test(tc, a_checkpoint_before_a_variation_is_not_that_of_the_variation);
    tcase_add_test(tc, a_checkpoint_within_a_turn_is_an_error);
    tcase_add_test(tc, a_checkpoint_may_state_the_end);
    tcase_add_test(tc, a_roll_may_stand_in_a_comment);
    tcase_add_test(tc, a_roll_said_twice_says_the_same_or_is_an_error);
    tcase_add_test(tc, a_turn_roll_is_one_die_and_nothing_else);
    tcase_add_test(tc, a_freed_piece_belongs_to_an_escape_and_to_nothing_else);
    tcase_add_test(tc, a_turn_roll_in_a_comment_has_its_export_form);
    tcase_add_test(tc, a_roll_that_belongs_to_nothing_is_an_error);
    tcase_add_test(tc, tag_and_terminator_agree);
    tcase_add_test(tc, a_missing_result_is_reported_where_the_text_ends);
    tcase_add_test(tc, zeros_at_the_end_are_a_forfeit_of_both);
    tcase_add_test(tc,
                   a_result_in_a_variation_that_nothing_but_comments_follow_is_that_of_the_game);
    tcase_add_test(tc, a_result_that_the_rules_have_made_stands);
    tcase_add_test(tc, a_finding_has_the_label_of_its_action_and_its_place);
    tcase_add_test(tc, a_label_has_32_bytes_of_its_action_at_most);
    tcase_add_test(tc, a_finding_about_a_number_has_the_label_and_the_place_of_it);
    tcase_add_test(tc, a_finding_about_the_whole_record_stands_at_no_byte_of_it);
    tcase_add_test(tc, a_roll_off_and_a_first_position_agree);
    tcase_add_test(tc, a_roll_off_and_the_first_number_agree);
    tcase_add_test(tc, after_ties_either_side_may_lose);
    tcase_add_test(tc, empty_names_among_those_that_are_required_are_skipped);
    tcase_add_test(tc, a_gap_is_reported_once);
    tcase_add_test(tc, a_king_that_steps_where_castling_would_take_it_does_not_castle);
    tcase_add_test(tc, after_an_illegal_action_the_rest_is_only_lexed);
    tcase_add_test(tc, findings_past_the_bound_are_not_kept);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

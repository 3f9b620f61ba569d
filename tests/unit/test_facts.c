/* SPDX-License-Identifier: MIT */
/* The table of facts: names are found or refused with a reason, and values are those of the game.
 */
#include "internal/action_facts.h"
#include "internal/queries.h"
#include "walk_fixture.h"

static xpgn_slice slice(const char *text) {
    return (xpgn_slice){text, strlen(text)};
}

static void check_found(const char *name, uint32_t scopes, const char *fact, unsigned sides) {
    xpgn_fact_ref ask;
    xpgn_fault fault;
    ck_assert_msg(xpgn_fact_resolve(slice(name), scopes, &ask, &fault) == XPGN_OK, "%s: %s", name,
                  fault.text);
    ck_assert_str_eq(xpgn_fact_at(ask.fact)->name, fact);
    ck_assert_uint_eq(ask.sides, sides);
    ck_assert_int_eq(xpgn_fact_resolve(slice(name), scopes, &ask, NULL), XPGN_OK);
}

static void check_refused(const char *name, uint32_t scopes, unsigned offset, const char *text) {
    xpgn_fact_ref ask = {77, 77};
    xpgn_fault fault;
    xpgn_status status = strstr(text, "' is of ") != NULL ? XPGN_INVALID : XPGN_NOT_FOUND;
    ck_assert_int_eq(xpgn_fact_resolve(slice(name), scopes, &ask, NULL), status);
    ck_assert_int_eq(xpgn_fact_resolve(slice(name), scopes, &ask, &fault), status);
    ck_assert_str_eq(fault.text, text);
    ck_assert_uint_eq(fault.place.offset, offset);
    ck_assert_uint_eq(ask.fact, 77);
}

START_TEST(names_are_found) {
    check_found("margin", XPGN_ANY_SCOPE, "margin", 1);
    check_found("support", XPGN_ANY_SCOPE, "support", 3);
    check_found("attacker_support", XPGN_ANY_SCOPE, "support", 1);
    check_found("defender.held-at", XPGN_ANY_SCOPE, "held_at", 2);
    check_found("attacker", XPGN_ANY_SCOPE, "attacker", 1);
    check_found("roll", XPGN_ANY_SCOPE, "roll", 1);
}
END_TEST

START_TEST(what_is_no_fact_is_refused_with_the_nearest) {
    check_refused("eror", XPGN_ANY_SCOPE, 0, "unknown word 'eror'; did you mean errors?");
    check_refused("attacker_suport", XPGN_ANY_SCOPE, 9,
                  "unknown word 'suport'; did you mean support?");
    check_refused("xyzzy", XPGN_ANY_SCOPE, 0, "unknown word 'xyzzy'");
    check_refused("", XPGN_ANY_SCOPE, 0, "unknown word ''");
    check_refused("margin", XPGN_GAME_SCOPES, 0, "'margin' is of a combat");
    check_refused("plies", XPGN_ACTION_SCOPES, 0, "'plies' is of a game");
    check_refused("attacker_margin", XPGN_ANY_SCOPE, 0, "unexpected side before 'margin'");
}
END_TEST

START_TEST(names_are_of_one_fact_and_have_no_side_in_them) {
    const xpgn_fact *f;
    for (size_t i = 0; (f = xpgn_fact_at(i)) != NULL; i++) {
        check_found(f->name, 1u << f->scope, f->name, f->sided ? 3 : 1);
        ck_assert_uint_eq(strspn(f->name, "abcdefghijklmnopqrstuvwxyz_"), strlen(f->name));
        ck_assert(strncmp(f->name, "attacker_", 9) != 0 && strncmp(f->name, "defender_", 9) != 0);
        ck_assert((f->type == XPGN_VALUE_WORD) == (f->words != NULL));
    }
}
END_TEST

START_TEST(a_name_that_begins_with_a_letter_twice_leads_to_the_fact) {
    const xpgn_fact *f;
    for (size_t i = 0; (f = xpgn_fact_at(i)) != NULL; i++) {
        char name[80], text[200];
        snprintf(name, sizeof name, "%c%s", *f->name, f->name);
        snprintf(text, sizeof text, "unknown word '%s'; did you mean %s?", name, f->name);
        if (strlen(f->name) > 2)
            check_refused(name, 1u << f->scope, 0, text);
        snprintf(name, sizeof name, "defender_%c%s", *f->name, f->name);
        snprintf(text, sizeof text, "unknown word '%s'; did you mean %s?", name + 9, f->name);
        if (strlen(f->name) > 2 && f->sided)
            check_refused(name, 1u << f->scope, 9, text);
    }
}
END_TEST

/* All facts of a subject as "name=text " where there is one, or their JSON. */
static void put_all(xpgn_buffer *b, const xpgn_fact_source *s, bool json) {
    for (uint16_t i = 0; xpgn_fact_at(i) != NULL; i++) {
        xpgn_buffer text = {0};
        xpgn_fact_ref ask = {i, xpgn_fact_at(i)->sided ? 3 : 1};
        (json ? xpgn_fact_json : xpgn_fact_write)(&text, s, &ask);
        ck_assert(!text.failed);
        if (text.size > 0 && (!json || memcmp(text.data, "null", 4) != 0))
            xpgn_buffer_printf(b, "%s=%.*s ", xpgn_fact_at(i)->name, (int)text.size, text.data);
        xpgn_buffer_free(&text);
    }
    xpgn_buffer_char(b, '\0');
}

/* By number a step has what a subject made of it has by name. */
static void check_numbers(const xpgn_step *step, const xpgn_fact_source *s) {
    for (unsigned i = XPGN_FACT_PLY; i <= XPGN_FACT_GAIN; i++)
        for (unsigned side = 0; side < 1u + xpgn_fact_at(i)->sided; side++) {
            const xpgn_fact *fact = xpgn_fact_at(i);
            xpgn_buffer own = {0}, by_name = {0};
            xpgn_fact_ref ask = {(uint16_t)i, (uint8_t)(1u << side)};
            xpgn_value v = {0};
            bool any = xpgn_fact_get(s, &ask, side, 0, &v);
            ck_assert_int_eq(xpgn_step_number(step, i, side),
                             !any ? (fact->type == XPGN_VALUE_SQUARE ? XPGN_NO_SQUARE : 0)
                             : fact->type == XPGN_VALUE_PIECE ? v.piece
                                                              : v.number);
            xpgn_step_text(&own, step, i, side);
            xpgn_fact_write(&by_name, s, &ask);
            ck_assert_uint_eq(own.size, by_name.size);
            ck_assert(own.size == 0 || memcmp(own.data, by_name.data, own.size) == 0);
            xpgn_buffer_free(&own);
            xpgn_buffer_free(&by_name);
        }
}

/* The constants are those of the table: a row in the middle needs make facts. */
START_TEST(a_fact_has_the_number_of_its_row) {
    ck_assert_str_eq(xpgn_fact_at(XPGN_FACT_GAME)->name, "game");
    ck_assert_str_eq(xpgn_fact_at(XPGN_FACT_EXCHANGE_TOTAL)->name, "exchange_total");
}
END_TEST

/* Of the action with this text. */
static void check_action(const char *text, const char *action, bool json, const char *all) {
    xpgn_game game = {.text = slice(text), .file = "-", .number = 1, .line = 1};
    const xpgn_step *step;
    xpgn_buffer out = {0}, scratch = {0};
    xpgn_walk_free(seen.walk);
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK)
        if (step->kind == XPGN_STEP_ACTION && strcmp(step->facts->text, action) == 0) {
            xpgn_fact_source s = {XPGN_SUBJECT, .text = &scratch};
            xpgn_fact_source_step(&s, step);
            put_all(&out, &s, json);
            check_numbers(step, &s);
        }
    ck_assert_str_eq(out.data, all);
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&scratch);
}

static const char attack[] = CA "\n1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:2+0=2x> *";

START_TEST(a_combat_has_all_that_is_of_one) {
    check_action(
        attack, "exd5", false,
        "ruleset=chess-attack ply=3 move=2 seat=white turn=2w label=2. exd5 action=exd5 "
        "kind=attack "
        "xfen=rnbqkbnr/ppp1pppp/8/3P*4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 2 piece=P from=e4 to=d5 "
        "roll=5+0=7w:1+1=5x attacker=pawn defender=pawn captured=pawn "
        "casualties=black pawn d5 combat=combat capture=capture uci=e4d5 rule=CA-4 margin=2 "
        "decision=won "
        "upset=upset luck=0.972222 square=e4:d5 faces=5:1 total=7:5 value=2:1 support=0:3 "
        "supporters=:queen d8 supporter_count=0:1 dice=1:1 fate=wounded:removed "
        "chance=0.166667:0.722222 gain=0.972222:-0.972222 ");
}
END_TEST

START_TEST(json_has_types) {
    check_action(
        attack, "exd5", true,
        "ruleset=\"chess-attack\" ply=3 move=2 seat=\"white\" turn=\"2w\" label=\"2. exd5\" "
        "action=\"exd5\" "
        "kind=\"attack\" "
        "xfen=\"rnbqkbnr/ppp1pppp/8/3P*4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 2\" piece=\"P\" "
        "from=\"e4\" to=\"d5\" dice_left=[] passed=false roll=\"5+0=7w:1+1=5x\" "
        "attacker={\"piece\":\"P\",\"wounded\":false,\"square\":\"e4\"} "
        "defender={\"piece\":\"P\",\"wounded\":false,\"square\":\"d5\"} "
        "captured={\"piece\":\"P\",\"wounded\":false,\"square\":\"d5\"} "
        "casualties=[{\"seat\":\"black\",\"piece\":\"P\",\"wounded\":false,\"square\":\"d5\"}] "
        "combat=true capture=true en_passant=false promotion=false rescue=false freed=false "
        "prisoner=false check=false mate=false stalemate=false end=false uci=\"e4d5\" stood=false "
        "rule=\"CA-4\" margin=2 decision=\"won\" tie=false reroll=false upset=true luck=0.972222 "
        "square={\"attacker\":\"e4\",\"defender\":\"d5\"} "
        "faces={\"attacker\":[5],\"defender\":[1]} "
        "total={\"attacker\":7,\"defender\":5} value={\"attacker\":2,\"defender\":1} "
        "support={\"attacker\":0,\"defender\":3} supporters={\"attacker\":[],\"defender\":"
        "[{\"piece\":\"Q\",\"wounded\":false,\"square\":\"d8\",\"gives\":3}]} "
        "supporter_count={\"attacker\":0,\"defender\":1} dice={\"attacker\":1,\"defender\":1} "
        "fate={\"attacker\":\"wounded\",\"defender\":\"removed\"} "
        "chance={\"attacker\":0.166667,\"defender\":0.722222} "
        "gain={\"attacker\":0.972222,\"defender\":-0.972222} ");
}
END_TEST

START_TEST(a_capture_without_dice_has_no_combat) {
    check_action(
        "1. e4 d5 2. exd5 *", "exd5", false,
        "ruleset=chess ply=3 move=2 seat=white turn=2w label=2. exd5 action=exd5 kind=attack "
        "xfen=rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 piece=P from=e4 "
        "to=d5 attacker=pawn defender=pawn captured=pawn "
        "casualties=black pawn d5 capture=capture uci=e4d5 square=e4:d5 ");
}
END_TEST

START_TEST(an_exchange_has_facts_of_its_own) {
    static const char *const faces[] = {"3:4", "5:1"};
    xpgn_facts f = {.combat = true, .roll = {.exchanges = 2, .two_sides = true}};
    xpgn_buffer out = {0}, text = {0};
    xpgn_fact_ref ask, margin;
    for (unsigned e = 0; e < 2; e++)
        for (unsigned side = 0; side < 2; side++) {
            xpgn_roll_side *rolled = &f.roll.exchange[e].side[side];
            rolled->dice_count = 1;
            rolled->dice[0] = (uint8_t)(faces[e][2 * side] - '0');
            rolled->total = (int16_t)(rolled->dice[0] + 1);
        }
    xpgn_fact_source s = {XPGN_SUBJECT, .facts = &f, .text = &text};
    ck_assert_int_eq(xpgn_fact_resolve(slice("exchange_faces"), XPGN_EXCHANGE_SCOPES, &ask, NULL),
                     XPGN_OK);
    ck_assert_int_eq(
        xpgn_fact_resolve(slice("exchange_margin"), XPGN_EXCHANGE_SCOPES, &margin, NULL), XPGN_OK);
    for (s.exchange = 0; s.exchange < 4; s.exchange++) {
        xpgn_fact_write(&out, &s, &ask);
        xpgn_buffer_char(&out, ' ');
        xpgn_fact_write(&out, &s, &margin);
        xpgn_buffer_char(&out, '|');
    }
    xpgn_buffer_char(&out, '\0');
    ck_assert_str_eq(out.data, " |3:4 -1|5:1 4| |"); /* there is no exchange 0, and no third */
    check_refused("exchange", XPGN_ANY_SCOPE, 0, "'exchange' is of an exchange");
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(a_finding_has_its_place_and_its_turn) {
    static const char record[] = "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n";
    const xpgn_game game = {
        .text = slice(record), .file = "x.pgn", .offset = 100, .number = 4, .line = 1, .column = 1};
    const xpgn_fix fix = {.place = {29, 1}, .text = "2", .tie = true};
    const xpgn_finding finding = {.level = XPGN_ERROR,
                                  .code = "C-1",
                                  .place = {25, 3},
                                  .text = "no",
                                  .hint = "this",
                                  .choice = "that",
                                  .turn = "2. Ke3",
                                  .ply = 3};
    const xpgn_fix_level certainty = XPGN_FIX_NEVER;
    xpgn_buffer out = {0}, text = {0};
    xpgn_fact_source s = {XPGN_SUBJECT,       .game = &game,       .ply = 3,
                          .broken = &finding, .finding = &finding, .place = &finding.place,
                          .fix = &fix,        .text = &text,       .certainty = &certainty};
    put_all(&out, &s, false);
    ck_assert_str_eq(out.data,
                     "game=4 file=x.pgn line=1 file_offset=100 length=31 ply=3 turn=2w "
                     "label=2. Ke3 action=Ke3 line=3 column=13 end_line=3 end_column=16 offset=25 "
                     "file_offset=125 length=3 found=Ke3 level=error code=C-1 text=no "
                     "hint=this; that replacement=2 probable=probable certainty=never ");
    check_refused("level", XPGN_ANY_SCOPE, 0, "'level' is of a finding");
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(what_is_not_there_has_no_facts) {
    xpgn_fact_source s = {XPGN_SUBJECT};
    xpgn_buffer out = {0};
    xpgn_value v;
    put_all(&out, &s, false);
    ck_assert_str_eq(out.data, "ply=0 ");
    xpgn_buffer_free(&out);
    xpgn_fact_ref beyond = {9999, 1}, ply;
    ck_assert(!xpgn_fact_get(&s, &beyond, 0, 0, &v));
    ck_assert_int_eq(xpgn_fact_resolve(slice("ply"), XPGN_ANY_SCOPE, &ply, NULL), XPGN_OK);
    ck_assert(xpgn_fact_get(&s, &ply, 0, 0, &v));
    ck_assert(!xpgn_fact_get(&s, &ply, 2, 0, &v));
    s.size = 0; /* nobody said so */
    ck_assert(!xpgn_fact_get(&s, &ply, 0, 0, &v));
    xpgn_fact_write(&out, &s, &beyond);
    ck_assert_uint_eq(out.size, 0);
    xpgn_fact_json(&out, &s, &beyond);
    ck_assert(out.size == 4 && memcmp(out.data, "null", 4) == 0);
    xpgn_buffer_free(&out);
}
END_TEST

START_TEST(a_result_has_no_facts_of_an_action) {
    xpgn_fact_source s = {XPGN_SUBJECT}, old = {0};
    xpgn_step result = {.kind = XPGN_STEP_RESULT, .ply = 7, .text = slice("1-0")};
    xpgn_fact_source_step(&s, &result);
    ck_assert_uint_eq(s.turns, 6); /* the last could not be played */
    ck_assert_str_eq(s.result.data, "1-0");
    ck_assert_ptr_null(s.facts);
    xpgn_fact_source_step(&old, &result);
    ck_assert_uint_eq(old.turns, 0);
}
END_TEST

/* The parts of a comment: c clock, s time spent, g since the start, e evaluation, d depth, ""
   prose, a arrows, q squares, o other. */
static void check_parts(const char *comment, const char *expected) {
    static const char kinds[] = "csged.aqo";
    xpgn_comment_reader r = {.rest = slice(comment)};
    xpgn_buffer b = {0};
    for (xpgn_comment_part part; xpgn_comment_next(&r, &part);) {
        if (part.kind == XPGN_COMMENT_OTHER)
            continue;
        xpgn_buffer_printf(&b, "%s%c:", b.size > 0 ? "|" : "", kinds[part.kind]);
        if (part.kind < XPGN_COMMENT_FIGURES)
            xpgn_comment_figure_write(&b, &part);
        else
            xpgn_buffer_slice(&b, part.text);
    }
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, expected);
    xpgn_buffer_free(&b);
}

START_TEST(a_comment_has_figures_marks_and_prose) {
    check_parts("", "");
    check_parts("a, b = 3 [#]", ".:a, b = 3 [#]");
    check_parts(" x [%clk 1:29:30]y[%emt 0:00:12] [%egt 0:30:10]", ".: x |c:1:29:30|.:y|s:0:00:12|"
                                                                   ".: |g:0:30:10");
    check_parts("[%eval 0.31,20][%eval #-3][%eval odd][%mct 17:10:42][%depth 7]",
                "e:0.31/20|e:#-3|e:odd|c:17:10:42|d:7");
    check_parts("[%cal Gd2d4][%csl Gd4][%cslRd4][%calYe4e8,Gd1d3]",
                "a:Gd2d4|q:Gd4|q:Rd4|a:Ye4e8,Gd1d3");
    check_parts("[%was Nf3][%roll 1+1=2:1+1=2][%tqu 1,2][%call x]", ".:[%was Nf3]");
    check_parts("d=31, sd=52, mt=115123, tl=7089877, s=9, n=1, pv=Nf3 Nf6 (c4), wv=-0.13, R50=49,",
                "d:31|s:1:55|c:1:58:09|e:-0.13");
    check_parts(" ev=0.26, d=22, mt=00:01:39, tl=01:58:50, s=8705 kN/s, wv=0.26,  ",
                "d:22|s:00:01:39|c:01:58:50|e:0.26");
    check_parts("d=1, mt=420, tl=1000, wv=M12", "d:1|s:0.42s|c:1s|e:M12");
    check_parts("+0.31/15 0.42s", "e:+0.31/15|s:0.42s");
    check_parts("0.00/15 0.4, n=12, White mates", "e:0.00/15|s:0.4|.:White mates");
    check_parts("-M5/20", "e:-M5/20");
    check_parts("-0.2/20, 1:05", "e:-0.2/20|s:1:05");
    check_parts("[%eval 1] +0.31/15 7s", "e:1|e:+0.31/15|s:7s");
}
END_TEST

START_TEST(prose_is_no_figure) {
    static const char *const prose[] = {
        "1/2 agreed",      "1.5/2 in the match", "book",     "d=3", "d=3, but",   "x=1, y=2",
        "+0.31 is better", "+0.31/ 15",          "+1/15 5s", "[%",  "0.5/1.5 2s", "If d=3, e=4"};
    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++) {
        char expected[64];
        snprintf(expected, sizeof expected, ".:%s", prose[i]);
        check_parts(prose[i], expected);
    }
}
END_TEST

START_TEST(means_are_rounded_to_millionths) {
    xpgn_buffer b = {0};
    xpgn_fact_mean(&b, XPGN_VALUE_NUMBER, -2, 3);
    xpgn_buffer_char(&b, ' ');
    xpgn_fact_mean(&b, XPGN_VALUE_MILLIONTHS, 3, 2);
    xpgn_buffer_char(&b, ' ');
    xpgn_fact_mean(&b, XPGN_VALUE_NUMBER, 4, 2);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, "-0.666667 0.000002 2");
    xpgn_buffer_free(&b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("facts");
    TCase *tcase = tcase_create("facts");
    tcase_add_checked_fixture(tcase, walk_set_up, walk_tear_down);
    tcase_add_test(tcase, a_fact_has_the_number_of_its_row);
    tcase_add_test(tcase, names_are_found);
    tcase_add_test(tcase, what_is_no_fact_is_refused_with_the_nearest);
    tcase_add_test(tcase, names_are_of_one_fact_and_have_no_side_in_them);
    tcase_add_test(tcase, a_name_that_begins_with_a_letter_twice_leads_to_the_fact);
    tcase_add_test(tcase, a_combat_has_all_that_is_of_one);
    tcase_add_test(tcase, json_has_types);
    tcase_add_test(tcase, a_capture_without_dice_has_no_combat);
    tcase_add_test(tcase, an_exchange_has_facts_of_its_own);
    tcase_add_test(tcase, a_finding_has_its_place_and_its_turn);
    tcase_add_test(tcase, what_is_not_there_has_no_facts);
    tcase_add_test(tcase, a_result_has_no_facts_of_an_action);
    tcase_add_test(tcase, a_comment_has_figures_marks_and_prose);
    tcase_add_test(tcase, prose_is_no_figure);
    tcase_add_test(tcase, means_are_rounded_to_millionths);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

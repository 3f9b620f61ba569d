/* SPDX-License-Identifier: MIT */
/* Rolls: reading, writing, every malformed one; commands in comments. */
#include "text/roll.h"
#include "text_fixture.h"

static struct xpgn_log faults;
static xpgn_roll roll;

static void setup(void) {
    log_init(&faults);
}

static void teardown(void) {
    log_free_parts(&faults);
}

static bool read(const char *text) {
    xpgn_log_clear(&faults);
    return roll_read(slice_of(text), 100, &roll, &faults);
}

/* Read and written again; NULL: the same bytes. */
static void expect_written(const char *text, const char *written) {
    xpgn_buffer b = {0};
    ck_assert_msg(read(text), "%s is refused", text);
    ck_assert_uint_eq(faults.count, 0);
    xpgn_roll_write(&b, &roll);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, written ? written : text);
    xpgn_buffer_free(&b);
}

static void expect_fault(const char *text, const char *code, uint32_t offset, uint32_t length) {
    ck_assert_msg(!read(text), "%s is taken", text);
    ck_assert_uint_eq(roll.exchanges, 0);
    ck_assert_uint_eq(faults.count, 1);
    ck_assert_str_eq(faults.list[0].code, code);
    ck_assert_msg(
        faults.list[0].place.offset == 100 + offset && faults.list[0].place.length == length,
        "%s: %u+%u", text, faults.list[0].place.offset - 100, faults.list[0].place.length);
}

START_TEST(every_roll_of_the_format_is_read_and_written_as_it_was) {
    static const char *const rolls[] = {"4",
                                        "5+2=9:2+2=5x",
                                        "3+1=6w:4+0=6w",
                                        "6,3,1=6:4,4=4x",
                                        "4:x",
                                        "1:",
                                        "6,2,5=6x:=3x",
                                        "3=4:4=4 5=6:2=2x@a1",
                                        "2=2x@h8:5=7",
                                        "+1=2:=1x",
                                        "5+4=9",
                                        "5:2",
                                        ":5",
                                        "x",
                                        "255,0,1:12+32767=32767x@l12"};
    for (size_t i = 0; i < sizeof rolls / sizeof rolls[0]; i++)
        expect_written(rolls[i], NULL);
}
END_TEST

START_TEST(each_field_goes_to_its_place) {
    ck_assert(read("6,2+3=11w:4=4x@h8"));
    const xpgn_roll_side *a = &roll.exchange[0].side[0], *d = &roll.exchange[0].side[1];
    ck_assert_uint_eq(roll.exchanges, 1);
    ck_assert(roll.two_sides);
    ck_assert_uint_eq(a->dice_count, 2);
    ck_assert(a->dice[0] == 6 && a->dice[1] == 2 && a->count == 3 && a->total == 11);
    ck_assert(a->fate == 'w' && a->cell_file == XPGN_NO_SQUARE && a->cell_rank == XPGN_NO_SQUARE);
    ck_assert(d->dice_count == 1 && d->dice[0] == 4 && d->count == -1 && d->total == 4);
    ck_assert(d->fate == 'x' && d->cell_file == 7 && d->cell_rank == 7);
}
END_TEST

START_TEST(each_field_knows_where_it_stands) {
    ck_assert(read("6,2+3=11w:4=4x@h8"));
    const xpgn_roll_side *a = &roll.exchange[0].side[0], *d = &roll.exchange[0].side[1];
    ck_assert(roll.place.offset == 100 && roll.place.length == 17);
    ck_assert(a->dice_place.offset == 100 && a->dice_place.length == 3);
    ck_assert_uint_eq(a->count_place.offset, 104);
    ck_assert_uint_eq(a->count_place.length, 1);
    ck_assert(a->total_place.offset == 106 && a->total_place.length == 2);
    ck_assert(a->fate_place.offset == 108 && a->fate_place.length == 1);
    ck_assert(d->count_place.length == 0);
    ck_assert(d->fate_place.offset == 113 && d->fate_place.length == 4);
}
END_TEST

START_TEST(white_space_around_and_between_exchanges_is_taken) {
    expect_written("  3:3\r\n\t 5:2 ", "3:3 5:2");
    ck_assert_uint_eq(roll.exchange[1].side[0].dice_place.offset, 100 + 9);
}
END_TEST

START_TEST(a_side_that_says_nothing_is_empty) {
    ck_assert(read("4"));
    ck_assert(!roll.two_sides);
    const xpgn_roll_side *d = &roll.exchange[0].side[1];
    ck_assert(d->dice_count == 0 && d->count == -1 && d->total == -1 && d->fate == 0);
}
END_TEST

START_TEST(malformed_rolls_are_one_finding_where_they_break) {
    expect_fault("", "R-04", 0, 0);
    expect_fault("   ", "R-04", 0, 0);
    expect_fault(":", "R-04", 0, 1);
    expect_fault("5,:2", "R-04", 2, 2);
    expect_fault("5+:2", "R-04", 2, 2);
    expect_fault("5=", "R-04", 2, 0);
    expect_fault("5=7+2", "R-04", 3, 2);
    expect_fault("5 :2", "R-04", 2, 2);
    expect_fault("5:2y", "R-04", 3, 1);
    expect_fault("5:2xw", "R-04", 4, 1);
    expect_fault("5:2:1", "R-04", 3, 2);
    expect_fault("5:2x@", "R-04", 5, 0);
    expect_fault("5:2x@m1", "R-04", 5, 2);
    expect_fault("5:2x@a0", "R-04", 6, 1);
    expect_fault("5:2x@a13", "R-04", 6, 2);
    expect_fault("5:2w@a1", "R-04", 4, 3);
    expect_fault("256:2", "R-04", 0, 5);
    expect_fault("5+99999999999999999999", "R-04", 2, 20);
    expect_fault("3:3 5", "R-04", 4, 1);
    expect_fault("3 5:2", "R-04", 2, 3);
    expect_fault("-5:2", "R-04", 0, 4);
}
END_TEST

START_TEST(at_most_32_dice_and_16_exchanges_are_read) {
    char text[200] = "";
    for (int i = 0; i < 32; i++)
        strcat(text, i > 0 ? ",1" : "1");
    expect_written(text, NULL);
    strcat(text, ",2");
    expect_fault(text, "R-04", 64, 1);
    text[0] = '\0';
    for (int i = 0; i < 16; i++)
        strcat(text, i > 0 ? " 1:1" : "1:1");
    expect_written(text, NULL);
    strcat(text, " 1:2");
    expect_fault(text, "R-09", 64, 3);
}
END_TEST

START_TEST(several_exchanges_are_written_with_both_sides) {
    ck_assert(read("3:3 5:"));
    roll.two_sides = false;
    xpgn_buffer b = {0};
    xpgn_roll_write(&b, &roll);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, "3:3 5:");
    xpgn_buffer_free(&b);
}
END_TEST

/* "name=rest" of all commands, each followed by |. */
static void expect_commands(const char *comment, const char *commands) {
    xpgn_buffer b = {0};
    xpgn_slice text = slice_of(comment);
    struct command c;
    size_t at = 0;
    while (command_next(text, &at, &c)) {
        ck_assert(c.whole.data[0] == '[' && c.whole.data[c.whole.size - 1] == ']');
        ck_assert_ptr_eq(c.whole.data + c.whole.size, comment + at);
        xpgn_buffer_printf(&b, "%.*s=%.*s|", (int)c.name.size, c.name.data, (int)c.rest.size,
                           c.rest.data);
    }
    ck_assert_uint_eq(at, text.size);
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, commands);
    xpgn_buffer_free(&b);
}

START_TEST(commands_are_found_among_prose) {
    expect_commands("[%roll 5+2=9:2+2=5x]", "roll=5+2=9:2+2=5x|");
    expect_commands("Good [%turn 4] [%clk 0:05:00]move", "turn=4|clk=0:05:00|");
    expect_commands("[%c_effect\n f6;sq \t][%cal ]", "c_effect=f6;sq|cal=|");
    expect_commands("", "");
    expect_commands("see [1] and 5%", "");
}
END_TEST

START_TEST(brackets_inside_a_command_nest) {
    expect_commands("[%xfen 8/8[a1:qp,h8:N] w - - 0 1] x", "xfen=8/8[a1:qp,h8:N] w - - 0 1|");
}
END_TEST

START_TEST(unclosed_and_nameless_commands_are_prose) {
    expect_commands("[%clk 0:05 [%emt 1] [% 5] [%] [%roll 5:2", "emt=1|");
    expect_commands("[", "");
    expect_commands("[%", "");
    expect_commands("[[%a 1]", "a=1|");
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("roll");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, every_roll_of_the_format_is_read_and_written_as_it_was);
    tcase_add_test(tcase, each_field_goes_to_its_place);
    tcase_add_test(tcase, each_field_knows_where_it_stands);
    tcase_add_test(tcase, white_space_around_and_between_exchanges_is_taken);
    tcase_add_test(tcase, a_side_that_says_nothing_is_empty);
    tcase_add_test(tcase, malformed_rolls_are_one_finding_where_they_break);
    tcase_add_test(tcase, at_most_32_dice_and_16_exchanges_are_read);
    tcase_add_test(tcase, several_exchanges_are_written_with_both_sides);
    tcase_add_test(tcase, commands_are_found_among_prose);
    tcase_add_test(tcase, brackets_inside_a_command_nest);
    tcase_add_test(tcase, unclosed_and_nameless_commands_are_prose);
    RUN_MAIN("roll", tcase);
}

/* SPDX-License-Identifier: MIT */
/* Rolls: reading, writing, every malformed one; commands in comments. */
#include "core/text/roll_text.h"
#include "slow_chess.h"
#include "text_fixture.h"

#include <stdio.h>
#include <xpgn/play.h>

static struct log faults;
static xpgn_roll roll;

static void setup(void) {
    log_init(&faults);
}

static void teardown(void) {
    log_free_parts(&faults);
}

static bool read(const char *text) {
    log_clear(&faults);
    return roll_read(slice_of(text), 100, true, &roll, &faults);
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
                                        "-1:-3x",
                                        ":-45",
                                        "4=4-3:7=7-0 19=19-0:4=4-15x",
                                        "1,2+3=4-5w:6-32767x@h8",
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
    ck_assert_int_eq(a->lost, -1);
    ck_assert(a->fate == 'w' && a->cell_file == XPGN_NO_SQUARE && a->cell_rank == XPGN_NO_SQUARE);
    ck_assert(d->dice_count == 1 && d->dice[0] == 4 && d->count == -1 && d->total == 4);
    ck_assert(d->fate == 'x' && d->cell_file == 7 && d->cell_rank == 7);
    ck_assert(read("6=11-0:4=4-15x"));
    ck_assert(a->total == 11 && a->lost == 0 && d->total == 4 && d->lost == 15 && d->fate == 'x');
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
    ck_assert_uint_eq(a->lost_place.length, 0);
    ck_assert(read("6-12:4"));
    ck_assert(a->lost_place.offset == 102 && a->lost_place.length == 2);
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
    log_clear(&faults);
    ck_assert(!roll_read(slice_of("5-1:2"), 100, false, &roll, &faults)); /* no hit points */
    ck_assert_uint_eq(faults.list[0].place.offset, 101);
    expect_fault("3 5:2", "R-04", 2, 3);
    expect_fault("-:2", "R-04", 1, 2);
    expect_fault("5-2", "R-04", 1, 2);
    expect_fault("5-2=7:3", "R-04", 1, 6);
}
END_TEST

START_TEST(a_roll_is_read_without_a_record) {
    ck_assert(xpgn_roll_read(slice_of("3:3 5:2x@a1"), &roll));
    ck_assert_uint_eq(roll.exchanges, 2);
    ck_assert_uint_eq(roll.exchange[1].side[0].dice[0], 5);
    ck_assert_uint_eq(roll.exchange[1].side[1].cell_file, 0);
    ck_assert_uint_eq(roll.place.length, 11);
    ck_assert(!xpgn_roll_read(slice_of("5:2z"), &roll));
    ck_assert_uint_eq(roll.exchanges, 0);
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

/* ---- rolls in export form, as the fast path reads them --------------------------------------- */

enum { PADDED = 4096, ROUNDS = 400 };

static const xpgn_roll_side no_side = {
    .count = -1, .total = -1, .lost = -1, .cell_file = XPGN_NO_SQUARE, .cell_rank = XPGN_NO_SQUARE};

static void random_side(struct dice *d, xpgn_roll_side *s) {
    static const int16_t numbers[] = {-1, -1, 0, 1, 3, 7, 9, 10, 11, 30, 99, 100, 255, 32767};
    *s = no_side;
    s->dice_count = (uint8_t)(dice_below(d, 8) == 0 ? dice_below(d, 33) : dice_below(d, 6));
    unsigned faces = dice_below(d, 8) == 0 ? 256 : dice_below(d, 4) == 0 ? 13 : 10;
    for (unsigned i = 0; i < s->dice_count; i++)
        s->dice[i] = (uint8_t)dice_below(d, faces);
    s->count = numbers[dice_below(d, 8)];
    s->total = numbers[dice_below(d, sizeof numbers / sizeof *numbers)];
    s->fate = "\0\0wx"[dice_below(d, 4)];
    if (s->fate == 'x' && dice_below(d, 2) == 0) {
        s->cell_file = (uint8_t)dice_below(d, 12);
        s->cell_rank = (uint8_t)dice_below(d, 12);
    }
}

static void random_roll(struct dice *d, xpgn_roll *r) {
    r->exchanges = (uint8_t)(1 + (dice_below(d, 3) == 0 ? dice_below(d, 3) : 0));
    r->two_sides = r->exchanges > 1 || dice_below(d, 4) > 0;
    for (unsigned e = 0; e < XPGN_MAX_EXCHANGES; e++) {
        r->exchange[e].side[0] = r->exchange[e].side[1] = no_side;
        if (e < r->exchanges)
            random_side(d, &r->exchange[e].side[0]);
        if (e < r->exchanges && r->two_sides)
            random_side(d, &r->exchange[e].side[1]);
    }
}

/* The dice and the cells alone. */
static void strip(xpgn_roll *r) {
    if (r->two_sides && r->exchange[r->exchanges - 1].side[1].dice_count == 0)
        return; /* <5:> says what became of both */
    for (unsigned e = 0; e < r->exchanges; e++) {
        for (unsigned i = 0; i < 2; i++) {
            xpgn_roll_side *s = &r->exchange[e].side[i];
            s->count = s->total = -1;
            s->fate = (char)(s->cell_file != XPGN_NO_SQUARE ? s->fate : 0);
        }
    }
}

/* <5:2> with room after it; its size. */
static size_t put_text(char *to, const xpgn_roll *r) {
    xpgn_buffer b = {0};
    xpgn_roll_write(&b, r);
    memset(to, ' ', PADDED);
    to[0] = '<';
    if (b.size > 0)
        memcpy(to + 1, b.data, b.size);
    to[b.size + 1] = '>';
    size_t size = b.size + 2;
    xpgn_buffer_free(&b);
    return size;
}

/* Says the fast path that the text is the dice that it finds there with the results of `right`?
   `whole`: that roll. */
static bool confirms(const char *text, const xpgn_roll *right, xpgn_roll *whole, size_t *size) {
    static xpgn_roll found;
    const char *next = roll_scan(text, text + PADDED, true, &found);
    if (next == NULL)
        return false;
    *whole = *right;
    whole->exchanges = found.exchanges;
    for (unsigned e = 0; e < found.exchanges; e++) {
        for (unsigned i = 0; i < 2; i++) {
            xpgn_roll_side *s = &whole->exchange[e].side[i];
            const xpgn_roll_side *f = &found.exchange[e].side[i];
            s->dice_count = f->dice_count;
            memcpy(s->dice, f->dice, sizeof s->dice);
            s->dice_place = f->dice_place;
        }
    }
    *size = (size_t)(next - text);
    return roll_confirms(text, next, whole);
}

/* Some exchange has no dice at all, which the writer writes but no record may say. */
static bool lacks_dice(const xpgn_roll *r) {
    for (unsigned e = 0; e < r->exchanges; e++) {
        if (r->exchange[e].side[0].dice_count + r->exchange[e].side[1].dice_count == 0)
            return true;
    }
    return false;
}

/* What is confirmed is that roll as it is exported, and is read as such. */
static void expect_exported(const char *text, size_t size, const xpgn_roll *whole) {
    static char expected[PADDED];
    static xpgn_roll bare;
    bare = *whole;
    strip(&bare);
    bool same = put_text(expected, whole) == size && memcmp(expected, text, size) == 0;
    bool same_bare = put_text(expected, &bare) == size && memcmp(expected, text, size) == 0;
    ck_assert_msg(same || same_bare, "%.*s is confirmed", (int)size, text);
    log_clear(&faults);
    if (roll_read((xpgn_slice){text + 1, size - 2}, 0, false, &roll, &faults))
        ck_assert(put_text(expected, &roll) == size && memcmp(expected, text, size) == 0);
    else
        ck_assert_msg(lacks_dice(whole), "%.*s is confirmed", (int)size, text);
}

/* Each byte of the text becomes each that a roll can have. */
static unsigned change_bytes(char *text, size_t size, const xpgn_roll *right) {
    static const char bytes[] = "0123456789,+=wx:@ ><al-\n";
    static xpgn_roll whole;
    unsigned confirmed = 0;
    for (size_t i = 1; i + 1 < size; i++) {
        char old = text[i];
        for (size_t c = 0; c + 1 < sizeof bytes; c++) {
            size_t end;
            text[i] = bytes[c];
            if (bytes[c] == old || !confirms(text, right, &whole, &end))
                continue;
            expect_exported(text, end, &whole);
            confirmed++;
        }
        text[i] = old;
    }
    return confirmed;
}

START_TEST(the_fast_path_confirms_what_is_exported_and_nothing_else) {
    static char text[PADDED];
    static xpgn_roll right, whole;
    struct dice d = {314159};
    unsigned confirmed = 0, changed = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t end;
        random_roll(&d, &right);
        if (round % 4 == 0)
            strip(&right);
        size_t size = put_text(text, &right);
        if (confirms(text, &right, &whole, &end)) {
            ck_assert_uint_eq(end, size);
            confirmed++;
        }
        changed += change_bytes(text, size, &right);
    }
    ck_assert_uint_eq(confirmed, ROUNDS);
    ck_assert_uint_gt(changed, 20000); /* another die, in the main */
}
END_TEST

START_TEST(rolls_of_the_games_are_confirmed_in_full_and_by_their_dice) {
    static const char *const rolls[][2] = {
        {"5+2=9:2+2=5x", "5:2"},          {"3+1=6w:4+0=6w", "3:4"},
        {"6,3,1=6:4,4=4x", "6,3,1:4,4"},  {"3=4:4=4 5=6:2=2x@a1", "3:4 5:2x@a1"},
        {"+1=2:=1x", "+1=2:=1x"},         {"5+4=9", "5"},
        {"12,10,1=12:7=7x", "12,10,1:7"}, {"2=2x@h8:5=7", "2x@h8:5"}};
    static char text[PADDED];
    static xpgn_roll whole, right;
    size_t size;
    for (size_t i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        ck_assert(read(rolls[i][0]));
        right = roll;
        for (unsigned form = 0; form < 2; form++) {
            memset(text, 'x', sizeof text);
            (void)snprintf(text, sizeof text, "<%s> ", rolls[i][form]);
            ck_assert_msg(confirms(text, &right, &whole, &size), "%s is refused", text);
            ck_assert_uint_eq(size, strlen(rolls[i][form]) + 2);
        }
    }
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
    tcase_add_test(tcase, a_roll_is_read_without_a_record);
    tcase_add_test(tcase, at_most_32_dice_and_16_exchanges_are_read);
    tcase_add_test(tcase, several_exchanges_are_written_with_both_sides);
    tcase_add_test(tcase, the_fast_path_confirms_what_is_exported_and_nothing_else);
    tcase_add_test(tcase, rolls_of_the_games_are_confirmed_in_full_and_by_their_dice);
    tcase_add_test(tcase, commands_are_found_among_prose);
    tcase_add_test(tcase, brackets_inside_a_command_nest);
    tcase_add_test(tcase, unclosed_and_nameless_commands_are_prose);
    RUN_MAIN("roll", tcase);
}

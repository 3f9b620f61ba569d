/* SPDX-License-Identifier: MIT */
/* Values of tags: the impossible ones, and the odd ones that are none of our business. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/slice.h"
#include "core/forms/time_control.h"
#include "core/text/tagvalue.h"
#include "walk_fixture.h"

static void fits(enum tag_kind kind, const char *const *values) {
    for (; *values != NULL; values++)
        ck_assert_msg(tag_value_fits(kind, slice_of(*values)), "\"%s\" is taken for impossible",
                      *values);
}

static void fails(enum tag_kind kind, const char *const *values) {
    for (; *values != NULL; values++)
        ck_assert_msg(!tag_value_fits(kind, slice_of(*values)), "\"%s\" is taken for possible",
                      *values);
}

#define FITS(kind, ...) fits(kind, (const char *const[]){__VA_ARGS__, NULL})
#define FAILS(kind, ...) fails(kind, (const char *const[]){__VA_ARGS__, NULL})

START_TEST(dates) {
    FITS(TAG_DATE, "", "?", "-", "????.??.??", "2024.02.29", "2000.02.29", "????.02.29",
         "1851.??.??", "2024.12.31");
    FAILS(TAG_DATE, "2023.02.29", "1900.02.29", "2024.13.01", "2024.00.01", "2024.01.32",
          "2024.04.31", "2024-01-02", "2024.1.2", "24.12.2024", "soon", "2024.01.0x");
}
END_TEST

START_TEST(opening_codes) {
    FITS(TAG_ECO, "", "?", "-", "A00", "E99", "C42", "B33c", "B33/02", "Sicilian");
    FAILS(TAG_ECO, "F00", "A1", "a00", "B333", "C4O", "42", "1.e4");
}
END_TEST

START_TEST(ratings) {
    FITS(TAG_ELO, "", "?", "-", "0", "800", "2882", "4013", "9999", "1500?", "unrated");
    ck_assert(tag_is_common_elo(slice_of("2882")) && tag_is_common_elo(slice_of("3999")));
    ck_assert(tag_is_common_elo(slice_of("4013")) && !tag_is_common_elo(slice_of("28:2")));
    ck_assert(!tag_is_common_elo(slice_of("/882")) && !tag_is_common_elo(slice_of("288")));
    FAILS(TAG_ELO, "28820", "-1500", "25OO8", "2500.5", "2500 ", "15-00");
}
END_TEST

START_TEST(times_of_day) {
    FITS(TAG_TIME, "", "?", "??:??:??", "00:00:00", "23:59:59", "7:57:01 a.m.", "14:30", "14.30",
         "07:19:??", "14:30:00.5", "14:30:00 CEST", "noon");
    FAILS(TAG_TIME, "24:00:00", "12:60:00", "12:00:60", "1430", "12:", "2024.01.02", "12:000");
}
END_TEST

START_TEST(time_controls) {
    FITS(TAG_CONTROL, "", "?", "-", "300", "300+5", "*180", "40/9000", "40/7200:3600",
         "40/7200:20/3600:900+30", "5400/40+30:1800+30", "59.399+0.594", "2 x 15 min", "often");
    FAILS(TAG_CONTROL, "300+", "40/", "/300", "40//300", "300:", ":300", "300++5", "+5", "*", "3*5",
          "G/30", "15 min. + 10 s. per move", "1:30:00+30");
}
END_TEST

/* As clocks, federations and people write them; "": more than one thing may be meant, or PGN has no
   form for it. */
static const char *const controls[][2] = {
    {"25 min/game + 5 sec/move", "1500+5"},
    {"100 min/40 moves + 50 min/20 moves + 15 min/end & 30 sec/move from move 1",
     "40/6000+30:20/3000+30:900+30"},
    {"50'+10''", "3000+10"},
    {"3'+2\\\"", "180+2"},
    {"20\xE2\x80\xB2 + 5\xE2\x80\xB3", "1200+5"},
    {"10m+5s", "600+5"},
    {"G/45", "2700"},
    {"G/90;+30", "5400+30"},
    {"30/90, SD/60;+30", "30/5400+30:3600+30"},
    {"40/120, 20/60, SD/30", "40/7200:20/3600:1800"},
    {"45 mins", "2700"},
    {"2 hours", "7200"},
    {"1h45 + 15s", "6300+15"},
    {"60 Min. + 30 Sek.", "3600+30"},
    {"100'/40 + 50'/20 + 15' + 30\" from move 1", "40/6000+30:20/3000+30:900+30"},
    {"2h/36 + 30min", "36/7200:1800"},
    {"blitz 5+3", "300+3"},
    {"Rapid: 25+10", "1500+10"},
    {"Rapid: 900+10", "900+10"},
    {"10|5", "600+5"},
    {"2:00:00 + 0:10", "7200+10"},
    {"0:25:00+10", "1500+10"},
    {"36 moves in 100 minutes, then 50 minutes, plus 15 seconds a move from move 37",
     "36/6000:3000+15"},
    {"90 minutes for 40 moves followed by 30 minutes, with 30-second increments from the first "
     "move",
     "40/5400+30:1800+30"},
    {"Bedenkzeit 75 Min/40 Z\xC3\xBCge + 15 Min + 30 Sek/Zug", "40/4500+30:900+30"},
    {"1h30 / 40 coups + 30 min + 30 s par coup", "40/5400+30:1800+30"},
    {"50 minutos + 10 segundos por jugada", "3000+10"},
    {"45 \xD0\xBC\xD0\xB8\xD0\xBD + 15 \xD1\x81\xD0\xB5\xD0\xBA", "2700+15"},
    {"G/30;d10", ""},
    {"1800d5", ""},
    {"90+30", ""},
    {"5400 + 30", ""},
    {"15+10", ""},
    {"1:30", ""},
    {"40/2, SD/1", ""},
    {"3 x 20 min", ""},
    {"White 6 min, Black 5 min", ""},
    {"hourglass 5 min", ""},
    {"10 min +", ""},
    {"1:75:00+30", ""},
    {"100:30:00", ""},
    {"60 min + 10 s from move 61", ""},
    {"100 min/40 moves + 50 min/20 moves + 15 min & 30 sec/move", ""},
    {"2 games of 30 min", ""}};

START_TEST(time_controls_in_words) {
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        char text[CONTROL_ROOM] = "";
        bool known = control_meant(slice_of(controls[i][0]), text);
        ck_assert_msg(known == (*controls[i][1] != '\0'), "%s: \"%s\"", controls[i][0], text);
        ck_assert_str_eq(text, controls[i][1]);
    }
    struct time_control c;
    ck_assert(control_read(slice_of("G/30;d10"), &c) && c.delay && c.stage[0].time == 1800000);
    ck_assert(control_read(slice_of("1800d5"), &c) && c.delay && c.stage[0].increment == 5000);
    ck_assert(control_read(slice_of("90 + 30"), &c) && c.plain);
    check_codes("[TimeControl \"25 min + 5 sec\"]\n\n1. e4 *", "T-14:0");
    check_codes("[TimeControl \"0:25:00+5\"]\n\n1. e4 *", "T-14:0");
    check_good("[TimeControl \"G/30;d10\"]\n\n1. e4 *");
}
END_TEST

START_TEST(counts_of_plies) {
    FITS(TAG_PLIES, "", "?", "-", "0", "63");
    FAILS(TAG_PLIES, "63.5", "x", "1000000000", "-3", "6 3");
    ck_assert_uint_eq(tag_value_plies(slice_of("63")), 63);
    ck_assert_uint_eq(tag_value_plies(slice_of("0")), UINT32_MAX);
    ck_assert_uint_eq(tag_value_plies(slice_of("63x")), UINT32_MAX);
}
END_TEST

START_TEST(names_have_their_kinds) {
    static const struct {
        const char *name;
        enum tag_kind kind;
    } row[] = {{"Date", TAG_DATE},           {"EventDate", TAG_DATE},  {"UTCDate", TAG_DATE},
               {"EndDate", TAG_DATE},        {"ECO", TAG_ECO},         {"WhiteElo", TAG_ELO},
               {"BlackElo", TAG_ELO},        {"Time", TAG_TIME},       {"UTCTime", TAG_TIME},
               {"StartTime", TAG_TIME},      {"EndTime", TAG_TIME},    {"PlyCount", TAG_PLIES},
               {"TimeControl", TAG_CONTROL}, {"Round", TAG_FREE},      {"date", TAG_FREE},
               {"Result", TAG_FREE},         {"SourceDate", TAG_FREE}, {"", TAG_FREE}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        ck_assert_msg(tag_kind_of(slice_of(row[i].name)) == row[i].kind, "%s", row[i].name);
}
END_TEST

/* Names of common tags that the table does not have, which must not share a slot with those it has.
 */
static const char *const common[] = {"Opening", "WhiteTitle", "BlackTitle"};
enum { COMMON = sizeof common / sizeof *common };

/* SplitMix64: the factors to try, in order. */
static uint64_t factor_at(uint64_t n) {
    uint64_t z = (n + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (z ^ z >> 31) | 1;
}

static uint64_t mix_of(const char *name) {
    char text[TAG_NAME_ROOM] = "";
    memcpy(text, name, strlen(name));
    return tag_key_mix(tag_key_of(text, strlen(text)));
}

static bool separates(uint64_t factor, const uint64_t *mixed, size_t count) {
    uint64_t slots = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t slot = (uint64_t)1 << (mixed[i] * factor >> TAG_NAME_SHIFT);
        if ((slots & slot) != 0)
            return false;
        slots |= slot;
    }
    return true;
}

/* Finds TAG_NAME_FACTOR again. Run it after a change of the names: it prints the factor and the
   slots to put into tagname.h and tagname.c. */
START_TEST(the_factor_is_the_first_that_separates_all_names) {
    uint64_t mixed[TAG_NAMES + COMMON], n = 0;
    size_t count = 0;
    for (unsigned i = 0; i < TAG_NAMES; i++)
        if (tag_names[i].text[0] != '\0')
            mixed[count++] = mix_of(tag_names[i].text);
    for (size_t i = 0; i < COMMON; i++)
        mixed[count++] = mix_of(common[i]);
    while (!separates(factor_at(n), mixed, count))
        n++;
    for (unsigned i = 0; factor_at(n) != TAG_NAME_FACTOR && i < TAG_NAMES; i++)
        if (tag_names[i].text[0] != '\0')
            fprintf(stderr, "[%u] = %s\n",
                    (unsigned)(mix_of(tag_names[i].text) * factor_at(n) >> TAG_NAME_SHIFT),
                    tag_names[i].text);
    ck_assert_msg(factor_at(n) == TAG_NAME_FACTOR, "TAG_NAME_FACTOR should be 0x%016llX",
                  (unsigned long long)factor_at(n));
}
END_TEST

START_TEST(names_stand_where_they_are_looked_for) {
    uint64_t slots = 0;
    unsigned known = 0, names = 0;
    for (unsigned i = 0; i < TAG_NAMES; i++) {
        const struct tag_name *name = &tag_names[i];
        if (name->text[0] == '\0')
            continue;
        ck_assert_msg(tag_name_find(name->text, strlen(name->text)) == name, "%s", name->text);
        slots |= (uint64_t)1 << i;
        known |= 1u << name->known;
        names++;
    }
    ck_assert_uint_eq(names, 32);
    ck_assert_uint_eq(known, (1u << (KNOWN_COUNT + 1)) - 1);
    for (size_t i = 0; i < COMMON; i++) {
        unsigned slot = tag_name_slot(mix_of(common[i]));
        ck_assert_msg((slots >> slot & 1) == 0, "%s has no slot of its own", common[i]);
        ck_assert_ptr_null(tag_name_find(common[i], strlen(common[i])));
        slots |= (uint64_t)1 << slot;
    }
}
END_TEST

START_TEST(a_name_is_all_of_its_bytes) {
    ck_assert_ptr_null(tag_name_find("", 0));
    ck_assert_ptr_null(tag_name_find("FE", 2));
    ck_assert_ptr_null(tag_name_find("FENS", 4));
    ck_assert_ptr_null(tag_name_find("fen", 3));
    ck_assert_ptr_null(tag_name_find("RuleOption", 10));
    ck_assert_ptr_null(tag_name_find("RuleOptionsRuleOptions", 22));
    ck_assert_ptr_nonnull(tag_name_find("RuleOptionsX", 11));
    ck_assert_uint_eq(tag_name_find("XFEN", 4)->known, KNOWN_XFEN);
    ck_assert_uint_eq(tag_name_find("FirstRoll", 9)->known, KNOWN_FIRST_ROLL);
    /* what follows a name is no part of it */
    struct tag_key a = tag_key_of("SetUp \"1\"]\n[FEN", 5),
                   b = tag_key_of("SetUp \"0\"]\n\n\n\n\n", 5);
    ck_assert(a.first == b.first && a.second == b.second);
}
END_TEST

/* All that one byte can make of a date and of a year alone, and all days of a year. */
START_TEST(usual_dates_are_dates) {
    char text[11];
    unsigned usual = 0;
    for (unsigned at = 0; at < 20; at++) {
        for (unsigned c = 0; c < 256; c++) {
            memcpy(text, at < 10 ? "2024.12.09" : "2024.??.??", sizeof text);
            text[at % 10] = (char)c;
            xpgn_slice value = {text, 10};
            ck_assert_msg(!tag_is_common_date(value) || tag_value_fits(TAG_DATE, value), "%s",
                          text);
        }
    }
    for (unsigned day = 0; day < 10000; day++) {
        snprintf(text, sizeof text, "2023.%02u.%02u", day / 100, day % 100);
        xpgn_slice value = {text, 10};
        ck_assert_msg(!tag_is_common_date(value) || tag_value_fits(TAG_DATE, value), "%s", text);
        usual += tag_is_common_date(value);
    }
    ck_assert_uint_eq(usual, 12 * 28);
    ck_assert(tag_is_common_date(slice_of("2023.??.??")));
    ck_assert(!tag_is_common_date(slice_of("2023.01.010")) && !tag_is_common_date(slice_of("")));
}
END_TEST

/* ---- in a record ----------------------------------------------------------------------------- */

START_TEST(each_kind_has_its_code) {
    check_codes("[Date \"2024.13.01\"]\n\n1. e4 *", "T-04:0");
    check_codes("[ECO \"F00\"]\n\n1. e4 *", "T-11:0");
    check_codes("[WhiteElo \"40010\"]\n\n1. e4 *", "T-12:0");
    check_codes("[UTCTime \"24:00:00\"]\n\n1. e4 *", "T-13:0");
    check_codes("[TimeControl \"300+\"]\n\n1. e4 *", "T-14:0");
    check_codes("[TimeControl \"0/300\"]\n\n1. e4 *", "T-14:0"); /* no moves in 300 seconds */
    check_codes("[PlyCount \"one\"]\n\n1. e4 *", "T-15:0");
    check_codes(CA "[BlackElo \"99999\"]\n\n1. e4 *", "T-12:0");
    /* what is common for another kind */
    check_codes("[WhiteElo \"2024.01.01\"]\n\n1. e4 *\n", "T-12:0");
    check_codes("[UTCTime \"2024.01.01\"]\n\n1. e4 *\n", "T-13:0");
    check_codes("[ECO \"2024.01.01\"]\n\n1. e4 *\n", "T-11:0");
    check_codes("[ECO \"2400\"]\n\n1. e4 *\n", "T-11:0");
    check_codes("[Date \"2400\"]\n\n1. e4 *\n", "T-04:0");
}
END_TEST

/* One line a tag, as the fast way takes it. */
#define TAGS(plies) "[Event \"x\"]\n[Result \"1-0\"]\n[PlyCount \"" plies "\"]\n\n"

START_TEST(plies_are_counted) {
    check_good(TAGS("3") "1. e4 e5 2. Nf3 1-0\n");
    check_good(TAGS("0") "1. e4 e5 2. Nf3 1-0\n");
    check_codes(TAGS("4") "1. e4 e5 2. Nf3 1-0\n", "T-15:3");
    check_codes(TAGS("2") "1. e4 e5 (1... d5 2. d4) 2. Nf3 1-0\n", "T-15:3");
    check_good(
        TAGS("2") "[FEN \"7k/8/8/8/8/8/8/K7 b - - 0 9\"]\n[SetUp \"1\"]\n\n9... Kh7 10. Ka2 1-0");
    check_codes(TAGS("3") "[FEN \"7k/8/8/8/8/8/8/K7 b - - 0 9\"]\n\n9... Kh7 10. Ka2 1-0",
                "T-15:2");
    check_codes("[PlyCount \"7\"]\n" CA "\n1. e4 d5 2. exd5 <5:1> *", "T-15:3");
    check_codes(TAGS("4") "1. e4 e5 2. Ke4 1-0\n", "C-1:3"); /* who knows */
    check_codes(TAGS("4") "1. e4 e5 2. Nf3", "X-01:3");      /* a finding is enough */
}
END_TEST

START_TEST(setup_and_position_agree) {
    check_good("[SetUp \"0\"]\n\n1. e4 *");
    check_codes("[SetUp \"yes\"]\n\n1. e4 *", "T-16:0");
    check_codes("[SetUp \"0\"]\n[FEN \"7k/8/8/8/8/8/8/K7 b - - 0 9\"]\n\n9... Kh7 *", "T-16:0");
    check_codes("[SetUp \"1\"]\n\n1. e4 *", "T-06:0");
}
END_TEST

/* A value over lines, and in one. */
static const char *const folded[][2] = {
    {"very long\nname", "very long name"},
    {"Open of the very long\r\nname 2026", "Open of the very long name 2026"},
    {"Open\nof Bonn", "Open of Bonn"},
    {"Ze\nhujal", "Zehujal"},
    {"Am\nes, R", "Ames, R"},
    {"Huber,\nAnna", "Huber, Anna"},
    {"Albers\n", "Albers"},
    {"a\n\n b \nc", "a b c"},
    {"1/2\n-1/2", "1/2-1/2"},
    {"1-\n0", "1-0"},
    {"2026.\n05.01", "2026.05.01"},
    {"4k3/8/\n8/8/8/8/8/4K3 w\n- -\n0\n1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
};

START_TEST(lines_of_a_value_are_joined_as_they_were_broken) {
    struct arena arena = {0};
    xpgn_slice value = tag_unfold(&arena, slice_of(folded[_i][0]));
    ck_assert_str_eq(value.data, folded[_i][1]);
    ck_assert_uint_eq(value.size, strlen(folded[_i][1]));
    arena_free(&arena);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tagvalue");
    TCase *tc = tcase_create("values"), *records = tcase_create("records");
    tcase_add_test(tc, dates);
    tcase_add_test(tc, opening_codes);
    tcase_add_test(tc, ratings);
    tcase_add_test(tc, times_of_day);
    tcase_add_test(tc, time_controls);
    tcase_add_test(records, time_controls_in_words);
    tcase_add_test(tc, counts_of_plies);
    tcase_add_test(tc, names_have_their_kinds);
    tcase_add_test(tc, usual_dates_are_dates);
    tcase_add_test(tc, a_name_is_all_of_its_bytes);
    tcase_add_test(tc, names_stand_where_they_are_looked_for);
    tcase_add_test(tc, the_factor_is_the_first_that_separates_all_names);
    tcase_add_loop_test(tc, lines_of_a_value_are_joined_as_they_were_broken, 0,
                        sizeof folded / sizeof *folded);
    suite_add_tcase(suite, tc);
    tcase_add_checked_fixture(records, walk_set_up, walk_tear_down);
    tcase_add_test(records, each_kind_has_its_code);
    tcase_add_test(records, plies_are_counted);
    tcase_add_test(records, setup_and_position_agree);
    suite_add_tcase(suite, records);
    return run_suite(suite);
}

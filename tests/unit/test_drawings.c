/* SPDX-License-Identifier: MIT */
/* The drawings of the pieces. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "internal/writers.h"
#include "output/draw/piece_drawings.h"

static xpgn_catalog *rules;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_catalog_free(rules);
}

static xpgn_drawing drawing(const char *variant, unsigned type) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    xpgn_drawing d;
    ck_assert_int_eq(xpgn_catalog_find(rules, slice_of(variant), slice_of(""), &rs, &unknown),
                     XPGN_OK);
    ck_assert(xpgn_piece_drawing(rs, type, &d));
    return d;
}

START_TEST(a_piece_is_drawn_as_what_the_game_calls_it) {
    static const char *const name[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
    for (unsigned type = XPGN_PAWN; type <= XPGN_KING; type++) {
        ck_assert_str_eq(drawing("chess", type).name, name[type - 1]);
        ck_assert_str_eq(drawing("assault-and-siege", type).name, name[type - 1]);
    }
    ck_assert_str_eq(drawing("combat-chess-2", XPGN_KNIGHT).name, "dragon");
    ck_assert_str_eq(drawing("combat-chess-2", XPGN_ROOK).name, "castle");
    ck_assert_str_eq(drawing("combat-chess-2", XPGN_QUEEN).name, "queen");
}
END_TEST

START_TEST(what_is_no_type_has_no_drawing) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    xpgn_drawing d = {"unchanged", {NULL, 0}};
    xpgn_catalog_find(rules, slice_of("chess"), slice_of(""), &rs, &unknown);
    ck_assert(!xpgn_piece_drawing(rs, XPGN_NO_TYPE, &d));
    ck_assert(!xpgn_piece_drawing(rs, XPGN_TYPES, &d));
    ck_assert_str_eq(d.name, "unchanged");
}
END_TEST

/* The id is the file's name, and one group is opened and closed. */
START_TEST(the_shapes_are_one_group_of_their_name) {
    for (unsigned type = XPGN_PAWN; type <= XPGN_KING; type++) {
        xpgn_drawing d = drawing("combat-chess-2", type);
        char text[4096], id[64];
        ck_assert_uint_lt(d.shapes.size, sizeof text);
        memcpy(text, d.shapes.data, d.shapes.size);
        text[d.shapes.size] = '\0';
        int size = snprintf(id, sizeof id, "<g id=\"%s\"", d.name);
        ck_assert_int_eq(strncmp(text, id, (size_t)size), 0);
        ck_assert_ptr_null(strstr(text + 1, "<g"));
        ck_assert_ptr_nonnull(strstr(text, "\n</g>\n"));
        ck_assert_ptr_null(strstr(text, "svg"));
    }
}
END_TEST

START_TEST(the_file_states_its_licence) {
    ck_assert_uint_eq(strlen(piece_files[0].text), piece_files[0].size);
    ck_assert_ptr_nonnull(strstr(piece_files[0].text, "SPDX-License-Identifier: MIT"));
}
END_TEST

/* One width of lines, which a stranger in the set would not have. */
START_TEST(all_drawings_have_the_lines_of_the_first) {
    static const char line[] = " stroke-width=\"4\"";
    xpgn_buffer b = {0};
    drawings_put(&b);
    const xpgn_slice all = {b.data, b.size};
    unsigned groups = 0, widths = 0;
    for (size_t i = 0; i < all.size; i++) {
        xpgn_slice rest = {all.data + i, all.size - i};
        groups += slice_find(rest, "<g id=") == rest.data;
        widths += slice_find(rest, " stroke-width=") == rest.data;
        ck_assert(slice_find(rest, " stroke-width=") != rest.data ||
                  slice_find(rest, line) == rest.data);
    }
    ck_assert_uint_eq(groups, 8);
    ck_assert_uint_eq(widths, 8);
    ck_assert(slice_contains(all, "<g id=\"xpgn-dragon\" "));
    xpgn_buffer_free(&b);
}
END_TEST

static const char own_file[] =
    "<svg><g id=\"wizard\" stroke-width=\"4\">\n<path d=\"M1 1H9\"/>\n</g>\n"
    "<g id=\"pawn\">\n<circle r=\"9\"/>\n</g>\n</svg>\n";

START_TEST(a_file_of_an_author_goes_before_the_built_in_drawings) {
    xpgn_drawing d;
    ck_assert(drawing_find(slice_of(own_file), "wizard", &d));
    ck_assert(slice_contains(d.shapes, "M1 1H9") && !slice_contains(d.shapes, "circle"));
    ck_assert(drawing_find(slice_of(own_file), "pawn", &d));
    ck_assert(slice_contains(d.shapes, "<circle r=\"9\"/>"));
    ck_assert(drawing_find(slice_of(own_file), "king", &d));
    ck_assert(!drawing_find(slice_of(own_file), "wiz", &d));
    ck_assert(!drawing_find(slice_of(""), "wizard", &d));
}
END_TEST

START_TEST(a_file_of_drawings_has_shapes_only) {
    static const char *const refused[] = {
        "no drawing at all",
        "<g id=\"a\"><script/></g>\n",
        "<g id=\"a\"><path onclick=\"x\"/></g>\n",
        "<g id=\"a\"><path style=\"x\"/></g>\n",
        "<g id=\"a\"><image xlink:href=\"x\"/></g>\n",
        "<g id=\"a\"><path fill=\"url(#x)\"/></g>\n",
        "<g id=\"a\"><g><path d=\"M1 1\"/></g>\n</g>\n",
        "<g id=\"a\"><path d=\"M1 1\"/>",
    };
    for (unsigned i = 0; i < sizeof refused / sizeof refused[0]; i++)
        ck_assert_msg(!xpgn_drawings_plain(slice_of(refused[i])), "%s", refused[i]);
    ck_assert(xpgn_drawings_plain(slice_of("")));
    ck_assert(xpgn_drawings_plain(slice_of(own_file)));
    ck_assert(xpgn_drawings_plain((xpgn_slice){piece_files[0].text, piece_files[0].size}));
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("drawings");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_piece_is_drawn_as_what_the_game_calls_it);
    tcase_add_test(tcase, what_is_no_type_has_no_drawing);
    tcase_add_test(tcase, the_shapes_are_one_group_of_their_name);
    tcase_add_test(tcase, the_file_states_its_licence);
    tcase_add_test(tcase, all_drawings_have_the_lines_of_the_first);
    tcase_add_test(tcase, a_file_of_an_author_goes_before_the_built_in_drawings);
    tcase_add_test(tcase, a_file_of_drawings_has_shapes_only);
    Suite *suite = suite_create("drawings");
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

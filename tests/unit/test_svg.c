/* SPDX-License-Identifier: MIT */
/* The public functions of pictures: options, themes, what they refuse, and that all is XML. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/facts.h>
#include <xpgn/walk.h>

#include "internal/action_facts.h"
#include "internal/rules.h"
#include "output/draw/svg_chart.h"
#include "output/draw/text_metrics.h"
#include "position_fixture.h"
#include "rules_fixture.h"
#include "text_fixture.h"

static xpgn_catalog *rules;
static xpgn_svg *svg;
static xpgn_buffer out;

static void set_up(void) {
    svg = NULL;
    out = (xpgn_buffer){0};
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_svg_new(&svg, NULL), XPGN_OK);
}

static void tear_down(void) {
    xpgn_svg_free(svg);
    xpgn_catalog_free(rules);
    xpgn_buffer_free(&out);
}

/* ---- the picture as text --------------------------------------------------------------------- */

static const char *picture(void) {
    xpgn_buffer_clear(&out);
    xpgn_svg_write(&out, svg);
    ck_assert(!out.failed);
    xpgn_buffer_char(&out, '\0');
    return out.data;
}

static bool has(const char *text) {
    return strstr(out.data, text) != NULL;
}

typedef void drawn(xpgn_svg *, xpgn_chart *);

/* Draws a chart of values; all of its texts are `words`. */
static void draw(drawn *how, xpgn_slice words, size_t values, const double *value) {
    xpgn_chart chart = {
        .title = words, .note = words, .above = words, .below = words, .turns = words};
    for (size_t i = 0; i < values; i++) {
        const xpgn_step step = {.number = (uint32_t)i + 1};
        xpgn_chart_turn(&chart, &step);
        xpgn_chart_add(&chart,
                       &(xpgn_datum){XPGN_DATUM, .label = words, .text = words, .value = value[i]});
    }
    how(svg, &chart);
    ck_assert_uint_eq(chart.data.size, 0);
    xpgn_chart_free(&chart);
}

/* How often it is there. */
static unsigned count(const char *text) {
    unsigned n = 0;
    for (const char *at = out.data; (at = strstr(at, text)) != NULL; at += strlen(text))
        n++;
    return n;
}

/* Is it an entity, with its semicolon? */
static bool is_entity(const char *at) {
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strncmp(at, known[i], strlen(known[i])) == 0)
            return true;
    return false;
}

/* Elements are closed in their order, and nothing else has a < or an &. */
static void check_xml(const char *text) {
    const char *open[64];
    size_t depth = 0;
    for (const char *at = text; *at != '\0'; at++) {
        ck_assert_msg(*at != '&' || is_entity(at), "an & in %.40s", at);
        ck_assert_msg((unsigned char)*at >= ' ' || *at == '\n', "a control character");
        if (*at != '<' || at[1] == '?')
            continue;
        const char *name = at + 1 + (at[1] == '/'), *end = strchr(at, '>');
        size_t size = strcspn(name, " />");
        ck_assert_msg(size > 0 && end != NULL, "a < in %.40s", at);
        if (at[1] == '/') {
            ck_assert_uint_gt(depth, 0);
            ck_assert_msg(strncmp(open[--depth], name, size) == 0, "%.20s closes %.20s", name,
                          open[depth]);
        } else if (end[-1] != '/') {
            ck_assert_uint_lt(depth, 64);
            open[depth++] = name;
        }
        at = end;
    }
    ck_assert_uint_eq(depth, 0);
}

/* Width and height of the picture, in hundredths of a millimetre. */
static void size_of(long long *width, long long *height) {
    const char *box = strstr(out.data, "viewBox=\"0 0 ");
    ck_assert_ptr_nonnull(box);
    ck_assert_int_eq(sscanf(box, "viewBox=\"0 0 %lld %lld\"", width, height), 2);
    ck_assert_int_gt(*width, 0);
    ck_assert_int_gt(*height, 0);
}

/* ---- options --------------------------------------------------------------------------------- */

static void check_options(xpgn_svg_options options, xpgn_status status) {
    xpgn_svg *other = svg;
    ck_assert_int_eq(xpgn_svg_new(&other, &options), status);
    ck_assert_msg((other == svg) == (status != XPGN_OK), "*out with status %d", (int)status);
    if (other != svg)
        xpgn_svg_free(other);
}

START_TEST(options_that_are_not_valid_are_refused) {
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .square = 300}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .square = 5000}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .square = 299}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .font = "inherit"}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .font = "a\"b"}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .pieces = slice_of("<svg/>")}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .square = 5001}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .square = UINT32_MAX}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .columns = UINT32_MAX}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .border = XPGN_SVG_NO_BORDER}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .border = (xpgn_svg_border)3}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .step = 360000}, XPGN_OK);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .step = 360001}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .step = 1, .sheet = 9000}, XPGN_INVALID);
    check_options((xpgn_svg_options){XPGN_SVG_OPTIONS, .step = 1, .element = true}, XPGN_INVALID);
    check_options((xpgn_svg_options){.size = 0}, XPGN_INVALID);
}
END_TEST

/* The faults of a theme, as codes with their places; what it has besides is used. */
static void check_theme(const char *text, const char *expected) {
    xpgn_svg_options options = {XPGN_SVG_OPTIONS, .theme = slice_of(text)};
    xpgn_svg *other;
    xpgn_buffer found = {0};
    size_t count;
    ck_assert_int_eq(xpgn_svg_new(&other, &options), XPGN_OK);
    const xpgn_finding *list = xpgn_svg_findings(other, &count);
    show_findings(&found, list, count);
    xpgn_buffer_char(&found, '\0');
    ck_assert_str_eq(found.data, expected);
    xpgn_buffer_free(&found);
    xpgn_svg_free(other);
}

START_TEST(faults_of_a_theme_are_told_with_their_places) {
    check_theme("ink: red\n", "Y-05@5+3");
    check_theme("ink: \"#12345\"\n", "Y-05@5+8");
    check_theme("ink: [1]\n", "Y-04@5+3");
    check_theme("low: red\n", "Y-05@5+3");
    check_theme("font: 'a\"b'\n", "Y-05@6+5");
    check_theme("inks: none\n", "Y-02@0+4");
    check_theme("pieces: {blue: {fill: none}}\n", "Y-02@9+4");
    check_theme("pieces: {red: {fill: nune, pattern: zebra}}\n", "Y-05@21+4 Y-05@36+5");
    check_theme("pieces: none\n", "Y-04@8+4");
    check_theme("- ink\n", "Y-04@0+0");
    check_theme("ink: {\n", "Y-01@7+1");
}
END_TEST

/* A value of `size` letters. */
static void check_long_value(const char *key, int size, const char *expected) {
    char text[300];
    snprintf(text, sizeof text, "%s: %0*d\n", key, size, 0);
    check_theme(text, expected);
}

START_TEST(names_in_a_theme_have_a_bound) {
    check_long_value("font", 199, "");
    check_long_value("font", 200, "Y-05@6+200");
    check_long_value("theme", 63, "");
    check_long_value("theme", 64, "Y-05@7+64");
    check_theme("font: ''\n", "Y-05@6+2");
    check_theme("theme: ''\n", "Y-05@7+2");
}
END_TEST

START_TEST(what_a_theme_leaves_out_is_that_of_print) {
    xpgn_svg_options options = {XPGN_SVG_OPTIONS, .theme = slice_of("ink: \"#123456\"\n")};
    xpgn_svg_free(svg);
    ck_assert_int_eq(xpgn_svg_new(&svg, &options), XPGN_OK);
    draw(xpgn_svg_rows, slice_of("t"), 1, (const double[]){1});
    check_xml(picture());
    ck_assert(has("fill=\"#123456\"") && has("stroke=\"#bdbdbd\"") && has("Helvetica"));
}
END_TEST

START_TEST(the_themes_are_there_by_name) {
    size_t n = 0;
    for (const char *name; (name = xpgn_theme_name(n)) != NULL; n++) {
        xpgn_svg_options options = {XPGN_SVG_OPTIONS, .theme = xpgn_theme_text(name)};
        xpgn_svg *other;
        ck_assert_uint_gt(options.theme.size, 100);
        ck_assert_int_eq(xpgn_svg_new(&other, &options), XPGN_OK);
        xpgn_svg_free(other);
    }
    ck_assert_uint_eq(n, 4);
    ck_assert_ptr_null(xpgn_theme_name(SIZE_MAX));
    ck_assert_ptr_null(xpgn_theme_text("no theme").data);
    xpgn_svg_free(NULL);
}
END_TEST

/* ---- figures --------------------------------------------------------------------------------- */

static void add_board(const char *caption) {
    const xpgn_ruleset *chess = ruleset_in(rules, "chess", "");
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .caption = caption};
    xpgn_position p = position_of(chess, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    ck_assert(xpgn_svg_diagram(svg, chess, &p, &how));
}

START_TEST(a_picture_has_the_figures_since_the_last_one) {
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    ck_assert_str_eq(picture(), "");
    xpgn_svg_end_row(svg);
    add_board("one");
    ck_assert_uint_eq(xpgn_svg_figures(svg), 1);
    check_xml(picture());
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    ck_assert_str_eq(picture(), "");
    add_board("two");
    add_board("three");
    check_xml(picture());
    ck_assert(has("<title>2 figures</title>") && has("<title>two</title>") && !has(">one<"));
    ck_assert_uint_eq(count("<g id=\"xpgn-king\""), 1); /* a drawing is defined once */
}
END_TEST

START_TEST(figures_stand_in_rows) {
    xpgn_svg_options options = {XPGN_SVG_OPTIONS, .square = 500, .columns = 2};
    long long width[4], height[4];
    xpgn_svg_free(svg);
    ck_assert_int_eq(xpgn_svg_new(&svg, &options), XPGN_OK);
    for (int figures = 1; figures <= 3; figures++) {
        for (int i = 0; i < figures; i++)
            add_board("x");
        check_xml(picture());
        size_of(&width[figures - 1], &height[figures - 1]);
    }
    add_board("x");
    xpgn_svg_end_row(svg);
    add_board("x");
    check_xml(picture());
    size_of(&width[3], &height[3]);
    ck_assert(width[1] > 2 * width[0] && height[1] == height[0]);
    ck_assert(width[2] == width[1] && height[2] > 2 * height[0]);
    ck_assert(width[3] == width[0] && height[3] == height[2]);
}
END_TEST

START_TEST(a_diagram_with_options_that_are_not_valid_is_not_added) {
    const xpgn_ruleset *chess = ruleset_in(rules, "chess", "");
    xpgn_diagram_options how = {.size = 1};
    xpgn_position p;
    ck_assert(xpgn_ruleset_start(chess, &p));
    ck_assert(!xpgn_svg_diagram(svg, chess, &p, &how));
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    ck_assert(xpgn_svg_diagram(svg, chess, &p, NULL));
    ck_assert(!xpgn_svg_attributes(svg, ruleset_in(rules, "chess-attack", ""), "tlh"));
    ck_assert(xpgn_svg_attributes(svg, ruleset_in(rules, "chess-attack", ""), NULL));
    ck_assert_uint_eq(xpgn_svg_figures(svg), 2);
    check_xml(picture());
    ck_assert_uint_gt(count("<use "), 32);
}
END_TEST

START_TEST(squares_off_the_board_are_ignored) {
    const xpgn_ruleset *chess = ruleset_in(rules, "chess", "");
    const xpgn_square marks[] = {64, XPGN_NO_SQUARE, 0}, crop[] = {0, 200};
    const xpgn_arrow arrows[] = {{0, 200}, {64, 1}, {3, 3}, {1, 18}};
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .marks = marks,   .mark_count = 3,
                                .mark_signs = "!!!",  .arrows = arrows, .arrow_count = 4,
                                .crop = crop};
    xpgn_position p = position_of(chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    ck_assert(xpgn_svg_diagram(svg, chess, &p, &how));
    check_xml(picture());
    ck_assert_uint_eq(count("<circle "), 1);
    ck_assert_uint_eq(count("<polygon "), 1);
    ck_assert(has("Marked: a1 !. "));
}
END_TEST

START_TEST(hit_points_left_are_a_label_of_the_square) {
    xpgn_ruleset rs = *ruleset_in(rules, "chess", "");
    const xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .no_coordinates = true};
    rs.geometry = fixture_hits();
    xpgn_position p = position_of(&rs, "r(4)3k(105)3/8/8/8/8/8/8/4K3 w - - 0 1");
    ck_assert(xpgn_svg_diagram(svg, &rs, &p, &how));
    check_xml(picture());
    ck_assert_uint_eq(count("</text>\n"), 3);
    ck_assert_uint_eq(count(">4</text>"), 1);
    ck_assert_uint_eq(count(">105</text>"), 1);
    ck_assert(has("Black: king e8 (105), rook a8 (4). "));
    ck_assert(has("White: king e1. "));
}
END_TEST

/* ---- text ------------------------------------------------------------------------------------ */

#define HOSTILE "</title><script>&amp;\"'\x01\x7f\xff\xef\xbf\xbf"
/* With Windows-1252 for the byte that is no UTF-8. */
#define HARMLESS "&lt;/title&gt;&lt;script&gt;&amp;amp;\"'  \xc3\xbf?"

START_TEST(text_of_others_is_text_wherever_it_stands) {
    const xpgn_slice text = {HOSTILE, sizeof HOSTILE - 1};
    const double value = 0.5;
    add_board(HOSTILE);
    check_xml(picture());
    ck_assert_uint_eq(count(HARMLESS), 2); /* below the board, and as the title */
    draw(xpgn_svg_rows, text, 1, &value);
    check_xml(picture());
    ck_assert_uint_eq(count(HARMLESS), 8); /* title, label, numbers, note, all in the words too */
    draw(xpgn_svg_line, text, 1, &value);
    check_xml(picture());
    ck_assert_uint_eq(count(HARMLESS), 10); /* and what the sides and turns are called */
    ck_assert(!has("<script"));
}
END_TEST

START_TEST(a_caption_of_any_length_has_a_size) {
    enum { SIZE = 12000000 };
    char *text = malloc(SIZE + 1);
    long long width, height;
    ck_assert_ptr_nonnull(text);
    memset(text, 'm', SIZE);
    text[SIZE] = '\0';
    text[SIZE / 2] = ' '; /* two long words */
    add_board(text);
    (void)picture();
    size_of(&width, &height);
    ck_assert(width < 20000 && height < 1100000); /* words are broken, up to 10 m */
    ck_assert_uint_gt(count("<text "), 1000);
    memset(text, '\n', SIZE);
    add_board(text);
    (void)picture();
    size_of(&width, &height);
    ck_assert(width < 20000 && height < 1100000);
    free(text);
}
END_TEST

/* The lines of a text, with | between, in a column as wide as `digits` digits and `more`. */
static void check_lines(const char *text, int digits, int more, const char *expected) {
    const struct font font = {1000, ANCHOR_START, WEIGHT_PLAIN};
    int column = digits * svg_text_width(svg, &font, slice_of("1")) + more;
    xpgn_slice rest = slice_of(text), line;
    char lines[100] = "";
    size_t used = 0;
    while (svg_take_line(svg, &rest, &line, &font, column)) {
        while (line.size > 0 && line.data[0] == ' ') /* which SVG does not show */
            line = (xpgn_slice){line.data + 1, line.size - 1};
        used += (size_t)snprintf(lines + used, sizeof lines - used, "%s%.*s", used > 0 ? "|" : "",
                                 (int)line.size, line.data);
    }
    ck_assert_msg(strcmp(lines, expected) == 0, "%s in %d + %d: %s, not %s", text, digits, more,
                  lines, expected);
}

START_TEST(a_line_ends_at_a_space_or_where_the_column_does) {
    const int space =
        svg_text_width(svg, &(struct font){1000, ANCHOR_START, WEIGHT_PLAIN}, slice_of(" "));
    check_lines("11 22 33", 4, space, "11 22|33");
    check_lines("11 22 33", 4, space - 1, "11|22|33");
    check_lines("11 22 33", 6, 2 * space, "11 22 33");
    check_lines("11 22 33", 6, 2 * space - 1, "11 22|33");
    check_lines("11111", 2, 0, "11|11|1");
    check_lines("11111", 2, -1, "1|1|1|1|1");
    check_lines("111", 0, 1, "1|1|1");
    check_lines("1 2222", 2, 0, "1|22|22");
    check_lines("11 2", 2, 0, "11|2");
    check_lines("1   2", 1, 0, "1|2");
    check_lines("  1 ", 9, 0, "1");
    check_lines("1\n2", 9, 0, "1|2");
    check_lines("1\n\n2", 9, 0, "1||2");
    check_lines("1\n", 9, 0, "1");
    check_lines("\u00e9\u00e9", 1, 200, "\u00e9|\u00e9");
    check_lines("", 9, 0, "");
}
END_TEST

/* ---- charts ---------------------------------------------------------------------------------- */

START_TEST(an_empty_chart_is_none) {
    draw(xpgn_svg_rows, slice_of(""), 0, NULL);
    draw(xpgn_svg_line, slice_of(""), 0, NULL);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
}
END_TEST

static const double no_values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e13, -1e13};

START_TEST(a_chart_with_a_value_that_is_none_is_none) {
    const double value[] = {0, no_values[_i]}, good = 0;
    xpgn_chart chart = {.title = slice_of("t")};
    draw(xpgn_svg_rows, slice_of("x"), 2, value);
    draw(xpgn_svg_line, slice_of("x"), 2, value);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    draw(xpgn_svg_rows, slice_of("x"), 1, &good);
    /* what is expected and the interval are values too; without an expectation there is no line */
    xpgn_chart_add(
        &chart,
        &(xpgn_datum){.low = 0, .high = no_values[_i] > 0 ? no_values[_i] : 1e13, .expected = NAN});
    xpgn_svg_rows(svg, &chart);
    xpgn_chart_add(
        &chart, &(xpgn_datum){.low = 1, .expected = isnan(no_values[_i]) ? 1e13 : no_values[_i]});
    xpgn_svg_rows(svg, &chart);
    xpgn_chart_free(&chart);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 1);
}
END_TEST

/* Of the lowest, the highest, and 0 between them. */
static void check_scale(double low, double high) {
    const double value[] = {low, high};
    long long width, height;
    draw(xpgn_svg_rows, slice_of("a"), 2, value);
    draw(xpgn_svg_line, slice_of("a"), 2, value);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 2);
    check_xml(picture());
    size_of(&width, &height);
    ck_assert_msg(width < 20000 && height < 20000, "%g to %g", low, high);
    ck_assert_msg(!has("-21474") && !has("nan") && !has("inf"), "%g to %g", low, high);
}

START_TEST(charts_of_any_values_have_a_size) {
    check_scale(-1e12, 1e12);
    check_scale(0, 1e12);
    check_scale(-5e-324, 0);
    check_scale(-5e-324, 5e-324);
    check_scale(0, 0);
    check_scale(-1, 5e-324);
}
END_TEST

static const char long_label[] = "a label that is longer than half of the chart is wide";

/* The label of the largest of four steps, which go up in turn: where it begins or ends. */
static void check_label(size_t largest, const char *label, const char *expected) {
    double value[4];
    char text[200];
    for (size_t i = 0; i < 4; i++)
        value[i] = (double)i + (i >= largest ? 5 : 0);
    draw(xpgn_svg_line, slice_of(label), 4, value);
    check_xml(picture());
    snprintf(text, sizeof text, "font-size=\"%d\"%s>%s</text>\n<text", TEXT, expected, label);
    ck_assert_msg(has(text), "%s at step %d", label, (int)largest);
}

START_TEST(the_label_of_a_step_is_left_of_it_where_there_is_room) {
    check_label(0, "e4", "");
    for (size_t i = 1; i < 4; i++)
        check_label(i, "e4", " text-anchor=\"end\"");
    for (size_t i = 0; i < 4; i++)
        check_label(i, long_label, i < 3 ? "" : " text-anchor=\"end\"");
}
END_TEST

START_TEST(a_label_beside_its_row_is_above_it_if_long) {
    const double value[] = {1, 2};
    draw(xpgn_svg_rows, slice_of("short"), 2, value);
    check_xml(picture());
    ck_assert_uint_eq(count("text-anchor=\"end\">short<"), 4); /* labels and numbers */
    draw(xpgn_svg_rows, slice_of(long_label), 2, value);
    check_xml(picture());
    ck_assert(has("<text x=\"0\" y="));
    ck_assert_uint_eq(count("text-anchor=\"end\">a label"), 2); /* numbers */
}
END_TEST

START_TEST(a_tall_chart_has_the_numbers_of_its_axis_at_both_ends) {
    double value[21];
    for (size_t i = 0; i < 21; i++)
        value[i] = 1;
    for (size_t rows = 20; rows <= 21; rows++) {
        draw(xpgn_svg_rows, slice_of("a"), rows, value);
        (void)picture();
        ck_assert_uint_eq(count(">0.4</text>"), rows - 19);
    }
}
END_TEST

START_TEST(an_axis_has_two_numbers_at_least) {
    static const double values[] = {0, 7e11, -7e11};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        draw(xpgn_svg_rows, slice_of(long_label), 1, &values[i]);
        (void)picture();
        ck_assert_uint_ge(count("text-anchor=\"middle\">"), 2);
    }
}
END_TEST

START_TEST(charts_have_a_bound) {
    enum { MOST = 100000 };
    double *value = calloc(MOST + 1, sizeof *value);
    ck_assert_ptr_nonnull(value);
    draw(xpgn_svg_rows, slice_of(""), MOST + 1, value);
    draw(xpgn_svg_line, slice_of(""), MOST + 1, value);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    free(value);
}
END_TEST

/* ---- tallies --------------------------------------------------------------------------------- */

static void tally_games(xpgn_tally *tally, int games) {
    xpgn_walk *walk;
    const xpgn_step *step;
    char text[200];
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, NULL), XPGN_OK);
    for (int i = 0; i < games; i++) {
        snprintf(text, sizeof text,
                 "[White \"<%03d>\"]\n[Variant \"chess-attack\"]\n\n"
                 "1. e4 d5 2. exd5 <5+0=7w:1+1=5x> *\n",
                 i);
        xpgn_game game = {.text = slice_of(text), .file = "-", .number = 1, .line = 1};
        ck_assert_int_eq(xpgn_walk_begin(walk, &game), XPGN_OK);
        while (xpgn_walk_next(walk, &step) == XPGN_OK)
            xpgn_tally_step(tally, walk, step);
        ck_assert_int_eq(xpgn_tally_end(tally, true), XPGN_OK);
    }
    xpgn_walk_free(walk);
}

START_TEST(charts_of_a_tally_have_every_player) {
    xpgn_tally *tally;
    ck_assert_int_eq(xpgn_tally_new(&tally, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_tally_want(tally, XPGN_TALLY_LUCK), XPGN_OK);
    ck_assert_int_eq(xpgn_svg_tally(svg, tally, XPGN_TALLY_LUCK), XPGN_OK);
    ck_assert_int_eq(xpgn_svg_tally(svg, tally, 0), XPGN_OK);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 0);
    tally_games(tally, 100);
    ck_assert_int_eq(xpgn_svg_tally(svg, tally, XPGN_TALLY_LUCK), XPGN_OK);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 1);
    check_xml(picture());
    ck_assert_uint_eq(count("&gt;</text>"), 100);
    ck_assert_int_eq(xpgn_svg_tally(svg, tally, 0), XPGN_OK);
    ck_assert_uint_eq(xpgn_svg_figures(svg), 3); /* games, dice, combats */
    check_xml(picture());
    xpgn_tally_free(tally);
}
END_TEST

/* ---- widths ---------------------------------------------------------------------------------- */

static int64_t width(const char *fonts, bool bold, const char *text) {
    return metrics_width(metrics_named(fonts), bold, (xpgn_slice){text, strlen(text)});
}

/* The sums over ASCII in the fonts' own files (Nimbus Sans, DejaVu Sans, Nimbus Roman), plain and
   weighted by place; the bold of Times is its plain and 8 in 100. */
START_TEST(characters_are_as_wide_as_in_the_fonts) {
    static const struct {
        const char *font;
        bool bold;
        int64_t sum, weighted;
    } known[] = {
        {"Arial", false, 50058, 2394471},       {"'Nimbus Sans'", true, 52367, 2537046},
        {"DejaVu Sans", false, 56730, 2730608}, {"x, Verdana", true, 62619, 3030473},
        {"Times", false, 48458, 2323307},       {"Tinos", true, 52339, 2509355},
    };
    const char *font = known[_i].font;
    int64_t sum = 0, weighted = 0;
    for (int c = ' '; c <= '~'; c++) {
        int64_t one = width(font, known[_i].bold, (char[]){(char)c, '\0'});
        sum += one;
        weighted += (c - ' ' + 1) * one;
    }
    ck_assert_int_eq(sum, known[_i].sum);
    ck_assert_int_eq(weighted, known[_i].weighted);
}
END_TEST

START_TEST(other_characters_are_measured_by_what_is_like_them) {
    ck_assert_int_eq(width("Arial", false, "\u00a0"), 278);        /* a space */
    ck_assert_int_eq(width("Arial", false, "\u2212\u00d7"), 1168); /* minus, times: as plus */
    ck_assert_int_eq(width("Arial", false, "\u2013"), 556);        /* a dash: as a digit */
    ck_assert_int_eq(width("Arial", false, "\u00e9\x7f\x1f"), 3 * 650);
    ck_assert_int_eq(width("Arial", false, "\u2e7f\u2e80"), 650 + 1000);
    ck_assert_int_eq(width("Arial", false, ""), 0);
    ck_assert_int_eq(width("Arial, Times", false, "!"), 333);
    ck_assert_int_eq(width("Arial, Times", false, "!Q"), 278 + 778); /* Times has 333 and 722 */
    ck_assert_int_eq(width("Comic Sans", false, "QQ"), 2 * 787 * 11 / 10);
    ck_assert_int_eq(width("Comic Sans", false, "i"), 278 * 11 / 10);
}
END_TEST

static void add_charts(TCase *tcase) {
    tcase_add_test(tcase, an_empty_chart_is_none);
    tcase_add_loop_test(tcase, a_chart_with_a_value_that_is_none_is_none, 0,
                        (int)(sizeof no_values / sizeof *no_values));
    tcase_add_test(tcase, charts_of_any_values_have_a_size);
    tcase_add_test(tcase, a_label_beside_its_row_is_above_it_if_long);
    tcase_add_test(tcase, the_label_of_a_step_is_left_of_it_where_there_is_room);
    tcase_add_test(tcase, a_tall_chart_has_the_numbers_of_its_axis_at_both_ends);
    tcase_add_test(tcase, an_axis_has_two_numbers_at_least);
    tcase_add_test(tcase, charts_have_a_bound);
    tcase_add_test(tcase, charts_of_a_tally_have_every_player);
}

int main(void) {
    TCase *tcase = tcase_create("svg");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, options_that_are_not_valid_are_refused);
    tcase_add_test(tcase, faults_of_a_theme_are_told_with_their_places);
    tcase_add_test(tcase, names_in_a_theme_have_a_bound);
    tcase_add_test(tcase, what_a_theme_leaves_out_is_that_of_print);
    tcase_add_test(tcase, the_themes_are_there_by_name);
    tcase_add_test(tcase, a_picture_has_the_figures_since_the_last_one);
    tcase_add_test(tcase, figures_stand_in_rows);
    tcase_add_test(tcase, a_diagram_with_options_that_are_not_valid_is_not_added);
    tcase_add_test(tcase, squares_off_the_board_are_ignored);
    tcase_add_test(tcase, hit_points_left_are_a_label_of_the_square);
    tcase_add_test(tcase, text_of_others_is_text_wherever_it_stands);
    tcase_add_test(tcase, a_caption_of_any_length_has_a_size);
    tcase_add_test(tcase, a_line_ends_at_a_space_or_where_the_column_does);
    tcase_add_loop_test(tcase, characters_are_as_wide_as_in_the_fonts, 0, 6);
    tcase_add_test(tcase, other_characters_are_measured_by_what_is_like_them);
    add_charts(tcase);
    RUN_MAIN("svg", tcase);
}

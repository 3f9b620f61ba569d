/* SPDX-License-Identifier: MIT */
/* A record as data: what is in it, and that a change touches nothing else. */
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

#include "core/base/slice.h"
#include "internal/action_facts.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "suite.h"

static xpgn_record *record_of(const char *text) {
    xpgn_record *r;
    ck_assert_int_eq(xpgn_record_new(&r, slice_of(text)), XPGN_OK);
    return r;
}

static void check_text(const xpgn_record *r, const char *text) {
    xpgn_slice is = xpgn_record_text(r);
    ck_assert_msg(slice_is(is, text), "found '%.*s', expected '%s'", SLICE(is), text);
}

/* ---- what is in it --------------------------------------------------------------------------- */

static void put_index(xpgn_buffer *b, char c, size_t i) {
    if (i != XPGN_NO_ENTRY)
        xpgn_buffer_printf(b, " %c%zu", c, i);
}

/* A line for each entry: kind, line, the entry as it is written, links. */
static void check_entries(const char *text, const char *entries) {
    static const char kinds[] = "AM~C=PN";
    size_t count;
    xpgn_record *r = record_of(text);
    const xpgn_entry *e = xpgn_record_entries(r, &count);
    xpgn_buffer b = {0};
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer_printf(&b, "%c%u ", kinds[e[i].kind], e[i].line);
        xpgn_entry_write(&b, &e[i]);
        put_index(&b, 'p', e[i].parent);
        put_index(&b, 'n', e[i].next);
        put_index(&b, 'v', e[i].variation);
        put_index(&b, 'o', e[i].other);
        xpgn_buffer_char(&b, '\n');
        ck_assert_uint_eq(xpgn_record_find(r, e[i].place.offset + e[i].place.length - 1), i);
    }
    xpgn_buffer_char(&b, '\0');
    ck_assert_str_eq(b.data, entries);
    xpgn_buffer_free(&b);
    xpgn_record_free(r);
}

START_TEST(entries_form_a_tree) {
    check_entries("[White \"A\"]\n\n1. e4 (1. d4 d5 (1... f5)) (1. c4) 1... d5 {[%clk 0:59:10]}\n"
                  "2. exd5 <5:2> $1 *",
                  "A0 1. e4 n5 v1\nA1 1. d4 p0 n2 o4\nA1 d5 p0 v3\nA2 1... f5 p2\nA3 1. c4 p0\n"
                  "A0 1... d5 {[%clk 0:59:10]} n6\nA0 2. exd5 <5:2> $1 n7\n=0 *\n");
}
END_TEST

START_TEST(rolls_belong_to_the_action_before_or_behind_them) {
    check_entries("1. <4> e2-e4 <3> Bc1-f4 Bf4xg5 <3=4:4=4 5=6:2=2x@a1> <2> d2-d4 1... Nb2@a1 <5> "
                  "B@b1 {[%roll 5:2] [%turn 3]} 2. Kxd5 <5> <6> K@d4 <5+4=9>",
                  "A0 1. <4> e2-e4 n1\nA0 <3> Bc1-f4 n2\nA0 Bf4xg5 <3=4:4=4 5=6:2=2x@a1> n3\n"
                  "A0 <2> d2-d4 n4\nA0 1... <3> Nb2@a1 <5> B@b1 {[%roll 5:2] [%turn 3]} n5\n"
                  "A0 2. Kxd5 <5> n6\nA0 <6> K@d4 <5+4=9>\n");
    /* where each turn begins with dice, those behind a capture are the next ones */
    check_entries("1. <1> hxg6 <3> Bxh6 2. <3,5> -- <3,6> Kxd8 <6,1> Nf3 *",
                  "A0 1. <1> hxg6 n1\nA0 <3> Bxh6 n2\nA0 2. <3,5> -- n3\nA0 <3,6> Kxd8 n4\n"
                  "A0 <6,1> Nf3 n5\n=0 *\n");
}
END_TEST

START_TEST(what_is_missing_or_annulled_is_an_entry) {
    check_entries(
        "{first} 1. e4 {good [%annulled 3:2] [%annulled 4]} 1... {[%missing]} 2. Nf3 0-1 ; end",
        "C0 {first} n1\nA0 1. e4 {good [%annulled 3:2] [%annulled 4]} n2\n"
        "~0 {[%annulled 3:2]} n3\n~0 {[%annulled 4]} n4\nC0 1... {[%missing]} n5\n"
        "M0 {[%missing]} n6\nA0 2. Nf3 n7\n=0 0-1 ; end\n\n");
}
END_TEST

START_TEST(what_is_pending_is_an_entry_that_can_be_taken_out) {
    static const char text[] = "1. e4 d5 {so} {[%annulled 2... exd5 3:2] [%pending exd5 3:2]} "
                               "{[%announced 2. exd5]} *";
    check_entries(text, "A0 1. e4 n1\nA0 d5 {so} {[%annulled 2... exd5 3:2] [%pending exd5 3:2]} "
                        "{[%announced 2. exd5]} n2\n~0 {[%annulled 2... exd5 3:2]} n3\n"
                        "P0 {[%pending exd5 3:2]} n4\nN0 {[%announced 2. exd5]} n5\n=0 *\n");
    xpgn_record *r = record_of(text);
    for (size_t i = 4; i >= 2; i--)
        ck_assert_int_eq(xpgn_record_remove(NULL, r, i), XPGN_OK);
    check_text(r, "1. e4 d5 {so} *");
    xpgn_record_free(r);
}
END_TEST

START_TEST(both_can_lose) {
    check_entries("[Result \"0-0\"]\n1. e4 e5 0-0", "A0 1. e4 n1\nA0 e5 n2\n=0 0-0\n");
    check_entries("[Result \"1-0\"]\n1. e4 e5 0-0", "A0 1. e4 n1\nA0 e5 n2\nA0 0-0\n");
}
END_TEST

/* ---- changes --------------------------------------------------------------------------------- */

static const char game[] =
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4  (1. d4 d5 ) 1... d5 {[%clk 1:00]}\n"
    "2. exd5 {[%roll 5:2] so} ; odd\n{[%annulled 3:3]} (2. e5) *\n";

static void changed(xpgn_record *r, xpgn_status status, const char *to) {
    ck_assert_int_eq(status, XPGN_OK);
    check_text(r, to);
    xpgn_record_free(r);
}

START_TEST(an_action_is_replaced_with_its_rolls_and_nothing_else) {
    xpgn_record *r = record_of(game);
    changed(r, xpgn_record_replace(r, 4, slice_of("exd5 <4:1>")),
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4  (1. d4 d5 ) 1... d5 {[%clk 1:00]}\n"
            "2. exd5 <4:1> {so} ; odd\n{[%annulled 3:3]} (2. e5) *\n");
    r = record_of("1. <4>  e2-e4 {x} <3> e7xe5 {y}<5:2>$1 {[%roll 1:1]} *");
    ck_assert_int_eq(xpgn_record_replace(r, 1, slice_of("<2> d7xd5 <1:6>")), XPGN_OK);
    changed(r, xpgn_record_replace(r, 0, slice_of("d2-d4")),
            "1.  d2-d4 {x} <2> d7xd5 <1:6> {y}$1 *");
    r = record_of("1. Nb2@a1 <6> B@b1 {z} *");
    ck_assert_int_eq(xpgn_record_replace(r, 1, slice_of("1-0")), XPGN_OK);
    changed(r, xpgn_record_replace(r, 0, slice_of("Nb2@a1 <1>")), "1. Nb2@a1 <1> {z} 1-0");
    r = record_of("{before} 1. e4 *");
    changed(r, xpgn_record_replace(r, 0, slice_of("{then} $1")), "{then} $1 1. e4 *");
}
END_TEST

START_TEST(an_action_goes_with_its_variations_and_leaves_annulled_dice) {
    xpgn_buffer removed = {0};
    xpgn_record *r = record_of(game);
    ck_assert_int_eq(xpgn_record_remove(&removed, r, 4), XPGN_OK);
    ck_assert(slice_is((xpgn_slice){removed.data, removed.size},
                       "2. exd5 {[%roll 5:2] so} ; odd\n{[%annulled 3:3]} (2. e5)"));
    changed(r, xpgn_record_remove(NULL, r, 0),
            "[White \"A\"]\n[Black \"B\"]\n\n1... d5 {[%clk 1:00]}\n{[%annulled 3:3]} *\n");
    xpgn_buffer_free(&removed);
    r = record_of(game);
    changed(r, xpgn_record_annul(r, 4),
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4  (1. d4 d5 ) 1... d5 {[%clk 1:00]}\n"
            "{[%annulled 5:2]} {[%annulled 3:3]} *\n");
    r = record_of("1. <4> Bf4xg5 <3=4:4=4 5=6:2=2x@a1> *");
    changed(r, xpgn_record_annul(r, 0), "{[%annulled 4] [%annulled 3:4 5:2]} *");
    r = record_of("1. e4 *");
    ck_assert_int_eq(xpgn_record_annul(r, 0), XPGN_INVALID);
    changed(r, XPGN_OK, "1. e4 *");
}
END_TEST

START_TEST(a_missing_action_is_filled_and_a_command_removed) {
    xpgn_record *r = record_of("1. e4 {[%missing]} 2. Nf3 {a [%missing] b} *");
    ck_assert_int_eq(xpgn_record_replace(r, 1, slice_of("1... e5")), XPGN_OK);
    check_text(r, "1. e4 1... e5 2. Nf3 {a [%missing] b} *");
    changed(r, xpgn_record_remove(NULL, r, 3), "1. e4 1... e5 2. Nf3 {a b} *");
    r = record_of("1. e4 {[%annulled 2]} 1... e5");
    changed(r, xpgn_record_remove(NULL, r, 1), "1. e4 1... e5");
}
END_TEST

START_TEST(entries_are_added_to_a_line_and_put_before_another) {
    xpgn_record *r = record_of(game);
    ck_assert_int_eq(xpgn_record_add(r, 0, slice_of("2... Qxd5 <4:1>")), XPGN_OK);
    ck_assert_int_eq(xpgn_record_add(r, 1, slice_of("2. c4")), XPGN_OK);
    ck_assert_int_eq(xpgn_record_insert(r, 0, slice_of("{It begins}")), XPGN_OK);
    changed(r, XPGN_OK,
            "[White \"A\"]\n[Black \"B\"]\n\n{It begins} 1. e4  (1. d4 d5 2. c4) 1... d5 "
            "{[%clk 1:00]}\n2. exd5 {[%roll 5:2] so} ; odd\n{[%annulled 3:3]} (2. e5) "
            "2... Qxd5 <4:1> *\n");
    r = record_of("");
    ck_assert_int_eq(xpgn_record_add(r, 0, slice_of("1. e4 ;why")), XPGN_OK);
    ck_assert_int_eq(xpgn_record_add(r, 0, slice_of("e5")), XPGN_OK);
    changed(r, xpgn_record_add(r, 0, slice_of("2. Nf3 *")), "1. e4 ;why\ne5 2. Nf3 *");
}
END_TEST

START_TEST(what_would_change_others_is_refused) {
    static const char *const bad[] = {"", "{open", "(d4", "e5)", "; line", "[White \"C\"]"};
    xpgn_record *r = record_of(game);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_msg(xpgn_record_insert(r, 2, slice_of(bad[i])) == XPGN_INVALID, "%s", bad[i]);
        ck_assert_msg(xpgn_record_replace(r, 1, slice_of(bad[i])) == XPGN_INVALID, "%s", bad[i]);
    }
    ck_assert_int_eq(xpgn_record_add(r, 3, slice_of("e5")), XPGN_INVALID);
    ck_assert_int_eq(xpgn_record_remove(NULL, r, 99), XPGN_INVALID);
    ck_assert_int_eq(xpgn_record_set_tag(r, "A b", slice_of("x")), XPGN_INVALID);
    changed(r, XPGN_OK, game);
    /* an action stays one action, and a result a result */
    static const char *const several[] = {"d4 *", "d4 d5", "1-0", "d4 (d3)", "d4 {[%annulled 3]}"};
    r = record_of("1. e4 {so} 1... e5 *");
    for (size_t i = 0; i < sizeof several / sizeof *several; i++)
        ck_assert_msg(xpgn_record_replace(r, 0, slice_of(several[i])) == XPGN_INVALID, "%s",
                      several[i]);
    ck_assert_int_eq(xpgn_record_replace(r, 2, slice_of("2. Nf3")), XPGN_INVALID);
    ck_assert_int_eq(xpgn_record_replace(r, 2, slice_of("2. Nf3 *")), XPGN_INVALID);
    ck_assert_int_eq(xpgn_record_replace(r, 2, slice_of("1-0")), XPGN_OK);
    changed(r, xpgn_record_replace(r, 0, slice_of("d4")), "1. d4 {so} 1... e5 1-0");
}
END_TEST

START_TEST(a_tag_is_set_in_its_place_or_behind_the_last) {
    xpgn_record *r =
        record_of("[White \"A\"]\n[Black \"B\"] [White \"C\"]\n[White \"D\"]\n\n1. e4 *");
    ck_assert_int_eq(xpgn_record_set_tag(r, "White", slice_of("a \"b\"\t\\")), XPGN_OK);
    check_text(r, "[White \"a \\\"b\\\" \\\\\"]\n[Black \"B\"] \n\n1. e4 *");
    ck_assert_int_eq(xpgn_record_set_tag(r, "Round", slice_of("1")), XPGN_OK);
    check_text(r, "[White \"a \\\"b\\\" \\\\\"]\n[Black \"B\"]\n[Round \"1\"] \n\n1. e4 *");
    changed(r, xpgn_record_set_tag(r, "White", (xpgn_slice){NULL, 0}),
            "[Black \"B\"]\n[Round \"1\"] \n\n1. e4 *");
    r = record_of("1. e4 *");
    changed(r, xpgn_record_set_tag(r, "White", slice_of("A")), "[White \"A\"]\n\n1. e4 *");
    r = record_of("");
    changed(r, xpgn_record_set_tag(r, "White", slice_of("A")), "[White \"A\"]\n\n");
}
END_TEST

/* ---- all that there is ----------------------------------------------------------------------- */

struct totals {
    size_t games, removed, replaced, played;
};

static bool same(const xpgn_record *r, xpgn_slice text) {
    return slice_equal(xpgn_record_text(r), text);
}

static bool is_command(const xpgn_entry *e) {
    return e->kind != XPGN_ENTRY_ACTION && e->kind != XPGN_ENTRY_REMARKS &&
           e->kind != XPGN_ENTRY_RESULT;
}

/* Dice that were annulled in its comments stay where it was. */
static bool leaves_something(const xpgn_entry *list, size_t count, size_t i) {
    return i + 1 < count && is_command(&list[i + 1]);
}

/* Does its line go on or end after it, with nothing between but white space? An escape line, for
   one, has to begin a line. */
static bool is_followed(const xpgn_record *r, const xpgn_entry *list, const xpgn_entry *e) {
    xpgn_slice text = xpgn_record_text(r);
    const char *p = text.data + e->place.offset + e->place.length, *end = text.data + text.size;
    if (e->variation != XPGN_NO_ENTRY)
        return e->next != XPGN_NO_ENTRY && list[e->next].kind == XPGN_ENTRY_ACTION &&
               list[e->next].number.data != NULL;
    while (p < end && is_space(*p))
        p++;
    return e->next == XPGN_NO_ENTRY ? p == end || *p == ')'
                                    : p == text.data + list[e->next].place.offset;
}

/* Removes each entry and puts it back. */
static void check_entries_of(xpgn_record *r, struct totals *sum) {
    size_t count, after;
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    xpgn_buffer text = {0}, bytes = {0};
    xpgn_buffer_slice(&text, xpgn_record_text(r));
    xpgn_slice before = {text.data, text.size};
    for (size_t i = 0; i < count && i < 150; i++, list = xpgn_record_entries(r, &count)) {
        if (leaves_something(list, count, i) || is_command(&list[i]) ||
            !is_followed(r, list, &list[i]))
            continue;
        uint32_t line = list[i].line;
        size_t next = list[i].next;
        xpgn_buffer_clear(&bytes);
        if (xpgn_record_remove(&bytes, r, i) != XPGN_OK) {
            HOLDS(same(r, before), "a change that was refused has changed something");
            continue;
        }
        xpgn_slice removed = {bytes.data, bytes.size};
        (void)xpgn_record_entries(r, &after);
        xpgn_status status = next != XPGN_NO_ENTRY
                                 ? xpgn_record_insert(r, next - (count - after), removed)
                                 : xpgn_record_add(r, line, removed);
        HOLDS(status == XPGN_OK && same(r, before), "entry %zu ('%.*s') does not come back: %.*s",
              i, SLICE(removed), SLICE(xpgn_record_text(r)));
        sum->removed++;
    }
    xpgn_buffer_free(&bytes);
    xpgn_buffer_free(&text);
}

static xpgn_slice tag_of(const xpgn_record *r, const char *name) {
    size_t count;
    const xpgn_tag *tag = xpgn_record_tags(r, &count);
    for (size_t i = 0; i < count; i++)
        if (slice_is(tag[i].name, name))
            return tag[i].value;
    return (xpgn_slice){NULL, 0};
}

/* Sets the first tag to something else and back, and adds one and removes it. */
static void check_tags_of(xpgn_record *r) {
    xpgn_slice event = tag_of(r, "Event");
    xpgn_buffer text = {0}, value = {0};
    xpgn_buffer_slice(&text, xpgn_record_text(r));
    xpgn_buffer_slice(&value, event);
    xpgn_slice before = {text.data, text.size};
    bool plain = event.data != NULL;
    for (size_t i = 0; i < event.size; i++)
        plain &= strchr("\"\\", event.data[i]) == NULL && (unsigned char)event.data[i] >= ' ';
    if (plain) {
        ck_assert_int_eq(xpgn_record_set_tag(r, "Event", slice_of("Other")), XPGN_OK);
        ck_assert_int_eq(
            xpgn_record_set_tag(r, "Event",
                                (xpgn_slice){value.size > 0 ? value.data : "", value.size}),
            XPGN_OK);
    }
    HOLDS(same(r, before), "a tag that was set and set back has changed something: %.*s",
          SLICE(xpgn_record_text(r)));
    ck_assert_int_eq(xpgn_record_set_tag(r, "Own", slice_of("x")), XPGN_OK);
    ck_assert(slice_is(tag_of(r, "Own"), "x"));
    xpgn_buffer_free(&value);
    xpgn_buffer_free(&text);
}

/* What the walk plays is an entry, and its rolls are those of the entry. */
static void check_walk_of(xpgn_walk *walk, const xpgn_record *r, struct totals *sum) {
    size_t count, found;
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    const xpgn_game whole = {.text = xpgn_record_text(r), .file = "-"};
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(walk, &whole), XPGN_OK);
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        if (step->kind != XPGN_STEP_ACTION)
            continue;
        size_t i = xpgn_record_find(r, step->place.offset);
        HOLDS(i != XPGN_NO_ENTRY && list[i].kind == XPGN_ENTRY_ACTION &&
                  list[i].text.data == step->text.data && list[i].depth == step->depth,
              "an action is no entry: %.*s", SLICE(step->text));
        (void)xpgn_walk_findings(walk, &found);
        if (found > 0)
            continue;
        HOLDS((list[i].turn_roll.data != NULL) == (step->facts->turn_roll.count > 0),
              "turn roll of %.*s", SLICE(step->text));
        HOLDS(step->facts->roll.exchanges == 0 || list[i].roll.data != NULL || step->facts->combat,
              "roll of %.*s", SLICE(step->text));
        HOLDS((list[i].freed.data != NULL) ==
                  (step->facts->action.kind == XPGN_RELEASE && step->facts->action.promotion != 0),
              "prisoner of %.*s", SLICE(step->text));
        sum->played++;
    }
}

static void check_game(xpgn_walk *walk, xpgn_slice text, struct totals *sum) {
    xpgn_record *r;
    ck_assert_int_eq(xpgn_record_new(&r, text), XPGN_OK);
    HOLDS(same(r, text), "a record that was read is another");
    check_walk_of(walk, r, sum);
    check_entries_of(r, sum);
    check_tags_of(r);
    xpgn_record_free(r);
    sum->games++;
}

START_TEST(an_entry_or_a_tag_of_any_record_comes_and_goes_without_a_trace) {
    static const char *const where[] = {"samples/*.xpgn", "samples/*/*.xpgn",
                                        "tests/defects/*.*gn"};
    struct totals sum = {0};
    xpgn_catalog *rules;
    xpgn_walk *walk;
    glob_t files;
    for (size_t i = 0; i < sizeof where / sizeof *where; i++)
        ck_assert_int_eq(glob(where[i], i > 0 ? GLOB_APPEND : 0, NULL, &files), 0);
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&walk, rules, NULL), XPGN_OK);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        xpgn_stream *stream;
        xpgn_game one;
        const char *name = files.gl_pathv[i];
        ck_assert_int_eq(xpgn_stream_open(&stream, &name, 1, 0), XPGN_OK);
        while (xpgn_stream_next(stream, &one, NULL) == XPGN_OK)
            check_game(walk, one.text, &sum);
        xpgn_stream_close(stream);
    }
    ck_assert_uint_gt(sum.games, 200);
    ck_assert_uint_gt(sum.removed, 2000);
    ck_assert_uint_gt(sum.played, 2000);
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
    globfree(&files);
}
END_TEST

/* ---- hostile text ---------------------------------------------------------------------------- */

START_TEST(variations_nested_too_deep_are_skipped) {
    xpgn_buffer text = {0};
    size_t count;
    for (unsigned i = 0; i < 600; i++)
        xpgn_buffer_text(&text, "e4 (");
    for (unsigned i = 0; i < 600; i++)
        xpgn_buffer_text(&text, ")");
    xpgn_buffer_text(&text, " e5 *");
    xpgn_record *r;
    ck_assert_int_eq(xpgn_record_new(&r, (xpgn_slice){text.data, text.size}), XPGN_OK);
    const xpgn_entry *list = xpgn_record_entries(r, &count);
    ck_assert_uint_eq(count, 503);
    ck_assert_uint_eq(list[500].depth, 500);
    ck_assert_uint_eq(list[501].depth, 0);
    ck_assert_int_eq(xpgn_record_remove(NULL, r, 0), XPGN_OK);
    check_text(r, "e5 *");
    xpgn_record_free(r);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(a_record_of_too_many_entries_is_refused) {
    xpgn_buffer text = {0};
    xpgn_record *r;
    for (unsigned i = 0; i <= XPGN_MAX_ENTRIES; i++)
        xpgn_buffer_text(&text, "! ");
    ck_assert_int_eq(xpgn_record_new(&r, (xpgn_slice){text.data, text.size}), XPGN_INVALID);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(a_copy_is_another_record) {
    xpgn_record *r = record_of(game), *copy = record_of("");
    ck_assert_int_eq(xpgn_record_copy(copy, r), XPGN_OK);
    ck_assert_int_eq(xpgn_record_remove(NULL, r, 0), XPGN_OK);
    changed(copy, XPGN_OK, game);
    xpgn_record_free(r);
    xpgn_record_free(NULL);
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("record");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, entries_form_a_tree);
    tcase_add_test(tcase, rolls_belong_to_the_action_before_or_behind_them);
    tcase_add_test(tcase, what_is_missing_or_annulled_is_an_entry);
    tcase_add_test(tcase, what_is_pending_is_an_entry_that_can_be_taken_out);
    tcase_add_test(tcase, both_can_lose);
    tcase_add_test(tcase, an_action_is_replaced_with_its_rolls_and_nothing_else);
    tcase_add_test(tcase, an_action_goes_with_its_variations_and_leaves_annulled_dice);
    tcase_add_test(tcase, a_missing_action_is_filled_and_a_command_removed);
    tcase_add_test(tcase, entries_are_added_to_a_line_and_put_before_another);
    tcase_add_test(tcase, what_would_change_others_is_refused);
    tcase_add_test(tcase, a_tag_is_set_in_its_place_or_behind_the_last);
    tcase_add_test(tcase, an_entry_or_a_tag_of_any_record_comes_and_goes_without_a_trace);
    tcase_add_test(tcase, variations_nested_too_deep_are_skipped);
    tcase_add_test(tcase, a_record_of_too_many_entries_is_refused);
    tcase_add_test(tcase, a_copy_is_another_record);
    Suite *suite = suite_create("record");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

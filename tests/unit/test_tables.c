/* SPDX-License-Identifier: MIT */
/* The built-in tables are what the loader makes of the files of formats/, member for member. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "builtin_sources.h"

static const struct rules_source *source_of(size_t index) {
    return builtin(NULL, rules_builtins[index].name);
}

/* ---- comparison ---- */

static void same_text(const char *a, const char *b) {
    ck_assert_msg(a == b || (a && b && strcmp(a, b) == 0), "%s is not %s", a ? a : "NULL",
                  b ? b : "NULL");
}

static void same_lists(const char *const *a, const char *const *b) {
    while (*a && *b)
        same_text(*a++, *b++);
    ck_assert(!*a && !*b);
}

static void same_rules(const xpgn_code *a, const xpgn_code *b) {
    for (; a->code && b->code; a++, b++) {
        same_text(a->code, b->code);
        same_text(a->title, b->title);
        same_text(a->cure, b->cure);
        ck_assert_int_eq(a->level, b->level);
    }
    ck_assert(!a->code && !b->code);
}

/* Compares what the members point to, and forgets it. */
static void compare_pointers(xpgn_ruleset *a, xpgn_ruleset *b) {
    same_text(a->id, b->id);
    same_text(a->title, b->title);
    same_text(a->options_in_force, b->options_in_force);
    for (size_t i = 0; i < XPGN_MAX_SEATS; i++) {
        same_text(a->seat_name[i], b->seat_name[i]);
        a->seat_name[i] = b->seat_name[i] = NULL;
    }
    for (size_t i = 0; i < XPGN_TYPES; i++) {
        same_text(a->piece[i].name, b->piece[i].name);
        a->piece[i].name = b->piece[i].name = NULL;
    }
    /* rules that are one are one text: the referee compares them by it */
    for (size_t i = 0; i < CITE_COUNT_OF; i++)
        for (size_t k = 0; k < i; k++)
            ck_assert_int_eq(a->cite[i] == a->cite[k], b->cite[i] == b->cite[k]);
    for (size_t i = 0; i < CITE_COUNT_OF; i++)
        same_text(a->cite[i], b->cite[i]);
    a->cite = b->cite = NULL;
    same_rules(a->rules, b->rules);
    same_lists(a->options, b->options);
    a->id = a->title = a->options_in_force = b->id = b->title = b->options_in_force = NULL;
    a->rules = b->rules = NULL;
    a->options = b->options = NULL;
}

/* Whatever member the generator forgets differs in some byte: padding is 0 in both. */
static void compare(const xpgn_ruleset *table, const xpgn_ruleset *loaded) {
    static xpgn_ruleset a, b;
    char digest[RULES_DIGEST_SIZE];
    ck_assert_int_eq(ruleset_digest(loaded, digest), XPGN_OK);
    ck_assert_str_eq(table->digest, digest);
    memcpy(&a, table, sizeof a);
    memcpy(&b, loaded, sizeof b);
    memset(&b.arena, 0, sizeof b.arena);
    a.digest = NULL;
    compare_pointers(&a, &b);
    for (size_t i = 0; i < sizeof a; i++)
        ck_assert_msg(((const char *)&a)[i] == ((const char *)&b)[i],
                      "%s (%s): byte %zu of struct xpgn_ruleset", loaded->id,
                      loaded->options_in_force, i);
}

/* ---- tests ---- */

START_TEST(the_table_is_what_the_loader_makes_of_the_file) {
    const struct rules_source *src = source_of((size_t)_i);
    for (const struct rules_variant *v = rules_tables[_i].variant; v->ruleset; v++) {
        xpgn_ruleset *rs;
        ck_assert_int_eq(rules_source_build(src, v->options, &rs, file_log), XPGN_OK);
        compare(v->ruleset, rs);
        ruleset_free(rs);
    }
}
END_TEST

START_TEST(names_and_options_are_those_of_the_file) {
    const struct rules_source *src = source_of((size_t)_i);
    const struct rules_table *t = &rules_tables[_i];
    same_lists(t->name, src->names);
    same_lists(t->option, src->option_names);
}
END_TEST

/* None is missing, none is there twice: the sets that no two options of one group are in. */
START_TEST(every_set_of_options_has_its_table) {
    const struct rules_source *src = source_of((size_t)_i);
    unsigned count = 0, expected = 0;
    const char *const *options = src->option_names;
    while (options[count])
        count++;
    const struct rules_variant *v = rules_tables[_i].variant;
    for (option_set set = 0; set < (option_set)1 << count; set++) {
        bool good = true;
        for (size_t i = 0; i < count; i++)
            good = good && (!(set >> i & 1) || rules_options_fit(options, set, i));
        if (!good)
            continue;
        ck_assert_uint_eq(v[expected].options, set);
        expected++;
    }
    ck_assert_ptr_null(v[expected].ruleset);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("built-in tables");
    TCase *tcase = tcase_create("tables");
    int count = (int)rules_builtins_count;
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, the_table_is_what_the_loader_makes_of_the_file, 0, count);
    tcase_add_loop_test(tcase, names_and_options_are_those_of_the_file, 0, count);
    tcase_add_loop_test(tcase, every_set_of_options_has_its_table, 0, count);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

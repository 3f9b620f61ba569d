/* SPDX-License-Identifier: MIT */
/* Names that are looked up against all names one by one: the same players are found. */
#include "internal/events.h"
#include "internal/text_out.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { PLAYERS = 120, QUESTIONS = 160, NAME = 90 };

static uint32_t state;

static uint32_t below(uint32_t n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}

/* A word of a few syllables, of which many names have some. */
static size_t put_word(char *to, uint32_t syllables) {
    static const char *const part[] = {"an", "be", "cro", "del", "fi", "gor", "hu", "jan", "kal",
                                       "mo", "ni", "os",  "per", "ri", "sen", "to", "vu",  "zel"};
    size_t size = 0;
    for (uint32_t i = 0; i < syllables; i++) {
        const char *s = part[below(sizeof part / sizeof *part)];
        memcpy(to + size, s, strlen(s));
        size += strlen(s);
    }
    return size;
}

static void make_name(char name[NAME], uint32_t words) {
    size_t size = put_word(name, 2 + below(3));
    name[size++] = ',';
    for (uint32_t i = 0; i < words; i++) {
        name[size++] = ' ';
        size += put_word(name + size, 2 + below(2));
    }
    name[size] = '\0';
}

/* A letter is wrong, missing, too many, or exchanged with the next one. */
static void misspell(char *name) {
    size_t size = strlen(name), at = below((uint32_t)size - 1);
    switch (below(4)) {
    case 0:
        name[at] = (char)('a' + below(26));
        break;
    case 1:
        memmove(name + at, name + at + 1, size - at);
        break;
    case 2:
        memmove(name + at + 1, name + at, size + 1 - at);
        name[at] = (char)('a' + below(26));
        break;
    default: {
        char c = name[at];
        name[at] = name[at + 1];
        name[at + 1] = c;
    }
    }
}

static char player[PLAYERS][NAME];

static xpgn_event *event_of(uint32_t words, int letters) {
    const xpgn_event_options options = {XPGN_EVENT_OPTIONS, .letters = letters};
    xpgn_buffer list = {0};
    xpgn_event *event;
    xpgn_buffer_text(&list, "round,white,black\n");
    for (int i = 0; i < PLAYERS; i++) {
        make_name(player[i], words);
        xpgn_buffer_printf(&list, i % 2 == 0 ? "1,\"%s\"" : ",\"%s\"\n", player[i]);
    }
    ck_assert_int_eq(xpgn_event_new(&event, &options), XPGN_OK);
    ck_assert_int_eq(xpgn_event_read_list(event, "list", (xpgn_slice){list.data, list.size}, NULL),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_event_check(event, NULL), XPGN_OK);
    xpgn_buffer_free(&list);
    return event;
}

/* The one player with whom a name agrees; -1: none, -2: several. */
static int agrees(const char *name, unsigned letters) {
    int found = -1;
    for (int i = 0; i < PLAYERS; i++)
        if (player_names_agree(slice_of(name), slice_of(player[i]), letters))
            found = found == -1 ? i : -2;
    return found;
}

/* Short names, names of more than one piece, long ones; two, four and nine letters. */
START_TEST(the_same_players_are_found_as_one_by_one) {
    static const struct {
        uint32_t words;
        int letters;
    } kinds[] = {{1, 2}, {3, 2}, {6, 2}, {1, 4}, {3, 4}, {6, 9}};
    uint32_t words = kinds[_i].words, near = 0;
    int letters = kinds[_i].letters;
    state = (uint32_t)_i + 1;
    xpgn_event *event = event_of(words, letters);
    for (int n = 0; n < QUESTIONS; n++) {
        char name[NAME + 16];
        xpgn_buffer b = {0};
        strcpy(name, player[below(PLAYERS)]);
        for (uint32_t k = below((uint32_t)letters + 2); k > 0; k--)
            misspell(name);
        int due = agrees(name, (unsigned)letters);
        xpgn_status status = xpgn_event_player_name(&b, event, slice_of(name));
        if (due == -1)
            HOLDS(status == XPGN_NOT_FOUND, "%s is found", name);
        if (due >= 0)
            HOLDS(status == XPGN_OK && b.size == strlen(player[due]) &&
                      memcmp(b.data, player[due], b.size) == 0,
                  "%s is not found as %s", name, player[due]);
        near += due >= 0 && strcmp(name, player[due]) != 0;
        xpgn_buffer_free(&b);
    }
    ck_assert_uint_ge(near, QUESTIONS / 4);
    xpgn_event_free(event);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("near");
    TCase *cases = tcase_create("names");
    tcase_set_timeout(cases, 0);
    tcase_add_loop_test(cases, the_same_players_are_found_as_one_by_one, 0, 6);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}

/* SPDX-License-Identifier: MIT */
/* How far two writings are from each other, and which legal actions are suggested for what was
   written: the nearest of all, by a search that leaves nothing out. */
#include "core/game/longform.h"
#include "core/text/languages.h"
#include "position_fixture.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

/* ---- distances ------------------------------------------------------------------------------- */

static const struct {
    const char *written, *right;
    unsigned far;
} distances[] = {
    {"", "", 0},
    {"Nf3", "Nf3", 0},
    {"exd5", "exd5", 0},
    /* one byte more or less: a sign, a file or rank, a letter */
    {"f3", "xf3", 1},
    {"f3", "-f3", 1},
    {"f3", "=f3", 1},
    {"f3", "@f3", 1},
    {"3", "a3", 2},
    {"3", "l3", 2},
    {"3", "m3", 3},
    {"3", "`3", 3},
    {"f", "f0", 2},
    {"f", "f9", 2},
    {"f", "f:", 3},
    {"f", "f/", 3},
    {"f3", "Nf3", 3},
    {"f3", "Pf3", 3},
    {"f3", "+f3", 3},
    {"f3", "Of3", 3},
    {"", "Nf3", 7},
    {"", "x", 1},
    {"", "1", 2},
    {"", "K", 3},
    /* one for another: beside it, farther off, a small letter, nothing of the kind */
    {"a", "b", 2},
    {"b", "a", 2},
    {"a", "c", 3},
    {"h", "a", 3},
    {"1", "2", 2},
    {"2", "1", 2},
    {"1", "3", 3},
    {"b", "B", 1},
    {"B", "b", 1},
    {"n", "N", 1},
    {"N", "B", 3},
    {"K", "Q", 3},
    {"a", "1", 4},
    {"K", "x", 4},
    {"u", "N", 6},
    {"+", "#", 6},
    {"x", "-", 2},
    {"0", "O", 1},
    {"O", "0", 5},
    {"0-0", "O-O", 2},
    /* the letters of other languages, one way only */
    {"S", "N", 1},
    {"C", "N", 1},
    {"H", "N", 1},
    {"L", "B", 1},
    {"F", "B", 1},
    {"A", "B", 1},
    {"V", "B", 1},
    {"T", "R", 1},
    {"V", "R", 1},
    {"D", "Q", 1},
    {"H", "Q", 1},
    {"R", "K", 1},
    {"B", "P", 1},
    {"D", "P", 1},
    {"K", "R", 3},
    {"P", "B", 3},
    {"T", "N", 6},
    {"S", "B", 1},
    {"L", "Q", 1},
    {"L", "R", 6},
    /* two neighbours changed */
    {"fN3", "Nf3", 2},
    {"N3f", "Nf3", 2},
    {"3f", "f3", 2},
    {"abc", "acb", 2},
    {"abcd", "badc", 4},
    {"ab12", "ba21", 4},
    {"cab", "abc", 4},
    /* several slips */
    {"Nf3", "Ng1-f3", 5},
    {"ed", "exd5", 3},
    {"Sf4", "Nf3", 3},
    {"Bb6", "Bb5", 2},
    {"Bb6", "Ba6", 2},
    {"Qf8", "Qf3", 3},
    {"Qh4", "Nf6", 9},
};

static unsigned far(const char *written, const char *right) {
    return movement_distance(slice_of(written), slice_of(right), UINT8_MAX);
}

START_TEST(slips_of_the_pen_have_their_weights) {
    ck_assert_msg(far(distances[_i].written, distances[_i].right) == distances[_i].far,
                  "from %s to %s: %u, not %u", distances[_i].written, distances[_i].right,
                  far(distances[_i].written, distances[_i].right), distances[_i].far);
}
END_TEST

/* Sd2 is a knight to Germans, a bishop to Czechs: neither is nearer. */
START_TEST(letters_that_english_lacks_are_those_of_all_languages) {
    struct languages all;
    unsigned letters = 0;
    languages_read(&all);
    for (size_t i = 1; i < all.count; i++)
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++) {
            xpgn_slice own = all.list[i].letter[type];
            char written[] = "?d2", right[] = "?d2";
            if (own.size != 1 || strchr("KQRBNP", *own.data) != NULL)
                continue;
            written[0] = *own.data;
            right[0] = *all.list[0].letter[type].data;
            letters++;
            ck_assert_msg(far(written, right) == 1, "%s for %s: %u", written, right,
                          far(written, right));
        }
    ck_assert_uint_gt(letters, 50);
}
END_TEST

START_TEST(writings_of_31_bytes_are_compared_and_longer_ones_are_far) {
    char text[33], other[33];
    memset(text, 'a', sizeof text);
    memset(other, 'a', sizeof other);
    other[30] = 'b';
    ck_assert_uint_eq(movement_distance((xpgn_slice){text, 31}, (xpgn_slice){other, 31}, UINT8_MAX),
                      2);
    ck_assert_uint_eq(movement_distance((xpgn_slice){text, 0}, (xpgn_slice){other, 31}, UINT8_MAX),
                      62);
    ck_assert_uint_eq(movement_distance((xpgn_slice){text, 31}, (xpgn_slice){other, 0}, UINT8_MAX),
                      62);
    ck_assert_uint_eq(movement_distance((xpgn_slice){text, 32}, (xpgn_slice){text, 32}, UINT8_MAX),
                      93);
    ck_assert_uint_eq(movement_distance((xpgn_slice){text, 32}, (xpgn_slice){text, 31}, UINT8_MAX),
                      93);
    ck_assert_uint_eq(movement_distance((xpgn_slice){text, 31}, (xpgn_slice){text, 32}, UINT8_MAX),
                      93);
}
END_TEST

/* The second call finds the stack as the first has left it. */
START_TEST(bytes_before_a_writing_are_no_part_of_it) {
    unsigned before = far("NN", "NN");
    unsigned here = movement_distance((xpgn_slice){&"Nf"[1], 1}, slice_of("NNfN"), UINT8_MAX);
    ck_assert_uint_eq(before, 0);
    ck_assert_uint_eq(here, 9);
}
END_TEST

START_TEST(a_byte_0_is_no_letter_of_any_language) {
    ck_assert_uint_eq(movement_distance((xpgn_slice){"\0", 1}, slice_of("N"), UINT8_MAX), 6);
}
END_TEST

/* ---- suggestions ----------------------------------------------------------------------------- */

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define OPEN "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5"
#define ARRIVING "3r3k/2P5/8/8/8/8/8/K7 w - - 0 1"
#define LONE "7k/8/8/8/8/5p2/8/K5N1 w - - 0 1"
#define CORNER "k6R/8/8/8/8/8/6K1/8 b - - 0 1"
#define DUEL "r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9"
#define ARMIES "6bk/6nn/5p2/8/8/2P5/1N6/KB6 w - - 0 9"

static const struct {
    const char *rules, *xfen, *written, *near; /* "all: " before them: there are no others */
} slips[] = {
    {"chess", START, "Nf4", "Nf3 f4"},
    {"chess", START, "e5", "e4 e3"},
    {"chess", START, "Knight-f3", "Nf3"},
    {"chess", START, "KNIGHT f3", "Nf3"},
    {"chess", START, "Knightf3", "Nf3"},
    {"chess", START, "pawne4", "e4"},
    {"chess", START, "pawne5", "e4 e3"},
    {"chess", START, "Pe4", "e4"},
    {"chess", START, "Knigh", ""},
    {"chess", START, "", ""},
    {"chess", START, "g1f3", "Nf3 f3 g3"},
    {"chess", START, "Ng1f4", "Nf3"},
    {"chess", START, "Nf3+", "Nf3"},
    {"chess", START, "e2e5", "e4 e3"},
    {"chess", START, "=", ""},
    {"chess", START, "Nf3=Q", "Nf3"},
    {"chess", START, "Qh5", ""},
    {"chess", START, "Nf4!!!!!!!!!!!!!!!!!!!!!!!!!!!!", "Nf3 f4"},
    {"chess", START, "Nf4!!!!!!!!!!!!!!!!!!!!!!!!!!!!!", ""},
    {"chess", START, "zzzz", ""},
    {"chess", OPEN, "0-0", "O-O"},
    {"chess", OPEN, "o-o-o", ""},
    {"chess", OPEN, "Ng4", "Nh4 Ng5 g4"},
    {"chess", OPEN, "Bxf6", "Bxf7 Be6"},
    {"chess", OPEN, "Nd2", "Nbd2 Nfd2 Bd2"},
    {"chess", OPEN, "Nxf5", "Nxe5 Ng5"},
    {"chess", ARRIVING, "c8", "c8=Q"},
    {"chess", ARRIVING, "c8=K", "c8=N c8=B c8=R"},
    {"chess", ARRIVING, "cd8", "cxd8=Q"},
    {"chess", ARRIVING, "cd8=R", "cxd8=R"},
    {"chess", LONE, "uf3", ""},
    {"chess", LONE, "uxf3", ""},
    {"chess", LONE, "Sf3", "Nxf3"},
    {"chess", CORNER, "Kd4", "all: Ka7 Kb7"},
    {"chess", CORNER, "abcdefghabcdefghabcdefghabcdefg1", "all: Ka7 Kb7"},
    {"chess", CORNER, "Kab7efghabcdefghabcdefghabcdefg", "all: Ka7 Kb7"},
    {"combat-chess-2", DUEL, "Nc3-d5", "Nc3xd4"},
    {"combat-chess-2", DUEL, "K@e9", "K@e8 K@e2 K@e4"},
    {"combat-chess-2", DUEL, "Kd@5", "K@d5"},
    {"combat-chess-2", DUEL, "Nc3d4", "Nc3xd4"},
    {"assault-and-siege", ARMIES, "c3-c5", "c3-c4 c3-c2"},
    {"assault-and-siege", ARMIES, "Nb2@a2", "Nb2-a2"},
};

static struct state state_of(const xpgn_ruleset *rs, const char *xfen) {
    return (struct state){.position = position_of(rs, xfen)};
}

/* "Nf3 f4", "all: Ka7 Kb7" */
static const char *names_of(const struct suggestions *s) {
    static char text[200];
    snprintf(text, sizeof text, "%s", s->all ? "all:" : "");
    for (unsigned i = 0; i < s->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", text[0] ? " " : "",
                 s->name[i]);
    return text;
}

static xpgn_catalog *rules;

static void set_up(void) {
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
}

static void tear_down(void) {
    xpgn_catalog_free(rules);
}

START_TEST(what_may_have_been_meant_is_suggested) {
    const xpgn_ruleset *rs = ruleset_in(rules, slips[_i].rules, "");
    struct state s = state_of(rs, slips[_i].xfen);
    struct suggestions near;
    movement_suggest(rs, &s, slice_of(slips[_i].written), false, &near);
    ck_assert_msg(strcmp(names_of(&near), slips[_i].near) == 0, "%s: %s, not %s", slips[_i].written,
                  names_of(&near), slips[_i].near);
}
END_TEST

START_TEST(a_type_that_the_game_does_not_have_needs_no_name) {
    static xpgn_ruleset rs;
    struct suggestions near;
    rs = *ruleset_in(rules, "chess", "");
    rs.piece[XPGN_QUEEN].name = NULL;
    struct state s = state_of(&rs, START);
    movement_suggest(&rs, &s, slice_of("Nf4"), false, &near);
    ck_assert_str_eq(names_of(&near), "Nf3 f4");
}
END_TEST

/* ---- the same by a search that leaves nothing out -------------------------------------------- */

enum { ACTIONS = 512, MOST = 3, TOO_FAR = 5 };

/* The part before the =, or from it on; neither has the signs at the end. */
static xpgn_slice part_of(const char *text, bool rest) {
    xpgn_slice all = slice_trim(slice_of(text), "+#!?");
    size_t stem = 0;
    while (stem < all.size && text[stem] != '=')
        stem++;
    return rest ? (xpgn_slice){text + stem, all.size - stem} : (xpgn_slice){text, stem};
}

static unsigned slow_far(const xpgn_position *p, const xpgn_action *a, const char *written,
                         const char *name) {
    char whole[ACTION_NAME];
    xpgn_action plain = *a;
    xpgn_slice rest = part_of(written, true), right = part_of(name, true);
    unsigned d = movement_distance(part_of(written, false), part_of(name, false), UINT8_MAX),
             other = d;
    plain.promotion = 0;
    longform_name(p, &plain, whole);
    if (a->kind == XPGN_STEP || a->kind == XPGN_ATTACK)
        other = movement_distance(part_of(written, false), slice_of(whole), UINT8_MAX);
    bool same = slice_equal(rest, right) || (rest.size == 0 && slice_is(right, "=Q"));
    return (other < d ? other : d) + (same ? 0 : 1);
}

static void slow_suggest(const xpgn_ruleset *rs, const struct state *s, const char *written,
                         struct suggestions *out) {
    static xpgn_action list[ACTIONS];
    static char name[ACTIONS][ACTION_NAME];
    static unsigned far[ACTIONS];
    size_t count = movement_actions(rs, s, list, ACTIONS), size = part_of(written, false).size;
    unsigned bound = size + 1 < TOO_FAR ? (unsigned)size + 1 : TOO_FAR, least = bound + 1;
    *out = (struct suggestions){.count = 0};
    ck_assert_uint_le(count, ACTIONS);
    for (size_t i = 0; i < count; i++) {
        movement_name(rs, s, &list[i], false, name[i]);
        far[i] = slow_far(&s->position, &list[i], written, name[i]);
        least = far[i] < least ? far[i] : least;
    }
    unsigned last = least > bound ? 0 : least > 1 ? least + 1 : least;
    for (unsigned d = least; d <= last && d <= bound; d++)
        for (size_t i = 0; i < count && out->count < MOST; i++)
            if (far[i] == d)
                strcpy(out->name[out->count++], name[i]);
    out->all = out->count == 0 && count <= MOST;
    for (size_t i = 0; out->all && i < count; i++)
        strcpy(out->name[out->count++], name[i]);
}

static unsigned seed;

static unsigned any(unsigned below) {
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % below;
}

/* A byte more, less or another, or two changed. */
static void slip(char *text) {
    static const char bytes[] = "NBRQKPOabcdefgh012345678x-=@STDVut+";
    size_t size = strlen(text), at = any((unsigned)size + 1);
    switch (any(4)) {
    case 0:
        memmove(text + at + 1, text + at, size - at + 1);
        text[at] = bytes[any(sizeof bytes - 1)];
        break;
    case 1:
        memmove(text + at, text + at + 1, size - at);
        break;
    case 2:
        text[at] = at < size ? bytes[any(sizeof bytes - 1)] : '\0';
        break;
    default:
        if (at + 1 < size) {
            char first = text[at];
            text[at] = text[at + 1];
            text[at + 1] = first;
        }
    }
}

static void check_slips(const char *id, const char *options, const char *xfen) {
    const xpgn_ruleset *rs = ruleset_in(rules, id, options);
    struct state s = state_of(rs, xfen);
    xpgn_action list[ACTIONS];
    size_t count = movement_actions(rs, &s, list, ACTIONS);
    for (unsigned n = 0; n < 500; n++) {
        char text[ACTION_NAME + 8], quick[200];
        struct suggestions near, slow;
        movement_name(rs, &s, &list[any((unsigned)count)], any(8) == 0, text);
        for (unsigned slips_left = 1 + any(4); slips_left > 0; slips_left--)
            slip(text);
        movement_suggest(rs, &s, slice_of(text), false, &near);
        slow_suggest(rs, &s, text, &slow);
        snprintf(quick, sizeof quick, "%s", names_of(&near));
        HOLDS(strcmp(quick, names_of(&slow)) == 0, "%s: %s, not %s", text, quick, names_of(&slow));
    }
}

START_TEST(no_nearer_action_is_left_out) {
    seed = 1;
    check_slips("chess", "", START);
    check_slips("chess", "", OPEN);
    check_slips("chess", "", ARRIVING);
    check_slips("chess", "", LONE);
    check_slips("chess", "", CORNER);
    check_slips("chess", "", "r3k2r/pPp2pp1/8/q2pP3/1b6/N1N2N2/PP3PPP/R3K2R w KQkq d6 0 1");
    check_slips("five-dice", "shooting suicide-run",
                "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5");
    check_slips("combat-chess-2", "", DUEL);
    check_slips("combat-chess-2", "", "r2k3r/1N6/8/8/3p4/4P3/8/R3K2R[a8:P] w - - 0 9");
    check_slips("assault-and-siege", "", ARMIES);
    check_slips("assault-and-siege", "", "7k/6bn/5ppp/6pp/PP5p/1PP5/1BPP4/K4N2 w - - 0 20");
}
END_TEST

int main(void) {
    TCase *tcase = tcase_create("suggest");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_loop_test(tcase, slips_of_the_pen_have_their_weights, 0,
                        sizeof distances / sizeof *distances);
    tcase_add_test(tcase, letters_that_english_lacks_are_those_of_all_languages);
    tcase_add_test(tcase, writings_of_31_bytes_are_compared_and_longer_ones_are_far);
    tcase_add_test(tcase, bytes_before_a_writing_are_no_part_of_it);
    tcase_add_test(tcase, a_byte_0_is_no_letter_of_any_language);
    tcase_add_loop_test(tcase, what_may_have_been_meant_is_suggested, 0,
                        sizeof slips / sizeof *slips);
    tcase_add_test(tcase, a_type_that_the_game_does_not_have_needs_no_name);
    tcase_add_test(tcase, no_nearer_action_is_left_out);
    Suite *suite = suite_create("suggest");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

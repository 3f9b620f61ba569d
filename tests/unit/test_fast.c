/* SPDX-License-Identifier: MIT */
/*
 * The fast path against the walk: a caller that wants the verdict only gets the findings of the
 * full walk, and the same position at the end.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/facts.h>
#include <xpgn/play.h>
#include <xpgn/stream.h>
#include <xpgn/write.h>

#include "core/walk/walk_state.h"
#include "fought_games.h"
#include "house_rules.h"
#include "internal/text_out.h"
#include "internal/walk_modes.h"
#include "slow_games.h"
#include "two_walks.h"

/* XPGN_FAST_ROUNDS asks for more: `make check-long` for 100,000. */
enum { GAMES = 400, ROUNDS = 8000 };

static void set_up(void) {
    walks_new();
    ck_assert_int_eq(chess->fast_path, FAST_PATH_CHESS);
}

/* What a walk makes of a game. */
struct outcome {
    xpgn_position position;
    uint32_t plies;
    const xpgn_finding *list;
    size_t findings;
    bool played;
};

static void walk_through(xpgn_walk *w, xpgn_slice text, struct outcome *e) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    memset(e, 0, sizeof *e);
    HOLDS(xpgn_walk_begin(w, &game) == XPGN_OK, "begin");
    while (xpgn_walk_next(w, &step) == XPGN_OK) {
        if (step->kind != XPGN_STEP_RESULT)
            continue;
        e->plies = step->ply;
        e->played = step->position != NULL;
        if (e->played)
            e->position = *step->position;
    }
    e->list = xpgn_walk_findings(w, &e->findings);
}

static bool same_findings(const struct outcome *a, const struct outcome *b) {
    for (size_t i = 0; a->findings == b->findings && i < a->findings; i++) {
        const xpgn_finding *x = &a->list[i], *y = &b->list[i];
        if (strcmp(x->code, y->code) != 0 || x->level != y->level || x->ply != y->ply ||
            strcmp(x->text, y->text) != 0 || x->place.offset != y->place.offset)
            return false;
    }
    return a->findings == b->findings;
}

/* The text has an allocation of its own, to the byte.  True: there is nothing to find in it.  Games
   with faults, which the walk finishes, are compared if `thorough` only: see test_resume.c. */
static bool agrees(const char *bytes, size_t size, bool skip, bool thorough) {
    struct outcome whole, judged;
    char *own = malloc(size + 1);
    if (size > 0)
        memcpy(own + 1, bytes, size);
    xpgn_slice text = {own + 1, size};
    verdict[skip]->fast.game.plain = size % 2 != 0; /* with and without PEXT */
    walk_through(verdict[skip], text, &judged);
    if (judged.findings > 0 && !thorough) {
        free(own);
        return false;
    }
    walk_through(full[skip], text, &whole);
    HOLDS(same_findings(&whole, &judged), "%zu findings (%s), not %zu (%s), skip %d:\n%.*s",
          judged.findings, judged.findings ? judged.list[0].code : "", whole.findings,
          whole.findings ? whole.list[0].code : "", skip, (int)size, own + 1);
    HOLDS(whole.played == judged.played && whole.plies == judged.plies,
          "%u turns, not %u, skip %d:\n%.*s", judged.plies, whole.plies, skip, (int)size, own + 1);
    HOLDS(!whole.played || position_equal(&whole.position, &judged.position),
          "another end, skip %d:\n%.*s", skip, (int)size, own + 1);
    free(own);
    return whole.findings == 0;
}

START_TEST(random_games_end_as_in_the_walk) {
    struct dice d = {4711};
    unsigned sure = 0;
    for (unsigned i = 0; i < GAMES; i++) {
        xpgn_buffer b = {0};
        random_game(&d, chess, &b);
        sure += agrees(b.data, b.size, false, true);
        agrees(b.data, b.size, true, true);
        xpgn_buffer_free(&b);
    }
    ck_assert_uint_ge(sure, GAMES / 2);
}
END_TEST

static unsigned long rounds_wanted(void) {
    const char *text = getenv("XPGN_FAST_ROUNDS");
    return text != NULL ? strtoul(text, NULL, 10) : ROUNDS;
}

static uint64_t seed_wanted(void) {
    const char *text = getenv("XPGN_FAST_SEED");
    return text != NULL ? strtoul(text, NULL, 10) : 815;
}

START_TEST(damaged_games_that_pass_are_without_fault) {
    struct dice d = {seed_wanted()};
    unsigned long rounds = rounds_wanted(), sure = 0;
    for (unsigned long i = 0; i < rounds; i += 40) {
        xpgn_buffer game = {0};
        random_game(&d, chess, &game);
        for (unsigned n = 0; n < 40; n++) {
            xpgn_buffer b = {0};
            xpgn_buffer_put(&b, game.data, game.size);
            random_damage(&d, &b);
            sure += agrees(b.data, b.size, n % 4 == 0, n == 7);
            xpgn_buffer_free(&b);
        }
        xpgn_buffer_free(&game);
    }
    ck_assert_msg(sure > rounds / 100, "only %lu of %lu", sure, rounds);
}
END_TEST

/* Damage to a game of many moves is nearly always found at once: short and quiet ones go further.
 */
START_TEST(short_games_under_heavy_damage_are_without_fault) {
    static const char *const games[] = {
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 (3... Nf6 4. O-O) 4. Bxc6 dxc6 5. O-O {x} f6 $1 *\n",
        "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n",
        "1. e4 d5 2. e5 f5 3. exf6 (3. d4 (3. Nf3 g5) 3... e6) 3... exf6 1-0\n",
        "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. a7 Bc6 5. axb8=Q Rxb8 6. Ra7 1/2-1/2\n",
        "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. Nf3 f6 *\n",
        "[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Qf7 1/2-1/2\n",
        "1. e4 e6 2. d4 d5 3. Nd2 c5 (3... Nf6 4. e5 Nfd7) 4. exd5 Qxd5 5. Ngf3 cxd4 *\n"};
    struct dice d = {seed_wanted() + 1};
    unsigned long rounds = rounds_wanted(), sure = 0;
    for (unsigned long i = 0; i < rounds; i++) {
        const char *text = games[i % (sizeof games / sizeof *games)];
        xpgn_buffer b = {0};
        xpgn_buffer_text(&b, text);
        random_damage(&d, &b);
        sure += agrees(b.data, b.size, i % 4 == 0, i % 16 == 7);
        xpgn_buffer_free(&b);
    }
    ck_assert_msg(sure > rounds / 40, "only %lu of %lu", sure, rounds);
}
END_TEST

/* Each byte of a game replaced with every printable byte. */
START_TEST(every_wrong_byte_is_noticed) {
    static const char *const games[] = {
        "1. d4 e5 2. dxe5 Nc6 3. Nf3 d6 4. exd6 Bxd6 5. Bg5 Bb4+ 6. c3 Nge7 7. h3 O-O *\n",
        "1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. a7 Bc6 5. axb8=Q Rxb8 6. Nc3 Nf6 *\n",
        "[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=7x:6+1=10> Nf6 3. Nf3 *\n"};
    const char *text = games[_i];
    size_t size = strlen(text);
    char damaged[128];
    unsigned sure = 0;
    for (size_t at = 0; at < size; at++) {
        memcpy(damaged, text, size);
        for (int c = ' '; c <= '~'; c++) {
            damaged[at] = (char)c;
            sure += agrees(damaged, size, false, false);
        }
    }
    ck_assert_uint_ge(sure, size); /* each byte once is what it was */
}
END_TEST

/* Did the game just walked through go the fast path? */
static bool went_fast(bool skip) {
    return verdict[skip]->fast.passed;
}

/* The records of all games, dice and all; those in which nobody branches off go the fast path. */
static void damage_records(const char *path, unsigned long rounds, uint64_t seed) {
    struct dice d = {seed};
    unsigned long each = rounds, sure = 0, plain = 0, went = 0;
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_stream_open(&stream, &path, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        ck_assert(agrees(game.text.data, game.text.size, false, true));
        plain += memchr(game.text.data, '(', game.text.size) == NULL;
        went += went_fast(false);
        for (unsigned long n = 0; n < each; n++) {
            xpgn_buffer b = {0};
            xpgn_buffer_put(&b, game.text.data, game.text.size);
            random_damage(&d, &b);
            sure += agrees(b.data, b.size, n % 4 == 0, n % 16 == 7);
            xpgn_buffer_free(&b);
        }
    }
    xpgn_stream_close(stream);
    ck_assert_uint_ge(sure, each);
    ck_assert_msg(went * 10 >= plain * 8, "%lu of %lu", went, plain);
}

START_TEST(damaged_records_with_dice_are_without_fault) {
    damage_records("tests/vectors/tamper.xpgn", rounds_wanted() / 250, seed_wanted() + 2);
}
END_TEST

/* Longer games, from their first turn to their end. */
START_TEST(damaged_games_of_every_kind_are_without_fault) {
    static const char *const paths[] = {"samples/chess-attack.xpgn", "samples/five-dice.xpgn",
                                        "samples/combat-chess-2.xpgn",
                                        "samples/assault-and-siege.xpgn"};
    for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
        damage_records(paths[i], rounds_wanted() / 100, seed_wanted() + 3 + i);
    if (getenv("XPGN_FAST_FILE") != NULL) /* a developer's own file */
        damage_records(getenv("XPGN_FAST_FILE"), rounds_wanted() / 100, seed_wanted());
}
END_TEST

/* Games by all the rules that chess movement has, those of a table that nobody sits at among them,
   and what damage makes of them. */
START_TEST(fought_games_end_as_in_the_walk) {
    static const struct {
        const char *file, *id, *options;
    } games[] = {
        {NULL, "chess-attack", ""},
        {NULL, "chess-attack", "king-safety remote-royals rescue"},
        {NULL, "five-dice", ""},
        {NULL, "five-dice", "shooting suicide-run support"},
        {"samples/rules/chess-duel.yaml", "chess-duel", ""},
        {"tests/vectors/rules/margins.yaml", "strange-margins", ""},
        {"tests/vectors/rules/pools.yaml", "strange-pools", ""},
        {"tests/vectors/rules/guarded.yaml", "strange-guard", ""},
    };
    unsigned kind = (unsigned)_i;
    struct dice d = {seed_wanted() + 100 + kind};
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    unsigned long sure = 0, went = 0, fights = 0, all = rounds_wanted() / 1000;
    if (games[kind].file != NULL)
        ck_assert_int_eq(xpgn_catalog_load(rules, games[kind].file, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_find(rules, slice_of(games[kind].id),
                                       slice_of(games[kind].options), &rs, &unknown),
                     XPGN_OK);
    for (unsigned long n = 0; n < all; n++) {
        xpgn_buffer b = {0}, damaged = {0};
        fights += fought_game(&d, rs, games[kind].options, &b);
        HOLDS(agrees(b.data, b.size, false, true), "%.*s", (int)b.size, b.data);
        went += went_fast(false);
        for (unsigned k = 0; k < 16; k++) {
            xpgn_buffer_clear(&damaged);
            xpgn_buffer_put(&damaged, b.data, b.size);
            random_damage(&d, &damaged);
            sure += agrees(damaged.data, damaged.size, false, k == 7);
        }
        xpgn_buffer_free(&b);
        xpgn_buffer_free(&damaged);
    }
    ck_assert_uint_ge(fights, all * 5);
    ck_assert_uint_ge(went * 10, all * 8);
    ck_assert_uint_ge(sure, all / 10);
}
END_TEST

enum { FOUGHT_KINDS = 8 };

/* What a house rule adds, and whether the fast path may read the game then. */
static const struct house {
    const char *parent, *yaml;
    bool fast;
} houses[] = {
    {"chess", "", true},
    {"chess", "pieces: {knight: {points: 4, name: horse}}\n", true},
    {"chess", "pieces: {knight: {leaps: false}}\n", false},
    {"chess", "pieces: {rook: {immobile: false}}\n", false},
    {"chess", "ending: {lost-with: [queen]}\n", false},
    {"chess", "arrival: {kind: stay}\n", false},
    {"chess", "safety: {kind: none}\nending: {lost-with: [king], no-action: draw}\n", false},
    {"chess-attack", "", true},
    {"chess-attack", "die: 8\nending: {lost-with: [queen]}\n", true},
    {"chess-attack", "pieces: {queen: {inspires: 0}}\n", false},
    {"five-dice", "safety: {kind: not-left-attacked}\nending: {no-action: mate-or-stalemate}\n",
     false},
};

/* Only what the schema marks as known to a reader of the fast path is read by it. */
START_TEST(a_ruleset_with_a_key_that_the_fast_path_does_not_know_is_for_the_walk) {
    const struct house *h = &houses[_i];
    static const char game[] = "[Variant \"house\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n";
    xpgn_buffer yaml = {0};
    xpgn_buffer_printf(&yaml, "ruleset: house\ntitle: House\nversion: 1\nextends: %s\n%s",
                       h->parent, h->yaml);
    xpgn_buffer_char(&yaml, '\0');
    house_rules(rules, yaml.data);
    ck_assert(agrees(game, strlen(game), false, true));
    ck_assert_msg(went_fast(false) == h->fast, "%s: %s", h->parent, h->yaml);
    xpgn_buffer_free(&yaml);
}
END_TEST

/* AS-7 where the last rook is fatal: nobody marks it, and the game is over. */
START_TEST(an_escape_that_ends_the_game_is_noticed) {
    xpgn_buffer b = {0};
    ck_assert_int_eq(xpgn_catalog_load(rules, "tests/vectors/rules/keep.yaml", NULL), XPGN_OK);
    for (unsigned on = 0; on < 2; on++) { /* the game ends with it, or goes on */
        xpgn_buffer_clear(&b);
        xpgn_buffer_printf(&b,
                           "[Variant \"strange-keep\"]\n[SetUp \"1\"]\n"
                           "[FEN \"k6r/7p/8/8/8/8/P7/R6K w - - 0 5\"]\n\n5. K@a1 %s*\n",
                           on ? "5... h7-h6 6. Ka1-b1 " : "");
        ck_assert(!agrees(b.data, b.size, false, true));
    }
    xpgn_buffer_free(&b);
}
END_TEST

/* Rolls whose numbers agree with each other, and yet no die shows such a face, or that is no
 * number. */
START_TEST(rolls_that_only_seem_right_are_noticed) {
    static const char *const rolls[] = {"<7+0=9:1+1=5x>",  "<0+0=2:1+1=5>",   "<6+0=8x:7+1=11w>",
                                        "<6+0=8x:6+1=:w>", "<6+0=8:6+1=10w>", "<6+0=8:0+1=4x>",
                                        "<6+0=8:1+1=5>",   "<6+0=8x:1+1=5x>", "<6+0=8:1+1=5x",
                                        "<6+0=8:1+2=5x>",  "<6+1=8:1+1=5x>"};
    xpgn_buffer b = {0};
    unsigned sure = 0;
    for (unsigned i = 0; i < sizeof rolls / sizeof *rolls; i++) {
        for (unsigned n = 0; n < 2; n++) { /* in the last bytes, and far from them */
            static const char *const rest[] = {" *\n",
                                               " Nf6 3. d4 e6 4. c4 b6 5. Nc3 h6 6. Nf3 c6 *\n"};
            xpgn_buffer_clear(&b);
            xpgn_buffer_printf(&b, "[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 %s%s", rolls[i],
                               rest[n]);
            sure += agrees(b.data, b.size, false, true);
        }
    }
    xpgn_buffer_free(&b);
    ck_assert_uint_eq(sure, 0);
}
END_TEST

/* What is looked for after an action is never looked for past the end of the game. */
START_TEST(rolls_that_are_missing_are_not_looked_for_too_far) {
    static const char *const games[][2] = {
        {"chess-attack", "1. e4 d5 2. exd5"},
        {"five-dice", "1. Nc3 d5 2. Nxd5"},
        {"combat-chess-2", "1. <4> e2-e6 e6xd7"},
        {"combat-chess-2", "1. K@- "},
        {"assault-and-siege\"]\n[FEN \"8/8/8/2Pp4/3P4/8/8/K6k w - - 0 1", "1. d4xd5"}};
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        for (unsigned n = 0; n < 200; n++) {
            xpgn_buffer b = {0};
            xpgn_buffer_printf(&b, "[Variant \"%s\"]\n\n%s", games[i][0], games[i][1]);
            for (unsigned k = 0; k < n; k++)
                xpgn_buffer_char(&b, k % 60 == 59 ? '\n' : ' ');
            agrees(b.data, b.size, false, true);
            xpgn_buffer_text(&b, " *");
            agrees(b.data, b.size, false, true);
            xpgn_buffer_free(&b);
        }
    }
}
END_TEST

/* The tags but Result, and where the movetext begins. */
static size_t put_tags(xpgn_slice text, xpgn_buffer *b) {
    size_t at = 0;
    while (at < text.size && text.data[at] == '[') {
        const char *line = text.data + at, *end = memchr(line, '\n', text.size - at);
        size_t size = (size_t)(end - line) + 1;
        if (strncmp(line, "[Result ", 8) != 0)
            xpgn_buffer_put(b, line, size);
        at += size;
    }
    return at;
}

/* The position after each action is what the walk says, and not only the last: games that break off
   after a word. */
START_TEST(every_beginning_ends_as_in_the_walk) {
    static const char *const paths[] = {
        "tests/bench/data/chess-attack.xpgn", "tests/bench/data/five-dice.xpgn",
        "tests/bench/data/combat-chess-2.xpgn", "tests/bench/data/assault-and-siege.xpgn",
        "tests/vectors/tamper.xpgn"};
    xpgn_stream *stream;
    xpgn_game game;
    xpgn_buffer b = {0};
    size_t sure = 0, words = 0;
    ck_assert_int_eq(xpgn_stream_open(&stream, paths, sizeof paths / sizeof *paths, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        xpgn_buffer_clear(&b);
        size_t moves = put_tags(game.text, &b), tags = b.size;
        for (size_t at = moves + 1; at < game.text.size; at++) {
            if (game.text.data[at] != ' ' && game.text.data[at] != '\n')
                continue;
            b.size = tags;
            xpgn_buffer_put(&b, game.text.data + moves, at - moves);
            xpgn_buffer_text(&b, " *\n");
            sure += agrees(b.data, b.size, false, false);
            words++;
            char *mark = memchr(b.data + tags, '#', b.size - tags);
            if (mark != NULL) { /* nobody says that the game is over now, and yet it is */
                *mark = ' ';
                agrees(b.data, b.size, false, false);
            }
        }
    }
    xpgn_buffer_free(&b);
    xpgn_stream_close(stream);
    ck_assert_msg(sure > words / 2, "%zu of %zu", sure, words); /* others end in a turn */
}
END_TEST

/* Moves in each form that SAN has. */
START_TEST(every_form_of_san_goes_the_fast_path) {
#define AT(fen) "[FEN \"" fen "\"]\n\n"
    static const char *const texts[] = {
        AT("2k5/8/8/8/4Q2Q/8/8/1K5Q w - - 0 1") "1. Qh4e1 Kd7 2. Qhh4 Kc7 3. Q1e3 Kb8 *",
        AT("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1") "1. Nbd2 Kd8 2. Nf1 Kc7 3. N1h2 Kb6 *",
        AT("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") "1. O-O O-O-O 2. Ra8+ Kb7 3. Rxd8 Rxd8 *",
        AT("4k3/2P5/8/3pP3/8/8/6p1/4K2R w - d6 0 2") "2. exd6 gxh1=Q+ 3. Kd2 Qh6+ 4. Kd3 Qf6 "
                                                     "5. c8=B Qg7 *",
        AT("7k/8/6K1/8/8/8/8/R7 w - - 0 1") "1. Ra8# 1-0",
        AT("7k/8/6K1/8/8/8/8/R7 w - - 0 1") "1.Ra7 Kg8 2.Ra8# 1-0"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        HOLDS(agrees(texts[i], strlen(texts[i]), false, true), "%s", texts[i]);
        HOLDS(went_fast(false), "not fast: %s", texts[i]);
    }
#undef AT
}
END_TEST

/* A bracket where nothing stands that a variation could replace. */
START_TEST(a_variation_of_nothing_is_reported_as_by_the_walk) {
    static const char *const texts[] = {"1. e4 ((1. d4) 1. c4) e5 *",
                                        "1. e4 ((1. d4 d5) 1. c4 c5) e5 *",
                                        "1. e4 e5 (1... c5 2. Nf3) ((1... d5) 1... d6) *"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        HOLDS(!agrees(texts[i], strlen(texts[i]), false, true), "%s", texts[i]);
}
END_TEST

/* ---- fights in long notation ----------------------------------------------------------------- */

#define LINES(xfen, moves)                                                                         \
    "[XFEN \"" xfen "\"]\n[SetUp \"1\"]\n[Variant \"combat-chess-2\"]\n\n" moves "\n"
#define SIEGE(fen, moves)                                                                          \
    "[FEN \"" fen "\"]\n[SetUp \"1\"]\n[Variant \"assault-and-siege\"]\n\n" moves "\n"
/* Of the first two seats the king of one has been taken; the other is on the move. */
#define FOUR(taken, other, dots, result)                                                           \
    "[RuleOptions \"players=4\"]\n[SetUp \"1\"]\n[Variant \"assault-and-siege\"]\n"                \
    "[XFEN \"" taken "P9bPbK/12/12/12/12/12/3" other "P" taken "K7/4" other "P7/12/12/12/" other   \
    "K9gPgK " other " - - 0 20\"]\n\n"                                                             \
    "20" dots " e5xe6 <+1=2:=1x> 20... k12-k11 20.... k1-k2 " result "\n"
#define AT_LEADERS "r2q3r/8/8/4k3/4P3/8/8/R1B1K2R w - - 0 1"
#define AT_HELD "r6r/1P4P1/8/4k3/8/8/8/R1B1K2R[a1:nn,h1:b,a8:QP,h8:N] w - - 0 9"
#define AT_MANY "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 11111111"
#define AT_LAST "r3k2r/8/8/8/8/8/2p5/R1B1K2R w - - 0 99"
#define AT_SIEGE "6qk/8/8/2NpQ3/3P4/8/8/K1B1R3 w - - 1 1"
#define AT_ALONE "7k/8/8/3pN3/3P4/8/8/K7 w - - 1 1"
#define TIE "1=2:2=2 "
#define TIES TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE TIE

/* What is usual, and what comes near it: a king who falls to a pawn, the last leader, the last
   piece beside a king, a queen who succeeds him, long numbers. */
static const char *const right_fights[] = {
    LINES(AT_LEADERS,
          "1. e4xe5 <6=6:1=5x@a1> 1... <3> Qd8-d5 Qd5xe5 <1=4:2=4 6=9:1=3x@a8> 2. K@d4 <4+2=6> *"),
    LINES(AT_LEADERS,
          "1. e4xe5 <1=1x@h8:6=10> 1... K@b1 <6+2=8> Kb1xc1 <1=5:1=3x@h8> 2. K@- <6+1=7> *"),
    LINES("r6r/8/8/4k3/4P3/8/8/R1B1K2R[a1:nn,h1:b,a8:QP,h8:N] w - - 0 9",
          "9. K@d5 <4+2=6> Kd5xe5# <6=10:1=5x@h1> 1-0"),
    LINES(AT_HELD, "9. b7@a8 <6=6> Q@b8 9... K@- <3+1=4> 10. g7@h8 <5=5>\n10... <1> Ke5-d6 11. <1> "
                   "Qb8-c7 Qc7xd6# <3=6:1=5x@a1> 1-0"),
    LINES("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w - - 0 9999998",
          "9999998. K@- <4+4=8> 9999998... <3> a7-a4 9999999. <6> -- *"),
    LINES(AT_LAST, "99. <5> Bc1-h6 99... <1> c2-d2 d2xe1 <6=6:1=5x@h8> 100. <4> Bh6-d2 Bd2xe1 "
                   "<1=3:1=3 2=4x@a8:5=7> 0-1"),
    SIEGE(AT_SIEGE,
          "1. d4xd5=N <+2=3:=1x> 1... Qg8-f8 2. Bc1@c2 2... Qf8-e8 3. K@e1 3... Kh8-g8 *"),
    SIEGE(AT_ALONE, "1. d4xd5=B <+1=2:=1x> 1-0"),
    FOUR("r", "w", ".", "1/3-0-1/3-1/3"),
    FOUR("w", "r", "..", "0-1/3-1/3-1/3"),
    SIEGE("8/8/8/7q/7N/6pk/5PRN/K7 w - - 1 1", "1. Nh2xh3 <+1=2:=1x> 1... Kh5-h6 *")};

/* One thing is wrong in each. */
static const char *const wrong_fights[] = {
    LINES(AT_MANY, "1111111. K@- <4+4=8> 11111111... <3> a7-a4 *"),
    LINES(AT_LEADERS, "1. e4xe5 <6=6:1=5x@a8> *"),
    LINES(AT_LEADERS, "1. e4xe5 <6=6:1=5x@b1> *"),
    LINES(AT_LEADERS, "1. e4xe5 <6=6:2=6> *"),
    LINES(AT_LEADERS, "1. e4xe5 <" TIES "6=6:1=5x@a1> *"),
    LINES(AT_LEADERS, "1. e4xe5 <1=1x@a1:6=10> *"),
    LINES(AT_LEADERS, "1. e4xe5 <7=7:1=5x@a1> *"),
    LINES(AT_LEADERS, "1. K@d4 <4+1=5> *"),
    LINES(AT_LEADERS, "1. K@d4 <3+2=5> *"),
    LINES(AT_LEADERS, "1. <6> K@- <3+2=5> *"),
    LINES(AT_HELD, "9. b7@a8 <6=6> *"),
    LINES(AT_HELD, "9. b7@a8 <5=5> Q@b8 *"),
    LINES(AT_HELD, "9. b7@a8 <6=6> Q@c6 *"),
    LINES(AT_HELD, "9. b7@a8 <6=6> N@b8 *"),
    LINES(AT_HELD, "9. b7@a8 <6=6> Q@b7 *"),
    LINES(AT_HELD, "9. b7@a8 <6=6> Q@b8 Qb8-b6 *"),
    LINES(AT_HELD, "9. K@e5 <6+2=8> *"),
    LINES(AT_HELD, "9. <3> Ke1-e5 *"),
    LINES(AT_HELD, "9. <2> Ke1-f3 *"),
    LINES(AT_LAST, "99. <5> Bc1-h6 99... <1> c2-d2 d2xe1 <6=6:1=5x@h8> 100. <4> Bh6-d2 Bd2xe1 "
                   "<1=3:1=3 2=4x@a8:5=7> *"),
    SIEGE(AT_ALONE, "1. d4xd5=B <+1=2:=1x> *"),
    SIEGE(AT_ALONE, "1. Ne5xd5 <+0=2:=1x> 1-0"),
    SIEGE(AT_ALONE, "1. d4xd5=Q <+1=2:=1x> 1-0"),
    SIEGE(AT_ALONE, "1. d4xd5 <+1=2:=2x> 1-0"),
    SIEGE("7k/6p1/8/4p3/4P3/8/8/K7 w - - 1 20", "20. e4xe5 <+0=1:=1x> *"),
    SIEGE(AT_SIEGE, "1. Bc1@d2 *"),
    SIEGE(AT_SIEGE, "1. K@c5 *"),
    SIEGE(AT_SIEGE, "1. Ka1-a3 *"),
    SIEGE(AT_SIEGE, "1. Nc5-c7 1... Qg8-g7 2. Nc7xd5 <+1=3:=1x> *"),
    FOUR("r", "w", ".", "0-1-0-0"),
    FOUR("r", "w", ".", "1/4-1/4-1/4-1/4"),
    FOUR("w", "r", "..", "1/3-0-1/3-1/3")};

START_TEST(fights_in_long_notation_are_judged_as_in_the_walk) {
    enum { RIGHT = sizeof right_fights / sizeof *right_fights };
    enum { WRONG = sizeof wrong_fights / sizeof *wrong_fights };
    struct dice d = {seed_wanted() + 4};
    unsigned long rounds = rounds_wanted() / 2, sure = 0;
    for (unsigned i = 0; i < RIGHT; i++) {
        HOLDS(agrees(right_fights[i], strlen(right_fights[i]), false, true), "%s", right_fights[i]);
        HOLDS(went_fast(false), "not fast: %s", right_fights[i]);
    }
    for (unsigned i = 0; i < WRONG; i++)
        HOLDS(!agrees(wrong_fights[i], strlen(wrong_fights[i]), false, true), "%s",
              wrong_fights[i]);
    for (unsigned long i = 0; i < rounds; i++) {
        xpgn_buffer b = {0};
        xpgn_buffer_text(&b, right_fights[i % RIGHT]);
        random_damage(&d, &b);
        sure += agrees(b.data, b.size, false, i % 16 == 7);
        xpgn_buffer_free(&b);
    }
    ck_assert_msg(sure > rounds / 100, "only %lu of %lu", sure, rounds);
}
END_TEST

/* What a writer makes of a game; empty: it has errors. */
static bool write_game(xpgn_walk *w, xpgn_slice text, xpgn_buffer *out) {
    static xpgn_writer *writer;
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    bool spelt = false;
    if (writer == NULL)
        HOLDS(xpgn_writer_new(&writer, NULL) == XPGN_OK, "writer");
    xpgn_buffer_clear(out);
    HOLDS(xpgn_walk_begin(w, &game) == XPGN_OK, "begin");
    xpgn_writer_begin(out, writer, w);
    while (xpgn_walk_next(w, &step) == XPGN_OK) {
        spelt = spelt || step->moves != NULL;
        xpgn_writer_step(writer, step);
    }
    if (xpgn_writer_end(writer) != XPGN_OK)
        xpgn_buffer_clear(out);
    return spelt;
}

/* Puts comments, NAGs and what is no canonical form of them between the words of a game. */
static void put_remarks(struct dice *d, xpgn_buffer *game) {
    static const char *const remarks[] = {"{[%clk 0:05:12]} ",
                                          "{ [%eval 0.3] [%clk 1:00:00] } ",
                                          "$1 ",
                                          "$6 {a word } ",
                                          "{[%csl Ga1,  Gb2] prose [sic]} ",
                                          "{} ",
                                          "{[%eval #-3 , 20]  and more\nwords} ",
                                          "{[%emt 1][%clk 2] \xc3\xa9} ",
                                          "{[%a \"x  y\"] b} {c} ",
                                          "{[%] d} $2 "};
    xpgn_buffer out = {0};
    for (size_t i = 0; i < game->size; i++) {
        xpgn_buffer_char(&out, game->data[i]);
        if (game->data[i] == ' ' && dice_below(d, 3) == 0)
            xpgn_buffer_text(&out, remarks[dice_below(d, sizeof remarks / sizeof *remarks)]);
    }
    xpgn_buffer_free(game);
    *game = out;
}

START_TEST(spelt_games_are_written_like_walked_ones) {
    xpgn_walk *spell;
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_MOVES};
    struct dice d = {seed_wanted() + 3};
    xpgn_buffer a = {0}, b = {0};
    unsigned long rounds = rounds_wanted() / 10, spelt = 0;
    ck_assert_int_eq(xpgn_walk_new(&spell, rules, &options), XPGN_OK);
    for (unsigned long i = 0; i < rounds; i++) {
        static const char checks[] = "1. e4 f6 2. d4 g5 3. Qh5# 1-0\n"; /* rare in random games */
        xpgn_buffer game = {0};
        if (i % 8 == 0)
            xpgn_buffer_text(&game, checks);
        else
            random_game(&d, chess, &game);
        if (i % 5 == 1)
            put_remarks(&d, &game);
        if (i % 3 == 0)
            random_damage(&d, &game);
        xpgn_slice text = {game.data, game.size};
        spell->fast.game.plain = i % 2 != 0;
        spelt += write_game(spell, text, &b);
        write_game(full[0], text, &a);
        HOLDS(a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0),
              "%.*s\nis spelt\n%.*s\nnot\n%.*s", (int)text.size, text.data, (int)b.size, b.data,
              (int)a.size, a.data);
        xpgn_buffer_free(&game);
    }
    xpgn_buffer_free(&a);
    xpgn_buffer_free(&b);
    xpgn_walk_free(spell);
    ck_assert_uint_ge(spelt, rounds / 8);
}
END_TEST

/* A caller that wants the moves gets all of them, or none from the fast path. */
START_TEST(a_game_with_a_fault_at_its_start_is_spelt_from_there) {
    static const char *const texts[] = {"10. e4 f6 2. d4 g5 3. Qh5# 1-0", "2. e4 e5 2. Nf3 *",
                                        "1. e4 e5+ 2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"};
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_MOVES};
    xpgn_walk *spell;
    ck_assert_int_eq(xpgn_walk_new(&spell, rules, &options), XPGN_OK);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        xpgn_buffer a = {0}, b = {0};
        bool spelt = write_game(spell, slice_of(texts[i]), &b);
        write_game(full[0], slice_of(texts[i]), &a);
        ck_assert_msg(a.size > 0 && a.size == b.size && memcmp(a.data, b.data, a.size) == 0,
                      "%.*s\nnot\n%.*s", (int)b.size, b.data, (int)a.size, a.data);
        ck_assert_msg(spelt == (i == 3), "%s", texts[i]);
        xpgn_buffer_free(&a);
        xpgn_buffer_free(&b);
    }
    xpgn_walk_free(spell);
}
END_TEST

/* The positions of a main line, each once. */
enum { VISITS = 1024 };
struct visits {
    xpgn_position list[VISITS];
    size_t count, wanted; /* 0: all */
};

static bool visit(void *data, const xpgn_position *p) {
    struct visits *v = data;
    if (v->count < VISITS && (v->count == 0 || !position_equal(&v->list[v->count - 1], p)))
        v->list[v->count++] = *p;
    return v->count != v->wanted;
}

/* Walks a game; true if the fast path settled it. Positions in steps are visited here, unless the
   walk does so itself. */
static bool collect(xpgn_walk *w, xpgn_slice text, struct visits *v) {
    const xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    bool settled = false;
    v->count = 0;
    HOLDS(xpgn_walk_begin(w, &game) == XPGN_OK, "begin");
    while (xpgn_walk_next(w, &step) == XPGN_OK) {
        if (w->options.visit == NULL && step->depth == 0 && step->position != NULL &&
            (step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_TURN))
            visit(v, step->position);
        settled = step->kind == XPGN_STEP_RESULT && step->whole;
    }
    return settled;
}

/* One game in four is damaged. */
static void some_game(struct dice *d, unsigned long i, xpgn_buffer *out) {
    random_game(d, chess, out);
    if (i % 4 == 0)
        random_damage(d, out);
}

START_TEST(a_search_visits_the_positions_of_the_walk) {
    static struct visits searched, walked;
    xpgn_walk *search;
    const xpgn_walk_options options = {
        XPGN_WALK_OPTIONS, .detail = _i == 0 ? XPGN_WHOLE : XPGN_MOVES, .skip_variations = true,
        .visit = visit, .visit_data = &searched};
    struct dice d = {seed_wanted() + 4};
    unsigned long rounds = rounds_wanted() / 10, settled = 0;
    ck_assert_int_eq(xpgn_walk_new(&search, rules, &options), XPGN_OK);
    for (unsigned long i = 0; i < rounds; i++) {
        xpgn_buffer game = {0};
        some_game(&d, i, &game);
        xpgn_slice text = {game.data, game.size};
        search->fast.game.plain = i % 2 != 0;
        searched.wanted = i % 3 * 20;
        if (collect(search, text, &searched)) {
            settled++;
            (void)collect(full[0], text, &walked);
            bool all = searched.wanted == 0 || searched.wanted > walked.count;
            bool same = searched.count == (all ? walked.count : searched.wanted);
            for (size_t n = 0; same && n < searched.count; n++)
                same = position_equal(&searched.list[n], &walked.list[n]);
            HOLDS(same, "%.*s\nvisits %zu positions of %zu", (int)text.size, text.data,
                  searched.count, walked.count);
        }
        xpgn_buffer_free(&game);
    }
    xpgn_walk_free(search);
    ck_assert_uint_ge(settled, rounds / 4);
}
END_TEST

/* What facts of chess say, without words. */
static bool facts_are_equal(const xpgn_facts *a, const xpgn_facts *b) {
    const xpgn_outcome *x = &a->outcome, *y = &b->outcome;
    return memcmp(&a->action, &b->action, sizeof a->action) == 0 && a->captured == b->captured &&
           a->arrived == b->arrived && a->combat == b->combat && a->check == b->check &&
           a->stood == b->stood &&
           (strchr(a->text, '#') != NULL) == (strchr(b->text, '#') != NULL) && x->over == y->over &&
           x->locked == y->locked && memcmp(x->score, y->score, sizeof x->score) == 0;
}

static void compare_steps(const xpgn_step *bare, const xpgn_step *whole, xpgn_slice text) {
    bool same = bare->kind == whole->kind && bare->ply == whole->ply && bare->seat == whole->seat &&
                bare->number == whole->number && bare->first == whole->first;
    if (whole->kind == XPGN_STEP_ACTION)
        same = same && facts_are_equal(bare->facts, whole->facts) &&
               position_equal(bare->before, whole->before);
    HOLDS(same && position_equal(bare->position, whole->position), "%.*s\nply %u, kind %d",
          (int)(text.size < 600 ? text.size : 600), text.data, whole->ply, (int)whole->kind);
}

/* The next step of the main line that a walk without words has, too. */
static const xpgn_step *next_full(void) {
    const xpgn_step *step;
    do
        ck_assert_int_eq(xpgn_walk_next(full[0], &step), XPGN_OK);
    while (step->depth > 0 || step->kind == XPGN_STEP_COMMENT ||
           step->kind == XPGN_STEP_VARIATION_END);
    return step;
}

/* Compares a TURN of XPGN_TURNS with the action and the turn that it stands for. */
static void compare_turn(const xpgn_step *turn, xpgn_slice text) {
    const xpgn_step *action = next_full();
    HOLDS(action->kind == XPGN_STEP_ACTION && facts_are_equal(turn->facts, action->facts) &&
              strcmp(turn->facts->text, action->facts->text) == 0,
          "%.*s\nply %u", (int)(text.size < 600 ? text.size : 600), text.data, turn->ply);
    compare_steps(turn, next_full(), text);
}

/* [_i]: what is asked for. */
static const xpgn_detail without_words[] = {XPGN_BARE, XPGN_NAMED, XPGN_TURNS};

START_TEST(steps_without_words_are_those_of_the_walk) {
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = without_words[_i],
                                       .skip_variations = true};
    struct dice d = {seed_wanted() + 5};
    xpgn_walk *bare;
    unsigned long rounds = rounds_wanted() / 10, passed = 0;
    ck_assert_int_eq(xpgn_walk_new(&bare, rules, &options), XPGN_OK);
    for (unsigned long i = 0; i < rounds; i++) {
        xpgn_buffer b = {0};
        some_game(&d, i, &b);
        const xpgn_game game = {.text = {b.data, b.size}, .file = "-", .number = 1};
        const xpgn_step *step;
        (void)xpgn_walk_begin(bare, &game);
        (void)xpgn_walk_begin(full[0], &game);
        while (xpgn_walk_next(bare, &step) == XPGN_OK && bare->fast.passed) {
            if (step->kind == XPGN_STEP_TURN && options.detail == XPGN_TURNS)
                compare_turn(step, game.text);
            else
                compare_steps(step, next_full(), game.text);
            passed += step->kind == XPGN_STEP_RESULT;
        }
        xpgn_buffer_free(&b);
    }
    xpgn_walk_free(bare);
    ck_assert_uint_ge(passed, rounds / 4);
}
END_TEST

/* Those before SIEVED leave out some of the steps of most games. */
static const char *const query_texts[] = {"promotion",
                                          "en-passant",
                                          "check",
                                          "castling",
                                          "piece=Q",
                                          "piece=N,B captured=P",

                                          "from=e?",
                                          "to=?7 piece!=P",
                                          "to=e4",
                                          "check capture",
                                          "promotion capture",
                                          "castling or en-passant",
                                          "kind=castling,step to=g?",
                                          "promoted=Q check",
                                          "attack",
                                          "step",
                                          "capture",
                                          "not capture piece=K",
                                          "Q",
                                          "end",
                                          "stalemate or promotion"};
enum { SIEVED = 14, QUERIES = sizeof query_texts / sizeof *query_texts };

/* The plies of actions for which a query holds, as a sum that tells them apart, and how many steps
   there were. */
static uint64_t plies_held(xpgn_walk *w, const xpgn_game *game, const xpgn_query *q,
                           size_t *steps) {
    const xpgn_step *step;
    uint64_t sum = 0;
    (void)xpgn_walk_begin(w, game);
    for (; xpgn_walk_next(w, &step) == XPGN_OK; ++*steps)
        if (xpgn_query_matches(q, step))
            sum = sum * 31 + step->ply;
    return sum;
}

/* Nothing that a query holds for is left out, and much else is. */
START_TEST(asked_steps_have_all_that_a_query_holds_for) {
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_BARE, .skip_variations = true};
    struct dice d = {seed_wanted() + 6};
    xpgn_query *query;
    xpgn_walk *all, *some;
    xpgn_fault fault;
    size_t whole = 0, asked = 0;
    ck_assert_int_eq(xpgn_query_new(&query, query_texts[_i], &fault), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&all, rules, &options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&some, rules, &options), XPGN_OK);
    xpgn_walk_filter(some, (const xpgn_query *[]){query, NULL});
    unsigned long rounds = rounds_wanted() / 20, held = 0;
    for (unsigned long i = 0; i < rounds; i++) {
        xpgn_buffer b = {0};
        some_game(&d, i, &b);
        const xpgn_game game = {.text = {b.data, b.size}, .file = "-", .number = 1};
        uint64_t plies = plies_held(all, &game, query, &whole);
        held += plies != 0;
        HOLDS(plies_held(some, &game, query, &asked) == plies, "%s\n%.*s", query_texts[_i],
              (int)b.size, b.data);
        xpgn_buffer_free(&b);
    }
    xpgn_walk_free(some);
    xpgn_walk_free(all);
    xpgn_query_free(query);
    ck_assert_uint_gt(held, 0);
    ck_assert(_i >= SIEVED || asked * 4 < whole * 3);
}
END_TEST

/* The next action of the main line that dice were thrown for, or the result. */
static const xpgn_step *next_thrown(xpgn_walk *w) {
    const xpgn_step *s;
    while (xpgn_walk_next(w, &s) == XPGN_OK)
        if (s->kind == XPGN_STEP_RESULT ||
            (s->kind == XPGN_STEP_ACTION && s->depth == 0 &&
             (s->facts->turn_roll.count > 0 || s->facts->combat || s->facts->roll.exchanges > 0)))
            return s;
    return NULL;
}

static bool throws_are_equal(const xpgn_facts *a, const xpgn_facts *b) {
    const size_t size = offsetof(xpgn_combatant, supporter);
    xpgn_buffer roll[2] = {{0}};
    xpgn_roll_write(&roll[0], &a->roll);
    xpgn_roll_write(&roll[1], &b->roll);
    bool same = memcmp(&a->action, &b->action, sizeof a->action) == 0 &&
                turn_dice_same(&a->turn_roll, &b->turn_roll) && a->combat == b->combat &&
                a->arrived == b->arrived && a->captured == b->captured &&
                roll[0].size == roll[1].size &&
                (roll[0].size == 0 || memcmp(roll[0].data, roll[1].data, roll[0].size) == 0);
    for (unsigned i = 0; same && a->combat && i < 2; i++)
        same = memcmp(&a->side[i], &b->side[i], size) == 0 && a->margin == b->margin;
    xpgn_buffer_free(&roll[0]);
    xpgn_buffer_free(&roll[1]);
    return same;
}

/* What is seen of a game is compared with its walk, which goes on from one of its actions with dice
   to the next. */
struct watcher {
    xpgn_walk *walk;
    unsigned starts, throws;
};

static void expect_same(struct watcher *w, const xpgn_walk *seen, const xpgn_step *a) {
    const xpgn_step *b = next_thrown(w->walk);
    ck_assert(b != NULL && a->kind == b->kind);
    ck_assert_uint_eq(a->ply, b->ply);
    ck_assert_uint_eq(a->seat, b->seat);
    ck_assert_uint_eq(a->number, b->number);
    HOLDS(a->facts == NULL || throws_are_equal(a->facts, b->facts), "%s:%llu, ply %u",
          seen->game->file, (unsigned long long)seen->game->line, a->ply);
    w->throws += a->facts != NULL;
}

static void see_throw(void *data, const xpgn_walk *walk, const xpgn_step *step) {
    struct watcher *w = data;
    if (step->kind == XPGN_STEP_START) {
        ck_assert_ptr_nonnull(step->position);
        (void)xpgn_walk_begin(w->walk, walk->game);
        w->starts++;
    } else {
        expect_same(w, walk, step);
    }
}

/* Walks a game that is watched to its result, and returns whether it came alone. */
static bool watch_game(xpgn_walk *walk, const xpgn_game *game, struct watcher *w) {
    const xpgn_step *step;
    bool alone = true;
    w->starts = w->throws = 0;
    xpgn_walk_watch(walk, see_throw, w);
    (void)xpgn_walk_begin(walk, game);
    while (xpgn_walk_next(walk, &step) == XPGN_OK && step->kind != XPGN_STEP_RESULT)
        alone = false;
    ck_assert_uint_ge(w->starts, 1);
    if (alone)
        expect_same(w, walk, step);
    return alone;
}

START_TEST(a_game_that_is_not_read_as_a_whole_comes_from_its_start_on) {
    static const char text[] = "[Variant \"chess-attack\"]\n\n"
                               "1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <1+0=9x:6+1=9> *\n";
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_THROWS};
    const xpgn_game game = {.text = {text, sizeof text - 1}, .file = "-", .number = 1};
    const xpgn_step *step;
    struct watcher w = {.walk = full[1]};
    xpgn_walk *bare;
    ck_assert_int_eq(xpgn_walk_new(&bare, rules, &options), XPGN_OK);
    ck_assert(!watch_game(bare, &game, &w));
    ck_assert_uint_eq(w.throws, 1); /* the second roll is wrong */
    (void)xpgn_walk_begin(bare, &game);
    ck_assert_int_eq(xpgn_walk_next(bare, &step), XPGN_OK);
    ck_assert_int_eq(step->kind, XPGN_STEP_START);
    xpgn_walk_free(bare);
}
END_TEST

START_TEST(actions_with_dice_are_those_of_the_walk) {
    static const char *const paths[] = {"tests/bench/data/chess-attack.xpgn",
                                        "tests/bench/data/five-dice.xpgn",
                                        "tests/bench/data/combat-chess-2.xpgn",
                                        "tests/bench/data/assault-and-siege.xpgn",
                                        "samples/chess-attack.xpgn",
                                        "samples/five-dice.xpgn",
                                        "samples/combat-chess-2.xpgn",
                                        "samples/assault-and-siege.xpgn"};
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_THROWS,
                                       .skip_variations = true};
    unsigned settled = 0, throws = 0;
    struct watcher w = {.walk = full[1]};
    xpgn_walk *bare;
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_walk_new(&bare, rules, &options), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_open(&stream, paths, sizeof paths / sizeof *paths, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        char first[2][24] = {"", ""};
        bool alone = watch_game(bare, &game, &w);
        ck_assert(alone == bare->fast.passed);
        if (!alone)
            continue;
        throws += w.throws;
        ck_assert_int_eq(walk_first_action(bare, first[0]), walk_first_action(full[1], first[1]));
        ck_assert_str_eq(first[0], first[1]);
        settled++;
    }
    xpgn_stream_close(stream);
    xpgn_walk_free(bare);
    ck_assert_uint_ge(settled, 150);
    ck_assert_uint_ge(throws, 3000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast");
    TCase *tc = tcase_create("fast");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, walks_free);
    tcase_add_test(tc, random_games_end_as_in_the_walk);
    tcase_add_test(tc, damaged_games_that_pass_are_without_fault);
    tcase_add_loop_test(tc, every_wrong_byte_is_noticed, 0, 3);
    tcase_add_test(tc, short_games_under_heavy_damage_are_without_fault);
    tcase_add_test(tc, damaged_records_with_dice_are_without_fault);
    tcase_add_test(tc, damaged_games_of_every_kind_are_without_fault);
    tcase_add_loop_test(tc, fought_games_end_as_in_the_walk, 0, FOUGHT_KINDS);
    tcase_add_loop_test(tc, a_ruleset_with_a_key_that_the_fast_path_does_not_know_is_for_the_walk,
                        0, sizeof houses / sizeof *houses);
    tcase_add_test(tc, an_escape_that_ends_the_game_is_noticed);
    tcase_add_test(tc, rolls_that_only_seem_right_are_noticed);
    tcase_add_test(tc, rolls_that_are_missing_are_not_looked_for_too_far);
    tcase_add_test(tc, every_beginning_ends_as_in_the_walk);
    tcase_add_test(tc, every_form_of_san_goes_the_fast_path);
    tcase_add_test(tc, a_variation_of_nothing_is_reported_as_by_the_walk);
    tcase_add_test(tc, actions_with_dice_are_those_of_the_walk);
    tcase_add_test(tc, a_game_that_is_not_read_as_a_whole_comes_from_its_start_on);
    tcase_add_test(tc, fights_in_long_notation_are_judged_as_in_the_walk);
    tcase_add_test(tc, spelt_games_are_written_like_walked_ones);
    tcase_add_test(tc, a_game_with_a_fault_at_its_start_is_spelt_from_there);
    tcase_add_loop_test(tc, a_search_visits_the_positions_of_the_walk, 0, 2);
    tcase_add_loop_test(tc, steps_without_words_are_those_of_the_walk, 0,
                        sizeof without_words / sizeof *without_words);
    tcase_add_loop_test(tc, asked_steps_have_all_that_a_query_holds_for, 0, QUERIES);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

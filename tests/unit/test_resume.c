/* SPDX-License-Identifier: MIT */
/*
 * Broken games, of which the fast path plays the beginning and the walk the rest: a caller that
 * wants the verdict only gets the same findings, tags and result as from a walk that plays every
 * step.
 */
#include <check.h>
#include <stdlib.h>
#include <xpgn/stream.h>

#include "core/walk/walk_state.h"
#include "fought_games.h"
#include "internal/text_out.h"
#include "slow_games.h"
#include "two_walks.h"

static unsigned long broken, resumed, inside; /* games; of these; whose fault is in a variation */

static void set_up_walks(bool repair) {
    broken = resumed = inside = 0;
    walks_of(repair);
}

static void set_up(void) {
    set_up_walks(false);
}

static void set_up_repair(void) {
    set_up_walks(true);
}

/* ---- everything that a walk says of a game, as text ------------------------------------------ */

static void tell_findings(const xpgn_walk *w, xpgn_buffer *b) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(w, &count);
    for (size_t i = 0; i < count; i++) {
        const xpgn_finding *f = &list[i];
        xpgn_buffer_printf(b, "%s %d @%u+%u ply %u, %s: %s; %s", f->code, (int)f->level,
                           f->place.offset, f->place.length, f->ply, f->turn, f->text,
                           f->hint != NULL ? f->hint : "-");
        for (uint32_t n = 0; n < f->fix_count; n++)
            xpgn_buffer_printf(b, " [@%u+%u %s]", f->fix[n].place.offset, f->fix[n].place.length,
                               f->fix[n].text);
        xpgn_buffer_char(b, '\n');
    }
}

static void tell_result(const xpgn_ruleset *rs, const xpgn_step *s, xpgn_buffer *b) {
    xpgn_buffer_printf(b, "%.*s @%u+%u ply %u number %u seat %u ", (int)s->text.size, s->text.data,
                       s->place.offset, s->place.length, s->ply, s->number, s->seat);
    if (s->position != NULL) {
        xpgn_position_write(b, rs, s->position);
        xpgn_buffer_text(b, s->position->type[0] != 0 ? " on squares of no type" : "");
    }
    xpgn_buffer_char(b, '\n');
}

static void tell_tags(const xpgn_walk *w, xpgn_buffer *b) {
    size_t count;
    const xpgn_tag *tags = xpgn_walk_tags(w, &count);
    for (size_t i = 0; i < count; i++)
        xpgn_buffer_printf(b, "%.*s @%u+%u ", (int)tags[i].name.size, tags[i].name.data,
                           tags[i].place.offset, tags[i].place.length);
    xpgn_slice result = xpgn_walk_tag(w, "Result"), event = xpgn_walk_tag(w, "Event");
    xpgn_buffer_printf(b, "%.*s %.*s\n", (int)result.size, result.data != NULL ? result.data : "",
                       (int)event.size, event.data != NULL ? event.data : "");
}

static void tell(xpgn_walk *w, xpgn_slice text, xpgn_buffer *b) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_step *step;
    xpgn_buffer_clear(b);
    HOLDS(xpgn_walk_begin(w, &game) == XPGN_OK, "begin");
    while (xpgn_walk_next(w, &step) == XPGN_OK) {
        if (step->kind == XPGN_STEP_RESULT)
            tell_result(xpgn_walk_ruleset(w), step, b);
    }
    tell_findings(w, b);
    tell_tags(w, b);
}

/* The text has an allocation of its own, to the byte. */
static void compare(const xpgn_buffer *game, bool skip) {
    xpgn_buffer a = {0}, b = {0};
    char *own = malloc(game->size + 1);
    memcpy(own + 1, game->data, game->size);
    xpgn_slice text = {own + 1, game->size};
    verdict[skip]->fast.game.plain = game->size % 2 != 0;
    tell(full[skip], text, &a);
    tell(verdict[skip], text, &b);
    HOLDS(a.size == b.size && memcmp(a.data, b.data, a.size) == 0,
          "skip %d, resumed %d:\n%.*s\n%.*snot\n%.*s", skip, verdict[skip]->fast.resumed,
          (int)text.size, text.data, (int)b.size, b.data, (int)a.size, a.data);
    size_t findings;
    const xpgn_finding *list = xpgn_walk_findings(verdict[skip], &findings);
    broken += findings > 0;
    resumed += findings > 0 && verdict[skip]->fast.resumed;
    inside += findings > 0 && verdict[skip]->fast.resumed && list[0].place.offset > 0 &&
              memchr(own + 1, '(', list[0].place.offset) != NULL;
    free(own);
    xpgn_buffer_free(&a);
    xpgn_buffer_free(&b);
}

/* ---- games ----------------------------------------------------------------------------------- */

static unsigned long rounds_wanted(unsigned long otherwise) {
    const char *text = getenv("XPGN_RESUME_ROUNDS");
    return text != NULL ? strtoul(text, NULL, 10) : otherwise;
}

/* The end of a game alone is damaged, so that there is something to resume. */
static void damage_late(struct dice *d, const xpgn_buffer *game, xpgn_buffer *out) {
    size_t last = game->size / 3 + dice_below(d, (unsigned)(game->size * 2 / 3));
    xpgn_buffer tail = {0};
    xpgn_buffer_put(&tail, game->data + last, game->size - last);
    random_damage(d, &tail);
    xpgn_buffer_clear(out);
    xpgn_buffer_put(out, game->data, last);
    xpgn_buffer_put(out, tail.data, tail.size);
    xpgn_buffer_free(&tail);
}

static void damage_game(struct dice *d, const xpgn_buffer *game, unsigned long rounds) {
    xpgn_buffer b = {0};
    for (unsigned long n = 0; n < rounds; n++) {
        damage_late(d, game, &b);
        compare(&b, n % 4 == 0);
    }
    xpgn_buffer_free(&b);
}

/* Long games and short ones by all built-in rules. */
START_TEST(damaged_records_are_reported_as_by_the_walk) {
    static const char *const paths[] = {"tests/bench/data/plain.pgn",
                                        "tests/bench/data/chess-attack.xpgn",
                                        "tests/bench/data/five-dice.xpgn",
                                        "tests/bench/data/combat-chess-2.xpgn",
                                        "tests/bench/data/assault-and-siege.xpgn",
                                        "samples/chess.xpgn",
                                        "samples/chess-attack.xpgn",
                                        "samples/five-dice.xpgn",
                                        "samples/combat-chess-2.xpgn",
                                        "samples/assault-and-siege.xpgn",
                                        "tests/vectors/tamper.xpgn"};
    const char *path = paths[_i];
    struct dice d = {4712 + (unsigned)_i};
    unsigned long games = 0, rounds = rounds_wanted(_i == 0 ? 4 : 16);
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_stream_open(&stream, &path, 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        xpgn_buffer b = {0};
        xpgn_buffer_put(&b, game.text.data, game.text.size);
        damage_game(&d, &b, rounds);
        xpgn_buffer_free(&b);
        games++;
    }
    xpgn_stream_close(stream);
    ck_assert_uint_gt(games, 0);
    bool is_long = strncmp(path, "samples", 7) != 0; /* short games are read again */
    ck_assert_msg(!is_long || resumed * 10 > broken, "%lu of %lu", resumed, broken);
}
END_TEST

enum { PATHS = 11, WITH_REPAIR = 5 };

/* The search for the mistake begins anew in each game. */
START_TEST(mistakes_are_the_same_as_for_the_walk) {
    static const char *const paths[WITH_REPAIR] = {
        "samples/chess.xpgn", "samples/chess-attack.xpgn", "samples/five-dice.xpgn",
        "samples/combat-chess-2.xpgn", "samples/assault-and-siege.xpgn"};
    struct dice d = {4713 + (unsigned)_i};
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_stream_open(&stream, &paths[_i], 1, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        xpgn_buffer b = {0};
        xpgn_buffer_put(&b, game.text.data, game.text.size);
        damage_game(&d, &b, rounds_wanted(8));
        xpgn_buffer_free(&b);
    }
    xpgn_stream_close(stream);
    ck_assert_uint_gt(broken, 0);
}
END_TEST

/* An error at a number is looked at with the action after it, before the fast path goes on. */
START_TEST(a_missing_action_is_seen_with_the_next) {
    xpgn_buffer b = {0};
    size_t findings;
    xpgn_buffer_text(&b, "[Variant \"assault-and-siege\"]\n[SetUp \"1\"]\n[Result \"*\"]\n"
                         "[FEN \"7k/5n2/4p3/8/8/3N4/4P3/K7 w - - 3 20\"]\n\n"
                         "20. Nd3-b3 20... 21. e2-d2 *\n");
    compare(&b, false);
    const xpgn_finding *list = xpgn_walk_findings(verdict[0], &findings);
    ck_assert_uint_eq(findings, 1);
    ck_assert_ptr_nonnull(strstr(list[0].text, "half-move of Black is missing"));
    xpgn_buffer_free(&b);
}
END_TEST

/* With comments, NAGs, and variations in variations. */
START_TEST(damaged_variations_are_reported_as_by_the_walk) {
    struct dice d = {4711};
    for (unsigned long i = rounds_wanted(400); i > 0; i--) {
        xpgn_buffer game = {0};
        random_game(&d, chess, &game);
        damage_game(&d, &game, 12);
        xpgn_buffer_free(&game);
    }
    ck_assert_msg(resumed * 5 > broken, "%lu of %lu", resumed, broken);
    ck_assert_msg(inside * 20 > broken, "%lu of %lu", inside, broken);
}
END_TEST

/* ---- single faults --------------------------------------------------------------------------- */

#define OPENING                                                                                    \
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O "           \
    "9. h3 Nb8 10. d4 Nbd7 11. c4 c6 "

/* One fault each, after the tenth move, where the fast path has a place to return to. */
START_TEST(single_faults_are_found_where_they_are) {
    static const struct {
        const char *rest;
        unsigned findings;
    } cases[] = {
        {"12. cxb5 axb5 13. Nc3 Bb7 14. Bg6 *", 1},          /* no such move */
        {"12. cxb5 axb5 13. Nc3+ Bb7 *", 1},                 /* no check */
        {"12. cxb5 axb5 14. Nc3 Bb7 *", 1},                  /* a wrong number */
        {"12. cxb5 axb5 13. Nc3 $300 Bb7 *", 1},             /* no NAG */
        {"12. cxb5 axb5 (12... cxb5 13. Ke5) 13. Nc3 *", 1}, /* in a variation */
        {"12. cxb5 ( 12. a4 b4 ) ( 12. Nc3 Qa1 ) *", 1},     /* in the second one of a move */
        {"12. cxb5 axb5 13. Nc3 Bb7 1-0", 1},                /* not the result of the tag */
        {"12. cxb5 axb5 13. Nc3 { [%xfen 8/8] } Bb7 *", 1},  /* no such position */
        {"12. cxb5 axb5 13. Nc3 Bb7", 1},                    /* no result */
        {"12. cxb5 axb5 13. Nc3 Bb7 *", 1},                  /* fewer half-moves */
        {"12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 *", 0},          /* not one */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        xpgn_buffer b = {0};
        size_t findings;
        xpgn_buffer_printf(&b, "[Event \"x\"]\n[Result \"*\"]\n%s\n" OPENING "%s\n",
                           i >= 9 ? "[PlyCount \"27\"]\n" : "", cases[i].rest);
        compare(&b, false);
        (void)xpgn_walk_findings(verdict[0], &findings);
        ck_assert_msg(findings == cases[i].findings, "%zu: %s", findings, cases[i].rest);
        ck_assert_msg(verdict[0]->fast.resumed == (findings > 0), "%s", cases[i].rest);
        xpgn_buffer_free(&b);
    }
}
END_TEST

#define CA "[Variant \"chess-attack\"]\n\n"
#define CC "[Variant \"combat-chess-2\"]\n[FirstRoll \"5:2\"]\n\n"
#define AS                                                                                         \
    "[Variant \"assault-and-siege\"]\n[SetUp \"1\"]\n"                                             \
    "[FEN \"2pb3k/3p4/8/1P3ppp/7b/3P3p/3PN3/K1NPPP2 w - - 0 1\"]\n\n"

/* Where nothing but an action stands before the fault, no place to return to is needed. */
START_TEST(the_walk_goes_on_at_the_fault_itself) {
    static const struct {
        const char *text;
        bool resumes;
    } cases[] = {
        {"1. e4 e5 2. Ke3 *", true},
        {"1. e4 e5 2. Nf3 Ke6 *", true},
        {"1. e4 e5 2.Ke3 *", true},
        {"1. e4 e5 3. Nf3 *", true},
        {"1. e4 e5 2. Ke3+ *", true},
        {"1. e4 e5 2. O-O *", true},
        {"1. e4 e5 0-1", true},
        {"[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=7x:6+1=10>\nKe5 *", true},
        {"[Variant \"chess-attack\"]\n\n1. e4 d5 2. exd5 <5+0=8x:6+1=10> Nf6 *", true},
        {"1. f3 e5 2. g4 Qh4# 3. Kf2 *", false}, /* the game is over */
        {"1. e4 e5 2. Nf3+ Nc6 *", false},       /* it has been made */
        {"1. e4 e5 {so far} 2. Ke3 *", false},
        {"1. e4 e5 $1 2. Ke3 *", false},
        {"1. e4 e5! 2. Ke3 *", false},
        {"1. e4 e5 (1... e6) 2. Ke3 *", false},
        {"1. e4 e5 2= Nf3 *", false},   /* what the walk says of 2= is about e5 */
        {"1. e4 e5 N*3 *", false},      /* N: a NAG of e5 */
        {"1. e4 e5 2... Nf3 *", false}, /* the number is read before its dots */
        {"1. Ke3 *", true},             /* the start: no action is needed there */
        {"Ke3 *", true},
        {"{so far} 1. Ke3 *", false},
        {"1. {so far} Ke3 *", false},
        {CC "1. <4> e2-e5 *", true},
        {CC "<... 12> e2-e5 *", false},                  /* that there are dice is not known yet */
        {CC "1. <4> e2-e6 e6xd7 <6=7:2=2x@a1> *", true}, /* in the turn */
        {CC "1. <4> e2-e6 <3> e6-e7 *", true},           /* with the roll before it */
        {CC "1. <4> e2-e6 1... <2> c7-c4 *", true},      /* with the number of the turn */
        {CC "1. <4> e2-e6 2... <2> c7-c5 *", true},      /* the number itself */
        {CC "1. <4> e2-e6 1-0", true},                   /* the result */
        {CC "1. <4> e2-e6 e6xd7# <6=6:2=2x@a1> *", false}, /* it has been made */
        {CC "1. <4> e2-e6 0-0 *", false},                  /* no number */
        {CC "1. <4> e2-e6 <3> 1... <2> c7-c5 *", true},    /* a roll before no action */
        {CC "1. <4> e2-e6 {so far} e6xd7 <6=7:2=2x@a1> *", false},
        {CC "1. <4> e2-e6 1... K@a6 <2+4=6> 2. <7> d2-d4 *",
         false}, /* may be P@b1, which is none */
        {AS "1. f1-f2 1... d7-d4 *", true},
        {AS "1. f1-f2 2... d7-c7 *", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        xpgn_buffer b = {0};
        xpgn_buffer_printf(&b, "[Result \"*\"]\n%s%s\n", cases[i].text[0] == '[' ? "" : "\n",
                           cases[i].text);
        compare(&b, false);
        ck_assert_uint_eq(broken, i + 1);
        ck_assert_msg(verdict[0]->fast.resumed == cases[i].resumes, "%s", cases[i].text);
        xpgn_buffer_free(&b);
    }
}
END_TEST

/* The end of a text is read from a copy: the fault stands before it, at its first byte, in it. */
START_TEST(the_walk_goes_on_wherever_the_copy_begins) {
    for (unsigned blanks = 0; blanks < 200; blanks++) {
        xpgn_buffer b = {0};
        xpgn_buffer_printf(&b, "[Result \"*\"]\n\n" OPENING "12. cxb5 axb5 13. Kd8 %*s *\n",
                           (int)blanks, "");
        compare(&b, false);
        ck_assert_uint_eq(broken, blanks + 1);
        ck_assert_ptr_nonnull(verdict[0]->fast.game.resume.last.data);
        xpgn_buffer_free(&b);
    }
}
END_TEST

/* After a fault that is no obstacle the fast path takes over, and sees the game to its end. */
START_TEST(the_fast_path_goes_on_behind_a_fault) {
    static const struct {
        const char *text;
        unsigned findings;
        bool passes;
    } cases[] = {
        {"\n" OPENING "12. cxb5 axb5 13. Nc3+ Bb7 14. Bg5 *", 1, true},
        {"\n" OPENING "12. cxb5 axb5 14. Nc3 Bb7 14. Bg5 h6 15. Bh4 Re8 *", 1, true},
        {"\n" OPENING "12. cxb5 axb5 14. Nc3 Bb7 15. Bg5 h6 16. Bh4 Re8 *", 1, true},
        {"\n" OPENING "12. cxb5 axb5 14. Nc3 Bb7 15. Bg5+ h6 16. Bh4 Re8 *", 2, true},
        {"\n" OPENING "12. cxb5 axb5 14. Nc3 Bb7 15. Bg5+ h6 15. Bh4 Re8 16. Bg3 *", 2, true},
        {"\n" OPENING "12. cxb5 axb5 99999999. Nc3 Bb7 100000000. Bg5 h6 100000001. Bh4 *", 1,
         false},
        {"\n" OPENING "12. cxb5 axb5 13.14. Nc3 Bb7 14. Bg5 *", 1, true},
        {"\n" OPENING "12. cxb5 (14. a4 b4 15. Nc3) 12... axb5 13. Nc3 Bb7 14. Bg5 *", 1, true},
        {"\n" OPENING "12. cxb5 axb5 13. Nc3 $300 Bb7 14. Bg5+ h6 15. Bh4 Re8 *", 2, true},
        {"\n" OPENING "12. cxb5 (12. cxb6) 12... axb5 13. Nc3 Bb7 14. Bg5 h6 *", 1, true},
        {"\n" OPENING "12. cxb5 axb5 13. Nc3 Bb7 14. Bb5 h6 15. Bh4 Re8 *", 1, false},
        {"\n" OPENING "12. cxb5 axb5 13. Nc3+ Bb7 14. Bg5 h6 1-0", 2, false},
        {"[PlyCount \"28\"]\n\n" OPENING "12. cxb5 axb5 13. Nc3 $300 Bb7 14. Bg5 h6 *", 1, true},
        {"[PlyCount \"27\"]\n\n" OPENING "12. cxb5 axb5 13. Nc3+ Bb7 14. Bg5 h6 *", 2, false},
        {"[PlyCount \"3\"]\n\n" OPENING "12. cxb5 axb5 13. Nc3+ Bb7 14. Bg5 h6 *", 2, false},
        {"[PlyCount \"3\"]\n\n" OPENING "12. cxb5 axb5+ *", 2, false},
        {"[Result \"*\"]\n\n" OPENING "12. cxb5 axb5 *", 1, true}, /* of the header */
        {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 10000000\"]\n\n0000000. Kf2 Kf7 "
         "0000001. Kf3 Kf6 *",
         1, true},
        {"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 12345678\"]\n\n2345678. Kf2 Kf7 "
         "2345679. Kf3 Kf6 *",
         1, true},
        {CA "1. e4 d5 2. exd5 <6+0=8:1+1=3x> Nf6 3. Nc3 g6 *", 1, true},
        {CA "1. e4 d5 2. exd5 <6+0=7:1+1=3x> Nf6 3. Nc3 g6 4. Nf3 *", 2, true},
        {CC "1. <4> e2-e6 e6xd7 <6=7:2=2x@a1> 1... <2> c7-c5 2. <2> d2-d4 *", 1, true},
        {CC "1. <4> e2-e6 e6xd7 <6=6:2=2x@a1> 2... <2> c7-c5 2. <2> d2-d4 *", 1, true},
        {AS "1. f1-f2 1... d7-c7 2. Nc1-c2 3... f5-e5 3. d3-d4 3... e5-e4 *", 1, true},
        {AS "1. f1-f2 1... d7-c7 2. Nc1-c2 3... f5-e5 4. d3-d4 4... e5-e4 *", 1, true},
        {AS "1. f1-f2 1... d7-c7 3. Nc1-c2 3... f5-e5 4. d3-d4 3... e5-e4 *", 1, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        xpgn_buffer b = {0};
        size_t findings;
        xpgn_buffer_printf(&b, "[Event \"x\"]\n[Result \"*\"]\n%s\n", cases[i].text);
        compare(&b, false);
        (void)xpgn_walk_findings(verdict[0], &findings);
        ck_assert_msg(findings == cases[i].findings, "%zu: %s", findings, cases[i].text);
        ck_assert_msg(verdict[0]->fast.passed == cases[i].passes, "%s", cases[i].text);
        xpgn_buffer_free(&b);
    }
}
END_TEST

/* AS-9 with four seats: green cannot move, and leaves the board before White's turn 10. */
START_TEST(a_locked_seat_is_out_before_the_walk_goes_on) {
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, "[Variant \"assault-and-siege\"]\n[RuleOptions \"players=4\"]\n"
                         "[SetUp \"1\"]\n[FEN \"rK10bK/rP11/12/12/12/12/12/11bP/11bP/12/wP9wRwR/"
                         "wK8bRgPgK w - - 0 9\"]\n\n9. a2-a3 {");
    for (unsigned i = 0; i < 200; i++) /* a short game is not resumed but read again */
        xpgn_buffer_text(&b, "so far, ");
    xpgn_buffer_text(&b, "} 9.. a11-a10 9... l5-l6 10. a3-a4 10.. a10-a9 10... l4-l7 *\n");
    compare(&b, false);
    ck_assert_uint_eq(broken, 1);
    ck_assert_uint_eq(resumed, 1);
    xpgn_buffer_free(&b);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("resume");
    TCase *tc = tcase_create("resume");
    tcase_set_timeout(tc, 60);
    tcase_add_checked_fixture(tc, set_up, walks_free);
    tcase_add_test(tc, single_faults_are_found_where_they_are);
    tcase_add_test(tc, the_walk_goes_on_at_the_fault_itself);
    tcase_add_test(tc, the_walk_goes_on_wherever_the_copy_begins);
    tcase_add_test(tc, the_fast_path_goes_on_behind_a_fault);
    tcase_add_test(tc, a_locked_seat_is_out_before_the_walk_goes_on);
    tcase_add_loop_test(tc, damaged_records_are_reported_as_by_the_walk, 0, PATHS);
    tcase_add_test(tc, damaged_variations_are_reported_as_by_the_walk);
    suite_add_tcase(suite, tc);
    TCase *repair = tcase_create("repair");
    tcase_set_timeout(repair, 60);
    tcase_add_checked_fixture(repair, set_up_repair, walks_free);
    tcase_add_test(repair, a_missing_action_is_seen_with_the_next);
    tcase_add_loop_test(repair, mistakes_are_the_same_as_for_the_walk, 0, WITH_REPAIR);
    suite_add_tcase(suite, repair);
    return run_suite(suite);
}

/* SPDX-License-Identifier: MIT */
/* Queries: what they find in games of every kind, and where a wrong one is wrong. */
#include "walk_fixture.h"

#include <xpgn/record.h>

#include "core/play/combat.h"
#include "core/play/combat_odds.h"
#include "internal/action_facts.h"
#include "internal/queries.h"

/* The actions of the main line that satisfy the query, "exd5 Qxd5 ". */
static void check_hits(const char *text, const char *query, const char *hits) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    xpgn_query *q;
    xpgn_fault fault;
    const xpgn_step *step;
    xpgn_buffer found = {0};
    ck_assert_msg(xpgn_query_new(&q, query, &fault) == XPGN_OK, "%s: %s", query, fault.text);
    xpgn_walk_free(seen.walk);
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK)
        if (xpgn_query_matches(q, step))
            xpgn_buffer_printf(&found, "%s ", step->facts->text);
    xpgn_buffer_char(&found, '\0');
    ck_assert_msg(strcmp(found.data, hits) == 0, "%s finds %s, not %s", query, found.data, hits);
    xpgn_buffer_free(&found);
    xpgn_query_free(q);
}

static void check_fault(const char *query, unsigned offset, unsigned length, const char *text) {
    xpgn_query *q = NULL;
    xpgn_fault fault;
    ck_assert_msg(xpgn_query_new(&q, query, &fault) == XPGN_INVALID, "%s is taken", query);
    ck_assert_ptr_null(q);
    ck_assert_str_eq(fault.text, text);
    ck_assert_msg(fault.place.offset == offset && fault.place.length == length, "%s: at %u+%u",
                  query, fault.place.offset, fault.place.length);
}

static const char attack[] = CA "\n1. e4 d5 2. exd5 <5+0=7w:1+1=5x> Qxd5 <4+0=8:2+0=2x> 3. Nc3 Nf6 "
                                "4. Nxd5 <6+0=9:1+1=5x> Nxd5 <1+0=4x:6+0=8> *";

START_TEST(words_find_combats) {
    check_hits(attack, "combat", "exd5 Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "attack", "exd5 Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "step", "e4 d5 Nc3 Nf6 ");
    check_hits(attack, "!combat", "e4 d5 Nc3 Nf6 ");
    check_hits(attack, "not  step", "exd5 Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "won", "exd5 Qxd5 Nxd5 ");
    check_hits(attack, "lost", "Nxd5 ");
    check_hits(attack, "wounded", "exd5 ");
    check_hits(attack, "removed !won", "Nxd5 ");
    check_hits(attack, "capture", "exd5 Qxd5 Nxd5 ");
    check_hits(attack, "double removal", "");
    check_hits(attack, "check", "");
}
END_TEST

START_TEST(names_find_combats) {
    check_hits(attack, "attacker=P", "exd5 ");
    check_hits(attack, "attacker=N,Q", "Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "attacker!=N,Q", "e4 d5 exd5 Nc3 Nf6 ");
    check_hits(attack, "combat attacker!=N,Q", "exd5 ");
    check_hits(attack, "defender=P*", "Qxd5 ");
    check_hits(attack, "defender=*", "Qxd5 ");
    check_hits(attack, "Q", "Qxd5 Nxd5 ");
    check_hits(attack, "P*", "Qxd5 ");
    check_hits(attack, "piece=Q", "Qxd5 ");
    check_hits(attack, "captured=Q", "Nxd5 ");
    check_hits(attack, "supporters=Q", "exd5 ");
    check_hits(attack, "defender.supporters=Q", "exd5 ");
    check_hits(attack, "attacker.supporters=Q", "");
    check_hits(attack, "seat=black", "d5 Qxd5 Nf6 Nxd5 ");
    check_hits(attack, "seat=w step", "e4 Nc3 ");
    check_hits(attack, "from=e4", "exd5 ");
    check_hits(attack, "to=e4,d5 !combat", "e4 d5 ");
    check_hits(attack, "to=?5 step", "d5 ");
    check_hits(attack, "from=e?", "e4 exd5 ");
    check_hits(attack, "attacker.square=c3", "Nxd5 ");
    check_hits(attack, "defender.square=d5 seat=white", "exd5 Nxd5 ");
    check_hits(attack, "square=e4", "exd5 ");
    check_hits(attack, "ply=3", "exd5 ");
    check_hits(attack, "move>=3 seat=white", "Nc3 Nxd5 ");
}
END_TEST

START_TEST(numbers_find_combats) {
    check_hits(attack, "faces=6", "Nxd5 Nxd5 ");
    check_hits(attack, "attacker.faces=6", "Nxd5 ");
    check_hits(attack, "combat faces!=6", "exd5 Qxd5 ");
    check_hits(attack, "combat !faces=1", "Qxd5 ");
    check_hits(attack, "defender.faces<2", "exd5 Nxd5 ");
    check_hits(attack, "margin>=3", "Qxd5 Nxd5 ");
    check_hits(attack, "margin=2", "exd5 ");
    check_hits(attack, "margin < -3", "Nxd5 ");
    check_hits(attack, "margin<=-4", "Nxd5 ");
    check_hits(attack, "supporter_count>=1", "exd5 Nxd5 ");
    check_hits(attack, "support>=3", "exd5 ");
    check_hits(attack, "attacker.support>=1", "");
    check_hits(attack, "value=4", "Qxd5 ");
    check_hits(attack, "defender.value==0", "Qxd5 ");
    check_hits(attack, "total=9", "Nxd5 ");
    check_hits(attack, "defender.total>7 attacker.total=4", "Nxd5 ");
    check_hits(attack, "fate=wounded", "exd5 ");
    check_hits(attack, "attacker.fate=unharmed", "Qxd5 Nxd5 ");
    check_hits(attack, "defender.fate=removed,wounded seat=white", "exd5 Nxd5 ");
    check_hits(attack, "dice=1", "exd5 Qxd5 Nxd5 Nxd5 ");
}
END_TEST

START_TEST(queries_know_every_game) {
    const char *chess = "[FEN \"4k3/P6P/8/4pP2/8/8/8/4K2R w K e6 0 1\"]\n\n"
                        "1. fxe6 Kd8 2. O-O Kc7 3. a8=Q Kd6 4. h8=N Kc7 5. e7 *";
    check_hits(chess, "en passant", "fxe6 ");
    check_hits(chess, "attacker=P defender=P", "fxe6 ");
    check_hits(chess, "combat", "");
    check_hits(chess, "castling", "O-O ");
    check_hits(chess, "promotion", "a8=Q h8=N ");
    check_hits(chess, "promoted=N", "h8=N ");
    check_hits("1. f3 e5 2. g4 Qh4# 0-1", "mate", "Qh4# ");
    check_hits("1. f3 e5 2. g4 Qh4# 0-1", "check end", "Qh4# ");
    check_hits("1. e4 d5 2. Bb5+ c6 *", "check !mate", "Bb5+ ");
    check_hits("[FEN \"k7/8/1K6/8/8/8/8/2Q5 w - - 0 1\"]\n\n1. Qc7 1/2-1/2", "stalemate", "Qc7 ");
    const char *dice = FD "[RuleOptions \"shooting suicide-run\"]\n\n"
                          "1. e4 d5 2. exxd5 <6:=1x> Qxd2 <1,2,3,4,5:6> *";
    check_hits(dice, "suicide run", "exxd5 ");
    check_hits(dice, "suicide-run double removal", "exxd5 ");
    check_hits(dice, "dice>=5", "Qxd2 ");
    check_hits(CC "\n1. <4> e2-e6 e6xf7 <6=6:1=1x@a1> *", "prisoner turn-roll=0", "");
    check_hits(CC "\n1. <4> e2-e6 e6xf7 <6=6:1=1x@a1> *", "prisoner defender.fate=removed",
               "e6xf7 ");
    check_hits(CC "\n1. <4> e2-e6 e6xf7 <6=6:1=1x@a1> *", "turn-roll=4", "e2-e6 ");
    check_hits(CC "\n1. <4> e2-e6 e6xf7 <3:3 4:2x@a1> *", "reroll faces=3", "e6xf7 ");
    check_hits(CC "\n1. K@- <1+4=5> *", "teleport total=5", "K@- ");
    check_hits(CC "\n1. K@- <1+4=5> *", "teleport attacker.total=5", "K@- ");
    check_hits(CC "\n1. K@- <1+4=5> *", "teleport defender.total=5", "");
    check_hits(CC "\n1. K@- <1+4=5> *", "teleport to=e4", "");
    check_hits(CC "\n1. K@e4 <6+4=10> *", "teleport faces=6 to=e4", "K@e4 ");
}
END_TEST

START_TEST(a_rescue_is_no_promotion) {
    const char *game = CA "[RuleOptions \"rescue\"]\n"
                          "[XFEN \"4k3/P7/8/8/8/8/8/4K3[N] w - - 0 9\"]\n\n9. a8=N *";
    check_hits(game, "rescue", "a8=N ");
    check_hits(game, "promotion", "");
    check_hits(game, "promoted=N rescue", "a8=N ");
}
END_TEST

START_TEST(what_stood_is_found) {
    check_hits("1. e4 e5 2. Ng1f4 {[%illegal stood]} exf4 *", "stood", "Ng1f4 ");
    check_hits("1. e4 e5 2. Nf3 {[%illegal stood]} *", "stood", "");
}
END_TEST

START_TEST(both_may_be_removed) {
    const char *game = CA "[XFEN \"4k3/8/8/3n*4/4P*3/8/8/4K3 w - - 0 9\"]\n\n9. exd5 <1:1> *";
    check_hits(game, "double removal", "exd5 ");
    check_hits(game, "double-removal tie", "exd5 ");
    check_hits(game, "upset", "");
}
END_TEST

START_TEST(an_upset_is_a_win_against_the_odds) {
    /* pawn e5 against pawn d4: 4 to 6, so the attacker's win is the upset */
    const char *weak =
        CA "[FEN \"r1bqk1nr/pppp1ppp/2n5/2b1p3/3P4/2P2N2/PP3PPP/RNBQKB1R b KQkq - 0 5\"]"
           "\n\n5... exd4 ";
    char text[400];
    snprintf(text, sizeof text, "%s<5:1> *", weak);
    check_hits(text, "won upset", "exd4 ");
    snprintf(text, sizeof text, "%s<1:6> *", weak);
    check_hits(text, "lost upset", "");
    check_hits(text, "lost", "exd4 ");
    snprintf(text, sizeof text, "%s<3:1> *", weak);
    check_hits(text, "tie !upset", "exd4 ");
    /* queen against pawn: it is the pawn's win that nobody expects */
    check_hits(FD "\n1. e4 e5 2. Qg4 f6 3. Qxd7 <1,1,2,1,1:6> *", "lost upset", "Qxd7 ");
    check_hits(FD "\n1. e4 e5 2. Qg4 f6 3. Qxd7 <6,1,2,1,1:5> *", "won upset", "");
}
END_TEST

START_TEST(variations_are_nothing_to_a_query_about_steps) {
    xpgn_step step = {.kind = XPGN_STEP_TURN};
    xpgn_query *q;
    xpgn_fault fault;
    ck_assert_int_eq(xpgn_query_new(&q, "!combat", &fault), XPGN_OK);
    ck_assert(!xpgn_query_matches(q, &step));
    xpgn_query_free(q);
    xpgn_query_free(NULL);
}
END_TEST

START_TEST(faults_have_their_place) {
    check_fault("", 0, 0, "empty query");
    check_fault("   ", 0, 0, "empty query");
    check_fault("combat atacker=N", 7, 7, "unknown word 'atacker'; did you mean attacker?");
    check_fault("attacker.suport>1", 9, 6, "unknown word 'suport'; did you mean support?");
    check_fault("xyzzy", 0, 5, "unknown word 'xyzzy'");
    check_fault("attacker=X", 9, 1, "expected a piece (K Q R B N P, wounded N*), found 'X'");
    check_fault("attacker=", 9, 0, "expected a piece (K Q R B N P, wounded N*)");
    check_fault("attacker=N,", 11, 0, "expected a piece (K Q R B N P, wounded N*)");
    check_fault("dice=6 attacker", 7, 8, "missing comparison: attacker=...");
    check_fault("upset=1", 0, 5, "unexpected comparison: 'upset' is already a condition");
    check_fault("attacker<N", 8, 1, "expected = or !=: only numbers can be less or greater");
    check_fault("dice<1,2", 5, 3, "expected one number, found 2");
    check_fault("dice=six", 5, 3, "expected a number, found 'six'");
    check_fault("to=e44", 3, 3, "expected a square (e4, e?, ?4), found 'e44'");
    check_fault("to=z4", 3, 2, "expected a square (e4, e?, ?4), found 'z4'");
    check_fault("seat=blue", 5, 4, "expected a seat (white, red, black, green), found 'blue'");
    check_fault("fate=dead", 5, 4, "expected a fate (unharmed, wounded, removed), found 'dead'");
    check_fault("attacker.upset", 0, 9, "unexpected side before 'upset'");
    check_fault("attacker.", 0, 9, "unknown word 'attacker.'; did you mean attacker?");
    check_fault("won,lost", 3, 1, "expected a space");
    check_fault("won &", 4, 1, "expected a word");
    check_fault("!", 1, 0, "expected a word");
    check_fault("dice=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", 44, 2, "more than 16 values");
}
END_TEST

START_TEST(terms_are_joined) {
    check_hits(attack, "attacker=P or attacker=Q", "exd5 Qxd5 ");
    check_hits(attack, "attacker=P OR lost AND seat=black", "exd5 Nxd5 ");
    check_hits(attack, "combat (attacker=P or attacker=Q)", "exd5 Qxd5 ");
    check_hits(attack, "(attacker=P or attacker=N) and (won or tie) seat=white", "exd5 Nxd5 ");
    check_hits(attack, "not (combat or seat=black)", "e4 Nc3 ");
    check_hits(attack, "!(!(combat))", "exd5 Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "combat not(attacker=P)", "Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "(step)", "e4 d5 Nc3 Nf6 ");
    check_fault("won or", 6, 0, "expected a word");
    check_fault("or won", 0, 2, "unknown word 'or'");
    check_fault("combat (won", 7, 1, "this parenthesis is not closed");
    check_fault("won)", 3, 1, "this parenthesis was not opened");
    check_fault("()", 1, 1, "expected a word");
    check_fault("((((((((((((((((((((((((((((((((((won", 32, 1, "more than 32 nested parentheses");
}
END_TEST

START_TEST(one_number_is_checked_against_another) {
    check_hits(attack, "attacker_total > defender_total + 4", "Qxd5 ");
    check_hits(attack, "attacker_total >= defender_total + 4", "Qxd5 Nxd5 ");
    check_hits(attack, "attacker_total - defender_total = 2", "exd5 ");
    check_hits(attack, "attacker_total = defender_total+2", "exd5 ");
    check_hits(attack, "2 + defender_total = attacker_total", "exd5 ");
    check_hits(attack, "attacker_total < defender_total", "Nxd5 ");
    check_hits(attack, "attacker_total != defender_total + 2 combat", "Qxd5 Nxd5 Nxd5 ");
    check_hits(attack, "attacker_total >= ply + 4", "exd5 Qxd5 ");
    check_fault("attacker_total > total", 17, 5,
                "'total' exists for both sides: attacker_total or defender_total");
    check_fault("margin > 3 + faces", 13, 5, "'faces' has several values");
    check_fault("margin + 1", 10, 0, "expected a comparison");
    check_fault("margin > 3 + ", 13, 0, "expected a number, a fact or a tag");
    check_fault("margin > 3 - - 2", 13, 1, "expected a number, a fact or a tag");
    check_fault("margin + tie > 3", 9, 3, "'tie' is of a combat");
}
END_TEST

/* Is a query true of a game with these tags, before it is played? Can it be, if it asks for more?
 */
static void check_tags(const char *query, bool expected) {
    static const char text[] =
        "[White \"Adams, R.\"]\n[Black \"Say \\\"Hi\\\"\"]\n[WhiteElo \"2500\"]\n"
        "[BlackElo \"2299\"]\n[Date \"2026.05.??\"]\n"
        "[EventDate \"2026.04.30\"]\n[ECO \"B12\"]\n[Round \"?\"]\n\n*";
    const xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 7, .line = 1};
    xpgn_buffer buffer = {0};
    const xpgn_fact_source s = {XPGN_SUBJECT, .game = &game, .text = &buffer};
    xpgn_reader *reader;
    xpgn_query *q;
    xpgn_fault fault;
    xpgn_slice value[32];
    size_t count;
    ck_assert_msg(xpgn_query_new(&q, query, &fault) == XPGN_OK, "%s: %s", query, fault.text);
    ck_assert_int_eq(xpgn_reader_new(&reader), XPGN_OK);
    const xpgn_slice *name = xpgn_query_tags(q, &count);
    xpgn_reader_tags(reader, game.text, name, count, value);
    bool whole = (xpgn_query_scopes(q) & ~(1u << XPGN_SCOPE_RECORD)) == 0;
    ck_assert_msg(!whole || xpgn_query_holds(q, &s, value) == expected, "%s is not %d", query,
                  expected);
    ck_assert_msg(xpgn_query_may_hold(q, &s, value, 1u << XPGN_SCOPE_RECORD) == expected,
                  "%s may not be %d", query, expected);
    xpgn_reader_free(reader);
    xpgn_query_free(q);
    xpgn_buffer_free(&buffer);
}

START_TEST(tags_are_compared) {
    check_tags("WhiteElo > BlackElo + 200", true);
    check_tags("WhiteElo > BlackElo + 201", false);
    check_tags("WhiteElo-BlackElo>200", true);
    check_tags("WhiteElo > 200 + BlackElo", true);
    check_tags("BlackElo < WhiteElo-200", true);
    check_tags("WhiteElo = BlackElo", false);
    check_tags("WhiteElo != BlackElo", true);
    check_tags("WhiteElo > WhiteTitle", false); /* missing: neither greater nor less */
    check_tags("WhiteElo <= WhiteTitle", false);
    check_tags("WhiteElo < X", false);
    ck_assert(xpgn_tag_is_number(slice_of("RedTeamElo")));
    ck_assert(!xpgn_tag_is_number(slice_of("Elo")) && !xpgn_tag_is_number(slice_of("Eloi")));
    check_tags("WhiteElo > BlackElo+200", true);
    check_tags("WhiteElo > B2", false);
    check_tags("WhiteElo>=2500", true);
    check_tags("WhiteElo>2499.5 ECO=B11,B12", true);
    check_tags("ECO>=B10 ECO<B20", true);
    check_tags("ECO=B10 or White=\"Adams, R.\"", true);
    check_tags("Black=\"Say \\\"Hi\\\"\"", true);
    check_tags("White~ADAMS", true);
    check_tags("White~adamz", false);
    check_tags("Date > EventDate", true);
    check_tags("Date<2026.06", true);
    check_tags("Date<2026.05.10", false);
    check_tags("White=tag:Black", false);
    check_tags("White!=tag:Black", true);
    check_tags("White=tag:White", true);
    check_tags("White", true);
    check_tags("Round", false);
    check_tags("tag:Round or not Site", true);
    check_tags("game=7 length>20", true);
    check_tags("file=-", true);
    check_tags("WhiteElo > game", true);
    /* where only playing tells */
    check_tags("White=B mate", false);
    check_tags("White~adams mate", true);
    check_tags("White=B or mate", true);
    check_tags("not (White~adams or mate)", false);
    check_tags("not (White~adams and mate)", true);
    check_tags("White~adams not (WhiteElo or plies>3)", false);
    check_tags("WhiteElo > plies", true);
    check_fault("White=Black", 6, 5, "is 'Black' a tag or a text? Write tag:Black or \"Black\"");
    check_fault("White=", 6, 0, "expected a text");
    check_fault("WhiteElo > ", 11, 0, "expected a text");
    check_fault("plies > ", 8, 0, "expected a number");
    check_fault("White>adams", 6, 5, "unknown word 'adams'");
    check_fault("plies~3", 5, 1, "expected = or !=: only a text can contain another");
    check_fault("WhiteElo > BlackElo + White + 1 + Date + Round", 41, 5,
                "more than 4 names in a sum");
}
END_TEST

START_TEST(a_query_says_what_its_facts_are_of) {
    static const struct {
        const char *query;
        uint32_t scopes;
    } rows[] = {
        {"WhiteElo > BlackElo", 0},
        {"game > line", 1u << XPGN_SCOPE_RECORD},
        {"plies > errors + 2", 1u << XPGN_SCOPE_GAME},
        {"plies > 2", 1u << XPGN_SCOPE_GAME},
        {"begins=\"e4\"", 1u << XPGN_SCOPE_GAME},
        {"digest=\"x\"", 1u << XPGN_SCOPE_LINE},
        {"position=\"e4=P\"", 1u << XPGN_SCOPE_TURN},
        {"material=\"Q=0\"", 1u << XPGN_SCOPE_TURN},
        {"margin > attacker_total - 3", 1u << XPGN_SCOPE_COMBAT | 1u << XPGN_SCOPE_SIDE},
        {"N", 1u << XPGN_SCOPE_ACTION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        xpgn_query *q;
        xpgn_fault fault;
        ck_assert_msg(xpgn_query_new(&q, rows[i].query, &fault) == XPGN_OK, "%s: %s", rows[i].query,
                      fault.text);
        uint32_t scopes = xpgn_query_scopes(q);
        ck_assert_msg(scopes == rows[i].scopes, "%s: scopes %x", rows[i].query, scopes);
        xpgn_query_free(q);
    }
}
END_TEST

/* `count` copies in a row, each # replaced with the number of the copy. */
static const char *in_a_row(const char *one, const char *between, unsigned count) {
    static char text[2000];
    size_t n = 0;
    for (unsigned i = 0; i < count; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%s", i > 0 ? between : "");
        for (const char *p = one; *p != '\0'; p++)
            n += (size_t)(*p == '#' ? snprintf(text + n, sizeof text - n, "%u", i)
                                    : snprintf(text + n, sizeof text - n, "%c", *p));
    }
    return text;
}

START_TEST(a_query_has_limited_room) {
    static const struct {
        const char *before, *one, *between, *after;
        unsigned most;
        const char *fault;
    } rows[] = {
        {"", "combat", " ", "", 32, "more than 32 terms"},
        {"ply=", "1", ",", "", 16, "more than 16 values"},
        {"", "ply", " + ", " > 3", 4, "more than 4 names in a sum"},
        {"ply > ", "ply", " - ", "", 3, "more than 4 names in a sum"},
        {"ply > ", "1", " + ", "", 8, "the sum is too long"},
        {"", "A#+B#=tag:C#-D#", " ", "", 8, "more than 32 tags"},
        {"", "!(!(!(combat)))", " or ", "", 25, "the query is too long"},
        {"material=\"", "Q>=0", " ", "\"", 16, "too many terms"},
        {"material=\"", "Q", "+", "=0\"", 16, "expected a piece: K Q R B N P, or k q r b n p"},
        {"material=\"Q=", "q", "+", "\"", 15, "expected a number or a piece"},
        {"material=\"Q=", "9", "", "\"", 4, "expected a number or a piece"},
        {"begins=\"", "e4", " ", "\"", 60, "the line is too long"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (unsigned more = 0; more < 2; more++) {
            char text[2000];
            xpgn_query *q = NULL;
            xpgn_fault fault = {.text = ""};
            snprintf(text, sizeof text, "%s%s%s", rows[i].before,
                     in_a_row(rows[i].one, rows[i].between, rows[i].most + more), rows[i].after);
            bool taken = xpgn_query_new(&q, text, &fault) == XPGN_OK;
            ck_assert_msg(taken == (more == 0), "%s: %s", text, fault.text);
            ck_assert_str_eq(fault.text, more > 0 ? rows[i].fault : "");
            xpgn_query_free(q);
        }
    }
}
END_TEST

/* Whatever stands in a query, it is taken or refused with a place inside it. */
START_TEST(no_bytes_break_the_reader) {
    static const char *const parts[] = {
        "attacker", ".",  "=",    "!",      "N*", ",",    " ",           "roll", "\xff", "e4",
        "<=",       "-1", "\xc3", "not",    "?",  "*",    "99999999999", "(",    ")",    " or ",
        "Tag",      "+",  "\"",   "margin", "~",  "tag:", "-",           "> Elo"};
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        char text[200] = "";
        for (int i = 0; i < 8; i++) {
            seed = seed * 1664525u + 1013904223u;
            const char *part = parts[(seed >> 16) % (sizeof parts / sizeof *parts)];
            memcpy(text + strlen(text), part, strlen(part) + 1);
        }
        xpgn_query *q;
        xpgn_fault fault = {.place = {9999, 0}};
        if (xpgn_query_new(&q, text, &fault) == XPGN_OK)
            xpgn_query_free(q);
        else
            ck_assert_uint_le(fault.place.offset + fault.place.length, strlen(text) + 1);
    }
}
END_TEST

/* ---- chances: against all throws, one by one ---- */

static void throw_all(const xpgn_ruleset *rs, const xpgn_facts *facts, double chance[2]) {
    unsigned n[2] = {facts->side[0].dice, facts->side[1].dice}, all = n[0] + n[1];
    uint64_t throws = 1, won = 0, lost = 0, counted = 0;
    for (unsigned i = 0; i < all; i++)
        throws *= 6;
    for (uint64_t t = 0; t < throws; t++) {
        xpgn_facts f = *facts;
        xpgn_roll roll = {.exchanges = 1};
        uint64_t rest = t;
        for (unsigned side = 0; side < 2; side++)
            for (unsigned i = 0; i < n[side]; i++, rest /= 6)
                roll.exchange[0].side[side].dice[roll.exchange[0].side[side].dice_count++] =
                    (uint8_t)(rest % 6 + 1);
        for (unsigned side = 0; side < 2; side++) {
            f.side[side].fate = 0;
            f.side[side].total = -1;
        }
        combat_judge(rs, combat_shown(rs, &roll.exchange[0]), &f);
        if (combat_ties_again(rs) && f.side[0].total == f.side[1].total)
            continue;
        counted++;
        won += f.side[1].fate == 'x' && f.side[0].fate != 'x';
        lost += f.side[0].fate == 'x' && f.side[1].fate != 'x';
    }
    chance[0] = (double)won / (double)counted;
    chance[1] = (double)lost / (double)counted;
}

static void check_chances(const char *text) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *step;
    unsigned combats = 0;
    xpgn_walk_free(seen.walk);
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK) {
        double chance[2], thrown[2];
        const xpgn_ruleset *rs = xpgn_walk_ruleset(seen.walk);
        if (step->kind != XPGN_STEP_ACTION || !odds_chances(rs, step->facts, chance))
            continue;
        combats++;
        throw_all(rs, step->facts, thrown);
        ck_assert_double_eq_tol(chance[0], thrown[0], 1e-12);
        ck_assert_double_eq_tol(chance[1], thrown[1], 1e-12);
    }
    ck_assert_msg(combats > 0, "no combat in %s", text);
}

START_TEST(chances_are_those_of_all_throws) {
    check_chances(attack);
    check_chances(FD "\n1. e4 e5 2. Qg4 f6 3. Qxd7 <1,1,2,1,1:6> *");
    check_chances(FD "[RuleOptions \"suicide-run\"]\n\n1. e4 d5 2. exxd5 <6:=1x> *");
    check_chances(FD "[RuleOptions \"shooting\"]\n\n1. e4 d5 2. Qg4 e5 3. Qsg7 <5,6:2> *");
    check_chances(FD "[RuleOptions \"support\"]\n\n1. e4 d5 2. exd5 <6:1,2> *");
    check_chances(FD "\n1. e4 e5 2. Ke2 f5 3. Ke3 f4 4. Kxf4 <2> *");
    check_chances(CC "\n1. <4> e2-e6 e6xf7 <6=6:1=1x@a1> *");
    check_chances(
        AS "[FEN \"7k/8/8/8/3p4/3PQ3/8/K7 w - - 5 9\"]\n\n9. Qe3-e4 9... Kh8-h7 10. Qe4xd4 *");
}
END_TEST

START_TEST(all_outcomes_add_up_to_one) {
    xpgn_odds odds;
    xpgn_game game = {.text = {attack, strlen(attack)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, &seen.options), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK) {
        if (step->kind != XPGN_STEP_ACTION)
            continue;
        ck_assert_int_eq(xpgn_combat_odds(xpgn_walk_ruleset(seen.walk), step->facts, &odds),
                         step->facts->combat);
        if (!step->facts->combat)
            continue;
        double sum = 0, wounded = 0;
        for (unsigned i = 0; i < 9; i++) {
            sum += odds.chance[i / 3][i % 3];
            bool hurt = i / 3 == XPGN_FATE_WOUNDED || i % 3 == XPGN_FATE_WOUNDED;
            wounded += hurt ? odds.chance[i / 3][i % 3] : 0;
        }
        ck_assert_double_eq_tol(sum, 1, 1e-12);
        ck_assert_double_gt(wounded, 0);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("query");
    TCase *tcase = tcase_create("query");
    tcase_add_checked_fixture(tcase, walk_set_up, walk_tear_down);
    tcase_add_test(tcase, words_find_combats);
    tcase_add_test(tcase, names_find_combats);
    tcase_add_test(tcase, numbers_find_combats);
    tcase_add_test(tcase, queries_know_every_game);
    tcase_add_test(tcase, a_rescue_is_no_promotion);
    tcase_add_test(tcase, what_stood_is_found);
    tcase_add_test(tcase, both_may_be_removed);
    tcase_add_test(tcase, an_upset_is_a_win_against_the_odds);
    tcase_add_test(tcase, variations_are_nothing_to_a_query_about_steps);
    tcase_add_test(tcase, faults_have_their_place);
    tcase_add_test(tcase, terms_are_joined);
    tcase_add_test(tcase, one_number_is_checked_against_another);
    tcase_add_test(tcase, tags_are_compared);
    tcase_add_test(tcase, a_query_says_what_its_facts_are_of);
    tcase_add_test(tcase, a_query_has_limited_room);
    tcase_add_test(tcase, no_bytes_break_the_reader);
    tcase_add_test(tcase, chances_are_those_of_all_throws);
    tcase_add_test(tcase, all_outcomes_add_up_to_one);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

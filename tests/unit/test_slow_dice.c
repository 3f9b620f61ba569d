/* SPDX-License-Identifier: MIT */
/*
 * Random games in which dice say who may act, or what an attack does: at every action what may be
 * played, and what is read, is what the slow twin says, every combat ends as its dice say, and
 * after every turn the board is the same.  XPGN_GAMES is how many of each game, XPGN_SEED the seed.
 */
#include "slow_dice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/action_facts.h"
#include "internal/chance.h"
#include "slow_chess.h"
#include "slow_combat.h"
#include "suite.h"

enum { GAMES = 5, TURNS = 120 };

static const struct {
    const char *id, *options;
    enum slow_game game;
} games[] = {{"dice-chess-three", "", SLOW_THREE},
             {"dice-chess-three", "strict-castling", SLOW_STRICT},
             {"dice-chess", "", SLOW_ONE},
             {"dice-chess-pair", "", SLOW_PAIR},
             {"polyhedral-chess-war", "", SLOW_FOUGHT},
             {"single-combat-chess", "", SLOW_FOUGHT},
             {"single-combat-chess", "die=6", SLOW_FOUGHT},
             {"single-combat-chess", "die=10", SLOW_FOUGHT},
             {"reckless-chess", "", SLOW_RECKLESS}};

struct trial {
    enum slow_game game;
    struct dice *d;
    xpgn_play *play;
    struct slow_board board;
    unsigned faces; /* of the only die of an attack; 0: each piece has one */
};

static unsigned die(void *data, unsigned faces) {
    return 1 + dice_below(data, faces);
}

static bool same_move(const xpgn_action *a, const struct slow_move *m) {
    static const char letters[] = "\0\0NBRQ";
    return a->from == m->from && a->to == m->to && letters[a->promotion] == m->becomes;
}

/* The move of the twin for an action; NULL: it does not allow it. */
static const struct slow_move *move_of(const struct slow_move *list, size_t count,
                                       const xpgn_action *a) {
    for (size_t i = 0; i < count; i++)
        if (same_move(a, &list[i]))
            return &list[i];
    return NULL;
}

static _Noreturn void differ(const struct trial *t, const char *what) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(t->play);
    xpgn_buffer b = {0};
    xpgn_position_write(&b, rs, xpgn_play_position(t->play));
    ck_abort_msg("%s: %s: %.*s, dice %.3s", xpgn_ruleset_id(rs), what, (int)b.size, b.data,
                 t->board.dice);
}

static void same_board(const struct trial *t) {
    static const char letters[] = ".PNBRQK..pnbrqk";
    const xpgn_position *p = xpgn_play_position(t->play);
    for (unsigned sq = 0; sq < 64; sq++)
        if (letters[p->at[sq] == 0 ? 0 : (p->at[sq] >> 4) * 8 + (p->at[sq] & 7)] != t->board.at[sq])
            differ(t, "another board");
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned side = 0; side < 2; side++)
            if ((p->castle[seat][side] != XPGN_NO_SQUARE) != t->board.castle[seat][side])
                differ(t, "other rights to castle");
    for (unsigned file = 0; file < 8; file++)
        if (t->game <= SLOW_STRICT && (p->ep_files >> file & 1) != t->board.passed[file])
            differ(t, "other pawns that may be captured en passant");
}

static void roll(struct trial *t) {
    static const char faces[] = "PNBRQK";
    xpgn_turn_dice dice;
    if (t->game == SLOW_FOUGHT)
        return;
    ck_assert_int_eq(xpgn_play_throw_turn(t->play, die, t->d, &dice), XPGN_OK);
    memset(t->board.dice, ' ', sizeof t->board.dice);
    t->board.squares = dice.die[0] - 1;
    for (unsigned i = 0; i < dice.count && t->game != SLOW_RECKLESS; i++)
        t->board.dice[i] = faces[dice.die[i] - 1];
}

/* Of all that some throw allows, what is read as an action is what the twin allows. */
static void read_each(const struct trial *t, const struct slow_move *moves, size_t count) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(t->play);
    const xpgn_position *p = xpgn_play_position(t->play);
    xpgn_action list[SLOW_MOVES], read;
    size_t all = xpgn_legal_actions(rs, p, list, SLOW_MOVES);
    for (size_t i = 0; i < all; i++) {
        char name[24];
        if (list[i].kind == XPGN_PASS)
            continue;
        xpgn_action_name(rs, p, &list[i], name);
        bool reads = xpgn_play_read(t->play, (xpgn_slice){name, strlen(name)}, &read) == XPGN_OK;
        if (reads != (move_of(moves, count, &list[i]) != NULL))
            differ(t, name);
    }
}

/* ---- combats --------------------------------------------------------------------------------- */

static unsigned type_of(char piece) {
    static const char letters[] = ".PNBRQK";
    return (unsigned)(strchr(letters, toupper((unsigned char)piece)) - letters);
}

/* The faces of a die of an attack, the first or second of a side; 0: there is none. */
static unsigned faces_of(const struct trial *t, const unsigned type[2], unsigned side, unsigned n) {
    if (t->game == SLOW_RECKLESS)
        return n == 0 ? (unsigned)slow_reckless_faces(type[side]) : side == 0 ? 4 : 0;
    if (n > 0)
        return 0;
    return t->faces == 0 ? (unsigned)slow_war_faces(type[side]) : side == 0 ? t->faces : 0;
}

/* What the rules make of the dice of an attack. */
static void decide(const struct trial *t, const struct slow_move *m, const xpgn_roll *roll,
                   struct slow_combat *end) {
    const xpgn_exchange *x = roll->exchange;
    const unsigned type[2] = {type_of(t->board.at[m->from]),
                              type_of(slow_board_attacked(&t->board, m))};
    ck_assert_uint_eq(roll->exchanges, 1);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned n = 0; n < 2; n++) {
            const unsigned faces = faces_of(t, type, side, n);
            ck_assert_int_eq(n<x->side[side].dice_count, faces> 0);
            if (faces > 0 && (x->side[side].dice[n] < 1 || x->side[side].dice[n] > faces))
                differ(t, "a die with other faces");
        }
    if (t->game == SLOW_RECKLESS)
        slow_reckless_decide(type[0], x, end);
    else if (t->faces == 0)
        slow_war_decide(x, end);
    else
        slow_single_decide(x, slow_single_need(t->faces, type[0], type[1]), end);
}

/* Plays an attack with dice; its promotion counts if the pawn arrives. */
static void fight(struct trial *t, const xpgn_action *a, const struct slow_move *m) {
    xpgn_action choice[8];
    xpgn_facts f = {0};
    xpgn_roll roll = {0};
    struct slow_combat end;
    size_t i = 0;
    ck_assert_int_eq(xpgn_play_prepare(t->play, a, &f), XPGN_OK);
    ck_assert(f.combat);
    xpgn_play_throw(t->play, &f, die, t->d, &roll);
    decide(t, m, &roll, &end);
    ck_assert_int_eq(xpgn_play_judge(t->play, a, &roll, &f), XPGN_OK);
    for (unsigned side = 0; side < 2; side++)
        if (f.side[side].fate != end.side[side].fate || f.side[side].total != end.side[side].total)
            differ(t, "another end of a combat");
    size_t count = xpgn_play_choices(t->play, &f, choice, 8);
    while (i + 1 < count && choice[i].promotion != a->promotion)
        i++;
    ck_assert_int_eq(choice[i].promotion, end.arrives ? a->promotion : 0);
    ck_assert_int_eq(xpgn_play_act(t->play, &choice[i], &roll, NULL), XPGN_OK);
    if (end.arrives)
        (void)slow_board_play(t->game, &t->board, m);
    else if (end.side[0].fate == 'x')
        slow_board_lose(&t->board, m);
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Plays an action by lot, which both allow; false: there is none but a pass. */
static bool act(struct trial *t) {
    struct slow_move moves[SLOW_MOVES];
    xpgn_action list[SLOW_MOVES];
    size_t count = xpgn_play_actions(t->play, list, SLOW_MOVES);
    size_t slow = slow_board_moves(t->game, &t->board, moves);
    bool pass = count == 1 && list[0].kind == XPGN_PASS;
    if ((pass ? 0 : count) != slow)
        differ(t, "another number of actions");
    for (size_t i = 0; i < slow; i++)
        if (move_of(moves, slow, &list[i]) == NULL)
            differ(t, "another action");
    read_each(t, moves, slow);
    if (count == 0)
        return false;
    const xpgn_action *a = &list[dice_below(t->d, (unsigned)count)];
    const struct slow_move *m = pass ? NULL : move_of(moves, slow, a);
    const bool fought = t->game == SLOW_FOUGHT || t->game == SLOW_RECKLESS;
    if (!pass && fought && slow_board_attacked(&t->board, m) != '.') {
        fight(t, a, m);
        return true;
    }
    if (!pass)
        (void)slow_board_play(t->game, &t->board, m);
    ck_assert_int_eq(xpgn_play_act(t->play, a, NULL, NULL), XPGN_OK);
    return !pass;
}

/* RC-3: over if no action is possible on any die, and then lost in check. */
static void judge_mate(struct trial *t) {
    struct slow_move moves[SLOW_MOVES];
    xpgn_outcome o = xpgn_play_outcome(t->play);
    t->board.squares = 7;
    const bool over = slow_board_moves(t->game, &t->board, moves) == 0;
    const int score = !over ? 0 : slow_board_check(&t->board) ? 12 : 6;
    if (o.over != over || (over && o.score[t->board.white ? 1 : 0] != score))
        differ(t, "another end of the game");
}

/* The end is that of a king, a mate, or of nothing to play; false: the game goes on. */
static bool is_over(struct trial *t) {
    const bool kings = memchr(t->board.at, 'K', 64) != NULL && memchr(t->board.at, 'k', 64) != NULL;
    xpgn_outcome o = xpgn_play_outcome(t->play);
    struct slow_move moves[SLOW_MOVES];
    if (!kings && !o.over)
        differ(t, "goes on without a king");
    if (kings && o.over && !o.locked)
        differ(t, "over with both kings");
    if (kings && o.over && t->game == SLOW_FOUGHT &&
        slow_board_moves(t->game, &t->board, moves) > 0)
        differ(t, "over though something can act");
    if (t->game == SLOW_RECKLESS)
        judge_mate(t);
    return o.over;
}

static void play_turn(struct trial *t) {
    roll(t);
    while (act(t) && xpgn_play_in_turn(t->play))
        ;
    if (xpgn_play_may_end(t->play))
        ck_assert_int_eq(xpgn_play_end(t->play), XPGN_OK);
    slow_board_pass(&t->board);
    same_board(t);
}

static void play_game(struct trial *t, const xpgn_ruleset *rs) {
    ck_assert_int_eq(xpgn_play_new(&t->play, rs, NULL), XPGN_OK);
    slow_board_begin(&t->board);
    for (unsigned turn = 0; turn < TURNS && !is_over(t); turn++)
        play_turn(t);
    xpgn_play_free(t->play);
}

START_TEST(games_are_those_of_the_slow_twin) {
    const char *most = getenv("XPGN_GAMES"), *seed = getenv("XPGN_SEED");
    unsigned long count = most != NULL ? strtoul(most, NULL, 10) : GAMES;
    struct dice d = {seed != NULL ? strtoull(seed, NULL, 10) : 1};
    struct trial t = {.game = games[_i].game, .d = &d};
    xpgn_catalog *catalog;
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_int_eq(xpgn_catalog_find(catalog, (xpgn_slice){games[_i].id, strlen(games[_i].id)},
                                       (xpgn_slice){games[_i].options, strlen(games[_i].options)},
                                       &rs, &unknown),
                     XPGN_OK);
    t.faces = rs->die;
    for (unsigned long i = 0; i < count; i++)
        play_game(&t, rs);
    xpgn_catalog_free(catalog);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("slow dice");
    TCase *tc = tcase_create("slow dice");
    tcase_set_timeout(tc, 0);
    tcase_add_loop_test(tc, games_are_those_of_the_slow_twin, 0, sizeof games / sizeof *games);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

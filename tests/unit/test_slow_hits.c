/* SPDX-License-Identifier: MIT */
/*
 * Random games with hit points: at every action what may be played is what the slow twin says,
 * every exchange takes off what it says, and after every turn boards and points are the same.
 * XPGN_GAMES is how many of each game, XPGN_SEED the seed.
 */
#include "slow_hits.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/action_facts.h"
#include "internal/chance.h"
#include "slow_chess.h"
#include "suite.h"

enum { GAMES = 40, TURNS = 200 };

static const char *const games[] = {"hit-points-chess", "chess-to-the-death",
                                    "chess-or-die-trying"};

struct trial {
    enum slow_hits_game game;
    struct dice *d;
    xpgn_play *play;
    struct slow_hits s;
};

static _Noreturn void differ(const struct trial *t, const char *what) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(t->play);
    xpgn_buffer b = {0};
    xpgn_position_write(&b, rs, xpgn_play_position(t->play));
    ck_abort_msg("%s: %s: %.*s", xpgn_ruleset_id(rs), what, (int)b.size, b.data);
}

/* The move of the twin for an action; NULL: it does not allow it. */
static const struct slow_move *move_of(const struct slow_move *list, size_t count,
                                       const xpgn_action *a) {
    static const char letters[] = "\0\0NBRQ";
    for (size_t i = 0; i < count; i++)
        if (a->from == list[i].from && a->to == list[i].to &&
            letters[a->promotion] == list[i].becomes)
            return &list[i];
    return NULL;
}

static void same_board(const struct trial *t) {
    static const char letters[] = ".PNBRQK..pnbrqk";
    const xpgn_position *p = xpgn_play_position(t->play);
    for (unsigned sq = 0; sq < 64; sq++) {
        const char piece = t->s.board.at[sq];
        const int full = piece == '.' ? 0 : slow_hits_full(t->game, piece), left = t->s.left[sq];
        if (letters[p->at[sq] == 0 ? 0 : (p->at[sq] >> 4) * 8 + (p->at[sq] & 7)] != piece)
            differ(t, "another board");
        if (p->hits.left[sq] != (left < full ? left : 0))
            differ(t, "other hit points");
    }
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned side = 0; side < 2; side++)
            if ((p->castle[seat][side] != XPGN_NO_SQUARE) != t->s.board.castle[seat][side])
                differ(t, "other rights to castle");
}

/* ---- combats --------------------------------------------------------------------------------- */

/* Fights some exchanges, as many as the attacker likes; where there are no dice the roll stays
   empty. Returns what they do together. */
static struct slow_exchange exchange(struct trial *t, const struct slow_move *m, xpgn_roll *roll,
                                     struct slow_exchange each[XPGN_MAX_EXCHANGES]) {
    const int target = slow_hits_target(&t->s, m);
    int left[2] = {t->s.left[m->from], t->s.left[target]}, dice[2];
    struct slow_exchange all = {{0, 0}, {false, false}};
    const bool rolls = t->game == SLOW_DIE_TRYING;
    unsigned want = rolls ? 1 + dice_below(t->d, XPGN_MAX_EXCHANGES) : 1;
    for (unsigned e = 0; e < want && !all.removed[0] && !all.removed[1]; e++) {
        dice[0] = 1 + (int)dice_below(t->d, 20);
        dice[1] = 1 + (int)dice_below(t->d, 12);
        each[e] = slow_hits_exchange(t->game, t->s.board.at[m->from], left, dice);
        for (unsigned i = 0; i < 2; i++) {
            all.lost[i] += each[e].lost[i];
            left[i] -= each[e].lost[i];
            all.removed[i] = each[e].removed[i];
            roll->exchange[e].side[i].dice_count = 1;
            roll->exchange[e].side[i].dice[0] = (uint8_t)dice[i];
        }
        roll->exchanges = (uint8_t)(rolls ? e + 1 : 0);
        roll->two_sides = rolls;
    }
    return all;
}

static void same_combat(const struct trial *t, const struct slow_move *m, const xpgn_facts *f,
                        const struct slow_exchange *all, const struct slow_exchange *each) {
    const int left[2] = {t->s.left[m->from], t->s.left[slow_hits_target(&t->s, m)]};
    for (unsigned i = 0; i < 2; i++) {
        const bool harmed = t->game != SLOW_DEATH || i == 1;
        if (f->side[i].hits != left[i])
            differ(t, "other hit points before a combat");
        if (f->side[i].fate != (all->removed[i] ? 'x' : 0) ||
            f->side[i].lost != (harmed ? all->lost[i] : -1))
            differ(t, "another end of a combat");
        for (unsigned e = 0; e < f->roll.exchanges; e++)
            if (f->roll.exchange[e].side[i].lost != (harmed ? each[e].lost[i] : -1))
                differ(t, "an exchange that takes off something else");
    }
}

/* Plays an attack; its promotion counts if the pawn arrives. */
static bool fight(struct trial *t, const xpgn_action *a, const struct slow_move *m) {
    struct slow_exchange each[XPGN_MAX_EXCHANGES];
    xpgn_action choice[8];
    xpgn_facts f = {0};
    xpgn_roll roll = {0};
    size_t i = 0;
    ck_assert_int_eq(xpgn_play_prepare(t->play, a, &f), XPGN_OK);
    ck_assert(f.combat);
    const struct slow_exchange all = exchange(t, m, &roll, each);
    const bool arrives = all.removed[1] && !all.removed[0];
    ck_assert_int_eq(xpgn_play_judge(t->play, a, &roll, &f), XPGN_OK);
    ck_assert_int_eq(f.arrived, arrives);
    same_combat(t, m, &f, &all, each);
    size_t count = xpgn_play_choices(t->play, &f, choice, 8);
    while (i + 1 < count && choice[i].promotion != a->promotion)
        i++;
    ck_assert_int_eq(choice[i].promotion, arrives ? a->promotion : 0);
    ck_assert_int_eq(xpgn_play_act(t->play, &choice[i], &roll, NULL), XPGN_OK);
    return slow_hits_play(t->game, &t->s, m, &all);
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Plays an action by lot, which both allow; true if a king falls. */
static bool act(struct trial *t, const struct slow_move *moves, size_t slow) {
    const struct slow_exchange none = {{0, 0}, {false, false}};
    xpgn_action list[SLOW_MOVES];
    size_t count = xpgn_play_actions(t->play, list, SLOW_MOVES);
    if (count != slow)
        differ(t, "another number of actions");
    for (size_t i = 0; i < count; i++)
        if (move_of(moves, slow, &list[i]) == NULL)
            differ(t, "another action");
    /* an attack rather than another action, so that points are lost */
    const xpgn_action *a = &list[dice_below(t->d, (unsigned)count)];
    for (unsigned i = 0; i < 2 && a->kind != XPGN_ATTACK; i++)
        a = &list[dice_below(t->d, (unsigned)count)];
    const struct slow_move *m = move_of(moves, slow, a);
    if (slow_hits_target(&t->s, m) >= 0)
        return fight(t, a, m);
    ck_assert_int_eq(xpgn_play_act(t->play, a, NULL, NULL), XPGN_OK);
    return slow_hits_play(t->game, &t->s, m, &none);
}

/* A king that fell, a mate or a side without an action is the end, and nothing else. */
static bool is_over(struct trial *t, bool fallen, size_t moves) {
    const xpgn_outcome o = xpgn_play_outcome(t->play);
    const bool check = t->game == SLOW_HIT_POINTS && slow_hits_check(&t->s);
    const bool over = fallen || moves == 0;
    if (o.over != over)
        differ(t, over ? "goes on" : "is over");
    if (!over)
        return false;
    bool lost[2];
    for (unsigned seat = 0; seat < 2; seat++)
        lost[seat] = fallen ? memchr(t->s.board.at, seat == 0 ? 'K' : 'k', 64) == NULL
                            : check && t->s.board.white == (seat == 0);
    for (unsigned seat = 0; seat < 2; seat++)
        if (o.score[seat] != (lost[seat] == lost[1 - seat] ? 6 : lost[seat] ? 0 : 12))
            differ(t, "another result");
    return true;
}

static void play_game(struct trial *t, const xpgn_ruleset *rs) {
    struct slow_move moves[SLOW_MOVES];
    bool fallen = false;
    ck_assert_int_eq(xpgn_play_new(&t->play, rs, NULL), XPGN_OK);
    slow_hits_begin(t->game, &t->s);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        size_t count = slow_hits_moves(t->game, &t->s, moves);
        if (is_over(t, fallen, count))
            break;
        fallen = act(t, moves, count);
        slow_board_pass(&t->s.board);
        same_board(t);
    }
    xpgn_play_free(t->play);
}

/* ---- odds ------------------------------------------------------------------------------------ */

static const xpgn_ruleset *ruleset_of(xpgn_catalog *catalog, enum slow_hits_game game) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    ck_assert_int_eq(xpgn_catalog_find(catalog, (xpgn_slice){games[game], strlen(games[game])},
                                       (xpgn_slice){"", 0}, &rs, &unknown),
                     XPGN_OK);
    return rs;
}

/* What the dice bring, in half points: 1 3 3 5 9, a king 39, by the part of its points that a piece
   loses. */
struct brought {
    double chance[2][2], lost[2], sum, squares;
};

static double part_of(enum slow_hits_game game, char piece, int taken) {
    static const char letters[] = ".PNBRQK";
    static const int worth[7] = {0, 2, 6, 6, 10, 18, 78};
    return (double)taken / slow_hits_full(game, piece) * worth[strchr(letters, piece) - letters];
}

static void add_throw(struct brought *b, enum slow_hits_game game, const char piece[2],
                      const int left[2], const int dice[2]) {
    const struct slow_exchange x = slow_hits_exchange(game, piece[0], left, dice);
    double swing = 0;
    for (unsigned i = 0; i < 2; i++) {
        const int taken = x.lost[i] < left[i] ? x.lost[i] : left[i];
        swing += (i == 0 ? -1 : 1) * part_of(game, piece[i], taken);
        b->lost[i] += taken;
    }
    b->chance[x.removed[0]][x.removed[1]]++;
    b->sum += swing;
    b->squares += swing * swing;
}

static void check_pair(const xpgn_ruleset *rs, enum slow_hits_game game, const char piece[2],
                       const int left[2]) {
    static const char letters[] = ".PNBRQK";
    const int most[2] = {game == SLOW_DIE_TRYING ? 20 : 1, game == SLOW_DIE_TRYING ? 12 : 1};
    const double all = most[0] * most[1];
    xpgn_matchup m = {XPGN_MATCHUP, .kind = XPGN_ATTACK};
    struct brought b = {{{0}}, {0}, 0, 0};
    xpgn_facts f;
    xpgn_odds o;
    for (int n = 0; n < most[0] * most[1]; n++)
        add_throw(&b, game, piece, left, (int[]){1 + n % most[0], 1 + n / most[0]});
    for (unsigned i = 0; i < 2; i++)
        m.piece[i] = XPGN_PIECE(i, strchr(letters, piece[i]) - letters);
    ck_assert_int_eq(xpgn_combat_of_types(rs, &m, &f, NULL), XPGN_OK);
    for (unsigned i = 0; i < 2; i++)
        f.side[i].hits = (int16_t)left[i];
    ck_assert(xpgn_combat_odds(rs, &f, &o));
    for (unsigned i = 0; i < 4; i++)
        ck_assert_double_eq_tol(xpgn_odds_chance(&o, i / 2, i % 2), b.chance[i / 2][i % 2] / all,
                                1e-9);
    ck_assert_double_eq_tol(o.expected, b.sum / all, 1e-9);
    ck_assert_double_eq_tol(o.variance, b.squares / all - b.sum / all * b.sum / all, 1e-6);
    for (unsigned i = 0; i < 2; i++)
        ck_assert_double_eq_tol(xpgn_odds_lost(&o, i), b.lost[i] / all, 1e-9);
}

START_TEST(odds_are_what_all_throws_bring) {
    static const char types[] = "PNBRQK";
    const enum slow_hits_game game = (enum slow_hits_game)_i;
    xpgn_catalog *catalog;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    const xpgn_ruleset *rs = ruleset_of(catalog, game);
    for (unsigned n = 0; n < 36; n++) {
        const char piece[2] = {types[n % 6], types[n / 6]};
        const int full[2] = {slow_hits_full(game, piece[0]), slow_hits_full(game, piece[1])};
        if (game == SLOW_HIT_POINTS && piece[1] == 'K') /* no king is attacked there by types */
            continue;
        for (int less = 0; less < 3; less++) {
            const int left[2] = {1 + less * (full[0] - 1) / 2, full[1] - less * (full[1] - 1) / 2};
            check_pair(rs, game, piece, left);
        }
    }
    xpgn_catalog_free(catalog);
}
END_TEST

START_TEST(games_are_those_of_the_slow_twin) {
    const char *most = getenv("XPGN_GAMES"), *seed = getenv("XPGN_SEED");
    unsigned long count = most != NULL ? strtoul(most, NULL, 10) : GAMES;
    struct dice d = {seed != NULL ? strtoull(seed, NULL, 10) : 1};
    struct trial t = {.game = (enum slow_hits_game)_i, .d = &d};
    xpgn_catalog *catalog;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    const xpgn_ruleset *rs = ruleset_of(catalog, t.game);
    for (unsigned long i = 0; i < count; i++)
        play_game(&t, rs);
    xpgn_catalog_free(catalog);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("slow hits");
    TCase *tc = tcase_create("slow hits");
    tcase_set_timeout(tc, 0);
    tcase_add_loop_test(tc, odds_are_what_all_throws_bring, 0, sizeof games / sizeof *games);
    tcase_add_loop_test(tc, games_are_those_of_the_slow_twin, 0, sizeof games / sizeof *games);
    suite_add_tcase(suite, tc);
    return run_suite(suite);
}

/* SPDX-License-Identifier: MIT */
/* A game in progress against the walk: the same positions, names, fates and outcomes. */
#include "internal/draws.h"
#include "position_fixture.h"
#include "walk_fixture.h"

#include "core/base/roll_data.h"
#include "core/game/action_check.h"
#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"

#include <ctype.h>
#include <xpgn/play.h>
#include <xpgn/stream.h>

enum { MOST = 8192 };

static xpgn_play *play;
static xpgn_action list[MOST];

/* ---- records, played again ------------------------------------------------------------------- */

static void check_same_position(const xpgn_position *walked, const char *text) {
    xpgn_buffer a = {0}, b = {0};
    const xpgn_ruleset *rs = xpgn_play_ruleset(play);
    xpgn_position_write(&a, rs, walked);
    xpgn_position_write(&b, rs, xpgn_play_position(play));
    ck_assert_msg(a.size == b.size && memcmp(a.data, b.data, a.size) == 0,
                  "after %s: %.*s, not %.*s", text, (int)b.size, b.data, (int)a.size, a.data);
    xpgn_buffer_free(&a);
    xpgn_buffer_free(&b);
}

static bool same_action(const xpgn_action *a, const xpgn_action *b, bool before_dice) {
    bool open =
        before_dice && (b->promotion == 0 || b->kind == XPGN_RELEASE || b->kind == XPGN_TELEPORT);
    return a->kind == b->kind && a->piece == b->piece && a->from == b->from && a->to == b->to &&
           a->target == b->target && (open || (a->promotion == b->promotion && a->drop == b->drop));
}

static bool is_listed(size_t count, const xpgn_action *a, bool before_dice) {
    ck_assert_uint_le(count, MOST);
    for (size_t i = 0; i < count; i++)
        if (same_action(&list[i], a, before_dice))
            return true;
    return false;
}

/* The dice of the roll are due exchange by exchange. */
static void check_due(const xpgn_facts *facts) {
    xpgn_facts prepared;
    xpgn_roll roll = facts->roll;
    unsigned dice[2], falls = 0;
    ck_assert_int_eq(xpgn_play_prepare(play, &facts->action, &prepared), XPGN_OK);
    for (roll.exchanges = 0; xpgn_play_due(play, &prepared, &roll, dice); roll.exchanges++) {
        for (unsigned side = 0; side < 2; side++) {
            ck_assert_uint_eq(dice[side], roll.exchange[roll.exchanges].side[side].dice_count);
            falls += dice[side];
        }
    }
    if (falls > 0 || facts->roll.exchanges > 1)
        ck_assert_uint_eq(roll.exchanges, facts->roll.exchanges);
}

static void check_same_facts(const xpgn_facts *a, const xpgn_facts *b) {
    xpgn_buffer rolls[2] = {{0}, {0}};
    ck_assert_str_eq(a->text, b->text);
    ck_assert(turn_dice_same(&a->turn_roll, &b->turn_roll));
    ck_assert_int_eq(a->combat, b->combat);
    ck_assert_int_eq(a->check, b->check);
    ck_assert_uint_eq(a->captured, b->captured);
    ck_assert_str_eq(a->rule, b->rule);
    xpgn_roll_write(&rolls[0], &a->roll);
    xpgn_roll_write(&rolls[1], &b->roll);
    ck_assert_uint_eq(rolls[0].size, rolls[1].size);
    ck_assert(rolls[0].size == 0 || memcmp(rolls[0].data, rolls[1].data, rolls[0].size) == 0);
    for (unsigned i = 0; i < 2 && a->combat; i++) {
        ck_assert_uint_eq(a->side[i].count, b->side[i].count);
        for (unsigned j = 0; j < a->side[i].count; j++)
            ck_assert_uint_eq(a->side[i].supporter[j].square, b->side[i].supporter[j].square);
    }
    xpgn_buffer_free(&rolls[0]);
    xpgn_buffer_free(&rolls[1]);
}

static void play_action(const xpgn_step *step) {
    const xpgn_facts *f = step->facts;
    const xpgn_roll *roll =
        f->roll.exchanges > 0 && f->roll.exchange[0].side[0].dice_count > 0 ? &f->roll : NULL;
    xpgn_facts own;
    if (f->turn_roll.count > 0)
        ck_assert_int_eq(xpgn_play_roll_dice(play, f->turn_roll.die, 1), XPGN_OK);
    ck_assert_msg(is_listed(xpgn_play_actions(play, list, MOST), &f->action, true),
                  "%s is not listed", f->text);
    check_due(f);
    ck_assert_int_eq(xpgn_play_judge(play, &f->action, roll, &own), XPGN_OK);
    ck_assert_msg(is_listed(xpgn_play_choices(play, &own, list, MOST), &f->action, false),
                  "%s is no choice", f->text);
    ck_assert_int_eq(xpgn_play_act(play, &f->action, roll, &own), XPGN_OK);
    check_same_facts(&own, f);
    check_same_position(step->position, f->text);
}

/* The counts of what was played, so that nothing is left out unseen. */
static struct { unsigned games, actions, turns, taken; } played;

static void play_step(const xpgn_step *step) {
    if (step->kind == XPGN_STEP_ACTION && step->facts->stood) {
        ck_assert_int_eq(xpgn_play_from_walk(play, seen.walk), XPGN_OK);
        played.taken++;
    } else if (step->kind == XPGN_STEP_ACTION) {
        play_action(step);
        played.actions++;
    } else if (step->kind == XPGN_STEP_TURN) {
        if (xpgn_play_may_end(play))
            ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
        check_same_position(step->position, "a turn");
        played.turns++;
    }
}

static void play_game(const xpgn_game *game) {
    const xpgn_step *step;
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, game), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_next(seen.walk, &step), XPGN_OK);
    if (step->kind != XPGN_STEP_START || step->position == NULL)
        return;
    xpgn_play_free(play);
    ck_assert_int_eq(xpgn_play_new(&play, xpgn_walk_ruleset(seen.walk), step->position), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK && step->kind != XPGN_STEP_RESULT)
        if (step->depth == 0)
            play_step(step);
    xpgn_outcome a = xpgn_walk_outcome(seen.walk), b = xpgn_play_outcome(play);
    if (step->position == NULL)
        return; /* it could not be played to its end */
    ck_assert_int_eq(a.over, b.over);
    ck_assert_int_eq(memcmp(a.score, b.score, sizeof a.score), 0);
    ck_assert(a.rule == b.rule);
    played.games++;
}

START_TEST(every_record_is_played_as_it_is_walked) {
    static const char *const files[] = {"tests/vectors/tamper.xpgn",
                                        "tests/bench/data/assault-and-siege.xpgn",
                                        "tests/bench/data/chess-attack.xpgn",
                                        "tests/bench/data/combat-chess-2.xpgn",
                                        "tests/bench/data/five-dice.xpgn",
                                        "tests/bench/data/plain.pgn",
                                        "samples/assault-and-siege.xpgn",
                                        "samples/chess-attack.xpgn",
                                        "samples/combat-chess-2.xpgn",
                                        "samples/five-dice.xpgn",
                                        "samples/club.xpgn"};
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_open(&stream, files, sizeof files / sizeof *files, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK)
        play_game(&game);
    xpgn_stream_close(stream);
    ck_assert_uint_ge(played.games, 150);
    ck_assert_uint_ge(played.actions, 8000);
    ck_assert_uint_ge(played.turns, 8000);
}
END_TEST

/* Whether the last position is that of the walk, and the game goes on from there. */
static unsigned check_ends(const xpgn_walk_options *options) {
    static const char *const files[] = {"samples/club.xpgn", "samples/five-dice.xpgn",
                                        "samples/combat-chess-2.xpgn", "samples/chess.xpgn"};
    const xpgn_ruleset *rs;
    xpgn_slice unknown, chess = {"chess", 5};
    unsigned games = 0;
    xpgn_stream *stream;
    xpgn_game game;
    ck_assert_int_eq(xpgn_catalog_find(seen.rules, chess, (xpgn_slice){"", 0}, &rs, &unknown),
                     XPGN_OK);
    xpgn_play_free(play);
    ck_assert_int_eq(xpgn_play_new(&play, rs, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, options), XPGN_OK);
    ck_assert_int_eq(xpgn_stream_open(&stream, files, sizeof files / sizeof *files, 0), XPGN_OK);
    while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK) {
        const xpgn_step *step;
        ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
        while (xpgn_walk_next(seen.walk, &step) == XPGN_OK && step->kind != XPGN_STEP_RESULT)
            continue;
        if (step->position == NULL || xpgn_play_from_walk(play, seen.walk) != XPGN_OK)
            continue;
        check_same_position(step->position, "the end");
        games++;
    }
    xpgn_stream_close(stream);
    xpgn_walk_free(seen.walk);
    seen.walk = NULL;
    return games;
}

START_TEST(a_game_can_be_taken_over_at_its_end) {
    const xpgn_walk_options ways[] = {{XPGN_WALK_OPTIONS},
                                      {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT},
                                      {XPGN_WALK_OPTIONS, .detail = XPGN_WHOLE},
                                      {XPGN_WALK_OPTIONS, .detail = XPGN_BARE}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        ck_assert_uint_ge(check_ends(&ways[i]), 20);
}
END_TEST

/* ---- what is refused ------------------------------------------------------------------------- */

/* Begins where this record ends; its turn is still open if it has several actions. */
static void play_from(const char *text) {
    xpgn_game game = {.text = {text, strlen(text)}, .file = "-", .number = 1, .line = 1};
    const xpgn_step *step;
    xpgn_position start = {.files = 8};
    if (seen.walk == NULL)
        ck_assert_int_eq(xpgn_walk_new(&seen.walk, seen.rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_begin(seen.walk, &game), XPGN_OK);
    ck_assert_int_eq(xpgn_walk_next(seen.walk, &step), XPGN_OK);
    ck_assert_ptr_nonnull(step->position);
    start = *step->position;
    xpgn_play_free(play);
    ck_assert_int_eq(xpgn_play_new(&play, xpgn_walk_ruleset(seen.walk), &start), XPGN_OK);
    while (xpgn_walk_next(seen.walk, &step) == XPGN_OK)
        if (step->kind == XPGN_STEP_ACTION)
            ck_assert_int_eq(xpgn_play_from_walk(play, seen.walk), XPGN_OK);
}

/* The listed action of that name. */
static xpgn_action action_named(const char *name) {
    char text[24];
    size_t count = xpgn_play_actions(play, list, MOST);
    for (size_t i = 0; i < count; i++) {
        xpgn_action_name(xpgn_play_ruleset(play), xpgn_play_position(play), &list[i], text);
        if (strcmp(text, name) == 0)
            return list[i];
    }
    ck_abort_msg("%s is not listed", name);
    return list[0];
}

/* One exchange; 0: no die on that side.  `cell`: where the loser is held, of side `loser`. */
static xpgn_roll roll_of(unsigned attacker, unsigned defender) {
    xpgn_roll roll = {.exchanges = 1, .two_sides = defender != 0};
    unsigned dice[2] = {attacker, defender};
    for (unsigned i = 0; i < 2; i++) {
        roll.exchange[0].side[i].dice_count = dice[i] != 0;
        roll.exchange[0].side[i].dice[0] = (uint8_t)dice[i];
        roll.exchange[0].side[i].cell_file = roll.exchange[0].side[i].cell_rank = XPGN_NO_SQUARE;
    }
    return roll;
}

static void check_refused(const xpgn_action *a, const xpgn_roll *roll) {
    xpgn_play *copy;
    xpgn_facts facts;
    xpgn_position before = *xpgn_play_position(play);
    ck_assert_int_eq(xpgn_play_new(&copy, xpgn_play_ruleset(play), &before), XPGN_OK);
    xpgn_play_copy(copy, play);
    ck_assert_int_eq(xpgn_play_act(play, a, roll, &facts), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_act(play, a, roll, NULL), XPGN_INVALID);
    check_same_position(&before, "a refusal");
    ck_assert_int_eq(xpgn_play_turn_roll(copy), xpgn_play_turn_roll(play));
    xpgn_play_free(copy);
}

START_TEST(wrong_dice_are_refused) {
    play_from(CA "\n1. e4 d5 *");
    xpgn_action a = action_named("exd5"), other = a;
    xpgn_facts facts;
    xpgn_square cells[4];
    unsigned loser;
    xpgn_roll good = roll_of(5, 2), one = roll_of(5, 0), high = roll_of(7, 2), twice = good;
    twice.exchanges = 2;
    twice.exchange[1] = twice.exchange[0];
    check_refused(&a, NULL);
    check_refused(&a, &one);
    check_refused(&a, &high);
    check_refused(&a, &twice);
    twice.exchanges = 17;
    check_refused(&a, &twice);
    other.to = other.target = 200;
    check_refused(&other, &good);
    other = a;
    other.promotion = XPGN_QUEEN;
    check_refused(&other, &good);
    xpgn_action step = action_named("Nf3");
    check_refused(&step, &good);
    ck_assert_int_eq(xpgn_play_judge(play, &a, &good, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_cells(play, &facts, cells, &loser), 0); /* nobody is kept here */
    ck_assert(!facts.stood);
    ck_assert_int_eq(xpgn_play_act(play, &a, &good, NULL), XPGN_OK);
    check_refused(&a, &good); /* it is Black's turn */
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){3}, 1), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_end(play), XPGN_INVALID);
}
END_TEST

#define CELLS CC "[FirstRoll \"5:2\"]\n\n"
#define FIGHT CC "[XFEN \"r2k3r/8/8/8/3p4/2N1P3/8/R3K2R w - - 0 9\"]\n\n"

START_TEST(the_winner_chooses_the_castle) {
    play_from(FIGHT "9. <1> Ke1-e2 9... <1> Kd8-e8 10. <1> Ke2-e1 10... <1> Ke8-d8 *");
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    xpgn_action a = action_named("Nc3xd4");
    xpgn_roll roll = roll_of(6, 1);
    xpgn_facts facts;
    xpgn_square cells[4];
    unsigned loser;
    check_refused(&a, &roll);
    ck_assert_int_eq(xpgn_play_judge(play, &a, &roll, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_cells(play, &facts, cells, &loser), 2);
    ck_assert_uint_eq(loser, 1);
    ck_assert_uint_eq(cells[0], 0);
    ck_assert_uint_eq(cells[1], 7);
    roll.exchange[0].side[1].cell_file = 0;
    roll.exchange[0].side[1].cell_rank = 7; /* a8 is Black's */
    check_refused(&a, &roll);
    roll.exchange[0].side[1].cell_rank = 0;
    ck_assert_int_eq(xpgn_play_act(play, &a, &roll, &facts), XPGN_OK);
    ck_assert_str_eq(facts.text, "Nc3xd4");
    ck_assert(xpgn_play_may_end(play)); /* CC-7: or go on */
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_MAY);
    ck_assert_uint_eq(xpgn_play_position(play)->side_to_move, 0);
}
END_TEST

START_TEST(ties_are_rolled_again) {
    play_from(FIGHT "9. <1> Ke1-e2 9... <1> Kd8-e8 *");
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    xpgn_action a = action_named("Nc3xd4");
    xpgn_roll roll = roll_of(3, 4);
    xpgn_facts facts;
    unsigned dice[2];
    ck_assert_int_eq(xpgn_play_prepare(play, &a, &facts), XPGN_OK);
    ck_assert(xpgn_play_due(play, &facts, &roll, dice));
    ck_assert_int_eq(xpgn_play_judge(play, &a, &roll, &facts), XPGN_INVALID);
    roll.exchange[1] = roll_of(1, 5).exchange[0];
    roll.exchanges = 2;
    ck_assert(!xpgn_play_due(play, &facts, &roll, dice));
    ck_assert_int_eq(xpgn_play_judge(play, &a, &roll, &facts), XPGN_OK);
    ck_assert_int_eq(facts.side[0].fate, 'x');
}
END_TEST

START_TEST(an_attacker_goes_on_while_both_live) {
    play_from("[Variant \"chess-or-die-trying\"]\n\n1. Nc3 e5 2. Nd5 c6 *");
    xpgn_action a = action_named("Nb6");
    xpgn_roll roll = roll_of(5, 2);
    xpgn_facts facts;
    unsigned dice[2];
    ck_assert_int_eq(a.kind, XPGN_STEP);
    a = action_named("Nf6");
    ck_assert_int_eq(xpgn_play_act(play, &a, NULL, NULL), XPGN_OK);
    a = action_named("Qxf6"); /* 9 hit points against 5 */
    ck_assert_int_eq(xpgn_play_prepare(play, &a, &facts), XPGN_OK);
    ck_assert(!xpgn_play_may_go_on(play, &facts, &(xpgn_roll){.exchanges = 0}));
    ck_assert(!xpgn_play_due(play, &facts, &roll, dice)); /* he need not */
    ck_assert(xpgn_play_may_go_on(play, &facts, &roll));
    roll.exchange[1] = roll_of(2, 4).exchange[0];
    roll.exchanges = 2;
    ck_assert(xpgn_play_may_go_on(play, &facts, &roll));
    ck_assert_int_eq(xpgn_play_judge(play, &a, &roll, &facts), XPGN_OK);
    ck_assert(facts.side[0].lost == 2 && facts.side[1].lost == 3 && !facts.arrived);
    roll.exchange[2] = roll_of(6, 4).exchange[0];
    roll.exchanges = 3;
    ck_assert(!xpgn_play_may_go_on(play, &facts, &roll));
    roll.exchanges = XPGN_MAX_EXCHANGES;
    ck_assert(!xpgn_play_may_go_on(play, &facts, &roll));
    roll.exchanges = 3;
    ck_assert_int_eq(xpgn_play_act(play, &a, &roll, &facts), XPGN_OK);
    ck_assert(facts.side[1].lost == 5 && facts.side[1].fate == 'x' && facts.arrived);
    ck_assert_uint_eq(xpgn_play_position(play)->hits.left[facts.action.to], 7);
}
END_TEST

START_TEST(a_turn_roll_decides_what_may_be_played) {
    play_from(CELLS "1. <2> Nb1-b3 1... <6> -- *");
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_NONE); /* over-planned */
    ck_assert_uint_eq(xpgn_play_actions(play, list, MOST), 0);
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    xpgn_action teleport = action_named("K@-");
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){7}, 1), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_end(play), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){2}, 1), XPGN_OK);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){2}, 1), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_end(play), XPGN_INVALID);
    xpgn_roll die = roll_of(6, 0);
    check_refused(&teleport, &die); /* the choice was to roll to move */
    xpgn_action step = action_named("Nb3-b5");
    xpgn_facts facts;
    ck_assert_int_eq(xpgn_play_act(play, &step, NULL, &facts), XPGN_OK);
    ck_assert_uint_eq(facts.turn_roll.die[0], 2);
}
END_TEST

static xpgn_status reads(const char *text, xpgn_action *a) {
    return xpgn_play_read(play, (xpgn_slice){text, strlen(text)}, a);
}

START_TEST(an_action_is_read_where_the_turn_stands) {
    xpgn_action a;
    play_from(CELLS "1. <2> Nb1-b3 1... <6> -- *");
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    ck_assert_int_eq(reads("Nb3-b5", &a), XPGN_INVALID); /* before the die */
    ck_assert_int_eq(reads("K@-", &a), XPGN_OK);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){2}, 1), XPGN_OK);
    ck_assert_int_eq(reads("Nb3-b4", &a), XPGN_INVALID);
    ck_assert_int_eq(reads("no", &a), XPGN_INVALID);
    ck_assert_int_eq(reads("Nb5", &a), XPGN_OK);
    ck_assert_int_eq(a.kind, XPGN_STEP);
    ck_assert_uint_eq(a.from, 2 * 8 + 1);
    ck_assert_uint_eq(a.to, 4 * 8 + 1);
}
END_TEST

START_TEST(a_teleport_goes_where_its_die_lets_it) {
    play_from(CELLS "1. <2> Nb1-b3 1... <6> -- *");
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    xpgn_action a = action_named("K@e4");
    xpgn_roll low = roll_of(1, 0), high = roll_of(2, 0); /* four leaders */
    xpgn_facts facts;
    check_refused(&a, &low);
    low.two_sides = true; /* only the dice are looked at */
    ck_assert_int_eq(xpgn_play_judge(play, &a, &low, &facts), XPGN_OK);
    ck_assert(!facts.roll.two_sides);
    ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, MOST), 1);
    ck_assert_uint_eq(list[0].to, XPGN_NO_SQUARE);
    high.exchange[0].side[1].dice_count = 1;
    check_refused(&a, &high);
    high.exchange[0].side[1].dice_count = 0;
    ck_assert_int_eq(xpgn_play_judge(play, &a, &high, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, MOST), 33); /* or it declines */
    ck_assert_int_eq(xpgn_play_act(play, &a, &high, &facts), XPGN_OK);
    ck_assert_str_eq(facts.text, "K@e4");
}
END_TEST

#define CAPTIVE CC "[XFEN \"r2k3r/1N6/8/8/8/8/4P3/R3K2R[a8:NP] w - - 0 9\"]\n\n"

START_TEST(an_escape_frees_whom_the_player_chooses) {
    play_from(CAPTIVE "9. <1> Ke1-d1 9... <1> Kd8-e8 *");
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    xpgn_action a = action_named("Nb7@a8");
    xpgn_roll low = roll_of(4, 0), high = roll_of(5, 0);
    xpgn_facts facts;
    ck_assert_int_eq(xpgn_play_judge(play, &a, &low, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, MOST), 1);
    check_refused(&a, &high); /* nobody is named */
    ck_assert_int_eq(xpgn_play_judge(play, &a, &high, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, MOST), 4); /* a7, b8; N, P */
    a = list[3];
    check_refused(&a, &low);
    ck_assert_int_eq(xpgn_play_act(play, &a, &high, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_position(play)->at[a.drop], (unsigned)XPGN_PIECE(0, a.promotion));
}
END_TEST

START_TEST(a_pawn_is_promoted_only_where_it_arrives) {
    play_from("[Variant \"five-dice\"]\n[FEN \"3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1\"]\n\n"
              "1. Kd1 Ke7 *");
    xpgn_action a = action_named("cxd8=Q"), plain = a;
    xpgn_roll won = roll_of(6, 1), lost = roll_of(1, 6);
    xpgn_facts facts;
    won.exchange[0].side[1].dice_count = lost.exchange[0].side[1].dice_count = 2;
    won.exchange[0].side[1].dice[1] = lost.exchange[0].side[1].dice[1] = 2;
    plain.promotion = 0;
    check_refused(&a, &lost);
    check_refused(&plain, &won);
    ck_assert_int_eq(xpgn_play_judge(play, &a, &won, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, MOST), 4);
    ck_assert_int_eq(xpgn_play_judge(play, &a, &lost, &facts), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_choices(play, &facts, list, MOST), 1);
    ck_assert_uint_eq(list[0].promotion, 0);
    ck_assert_int_eq(xpgn_play_act(play, &plain, &lost, NULL), XPGN_OK);
}
END_TEST

#define ARMY "[FEN \"6bk/6nn/5p2/8/8/2P5/1N6/KB6 w - - 0 9\"]\n\n"

START_TEST(a_die_says_how_many_moves_there_are) {
    play_from(AS "[RuleOptions \"mode=dice\"]\n" ARMY "9. <1> -- 9... <4> f6-f5 *");
    ck_assert(xpgn_play_may_end(play)); /* one of two Moves is made */
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_MUST);
    ck_assert_uint_eq(xpgn_play_actions(play, list, MOST), 0);
    ck_assert_int_eq(xpgn_play_roll_dice(play, &(uint8_t){1}, 1), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_actions(play, list, MOST), 1);
    ck_assert_uint_eq(list[0].kind, XPGN_PASS);
    ck_assert_int_eq(xpgn_play_act(play, &list[0], NULL, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_play_turn_roll(play), XPGN_TURN_ROLL_NONE);
    ck_assert_uint_eq(xpgn_play_actions(play, list, MOST), 0);
    ck_assert_int_eq(xpgn_play_end(play), XPGN_OK);
}
END_TEST

START_TEST(nothing_is_played_behind_the_end) {
    play_from("[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n\n1. Kf7 Kh7 *");
    xpgn_action a = action_named("Rh1");
    xpgn_facts facts;
    ck_assert_int_eq(xpgn_play_act(play, &a, NULL, &facts), XPGN_OK);
    ck_assert_str_eq(facts.text, "Rh1#");
    ck_assert(xpgn_play_outcome(play).over);
    ck_assert_uint_eq(xpgn_play_actions(play, list, MOST), 0);
    check_refused(&a, NULL);
    play_from("[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n*"); /* stalemate from the start */
    ck_assert(xpgn_play_outcome(play).over);
    ck_assert_uint_eq(xpgn_play_outcome(play).score[0], 6);
}
END_TEST

START_TEST(a_game_needs_a_start_position) {
    const xpgn_ruleset *rs;
    xpgn_slice unknown, variant = {"assault-and-siege", 17}, chess = {"chess", 5};
    xpgn_position large = {.files = 12, .ranks = 12, .seats = 4};
    ck_assert_int_eq(xpgn_catalog_find(seen.rules, variant, (xpgn_slice){"", 0}, &rs, &unknown),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_play_new(&play, rs, NULL), XPGN_NOT_FOUND);
    ck_assert_int_eq(xpgn_catalog_find(seen.rules, chess, (xpgn_slice){"", 0}, &rs, &unknown),
                     XPGN_OK);
    ck_assert_int_eq(xpgn_play_new(&play, rs, &large), XPGN_INVALID);
    ck_assert_int_eq(xpgn_play_new(&play, rs, NULL), XPGN_OK);
    ck_assert_uint_eq(xpgn_play_actions(play, list, 3), 20); /* writes three */
    ck_assert_uint_eq(xpgn_play_faces(play), 0);
    xpgn_walk *walk;
    ck_assert_int_eq(xpgn_walk_new(&walk, seen.rules, NULL), XPGN_OK);
    ck_assert_int_eq(xpgn_play_from_walk(play, walk), XPGN_INVALID);
    xpgn_walk_free(walk);
}
END_TEST

static const char four_seats[] = AS "[RuleOptions \"players=4\"]\n";

static uint64_t key_of(const char *variant, const char *xfen) {
    char text[300];
    snprintf(text, sizeof text, "%s[XFEN \"%s\"]\n\n*", variant, xfen);
    play_from(text);
    return xpgn_position_key(xpgn_play_ruleset(play), xpgn_play_position(play));
}

START_TEST(positions_that_differ_have_keys_of_their_own) {
    static const char *const rows[][8] = {
        {"", "4k3/8/8/3pP3/8/8/8/R3K2R w KQ - 0 9", "4k3/8/8/3pP3/8/8/8/R3K2R b KQ - 0 9",
         "4k3/8/8/3pP3/8/8/8/R3K2R w K - 0 9", "4k3/8/8/3pP3/8/8/8/R3K2R w Q - 0 9",
         "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 9", "4k3/8/8/3pP3/8/8/8/R3K1R1 w Q - 0 9",
         "4k3/8/8/3nP3/8/8/8/R3K2R w KQ - 0 9"},
        {CA, "4k3/8/8/8/8/8/8/4K3 w - - 9 40", "4k3/8/8/8/8/8/8/4K3[q] w - - 9 40",
         "4k3/8/8/8/8/8/8/4K3[Q] w - - 9 40", "4k3/8/8/8/8/8/8/4K3[qq] w - - 9 40",
         "4k3/8/8/8/8/8/8/4K3[r] w - - 9 40", "4k3/8/8/8/8/8/8/4K*3 w - - 9 40"},
        {CC, "r2k3r/8/8/8/8/8/8/R3K2R w - - 0 9", "r2k3r/8/8/8/8/8/8/R3K2R[a1:p] w - - 0 9",
         "r2k3r/8/8/8/8/8/8/R3K2R[h1:p] w - - 0 9", "r2k3r/8/8/8/8/8/8/R3K2R[a8:P] w - - 0 9",
         "r2k3r/8/8/8/8/8/8/R3K2R[h8:P] w - - 0 9"},
        {four_seats, "rK2rP5bP1bK/12/12/12/12/12/12/12/12/12/12/wK2wP4gP2gK w - - 1 9",
         "rK2rP5bP1bK/12/12/12/12/12/12/12/12/12/12/wK2wP4gP2gK r - - 1 9",
         "rK2rP5bP1bK/12/12/12/12/12/12/12/12/12/12/wK3wP3gP2gK w - - 1 9",
         "rK2rP5bP1bK/12/12/12/12/12/12/12/12/12/12/wK2wP4gB2gK w - - 1 9",
         "rK2rP5bP1bK/12/12/12/12/12/12/12/12/12/12/gK2wP4gP2wK w - - 1 9",
         "rK2rP8/12/12/12/12/12/12/12/12/12/12/wK2wP4gP2gK w - - 1 9"}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        for (size_t i = 1; i < 8 && rows[r][i] != NULL; i++)
            for (size_t k = 1; k < 8 && rows[r][k] != NULL; k++)
                ck_assert_msg((key_of(rows[r][0], rows[r][i]) == key_of(rows[r][0], rows[r][k])) ==
                                  (i == k),
                              "%s, %s", rows[r][i], rows[r][k]);
    /* neither the counts, nor a pawn that nobody can take */
    ck_assert_uint_eq(key_of("", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 9"),
                      key_of("", "4k3/8/8/3p4/8/8/8/4K3 w - - 7 12"));
}
END_TEST

/* ---- set-ups and draws ----------------------------------------------------------------------- */

static const xpgn_ruleset *ruleset_of(const char *variant, const char *options) {
    return ruleset_in(seen.rules, variant, options);
}

/* SplitMix64. */
static uint32_t draw(void *data, uint32_t below) {
    uint64_t z = *(uint64_t *)data += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    ck_assert_uint_ge(below, 2);
    return (uint32_t)(z >> 32) % below;
}

/* Read back without a finding: pieces outside their zones and other armies would be warnings. */
static void check_set_up(const xpgn_ruleset *rs, struct log *log, xpgn_buffer *text,
                         uint64_t *seed) {
    xpgn_position p, same;
    size_t findings;
    ck_assert_int_eq(xpgn_ruleset_set_up(rs, draw, seed, &p), XPGN_OK);
    xpgn_buffer_clear(text);
    xpgn_position_write(text, rs, &p);
    log_clear(log);
    ck_assert(position_read(rs, (xpgn_slice){text->data, text->size}, 0, &same, log));
    (void)log_list(log, &findings);
    ck_assert_msg(findings == 0, "%.*s", (int)text->size, text->data);
}

START_TEST(armies_are_set_up_in_their_zones) {
    struct log log;
    xpgn_buffer text = {0};
    uint64_t seed = 1;
    log_init(&log);
    for (unsigned i = 0; i < 500; i++) {
        check_set_up(ruleset_of("assault-and-siege", ""), &log, &text, &seed);
        check_set_up(ruleset_of("assault-and-siege", "players=4"), &log, &text, &seed);
    }
    log_free_parts(&log);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(all_960_first_ranks_are_drawn) {
    const xpgn_ruleset *rs = ruleset_of("chess960", "");
    char ranks[960][8];
    unsigned times[960] = {0}, count = 0, least = UINT32_MAX, most = 0;
    struct log log;
    xpgn_buffer text = {0};
    uint64_t seed = 1;
    log_init(&log);
    for (unsigned i = 0; i < 96000; i++) {
        unsigned k = 0;
        check_set_up(rs, &log, &text, &seed);
        while (k < count && memcmp(ranks[k], text.data, 8) != 0)
            k++;
        for (unsigned file = 0; file < 8; file++) /* White's, after seven others, is the same */
            ck_assert_int_eq(text.data[35 + file], toupper((unsigned char)text.data[file]));
        ck_assert_uint_lt(k, 960);
        memcpy(ranks[k], text.data, 8);
        count += k == count;
        times[k]++;
    }
    ck_assert_uint_eq(count, 960);
    for (unsigned k = 0; k < 960; k++) {
        least = times[k] < least ? times[k] : least;
        most = times[k] > most ? times[k] : most;
    }
    ck_assert_uint_gt(least, 55); /* of 100 on average */
    ck_assert_uint_lt(most, 150);
    log_free_parts(&log);
    xpgn_buffer_free(&text);
}
END_TEST

START_TEST(other_games_begin_where_they_always_do) {
    uint64_t seed = 1;
    xpgn_position p, own;
    const xpgn_ruleset *rs = ruleset_of("combat-chess-2", "");
    ck_assert(xpgn_ruleset_rolls_off(rs));
    ck_assert(!xpgn_ruleset_sets_up(rs));
    ck_assert_int_eq(xpgn_ruleset_set_up(rs, draw, &seed, &p), XPGN_OK);
    ck_assert(xpgn_ruleset_start(rs, &own));
    ck_assert_int_eq(memcmp(p.at, own.at, sizeof p.at), 0);
    ck_assert_uint_eq(seed, 1);
    ck_assert(!xpgn_ruleset_rolls_off(ruleset_of("chess", "")));
    ck_assert(xpgn_ruleset_sets_up(ruleset_of("chess960", "")));
    ck_assert(xpgn_ruleset_sets_up(ruleset_of("assault-and-siege", "")));
}
END_TEST

/* A number of half-moves with the knights, there and back. */
static unsigned turns_until_drawn(const xpgn_ruleset *rs, const char *fen) {
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    xpgn_draws *draws;
    xpgn_position start = position_of(rs, fen);
    bool drawn = false;
    unsigned turns = 0;
    ck_assert_int_eq(xpgn_draws_new(&draws), XPGN_OK);
    xpgn_draws_begin(draws, rs);
    xpgn_play_free(play);
    ck_assert_int_eq(xpgn_play_new(&play, rs, &start), XPGN_OK);
    ck_assert_int_eq(xpgn_draws_note(draws, &start, &drawn), XPGN_OK);
    while (!drawn && turns < 60) {
        xpgn_action a = action_named(moves[turns++ % 4]);
        ck_assert_int_eq(xpgn_play_act(play, &a, NULL, NULL), XPGN_OK);
        ck_assert_int_eq(xpgn_draws_note(draws, xpgn_play_position(play), &drawn), XPGN_OK);
    }
    xpgn_draws_free(draws);
    return turns;
}

START_TEST(draws_of_the_laws_are_noticed) {
    const char *start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const char *late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 143 90";
    const char *bare = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1";
    ck_assert_uint_eq(turns_until_drawn(ruleset_of("chess", ""), start), 16);
    ck_assert_uint_eq(turns_until_drawn(ruleset_of("chess", ""), late), 7);
    ck_assert_uint_eq(turns_until_drawn(ruleset_of("chess", ""), bare), 0);
    ck_assert_uint_eq(turns_until_drawn(ruleset_of("five-dice", ""), start), 60); /* has none */
}
END_TEST

/* Is the position drawn whatever is played, by the pieces that are left? */
static bool is_dead(const char *pieces) {
    const xpgn_ruleset *rs = ruleset_of("chess", "");
    char fen[100];
    bool drawn = false;
    xpgn_draws *draws;
    snprintf(fen, sizeof fen, "%s w - - 0 1", pieces);
    xpgn_position p = position_of(rs, fen);
    ck_assert_int_eq(xpgn_draws_new(&draws), XPGN_OK);
    xpgn_draws_begin(draws, rs);
    ck_assert_int_eq(xpgn_draws_note(draws, &p, &drawn), XPGN_OK);
    xpgn_draws_free(draws);
    return drawn;
}

START_TEST(nobody_can_mate_with_a_knight_or_with_bishops_of_one_colour) {
    static const char *const dead[] = {"4k3/8/8/8/8/8/8/4K3",    "4k3/8/8/8/8/8/8/4K1N1",
                                       "4kn2/8/8/8/8/8/8/4K3",   "4k3/8/8/8/8/8/8/4KB2",
                                       "4kb2/8/8/8/8/8/8/2B1K3", "2b1k3/8/8/8/8/8/8/4KB2",
                                       "4k3/8/8/8/8/B7/8/2B1K3"};
    static const char *const alive[] = {
        "4k3/8/8/8/8/8/4P3/4K3",   "4k3/8/8/8/8/8/8/R3K3",   "4kq2/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/1N2K1N1", "4kn2/8/8/8/8/8/8/4K1N1", "4k3/8/8/8/8/8/8/2B1KB2",
        "2b1k3/8/8/8/8/8/8/2B1K3", "4kn2/8/8/8/8/8/8/2B1K3", "4k3/8/8/8/8/8/8/4KBN1"};
    for (size_t i = 0; i < sizeof dead / sizeof *dead; i++)
        ck_assert_msg(is_dead(dead[i]), "%s", dead[i]);
    for (size_t i = 0; i < sizeof alive / sizeof *alive; i++)
        ck_assert_msg(!is_dead(alive[i]), "%s", alive[i]);
}
END_TEST

/* Two bishops of Black, wherever they stand. */
START_TEST(each_square_has_its_colour) {
    for (unsigned i = 0; i < 64 * 64; i++) {
        unsigned square[4] = {i % 64, i / 64, 21,
                              42}; /* the bishops; the kings, where they are not */
        char board[65], pieces[80], *to = pieces;
        if (square[0] >= square[1] || square[0] == 21 || square[0] == 42 || square[1] == 21 ||
            square[1] == 42)
            continue;
        memset(board, '1', 64);
        for (unsigned k = 0; k < 4; k++)
            board[square[k]] = "bbkK"[k];
        for (unsigned k = 0; k < 64; k++) {
            *to++ = board[k];
            if (k % 8 == 7)
                *to++ = '/';
        }
        to[-1] = '\0';
        bool same = (square[0] / 8 + square[0] + square[1] / 8 + square[1]) % 2 == 0;
        ck_assert_msg(is_dead(pieces) == same, "%s", pieces);
    }
}
END_TEST

/* Where both squares are written no other form before that is meant, even if that cannot be
   played, and none after it if it can. */
START_TEST(of_the_alternatives_of_a_word_the_long_form_is_meant) {
    static const struct {
        const char *word, *means;
    } words[] = {
        {"b3|h3", "d3b3"},    {"b3|d4", "d3b3 d3d4"},  {"e2-e3|d3-b3", "e2e3"},
        {"b3|e2-e3", "e2e3"}, {"e2-h3|e2-e3", "e2e3"}, {"e2-h3|b3|d4", "d3b3 d3d4"},
        {"b3|e2-h3", ""},     {"b3|e2-h3|d4", "d3d4"}, {"b3|e2-h3|e2-e3|d4", "e2e3"},
        {"e2-h3|f2-h3", ""},
    };
    const xpgn_ruleset *rs = ruleset_of("assault-and-siege", "");
    xpgn_position start = position_of(rs, "7k/5n2/4p3/8/8/3N4/4P3/K7 w - - 3 20");
    ck_assert_int_eq(xpgn_play_new(&play, rs, &start), XPGN_OK);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        xpgn_word_reading found[4];
        char means[32] = "";
        size_t count = xpgn_play_readings(play, slice_of(words[i].word), "en", found, 4);
        for (size_t k = 0; k < count && k < 4; k++)
            snprintf(means + strlen(means), sizeof means - strlen(means), "%s%c%d%c%d",
                     k > 0 ? " " : "", 'a' + found[k].action.from % 8, found[k].action.from / 8 + 1,
                     'a' + found[k].action.to % 8, found[k].action.to / 8 + 1);
        ck_assert_msg(strcmp(means, words[i].means) == 0, "%s: %s", words[i].word, means);
    }
}
END_TEST

static void begin(void) {
    play = NULL;
    walk_set_up();
}

static void end(void) {
    xpgn_play_free(play);
    walk_tear_down();
}

int main(void) {
    Suite *suite = suite_create("play");
    TCase *tcase = tcase_create("play");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, begin, end);
    tcase_add_test(tcase, every_record_is_played_as_it_is_walked);
    tcase_add_test(tcase, wrong_dice_are_refused);
    tcase_add_test(tcase, the_winner_chooses_the_castle);
    tcase_add_test(tcase, ties_are_rolled_again);
    tcase_add_test(tcase, an_attacker_goes_on_while_both_live);
    tcase_add_test(tcase, a_turn_roll_decides_what_may_be_played);
    tcase_add_test(tcase, an_action_is_read_where_the_turn_stands);
    tcase_add_test(tcase, a_teleport_goes_where_its_die_lets_it);
    tcase_add_test(tcase, an_escape_frees_whom_the_player_chooses);
    tcase_add_test(tcase, a_pawn_is_promoted_only_where_it_arrives);
    tcase_add_test(tcase, a_die_says_how_many_moves_there_are);
    tcase_add_test(tcase, nothing_is_played_behind_the_end);
    tcase_add_test(tcase, positions_that_differ_have_keys_of_their_own);
    tcase_add_test(tcase, a_game_needs_a_start_position);
    tcase_add_test(tcase, armies_are_set_up_in_their_zones);
    tcase_add_test(tcase, all_960_first_ranks_are_drawn);
    tcase_add_test(tcase, a_game_can_be_taken_over_at_its_end);
    tcase_add_test(tcase, other_games_begin_where_they_always_do);
    tcase_add_test(tcase, draws_of_the_laws_are_noticed);
    tcase_add_test(tcase, nobody_can_mate_with_a_knight_or_with_bishops_of_one_colour);
    tcase_add_test(tcase, each_square_has_its_colour);
    tcase_add_test(tcase, of_the_alternatives_of_a_word_the_long_form_is_meant);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

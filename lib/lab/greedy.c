/* SPDX-License-Identifier: MIT */
/* The mean gain of an action in half points, ignoring the reply. */
#include "lab/greedy.h"
#include "internal/action_facts.h"
#include "internal/chance.h"

#include <stdlib.h>
#include <xpgn/play.h>

/* The end of the game, in half points: more than all pieces. */
static const double game_worth = 1e6;
/* A teleport gains nothing and risks the king: other actions without gain are preferred. */
static const double last_resort = -0.01;
static const double nearer = 0.0001; /* for each king step */

/* ---- the gain of an action, in half points --------------------------------------------------- */

/* The gain of a promotion. */
static double promotion_gain(const xpgn_ruleset *rs, const xpgn_action *a) {
    xpgn_piece into = XPGN_PIECE(XPGN_SEAT_OF(a->piece), a->promotion);
    return a->promotion == 0 ? 0 : xpgn_piece_worth(rs, into) - xpgn_piece_worth(rs, a->piece);
}

static double combat_value(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    xpgn_odds odds;
    if (!xpgn_combat_odds(rs, facts, &odds))
        return 0;
    double wins = odds.chance[XPGN_FATE_UNHARMED][XPGN_FATE_REMOVED] +
                  odds.chance[XPGN_FATE_WOUNDED][XPGN_FATE_REMOVED];
    return odds.expected + wins * promotion_gain(rs, &facts->action);
}

/* The best prisoner for each die that frees one. */
static double release_value(const xpgn_play *play, const xpgn_action *a) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(play);
    xpgn_action list[XPGN_TYPES * 8];
    unsigned faces = xpgn_play_die_faces(play, NULL, 0, 0);
    xpgn_roll roll = {.exchanges = 1};
    xpgn_facts facts;
    double sum = 0;
    roll.exchange[0].side[0].dice_count = 1;
    for (unsigned die = 1; die <= faces; die++) {
        roll.exchange[0].side[0].dice[0] = (uint8_t)die;
        if (xpgn_play_judge(play, a, &roll, &facts) != XPGN_OK)
            return 0;
        size_t count = xpgn_play_choices(play, &facts, list, XPGN_TYPES * 8);
        double best = 0;
        for (size_t i = 0; i < count && i < XPGN_TYPES * 8; i++) {
            xpgn_piece freed = XPGN_PIECE(XPGN_SEAT_OF(a->piece), list[i].promotion);
            double worth = list[i].promotion == 0 ? 0 : xpgn_piece_worth(rs, freed);
            best = worth > best ? worth : best;
        }
        sum += best;
    }
    return sum / faces;
}

/* Tries an action without dice, to see if it ends the game. */
static double ending_value(const xpgn_play *play, xpgn_play *trial, const xpgn_action *a) {
    xpgn_play_copy(trial, play);
    if (xpgn_play_act(trial, a, NULL, NULL) != XPGN_OK)
        return 0;
    xpgn_outcome outcome = xpgn_play_outcome(trial);
    if (!outcome.over)
        return 0;
    return outcome.score[xpgn_play_position(play)->side_to_move] == 12 ? game_worth : -1;
}

/* King steps from a square to the nearest king of another seat. */
static int king_distance(const xpgn_position *p, xpgn_square from) {
    int nearest = XPGN_MAX_FILES;
    for (unsigned seat = 0; seat < p->seats; seat++) {
        xpgn_square king = p->king[seat];
        if (seat == p->side_to_move || king == XPGN_NO_SQUARE)
            continue;
        int files = abs(from % p->files - king % p->files);
        int ranks = abs(from / p->files - king / p->files);
        int steps = files > ranks ? files : ranks;
        nearest = steps < nearest ? steps : nearest;
    }
    return nearest;
}

/* Among equal actions, prefers moves towards an enemy king, so that games end. */
static double approach(const xpgn_position *p, const xpgn_action *a) {
    return a->kind == XPGN_STEP ? nearer * (king_distance(p, a->from) - king_distance(p, a->to))
                                : 0;
}

static double quiet_value(const xpgn_play *play, xpgn_play *trial, const xpgn_facts *facts) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(play);
    const xpgn_position *p = xpgn_play_position(play);
    const xpgn_action *a = &facts->action;
    double value = promotion_gain(rs, a) + approach(p, a);
    if (a->kind == XPGN_ATTACK)
        value += xpgn_piece_worth(rs, p->at[a->target]);
    if (a->kind == XPGN_REINFORCE)
        value += xpgn_piece_worth(rs, XPGN_PIECE(XPGN_SEAT_OF(a->piece), XPGN_PAWN));
    if (a->kind == XPGN_ROUTE)
        value -= xpgn_piece_worth(rs, p->at[a->to]);
    if (xpgn_play_faces(play) == 0)
        value += ending_value(play, trial, a);
    return value;
}

double greedy_value(const xpgn_play *play, xpgn_play *trial, const xpgn_action *a) {
    xpgn_facts facts;
    if (a->kind == XPGN_RELEASE)
        return release_value(play, a);
    if (a->kind == XPGN_TELEPORT)
        return last_resort;
    if (xpgn_play_prepare(play, a, &facts) != XPGN_OK)
        return 0;
    return facts.combat ? combat_value(xpgn_play_ruleset(play), &facts)
                        : quiet_value(play, trial, &facts);
}

/* SPDX-License-Identifier: MIT */
/*
 * Endings of few pieces, solved exactly by iterating values over all positions that can arise and
 * all dice: if both sides do what is best, if both do what the player `careful` does, and if it
 * meets the best.  A step is an action, a roll for a turn, or the end of a turn of several actions.
 * Games are cut off after some steps and then count half.  Played out by that player with dice,
 * they agree with the exact value; what the best has more is what it loses.  The referee goes
 * through the dice one by one: nothing here knows the odds of the library.
 */
#include "position_fixture.h"
#include "suite.h"

#include "facts/play_game.h"
#include "internal/chance.h"
#include "internal/text_out.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/play.h>

enum { GAMES = 300 };

/* ---- positions ------------------------------------------------------------------------------- */

/* A way that an action may come out. */
struct way {
    double chance;
    uint32_t to;
};

struct deed {
    struct way *way;
    uint32_t ways;
};

struct point {
    xpgn_play *play;
    char *key;
    /* The actions, then the roll and the end of the turn, where there may be one. */
    struct deed *deed; /* NULL: not opened yet, or the game is over */
    double *chosen;    /* [deed]: how often the player takes it; NULL: not asked yet */
    uint32_t deeds;
    bool over;
    double score; /* of White */
};

/* Who plays: the best on both sides, the player on both, the player on the side to move. */
enum plays { PLAY_BEST, PLAY_SELF, PLAY_AGAINST_BEST, PLAYS };

struct ending {
    const xpgn_ruleset *rs;
    xpgn_player *player;
    struct point *point;
    uint32_t points, room;
    uint32_t *slot; /* of a table of keys: 1 + the number of a point */
    uint32_t slots;
    double *value[PLAYS][2]; /* [who plays][steps left, even or odd][point] */
};

static void *room_for(void *old, size_t size) {
    void *list = realloc(old, size);
    ck_assert_ptr_nonnull(list);
    return list;
}

/* What the rest of the game depends on: the position without its counters, and the turn. */
static char *key_of(const xpgn_ruleset *rs, const xpgn_play *play) {
    xpgn_buffer b = {0};
    xpgn_position p = *xpgn_play_position(play);
    p.number = 1;
    p.halfmove_clock = 0;
    xpgn_position_write(&b, rs, &p);
    xpgn_buffer_char(&b, (char)('A' + play->state.turn.stage));
    xpgn_buffer_char(&b, (char)('0' + play->state.turn.roll));
    if (play->state.turn.stage == STAGE_MOVED)
        xpgn_buffer_char(&b, (char)('0' + play->state.turn.actor));
    xpgn_buffer_char(&b, '\0');
    ck_assert(!b.failed);
    return b.data;
}

static uint32_t *slot_of(struct ending *e, const char *key) {
    uint32_t at = 2166136261u;
    for (const char *c = key; *c != '\0'; c++)
        at = (at ^ (unsigned char)*c) * 16777619u;
    for (at %= e->slots; e->slot[at] != 0; at = (at + 1) % e->slots)
        if (strcmp(e->point[e->slot[at] - 1].key, key) == 0)
            break;
    return &e->slot[at];
}

/* The number of the position that a game stands at. */
static uint32_t point_of(struct ending *e, const xpgn_play *play) {
    char *key = key_of(e->rs, play);
    uint32_t *slot = slot_of(e, key);
    if (*slot != 0) {
        free(key);
        return *slot - 1;
    }
    ck_assert_uint_lt(e->points, e->slots / 2);
    if (e->points == e->room) {
        e->room = e->room == 0 ? 1024 : 2 * e->room;
        e->point = room_for(e->point, e->room * sizeof *e->point);
    }
    struct point *p = &e->point[e->points];
    xpgn_outcome outcome = xpgn_play_outcome(play);
    *p = (struct point){.key = key, .over = outcome.over, .score = outcome.score[0] / 12.0};
    ck_assert_int_eq(xpgn_play_new(&p->play, e->rs, xpgn_play_position(play)), XPGN_OK);
    xpgn_play_copy(p->play, play);
    *slot = ++e->points;
    return e->points - 1;
}

/* ---- what may come of an action -------------------------------------------------------------- */

/* The next throw of `count` dice, as one counts; false: that was the last. */
static bool next_throw(uint8_t *dice, unsigned count, unsigned faces) {
    for (unsigned i = 0; i < count; i++) {
        if (++dice[i] <= faces)
            return true;
        dice[i] = 1;
    }
    return false;
}

static void add_way(struct ending *e, struct deed *d, double chance, const xpgn_play *after) {
    uint32_t to = point_of(e, after);
    for (uint32_t i = 0; i < d->ways; i++)
        if (d->way[i].to == to) {
            d->way[i].chance += chance;
            return;
        }
    d->way = room_for(d->way, (d->ways + 1) * sizeof *d->way);
    d->way[d->ways++] = (struct way){chance, to};
}

/* With its dice.  What they leave to choose, the castle of a prisoner and the square of one that
   escapes, is not the player's here: it is the first. */
static void act_with(xpgn_play *play, const xpgn_action *a, xpgn_roll *roll) {
    const xpgn_roll *thrown = roll->exchanges > 0 ? roll : NULL;
    xpgn_action choice;
    xpgn_square cell[4];
    xpgn_facts facts;
    unsigned loser;
    HOLDS(xpgn_play_judge(play, a, thrown, &facts) == XPGN_OK, "it cannot be judged");
    if (xpgn_play_cells(play, &facts, cell, &loser) > 0) {
        xpgn_roll_side *side = &roll->exchange[roll->exchanges - 1].side[loser];
        side->cell_file = cell[0] % xpgn_play_position(play)->files;
        side->cell_rank = cell[0] / xpgn_play_position(play)->files;
    }
    bool any = xpgn_play_choices(play, &facts, &choice, 1) > 0;
    HOLDS(xpgn_play_act(play, any ? &choice : a, thrown, NULL) == XPGN_OK, "it cannot be played");
}

/* Every throw has the same chance; those that are made again do not count. */
static void open_deed(struct ending *e, const xpgn_play *play, const xpgn_action *a,
                      xpgn_play *after, struct deed *d) {
    const xpgn_roll none = {.exchanges = 0};
    xpgn_facts facts;
    unsigned dice[2] = {0, 0}, faces = xpgn_play_faces(play);
    ck_assert_int_eq(xpgn_play_prepare(play, a, &facts), XPGN_OK);
    bool rolls = xpgn_play_due(play, &facts, &none, dice);
    uint8_t thrown[2 * XPGN_MAX_DICE];
    unsigned again[2];
    double all = 0;
    memset(thrown, 1, sizeof thrown);
    do {
        xpgn_roll roll = {.exchanges = rolls, .two_sides = dice[1] > 0};
        for (unsigned side = 0; side < 2; side++) {
            xpgn_roll_side *s = &roll.exchange[0].side[side];
            s->dice_count = (uint8_t)dice[side];
            memcpy(s->dice, thrown + (side == 0 ? 0 : dice[0]), dice[side]);
        }
        if (rolls && xpgn_play_due(play, &facts, &roll, again))
            continue;
        xpgn_play_copy(after, play);
        act_with(after, a, &roll);
        add_way(e, d, 1, after);
        all++;
    } while (next_throw(thrown, dice[0] + dice[1], faces));
    for (uint32_t i = 0; i < d->ways; i++)
        d->way[i].chance /= all;
}

static void open_roll(struct ending *e, const xpgn_play *play, xpgn_play *after, struct deed *d) {
    unsigned faces = xpgn_play_faces(play);
    for (uint8_t die = 1; die <= faces; die++) {
        xpgn_play_copy(after, play);
        HOLDS(xpgn_play_roll_dice(after, &die, 1) == XPGN_OK, "it cannot be rolled");
        add_way(e, d, 1.0 / faces, after);
    }
}

static void open_end(struct ending *e, const xpgn_play *play, xpgn_play *after, struct deed *d) {
    xpgn_play_copy(after, play);
    HOLDS(xpgn_play_end(after) == XPGN_OK, "it cannot end");
    add_way(e, d, 1, after);
}

/* A turn in which nothing can be done any more ends. */
static bool must_end(const xpgn_play *play, size_t actions) {
    return actions == 0 && xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_NONE;
}

static void open_point(struct ending *e, uint32_t at, xpgn_play *after) {
    static xpgn_action list[MOST_ACTIONS];
    xpgn_play *play = e->point[at].play;
    size_t count = xpgn_play_actions(play, list, MOST_ACTIONS);
    struct deed *deed = calloc(count + 2, sizeof *deed);
    ck_assert_ptr_nonnull(deed);
    bool rolls = xpgn_play_turn_roll(play) != XPGN_TURN_ROLL_NONE;
    for (size_t i = 0; i < count; i++)
        open_deed(e, play, &list[i], after, &deed[i]);
    if (rolls)
        open_roll(e, play, after, &deed[count++]);
    if (xpgn_play_may_end(play) || count == 0)
        open_end(e, play, after, &deed[count++]);
    e->point[at].deed = deed; /* points may have moved */
    e->point[at].deeds = (uint32_t)count;
}

/* ---- what the player does -------------------------------------------------------------------- */

/* A lot that falls on the number `wanted` of those that are alike, and notes how many there are. */
struct lot {
    uint32_t wanted, alike;
};

static uint32_t draw_lot(void *data, uint32_t below) {
    struct lot *lot = data;
    lot->alike = below;
    return below == lot->wanted ? 0 : 1;
}

/* The number of the deed that it chooses. */
static uint32_t choice_with(struct ending *e, const struct point *p, const xpgn_action *list,
                            size_t count, struct lot *lot) {
    lot->alike = 1;
    if (must_end(p->play, count))
        return 0;
    int choice = xpgn_player_choose(e->player, p->play, list, count, draw_lot, lot);
    return choice >= 0                  ? (uint32_t)choice
           : choice == XPGN_PLAYER_ROLL ? (uint32_t)count
                                        : p->deeds - 1;
}

/* Each of what it finds alike it takes equally often. */
static void ask_player(struct ending *e, struct point *p) {
    static xpgn_action list[MOST_ACTIONS];
    struct lot lot = {.wanted = 1};
    size_t count = xpgn_play_actions(p->play, list, MOST_ACTIONS);
    p->chosen = calloc(p->deeds, sizeof *p->chosen);
    ck_assert_ptr_nonnull(p->chosen);
    uint32_t first = choice_with(e, p, list, count, &lot);
    uint32_t alike = lot.alike;
    p->chosen[first] += 1.0 / alike;
    for (lot.wanted = 2; lot.wanted <= alike; lot.wanted++)
        p->chosen[choice_with(e, p, list, count, &lot)] += 1.0 / alike;
}

/* ---- values ---------------------------------------------------------------------------------- */

static double value_of_deed(const struct deed *d, const double *next) {
    double sum = 0;
    for (uint32_t i = 0; i < d->ways; i++)
        sum += d->way[i].chance * next[d->way[i].to];
    return sum;
}

static unsigned side_of(const struct point *p) {
    return xpgn_play_position(p->play)->side_to_move;
}

static double best_value(const struct point *p, const double *next) {
    bool white = side_of(p) == 0;
    double best = white ? -1 : 2;
    for (uint32_t i = 0; i < p->deeds; i++) {
        double value = value_of_deed(&p->deed[i], next);
        best = white ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

static double played_value(const struct point *p, const double *next) {
    double sum = 0;
    for (uint32_t i = 0; i < p->deeds; i++)
        if (p->chosen[i] > 0)
            sum += p->chosen[i] * value_of_deed(&p->deed[i], next);
    return sum;
}

/* All points that the roots lead to in this number of steps: the points before `end` have been
   reached with a step left at least, so that they are opened. */
static uint32_t open_all(struct ending *e, unsigned steps) {
    xpgn_play *after;
    uint32_t opened = 0;
    ck_assert_int_eq(xpgn_play_new(&after, e->rs, xpgn_play_position(e->point[0].play)), XPGN_OK);
    for (unsigned step = 0; step < steps; step++)
        for (uint32_t end = e->points; opened < end; opened++)
            if (!e->point[opened].over) {
                open_point(e, opened, after);
                ask_player(e, &e->point[opened]);
            }
    xpgn_play_free(after);
    return opened;
}

/* The value with a step more, from those in next. */
static void step_back(struct ending *e, enum plays plays, const double *next, double *now) {
    unsigned own = side_of(&e->point[0]);
    for (uint32_t i = 0; i < e->points; i++) {
        const struct point *p = &e->point[i];
        if (p->over || p->deed == NULL)
            now[i] = p->over ? p->score : 0.5;
        else
            now[i] = plays == PLAY_SELF || (plays == PLAY_AGAINST_BEST && side_of(p) == own)
                         ? played_value(p, next)
                         : best_value(p, next);
    }
}

static void solve(struct ending *e, unsigned steps) {
    for (enum plays which = PLAY_BEST; which < PLAYS; which++) {
        for (unsigned i = 0; i < 2; i++)
            e->value[which][i] = room_for(NULL, e->points * sizeof(double));
        for (uint32_t i = 0; i < e->points; i++)
            e->value[which][0][i] = e->point[i].over ? e->point[i].score : 0.5;
        for (unsigned step = 1; step <= steps; step++)
            step_back(e, which, e->value[which][(step - 1) % 2], e->value[which][step % 2]);
    }
}

/* ---- games ----------------------------------------------------------------------------------- */

static uint64_t state = 1;

static uint32_t below(void *data, uint32_t bound) {
    (void)data;
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ z >> 31) % bound);
}

static unsigned throw_one(void *data, unsigned faces) {
    return 1 + below(data, faces);
}

/* Throws until nothing more is due. */
static void play_action(xpgn_play *play, const xpgn_action *a) {
    xpgn_roll roll = {.exchanges = 0};
    xpgn_facts facts;
    HOLDS(xpgn_play_prepare(play, a, &facts) == XPGN_OK, "it cannot be prepared");
    xpgn_play_throw(play, &facts, throw_one, NULL, &roll);
    act_with(play, a, &roll);
}

/* With dice, as xpgn-simulate plays it. */
static void play_step(struct ending *e, xpgn_play *play) {
    static xpgn_action list[MOST_ACTIONS];
    size_t count = xpgn_play_actions(play, list, MOST_ACTIONS);
    int choice = must_end(play, count)
                     ? XPGN_PLAYER_END
                     : xpgn_player_choose(e->player, play, list, count, below, NULL);
    if (choice == XPGN_PLAYER_ROLL) {
        uint8_t die = (uint8_t)throw_one(NULL, xpgn_play_faces(play));
        HOLDS(xpgn_play_roll_dice(play, &die, 1) == XPGN_OK, "it cannot be rolled");
    } else if (choice == XPGN_PLAYER_END)
        HOLDS(xpgn_play_end(play) == XPGN_OK, "it cannot end");
    else
        play_action(play, &list[choice]);
}

/* The mean score of White, and half the width of its interval, with four games more. */
static double play_out(struct ending *e, unsigned steps, unsigned games, double *half) {
    const double z = 1.959963984540054;
    double sum = 0, squares = 0;
    xpgn_play *play;
    ck_assert_int_eq(xpgn_play_new(&play, e->rs, xpgn_play_position(e->point[0].play)), XPGN_OK);
    for (unsigned game = 0; game < games; game++) {
        xpgn_play_copy(play, e->point[0].play);
        for (unsigned step = 0; step < steps && !xpgn_play_outcome(play).over; step++)
            play_step(e, play);
        xpgn_outcome outcome = xpgn_play_outcome(play);
        double score = outcome.over ? outcome.score[0] / 12.0 : 0.5;
        sum += score;
        squares += score * score;
    }
    xpgn_play_free(play);
    double n = games + z * z, mean = (sum + z * z / 2) / n;
    *half = z * sqrt(fmax(0, (squares + z * z / 2) / n - mean * mean) / n);
    return mean;
}

/* ---- endings --------------------------------------------------------------------------------- */

/* Puts pieces on squares in the middle that are drawn, so that they meet, and castles where they
 * are held; NULL: nobody can be there, or the game is over. */
static xpgn_play *draw_ending(const xpgn_ruleset *rs, const char *pieces) {
    char board[64] = {0}, xfen[128], *to = xfen;
    if (rs->removed == REMOVED_PRISONER) {
        board[0] = board[7] = 'r';
        board[56] = board[63] = 'R';
    }
    for (const char *c = pieces; *c != '\0'; c++) {
        unsigned sq;
        do
            sq = 18 + below(NULL, 4) + 8 * below(NULL, 4);
        while (board[sq] != 0 || ((*c == 'P' || *c == 'p') && (sq < 24 || sq >= 40)));
        board[sq] = *c;
    }
    for (int sq = 0; sq < 64; sq++) {
        *to++ = board[sq] != 0 ? board[sq] : '1';
        if (sq % 8 == 7 && sq < 63)
            *to++ = '/';
    }
    (void)snprintf(to, 16, " %c - - 0 1", below(NULL, 2) == 0 ? 'w' : 'b');
    xpgn_position p;
    xpgn_play *play = NULL;
    if (xpgn_position_read(rs, slice_of(xfen), &p, NULL) == XPGN_OK)
        ck_assert_int_eq(xpgn_play_new(&play, rs, &p), XPGN_OK);
    return play;
}

static void free_ending(struct ending *e) {
    for (uint32_t i = 0; i < e->points; i++) {
        struct point *p = &e->point[i];
        for (uint32_t k = 0; k < p->deeds; k++)
            free(p->deed[k].way);
        free(p->deed);
        free(p->chosen);
        free(p->key);
        xpgn_play_free(p->play);
    }
    for (unsigned i = 0; i < 2 * PLAYS; i++)
        free(e->value[i / 2][i % 2]);
    free(e->point);
    free(e->slot);
    xpgn_player_free(e->player);
}

struct found {
    unsigned held, positions;
    double lost, most; /* what the side to move loses by playing so, together and at most */
    double off;        /* how far the values are from one half, together */
};

/* Solves one ending and plays it out. */
static void try_ending(const xpgn_ruleset *rs, const char *pieces, unsigned steps,
                       struct found *f) {
    struct ending e = {.rs = rs, .slots = 1 << 20};
    xpgn_play *root;
    double half;
    do
        root = draw_ending(rs, pieces);
    while (root == NULL);
    e.slot = calloc(e.slots, sizeof *e.slot);
    ck_assert_ptr_nonnull(e.slot);
    ck_assert_int_eq(xpgn_player_new(&e.player, slice_of("careful")), XPGN_OK);
    (void)point_of(&e, root);
    (void)open_all(&e, steps);
    solve(&e, steps);
    double best = e.value[PLAY_BEST][steps % 2][0], exact = e.value[PLAY_SELF][steps % 2][0];
    double mean = play_out(&e, steps, GAMES, &half);
    double lost = fabs(best - e.value[PLAY_AGAINST_BEST][steps % 2][0]);
    f->positions++;
    f->held += fabs(mean - exact) <= half;
    f->lost += lost;
    f->off += fabs(exact - 0.5);
    f->most = fmax(f->most, lost);
    xpgn_play_free(root);
    free_ending(&e);
}

/* Positions of each ending, and how long their games last: in make check, and in check-long. */
static const struct {
    const char *ruleset, *pieces;
    unsigned few, steps;
} endings[] = {
    {"five-dice", "Kk", 2, 40},       {"five-dice", "KRk", 2, 3},
    {"five-dice", "KPkp", 2, 4},      {"five-dice", "KNkp", 2, 3},
    {"chess-attack", "Kk", 2, 40},    {"chess-attack", "KRkp", 2, 3},
    {"chess-attack", "KPkp", 2, 4},   {"chess-attack", "KNkb", 2, 3},
    {"chess-attack", "KRk", 2, 3},    {"combat-chess-2", "Qb", 6, 24},
    {"combat-chess-2", "QNb", 6, 10}, {"combat-chess-2", "QPb", 6, 10},
    {"combat-chess-2", "QBbp", 6, 7},
};

START_TEST(games_played_out_agree_with_what_the_player_does_exactly) {
    bool all = getenv("XPGN_LONG") != NULL;
    xpgn_catalog *rules;
    struct found sum = {0};
    ck_assert_int_eq(xpgn_catalog_new(&rules), XPGN_OK);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct found f = {0};
        const xpgn_ruleset *rs = ruleset_in(rules, endings[i].ruleset, "");
        for (unsigned k = 0; k < (all ? 25 : 2); k++)
            try_ending(rs, endings[i].pieces, all ? endings[i].steps : endings[i].few, &f);
        if (all)
            printf("%-14s %-5s %2u steps: %u of %u held; %.3f from one half; lost %.4f, at most "
                   "%.4f\n",
                   endings[i].ruleset, endings[i].pieces, endings[i].steps, f.held, f.positions,
                   f.off / f.positions, f.lost / f.positions, f.most);
        sum.held += f.held;
        sum.positions += f.positions;
    }
    xpgn_catalog_free(rules);
    ck_assert_msg(100 * sum.held >= (all ? 95u : 90u) * sum.positions, "%u of %u", sum.held,
                  sum.positions);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endings");
    TCase *cases = tcase_create("exact");
    tcase_set_timeout(cases, 0);
    tcase_add_test(cases, games_played_out_agree_with_what_the_player_does_exactly);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}

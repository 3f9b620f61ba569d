/* SPDX-License-Identifier: MIT */
/*
 * Endings of few pieces, solved exactly by iterating values over all positions that can arise and
 * all dice: if both sides do what is best, if both do what the player `careful` does, and if it
 * meets the best.  Games are cut off after so many turns and then count half.  Played out by that
 * player with dice, they agree with the exact value; what the best has more is what it loses.
 * The referee goes through the dice one by one: nothing here knows the odds of the library.
 */
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ACTIONS = 256, GAMES = 300 };

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
    struct deed *deed; /* [action]; NULL: not opened yet, or the game is over */
    double *chosen;    /* [action]: how often the player takes it; NULL: not asked yet */
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
    double *value[PLAYS][2]; /* [who plays][turns left, even or odd][point] */
};

static void *room_for(void *old, size_t size) {
    void *list = realloc(old, size);
    ck_assert_ptr_nonnull(list);
    return list;
}

/* What the rest of the game depends on: the position without its counters. */
static char *key_of(const xpgn_ruleset *rs, const xpgn_play *play) {
    xpgn_buffer b = {0};
    xpgn_position p = *xpgn_play_position(play);
    p.number = 1;
    p.halfmove_clock = 0;
    xpgn_position_write(&b, rs, &p);
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

/* The next throw of so many dice, as one counts; false: that was the last. */
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

/* Every throw has the same chance. */
static void open_deed(struct ending *e, const xpgn_play *play, const xpgn_action *a,
                      xpgn_play *after, struct deed *d) {
    const xpgn_roll none = {.exchanges = 0};
    xpgn_facts facts;
    unsigned dice[2] = {0, 0}, faces = xpgn_play_faces(play);
    ck_assert_int_eq(xpgn_play_prepare(play, a, &facts), XPGN_OK);
    bool rolls = xpgn_play_due(play, &facts, &none, dice);
    uint8_t thrown[2 * XPGN_MAX_DICE];
    memset(thrown, 1, sizeof thrown);
    double chance = pow(faces, -(double)(dice[0] + dice[1]));
    do {
        xpgn_roll roll = {.exchanges = rolls, .two_sides = dice[1] > 0};
        for (unsigned side = 0; side < 2; side++) {
            xpgn_roll_side *s = &roll.exchange[0].side[side];
            s->dice_count = (uint8_t)dice[side];
            memcpy(s->dice, thrown + (side == 0 ? 0 : dice[0]), dice[side]);
        }
        xpgn_play_copy(after, play);
        HOLDS(xpgn_play_act(after, a, rolls ? &roll : NULL, NULL) == XPGN_OK,
              "it cannot be played");
        add_way(e, d, chance, after);
    } while (next_throw(thrown, dice[0] + dice[1], faces));
}

static void open_point(struct ending *e, uint32_t at, xpgn_play *after) {
    static xpgn_action list[MOST_ACTIONS];
    xpgn_play *play = e->point[at].play;
    size_t count = xpgn_play_actions(play, list, MOST_ACTIONS);
    struct deed *deed = calloc(count + 1, sizeof *deed);
    ck_assert_ptr_nonnull(deed);
    for (size_t i = 0; i < count; i++)
        open_deed(e, play, &list[i], after, &deed[i]);
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

static int choice_with(struct ending *e, const xpgn_play *play, const xpgn_action *list,
                       size_t count, struct lot *lot) {
    lot->alike = 1;
    return xpgn_player_choose(e->player, play, list, count, draw_lot, lot);
}

/* Each of what it finds alike it takes equally often. */
static void ask_player(struct ending *e, struct point *p) {
    static xpgn_action list[MOST_ACTIONS];
    struct lot lot = {.wanted = 1};
    size_t count = xpgn_play_actions(p->play, list, MOST_ACTIONS);
    p->chosen = calloc(count + 1, sizeof *p->chosen);
    ck_assert_ptr_nonnull(p->chosen);
    int first = choice_with(e, p->play, list, count, &lot);
    uint32_t alike = lot.alike;
    p->chosen[first] += 1.0 / alike;
    for (lot.wanted = 2; lot.wanted <= alike; lot.wanted++)
        p->chosen[choice_with(e, p->play, list, count, &lot)] += 1.0 / alike;
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

/* All that can come of the roots in so many turns: the points before `end` have been reached with
   a turn left at least, so that they are opened. */
static uint32_t open_all(struct ending *e, unsigned turns) {
    xpgn_play *after;
    uint32_t opened = 0;
    ck_assert_int_eq(xpgn_play_new(&after, e->rs, xpgn_play_position(e->point[0].play)), XPGN_OK);
    for (unsigned turn = 0; turn < turns; turn++)
        for (uint32_t end = e->points; opened < end; opened++)
            if (!e->point[opened].over) {
                open_point(e, opened, after);
                ask_player(e, &e->point[opened]);
            }
    xpgn_play_free(after);
    return opened;
}

/* The value with a turn more, from those in next. */
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

static void solve(struct ending *e, unsigned turns) {
    for (enum plays which = PLAY_BEST; which < PLAYS; which++) {
        for (unsigned i = 0; i < 2; i++)
            e->value[which][i] = room_for(NULL, e->points * sizeof(double));
        for (uint32_t i = 0; i < e->points; i++)
            e->value[which][0][i] = e->point[i].over ? e->point[i].score : 0.5;
        for (unsigned turn = 1; turn <= turns; turn++)
            step_back(e, which, e->value[which][(turn - 1) % 2], e->value[which][turn % 2]);
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

/* A turn with dice, as xpgn-simulate plays it. */
static void play_turn(struct ending *e, xpgn_play *play) {
    static xpgn_action list[MOST_ACTIONS];
    const xpgn_roll none = {.exchanges = 0};
    xpgn_facts facts;
    unsigned dice[2] = {0, 0};
    size_t count = xpgn_play_actions(play, list, MOST_ACTIONS);
    int choice = xpgn_player_choose(e->player, play, list, count, below, NULL);
    HOLDS(xpgn_play_prepare(play, &list[choice], &facts) == XPGN_OK, "it cannot be prepared");
    bool rolls = xpgn_play_due(play, &facts, &none, dice);
    xpgn_roll roll = {.exchanges = rolls, .two_sides = dice[1] > 0};
    for (unsigned side = 0; side < 2; side++) {
        roll.exchange[0].side[side].dice_count = (uint8_t)dice[side];
        for (unsigned i = 0; i < dice[side]; i++)
            roll.exchange[0].side[side].dice[i] = (uint8_t)(1 + below(NULL, xpgn_play_faces(play)));
    }
    HOLDS(xpgn_play_act(play, &list[choice], rolls ? &roll : NULL, NULL) == XPGN_OK,
          "it cannot be played");
}

/* The mean score of White, and half the width of its interval, with four games more. */
static double play_out(struct ending *e, unsigned turns, unsigned games, double *half) {
    const double z = 1.959963984540054;
    double sum = 0, squares = 0;
    xpgn_play *play;
    ck_assert_int_eq(xpgn_play_new(&play, e->rs, xpgn_play_position(e->point[0].play)), XPGN_OK);
    for (unsigned game = 0; game < games; game++) {
        xpgn_play_copy(play, e->point[0].play);
        for (unsigned turn = 0; turn < turns && !xpgn_play_outcome(play).over; turn++)
            play_turn(e, play);
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

/* Puts pieces on squares in the middle that are drawn, so that they meet; NULL: nobody can be
 * there, or the game is over. */
static xpgn_play *draw_ending(const xpgn_ruleset *rs, const char *pieces) {
    char board[64] = {0}, xfen[128], *to = xfen;
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
    xpgn_log *log;
    xpgn_play *play = NULL;
    ck_assert_int_eq(xpgn_log_new(&log), XPGN_OK);
    if (xpgn_position_read(rs, slice_of(xfen), 0, &p, log) == XPGN_OK)
        ck_assert_int_eq(xpgn_play_new(&play, rs, &p), XPGN_OK);
    xpgn_log_free(log);
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
static void try_ending(const xpgn_ruleset *rs, const char *pieces, unsigned turns,
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
    (void)open_all(&e, turns);
    solve(&e, turns);
    double best = e.value[PLAY_BEST][turns % 2][0], exact = e.value[PLAY_SELF][turns % 2][0];
    double mean = play_out(&e, turns, GAMES, &half);
    double lost = fabs(best - e.value[PLAY_AGAINST_BEST][turns % 2][0]);
    f->positions++;
    f->held += fabs(mean - exact) <= half;
    f->lost += lost;
    f->off += fabs(exact - 0.5);
    f->most = fmax(f->most, lost);
    xpgn_play_free(root);
    free_ending(&e);
}

/* So many positions of each ending, of games that last so many turns at most. */
static const struct {
    const char *ruleset, *pieces;
    unsigned turns;
} endings[] = {
    {"five-dice", "Kk", 40},     {"five-dice", "KRk", 3},     {"five-dice", "KPkp", 4},
    {"five-dice", "KNkp", 3},    {"chess-attack", "Kk", 6},   {"chess-attack", "KRkp", 3},
    {"chess-attack", "KPkp", 4}, {"chess-attack", "KNkb", 3}, {"chess-attack", "KRk", 3},
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
            try_ending(rs, endings[i].pieces, all ? endings[i].turns : 2, &f);
        if (all)
            printf("%-13s %-5s %2u turns: %u of %u held; %.3f from one half; lost %.4f, at most "
                   "%.4f\n",
                   endings[i].ruleset, endings[i].pieces, endings[i].turns, f.held, f.positions,
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

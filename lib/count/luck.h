/* SPDX-License-Identifier: MIT */
/*
 * Luck: what the dice of combats gave beyond the expectation.  A tally keeps, for each distribution
 * of half points that a combat can have, how often each of its outcomes came: from that follow
 * expectation, luck and rank exactly, also after a merge, and memory does not grow with the games.
 */
#ifndef XPGN_COUNT_LUCK_H
#define XPGN_COUNT_LUCK_H

#include "count/tally.h"

/* ---- distributions (luck_rank.c) ------------------------------------------------------------- */

enum { LUCK_OUTCOMES = 9 };

/* What a combat may bring to the side of the attacker. */
struct luck_dist {
    unsigned count;
    int32_t worth[LUCK_OUTCOMES]; /* in half points, ascending */
    uint64_t ways[LUCK_OUTCOMES], all;
};

void luck_dist_of(const xpgn_odds *odds, struct luck_dist *out);
/* The index of a worth that it has. */
unsigned luck_dist_index(const struct luck_dist *d, int32_t worth);
/* Appends "36:-2=11,1=25", and reads it again; false if it is none. No spaces in it. */
void luck_dist_write(xpgn_buffer *b, const struct luck_dist *d);
bool luck_dist_read(xpgn_slice text, struct luck_dist *out);

/* A number of combats with one distribution, seen from one side. */
struct luck_class {
    struct luck_dist dist;
    bool defends; /* worth is that of the other side, with the sign changed */
    uint64_t combats;
};

/* Of a side, over all its combats. */
struct luck {
    bool known; /* there were combats with dice, and the sums did not overflow */
    uint64_t combats;
    int64_t gave;             /* half points */
    double expected, net;     /* half points */
    double luckier, as_lucky; /* the shares of replays that are strictly better for this side, and
                                 equal */
};

/*
 * Sets expectation and rank of `gave` half points over these combats, which are reordered: the
 * distribution of the sum is made from the characteristic functions of the classes, at as many
 * frequencies as it takes to be exact up to rounding.  False if out of memory.
 */
bool luck_rank(struct luck_class *list, size_t count, struct luck *luck);

/* ---- the least likely rolls (luck_least.c) --------------------------------------------------- */

enum { LEAST_FIELDS = 5, LEAST_KEPT = 10 };
enum least_field { LEAST_PLACE, LEAST_RULESET, LEAST_TITLE, LEAST_ACTION, LEAST_OUTCOME };

struct least_roll {
    double chance;
    uint64_t ways, all;
    char *text[LEAST_FIELDS]; /* one allocation, that of text[0] */
};

/* The least likely first; what ties is ordered by its texts. */
struct least_list {
    struct least_roll roll[LEAST_KEPT];
    size_t count;
};

/* False if such a roll would not be kept. */
bool least_wants(const struct least_list *list, uint64_t ways, uint64_t all);
/* Copies the texts; false if out of memory. */
bool least_add(struct least_list *list, uint64_t ways, uint64_t all,
               const xpgn_slice text[LEAST_FIELDS]);
bool least_merge(struct least_list *list, const struct least_list *from);
void least_clear(struct least_list *list);

/* ---- counting (luck_count.c) ----------------------------------------------------------------- */

/* Adds an action of the current game: its dice and the luck of its combat. */
void luck_add(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);
/* Are these the numbers of a count of luck, as a file has them? */
bool luck_is_count(const struct tally_count *c);
/* Adds one of the least likely rolls of a file; false if out of memory. */
bool luck_enter_least(xpgn_tally *t, uint64_t ways, uint64_t all,
                      const xpgn_slice text[LEAST_FIELDS]);
/* Ends the game: its least likely rolls count if it is good. */
void luck_end(xpgn_tally *t, bool good);

/* ---- the view (luck_view.c) ------------------------------------------------------------------ */

enum { LUCK_FACES = 32 };

/* A side or a player, in the games of one ruleset. */
struct luck_row {
    xpgn_slice name; /* of a player; NULL: a side */
    unsigned seats, seat, against;
    struct luck luck;
    unsigned die;                      /* the faces that a die has; 0: none was rolled */
    uint64_t faces[ROLES][LUCK_FACES]; /* dice by role, and face less 1 */
};

/* The rows of a side: with two seats one, with four one against each seat that it fought, of which
   the first has its dice. Players are ordered by name. */
struct luck_view {
    struct luck_row *side, *player;
    size_t sides, players;
};
/* False if out of memory. */
bool luck_view_open(struct luck_view *view, const struct tally_view *all,
                    struct tally_span ruleset);
void luck_view_close(struct luck_view *view);
/* "white" to "green"; of a player the name. */
xpgn_slice luck_name_of(const struct luck_row *row);
/* The dice of a row: how many, and the sum of their faces; of combats, or before steps. */
struct luck_dice {
    uint64_t rolled, sum;
};
struct luck_dice luck_dice_of(const struct luck_row *row, bool turns);

#endif

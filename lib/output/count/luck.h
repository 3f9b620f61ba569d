/* SPDX-License-Identifier: MIT */
/*
 * Luck: what the dice of combats gave beyond the expectation.  For each distribution of half points
 * that a combat can have, a tally counts how often each outcome came. Expectation, luck and rank
 * follow exactly, also after a merge, and memory does not grow with the number of games.
 */
#ifndef XPGN_COUNT_LUCK_H
#define XPGN_COUNT_LUCK_H

#include "output/count/tally.h"

typedef struct xpgn_odds xpgn_odds; /* xpgn/play.h */

/* ---- distributions (luck_rank.c) ------------------------------------------------------------- */

enum { LUCK_OUTCOMES = 256, LUCK_MOST_WORTH = 1 << 24 };

/* What a combat may bring to the side of the attacker. */
struct luck_dist {
    uint32_t
        parts; /* of a half point, in which worths are: 1, or with hit points what these need */
    unsigned count;
    int32_t worth[LUCK_OUTCOMES]; /* ascending */
    uint64_t ways[LUCK_OUTCOMES], all;
};

/* Adds an outcome, of which there is room. */
void luck_dist_add(struct luck_dist *d, int32_t worth, uint64_t ways);
void luck_dist_of(const xpgn_odds *odds, struct luck_dist *out);
/* The index of a worth in the distribution, which must have it. */
unsigned luck_dist_index(const struct luck_dist *d, int32_t worth);
/* Writes and reads "36:-2=11,1=25", or with parts "240/1155:-990=13,...", which have no spaces;
   false if it is malformed. */
void luck_dist_write(xpgn_buffer *b, const struct luck_dist *d);
bool luck_dist_read(xpgn_slice text, struct luck_dist *out);

/* A number of combats with one distribution, seen from one side. */
struct luck_class {
    struct luck_dist dist;
    bool defends; /* it is seen from the defender's side: the worth is negated */
    uint64_t combats;
};

/* The luck of a side over all its combats. */
struct luck {
    bool known; /* there were combats with dice, and the sums did not overflow */
    uint64_t combats;
    int64_t gave;             /* parts of half points */
    uint32_t parts;           /* of a half point; set with `known` */
    double expected, net;     /* half points */
    double variance;          /* of the sum of the combats, in half points squared */
    double luckier, as_lucky; /* the shares of replays that are strictly better for this side, and
                                 equal */
};

/* What the dice gave, in half points. */
static inline double luck_gave(const struct luck *luck) {
    return (double)luck->gave / luck->parts;
}

/*
 * Sets expectation and rank of `gave` over these combats, all of the same parts, which it reorders.
 * The distribution of the sum is computed from the characteristic functions of the classes, at
 * enough frequencies to be exact up to rounding; for very many values that the sum can have, these
 * are first rounded to some ten thousand around the mean. False if out of memory.
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

/* The least likely first; ties are ordered by their texts. */
struct least_list {
    struct least_roll roll[LEAST_KEPT];
    size_t count;
};

/* True if such a roll would be kept. */
bool least_wants(const struct least_list *list, uint64_t ways, uint64_t all);
/* Copies the texts; false if out of memory. */
bool least_add(struct least_list *list, uint64_t ways, uint64_t all,
               const xpgn_slice text[LEAST_FIELDS]);
bool least_merge(struct least_list *list, const struct least_list *from);
void least_clear(struct least_list *list);

/* ---- hit points (luck_damage.c) -------------------------------------------------------------- */

/* The parts of a half point by which hit points are worth whole numbers; 0: their combats are not
   counted, as these are too many, or the game has none. */
uint32_t luck_damage_parts(const xpgn_ruleset *rs);
/* Sets *out to what an exchange may bring with the hit points that the sides have, and returns the
   index of what it has brought: `facts` has what it took, and the fates after it. `exact`: its
   throws can be counted; `parts` are those of the ruleset. */
unsigned luck_damage_of(const xpgn_ruleset *rs, const xpgn_facts *facts, bool exact, uint32_t parts,
                        struct luck_dist *out);

/* ---- counting (luck_count.c) ----------------------------------------------------------------- */

/* Adds an action of the current game: its dice and the luck of its combat. */
void luck_add(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);
/* True if these numbers from a file can be a count of luck. */
bool luck_is_count(const struct tally_count *c);
/* Ends the game: its least likely rolls count if it is good. */
void luck_end(xpgn_tally *t, bool good);

/* ---- the view (luck_view.c) ------------------------------------------------------------------ */

/* A side or a player, in the games of one ruleset. */
struct luck_row {
    xpgn_slice name; /* of a player; data NULL: a side */
    unsigned seats, seat, against;
    struct luck luck;
    unsigned die;           /* the most faces of its dice; 0: none were rolled */
    uint64_t *faces[ROLES]; /* [role][face - 1]: number of dice, up to face `die` */
};

/* The rows of sides and players. A side has one row with two seats; with four, one against each
   seat that it fought, the first of which has its dice. Players are ordered by name. */
struct luck_view {
    struct luck_row *side, *player;
    size_t sides, players;
};
/* False if out of memory. */
bool luck_view_open(struct luck_view *view, const struct tally_view *all,
                    struct tally_span ruleset);
void luck_view_close(struct luck_view *view);
/* "white" to "green", or the name of a player. */
xpgn_slice luck_name_of(const struct luck_row *row);
/* The dice of a row, from combats or turn rolls: their number, and the sum of their faces. */
struct luck_dice {
    uint64_t rolled, sum;
};
struct luck_dice luck_dice_of(const struct luck_row *row, bool turns);

#endif

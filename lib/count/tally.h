/* SPDX-License-Identifier: MIT */
/* Tallies: how counts are stored, and the sorted view that writers use. */
#ifndef XPGN_COUNT_TALLY_H
#define XPGN_COUNT_TALLY_H

#include "count/parts.h"

/* Kinds of counts; `a`, `b`, `c`, `d` of the key are their parameters. Written in this order. */
enum tally_kind {
    TALLY_LEFT_OUT, /* a game that was not counted */
    TALLY_RESULT,   /* a: name, "1-0" */
    TALLY_TURNS,    /* a: length of the game in turns */
    TALLY_ENDING,   /* a: name, "CA-8" or "resignation" */
    TALLY_FIRST, /* a: name of the first action, if the game began from the ruleset's start position
                  */
    TALLY_DIE,   /* a: enum tally_role, b: face, c: number of faces */
    TALLY_COMBAT,   /* a: attacker's type, b: defender's, c: enum tally_fate of both (first * 4 +
                       second), d: 1 if the totals were equal */
    TALLY_SUPPORT,  /* a: side (0 attack, 1 defense), b: supporters, c: enum tally_outcome */
    TALLY_EXPECTED, /* a: attacker's type, b: defender's, c: enum tally_expect; in billionths */
    TALLY_STOOD,    /* an illegal action that stood */
    TALLY_NAMED,    /* a: name of a type that chess calls otherwise, b: type; of each game */
    /* Counted only if they are wanted: */
    TALLY_MEASURED, /* a game whose luck was counted */
    TALLY_LUCK,     /* a: name, a distribution of half points; b: seats, attacker's * 4 +
                       defender's, of the seats + 4 * 4 with four; c: index of what came */
    TALLY_LUCK_OF,  /* a: name, the same, a space and a player; b: side; c: index of what came */
    TALLY_SEAT_DIE, /* a: seat, and 4 more with four seats; b: face, c: faces, d: enum tally_role */
    TALLY_PLAYER_DIE, /* a: name, a player; b: face, c: faces, d: enum tally_role */
    /* Likewise, by fair_add; a: name of a stream: */
    TALLY_FAIR_GAME, /* a game whose dice were counted; no name */
    TALLY_FAIR_FACE, /* b: face, c: faces */
    TALLY_FAIR_PAIR, /* b: first face, c: second, d: faces */
    TALLY_FAIR_RUNS, /* b: faces, c: enum fair_runs */
    TALLY_FAIR_GAP   /* b: face, c: class of its age * 2 + 1 if it fell, d: faces */
};
enum tally_role { ROLE_ATTACK, ROLE_DEFENSE, ROLE_TURN, ROLE_TELEPORT, ROLE_ESCAPE, ROLES };
/* Expected outcomes of combats with dice. */
enum tally_expect {
    EXPECT_WON,
    EXPECT_LOST,
    EXPECT_TIED,
    EXPECT_BOTH,
    EXPECT_WOUNDED,
    EXPECTS = 6
};
enum { TALLY_WHOLE = 1000000000 };
/* Outcome of a combat for one side. */
enum tally_outcome { OUTCOME_NEITHER, OUTCOME_WON, OUTCOME_LOST, OUTCOME_BOTH };

/* True if `a` is the id of a name. */
static inline bool tally_is_named(enum tally_kind kind) {
    return kind == TALLY_RESULT || kind == TALLY_ENDING || kind == TALLY_FIRST ||
           kind == TALLY_NAMED || kind == TALLY_LUCK || kind == TALLY_LUCK_OF ||
           kind == TALLY_PLAYER_DIE || (kind >= TALLY_FAIR_FACE && kind <= TALLY_FAIR_GAP);
}

struct tally_key {
    uint32_t group, a; /* group: its index */
    uint8_t kind, b, c, d;
};

struct tally_row {
    struct tally_key key;
    uint64_t count;
};

/* A value of the grouping tag and a ruleset, as ids of names. */
struct tally_group {
    uint32_t value, ruleset;
};

/* The dice of one stream in the current game. */
struct fair_stream {
    uint32_t name;
    bool named;     /* else it is not counted */
    uint8_t first;  /* the first of a pair; 0: none */
    bool was_above; /* the last die, the mean */
    uint32_t above, below, runs;
    uint8_t age[UINT8_MAX]; /* [face - 1]: dice since it fell, or since the game began */
};
enum { FAIR_STREAMS = 1 + ROLES + XPGN_MAX_SEATS };

struct xpgn_tally {
    struct arena arena; /* owns the names */
    char *by, *how;     /* NULL: none */
    xpgn_parts parts;   /* that it is of */
    xpgn_slice *name;
    struct tally_group *group;
    struct tally_row *row;
    size_t names, name_room, groups, group_room, rows, row_room;
    xpgn_index name_index, group_index, row_index;
    /* The current game: its group, and the rows it will add to. */
    bool begun;
    uint32_t now;
    struct tally_pending {
        uint32_t row, amount;
    } * pending;
    size_t pendings, pending_room;
    bool failed;                          /* out of memory: something was lost */
    unsigned wants;                       /* XPGN_TALLY_LUCK, XPGN_TALLY_FAIRNESS */
    struct least_list *least, *least_now; /* the least likely rolls, of all and of this game; NULL
                                             unless they are wanted */
    struct fair_stream *fair;             /* FAIR_STREAMS; NULL: not wanted */
};

/* For what is counted elsewhere: adds to a count of the current game, pending its end; the id of a
   name. t->failed: out of memory. */
void tally_count(xpgn_tally *t, const struct tally_key *key, uint32_t amount);
uint32_t tally_name(xpgn_tally *t, xpgn_slice name);
/* Appends a tag value without escapes and control characters, as names have it. */
void tally_put_value(xpgn_buffer *b, xpgn_slice value);
/* What the first side of the roll of an action has rolled for. */
static inline enum tally_role tally_role_of(const xpgn_facts *facts) {
    return facts->action.kind == XPGN_TELEPORT  ? ROLE_TELEPORT
           : facts->action.kind == XPGN_RELEASE ? ROLE_ESCAPE
                                                : ROLE_ATTACK;
}

/* A count with names instead of ids. */
struct tally_count {
    xpgn_slice value, ruleset;
    xpgn_slice name; /* of a named kind, instead of `a` */
    uint32_t a;
    uint8_t kind, b, c, d;
    uint64_t count;
};
/* Adds a count, independent of the current game; names are copied. False if out of memory. */
bool tally_enter(xpgn_tally *t, const struct tally_count *c);

/* ---- the view: sorted rows with ranks instead of ids ---- */

struct tally_entry {
    uint32_t value, ruleset; /* ranks of names, as is `a` of named kinds */
    uint32_t a;
    uint8_t kind, b, c, d;
    uint64_t count;
};

struct tally_view {
    struct tally_entry *entry;
    size_t count;
    xpgn_slice *name; /* by rank */
};

/* Makes the view of a tally. False if out of memory. */
bool tally_view_open(struct tally_view *view, const xpgn_tally *t);
void tally_view_close(struct tally_view *view);

/* Consecutive entries of a view. */
struct tally_span {
    const struct tally_entry *entry;
    size_t count;
};

/* Moves the entries of the first value (or of the first ruleset of a value) from *rest to *out;
   false if *rest is empty. */
bool tally_take_value(struct tally_span *rest, struct tally_span *out);
bool tally_take_ruleset(struct tally_span *rest, struct tally_span *out);
/* The entries of one kind among those of one ruleset; those of a kind with this `a`. */
struct tally_span tally_kind_of(struct tally_span span, enum tally_kind kind);
struct tally_span tally_part(struct tally_span span, uint32_t a);
/* The sum of all counts. */
uint64_t tally_sum(struct tally_span span);

/* Lengths of games in turns. Median and mean are in hundredths, rounded. */
struct tally_turns {
    uint64_t games, total, min, max, median, mean;
};
struct tally_turns tally_turns_of(struct tally_span ruleset);
/* The smallest of 1, 2, 5, 10, 20, ... that divides a range into at most 12 bins; and how many
   lengths are from `from` to less than `to`. */
uint64_t tally_bin_width(uint64_t range);
uint64_t tally_sum_of_bin(struct tally_span span, uint64_t from, uint64_t to);

/* Combats of one type of attacker and defender, or of all. */
struct tally_combats {
    uint64_t fought, won, lost, tied, both_removed, wounded[2];
};
/* Adds an entry of TALLY_COMBAT. */
void tally_add_combat(struct tally_combats *sum, const struct tally_entry *e);

/* Expected numbers by enum tally_expect, in billionths; EXPECT_WOUNDED is the attacker, the next
   one the defender. */
struct tally_expected {
    bool known; /* there were combats with dice */
    uint64_t billionths[EXPECTS];
};
/* For one type of attacker and defender; -1: for all. */
struct tally_expected tally_expected_of(struct tally_span ruleset, int attacker, int defender);

/* Pearson's chi-squared test that all faces of one role are equally likely. */
enum { TALLY_LEAST = 5 }; /* dice per face needed for a meaningful test */
struct tally_fairness {
    bool known;      /* enough dice were rolled */
    uint64_t chi;    /* in hundredths */
    uint64_t chance; /* p-value in ten-thousandths */
};
struct tally_fairness tally_fairness_of(struct tally_span faces);

/* Results by winner: [seat]. */
struct tally_score {
    uint64_t won[4], drawn, unfinished;
};
struct tally_score tally_score_of(const struct tally_view *view, struct tally_span ruleset);

uint64_t tally_divide(uint64_t n, uint64_t by); /* rounded; 0 if `by` is 0 */
const char *tally_role_name(unsigned role);
/* What the games of a ruleset call a type. */
xpgn_slice tally_type_name(const struct tally_view *view, struct tally_span ruleset, unsigned type);

void tally_write_partial(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                         bool complete);

#endif

/* SPDX-License-Identifier: MIT */
/* Counts, how they are kept, and the sorted view that they are written from. */
#ifndef XPGN_OUT_TALLY_H
#define XPGN_OUT_TALLY_H

#include "base/arena.h"

/* What is counted; `a`, `b`, `c`, `d` of the key say of what. Written in this order. */
enum tally_kind {
    TALLY_LEFT_OUT, /* a game that was not counted */
    TALLY_RESULT,   /* a: name, "1-0" */
    TALLY_TURNS,    /* a: the length of a game */
    TALLY_ENDING,   /* a: name, "CA-8" or "resignation" */
    TALLY_FIRST,    /* a: name, the first action from the ruleset's own start position */
    TALLY_DIE,      /* a: enum tally_role, b: face, c: faces that the die has */
    TALLY_COMBAT,   /* a: attacker's type, b: defender's, c: enum tally_fate of both (first * 4 +
                       second), d: 1 if the totals were equal */
    TALLY_SUPPORT,  /* a: side (0 attack, 1 defense), b: supporters, c: enum tally_outcome */
    TALLY_EXPECTED, /* a: attacker\'s type, b: defender\'s, c: enum tally_expect; counted in
                       billionths */
    TALLY_STOOD     /* an illegal action that stood */
};
enum tally_role { ROLE_ATTACK, ROLE_DEFENSE, ROLE_TURN, ROLE_TELEPORT, ROLE_ESCAPE, ROLES };
enum tally_fate { FATE_NONE, FATE_WOUNDED, FATE_REMOVED };
/* What was to be expected of combats with dice. */
enum tally_expect {
    EXPECT_WON,
    EXPECT_LOST,
    EXPECT_TIED,
    EXPECT_BOTH,
    EXPECT_WOUNDED,
    EXPECTS = 6
};
enum { TALLY_WHOLE = 1000000000 };
/* Of a combat, seen by one side. */
enum tally_outcome { OUTCOME_NEITHER, OUTCOME_WON, OUTCOME_LOST, OUTCOME_BOTH };

/* Is `a` the id of a name? */
static inline bool tally_is_named(enum tally_kind kind) {
    return kind == TALLY_RESULT || kind == TALLY_ENDING || kind == TALLY_FIRST;
}

struct tally_key {
    uint32_t group, a; /* index of the group */
    uint8_t kind, b, c, d;
};

struct tally_row {
    struct tally_key key;
    uint64_t count;
};

/* Where to look for an entry of a list: open addressing by hash. */
struct tally_slot {
    uint32_t hash, position; /* in the list, from 1; 0: free */
};
struct tally_index {
    struct tally_slot *slot;
    size_t size, used; /* size: a power of two, or 0 */
};

/* A value of the tag, and a ruleset: ids of names. */
struct tally_group {
    uint32_t value, ruleset;
};

struct xpgn_tally {
    struct arena arena; /* the names' texts */
    char *by;
    xpgn_slice *name;
    struct tally_group *group;
    struct tally_row *row;
    size_t names, name_room, groups, group_room, rows, row_room;
    struct tally_index name_index, group_index, row_index;
    /* The game under way: its group, and the rows that it adds one to. */
    bool begun;
    bool from_start; /* the next action is the first from the ruleset's own start position */
    uint32_t now;
    struct tally_pending {
        uint32_t row, amount;
    } * pending;
    size_t pendings, pending_room;
    bool failed; /* something was lost for want of memory */
};

/* So many of one kind, with names in place of ids. */
struct tally_count {
    xpgn_slice value, ruleset;
    xpgn_slice name; /* of a kind that is named, in place of `a` */
    uint32_t a;
    uint8_t kind, b, c, d;
    uint64_t count;
};
/* Adds them, whatever game is under way; the names are copied. False: no memory. */
bool tally_enter(xpgn_tally *t, const struct tally_count *c);

/* ---- the view: rows with names in place of ids, sorted ---- */

struct tally_entry {
    uint32_t value, ruleset; /* ranks of names, as is `a` of a kind that is named */
    uint32_t a;
    uint8_t kind, b, c, d;
    uint64_t count;
};

struct tally_view {
    struct tally_entry *entry;
    size_t count;
    xpgn_slice *name; /* by rank */
};

/* False: no memory. */
bool tally_view_open(struct tally_view *view, const xpgn_tally *t);
void tally_view_close(struct tally_view *view);

/* A run of entries of a view. */
struct tally_span {
    const struct tally_entry *entry;
    size_t count;
};

/* Takes the entries of the first value (or ruleset of a value) off *rest; false: none is left. */
bool tally_take_value(struct tally_span *rest, struct tally_span *out);
bool tally_take_ruleset(struct tally_span *rest, struct tally_span *out);
/* The entries of one kind, within the entries of one ruleset; of them those with this `a`. */
struct tally_span tally_kind_of(struct tally_span span, enum tally_kind kind);
struct tally_span tally_part(struct tally_span span, uint32_t a);
/* The sum of all counts. */
uint64_t tally_sum(struct tally_span span);

/* Lengths of games. Median and mean in hundredths, rounded. */
struct tally_turns {
    uint64_t games, total, min, max, median, mean;
};
struct tally_turns tally_turns_of(struct tally_span ruleset);

/* Combats of one kind of attacker and defender, or of all. */
struct tally_combats {
    uint64_t fought, won, lost, tied, both_removed, wounded[2];
};
/* Adds an entry of TALLY_COMBAT. */
void tally_add_combat(struct tally_combats *sum, const struct tally_entry *e);

/* What was to be expected, by enum tally_expect; EXPECT_WOUNDED is the attacker, and behind it the
   defender. */
struct tally_expected {
    bool told; /* there were such combats, with dice */
    uint64_t billionths[EXPECTS];
};
/* Of one kind of attacker and defender; -1: of all. */
struct tally_expected tally_expected_of(struct tally_span ruleset, int attacker, int defender);

/* Pearson's test of the faces of one role: each face as likely as any other. */
enum { TALLY_LEAST = 5 }; /* so many dice for each face make the test worth something */
struct tally_fairness {
    bool told;       /* enough were rolled */
    uint64_t chi;    /* in hundredths */
    uint64_t chance; /* of fair dice coming out so unequal or more, in ten-thousandths */
};
struct tally_fairness tally_fairness_of(struct tally_span faces);

/* Results by who has won: [seat]. */
struct tally_score {
    uint64_t won[4], drawn, unfinished;
};
struct tally_score tally_score_of(const struct tally_view *view, struct tally_span ruleset);

uint64_t tally_divide(uint64_t n, uint64_t by); /* rounded; 0 if `by` is 0 */
const char *tally_role_name(unsigned role);
const char *tally_type_name(unsigned type);

void tally_write_text(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view);
void tally_write_json(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view);
void tally_write_table(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                       bool csv);
void tally_write_partial(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view);

#endif

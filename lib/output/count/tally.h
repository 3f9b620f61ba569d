/* SPDX-License-Identifier: MIT */
/* Tallies: how counts are stored, and the sorted view that writers use. */
#ifndef XPGN_COUNT_TALLY_H
#define XPGN_COUNT_TALLY_H

#include <xpgn/facts.h>

#include "core/base/slice.h"
#include "core/play/combat.h"
#include "internal/action_facts.h"
#include "output/count/archive_parts.h"

/* Kinds of counts, in the order of their rows; `a`, `b`, `c`, `d` of the key are their fields. */
enum tally_kind {
#define STAT(id, name, scope, when, amount, fits, a, b, c, d, look, json, title) TALLY_##id,
#define HAND(id, name, wants, fits, a, b, c, d) TALLY_##id,
#define NUMBER(name, least, most, value)
#define NAME(name, value)
#include "output/count/tally_stats.def"
    TALLY_KINDS
};
enum tally_role { ROLE_ATTACK, ROLE_DEFENSE, ROLE_TURN, ROLE_TELEPORT, ROLE_ESCAPE, ROLES };
/* Outcomes of combats, as they came and as they were expected. */
enum tally_expect {
    EXPECT_WON,
    EXPECT_LOST,
    EXPECT_TIED,
    EXPECT_BOTH,
    EXPECT_WOUNDED,
    EXPECTS = 6
};
enum { TALLY_WHOLE = 1000000000, TALLY_NEAR_BITS = 12 };

struct tally_key {
    uint32_t group, a; /* group: its index */
    uint8_t kind, b, c, d;
};

struct tally_row {
    struct tally_key key;
    uint64_t count;
};

/* A group: a value of the grouping tag and a ruleset, as ids of names. */
struct tally_group {
    uint32_t value, ruleset;
};

/* The dice of one stream in the current game. */
struct fair_stream {
    uint32_t name;
    bool named;     /* if not, it is not counted */
    uint8_t first;  /* the first of a pair; 0: none */
    bool was_above; /* the last die was above the mean */
    uint32_t above, below, runs;
    uint8_t age[UINT8_MAX]; /* [face - 1]: dice since it last fell, or since the game began */
};
enum { FAIR_STREAMS = 1 + ROLES + XPGN_MAX_SEATS * (1 + ROLES) };

struct xpgn_tally {
    struct arena arena;          /* owns the names */
    char *by, *how;              /* NULL: none */
    struct archive_pieces parts; /* the pieces counted */
    xpgn_slice *name;
    struct tally_group *group;
    struct tally_row *row;
    size_t names, name_room, groups, group_room, rows, row_room;
    struct hash_index name_index, group_index, row_index;
    uint32_t near[1 << TALLY_NEAR_BITS]; /* [hash of key]: a recently used row */
    xpgn_buffer text;                    /* of facts */
    xpgn_fact_source subject;            /* the current game and step */
    /* The current game: its group, and the rows it will add to. */
    bool begun;
    uint32_t now;
    struct tally_pending {
        uint32_t row, amount;
    } * pending;
    size_t pendings, pending_room;
    struct role_dice {
        uint32_t count[UINT8_MAX + 1]; /* [face] */
        uint8_t most, even;            /* the highest face; tally_even_faces */
    } dice[ROLES];   /* of the game, for rulesets that throw the same die for all pieces */
    unsigned thrown; /* bit per role that has some */
    bool failed;     /* out of memory: something was lost */
    unsigned wants;  /* XPGN_TALLY_LUCK, XPGN_TALLY_FAIRNESS */
    struct least_list *least, *least_now; /* the least likely rolls of all games and of this one;
                                             NULL: not wanted */
    struct fair_stream *fair;             /* FAIR_STREAMS; NULL: not wanted */
    struct tally_turn {
        uint8_t rolled, spent; /* of the turn so far, if its dice say who may act; 0: none */
    } turn;
    xpgn_turn_dice fair_standing; /* a turn roll that stands without an action so far, whose dice
                                     count; or none */
    uint8_t fair_thrower;         /* the seat that threw it */
    /* For the report on fairness: */
    unsigned questions; /* XPGN_FAIR_... bits; 0: all */
    bool explore;
    xpgn_slice *player; /* named in advance; NULL: all that are found */
    size_t players;
};

/* ---- tally_counts.c: what sets t->failed if memory runs out ---------------------------------- */

static inline bool tally_is_key(const struct tally_key *a, const struct tally_key *b) {
    return memcmp(a, b, sizeof *a) == 0;
}
/* A cache slot for recently used rows, which finds most of them. */
static inline uint32_t *tally_near(xpgn_tally *t, const struct tally_key *key) {
    uint64_t what;
    uint32_t fields; /* it need not be the same on all processors */
    memcpy(&what, key, sizeof what);
    memcpy(&fields, (const char *)key + sizeof what, sizeof fields);
    return &t->near[((what * 31 ^ fields) * 0x9e3779b97f4a7c15u) >> (64 - TALLY_NEAR_BITS)];
}
void tally_count_new(xpgn_tally *t, const struct tally_key *key, uint32_t amount);
/* Adds to a count of the current game, pending its end. */
ALWAYS_INLINE void tally_count(xpgn_tally *t, const struct tally_key *key, uint32_t amount) {
    uint32_t row = *tally_near(t, key);
    if (row < t->rows && tally_is_key(&t->row[row].key, key) && t->pendings < t->pending_room)
        t->pending[t->pendings++] = (struct tally_pending){row, amount};
    else
        tally_count_new(t, key, amount);
}
/* The row of a key, created if needed, until the next call; NULL if memory runs out. */
struct tally_row *tally_find_row(xpgn_tally *t, const struct tally_key *key);
/* The id of a name, which is copied, and of a group; 0 if memory runs out. */
uint32_t tally_name(xpgn_tally *t, xpgn_slice name);
uint32_t tally_group_id(xpgn_tally *t, struct tally_group group);
/* Appends a tag value without escapes and control characters, the form of names; all becomes
   UTF-8. */
void tally_put_value(xpgn_buffer *b, xpgn_slice value);

/* The role of the first side of an action's roll. */
static inline enum tally_role tally_role_of(const xpgn_facts *facts) {
    return facts->action.kind == XPGN_TELEPORT  ? ROLE_TELEPORT
           : facts->action.kind == XPGN_RELEASE ? ROLE_ESCAPE
                                                : ROLE_ATTACK;
}

/* The faces of a die that an action threw: in its combat, its attempt or its turn. */
static inline unsigned tally_faces(const xpgn_ruleset *rs, const xpgn_facts *f,
                                   enum tally_role role, unsigned die) {
    return combat_adds_dice(rs) && f->combat && (role == ROLE_ATTACK || role == ROLE_DEFENSE)
               ? combat_faces(rs, f, role == ROLE_DEFENSE, die)
               : rs->die;
}

/* The faces that come equally often in records of such a die; 0: none do, as throws that move
   nothing are thrown again, and only the last is recorded. */
static inline unsigned tally_even_faces(const xpgn_ruleset *rs, const xpgn_facts *f,
                                        enum tally_role role, unsigned die) {
    return role == ROLE_TURN && rs->roll.again ? 0 : tally_faces(rs, f, role, die);
}

/* Calls `see` for each side's throw in each exchange of an action, and for the turn roll. An
   attempt has no defender; that side is left over from earlier. */
typedef void tally_throw(void *data, enum tally_role role, unsigned seat,
                         const xpgn_roll_side *side);
ALWAYS_INLINE void tally_throws(const xpgn_facts *f, unsigned seat, tally_throw *see, void *data) {
    if (f->turn_roll.count > 0) {
        xpgn_roll_side turn;
        xpgn_turn_dice_side(&f->turn_roll, &turn);
        see(data, ROLE_TURN, seat, &turn);
    }
    for (unsigned i = 0; i < f->roll.exchanges; i++) {
        see(data, tally_role_of(f), seat, &f->roll.exchange[i].side[0]);
        if (f->combat)
            see(data, ROLE_DEFENSE, XPGN_SEAT_OF(f->side[1].piece), &f->roll.exchange[i].side[1]);
    }
}

/* tally.c: a count with names instead of ids. */
struct tally_count {
    xpgn_slice value, ruleset;
    xpgn_slice name; /* of a named kind, instead of `a` */
    uint32_t a;
    uint8_t kind, b, c, d;
    uint64_t count;
};
/* Adds a count, independent of the current game; names are copied. False if out of memory. */
bool tally_enter(xpgn_tally *t, const struct tally_count *c);

/* ---- tally_stats.c: the rows of tally_stats.def ---------------------------------------------- */

struct tally_range {
    bool named; /* a name; if not, a number */
    int64_t least, most;
};

/* How a statistic is shown. */
enum tally_look { LOOK_OWN, LOOK_NAMES, LOOK_TOP, LOOK_HISTOGRAM, LOOK_TABLE };
enum { TALLY_TOP = 10 };

struct tally_stat {
    const char *name;
    bool (*fits)(const struct tally_count *c);
    const char *key, *title; /* key of JSON, title for people; NULL for HAND */
    unsigned wants;          /* XPGN_TALLY_LUCK, XPGN_TALLY_FAIRNESS */
    enum tally_look look;
    uint16_t field[4];
};
extern const struct tally_stat tally_stats[TALLY_KINDS];

/* The name of field `place` (from 0) of a kind, NULL if there is none; and its fact, NULL if it is
   not one. */
const char *tally_field_name(enum tally_kind kind, unsigned place);
const xpgn_fact *tally_fact_of(enum tally_kind kind, unsigned place);
/* The range of field `place` (from 0) of a kind. */
struct tally_range tally_range_of(enum tally_kind kind, unsigned place);
/* True if `a` is the id of a name. */
static inline bool tally_is_named(enum tally_kind kind) {
    return tally_range_of(kind, 0).named;
}
/* The offset added to `a` to make it non-negative. */
static inline int64_t tally_offset(enum tally_kind kind) {
    int64_t least = tally_range_of(kind, 0).least;
    return least < 0 ? -least : 0;
}
/* Counts the steps of a game: an action of the main line, the end of a turn, its result. */
void stats_add_action(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);
void stats_add_turn(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);
/* Counts the dice of the game, at its end. */
void stats_add_dice(xpgn_tally *t);
void stats_add_result(xpgn_tally *t, const xpgn_walk *walk, const xpgn_step *step);

/* ---- the view: sorted rows with ranks instead of ids ---- */

struct tally_entry {
    uint32_t value, ruleset; /* ranks of names; so is `a` of named kinds */
    uint32_t a;
    uint8_t kind, b, c, d;
    uint64_t count;
};

struct tally_view {
    struct tally_entry *entry;
    size_t count;
    xpgn_slice *name; /* by rank */
};

/* Makes the sorted view of a tally. False if out of memory. */
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

/* The numbers of a kind, such as the lengths of games in turns. Median and mean are in hundredths,
   rounded; decimals are in millionths, and so are their hundredths. */
struct tally_numbers {
    uint64_t count;
    int64_t total, min, max, median, mean;
};
struct tally_numbers tally_numbers_of(struct tally_span ruleset, enum tally_kind kind);
/* The bins of a histogram, at most 12, whose width is the smallest sufficient one of 1, 2, 5, 10,
   20, ...; tally_bins begins the first. False past the last. */
struct tally_bin {
    int64_t from, to; /* numbers in it */
    uint64_t count;
    struct tally_span span;
    enum tally_kind kind;
    int64_t width, max;
};
struct tally_bin tally_bins(struct tally_span ruleset, enum tally_kind kind);
bool tally_next_bin(struct tally_bin *bin);
/* Appends "10-19", "7", "-4 to -3", "0.2 to 0.3". */
void tally_put_bin(xpgn_buffer *b, const struct tally_bin *bin);
/* Appends a number of the kind, or its hundredths (5750 as 57.5). */
void tally_put_number(xpgn_buffer *b, enum tally_kind kind, int64_t number);
void tally_put_hundredths(xpgn_buffer *b, enum tally_kind kind, int64_t hundredths);
/* Appends the value of a field of an entry: a name, a word, a type of piece, or a number. */
void tally_put_field(xpgn_buffer *b, const struct tally_view *view, struct tally_span ruleset,
                     const struct tally_entry *e, unsigned place);
/* The next kind after *kind that was counted and is shown as its row says, except results, turns,
   endings and first actions, which have fixed places. False if there is none. */
bool tally_next_look(struct tally_span ruleset, unsigned *kind);

/* Combats, and their outcomes by enum tally_expect; EXPECT_WOUNDED is the attacker, the next index
   the defender. */
struct tally_combats {
    uint64_t fought, of[EXPECTS];
};
/* The sum of entries of TALLY_COMBAT. */
struct tally_combats tally_combats_of(struct tally_span combats);
/* "won" to "defender_wounded". */
const char *tally_outcome_name(unsigned outcome);

/* Expected numbers by enum tally_expect, in billionths. */
struct tally_expected {
    bool known; /* there were combats with dice */
    uint64_t billionths[EXPECTS];
};
/* Expected numbers for one type of attacker and defender; -1: for all. */
struct tally_expected tally_expected_of(struct tally_span ruleset, int attacker, int defender);

/* Pearson's chi-squared test that all faces of one role are equally likely; not of dice with
   different numbers of faces. */
enum { TALLY_LEAST = 5 }; /* dice per face needed for a meaningful test */
struct tally_fairness {
    bool known;      /* enough dice were rolled, all with as many faces */
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
const char *tally_role_name(unsigned role);     /* one of ROLES */
/* The name of a type in the games of a ruleset. */
xpgn_slice tally_type_name(const struct tally_view *view, struct tally_span ruleset, unsigned type);

void tally_write_partial(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                         bool complete);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * What the movements of long notation (e2-e4, Bf4xg5, K@d4) share: lines on a board of any size,
 * the search for the action that a notation says, its canonical name, and the words of a refusal.
 */
#ifndef XPGN_RULES_LONGFORM_H
#define XPGN_RULES_LONGFORM_H

#include "rules/movement.h"

#include <stdlib.h>
#include <string.h>

/* ---- squares and lines ----------------------------------------------------------------------- */

/* [files]: 2048 / files, rounded up.  A division by a number of files that only the ruleset knows
   would be most of the work on a line. */
extern const uint16_t files_inverse[XPGN_MAX_FILES + 1];

/* What lies between two squares of a small board that are on one queen line. */
struct queen_line {
    bits between;   /* if the lower one were a1, though the line ran over an edge */
    uint8_t length; /* squares from one to the other; 0: they are on no line, or the same */
    uint8_t along;  /* the same along a file or rank; 0: it is a diagonal, or none */
};
extern const struct queen_line queen_lines[240];

static inline const struct queen_line *queen_line(xpgn_square from, xpgn_square to) {
    int a = from + (from & 56),
        b = to + (to & 56); /* 16 squares a rank: no two ways are the same */
    return &queen_lines[b - a + 119];
}

static inline int rank_on(const xpgn_position *p, xpgn_square sq) {
    return sq * files_inverse[p->files] >> 11;
}
static inline int file_on(const xpgn_position *p, xpgn_square sq) {
    return sq - rank_on(p, sq) * p->files;
}

/* The square that many files and ranks away, XPGN_NO_SQUARE off the board. */
static inline xpgn_square square_beside(const xpgn_position *p, xpgn_square sq, int files,
                                        int ranks) {
    int file = file_on(p, sq) + files, rank = rank_on(p, sq) + ranks;
    if (file < 0 || rank < 0 || file >= p->files || rank >= p->ranks)
        return XPGN_NO_SQUARE;
    return (xpgn_square)(rank * p->files + file);
}
/* Squares from one to the other along a queen line; 0 if none joins them or they are the same.
 *step: what leads from each to the next. */
int line_between(const xpgn_position *p, xpgn_square a, xpgn_square b, int *step);
int line_distance(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* The same along a file or rank only. */
static inline int straight_distance(const xpgn_position *p, xpgn_square a, xpgn_square b) {
    int ranks = rank_on(p, b) - rank_on(p, a), squares = b - a;
    if (ranks != 0 && squares != ranks * p->files)
        return 0;
    return abs(ranks != 0 ? ranks : squares);
}
/* On the same file or rank. */
bool line_is_orthogonal(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* The first piece strictly between two squares of one queen line, seen from `a`; or none. */
xpgn_square line_blocker(const xpgn_position *p, xpgn_square a, xpgn_square b);
/* King steps between two squares. */
int square_distance(const xpgn_position *p, xpgn_square a, xpgn_square b);

/* The steps of one square: the four orthogonal ones first. */
extern const signed char step_file[8], step_rank[8];

/* ---- actions --------------------------------------------------------------------------------- */

/* A list that counts on when it is full. */
struct action_list {
    xpgn_action *list;
    size_t capacity;
    size_t count;
};

void action_list_add(struct action_list *l, const xpgn_action *a);
/* An action of the piece on `from` (none for XPGN_PASS); the other fields say "none".  Set in
   place, byte by byte: seven bytes by value would be put together only to be taken apart. */
static inline void action_set(xpgn_action *a, const xpgn_position *p, xpgn_action_kind kind,
                              xpgn_square from, xpgn_square to) {
    a->kind = (uint8_t)kind;
    a->piece = from == XPGN_NO_SQUARE ? 0 : p->at[from];
    a->from = from;
    a->to = to;
    a->target = a->drop = XPGN_NO_SQUARE;
    a->promotion = 0;
}
static inline xpgn_action action_of(const xpgn_position *p, xpgn_action_kind kind, xpgn_square from,
                                    xpgn_square to) {
    xpgn_action a;
    action_set(&a, p, kind, from, to);
    return a;
}
/* An own piece stands on sq. */
static inline bool is_own(const xpgn_position *p, xpgn_square sq) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == p->turn;
}
/* A piece of any other seat stands on sq. */
static inline bool is_enemy(const xpgn_position *p, xpgn_square sq) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) != p->turn;
}

/* What a movement of long notation brings to the search. */
struct longform {
    /* The action that the notation says of the own piece on `from`, legal or not; false: none. */
    bool (*says)(const xpgn_position *p, const struct notation *n, xpgn_square from,
                 xpgn_action *a);
    /* Is this action of an own piece legal here? */
    bool (*legal)(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a);
    size_t (*actions)(const xpgn_ruleset *rs, const struct state *s, xpgn_action *list,
                      size_t capacity);
};

/* The square that the notation goes to, XPGN_NO_SQUARE if the board has none such. */
static inline xpgn_square longform_to(const xpgn_position *p, const struct notation *n) {
    if (n->to_file < 0 || n->to_rank < 0 || n->to_file >= p->files || n->to_rank >= p->ranks)
        return XPGN_NO_SQUARE;
    return (xpgn_square)(n->to_rank * p->files + n->to_file);
}
/* May the notation mean the piece on sq: own, of that type, with what is said of its square? */
static inline bool longform_means(const xpgn_position *p, const struct notation *n,
                                  xpgn_square sq) {
    return is_own(p, sq) && XPGN_TYPE_OF(p->at[sq]) == n->type &&
           (n->from_file < 0 || n->from_file == file_on(p, sq)) &&
           (n->from_rank < 0 || n->from_rank == rank_on(p, sq));
}
/* The square that the notation comes from, if it is written in full and the board has it. */
static inline xpgn_square longform_from(const xpgn_position *p, const struct notation *n) {
    if (n->from_file < 0 || n->from_rank < 0 || n->from_file >= p->files ||
        n->from_rank >= p->ranks)
        return XPGN_NO_SQUARE;
    return (xpgn_square)(n->from_rank * p->files + n->from_file);
}
/* The legal actions that the notation says, at most `capacity` of them in `found`. */
size_t longform_find(const struct longform *f, const xpgn_ruleset *rs, const struct state *s,
                     const struct notation *n, xpgn_action *found, size_t capacity);
/* The one legal action that the notation says.  Inline, so that a movement's own functions, which
   the compiler knows where this is called, come in too: nearly always one square is looked at. */
static inline bool longform_resolve(const struct longform *f, const xpgn_ruleset *rs,
                                    const struct state *s, const struct notation *n,
                                    xpgn_action *action) {
    const xpgn_position *p = &s->position;
    xpgn_square from = longform_from(p, n);
    if (from == XPGN_NO_SQUARE)
        return longform_find(f, rs, s, n, action, 1) == 1;
    return is_own(p, from) && XPGN_TYPE_OF(p->at[from]) == n->type && f->says(p, n, from, action) &&
           f->legal(rs, s, action);
}
/* The action that the notation says, legal or not, if it may mean one piece only. */
bool longform_force(const struct longform *f, const struct state *s, const struct notation *n,
                    xpgn_action *action);
void longform_name(const xpgn_position *p, const xpgn_action *a, char text[24]);

/* ---- refusals -------------------------------------------------------------------------------- */

/* A notation that was refused, and where the reason goes. */
struct question {
    const xpgn_ruleset *rs;
    const struct state *s;
    const struct notation *n;
    struct refusal *why;
};

/* A few words by value, so that several fit into one sentence. */
struct words {
    char text[48];
};

void refuse_as(const struct question *q, enum cite rule, const char *format, ...) XPGN_PRINTF(3, 4);
/* "bishop on c1" for an own piece, "black bishop on c1" for another, "empty square c1". */
struct words words_of(const struct question *q, xpgn_square sq);
/* "c1" */
struct words square_words(const struct question *q, xpgn_square sq);
const char *seat_words(const struct question *q, unsigned seat);
const char *type_words(const struct question *q, unsigned type);

/*
 * The piece that the writer most likely meant: the nearest to the destination of those that the
 * notation may mean.  XPGN_NO_SQUARE: there is none, and the reason is given, charged to `rule`.
 */
xpgn_square refuse_actor(const struct question *q, enum cite rule);
/* Several legal actions fit: says so and returns true. */
bool refuse_ambiguous(const struct longform *f, const struct question *q);

#endif

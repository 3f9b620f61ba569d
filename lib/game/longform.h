/* SPDX-License-Identifier: MIT */
/*
 * What the movements of long notation (e2-e4, Bf4xg5, K@d4) share: lines on a board of any size,
 * the search for the action that a notation says, its canonical name, and the words of a refusal.
 */
#ifndef XPGN_GAME_LONGFORM_H
#define XPGN_GAME_LONGFORM_H

#include "board/lines.h"
#include "game/san.h"
#include "play/action.h"

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

/* SPDX-License-Identifier: MIT */
/*
 * What the movements of long notation (e2-e4, Bf4xg5, K@d4) share: the search for the action that
 * a notation says, its canonical name, and whom a refusal is about.
 */
#ifndef XPGN_GAME_LONGFORM_H
#define XPGN_GAME_LONGFORM_H

#include "board/lines.h"
#include "game/refusal.h"
#include "play/action.h"

/* What a movement of long notation brings to the search. */
struct longform {
    /* The action that the notation says of the piece to move on `from`, legal or not; false: none.
     */
    bool (*says)(const xpgn_position *p, const struct notation *n, xpgn_square from,
                 xpgn_action *a);
    /* If it is not legal, can the board show it? */
    bool (*can_stand)(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a);
    /* Why no action is legal. */
    void (*explain)(const struct question *q);
};

extern const struct longform line_longform, ortho_longform;

/* The square that the notation goes to, XPGN_NO_SQUARE if the board has none such. */
static inline xpgn_square longform_to(const xpgn_position *p, const struct notation *n) {
    return square_on(p, n->to_file, n->to_rank);
}
/* May the notation mean the piece on sq: own, of that type, with what is recorded of its square? */
static inline bool longform_means(const xpgn_position *p, const struct notation *n,
                                  xpgn_square sq) {
    return is_own(p, sq) && XPGN_TYPE_OF(p->at[sq]) == n->type &&
           (n->from_file < 0 || n->from_file == file_on(p, sq)) &&
           (n->from_rank < 0 || n->from_rank == rank_on(p, sq));
}
/* The square that the notation comes from, if it is written in full and the board has it. */
static inline xpgn_square longform_from(const xpgn_position *p, const struct notation *n) {
    return square_on(p, n->from_file, n->from_rank);
}
/* Lists the actions that the notation says, all of them or the legal ones; returns how many. */
size_t longform_find(const struct longform *f, const xpgn_ruleset *rs, const struct state *s,
                     const struct notation *n, bool legal, struct action_list *l);
/* The mechanism's part of movement_explain and movement_name. */
void longform_explain(const struct longform *f, const struct question *q);
void longform_name(const xpgn_position *p, const xpgn_action *a, char text[24]);

/*
 * The piece that the writer most likely meant: the nearest to the destination of those that the
 * notation may mean.  XPGN_NO_SQUARE: there is none, and the reason is given, charged to `rule`.
 */
xpgn_square refuse_actor(const struct question *q, enum cite rule);
/* Castling, a shot and a suicide run belong to chess movement.  True: refused for that. */
bool refuse_chess(const struct question *q);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Shared by the movements of long notation (e2-e4, Bf4xg5, K@d4): the search for the action that a
 * notation means, its canonical name, and the piece that a refusal is about.
 */
#ifndef XPGN_GAME_LONGFORM_H
#define XPGN_GAME_LONGFORM_H

#include "core/board/board_lines.h"
#include "core/game/refusal.h"
#include "core/play/play_action.h"

/* The parts of the search that each movement provides. */
struct longform {
    /* Sets the action, legal or not, that the notation means for the piece on `from`; false if
       there is none. */
    bool (*says)(const xpgn_position *p, const struct notation *n, xpgn_square from,
                 xpgn_action *a);
    /* True if the board can show the action even if it is illegal. */
    bool (*can_stand)(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a);
    /* Explains why no action is legal. */
    void (*explain)(const struct question *q);
};

extern const struct longform line_longform, ortho_longform;

/* The destination of the notation; XPGN_NO_SQUARE if it is off the board. */
static inline xpgn_square longform_to(const xpgn_position *p, const struct notation *n) {
    return square_on(p, n->to_file, n->to_rank);
}
/* True if the notation may mean the piece on sq: of the side to move, of that type, and agreeing
   with the recorded part of its square. */
static inline bool longform_means(const xpgn_position *p, const struct notation *n,
                                  xpgn_square sq) {
    return is_own(p, sq) && XPGN_TYPE_OF(p->at[sq]) == n->type &&
           (n->from_file < 0 || n->from_file == file_on(p, sq)) &&
           (n->from_rank < 0 || n->from_rank == rank_on(p, sq));
}
/* The from-square of the notation, if it is written in full and on the board. */
static inline xpgn_square longform_from(const xpgn_position *p, const struct notation *n) {
    return square_on(p, n->from_file, n->from_rank);
}
/* Lists the actions that the notation may mean, all or only the legal ones; returns how many there
   are. */
size_t longform_find(const struct longform *f, const xpgn_ruleset *rs, const struct state *s,
                     const struct notation *n, bool legal, struct action_list *l);
/* The implementations of movement_explain and movement_name for these movements. */
void longform_explain(const struct longform *f, const struct question *q);
void longform_name(const xpgn_position *p, const xpgn_action *a, char text[24]);

/*
 * The piece that the writer most likely meant: of those that fit the notation, the nearest to the
 * destination. XPGN_NO_SQUARE: there is none, and the reason has been given, citing `rule`.
 */
xpgn_square refuse_actor(const struct question *q, enum cite rule);
/* Refuses castling, shots and suicide runs, which belong to chess movement. True if refused. */
bool refuse_chess(const struct question *q);

#endif

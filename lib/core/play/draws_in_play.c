/* SPDX-License-Identifier: MIT */
/* Draws of chess in a game in progress. */
#include "core/play/chess_draws.h"

#include <stdlib.h>

struct xpgn_draws {
    struct arena arena;
    struct draw_watch watch;
    const xpgn_ruleset *rs; /* NULL: no game has begun */
    bool known;             /* the ruleset has such draws */
};

xpgn_status xpgn_draws_new(xpgn_draws **out) {
    xpgn_draws *draws = calloc(1, sizeof *draws);
    if (draws == NULL)
        return XPGN_NO_MEMORY;
    *out = draws;
    return XPGN_OK;
}

void xpgn_draws_free(xpgn_draws *draws) {
    if (draws != NULL)
        arena_free(&draws->arena);
    free(draws);
}

void xpgn_draws_begin(xpgn_draws *draws, const xpgn_ruleset *rs) {
    arena_reset(&draws->arena);
    draws->watch = (struct draw_watch){0};
    draws->rs = rs;
    draws->known = xpgn_draws_known(rs);
}

xpgn_status xpgn_draws_note(xpgn_draws *draws, const xpgn_position *p, bool *drawn) {
    const struct draw_watch *watch = &draws->watch;
    if (draws->rs == NULL || !position_fits(p, &draws->rs->geometry))
        return XPGN_INVALID;
    if (draws->known && !draw_note(&draws->watch, &draws->arena, draws->rs, p))
        return XPGN_NO_MEMORY;
    *drawn = watch->dead || watch->automatic != NULL;
    return XPGN_OK;
}

/* SPDX-License-Identifier: MIT */
/* Reads an action at the start of a turn from its notation, and prepares its combat. */
#include <stdio.h>
#include <xpgn/play.h>

#include "core/game/san.h"
#include "core/play/combat.h"

xpgn_status xpgn_action_read(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_slice text,
                             xpgn_action *out, xpgn_fault *fault) {
    struct state s = {.position = *p, .turn = {.stage = STAGE_START}};
    struct notation n;
    struct refusal why;
    xpgn_action action;
    fault->place = (xpgn_place){0, 0};
    if (!position_fits(p, &rs->geometry)) {
        snprintf(fault->text, sizeof fault->text, "no position of this game");
        return XPGN_INVALID;
    }
    if (!notation_read(slice_given(text), &n)) {
        snprintf(fault->text, sizeof fault->text, "not an action");
        return XPGN_INVALID;
    }
    if (movement_resolve(rs, &s, &n, &action)) {
        *out = action;
        return XPGN_OK;
    }
    movement_explain(rs, &s, &n, true, &why);
    if (why.rule != NULL && !why.ambiguous)
        snprintf(fault->text, sizeof fault->text, "%.140s [%s]", why.text, why.rule);
    else
        snprintf(fault->text, sizeof fault->text, "%.159s", why.text);
    return XPGN_INVALID;
}

bool xpgn_combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                         xpgn_facts *facts) {
    if (!position_fits(p, &rs->geometry) || !action_is_playable(p, a))
        return false;
    xpgn_facts f = {.action = *a};
    combat_prepare(rs, p, &f);
    if (!f.combat)
        return false;
    combat_list_supporters(rs, p, &f);
    movement_name(rs, &(struct state){.position = *p}, a, false, f.text);
    *facts = f;
    return true;
}

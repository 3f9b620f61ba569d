/* SPDX-License-Identifier: MIT */
#include "shared/chance/luck_judge.h"
#include "frame/word_guess.h"
#include "internal/action_facts.h"
#include "shared/chance/odds_rows.h"

#include <string.h>
#include <xpgn/walk.h>

static void refuse_player(cli *c, const char *player) {
    const size_t word = strcspn(player, ":");
    cli_guess guess = cli_guess_begin(player, word);
    cli_guess_try(&guess, "careful");
    cli_guess_try(&guess, "strong");
    (void)cli_usage(c,
                    guess.best != NULL
                        ? "--equity: '%s' is neither careful nor strong:N; did you mean %s%s?"
                        : "--equity: '%s' is neither careful nor strong:N",
                    player, guess.best, player + word);
}

xpgn_equity *cli_open_equity(cli *c, const char *player, const xpgn_equity_options *how) {
    xpgn_equity *e = NULL;
    xpgn_status status = xpgn_equity_new(&e, cli_slice(player), how);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK)
        refuse_player(c, player);
    return e;
}

/* Judges the dice of a combat in points. */
static unsigned judge_material(const xpgn_ruleset *rs, const xpgn_step *step, xpgn_judged *j) {
    xpgn_odds odds;
    const xpgn_facts *f = step->facts;
    if (step->kind != XPGN_STEP_ACTION || step->depth > 0 || !f->combat ||
        f->side[0].dice + f->side[1].dice == 0 || !xpgn_combat_odds(rs, f, &odds))
        return 0;
    double variance, luck = xpgn_combat_luck(rs, &odds, f, &variance);
    *j = (xpgn_judged){.chance = XPGN_CHANCE_COMBAT,
                       .seat = (uint8_t)XPGN_SEAT_OF(f->side[0].piece),
                       .played = odds.expected / 2,
                       .best = odds.expected / 2,
                       .came = (odds.expected + luck) / 2,
                       .variance = variance / 4};
    j->luck[XPGN_SEAT_OF(f->side[0].piece)] = luck / 2;
    j->luck[XPGN_SEAT_OF(f->side[1].piece)] = -luck / 2;
    return 1;
}

unsigned cli_luck_judge(xpgn_equity *e, const xpgn_ruleset *rs, const xpgn_step *step,
                        xpgn_judged out[2]) {
    if (rs == NULL)
        return 0;
    return e != NULL ? xpgn_equity_step(e, rs, step, out) : judge_material(rs, step, out);
}

bool cli_add_luck(xpgn_equity *e, const xpgn_ruleset *rs, const xpgn_step *step,
                  double luck[XPGN_MAX_SEATS]) {
    xpgn_judged judged[2];
    unsigned count = cli_luck_judge(e, rs, step, judged);
    bool rolled = false;
    for (unsigned i = 0; i < count; i++) {
        rolled |= judged[i].chance != XPGN_CHANCE_NONE;
        for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
            luck[seat] += judged[i].luck[seat];
    }
    return rolled;
}

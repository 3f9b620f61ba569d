/* SPDX-License-Identifier: MIT */
/* A cache of odds, which does not know how they are counted: who only has one does not contain it.
 */
#ifndef XPGN_PLAY_ODDS_MEMO_H
#define XPGN_PLAY_ODDS_MEMO_H

#include <xpgn/play.h>

#include "internal/action_facts.h"
#include "internal/chance.h"

/* Rulesets must outlive it. NULL if memory runs out. */
struct odds_memo;
struct odds_memo *odds_memo_new(void);
void odds_memo_free(struct odds_memo *m);

struct odds_known {
    xpgn_odds odds;
    bool counted; /* set by the caller that counts combats, once it has cached its own data for this
                     one */
    uint32_t amount[6];
};

/* xpgn_combat_odds */
typedef bool odds_count(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_odds *out);
/* The odds of a combat, which `count` counts the first time; valid until the next call. NULL where
   that returns false. */
struct odds_known *odds_memo_find(struct odds_memo *m, const xpgn_ruleset *rs,
                                  const xpgn_facts *facts, odds_count *count);

#endif

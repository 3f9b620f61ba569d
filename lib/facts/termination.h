/* SPDX-License-Identifier: MIT */
/*
 * How a game ended as its record says it: in the tag Termination, those of engines and servers, or
 * the last comment.
 */
#ifndef XPGN_FACTS_TERMINATION_H
#define XPGN_FACTS_TERMINATION_H

#include "core/forms/said_ending.h"
#include "core/walk/walk_state.h"

struct termination {
    struct said_ending said;
    const xpgn_tag *tag; /* that says it; NULL: the last comment */
};

/* Reads the tags. False if they say nothing about it. */
bool termination_tag(const xpgn_walk *w, struct termination *out);
/* The tags or, if they say nothing, the last comment. False if nothing does. */
bool termination_read(const xpgn_walk *w, struct termination *out);
/* At the end of a game: reports what the tags say of its end that the game itself denies (T-32,
   T-33). */
void termination_check_said(xpgn_walk *w);
/* The same, without a call where no tag can say anything of it. */
static inline void termination_check(xpgn_walk *w) {
    const unsigned asked =
        1u << KNOWN_TERMINATION | 1u << KNOWN_ICC_RESULT | 1u << KNOWN_CURRENT_POSITION;
    bool listed = !w->tags->pending; /* TerminationDetails */
    if (listed || (w->tags->known_set & asked) != 0)
        termination_check_said(w);
}

/* How a game that was walked to its end has ended, in words: by the rules, as its tags or its last
   comment say, or by the result as recorded whether it was won; and the rule that ended it, or
   nothing. */
xpgn_slice facts_ending(const xpgn_walk *walk, xpgn_slice result);
xpgn_slice facts_ending_rule(const xpgn_walk *walk);
/* Sets the result as recorded in canonical form; text that is no result becomes `*`. */
void facts_plain_result(xpgn_slice written, char text[24]);

#endif

/* SPDX-License-Identifier: MIT */
/* One action under check: what the record says of it, and what the rules make of it. */
#ifndef XPGN_GAME_CHECK_H
#define XPGN_GAME_CHECK_H

#include "game/san.h"
#include "play/combat.h"

/* What a record says of one action. */
struct recorded {
    xpgn_slice text; /* the action token */
    xpgn_place place;
    struct notation notation;
    bool has_turn_roll;
    uint16_t turn_roll;
    xpgn_place turn_roll_place;
    const xpgn_roll *roll;       /* exchanges 0: none written */
    bool misplaced;              /* it stood before the action, which has been recorded */
    bool unreadable;             /* a roll of it could not be read, which has been recorded */
    xpgn_slice unreadable_roll;  /* the text in its brackets; data NULL: none */
    xpgn_place unreadable_place; /* of it with its brackets */
    bool stood;                  /* [%illegal stood]: play went on, whatever rule it broke */
    xpgn_place stood_place;
    bool in_variation;
    bool reading;   /* no exact notation, but the one legal action that the word can mean */
    bool has_freed; /* CC-10: the prisoner named after the roll */
    struct notation freed;
    xpgn_place freed_place;
};

/* Handed from the referee to whatever looks at a part of the action. */
struct check {
    const xpgn_ruleset *rs;
    struct state *state; /* before the action, until it is played */
    const struct recorded *recorded;
    xpgn_facts *facts;
    struct log *log;
    bool full; /* everything in the facts is wanted: names, lists, marks */
};

static inline const xpgn_position *check_position(const struct check *c) {
    return &c->state->position;
}

/*
 * referee_roll.c: the roll of c->facts->action, a combat that combat_prepare has seen, or an
 * attempt; completes the facts but for what apply_action adds.  True: the action can be played; the
 * log may have errors in derived fields.  False: the log says why not.
 */
bool check_combat(const struct check *c);
bool check_attempt(const struct check *c);
/*
 * referee.c: plays one action, all or nothing, and compares everything that the record says of it
 * with what the rules make of it.  Checking, replaying and completing all go through here.
 * True: *c->state is the state after it and *c->facts is complete; the log may have errors in
 * derived fields.  False: the state is unchanged, the log says why; if the game was over already,
 * c->facts->outcome says how.  Where a turn is one action the turn passes and the next side is
 * judged; elsewhere referee_end_turn does that.
 * An action that stood is played although it breaks rules, as far as the board can show it, and
 * with the outcome that its roll records; the broken rules are in the log all the same, as errors.
 * Without c->full, facts->text, the lists of supporters, check and the judgement of the next side
 * (mate, no legal action) are left out; see ending_before_turn for the latter.
 */
bool referee_play(struct check *c);
/*
 * Ends a turn of several actions and judges the next side.  A turn that may not end here is a
 * finding at `place`; it ends all the same.
 */
void referee_end_turn(const xpgn_ruleset *rs, struct state *s, xpgn_place place,
                      xpgn_outcome *outcome, struct log *log);

/*
 * mark.c: the signs of an action.  Its true mark, '#', '+' or 0; its outcome and facts->check are
 * known.
 */
char mark_of(const xpgn_ruleset *rs, const xpgn_facts *facts);
/* The recorded + or # against the true one; a missing one is a matter of lint. */
void mark_check(const struct check *c);
/* A # on the prisoner that an escape frees, which ends no game. */
void mark_check_freed(const struct check *c);
/* The x of plain chess: missing, or before an empty square (format section 3). */
void mark_check_capture(const struct check *c);
/* The canonical notation in facts->text, still without its mark, against what is recorded. */
void mark_check_form(const struct check *c);
/* Adds the true mark to facts->text. */
void mark_add(const xpgn_ruleset *rs, xpgn_facts *facts);

/* setup.c: reads a position; what is wrong with it goes to the log, with places counted from `base`
   for the first byte of the text.  False: it has errors. */
bool position_read(const xpgn_ruleset *rs, xpgn_slice text, uint32_t base, xpgn_position *out,
                   struct log *log);

#endif

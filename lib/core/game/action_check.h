/* SPDX-License-Identifier: MIT */
/* One action under check: what the record says about it, and what follows from the rules. */
#ifndef XPGN_GAME_ACTION_CHECK_H
#define XPGN_GAME_ACTION_CHECK_H

#include "core/game/san.h"
#include "core/play/combat.h"

/* What a record says about one action. */
struct recorded {
    xpgn_slice text; /* the action token */
    xpgn_place place;
    struct notation notation;
    bool has_turn_roll;
    xpgn_turn_dice turn_roll;
    xpgn_place turn_roll_place;
    const xpgn_roll *roll;       /* exchanges 0: none was written */
    bool misplaced;              /* it was written before the action, which has been reported */
    bool unreadable;             /* a roll of the action could not be read, which has been
                                    reported */
    xpgn_slice unreadable_roll;  /* the text in its brackets; data NULL: none */
    xpgn_place unreadable_place; /* its place, with its brackets */
    bool stood;                  /* [%illegal stood]: play went on although it broke a rule */
    xpgn_place stood_place;
    bool in_variation;
    bool reading;   /* not exact notation, but the one legal action that the word can mean */
    bool has_freed; /* CC-10: the prisoner named after the roll */
    struct notation freed;
    xpgn_place freed_place;
};

/* The actions that have been played in a turn whose dice say who may act, as they were written. */
struct acted {
    xpgn_slice list[XPGN_TURN_DICE];
    unsigned count;
};

/* Passed from the referee to the functions that check parts of the action. */
struct check {
    const xpgn_ruleset *rs;
    struct state *state; /* before the action, until it is played */
    const struct recorded *recorded;
    xpgn_facts *facts;
    struct log *log;
    bool full;                 /* all facts are wanted: names, lists, marks */
    const struct acted *acted; /* before it in its turn; NULL: not known */
    bool brief; /* it is not played if there is an error, of which the first is enough */
};

static inline const xpgn_position *check_position(const struct check *c) {
    return &c->state->position;
}

/*
 * referee_roll.c: checks the roll of c->facts->action, a combat after combat_prepare, or an
 * attempt, and completes the facts except those that apply_action sets. True if the action can be
 * played; the log may have errors in derived fields. False if not; the log says why.
 */
bool check_combat(const struct check *c);
bool check_attempt(const struct check *c);
/*
 * referee.c: plays one action, completely or not at all, and compares all that the record says
 * about it with the rules. Checking, replaying and completing all go through here. True: *c->state
 * is the state after it and *c->facts is complete; the log may have errors in derived fields.
 * False: the state is unchanged and the log says why; if the game was over already,
 * c->facts->outcome says how. If a turn is one action, the turn passes and the next side is judged;
 * in other games referee_end_turn does that. An illegal action that stood is played if the board
 * can show it, with the outcome that its roll records; the broken rules are still logged as errors.
 * Without c->full the notation, the lists of supporters, check, and the judgement of the next side
 * (mate, no legal action; see ending_before_turn) are left out. With c->brief, false also if the
 * log has an error; then c->facts is incomplete.
 */
bool referee_play(struct check *c);
/* Where a turn of several actions ends. */
struct turn_end {
    xpgn_place place;
    bool cut; /* the record ends here, so that a turn with dice left to spend may have been broken
                 off */
    const struct acted *acted; /* in it; NULL: not known */
};
/* Ends a turn of several actions and judges the next side. If the turn may not end here, that is a
   finding at its place, and it ends nonetheless. */
void referee_end_turn(const xpgn_ruleset *rs, struct state *s, const struct turn_end *end,
                      xpgn_outcome *outcome, struct log *log);

/*
 * check_signs.c: the signs of an action. The correct mark, '#', '+' or 0; the outcome and
 * facts->check must be set.
 */
char mark_of(const xpgn_facts *facts);
/* Checks the recorded + or #; a missing one is reported with lint only. */
void mark_check(const struct check *c);
/* Reports a # on the prisoner freed by an escape, which cannot end the game. */
void mark_check_freed(const struct check *c);
/* Reports an x of plain chess that is missing, or is written before an empty square (format section
   3). */
void mark_check_capture(const struct check *c);
/* Compares the recorded notation with the canonical one in facts->text, which has no mark yet. */
void mark_check_form(const struct check *c);
/* Appends the correct mark to facts->text. */
void mark_add(xpgn_facts *facts);

/* position_text.c: reads a position. Faults go to the log, with places that count from `base` at
   the first byte of the text. False if there are errors. */
bool position_read(const xpgn_ruleset *rs, xpgn_slice text, uint32_t base, xpgn_position *out,
                   struct log *log);
/* True if a position, whose text is there, may be one of the ruleset; faults go to the log. */
bool position_judge(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_place whole,
                    struct log *log);

#endif

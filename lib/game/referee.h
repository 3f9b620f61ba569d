/* SPDX-License-Identifier: MIT */
/*
 * The referee: plays one action, all or nothing, and compares everything the record says of it with
 * what the rules make of it.  Checking, replaying and completing all go through here.
 */
#ifndef XPGN_GAME_REFEREE_H
#define XPGN_GAME_REFEREE_H

#include "game/san.h"
#include "play/combat.h"

/* What a record says of one action. */
struct said {
    xpgn_slice text; /* the action token */
    xpgn_place place;
    struct notation notation;
    bool has_turn_roll;
    uint16_t turn_roll;
    xpgn_place turn_roll_place;
    const xpgn_roll *roll;  /* exchanges 0: none written */
    bool spoilt;            /* a roll of it could not be read, which has been said */
    xpgn_slice spoilt_roll; /* what stands in the brackets of that one behind it; data NULL: none */
    xpgn_place spoilt_place; /* of it with its brackets */
    bool stood;              /* [%illegal stood]: play went on, whatever rule it broke */
    xpgn_place stood_place;
    bool has_freed; /* CC-10: the prisoner named after the roll */
    struct notation freed;
    xpgn_place freed_place;
};

/*
 * Plays one action.  True: *s is the state after it, *facts is complete; the log may have errors in
 * derived fields.  False: *s is unchanged, the log says why.  Where a turn is one action the turn
 * passes and the next side is judged; elsewhere referee_end_turn does that.
 * An action that stood is played although it breaks rules, as far as the board can show it, and
 * with the outcome that its roll records; the rules that it broke are in the log all the same, as
 * errors. `full` false: facts->text, check and the judgement of the next side (mate, no legal
 * action) are left out; whoever needs the latter asks referee_judge_turn.
 */
bool referee_play(const xpgn_ruleset *rs, struct state *s, const struct said *said,
                  xpgn_facts *facts, struct xpgn_log *log, bool full);
/*
 * The second half of referee_play with `full` false, for whoever has found out that facts->action
 * is legal; the turn roll is in the turn.  A turn of one action does not pass.  False: the log says
 * why; the outputs are undefined.
 */
bool referee_play_legal(const xpgn_ruleset *rs, struct state *s, const struct said *said,
                        xpgn_facts *facts, struct xpgn_log *log);
/*
 * The last part of it: what becomes of the board, of the turn (of several actions) and of the game.
 * Of the facts it takes the action, and for a combat the fates, the cell, what was captured and
 * whether the attacker arrived; it sets the outcome if the game ends.
 */
void referee_carry_out(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts);
/* The turn of several actions passes; the next side is not judged. */
static inline void referee_close_turn(struct state *s) {
    s->position.clock = (s->position.clock + 1) & ((uint32_t)s->turn.quiet_broken - 1);
    s->position.ep = XPGN_NO_SQUARE;
    s->turn = (struct turn){0};
    position_pass(&s->position);
}
/*
 * Ends a turn of several actions and judges the next side.  A turn that may not end here is a
 * finding at `place`; it ends all the same.
 */
void referee_end_turn(const xpgn_ruleset *rs, struct state *s, xpgn_place place,
                      xpgn_outcome *outcome, struct xpgn_log *log);
/*
 * Judges the side to move before its turn: mate, no legal action, locked seats (AS-9: they leave
 * the board and the next is judged).  Sets *outcome if that ends the game.
 */
void referee_judge_turn(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome);
/* Judges a start position: fallen kings, leaders, lone sides; then the side to move. */
void referee_judge_start(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome);

#endif

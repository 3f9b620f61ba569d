/* SPDX-License-Identifier: MIT */
/* Rolls, legal actions and their odds, and games that are played. xpgn/rulesets.h has rulesets and
   positions. */
#ifndef XPGN_PLAY_H
#define XPGN_PLAY_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rolls ----------------------------------------------------------------------------------- */

/* "unharmed", "wounded" or "removed"; NULL if there is no such fate. Static. */
XPGN_API const char *xpgn_fate_name(unsigned fate);

/* Appends the fields that are set, in canonical form, without the brackets; nothing if the counts
   of exchanges or dice exceed their arrays. */
XPGN_API void xpgn_roll_write(xpgn_buffer *b, const xpgn_roll *roll);
/* Reads a roll without its brackets; places are offsets in `text`. Only the form is checked, since
   faces and fields depend on the game. False if it is malformed; *roll then has no exchanges. */
XPGN_API bool xpgn_roll_read(xpgn_slice text, xpgn_roll *roll);

/* ---- facts ----------------------------------------------------------------------------------- */

/* Everything known about one action. Its facts are asked for by number or by name (facts.h). A step
   has them; those of an action that is yet to be played are set by xpgn_combat_prepare,
   xpgn_play_prepare, xpgn_play_judge and xpgn_play_act. */
typedef struct xpgn_facts xpgn_facts;
XPGN_API xpgn_status xpgn_facts_new(xpgn_facts **out);
XPGN_API void xpgn_facts_free(xpgn_facts *facts);

/* ---- legal actions --------------------------------------------------------------------------- */

/*
 * Lists all legal actions at the start of a turn (with chess movement each promotion is one; the
 * outcome of a combat is not part of an action). Writes up to `capacity` of them (`list` may be
 * NULL if that is 0) and returns how many there are; 0 for a position on another board.
 */
XPGN_API size_t xpgn_legal_actions(const xpgn_ruleset *rs, const xpgn_position *p,
                                   xpgn_action *list, size_t capacity);
/* Writes the canonical notation of an action, without + or #; "" if its squares or pieces do not
   exist. Legality is not checked. */
XPGN_API void xpgn_action_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                               char text[24]);
/*
 * Finds the legal action at the start of a turn that a notation means, as in a record.
 * XPGN_INVALID: there is none, or several; fault->text says why, fault->place is not used.
 */
XPGN_API xpgn_status xpgn_action_read(const xpgn_ruleset *rs, const xpgn_position *p,
                                      xpgn_slice text, xpgn_action *out, xpgn_fault *fault);

/* ---- odds: what the dice of a combat may make of it ------------------------------------------ */

/* The value of `all` if there are too many throws to count. */
#define XPGN_ODDS_ROUND UINT64_C(1000000000000000000)

/*
 * The exact distribution of the outcomes of a combat. Outcomes are the fates of both pieces,
 * [attacker's][defender's] (xpgn_fate). Where equal totals are rolled again (CC-6), the rolls are
 * followed to the decision: such ties are not in `all`.
 */
typedef struct xpgn_odds {
    uint64_t all;                          /* equally probable throws of all dice of the combat */
    uint64_t ways[XPGN_FATES][XPGN_FATES]; /* throws with that outcome; they add up to `all` */
    uint64_t ties;                         /* throws with equal totals or equal highest dice */
    uint64_t again;                        /* throws that are rolled again, not in `all` */
    bool exact; /* false: more than 2^63 throws; `all` is XPGN_ODDS_ROUND, `again` is 0, and
                   the others are rounded */
    double chance[XPGN_FATES][XPGN_FATES];  /* the shares of `ways`; they add up to 1 */
    double tie;                             /* the share of `ties` */
    double worth[XPGN_FATES][XPGN_FATES];   /* what the outcome brings the attacker's side, in half
                                               points; with hit points the mean of its throws */
    double expected;                        /* the mean of `worth` */
    double variance;                        /* of what the throws bring, in half points squared */
    double lost[XPGN_FATES][XPGN_FATES][2]; /* the mean of the hit points that attacker and defender
                                               lose by that outcome, of those that they have; 0 in
                                               games without */
} xpgn_odds;

/*
 * Sets *out to the odds of a combat before its dice are rolled; what the dice decided in `facts` is
 * ignored. A piece is worth its points in the ruleset, or 1 3 3 5 9 if the ruleset has none; a
 * piece with infinite points (the king) is worth all other pieces of its side at the start
 * together. A wound costs half of that, the removal of a wounded piece the other half; each hit
 * point its part of all that the piece has at first. Where the attacker may go on, the odds are of
 * one exchange. Promotion, rescue and prisoners do not count. A combat without dice has one
 * outcome. False if `facts` has no combat.
 */
XPGN_API bool xpgn_combat_odds(const xpgn_ruleset *rs, const xpgn_facts *facts, xpgn_odds *out);
/* The worth of a piece (see xpgn_combat_odds) in its present state, healthy or wounded, in half
   points; 0 if there is no such piece. */
XPGN_API int xpgn_piece_worth(const xpgn_ruleset *rs, xpgn_piece piece);
/* The probability that the dice remove exactly these pieces. */
XPGN_API double xpgn_odds_chance(const xpgn_odds *odds, bool attacker_removed,
                                 bool defender_removed);
/*
 * Prepares the combat of a legal action at the start of a turn, with its notation and the list of
 * supporters. False if there is no combat, or no such action.
 */
XPGN_API bool xpgn_combat_prepare(const xpgn_ruleset *rs, const xpgn_position *p,
                                  const xpgn_action *a, xpgn_facts *facts);

/* ---- playing: a game in progress ------------------------------------------------------------- */

/*
 * A game that is being played: ruleset, position, progress of the turn, and outcome. It keeps no
 * history; use xpgn_play_copy to take back. The rules are those of the walk: what is played here
 * passes xpgn_walk.
 *
 *     xpgn_play_prepare(play, &action, &facts);          who fights, who supports
 *     while (xpgn_play_due(play, &facts, &roll, dice))    roll them into the next exchange
 *         ...
 *     xpgn_play_judge(play, &action, &roll, &facts);      what the dice make of it
 *     xpgn_play_choices(play, &facts, list, capacity);    what is left to choose
 *     xpgn_play_act(play, &list[0], &roll, &facts);       play it
 *
 * Functions that take an action expect one of xpgn_play_actions, in the same position, or one of
 * xpgn_play_choices.
 */
typedef struct xpgn_play xpgn_play;

/*
 * Begins a game from `start`, which is copied, or, if NULL, from the ruleset's start position. The
 * game may be over there already. XPGN_NOT_FOUND: the ruleset has no start position. XPGN_INVALID:
 * `start` is on another board. The ruleset must outlive the game.
 */
XPGN_API xpgn_status xpgn_play_new(xpgn_play **out, const xpgn_ruleset *rs,
                                   const xpgn_position *start);
XPGN_API void xpgn_play_free(xpgn_play *play);
XPGN_API void xpgn_play_copy(xpgn_play *to, const xpgn_play *from);

XPGN_API const xpgn_ruleset *xpgn_play_ruleset(const xpgn_play *play);
/* The current position, valid until the game changes. In an open turn `side_to_move` is still the
   acting seat. */
XPGN_API const xpgn_position *xpgn_play_position(const xpgn_play *play);
XPGN_API xpgn_outcome xpgn_play_outcome(const xpgn_play *play);

/* Whether dice are rolled before the next action. */
typedef enum xpgn_turn_roll {
    XPGN_TURN_ROLL_NONE,
    XPGN_TURN_ROLL_MAY, /* CC-4: it may be, for steps */
    XPGN_TURN_ROLL_MUST /* it must be, for the number of Moves (AS-10) or for who may act (DT-2) */
} xpgn_turn_roll;
XPGN_API xpgn_turn_roll xpgn_play_turn_roll(const xpgn_play *play);
/* How many dice the turn roll has that may or must be made here; 0: none. */
XPGN_API size_t xpgn_play_turn_dice(const xpgn_play *play);
/* Enters the turn roll, in the order rolled. XPGN_INVALID: another number of dice is due here, or
   none; the dice have no such face; or nothing can act by them and they are rolled again (DC-2). */
XPGN_API xpgn_status xpgn_play_roll_dice(xpgn_play *play, const uint8_t *dice, size_t count);
/* Writes the dice of the turn roll that are left for the actions to come, where they say who may
   act (DT-2), at most three, and returns how many there are. */
XPGN_API size_t xpgn_play_dice_left(const xpgn_play *play, uint8_t dice[3]);

/*
 * Lists the legal actions at this point of the turn, as xpgn_legal_actions does: after a turn roll
 * those that it allows; none while a turn roll must be made or when the game is over. Writes up to
 * `capacity` and returns how many there are.
 */
XPGN_API size_t xpgn_play_actions(const xpgn_play *play, xpgn_action *list, size_t capacity);
/* Finds the legal action that a notation, canonical or not, means. XPGN_INVALID: there is none, or
   several. */
XPGN_API xpgn_status xpgn_play_read(const xpgn_play *play, xpgn_slice text, xpgn_action *action);

/* How words differ from the notation of the format. */
typedef enum xpgn_form {
    XPGN_FORM_LETTERS,   /* piece letters of another language */
    XPGN_FORM_FIGURINES, /* symbols for the pieces */
    XPGN_FORM_SMALL,     /* lower-case piece letters */
    XPGN_FORM_SIGNS,     /* other signs for captures and moves, look-alikes of letters */
    XPGN_FORM_CASTLING,  /* OO */
    XPGN_FORM_MARKS,     /* ch, mate, e.p. */
    XPGN_FORM_NUMBERS,   /* ICCF: 5254 */
    XPGN_FORM_SHORT,     /* read as the only legal action it can mean: QxP, ed, P-K4 */
    XPGN_FORM_ROLLS,     /* rolls: (5:1), 5-1 */
    XPGN_FORM_TURNED,    /* the board seen from the other side */
    XPGN_FORM_CHOICES,   /* alternatives of a reader: Nf6|Nf5 */
    XPGN_FORM_RESULT,    /* results: 1:0, or none */
    XPGN_FORM_MISSING,   /* half-moves left out by convention: {[%missing]} */
    XPGN_FORM_HEADING,   /* names and other headings above the moves: White: Huber */
    XPGN_FORM_STRUCK,    /* half-moves struck out, which become comments: ~~Qa4~~ */
    XPGN_FORM_REMARK,    /* remarks and clock times, which become comments: (1:22) */
    XPGN_FORM_LAYOUT,    /* commas and dashes between half-moves */
    XPGN_FORM_ROWS,      /* rows in another order than they were played */
    XPGN_FORM_SEVERAL,   /* words of several actions, with one of which the game goes on: BxP */
    XPGN_FORMS
} xpgn_form;

/* A legal action that a word can mean. */
typedef struct xpgn_word_reading {
    xpgn_action action;
    xpgn_slice language; /* the code of the language whose letters the word uses in this reading;
                            static */
    unsigned forms;      /* bit per xpgn_form; 0: exact notation */
} xpgn_word_reading;

/*
 * Lists the legal actions that a word, as people write it, can mean at this point of a game:
 * xpgn-notations(7). With `language` (a code) only its piece letters are tried; with NULL those of
 * English, then, if nothing fits, those of all other languages, then lower-case ones. Writes up to
 * `capacity` and returns how many there are; those beyond `capacity` may be counted more than once.
 * Their order means nothing. 0: none, or out of memory.
 */
XPGN_API size_t xpgn_play_readings(const xpgn_play *play, xpgn_slice word, const char *language,
                                   xpgn_word_reading *list, size_t capacity);

/* True if a turn of several actions has begun and is not over. */
XPGN_API bool xpgn_play_in_turn(const xpgn_play *play);
/* True if the rules let a turn of several actions end here. Other turns end by themselves. */
XPGN_API bool xpgn_play_may_end(const xpgn_play *play);
/* Ends the turn. XPGN_INVALID: it may not end here. */
XPGN_API xpgn_status xpgn_play_end(xpgn_play *play);

/* Sets the facts that are known before the dice: combat, combatants, supporters, rule.
   XPGN_INVALID: the squares or pieces of the action do not exist. */
XPGN_API xpgn_status xpgn_play_prepare(const xpgn_play *play, const xpgn_action *action,
                                       xpgn_facts *facts);
/*
 * Sets dice[0] and dice[1] to the numbers of dice that attacker and defender must roll in the next
 * exchange, after those in `roll` (exchanges 0: the first); an attempt uses dice[0]. `facts` is
 * from xpgn_play_prepare. False if none are due: the roll is complete, or not valid.
 */
XPGN_API bool xpgn_play_due(const xpgn_play *play, const xpgn_facts *facts, const xpgn_roll *roll,
                            unsigned dice[2]);
/*
 * Throws the dice that are due after the roll so far until it is complete, and stores them in the
 * roll, the attacker's dice of each exchange first. `die` returns the next die, from 1 to `faces`.
 */
XPGN_API void xpgn_play_throw(const xpgn_play *play, const xpgn_facts *facts,
                              unsigned (*die)(void *data, unsigned faces), void *data,
                              xpgn_roll *roll);
/*
 * Sets the facts that follow from the dice: all but the notation, the outcome and what is left to
 * choose. From `roll` (NULL: no dice) only the dice are read, and cell_file and cell_rank of the
 * deciding exchange. XPGN_INVALID: they are not the dice that are due, or more than a roll has room
 * for.
 */
XPGN_API xpgn_status xpgn_play_judge(const xpgn_play *play, const xpgn_action *action,
                                     const xpgn_roll *roll, xpgn_facts *facts);
/*
 * Lists what a judged action may become: one action for each square of a teleport, prisoner that an
 * escape may free, or promotion of a pawn that arrived; usually just the action itself. Writes up
 * to `capacity` and returns how many there are.
 */
XPGN_API size_t xpgn_play_choices(const xpgn_play *play, const xpgn_facts *facts, xpgn_action *list,
                                  size_t capacity);
/*
 * Plays an action with its dice, completely or not at all; a turn of one action then ends. `facts`
 * may be NULL. XPGN_INVALID: it is not legal here, the dice are not those that are due, or a choice
 * (promotion, prisoner, cell) is missing or not allowed.
 */
XPGN_API xpgn_status xpgn_play_act(xpgn_play *play, const xpgn_action *action,
                                   const xpgn_roll *roll, xpgn_facts *facts);

#ifdef __cplusplus
}
#endif

#endif

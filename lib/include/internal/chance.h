/* SPDX-License-Identifier: MIT */
/* What dice and players make of a game: odds, players, luck, intervals. */
#ifndef XPGN_INTERNAL_CHANCE_H
#define XPGN_INTERNAL_CHANCE_H

#include <xpgn/base.h>

#include "internal/action_facts.h"

typedef struct xpgn_odds xpgn_odds; /* xpgn/play.h */

/* ---- odds ------------------------------------------------------------------------------------ */

/* What these fates bring the attacker's side beyond the expectation, in half points; 0 if either
   does not exist. */
double xpgn_odds_luck(const xpgn_odds *odds, xpgn_fate attacker, xpgn_fate defender);
/* The mean of the hit points that a side of a combat loses: 0 the attacker's. */
double xpgn_odds_lost(const xpgn_odds *odds, unsigned side);
/*
 * The odds of a prepared combat whose attacker goes on, as it may in some games with hit points:
 * until a piece is removed, or the attacker has less than `below` hit points (1 or less: only
 * then), or after XPGN_MAX_EXCHANGES exchanges. Chances and means are exact, ways are rounded.
 * XPGN_INVALID: the attacker of this game may not go on.
 */
xpgn_status xpgn_combat_odds_on(const xpgn_ruleset *rs, const xpgn_facts *facts, unsigned below,
                                xpgn_odds *out);
/* What the dice of a decided combat, whose odds are *odds, brought the attacker's side beyond the
   expectation, in half points, and the variance of what they could; with hit points from exchange
   to exchange, as the attacker chooses to go on. `variance` may be NULL. */
double xpgn_combat_luck(const xpgn_ruleset *rs, const xpgn_odds *odds, const xpgn_facts *facts,
                        double *variance);

/* The die of a teleport or an escape. */
typedef struct xpgn_attempt {
    uint8_t faces;      /* of the die, equally probable */
    uint8_t succeeding; /* the number of faces with which it succeeds */
    int16_t added;      /* added to the die: leaders on the board; for an escape the bonus of the
                           piece */
    int16_t needed;     /* the total that is needed ... */
    bool exactly;       /* ... exactly; false: or more */
    bool rolled;        /* the facts have the die */
    bool succeeded;
} xpgn_attempt;

/* Sets *out to the odds of the action in `facts`, from `p`, the position before it. False if it is
   not a teleport or an escape that is possible in this position. */
bool xpgn_attempt_odds(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_facts *facts,
                       xpgn_attempt *out);

#define XPGN_MATCHUP .size = sizeof(xpgn_matchup)

/* A combat of two pieces anywhere on the board: [0] the attacker, [1] the defender. */
typedef struct xpgn_matchup {
    size_t size;           /* XPGN_MATCHUP */
    xpgn_action_kind kind; /* XPGN_ATTACK, XPGN_SHOT or XPGN_RUN */
    bool en_passant;
    xpgn_piece piece[2];            /* of seats 0 and 1; may be wounded */
    int16_t support[2];             /* the sum of their support (in five-dice: dice) */
    const xpgn_piece *supporter[2]; /* supporters whose values are added to it; NULL: none */
    size_t supporters[2];           /* their numbers */
} xpgn_matchup;

/*
 * Prepares a combat without a position: sets *facts to what is known before the dice are rolled,
 * for xpgn_combat_odds. XPGN_INVALID: there is no such combat in this game; fault->text says why,
 * fault->place is not used.
 */
xpgn_status xpgn_combat_of_types(const xpgn_ruleset *rs, const xpgn_matchup *matchup,
                                 xpgn_facts *facts, xpgn_fault *fault);
/* Checks whether a text could be an action in canonical notation, in some position of some game.
   XPGN_INVALID: it could not; fault->text says why, and what to write instead if that is known. */
xpgn_status xpgn_action_form(xpgn_slice text, xpgn_fault *fault);

/* ---- turn rolls that say who may act --------------------------------------------------------- */

/* What the dice of a turn allow. */
typedef struct xpgn_throw {
    xpgn_turn_dice dice; /* in ascending order */
    uint32_t ways;       /* the throws that show these faces, in whatever order */
    uint32_t actions;    /* how many actions may begin the turn; 0: nothing can act */
    uint8_t most;        /* the most dice that can be spent */
    bool again;          /* nothing can act, so the dice are rolled again */
    bool king;           /* the other king can be captured, or attacked, in this turn */
} xpgn_throw;

/*
 * Lists what each throw of a turn roll allows the side to move of `p`, at the start of its turn, in
 * the order of the dice. Writes up to `capacity` and returns how many there are; 0 in games whose
 * dice do not say who may act, and for a position on another board. `king` and `actions` are
 * set if `whole`, which takes some times as long.
 */
size_t xpgn_throws(const xpgn_ruleset *rs, const xpgn_position *p, bool whole, xpgn_throw *list,
                   size_t capacity);

/* ---- start positions ------------------------------------------------------------------------- */

/* A source of random numbers: must return a number below `below` (at least 2), each with the same
   probability. */
typedef uint32_t xpgn_draw(void *data, uint32_t below);
/*
 * Sets *out to a start position for a new game: the one of the ruleset, or one drawn with equal
 * probability from those it allows (the first rank in Chess960, an army and its squares in AS-1).
 * XPGN_NOT_FOUND: the ruleset does not define any. XPGN_INVALID: a draw is needed, but `draw` is
 * NULL or returned a number out of range.
 */
xpgn_status xpgn_ruleset_set_up(const xpgn_ruleset *rs, xpgn_draw *draw, void *data,
                                xpgn_position *out);

/* ---- actions --------------------------------------------------------------------------------- */

/* Where a piece may go, or what it may attack. */
typedef struct xpgn_destination {
    xpgn_square square;
    uint8_t roll; /* the turn roll that lets it move there (CC-4); 0: none is needed */
    bool attack;  /* it may attack the piece there */
} xpgn_destination;
/*
 * Lists where the piece on `from` may go in one action and what it may attack, as if it were its
 * side's turn. Writes up to `capacity` and returns how many there are; 0 if the square is empty or
 * off the board. A square that it can reach both with a turn roll and without is listed twice.
 */
size_t xpgn_destinations(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_square from,
                         xpgn_destination *list, size_t capacity);

/* ---- playing --------------------------------------------------------------------------------- */

/*
 * Continues from the current place of a walk in its main line, with the walk's ruleset. After an
 * XPGN_STEP_ACTION the turn is still open; at XPGN_STEP_RESULT it has ended. XPGN_INVALID: the main
 * line has no position there.
 */
xpgn_status xpgn_play_from_walk(xpgn_play *play, const xpgn_walk *walk);
/*
 * Throws the dice of a turn roll that may or must be made here, again where nothing can act by them
 * and the rules say so, enters them, and sets *dice to them. `die` returns the next die, from 1 to
 * `faces`. XPGN_INVALID: no turn roll may be made here.
 */
xpgn_status xpgn_play_throw_turn(xpgn_play *play, unsigned (*die)(void *data, unsigned faces),
                                 void *data, xpgn_turn_dice *dice);
/* The most faces of any die of the game; 0 for a game without dice. */
unsigned xpgn_play_faces(const xpgn_play *play);
/* The faces of a die, from 0, of a side in the combat *facts, prepared; NULL, or not a combat: of
   each die of a turn, of an attempt, or for who begins. 0: it has no such die. */
unsigned xpgn_play_die_faces(const xpgn_play *play, const xpgn_facts *facts, unsigned side,
                             unsigned die);
/* True if the attacker of the combat *facts, prepared, may go on after the exchanges of *roll, or
   stop (CD-3). */
bool xpgn_play_may_go_on(const xpgn_play *play, const xpgn_facts *facts, const xpgn_roll *roll);
/* Throws one exchange more of *facts, prepared, which is due, or with which the attacker goes on.
 */
void xpgn_play_throw_on(const xpgn_play *play, const xpgn_facts *facts,
                        unsigned (*die)(void *data, unsigned faces), void *data, xpgn_roll *roll);
/* Lists the castles where the winner of a judged combat may hold the prisoner (CC-8), and sets
 *loser to the side (0, 1) that becomes one. Returns how many there are; 0 in other games. */
size_t xpgn_play_cells(const xpgn_play *play, const xpgn_facts *facts, xpgn_square list[4],
                       unsigned *loser);

/* ---- players --------------------------------------------------------------------------------- */

/* A player that chooses by itself; xpgn-simulate(1) describes each. For one thread at a time. */
typedef struct xpgn_player xpgn_player;
/* The names of the players (`index` from 0), NULL past the last. "strong" takes a number of nodes:
   "strong:1000". */
const char *xpgn_player_name(size_t index);
/* Makes the player with that name. XPGN_NOT_FOUND: there is none, or its number of nodes is not
   between 1 and 10^9. */
xpgn_status xpgn_player_new(xpgn_player **out, xpgn_slice name);
void xpgn_player_free(xpgn_player *player);
/* Answers of xpgn_player_choose besides an index. */
enum { XPGN_PLAYER_ROLL = -1, XPGN_PLAYER_END = -2 };
/*
 * Chooses what to do at this point of a turn: returns the index of one of the legal actions in
 * `list`, XPGN_PLAYER_ROLL to make the turn roll, or XPGN_PLAYER_END to end the turn. There must be
 * something to do, and no turn roll may be due. `draw` decides between equal choices and nothing
 * else; NULL: the first is taken.
 */
int xpgn_player_choose(xpgn_player *player, const xpgn_play *play, const xpgn_action *list,
                       size_t count, xpgn_draw *draw, void *data);
/* True if the attacker of the combat *facts, prepared, may go on after the exchanges of *roll, and
   does. */
bool xpgn_player_goes_on(xpgn_player *player, const xpgn_play *play, const xpgn_facts *facts,
                         const xpgn_roll *roll, xpgn_draw *draw, void *data);
/* Chooses among xpgn_play_choices of a judged action, and sets facts->action. */
void xpgn_player_complete(xpgn_player *player, const xpgn_play *play, xpgn_draw *draw, void *data,
                          xpgn_facts *facts);

/* ---- equity: what the dice gave and what decisions lost -------------------------------------- */

#define XPGN_EQUITY_OPTIONS .size = sizeof(xpgn_equity_options)

/*
 * Measures what the dice of a game gave and what its decisions lost, in scores: 1 is a won game.
 * The expected score of a seat comes from a player that looks ahead, "careful" or "strong:N", or
 * from games that it plays on from there. Whatever that player thinks, what the dice give is 0 on
 * average. For one thread at a time.
 */
typedef struct xpgn_equity xpgn_equity;
typedef struct xpgn_equity_options {
    size_t size;  /* XPGN_EQUITY_OPTIONS */
    double logit; /* a lead of this many half points multiplies the odds of winning by e; 0: take it
                     from xpgn_equity_fit_of */
    uint32_t rollouts; /* games played from each position that is judged; 0: none, use the player's
                          evaluation */
    xpgn_draw *draw;   /* for rollouts */
    void *data;
} xpgn_equity_options;

/* `options` may be NULL. XPGN_NOT_FOUND: there is no such player, or it does not look ahead.
   XPGN_INVALID: the options are not valid. */
xpgn_status xpgn_equity_new(xpgn_equity **out, xpgn_slice player,
                            const xpgn_equity_options *options);
void xpgn_equity_free(xpgn_equity *equity);

/* How a lead in half points translates into scores. */
typedef struct xpgn_equity_fit {
    const char *ruleset; /* NULL: nothing was fitted for this ruleset; `logit` is a general value */
    double logit;
    double error; /* the mean error of an expected score; NAN: not known */
    double rest;  /* the standard deviation of luck-adjusted results between equal players; NAN: not
                     known */
    unsigned games;
} xpgn_equity_fit;
xpgn_equity_fit xpgn_equity_fit_of(const xpgn_ruleset *rs);

/* A decision: an action, a turn roll, or ending a turn that could have gone on. */
typedef enum xpgn_judged_kind {
    XPGN_JUDGED_ACTION,
    XPGN_JUDGED_ROLL,
    XPGN_JUDGED_END
} xpgn_judged_kind;
/* What dice were thrown for; NONE: there were none. */
typedef enum xpgn_chance {
    XPGN_CHANCE_NONE,
    XPGN_CHANCE_COMBAT,
    XPGN_CHANCE_TURN,
    XPGN_CHANCE_TELEPORT,
    XPGN_CHANCE_ESCAPE
} xpgn_chance;
const char *xpgn_chance_name(xpgn_chance chance); /* "combat"; "" for none or another */

typedef struct xpgn_judged {
    xpgn_judged_kind kind;
    xpgn_chance chance;
    uint8_t seat;
    bool chosen;         /* there was a choice; if not, nothing was lost */
    double best, played; /* expected scores before the dice, of the best decision found and of the
                            one made */
    double loss;         /* best minus played, plus what was lost by choices after the dice */
    double came;         /* expected score after the dice */
    double luck[XPGN_MAX_SEATS]; /* what the dice gave each seat; with two seats they add up to 0 */
    double variance;             /* of what the dice could give this seat */
    xpgn_judged_kind best_kind;  /* the best decision */
    char best_text[24];          /* its notation if it is an action, without + or # */
} xpgn_judged;

/*
 * Pass it every step of a walk, with the walk's ruleset; only the main line counts. Returns the
 * number of decisions in the step, 0 to 2, which it writes to `out`. What cannot be judged is
 * skipped up to the next turn.
 */
unsigned xpgn_equity_step(xpgn_equity *equity, const xpgn_ruleset *rs, const xpgn_step *step,
                          xpgn_judged out[2]);

/* ---- intervals ------------------------------------------------------------------------------- */

/* The half-width of a 95 % interval in standard deviations, if the variance was estimated with
   `degrees` degrees of freedom (Student's distribution; at least 4); 0: the variance is known. */
double xpgn_quantile(double degrees);
/* The confidence interval of a value between two bounds, such as a share of n games. With share *
   (1 - share) / n as its variance and xpgn_quantile(0) it is Agresti and Coull's. Its width is
   never 0. */
void xpgn_interval(double value, double variance, double n, double quantile, const double bound[2],
                   double interval[2]);

#endif

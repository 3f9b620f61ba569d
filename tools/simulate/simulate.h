/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-simulate: games, counts, the report. */
#ifndef SIMULATE_TOOL_H
#define SIMULATE_TOOL_H

#include "frame/cli.h"
#include "internal/sealed.h"
#include "shared/chance/random.h"

/* ---- what is counted (simulate/simulate_count.c) --------------------------------------------- */

enum { SIM_RULESETS = 8, SIM_GROUPS = 64 };

/* Luck is counted in 1/SIM_LUCK half points: sums are integers and do not depend on the order. */
enum { SIM_LUCK = 64 };

/* The result of one game. */
typedef struct sim_result {
    bool ended, drawn; /* by the rules; a game that has not ended was cut off */
    uint8_t score;     /* of the first to move, in twelfths of a point */
    uint8_t fair;      /* the same if all seats shared the point */
    bool equal;        /* all seats had the same bot */
    bool versus;       /* two different bots had alternate seats */
    uint8_t first_bot; /* with `versus`: the score of the first one, in twelfths; 6 if cut off */
    int64_t luck;      /* net luck of the first to move, in 1/SIM_LUCK half points */
    uint64_t turns, choices, decisions, leads; /* leads: how often the lead changed */
    /* [type]: pieces that were on the board at some time, and those on it at the end */
    uint64_t stood[XPGN_TYPES], stands[XPGN_TYPES];
} sim_result;

/* The sums over games. */
typedef enum sim_sum {
    SUM_GAMES,
    SUM_ENDED,
    SUM_DRAWN,
    SUM_VERSUS, /* games of two different bots */
    SUM_FIRST_BOT,
    SUM_SCORE, /* this and all that follow, except choices and decisions: of games that ended */
    SUM_FAIR,
    SUM_EQUAL, /* games with the same bot in all seats */
    SUM_TURNS,
    SUM_LEADS,
    SUM_LUCK,
    SUM_LUCK_LUCK,
    SUM_LUCK_SCORE,
    SUM_SCORE_SCORE,
    SUM_LUCKY,   /* decided games won by the luckier side */
    SUM_UNLUCKY, /* and lost by it */
    SUM_CHOICES,
    SUM_DECISIONS,
    SUM_STOOD,                           /* [type] */
    SUM_STANDS = SUM_STOOD + XPGN_TYPES, /* [type] */
    SUMS = SUM_STANDS + XPGN_TYPES
} sim_sum;

/* The outcome of a game, if it is the same under two rulesets. */
typedef enum sim_both { BOTH_DECIDED, BOTH_DRAWN, BOTH_CUT, BOTHS } sim_both;

/* The sums over all games, in groups by game number: intervals come from leaving out one group at a
   time. */
typedef struct sim_counts {
    int64_t sum[SIM_RULESETS][SIM_GROUPS][SUMS];
    int64_t both[SIM_RULESETS][BOTHS]; /* games alike under ruleset 0 and this one */
} sim_counts;

/* Adds a game, played under each of the rulesets. Games of the same number share a group. */
void sim_count(sim_counts *counts, uint64_t number, const sim_result *result, size_t rulesets);
void sim_add(sim_counts *to, const sim_counts *from);

/* ---- a number with several values (simulate/simulate_sweep.c) -------------------------------- */

typedef struct sim_sweep {
    char path[64]; /* of keys of the ruleset, "attack.knight" or "teleport.reach" */
    int from, to;
} sim_sweep;

/* Reads "attack.knight=2..4"; false if it is not of this form. */
bool sim_sweep_read(const char *words, sim_sweep *s);
/* Appends the name of the option for a value, "attack-knight=2". */
void sim_sweep_put_option(xpgn_buffer *b, const sim_sweep *s, int value);
/* Appends a text for xpgn_catalog_add: the same ruleset, with such an option for each value. */
void sim_sweep_put_ruleset(xpgn_buffer *b, const sim_sweep *s, const xpgn_ruleset *rs);

/* ---- sealed dice (simulate/simulate_seal.c) -------------------------------------------------- */

typedef struct sim_seal sim_seal;
/* XPGN_NO_MEMORY, or XPGN_NOT_FOUND if libsodium is missing. */
xpgn_status sim_seal_new(sim_seal **out);
void sim_seal_free(sim_seal *s);
/* Makes a chain for each seat of a new game, derived from its tags. */
void sim_seal_begin(sim_seal *s, unsigned seats, xpgn_slice tags);
/* Appends the tags DiceCommit and DiceKey. */
void sim_seal_put_tags(const sim_seal *s, xpgn_buffer *b);
/* Continues the transcript of the game's tags; sim_seal_line adds a line of what is played. */
void sim_seal_follow(sim_seal *s, const xpgn_transcript *header);
void sim_seal_line(sim_seal *s, xpgn_slice line);
/* True if no links are left for another roll. */
bool sim_seal_is_used_up(const sim_seal *s);
/* The party announces the next roll, "12... exd5", and all answer; false if no links are left. */
bool sim_seal_announce(sim_seal *s, xpgn_slice what, unsigned party);
/* Returns the next die of that roll. */
unsigned sim_seal_die(sim_seal *s, unsigned faces);
/* Undoes the last announcement, if its roll does not go into the record. */
void sim_seal_take_back(sim_seal *s);
/* Appends the tags DiceOpen, DiceLast and DiceSign. */
void sim_seal_put_end(const sim_seal *s, xpgn_buffer *b, xpgn_slice result);

/* ---- games (simulate/simulate_game.c) -------------------------------------------------------- */

/* The settings for all games of a run. */
typedef struct sim_plan {
    uint64_t seed, max_plies;
    const char *bot[XPGN_MAX_SEATS]; /* names for xpgn_player_new */
    bool equal, versus;              /* all are the same; two different ones alternate */
    bool pairs;   /* games 2n - 1 and 2n have the same dice, with seats exchanged */
    bool measure; /* fill in everything of sim_result */
    bool sealed;  /* the dice are sealed */
} sim_plan;

/* The number that the dice of a game are derived from: its own, or that of its pair. */
uint64_t sim_stream(const sim_plan *plan, uint64_t number);

/* The state of a thread that plays games. */
typedef struct sim_table sim_table;
/* The plan and the walk, which reads records, stay the caller's and must outlive the table.
   XPGN_NO_MEMORY, or XPGN_NOT_FOUND if the dice are sealed and libsodium is missing. */
xpgn_status sim_table_new(sim_table **out, const sim_plan *plan, xpgn_walk *walk);
void sim_table_free(sim_table *table);
/* A ruleset, with the values of the tags Variant and RuleOptions. */
typedef struct sim_rules {
    const xpgn_ruleset *rs;
    xpgn_slice variant, options;
} sim_rules;
/*
 * Plays a game and sets *text to its tags and moves, valid until the next game. A sealed game is
 * cut off when the chains are used up. XPGN_NOT_FOUND: the ruleset does not say how a game is set
 * up. XPGN_INVALID: the game cannot be continued.
 */
xpgn_status sim_play(sim_table *table, const sim_rules *rules, uint64_t number, sim_result *result,
                     xpgn_slice *text);

/* ---- the report (simulate/simulate_report.c) ------------------------------------------------- */

typedef enum sim_format { SIM_TEXT, SIM_JSON, SIM_CSV, SIM_TSV, SIM_MARKDOWN } sim_format;

typedef struct sim_title {
    const char *variant, *options; /* options "": none */
    const xpgn_ruleset *rs;        /* with these options */
} sim_title;

typedef struct sim_report {
    const sim_counts *counts;
    const sim_plan *plan;
    const sim_title *title;
    size_t rulesets;
    const char *bots;
    bool sweep; /* the rulesets differ only in a number, which is in their options */
} sim_report;

void sim_report_write(xpgn_buffer *b, const sim_report *report, sim_format format);
/* Draws a chart for all shares, and one for each other measure, with rows for each ruleset, and
   beside it that of the differences; false if out of memory. */
bool sim_report_draw(xpgn_svg *svg, const sim_report *report);

/* ---- estimates (simulate/simulate_estimate.c) ------------------------------------------------ */

/* A value and its 95 % interval; low > high: the interval is not known. */
typedef struct sim_estimate {
    bool known; /* false: there are no data for it */
    double value, low, high;
} sim_estimate;

/* A measure: a line of the report. */
typedef struct sim_measure {
    const char *key, *label; /* with `type`, the names of the piece follow the label */
    const char *words;       /* %: the value, #: those names, @: the first bot */
    double (*value)(const int64_t *sum, unsigned type); /* NAN: not known */
    double (*games)(const int64_t *sum);                /* how many games it is based on */
    unsigned type;                                      /* the piece type, for survival; else 0 */
    bool share;                                         /* it is a share, from 0 to 1 */
    bool sign;      /* it is relative to a fair share: shown with + or - */
    double least;   /* the lower bound if it is not a share */
    bool headline;  /* always stated in words */
    bool first_bot; /* its label ends with the name of the first bot */
    int both;       /* a share of all games, of this kind (sim_both); else -1 */
} sim_measure;

/* The key of the last one is NULL. */
extern const sim_measure sim_measures[];

sim_estimate sim_estimate_of(const sim_counts *c, size_t ruleset, const sim_measure *m);
/* The ruleset minus ruleset 0, game by game. */
sim_estimate sim_difference(const sim_counts *c, size_t ruleset, const sim_measure *m);
/* For a measure with `both`: in how many games the ruleset and ruleset 0 differ. */
uint64_t sim_discordant(const sim_counts *c, size_t ruleset, const sim_measure *m);
/* If none of n games did something: the 95 % upper bound of the share of games that do. */
double sim_most(double n);

#endif

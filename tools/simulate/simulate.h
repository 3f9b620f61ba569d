/* SPDX-License-Identifier: MIT */
/* Internal to simulate*.c: games, what is counted, the report. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "cli/cli.h"
#include "cli/random.h"

/* ---- what is counted (simulate/count.c) ------------------------------------------------------ */

enum { SIM_RULESETS = 8, SIM_GROUPS = 64 };

/* Luck is counted in 1/SIM_LUCK of a half point, so that sums are whole and have no order. */
enum { SIM_LUCK = 64 };

/* One game. */
typedef struct sim_result {
    bool ended, drawn; /* by the rules; else it was cut off */
    uint8_t score;     /* of who moved first, in twelfths */
    uint8_t fair;      /* what each seat would get if all shared */
    bool equal;        /* all seats had the same bot */
    bool versus;       /* two bots that differ sat in turn */
    uint8_t first_bot; /* then: what the first one scored, in twelfths; 6 if cut off */
    int64_t luck;      /* net luck of who moved first */
    uint64_t turns, choices, decisions, leads;
    /* [type]: pieces that stood on the board at some time, and those that stand there at the end */
    uint64_t stood[XPGN_TYPES], stands[XPGN_TYPES];
} sim_result;

/* Names of sums over games. */
typedef enum sim_sum {
    SUM_GAMES,
    SUM_ENDED,
    SUM_DRAWN,
    SUM_VERSUS, /* games of two bots that differ */
    SUM_FIRST_BOT,
    SUM_SCORE, /* of games that ended, as all that follows but choices and decisions */
    SUM_FAIR,
    SUM_EQUAL, /* games of one bot */
    SUM_TURNS,
    SUM_LEADS,
    SUM_LUCK,
    SUM_LUCK_LUCK,
    SUM_LUCK_SCORE,
    SUM_SCORE_SCORE,
    SUM_LUCKY,   /* decided games that the luckier side has won */
    SUM_UNLUCKY, /* and lost */
    SUM_CHOICES,
    SUM_DECISIONS,
    SUM_STOOD,                           /* [type] */
    SUM_STANDS = SUM_STOOD + XPGN_TYPES, /* [type] */
    SUMS = SUM_STANDS + XPGN_TYPES
} sim_sum;

/* Games that come out alike under two rulesets. */
typedef enum sim_both { BOTH_DECIDED, BOTH_DRAWN, BOTH_CUT, BOTHS } sim_both;

/* All games, in groups by their numbers: an interval comes from what each group changes. */
typedef struct sim_counts {
    int64_t sum[SIM_RULESETS][SIM_GROUPS][SUMS];
    int64_t both[SIM_RULESETS][BOTHS]; /* ruleset 0 and this one */
} sim_counts;

/* Adds the game of that number, played under each of the rulesets. */
void sim_count(sim_counts *counts, uint64_t number, const sim_result *result, size_t rulesets);
void sim_add(sim_counts *to, const sim_counts *from);

/* ---- a number with several values (simulate/sweep.c) ----------------------------------------- */

typedef struct sim_sweep {
    char path[64]; /* of keys of the ruleset, "attack.knight" or "teleport.reach" */
    int from, to;
} sim_sweep;

/* Reads "attack.knight=2..4". */
bool sim_sweep_read(const char *words, sim_sweep *s);
/* The name of the option with that value, "attack-knight=2". */
void sim_sweep_put_option(xpgn_buffer *b, const sim_sweep *s, int value);
/* A text for xpgn_catalog_add: the same ruleset, with such an option for each value. */
void sim_sweep_put_ruleset(xpgn_buffer *b, const sim_sweep *s, const xpgn_ruleset *rs);

/* ---- sealed dice (simulate/seal.c) ----------------------------------------------------------- */

typedef struct sim_seal sim_seal;
/* XPGN_NO_MEMORY, or XPGN_NOT_FOUND without libsodium. */
xpgn_status sim_seal_new(sim_seal **out);
void sim_seal_free(sim_seal *s);
/* Makes a chain for each seat of a new game, that follows from its tags. */
void sim_seal_begin(sim_seal *s, unsigned seats, xpgn_slice tags);
/* The tags DiceCommit and DiceKey. */
void sim_seal_put_tags(const sim_seal *s, xpgn_buffer *b);
/* The transcript of the game's tags, which what is played is added to. */
void sim_seal_follow(sim_seal *s, const xpgn_transcript *header);
void sim_seal_line(sim_seal *s, xpgn_slice line);
/* The party announces the next roll, "12... exd5", and all answer. False: the chains are used up.
 */
bool sim_seal_announce(sim_seal *s, xpgn_slice what, unsigned party);
/* The next die of that roll. */
unsigned sim_seal_die(sim_seal *s, unsigned faces);
/* That roll is not in the record: the one before it is the last. */
void sim_seal_take_back(sim_seal *s);
/* The tags DiceOpen, DiceLast and DiceSign. */
void sim_seal_put_end(const sim_seal *s, xpgn_buffer *b, xpgn_slice result);

/* ---- games (simulate/game.c) ----------------------------------------------------------------- */

/* What holds for every game of a run. */
typedef struct sim_plan {
    uint64_t seed, max_plies;
    const char *bot[XPGN_MAX_SEATS]; /* names of players */
    bool equal, versus;              /* all are the same; two that differ sit in turn */
    bool pairs;   /* the second game of two has the same dice, and seats exchanged */
    bool measure; /* fill in everything of sim_result */
    bool sealed;  /* the dice are */
} sim_plan;

/* The number that the dice of a game follow from: that of its pair, or its own. */
uint64_t sim_stream(const sim_plan *plan, uint64_t number);

/* What a thread plays with. */
typedef struct sim_table sim_table;
/* The walk is to read records with; it stays the caller's. XPGN_NO_MEMORY, or XPGN_NOT_FOUND:
   sealed dice need libsodium. */
xpgn_status sim_table_new(sim_table **out, const sim_plan *plan, xpgn_walk *walk);
void sim_table_free(sim_table *table);
/* Which rules; the texts are those of the tags Variant and RuleOptions. */
typedef struct sim_rules {
    const xpgn_ruleset *rs;
    xpgn_slice variant, options;
} sim_rules;
/*
 * Plays a game; its tags and moves are in *text, valid until the next one. XPGN_NOT_FOUND: the
 * ruleset does not say how a game is set up. Sealed play ends with the chains.
 */
xpgn_status sim_play(sim_table *table, const sim_rules *rules, uint64_t number, sim_result *result,
                     xpgn_slice *text);

/* ---- the report (simulate/report.c) ---------------------------------------------------------- */

typedef enum sim_format { SIM_TEXT, SIM_MARKDOWN, SIM_JSON, SIM_CSV } sim_format;

typedef struct sim_title {
    const char *variant, *options; /* "" options: none */
    const xpgn_ruleset *rs;        /* with them */
} sim_title;

typedef struct sim_report {
    const sim_counts *counts;
    const sim_plan *plan;
    const sim_title *title;
    size_t rulesets;
    const char *bots;
    bool sweep; /* the rulesets differ in a number, and in their options only */
} sim_report;

void sim_report_write(xpgn_buffer *b, const sim_report *report, sim_format format);
/* A chart for each measure, with a bar for each ruleset. */
void sim_report_draw(xpgn_svg *svg, const sim_report *report);

/* ---- estimates (simulate/estimate.c) --------------------------------------------------------- */

/* A value, and where it lies with a probability of 95 %; low > high: not known. */
typedef struct sim_estimate {
    bool known; /* false: there is nothing to estimate it from */
    double value, low, high;
} sim_estimate;

/* What a report has a line for. */
typedef struct sim_measure {
    const char *key, *label;                            /* with `type`, its names follow */
    const char *words;                                  /* %: the value, #: the names */
    double (*value)(const int64_t *sum, unsigned type); /* NAN: nothing to compute it from */
    double (*games)(const int64_t *sum);                /* how many games it is of */
    unsigned type;                                      /* of pieces, for survival; else 0 */
    bool share;                                         /* of something: from 0 to 1 */
    bool sign;                                          /* above a fair share: shown with + or - */
    double least;                                       /* of what is no share */
    bool headline;                                      /* always said in words */
    bool first_bot;                                     /* its label ends with the name of that */
    int both; /* a share of all games, of this kind (sim_both); else -1 */
} sim_measure;

/* The last one has no key. */
extern const sim_measure sim_measures[];

sim_estimate sim_estimate_of(const sim_counts *c, size_t ruleset, const sim_measure *m);
/* That ruleset minus ruleset 0, game by game. */
sim_estimate sim_difference(const sim_counts *c, size_t ruleset, const sim_measure *m);
/* Of a measure with `both`: in how many games the rulesets differ. */
uint64_t sim_discordant(const sim_counts *c, size_t ruleset, const sim_measure *m);
/* If none of n games did something: the share of games that do so at most, with a probability of
   95 %. */
double sim_most(double n);

#endif

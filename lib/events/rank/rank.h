/* SPDX-License-Identifier: MIT */
/*
 * Standings by points and FIDE's tie-breaks. Article numbers refer to C.07 of the FIDE Handbook, in
 * force from 1 August 2024; rating tables and formula are those of B.02. There are no files or
 * names here: an entry is a player or a team with its results in each round.
 */
#ifndef XPGN_RANK_RANK_H
#define XPGN_RANK_RANK_H

#include "core/base/slice.h"

#define RANK_NOBODY UINT32_MAX

enum { RANK_POINT = 1200, RANK_SHARE = 12, RANK_CODES = 12, RANK_NAME = 24 };

/* The kind of a round for an entry (C.07, 16.2). */
typedef enum rank_kind {
    RANK_PLAYED,
    RANK_WON_FREE,  /* won by forfeit */
    RANK_LOST_FREE, /* lost by forfeit: voluntarily unplayed */
    RANK_PAIRED_BYE,
    RANK_FULL_BYE,
    RANK_HALF_BYE, /* requested */
    RANK_ABSENT
} rank_kind;

/* A round of an entry. Points are in 1200ths; [0] is for a player or a team's matches, [1] for a
   team's games. */
typedef struct rank_round {
    uint32_t opponent; /* RANK_NOBODY if there is none */
    uint16_t round;    /* from 1 */
    uint8_t kind;      /* rank_kind */
    uint8_t share;     /* share of the game's one point, in twelfths, as counted for ratings */
    bool black;
    int32_t points[2];
    const int32_t *board; /* for a team: points of each board; NULL if unknown */
} rank_round;

typedef struct rank_entry {
    rank_round *round; /* in order of rounds: one each, or more if a round had several games */
    uint32_t rounds;
    uint32_t rating; /* 0: none */
    uint32_t number; /* starting rank, which decides last */
    uint32_t listed; /* rank in a given list, which orders ties; 0: none */
} rank_entry;

typedef struct rank_table {
    rank_entry *entry;
    uint32_t entries, rounds;
    uint32_t boards;         /* boards per team; 0 if the entries are players */
    int32_t win[2], draw[2]; /* points for a win and a draw in a round */
    bool round_robin;        /* article 15 applies: forfeits count as games; otherwise article 16 */
    bool capped;             /* 16.4 as of March 2026: the score of a dummy opponent is limited */
} rank_table;

/* A tie-break. */
typedef enum rank_break {
    RANK_POINTS,       /* PTS, MPTS, GPTS, MPvGP */
    RANK_ENCOUNTER,    /* DE (6); EDE and others for teams (13) */
    RANK_WINS,         /* WIN, 7.1 */
    RANK_WON,          /* WON, 7.2: on the board */
    RANK_BLACK_PLAYED, /* BPG, 7.3 */
    RANK_BLACK_WON,    /* BWG, 7.4 */
    RANK_PROGRESSIVE,  /* PS, 7.5 */
    RANK_ELECTED,      /* REP, 7.6 (GE in 2023): rounds the player elected to play */
    RANK_BUCHHOLZ,     /* BH, 8.1; FB, 8.3; SB, 9.1; ESB, 12 */
    RANK_AVERAGE_BH,   /* AOB, 8.2 */
    RANK_KOYA,         /* KS, 9.2 */
    RANK_ARO,          /* 10.1 */
    RANK_TPR,          /* 10.2 */
    RANK_PTP,          /* 10.3 */
    RANK_APRO,         /* 10.4 */
    RANK_APPO,         /* 10.5 */
    RANK_RATING,       /* RTNG */
    RANK_NUMBER,       /* TPN */
    RANK_BOARD_COUNT,  /* BC, for teams (11) */
    RANK_TOP_BOARDS,   /* TBR */
    RANK_BOTTOM_BOARD, /* BBE */
    RANK_STRENGTH      /* SSSC */
} rank_break;

/* A tie-break with its modifiers (14). */
typedef struct rank_code {
    char name[RANK_NAME]; /* as written, in capitals: BH/C1 */
    rank_break what;
    uint8_t of, by;    /* index of the points of the opponents, and of one's own */
    uint8_t low, high; /* cuts, 14.1 to 14.4 */
    bool fore, berger; /* for RANK_BUCHHOLZ: fore Buchholz, Sonneborn-Berger */
    bool forfeits;     /* P: forfeits count as games */
    int32_t limit;     /* L: limit relative to one half of the points, in 1200ths */
    uint32_t percent;  /* L: limit in percent of the points; 0: 50 */
    uint32_t unrated;  /* U: rating of unrated opponents */
    char steps[8];     /* for RANK_ENCOUNTER: P S C T B */
} rank_code;

/* The value of a tie-break for an entry. */
typedef struct rank_value {
    bool known;
    int64_t n; /* in units of 1 / rank_unit */
} rank_value;

/* Reads a list of tie-breaks separated by commas, blanks or semicolons: DE,BH-C1,SB; cuts may also
   follow / or #. Returns their number; SIZE_MAX if the one in *fault is unknown, or there are more
   than RANK_CODES. */
size_t rank_codes_read(xpgn_slice text, bool teams, rank_code code[RANK_CODES], xpgn_slice *fault);
/* Returns the number of units in one point of a value; sets the maximum number of decimals to
   print. */
int64_t rank_unit(const rank_code *code, unsigned *decimals);

/* The results for each entry; the caller allocates the arrays. */
typedef struct rank_result {
    rank_value *value; /* [entry * codes + code] */
    uint32_t *order;   /* indices of entries, best first */
    uint32_t *place;   /* [entry]: from 1; ties share the best place */
} rank_result;

/* Ranks the entries by points, then by the tie-breaks in order. False if out of memory. */
bool rank_standings(const rank_table *t, const rank_code *code, size_t codes, rank_result *out);

/* ---- the tie-breaks, each for all entries ---------------------------------------------------- */

/* Returns the points of an entry in all rounds, of kind `which` (0 or 1), in 1200ths. */
int64_t rank_points(const rank_table *t, uint32_t entry, unsigned which);
/* Each sets value[entry * stride]; false if out of memory. This one is in rank_buchholz.c. */
bool rank_buchholz(const rank_table *t, const rank_code *c, rank_value *value, size_t stride);
/* rank_rating.c */
bool rank_performance(const rank_table *t, const rank_code *c, rank_value *value, size_t stride);
/* rank_meet.c: splits entries with the same place; the value is the place among them. */
bool rank_encounter(const rank_table *t, const rank_code *c, const uint32_t *place,
                    rank_value *value, size_t stride);

/* ---- ratings --------------------------------------------------------------------------------- */

/* Expected score in hundredths for a difference of ratings: table 8.1.2 of B.02. */
uint32_t rank_expected(int32_t difference);
/* Difference of ratings for a percentage of points, 0 to 100: table 8.1.1 of B.02. */
int32_t rank_difference(uint32_t percent);

#endif

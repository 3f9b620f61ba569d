/* SPDX-License-Identifier: MIT */
/*
 * Standings by points and FIDE's tie-breaks. Numbers of articles are those of C.07 of the FIDE
 * Handbook, as applied from 1 August 2024; tables and the formula of ratings are those of B.02. It
 * knows no files or names: an entry is a player or a team with its results in each round.
 */
#ifndef XPGN_RANK_RANK_H
#define XPGN_RANK_RANK_H

#include "base/slice.h"

#define RANK_NOBODY UINT32_MAX

enum { RANK_POINT = 1200, RANK_SHARE = 12, RANK_CODES = 12, RANK_NAME = 24 };

/* The kind of a round for an entry (C.07, 16.2). */
typedef enum rank_kind {
    RANK_PLAYED,
    RANK_WON_FREE,  /* a forfeit */
    RANK_LOST_FREE, /* a forfeit: voluntarily unplayed */
    RANK_PAIRED_BYE,
    RANK_FULL_BYE,
    RANK_HALF_BYE, /* requested */
    RANK_ABSENT
} rank_kind;

/* Points are in 1200ths; [0] for a player or a team's matches, [1] for a team's games. */
typedef struct rank_round {
    uint32_t opponent; /* RANK_NOBODY: none */
    uint16_t round;    /* from 1 */
    uint8_t kind;      /* rank_kind */
    uint8_t share;     /* share of the game's one point, in twelfths, as ratings count it */
    bool black;
    int32_t points[2];
    const int32_t *board; /* for a team: points of each board; NULL: none */
} rank_round;

typedef struct rank_entry {
    rank_round *round; /* by rounds: one each, or more if a round had several games */
    uint32_t rounds;
    uint32_t rating; /* 0: none */
    uint32_t number; /* starting rank; the order if nothing else decides */
    uint32_t listed; /* rank in the list, which orders ties; 0: none */
} rank_entry;

typedef struct rank_table {
    rank_entry *entry;
    uint32_t entries, rounds;
    uint32_t boards;         /* boards of a team; 0: the entries are players */
    int32_t win[2], draw[2]; /* points for a win and a draw in a round */
    bool round_robin;        /* article 15: forfeits count as games; else 16 */
    bool capped;             /* 16.4 as of March 2026: a bye counts for no more than ... */
} rank_table;

/* A tie-break. */
typedef enum rank_break {
    RANK_POINTS,       /* PTS, MPTS, GPTS, MPvGP */
    RANK_ENCOUNTER,    /* DE (6); EDE and its kin, of teams (13) */
    RANK_WINS,         /* WIN, 7.1 */
    RANK_WON,          /* WON, 7.2: on the board */
    RANK_BLACK_PLAYED, /* BPG, 7.3 */
    RANK_BLACK_WON,    /* BWG, 7.4 */
    RANK_PROGRESSIVE,  /* PS, 7.5 */
    RANK_ELECTED,      /* REP, 7.6 (GE in 2023): rounds in which one chose to play */
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
    RANK_BOARD_COUNT,  /* BC, of teams (11) */
    RANK_TOP_BOARDS,   /* TBR */
    RANK_BOTTOM_BOARD, /* BBE */
    RANK_STRENGTH      /* SSSC */
} rank_break;

/* A tie-break with its modifiers (14). */
typedef struct rank_code {
    char name[RANK_NAME]; /* as written, in capitals: BH/C1 */
    rank_break what;
    uint8_t of, by;    /* which points of the opponents, and which of one's own: 0 or 1 */
    uint8_t low, high; /* cuts, 14.1 to 14.4 */
    bool fore, berger; /* of RANK_BUCHHOLZ */
    bool forfeits;     /* P: they count as games */
    int32_t limit;     /* L: points above one half, in 1200ths */
    uint32_t percent;  /* L: 0: 50 */
    uint32_t unrated;  /* U: their rating */
    char steps[8];     /* of RANK_ENCOUNTER: P S C T B */
} rank_code;

/* The value of a tie-break for an entry. */
typedef struct rank_value {
    bool known;
    int64_t n; /* in units of 1 / rank_unit */
} rank_value;

/* Reads a list of tie-breaks separated by commas, blanks or semicolons: DE,BH-C1,SB; cuts may also
   follow / and #. Returns how many there are; SIZE_MAX if *fault is unknown, or there are more than
   RANK_CODES. */
size_t rank_codes_read(xpgn_slice text, bool teams, rank_code code[RANK_CODES], xpgn_slice *fault);
/* The units that make up one point of a value; sets the maximum number of decimals to print. */
int64_t rank_unit(const rank_code *code, unsigned *decimals);

/* Of each entry, in the memory of the caller. */
typedef struct rank_result {
    rank_value *value; /* [entry * codes + code] */
    uint32_t *order;   /* entries, the first first */
    uint32_t *place;   /* [entry]: from 1; ties share the best */
} rank_result;

/* Points first, then the tie-breaks in their order. False: no memory. */
bool rank_standings(const rank_table *t, const rank_code *code, size_t codes, rank_result *out);

/* ---- the tie-breaks, each for all entries ---------------------------------------------------- */

/* Points so far, and other sums of an entry. */
int64_t rank_points(const rank_table *t, uint32_t entry, unsigned which);
/* rank_buchholz.c; value[entry * stride]. False: no memory. */
bool rank_buchholz(const rank_table *t, const rank_code *c, rank_value *value, size_t stride);
/* rank_rating.c */
bool rank_performance(const rank_table *t, const rank_code *c, rank_value *value, size_t stride);
/* rank_meet.c: splits those with the same place; a value is the place among these. */
bool rank_encounter(const rank_table *t, const rank_code *c, const uint32_t *place,
                    rank_value *value, size_t stride);

/* ---- ratings --------------------------------------------------------------------------------- */

/* Expected score in hundredths, by the difference of the ratings: table 8.1.2 of B.02. */
uint32_t rank_expected(int32_t difference);
/* Difference by a percentage of points, 0 to 100: table 8.1.1 of B.02. */
int32_t rank_difference(uint32_t percent);

#endif

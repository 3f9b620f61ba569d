/* SPDX-License-Identifier: MIT */
/*
 * Queries about one action.
 *
 *     query  = term {" " term}                   all terms hold
 *     term   = ["!" | "not "] (word | pieces | name comparison value)
 *     name   = ["attacker." | "defender."] ...   without a side: of either
 *     value  = item {"," item}                   one of them
 *
 * A name stands for all the values it has in the action (all dice of both sides, say); a
 * comparison holds if one of them satisfies it, and != if none is equal.  Words and names are those
 * of facts.def; `.` and `-` may stand for the `_` in them.
 */
#ifndef XPGN_STUDY_QUERY_H
#define XPGN_STUDY_QUERY_H

#include "study/facts.h"

enum { QUERY_TERMS = 32, QUERY_VALUES = 16 };

enum query_compare { EQUAL, UNEQUAL, LESS, AT_MOST, GREATER, AT_LEAST };

/* One of the values that a comparison names. */
union query_value {
    struct {
        uint8_t types; /* bit per type */
        bool wounded;  /* only such */
    } pieces;
    struct {
        uint8_t file, rank; /* XPGN_NO_SQUARE: any */
    } square;
    int64_t number; /* also the index of a word */
};

struct query_term {
    bool negated;
    bool any_piece; /* pieces without a name: those that take part */
    uint8_t type;   /* xpgn_fact_type; FLAG: a word that stands alone */
    uint8_t compare;
    uint8_t count;
    xpgn_ask ask;
    union query_value value[QUERY_VALUES];
};

struct xpgn_query {
    size_t count;
    bool of_combat; /* nothing but a combat can match */
    struct query_term term[QUERY_TERMS];
};

#endif

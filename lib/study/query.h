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
 * comparison holds if one of them satisfies it, and != if none is equal.  The words and names are
 * in query.def.
 */
#ifndef XPGN_STUDY_QUERY_H
#define XPGN_STUDY_QUERY_H

#include "rules/ruleset.h"

enum { QUERY_TERMS = 32, QUERY_VALUES = 16 };

enum query_ask {
#define ASK(id, text, form, sided, holds) ASK_##id,
#include "study/query.def"
#undef ASK
    ASK_ANY_PIECE /* pieces without a name: those that take part */
};

enum query_form { FORM_NONE, FORM_PIECE, FORM_SQUARE, FORM_SEAT, FORM_FATE, FORM_NUMBER };

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
    int32_t number; /* also a seat (of four), or a fate (0, 'w', 'x') */
};

struct query_term {
    bool negated;
    uint8_t ask, form, compare;
    uint8_t sides; /* bit 0 attacker, bit 1 defender */
    uint8_t count;
    union query_value value[QUERY_VALUES];
};

struct xpgn_query {
    size_t count;
    struct query_term term[QUERY_TERMS];
};

#endif

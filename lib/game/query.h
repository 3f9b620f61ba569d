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
 * comparison holds if one of them satisfies it, and != if none is equal.
 */
#ifndef XPGN_GAME_QUERY_H
#define XPGN_GAME_QUERY_H

#include "rules/ruleset.h"

enum { QUERY_TERMS = 32, QUERY_VALUES = 16 };

enum query_word {
    WORD_STEP, /* the words of actions are in the order of xpgn_action_kind */
    WORD_ATTACK,
    WORD_CASTLING,
    WORD_SHOT,
    WORD_RUN,
    WORD_PASS,
    WORD_TELEPORT,
    WORD_RELEASE,
    WORD_REINFORCE,
    WORD_ROUTE,
    WORD_COMBAT,
    WORD_CAPTURE,
    WORD_EN_PASSANT,
    WORD_PROMOTION,
    WORD_RESCUE,
    WORD_CHECK,
    WORD_MATE,
    WORD_STALEMATE,
    WORD_END,
    WORD_WON,
    WORD_LOST,
    WORD_TIE,
    WORD_REROLL,
    WORD_UPSET,
    WORD_DOUBLE,
    WORD_REMOVED,
    WORD_WOUNDED,
    WORD_PRISONER,
    WORD_FREED,
    WORD_STOOD
};

enum query_name {
    NAME_ATTACKER,
    NAME_DEFENDER,
    NAME_PIECE,
    NAME_CAPTURED,
    NAME_PROMOTED,
    NAME_SUPPORTER,
    NAME_ANY_PIECE, /* pieces without a name: those that take part */
    NAME_FROM,
    NAME_TO,
    NAME_SQUARE,
    NAME_SEAT,
    NAME_FATE,
    NAME_ROLL, /* from here on: numbers */
    NAME_TURN_ROLL,
    NAME_DICE,
    NAME_COUNT,
    NAME_SUPPORT,
    NAME_VALUE,
    NAME_TOTAL,
    NAME_MARGIN,
    NAME_PLY,
    NAME_NUMBER
};

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
    uint8_t seat;
    char fate; /* 0, 'w', 'x' */
    int32_t number;
};

struct query_term {
    bool negated, is_word;
    uint8_t what;  /* query_word or query_name */
    uint8_t sides; /* bit 0 attacker, bit 1 defender */
    uint8_t compare;
    uint8_t count;
    union query_value value[QUERY_VALUES];
};

struct xpgn_query {
    size_t count;
    struct query_term term[QUERY_TERMS];
};

xpgn_status query_read(struct xpgn_query *out, const char *text, xpgn_fault *fault);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Values that tags of PGN can have: what is impossible is worth a warning, what is unusual is not.
 * An empty value, and one of ? and - alone, says "unknown" and is possible everywhere; so are words
 * without a digit, but in dates.
 */
#ifndef XPGN_GAME_TAGVALUE_H
#define XPGN_GAME_TAGVALUE_H

#include <string.h>

#include "base/log.h"

enum tag_kind {
    TAG_FREE,    /* anything goes */
    TAG_DATE,    /* YYYY.MM.DD with ? for unknown digits, on a day that there is */
    TAG_ECO,     /* A00 to E99; what some add to it is free: B33c, B33/02 */
    TAG_ELO,     /* 0 to 4000, perhaps with a ? behind it */
    TAG_TIME,    /* 14:30:00, 14:30 and whatever stands behind them: on a clock */
    TAG_CONTROL, /* 40/7200:3600, 300+5, *180; or prose */
    TAG_PLIES    /* a number; the walk holds it against the game */
};

/* What kind of value a tag of this name has. On the way of every game: by size first. */
static inline enum tag_kind tag_kind_of(const char *name, size_t size) {
    switch (size) {
    case 3:
        return memcmp(name, "ECO", 3) == 0 ? TAG_ECO : TAG_FREE;
    case 4:
        return memcmp(name, "Date", 4) == 0 ? TAG_DATE
                                            : (memcmp(name, "Time", 4) == 0 ? TAG_TIME : TAG_FREE);
    case 7:
        if (memcmp(name, "UTCTime", 7) == 0 || memcmp(name, "EndTime", 7) == 0)
            return TAG_TIME;
        return memcmp(name, "UTCDate", 7) == 0 || memcmp(name, "EndDate", 7) == 0 ? TAG_DATE
                                                                                  : TAG_FREE;
    case 8:
        if (memcmp(name, "WhiteElo", 8) == 0 || memcmp(name, "BlackElo", 8) == 0)
            return TAG_ELO;
        return memcmp(name, "PlyCount", 8) == 0 ? TAG_PLIES : TAG_FREE;
    case 9:
        if (memcmp(name, "EventDate", 9) == 0)
            return TAG_DATE;
        return memcmp(name, "StartTime", 9) == 0 ? TAG_TIME : TAG_FREE;
    case 11:
        return memcmp(name, "TimeControl", 11) == 0 ? TAG_CONTROL : TAG_FREE;
    default:
        return TAG_FREE;
    }
}

/* A rating of four digits below 4000, as nearly all are: a word at a look. */
static inline bool tag_is_usual_elo(xpgn_slice value) {
    uint32_t word;
    if (value.size != sizeof word || value.data[0] > '3')
        return false;
    memcpy(&word, value.data, sizeof word);
    return (word & 0xF0F0F0F0u) == 0x30303030u &&
           ((word + 0x06060606u) & 0xF0F0F0F0u) == 0x30303030u;
}

/* Can a tag of this kind have that value? */
bool tag_value_fits(enum tag_kind kind, xpgn_slice value);
/* The code of a value that cannot be, and "is no ..." in words; not for TAG_FREE. */
enum diag tag_value_code(enum tag_kind kind);
const char *tag_value_fault(enum tag_kind kind);
/* The number of half-moves that a PlyCount says; UINT32_MAX: none, or 0. */
uint32_t tag_value_plies(xpgn_slice value);

#endif

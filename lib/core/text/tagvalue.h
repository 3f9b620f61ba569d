/* SPDX-License-Identifier: MIT */
/*
 * Possible values of PGN tags: impossible ones give a warning, unusual ones do not. An empty value,
 * ? and - mean "unknown" and are always possible, as are words without digits, except in dates.
 */
#ifndef XPGN_TEXT_TAGVALUE_H
#define XPGN_TEXT_TAGVALUE_H

#include "core/base/log.h"
#include "core/forms/scan.h"
#include "core/forms/tagname.h"
#include "core/forms/time_control.h"
#include "internal/loop.h"

/* The kind of value of a tag with this name. */
static inline enum tag_kind tag_kind_of(xpgn_slice name) {
    const struct tag_name *known = tag_name_find(name.data, name.size);
    return known != NULL ? (enum tag_kind)known->kind : TAG_FREE;
}

/* True for a rating of four digits, the usual case, tested as one word. */
static inline bool tag_is_common_elo(xpgn_slice value) {
    uint32_t word;
    if (value.size != sizeof word)
        return false;
    memcpy(&word, value.data, sizeof word);
    return (word & 0xF0F0F0F0u) == 0x30303030u &&
           ((word + 0x06060606u) & 0xF0F0F0F0u) == 0x30303030u;
}

/* True for a day that every month has, or a year alone. */
static inline bool tag_is_common_date(xpgn_slice value) {
    uint64_t word;
    if (value.size != 10)
        return false;
    memcpy(&word, value.data, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    word ^= 0x2E30302E30303030u; /* "0000.00.", the first byte lowest */
    uint64_t high = word + 0x0006060006060606u;
    if ((word & 0xFFF0F0FFF0F0F0F0u) != 0 || (high & 0xF0F0F0F0u) != 0)
        return false;
    if (word >> 40 == 0x0F0Fu) /* "??" */
        return value.data[8] == '?' && value.data[9] == '?';
    if ((high & 0x00F0F00000000000u) != 0)
        return false;
    unsigned month = (unsigned)(word >> 40 & 15) * 10 + (unsigned)(word >> 48 & 15);
    unsigned tens = (unsigned)(value.data[8] - '0'), ones = (unsigned)(value.data[9] - '0');
    return month - 1 < 12 && tens <= 2 && ones <= 9 && tens * 10 + ones - 1 < 28;
}

/* True if a tag of this kind can have that value. */
bool tag_value_fits(enum tag_kind kind, xpgn_slice value);
/* The code for an impossible value of this kind; not for TAG_FREE. */
enum diag tag_value_code(enum tag_kind kind);
const char *tag_value_fault(enum tag_kind kind);
/* The seat that begins by a FirstRoll "3:3 5:2", with dice of `faces` faces; -1 if it is undecided
   or malformed. */
int tag_roll_off(xpgn_slice value, unsigned faces);
/* A value that goes over lines in one. "" if memory runs out. */
xpgn_slice tag_unfold(struct arena *arena, xpgn_slice value);
enum { TAG_ROOM = CONTROL_ROOM }; /* for a value that is written */
/* False if a value is as usual, or of a tag that has one form only. */
static inline bool tag_may_mean(xpgn_slice name, xpgn_slice value) {
    return xpgn_tag_is_date(name) ? !tag_is_common_date(value) : *name.data == 'T';
}
/* Writes the value in PGN's form, if it is a date or a time control in another one that means just
   one thing. */
bool tag_value_meant(xpgn_slice name, xpgn_slice value, char text[TAG_ROOM]);
/* What a tag pair says, in whatever form it is written. */
struct tag_reading {
    xpgn_slice name, value;
    const char *text; /* the pair as the format writes it; NULL: it is, or memory ran out */
};
/* False if it is not certain what is meant. */
bool tag_meant(struct arena *arena, const struct tag_shape *tag, struct tag_reading *read);
/* The dice in the form of FirstRoll, if they have another sign than : between them (2-1, 3-3 5-2);
   else empty. `text`: room for it. */
xpgn_slice tag_roll_off_meant(xpgn_slice value, char text[64]);
/* Appends a plain text as the value of a tag, control characters as blanks; and the tag pair. */
void tag_put_value(xpgn_buffer *b, xpgn_slice text);
void tag_put(xpgn_buffer *b, xpgn_slice name, xpgn_slice text);
/* The number of half-moves in a PlyCount; UINT32_MAX if there is none, or it is 0. */
uint32_t tag_value_plies(xpgn_slice value);

#endif

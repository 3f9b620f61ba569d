/* SPDX-License-Identifier: MIT */
/*
 * What the lexer and the splitter must agree on: classes of bytes, and the shapes of spaces,
 * dashes, results, rolls and tag pairs.  All look at [p, end) only.
 */
#ifndef XPGN_TEXT_SCAN_H
#define XPGN_TEXT_SCAN_H

#include "base/slice.h"

enum {
    BYTE_SPACE = 1, /* ASCII white space */
    BYTE_LINE = 2,  /* CR, LF */
    BYTE_DIGIT = 4,
    BYTE_LETTER = 8,
    BYTE_WORD = 16,   /* letters, digits and - = @ / : what an action is written with */
    BYTE_VALUE = 32,  /* " \ CR LF: what matters inside a tag's value */
    BYTE_MOVES = 64,  /* what may matter to the splitter in movetext */
    BYTE_BREAK = 128, /* ends a run of bytes that are no token */
    BYTE_NAME = 256,  /* stands in a tag's name */
    BYTE_ROLL = 512,  /* stands in a roll that is written well */
    BYTE_BOUNDARY =
        1024 /* a token can begin behind it: the splitter's look at what is before 1-0 */
};
extern const uint16_t scan_class[256];

static inline bool byte_is(char c, unsigned classes) {
    return (scan_class[(unsigned char)c] & classes) != 0;
}

enum { SCAN_AHEAD = 64 }; /* no result, dash or space is longer than this */

size_t scan_wide_space_slow(const char *p, const char *end);
size_t scan_dash_slow(const char *p, const char *end);

/* Bytes of a white space character that is not ASCII: no-break and zero-width spaces, BOM; or 0. */
static inline size_t scan_wide_space(const char *p, const char *end) {
    return p == end || (unsigned char)*p < 0x80 ? 0 : scan_wide_space_slow(p, end);
}
/* Bytes of a dash, also a typographic one; or 0. */
static inline size_t scan_dash(const char *p, const char *end) {
    return p == end ? 0 : (unsigned char)*p < 0x80 ? *p == '-' : scan_dash_slow(p, end);
}
/* Past all white space, of lines too. */
const char *scan_white(const char *p, const char *end);
/* Past white space on this line. */
const char *scan_blanks_slow(const char *p, const char *end);
static inline const char *scan_blanks(const char *p, const char *end) {
    bool none = p < end && (unsigned char)*p > ' ' && (unsigned char)*p < 0x80;
    return none ? p : scan_blanks_slow(p, end);
}
/* The line's end: at its CR or LF, or at `end`. */
const char *scan_line(const char *p, const char *end);
/* Past the CR, LF or CRLF at p, if one is there. */
const char *scan_line_end(const char *p, const char *end);
/* Bytes of 1-0, 0-1 or 1/2-1/2 at p, where `room` bytes are left, or 0. */
static inline size_t scan_usual_result(const char *p, size_t room) {
    if (room >= 7 && memcmp(p, "1/2-1/2", 7) == 0)
        return 7;
    return room >= 3 && (memcmp(p, "1-0", 3) == 0 || memcmp(p, "0-1", 3) == 0) ? 3 : 0;
}
/* Bytes of a result that begins at p, the start of a token; or 0. "0-0" is castling. */
size_t scan_result(const char *p, const char *end);
/* A * that is part of a word: behind an action's byte and before a letter. */
bool scan_star_inside(const char *start, const char *p, const char *end);
/*
 * Parts of a result from p on, in twelfths, at most 4; returns how many, 0 if none, and where they
 * end. One part of 6 ("1/2" alone) is given as two.
 */
unsigned scan_scores(const char *p, const char *end, uint8_t score[4], const char **after);
/* Bytes of the roll at the `<` at p, up to its `>`; 0 if it is not closed. *cut: the text ended
   first. */
size_t scan_roll(const char *p, const char *end, bool *cut);

enum tag_fault {
    TAG_GOOD,
    TAG_INSIDE,  /* unescaped quotes within the value */
    TAG_OPEN,    /* the quote is never closed */
    TAG_BRACKET, /* no ] after the value */
    TAG_VALUE    /* no value in quotes */
};

struct tag_shape {
    xpgn_slice name;
    xpgn_slice value; /* data NULL with TAG_VALUE */
    const char *end;  /* past the ], or the line's end */
    enum tag_fault fault;
    bool cut; /* the text ended first: more of it could change all of this */
};
/* Reads a tag pair at the `[` at p. False: no name follows; `cut` is set all the same. */
bool scan_tag(const char *p, const char *end, struct tag_shape *tag);
/* Past a tag pair of the plain kind, [Name "value"] with one space and nothing that is special, as
   nearly all are; NULL if it is anything else. */
const char *scan_plain_tag(const char *p, const char *end);
/* True if such a tag pair at the start of a line begins a game. */
bool scan_tag_begins(const struct tag_shape *tag);

#endif

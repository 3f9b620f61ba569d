/* SPDX-License-Identifier: MIT */
/*
 * Character classes, and the syntax of spaces, dashes, results, rolls and tag pairs: what the lexer
 * and the splitter must agree on. All functions read [p, end) only.
 */
#ifndef XPGN_FORMS_SCAN_H
#define XPGN_FORMS_SCAN_H

#include <xpgn/base.h>

#include "core/base/slice.h"

enum {
    BYTE_SPACE = 1, /* ASCII white space */
    BYTE_LINE = 2,  /* CR, LF */
    BYTE_DIGIT = 4,
    BYTE_LETTER = 8,
    BYTE_WORD = 16,       /* letters, digits, - = @ / and :, as in actions */
    BYTE_VALUE = 32,      /* " \ CR LF: special in a tag value */
    BYTE_MOVES = 64,      /* may be significant to the splitter in movetext */
    BYTE_BREAK = 128,     /* ends a run of unrecognized text */
    BYTE_NAME = 256,      /* may occur in a tag name */
    BYTE_ROLL = 512,      /* may occur in a well-formed roll, as may the - of points lost */
    BYTE_BOUNDARY = 1024, /* a token may begin after it; the byte before a result */
    BYTE_COMMAND = 2048   /* may occur in a command without quotes or nested commands */
};
extern const uint16_t scan_class[256]; /* [byte]: its BYTE_ classes */

static inline bool byte_is(char c, unsigned classes) {
    return (scan_class[(unsigned char)c] & classes) != 0;
}
/* A letter of a file, on the largest board. */
static inline bool is_file(char c) {
    return c >= 'a' && c < 'a' + XPGN_MAX_FILES;
}

/* Passes digits. */
static inline const char *scan_digits(const char *p, const char *end) {
    while (p < end && is_digit(*p))
        p++;
    return p;
}
/* Passes a number of `most` digits or less, up to 9, at p; 0 and p: there is none. */
static inline const char *scan_number(const char *p, const char *end, unsigned most,
                                      uint32_t *number) {
    const char *limit = (size_t)(end - p) > most ? p + most : end;
    for (*number = 0; p < limit && is_digit(*p); p++)
        *number = 10 * *number + (uint32_t)(*p - '0');
    return p;
}
/* Passes a word, up to white space. */
static inline const char *scan_word(const char *p, const char *end) {
    while (p < end && !byte_is(*p, BYTE_SPACE))
        p++;
    return p;
}

enum { SCAN_AHEAD = 64 }; /* longest look-ahead for a result, dash or space, in bytes */

size_t scan_wide_space_slow(const char *p, const char *end);
size_t scan_dash_slow(const char *p, const char *end);

/* Size of a non-ASCII white space character at p (no-break and zero-width spaces, BOM); or 0. */
static inline size_t scan_wide_space(const char *p, const char *end) {
    return p == end || (unsigned char)*p < 0x80 ? 0 : scan_wide_space_slow(p, end);
}
/* Size of a dash at p, also a typographic one; or 0. */
static inline size_t scan_dash(const char *p, const char *end) {
    return p == end ? 0 : (unsigned char)*p < 0x80 ? *p == '-' : scan_dash_slow(p, end);
}
/* Skips white space, line ends included. */
const char *scan_white(const char *p, const char *end);
/* Skips white space within the line. */
const char *scan_blanks_slow(const char *p, const char *end);
static inline const char *scan_blanks(const char *p, const char *end) {
    bool none = p < end && (unsigned char)*p > ' ' && (unsigned char)*p < 0x80;
    return none ? p : scan_blanks_slow(p, end);
}
/* The end of the line: its CR or LF, or `end`. */
const char *scan_line(const char *p, const char *end);
/* Skips the CR, LF or CRLF at p, if there is one. */
const char *scan_line_end(const char *p, const char *end);
/* Size of 1-0, 0-1 or 1/2-1/2 at p, where `room` bytes are left; or 0. */
static inline size_t scan_chess_result(const char *p, size_t room) {
    if (room >= 7 && memcmp(p, "1/2-1/2", 7) == 0)
        return 7;
    return room >= 3 && (memcmp(p, "1-0", 3) == 0 || memcmp(p, "0-1", 3) == 0) ? 3 : 0;
}
/* Size of a result at p, the start of a token; or 0. "0-0" is castling. */
size_t scan_result(const char *p, const char *end);
/* True if the * at p is part of a word: after a byte of an action and before a letter. */
bool scan_star_inside(const char *start, const char *p, const char *end);
/* True if the * at p, in a game, is no result: one of several, a bullet before the number of a row,
   or a sign before the next row or half-move. */
bool scan_star_goes_on(const char *start, const char *p, const char *end);
/* True if it may be the end of the game that begins at `start`: half-moves without numbers before
   it are a game, and those behind it another. */
bool scan_star_ends(const char *start, const char *p, const char *end);
/*
 * Reads up to four parts of a result, in twelfths. Returns their number and their end. A single
 * "1/2" counts as two parts of 6; any other single part as none.
 */
unsigned scan_scores(const char *p, const char *end, uint8_t score[4], const char **after);
/* True if nothing follows p but comments. */
bool scan_only_comments(const char *p, const char *end);
/* Size of an arrow at p: ->, =>, or the character; 0: there is none. */
size_t scan_arrow(const char *p, const char *end);
/* Size of the roll at the < at p, up to its >; 0 if it is not closed. *cut: the text ended
   first. */
size_t scan_roll(const char *p, const char *end, bool *cut);

enum tag_fault {
    TAG_GOOD,
    TAG_INSIDE,  /* unescaped quotes inside the value */
    TAG_OPEN,    /* the quote is never closed */
    TAG_BRACKET, /* no ] after the value */
    TAG_FOLDED,  /* the value goes on in the next lines */
    TAG_QUOTES,  /* other quotes or none, another sign before the value or for a bracket, no [ */
    TAG_VALUE    /* no value */
};

struct tag_shape {
    xpgn_slice name;
    xpgn_slice value; /* data is NULL with TAG_VALUE */
    const char *end;  /* after the ], or the end of the line */
    enum tag_fault fault;
    bool cut; /* the text ended first: with more of it the result may differ */
};
/* Reads a tag pair at the [ at p. False if no name follows; `cut` is set in any case. */
bool scan_tag(const char *p, const char *end, struct tag_shape *tag);
/* The same without the [, or with another sign, at the start of a line: White "Huber"],
   (White "Huber"). False if it is none. */
bool scan_bare_tag(const char *p, const char *end, struct tag_shape *tag);
/* The end of a tag pair of the plain form [Name "value"], with one space and no escapes, as nearly
   all have; NULL if it has another form. */
const char *scan_plain_tag(const char *p, const char *end);
/* True if such a tag pair, at the start of a line, begins a game. */
bool scan_tag_begins(const struct tag_shape *tag);

#endif

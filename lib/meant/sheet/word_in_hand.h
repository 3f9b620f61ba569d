/* SPDX-License-Identifier: MIT */
/*
 * Reads one word or roll in the hand of its writer: where it ends, and what it is in English
 * letters or which alternatives it has. Nothing here needs a position: what depends on one is left
 * to core/game/word_reading.h.
 */
#ifndef XPGN_SHEET_WORD_IN_HAND_H
#define XPGN_SHEET_WORD_IN_HAND_H

#include <string.h>

#include "core/text/languages.h"

enum { WORD_ROOM = 80, MOST_CHOICES = 8 }; /* bytes of a word; alternatives in a word */

/* How a whole game is written. */
struct hand {
    const struct language *language;
    bool small;   /* piece letters are lower-case, so b may be a bishop or a file */
    bool numbers; /* ICCF: 5254 */
    bool turned;  /* the board is seen from the other side: files and ranks are reversed */
    bool files;   /* pawns go to files in small letters, so B6 may be of a bishop */
};

/* A word and its translation. */
struct imported {
    xpgn_place place; /* in the game as written */
    uint32_t offset;  /* in the translated text */
    uint32_t length;
    unsigned forms;       /* bit per xpgn_form; 0: unchanged */
    bool plain;           /* as written it has the form of an action of the format */
    bool same;            /* and means the same as its translation: 0-0 and O-O */
    bool roll;            /* not a word: a roll or a result in another form, or nothing */
    const char *fixed;    /* if not a word: its text in the format; NULL: a roll with alternatives,
                             or missing */
    unsigned fixed_forms; /* the forms of it */
    const char *spelled;  /* a word in fewer letters: Qxb3 for Queen takes b3; NULL: as written */
    bool english;         /* `spelled` is in English letters */
    bool open;            /* the sheet itself leaves it open: Qa4/Qb3, Nf? */
    bool decided;         /* `spelled` is the one of several actions with which the game goes on */
    bool lone;            /* it is alone in brackets: a variation, or struck out */
    const struct language *language; /* of this word alone; NULL: that of the game */
    bool choices;                    /* a roll with alternatives */
    uint8_t chosen;                  /* the chosen alternative, from 1; 0: none yet */
    uint8_t fits;                    /* bit per legal alternative */
    bool missing;   /* a half-move that was not written down, perhaps with a dash for it */
    uint32_t depth; /* of variations; 0: the main line */
    uint32_t number, number_at; /* a move number before it, and its offset; 0: none */
    uint32_t dots;              /* dots after that number */
    uint32_t ply, move;         /* its turn as it was played, and the move number; 0: not played */
    uint8_t seat;
};

struct imported_list {
    struct imported *list;
    size_t count, capacity;
};

/* Appends a word in English letters: nothing if it is only a mark, alternatives separated by two
   slashes (Bxc3//bxc3), weighted ones from automatic readers (Nf6:0.8|Nf5:0.15) heaviest first.
   Returns its forms. */
unsigned word_translate(const struct hand *hand, xpgn_slice word, xpgn_buffer *b);
/* The alternatives of a roll, without brackets, heaviest first. */
struct roll_choices {
    size_t count;
    char text[MOST_CHOICES][WORD_ROOM + 1];
    double weight[MOST_CHOICES];
};
/* Lists the alternatives of a roll: <5:1>|<5:4>, <5|6:1>, <5:0.8|6:0.15:1>.  False if there are
   more than MOST_CHOICES. */
bool roll_choices(xpgn_slice roll, struct roll_choices *out);
/* The piece letter or figurine that a word or a part of it begins with; 0 if there is none. */
uint32_t word_lead(xpgn_slice word);
/* The letter that one of another alphabet at p looks like, where a half-move has a, c, e or x;
   '\0': it is none. All have two bytes. */
char word_alike(const char *p, const char *end);
/* The bytes of O-O, 0-0-0, oo and the like at p, and how many of those letters there are. */
size_t word_castling(const char *p, const char *end, unsigned *count);
/* True for the digits of ICCF, 5254: file, rank, file, rank, and a digit for what a pawn becomes.
 */
bool word_is_iccf(xpgn_slice word);
/* True for a figurine at p, of three bytes: U+2654 to U+265F, white and black. */
static inline bool is_figurine(const char *p, const char *end) {
    return end - p >= 3 && memcmp(p, "\xE2\x99", 2) == 0 && (unsigned char)p[2] >= 0x94 &&
           (unsigned char)p[2] <= 0x9F;
}
/* The end of a roll with alternatives at the < at p; NULL if it has none. */
const char *roll_choices_end(const char *p, const char *end);
/* The end of a word at p, with brackets that are part of it: e8(Q), R(Kt)-Kt6. */
const char *word_end(const char *p, const char *end);
/* The end of an action with blanks in it, at p: K e1 - e2, e2 - e4, N f3. NULL if there is none. */
const char *word_apart(const char *p, const char *end);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Words of movetext as people write them, and what they are in English letters.  Nothing is known
 * here of a position: what depends on one is left to game/reading.h.
 */
#ifndef XPGN_IMPORT_WORDS_H
#define XPGN_IMPORT_WORDS_H

#include "import/languages.h"

enum { WORD_ROOM = 80, MOST_CHOICES = 8 }; /* bytes of a word; alternatives in a word */

/* How a game is written, as a whole. */
struct hand {
    const struct language *language;
    bool small;   /* piece letters are small, so that b may be a bishop or a file */
    bool numbers; /* ICCF: 5254 */
    bool turned;  /* the board is seen from the other side: files and ranks are reversed */
};

/* A word, and what it became. */
struct imported {
    xpgn_place place; /* in the game as written */
    uint32_t offset;  /* in the text that it is translated to */
    uint32_t length;
    unsigned forms; /* bit per xpgn_form; 0: as it was */
    bool plain;     /* as it was written it has the form of an action of the format */
    bool same;      /* and says then the same as what it became: 0-0 and O-O */
    bool roll;      /* no word: a roll or a result in another form, or nothing */
    bool choices;   /* a roll with alternatives */
    uint8_t chosen; /* of them, from 1; 0: none is yet */
    uint8_t fits;   /* bit per alternative that is legal */
    bool missing;   /* a half-move that was not written down, perhaps with a dash for it */
    uint32_t depth; /* of variations; 0: the main line */
    uint32_t number, number_at; /* before it: a move number; 0: there is none */
    uint32_t dots;              /* after that */
};

struct imported_list {
    struct imported *list;
    size_t count, capacity;
};

/* Lists the words of a game: what may be an action or belong to one, at any depth of variations,
   and rolls in other forms: (5:1), 5-1.  `numbers`: four or five digits are a word too.  False: no
   memory. */
bool words_scan(xpgn_slice text, bool numbers, struct imported_list *out);
/* Appends a word in English letters: "" if it is only a mark, and alternatives with two slashes
   between (Bxc3//bxc3), those of readers with weights (Nf6:0.8|Nf5:0.15) the heaviest first.
   Returns the forms that it had. */
unsigned word_translate(const struct hand *hand, xpgn_slice word, xpgn_buffer *b);
/* Has nobody written anything?  Dashes, dots, lines and question marks, or nothing. */
bool word_is_blank(xpgn_slice word);
/* Appends a roll or a result as the format has it. Returns its form. */
unsigned roll_translate(xpgn_slice roll, xpgn_buffer *b);
/* The rolls that alternatives leave, without their brackets, the heaviest first. */
struct roll_choices {
    size_t count;
    char text[MOST_CHOICES][WORD_ROOM + 1];
    double weight[MOST_CHOICES];
};
/* Lists the alternatives of a roll: <5:1>|<5:4>, <5|6:1>, <5:0.8|6:0.15:1>.  False: they are more
   than MOST_CHOICES. */
bool roll_choices(xpgn_slice roll, struct roll_choices *out);
/* Adds the half-moves of the main line that the numbers skip, one at a time, and takes dashes and
   dots for what is missing.  The words have been translated before: those that became nothing are
   marks.  False: the numbers do not fit so either, nothing is missing, or there is no memory. */
bool silent_fill(struct imported_list *words, xpgn_slice text);
/* The letter of a piece, or a figurine, with which a word or a part of it begins; 0: it begins
   otherwise. */
uint32_t word_lead(xpgn_slice word);
/* The end of an action with blanks in it, at p: K e1 - e2, e2 - e4, N f3.  NULL: there is none. */
const char *word_apart(const char *p, const char *end);
/* The action that a word means, as the notation says or as people write it: Sf3, QxP, e2-e4. False:
   it means none, or several. */
bool word_action(const xpgn_play *play, xpgn_slice word, xpgn_action *action);

#endif

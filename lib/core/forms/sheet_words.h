/* SPDX-License-Identifier: MIT */
/*
 * The words that people write on score sheets, in the languages of languages.tsv, from
 * formats/sheet-words.tsv. Letter case, accents and the kinds of blanks, dashes and apostrophes
 * make no difference: WEISS, weiß and Weiß are one word. All functions read [p, end) only.
 */
#ifndef XPGN_FORMS_SHEET_WORDS_H
#define XPGN_FORMS_SHEET_WORDS_H

#include <xpgn/base.h>

enum sheet_meaning {
#define MEANING(constant, row) SHEET_##constant,
#include "core/forms/sheet_words.def"
#undef MEANING
    SHEET_MEANINGS
};

/* A set of meanings, for sheet_phrase.means. */
#define SHEET_BIT(meaning) ((uint64_t)1 << (meaning))
/* Who, and what is said of the player who lost. */
#define SHEET_SIDES (SHEET_BIT(SHEET_WHITE) | SHEET_BIT(SHEET_BLACK))
#define SHEET_LOST                                                                                 \
    (SHEET_BIT(SHEET_LOSES) | SHEET_BIT(SHEET_RESIGNS) | SHEET_BIT(SHEET_TIME) |                   \
     SHEET_BIT(SHEET_FORFEIT))
#define SHEET_IS(phrase, meaning) (((phrase).means & SHEET_BIT(meaning)) != 0)

/* A phrase of the table. One that is the same in several languages, or has several meanings
   (Time: heading and cause), has a bit for each. */
struct sheet_phrase {
    size_t size;                /* bytes of the text that it takes */
    enum sheet_meaning meaning; /* the first of `means` */
    uint64_t means;             /* SHEET_BIT */
    unsigned language;          /* the first of `languages` */
    uint32_t languages; /* a bit for each column, in the order of languages.tsv: 0 en, 1 de */
};

/*
 * The longest phrase at p, which ends where a word ends; not the blanks, full stop or colon behind
 * it. False if it is no phrase of the table. p is where a word begins: the caller sees to
 * what is before it.
 */
bool sheet_phrase(const char *p, const char *end, struct sheet_phrase *out);
/* The same, the longest that has one of these meanings. */
bool sheet_phrase_of(const char *p, const char *end, uint64_t means, struct sheet_phrase *out);
/* What the whole of a text means, with a colon, full stop and blanks around it or without; 0: it is
   no phrase of the table. */
uint64_t sheet_phrase_means(xpgn_slice text);
/* The tag that a heading stands for (White, TimeControl), of SHEET_WHITE to SHEET_ELO; NULL: the
   meaning is no tag. Team and Elo are those of a side, and stand for no tag of their own. */
const char *sheet_phrase_tag(enum sheet_meaning meaning);
/* Does a letter, digit or other part of a word stand at p? A word ends where none does. */
bool sheet_in_word(const char *p, const char *end);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Forms that other programs and people write and the grammar lacks. The lexer calls these functions
 * for text that it cannot read itself, or that may follow what it has read. They report nothing:
 * the lexer decides which forms are accepted.
 */
#ifndef XPGN_TEXT_FOREIGN_FORMS_H
#define XPGN_TEXT_FOREIGN_FORMS_H

#include <xpgn/base.h>

/* The end of an HTML entity (&amp; or &#160;), whose semicolon would start a comment; or NULL. */
const char *foreign_entity(const char *p, const char *end);
/* The end of 0-0 or 0-0-0, with dashes of any kind, perhaps with a letter O in it; or NULL. */
const char *foreign_castling(const char *p, const char *end);
/* True if a game without a result may have one, or more half-moves, where the format has a mark or
   a comment: behind a = at its end, or a ; between its rows. */
bool foreign_end(xpgn_slice text);
/* True if 00 or 000 stands at p, castling without dashes: no move number has this form. */
bool foreign_zeros(const char *p, const char *end);
/* True if it is two squares: g1f3, e7-e8q. */
bool foreign_coordinates(xpgn_slice word);
/* The end of a result in another form: 1:0, 1 - 0, 1/2:1/2, 1/2 1/2; or NULL. `*right`: as the
   format writes it. */
const char *foreign_result(const char *p, const char *end, const char **right);
/*
 * The end of dice and fields of two sides, in the form they have between the brackets of
 * <5+2=9:2+2=5x>: digits first, also after each colon, which may be a dash. With `blanks`, spaces
 * are allowed and the colon may be missing. NULL if there are none.
 */
const char *foreign_roll(const char *p, const char *end, bool blanks);
/* Writes such dice with colons for dashes, and without blanks around them and at the ends. Returns
   the new size, which is never larger. */
size_t foreign_roll_clean(xpgn_slice dice, char *out);
/* The sign between two sides, of *size bytes: a colon, or else a dash, semicolon, slash or bar.
   Returns `end`, with *size 0, if there is none. */
const char *foreign_versus(const char *p, const char *end, size_t *size);
/* The end of a roll with anything else in it, if it is closed on the same line; or NULL. */
const char *foreign_words(const char *p, const char *end);
/* The end of "e.p." or "ep" at q, also in parentheses, and after one space; q if there is none. The
   word may already include its first e. */
const char *foreign_en_passant(const char *p, const char *q, const char *end);
/* The end of a promotion that is written apart from its square or in parentheses, at q: e8(Q),
   e8=(Q), e8(=Q), e8+=Q, e8#(Q), e8+Q; q if there is none. */
const char *foreign_promotion(const char *p, const char *q, const char *end);
/* Separates a sign such as +- or = from the end of a word: Nf3+-, e4=. */
const char *foreign_sign(const char *p, const char *q);
/* NAGs that books print as letters: novelty, diagram, editorial comment. 0: none. */
uint32_t foreign_nag(const char *p, size_t size);
/* ICCF: the letters of promotions, by their digit from 1. */
extern const char iccf_promotions[];

#endif

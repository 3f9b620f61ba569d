/* SPDX-License-Identifier: MIT */
/* Piece letters of other languages, from formats/languages.tsv, and headings of tables. */
#ifndef XPGN_IMPORT_LANGUAGES_H
#define XPGN_IMPORT_LANGUAGES_H

#include "base/embedded.h"
#include "xpgn.h"

enum { MOST_LANGUAGES = 32 };

extern const struct embedded language_files[]; /* languages.tsv, headings.tsv */
extern const size_t language_files_count;

/* Slices point into the table, which is constant. */
struct language {
    xpgn_slice code, name;
    xpgn_slice letter[XPGN_TYPES]; /* [xpgn_type] */
    uint8_t first[256];            /* what a first byte says: language_type */
};

struct languages {
    struct language list[MOST_LANGUAGES]; /* English first */
    size_t count;
};

void languages_read(struct languages *out);
/* The language of a code, such as "de"; NULL: there is none. */
const struct language *language_find(const struct languages *all, xpgn_slice code);
/* The piece that a letter at the beginning of `text` means, and the bytes of the letter; of two
   letters that fit (К, Кр) the longer.  `small`: written small.  XPGN_NO_TYPE: none. */
unsigned language_type(const struct language *l, xpgn_slice text, bool small, size_t *size);
/* Does a text begin with a Cyrillic letter that is read as the Latin one that it looks like, since
   the language has Latin letters? */
bool language_is_twin(const struct language *l, xpgn_slice text);

#endif

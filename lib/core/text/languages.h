/* SPDX-License-Identifier: MIT */
/* Piece letters of other languages, from formats/languages.tsv. */
#ifndef XPGN_TEXT_LANGUAGES_H
#define XPGN_TEXT_LANGUAGES_H

#include <xpgn/base.h>

#include "core/base/embedded.h"

enum { MOST_LANGUAGES = 32 };

extern const struct embedded language_files[]; /* languages.tsv */
extern const size_t language_files_count;

/* Slices point into the table, which is constant. */
struct language {
    xpgn_slice code, name;
    xpgn_slice letter[XPGN_TYPES]; /* [xpgn_type] */
    uint8_t first[256];            /* for language_type: which letters begin with this byte */
};

struct languages {
    struct language list[MOST_LANGUAGES]; /* English first */
    size_t count;
};

void languages_read(struct languages *out);
/* The language with a code, such as "de"; NULL if there is none. */
const struct language *language_find(const struct languages *all, xpgn_slice code);
/* The piece that a letter at the beginning of `text` means, and the size of the letter in bytes; of
   two that fit (К, Кр) the longer. `small`: in lower case. XPGN_NO_TYPE if none fits. */
unsigned language_type(const struct language *l, xpgn_slice text, bool small, size_t *size);
/* True if a text begins with a Cyrillic letter that is read as its Latin look-alike, because the
   language has Latin letters. */
bool language_is_twin(const struct language *l, xpgn_slice text);

#endif

/* SPDX-License-Identifier: MIT */
/* The words of captions in other languages, from formats/words.tsv. */
#ifndef XPGN_TEXT_DICTIONARY_H
#define XPGN_TEXT_DICTIONARY_H

#include <xpgn/base.h>

#include "core/base/embedded.h"

extern const struct embedded dictionary_files[];
extern const size_t dictionary_files_count;

/* The column of a language, 0 for English and NULL; negative if it has none. */
int dictionary_column(const char *language);

/* A word in the language of that column; unchanged if the table does not have it. */
xpgn_slice word_in(unsigned column, const char *english);
void word_put(xpgn_buffer *b, unsigned column, const char *english);

/* The text before and after a noun, in the form for its gender: "wounded %s", "%s removed". */
struct phrase {
    xpgn_slice before, after;
};
struct phrase phrase_in(unsigned column, const char *english, const char *noun);

#endif

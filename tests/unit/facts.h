/* SPDX-License-Identifier: MIT */
/* What a message tells, whatever its wording: numbers, squares, names, in their order. */
#ifndef XPGN_TESTS_FACTS_H
#define XPGN_TESTS_FACTS_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Where the word stands in the text as a whole word; NULL: it does not. */
static inline const char *find_word(const char *text, const char *word, size_t size) {
    for (const char *at = text; *at != '\0'; at++) {
        bool begins =
            at == text || !isalnum((unsigned char)at[-1]) || !isalnum((unsigned char)*word);
        if (!begins || strncmp(at, word, size) != 0)
            continue;
        if (!isalnum((unsigned char)at[size]) || !isalnum((unsigned char)word[size - 1]))
            return at;
    }
    return NULL;
}

/* Does the text have each of the facts, "white|3|knight", one after another? */
static inline bool tells(const char *text, const char *facts) {
    while (*facts != '\0') {
        size_t size = strcspn(facts, "|");
        const char *at = find_word(text, facts, size);
        if (at == NULL)
            return false;
        text = at + size;
        facts += size + (facts[size] == '|');
    }
    return true;
}

#endif

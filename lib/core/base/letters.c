/* SPDX-License-Identifier: MIT */
#include "core/base/letters.h"

#include "core/base/utf8.h"

#include <string.h>

enum { CAPITAL = 0x8000 };

#define PAIRS(...)
#define LETTERS(first, ...) static const uint16_t from_##first[] = {__VA_ARGS__};
#include "core/base/letters.def"
#undef LETTERS
#undef PAIRS

#define LETTERS(first, ...)
#define PAIRS(...) static const char *const pairs[] = {__VA_ARGS__};
#include "core/base/letters.def"
#undef LETTERS
#undef PAIRS

static uint16_t entry_of(uint32_t point) {
#define PAIRS(...)
#define LETTERS(first, ...)                                                                        \
    if (point >= first && point - first < sizeof from_##first / sizeof *from_##first)              \
        return from_##first[point - first];
#include "core/base/letters.def"
#undef LETTERS
#undef PAIRS
    return 0;
}

size_t letter_plain(uint32_t point, char out[LETTER_MOST]) {
    uint32_t letter = entry_of(point) & (CAPITAL - 1u);
    if (letter == 0)
        return 0;
    if (letter > sizeof pairs / sizeof *pairs)
        return utf8_put(letter, out);
    size_t size = strlen(pairs[letter - 1]);
    memcpy(out, pairs[letter - 1], size);
    return size;
}

bool letter_is_capital(uint32_t point) {
    return (entry_of(point) & CAPITAL) != 0;
}

/* SPDX-License-Identifier: MIT */
/* The units of hours, minutes and seconds. */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/clock_form.h"
#include "core/forms/fold.h"

#include <string.h>

enum { UNIT_LONGEST = 24 };

/* Signs, and what the words for hours, minutes and seconds begin with, folded: in the languages of
   languages.tsv. Words of one letter are those letters alone. */
static const struct {
    const char *text;
    uint16_t scale;
} units[] = {{"''", 1},           {"\"", 1},          {"\xE2\x80\xB3", 1},
             {"\xE2\x80\x9D", 1}, {"'", 60},          {"min", 60},
             {"mn", 60},          {"m", 60},          {"s", 1},
             {"sec", 1},          {"sek", 1},         {"seg", 1},
             {"vterin", 1},       {"masodperc", 1},   {"mp", 1},
             {"perc", 60},        {"h", 3600},        {"hr", 3600},
             {"hour", 3600},      {"std", 3600},      {"stund", 3600},
             {"heure", 3600},     {"hora", 3600},     {"ora", 3600},
             {"ore", 3600},       {"uur", 3600},      {"uren", 3600},
             {"godz", 3600},      {"hodin", 3600},    {"tim", 3600},
             {"tund", 3600},      {"tunti", 3600},    {"tunnin", 3600},
             {"klst", 3600},      {"klukkust", 3600}, {"мин", 60},
             {"хв", 60},          {"сек", 1},         {"с", 1},
             {"час", 3600},       {"ч", 3600},        {"год", 3600},
             {"λεπτ", 60},        {"δευτ", 1},        {"ωρ", 3600},
             {"דק", 60},          {"שנ", 1},          {"שע", 3600}};

/* The word or sign at p, folded; returns its end. */
static const char *fold_unit(const char *p, const char *end, char text[UNIT_LONGEST + FOLD_MOST]) {
    size_t n = 0, size, more;
    char sign[FOLD_MOST];
    bool word = fold_is_letter(p, end);
    while (p < end && n < UNIT_LONGEST && fold_is_letter(p, end) == word && !is_digit(*p)) {
        more = fold_character(p, end, sign, &size);
        if (!word && n > 0 && (more != 1 || *sign != '\'' || text[n - 1] != '\''))
            break; /* only two apostrophes are one sign */
        memcpy(text + n, sign, more);
        n += more;
        p += size;
    }
    text[n] = '\0';
    return p;
}

static bool is_one_letter(const char *text) {
    uint32_t c;
    return utf8_read(slice_of(text), &c) == strlen(text);
}

const char *clock_unit(const char *p, const char *end, uint32_t *scale) {
    char text[UNIT_LONGEST + FOLD_MOST];
    bool capital = p < end && *p >= 'A' && *p <= 'Z';
    if (p == end || is_digit(*p))
        return NULL;
    const char *after = fold_unit(p, end, text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (units[i].text[0] != text[0])
            continue;
        bool whole = is_one_letter(units[i].text) || !fold_is_letter(p, end);
        bool fits = whole ? strcmp(text, units[i].text) == 0
                          : strncmp(text, units[i].text, strlen(units[i].text)) == 0;
        if (fits && !(capital && strlen(text) == 1)) { /* 3 S f3: a knight */
            *scale = units[i].scale;
            return after;
        }
    }
    return NULL;
}

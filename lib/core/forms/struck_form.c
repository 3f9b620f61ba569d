/* SPDX-License-Identifier: MIT */
#include "core/forms/struck_form.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"

#include <string.h>

/* Two dashes of any kind. */
static size_t two_dashes(const char *p, const char *end) {
    size_t one = scan_dash(p, end), two = one > 0 ? scan_dash(p + one, end) : 0;
    return two > 0 ? one + two : 0;
}

/* The size of a sign that begins or ends what is struck out; NULL: dashes. */
static size_t sign_size(const char *sign, const char *p, const char *end) {
    if (sign != NULL && (p == end || *p != *sign))
        return 0;
    size_t size = sign != NULL ? strlen(sign) : two_dashes(p, end);
    bool there = size > 0 && size <= (size_t)(end - p);
    return there && (sign == NULL || memcmp(p, sign, size) == 0) ? size : 0;
}

bool struck_form_read(const char *p, const char *end, struct struck_form *out) {
    static const struct {
        const char *open, *close;
        bool sure;
    } forms[] = {{"~~", "~~", true},    {"<del>", "</del>", true},
                 {"<s>", "</s>", true}, {"<strike>", "</strike>", true},
                 {"[s]", "[/s]", true}, {"~", "~", false},
                 {NULL, NULL, false},   {"-", "-", false}};
    if (p == end || is_letter(*p) || is_digit(*p)) /* most words */
        return false;
    const char *line = scan_line(p, end);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t open = sign_size(forms[i].open, p, line);
        const char *word = p + open;
        if (open == 0 || word == line || is_space(*word) || *word == '~' ||
            scan_dash(word, line) > 0)
            continue;
        for (const char *q = word + 1; q < line; q++) {
            size_t close = sign_size(forms[i].close, q, line);
            if (close == 0)
                continue;
            *out = (struct struck_form){
                (size_t)(q - p) + close, {word, (size_t)(q - word)}, forms[i].sure};
            return true;
        }
    }
    return false;
}

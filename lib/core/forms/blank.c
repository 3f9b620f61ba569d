/* SPDX-License-Identifier: MIT */
#include "core/forms/blank.h"

#include "core/base/slice.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"

#include <string.h>

static bool begins_with(const char *p, const char *end, const char *text) {
    size_t n = strlen(text);
    return (size_t)(end - p) >= n && memcmp(p, text, n) == 0;
}

/* Passes a run of question marks, dots, underscores or dashes, each with its own kind. */
static const char *past_run(const char *p, const char *end) {
    const char *q = p;
    if (*p == '?' || *p == '_')
        while (q < end && *q == *p)
            q++;
    else if (*p == '.' || begins_with(p, end, "\xE2\x80\xA6"))
        while (q < end && (*q == '.' || begins_with(q, end, "\xE2\x80\xA6")))
            q += *q == '.' ? 1 : 3;
    else
        for (size_t size; (size = scan_dash(q, end)) > 0;)
            q += size;
    return q;
}

/* Passes XX, xxx. */
static const char *past_crosses(const char *p, const char *end) {
    const char *q = p;
    while (q < end && (*q == 'x' || *q == 'X'))
        q++;
    return q - p >= 2 && !fold_is_letter(q, end) ? q : p;
}

/* Passes ###, /// and such, of three or more; fewer are something else, but ** by itself. */
static const char *past_blots(const char *p, const char *end) {
    enum { LEAST = 3 };
    const char *q = p;
    while (q < end && *q == *p && strchr("#*+/~", *p) != NULL)
        q++;
    const bool stars = *p == '*' && q - p == 2 && (q == end || byte_is(*q, BYTE_SPACE));
    return (q - p >= LEAST || stars) && !fold_is_letter(q, end) ? q : p;
}

/* Passes a word for what cannot be read, or is not there. */
static const char *past_word(const char *p, const char *end) {
    struct sheet_phrase phrase;
    uint64_t means = SHEET_BIT(SHEET_ILLEGIBLE) | SHEET_BIT(SHEET_MISSING);
    return sheet_phrase_of(p, end, means, &phrase) ? p + phrase.size : p;
}

/* Passes a sign or word of a blank; p itself if there is none. */
static const char *past_sign(const char *p, const char *end) {
    if (p == end)
        return p;
    const char *q = past_run(p, end), *blots = *p != '\0' ? past_blots(p, end) : p;
    if (blots > p)
        return blots;
    if (begins_with(p, end, "\xE2\x88\x85")) /* ∅ */
        return p + 3;
    if (q == p && (*p == 'x' || *p == 'X'))
        q = past_crosses(p, end);
    else if (q > p && (fold_is_letter(q, end) || (q < end && strchr("+#=!>", *q) != NULL)))
        q = p; /* --e4, ...e5, -+, ?!, -> */
    return q > p ? q : past_word(p, end);
}

/* (?), [illegible], { ... }, ( ). */
static const char *past_brackets(const char *p, const char *end) {
    char close = *p == '(' ? ')' : *p == '[' ? ']' : *p == '{' ? '}' : '\0';
    if (close == '\0')
        return p;
    const char *q = scan_blanks(p + 1, end);
    if (q < end && *q != close)
        q = scan_blanks(past_sign(q, end), end);
    return q < end && *q == close ? q + 1 : p;
}

/* Passes ", ''. and 〃, also between dashes: -"-. */
static const char *past_ditto(const char *p, const char *end) {
    static const char *const signs[] = {
        "\"", "\xE3\x80\x83", "''", "\xE2\x80\x9D", "\xE2\x80\x9E", "\xE2\x80\x9C", "\xE2\x80\xB3"};
    const char *q = p + scan_dash(p, end);
    q = scan_blanks(q, end);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (!begins_with(q, end, signs[i]))
            continue;
        const char *after = q + strlen(signs[i]);
        if (scan_dash(p, end) == 0)
            return fold_is_letter(after, end) ? p : after; /* "Nf3": a quotation */
        after = scan_blanks(after, end);
        return scan_dash(after, end) > 0 ? after + scan_dash(after, end) : p;
    }
    return p;
}

/* Passes --, Z0, @@@@ and the words of a pass; null is one of ChessBase. */
static const char *past_pass(const char *p, const char *end) {
    struct sheet_phrase phrase;
    const char *q = p;
    if (scan_dash(p, end) > 0) {
        q = p + scan_dash(p, end);
        q += scan_dash(q, end);
        bool two = q > p + scan_dash(p, end) && scan_dash(q, end) == 0;
        return two && !fold_is_letter(q, end) && (q == end || strchr("+#=", *q) == NULL) ? q : p;
    }
    q = begins_with(p, end, "@@@@") ? p + 4 : begins_with(p, end, "Z0") ? p + 2 : p;
    if (q > p)
        return fold_is_letter(q, end) ? p : q;
    return sheet_phrase_of(p, end, SHEET_BIT(SHEET_PASS), &phrase) ? p + phrase.size : p;
}

size_t blank_read(const char *p, const char *end, enum blank_kind *kind) {
    *kind = BLANK_SIGN;
    if (p >= end || is_digit(*p))
        return 0;
    const char *q = past_ditto(p, end);
    if (q > p) {
        *kind = BLANK_DITTO;
        return (size_t)(q - p);
    }
    q = past_pass(p, end);
    if (q > p) {
        *kind = BLANK_PASS;
        return (size_t)(q - p);
    }
    q = past_brackets(p, end);
    return (size_t)((q > p ? q : past_sign(p, end)) - p);
}

bool blank_is(xpgn_slice text) {
    text = slice_given(text);
    const char *end = text.data + text.size, *p = scan_white(text.data, end);
    enum blank_kind kind;
    while (p < end) {
        size_t size = blank_read(p, end, &kind);
        if (size == 0 || kind == BLANK_DITTO || (kind == BLANK_PASS && scan_dash(p, end) == 0))
            return false;
        p = scan_white(p + size, end);
    }
    return true;
}

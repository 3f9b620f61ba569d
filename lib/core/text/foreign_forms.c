/* SPDX-License-Identifier: MIT */
#include "core/text/foreign_forms.h"

#include <string.h>

#include "core/forms/glyph.h"
#include "core/forms/scan.h"
#include "core/forms/written_ending.h"

const char iccf_promotions[] = "QRBN";

const char *foreign_entity(const char *p, const char *end) {
    const char *q = p + 1, *limit = end - p > 10 ? p + 10 : end;
    if (*p != '&')
        return NULL;
    while (q < limit && (byte_is(*q, BYTE_LETTER | BYTE_DIGIT) || *q == '#'))
        q++;
    return q < limit && q > p + 1 && *q == ';' ? q + 1 : NULL;
}

const char *foreign_castling(const char *p, const char *end) {
    const char *last = NULL;
    for (unsigned zeros = 1; zeros <= 3 && p < end && (*p == '0' || *p == 'O'); zeros++) {
        p++;
        if (zeros > 1)
            last = p;
        p += scan_dash(p, end);
    }
    return last;
}

bool foreign_end(xpgn_slice text) {
    text = slice_trim(text, " \t\r\n");
    return text.size > 0 &&
           (text.data[text.size - 1] == '=' || memchr(text.data, ';', text.size) != NULL);
}

bool foreign_zeros(const char *p, const char *end) {
    const char *q = p;
    while (q < end && *q == '0')
        q++;
    return (q - p == 2 || q - p == 3) &&
           (q == end || byte_is(*q, BYTE_SPACE) || strchr("+#!?{;)<,", *q) != NULL);
}

bool foreign_coordinates(xpgn_slice word) {
    const char *p = word.data, *end = p + word.size;
    bool from = word.size >= 4 && is_file(p[0]) && is_digit(p[1]);
    p += 2;
    p += from && scan_dash(p, end);
    return from && end - p >= 2 && is_file(p[0]) && is_digit(p[1]);
}

const char *foreign_result(const char *p, const char *end, const char **right) {
    struct ending ending;
    if (is_letter(*p) || !ending_read_score(p, end, &ending) || !ending.foreign ||
        scan_result(p, end) > 0)
        return NULL;
    bool sign = *p == '+' || *p == '=' || scan_dash(p, end) > 0;
    if (sign && memchr(p, ' ', ending.size) == NULL)
        return NULL; /* +-: an evaluation */
    *right = ending.result;
    return p + ending.size;
}

const char *foreign_roll(const char *p, const char *end, bool blanks) {
    enum { LONGEST = 80 };
    const char *limit = end - p > LONGEST ? p + LONGEST : end, *q = p;
    bool colon = false, first = true; /* at the start of a side */
    for (; q < limit; q++) {
        size_t dash = scan_dash(q, limit);
        if (blanks && (*q == ' ' || *q == '\t'))
            continue;
        if (first && !is_digit(*q))
            return NULL;
        first = *q == ':' || dash > 0;
        colon = colon || first;
        q += dash > 1 ? dash - 1 : 0;
        if (!first && !byte_is(*q, BYTE_ROLL))
            break;
    }
    return (colon || blanks) && !first && q < end ? q : NULL;
}

size_t foreign_roll_clean(xpgn_slice dice, char *out) {
    const char *p = dice.data, *end = p + dice.size;
    size_t size = 0;
    while (p < end) {
        const char *q = scan_blanks(p, end);
        size_t dash = scan_dash(q, end);
        bool sign = dash > 0 || (q < end && *q == ':');
        if (q > p && q < end && !sign && size > 0 && out[size - 1] != ':')
            out[size++] = ' '; /* another exchange */
        if (q < end)
            out[size++] = sign ? ':' : *q;
        p = q + (dash > 0 ? dash : q < end);
    }
    return size;
}

const char *foreign_versus(const char *p, const char *end, size_t *size) {
    const char *colon = memchr(p, ':', (size_t)(end - p));
    for (p = colon != NULL ? colon : p; p < end; p++) {
        bool sign = *p == ':' || *p == ';' || *p == '/' || *p == '|';
        if ((*size = sign ? 1 : scan_dash(p, end)) > 0)
            return p;
    }
    *size = 0;
    return end;
}

const char *foreign_words(const char *p, const char *end) {
    enum { LONGEST = 80 };
    const char *limit = end - p > LONGEST ? p + LONGEST : end;
    for (const char *q = p + 1; q < limit && !byte_is(*q, BYTE_LINE); q++) {
        if (*q == '>')
            return q + 1;
        if (*q == '<' || *q == '{' || *q == '}')
            return NULL;
    }
    return NULL;
}

const char *foreign_en_passant(const char *p, const char *q, const char *end) {
    static const char *const forms[] = {"e.p.", "ep", "(e.p.)", "(ep)"};
    const char *r = byte_is(*q, BYTE_SPACE)              ? q + 1
                    : *q == '.' && q > p && q[-1] == 'e' ? q - 1
                                                         : q;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t size = strlen(forms[i]);
        if ((size_t)(end - r) >= size && memcmp(r, forms[i], size) == 0 &&
            ((size_t)(end - r) == size || !byte_is(r[size], BYTE_LETTER | BYTE_DIGIT)))
            return r + size;
    }
    return q;
}

/* Passes the signs of a check before a promotion. */
static const char *past_checks(const char *p, const char *end) {
    for (;;) {
        if (p < end && (*p == '+' || *p == '#'))
            p++;
        else if (end - p >= 3 && memcmp(p, "\xE2\x80\xA0", 3) == 0) /* a dagger */
            p += 3;
        else
            return p;
    }
}

const char *foreign_promotion(const char *p, const char *q, const char *end) {
    const char *square = q - (q - p > 2 && q[-1] == '='), *r = past_checks(q, end);
    bool pawn = (*p >= 'a' && *p <= 'h') || *p == 'P', apart = r > q;
    bool last = square - p >= 2 && (square[-1] == '8' || square[-1] == '1') &&
                byte_is(square[-2], BYTE_LETTER);
    if (!pawn || !last || (square < q && apart))
        return q;
    r += square == q && r < end && (*r == '=' || (apart && *r == '/'));
    bool open = r < end && *r == '(';
    r += open;
    r += open && r < end && *r == '=' && r[-2] != '=';
    bool piece = r < end && *r != '\0' && strchr("QRBNqrbn", *r) != NULL;
    r++;
    if (!piece || (!apart && !open) || (open && (r == end || *r != ')')))
        return q;
    r += open;
    return r == end || !byte_is(*r, BYTE_LETTER | BYTE_DIGIT) ? r : q;
}

const char *foreign_sign(const char *p, const char *q) {
    const char *sign = q;
    uint32_t nag;
    while (sign > p && (sign[-1] == '+' || sign[-1] == '-' || sign[-1] == '=' || sign[-1] == '/'))
        sign--;
    if (sign == p || (q - sign == 1 && (*sign == '+' || *sign == '-')))
        return q; /* a check, or K@- */
    for (; sign < q; sign++)
        if (sign + glyph_read(sign, q, &nag) == q)
            return sign;
    return q;
}

uint32_t foreign_nag(const char *p, size_t size) {
    if (size == 1)
        return *p == 'N' ? 146 : *p == 'D' ? 220 : 0;
    return size == 2 && memcmp(p, "RR", 2) == 0 ? 145 : 0;
}

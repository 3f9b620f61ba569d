/* SPDX-License-Identifier: MIT */
#include "core/base/dice_expr.h"

#include "core/base/number.h"
#include "core/base/slice.h"

/* Reads up to three digits, or none: -1; false if there are more, or a 0 before others. */
static bool read_number(const char **text, int *number) {
    const char *p = *text;
    *number = -1;
    for (; is_digit(*p) && p - *text < 3; p++)
        *number = (*number < 0 ? 0 : *number * 10) + (*p - '0');
    const bool good = !is_digit(*p) && (**text != '0' || p - *text < 2);
    *text = p;
    return good;
}

static const char *add_dice(struct dice_expr *e, int count, int faces) {
    if (faces < 2 || faces > DICE_EXPR_FACES)
        return "a die has 2 to 100 faces";
    if (count < 1 || e->count + count > DICE_EXPR_DICE)
        return "expected 1 to 16 dice";
    while (count-- > 0)
        e->faces[e->count++] = (uint8_t)faces;
    return NULL;
}

/* Reads "2d6", "d" or "1". */
static const char *read_term(const char **text, int sign, int alone, struct dice_expr *e) {
    static const char form[] = "expected dice such as 2d6+1";
    int number, faces;
    if (!read_number(text, &number))
        return form;
    if (**text != 'd') {
        e->adds = (int16_t)(e->adds + sign * number);
        return number < 0 ? form : NULL;
    }
    ++*text;
    if (sign < 0)
        return "dice cannot be taken away";
    if (!read_number(text, &faces))
        return form;
    if (faces < 0 && alone == 0)
        return "a 'd' without faces requires 'die'";
    return add_dice(e, number < 0 ? 1 : number, faces < 0 ? alone : faces);
}

const char *dice_expr_read(const char *text, unsigned faces, struct dice_expr *e) {
    *e = (struct dice_expr){.count = 0};
    for (int sign = 1;; sign = *text++ == '-' ? -1 : 1) {
        const char *wrong = read_term(&text, sign, (int)faces, e);
        if (wrong != NULL)
            return wrong;
        if (e->adds < -DICE_EXPR_ADDS || e->adds > DICE_EXPR_ADDS)
            return "its numbers are more than 99 together";
        if (*text == '\0')
            break;
        if (*text != '+' && *text != '-')
            return "expected + or - between its parts";
    }
    if (e->count + e->adds < 0)
        return "it can be less than 0";
    return dice_expr_pips(e) > DICE_EXPR_PIPS ? "its dice show more than 255 together" : NULL;
}

void dice_expr_write(const struct dice_expr *e, char text[DICE_EXPR_TEXT]) {
    char *p = text;
    for (unsigned i = 0, same; i < e->count; i += same) {
        for (same = 1; i + same < e->count && e->faces[i + same] == e->faces[i];)
            same++;
        if (i > 0)
            *p++ = '+';
        if (same > 1)
            p = number_write(p, same);
        *p++ = 'd';
        p = number_write(p, e->faces[i]);
    }
    if (e->adds != 0 && p > text)
        *p++ = e->adds < 0 ? '-' : '+';
    if (e->adds != 0 || p == text)
        p = number_write(p, (uint32_t)(e->adds < 0 ? -e->adds : e->adds));
    *p = '\0';
}

bool dice_expr_add(struct dice_expr *e, const struct dice_expr *more) {
    struct dice_expr sum = *e;
    if (sum.count + more->count > DICE_EXPR_DICE)
        return false;
    for (unsigned i = 0; i < more->count; i++)
        sum.faces[sum.count++] = more->faces[i];
    sum.adds = (int16_t)(sum.adds + more->adds);
    if (dice_expr_pips(&sum) > DICE_EXPR_PIPS || sum.adds > DICE_EXPR_ADDS ||
        sum.count + sum.adds < 0)
        return false;
    *e = sum;
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "core/text/announced_action.h"

/* The number of dots in "12..."; 0 if it is not a move number. */
static unsigned number_dots(xpgn_slice word) {
    size_t digits = 0, end;
    while (digits < word.size && is_digit(word.data[digits]))
        digits++;
    for (end = digits; end < word.size && word.data[end] == '.'; end++)
        ;
    return digits > 0 && word.data[0] != '0' && end == word.size ? (unsigned)(end - digits) : 0;
}

/* Removes " stands" from the end. */
static bool cut_stands(xpgn_slice *dice) {
    static const char mark[] = " stands";
    const size_t size = sizeof mark - 1;
    bool stands = dice->size > size && memcmp(dice->data + dice->size - size, mark, size) == 0;
    dice->size -= stands ? size : 0;
    return stands;
}

/* Takes "goes on" from the beginning of *rest into *a. */
static void take_on(struct announced *a, xpgn_slice *rest) {
    static const char mark[] = ANNOUNCED_ON;
    const size_t size = sizeof mark - 1;
    a->on = a->dots > 0 && rest->size >= size && memcmp(rest->data, mark, size) == 0 &&
            (rest->size == size || rest->data[size] == ' ');
    if (!a->on)
        return;
    a->what.size = (size_t)(rest->data + size - a->what.data);
    rest->data += size;
    rest->size -= size;
    (void)slice_cut(rest, ' ');
}

struct announced announced_split(xpgn_slice text) {
    struct announced a = {.what = {text.data, 0}, .dice = text};
    xpgn_slice rest = text, word = slice_cut(&rest, ' ');
    bool first = slice_is(word, "first");
    a.dots = number_dots(word);
    if (a.dots > 0)
        word = slice_cut(&rest, ' ');
    if ((!first && a.dots == 0) || word.size == 0)
        return a;
    a.what.size = (size_t)(word.data + word.size - text.data);
    a.word = word;
    take_on(&a, &rest);
    a.dice = rest.size > 0 ? rest : (xpgn_slice){"", 0};
    a.stands = cut_stands(&a.dice);
    return a;
}

/* SPDX-License-Identifier: MIT */
#include "core/text/dictionary.h"

#include "core/base/slice.h"

#include <xpgn/write.h>

/* The next line of the table that is not a comment; false if there are no more. */
static bool next_row(xpgn_slice *rest, xpgn_slice *row) {
    do {
        if (rest->size == 0)
            return false;
        *row = slice_cut(rest, '\n');
    } while (row->size == 0 || *row->data == '#');
    return true;
}

static xpgn_slice table(void) {
    return (xpgn_slice){dictionary_files[0].text, dictionary_files[0].size};
}

int dictionary_column(const char *language) {
    xpgn_slice rest = table(), row;
    if (language == NULL)
        return 0;
    if (!next_row(&rest, &row))
        return -1;
    for (int column = 0; row.size > 0; column++)
        if (slice_is(slice_cut(&row, '\t'), language))
            return column;
    return -1;
}

/* A cell, with all its forms. */
static xpgn_slice dictionary_cell(unsigned column, const char *english) {
    xpgn_slice rest = table(), row, cell;
    while (column > 0 && next_row(&rest, &row)) {
        if (!slice_is(slice_cut(&row, '\t'), english))
            continue;
        while (column > 1) {
            (void)slice_cut(&row, '\t');
            column--;
        }
        cell = slice_cut(&row, '\t');
        if (cell.size > 0)
            return cell;
        break;
    }
    return slice_of(english);
}

xpgn_slice word_in(unsigned column, const char *english) {
    xpgn_slice cell = dictionary_cell(column, english);
    return slice_cut(&cell, '|');
}

void word_put(xpgn_buffer *b, unsigned column, const char *english) {
    xpgn_buffer_slice(b, word_in(column, english));
}

struct phrase phrase_in(unsigned column, const char *english, const char *noun) {
    xpgn_slice cell = dictionary_cell(column, english), name = dictionary_cell(column, noun);
    xpgn_slice form = slice_cut(&cell, '|');
    bool second = name.size > 0 && name.data[name.size - 1] == '|' && cell.size > 0;
    xpgn_slice after = second ? cell : form, before = slice_cut(&after, '%');
    if (after.size > 0) { /* the s of %s */
        after.data++;
        after.size--;
    }
    return (struct phrase){before, after};
}

void xpgn_word_translate(xpgn_buffer *b, const char *english, const xpgn_language *language) {
    int column = language != NULL ? dictionary_column(language->code) : 0;
    word_put(b, column > 0 ? (unsigned)column : 0, english);
}

/* SPDX-License-Identifier: MIT */
#include "core/text/dictionary.h"

#include "core/base/slice.h"
#include "internal/writers.h"

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

/* ---- sentences ------------------------------------------------------------------------------- */

enum {
    PARTS = 4,     /* of a sentence; %5 to %8 are these as they stand, without a quotation mark */
    DEEPEST = 6,   /* sentences in sentences */
    LONGEST = 300, /* bytes of a sentence; what is longer is a text, such as that of help */
};

/* How many bytes of a text precede `fixed`, or the end if nothing else follows; SIZE_MAX: it is not
   there. */
static size_t part_size(xpgn_slice text, xpgn_slice fixed, bool last) {
    for (size_t i = 1; i + fixed.size <= text.size; i++)
        if ((!last || i + fixed.size == text.size) &&
            (fixed.size == 0 || memcmp(text.data + i, fixed.data, fixed.size) == 0))
            return i;
    return SIZE_MAX;
}

/* What is filled in at the digit, or s, that a form begins with; takes it from *form. */
static unsigned next_part(xpgn_slice *form) {
    const unsigned nth = *form->data == 's' ? 0 : (unsigned)(*form->data - '1');
    form->data++;
    form->size--;
    return nth;
}

/* Cuts a sentence of the form "%1 cannot reach %2" into its parts; false if it is of another. */
static bool cut_sentence(xpgn_slice form, xpgn_slice text, xpgn_slice part[PARTS]) {
    xpgn_slice fixed = slice_cut(&form, '%');
    if (form.size == 0 || text.size < fixed.size || memcmp(text.data, fixed.data, fixed.size) != 0)
        return false;
    text = (xpgn_slice){text.data + fixed.size, text.size - fixed.size};
    while (form.size > 0) {
        const unsigned nth = next_part(&form);
        fixed = slice_cut(&form, '%');
        const size_t size = part_size(text, fixed, form.size == 0);
        if (nth >= 2 * PARTS || size == SIZE_MAX)
            return false;
        part[nth % PARTS] = (xpgn_slice){text.data, size};
        text.data += size + fixed.size;
        text.size -= size + fixed.size;
    }
    return true;
}

static bool put_sentence(xpgn_buffer *b, unsigned column, xpgn_slice text, unsigned depth);

/* Appends what a form says of these parts, each in the language as well, or as it stands; false if
   one of them is several words that are not known. */
static bool put_parts(xpgn_buffer *b, unsigned column, xpgn_slice form, const xpgn_slice *part,
                      unsigned depth) {
    bool known = true;
    xpgn_buffer_slice(b, slice_cut(&form, '%'));
    while (form.size > 0) {
        const unsigned nth = next_part(&form);
        const xpgn_slice filled = part[nth % PARTS];
        if (nth < PARTS) {
            known &= put_sentence(b, column, filled, depth + 1);
        } else {
            known &= memchr(filled.data, '\'', filled.size) == NULL;
            xpgn_buffer_slice(b, filled);
        }
        xpgn_buffer_slice(b, slice_cut(&form, '%'));
    }
    return known;
}

/* Appends a text in the language of a column; false if it is several words that are not known. */
static bool put_sentence(xpgn_buffer *b, unsigned column, xpgn_slice text, unsigned depth) {
    xpgn_slice rest = table(), row, part[PARTS] = {{NULL, 0}};
    const size_t before = b->size;
    while (depth < DEEPEST && next_row(&rest, &row)) {
        const xpgn_slice english = slice_cut(&row, '\t');
        const bool same = slice_equal(english, text);
        if (!same && !cut_sentence(english, text, part))
            continue;
        for (unsigned i = 1; i < column; i++)
            (void)slice_cut(&row, '\t');
        xpgn_slice cell = slice_cut(&row, '\t');
        const xpgn_slice form = slice_cut(&cell, '|');
        if (same)
            xpgn_buffer_slice(b, form);
        if (same || put_parts(b, column, form, part, depth))
            return true;
        b->size = before;
    }
    xpgn_buffer_slice(b, text);
    return text.size == 0 || memchr(text.data, ' ', text.size) == NULL;
}

void xpgn_sentence_translate(xpgn_buffer *b, xpgn_slice english, const xpgn_language *language) {
    const int column = language != NULL ? dictionary_column(language->code) : 0;
    const size_t before = b->size;
    if (column > 0 && english.size <= LONGEST && put_sentence(b, (unsigned)column, english, 0))
        return;
    b->size = before;
    xpgn_buffer_slice(b, english);
}

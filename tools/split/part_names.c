/* SPDX-License-Identifier: MIT */
/* File names that every system accepts, and that stay in their folder. */
#include "split/split.h"

#include <wctype.h>

/* True for the symbol of a control character in the text: U+2400 to U+2421. */
static bool is_picture(const char *p, size_t size) {
    return size >= 3 && memcmp(p, "\xE2\x90", 2) == 0 && (unsigned char)p[2] <= 0xA1;
}

static bool is_plain_char(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80 || (c != '\0' && strchr(".,'+()-", c) != NULL);
}

void split_put_part(xpgn_buffer *b, xpgn_slice value) {
    size_t start = b->size;
    xpgn_buffer text = {0};
    xpgn_buffer_clean(&text, value); /* in UTF-8, without control characters */
    for (size_t i = 0; i < text.size; i++) {
        const char *p = text.data + i;
        bool picture = is_picture(p, text.size - i), first = b->size == start;
        if (!picture && is_plain_char(*p) && !(first && *p == '.'))
            xpgn_buffer_char(b, *p);
        else if (!first && b->data[b->size - 1] != '_')
            xpgn_buffer_char(b, '_');
        i += picture ? 2 : 0;
    }
    while (b->size > start && strchr("_.", b->data[b->size - 1]) != NULL)
        b->size--;
    b->failed |= text.failed;
    xpgn_buffer_free(&text);
}

/* True for the digit of COM1 and LPT1; Windows also accepts superscript digits. */
static bool is_port(const char *p, size_t size) {
    static const xpgn_slice raised[] = {{"\xC2\xB9", 2}, {"\xC2\xB2", 2}, {"\xC2\xB3", 2}};
    bool is = size == 1 && *p >= '0' && *p <= '9';
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++)
        is = is || cli_equal((xpgn_slice){p, size}, raised[i]);
    return is;
}

/* True for CON, NUL, COM1 and the like, with any extension. */
static bool is_reserved(xpgn_slice stem) {
    static const char *const names[] = {"con", "prn", "aux", "nul", "com", "lpt"};
    enum { NAME = 3 };
    size_t size = 0;
    char word[NAME];
    while (size < stem.size && stem.data[size] != '.')
        size++;
    if (size < NAME)
        return false;
    for (size_t i = 0; i < NAME; i++)
        word[i] = (char)(stem.data[i] | (stem.data[i] >= 'A' && stem.data[i] <= 'Z' ? 0x20 : 0));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memcmp(word, names[i], NAME) == 0 &&
            (i < 4 ? size == NAME : is_port(stem.data + NAME, size - NAME)))
            return true;
    return false;
}

/* Cuts a name between two characters if it is too long. */
static void cut_name(xpgn_buffer *b) {
    size_t most = SPLIT_STEM;
    if (b->size <= most)
        return;
    while (((unsigned char)b->data[most] & 0xC0) == 0x80)
        most--;
    b->size = most;
}

void split_end_stem(xpgn_buffer *b) {
    if (b->failed || b->size == 0)
        return;
    cut_name(b);
    if (strchr(".-", *b->data) != NULL)
        *b->data = '_';
    if (!is_reserved((xpgn_slice){b->data, b->size}))
        return;
    xpgn_buffer_char(b, '\0'); /* room for one more */
    if (b->failed)
        return;
    memmove(b->data + 1, b->data, b->size - 1);
    *b->data = '_';
}

static size_t sequence(const char *p, size_t size, unsigned *letter) {
    unsigned char c = (unsigned char)*p;
    size_t length = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    *letter = length == 1 ? c : c & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length && i < size; i++)
        *letter = *letter << 6 | ((unsigned char)p[i] & 0x3F);
    return length < size ? length : size;
}

static void open_names(split_names *names) {
    if (!names->open)
        names->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    names->open = true;
}

void split_names_close(split_names *names) {
    if (names->open && names->utf8 != (locale_t)0)
        freelocale(names->utf8);
    names->open = false;
}

/* Folds letters that the C library knows in a locale that needs no files, else those of ASCII. */
static unsigned fold(const split_names *names, unsigned letter) {
    if (letter < 0x80)
        return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
    if (names->utf8 == (locale_t)0)
        return letter;
    return (unsigned)towlower_l((wint_t)towupper_l((wint_t)letter, names->utf8), names->utf8);
}

static void put_letter(xpgn_buffer *b, unsigned letter) {
    char text[6];
    for (unsigned i = sizeof text; i-- > 0; letter >>= 4)
        text[i] = "0123456789abcdef"[letter & 15];
    xpgn_buffer_put(b, text, sizeof text);
}

void split_put_folded(xpgn_buffer *b, split_names *names, xpgn_slice stem) {
    open_names(names);
    for (size_t i = 0; i < stem.size;) {
        unsigned letter;
        i += sequence(stem.data + i, stem.size - i, &letter);
        put_letter(b, fold(names, letter));
    }
}

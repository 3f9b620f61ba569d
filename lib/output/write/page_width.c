/* SPDX-License-Identifier: MIT */
/* Lines by their width: padded, centred, wrapped. */
#include "output/write/page_lines.h"

#include <string.h>

#include "core/base/latin.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"

void page_put_char(xpgn_buffer *b, unsigned code) {
    char utf8[3] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 63)),
                    (char)(0x80 | (code & 63))};
    if (code < 0x80) {
        xpgn_buffer_char(b, (char)code);
    } else if (code < 0x800) {
        utf8[1] = (char)(0xc0 | code >> 6);
        xpgn_buffer_put(b, utf8 + 1, 2);
    } else {
        xpgn_buffer_put(b, utf8, 3);
    }
}

size_t page_width(xpgn_slice line) {
    line = slice_given(line);
    const char *end = line.data + line.size, *p;
    size_t width = 0;
    while (line.size > 0 && (p = memchr(line.data, '\033', line.size)) != NULL) {
        const char *after = memchr(p, 'm', (size_t)(end - p));
        width += xpgn_text_width((xpgn_slice){line.data, (size_t)(p - line.data)});
        line.data = after != NULL ? after + 1 : end;
        line.size = (size_t)(end - line.data);
    }
    return width + xpgn_text_width(line);
}

size_t page_widest(xpgn_slice lines) {
    size_t widest = 0;
    for (xpgn_slice line; page_next_line(&lines, &line);) {
        size_t width = page_width(line);
        if (width > widest)
            widest = width;
    }
    return widest;
}

void page_put_padded(xpgn_buffer *b, xpgn_slice lines, size_t width) {
    for (xpgn_slice line; page_next_line(&lines, &line);) {
        size_t used = page_width(line);
        xpgn_buffer_slice(b, line);
        page_put_spaces(b, used < width ? width - used : 0);
        xpgn_buffer_char(b, '\n');
    }
}

static bool is_control(char c) {
    return (unsigned char)c < ' ' || c == 0x7f;
}

static void put_clean(xpgn_buffer *b, xpgn_slice text, bool ascii) {
    while (text.size > 0) {
        size_t length = utf8_length(text), n = length > 0 ? length : 1;
        uint32_t point = 0;
        if (is_space(*text.data))
            xpgn_buffer_char(b, ' ');
        else if (length == 0 || is_control(*text.data))
            xpgn_buffer_char(b, '?');
        else if (length > 1 && ascii) {
            (void)utf8_read(text, &point);
            latin_put(b, point);
        } else
            xpgn_buffer_put(b, text.data, n);
        text = (xpgn_slice){text.data + n, text.size - n};
    }
}

/* Takes as many words off *text as fit into `width`, but at least one. */
static xpgn_slice take_words(xpgn_slice *text, size_t width) {
    xpgn_slice words = slice_take_word(text), rest = *text;
    while (slice_take_word(&rest).size > 0) {
        xpgn_slice longer = {words.data, (size_t)(rest.data - words.data)};
        if (utf8_count(longer) > width)
            break;
        words = longer;
        *text = rest;
    }
    return words;
}

void page_put_centred(xpgn_buffer *b, xpgn_slice text, size_t middle, size_t width, bool ascii) {
    for (xpgn_slice line; page_next_line(&text, &line);) {
        do {
            xpgn_slice words = take_words(&line, width);
            xpgn_buffer clean = {0};
            put_clean(&clean, words, ascii);
            size_t used = utf8_count((xpgn_slice){clean.data, clean.size});
            page_put_spaces(b, middle > used / 2 ? middle - used / 2 : 0);
            xpgn_buffer_put(b, clean.data, clean.failed ? 0 : clean.size);
            b->failed |= clean.failed;
            xpgn_buffer_free(&clean);
            xpgn_buffer_char(b, '\n');
        } while (!slice_is_blank(line));
    }
}

void page_put_hanging(xpgn_buffer *b, xpgn_slice text, size_t used, size_t indent, size_t width) {
    for (bool first = true; !slice_is_blank(text); first = false) {
        xpgn_slice words = take_words(&text, width == 0     ? SIZE_MAX
                                             : width > used ? width - used
                                                            : 1);
        xpgn_buffer_text(b, first ? "" : "\n");
        page_put_spaces(b, first ? 0 : indent);
        xpgn_buffer_slice(b, words);
        used = indent;
    }
}

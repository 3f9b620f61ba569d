/* SPDX-License-Identifier: MIT */
/* Text for documents. */
#include "output/write/document_text.h"

#include <string.h>

#include "core/base/latin.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"

/* ---- XML ---------------------------------------------------------------------------------------
 */

/* Appends one character for XML, which allows no control characters. */
static void put_escaped_char(xpgn_buffer *b, char c) {
    if (c == '&')
        xpgn_buffer_text(b, "&amp;");
    else if (c == '<')
        xpgn_buffer_text(b, "&lt;");
    else if (c == '>')
        xpgn_buffer_text(b, "&gt;");
    else
        xpgn_buffer_char(b, (unsigned char)c < ' ' || c == '\x7f' ? ' ' : c);
}

/* Is the first character U+FFFE or U+FFFF? XML does not allow them. */
static bool is_forbidden(xpgn_slice s) {
    return s.size >= 3 && memcmp(s.data, "\xef\xbf", 2) == 0 && (unsigned char)s.data[2] >= 0xbe;
}

void xml_put(xpgn_buffer *b, xpgn_slice text) {
    xpgn_buffer clean = {0};
    xpgn_buffer_utf8(&clean, text);
    for (size_t i = 0; i < clean.size; i++) {
        if (is_forbidden((xpgn_slice){clean.data + i, clean.size - i})) {
            xpgn_buffer_char(b, '?');
            i += 2;
        } else {
            put_escaped_char(b, clean.data[i]);
        }
    }
    b->failed |= clean.failed;
    xpgn_buffer_free(&clean);
}

/* Is there a hyphen at `i`, as the sign of a number? */
static bool is_minus(xpgn_slice text, size_t i) {
    bool number = i + 1 < text.size && text.data[i + 1] >= '0' && text.data[i + 1] <= '9';
    return text.data[i] == '-' && number && (i == 0 || strchr(" (", text.data[i - 1]) != NULL);
}

void xml_print(xpgn_buffer *b, xpgn_slice text) {
    size_t from = 0;
    text = slice_given(text);
    for (size_t i = 0; i < text.size; i++) {
        if (!is_minus(text, i))
            continue;
        xml_put(b, (xpgn_slice){text.data + from, i - from});
        xpgn_buffer_text(b, "\xe2\x88\x92");
        from = i + 1;
    }
    xml_put(b, (xpgn_slice){text.data + from, text.size - from});
}

/* ---- LaTeX -------------------------------------------------------------------------------------
 */

/* Characters that are special in LaTeX or unknown to pdflatex. */
static const struct {
    const char *utf8, *latex;
} signs[] = {{"&amp;", "\\&"},
             {"&lt;", "\\textless{}"},
             {"&gt;", "\\textgreater{}"},
             {"\xe2\x88\x92", "\\ensuremath{-}"},
             {"\xc3\x97", "\\ensuremath{\\times}"},
             {"\xe2\x88\x9e", "\\ensuremath{\\infty}"},
             {"\xe2\x80\xa2", "\\textbullet{}"},
             {"\xc2\xa0", "~"},
             {"\\", "\\textbackslash{}"},
             {"~", "\\textasciitilde{}"},
             {"^", "\\textasciicircum{}"},
             {"#", "\\#"},
             {"$", "\\$"},
             {"%", "\\%"},
             {"_", "\\_"},
             {"{", "\\{"},
             {"}", "\\}"},
             {"<", "\\textless{}"}};

/* Letters up to U+017E and quotes that the usual fonts of pdflatex lack. */
static const uint16_t lacking[] = {0xab,  0xbb,  0xd0,   0xde,   0xf0,   0xfe,  0x104, 0x105,
                                   0x110, 0x111, 0x118,  0x119,  0x126,  0x127, 0x12e, 0x12f,
                                   0x138, 0x13f, 0x140,  0x149,  0x14a,  0x14b, 0x166, 0x167,
                                   0x172, 0x173, 0x201a, 0x201b, 0x201e, 0x201f};

static bool is_printed(uint32_t point) {
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++)
        if (point == lacking[i])
            return false;
    return point < 0x17f || (point >= 0x2013 && point <= 0x2022 && point != 0x2017) ||
           point == 0x2026;
}

/* Appends a character, in ASCII if pdflatex cannot print it: a single error would end the run. */
static size_t put_letter(xpgn_buffer *b, xpgn_slice rest) {
    uint32_t point;
    size_t size = utf8_read(rest, &point);
    if (is_printed(point))
        xpgn_buffer_put(b, rest.data, size);
    else
        latin_put(b, point);
    return size;
}

static size_t put_latex_sign(xpgn_buffer *b, xpgn_slice rest) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t n = strlen(signs[i].utf8);
        if (rest.size < n || memcmp(rest.data, signs[i].utf8, n) != 0)
            continue;
        xpgn_buffer_text(b, signs[i].latex);
        return n;
    }
    return put_letter(b, rest);
}

void latex_put(xpgn_buffer *b, xpgn_slice xml) {
    for (size_t size; xml.size > 0; xml.data += size, xml.size -= size)
        size = put_latex_sign(b, xml);
}

/* SPDX-License-Identifier: MIT */
#include "meant/import/html_entity.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/text/foreign_forms.h"

#include <string.h>

/* The names of U+00A0 to U+00FF. */
static const char *const latin[96] = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",
    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn",
    "sup2",   "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",
    "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde",
    "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave",
    "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde",
    "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",
    "szlig",  "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",
    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave",
    "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

static const struct {
    const char *name;
    uint32_t c;
} others[] = {{"lt", '<'},        {"gt", '>'},        {"amp", '&'},      {"quot", '"'},
              {"apos", '\''},     {"num", '#'},       {"plus", '+'},     {"excl", '!'},
              {"quest", '?'},     {"colon", ':'},     {"equals", '='},   {"lpar", '('},
              {"rpar", ')'},      {"lsqb", '['},      {"lbrack", '['},   {"rsqb", ']'},
              {"rbrack", ']'},    {"lcub", '{'},      {"rcub", '}'},     {"sol", '/'},
              {"ast", '*'},       {"period", '.'},    {"comma", ','},    {"semi", ';'},
              {"hyphen", 0x2010}, {"half", 0xBD},     {"ndash", 0x2013}, {"mdash", 0x2014},
              {"minus", 0x2212},  {"lsquo", 0x2018},  {"rsquo", 0x2019}, {"sbquo", 0x201A},
              {"ldquo", 0x201C},  {"rdquo", 0x201D},  {"bdquo", 0x201E}, {"lsaquo", 0x2039},
              {"rsaquo", 0x203A}, {"hellip", 0x2026}, {"ensp", 0x2002},  {"emsp", 0x2003},
              {"thinsp", 0x2009}, {"zwnj", 0x200C},   {"zwj", 0x200D},   {"lrm", 0x200E},
              {"rlm", 0x200F},    {"OElig", 0x152},   {"oelig", 0x153},  {"Scaron", 0x160},
              {"scaron", 0x161},  {"Ccaron", 0x10C},  {"ccaron", 0x10D}, {"Zcaron", 0x17D},
              {"zcaron", 0x17E},  {"bull", 0x2022},   {"Tab", '\t'},     {"NewLine", '\n'}};

static uint32_t by_name(xpgn_slice name) {
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (slice_is(name, others[i].name))
            return others[i].c;
    for (uint32_t i = 0; i < 96; i++)
        if (slice_is(name, latin[i]))
            return 0xA0 + i;
    return 0;
}

/* 189 or xBD */
static uint32_t entity_by_number(xpgn_slice digits) {
    unsigned base = 10;
    uint32_t c = 0;
    if (digits.size > 0 && (*digits.data == 'x' || *digits.data == 'X')) {
        base = 16;
        digits.data++;
        digits.size--;
    }
    for (size_t i = 0; i < digits.size; i++) {
        char small = (char)(digits.data[i] | 0x20), sign = digits.data[i];
        unsigned digit = sign >= '0' && sign <= '9'     ? (unsigned)(sign - '0')
                         : small >= 'a' && small <= 'f' ? (unsigned)(small - 'a') + 10
                                                        : 16;
        if (digit >= base || c > 0x10FFFF)
            return 0;
        c = base * c + digit;
    }
    if (c >= 0x80 && c < 0xA0) /* as browsers take them */
        c = utf8_of_byte((char)c);
    bool character = c >= 0x20 || c == '\t' || c == '\n' || c == '\r';
    return character && c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF) && c != 0x7F ? c : 0;
}

uint32_t entity_read(xpgn_slice text, size_t *size) {
    const char *after = text.size > 0 ? foreign_entity(text.data, text.data + text.size) : NULL;
    *size = 0;
    if (after == NULL)
        return 0;
    xpgn_slice name = {text.data + 1, (size_t)(after - text.data) - 2};
    uint32_t c = *name.data == '#' ? entity_by_number((xpgn_slice){name.data + 1, name.size - 1})
                                   : by_name(name);
    if (c != 0)
        *size = (size_t)(after - text.data);
    return c;
}

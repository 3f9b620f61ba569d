/* SPDX-License-Identifier: MIT */
#include "core/text/spelled_out.h"

#include "core/text/scan.h"

#include <strings.h>

/* Of two that begin alike, the longer comes first. */
static const struct wording {
    const char *words, *result;
} wordings[] = {
    {"white wins", "1-0"},     {"white won", "1-0"},     {"black resigned", "1-0"},
    {"black resigns", "1-0"},  {"black wins", "0-1"},    {"black won", "0-1"},
    {"white resigned", "0-1"}, {"white resigns", "0-1"}, {"draw agreed", "1/2-1/2"},
    {"drawn", "1/2-1/2"},      {"draw", "1/2-1/2"},      {"remis", "1/2-1/2"},
    {"stalemate", "1/2-1/2"},
};

size_t worded_result(xpgn_slice text, const char **result) {
    const char *end = text.data + text.size;
    char first = (char)(text.size > 1 ? text.data[0] | ('a' ^ 'A') : 0);
    if (first == 0 || strchr("hHlLrReEtT", text.data[1]) == NULL) /* the second letters of all */
        return 0;
    for (size_t i = 0; i < sizeof wordings / sizeof *wordings; i++) {
        if (wordings[i].words[0] != first)
            continue;
        size_t n = strlen(wordings[i].words);
        if (text.size < n || strncasecmp(text.data, wordings[i].words, n) != 0)
            continue;
        const char *p = text.data + n;
        p += p < end && (*p == '.' || *p == '!');
        const char *next = scan_white(p, end);
        bool last = next == end || *next == '{' || *next == ';' || scan_result(next, end) > 0;
        *result = wordings[i].result;
        return last && (next > p || next == end) ? (size_t)(p - text.data) : 0;
    }
    return 0;
}

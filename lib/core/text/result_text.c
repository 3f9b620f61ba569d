/* SPDX-License-Identifier: MIT */
#include "core/text/result_text.h"

#include <string.h>

#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "internal/rules.h"

bool result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]) {
    uint8_t part[4] = {0};
    if (slice_is(text, "*")) {
        memset(score, 0, XPGN_MAX_SEATS);
        return true;
    }
    text = slice_given(text);
    const char *end = text.data + text.size, *after = text.data;
    if (text.size == 0 || scan_scores(text.data, end, part, &after) != seats || after != end)
        return false;
    if (part[0] + part[1] + (seats > 2 ? part[2] + part[3] : 0) != 12 &&
        !(seats == 2 && part[0] + part[1] == 6 && part[0] % 6 == 0))
        return false;
    memset(score, 0, XPGN_MAX_SEATS);
    memcpy(score, part, seats);
    return true;
}

bool result_is_forfeit(xpgn_slice text) {
    uint8_t part[4];
    text = slice_given(text);
    const char *end = text.data + text.size, *after = text.data;
    return text.size > 0 && scan_scores(text.data, end, part, &after) == 2 && after == end &&
           part[0] == 0 && part[1] == 0;
}

static __attribute__((noinline)) bool is_other_result(xpgn_slice text) {
    uint8_t score[XPGN_MAX_SEATS];
    return result_is_forfeit(text) || result_read(text, 2, score) || result_read(text, 4, score);
}

bool result_is(xpgn_slice text) {
    bool usual = text.size > 0 && scan_chess_result(text.data, text.size) == text.size;
    return usual || is_other_result(text);
}

const char *result_share(unsigned score) {
    static const char *const parts[13] = {"0",    "1/12", "1/6", "1/4", "1/3",   "5/12", "1/2",
                                          "7/12", "2/3",  "3/4", "5/6", "11/12", "1"};
    return parts[score <= 12 ? score : 0];
}

/* Writes the shares separated by hyphens, at most 23 characters ("11/12" four times); returns the
   number of characters. */
static size_t write_shares(const uint8_t score[XPGN_MAX_SEATS], unsigned seats, char text[24]) {
    size_t n = 0;
    for (unsigned i = 0; i < seats && i < XPGN_MAX_SEATS; i++) {
        if (i > 0)
            text[n++] = '-';
        for (const char *part = result_share(score[i]); *part != '\0'; part++)
            text[n++] = *part;
    }
    return n;
}

void xpgn_score_write(xpgn_buffer *b, unsigned seats, const uint8_t score[XPGN_MAX_SEATS]) {
    char text[24];
    xpgn_buffer_put(b, text, write_shares(score, seats, text));
}

void result_write(const uint8_t score[XPGN_MAX_SEATS], unsigned seats, char text[24]) {
    size_t n = write_shares(score, seats, text);
    unsigned sum = 0;
    for (unsigned i = 0; i < seats && i < XPGN_MAX_SEATS; i++)
        sum += score[i];
    if (sum == 0) {
        text[0] = '*';
        n = 1;
    }
    text[n] = '\0';
}

/* SPDX-License-Identifier: MIT */
#ifndef XPGN_PLAIN_C
#define XPGN_PLAIN_C
#endif
#include "plain_span.h"

#include "core/text/span.h"

unsigned plain_word(const char *p) {
    return span_word(p);
}
unsigned plain_name(const char *p) {
    return span_name(p);
}
unsigned plain_dice(const char *p, uint8_t *dice) {
    return span_dice(p, dice);
}
unsigned plain_to_blank(const char *p) {
    return span_to_blank(p);
}
const char *plain_value(const char *p, const char *end) {
    return span_value(p, end);
}
const char *plain_roll(const char *p, const char *end) {
    return span_roll(p, end);
}
const char *plain_moves(const char *p, const char *end) {
    return span_moves(p, end);
}
const char *plain_line(const char *p, const char *end) {
    return span_line(p, end);
}
const char *plain_comment(const char *p, const char *end) {
    return span_comment(p, end);
}
const char *plain_comment_line(const char *p, const char *end) {
    return span_comment_line(p, end);
}
size_t plain_survey(const char *p, size_t size, bool *high) {
    struct span_survey s = span_survey(p, size);
    *high = s.high;
    return s.lines;
}

/* SPDX-License-Identifier: MIT */
/* The spans of core/text/span.h as they are on a machine without SSE2. */
#ifndef XPGN_TESTS_PLAIN_SPAN_H
#define XPGN_TESTS_PLAIN_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

unsigned plain_word(const char *p);
unsigned plain_name(const char *p);
unsigned plain_to_blank(const char *p);
unsigned plain_dice(const char *p, uint8_t *dice);
const char *plain_value(const char *p, const char *end);
const char *plain_roll(const char *p, const char *end);
const char *plain_moves(const char *p, const char *end);
const char *plain_line(const char *p, const char *end);
const char *plain_comment(const char *p, const char *end);
const char *plain_comment_line(const char *p, const char *end);
size_t plain_survey(const char *p, size_t size, bool *high);

#endif

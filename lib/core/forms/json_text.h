/* SPDX-License-Identifier: MIT */
/* JSON of others, as far as single values are looked up in it. What is no JSON has no values. */
#ifndef XPGN_FORMS_JSON_TEXT_H
#define XPGN_FORMS_JSON_TEXT_H

#include <xpgn/base.h>

/* The text of the first value in `text`, without blanks around it; size 0: there is none, or it
   does not end. */
xpgn_slice json_value(xpgn_slice text);
/* The value of this key of an object; size 0: it has none, or is no object. */
xpgn_slice json_member(xpgn_slice object, const char *key);
/* Moves the next element of an array to *item; *rest begins as the text of the array. False past
   the last. */
bool json_next(xpgn_slice *rest, xpgn_slice *item);
/* Appends a string without its quotes and escapes, in UTF-8 if it was. False: it is no string. */
bool json_string(xpgn_buffer *b, xpgn_slice value);
/* Reads a whole number without a sign, up to 10^9. False: it is none. */
bool json_count(xpgn_slice value, uint32_t *out);

#endif

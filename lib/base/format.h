/* SPDX-License-Identifier: MIT */
/* vsnprintf for short messages, of which a file with errors has many. */
#ifndef XPGN_BASE_FORMAT_H
#define XPGN_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As vsnprintf.  %s %.*s %c %d %u %zu %lu %llu, with a width or without, and %% are done here; a
   format with anything else is left to vsnprintf. */
int format_text(char *to, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

#endif

/* SPDX-License-Identifier: MIT */
/* A fast vsnprintf for short messages, which files with errors need in large numbers. */
#ifndef XPGN_BASE_FORMAT_H
#define XPGN_BASE_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* Like vsnprintf. Handles %s %.*s %c %d %u %zu %lu %llu, with or without a width, and %%; passes
   other formats to vsnprintf. */
int format_text(char *to, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

#endif

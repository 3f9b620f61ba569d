/* SPDX-License-Identifier: MIT */
#include "core/base/fault.h"

#include <stdarg.h>
#include <stdio.h>

static void set(xpgn_fault *fault, xpgn_place place, const char *format, va_list args) {
    (void)vsnprintf(fault->text, sizeof fault->text, format, args);
    fault->place = place;
}

bool fault_set(xpgn_fault *fault, const char *format, ...) {
    va_list args;
    va_start(args, format);
    set(fault, (xpgn_place){0, 0}, format, args);
    va_end(args);
    return false;
}

xpgn_status fault_in(xpgn_fault *fault, xpgn_slice whole, xpgn_slice part, const char *format,
                     ...) {
    va_list args;
    va_start(args, format);
    set(fault, (xpgn_place){(uint32_t)(part.data - whole.data), (uint32_t)part.size}, format, args);
    va_end(args);
    return XPGN_INVALID;
}

bool fault_at(const struct fault_source *s, const char *from, size_t size, const char *format,
              ...) {
    va_list args;
    va_start(args, format);
    set(s->fault, (xpgn_place){(uint32_t)(from - s->text), (uint32_t)size}, format, args);
    va_end(args);
    return false;
}

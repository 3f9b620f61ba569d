/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>

bool fault_set(xpgn_fault *fault, const char *format, ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(fault->text, sizeof fault->text, format, args);
    va_end(args);
    fault->place = (xpgn_place){0, 0};
    return false;
}

bool fault_at(const struct fault_source *s, const char *from, size_t size, const char *format,
              ...) {
    va_list args;
    va_start(args, format);
    (void)vsnprintf(s->fault->text, sizeof s->fault->text, format, args);
    va_end(args);
    s->fault->place = (xpgn_place){(uint32_t)(from - s->text), (uint32_t)size};
    return false;
}

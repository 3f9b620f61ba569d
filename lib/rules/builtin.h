/* SPDX-License-Identifier: MIT */
/* The rulesets of formats/, built into the library; embed.sh writes the table at build time. */
#ifndef RULES_BUILTIN_H
#define RULES_BUILTIN_H

#include <stddef.h>

struct rules_builtin {
    const char *name; /* the file's name without .yaml */
    const char *text; /* the file's bytes, followed by a NUL */
    size_t size;      /* in bytes, without that NUL */
};

/* In the order of the file names (bytewise). */
extern const struct rules_builtin rules_builtins[];
extern const size_t rules_builtins_count;

#endif

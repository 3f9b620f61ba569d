/* SPDX-License-Identifier: MIT */
#include "core/base/cpu.h"

#include <stdlib.h>
#include <string.h>

unsigned cpu_flags;

static unsigned features(void) {
    unsigned flags = 0;
#ifdef CPU_X86_64
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
        flags |= CPU_AVX2;
    if (__builtin_cpu_supports("ssse3") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("znver1") &&
        !__builtin_cpu_is("znver2") && !__builtin_cpu_is("bdver4"))
        flags |= CPU_PEXT;
#endif
    return flags;
}

static unsigned forced_by(const char *word, size_t size) {
    static const struct {
        char word[8];
        unsigned flag;
    } modes[] = {
        {"walk", CPU_FORCED_WALK}, {"plain", CPU_FORCED_PLAIN}, {"narrow", CPU_FORCED_NARROW}};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (strlen(modes[i].word) == size && memcmp(modes[i].word, word, size) == 0)
            return modes[i].flag;
    }
    return 0;
}

/* Returns the flags for the words of a list like "walk,plain". */
static unsigned forced(const char *list) {
    unsigned flags = 0;
    while (list != NULL && *list != '\0') {
        size_t size = strcspn(list, ",");
        flags |= forced_by(list, size);
        list += size + (list[size] == ',');
    }
    return flags;
}

__attribute__((constructor)) static void set_flags(void) {
    unsigned flags = features() | forced(getenv("XPGN_FORCE"));
    if ((flags & CPU_FORCED_PLAIN) != 0)
        flags &= ~(unsigned)CPU_PEXT;
    if ((flags & CPU_FORCED_NARROW) != 0)
        flags &= ~(unsigned)CPU_AVX2;
    cpu_flags = flags;
}

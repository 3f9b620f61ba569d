/* SPDX-License-Identifier: MIT */
/* What this machine can do beyond what every machine of its kind can; asked when it runs. */
#ifndef XPGN_BASE_CPU_H
#define XPGN_BASE_CPU_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(XPGN_PLAIN_C)
#define CPU_X86_64 1
#endif

static inline bool cpu_has_avx2(void) {
#ifdef CPU_X86_64
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* PEXT and PDEP, and as fast as other instructions: AMD's first two Zen generations have them in
   microcode, some hundred cycles each. */
static inline bool cpu_has_pext(void) {
#ifdef CPU_X86_64
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") &&
           !__builtin_cpu_is("bdver4");
#else
    return false;
#endif
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Optional features of this machine, and what XPGN_FORCE turns off: with `walk`, `plain` and
 * `narrow` in this environment variable developers test the code for machines without these
 * features, and without the fast path. The results are the same. Determined once, when the library
 * is loaded.
 */
#ifndef XPGN_BASE_CPU_H
#define XPGN_BASE_CPU_H

#include <stdbool.h>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(XPGN_PLAIN_C)
#define CPU_X86_64 1
#endif
/* Features that the compiler may use without a run-time test. */
#if (defined(__SSE2__) || defined(__wasm_simd128__)) && !defined(XPGN_PLAIN_C)
#define CPU_SSE2 1
#endif

enum {
    CPU_AVX2 = 1,
    CPU_PEXT = 2,
    CPU_FORCED_WALK = 4,
    CPU_FORCED_PLAIN = 8,
    CPU_FORCED_NARROW = 16,
};

/* Written only before main; 0 until then, which is always correct. */
extern unsigned cpu_flags;

static inline bool cpu_has_avx2(void) {
#ifdef CPU_X86_64
    return (cpu_flags & CPU_AVX2) != 0;
#else
    return false;
#endif
}

/* PEXT and PDEP, and as fast as other instructions: AMD's first two Zen generations have them in
   microcode, some hundred cycles each. */
static inline bool cpu_has_pext(void) {
#ifdef CPU_X86_64
    return (cpu_flags & CPU_PEXT) != 0;
#else
    return false;
#endif
}

/* True if the fast path must not be used. */
static inline bool cpu_forced_walk(void) {
    return (cpu_flags & CPU_FORCED_WALK) != 0;
}

#endif

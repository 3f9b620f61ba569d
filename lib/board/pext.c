/* SPDX-License-Identifier: MIT */
#include "board/pext.h"

bool cpu_has_pext(void) {
#if defined(__x86_64__)
    /* AMD's first two Zen generations have them in microcode: some hundred cycles each. */
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("bmi") &&
           !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2") &&
           !__builtin_cpu_is("bdver4");
#else
    return false;
#endif
}

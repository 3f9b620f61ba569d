/* SPDX-License-Identifier: MIT */
/* Describes how the library was built, for bug reports. */
#include <sodium.h>

#include "core/base/cpu.h"
#include "core/base/yaml_tree.h"
#include "core/board/pext.h"
#include "core/text/span.h"
#include "internal/text_out.h"
#include "io/input.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void put_options(xpgn_buffer *b) {
    xpgn_buffer_printf(b, "options    %zu bits", sizeof(void *) * 8);
#ifdef CPU_SSE2
    xpgn_buffer_text(b, ", SSE2");
#else
    xpgn_buffer_text(b, ", no SIMD");
#endif
    if (cpu_has_avx2())
        xpgn_buffer_text(b, ", AVX2");
    if (cpu_has_pext())
        xpgn_buffer_text(b, ", PEXT");
#ifdef __OPTIMIZE__
    xpgn_buffer_text(b, ", optimised");
#else
    xpgn_buffer_text(b, ", not optimised");
#endif
#ifdef XPGN_SANITIZE
    xpgn_buffer_text(b, ", sanitizers " XPGN_SANITIZE);
#endif
    xpgn_buffer_char(b, '\n');
}

static void put_forced(xpgn_buffer *b) {
    unsigned forced = cpu_flags & (CPU_FORCED_WALK | CPU_FORCED_PLAIN | CPU_FORCED_NARROW);
    if (forced == 0)
        return;
    xpgn_buffer_text(b, "forced    ");
    if ((forced & CPU_FORCED_WALK) != 0)
        xpgn_buffer_text(b, " walk");
    if ((forced & CPU_FORCED_PLAIN) != 0)
        xpgn_buffer_text(b, " plain");
    if ((forced & CPU_FORCED_NARROW) != 0)
        xpgn_buffer_text(b, " narrow");
    xpgn_buffer_char(b, '\n');
}

/* Lists the libraries loaded on demand, with the versions that would be loaded now. */
static void put_packers(xpgn_buffer *b) {
    char version[64];
    const char *name;
    for (size_t i = 0; (name = unpack_version(i, version, sizeof version)); i++) {
        xpgn_buffer_printf(b, "%s %s %s", i > 0 ? "," : "", name, version);
        b->failed |= version[0] == '\0';
    }
}

void xpgn_build_write(xpgn_buffer *b) {
    char yaml[TREE_VERSION];
    b->failed |= !tree_version(yaml);
    xpgn_buffer_text(b, "compiler   " COMPILER "\n");
    put_options(b);
    put_forced(b);
    xpgn_buffer_printf(b, "libraries  libyaml %s, libsodium %s,\n          ", yaml,
                       SODIUM_VERSION_STRING);
    put_packers(b);
    xpgn_buffer_char(b, '\n');
}

/* SPDX-License-Identifier: MIT */
/* How the library was built, for a report of a fault: what may differ between two machines. */
#include <archive.h>
#include <sodium.h>
#include <string.h>
#include <xpgn.h>
#include <yaml.h>

#include "text/span.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown"
#endif

static void put_options(xpgn_buffer *b) {
    xpgn_buffer_printf(b, "options    %zu bits", sizeof(void *) * 8);
#ifdef SPAN_SSE2
    xpgn_buffer_text(b, ", SSE2");
#else
    xpgn_buffer_text(b, ", no SIMD");
#endif
#ifdef __AVX2__
    xpgn_buffer_text(b, ", AVX2");
#endif
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

/* "libarchive 3.6.2 zlib/1.2.13 bz2lib/1.0.8 ..." becomes "libarchive 3.6.2, zlib 1.2.13, ...". */
static void put_archive(xpgn_buffer *b) {
    const char *p = archive_version_details();
    for (const char *space = strchr(p, ' '); *p != '\0'; p++) {
        if (*p == ' ' && p != space)
            xpgn_buffer_text(b, ", ");
        else
            xpgn_buffer_char(b, *p == '/' ? ' ' : *p);
    }
}

void xpgn_build_write(xpgn_buffer *b) {
    xpgn_buffer_text(b, "compiler   " COMPILER "\n");
    put_options(b);
    xpgn_buffer_printf(b, "libraries  libyaml %s, libsodium %s,\n           ",
                       yaml_get_version_string(), sodium_version_string());
    put_archive(b);
    xpgn_buffer_char(b, '\n');
}

/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a partial result of xpgn-stats, as they are and with the right checksum: refused
 * with a reason, or read; what was read is written in every form, and its partial form reads back
 * as the same bytes, also added to nothing.  Its pieces are not added again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../unit/partial_fixture.h"
#include "fuzz.h"
#include "internal/counts.h"

/* A file of these bytes; its name serves until it is closed. */
static FILE *file_of(const void *data, size_t size, char name[32]) {
    FILE *f = tmpfile();
    if (f == NULL || fwrite(data, 1, size, f) != size || fflush(f) != 0)
        abort();
    rewind(f);
    (void)snprintf(name, 32, "/dev/fd/%d", fileno(f));
    return f;
}

static xpgn_tally *read_tally(const void *data, size_t size) {
    char name[32];
    xpgn_fault fault = {.text = ""};
    xpgn_tally *t = NULL;
    FILE *f = file_of(data, size, name);
    xpgn_status status = xpgn_tally_read(&t, name, &fault);
    must(status == XPGN_OK || status == XPGN_NO_MEMORY || fault.text[0] != '\0',
         "refused without a reason");
    must((status == XPGN_OK) == (t != NULL), "refused, but there is a tally");
    (void)fclose(f);
    return t;
}

static void write_partial(const xpgn_tally *t, xpgn_buffer *b) {
    xpgn_tally_write(b, t, XPGN_TALLY_PARTIAL);
    must(!b->failed && b->size > 0, "a tally cannot be written");
}

static void same(const xpgn_tally *t, const xpgn_buffer *expected, const char *what) {
    xpgn_buffer b = {0};
    write_partial(t, &b);
    must(b.size == expected->size && memcmp(b.data, expected->data, b.size) == 0, what);
    xpgn_buffer_free(&b);
}

static void try_tally(const xpgn_tally *t) {
    static const xpgn_tally_format formats[] = {XPGN_TALLY_TEXT, XPGN_TALLY_JSON, XPGN_TALLY_CSV,
                                                XPGN_TALLY_TSV};
    xpgn_buffer partial = {0};
    xpgn_tally *sum;
    write_partial(t, &partial);
    xpgn_tally *again = read_tally(partial.data, partial.size);
    must(again != NULL, "what was written cannot be read");
    same(again, &partial, "written twice is not written once");
    size_t pieces;
    (void)archive_pieces_list(xpgn_tally_parts(again), &pieces);
    if (xpgn_tally_new(&sum, xpgn_tally_by(t)) != XPGN_OK ||
        xpgn_tally_merge(sum, again, NULL) != XPGN_OK)
        abort();
    same(sum, &partial, "added to nothing it is another");
    must(pieces == 0 || xpgn_tally_merge(sum, again, NULL) == XPGN_INVALID,
         "a piece is added twice");
    xpgn_tally_free(sum);
    xpgn_tally_free(again);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        xpgn_buffer_clear(&partial);
        xpgn_tally_write(&partial, t, formats[i]);
        must(!partial.failed, "a form cannot be written");
    }
    xpgn_buffer_free(&partial);
}

static void try_bytes(const void *data, size_t size) {
    xpgn_tally *t = read_tally(data, size);
    if (t != NULL)
        try_tally(t);
    xpgn_tally_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char plain[SEALED_ROOM / 2 + 1], text[SEALED_ROOM];
    try_bytes(data, size);
    if (size < sizeof plain) { /* with a NUL after it */
        memcpy(plain, data, size);
        plain[size] = '\0';
        try_bytes(text, sealed(plain, size, text));
    }
    return 0;
}

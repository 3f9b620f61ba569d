/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes through the decoder: the same comes out however they arrive, and games are read
 * from it and imported.
 */
#include <string.h>
#include <xpgn/sheets.h>

#include "fuzz.h"

static void decode(xpgn_decoder *d, const char *text, size_t size, size_t piece, xpgn_buffer *out) {
    for (size_t at = 0; at < size; at += piece)
        xpgn_decoder_put(out, d, (xpgn_slice){text + at, size - at < piece ? size - at : piece},
                         false);
    xpgn_decoder_put(out, d, (xpgn_slice){"", 0}, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xpgn_decoder *d;
    xpgn_buffer whole = {0}, pieces = {0};
    uint64_t counts[XPGN_DECODEDS];
    char *copy = malloc(size > 0 ? size : 1); /* reading past it is seen */
    if (copy == NULL || xpgn_decoder_new(&d) != XPGN_OK)
        abort();
    memcpy(copy, data, size);
    decode(d, copy, size, size + 1, &whole);
    memcpy(counts, xpgn_decoder_counts(d), sizeof counts);
    decode(d, copy, size, size % 13 + 1, &pieces);
    bool same = whole.size == pieces.size &&
                (whole.size == 0 || memcmp(whole.data, pieces.data, whole.size) == 0);
    check(same, "pieces become something else", (xpgn_slice){copy, size});
    check(memcmp(counts, xpgn_decoder_counts(d), sizeof counts) == 0,
          "pieces are counted otherwise", (xpgn_slice){copy, size});
    xpgn_buffer_free(&whole);
    xpgn_buffer_free(&pieces);
    xpgn_decoder_free(d);
    free(copy);
    return 0;
}

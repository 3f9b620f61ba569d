/* SPDX-License-Identifier: MIT */
#include "shared/decoding/decoding.h"
#include "internal/meant.h"

xpgn_decoder *cli_decoder(cli *c, xpgn_source from) {
    xpgn_decoder *d;
    if (xpgn_decoder_new(&d) != XPGN_OK)
        cli_no_memory(c);
    xpgn_decoder_from(d, from);
    return d;
}

void cli_put_decoded(xpgn_buffer *b, const xpgn_decoder *decoder) {
    static const char *const names[XPGN_DECODEDS][2] = {
        [XPGN_DECODED_UTF16] = {"UTF-16", NULL},
        [XPGN_DECODED_ENTITIES] = {"HTML entity", "HTML entities"},
        [XPGN_DECODED_MARKUP] = {"HTML tag", "HTML tags"},
        [XPGN_DECODED_QUOTES] = {"tag in other quotes", "tags in other quotes"},
        [XPGN_DECODED_WIDE] = {"full-width character", "full-width characters"},
        [XPGN_DECODED_ZERO_WIDTH] = {"zero-width character", "zero-width characters"},
        [XPGN_DECODED_MAIL] = {"quoted line", "quoted lines"},
        [XPGN_DECODED_FENCES] = {"fence", "fences"},
        [XPGN_DECODED_LEFT_OUT] = {"line left out", "lines left out"},
        [XPGN_DECODED_ROWS] = {"row of a table", "rows of a table"},
        [XPGN_DECODED_LATEX] = {"LaTeX escape", "LaTeX escapes"},
        [XPGN_DECODED_TURNS] = {"turn in JSON", "turns in JSON"}};
    const uint64_t *counts = xpgn_decoder_counts(decoder);
    const char *comma = "";
    for (unsigned i = 0; i < XPGN_DECODEDS; i++) {
        if (counts[i] == 0 || names[i][0] == NULL)
            continue;
        xpgn_buffer_text(b, comma);
        if (names[i][1] != NULL)
            xpgn_buffer_printf(b, "%llu ", (unsigned long long)counts[i]);
        xpgn_buffer_text(b, names[i][names[i][1] != NULL && counts[i] != 1]);
        comma = ", ";
    }
}

bool cli_leaves_out(const xpgn_decoder *decoder) {
    const uint64_t *counts = xpgn_decoder_counts(decoder);
    return counts[XPGN_DECODED_LEFT_OUT] + counts[XPGN_DECODED_ROWS] + counts[XPGN_DECODED_TURNS] >
           0;
}

xpgn_no_record cli_no_record(const xpgn_decoder *decoder) {
    uint64_t kind = xpgn_decoder_counts(decoder)[XPGN_DECODED_NO_RECORD];
    return kind < XPGN_NO_RECORDS ? (xpgn_no_record)kind : XPGN_NO_RECORD_NOT;
}

bool cli_refuses(cli *c, const xpgn_decoder *decoder, const char *file, xpgn_buffer *b) {
    (void)c;
    xpgn_no_record kind = cli_no_record(decoder);
    const char *cure = xpgn_no_record_cure(kind);
    if (kind == XPGN_NO_RECORD_NOT)
        return false;
    xpgn_buffer_printf(b, "%s: no record: %s%s%s", cli_file_name(file), xpgn_no_record_name(kind),
                       cure != NULL ? "; " : "", cure != NULL ? cure : "");
    return true;
}

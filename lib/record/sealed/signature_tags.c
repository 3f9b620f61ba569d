/* SPDX-License-Identifier: MIT */
/* Signatures as they are written in messages and in the tags DiceLast and DiceSign. */
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "internal/text_out.h"
#include "record/sealed/link_tags.h"

enum { BYTES = sizeof(xpgn_signature), CHARACTERS = (8 * BYTES + 5) / 6 };

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Unused bits at its end must be 0, so that each signature is written in exactly one way. */
bool xpgn_signature_read(xpgn_slice text, xpgn_signature *out) {
    unsigned bits = 0, held = 0;
    size_t n = 0;
    if (text.size != CHARACTERS)
        return false;
    for (size_t i = 0; i < CHARACTERS; i++) {
        const char *at = memchr(digits, text.data[i], sizeof digits - 1);
        if (at == NULL)
            return false;
        bits = bits << 6 | (unsigned)(at - digits);
        held += 6;
        if (held >= 8 && n < BYTES) {
            held -= 8;
            out->byte[n++] = (unsigned char)(bits >> held);
            bits &= (1u << held) - 1;
        }
    }
    return bits == 0;
}

void xpgn_signature_write(xpgn_buffer *b, const xpgn_signature *signature) {
    unsigned bits = 0, held = 0;
    for (size_t i = 0; i < BYTES; i++) {
        bits = bits << 8 | signature->byte[i];
        for (held += 8; held >= 6; held -= 6)
            xpgn_buffer_char(b, digits[bits >> (held - 6) & 63]);
    }
    if (held > 0)
        xpgn_buffer_char(b, digits[bits << (6 - held) & 63]);
}

xpgn_status xpgn_signatures_read(xpgn_slice text, unsigned parties, xpgn_signatures *out,
                                 xpgn_fault *fault) {
    xpgn_slice rest = slice_given(text);
    xpgn_signatures signs = {0};
    while (rest.size > 0) {
        xpgn_slice part = slice_cut(&rest, ' '), value = part, name = slice_cut(&value, ':');
        unsigned party = xpgn_party_find(name);
        if (party == XPGN_PARTIES || (parties >> party & 1) == 0)
            return fault_in(fault, text, part, "expected a party of DiceCommit");
        if (signs.parties >= 1u << party)
            return fault_in(
                fault, text, part,
                "expected each party once, in the order white, red, black, green, arbiter");
        if (!xpgn_signature_read(value, &signs.by[party]))
            return fault_in(fault, text, part, "expected a signature of 86 characters of base64");
        signs.parties |= (uint8_t)(1u << party);
    }
    *out = signs;
    return XPGN_OK;
}

void xpgn_signatures_write(xpgn_buffer *b, const xpgn_signatures *signatures) {
    for (unsigned party = 0; party < XPGN_PARTIES; party++)
        if (links_put_party(b, signatures->parties, party))
            xpgn_signature_write(b, &signatures->by[party]);
}

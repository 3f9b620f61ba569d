/* SPDX-License-Identifier: MIT */
#include "text/signatures.h"

#include "base/slice.h"

#include <stdio.h>

enum { BYTES = sizeof(seal_signature), CHARACTERS = (8 * BYTES + 5) / 6 };

/* One signature. Bits at its end that mean nothing are 0, so that it can be written in one way. */
static bool read_signature(xpgn_slice text, seal_signature *out) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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

static xpgn_status refuse(xpgn_fault *fault, xpgn_slice whole, xpgn_slice part, const char *text) {
    fault->place.offset = (uint32_t)(part.data - whole.data);
    fault->place.length = (uint32_t)part.size;
    (void)snprintf(fault->text, sizeof fault->text, "%s", text);
    return XPGN_INVALID;
}

xpgn_status signatures_read(xpgn_slice text, unsigned parties, struct seal_signatures *out,
                            xpgn_fault *fault) {
    xpgn_slice rest = slice_given(text);
    out->parties = 0;
    while (rest.size > 0) {
        xpgn_slice part = slice_cut(&rest, ' '), value = part, name = slice_cut(&value, ':');
        unsigned party = 0;
        while (party < XPGN_PARTIES && !slice_is(name, xpgn_party_name(party)))
            party++;
        if (party == XPGN_PARTIES || (parties >> party & 1) == 0)
            return refuse(fault, text, part, "expected a party of DiceCommit");
        if (out->parties >= 1u << party)
            return refuse(
                fault, text, part,
                "expected each party once, in the order white, red, black, green, arbiter");
        if (!read_signature(value, &out->by[party]))
            return refuse(fault, text, part, "expected a signature of 86 characters of base64");
        out->parties |= 1u << party;
    }
    return XPGN_OK;
}

/* SPDX-License-Identifier: MIT */
/* Sealed dice: chains of links, and the rolls that the links of all parties decide. */
#include "base/sha256.h"
#include "xpgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct xpgn_sealer {
    struct sha256 sha;
};

static const char link_mark[] = "XPGN link 1\n";
static const char roll_mark[] = "XPGN roll 1\n";

xpgn_status xpgn_sealer_new(xpgn_sealer **out) {
    xpgn_sealer *s = malloc(sizeof *s);
    if (s == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = sha256_open(&s->sha);
    if (status == XPGN_OK)
        *out = s;
    else
        free(s);
    return status;
}

void xpgn_sealer_free(xpgn_sealer *s) {
    if (s != NULL)
        sha256_close(&s->sha);
    free(s);
}

/* ---- links ----------------------------------------------------------------------------------- */

xpgn_status xpgn_link_random(const xpgn_sealer *s, xpgn_link *out) {
    return sha256_random(&s->sha, out->byte, sizeof out->byte) ? XPGN_OK : XPGN_IO;
}

void xpgn_link_back(const xpgn_sealer *s, xpgn_link *link, uint32_t steps) {
    enum { MARK = sizeof link_mark - 1 };
    unsigned char text[MARK + SHA256_BYTES];
    memcpy(text, link_mark, MARK);
    for (; steps > 0; steps--) {
        memcpy(text + MARK, link->byte, SHA256_BYTES);
        sha256(&s->sha, link->byte, text, sizeof text);
    }
    sha256_wipe(&s->sha, text, sizeof text); /* the link after the last one */
}

bool xpgn_link_equal(const xpgn_link *a, const xpgn_link *b) {
    return memcmp(a->byte, b->byte, sizeof a->byte) == 0;
}

void xpgn_wipe(const xpgn_sealer *s, void *bytes, size_t size) {
    if (size > 0)
        sha256_wipe(&s->sha, bytes, size);
}

/* ---- rolls ----------------------------------------------------------------------------------- */

void xpgn_sealed_begin(xpgn_sealed_roll *roll, const xpgn_links *links, uint32_t number) {
    *roll = (xpgn_sealed_roll){.links = *links, .number = number, .at = SHA256_BYTES};
}

/* Hashes the next block of bytes. */
static void next_block(const xpgn_sealer *s, xpgn_sealed_roll *roll) {
    unsigned char text[64 + XPGN_PARTIES * SHA256_BYTES];
    int head = snprintf((char *)text, 64, "%s%u\n%u\n", roll_mark, (unsigned)roll->number,
                        (unsigned)roll->block++);
    size_t n = (size_t)head;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if ((roll->links.parties >> party & 1) == 0)
            continue;
        memcpy(text + n, roll->links.link[party].byte, SHA256_BYTES);
        n += SHA256_BYTES;
    }
    sha256(&s->sha, roll->byte, text, n);
    roll->at = 0;
}

unsigned xpgn_sealed_die(const xpgn_sealer *s, xpgn_sealed_roll *roll, unsigned faces) {
    if (faces == 0 || faces > 256)
        return 0;
    for (;;) {
        if (roll->at == SHA256_BYTES)
            next_block(s, roll);
        unsigned byte = roll->byte[roll->at++];
        if (byte < faces * (256 / faces))
            return 1 + byte % faces;
    }
}

/* SPDX-License-Identifier: MIT */
#include "record/sealed/link_tags.h"

#include "core/base/fault.h"
#include "core/base/slice.h"
#include "internal/text_out.h"

/* ---- one link -------------------------------------------------------------------------------- */

/* A link may be secret: it is copied nowhere but to *out. */
bool chain_link_read(xpgn_slice text, xpgn_link *out) {
    bool good = text.size == 2 * sizeof out->byte;
    for (size_t i = 0; good && i < text.size; i++)
        good = hex_digit(text.data[i]) >= 0;
    for (size_t i = 0; good && i < sizeof out->byte; i++)
        out->byte[i] =
            (uint8_t)(hex_digit(text.data[2 * i]) * 16 + hex_digit(text.data[2 * i + 1]));
    return good;
}

void chain_link_write(xpgn_buffer *b, const xpgn_link *link) {
    for (size_t i = 0; i < sizeof link->byte; i++)
        xpgn_buffer_printf(b, "%02x", link->byte[i]);
}

/* ---- those of all parties -------------------------------------------------------------------- */

enum { SHOWN = 24 }; /* bytes of a text that a fault quotes */

static xpgn_status refuse_part(xpgn_fault *fault, xpgn_slice whole, xpgn_slice part,
                               const char *expected) {
    return fault_in(fault, whole, part, "'%.*s%s', expected %s",
                    (int)(part.size < SHOWN ? part.size : SHOWN), part.data,
                    part.size > SHOWN ? "\xe2\x80\xa6" : "", expected);
}

/* Takes the text before the next space; after the last part *rest has no data. */
static xpgn_slice take_part(xpgn_slice *rest) {
    const char *space = rest->size > 0 ? memchr(rest->data, ' ', rest->size) : NULL;
    size_t size = space != NULL ? (size_t)(space - rest->data) : rest->size;
    xpgn_slice part = {rest->data, size};
    *rest = space != NULL ? (xpgn_slice){space + 1, rest->size - size - 1} : (xpgn_slice){NULL, 0};
    return part;
}

unsigned xpgn_party_find(xpgn_slice name) {
    unsigned party = 0;
    while (party < XPGN_PARTIES && !slice_is(name, xpgn_party_name(party)))
        party++;
    return party;
}

/* The parties of a game with that many seats, without the arbiter. */
static unsigned parties_of(unsigned seats) {
    unsigned parties = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        parties |= 1u << xpgn_party_of(seats, seat);
    return parties;
}

/* Reads "white:HEX", which must come after the parties so far. */
static xpgn_status read_part(xpgn_slice whole, xpgn_slice part, unsigned seats, xpgn_links *links,
                             xpgn_fault *fault) {
    const char *colon = part.size > 0 ? memchr(part.data, ':', part.size) : NULL;
    size_t size = colon != NULL ? (size_t)(colon - part.data) : 0;
    unsigned party = xpgn_party_find((xpgn_slice){part.data, size});
    if (colon == NULL || party == XPGN_PARTIES)
        return refuse_part(fault, whole, part, "a party, a colon and its link");
    unsigned bit = 1u << party;
    if ((bit & (parties_of(seats) | 1u << XPGN_PARTY_ARBITER)) == 0)
        return refuse_part(fault, whole, part, "the seats of the game or the arbiter");
    if (links->parties >= bit)
        return refuse_part(fault, whole, part,
                           "each party once, in the order white, red, black, green, arbiter");
    if (!chain_link_read((xpgn_slice){colon + 1, part.size - size - 1}, &links->link[party]))
        return refuse_part(fault, whole, part, "64 lower-case hexadecimal digits");
    links->parties |= (uint8_t)bit;
    return XPGN_OK;
}

xpgn_status links_read(xpgn_slice text, unsigned seats, xpgn_links *out, xpgn_fault *fault) {
    if (seats != 2 && seats != 4)
        return fault_in(fault, text, text, "no game has this number of seats");
    xpgn_links links = {0};
    xpgn_slice rest = text;
    do {
        xpgn_status status = read_part(text, take_part(&rest), seats, &links, fault);
        if (status != XPGN_OK)
            return status;
    } while (rest.data != NULL);
    unsigned missing = parties_of(seats) & ~(unsigned)links.parties;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if ((missing >> party & 1) != 0)
            return fault_in(fault, text, text, "no link for %s: every seat needs one",
                            xpgn_party_name(party));
    }
    *out = links;
    return XPGN_OK;
}

bool links_equal(const xpgn_links *links, unsigned *first, unsigned *second) {
    for (unsigned b = 1; b < XPGN_PARTIES; b++) {
        for (unsigned a = 0; a < b; a++) {
            unsigned both = 1u << a | 1u << b;
            if ((links->parties & both) != both ||
                !chain_link_equal(&links->link[a], &links->link[b]))
                continue;
            *first = a;
            *second = b;
            return true;
        }
    }
    return false;
}

xpgn_status xpgn_links_read(xpgn_slice text, unsigned seats, xpgn_links *out, xpgn_fault *fault) {
    xpgn_links links = {0};
    unsigned first, second;
    xpgn_status status = links_read(text, seats, &links, fault);
    if (status == XPGN_OK && links_equal(&links, &first, &second))
        return fault_in(fault, text, text, "%s and %s have the same link", xpgn_party_name(first),
                        xpgn_party_name(second));
    if (status == XPGN_OK)
        *out = links;
    return status;
}

bool links_put_party(xpgn_buffer *b, unsigned parties, unsigned party) {
    bool is = links_have(parties, party), first = (parties & ((1u << party) - 1)) == 0;
    if (is)
        xpgn_buffer_printf(b, "%s%s:", first ? "" : " ", xpgn_party_name(party));
    return is;
}

void xpgn_links_write(xpgn_buffer *b, const xpgn_links *links) {
    for (unsigned party = 0; party < XPGN_PARTIES; party++)
        if (links_put_party(b, links->parties, party))
            chain_link_write(b, &links->link[party]);
}

/* ---- the value of DiceOpen ------------------------------------------------------------------- */

xpgn_status links_take_number(xpgn_slice *text, uint32_t *number, xpgn_fault *fault) {
    xpgn_slice rest = *text, part = take_part(&rest);
    uint64_t value;
    if (rest.data == NULL)
        return refuse_part(fault, *text, *text, "the number of rolls, a space and links");
    if (!slice_number(part, &value) || value > XPGN_MAX_ROLLS ||
        (part.data[0] == '0' && part.size > 1))
        return refuse_part(fault, *text, part, "the number of rolls");
    *number = (uint32_t)value;
    *text = rest;
    return XPGN_OK;
}

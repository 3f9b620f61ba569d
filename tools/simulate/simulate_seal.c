/* SPDX-License-Identifier: MIT */
/*
 * Sealed dice of a game all of whose parties play here: chains derived from its tags, a transcript
 * that grows with the game, and the tags at the end (xpgn-dice(1)).
 */
#include "simulate/simulate.h"

#include <stdlib.h>
#include <string.h>

enum { LINKS = 4096 };

struct sim_announced {
    uint32_t rolls; /* including this one */
    xpgn_sealed_roll roll;
    xpgn_link digest; /* of the announcement */
    unsigned actor;   /* the party that announced it */
};

struct sim_seal {
    struct dice_chain *sealer;
    xpgn_link secret[XPGN_PARTIES];
    xpgn_links *links; /* [0 to LINKS]: those of all parties; 0: the commitments */
    xpgn_transcript transcript;
    struct sim_announced last, before;
};

xpgn_status sim_seal_new(sim_seal **out) {
    sim_seal *s = calloc(1, sizeof *s);
    xpgn_status status = s != NULL ? dice_chain_new(&s->sealer) : XPGN_NO_MEMORY;
    if (status == XPGN_OK && (s->links = calloc(LINKS + 1, sizeof *s->links)) == NULL)
        status = XPGN_NO_MEMORY;
    if (status == XPGN_OK)
        *out = s;
    else
        sim_seal_free(s);
    return status;
}

void sim_seal_free(sim_seal *s) {
    if (s == NULL)
        return;
    dice_chain_free(s->sealer);
    free(s->links);
    free(s);
}

/* Makes the whole chain of a party; anybody who knows the tags can derive its secret. */
static void make_chain(sim_seal *s, unsigned party, xpgn_slice tags) {
    xpgn_transcript text;
    xpgn_transcript_begin(s->sealer, &text);
    xpgn_transcript_line(s->sealer, &text, cli_slice(xpgn_party_name(party)));
    xpgn_transcript_line(s->sealer, &text, tags);
    xpgn_transcript_digest(s->sealer, &text, &s->secret[party]);
    xpgn_link link;
    xpgn_chain_last(s->sealer, &s->secret[party], &link);
    for (uint32_t k = LINKS;; k--) {
        s->links[k].parties |= (uint8_t)(1u << party);
        s->links[k].link[party] = link;
        if (k == 0)
            return;
        chain_link_back(s->sealer, &link, 1);
    }
}

void sim_seal_begin(sim_seal *s, unsigned seats, xpgn_slice tags) {
    for (uint32_t k = 0; k <= LINKS; k++)
        s->links[k].parties = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        make_chain(s, xpgn_party_of(seats, seat), tags);
    s->last.rolls = 0;
}

static bool has_links(const sim_seal *s, unsigned party) {
    return (s->links[0].parties >> party & 1u) != 0;
}

void sim_seal_put_tags(const sim_seal *s, xpgn_buffer *b) {
    xpgn_links keys = {.parties = s->links[0].parties};
    for (unsigned party = 0; party < XPGN_PARTIES; party++)
        if (has_links(s, party))
            xpgn_chain_key(s->sealer, &s->secret[party], &keys.link[party]);
    xpgn_buffer_text(b, "[DiceCommit \"");
    xpgn_links_write(b, &s->links[0]);
    xpgn_buffer_text(b, "\"]\n[DiceKey \"");
    xpgn_links_write(b, &keys);
    xpgn_buffer_text(b, "\"]\n");
}

void sim_seal_follow(sim_seal *s, const xpgn_transcript *header) {
    s->transcript = *header;
}

void sim_seal_line(sim_seal *s, xpgn_slice line) {
    xpgn_transcript_line(s->sealer, &s->transcript, line);
}

/* The digest of the transcript with one more line. */
static xpgn_link digest_with(const sim_seal *s, const char *word, xpgn_slice text) {
    xpgn_transcript t = s->transcript;
    char line[128];
    xpgn_link digest;
    (void)snprintf(line, sizeof line, "%s %.*s", word, (int)text.size, text.data);
    xpgn_transcript_line(s->sealer, &t, cli_slice(line));
    xpgn_transcript_digest(s->sealer, &t, &digest);
    return digest;
}

bool sim_seal_is_used_up(const sim_seal *s) {
    return s->last.rolls == LINKS;
}

bool sim_seal_announce(sim_seal *s, xpgn_slice what, unsigned party) {
    if (sim_seal_is_used_up(s))
        return false;
    s->before = s->last;
    s->last.rolls++;
    s->last.actor = party;
    s->last.digest = digest_with(s, "announce", what);
    xpgn_sealed_begin(&s->last.roll, &s->links[s->last.rolls], s->last.rolls, &s->last.digest);
    return true;
}

void sim_seal_take_back(sim_seal *s) {
    s->last = s->before;
}

unsigned sim_seal_die(sim_seal *s, unsigned faces) {
    return xpgn_sealed_die(s->sealer, &s->last.roll, faces);
}

static void put_signatures(const sim_seal *s, xpgn_buffer *b, const char *tag, xpgn_signing what) {
    xpgn_signatures signs = {.parties = s->links[0].parties};
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if (!has_links(s, party))
            continue;
        if (what.what != XPGN_SIGN_END) {
            what.what = party == s->last.actor ? XPGN_SIGN_ANNOUNCE : XPGN_SIGN_ANSWER;
            what.link = s->links[s->last.rolls].link[party];
        }
        xpgn_sign(s->sealer, &s->secret[party], &what, &signs.by[party]);
    }
    xpgn_buffer_printf(b, "[%s \"", tag);
    xpgn_signatures_write(b, &signs);
    xpgn_buffer_text(b, "\"]\n");
}

void sim_seal_put_end(const sim_seal *s, xpgn_buffer *b, xpgn_slice result) {
    xpgn_buffer_printf(b, "[DiceOpen \"%u ", (unsigned)s->last.rolls);
    xpgn_links_write(b, &s->links[s->last.rolls]);
    xpgn_buffer_text(b, "\"]\n");
    if (s->last.rolls > 0)
        put_signatures(s, b, "DiceLast",
                       (xpgn_signing){.what = XPGN_SIGN_ANSWER,
                                      .number = s->last.rolls,
                                      .digest = s->last.digest});
    put_signatures(
        s, b, "DiceSign",
        (xpgn_signing){.what = XPGN_SIGN_END, .digest = digest_with(s, "result", result)});
}

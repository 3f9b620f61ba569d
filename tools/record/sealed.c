/* SPDX-License-Identifier: MIT */
/*
 * Sealed dice: each roll is decided by a link of every party. The party that acts reveals its link
 * with the action; from then on the action binds, and the others answer with theirs.
 */
#include "record/record.h"

#include <sodium.h>
#include <string.h>

static unsigned seats_of(const record *r) {
    return xpgn_play_position(r->now.play)->seats;
}

bool record_rolls(const record *r) {
    return r->o->roll || r->seal.on;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* The commitments, and the links of the last roll if there was one. */
static bool read_tags(record *r) {
    seal *s = &r->seal;
    xpgn_fault fault = {.text = ""};
    xpgn_slice commit = record_tag(&r->sheet, "DiceCommit");
    xpgn_slice opened = record_tag(&r->sheet, "DiceOpen");
    if (commit.data == NULL) {
        cli_message(r->c, "--sealed: found no commitments, expected the tag DiceCommit");
        return false;
    }
    bool good = xpgn_links_read(commit, seats_of(r), &s->last, &fault) == XPGN_OK;
    s->commit = s->last;
    if (good && opened.data != NULL)
        good = xpgn_opening_read(opened, seats_of(r), &s->number, &s->last, &fault) == XPGN_OK;
    if (!good)
        cli_message(r->c, "--sealed: %s", fault.text);
    return good;
}

/* Whose chain is it? */
static bool find_own(record *r) {
    seal *s = &r->seal;
    xpgn_link first = cli_chain_link(&s->chain, 0);
    for (s->own = 0; s->own < XPGN_PARTIES; s->own++)
        if ((s->commit.parties >> s->own & 1u) != 0 &&
            xpgn_link_equal(&first, &s->commit.link[s->own]))
            return true;
    cli_message(r->c, "%s: this chain is none of those in DiceCommit", r->o->sealed);
    return false;
}

/* A new record needs a new chain; another one, the chain that has served it so far. */
static bool is_of_this_game(record *r, bool new) {
    const seal *s = &r->seal;
    return new ? cli_chain_is_new(r->c, &s->chain)
               : cli_chain_serves(r->c, &s->chain, &s->commit, s->number);
}

bool seal_open(record *r, bool new) {
    seal *s = &r->seal;
    if (r->o->sealed == NULL)
        return true;
    s->on = true;
    s->has_chain = strcmp(r->o->sealed, "-") != 0;
    if (s->has_chain && !cli_chain_open(r->c, s->sealer, r->o->sealed, &s->chain)) {
        s->has_chain = false;
        return false;
    }
    return read_tags(r) && (!s->has_chain || (find_own(r) && is_of_this_game(r, new))) &&
           (new || record_take_up_announced(r));
}

void seal_close(record *r) {
    if (r->seal.has_chain)
        cli_chain_close(&r->seal.chain);
    xpgn_sealer_free(r->seal.sealer);
}

/* ---- links ----------------------------------------------------------------------------------- */

static bool is_complete(const seal *s) {
    return s->next.parties == s->commit.parties;
}

/* Says which links of the roll are known, and which are awaited. */
static void put_links(xpgn_buffer *b, const seal *s) {
    xpgn_buffer_printf(b, "%u", (unsigned)s->number + 1);
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if ((s->commit.parties >> party & 1u) == 0)
            continue;
        xpgn_buffer_printf(b, " %s:", xpgn_party_name(party));
        if ((s->next.parties >> party & 1u) != 0)
            xpgn_link_write(b, &s->next.link[party]);
        else
            xpgn_buffer_char(b, '?');
    }
}

/* Is it time for the own link? */
static bool reveals_now(const seal *s) {
    bool mine = s->actor == s->own || s->actor == XPGN_PARTIES;
    return s->has_chain && (s->next.parties >> s->own & 1u) == 0 &&
           (mine || (s->next.parties >> s->actor & 1u) != 0);
}

/* Reveals the own link. What it is revealed for is on disk before. */
static bool reveal_own(record *r, reply *a) {
    seal *s = &r->seal;
    uint32_t number = s->number + 1;
    if (number > s->chain.links || !cli_chain_reveal(r->c, &s->chain, number, &s->commit)) {
        record_withdraw(r);
        return record_refuse(a, "LINK", "link %u cannot be revealed", (unsigned)number);
    }
    s->next.link[s->own] = cli_chain_link(&s->chain, number);
    s->next.parties |= (uint8_t)(1u << s->own);
    return true;
}

bool seal_ready(record *r, unsigned want, reply *a) {
    seal *s = &r->seal;
    const xpgn_position *p = xpgn_play_position(r->entry.open ? r->entry.play : r->now.play);
    s->want = want;
    s->actor = want == SEAL_FIRST ? XPGN_PARTIES : xpgn_party_of(p->seats, p->side_to_move);
    bool now = reveals_now(s);
    if ((now || s->next.parties != 0) && !record_keep_announced(r, a))
        return false;
    if (now && !reveal_own(r, a))
        return false;
    if (is_complete(s)) {
        xpgn_sealed_begin(&s->roll, &s->next, s->number + 1);
        s->rolled = true;
        return true;
    }
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_LINK;
    put_links(&a->text, s);
    return false;
}

/* What is announced on disk binds once the own link has been shown for it; without a chain, once a
   link has been entered, before which it is not on disk. */
bool seal_binds(const record *r) {
    const seal *s = &r->seal;
    bool shown = s->has_chain ? s->chain.revealed > s->number : true;
    return s->on && (s->next.parties != 0 || (r->sheet.announced.size > 0 && shown));
}

bool record_refuse_bound(const record *r, reply *a) {
    const xpgn_buffer *what = &r->sheet.announced;
    return record_refuse(a, "LINK",
                         "links have been revealed for what was announced, %.*s: it binds",
                         (int)what->size, what->size > 0 ? what->data : "");
}

void seal_forget(record *r) {
    r->seal.want = SEAL_NOTHING;
}

/* ---- dice ------------------------------------------------------------------------------------ */

unsigned record_die(record *r) {
    unsigned faces = xpgn_play_faces(r->now.play);
    return r->seal.on ? xpgn_sealed_die(r->seal.sealer, &r->seal.roll, faces)
                      : 1 + randombytes_uniform(faces);
}

void seal_put_open(record *r, sheet *next) {
    const seal *s = &r->seal;
    xpgn_buffer text = {0};
    if (!s->rolled)
        return;
    xpgn_buffer_printf(&text, "%u ", (unsigned)s->number + 1);
    xpgn_links_write(&text, &s->next);
    record_need(r, &text);
    record_set_tag(next, "DiceOpen", slice_of(&text));
    xpgn_buffer_free(&text);
}

void seal_done(record *r, bool good) {
    seal *s = &r->seal;
    if (s->rolled && good) {
        s->number++;
        s->last = s->next;
        s->next.parties = 0;
        s->want = SEAL_NOTHING;
    }
    s->rolled = false;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* The party whose next link it is; XPGN_PARTIES: nobody's. */
static unsigned party_of(const seal *s, const xpgn_link *link) {
    xpgn_link before = *link;
    unsigned party = 0;
    xpgn_link_back(s->sealer, &before, 1);
    while (party < XPGN_PARTIES && ((s->commit.parties >> party & 1u) == 0 ||
                                    !xpgn_link_equal(&before, &s->last.link[party])))
        party++;
    return party;
}

/* The links of the last roll, for the others. */
static bool show_last(const record *r, reply *a) {
    xpgn_buffer_clear(&a->text);
    if (r->seal.want != SEAL_NOTHING) {
        put_links(&a->text, &r->seal);
        return true;
    }
    xpgn_buffer_printf(&a->text, "%u ", (unsigned)r->seal.number);
    xpgn_links_write(&a->text, &r->seal.last);
    return true;
}

bool record_link(record *r, xpgn_slice rest, reply *a) {
    seal *s = &r->seal;
    xpgn_link link;
    if (!s->on)
        return record_refuse(a, "LINK", "--sealed was not given");
    if (rest.size == 0)
        return show_last(r, a);
    if (s->want == SEAL_NOTHING || record_is_over(r))
        return record_refuse(a, "LINK", "no roll is due; expected an action");
    if (!xpgn_link_read(rest, &link))
        return record_refuse(a, "LINK", "found no link, expected 64 lower-case hexadecimal digits");
    unsigned party = party_of(s, &link);
    if (party == XPGN_PARTIES)
        return record_refuse(a, "LINK",
                             "this is not link %u of any party: none leads to the one before",
                             (unsigned)s->number + 1);
    xpgn_links before = s->next;
    uint32_t number = s->number;
    s->next.link[party] = link;
    s->next.parties |= (uint8_t)(1u << party);
    bool good = record_go_on(r, s->want, a);
    if (a->kind == REPLY_ERROR && s->number == number)
        s->next = before; /* it can be entered again */
    return good;
}

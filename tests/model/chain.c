/* SPDX-License-Identifier: MIT */
/* Chains of sealed dice: how far they have been shown, compared with what their files say. */
#include "internal/text_out.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/walk.h>

/* ---- the file -------------------------------------------------------------------------------- */

/* Takes "word NUMBER" off a line; returns what follows, NULL: it is something else. */
static const char *number_of(const char *line, const char *word, uint32_t *number) {
    size_t size = strlen(word);
    char *end;
    if (strncmp(line, word, size) != 0)
        return NULL;
    *number = (uint32_t)strtoul(line + size, &end, 10);
    return end;
}

static bool take_number(const char *line, const char *word, uint32_t *number) {
    const char *end = number_of(line, word, number);
    return end != NULL && *end == '\n';
}

/* "shown 3 DIGEST" */
static bool take_shown(const char *line, uint32_t *number) {
    const char *end = number_of(line, "shown ", number);
    xpgn_link announced;
    return end != NULL && *end == ' ' && strcspn(end, "\n") == 65 &&
           chain_link_read((xpgn_slice){end + 1, 64}, &announced);
}

/* Reads the whole lines. NULL, or what is wrong with them. */
static const char *read_chain(const char *text, size_t size, chain_state *r) {
    *r = (chain_state){.whole = false};
    size_t length = strnlen(text, size); /* a crash may leave zeros */
    unsigned n = 0;
    for (const char *line = text, *end;
         (end = memchr(line, '\n', length - (size_t)(line - text))) != NULL; line = end + 1, n++) {
        uint32_t number = 0;
        bool of_game = strncmp(line, "game ", 5) == 0;
        if (n == 0   ? !take_number(line, "xpgn-chain ", &number) || number != 2
            : n == 1 ? !take_number(line, "links ", &r->links)
            : n == 2 ? strncmp(line, "secret ", 7) != 0 ||
                           !chain_link_read((xpgn_slice){line + 7, 64}, &r->secret)
                     : !of_game && !take_shown(line, &number))
            return "it has a line that is none of a chain's";
        if (n > 2 && !of_game && (number < r->revealed || number > r->links))
            return "its numbers go back";
        r->revealed = n > 2 && !of_game ? number : r->revealed;
        if (of_game)
            (void)snprintf(r->game, sizeof r->game, "%.*s", (int)(end - line - 5), line + 5);
        r->whole |= n == 2;
    }
    return NULL;
}

chain_state chain_read(const world *w, const chain *c) {
    const disk_file *f = disk_find(&w->disk, c->name);
    chain_state state = {.whole = false};
    if (f != NULL)
        (void)read_chain(f->now.data, f->now.size, &state);
    return state;
}

/* This many bytes are there after a crash, whatever else it leaves. */
static size_t certain(const disk_file *f) {
    size_t n = 0;
    if (!f->dirty)
        return f->now.size;
    while (n < f->synced.size && n < f->now.size && f->synced.data[n] == f->now.data[n])
        n++;
    return n;
}

void chain_look(world *w, chain *c) {
    const disk_file *f = disk_find(&w->disk, c->name);
    chain_state r;
    if (c->away)
        return;
    if (f == NULL && c->known)
        note_violation("the chain %s is gone", c->name);
    if (f == NULL)
        return;
    const char *why = read_chain(f->now.data, f->now.size, &r);
    if (why == NULL && c->known && !r.whole)
        why = "its head is gone";
    if (why == NULL && c->known && r.revealed < c->shown)
        why = "it does not know of a link that was shown";
    if (why != NULL)
        note_violation("the chain %s: %s\n%s", c->name, why, f->now.data);
    if (r.whole) {
        c->secret = r.secret;
        c->links = r.links;
    }
}

/* ---- links that are shown -------------------------------------------------------------------- */

static uint64_t hash(const char *text) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211);
    return h;
}

void chain_shown(world *w, const process *p, chain *c, uint32_t number, const char *action) {
    const disk_file *f = disk_find(&w->disk, c->name);
    const char *unsure = disk_unsure(&w->disk, c->name);
    chain_state r = {.whole = false};
    if (f != NULL)
        (void)read_chain(f->now.data, certain(f), &r);
    bool sure = r.whole && r.revealed >= number && (unsure == NULL || f->dirty);
    if (!sure && !c->away)
        note_violation("%s has shown link %u of %s, and a crash may forget it", p->command,
                       (unsigned)number, c->name);
    c->known = true;
    w->total.links++;
    c->shown = number > c->shown ? number : c->shown;
    if (action == NULL || number > LINKS)
        return;
    uint64_t h = hash(action);
    if (c->served[number] != 0 && c->served[number] != h)
        note_violation("%s: link %u of %s serves another action, too: %s", p->command,
                       (unsigned)number, c->name, action);
    c->served[number] = h;
}

/* Which link of the chain is it? False: none. */
static bool find_link(const world *w, const chain *c, const xpgn_link *link, uint32_t *number) {
    xpgn_link l;
    xpgn_chain_last(w->sealer, &c->secret, &l);
    for (*number = c->links; c->links > 0; --*number) {
        if (chain_link_equal(&l, link))
            return true;
        if (*number == 0)
            return false;
        chain_link_back(w->sealer, &l, 1);
    }
    return false;
}

bool chain_hear(world *w, const process *p, const char *text, const char *action) {
    enum { DIGITS = 64 };
    static const char hex[] = "0123456789abcdef";
    bool heard = false;
    for (size_t size; *text != '\0'; text += size > 0 ? size : 1) {
        xpgn_link link;
        uint32_t number;
        size = strspn(text, hex);
        if (size != DIGITS || !chain_link_read((xpgn_slice){text, DIGITS}, &link))
            continue;
        if (p->chain == NULL || !find_link(w, p->chain, &link, &number))
            continue;
        chain_shown(w, p, p->chain, number, action);
        heard = true;
    }
    return heard;
}

void chain_put(world *w, const char *name) {
    chain *c = &w->chain[w->chains++];
    xpgn_buffer b = {0};
    *c = (chain){.known = true, .links = 30 + chance_below(&w->chance, 30)};
    (void)snprintf(c->name, sizeof c->name, "%s", name);
    for (size_t i = 0; i < sizeof c->secret.byte; i++)
        c->secret.byte[i] = (uint8_t)chance_below(&w->chance, 256);
    xpgn_buffer_printf(&b, "xpgn-chain 2\nlinks %u\nsecret ", (unsigned)c->links);
    chain_link_write(&b, &c->secret);
    xpgn_buffer_char(&b, '\n');
    disk_put(&w->disk, c->name, b.data, b.size, 0600);
    xpgn_buffer_free(&b);
}

static void write_link(const xpgn_link *link, char text[65]) {
    xpgn_buffer b = {0};
    chain_link_write(&b, link);
    (void)snprintf(text, 65, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

static xpgn_link link_of(const world *w, const chain *c, uint32_t number) {
    xpgn_link link;
    xpgn_chain_last(w->sealer, &c->secret, &link);
    chain_link_back(w->sealer, &link, c->links - number);
    return link;
}

void chain_publish(const world *w, const chain *c, char link[65], char key[65]) {
    xpgn_link first = link_of(w, c, 0), public;
    xpgn_chain_key(w->sealer, &c->secret, &public);
    write_link(&first, link);
    write_link(&public, key);
}

static bool walk_sealed(world *w, const disk_bytes *record, xpgn_sealed_game *out) {
    const xpgn_game text = {.text = {record->data, record->size}, .file = "", .number = 1};
    const xpgn_step *step;
    xpgn_status status = record->size > 0 ? xpgn_walk_begin(w->walk, &text) : XPGN_END;
    while (status == XPGN_OK)
        status = xpgn_walk_next(w->walk, &step);
    return record->size > 0 && xpgn_walk_sealed(w->walk, out) == XPGN_OK;
}

void chain_game(world *w, const disk_bytes *record, char text[65]) {
    xpgn_sealed_game sealed;
    text[0] = '\0';
    if (walk_sealed(w, record, &sealed))
        write_link(&sealed.game, text);
}

void chain_say(world *w, const game *g, const saying *s, char text[512]) {
    xpgn_sealed_game sealed;
    xpgn_signature sign;
    xpgn_buffer b = {0};
    char line[128];
    text[0] = '\0';
    if (s->number > s->chain->links || !walk_sealed(w, &g->sure_bytes, &sealed))
        return;
    (void)snprintf(line, sizeof line, "announce %s", s->what);
    xpgn_signing what = {.what = s->announces ? XPGN_SIGN_ANNOUNCE : XPGN_SIGN_ANSWER,
                         .number = s->number,
                         .link = link_of(w, s->chain, s->number)};
    xpgn_transcript_line(w->sealer, &sealed.transcript, (xpgn_slice){line, strlen(line)});
    xpgn_transcript_digest(w->sealer, &sealed.transcript, &what.digest);
    xpgn_sign(w->sealer, &s->chain->secret, &what, &sign);
    xpgn_buffer_printf(&b, "%s %u %s ", s->announces ? "announce" : "answer", (unsigned)s->number,
                       xpgn_party_name(s->party));
    chain_link_write(&b, &what.link);
    xpgn_buffer_char(&b, ' ');
    xpgn_signature_write(&b, &sign);
    if (s->announces)
        xpgn_buffer_printf(&b, " %s", s->what);
    (void)snprintf(text, 512, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

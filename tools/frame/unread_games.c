/* SPDX-License-Identifier: MIT */
/* What a tool says at its end about games that it left out, or read in part only, and why. */
#include "frame/unread_games.h"
#include "internal/walk_modes.h"

#include <stdlib.h>
#include <xpgn_codes.h>

/* The reason with this code, which is added if it is new; "" if nothing was found. `kind`: of a
   game of another kind, which; else NULL. */
static cli_unread_reason *reason_of(cli *c, cli_unread *u, const char *code, const char *kind,
                                    bool left_out) {
    for (size_t i = 0; i < u->count; i++)
        if (u->reason[i].left_out == left_out && strcmp(u->reason[i].code, code) == 0 &&
            (kind == NULL || strcmp(u->reason[i].kind, kind) == 0))
            return &u->reason[i];
    u->reason = cli_grow(c, u->reason, u->count, &u->capacity, sizeof *u->reason);
    u->reason[u->count] =
        (cli_unread_reason){.code = cli_keep(c, cli_slice(code)),
                            .kind = kind != NULL ? cli_keep(c, cli_slice(kind)) : NULL,
                            .left_out = left_out};
    return &u->reason[u->count++];
}

/* A game may be walked more than once. */
static void note(cli_worker *w, const xpgn_finding *why, bool left_out) {
    if (w->unread.nth == w->nth)
        return;
    w->unread.nth = w->nth;
    const char *code = why != NULL ? why->code : "";
    bool other = why != NULL && strcmp(code, XPGN_CODE_OTHER_KIND) == 0;
    const char *kind = other ? why->text : NULL;
    reason_of(w->cli, &w->unread, code, kind, left_out)->games++;
}

void cli_note_unread(cli_worker *w, const xpgn_walk *walk) {
    const xpgn_finding *why;
    if (xpgn_walk_broke_off(walk, &why))
        note(w, why, false);
}

void cli_note_left_out(cli_worker *w, const xpgn_walk *walk) {
    size_t count;
    const xpgn_finding *why = xpgn_walk_findings(walk, &count), *end = why + count;
    while (why < end && why->level != XPGN_ERROR)
        why++;
    note(w, why < end ? why : NULL, true);
    w->unread.told = true;
}

void cli_unread_close(cli *c, cli_unread *u) {
    for (size_t i = 0; i < u->count; i++) {
        const cli_unread_reason *r = &u->reason[i];
        reason_of(c, &c->unread, r->code, r->kind, r->left_out)->games += r->games;
        free(r->code);
        free(r->kind);
    }
    c->unread.told |= u->told;
    free(u->reason);
}

/* ---- the message ----------------------------------------------------------------------------- */

/* The most frequent first. */
static int by_games(const void *a, const void *b) {
    const cli_unread_reason *x = a, *y = b;
    if (x->left_out != y->left_out)
        return x->left_out ? -1 : 1;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    int order = strcmp(x->code, y->code);
    return order != 0 || x->kind == NULL ? order : strcmp(x->kind, y->kind);
}

/* Appends "unknown variant [T-02]". Rules of rulesets have codes of their own. */
static void put_reason(xpgn_buffer *b, const cli_unread_reason *r) {
    const xpgn_code *code = xpgn_code_find(r->code);
    xpgn_buffer_text(b, code != NULL ? code->title : *r->code != '\0' ? "broken rule" : "unknown");
    if (r->kind != NULL)
        xpgn_buffer_printf(b, " (%s)", r->kind);
    if (*r->code != '\0')
        xpgn_buffer_printf(b, " [%s]", r->code);
}

/* Says how many of the games it was, and why: the reasons of one kind, which are sorted. */
static void tell_reasons(cli *c, const cli_unread_reason *r, size_t count) {
    uint64_t sum = 0;
    xpgn_buffer b = {0};
    for (size_t i = 0; i < count; i++) {
        sum += r[i].games;
        xpgn_buffer_text(&b, i > 0 ? ", " : "");
        if (count > 1)
            xpgn_buffer_printf(&b, "%llu ", (unsigned long long)r[i].games);
        put_reason(&b, &r[i]);
    }
    if (!c->unread.told)
        xpgn_buffer_printf(&b, "; xpgn-validate shows %s", sum > 1 ? "them" : "it");
    xpgn_buffer_char(&b, '\0');
    if (b.failed)
        cli_no_memory(c);
    cli_message(c, "%llu of %llu game%s %s: %s", (unsigned long long)sum,
                (unsigned long long)c->unread.games, c->unread.games != 1 ? "s" : "",
                r->left_out ? "left out" : "not read to the end", b.data);
    xpgn_buffer_free(&b);
}

void cli_unread_tell(cli *c) {
    cli_unread *u = &c->unread;
    if (u->count > 0)
        qsort(u->reason, u->count, sizeof *u->reason, by_games);
    for (size_t i = 0, next; i < u->count; i = next) {
        for (next = i; next < u->count && u->reason[next].left_out == u->reason[i].left_out;)
            next++;
        /* of one game that is not left out all has just been said */
        if (!u->quiet && (u->games > 1 || !u->told || u->reason[i].left_out))
            tell_reasons(c, &u->reason[i], next - i);
    }
    for (size_t i = 0; i < u->count; i++) {
        free(u->reason[i].code);
        free(u->reason[i].kind);
    }
    free(u->reason);
}

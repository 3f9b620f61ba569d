/* SPDX-License-Identifier: MIT */
/* Teleports and escapes, for people: what the die must show, and whether it did. */
#include "odds/odds.h"

const char *attempt_name(const combat *k) {
    return k->facts.action.kind == XPGN_TELEPORT ? "teleport" : "escape";
}

void put_attempt_head(xpgn_buffer *cells, row_form form) {
    xpgn_buffer_text(cells, "action\tattempt\tadded\tneeded\tfaces\tchance");
    xpgn_buffer_text(cells, form == ROW_RECORD ? "\tgave\n" : "\n");
}

void put_attempt(xpgn_buffer *cells, const combat *k, row_form form) {
    const xpgn_attempt *t = &k->attempt;
    if (k->turn != NULL)
        xpgn_buffer_printf(cells, "%s ", k->turn);
    xpgn_buffer_printf(cells, "%s\t%s\t%d\t%d%s\t%u/%u\t", k->facts.text, attempt_name(k), t->added,
                       t->needed, t->exactly ? "" : "+", t->succeeding, t->faces);
    cli_put_percent(cells, (double)t->succeeding / t->faces, 1);
    if (form == ROW_RECORD)
        xpgn_buffer_printf(cells, "\t%s",
                           !t->rolled     ? "no die"
                           : t->succeeded ? "success"
                                          : "failure");
    xpgn_buffer_char(cells, '\n');
}

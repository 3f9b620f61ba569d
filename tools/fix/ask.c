/* SPDX-License-Identifier: MIT */
/* Questions at a terminal: the finding with its line, the fixes, and a line of answer. */
#include "fix/fix.h"

#include <stdio.h>
#include <string.h>

static void put_keys(xpgn_buffer *b) {
    xpgn_buffer_text(b, "  1 to 8   that one\n"
                        "  Nf3      any other text: this half-move instead, with its dice\n"
                        "  ?        nobody knows: it is missing\n"
                        "  !        it was played, and stood\n"
                        "  s        skip; so does an empty line\n"
                        "  b        back to the question before, without its answer\n"
                        "  q        ask nothing more\n"
                        "  h        this list\n");
}

/* The board before the half-move in question. */
static void put_board(fix_asker *a, xpgn_buffer *b, const xpgn_question *q) {
    xpgn_walk *walk;
    const xpgn_step *step;
    xpgn_position board;
    bool there = false;
    xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    if (xpgn_walk_new(&walk, a->catalog, &how) != XPGN_OK ||
        xpgn_walk_begin(walk, q->game) != XPGN_OK)
        cli_no_memory(a->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        bool before = step->ply < q->finding->ply || !there;
        if (step->position != NULL && step->depth == 0 && before) {
            board = *step->position;
            there = true;
        }
    }
    if (there)
        xpgn_diagram_write(b, xpgn_walk_ruleset(walk), &board, NULL);
    xpgn_walk_free(walk);
}

static void put_question(fix_asker *a, xpgn_buffer *b, const xpgn_question *q) {
    cli_report how = {.color = a->c->sink[CLI_ERR].color};
    xpgn_finding only = *q->finding;
    put_board(a, b, q);
    cli_report_begin(&how, b, q->game);
    cli_report_finding(b, &how, q->game, NULL, &only);
    cli_report_end(&how);
    for (uint32_t i = 0; i < q->finding->fix_count && i < 8; i++) {
        const char *text = q->finding->fix[i].text;
        xpgn_buffer_printf(b, "  %u  ", i + 1);
        xpgn_buffer_clean(b, cli_slice(text[0] != '\0' ? text : "(nothing)"));
        xpgn_buffer_text(b, i == 0 && q->settles > 0 ? "" : "\n");
        if (i == 0 && q->settles > 0)
            xpgn_buffer_printf(b, "  (settles %u half-move%s)\n", q->settles,
                               q->settles == 1 ? "" : "s");
    }
}

static bool is_key(const char *typed, const char *keys) {
    return typed[0] != '\0' && typed[1] == '\0' && strchr(keys, typed[0]) != NULL;
}

xpgn_answer fix_ask(void *data, const xpgn_question *q) {
    fix_asker *a = data;
    xpgn_buffer b = {0};
    if (q->refused != NULL)
        xpgn_buffer_printf(&b, "%s\n", q->refused);
    else
        put_question(a, &b, q);
    for (;;) {
        xpgn_buffer_text(&b, "answer (h: keys) [skip]: ");
        cli_flush(a->c, CLI_ERR, &b);
        (void)fflush(stderr);
        if (fgets(a->typed, sizeof a->typed, stdin) == NULL) {
            xpgn_buffer_free(&b);
            return (xpgn_answer){.kind = XPGN_ANSWER_QUIT};
        }
        a->typed[strcspn(a->typed, "\r\n")] = '\0';
        if (!is_key(a->typed, "h"))
            break;
        put_keys(&b);
    }
    xpgn_buffer_free(&b);
    const char *t = a->typed;
    if (t[0] == '\0' || is_key(t, "s"))
        return (xpgn_answer){.kind = XPGN_ANSWER_SKIP};
    if (is_key(t, "q"))
        return (xpgn_answer){.kind = XPGN_ANSWER_QUIT};
    if (is_key(t, "b"))
        return (xpgn_answer){.kind = XPGN_ANSWER_BACK};
    if (is_key(t, "?"))
        return (xpgn_answer){.kind = XPGN_ANSWER_MISSING};
    if (is_key(t, "!"))
        return (xpgn_answer){.kind = XPGN_ANSWER_STOOD};
    if (is_key(t, "12345678"))
        return (xpgn_answer){.kind = XPGN_ANSWER_FIX, .fix = (uint32_t)(t[0] - '1')};
    return (xpgn_answer){.kind = XPGN_ANSWER_TEXT, .text = cli_slice(t)};
}

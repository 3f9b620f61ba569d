/* SPDX-License-Identifier: MIT */
#include "shared/tables/report_rows.h"
#include "frame/cli.h"
#include "internal/writers.h"

#include <string.h>
#include <xpgn/rulesets.h>

void json_rows(xpgn_buffer *b, const char *key, xpgn_slice cells) {
    json_open(b, key, "[");
    for (size_t at = 0; at < cells.size;) {
        const char *line = cells.data + at;
        const char *end = memchr(line, '\n', cells.size - at);
        const size_t size = end != NULL ? (size_t)(end - line) : cells.size - at;
        json_open(b, NULL, "[");
        for (size_t from = 0; from <= size;) {
            size_t to = from;
            while (to < size && line[to] != '\t')
                to++;
            json_slice(b, NULL, (xpgn_slice){line + from, to - from});
            from = to + 1;
        }
        xpgn_buffer_char(b, ']');
        at += size + 1;
    }
    xpgn_buffer_char(b, ']');
}

void json_sum(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *before,
              const xpgn_facts *facts, const char *language) {
    xpgn_buffer report = {0};
    if (facts != NULL && before != NULL)
        xpgn_report_cells(&report, rs, before, facts, language);
    json_rows(b, "sum", cli_held(&report));
    b->failed |= report.failed;
    xpgn_buffer_free(&report);
}

/* Appends a word, after a blank if it is not the first. */
static void put_word(xpgn_buffer *words, const char *english, const xpgn_language *language) {
    if (words->size > 0)
        xpgn_buffer_char(words, ' ');
    xpgn_word_translate(words, english, language);
}

void json_words(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                const xpgn_action *action, const xpgn_language *language) {
    static const char *const verbs[] = {
        [XPGN_STEP] = "moves to",         [XPGN_ATTACK] = "attacks",
        [XPGN_CASTLING] = "castles to",   [XPGN_SHOT] = "shoots at",
        [XPGN_RUN] = "runs into",         [XPGN_PASS] = "passes",
        [XPGN_TELEPORT] = "teleports to", [XPGN_RELEASE] = "breaks out",
        [XPGN_REINFORCE] = "enters at",   [XPGN_ROUTE] = "escapes to"};
    const xpgn_action_kind kind = action->kind;
    xpgn_buffer words = {0};
    char square[4];
    const bool attacks = kind == XPGN_ATTACK || kind == XPGN_SHOT || kind == XPGN_RUN;
    const xpgn_square to =
        attacks && action->target != XPGN_NO_SQUARE ? action->target : action->to;
    if (action->piece != 0)
        put_word(&words, xpgn_piece_name(rs, XPGN_TYPE_OF(action->piece)), language);
    put_word(&words, verbs[kind], language);
    if (attacks && to != XPGN_NO_SQUARE && p->at[to] != 0)
        put_word(&words, xpgn_piece_name(rs, XPGN_TYPE_OF(p->at[to])), language);
    xpgn_square_name(p, to, square);
    if (kind != XPGN_PASS && kind != XPGN_RELEASE && square[0] != '-')
        xpgn_buffer_printf(&words, " %s", square);
    if (action->promotion != 0) {
        xpgn_buffer_char(&words, ',');
        put_word(&words, "promotion", language);
        xpgn_buffer_char(&words, ':');
        put_word(&words, xpgn_piece_name(rs, action->promotion), language);
    }
    json_move(b, "words", &words);
}

void json_square(xpgn_buffer *b, const char *key, const xpgn_position *p, xpgn_square square) {
    char name[4];
    xpgn_square_name(p, square, name);
    json_text(b, key, square == XPGN_NO_SQUARE ? NULL : name);
}

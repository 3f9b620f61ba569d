/* SPDX-License-Identifier: MIT */
/* Removes commands in comments: [%eval 0.3], [%clk 0:01:30]. */
#include "fmt/fmt.h"

#include <string.h>
#include <xpgn/record.h>

/* True if a word is in a list, whose items are comma-separated words. */
static bool has_word(const cli_list *list, xpgn_slice word) {
    for (size_t i = 0; i < list->count; i++)
        for (const char *p = list->item[i]; *p != '\0'; p += *p == ',') {
            size_t size = strcspn(p, ",");
            if (size == word.size && memcmp(p, word.data, size) == 0)
                return true;
            p += size;
        }
    return false;
}

int fmt_check_strip(cli *c, fmt_request *r) {
    static const char *const kept[] = {"roll",   "turn", "illegal", "annulled", "missing",
                                       "unread", "xfen", "was",     "link"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (has_word(&r->strip, cli_slice(kept[i])))
            return cli_usage(c, "--strip: [%%%s] is part of the record", kept[i]);
    for (size_t i = 0; i < r->strip.count; i++) {
        if (*r->strip.item[i] == '\0')
            return cli_usage(c, "--strip: the name of a command is missing, such as eval or clk");
        cli_words_put_list(&r->commands, r->strip.item[i]);
    }
    return CLI_GO;
}

/* Blanks the commands in a comment; keeps line ends, so that places stay right. */
static void strip_comment(char *p, size_t size, fmt_editor *e, const fmt_request *r) {
    char *end = p + size, *close;
    for (; (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++) {
        if (end - p < 3 || p[1] != '%' || (close = memchr(p, ']', (size_t)(end - p))) == NULL)
            continue;
        const xpgn_slice inside = {p + 2, (size_t)(close - p) - 2};
        size_t name = 0;
        while (name < inside.size && strchr(" \t\r\n", inside.data[name]) == NULL)
            name++;
        cli_words_note(&e->commanded, &r->commands, (xpgn_slice){inside.data, name});
        if (!has_word(&r->strip, (xpgn_slice){inside.data, name}))
            continue;
        for (; p <= close; p++)
            if (*p != '\n' && *p != '\r')
                *p = ' ';
        p = close;
    }
}

void fmt_strip(cli_worker *w, fmt_editor *e, const fmt_request *r) {
    xpgn_token t;
    if (r->strip.count == 0)
        return;
    cli_words_game(&e->commanded);
    xpgn_reader_begin(e->reader, (xpgn_slice){e->text.data, e->text.size});
    while (xpgn_reader_next(e->reader, &t))
        if (t.kind == XPGN_TOKEN_COMMENT)
            strip_comment(e->text.data + t.place.offset, t.place.length, e, r);
    if (e->commanded.names.failed)
        cli_no_memory(w->cli);
}

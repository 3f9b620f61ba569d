/* SPDX-License-Identifier: MIT */
/* What a record with sealed dice has that no party signs. */
#include "dice/dice.h"

#include <string.h>
#include <xpgn/record.h>

enum { CLOCKS = 1, COMMENTS = 2, MARKS = 4, VARIATIONS = 8 };

/* Is the command at the beginning of a comment's text, "[%clk 1:30:00]", this one? */
static bool is_command(xpgn_slice text, const char *name) {
    const size_t size = strlen(name);
    return text.size > size + 2 && memcmp(text.data + 2, name, size) == 0 &&
           (text.data[size + 2] == ' ' || text.data[size + 2] == ']');
}

static unsigned unsealed_command(xpgn_slice text) {
    static const char *const sealed[] = {"annulled", "announced", "illegal", "roll", "turn"};
    for (size_t i = 0; i < sizeof sealed / sizeof *sealed; i++)
        if (is_command(text, sealed[i]))
            return 0;
    return is_command(text, "clk") || is_command(text, "emt") ? CLOCKS : COMMENTS;
}

static unsigned unsealed_comment(xpgn_slice text) {
    unsigned found = 0;
    while ((text = cli_trim(text)).size > 0) {
        const bool command = text.size > 1 && text.data[0] == '[' && text.data[1] == '%';
        const char *end = command ? memchr(text.data, ']', text.size) : NULL;
        if (end == NULL)
            return found | COMMENTS;
        found |= unsealed_command(text);
        text.size -= (size_t)(end + 1 - text.data);
        text.data = end + 1;
    }
    return found;
}

static unsigned unsealed_in(cli_worker *w, const xpgn_game *game) {
    xpgn_reader *reader = NULL;
    xpgn_token t;
    unsigned found = 0;
    if (xpgn_reader_new(&reader) != XPGN_OK)
        cli_no_memory(w->cli);
    xpgn_reader_begin(reader, game->text);
    while (xpgn_reader_next(reader, &t))
        found |= t.kind == XPGN_TOKEN_COMMENT ? unsealed_comment(t.text)
                 : t.kind == XPGN_TOKEN_NAG   ? MARKS
                 : t.kind == XPGN_TOKEN_OPEN  ? VARIATIONS
                                              : 0;
    xpgn_reader_free(reader);
    return found;
}

void dice_put_unsealed(cli_worker *w, const xpgn_game *game, xpgn_buffer *b) {
    static const struct {
        unsigned bit;
        const char *name;
    } parts[] = {{CLOCKS, ", clock times"},
                 {COMMENTS, ", comments"},
                 {MARKS, ", marks such as !?"},
                 {VARIATIONS, ", variations"}};
    const unsigned found = unsealed_in(w, game);
    xpgn_buffer_text(
        b, "  not covered by a seal: Date, Site and other tags that the transcript lacks");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if ((found & parts[i].bit) != 0)
            xpgn_buffer_text(b, parts[i].name);
    xpgn_buffer_text(b, "; they may have been changed\n");
}

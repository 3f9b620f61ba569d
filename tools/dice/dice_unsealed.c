/* SPDX-License-Identifier: MIT */
/* What a record with sealed dice has that no party signs. */
#include "dice/dice.h"

#include <xpgn/record.h>

enum { CLOCKS = 1, COMMENTS = 2, MARKS = 4, VARIATIONS = 8 };

static unsigned unsealed_command(xpgn_slice name) {
    static const char *const sealed[] = {"annulled", "announced", "illegal", "roll", "turn"};
    for (size_t i = 0; i < sizeof sealed / sizeof *sealed; i++)
        if (cli_equal(name, cli_slice(sealed[i])))
            return 0;
    bool clock = cli_equal(name, cli_slice("clk")) || cli_equal(name, cli_slice("emt"));
    return clock ? CLOCKS : COMMENTS;
}

static unsigned unsealed_comment(xpgn_slice text) {
    struct command command;
    unsigned found = 0;
    for (size_t at = 0, from = 0; from < text.size; from = at) {
        const bool any = command_next(text, &at, &command);
        const char *end = any ? command.whole.data : text.data + text.size;
        const xpgn_slice prose = {text.data + from, (size_t)(end - text.data) - from};
        found |= cli_trim(prose).size > 0 ? COMMENTS : 0;
        found |= any ? unsealed_command(command.name) : 0;
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

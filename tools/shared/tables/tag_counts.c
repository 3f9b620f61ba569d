/* SPDX-License-Identifier: MIT */
/* Reports tags that the user names but no game has. */
#include "shared/tables/tag_counts.h"
#include "frame/word_guess.h"

#include <string.h>
#include <xpgn/record.h>

/* Keeps the names of the game's tags. */
static void keep_names(cli_tags_seen *s, const xpgn_game *game) {
    xpgn_reader *reader;
    xpgn_token t;
    if (xpgn_reader_new(&reader) != XPGN_OK) {
        s->names.failed = true;
        return;
    }
    xpgn_reader_begin(reader, game->text);
    while (xpgn_reader_next(reader, &t) && t.kind == XPGN_TOKEN_TAG && s->names.size < 4096) {
        xpgn_buffer_slice(&s->names, t.name);
        xpgn_buffer_char(&s->names, '\0');
    }
    xpgn_reader_free(reader);
}

void cli_tags_note(cli_tags_seen *s, cli_tags tags, const xpgn_slice *value,
                   const xpgn_game *game) {
    bool lacks = false;
    s->games++;
    for (size_t i = 0; i < tags.count && i < CLI_TAGS; i++) {
        s->seen[i] |= value[i].data != NULL;
        lacks |= !s->seen[i];
    }
    if (lacks && s->names.size == 0)
        keep_names(s, game);
}

void cli_tags_merge(cli_tags_seen *to, cli_tags_seen *from) {
    to->games += from->games;
    for (size_t i = 0; i < CLI_TAGS; i++)
        to->seen[i] |= from->seen[i];
    xpgn_buffer_slice(&to->names, (xpgn_slice){from->names.data, from->names.size});
    to->names.failed |= from->names.failed;
    xpgn_buffer_free(&from->names);
}

void cli_tags_tell(cli *c, cli_tags tags, cli_tags_seen *s) {
    for (size_t i = 0; i < tags.count && i < CLI_TAGS && s->games > 0; i++) {
        if (s->seen[i])
            continue;
        if (s->names.failed)
            cli_no_memory(c);
        const xpgn_slice *name = &tags.name[i];
        cli_guess guess = cli_guess_begin(name->data, name->size);
        for (size_t at = 0; at < s->names.size; at += strlen(s->names.data + at) + 1)
            cli_guess_try(&guess, s->names.data + at);
        cli_message(c,
                    guess.best != NULL ? "no game has the tag %.*s; did you mean %s?"
                                       : "no game has the tag %.*s",
                    (int)name->size, name->data, guess.best);
    }
    xpgn_buffer_free(&s->names);
}

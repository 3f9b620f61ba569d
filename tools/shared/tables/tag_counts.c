/* SPDX-License-Identifier: MIT */
/* Reports tags, and other words, that the user names but no game has. */
#include "shared/tables/tag_counts.h"
#include "frame/word_guess.h"

#include <string.h>
#include <xpgn/record.h>

enum { NAMES_MOST = 4096 };

/* Keeps the names of the game's tags. */
static void keep_names(cli_tags_seen *s, const xpgn_game *game) {
    xpgn_reader *reader;
    xpgn_token t;
    if (xpgn_reader_new(&reader) != XPGN_OK) {
        s->names.failed = true;
        return;
    }
    xpgn_reader_begin(reader, game->text);
    while (xpgn_reader_next(reader, &t) && t.kind == XPGN_TOKEN_TAG && s->names.size < NAMES_MOST) {
        xpgn_buffer_slice(&s->names, t.name);
        xpgn_buffer_char(&s->names, '\0');
    }
    xpgn_reader_free(reader);
}

void cli_tags_note(const cli_worker *w, cli_tags_seen *s, cli_tags tags, const xpgn_slice *value,
                   const xpgn_game *game) {
    bool lacks = false;
    s->games++;
    for (size_t i = 0; i < tags.count && i < CLI_TAGS; i++) {
        s->seen[i] |= value[i].data != NULL;
        lacks |= !s->seen[i];
    }
    if (!lacks || s->names.size > 0)
        return;
    keep_names(s, game);
    s->named_in = w->nth;
}

/* Takes the names over: words are added, and of tags those of the earlier game are kept, whichever
   thread has read it. */
static void merge_names(cli_tags_seen *to, const cli_tags_seen *from) {
    if (from->names.size == 0 || (to->names.size > 0 && from->named_in > to->named_in))
        return;
    if (from->named_in < to->named_in)
        to->names.size = 0;
    xpgn_buffer_slice(&to->names, (xpgn_slice){from->names.data, from->names.size});
    to->named_in = from->named_in;
}

void cli_tags_merge(cli_tags_seen *to, cli_tags_seen *from) {
    to->games += from->games;
    for (size_t i = 0; i < CLI_TAGS; i++)
        to->seen[i] |= from->seen[i];
    merge_names(to, from);
    to->names.failed |= from->names.failed;
    xpgn_buffer_free(&from->names);
}

/* Words are quoted if one of them has blanks. `all`: those without a suggestion, too. */
static void tell(cli *c, const char *what, cli_tags tags, cli_tags_seen *s, bool all) {
    for (size_t i = 0; i < tags.count && i < CLI_TAGS && s->games > 0; i++) {
        if (s->seen[i])
            continue;
        if (s->names.failed)
            cli_no_memory(c);
        const xpgn_slice *name = &tags.name[i];
        cli_guess guess = cli_guess_begin(name->data, name->size);
        for (size_t at = 0; at < s->names.size; at += strlen(s->names.data + at) + 1)
            cli_guess_try(&guess, s->names.data + at);
        if (guess.best == NULL && !all)
            continue;
        bool blanks = memchr(name->data, ' ', name->size) != NULL ||
                      (guess.best != NULL && strchr(guess.best, ' ') != NULL);
        const char *quote = blanks ? "\"" : "";
        cli_message(c,
                    guess.best != NULL ? "no game has the %s %s%.*s%s; did you mean %s%s%s?"
                                       : "no game has the %s %s%.*s%s",
                    what, quote, (int)name->size, name->data, quote, quote, guess.best, quote);
    }
    xpgn_buffer_free(&s->names);
}

void cli_tags_tell(cli *c, cli_tags tags, cli_tags_seen *s) {
    tell(c, "tag", tags, s, true);
}

/* ---- other words ----------------------------------------------------------------------------- */

void cli_words_put(cli_words *w, xpgn_slice word) {
    if (w->count < CLI_TAGS)
        w->word[w->count++] = word;
}

void cli_words_put_list(cli_words *w, const char *list) {
    for (size_t size; *list != '\0'; list += size + (list[size] == ',')) {
        size = strcspn(list, ",");
        if (size > 0)
            cli_words_put(w, (xpgn_slice){list, size});
    }
}

void cli_words_game(cli_tags_seen *s) {
    s->games++;
}

/* Keeps a word that may be meant, once. */
static void keep_word(cli_tags_seen *s, xpgn_slice word) {
    for (size_t at = 0; at < s->names.size; at += strlen(s->names.data + at) + 1)
        if (cli_equal(cli_slice(s->names.data + at), word))
            return;
    xpgn_buffer_slice(&s->names, word);
    xpgn_buffer_char(&s->names, '\0');
}

void cli_words_note(cli_tags_seen *s, const cli_words *asked, xpgn_slice word) {
    for (size_t i = 0; i < asked->count; i++) {
        const xpgn_slice *name = &asked->word[i];
        if (cli_equal(*name, word))
            s->seen[i] = true;
        if (s->seen[i] || s->names.failed || s->names.size > NAMES_MOST)
            continue;
        const cli_guess guess = cli_guess_begin(name->data, name->size);
        if (cli_guess_takes(&guess, word))
            keep_word(s, word);
    }
}

void cli_words_tell(cli *c, const char *what, const cli_words *asked, cli_tags_seen *s, bool all) {
    tell(c, what, (cli_tags){asked->word, asked->count}, s, all);
}

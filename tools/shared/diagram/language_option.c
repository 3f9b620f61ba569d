/* SPDX-License-Identifier: MIT */
#include "shared/diagram/language_option.h"
#include "frame/word_guess.h"

#include <string.h>

/* Lists the languages in a message: with `words` those with captions, otherwise all. */
static int refuse_language(cli *c, const char *code, const char *besides, bool words) {
    xpgn_language l, meant;
    xpgn_buffer list = {0};
    cli_guess guess = cli_guess_begin(code, strlen(code));
    if (besides != NULL) {
        xpgn_buffer_text(&list, besides);
        cli_guess_try(&guess, besides);
    }
    for (size_t i = 0; xpgn_language_at(i, &l); i++)
        if (l.has_words || !words) {
            xpgn_buffer_printf(&list, "%s%s", list.size > 0 ? ", " : "", l.code);
            cli_guess_try(&guess, l.code);
            if (guess.best == l.code) {
                meant = l;
                guess.best = meant.code;
            }
        }
    if (guess.best != NULL)
        xpgn_buffer_printf(&list, "; did you mean %s?", guess.best);
    xpgn_buffer_char(&list, '\0');
    if (list.failed)
        cli_no_memory(c);
    int status = cli_usage(c, "--language: '%s' is not one of %s", code, list.data);
    xpgn_buffer_free(&list);
    return status;
}

int cli_check_language(cli *c, const char *code, const char *besides) {
    xpgn_language l;
    bool known = xpgn_language_find(code, &l) || (besides != NULL && strcmp(code, besides) == 0);
    return known ? CLI_GO : refuse_language(c, code, besides, false);
}

int cli_find_words(cli *c, const char *code, xpgn_language *out) {
    const char *asked = code != NULL ? code : "en";
    bool known = xpgn_language_find(asked, out) && out->has_words;
    return known ? CLI_GO : refuse_language(c, asked, NULL, true);
}

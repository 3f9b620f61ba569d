/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes as games that people have written.  What must hold: a game that could not be read
 * has a reason; in one that was read all words are notation of the format and are legal, and it is
 * valid but for errors in its tags and in what its rolls say; read again, nothing is left to be
 * read otherwise in it; findings about the game as it was written lie inside it.
 */
#include <string.h>

#include "xpgn_codes.h"

#include "fuzz.h"

static size_t count_errors(xpgn_walk *walk, const xpgn_game *game) {
    const xpgn_step *step;
    size_t count, errors = 0;
    xpgn_status status = xpgn_walk_begin(walk, game);
    while (status == XPGN_OK)
        status = xpgn_walk_next(walk, &step);
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++) {
        errors += list[i].level == XPGN_ERROR;
        check((size_t)list[i].place.offset + list[i].place.length <= game->text.size,
              "a finding leaves the game", game->text);
        for (uint32_t k = 0; k < list[i].fix_count; k++)
            check((size_t)list[i].fix[k].place.offset + list[i].fix[k].place.length <=
                      game->text.size,
                  "a fix leaves the game", game->text);
    }
    return errors;
}

/* Is it about a word or a roll that is no notation, or that can mean several actions? */
static bool is_unread(const xpgn_finding *f) {
    static const char *const codes[] = {XPGN_CODE_TOKEN, XPGN_CODE_ROLL_FORM, XPGN_CODE_ACTION,
                                        XPGN_CODE_AMBIGUOUS};
    bool unread = false;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        unread = unread || (f->level == XPGN_ERROR && strcmp(f->code, codes[i]) == 0);
    return unread;
}

static void check_read(const xpgn_walk *walk, const xpgn_game *read) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    for (size_t i = 0; i < count; i++)
        check(!is_unread(&list[i]), list[i].text, read->text);
}

static void read_game(xpgn_import *import, xpgn_import *again, xpgn_walk *plain,
                      const xpgn_game *game) {
    xpgn_status status = xpgn_import_read(import, game);
    check(status != XPGN_INVALID || *xpgn_import_error(import) != '\0', "no reason is given",
          game->text);
    if (status != XPGN_OK)
        return;
    xpgn_game read = xpgn_import_game(import);
    size_t errors = count_errors(plain, &read), words;
    check_read(plain, &read);
    if (errors > 0)
        return;
    check(xpgn_import_read(again, &read) == XPGN_OK, "what was imported cannot be read", read.text);
    (void)xpgn_import_words(again, &words);
    check(words == 0, "what was imported is read otherwise", read.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const xpgn_walk_options options = {XPGN_WALK_OPTIONS};
    xpgn_import *import, *again, *told;
    xpgn_walk *plain, *foreign;
    xpgn_decoder *decoder;
    xpgn_buffer text = {0};
    if (xpgn_decoder_new(&decoder) != XPGN_OK ||
        xpgn_import_new(&import, rules(), NULL) != XPGN_OK ||
        xpgn_import_new(&again, rules(), NULL) != XPGN_OK ||
        xpgn_import_new(&told, rules(), NULL) != XPGN_OK ||
        xpgn_walk_new(&plain, rules(), &options) != XPGN_OK ||
        xpgn_walk_new(&foreign, rules(), &options) != XPGN_OK)
        abort();
    xpgn_walk_import(foreign, told);
    xpgn_decoder_put(decoder, (xpgn_slice){(const char *)data, size}, true, &text);
    xpgn_game game = {.text = {text.data, text.size}};
    read_game(import, again, plain, &game);
    (void)count_errors(foreign, &game);
    xpgn_walk_free(plain);
    xpgn_walk_free(foreign);
    xpgn_import_free(import);
    xpgn_import_free(again);
    xpgn_import_free(told);
    xpgn_decoder_free(decoder);
    xpgn_buffer_free(&text);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes as games that people have written.  What must hold: a game that could not be read
 * has a reason; one that was read is either valid, and when it is read again nothing is left to be
 * read otherwise, or has errors, and is left as it was by xpgn-fmt (tests/cli/import.bats);
 * findings about the game as it was written lie inside it.
 */
#include <string.h>
#include <xpgn/sheets.h>
#include <xpgn/walk.h>

#include "fuzz.h"
#include "internal/meant.h"

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

static void read_game(xpgn_import *import, xpgn_import *again, xpgn_walk *plain,
                      const xpgn_game *game) {
    xpgn_fault fault;
    xpgn_status status = xpgn_import_read(import, game, &fault);
    check(status != XPGN_INVALID || fault.text[0] != '\0', "no reason is given", game->text);
    if (status != XPGN_OK)
        return;
    xpgn_game read = xpgn_import_game(import);
    size_t errors = count_errors(plain, &read), words;
    if (errors > 0)
        return; /* xpgn-fmt leaves the game as it was */
    check(xpgn_import_read(again, &read, NULL) == XPGN_OK, "what was imported cannot be read",
          read.text);
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
    xpgn_decoder_put(&text, decoder, (xpgn_slice){(const char *)data, size}, true);
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

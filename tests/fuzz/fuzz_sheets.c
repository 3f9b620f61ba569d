/* SPDX-License-Identifier: MIT */
/*
 * Two sheets of one game, with a line %% between them.  What must hold: places lie in the texts;
 * the merged record breaks no rule and takes no other half-moves when it is compared with itself; a
 * sheet without an error does not differ from itself, but in half-moves that it says are missing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/sheets.h>
#include <xpgn/walk.h>

#include "fuzz.h"

static xpgn_game game_of(xpgn_slice text, const char *file) {
    return (xpgn_game){.text = text, .file = file, .number = 1, .line = 1, .column = 1};
}

/* The first error in the movetext; *any: one anywhere. */
static const char *find_error(xpgn_slice text, bool *any) {
    xpgn_walk *w;
    const xpgn_step *step;
    const char *code = NULL;
    size_t count;
    xpgn_game game = game_of(text, "merged");
    if (xpgn_walk_new(&w, rules(), NULL) != XPGN_OK || xpgn_walk_begin(w, &game) != XPGN_OK)
        abort();
    while (xpgn_walk_next(w, &step) == XPGN_OK)
        continue;
    const xpgn_finding *list = xpgn_walk_findings(w, &count);
    *any = false;
    for (size_t i = 0; i < count; i++) {
        *any |= list[i].level == XPGN_ERROR;
        if (list[i].level == XPGN_ERROR && list[i].ply > 0 && code == NULL)
            code = list[i].code;
    }
    static char kept[16];
    if (code != NULL)
        (void)snprintf(kept, sizeof kept, "%s", code);
    xpgn_walk_free(w);
    return code != NULL ? kept : NULL;
}

/* Differences are half-moves that no sheet has. */
static bool is_missing(const xpgn_difference *d) {
    return d->missing || d->guess || d->reading[0].slip == XPGN_SLIP_TOO_MUCH;
}

/* Compares two texts; false: no record. */
static bool compare(xpgn_merge *s, xpgn_slice a, xpgn_slice b, size_t *differences) {
    const xpgn_game games[2] = {game_of(a, "a"), game_of(b, "b")};
    xpgn_status status = xpgn_merge_compare(s, games, 2, NULL);
    if (status == XPGN_NO_MEMORY)
        abort();
    size_t count;
    const xpgn_difference *list = xpgn_merge_differences(s, &count);
    *differences = 0;
    for (size_t i = 0; status == XPGN_OK && i < count; i++) {
        *differences += !is_missing(&list[i]);
        for (int k = 0; k < 2; k++) {
            xpgn_place place = list[i].reading[k].place;
            check((size_t)place.offset + place.length <= games[k].text.size,
                  "a reading leaves its sheet", games[k].text);
        }
    }
    return status == XPGN_OK;
}

/* Are two sheets, of which one holds what nobody may break, merged into a legal record? */
static void try_merge(xpgn_slice a, xpgn_slice b) {
    xpgn_merge *s;
    size_t differences;
    bool any;
    if (xpgn_merge_new(&s, rules()) != XPGN_OK)
        abort();
    if (compare(s, a, b, &differences)) {
        xpgn_buffer merged = {0};
        xpgn_merge_write(&merged, s);
        xpgn_slice text = {merged.data, merged.size};
        const char *code = find_error(text, &any);
        if (code != NULL)
            fprintf(stderr, "%s\n", code);
        check(code == NULL, "the merged record breaks a rule", text);
        if (!any) {
            check(compare(s, text, text, &differences), "it is not a record of itself", text);
            check(differences == 0, "it differs from itself", text);
        }
        xpgn_buffer_free(&merged);
    }
    xpgn_merge_free(s);
}

/* A good game is a good sheet, twice. */
static void try_same(xpgn_slice text) {
    xpgn_merge *s;
    size_t differences;
    bool any;
    (void)find_error(text, &any);
    if (any)
        return;
    if (xpgn_merge_new(&s, rules()) != XPGN_OK)
        abort();
    check(compare(s, text, text, &differences), "a good game is no record", text);
    check(differences == 0, "a good game differs from itself", text);
    xpgn_merge_free(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char separator[] = "\n%%\n";
    const size_t length = sizeof separator - 1;
    xpgn_slice a = {(const char *)data, size}, b = a;
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(a.data + i, separator, length) != 0)
            continue;
        b = (xpgn_slice){a.data + i + length, size - i - length};
        a.size = i;
        break;
    }
    try_merge(a, b);
    try_same(a);
    return 0;
}

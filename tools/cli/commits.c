/* SPDX-License-Identifier: MIT */
#include "cli/commits.h"

#include <stdlib.h>
#include <string.h>

/* ---- the table ------------------------------------------------------------------------------- */

struct commit {
    uint8_t key[CLI_COMMIT_KEY];
    uint64_t game; /* 0: a free slot */
};

/* The slot of a commitment, or the free one where it belongs. */
static struct commit *find(const cli_commits *known, const uint8_t *key) {
    size_t at;
    memcpy(&at, key, sizeof at);
    for (;; at++) {
        struct commit *slot = &known->slot[at & (known->size - 1)];
        if (slot->game == 0 || memcmp(slot->key, key, sizeof slot->key) == 0)
            return slot;
    }
}

/* Keeps the table at most half full. */
static void reserve(cli *c, cli_commits *known) {
    if (2 * (known->used + 1) <= known->size)
        return;
    cli_commits bigger = {.size = known->size > 0 ? 2 * known->size : 64, .used = known->used};
    bigger.slot = calloc(bigger.size, sizeof *bigger.slot);
    if (bigger.slot == NULL)
        cli_no_memory(c);
    for (size_t i = 0; i < known->size; i++)
        if (known->slot[i].game != 0)
            *find(&bigger, known->slot[i].key) = known->slot[i];
    free(known->slot);
    *known = bigger;
}

uint64_t cli_commits_find(cli *c, cli_commits *known, const uint8_t *key, uint64_t game) {
    if (known->used < CLI_COMMITS_MOST)
        reserve(c, known);
    struct commit *slot = find(known, key);
    if (slot->game != 0)
        return slot->game;
    if (known->used == CLI_COMMITS_MOST) {
        known->full = true;
        return 0;
    }
    memcpy(slot->key, key, sizeof slot->key);
    slot->game = game;
    known->used++;
    return 0;
}

uint64_t cli_commits_look(const cli_commits *known, const uint8_t *key) {
    return known->size > 0 ? find(known, key)->game : 0;
}

void cli_commits_free(cli_commits *known) {
    free(known->slot);
    *known = (cli_commits){.slot = NULL};
}

/* ---- games that are not processed ------------------------------------------------------------ */

bool cli_may_be_sealed(const xpgn_game *game) {
    static const char tag[] = "DiceCommit";
    const size_t size = sizeof tag - 1;
    const char *p = game->text.data, *end = p + game->text.size;
    while ((size_t)(end - p) >= size &&
           (p = memchr(p, tag[0], (size_t)(end - p) - size + 1)) != NULL)
        if (memcmp(p++, tag, size) == 0)
            return true;
    return false;
}

/* Called by the walk. */
static uint64_t committed(void *data, const xpgn_link *commitment) {
    cli_commits_reader *r = data;
    r->found(r->data, commitment->byte, r->game);
    return 0;
}

/* The first step comes when the tags are read. */
void cli_commits_read(cli_commits_reader *r, xpgn_catalog *catalog, const xpgn_game *game) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                   .committed = committed, .committed_data = r};
    const xpgn_step *step;
    if (r->walk == NULL && xpgn_walk_new(&r->walk, catalog, &how) != XPGN_OK)
        cli_no_memory(r->cli);
    r->game = game->number;
    if (xpgn_walk_begin(r->walk, game) == XPGN_NO_MEMORY ||
        xpgn_walk_next(r->walk, &step) == XPGN_NO_MEMORY)
        cli_no_memory(r->cli);
}

void cli_commits_close(cli_commits_reader *r) {
    xpgn_walk_free(r->walk);
    r->walk = NULL;
}

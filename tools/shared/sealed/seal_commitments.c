/* SPDX-License-Identifier: MIT */
#include "frame/seal_commitments.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/walk.h>

/* ---- the list -------------------------------------------------------------------------------- */

struct cli_commit {
    uint8_t key[CLI_COMMIT_KEY];
    uint64_t game;
};

/* A commitment is a hash, so any of its bytes will do. */
static uint32_t hash_link(const uint8_t *key) {
    uint32_t hash;
    memcpy(&hash, key, sizeof hash);
    return hash;
}

static void reserve(cli *c, cli_seal_commitments *known) {
    known->list = cli_grow(c, known->list, known->count, &known->capacity, sizeof *known->list);
    if (hash_index_reserve(&known->index) != XPGN_OK)
        cli_no_memory(c);
}

uint64_t cli_seal_commitments_look(const cli_seal_commitments *known, const uint8_t *key) {
    uint32_t place;
    for (size_t at = 0; (place = hash_index_next(&known->index, hash_link(key), &at)) > 0;)
        if (memcmp(known->list[place - 1].key, key, CLI_COMMIT_KEY) == 0)
            return known->list[place - 1].game;
    return 0;
}

uint64_t cli_seal_commitments_find(cli *c, cli_seal_commitments *known, const uint8_t *key,
                                   uint64_t game) {
    uint64_t earlier = cli_seal_commitments_look(known, key);
    if (earlier != 0)
        return earlier;
    known->full |= known->count == CLI_COMMITS_MOST;
    if (known->full)
        return 0;
    reserve(c, known);
    struct cli_commit *commit = &known->list[known->count++];
    memcpy(commit->key, key, sizeof commit->key);
    commit->game = game;
    hash_index_put(&known->index, hash_link(key), (uint32_t)known->count);
    return 0;
}

void cli_seal_commitments_free(cli_seal_commitments *known) {
    hash_index_free(&known->index);
    free(known->list);
    *known = (cli_seal_commitments){.list = NULL};
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
    cli_seal_commitments_reader *r = data;
    r->found(r->data, commitment->byte, r->game);
    return 0;
}

/* The first step returns only after the tags have been read. */
void cli_seal_commitments_read(cli_seal_commitments_reader *r, xpgn_catalog *catalog,
                               const xpgn_game *game) {
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

void cli_seal_commitments_close(cli_seal_commitments_reader *r) {
    xpgn_walk_free(r->walk);
    r->walk = NULL;
}

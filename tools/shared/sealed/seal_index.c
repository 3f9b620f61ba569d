/* SPDX-License-Identifier: MIT */
/* The commitments that the index of a file has, and all that the loop over games does with them. */
#include "frame/disk_calls.h"
#include "frame/game_index.h"
#include "frame/seal_commitments.h"

#include <stdlib.h>

/* Reads the commitments of a file. The caller frees them. */
static unsigned char *read_commits(cli *c, const index_reading *x, const char **trouble) {
    size_t size = (size_t)x->foot.commits * INDEX_COMMIT;
    unsigned char *all = malloc(size + 1);
    if (all == NULL)
        cli_no_memory(c);
    if (!cli_read_at(x->fd, x->size - INDEX_FOOT - size, all, size) ||
        hash_bytes(0, all, size) != x->foot.check)
        *trouble = "it is damaged";
    return all;
}

/* Enters the commitments of the games numbered below `end`; `games` is the number of games in the
   preceding files. Returns false after a message. */
static bool enter_commits(cli *c, const index_reading *x, uint64_t games, uint64_t end,
                          cli_seal_commitments *known) {
    const char *trouble = NULL;
    unsigned char *all = read_commits(c, x, &trouble);
    if (x->foot.sealed > 0 && x->foot.rules != index_rules(c))
        trouble = "another version or other rulesets read its sealed dice";
    for (size_t i = 0; trouble == NULL && i < x->foot.commits; i++) {
        const unsigned char *one = all + i * INDEX_COMMIT;
        uint64_t game = index_number(one + CLI_COMMIT_KEY, 8);
        if (game == 0 || game > x->foot.games)
            trouble = "it is damaged";
        else if (games + game < end)
            (void)cli_seal_commitments_find(c, known, one, games + game);
    }
    free(all);
    if (trouble != NULL)
        cli_message(c, "%s%s: index ignored: %s", x->name, INDEX_SUFFIX, trouble);
    return trouble == NULL;
}

static bool by_index(cli *c, const xpgn_game *place, cli_seal_commitments *known) {
    uint64_t games = 0;
    bool good = true;
    for (size_t i = 0; good && i <= place->file_index; i++) {
        index_reading x;
        good = index_open(c, &x, c->common->files.item[i]) &&
               enter_commits(c, &x, games, place->number, known);
        games += x.foot.games;
        index_close(&x);
    }
    if (!good)
        cli_seal_commitments_free(known);
    return good;
}

const cli_seal_commitments_of cli_seal_commitments_all = {.find = cli_seal_commitments_find,
                                                          .may_be_sealed = cli_may_be_sealed,
                                                          .read = cli_seal_commitments_read,
                                                          .close = cli_seal_commitments_close,
                                                          .by_index = by_index};

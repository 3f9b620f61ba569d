/* SPDX-License-Identifier: MIT */
/* Finds chains used in two games. The two recorders of a game have a record each, and an older copy
   of a record is the beginning of a newer one; these count as one game. */
#include "dice/dice.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT_BYTES = 64 << 20 }; /* of text; later games are compared with these only */

void sealed_games_free(sealed_games *games) {
    for (size_t i = 0; i < games->count; i++)
        xpgn_buffer_free(&games->list[i].text);
    free(games->list);
    cli_seal_commitments_free(&games->known);
    *games = (sealed_games){.list = NULL};
}

/* Are these one game: does one transcript begin with the other? */
static bool same_game(const sealed_game *a, const sealed_game *b) {
    size_t size = a->text.size < b->text.size ? a->text.size : b->text.size;
    return size == 0 || memcmp(a->text.data, b->text.data, size) == 0;
}

static void keep_game(cli *c, sealed_games *games, sealed_game *game) {
    games->list = cli_grow(c, games->list, games->count, &games->capacity, sizeof *games->list);
    games->bytes += game->text.size;
    games->list[games->count++] = *game;
    game->text = (xpgn_buffer){0};
}

/* Keeps the longest of several records of a game: all others are beginnings of it. */
static void keep_longer(sealed_games *games, sealed_game *old, sealed_game *new) {
    if (new->text.size <= old->text.size)
        return;
    xpgn_buffer shorter = old->text;
    games->bytes += new->text.size - old->text.size;
    old->text = new->text;
    old->number = new->number;
    new->text = shorter;
}

/* Returns the first game so far that shares a commitment with this one without being the same game.
   If there is none, returns NULL and sets *old to a record of the same game, if there is one. */
static sealed_game *find_other(const sealed_games *games, const sealed_game *game, unsigned *party,
                               sealed_game **old) {
    for (*party = 0; *party < XPGN_PARTIES; ++*party) {
        if ((game->commit.parties >> *party & 1u) == 0)
            continue;
        uint64_t at = cli_seal_commitments_look(&games->known, game->commit.link[*party].byte);
        sealed_game *found = at > 0 ? &games->list[at - 1] : NULL;
        if (found != NULL && !same_game(found, game))
            return found;
        *old = found != NULL ? found : *old;
    }
    return NULL;
}

uint64_t sealed_games_add(cli *c, sealed_games *games, sealed_game *game, unsigned *party) {
    sealed_game *old = NULL, *other = find_other(games, game, party, &old);
    uint64_t number = other != NULL ? other->number : 0;
    if (other == NULL && old != NULL) {
        keep_longer(games, old, game);
    } else if (games->known.full || games->bytes > KEPT_BYTES) {
        games->full = true;
    } else {
        for (unsigned p = 0; p < XPGN_PARTIES; p++)
            if ((game->commit.parties >> p & 1u) != 0)
                (void)cli_seal_commitments_find(c, &games->known, game->commit.link[p].byte,
                                                games->count + 1);
        keep_game(c, games, game);
    }
    return number;
}

/* SPDX-License-Identifier: MIT */
/* Tags that the user names, and no game has. */
#ifndef CLI_TAGS_H
#define CLI_TAGS_H

#include "cli/cli.h"

enum { CLI_TAGS = 64 };

/* Which of some tags have been seen, the first CLI_TAGS of them, and the names of other ones;
   initialize with {0}. */
typedef struct cli_tags_seen {
    uint64_t games;
    bool seen[CLI_TAGS];
    xpgn_buffer names; /* of the first game that lacks one; each ends with a NUL */
} cli_tags_seen;

typedef struct cli_tags {
    const xpgn_slice *name;
    size_t count;
} cli_tags;

/* `value` has one for each tag of a game; data NULL: missing. */
void cli_tags_note(cli_tags_seen *s, cli_tags tags, const xpgn_slice *value, xpgn_reader *reader,
                   const xpgn_game *game);
/* Adds what another thread has seen, which is freed. */
void cli_tags_merge(cli_tags_seen *to, cli_tags_seen *from);
/* Tells of each tag that no game has, and frees. */
void cli_tags_tell(cli *c, cli_tags tags, cli_tags_seen *s);

#endif

/* SPDX-License-Identifier: MIT */
/* Reports tags that the user names but no game has. */
#ifndef CLI_TAG_COUNTS_H
#define CLI_TAG_COUNTS_H

#include <xpgn/base.h>

#include "frame/cli.h"

enum { CLI_TAGS = 64 };

/* Which of the first CLI_TAGS tags have been seen, and names to suggest for the others; initialize
   with {0}. */
typedef struct cli_tags_seen {
    uint64_t games;
    bool seen[CLI_TAGS];
    xpgn_buffer names; /* the tags of the first game that lacks one; each ends with a NUL */
} cli_tags_seen;

typedef struct cli_tags {
    const xpgn_slice *name;
    size_t count;
} cli_tags;

/* Notes which tags a game has: value[i] is that of the tag name[i]; data NULL: missing. */
void cli_tags_note(cli_tags_seen *s, cli_tags tags, const xpgn_slice *value, const xpgn_game *game);
/* Adds what another thread has seen, and frees it. */
void cli_tags_merge(cli_tags_seen *to, cli_tags_seen *from);
/* Reports each tag that no game has, with a suggestion, and frees. */
void cli_tags_tell(cli *c, cli_tags tags, cli_tags_seen *s);

#endif

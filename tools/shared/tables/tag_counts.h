/* SPDX-License-Identifier: MIT */
/* Reports tags, and other words, that the user names but no game has. */
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
    xpgn_buffer names; /* the tags of the first game that lacks one, or words; each ends with NUL */
    uint64_t named_in; /* cli_worker.nth of that game; 0: they are words */
} cli_tags_seen;

typedef struct cli_tags {
    const xpgn_slice *name;
    size_t count;
} cli_tags;

/* Notes which tags a game has: value[i] is that of the tag name[i]; data NULL: missing. */
void cli_tags_note(const cli_worker *w, cli_tags_seen *s, cli_tags tags, const xpgn_slice *value,
                   const xpgn_game *game);
/* Adds what another thread has seen, and frees it. */
void cli_tags_merge(cli_tags_seen *to, cli_tags_seen *from);
/* Reports each tag that no game has, with a suggestion, and frees. */
void cli_tags_tell(cli *c, cli_tags tags, cli_tags_seen *s);

/* Words that the user names, such as players; they point into the options. Later ones than CLI_TAGS
   are not looked for. Initialize with {0}. */
typedef struct cli_words {
    xpgn_slice word[CLI_TAGS];
    size_t count;
} cli_words;

void cli_words_put(cli_words *w, xpgn_slice word);
/* Puts the words of a list, which commas separate. */
void cli_words_put_list(cli_words *w, const char *list);
/* Notes a word that a game has; cli_words_game: that there is a game, even without any. */
void cli_words_game(cli_tags_seen *s);
void cli_words_note(cli_tags_seen *s, const cli_words *asked, xpgn_slice word);
/* Reports each word that no game has, as a `what`, with a suggestion, and frees; unless `all`, only
   words with a suggestion. */
void cli_words_tell(cli *c, const char *what, const cli_words *asked, cli_tags_seen *s, bool all);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Files with a chain of links for sealed dice. They are secret: only their owner may read them. A
 * file says which game the chain serves, by the digest of its header, and which links have been
 * shown, each with the announcement that it was shown for, by its digest (A_k):
 *
 *     xpgn-chain 2
 *     links 4096
 *     secret 000102...
 *     game 9694...
 *     shown 1 31538aab...
 *     shown 2 c24c36ec...
 *
 * What holds whatever happens to the record and its journal:
 *
 * - A line is on disk before its link is shown, and after the message that shows it is in the
 *   journal. A crash between the two leaves a link that nobody has seen, and the journal says what
 *   it is for.
 * - Links are shown one after the other, and a link that was shown is given again for the same
 *   announcement only. So no party signs two announcements of one roll, or answers two.
 * - `shown K` without a digest gives link K no more, unless the caller knows its announcement
 *   (cli_chain_learn). Earlier versions wrote such lines; today only `end` does, which gives the
 *   whole chain away.
 *
 * An incomplete last line was never acted upon and is cut off. A line may be repeated. What a file
 * cannot know is that it is an earlier copy of itself: keep one copy only.
 */
#ifndef CLI_SEAL_CHAIN_H
#define CLI_SEAL_CHAIN_H

#include "frame/cli.h"

/* A link that was shown, and the digest of the announcement that it was shown for. */
typedef struct cli_shown {
    uint32_t number; /* 0: none */
    xpgn_link announced;
} cli_shown;

typedef struct cli_chain {
    const char *path;
    const struct dice_chain *sealer;
    int fd;
    size_t size;        /* bytes of complete lines */
    bool torn;          /* more bytes may follow them */
    uint32_t links;     /* the number of the last link */
    uint32_t revealed;  /* the last link that was shown; 0: none */
    cli_shown shown[2]; /* the last two whose announcement is known, at number % 2 */
    bool serves;        /* it serves the following game */
    xpgn_link game;
    xpgn_link secret; /* wiped when the chain is closed, and when the tool exits */
} cli_chain;

/* The published part of a chain. */
typedef struct cli_commitment {
    xpgn_link first, key; /* link 0 and the public key */
} cli_commitment;

/* Makes a new file, which is on disk when this returns, and sets the commitment of the chain; false
   after a message. */
bool cli_chain_make(cli *c, const struct dice_chain *sealer, const char *path, uint32_t links,
                    cli_commitment *commitment);
/*
 * Opens a chain, for this process alone and one at a time; false after a message. The sealer must
 * outlive it, and *chain must stay where it is. From then on the process leaves no core dump.
 */
bool cli_chain_open(cli *c, const struct dice_chain *sealer, const char *path, cli_chain *chain);
void cli_chain_close(cli_chain *chain);
/* The link with this number, at most chain->links. */
xpgn_link cli_chain_link(const cli_chain *chain, uint32_t number);
cli_commitment cli_chain_commitment(const cli_chain *chain);
/* True if a game can begin with it; false, after a message, if links have been revealed. */
bool cli_chain_is_new(cli *c, const cli_chain *chain);
/* True if a record of this game with this number of rolls can continue with it; false after a
   message. */
bool cli_chain_serves(cli *c, const cli_chain *chain, const xpgn_link *game, uint32_t rolls);
/* May this link be shown for this announcement: is it the next one, or was it shown for the same
   announcement? */
bool cli_chain_gives(const cli_chain *chain, uint32_t number, const xpgn_link *announced);
/* Takes from elsewhere what a link that has been shown was shown for, if the file does not say. */
void cli_chain_learn(cli_chain *chain, uint32_t number, const xpgn_link *announced);
/*
 * Records on disk that a link that the chain gives will be shown for this announcement; with the
 * first one also the game. False, after a message, if it cannot be recorded: the link must then not
 * be shown, and the file is unchanged.
 */
bool cli_chain_reveal(cli *c, cli_chain *chain, const cli_shown *link, const xpgn_link *game);
/* The same for the last link of the chain, which reveals all of it. */
bool cli_chain_reveal_end(cli *c, cli_chain *chain, const xpgn_link *game);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Files with a chain of links for sealed dice. They are secret: only their owner may read them. A
 * file remembers how far the chain has been shown, which never goes back, and for which game, the
 * digest of its header.
 *
 *     xpgn-chain 2
 *     links 4096
 *     secret 000102...
 *     game 9694...
 *     shown 1
 *     shown 2
 *
 * A last line that is not whole was never acted upon: it is cut off. A line may be repeated.
 */
#ifndef CLI_CHAIN_H
#define CLI_CHAIN_H

#include "cli/cli.h"

typedef struct cli_chain {
    const char *path;
    const xpgn_sealer *sealer;
    int fd;
    uint64_t size;     /* of the file's whole lines */
    bool torn;         /* something may stand after them */
    uint32_t links;    /* the number of the last link */
    uint32_t revealed; /* the last one that was shown; 0: none */
    bool serves;       /* a game, which is this one: */
    xpgn_link game;
    xpgn_link secret; /* wiped when the chain is closed, and when the tool exits */
} cli_chain;

/* What is published of a chain. */
typedef struct cli_commitment {
    xpgn_link first, key; /* link 0 and the public key */
} cli_commitment;

/* Makes a file that does not exist yet, on disk when this returns, and stores the commitment of the
   chain; false after a message. */
bool cli_chain_make(cli *c, const xpgn_sealer *sealer, const char *path, uint32_t links,
                    cli_commitment *commitment);
/*
 * Opens a chain, for this process alone and one at a time; false after a message. The sealer must
 * outlive it, and *chain must stay where it is. From then on the process leaves no core dump.
 */
bool cli_chain_open(cli *c, const xpgn_sealer *sealer, const char *path, cli_chain *chain);
void cli_chain_close(cli_chain *chain);
/* The link with this number, at most chain->links. */
xpgn_link cli_chain_link(const cli_chain *chain, uint32_t number);
cli_commitment cli_chain_commitment(const cli_chain *chain);
/* Can a game begin with it? False, after a message, if links have been revealed. */
bool cli_chain_is_new(cli *c, const cli_chain *chain);
/* Can a record of this game with this number of rolls go on with it? False after a message. */
bool cli_chain_serves(cli *c, const cli_chain *chain, const xpgn_link *game, uint32_t rolls);
/*
 * Notes on disk that a link will be shown: the next one, or once more the one that was shown last;
 * with the first one, its game. False, after a message, for any other, and if it cannot be noted;
 * then the link must not be shown, and the file is as before.
 */
bool cli_chain_reveal(cli *c, cli_chain *chain, uint32_t number, const xpgn_link *game);
/* The same of the last link of the chain, which gives away all of it. */
bool cli_chain_reveal_end(cli *c, cli_chain *chain, const xpgn_link *game);

#endif

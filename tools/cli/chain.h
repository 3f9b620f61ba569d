/* SPDX-License-Identifier: MIT */
/*
 * Files with a chain of links for sealed dice. They are secret: only their owner may read them. A
 * file remembers how far the chain has been revealed, which never goes back, and for which game.
 *
 *     xpgn-chain 1
 *     links 4096
 *     end 000102...
 *     game white:9694... black:1856...
 *     revealed 1
 *     revealed 2
 *
 * A last line that is not whole was never acted upon: it is cut off. A line may be repeated.
 */
#ifndef CLI_CHAIN_H
#define CLI_CHAIN_H

#include "cli/cli.h"

/* Have they the same parties, with the same links? */
bool cli_same_links(const xpgn_links *a, const xpgn_links *b);

typedef struct cli_chain {
    const char *path;
    const xpgn_sealer *sealer;
    int fd;
    uint64_t size;     /* of the file's whole lines */
    bool torn;         /* something may stand after them */
    uint32_t links;    /* the number of the last link */
    uint32_t revealed; /* the last one that was revealed; 0: none */
    xpgn_links game;   /* the commitments of the game that it serves; no parties: not known */
    xpgn_link end;     /* the last link: wiped when the chain is closed, and when the tool exits */
} cli_chain;

/* Makes a file that does not exist yet, on disk when this returns, and stores the commitment of the
   chain; false after a message. */
bool cli_chain_make(cli *c, const xpgn_sealer *sealer, const char *path, uint32_t links,
                    xpgn_link *commitment);
/*
 * Opens a chain, for this process alone and one at a time; false after a message. The sealer must
 * outlive it, and *chain must stay where it is. From then on the process leaves no core dump.
 */
bool cli_chain_open(cli *c, const xpgn_sealer *sealer, const char *path, cli_chain *chain);
void cli_chain_close(cli_chain *chain);
/* The link with this number, at most chain->links. Link 0 is the commitment. */
xpgn_link cli_chain_link(const cli_chain *chain, uint32_t number);
/* Can a game begin with it? False, after a message, if links have been revealed. */
bool cli_chain_is_new(cli *c, const cli_chain *chain);
/* Can a record with these commitments and this number of rolls go on with it? False after a
 * message.
 */
bool cli_chain_serves(cli *c, const cli_chain *chain, const xpgn_links *commit, uint32_t rolls);
/*
 * Notes on disk that a link will be revealed: the next one, or the last link of the chain, or once
 * more the one that was revealed last; with the first one, the commitments of its game, or NULL if
 * they are not known. False, after a message, for any other, and if it cannot be noted; then the
 * link must not be shown, and the file is as before.
 */
bool cli_chain_reveal(cli *c, cli_chain *chain, uint32_t number, const xpgn_links *commit);
/* The last link of the chain, which gives away all of it. */
bool cli_chain_reveal_end(cli *c, cli_chain *chain);

#endif

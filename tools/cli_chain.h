/* SPDX-License-Identifier: MIT */
/*
 * Files with a chain of links for sealed dice. They are secret: only their owner may read them. A
 * file remembers how far the chain has been revealed, which never goes back.
 *
 *     xpgn-chain 1
 *     links 4096
 *     end 000102...
 *     revealed 1
 *     revealed 2
 */
#ifndef CLI_CHAIN_H
#define CLI_CHAIN_H

#include "cli.h"

typedef struct cli_chain {
    const char *path;
    int fd;
    uint32_t links;    /* the number of the last link */
    uint32_t revealed; /* the last one that was revealed; 0: none */
    xpgn_link end;     /* the last link */
} cli_chain;

/* Makes a file that does not exist yet, on disk when this returns; false after a message. */
bool cli_chain_make(cli *c, const xpgn_sealer *sealer, const char *path, uint32_t links);
/* Opens a chain, for this process alone; false after a message. */
bool cli_chain_open(cli *c, const char *path, cli_chain *chain);
void cli_chain_close(cli_chain *chain);
/* The link with this number, at most chain->links. Link 0 is the commitment. */
xpgn_link cli_chain_link(const xpgn_sealer *sealer, const cli_chain *chain, uint32_t number);
/*
 * Notes on disk that a link will be revealed: the next one, or the last link of the chain, or once
 * more the one that was revealed last. False, after a message, for any other, and if it cannot be
 * noted; then the link must not be shown.
 */
bool cli_chain_reveal(cli *c, cli_chain *chain, uint32_t number);
/* The last link of the chain, which gives away all of it. */
bool cli_chain_reveal_end(cli *c, cli_chain *chain);

#endif

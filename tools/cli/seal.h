/* SPDX-License-Identifier: MIT */
/*
 * A party of a game with sealed dice: what it says and when, what it accepts from the others, and
 * what is awaited. Its own messages are in the journal and the link is noted in the chain before
 * they are in `out`, from where they are shown.
 *
 * The record says how many rolls have fallen; the journal what was said about the next one, so that
 * a program that was killed goes on with the same action and the same link.
 */
#ifndef CLI_SEAL_H
#define CLI_SEAL_H

#include "cli/chain.h"
#include "cli/journal.h"

typedef struct cli_seal {
    cli *c;
    bool has_chain; /* else messages are only taken */
    cli_chain chain;
    cli_journal journal;
    xpgn_sealing now; /* how far the game and its next roll are */
    xpgn_links keys;
    xpgn_links last; /* of the last roll, at first the commitments */
    xpgn_link game;
    xpgn_transcript transcript;
    uint8_t left;                /* bit per party that has given its last link away, */
    xpgn_link end[XPGN_PARTIES]; /* which this is, */
    uint32_t ends[XPGN_PARTIES]; /* and its number */

    xpgn_buffer out; /* own messages, a line each */
    char why[400];   /* after a refusal */
} cli_seal;

/* Is a party in a set of them, a bit each? */
static inline bool cli_has_party(unsigned parties, unsigned party) {
    return (parties >> party & 1u) != 0;
}

/* Opens the chain, if there is one; false after a message. The sealer is the caller's, and *s must
   stay where it is. */
bool cli_seal_open(cli *c, cli_seal *s, const xpgn_sealer *sealer, const char *chain);
void cli_seal_close(cli_seal *s);
/* Takes what is to be taken from a walk of the record, after its last step: the first time opens
   its journal, and finds whose chain this is. False after a message. */
bool cli_seal_begin(cli_seal *s, const xpgn_walk *walk, const char *record);
/* The same after the record has been changed. False: it has no transcript. */
bool cli_seal_follow(cli_seal *s, const xpgn_walk *walk);

/* Announces the next roll, for our seat; false, and s->why says why, or a message. */
bool cli_seal_announce(cli_seal *s, const char *what, unsigned actor);
/* Signs the end of the game as it is recorded, with this result. */
bool cli_seal_sign(cli_seal *s, const char *result);
/* Gives the last link away. */
bool cli_seal_leave(cli_seal *s);

/* Puts own messages into s->out once more that somebody may lack: of the last roll and the next
   one, and of the end. */
void cli_seal_repeat(cli_seal *s);
/* Takes up what the journal has about the next roll, for a caller that has no session which enters
   it anew, and says its own part of it if that was not said. False after a message. */
bool cli_seal_resume(cli_seal *s);

typedef enum cli_verdict {
    SEAL_NEW,     /* it is right: to be accepted */
    SEAL_KNOWN,   /* it was accepted before */
    SEAL_EARLY,   /* it may be right later: s->why says what comes first */
    SEAL_REFUSED, /* s->why says what it is */
    SEAL_TROUBLE  /* after a message: the disk failed */
} cli_verdict;
/* Is a message right? An announcement is accepted only where the caller finds that its action can
   be played by this party. `result`: of the record. */
cli_verdict cli_seal_check(cli_seal *s, xpgn_slice line, const char *result, xpgn_message *told);
/* Accepts one that is new, and answers an announcement; false after a message. An announcement that
   is in the journal binds, though this side could not answer it. */
bool cli_seal_accept(cli_seal *s, xpgn_slice line, const xpgn_message *told);
/* Is our part of the open roll still to be said? cli_seal_announce says it. */
bool cli_seal_owes(const cli_seal *s);

#endif

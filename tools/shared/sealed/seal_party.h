/* SPDX-License-Identifier: MIT */
/*
 * One party of a game with sealed dice: which messages it sends and when, which it accepts from the
 * others, and which are still awaited. Its own messages are added to `out`, to be shown, only after
 * they are in the journal and the chain has noted their link, in this order.
 *
 * The record says how many rolls are complete, and the journal has the messages about the next one,
 * so that a program that was killed continues with the same action and the same link.
 */
#ifndef CLI_SEAL_PARTY_H
#define CLI_SEAL_PARTY_H

#include "internal/game_recorder.h"
#include "shared/sealed/seal_chain.h"
#include "shared/sealed/seal_journal.h"

typedef struct cli_seal {
    cli *c;
    bool has_chain; /* false: it only receives messages */
    cli_chain chain;
    cli_journal journal;
    xpgn_sealing now; /* the state of the game and of its next roll */
    xpgn_links keys;
    xpgn_links last;  /* links of the last roll; before the first, the commitments */
    xpgn_link fallen; /* the digest of the announcement of the last roll */
    xpgn_link game;
    xpgn_transcript transcript;
    uint8_t left;                /* bit per party that has revealed the last link of its chain, */
    xpgn_link end[XPGN_PARTIES]; /* that link, */
    uint32_t ends[XPGN_PARTIES]; /* and its number */

    xpgn_buffer out; /* own messages, one per line */
    char why[400];   /* the reason for a refusal */
} cli_seal;

/* True if a set of parties, with a bit for each, has this one. */
static inline bool cli_has_party(unsigned parties, unsigned party) {
    return (parties >> party & 1u) != 0;
}

/* Opens the chain; NULL: none. False after a message. The sealer must outlive *s, which must stay
   where it is. */
bool cli_seal_open(cli *c, cli_seal *s, const struct dice_chain *sealer, const char *chain);
void cli_seal_close(cli_seal *s);
/* Takes the state of the game from a walk of the record, after its last step; finds the party whose
   chain this is, and opens the journal. False after a message. */
bool cli_seal_begin(cli_seal *s, const xpgn_walk *walk, const char *record);
/* Takes the state again after the record has been changed; false if it has no transcript. */
bool cli_seal_follow(cli_seal *s, const xpgn_walk *walk);

/* Announces the next roll, that of the action `what` by party `actor`. On failure returns false
   with the reason in s->why, or after a message with s->why empty. If cli_seal_owes then, the
   announcement is in the journal, and binds. */
bool cli_seal_announce(cli_seal *s, const char *what, unsigned actor);
/* Signs the end of the game as recorded, with this result. Fails like cli_seal_announce. */
bool cli_seal_sign(cli_seal *s, const char *result);
/* Reveals the last link of the chain. Fails like cli_seal_announce. */
bool cli_seal_leave(cli_seal *s);

/* Puts into s->out again the own messages that another party may lack: those of the last and the
   next roll, and of the end. */
void cli_seal_repeat(cli_seal *s);
/* Restores the next roll from the journal, for a caller without a session that enters it again, and
   sends our part of it if it has not been sent. False after a message. */
bool cli_seal_resume(cli_seal *s);

typedef enum cli_verdict {
    SEAL_NEW,     /* it is valid: accept it */
    SEAL_KNOWN,   /* it was accepted before */
    SEAL_EARLY,   /* it may be valid later: s->why says what must come first */
    SEAL_REFUSED, /* s->why says why */
    SEAL_TROUBLE  /* after a message: the disk failed */
} cli_verdict;
/* Checks a message and reads it into *told. The caller accepts an announcement only if this party
   can play its action. `result`: that of the record. */
cli_verdict cli_seal_check(cli_seal *s, xpgn_slice line, const char *result, xpgn_message *told);
/* Accepts a new message, and answers an announcement; false after an error message. An announcement
   that is in the journal binds even if this side could not answer it. */
bool cli_seal_accept(cli_seal *s, xpgn_slice line, const xpgn_message *told);
/* True if our part of the open roll is still to be sent, which cli_seal_announce does. */
bool cli_seal_owes(const cli_seal *s);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The scribe at the board: the doors to xpgn_scribe, which is a pipe (record.c) or a terminal
 * (terminal.c), and what they need besides: the file, its copy, the messages of sealed dice.
 *
 * What is on disk is the whole state, so that a session that was killed goes on as if nothing had
 * happened. Where dice are sealed, what is announced and the answers are in the journal (sealed.c).
 */
#ifndef RECORD_H
#define RECORD_H

#include "cli/cli.h"
#include "cli/seal.h"
#include "record/file.h"

#include <sys/types.h>

typedef struct record_options {
    cli_common common;
    cli_list tags;         /* --tag Name=Value */
    const char *named[10]; /* --event and so on, see record_tag_names */
    const char *xfen;
    const char *pairings;
    const char *copy;
    const char *sealed;   /* the chain of this side; "-": there is none */
    const char *messages; /* the folder through which messages go; NULL: they are entered */
    uint64_t board;
    bool roll, no_advice, no_digest, clock;
} record_options;

/* The tags that have an option of their own, in the order in which they are asked for. */
extern const char *const record_tag_names[];

/* The file or pipe of --messages that another party writes. */
typedef struct post {
    bool pipe; /* it is one, and open: */
    int fd;
    ino_t inode; /* of a file, and how much of it has been read */
    off_t at;
    xpgn_buffer fresh;    /* lines that were not spoken of yet, or come too early */
    xpgn_buffer refused;  /* lines that were, */
    xpgn_transcript seen; /* and the transcript that they did not fit */
} post;

/* Sealed dice. */
typedef struct seal {
    bool on;
    xpgn_sealer *sealer;
    cli_seal at;       /* where the rolls stand, and what was said */
    xpgn_slice offer;  /* an announcement of another party that is right, if it can be played, */
    xpgn_message told; /* and what it says */
    post post[XPGN_PARTIES];
    xpgn_buffer shown; /* own messages that are to be shown */
} seal;

typedef struct record {
    cli *c;
    const record_options *o;
    xpgn_catalog *catalog;
    xpgn_scribe *scribe;
    record_file file;
    bool copies;
    char copy_trouble[REPLACE_WHY]; /* why the copy is not the record; "": it is */
    seal seal;
} record;

static inline xpgn_slice slice_of(const xpgn_buffer *b) {
    return (xpgn_slice){b->size > 0 ? b->data : "", b->size};
}
/* Takes the next word of a line. */
xpgn_slice record_word(xpgn_slice *rest);

/* ---- the session (session.c) ----------------------------------------------------------------- */

/* Opens the file. Returns CLI_GO, or an exit status after a message. */
int record_open(record *r, cli *c, const record_options *o);
void record_close(record *r);
static inline const xpgn_scribe_state *record_state(const record *r) {
    return xpgn_scribe_where(r->scribe);
}
/* Is the file new, so that it needs tags? */
static inline bool record_is_new(const record *r) {
    return record_state(r)->play == NULL;
}
static inline bool record_is_over(const record *r) {
    return record_state(r)->result[0] != '*';
}
/* Are dice rolled here, or sealed, and never entered? */
static inline bool record_rolls(const record *r) {
    return r->o->roll || r->seal.on;
}
/* Ends the run if memory has failed for it: what it has lost is never taken for what was entered.
 */
void record_need(const record *r, const xpgn_buffer *b);
/* Takes over what the scribe has replied to a call; false: he has refused it. Ends the run where
   memory has failed. */
bool record_hear(const record *r, xpgn_status status, xpgn_reply *a);
/* Sets a tag as somebody has entered it. False: *a says why it cannot have that value. */
bool record_set_tag(record *r, const char *name, xpgn_slice value, xpgn_reply *a);
/* One line of input. */
void record_line(record *r, xpgn_slice line, xpgn_reply *a);
/* Saves the text of the scribe, and the copy. False, and why. */
bool record_save(record *r, const xpgn_scribe *scribe, char why[XPGN_SCRIBE_WHY]);

/* ---- sealed dice (sealed.c, post.c) ---------------------------------------------------------- */

/* Opens what --sealed needs, once the tags are known, of a record that begins or goes on. False
   after a message. */
bool seal_open(record *r, bool new);
void seal_close(record *r);
/* Goes on with what the journal has about the next roll. False after a message. */
bool seal_take_up(record *r);
/* Has something been announced, which binds until its dice have fallen? */
bool seal_binds(const record *r);
/* For the scribe: announces the next roll, or finds that it is announced. */
const char *seal_announce(void *data, const char *what, unsigned actor, xpgn_buffer *why);
/* A line that is about messages, and is taken; false: it is for the scribe. */
bool seal_line(record *r, xpgn_slice line, xpgn_reply *a);
/* A message of another party. */
bool record_message(record *r, xpgn_slice line, xpgn_reply *a);
/* Reads the messages of others from --messages, and passes what each has done to `each`. */
void record_receive(record *r, void (*each)(record *r, const xpgn_reply *a));
/* Waits until standard input has something to read, or has ended, or such a message has come; then
   true. Own messages that wait for a reader are sent meanwhile. */
bool record_wait(record *r);
void post_close(record *r);
/* Own messages that are to be shown, a line each, to be cleared by the caller; empty if they go to
   --messages, or wait for a pipe there. */
xpgn_buffer *record_sent(record *r);

/* ---- the doors ------------------------------------------------------------------------------- */

/* The terminal; returns the exit status. The pipe is in record.c. */
int record_terminal(record *r);
/* Asks for the tags of a new record that no option gave. False: the user has left. */
bool record_ask_tags(record *r);
/* Appends the commands, a line each. */
void record_put_words(xpgn_buffer *b);
/* Asks again for the tags that decide the rules, of which *a has refused one. False: the user has
   left. */
bool record_ask_again(record *r, const xpgn_reply *a);
/* Sets the tags of --pairings. False after a message. */
bool record_pair(record *r);

#endif

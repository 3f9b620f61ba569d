/* SPDX-License-Identifier: MIT */
/*
 * The recorder at the board: the front ends of struct recorder, a pipe (record.c) and a terminal
 * (record_terminal.c), and what both need: the file, its copy, the messages of sealed dice.
 *
 * The whole state is on disk, so that a session that was killed can be resumed as if nothing had
 * happened. With sealed dice, announcements and answers are in the journal (record_sealed.c).
 */
#ifndef RECORD_TOOL_H
#define RECORD_TOOL_H

#include <xpgn/write.h>

#include "frame/cli.h"
#include "internal/chance.h"
#include "record/record_file.h"
#include "shared/sealed/seal_party.h"

typedef struct record_options {
    cli_common common;
    cli_list tags;         /* --set-tag Name=Value */
    const char *named[10]; /* --event and so on, see record_tag_names */
    const char *xfen;
    const char *language; /* of words in JSON; NULL: English, */
    xpgn_language words;  /* and the same */
    const char *pairings;
    const char *copy;
    const char *sealed; /* the chain of this side; "-": none */
    uint64_t board;
    int format; /* of the replies on a pipe */
    bool roll, no_advice, clock;
} record_options;
enum { RECORD_TEXT, RECORD_JSON };

/* The tags with an option of their own, in the order in which they are asked for. */
extern const char *const record_tag_names[];

/* Sealed dice. */
typedef struct seal {
    bool on;
    struct dice_chain *sealer;
    cli_seal at;       /* state of the rolls and of the messages */
    xpgn_slice offer;  /* a correct announcement by another party, to be played, */
    xpgn_message told; /* and its contents */
} seal;

typedef struct record {
    cli *c;
    const record_options *o;
    xpgn_catalog *catalog;
    struct recorder *recorder;
    record_file file;
    record_copy copy;
    seal seal;
} record;

/* Removes the first word of a line, with the blanks around it, and returns it. */
xpgn_slice record_word(xpgn_slice *rest);

/* ---- the session (recording.c) -----------------------------------------------------------------
 */

/* Opens the file. Returns CLI_GO, or an exit status after a message. */
int record_open(record *r, cli *c, const record_options *o);
void record_close(record *r);
static inline const recorder_state *record_state(const record *r) {
    return recorder_where(r->recorder);
}
/* True if the record is new, so that tags are needed. */
static inline bool record_is_new(const record *r) {
    return record_state(r)->play == NULL;
}
static inline bool record_is_over(const record *r) {
    return record_state(r)->result[0] != '*';
}
/* The faces of a die that is due for the announced action, counted over both sides; of a turn roll,
   if none is announced. */
static inline unsigned record_die_faces(const recorder_state *s, unsigned die) {
    const unsigned side = die >= s->dice[0];
    if (s->announced == NULL)
        return xpgn_play_die_faces(s->play, NULL, 0, 0);
    return xpgn_play_die_faces(s->announced, s->facts, side, side == 0 ? die : die - s->dice[0]);
}
/* True if dice are rolled by this program or sealed, so that they are never entered. */
static inline bool record_rolls(const record *r) {
    return r->o->roll || r->seal.on;
}
/* Exits if the buffer has run out of memory, so that incomplete text is never taken for an
   entry. */
void record_need(const record *r, const xpgn_buffer *b);
/* Takes over the recorder's reply to a call; false if the recorder refused it. Exits if out of
   memory. */
bool record_hear(const record *r, xpgn_status status, xpgn_reply *a);
/* Sets a tag to a value entered. If the value is refused, returns false and *a says why. */
bool record_set_tag(record *r, const char *name, xpgn_slice value, xpgn_reply *a);
/* Processes one line of input. */
void record_line(record *r, xpgn_slice line, xpgn_reply *a);
/* Saves the recorder's text, and the copy. On failure returns false and sets `why`. */
bool record_save(record *r, const struct recorder *recorder, char why[RECORDER_WHY]);

/* ---- sealed dice (record_sealed.c) ----------------------------------------------------------- */

/* Opens what --sealed needs, once the tags of a new or a resumed record are known. Returns false
   after a message. */
bool seal_open(record *r, bool new);
void seal_close(record *r);
/* Resumes the next roll from the journal. Returns false after a message. */
bool seal_take_up(record *r);
/* True if an announcement is open; it binds until its roll is complete. */
bool seal_binds(const record *r);
/* Callback of the recorder: announces the next roll, or finds that it has been announced. */
const char *seal_announce(void *data, const char *what, unsigned actor, xpgn_buffer *why);
/* Processes a line that concerns messages; false if it is for the recorder. */
bool seal_line(record *r, xpgn_slice line, xpgn_reply *a);

/* ---- the doors ------------------------------------------------------------------------------- */

/* Runs a session on the terminal; returns the exit status. The pipe is in record.c. */
int record_terminal(record *r);
/* Asks for the tags of a new record that no option sets; false if the user has left. */
bool record_ask_tags(record *r);
/* Appends the commands, one per line. */
void record_put_words(xpgn_buffer *b);
/* Asks again for the tags that determine the rules, one of which was refused in *a; false if the
   user has left. */
bool record_ask_again(record *r, const xpgn_reply *a);
/* Sets the tags of --pairings. Returns false after a message. */
bool record_pair(record *r);

#endif

/* SPDX-License-Identifier: MIT */
/* Recording: a game as it is written down at the board. */
#ifndef XPGN_INTERNAL_GAME_RECORDER_H
#define XPGN_INTERNAL_GAME_RECORDER_H

#include <xpgn/base.h>

#include "internal/action_facts.h"
#include "internal/sealed.h"

/*
 * A recorder writes down a game line by line: it takes actions, dice, results and the commands of
 * xpgn-record(1), and replies to each. It uses no file and no terminal: the record is text, which
 * the caller stores before showing the reply.
 *
 *     recorder_new(&recorder, catalog, &options);
 *     recorder_set_tag(recorder, "Variant", "chess-attack");  or recorder_open(recorder, text)
 *     recorder_begin(recorder);
 *     recorder_line(recorder, line);                          the reply:
 *         e4          OK    1. e4
 *         d5          OK    1... d5
 *         exd5        DICE  1:1 attack ...                     announced: the dice are due
 *         5:1         OK    2. exd5 <5+0=7w:1+1=5x>
 *         undo        ERROR UNDO dice have fallen for exd5; ...
 *         correct 5:2 OK    2. exd5 <5+0=7w:2+1=6x>            it was typed wrong
 *         annul       OK    annulled                           its dice stay in the record
 *         resign      END   0-1
 *     text = recorder_text(recorder, &kept);                  what is to be stored
 *
 * The text is the whole state: a recorder that opens it continues as if nothing had happened,
 * except that an action announced without dice must be entered again. All calls that return a
 * status set the reply (recorder_reply). XPGN_OK: the input was accepted or answered. XPGN_INVALID:
 * it was refused, and nothing has changed. XPGN_NO_MEMORY: the recorder may only be freed; the text
 * stored last is what remains.
 */
struct recorder;

typedef enum xpgn_reply_kind {
    XPGN_REPLY_OK,     /* accepted, and in the record */
    XPGN_REPLY_OPEN,   /* the same; the turn may go on */
    XPGN_REPLY_DICE,   /* announced: these dice are due */
    XPGN_REPLY_AWAIT,  /* announced: which parties must still answer which roll */
    XPGN_REPLY_CHOOSE, /* the dice have fallen: something is left to choose */
    XPGN_REPLY_END,    /* accepted, and the game is over */
    XPGN_REPLY_ERROR,  /* refused: nothing has changed */
    XPGN_REPLY_BYE     /* quit */
} xpgn_reply_kind;

/* A reply to a call. A reply of a recorder belongs to it and is valid until its next call. A
   program that composes its own replies starts with {XPGN_REPLY}. */
typedef struct xpgn_reply {
    size_t size; /* XPGN_REPLY */
    xpgn_reply_kind kind;
    char code[24];    /* for an error, the code of a finding or a word in capitals; else "" */
    xpgn_buffer text; /* one line, without its end */
    bool acted;       /* an action has been recorded */
    bool show;        /* the board should be shown */
    bool help;        /* the list of commands should be shown */
} xpgn_reply;
#define XPGN_REPLY .size = sizeof(xpgn_reply)
/* Empties a reply; its text keeps its memory, which the owner of the reply frees. */
void xpgn_reply_clear(xpgn_reply *reply);
/* Makes it an error with this code and text; control characters in the text are escaped. Returns
   false. */
bool xpgn_reply_refuse(xpgn_reply *reply, const char *code, const char *format, ...)
    XPGN_PRINTF(3, 4);

/* The state of a game that is being recorded; it belongs to the recorder and is valid until its
   next call. */
typedef struct recorder_state {
    size_t size;            /* of the struct, as the library knows it */
    const xpgn_play *play;  /* the game as recorded and checked so far; NULL: there is no record
                               yet */
    const char *result;     /* "*" while the game goes on */
    uint32_t actions;       /* number of actions recorded and checked */
    bool open;              /* the turn has begun and may go on */
    bool goes_on;           /* the attacker of the last action may go on, by sealed dice if it is
                               that of this session: dice entered next are of its next exchange */
    bool missing;           /* a half-move is missing: what follows it is not checked */
    bool first;             /* the roll for who begins is due */
    bool refused;           /* the last line was refused, and the command `fix` would ask what it
                               meant */
    char turn[16];          /* the next turn: "12..." */
    xpgn_slice pending;     /* dice that have fallen for an action that is not complete: "4",
                               "Bf4xg5 3:3" */
    const xpgn_facts *last; /* the last action; NULL: there is none */
    const xpgn_position *before; /* the position before it */
    uint32_t number;             /* its move number */
    uint8_t seat;                /* its seat */
    /* An action that is announced but not complete: */
    const xpgn_play *announced; /* the game before it; NULL: there is no such action */
    const xpgn_facts *facts;    /* its facts before the dice */
    char action[24];            /* its notation */
    unsigned dice[2];           /* dice due, from the attacker and the defender */
    size_t choices, cells;      /* how many choices there are: actions, and castles for a
                                   prisoner */
    const xpgn_action *choice;  /* these actions */
    const xpgn_square *cell;    /* these castles */
    bool waits;                 /* it, or another roll, waits for sealed dice */
} recorder_state;
/* The dice that are left for the actions of the turn, where they say who may act; else none. */
xpgn_turn_dice recorder_dice_left(const recorder_state *s);

enum {
    RECORDER_LINE = 64 << 10, /* maximum bytes of a line */
    RECORDER_WHY = 512,       /* bytes of a reason, with its NUL */
    XPGN_SEALED_WHAT = 48     /* bytes of an announcement, with its NUL */
};

/*
 * The state of sealed dice. The caller keeps it up to date: who takes part, what was announced, and
 * the links and signatures for it that are sent and received.
 */
typedef struct xpgn_sealing {
    size_t size; /* XPGN_SEALING */
    const struct dice_chain *sealer;
    unsigned own; /* this party; XPGN_PARTIES: it has no chain */
    /* the game as recorded so far (xpgn_walk_sealed) */
    xpgn_links commit;
    uint32_t rolls;
    uint8_t signed_end; /* bit per party whose signature of the end is in the record */
    /* roll `rolls` + 1 */
    bool open;                   /* it is announced, with the following */
    char what[XPGN_SEALED_WHAT]; /* "12... exd5", "12. roll", "first" */
    unsigned actor;
    xpgn_link digest;
    xpgn_links next; /* the links received so far */
    xpgn_signatures signs;
    /* the end */
    xpgn_signatures result_signs;
    char result[24]; /* the result that they sign */
} xpgn_sealing;
/* Initialize it with {XPGN_SEALING}. */
#define XPGN_SEALING .size = sizeof(xpgn_sealing)
/* True if all links of the roll are known; *roll then generates its dice. */
bool recorder_sealed_complete(const xpgn_sealing *s, xpgn_sealed_roll *roll);
/* Appends the parties whose links are awaited: "black,arbiter"; with `end` those that have not
   signed the end. */
void recorder_sealed_awaited(xpgn_buffer *b, const xpgn_sealing *s, bool end);

typedef struct recorder_options {
    size_t size;    /* RECORDER_OPTIONS */
    bool clock;     /* expect a clock time after each action */
    bool no_advice; /* show neither sums nor odds before the dice fall */
    /* Returns the next die, from 1 to `faces`. NULL: dice are entered by hand. */
    unsigned (*die)(void *data, unsigned faces);
    /*
     * Stores the text of the recorder, before the reply accepts anything. It returns false with a
     * reason in `why` if it cannot; the input is then refused with the code DISK. NULL: the caller
     * stores the text after the call.
     */
    bool (*keep)(void *data, const struct recorder *recorder, char why[RECORDER_WHY]);
    /* Sealed dice; NULL: the dice are not sealed. If set, `keep` and `announce` are required, and
       `die` must be NULL. */
    const xpgn_sealing *sealing;
    /* Announces the next roll, "12... exd5" by the party that acts, or confirms that it has been
       announced. Returns NULL, or the code of the error with its text in *why. */
    const char *(*announce)(void *data, const char *what, unsigned actor, xpgn_buffer *why);
    void *data;
} recorder_options;
#define RECORDER_OPTIONS .size = sizeof(recorder_options)

/* `options` may be NULL; they are copied. The catalog must outlive the recorder. */
xpgn_status recorder_new(struct recorder **out, xpgn_catalog *catalog,
                         const recorder_options *options);
void recorder_free(struct recorder *recorder);

/* Continues a record of one game. XPGN_INVALID with an empty code in the reply: the walk found
   errors. */
xpgn_status recorder_open(struct recorder *recorder, xpgn_slice text);
/* Sets a tag before the record begins, as a person enters it: dates may be written in several ways.
   An empty value removes the tag. */
xpgn_status recorder_set_tag(struct recorder *recorder, const char *name, xpgn_slice value);
/* The value of a tag, as written; data NULL: there is none. */
xpgn_slice recorder_tag(const struct recorder *recorder, const char *name);
/* Checks whether a record can begin with these tags. */
xpgn_status recorder_prepare(struct recorder *recorder);
/* Begins the record and stores it for the first time. */
xpgn_status recorder_begin(struct recorder *recorder);
/* Enters a line, after the record has begun. */
xpgn_status recorder_line(struct recorder *recorder, xpgn_slice line);

const xpgn_reply *recorder_reply(const struct recorder *recorder);
const recorder_state *recorder_where(const struct recorder *recorder);
/* The text of the record. Its first *kept bytes (`kept` may be NULL) are unchanged since it was
   stored last: by the previous call of `keep`, or, without `keep`, since the previous call of the
   recorder. */
xpgn_slice recorder_text(const struct recorder *recorder, size_t *kept);
/* The walk that read the record last, for its findings if it was refused, and its transcript. */
const xpgn_walk *recorder_walk(const struct recorder *recorder);
/* Checks whether a text could be this record some entries ago. XPGN_INVALID: it could not. The
   reply is not changed. */
xpgn_status recorder_follows(struct recorder *recorder, xpgn_slice text);

/* A command: its word, its argument ("" for none), and what it does. */
typedef struct recorder_word {
    const char *name, *argument, *help;
} recorder_word;
/* The commands in alphabetical order (`index` from 0), NULL past the last. */
const recorder_word *recorder_words(size_t index);

/*
 * For sealed dice. `announce` enters what a party announces, "12... exd5", which is binding once
 * the callback `announce` has accepted it; `go_on` continues the announced roll when all its links
 * are known; `sign` writes the signatures of the end.
 */
xpgn_status recorder_announce(struct recorder *recorder, unsigned party, xpgn_slice what);
xpgn_status recorder_go_on(struct recorder *recorder);
xpgn_status recorder_sign(struct recorder *recorder);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The scribe at the board, without a terminal: a session takes lines and gives a reply to each. The
 * pipe protocol (record.c) and the terminal (record_terminal.c) are doors to it.
 *
 * What is on disk is the whole state, so that a session that was killed goes on as if nothing had
 * happened. What the record itself has no place for yet (dice that have fallen for an action that
 * is not complete, a turn that the player has ended) stands at its end as a command:
 *
 *     e4 d5 {[%annulled 4] [%pending 4]} *
 *
 * Where dice are sealed, what is announced and the answers are in the journal (sealed.c).
 *
 * A session, line by line:
 *
 *     e4                ok 1. e4
 *     d5                ok 1... d5
 *     exd5              dice 1:1 ...         announced; the dice have yet to fall
 *     5:1               ok 2. exd5 <5+0=7w:1+1=5x>
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

/* ---- the record (record_sheet.c) ------------------------------------------------------------- */

enum { RESULT_SIZE = 24 };

/* What is on disk, in parts. All text is as in a record; an empty buffer has nothing. */
typedef struct sheet {
    xpgn_buffer tags;      /* a line each; without Result */
    xpgn_buffer body;      /* the movetext up to a half-move that nobody wrote down, canonical */
    xpgn_buffer tail;      /* from that half-move on, as it was entered */
    xpgn_buffer pending;   /* "4", "Bf4xg5 3:3", "K@ 5": dice that have fallen for an action; "first
                              3:3 1:1": ties in the roll for who begins, sealed */
    xpgn_buffer announced; /* "12... exd5": sealed dice that the game ended without */
    xpgn_buffer turn;      /* of sealed dice that have fallen: "12... " */
    bool stands;           /* the turn roll that is pending is in the body, as one that stands */
    bool ended;            /* the player has ended a turn that might go on */
    size_t shared;         /* bytes of the body of the record as it is, which are left out here */
    char result[RESULT_SIZE];
} sheet;

/* Where the game stands, by playing it. */
typedef struct standing {
    xpgn_play *play; /* with the turn roll that is pending */
    uint32_t actions;
    uint32_t before_turn; /* actions before the last turn */
    bool open;            /* the turn has begun and may go on */
    bool over;            /* by the rules */
    xpgn_facts last;      /* the last action, if there is one */
    xpgn_position before; /* the position before it */
    uint32_t number;      /* its turn */
    uint8_t seat;
    char result[RESULT_SIZE]; /* by the rules */
    const char *rule;
} standing;

struct record;
struct reply;

/* Begins what the record is to become next: as it is now. */
void sheet_begin(const struct record *r, sheet *next);
/* The same where an entry is added at its end: what stands before the last turn is shared. */
void sheet_grow(const struct record *r, sheet *next);
void sheet_free(sheet *s);
/* Ends the run if memory has failed for a part. */
void sheet_need(const struct record *r, const sheet *s);
/* Cuts a part, and the blanks before the cut. */
void sheet_cut(xpgn_buffer *part, size_t size);
/* Appends [%annulled 5:1] for each roll of what is pending; a turn roll may stand, though what
   comes after it is not played. */
void sheet_put_fallen(xpgn_buffer *b, const sheet *s, bool stands);
/* After "first ": the ties for who begins; size 0: there are none. */
xpgn_slice sheet_ties(const sheet *s);
/* Appends text to a part, after a space if the part has something. */
void sheet_add(xpgn_buffer *part, const char *format, ...) XPGN_PRINTF(2, 3);
/*
 * Plays the sheet and makes its body canonical; if the rules have ended the game, it gets its
 * result. False: *why has the first finding, as xpgn-validate has it.
 */
bool sheet_play(struct record *r, sheet *s, standing *st, struct reply *why);
/* The same, and sets *out to what is to stand on disk after the first *kept bytes. */
bool sheet_render(struct record *r, sheet *s, standing *st, xpgn_buffer *out, size_t *kept,
                  struct reply *why);
/* The movetext of a record in export form, without its result. */
xpgn_slice sheet_body_of(xpgn_slice text);
/* What stands from `from` on, without the result at its end. */
xpgn_slice sheet_moves_of(xpgn_slice text, size_t from);
void sheet_put_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value);
/* Takes [%announced ...], and [%annulled ...] [%pending ...], out of the end of the movetext. */
void sheet_take_pending(sheet *s);
/* Takes a record apart that has been walked without errors. */
void sheet_read(struct record *r, xpgn_slice text, sheet *out);
/* The entries of a part of it, to be freed. */
xpgn_record *sheet_entries(const struct record *r, xpgn_slice part);
/* Where the comment begins that a missing half-move stands in. */
size_t sheet_comment_at(const xpgn_record *entries, size_t entry);
void standing_free(standing *st);

static inline xpgn_slice slice_of(const xpgn_buffer *b) {
    return (xpgn_slice){b->size > 0 ? b->data : "", b->size};
}

/* ---- lines (record_line.c) ------------------------------------------------------------------- */

/* An entry as it was typed. Slices point into the line; dice are without brackets. */
typedef struct entry_line {
    xpgn_slice number, word, freed, clock;
    xpgn_buffer before, after; /* dice before and after the action */
    xpgn_buffer rest;          /* NAGs and comments */
    char wrong[96];            /* "": it can be read */
} entry_line;

void entry_line_read(entry_line *l, xpgn_slice text);
/* Appends the line as a record has it, without its number; after a space if *b has something. */
void entry_line_put(xpgn_buffer *b, const entry_line *l);
void entry_line_free(entry_line *l);
/* Takes the next word of a line. */
xpgn_slice line_word(xpgn_slice *rest);
bool slice_is(xpgn_slice s, const char *text);
/* The number of one die; 0: it is none. */
unsigned line_die(xpgn_slice s);

/* ---- dice as they are typed (record_dice.c) -------------------------------------------------- */

/* Appends the dice of one exchange as a record has them, 6,3,1:4,4, if `text` can only mean as
   many dice as are due. False: it says something else, or it is not clear what. */
bool record_spell_dice(xpgn_buffer *b, xpgn_slice text, const unsigned due[2], unsigned faces);
/* The same of the rolls for who begins, of two dice each. */
bool record_spell_first(xpgn_buffer *b, xpgn_slice text, unsigned faces);

/* ---- the session (record_session.c, record_entry.c, record_commands.c) ----------------------- */

typedef enum reply_kind {
    REPLY_OK,     /* taken, and on disk */
    REPLY_OPEN,   /* the same; the turn may go on */
    REPLY_DICE,   /* announced: these dice are due */
    REPLY_AWAIT,  /* announced: the parties whose answers to which roll are awaited */
    REPLY_CHOOSE, /* the dice have fallen: something is left to choose */
    REPLY_END,    /* taken, and the game is over */
    REPLY_ERROR,  /* refused: nothing has changed */
    REPLY_BYE
} reply_kind;

typedef struct reply {
    reply_kind kind;
    char code[24];    /* of an error: the finding's, or a word in capitals */
    xpgn_buffer text; /* one line, without its end */
    bool acted;       /* an action has been recorded */
    bool show;        /* the terminal shows the board */
    bool help;        /* and the list of the commands */
} reply;

enum { CHOICES = 256 };

/* An action that has been announced and is not complete. */
typedef struct entry {
    bool open;
    bool fallen;   /* dice of it have fallen: it cannot be taken back any more */
    bool declared; /* as announced, K@: what it lacks is chosen after the dice */
    xpgn_play *play;
    xpgn_action action;
    xpgn_facts facts;
    xpgn_roll roll;
    xpgn_buffer turn_roll; /* typed in the same line */
    xpgn_buffer typed;     /* a roll with more than its dice: checked as it stands */
    xpgn_buffer rest;
    char clock[16];
    xpgn_action choice[CHOICES];
    size_t choices;
    xpgn_square cell[4];
    size_t cells;
    unsigned loser;
} entry;

enum { SEAL_NOTHING, SEAL_ACTION, SEAL_TURN, SEAL_FIRST };

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
    bool rolled;  /* the dice of the next roll are being taken; they are on disk with the next entry
                   */
    bool signing; /* DiceSign is being written */
    unsigned want; /* SEAL_ACTION and so on: what the open roll is for */
    xpgn_sealer *sealer;
    cli_seal at; /* where the rolls stand, and what was said */
    xpgn_sealed_roll roll;
    xpgn_slice offer;   /* an announcement of another party that is right, if it can be played, */
    cli_told told;      /* and what it says */
    xpgn_buffer newest; /* "[%annulled 12... exd5 5:2]": the newest roll, as if it was annulled */
    xpgn_buffer stood;  /* the same of a turn roll before it, with a blank; or nothing */
    bool annulled_last; /* the transcript ends with a roll that was annulled */
    char standing[8]; /* the turn roll with which it ends, or which an open announcement follows */
    post post[XPGN_PARTIES];
    xpgn_buffer shown; /* own messages that are to be shown */
} seal;

/* The record as it is on disk, and what has played and written it. */
struct on_disk {
    xpgn_walk *walk;
    xpgn_writer *writer;
    xpgn_buffer text;
    size_t body; /* where its movetext begins */
    /* The next entry may go on at its last turn, which begins after `kept`, its action at `from`.
     */
    bool grows;
    size_t kept, from;
};

typedef struct record {
    cli *c;
    const record_options *o;
    xpgn_catalog *catalog;
    xpgn_walk *walk; /* with which the record is played, and written */
    xpgn_writer *writer;
    struct on_disk disk;
    record_file file;
    bool copies;
    char copy_trouble[REPLACE_WHY]; /* why the copy is not the record; "": it is */
    bool resuming;                  /* what was pending on disk is taken up */
    sheet sheet;
    standing now;
    entry entry;
    seal seal;
    xpgn_buffer refused; /* the last line that was refused, for `stood` */
    xpgn_buffer text;    /* the record while it is played; findings point into it */
} record;

/* Opens the file. Returns CLI_GO, or an exit status after a message. */
int record_open(record *r, cli *c, const record_options *o);
void record_close(record *r);
/* Is the file new, so that it needs tags? */
bool record_is_new(const record *r);
/* Sets a tag; `value` is plain text. */
void record_set_tag(sheet *s, const char *name, xpgn_slice value);
/* Sets a tag as somebody has entered it; a date may be written in other ways. False: *a says why it
   cannot have that value. */
bool record_enter_tag(sheet *s, const char *name, xpgn_slice value, reply *a);
/* The tag for whose value *a refuses a record, of those that decide its rules; "": none of them. */
const char *record_refused_tag(const reply *a);
/* The value of a tag, as written; data NULL: there is none. */
xpgn_slice record_tag(const sheet *s, const char *name);
/* Can a record begin with the tags that it has been given? */
bool record_prepare(record *r, reply *a);
/* Writes it for the first time. */
bool record_begin(record *r, reply *a);
enum { RECORD_LINE = 64 << 10 }; /* bytes of a line at most, without its end */
/* Refuses a line of more bytes. */
bool record_refuse_long(size_t size, reply *a);
/* Takes the record in r->text apart. False, after its findings were written to `err` (NULL: they
   are not): it has errors. */
bool record_read(record *r, sheet *s, xpgn_buffer *err);
/* Lists what the line that was refused last may have meant, or enters the one of that number. */
bool record_fix(record *r, xpgn_slice rest, reply *a);
/* One line of input. */
void record_line(record *r, xpgn_slice line, reply *a);

/* Replaces the record by `next`, on disk first. False: nothing has changed, and *a says why. What
   is left in *next is to be freed. */
bool record_settle(record *r, sheet *next, reply *a);
/* The same with what was entered for it, which is forgotten, and *a says what has been taken. */
bool record_take(record *r, sheet *next, reply *a);
/* After an entry that failed: is what stands on disk what it was before? Else it is written once
   more. False: *a says why not. */
bool record_be_sure(record *r, reply *a);
/* After record_settle: what has been taken. */
void record_taken(record *r, reply *a);
bool record_refuse(reply *a, const char *code, const char *format, ...) XPGN_PRINTF(3, 4);
void record_entry(record *r, entry_line *l, reply *a);
void entry_drop(entry *e);
/* Takes dice for the action of `e` as they were typed. What they say beyond the dice is kept for
   the walk to check. */
bool record_take_dice(const record *r, entry *e, xpgn_slice dice, reply *a);
/* May a die be rolled before the next action? */
bool record_may_roll(const record *r, reply *a);
/* Are dice rolled here, or sealed, and never entered? */
bool record_rolls(const record *r);
/* The next die: by chance, or of the sealed roll. */
unsigned record_die(record *r);
/* Goes on with what a roll was wanted for, whose dice may fall now. */
bool record_go_on(record *r, unsigned want, reply *a);
/* Sets the tag RulesDigest, which a new record with sealed dice needs. */
void seal_set_tags(record *r);
/* Opens what --sealed needs, once the tags are known, of a record that begins or goes on. False
   after a message. */
bool seal_open(record *r, bool new);
void seal_close(record *r);
/* Goes on with what the journal has about the next roll. False after a message. */
bool seal_take_up(record *r);
/* May the dice of the next roll be taken? False, and *a says what is awaited. */
bool seal_ready(record *r, unsigned want, reply *a);
/* Has something been announced, which binds until its dice have fallen? */
bool seal_binds(const record *r);
/* Have all answered, though the roll is not recorded, because the disk failed? */
bool seal_has_fallen(const record *r);
/* Has this side signed the result? */
bool seal_has_signed(const record *r);
/* Refuses what is not that. */
bool record_refuse_bound(const record *r, reply *a);
/* Is this, "roll" or "first", what was announced? */
bool record_announced(const record *r, const char *word);
/* Is this the action that was announced, perhaps written in another way? */
bool record_is_announced(const record *r, xpgn_slice word);
/* Goes on with what was announced, as if it had been entered again. */
bool record_announce_again(record *r, reply *a);
void seal_forget(record *r);
/* Before an entry goes to disk: is nothing in the journal that was not said? *a says why. */
bool seal_settled(record *r, reply *a);
/* Before and after an entry goes to disk: the links of a roll that was taken. */
void seal_put_open(record *r, sheet *next);
void seal_done(record *r, bool good);
/* May the tag be changed in a game whose dice are sealed? */
bool seal_may_tag(const record *r, const char *name);
/* Can the last action be taken back or corrected, since no sealed roll comes after it? */
bool seal_may_change_last(const record *r, reply *a);
/* In the place of the last action: what was announced for its roll, and its dice. */
void seal_annul_last(record *r, sheet *next);
/* A message of another party. */
bool record_message(record *r, xpgn_slice line, reply *a);
/* Reads the messages of others from --messages, and passes what each has done to `each`. */
void record_receive(record *r, void (*each)(record *r, const reply *a));
/* Waits until standard input has something to read, or has ended, or such a message has come; then
   true. Own messages that wait for a reader are sent meanwhile. */
bool record_wait(record *r);
void post_close(record *r);
/* Own messages that are to be shown, a line each, to be cleared by the caller; empty if they go to
   --messages, or wait for a pipe there. */
xpgn_buffer *record_sent(record *r);
/* The commands messages and sign. */
bool record_messages(record *r, xpgn_slice rest, reply *a);
bool record_sign(record *r, xpgn_slice rest, reply *a);
/* The dice that decide who begins, as they were typed. */
bool record_enter_first(record *r, xpgn_slice dice, reply *a);
/* Do the rules roll for who begins, and has nobody done it? */
bool record_first_is_due(const record *r);
/* Rolls who begins. */
bool record_first(record *r, reply *a);
bool record_turn_roll(record *r, unsigned die, reply *a);
/* The seat whose turn is next, also after a half-move that is missing. */
unsigned record_seat_due(const record *r);
/* Appends the number of the turn that is next after a half-move that is missing. */
void record_put_gap_number(const record *r, xpgn_buffer *b);
bool record_command(record *r, xpgn_slice word, xpgn_slice rest, reply *a);
/* A command: its word, its argument ("" for none), what it does. */
typedef struct record_word {
    const char *name, *argument, *help;
    bool (*run)(struct record *r, xpgn_slice rest, reply *a);
} record_word;
/* The table ends with a NULL name. */
const record_word *record_words(void);
/* Takes up the dice that stand at the end of the record. */
bool record_resume(record *r, reply *a);
/* The last action of a text: offsets of its parts, and the end of all that is its own. */
typedef struct last_action {
    size_t begin;     /* its number, its turn roll or itself */
    size_t turn_roll; /* 0: none */
    size_t word, word_size;
    size_t end;
} last_action;

last_action record_find_last(record *r, xpgn_slice body);
/* Is it a roll of dice, and no sum alone? */
bool record_has_dice(const xpgn_roll *roll);
bool record_correct(record *r, xpgn_slice rest, reply *a);
/* Takes the dice of a roll that was recorded for the action of `e`. */
bool record_take_roll(entry *e, const xpgn_roll *roll, reply *a);
/* "3:2", the dice that are due. */
void record_put_due(xpgn_buffer *b, const unsigned due[2]);
/* Appends the roll of an action, without its brackets, if it has one. */
void record_put_roll(xpgn_buffer *b, const entry *e);
/* Appends the number of the turn that is next, "12..." */
void record_put_number(const record *r, xpgn_buffer *b);
/* Appends what is known of the combat of `e` before the dice, in one line. */
void record_put_odds(const entry *e, xpgn_buffer *b);
/* Its odds alone: "wins 16.7%, loses 72.2%, ..." */
void record_put_chances(const entry *e, xpgn_buffer *b);
/* The action that a word means, as the notation says or as people write it: Sf3, QxP, e2-e4. False:
   it means none, or several. */
bool record_find_word(const xpgn_play *play, xpgn_slice word, xpgn_action *action);
/* Lists what may be entered now: actions, or what is left to choose. */
size_t record_list(const record *r, xpgn_action *list, size_t capacity);
void record_action_name(const record *r, const xpgn_action *a, char text[24]);

/* Ends the run if memory has failed for it: what it has lost is never taken for what was entered.
 */
void record_need(const record *r, const xpgn_buffer *b);
void record_need_line(const record *r, const entry_line *l);
/* Is the number of a line that of the turn? */
bool record_number_fits(const record *r, const entry_line *l, reply *a);
/* Has a line no commands that are the scribe's own? */
bool record_may_write(const record *r, const entry_line *l, reply *a);

/* ---- how the game ends (record_result.c) ----------------------------------------------------- */

static inline bool record_is_over(const record *r) {
    return r->sheet.result[0] != '*';
}
/* Would a reader of the record take this word for its result? */
bool record_is_result(const record *r, xpgn_slice word);
/* A result as an entry. */
bool record_enter_result(record *r, const entry_line *l, reply *a);
bool record_result(record *r, xpgn_slice rest, reply *a);
bool record_draw(record *r, xpgn_slice rest, reply *a);
bool record_resign(record *r, xpgn_slice rest, reply *a);
/* Dice that have fallen for no action remain in `next` as annulled. */
void record_annul_pending(const record *r, sheet *next);
/* The name of the action that is entered. */
void record_entry_name(const record *r, char name[24]);
/* Enters an action, or one with its dice, that the record has in [%announced] or [%pending]. */
bool record_reenter(record *r, xpgn_slice text, reply *a);

/* ---- the doors ------------------------------------------------------------------------------- */

/* The terminal; returns the exit status. The pipe is in record.c. */
int record_terminal(record *r);
/* Asks for the tags of a new record that no option gave. False: the user has left. */
bool record_ask_tags(record *r);
/* Asks again for the tags that decide the rules, of which *a has refused one. False: the user has
   left. */
bool record_ask_again(record *r, const reply *a);
/* Sets the tags of --pairings. False after a message. */
bool record_pair(record *r);

#endif

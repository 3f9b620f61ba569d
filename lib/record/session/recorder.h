/* SPDX-License-Identifier: MIT */
/*
 * A game that is being recorded: the parts of the record (draft), the state of the game by playing
 * it (progress), the announced action (intent), and a reply to each line.
 *
 * The stored text is the whole state. State that a record otherwise cannot express (dice for an
 * action that is not complete, a turn that the player has ended) is written at its end as a
 * command:
 *
 *     e4 d5 {[%annulled 4] [%pending 4]} *
 *
 * A function that runs out of memory notes that (recorder_need) and continues; nothing is stored
 * any more, and the public call reports it.
 */
#ifndef XPGN_SESSION_RECORDER_H
#define XPGN_SESSION_RECORDER_H

#include "core/base/buffer.h"
#include "core/base/slice.h"
#include "internal/action_facts.h"
#include "internal/game_recorder.h"
#include "meant/import/readings.h"

#include <stdio.h>
#include <xpgn/record.h>

/* ---- the record in parts (session_draft.c, session_record.c) --------------------------------- */

enum { RESULT_SIZE = 24 };

/* The stored text in parts, all in the form of a record; unused parts are empty. */
struct draft {
    xpgn_buffer tags;      /* one per line; without Result */
    xpgn_buffer body;      /* the movetext up to a missing half-move, canonical */
    xpgn_buffer tail;      /* from that half-move on, as entered */
    xpgn_buffer pending;   /* "4", "Bf4xg5 3:3", "K@ 5": dice that have fallen for an action; "first
                              3:3 1:1": sealed ties in the roll for who begins */
    xpgn_buffer announced; /* "12... exd5": announced, but the game ended without its sealed dice */
    xpgn_buffer turn;      /* "12... ", the turn of sealed dice that have fallen */
    bool stands;           /* the pending turn roll is in the body, as one that stands */
    bool ended;            /* the player has ended a turn that could go on */
    size_t shared;         /* bytes at the start of the stored body, which are left out here */
    char result[RESULT_SIZE];
};

/* The state of the game, by playing it. */
struct progress {
    xpgn_play *play; /* including a pending turn roll */
    uint32_t actions;
    uint32_t before_turn; /* number of actions before the last turn */
    bool open;            /* the turn has begun and may go on */
    bool over;            /* by the rules */
    xpgn_facts last;      /* the last action, if there is one */
    xpgn_position before; /* the position before it */
    uint32_t number;      /* its move number */
    uint8_t seat;
    char result[RESULT_SIZE]; /* by the rules */
    const char *rule;
};

enum { CHOICES = 256 };

/* An announced action that is not complete. */
struct intent {
    bool open;
    char said[24];    /* as it was typed, with the letter of a piece; "": as the format writes it */
    word_hands hands; /* in which it means this */
    char other[32];   /* what it would be in a hand that fewer write; "": nothing */
    bool fallen;      /* its dice have fallen, so it can no longer be taken back */
    bool declared;    /* announced as K@: the rest is chosen after the dice */
    xpgn_play *play;
    xpgn_action action;
    xpgn_facts facts;
    xpgn_roll roll;
    xpgn_buffer turn_roll; /* typed in the same line */
    xpgn_buffer typed;     /* a roll with more than its dice, which is checked as typed */
    xpgn_buffer rest;
    char clock[16];
    xpgn_action choice[CHOICES];
    size_t choices;
    xpgn_square cell[4];
    size_t cells;
    unsigned loser;
};

/* A line as typed. Slices point into it, or into `made`; dice are without brackets. */
struct input_line {
    xpgn_slice number, word, freed;
    xpgn_slice other[3]; /* other half-moves for it: Qa4 or Qb3 */
    unsigned others;
    bool blank;                /* the word is a sign for one that cannot be read */
    char made[48];             /* the word, if it was put together: Queen takes h5 */
    char clock[16];            /* 1:29:30 */
    xpgn_buffer before, after; /* dice before and after the action */
    xpgn_buffer rest;          /* NAGs and comments */
    char wrong[160];           /* what is wrong with it; "": nothing */
    unsigned turn_faces;       /* of the dice, if only turns have any; else 0 */
};

/* The purpose of a sealed roll. */
enum seal_want { SEAL_NOTHING, SEAL_ACTION, SEAL_ON, SEAL_TURN, SEAL_FIRST };

/* Sealed dice. */
struct session_seal {
    bool rolled;  /* the dice of the next roll have been taken; they are stored with the next
                     entry */
    bool signing; /* DiceSign is being written */
    enum seal_want want;
    uint32_t rolls;        /* number of rolls recorded */
    xpgn_sealed_roll roll; /* the next one, once it is complete */
    xpgn_slice offer;      /* "12... exd5", announced by another party, if playable */
    xpgn_buffer newest;    /* "[%annulled 12... exd5 5:2]": the newest roll, as if annulled */
    xpgn_buffer stood;     /* the same for a turn roll before it, with a blank; or empty */
    bool annulled_last;    /* the transcript ends with a roll that was annulled */
    char standing[16];     /* the turn roll at its end, or before an open announcement */
};

/* The stored record, with the walk and writer that made it. */
struct stored {
    xpgn_walk *walk;
    xpgn_writer *writer;
    xpgn_buffer text;
    size_t body;  /* offset of its movetext */
    size_t since; /* number of first bytes that the caller has stored */
    /* The next entry may continue from its last turn, which begins after `kept`, its action at
       `from`. */
    bool grows;
    size_t kept, from;
};

/* How much each hand has explained of the words typed so far. */
struct typed_hand {
    uint32_t score[HANDS];
    bool pawns; /* half-moves of pawns were typed without a letter */
};

/* The movetext with its words as they were typed. */
struct typed_sheet {
    xpgn_buffer moves;
    uint32_t actions; /* in it */
    bool stale;       /* the record has changed otherwise */
    word_hands hands; /* in which all words with the letter of a piece are; all bits: there are
                         none */
};

struct recorder {
    recorder_options o;
    xpgn_catalog *catalog;
    xpgn_walk *walk; /* for playing and writing the record */
    xpgn_writer *writer;
    struct stored stored;
    const xpgn_sealing *sealing; /* NULL: dice are not sealed, or not yet known */
    bool begun;                  /* there is a record */
    bool lost;                   /* memory has failed */
    bool resuming;               /* pending entries are being taken up */
    struct typed_hand hand;
    struct typed_sheet sheet;
    struct draft draft;
    struct progress now;
    struct intent intent;
    struct session_seal seal;
    xpgn_buffer refused; /* the last line that was refused, for `stood` and `fix` */
    xpgn_buffer text;    /* the record being played; findings point into it */
    xpgn_reply said;
    recorder_state state;
};

/* The bytes of a buffer as a slice. */
static inline xpgn_slice bytes_of(const xpgn_buffer *b) {
    return (xpgn_slice){b->size > 0 ? b->data : "", b->size};
}

/* Notes if memory has failed for a buffer. */
static inline void recorder_need(struct recorder *r, const xpgn_buffer *b) {
    r->lost |= b->failed;
}

/* Begins the next draft as a copy of the record. */
void draft_begin(struct recorder *r, struct draft *next);
/* The same for adding an entry at the end: the part before the last turn is shared. */
void draft_grow(struct recorder *r, struct draft *next);
void draft_free(struct draft *s);
/* Removes pending dice and announcements. */
void draft_clear_dice(struct draft *s);
void draft_need(struct recorder *r, const struct draft *s);
/* Truncates a part, and removes blanks before the cut. */
void draft_cut(xpgn_buffer *part, size_t size);
/* Appends [%annulled 5:1] for each pending roll; with `stands` a turn roll stands although nothing
   is played after it. */
void draft_put_fallen(xpgn_buffer *b, const struct draft *s, bool stands);
/* The ties for who begins, after "first "; size 0 if there are none. */
xpgn_slice draft_ties(const struct draft *s);
/* Appends text to a part, after a space if the part has something. */
void draft_add(xpgn_buffer *part, const char *format, ...) XPGN_PRINTF(2, 3);
/*
 * Plays the draft and makes its body canonical; if the game ended by the rules, sets its result.
 * False: *why has the first finding, in the form of xpgn-validate.
 */
bool draft_play(struct recorder *r, struct draft *s, struct progress *st, xpgn_reply *why);
/* The same, and sets *out to the text to be stored after the first *kept bytes. */
bool draft_render(struct recorder *r, struct draft *s, struct progress *st, xpgn_buffer *out,
                  size_t *kept, xpgn_reply *why);
/* Plays the record in r->text. */
void recorder_walk_text(struct recorder *r, struct progress *st, xpgn_buffer *out);
/* Splits the record in r->text. False if it has errors. */
bool recorder_read(struct recorder *r, struct draft *s);
/* The movetext of a record in export form, without its result. */
xpgn_slice draft_body_of(xpgn_slice text);
/* The text from `from` on, without the result at its end. */
xpgn_slice draft_moves_of(xpgn_slice text, size_t from);
void draft_put_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value);
/* Sets a tag; `value` is plain text. */
void draft_set_tag(struct draft *s, const char *name, xpgn_slice value);
void draft_drop_tag(struct draft *s, const char *name);
xpgn_slice draft_tag(const struct draft *s, const char *name);
/* Sets a tag as entered. False if it cannot have that value; *a says why. */
bool draft_enter_tag(struct draft *s, const char *name, xpgn_slice value, xpgn_reply *a);
/* Moves [%announced ...], or [%annulled ...] [%pending ...], from the end of the movetext to their
   parts. */
void draft_take_pending(struct draft *s);
/* Splits a record that r->walk has walked without errors. */
void draft_read(struct recorder *r, xpgn_slice text, struct draft *out);
/* The entries of a part; the caller frees the record. NULL, and no entries, if memory has
   failed. */
xpgn_record *draft_entries(struct recorder *r, xpgn_slice part, const xpgn_entry **list,
                           size_t *count);
/* The last action of the main line, which must have one. */
size_t draft_last_action(const xpgn_entry *list, size_t count);
/* The offset of the comment that contains a missing half-move. */
size_t draft_comment_at(const xpgn_record *entries, size_t entry);
void progress_free(struct progress *st);

/* The seat whose turn is next, also after a missing half-move, and its number. */
unsigned recorder_turn_due(struct recorder *r, uint32_t *number);
/* Keeps pending dice in `next` as annulled. */
void recorder_annul_pending(const struct recorder *r, struct draft *next);

/* ---- lines as they are typed (typed_line.c, typed_word.c, typed_dice.c) ---------------------- */

/* Reads a line in this game. */
void input_line_read(struct input_line *l, xpgn_slice text, const xpgn_play *play);
void recorder_read_line(struct recorder *r, struct input_line *l, xpgn_slice text);
/* Appends the line in the form of a record, without its number; after a space if *b is not
   empty. */
void input_line_put(xpgn_buffer *b, const struct input_line *l);
void typed_free(struct input_line *l);
/* Takes the next word of a line. */
xpgn_slice line_word(xpgn_slice *rest);
/* The number of a die; 0 if it is not one. */
unsigned line_die(xpgn_slice s);
/* True if a reader of the record would take this word for its result. */
bool recorder_is_result(struct recorder *r, xpgn_slice word);

/* Appends the dice of one exchange in the form of a record, 6,3,1:4,4, if `text` can only mean the
   dice that are due. False if it means anything else or is ambiguous. */
bool dice_spell(xpgn_buffer *b, xpgn_slice text, const unsigned due[2], unsigned faces);
/* The same for the rolls for who begins, two dice each. */
bool dice_spell_first(xpgn_buffer *b, xpgn_slice text, unsigned faces);
/* True if the dice have these faces. */
bool dice_fit(const xpgn_roll_side *side, unsigned faces);

/* ---- words in any language (session_hand.c) -------------------------------------------------- */

void typed_hand_begin(struct typed_hand *hand);
/* Lists what a word can mean in the hands that have explained most so far. */
void recorder_meanings(struct recorder *r, const xpgn_play *play, xpgn_slice word,
                       struct word_meanings *out);
/* Finds the only action that a word can mean, and learns the hand from it. `how`: notes there how
   it was read; may be NULL. */
bool recorder_read_word(struct recorder *r, const xpgn_play *play, xpgn_slice word,
                        xpgn_action *action, struct intent *how);
/* From now on words are of this language, by its number in languages.tsv. */
void typed_hand_set(struct typed_hand *hand, size_t language);
/* Appends a word in English letters, if the hand is known; where no position is known. */
void recorder_translate(struct recorder *r, xpgn_slice word, xpgn_buffer *out);
/* Asks which of several actions a word in another language means. True if it does not have
   several. */
bool recorder_ask_word(struct recorder *r, const xpgn_play *play, xpgn_slice word, xpgn_reply *a);

/* ---- reading again (session_reread.c) -------------------------------------------------------- */

/* Before an entry is taken: the sheet is what was typed up to it. */
void typed_sheet_begin(struct recorder *r);
/* Adds the entry that was taken, as `line`, typed as `how` says. If it shows another hand than
   those before it, these are read again; the reply says so. */
void typed_sheet_add(struct recorder *r, xpgn_slice line, const struct intent *how, xpgn_reply *a);
/* For a line with a word that can mean nothing in the hand of the lines so far: reads all of them
   in the one hand that explains it as well. False if there is none. */
bool recorder_read_again(struct recorder *r, const struct input_line *l);

/* ---- storing and replying (session_settle.c, session_reply.c) -------------------------------- */

/* Stores `next` and makes it the record. False if nothing has changed; *a says why. The caller
   frees what is left in *next. */
bool recorder_settle(struct recorder *r, struct draft *next, xpgn_reply *a);
/* The same; also forgets the current entry, and *a says what was accepted. */
bool recorder_take(struct recorder *r, struct draft *next, xpgn_reply *a);
/* Stores a changed record and frees *next; the reply is `done`. */
bool recorder_change(struct recorder *r, struct draft *next, const char *done, xpgn_reply *a);
/* After recorder_settle: replies with what was accepted. */
void recorder_taken(struct recorder *r, xpgn_reply *a);
/* Appends the number of the next turn, "12...". */
void recorder_put_number(const struct recorder *r, xpgn_buffer *b);

static inline bool recorder_is_over(const struct recorder *r) {
    return r->draft.result[0] != '*';
}

/* ---- actions (session_entry.c, session_throw.c) ---------------------------------------------- */

void recorder_entry(struct recorder *r, const struct input_line *l, xpgn_reply *a);
/* Enters a line. */
bool recorder_enter(struct recorder *r, xpgn_slice line, xpgn_reply *a);
/* Takes up the pending dice at the end of the record. */
bool recorder_resume(struct recorder *r, xpgn_reply *a);
/* Enters again an action, perhaps with dice, from [%announced] or [%pending] of the record. */
bool recorder_reenter(struct recorder *r, xpgn_slice text, xpgn_reply *a);
/* Continues with a sealed roll whose dice may fall now. */
bool recorder_roll_for(struct recorder *r, enum seal_want want, xpgn_reply *a);
/* Enters the dice of a turn; NULL: throws them. */
bool recorder_turn_roll(struct recorder *r, const xpgn_turn_dice *typed, xpgn_reply *a);
/* True if a turn roll may be made before the next action. */
bool recorder_may_roll(const struct recorder *r, xpgn_reply *a);
/* True if the number of a line is that of the turn. */
bool recorder_number_fits(struct recorder *r, const struct input_line *l, xpgn_reply *a);
/* True if a line has no commands reserved for the recorder. */
bool recorder_may_write(struct recorder *r, const struct input_line *l, xpgn_reply *a);
/* Continues with the announced action of sealed dice as if it had been entered again. */
bool seal_announce_again(struct recorder *r, xpgn_reply *a);

/* ---- the dice of a turn (session_turn.c) ----------------------------------------------------- */

/* Reads the dice of the turn roll that may or must be made in this game, as typed or recorded. */
bool turn_dice_read(struct recorder *r, const xpgn_play *play, xpgn_slice text,
                    xpgn_turn_dice *dice);
/* The same, with faces that the dice have; *a says what is wrong. */
bool turn_dice_take(struct recorder *r, const xpgn_play *play, xpgn_slice text,
                    xpgn_turn_dice *dice, xpgn_reply *a);
/* True if a turn roll was made and its first action is still to come. */
bool turn_dice_wait(const struct draft *s);
/* True if it has more than one die. */
static inline bool turn_dice_several(const struct draft *s) {
    return turn_dice_wait(s) && memchr(s->pending.data, ',', s->pending.size) != NULL;
}
/* Replaces the dice of the turn that has begun; what was played with them stays. */
bool turn_dice_correct(struct recorder *r, xpgn_slice typed, xpgn_reply *a);
/* True if the last turn began with dice that are recorded. */
bool turn_dice_stand(struct recorder *r);

/* ---- the announced action (session_intent.c) ------------------------------------------------- */

void intent_drop(struct intent *e);
/* Sets the dice that are still due for it; false if none are. */
bool intent_due(const struct intent *e, unsigned due[2]);
/* Takes dice for it as typed; further fields are kept for the walk. */
bool intent_take_dice(struct recorder *r, struct intent *e, xpgn_slice dice, xpgn_reply *a);
/* Takes the dice of a recorded roll. */
bool intent_take_roll(struct intent *e, const xpgn_roll *roll, xpgn_reply *a);
/* Appends the dice that are due, "3:2". */
void intent_put_due(xpgn_buffer *b, const unsigned due[2]);
/* Appends its roll, without brackets, if it has one. */
void intent_put_roll(xpgn_buffer *b, const struct intent *e);
/* Appends what is known about its combat before the dice, in one line. */
void intent_put_odds(const struct intent *e, xpgn_buffer *b);
/* Lists what may be entered now: actions, or the choices left. */
size_t recorder_list(const struct recorder *r, xpgn_action *list, size_t capacity);
/* The game in which an action is named: that of the announced action, if there is one. */
static inline const xpgn_play *recorder_play(const struct recorder *r) {
    return r->intent.open ? r->intent.play : r->now.play;
}
void recorder_action_name(const struct recorder *r, const xpgn_action *a, char text[24]);
/* True if the roll has dice, not only a sum. */
bool recorder_has_dice(const xpgn_roll *roll);
/* True if dice are rolled here or sealed, and so never entered. */
static inline bool recorder_rolls(const struct recorder *r) {
    return r->o.die != NULL || r->sealing != NULL;
}

/* ---- commands (session_commands.c, and the files of the longer ones) ------------------------- */

/* Executes a command with its argument. False if the word is not a command. */
bool recorder_command(struct recorder *r, xpgn_slice word, xpgn_slice rest, xpgn_reply *a);
bool recorder_undo(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
bool recorder_annul(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
bool recorder_correct(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
/* True if the attacker of the last action may go on (CD-3): dice that are entered next are of its
   next exchange, and any other entry means that it has stopped. */
bool recorder_attack_is_open(const struct recorder *r);
/* Adds an exchange to the last action, with the dice of a line without an action; NULL: rolled
   here. */
bool recorder_attack_on(struct recorder *r, const struct input_line *l, xpgn_reply *a);
bool recorder_fix(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
bool recorder_result(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
bool recorder_draw(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
bool recorder_resign(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
bool recorder_do_first(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
/* Rolls who begins. */
bool recorder_first(struct recorder *r, xpgn_reply *a);
/* True if the roll for who begins is still due. */
bool recorder_first_is_due(const struct recorder *r);
/* Enters the end of a game in words, or a score in another form: Black resigned, 1:0. False if the
   line is none; else *a says what came of it. */
bool recorder_enter_ending(struct recorder *r, xpgn_slice line, xpgn_reply *a);
/* Enters a result. */
bool recorder_enter_result(struct recorder *r, const struct input_line *l, xpgn_reply *a);

/* ---- sealed dice (session_sealed.c) ---------------------------------------------------------- */

/* The next die, random or from the sealed roll. */
unsigned recorder_throw(struct recorder *r);
unsigned recorder_die(void *recorder, unsigned faces);
/* Sets the tag RulesDigest, which a new record with sealed dice needs. */
void seal_set_tags(struct recorder *r);
/* True if the dice of the next roll may be taken; if not, *a says what is awaited. */
bool seal_ready(struct recorder *r, enum seal_want want, xpgn_reply *a);
/* True if an announcement is binding because its dice have not fallen yet. */
static inline bool seal_binds(const struct recorder *r) {
    return r->sealing != NULL && r->sealing->open;
}
/* Refuses anything other than the announced action. */
bool seal_refuse_bound(const struct recorder *r, xpgn_reply *a);
/* True if all have answered but the roll could not be stored. */
bool seal_has_fallen(const struct recorder *r);
/* True if this party has signed the result. */
bool seal_has_signed(const struct recorder *r);
/* The word after the number of what was announced; "" if nothing binds. */
const char *seal_word(const struct recorder *r);
/* True if this session may say that the attacker of the last action goes on: with sealed dice that
   of the attacker. */
bool seal_may_go_on(const struct recorder *r);
/* True if `roll`, or what another party announces, is that the attacker of the last action goes on,
   rather than the roll of a turn. */
bool seal_means_on(const struct recorder *r);
/* True if this ("roll" or "first") was announced. */
bool seal_announced(const struct recorder *r, const char *word);
/* True if an exchange with which the attacker goes on was announced. */
bool seal_announced_on(const struct recorder *r);
/* True if this is the announced action, perhaps written differently. */
bool seal_is_announced(const struct recorder *r, xpgn_slice word);
/* Refuses an impossible action that another party announced. */
bool seal_refuse_offer(const struct recorder *r, const char *why, xpgn_reply *a);
/* Called before and after an entry is stored: writes the links of a roll that was taken. */
void seal_put_open(struct recorder *r, struct draft *next);
void seal_done(struct recorder *r, bool good);
/* True if the tag may be changed in a game with sealed dice. */
bool seal_may_tag(const struct recorder *r, const char *name);
/* True if the last action can be taken back or corrected: no sealed roll follows it. */
bool seal_may_change_last(const struct recorder *r, xpgn_reply *a);
/* Replaces the last action by its announcement and dice, as annulled. */
void seal_annul_last(const struct recorder *r, struct draft *next);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * A game in progress, as it is recorded: what the record is in parts (draft), where the game stands
 * by playing it (progress), the action that is announced (intent), and a reply to each line.
 *
 * What is stored is the whole state. What a record itself has no place for yet (dice that have
 * fallen for an action that is not complete, a turn that the player has ended) stands at its end as
 * a command:
 *
 *     e4 d5 {[%annulled 4] [%pending 4]} *
 *
 * No function gives up where memory fails: it notes that (scribe_need), nothing is stored any more,
 * and the call that was made tells its caller.
 */
#ifndef XPGN_SCRIBE_SCRIBE_H
#define XPGN_SCRIBE_SCRIBE_H

#include "base/buffer.h"
#include "base/slice.h"

#include <stdio.h>

/* ---- the record in parts (draft.c, render.c) ------------------------------------------------- */

enum { RESULT_SIZE = 24 };

/* What is stored, in parts. All text is as in a record; an empty buffer has nothing. */
struct draft {
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
};

/* Where the game stands, by playing it. */
struct progress {
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
};

enum { CHOICES = 256 };

/* An action that has been announced and is not complete. */
struct intent {
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
};

/* A line as it was typed. Slices point into it; dice are without brackets. */
struct typed {
    xpgn_slice number, word, freed, clock;
    xpgn_buffer before, after; /* dice before and after the action */
    xpgn_buffer rest;          /* NAGs and comments */
    char wrong[96];            /* "": it can be read */
};

/* What a sealed roll is for. */
enum seal_want { SEAL_NOTHING, SEAL_ACTION, SEAL_TURN, SEAL_FIRST };

/* Sealed dice. */
struct sealed {
    bool rolled;  /* the dice of the next roll are taken; they are stored with the next entry */
    bool signing; /* DiceSign is being written */
    enum seal_want want;
    uint32_t rolls;        /* that have been recorded */
    xpgn_sealed_roll roll; /* the next one, once it is complete */
    xpgn_slice offer;      /* "12... exd5", announced by another party, if it can be played */
    xpgn_buffer newest;    /* "[%annulled 12... exd5 5:2]": the newest roll, as if annulled */
    xpgn_buffer stood;     /* the same of a turn roll before it, with a blank; or nothing */
    bool annulled_last;    /* the transcript ends with a roll that was annulled */
    char standing[8];      /* the turn roll with which it ends, or which an open announcement
                              follows */
};

/* The record as it is stored, and what has played and written it. */
struct stored {
    xpgn_walk *walk;
    xpgn_writer *writer;
    xpgn_buffer text;
    size_t body;  /* where its movetext begins */
    size_t since; /* the first bytes that the caller has */
    /* The next entry may go on at its last turn, which begins after `kept`, its action at `from`.
     */
    bool grows;
    size_t kept, from;
};

struct xpgn_scribe {
    xpgn_scribe_options o;
    xpgn_catalog *catalog;
    xpgn_walk *walk; /* with which the record is played, and written */
    xpgn_writer *writer;
    struct stored stored;
    const xpgn_sealing *sealing; /* NULL: dice are not sealed, or not yet */
    bool begun;                  /* there is a record */
    bool lost;                   /* memory has failed */
    bool resuming;               /* what was pending is taken up */
    struct draft draft;
    struct progress now;
    struct intent intent;
    struct sealed seal;
    xpgn_buffer refused; /* the last line that was refused, for `stood` and `fix` */
    xpgn_buffer text;    /* the record while it is played; findings point into it */
    xpgn_reply said;
    xpgn_scribe_state state;
};

/* The bytes of a buffer, to be pointed into. */
static inline xpgn_slice bytes_of(const xpgn_buffer *b) {
    return (xpgn_slice){b->size > 0 ? b->data : "", b->size};
}

/* Notes that memory has failed for what is in a buffer, if it has. */
static inline void scribe_need(xpgn_scribe *r, const xpgn_buffer *b) {
    r->lost |= b->failed;
}

/* Begins what the record is to become next: as it is now. */
void draft_begin(xpgn_scribe *r, struct draft *next);
/* The same where an entry is added at its end: what stands before the last turn is shared. */
void draft_grow(xpgn_scribe *r, struct draft *next);
void draft_free(struct draft *s);
/* Takes away what is pending or announced. */
void draft_clear_dice(struct draft *s);
void draft_need(xpgn_scribe *r, const struct draft *s);
/* Cuts a part, and the blanks before the cut. */
void draft_cut(xpgn_buffer *part, size_t size);
/* Appends [%annulled 5:1] for each roll of what is pending; a turn roll may stand, though what
   comes after it is not played. */
void draft_put_fallen(xpgn_buffer *b, const struct draft *s, bool stands);
/* After "first ": the ties for who begins; size 0: there are none. */
xpgn_slice draft_ties(const struct draft *s);
/* Appends text to a part, after a space if the part has something. */
void draft_add(xpgn_buffer *part, const char *format, ...) XPGN_PRINTF(2, 3);
/*
 * Plays the draft and makes its body canonical; if the rules have ended the game, it gets its
 * result. False: *why has the first finding, as xpgn-validate has it.
 */
bool draft_play(xpgn_scribe *r, struct draft *s, struct progress *st, xpgn_reply *why);
/* The same, and sets *out to what is to be stored after the first *kept bytes. */
bool draft_render(xpgn_scribe *r, struct draft *s, struct progress *st, xpgn_buffer *out,
                  size_t *kept, xpgn_reply *why);
/* Plays the record in r->text. */
void scribe_walk_text(xpgn_scribe *r, struct progress *st, xpgn_buffer *out);
/* The movetext of a record in export form, without its result. */
xpgn_slice draft_body_of(xpgn_slice text);
/* What stands from `from` on, without the result at its end. */
xpgn_slice draft_moves_of(xpgn_slice text, size_t from);
void draft_put_tag(xpgn_buffer *b, xpgn_slice name, xpgn_slice value);
/* Sets a tag; `value` is plain text. */
void draft_set_tag(struct draft *s, const char *name, xpgn_slice value);
xpgn_slice draft_tag(const struct draft *s, const char *name);
/* Sets a tag as it was entered. False: *a says why it cannot have that value. */
bool draft_enter_tag(struct draft *s, const char *name, xpgn_slice value, xpgn_reply *a);
/* Takes [%announced ...], and [%annulled ...] [%pending ...], out of the end of the movetext. */
void draft_take_pending(struct draft *s);
/* Takes a record apart that r->walk has walked without errors. */
void draft_read(xpgn_scribe *r, xpgn_slice text, struct draft *out);
/* The entries of a part of it, to be freed; NULL, and none: memory has failed. */
xpgn_record *draft_entries(xpgn_scribe *r, xpgn_slice part, const xpgn_entry **list, size_t *count);
/* The last action of the main line, of which there is one. */
size_t draft_last_action(const xpgn_entry *list, size_t count);
/* Where the comment begins that a missing half-move stands in. */
size_t draft_comment_at(const xpgn_record *entries, size_t entry);
void progress_free(struct progress *st);

/* ---- lines as they are typed (line.c, dice.c) ------------------------------------------------ */

void typed_read(struct typed *l, xpgn_slice text);
/* Appends the line as a record has it, without its number; after a space if *b has something. */
void typed_put(xpgn_buffer *b, const struct typed *l);
void typed_need(xpgn_scribe *r, const struct typed *l);
void typed_free(struct typed *l);
/* Takes the next word of a line. */
xpgn_slice line_word(xpgn_slice *rest);
/* The number of one die; 0: it is none. */
unsigned line_die(xpgn_slice s);

/* Appends the dice of one exchange as a record has them, 6,3,1:4,4, if `text` can only mean as
   many dice as are due. False: it says something else, or it is not clear what. */
bool dice_spell(xpgn_buffer *b, xpgn_slice text, const unsigned due[2], unsigned faces);
/* The same of the rolls for who begins, of two dice each. */
bool dice_spell_first(xpgn_buffer *b, xpgn_slice text, unsigned faces);

/* ---- a line and its reply (scribe.c) --------------------------------------------------------- */

/* Replaces the record by `next`, which is stored first. False: nothing has changed, and *a says
   why. What is left in *next is to be freed. */
bool scribe_settle(xpgn_scribe *r, struct draft *next, xpgn_reply *a);
/* The same with what was entered for it, which is forgotten, and *a says what has been taken. */
bool scribe_take(xpgn_scribe *r, struct draft *next, xpgn_reply *a);
/* Takes the record in r->text apart. False: it has errors. */
bool scribe_read(xpgn_scribe *r, struct draft *s);
/* After scribe_settle: what has been taken. */
void scribe_taken(xpgn_scribe *r, xpgn_reply *a);
/* Appends the number of the turn that is next, "12..." */
void scribe_put_number(const xpgn_scribe *r, xpgn_buffer *b);

static inline bool scribe_is_over(const xpgn_scribe *r) {
    return r->draft.result[0] != '*';
}

/* ---- actions (entry.c) ----------------------------------------------------------------------- */

void scribe_entry(xpgn_scribe *r, const struct typed *l, xpgn_reply *a);
/* The same of a line. */
bool scribe_enter(xpgn_scribe *r, xpgn_slice line, xpgn_reply *a);
/* Takes up the dice that stand at the end of the record. */
bool scribe_resume(xpgn_scribe *r, xpgn_reply *a);
/* Enters an action, or one with its dice, that the record has in [%announced] or [%pending]. */
bool scribe_reenter(xpgn_scribe *r, xpgn_slice text, xpgn_reply *a);
/* Goes on with what a sealed roll was wanted for, whose dice may fall now. */
bool scribe_roll_for(xpgn_scribe *r, enum seal_want want, xpgn_reply *a);
bool scribe_turn_roll(xpgn_scribe *r, unsigned die, xpgn_reply *a);
/* May a die be rolled before the next action? */
bool scribe_may_roll(const xpgn_scribe *r, xpgn_reply *a);
/* Is the number of a line that of the turn? */
bool scribe_number_fits(xpgn_scribe *r, const struct typed *l, xpgn_reply *a);
/* Has a line no commands that are the scribe's own? */
bool scribe_may_write(xpgn_scribe *r, const struct typed *l, xpgn_reply *a);
/* The seat whose turn is next, also after a half-move that is missing, and its number. */
unsigned scribe_turn_due(xpgn_scribe *r, uint32_t *number);

void intent_drop(struct intent *e);
/* More dice that are due for it. */
bool intent_due(const struct intent *e, unsigned due[2]);
/* Takes dice for it as they were typed. What they say beyond the dice is kept for the walk. */
bool intent_take_dice(xpgn_scribe *r, struct intent *e, xpgn_slice dice, xpgn_reply *a);
/* Takes the dice of a roll that was recorded. */
bool intent_take_roll(struct intent *e, const xpgn_roll *roll, xpgn_reply *a);
/* "3:2", the dice that are due. */
void intent_put_due(xpgn_buffer *b, const unsigned due[2]);
/* Appends its roll, without brackets, if it has one. */
void intent_put_roll(xpgn_buffer *b, const struct intent *e);
/* Appends what is known of its combat before the dice, in one line. */
void intent_put_odds(const struct intent *e, xpgn_buffer *b);
/* Lists what may be entered now: actions, or what is left to choose. */
size_t scribe_list(const xpgn_scribe *r, xpgn_action *list, size_t capacity);
/* The game in which an action is named: with the turn that is announced. */
static inline const xpgn_play *scribe_play(const xpgn_scribe *r) {
    return r->intent.open ? r->intent.play : r->now.play;
}
void scribe_action_name(const xpgn_scribe *r, const xpgn_action *a, char text[24]);
/* Are dice rolled here, or sealed, and never entered? */
static inline bool scribe_rolls(const xpgn_scribe *r) {
    return r->o.die != NULL || r->sealing != NULL;
}
/* The next die: by chance, or of the sealed roll. */
unsigned scribe_throw(xpgn_scribe *r);
unsigned scribe_die(void *scribe, unsigned faces);

/* ---- commands (commands.c, back.c, correct.c, first.c, fix.c, result.c) ---------------------- */

/* A word and what follows it. False: it is no command. */
bool scribe_command(xpgn_scribe *r, xpgn_slice word, xpgn_slice rest, xpgn_reply *a);
bool scribe_undo(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_annul(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_correct(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_fix(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_result(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_draw(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_resign(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
bool scribe_do_first(xpgn_scribe *r, xpgn_slice rest, xpgn_reply *a);
/* Settles a changed record and frees what is left; the reply is `done`. */
bool scribe_change(xpgn_scribe *r, struct draft *next, const char *done, xpgn_reply *a);
/* Rolls who begins. */
bool scribe_first(xpgn_scribe *r, xpgn_reply *a);
/* Do the rules roll for who begins, and has nobody done it? */
bool scribe_first_is_due(const xpgn_scribe *r);
/* Would a reader of the record take this word for its result? */
bool scribe_is_result(xpgn_scribe *r, xpgn_slice word);
/* A result as an entry. */
bool scribe_enter_result(xpgn_scribe *r, const struct typed *l, xpgn_reply *a);
/* Dice that have fallen for no action remain in `next` as annulled. */
void scribe_annul_pending(const xpgn_scribe *r, struct draft *next);

/* Is it a roll of dice, and no sum alone? */
bool scribe_has_dice(const xpgn_roll *roll);

/* ---- sealed dice (sealing.c) ----------------------------------------------------------------- */

/* Sets the tag RulesDigest, which a new record with sealed dice needs. */
void seal_set_tags(xpgn_scribe *r);
/* May the dice of the next roll be taken? False, and *a says what is awaited. */
bool seal_ready(xpgn_scribe *r, enum seal_want want, xpgn_reply *a);
/* Has something been announced, which binds until its dice have fallen? */
static inline bool seal_binds(const xpgn_scribe *r) {
    return r->sealing != NULL && r->sealing->open;
}
/* Refuses what is not that. */
bool seal_refuse_bound(const xpgn_scribe *r, xpgn_reply *a);
/* Have all answered, though the roll is not recorded, because it could not be stored? */
bool seal_has_fallen(const xpgn_scribe *r);
/* Has this side signed the result? */
bool seal_has_signed(const xpgn_scribe *r);
/* Is this, "roll" or "first", what was announced? */
bool seal_announced(const xpgn_scribe *r, const char *word);
/* Is this the action that was announced, perhaps written in another way? */
bool seal_is_announced(const xpgn_scribe *r, xpgn_slice word);
/* Goes on with what was announced, as if it had been entered again. */
bool seal_announce_again(xpgn_scribe *r, xpgn_reply *a);
/* Refuses an action that another party has announced and that cannot be. */
bool seal_refuse_offer(const xpgn_scribe *r, const char *why, xpgn_reply *a);
/* Before and after an entry is stored: the links of a roll that was taken. */
void seal_put_open(xpgn_scribe *r, struct draft *next);
void seal_done(xpgn_scribe *r, bool good);
/* May the tag be changed in a game whose dice are sealed? */
bool seal_may_tag(const xpgn_scribe *r, const char *name);
/* Can the last action be taken back or corrected, since no sealed roll comes after it? */
bool seal_may_change_last(const xpgn_scribe *r, xpgn_reply *a);
/* In the place of the last action: what was announced for its roll, and its dice. */
void seal_annul_last(const xpgn_scribe *r, struct draft *next);

#endif

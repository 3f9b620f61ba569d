/* SPDX-License-Identifier: MIT */
/*
 * Internals of the walk through one game, from its tags to its result; the public interface is
 * xpgn_walk_*.  Functions are grouped by file, lowest first: no file calls one declared below its
 * own.
 */
#ifndef XPGN_GAME_WALK_H
#define XPGN_GAME_WALK_H

#include "game/check.h"
#include "game/fast.h"
#include "game/tags.h"
#include "game/trail.h"
#include "play/draw.h"
#include "text/lex.h"
#include "text/roll.h"

enum { WALK_MAX_DEPTH = 500, WALK_QUEUE = 4, WALK_ERRORS = 100 };

/* A [%xfen] to be compared at the end of its turn. */
struct checkpoint {
    bool pending;
    xpgn_slice text;
    xpgn_place place;
};

/* One line of play: the main line, or a variation inside another. */
struct line {
    struct state state;      /* now */
    struct state before;     /* before the last action: where a variation branches off */
    struct state turn_start; /* before the last turn, where turns have several actions */
    xpgn_outcome outcome, before_outcome;
    bool dead;       /* an action could not be played: the rest is lexed only */
    bool has_action; /* this line has at least one action */
    bool gap;        /* after a [%missing]: what comes next cannot be played */
    bool fresh;      /* a variation before its first token */
    bool in_turn;    /* in a turn of several actions, after its number */
    bool past_end;   /* a number follows the end of the game */
    bool numbered;   /* the last number has no action yet */
    struct checkpoint checkpoint;
    uint32_t ply;          /* turns begun */
    int64_t number_offset; /* turns that numbers are too high, once that has been reported */
    uint32_t number_open;  /* after the offset of the number that was reported, until the next one
                              shows whether it is continued; 0: nothing is open */
    xpgn_place opened;     /* the ( */
    xpgn_slice last;       /* the last action as written */
    uint32_t last_number;
    uint8_t last_seat;
};

/* The main line and the variations open in it, each inside the one before. */
struct lines {
    struct line *list; /* [0..depth] */
    size_t depth, capacity;
    size_t skipped; /* open variations beyond WALK_MAX_DEPTH */
    bool branches;  /* there may be variations: positions are kept for them */
};

struct remarks {
    xpgn_remark *list;
    size_t count, capacity;
};

/* A <4> before its action. */
struct turn_roll {
    bool pending;
    bool unreadable; /* there was a <...>, but it could not be read */
    bool misplaced;  /* it is no turn roll, but perhaps the action's own: in entry.roll */
    uint16_t face;
    xpgn_place place;
};

/* The current action and what belongs to it. */
struct entry {
    struct recorded recorded;
    struct state kept; /* before it */
    xpgn_outcome kept_outcome;
    xpgn_position before; /* the same, for its step */
    xpgn_facts facts;
    xpgn_roll roll, again;
    struct remarks remarks;
};

/* Tokens to be played in place of those of the text: up to three lists, in order, the
   last of which ends with TOKEN_END. */
struct script {
    struct {
        const struct token *list;
        size_t count;
    } part[3];
    unsigned now; /* the part that is read */
    size_t at;    /* the next token of it */
};

struct terminator {
    bool found;
    struct token token;
};

struct steps {
    xpgn_step queue[WALK_QUEUE];
    size_t at, count;
};

/* The fast path, used when only the verdict is wanted. */
struct fast {
    const xpgn_ruleset *judged; /* its start position is known not to end the game */
    unsigned judged_seats;      /* bit per seat for which that is known when it begins */
    bool tried;                 /* on the movetext of this game, or its start was no place for it */
    bool passed;                /* and found nothing wrong up to the end */
    bool resumed;               /* or the walk continued where it gave up */
    bool replays;               /* its moves are returned as steps (walk_replay.c) */
    bool sieved;                /* but only those that pass the sieve */
    struct sieve sieve;
    struct fast_throws *throws; /* NULL: not wanted yet */
    unsigned thrown;            /* of those, how many have been returned */
    size_t findings;            /* when it was tried last */
    xpgn_slice first_in;        /* the text in which it has read the first action; data NULL: it
                                   has not */
    struct fast_game game;
};

/* The first action of the main line, from the ruleset's own start position. */
struct first {
    char text[24]; /* if the walk has played it; else "" */
    /* Those that the fast path has read, by what was written: they are few (a getter fills it). */
    struct first_name {
        const xpgn_ruleset *rs;
        char word[8], text[24];
    } known[16];
};

/* The ruleset and options of a trial, in place of the tags that a game lacks. */
struct assumed {
    const char *variant, *options;
};

/* The main line before the first action of a turn, whose number has been read. */
struct turn_mark {
    bool there;
    struct line line;
};

struct xpgn_walk {
    xpgn_catalog *rules;
    xpgn_walk_options options;
    struct {
        const xpgn_ruleset *of;
        char text[RULES_DIGEST_SIZE];
    } digest;          /* the last one computed */
    struct tags *tags; /* of the game; a getter may have to read them */
    struct fast fast;
    struct assumed assumed; /* in a trial */

    /* One game. */
    const xpgn_game *game;       /* NULL: none has begun */
    xpgn_game blank;             /* one that came without a text */
    const xpgn_ruleset *ruleset; /* NULL: unknown */
    struct arena arena;
    struct log log;
    bool started, ended, no_memory;
    bool unnamed;         /* the ruleset is not known: nothing is played */
    bool transcribed;     /* every action is wanted in full, from the first one on */
    bool acted, remarked; /* the last token of the main line was an action that was played, or a
                                comment that follows none */
    bool has_gap;         /* some line has one */
    struct lex lex;
    struct script *script; /* NULL: the text is read */
    struct token token;    /* the current one */
    bool held;             /* walk_token returns it once more */
    struct remarks early;  /* comments before the movetext */
    struct lines lines;
    struct first *first;
    struct entry entry;
    struct turn_roll turn_roll;
    xpgn_place unread;        /* text that could not be read, after the action before one that could
                                 not be played; length 0: none */
    uint32_t wrong_number;    /* end of a move number that was reported; 0: none */
    struct terminator result; /* of the game */
    struct terminator inside; /* in a variation: the game's if the variation is never closed */
    struct draw_watch draws;  /* in the main line, with the option lint */
    struct steps steps;
    struct trail trail; /* with the option keep_line */
    struct {
        struct turn_mark last; /* the last turn that has begun */
        struct turn_mark next; /* where one may begin */
    } growth;                  /* with the option grows */
};

static inline struct line *walk_line(xpgn_walk *w) {
    return &w->lines.list[w->lines.depth];
}
static inline const xpgn_position *walk_position(const xpgn_walk *w) {
    return &w->lines.list[w->lines.depth].state.position;
}
/* Are all steps but the result left out? */
static inline bool walk_skips_steps(const xpgn_walk *w) {
    const xpgn_walk_options *o = &w->options;
    return o->verdict_only &&
           !(o->dice_steps && w->ruleset != NULL && ruleset_has_dice(w->ruleset));
}
static inline bool walk_many_actions(const xpgn_walk *w) {
    return w->ruleset != NULL && w->ruleset->turn != TURN_ONE_ACTION;
}
static inline unsigned walk_seats(const xpgn_walk *w) {
    return w->ruleset != NULL ? w->ruleset->geometry.seats : 2;
}
/* In the turn that ended the game: what follows there is of no turn of its own. */
static inline bool walk_after_end(const xpgn_walk *w) {
    const struct line *l = &w->lines.list[w->lines.depth];
    return walk_many_actions(w) && l->outcome.over && l->has_action && !l->past_end;
}
/* The dots after the move number of the side to move. */
static inline const char *walk_dots(const xpgn_walk *w) {
    return xpgn_turn_dots(walk_position(w)->seats, walk_position(w)->side_to_move);
}
static inline const xpgn_tag *walk_known(const xpgn_walk *w, enum known_tag k) {
    return tags_known(w->tags, k);
}
/* The value of a tag; data NULL: there is none. */
static inline xpgn_slice walk_value(const xpgn_walk *w, enum known_tag k) {
    const xpgn_tag *t = walk_known(w, k);
    return t != NULL ? t->value : (xpgn_slice){NULL, 0};
}
/* The place of a part of the game's text.  (Of a script it means nothing, and does no harm.) */
static inline xpgn_place walk_place(const xpgn_walk *w, xpgn_slice s) {
    return (xpgn_place){(uint32_t)((uintptr_t)s.data - (uintptr_t)w->game->text.data),
                        (uint32_t)s.size};
}

/* Where the next token begins, or the space before it. */
static inline size_t walk_next_offset(const xpgn_walk *w) {
    return w->held ? w->token.place.offset : w->lex.at;
}

/* Did the lexer skip something between this place and the current token?  The text of a
   script is in order. */
static inline bool walk_passed_over(const xpgn_walk *w, uint32_t offset) {
    return w->lex.unread.length > 0 && w->script == NULL && w->lex.unread.offset >= offset &&
           w->lex.unread.offset < w->token.place.offset;
}

/* ---- walk_step.c: tokens in, steps and findings out ------------------------------------------ */

void walk_begin_log(xpgn_walk *w);
/* To be called between the header and the first token of the movetext; `branches`: see lines. */
void walk_begin_moves(xpgn_walk *w, bool branches);
/* The next token of a script. */
const struct token *walk_script_next(struct script *s);
/* Reads the next token; if w->held, the current one once more. */
void walk_token(xpgn_walk *w);
/* "3. Nxd5": a turn with one of its actions. */
const char *walk_label_of(xpgn_walk *w, uint32_t number, unsigned seat, xpgn_slice action);
/* Labels the findings from `from` on with the last action of the line. */
void walk_label(xpgn_walk *w, size_t from);
/* Adds the current token, a comment or NAG. */
void walk_remark(xpgn_walk *w, struct remarks *r);
/* Adds a step at the current token; `remarks`: NULL if it has none. */
xpgn_step *walk_step(xpgn_walk *w, xpgn_step_kind kind, const struct remarks *remarks);

/* ---- rolls.c: dice in commands and tags ------------------------------------------------------ */

/* Writes the dice of a roll and nothing else. */
void walk_put_dice(xpgn_buffer *b, const xpgn_roll *roll);
/* Checks the form of a [%annulled]. */
void walk_check_annulled(xpgn_walk *w, const struct command *c);

/* ---- header.c: the tags, the ruleset they name, and the start position ----------------------- */

/* Returns how many findings are not about the ruleset or the start position. */
size_t walk_header(xpgn_walk *w);
/* Checks the values of the tags that the walk itself uses. */
void walk_check_known(xpgn_walk *w);
void walk_find_ruleset(xpgn_walk *w);
void walk_check_digest(xpgn_walk *w);
/* Sets the side to move by the tag FirstRoll, if there is one; `given`: a tag gave the position. */
void walk_roll_off(xpgn_walk *w, xpgn_position *p, bool given);
/* The seat that begins by the tag FirstRoll, which is there; -1: it decides nothing. */
int walk_roll_off_seat(const xpgn_walk *w);
/* Sets up the start position and judges whether the game is over in it.  False: there is none. */
bool walk_start_state(xpgn_walk *w, struct state *s, xpgn_outcome *outcome);

/* ---- entry.c: what belongs to an action ------------------------------------------------------ */

/* Takes what stands before an action: its turn roll. */
void walk_begin_entry(xpgn_walk *w, struct recorded *recorded);
/* And then everything that belongs to it: rolls, NAGs, comments. */
void walk_entry(xpgn_walk *w, struct recorded *recorded);
/* Parses a roll, which `whole` includes with its brackets.  False: it cannot be read, which has
   been reported, perhaps by the lexer. */
bool walk_read_roll(xpgn_walk *w, xpgn_slice text, xpgn_place whole, xpgn_roll *roll);
/* With lint: a roll that can be read but is not written as the writer does, such as <05:1>. */
void walk_check_roll_form(xpgn_walk *w, xpgn_slice text, const xpgn_roll *roll);
/* Has the comment a command with a roll? */
bool walk_has_roll(xpgn_slice comment);
/* Executes the commands in a comment that follows no action. */
void walk_stray_commands(xpgn_walk *w, xpgn_slice comment);

/* ---- walk_turn.c: where turns begin and end -------------------------------------------------- */

/* Compares a [%xfen] with the position at the end of its turn. */
void walk_settle_checkpoint(xpgn_walk *w);
/* The same where a [%xfen] does not follow its action: after a variation or a number. */
void walk_settle_stray(xpgn_walk *w);
void walk_begin_turn(xpgn_walk *w);
void walk_finish_turn(xpgn_walk *w, xpgn_place place);
/* Does nothing hang over from what was read, in the main line? */
bool walk_is_settled(const xpgn_walk *w);
/* And may a turn be read here as if the game began with it? */
bool walk_is_clear(const xpgn_walk *w);
/* Takes over the main line, with the next token, where the fast path gave up. */
void walk_take_over(xpgn_walk *w, const struct fast_game *q);
/* With the option grows: notes the main line, if a turn may begin; a turn has begun. */
void walk_note_turn(xpgn_walk *w);
void walk_take_turn(xpgn_walk *w);
/* Goes on at this offset with the last turn of a walk of a text that was the same up to there; to
   be called after walk_start. False: the text has no such turn. */
bool walk_go_on(xpgn_walk *w, const struct turn_mark *turn, size_t from);
/* Ends the turn of a line before its next turn or its end. */
void walk_close_turn(xpgn_walk *w);
/* Reports a turn roll that no action follows. */
void walk_drop_turn_roll(xpgn_walk *w);

/* ---- walk_number.c: move numbers ------------------------------------------------------------- */

void walk_number(xpgn_walk *w);
/* Stands the current token, a number, for an action, as 5254 in `1. 5254`? */
bool walk_number_is_word(const xpgn_walk *w);
/* Begins the turn of an action without a number, unless it goes on or the game ended in it. */
void walk_begin_action(xpgn_walk *w, xpgn_place place);

/* ---- walk_action.c: actions and the rolls before them ---------------------------------------- */

void walk_action(xpgn_walk *w);
void walk_roll(xpgn_walk *w);
/* With lint: notes the position in the main line, to find draws. */
void walk_note_draws(xpgn_walk *w);

/* ---- walk_variation.c ------------------------------------------------------------------------ */

void walk_open_variation(xpgn_walk *w);
void walk_close_variation(xpgn_walk *w);
/* Reports variations open at the end of the game: one finding, at the outermost. */
void walk_close_variations(xpgn_walk *w);

/* ---- result.c: the result by its tag, its terminator and the rules --------------------------- */

void walk_check_result(xpgn_walk *w);
/* Is the current token 0-0, as the Result tag says, at the end of the game: no castling? */
bool walk_is_forfeit(const xpgn_walk *w);
/* The number in the tag PlyCount; UINT32_MAX: there is none. */
uint32_t walk_ply_count(const xpgn_walk *w);
/* What the rules made of the game against this terminator.  False: that is none at all. */
bool walk_check_outcome(xpgn_walk *w, xpgn_slice text, xpgn_place place);

/* ---- walk_fast.c: games of which only the verdict is wanted ---------------------------------- */

/*
 * Tries the fast path on a whole game.  True: the game is done, because nothing is wrong with it,
 * or the walk continues where the fast path gave up.  False: it has to start at the first byte.
 */
bool walk_fast_game(xpgn_walk *w);
/* Tries it on the movetext after the header, or on what is left after a finding, at any token.
   In any case the walk goes on from where it is then. */
void walk_fast_moves(xpgn_walk *w);

/* Ends a game that the fast path has settled: its last step, after `plies` turns without any. */
void walk_fast_result(xpgn_walk *w, uint32_t plies);

/* ---- walk_replay.c: its steps, with the option bare_steps -------------------------------------
 */

/* Adds the steps of the next turn, or the next action with dice; after the last one the result. */
void walk_replay(xpgn_walk *w);

/* ---- walk_first.c: the first action of a game ------------------------------------------------ */

/*
 * The first action of the main line, from the ruleset's own start position: its canonical notation
 * with + or #, whichever reader has played it. False: there is none, the game began elsewhere, or,
 * where there are dice, its steps were skipped.
 */
bool walk_first_action(const xpgn_walk *w, char text[24]);
/* Of a game that the fast path has read: can it tell that action, if there is one to be told? */
bool walk_knows_first(const xpgn_walk *w);

/* ---- walk_unread.c: what only follows from something that could not be read -------------------
 */

/* Before a token is handled: may what could not be read before it have been an action? */
bool walk_is_unread(const xpgn_walk *w);
/* After the current token, `kind`, of a line that could be played so far: reports nothing since
   index `mark` that follows from that; an action that could not be played is left to the caller,
   in w->unread. */
void walk_settle_unread(xpgn_walk *w, enum token_kind kind, size_t mark);
/* If w->unread is set: does so for the action, and suggests for what could not be read what has
   been found to be missing there.  True: it was. */
bool walk_drop_unread(xpgn_walk *w);
/* Drops findings since index `mark` about bytes that hang at an action that could not be played. */
void walk_drop_tail(xpgn_walk *w, size_t mark);

/* ---- walk.c: one token after the other ------------------------------------------------------- */

/* *w is zero; the options are valid.  Its parts are to be freed in any case. */
xpgn_status walk_init(xpgn_walk *w, xpgn_catalog *rules, const xpgn_walk_options *options);
void walk_free_parts(xpgn_walk *w);
/* A walk alone, as trials are. */
xpgn_status walk_new(xpgn_walk **out, xpgn_catalog *rules, const xpgn_walk_options *options);
void walk_free(xpgn_walk *w);
bool walk_is_out_of_memory(const xpgn_walk *w);
/* Forgets the game before this one. */
void walk_begin(xpgn_walk *w, const xpgn_game *game);
/* Reads the tags; returns what walk_header does. */
size_t walk_open(xpgn_walk *w);
/* Sets up the start, after walk_open. */
void walk_start(xpgn_walk *w);
/* Reads a token with what belongs to it, plays it, and adds its steps. */
void walk_read(xpgn_walk *w);

#endif

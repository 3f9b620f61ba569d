/* SPDX-License-Identifier: MIT */
/*
 * Internals of the walk through one game, from its tags to its result; the public interface is
 * xpgn_walk_*.  Functions are grouped by file, lowest first: no file calls one declared below its
 * own.
 */
#ifndef XPGN_WALK_WALK_STATE_H
#define XPGN_WALK_WALK_STATE_H

#include "core/game/action_check.h"
#include "core/play/chess_draws.h"
#include "core/text/lex.h"
#include "core/text/roll_text.h"
#include "core/walk/canonical_bytes.h"
#include "core/walk/fast.h"
#include "core/walk/walk_tags.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"

struct ending; /* core/forms/written_ending.h */

enum { WALK_MAX_DEPTH = 500, WALK_QUEUE = 4, WALK_ERRORS = 100 };

/* A [%xfen] that will be compared at the end of its turn. */
struct checkpoint {
    bool pending;
    xpgn_slice text;
    xpgn_place place;
};

/* One line of play: the main line, or a variation inside another. */
struct line {
    struct state state;      /* current */
    struct state before;     /* before the last action, where a variation branches off */
    struct state turn_start; /* before the last turn, in games with several actions per turn */
    xpgn_outcome outcome, before_outcome;
    bool dead;       /* an action could not be played: the rest is only lexed */
    bool has_action; /* this line has at least one action */
    bool gap;        /* after a [%missing]: what comes next cannot be played */
    bool fresh;      /* a variation before its first token */
    bool in_turn;    /* in a turn of several actions, after its number */
    bool past_end;   /* a number follows the end of the game */
    bool numbered;   /* the last number has no action yet */
    struct checkpoint checkpoint;
    uint32_t ply;          /* turns begun */
    int64_t number_offset; /* by how many turns numbers are too high, once that has been reported */
    uint32_t number_open;  /* end offset of a reported number, until the next one shows whether the
                              mistake continues; 0: none */
    xpgn_place opened;     /* the ( */
    xpgn_slice last;       /* the last action as written */
    struct acted acted;    /* in the turn, or the last one if none is begun */
    uint32_t last_number;
    uint8_t last_seat;
};

/* The main line and the variations open in it, each inside the one before. */
struct lines {
    struct line *list; /* [0..depth] */
    size_t depth, capacity;
    size_t skipped; /* open variations beyond WALK_MAX_DEPTH */
    bool branches;  /* there may be variations, so positions are kept for them */
};

struct remarks {
    xpgn_remark *list;
    size_t count, capacity;
};

/* A turn roll <4>, before its action. */
struct turn_roll {
    bool pending;
    bool unreadable; /* there was a <...>, but it could not be read */
    bool misplaced;  /* not a turn roll, but perhaps the action's own; it is in entry.roll */
    xpgn_turn_dice dice;
    xpgn_place place;
};

/* The current action and what belongs to it. */
struct entry {
    struct recorded recorded;
    struct state kept; /* before it */
    xpgn_outcome kept_outcome;
    xpgn_position before; /* the same, for the step */
    xpgn_facts facts;
    xpgn_roll roll, again;
    struct remarks remarks;
};

/* Tokens to be played instead of those of the text: up to three lists in order, the last ending
   with TOKEN_END. */
struct script {
    struct {
        const struct token *list;
        size_t count;
    } part[3];
    unsigned now; /* the current list */
    size_t at;    /* the next token in it */
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
    const xpgn_ruleset *judged; /* the ruleset whose start position is known not to end the game */
    unsigned judged_seats;      /* bit per seat for which that is known if it begins */
    bool tried;                 /* it was tried on the movetext of this game, or could not start
                                   there */
    bool passed;                /* it found nothing wrong up to the end */
    size_t refused;             /* errors of a header without a start position; 0: there is one */
    bool resumed;               /* the walk continued where it gave up */
    bool replays;               /* its moves are returned as steps (walk_replay.c) */
    bool turned;                /* a turn is in the queue, or was: walk_replay */
    bool sieved;                /* only those that pass the sieve */
    struct sieve sieve;
    played_code *moves;      /* room for the moves of this game; NULL: not needed yet */
    struct state start;      /* where it was last tried from, if its moves are made again */
    struct fast_watch watch; /* see NULL: nobody watches */
    size_t findings;         /* number of findings when it was last tried */
    xpgn_slice first_in;     /* the text in which it read the first action; data NULL: it did
                                not */
    struct fast_game game;
};

/* The first action of the main line, from the ruleset's own start position. */
struct first {
    char text[24]; /* "" if the walk has not played it */
    /* Names of first actions read by the fast path, by their text; filled by a getter, as they are
       few. */
    struct first_name {
        const xpgn_ruleset *rs;
        char word[8], text[24];
    } known[16];
};

/* The ruleset and options of a trial, instead of missing tags. */
struct assumed {
    const char *variant, *options;
};

/* In trials of one game: the value of a tag that is tried, as if it were written, and all tags as
   they are. */
enum { INSTEAD_FORMS = 8 };
struct tag_instead {
    enum known_tag tag;
    xpgn_slice value; /* data NULL: without the tag */
    bool read;        /* by the first of the trials: */
    const char *end;  /* of the tags; NULL: the fast path cannot read them */
    unsigned known_set;
    xpgn_tag known[KNOWN_COUNT];
    struct unread_form {
        const struct geometry *geometry; /* no position of this form is in the tag that should have
                                            the start position */
        size_t errors;                   /* which that leads to */
    } unread[INSTEAD_FORMS];
    unsigned unreads;
};

/* The main line before the first action of a turn, after its number. */
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
    struct tags *tags; /* a pointer, as getters may have to read them */
    struct fast fast;
    struct assumed assumed;      /* in a trial */
    bool exact_start;            /* in a trial of a start position: it is not mended */
    struct tag_instead *instead; /* in a trial of a tag on the fast path; NULL: none */

    /* One game. */
    const xpgn_game *game;       /* NULL: none has begun */
    xpgn_game blank;             /* used for a game without a text */
    const xpgn_ruleset *ruleset; /* NULL: unknown */
    struct arena arena;
    struct log log;
    bool started, ended, no_memory;
    bool unnamed;         /* the ruleset is unknown: nothing is played */
    bool transcribed;     /* all facts of every action are wanted */
    bool acted, remarked; /* whether the last token of the main line was an action that was played,
                             or a comment that follows none */
    bool has_gap;         /* some line has a gap */
    enum { COORDINATES_UNKNOWN, COORDINATES_MIXED, COORDINATES_ONLY } coordinates;
    struct lex lex;
    struct script *script; /* NULL: the text is read */
    struct token token;    /* the current one */
    bool held;             /* walk_token returns it again */
    struct remarks early;  /* comments before the movetext */
    struct lines lines;
    struct first *first;
    struct entry entry;
    struct turn_roll turn_roll;
    xpgn_place unread;        /* unreadable text between an action and one that could not be played;
                                 length 0: none */
    uint32_t wrong_number;    /* end of a reported move number; 0: none */
    struct terminator result; /* of the game */
    struct terminator inside; /* in a variation; the game's if the variation is never closed */
    struct draw_watch draws;  /* in the main line, with the option lint */
    struct steps steps;
    struct canonical_bytes trail; /* with the option keep_line */
    struct {
        struct turn_mark last; /* before the last turn that has begun */
        struct turn_mark next; /* where the next may begin */
    } growth;                  /* with the option incremental */
};

static inline struct line *walk_line(xpgn_walk *w) {
    return &w->lines.list[w->lines.depth];
}
static inline const xpgn_position *walk_position(const xpgn_walk *w) {
    return &w->lines.list[w->lines.depth].state.position;
}
/* True if all steps but the result are left out. */
static inline bool walk_skips_steps(const xpgn_walk *w) {
    xpgn_detail detail = w->options.detail;
    if (detail == XPGN_DICE || detail == XPGN_THROWS)
        return w->ruleset == NULL || !ruleset_has_dice(w->ruleset);
    return detail == XPGN_VERDICT || detail == XPGN_CODES;
}
/* True if games of chess without findings are replayed as steps without texts. */
static inline bool walk_is_bare(const xpgn_walk *w) {
    const xpgn_detail detail = w->options.detail;
    return detail == XPGN_BARE || detail == XPGN_NAMED || detail == XPGN_TURNS;
}
static inline bool walk_many_actions(const xpgn_walk *w) {
    return w->ruleset != NULL && turn_is_several(w->ruleset);
}
static inline unsigned walk_seats(const xpgn_walk *w) {
    return w->ruleset != NULL ? w->ruleset->geometry.seats : 2;
}
/* True in the turn that ended the game: what follows there does not belong to a new turn. */
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
/* True if the tags give a start position. */
static inline bool walk_gives_start(const xpgn_walk *w) {
    return (w->tags->known_set & (1u << KNOWN_FEN | 1u << KNOWN_XFEN)) != 0;
}
/* True on the main line of a game whose dice are sealed, which the parties sign. */
static inline bool walk_is_sealed(const xpgn_walk *w) {
    return w->lines.depth == 0 && walk_known(w, KNOWN_DICE_COMMIT) != NULL;
}
/* The value of a tag; data NULL if there is none. */
static inline xpgn_slice walk_value(const xpgn_walk *w, enum known_tag k) {
    const xpgn_tag *t = walk_known(w, k);
    return t != NULL ? t->value : (xpgn_slice){NULL, 0};
}
/* The place of a part of the game's text. (For a script it is meaningless but harmless.) */
static inline xpgn_place walk_place(const xpgn_walk *w, xpgn_slice s) {
    return (xpgn_place){(uint32_t)((uintptr_t)s.data - (uintptr_t)w->game->text.data),
                        (uint32_t)s.size};
}

/* True if it is a part of the game's text; the value of a tag in another form is not. */
static inline bool walk_has(const xpgn_walk *w, xpgn_slice s) {
    uintptr_t from = (uintptr_t)w->game->text.data, at = (uintptr_t)s.data;
    return at >= from && at <= from + w->game->text.size;
}

/* The offset of the next token, or of the space before it. */
static inline size_t walk_next_offset(const xpgn_walk *w) {
    return w->held ? w->token.place.offset : w->lex.at;
}

/* True if the lexer skipped something between this place and the current token; never in a
   script. */
static inline bool walk_passed_over(const xpgn_walk *w, uint32_t offset) {
    return w->lex.unread.length > 0 && w->script == NULL && w->lex.unread.offset >= offset &&
           w->lex.unread.offset < w->token.place.offset;
}

/* ---- walk_step.c: tokens in, steps and findings out ------------------------------------------ */

void walk_begin_log(xpgn_walk *w);
/* Call it between the header and the first token of the movetext; `branches` as in struct lines. */
void walk_begin_moves(xpgn_walk *w, bool branches);
/* True if the word behind an action is the prisoner whom it frees: P@b7 in g7@h8 <5=6> P@b7. */
static inline bool walk_frees(const xpgn_ruleset *rs, const struct notation *action,
                              const struct notation *word) {
    return rs->release_reach != 0 && action->kind == NOTATION_AT && word->kind == NOTATION_DROP;
}
/* The next token of a script. */
const struct token *walk_script_next(struct script *s);
/* Reads the next token or, if w->held, returns the current one again. */
void walk_token(xpgn_walk *w);
/* "3. Nxd5": the label of a turn with one of its actions. */
const char *walk_label_of(xpgn_walk *w, uint32_t number, unsigned seat, xpgn_slice action);
/* Labels the findings from `from` on with the last action of the line. */
void walk_label(xpgn_walk *w, size_t from);
/* Adds the current token, a comment or NAG, to *r. */
void walk_remark(xpgn_walk *w, struct remarks *r);
/* Adds a step at the current token; `remarks`: NULL if it has none. */
xpgn_step *walk_step(xpgn_walk *w, xpgn_step_kind kind, const struct remarks *remarks);

/* ---- walk_rolls.c: dice in commands and tags ------------------------------------------------- */

/* Appends only the dice of a roll. */
void walk_put_dice(xpgn_buffer *b, const xpgn_roll *roll);
/* Checks the form of a [%annulled]. */
void walk_check_annulled(xpgn_walk *w, const struct command *c);

/* ---- walk_header.c: the tags, and the ruleset they name -------------------------------------- */

/* Reads the header. Returns how many findings are not about the ruleset or the start position. */
size_t walk_header(xpgn_walk *w);
/* Checks the values of the tags that the walk itself uses. */
void walk_check_known(xpgn_walk *w);
void walk_find_ruleset(xpgn_walk *w);
void walk_check_digest(xpgn_walk *w);
/* Sets the side to move from the tag FirstRoll, if there is one; `given`: a tag gave the
   position. */
void walk_roll_off(xpgn_walk *w, xpgn_position *p, bool given);
/* Sets up the start position and judges whether the game is over there. False if there is none. */
bool walk_start_state(xpgn_walk *w, struct state *s, xpgn_outcome *outcome);
/* The seat that begins by the tag FirstRoll, which must exist; -1: it is undecided. */
int walk_roll_off_seat(const xpgn_walk *w);

/* ---- walk_position.c: the start position ----------------------------------------------------- */

/* The position that the tags give, or that of the ruleset. False if there is none. */
bool walk_start_position(xpgn_walk *w, xpgn_position *out);
/* From here on the tag has the value that is meant. */
void walk_take_value(xpgn_walk *w, enum known_tag k, xpgn_slice value);
/* A right to castle that the tag with the start position does not give. */
struct denied_right {
    const xpgn_tag *tag;
    unsigned seat, side; /* 0: the king's side */
    char letter;         /* of XFEN */
};
/* True if the action at hand is castling without that right, though king and rook stand as they did
   there. */
bool walk_right_denied(const xpgn_walk *w, struct denied_right *d);
/* Lets a finding from index `mark` on, if it is that this castling is not legal, say so. */
void walk_tell_denied(xpgn_walk *w, size_t mark);

/* ---- walk_entry.c: what belongs to an action ------------------------------------------------- */

/* Takes what precedes an action: its turn roll. */
void walk_begin_entry(xpgn_walk *w, struct recorded *recorded);
/* Then takes everything that belongs to it: rolls, NAGs, comments. */
void walk_entry(xpgn_walk *w, struct recorded *recorded);
/* Parses a roll; `whole` is its place with the brackets. False if it cannot be read, which has been
   reported, here or by the lexer. */
bool walk_read_roll(xpgn_walk *w, xpgn_slice text, xpgn_place whole, xpgn_roll *roll);
/* With lint: a roll that can be read but is not written as the writer does, such as <05:1>. */
void walk_check_roll_form(xpgn_walk *w, xpgn_slice text, const xpgn_roll *roll);
/* True if the comment has a command with a roll. */
bool walk_has_roll(xpgn_slice comment);
/* Executes the commands in a comment that follows no action. */
void walk_stray_commands(xpgn_walk *w, xpgn_slice comment);

/* ---- walk_turn.c: where turns begin and end -------------------------------------------------- */

/* Compares a [%xfen] with the position at the end of its turn. */
void walk_settle_checkpoint(xpgn_walk *w);
/* The same for a [%xfen] that does not follow its action: after a variation or a number. */
void walk_settle_stray(xpgn_walk *w);
void walk_begin_turn(xpgn_walk *w);
void walk_finish_turn(xpgn_walk *w, xpgn_place place);
/* True in the main line if nothing that was read is still pending. */
bool walk_is_settled(const xpgn_walk *w);
/* True if, besides, a turn can be read here as if the game began with it. */
bool walk_is_clear(const xpgn_walk *w);
/* Continues the main line where the fast path gave up, with the next token. */
void walk_take_over(xpgn_walk *w, const struct fast_game *q);
/* With the option incremental: notes the main line, if a turn may begin or has begun. */
void walk_note_turn(xpgn_walk *w);
void walk_take_turn(xpgn_walk *w);
/* Continues at this offset with the last turn of a walk of a text that was the same up to there.
   Call it after walk_start. False if the text has no such turn. */
bool walk_go_on(xpgn_walk *w, const struct turn_mark *turn, size_t from);
/* Ends the current turn of a line. */
void walk_close_turn(xpgn_walk *w);
/* Reports a turn roll that no action follows. */
void walk_drop_turn_roll(xpgn_walk *w);

/* ---- walk_number.c: move numbers ------------------------------------------------------------- */

void walk_number(xpgn_walk *w);
/* True if the current token, a number, is written for an action, as 5254 in `1. 5254`. */
bool walk_number_is_word(const xpgn_walk *w);
/* Begins the turn of an action without a number, unless the turn continues or the game ended in
   it. */
void walk_begin_action(xpgn_walk *w, xpgn_place place);

/* ---- walk_action.c: actions and the rolls before them ---------------------------------------- */

void walk_action(xpgn_walk *w);
/* True if the game ends with a result in words that begin with this word of the main line. */
bool walk_says_result(const xpgn_walk *w, const struct token *word, struct ending *ending);
void walk_roll(xpgn_walk *w);
/* With lint: notes the position in the main line, to find draws. */
void walk_note_draws(xpgn_walk *w);

/* ---- walk_coordinates.c: half-moves as two squares --------------------------------------------
 */

/* In a game in which all half-moves are two squares, gives this one the letter of its piece, and
   its promotion. `read`: it was read as notation. False if it is no notation. */
bool walk_read_coordinates(xpgn_walk *w, struct recorded *recorded, bool read);

/* ---- walk_variation.c ------------------------------------------------------------------------ */

void walk_open_variation(xpgn_walk *w);
void walk_close_variation(xpgn_walk *w);
/* Reports variations that are open at the end of the game, in one finding at the outermost. */
void walk_close_variations(xpgn_walk *w);

/* ---- walk_result.c: the result by its tag, its terminator and the rules ---------------------- */

void walk_check_result(xpgn_walk *w);
/* True if the current token is the result 0-0, as in the Result tag, and not castling. */
bool walk_is_forfeit(const xpgn_walk *w);
/* The value of the tag White or Black; empty if there is none. */
xpgn_slice walk_player(const xpgn_walk *w, const char *seat);
/* The number in the tag PlyCount; UINT32_MAX if there is none. */
uint32_t walk_ply_count(const xpgn_walk *w);
/* Compares the outcome by the rules with this terminator. False if it is not a terminator. */
bool walk_check_outcome(xpgn_walk *w, xpgn_slice text, xpgn_place place);

/* ---- walk_fast.c: games of which only the verdict is wanted ---------------------------------- */

/*
 * Tries the fast path on a whole game. True: the game is finished without a finding, or the walk
 * continues where the fast path gave up. False: the walk must start at the first byte.
 */
bool walk_fast_game(xpgn_walk *w);
/* Opens a game without a finding in its tags, and without a comment before its moves, as walk_open
   and walk_start do if only the verdict is wanted. False: they must. */
bool walk_open_plain(xpgn_walk *w);
/* Tries it on the movetext after the header, or at any token on the rest after a finding. In any
   case the walk goes on from where it is then. */
void walk_fast_moves(xpgn_walk *w);

/* Ends a game that the fast path has settled: adds the last step, after `plies` turns without
   steps. */
void walk_fast_result(xpgn_walk *w, uint32_t plies);

/* ---- walk_replay.c: its steps, with XPGN_BARE, NAMED, TURNS, THROWS -------------------------- */

/* Adds the steps of the next turn or the next action with dice, and the result at the end. */
void walk_replay(xpgn_walk *w);

/* ---- walk_told.c: turns that are told while the fast path reads them ------------------------- */

/* Tells the start. */
void walk_told_begin(xpgn_walk *w, const struct state *start);
/* A fast_tell, with the walk as its data. */
void walk_told_move(void *data, const struct fast_told *move);
/* Tells the last turn of a game that the fast path has settled. */
void walk_told_end(xpgn_walk *w);

/* ---- walk_first.c: the first action of a game ------------------------------------------------ */

/*
 * Writes the canonical notation, with + or #, of the first action of the main line from the
 * ruleset's start position, whichever reader played it. False if there is none, the game began
 * elsewhere, or, in a game with dice, its steps were skipped.
 */
bool walk_first_action(const xpgn_walk *w, char text[24]);
/* For a game read by the fast path: true if that action can be told, or there is none. */
bool walk_knows_first(const xpgn_walk *w);

/* ---- walk_unread.c: findings that follow from unreadable text -------------------------------- */

/* Before a token is handled: true if unreadable text before it may have been an action. */
bool walk_is_unread(const xpgn_walk *w);
/* After the current token, of kind `kind`, in a line that could be played so far: drops findings
   since index `mark` that follow from the unreadable text. An action that could not be played is
   left to the caller, in w->unread. */
void walk_settle_unread(xpgn_walk *w, enum token_kind kind, size_t mark);
/* If w->unread is set: does so for the action, and suggests what was found to be missing there as a
   fix for the unreadable text. True if it was set. */
bool walk_drop_unread(xpgn_walk *w);
/* Drops findings since index `mark` about bytes attached to an action that could not be played. */
void walk_drop_tail(xpgn_walk *w, size_t mark);

/* ---- walk.c: one token after the other ------------------------------------------------------- */

/* Initializes *w, which must be zero, with valid options. Its parts must be freed even on
   failure. */
xpgn_status walk_init(xpgn_walk *w, xpgn_catalog *rules, const xpgn_walk_options *options);
void walk_free_parts(xpgn_walk *w);
/* Makes a bare walk, as used for trials. */
xpgn_status walk_new(xpgn_walk **out, xpgn_catalog *rules, const xpgn_walk_options *options);
void walk_free(xpgn_walk *w);
static inline bool walk_is_out_of_memory(const xpgn_walk *w) {
    return w->no_memory || w->log.no_memory || w->tags->no_memory || w->trail.bytes.failed;
}
/* Begins a game and forgets the one before. */
void walk_begin(xpgn_walk *w, const xpgn_game *game);
/* Reads the tags; returns what walk_header does. */
size_t walk_open(xpgn_walk *w);
/* Sets up the start, after walk_open. */
void walk_start(xpgn_walk *w);
/* Reads a token with what belongs to it, plays it, and adds its steps. */
void walk_read(xpgn_walk *w);

#endif

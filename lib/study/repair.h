/* SPDX-License-Identifier: MIT */
/*
 * The search for the most probable mistake.  Where a record contradicts itself, the walk reports
 * what does not follow from what stands before it; the mistake may be in either.  The search edits
 * the text in one place near the error, plays on by a walk of its own, and keeps the edits after
 * which the rest of the line has no error.  The walk then goes on as if the cheapest of them had
 * been written.  A verdict never depends on it: an error stays an error.
 */
#ifndef XPGN_STUDY_REPAIR_H
#define XPGN_STUDY_REPAIR_H

#include "game/walk.h"

enum {
    REPAIR_SEARCHES = 3,    /* in a game; later errors are left as the walk reports them */
    REPAIR_TRIALS = 512,    /* edits tried in a search */
    REPAIR_BLOCKS = 256,    /* and those of several actions, and of tags */
    REPAIR_EARLY = 40,      /* turns up to which tags are doubted although an action explains all */
    REPAIR_ACTIONS = 20000, /* actions played in a search */
    REPAIR_BACK = 16,       /* actions before the error that may be edited */
    REPAIR_AHEAD = 200,     /* actions after it that are played */
    REPAIR_BYTES = 1 << 16, /* of comments with commands that are read on the way */
    REPAIR_GAIN = 8,        /* actions that an edit has to gain if errors remain after it */
    REPAIR_CONFIRM = 2,     /* and that one before the action with the error has to gain anyway */
    REPAIR_NAMED = 4,       /* edits named in a message; all go into the fixes of the finding */
    REPAIR_SLOW = 3,        /* actions after the error before the fast path is tried */
    REPAIR_EDITED = 64,     /* tokens of an edit */
    REPAIR_KEPT = 2 * LOG_FIXES,
    ONE_EDIT = 32 /* the cost of an edit; each action back adds 1, each warning as much */
};

/* What an edit takes for the mistake; of edits with equal cost in this order. */
enum mistake {
#define SLIP(kind, cost, rate, chance, source) MISTAKE_##kind,
#include "study/slips.def"
#undef SLIP
};

/* Is it in the tags? */
static inline bool mistake_is_of_frame(enum mistake kind) {
    return kind >= MISTAKE_SIDE;
}

/* What such a mistake costs where it stands alone. */
unsigned mistake_cost(enum mistake kind);

struct edit {
    enum mistake kind;
    uint8_t side;     /* of a roll: 0, 1; 2: neither */
    uint8_t seat;     /* MISTAKE_LEFT_OUT: whose half-move */
    bool shown;       /* and that one is missing shows in the action after it */
    unsigned ways;    /* of exchanged dice: how many pairs it might be; 0: one */
    unsigned far;     /* of actions: how far the writing is from what was written */
    unsigned back;    /* the action: how many before the one with the error */
    xpgn_place field; /* where the mistake stands */
    xpgn_place place; /* what is replaced, by */
    const char *text;
    const char *what;  /* "die" */
    const char *value; /* what is expected: "5" */
    unsigned cost;
    bool fails;     /* known unplayed: an action is wrong before it could be good */
    bool unrolled;  /* a combat, as what was written, and both without dice: it cannot be played */
    bool stands;    /* no error to the end of the line */
    unsigned reach; /* else: actions played after the error */
};

enum { REPAIR_UNITS = REPAIR_BACK + 1 };

/* An action of the line at fault. */
struct unit {
    struct line before; /* its number and its turn roll are still to come */
    size_t at;          /* where these begin */
    size_t token;       /* the first of the tokens from there on */
    bool numbered;
    bool legible; /* its action */
    struct token number;
    struct recorded recorded;
    xpgn_roll roll;
};

/* A word of the line that the core may be asked for. */
struct word {
    const struct notation *notation; /* NULL: it is none */
    bool plain; /* it says all that the action needs, and nothing but a number stands before it */
    uint64_t sources[2]; /* from which a piece of each seat could do it; all: not known */
};

/* What the words after a half-move ask of it. */
struct demand {
    bool fails;       /* one of them cannot be played, whatever it is */
    unsigned type;    /* or only if a piece of this type goes to one of these squares, */
    uint64_t squares; /* or it is castling; none: nothing is asked */
};

/* How the last edit went. */
struct trial {
    unsigned acted, joined_at; /* actions played; up to the one with the error */
    bool joined;
    size_t resume;    /* the next token there, in the game's text */
    struct line line; /* and the line */
};

struct repair {
    /* NULL: no game has needed them yet. */
    xpgn_walk *walk;   /* on which edits are tried */
    struct unit *unit; /* a ring of REPAIR_UNITS; the last is the one with the error */

    /* One game. */
    unsigned searches;
    size_t findings, errors; /* in the log when the current action began */
    size_t allowed;          /* errors that an edit of the tags may leave */

    /* Of the main line, after an edit was adopted: it cannot be played from its beginning. */
    bool adopted;
    struct line base;
    size_t base_at;

    /* One search. */
    struct arena arena;
    const xpgn_game *game;
    const xpgn_ruleset *ruleset;
    bool main_line, whole; /* the tokens are those of the main line; up to its end */
    bool foreign;          /* no piece of the side to move can be meant by the action */
    bool near;             /* only the action with the error and its roll are doubted */
    bool full, spent;      /* no kind of edit was left out; but some edits, for want of budget */
    size_t units;
    size_t joint;         /* the token after that */
    unsigned following;   /* words from there on */
    struct token *tokens; /* of the line, from the first unit on */
    size_t count, capacity;
    struct word word[REPAIR_UNITS + REPAIR_GAIN]; /* of the units, and what follows the error */
    struct notation ahead[REPAIR_GAIN];
    unsigned words; /* 0: nothing is known unplayed */
    struct token edited[REPAIR_EDITED];
    struct script script;
    unsigned left;    /* edits that may still be tried */
    unsigned blocks;  /* and those of several actions and of tags */
    unsigned actions; /* that have been played */
    struct trial trial;
    struct edit kept[REPAIR_KEPT]; /* the best first */
    size_t kept_count;
    double standing, failing; /* the weights of all good edits, with which the line stands or not */
};

/* Has the walk on which edits are tried run out of memory?  Then so has this. */
static inline void repair_note_memory(const struct repair *r, xpgn_walk *w) {
    w->no_memory |= r->walk->no_memory || r->walk->log.no_memory;
}

/* The unit `back` actions before the error; NULL: that is too far. */
static inline struct unit *repair_unit(const struct repair *r, unsigned back) {
    bool there = back < REPAIR_UNITS && back < r->units;
    return there ? &r->unit[(r->units - 1 - back) % REPAIR_UNITS] : NULL;
}

/* Has the search tried and played all that it may? */
static inline bool repair_is_spent(const struct repair *r) {
    return r->left == 0 || r->actions >= REPAIR_ACTIONS;
}

/* ---- repair_trial.c -------------------------------------------------------------------------- */

/* An edit at this place, still without the text that is written there. */
struct edit repair_edit(enum mistake kind, unsigned back, xpgn_place place, const char *what);
/* The text from a to b with these exchanged; a comes first. */
const char *repair_exchanged(struct repair *r, xpgn_place a, xpgn_place b);
/* A place in the text of the main line, from this one on, before the last REPAIR_UNITS actions up
   to the error; `from` itself: there are not many more. */
size_t repair_far_back(struct repair *r, size_t from, size_t error);
/* Reads the line from the first unit on.  False: no memory. */
bool repair_collect(struct repair *r, xpgn_walk *w);
/* Passes over an edit that is known to fail: it counts as if it had been tried. */
bool repair_passes(struct repair *r, const struct edit *e);
/* Plays the line with this edit; sets its stands, reach and cost.  False: it could not be tried. */
bool repair_play(struct repair *r, struct edit *e);
/* Plays up to the token at this offset, to see the line there.  False: an error comes first. */
bool repair_play_to(struct repair *r, const struct unit *u, size_t offset);

/* ---- repair_refuse.c: what is known without playing it ---------------------------------------
 */

/* The place of the unit `back` among the words. */
static inline unsigned repair_place(unsigned back) {
    return REPAIR_BACK - back;
}

/* Lists the words up to REPAIR_GAIN actions after the error: an edit with which one of these cannot
   be played is not good. */
void repair_list_words(struct repair *r);
/* Would the walk refuse to play from s on one of the words from the place `at` on?  `later` not 0:
   the first is exchanged with the one that many actions later.  False: no, or it has to be played.
 */
bool repair_refused(const struct repair *r, struct state s, unsigned at, unsigned later);
/* The same where a fix of the walk is written in the place of the action with the error. */
bool repair_refused_word(const struct repair *r, const xpgn_fix *fix);
/* The same where this edit exchanges the two. */
bool repair_refused_exchanged(const struct repair *r, const struct edit *e, unsigned later);
/* What the words from `at` on ask of a half-move in p. */
struct demand repair_demand(const struct repair *r, const xpgn_position *p, unsigned at);
/* Would it refuse one of those after this action in s, of which `d` is asked? */
bool repair_refused_after(const struct repair *r, const struct state *s, const xpgn_action *a,
                          const struct demand *d, unsigned at);

/* ---- repair_roll.c, repair_line.c: what may have been meant ---------------------------------- */

/* Tries an edit, and keeps it if it is good. */
void repair_try(struct repair *r, struct edit e);
/* Keeps an edit that was tried and is good. */
void repair_keep(struct repair *r, struct edit e);
/* The dice of this unit, and everything in its roll if it is the one with the error. */
void repair_roll(struct repair *r, unsigned back);
bool repair_says_only_dice(const xpgn_roll *roll);
/* Exchanges its roll with the one before it or after it. */
void repair_rolls(struct repair *r);
/* Its action, misread; a number left out before it. */
void repair_word(struct repair *r, unsigned back);
/* One half-move too many. */
void repair_too_many(struct repair *r, unsigned back);
/* An action with its turn roll and what is rolled for it; `whole`: with its number. */
xpgn_place repair_extent(const struct unit *u, bool whole);
/* An action that needs no dice but those that follow from it. */
bool repair_is_quiet(const xpgn_ruleset *rs, const xpgn_action *a);
/* Half-moves that the numbers skip, as {[%missing]}. */
void repair_skipped(struct repair *r);
/* Half-moves left out; first where the move numbers say so.  `sure`: there only. */
void repair_left_out(struct repair *r, bool sure);

/* ---- repair_block.c: several actions at once ---------------------------------------------------
 */

/* A roll near the error that may belong to the action before or after. */
void repair_moved_rolls(struct repair *r);
/* A turn or a line that was copied twice, two moves of a player exchanged. */
void repair_blocks(struct repair *r);
/* An action exchanged with the one `later` half-moves after it: 1, or 2, the player's own. */
void repair_swap(struct repair *r, unsigned back, unsigned later);

/* ---- repair_frame.c: tags ------------------------------------------------------------------- */

/* The start position, the rules, who began; a tag is edited, and the game walked from its start. */
void repair_frame(struct repair *r, xpgn_walk *w);

/* ---- repair_sure.c --------------------------------------------------------------------------- */

/* How much speaks for an edit that was played. */
double repair_weight(const struct repair *r, const struct edit *e);
/* That it was the mistake; after all have been tried. */
double repair_probability(const struct repair *r, const struct edit *e);

/* ---- repair_report.c ------------------------------------------------------------------------- */

/* Makes one finding of those from `from` on, with the edits that were kept. */
void repair_report(struct repair *r, xpgn_walk *w, size_t from);
/* Says that no edit explains the errors from `from` on. */
void repair_report_none(const struct repair *r, xpgn_walk *w, size_t from);

/* ---- repair.c -------------------------------------------------------------------------------- */

/* False: no memory. */
bool repair_new(struct repair **r);
void repair_free(struct repair *r);

/* All of these do nothing in a walk without the option `repair`. */

/* A game begins. */
void repair_begin(xpgn_walk *w);
/* The tags are read: if they give no start position, that is what was written wrongly. */
void repair_look_at_start(xpgn_walk *w);
/* What has been found so far is not about the actions to come. */
void repair_mark(xpgn_walk *w);
/* After each token: if it ended an action with an error, its cause is searched for, and the walk
   goes on as if that were corrected.  False: it is a number or roll of the action to come, and was
   not looked at yet. */
bool repair_look(xpgn_walk *w);

#endif

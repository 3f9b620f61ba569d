/* SPDX-License-Identifier: MIT */
/*
 * The search for the most probable mistake. If a record contradicts itself, the walk reports the
 * text that does not follow from what precedes it, but either may be wrong. The search edits the
 * text in one place near the error, plays on with its own walk, and keeps the edits after which the
 * rest of the line has no error. The main walk then goes on as if the cheapest of them had been
 * written. The verdict does not depend on it: an error remains an error.
 */
#ifndef XPGN_REPAIR_REPAIR_H
#define XPGN_REPAIR_REPAIR_H

#include "core/walk/walk_state.h"
#include "facts/public_walk.h"
#include "meant/repair/mistake.h"

enum {
    REPAIR_SEARCHES = 3,    /* searches per game; later errors are left as the walk reports them */
    REPAIR_TRIALS = 512,    /* edits tried per search */
    REPAIR_BLOCKS = 256,    /* edits of several actions or of tags, per search */
    REPAIR_OTHERS = 2048,   /* legal half-moves tried where no slip explains an error */
    REPAIR_EARLY = 40,      /* up to this turn tags are doubted even if an edit of an action
                               explains all */
    REPAIR_ACTIONS = 20000, /* actions played per search */
    REPAIR_BACK = 16,       /* actions before the error that may be edited */
    REPAIR_AHEAD = 200,     /* actions after it that are played */
    REPAIR_BYTES = 1 << 16, /* bytes of comments with commands that are read on the way */
    REPAIR_GAIN = 8,        /* actions that an edit must gain if errors remain after it */
    REPAIR_CONFIRM = 2,     /* actions that an edit before the action with the error must gain
                               anyway */
    REPAIR_NAMED = 4,       /* edits named in a message; all become fixes of the finding */
    REPAIR_SLOW = 3,        /* actions after the error before the fast path is tried */
    REPAIR_EDITED = 64,     /* maximum tokens of an edit */
    REPAIR_KEPT = 2 * LOG_FIXES
};

struct edit {
    enum mistake kind;
    uint8_t side;     /* for a roll: 0 or 1; 2: neither */
    uint8_t seat;     /* MISTAKE_LEFT_OUT: whose half-move */
    bool shown;       /* MISTAKE_LEFT_OUT: the next action shows that one is missing */
    unsigned ways;    /* exchanged dice: the number of pairs it may be; 0: one */
    unsigned far;     /* actions: the distance from the written text */
    unsigned back;    /* how many actions before the one with the error */
    xpgn_place field; /* the place of the mistake */
    xpgn_place place; /* the text to replace, by */
    const char *text;
    const char *what;  /* "die" */
    const char *value; /* what is expected: "5" */
    unsigned cost;
    bool fails;     /* known without playing: an action fails before the edit could be good */
    unsigned acted; /* if so: the actions that playing it would count; 0: none are counted */
    bool unrolled;  /* the edit and the text are both combats without dice, which cannot be
                       played */
    bool named;     /* the finding says what is wrong */
    bool stands;    /* no error up to the end of the line */
    unsigned reach; /* if not: actions played after the error */
};

enum { REPAIR_UNITS = REPAIR_BACK + 1 };

/* An action of the faulty line. */
struct unit {
    struct line before; /* before its number and turn roll */
    size_t at;          /* offset of these */
    size_t token;       /* index of the first token from there on */
    bool numbered;
    bool legible; /* its action can be read */
    struct token number;
    struct recorded recorded;
    xpgn_roll roll;
};

/* A word of the line that can be tested without the walk. */
struct word {
    const struct notation *notation; /* NULL: it is not an action */
    bool plain;                      /* it is complete, and preceded by nothing but a number */
    uint64_t sources[2]; /* [seat]: squares from which a piece could play it; all: not known */
};

/* What the words after a half-move require of it. */
struct demand {
    bool fails;       /* one of them cannot be played, whatever the half-move */
    unsigned type;    /* it must bring a piece of this type to one of these squares, */
    uint64_t squares; /* or be castling; empty: nothing is required */
};

/* The word behind a half-move that is put into a turn of several actions. */
struct next_word {
    bool known;    /* nothing else is before it, and nothing says that it stood */
    bool numbered; /* it begins the next turn */
    uint8_t roll;  /* the turn roll before it; 0: none */
    struct notation notation;
};

/* The result of the last trial. */
struct trial {
    unsigned acted, joined_at; /* actions played; actions played up to the one with the error */
    bool joined;
    bool rested;      /* the fast path has been tried on what is behind it */
    bool misnumbered; /* a number up to the one after the first action was an error, or missing */
    size_t resume;    /* offset of the next token there, in the game's text */
    size_t findings;  /* findings up to there */
    struct line line; /* the line there */
};

/* The line after the action with the error, in a trial in which the rest had no error. */
struct line_rest {
    bool known;
    size_t resume;
    struct line line;
    unsigned acted, warnings; /* actions from there on, and what is found about them */
};

/* What is known of the pieces of the start position (repair_still.c). */
struct still {
    bool known;
    xpgn_position start;
    struct {
        uint16_t touched; /* the number of the unit in which it first changed; 0: none did */
        bool acted;       /* the piece that began there did, and is named by its type */
        bool named;       /* and by this square */
    } square[XPGN_MAX_SQUARES];
    bool castled;          /* some action was castling */
    unsigned turns;        /* begun up to the error */
    bool open;             /* what became of the pieces may depend on others */
    size_t unit;           /* the number of the unit before which is */
    struct state before;   /* this, after its number */
    struct state at_error; /* before the action with the error, and its turn roll */
    bool compared;         /* the error is that it is not legal, or about its values, in facts */
    bool legal;
    uint64_t far; /* if so, bit per square whose piece has nothing to do with it */
    xpgn_facts facts;
};

/* What edits leave to those tried after them. */
struct again {
    xpgn_facts facts; /* of an action that was played again */
    struct line_rest rest;
};

struct repair {
    /* NULL until a game needs them. */
    xpgn_walk *walk; /* for trials */
    struct still *still;
    struct again *again;
    struct unit *unit; /* a ring of REPAIR_UNITS; the last has the error */

    /* One game. */
    const struct held_places *held;
    unsigned searches;
    size_t findings, errors; /* counts in the log when the current action began */
    size_t allowed;          /* number of errors that an edit of the tags may leave */

    /* An edit of the main line was adopted, so it cannot be played from its beginning. */
    bool adopted;
    struct line base;
    size_t base_at;

    /* One search. */
    struct arena arena;
    const xpgn_game *game;
    const xpgn_ruleset *ruleset;
    bool main_line, whole; /* the tokens are from the main line; they reach its end */
    bool foreign;          /* the action cannot mean any piece of the side to move */
    bool full, spent; /* full: no kind of edit was left out; spent: some edits were not tried, as
                         the budget ran out, or they are too long or too far back */
    bool open;        /* some edit may be right, but too little follows to show it */
    size_t units;
    size_t joint;         /* index of the token after that */
    unsigned following;   /* number of words from there on */
    struct token *tokens; /* tokens of the line, from the first unit on */
    size_t count, capacity;
    struct word word[REPAIR_UNITS + REPAIR_GAIN]; /* the words of the units, and of actions after
                                                     the error */
    struct notation ahead[REPAIR_GAIN];
    unsigned words;       /* 0: nothing is known without playing */
    struct token *edited; /* REPAIR_EDITED, made on demand */
    struct script script;
    unsigned left;    /* edits that may still be tried */
    unsigned blocks;  /* edits of several actions and of tags that may still be tried */
    unsigned actions; /* actions that may still be played */
    struct trial trial;
    struct edit kept[REPAIR_KEPT]; /* the best first */
    size_t kept_count;
    struct other_action {
        unsigned found, back; /* half-moves that make the line right; where the first is */
        char name[24];
    } other;
    double standing, failing; /* total weights of good edits after which the line is right, and is
                                 not; */
    double unshown;           /* of those after which it is, but too little follows to show it */
};

/* Passes on that the walk for trials ran out of memory. */
static inline void repair_note_memory(const struct repair *r, xpgn_walk *w) {
    w->no_memory |= r->walk->no_memory || r->walk->log.no_memory;
}

/* The unit `back` actions before the error; NULL if that is too far. */
static inline struct unit *repair_unit(const struct repair *r, unsigned back) {
    bool there = back < REPAIR_UNITS && back < r->units;
    return there ? &r->unit[(r->units - 1 - back) % REPAIR_UNITS] : NULL;
}

/* True if the budget of the search is exhausted. */
static inline bool repair_is_spent(const struct repair *r) {
    return r->left == 0 || r->actions >= REPAIR_ACTIONS;
}

/* ---- repair_trial.c -------------------------------------------------------------------------- */

/* An edit at this place, without its text yet. */
struct edit repair_edit(enum mistake kind, unsigned back, xpgn_place place, const char *what);
/* The text from a to b with the two exchanged; a comes first. */
const char *repair_exchanged(struct repair *r, xpgn_place a, xpgn_place b);
/* A place in the main line, at or after `from`, that is before the last REPAIR_UNITS actions before
   the error; `from` itself if there are not many more. */
size_t repair_far_back(struct repair *r, size_t from, size_t error);
/* Reads the line from the first unit on. False if memory runs out. */
bool repair_collect(struct repair *r, xpgn_walk *w);
/* If an edit is known to fail, counts it as tried and returns true. */
static inline bool repair_passes(struct repair *r, const struct edit *e) {
    bool counts = e->fails && !repair_is_spent(r);
    r->left -= counts;
    r->actions += counts ? e->acted : 0;
    return e->fails;
}
/* Plays the line with this edit; sets its stands, reach and cost. False if it could not be
   tried. */
bool repair_play(struct repair *r, struct edit *e);
/* Plays the line with this edit only until the action with the error is played. False if an error
   comes first. */
bool repair_play_joint(struct repair *r, const struct edit *e);
/* Tries an edit, and keeps it if it is good. */
void repair_try(struct repair *r, struct edit e);
/* Keeps an edit that was tried and is good. */
void repair_keep(struct repair *r, struct edit e);
/* Plays up to the token at this offset. False if an error comes first. */
bool repair_play_to(struct repair *r, const struct unit *u, size_t offset);

/* ---- repair_end.c: last half-moves that are no slip ------------------------------------------ */

/* Explains an error in the last two half-moves by what the record says itself: they are the sign of
   an electronic board for the result, or an illegal move ended the game. False: it says nothing. */
bool repair_end(struct repair *r, xpgn_walk *w);

/* ---- repair_refuse.c: edits refused without playing ------------------------------------------ */

/* The index of unit `back` among the words. */
static inline unsigned repair_place(unsigned back) {
    return REPAIR_BACK - back;
}

/* Lists the words up to REPAIR_GAIN actions after the error: an edit after which one of these
   cannot be played is not good. */
void repair_list_words(struct repair *r);
/* True if the walk would certainly refuse one of the words from index `at` on, played from s.
   `later`, if not 0: the first word is exchanged with the one that many actions later. False if it
   would not, or if only playing can tell. */
bool repair_refused(const struct repair *r, struct state s, unsigned at, unsigned later);
/* The same with a fix of the walk in place of the action with the error. */
bool repair_refused_word(const struct repair *r, const xpgn_fix *fix);
/* The word at the token with this index. */
struct next_word repair_next_word(const struct repair *r, size_t i);
/* True if that word certainly cannot be played after this action in s. */
bool repair_refused_before(const struct repair *r, const struct state *s, const xpgn_action *a,
                           const struct next_word *next);
/* The same with this edit, which exchanges two actions. */
bool repair_refused_exchanged(const struct repair *r, const struct edit *e, unsigned later);
/* What the words from `at` on require of a half-move in p. */
struct demand repair_demand(const struct repair *r, const xpgn_position *p, unsigned at);
/* The same for the words after this action in s, which require `d` of it. */
bool repair_refused_after(const struct repair *r, const struct state *s, const xpgn_action *a,
                          const struct demand *d, unsigned at);

/* ---- repair_again.c: edits refused by playing actions again ---------------------------------- */

/* The extent of an action with its rolls; `whole`: with its number. */
xpgn_place repair_extent(const struct unit *u, bool whole);
/* Plays an action in this state, and leaves its facts in r->again->facts. False if it is wrong. */
bool repair_plays_again(struct repair *r, const struct recorded *recorded, struct state *s);
/* Finds the state before the action of a unit. False if an error comes first. */
bool repair_find_state(struct repair *r, const struct unit *u, struct state *out);
/* True if an action is wrong after this edit, which puts another action with its rolls in place of
   one, or the line is then as it was; sets how many actions are played up to an error. False if
   only playing can tell. */
bool repair_refused_instead(struct repair *r, struct edit *e, const struct recorded *is);
/* The same with another roll, */
bool repair_refused_roll(struct repair *r, struct edit *e, const xpgn_roll *roll);
/* with another word, which is all of the action, */
bool repair_refused_other(struct repair *r, struct edit *e, const struct notation *n);
/* and with an action exchanged with the one `later` actions later, no later than the error. */
bool repair_refused_order(struct repair *r, struct edit *e, unsigned later);
/* The number of actions, from the beginning of the game up to the error, that can be played again
   by other rules; 0 if the beginning is too far back. */
unsigned repair_alone(const struct repair *r);
/* True if one of the first `alone` actions would certainly be wrong by these rules: the last of
 *acted. `given`: the record has a start position. False if only playing can tell. */
bool repair_refused_rules(struct repair *r, const xpgn_ruleset *rs, bool given, unsigned alone,
                          unsigned *acted);

/* ---- repair_still.c: start positions refused without playing --------------------------------- */

/* True if the pieces that do not move are wanted: the error is early in a game with a start
   position. */
bool repair_watches_still(const struct repair *r, xpgn_walk *w);
/* Notes which pieces are where they were before the next unit of walk `t`. */
void repair_note_still(struct repair *r, const struct unit *u, const xpgn_walk *t);
/* Call it before those below; `start`: the start position as it is written. */
void repair_begin_still(struct repair *r, xpgn_walk *w, const xpgn_position *start);
/* True if the action with the error, or one before it, would certainly be wrong had the piece on
   `from` been this one on `to` at the start. False if only playing can tell. */
bool repair_stays_wrong(struct repair *r, unsigned from, unsigned to, xpgn_piece piece);
/* True if the error would certainly be the same with any other castling rights at the start: no
   action up to it castles. */
bool repair_needs_no_right(const struct repair *r);

/* ---- repair_roll.c, repair_line.c: what may have been meant ---------------------------------- */

/* Tries other dice for this unit, and other fields if it is the one with the error. */
void repair_roll(struct repair *r, unsigned back);
bool repair_says_only_dice(const xpgn_roll *roll);
/* Tries to exchange its roll with the one before or after it. */
void repair_rolls(struct repair *r);
/* Tries its action as misread, and a number left out before it. */
void repair_word(struct repair *r, unsigned back);
/* Tries to remove a superfluous half-move. */
void repair_too_many(struct repair *r, unsigned back);
/* Tries {[%missing]} for half-moves that the numbers skip. */
void repair_skipped(struct repair *r);
/* Tries half-moves left out, first where the move numbers say so; `sure`: only there. */
void repair_left_out(struct repair *r, bool sure);

/* ---- repair_block.c: several actions at once ------------------------------------------------- */

/* Tries rolls near the error at the action before or after. */
void repair_moved_rolls(struct repair *r);
/* Tries a turn or a line copied twice, and two moves of a player exchanged. */
void repair_blocks(struct repair *r);
/* Tries an action exchanged with the one `later` half-moves after it: 1, or 2 for the same player's
   next. */
void repair_swap(struct repair *r, unsigned back, unsigned later);

/* ---- repair_frame.c: tags ------------------------------------------------------------------- */

/* Tries edits of the tags (start position, rules, who began), walking the game from its start. */
void repair_frame(struct repair *r, xpgn_walk *w);
/* If the action with the error is castling that the start position denies, tries the right alone.
   True if the game is then legal. */
bool repair_denied(struct repair *r, xpgn_walk *w);

/* ---- repair_confidence.c --------------------------------------------------------------------- */

/* The weight of evidence for an edit that was played. */
double repair_weight(const struct repair *r, const struct edit *e);
/* The probability that it was the mistake, after all have been tried. */
double repair_probability(const struct repair *r, const struct edit *e);

/* ---- repair_gap.c: half-moves that nobody could read ------------------------------------------
 */

/* True if the newest finding is that a half-move of the main line is missing, and all that it can
   have been is known. */
bool repair_is_gap(const xpgn_walk *w);
/* Tries each legal half-move there, and says which make the rest legal. */
void repair_missing(struct repair *r, xpgn_walk *w);
/* Counts, if no edit stands, the legal half-moves that make the line right instead of any of
   its actions, in a game without dice: no slips, but single changes. False if not all could be
   tried. */
bool repair_others(struct repair *r);
/* True if the action with the error is a sign or word for one that could not be read. */
bool repair_is_blank(const xpgn_walk *w);
/* Tries each legal half-move in this state at the place, for a finding. False if none makes the
   rest legal. */
bool repair_gap(struct repair *r, xpgn_walk *w, const struct state *s, xpgn_finding *f,
                xpgn_place place);

/* ---- repair_report.c ------------------------------------------------------------------------- */

/* Combines the findings from `from` on into one, with the edits that were kept. */
void repair_report(struct repair *r, xpgn_walk *w, size_t from);
/* Says that no edit explains the errors from `from` on. */
void repair_report_none(const struct repair *r, xpgn_walk *w, size_t from);

#endif

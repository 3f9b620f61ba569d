/* SPDX-License-Identifier: MIT */
/*
 * Finds the legal record that explains several score sheets of one game best. Each sheet is read
 * into half-moves (entries) without the rules. The search then plays records action by action, and
 * decides for each sheet how its next entry arose from that action: written correctly, misread,
 * left out, exchanged with the next. A node of the search is a position together with the place
 * reached in each sheet; of several ways to a node only the cheapest are kept. No rules are
 * implemented here: an action is legal if the referee plays it. The slips and their costs are those
 * of the repair search (mistake_cost).
 */
#ifndef XPGN_MERGE_MERGE_H
#define XPGN_MERGE_MERGE_H

#include <xpgn/sheets.h>

#include "core/game/action_check.h"
#include "core/game/word_reading.h"
#include "core/text/lex.h"
#include "core/text/roll_text.h"
#include "core/walk/walk_tags.h"
#include "internal/loop.h"
#include "internal/meant.h"
#include "internal/rules.h"
#include "meant/repair/confusion.h"
#include "meant/repair/mistake.h"

enum {
    SHEETS_ENTRIES = 10000,      /* maximum half-moves per sheet */
    SHEETS_BEAM = 96,            /* maximum nodes at each point of the sheets */
    SHEETS_NARROW = 4,           /* the same, after SHEETS_PLAYED actions */
    SHEETS_PLAYED = 200000,      /* actions played in the search */
    SHEETS_COST = 64 * ONE_EDIT, /* maximum cost of a record */
    SHEETS_WORD = 3,             /* maximum cost of a misread action, in slips */
    SHEETS_ROLL = 3,             /* the same for a roll */
    SHEETS_WAYS = 64,            /* maximum ways in which the sheets may have arisen from one
                                    action */
    SHEETS_CHOICES = 64,         /* actions of the sheets tried at a node */
    SHEETS_GUESSES = 512,        /* other actions tried at a node */
    SHEETS_WORDS = 4096,         /* words that no sheet has, in all */
    SHEETS_DOUBTED = 8,          /* places where sheets agree but cannot be played */
    SHEETS_BEFORE = 16,          /* half-moves before such a place that are doubted */
    SHEETS_MEANINGS = 64,        /* cache of meanings of words; a power of two */
    SHEETS_DISTANCES = 2048,     /* cache of distances; a power of two */
    SHEETS_TIES = 256            /* records of equal cost that are considered */
};

/* A half-move of a sheet. */
struct sheet_entry {
    struct recorded recorded; /* with its roll, which may be empty */
    xpgn_slice word;          /* its text without + and # */
    bool exact;               /* the word is an action in exact notation */
    bool readable;            /* or in a form of core/game/word_reading.h */
    bool stands;              /* if not readable: the numbers say that it is a half-move */
    bool likely;              /* preferred among tied readings by what was learned */
    bool gap;                 /* a [%missing], without a word: any half-move */
    bool held;                /* known to be right */
    bool made;                /* not from a sheet, but for a guess; a gap: not counted as a
                                 slip */
    bool own_after;           /* the same player has a half-move two after it */
    bool unrolled;            /* without the dice that say which pieces may act */
    bool numbered;            /* preceded by a number */
    struct token number;
    xpgn_place extent; /* from its turn roll to its roll */
    xpgn_remark *remarks;
    size_t remark_count, remark_capacity;
};

/* True if it has a roll that cannot be read: <?:4>, or <7:4> where no die has a 7. */
static inline bool sheet_lacks_dice(const struct sheet_entry *e) {
    return e->recorded.unreadable_roll.data != NULL;
}

/* True if the sheet itself leaves it open. */
static inline bool sheet_leaves_dice(const struct sheet_entry *e) {
    const xpgn_slice roll = e->recorded.unreadable_roll;
    return roll.size > 0 && memchr(roll.data, '?', roll.size) != NULL;
}

/* The side from which a player numbers the board. */
enum sheet_view {
    VIEW_WHITE,
    VIEW_TURNED, /* files and ranks counted from the other side */
    VIEW_OWN     /* Black counts ranks from Black's side */
};

struct sheet {
    const xpgn_game *given; /* as it was handed in, */
    const xpgn_game *game;  /* as the import read it, with these changes */
    const xpgn_imported *edit;
    size_t edits;
    bool legal;  /* from its first half-move to its last, and another sheet is not */
    bool partly; /* the import could not read it to its end */
    bool skips;  /* it can be played as written, but its numbers skip rows, which are missing */
    enum sheet_view view;
    bool half; /* it has the half-moves of one player only, with gaps between */
    bool own;  /* it has only Black's half-moves, numbered without dots */
    struct tags *tags;
    bool has_start;
    struct sheet_entry *list;
    size_t count, capacity;
    size_t numbered;    /* index of the last entry with a number; 0: none */
    xpgn_remark *early; /* comments before the first half-move */
    size_t early_count, early_capacity;
    xpgn_slice result; /* data NULL: none */
    xpgn_place result_place;
    xpgn_place *unread; /* what cannot be read, and is no half-move */
    size_t unread_count, unread_capacity;
};

/* The entry at index `at`; NULL past the last. */
static inline const struct sheet_entry *sheet_entry(const struct sheet *sheet, uint32_t at) {
    return at < sheet->count ? &sheet->list[at] : NULL;
}

/* An action to be played, composed from entries. */
struct choice {
    const struct sheet_entry *word; /* the action; NULL: none; if open, the entry that stands
                                       for it */
    const xpgn_roll *roll;          /* its dice and cells; NULL: none */
    const struct sheet_entry *turn; /* the turn roll; NULL: none */
    uint8_t face;                   /* replaces the face of a die; 0: none */
    uint8_t exchange, side, die;    /* which die */
    bool first;                     /* first of its turn */
    bool made;                      /* not in any sheet */
    uint8_t far;                    /* if made: distance from a word of a sheet
                                       (movement_distance) */
    bool open;                      /* if made: the action is unknown, and so is the position after
                                       it */
    bool as_written;                /* counts, totals and fates are checked too */
    char sign;                      /* + or # if a sheet has one here, which must be verified */
};

/* How a sheet's entry arose from the action played. */
enum way {
    WAY_ENTRY, /* its next entry is the action */
    WAY_LEFT_OUT,
    WAY_NEXT, /* its next but one is: two entries are exchanged */
    WAY_OWN,  /* the same player's next is: two of that player's are exchanged */
    WAY_KINDS,
    WAY_NONE = WAY_KINDS /* nothing was played, or the sheet is not concerned */
};

/* The state of the game. */
struct standing {
    struct state state;
    xpgn_outcome outcome;
    bool unknown; /* after an open half-move only number and side to move are known */
};

/* A node of the search. */
struct merge_node {
    struct standing standing;
    uint32_t at[XPGN_MAX_SHEETS];   /* index of the next entry */
    int32_t shift[XPGN_MAX_SHEETS]; /* offset of the move numbers, in half-moves */
    int32_t drift[XPGN_MAX_SHEETS]; /* half-moves left out (-) or superfluous (+) since the last
                                       number */
    uint8_t exchanged; /* bit per sheet whose next entry was already played, by WAY_NEXT */
    uint8_t own[XPGN_MAX_SHEETS]; /* entries up to the second of two exchanged by a player */
    unsigned cost;
    uint32_t clean; /* half-moves of the record without a slip in any sheet */
    unsigned doubt; /* number of half-moves that no sheet has, or that are superfluous in one; fewer
                       are better */
    uint32_t link;
    bool followed;
};

/* The last step to a node. */
struct link {
    uint32_t from;        /* index of the previous link; its own index: the start */
    uint32_t tied;        /* another link to the same node at equal cost; 0: none */
    struct choice choice; /* word NULL: an entry of `skipped` was skipped */
    unsigned cost;        /* total cost up to here */
    uint8_t way[XPGN_MAX_SHEETS];
    uint8_t skipped;
};

/* Which actions that no sheet has are tried; each includes those before it. */
enum guess_policy {
    HOLD_KNOWN,     /* nothing */
    HOLD_GUESSED,   /* actions near in writing or quiet, other dice */
    HOLD_OPEN,      /* open half-moves, for a [%missing] */
    HOLD_UNREADABLE /* also for a word that is not an action */
};

struct level {
    struct merge_node *list;   /* SHEETS_BEAM of them; */
    uint8_t mark[SHEETS_BEAM]; /* hash of each node */
    size_t count;
    unsigned worst; /* when full: the highest cost of a node */
};

/* Marks where the number of sheets that have the half-moves changes. */
enum stretch { STRETCH_SAME, STRETCH_ONE, STRETCH_MORE };

/* A step of the record that was found. */
struct merge_step {
    const struct link *link;
    uint32_t at[XPGN_MAX_SHEETS]; /* before it */
    struct standing before;
    uint32_t ply, number; /* of its turn */
    uint8_t seat;
    uint8_t exchanged; /* before it, as in a node */
    bool first;        /* of its turn */
    const char *name;  /* canonical; "" */
    xpgn_turn_dice turn_roll;
    const char *text; /* with its rolls and freed prisoner */
    const char
        *unclear[XPGN_MAX_SHEETS]; /* what a sheet has here that cannot be read; NULL: nothing */
    const char *tied;
    xpgn_slip slip[XPGN_MAX_SHEETS];
    uint8_t witnesses; /* bit per sheet that has this half-move with its dice */
    uint8_t legible;   /* bit per sheet that has any half-move here */
    uint8_t words;     /* bit per sheet that has this action with any dice */
    bool mixed;        /* the action and its dice are from different sheets */
    bool guess;        /* no sheet has it */
    const char *was;   /* if guess: a sheet's text one slip away; NULL: none */
    unsigned far;      /* as movement_distance says; */
    bool open;         /* if guess: the rest does not decide it, or it is not to be written */
    bool tied_made;    /* no sheet has the tied reading either */
    unsigned cost;     /* cost of the sheets' half-moves */
    unsigned signs;    /* the part of it for signs */
    uint32_t choices;  /* if guess: number of legal actions there */
    enum stretch stretch;
    const char *over; /* superfluous text of sheets before it; NULL: none */
};

/* The meaning of a word in a position. */
struct meaning {
    xpgn_slice text; /* the word; data NULL: none yet */
    struct state state;
    bool exact; /* in exact notation: */
    xpgn_action action;
    bool read;                /* if not exact: `readings` is set */
    struct readings readings; /* computed on demand */
};

/* The cached distance of two words. */
struct distance {
    xpgn_slice written, right;
    unsigned far;
};

/* The best records of a search. */
struct found {
    unsigned best;    /* their cost */
    uint32_t end[16]; /* their last links, least doubt first */
    size_t ends;
    unsigned doubt; /* doubt of the first */
    bool narrow;    /* too many nodes: some were dropped */
};

enum { SHEETS_LEVELS = 2 * XPGN_MAX_SHEETS + 1 };

struct xpgn_merge {
    xpgn_catalog *catalog;
    xpgn_walk *walk;     /* reads the sheets */
    xpgn_import *import; /* NULL: not needed yet */
    struct arena arena;
    struct log log; /* mute, for actions tried */
    bool no_memory;
    bool guesses; /* fill in what no sheet supports if the rest decides it */
    bool learns;  /* count how letters are written on the sheets */
    bool learned; /* use the counts */
    struct confusion event, hand[XPGN_MAX_SHEETS]; /* counts of all comparisons; of each sheet */
    char error[160];

    const xpgn_held *held; /* parts of the sheets that are known to be right */
    size_t held_count;

    /* One comparison. */
    const xpgn_game *first_given; /* sheet 0 of `held` */
    const xpgn_ruleset *ruleset;
    struct standing start;
    struct sheet sheet[XPGN_MAX_SHEETS];
    struct tags tags[XPGN_MAX_SHEETS]; /* of each sheet */
    size_t count;
    size_t games;                      /* of which these are the sheets */
    struct level level[SHEETS_LEVELS]; /* [entries read, modulo SHEETS_LEVELS] */
    struct link *link;                 /* the first is the start */
    size_t link_count, link_capacity;
    size_t played;
    int64_t part_worth; /* the best node before the end: half-moves explained minus slips */
    unsigned part_cost;
    uint32_t part;       /* its last link */
    uint32_t part_read;  /* entries read of all sheets up to there */
    unsigned stuck_cost; /* cost of the cheapest node where agreeing sheets cannot be played on */
    uint32_t stuck;      /* entries read at that node; stuck_cost UINT_MAX: none */
    uint32_t doubted[SHEETS_DOUBTED]; /* places, as part_read, before which even agreeing sheets are
                                         doubted */
    size_t doubted_count;
    uint8_t of[XPGN_MAX_SHEETS]; /* the sheet of each game */
    bool weighs;                 /* slips of legal sheets cost more */
    bool copies;                 /* all games have the same text: there is one sheet */
    bool partial; /* the record ends at `part`; the rest of the sheets is not explained */
    enum guess_policy hold;
    unsigned most; /* maximum cost of a record */
    struct found found;
    size_t kept;                            /* number of links of earlier results */
    struct sheet_entry *word[SHEETS_WORDS]; /* entries made for guesses */
    struct hash_index word_index;
    size_t words;
    struct meaning meaning[SHEETS_MEANINGS];
    struct distance distance[SHEETS_DISTANCES];
    xpgn_facts facts; /* of the last action tried */
    xpgn_roll dice;   /* its roll reduced to its dice */

    struct merge_step *step;
    size_t steps, checked; /* checked: steps before the first open one */
    bool whole;            /* no half-move is open */
    const char *result, *result_tied;
    const char *stop; /* if partial: the turn at which it ends, "5..." */
    xpgn_difference *difference, *half_move;
    size_t differences, difference_capacity;
    size_t half_moves, half_move_capacity;
    xpgn_unread *unread;
    size_t unread_count, unread_capacity;
};

static inline bool merge_played(const struct link *l) {
    return l->choice.word != NULL;
}
/* The new `own` of a sheet after one more entry. */
static inline uint8_t sheets_own_after(uint8_t own, uint8_t way) {
    return way == WAY_OWN ? 2 : own > 0 ? own - 1 : 0;
}
/* The next step, from `i` on, that plays something. */
static inline size_t sheets_next_played(const struct xpgn_merge *s, size_t i) {
    while (i < s->steps && !merge_played(s->step[i].link))
        i++;
    return i;
}

/* ---- merge_read.c --------------------------------------------------------------------------- */

/* Reads the sheets, and finds their ruleset and start position. False if they are not of one game
   (s->error says why), or memory runs out. */
bool merge_read(struct xpgn_merge *s, const xpgn_game *games, size_t count);
/* Reads the half-moves of a sheet again, in another text. */
void sheets_read_again(struct xpgn_merge *s, struct sheet *sheet, xpgn_slice text);
/* The value of a tag of a sheet; {NULL, 0} if missing or unknown. */
xpgn_slice sheet_tag(const struct sheet *sheet, xpgn_slice name);
/* Is this the first tag of the sheet with its name? */
static inline bool sheet_tag_is_first(const struct sheet *sheet, const xpgn_tag *tag) {
    return tags_find(sheet->tags, tag->name)->value.data == tag->value.data;
}

/* ---- merge_unread.c -------------------------------------------------------------------------- */

/* Tells the half-moves of a sheet, which has just been read, from what cannot be read. */
void merge_find_unread(struct xpgn_merge *s, struct sheet *sheet);
/* Keeps a remark with the last half-move, or as an early one. */
void sheet_keep_remark(struct xpgn_merge *s, struct sheet *sheet, xpgn_remark remark);
void merge_note_unread(struct xpgn_merge *s, struct sheet *sheet, xpgn_place place);

/* ---- merge_import.c -------------------------------------------------------------------------- */

/* Reads a sheet, sheet->given, through the import. `tags`: those that it takes from the others. */
bool merge_import(struct xpgn_merge *s, struct sheet *sheet, const char *tags);
/* Takes a sheet with its half-moves as they are written, and what is around them as it was read. */
void merge_leave_half_moves(struct xpgn_merge *s, struct sheet *sheet);
/* Takes the numbers of sheets as shifted, without rows missing, if another sheet says so. */
void merge_settle_numbers(struct xpgn_merge *s);
/* The word of an entry as it stands on the sheet. */
xpgn_slice merge_written(const struct sheet *sheet, const struct sheet_entry *e);
/* Puts places and texts of a reading back as they stand on the sheet. */
void merge_as_written(struct xpgn_merge *s, const struct sheet *sheet, xpgn_reading *reading);

/* ---- writer_profile.c ---------------------------------------------------------------------------
 */

/* Finds the hand of each sheet, reads it again if it is not in the format's notation, and adds
   gaps before sheets that begin in the middle, if another has the beginning. False if memory
   runs out. */
bool merge_take_hands(struct xpgn_merge *s);
/* The number of half-moves of a sheet that can be played, skipping the others. */
size_t merge_count_played(struct xpgn_merge *s, const struct sheet *sheet);
/* True if the board contradicts a sign of it, x + or #: though it is legal, another game may have
   been played. */
bool merge_is_contradicted(struct xpgn_merge *s, const struct sheet *sheet);

/* ---- merge_play.c --------------------------------------------------------------------------- */

/* Plays an action in *to and sets s->facts. False if it is not legal; *to is then undefined.
   `full`: the facts have its notation. */
bool merge_play(struct xpgn_merge *s, struct standing *to, const struct choice *c, bool full);
/* Advances *to to the position in which this choice is played, at the beginning of its turn. False
   if the turn before may not end, or the game is over. */
bool merge_turn(struct xpgn_merge *s, struct standing *to, const struct choice *c);
/* The entry of a sheet for a step; for exchanged half-moves the other one. NULL if there is
   none. */
const struct sheet_entry *sheets_entry_of(const struct xpgn_merge *s, const struct merge_step *step,
                                          size_t sheet);
/* The cost of writing this entry for the action just played, from `before` (see merge_turn); sets
   the gravest slip. */
unsigned merge_cost(struct xpgn_merge *s, const struct sheet_entry *e,
                    const struct standing *before, const struct choice *c, xpgn_slip *slip);
/* The cost of counts, totals, fates and castles that differ between two rolls. */
unsigned sheets_field_cost(const xpgn_roll *roll, const xpgn_roll *right);
/* The additional cost of a wrong x, + or #. */
unsigned sheets_sign_cost(const struct xpgn_merge *s, const struct sheet_entry *e,
                          const struct standing *before, const struct choice *c);
/* The cost of a step for all sheets; *signs is the part for signs. */
unsigned merge_step_cost(struct xpgn_merge *s, const struct merge_step *step,
                         const struct standing *before, const struct choice *c, unsigned *signs);
/* True if two words can mean the same action in some position. */
bool sheets_may_be_same(const struct sheet_entry *a, const struct sheet_entry *b);
/* True if two escapes free the same piece, or both none (CC-10). */
bool sheets_same_freed(const struct recorded *a, const struct recorded *b);
/* The cost of its number; updates the shift and drift of the sheet. */
unsigned sheets_number_cost(const struct xpgn_merge *s, const struct sheet_entry *e,
                            const struct standing *before, const struct choice *c, int32_t *shift,
                            int32_t *drift);
/* Ends the game after the last action. */
void merge_close(struct xpgn_merge *s, struct standing *st);
/* Finds the cheapest result, and another of equal cost (NULL: none); returns the cost. */
unsigned merge_result(struct xpgn_merge *s, const struct standing *end, const char **result,
                      const char **tied);

/* ---- merge_word.c --------------------------------------------------------------------------- */

/* The meaning of an entry's word as the action of this choice, in a known position; valid until the
   next call. */
struct meaning *merge_meaning(struct xpgn_merge *s, const struct sheet_entry *e,
                              const struct standing *before, const struct choice *c);
/* The readings of a word that is not exact notation of a legal action. */
const struct readings *merge_readings(struct xpgn_merge *s, struct meaning *m);
/* The distance of an entry's word from another (movement_distance); above `most` a lower bound. */
unsigned merge_far(const struct sheet_entry *e, xpgn_slice word, unsigned most);
/* The same for the words of two entries. */
unsigned merge_distance(struct xpgn_merge *s, const struct sheet_entry *written,
                        const struct sheet_entry *right);
bool sheets_same_state(const struct state *a, const struct state *b);
/* Clears the caches before another comparison, as words may be at the same addresses. */
void sheets_forget_words(struct xpgn_merge *s);

/* ---- merge_guess.c -------------------------------------------------------------------------- */

/* The cost if all sheets make this slip; if one has a [%missing], or dice that cannot be read, only
   the others make it. */
unsigned sheets_all_slip(const struct xpgn_merge *s, const struct merge_node *n, enum mistake slip);
/* An entry with only this word, one for each word; NULL if there are too many. */
struct sheet_entry *merge_word(struct xpgn_merge *s, xpgn_slice word);
/* An entry with only this turn roll. */
const struct sheet_entry *sheets_turn_roll(struct xpgn_merge *s, xpgn_turn_dice dice);
/* How many throws of a turn have one die other than these, and the n-th of them; NULL if that is
   the same, or there are too many. */
unsigned sheets_other_throws(const struct xpgn_merge *s, const xpgn_turn_dice *dice);
const struct sheet_entry *sheets_other_throw(struct xpgn_merge *s, xpgn_turn_dice dice, unsigned n);
/* Adds up to SHEETS_GUESSES choices that no sheet has (similar actions, other dice, a half-move
   that all left out) to the choices at a node, of which the first `own` are each from one sheet.
   Returns the new number of choices. */
size_t merge_guesses(struct xpgn_merge *s, const struct merge_node *n, struct choice *list,
                     size_t own, size_t count);

/* ---- merge_ways.c --------------------------------------------------------------------------- */

/* One way in which the sheets may have arisen from an action, and what it costs. */
struct way_sum {
    unsigned cost;
    uint8_t way[XPGN_MAX_SHEETS];
};

struct ways {
    struct way_sum list[SHEETS_WAYS];
    size_t count;
};

/* The next entry of a sheet at a node; NULL: it has ended. */
static inline const struct sheet_entry *merge_next(const struct xpgn_merge *s,
                                                   const struct merge_node *n, size_t sheet) {
    return sheet_entry(&s->sheet[sheet], n->at[sheet]);
}
/* A cost for a sheet: if legal sheets have weight, a slip on one costs half as much again. */
unsigned merge_weighed(const struct xpgn_merge *s, size_t sheet, unsigned cost);
/* Finds the ways in which the sheets may have arisen from the action just played at a node. */
void merge_find_ways(struct xpgn_merge *s, const struct merge_node *n,
                     const struct standing *before, const struct choice *c, struct ways *w);

/* ---- merge_search.c ------------------------------------------------------------------------- */

/* True if two rolls have the same dice and cells. */
bool sheets_same_roll(const xpgn_roll *a, const xpgn_roll *b);
/* Finds the cheapest records: s->end, s->best; or, s->partial, one that explains only the first
   part of the sheets.  False if there is none, or not for one game. */
bool merge_search(struct xpgn_merge *s);
/* The same from a node on, with the record that leads to it, at a cost of at most `most`. False if
   there is none; the earlier result is then kept. */
bool sheets_search_on(struct xpgn_merge *s, struct merge_node *n, struct link l, unsigned most,
                      enum guess_policy hold);

/* ---- merge_part.c --------------------------------------------------------------------------- */

/* True if the best record needs more than one slip per two half-moves of the shortest sheet: any
   game could be explained that way. */
bool sheets_differ_too_much(const struct xpgn_merge *s);
/* True if most words of each sheet are in the others too. */
bool sheets_are_one_game(const struct xpgn_merge *s);
/* The half-moves of all sheets up to a node. */
uint32_t sheets_count_read(const struct xpgn_merge *s, const struct merge_node *n);
/* True if even agreeing sheets are doubted at a node. */
bool sheets_is_doubted(const struct xpgn_merge *s, const struct merge_node *n);
/* Notes a new node if it explains the sheets best so far. */
void sheets_note_part(struct xpgn_merge *s, const struct merge_node *n);

/* ---- merge_legal.c --------------------------------------------------------------------------- */

/* Finds which sheets are legal, if some are and others are not. */
void merge_find_legal(struct xpgn_merge *s);
/* True if the record has other half-moves than a legal sheet in several places: it is then a
   mixture that nobody wrote. */
bool merge_is_mixture(const struct xpgn_merge *s);
/* True if a sheet that is legal from its first half-move to its last would be misread in half of
   them: it is of another game. */
bool merge_is_of_two_games(struct xpgn_merge *s);
/* If a sheet is legal, cuts off what the others have that no record explains with it. Call it if
   there is none, or only a partial one. False if nothing was cut. */
bool merge_cut_unexplained(struct xpgn_merge *s);

/* ---- merge_decide.c ------------------------------------------------------------------------- */

/* "5. Nf3"; "5." without a word. */
const char *merge_label(struct xpgn_merge *s, const struct standing *st, xpgn_slice word);
/* Plays one action; returns NULL if it is legal, else its label. */
const char *sheets_try_action(struct xpgn_merge *s, struct standing *st, const struct choice *c,
                              xpgn_slice word);
/* Plays the record from step `from` up to `end` (exclusive; if `end` is the number of steps, with
   its result) in another position. Returns NULL if it is legal, else the first illegal turn. */
const char *sheets_try_rest(struct xpgn_merge *s, struct standing *st, size_t from, size_t end);
/* Determines which guesses the rest of the record decides; the others are open. s->checked is the
   first open one. */
bool merge_decide(struct xpgn_merge *s);

/* ---- merge_steps.c -------------------------------------------------------------------------- */

/* "<4> exd5 <5+2=9:2+2=5x>": an action as on a sheet, with the turn roll of another (NULL: none)
   and a roll (NULL: none), or the unreadable text. */
const char *merge_text(struct xpgn_merge *s, const struct recorded *action,
                       const struct recorded *turn, const xpgn_roll *roll, xpgn_slice unreadable);
/* True if two half-moves differ at most in the order of one side's dice, which has no effect. */
bool sheets_same_but_order(const char *a, const char *b);
/* Plays the record that was found, and determines what is tied and open in it. After an open
   half-move the search goes on without the rules. */
bool merge_settle(struct xpgn_merge *s);

/* ---- merge_confidence.c ---------------------------------------------------------------------- */

/* The probability of a half-move whose readings are known; 0: it is not written. */
double merge_confidence(const struct xpgn_merge *s, const xpgn_difference *d);

/* ---- merge_learn.c -------------------------------------------------------------------------- */

/* Counts what was written for which letter, where the record is sure. */
void merge_learn(struct xpgn_merge *s);
/* The probability of a tied half-move by what was learned of the hands; 0 if that decides
   nothing. */
double merge_learned(const struct xpgn_merge *s, const xpgn_difference *d);
/* Marks the likelier readings where the record has the others. False if there are none. */
bool merge_prefer(struct xpgn_merge *s);

/* ---- merge_report.c ------------------------------------------------------------------------- */

/* Settles the record, and finds the differences. */
bool merge_report(struct xpgn_merge *s);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * Several records of one game, and the legal one that explains them best.  Each sheet is read into
 * half-moves (entries) without regard to the rules.  The search then plays records, action by
 * action, and says of each sheet how its next entry came of that action: as it is, misread, left
 * out, exchanged with the next.  A node of the search is a position together with the places that
 * the sheets have been read to; of the ways to the same node the cheapest is kept, with those that
 * cost as much.  Nothing about a rule is known here: an action is legal if the referee plays it.
 * What slips there are and what they cost is the repair search's (mistake_cost).
 */
#ifndef XPGN_SHEETS_SHEETS_H
#define XPGN_SHEETS_SHEETS_H

#include "game/reading.h"
#include "study/confusion.h"
#include "study/repair.h"
#include "text/roll.h"

enum {
    SHEETS_ENTRIES = 10000,      /* half-moves in a sheet */
    SHEETS_BEAM = 96,            /* nodes at each point of the sheets */
    SHEETS_NARROW = 4,           /* the same, once this many actions have been played: */
    SHEETS_PLAYED = 200000,      /* in the search */
    SHEETS_COST = 64 * ONE_EDIT, /* the sheets differ by no more */
    SHEETS_WORD = 3,             /* slips that a misread action costs at most, */
    SHEETS_ROLL = 3,             /* and a roll */
    SHEETS_WAYS = 64,            /* in which the sheets may have come of one action */
    SHEETS_CHOICES = 64,         /* actions of the sheets tried at a node, */
    SHEETS_GUESSES = 512,        /* and of others */
    SHEETS_WORDS = 4096,         /* that no sheet has, in all */
    SHEETS_DOUBTED = 8,          /* places at which sheets that agree cannot be played */
    SHEETS_BEFORE = 16,          /* half-moves before that are doubted there */
    SHEETS_MEANINGS = 64,        /* of words, in a position; powers of two: */
    SHEETS_DISTANCES = 2048,     /* of two words */
    SHEETS_TIES = 256            /* records of the same cost that are looked at */
};

/* A half-move of a sheet. */
struct sheet_entry {
    struct recorded recorded;   /* with its roll, or an empty one */
    xpgn_slice word;            /* the text of that without + and # */
    bool exact;                 /* the word is an action in exact notation */
    bool readable;              /* or has another form in which people write one (game/reading.h) */
    bool likely;                /* of readings that tie: what was learned speaks for it */
    bool gap;                   /* a [%missing], without a word: any half-move */
    bool made;                  /* of no sheet: for a guess; a gap: one that is nobody's slip */
    bool own_before, own_after; /* the same player has a half-move two before it, or after it */
    bool numbered;              /* after a number */
    struct token number;
    xpgn_place extent; /* from its turn roll to its roll */
    xpgn_remark *remarks;
    size_t remark_count, remark_capacity;
};

/* From which side a player sees the board. */
enum sheet_view {
    VIEW_WHITE,
    VIEW_TURNED, /* files and ranks are counted from the other side */
    VIEW_OWN     /* Black counts ranks from his own side */
};

struct sheet {
    const xpgn_game *game;
    enum sheet_view view;
    bool half; /* it has the half-moves of one player only; with gaps between them */
    bool own;  /* numbers without dots are Black's: it has his half-moves only */
    xpgn_tag *tags;
    size_t tag_count;
    bool has_start;
    struct sheet_entry *list;
    size_t count, capacity;
    xpgn_remark *early; /* comments before the first half-move */
    size_t early_count, early_capacity;
    xpgn_slice result; /* data NULL: none */
    xpgn_place result_place;
};

/* NULL: past the last. */
static inline const struct sheet_entry *sheet_entry(const struct sheet *sheet, uint32_t at) {
    return at < sheet->count ? &sheet->list[at] : NULL;
}

/* An action to be played, put together from entries. */
struct choice {
    const struct sheet_entry *word; /* the action; NULL: none; of an open one, what stands for it */
    const xpgn_roll *roll;          /* its dice and cells; NULL: none */
    const struct sheet_entry *turn; /* the turn roll; NULL: none */
    uint8_t face;                   /* instead of what a die shows; 0: none: */
    uint8_t exchange, side, die;    /* this one */
    bool first;                     /* the first of its turn */
    bool made;                      /* no sheet has it, */
    uint8_t far;                    /* but a word that is as far from it, as movement_distance */
    bool open;                      /* and nobody knows it: after it the position is unknown */
    bool as_written;                /* counts, totals and fates are held against the rules too */
    char sign;                      /* + or #, if a sheet has that here: to be looked for */
};

/* How a sheet came of the action that was played. */
enum way {
    WAY_ENTRY, /* its next entry is that */
    WAY_LEFT_OUT,
    WAY_NEXT, /* its next but one is: the two are exchanged */
    WAY_OWN,  /* the next of the same player is: his two are exchanged */
    WAY_KINDS,
    WAY_NONE = WAY_KINDS /* nothing was played, or the sheet has no part in it */
};

/* Where the game stands. */
struct standing {
    struct state state;
    xpgn_outcome outcome;
    bool unknown; /* after an open half-move: of the position only number and side are known */
};

/* A node that is still to be followed. */
struct node {
    struct standing standing;
    uint32_t at[XPGN_MAX_SHEETS];   /* the next entries */
    int32_t shift[XPGN_MAX_SHEETS]; /* of the move numbers, in half-moves */
    int32_t drift[XPGN_MAX_SHEETS]; /* half-moves left out (-) or too many since the last number */
    uint8_t exchanged; /* bit per sheet: its next entry was played already, by WAY_NEXT */
    uint8_t own[XPGN_MAX_SHEETS]; /* entries up to the second of two that a player has exchanged */
    unsigned cost;
    uint32_t clean; /* half-moves of the record for which no sheet has slipped */
    unsigned
        doubt; /* of half-moves that no sheet has, or that one has too many: fewer are better */
    uint32_t link;
    bool followed;
};

/* The last step to a node. */
struct link {
    uint32_t from;        /* the link before; its own index: the start */
    uint32_t tied;        /* another step that leads there at the same cost; 0: none */
    struct choice choice; /* word NULL: an entry of `skipped` was passed over */
    unsigned cost;        /* up to here */
    uint8_t way[XPGN_MAX_SHEETS];
    uint8_t skipped;
};

/* What is tried of what no sheet has, each with all before it. */
enum hold {
    HOLD_KNOWN,     /* nothing */
    HOLD_GUESSED,   /* actions near in writing or quiet, other dice */
    HOLD_OPEN,      /* half-moves that stay open, for a [%missing] */
    HOLD_UNREADABLE /* and for a word that is no action */
};

struct level {
    struct node *list;         /* SHEETS_BEAM of them; */
    uint8_t mark[SHEETS_BEAM]; /* of each, equal where they are the same */
    size_t count;
    unsigned worst; /* once it is full: no node costs more */
};

/* How many sheets have the half-moves of the record, where that changes. */
enum stretch { STRETCH_SAME, STRETCH_ONE, STRETCH_MORE };

/* A step of the record that was found. */
struct sheets_step {
    const struct link *link;
    uint32_t at[XPGN_MAX_SHEETS]; /* before it */
    struct standing before;
    uint32_t ply, number; /* of its turn */
    uint8_t seat;
    uint8_t exchanged; /* before it, as in a node */
    bool first;        /* of its turn */
    const char *name;  /* canonical; "" */
    unsigned turn_roll;
    const char *text; /* with its rolls and what else belongs to it */
    const char *tied;
    xpgn_slip slip[XPGN_MAX_SHEETS];
    uint8_t witnesses; /* bit per sheet: it has this half-move, with its dice */
    uint8_t legible;   /* it has one here, right or wrong */
    uint8_t words;     /* it has this action, with whatever dice */
    bool mixed;        /* the action is of one sheet, its dice of another */
    bool guess;        /* none has it, */
    const char *was;   /* but what one has is one slip away from it; NULL: none has, */
    unsigned far;      /* as movement_distance says; */
    bool open;         /* and the rest does not decide it, or it is not to be written */
    bool tied_made;    /* no sheet has what ties with it either */
    unsigned cost;     /* what the half-moves of the sheets cost, */
    unsigned signs;    /* and of that their signs */
    uint32_t choices;  /* of a guess: legal actions there */
    enum stretch stretch;
    const char *over; /* what the sheets have before it, and the record has not; NULL: nothing */
};

/* What a word says in a position. */
struct meaning {
    xpgn_slice text; /* the word; data NULL: none yet */
    struct state state;
    bool exact; /* in exact notation: */
    xpgn_action action;
    bool read;                /* else, as people write it: */
    struct readings readings; /* once they have been asked for */
};

/* How far two words are from each other. */
struct distance {
    xpgn_slice written, right;
    unsigned far;
};

/* The best records of a search. */
struct found {
    unsigned best;    /* what they cost */
    uint32_t end[16]; /* their last links, the one with the least doubt first */
    size_t ends;
    unsigned doubt; /* of that one */
    bool narrow;    /* there were too many nodes to follow all */
};

enum { SHEETS_LEVELS = 2 * XPGN_MAX_SHEETS + 1 };

struct xpgn_sheets {
    xpgn_catalog *catalog;
    xpgn_walk *walk; /* reads the sheets */
    struct arena arena;
    struct log log; /* mute: of the actions tried */
    bool no_memory;
    bool guesses; /* write what no sheet supports, too, where the rest decides it */
    bool learns;  /* count what the sheets show of how letters are written */
    bool learned; /* and go by it */
    struct confusion event, hand[XPGN_MAX_SHEETS]; /* of all comparisons; each sheet's, with it */
    char error[160];

    /* One comparison. */
    const xpgn_ruleset *ruleset;
    struct standing start;
    struct sheet sheet[XPGN_MAX_SHEETS];
    size_t count;
    struct level level[SHEETS_LEVELS]; /* by entries read, modulo */
    struct link *link;                 /* the first is the start */
    size_t link_count, link_capacity;
    size_t played;
    int64_t part_worth; /* the best node that is no end: half-moves explained, less slips; */
    unsigned part_cost;
    uint32_t part;       /* its last link, */
    uint32_t part_read;  /* and the entries of all sheets up to there */
    unsigned stuck_cost; /* of the cheapest node at which sheets that agree cannot be played on; */
    uint32_t stuck;      /* UINT_MAX: there is none; as part_read */
    uint32_t doubted[SHEETS_DOUBTED]; /* places, as part_read, before which even what all sheets
                                         have is doubted */
    size_t doubted_count;
    bool partial; /* the record leads to it, and the rest of the sheets is not explained */
    enum hold hold;
    unsigned most; /* no record may cost more */
    struct found found;
    size_t kept;                            /* links of what was found before */
    struct sheet_entry *word[SHEETS_WORDS]; /* those made for guesses */
    xpgn_index word_index;
    size_t words;
    struct meaning meaning[SHEETS_MEANINGS];
    struct distance distance[SHEETS_DISTANCES];
    xpgn_facts facts; /* of the last action tried */
    xpgn_roll dice;   /* its roll without what follows */

    struct sheets_step *step;
    size_t steps, checked; /* those before the first open one */
    bool whole;            /* none of its half-moves is open */
    const char *result, *result_tied;
    const char *stop; /* partial: the turn at which it ends, as "5..." */
    xpgn_difference *difference, *half_move;
    size_t differences, difference_capacity;
    size_t half_moves, half_move_capacity;
};

static inline bool sheets_played(const struct link *l) {
    return l->choice.word != NULL;
}
/* How many entries a sheet still has up to the second of two that are exchanged, after one. */
static inline uint8_t sheets_own_after(uint8_t own, uint8_t way) {
    return way == WAY_OWN ? 2 : own > 0 ? own - 1 : 0;
}
/* The step of the record that comes next, from `i` on, in which something is played. */
static inline size_t sheets_next_played(const struct xpgn_sheets *s, size_t i) {
    while (i < s->steps && !sheets_played(s->step[i].link))
        i++;
    return i;
}

/* ---- sheets_read.c --------------------------------------------------------------------------- */

/* Reads the sheets, and finds their ruleset and start position.  False: they are not of one game
   (s->error says why), or there is no memory. */
bool sheets_read(struct xpgn_sheets *s, const xpgn_game *games, size_t count);
/* Reads the half-moves of a sheet again, in a text of the same size. */
void sheets_read_again(struct xpgn_sheets *s, struct sheet *sheet, const char *text);
/* "Variant" of a sheet; {NULL, 0}: it has none, or it says nothing. */
xpgn_slice sheet_tag(const struct sheet *sheet, xpgn_slice name);

/* ---- sheets_hand.c --------------------------------------------------------------------------- */

/* Finds how each sheet is written as a whole, reads it again if that is not as the format has it,
   and puts gaps before sheets that begin in the middle, if another has the beginning.  False: no
   memory. */
bool sheets_take_hands(struct xpgn_sheets *s);

/* ---- sheets_play.c --------------------------------------------------------------------------- */

/* Plays an action in *to, with s->facts.  False: it is not legal, and *to means nothing.  `full`:
   the facts have its name. */
bool sheets_play(struct xpgn_sheets *s, struct standing *to, const struct choice *c, bool full);
/* The position in which an action of this choice is played: its turn has begun.  False: the turn
   may not end, or the game. */
bool sheets_turn(struct xpgn_sheets *s, struct standing *to, const struct choice *c);
/* What a sheet has for a step: of two half-moves that it has exchanged, the other one.  NULL:
   nothing. */
const struct sheet_entry *sheets_entry_of(const struct xpgn_sheets *s,
                                          const struct sheets_step *step, size_t sheet);
/* What it cost to write the entry for the action just played, from `before` (of sheets_turn), and
   the gravest of the slips. */
unsigned sheets_cost(struct xpgn_sheets *s, const struct sheet_entry *e,
                     const struct standing *before, const struct choice *c, xpgn_slip *slip);
/* And an x, + or # that the action does not bear. */
unsigned sheets_sign_cost(const struct xpgn_sheets *s, const struct sheet_entry *e,
                          const struct standing *before, const struct choice *c);
/* What that costs all sheets, at a step of the record; *signs: of that their signs. */
unsigned sheets_step_cost(struct xpgn_sheets *s, const struct sheets_step *step,
                          const struct standing *before, const struct choice *c, unsigned *signs);
/* Can two words mean the same action somewhere? */
bool sheets_may_be_same(const struct sheet_entry *a, const struct sheet_entry *b);
/* Have two rolls the same dice and cells? */
bool sheets_same_roll(const xpgn_roll *a, const xpgn_roll *b);
/* Do two escapes free the same piece, or both none (CC-10)? */
bool sheets_same_freed(const struct recorded *a, const struct recorded *b);
/* What its number costs; sets the shift of the sheet. */
unsigned sheets_number_cost(const struct xpgn_sheets *s, const struct sheet_entry *e,
                            const struct standing *before, const struct choice *c, int32_t *shift,
                            int32_t *drift);
/* Ends the game after the last action. */
void sheets_close(struct xpgn_sheets *s, struct standing *st);
/* The result that costs the least, and another that costs as little (NULL: none). */
unsigned sheets_result(struct xpgn_sheets *s, const struct standing *end, const char **result,
                       const char **tied);

/* ---- sheets_word.c --------------------------------------------------------------------------- */

/* What the word of an entry says as the action of this choice, in a known position; it lasts until
   this is asked again. */
struct meaning *sheets_meaning(struct xpgn_sheets *s, const struct sheet_entry *e,
                               const struct standing *before, const struct choice *c);
/* What it can mean where it is no exact notation of a legal action. */
const struct readings *sheets_readings(struct xpgn_sheets *s, struct meaning *m);
/* How far the word of an entry is from another, as movement_distance says; that far at least, if
   it is more than `most`. */
unsigned sheets_far(const struct sheet_entry *e, xpgn_slice word, unsigned most);
/* The same of the words of two entries. */
unsigned sheets_distance(struct xpgn_sheets *s, const struct sheet_entry *written,
                         const struct sheet_entry *right);
bool sheets_same_state(const struct state *a, const struct state *b);
/* Before another comparison: its words may stand where others have stood. */
void sheets_forget_words(struct xpgn_sheets *s);

/* ---- sheets_guess.c -------------------------------------------------------------------------- */

/* What it costs if all sheets make this slip; where one says that a half-move is missing, only
   those make one that have another word. */
unsigned sheets_all_slip(const struct xpgn_sheets *s, const struct node *n, enum mistake slip);
/* An entry with this word and nothing else, one for each word; NULL: there are too many. */
struct sheet_entry *sheets_word(struct xpgn_sheets *s, xpgn_slice word);
/* An entry with this turn roll and nothing else. */
const struct sheet_entry *sheets_turn_roll(struct xpgn_sheets *s, unsigned face);
/* Adds to the choices at a node, the first `own` of which are each of one sheet, up to
   SHEETS_GUESSES that no sheet has: actions near in writing, other dice, a half-move that all have
   left out.  Returns how many there are then. */
size_t sheets_guesses(struct xpgn_sheets *s, const struct node *n, struct choice *list, size_t own,
                      size_t count);

/* ---- sheets_search.c ------------------------------------------------------------------------- */

/* Finds the cheapest records: s->end, s->best; or, s->partial, one that explains only the first
   part of the sheets.  False: there is none, or not for one game. */
bool sheets_search(struct xpgn_sheets *s);
/* The same from a node on, with the record that leads to it, which costs no more than `most`.
   False: there is none, and that which was found before stays. */
bool sheets_search_on(struct xpgn_sheets *s, struct node *n, struct link l, unsigned most,
                      enum hold hold);

/* ---- sheets_part.c --------------------------------------------------------------------------- */

/* Does the best record take more than a slip for two half-moves of the shortest sheet?  Any game
   can be explained so. */
bool sheets_differ_too_much(const struct xpgn_sheets *s);
/* Do most of the words of each sheet stand in the others, too? */
bool sheets_are_one_game(const struct xpgn_sheets *s);
/* Half-moves of all sheets up to a node. */
uint32_t sheets_count_read(const struct xpgn_sheets *s, const struct node *n);
/* Is what all sheets have doubted at a node? */
bool sheets_is_doubted(const struct xpgn_sheets *s, const struct node *n);
/* Keeps a new node, if the sheets are explained best up to there. */
void sheets_note_part(struct xpgn_sheets *s, const struct node *n);

/* ---- sheets_decide.c ------------------------------------------------------------------------- */

/* "5. Nf3"; "5." without a word. */
const char *sheets_label(struct xpgn_sheets *s, const struct standing *st, xpgn_slice word);
/* Plays one action; NULL: it is legal, else its label. */
const char *sheets_try_action(struct xpgn_sheets *s, struct standing *st, const struct choice *c,
                              xpgn_slice word);
/* The record from step `from` up to `end` (exclusive; all steps: with its result), in another
   position.  NULL: it can be played; else the first turn that does not fit. */
const char *sheets_try_rest(struct xpgn_sheets *s, struct standing *st, size_t from, size_t end);
/* Which of the guesses in the record what follows decides: the others are open.  s->checked is the
   first of those. */
bool sheets_decide(struct xpgn_sheets *s);

/* ---- sheets_steps.c -------------------------------------------------------------------------- */

/* "<4> exd5 <5+2=9:2+2=5x>": an action as a sheet has it, with the turn roll of another (NULL:
   none) and a roll (NULL: none), or what stands there and could not be read. */
const char *sheets_text(struct xpgn_sheets *s, const struct recorded *action,
                        const struct recorded *turn, const xpgn_roll *roll, xpgn_slice unreadable);
/* Are two half-moves the same but for the order in which dice of one side were written, which
   decides nothing? */
bool sheets_same_but_order(const char *a, const char *b);
/* Plays the record that was found, and says what is tied and what is open in it.  Where something
   is, the search goes on from there without the rules. */
bool sheets_settle(struct xpgn_sheets *s);

/* ---- sheets_sure.c --------------------------------------------------------------------------- */

/* The probability of a half-move whose readings are known; 0: it is not written. */
double sheets_sure(const struct xpgn_sheets *s, const xpgn_difference *d);

/* ---- sheets_learn.c -------------------------------------------------------------------------- */

/* Counts what was written for which letter, where the record is sure. */
void sheets_learn(struct xpgn_sheets *s);
/* The probability of a half-move that ties, by what was learned of the hands; 0: that says nothing.
 */
double sheets_learned(const struct xpgn_sheets *s, const xpgn_difference *d);
/* Marks the likelier readings, where the record has the others.  False: there are none. */
bool sheets_prefer(struct xpgn_sheets *s);

/* ---- sheets_report.c ------------------------------------------------------------------------- */

/* Settles the record, and finds the differences. */
bool sheets_report(struct xpgn_sheets *s);

#endif

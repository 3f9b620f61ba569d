/* SPDX-License-Identifier: MIT */
/*
 * The signs and words of a sheet, without the rules and before its language is known: headings
 * above the moves, numbers, half-moves, dice, signs for what cannot be read, words struck out,
 * clocks, remarks, and how the game ended. Used for games that cannot be read exactly. What needs
 * neither a position nor a language is given as the format writes it; words of half-moves are left
 * to the hand (import_hand.c).
 */
#ifndef XPGN_SHEET_SHEET_H
#define XPGN_SHEET_SHEET_H

#include <xpgn/play.h>

#include "core/base/arena.h"
#include "core/forms/dice_form.h"
#include "core/forms/written_ending.h"
#include "internal/action_facts.h"
#include "meant/sheet/word_in_hand.h"

enum item_kind {
    ITEM_NUMBER,  /* 12. 12... */
    ITEM_HALF,    /* a half-move, in any language */
    ITEM_WORDS,   /* words that are no half-move in any form that we know */
    ITEM_ROLL,    /* dice; `text`, if they are not as the format writes them */
    ITEM_CHOICES, /* a roll with alternatives, <5:1>|<5:4> */
    ITEM_BLANK,   /* a sign that no half-move can be read here */
    ITEM_DASH,    /* - or ~ between two half-moves, or for one */
    ITEM_GLYPH,   /* ? or !? by itself: a mark, or a blank */
    ITEM_CROSSES, /* xxxx: a half-move struck out, or one that cannot be read */
    ITEM_STRUCK,  /* a half-move that is struck out: ~~Qa4~~ */
    ITEM_MARK,    /* ch, Schach: belongs to the half-move before it */
    ITEM_CLOCK,   /* a time beside a half-move */
    ITEM_LAYOUT,  /* a comma or an arrow between half-moves; no meaning */
    ITEM_DITTO    /* the same as that seat's last half-move */
};

struct sheet_token {
    enum item_kind kind;
    xpgn_place place;
    const char *text; /* as the format writes it; NULL: as written, or left to the hand */
    uint32_t number, dots;
    uint32_t depth; /* of variations; 0: the main line */
    bool english;   /* `text` is a half-move in English letters: Queen takes b3 */
    bool open;      /* a half-move that the sheet itself leaves open: Qa4/Qb3, Nf? */
    bool exact;     /* of a blank: `text` is how it stands there, {[%missing]} */
    bool lone;      /* it is alone in brackets, without a number: (Nf6) */
    bool line;      /* the first of its line */
    /* of a half-move with blanks around its dash or arrow, e4 - e5, Qa4 -> Qb3, which may also be
       those of both sides: the end of the first and the offset of the second; 0: none */
    uint32_t split_from, split;
};

struct sheet_pair {
    xpgn_slice name, value;
};

/* What is known of the game. */
struct sheet_game {
    bool numbers;              /* four or five digits are a half-move (ICCF) */
    uint8_t die;               /* the largest face of its dice; 0: it has none */
    bool diceless;             /* its rolls have no dice: <+1=2:=0x> */
    bool turns;                /* its dice are those of turns only: no roll has two sides */
    bool rolls;                /* a turn has a roll of one die */
    bool lone;                 /* a combat has one die, of the attacker */
    const xpgn_ruleset *named; /* whose dice of a turn name pieces; NULL: they do not */
    bool holes;  /* it is written, not checked: a half-move whose dice cannot be read is missing */
    bool tags;   /* tag pairs in another form are listed, in that of the format */
    bool passes; /* a turn may pass: -- */
    bool halves; /* each half-move has a number of its own: 1. e4 2. e5 */
};

/* Of a game with these rules; NULL: the rules are not known. */
struct sheet_game sheet_game_of(const xpgn_ruleset *rules);

struct sheet_text {
    xpgn_slice text;
    struct sheet_game game;
    struct arena *arena;
    bool no_memory;
    struct sheet_pair pair[64]; /* the tag pairs, then the headings, in their order */
    size_t pairs;
    bool server_list;    /* of FICS or ICC: its times are those spent, in minutes and seconds */
    bool lone_dice;      /* a digit by itself may be the die of a turn */
    xpgn_slice names[2]; /* of White and Black; size 0: not known */
    uint32_t moves;      /* where the movetext begins */
    uint32_t tags;       /* where another tag pair can be put; 0: there is no tag pair */
    uint32_t tail;       /* behind the last half-move */
    xpgn_place score;    /* at the end, in a form that the format does not have; length 0: none */
    struct sheet_token *list;
    size_t count, capacity;
    struct imported_list *items;
};

/* Lists the half-moves of the sheet, and all that is not as the format writes it. What
   `out` points to lasts as long as the arena. False if memory runs out. */
bool sheet_read(xpgn_slice text, struct sheet_game game, struct arena *arena,
                struct imported_list *out);

/* ---- parts --------------------------------------------------------------------------------- */

/* The lines above the moves; sets `moves`, `pair`, `names`, and adds items. */
void sheet_read_head(struct sheet_text *s);
/* Reads a score, also in brackets or quotes, (1-0) or "1-0". Signs that are an evaluation as well,
   +- and +/-, are one only where `said`, the value of Result, is the same; NULL: it says nothing.
 */
bool sheet_read_score(const char *p, const char *end, const char *said, struct ending *e);
/* Where the longest score begins that ends the text, of some words; NULL: there is none. */
const char *sheet_last_score(const char *begin, const char *end, const char *said,
                             struct ending *e);
/* Finds a score at the end whose signs mean something else elsewhere: + - -, 0F-1; sets `score`. */
void sheet_find_score(struct sheet_text *s);
/* The tokens from `moves` on, up to `score`; sets `tail`. */
void sheet_read_moves(struct sheet_text *s);
/* The tail begins behind the last half-move, its dice, marks and clock; leaves out its tokens. */
void sheet_find_tail(struct sheet_text *s);
/* Decides by the numbers what signs between half-moves mean. */
void sheet_settle_rows(struct sheet_text *s);
/* Where each half-move has a number: numbers the moves. */
void sheet_number_half_moves(struct sheet_text *s);
/* Where turns may have several half-moves: numbers the turns of rows in two columns. */
void sheet_number_columns(struct sheet_text *s);
/* The text from `tail` on: adds items. */
void sheet_read_tail(struct sheet_text *s);

/* True if a heading begins at p, which is where a word begins, or behind a comma of its line:
   White:, Board 3, Partie 6, Brett 3. */
bool sheet_has_heading(const char *p, const char *end);
/* The size of the side before a half-move: White: e4, W: e4; with `letters` any letter: B: e5,
   which is a capture where White has none. 0: there is none. */
size_t sheet_side(const char *p, const char *end, bool letters);
/* The size of the side before a list of its half-moves at p, White: 1. e4 2. Nf3 or White: e4, Nf3;
   0: there is none. */
size_t sheet_begins_list(const char *p, const char *end);
/* The size of the side before a row of one half-move at p, with the number: Black 1. e5; 0: there
   is none. */
size_t sheet_row_side(const char *p, const char *end, bool *black, uint32_t *number);
/* The size of the time before a row at p, [19:42] 12. e4 or 19:42 12. e4; 0: there is none. */
size_t sheet_hour(const struct sheet_text *s, const char *p);
/* True if a row goes on at p, behind its number: with a half-move, or a sign that one is missing.
 */
bool sheet_begins_row(const struct sheet_text *s, const char *p);
enum { SPACED_ROOM = 8 };
/* Reads a half-move with blanks between its signs, e 4, Nf 3, N f 3; its size, and where it ends.
   0: there is none. */
size_t sheet_letter_spaced(const char *p, const char *end, char text[SPACED_ROOM], const char **to);
/* True if a line begins a page and has no half-move: Page 2, No. White Black, White: Huber. */
bool sheet_begins_page(const char *p, const char *end);
/* True if a line has the names of two players, Huber - Maier, or a date, and nothing else. */
bool sheet_has_names(const char *p, const char *end);
/* True if a word has the form of a half-move in any language. */
bool sheet_is_half_move(xpgn_slice word);
/* The same, and no word for a pawn's files or a part of a square, which may be other words: ed, Ae.
 */
bool sheet_is_in_full(xpgn_slice word);
/* True for what may be left of a half-move, perhaps with its roll: h, Nf, dx3 <5:1>. Where one is
   due it is no remark. */
bool sheet_begins_half_move(xpgn_slice words);
/* The order of edits, for qsort: what is added at a place comes before what replaces its words. */
int place_order(xpgn_place a, xpgn_place b);
/* True if the words say that no half-move can be read: illegible. */
bool sheet_says_illegible(const struct sheet_text *s, const struct sheet_token *t);
/* True if only blanks are before it in its line. */
bool sheet_begins_line(const struct sheet_text *s, const struct sheet_token *t);
void sheet_put_item(struct sheet_text *s, struct imported item);
/* Adds an item with a text of its own. */
void sheet_put(struct sheet_text *s, xpgn_place place, const char *text, xpgn_form form);
/* Makes two equal items of the one with that index, whose parts they are to become. Returns the
   first; NULL: memory ran out. */
struct sheet_token *sheet_part(struct sheet_text *s, size_t index);
/* Words as a comment of the format. NULL if memory runs out. */
const char *sheet_comment(struct sheet_text *s, xpgn_slice words);
/* The bytes of letters in brackets that are the dice of a turn, each for the first face that names
   that piece: <PNQ>, [p,n,q]; sets *dice to them. 0: there are none. */
size_t sheet_letter_dice(struct sheet_game game, const char *p, const char *end,
                         xpgn_turn_dice *dice);
/* Reads dice in any form of the game. */
bool sheet_dice(struct sheet_game game, const char *p, const char *end, struct dice_form *form);
/* True for as many dice in brackets as a turn has, if these are several: (1 2 6). */
bool sheet_turn_dice(struct sheet_game game, const char *p, const char *end);
/* The bytes of figures in brackets that are no dice of the game: (2>1), (3:1). 0: there are none.
 */
size_t sheet_figures(const char *p, const char *end);
/* A number as the format writes it. NULL if memory runs out. */
const char *sheet_number(struct sheet_text *s, uint32_t number, unsigned dots);
/* False for signs and digits only. */
bool sheet_has_letter(xpgn_slice s);
/* The value of a tag pair or heading; {NULL, 0} if there is none. */
xpgn_slice sheet_value(const struct sheet_text *s, const char *name);

#endif

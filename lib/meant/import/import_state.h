/* SPDX-License-Identifier: MIT */
/* Reading a sheet: what its parts share. */
#ifndef XPGN_IMPORT_IMPORT_STATE_H
#define XPGN_IMPORT_IMPORT_STATE_H

#include "core/base/arena.h"
#include "core/text/languages.h"
#include "internal/meant.h"
#include "meant/import/import.h"
#include "meant/import/row_edits.h"
#include "meant/sheet/sheet.h"
#include "meant/sheet/word_in_hand.h"

enum {
    KNOWN_BITS = 11,
    GAIN = 8 /* turns that another language has to read after a word that English leaves open */
};

/* A word that was translated before. */
struct known_word {
    uint64_t word[2]; /* its bytes; 0: none */
    struct hand hand;
    unsigned forms;
    uint8_t length;
    bool plain, same; /* as those of struct imported */
    char text[21];
};

/* The result of trying one hand. */
struct attempt {
    struct hand hand;
    uint64_t text; /* hash of the translation */
    uint32_t turns;
    bool whole;     /* it can be played to its end */
    bool plain;     /* as exact notation, without any finding */
    bool gap;       /* up to a missing half-move */
    bool ambiguous; /* up to a word that can mean several actions */
};

struct xpgn_import {
    xpgn_catalog *catalog;
    struct languages languages;
    const struct language *given;     /* from the options */
    const struct language *preferred; /* where several explain a game */
    xpgn_walk *quick, *loose, *steps; /* for exact notation; for readings; with its actions */
    struct hand noted;                /* the hand of `changed`; language NULL: none */
    xpgn_game game;
    struct import_outcome outcome;
    bool gap;        /* in the game as it was read */
    uint32_t stop;   /* where reading ended, in the game as written; 0: not known */
    bool rest;       /* as import_read_rest */
    bool settled;    /* it can be played to its end as it is written */
    bool stays_tied; /* two languages read it to its end, differently */
    bool tie_open;   /* they differ in one word only, which is left open */
    bool halves;     /* each half-move has a number of its own */
    bool skips;      /* rows that the numbers skip are missing, though the game can be played */
    bool filled;     /* half-moves were missing */
    bool as_is;      /* `quick` has last played the game as it is written */
    struct imported_list words;
    struct arena arena; /* texts of `words` */
    size_t open; /* of the words: a roll whose alternatives are not settled; else their number */
    struct known_word known[1 << KNOWN_BITS];
    xpgn_buffer translated, result, names;
    struct hand by; /* the hand of the translation; language NULL: none yet */
    xpgn_imported *changed;
    size_t changed_count, changed_room;
    const struct language *language;
    char name[32];               /* of the language */
    const struct language *tied; /* another language that explains the game as well; NULL: none */
    char other[32];              /* its name */
    char error[sizeof((xpgn_fault *)0)->text];
    struct arena rows;      /* of `moved` */
    struct row_edits moved; /* the changes of a game whose rows were put in order */
};

/* ---- import_play.c -------------------------------------------------------------------------- */

/* The word that stands at an offset of the translation; NULL: none. */
struct imported *import_word_at(const xpgn_import *m, uint32_t offset);
bool import_add_change(xpgn_import *m, xpgn_place place, unsigned forms, bool exact);
/* True if a word, valid as it is written, is not the action that it was read as: a sign or square
   of departure may be missing, no more. */
bool import_means_otherwise(xpgn_slice was, xpgn_slice name);
/* Appends what a word becomes to the names. For checking with a +, # or =R that the board
   contradicts, or that it has not been asked about: something else may be wrong. */
void import_put_name(xpgn_import *m, const struct imported *w, xpgn_slice name);
/* Notes a word whose notation in the format differs. `guessed`: its translation is not exact
   notation either. */
bool import_note_word(xpgn_import *m, struct imported *w, xpgn_slice name, bool guessed);
/* True if there is an error, also in a variation, other than that no result stands there. */
bool import_has_error(const xpgn_walk *walk);
/* Plays a text; how far, and whether to its end.  The walk with steps notes what is played. */
xpgn_status import_play(xpgn_import *m, xpgn_walk *walk, xpgn_slice text, struct attempt *out);
bool hand_is_same(const struct hand *a, const struct hand *b);
/* Translates the words, and takes the only legal alternative of each roll. */
bool import_translate(xpgn_import *m, const struct hand *hand);
/* Notes the notation of the actions by playing them. */
xpgn_status import_note_attempt(xpgn_import *m, struct attempt *a);
bool import_has_variations(const xpgn_import *m);
/* Plays the translation, usually as exact notation, else by readings. Errors in variations say
   nothing about the hand. */
xpgn_status import_attempt(xpgn_import *m, struct attempt *a);
/* The word at which reading ends, as it was written, and what is said about it; size 0: not
   known. */
xpgn_slice import_last_word(const xpgn_import *m, const xpgn_finding **error);
/* Where in the translation the first missing half-move is, once it has been played; UINT32_MAX:
   nowhere. */
uint32_t import_gap(const xpgn_import *m);
/* Plays the game again after a change of its words. */
xpgn_status import_attempt_again(xpgn_import *m, struct attempt *a);
/* The word at which reading ends; NULL: not known, or there is no memory. */
struct imported *import_stopping_word(xpgn_import *m, struct attempt *a, xpgn_status *status);

/* ---- import_edits.c ------------------------------------------------------------------------- */

void import_set_language(xpgn_import *m, const struct language *l);
/* Adds a missing result from the tag, or none. */
bool import_note_result(xpgn_import *m, const xpgn_walk *walk);
/* Sets the names of the changes, which are in the same order, now that the buffer no longer
   moves. */
void import_name_changes(xpgn_import *m, size_t actions);
xpgn_status import_write_result(xpgn_import *m);
/* Writes the game with the hand of an attempt. */
xpgn_status import_take_hand(xpgn_import *m, const struct attempt *a);
/* Drops the changes, as the hand explains no more than the game as written. */
void import_drop_changes(xpgn_import *m);

/* ---- import_hand.c -------------------------------------------------------------------------- */

struct sheet_game import_game_kind(const xpgn_import *m);
/* Tries all hands, and again with half-moves left out by convention. */
xpgn_status import_find_hand(xpgn_import *m, struct attempt *best, const struct language **tied);

/* ---- import_sides.c ------------------------------------------------------------------------- */

/* What speaks for one reading of rows that cannot be played as they are written. */
struct sides_evidence {
    bool whole;            /* no error up to its end, or to a missing half-move */
    bool fits;             /* a half-move fits there; true if none is missing */
    uint32_t read;         /* turns */
    uint32_t contradicted; /* signs for checks and captures that the board contradicts */
};

/* Weighs the newest reading, of rows with Black first. */
xpgn_status import_weigh_rows(xpgn_import *m, struct sides_evidence *out);
/* Weighs the newest reading with the board seen from the other side, whether or not that is its
   hand. */
xpgn_status import_weigh_turned(xpgn_import *m, struct sides_evidence *out);
/* 1 if the first is the better explanation, -1 if the second is, 0 if neither is known to be. */
int import_compare_sides(const struct sides_evidence *a, const struct sides_evidence *b);

/* Of 9. a5 10. h4, where either side's half-move may be missing, a5 is left open. */
xpgn_status import_open_sides(xpgn_import *m, struct attempt *best);

/* ---- import_turns.c ------------------------------------------------------------------------- */

/* Numbers turns that have no number, if the game can be played to its end then. */
xpgn_status import_number_turns(xpgn_import *m, struct attempt *best);

/* ---- import_struck.c ------------------------------------------------------------------------ */

/* A half-move that stands twice, and cannot have been played twice, was written anew. */
xpgn_status import_strike_double(xpgn_import *m, struct attempt *best);
/* Of two half-moves where one was due, the first was written anew: 8. Qa4 Qb3 Qf6 9. e5. */
xpgn_status import_strike_rewritten(xpgn_import *m, struct attempt *best);
/* A half-move alone in brackets that is no legal variation was struck out: Qa4 (Nf6) Nc6. */
xpgn_status import_strike_brackets(xpgn_import *m, const struct attempt *best);

#endif

/* SPDX-License-Identifier: MIT */
/* The objects of xpgn-compare --batch --format=json. What they say is decided elsewhere: these
   files only show it. */
#ifndef COMPARE_JSON_H
#define COMPARE_JSON_H

#include "compare/compare_batch.h"

/* ---- places on the sheets (compare_origin.c) ------------------------------------------------- */

/* A place in the file of a sheet. */
typedef struct sheet_place {
    uint64_t line, column, length; /* column 0: not known, as the file was decoded */
    xpgn_slice text;               /* what the sheet has there */
} sheet_place;

/* Finds a place of the sheet's text as it is now, in the record of a fixer (NULL: none) before its
   correction `before`; SIZE_MAX: after all. */
sheet_place sheet_find_place(const batch_sheet *s, const xpgn_fixer *fixer, size_t before,
                             xpgn_place place);
/* Appends "line", "column" and "length". */
void json_put_place(xpgn_buffer *out, const sheet_place *at);

/* The same of a place in the sheet as it was written, with the names of its tags as the format
   spells them. */
sheet_place sheet_written_place(const batch_sheet *s, xpgn_place place);

/* ---- files (compare_files.c) ----------------------------------------------------------------- */

typedef enum file_kind {
    FILE_SHEET,
    FILE_ARCHIVE, /* several games */
    FILE_LIST,
    FILE_LOG,
    FILE_ANSWERS,
    FILE_PICTURE,
    FILE_EMPTY,
    FILE_TEXT,
    FILE_OTHER
} file_kind;

/* A file without a game. */
typedef struct batch_file {
    char *name;
    file_kind kind;
    const char *why, *cure; /* what it is, what to do about it; cure NULL: nothing */
} batch_file;

/* What is said of a sheet. */
typedef struct sheet_facts {
    batch_by by;
    char *language;
    char *read; /* as the import read it, of a sheet without a board */
    uint64_t half_moves;
    char *from, *to;    /* the first and the last number; "": none */
    sheet_place unread; /* the first word that cannot be read, */
    char *why;          /* and why; NULL: all is read */
} sheet_facts;

/* Looks at a sheet that was just imported as `read`; `fault`: what the import refused. */
void sheet_note_facts(board_batch *b, batch_sheet *s, xpgn_slice read, const xpgn_fault *fault,
                      batch_by by);
void sheet_free_facts(batch_sheet *s);
/* Appends the object of each file, and of each sheet. */
void json_put_files(board_batch *b);

/* ---- half-moves that no sheet has (compare_candidates.c) ------------------------------------- */

/* What one may have been: the legal half-moves that leave most of what follows as it is written, if
   all that is legal is known and these are few. */
typedef struct gap_choices {
    char *text[CLI_CHOICES];
    size_t count;
} gap_choices;
/* Finds them for the first half-move that is missing in a record, if it is missing at `offset`. */
void gap_find(board_batch *b, xpgn_slice text, uint32_t offset, gap_choices *out);
void gap_free(gap_choices *g);

/* All legal actions of a position. */
typedef struct gap_actions {
    const xpgn_ruleset *rs;
    const xpgn_position *position;
    const xpgn_action *list;
    size_t count;
} gap_actions;
/* Appends an object for each as the half-move at `place`, with what it makes untrue, those that
   make least first. */
void gap_put_actions(board_batch *b, xpgn_buffer *out, xpgn_slice text, xpgn_place place,
                     const gap_actions *all);

/* ---- questions in detail (compare_details.c) ------------------------------------------------- */

/* A question of a board, with what a person has to see of it. */
typedef struct question_details {
    size_t row;       /* of the table of questions */
    const char *kind; /* "action", "dice", "missing", "surplus" */
    xpgn_buffer json; /* its members besides those of the table; empty: too many questions */
} question_details;

struct board_details {
    board_batch *b;
    const batch_sheet *fixed; /* the sheet of this fixer */
    const xpgn_fixer *fixer;
    question_details *list;
    size_t count, capacity;
    sheet_place *change; /* of each row of the log */
    size_t changes, change_capacity;
    xpgn_buffer parts; /* an object; empty: none */
    xpgn_buffer notes; /* the elements of an array of texts */
};

/* gap_find in the merged record. */
void gap_find_merged(board_batch *b, const xpgn_difference *d, gap_choices *out);
/* The question asked last is that of a fixer; for cli_asker.asked. */
void details_of_fix(void *board, const xpgn_question *q, const uint32_t *fix, size_t fixes);
/* Notes where the rows of the log are on their sheet: those that a fixer made, or NULL and one at a
   place of the sheet's text. */
void details_of_rows(const batch_board *board, const batch_sheet *s, const xpgn_fixer *fixer,
                     const xpgn_correction *list, size_t count);
/* The question asked last is one about a half-move that a sheet leaves out, at this place of its
 * text. */
void details_of_gap(const batch_board *board, const batch_sheet *s, xpgn_place place,
                    const gap_choices *g);
/* ... about a difference between the sheets, with these choices. */
void details_of_sheets(const batch_board *board, const xpgn_merge *sheets, const xpgn_difference *d,
                       const char *const *choice, size_t choices);
/* The sheets of a board are of several games. */
void details_of_parts(const batch_board *board);
/* Where the first two sheets of a board part: their first half-moves that differ, "nothing" behind
   the last, and how many of those from there on that both have are alike. */
typedef struct sheets_parting {
    xpgn_buffer turn[2];
    xpgn_slice word[2]; /* in what was read of the sheets; data NULL: they do not part */
    size_t alike, of;
    bool failed;
} sheets_parting;
void find_parting(board_batch *b, const batch_board *board, sheets_parting *out);
void free_parting(sheets_parting *p);
void details_free(struct board_details *d);

/* ---- a record with a choice in it (compare_choice.c) ----------------------------------------- */

/* A record in which a half-move was written, from byte `begin` up to `end`; with both the same, one
   was struck out there. */
typedef struct choice_record {
    xpgn_buffer text;
    size_t begin, end;
} choice_record;

/* Appends what the half-move of a record makes untrue behind it: "untrue", the signs that the board
   then contradicts, and "until", the first half-move that cannot be played. `walk` has walked the
   record at least up to it, and goes on to its end. */
void gap_put_untrue(xpgn_buffer *out, xpgn_walk *walk, xpgn_slice text, const choice_record *r);
/* The position before the half-move at `offset`; false if it is not known. */
bool choice_before(board_batch *b, xpgn_slice text, uint32_t offset, const xpgn_ruleset **rs,
                   xpgn_position *out);
/* Appends the members of a choice that follow from its record, and sets *after to the position
   behind it; false if the half-move cannot be played. */
bool choice_put(board_batch *b, xpgn_buffer *out, const choice_record *r, xpgn_position *after);
/* Appends "differs" and "same_position" of `count` positions. */
void choice_put_differs(xpgn_buffer *out, const xpgn_ruleset *rs, const xpgn_position *list,
                        size_t count);

/* ---- boards (compare_json.c) ----------------------------------------------------------------- */

/* Replaces the record of a board by its object and those of its changes, the rows of the log from
   `first` on, and of its questions. */
void json_put_board(board_batch *b, const batch_board *board, size_t first, xpgn_buffer *record);
/* Appends what a record is by itself: how far it can be played, and its text. */
void json_put_end(board_batch *b, xpgn_buffer *out, xpgn_slice record);
void json_put_summary(board_batch *b, size_t sheets, size_t questions);

#endif

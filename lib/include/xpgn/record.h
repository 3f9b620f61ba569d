/* SPDX-License-Identifier: MIT */
/* Records read without the rules: their tokens, and a record as data. */
#ifndef XPGN_RECORD_H
#define XPGN_RECORD_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- tokens of a game ------------------------------------------------------------------------ */

typedef enum xpgn_token_kind {
    XPGN_TOKEN_TAG,     /* [Name "value"] */
    XPGN_TOKEN_NUMBER,  /* 12. or 12... */
    XPGN_TOKEN_WORD,    /* an action */
    XPGN_TOKEN_NAG,     /* $7 or !? */
    XPGN_TOKEN_COMMENT, /* {...} or ;... */
    XPGN_TOKEN_ROLL,    /* <...> */
    XPGN_TOKEN_OPEN,    /* ( */
    XPGN_TOKEN_CLOSE,   /* ) */
    XPGN_TOKEN_RESULT   /* 1-0 and the like, at any depth */
} xpgn_token_kind;

typedef struct xpgn_token {
    xpgn_token_kind kind;
    xpgn_slice text; /* TAG: the value with its escapes; COMMENT, ROLL: the contents */
    xpgn_slice name; /* TAG */
    xpgn_place place;
} xpgn_token;

/* A cursor over the tokens of one game; unrecognized text is skipped without a finding. */
typedef struct xpgn_reader xpgn_reader;

XPGN_API xpgn_status xpgn_reader_new(xpgn_reader **out);
XPGN_API void xpgn_reader_free(xpgn_reader *reader);
/* Starts at the first byte of `text`, which must stay valid. */
XPGN_API void xpgn_reader_begin(xpgn_reader *reader, xpgn_slice text);
/* Reads the next token; false if there is none. */
XPGN_API bool xpgn_reader_next(xpgn_reader *reader, xpgn_token *token);
/* Sets value[i] to the value of the first tag called name[i] in `text`, as recorded; data NULL if
   it is missing. Ends the text that the reader had begun. */
XPGN_API void xpgn_reader_tags(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name,
                               size_t count, xpgn_slice *value);
/* Appends the value of a tag, as recorded, without its escapes. */
XPGN_API void xpgn_tag_text(xpgn_buffer *b, xpgn_slice value);
/* True if the value is empty, ? or -, PGN's signs for "unknown". */
XPGN_API bool xpgn_value_is_unknown(xpgn_slice text);
/* Reads a result ("1-0", "0-1-0-0") as scores in twelfths, all 0 for "*" and "0-0"; of "1/2-0" and
   "0-1/2" they add up to 6. False if it is not a result of a game with that many seats (2 or 4). */
XPGN_API bool xpgn_result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]);
/* True if a tag can have this name: letters, digits and _. */
XPGN_API bool xpgn_is_tag_name(xpgn_slice name);

/* ---- a record as data ------------------------------------------------------------------------ */

/*
 * A record that can be inspected and edited: its text, its tags and a tree of entries. It is read
 * without the rules; only the walk knows them. Both count places from the first byte of the text,
 * so the place of a step or finding leads to its entry.
 *
 *     1. e4 (1. d4 d5) d5 {[%clk 0:59:10]} 2. exd5 <5:2> $1 *     the text
 *
 *     0 ACTION  line 0  "e4", number "1."                         the entries, in the order of the
 *     1 ACTION  line 1  "d4", number "1.", parent 0               text
 *     2 ACTION  line 1  "d5"
 *     3 ACTION  line 0  "d5", remarks: a comment
 *     4 ACTION  line 0  "exd5", number "2.", roll "5:2", remarks: a NAG
 *     5 RESULT  line 0  "*"
 *
 *     xpgn_record_replace(record, 4, "exd5 <4:2>");               the text now ends:
 *                                                                 2. exd5 <4:2> $1 *
 *     game.text = xpgn_record_text(record);
 *     xpgn_walk_begin(walk, &game);                               check it
 *     while (xpgn_walk_next(walk, &step) == XPGN_OK)
 *         entry = xpgn_record_find(record, step->place.offset);
 *
 * An edit changes only the bytes of what it edits: comments, NAGs, unknown commands and odd spacing
 * elsewhere stay as they are. A function that edits a record does so completely or, with any status
 * but XPGN_OK, not at all. XPGN_NO_MEMORY: the record is unchanged and still usable. XPGN_INVALID:
 * there is no such entry or line, the edit would affect other entries (such as a comment that is
 * not closed), or the record would be too large. An edit takes time proportional to the size of the
 * record, and invalidates all entries and slices of it.
 */
typedef struct xpgn_record xpgn_record;

enum { XPGN_MAX_ENTRIES = 1 << 20 }; /* limit for entries, for tags and for remarks of a record */
#define XPGN_NO_ENTRY SIZE_MAX

typedef enum xpgn_entry_kind {
    XPGN_ENTRY_ACTION,
    XPGN_ENTRY_MISSING,  /* {[%missing]}: an action that nobody wrote down */
    XPGN_ENTRY_ANNULLED, /* {[%annulled 5:2]}: the dice of an action that does not count */
    XPGN_ENTRY_REMARKS,  /* comments or NAGs that follow no action */
    XPGN_ENTRY_RESULT,   /* 1-0 and the like */
    XPGN_ENTRY_PENDING,  /* {[%pending exd5 5]}: the last action, whose dice or choice are still
                            due */
    XPGN_ENTRY_ANNOUNCED /* {[%announced ...]}: the action announced, with sealed dice */
} xpgn_entry_kind;

#define XPGN_ENTRY .size = sizeof(xpgn_entry)

/* An entry. A slice is empty if the entry has no such part. */
typedef struct xpgn_entry {
    size_t size; /* XPGN_ENTRY */
    xpgn_entry_kind kind;
    uint32_t line;        /* 0: the main line; variations are numbered in the order they begin */
    uint32_t depth;       /* depth of variations; 0: the main line */
    xpgn_slice number;    /* "12..." as written */
    xpgn_slice turn_roll; /* "4": the die before the action, recorded in either form, without
                             brackets */
    xpgn_slice text;      /* ACTION: its notation; RESULT: the result; ANNULLED, PENDING, ANNOUNCED:
                             the argument of the command */
    xpgn_slice roll;      /* "5+2=9:2+2=5x": the roll after it, likewise */
    xpgn_slice freed;     /* "B@b1": the prisoner freed (CC-10) */
    const xpgn_remark *remarks; /* its NAGs and comments, with all commands */
    size_t remark_count;
    xpgn_place place; /* from its number or turn roll to its last part; for kinds that are commands,
                         the command, which may be in a comment of another entry */
    size_t parent;    /* the action to which its line is a variation; XPGN_NO_ENTRY: none */
    size_t next;      /* the next entry in its line; XPGN_NO_ENTRY: this is the last */
    size_t variation; /* the first entry of its first variation that is not empty; XPGN_NO_ENTRY:
                         none */
    size_t other;     /* for the first entry of a variation: the first entry of the next variation
                         to the same action; XPGN_NO_ENTRY: none */
} xpgn_entry;

/* Reads a record from the text of one game, which is copied. Unrecognized text is kept but skipped,
   as are variations nested more than 500 deep. An empty text is an empty record. */
XPGN_API xpgn_status xpgn_record_new(xpgn_record **out, xpgn_slice text);
XPGN_API void xpgn_record_free(xpgn_record *record);

/* The record as text: what was read, with all edits. */
XPGN_API xpgn_slice xpgn_record_text(const xpgn_record *record);
/* The tags in order, their values with escapes. */
XPGN_API const xpgn_tag *xpgn_record_tags(const xpgn_record *record, size_t *count);
/* The entries in the order of the text; `next`, `variation` and `other` connect them as a tree. */
XPGN_API const xpgn_entry *xpgn_record_entries(const xpgn_record *record, size_t *count);
/* The entry that contains this byte; XPGN_NO_ENTRY if there is none. */
XPGN_API size_t xpgn_record_find(const xpgn_record *record, uint32_t offset);

/*
 * Inserts entries as they are written in a record, such as "2. exd5 <5:2>": `add` at the end of a
 * line, before its result, `insert` before entry `at`, which must not be inside a comment.
 */
XPGN_API xpgn_status xpgn_record_add(xpgn_record *record, uint32_t line, xpgn_slice text);
XPGN_API xpgn_status xpgn_record_insert(xpgn_record *record, size_t at, xpgn_slice text);
/*
 * Replaces the text of an entry. For an action this is its notation with its rolls, in whatever
 * form, and the freed prisoner; its number, NAGs and comments stay. An action or a result remains
 * one entry of its kind; a missing action may be replaced by several entries.
 */
XPGN_API xpgn_status xpgn_record_replace(xpgn_record *record, size_t entry, xpgn_slice text);
/*
 * Removes an entry with its remarks, its variations and the white space after it. Appends the
 * removed bytes to *b (may be NULL); inserting them before the entry that followed undoes the
 * removal. Entries that are commands (annulled, missing, pending) stay, even if they were in its
 * comments.
 */
XPGN_API xpgn_status xpgn_record_remove(xpgn_buffer *b, xpgn_record *record, size_t entry);
/*
 * Sets a tag: changes the first with that name and removes any others, or adds it after the last
 * tag. `value` is plain text; control characters in it become spaces. data NULL removes all tags
 * with that name.
 */
XPGN_API xpgn_status xpgn_record_set_tag(xpgn_record *record, const char *name, xpgn_slice value);

/* ---- options without designated initializers ------------------------------------------------- */

xpgn_init_of(xpgn_entry)

#ifdef __cplusplus
}
#endif

#endif

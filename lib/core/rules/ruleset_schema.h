/* SPDX-License-Identifier: MIT */
/*
 * The table of all keys of a ruleset file: path, kind of value, range, destination, and which
 * readers of the fast path know it. The loader and the normal form use it, and the manual's list of
 * keys is tested against it.
 */
#ifndef XPGN_RULES_RULESET_SCHEMA_H
#define XPGN_RULES_RULESET_SCHEMA_H

#include "core/rules/ruleset.h"

/* Of pieces of one type. */
enum { ARMY_MOST = 40 };

enum value_kind {
    VALUE_MAP,    /* a mapping whose entries have their own rows */
    VALUE_WORD,   /* one of `words`; stored as the index, in an enum */
    VALUE_CHOICE, /* the same in one byte; a bool if there are two words */
    VALUE_BYTE,   /* whole number, uint8_t */
    VALUE_SHORT,  /* whole number, int16_t; `infinite` where high is INFINITE */
    VALUE_INT,    /* whole number, int */
    VALUE_BOOL,   /* true or false */
    VALUE_TYPE,   /* the name of a piece, uint8_t */
    VALUE_TYPES,  /* list of names of pieces, uint8_t with a bit each */
    VALUE_ID,     /* a ruleset id, const char * */
    VALUE_TEXT,   /* one line of text, const char * */
    VALUE_SCALAR, /* these have their own readers (ruleset_values.c, ruleset_check.c): a scalar */
    VALUE_LIST,   /* a list, */
    VALUE_TABLE,  /* a mapping, */
    VALUE_OTHER   /* anything */
};

/* The offset of a value that is checked but not stored. */
#define SCHEMA_NOWHERE SIZE_MAX

struct schema_row {
    const char *path; /* `pieces.*`: each piece */
    enum value_kind kind;
    bool required; /* if it applies at all */
    int low, high;
    size_t offset; /* in xpgn_ruleset, or for `pieces.*` in piece_rules; or SCHEMA_NOWHERE */
    const char *const *words;
    /* It applies only if this key has one of these values, a bit each; 0: always. */
    const char *axis_path;
    unsigned kinds;
    /* [enum fast_path]: not 0 if that reader knows the key; for `words`, a bit for each word it
       knows. */
    unsigned known[FAST_PATHS];
    bool later; /* records have digests from before it was a key: left out of the normal form where
                   it is 0 */
    bool late;  /* read after the others, as it depends on some of them */
};

extern const struct schema_row schema_rows[];
extern const size_t schema_row_count;

/* The row of a path; NULL if there is no such key. */
const struct schema_row *schema_find(const char *path);
/* The value of a row that holds a number, a word or types; `base` is the struct that the offset
   refers to. */
int schema_number(const struct schema_row *row, const void *base);
/* True if the key applies with the mechanisms of this ruleset. */
bool schema_applies(const struct schema_row *row, const xpgn_ruleset *rs);
/* The word for the mechanism in force on the axis of the row. */
const char *schema_in_force(const struct schema_row *row, const xpgn_ruleset *rs);
/* The readers of the fast path that know the key with this value (0 if it has no words): bit per
   enum fast_path. */
unsigned schema_known(const struct schema_row *row, unsigned value);

/* Why these words of two axes do not work together; NULL: they do. */
const char *schema_refusal(const struct schema_row *row, unsigned value,
                           const struct schema_row *other, unsigned with);

/* True if there are rulesets with both: each other axis has a word that goes with them. */
bool schema_pair_works(const struct schema_row *row, unsigned value, const struct schema_row *other,
                       unsigned with);

extern const char *const schema_types[];   /* [type]; [0] is no piece's name */
extern const char *const schema_columns[]; /* [enum column] */
extern const char *const schema_facets[];  /* [enum cite] */

#endif

/* SPDX-License-Identifier: MIT */
/* What all headers of libxpgn use: status, texts, findings. xpgn.h states the conventions. */
#ifndef XPGN_BASE_H
#define XPGN_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* For each struct of options: TYPE_init, compiled into the caller, so `size` is that of the struct
   as the caller knows it. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type cannot stand in parentheses */
#define xpgn_init_of(type)                                                                         \
    static inline void type##_init(type *made) {                                                   \
        memset(made, 0, sizeof *made);                                                             \
        made->size = sizeof *made;                                                                 \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__GNUC__)
#define XPGN_API __attribute__((visibility("default")))
#define XPGN_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define XPGN_API
#define XPGN_PRINTF(f, a)
#endif

/* ---- status ---------------------------------------------------------------------------------- */

typedef enum xpgn_status {
    XPGN_OK = 0,
    XPGN_END,       /* no more items; not an error */
    XPGN_NO_MEMORY, /* an allocation failed; the handle may only be freed */
    XPGN_IO,        /* a file could not be opened, read or decompressed */
    XPGN_INVALID,   /* the text violates the format or the rules (see the findings), or an argument
                       is not valid */
    XPGN_NOT_FOUND  /* no such ruleset, option or tag */
} xpgn_status;

/* The version of the library, such as "0.1.0". */
XPGN_API const char *xpgn_version(void);

/* Types that several headers name. Each is described in its own: rulesets, positions and facts in
   play.h, walks and steps in walk.h. */
typedef struct xpgn_catalog xpgn_catalog;
typedef struct xpgn_ruleset xpgn_ruleset;
typedef struct xpgn_position xpgn_position;
typedef struct xpgn_facts xpgn_facts;
typedef struct xpgn_outcome xpgn_outcome;
typedef struct xpgn_walk xpgn_walk;
typedef struct xpgn_step xpgn_step;

/* Seats: 0 White, 1 Black; with four seats in turn order 0 White, 1 Red, 2 Black, 3 Green. */
enum { XPGN_MAX_SEATS = 4 };

/* ---- slices and buffers ---------------------------------------------------------------------- */

/* Bytes owned by someone else, not NUL-terminated, valid as long as their owner keeps them. */
typedef struct xpgn_slice {
    const char *data;
    size_t size;
} xpgn_slice;

/*
 * A growing array of bytes. Initialize with {0} and free with xpgn_buffer_free. A failed allocation
 * sets `failed`, keeps the contents and turns all later writes into no-ops, so a writer needs to
 * test only once, at the end.
 */
typedef struct xpgn_buffer {
    char *data;
    size_t size;
    size_t capacity;
    bool failed;
} xpgn_buffer;

XPGN_API void xpgn_buffer_put(xpgn_buffer *b, const void *bytes, size_t size);
XPGN_API void xpgn_buffer_text(xpgn_buffer *b, const char *text);
XPGN_API void xpgn_buffer_slice(xpgn_buffer *b, xpgn_slice s);

/* Empties the buffer and clears `failed`, but keeps the memory. */
XPGN_API void xpgn_buffer_clear(xpgn_buffer *b);
XPGN_API void xpgn_buffer_free(xpgn_buffer *b);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum xpgn_level {
    XPGN_LINT,    /* a matter of style, or costly to find: reported only on request */
    XPGN_WARNING, /* suspicious, but the record is unambiguous */
    XPGN_ERROR    /* the record is wrong */
} xpgn_level;

/* A range of bytes, counted from the first byte of the game. */
typedef struct xpgn_place {
    uint32_t offset;
    uint32_t length;
} xpgn_place;

/* What a correction replaces. */
typedef enum xpgn_fix_kind {
    XPGN_FIX_TEXT, /* some text */
    XPGN_FIX_CELL, /* the fate of a prisoner with its castle, x@a1 */
    XPGN_FIX_SIGN  /* half-moves that are none, but a sign of the result */
} xpgn_fix_kind;

/* A suggested correction. */
typedef struct xpgn_fix {
    xpgn_place place; /* the range to replace; length 0: insert here */
    const char *text; /* the replacement; "": delete */
    bool tie;         /* as likely as the first fix: nothing in the record tells them apart */
    xpgn_fix_kind kind;
    bool tried;  /* the search for the most probable mistake has replayed the line with it; if not,
                    the next two are false and 0 */
    bool stands; /* with it the line has no error up to its end */
    double probability; /* the probability that this was the mistake, 0 to 1 */
} xpgn_fix;

/* One finding. Its strings are owned by the handle that returned it. */
typedef struct xpgn_finding {
    xpgn_level level;
    const char *code; /* stable: L-02, CA-3 */
    xpgn_place place; /* the text at fault */
    const char
        *text; /* one clause, lower case, no full stop: what was found and what was computed */
    const char *hint;   /* what was expected, or what to do; or NULL */
    const char *choice; /* the equally probable mistakes, if there are several; or NULL */
    const char *turn;   /* "3. Nxd5"; "" in the tags */
    uint32_t ply;       /* the turn, from 1; 0: the tags and the start position */
    uint32_t fix_count;
    const xpgn_fix *fix; /* alternative corrections, the likeliest first; NULL if there are none */
    bool together;       /* the fixes are parts of one correction, in the order of their places */
} xpgn_finding;

/* Why a call failed: one reason, and its place in the text that was passed. */
typedef struct xpgn_fault {
    xpgn_place place; /* the text at fault; 0, 0 if there is none */
    uint64_t line;    /* the line of a file, from 1; 0: none */
    char text[400];   /* one clause, as in a finding */
} xpgn_fault;

/* A code of findings: a format code, or a rule of a ruleset. */
typedef struct xpgn_code {
    const char *code;
    xpgn_level level;
    const char *title; /* one line: what it means */
    const char *cure;  /* one line: what to do */
} xpgn_code;

/* The format codes in order (`index` from 0), NULL past the last. Static. xpgn_codes.h has a
   constant for each, such as XPGN_CODE_ACTION (M-01). */
XPGN_API const xpgn_code *xpgn_code_at(size_t index);
/* The format code with that name, ignoring case; NULL if there is none. */
XPGN_API const xpgn_code *xpgn_code_find(const char *code);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/* The log of findings: what was found, by code, with its place. */
#ifndef XPGN_BASE_LOG_H
#define XPGN_BASE_LOG_H

#include "base/arena.h"

/* The numbered format codes; their texts are in diag.def, the one list. */
enum diag {
#define DIAG(name, code, level, title, cure) D_##name,
#include "base/diag.def"
#undef DIAG
    D_COUNT
};

struct xpgn_log {
    struct arena arena;
    xpgn_finding *list;
    size_t count;
    size_t capacity;
    uint32_t limit; /* so many errors are kept, and others while the list is shorter */
    uint32_t dropped;
    bool lint;      /* keep XPGN_LINT findings */
    bool mute;      /* findings are counted, not read: no hints, no fixes */
    bool no_memory; /* a finding was lost for want of memory */
    bool last_kept; /* the newest finding is in the list (log_hint) */
    bool hinted;    /* and has a hint that is not its code's cure */
    size_t errors;  /* XPGN_ERROR findings, kept or not */
    /* What log_add writes into each finding (the text is copied); the walk keeps them up to date.
     */
    const char *turn;
    uint32_t ply;
};

/* An empty log without a limit and without lint; log_free_parts frees what it has come to hold. */
void log_init(struct xpgn_log *log);
void log_free_parts(struct xpgn_log *log);
/* Adds a finding of a format code, at the level of its row; its hint is the code's cure. */
void log_add(struct xpgn_log *log, enum diag d, xpgn_place place, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* The same at another level than the row's. */
void log_add_level(struct xpgn_log *log, enum diag d, xpgn_level level, xpgn_place place,
                   const char *format, ...) XPGN_PRINTF(5, 6);
/* Adds an error charged to a rule id (kept by reference: static, or owned by a ruleset). */
void log_rule(struct xpgn_log *log, const char *rule, xpgn_place place, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* Gives the newest finding its hint (if it was kept), in place of its code's cure. */
void log_hint(struct xpgn_log *log, const char *format, ...) XPGN_PRINTF(2, 3);
/* Adds one more text that would be right at a place to the newest finding (if it was kept). */
enum { LOG_FIXES = 4 };
void log_fix(struct xpgn_log *log, xpgn_place place, const char *format, ...) XPGN_PRINTF(3, 4);
/* Is this a finding of that format code? */
bool log_is(const xpgn_finding *finding, enum diag d);
/*
 * Takes back the errors from `from` on that say that a rule was broken (a rule's id, or M-01), not
 * those of format: the first of them becomes a warning of code `d` that says what it said.
 * False: there is none.
 */
bool log_excuse(struct xpgn_log *log, size_t from, enum diag d);
/* Drops the findings from `count` on (a speculation that failed) and takes back their errors. */
void log_truncate(struct xpgn_log *log, size_t count);

#endif

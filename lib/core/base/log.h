/* SPDX-License-Identifier: MIT */
/* The log of findings: their codes, texts and places. */
#ifndef XPGN_BASE_LOG_H
#define XPGN_BASE_LOG_H

#include "core/base/arena.h"

/* The numbered format codes, as listed in xpgn_codes.h. */
enum diag {
#define XPGN_CODE(name, code, level, title, cure) D_##name,
#include "xpgn_codes.h"
    D_COUNT
};

/* The subject of a finding: the letter of its code, in the order of xpgn_codes.h. */
enum about {
    ABOUT_TEXT,
    ABOUT_TAG,
    ABOUT_ACTION,
    ABOUT_ROLL,
    ABOUT_POSITION,
    ABOUT_RESULT,
    ABOUT_EVENT,
    ABOUT_FILE, /* a ruleset file */
    ABOUT_RULE  /* a rule of a game: the code belongs to a ruleset */
};
enum about log_about(const xpgn_finding *f);

struct log {
    struct arena arena;
    xpgn_finding *list;
    size_t count;
    size_t capacity;
    uint32_t limit; /* errors kept; other findings are kept while the list is shorter */
    uint32_t dropped;
    bool lint;       /* keep XPGN_LINT findings */
    bool bare;       /* no texts, hints and fixes */
    bool mute;       /* the same; only the count matters */
    bool plain;      /* no advice on what is near an action that cannot be played */
    bool no_memory;  /* a finding was lost: out of memory */
    bool last_kept;  /* the newest finding is in the list (log_hint) */
    xpgn_fix *fixes; /* of the newest finding, LOG_FIXES of them; NULL: none yet */
    bool hinted;     /* its hint is not its code's cure */
    size_t errors;   /* XPGN_ERROR findings, kept or not */
    /* Copied into each finding by log_add; the walk keeps them up to date. */
    const char *turn;
    uint32_t ply;
};

/* Initializes a log without limit and without lint. log_free_parts frees what the log owns and
   initializes it again. */
void log_init(struct log *log);
/* The same for a log that only counts. */
void log_init_counting(struct log *log);
void log_free_parts(struct log *log);
/* Drops all findings. */
void log_clear(struct log *log);
/* The findings in the order they were made, valid until the log changes. */
const xpgn_finding *log_list(const struct log *log, size_t *count);
/* Findings so far, those beyond the limit included. */
static inline size_t log_total(const struct log *log) {
    return log->count + log->dropped;
}
/* True if the text of a finding would be kept; if not, it need not be made. */
static inline bool log_wants_text(const struct log *log) {
    return !log->bare && !log->mute;
}
/* True if a hint or fix of the newest finding would be kept. */
static inline bool log_wants_hint(const struct log *log) {
    return log->last_kept && !log->bare;
}
/* A text that lives as long as the findings; "" if the log keeps none, or memory runs out. */
const char *log_text(struct log *log, const char *format, ...) XPGN_PRINTF(2, 3);
/* Takes the text of a buffer, which is freed; it lives as long as the findings. "" if memory runs
   out. */
const char *log_take(struct log *log, xpgn_buffer *b);
/* Adds a finding at the code's own level, with the code's cure as its hint. */
void log_add(struct log *log, enum diag d, xpgn_place place, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* Adds a finding at a level of the caller's choice. */
void log_add_level(struct log *log, enum diag d, xpgn_level level, xpgn_place place,
                   const char *format, ...) XPGN_PRINTF(5, 6);
/* Adds an error under a rule id; `rule` is kept by reference (static, or owned by a ruleset). */
void log_rule(struct log *log, const char *rule, xpgn_place place, const char *format, ...)
    XPGN_PRINTF(4, 5);
/* Replaces the hint of the newest finding, if that was kept. */
void log_hint(struct log *log, const char *format, ...) XPGN_PRINTF(2, 3);
/* Adds a fix to the newest finding, if that was kept: the text expected at `place`. The log keeps
   up to LOG_FIXES of them. */
enum { LOG_FIXES = 8 };
void log_fix(struct log *log, xpgn_place place, const char *format, ...) XPGN_PRINTF(3, 4);
/* Sets what all fixes of the newest finding replace. */
void log_fixes_are(struct log *log, xpgn_fix_kind kind);
/* Marks all fixes of the newest finding as equally probable. */
void log_fixes_tie(struct log *log);
/* True if the finding has that format code. */
bool log_is(const xpgn_finding *finding, enum diag d);
/*
 * Withdraws the errors from index `from` on that say that a rule was broken (a rule id, or M-01),
 * and keeps those of format. The first of them becomes a warning of code `d` with the same text.
 * False if there was none.
 */
bool log_excuse(struct log *log, size_t from, enum diag d);
/* Drops the findings from index `count` on, after a trial that failed, and uncounts their
   errors. */
void log_truncate(struct log *log, size_t count);

#endif

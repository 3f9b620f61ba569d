/* SPDX-License-Identifier: MIT */
#include "core/base/log.h"
#include "core/base/grow.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const xpgn_code codes[] = {
#define XPGN_CODE(name, code, level, title, cure) {code, level, title, cure},
#include "xpgn_codes.h"
};

const char *xpgn_version(void) {
    return XPGN_VERSION;
}

const xpgn_code *xpgn_code_at(size_t index) {
    return index < D_COUNT ? &codes[index] : NULL;
}

const xpgn_code *xpgn_code_find(const char *code) {
    size_t i = 0;
    while (i < D_COUNT && strcasecmp(codes[i].code, code) != 0)
        i++;
    return xpgn_code_at(i);
}

enum about log_about(const xpgn_finding *f) {
    static const char letters[] = {'L', 'T', 'M', 'R', 'P', 'X', 'E', 'Y'};
    const char *letter = memchr(letters, f->code[0], sizeof letters);
    return f->code[1] == '-' && letter != NULL ? (enum about)(letter - letters) : ABOUT_RULE;
}

void log_init(struct log *log) {
    *log = (struct log){.limit = UINT32_MAX, .turn = ""};
}

void log_init_counting(struct log *log) {
    log_init(log);
    log->mute = true;
}

void log_free_parts(struct log *log) {
    arena_free(&log->arena);
    free(log->list);
    log_init(log);
}

void log_clear(struct log *log) {
    arena_reset(&log->arena);
    log->count = 0;
    log->dropped = 0;
    log->errors = 0;
    log->no_memory = false;
    log->last_kept = false;
    log->turn = "";
    log->ply = 0;
}

const xpgn_finding *log_list(const struct log *log, size_t *count) {
    *count = log->count;
    return log->list;
}

/* The caller may overwrite its text of the turn, so it is copied, once for all findings of a
   turn. */
static const char *keep_turn(struct log *log) {
    const char *turn = log->turn ? log->turn : "";
    if (turn[0] == '\0')
        return "";
    if (log->count > 0 && strcmp(log->list[log->count - 1].turn, turn) == 0)
        return log->list[log->count - 1].turn;
    return arena_copy(&log->arena, (xpgn_slice){turn, strlen(turn)});
}

/* A message may quote any amount of a record; only the head and the tail of a long one are kept. */
static const char *write_log_text(struct log *log, const char *format, va_list args) {
    enum { LONGEST = 400, HEAD = 240, TAIL = 120 };
    static const char gap[] = "\xe2\x80\xa6"; /* ... */
    char *text = arena_vprintf(&log->arena, format, args);
    size_t size = text != NULL ? strlen(text) : 0, head = HEAD, tail = size - TAIL;
    if (size <= LONGEST)
        return text;
    while (head > 0 && ((unsigned char)text[head] & 0xC0) == 0x80)
        head--;
    while (tail < size && ((unsigned char)text[tail] & 0xC0) == 0x80)
        tail++;
    memcpy(text + head, gap, sizeof gap - 1);
    memmove(text + head + sizeof gap - 1, text + tail, size - tail + 1);
    return text;
}

const char *log_text(struct log *log, const char *format, ...) {
    va_list args;
    if (log->bare)
        return "";
    va_start(args, format);
    char *text = arena_vprintf(&log->arena, format, args);
    va_end(args);
    log->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

const char *log_take(struct log *log, xpgn_buffer *b) {
    if (b->data == NULL && !b->failed)
        return "";
    const char *text = arena_take(&log->arena, b);
    log->no_memory |= text == NULL;
    return text != NULL ? text : "";
}

static void add_finding(struct log *log, const xpgn_code *code, xpgn_level level, xpgn_place place,
                        const char *format, va_list args) {
    log->last_kept = log->hinted = false;
    log->fixes = NULL;
    if (level == XPGN_LINT && !log->lint)
        return;
    if (level == XPGN_ERROR)
        log->errors++;
    /* Errors have a limit of their own: warnings must not push them out, as they decide whether a
       game is valid. */
    if (level == XPGN_ERROR ? log->errors > log->limit : log->count >= log->limit) {
        log->dropped++;
        return;
    }
    const char *turn = keep_turn(log);
    const char *text = log_wants_text(log) ? write_log_text(log, format, args) : "";
    if (!turn || !text || !GROW(log->list, log->count, log->capacity)) {
        log->no_memory = true;
        return;
    }
    log->list[log->count++] = (xpgn_finding){.level = level,
                                             .code = code->code,
                                             .place = place,
                                             .text = text,
                                             .hint = log->bare ? NULL : code->cure,
                                             .turn = turn,
                                             .ply = log->ply};
    log->last_kept = !log->mute;
}

void log_add(struct log *log, enum diag d, xpgn_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_finding(log, &codes[d], codes[d].level, place, format, args);
    va_end(args);
}

void log_add_level(struct log *log, enum diag d, xpgn_level level, xpgn_place place,
                   const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_finding(log, &codes[d], level, place, format, args);
    va_end(args);
}

void log_rule(struct log *log, const char *rule, xpgn_place place, const char *format, ...) {
    const xpgn_code code = {.code = rule};
    va_list args;
    va_start(args, format);
    add_finding(log, &code, XPGN_ERROR, place, format, args);
    va_end(args);
}

void log_hint(struct log *log, const char *format, ...) {
    if (!log_wants_hint(log))
        return;
    va_list args;
    va_start(args, format);
    char *hint = arena_vprintf(&log->arena, format, args);
    va_end(args);
    if (hint)
        log->list[log->count - 1].hint = hint;
    else
        log->no_memory = true;
    log->hinted = true;
}

void log_fix(struct log *log, xpgn_place place, const char *format, ...) {
    if (!log_wants_hint(log))
        return;
    xpgn_finding *f = &log->list[log->count - 1];
    if (log->fixes == NULL)
        f->fix = log->fixes = arena_alloc(&log->arena, LOG_FIXES * sizeof *log->fixes);
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(&log->arena, format, args);
    va_end(args);
    if (log->fixes == NULL || text == NULL)
        log->no_memory = true;
    else if (f->fix_count < LOG_FIXES)
        log->fixes[f->fix_count++] = (xpgn_fix){.place = place, .text = text};
}

void log_fixes_tie(struct log *log) {
    xpgn_finding *f = log_wants_hint(log) ? &log->list[log->count - 1] : NULL;
    for (uint32_t i = 0; f != NULL && i < f->fix_count; i++)
        log->fixes[i].tie = true;
}

void log_fixes_are(struct log *log, xpgn_fix_kind kind) {
    xpgn_finding *f = log_wants_hint(log) ? &log->list[log->count - 1] : NULL;
    for (uint32_t i = 0; f != NULL && i < f->fix_count; i++)
        log->fixes[i].kind = kind;
}

bool log_is(const xpgn_finding *finding, enum diag d) {
    return finding->code == codes[d].code;
}

static bool is_of_rules(const xpgn_finding *f) {
    if (f->level != XPGN_ERROR)
        return false;
    for (size_t i = 0; i < D_COUNT; i++) {
        if (f->code == codes[i].code)
            return i == D_ACTION;
    }
    return true;
}

bool log_excuse(struct log *log, size_t from, enum diag d) {
    size_t kept = from;
    bool excused = false;
    for (size_t i = from; i < log->count; i++) {
        xpgn_finding f = log->list[i];
        if (is_of_rules(&f)) {
            log->errors--;
            if (excused)
                continue;
            f.text = log_is(&f, D_ACTION)
                         ? log_text(log, "illegal, but it stood: %s", f.text)
                         : log_text(log, "illegal by %s, but it stood: %s", f.code, f.text);
            f.hint = NULL; /* accepted as recorded: nothing to fix */
            f.fix = NULL;
            f.fix_count = 0;
            f.code = codes[d].code;
            f.level = codes[d].level;
            excused = true;
        }
        log->list[kept++] = f;
    }
    log->count = kept;
    log->last_kept = false;
    return excused;
}

void log_truncate(struct log *log, size_t count) {
    while (log->count > count)
        if (log->list[--log->count].level == XPGN_ERROR)
            log->errors--;
    log->last_kept = false;
}

/* SPDX-License-Identifier: MIT */
/* Text search by PCRE2, with limits so that no expression can block a run. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "grep/grep.h"

/* PCRE2's own limits for one text: generous, but less than a second's work. */
enum { MATCH_LIMIT = 5000000, DEPTH_LIMIT = 100000, HEAP_KIB = 65536 };
enum { STACK_START = 32 * 1024, STACK_MOST = 1024 * 1024 };

/*
 * The limit of steps for all texts of a game. PCRE2 counts only the items that it tries, however
 * many characters each one passes: /(?<=a)a*c/ on a long run of a takes time quadratic in the run,
 * but counts one step for each a. So each item is preceded by a callout (PCRE2_AUTO_CALLOUT), which
 * counts itself, the characters passed since the previous callout, and those that the next item may
 * pass before it fails.
 */
enum { ITEM_STEPS = 16, GAME_STEPS = 1 << 26, BYTE_STEPS = 256 };

struct grep_text {
    pcre2_code *code;
    char *pattern;
    uint32_t lookbehind; /* the longest, in characters */
};

/* ---- compiling ------------------------------------------------------------------------------- */

static uint32_t flag_of(char c) {
    return c == 'i'   ? PCRE2_CASELESS
           : c == 'm' ? PCRE2_MULTILINE
           : c == 's' ? PCRE2_DOTALL
           : c == 'x' ? PCRE2_EXTENDED
                      : 0;
}

/* Returns the / that ends the expression at `p`; NULL if there is none. */
static const char *close_slash(const char *p) {
    for (; *p != '\0'; p++) {
        if (*p == '/')
            return p;
        p += *p == '\\' && p[1] != '\0';
    }
    return NULL;
}

static xpgn_status read_flags(const char *text, const char *p, uint32_t *options,
                              xpgn_fault *fault) {
    for (; *p != '\0'; p++) {
        if (flag_of(*p) == 0)
            return grep_refuse(fault, (size_t)(p - text), 1,
                               "unknown flag; the flags are i, m, s and x");
        *options |= flag_of(*p);
    }
    return XPGN_OK;
}

static xpgn_status compile(grep_text *t, const char *pattern, size_t size, uint32_t options,
                           size_t offset, xpgn_fault *fault) {
    int error;
    PCRE2_SIZE at;
    t->pattern = strndup(pattern, size);
    if (t->pattern == NULL)
        return XPGN_NO_MEMORY;
    t->code = pcre2_compile((PCRE2_SPTR)pattern, size, options, &error, &at, NULL);
    if (t->code == NULL) {
        char message[sizeof fault->text];
        if (pcre2_get_error_message(error, (PCRE2_UCHAR *)message, sizeof message) < 0)
            message[0] = '\0';
        (void)grep_refuse(fault, offset + at, 0, message);
        return error == PCRE2_ERROR_HEAP_FAILED ? XPGN_NO_MEMORY : XPGN_INVALID;
    }
    (void)pcre2_pattern_info(t->code, PCRE2_INFO_MAXLOOKBEHIND, &t->lookbehind);
    (void)pcre2_jit_compile(t->code, PCRE2_JIT_COMPLETE); /* if available */
    return XPGN_OK;
}

static xpgn_status compile_any(grep_text *t, const char *text, xpgn_fault *fault) {
    uint32_t options = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_AUTO_CALLOUT;
    if (*text == '\0')
        return grep_refuse(fault, 0, 0, "the text to search for is empty");
    if (*text != '/')
        return compile(t, text, strlen(text), options | PCRE2_LITERAL | PCRE2_CASELESS, 0, fault);
    const char *end = close_slash(text + 1);
    if (end == NULL)
        return grep_refuse(fault, strlen(text), 0, "the expression is not closed: / is missing");
    options |= PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
    if (read_flags(text, end + 1, &options, fault) != XPGN_OK)
        return XPGN_INVALID;
    return compile(t, text + 1, (size_t)(end - text - 1), options, 1, fault);
}

xpgn_status grep_text_new(grep_text **out, const char *text, xpgn_fault *fault) {
    grep_text *t = calloc(1, sizeof *t);
    if (t == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = compile_any(t, text, fault);
    if (status == XPGN_OK)
        *out = t;
    else
        grep_text_free(t);
    return status;
}

void grep_text_free(grep_text *t) {
    if (t == NULL)
        return;
    pcre2_code_free(t->code);
    free(t->pattern);
    free(t);
}

/* ---- the text -------------------------------------------------------------------------------- */

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* True if the text can be searched in place. */
static bool is_searchable(xpgn_slice text, grep_kind kind) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if ((unsigned char)c >= 0x80 || (kind == GREP_VALUE && c == '\\') ||
            (kind == GREP_COMMENT && is_space(c) &&
             (c != ' ' || i == 0 || text.data[i - 1] == ' ')))
            return false;
    }
    return true;
}

static const char *put_character(xpgn_buffer *b, const char *p, const char *end) {
    unsigned width;
    size_t size = xpgn_text_next((xpgn_slice){p, (size_t)(end - p)}, &width);
    xpgn_buffer_utf8(b, (xpgn_slice){p, size});
    return p + size;
}

xpgn_slice grep_plain(grep_matcher *m, xpgn_slice text, grep_kind kind) {
    if (is_searchable(text, kind))
        return text;
    xpgn_buffer *b = &m->plain;
    const char *end = text.data + text.size;
    xpgn_buffer_clear(b);
    for (const char *p = text.data; p < end;) {
        if (kind == GREP_COMMENT && is_space(*p)) {
            if (b->size > 0 && b->data[b->size - 1] != ' ')
                xpgn_buffer_char(b, ' ');
            p++;
            continue;
        }
        p += kind == GREP_VALUE && *p == '\\' && end - p > 1;
        p = put_character(b, p, end);
    }
    if (b->failed)
        m->trouble = "out of memory";
    return b->size > 0 ? (xpgn_slice){b->data, b->size} : (xpgn_slice){"", 0};
}

/* ---- the limit of steps ---------------------------------------------------------------------- */

/* Returns the N of an item with {N}, {N,} or {N,M}, greedy or not; 1 for any other item. */
static uint64_t least_times(const char *item, size_t size) {
    size -= size > 1 && (item[size - 1] == '+' || item[size - 1] == '?');
    size_t open = size;
    if (size == 0 || item[size - 1] != '}')
        return 1;
    while (open > 0 && item[open - 1] != '{')
        open--;
    if (open < 2 || (open == 3 && item[0] == '\\')) /* \x{2026} */
        return 1;
    return strtoul(item + open, NULL, 10);
}

/* Returns the length of the longest text captured so far, which a back reference may compare. */
static uint64_t longest_capture(const pcre2_callout_block *b) {
    size_t most = 1;
    for (size_t i = 1; i < b->capture_top; i++) {
        size_t from = b->offset_vector[2 * i], to = b->offset_vector[2 * i + 1];
        if (from != PCRE2_UNSET && to > from && to - from > most)
            most = to - from;
    }
    return most;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Returns how many characters the next item may pass before it fails, in which case no callout
   follows. */
static uint64_t in_vain(const grep_text *t, const pcre2_callout_block *b) {
    const char *item = t->pattern + b->pattern_position;
    size_t size = b->next_item_length;
    if (size < 2)
        return 0;
    bool refers = item[0] == '\\' || (size > 4 && memcmp(item, "(?P=", 4) == 0);
    if (item[0] == '(' && !refers)
        return smaller(t->lookbehind, b->current_position);
    uint64_t once = refers ? longest_capture(b) : 1;
    return smaller(once * least_times(item, size), b->subject_length);
}

/* The callout; returns 0 to continue. */
static int count_steps(pcre2_callout_block *b, void *data) {
    grep_matcher *m = data;
    size_t at = b->current_position;
    m->steps += ITEM_STEPS + (at > m->position ? at - m->position : m->position - at);
    m->steps += in_vain(m->text, b);
    m->position = at;
    return m->steps <= m->allowed ? 0 : PCRE2_ERROR_CALLOUT;
}

static void allow(grep_matcher *m, const grep_text *t, size_t size) {
    m->text = t;
    m->position = 0;
    m->allowed += (uint64_t)size * BYTE_STEPS;
}

void grep_matcher_begin(grep_matcher *m) {
    m->trouble = NULL;
    m->steps = 0;
    m->allowed = GAME_STEPS;
}

/* ---- searching ------------------------------------------------------------------------------- */

static bool prepare_matcher(grep_matcher *m) {
    if (m->data != NULL)
        return true;
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    pcre2_match_context *context = pcre2_match_context_create(NULL);
    m->data = data;
    m->context = context;
    if (data == NULL || context == NULL) {
        m->trouble = "out of memory";
        return false;
    }
    (void)pcre2_set_callout(context, count_steps, m);
    (void)pcre2_set_match_limit(context, MATCH_LIMIT);
    (void)pcre2_set_depth_limit(context, DEPTH_LIMIT);
    (void)pcre2_set_heap_limit(context, HEAP_KIB);
    m->stack = pcre2_jit_stack_create(STACK_START, STACK_MOST, NULL);
    if (m->stack != NULL)
        pcre2_jit_stack_assign(context, NULL, m->stack);
    return true;
}

bool grep_text_found(const grep_text *t, grep_matcher *m, xpgn_slice text, grep_kind kind) {
    xpgn_slice plain = grep_plain(m, text, kind);
    if (m->trouble != NULL || !prepare_matcher(m))
        return false;
    PCRE2_SPTR subject = (PCRE2_SPTR)plain.data;
    allow(m, t, plain.size);
    int found = pcre2_match(t->code, subject, plain.size, 0, 0, m->data, m->context);
    if (found == PCRE2_ERROR_JIT_STACKLIMIT) /* the interpreter uses the heap instead */
        found = pcre2_match(t->code, subject, plain.size, 0, PCRE2_NO_JIT, m->data, m->context);
    if (found >= 0 || found == PCRE2_ERROR_NOMATCH)
        return found >= 0;
    m->trouble = found == PCRE2_ERROR_NOMEMORY ? "out of memory"
                                               : "the expression takes too many steps on this game";
    return false;
}

void grep_matcher_free(grep_matcher *m) {
    pcre2_match_data_free(m->data);
    pcre2_match_context_free(m->context);
    pcre2_jit_stack_free(m->stack);
    xpgn_buffer_free(&m->plain);
}

void grep_put_library(xpgn_buffer *b) {
    char version[64] = "";
    uint32_t jit = 0;
    if (pcre2_config(PCRE2_CONFIG_VERSION, NULL) <= (int)sizeof version)
        (void)pcre2_config(PCRE2_CONFIG_VERSION, version);
    (void)pcre2_config(PCRE2_CONFIG_JIT, &jit);
    version[strcspn(version, " ")] = '\0'; /* drop the date */
    xpgn_buffer_printf(b, "           PCRE2 %s, %s JIT\n", version, jit != 0 ? "with" : "without");
}

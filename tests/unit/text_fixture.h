/* SPDX-License-Identifier: MIT */
/* Tokens and findings as one line of text, so that a test reads like the record it is about. */
#ifndef XPGN_TEXT_FIXTURE_H
#define XPGN_TEXT_FIXTURE_H

#include "core/text/lex.h"
#include "internal/text_out.h"
#include "suite.h"

#define RUN_MAIN(name, tcase)                                                                      \
    Suite *suite = suite_create(name);                                                             \
    suite_add_tcase(suite, tcase);                                                                 \
    return run_suite(suite)

/* "L-06@3+2 L-01@9+1": codes with offset and length. */
static inline void show_findings(xpgn_buffer *out, const xpgn_finding *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        xpgn_buffer_printf(out, "%s%s@%u+%u", i > 0 ? " " : "", list[i].code, list[i].place.offset,
                           list[i].place.length);
}

static inline void show_token(xpgn_buffer *out, const struct token *t) {
    static const char *const kinds[] = {"end",  "tag",  "no",   "",      "nag",   "comment",
                                        "line", "roll", "open", "close", "result"};
    int size = (int)t->text.size;
    if (out->size > 0)
        xpgn_buffer_char(out, ' ');
    switch (t->kind) {
    case TOKEN_WORD:
        xpgn_buffer_slice(out, t->text);
        break;
    case TOKEN_NUMBER:
        xpgn_buffer_printf(out, "%u|%u", t->number, t->dots);
        break;
    case TOKEN_NAG:
        xpgn_buffer_printf(out, "$%u", t->number);
        break;
    case TOKEN_TAG:
        xpgn_buffer_printf(out, "tag(%.*s=%.*s)", (int)t->name.size, t->name.data, size,
                           t->text.data);
        break;
    case TOKEN_OPEN:
    case TOKEN_CLOSE:
        xpgn_buffer_text(out, t->kind == TOKEN_OPEN ? "(" : ")");
        break;
    case TOKEN_END:
    case TOKEN_COMMENT:
    case TOKEN_LINE:
    case TOKEN_ROLL:
    case TOKEN_RESULT:
        xpgn_buffer_printf(out, "%s(%.*s)", kinds[t->kind], size, t->text.data);
        break;
    }
}

/* Lexes `size` bytes and compares all tokens, then all findings. */
static inline void expect_lexed(const char *text, size_t size, const char *tokens,
                                const char *findings) {
    xpgn_buffer out = {0}, found = {0};
    struct log log;
    struct lex lx;
    struct token t;
    char *copy = malloc(size + 1); /* so that reading past its end is seen */
    memcpy(copy, text, size);
    log_init(&log);
    lex_begin(&lx, (xpgn_slice){copy, size}, &log);
    for (lex_next(&lx, &t); t.kind != TOKEN_END; lex_next(&lx, &t))
        show_token(&out, &t);
    show_findings(&found, log.list, log.count);
    xpgn_buffer_char(&out, '\0');
    xpgn_buffer_char(&found, '\0');
    ck_assert_msg(strcmp(out.data, tokens) == 0, "tokens of %s\n  are      %s\n  not      %s", text,
                  out.data, tokens);
    ck_assert_msg(strcmp(found.data, findings) == 0, "findings of %s\n  are %s\n  not %s", text,
                  found.data, findings);
    xpgn_buffer_free(&out);
    xpgn_buffer_free(&found);
    log_free_parts(&log);
    free(copy);
}

#define LEXED(text, tokens) expect_lexed(text, sizeof(text) - 1, tokens, "")
#define FAULTY(text, tokens, findings) expect_lexed(text, sizeof(text) - 1, tokens, findings)

#endif

/* SPDX-License-Identifier: MIT */
/* The public token reader. */
#include "core/base/slice.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "core/text/tagvalue.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

struct xpgn_reader {
    struct lex lex;
    struct log log;     /* limit 0: findings are discarded */
    struct arena arena; /* values in another form than they have in the text */
};

xpgn_status xpgn_reader_new(xpgn_reader **out) {
    xpgn_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return XPGN_NO_MEMORY;
    log_init(&reader->log);
    reader->log.limit = 0;
    xpgn_reader_begin(reader, (xpgn_slice){"", 0});
    *out = reader;
    return XPGN_OK;
}

void xpgn_reader_free(xpgn_reader *reader) {
    if (reader == NULL)
        return;
    log_free_parts(&reader->log);
    arena_free(&reader->arena);
    free(reader);
}

void xpgn_reader_begin(xpgn_reader *reader, xpgn_slice text) {
    if (reader->arena.block != NULL)
        arena_reset(&reader->arena);
    lex_begin(&reader->lex, slice_given(text), &reader->log);
    reader->lex.head = true;
}

bool xpgn_reader_next(xpgn_reader *reader, xpgn_token *token) {
    static const xpgn_token_kind kinds[] = {
        [TOKEN_TAG] = XPGN_TOKEN_TAG,         [TOKEN_NUMBER] = XPGN_TOKEN_NUMBER,
        [TOKEN_WORD] = XPGN_TOKEN_WORD,       [TOKEN_NAG] = XPGN_TOKEN_NAG,
        [TOKEN_COMMENT] = XPGN_TOKEN_COMMENT, [TOKEN_LINE] = XPGN_TOKEN_COMMENT,
        [TOKEN_ROLL] = XPGN_TOKEN_ROLL,       [TOKEN_OPEN] = XPGN_TOKEN_OPEN,
        [TOKEN_CLOSE] = XPGN_TOKEN_CLOSE,     [TOKEN_RESULT] = XPGN_TOKEN_RESULT,
    };
    struct token t;
    lex_next(&reader->lex, &t);
    if (t.kind == TOKEN_END)
        return false;
    *token = (xpgn_token){.kind = kinds[t.kind], .text = t.text, .place = t.place};
    if (t.kind == TOKEN_TAG)
        token->name = t.name;
    if (t.kind == TOKEN_TAG && t.folded)
        token->text = tag_unfold(&reader->arena, token->text);
    return true;
}

void xpgn_reader_tags(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name, size_t count,
                      xpgn_slice *value) {
    size_t missing = count;
    xpgn_token t;
    for (size_t i = 0; i < count; i++)
        value[i] = (xpgn_slice){NULL, 0};
    xpgn_reader_begin(reader, text);
    while (missing > 0 && xpgn_reader_next(reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT))
        for (size_t i = 0; t.kind == XPGN_TOKEN_TAG && i < count; i++) {
            if (value[i].data != NULL || !slice_equal(name[i], t.name))
                continue;
            value[i] = t.text;
            missing--;
        }
}

bool xpgn_result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]) {
    text = slice_given(text);
    if (seats != 2 || !result_is_forfeit(text))
        return result_read(text, seats, score);
    memset(score, 0, XPGN_MAX_SEATS);
    return true;
}

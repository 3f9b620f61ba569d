/* SPDX-License-Identifier: MIT */
/* The public token reader. */
#include "core/base/slice.h"
#include "core/forms/tagname.h"
#include "core/text/head_words.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "core/text/span.h"
#include "core/text/tagvalue.h"
#include "internal/loop.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

struct xpgn_reader {
    struct lex lex;
    struct log log;     /* limit 0: findings are discarded */
    struct arena arena; /* values in another form than they have in the text */
    xpgn_place value;   /* of the last tag, as it is written */
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
    /* values stay as they are while the same text is read */
    if (reader->arena.block != NULL &&
        (text.data != reader->lex.text.data || text.size != reader->lex.text.size))
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
    reader->value = t.value_place;
    if (t.kind == TOKEN_TAG)
        token->text = lex_tag_value(&reader->arena, &t);
    return true;
}

/* The tags that are asked for, each with its value; data NULL: not found yet. */
struct wanted_tags {
    const xpgn_slice *name;
    xpgn_slice *value;
    size_t count, missing;
};

static void begin_wanted(struct wanted_tags *tags) {
    tags->missing = tags->count;
    for (size_t i = 0; i < tags->count; i++)
        tags->value[i] = (xpgn_slice){NULL, 0};
}

static inline void note_wanted(struct wanted_tags *tags, xpgn_slice name, xpgn_slice value) {
    for (size_t i = 0; i < tags->count; i++) {
        if (tags->value[i].data != NULL || !slice_equal(tags->name[i], name))
            continue;
        tags->value[i] = value;
        tags->missing--;
    }
}

/* True if the lexer would change the name or the value of a plain tag pair. */
static bool is_spelled(const struct span_tag *t) {
    char text[TAG_ROOM];
    const xpgn_slice name = {t->name, t->name_size}, value = span_tag_value(t);
    if (tag_name_meant(t->name, t->name_size) != NULL ||
        (slice_is(name, "Result") && !result_is(value)))
        return true;
    return tag_may_mean(name, value) && tag_value_meant(name, value, text);
}

/* Reads the tags of a game whose header is one plain tag pair a line, up to its first number. False
   if it is not, or not known to be. */
static bool read_plain_tags(xpgn_slice text, struct wanted_tags *tags) {
    const char *p = text.data, *end = p + text.size;
    struct span_tag t;
    begin_wanted(tags);
    while (tags->missing > 0 && p < end && *p == '[') {
        if ((p = span_tag_line(p, end, &t)) == NULL || is_spelled(&t))
            return false;
        note_wanted(tags, (xpgn_slice){t.name, t.name_size}, span_tag_value(&t));
    }
    while (tags->missing > 0 && p < end && byte_is(*p, BYTE_SPACE))
        p++;
    return tags->missing == 0 || head_ends(p, end);
}

/* Sets the values of the tags, as they are meant or, if `written`, as they are in the text. */
static void read_tags(xpgn_reader *reader, xpgn_slice text, struct wanted_tags *tags,
                      bool written) {
    xpgn_token t;
    if (read_plain_tags(slice_given(text), tags))
        return;
    begin_wanted(tags);
    xpgn_reader_begin(reader, text);
    while (tags->missing > 0 && xpgn_reader_next(reader, &t) &&
           (t.kind == XPGN_TOKEN_TAG || t.kind == XPGN_TOKEN_COMMENT)) {
        const xpgn_slice as_is = {text.data + reader->value.offset, reader->value.length};
        if (t.kind == XPGN_TOKEN_TAG)
            note_wanted(tags, t.name, written ? as_is : t.text);
    }
}

void xpgn_reader_tags(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name, size_t count,
                      xpgn_slice *value) {
    struct wanted_tags tags = {name, value, count, count};
    read_tags(reader, text, &tags, false);
}

void xpgn_reader_written(xpgn_reader *reader, xpgn_slice text, const xpgn_slice *name, size_t count,
                         xpgn_slice *value) {
    struct wanted_tags tags = {name, value, count, count};
    read_tags(reader, text, &tags, true);
}

bool xpgn_result_read(xpgn_slice text, unsigned seats, uint8_t score[XPGN_MAX_SEATS]) {
    text = slice_given(text);
    if (seats != 2 || !result_is_forfeit(text))
        return result_read(text, seats, score);
    memset(score, 0, XPGN_MAX_SEATS);
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * Breaks movetext into lines without a walk: the movetext after a missing half-move, which cannot
 * be played. Units and line breaks are those of the record writer; everything is kept, in its
 * order.
 */
#include "core/base/slice.h"
#include "output/write/pgn.h"

#include "internal/text_out.h"

#include <xpgn/record.h>

/* Where in its unit the last token was, which decides what may follow in the same unit. */
enum unit_part { BETWEEN, NUMBERED, ROLLED_BEFORE, ACTED, ROLLED };

struct movetext_writer {
    xpgn_writer *w;
    enum unit_part part;
};

/* Returns the part that a token is; BETWEEN if it is a unit of its own. */
static enum unit_part part_of_token(const xpgn_token *t, enum unit_part before) {
    bool acted = before == ACTED || before == ROLLED;
    switch (t->kind) {
    case XPGN_TOKEN_NUMBER:
        return NUMBERED;
    case XPGN_TOKEN_ROLL:
        return acted ? ROLLED : ROLLED_BEFORE;
    case XPGN_TOKEN_WORD:
        return ACTED;
    default:
        return BETWEEN;
    }
}

/* Does a token continue the unit? A number, a turn roll, an action, its roll and the prisoner freed
   are one unit. */
static bool goes_on(const struct movetext_writer *m, const xpgn_token *t) {
    switch (t->kind) {
    case XPGN_TOKEN_ROLL:
        return m->part != BETWEEN;
    case XPGN_TOKEN_WORD:
        return m->part == NUMBERED || m->part == ROLLED_BEFORE ||
               (m->part == ROLLED && memchr(t->text.data, '@', t->text.size) != NULL);
    default:
        return false;
    }
}

static void put_unit(struct movetext_writer *m, xpgn_slice text, bool same) {
    if (same)
        xpgn_buffer_char(m->w->out, ' ');
    else
        unit_begin(m->w);
    unit_put(m->w, text);
}

/* Writes text between tokens, word by word. */
static void put_unread(struct movetext_writer *m, xpgn_slice text) {
    for (size_t i = 0; i < text.size;) {
        size_t from = i;
        while (i < text.size && !is_space(text.data[i]))
            i++;
        if (i > from) {
            put_unit(m, (xpgn_slice){text.data + from, i - from}, false);
            m->part = BETWEEN;
        }
        i += i < text.size;
    }
}

/* Returns the size of the next word of a comment; a command in its brackets is one word. */
static size_t word_size(xpgn_slice text) {
    size_t i = 0, depth = 0;
    while (i < text.size && (depth > 0 || !is_space(text.data[i]))) {
        bool opens = text.data[i] == '[', closes = text.data[i] == ']';
        if (opens && (depth > 0 || (i + 1 < text.size && text.data[i + 1] == '%')))
            depth++;
        depth -= closes && depth > 0;
        i++;
    }
    if (depth == 0)
        return i;
    for (i = 0; i < text.size && !is_space(text.data[i]);) /* an unclosed [ */
        i++;
    return i;
}

/* Writes a comment word by word. No line may begin with a %, which would make it an escape line. */
static void put_comment_text(struct movetext_writer *m, xpgn_slice text) {
    bool first = true;
    while (text.size > 0) {
        size_t size = word_size(text);
        if (size > 0) {
            xpgn_slice word = {text.data, size};
            if (first) {
                unit_begin(m->w);
                xpgn_buffer_char(m->w->out, '{');
                unit_put(m->w, word);
            } else {
                put_unit(m, word, *word.data == '%');
            }
            first = false;
        }
        size += size < text.size;
        text = (xpgn_slice){text.data + size, text.size - size};
    }
    if (first)
        put_unit(m, (xpgn_slice){"{", 1}, false);
    xpgn_buffer_char(m->w->out, '}');
}

static void put_token(struct movetext_writer *m, const xpgn_token *t, xpgn_slice whole) {
    if (t->kind == XPGN_TOKEN_COMMENT && *whole.data == '{') {
        put_comment_text(m, t->text);
    } else if (t->kind == XPGN_TOKEN_CLOSE) {
        xpgn_buffer_char(m->w->out, ')');
    } else {
        put_unit(m, whole, goes_on(m, t));
        m->w->glue = t->kind == XPGN_TOKEN_OPEN;
    }
    if (t->kind == XPGN_TOKEN_COMMENT && *whole.data == ';')
        unit_end_line(m->w);
    m->part = part_of_token(t, m->part);
}

xpgn_status xpgn_movetext_write(xpgn_buffer *b, xpgn_slice text) {
    struct movetext_writer m = {.part = BETWEEN};
    xpgn_reader *reader = NULL;
    xpgn_token t;
    size_t at = 0;
    xpgn_status status = xpgn_writer_new(&m.w, NULL);
    if (status == XPGN_OK && (status = xpgn_reader_new(&reader)) == XPGN_OK) {
        text = slice_given(text);
        xpgn_writer_begin(b, m.w, NULL);
        xpgn_reader_begin(reader, text);
        while (xpgn_reader_next(reader, &t)) {
            put_unread(&m, (xpgn_slice){text.data + at, t.place.offset - at});
            at = t.place.offset + t.place.length;
            put_token(&m, &t, (xpgn_slice){text.data + t.place.offset, t.place.length});
        }
        put_unread(&m, (xpgn_slice){text.data + at, text.size - at});
        if (m.w->open)
            unit_end_line(m.w);
        status = m.w->no_memory || b->failed ? XPGN_NO_MEMORY : XPGN_OK;
    }
    xpgn_reader_free(reader);
    xpgn_writer_free(m.w);
    return status;
}

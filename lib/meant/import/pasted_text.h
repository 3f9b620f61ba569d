/* SPDX-License-Identifier: MIT */
/*
 * Converts pasted text to plain text: quoted mail, Markdown code fences, HTML entities and markup,
 * typographic quotes around tag values, full-width and zero-width characters.
 */
#ifndef XPGN_IMPORT_PASTED_TEXT_H
#define XPGN_IMPORT_PASTED_TEXT_H

#include <xpgn/base.h>

/* How records are embedded in a file, judged by its first lines; zero: they are all of it. */
struct pasted {
    bool mail;  /* records are quoted: other lines are left out */
    bool fence; /* records are in fences: other lines are left out */
    bool html;  /* markup is left out */
};

struct bytes {
    struct pasted pasted;
    uint64_t *counts;   /* [xpgn_decoded] */
    xpgn_buffer held;   /* the beginning of a line whose end has not been read */
    bool inside;        /* the next byte is not the first of its line */
    bool quoted, folds; /* the last line was quoted; it was so long that a mailer may have
                           broken it */
    bool within;        /* mail: inside a record */
    xpgn_buffer above;  /* mail: the last paragraph that is quoted, not yet written */
    bool headed;        /* it has names or a date, or a heading follows in its next line */
    bool parted;        /* an empty line follows it */
    char fence;         /* the character of the fence around the line; 0: none */
    size_t fence_size;
    enum { BYTES_MOVES, BYTES_COMMENT, BYTES_LINE } where;
    bool by_entity; /* the comment began with an entity */
    bool empty;     /* the last line was empty */
    uint32_t last;  /* the last character of the movetext */
};

void bytes_begin(struct bytes *b, struct pasted pasted, uint64_t *counts);
void bytes_free(struct bytes *b);
/* Converts the next bytes and appends the result; `last`: no more follow. */
void bytes_put(struct bytes *b, xpgn_slice bytes, bool last, xpgn_buffer *out);

/* Appends what is quoted or fenced, for a table in a mail, other lines as empty ones; adds what it
   was to `counts`. False if nothing is. */
bool bytes_unwrap(xpgn_slice text, xpgn_buffer *out, uint64_t *counts);
/* A line without quotation marks of mail, for examining the first lines. */
xpgn_slice bytes_unquoted(xpgn_slice line);
/* The first line from p on that begins with the stamp of a message, [28.11.26, 19:42] Anna:, all of
   which have a comma behind the date; `end` if there is none. */
const char *bytes_find_stamp(const char *begin, const char *p, const char *end);
/* True if a record may begin in this line: with a tag pair, a comment or a move number. */
bool bytes_record(xpgn_slice line);
/* The character and size of a fence that begins or ends in this line; 0 if there is none. */
char bytes_fence(xpgn_slice line, size_t *size);
/* True for a character at p that has no width, or only allows a line break. */
bool bytes_zero_width(const char *p, const char *end);
/* True for the ** at p before bold words of Markdown, **White:** Huber. */
bool bytes_bold(const char *p, const char *end);
/* True for a character of full width at p, or another stroke, that is written in ASCII. */
bool bytes_wide(const char *p, const char *end);
/* True if the dice 1-1 are in the text, which would be taken for a result, and more in their line.
 */
bool bytes_dice_of_ones(xpgn_slice text);
/* True if there is HTML markup at the < at p. */
bool bytes_markup_at(const char *p, const char *end);
/* True if the text has HTML markup. */
bool bytes_markup(xpgn_slice text);

#endif

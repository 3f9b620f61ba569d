/* SPDX-License-Identifier: MIT */
/*
 * Text as people paste it, as plain text: quoted mail, fences of Markdown, entities and markup of
 * HTML, typographic quotes around tag values, full-width and zero-width characters.
 */
#ifndef XPGN_IMPORT_BYTES_H
#define XPGN_IMPORT_BYTES_H

#include "xpgn.h"

/* How a text stands in its file, as its first lines show; zero: it is all there is. */
struct pasted {
    bool mail;  /* records are quoted: other lines are left out */
    bool fence; /* records are in fences: other lines are left out */
    bool html;  /* markup is left out */
};

struct bytes {
    struct pasted pasted;
    uint64_t *counts;   /* [xpgn_decoded] */
    xpgn_buffer held;   /* the beginning of a line of which the end is not known */
    bool inside;        /* the next byte is not the first of its line */
    bool quoted, folds; /* the last line was quoted; so long that a mailer may have broken it */
    bool within;        /* a mail: inside a record */
    char fence;         /* the sign of the fence around the line; 0: none */
    size_t fence_size;
    enum { BYTES_MOVES, BYTES_COMMENT, BYTES_LINE } where;
    bool by_entity; /* the comment began with an entity */
    bool empty;     /* the last line was empty */
    uint32_t last;  /* character of the movetext */
};

void bytes_begin(struct bytes *b, struct pasted pasted, uint64_t *counts);
/* Appends what the next bytes become; `last`: all of them, no more follow. */
void bytes_put(struct bytes *b, xpgn_slice bytes, bool last, xpgn_buffer *out);

/* For whoever looks at the first lines: the line without marks of quotation. */
xpgn_slice bytes_unquoted(xpgn_slice line);
/* Does a record begin in this line: with a tag pair, a comment or a move number? */
bool bytes_record(xpgn_slice line);
/* Does a fence begin or end in this line?  Its sign, 0: no; and its size. */
char bytes_fence(xpgn_slice line, size_t *size);
/* Has the text markup of HTML? */
bool bytes_markup(xpgn_slice text);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * figure_book.h - --figures: a document whose blocks are replaced by the figures that they
 * describe.
 *
 *     ```xpgn --id=fight                        a fenced block of Markdown or HTML; in LaTeX
 *     xpgn-render-svg --combats --at=12b         \begin{xpgn}[--id=fight] ... \end{xpgn}
 *     [Variant "chess-attack"]
 *     ...
 *     ```
 *
 * One record through it: book_make() reads the document and cuts it at its blocks
 * (figure_blocks.c). Each block goes to figure_draw() (figure_draw.c): its words, without a shell,
 * are the command line of a tool of this file's own, which has the options of xpgn-render-svg that
 * concern a figure and writes no file; the record is the text that cli_run reads (cli_within), so
 * that findings have the lines of the document. cli_draw() walks it and calls back with each
 * diagram, which goes to a picture, in memory. What the picture says for those who cannot see it is
 * the alternative text, and what --says is compared with. A block with a finding or a message is
 * wrong. If none is, book_make() writes the text between the blocks, as it is or as HTML or LaTeX
 * (figure_prose.c), and in it the figures with numbers and captions, and the references to them.
 */
#ifndef RENDER_HTML_FIGURE_BOOK_H
#define RENDER_HTML_FIGURE_BOOK_H

#include "render-html/render-html.h"

/* What a document is, and what is made of it. */
typedef enum book_form { BOOK_HTML, BOOK_MARKDOWN, BOOK_LATEX } book_form;

/* Limits, so that no document can make more than can be held. */
enum {
    BOOK_BYTES = 4 << 20,   /* of the document */
    BOOK_OUTPUT = 64 << 20, /* of all pictures, and of the records beside the document */
    BOOK_FIGURES = 1000,
    FIGURE_WORDS = 256,    /* of a command line */
    FIGURE_DIAGRAMS = 200, /* in one figure */
    FIGURE_ID = 64,        /* bytes */
    FIGURE_THROWS = 7776   /* of the dice of one combat */
};

/* A block of the document. */
typedef struct figure_block {
    xpgn_slice info;    /* the options in its first line */
    xpgn_slice body;    /* whole lines */
    uint64_t line;      /* of its first line, from 1 */
    const char *before; /* its first byte in the document, and the one behind it */
    const char *after;
} figure_block;

typedef struct book_figure {
    uint64_t line;
    char *id;            /* NULL: nothing refers to it */
    char *caption;       /* NULL: none */
    xpgn_buffer picture; /* SVG, or LaTeX */
    xpgn_buffer steps;   /* with --steps: all but the one shown without a script, as templates */
    xpgn_buffer says;    /* what can be seen in it, in words */
    size_t count, shown; /* of the steps; which is shown without a script */
    bool wrong;
} figure;

typedef struct figure_book {
    cli *c;
    const options *o;
    const char *path;     /* of the document; "-" */
    xpgn_buffer text;     /* the document */
    book_form kind, form; /* what it is, and what it becomes */
    figure *list;
    size_t count, capacity, wrong;
    size_t bytes;            /* of all pictures */
    bool has_steps, trouble; /* trouble: a file could not be read */
    xpgn_buffer title;       /* the first heading, if it becomes a page or a file of LaTeX */
} figure_book;

/* Appends the document with its figures. Returns the exit status: if it is not CLI_GOOD, nothing is
   to be written. Of the book, `c` and `o` are set; free it in any case. */
int book_make(figure_book *book, xpgn_buffer *out);
void book_free(figure_book *book);
/* The number of the figure with that id, from 1; 0 if there is none. */
size_t book_number(const figure_book *book, xpgn_slice id);
/* Appends "Figure 3". */
void book_put_name(const figure_book *book, xpgn_buffer *out, size_t number);

/* ---- blocks (figure_blocks.c) ---------------------------------------------------------------- */

/* Finds the next block at or behind `from`, which is at the beginning of a line, and sets *line to
   the number of that line and then to that of the line behind the block. False if there is none, or
   after a message if it has no end. */
bool block_next(figure_book *book, const char *from, uint64_t *line, figure_block *out);
/* Takes a line with its end from a text. */
xpgn_slice book_take_line(xpgn_slice *rest);
/* Says what is wrong with a line of the document. */
void book_refuse(figure_book *book, uint64_t line, const char *format, ...) XPGN_PRINTF(3, 4);
/* Says something about a line that is not wrong. */
void book_note(figure_book *book, uint64_t line, const char *format, ...) XPGN_PRINTF(3, 4);

/* ---- one figure (figure_draw.c) -------------------------------------------------------------- */

/* Draws the figure of a block, after messages a wrong one, and says whether the user's rules have
   changed what it says. The caller frees it. */
void figure_draw(figure_book *book, const figure_block *block, figure *out);
void figure_free(figure *f);

/* ---- the text between figures (figure_prose.c) ----------------------------------------------- */

/* Appends Markdown as HTML or LaTeX; what is no reference is unchanged if the document stays what
   it is. `line` is that of its first byte. */
void prose_put(figure_book *book, xpgn_buffer *out, xpgn_slice text, uint64_t line);
/* The same for a line of text within a paragraph, such as a caption. */
void prose_put_words(figure_book *book, xpgn_buffer *out, xpgn_slice text, uint64_t line);

#endif

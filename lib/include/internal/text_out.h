/* SPDX-License-Identifier: MIT */
/* Text, JSON, tables and CSV as the tools write and read them; the commands in comments. */
#ifndef XPGN_INTERNAL_TEXT_OUT_H
#define XPGN_INTERNAL_TEXT_OUT_H

#include <xpgn/base.h>

void xpgn_buffer_char(xpgn_buffer *b, char c);
void xpgn_buffer_printf(xpgn_buffer *b, const char *format, ...) XPGN_PRINTF(2, 3);
/* Appends `text` as UTF-8. Bytes that are not valid UTF-8 are taken as Windows-1252 (unassigned
   ones as Latin-1), here and wherever text is written. */
void xpgn_buffer_utf8(xpgn_buffer *b, xpgn_slice text);
/* Appends `text` as UTF-8 that is safe for a terminal: control characters become their symbols
   (U+2400 and following), bidirectional controls U+FFFD. Returns its width in columns. */
size_t xpgn_buffer_clean(xpgn_buffer *b, xpgn_slice text);
/* True if xpgn_buffer_clean would change nothing: all of it is printable ASCII. */
bool xpgn_text_is_clean(xpgn_slice text);
/* The size in bytes of the first character of a text, 1 for an invalid byte, 0 for an empty text.
   Sets *width to its width on a terminal as xpgn_buffer_clean writes it, 0 to 2 columns. */
size_t xpgn_text_next(xpgn_slice text, unsigned *width);
/* The width of a whole text in columns. */
size_t xpgn_text_width(xpgn_slice text);
/* Appends `text` as a quoted JSON string. */
void xpgn_buffer_json(xpgn_buffer *b, xpgn_slice text);

/* The greatest common divisor, by which a fraction comes to its lowest terms; of a number and 0 the
   number. */
static inline uint64_t xpgn_common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/*
 * JSON, piece by piece. Each of these first appends a comma where one is due, that is, after any
 * byte but `{`, `[`, `:` and LF; then the key, which must be ASCII that needs no escapes, and a
 * colon; then the value. With a NULL key it appends the value alone, as in arrays. Close brackets
 * with xpgn_buffer_text.
 */
/* The key alone; the caller appends the value. */
void json_key(xpgn_buffer *b, const char *key);
/* The key and opening brackets, such as "{" or "[{". */
void json_open(xpgn_buffer *b, const char *key, const char *brackets);
/* A string; null if `text` is NULL. */
void json_text(xpgn_buffer *b, const char *key, const char *text);
/* The same; null also if it is empty. */
void json_known(xpgn_buffer *b, const char *key, const char *text);
void json_slice(xpgn_buffer *b, const char *key, xpgn_slice text);
/* The contents of `text` as a string; frees `text`. */
void json_move(xpgn_buffer *b, const char *key, xpgn_buffer *text);
void json_number(xpgn_buffer *b, const char *key, int64_t number);
void json_flag(xpgn_buffer *b, const char *key, bool value);
/* A number with `decimals` decimals; null for NAN and infinities. */
void json_real(xpgn_buffer *b, const char *key, int decimals, double number);
/* A value as `format` produces it, unquoted. */
void json_printf(xpgn_buffer *b, const char *key, const char *format, ...) XPGN_PRINTF(3, 4);

typedef enum xpgn_cell {
    XPGN_CELL_TSV,     /* a tab or line end in the text becomes a space */
    XPGN_CELL_CSV,     /* quoted where RFC 4180 requires it; text that a spreadsheet would take for
                          a formula gets a ' before it */
    XPGN_CELL_CSV_RAW, /* the same without the ' */
    XPGN_CELL_MARKDOWN /* markup is escaped, and a tab or line end becomes a space */
} xpgn_cell;

/* Appends `text` as a cell of a table, without the separator. */
void xpgn_buffer_cell(xpgn_buffer *b, xpgn_slice text, xpgn_cell form);

/* A line of a table that is being written. */
struct row_writer {
    xpgn_buffer *b;
    xpgn_cell form;
    size_t cells;   /* cells so far; 0 at first */
    uint64_t right; /* for Markdown: bit per column (of the first 64) that is aligned right */
};

/* Appends a cell with this text. */
void row_cell(struct row_writer *row, xpgn_slice text);
/* Begins a cell; the caller appends its text, which must need no escapes (a number, or nothing), to
   the buffer. */
void row_next(struct row_writer *row);
/* Appends a cell with this number. */
void row_number(struct row_writer *row, uint64_t number);
/* Ends the line. */
void row_end(struct row_writer *row);
/* Ends the heading line, which a Markdown table must have. */
void row_end_head(struct row_writer *row);

/*
 * A reader of CSV (RFC 4180), or of tables with semicolons if the first line has no comma. The text
 * is copied. The first line, which usually names the columns, is read like any other.
 */
struct csv_reader;
xpgn_status csv_new(struct csv_reader **out, xpgn_slice text);
void csv_free(struct csv_reader *csv);
/* Reads the next line that is not empty; false if there is none. */
bool csv_next(struct csv_reader *csv);
/* The column with that name in the current line, ignoring case; SIZE_MAX if there is none. */
size_t csv_column(const struct csv_reader *csv, const char *name);
/* The cell of a column in the current line, valid until the reader is freed; empty if the line is
   too short. */
xpgn_slice csv_cell(const struct csv_reader *csv, size_t column);

/* One [%name rest] command of a comment. */
struct command {
    xpgn_slice name;  /* "roll", "clk": letters, digits, _ */
    xpgn_slice rest;  /* trimmed */
    xpgn_slice whole; /* from [ to ] */
};
/*
 * Finds the next command of a comment from offset *at on and moves *at past it; brackets inside it
 * nest (an XFEN has them). False: there is none, and *at is the end. The prose before the command
 * is [old *at, command.whole.data).
 */
bool command_next(xpgn_slice comment, size_t *at, struct command *command);

/* The sign that books print for a NAG: "!?", "="; "" for one that has none. */
const char *xpgn_nag_sign(unsigned nag);

/* The edit distance of two words: letters replaced, missing, added, or swapped with their
   neighbours. Only the first 96 bytes of a word count. */
unsigned edit_distance(xpgn_slice a, xpgn_slice b);

/*
 * Appends how the library was built and what it runs with: compiler, options, versions of the
 * libraries in use, one per line. For people; the lines may change.
 */
void xpgn_build_write(xpgn_buffer *b);

#endif

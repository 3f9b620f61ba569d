/* SPDX-License-Identifier: MIT */
/* Documents with figures: finding the blocks in Markdown, HTML and LaTeX. */
#include "render-html/figure_book.h"

#include <stdarg.h>
#include <string.h>

static void put_said(figure_book *book, uint64_t line, const char *level, const char *format,
                     va_list args) {
    char text[512];
    xpgn_buffer err = {0};
    (void)vsnprintf(text, sizeof text, format, args);
    xpgn_buffer_clean(&err, cli_slice(cli_file_name(book->path)));
    xpgn_buffer_printf(&err, ":%llu: %s: ", (unsigned long long)line, level);
    xpgn_buffer_clean(&err, cli_slice(text));
    xpgn_buffer_char(&err, '\n');
    cli_flush(book->c, CLI_ERR, &err);
    xpgn_buffer_free(&err);
}

void book_refuse(figure_book *book, uint64_t line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_said(book, line, "error", format, args);
    va_end(args);
    book->wrong++;
}

void book_note(figure_book *book, uint64_t line, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_said(book, line, "warning", format, args);
    va_end(args);
}

xpgn_slice book_take_line(xpgn_slice *rest) {
    const char *end = memchr(rest->data, '\n', rest->size);
    size_t size = end != NULL ? (size_t)(end + 1 - rest->data) : rest->size;
    xpgn_slice line = {rest->data, size};
    *rest = (xpgn_slice){rest->data + size, rest->size - size};
    return line;
}

static bool begins_with(xpgn_slice s, const char *word) {
    size_t size = strlen(word);
    return s.size >= size && memcmp(s.data, word, size) == 0;
}

/* ---- fences ---------------------------------------------------------------------------------- */

/* The fence at the beginning of a line: its character and length, and what follows it. */
typedef struct fence {
    char sign;
    size_t size; /* 0: none */
    xpgn_slice info;
} fence;

static fence read_fence(xpgn_slice line) {
    fence f = {.size = 0};
    size_t at = 0;
    while (at < 3 && at < line.size && line.data[at] == ' ')
        at++;
    f.sign = at < line.size ? line.data[at] : '\0';
    while ((f.sign == '`' || f.sign == '~') && at < line.size && line.data[at] == f.sign) {
        f.size++;
        at++;
    }
    f.info = cli_trim((xpgn_slice){line.data + at, line.size - at});
    if (f.size < 3 ||
        (f.sign == '`' && f.info.size > 0 && memchr(f.info.data, '`', f.info.size) != NULL))
        f.size = 0;
    return f;
}

/* Does this line end what the fence began? */
static bool ends_fence(const fence *begin, xpgn_slice line) {
    fence f = read_fence(line);
    return f.size >= begin->size && f.sign == begin->sign && f.info.size == 0;
}

/* True for "xpgn" and what follows a blank; sets *words to that. */
static bool is_ours(xpgn_slice info, xpgn_slice *words) {
    if (!begins_with(info, "xpgn") || (info.size > 4 && !cli_is_blank(info.data[4])))
        return false;
    *words = cli_trim((xpgn_slice){info.data + 4, info.size - 4});
    return true;
}

/* ---- environments of LaTeX ------------------------------------------------------------------- */

/* The name in \begin{name}, and what follows it; empty if the line begins with something else. */
static xpgn_slice read_begin(xpgn_slice line, xpgn_slice *words) {
    xpgn_slice s = cli_trim(line);
    const char *close = s.size > 0 ? memchr(s.data, '}', s.size) : NULL;
    if (!begins_with(s, "\\begin{") || close == NULL)
        return (xpgn_slice){"", 0};
    *words = cli_trim((xpgn_slice){close + 1, (size_t)(s.data + s.size - close - 1)});
    return (xpgn_slice){s.data + 7, (size_t)(close - s.data - 7)};
}

/* Is this line the end of that environment? What precedes it belongs to it only if it is ours. */
static bool ends_environment(xpgn_slice name, xpgn_slice line) {
    xpgn_slice s = cli_trim(line);
    return begins_with(s, "\\end{") && s.size == name.size + 6 &&
           memcmp(s.data + 5, name.data, name.size) == 0 && s.data[s.size - 1] == '}';
}

/* Does the environment show what is in it? */
static bool is_verbatim(xpgn_slice name) {
    return cli_equal(name, cli_slice("verbatim")) || cli_equal(name, cli_slice("verbatim*")) ||
           cli_equal(name, cli_slice("lstlisting")) || cli_equal(name, cli_slice("comment"));
}

/* "[--at=12b]" without its brackets. */
static xpgn_slice without_brackets(xpgn_slice s) {
    bool both = s.size >= 2 && s.data[0] == '[' && s.data[s.size - 1] == ']';
    return both ? (xpgn_slice){s.data + 1, s.size - 2} : s;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* How the block or listing that a line begins will end. */
typedef struct block_opening {
    bool latex, ours;
    fence fence;
    xpgn_slice name;  /* of an environment */
    xpgn_slice words; /* if it is ours */
} opening;

/* Does a line begin something in which no block is looked for, or a block? */
static bool read_opening(const figure_book *book, xpgn_slice line, opening *o) {
    *o = (opening){.latex = book->kind == BOOK_LATEX};
    if (!o->latex) {
        o->fence = read_fence(line);
        o->ours = o->fence.size > 0 && is_ours(o->fence.info, &o->words);
        return o->fence.size > 0 && (o->ours || book->kind == BOOK_MARKDOWN);
    }
    o->name = read_begin(line, &o->words);
    o->ours = cli_equal(o->name, cli_slice("xpgn"));
    if (o->ours)
        o->words = without_brackets(o->words);
    return o->ours || is_verbatim(o->name);
}

static bool is_end(const opening *o, xpgn_slice line) {
    return o->latex ? ends_environment(o->name, line) : ends_fence(&o->fence, line);
}

/* Takes the lines up to the end; false if there is none. */
static bool take_body(const opening *o, xpgn_slice *rest, uint64_t *line, xpgn_slice *body) {
    *body = (xpgn_slice){rest->data, 0};
    while (rest->size > 0) {
        xpgn_slice s = book_take_line(rest);
        ++*line;
        if (is_end(o, s))
            return true;
        body->size += s.size;
    }
    return false;
}

bool block_next(figure_book *book, const char *from, uint64_t *line, figure_block *out) {
    const char *end = book->text.data + book->text.size;
    xpgn_slice rest = {from, (size_t)(end - from)};
    while (rest.size > 0) {
        uint64_t first = *line;
        xpgn_slice s = book_take_line(&rest);
        opening o;
        ++*line;
        if (!read_opening(book, s, &o))
            continue;
        *out = (figure_block){.info = o.words, .line = first, .before = s.data};
        bool ended = take_body(&o, &rest, line, &out->body);
        out->after = rest.data;
        if (o.ours && ended)
            return true;
        if (o.ours)
            book_refuse(book, first, "the block that begins here has no end");
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/* Documents with figures: the text between them. Markdown becomes HTML or LaTeX: headings,
   paragraphs, lists, quotes, tables, code, emphasis, links; the rest stays text. */
#include "render-html/figure_book.h"

#include <ctype.h>

enum { DEPTH = 8 }; /* of lists, and of emphasis */

/* What is written around a part of the text. */
typedef enum part {
    TITLE,
    SECTION,
    SUBSECTION,
    SUBSUBSECTION,
    PARAGRAPH,
    BULLETS,
    NUMBERS,
    ITEM,
    QUOTE,
    LISTING,
    TABLE,
    ROW,
    STRONG,
    EMPHASIS,
    CODE,
    BREAK,
    RULE
} part;

typedef struct around {
    const char *open, *close;
} around;

static const around marks[2][RULE + 1] = {
    {[TITLE] = {"<h1>", "</h1>\n"},
     [SECTION] = {"<h2>", "</h2>\n"},
     [SUBSECTION] = {"<h3>", "</h3>\n"},
     [SUBSUBSECTION] = {"<h4>", "</h4>\n"},
     [PARAGRAPH] = {"<p>", "</p>\n"},
     [BULLETS] = {"<ul>\n", "</ul>\n"},
     [NUMBERS] = {"<ol>\n", "</ol>\n"},
     [ITEM] = {"<li>", "</li>\n"},
     [QUOTE] = {"<blockquote>\n", "</blockquote>\n"},
     [LISTING] = {"<pre>", "</pre>\n"},
     [TABLE] = {"<table>\n", "</table>\n"},
     [ROW] = {"<tr>", "</tr>\n"},
     [STRONG] = {"<strong>", "</strong>"},
     [EMPHASIS] = {"<em>", "</em>"},
     [CODE] = {"<code>", "</code>"},
     [BREAK] = {"<br>\n", ""},
     [RULE] = {"<hr>\n", ""}},
    {[TITLE] = {"\\begin{center}\\LARGE ", "\\end{center}\n"},
     [SECTION] = {"\\section{", "}\n"},
     [SUBSECTION] = {"\\subsection{", "}\n"},
     [SUBSUBSECTION] = {"\\subsubsection{", "}\n"},
     [PARAGRAPH] = {"", "\n\n"},
     [BULLETS] = {"\\begin{itemize}\n", "\\end{itemize}\n"},
     [NUMBERS] = {"\\begin{enumerate}\n", "\\end{enumerate}\n"},
     [ITEM] = {"\\item ", "\n"},
     [QUOTE] = {"\\begin{quote}\n", "\\end{quote}\n"},
     [LISTING] = {"\\begin{flushleft}\\ttfamily\n", "\\end{flushleft}\n"},
     [TABLE] = {"", "\\end{tabular}\\end{center}\n"},
     [ROW] = {"", "\\\\\n"},
     [STRONG] = {"\\textbf{", "}"},
     [EMPHASIS] = {"\\emph{", "}"},
     [CODE] = {"\\texttt{", "}"},
     [BREAK] = {"\\\\\n", ""},
     [RULE] = {"\\par\\noindent\\hrulefill\\par\n", ""}}};

/* Text being written. */
typedef struct prose {
    figure_book *book;
    xpgn_buffer *out;
    bool latex;
    uint64_t line, at; /* the current line, and the first one of what is written */
    xpgn_buffer words; /* of the open paragraph */
    uint64_t begun;    /* its first line */
    bool gap;          /* a blank line precedes */
    bool quoted, listing, comment;
    size_t columns; /* of the open table; 0: none */
    size_t depth;   /* of lists */
    struct {
        part kind;
        size_t indent;
    } list[DEPTH];
} prose;

static void put_open(const prose *p, part what) {
    xpgn_buffer_text(p->out, marks[p->latex][what].open);
}

static void put_close(const prose *p, part what) {
    xpgn_buffer_text(p->out, marks[p->latex][what].close);
}

/* ---- characters ------------------------------------------------------------------------------ */

static void put_latex(xpgn_buffer *b, char c, char next) {
    static const struct {
        char c;
        const char *latex;
    } sign[] = {{'\\', "\\textbackslash{}"},  {'~', "\\textasciitilde{}"},
                {'^', "\\textasciicircum{}"}, {'<', "\\textless{}"},
                {'>', "\\textgreater{}"},     {'|', "\\textbar{}"}};
    for (size_t i = 0; i < sizeof sign / sizeof *sign; i++)
        if (sign[i].c == c) {
            xpgn_buffer_text(b, sign[i].latex);
            return;
        }
    if (strchr("{}$&#_%", c) != NULL)
        xpgn_buffer_char(b, '\\');
    xpgn_buffer_char(b, c);
    if (strchr("-`'!?", c) != NULL && next == (c == '!' || c == '?' ? '`' : c))
        xpgn_buffer_text(b, "{}");
}

/* Line ends stay line ends. */
static void put_html_lines(xpgn_buffer *b, xpgn_slice s) {
    while (s.size > 0) {
        xpgn_slice line = book_take_line(&s);
        bool ends = line.data[line.size - 1] == '\n';
        html_escape(b, (xpgn_slice){line.data, line.size - ends});
        xpgn_buffer_text(b, ends ? "\n" : "");
    }
}

static void put_text(const prose *p, xpgn_slice s) {
    if (!p->latex) {
        put_html_lines(p->out, s);
        return;
    }
    for (size_t i = 0; i < s.size; i++)
        put_latex(p->out, s.data[i], i + 1 < s.size ? s.data[i + 1] : '\0');
}

/* ---- within a paragraph ---------------------------------------------------------------------- */

/* A text that is being read, and what was sought in it to its end in vain. */
typedef struct inside {
    xpgn_slice rest;
    char before; /* the character before it */
    unsigned depth;
    bool no_code, no_strong, no_star, no_line;
} inside;

static void put_inside(const prose *p, xpgn_slice text, unsigned depth);

static xpgn_slice from(xpgn_slice s, size_t at) {
    return (xpgn_slice){s.data + at, s.size - at};
}

/* The place of a word in a text; its size if there is none. */
static size_t find(xpgn_slice s, const char *word) {
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= s.size; i++)
        if (memcmp(s.data + i, word, n) == 0)
            return i;
    return s.size;
}

static bool starts(xpgn_slice s, const char *word) {
    size_t n = strlen(word);
    return s.size >= n && memcmp(s.data, word, n) == 0;
}

/* Takes what is between two equal signs: code, strong, emphasis. */
static bool take_pair(const prose *p, inside *in, const char *sign, part what, bool *none) {
    size_t n = strlen(sign);
    if (*none || !starts(in->rest, sign) || in->rest.size <= n || cli_is_blank(in->rest.data[n]) ||
        (*sign == '_' && isalnum((unsigned char)in->before)))
        return false;
    xpgn_slice s = from(in->rest, n);
    size_t end = find(s, sign);
    *none = end == s.size;
    if (*none || end == 0 || in->depth == DEPTH)
        return false;
    put_open(p, what);
    if (what == CODE)
        put_text(p, (xpgn_slice){s.data, end});
    else
        put_inside(p, (xpgn_slice){s.data, end}, in->depth + 1);
    put_close(p, what);
    in->rest = from(s, end + n);
    return true;
}

/* A character of an address that needs no escape. */
static bool is_sign(char c) {
    return isalnum((unsigned char)c) || (c != '\0' && strchr("-._~:/?#@!*+,;=%&", c) != NULL);
}

/* An address in the document, beside it or on the web: it runs nothing. */
static bool is_address(xpgn_slice s) {
    size_t colon = find(s, ":"), slash = find(s, "/");
    return s.size > 0 && (colon == s.size || slash < colon || starts(s, "https://") ||
                          starts(s, "http://") || starts(s, "mailto:"));
}

static void put_reference(const prose *p, xpgn_slice id) {
    size_t number = book_number(p->book, id);
    if (number == 0) {
        book_refuse(p->book, p->at, "[](#%.*s): there is no figure of that name", (int)id.size,
                    id.data);
    } else if (p->latex) {
        xpgn_word_translate(p->out, "Figure", &p->book->o->words);
        xpgn_buffer_printf(p->out, "~\\ref{fig:%.*s}", (int)id.size, id.data);
    } else if (p->book->form == BOOK_MARKDOWN) {
        xpgn_buffer_char(p->out, '[');
        book_put_name(p->book, p->out, number);
        xpgn_buffer_printf(p->out, "](#fig-%.*s)", (int)id.size, id.data);
    } else {
        xpgn_buffer_printf(p->out, "<a href=\"#fig-%.*s\">", (int)id.size, id.data);
        book_put_name(p->book, p->out, number);
        xpgn_buffer_text(p->out, "</a>");
    }
}

/* Takes [](#id), a reference. */
static bool take_reference(const prose *p, inside *in) {
    if (!starts(in->rest, "[](#"))
        return false;
    xpgn_slice s = from(in->rest, 4);
    size_t end = find((xpgn_slice){s.data, s.size < FIGURE_ID + 1 ? s.size : FIGURE_ID + 1}, ")");
    if (end == s.size || s.data[end] != ')')
        return false;
    put_reference(p, (xpgn_slice){s.data, end});
    in->rest = from(s, end + 1);
    return true;
}

/* Reads [text](address); the text has no brackets. */
typedef struct prose_link {
    xpgn_slice text, address, rest;
} prose_link;

static bool read_link(xpgn_slice s, prose_link *l) {
    size_t middle = 1;
    if (!starts(s, "["))
        return false;
    while (middle < s.size && strchr("[]", s.data[middle]) == NULL)
        middle++;
    l->text = (xpgn_slice){s.data + 1, middle - 1};
    s = from(s, middle);
    if (!starts(s, "]("))
        return false;
    s = from(s, 2);
    l->address = (xpgn_slice){s.data, 0};
    while (l->address.size < s.size && is_sign(s.data[l->address.size]))
        l->address.size++;
    if (!starts(from(s, l->address.size), ")"))
        return false;
    l->rest = from(s, l->address.size + 1);
    return true;
}

static bool take_link(const prose *p, inside *in) {
    prose_link l;
    if (in->depth == DEPTH || !read_link(in->rest, &l) || l.text.size == 0 ||
        !is_address(l.address))
        return false;
    xpgn_buffer_text(p->out, p->latex ? "" : "<a href=\"");
    html_escape(p->out, p->latex ? (xpgn_slice){"", 0} : l.address);
    xpgn_buffer_text(p->out, p->latex ? "" : "\">");
    put_inside(p, l.text, in->depth + 1);
    xpgn_buffer_text(p->out, p->latex ? "\\footnote{\\texttt{" : "</a>");
    if (p->latex)
        put_text(p, l.address);
    xpgn_buffer_text(p->out, p->latex ? "}}" : "");
    in->rest = l.rest;
    return true;
}

/* Takes ![text](address), an image, as it is typed; a reference may follow an exclamation mark. */
static bool take_image(const prose *p, inside *in) {
    prose_link l;
    if (!starts(in->rest, "!") || !read_link(from(in->rest, 1), &l) || starts(l.address, "#"))
        return false;
    put_text(p, (xpgn_slice){in->rest.data, in->rest.size - l.rest.size});
    in->rest = l.rest;
    in->before = ')';
    return true;
}

/* Takes a character, or what a backslash makes of it. */
static void take_character(const prose *p, inside *in) {
    bool escape = *in->rest.data == '\\' && in->rest.size > 1;
    if (escape && in->rest.data[1] == '\n') {
        put_open(p, BREAK);
        in->rest = from(in->rest, 2);
        return;
    }
    if (escape && ispunct((unsigned char)in->rest.data[1]))
        in->rest = from(in->rest, 1);
    in->before = *in->rest.data;
    size_t size = 1;
    while (size < in->rest.size && (isalnum((unsigned char)in->rest.data[size]) ||
                                    ((unsigned char)in->rest.data[size] & 0x80) != 0))
        size++;
    in->before = in->rest.data[size - 1];
    put_text(p, (xpgn_slice){in->rest.data, size});
    in->rest = from(in->rest, size);
}

static void put_inside(const prose *p, xpgn_slice text, unsigned depth) {
    inside in = {.rest = text, .before = ' ', .depth = depth};
    while (in.rest.size > 0)
        if (!take_pair(p, &in, "`", CODE, &in.no_code) &&
            !take_pair(p, &in, "**", STRONG, &in.no_strong) &&
            !take_pair(p, &in, "*", EMPHASIS, &in.no_star) &&
            !take_pair(p, &in, "_", EMPHASIS, &in.no_line) && !take_reference(p, &in) &&
            !take_link(p, &in) && !take_image(p, &in))
            take_character(p, &in);
}

/* ---- paragraphs ------------------------------------------------------------------------------ */

static xpgn_slice words_of(const prose *p) {
    return cli_trim(cli_held(&p->words));
}

static void add_words(prose *p, xpgn_slice line) {
    p->begun = p->words.size == 0 ? p->line : p->begun;
    xpgn_buffer_slice(&p->words, line);
    xpgn_buffer_char(&p->words, '\n');
}

/* Writes the words so far as a part of their own; within a list they are the item's. */
static void end_words(prose *p) {
    xpgn_slice words = words_of(p);
    if (words.size > 0) {
        bool own = p->depth == 0 || p->quoted;
        p->at = p->begun;
        if (own)
            put_open(p, PARAGRAPH);
        put_inside(p, words, 0);
        if (own)
            put_close(p, PARAGRAPH);
        else
            xpgn_buffer_char(p->out, '\n');
    }
    p->out->failed |= p->words.failed;
    xpgn_buffer_clear(&p->words);
}

static void end_lists(prose *p, size_t depth) {
    end_words(p);
    for (; p->depth > depth; p->depth--) {
        put_close(p, ITEM);
        put_close(p, p->list[p->depth - 1].kind);
    }
}

static void end_table(prose *p) {
    if (p->columns > 0)
        put_close(p, TABLE);
    p->columns = 0;
}

static void end_quote(prose *p) {
    end_words(p);
    if (p->quoted)
        put_close(p, QUOTE);
    p->quoted = false;
}

static void end_all(prose *p) {
    end_quote(p);
    end_lists(p, 0);
    end_table(p);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* A heading, "## Text". */
static bool on_heading(prose *p, xpgn_slice line) {
    size_t n = 0;
    while (n < line.size && line.data[n] == '#')
        n++;
    if (n == 0 || n > 4 || n == line.size || line.data[n] != ' ')
        return false;
    end_all(p);
    part what = (part)(TITLE + n - 1);
    line = cli_trim(from(line, n));
    if (n == 1 && p->book->title.size == 0)
        xpgn_buffer_slice(&p->book->title, line);
    put_open(p, what);
    put_inside(p, line, 0);
    put_close(p, what);
    return true;
}

/* Three or more of one sign and nothing else. */
static bool is_rule(xpgn_slice line) {
    for (size_t i = 0; i < line.size; i++)
        if (line.data[i] != line.data[0])
            return false;
    return line.size >= 3 && strchr("-*_", line.data[0]) != NULL;
}

/* The size of the sign before an item, "- " or "12. "; 0 if there is none. */
static size_t item_sign(xpgn_slice s, part *kind) {
    size_t n = 0;
    *kind = BULLETS;
    if (s.size > 1 && strchr("-*+", *s.data) != NULL)
        return s.data[1] == ' ' ? 2 : 0;
    *kind = NUMBERS;
    while (n < 9 && n < s.size && isdigit((unsigned char)s.data[n]))
        n++;
    return n > 0 && n + 1 < s.size && (s.data[n] == '.' || s.data[n] == ')') && s.data[n + 1] == ' '
               ? n + 2
               : 0;
}

/* Ends the lists to which an item does not belong; true if it begins one. */
static bool leave_lists(prose *p, size_t indent, part kind) {
    while (p->depth > 0 && indent < p->list[p->depth - 1].indent)
        end_lists(p, p->depth - 1);
    end_words(p);
    bool deeper = p->depth == 0 || indent >= p->list[p->depth - 1].indent + 2;
    if (!deeper && p->list[p->depth - 1].kind != kind) {
        end_lists(p, p->depth - 1);
        return true;
    }
    return deeper && p->depth < DEPTH;
}

static bool on_item(prose *p, xpgn_slice line, size_t indent) {
    part kind;
    size_t n = item_sign(line, &kind);
    if (n == 0 || (p->depth == 0 && words_of(p).size > 0 && kind == NUMBERS))
        return false;
    end_quote(p);
    end_table(p);
    if (leave_lists(p, indent, kind)) {
        p->list[p->depth].kind = kind;
        p->list[p->depth++].indent = indent;
        put_open(p, kind);
    } else {
        put_close(p, ITEM);
    }
    put_open(p, ITEM);
    add_words(p, from(line, n));
    return true;
}

/* The number of cells in a row without the bars at its ends; *dashes if it is the line below the
   first row. */
static size_t count_cells(xpgn_slice row, bool *dashes) {
    size_t count = 1;
    *dashes = true;
    for (size_t i = 0; i < row.size; i++) {
        *dashes = *dashes && strchr("-: |", row.data[i]) != NULL;
        count += row.data[i] == '|';
    }
    return count;
}

/* Writes as many cells as the first row has. */
static void put_row(const prose *p, xpgn_slice row, bool first) {
    put_open(p, ROW);
    for (size_t i = 0; i < p->columns; i++) {
        size_t end = find(row, "|");
        xpgn_buffer_text(p->out, !p->latex ? first ? "<th>" : "<td>" : i > 0 ? " & " : "");
        put_inside(p, cli_trim((xpgn_slice){row.data, end}), 0);
        xpgn_buffer_text(p->out, !p->latex ? first ? "</th>" : "</td>" : "");
        row = from(row, end < row.size ? end + 1 : end);
    }
    put_close(p, ROW);
}

/* A row of a table, "| a | b |". */
static bool on_row(prose *p, xpgn_slice line) {
    bool dashes, first = p->columns == 0;
    if (line.size < 2 || *line.data != '|')
        return false;
    xpgn_slice row = from(line, 1);
    row.size -= row.data[row.size - 1] == '|';
    size_t columns = count_cells(row, &dashes);
    if (dashes && !first)
        return true;
    if (first) {
        end_all(p);
        p->columns = columns;
        put_open(p, TABLE);
    }
    if (first && p->latex)
        xpgn_buffer_printf(p->out, "\\begin{center}\\begin{tabular}{*{%zu}{l}}\n", columns);
    put_row(p, row, first);
    return true;
}

static bool on_quote(prose *p, xpgn_slice line) {
    if (*line.data != '>')
        return false;
    if (!p->quoted) {
        end_all(p);
        put_open(p, QUOTE);
        p->quoted = true;
    }
    line = cli_trim(from(line, 1));
    if (line.size == 0)
        end_words(p);
    if (line.size > 0)
        add_words(p, line);
    return true;
}

/* Code, between two fences. */
static bool on_listing(prose *p, xpgn_slice whole, xpgn_slice line) {
    bool fence = starts(line, "```") || starts(line, "~~~");
    if (!fence && !p->listing)
        return false;
    if (fence) {
        if (!p->listing)
            end_all(p);
        p->listing = !p->listing;
        xpgn_buffer_text(p->out, p->listing ? marks[p->latex][LISTING].open
                                            : marks[p->latex][LISTING].close);
        return true;
    }
    for (size_t i = 0; i < whole.size; i++)
        if (p->latex && whole.data[i] == ' ')
            xpgn_buffer_char(p->out, '~');
        else
            put_text(p, (xpgn_slice){whole.data + i, 1});
    xpgn_buffer_text(p->out, p->latex ? "~\\\\\n" : "\n");
    return true;
}

/* A comment, which is left out. */
static bool on_comment(prose *p, xpgn_slice line) {
    if (!p->comment && !starts(line, "<!--"))
        return false;
    p->comment = find(line, "-->") == line.size;
    return true;
}

static void on_words(prose *p, xpgn_slice line, size_t indent) {
    end_table(p);
    if (p->gap && p->quoted)
        end_quote(p);
    if (p->gap && p->depth > 0 && indent < p->list[p->depth - 1].indent + 2)
        end_lists(p, 0);
    if (p->gap)
        end_words(p);
    add_words(p, line);
}

static void on_line(prose *p, xpgn_slice whole) {
    size_t indent = 0;
    while (whole.size > 0 && cli_is_blank(whole.data[whole.size - 1]))
        whole.size--;
    while (indent < whole.size && whole.data[indent] == ' ')
        indent++;
    xpgn_slice line = cli_trim(whole);
    p->at = p->line;
    if (on_listing(p, whole, line) || on_comment(p, line))
        return;
    if (line.size == 0) {
        end_words(p);
        end_table(p);
        p->gap = true;
        return;
    }
    if (is_rule(line)) {
        end_all(p);
        put_open(p, RULE);
    } else if (!on_heading(p, line) && !on_item(p, line, indent) && !on_row(p, line) &&
               !on_quote(p, line)) {
        on_words(p, line, indent);
    }
    p->gap = false;
}

static void convert(prose *p, xpgn_slice text) {
    for (; text.size > 0; p->line++)
        on_line(p, book_take_line(&text));
    end_all(p);
    if (p->listing)
        put_close(p, LISTING);
    xpgn_buffer_free(&p->words);
}

/* ---- documents that stay what they are ------------------------------------------------------- */

/* Takes <a href="#id"></a>, the reference of HTML, if a figure has that name. */
static bool take_anchor(const prose *p, xpgn_slice *rest) {
    if (!starts(*rest, "<a href=\"#"))
        return false;
    xpgn_slice s = from(*rest, 10);
    size_t end = find((xpgn_slice){s.data, s.size < FIGURE_ID + 1 ? s.size : FIGURE_ID + 1}, "\"");
    xpgn_slice id = {s.data, end};
    if (!starts(from(s, end), "\"></a>") || book_number(p->book, id) == 0)
        return false;
    put_reference(p, id);
    *rest = from(s, end + 6);
    return true;
}

/* Copies a line, but for its references; those within code are none. */
static void copy_line(const prose *p, xpgn_slice line) {
    inside in = {.rest = line};
    bool markdown = p->book->kind == BOOK_MARKDOWN, code = false;
    while (in.rest.size > 0) {
        code ^= markdown && *in.rest.data == '`';
        if (!code && (markdown ? take_reference(p, &in) : take_anchor(p, &in.rest)))
            continue;
        xpgn_buffer_char(p->out, *in.rest.data);
        in.rest = from(in.rest, 1);
    }
}

static void copy(prose *p, xpgn_slice text) {
    for (; text.size > 0; p->at++) {
        xpgn_slice line = book_take_line(&text);
        bool fence = starts(cli_trim(line), "```") || starts(cli_trim(line), "~~~");
        p->listing ^= fence;
        if (p->listing || fence)
            xpgn_buffer_slice(p->out, line);
        else
            copy_line(p, line);
    }
}

void prose_put(figure_book *book, xpgn_buffer *out, xpgn_slice text, uint64_t line) {
    prose p = {
        .book = book, .out = out, .latex = book->form == BOOK_LATEX, .line = line, .at = line};
    if (book->kind == BOOK_LATEX)
        xpgn_buffer_slice(out, text);
    else if (book->form == book->kind)
        copy(&p, text);
    else
        convert(&p, text);
}

void prose_put_words(figure_book *book, xpgn_buffer *out, xpgn_slice text, uint64_t line) {
    prose p = {
        .book = book, .out = out, .latex = book->form == BOOK_LATEX, .line = line, .at = line};
    if (book->kind == BOOK_LATEX)
        xpgn_buffer_slice(out, text);
    else if (book->kind == BOOK_HTML)
        html_escape(out, text);
    else
        put_inside(&p, text, 0);
}

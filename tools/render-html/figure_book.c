/* SPDX-License-Identifier: MIT */
/* Documents with figures: reading, checking all blocks, writing. */
#include "render-html/figure_book.h"
#include "internal/writers.h"
#include "shared/diagram/diagram.h"
#include "shared/diagram/svg_output.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>

/* ---- the document ---------------------------------------------------------------------------- */

static bool ends_with(const char *path, const char *const *names) {
    const char *dot = strrchr(path, '.');
    for (; dot != NULL && *names != NULL; names++)
        if (strcmp(dot, *names) == 0)
            return true;
    return false;
}

static book_form kind_of(const char *path) {
    static const char *const latex[] = {".tex", ".latex", ".ltx", NULL};
    static const char *const html[] = {".html", ".htm", ".xhtml", NULL};
    return ends_with(path, latex) ? BOOK_LATEX : ends_with(path, html) ? BOOK_HTML : BOOK_MARKDOWN;
}

/* Sets what the document becomes. */
static int find_form(figure_book *book) {
    static const char *const name[] = {"an HTML", "a Markdown", "a LaTeX"};
    bool asked = book->o->figures > FIGURES_AUTO;
    book->kind = kind_of(book->path);
    book->form = asked                      ? (book_form)(book->o->figures - FIGURES_AUTO - 1)
                 : book->kind == BOOK_LATEX ? BOOK_LATEX
                                            : BOOK_HTML;
    if (book->kind == BOOK_MARKDOWN || book->form == book->kind)
        return CLI_GO;
    return cli_usage(book->c, "%s document cannot become %s one", name[book->kind],
                     name[book->form]);
}

static bool read_document(figure_book *book) {
    xpgn_buffer *b = &book->text;
    if (!cli_read_file(book->c, book->path, BOOK_BYTES, b, NULL))
        return false;
    (void)cli_text_of(book->c, b);
    b->size--;
    if (memchr(b->data, '\0', b->size) == NULL)
        return true;
    cli_message(book->c, "%s: this is no text", cli_file_name(book->path));
    return false;
}

/* Reports rulesets of the user that cannot be used once, not for each figure. */
static bool has_rules(cli *c) {
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog))
        return false;
    xpgn_catalog_free(catalog);
    return true;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static const figure *find_figure(const figure_book *book, xpgn_slice id) {
    for (size_t i = 0; i < book->count; i++)
        if (book->list[i].id != NULL && cli_equal(cli_slice(book->list[i].id), id))
            return &book->list[i];
    return NULL;
}

static void add_figure(figure_book *book, const figure_block *block) {
    figure f;
    figure_draw(book, block, &f);
    const figure *same = f.id != NULL ? find_figure(book, cli_slice(f.id)) : NULL;
    if (same != NULL) {
        book_refuse(book, f.line, "--id: '%s' is the name of the figure in line %llu, too", f.id,
                    (unsigned long long)same->line);
        f.wrong = true;
    }
    book->bytes += f.picture.size + f.steps.size;
    book->has_steps |= f.count > 0;
    book->list = cli_grow(book->c, book->list, book->count, &book->capacity, sizeof *book->list);
    book->list[book->count++] = f;
}

/* Draws all figures; false, after a message, if there are too many. */
static bool draw_all(figure_book *book) {
    uint64_t line = 1;
    figure_block block;
    for (const char *at = book->text.data; block_next(book, at, &line, &block); at = block.after) {
        if (book->count == BOOK_FIGURES || book->bytes > BOOK_OUTPUT) {
            book_refuse(book, block.line, "the figures before this one are too many or too large");
            return false;
        }
        add_figure(book, &block);
    }
    return true;
}

void book_free(figure_book *book) {
    for (size_t i = 0; i < book->count; i++)
        figure_free(&book->list[i]);
    free(book->list);
    xpgn_buffer_free(&book->text);
    xpgn_buffer_free(&book->title);
}

/* Names the figures that are wrong. */
static int report_wrong(figure_book *book) {
    xpgn_buffer names = {0};
    size_t wrong = 0;
    for (size_t i = 0; i < book->count; i++) {
        const figure *f = &book->list[i];
        if (!f->wrong)
            continue;
        xpgn_buffer_printf(&names, "%s%zu", wrong++ > 0 ? ", " : ": ", i + 1);
        if (f->id != NULL)
            xpgn_buffer_printf(&names, " (%s)", f->id);
    }
    if (wrong > 0)
        cli_message(book->c, "%s: %zu of %zu figures %s wrong%s; nothing is written",
                    cli_file_name(book->path), wrong, book->count, wrong > 1 ? "are" : "is",
                    cli_text_of(book->c, &names));
    xpgn_buffer_free(&names);
    return book->trouble ? CLI_TROUBLE : wrong > 0 || book->wrong > 0 ? CLI_BAD : CLI_GO;
}

/* ---- writing --------------------------------------------------------------------------------- */

size_t book_number(const figure_book *book, xpgn_slice id) {
    const figure *f = find_figure(book, id);
    return f != NULL ? (size_t)(f - book->list) + 1 : 0;
}

void book_put_name(const figure_book *book, xpgn_buffer *out, size_t number) {
    xpgn_word_translate(out, "Figure", &book->o->words);
    xpgn_buffer_printf(out, "\u00a0%zu", number);
}

/* Appends SVG in which the names of clipping paths are those of this figure only. */
static void put_svg(xpgn_buffer *out, const xpgn_buffer *svg, size_t number) {
    static const char *const before[] = {"id=\"", "url(#"}, name[] = "board";
    xpgn_slice rest = cli_held(svg);
    for (size_t i = 0; i < rest.size; i++)
        for (size_t k = 0; k < 2; k++) {
            size_t n = strlen(before[k]), all = n + strlen(name);
            if (rest.size - i < all || memcmp(rest.data + i, before[k], n) != 0 ||
                memcmp(rest.data + i + n, name, all - n) != 0)
                continue;
            xpgn_buffer_put(out, rest.data, i + n);
            xpgn_buffer_printf(out, "f%zu-", number);
            rest = (xpgn_slice){rest.data + i + n, rest.size - i - n};
            i = 0;
            break;
        }
    xpgn_buffer_slice(out, rest);
    out->failed |= svg->failed;
}

static void put_definitions(figure_book *book, xpgn_buffer *out) {
    const xpgn_svg_options how = {XPGN_SVG_OPTIONS, .element = true};
    xpgn_svg *svg = cli_open_svg(book->c, NULL, &how);
    if (svg != NULL)
        xpgn_svg_definitions(out, svg);
    xpgn_svg_free(svg);
}

static void put_html_figure(figure_book *book, xpgn_buffer *out, size_t number) {
    const figure *f = &book->list[number - 1];
    xpgn_buffer_text(out, "<figure class=\"xpgn\"");
    if (f->id != NULL)
        xpgn_buffer_printf(out, " id=\"fig-%s\"", f->id);
    xpgn_buffer_text(out, ">\n");
    if (number == 1)
        put_definitions(book, out);
    if (f->count > 0)
        xpgn_buffer_printf(out, "<xpgn-figure data-shown=\"%zu\">\n", f->shown);
    put_svg(out, &f->picture, number);
    put_svg(out, &f->steps, number);
    xpgn_buffer_text(out, f->count > 0 ? "</xpgn-figure>\n" : "");
    xpgn_buffer_text(out, "<figcaption><strong>");
    book_put_name(book, out, number);
    xpgn_buffer_text(out, ".</strong>");
    if (f->caption != NULL) {
        xpgn_buffer_char(out, ' ');
        prose_put_words(book, out, cli_slice(f->caption), f->line);
    }
    xpgn_buffer_text(out, "</figcaption>\n</figure>\n");
}

/* Appends the alternative text as PDF has it: UTF-16 in hexadecimal digits. */
static void put_alternative(xpgn_buffer *out, xpgn_slice s) {
    for (size_t i = 0; i < s.size;) {
        unsigned width, c = (unsigned char)s.data[i];
        size_t n = xpgn_text_next((xpgn_slice){s.data + i, s.size - i}, &width);
        uint32_t point = n > 1 ? c & (0x7fu >> n) : c;
        for (size_t k = 1; k < n; k++)
            point = point << 6 | ((unsigned char)s.data[i + k] & 0x3f);
        if (point >= 0x10000)
            xpgn_buffer_printf(out, "%04X%04X", 0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
        else
            xpgn_buffer_printf(out, "%04X", (unsigned)point);
        i += n;
    }
}

static void put_latex_figure(figure_book *book, xpgn_buffer *out, size_t number) {
    const figure *f = &book->list[number - 1];
    xpgn_slice picture = cli_held(&f->picture);
    (void)book_take_line(&picture); /* its comment */
    xpgn_buffer_text(out,
                     "\\begin{figure}[htbp]\n\\centering\n\\pdfliteral direct{/Figure<</Alt<FEFF");
    put_alternative(out, cli_held(&f->says));
    xpgn_buffer_text(out, ">>>BDC}%\n");
    xpgn_buffer_slice(out, picture);
    xpgn_buffer_text(out, "\\pdfliteral direct{EMC}%\n\\caption{");
    if (f->caption != NULL)
        prose_put_words(book, out, cli_slice(f->caption), f->line);
    xpgn_buffer_text(out, "}\n");
    if (f->id != NULL)
        xpgn_buffer_printf(out, "\\label{fig:%s}\n", f->id);
    xpgn_buffer_text(out, "\\end{figure}\n");
    out->failed |= f->picture.failed || f->says.failed;
}

/* Appends the document with its figures. */
static void put_document(figure_book *book, xpgn_buffer *out) {
    const char *at = book->text.data, *end = at + book->text.size;
    uint64_t line = 1, first = 1;
    figure_block block;
    for (size_t number = 1; block_next(book, at, &line, &block); number++) {
        prose_put(book, out, (xpgn_slice){at, (size_t)(block.before - at)}, first);
        if (book->form == BOOK_LATEX)
            put_latex_figure(book, out, number);
        else
            put_html_figure(book, out, number);
        at = block.after;
        first = line;
    }
    prose_put(book, out, (xpgn_slice){at, (size_t)(end - at)}, first);
}

int book_make(figure_book *book, xpgn_buffer *out) {
    const cli_list *files = &book->o->common.files;
    book->path = cli_input(files, 0);
    if (files->count > 1)
        return cli_usage(book->c, "--figures takes one document");
    int status = find_form(book);
    if (status != CLI_GO)
        return status;
    if (!has_rules(book->c) || !read_document(book))
        status = CLI_TROUBLE;
    else if (!draw_all(book))
        status = CLI_BAD;
    else
        status = report_wrong(book);
    if (status == CLI_GO) {
        put_document(book, out);
        status = book->wrong > 0 ? CLI_BAD : CLI_GOOD;
    }
    return status;
}

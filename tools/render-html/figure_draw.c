/* SPDX-License-Identifier: MIT */
/* Documents with figures: the figure of one block, drawn in this process and without a shell. */
#include "render-html/figure_draw.h"
#include "frame/disk_calls.h"
#include "internal/writers.h"

#include <errno.h>
#include <stdlib.h>

#define AT(member) offsetof(block_options, member)

/* The options of a block besides those of diagrams. None of them names a file to be written. */
static const cli_option block_table[] = {
    CLI_ROW("id", "NAME", CLI_TEXT, AT(id), "the name of the figure in references"),
    CLI_ROW("says", "TEXT", CLI_LIST, AT(says), "the figure is wrong if it does not say this"),
    CLI_SWITCH("steps", AT(steps), "the reader may step through it and throw its dice"),
    CLI_ROW("game", "N", CLI_PICKS, AT(shown.common.games), "the game of the record"),
    CLI_ROW("rules", "FILE", CLI_LIST, AT(shown.common.rules), "add a ruleset"),
    CLI_SVG_LOOK(AT(look)),
    {.name = NULL}};

/* ---- the words of a command line ------------------------------------------------------------- */

/* What a shell would replace, run or redirect. */
static bool is_for_shell(char c, char quote) {
    return quote == '"' ? c == '$' || c == '`' : strchr("$`;|&<>()", c) != NULL;
}

/* The size of a backslash at the end of a line, and of that end; 0 if there is none. */
static size_t line_goes_on(xpgn_slice s) {
    size_t end = s.size > 2 && s.data[1] == '\r' ? 2 : 1;
    return s.size > end && s.data[0] == '\\' && s.data[end] == '\n' ? end + 1 : 0;
}

/* Appends the next character, or what a backslash makes of it. */
static void put_char(words *w, xpgn_slice *rest, char quote) {
    size_t skipped = quote != '\'' ? line_goes_on(*rest) : 0;
    bool escape = *rest->data == '\\' && quote != '\'' && rest->size > 1;
    bool kept = escape && quote == '"' && strchr("\"\\$`", rest->data[1]) == NULL;
    if (skipped == 0) {
        size_t at = escape && !kept ? 1 : 0;
        xpgn_buffer_char(&w->text, rest->data[at]);
        skipped = at + 1;
    }
    *rest = (xpgn_slice){rest->data + skipped, rest->size - skipped};
}

/* Takes a word; false if a shell would have more to do than to read it, or a quote is not closed.
 */
static bool take_word(words *w, xpgn_slice *rest) {
    char quote = '\0';
    while (rest->size > 0 && (quote != '\0' || !cli_is_blank(*rest->data))) {
        char c = *rest->data;
        bool ends = quote != '\0' && c == quote, begins = quote == '\0' && (c == '\'' || c == '"');
        if (quote != '\'' && is_for_shell(c, quote)) {
            w->wrong = c;
            return false;
        }
        if (!ends && !begins) {
            put_char(w, rest, quote);
            continue;
        }
        quote = ends ? '\0' : c;
        *rest = (xpgn_slice){rest->data + 1, rest->size - 1};
    }
    xpgn_buffer_char(&w->text, '\0');
    w->wrong = quote;
    return quote == '\0';
}

static bool take_words(words *w, xpgn_slice rest) {
    for (;;) {
        while (rest.size > 0 && (cli_is_blank(*rest.data) || line_goes_on(rest) > 0))
            rest = (xpgn_slice){rest.data + 1, rest.size - 1};
        if (rest.size == 0)
            return true;
        if (w->count == FIGURE_WORDS)
            return false;
        if (!take_word(w, &rest))
            return false;
        w->count++;
    }
}

static void add_option(words *w, const char *name, xpgn_slice value) {
    xpgn_buffer_printf(&w->text, "--%s=", name);
    xpgn_buffer_slice(&w->text, value);
    xpgn_buffer_char(&w->text, '\0');
    w->count++;
}

static char **argv_of(cli *c, const words *w) {
    char **argv = calloc(w->count + 2, sizeof *argv);
    char *at = w->text.data;
    if (argv == NULL || w->text.failed)
        cli_no_memory(c);
    argv[0] = (char[]){""};
    for (size_t i = 1; i <= w->count; i++, at += strlen(at) + 1)
        argv[i] = at;
    return argv;
}

/* ---- what a block has ------------------------------------------------------------------------ */

/* Removes the name of the program from the beginning of a command line; false if it is none. */
static bool take_program(xpgn_slice *rest) {
    static const char *const name[] = {"$ xpgn-render-svg", "xpgn-render-svg", "$ xpgn render-svg",
                                       "xpgn render-svg"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        size_t size = strlen(name[i]);
        if (rest->size < size || memcmp(rest->data, name[i], size) != 0 ||
            (rest->size > size && !cli_is_blank(rest->data[size])))
            continue;
        *rest = (xpgn_slice){rest->data + size, rest->size - size};
        return true;
    }
    return false;
}

/* Takes the lines of a command line, which end in a backslash but for the last. */
static xpgn_slice take_command(xpgn_slice *rest, uint64_t *line) {
    xpgn_slice all = {rest->data, 0};
    for (bool more = true; more && rest->size > 0; ++*line) {
        xpgn_slice s = book_take_line(rest), text = s;
        while (text.size > 0 &&
               (text.data[text.size - 1] == '\n' || text.data[text.size - 1] == '\r'))
            text.size--;
        all.size = (size_t)(text.data + text.size - all.data);
        more = text.size > 0 && text.data[text.size - 1] == '\\';
        if (more)
            all.size += s.size - text.size;
    }
    return all;
}

/* A position has at least four ranks, and no move has a slash. */
static bool is_position(xpgn_slice line) {
    unsigned slashes = 0;
    for (size_t i = 0; i < line.size && line.data[i] != ' '; i++)
        slashes += line.data[i] == '/';
    return slashes >= 3 && line.data[0] != '[';
}

/* Takes the positions, if all lines are such. */
static void take_positions(words *w, xpgn_slice *text) {
    size_t lines = 0, positions = 0;
    for (xpgn_slice rest = *text; rest.size > 0;) {
        xpgn_slice line = cli_trim(book_take_line(&rest));
        lines += line.size > 0;
        positions += line.size > 0 && is_position(line);
    }
    if (positions == 0 || positions < lines || positions > FIGURE_DIAGRAMS)
        return;
    while (text->size > 0) {
        xpgn_slice line = cli_trim(book_take_line(text));
        if (line.size > 0)
            add_option(w, "xfen", line);
    }
}

/* Text has no control characters; what is compressed has. */
static bool has_text(xpgn_slice s) {
    for (size_t i = 0; i < s.size; i++)
        if ((unsigned char)s.data[i] < ' ' && !cli_is_blank(s.data[i]))
            return false;
    return true;
}

/* ---- files of the block ---------------------------------------------------------------------- */

/* A file beside the document or in a folder there; NULL after a message for any other. */
static char *own_path(cli *c, const figure_book *book, const char *name) {
    const char *end = strrchr(book->path, '/');
    bool leaves = name[0] == '/' || name[0] == '\0' || strcmp(name, "-") == 0;
    for (const char *s = name; s != NULL && !leaves; s = strchr(s, '/') ? strchr(s, '/') + 1 : NULL)
        leaves = strncmp(s, "..", 2) == 0 && (s[2] == '/' || s[2] == '\0');
    if (leaves) {
        cli_message(c, "%s: a block reads only files beside the document", name);
        return NULL;
    }
    size_t folder = end != NULL ? (size_t)(end + 1 - book->path) : 0;
    return cli_join(c, (xpgn_slice){book->path, folder}, cli_slice(name));
}

/* Opens a plain file; -1 after a message. */
static int open_own(cli *c, figure_book *book, const char *path) {
    int fd = cli_open_plain(c, path);
    if (fd < 0 && errno != 0)
        book->trouble = !cli_refuse_file(c, path, "");
    else if (fd < 0)
        cli_message(c, "%s: a block reads only plain files", path);
    return fd;
}

/* Reads the record that the block names. */
static bool read_record(block_options *b, cli *c) {
    cli_list *files = &b->shown.common.files;
    if (files->count == 0)
        return true;
    if (files->count > 1) {
        cli_message(c, "a figure takes one record");
        return false;
    }
    b->file = own_path(c, b->book, files->item[0]);
    files->count = 0;
    int fd = b->file != NULL ? open_own(c, b->book, b->file) : -1;
    if (fd < 0)
        return false;
    bool good = cli_read_on(fd, &b->record, BOOK_BYTES);
    c->within->quiet &= good; /* it is told whatever the figure is drawn for */
    if (!good)
        b->book->trouble = !cli_refuse_file(c, b->file, "");
    else if (b->record.size >= BOOK_BYTES)
        cli_message(c, "%s: larger than %d bytes", b->file, BOOK_BYTES - 1);
    (void)files_close(fd);
    c->within->name = b->file;
    c->within->text = cli_held(&b->record);
    c->within->line = 1;
    return !c->within->told;
}

/* The first of --rules are the user's, those behind them the block's. */
static bool find_rules(block_options *b, cli *c, size_t trusted) {
    cli_list *rules = &b->shown.common.rules;
    for (size_t i = trusted; i < rules->count; i++) {
        char *path = own_path(c, b->book, rules->item[i]);
        int fd = path != NULL ? open_own(c, b->book, path) : -1;
        if (fd < 0) {
            free(path);
            return false;
        }
        (void)files_close(fd);
        rules->item[i] = b->path[b->paths++] = path;
    }
    return true;
}

/* ---- what the picture says ------------------------------------------------------------------- */

/* Appends text of SVG as plain text, with one blank where there are several. */
static void put_plain(xpgn_buffer *b, xpgn_slice s) {
    static const char *const name[] = {"&amp;", "&lt;", "&gt;"};
    for (size_t i = 0; i < s.size; i++) {
        bool blank = cli_is_blank(s.data[i]);
        size_t k = 0;
        while (k < 3 &&
               (s.size - i < strlen(name[k]) || memcmp(s.data + i, name[k], strlen(name[k])) != 0))
            k++;
        if (!blank || (b->size > 0 && b->data[b->size - 1] != ' '))
            xpgn_buffer_char(b, blank ? ' ' : k < 3 ? "&<>"[k] : s.data[i]);
        i += k < 3 ? strlen(name[k]) - 1 : 0;
    }
}

void figure_put_says(xpgn_buffer *b, xpgn_slice svg) {
    static const char begin[] = "<desc>", end[] = "</desc>";
    const char *stop = svg.data + svg.size;
    for (const char *at = svg.data; svg.size > 0 && at < stop;) {
        at = strstr(at, begin);
        const char *close = at != NULL ? strstr(at, end) : NULL;
        if (close == NULL)
            return;
        at += strlen(begin);
        xpgn_buffer_text(b, b->size > 0 ? " " : "");
        put_plain(b, (xpgn_slice){at, (size_t)(close - at)});
        at = close;
    }
}

/* The place in `says` where most of the beginning of `wanted` is. */
static const char *nearest(const char *says, const char *wanted, size_t *size) {
    const char *best = says;
    *size = 0;
    for (const char *s = says; *s != '\0'; s++) {
        size_t n = 0;
        while (wanted[n] != '\0' && s[n] == wanted[n])
            n++;
        if (n > *size) {
            *size = n;
            best = s;
        }
    }
    return best;
}

static void compare_says(const block_options *b, cli *c, const char *says) {
    enum { MORE = 40 };
    for (size_t i = 0; i < b->says.count; i++) {
        xpgn_buffer wanted = {0};
        size_t size;
        put_plain(&wanted, cli_trim(cli_slice(b->says.item[i])));
        const char *text = cli_text_of(c, &wanted), *at = nearest(says, text, &size);
        if (strstr(says, text) == NULL)
            cli_message(c, "the figure does not say '%s'%s%.*s%s", text,
                        size > 3 ? "; it says '" : "", size > 3 ? (int)(size + MORE) : 0, at,
                        size > 3 ? "'" : "");
        xpgn_buffer_free(&wanted);
    }
}

/* ---- drawing --------------------------------------------------------------------------------- */

static block_options *options_of(const cli_page *page) {
    return page->c->options;
}

/* Appends the throws as an attribute. */
static void put_dice(xpgn_buffer *b, figure_dice *dice) {
    for (size_t i = 0; i < dice->json.size; i++) {
        char c = dice->json.data[i];
        xpgn_buffer_text(b, i == 0 ? " data-throws='" : "");
        if (c == '&' || c == '\'' || c == '<')
            xpgn_buffer_printf(b, "&#%d;", c);
        else
            xpgn_buffer_char(b, c);
    }
    xpgn_buffer_text(b, dice->json.size > 0 ? "'" : "");
    b->failed |= dice->json.failed || dice->pictures.failed;
}

/* Adds a step: its picture, and those of the positions to which its dice lead. */
static void end_step(cli_page *page, const xpgn_ruleset *rs, const xpgn_position *p,
                     const xpgn_diagram_options *how) {
    block_options *b = options_of(page);
    figure *f = b->figure;
    figure_dice dice = {.json = {0}};
    xpgn_buffer own = {0};
    xpgn_svg_write(&own, b->svg);
    if (how->combat != NULL && how->combat->roll.exchanges == 0)
        figure_throws(page->c, &dice, rs, p, how, b->svg);
    xpgn_buffer_text(&f->steps, "<template");
    put_dice(&f->steps, &dice);
    xpgn_buffer_char(&f->steps, '>');
    xpgn_buffer_put(&f->steps, own.data, own.size);
    xpgn_buffer_put(&f->steps, dice.pictures.data, dice.pictures.size);
    xpgn_buffer_text(&f->steps, "</template>\n");
    f->steps.failed |= own.failed;
    f->count++;
    xpgn_buffer_free(&own);
    xpgn_buffer_free(&dice.json);
    xpgn_buffer_free(&dice.pictures);
}

static void put_diagram(cli_page *page, const xpgn_ruleset *rs, const xpgn_position *p,
                        const xpgn_diagram_options *how) {
    block_options *b = options_of(page);
    if (page->diagrams > FIGURE_DIAGRAMS)
        return;
    if (b->told != NULL)
        (void)xpgn_svg_diagram(b->told, rs, p, how);
    if (xpgn_svg_diagram(b->svg, rs, p, how) && b->steps)
        end_step(page, rs, p, how);
}

static bool put_table(cli_page *page, const xpgn_ruleset *rs) {
    block_options *b = options_of(page);
    if (!xpgn_svg_attributes(b->svg, rs, page->o->language))
        return false;
    if (b->told != NULL)
        (void)xpgn_svg_attributes(b->told, rs, page->o->language);
    page->diagrams++;
    return true;
}

static void close_picture(cli_page *page) {
    options_of(page)->diagrams = page->diagrams;
}

static void end_game(cli_page *page) {
    xpgn_svg_end_row(options_of(page)->svg);
}

static const cli_page_kind figure_kind = {.size = sizeof(cli_page),
                                          .diagram = put_diagram,
                                          .table = put_table,
                                          .end_game = end_game,
                                          .close = close_picture};

/* All steps of the game, unless part of it is selected; a combat is shown with its dice. */
static int select_steps(cli *c, block_options *b) {
    cli_diagram_options *s = &b->shown;
    if (!b->steps)
        return CLI_GO;
    if (s->attributes || s->columns > 0)
        return cli_usage(c, "--steps cannot be combined with --attributes or --across");
    b->steps = b->book->form != BOOK_LATEX;
    s->steps = b->steps;
    if (b->steps && s->at == NULL && s->ply == UINT64_MAX && !s->combat && s->xfens.count == 0)
        s->each = s->start = true;
    return CLI_GO;
}

/* Is it a position with both kings as FEN could hold it, 8 by 8 with one letter for a piece? */
static bool is_fen(const char *text) {
    size_t size = strcspn(text, " "), slashes = 0, kings = 0;
    for (size_t i = 0; i < size; i++) {
        slashes += text[i] == '/';
        kings += text[i] == 'k' || text[i] == 'K';
        if (strchr("/12345678pnbrqkPNBRQK", text[i]) == NULL)
            return false;
    }
    return slashes == 7 && kings >= 2;
}

/* Such a position is checked by the rules of chess, as a record without a variant is, and not by
   those of any other game in which it might be legal. */
static void choose_rules(cli_diagram_options *s) {
    for (size_t i = 0; i < s->xfens.count; i++)
        if (!is_fen(s->xfens.item[i]))
            return;
    if (s->variant == NULL && s->xfens.count > 0)
        s->variant = "";
}

static int open_pictures(cli *c, block_options *b) {
    xpgn_svg_options how = {XPGN_SVG_OPTIONS, .columns = (uint32_t)b->shown.columns,
                            .element = b->book->form != BOOK_LATEX};
    int status = cli_read_look(c, &b->look, &how);
    if (status != CLI_GO)
        return status;
    b->svg = cli_open_svg(c, NULL, &how);
    b->told = b->book->form == BOOK_LATEX ? cli_open_svg(c, NULL, &how) : NULL;
    return b->svg != NULL ? CLI_GO : CLI_TROUBLE;
}

/* Moves the picture that is shown without a script out of the steps. */
static void take_shown(cli *c, block_options *b) {
    figure *f = b->figure;
    static const char end[] = "</template>\n";
    size_t back = b->shown.combat && f->count > 1 ? 1 : 0;
    f->shown = f->count - 1 - back;
    (void)cli_text_of(c, &f->steps);
    f->steps.size--;
    char *at = f->steps.data;
    for (size_t i = 0; i < f->shown; i++)
        at = strstr(at, end) + strlen(end);
    char *close = strstr(at, end), *from = strstr(at, "<svg");
    xpgn_buffer_put(&f->picture, from, (size_t)(close - from));
    close += strlen(end);
    memmove(at, close, (size_t)(f->steps.data + f->steps.size - close));
    f->steps.size -= (size_t)(close - at);
}

static void write_pictures(cli *c, block_options *b) {
    figure *f = b->figure;
    xpgn_buffer svg = {0};
    if (b->steps)
        take_shown(c, b);
    else if (b->told != NULL)
        xpgn_svg_latex(&f->picture, b->svg);
    else
        xpgn_svg_write(&f->picture, b->svg);
    if (b->told != NULL)
        xpgn_svg_write(&svg, b->told);
    else
        xpgn_buffer_slice(&svg, cli_held(&f->picture));
    svg.failed |= f->picture.failed;
    (void)cli_text_of(c, &svg);
    figure_put_says(&f->says, cli_held(&svg));
    compare_says(b, c, cli_text_of(c, &f->says));
    f->says.size--;
    xpgn_buffer_free(&svg);
}

/* Draws what the options say; false, after messages, if the block is wrong. */
static bool draw(cli *c, block_options *b) {
    cli_diagram_options *s = &b->shown;
    cli_within *given = c->within;
    if (select_steps(c, b) != CLI_GO || open_pictures(c, b) != CLI_GO)
        return false;
    bool text = cli_trim(given->text).size > 0;
    if ((text && s->xfens.count > 0) || (s->attributes && (text || s->xfens.count > 0)))
        cli_message(c, "the block has more text than its command line needs");
    choose_rules(s);
    if (given->told || cli_draw(c) != CLI_GOOD)
        return false;
    if (b->diagrams == 0)
        cli_message(c, "the block draws nothing");
    else if (b->diagrams > FIGURE_DIAGRAMS)
        cli_message(c, "more than %d diagrams in one figure", FIGURE_DIAGRAMS);
    else
        write_pictures(c, b);
    return !given->told;
}

/* ---- the block ------------------------------------------------------------------------------- */

/* An id is part of addresses, of labels of LaTeX and of names of files. */
static bool is_id(const char *id) {
    size_t size = strlen(id);
    return size > 0 && size <= FIGURE_ID &&
           strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == size;
}

/* Takes the name and the caption, which is not drawn. */
static bool take_names(block_options *b, cli *c) {
    cli_list *captions = &b->shown.captions;
    if (captions->count > 1)
        cli_message(c, "a figure has one caption");
    if (captions->count > 0)
        b->figure->caption = cli_keep(c, cli_slice(captions->item[0]));
    captions->count = 0;
    if (b->id != NULL && !is_id(b->id))
        cli_message(c, "--id: '%s' is not a name of letters, digits, - and _", b->id);
    else if (b->id != NULL)
        b->figure->id = cli_keep(c, cli_slice(b->id));
    return !c->within->told;
}

/* Runs the command line of a block. */
static void run_block(block_options *b, const words *w, size_t trusted, cli_within *given) {
    char name[512];
    (void)snprintf(name, sizeof name, "%s:%llu: error", cli_file_name(b->book->path),
                   (unsigned long long)b->figure->line);
    const cli_tool tool = {.name = name, .options = block_table, .shared = cli_diagram_table};
    cli c;
    char **argv = argv_of(b->book->c, w);
    bool good = cli_begin_within(&c, &tool, (int)w->count + 1, argv, b, given) == CLI_GO;
    good = good && take_names(b, &c) && read_record(b, &c) && find_rules(b, &c, trusted) &&
           draw(&c, b);
    b->figure->wrong = !good || given->told;
    cli_parse_free(&c);
    free(argv);
}

static void free_options(block_options *b) {
    xpgn_svg_free(b->svg);
    xpgn_svg_free(b->told);
    xpgn_buffer_free(&b->record);
    while (b->paths > 0)
        free(b->path[--b->paths]);
    free(b->file);
}

/* Collects the command line: the language and the scale of the user, the options of the
   first line, the command within. False after a message. */
static bool collect(figure_book *book, const figure_block *block, words *w, cli_within *given) {
    if (book->o->language != NULL)
        add_option(w, "language", cli_slice(book->o->language));
    if (book->o->square != NULL)
        add_option(w, "square", cli_slice(book->o->square));
    bool good = take_words(w, block->info);
    if (good && take_program(&given->text)) {
        xpgn_slice command = take_command(&given->text, &given->line);
        good = take_words(w, command);
    }
    if (good)
        take_positions(w, &given->text);
    else if (w->wrong == '\'' || w->wrong == '"')
        book_refuse(book, block->line, "the quote %c is not closed", w->wrong);
    else if (w->wrong != '\0')
        book_refuse(book, block->line, "a block has no shell: quote the %c", w->wrong);
    else
        book_refuse(book, block->line, "more than %d words", FIGURE_WORDS);
    return good;
}

/* Draws the figure by the built-in rules and the first `rules` of the user's. */
static void draw_by(figure_book *book, const figure_block *block, size_t rules, bool quiet,
                    figure *out) {
    words w = {.count = 0};
    cli_within given = {
        .name = book->path, .text = block->body, .line = block->line + 1, .quiet = quiet};
    block_options b = {
        .shown = {.ply = UINT64_MAX, .kind = &figure_kind}, .book = book, .figure = out};
    *out = (figure){.line = block->line, .wrong = true};
    for (size_t i = 0; i < rules; i++)
        add_option(&w, "rules", cli_slice(book->o->common.rules.item[i]));
    if (!has_text(block->body) || !has_text(block->info))
        book_refuse(book, block->line, "the block is no text");
    else if (collect(book, block, &w, &given))
        run_block(&b, &w, rules, &given);
    book->bytes += b.record.size;
    free_options(&b);
    xpgn_buffer_free(&w.text);
}

/* The end of what two texts have in common, or the beginning of the sentence before it. */
static size_t begin_of_change(xpgn_slice a, xpgn_slice b) {
    enum { FAR = 40, BEFORE = 16 };
    size_t same = 0, sentence = 0;
    while (same < a.size && same < b.size && a.data[same] == b.data[same]) {
        same++;
        if (same > 1 && a.data[same - 1] == ' ' && a.data[same - 2] == '.')
            sentence = same;
    }
    return same - sentence < FAR ? sentence : same - BEFORE;
}

/* The size of the sentence at `from`, cut if it is long. */
static int sentence_size(xpgn_slice s, size_t from) {
    enum { MOST = 60 };
    int size = 0;
    for (; from < s.size && size < MOST; size++, from++)
        if (s.data[from] == '.' && (from + 1 == s.size || s.data[from + 1] == ' '))
            break;
    return size;
}

/* Says what the user's rules have changed in a figure, from `before`. */
static void report_change(figure_book *book, const figure *now, const figure *before) {
    xpgn_slice a = cli_held(&now->says), b = cli_held(&before->says);
    if (cli_equal(a, b))
        return;
    size_t from = begin_of_change(a, b);
    const char *id = now->id != NULL ? now->id : "no name";
    book_note(book, now->line,
              "the rules change figure %zu (%s): it says '%.*s', without them '%.*s'",
              book->count + 1, id, sentence_size(a, from), a.data + from, sentence_size(b, from),
              b.data + from);
}

void figure_draw(figure_book *book, const figure_block *block, figure *out) {
    size_t rules = book->o->common.rules.count;
    draw_by(book, block, rules, false, out);
    if (out->wrong || rules == 0)
        return;
    figure before;
    draw_by(book, block, 0, true, &before);
    if (!before.wrong)
        report_change(book, out, &before);
    figure_free(&before);
}

void figure_free(figure *f) {
    free(f->id);
    free(f->caption);
    xpgn_buffer_free(&f->picture);
    xpgn_buffer_free(&f->steps);
    xpgn_buffer_free(&f->says);
}

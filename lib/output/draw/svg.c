/* SPDX-License-Identifier: MIT */
/* Pictures as SVG: the document, text, pieces. */
#include "output/draw/svg.h"
#include "core/base/grow.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/log.h"
#include "core/base/option_struct.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/text/dictionary.h"
#include "internal/text_out.h"
#include "output/draw/piece_drawings.h"
#include "output/draw/text_metrics.h"
#include "output/write/document_text.h"

enum { LEAST_COLUMN = 3000 };
enum {
    LEAST_SQUARE = 300,
    USUAL_SQUARE = 900,
    MOST_SQUARE = 5000,
    GAP = 600,
    MARGIN = 100,
    MOST_SHEET = 100000,
    MOST_STEP = 360000
};
/* Limit of the width and height of a text, 10 m, so that sums of lengths fit. */
enum { MOST_LENGTH = 1000000 };

/* ---- life ---- */

/* Returns the side of a square if none is given. On a sheet it is such that a column has room for
   twelve files, or for eight with the pieces beside the board. */
static uint32_t usual_square(const xpgn_svg *svg) {
    uint32_t fits = (uint32_t)svg_column(svg) * 10 / 133;
    if (svg->o.sheet == 0 || fits > USUAL_SQUARE)
        return USUAL_SQUARE;
    return fits > LEAST_SQUARE ? fits : LEAST_SQUARE;
}

static bool take_options(xpgn_svg *svg, const xpgn_svg_options *options) {
    if (!options_read(&svg->o, sizeof svg->o, options))
        return false;
    svg->o.element |= svg->o.fragment;
    if (svg->o.columns == 0)
        svg->o.columns = svg->o.sheet > 0 ? 2 : 1;
    if (svg->o.sheet > MOST_SHEET || dictionary_column(svg->o.language) < 0 ||
        (svg->o.font != NULL && !xpgn_font_allowed(svg->o.font)))
        return false;
    if (svg->o.square == 0)
        svg->o.square = usual_square(svg);
    if (svg->o.step > MOST_STEP || (svg->o.step > 0 && (svg->o.sheet > 0 || svg->o.element)))
        return false;
    return xpgn_drawings_plain(svg->o.pieces) && svg->o.square >= LEAST_SQUARE &&
           svg->o.square <= MOST_SQUARE && (unsigned)svg->o.border <= XPGN_SVG_NO_BORDER;
}

xpgn_status xpgn_svg_new(xpgn_svg **out, const xpgn_svg_options *options) {
    xpgn_svg *svg = calloc(1, sizeof *svg);
    if (svg == NULL)
        return XPGN_NO_MEMORY;
    log_init(&svg->log);
    xpgn_status status = XPGN_INVALID;
    if (take_options(svg, options))
        status = theme_read(&svg->theme, &svg->arena, svg->o.theme, svg->o.font, &svg->log)
                     ? XPGN_OK
                     : XPGN_NO_MEMORY;
    if (status == XPGN_OK && svg->o.fragment && !theme_as_properties(&svg->theme, &svg->arena))
        status = XPGN_NO_MEMORY;
    svg->fonts = status == XPGN_OK ? metrics_named(svg->theme.font) : 0;
    if (status == XPGN_OK)
        *out = svg;
    else
        xpgn_svg_free(svg);
    return status;
}

const xpgn_finding *xpgn_svg_findings(const xpgn_svg *svg, size_t *count) {
    return log_list(&svg->log, count);
}

void xpgn_svg_free(xpgn_svg *svg) {
    if (svg == NULL)
        return;
    arena_free(&svg->arena);
    log_free_parts(&svg->log);
    xpgn_buffer_free(&svg->body);
    xpgn_buffer_free(&svg->captions);
    xpgn_buffer_free(&svg->said);
    free(svg->figure);
    free(svg);
}

size_t xpgn_svg_figures(const xpgn_svg *svg) {
    return svg->count;
}

/* ---- figures ---- */

static void keep_said(xpgn_svg *svg, xpgn_slice title, xpgn_slice description) {
    xpgn_buffer_clear(&svg->said);
    xpgn_buffer_slice(&svg->said, title);
    xpgn_buffer_slice(&svg->said, description);
    svg->titled = title.size;
}

void figure_begin(xpgn_svg *svg, xpgn_slice title, xpgn_slice description) {
    xpgn_buffer *b = &svg->body;
    if (!GROW(svg->figure, svg->count, svg->capacity)) {
        b->failed = true;
        return;
    }
    struct figure *f = &svg->figure[svg->count];
    *f = (struct figure){.from = b->size};
    f->caption = svg->count > 0 ? svg->figure[svg->count - 1].caption_end : 0;
    svg->shown = (xpgn_svg_shown){.square = 0};
    if (svg->o.fragment)
        keep_said(svg, title, description);
    xpgn_buffer_text(b, "<title>");
    xml_put(b, title);
    xpgn_buffer_text(b, "</title>\n<desc>");
    xml_put(b, description);
    xpgn_buffer_text(b, "</desc>\n");
    f->inside = b->size;
}

void figure_end(xpgn_svg *svg, int width, int height) {
    if (svg->body.failed)
        return;
    struct figure *f = &svg->figure[svg->count++];
    f->to = svg->body.size;
    f->caption_end = svg->captions.size;
    f->width = width;
    f->height = height;
    f->middle = svg->middle > 0 ? svg->middle : width / 2;
    svg->middle = 0;
}

xpgn_svg_shown xpgn_svg_last(const xpgn_svg *svg) {
    xpgn_svg_shown out = svg->shown;
    if (out.square > 0) {
        out.x += MARGIN;
        out.y += MARGIN;
    }
    if (!svg->said.failed) {
        out.title = (xpgn_slice){svg->said.data, svg->titled};
        out.description = (xpgn_slice){svg->said.data + svg->titled, svg->said.size - svg->titled};
    }
    return out;
}

/* Adds to the caption of the next figure. */
void xpgn_svg_caption(xpgn_svg *svg, const char *caption) {
    if (svg->o.sheet > 0 && caption != NULL)
        xpgn_buffer_text(&svg->captions, caption);
}

void xpgn_svg_end_row(xpgn_svg *svg) {
    if (svg->count > 0)
        svg->figure[svg->count - 1].breaks = true;
}

/* ---- text ---- */

static void put_svg_text(xpgn_buffer *b, int64_t x, int64_t y, const struct font *font,
                         xpgn_slice text) {
    static const char *const anchor[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    xpgn_buffer_printf(b, "<text x=\"%lld\" y=\"%lld\" font-size=\"%d\"%s%s>", (long long)x,
                       (long long)y, font->size, anchor[font->anchor],
                       font->weight == WEIGHT_BOLD ? " font-weight=\"bold\"" : "");
    xml_print(b, text);
    xpgn_buffer_text(b, "</text>\n");
}

void svg_text(xpgn_svg *svg, int x, int y, const struct font *font, xpgn_slice text) {
    put_svg_text(&svg->body, x, y, font, text);
}

int svg_text_width(const xpgn_svg *svg, const struct font *font, xpgn_slice text) {
    int64_t width = metrics_width(svg->fonts, font->weight == WEIGHT_BOLD, text);
    width = width * font->size / 1000;
    return (int)(width < MOST_LENGTH ? width : MOST_LENGTH);
}

/* Adds the width of the first character of a text, in thousandths of the font size; returns its
   size in bytes. */
static size_t add_width(const xpgn_svg *svg, const struct font *font, xpgn_slice text,
                        int64_t *width) {
    uint32_t point;
    size_t size = utf8_read(text, &point);
    *width += metrics_width(svg->fonts, font->weight == WEIGHT_BOLD, (xpgn_slice){text.data, size});
    return size;
}

bool svg_take_line(const xpgn_svg *svg, xpgn_slice *rest, xpgn_slice *line, const struct font *font,
                   int width) {
    *rest = slice_trim(*rest, " ");
    while (rest->size > 0 && rest->data[0] == ' ')
        *rest = (xpgn_slice){rest->data + 1, rest->size - 1};
    int64_t used = 0, most = (int64_t)width * 1000 / font->size;
    size_t size = 0, words = 0; /* words: size up to the last space */
    if (rest->size == 0)
        return false;
    while (size < rest->size && rest->data[size] != '\n') {
        words = rest->data[size] == ' ' ? size : words;
        size_t next =
            add_width(svg, font, (xpgn_slice){rest->data + size, rest->size - size}, &used);
        if (used > most && size > 0) {
            size = words > 0 ? words : size;
            break;
        }
        size += next;
    }
    *line = (xpgn_slice){rest->data, size};
    size += size < rest->size && rest->data[size] == '\n';
    *rest = (xpgn_slice){rest->data + size, rest->size - size};
    return true;
}

int svg_lines(xpgn_svg *svg, int x, int y, const struct font *font, int width, xpgn_slice text) {
    for (xpgn_slice line; y < MOST_LENGTH && svg_take_line(svg, &text, &line, font, width);
         y += svg_leading(font))
        svg_text(svg, x, y, font, line);
    return y;
}

/* ---- pieces ---- */

/* Records that the definitions need the drawing and returns its name; NULL if it has none. */
static const char *use_drawing(xpgn_svg *svg, const xpgn_ruleset *rs, unsigned type) {
    xpgn_drawing drawing;
    if (!drawing_of(svg->o.pieces, rs, type, &drawing))
        return NULL;
    for (unsigned i = 0; i < svg->drawings; i++)
        if (strcmp(svg->drawing[i].name, drawing.name) == 0)
            return drawing.name;
    if (svg->drawings == MOST_DRAWINGS)
        return NULL;
    svg->drawing[svg->drawings++] = drawing;
    return drawing.name;
}

/* Appends the side's colours as " fill=... stroke=... color=...". */
static void put_side_figure(xpgn_svg *svg, const struct piece_place *at) {
    unsigned side = theme_side(at->p, XPGN_SEAT_OF(at->piece));
    const struct side_theme *look = theme_side_look(&svg->theme, side);
    if (look->pattern != PATTERN_NONE)
        xpgn_buffer_printf(&svg->body, " fill=\"url(#" DRAWING_ID "%s)\"", theme_side_name(side));
    else
        xpgn_buffer_printf(&svg->body, " fill=\"%s\"", look->fill);
    xpgn_buffer_printf(&svg->body, " stroke=\"%s\" color=\"%s\"", look->line, look->detail);
    svg->sided[side] |= look->pattern != PATTERN_NONE;
}

/* Draws the sign of a wound: a star in a disc, in the upper right corner, which drawings leave
   free. */
static void put_wound(xpgn_svg *svg, const struct piece_place *at) {
    int r = at->size * 13 / 100, x = at->x + at->size * 87 / 100, y = at->y + at->size * 13 / 100;
    int arm = r * 64 / 100, up = r * 32 / 100, side = r * 55 / 100, line = at->size * 3 / 100;
    xpgn_buffer_printf(&svg->body,
                       "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
                       "stroke-width=\"%d\"/>\n",
                       x, y, r, svg->theme.wound, svg->theme.halo, line * 2 / 3 + 1);
    xpgn_buffer_printf(&svg->body,
                       "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
                       "d=\"M%d %dV%dM%d %dL%d %dM%d %dL%d %d\"/>\n",
                       svg->theme.halo, line, x, y - arm, y + arm, x - side, y - up, x + side,
                       y + up, x - side, y + up, x + side, y - up);
}

void svg_piece(xpgn_svg *svg, const struct piece_place *at) {
    const char *name = use_drawing(svg, at->rs, XPGN_TYPE_OF(at->piece));
    if (name == NULL)
        return;
    xpgn_buffer_printf(&svg->body,
                       "<use xlink:href=\"#" DRAWING_ID
                       "%s\" transform=\"translate(%d %d) scale(%d.%02d)\"",
                       name, at->x, at->y, at->size / 100, at->size % 100);
    put_side_figure(svg, at);
    xpgn_buffer_text(&svg->body, "/>\n");
    if (XPGN_IS_WOUNDED(at->piece))
        put_wound(svg, at);
}

/* ---- the document ---- */

static void put_pattern(xpgn_buffer *b, const char *id, const struct side_theme *side) {
    if (side->pattern == PATTERN_DOTS)
        xpgn_buffer_printf(
            b,
            "<pattern id=\"" DRAWING_ID
            "%s\" width=\"24\" height=\"24\" patternUnits=\"userSpaceOnUse\">"
            "<path fill=\"%s\" stroke=\"none\" d=\"M0 0H24V24H0Z\"/>"
            "<circle cx=\"8\" cy=\"8\" r=\"5\" fill=\"%s\" stroke=\"none\"/>"
            "<circle cx=\"20\" cy=\"20\" r=\"5\" fill=\"%s\" stroke=\"none\"/></pattern>\n",
            id, side->fill, side->hatch, side->hatch);
    else
        xpgn_buffer_printf(
            b,
            "<pattern id=\"" DRAWING_ID
            "%s\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\"%s>"
            "<path fill=\"%s\" stroke=\"none\" d=\"M0 0H16V16H0Z\"/>"
            "<path fill=\"%s\" stroke=\"none\" d=\"M5 0H11V16H5Z\"/></pattern>\n",
            id, side->pattern == PATTERN_DIAGONAL ? " patternTransform=\"rotate(-45)\"" : "",
            side->fill, side->hatch);
}

/* Appends the pattern of marked squares, diagonal lines: upright ones, rotated. */
static void put_hatch(xpgn_buffer *b, const xpgn_svg *svg) {
    if (svg->hatched || svg->o.element)
        xpgn_buffer_printf(b,
                           "<pattern id=\"" DRAWING_ID "hatch\" width=\"120\" height=\"120\" "
                           "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                           "<path fill=\"%s\" d=\"M0 0H35V120H0Z\"/></pattern>\n",
                           svg->theme.mark);
}

/* Appends the definitions that the figures use. */
static void put_definitions(xpgn_buffer *b, const xpgn_svg *svg) {
    if (svg->drawings == 0 && !svg->hatched)
        return;
    xpgn_buffer_text(b, "<defs>\n");
    for (unsigned i = 0; i < svg->drawings; i++)
        drawing_put(b, svg->drawing[i].shapes);
    for (unsigned side = 0; side < SIDES; side++)
        if (svg->sided[side])
            put_pattern(b, theme_side_name(side), theme_side_look(&svg->theme, side));
    put_hatch(b, svg);
    xpgn_buffer_text(b, "</defs>\n");
}

void xpgn_svg_definitions(xpgn_buffer *b, const xpgn_svg *svg) {
    xpgn_buffer_text(b, "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    drawings_put(b);
    for (unsigned side = 0; side < SIDES; side++)
        if (theme_side_look(&svg->theme, side)->pattern != PATTERN_NONE)
            put_pattern(b, theme_side_name(side), theme_side_look(&svg->theme, side));
    put_hatch(b, svg);
    xpgn_buffer_text(b, "</defs></svg>\n");
}

/* Returns the first figure after the row that begins at figure `i`. */
static size_t end_of_row(const xpgn_svg *svg, size_t i) {
    size_t begin = i;
    while (i < svg->count && i - begin < svg->o.columns &&
           (i == begin || !svg->figure[i - 1].breaks))
        i++;
    return i;
}

/* ---- sheets: columns, and captions below ---- */

int svg_column(const xpgn_svg *svg) {
    int gaps = ((int)svg->o.columns - 1) * GAP;
    int width = ((int)svg->o.sheet - 2 * MARGIN - gaps) / (int)svg->o.columns;
    return svg->o.sheet == 0 ? 0 : width > LEAST_COLUMN ? width : LEAST_COLUMN;
}

struct extent svg_extent(const xpgn_svg *svg) {
    struct extent most = {0, 0};
    for (size_t i = 0; i < svg->count; i++) {
        const struct figure *f = &svg->figure[i];
        int right = f->width - f->middle;
        most.left = f->middle > most.left ? f->middle : most.left;
        most.right = right > most.right ? right : most.right;
    }
    return most;
}

/* Width of a sheet's columns: wide enough for every figure, with all boards aligned. 0 if it is not
   a sheet. */
static int column_of(const xpgn_svg *svg) {
    int column = svg_column(svg);
    struct extent most = svg_extent(svg);
    return column == 0 || column > most.left + most.right ? column : most.left + most.right;
}

/* Position within a column of the middles of the boards: its own middle if possible. */
static int middle_of(const xpgn_svg *svg) {
    struct extent most = svg_extent(svg);
    int column = column_of(svg), middle = column / 2;
    middle = middle > column - most.right ? column - most.right : middle;
    return middle > most.left ? middle : most.left;
}

static const struct font caption_font = {TEXT_SIZE, ANCHOR_MIDDLE, WEIGHT_PLAIN};

/* Appends a caption with its number: "Figure 3. After 10. Nxd5". */
static void put_caption_text(xpgn_buffer *b, const xpgn_svg *svg, size_t i) {
    const struct figure *f = &svg->figure[i];
    word_put(b, (unsigned)dictionary_column(svg->o.language), "Figure");
    xpgn_buffer_printf(b, "\xc2\xa0%zu%s", i + 1, f->caption_end > f->caption ? ". " : "");
    if (f->caption_end > f->caption && !svg->captions.failed)
        xpgn_buffer_put(b, svg->captions.data + f->caption, f->caption_end - f->caption);
}

/* Appends the lines of a caption of a sheet, from y on; returns their height. `b` may be NULL. */
static int put_svg_caption(xpgn_buffer *b, const xpgn_svg *svg, size_t i, int64_t x, int64_t y) {
    const struct font font = caption_font;
    xpgn_buffer text = {0};
    xpgn_slice line;
    int height = font.size / 2;
    put_caption_text(&text, svg, i);
    for (xpgn_slice rest = {text.data, text.failed ? 0 : text.size};
         height < MOST_LENGTH && svg_take_line(svg, &rest, &line, &font, column_of(svg));) {
        height += svg_leading(&font);
        if (b != NULL)
            put_svg_text(b, x + column_of(svg) / 2, y + height, &font, line);
    }
    if (b != NULL)
        b->failed |= text.failed;
    xpgn_buffer_free(&text);
    return height + font.size * 3 / 10;
}

static void measure_row(const xpgn_svg *svg, size_t i, size_t end, int64_t *width, int *height) {
    int column = column_of(svg);
    *width = *height = 0;
    for (; i < end; i++) {
        *width += svg->figure[i].width + (*width > 0 ? GAP : 0);
        int lines = column > 0 ? put_svg_caption(NULL, svg, i, 0, 0) : 0;
        if (svg->figure[i].height + lines > *height)
            *height = svg->figure[i].height + lines;
    }
    if (column > 0)
        *width = (int64_t)svg->o.columns * (column + GAP) - GAP;
}

void xpgn_svg_measure(const xpgn_svg *svg, int64_t *width, int64_t *height) {
    *width = *height = 0;
    if (svg->o.step > 0)
        steps_measure(svg, width, height);
    for (size_t i = 0, end; svg->o.step == 0 && i < svg->count; i = end) {
        int64_t w;
        int h;
        end = end_of_row(svg, i);
        measure_row(svg, i, end, &w, &h);
        *width = w > *width ? w : *width;
        *height += h + (i > 0 ? GAP : 0);
    }
    *width += 2 * MARGIN;
    *height += 2 * MARGIN;
}

void svg_put_figure(xpgn_buffer *b, const xpgn_svg *svg, size_t i, int64_t x, int64_t y) {
    const struct figure *f = &svg->figure[i];
    size_t from = svg->count > 1 ? f->from : f->inside;
    xpgn_buffer_printf(b, "<g transform=\"translate(%lld %lld)\">\n", (long long)x, (long long)y);
    xpgn_buffer_put(b, svg->body.data + from, f->to - from);
    xpgn_buffer_text(b, "</g>\n");
}

static void put_svg_row(xpgn_buffer *b, const xpgn_svg *svg, size_t i, size_t end, int64_t y) {
    int column = column_of(svg), middle = middle_of(svg);
    int64_t x = MARGIN;
    for (; i < end; i++) {
        const struct figure *f = &svg->figure[i];
        svg_put_figure(b, svg, i, column > 0 ? x + middle - f->middle : x, y);
        if (column > 0)
            (void)put_svg_caption(b, svg, i, x, y + f->height);
        x += (column > 0 ? column : f->width) + GAP;
    }
}

static void put_figures(xpgn_buffer *b, const xpgn_svg *svg) {
    int64_t y = MARGIN;
    for (size_t i = 0, end; i < svg->count; i = end) {
        int64_t width;
        int height;
        end = end_of_row(svg, i);
        measure_row(svg, i, end, &width, &height);
        put_svg_row(b, svg, i, end, y);
        y += height + GAP;
    }
}

static void put_length(xpgn_buffer *b, const char *name, int64_t length) {
    xpgn_buffer_printf(b, " %s=\"%lld.%02dmm\"", name, (long long)(length / 100),
                       (int)(length % 100));
}

static void put_titles(xpgn_buffer *b, const xpgn_svg *svg) {
    const struct figure *f = &svg->figure[0];
    if (svg->count == 1 && !svg->o.fragment)
        xpgn_buffer_put(b, svg->body.data + f->from, f->inside - f->from);
    else if (svg->count > 1)
        xpgn_buffer_printf(b, "<title>%zu %s</title>\n", svg->count,
                           svg->o.step > 0 ? "steps" : "figures");
}

void svg_put_paper(xpgn_buffer *b, const xpgn_svg *svg) {
    int64_t width, height;
    xpgn_svg_measure(svg, &width, &height);
    if (strcmp(svg->theme.paper, "none") != 0 && !svg->o.fragment)
        xpgn_buffer_printf(b, "<rect width=\"%lld\" height=\"%lld\" fill=\"%s\"/>\n",
                           (long long)width, (long long)height, svg->theme.paper);
}

static void put_opening(xpgn_buffer *b, const xpgn_svg *svg) {
    int64_t width, height;
    xpgn_svg_measure(svg, &width, &height);
    bool part = svg->o.element || theme_inherits(&svg->theme); /* of a page */
    xpgn_buffer_text(b, part ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xpgn_buffer_text(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                        "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"");
    xpgn_buffer_text(b, svg->o.element ? " role=\"img\"" : "");
    if (!svg->o.fragment) {
        put_length(b, "width", width);
        put_length(b, "height", height);
    }
    xpgn_buffer_printf(b, " viewBox=\"0 0 %lld %lld\"", (long long)width, (long long)height);
    if (svg->o.fragment)
        xpgn_buffer_text(b, " class=\"diagram\"");
    else
        xpgn_buffer_printf(b, " font-family=\"%s\"", svg->theme.font);
    xpgn_buffer_printf(b, " fill=\"%s\" text-anchor=\"start\" font-weight=\"normal\">\n",
                       svg->theme.ink);
    put_titles(b, svg);
    svg_put_paper(b, svg);
}

void svg_forget(xpgn_svg *svg) {
    xpgn_buffer_clear(&svg->body);
    xpgn_buffer_clear(&svg->captions);
    svg->count = svg->drawings = 0;
    svg->hatched = false;
    memset(svg->sided, 0, sizeof svg->sided);
}

void xpgn_svg_write(xpgn_buffer *b, xpgn_svg *svg) {
    if (svg->count > 0 && !svg->body.failed) {
        put_opening(b, svg);
        if (!svg->o.element)
            put_definitions(b, svg);
        if (svg->o.step > 0)
            steps_put(b, svg, MARGIN);
        else
            put_figures(b, svg);
        xpgn_buffer_text(b, "</svg>\n");
    }
    b->failed |= svg->body.failed || svg->captions.failed || svg->said.failed;
    svg_forget(svg);
}

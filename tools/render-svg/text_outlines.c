/* SPDX-License-Identifier: MIT */
/* Text of pictures as outlines. Pango chooses the fonts, as it does for librsvg, and so for PNG. */
#include "render-svg/text_outlines.h"

#include <math.h>
#include <stdlib.h>

#include "render-svg/png_writer.h"
#include "shared/diagram/diagram.h"

/* A path of cairo: elements of a header and its points. */
typedef union path_data {
    struct {
        int type, length;
    } header;
    struct {
        double x, y;
    } point;
} path_data;

typedef struct path {
    int status;
    path_data *data;
    int count;
} path;

/* The functions of cairo and Pango that are used, and what they draw with. */
typedef struct outliner {
    void *(*surface)(int content, const void *extents);
    void *(*cairo)(void *surface);
    void (*new_path)(void *cairo);
    void (*move_to)(void *cairo, double x, double y);
    path *(*copy_path)(void *cairo);
    void (*free_path)(path *path);
    void (*end)(void *cairo);
    void (*free_surface)(void *surface);
    void *(*layout)(void *cairo);
    void *(*font)(void);
    void (*set_family)(void *font, const char *family);
    void (*set_size)(void *font, double size);
    void (*set_weight)(void *font, int weight);
    void (*free_font)(void *font);
    void (*set_font)(void *layout, const void *font);
    void (*set_text)(void *layout, const char *text, int size);
    void (*get_size)(void *layout, int *width, int *height);
    void *(*line)(void *layout, int line);
    void (*line_path)(void *cairo, void *line);
    void (*unref)(void *object);
    void *context, *text; /* cairo_t, PangoLayout */
    char family[256];
} outliner;

enum { COLOR = 0x1000, PANGO_UNITS = 1024, BOLD = 700, PLAIN = 400 };

static bool find_functions(outliner *o) {
    void *l = png_library();
    return l != NULL && png_symbol(l, "cairo_recording_surface_create", &o->surface) &&
           png_symbol(l, "cairo_create", &o->cairo) &&
           png_symbol(l, "cairo_new_path", &o->new_path) &&
           png_symbol(l, "cairo_move_to", &o->move_to) &&
           png_symbol(l, "cairo_copy_path", &o->copy_path) &&
           png_symbol(l, "cairo_path_destroy", &o->free_path) &&
           png_symbol(l, "cairo_destroy", &o->end) &&
           png_symbol(l, "cairo_surface_destroy", &o->free_surface) &&
           png_symbol(l, "pango_cairo_create_layout", &o->layout) &&
           png_symbol(l, "pango_font_description_new", &o->font) &&
           png_symbol(l, "pango_font_description_set_family", &o->set_family) &&
           png_symbol(l, "pango_font_description_set_absolute_size", &o->set_size) &&
           png_symbol(l, "pango_font_description_set_weight", &o->set_weight) &&
           png_symbol(l, "pango_font_description_free", &o->free_font) &&
           png_symbol(l, "pango_layout_set_font_description", &o->set_font) &&
           png_symbol(l, "pango_layout_set_text", &o->set_text) &&
           png_symbol(l, "pango_layout_get_size", &o->get_size) &&
           png_symbol(l, "pango_layout_get_line_readonly", &o->line) &&
           png_symbol(l, "pango_cairo_layout_line_path", &o->line_path) &&
           png_symbol(l, "g_object_unref", &o->unref);
}

/* ---- an element ------------------------------------------------------------------------------ */

/* The value of an attribute, which ends at a quote; "" if the tag does not have it. */
static const char *value_of(const char *tag, const char *end, const char *name) {
    const char *at = strstr(tag, name);
    return at != NULL && at < end ? at + strlen(name) : "";
}

/* Appends text of XML as it is meant: of several blanks one is drawn. */
static void put_plain(xpgn_buffer *b, const char *text, const char *end) {
    static const char *const names[] = {"&amp;", "&lt;", "&gt;"};
    while (text < end) {
        size_t i = 0;
        while (i < 3 && strncmp(text, names[i], strlen(names[i])) != 0)
            i++;
        if (text[0] != ' ' || text[1] != ' ')
            xpgn_buffer_put(b, i < 3 ? &"&<>"[i] : text, 1);
        text += i < 3 ? strlen(names[i]) : 1;
    }
}

/* ---- outlines -------------------------------------------------------------------------------- */

/* Appends a path that begins at (x, y). */
static void put_path_data(xpgn_buffer *b, const path *p, double x, double y) {
    for (int i = 0; p->status == 0 && i < p->count; i += p->data[i].header.length) {
        int type = p->data[i].header.type;
        xpgn_buffer_printf(b, "%c", "MLCZ"[type & 3]);
        for (int k = 1; type != 3 && k < p->data[i].header.length; k++)
            xpgn_buffer_printf(b, "%s%ld %ld", k > 1 ? " " : "", lround(x + p->data[i + k].point.x),
                               lround(y + p->data[i + k].point.y));
    }
}

/* Appends the element `tag`, whose text begins at `text`, as a path. */
static void put_outline(outliner *o, xpgn_buffer *b, const char *tag, const char *text,
                        const char *end) {
    xpgn_buffer plain = {0};
    void *font = o->font();
    int width, height;
    const char *anchor = value_of(tag, text, "text-anchor=\"");
    double x = strtod(value_of(tag, text, " x=\""), NULL);
    put_plain(&plain, text, end);
    o->set_family(font, o->family);
    o->set_size(font, strtod(value_of(tag, text, "font-size=\""), NULL) * PANGO_UNITS);
    o->set_weight(font, *value_of(tag, text, "font-weight=\"") != '\0' ? BOLD : PLAIN);
    o->set_font(o->text, font);
    o->set_text(o->text, plain.size > 0 ? plain.data : "", (int)plain.size);
    o->get_size(o->text, &width, &height);
    x -= (double)width / PANGO_UNITS * (*anchor == 'm' ? 0.5 : *anchor == 'e' ? 1 : 0);
    o->new_path(o->context);
    o->move_to(o->context, 0, 0);
    o->line_path(o->context, o->line(o->text, 0));
    path *p = o->copy_path(o->context);
    xpgn_buffer_text(b, "<path d=\"");
    put_path_data(b, p, x, strtod(value_of(tag, text, " y=\""), NULL));
    xpgn_buffer_text(b, "\"/>\n");
    o->free_path(p);
    o->free_font(font);
    b->failed |= plain.failed;
    xpgn_buffer_free(&plain);
}

/* The names of fonts of the picture, without quotes. */
static void read_family(outliner *o, const char *svg) {
    const char *at = value_of(svg, svg + strlen(svg), "font-family=\"");
    size_t size = 0;
    for (; *at != '"' && *at != '\0' && size + 1 < sizeof o->family; at++)
        if (*at != '\'')
            o->family[size++] = *at;
    o->family[size] = '\0';
}

static void put_all(outliner *o, xpgn_buffer *b, const char *svg) {
    for (const char *tag; (tag = strstr(svg, "<text ")) != NULL;) {
        const char *text = strchr(tag, '>') + 1, *end = strstr(text, "</text>\n");
        xpgn_buffer_put(b, svg, (size_t)(tag - svg));
        put_outline(o, b, tag, text, end);
        svg = end + strlen("</text>\n");
    }
    xpgn_buffer_text(b, svg);
}

bool outline_texts(xpgn_buffer *b, cli *c, xpgn_slice svg) {
    outliner o;
    xpgn_buffer text = {0};
    if (!find_functions(&o)) {
        cli_message(c, "--outline requires librsvg with Pango, which was not found (librsvg2-2 in "
                       "Debian)");
        return false;
    }
    xpgn_buffer_put(&text, svg.data, svg.size);
    void *surface = o.surface(COLOR, NULL); /* without bounds */
    o.context = o.cairo(surface);
    o.text = o.layout(o.context);
    read_family(&o, cli_text_of(c, &text));
    put_all(&o, b, text.data);
    o.unref(o.text);
    o.end(o.context);
    o.free_surface(surface);
    xpgn_buffer_free(&text);
    return true;
}

/* SPDX-License-Identifier: MIT */
/* PNG by librsvg and cairo, which are loaded at run time: everything else works without them. */
#include "render-svg/png_writer.h"

#include <dlfcn.h>

/* The functions of librsvg 2.46 and cairo that are used, and the struct RsvgRectangle. */
typedef struct rectangle {
    double x, y, width, height;
} rectangle;

typedef struct renderer {
    void *(*open)(const unsigned char *data, size_t size, void **error);
    int (*render)(void *handle, void *cairo, const rectangle *viewport, void **error);
    void (*close)(void *handle);
    void *(*surface)(int format, int width, int height);
    void *(*cairo)(void *surface);
    void (*colour)(void *cairo, double red, double green, double blue);
    void (*paint)(void *cairo);
    int (*status)(void *cairo);
    int (*write)(void *surface, int (*put)(void *b, const unsigned char *data, unsigned size),
                 void *b);
    void (*end)(void *cairo);
    void (*free)(void *surface);
} renderer;

enum { RGB24 = 1 };

/* The functions of cairo, Pango and GObject are found through librsvg, which needs them. */
void *png_library(void) {
    return dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
}

/* POSIX lets the object pointer of dlsym be copied to a function pointer. */
bool png_symbol(void *library, const char *name, void *function) {
    void *at = dlsym(library, name);
    memcpy(function, &at, sizeof at);
    return at != NULL;
}

static bool load(renderer *r) {
    void *l = png_library();
    return l != NULL && png_symbol(l, "rsvg_handle_new_from_data", &r->open) &&
           png_symbol(l, "rsvg_handle_render_document", &r->render) &&
           png_symbol(l, "g_object_unref", &r->close) &&
           png_symbol(l, "cairo_image_surface_create", &r->surface) &&
           png_symbol(l, "cairo_create", &r->cairo) &&
           png_symbol(l, "cairo_set_source_rgb", &r->colour) &&
           png_symbol(l, "cairo_paint", &r->paint) && png_symbol(l, "cairo_status", &r->status) &&
           png_symbol(l, "cairo_surface_write_to_png_stream", &r->write) &&
           png_symbol(l, "cairo_destroy", &r->end) &&
           png_symbol(l, "cairo_surface_destroy", &r->free);
}

static int put_data(void *b, const unsigned char *data, unsigned size) {
    xpgn_buffer_put(b, data, size);
    return 0;
}

static bool draw_png(const renderer *r, xpgn_buffer *b, void *handle, png_size size) {
    const rectangle middle = {size.margin, size.margin, size.width - 2 * size.margin,
                              size.height - 2 * size.margin};
    void *surface = r->surface(RGB24, size.width, size.height);
    void *cairo = r->cairo(surface);
    r->colour(cairo, 1, 1, 1);
    r->paint(cairo);
    bool good = r->render(handle, cairo, &middle, NULL) && r->status(cairo) == 0 &&
                r->write(surface, put_data, b) == 0;
    r->end(cairo);
    r->free(surface);
    return good;
}

bool png_write(xpgn_buffer *b, cli *c, xpgn_slice svg, png_size size) {
    renderer r;
    if (!load(&r)) {
        cli_message(c, "--format=png requires librsvg 2.46, which was not found (librsvg2-2 in "
                       "Debian); SVG needs no library");
        return false;
    }
    void *handle = r.open((const unsigned char *)svg.data, svg.size, NULL);
    bool good = handle != NULL && draw_png(&r, b, handle, size);
    if (handle != NULL)
        r.close(handle);
    if (!good)
        cli_message(c, "librsvg could not draw a picture of %d by %d pixels", size.width,
                    size.height);
    return good;
}

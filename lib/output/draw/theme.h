/* SPDX-License-Identifier: MIT */
/* Themes of pictures: colours, patterns and the font, from the files of formats/themes/. */
#ifndef XPGN_DRAW_THEME_H
#define XPGN_DRAW_THEME_H

#include <string.h>

#include "core/base/embedded.h"
#include "core/base/log.h"

/* In the order of the file names (bytewise). */
extern const struct embedded theme_files[];
extern const size_t theme_files_count;

/* Pattern with which a side's pieces are filled, over their colour. */
enum pattern { PATTERN_NONE, PATTERN_UPRIGHT, PATTERN_DIAGONAL, PATTERN_DOTS };

/* Colours are "none" or "#" and hexadecimal digits. */
struct side_theme {
    const char *fill, *line, *detail, *hatch;
    enum pattern pattern;
};

struct theme {
    const char *font;         /* "inherit": text is in the font and colour of the document */
    const char *paper;        /* behind the picture */
    const char *halo;         /* around marks and arrows, behind wounds */
    const char *ink;          /* text and frames */
    const char *within;       /* the same on squares; `ink` unless the theme says otherwise */
    const char *light, *dark; /* squares */
    const char *tint;         /* over their colour */
    const char *mark, *arrow, *wound;
    const char *low, *high, *bar; /* charts: bands; values and intervals; bars and grids */
    /* marks and arrows of a record, by colour; NULL: as `mark` and `arrow` */
    struct color_theme {
        const char *green, *red, *yellow, *blue, *cyan, *orange;
    } marks;
    struct side_theme white, black, red, green;
};

/* The colour of that name among the marks; NULL: the theme has none. */
const char *theme_mark_color(const struct theme *t, const char *name);

/*
 * Reads a theme into *out, whose strings the arena owns. Keys that are missing or faulty take the
 * values of the built-in theme `print`; faults are reported as findings. `font` replaces that of
 * the theme, unless it is NULL. Returns false if out of memory.
 */
bool theme_read(struct theme *out, struct arena *arena, xpgn_slice text, const char *font,
                struct log *log);
/* Puts custom properties of CSS in place of the colours of diagrams: --diagram-dark,
   --diagram-white-fill, --diagram-mark-red. False if out of memory. */
bool theme_as_properties(struct theme *t, struct arena *arena);
static inline bool theme_inherits(const struct theme *t) {
    return strcmp(t->font, "inherit") == 0;
}
/* The sides of a theme, whatever their seats: white, black, red, green. */
enum { SIDES = 4 };
unsigned theme_side(const xpgn_position *p, unsigned seat);
const char *theme_side_name(unsigned side);
const struct side_theme *theme_side_look(const struct theme *t, unsigned side);

#endif

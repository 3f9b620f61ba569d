/* SPDX-License-Identifier: MIT */
/* Panels beside the board: removed pieces and prisoners (CA-13, CC-8). */
#include <stdio.h>

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "output/draw/board_diagram.h"

enum { MOST_SINGLE = 16 }; /* with more pieces a panel counts them: 9p */

/* Appends glyphs to the last line, or to a new one if they do not fit. */
static void panel_put(struct panel *panel, const uint16_t *codes, unsigned count) {
    if (panel->lines == 0)
        panel->lines = 1;
    if (panel->used[panel->lines - 1] + count > PANEL_COLS) {
        if (panel->lines == PANEL_LINES)
            return;
        panel->lines++;
    }
    unsigned *used = &panel->used[panel->lines - 1];
    for (unsigned i = 0; i < count; i++)
        panel->at[panel->lines - 1][(*used)++] = codes[i];
}

static void panel_put_counted(struct panel *panel, unsigned count, unsigned glyph) {
    char digits[8];
    uint16_t codes[8];
    unsigned n = (unsigned)snprintf(digits, sizeof digits, "%u", count);
    for (unsigned i = 0; i < n; i++)
        codes[i] = (unsigned char)digits[i];
    codes[n] = (uint16_t)glyph;
    panel_put(panel, codes, n + 1);
}

static void panel_fill(struct drawing *d, struct panel *panel, const struct held *held) {
    panel->label = held->items > 0 ? held->label : NULL;
    for (unsigned i = 0; i < held->items; i++) {
        uint16_t glyph = (uint16_t)drawing_glyph(d, held->item[i].piece);
        if (held->total > MOST_SINGLE)
            panel_put_counted(panel, held->item[i].count, glyph);
        for (unsigned n = 0; held->total <= MOST_SINGLE && n < held->item[i].count; n++)
            panel_put(panel, &glyph, 1);
    }
}

void panels_fill(struct drawing *d) {
    for (unsigned i = 0; i < 4; i++)
        panel_fill(d, &d->panel[i >> 1][i & 1], &d->v.held[i >> 1][i & 1]);
}

unsigned panels_width(const struct drawing *d, unsigned right) {
    unsigned width = 0;
    for (unsigned below = 0; below < 2; below++) {
        const char *label = d->panel[right][below].label;
        unsigned needed = label != NULL ? (unsigned)utf8_count(slice_of(label)) : 0;
        needed = needed > 0 && needed < PANEL_COLS ? PANEL_COLS : needed;
        width = needed > width ? needed : width;
    }
    return width;
}

/* Draws the label and the pieces below it, aligned towards the board. */
static void panel_draw(struct drawing *d, const struct panel *panel, bool right, bool below) {
    if (panel->label == NULL)
        return;
    unsigned last_rank = d->y + d->height - 1 - d->grid;
    unsigned row = below ? last_rank - panel->lines : d->y;
    unsigned width = panels_width(d, right);
    unsigned col = right ? d->canvas.cols - width : 0;
    unsigned label_width = (unsigned)utf8_count(slice_of(panel->label));
    canvas_put_text(&d->canvas, row, right ? col : width - label_width, panel->label);
    for (unsigned i = 0; i < panel->lines; i++) {
        unsigned from = right ? col : width - panel->used[i];
        for (unsigned j = 0; j < panel->used[i]; j++)
            canvas_put(&d->canvas, row + 1 + i, from + j, panel->at[i][j]);
    }
}

void panels_put(struct drawing *d) {
    for (unsigned i = 0; i < 4; i++)
        panel_draw(d, &d->panel[i >> 1][i & 1], i >> 1, i & 1);
}

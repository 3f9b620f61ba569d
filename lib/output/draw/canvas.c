/* SPDX-License-Identifier: MIT */
/* A rectangle of characters to draw on. */
#include "output/draw/canvas.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"
#include "output/write/page_lines.h"

void canvas_clear(struct canvas *c, unsigned rows, unsigned cols) {
    c->rows = rows < CANVAS_ROWS ? rows : CANVAS_ROWS;
    c->cols = cols < CANVAS_COLS ? cols : CANVAS_COLS;
    for (unsigned i = 0; i < c->rows; i++)
        for (unsigned j = 0; j < c->cols; j++) {
            c->at[i][j] = ' ';
            c->ink[i][j] = INK_NONE;
        }
}

void canvas_put(struct canvas *c, unsigned row, unsigned col, unsigned code) {
    if (row < c->rows && col < c->cols)
        c->at[row][col] = (uint16_t)code;
}

void canvas_ink(struct canvas *c, unsigned row, unsigned col, unsigned ink) {
    if (row < c->rows && col < c->cols)
        c->ink[row][col] |= (uint8_t)ink;
}

void canvas_put_text(struct canvas *c, unsigned row, unsigned col, const char *text) {
    xpgn_slice rest = slice_of(text);
    for (size_t size; rest.size > 0; rest.data += size, rest.size -= size) {
        uint32_t point;
        size = utf8_read(rest, &point);
        canvas_put(c, row, col++, point);
    }
}

/* The black pawn is the only chess symbol that is also an emoji (Unicode, emoji-data.txt): wide and
   coloured unless U+FE0E follows and asks for text. */
enum { BLACK_PAWN = 0x265f, AS_TEXT = 0xfe0e };

/* Appends the escape sequence for a seat. All are bold; red is red, black blue, green green. */
static void put_ink(xpgn_buffer *b, unsigned ink) {
    static const char *const seat[] = {"", ";1", ";1;31", ";1;34", ";1;32"};
    if (ink == INK_NONE)
        xpgn_buffer_text(b, "\033[0m");
    else
        xpgn_buffer_printf(b, "\033[0%s%sm", seat[ink & 7], (ink & INK_MARKED) != 0 ? ";7" : "");
}

void canvas_write(xpgn_buffer *b, const struct canvas *c, bool inked) {
    for (unsigned i = 0; i < c->rows; i++) {
        unsigned ink = INK_NONE;
        for (unsigned j = 0; j < c->cols; j++) {
            if (inked && c->ink[i][j] != ink)
                put_ink(b, ink = c->ink[i][j]);
            page_put_char(b, c->at[i][j]);
            if (c->at[i][j] == BLACK_PAWN)
                page_put_char(b, AS_TEXT);
        }
        if (ink != INK_NONE)
            put_ink(b, INK_NONE);
        xpgn_buffer_char(b, '\n');
    }
}

/* Box drawing characters by the weights of their arms: 0 none, 1 light, 2 heavy. A cell draws its
   lines on all sides alike, so there are no others. */
#define ARMS(up, right, down, left) ((up)*27 + (right)*9 + (down)*3 + (left))
static const uint16_t box[] = {
    /* lines */
    [ARMS(0, 1, 0, 1)] = 0x2500,
    [ARMS(0, 2, 0, 2)] = 0x2501,
    [ARMS(1, 0, 1, 0)] = 0x2502,
    [ARMS(2, 0, 2, 0)] = 0x2503,
    /* corners */
    [ARMS(0, 0, 1, 1)] = 0x2510,
    [ARMS(0, 0, 2, 2)] = 0x2513,
    [ARMS(0, 1, 1, 0)] = 0x250c,
    [ARMS(0, 2, 2, 0)] = 0x250f,
    [ARMS(1, 0, 0, 1)] = 0x2518,
    [ARMS(2, 0, 0, 2)] = 0x251b,
    [ARMS(1, 1, 0, 0)] = 0x2514,
    [ARMS(2, 2, 0, 0)] = 0x2517,
    /* edges */
    [ARMS(0, 1, 1, 1)] = 0x252c,
    [ARMS(0, 1, 2, 2)] = 0x2531,
    [ARMS(0, 2, 2, 1)] = 0x2532,
    [ARMS(0, 2, 2, 2)] = 0x2533,
    [ARMS(1, 0, 1, 1)] = 0x2524,
    [ARMS(1, 0, 2, 2)] = 0x252a,
    [ARMS(2, 0, 1, 2)] = 0x2529,
    [ARMS(2, 0, 2, 2)] = 0x252b,
    [ARMS(1, 1, 0, 1)] = 0x2534,
    [ARMS(2, 1, 0, 2)] = 0x2539,
    [ARMS(2, 2, 0, 1)] = 0x253a,
    [ARMS(2, 2, 0, 2)] = 0x253b,
    [ARMS(1, 1, 1, 0)] = 0x251c,
    [ARMS(1, 2, 2, 0)] = 0x2522,
    [ARMS(2, 2, 1, 0)] = 0x2521,
    [ARMS(2, 2, 2, 0)] = 0x2523,
    /* inside */
    [ARMS(1, 1, 1, 1)] = 0x253c,
    [ARMS(1, 1, 2, 2)] = 0x2545,
    [ARMS(1, 2, 2, 1)] = 0x2546,
    [ARMS(1, 2, 2, 2)] = 0x2548,
    [ARMS(2, 1, 1, 2)] = 0x2543,
    [ARMS(2, 1, 2, 2)] = 0x2549,
    [ARMS(2, 2, 1, 1)] = 0x2544,
    [ARMS(2, 2, 1, 2)] = 0x2547,
    [ARMS(2, 2, 2, 1)] = 0x254a,
    [ARMS(2, 2, 2, 2)] = 0x254b,
};

static unsigned weight_of_cell(const struct canvas_frame *f, unsigned file, unsigned rank) {
    if (file >= f->files || rank >= f->ranks) /* also -1, which has wrapped around */
        return 0;
    return f->heavy(f->data, file, rank) ? 2 : 1;
}

static unsigned heavier(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* Weight of the line from junction (i, j) to the right, or down; 0 if there is no line. */
static unsigned weight_right(const struct canvas_frame *f, unsigned i, unsigned j) {
    return heavier(weight_of_cell(f, j, i - 1), weight_of_cell(f, j, i));
}
static unsigned weight_down(const struct canvas_frame *f, unsigned i, unsigned j) {
    return heavier(weight_of_cell(f, j - 1, i), weight_of_cell(f, j, i));
}

static unsigned junction(const struct canvas_frame *f, unsigned i, unsigned j) {
    if (f->ascii)
        return '+';
    return box[ARMS(weight_down(f, i - 1, j), weight_right(f, i, j), weight_down(f, i, j),
                    weight_right(f, i, j - 1))];
}

static unsigned line_across(const struct canvas_frame *f, unsigned i, unsigned j) {
    unsigned weight = weight_right(f, i, j);
    return f->ascii ? '-' : box[ARMS(0, weight, 0, weight)];
}

static unsigned line_down(const struct canvas_frame *f, unsigned i, unsigned j) {
    unsigned weight = weight_down(f, i, j);
    return f->ascii ? '|' : box[ARMS(weight, 0, weight, 0)];
}

void canvas_put_frame(struct canvas *c, const struct canvas_frame *f) {
    for (unsigned i = 0; i <= f->ranks; i++) {
        for (unsigned j = 0; j <= f->files; j++) {
            unsigned row = f->row + 2 * i, col = f->col + j * (f->width + 1);
            canvas_put(c, row, col, junction(f, i, j));
            for (unsigned k = 1; j < f->files && k <= f->width; k++)
                canvas_put(c, row, col + k, line_across(f, i, j));
            if (i < f->ranks)
                canvas_put(c, row + 1, col, line_down(f, i, j));
        }
    }
}

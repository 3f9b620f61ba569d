/* SPDX-License-Identifier: MIT */
/* Diagrams: the board and the lines below it. */
#include "out/diagram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/options.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "out/page.h"

static const char open_sign[] = " (<>[";
static const char close_sign[] = " )><]";

/* ---- squares and cells ---- */

/* Maps a coordinate for a flipped board; its own inverse. */
static unsigned turned(const struct drawing *d, unsigned n, unsigned count) {
    return d->o->flip ? count - 1 - n : n;
}
static unsigned cell_file(const struct drawing *d, xpgn_square sq) {
    return turned(d, square_file(d->p, sq), d->p->files);
}
static unsigned cell_rank(const struct drawing *d, xpgn_square sq) {
    return turned(d, d->p->ranks - 1 - square_rank(d->p, sq), d->p->ranks);
}
static xpgn_square cell_square(const struct drawing *d, unsigned file, unsigned rank) {
    unsigned f = turned(d, file, d->p->files), r = turned(d, rank, d->p->ranks);
    return (xpgn_square)((d->p->ranks - 1 - r) * d->p->files + f);
}

static unsigned cell_row(const struct drawing *d, unsigned rank) {
    return d->grid ? d->y + 2 * rank + 1 : d->y + rank;
}
static unsigned piece_col(const struct drawing *d, unsigned file) {
    return d->x + file * d->pitch + d->lead;
}

static bool is_on_board(const xpgn_position *p, xpgn_square sq) {
    return sq < position_squares(p);
}

/* ---- signs: marks, ends of arrows, supporters ---- */

static void add_sign(struct drawing *d, xpgn_square sq, enum bracket sign) {
    if (is_on_board(d->p, sq) && d->sign[sq] < sign)
        d->sign[sq] = (uint8_t)sign;
}

static void add_arrow_signs(struct drawing *d, xpgn_arrow a) {
    add_sign(d, a.from, BRACKET_FROM);
    add_sign(d, a.to, BRACKET_TO);
}

static xpgn_arrow combat_arrow(const xpgn_facts *facts) {
    return (xpgn_arrow){facts->side[0].square, facts->side[1].square};
}

static bool has_combat(const xpgn_diagram_options *o) {
    return o->combat != NULL && o->combat->combat;
}

static void add_combat_signs(struct drawing *d, const xpgn_facts *facts) {
    add_arrow_signs(d, combat_arrow(facts));
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < facts->side[side].count; i++)
            add_sign(d, facts->side[side].supporter[i].square, BRACKET_SUPPORT);
}

static void add_signs(struct drawing *d) {
    for (size_t i = 0; i < d->o->mark_count; i++)
        add_sign(d, d->o->marks[i], BRACKET_MARK);
    for (size_t i = 0; i < d->o->arrow_count; i++)
        add_arrow_signs(d, d->o->arrows[i]);
    if (has_combat(d->o))
        add_combat_signs(d, d->o->combat);
}

static bool has_signs(const struct drawing *d) {
    return d->o->mark_count > 0 || d->o->arrow_count > 0 || has_combat(d->o);
}

/* ---- layout ---- */

static void lay_out_cells(struct drawing *d) {
    xpgn_diagram_style style = d->o->style;
    d->grid = style != XPGN_DIAGRAM_COMPACT;
    d->ascii = style == XPGN_DIAGRAM_PLAIN || style == XPGN_DIAGRAM_COMPACT;
    d->heavy = !d->ascii;
    d->piece_width = d->p->seats > 2 ? 2 : 1;
    d->lead = d->grid ? 2 : has_signs(d);
    d->pitch = d->grid ? d->piece_width + 3 : d->piece_width + 1 + d->lead;
}

static unsigned rank_label_width(const struct drawing *d) {
    return d->o->no_coordinates ? 0 : d->p->ranks > 9 ? 3 : 2;
}

static void lay_out(struct drawing *d) {
    lay_out_cells(d);
    panels_fill(d);
    unsigned left = panels_width(d, 0), right = panels_width(d, 1);
    d->x = rank_label_width(d) + (left > 0 ? left + 2 : 0);
    d->y = 0;
    /* The last column is the frame's, or without one the closing sign of the last file. */
    d->width = d->p->files * d->pitch + (d->lead > 0);
    d->height = d->grid ? 2 * d->p->ranks + 1u : d->p->ranks;
    canvas_clear(&d->canvas, d->height + !d->o->no_coordinates,
                 d->x + d->width + (right > 0 ? right + 2 : 0));
    add_signs(d);
}

/* ---- drawing ---- */

static bool is_heavy(const void *data, unsigned file, unsigned rank) {
    const struct drawing *d = data;
    return d->heavy && d->sign[cell_square(d, file, rank)] == BRACKET_MARK;
}

static void put_frame(struct drawing *d) {
    struct canvas_frame frame = {.row = d->y,
                                 .col = d->x,
                                 .files = d->p->files,
                                 .ranks = d->p->ranks,
                                 .width = d->pitch - 1,
                                 .ascii = d->ascii,
                                 .heavy = is_heavy,
                                 .data = d};
    if (d->grid)
        canvas_put_frame(&d->canvas, &frame);
}

static void put_coordinates(struct drawing *d) {
    if (d->o->no_coordinates)
        return;
    unsigned width = rank_label_width(d);
    for (unsigned rank = 0; rank < d->p->ranks; rank++) {
        char label[16];
        unsigned number = turned(d, d->p->ranks - 1 - rank, d->p->ranks) + 1;
        snprintf(label, sizeof label, "%*u", (int)width - 1, number);
        canvas_put_text(&d->canvas, cell_row(d, rank), d->x - width, label);
    }
    for (unsigned file = 0; file < d->p->files; file++) {
        unsigned letter = 'a' + turned(d, file, d->p->files);
        canvas_put(&d->canvas, d->y + d->height, piece_col(d, file) + d->piece_width - 1, letter);
    }
}

unsigned drawing_glyph(const struct drawing *d, xpgn_piece piece) {
    unsigned type = XPGN_TYPE_OF(piece), seat = XPGN_SEAT_OF(piece);
    if (d->o->style == XPGN_DIAGRAM_UNICODE)
        return (seat == 0 ? 0x2654u : 0x265au) + (unsigned)XPGN_KING - type;
    return (unsigned char)xpgn_piece_letter(XPGN_PIECE(d->p->seats > 2 ? 0 : seat, type));
}

/* The closing sign follows the piece; after a * it replaces the frame. */
static void put_signs(struct drawing *d, unsigned row, unsigned col, xpgn_square sq) {
    enum bracket sign = d->sign[sq];
    if (sign == BRACKET_NONE || (sign == BRACKET_MARK && d->heavy))
        return;
    canvas_put(&d->canvas, row, col - 1, (unsigned char)open_sign[sign]);
    unsigned close = col + d->piece_width;
    if (!XPGN_IS_WOUNDED(d->p->at[sq]))
        canvas_put(&d->canvas, row, close, (unsigned char)close_sign[sign]);
    else if (d->canvas.at[row][close + 1] == ' ' || d->grid)
        canvas_put(&d->canvas, row, close + 1, (unsigned char)close_sign[sign]);
}

static void put_piece(struct drawing *d, unsigned row, unsigned col, xpgn_piece piece) {
    unsigned last = col + d->piece_width - 1;
    if (piece == 0 && !d->grid && d->canvas.at[row][last] == ' ')
        canvas_put(&d->canvas, row, last, '.');
    if (piece == 0)
        return;
    if (d->piece_width == 2)
        canvas_put(&d->canvas, row, col, (unsigned char)*xpgn_seat_name(d->p, XPGN_SEAT_OF(piece)));
    canvas_put(&d->canvas, row, last, drawing_glyph(d, piece));
    if (XPGN_IS_WOUNDED(piece))
        canvas_put(&d->canvas, row, last + 1, '*');
}

/* From right to left: a closing sign must not overwrite the opening sign of its neighbour. */
static void put_pieces(struct drawing *d) {
    for (unsigned rank = 0; rank < d->p->ranks; rank++) {
        for (unsigned file = d->p->files; file-- > 0;) {
            xpgn_square sq = cell_square(d, file, rank);
            unsigned row = cell_row(d, rank), col = piece_col(d, file);
            put_piece(d, row, col, d->p->at[sq]);
            put_signs(d, row, col, sq);
        }
    }
}

/* ---- arrows: straight lines over the frame and the empty squares ---- */

static unsigned line_glyph(const struct drawing *d, int sx, int sy) {
    static const uint16_t arrow[3][3] = {/* [sy + 1][sx + 1] */
                                         {0x2196, 0x2191, 0x2197},
                                         {0x2190, ' ', 0x2192},
                                         {0x2199, 0x2193, 0x2198}};
    if (!d->ascii)
        return arrow[sy + 1][sx + 1];
    return sy == 0 ? '-' : sx == 0 ? '|' : sx == sy ? '\\' : '/';
}

/* Draws an arrow across the frame between two cells. */
static void put_crossing(struct drawing *d, unsigned file, unsigned rank, int sx, int sy) {
    unsigned left = d->x + file * d->pitch, top = d->y + 2 * rank;
    unsigned row = sy == 0 ? top + 1 : sy > 0 ? top + 2 : top;
    unsigned col = sx == 0 ? left + 2 : sx > 0 ? left + d->pitch : left;
    canvas_put(&d->canvas, row, col, line_glyph(d, sx, sy));
}

static void put_passage(struct drawing *d, unsigned file, unsigned rank, int sx, int sy) {
    if (d->p->at[cell_square(d, file, rank)] != 0)
        return;
    unsigned row = cell_row(d, rank), col = piece_col(d, file) + d->piece_width - 1;
    if (d->grid && d->ascii && sy == 0)
        for (unsigned i = 1; i < d->pitch; i++)
            canvas_put(&d->canvas, row, d->x + file * d->pitch + i, '-');
    else
        canvas_put(&d->canvas, row, d->grid ? piece_col(d, file) : col, line_glyph(d, sx, sy));
}

static int sign_of(int n) {
    return (n > 0) - (n < 0);
}

static void put_arrow(struct drawing *d, xpgn_arrow a) {
    if (!is_on_board(d->p, a.from) || !is_on_board(d->p, a.to))
        return;
    int file = (int)cell_file(d, a.from), rank = (int)cell_rank(d, a.from);
    int dx = (int)cell_file(d, a.to) - file, dy = (int)cell_rank(d, a.to) - rank;
    if (dx != 0 && dy != 0 && abs(dx) != abs(dy))
        return;
    int sx = sign_of(dx), sy = sign_of(dy), steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i < steps; i++, file += sx, rank += sy) {
        if (i > 0)
            put_passage(d, (unsigned)file, (unsigned)rank, sx, sy);
        if (d->grid)
            put_crossing(d, (unsigned)file, (unsigned)rank, sx, sy);
    }
}

static void put_arrows(struct drawing *d) {
    for (size_t i = 0; i < d->o->arrow_count; i++)
        put_arrow(d, d->o->arrows[i]);
    if (has_combat(d->o))
        put_arrow(d, combat_arrow(d->o->combat));
}

/* ---- below the board ---- */

enum { LEAST_TEXT_WIDTH = 24 }; /* captions of small boards may be wider than the board */

static void put_line(xpgn_buffer *b, const struct drawing *d, xpgn_slice text) {
    unsigned width = d->width > LEAST_TEXT_WIDTH ? d->width : LEAST_TEXT_WIDTH;
    page_put_centred(b, text, d->x + d->width / 2, width, d->o->style == XPGN_DIAGRAM_PLAIN);
}

static void list_arrows(xpgn_buffer *b, const struct drawing *d) {
    xpgn_buffer list = {0};
    for (size_t i = 0; i < d->o->arrow_count; i++) {
        xpgn_arrow a = d->o->arrows[i];
        char from[4], to[4];
        if (!is_on_board(d->p, a.from) || !is_on_board(d->p, a.to))
            continue;
        xpgn_square_name(d->p, a.from, from);
        xpgn_square_name(d->p, a.to, to);
        xpgn_buffer_printf(&list, "%s%s%s%s", list.size > 0 ? ", " : "", from,
                           d->ascii ? "->" : "\xe2\x86\x92", to);
    }
    put_line(b, d, (xpgn_slice){list.data, list.size});
    b->failed |= list.failed;
    xpgn_buffer_free(&list);
}

static void put_turn(xpgn_buffer *b, const struct drawing *d) {
    char text[32];
    snprintf(text, sizeof text, "%s to move", xpgn_seat_name(d->p, d->p->turn));
    text[0] = (char)(text[0] - 'a' + 'A');
    put_line(b, d, slice_of(text));
}

static void put_below(xpgn_buffer *b, const struct drawing *d) {
    list_arrows(b, d);
    if (!d->o->no_turn && !has_combat(d->o))
        put_turn(b, d);
    if (d->o->caption != NULL)
        put_line(b, d, slice_of(d->o->caption));
    if (has_combat(d->o)) {
        xpgn_buffer_char(b, '\n');
        xpgn_combat_write(b, d->rs, d->p, d->o->combat, d->o->number);
    }
}

/* ---- public functions ---- */

bool xpgn_diagram_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                        const xpgn_diagram_options *options) {
    xpgn_diagram_options known;
    struct drawing d = {.rs = rs, .p = p, .o = &known};
    if (!options_read(&known, sizeof known, options))
        return false;
    lay_out(&d);
    put_frame(&d);
    put_coordinates(&d);
    put_arrows(&d);
    put_pieces(&d);
    panels_put(&d);
    xpgn_buffer page = {0};
    canvas_write(&page, &d.canvas);
    put_below(&page, &d);
    xpgn_slice lines = {page.data, page.size};
    page_put_padded(b, lines, page_widest(lines));
    b->failed |= page.failed;
    xpgn_buffer_free(&page);
    return true;
}

static size_t count_lines(xpgn_slice block) {
    size_t count = 0;
    for (xpgn_slice line; page_next_line(&block, &line);)
        count++;
    return count;
}

/* Line `n` of a block; empty past its last. */
static xpgn_slice line_of(xpgn_slice block, size_t n) {
    xpgn_slice line = {NULL, 0};
    while (page_next_line(&block, &line))
        if (n-- == 0)
            return line;
    return (xpgn_slice){NULL, 0};
}

void xpgn_diagram_join(xpgn_buffer *b, const xpgn_slice *diagrams, size_t count) {
    size_t height = 0;
    for (size_t i = 0; i < count; i++) {
        size_t lines = count_lines(diagrams[i]);
        height = lines > height ? lines : height;
    }
    for (size_t n = 0; n < height; n++) {
        for (size_t i = 0; i < count; i++) {
            xpgn_slice line = line_of(diagrams[i], n);
            page_put_spaces(b, i > 0 ? 3 : 0);
            xpgn_buffer_slice(b, line);
            page_put_spaces(b, page_widest(diagrams[i]) - utf8_count(line));
        }
        xpgn_buffer_char(b, '\n');
    }
}

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

/* ---- squares and cells ---- */

/* Maps a coordinate for a flipped board; its own inverse. */
static int turned(const struct drawing *d, int n, unsigned count) {
    return d->o->flip ? (int)count - 1 - n : n;
}
/* File and rank of a cell; of squares that are not drawn, outside files and ranks. */
static int cell_file(const struct drawing *d, xpgn_square sq) {
    return turned(d, (int)square_file(d->p, sq) - (int)d->left, d->files);
}
static int cell_rank(const struct drawing *d, xpgn_square sq) {
    int top = (int)(d->bottom + d->ranks) - 1;
    return turned(d, top - (int)square_rank(d->p, sq), d->ranks);
}
static bool is_drawn(const struct drawing *d, int file, int rank) {
    return file >= 0 && rank >= 0 && file < (int)d->files && rank < (int)d->ranks;
}
static unsigned file_of_cell(const struct drawing *d, unsigned file) {
    return d->left + (unsigned)turned(d, (int)file, d->files);
}
static unsigned rank_of_cell(const struct drawing *d, unsigned rank) {
    return d->bottom + d->ranks - 1 - (unsigned)turned(d, (int)rank, d->ranks);
}
static xpgn_square cell_square(const struct drawing *d, unsigned file, unsigned rank) {
    return (xpgn_square)(rank_of_cell(d, rank) * d->p->files + file_of_cell(d, file));
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

enum { SIGN_MARK = '[', SIGN_SUPPORT = '(', SIGN_FROM = '<', SIGN_TO = '>', SIGN_DOT = '.' };

/* Signs that stand on an empty square, not around it. */
static bool is_spot(char sign) {
    return sign == SIGN_DOT || (sign >= '1' && sign <= '9');
}

/* Of several signs on a square the strongest is drawn; of equals, the last. */
static unsigned strength(char sign) {
    static const char order[] = {SIGN_DOT, '1', SIGN_SUPPORT, SIGN_FROM, SIGN_TO};
    const char *at = memchr(order, is_spot(sign) && sign != SIGN_DOT ? '1' : sign, sizeof order);
    return at != NULL ? (unsigned)(at - order) : sizeof order;
}

static char closing(char sign) {
    static const char open[] = "(<>[{", close[] = ")><]}";
    const char *at = strchr(open, sign);
    return at != NULL ? close[at - open] : sign;
}

static void add_sign(struct drawing *d, xpgn_square sq, char sign) {
    if (is_on_board(d->p, sq) && (d->sign[sq] == 0 || strength(d->sign[sq]) <= strength(sign)))
        d->sign[sq] = sign;
}

static char sign_of_mark(const struct drawing *d, size_t i) {
    char sign = d->o->mark_signs != NULL ? d->o->mark_signs[i] : SIGN_MARK;
    return sign > ' ' && sign <= '~' ? sign : SIGN_MARK;
}

static void add_arrow_signs(struct drawing *d, xpgn_arrow a) {
    add_sign(d, a.from, SIGN_FROM);
    add_sign(d, a.to, SIGN_TO);
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
            add_sign(d, facts->side[side].supporter[i].square, SIGN_SUPPORT);
}

static void add_signs(struct drawing *d) {
    for (size_t i = 0; i < d->o->mark_count; i++)
        add_sign(d, d->o->marks[i], sign_of_mark(d, i));
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
    return d->o->no_coordinates ? 0 : d->bottom + d->ranks > 9 ? 3 : 2;
}

/* The lower of a and b becomes *low; returns how many there are from one to the other. */
static unsigned span(unsigned a, unsigned b, unsigned *low) {
    *low = a < b ? a : b;
    return (a < b ? b - a : a - b) + 1;
}

/* Which part of the board is drawn. */
static void crop(struct drawing *d) {
    const xpgn_square all[] = {0, (xpgn_square)(position_squares(d->p) - 1)};
    const xpgn_square *c = d->o->crop;
    if (c == NULL || !is_on_board(d->p, c[0]) || !is_on_board(d->p, c[1]))
        c = all;
    d->files = span(square_file(d->p, c[0]), square_file(d->p, c[1]), &d->left);
    d->ranks = span(square_rank(d->p, c[0]), square_rank(d->p, c[1]), &d->bottom);
}

static void lay_out(struct drawing *d) {
    crop(d);
    lay_out_cells(d);
    panels_fill(d);
    unsigned left = panels_width(d, 0), right = panels_width(d, 1);
    d->x = rank_label_width(d) + (left > 0 ? left + 2 : 0);
    d->y = 0;
    /* The last column is the frame's, or without one the closing sign of the last file. */
    d->width = d->files * d->pitch + (d->lead > 0);
    d->height = d->grid ? 2 * d->ranks + 1u : d->ranks;
    canvas_clear(&d->canvas, d->height + !d->o->no_coordinates,
                 d->x + d->width + (right > 0 ? right + 2 : 0));
    add_signs(d);
}

/* ---- drawing ---- */

static bool is_heavy(const void *data, unsigned file, unsigned rank) {
    const struct drawing *d = data;
    return d->heavy && d->sign[cell_square(d, file, rank)] == SIGN_MARK;
}

static void put_frame(struct drawing *d) {
    struct canvas_frame frame = {.row = d->y,
                                 .col = d->x,
                                 .files = d->files,
                                 .ranks = d->ranks,
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
    for (unsigned rank = 0; rank < d->ranks; rank++) {
        char label[16];
        snprintf(label, sizeof label, "%*u", (int)width - 1, rank_of_cell(d, rank) + 1);
        canvas_put_text(&d->canvas, cell_row(d, rank), d->x - width, label);
    }
    for (unsigned file = 0; file < d->files; file++) {
        unsigned letter = 'a' + file_of_cell(d, file);
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
    char sign = d->sign[sq];
    if (sign == 0 || (sign == SIGN_MARK && d->heavy) || (is_spot(sign) && d->p->at[sq] == 0))
        return;
    canvas_put(&d->canvas, row, col - 1, (unsigned char)sign);
    unsigned close = col + d->piece_width;
    if (!XPGN_IS_WOUNDED(d->p->at[sq]))
        canvas_put(&d->canvas, row, close, (unsigned char)closing(sign));
    else if (d->canvas.at[row][close + 1] == ' ' || d->grid)
        canvas_put(&d->canvas, row, close + 1, (unsigned char)closing(sign));
}

/* An empty square: its spot, or without a grid a dot, where no arrow passes. */
static void put_empty(struct drawing *d, unsigned row, unsigned col, char sign) {
    if (is_spot(sign))
        canvas_put(&d->canvas, row, col,
                   sign != SIGN_DOT ? (unsigned char)sign
                   : d->ascii       ? 'o'
                                    : 0x2022);
    else if (!d->grid && d->canvas.at[row][col] == ' ')
        canvas_put(&d->canvas, row, col, '.');
}

static void put_piece(struct drawing *d, unsigned row, unsigned col, xpgn_square sq) {
    unsigned last = col + d->piece_width - 1;
    xpgn_piece piece = d->p->at[sq];
    if (piece == 0) {
        put_empty(d, row, last, d->sign[sq]);
        return;
    }
    if (d->piece_width == 2)
        canvas_put(&d->canvas, row, col, (unsigned char)*xpgn_seat_name(d->p, XPGN_SEAT_OF(piece)));
    canvas_put(&d->canvas, row, last, drawing_glyph(d, piece));
    if (XPGN_IS_WOUNDED(piece))
        canvas_put(&d->canvas, row, last + 1, '*');
}

/* From right to left: a closing sign must not overwrite the opening sign of its neighbour. */
static void put_pieces(struct drawing *d) {
    for (unsigned rank = 0; rank < d->ranks; rank++) {
        for (unsigned file = d->files; file-- > 0;) {
            xpgn_square sq = cell_square(d, file, rank);
            unsigned row = cell_row(d, rank), col = piece_col(d, file);
            put_piece(d, row, col, sq);
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

/* Draws an arrow across the frame between two cells, the first of which may lie outside. */
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
    int file = cell_file(d, a.from), rank = cell_rank(d, a.from);
    int dx = cell_file(d, a.to) - file, dy = cell_rank(d, a.to) - rank;
    if (dx != 0 && dy != 0 && abs(dx) != abs(dy))
        return;
    int sx = sign_of(dx), sy = sign_of(dy), steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i < steps; i++, file += sx, rank += sy) {
        bool here = is_drawn(d, file, rank), next = is_drawn(d, file + sx, rank + sy);
        if (i > 0 && here)
            put_passage(d, (unsigned)file, (unsigned)rank, sx, sy);
        if (d->grid && (here || next))
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
    snprintf(text, sizeof text, "%s to move", xpgn_seat_name(d->p, d->p->side_to_move));
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

/* SPDX-License-Identifier: MIT */
/* Diagrams: the board and the lines below it. */
#include "output/draw/board_diagram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/number.h"
#include "core/base/option_struct.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"
#include "internal/writers.h"
#include "output/write/page_lines.h"

/* ---- squares and cells ---- */

static unsigned cell_row(const struct drawing *d, unsigned rank) {
    return d->grid ? d->y + 2 * rank + 1 : d->y + rank;
}
static unsigned piece_col(const struct drawing *d, unsigned file) {
    return d->x + file * d->pitch + d->lead;
}

/* ---- signs: marks, ends of arrows, supporters ---- */

static char closing(char sign) {
    static const char open[] = "(<>[{", close[] = ")><]}";
    const char *at = strchr(open, sign);
    return at != NULL ? close[at - open] : sign;
}

static void add_arrow_signs(struct drawing *d, xpgn_arrow a) {
    view_add_sign(&d->v, a.from, SIGN_FROM);
    view_add_sign(&d->v, a.to, SIGN_TO);
}

static void add_combat_signs(struct drawing *d, const xpgn_facts *facts) {
    add_arrow_signs(d, view_combat_arrow(&d->v));
    for (unsigned side = 0; side < 2; side++)
        for (unsigned i = 0; i < facts->side[side].count; i++)
            view_add_sign(&d->v, facts->side[side].supporter[i].square, SIGN_SUPPORT);
}

static void add_signs(struct drawing *d) {
    for (size_t i = 0; i < d->v.o->arrow_count; i++)
        add_arrow_signs(d, d->v.o->arrows[i]);
    if (view_has_combat(&d->v))
        add_combat_signs(d, d->v.o->combat);
}

static bool has_signs(const struct drawing *d) {
    return d->v.o->mark_count > 0 || d->v.o->arrow_count > 0 || view_has_combat(&d->v);
}

/* ---- layout ---- */

/* The digits of the most hit points that a harmed piece of the game can have left. */
static unsigned points_width(const struct geometry *g) {
    unsigned most = 0;
    for (unsigned type = 0; g->hits && type < XPGN_TYPES; type++)
        most = g->full[type] > most ? g->full[type] : most;
    return most > 100 ? 3 : most > 10 ? 2 : most > 1;
}

static void lay_out_cells(struct drawing *d) {
    const struct look look = view_look(d->v.o->style);
    d->grid = look.grid;
    d->ascii = look.ascii;
    d->heavy = !d->ascii;
    d->piece_width = d->v.p->seats > 2 ? 2 : 1;
    d->points = points_width(&d->v.rs->geometry);
    d->lead = d->grid ? 2 : has_signs(d) && !d->v.o->narrow;
    d->pitch = d->piece_width + 1 + d->lead + d->points;
}

static unsigned rank_label_width(const struct drawing *d) {
    return d->v.o->no_coordinates ? 0 : d->v.bottom + d->v.ranks > 9 ? 3 : 2;
}

static void lay_out(struct drawing *d) {
    lay_out_cells(d);
    panels_fill(d);
    unsigned left = panels_width(d, 0), right = panels_width(d, 1);
    d->x = rank_label_width(d) + (left > 0 ? left + 2 : 0);
    d->y = 0;
    /* The last column is for the frame, or without one for the closing sign on the last file. */
    d->width = d->v.files * d->pitch + (d->grid || has_signs(d));
    d->height = d->grid ? 2 * d->v.ranks + 1u : d->v.ranks;
    canvas_clear(&d->canvas, d->height + !d->v.o->no_coordinates,
                 d->x + d->width + (right > 0 ? right + 2 : 0));
    add_signs(d);
}

/* ---- drawing ---- */

static bool is_heavy(const void *data, unsigned file, unsigned rank) {
    const struct drawing *d = data;
    return d->heavy && d->v.sign[view_square(&d->v, file, rank)] == SIGN_MARK;
}

static void put_frame(struct drawing *d) {
    struct canvas_frame frame = {.row = d->y,
                                 .col = d->x,
                                 .files = d->v.files,
                                 .ranks = d->v.ranks,
                                 .width = d->pitch - 1,
                                 .ascii = d->ascii,
                                 .heavy = is_heavy,
                                 .data = d};
    if (d->grid)
        canvas_put_frame(&d->canvas, &frame);
}

static void put_coordinates(struct drawing *d) {
    if (d->v.o->no_coordinates)
        return;
    unsigned width = rank_label_width(d);
    for (unsigned rank = 0; rank < d->v.ranks; rank++) {
        char label[16];
        snprintf(label, sizeof label, "%*u", (int)width - 1, view_board_rank(&d->v, rank) + 1);
        canvas_put_text(&d->canvas, cell_row(d, rank), d->x - width, label);
    }
    for (unsigned file = 0; file < d->v.files; file++) {
        unsigned letter = 'a' + view_board_file(&d->v, file);
        canvas_put(&d->canvas, d->y + d->height, piece_col(d, file) + d->piece_width - 1, letter);
    }
}

unsigned drawing_glyph(const struct drawing *d, xpgn_piece piece) {
    unsigned type = XPGN_TYPE_OF(piece), seat = XPGN_SEAT_OF(piece);
    if (view_look(d->v.o->style).symbols)
        return (seat == 0 ? 0x2654u : 0x265au) + (unsigned)XPGN_KING - type;
    return (unsigned char)xpgn_piece_letter(XPGN_PIECE(d->v.p->seats > 2 ? 0 : seat, type));
}

/* What follows a piece: * if it is wounded, or the hit points that it has left; "" if it is whole.
 */
struct harm {
    char text[4];
};
static struct harm harm_on(const struct drawing *d, xpgn_square sq) {
    struct harm harm = {""};
    if (XPGN_IS_WOUNDED(d->v.p->at[sq]))
        harm.text[0] = '*';
    else if (d->points > 0 && d->v.p->hits.left[sq] != 0)
        *number_write(harm.text, d->v.p->hits.left[sq]) = '\0';
    return harm;
}

/* Draws the signs before and after a piece. After what follows a piece there is no closing sign if
   that is already at the frame. */
static void put_signs(struct drawing *d, unsigned row, unsigned col, xpgn_square sq) {
    char sign = d->v.sign[sq];
    if (sign == 0 || (sign == SIGN_MARK && d->heavy) || (view_is_spot(sign) && d->v.p->at[sq] == 0))
        return;
    canvas_put(&d->canvas, row, col - 1, (unsigned char)sign);
    unsigned harmed = (unsigned)strlen(harm_on(d, sq).text), close = col + d->piece_width + harmed;
    if (harmed == 0 || d->canvas.at[row][close] == ' ')
        canvas_put(&d->canvas, row, close, (unsigned char)closing(sign));
}

/* Draws an empty square: its dot or digit, or without a grid a full stop if no arrow crosses. */
static void put_empty(struct drawing *d, unsigned row, unsigned col, char sign) {
    if (view_is_spot(sign))
        canvas_put(&d->canvas, row, col,
                   sign != SIGN_DOT ? (unsigned char)sign
                   : d->ascii       ? 'o'
                                    : 0x2022);
    else if (!d->grid && d->canvas.at[row][col] == ' ')
        canvas_put(&d->canvas, row, col, '.');
}

/* Inks a marked square, frame excluded. */
static void ink_mark(struct drawing *d, unsigned row, unsigned col) {
    for (unsigned i = col - 1; i <= col + d->piece_width; i++)
        canvas_ink(&d->canvas, row, i, INK_MARKED);
}

static unsigned ink_of(const struct drawing *d, xpgn_piece piece) {
    unsigned seat = XPGN_SEAT_OF(piece);
    return 1 + (d->v.p->seats > 2 ? seat : 2 * seat);
}

static void ink_piece(struct drawing *d, unsigned row, unsigned col, xpgn_square sq) {
    xpgn_piece piece = d->v.p->at[sq];
    unsigned end = col + d->piece_width + (unsigned)strlen(harm_on(d, sq).text);
    for (unsigned i = col; piece != 0 && i < end; i++)
        canvas_ink(&d->canvas, row, i, ink_of(d, piece));
    if (d->v.sign[sq] == SIGN_MARK)
        ink_mark(d, row, col);
}

static void put_piece_sign(struct drawing *d, unsigned row, unsigned col, xpgn_square sq) {
    unsigned last = col + d->piece_width - 1;
    xpgn_piece piece = d->v.p->at[sq];
    if (piece == 0) {
        put_empty(d, row, last, d->v.sign[sq]);
        return;
    }
    if (d->piece_width == 2)
        canvas_put(&d->canvas, row, col,
                   (unsigned char)*xpgn_seat_name(d->v.p, XPGN_SEAT_OF(piece)));
    canvas_put(&d->canvas, row, last, drawing_glyph(d, piece));
    canvas_put_text(&d->canvas, row, last + 1, harm_on(d, sq).text);
}

/* Goes from right to left, so that a closing sign does not overwrite the opening sign of the square
   after it. */
static void put_board_signs(struct drawing *d) {
    for (unsigned rank = 0; rank < d->v.ranks; rank++) {
        for (unsigned file = d->v.files; file-- > 0;) {
            xpgn_square sq = view_square(&d->v, file, rank);
            unsigned row = cell_row(d, rank), col = piece_col(d, file);
            put_piece_sign(d, row, col, sq);
            put_signs(d, row, col, sq);
            ink_piece(d, row, col, sq);
        }
    }
}

/* ---- arrows: straight lines across the frame and the empty squares ---- */

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
    if (d->v.p->at[view_square(&d->v, file, rank)] != 0)
        return;
    unsigned row = cell_row(d, rank), col = piece_col(d, file) + d->piece_width - 1;
    if (d->grid && d->ascii && sy == 0)
        for (unsigned i = 1; i < d->pitch; i++)
            canvas_put(&d->canvas, row, d->x + file * d->pitch + i, '-');
    else
        canvas_put(&d->canvas, row, d->grid ? piece_col(d, file) : col, line_glyph(d, sx, sy));
}

static int sign_of_number(int n) {
    return (n > 0) - (n < 0);
}

static void put_arrow(struct drawing *d, xpgn_arrow a) {
    if (!view_on_board(&d->v, a.from) || !view_on_board(&d->v, a.to))
        return;
    int file = view_file(&d->v, a.from), rank = view_rank(&d->v, a.from);
    int dx = view_file(&d->v, a.to) - file, dy = view_rank(&d->v, a.to) - rank;
    if (dx != 0 && dy != 0 && abs(dx) != abs(dy))
        return;
    int sx = sign_of_number(dx), sy = sign_of_number(dy),
        steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i < steps; i++, file += sx, rank += sy) {
        bool here = view_has(&d->v, file, rank), next = view_has(&d->v, file + sx, rank + sy);
        if (i > 0 && here)
            put_passage(d, (unsigned)file, (unsigned)rank, sx, sy);
        if (d->grid && (here || next))
            put_crossing(d, (unsigned)file, (unsigned)rank, sx, sy);
    }
}

static void put_arrow_lines(struct drawing *d) {
    for (size_t i = 0; i < d->v.o->arrow_count; i++)
        put_arrow(d, d->v.o->arrows[i]);
    if (view_has_combat(&d->v))
        put_arrow(d, view_combat_arrow(&d->v));
}

/* ---- below the board ---- */

enum { LEAST_TEXT_WIDTH = 24 }; /* captions of small boards may be wider than the board */

static void put_diagram_line(xpgn_buffer *b, const struct drawing *d, xpgn_slice text) {
    unsigned width = d->width > LEAST_TEXT_WIDTH ? d->width : LEAST_TEXT_WIDTH,
             middle = d->x + d->width / 2, most = d->v.o->width;
    if (most > 0 && most < middle + width / 2) {
        width = most < width ? most : width;
        middle = most - width / 2 < middle ? most - width / 2 : middle;
    }
    page_put_centred(b, text, middle, width, d->grid && d->ascii && d->v.column == 0);
}

static void list_arrows(xpgn_buffer *b, const struct drawing *d) {
    xpgn_buffer list = {0};
    for (size_t i = 0; i < d->v.o->arrow_count; i++) {
        xpgn_arrow a = d->v.o->arrows[i];
        char from[4], to[4];
        if (!view_on_board(&d->v, a.from) || !view_on_board(&d->v, a.to))
            continue;
        xpgn_square_name(d->v.p, a.from, from);
        xpgn_square_name(d->v.p, a.to, to);
        xpgn_buffer_printf(&list, "%s%s%s%s", list.size > 0 ? ", " : "", from,
                           d->ascii ? "->" : "\xe2\x86\x92", to);
        view_put_color(&list, &d->v, view_arrow_color(d->v.o, i));
    }
    put_diagram_line(b, d, (xpgn_slice){list.data, list.size});
    b->failed |= list.failed;
    xpgn_buffer_free(&list);
}

static void put_turn_line(xpgn_buffer *b, const struct drawing *d) {
    xpgn_buffer text = {0};
    view_put_turn(&text, &d->v);
    put_diagram_line(b, d, (xpgn_slice){text.data, text.size});
    b->failed |= text.failed;
    xpgn_buffer_free(&text);
}

/* Appends the pieces of the combat that are outside the part of the board drawn. */
static void put_outside(xpgn_buffer *b, const struct drawing *d) {
    xpgn_buffer text = {0};
    view_put_outside(&text, &d->v);
    if (text.size > 0) {
        xpgn_buffer_text(b, "  ");
        page_put_hanging(b, (xpgn_slice){text.data, text.size}, 2, 4, d->v.o->width);
        xpgn_buffer_char(b, '\n');
    }
    b->failed |= text.failed;
    xpgn_buffer_free(&text);
}

static void put_below(xpgn_buffer *b, const struct drawing *d) {
    list_arrows(b, d);
    if (!d->v.o->no_turn && !view_has_combat(&d->v))
        put_turn_line(b, d);
    if (d->v.o->caption != NULL)
        put_diagram_line(b, d, slice_of(d->v.o->caption));
    if (view_has_combat(&d->v) && !d->v.o->no_report) {
        xpgn_buffer_char(b, '\n');
        view_put_report(b, &d->v);
    }
    if (view_has_combat(&d->v))
        put_outside(b, d);
}

/* ---- public functions ---- */

bool xpgn_diagram_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p,
                        const xpgn_diagram_options *options) {
    xpgn_diagram_options known;
    struct drawing d = {.grid = false};
    if (!options_read(&known, sizeof known, options) || !view_allows(&known) ||
        !position_fits(p, &rs->geometry))
        return false;
    view_begin(&d.v, rs, p, &known);
    lay_out(&d);
    put_frame(&d);
    put_coordinates(&d);
    put_arrow_lines(&d);
    put_board_signs(&d);
    panels_put(&d);
    xpgn_buffer page = {0};
    canvas_write(&page, &d.canvas, known.color);
    put_below(&page, &d);
    xpgn_slice lines = {page.data, page.size};
    page_put_padded(b, lines, page_widest(lines));
    b->failed |= page.failed;
    xpgn_buffer_free(&page);
    return true;
}

static size_t count_block_lines(xpgn_slice block) {
    size_t count = 0;
    for (xpgn_slice line; page_next_line(&block, &line);)
        count++;
    return count;
}

/* Returns line `n` of a block; empty beyond the last. */
static xpgn_slice line_of_block(xpgn_slice block, size_t n) {
    xpgn_slice line = {NULL, 0};
    while (page_next_line(&block, &line))
        if (n-- == 0)
            return line;
    return (xpgn_slice){NULL, 0};
}

void xpgn_diagram_join(xpgn_buffer *b, const xpgn_slice *diagrams, size_t count) {
    size_t height = 0;
    for (size_t i = 0; i < count; i++) {
        size_t lines = count_block_lines(diagrams[i]);
        height = lines > height ? lines : height;
    }
    for (size_t n = 0; n < height; n++) {
        for (size_t i = 0; i < count; i++) {
            xpgn_slice line = line_of_block(diagrams[i], n);
            page_put_spaces(b, i > 0 ? 3 : 0);
            xpgn_buffer_slice(b, line);
            page_put_spaces(b, page_widest(diagrams[i]) - page_width(line));
        }
        xpgn_buffer_char(b, '\n');
    }
}

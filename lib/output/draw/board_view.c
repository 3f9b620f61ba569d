/* SPDX-License-Identifier: MIT */
/* What a diagram shows, whatever its style. */
#include "output/draw/board_view.h"
#include "internal/text_out.h"

#include "core/base/slice.h"
#include "core/game/combat_sum.h"
#include "core/text/dictionary.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "output/write/combat_report.h"

#include <stdio.h>
#include <string.h>

/* ---- squares ---- */

/* Maps a coordinate for a flipped board; its own inverse. */
static int turned(const struct view *v, int n, unsigned count) {
    return v->o->flip ? (int)count - 1 - n : n;
}

int view_file(const struct view *v, xpgn_square sq) {
    return turned(v, (int)square_file(v->p, sq) - (int)v->left, v->files);
}

int view_rank(const struct view *v, xpgn_square sq) {
    int top = (int)(v->bottom + v->ranks) - 1;
    return turned(v, top - (int)square_rank(v->p, sq), v->ranks);
}

bool view_has(const struct view *v, int file, int rank) {
    return file >= 0 && rank >= 0 && file < (int)v->files && rank < (int)v->ranks;
}

unsigned view_board_file(const struct view *v, unsigned file) {
    return v->left + (unsigned)turned(v, (int)file, v->files);
}

unsigned view_board_rank(const struct view *v, unsigned rank) {
    return v->bottom + v->ranks - 1 - (unsigned)turned(v, (int)rank, v->ranks);
}

xpgn_square view_square(const struct view *v, unsigned file, unsigned rank) {
    return (xpgn_square)(view_board_rank(v, rank) * v->p->files + view_board_file(v, file));
}

/* Sets *low to the lower of a and b; returns the number of files or ranks between them, ends
   included. */
static unsigned span(unsigned a, unsigned b, unsigned *low) {
    *low = a < b ? a : b;
    return (a < b ? b - a : a - b) + 1;
}

/* Sets the part of the board that is drawn. */
static void crop(struct view *v) {
    const xpgn_square all[] = {0, (xpgn_square)(position_squares(v->p) - 1)};
    const xpgn_square *c = v->o->crop;
    if (c == NULL || !view_on_board(v, c[0]) || !view_on_board(v, c[1]))
        c = all;
    v->files = span(square_file(v->p, c[0]), square_file(v->p, c[1]), &v->left);
    v->ranks = span(square_rank(v->p, c[0]), square_rank(v->p, c[1]), &v->bottom);
}

/* ---- signs ---- */

static unsigned strength(char sign) {
    static const char order[] = {SIGN_DOT, '1', SIGN_SUPPORT, SIGN_FROM, SIGN_TO};
    const char *at =
        memchr(order, view_is_spot(sign) && sign != SIGN_DOT ? '1' : sign, sizeof order);
    return at != NULL ? (unsigned)(at - order) : sizeof order;
}

void view_add_sign(struct view *v, xpgn_square sq, char sign) {
    if (view_on_board(v, sq) && (v->sign[sq] == 0 || strength(v->sign[sq]) <= strength(sign)))
        v->sign[sq] = sign;
}

static const struct mark_color colors[] = {
    {"green", 'G', '!', false, {0}},          {"red", 'R', '+', false, {11, 7}},
    {"yellow", 'Y', '?', true, {0}},          {"blue", 'B', '=', false, {4, 5}},
    {"cyan", 'C', '(', false, {12, 5, 4, 5}}, {"orange", 'O', '[', false, {26, 4}}};

const struct mark_color *view_color(char letter) {
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++)
        if (colors[i].letter == letter)
            return &colors[i];
    return NULL;
}

const char *xpgn_mark_color_name(char letter) {
    const struct mark_color *color = view_color(letter);
    return color != NULL ? color->name : NULL;
}

static const struct mark_color *color_of_mark(const struct view *v, size_t i) {
    return v->o->mark_colors != NULL ? view_color(v->o->mark_colors[i]) : NULL;
}

static char sign_of_mark(const struct view *v, size_t i) {
    const struct mark_color *color = color_of_mark(v, i);
    if (color != NULL)
        return color->sign;
    char sign = v->o->mark_signs != NULL ? v->o->mark_signs[i] : SIGN_MARK;
    return sign > ' ' && sign <= '~' ? sign : SIGN_MARK;
}

static void add_mark(struct view *v, size_t i) {
    xpgn_square sq = v->o->marks[i];
    const struct mark_color *color = color_of_mark(v, i);
    view_add_sign(v, sq, sign_of_mark(v, i));
    if (view_on_board(v, sq) && v->sign[sq] == sign_of_mark(v, i))
        v->color[sq] = color != NULL ? color->letter : '\0';
}

/* ---- pieces beside the board ---- */

/* Adds the pieces of `seat` that are off the board, and their label. */
static void hold_pieces(struct held *held, xpgn_slice label, const uint8_t count[8],
                        unsigned seat) {
    (void)snprintf(held->label, sizeof held->label, "%.*s", SLICE(label));
    for (unsigned type = XPGN_KING; type >= XPGN_PAWN; type--) {
        if (count[type] == 0)
            continue;
        held->item[held->items].piece = XPGN_PIECE(seat, type);
        held->item[held->items++].count = count[type];
        held->total += count[type];
    }
}

/* Puts prisoners beside the castle that holds them. */
static void fill_cells(struct view *v) {
    const struct geometry *g = &v->rs->geometry;
    for (unsigned i = 0; i < 4; i++) {
        bool right = square_file(v->p, g->cell[i]) >= v->p->files / 2u;
        bool below = square_rank(v->p, g->cell[i]) < v->p->ranks / 2u;
        hold_pieces(&v->held[right != v->o->flip][below != v->o->flip],
                    word_in(v->column, "prisoners"), v->p->held[i], g->cell_seat[i] ^ 1u);
    }
}

/* Puts removed pieces on the side of the player who removed them. */
static void fill_removed(struct view *v) {
    for (unsigned seat = 0; seat < 2; seat++) {
        bool below = seat == 1;
        hold_pieces(&v->held[1][below != v->o->flip], word_in(v->column, "removed"),
                    v->p->held[seat], seat);
    }
}

static void fill_held(struct view *v) {
    bool whole = v->files == v->p->files && v->ranks == v->p->ranks;
    if (v->o->no_held || !whole || v->p->seats != 2)
        return;
    if (v->rs->geometry.held == HELD_CELLS)
        fill_cells(v);
    else if (v->rs->geometry.held == HELD_REMOVED)
        fill_removed(v);
}

/* ---- all of it ---- */

struct look view_look(xpgn_diagram_style style) {
    switch (style) {
    case XPGN_DIAGRAM_PLAIN:
        return (struct look){.exists = true, .grid = true, .ascii = true};
    case XPGN_DIAGRAM_BOX:
        return (struct look){.exists = true, .grid = true};
    case XPGN_DIAGRAM_UNICODE:
        return (struct look){.exists = true, .grid = true, .symbols = true};
    case XPGN_DIAGRAM_COMPACT:
        return (struct look){.exists = true, .ascii = true};
    }
    return (struct look){.exists = false};
}

bool view_allows(const xpgn_diagram_options *o) {
    return view_look(o->style).exists && dictionary_column(o->language) >= 0;
}

void view_begin(struct view *v, const xpgn_ruleset *rs, const xpgn_position *p,
                const xpgn_diagram_options *o) {
    *v =
        (struct view){.rs = rs, .p = p, .o = o, .column = (unsigned)dictionary_column(o->language)};
    crop(v);
    fill_held(v);
    for (size_t i = 0; i < o->mark_count; i++)
        add_mark(v, i);
}

void view_put_word(xpgn_buffer *b, const struct view *v, const char *english) {
    word_put(b, v->column, english);
}

void view_put_color(xpgn_buffer *b, const struct view *v, const struct mark_color *color) {
    if (color == NULL)
        return;
    xpgn_buffer_text(b, " (");
    view_put_word(b, v, color->name);
    xpgn_buffer_char(b, ')');
}

void view_put_turn(xpgn_buffer *b, const struct view *v) {
    char english[24];
    (void)snprintf(english, sizeof english, "%s to move",
                   xpgn_seat_tag(v->p->seats, v->p->side_to_move));
    view_put_word(b, v, english);
}

void view_put_report(xpgn_buffer *b, const struct view *v) {
    struct report r;
    report_begin(&r, v->rs, v->p, v->o->combat, v->o->number, v->o->language);
    report_write(b, &r, XPGN_REPORT_LINES, v->o->width);
    report_free(&r);
}

static void put_if_outside(xpgn_buffer *b, const struct view *v, xpgn_square sq) {
    if (!view_on_board(v, sq) || view_has(v, view_file(v, sq), view_rank(v, sq)))
        return;
    bool first = b->size == 0;
    if (first)
        view_put_word(b, v, "not shown");
    xpgn_buffer_text(b, first ? ": " : ", ");
    piece_put(b, v->rs, v->p, v->p->at[sq], sq, v->column);
}

void view_put_outside(xpgn_buffer *b, const struct view *v) {
    xpgn_buffer list = {0};
    for (unsigned side = 0; side < 2; side++) {
        const xpgn_combatant *c = &v->o->combat->side[side];
        put_if_outside(&list, v, c->square);
        for (unsigned i = 0; i < c->count; i++)
            put_if_outside(&list, v, c->supporter[i].square);
    }
    xpgn_buffer_put(b, list.data, list.failed ? 0 : list.size);
    b->failed |= list.failed;
    xpgn_buffer_free(&list);
}

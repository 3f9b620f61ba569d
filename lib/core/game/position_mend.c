/* SPDX-License-Identifier: MIT */
#include "core/game/position_mend.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/text/scan.h"

#include <stdio.h>
#include <string.h>

enum { BOARD, TURN, CASTLING, EP, CLOCK, NUMBER, FIELDS };

struct mending {
    struct position_mend *m;
    const struct geometry *g;
    xpgn_slice rest;
    xpgn_position position; /* without rights */
    char board[160];        /* board and side to move */
    size_t board_size;
    uint32_t number; /* of the first turn; 0: unknown */
};

static bool is_dashes(xpgn_slice s) {
    const char *p = s.data, *end = p + s.size;
    while (p < end && (*p == '_' || scan_dash(p, end) > 0))
        p += *p == '_' ? 1 : scan_dash(p, end);
    return p == end;
}

static bool is_number(xpgn_slice s) {
    size_t i = 0;
    while (i < s.size && is_digit(s.data[i]))
        i++;
    return s.size > 0 && s.size < 10 && i == s.size;
}

/* The next field, as far as the next blank. */
static xpgn_slice next_field(struct mending *x) {
    const char *p = x->rest.data, *end = p + x->rest.size, *from = p = scan_white(p, end);
    while (p < end && !byte_is(*p, BYTE_SPACE) && scan_wide_space(p, end) == 0) {
        size_t size = utf8_length((xpgn_slice){p, (size_t)(end - p)});
        p += size > 0 ? size : 1;
    }
    x->rest = (xpgn_slice){p, (size_t)(end - p)};
    return (xpgn_slice){from, (size_t)(p - from)};
}

/* Appends a field; false if there is no room. */
static bool put(struct position_mend *m, xpgn_slice field) {
    if (m->size + field.size + 2 > sizeof m->text)
        return false;
    if (m->size > 0)
        m->text[m->size++] = ' ';
    memcpy(m->text + m->size, field.data, field.size);
    m->size += field.size;
    m->text[m->size] = '\0';
    return true;
}

/* Appends a field in another form than it has. */
static bool mend(struct position_mend *m, enum diag code, const char *what, xpgn_slice was,
                 xpgn_slice is) {
    if (m->count == sizeof m->list / sizeof *m->list)
        return false;
    m->list[m->count++] = (struct mended_field){code, what, was, is};
    return is.size == 0 || put(m, is);
}

/* Splits what does not belong to a field from its end: ; and the like. */
static xpgn_slice cut_signs(xpgn_slice *field) {
    size_t size = field->size;
    while (size > 1 && strchr(";,.", field->data[size - 1]) != NULL)
        size--;
    xpgn_slice tail = {field->data + size, field->size - size};
    field->size = size;
    return tail;
}

/* ---- the fields ------------------------------------------------------------------------------ */

/* A slash behind the last rank, or before the first. */
static bool put_board(struct mending *x, xpgn_slice field) {
    xpgn_slice board = field;
    size_t ranks = 1;
    for (size_t i = 0; i < field.size; i++)
        ranks += field.data[i] == '/';
    if (ranks == x->g->ranks + 1u && field.data[field.size - 1] == '/')
        board.size--;
    else if (ranks == x->g->ranks + 1u && *field.data == '/')
        board = (xpgn_slice){field.data + 1, field.size - 1};
    if (board.size == field.size)
        return put(x->m, field);
    const char *sign = board.data > field.data ? field.data : field.data + board.size;
    return put(x->m, board) &&
           mend(x->m, D_FEN_BOARD, "beside the ranks", (xpgn_slice){sign, 1}, (xpgn_slice){"", 0});
}

/* W, white */
static bool put_turn(struct mending *x, xpgn_slice field) {
    static const char *const names[] = {"white", "black", "red", "green"};
    static const char *const letters[] = {"w", "b", "r", "g"};
    char small[8] = "";
    for (size_t i = 0; i < field.size && i < sizeof small - 1; i++)
        small[i] = to_lower(field.data[i]);
    for (size_t i = 0; i < (x->g->seats > 2 ? 4 : 2); i++) {
        if (slice_is(field, letters[i]))
            return put(x->m, field);
        if ((field.size < sizeof small && strcmp(small, names[i]) == 0) ||
            (field.size == 1 && small[0] == *letters[i]))
            return mend(x->m, D_FEN_TURN, "side to move", field, slice_of(letters[i]));
    }
    return false;
}

static const xpgn_slice none = {"-", 1};

/* True if these rights and this square can be in the position. */
static bool is_possible(struct mending *x, const struct geometry *g, xpgn_slice rights,
                        xpgn_slice ep) {
    char text[224];
    xpgn_position p;
    struct log mute;
    if (rights.size + ep.size > 40)
        return false;
    (void)snprintf(text, sizeof text, "%.*s %.*s %.*s", (int)x->board_size, x->board, SLICE(rights),
                   SLICE(ep));
    log_init_counting(&mute);
    bool read = xfen_read(slice_of(text), 0, g, &p, &mute);
    if (read && slice_equal(rights, none))
        x->position = p;
    log_free_parts(&mute);
    return read;
}

/* True if the slip may be in the placement: at the home of the rook is another piece, or the rook
   beside it. */
static bool may_be_placed(const xpgn_position *p, char right) {
    unsigned seat = right >= 'a', rank = seat == 0 ? 0 : p->ranks - 1u;
    unsigned home = to_lower(right) == 'k' ? p->files - 1u : 0;
    xpgn_piece there = p->at[rank * p->files + home];
    bool placed = there != 0 && XPGN_SEAT_OF(there) == seat;
    for (unsigned sq = 0; sq < position_squares(p) && !placed; sq++) {
        int file = (int)(sq % p->files) - (int)home, step = (int)(sq / p->files) - (int)rank;
        placed = p->at[sq] == XPGN_PIECE(seat, XPGN_ROOK) && file * file <= 1 && step * step <= 1;
    }
    return placed;
}

/* Leaves out rights without their rook, and repeated ones. False if Chess960 would explain one, or
   another piece on the board. */
static bool put_castling(struct mending *x, xpgn_slice field, char rights[16]) {
    struct geometry any = *x->g;
    bool chess = x->g->castling == CASTLING_STANDARD;
    size_t n = 0;
    if (is_possible(x, x->g, field, none))
        return put(x->m, field);
    any.castling = CASTLING_960;
    for (size_t i = 0; i < field.size && n < 15 && !is_dashes(field); i++) {
        xpgn_slice one = {field.data + i, 1};
        bool twice = memchr(rights, *one.data, n) != NULL;
        if (!byte_is(*one.data, BYTE_LETTER))
            return false;
        if (!twice && is_possible(x, x->g, one, none))
            rights[n++] = *one.data;
        else if (!twice && (strchr("KQkq", *one.data) == NULL ||
                            (chess && (is_possible(x, &any, one, none) ||
                                       may_be_placed(&x->position, *one.data)))))
            return false;
    }
    xpgn_slice is = n > 0 ? (xpgn_slice){rights, n} : none;
    return mend(x->m, D_FEN_CASTLING, "castling rights", field, is);
}

static bool put_ep(struct mending *x, xpgn_slice field) {
    if (is_possible(x, x->g, none, field))
        return put(x->m, field);
    bool square = field.size == 2 && byte_is(field.data[0], BYTE_LETTER) && is_digit(field.data[1]);
    return (square || is_dashes(field)) && mend(x->m, D_FEN_EP, "en passant square", field, none);
}

static bool put_clock(struct mending *x, xpgn_slice field, unsigned least) {
    uint64_t n = 0;
    xpgn_slice is = least == 0 ? slice_of("0") : slice_of("1");
    if (is_number(field) && slice_number(field, &n) && n >= least)
        return put(x->m, field);
    return (is_number(field) || is_dashes(field)) &&
           mend(x->m, D_FEN_CLOCK, least == 0 ? "halfmove clock" : "move number", field, is);
}

/* True if a side may have castling rights. */
static bool may_castle(struct mending *x) {
    bool may = false;
    for (const char *right = "KQkq"; *right != '\0' && !may; right++)
        may = is_possible(x, x->g, (xpgn_slice){right, 1}, none);
    return may;
}

/* Fields behind the side to move that are missing. Whether a side may castle is not certain. */
static bool put_missing(struct mending *x, unsigned from, const char *end) {
    static const char *const texts[FIELDS] = {NULL, NULL, "- - 0 ", "- 0 ", "0 ", ""};
    struct position_mend *m = x->m;
    if (m->count == sizeof m->list / sizeof *m->list || (from == CASTLING && may_castle(x)))
        return false;
    char *text = m->missing;
    (void)snprintf(text, sizeof m->missing, " %s%u", texts[from], x->number > 0 ? x->number : 1);
    m->list[m->count++] =
        (struct mended_field){D_FEN_FIELDS, "behind the position", {end, 0}, slice_of(text)};
    return put(m, slice_of(text + 1));
}

static bool put_field(struct mending *x, unsigned i, xpgn_slice field) {
    switch (i) {
    case BOARD:
        return put_board(x, field);
    case TURN:
        return put_turn(x, field);
    case CASTLING:
        return put_castling(x, field, x->m->rights);
    case EP:
        return put_ep(x, field);
    default:
        return put_clock(x, field, i == NUMBER);
    }
}

/* True if such a field belongs to the position; else it is what follows it. */
static bool belongs(unsigned i, xpgn_slice field) {
    return i < CLOCK || is_number(field) || is_dashes(field);
}

/* True if a move number follows the text for the clock. */
static bool is_followed_by_number(xpgn_slice rest) {
    const char *p = scan_white(rest.data, rest.data + rest.size);
    return p < rest.data + rest.size && is_digit(*p);
}

bool position_mend(struct position_mend *m, xpgn_slice text, const struct geometry *g,
                   uint32_t number) {
    struct mending x = {.m = m, .g = g, .rest = text, .number = number};
    const char *end = text.data;
    *m = (struct position_mend){.size = 0};
    for (unsigned i = 0; i < FIELDS; i++) {
        xpgn_slice field = next_field(&x), tail = cut_signs(&field);
        if (field.size == 0 || !belongs(i, field)) {
            if (i == CLOCK && is_followed_by_number(x.rest))
                return false;
            if (i < CASTLING || (i == NUMBER && strcmp(m->text + m->size - 2, " 0") != 0))
                return false;
            if (!put_missing(&x, i, end))
                return false;
            x.rest = (xpgn_slice){end, (size_t)(text.data + text.size - end)};
            break;
        }
        if (!put_field(&x, i, field))
            return false;
        end = field.data + field.size;
        x.rest = (xpgn_slice){end, (size_t)(text.data + text.size - end)};
        if (tail.size > 0 && i < EP)
            return false;
        if (i == TURN) {
            x.board_size = m->size < sizeof x.board ? m->size : 0;
            memcpy(x.board, m->text, x.board_size);
            if (!is_possible(&x, g, none, none))
                return false;
        }
    }
    xpgn_slice junk = slice_trim(x.rest, " \t");
    return junk.size == 0 ||
           mend(m, D_FEN_FIELDS, "behind the position", x.rest, (xpgn_slice){"", 0});
}

/* SPDX-License-Identifier: MIT */
/* Reading positions: FEN and XFEN (format section 5). */
#include "core/board/xfen_common.h"

#include "core/base/slice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

enum { FIELD_BOARD, FIELD_TURN, FIELD_CASTLING, FIELD_EP, FIELD_CLOCK, FIELD_NUMBER, FIELDS };

struct xfen_reader {
    xpgn_slice text;
    uint32_t base;
    const struct geometry *g;
    xpgn_position *p;
    struct log *log;
    bool failed;
};

static void fault(struct xfen_reader *r, enum diag code, xpgn_slice at, const char *format, ...)
    XPGN_PRINTF(4, 5);

static void fault(struct xfen_reader *r, enum diag code, xpgn_slice at, const char *format, ...) {
    char text[200];
    va_list args;
    r->failed = true;
    if (r->log == NULL)
        return;
    text[0] = '\0';
    va_start(args, format);
    if (log_wants_text(r->log))
        vsnprintf(text, sizeof text, format, args);
    va_end(args);
    xpgn_place place = {r->base + (uint32_t)(at.data - r->text.data), (uint32_t)at.size};
    log_add(r->log, code, place, "%s", text);
}

/* A byte in printable form. */
static const char *shown(char c, char text[8]) {
    if (c > ' ' && c < 0x7f) {
        text[0] = c;
        text[1] = '\0';
    } else {
        snprintf(text, 8, "\\x%02x", (unsigned)(unsigned char)c);
    }
    return text;
}

/* The size of a field, limited to what fits into a message. */
static int shown_size(xpgn_slice s) {
    return s.size < 40 ? (int)s.size : 40;
}

/* The type that either side's letter names, if this game has it; else 0. */
static inline unsigned type_in(const struct geometry *g, char c) {
    unsigned type = XPGN_TYPE_OF(piece_of_letter[(unsigned char)c]);
    return (g->letters >> type & 1) != 0 ? type : 0;
}

/* The piece letters of this game, for messages: "K, Q, R, B, N, P". */
static const char *letters_of(const struct xfen_reader *r, char text[24]) {
    const struct geometry *g = r->g;
    size_t n = 0;
    bool wanted = r->log != NULL && log_wants_text(r->log);
    for (size_t i = 0; wanted && i < sizeof held_order; i++)
        if ((g->letters >> held_order[i] & 1) != 0)
            n += (size_t)snprintf(text + n, 24 - n, "%s%c", n == 0 ? "" : ", ",
                                  xpgn_piece_letter(held_order[i]));
    return n == 0 ? "none" : text;
}

/* ---- the placement --------------------------------------------------------------------------- */

/* Reads a run of empty squares at byte i; false if it is too long. */
static bool read_run(struct xfen_reader *r, xpgn_slice row, size_t *i, unsigned *files) {
    size_t start = *i;
    unsigned run = 0;
    do
        run = run * 10 + (unsigned)(row.data[(*i)++] - '0');
    while (r->g->files > 9 && *i < row.size && is_digit(row.data[*i]) && run < 100);
    if (run == 0 || *files + run > r->g->files) {
        xpgn_slice at = {row.data + start, *i - start};
        fault(r, D_FEN_BOARD, at, "%u empty squares where %u of %u files are left", run,
              r->g->files - *files, r->g->files);
        return false;
    }
    *files += run;
    return true;
}

/* Reads the seat letter before a piece of a four-seat game; false if there is none. */
static inline bool read_seat(struct xfen_reader *r, xpgn_slice row, size_t *i, unsigned *seat) {
    unsigned n = 0;
    char text[8];
    while (n < 4 && four_seats[n] != row.data[*i])
        n++;
    if (n == 4) {
        fault(r, D_FEN_PIECE, (xpgn_slice){row.data + *i, 1},
              "expected a seat letter (w, r, b, g) and a piece, or a number, found '%s'",
              shown(row.data[*i], text));
        return false;
    }
    *seat = n;
    if (++*i < row.size)
        return true;
    fault(r, D_FEN_PIECE, (xpgn_slice){row.data + *i - 1, 1},
          "missing piece after the seat letter '%c'", row.data[*i - 1]);
    return false;
}

/* Reads one piece at byte i, with its seat letter and wound. */
static inline bool read_piece_letter(struct xfen_reader *r, xpgn_slice row, size_t *i,
                                     xpgn_piece *piece) {
    unsigned seat = 0;
    size_t start = *i;
    if (r->g->seats > 2 && !read_seat(r, row, i, &seat))
        return false;
    char c = row.data[*i];
    unsigned type = type_in(r->g, c);
    if (type == 0 || (r->g->seats > 2 && c >= 'a')) {
        char text[8], letters[24];
        fault(r, D_FEN_PIECE, (xpgn_slice){row.data + *i, 1},
              "unknown piece '%s', expected one of %s", shown(c, text), letters_of(r, letters));
        return false;
    }
    if (r->g->seats == 2)
        seat = c >= 'a';
    *piece = XPGN_PIECE(seat, type);
    ++*i;
    if (*i < row.size && row.data[*i] == '*') {
        ++*i;
        if (!r->g->wounds) {
            fault(r, D_FEN_PIECE, (xpgn_slice){row.data + start, *i - start},
                  "unexpected wounded piece: this game has no wounds");
            return false;
        }
        *piece |= XPGN_WOUNDED;
    }
    return true;
}

/* Reads the number in parentheses that begin at byte i, and goes behind them; 0: there is none. */
static unsigned read_points(xpgn_slice row, size_t *i) {
    unsigned points = 0;
    bool number = true;
    for (++*i; *i < row.size && row.data[*i] != ')'; ++*i) {
        number = number && is_digit(row.data[*i]) && points < 1000;
        points = number ? points * 10 + (unsigned)(row.data[*i] - '0') : 0;
    }
    number = number && *i < row.size;
    *i += *i < row.size;
    return number ? points : 0;
}

/* Reads the hit points left of a piece, (2), if they are at byte i. */
static bool read_hits(struct xfen_reader *r, xpgn_slice row, size_t *i, xpgn_piece piece,
                      uint8_t *hits) {
    size_t start = *i;
    *hits = 0;
    if (start == row.size || row.data[start] != '(')
        return true;
    unsigned points = read_points(row, i), full = r->g->full[XPGN_TYPE_OF(piece)];
    xpgn_slice at = {row.data + start, *i - start};
    if (r->g->hits && points > 0 && points < full) {
        *hits = (uint8_t)points;
        return true;
    }
    if (!r->g->hits)
        fault(r, D_FEN_PIECE, at, "unexpected hit points: this game has none");
    else if (points == 0)
        fault(r, D_FEN_PIECE, at, "hit points '%.*s', expected a number in parentheses",
              shown_size(at), at.data);
    else
        fault(r, D_FEN_PIECE, at,
              "%u hit points left, expected fewer than %u, which %c has at first", points, full,
              xpgn_piece_letter((xpgn_piece)XPGN_TYPE_OF(piece)));
    return false;
}

static bool read_rank_row(struct xfen_reader *r, xpgn_slice row, unsigned rank) {
    unsigned file = 0;
    uint8_t hits;
    for (size_t i = 0; i < row.size;) {
        xpgn_piece piece;
        if (is_digit(row.data[i])) {
            if (!read_run(r, row, &i, &file))
                return false;
            continue;
        }
        size_t start = i;
        if (!read_piece_letter(r, row, &i, &piece) || !read_hits(r, row, &i, piece, &hits))
            return false;
        if (file == r->g->files) {
            fault(r, D_FEN_BOARD, (xpgn_slice){row.data + start, row.size - start},
                  "rank %u has more than %u files", rank + 1, r->g->files);
            return false;
        }
        unsigned sq = rank * r->g->files + file++;
        position_put(r->p, (xpgn_square)sq, piece);
        if (hits != 0)
            r->p->hits.left[sq] = hits;
    }
    if (file == r->g->files)
        return true;
    fault(r, D_FEN_BOARD, row, "rank %u has %u files, expected %u", rank + 1, file, r->g->files);
    return false;
}

static bool read_placement(struct xfen_reader *r, xpgn_slice board) {
    unsigned rank = r->g->ranks;
    size_t start = 0;
    for (size_t i = 0; i <= board.size; i++) {
        if (i < board.size && board.data[i] != '/')
            continue;
        if (rank == 0) {
            fault(r, D_FEN_BOARD, (xpgn_slice){board.data + start, board.size - start},
                  "more than %u ranks", r->g->ranks);
            return false;
        }
        if (!read_rank_row(r, (xpgn_slice){board.data + start, i - start}, --rank))
            return false;
        start = i + 1;
    }
    if (rank == 0)
        return true;
    fault(r, D_FEN_BOARD, board, "%u ranks, expected %u", r->g->ranks - rank, r->g->ranks);
    return false;
}

/* ---- pieces off the board -------------------------------------------------------------------- */

/* Reports a letter that cannot be off the board. Always returns false. */
static bool refuse_held(struct xfen_reader *r, const char *at, unsigned type, int owner) {
    char text[8], letters[24];
    unsigned seat = *at >= 'a';
    xpgn_slice place = {at, 1};
    if (type == 0)
        fault(r, D_FEN_HELD, place, "unknown piece '%s', expected one of %s", shown(*at, text),
              letters_of(r, letters));
    else if (owner >= 0 && seat != (unsigned)owner)
        fault(r, D_FEN_HELD, place, "%s piece held in a castle of its own side",
              xpgn_seat_name(r->p, seat));
    else
        fault(r, D_FEN_HELD, place, "too many pieces off the board");
    return false;
}

/* Adds one letter to held[slot]; `owner` is the only seat whose pieces may be there, or -1. */
static inline bool hold(struct xfen_reader *r, const char *at, unsigned slot, int owner) {
    unsigned type = type_in(r->g, *at), seat = *at >= 'a';
    uint8_t *count = &r->p->held[owner < 0 ? seat : slot][type];
    if (type == 0 || (owner >= 0 && seat != (unsigned)owner) || *count == UINT8_MAX)
        return refuse_held(r, at, type, owner);
    ++*count;
    return true;
}

/* The index of the castle named by "a1:", or -1. */
static int cell_named(struct xfen_reader *r, xpgn_slice part) {
    unsigned file = part.size > 2 ? (unsigned)(part.data[0] - 'a') : 99;
    unsigned rank = part.size > 2 ? (unsigned)(part.data[1] - '1') : 99;
    if (part.size < 4 || part.data[2] != ':' || file >= r->g->files || rank >= r->g->ranks)
        return -1;
    for (int i = 0; i < 4; i++)
        if (r->g->cell[i] == rank * r->g->files + file)
            return i;
    return -1;
}

static bool read_castle_prisoners(struct xfen_reader *r, xpgn_slice part) {
    int cell = cell_named(r, part);
    if (cell < 0) {
        fault(r, D_FEN_HELD, part,
              "expected a castle's square, a colon and its prisoners, found '%.*s'",
              shown_size(part), part.data);
        return false;
    }
    if (cell_in_use(r->p, (unsigned)cell)) {
        fault(r, D_FEN_HELD, part, "duplicate castle %.2s", part.data);
        return false;
    }
    for (size_t i = 3; i < part.size; i++)
        if (!hold(r, part.data + i, (unsigned)cell, 1 - r->g->cell_seat[cell]))
            return false;
    return true;
}

/* Reads the contents of the brackets. */
static bool read_held(struct xfen_reader *r, xpgn_slice inside) {
    size_t start = 0;
    if (r->g->held == HELD_REMOVED) {
        for (size_t i = 0; i < inside.size; i++)
            if (!hold(r, inside.data + i, 0, -1))
                return false;
        return true;
    }
    for (size_t i = 0; i <= inside.size && inside.size > 0; i++) {
        if (i < inside.size && inside.data[i] != ',')
            continue;
        if (!read_castle_prisoners(r, (xpgn_slice){inside.data + start, i - start}))
            return false;
        start = i + 1;
    }
    return true;
}

static bool read_board_field(struct xfen_reader *r, xpgn_slice field) {
    const char *open = memchr(field.data, '[', field.size);
    if (open == NULL)
        return read_placement(r, field);
    xpgn_slice placement = {field.data, (size_t)(open - field.data)};
    xpgn_slice held = {open, field.size - placement.size};
    bool ok = read_placement(r, placement);
    if (r->g->held == HELD_NONE)
        fault(r, D_FEN_HELD, held, "unexpected pieces off the board: this game keeps none");
    else if (held.data[held.size - 1] != ']')
        fault(r, D_FEN_HELD, held, "missing ] after '%.*s'", shown_size(held), held.data);
    else
        return read_held(r, (xpgn_slice){open + 1, held.size - 2}) && ok;
    return false;
}

/* ---- the other fields ------------------------------------------------------------------------ */

static void read_side_to_move(struct xfen_reader *r, xpgn_slice field) {
    const char *seats = r->g->seats == 2 ? two_seats : four_seats;
    unsigned seat = 0;
    while (field.size == 1 && seat < r->g->seats && seats[seat] != field.data[0])
        seat++;
    if (field.size != 1 || seat == r->g->seats)
        fault(r, D_FEN_TURN, field, "side to move '%.*s', expected %s", shown_size(field),
              field.data, r->g->seats == 2 ? "w or b" : "w, r, b or g");
    else
        r->p->side_to_move = (uint8_t)seat;
}

/* The rook meant by one letter of the castling field, or XPGN_NO_SQUARE. */
static xpgn_square castling_rook(const struct xfen_reader *r, char upper, unsigned seat) {
    const xpgn_position *p = r->p;
    unsigned home = seat_home_rank(p, seat) * 8, king = p->king[seat], sq;
    if (king == XPGN_NO_SQUARE || king / 8 != home / 8)
        return XPGN_NO_SQUARE;
    if (r->g->castling == CASTLING_STANDARD) {
        sq = home + (upper == 'K' ? 7 : 0);
        if (king != home + 4)
            return XPGN_NO_SQUARE;
    } else if (upper == 'K' || upper == 'Q') {
        return outermost_rook(p, seat, upper == 'Q');
    } else {
        sq = home + (unsigned)(upper - 'A');
    }
    bool rook = XPGN_TYPE_OF(p->at[sq]) == XPGN_ROOK && XPGN_SEAT_OF(p->at[sq]) == seat;
    return rook ? (xpgn_square)sq : XPGN_NO_SQUARE;
}

static bool is_right_letter(const struct geometry *g, char upper) {
    return upper == 'K' || upper == 'Q' ||
           (g->castling == CASTLING_960 && upper >= 'A' && upper <= 'H');
}

static void read_right(struct xfen_reader *r, const char *at) {
    unsigned seat = *at >= 'a';
    char upper = seat != 0 ? (char)(*at - 'a' + 'A') : *at, text[8];
    xpgn_slice place = {at, 1};
    if (!is_right_letter(r->g, upper)) {
        fault(r, D_FEN_CASTLING, place, "unknown castling right '%s', expected KQkq%s or -",
              shown(*at, text), r->g->castling == CASTLING_960 ? ", a rook's file" : "");
        return;
    }
    xpgn_square rook = castling_rook(r, upper, seat);
    if (rook == XPGN_NO_SQUARE) {
        fault(r, D_FEN_CASTLING, place, "castling right '%c' without the %s king and rook at home",
              *at, xpgn_seat_name(r->p, seat));
        return;
    }
    xpgn_square *right = &r->p->castle[seat][rook < r->p->king[seat]];
    if (*right != XPGN_NO_SQUARE)
        fault(r, D_FEN_CASTLING, place, "duplicate castling right '%c'", *at);
    *right = rook;
}

static void read_castling(struct xfen_reader *r, xpgn_slice field) {
    if (slice_is(field, "-"))
        return;
    if (r->g->castling == CASTLING_NONE) {
        fault(r, D_FEN_CASTLING, field,
              "castling rights '%.*s', expected -: this game has no castling", shown_size(field),
              field.data);
        return;
    }
    for (size_t i = 0; i < field.size && !r->failed; i++)
        read_right(r, field.data + i);
}

void xfen_normalize_ep(xpgn_position *p) {
    if (p->ep_square == XPGN_NO_SQUARE || !position_is_small(p))
        return;
    /* Attacks are symmetric: the squares from which a pawn of the side to move attacks p->ep. */
    bits from = pawn_attacks(p->side_to_move ^ 1u, p->ep_square);
    if ((from & p->type[XPGN_PAWN] & p->seat[p->side_to_move]) == 0)
        p->ep_square = XPGN_NO_SQUARE;
}

/* True if a pawn may have just double-stepped over that square. If `several`, other pieces may have
   gone to the squares behind it in the same turn. */
static bool ep_is_possible(const xpgn_position *p, unsigned sq, bool several) {
    unsigned mover = p->side_to_move ^ 1u;
    unsigned pawn = mover == 0 ? sq + 8 : sq - 8, origin = mover == 0 ? sq - 8 : sq + 8;
    return sq / 8 == passed_rank(p->side_to_move) &&
           (several || (p->at[sq] == 0 && p->at[origin] == 0)) &&
           XPGN_TYPE_OF(p->at[pawn]) == XPGN_PAWN && XPGN_SEAT_OF(p->at[pawn]) == mover;
}

/* Reads one square at *text, a part of the field. */
static void read_passed(struct xfen_reader *r, xpgn_slice field, const char *text) {
    unsigned file = (unsigned)(text[0] - 'a'), rank = (unsigned)(text[1] - '1');
    bool several = r->g->several_passed;
    if (file > 7 || rank > 7) {
        fault(r, D_FEN_EP, field, "en passant square '%.*s', expected a square or -",
              shown_size(field), field.data);
        return;
    }
    if (r->failed)
        return;
    if (!ep_is_possible(r->p, SQUARE_AT(file, rank), several))
        fault(r, D_FEN_EP, field, "no %s pawn has just passed over %.2s",
              xpgn_seat_name(r->p, r->p->side_to_move ^ 1u), text);
    else if (several && r->p->ep_files >> file != 0)
        fault(r, D_FEN_EP, field, "en passant squares '%.*s', expected in the order of files",
              shown_size(field), field.data);
    else if (several)
        r->p->ep_files |= (uint8_t)(1u << file);
    else
        r->p->ep_square = (xpgn_square)SQUARE_AT(file, rank);
}

static void read_ep(struct xfen_reader *r, xpgn_slice field) {
    if (slice_is(field, "-"))
        return;
    if (!r->g->en_passant || !position_is_small(r->p)) {
        fault(r, D_FEN_EP, field,
              "en passant square '%.*s', expected -: this game has no en passant",
              shown_size(field), field.data);
        return;
    }
    bool whole = r->g->several_passed ? field.size % 2 == 0 : field.size == 2;
    for (size_t i = 0; i < field.size && (whole || i == 0); i += 2)
        read_passed(r, field, whole ? field.data + i : "??");
    if (!r->failed)
        xfen_normalize_ep(r->p);
}

static void read_clock(struct xfen_reader *r, xpgn_slice field, uint32_t least, const char *what,
                       uint32_t *out) {
    uint64_t value = 0;
    bool number = true;
    for (size_t i = 0; i < field.size; i++) {
        number = number && is_digit(field.data[i]);
        if (value <= INT32_MAX)
            value = value * 10 + (uint64_t)(field.data[i] - '0');
    }
    if (!number)
        fault(r, D_FEN_CLOCK, field, "%s '%.*s', expected a whole number", what, shown_size(field),
              field.data);
    else if (value > INT32_MAX)
        fault(r, D_FEN_CLOCK, field, "%s %.*s is too large", what, shown_size(field), field.data);
    else if (value < least)
        fault(r, D_FEN_CLOCK, field, "%s %.*s, expected at least %u", what, shown_size(field),
              field.data, (unsigned)least);
    else
        *out = (uint32_t)value;
}

/* Splits at white space. Returns the number of fields, which may exceed FIELDS. */
static size_t split(xpgn_slice text, xpgn_slice field[FIELDS + 1]) {
    size_t count = 0;
    for (size_t i = 0; i < text.size;) {
        if (is_space(text.data[i])) {
            i++;
            continue;
        }
        size_t start = i;
        while (i < text.size && (text.data[i] > ' ' || !is_space(text.data[i])))
            i++;
        if (count <= FIELDS)
            field[count] = (xpgn_slice){text.data + start, i - start};
        count++;
    }
    return count;
}

/* With more than two seats, a seat without pieces is out of the game. */
static void set_alive(xpgn_position *p) {
    unsigned alive = 0;
    if (p->seats == 2)
        return;
    for (unsigned sq = 0; sq < position_squares(p); sq++)
        if (p->at[sq] != 0)
            alive |= 1u << XPGN_SEAT_OF(p->at[sq]);
    p->alive = (uint8_t)alive;
}

/* Reads all fields after the board; `board`: the board was read without a fault. */
static void read_others(struct xfen_reader *r, const xpgn_slice *field, size_t count, bool board) {
    read_side_to_move(r, field[FIELD_TURN]);
    /* Castling rights and en passant depend on the board: with a faulty one they would cause
       misleading findings. */
    if (board) {
        read_castling(r, field[FIELD_CASTLING]);
        read_ep(r, field[FIELD_EP]);
    }
    if (count == FIELDS) {
        read_clock(r, field[FIELD_CLOCK], 0, "halfmove clock", &r->p->halfmove_clock);
        read_clock(r, field[FIELD_NUMBER], 1, "move number", &r->p->number);
    }
}

/* Reads the pieces off the board, if p is at their [. Returns their end, or NULL. */
static const char *read_plain_held(struct xfen_reader *r, const char *p, const char *end) {
    if (p == end || *p != '[')
        return p;
    const char *close = memchr(p, ']', (size_t)(end - p));
    if (close == NULL || r->g->held == HELD_NONE)
        return NULL;
    return read_held(r, (xpgn_slice){p + 1, (size_t)(close - p - 1)}) ? close + 1 : NULL;
}

/*
 * Fast path: six fields separated by single spaces and without a fault, as in nearly every
 * position. On false *r->p is undefined and read_lenient has to report the fault: there is no log
 * here.
 */
static bool read_canonical(struct xfen_reader *r) {
    const char *p = r->text.data, *end = p + r->text.size;
    xpgn_slice field[FIELDS];
    p = xfen_place(r->text, r->g, r->p);
    if (p != NULL)
        p = read_plain_held(r, p, end);
    if (p == NULL)
        return false;
    for (size_t i = FIELD_TURN; i < FIELDS; i++) {
        if (end - p < 2 || p[0] != ' ' || p[1] <= ' ')
            return false;
        const char *from = ++p;
        while (end > p && p[0] > ' ')
            p++;
        field[i] = (xpgn_slice){from, (size_t)(p - from)};
    }
    if (p != end)
        return false;
    read_others(r, field, FIELDS, true);
    return !r->failed;
}

static bool read_lenient(struct xfen_reader *r) {
    xpgn_slice field[FIELDS + 1] = {{0}};
    size_t count = split(r->text, field);
    if (count > FIELDS) {
        const char *start = field[FIELDS].data;
        fault(r, D_FEN_FIELDS, (xpgn_slice){start, r->text.size - (size_t)(start - r->text.data)},
              "%zu fields, expected 6", count);
        return false;
    }
    if (count < FIELD_CLOCK || count == FIELD_NUMBER) {
        fault(r, D_FEN_FIELDS, r->text,
              "%zu fields, expected 6: board, side to move, castling, en passant, clock, number",
              count);
        return false;
    }
    bool board = read_board_field(r, field[FIELD_BOARD]);
    read_others(r, field, count, board);
    set_alive(r->p);
    return !r->failed;
}

bool xfen_read(xpgn_slice text, uint32_t base, const struct geometry *g, xpgn_position *out,
               struct log *log) {
    xpgn_position p;
    struct xfen_reader r = {text, base, g, &p, NULL, false};
    position_clear(&p, g);
    if (!read_canonical(&r)) {
        r.log = log;
        r.failed = false;
        position_clear(&p, g);
        if (!read_lenient(&r))
            return false;
    }
    *out = p;
    return true;
}

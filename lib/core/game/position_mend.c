/* SPDX-License-Identifier: MIT */
#include "core/game/position_mend.h"

#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/scan.h"

#include <stdio.h>
#include <string.h>

enum { BOARD, TURN, CASTLING, EP, CLOCK, NUMBER, FIELDS };

/*
 * The fields: what is read instead of one that is missing or cannot be read (`none`), and the code
 * of one in another form. The side to move, a missing number and missing castling rights follow
 * from the moves and the placement.
 */
static const struct field_row {
    const char *what, *none, *behind;
    enum diag code;
} rows[FIELDS] = {
    {"placement", NULL, "", D_FEN_BOARD},
    {"side to move", NULL, "after the placement", D_FEN_TURN},
    {"castling rights", "-", "after the side to move", D_FEN_CASTLING},
    {"en passant square", "-", "after the castling rights", D_FEN_EP},
    {"halfmove clock", "0", "after the en passant square", D_FEN_CLOCK},
    {"move number", "1", "after the halfmove clock", D_FEN_CLOCK},
};

enum { CLOCK_FREE = 150 }; /* 75 moves of each side: up to this a clock may begin anywhere */

struct mending {
    struct position_mend *m;
    const struct geometry *g;
    struct position_clue clue;
    xpgn_slice rest;
    const char *end; /* of the last field */
    char board[160]; /* board and side to move */
    size_t board_size;
    size_t lacking, missing; /* bytes of m->missing: of the fields missing here, of all before */
    const char *behind;      /* where the first of them is missing */
};

static bool is_dashes(xpgn_slice s) {
    const char *p = s.data, *end = p + s.size;
    while (p < end && (*p == '_' || *p == '?' || scan_dash(p, end) > 0))
        p += *p == '_' || *p == '?' ? 1 : scan_dash(p, end);
    return s.size > 0 && p == end;
}

/* A number, also one that is too large or below zero. */
static bool is_number(xpgn_slice s) {
    size_t i = s.size > 1 && (*s.data == '-' || *s.data == '+') ? 1 : 0, from = i;
    while (i < s.size && is_digit(s.data[i]))
        i++;
    return i > from && i == s.size;
}

static bool is_square(xpgn_slice s) {
    return s.size == 2 && byte_is(s.data[0], BYTE_LETTER) && is_digit(s.data[1]);
}

/* The next field, as far as the next blank. */
static xpgn_slice next_field(xpgn_slice *rest) {
    const char *p = rest->data, *end = p + rest->size, *from = p = scan_white(p, end);
    while (p < end && !byte_is(*p, BYTE_SPACE) && scan_wide_space(p, end) == 0) {
        bool plain = (unsigned char)*p < 0x80; /* nearly always */
        size_t size = plain ? 1 : utf8_length((xpgn_slice){p, (size_t)(end - p)});
        p += size > 0 ? size : 1;
    }
    *rest = (xpgn_slice){p, (size_t)(end - p)};
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

static bool add(struct position_mend *m, struct mended_field field) {
    if (m->count == sizeof m->list / sizeof *m->list)
        return false;
    m->list[m->count++] = field;
    return true;
}

/* Notes what does not belong there. */
static bool strike(struct position_mend *m, enum diag code, const char *what, xpgn_slice was) {
    return add(m, (struct mended_field){code, what, was, {"", 0}});
}

/* Appends a field in another form than it has. */
static bool mend(struct position_mend *m, unsigned i, xpgn_slice was, xpgn_slice is) {
    return add(m, (struct mended_field){rows[i].code, rows[i].what, was, is}) && put(m, is);
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

/* ---- the placement and the side to move ------------------------------------------------------ */

/* Ranks with \ between them. */
static bool put_turned_slashes(struct position_mend *m, xpgn_slice field) {
    size_t from = m->size;
    if (!put(m, field))
        return false;
    for (char *p = m->text + from; *p != '\0'; p++)
        *p = *p == '\\' ? '/' : *p;
    xpgn_slice is = {m->text + from, m->size - from};
    return add(m, (struct mended_field){D_FEN_BOARD, rows[BOARD].what, field, is});
}

/* A slash behind the last rank, or before the first, or turned round. */
static bool put_board(struct mending *x, xpgn_slice field) {
    xpgn_slice board = field;
    size_t ranks = 1;
    if (memchr(field.data, '\\', field.size) != NULL)
        return put_turned_slashes(x->m, field);
    for (size_t i = 0; i < field.size; i++)
        ranks += field.data[i] == '/';
    if (ranks == x->g->ranks + 1u && field.data[field.size - 1] == '/')
        board.size--;
    else if (ranks == x->g->ranks + 1u && *field.data == '/')
        board = (xpgn_slice){field.data + 1, field.size - 1};
    if (board.size == field.size)
        return put(x->m, field);
    const char *sign = board.data > field.data ? field.data : field.data + board.size;
    return put(x->m, board) && strike(x->m, D_FEN_BOARD, "beside the ranks", (xpgn_slice){sign, 1});
}

/* The letter of a side: w, W, white; NULL if it is none. */
static const char *side_named(const struct geometry *g, xpgn_slice field) {
    static const char *const names[] = {"white", "black", "red", "green"};
    static const char *const letters[] = {"w", "b", "r", "g"};
    char small[8] = "";
    for (size_t i = 0; i < field.size && i < sizeof small - 1; i++)
        small[i] = to_lower(field.data[i]);
    for (size_t i = 0; i < (g->seats > 2 ? 4 : 2); i++)
        if (field.size < sizeof small &&
            (strcmp(small, names[i]) == 0 || (field.size == 1 && small[0] == *letters[i])))
            return letters[i];
    return NULL;
}

static const xpgn_slice none = {"-", 1};

/* Reads the position with these rights and this square; false if they cannot be in it. */
static bool read_with(const struct mending *x, const struct geometry *g, xpgn_slice rights,
                      xpgn_slice ep, xpgn_position *p) {
    const xpgn_slice parts[] = {{x->board, x->board_size}, rights, ep};
    char text[224];
    size_t size = 0;
    struct log mute;
    if (rights.size + ep.size > 40)
        return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (i > 0)
            text[size++] = ' ';
        memcpy(text + size, parts[i].data, parts[i].size);
        size += parts[i].size;
    }
    log_init_counting(&mute);
    bool read = xfen_read((xpgn_slice){text, size}, 0, g, p, &mute);
    log_free_parts(&mute);
    return read;
}

static bool has_rights(const struct mending *x, xpgn_slice rights) {
    xpgn_position p;
    return read_with(x, x->g, rights, none, &p);
}

static bool has_passed(const struct mending *x, xpgn_slice ep) {
    xpgn_position p;
    return read_with(x, x->g, none, ep, &p);
}

static bool put_turn(struct mending *x, xpgn_slice field) {
    struct position_mend *m = x->m;
    const char *letter = side_named(x->g, field);
    xpgn_slice is = slice_of(letter);
    if (!(slice_equal(field, is) ? put(m, is) : mend(m, TURN, field, is)))
        return false;
    x->board_size = m->size < sizeof x->board ? m->size : 0;
    memcpy(x->board, m->text, x->board_size);
    return has_rights(x, none);
}

/* ---- castling rights ------------------------------------------------------------------------- */

static const char four_rights[] = "KQkq";

/* The place of a byte in a text; -1 if it is not there. */
static int find_byte(const char *text, char c) {
    const char *at = c != '\0' ? strchr(text, c) : NULL;
    return at != NULL ? (int)(at - text) : -1;
}

/* True if castling rights are in the order KQkq, White's first. */
static bool is_in_order(xpgn_slice rights) {
    int last = -1;
    for (size_t i = 0; i < rights.size; i++) {
        int at = find_byte(four_rights, rights.data[i]);
        if (at < 0)
            at = rights.data[i] >= 'a' ? 2 : 0;
        if (at < last)
            return false;
        last = at;
    }
    return true;
}

/* Puts the rights in that order. */
static void sort_rights(char *rights, size_t n) {
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && !is_in_order((xpgn_slice){rights + k - 1, 2}); k--) {
            char c = rights[k];
            rights[k] = rights[k - 1];
            rights[k - 1] = c;
        }
}

static unsigned seat_of_right(char right) {
    return right >= 'a';
}

/* How many of the king and the rooks that may castle are not at home, of the game with one home. */
static unsigned count_away(const xpgn_position *p, unsigned seat) {
    unsigned away = p->king[seat] % 8u != 4;
    for (unsigned queens = 0; queens < 2; queens++) {
        xpgn_square rook = p->castle[seat][queens];
        away += rook != XPGN_NO_SQUARE && rook % 8u != (queens ? 0u : 7u);
    }
    return away;
}

/* True if the king stands as after castling, the rook beside it or on no other side of it. */
static bool has_castled(const xpgn_position *p, unsigned seat) {
    unsigned rank = seat_home_rank(p, seat) * 8, king = p->king[seat] % 8u;
    xpgn_piece rook = XPGN_PIECE(seat, XPGN_ROOK);
    bool both = p->castle[seat][0] != XPGN_NO_SQUARE && p->castle[seat][1] != XPGN_NO_SQUARE;
    return (king >= 6 && (!both || p->at[rank + 5] == rook)) ||
           (king <= 2 && (!both || p->at[rank + 3] == rook));
}

static bool is_rank_full(const xpgn_position *p, unsigned seat) {
    unsigned rank = seat_home_rank(p, seat) * 8, taken = 0;
    for (unsigned file = 0; file < 8; file++)
        taken += p->at[rank + file] != 0 && XPGN_SEAT_OF(p->at[rank + file]) == seat;
    return taken == 8;
}

/* True if a right that cannot be here is one of another game, of which `p` is: the first rank is
   complete, both sides have it, or several pieces stand elsewhere. If not, it is over: one piece
   has moved, or the king has castled. */
static bool is_of_shuffled(const xpgn_position *p, char right) {
    unsigned seat = seat_of_right(right), queens = to_lower(right) == 'q';
    xpgn_square own = p->castle[seat][queens], other = p->castle[1 - seat][queens];
    bool alike = other != XPGN_NO_SQUARE && other % 8 == own % 8 &&
                 p->king[1 - seat] % 8 == p->king[seat] % 8;
    return find_byte(four_rights, right) < 0 || is_rank_full(p, seat) ||
           (!has_castled(p, seat) && (alike || count_away(p, seat) > 1));
}

/* The right of a Shredder-FEN as KQkq, where king and rooks have one home. */
static char plain_right(const struct geometry *g, char c) {
    static const char files[] = "HAha";
    int file = find_byte(files, c);
    return g->castling == CASTLING_STANDARD && file >= 0 ? four_rights[file] : c;
}

/* True if the rights, which cannot be here, are those of a game in which king and rooks begin on
   other squares. */
static bool is_shuffled(const struct mending *x, xpgn_slice rights) {
    struct geometry other = *x->g;
    xpgn_position p;
    bool shuffled = false;
    other.castling = CASTLING_960;
    if (x->g->castling != CASTLING_STANDARD || x->clue.one_home ||
        !read_with(x, &other, rights, none, &p))
        return false;
    for (size_t i = 0; i < rights.size; i++) {
        char c = plain_right(x->g, rights.data[i]);
        shuffled |= !has_rights(x, (xpgn_slice){&c, 1}) && is_of_shuffled(&p, c);
    }
    return shuffled;
}

/* Lists those that can be, each once. */
static size_t list_rights(const struct mending *x, xpgn_slice field, char rights[16]) {
    size_t count = 0;
    for (size_t i = 0; i < field.size && count < 8; i++) {
        rights[count] = plain_right(x->g, field.data[i]);
        count +=
            byte_is(rights[count], BYTE_LETTER) && has_rights(x, (xpgn_slice){rights, count + 1});
    }
    sort_rights(rights, count);
    return count;
}

/* Leaves out rights without their king and rook, and repeated ones. */
static bool put_castling(struct mending *x, xpgn_slice field) {
    struct position_mend *m = x->m;
    if (slice_equal(field, none) || (has_rights(x, field) && is_in_order(field)))
        return put(m, field);
    if (is_shuffled(x, field)) {
        m->shuffled = field;
        return false;
    }
    size_t count = list_rights(x, field, m->rights);
    return mend(m, CASTLING, field, count > 0 ? (xpgn_slice){m->rights, count} : none);
}

/* ---- the other fields ------------------------------------------------------------------------ */

/* The square behind the pawn, also where its own is named, or it has a capital letter. */
static bool put_ep(struct mending *x, xpgn_slice field) {
    char *square = x->m->square;
    if (has_passed(x, field))
        return put(x->m, field);
    if (!is_square(field))
        return mend(x->m, EP, field, none);
    square[0] = to_lower(field.data[0]);
    square[1] = field.data[1] <= '4' ? '3' : '6';
    xpgn_slice is = {square, 2};
    return mend(x->m, EP, field, has_passed(x, is) ? is : none);
}

/* True if no game can have such a clock: it exceeds all turns before this one. */
static bool is_beyond(uint64_t clock, uint64_t number, unsigned seats) {
    return clock > CLOCK_FREE && clock > number * seats;
}

static bool put_number(struct mending *x, unsigned i, xpgn_slice field) {
    uint64_t n = 0, number = x->clue.number;
    xpgn_slice rest = x->rest, next = next_field(&rest);
    if (next.size > 18 || !slice_number(next, &number) || number > UINT32_MAX)
        number = x->clue.number;
    if (is_digit(*field.data) && field.size <= 18 && slice_number(field, &n) && n <= UINT32_MAX &&
        n >= (i == NUMBER) && (i == NUMBER || !is_beyond(n, number, x->g->seats)))
        return put(x->m, field);
    return mend(x->m, i, field, slice_of(rows[i].none));
}

/* The value of a field that is missing; false if it cannot be known. */
static bool value_missing(struct mending *x, unsigned i, char value[16]) {
    (void)snprintf(value, 16, "%s", rows[i].none != NULL ? rows[i].none : "");
    if (i == TURN) {
        if (x->clue.seat < 0 || x->g->seats > 2)
            return false;
        (void)snprintf(value, 16, "%c", x->clue.seat == 0 ? 'w' : 'b');
    } else if (i == CASTLING) { /* king and rooks at home may castle, for all that is said */
        size_t count = list_rights(x, slice_of(four_rights), value);
        (void)snprintf(value + count, 16 - count, "%s", count > 0 ? "" : "-");
    } else if (i == NUMBER && x->clue.number > 0) {
        (void)snprintf(value, 16, "%u", x->clue.number);
    }
    return true;
}

static bool put_missing(struct mending *x, unsigned i) {
    struct position_mend *m = x->m;
    char value[16] = "";
    if (i == BOARD || !value_missing(x, i, value))
        return false;
    size_t at = x->missing + x->lacking, size = strlen(value) + 1;
    if (at + size >= sizeof m->missing)
        return false;
    x->behind = x->lacking == 0 ? rows[i].behind : x->behind;
    (void)snprintf(m->missing + at, sizeof m->missing - at, " %s", value);
    x->lacking += size;
    return i == TURN ? put_turn(x, (xpgn_slice){m->missing + at + 1, size - 1})
                     : put(m, (xpgn_slice){m->missing + at + 1, size - 1});
}

/* Notes the fields that are missing behind the last one, where `was` stands. */
static bool end_missing(struct mending *x, xpgn_slice was) {
    xpgn_slice is = {x->m->missing + x->missing, x->lacking};
    x->missing += x->lacking;
    x->lacking = 0;
    return is.size == 0 || add(x->m, (struct mended_field){D_FEN_FIELDS, x->behind, was, is});
}

/* ---- which field is which -------------------------------------------------------------------- */

/* True if it looks like castling rights: at least one letter of them, and nothing that could be
   something else. */
static bool is_rights(xpgn_slice field) {
    bool any = false;
    for (size_t i = 0; i < field.size; i++) {
        if (!byte_is(field.data[i], BYTE_LETTER) && strchr("/,-_", field.data[i]) == NULL)
            return false;
        any |=
            find_byte(four_rights, field.data[i]) >= 0 ||
            (to_lower(field.data[i]) >= 'a' && to_lower(field.data[i]) <= 'h' && field.size <= 4);
    }
    return any && field.size <= 8;
}

static bool fits(const struct mending *x, unsigned i, xpgn_slice field) {
    switch (i) {
    case BOARD:
        return true;
    case TURN:
        return side_named(x->g, field) != NULL;
    case CASTLING:
        return is_dashes(field) || is_rights(field);
    case EP:
        return is_dashes(field) || is_square(field);
    case CLOCK:
    case NUMBER:
        return is_number(field) || is_dashes(field);
    default:
        return false;
    }
}

/* True if field i is there, though it may not be readable: what comes next is the one behind it. */
static bool is_there(const struct mending *x, unsigned i, xpgn_slice field) {
    xpgn_slice rest = x->rest, next = next_field(&rest);
    (void)cut_signs(&next);
    if (field.size == 0)
        return false;
    uint64_t n = 0; /* one number is that of the moves, or else the clock */
    if (i == CLOCK && slice_number(field, &n) && n > 0 && n == x->clue.number &&
        (next.size == 0 || !fits(x, NUMBER, next)))
        return false;
    if (fits(x, i, field))
        return true;
    if (i == NUMBER)
        return next.size == 0;
    return i >= CASTLING && !fits(x, i + 1, field) && next.size > 0 && fits(x, i + 1, next);
}

static bool put_field(struct mending *x, unsigned i, xpgn_slice field) {
    switch (i) {
    case BOARD:
        return put_board(x, field);
    case TURN:
        return put_turn(x, field);
    case CASTLING:
        return put_castling(x, field);
    case EP:
        return put_ep(x, field);
    default:
        return put_number(x, i, field);
    }
}

/* Reads field i, or what it must be if it is missing. */
static bool take_field(struct mending *x, unsigned i, const char *text_end) {
    xpgn_slice rest = x->rest, field = next_field(&x->rest), tail = cut_signs(&field);
    if (!is_there(x, i, field)) {
        bool known = i != TURN || field.size == 0 || fits(x, CASTLING, field) ||
                     fits(x, EP, field) || is_number(field);
        if (!known)
            return false;
        x->rest = rest;
        return put_missing(x, i);
    }
    if (!end_missing(x, (xpgn_slice){x->end, 0}) || !put_field(x, i, field))
        return false;
    x->end = field.data + field.size;
    bool last = scan_white(x->rest.data, text_end) == text_end;
    if (tail.size > 0 && last)
        x->rest = (xpgn_slice){x->end, (size_t)(text_end - x->end)};
    return tail.size == 0 || last || strike(x->m, D_FEN_FIELDS, "between the fields", tail);
}

/* ---- what only other games have -------------------------------------------------------------- */

/* "3+3" or "+0+0": checks given, in three-check */
static bool is_checks(xpgn_slice s) {
    size_t i = s.size > 0 && *s.data == '+';
    return s.size == i + 3 && is_digit(s.data[i]) && s.data[i + 1] == '+' &&
           is_digit(s.data[i + 2]);
}

/* Pieces in a pocket: in brackets, or as a ninth rank of letters. */
static xpgn_slice find_pocket(xpgn_slice board, unsigned ranks) {
    const char *p = board.data, *end = p + board.size;
    for (; p < end && *p != '['; p++)
        if (*p == '/' && --ranks == 0)
            break;
    xpgn_slice pocket = {p, (size_t)(end - p)};
    for (const char *c = p + 1; p < end && *p == '/' && c < end; c++)
        if (find_byte("PNBRQpnbrq", *c) < 0)
            return (xpgn_slice){p, 0};
    return pocket.size > 1 ? pocket : (xpgn_slice){p, 0};
}

/* Finds what belongs to another game that is chess but for that. */
static bool is_of_other_game(struct position_mend *m, xpgn_slice text, const struct geometry *g) {
    if (g->held != HELD_NONE || g->castling == CASTLING_NONE)
        return false;
    xpgn_slice rest = text;
    m->other = find_pocket(next_field(&rest), g->ranks);
    m->game = "crazyhouse or bughouse";
    while (m->other.size == 0 && rest.size > 0) {
        xpgn_slice field = next_field(&rest);
        if (is_checks(field)) {
            m->other = field;
            m->game = "three-check";
        }
    }
    return m->other.size > 0;
}

/* ---- all of it ------------------------------------------------------------------------------- */

bool position_mend(struct position_mend *m, xpgn_slice text, const struct geometry *g,
                   struct position_clue clue) {
    struct mending x = {.m = m, .g = g, .clue = clue, .rest = text, .end = text.data};
    const char *end = text.data + text.size;
    *m = (struct position_mend){.size = 0};
    if (is_of_other_game(m, text, g))
        return false;
    for (unsigned i = 0; i < FIELDS; i++)
        if (!take_field(&x, i, end))
            return false;
    xpgn_slice junk = slice_trim(x.rest, " \t").size > 0 ? x.rest : (xpgn_slice){x.end, 0};
    if (x.lacking > 0)
        return end_missing(&x, junk);
    return junk.size == 0 || strike(m, D_FEN_FIELDS, "after the position", junk);
}

void mended_field_say(const struct mended_field *field, char text[MENDED_SAID]) {
    xpgn_slice was = slice_past_space(field->was), is = slice_past_space(field->is);
    if (is.size == 0)
        (void)snprintf(text, MENDED_SAID, "unexpected '%.*s' %s", SLICE(was), field->what);
    else if (was.size == 0)
        (void)snprintf(text, MENDED_SAID, "missing '%.*s' %s", SLICE(is), field->what);
    else
        (void)snprintf(text, MENDED_SAID, "%s '%.*s', expected '%.*s'", field->what, SLICE(was),
                       SLICE(is));
}

bool position_is_in_form(xpgn_slice text, const xpgn_position *p) {
    const char *end = text.data + text.size, *c = memchr(text.data, ' ', text.size);
    if (c == NULL || end - c < 10 || c[2] != ' ')
        return false;
    const char *rights = c += 3;
    bool ordered = true;
    for (; c + 1 < end && c[1] > ' '; c++)
        ordered &= c[0] < c[1]; /* KQkq is the order of ASCII */
    c++;
    if (!ordered)
        ordered = is_in_order((xpgn_slice){rights, (size_t)(c - rights)});
    return ordered && end - c > 5 && c[c[1] == '-' ? 2 : 3] == ' ' &&
           !is_beyond(p->halfmove_clock, p->number, p->seats);
}

/* SPDX-License-Identifier: MIT */
/* Conditions on the pieces on the board. */
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/board/xfen_common.h"
#include "internal/queries.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

enum { TERMS = 16, PIECES = 16 };
enum { BLACK = XPGN_MAX_SEATS }; /* the second seat of two, the third of four */

enum relation { SAME, LESS, GREATER };

/* Compares a sum of piece counts with a number or another sum: R+r>=2, P>p+1. */
struct material_term {
    struct {
        uint8_t seat, type; /* seat BLACK: Black, with two or four seats */
    } piece[PIECES];
    size_t pieces;
    size_t left; /* how many of them are left of the relation */
    bool negated, or_equal;
    enum relation compare;
    unsigned number;
};

/* Terms that must all hold. */
struct xpgn_material {
    struct material_term term[TERMS];
    size_t terms;
};

static xpgn_status refuse_at(xpgn_fault *fault, const char *text, const char *at, const char *why) {
    return fault_in(fault, (xpgn_slice){text, 0}, (xpgn_slice){at, *at != '\0'}, "%s", why);
}

static unsigned type_of(char letter) {
    for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
        if (letter == xpgn_piece_letter(XPGN_PIECE(0, type)))
            return type;
    return XPGN_NO_TYPE;
}

/* Reads Q (White's) or q (Black's); with four seats also wQ, rQ, bQ, gQ. False if it is not a
   piece. */
static bool read_material_piece(const char **p, struct material_term *t) {
    const char *s = *p, *seat = *s != '\0' ? strchr(four_seats, *s) : NULL;
    bool named = seat != NULL && type_of(s[1]) != XPGN_NO_TYPE;
    s += named;
    bool lower = !named && is_small_letter(*s);
    unsigned type = type_of(lower ? (char)(*s - 'a' + 'A') : *s);
    if (type == XPGN_NO_TYPE || t->pieces == PIECES)
        return false;
    unsigned of = named && *seat != 'b' ? (unsigned)(seat - four_seats)
                  : named || lower      ? BLACK
                                        : 0;
    t->piece[t->pieces].seat = (uint8_t)of;
    t->piece[t->pieces++].type = (uint8_t)type;
    *p = s + 1;
    return true;
}

static bool read_relation(const char **p, struct material_term *t) {
    const char *s = *p;
    t->negated = *s == '!' && s[1] == '=';
    t->or_equal = s[0] != '\0' && s[1] == '=';
    t->compare = *s == '<' ? LESS : *s == '>' ? GREATER : SAME;
    if (*s != '<' && *s != '>' && *s != '=' && !t->negated)
        return false;
    *p = s + 1 + t->or_equal;
    return true;
}

static bool read_piece_count(const char **p, struct material_term *t) {
    const char *first = *p;
    for (; **p >= '0' && **p <= '9' && *p - first < 4; (*p)++)
        t->number = t->number * 10 + (unsigned)(**p - '0');
    return *p > first;
}

/* Reads the right side of the comparison: 2, p, or p+1. */
static xpgn_status read_right(const char *text, const char **p, struct material_term *t,
                              xpgn_fault *fault) {
    bool number = false;
    t->left = t->pieces;
    do {
        *p += t->pieces > t->left || number; /* the + */
        if (!number && read_piece_count(p, t))
            number = true;
        else if (!read_material_piece(p, t))
            return refuse_at(fault, text, *p, "expected a number or a piece");
    } while (**p == '+');
    if (**p != ' ' && **p != ',' && **p != '\0')
        return refuse_at(fault, text, *p, "expected a number or a piece");
    return XPGN_OK;
}

static xpgn_status read_term(const char *text, const char **p, struct material_term *t,
                             xpgn_fault *fault) {
    do {
        *p += t->pieces > 0; /* the + */
        if (!read_material_piece(p, t))
            return refuse_at(fault, text, *p, "expected a piece: K Q R B N P, or k q r b n p");
    } while (**p == '+');
    if (!read_relation(p, t))
        return refuse_at(fault, text, *p, "expected one of = != < <= > >= after the pieces");
    return read_right(text, p, t, fault);
}

static xpgn_status read_terms(struct xpgn_material *out, const char *text, xpgn_fault *fault) {
    const char *p = text;
    for (;;) {
        p += strspn(p, " ,");
        if (*p == '\0')
            break;
        if (out->terms == TERMS)
            return refuse_at(fault, text, p, "too many terms");
        xpgn_status status = read_term(text, &p, &out->term[out->terms++], fault);
        if (status != XPGN_OK)
            return status;
    }
    return out->terms > 0 ? XPGN_OK : refuse_at(fault, text, p, "expected a piece such as Q");
}

static unsigned bits_in(uint64_t set) {
    return (unsigned)__builtin_popcountll(set);
}

static unsigned count_pieces(const xpgn_position *p, unsigned seat, unsigned type) {
    unsigned n = 0;
    if (seat == BLACK)
        seat = p->seats / 2u;
    if (p->seats == 2 && p->files == 8 && p->ranks == 8)
        return seat < 2 ? bits_in(p->type[type] & p->seat[seat]) : 0;
    for (unsigned sq = 0; sq < (unsigned)p->files * p->ranks; sq++)
        n += XPGN_TYPE_OF(p->at[sq]) == type && XPGN_SEAT_OF(p->at[sq]) == seat;
    return n;
}

static bool term_holds(const struct material_term *t, const xpgn_position *p) {
    unsigned n = 0, with = t->number;
    for (size_t i = 0; i < t->pieces; i++)
        *(i < t->left ? &n : &with) += count_pieces(p, t->piece[i].seat, t->piece[i].type);
    if (t->compare == SAME)
        return (n == with) != t->negated;
    if (n == with)
        return t->or_equal;
    return (n < with) == (t->compare == LESS);
}

xpgn_status xpgn_material_new(xpgn_material **out, const char *text, xpgn_fault *fault) {
    struct xpgn_material *k = calloc(1, sizeof *k);
    if (k == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = read_terms(k, text, fault);
    if (status == XPGN_OK)
        *out = k;
    else
        free(k);
    return status;
}

void xpgn_material_free(xpgn_material *material) {
    free(material);
}

bool xpgn_material_matches(const xpgn_material *k, const xpgn_position *p) {
    if (p->files > XPGN_MAX_FILES || p->ranks > XPGN_MAX_FILES)
        return false;
    for (size_t i = 0; i < k->terms; i++)
        if (!term_holds(&k->term[i], p))
            return false;
    return true;
}

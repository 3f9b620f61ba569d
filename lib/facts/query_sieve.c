/* SPDX-License-Identifier: MIT */
/* Finds which moves of plain chess can match a query, before computing facts. */
#include "core/play/played.h"
#include "facts/public_walk.h"
#include "facts/query.h"
#include "internal/walk_modes.h"

enum { NOT_NONE = 0xfe }; /* all types of captured pieces */

/* The combinations of flags that contain this one. */
static uint8_t sums_with(unsigned wanted) {
    unsigned sums = 0;
    for (unsigned sum = 0; sum < PLAYED_SUMS; sum++)
        sums |= (unsigned)((sum & wanted) != 0) << sum;
    return (uint8_t)sums;
}

static struct sieve sieve_of_kind(int64_t kind) {
    const uint8_t castles = sums_with(PLAYED_CASTLES);
    struct sieve s = sieve_open();
    if (kind == XPGN_CASTLING)
        s.sums = castles;
    else if (kind == XPGN_ATTACK || kind == XPGN_STEP)
        s.sums = (uint8_t)~castles;
    s.taken = kind == XPGN_ATTACK ? NOT_NONE : kind == XPGN_STEP ? 1 : UINT8_MAX;
    return s;
}

/* A sieve for actions of one of these kinds. */
static struct sieve sieve_of_kinds(const struct query_term *t) {
    struct sieve s = {0};
    for (unsigned i = 0; i < t->count; i++)
        s = sieve_either(s, sieve_of_kind(t->value[i].number));
    return s;
}

static uint8_t types_of(const struct query_term *t) {
    unsigned types = 0;
    for (unsigned i = 0; i < t->count; i++)
        types |= t->value[i].pieces.types;
    return (uint8_t)types;
}

static bits squares_of(const struct query_term *t) {
    bits squares = 0;
    for (unsigned i = 0; i < t->count; i++) {
        unsigned file = t->value[i].square.file, rank = t->value[i].square.rank;
        bits files = file == XPGN_NO_SQUARE ? ~(bits)0 : file < BOARD ? FILE_BITS(file) : 0;
        bits ranks = rank == XPGN_NO_SQUARE ? ~(bits)0 : rank < BOARD ? RANK_BITS(rank) : 0;
        squares |= files & ranks;
    }
    return squares;
}

static struct sieve sieve_of_term(const struct query_term *t) {
    struct sieve s = sieve_open();
    if (t->of != OF_FACT || t->any_piece || t->compare != EQUAL)
        return s;
    switch (t->ask.fact) {
    case FACT_capture:
        s.taken = NOT_NONE;
        break;
    case FACT_en_passant:
        s.sums = sums_with(PLAYED_PASSES);
        break;
    case FACT_promotion:
        s.mover = 1 << XPGN_PAWN;
        s.made = (uint8_t) ~(1 << XPGN_PAWN);
        break;
    case FACT_check:
    case FACT_mate:
        s.sums = sums_with(PLAYED_CHECKS);
        break;
    case FACT_kind:
        return sieve_of_kinds(t);
    case FACT_piece:
        s.mover = types_of(t);
        break;
    case FACT_captured:
        s.taken = types_of(t);
        break;
    case FACT_promoted:
        s.made = types_of(t);
        break;
    case FACT_from:
        s.from = squares_of(t);
        break;
    case FACT_to:
        s.to = squares_of(t);
        break;
    default:
        break;
    }
    return s;
}

static struct sieve sieve_of(const xpgn_query *q, size_t node) { // NOLINT(misc-no-recursion)
    const struct query_node *n = &q->node[node];
    if (n->kind == NODE_TERM)
        return sieve_of_term(&q->term[n->left]);
    if (n->kind == NODE_NOT) /* a sieve may let through too much, so it cannot be negated */
        return sieve_open();
    struct sieve left = sieve_of(q, n->left), right = sieve_of(q, n->right);
    return n->kind == NODE_AND ? sieve_both(left, right) : sieve_either(left, right);
}

/* Lets through all moves that can match one of the queries. */
void xpgn_walk_filter(xpgn_walk *walk, const xpgn_query *const *queries) {
    struct sieve s = {0};
    for (; *queries != NULL; queries++)
        s = sieve_either(s, sieve_of(*queries, (*queries)->root));
    walk->fast.sieved = true;
    walk->fast.sieve = s;
}

/* SPDX-License-Identifier: MIT */
/* Placements of 8x8 with AVX2: when they are read, the square of each piece follows from prefix
   sums over all bytes at once, without unpredictable branches; when they are written, the lengths
   of empty runs do. */
#include "core/board/xfen_common.h"

#include "core/base/nibble.h"

#ifdef CPU_X86_64
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))

enum { LONGEST = 64 }; /* bytes; longer placements are rare */

/* Classes of 64 bytes of text that begins with a placement, a bit for each byte; and the number of
   squares up to and including each byte, saturated at 255. */
struct layout {
    bits piece, slash, star, other;
    bits whole; /* the squares so far are complete ranks */
    uint8_t squares[LONGEST];
};

WIDE static inline bits both(__m256i a, __m256i b) {
    return (uint32_t)_mm256_movemask_epi8(a) | (bits)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

/* A bit for each byte that has one of `kinds`. */
WIDE static inline bits of_kind(const __m256i is[2], char kinds) {
    __m256i some = _mm256_set1_epi8(kinds), none = _mm256_setzero_si256();
    return ~both(_mm256_cmpeq_epi8(_mm256_and_si256(is[0], some), none),
                 _mm256_cmpeq_epi8(_mm256_and_si256(is[1], some), none));
}

/* Prefix sums of v plus `before`, saturated at 255. */
WIDE static inline __m256i sums(__m256i v, __m256i before) {
    v = _mm256_adds_epu8(v, _mm256_slli_si256(v, 1));
    v = _mm256_adds_epu8(v, _mm256_slli_si256(v, 2));
    v = _mm256_adds_epu8(v, _mm256_slli_si256(v, 4));
    v = _mm256_adds_epu8(v, _mm256_slli_si256(v, 8));
    __m256i low =
        _mm256_permute2x128_si256(v, v, 0x08); /* carries the lower half's sum into the upper */
    v = _mm256_adds_epu8(v, _mm256_shuffle_epi8(low, _mm256_set1_epi8(15)));
    return _mm256_adds_epu8(v, before);
}

/* The last byte, in all positions. */
WIDE static inline __m256i last_of(__m256i v) {
    return _mm256_shuffle_epi8(_mm256_permute2x128_si256(v, v, 0x11), _mm256_set1_epi8(15));
}

/* The letters before P and from P on, the digits 1 to 8, / and *. */
enum { IS_B_TO_N = 1, IS_P_TO_R = 2, IS_PIECE = IS_B_TO_N | IS_P_TO_R, IS_RUN = 4, IS_SLASH = 8 };
enum { IS_STAR = 16, IS_ANY = 31 };
#define BYTES(is, in, n)                                                                           \
    ((is(n, 'B') | is(n, 'K') | is(n, 'N') | is(n, 'b') | is(n, 'k') | is(n, 'n')) * IS_B_TO_N |   \
     (in(n, 'P', 'R') | in(n, 'p', 'r')) * IS_P_TO_R | in(n, '1', '8') * IS_RUN |                  \
     is(n, '/') * IS_SLASH | is(n, '*') * IS_STAR)
#define BYTES_LOW(n) NIBBLE_LOW(BYTES, n)
#define BYTES_HIGH(n) NIBBLE_HIGH(BYTES, n)

WIDE static inline void classify(const char text[LONGEST], struct layout *l) {
    const __m256i lows = _mm256_broadcastsi128_si256(NIBBLE_TABLE(BYTES_LOW));
    const __m256i highs = _mm256_broadcastsi128_si256(NIBBLE_TABLE(BYTES_HIGH));
    const __m256i nibble = _mm256_set1_epi8(15), zero = _mm256_setzero_si256();
    __m256i is[2], squares[2], before = zero, whole[2];
    for (int i = 0; i < 2; i++) {
        __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(text + 32 * i));
        __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble);
        is[i] = _mm256_and_si256(_mm256_shuffle_epi8(lows, v), _mm256_shuffle_epi8(highs, high));
        __m256i run = _mm256_cmpeq_epi8(is[i], _mm256_set1_epi8(IS_RUN));
        __m256i piece =
            _mm256_cmpgt_epi8(_mm256_and_si256(is[i], _mm256_set1_epi8(IS_PIECE)), zero);
        __m256i size = _mm256_or_si256(_mm256_and_si256(_mm256_and_si256(v, nibble), run),
                                       _mm256_and_si256(_mm256_set1_epi8(1), piece));
        squares[i] = sums(size, before);
        before = last_of(squares[i]);
        whole[i] = _mm256_cmpeq_epi8(_mm256_and_si256(squares[i], _mm256_set1_epi8(7)), zero);
        _mm256_storeu_si256((__m256i *)(void *)(l->squares + 32 * i), squares[i]);
    }
    l->piece = of_kind(is, IS_PIECE);
    l->slash = of_kind(is, IS_SLASH);
    l->star = of_kind(is, IS_STAR);
    l->other = ~of_kind(is, IS_ANY);
    l->whole = both(whole[0], whole[1]);
}

/* True if it is eight complete ranks separated by /, and each * follows a piece. */
static inline bool is_placement(const struct layout *l, unsigned size) {
    return l->squares[size - 1] == 64 && bits_count(l->slash) == 7 &&
           (l->slash & ~l->whole) == 0 && /* and no empty rank */
           (l->slash & (l->slash << 1 | 1 | (bits)1 << (size - 1))) == 0 &&
           (l->star & ~(l->piece << 1)) == 0;
}

/* Sets the bitboards from the bits of the piece codes. */
WIDE static inline void gather(const uint8_t at[64], xpgn_position *out) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)at);
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(at + 32));
#define PLANE(bit) both(_mm256_slli_epi16(a, 7 - (bit)), _mm256_slli_epi16(b, 7 - (bit)))
    bits t0 = PLANE(0), t1 = PLANE(1), t2 = PLANE(2), black = PLANE(4);
    out->wounded = PLANE(3);
#undef PLANE
    out->type[XPGN_PAWN] = t0 & ~t1 & ~t2;
    out->type[XPGN_KNIGHT] = ~t0 & t1 & ~t2;
    out->type[XPGN_BISHOP] = t0 & t1;
    out->type[XPGN_ROOK] = ~t0 & ~t1 & t2;
    out->type[XPGN_QUEEN] = t0 & t2;
    out->type[XPGN_KING] = t1 & t2;
    out->seat[0] = (t0 | t1 | t2) & ~black;
    out->seat[1] = black;
}

/* Puts the pieces on their squares. */
WIDE static inline void put_all(const struct layout *l, const char *text, uint8_t at[64]) {
    memset(at, 0, 64);
    for (bits left = l->piece; left != 0; left &= left - 1) {
        unsigned i = bits_first(left);
        at[(l->squares[i] - 1u) ^ 56] =
            piece_of_letter[(unsigned char)text[i]]; /* the first is a8 */
    }
    for (bits left = l->star; left != 0; left &= left - 1)
        at[(l->squares[bits_first(left)] - 1u) ^ 56] |= XPGN_WOUNDED;
}

static inline bool set_king(xpgn_position *out, unsigned seat) {
    bits king = out->type[XPGN_KING] & out->seat[seat];
    out->king[seat] = king != 0 ? (xpgn_square)bits_first(king) : XPGN_NO_SQUARE;
    return (king & (king - 1)) == 0;
}

WIDE const char *xfen_place_wide(xpgn_slice text, const struct geometry *g, xpgn_position *out) {
    char copy[LONGEST] = {0};
    uint8_t at[64];
    struct layout l;
    memcpy(copy, text.data, text.size < LONGEST ? text.size : LONGEST);
    classify(copy, &l);
    unsigned size = l.other != 0 ? bits_first(l.other) : 0;
    if (size == 0 || (copy[size] != ' ' && copy[size] != '['))
        return NULL;
    l.piece &= BIT(size) - 1;
    l.slash &= BIT(size) - 1;
    l.star &= BIT(size) - 1;
    if (!is_placement(&l, size) || (l.star != 0 && !g->wounds))
        return NULL;
    put_all(&l, copy, at);
    memcpy(out->at, at, sizeof at);
    gather(at, out);
    bool kings = set_king(out, 0) && set_king(out, 1); /* several kings need the general reader */
    return kings && (xfen_types(out) & ~g->letters & 0xffu) == 0 ? text.data + size : NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* For each byte of four ranks the number of empty squares from there on, in its rank. */
WIDE static inline __m256i runs_of(__m256i empty) {
    __m256i run = _mm256_sub_epi8(_mm256_setzero_si256(), empty), whole = empty;
    run = _mm256_add_epi8(run, _mm256_and_si256(_mm256_srli_epi64(run, 8), whole));
    whole = _mm256_and_si256(whole, _mm256_srli_epi64(whole, 8));
    run = _mm256_add_epi8(run, _mm256_and_si256(_mm256_srli_epi64(run, 16), whole));
    whole = _mm256_and_si256(whole, _mm256_srli_epi64(whole, 16));
    return _mm256_add_epi8(run, _mm256_and_si256(_mm256_srli_epi64(run, 32), whole));
}

/* What is written of four ranks: letters, and digits where runs begin, with a mask of these
   bytes. */
WIDE static inline void spell(const xpgn_piece *at, uint64_t word[4], uint64_t mask[4]) {
    const __m256i upper =
        _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)piece_letters));
    const __m256i lower = _mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)(piece_letters + XPGN_PIECE(1, 0))));
    __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)at);
    __m256i empty = _mm256_cmpeq_epi8(v, _mm256_setzero_si256());
    __m256i black = _mm256_slli_epi16(v, 3); /* the seat is its highest bit */
    __m256i letters =
        _mm256_blendv_epi8(_mm256_shuffle_epi8(upper, v), _mm256_shuffle_epi8(lower, v), black);
    __m256i digits = _mm256_add_epi8(runs_of(empty), _mm256_set1_epi8('0'));
    __m256i inside = _mm256_and_si256(empty, _mm256_slli_epi64(empty, 8));
    _mm256_storeu_si256((__m256i *)(void *)word, _mm256_blendv_epi8(letters, digits, empty));
    _mm256_storeu_si256((__m256i *)(void *)mask,
                        _mm256_xor_si256(inside, _mm256_set1_epi8((char)0xff)));
}

__attribute__((target("avx2,bmi2,popcnt"))) char *xfen_write_wide(char *c, const xpgn_position *p) {
    uint64_t word[8], mask[8];
    spell(p->at, word, mask);
    spell(p->at + 32, word + 4, mask + 4);
#pragma GCC unroll 8
    for (unsigned rank = 8; rank-- > 0; *c++ = '/') {
        uint64_t text = _pext_u64(word[rank], mask[rank]);
        memcpy(c, &text, sizeof text);
        c += __builtin_popcountll(mask[rank]) / 8;
    }
    return c;
}
#endif

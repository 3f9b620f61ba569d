/* SPDX-License-Identifier: MIT */
/* The SSE2 intrinsics used here, in WebAssembly SIMD. */
#ifndef WASI_EMMINTRIN_H
#define WASI_EMMINTRIN_H

#include <wasm_simd128.h>

typedef v128_t __m128i;

#define WASI_TWO(name, does)                                                                       \
    static inline __m128i _mm_##name(__m128i a, __m128i b) {                                       \
        return wasm_##does(a, b);                                                                  \
    }
WASI_TWO(add_epi8, i8x16_add)
WASI_TWO(sub_epi8, i8x16_sub)
WASI_TWO(and_si128, v128_and)
WASI_TWO(or_si128, v128_or)
WASI_TWO(cmpeq_epi8, i8x16_eq)
WASI_TWO(cmpgt_epi8, i8x16_gt)
WASI_TWO(cmplt_epi8, i8x16_lt)
WASI_TWO(max_epu8, u8x16_max)
WASI_TWO(min_epu8, u8x16_min)
WASI_TWO(packus_epi16, u8x16_narrow_i16x8)
#undef WASI_TWO

/* SSE2 inverts the first operand, WebAssembly the second. */
static inline __m128i _mm_andnot_si128(__m128i a, __m128i b) {
    return wasm_v128_andnot(b, a);
}
static inline __m128i _mm_setzero_si128(void) {
    return wasm_i64x2_const(0, 0);
}
static inline __m128i _mm_set1_epi8(char c) {
    return wasm_i8x16_splat(c);
}
static inline __m128i _mm_set1_epi16(short n) {
    return wasm_i16x8_splat(n);
}
#define _mm_setr_epi8(...) wasm_i8x16_make(__VA_ARGS__)

static inline __m128i _mm_loadu_si128(const __m128i *p) {
    return wasm_v128_load(p);
}
static inline __m128i _mm_loadl_epi64(const __m128i *p) {
    return wasm_v128_load64_zero(p);
}
static inline void _mm_storel_epi64(__m128i *p, __m128i v) {
    wasm_v128_store64_lane(p, v, 0);
}
static inline __m128i _mm_cvtsi64_si128(long long n) {
    return wasm_i64x2_make(n, 0);
}
static inline int _mm_cvtsi128_si32(__m128i v) {
    return wasm_i32x4_extract_lane(v, 0);
}
static inline int _mm_movemask_epi8(__m128i v) {
    return (int)wasm_i8x16_bitmask(v);
}

static inline __m128i _mm_srli_epi64(__m128i v, int bits) {
    return wasm_u64x2_shr(v, (uint32_t)bits);
}
/* Shifts right by a number of bytes. Only a shift by a whole half is used. */
#define _mm_srli_si128(v, bytes)                                                                   \
    ({                                                                                             \
        _Static_assert((bytes) == 8, "eight bytes");                                               \
        wasm_i64x2_shuffle(v, _mm_setzero_si128(), 1, 2);                                          \
    })
/* Sums the absolute differences of the bytes of each half. */
static inline __m128i _mm_sad_epu8(__m128i a, __m128i b) {
    __m128i v = wasm_i8x16_sub(wasm_u8x16_max(a, b), wasm_u8x16_min(a, b));
    v = wasm_u32x4_extadd_pairwise_u16x8(wasm_u16x8_extadd_pairwise_u8x16(v));
    return wasm_i64x2_add(wasm_u64x2_shr(v, 32), wasm_v128_and(v, wasm_i64x2_splat(0xffffffff)));
}

#endif

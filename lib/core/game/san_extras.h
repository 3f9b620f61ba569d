/* SPDX-License-Identifier: MIT */
/* Comments, NAGs and variations between the moves of a game, as entries of type xpgn_san whose size
   is one of these. */
#ifndef XPGN_GAME_SAN_EXTRAS_H
#define XPGN_GAME_SAN_EXTRAS_H

#include <string.h>
#include <xpgn/walk.h>

enum beside {
    BESIDE_COMMENT = sizeof((xpgn_san *)NULL)->text + 1,
    BESIDE_NAG,
    BESIDE_OPENS, /* begins a variation to the move before; its moves, comments and NAGs follow */
    BESIDE_CLOSES
};
enum { BESIDE_MOST = 1 << 24 }; /* comments are shorter than this */

/* `number`: the NAG; or for a comment of `size` bytes, the bytes from its { to the end of the
   game. */
static inline xpgn_san beside_of(enum beside what, uint32_t number, uint32_t size) {
    xpgn_san s = {.size = (uint8_t)what};
    memcpy(s.text, &number, 4);
    for (unsigned i = 0; i < 3; i++)
        s.text[4 + i] = (char)(size >> 8 * i & 0xff);
    return s;
}
static inline uint32_t beside_number(const xpgn_san *s) {
    uint32_t number;
    memcpy(&number, s->text, 4);
    return number;
}
static inline xpgn_slice beside_text(const xpgn_san *s, xpgn_slice game) {
    uint32_t size = 0;
    for (unsigned i = 0; i < 3; i++)
        size |= (uint32_t)(unsigned char)s->text[4 + i] << 8 * i;
    return (xpgn_slice){game.data + game.size - beside_number(s) + 1, size};
}

#endif

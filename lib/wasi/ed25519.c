/* SPDX-License-Identifier: MIT */
/* In the place of libsodium's function, whose table of multiples of the base point is 30 kB that
   no packer makes smaller: a signature takes some hundred microseconds more. */
#include <private/ed25519_ref10.h>

void ge25519_scalarmult_base(ge25519_p3 *h, const unsigned char *a) {
    static const unsigned char base[32] = {
        0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
        0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
        0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
    };
    ge25519_p3 point;
    (void)ge25519_frombytes(&point, base);
    ge25519_scalarmult(h, a, &point);
}

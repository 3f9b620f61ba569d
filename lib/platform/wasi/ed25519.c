/* SPDX-License-Identifier: MIT */
/* Replaces libsodium's function, whose table of multiples of the base point takes 30 kB that do not
   compress. A signature takes a few hundred microseconds longer. */
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

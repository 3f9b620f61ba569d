/* SPDX-License-Identifier: MIT */
/* Sealed dice: chains of links, and the rolls that the links of all parties decide. */
#ifndef XPGN_PLAY_SEALED_H
#define XPGN_PLAY_SEALED_H

#include "base/sha256.h"
#include "xpgn.h"

struct xpgn_sealer {
    struct sha256 sha;
};

#endif

/* SPDX-License-Identifier: MIT */
/* Signatures as they are written in the tags DiceLast and DiceSign. */
#ifndef XPGN_TEXT_SIGNATURES_H
#define XPGN_TEXT_SIGNATURES_H

#include "base/seal.h"

/* Reads "white:SIG black:SIG" of these parties (bits), in their order, each at most once; a
   signature is base64 (RFC 4648) without padding. XPGN_INVALID: *fault says why. */
xpgn_status signatures_read(xpgn_slice text, unsigned parties, struct seal_signatures *out,
                            xpgn_fault *fault);

#endif

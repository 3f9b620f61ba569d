/* SPDX-License-Identifier: MIT */
#include "world.h"

void chain_look(world *w, chain *c) {
    (void)w;
    (void)c;
}

/* SPDX-License-Identifier: MIT */
/* The mistakes that people make in records (slips.def), and what each costs where it is assumed. */
#ifndef XPGN_REPAIR_MISTAKE_H
#define XPGN_REPAIR_MISTAKE_H

#include <stdbool.h>

enum {
    ONE_EDIT = 32 /* the cost of an edit; each action back adds 1, each warning another ONE_EDIT */
};

/* The kind of mistake that an edit assumes; edits of equal cost are ordered by it. */
enum mistake {
#define SLIP(kind, cost, rate, chance, source) MISTAKE_##kind,
#include "meant/repair/slips.def"
#undef SLIP
};

/* True if the mistake is in the tags. */
static inline bool mistake_is_of_frame(enum mistake kind) {
    return kind >= MISTAKE_SIDE;
}

/* The cost of such a mistake alone. */
unsigned mistake_cost(enum mistake kind);

#endif

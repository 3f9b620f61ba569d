/* SPDX-License-Identifier: MIT */
/* How likely a half-move of the record is true, by its support. */
#include "core/board/bitboard.h"
#include "meant/merge/merge.h"

enum merge_support {
#define SUPPORT(kind, thousandths, source) SUPPORT_##kind,
#include "meant/merge/supports.def"
#undef SUPPORT
};

/* Numbers of sheets without the half-move, by what they have instead: nothing, or a reading that
   the rules refute or allow. */
struct against {
    unsigned nothing, refuted, allowed;
};

static struct against count_against(const struct xpgn_merge *s, const xpgn_difference *d) {
    struct against a = {0, 0, 0};
    for (size_t i = 0; i < s->count; i++) {
        const xpgn_reading *r = &d->reading[i];
        bool here = (d->witnesses >> i & 1) != 0;
        if (here)
            continue;
        if (r->slip == XPGN_SLIP_LEFT_OUT || r->slip == XPGN_SLIP_NONE)
            a.nothing++;
        else if (r->until != NULL)
            a.refuted++;
        else
            a.allowed++;
    }
    return a;
}

/* After a missing half-move nothing can be checked. */
static bool is_unchecked(const struct xpgn_merge *s, const xpgn_difference *d) {
    return s->checked < s->steps && d->ply > s->step[s->checked].ply;
}

static enum merge_support support_of(const struct xpgn_merge *s, const xpgn_difference *d) {
    const struct against a = count_against(s, d);
    unsigned have = (unsigned)bits_count(d->witnesses) * (s->copies ? (unsigned)s->games : 1);
    if (d->tied != NULL)
        return SUPPORT_TIED;
    if (is_unchecked(s, d))
        return have > 1 ? SUPPORT_UNCHECKED_ALL : SUPPORT_UNCHECKED_ALONE;
    if (d->was != NULL)
        return SUPPORT_CORRECTED;
    if (d->guess)
        return SUPPORT_GUESSED;
    if (d->mixed)
        return SUPPORT_MIXED;
    if (have > 1 && a.refuted + a.allowed == 0)
        return SUPPORT_ALL;
    if (have > 1)
        return SUPPORT_MAJORITY;
    if (a.allowed > 0)
        return SUPPORT_ALLOWED;
    return a.refuted > 0 ? SUPPORT_REFUTED : SUPPORT_ALONE;
}

double merge_confidence(const struct xpgn_merge *s, const xpgn_difference *d) {
    static const unsigned short thousandths[] = {
#define SUPPORT(kind, thousandths, source) [SUPPORT_##kind] = (thousandths),
#include "meant/merge/supports.def"
#undef SUPPORT
    };
    double learned = merge_learned(s, d);
    if (d->missing || d->text[0] == '\0')
        return 0;
    return learned > 0 ? learned : thousandths[support_of(s, d)] / 1000.0;
}

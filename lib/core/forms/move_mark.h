/* SPDX-License-Identifier: MIT */
/* Marks behind a half-move: check, mate, en passant, a draw offered, sic, in signs and in words. */
#ifndef XPGN_FORMS_MOVE_MARK_H
#define XPGN_FORMS_MOVE_MARK_H

#include <xpgn/base.h>

enum move_mark_kind {
    MARK_CHECK,            /* + † ch ch. check Schach échec */
    MARK_DOUBLE_CHECK,     /* ++ ‡ dbl ch */
    MARK_DISCOVERED_CHECK, /* dis ch, disc. */
    MARK_MATE,       /* # ## ≠ mate matt mat; ‡ and ++ of old books are double checks here */
    MARK_EN_PASSANT, /* e.p. ep (e.p.) en passant i.V. */
    MARK_DRAW_OFFER, /* = (=) and words; = only where a word ends: not of e8=Q */
    MARK_SIC,        /* (sic) sic! [sic] */
    MARK_NAG         /* !? ± +- (N): `nag` */
};

struct move_mark {
    size_t size; /* bytes at p, with brackets */
    enum move_mark_kind kind;
    uint32_t nag;
    bool worded; /* a word, not a sign */
};

/* Reads one mark at p, which is behind a half-move, or behind another mark, after blanks or none.
   A word ends where a word ends. False if there is none. */
bool move_mark_read(const char *p, const char *end, struct move_mark *out);

#endif

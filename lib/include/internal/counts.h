/* SPDX-License-Identifier: MIT */
/* Tallies and sums, beyond what xpgn/facts.h has. */
#ifndef XPGN_INTERNAL_COUNTS_H
#define XPGN_INTERNAL_COUNTS_H

#include <xpgn/facts.h>

#include "internal/loop.h"

/* ---- tallies --------------------------------------------------------------------------------- */

/* The questions of a report on fairness, as bits. */
enum {
    XPGN_FAIR_FACES = 1,   /* do all dice together show the faces equally often? */
    XPGN_FAIR_PLAYERS = 2, /* do the dice of one player differ from fair ones? */
    XPGN_FAIR_PAIRS = 4    /* do successive dice depend on each other? */
};
/* The word for the question 1 << index in reports ("faces"); NULL if there is none. Static. */
const char *xpgn_fair_question(unsigned index);
/*
 * Chooses the questions of the report on fairness (0: all), over which Holm's correction is made,
 * and whether other tests are listed for exploration. Choose before looking at the dice. It affects
 * written reports only. XPGN_INVALID: there is no such question.
 */
xpgn_status xpgn_tally_ask(xpgn_tally *tally, unsigned questions, bool explore);
/* Names the players in advance, by the values of their tags, for the e-value of such a report; the
   names are copied. By default they are all players found. */
xpgn_status xpgn_tally_players(xpgn_tally *tally, const xpgn_slice *names, size_t count);
/* Lets a walk with XPGN_THROWS hand its dice to the tally, which its other steps must be given as
   well. */
void xpgn_tally_watch(xpgn_tally *tally, xpgn_walk *walk);
/* The flags of xpgn_tally_want, set here or in a tally that was merged or read. */
unsigned xpgn_tally_wants(const xpgn_tally *tally);
/* The pieces of the archive that were counted; the set belongs to the tally, and the caller may add
   to it. Empty if they are not known. */
struct archive_pieces *xpgn_tally_parts(xpgn_tally *tally);
/* The tag that it is grouped by; NULL: none. */
const char *xpgn_tally_by(const xpgn_tally *tally);
/* Stores a description of how the counts were made (version, rulesets), which partial tallies
   contain: only results with the same description should be added. The text is copied.
   XPGN_INVALID: it has a tab or line end. */
xpgn_status xpgn_tally_set_how(xpgn_tally *tally, const char *how);
/* That description: as set, read, or taken from the first tally that was merged; NULL: none. */
const char *xpgn_tally_how(const xpgn_tally *tally);

/* ---- sums of one run ------------------------------------------------------------------------- */

/* Sums of one run that are written to partial results and added up, for programs that divide an
   archive. */
struct partial_sums {
    const char *tool; /* "xpgn-validate"; owned by the caller, as are all pointers here */
    const char *how;  /* the options that affect the counts: only results with the same text are
                         added. Like the names, without tabs and line ends */
    const char *const *name;
    uint64_t *sum;
    size_t count;    /* of names and sums */
    bool incomplete; /* not all was read: the result will be refused when read */
    struct archive_pieces
        *parts; /* the pieces counted, to which those of a file are added; NULL: not kept */
    /* If not NULL: called with each count of a file, instead of adding it to `sum`, even if the
       file is refused later; returns false if there is no such count. */
    bool (*other)(void *data, xpgn_slice name, uint64_t sum);
    void *data;
};

/* Appends the sums as a partial result. */
void partial_sums_write(xpgn_buffer *b, const struct partial_sums *s);
/* Adds a partial result from a file, completely or not at all. XPGN_INVALID: it is not such a
   result, is truncated, changed or incomplete, was counted with other options, or has a piece that
   was added before. XPGN_IO: it cannot be read. *fault says why. */
xpgn_status partial_sums_add(struct partial_sums *s, const char *file, xpgn_fault *fault);

#endif

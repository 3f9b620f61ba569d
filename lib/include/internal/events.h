/* SPDX-License-Identifier: MIT */
/* Events, beyond what xpgn/event.h has. */
#ifndef XPGN_INTERNAL_EVENTS_H
#define XPGN_INTERNAL_EVENTS_H

#include <xpgn/event.h>

/*
 * Reads a list of xpgn_event_read_list without a check of its figures: to find the players' names,
 * and nothing else, which links neither tie-breaks nor the check of an event. XPGN_INVALID: as
 * there.
 */
xpgn_status xpgn_players_read(xpgn_event *event, const char *file, xpgn_slice text,
                              xpgn_fault *fault);
/* Makes ready for xpgn_event_player_name without checking the event. XPGN_INVALID: it is ready or
   checked already. */
xpgn_status xpgn_event_names(xpgn_event *event, xpgn_fault *fault);
/* The name of a player as the list has it, by index from 0; NULL past the last. Valid until the
   event is freed. */
const char *xpgn_event_player(const xpgn_event *event, size_t index);
/*
 * Sets the tie-breaks after the points, in order, by the codes of FIDE C.07: "DE,BH/C1,SB"; - and #
 * may replace /. In a team event they apply to the teams. By default they are those of the list
 * (212, 202 in TRF26). Call it after the list and before the check. XPGN_INVALID: *fault (may be
 * NULL) says which code is unknown.
 */
xpgn_status xpgn_event_set_tie_breaks(xpgn_event *event, const char *codes, xpgn_fault *fault);
/* The codes of FIDE C.07 without what may follow them, "BH", by index from 0; NULL past the last.
 */
const char *xpgn_tie_break_code(size_t index);
/*
 * Appends the different names in the column `event` of a CSV list, each followed by a NUL, and sets
 * *count; 0 if there is no such column or it is not CSV. XPGN_INVALID: there are more than 1,000.
 */
xpgn_status xpgn_event_list_events(xpgn_buffer *names, xpgn_slice text, size_t *count);
/* A pairing of the list. */
typedef struct xpgn_pairing {
    uint32_t round, board;           /* board 0: unknown */
    unsigned seats;                  /* 1: a bye */
    bool played;                     /* a record of it is expected */
    xpgn_slice name[XPGN_MAX_SEATS]; /* in turn order, UTF-8 */
    int year, month, day;            /* 0: unknown */
    xpgn_outcome outcome;            /* over: its result is known */
} xpgn_pairing;
/*
 * Finds the pairing that a score sheet belongs to by its tags: among the pairings whose players it
 * may name, the one that differs least in round, board, day and result; without names, the one with
 * its round and board. Several sheets may belong to one pairing. XPGN_NOT_FOUND: there is none.
 * XPGN_INVALID: there are several, or there is no list.
 */
xpgn_status xpgn_event_place(xpgn_event *event, const xpgn_game *game, size_t *pairing);
/* The pairings in the order of the list (`index` from 0); false past the last. */
bool xpgn_event_pairing(const xpgn_event *event, size_t index, xpgn_pairing *out);
/* The names of the tie-breaks of the players' standings, in order. */
const char *const *xpgn_event_tie_breaks(const xpgn_event *event, size_t *count);
/* Appends the value of tie-break `code` (from 0) for row `row` of the standings; "-" if it has
   none. */
void xpgn_event_tie_break_write(xpgn_buffer *b, const xpgn_event *event, size_t row, size_t code);
/* The first and last round that have games; round 0 holds games whose round is unknown. Without
   games *first is 1 and *last 0. */
void xpgn_event_rounds(const xpgn_event *event, uint32_t *first, uint32_t *last);
/* Appends what the player in row `row` of the standings did in a round: "12w1" (won as White
   against the player in row 12, counted from 1), "2,5,7r1/2", "bye 1"; "-" for nothing. */
void xpgn_event_round_write(xpgn_buffer *b, const xpgn_event *event, size_t row, uint32_t round);

/*
 * True if two names in UTF-8 may belong to one player, as xpgn_event compares them: they have the
 * same words in any order, with first names as initials or missing; or at most `letters` letters
 * differ, and no more than one in four. An empty name agrees with an empty name only.
 */
bool player_names_agree(xpgn_slice a, xpgn_slice b, unsigned letters);
/* Appends a name as it is compared: words of lower-case letters without accents and digits,
   separated by spaces, with a comma after the family name if the name has one. */
void xpgn_name_words(xpgn_buffer *b, xpgn_slice name);

#endif

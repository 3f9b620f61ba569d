/* SPDX-License-Identifier: MIT */
/* What the tools ask of the list of an event besides xpgn.h. */
#ifndef XPGN_INTERNAL_EVENTS_H
#define XPGN_INTERNAL_EVENTS_H

#include <xpgn.h>

/*
 * Reads a list of xpgn_event_list without a check of its figures: to find the players' names, and
 * nothing else, which links neither tie-breaks nor the check of an event. XPGN_INVALID: as there.
 */
xpgn_status xpgn_players_read(xpgn_event *event, const char *file, xpgn_slice text,
                              xpgn_fault *fault);
/* Makes ready for xpgn_event_name without checking the event. XPGN_INVALID: it is ready or checked
   already. */
xpgn_status xpgn_event_names(xpgn_event *event, xpgn_fault *fault);
/* The name of a player as the list has it, by index from 0; NULL past the last. Valid until the
   event is freed. */
const char *xpgn_event_player(const xpgn_event *event, size_t index);

#endif

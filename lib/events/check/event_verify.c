/* SPDX-License-Identifier: MIT */
/* An event from its list to its findings. */
#include "events/check/checks.h"
#include "internal/events.h"

#include <string.h>

xpgn_status xpgn_event_set_points(xpgn_event *e, const char *system) {
    event_points points;
    if (!event_system_read(system, &points))
        return XPGN_INVALID;
    e->given_points = points;
    e->has_points = true;
    return XPGN_OK;
}

xpgn_status xpgn_event_set_control(xpgn_event *e, const char *control) {
    event_control both[2];
    if (!event_controls_read(slice_of(control), both))
        return XPGN_INVALID;
    memcpy(e->given, both, sizeof e->given);
    e->has_control = true;
    return XPGN_OK;
}

xpgn_status xpgn_event_read_list(xpgn_event *e, const char *file, xpgn_slice text,
                                 xpgn_fault *fault) {
    xpgn_status status = xpgn_players_read(e, file, text, fault);
    if (status != XPGN_OK)
        return status;
    if (e->has_points)
        e->points = e->given_points;
    event_figures(e);
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}

/* Finds the pairing of each record; without a list they are those of the records. */
static void pair(event *e) {
    bool listed = e->list.text.data != NULL;
    if (listed)
        event_resolve(e);
    if (e->status == XPGN_OK)
        event_byes(e);
    if (e->status == XPGN_OK && !listed)
        event_alone_players(e);
    if (e->status == XPGN_OK)
        event_moves(e);
    if (e->status == XPGN_OK && listed)
        event_match(e);
    if (e->status == XPGN_OK && !listed)
        event_alone_pairings(e);
    if (e->status == XPGN_OK && !listed)
        event_alone_names(e);
}

xpgn_status xpgn_event_check(xpgn_event *e, xpgn_fault *fault) {
    if (e->checked)
        return XPGN_INVALID;
    if (e->has_points)
        e->points = e->given_points;
    event_days(e, true);
    event_clocks_all(e);
    if (e->status == XPGN_OK)
        pair(e);
    if (e->status == XPGN_OK)
        event_check(e);
    if (e->status == XPGN_OK)
        event_errors_all(e);
    if (e->status == XPGN_OK)
        event_repeats(e);
    if (e->status == XPGN_OK)
        event_find_end(e);
    if (e->status == XPGN_OK)
        event_standings(e);
    e->checked = e->status == XPGN_OK;
    if (e->status == XPGN_INVALID && fault != NULL)
        *fault = e->fault;
    return e->status;
}

const xpgn_event_finding *xpgn_event_findings(const xpgn_event *e, size_t *count) {
    *count = e->checked ? e->findings : 0;
    return e->told;
}

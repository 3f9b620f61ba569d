/* SPDX-License-Identifier: MIT */
/* Events: records against the list of their players, pairings and results. */
#ifndef XPGN_EVENT_H
#define XPGN_EVENT_H

#include <xpgn/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Checks the records of an event (a tournament, a match) against the list of its players, pairings
 * and results, or, without a list, against each other: who plays whom in which round, with which
 * result, on which day; misspelt names; records that are missing, duplicated or of other players;
 * impossible clock times. One slip gives one finding.
 *
 *     xpgn_event_read_list(event, "list.trf", text, &fault);
 *     while (xpgn_stream_next(stream, &game, NULL) == XPGN_OK)
 *         xpgn_event_add(event, walk, &game, &fault);
 *     xpgn_event_check(event, &fault);
 *     list = xpgn_event_findings(event, &count);
 */
typedef struct xpgn_event xpgn_event;

#define XPGN_EVENT_OPTIONS .size = sizeof(xpgn_event_options)

typedef struct xpgn_event_options {
    size_t size;          /* XPGN_EVENT_OPTIONS */
    int32_t letters;      /* how many letters of a name may differ from the list; 0: the default, 2;
                             negative: none */
    int32_t tolerance;    /* seconds by which a clock time may be wrong; 0: the default, 2;
                             negative: none */
    uint32_t first, last; /* the rounds whose records are all expected; first 0: all rounds */
    uint64_t max_bytes;   /* limit for all records together, which are kept in memory; 0: the
                             default, 1 GiB */
    uint32_t k;           /* the K-factor of all players; 0: by rating, age and time control, as in
                             FIDE B.02, 8.3.3 */
    const char *event;    /* take only the games of this event from a CSV list with a column
                             `event`; NULL: all. Must stay valid until the list is read */
} xpgn_event_options;

/* A finding about a record, or about the list. */
typedef struct xpgn_event_finding {
    xpgn_finding finding;
    const xpgn_game *game; /* the game it is about; for the list, its text with number 0 */
    bool listed;           /* it is about the list */
} xpgn_event_finding;

/* A player's standing. Unplayed games count for the points only; with four seats a share of the win
   counts as a draw. Players not separated by points and tie-breaks share a place. */
typedef struct xpgn_standing {
    const char *name; /* safe for a terminal, one line */
    const char *sum;  /* the points as text: "3.5", "1 1/3" */
    int32_t points;   /* in 1200ths */
    uint32_t place;   /* from 1 */
    uint32_t won, drawn, lost;
} xpgn_standing;

/* The tables that can be made of an event. */
typedef enum xpgn_event_view {
    XPGN_EVENT_PAIRINGS, /* all games by rounds, with their results */
    XPGN_EVENT_MISSING,  /* games of the list without a record */
    XPGN_EVENT_RATING,   /* for each player: games against rated opponents, points, expected points,
                            rating change (B.02, 8.3) and performance (C.07, 10.2) */
    XPGN_EVENT_TEAMS     /* standings of the list's teams */
} xpgn_event_view;

typedef struct xpgn_event_table {
    size_t columns, rows;
    const char *const *heading;
    const bool *number;      /* [column]: its cells are numbers or - */
    const char *const *cell; /* [row * columns + column]; safe for a terminal */
} xpgn_event_table;

/* `options` may be NULL. */
XPGN_API xpgn_status xpgn_event_new(xpgn_event **out, const xpgn_event_options *options);
XPGN_API void xpgn_event_free(xpgn_event *event);
/* Sets the points for win, draw and loss, such as "3-1-0"; overrides the list. XPGN_INVALID: the
   text is malformed. */
XPGN_API xpgn_status xpgn_event_set_points(xpgn_event *event, const char *system);
/* Sets the time control, "5400+30" or "40/5400+30:900+30"; overrides records and list. Call it
   before the first record. XPGN_INVALID: the text is malformed. */
XPGN_API xpgn_status xpgn_event_set_control(xpgn_event *event, const char *control);
/*
 * Reads the list, before the first record: a FIDE report file (TRF16, TRF26), or CSV with the
 * columns round, white, black, and optionally board, red, green, result, date, whitefideid and the
 * like. `file` names it in findings; the text is copied. XPGN_INVALID: it is not a list, *fault
 * (may be NULL) says why, and the event may only be freed; or there are records or a list already.
 */
XPGN_API xpgn_status xpgn_event_read_list(xpgn_event *event, const char *file, xpgn_slice text,
                                          xpgn_fault *fault);
/*
 * Adds a record, which is copied and walked to its end with `walk`. The walk must have the option
 * keep_line; skip_variations saves time. XPGN_INVALID: the records exceed max_bytes, *fault says
 * so, and the event may only be freed; or it has been checked already.
 */
XPGN_API xpgn_status xpgn_event_add(xpgn_event *event, xpgn_walk *walk, const xpgn_game *game,
                                    xpgn_fault *fault);
/* Checks the event; call it once, after the last record. XPGN_INVALID: there are too many players,
   and *fault states the limit; or it has been checked already. */
XPGN_API xpgn_status xpgn_event_check(xpgn_event *event, xpgn_fault *fault);
/*
 * Finds the player of the list that a name means, by the same rules as for records, and appends the
 * name as in the list. XPGN_NOT_FOUND: nobody, or several are equally near. XPGN_INVALID: the event
 * is not checked yet.
 */
XPGN_API xpgn_status xpgn_event_player_name(xpgn_buffer *b, xpgn_event *event, xpgn_slice name);
/* The findings about the list, then about the records, by places. This and the following answers
   are empty before the check, and valid until the event is freed. */
XPGN_API const xpgn_event_finding *xpgn_event_findings(const xpgn_event *event, size_t *count);
/* The standings, ordered by points, tie-breaks, the list's ranks, starting ranks, and names. */
XPGN_API const xpgn_standing *xpgn_event_standings(const xpgn_event *event, size_t *count);
/* Makes a table, which is valid until the event is freed. XPGN_INVALID: the event is not checked
   yet. */
XPGN_API xpgn_status xpgn_event_tabulate(xpgn_event *event, xpgn_event_view view,
                                         xpgn_event_table *out);

/* ---- options without designated initializers ------------------------------------------------- */

xpgn_init_of(xpgn_event_options)

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: MIT */
/*
 * The checks of an event whose list has been read. event_record.c keeps its records,
 * pairing_match.c finds the pairing that each belongs to, event_check.c compares the two,
 * same_moves.c the records with each other; without a list, without_list.c takes players and
 * pairings from the records. rounds.c lists what players and teams did in each round, from which
 * rank/ makes standings.
 */
#ifndef XPGN_CHECK_CHECKS_H
#define XPGN_CHECK_CHECKS_H

#include "events/list/event_data.h"

/* ---- records (event_record.c) ---------------------------------------------------------------- */

/* Reads the tags of a record, whose game is known. */
void event_record_tags(event *e, event_record *r);
/* The place of a tag's value; of the first byte of the game if there is none. */
xpgn_place event_record_place(const event_record *r, xpgn_slice value);
/* Merges the same error of many records into one finding, if most have it. */
void event_errors_all(event *e);

/* ---- records and pairings (pairing_match.c) -------------------------------------------------- */

/* Finds the pairing of each record. */
void event_match(event *e);
enum { EVENT_UNFIT = 1000 };
/* The cost of assigning a record to a pairing; EVENT_UNFIT if it cannot be. */
uint32_t event_cost(const event *e, const event_record *r, const event_pairing *p);
/* True if the players of all seats are known. */
bool event_knows_all(const event_record *r);
/* True if the record is of the pairing's round. In a match, 1.3 may be the third game. */
bool event_round_agrees(const event *e, const event_record *r, const event_pairing *p);
/* The seat in the pairing of the player of a seat; XPGN_MAX_SEATS if none. */
unsigned event_seat_in(const event_record *r, unsigned seat, const event_pairing *p);

/* ---- records alone (without_list.c, same_moves.c) -------------------------------------------- */

/* Without a list: makes the players of the records, and their pairings. */
void event_alone_players(event *e);
void event_alone_pairings(event *e);
/* Reports names that may be misspellings of others. */
void event_alone_names(event *e);
/* Finds records with the same moves, once the players are known. */
void event_moves(event *e);
/* True if the game is too long to equal another by chance or by preparation. */
bool event_is_unlike(const event_record *r);
/* True if they have the same players, as far as these are known. */
bool event_same_players(const event_record *a, const event_record *b);

/* ---- records and the list (event_check.c, check_points.c, points_meant.c) -------------------- */

/* Checks the records against the list. */
void event_check(event *e);
/* Checks the points and ranks of the list against its results. */
void event_figures(event *e);
/* Are the points that the list has for a player those of the results? *sum: what these are. */
bool event_points_fit(const event *e, uint32_t player, int64_t *sum);
/* Takes a system of points, or half-point byes that are left blank, if these explain the points of
   the list. */
void event_points_meant(event *e);

/* ---- clock times (clock_times.c) ------------------------------------------------------------- */

/* A reading of a clock. */
typedef struct event_reading {
    bool known;
    int64_t time;   /* milliseconds */
    uint32_t moves; /* moves that the seat had made */
} event_reading;

/* The clocks of one record, which clock_times.c checks. */
typedef struct event_clocks {
    event *e;
    uint32_t record;
    bool known;               /* the time control */
    event_control control[2]; /* for White and the others, for Black */
    xpgn_slice value;         /* the tag that gives it; data NULL: the user does */
    bool decided;             /* it is decided whether times are in seconds */
    bool told;                /* it was reported that the control is unknown */
    bool online;              /* played on a server, where players can give each other time */
    struct event_hand {
        uint32_t moves;
        int64_t used;              /* time of later stages seen so far */
        event_reading last, fault; /* the last correct one, and a wrong one after it */
    } hand[XPGN_MAX_SEATS];
    size_t finding[4]; /* of each kind; SIZE_MAX: none */
    uint32_t count[4];
} event_clocks;
/* True if the site is a server, where players use account names. */
bool event_is_online(xpgn_slice site);
/* Checks the clocks of a record: begin, after its tags are known, then each action of its main
   line, then end. */
void event_clocks_begin(event_clocks *k, event *e, uint32_t record);
void event_clocks_step(event_clocks *k, const xpgn_step *step);
void event_clocks_end(event_clocks *k);
/* Adds the number of records to findings that are made once for all. */
void event_clocks_all(event *e);

/* ---- standings (rounds.c, standings.c) ------------------------------------------------------- */

/* The seat of a player, who must be in the pairing. */
unsigned event_seat_of(const event_pairing *p, uint32_t player);
/* Lists what players and teams did in each round, in the arena. */
void event_rank_players(event *e, rank_table *t);
void event_rank_teams(event *e, rank_table *t);
/* The last round with a result; mere pairings and requested byes do not count. */
uint32_t event_last_round(const event *e);
/* Takes the known tie-breaks of the list, if the caller gave none. */
void event_codes(event *e);
void event_standings(event *e);
/* Allocates and computes a result; false if memory runs out. */
bool event_rank(event *e, const rank_table *t, size_t codes, rank_result *out);
/* Appends the value of a tie-break, "-" if there is none. */
void event_value_put(xpgn_buffer *b, const rank_code *c, rank_value v);

#endif

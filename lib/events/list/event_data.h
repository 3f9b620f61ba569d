/* SPDX-License-Identifier: MIT */
/*
 * An event in memory: its list and its records (xpgn_event).
 *
 * list_read.c reads a list: list_text.c makes its text UTF-8, trf.c, trf_lines.c, list_csv.c and
 * crosstable.c take teams and lines from it, list_days.c its days, event_list.c keeps players and
 * pairings, and pair_results.c pairs the lines of both players. byes.c knows the words for nobody.
 * Records are read and checked by events/check; rounds and standings are made there.
 */
#ifndef XPGN_LIST_EVENT_DATA_H
#define XPGN_LIST_EVENT_DATA_H

#include <xpgn/event.h>

#include "core/base/edit_distance.h"
#include "core/base/log.h"
#include "core/base/slice.h"
#include "core/forms/time_control.h"
#include "events/rank/rank.h"
#include "internal/loop.h"

#define EVENT_NOBODY UINT32_MAX

enum { EVENT_SCORE = 12 };

typedef struct xpgn_event event;
typedef struct event_near event_near;

/* ---- days and names -------------------------------------------------------------------------- */

/* 0: unknown. */
typedef struct event_date {
    int year, month, day;
} event_date;

/* Reads 2026.05.01, with ? for unknown digits; / and - may replace the dots, and the day may come
   first. An empty text or ? is an unknown date. False if it is not a date. */
bool event_date_read(xpgn_slice text, event_date *d);
/* True if it has no words or blanks. */
bool event_date_is_usual(xpgn_slice text);
/* True if both can be the same day. */
bool event_date_agrees(event_date a, event_date b);
/* Negative, 0 or positive by the leading known parts. */
int event_date_order(event_date a, event_date b);
void event_date_put(xpgn_buffer *b, event_date d);
/* The number before the first dot, and in event_part_read the one after it; 0 if there is none. */
uint32_t event_round_read(xpgn_slice text);
uint32_t event_part_read(xpgn_slice text);
/* Reads a whole number; false if it is anything else, or above `most`. */
bool event_number_read(xpgn_slice text, uint64_t most, uint64_t *out);
/* The text without blanks and tabs around it. */
static inline xpgn_slice event_trim(xpgn_slice s) {
    while (s.size > 0 && (s.data[0] == ' ' || s.data[0] == '\t')) {
        s.data++;
        s.size--;
    }
    while (s.size > 0 && (s.data[s.size - 1] == ' ' || s.data[s.size - 1] == '\t'))
        s.size--;
    return s;
}

enum { EVENT_KEY = WORDS_LONGEST, EVENT_WORDS = 8, EVENT_PAIRS = 4 };

/* A name in the form for comparison: letters and digits without case and accents, words separated
   by one blank. */
typedef struct event_key {
    char text[EVENT_KEY];
    uint8_t size, words, family;      /* family: words before the comma; 0: no comma */
    uint8_t word[EVENT_WORDS];        /* [word]: where it begins */
    uint32_t letters;                 /* bit per letter that occurs */
    uint8_t pairs, pair[EVENT_PAIRS]; /* letters that may be written as two, and where they are */
    char second[EVENT_PAIRS]; /* the other letter of each: the u of Mueller, with dots, is ue; a
                                 capital is written instead of it */
} event_key;

void event_key_make(event_key *k, xpgn_slice name);

/* The same name with these letters written as two. */
void event_key_write_out(const event_key *k, event_key *out);

xpgn_slice event_key_word(const event_key *k, unsigned i);

/* A reading of a name: its family name and first names, as ranges of words. */
typedef struct event_split {
    unsigned family, families, given, givens;
} event_split;

/* Lists the readings of a name: one with a comma, else any first or last words may be the family
   name. Returns how many there are. */
unsigned event_key_splits(const event_key *k, event_split s[2 * EVENT_WORDS]);
/* How many letters may differ in a name of that size: one in four, at most `tolerance`. */
unsigned event_key_tolerance(unsigned size, unsigned tolerance);

/* The distance of two names. From EVENT_SAME_SPELLING on: plus the number of letters that
   differ. */
enum {
    EVENT_SAME,          /* the same words in any order */
    EVENT_SAME_INITIALS, /* first names are initials, or shortened at the end */
    EVENT_SAME_FAMILY,   /* a first name is missing */
    EVENT_SAME_SPELLING, /* + letters that differ */
    EVENT_OTHER = 99
};
/* A quick test: true if certainly too many letters differ. */
bool event_key_is_far(const event_key *a, const event_key *b, unsigned tolerance);
unsigned event_key_distance(const event_key *a, const event_key *b, unsigned tolerance);

/* ---- the list -------------------------------------------------------------------------------- */

typedef struct event_player {
    xpgn_slice name; /* UTF-8 */
    event_key key;
    uint64_t fide;    /* 0: unknown */
    uint32_t rank;    /* starting rank; 0: none */
    xpgn_place place; /* of the name, in the list */
    uint32_t rating;  /* 0: none */
    event_date birth;
    int32_t points; /* as the list has them; -1: it does not */
    uint32_t final; /* rank, as the list has it; 0: it does not */
    xpgn_place points_place, final_place;
    uint32_t team;     /* EVENT_NOBODY: none */
    uint32_t first;    /* first of its pairings, in event.order */
    uint32_t pairings; /* how many */
} event_player;

typedef enum event_kind {
    EVENT_OPEN,    /* no result yet */
    EVENT_PLAYED,  /* a record is expected */
    EVENT_SHORT,   /* W D L of TRF: less than one move */
    EVENT_FORFEIT, /* not played */
    EVENT_BYE      /* one player only */
} event_kind;

typedef struct event_pairing {
    uint32_t round, board; /* board 0: unknown */
    uint32_t part;         /* of the round: 2 of 1.2; 0: unknown */
    uint32_t player[XPGN_MAX_SEATS];
    uint8_t seats;                 /* 1, 2 or 4 */
    uint8_t kind;                  /* event_kind */
    uint8_t bye;                   /* the kind of bye: H, F, U or Z */
    bool doubtful;                 /* the list contradicts itself about the result */
    uint8_t score[XPGN_MAX_SEATS]; /* in twelfths */
    event_date date;
    xpgn_place place; /* in the list */
    uint32_t record;  /* EVENT_NOBODY: none */
} event_pairing;

/* Points are in 1200ths: hundredths, as in lists, and twelfths for shares. */
enum { EVENT_POINT = 1200 };

typedef struct event_points {
    int32_t win, draw, loss, absent;
    int32_t bye, full,
        won_free;      /* pairing-allocated bye, full-point bye, won by forfeit; -1: a win */
    int32_t half;      /* half-point bye; -1: a draw */
    int32_t lost_free; /* -1: as absent */
} event_points;

/* Points of a win, a draw and a loss; the others follow from these. */
static inline event_points event_points_usual(int32_t win, int32_t draw, int32_t loss) {
    return (event_points){.win = win,
                          .draw = draw,
                          .loss = loss,
                          .bye = -1,
                          .full = -1,
                          .won_free = -1,
                          .half = -1,
                          .lost_free = -1};
}

/* ---- teams and points without games, of TRF -------------------------------------------------- */

typedef struct event_team {
    xpgn_slice name;
    uint32_t number;
    int32_t points[2]; /* of matches, of games, in the list; -1: not given */
    uint32_t final;    /* rank, as the list has it; 0: it does not */
    xpgn_place place, points_place[2];
    uint32_t first, members; /* in event.member, in board order */
} event_team;

/* A line 299, 320 or 240: points other than those of the boards. */
typedef struct event_award {
    char type;         /* of 299: W D L F H Z + -, ' ' for a penalty or bonus; 'P' of 320; f h z
                          of 240 */
    int32_t points[2]; /* of matches, of games or of a player */
    uint32_t round;    /* 0: each */
    uint32_t who;      /* number of a team, else starting rank */
} event_award;

/* A line 330: a match that one team (+) or both (-) did not play. */
typedef struct event_walkover {
    uint32_t round, team[2]; /* numbers: White, Black */
    bool won[2];
} event_walkover;

/* A day as the list has it. */
struct event_day {
    enum event_day_of { EVENT_DAY_START, EVENT_DAY_END, EVENT_DAY_ROUND, EVENT_DAY_GAME } of;
    uint32_t index; /* the round, or the pairing */
    xpgn_slice text;
    xpgn_place place;
};

/* ---- clocks ---------------------------------------------------------------------------------- */

typedef struct time_control event_control;

/* The stage of a move (from 1); *reached is the time of all stages that have begun after the first.
   The last stage continues. */
const struct control_period *event_stage_of(const event_control *c, uint32_t move,
                                            int64_t *reached);
/* The increments of the moves after `from`, up to `to`. */
int64_t event_increments(const event_control *c, uint32_t from, uint32_t to);
/* The time given by repetitions of a last stage that counts moves. */
int64_t event_repeated(const event_control *c, uint32_t move);
/* The total time given to a player after `moves` moves. */
int64_t event_control_most(const event_control *c, uint32_t moves);
/* Converts a control whose times were written in minutes. */
void event_control_minutes(event_control *c);
/* Reads a control for two players: W300-B240 of TRF26, or one for both. False for *180, where a
   clock gains what the other one loses. */
bool event_controls_read(xpgn_slice text, event_control out[2]);

enum { EVENT_MINUTES = 16 };

/* A time control whose clocks show that it is in minutes. */
struct event_minutes {
    xpgn_slice value;
    size_t finding;
    uint32_t records;
};

/* ---- records --------------------------------------------------------------------------------- */

enum { EVENT_CANDIDATES = 6 };

/* A player as named in a record. */
typedef struct event_seat {
    xpgn_slice value; /* of the tag, as recorded; data NULL: missing */
    xpgn_slice id;
    event_key key;
    uint64_t fide;
    uint32_t rating;  /* 0: unknown */
    uint32_t player;  /* the player it is taken for; EVENT_NOBODY: unknown */
    uint8_t distance; /* distance of its name to that player's */
    uint8_t candidates;
    uint32_t candidate[EVENT_CANDIDATES]; /* other players as near as `player` */
} event_seat;

enum {
    EVENT_ROUND,
    EVENT_DATE,
    EVENT_BOARD,
    EVENT_CONTROL,
    EVENT_RESULT,
    EVENT_EVENT,
    EVENT_SITE,
    EVENT_TAGS
};

typedef struct event_record {
    xpgn_game game; /* its text is a copy */
    xpgn_slice tag[EVENT_TAGS];
    event_seat seat[XPGN_MAX_SEATS];
    uint8_t seats;  /* 2 or 4; 1: a bye */
    bool black;     /* of a bye: the player is named as Black */
    bool played;    /* played to its end without errors */
    bool has_score; /* the result is valid */
    uint8_t score[XPGN_MAX_SEATS];
    uint32_t round, part; /* 3 and 2 of 3.2; 0: unknown */
    event_date date;
    xpgn_place result; /* of the terminator */
    xpgn_slice result_text;
    bool result_told; /* one of its errors is about the result */
    bool rolled;      /* dice fell */
    uint32_t turns;
    xpgn_slice line;     /* a copy of xpgn_walk_line */
    uint32_t pairing;    /* EVENT_NOBODY: none */
    uint32_t copy_of;    /* record with the same moves, or one that continues it */
    bool copy_is_longer; /* this record is only the beginning of it */
    uint32_t second_of;  /* without a list: another record of the same game, by its tags */
} event_record;

/* ---- findings -------------------------------------------------------------------------------- */

/* A finding about the list (record EVENT_NOBODY) or a record. */
typedef struct event_finding {
    xpgn_finding is;
    uint32_t record, serial;
    const char *form; /* of its text: those of one cause have one */
} event_finding;

/* ---- the event ------------------------------------------------------------------------------- */

struct xpgn_event {
    struct arena arena; /* all lists and texts, except those with their own memory below */
    xpgn_event_options o;
    xpgn_status status; /* the first failure; afterwards all functions do nothing */
    xpgn_fault fault;   /* of XPGN_INVALID */
    xpgn_reader *reader;
    xpgn_game list;           /* its text, as game number 0; data NULL: no list */
    xpgn_buffer list_text;    /* UTF-8 */
    struct csv_reader *table; /* the cells of a CSV list */
    xpgn_slice name, control;
    event_control given[2]; /* the time control from the caller, which overrides record and list */
    bool has_control;
    event_date start, end;
    event_date *round_date; /* [round - 1] */
    struct event_day *day;
    size_t days, day_room;
    uint32_t round_dates, rounds;
    event_points points;
    event_points match_points; /* of teams */
    event_points given_points; /* from the caller, overriding the list */
    bool has_points;

    xpgn_slice kind;       /* kind of event: line 192, else 092 */
    xpgn_slice tie_breaks; /* 212, else 202 */
    bool ranks_otherwise;  /* line 212 does not rank by points first */
    event_team *team;
    size_t teams, team_room;
    uint32_t *member; /* players of all teams; while a list is read, their starting ranks */
    size_t member_count, member_room;
    event_award *award;
    size_t awards, award_room;
    event_walkover *walkover;
    size_t walkovers, walkover_room;

    event_player *player;
    size_t players, player_room;
    event_pairing *pairing;
    size_t pairings, pairing_room;
    event_record *record; /* not in the arena */
    size_t records, record_room;
    struct hash_index keys; /* index of the players by key; the first of equal ones */
    uint32_t *order;        /* pairings by player, see event_player.first */
    uint32_t *alphabet;     /* players by key */
    struct event_near {
        uint32_t hash, player;
    } * near;            /* see name_index.c; by bucket */
    uint32_t *near_end;  /* [bucket]: where it ends and the next begins */
    size_t near_buckets; /* a power of two */
    uint32_t *seen;      /* [player]: the last query that returned it */
    uint32_t *found;     /* what that has returned */
    uint32_t *by_fide;   /* players with a FIDE number, ordered by it */
    size_t with_fide;

    uint64_t held; /* bytes of records */
    event_finding *finding;
    size_t findings, finding_room;
    xpgn_event_finding *told;   /* the findings in order, as returned to the caller */
    rank_code code[RANK_CODES]; /* tie-breaks */
    const char *code_name[RANK_CODES];
    size_t codes;
    bool codes_given;   /* by the caller */
    rank_value *values; /* of the players: [player * player_codes + code] */
    size_t player_codes;
    xpgn_standing *standing;
    uint32_t *row;         /* [player]: its standing, from 1 */
    uint32_t *ranked;      /* [row]: its player */
    uint32_t uncontrolled; /* records with clock times and no time control */
    uint32_t asked;        /* queries to name_index.c */
    size_t note;           /* the finding about the first of them */
    struct event_minutes minutes[EVENT_MINUTES];
    uint32_t minutes_count;
    bool named; /* names can be resolved, xpgn_event_names */
    bool checked;
};

/* Makes room for one more item of the list that `list` points to; false if memory runs out, with
   the list unchanged. */
bool event_grow(event *e, void *list, size_t count, size_t *room, size_t size);
/* An array of `count` zeros; NULL if memory runs out. */
uint32_t *event_numbers(event *e, size_t count);
static inline void event_no_memory(event *e) {
    e->status = XPGN_NO_MEMORY;
}
/* Refuses the event with a reason. */
void event_refuse(event *e, const char *format, ...) XPGN_PRINTF(2, 3);

/* ---- reading (list_text.c, trf.c, list_csv.c, crosstable.c, list_days.c) --------------------- */

/* Takes the text of the list. */
void event_list_text(event *e, const char *file, xpgn_slice text);
/* True if it has a line 001. */
bool event_is_trf(xpgn_slice text);
void event_trf_read(event *e);
/* Notes a day as the list has it; list_days.c. */
void event_day_add(event *e, enum event_day_of of, uint32_t index, xpgn_slice text,
                   xpgn_place place);
/* Takes these days, in the order of year, month and day that fits best. `last`: with the records,
   and what is wrong is reported. */
void event_days(event *e, bool last);
void event_csv_read(event *e);
/* The place of a cell of the current line, or of the line if it has no such cell. */
xpgn_place event_cell_place(const struct csv_reader *table, size_t column);
/* Reports a fault of that line; false if it has none. */
bool event_tell_fault(event *e, const struct csv_reader *table);
/* True if the current line has the headings of a crosstable. */
bool event_is_crosstable(const struct csv_reader *table);
/* Reads the players below the current headings. */
void event_crosstable_read(event *e);

/* ---- what is read (event_list.c, list_read.c; points: event_text.c) -------------------------- */

enum { EVENT_PLAYERS = 9999 };

/* Adds a player; NULL, and the event is refused, if there are EVENT_PLAYERS already. */
event_player *event_player_add(event *e, xpgn_slice name, xpgn_place place);
/* The first player with that key; EVENT_NOBODY if there is none. */
uint32_t event_player_find(const event *e, const event_key *k);
/* NULL: no memory. */
event_pairing *event_pairing_add(event *e, uint32_t round, unsigned seats, xpgn_place place);
/* Notes the day of a round. */
void event_round_date(event *e, uint32_t round, event_date d);
/* Call it when all players and pairings have been added. */
void event_list_index(event *e);
/* The pairing of a seat's player `steps` (at least 1) before this one in the same round;
   EVENT_NOBODY if there is none. */
uint32_t event_previous(const event *e, uint32_t pairing, unsigned seat, uint32_t steps);
/* The place of a part of the list's text. */
xpgn_place event_place(const event *e, xpgn_slice in_list);
/* Reads WIN-DRAW-LOSS, such as 3-1-0; false for anything else. */
bool event_system_read(const char *text, event_points *out);
/* Reads points such as 1.0 or 0.5; false for anything else. */
bool event_points_read(xpgn_slice text, int32_t *out);
void event_points_put(xpgn_buffer *b, int32_t points);
/* The points of a seat in a pairing. */
int32_t event_points_of(const event *e, const event_pairing *p, unsigned seat);

/* ---- texts (event_text.c) -------------------------------------------------------------------- */

/* A value from a record, safe for a terminal and cut to a line. */
const char *event_value(event *e, xpgn_slice value);
const char *event_text(event *e, xpgn_slice text);
/* Copies the text of a buffer into the arena, and frees the buffer. */
const char *event_take(event *e, xpgn_buffer *b);
/* "<stdin>" for "-". */
const char *event_file_name(const char *file);
/* True if the text has the word, ignoring case. */
bool event_has(xpgn_slice text, const char *word);
/* The tags with the players' FIDE numbers, in turn order; with two seats the first and third. */
extern const char *const event_id_names[XPGN_MAX_SEATS];

/* ---- names and byes (name_index.c, name_resolve.c, byes.c) ----------------------------------- */

/* Indexes the players by parts of their names, once all are added. */
void event_near_begin(event *e);
/* Sets e->found to the players whose names may be near a key (not empty), in the order of the list;
   returns how many. If thousands share a family name, not all are listed. */
size_t event_near_find(event *e, const event_key *k);
/* Finds the players that the records name, or one record, after event_near_begin. */
void event_resolve(event *e);
void event_resolve_record(event *e, event_record *r);
/* True if the name of a player stands for nobody: BYE, spielfrei, 0000, a dash or nothing. */
bool event_is_nobody(xpgn_slice name);
/* Makes byes of records without moves in which nobody is one of the players. */
void event_byes(event *e);
/* The kind of bye that counts so much, U, H or Z; how much a bye counts, in twelfths. */
char event_bye_of(unsigned score);
unsigned event_bye_score(const event_pairing *p);

/* ---- findings (event_findings.c, event_findings_end.c) --------------------------------------- */

/* Adds a finding; the text is formatted. Returns its index for event_hint, SIZE_MAX without
   memory. */
size_t event_find(event *e, enum diag code, uint32_t record, xpgn_place place, const char *format,
                  ...) XPGN_PRINTF(5, 6);
void event_hint(event *e, size_t finding, const char *format, ...) XPGN_PRINTF(3, 4);
/* Sets the only correction of a finding. */
void event_fix(event *e, size_t finding, xpgn_place place, const char *text);
void event_turn(event *e, size_t finding, const char *turn, uint32_t ply);
/* Makes one finding of those with one cause: a line or a tag that is wrong in nearly all lines or
   records. */
void event_repeats(event *e);
/* Sorts the findings by place. */
void event_find_end(event *e);

#endif

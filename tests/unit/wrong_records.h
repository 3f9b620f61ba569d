/* SPDX-License-Identifier: MIT */
/*
 * Good records, taken apart so that a test can write each of them as a wrong rule would have it:
 * by the public interface only, and in the form that is exported.
 */
#ifndef XPGN_TESTS_WRONG_RECORDS_H
#define XPGN_TESTS_WRONG_RECORDS_H

#include "internal/action_facts.h"

enum { RECORD_ACTS = 400 };

/* One action of a record, and where it stands in record.text. */
struct act {
    uint32_t ply, number;
    unsigned seat;
    bool first;               /* of its turn */
    size_t at;                /* of its move number or turn roll, if it has one, else of its name */
    size_t name_at;           /* of its name */
    size_t roll_at, roll_end; /* of its roll with the brackets; equal: it has none */
    size_t end;               /* after all that belongs to it */
    xpgn_position before, after; /* after the turn, if it is the last of it */
    xpgn_facts facts;
};

struct record {
    const xpgn_ruleset *rs;
    const char *id; /* of the ruleset */
    xpgn_buffer tags, text;
    struct act act[RECORD_ACTS];
    size_t acts;
    char result[24];
};

/* Two walks, one in full and one for the verdict, over one catalog. */
struct referees {
    xpgn_catalog *rules;
    xpgn_walk *full, *verdict;
};

void referees_begin(struct referees *r);
void referees_end(struct referees *r);

/* Takes a game without findings apart and writes it anew; a failed check if it is not good. */
void record_read(struct record *rec, struct referees *r, const xpgn_game *game);
void record_free(struct record *rec);

/* The last action of the turn that the action belongs to. */
size_t record_turn_end(const struct record *rec, size_t act);
/* Appends the tags, and the moves up to the end of an action's turn with `with` in place of the
   text from `from` to `to`, and a result. */
void record_write(xpgn_buffer *b, const struct record *rec, size_t act, size_t from, size_t to,
                  const char *with);

/* How many errors the referees find, and the turn of the first; a failed check if the two do not
   find the same, or end in other positions. */
size_t referees_errors(struct referees *r, const xpgn_buffer *b, uint32_t *ply);
/* A failed check unless the text is found good, or found wrong in that turn. */
void referees_accept(struct referees *r, const xpgn_buffer *b);
void referees_refuse(struct referees *r, const xpgn_buffer *b, uint32_t ply, const char *what);

/* Appends a roll with its brackets. */
void roll_text(xpgn_buffer *b, const xpgn_roll *roll);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * How a game ended, in any form that people write: 1:0, 1 - 0, 0,5:0,5, + - -, Remis, les Noirs
 * abandonnent, White won on time, Huber resigns, Result: 1-0, mate. core/text/result_text.h reads
 * the format's own forms.
 */
#ifndef XPGN_FORMS_WRITTEN_ENDING_H
#define XPGN_FORMS_WRITTEN_ENDING_H

#include <xpgn/base.h>

/* The value of Termination for a game that ended as games do (PGN, 9.8.1). */
#define TERMINATION_NORMAL "normal"

/* In the order in which they count where several are said. FORFEIT: without a game, + - -. */
enum ending_cause {
#define ENDING(constant, shown, tag, meaning, drawn, words) ENDING_##constant,
#include "core/forms/endings.def"
#undef ENDING
};

struct ending {
    size_t size;     /* bytes at p */
    size_t score_at; /* where its score begins: 15 in "Black resigned 1-0" */
    const char
        *result; /* of two seats: "1-0", "1/2-1/2", "0-1", "1/2-0", "0-1/2", "0-0" (both lost), or
                    "*" (adjourned, abandoned); NULL if a side must be known first: mate, resigns */
    enum ending_cause cause;
    int8_t lost;  /* the seat that lost, if it is said; -1 */
    bool scored;  /* it has a score in numbers or signs */
    bool worded;  /* it has words, or # */
    bool foreign; /* it is not as the format writes it */
};

/*
 * Reads an ending at p, where a word begins, as far as words of an ending go on: score, words and
 * causes in any order; a full stop or an exclamation mark behind it belongs to it. `names`: the
 * players of the seats, of whom a surname is enough; NULL, or empty: not known. "Result:" may
 * precede. Words alone are an ending if a line, sentence or bracket ends behind them ("White wins a
 * pawn" is none); what contradicts the score is left. 0-0 is castling unless words say that nobody
 * played; 1/2 is none if more of a number follows (1/2. e4). Results of four seats are those of the
 * format alone (scan_result).
 */
bool ending_read(const char *p, const char *end, const xpgn_slice names[2], struct ending *out);
/* Reads a score that stands alone, without words: 1-0, 1:0, 1-O, 0F-1, ½, + - -, =-=; *; also +--,
   +/- and +-, which are evaluations elsewhere. */
bool ending_read_score(const char *p, const char *end, struct ending *out);
/* The same in brackets or quotes: (1-0), [1-0], "1-0". */
bool ending_read_wrapped(const char *p, const char *end, struct ending *out);
/* The size of the name of one of two players at p, and his seat; 0: no name of one of them only. */
size_t ending_name(const char *p, const char *end, const xpgn_slice names[2], int8_t *side);
/* The value of the tag Termination for a cause; NULL if the format has none. */
const char *ending_termination(enum ending_cause cause);

#endif

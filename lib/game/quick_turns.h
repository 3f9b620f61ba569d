/* SPDX-License-Identifier: MIT */
/*
 * What the parts of quick_turns share: the run through one game, and what is a blank.  The usual
 * actions of each movement are in headers of their own, quick_lines.h and quick_ortho.h.  Their
 * functions take the place p in the text, at which TURNS_MARGIN bytes can be looked at, and return
 * the place behind, or NULL: then nothing has been changed, and the general way, which knows
 * everything, may look at it again.
 */
#ifndef XPGN_GAME_QUICK_TURNS_H
#define XPGN_GAME_QUICK_TURNS_H

#include "base/slice.h"
#include "game/quick.h"

enum {
    TURNS_TAIL = 192, /* the last bytes are read from a copy, so that no load passes the end */
    TURNS_MARGIN = 64 /* bytes that may be looked at from the start of any token before the tail */
};

enum phase {
    PHASE_BETWEEN, /* turns: a number or the end has to come */
    PHASE_TURN,
    PHASE_OVER /* the game has ended by its rules */
};

/* A place in the game to which the run can return: before the number of a turn. */
struct mark {
    struct state state;
    xpgn_outcome outcome;
    enum phase phase;
    bool unjudged;
    unsigned moves;
    uint32_t plies;
    size_t left; /* bytes from there to the end of the text */
};

struct run {
    const xpgn_ruleset *rs;
    struct quick *out;
    struct state *s;
    xpgn_slice text;
    const char *end;   /* of the text, there or in the tail */
    const char *start; /* of the text or of the tail */
    const char *pause; /* tokens from here on are for turns_pause first: `stop`, or `start` */
    const char *stop;  /* from here on the tail has to be copied; past it in the tail */
    const char *limit; /* how far the bytes may be looked at: `end`, or past it in the tail */
    unsigned files, ranks;
    unsigned faces;             /* of the die, those that are one digit */
    unsigned duel_faces;        /* the same, and 0 if a bonus is more than 10 */
    uint8_t unlike[XPGN_TYPES]; /* bit per type of winner: such a piece's fall is not as usual */
    enum phase phase;
    bool unjudged;  /* whether the side to move can move at all is still to be seen */
    bool rolled;    /* each turn begins with a roll (AS-10) */
    unsigned moves; /* that the turn has (AS-10); before its roll none */
    bool ended;     /* the terminator stands there, and nothing is wrong */
    uint32_t shown; /* the turn number that `number` has as bytes, with dots behind them */
    uint64_t number;
    uint32_t until;                     /* the next that is more than another last digit */
    unsigned last_digit;                /* of `number`: its bit */
    uint8_t label_size[XPGN_MAX_SEATS]; /* [seat]: bytes of it, with the dots */
    uint8_t label_past[XPGN_MAX_SEATS]; /* and bits of a word behind them */
    uint8_t cells[64]; /* [square]: the index of the cell there, and its seat in bit 2; or 0xff */
    bits leading[XPGN_TYPES]; /* all squares for the types that lead, none for others */
    xpgn_slice tag;           /* Result; data NULL: none */
    xpgn_outcome outcome;
    struct said said;
    xpgn_roll roll;
    xpgn_facts facts;
    struct mark mark[2]; /* the newest at `marks` - 1, even or odd */
    unsigned marks;
    bool stepping;       /* from a mark: every turn is noted, to find where the walk can go on */
    struct mark here;    /* before the token at hand */
    struct mark turn[2]; /* before the last two turns that have begun */
    unsigned turns;      /* of them that are known */
    char tail[TURNS_TAIL];
};

/* [byte]: what a token begins with: a piece type (pawns by their file), or what is here. */
enum { BEGINS_DIGIT = XPGN_TYPES, BEGINS_ROLL };

static const uint8_t begins[256] = {
    ['a'] = XPGN_PAWN,    ['b'] = XPGN_PAWN,    ['c'] = XPGN_PAWN,    ['d'] = XPGN_PAWN,
    ['e'] = XPGN_PAWN,    ['f'] = XPGN_PAWN,    ['g'] = XPGN_PAWN,    ['h'] = XPGN_PAWN,
    ['i'] = XPGN_PAWN,    ['j'] = XPGN_PAWN,    ['k'] = XPGN_PAWN,    ['l'] = XPGN_PAWN,
    ['N'] = XPGN_KNIGHT,  ['B'] = XPGN_BISHOP,  ['R'] = XPGN_ROOK,    ['Q'] = XPGN_QUEEN,
    ['K'] = XPGN_KING,    ['<'] = BEGINS_ROLL,  ['0'] = BEGINS_DIGIT, ['1'] = BEGINS_DIGIT,
    ['2'] = BEGINS_DIGIT, ['3'] = BEGINS_DIGIT, ['4'] = BEGINS_DIGIT, ['5'] = BEGINS_DIGIT,
    ['6'] = BEGINS_DIGIT, ['7'] = BEGINS_DIGIT, ['8'] = BEGINS_DIGIT, ['9'] = BEGINS_DIGIT};

/* [byte]: 1 for what stands between tokens, a space or line end. */
static const uint8_t blanks[256] = {[' '] = 1, ['\n'] = 1};

/* Past one of them, if it stands there. */
ALWAYS_INLINE const char *past_blank(const char *p) {
    return p + blanks[(unsigned char)*p];
}

/* The type of the piece that a letter names; 0: none. */
ALWAYS_INLINE unsigned type_of_letter(char c) {
    static const uint8_t types[256] = {['P'] = XPGN_PAWN, ['N'] = XPGN_KNIGHT, ['B'] = XPGN_BISHOP,
                                       ['R'] = XPGN_ROOK, ['Q'] = XPGN_QUEEN,  ['K'] = XPGN_KING};
    return types[(unsigned char)c];
}

/* A square of any board. */
struct place {
    unsigned file, rank;
};

/* Behind the square at p; NULL if the board has none such.  Whether its rank has two digits nobody
   can foresee. */
ALWAYS_INLINE const char *read_place(const struct run *q, const char *p, struct place *a) {
    unsigned digit = (unsigned char)p[1] - '0', next = (unsigned char)p[2] - '0';
    bool two = next <= 9;
    a->file = (unsigned char)p[0] - 'a';
    a->rank = digit - 1 + ((digit * 9 + next) & (0u - two));
    return digit - 1 <= 8 && a->file < q->files && a->rank < q->ranks ? p + 2 + two : NULL;
}

/* Eight bytes, the first in the lowest; one load where that is how machines load. */
ALWAYS_INLINE uint64_t eight_bytes(const char *p) {
    const unsigned char *b = (const unsigned char *)p;
    return b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 | (uint64_t)b[3] << 24 |
           (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 | (uint64_t)b[6] << 48 |
           (uint64_t)b[7] << 56;
}

/* A sign between two squares of a small board, as two_squares returns it: e2-e4, e2xd3, e2@d3. */
#define SQUARES_SIGN(c) ((uint64_t)((c) - '-') << 16)
enum { SQUARES_SIZE = 5 };

/*
 * Reads them at once: of each byte the least that it can be is taken away, and what is left of
 * files and ranks has to be below 8.  Returns what is left of the sign, SQUARES_SIGN; anything else
 * if not both are squares.
 */
ALWAYS_INLINE uint64_t two_squares(const char *p, xpgn_square *from, xpgn_square *to) {
    uint64_t least = 'a' | '1' << 8 | '-' << 16 | (uint64_t)'a' << 24 | (uint64_t)'1' << 32;
    uint64_t left = eight_bytes(p) - least;
    *from = (xpgn_square)((left | left >> 5) & 63);
    *to = (xpgn_square)((left >> 24 | left >> 29) & 63);
    return left & 0xf8f8fff8f8;
}

#endif

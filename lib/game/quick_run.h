/* SPDX-License-Identifier: MIT */
/*
 * What the files of the fast way share: the run through one game.  The moves themselves are in
 * quick_moves.h, made once for each kind of game; tokens that are not moves are in quick_token.c.
 *
 * Every function that reads text takes the place p it reads from and returns the place behind, or
 * NULL: unsure, and nothing that was changed counts any more.  From p up to run.stop at least
 * QUICK_MARGIN bytes may be loaded.
 */
#ifndef XPGN_GAME_QUICK_RUN_H
#define XPGN_GAME_QUICK_RUN_H

#include "game/quick.h"
#include "rules/movement_chess.h"

enum {
    QUICK_DEPTH = 32,  /* variations; deeper ones are left to the walk */
    QUICK_TAIL = 128,  /* the last bytes are read from a copy, so that no load passes the end */
    QUICK_MARGIN = 48, /* a move number, a space and a word looked at by sixteen bytes */
    QUICK_ROLL = 256   /* no roll of the usual kind is longer */
};

/* What one move changed, to take it back where a variation begins. */
struct undo {
    bool whole; /* the position before was kept */
    xpgn_square from, to, taken_at, ep;
    xpgn_square rook_from, rook_to; /* castling; equal: none */
    xpgn_piece moved, taken;
    uint32_t clock;
    xpgn_square castle[2][2];
};

struct line {
    xpgn_position position;
    xpgn_position before;
    struct undo last;
    xpgn_outcome outcome;
};

enum { SEEN_MOVE = 1, AFTER_MOVE = 2 }; /* one stands in this line; NAGs may follow */

struct run {
    const xpgn_ruleset *rs;
    struct quick *out;
    xpgn_position *pos; /* of out->state; where a king stands is in its bit sets only */
    const char *stop;   /* from here on the text is read from `tail` */
    const char *end;
    xpgn_slice tag;  /* Result; data NULL: none */
    uint8_t seen;    /* SEEN_MOVE, AFTER_MOVE */
    bool keep;       /* a variation may come: the last move must be known */
    bool ended;      /* the terminator was read and is right */
    xpgn_san *spelt; /* the next move's, if somebody asks for them */
    unsigned depth;
    bits rights;     /* squares whose leaving or losing ends a castling right */
    uint64_t number; /* the move number as ASCII, first digit lowest */
    uint64_t number_mask;
    unsigned number_size;
    xpgn_outcome outcome; /* the rules have ended this line */
    struct undo last;
    xpgn_position before; /* before an action of the referee's; last.whole says that it counts */
    bool usual_fights;    /* quick_fight.h may go by these rules */
    unsigned faces;       /* of a die, those that are one digit */
    struct said said;     /* of an attack: that its roll is the next line */
    xpgn_roll roll;
    xpgn_facts facts;
    struct line stack[QUICK_DEPTH];
    char tail[QUICK_TAIL];
};

/* The movetext of a game.  Plain chess; the same with the PEXT instruction of x86-64, where
   quick_has_pext says so; the same two for all other rulesets that quick_fits. */
bool quick_chess(struct run *q, const char *p);
bool quick_chess_pext(struct run *q, const char *p);
bool quick_has_pext(void);
bool quick_combat(struct run *q, const char *p);
bool quick_combat_pext(struct run *q, const char *p);
/* Plain chess, and every move is written to q->spelt. */
bool quick_spell(struct run *q, const char *p);
bool quick_spell_pext(struct run *q, const char *p);

/* [byte]: what a token begins with: a piece type (pawns by their file), or what is here. */
enum { QUICK_CASTLING = 8, QUICK_SPACE, QUICK_DIGIT };
extern const uint8_t quick_class[256];

/* The last bytes go through a copy with room behind it: returns where it begins. */
const char *quick_enter_tail(struct run *q, const char *p);
/* Comments, variations, NAGs, signs, the result *. */
const char *quick_other(struct run *q, const char *p);
/* The terminator: it closes the game, agrees with the tag and with the board.  Always NULL, with
   q->ended set if so. */
const char *quick_finish(struct run *q, const char *p);

/* What follows from the position: to be called when it was not reached by pass(). */
void quick_settle(struct run *q);
/* A king or rook left home, or a rook was taken there. */
void quick_drop_rights(struct run *q, bits touched);
/* Keeps what a move from `from` to `to` is about to change. */
void quick_remember(struct run *q, unsigned from, unsigned to, unsigned taken_at);
/* Castling, whole. */
const char *quick_castle(struct run *q, const char *p);
/* Is the sign behind the move just played true? */
bool quick_mark_true(struct run *q, char mark);
/* The piece type that =Q and the like names, if these rules have it; 0 if not. */
unsigned quick_promotion(const struct run *q, char letter);

/* position.king of both seats, from the bit sets. */
static inline void quick_find_kings(struct run *q) {
    xpgn_position *p = q->pos;
    for (unsigned seat = 0; seat < 2; seat++) {
        bits king = p->type[XPGN_KING] & p->seat[seat];
        p->king[seat] = king != 0 ? (xpgn_square)bits_first(king) : XPGN_NO_SQUARE;
    }
}

void quick_set_number(struct run *q);

/* The turn passes from `us`: number and clock. */
ALWAYS_INLINE void quick_pass(struct run *q, unsigned us, bool reset) {
    xpgn_position *p = q->pos;
    p->clock = (p->clock + 1) & ((uint32_t)reset - 1); /* nobody can foresee it: no branch */
    p->turn = (uint8_t)(us ^ 1);
    q->seen = SEEN_MOVE | AFTER_MOVE;
    if (us == 0)
        return;
    p->number++;
    unsigned top = (q->number_size - 1) * 8;
    if ((q->number >> top & 0xff) != '9')
        q->number += (uint64_t)1 << top;
    else
        quick_set_number(q);
}

#endif

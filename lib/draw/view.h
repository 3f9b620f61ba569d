/* SPDX-License-Identifier: MIT */
/*
 * What a diagram shows, however it is drawn: the part of the board, marks, and the pieces beside
 * the board.
 */
#ifndef XPGN_DRAW_VIEW_H
#define XPGN_DRAW_VIEW_H

#include "board/position.h"
#include "rules/ruleset.h"

/* Signs of marks. Those that stand on an empty square and not around it are SIGN_DOT and digits. */
enum { SIGN_MARK = '[', SIGN_SUPPORT = '(', SIGN_FROM = '<', SIGN_TO = '>', SIGN_DOT = '.' };

/* Pieces beside the board: a label, and how many there are of each type, in the order K Q R B N P.
 */
struct held {
    char label[32]; /* "removed", in the language of the diagram */
    unsigned total, items;
    struct {
        xpgn_piece piece;
        unsigned count;
    } item[XPGN_TYPES];
};

struct view {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    const xpgn_diagram_options *o;
    unsigned column;                     /* of the language in the dictionary */
    unsigned left, bottom, files, ranks; /* the part of the board that is drawn */
    char sign[XPGN_MAX_SQUARES];         /* the strongest sign on a square, 0: none */
    struct held held[2][2];              /* [right][below] */
};

/* What a style draws with. */
struct look {
    bool exists;  /* there is such a style */
    bool grid;    /* lines between the squares */
    bool ascii;   /* nothing but ASCII, if the words are English */
    bool symbols; /* chess symbols for the pieces */
};
struct look view_look(xpgn_diagram_style style);
/* Are the options those of a diagram that can be drawn: a style and a language that exist? */
bool view_allows(const xpgn_diagram_options *o);
/* With the signs of the marks; what else has signs is added by view_add_sign. */
void view_begin(struct view *v, const xpgn_ruleset *rs, const xpgn_position *p,
                const xpgn_diagram_options *o);
/* Of several signs on a square the strongest is kept; of equals, the last. */
void view_add_sign(struct view *v, xpgn_square sq, char sign);

/* File and rank as drawn, from the upper left; of squares that are not drawn, outside files and
   ranks. */
int view_file(const struct view *v, xpgn_square sq);
int view_rank(const struct view *v, xpgn_square sq);
bool view_has(const struct view *v, int file, int rank);
/* The reverse: file and rank of the board, and the square. */
unsigned view_board_file(const struct view *v, unsigned file);
unsigned view_board_rank(const struct view *v, unsigned rank);
xpgn_square view_square(const struct view *v, unsigned file, unsigned rank);

static inline bool view_on_board(const struct view *v, xpgn_square sq) {
    return sq < position_squares(v->p);
}
static inline bool view_is_spot(char sign) {
    return sign == SIGN_DOT || (sign >= '1' && sign <= '9');
}

static inline bool view_has_combat(const struct view *v) {
    return v->o->combat != NULL && v->o->combat->combat;
}
/* From attacker to defender. */
static inline xpgn_arrow view_combat_arrow(const struct view *v) {
    return (xpgn_arrow){v->o->combat->side[0].square, v->o->combat->side[1].square};
}
/* Appends a word of captions in the language of the diagram; "White to move". */
void view_put_word(xpgn_buffer *b, const struct view *v, const char *english);
void view_put_turn(xpgn_buffer *b, const struct view *v);
/* Appends "not shown: knight c6, queen d1": the pieces of its combat that stand beyond the part of
   the board that is drawn; nothing if all are shown. */
void view_put_outside(xpgn_buffer *b, const struct view *v);
/* Appends the report of its combat, as lines. */
void view_put_report(xpgn_buffer *b, const struct view *v);

#endif

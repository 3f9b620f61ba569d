/* SPDX-License-Identifier: MIT */
/*
 * What a diagram shows, whatever its style: the part of the board, marks, and the pieces beside the
 * board.
 */
#ifndef XPGN_DRAW_BOARD_VIEW_H
#define XPGN_DRAW_BOARD_VIEW_H

#include <xpgn/write.h>

#include "core/board/position.h"
#include "core/rules/ruleset.h"
#include "internal/action_facts.h"

/* Signs of marks. SIGN_DOT and digits are drawn in an empty square, the others around a square. */
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
    unsigned column;                     /* column of the language in the dictionary */
    unsigned left, bottom, files, ranks; /* the part of the board that is drawn */
    char sign[XPGN_MAX_SQUARES];         /* the strongest sign on each square; 0: none */
    char color[XPGN_MAX_SQUARES];        /* the letter of its colour; 0: none */
    struct held held[2][2];              /* [right][below] */
};

/* A colour of marks and arrows, by its letter. Each has a form of its own. */
struct mark_color {
    const char *name;
    char letter, sign;
    bool light;        /* needs a dark edge */
    uint8_t dashes[4]; /* of the shaft of an arrow, in hundredths of a square; 0: none */
};
/* NULL for letters that are no colour. */
const struct mark_color *view_color(char letter);
/* The colour of an arrow; NULL: none. */
static inline const struct mark_color *view_arrow_color(const xpgn_diagram_options *o, size_t i) {
    return o->arrow_colors != NULL ? view_color(o->arrow_colors[i]) : NULL;
}

/* The properties of a style. */
struct look {
    bool exists;  /* there is such a style */
    bool grid;    /* lines between the squares */
    bool ascii;   /* output is all ASCII, if the words are English */
    bool symbols; /* chess symbols for the pieces */
};
struct look view_look(xpgn_diagram_style style);
/* Do the options name a style and a language that exist? */
bool view_allows(const xpgn_diagram_options *o);
/* Begins a view with the signs of the marks; further signs are added by view_add_sign. */
void view_begin(struct view *v, const xpgn_ruleset *rs, const xpgn_position *p,
                const xpgn_diagram_options *o);
/* Adds a sign to a square, which keeps its strongest sign; among equals, the last. */
void view_add_sign(struct view *v, xpgn_square sq, char sign);

/* File and rank as drawn, from the upper left; for squares not drawn, outside the range of files
   and ranks. */
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
/* The arrow from attacker to defender. */
static inline xpgn_arrow view_combat_arrow(const struct view *v) {
    return (xpgn_arrow){v->o->combat->side[0].square, v->o->combat->side[1].square};
}
/* Appends a word of captions in the language of the diagram; "White to move". */
void view_put_word(xpgn_buffer *b, const struct view *v, const char *english);
/* Appends " (green)"; nothing for NULL. */
void view_put_color(xpgn_buffer *b, const struct view *v, const struct mark_color *color);
void view_put_turn(xpgn_buffer *b, const struct view *v);
/* Appends "not shown: knight c6, queen d1", the pieces of the view's combat outside the part of the
   board drawn; nothing if all are shown. */
void view_put_outside(xpgn_buffer *b, const struct view *v);
/* Appends the report of the view's combat, as lines. */
void view_put_report(xpgn_buffer *b, const struct view *v);

#endif

/* SPDX-License-Identifier: MIT */
/* Positions for the page: only what it cannot foresee from the one before is written. */
#include "render-html/html_writing.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

void html_board(const xpgn_position *p, uint16_t board[XPGN_MAX_SQUARES]) {
    const unsigned squares = (unsigned)p->files * p->ranks;
    memset(board, 0, XPGN_MAX_SQUARES * sizeof *board);
    for (unsigned sq = 0; sq < squares; sq++)
        board[sq] = (uint16_t)(p->at[sq] | (squares == 64 ? p->hits.left[sq] : 0) << 8);
}

/* Writes [square,piece,...] for the squares that differ, if any. */
static void put_changes(xpgn_buffer *b, const uint16_t *from, const xpgn_position *to) {
    uint16_t board[XPGN_MAX_SQUARES];
    html_board(to, board);
    if (memcmp(from, board, sizeof board) == 0)
        return;
    json_open(b, "b", "[");
    for (unsigned sq = 0; sq < XPGN_MAX_SQUARES; sq++) {
        if (from[sq] == board[sq])
            continue;
        json_number(b, NULL, sq);
        json_number(b, NULL, board[sq]);
    }
    xpgn_buffer_char(b, ']');
}

/* Sets what follows the board in the XFEN: pieces off it, side, castling, en passant, numbers. */
static void set_tail(html_writing *g, html_state *s) {
    xpgn_buffer xfen = {0};
    xpgn_position_write(&xfen, g->rs, &s->at);
    xpgn_buffer_char(&xfen, '\0');
    s->tail[0] = '\0';
    if (!xfen.failed)
        (void)snprintf(s->tail, sizeof s->tail, "%s", xfen.data + strcspn(xfen.data, "[ "));
    g->rest.failed |= xfen.failed;
    xpgn_buffer_free(&xfen);
}

/* The tail that the page makes from the one before: the brackets of `held`, the next side, the same
   castling rights, no en passant, this clock. */
static void foresee_tail(const html_state *from, const html_state *to, const char *held,
                         unsigned clock, char out[2 * HTML_TAIL]) {
    const char *castling = from->tail + strcspn(from->tail, " ");
    castling += *castling != '\0';
    castling += strcspn(castling, " ");
    castling += *castling != '\0';
    (void)snprintf(out, 2 * HTML_TAIL, "%.*s %c %.*s - %u %lu", (int)strcspn(held, " "), held,
                   xpgn_seat_name(&to->at, to->at.side_to_move)[0], (int)strcspn(castling, " "),
                   castling, clock, (unsigned long)to->at.number);
}

/* Writes "x" if the tail is not foreseen: 0 if only the clock is reset, the part in brackets if
   that changes as well, else the whole tail. */
static void put_tail(xpgn_buffer *b, const html_state *from, const html_state *to) {
    char next[2 * HTML_TAIL];
    unsigned turns = to->at.side_to_move != from->at.side_to_move;
    foresee_tail(from, to, from->tail, from->at.halfmove_clock + turns, next);
    if (strcmp(next, to->tail) == 0)
        return;
    foresee_tail(from, to, from->tail, 0, next);
    if (strcmp(next, to->tail) == 0) {
        json_number(b, "x", 0);
        return;
    }
    foresee_tail(from, to, to->tail, 0, next);
    bool held = to->tail[0] == '[' && strcmp(next, to->tail) == 0;
    json_slice(b, "x", (xpgn_slice){to->tail, strcspn(to->tail, held ? " " : "")});
}

/* Writes the next seat, and the number of its turn, if they are not foreseen. */
static void put_turn_change(xpgn_buffer *b, const html_state *from, const html_state *to) {
    unsigned seat = (from->at.side_to_move + 1u) % (to->at.seats > 0 ? to->at.seats : 1);
    unsigned next = to->at.side_to_move;
    if (next != seat)
        json_number(b, "m", next);
    if (to->at.number != from->at.number + (next < from->at.side_to_move))
        json_number(b, "n", to->at.number);
}

void html_changes(html_writing *g, const html_state *from, html_state *to) {
    set_tail(g, to);
    put_changes(&g->rest, g->guess, &to->at);
    put_turn_change(&g->rest, from, to);
    put_tail(&g->rest, from, to);
}

void html_start(html_writing *g, html_state *s) {
    static const uint16_t empty[XPGN_MAX_SQUARES];
    set_tail(g, s);
    put_changes(&g->frame, empty, &s->at);
    json_number(&g->frame, "m", s->at.side_to_move);
    json_number(&g->frame, "n", s->at.number);
    json_text(&g->frame, "x", s->tail);
}

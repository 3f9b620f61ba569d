/* SPDX-License-Identifier: MIT */
/* Games in which each half-move is written as two squares: g1f3, e7e8q. */
#include "core/base/slice.h"
#include "core/text/foreign_forms.h"
#include "core/walk/walk_state.h"

/* True if every half-move of the main line is two squares. */
static bool has_only_coordinates(const xpgn_walk *w) {
    struct log log;
    struct lex lex;
    struct token token;
    size_t depth = 0;
    bool only = true;
    log_init_counting(&log);
    lex_begin(&lex, w->game->text, &log);
    lex.head = true;
    lex.dice = w->lex.dice;
    do {
        lex_next(&lex, &token);
        depth += token.kind == TOKEN_OPEN;
        depth -= token.kind == TOKEN_CLOSE && depth > 0;
        only = depth > 0 || token.kind != TOKEN_WORD || foreign_coordinates(token.text);
    } while (only && token.kind != TOKEN_END);
    log_free_parts(&log);
    return only;
}

/* Reads e7e8q as e7e8=Q. */
static bool read_promotion(xpgn_slice word, struct notation *n) {
    char text[16];
    size_t size = word.size - 1;
    char letter = word.data[size];
    if (size + 2 > sizeof text || !is_letter(letter))
        return false;
    memcpy(text, word.data, size);
    text[size] = '=';
    text[size + 1] = is_small_letter(letter) ? (char)(letter - 'a' + 'A') : letter;
    return notation_read((xpgn_slice){text, size + 2}, n);
}

/* The piece of the side to move on the square from which it goes; 0: there is none. */
static xpgn_piece mover(const xpgn_position *p, const struct notation *n) {
    if (n->kind != NOTATION_MOVE || n->letter || n->from_file < 0 || n->from_rank < 0 ||
        n->from_file >= p->files || n->from_rank >= p->ranks || n->to_file >= p->files ||
        n->to_rank >= p->ranks)
        return 0;
    xpgn_piece piece = p->at[n->from_rank * p->files + n->from_file];
    return XPGN_SEAT_OF(piece) == p->side_to_move ? piece : 0;
}

/* True if the whole game is written like this, which is reported once. */
static bool is_habit(xpgn_walk *w, const struct recorded *recorded) {
    if (w->coordinates == COORDINATES_UNKNOWN) {
        w->coordinates = has_only_coordinates(w) ? COORDINATES_ONLY : COORDINATES_MIXED;
        if (w->coordinates == COORDINATES_ONLY)
            log_add(&w->log, D_FOREIGN, recorded->place,
                    "half-moves are written as two squares (%.*s)", SLICE(recorded->text));
    }
    return w->coordinates == COORDINATES_ONLY;
}

bool walk_read_coordinates(xpgn_walk *w, struct recorded *recorded, bool read) {
    const xpgn_position *p = walk_position(w);
    struct notation n = recorded->notation;
    if (walk_many_actions(w) || !foreign_coordinates(recorded->text) ||
        (!read && !read_promotion(recorded->text, &n)))
        return read;
    unsigned type = XPGN_TYPE_OF(mover(p, &n));
    int aside = n.to_file - n.from_file;
    bool castling = type == XPGN_KING && (aside < -1 || aside > 1); /* which needs no letter */
    bool plain = type == 0 || (read && type == XPGN_PAWN);
    if (castling)
        return read;
    if (plain ? w->coordinates != COORDINATES_ONLY : !is_habit(w, recorded))
        return read;
    n.type = (uint8_t)(type > 0 ? type : n.type);
    n.letter = n.type != XPGN_PAWN;
    if (p->at[n.to_rank * p->files + n.to_file] != 0 && n.sign <= SIGN_DASH)
        n.sign = SIGN_CAPTURE; /* as the form has no sign of its own */
    recorded->notation = n;
    return true;
}

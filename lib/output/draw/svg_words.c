/* SPDX-License-Identifier: MIT */
/* What a diagram shows, in words. */
#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/game/combat_sum.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "output/draw/svg_board.h"
#include "output/write/combat_report.h"

static void put_square_words(xpgn_buffer *b, const struct view *v, xpgn_square sq) {
    char name[4];
    xpgn_square_name(v->p, sq, name);
    xpgn_buffer_text(b, name);
}

/* Appends the caption or, without one, the game and its combat or the side to move. */
void words_put_title(xpgn_buffer *b, const struct view *v) {
    if (v->o->caption != NULL && v->o->caption[0] != '\0') {
        xpgn_buffer_text(b, v->o->caption);
        return;
    }
    xpgn_buffer_printf(b, "%s", xpgn_ruleset_title(v->rs));
    if (view_has_combat(v)) {
        xpgn_buffer_printf(b, ": %s%s", v->o->number != NULL ? v->o->number : "",
                           v->o->number != NULL ? " " : "");
        caption_put_action(b, v->o->combat->text, v->o->language);
    } else if (!v->o->no_turn) {
        xpgn_buffer_text(b, ", ");
        view_put_turn(b, v);
    }
}

/* ---- pieces ---- */

/* Appends `before` and the piece, with its hit points if it has lost some: ", pawn e4 (2)". */
static void put_piece_words(xpgn_buffer *b, const struct view *v, xpgn_square sq,
                            const char *before) {
    xpgn_buffer_text(b, before);
    piece_put(b, v->rs, v->p, v->p->at[sq], sq, v->column);
    if (position_hits(v->p, sq) != 0)
        xpgn_buffer_printf(b, " (%u)", position_hits(v->p, sq));
}

static bool is_shown_square(const struct view *v, xpgn_square sq) {
    return view_has(v, view_file(v, sq), view_rank(v, sq));
}

/* Appends the pieces of a seat: "White: king e1, queen d1." */
static void put_seat(xpgn_buffer *b, const struct view *v, unsigned seat) {
    const char *before = ": ";
    size_t begin = b->size;
    view_put_word(b, v, xpgn_seat_tag(v->p->seats, seat));
    for (unsigned type = XPGN_KING; type >= XPGN_PAWN; type--)
        for (unsigned sq = 0; view_on_board(v, (xpgn_square)sq); sq++) {
            xpgn_piece piece = v->p->at[sq];
            if (XPGN_TYPE_OF(piece) != type || XPGN_SEAT_OF(piece) != seat ||
                !is_shown_square(v, (xpgn_square)sq))
                continue;
            put_piece_words(b, v, (xpgn_square)sq, before);
            before = ", ";
        }
    if (before[0] == ':')
        b->size = b->failed ? b->size : begin;
    else
        xpgn_buffer_text(b, ". ");
}

static void put_held_words(xpgn_buffer *b, const struct view *v, const struct held *held) {
    if (held->total == 0)
        return;
    unsigned seat = XPGN_SEAT_OF(held->item[0].piece);
    if (v->column == 0)
        xpgn_buffer_text(b, xpgn_seat_name(v->p, seat));
    else
        view_put_word(b, v, xpgn_seat_tag(v->p->seats, seat));
    xpgn_buffer_printf(b, " %s:", held->label);
    for (unsigned i = 0; i < held->items; i++) {
        xpgn_buffer_printf(b, "%s %u ", i > 0 ? "," : "", held->item[i].count);
        piece_name_put(b, v->rs, XPGN_TYPE_OF(held->item[i].piece), v->column);
    }
    xpgn_buffer_text(b, ". ");
}

/* ---- marks, arrows, combat ---- */

/* Begins an item of a list: with "Marked: " before the first, a comma before the others. */
static void begin_item(xpgn_buffer *b, const struct view *v, const char *english, bool *any) {
    if (!*any)
        view_put_word(b, v, english);
    xpgn_buffer_text(b, *any ? ", " : ": ");
    *any = true;
}

static bool is_tinted(const struct view *v, unsigned sq) {
    return v->o->tint_count > 0 && memchr(v->o->tints, (int)sq, v->o->tint_count) != NULL;
}

static void put_mark_words(xpgn_buffer *b, const struct view *v) {
    bool any = false;
    for (unsigned sq = 0; view_on_board(v, (xpgn_square)sq); sq++) {
        if ((v->sign[sq] == 0 && !is_tinted(v, sq)) || !is_shown_square(v, (xpgn_square)sq))
            continue;
        begin_item(b, v, "Marked", &any);
        put_square_words(b, v, (xpgn_square)sq);
        if (v->color[sq] != 0)
            view_put_color(b, v, view_color(v->color[sq]));
        else if (v->sign[sq] != 0 && v->sign[sq] != SIGN_MARK)
            xpgn_buffer_printf(b, " %c", v->sign[sq]);
    }
    xpgn_buffer_text(b, any ? ". " : "");
}

static void put_arrow_words(xpgn_buffer *b, const struct view *v) {
    bool any = false;
    for (size_t i = 0; i < v->o->arrow_count; i++) {
        xpgn_arrow a = v->o->arrows[i];
        if (!view_on_board(v, a.from) || !view_on_board(v, a.to))
            continue;
        begin_item(b, v, "Arrows", &any);
        put_square_words(b, v, a.from);
        xpgn_buffer_char(b, ' ');
        view_put_word(b, v, "to");
        xpgn_buffer_char(b, ' ');
        put_square_words(b, v, a.to);
        view_put_color(b, v, view_arrow_color(v->o, i));
    }
    xpgn_buffer_text(b, any ? ". " : "");
}

void words_put_description(xpgn_buffer *b, const struct view *v) {
    xpgn_buffer_printf(b, "%s. ", xpgn_ruleset_title(v->rs));
    for (unsigned seat = 0; seat < v->p->seats; seat++)
        put_seat(b, v, seat);
    for (unsigned i = 0; i < 4; i++)
        put_held_words(b, v, &v->held[i >> 1][i & 1]);
    put_mark_words(b, v);
    put_arrow_words(b, v);
    if (view_has_combat(v))
        view_put_report(b, v);
    else if (!v->o->no_turn)
        view_put_turn(b, v);
}

/* SPDX-License-Identifier: MIT */
/* The start position: the tags that give it, in the form that they should have or in another, and
   what they deny. */
#include "core/base/slice.h"
#include "core/board/xfen_common.h"
#include "core/game/action_check.h"
#include "core/game/chess_san.h"
#include "core/game/position_mend.h"
#include "core/rules/ruleset_loader.h"
#include "core/walk/walk_state.h"

void walk_take_value(xpgn_walk *w, enum known_tag k, xpgn_slice value) {
    xpgn_tag *t = &w->tags->known[k];
    const char *text = arena_copy(&w->tags->arena, value);
    w->no_memory |= text == NULL;
    if (text == NULL)
        return;
    for (size_t i = 0; i < w->tags->count; i++)
        if (w->tags->list[i].value.data == t->value.data)
            w->tags->list[i].value = slice_of(text);
    t->value = slice_of(text);
}

/* Says what is read instead of the fields that are in another form, and changes the tag. */
static void take_mended(xpgn_walk *w, enum known_tag k, const struct position_mend *m) {
    xpgn_tag *t = &w->tags->known[k];
    xpgn_slice value = t->value;
    char said[MENDED_SAID];
    for (unsigned i = 0; i < m->count; i++) {
        const struct mended_field *field = &m->list[i];
        uint32_t from = t->place.offset + (uint32_t)(field->was.data - value.data);
        xpgn_place at = {from, (uint32_t)field->was.size};
        mended_field_say(field, said);
        log_add_level(&w->log, field->code, XPGN_WARNING, at, "%s", said);
        log_fix(&w->log, at, "%.*s", SLICE(field->is));
    }
    walk_take_value(w, k, slice_of(m->text));
}

/* The game with the same rules in which king and rooks may begin on other squares; NULL if there is
   none. */
static const xpgn_ruleset *find_shuffled(xpgn_walk *w) {
    const xpgn_ruleset *own = w->ruleset;
    const char *id;
    for (size_t i = 0; (id = xpgn_catalog_id(w->rules, i)) != NULL; i++) {
        const xpgn_ruleset *rs = NULL;
        xpgn_slice unknown;
        xpgn_status status =
            xpgn_catalog_find(w->rules, slice_of(id), (xpgn_slice){"", 0}, &rs, &unknown);
        w->no_memory |= status == XPGN_NO_MEMORY;
        if (status == XPGN_OK && rs->setup == SETUP_SHUFFLED &&
            rs->geometry.castling == CASTLING_960 && rs->movement == own->movement &&
            rs->combat == own->combat && rs->safety == own->safety && !ruleset_is_house(rs))
            return rs;
    }
    return NULL;
}

/* The castling rights of another game: from here on it is that game. */
static bool take_shuffled(xpgn_walk *w, const xpgn_tag *t, xpgn_slice rights, size_t mark) {
    const xpgn_tag *variant = walk_known(w, KNOWN_VARIANT);
    const xpgn_ruleset *rs = w->assumed.variant != NULL ? NULL : find_shuffled(w);
    uint32_t from = t->place.offset;
    bool written = variant == NULL || w->instead != NULL || walk_has(w, variant->value);
    if (rs == NULL || !written)
        return false;
    xpgn_place at = {from + (uint32_t)(rights.data - t->value.data), (uint32_t)rights.size};
    w->ruleset = rs;
    log_truncate(&w->log, mark);
    log_add_level(&w->log, D_FEN_CASTLING, XPGN_WARNING, at,
                  "castling rights '%.*s' of a start position of %s, in a game %s", SLICE(rights),
                  rs->title, variant != NULL ? "with another Variant" : "without the tag Variant");
    log_hint(&w->log, "%s [Variant \"%s\"]", variant != NULL ? "write" : "add", rs->id);
    while (from > 0 && w->game->text.data[from] != '[')
        from--;
    if (variant != NULL) {
        log_fix(&w->log, variant->place, "%s", rs->id);
        walk_take_value(w, KNOWN_VARIANT, slice_of(rs->id));
    } else {
        log_fix(&w->log, (xpgn_place){from, 0}, "[Variant \"%s\"]\n", rs->id);
        tags_add(w->tags, (xpgn_tag){slice_of("Variant"), slice_of(rs->id), {0, 0}});
    }
    return true;
}

/* A position of a game that is chess but for the pieces in hand or the checks. */
static void tell_other_game(xpgn_walk *w, const xpgn_tag *t, const struct position_mend *m) {
    uint32_t from = t->place.offset + (uint32_t)(m->other.data - t->value.data);
    log_add(&w->log, D_FEN_OTHER, (xpgn_place){from, (uint32_t)m->other.size},
            "'%.*s' in a position of %s: not a game that XPGN knows", SLICE(m->other), m->game);
}

/* What the moves say of the turn that they begin with. */
static struct position_clue first_turn(const xpgn_walk *w) {
    struct position_clue clue = {.seat = -1};
    if (w->held && w->token.kind == TOKEN_NUMBER) {
        clue.number = w->token.number;
        clue.seat = w->token.dots > 1;
    }
    return clue;
}

static bool read_position(xpgn_walk *w, enum known_tag k, xpgn_position *out);

/* Notes, in a trial, that the start position has not the form that positions of this game have. */
static void note_unread(xpgn_walk *w) {
    struct tag_instead *i = w->instead;
    if (i != NULL && i->unreads < INSTEAD_FORMS)
        i->unread[i->unreads++] = (struct unread_form){&w->ruleset->geometry, w->log.errors};
}

/* Reads a position that is in another form. `formed`: it is a position, `read`: it has been read
   nevertheless. */
static bool read_mended(xpgn_walk *w, enum known_tag k, xpgn_position *out, size_t mark,
                        bool formed, bool read) {
    const xpgn_tag *t = walk_known(w, k);
    struct position_clue clue = first_turn(w);
    struct position_mend mend;
    struct log mute;
    bool mended = position_mend(&mend, t->value, &w->ruleset->geometry, clue);
    if (mend.shuffled.size > 0) {
        if (take_shuffled(w, t, mend.shuffled, mark))
            return read_position(w, k, out);
        clue.one_home = true;
        mended = position_mend(&mend, t->value, &w->ruleset->geometry, clue);
    }
    if (mend.other.size > 0 && k == KNOWN_FEN) {
        log_truncate(&w->log, mark);
        tell_other_game(w, t, &mend);
    }
    if (!mended || mend.count == 0) {
        if (!formed && !clue.one_home)
            note_unread(w);
        return read;
    }
    log_init_counting(&mute);
    bool good = position_read(w->ruleset, slice_of(mend.text), 0, out, &mute);
    log_free_parts(&mute);
    if (!good)
        return false;
    log_truncate(&w->log, mark);
    (void)position_read(w->ruleset, slice_of(mend.text), 0, out, &w->log); /* for its warnings */
    for (size_t i = mark; i < w->log.count; i++)
        w->log.list[i].place = t->place;
    take_mended(w, k, &mend);
    return true;
}

static bool read_position(xpgn_walk *w, enum known_tag k, xpgn_position *out) {
    const xpgn_tag *t = walk_known(w, k);
    size_t mark = w->log.count;
    xpgn_slice text = slice_given(t->value);
    xpgn_place whole = {t->place.offset, (uint32_t)text.size};
    xpgn_position p;
    bool formed = xfen_read(text, whole.offset, &w->ruleset->geometry, &p, &w->log);
    bool read = formed && position_judge(w->ruleset, &p, whole, &w->log);
    if (read)
        *out = p;
    if (w->exact_start || (formed && position_is_in_form(text, &p))) /* no other form is better */
        return read;
    return read_mended(w, k, out, mark, formed, read);
}

bool walk_start_position(xpgn_walk *w, xpgn_position *out) {
    const xpgn_tag *fen = walk_known(w, KNOWN_FEN), *xfen = walk_known(w, KNOWN_XFEN);
    const xpgn_tag *setup = walk_known(w, KNOWN_SETUP);
    xpgn_position other;
    if (fen != NULL && xfen != NULL) {
        bool good = read_position(w, KNOWN_XFEN, out) && read_position(w, KNOWN_FEN, &other);
        bool same = good && position_equal(out, &other);
        if (good && !same)
            log_add(&w->log, D_FEN_DIFFER, xfen->place, "FEN and XFEN give different positions");
        return same;
    }
    if (fen != NULL || xfen != NULL)
        return read_position(w, fen != NULL ? KNOWN_FEN : KNOWN_XFEN, out);
    if (setup != NULL && slice_is(setup->value, "1"))
        log_add(&w->log, D_SETUP, setup->place, "SetUp \"1\" without FEN or XFEN");
    if (xpgn_ruleset_start(w->ruleset, out)) {
        const xpgn_tag *variant = walk_known(w, KNOWN_VARIANT);
        if (w->ruleset->setup == SETUP_SHUFFLED && variant != NULL)
            log_add(&w->log, D_START_MISSING, variant->place,
                    "%s without a start position: the first rank is that of chess",
                    w->ruleset->title);
        return true;
    }
    log_rule(&w->log, w->ruleset->cite[CITE_SETUP], (xpgn_place){0, 0},
             "missing start position: %s has none of its own", w->ruleset->title);
    log_hint(&w->log, "add the tags SetUp \"1\" and FEN");
    return false;
}

/* ---- castling that it denies ----------------------------------------------------------------- */

/* True if king and rook stand there as at home, but without the right to castle on that side. */
static bool lacks_right(const xpgn_position *p, enum castling_kind castling, unsigned seat,
                        unsigned side) {
    unsigned home = seat_home_rank(p, seat) * 8, king = p->king[seat];
    if (!position_is_small(p) || king / 8 != home / 8 || p->castle[seat][side] != XPGN_NO_SQUARE)
        return false;
    unsigned rook = outermost_rook(p, seat, side);
    bool one_home = king == home + 4 && rook == home + (side == 0 ? 7 : 0);
    return castling == CASTLING_STANDARD ? one_home : rook != XPGN_NO_SQUARE;
}

bool walk_right_denied(const xpgn_walk *w, struct denied_right *d) {
    const xpgn_tag *fen = walk_known(w, KNOWN_FEN), *xfen = walk_known(w, KNOWN_XFEN);
    const xpgn_position *p = &w->lines.list[w->lines.depth].state.position;
    const xpgn_ruleset *rs = w->ruleset;
    xpgn_position start;
    struct log mute;
    d->tag = xfen != NULL ? xfen : fen;
    if (d->tag == NULL || rs == NULL || rs->movement != MOVEMENT_CHESS ||
        rs->geometry.castling == CASTLING_NONE)
        return false;
    int side = chess_castling_meant(rs, p, &w->entry.recorded.notation);
    d->seat = p->side_to_move;
    d->side = (unsigned)side;
    if (side < 0 || !lacks_right(p, rs->geometry.castling, d->seat, d->side))
        return false;
    log_init_counting(&mute);
    bool read = position_read(rs, d->tag->value, 0, &start, &mute);
    log_free_parts(&mute);
    d->letter = "KQkq"[2 * d->seat + d->side];
    return read && start.king[d->seat] == p->king[d->seat] &&
           lacks_right(&start, rs->geometry.castling, d->seat, d->side);
}

/* True if the castling would be legal with the right. */
static bool may_castle_with(const xpgn_walk *w, const struct denied_right *d) {
    xpgn_position p = w->lines.list[w->lines.depth].state.position;
    p.castle[d->seat][d->side] = outermost_rook(&p, d->seat, d->side);
    return chess_may_castle(w->ruleset, &p, d->side);
}

void walk_tell_denied(xpgn_walk *w, size_t mark) {
    struct denied_right d;
    const char *rule = w->ruleset->cite[CITE_CASTLING];
    while (mark < w->log.count && (rule == NULL || strcmp(w->log.list[mark].code, rule) != 0))
        mark++;
    if (mark == w->log.count || !walk_right_denied(w, &d))
        return;
    xpgn_finding *f = &w->log.list[mark];
    f->text =
        log_text(&w->log, "the %.*s does not give %s the right to castle %s", SLICE(d.tag->name),
                 w->ruleset->seat_name[d.seat], d.side == 0 ? "kingside" : "queenside");
    if (may_castle_with(w, &d))
        f->hint = log_text(&w->log, "with %c it is legal", d.letter);
}

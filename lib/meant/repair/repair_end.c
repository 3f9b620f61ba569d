/* SPDX-License-Identifier: MIT */
/* The last half-moves of a record where they are no slip of the pen: the record itself says that
   the last is illegal, or the kings of an electronic board signal the result. */
#include "meant/repair/repair.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/text/result_text.h"
#include "facts/termination.h"

#include <stdlib.h>

/* A game from an action to its end. */
struct last_actions {
    uint32_t begin;  /* of the action, or its number */
    uint32_t end;    /* of the last action, or the result behind it */
    uint32_t last;   /* the end of the last action itself */
    xpgn_slice next; /* another action; size 0: there is none */
    xpgn_slice result;
    xpgn_buffer prose; /* comments with words */
};

/* ---- the rest of the game -------------------------------------------------------------------- */

/* Where the number before the action begins, or the action if it has none. */
static uint32_t before_number(const char *text, uint32_t at) {
    uint32_t p = at;
    while (p > 0 && byte_is(text[p - 1], BYTE_SPACE))
        p--;
    while (p > 0 && text[p - 1] == '.')
        p--;
    uint32_t dots = p;
    while (p > 0 && is_digit(text[p - 1]))
        p--;
    return p < dots && dots < at && text[dots] == '.' ? p : at;
}

static void keep_prose(struct last_actions *rest, const struct token *t) {
    xpgn_slice words = slice_trim(t->text, " \t\r\n");
    bool commands = words.size > 1 && words.data[0] == '[' && words.data[words.size - 1] == ']';
    if (words.size > 0 && !commands)
        xpgn_buffer_printf(&rest->prose, "{%.*s} ", SLICE(words));
}

/* Takes a token behind the action. False: more of the game follows. */
static bool take_token(struct last_actions *rest, const struct token *t) {
    switch (t->kind) {
    case TOKEN_NUMBER:
    case TOKEN_NAG:
        return rest->result.size == 0;
    case TOKEN_COMMENT:
        if (rest->result.size == 0)
            keep_prose(rest, t);
        return true;
    case TOKEN_WORD:
        if (rest->next.size > 0 || rest->result.size > 0)
            return false;
        rest->next = t->text;
        rest->last = rest->end = t->place.offset + t->place.length;
        return true;
    case TOKEN_RESULT:
        rest->result = t->text;
        rest->end = t->place.offset;
        return true;
    default:
        return false;
    }
}

/* Reads from the action with the error to the end. False: it is not one of the last two. */
static bool read_rest(const xpgn_walk *w, struct last_actions *rest) {
    struct lex lex;
    struct log log;
    struct token t;
    const struct recorded *action = &w->entry.recorded;
    xpgn_slice text = w->game->text;
    *rest = (struct last_actions){.begin = before_number(text.data, action->place.offset),
                                  .end = action->place.offset + action->place.length};
    rest->last = rest->end;
    log_init_counting(&log);
    lex_begin(&lex, (xpgn_slice){text.data + rest->end, text.size - rest->end}, &log);
    uint32_t base = rest->end;
    bool good = true;
    for (lex_next(&lex, &t); good && t.kind != TOKEN_END; lex_next(&lex, &t)) {
        t.place.offset += base;
        good = take_token(rest, &t);
    }
    good &= log_total(&log) == 0;
    log_free_parts(&log);
    return good && !rest->prose.failed;
}

/* ---- kings in the centre --------------------------------------------------------------------- */

/* The square of the centre that a king goes to by this action; XPGN_NO_SQUARE: it is another. */
static xpgn_square centre_of(xpgn_slice action) {
    struct notation n;
    if (!notation_read(action, &n) || n.kind != NOTATION_MOVE || n.type != XPGN_KING ||
        n.to_file < 3 || n.to_file > 4 || n.to_rank < 3 || n.to_rank > 4)
        return XPGN_NO_SQUARE;
    return (xpgn_square)(n.to_rank * 8 + n.to_file);
}

/* The square of the centre where the king of a seat is. */
static xpgn_square centre_now(const xpgn_position *p, unsigned seat) {
    const uint64_t centre =
        (uint64_t)1 << 27 | (uint64_t)1 << 28 | (uint64_t)1 << 35 | (uint64_t)1 << 36;
    uint64_t king = p->type[XPGN_KING] & p->seat[seat] & centre;
    return king != 0 ? (xpgn_square)__builtin_ctzll(king) : XPGN_NO_SQUARE;
}

/* True if the king of a seat is not beside that square. */
static bool jumps(const xpgn_position *p, unsigned seat, xpgn_square to) {
    uint64_t king = p->type[XPGN_KING] & p->seat[seat];
    if (king == 0)
        return true;
    const int from = __builtin_ctzll(king);
    return abs(from % 8 - to % 8) > 1 || abs(from / 8 - to / 8) > 1;
}

static bool is_light(xpgn_square sq) {
    return ((sq >> 3) + sq) % 2 == 1;
}

/* Both on light squares: White has won; on dark ones: Black. */
static const char *signalled(xpgn_square one, xpgn_square other) {
    return is_light(one) != is_light(other) ? "1/2-1/2" : is_light(one) ? "1-0" : "0-1";
}

static bool same_result(xpgn_slice written, const char *result) {
    uint8_t a[XPGN_MAX_SEATS], b[XPGN_MAX_SEATS];
    return result_read(written, 2, a) && result_read(slice_of(result), 2, b) &&
           memcmp(a, b, sizeof a) == 0;
}

/* The result at the end, or that of the tag. */
static xpgn_slice written_result(const xpgn_walk *w, const struct last_actions *rest) {
    return rest->result.size > 0 ? rest->result : slice_given(walk_value(w, KNOWN_RESULT));
}

static bool is_scored(xpgn_slice result) {
    return result.size > 0 && !slice_has_only(result, "*?");
}

/* One fix, which deletes the half-moves. */
static void set_removal(xpgn_walk *w, xpgn_finding *f, const struct last_actions *rest,
                        bool certain) {
    xpgn_fix *fix = arena_alloc(&w->log.arena, sizeof *fix);
    const char *text = arena_printf(&w->log.arena, "%.*s", SLICE(rest->prose));
    w->log.no_memory |= fix == NULL || text == NULL;
    f->fix_count = 0;
    if (fix == NULL || text == NULL)
        return;
    *fix = (xpgn_fix){.place = {rest->begin, rest->end - rest->begin},
                      .text = text,
                      .kind = certain ? XPGN_FIX_SIGN : XPGN_FIX_TEXT};
    f->fix = fix;
    f->fix_count = 1;
}

/* Says what the kings signal; `other` is where the second king is, XPGN_NO_SQUARE: elsewhere. */
static void report_kings(xpgn_walk *w, xpgn_finding *f, const struct last_actions *rest,
                         const xpgn_square at[2]) {
    struct arena *a = &w->log.arena;
    xpgn_slice written = written_result(w, rest);
    bool both = at[1] != XPGN_NO_SQUARE;
    const char *result = both ? signalled(at[0], at[1]) : "the result";
    bool agrees = !both || same_result(written, result);
    if (both)
        f->text = arena_printf(
            a, "the kings on %c%c and %c%c are a sign of electronic boards for %s", 'a' + at[0] % 8,
            '1' + at[0] / 8, 'a' + at[1] % 8, '1' + at[1] / 8, result);
    else
        f->text = arena_printf(a, "the king on %c%c is a sign of electronic boards for the result",
                               'a' + at[0] % 8, '1' + at[0] / 8);
    xpgn_slice one = w->entry.recorded.text;
    f->hint = arena_printf(a, "remove %.*s%s%.*s; the result is %s%.*s", SLICE(one),
                           rest->next.size > 0 ? " and " : "", SLICE(rest->next),
                           agrees ? "" : "written as ", SLICE(written));
    f->place =
        (xpgn_place){w->entry.recorded.place.offset, rest->last - w->entry.recorded.place.offset};
    f->choice = NULL;
    w->log.no_memory |= f->text == NULL || f->hint == NULL;
    set_removal(w, f, rest, agrees);
}

static bool explain_kings(xpgn_walk *w, xpgn_finding *f, const struct last_actions *rest) {
    const xpgn_position *p = walk_position(w);
    xpgn_square at[2] = {centre_of(w->entry.recorded.text), XPGN_NO_SQUARE};
    if (at[0] == XPGN_NO_SQUARE || !xpgn_draws_known(w->ruleset) || !position_is_small(p))
        return false;
    at[1] = rest->next.size > 0 ? centre_of(rest->next) : centre_now(p, 1u - p->side_to_move);
    if ((rest->next.size > 0 && at[1] == XPGN_NO_SQUARE) || at[1] == at[0])
        return false;
    /* one king alone may have moved there, behind a half-move that is left out, and without a
       result it may be any slip */
    if (at[1] == XPGN_NO_SQUARE &&
        (!jumps(p, 0, at[0]) || !jumps(p, 1, at[0]) || !is_scored(written_result(w, rest))))
        return false;
    report_kings(w, f, rest, at);
    return true;
}

/* ---- an illegal action that the record names ------------------------------------------------- */

static bool explain_illegal(xpgn_walk *w, xpgn_finding *f, const struct last_actions *rest) {
    struct termination t;
    if (rest->next.size > 0 || !termination_read(w, &t) ||
        (t.said.cause != ENDING_ILLEGAL_MOVE && t.said.cause != ENDING_INFRACTION))
        return false;
    f->hint = t.tag != NULL
                  ? arena_printf(&w->log.arena, "the record itself says so: %.*s \"%.*s\"",
                                 SLICE(t.tag->name), SLICE(t.tag->value))
                  : "the last comment itself says so";
    f->choice = NULL;
    f->fix_count = 0;
    w->log.no_memory |= f->hint == NULL;
    return true;
}

bool repair_end(struct repair *r, xpgn_walk *w) {
    struct last_actions rest = {.begin = 0};
    size_t first = r->findings;
    if (w->lines.depth > 0 || !walk_line(w)->dead || w->log.dropped > 0 || w->ruleset == NULL)
        return false;
    while (first < w->log.count && w->log.list[first].level != XPGN_ERROR)
        first++;
    bool told = first < w->log.count && read_rest(w, &rest) &&
                (explain_kings(w, &w->log.list[first], &rest) ||
                 explain_illegal(w, &w->log.list[first], &rest));
    w->log.no_memory |= rest.prose.failed;
    xpgn_buffer_free(&rest.prose);
    return told;
}

/* SPDX-License-Identifier: MIT */
/* Edits of several actions: a roll at the wrong action, a turn or line written twice, two moves of
   a player exchanged. */
#include "meant/repair/repair.h"

#include "core/base/slice.h"

enum { MOST_TOKENS = 96 }; /* limit for text written twice: a line or two of a sheet */

/* The unit that contains this offset, at most the one with the error. */
static unsigned back_of(struct repair *r, uint32_t offset) {
    unsigned back = 0;
    while (repair_unit(r, back + 1) != NULL && repair_unit(r, back)->at > offset)
        back++;
    return back;
}

/* ---- a roll at another action ---------------------------------------------------------------- */

/* Moves a roll between the ends of two actions, of which a comes first; `late`: the roll is at b,
   one action too late. */
static void try_moved_roll(struct repair *r, unsigned back, xpgn_place a, xpgn_place b, bool late) {
    uint32_t from = a.offset + a.length, to = b.offset + b.length;
    if (b.offset < from || b.offset - from > REPAIR_AHEAD)
        return;
    const char *text = r->game->text.data;
    xpgn_slice roll = {text + (late ? b : a).offset, (late ? b : a).length};
    xpgn_slice between =
        slice_trim((xpgn_slice){text + from, (late ? b.offset : to) - from}, " \t\r\n");
    for (; between.size > 0 && is_space(*between.data); between.size--)
        between.data++;
    struct edit e = repair_edit(MISTAKE_MOVED, back, late ? b : a, "the roll is one action too ");
    e.value = late ? "late" : "early";
    e.place = late ? (xpgn_place){from, to - from} : (xpgn_place){a.offset, to - a.offset};
    e.text = late ? arena_printf(&r->arena, " %.*s %.*s", SLICE(roll), SLICE(between))
                  : arena_printf(&r->arena, "%.*s %.*s", SLICE(between), SLICE(roll));
    repair_try(r, e);
}

/* True for <4>, a turn roll; the roll of an action has two sides or sums. */
static bool is_turn_roll(const struct repair *r, xpgn_place place) {
    const char *text = r->game->text.data + place.offset;
    for (uint32_t i = 1; i + 1 < place.length; i++)
        if (!is_digit(text[i]))
            return false;
    return turn_is_several(r->ruleset);
}

static bool is_roll(const struct repair *r, const struct token *t) {
    return t->kind == TOKEN_ROLL && !is_turn_roll(r, t->place);
}

/* The next action from token i, backwards or forwards, and whether a roll comes first. */
static const struct token *near_action(const struct repair *r, size_t i, int step, bool *rolled) {
    *rolled = false;
    for (; i < r->count && r->tokens[i].kind != TOKEN_END; i += (size_t)step) {
        if (r->tokens[i].kind == TOKEN_WORD)
            return &r->tokens[i];
        *rolled |= is_roll(r, &r->tokens[i]);
    }
    return NULL;
}

/* Tries the roll at token i for the previous and the next action. */
static void try_neighbours(struct repair *r, size_t i) {
    bool rolled, after = false;
    xpgn_place roll = r->tokens[i].place;
    const struct token *own = near_action(r, i - 1, -1, &rolled);
    const struct token *next = near_action(r, i + 1, 1, &rolled);
    if (next != NULL)
        (void)near_action(r, (size_t)(next + 1 - r->tokens), 1, &after);
    if (next != NULL && !rolled && !after && own != NULL)
        try_moved_roll(r, back_of(r, own->place.offset), roll, next->place, false);
    const struct token *before =
        own == NULL ? NULL : near_action(r, (size_t)(own - r->tokens) - 1, -1, &rolled);
    if (before != NULL && !rolled)
        try_moved_roll(r, back_of(r, before->place.offset), before->place, roll, true);
}

void repair_moved_rolls(struct repair *r) {
    unsigned back = repair_unit(r, 1) != NULL ? 1 : 0, ahead = 0;
    for (size_t i = 1; i < r->count && ahead < 2; i++) {
        const struct token *t = &r->tokens[i];
        ahead += t->kind == TOKEN_WORD && t->place.offset >= r->joint;
        if (is_roll(r, t) && t->place.offset >= repair_unit(r, back)->at)
            try_neighbours(r, i);
    }
}

/* ---- written twice --------------------------------------------------------------------------- */

static bool is_same_token(const struct repair *r, const struct token *a, const struct token *b) {
    const char *text = r->game->text.data;
    return a->kind == b->kind && a->kind != TOKEN_END && a->place.length == b->place.length &&
           memcmp(text + a->place.offset, text + b->place.offset, a->place.length) == 0;
}

/* How many tokens from i on are repeated `apart` tokens later, and how many of them are actions. */
static size_t repeated(const struct repair *r, size_t i, size_t apart, unsigned *words) {
    size_t n = 0;
    *words = 0;
    while (n < apart && i + apart + n < r->count &&
           is_same_token(r, &r->tokens[i + n], &r->tokens[i + apart + n]))
        *words += r->tokens[i + n++].kind == TOKEN_WORD;
    return n;
}

static void try_copied(struct repair *r, size_t first, size_t count, unsigned words) {
    const struct token *t = &r->tokens[first], *after = &t[count];
    unsigned back = back_of(r, t->place.offset);
    const struct unit *u = repair_unit(r, back);
    struct edit e = repair_edit(MISTAKE_COPIED, back, t->place, "");
    if (t->place.offset < u->at || after[-1].place.offset < u->at)
        return;
    e.what = arena_printf(&r->arena, "these %u actions are repeated", words);
    e.place.length = after->place.offset - t->place.offset;
    e.text = "";
    repair_try(r, e);
}

/* Tries to remove a copy that contains the error or ends shortly before it. */
static void repair_copied(struct repair *r) {
    uint32_t error = repair_unit(r, 0)->recorded.place.offset;
    size_t past = 0; /* the first token after the error */
    while (past < r->count && r->tokens[past].place.offset <= error)
        past++;
    for (size_t i = 0; i < past; i++) {
        size_t most = past - 1 - i;
        for (size_t n = most < MOST_TOKENS ? most : MOST_TOKENS; n >= 2; n--) {
            unsigned words;
            if (i + 2 * n >= r->count || repeated(r, i, n, &words) < n || words < 2)
                continue;
            try_copied(r, i + n, n, words);
            break;
        }
    }
}

/* ---- two actions exchanged ------------------------------------------------------------------- */

/* The extent of the nth action after the error; length 0 if there is none. */
static xpgn_place extent_after(const struct repair *r, unsigned n) {
    for (size_t i = 0; i + 1 < r->count; i++) {
        const struct token *t = &r->tokens[i];
        if (t->kind != TOKEN_WORD || t->place.offset < r->joint || --n > 0)
            continue;
        xpgn_place place = t->place;
        if (is_roll(r, &t[1]))
            place.length = t[1].place.offset + t[1].place.length - place.offset;
        if (i > 0 && t[-1].kind == TOKEN_ROLL && is_turn_roll(r, t[-1].place)) {
            place.length += place.offset - t[-1].place.offset;
            place.offset = t[-1].place.offset;
        }
        return place;
    }
    return (xpgn_place){0, 0};
}

void repair_swap(struct repair *r, unsigned back, unsigned later) {
    const struct unit *u = repair_unit(r, back);
    xpgn_place a = repair_extent(u, false);
    xpgn_place b = back >= later ? repair_extent(repair_unit(r, back - later), false)
                                 : extent_after(r, later - back);
    uint32_t end = a.offset + a.length;
    r->spent |= b.length > 0 && b.offset > end + REPAIR_AHEAD;
    if (b.length == 0 || b.offset < end || b.offset - end > REPAIR_AHEAD)
        return;
    struct edit e = repair_edit(MISTAKE_ORDER, back, u->recorded.place,
                                later > 1 ? "this action and the player's next are exchanged"
                                          : "this action and the next are exchanged");
    e.place = (xpgn_place){a.offset, b.offset + b.length - a.offset};
    e.fails = repair_refused_exchanged(r, &e, later) || repair_refused_order(r, &e, later);
    if (repair_passes(r, &e))
        return;
    e.text = repair_exchanged(r, a, b);
    repair_try(r, e);
}

void repair_blocks(struct repair *r) {
    repair_copied(r);
    for (unsigned back = 0; back <= REPAIR_BACK && repair_unit(r, back) != NULL; back++)
        repair_swap(r, back, 2);
}

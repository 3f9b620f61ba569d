/* SPDX-License-Identifier: MIT */
/* Actions misread, left out, written twice or in the wrong order. */
#include "meant/repair/repair.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/play/attempt.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 31, ACTIONS = 512 };

/* ---- an action misread ----------------------------------------------------------------------- */

/* A word being edited, and the actions already tried for it. */
struct edited_word {
    struct repair *r;
    unsigned back;
    const struct state *state;
    xpgn_slice word; /* as it is written */
    xpgn_place place;
    xpgn_action tried[ACTION_NAME];
    size_t count;
    uint64_t goals[XPGN_TYPES]; /* squares that pieces of each type can go to */
    struct demand demand;       /* required by the words that follow */
    bool freed;                 /* it names a prisoner */
    bool whole;                 /* no + or # is behind it */
    bool signless;              /* it is legal, with a sign or without */
};

/* True if the last square and the piece of a word show that it cannot be a legal action. */
static bool is_beyond(const struct edited_word *d, xpgn_slice word) {
    const char *p = word.data;
    size_t size = word.size;
    if (d->goals[XPGN_KING] == ~(uint64_t)0) /* nothing is known of this game */
        return false;
    bool becomes = size > 4 && p[size - 2] == '=';
    if (becomes)
        size -= 2;
    if (size < 2 || p[size - 2] < 'a' || p[size - 2] > 'h' || p[size - 1] < '1' ||
        p[size - 1] > '8')
        return false;
    bool letter = *p >= 'A' && *p <= 'Z';
    unsigned type = letter ? type_of_letter(*p) : XPGN_PAWN;
    uint64_t goals = d->goals[letter && becomes ? XPGN_NO_TYPE : type];
    goals |= letter || size < 4 ? 0 : d->goals[XPGN_KING]; /* e1g1 */
    return (goals & BIT(SQUARE_AT(p[size - 2] - 'a', p[size - 1] - '1'))) == 0;
}

/* True if a pawn is written in an unusual way: "Pd5", "xd5". */
static bool is_odd_pawn(const struct notation *n) {
    return n->type == XPGN_PAWN && (n->letter || (n->sign == SIGN_CAPTURE && n->from_file < 0));
}

/* Tries another word if it is another legal action. */
static void try_word(struct edited_word *d, xpgn_slice word) {
    struct repair *r = d->r;
    struct notation n;
    xpgn_action a = {0};
    if ((!d->freed && is_beyond(d, word)) || repair_is_spent(r) || !notation_read(word, &n) ||
        (!d->freed && (is_odd_pawn(&n) || !movement_resolve(r->ruleset, d->state, &n, &a))))
        return;
    for (size_t i = 0; !d->freed && i < d->count; i++)
        if (memcmp(&d->tried[i], &a, sizeof a) == 0)
            return;
    if (d->count < ACTION_NAME)
        d->tried[d->count++] = a;
    struct edit e = repair_edit(MISTAKE_WORD, d->back, d->place, "the action is ");
    if (!d->freed)
        e.fails = repair_refused_after(r, d->state, &a, &d->demand, repair_place(d->back) + 1) ||
                  (d->whole && repair_refused_other(r, &e, &n));
    if (repair_passes(r, &e))
        return;
    e.text = e.value = arena_copy(&r->arena, word);
    e.far = movement_distance(d->word, word, UINT8_MAX);
    repair_try(r, e);
}

/* Letters that may be confused. */
static const char pieces[] = "KQRBNP";
static const char *const alike[] = {"abcdefghijkl", "123456789", pieces, "x-s@", "bB"};

/* True if it is one of them. A capital that is not a piece may be any. */
static bool is_confusable(const char *set, char c) {
    return strchr(set, c) != NULL || (set == pieces && c >= 'A' && c <= 'Z' && c != 'O');
}

/* True unless it is a file or rank beyond the board. */
static bool is_on_board(const struct edited_word *d, char c) {
    const struct geometry *g = &d->r->ruleset->geometry;
    return d->freed ||
           (c >= 'a' ? c >= 'm' || c - 'a' < g->files : c < '1' || c > '9' || c - '0' <= g->ranks);
}

/* Tries the word with each letter changed, dropped, or swapped with the next. */
static void try_letters(struct edited_word *d, const char *word, size_t size) {
    char text[LONGEST + 2];
    for (size_t i = 0; i < size; i++) {
        for (size_t set = 0; set < sizeof alike / sizeof *alike; set++) {
            const char *c = is_confusable(alike[set], word[i]) ? alike[set] : "";
            for (; *c != '\0'; c++) {
                memcpy(text, word, size);
                text[i] = *c;
                if (*c != word[i] && is_on_board(d, *c))
                    try_word(d, (xpgn_slice){text, size});
            }
        }
        memcpy(text, word, size);
        memmove(text + i, text + i + 1, size - i - 1);
        try_word(d, (xpgn_slice){text, size - 1});
        memcpy(text, word, size);
        if (i + 1 < size) {
            text[i] = word[i + 1];
            text[i + 1] = word[i];
            try_word(d, (xpgn_slice){text, size});
        }
    }
}

/* Tries a figure for a letter where a rank is required: "Ncf", "bf-b4". */
static void try_figures(struct edited_word *d, const char *word, size_t size) {
    char text[LONGEST];
    memcpy(text, word, size);
    for (size_t i = 1; i < size; i++) {
        bool ends = i + 1 == size || (!is_file(word[i + 1]) && !is_digit(word[i + 1]));
        if (!ends || !is_file(word[i]) || !is_file(word[i - 1]))
            continue;
        for (text[i] = '1'; text[i] <= '9'; text[i]++)
            if (is_on_board(d, text[i]))
                try_word(d, (xpgn_slice){text, size});
        text[i] = word[i];
    }
}

/* Tries a square whose file or rank was left out: "N6", "Nf". */
static void try_square(struct edited_word *d, const char *word, size_t size) {
    char text[LONGEST + 1], last = word[size - 1];
    bool no_file = is_digit(last) && (size < 2 || !is_file(word[size - 2]));
    if (!no_file && !is_file(last))
        return;
    memcpy(text, word, size);
    text[size] = last;
    char *gap = text + size - no_file;
    for (const char *c = no_file ? alike[0] : alike[1]; *c != '\0'; c++) {
        *gap = *c;
        if (is_on_board(d, *c))
            try_word(d, (xpgn_slice){text, size + 1});
    }
}

/* Tries one additional letter (a piece, a sign, a promotion), and the other castling. */
static void try_more(struct edited_word *d, const char *word, size_t size) {
    static const char *const more[] = {"K", "Q", "R", "B", "N", "x", "-"};
    static const char *const ends[] = {"=Q", "=R", "=B", "=N"};
    static const char *const castling[] = {"O-O", "O-O-O"};
    char text[LONGEST + 4];
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        if (i >= 5 && d->signless) /* it would say the same */
            continue;
        size_t at = i < 5 ? 0 : size < 2 ? size : size - 2; /* before the square */
        if (at == 0 && *word >= 'A' && *word <= 'Z')        /* no word has two */
            continue;
        memcpy(text, word, at);
        text[at] = *more[i];
        memcpy(text + at + 1, word + at, size - at);
        try_word(d, (xpgn_slice){text, size + 1});
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        memcpy(text, word, size);
        memcpy(text + size, ends[i], 2);
        try_word(d, (xpgn_slice){text, size + 2});
    }
    for (size_t i = 0; (*word == 'O' || *word == 'K') && i < sizeof castling / sizeof *castling;
         i++)
        try_word(d, slice_of(castling[i]));
}

/* Tries king moves instead of castling. */
static void try_king(struct edited_word *d) {
    xpgn_action list[ACTIONS];
    char name[ACTION_NAME];
    size_t count = movement_actions(d->r->ruleset, d->state, list, ACTIONS);
    for (size_t i = 0; i < count && i < ACTIONS; i++) {
        if (list[i].kind == XPGN_CASTLING || XPGN_TYPE_OF(list[i].piece) != XPGN_KING)
            continue;
        movement_name(d->r->ruleset, d->state, &list[i], false, name);
        try_word(d, slice_of(name));
    }
}

static void read_line_word(struct edited_word *d, xpgn_slice word) {
    size_t size = word.size;
    word = slice_trim(word, "+#");
    d->whole = word.size == size;
    if (word.size == 0 || word.size > LONGEST)
        return;
    d->word = word;
    d->place.length = (uint32_t)word.size;
    try_figures(d, word.data, word.size);
    try_letters(d, word.data, word.size);
    try_square(d, word.data, word.size);
    if (!d->freed)
        try_more(d, word.data, word.size);
    if (!d->freed && *word.data == 'O')
        try_king(d);
}

/* In games with numbered turns, tries a missing number. */
static void try_number(struct repair *r, unsigned back) {
    const struct unit *u = repair_unit(r, back);
    xpgn_position next = u->before.state.position;
    if (!turn_is_several(r->ruleset) || u->numbered || !u->before.in_turn)
        return;
    position_pass(&next);
    const struct recorded *recorded = &u->recorded;
    xpgn_place at = recorded->has_turn_roll ? recorded->turn_roll_place : recorded->place;
    at.length = 0;
    struct edit e = repair_edit(MISTAKE_WORD, back, at, "the missing number is ");
    const char *dots = xpgn_turn_dots(next.seats, next.side_to_move);
    e.value = arena_printf(&r->arena, "%u%s", next.number, dots);
    e.text = arena_printf(&r->arena, "%u%s ", next.number, dots);
    repair_try(r, e);
}

void repair_word(struct repair *r, unsigned back) {
    const struct unit *u = repair_unit(r, back);
    const struct recorded *recorded = &u->recorded;
    if (!repair_play_to(r, u, recorded->place.offset))
        return;
    struct state state = walk_line(r->walk)->state;
    struct edited_word d = {.r = r, .back = back, .state = &state, .place = recorded->place};
    if (recorded->has_turn_roll)
        turn_roll(r->ruleset, &state.turn, recorded->turn_roll);
    movement_goals(r->ruleset, &state.position, d.goals);
    d.demand = repair_demand(r, &state.position, repair_place(back) + 1);
    struct notation n;
    if (notation_read(recorded->text, &n) && movement_resolve(r->ruleset, &state, &n, &d.tried[0]))
        d.count = 1; /* as it is written */
    d.signless =
        d.count == 1 && attacks_capture(r->ruleset) && r->ruleset->movement == MOVEMENT_CHESS;
    read_line_word(&d, recorded->text);
    if (back == 0 && recorded->has_freed) {
        d.freed = true;
        d.place = recorded->freed_place;
        read_line_word(&d, (xpgn_slice){r->game->text.data + d.place.offset, d.place.length});
    }
    try_number(r, back);
}

/* ---- one too many ---------------------------------------------------------------------------- */

/* The roll of a unit as written; empty if it has none. */
static xpgn_slice roll_of(const struct repair *r, const struct unit *u) {
    xpgn_place none = {0, 0}, place = u->roll.exchanges > 0 ? u->roll.place : none;
    return (xpgn_slice){r->game->text.data + place.offset, place.length};
}

void repair_too_many(struct repair *r, unsigned back) {
    const struct unit *u = repair_unit(r, back);
    if (!u)
        return;
    bool whole = turn_is_several(r->ruleset);
    const struct unit *before = repair_unit(r, back + 1);
    bool twice = before != NULL && slice_equal(u->recorded.text, before->recorded.text);
    struct edit e =
        repair_edit(MISTAKE_TOO_MUCH, back, u->recorded.place, "this action is one too many");
    bool copied = twice && slice_equal(roll_of(r, u), roll_of(r, before));
    if (u->roll.two_sides && u->roll.exchanges > 0 && !copied)
        return; /* dice were thrown for it: no combat is deleted */
    e.place = repair_extent(u, whole);
    e.text = "";
    e.cost -= twice ? ONE_EDIT : 0;
    unsigned at = repair_place(back);
    if (at < r->words && r->word[at].plain)
        e.fails = repair_refused(r, u->before.state, at + 1, 0);
    repair_try(r, e);
}

/* ---- left out -------------------------------------------------------------------------------- */

/* By how many half-moves the number of a unit is ahead of the turn; *known: it has a number. */
static int64_t ahead_by(const struct unit *u, bool *known) {
    const xpgn_position *p = &u->before.state.position;
    unsigned dots = u->number.dots, seats = p->seats;
    *known = u->numbered && dots > 0;
    if (!*known)
        return 0;
    xpgn_position next;
    if (u->before.in_turn) {
        next = *p;
        position_pass(&next);
        p = &next;
    }
    if (seats == 2 && dots > 1)
        dots = 2;
    int64_t written = (int64_t)u->number.number * seats + dots - 1;
    return written - ((int64_t)p->number * seats + p->side_to_move);
}

/* True if its number shows that a half-move was left out before it. */
static bool is_ahead(const struct unit *u) {
    bool known;
    return ahead_by(u, &known) == 1 && known;
}

/* True if the numbers would be right with one more half-move before the unit, or after its
   number. */
static bool numbers_agree(struct repair *r, unsigned back, bool after) {
    int64_t first = 0;
    bool any = false, known;
    for (unsigned i = REPAIR_BACK + 1; i-- > 0;) {
        const struct unit *u = repair_unit(r, i);
        int64_t by = u != NULL ? ahead_by(u, &known) : 0;
        if (u == NULL || !known)
            continue;
        if (!any)
            first = by - (i < back || (i == back && !after));
        any = true;
        if (by != first + (i < back || (i == back && !after)))
            return false;
    }
    return true;
}

/* Counts this many edits, known to fail, as tried. */
static void pass_all(struct repair *r, size_t count) {
    if (!repair_is_spent(r))
        r->left -= count < r->left ? (unsigned)count : r->left;
}

/* What follows a half-move that is put in. */
struct follows {
    struct next_word next;
    struct demand demand;
};

/* Tries the half-moves of this state before a token. */
static void try_inserted(struct repair *r, unsigned back, size_t token, const struct state *s,
                         const char *number, const struct follows *follows) {
    xpgn_action list[ACTIONS];
    char name[ACTION_NAME];
    bool rolled = r->ruleset->turn == TURN_CHOICE;
    uint32_t at = r->tokens[token].place.offset;
    bool several = turn_is_several(r->ruleset);
    const struct demand *d = &follows->demand;
    bool counted = d->fails && attacks_capture(r->ruleset); /* where all are quiet */
    size_t count = 0, all = movement_actions(r->ruleset, s, list, counted ? 0 : ACTIONS);
    for (size_t i = 0; !counted && i < all && i < ACTIONS; i++)
        if (action_is_quiet(r->ruleset, &list[i]))
            list[count++] = list[i];
    struct edit e =
        repair_edit(MISTAKE_LEFT_OUT, back, (xpgn_place){at, 0}, "the missing half-move is ");
    e.seat = s->position.side_to_move;
    e.shown = r->foreign || is_ahead(repair_unit(r, 0));
    e.ways = (unsigned)count;
    if (d->fails) {
        pass_all(r, counted ? all : count);
        return;
    }
    r->trial.misnumbered = false;
    for (size_t i = 0; i < count && !repair_is_spent(r); i++) {
        e.fails = (several && r->trial.misnumbered && list[i].kind == XPGN_STEP) ||
                  repair_refused_before(r, s, &list[i], &follows->next) ||
                  repair_refused_after(r, s, &list[i], d, repair_place(back));
        if (repair_passes(r, &e))
            continue;
        movement_name(r->ruleset, s, &list[i], false, name);
        e.value = arena_copy(&r->arena, slice_of(name));
        e.text = rolled ? arena_printf(&r->arena, "%s<%u> %s ", number, s->turn.roll, name)
                        : arena_printf(&r->arena, "%s%s ", number, name);
        repair_try(r, e);
    }
}

/* Tries half-moves before this token; in games whose steps need a turn roll, with each face. */
static void try_at(struct repair *r, unsigned back, size_t token, struct state s,
                   const char *number) {
    const struct follows follows = {repair_next_word(r, token),
                                    repair_demand(r, &s.position, repair_place(back))};
    if (r->ruleset->turn != TURN_CHOICE) {
        try_inserted(r, back, token, &s, number, &follows);
        return;
    }
    for (s.turn.roll = 1; s.turn.roll <= r->ruleset->die; s.turn.roll++)
        try_inserted(r, back, token, &s, number, &follows);
}

/* A turn left out, with its number. */
static void try_turn(struct repair *r, unsigned back, size_t token, struct state s) {
    char number[24];
    if (s.turn.stage != STAGE_START)
        referee_end_turn(r->ruleset, &s, &(struct turn_end){.cut = false}, &(xpgn_outcome){0},
                         &r->walk->log);
    (void)snprintf(number, sizeof number, "%u%s ", s.position.number,
                   xpgn_turn_dots(s.position.seats, s.position.side_to_move));
    try_at(r, back, token, s, number);
}

/* Tries half-moves before the unit, and after each of its numbers. */
static void left_out_before(struct repair *r, unsigned back, bool sure) {
    const struct unit *u = repair_unit(r, back);
    size_t action = repair_extent(u, false).offset;
    bool several = turn_is_several(r->ruleset), first = true;
    bool known[2] = {false, false}, agree[2];
    for (size_t i = u->token;
         i < r->count && r->tokens[i].place.offset <= action && !repair_is_spent(r); i++) {
        size_t at = r->tokens[i].place.offset;
        bool after = u->numbered && at > u->number.place.offset;
        if (!known[after])
            agree[after] = numbers_agree(r, back, after);
        known[after] = true;
        if (agree[after] != sure)
            continue;
        if (repair_play_to(r, u, at))
            try_at(r, back, i, walk_line(r->walk)->state, "");
        if (several && first)
            try_turn(r, back, i, u->before.state);
        first = false;
    }
}

/* "3. {[%missing]} 3... {[%missing]} ": `count` half-moves from the turn after `p` on. */
static const char *missing_turns(struct repair *r, xpgn_position p, int64_t count) {
    xpgn_buffer b = {0};
    for (; count > 0; count--) {
        xpgn_turn_write(&b, p.seats, p.number, p.side_to_move);
        xpgn_buffer_text(&b, " {[%missing]} ");
        position_pass(&p);
    }
    return arena_take(&r->arena, &b);
}

/* The numbers show that half-moves are missing, but not which. */
void repair_skipped(struct repair *r) {
    enum { MOST = 16 };
    for (unsigned back = REPAIR_BACK + 1; back-- > 0;) {
        const struct unit *u = repair_unit(r, back);
        bool known = false;
        int64_t by = u != NULL ? ahead_by(u, &known) : 0;
        if (!known || by == 0)
            continue;
        if (by < 2 || by > MOST)
            return;
        struct edit e = repair_edit(MISTAKE_SKIPPED, back, u->number.place, "here: ");
        xpgn_position p = u->before.state.position;
        if (u->before.in_turn)
            position_pass(&p);
        e.place.length = 0;
        e.cost += ONE_EDIT / 2; /* nothing after it is checked: less sure than one wrong field */
        e.text = missing_turns(r, p, by);
        if (e.text != NULL) /* without the last space */
            e.value = arena_copy(&r->arena, (xpgn_slice){e.text, strlen(e.text) - 1});
        repair_try(r, e);
        return;
    }
}

void repair_left_out(struct repair *r, bool sure) {
    for (unsigned back = 0; back <= REPAIR_BACK && repair_unit(r, back) != NULL; back++)
        left_out_before(r, back, sure);
}

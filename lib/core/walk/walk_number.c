/* SPDX-License-Identifier: MIT */
/* Move numbers: optional in games with one action per turn; in others they begin the turn. */
#include "core/game/longform.h"
#include "core/walk/walk_state.h"

/* ---- a wrong number -------------------------------------------------------------------------- */

/* The next word or number; TOKEN_END if there is none. */
static struct token next_word(const xpgn_walk *w) {
    struct log mute;
    struct token t;
    struct lex next = w->lex;
    log_init_counting(&mute);
    next.log = &mute;
    do {
        lex_next(&next, &t);
    } while (t.kind != TOKEN_WORD && t.kind != TOKEN_NUMBER && t.kind != TOKEN_END);
    log_free_parts(&mute);
    return t;
}

/* Suggests this number for the current token, unless it is a figure at the end, which may be a
   half-move with a slip; and labels the finding with the next turn, which has
   no action yet. */
static void hint_number(xpgn_walk *w, uint32_t number, const char *dots) {
    struct log *log = &w->log;
    log_hint(log, "write %u%s", number, dots);
    const bool alone = w->token.dots == 0 && w->lines.depth == 0 && next_word(w).kind == TOKEN_END;
    if (!alone)
        log_fix(log, w->token.place, "%u%s", number, dots);
    if (!log->last_kept || log->list[log->count - 1].ply != 0)
        return;
    log->list[log->count - 1].turn = log_text(log, "%u%s", walk_position(w)->number, walk_dots(w));
    log->list[log->count - 1].ply = walk_line(w)->ply + 1;
}

/* Reports a wrong number, as an error in games where numbers separate turns. `due`: the expected
   turn. */
static void report_number(xpgn_walk *w, int64_t due) {
    const struct token *t = &w->token;
    unsigned seats = walk_seats(w), number = (unsigned)(due / seats);
    const char *dots = xpgn_turn_dots(seats, (unsigned)(due % seats));
    if (walk_many_actions(w))
        log_add(&w->log, D_NUMBER_WRONG, t->place, "move number %u%.*s, expected %u%s", t->number,
                (int)(t->dots > 4 ? 4 : t->dots), "....", number, dots);
    else
        log_add(&w->log, D_NUMBER, t->place, "move number %u%s, expected %u%s", t->number,
                xpgn_turn_dots(2, t->dots >= 2), number, dots);
    hint_number(w, number, dots);
}

/* "one", "12" */
static const char *count_words(struct log *log, int64_t n) {
    return n == 1 ? "one" : log_text(log, "%lld", (long long)n);
}

/* The finding about the reported number that is still open; NULL if it is no longer in the log. */
static xpgn_finding *find_open(xpgn_walk *w) {
    struct log *log = &w->log;
    for (size_t i = log->count; i > 0; i--) {
        xpgn_finding *f = &log->list[i - 1];
        if (f->place.offset + 1 == walk_line(w)->number_open &&
            (log_is(f, D_NUMBER) || log_is(f, D_NUMBER_WRONG)))
            return f;
    }
    return NULL;
}

/* The reported number is continued by this one: it is one mistake, which is not corrected at that
   place alone. */
static void tell_offset(xpgn_walk *w) {
    struct line *l = walk_line(w);
    struct log *log = &w->log;
    xpgn_finding *f = find_open(w);
    l->number_open = 0;
    if (f == NULL || f->fix_count == 0 || !log_wants_text(log))
        return;
    int64_t off = l->number_offset < 0 ? -l->number_offset : l->number_offset;
    unsigned seats = walk_seats(w);
    bool whole = off % seats == 0;
    const char *count = count_words(log, whole ? off / seats : off);
    const char *what = whole ? "" : off == 1 ? " half-move" : " half-moves";
    f->text = log_text(log, "%s: numbers are %s%s too %s from here", f->text, count, what,
                       l->number_offset < 0 ? "low" : "high");
    f->hint = "correct this number and those after it";
    f->fix = NULL;
    f->fix_count = 0;
}

/* ---- any number ------------------------------------------------------------------------------ */

/* The turn of a number, counted over all seats; `due` gives the seat if there are no dots. In games
   where numbers are optional, two or more dots mean Black. */
static int64_t turn_of(const struct token *t, unsigned seats, int64_t due) {
    int64_t seat = t->dots == 0 ? due % seats : seats == 2 ? t->dots > 1 : (t->dots - 1) % seats;
    return (int64_t)t->number * seats + seat;
}

/* Checks that the number agrees with the next turn, or continues a wrong one that has been
   reported. */
static void check_number(xpgn_walk *w) {
    struct line *l = walk_line(w);
    const xpgn_position *p = &l->state.position;
    const struct token *t = &w->token;
    unsigned seats = walk_seats(w);
    int64_t turn = (int64_t)p->number * seats + p->side_to_move, due = turn + l->number_offset;
    int64_t said = turn_of(t, seats, turn);
    bool formed = !walk_many_actions(w) || t->dots == turn_dots(seats, (unsigned)(said % seats));
    if (formed && said == turn) {
        l->number_offset = l->number_open = 0; /* the offset reported before was a slip */
    } else if (formed && said == due) {
        if (l->number_open != 0)
            tell_offset(w);
    } else {
        bool continued = l->number_open == 0 && due >= seats; /* the offset persists, so it is not a
                                                                 slip */
        report_number(w, continued ? due : turn);
        l->number_offset = said - turn;
        l->number_open = said != turn ? t->place.offset + 1 : 0;
    }
}

/* ---- who begins ------------------------------------------------------------------------------ */

/* The side of the piece that the next action names by its square; `seat` if it names none. */
static unsigned seat_of_next(const xpgn_walk *w, unsigned seat) {
    const xpgn_position *p = walk_position(w);
    struct notation n;
    const struct token t = next_word(w);
    bool action = t.kind == TOKEN_WORD && notation_read(t.text, &n);
    xpgn_square from = action ? longform_from(p, &n) : XPGN_NO_SQUARE;
    return from != XPGN_NO_SQUARE && p->at[from] != 0 ? XPGN_SEAT_OF(p->at[from]) : seat;
}

/* Reports who begins according to the first number, if FirstRoll disagrees (M-05) or is missing
   (CC-2), in one finding about the tag. */
static void report_first(xpgn_walk *w, unsigned seat) {
    const xpgn_ruleset *rs = w->ruleset;
    const xpgn_tag *t = walk_known(w, KNOWN_FIRST_ROLL);
    if (t == NULL) {
        log_rule(&w->log, rs->cite[CITE_FIRST], w->token.place,
                 "%s begins, but the tag FirstRoll is missing", rs->seat_name[seat]);
        log_hint(&w->log, "add the dice that were rolled, white's first: [FirstRoll \"%s\"]",
                 seat == 0 ? "5:2" : "2:5");
    } else if (walk_roll_off_seat(w) >= 0) {
        log_add(&w->log, D_NUMBER_WRONG, t->place,
                "FirstRoll \"%.*s\" lets %s begin, but %s moves first", SLICE(t->value),
                rs->seat_name[seat ^ 1], rs->seat_name[seat]);
        log_hint(&w->log, "white's die comes first: exchange the dice, or correct who moves first");
    }
}

/* Settles who begins a game with a roll-off. */
static void settle_first(xpgn_walk *w) {
    struct line *l = walk_line(w);
    const struct token *t = &w->token;
    unsigned seat = l->state.position.side_to_move ^ 1u;
    if (!w->ruleset->roll_off || walk_seats(w) > 2 || l->ply > 0 || w->lines.depth > 0 ||
        walk_gives_start(w) || t->number != l->state.position.number ||
        t->dots != turn_dots(2, seat) || seat_of_next(w, seat) != seat)
        return;
    report_first(w, seat);
    l->state.position.side_to_move = (uint8_t)seat;
}

/* Begins a turn of several actions; a wrong number is an error. */
static void begin_numbered(xpgn_walk *w) {
    struct line *l = walk_line(w);
    if (l->fresh && l->in_turn) { /* a variation with a number replaces the whole turn */
        l->in_turn = false;
        l->ply--;
        l->state = l->turn_start;
    }
    l->fresh = false;
    settle_first(w);
    walk_close_turn(w);
    l->past_end = l->outcome.over;
    if (l->past_end)
        return; /* the action after it will be reported */
    check_number(w);
    walk_begin_turn(w);
}

/* A number joined to a wrong one, as in 5.6 or 1.4.., is part of that. */
void walk_number(xpgn_walk *w) {
    const struct log *log = &w->log;
    xpgn_place place = w->token.place;
    size_t findings = log_total(log);
    bool hangs = place.offset > 0 && place.offset == w->wrong_number;
    if (walk_line(w)->dead)
        return;
    if (!hangs && walk_many_actions(w))
        begin_numbered(w);
    else if (!hangs)
        check_number(w);
    if (hangs || log_total(log) > findings)
        w->wrong_number = place.offset + place.length;
    walk_line(w)->numbered = true;
}

/* A number that joins another one, as in 5.6 or 1.0Bg5, is part of a wrong number. */
static bool stands_alone(const xpgn_walk *w) {
    xpgn_slice text = w->game->text;
    size_t at = w->token.place.offset, end = at + w->token.place.length;
    return (at == 0 || is_space(text.data[at - 1])) &&
           (end >= text.size || is_space(text.data[end]));
}

bool walk_number_is_word(const xpgn_walk *w) {
    enum { LONG = 1000 }; /* no game has this many moves, and ICCF words begin here */
    const struct line *l = &w->lines.list[w->lines.depth];
    const struct token *t = &w->token;
    if (t->dots != 0 || walk_many_actions(w) || t->number == l->state.position.number)
        return false;
    return t->number >= LONG || (l->numbered && stands_alone(w));
}

void walk_begin_action(xpgn_walk *w, xpgn_place place) {
    struct line *l = walk_line(w);
    uint32_t number = l->state.position.number;
    bool rolled = w->turn_roll.pending; /* the number should come before it */
    l->numbered = false;
    uint32_t at = rolled ? w->turn_roll.place.offset : place.offset;
    if (!walk_many_actions(w)) {
        l->ply++;
    } else if (!l->in_turn && !walk_after_end(w)) {
        if (!l->outcome.over) {
            log_add(&w->log, D_NUMBER_MISSING, place, "missing move number");
            log_hint(&w->log, "write %u%s before %s", number, walk_dots(w),
                     rolled ? "the roll" : "it");
            log_fix(&w->log, (xpgn_place){at, 0}, "%u%s ", number, walk_dots(w));
        }
        walk_begin_turn(w);
    }
}

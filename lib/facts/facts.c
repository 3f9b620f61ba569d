/* SPDX-License-Identifier: MIT */
/* The facts of facts.def: their table, and a function for each value. */
#include "facts/fact_short.h"

#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/board/seats.h"
#include "core/board/xfen.h"
#include "core/board/xfen_common.h"
#include "core/play/combat_odds.h"
#include "core/play/movement.h"
#include "core/play/play_action.h"
#include "core/text/result_text.h"
#include "core/walk/walk_state.h"
#include "facts/comment_values.h"
#include "facts/public_walk.h"
#include "facts/termination.h"
#include "internal/action_facts.h"
#include "internal/queries.h"

#include <stdio.h>
#include <xpgn/rulesets.h>

enum { KIND_UNPLAYABLE = XPGN_ROUTE + 1 };

/* ---- words ----------------------------------------------------------------------------------- */

static const char *const words_of_KIND[] = {
    [XPGN_STEP] = "step",         [XPGN_ATTACK] = "attack",         [XPGN_CASTLING] = "castling",
    [XPGN_SHOT] = "shot",         [XPGN_RUN] = "suicide-run",       [XPGN_PASS] = "pass",
    [XPGN_TELEPORT] = "teleport", [XPGN_RELEASE] = "release",       [XPGN_REINFORCE] = "reinforce",
    [XPGN_ROUTE] = "route",       [KIND_UNPLAYABLE] = "unplayable", [KIND_UNPLAYABLE + 1] = NULL};
#define words_of_FATE fate_words
#define words_of_SEAT seat_names
static const char *const words_of_DECISION[] = {[ODDS_NEITHER] = "undecided",
                                                [ODDS_WON] = "won",
                                                [ODDS_LOST] = "lost",
                                                [ODDS_BOTH] = "double-removal",
                                                [ODDS_BOTH + 1] = NULL};

/* ---- pieces and squares ---------------------------------------------------------------------- */

static xpgn_supporter at(unsigned piece, unsigned square) {
    return (xpgn_supporter){(xpgn_piece)piece, (xpgn_square)square, 0};
}

/* The attacked piece; without a combat it leaves the board. */
static xpgn_supporter victim(const xpgn_facts *f) {
    return f->combat ? at(f->side[1].piece, f->side[1].square) : at(f->captured, f->action.target);
}

static unsigned square_of(const xpgn_action *a, unsigned side) {
    return side == 0 ? a->from : a->target;
}

/* The number of pieces that left the board; `casualty` lists the defender first. */
static unsigned casualties(const xpgn_facts *f) {
    if (!f->combat)
        return f->captured != 0;
    return (f->side[0].fate == 'x' ? 1u : 0) + (f->side[1].fate == 'x' ? 1u : 0);
}

static xpgn_supporter casualty(const xpgn_facts *f, unsigned i) {
    if (!f->combat)
        return victim(f);
    const xpgn_combatant *c = &f->side[i == 0 && f->side[1].fate == 'x' ? 1 : 0];
    return at(c->piece, c->square);
}

/* True if an escape succeeded. */
static bool is_freed(const xpgn_action *a) {
    return a->kind == XPGN_RELEASE && a->promotion != 0;
}

/* True if a pawn became another piece. */
static bool has_arrived(const xpgn_facts *f) {
    return (f->action.kind == XPGN_STEP || f->action.kind == XPGN_ATTACK) &&
           f->action.promotion != 0 && f->arrived;
}

static bool takes_prisoner(const xpgn_facts *f) {
    return f->combat && (f->side[0].cell != XPGN_NO_SQUARE || f->side[1].cell != XPGN_NO_SQUARE);
}

static bool is_mate(const xpgn_facts *f) {
    return strchr(f->text, '#') != NULL;
}

/* Words of seats are those of four: white, red, black, green. */
static unsigned seat_of_four(const xpgn_fact_source *s) {
    return s->position->seats == 2 && s->seat == 1 ? 2 : s->seat;
}

/* ---- dice ------------------------------------------------------------------------------------ */

static bool has_totals(const xpgn_facts *f) {
    return f->side[0].total >= 0 && f->side[1].total >= 0;
}

/* Die `i` of a side; 0 if there were fewer. An attempt has no defender, whose side is left over
   from earlier. */
static unsigned face_of(const xpgn_facts *f, unsigned side, unsigned i) {
    for (unsigned e = 0; e < f->roll.exchanges && (side == 0 || f->combat); e++) {
        const xpgn_roll_side *rolled = &f->roll.exchange[e].side[side];
        if (i < rolled->dice_count)
            return rolled->dice[i];
        i -= rolled->dice_count;
    }
    return 0;
}

/* The throw of a side in the subject's exchange. */
static const xpgn_roll_side *thrown(const xpgn_fact_source *s, unsigned side) {
    return &s->facts->roll.exchange[s->exchange - 1].side[side];
}

static bool is_thrown(const xpgn_facts *f, unsigned side) {
    return side == 0 || f->combat;
}

/* The total of a side; for a teleport or an escape only the roll has it. */
static int total_of(const xpgn_facts *f, unsigned side) {
    return f->combat                            ? f->side[side].total
           : side == 0 && f->roll.exchanges > 0 ? f->roll.exchange[0].side[0].total
                                                : -1;
}

/* ---- chances --------------------------------------------------------------------------------- */

/* True if the side with the smaller chance won. */
static bool is_upset(const xpgn_fact_source *s) {
    double chance[2];
    enum odds_outcome o = odds_outcome_of(s->facts, 0);
    if ((o != ODDS_WON && o != ODDS_LOST) || s->rs == NULL ||
        !odds_chances(s->rs, s->facts, chance))
        return false;
    unsigned winner = o == ODDS_WON ? 0 : 1;
    return chance[winner] + 1e-9 < chance[1 - winner];
}

static bool chance_of(const xpgn_fact_source *s, unsigned side, int64_t *chance) {
    double of[2];
    if (s->rs == NULL || !odds_chances(s->rs, s->facts, of))
        return false;
    *chance = odds_rounded(of[side] * 1e6);
    return true;
}

/* Odds are in half points. */
static bool gain_of(const xpgn_fact_source *s, unsigned side, int64_t *gain) {
    xpgn_odds odds;
    if (s->rs == NULL || !xpgn_combat_odds(s->rs, s->facts, &odds))
        return false;
    double more = xpgn_combat_luck(s->rs, &odds, s->facts, NULL);
    *gain = odds_rounded(side == 0 ? more * 5e5 : -more * 5e5);
    return true;
}

static bool seat_fights(const xpgn_facts *f, unsigned seat) {
    return XPGN_SEAT_OF(f->side[0].piece) == seat || XPGN_SEAT_OF(f->side[1].piece) == seat;
}

/* ---- texts: those that are put together are in s->text --------------------------------------- */

#define put_text fact_text

static int64_t findings_of(const xpgn_fact_source *s, xpgn_level level) {
    size_t count;
    int64_t n = 0;
    const xpgn_finding *list = xpgn_walk_findings(s->ended, &count);
    for (size_t i = 0; i < count; i++)
        n += list[i].level == level;
    return n;
}

static bool put_first(const xpgn_fact_source *s) {
    char first[24];
    bool any = s->ended->ruleset != NULL && walk_first_action(s->ended, first);
    if (any)
        xpgn_buffer_text(s->text, first);
    return any;
}

static bool put_digest(const xpgn_fact_source *s, bool start) {
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[XPGN_DIGEST_SIZE];
    xpgn_status status =
        start ? walk_start_digest(s->ended, digest) : xpgn_walk_digest(s->ended, digest);
    s->text->failed |= status == XPGN_NO_MEMORY;
    char *c = status == XPGN_OK ? buffer_room(s->text, 2 * XPGN_DIGEST_SIZE) : NULL;
    for (size_t i = 0; c != NULL && i < XPGN_DIGEST_SIZE; i++) {
        c[2 * i] = digits[digest[i] >> 4];
        c[2 * i + 1] = digits[digest[i] & 15];
    }
    s->text->size += c != NULL ? 2 * XPGN_DIGEST_SIZE : 0;
    return status == XPGN_OK;
}

/* The label of the finding, "12... exd4", if there is no position; "" if it has none. */
static const char *label_of(const xpgn_fact_source *s) {
    return s->broken != NULL && s->broken->turn != NULL ? s->broken->turn : "";
}

/* x */
/* The time left, in millionths of a second. */
static bool clock_of(const xpgn_fact_source *s, int64_t *out) {
    bool known = remarks_time(s->clock, out);
    *out *= 1000;
    return known;
}

static char *short_turn(char *c, const xpgn_fact_source *s, unsigned side) {
    (void)side;
    if (s->position != NULL) {
        if (s->ply == 0)
            return c;
        c = number_write(c, s->number);
        *c++ = four_seats[seat_of_four(s)];
        return c;
    }
    const char *label = label_of(s);
    size_t digits = strspn(label, "0123456789"), dots = strspn(label + digits, ".");
    digits = digits < NUMBER_ROOM_LONG ? digits : NUMBER_ROOM_LONG; /* more than there are */
    memcpy(c, label, digits);
    c += digits;
    if (digits > 0 && dots >= 1 && dots <= 4)
        *c++ = four_seats[dots - 1]; /* White has one dot, Green four */
    return c;
}

/* Appends a text that is short; false if there is none. */
static bool put_short(const xpgn_fact_source *s, fact_write *write) {
    char *c = buffer_room(s->text, FACT_VALUE_ROOM);
    const size_t size = c != NULL ? (size_t)(write(c, s, 0) - c) : 0;
    s->text->size += size;
    return size > 0;
}

/* Where there is no position: that of the finding, or of the difference. */
static bool put_label(const xpgn_fact_source *s) {
    if (s->position == NULL) {
        xpgn_buffer_text(s->text, label_of(s));
        return *label_of(s) != '\0';
    }
    if (s->ply == 0)
        return false;
    xpgn_turn_write(s->text, s->position->seats, s->number, s->seat);
    if (s->facts != NULL)
        xpgn_buffer_printf(s->text, " %s", s->facts->text);
    return true;
}

static xpgn_slice action_text(const xpgn_fact_source *s) {
    if (s->facts != NULL)
        return slice_of(s->facts->text);
    const char *label = label_of(s);
    label += strspn(label, "0123456789");
    label += strspn(label, ".");
    return slice_of(*label == ' ' ? label + 1 : label);
}

static char *short_uci(char *c, const xpgn_fact_source *s, unsigned side) {
    (void)side;
    return s->position != NULL ? action_uci(c, s->rs, s->position, &s->facts->action) : c;
}

/* The notation of an action has neither quotes nor commas, and only -- begins like a formula. */
static char *short_action(char *c, const xpgn_fact_source *s, unsigned side) {
    const xpgn_facts *f = s->facts;
    (void)side;
    if (f == NULL || f->action.kind == XPGN_PASS)
        return NULL;
    memcpy(c, f->text, sizeof f->text);
    return c + strlen(f->text);
}

static bool put_roll(const xpgn_fact_source *s) {
    xpgn_roll_write(s->text, &s->facts->roll);
    return true;
}

static bool put_outcome(const xpgn_fact_source *s) {
    const xpgn_outcome *o = &s->facts->outcome;
    char text[24];
    if (s->position == NULL)
        return false;
    result_write(o->score, s->position->seats, text);
    xpgn_buffer_text(s->text, text);
    return true;
}

static char *short_xfen(char *c, const xpgn_fact_source *s, unsigned side) {
    const xpgn_position *p = s->position;
    (void)side;
    if (p == NULL || s->rs == NULL)
        return c;
    return xfen_write_short(c, &s->rs->geometry, p);
}

static bool put_xfen(const xpgn_fact_source *s) {
    if (s->position == NULL || s->rs == NULL)
        return false;
    xpgn_position_write(s->text, s->rs, s->position);
    return true;
}

char *fact_piece_write(char *c, const xpgn_fact_source *s, unsigned form, const xpgn_value *v) {
    if (form == FORM_OWNED) {
        c = fact_seat_write(c, s, v->piece);
        *c++ = ' ';
    }
    /* a combat between types has no squares */
    const bool placed = form != FORM_KNOWN && v->square != XPGN_NO_SQUARE;
    return piece_write(c, s->rs, placed ? fact_board(s) : NULL, v->piece, v->square);
}

/* ---- the rows -------------------------------------------------------------------------------- */

#define TABLE "facts/facts.def"
#define ROWS fact_rows
#define ROW_COUNT FACTS
#include "facts/fact_rows.inc"

const xpgn_fact *xpgn_fact_at(size_t index) {
    return index < ALL_FACTS ? &fact_row_at((unsigned)index)->fact : NULL;
}

void xpgn_fact_source_step(xpgn_fact_source *s, const xpgn_step *step) {
    if (s->size < sizeof *s)
        return;
    s->rs = step->rs;
    s->position = step->position;
    s->ply = step->ply;
    s->number = step->number;
    s->seat = step->seat;
    s->facts = step->facts;
    s->clock = s->evaluation = (xpgn_slice){NULL, 0};
    if (step->remark_count > 0) {
        s->clock = remarks_command(step->remarks, step->remark_count, "clk");
        s->evaluation = remarks_command(step->remarks, step->remark_count, "eval");
    }
    if (step->kind != XPGN_STEP_RESULT)
        return;
    s->result = step->text;
    s->turns = step->ply - (step->position == NULL && step->ply > 0); /* one could not be played */
}

bool xpgn_fact_get(const xpgn_fact_source *s, const xpgn_fact_ref *ask, unsigned side, unsigned i,
                   xpgn_value *value) {
    if (s->size < sizeof *s || ask->fact >= ALL_FACTS || side > 1)
        return false;
    const struct fact_row *row = fact_row_at(ask->fact);
    if (!fact_has_scope(s, row->fact.scope))
        return false;
    if (row->fact.type == XPGN_VALUE_TEXT) {
        if (s->text == NULL)
            return false;
        xpgn_buffer_clear(s->text);
    }
    return row->get(s, side, i, value);
}

int64_t xpgn_step_number(const xpgn_step *step, xpgn_fact_index fact, unsigned side) {
    const xpgn_fact *row = xpgn_fact_at(fact);
    xpgn_fact_source s = {XPGN_SUBJECT};
    xpgn_value value = {0};
    xpgn_fact_source_step(&s, step);
    if (!xpgn_fact_get(&s, &(xpgn_fact_ref){(uint16_t)fact, 1}, side, 0, &value))
        return row != NULL && row->type == XPGN_VALUE_SQUARE ? XPGN_NO_SQUARE : 0;
    return row->type == XPGN_VALUE_PIECE ? value.piece : value.number;
}

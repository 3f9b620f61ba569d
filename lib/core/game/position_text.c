/* SPDX-License-Identifier: MIT */
/* Positions of a ruleset: read, judged as start positions, written. */

#include <xpgn/rulesets.h>

#include "core/base/buffer.h"
#include "core/base/fault.h"
#include "core/board/xfen.h"

#include "core/game/action_check.h"
#include "core/game/position_mend.h"
#include "core/play/ending.h"
#include "internal/rules.h"
#include "internal/text_out.h"

struct setup_check {
    const xpgn_ruleset *rs;
    const xpgn_position *p;
    xpgn_place whole;
    struct log *log;
    size_t errors; /* errors in the log before */
};

static bool has_faults(const struct setup_check *c) {
    return c->log->errors > c->errors;
}

/* With four seats, one may have lost all its pieces. */
static bool has_fallen_seat(const xpgn_position *p, unsigned seat) {
    return p->seats > 2 && !position_has(p, seat, (1u << XPGN_TYPES) - (1u << XPGN_PAWN));
}

/* Checks the number of pieces of each type; in games with check each side has exactly one king. */
static void check_counts(const struct setup_check *c, unsigned seat) {
    const xpgn_ruleset *rs = c->rs;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        unsigned most = rs->piece[t].most, n = most > 0 ? position_count(c->p, seat, t) : 0;
        if (n > most)
            log_rule(c->log, rs->cite[CITE_SETUP], c->whole, "%s has %u %ss, expected at most %u",
                     rs->seat_name[seat], n, xpgn_piece_name(rs, t), most);
    }
    unsigned kings = position_count(c->p, seat, XPGN_KING);
    bool fatal = (rs->fatal >> XPGN_KING & 1) != 0; /* if not, play goes on without it */
    bool exact = rs->safety == SAFETY_NOT_LEFT || (rs->setup == SETUP_FREE && fatal);
    if ((exact ? kings != 1 : kings > 1) && !has_fallen_seat(c->p, seat))
        log_add(c->log, D_FEN_KINGS, c->whole, "%s has %u kings, expected 1", rs->seat_name[seat],
                kings);
}

/* Checks that no pawn is on its own first rank, or on the last one unless it may stay there. */
static void check_pawns(const struct setup_check *c) {
    if (c->rs->movement != MOVEMENT_CHESS)
        return;
    bits ends[2] = {c->p->type[XPGN_PAWN] & c->p->seat[0], c->p->type[XPGN_PAWN] & c->p->seat[1]};
    const bits first = 0xff, last = (bits)0xff << 56;
    bool may_stay = c->rs->arrival == ARRIVAL_STAY || c->rs->arrival == ARRIVAL_RESCUE;
    bits bad = (ends[0] & (may_stay ? first : first | last)) |
               (ends[1] & (may_stay ? last : first | last));
    if (bad == 0)
        return;
    log_add(c->log, D_FEN_ILLEGAL, c->whole, "illegal pawn on %s",
            square_text(c->p, bits_first(bad)).name);
}

/* The piece on that square if it never moves, or 0. */
static xpgn_piece immobile_on(const xpgn_ruleset *rs, const xpgn_position *p, unsigned sq) {
    return rules_of(rs, p->at[sq])->immobile ? p->at[sq] : 0;
}

/* The squares of the pieces that never move. */
static bits immobile_squares(const xpgn_ruleset *rs, const xpgn_position *p) {
    bits all = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        all |= rs->piece[t].immobile ? p->type[t] : 0;
    return all;
}

/* Checks that pieces that never move are where they began (CC-2), on a small board. */
static void check_immobile(const struct setup_check *c) {
    const xpgn_position *start = &c->rs->start;
    bits all = immobile_squares(c->rs, c->p) | immobile_squares(c->rs, start);
    for (; all != 0; all &= all - 1) {
        unsigned sq = bits_first(all);
        xpgn_piece found = immobile_on(c->rs, c->p, sq), due = immobile_on(c->rs, start, sq);
        if (found != due)
            log_rule(c->log, c->rs->cite[CITE_FIRST], c->whole, "%s %s on %s",
                     due != 0 ? "missing" : "unexpected",
                     xpgn_piece_name(c->rs, XPGN_TYPE_OF(due != 0 ? due : found)),
                     square_text(c->p, sq).name);
    }
}

/* ---- the set-up of a free game (AS-1): warnings, and only at the very start ------------------ */

static void check_zones(const struct setup_check *c) {
    xpgn_buffer b = {0};
    for (unsigned sq = 0; sq < position_squares(c->p); sq++) {
        xpgn_piece piece = c->p->at[sq];
        unsigned seat = XPGN_SEAT_OF(piece);
        bool king = XPGN_TYPE_OF(piece) == XPGN_KING;
        if (piece == 0 ||
            (king ? sq == c->rs->zone[seat].king : setup_has(c->rs, c->p, seat, (xpgn_square)sq)))
            continue;
        xpgn_buffer_printf(&b, "%s %s %s %s",
                           b.size > 0 ? "," : "outside the set-up zone:", c->rs->seat_name[seat],
                           rules_of(c->rs, piece)->name, square_text(c->p, sq).name);
    }
    if (b.size > 0 || b.failed)
        log_add(c->log, D_SETUP_ZONE, c->whole, "%s", log_take(c->log, &b));
}

/* "1 king, 6 pawns" */
static void put_piece_letters(xpgn_buffer *b, const xpgn_ruleset *rs,
                              const uint8_t count[XPGN_TYPES]) {
    const char *before = "";
    for (unsigned t = XPGN_KING; t >= XPGN_PAWN; t--) {
        if (count[t] == 0)
            continue;
        xpgn_buffer_printf(b, "%s%u %s%s", before, count[t], xpgn_piece_name(rs, t),
                           count[t] == 1 ? "" : "s");
        before = ", ";
    }
}

/* " and 2 of knights, bishops, rooks" */
static void put_start_choice(xpgn_buffer *b, const xpgn_ruleset *rs) {
    const struct setup_army *army = &rs->army;
    const char *before = "";
    if (army->choose > 0)
        xpgn_buffer_printf(b, " and %u of", army->choose);
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES && army->choose > 0; t++) {
        if ((army->choose_from >> t & 1) == 0)
            continue;
        xpgn_buffer_printf(b, "%s %ss", before, xpgn_piece_name(rs, t));
        before = ",";
    }
}

/* True if it has all required pieces, and the right number of chosen ones. */
static bool is_army(const struct setup_army *army, const uint8_t count[XPGN_TYPES]) {
    unsigned chosen = 0;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++) {
        if (count[t] < army->count[t] ||
            (count[t] > army->count[t] && (army->choose_from >> t & 1) == 0))
            return false;
        chosen += (unsigned)count[t] - army->count[t];
    }
    return chosen == army->choose;
}

static void check_army(const struct setup_check *c, unsigned seat) {
    const struct setup_army *army = &c->rs->army;
    uint8_t count[XPGN_TYPES] = {0};
    xpgn_buffer b = {0};
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        count[t] = (uint8_t)position_count(c->p, seat, t);
    if (is_army(army, count) || has_fallen_seat(c->p, seat))
        return;
    xpgn_buffer_printf(&b, "%s has ", c->rs->seat_name[seat]);
    put_piece_letters(&b, c->rs, count);
    xpgn_buffer_text(&b, ", expected ");
    put_piece_letters(&b, c->rs, army->count);
    put_start_choice(&b, c->rs);
    log_add(c->log, D_SETUP_ZONE, c->whole, "%s", log_take(c->log, &b));
}

static void check_setup(const struct setup_check *c) {
    const xpgn_ruleset *rs = c->rs;
    if (rs->setup != SETUP_FREE || c->p->number != 1 || c->p->halfmove_clock != 0)
        return;
    check_zones(c);
    for (unsigned seat = 0; seat < c->p->seats && rs->army.count[XPGN_KING] > 0; seat++)
        check_army(c, seat);
    if (c->p->side_to_move != 0 && !rs->roll_off && !has_fallen_seat(c->p, 0))
        log_add(c->log, D_SETUP_ZONE, c->whole, "%s to move, expected %s",
                rs->seat_name[c->p->side_to_move], rs->seat_name[0]);
}

/* ---- any position ---------------------------------------------------------------------------- */

/* Checks that the side to move has pieces, and not only its king, which would have lost (AS-8). */
static void check_seats(const struct setup_check *c) {
    unsigned seat = 0;
    if (has_fallen_seat(c->p, c->p->side_to_move))
        log_add(c->log, D_FEN_TURN, c->whole, "%s is to move, but has no pieces",
                c->rs->seat_name[c->p->side_to_move]);
    while (seat < c->p->seats && c->rs->alone_loses && position_is_alone(c->p, seat))
        seat++;
    if (seat == c->p->seats)
        log_add(c->log, D_FEN_ILLEGAL, c->whole, "every king is alone: nobody is left to win");
}

/* True if a side can have more pawns than at the start. */
static bool gains_pawns(const xpgn_ruleset *rs) {
    bool gains = rs->transform_to == XPGN_PAWN;
    for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
        gains |= rs->piece[t].reinforces || (rs->piece[t].promotes_to >> XPGN_PAWN & 1);
    return gains;
}

/* Warns of more pieces than can arise from the ruleset's start position and promotions. It is no
   error, as the position can be played. */
static void check_surplus(const struct setup_check *c, unsigned seat) {
    const xpgn_ruleset *rs = c->rs;
    bool promotes = attacks_capture(rs) && rs->arrival == ARRIVAL_PROMOTE;
    unsigned pawns = position_count(c->p, seat, XPGN_PAWN), promoted = 0,
             most = position_count(&rs->start, seat, XPGN_PAWN);
    for (unsigned t = XPGN_KNIGHT; promotes && pawns <= most && t < XPGN_KING; t++) {
        unsigned n = position_count(c->p, seat, t), own = position_count(&rs->start, seat, t);
        promoted += n > own ? n - own : 0;
    }
    if (pawns + promoted <= most || gains_pawns(rs))
        return;
    if (pawns > most)
        log_add_level(c->log, D_FEN_KINGS, XPGN_WARNING, c->whole,
                      "%s has %u pawns, expected at most %u", rs->seat_name[seat], pawns, most);
    else
        log_add_level(c->log, D_FEN_KINGS, XPGN_WARNING, c->whole,
                      "%s has %u pieces more than at the start, expected at most %u",
                      rs->seat_name[seat], promoted, most - pawns);
}

bool position_judge(const xpgn_ruleset *rs, const xpgn_position *p, xpgn_place whole,
                    struct log *log) {
    const struct setup_check c = {rs, p, whole, log, log->errors};
    for (unsigned seat = 0; seat < p->seats; seat++)
        check_counts(&c, seat);
    check_seats(&c);
    check_pawns(&c);
    if (rs->has_start && rs->movement == MOVEMENT_QUEEN_LINE)
        check_immobile(&c);
    const bool certain = attacks_capture(rs) || rs->outcome_safe;
    if (!has_faults(&c) && rs->safety == SAFETY_NOT_LEFT && certain && !turn_rolls_actors(rs) &&
        movement_in_check(rs, p, p->side_to_move ^ 1u))
        log_add(log, D_FEN_ILLEGAL, c.whole, "the side not to move is in check");
    if (!has_faults(&c))
        check_setup(&c);
    for (unsigned seat = 0; !has_faults(&c) && rs->has_start && seat < p->seats; seat++)
        check_surplus(&c, seat);
    return !has_faults(&c);
}

bool position_read(const xpgn_ruleset *rs, xpgn_slice text, uint32_t base, xpgn_position *out,
                   struct log *log) {
    xpgn_position p;
    text = slice_given(text);
    if (!xfen_read(text, base, &rs->geometry, &p, log) ||
        !position_judge(rs, &p, (xpgn_place){base, (uint32_t)text.size}, log))
        return false;
    *out = p;
    return true;
}

/* Reports the error that comes first in the text. */
static void tell_first(const struct log *log, xpgn_fault *fault) {
    const xpgn_finding *first = NULL;
    for (size_t i = 0; i < log->count; i++) {
        const xpgn_finding *f = &log->list[i];
        if (f->level == XPGN_ERROR && (first == NULL || f->place.offset < first->place.offset))
            first = f;
    }
    if (first == NULL)
        return;
    (void)fault_set(fault, "%.120s [%s]", first->text, first->code);
    fault->place = first->place;
}

/* Reads a position in another form; the log tells then what is in another form. */
static bool read_meant(const xpgn_ruleset *rs, xpgn_slice text, xpgn_position *out,
                       struct log *log) {
    struct position_mend m;
    struct log mute;
    char said[MENDED_SAID];
    if (!position_mend(&m, text, &rs->geometry, (struct position_clue){.seat = -1}))
        return false;
    log_init_counting(&mute);
    bool read = position_read(rs, slice_of(m.text), 0, out, &mute);
    log_free_parts(&mute);
    if (!read)
        return false;
    log_truncate(log, 0);
    for (unsigned i = 0; i < m.count; i++) {
        xpgn_slice was = m.list[i].was;
        mended_field_say(&m.list[i], said);
        log_add(log, m.list[i].code,
                (xpgn_place){(uint32_t)(was.data - text.data), (uint32_t)was.size}, "%s", said);
    }
    return true;
}

xpgn_status xpgn_position_read(const xpgn_ruleset *rs, xpgn_slice text, xpgn_position *out,
                               xpgn_fault *fault) {
    struct log log;
    log_init(&log);
    log.mute = fault == NULL;
    xpgn_status status = position_read(rs, text, 0, out, &log) ? XPGN_OK : XPGN_INVALID;
    if (fault != NULL)
        *fault = (xpgn_fault){.text = ""};
    if (log.no_memory)
        status = XPGN_NO_MEMORY;
    else if (status != XPGN_OK && read_meant(rs, slice_given(text), out, &log))
        status = XPGN_OK;
    if (fault != NULL)
        tell_first(&log, fault);
    log_free_parts(&log);
    return status;
}

void xpgn_position_write(xpgn_buffer *b, const xpgn_ruleset *rs, const xpgn_position *p) {
    char *c = buffer_room(b, XFEN_SHORT_ROOM);
    if (c == NULL)
        return;
    if ((c = xfen_write_short(c, &rs->geometry, p)) != NULL)
        b->size = (size_t)(c - b->data);
    else if (position_fits(p, &rs->geometry))
        xfen_write(b, &rs->geometry, p);
}

bool xpgn_position_is_plain(const xpgn_ruleset *rs, const xpgn_position *p) {
    return position_fits(p, &rs->geometry) && xfen_is_plain(&rs->geometry, p);
}

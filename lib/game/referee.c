/* SPDX-License-Identifier: MIT */
#include "game/referee.h"

#include "base/slice.h"
#include "game/compare.h"
#include "game/ending.h"
#include "game/hint.h"
#include "text/roll.h"

#include <string.h>

/* ---- what may be done ------------------------------------------------------------------------ */

/* The turn roll goes into the turn before the action is looked at. */
static bool take_turn_roll(const xpgn_ruleset *rs, struct turn *turn, const struct said *said,
                           struct xpgn_log *log) {
    bool by_die = rs->turn == TURN_SEVERAL_MOVES && rs->moves == 0;
    bool due = by_die && turn->stage == STAGE_START;
    if (!said->has_turn_roll) {
        if (due && !said->spoilt) {
            log_rule(log, rs->cite[CITE_TURN_ROLL], said->place,
                     "the turn begins with a roll, and none is recorded");
            hint_turn_roll(said, log);
        }
        return !due;
    }
    if (rs->turn != TURN_CHOICE && !due) {
        if (rs->turn == TURN_ONE_ACTION)
            log_add(log, D_TURN_ROLL_EXTRA, said->turn_roll_place, "no turn roll is due here");
        else
            log_rule(log, rs->cite[CITE_TURN_ROLL], said->turn_roll_place,
                     "no turn roll is due here");
        hint_remove(log, said->turn_roll_place);
        return false;
    }
    if (said->turn_roll < 1 || said->turn_roll > rs->die) {
        log_add(log, D_FACE, said->turn_roll_place, "a die shows %u, but it has faces 1 to %u",
                said->turn_roll, rs->die);
        return false;
    }
    turn->roll = (uint8_t)said->turn_roll;
    return true;
}

/* CC-4: a step without the roll that says how far it goes. */
static bool needs_turn_roll(const xpgn_ruleset *rs, const struct state *s,
                            const struct said *said) {
    const struct notation *n = &said->notation;
    bool step = n->kind == NOTATION_MOVE && n->sign < SIGN_CAPTURE;
    bool free = s->turn.stage == STAGE_START || s->turn.stage == STAGE_WON;
    return rs->turn == TURN_CHOICE && !said->has_turn_roll && step && free;
}

static void refuse(const xpgn_ruleset *rs, struct state *s, const struct said *said,
                   struct xpgn_log *log) {
    xpgn_outcome outcome = {0};
    struct state next = *s;
    if (said->spoilt)
        return; /* the roll that it lacks may be the one that could not be read */
    if (rs->turn == TURN_ONE_ACTION)
        referee_judge_turn(rs, &next, &outcome);
    if (outcome.over) {
        log_rule(log, outcome.rule, said->place, "%.*s after the end of the game",
                 (int)said->text.size, said->text.data);
        log_hint(log, "remove what follows the end");
        return;
    }
    struct refusal why = {0};
    movement_explain(rs, s, &said->notation, &why);
    if (why.rule != NULL && !why.ambiguous)
        log_rule(log, why.rule, said->place, "%s", why.text);
    else
        log_add(log, why.ambiguous ? D_AMBIGUOUS : D_ACTION, said->place, "%s", why.text);
    hint_action(rs, s, said->text, said->place, &why, log);
    if (needs_turn_roll(rs, s, said))
        hint_turn_roll(said, log);
}

/* ---- rolls of one side: teleport and escape -------------------------------------------------- */

static unsigned leaders_of(const xpgn_ruleset *rs, const xpgn_position *p, unsigned seat) {
    unsigned n = 0;
    if (position_is_small(p)) {
        bits leaders = 0;
        for (unsigned t = XPGN_PAWN; t < XPGN_TYPES; t++)
            leaders |= rs->piece[t].leader ? p->type[t] : 0;
        return bits_count(leaders & p->seat[seat]);
    }
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        xpgn_piece piece = p->at[sq];
        n += piece != 0 && XPGN_SEAT_OF(piece) == seat && rules_of(rs, piece)->leader;
    }
    return n;
}

static bool try_dice_fit(const xpgn_ruleset *rs, const char *rule, const struct said *said,
                         struct xpgn_log *log) {
    const xpgn_roll *r = said->roll;
    if (r->exchanges == 0) {
        if (!said->spoilt) {
            log_add(log, D_ROLL_MISSING, said->place, "the roll of this attempt is missing");
            log_hint(log, "write the face that fell: <?>");
        } else if (log->last_kept && log_is(&log->list[log->count - 1], D_ROLL_FORM)) {
            log_hint(log, "write the face that fell: <?>");
        }
        return false;
    }
    const xpgn_roll_side *s = &r->exchange[0].side[0];
    if (r->two_sides || r->exchanges > 1 || s->dice_count != 1) {
        log_rule(log, rule, r->place, "an attempt is one die");
        log_hint(log, "write the face that fell: <?>");
        return false;
    }
    if (s->dice[0] < 1 || s->dice[0] > rs->die) {
        log_add(log, D_FACE, s->dice_place, "a die shows %u, but it has faces 1 to %u", s->dice[0],
                rs->die);
        return false;
    }
    return true;
}

static void compare_try(const char *rule, const struct said *said, const xpgn_facts *facts,
                        const char *plus, struct xpgn_log *log) {
    const xpgn_roll_side *s = &said->roll->exchange[0].side[0];
    const xpgn_roll_side *right = &facts->roll.exchange[0].side[0];
    size_t mark = log->count;
    if (s->fate != 0)
        log_add(log, D_FIELD, s->fate_place, "a fate, which this roll does not have");
    if (s->count >= 0 && right->count < 0)
        log_add(log, D_FIELD, s->count_place, "a count, which this roll does not have");
    else if (s->count >= 0 && s->count != right->count)
        log_rule(log, rule, s->count_place, "leaders %d recorded, but %d", s->count, right->count);
    if (s->total >= 0 && s->total != right->total)
        log_rule(log, rule, s->total_place, "total %d recorded, but %d: die %u + %s %d", s->total,
                 right->total, s->dice[0], plus, right->total - s->dice[0]);
    if (log->count > mark)
        hint_roll(facts, said, log, mark);
}

/* What stood is kept as it was recorded. */
static void keep_numbers(const xpgn_roll_side *wrote, xpgn_roll_side *out) {
    if (wrote->count >= 0 && out->count >= 0)
        out->count = wrote->count;
    if (wrote->total >= 0 && out->total >= 0)
        out->total = wrote->total;
}

/* One die plus `plus`: the facts' roll; returns the total, or -1 if there is no usable die. */
static int play_try(const xpgn_ruleset *rs, const struct said *said, xpgn_facts *facts,
                    const char *rule, int plus, bool counted, struct xpgn_log *log) {
    if (!try_dice_fit(rs, rule, said, log))
        return -1;
    xpgn_roll_side *s = &facts->roll.exchange[0].side[0];
    roll_side_clear(s);
    roll_side_clear(&facts->roll.exchange[0].side[1]);
    facts->roll.exchanges = 1;
    facts->roll.two_sides = false;
    s->dice_count = 1;
    s->dice[0] = said->roll->exchange[0].side[0].dice[0];
    s->count = (int16_t)(counted ? plus : -1);
    s->total = (int16_t)(s->dice[0] + plus);
    facts->rule = rule;
    compare_try(rule, said, facts, counted ? "leaders" : "bonus", log);
    int total = s->total;
    if (said->stood)
        keep_numbers(&said->roll->exchange[0].side[0], s);
    return total;
}

static bool play_teleport(const xpgn_ruleset *rs, const xpgn_position *p, const struct said *said,
                          xpgn_facts *facts, struct xpgn_log *log) {
    const char *rule = rs->cite[CITE_TELEPORT];
    int total = play_try(rs, said, facts, rule, (int)leaders_of(rs, p, p->turn), true, log);
    if (total < 0)
        return false;
    bool reached = rs->teleport_exact ? total == rs->teleport_reach : total >= rs->teleport_reach;
    if (facts->action.to == XPGN_NO_SQUARE || reached)
        return true;
    log_rule(log, rule, said->place, "a total of %d does not let the king teleport: it takes %s%d",
             total, rs->teleport_exact ? "exactly " : "", rs->teleport_reach);
    hint_right(log, said->place, "K@-");
    return said->stood;
}

/* ---- the prisoner that an escape frees (CC-10) ----------------------------------------------- */

static bool adjacent(const xpgn_position *p, unsigned a, unsigned b) {
    int df = (int)square_file(p, (xpgn_square)a) - (int)square_file(p, (xpgn_square)b);
    int dr = (int)square_rank(p, (xpgn_square)a) - (int)square_rank(p, (xpgn_square)b);
    return a != b && df >= -1 && df <= 1 && dr >= -1 && dr <= 1;
}

static xpgn_square square_at(const xpgn_position *p, int file, int rank) {
    if (file < 0 || rank < 0 || file >= p->files || rank >= p->ranks)
        return XPGN_NO_SQUARE;
    return (xpgn_square)(rank * p->files + file);
}

static bool freed_fits(const xpgn_ruleset *rs, const xpgn_position *p, const struct said *said,
                       xpgn_action *a, struct xpgn_log *log) {
    const char *rule = rs->cite[CITE_RELEASE];
    const struct notation *n = &said->freed;
    char castle[4], square[4];
    xpgn_square to = square_at(p, n->to_file, n->to_rank);
    xpgn_square_name(p, a->target, castle);
    xpgn_square_name(p, to, square);
    if (p->held[cell_of(rs, a->target)][n->type] == 0) {
        log_rule(log, rule, said->freed_place, "no %s is held at %s",
                 rs->piece[n->type].name ? rs->piece[n->type].name : "such piece", castle);
        return false;
    }
    if (to == XPGN_NO_SQUARE || p->at[to] != 0 || !adjacent(p, to, a->target)) {
        log_rule(log, rule, said->freed_place, "%s is not an empty square beside %s", square,
                 castle);
        return false;
    }
    a->promotion = n->type;
    a->drop = to;
    return true;
}

static bool play_release(const xpgn_ruleset *rs, const xpgn_position *p, const struct said *said,
                         xpgn_facts *facts, struct xpgn_log *log) {
    const char *rule = rs->cite[CITE_RELEASE];
    xpgn_action *a = &facts->action;
    int total = play_try(rs, said, facts, rule, rules_of(rs, a->piece)->bonus, false, log);
    if (total < 0)
        return false;
    a->promotion = 0;
    a->drop = XPGN_NO_SQUARE;
    if (total >= rs->release_reach && !said->has_freed) {
        log_rule(log, rule, said->place,
                 "the attempt succeeded with %d, but no freed piece is named", total);
        return said->stood;
    }
    if (total < rs->release_reach && said->has_freed) {
        log_rule(log, rule, said->freed_place, "a total of %d frees nobody: it takes %d", total,
                 rs->release_reach);
        hint_remove(log, said->freed_place);
        if (!said->stood)
            return false;
    }
    return !said->has_freed || freed_fits(rs, p, said, a, log);
}

/* ---- combat ---------------------------------------------------------------------------------- */

/* CC-8: the loser's cell, as the record names it; it belongs to the winner. */
static bool take_cell(const xpgn_ruleset *rs, const xpgn_position *p, const struct said *said,
                      xpgn_facts *facts, struct xpgn_log *log) {
    const char *rule = rs->cite[CITE_PRISONER];
    int loser = facts->side[0].fate == 'x' ? 0 : 1;
    unsigned winner = XPGN_SEAT_OF(facts->side[!loser].piece);
    const xpgn_roll_side *s = &said->roll->exchange[said->roll->exchanges - 1].side[loser];
    if (s->cell_file == XPGN_NO_SQUARE) {
        log_rule(log, rule, s->fate_place.length ? s->fate_place : said->roll->place,
                 "the castle that holds the prisoner is missing");
        hint_cells(rs, p, winner, s->fate_place, log);
        return false;
    }
    xpgn_square cell = square_at(p, s->cell_file, s->cell_rank);
    unsigned i = cell_of(rs, cell);
    if (cell == XPGN_NO_SQUARE || rs->geometry.cell[i] != cell ||
        rs->geometry.cell_seat[i] != winner) {
        log_rule(log, rule, s->fate_place, "the prisoner is held at a castle of the winner (%s)",
                 rs->seat_name[winner]);
        hint_cells(rs, p, winner, s->fate_place, log);
        return false;
    }
    facts->side[loser].cell = cell;
    xpgn_roll_side *out = &facts->roll.exchange[said->roll->exchanges - 1].side[loser];
    out->cell_file = s->cell_file;
    out->cell_rank = s->cell_rank;
    return true;
}

/* A pawn that really arrives on the last rank (FD-1, CA-13). */
static bool arrival_fits(const xpgn_ruleset *rs, const xpgn_position *p, const struct said *said,
                         xpgn_facts *facts, struct xpgn_log *log) {
    xpgn_action *a = &facts->action;
    if (a->promotion != 0 && !facts->arrived) {
        log_add(log, D_PROMOTION_IDLE, said->place, "the attack did not arrive: no promotion");
        a->promotion = 0;
    }
    if (rs->movement != MOVEMENT_CHESS || rs->arrival != ARRIVAL_PROMOTE ||
        XPGN_TYPE_OF(a->piece) != XPGN_PAWN || !facts->arrived || a->promotion != 0)
        return true;
    unsigned last = XPGN_SEAT_OF(a->piece) == 0 ? p->ranks - 1u : 0;
    if (square_rank(p, a->to) != last)
        return true;
    log_rule(log, rs->cite[CITE_ARRIVAL], said->place,
             "a pawn that arrives on the last rank is promoted, and no piece is named");
    log_hint(log, "write =Q, =R, =B or =N behind it");
    return false;
}

/* May both pieces have come out of this combat so, in a game that knows such fates? */
static bool fates_fit(const xpgn_ruleset *rs, const xpgn_facts *facts, const xpgn_exchange *last) {
    char attacker = last->side[0].fate, defender = last->side[1].fate;
    if (rs->combat == COMBAT_OVERWHELM ||
        (!rs->geometry.wounds && (attacker == 'w' || defender == 'w')))
        return false;
    if (rs->removed == REMOVED_PRISONER && (attacker == 'x') == (defender == 'x'))
        return false;
    return rs->combat != COMBAT_POOLS || !action_is_en_passant(&facts->action) || attacker == 0;
}

/* A combat that stood came out as its roll says, if the roll says it. */
static void adopt_record(const xpgn_ruleset *rs, const xpgn_roll *roll, xpgn_facts *facts) {
    const xpgn_exchange *last = &roll->exchange[roll->exchanges - 1];
    if (!compare_says_results(roll) || !fates_fit(rs, facts, last))
        return;
    for (unsigned e = 0; e < roll->exchanges; e++) {
        for (int i = 0; i < 2; i++)
            keep_numbers(&roll->exchange[e].side[i], &facts->roll.exchange[e].side[i]);
    }
    for (int i = 0; i < 2; i++) {
        facts->side[i].fate = last->side[i].fate;
        facts->roll.exchange[roll->exchanges - 1].side[i].fate = last->side[i].fate;
    }
}

static bool play_combat(const xpgn_ruleset *rs, const xpgn_position *p, const struct said *said,
                        xpgn_facts *facts, struct xpgn_log *log, bool full) {
    if (said->spoilt)
        hint_spoilt_roll(rs, facts, said, log);
    combat_judge(rs, said->roll, facts);
    bool agrees = compare_confirms(rs, facts, said->roll);
    if (!agrees && !compare_dice(rs, facts, said, log) &&
        !(said->stood && compare_usable(rs, facts, said)))
        return false;
    if (full || !agrees || said->stood)
        combat_complete(rs, said->roll, facts);
    if (said->stood) {
        compare_fields(rs, facts, p, said, log);
        adopt_record(rs, said->roll, facts);
    }
    facts->arrived = combat_arrives(rs, &facts->action, facts);
    facts->captured = facts->side[1].fate == 'x' ? facts->side[1].piece : 0;
    if (rs->removed == REMOVED_PRISONER && !take_cell(rs, p, said, facts, log))
        return false;
    if (!arrival_fits(rs, p, said, facts, log))
        return false;
    if (!said->stood && !agrees)
        compare_fields(rs, facts, p, said, log);
    return true;
}

/* An action that is no combat may have no roll. */
static bool play_quiet(const xpgn_position *p, const struct said *said, xpgn_facts *facts,
                       struct xpgn_log *log) {
    const xpgn_action *a = &facts->action;
    facts->roll.exchanges = 0;
    facts->arrived = a->to != XPGN_NO_SQUARE;
    facts->captured = a->kind == XPGN_ATTACK ? p->at[a->target] : 0;
    if (said->roll->exchanges > 0) {
        log_add(log, D_ROLL_EXTRA, said->roll->place, "no roll is due here: nothing is fought");
        hint_remove(log, said->roll->place);
    }
    return true;
}

/* ---- what becomes of it ---------------------------------------------------------------------- */

static void replace(xpgn_position *p, xpgn_square sq, xpgn_piece piece) {
    position_lift(p, sq);
    position_put(p, sq, piece);
}

/* Rights of a king or rook that is no longer there. */
static void settle_rights(xpgn_position *p) {
    if ((p->castle[0][0] & p->castle[0][1] & p->castle[1][0] & p->castle[1][1]) == XPGN_NO_SQUARE)
        return;
    for (unsigned seat = 0; seat < 2; seat++) {
        for (unsigned i = 0; i < 2; i++) {
            xpgn_square sq = p->castle[seat][i];
            if (sq == XPGN_NO_SQUARE)
                continue;
            xpgn_piece rook = (xpgn_piece)(p->at[sq] & ~XPGN_WOUNDED);
            if (rook != XPGN_PIECE(seat, XPGN_ROOK) || p->king[seat] == XPGN_NO_SQUARE)
                p->castle[seat][i] = XPGN_NO_SQUARE;
        }
    }
}

/* Neither moved: the fallen leave the board, the wounded are marked. */
static void apply_standing(xpgn_position *p, const xpgn_facts *facts) {
    for (int i = 0; i < 2; i++) {
        const xpgn_combatant *c = &facts->side[i];
        if (c->fate == 'x')
            position_lift(p, c->square);
        else if (c->fate == 'w')
            replace(p, c->square, (xpgn_piece)(c->piece | XPGN_WOUNDED));
    }
}

/* FD-5: the pawn goes on to the square behind, whatever became of the other. */
static void apply_passing(xpgn_position *p, const xpgn_facts *facts) {
    apply_standing(p, facts);
    xpgn_piece pawn = position_lift(p, facts->action.from);
    position_put(p, facts->action.to, pawn);
}

static void hold_removed(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    for (int i = 0; i < 2; i++) {
        const xpgn_combatant *c = &facts->side[i];
        if (c->fate != 'x')
            continue;
        unsigned type = XPGN_TYPE_OF(c->piece);
        if (rs->removed == REMOVED_KEPT)
            p->held[XPGN_SEAT_OF(c->piece)][type]++;
        else if (rs->removed == REMOVED_PRISONER)
            p->held[cell_of(rs, c->cell)][type]++;
    }
}

/* CC-11: who removed a king with a pawn has a bishop now, wherever it stands. */
static void transform(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    int loser = facts->side[0].fate == 'x' ? 0 : 1;
    const xpgn_combatant *winner = &facts->side[!loser];
    bool fits = (XPGN_TYPE_OF(winner->piece) == rs->transform_from) &
                (XPGN_TYPE_OF(facts->side[loser].piece) == rs->transform_kills);
    if (rs->transform_to == 0 || !fits)
        return;
    xpgn_square sq = loser == 1 ? facts->action.to : winner->square;
    replace(p, sq, XPGN_PIECE(XPGN_SEAT_OF(winner->piece), rs->transform_to));
}

static void apply_combat(const xpgn_ruleset *rs, xpgn_position *p, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    if (facts->arrived && facts->captured != 0) {
        movement_play(rs, p, a);
        if (facts->side[0].fate == 'w' && a->promotion == 0)
            replace(p, a->to, (xpgn_piece)(p->at[a->to] | XPGN_WOUNDED));
    } else if (facts->arrived) {
        apply_passing(p, facts);
    } else {
        apply_standing(p, facts);
    }
    p->ep = XPGN_NO_SQUARE;
    p->clock = 0;
    hold_removed(rs, p, facts);
    transform(rs, p, facts);
    settle_rights(p);
}

/* Does this action keep the clock from running (format section 5), as combats do? */
static bool resets_clock(const xpgn_action *a) {
    return a->kind == XPGN_REINFORCE || a->kind == XPGN_ROUTE ||
           (a->kind == XPGN_RELEASE && a->promotion != 0);
}

static void advance_choice(struct turn *t, const xpgn_action *a) {
    if (a->kind == XPGN_TELEPORT && a->to != XPGN_NO_SQUARE) {
        turn_go(t, a->to);
    } else {
        t->roll = 0;
        t->stage = STAGE_OVER;
    }
}

static void advance_moves(struct turn *t, const xpgn_action *a) {
    if (a->kind == XPGN_PASS)
        t->stage = STAGE_OVER;
    else
        turn_count(t, a->kind == XPGN_REINFORCE ? a->from : a->to);
}

static void advance_turn(const xpgn_ruleset *rs, struct state *s, const xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    if (a->kind == XPGN_STEP) {
        turn_step(rs->turn, &s->turn, XPGN_TYPE_OF(a->piece), a->to);
        return;
    }
    if (resets_clock(a))
        s->turn.quiet_broken = true;
    if (facts->combat)
        turn_fight(rs->turn, &s->turn, a->to, facts->arrived);
    else if (rs->turn == TURN_CHOICE)
        advance_choice(&s->turn, a);
    else
        advance_moves(&s->turn, a);
    if (!(s->position.alive >> s->position.turn & 1))
        s->turn.stage = STAGE_OVER; /* AS-8 by its own escape route */
}

/* ---- + and # --------------------------------------------------------------------------------- */

/* By what a # stands for: mate, or an end by a removed king, leader or defence (not by a lock). */
static char true_mark(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    bool has_check = rs->safety == SAFETY_NOT_LEFT;
    if (facts->outcome.over &&
        (has_check ? facts->check : facts->outcome.rule != rs->cite[CITE_NO_ACTION]))
        return '#';
    return facts->check ? '+' : 0;
}

static void compare_mark(const xpgn_ruleset *rs, const struct said *said, const xpgn_facts *facts,
                         bool full, struct xpgn_log *log) {
    char mark = true_mark(rs, facts), wrote = said->notation.mark;
    if (wrote == '+' && rs->safety != SAFETY_NOT_LEFT)
        return; /* it has no meaning there */
    if (wrote == mark)
        return;
    xpgn_place at = said->place;
    size_t findings = log->count;
    if (wrote == '#')
        log_add(log, D_CHECK_SIGN, at, "# recorded, but %s",
                mark == '+' ? "it is check only" : "the game does not end here");
    else if (wrote == '+' && mark == 0)
        log_add(log, D_CHECK_SIGN, at, "+ recorded, but the king is not in check");
    else if (full && log->lint)
        log_add(log, D_CHECK_MISSING, at, "%c is missing", mark);
    if (log->count > findings)
        hint_mark(said, mark, log);
}

/* The canonical notation, still without + and #, against the one that was written. */
static void compare_form(const struct said *said, const xpgn_facts *facts, struct xpgn_log *log) {
    xpgn_slice wrote = said->text;
    while (wrote.size > 0 && strchr("+#", wrote.data[wrote.size - 1]) != NULL)
        wrote.size--;
    if (slice_is(wrote, facts->text))
        return;
    xpgn_place at = {said->place.offset, (uint32_t)wrote.size};
    log_add(log, D_NEEDLESS, at, "%.*s is %s in export form", (int)wrote.size, wrote.data,
            facts->text);
    hint_right(log, at, facts->text);
}

static void add_mark(const xpgn_ruleset *rs, xpgn_facts *facts) {
    char mark = true_mark(rs, facts);
    size_t n = strlen(facts->text);
    if (mark != 0 && n + 1 < sizeof facts->text) {
        facts->text[n] = mark;
        facts->text[n + 1] = '\0';
    }
}

/* ---- one action ------------------------------------------------------------------------------ */

static bool play_facts(const xpgn_ruleset *rs, const struct state *s, const struct said *said,
                       xpgn_facts *facts, struct xpgn_log *log, bool full) {
    const xpgn_position *p = &s->position;
    facts->turn_roll = said->has_turn_roll ? s->turn.roll : 0;
    facts->margin = 0;
    facts->check = false;
    facts->captured = 0;
    facts->arrived = false;
    facts->text[0] = '\0';
    facts->outcome = (xpgn_outcome){0};
    facts->rule = rs->cite[CITE_MOVE];
    facts->fate_rule[0] = facts->fate_rule[1] = facts->rule;
    combat_prepare(rs, p, &facts->action, facts);
    if (facts->combat)
        return play_combat(rs, p, said, facts, log, full);
    if (facts->action.kind == XPGN_TELEPORT)
        return play_teleport(rs, p, said, facts, log);
    if (facts->action.kind == XPGN_RELEASE)
        return play_release(rs, p, said, facts, log);
    return play_quiet(p, said, facts, log);
}

/* The seats (bits) that this action could have felled: only their armies are counted. */
static unsigned may_fall(const xpgn_ruleset *rs, const xpgn_facts *facts) {
    unsigned seats = 0;
    if (facts->action.kind == XPGN_ROUTE)
        return 1u << XPGN_SEAT_OF(facts->action.piece);
    for (int i = 0; facts->combat && i < 2; i++) {
        unsigned type = XPGN_TYPE_OF(facts->side[i].piece);
        bool counts = (rs->fatal >> type & 1) != 0 || (rs->leaders_lost && rs->piece[type].leader);
        bool falls = (facts->side[i].fate == 'x') & (counts | rs->alone_loses);
        seats |= (unsigned)falls << XPGN_SEAT_OF(facts->side[i].piece);
    }
    return seats;
}

void referee_carry_out(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts) {
    if (facts->combat)
        apply_combat(rs, &s->position, facts);
    else if ((facts->action.kind != XPGN_PASS || rs->turn == TURN_ONE_ACTION) &&
             !(facts->action.kind == XPGN_TELEPORT && facts->action.to == XPGN_NO_SQUARE) &&
             !(facts->action.kind == XPGN_RELEASE && facts->action.promotion == 0))
        movement_play(rs, &s->position, &facts->action);
    unsigned seats = may_fall(rs, facts);
    if (seats != 0)
        ending_after_action(rs, &s->position, seats, &facts->outcome);
    if (rs->turn != TURN_ONE_ACTION)
        advance_turn(rs, s, facts);
}

/* The x of plain chess: missing, or before an empty square (format section 3). */
static void compare_capture_sign(const xpgn_ruleset *rs, const struct said *said,
                                 const xpgn_facts *facts, struct xpgn_log *log) {
    if (rs->combat != COMBAT_CAPTURE || said->notation.kind != NOTATION_MOVE || facts->stood)
        return;
    bool captures = facts->action.kind == XPGN_ATTACK;
    if (captures && said->notation.sign == SIGN_NONE) {
        log_add(log, D_CAPTURE_SIGN, said->place, "x is missing: this is a capture");
        hint_capture_sign(said, log);
    } else if (!captures && said->notation.sign == SIGN_CAPTURE) {
        log_add(log, D_CAPTURE_SIGN, said->place, "x before an empty square");
        hint_capture_sign(said, log);
    }
}

/* A turn of one action is over: the next side moves; is it in check, can it move at all? */
static void pass_single(const xpgn_ruleset *rs, struct state *s, xpgn_facts *facts, bool check,
                        bool judge) {
    position_pass(&s->position);
    s->turn = (struct turn){0};
    if (check && rs->safety == SAFETY_NOT_LEFT)
        facts->check = movement_in_check(rs, &s->position, s->position.turn);
    if (judge)
        referee_judge_turn(rs, s, &facts->outcome);
}

/* Where there is check a king can stand to be taken only after an illegal action that stood. */
static bool takes_king(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a) {
    return rs->safety == SAFETY_NOT_LEFT && a->target != XPGN_NO_SQUARE &&
           XPGN_TYPE_OF(p->at[a->target]) == XPGN_KING;
}

/* Was it only written wrongly? Then it has its short name, and may open en passant. */
static bool is_legal(const xpgn_ruleset *rs, struct state *s, const xpgn_action *a) {
    struct notation n;
    xpgn_action same;
    char text[24];
    movement_full_name(rs, s, a, text);
    return notation_read(slice_of(text), &n) && movement_resolve(rs, s, &n, &same) &&
           same.from == a->from && same.to == a->to && same.kind == a->kind;
}

/* Everything that can be refused, before anything on the board changes. */
static bool judge_action(const xpgn_ruleset *rs, struct state *s, const struct said *said,
                         xpgn_facts *facts, struct xpgn_log *log, bool full) {
    bool single = rs->turn == TURN_ONE_ACTION; /* where a turn roll decides nothing */
    if (!single && !take_turn_roll(rs, &s->turn, said, log) && !said->stood)
        return false;
    facts->stood = false;
    if (!movement_resolve(rs, s, &said->notation, &facts->action)) {
        refuse(rs, s, said, log);
        if (!said->stood)
            return false;
        if (!movement_force(rs, s, &said->notation, &facts->action)) {
            log_hint(log, "though it stood, it cannot be played: if the piece is not clear, "
                          "write the whole square that it came from");
            return false;
        }
        facts->stood = !is_legal(rs, s, &facts->action);
    }
    if (takes_king(rs, &s->position, &facts->action)) {
        log_rule(log, rs->cite[CITE_SAFETY], said->place, "a king is never taken");
        return false;
    }
    if (single && !take_turn_roll(rs, &s->turn, said, log))
        return false;
    if (said->has_freed && facts->action.kind != XPGN_RELEASE) {
        log_add(log, D_ACTION, said->freed_place, "nobody is freed here");
        return false;
    }
    return play_facts(rs, s, said, facts, log, full);
}

bool referee_play_legal(const xpgn_ruleset *rs, struct state *s, const struct said *said,
                        xpgn_facts *facts, struct xpgn_log *log) {
    if (!play_facts(rs, s, said, facts, log, false))
        return false;
    referee_carry_out(rs, s, facts);
    if (said->notation.mark != 0)
        compare_mark(rs, said, facts, false, log);
    return true;
}

bool referee_play(const xpgn_ruleset *rs, struct state *s, const struct said *said,
                  xpgn_facts *facts, struct xpgn_log *log, bool full) {
    struct turn turn = s->turn;
    size_t findings = log->count;
    if (!judge_action(rs, s, said, facts, log, full)) {
        s->turn = turn;
        return false;
    }
    compare_capture_sign(rs, said, facts, log);
    if (full && facts->stood)
        movement_full_name(rs, s, &facts->action, facts->text);
    else if (full)
        movement_name(rs, s, &facts->action, facts->text);
    if (full && log->lint && log->count == findings && !said->stood)
        compare_form(said, facts, log);
    referee_carry_out(rs, s, facts);
    if (facts->stood)
        s->position.ep = XPGN_NO_SQUARE; /* only a double step by the rules opens it */
    bool marked = said->notation.mark != 0;
    if (rs->turn == TURN_ONE_ACTION)
        pass_single(rs, s, facts, full || marked, full || said->notation.mark == '#');
    if (full || marked)
        compare_mark(rs, said, facts, full, log);
    if (full)
        add_mark(rs, facts);
    return true;
}

/* ---- turns ----------------------------------------------------------------------------------- */

void referee_judge_turn(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome) {
    if (!outcome->over)
        ending_before_turn(rs, s, outcome);
}

void referee_judge_start(const xpgn_ruleset *rs, struct state *s, xpgn_outcome *outcome) {
    ending_after_action(rs, &s->position, s->position.alive, outcome);
    referee_judge_turn(rs, s, outcome);
}

void referee_end_turn(const xpgn_ruleset *rs, struct state *s, xpgn_place place,
                      xpgn_outcome *outcome, struct xpgn_log *log) {
    if (s->turn.stage == STAGE_START && !outcome->over) {
        log_rule(log, rs->cite[rs->turn == TURN_CHOICE ? CITE_CHOICE : CITE_MOVES], place,
                 "a turn without an action");
        log_hint(log, "write the action, or remove the number");
    }
    referee_close_turn(s);
    referee_judge_turn(rs, s, outcome);
}

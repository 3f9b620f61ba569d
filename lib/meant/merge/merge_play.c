/* SPDX-License-Identifier: MIT */
/* Plays one action of a record, and computes the cost of a sheet's entry for it. */
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/game/roll_compare.h"
#include "core/play/ending.h"
#include "core/text/result_text.h"
#include "meant/merge/merge.h"

#include <string.h>

/* ---- playing --------------------------------------------------------------------------------- */

/* Whose turn it is by the dots of a number; none: the first. */
static unsigned seat_of_dots(unsigned dots, unsigned seats) {
    return dots == 0 ? 0 : seats == 2 ? (dots > 1) : dots > seats ? seats - 1 : dots - 1;
}

/* In an unknown position of a game with several actions per turn, the number decides the turn. */
static bool turn_unknown(const struct xpgn_merge *s, struct standing *to, const struct choice *c) {
    xpgn_position *p = &to->state.position;
    if (!turn_is_several(s->ruleset) || !c->word->numbered)
        return true;
    p->number = c->word->number.number;
    p->side_to_move = (uint8_t)seat_of_dots(c->word->number.dots, p->seats);
    return true;
}

bool merge_turn(struct xpgn_merge *s, struct standing *to, const struct choice *c) {
    const struct turn *t = &to->state.turn;
    if (to->unknown)
        return turn_unknown(s, to, c);
    if (to->outcome.over)
        return false;
    if (!turn_is_several(s->ruleset) || !c->first || t->stage == STAGE_START)
        return true;
    if (!movement_may_end(s->ruleset, &to->state))
        return false;
    log_clear(&s->log);
    referee_end_turn(s->ruleset, &to->state, &(struct turn_end){.cut = false}, &to->outcome,
                     &s->log);
    return !to->outcome.over;
}

/* The dice and the cells of a roll, without what follows from them. */
static const xpgn_roll *only_dice(struct xpgn_merge *s, const struct choice *c) {
    xpgn_roll *out = &s->dice;
    roll_reduce(c->roll, ROLL_CELLS, out);
    if (c->face != 0)
        out->exchange[c->exchange].side[c->side].dice[c->die] = c->face;
    return out;
}

static struct recorded record_of(struct xpgn_merge *s, const struct choice *c) {
    static const xpgn_roll none;
    struct recorded r = c->word->recorded;
    if (c->sign != 0)
        r.notation.mark = c->sign;
    if (c->as_written)
        return r;
    r.roll = c->roll != NULL ? only_dice(s, c) : &none;
    r.unreadable = r.misplaced = false;
    r.unreadable_roll = (xpgn_slice){NULL, 0};
    r.has_turn_roll = c->turn != NULL;
    r.turn_roll = c->turn != NULL ? c->turn->recorded.turn_roll : (xpgn_turn_dice){0};
    return r;
}

/* An open half-move, or one after it, about which the referee is not asked. */
static bool play_unknown(struct xpgn_merge *s, struct standing *to, const struct choice *c) {
    xpgn_position *p = &to->state.position;
    xpgn_roll *roll = &s->facts.roll;
    s->played++;
    if (!to->unknown) {
        to->state = (struct state){.position = {.files = p->files,
                                                .ranks = p->ranks,
                                                .seats = p->seats,
                                                .side_to_move = p->side_to_move,
                                                .alive = p->alive,
                                                .number = p->number}};
        to->outcome = (xpgn_outcome){.over = false};
        to->unknown = true;
    }
    if (!turn_is_several(s->ruleset))
        position_pass(p);
    roll->exchanges = 0;
    if (c->roll != NULL)
        memcpy(roll, c->roll,
               offsetof(xpgn_roll, exchange) + c->roll->exchanges * sizeof *roll->exchange);
    return true;
}

bool merge_play(struct xpgn_merge *s, struct standing *to, const struct choice *c, bool full) {
    if (c->open || to->unknown)
        return play_unknown(s, to, c);
    if (!c->word->exact || to->outcome.over)
        return false;
    struct recorded recorded = record_of(s, c);
    s->log.mute = true;
    log_clear(&s->log);
    s->played++;
    struct check check = {s->ruleset, &to->state, &recorded, &s->facts, &s->log, full, NULL, false};
    bool good = referee_play(&check) && (s->log.errors == 0 || recorded.stood);
    s->no_memory |= s->log.no_memory;
    if (!good)
        return false;
    to->outcome = s->facts.outcome;
    if (turn_is_several(s->ruleset) && to->outcome.over)
        referee_end_turn(s->ruleset, &to->state, &(struct turn_end){.place = recorded.place},
                         &to->outcome, &s->log);
    return true;
}

void merge_close(struct xpgn_merge *s, struct standing *st) {
    bool open = turn_is_several(s->ruleset) && movement_may_end(s->ruleset, &st->state);
    if (st->outcome.over || st->unknown)
        return;
    log_clear(&s->log);
    if (open)
        referee_end_turn(s->ruleset, &st->state, &(struct turn_end){.cut = false}, &st->outcome,
                         &s->log);
    else
        ending_before_turn(s->ruleset, &st->state, &st->outcome);
}

/* ---- the action ------------------------------------------------------------------------------ */

bool sheets_same_freed(const struct recorded *a, const struct recorded *b) {
    const struct notation *x = &a->freed, *y = &b->freed;
    return a->has_freed == b->has_freed &&
           (!a->has_freed ||
            (x->type == y->type && x->to_file == y->to_file && x->to_rank == y->to_rank));
}

bool sheets_may_be_same(const struct sheet_entry *x, const struct sheet_entry *y) {
    const struct notation *a = &x->recorded.notation, *b = &y->recorded.notation;
    return x->exact && y->exact && a->kind == b->kind && a->type == b->type &&
           a->to_file == b->to_file && a->to_rank == b->to_rank && a->promotion == b->promotion &&
           (a->from_file == b->from_file || a->from_file < 0 || b->from_file < 0) &&
           (a->from_rank == b->from_rank || a->from_rank < 0 || b->from_rank < 0);
}

/* True if the entry means the action that was played, in any form. */
static bool says_action(struct xpgn_merge *s, const struct sheet_entry *e,
                        const struct standing *before, const struct choice *c) {
    if (slice_equal(e->word, c->word->word))
        return true;
    if (before->unknown)
        return sheets_may_be_same(e, c->word);
    struct meaning *m = merge_meaning(s, e, before, c);
    xpgn_action played = s->facts.action;
    if (!m->exact)
        return e->readable && (!m->read || reading_lists(&m->readings, &played)) &&
               reading_fits(s->ruleset, &m->state.position, m->text, &played) &&
               reading_lists(merge_readings(s, m), &played);
    if (played.kind == XPGN_RELEASE || !s->facts.arrived)
        played.promotion = m->action.promotion;
    return action_same(&m->action, &played);
}

/* The slips in a word: of the heavier ones that movement_distance knows, each is one. */
static unsigned word_slips(unsigned distance) {
    enum { FAR = 3 };
    unsigned slips = (distance + FAR - 1) / FAR;
    return slips < 1 ? 1 : slips > SHEETS_WORD ? SHEETS_WORD : slips;
}

/* Wrong signs are rare; one in six writers leaves out a +, which is not a slip. A word with one
   misread letter keeps its signs. */
unsigned sheets_sign_cost(const struct xpgn_merge *s, const struct sheet_entry *e,
                          const struct standing *before, const struct choice *c) {
    const struct notation *n = &e->recorded.notation;
    const xpgn_ruleset *rs = s->ruleset;
    const xpgn_facts *facts = &s->facts;
    size_t at;
    if (before->unknown || !e->exact || n->kind != NOTATION_MOVE ||
        !(sheets_may_be_same(e, c->word) || confusion_is_one(e->word, c->word->word, &at)))
        return 0;
    bool captures = facts->action.kind == XPGN_ATTACK, over = facts->outcome.over;
    bool x = attacks_capture(rs) && n->sign == SIGN_CAPTURE && !captures;
    bool sign = rs->safety == SAFETY_NOT_LEFT && n->mark != 0 && c->sign != 0;
    bool check = sign && !facts->check,
         mate = sign && n->mark == '#' && c->sign == '#' && facts->check && !over;
    return ((unsigned)x + check + mate) * mistake_cost(MISTAKE_SIGN);
}

static unsigned word_cost(struct xpgn_merge *s, const struct sheet_entry *e,
                          const struct standing *before, const struct choice *c) {
    const struct recorded *r = &e->recorded, *right = &c->word->recorded;
    unsigned slips = 0;
    if (!says_action(s, e, before, c))
        slips = word_slips(merge_distance(s, e, c->word));
    if (!e->exact && slips >= SHEETS_WORD) /* what cannot be read was written for something */
        slips = SHEETS_WORD - 1;
    if (e->stands && !c->made) /* it may be this as well as anything */
        slips = 0;
    if (!sheets_same_freed(r, right))
        slips++;
    return slips * mistake_cost(MISTAKE_WORD);
}

/* ---- the roll -------------------------------------------------------------------------------- */

static unsigned dice_differ(const xpgn_roll_side *a, const xpgn_roll_side *b) {
    unsigned most = a->dice_count > b->dice_count ? a->dice_count : b->dice_count;
    unsigned least = a->dice_count + b->dice_count - most, differ = most - least;
    for (unsigned i = 0; i < least; i++)
        differ += a->dice[i] != b->dice[i];
    return differ;
}

/* Are two dice exchanged across the colon, and nothing else? */
static bool dice_exchanged(const xpgn_roll_side *a, const xpgn_roll_side *right) {
    if (dice_differ(&a[0], &right[0]) != 1 || dice_differ(&a[1], &right[1]) != 1 ||
        a[0].dice_count != right[0].dice_count || a[1].dice_count != right[1].dice_count)
        return false;
    unsigned i = 0, k = 0;
    while (a[0].dice[i] == right[0].dice[i])
        i++;
    while (a[1].dice[k] == right[1].dice[k])
        k++;
    return a[0].dice[i] == right[1].dice[k] && a[1].dice[k] == right[0].dice[i];
}

/* The number of dice in which two sides differ, regardless of order. */
static unsigned faces_differ(const xpgn_roll_side *a, const xpgn_roll_side *b) {
    int faces[UINT8_MAX + 1] = {0};
    unsigned more = 0;
    for (unsigned i = 0; i < a->dice_count; i++)
        faces[a->dice[i]]++;
    for (unsigned i = 0; i < b->dice_count; i++)
        more += faces[b->dice[i]]-- <= 0;
    unsigned missing = a->dice_count + more - b->dice_count;
    return more > missing ? more : missing;
}

/* The order of dice has no effect; a different order counts as a slip only if it is the only
   difference. */
static unsigned side_cost(const xpgn_roll_side *a, const xpgn_roll_side *right) {
    unsigned differ = faces_differ(a, right);
    if (differ == 0 && dice_differ(a, right) > 0)
        return mistake_cost(MISTAKE_DICE);
    return differ * mistake_cost(MISTAKE_DIE);
}

static unsigned dice_cost(const xpgn_roll *roll, const xpgn_roll *right) {
    unsigned cost = 0;
    unsigned most = roll->exchanges > right->exchanges ? roll->exchanges : right->exchanges;
    for (unsigned x = 0; x < most; x++) {
        if (x >= roll->exchanges || x >= right->exchanges) {
            cost += mistake_cost(MISTAKE_DIE);
            continue;
        }
        const xpgn_roll_side *a = roll->exchange[x].side, *b = right->exchange[x].side;
        if (dice_exchanged(a, b))
            cost += mistake_cost(MISTAKE_DICE);
        else
            cost += side_cost(&a[0], &b[0]) + side_cost(&a[1], &b[1]);
    }
    return cost;
}

unsigned sheets_field_cost(const xpgn_roll *roll, const xpgn_roll *right) {
    unsigned cost = 0;
    bool results = compare_says_results(roll);
    for (unsigned n = 0; n < 2u * roll->exchanges && n < 2u * right->exchanges; n++) {
        const xpgn_roll_side *a = &roll->exchange[n / 2].side[n % 2];
        const xpgn_roll_side *b = &right->exchange[n / 2].side[n % 2];
        cost += (a->count >= 0 && a->count != b->count) * mistake_cost(MISTAKE_COUNT);
        cost += (a->total >= 0 && a->total != b->total) * mistake_cost(MISTAKE_TOTAL);
        cost += (a->lost >= 0 && a->lost != b->lost) * mistake_cost(MISTAKE_TOTAL);
        cost += (results && a->fate != b->fate) * mistake_cost(MISTAKE_FATE);
        cost += (b->cell_file != XPGN_NO_SQUARE && b->fate == 'x' &&
                 (a->cell_file != b->cell_file || a->cell_rank != b->cell_rank)) *
                mistake_cost(MISTAKE_CELL);
    }
    return cost;
}

/* Returns the cost of slips in an entry's roll and turn roll. */
static unsigned roll_cost(struct xpgn_merge *s, const struct sheet_entry *e, const struct choice *c,
                          bool unknown, xpgn_slip *slip) {
    const struct recorded *r = &e->recorded;
    const xpgn_roll *right = &s->facts.roll;
    bool turn = c->turn != NULL;
    unsigned dice = 0, fields = 0;
    bool due = combat_rolls(s->ruleset); /* else it follows from the board */
    if (r->roll->exchanges == 0 && sheet_lacks_dice(e))
        dice = right->exchanges == 0 ? mistake_cost(MISTAKE_DICE) : 0; /* any dice */
    else if (r->roll->exchanges > 0 || due)
        dice = dice_cost(r->roll, right);
    if (r->roll->exchanges > 0 && !unknown)
        fields = sheets_field_cost(r->roll, right);
    if (r->has_turn_roll != turn ||
        (turn && !turn_dice_same(&r->turn_roll, &c->turn->recorded.turn_roll)))
        dice += mistake_cost(e->unrolled ? MISTAKE_DICE : MISTAKE_DIE);
    bool misread = right->exchanges > 0 && sheet_lacks_dice(e) && !sheet_leaves_dice(e);
    if (dice > 0 || misread)
        *slip = XPGN_SLIP_DICE;
    else if (fields > 0)
        *slip = XPGN_SLIP_FIELD;
    unsigned most = SHEETS_ROLL * ONE_EDIT;
    return dice + fields < most ? dice + fields : most;
}

const struct sheet_entry *sheets_entry_of(const struct xpgn_merge *s, const struct merge_step *step,
                                          size_t sheet) {
    uint8_t way = step->link->way[sheet];
    if (way != WAY_ENTRY && way != WAY_NEXT && way != WAY_OWN)
        return NULL;
    return sheet_entry(&s->sheet[sheet], step->at[sheet] + (way == WAY_NEXT));
}

unsigned merge_cost(struct xpgn_merge *s, const struct sheet_entry *e,
                    const struct standing *before, const struct choice *c, xpgn_slip *slip) {
    *slip = XPGN_SLIP_NONE;
    if (e->gap)
        return 0;
    unsigned roll = roll_cost(s, e, c, before->unknown, slip), word = word_cost(s, e, before, c);
    if (word > 0 || (e->stands && !says_action(s, e, before, c)))
        *slip = XPGN_SLIP_ACTION;
    bool other = *slip == XPGN_SLIP_ACTION || *slip == XPGN_SLIP_DICE;
    return roll + word + (e->held && other ? SHEETS_COST : 0);
}

unsigned merge_step_cost(struct xpgn_merge *s, const struct merge_step *step,
                         const struct standing *before, const struct choice *c, unsigned *signs) {
    unsigned cost = 0;
    xpgn_slip slip;
    *signs = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = sheets_entry_of(s, step, i);
        if (e == NULL || e->gap)
            continue;
        cost += merge_cost(s, e, before, c, &slip);
        *signs += sheets_sign_cost(s, e, before, c);
    }
    return cost + *signs;
}

/* ---- its number ------------------------------------------------------------------------------ */

/* The half-move that a number says; *seat: it has dots, which say whose. */
static int64_t half_move(uint32_t number, unsigned dots, unsigned seats) {
    return (int64_t)(number < INT32_MAX / 8 ? number : INT32_MAX / 8) * seats +
           seat_of_dots(dots, seats);
}

/* A number may precede any action; in games with several actions per turn it must begin each turn
   and nothing else. */
unsigned sheets_number_cost(const struct xpgn_merge *s, const struct sheet_entry *e,
                            const struct standing *before, const struct choice *c, int32_t *shift,
                            int32_t *drift) {
    const xpgn_position *p = &before->state.position;
    bool several = turn_is_several(s->ruleset);
    bool first = before->state.turn.stage == STAGE_START;
    int64_t written = half_move(e->number.number, e->number.dots, p->seats);
    int64_t right = half_move(p->number, e->number.dots == 0 ? 0 : p->side_to_move + 1u, p->seats);
    int32_t by = (int32_t)(written - right), kept = *shift, moved = *shift + *drift;
    if (several && (e->gap || before->unknown))
        return 0;
    if (several && e->numbered && !first && *drift < 0 && by == kept) {
        *drift = 0; /* the one that began the turn was left out */
        return 0;
    }
    if (several && e->numbered != first && (c->first || e->numbered))
        return mistake_cost(MISTAKE_WORD);
    if (!e->numbered || (several && !first))
        return 0;
    /* where the rules do not say whose half-move it is, the numbers do */
    bool explained = by == moved && !(before->unknown && (by - kept) % 2 != 0);
    *shift = by;
    *drift = 0;
    return by == 0 || by == kept || explained ? 0 : mistake_cost(MISTAKE_WORD);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Returns the cost of a result for all sheets. If the rules ended the game (`over`), a sheet
   without one costs nothing. */
static unsigned result_cost(const struct xpgn_merge *s, xpgn_slice text, bool over) {
    unsigned cost = 0;
    for (size_t i = 0; i < s->count; i++) {
        xpgn_slice r = s->sheet[i].result;
        bool none = r.data == NULL || (over && slice_is(r, "*"));
        cost += ((none && !over) || (!none && !slice_equal(r, text))) * mistake_cost(MISTAKE_WORD);
    }
    return cost;
}

/* True if a game that could go on by the rules can end with this result. */
static bool result_fits(const struct standing *end, xpgn_slice text) {
    uint8_t score[XPGN_MAX_SEATS];
    const xpgn_position *p = &end->state.position;
    if (end->unknown)
        return true;
    if (result_is_forfeit(text))
        return p->seats == 2;
    return result_read(text, p->seats, score) && !ending_fallen_share(p, score);
}

/* True if a sheet has a score that fits; `*` then says nothing. */
static bool has_score(const struct xpgn_merge *s, const struct standing *end) {
    for (size_t i = 0; i < s->count; i++) {
        xpgn_slice text = s->sheet[i].result;
        if (text.data != NULL && !slice_is(text, "*") && result_fits(end, text))
            return true;
    }
    return false;
}

unsigned merge_result(struct xpgn_merge *s, const struct standing *end, const char **result,
                      const char **tied) {
    unsigned best = UINT32_MAX;
    char right[24];
    *result = *tied = NULL;
    if (end->outcome.over) {
        result_write(end->outcome.score, end->state.position.seats, right);
        *result = arena_copy(&s->arena, slice_of(right));
        s->no_memory |= *result == NULL;
        return result_cost(s, slice_of(right), true);
    }
    const bool scored = has_score(s, end);
    for (size_t i = 0; i < s->count; i++) {
        xpgn_slice text = s->sheet[i].result;
        unsigned cost = text.data != NULL ? result_cost(s, text, false) : 0;
        bool silent = text.data == NULL || (scored && slice_is(text, "*"));
        if (silent || cost > best || !result_fits(end, text))
            continue;
        const char *copy = arena_copy(&s->arena, text);
        s->no_memory |= copy == NULL;
        if (cost < best) {
            *result = copy;
            *tied = NULL;
        } else if (copy != NULL && *result != NULL && strcmp(copy, *result) != 0) {
            *tied = copy;
        }
        best = cost;
    }
    if (best == UINT32_MAX) {
        *result = "*";
        best = result_cost(s, slice_of("*"), false);
    }
    return best;
}

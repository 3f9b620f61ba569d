/* SPDX-License-Identifier: MIT */
/* One game, from its set-up to its end, as tags and moves. */
#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/draws.h"
#include "internal/writers.h"
#include "shared/chance/odds_rows.h"
#include "simulate/simulate.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

enum { ACTIONS = 8192 };

struct sim_table {
    xpgn_player *player[XPGN_MAX_SEATS];
    xpgn_play *play;
    xpgn_draws *draws;
    xpgn_action action[ACTIONS]; /* the possible actions, with one teleport only */
    size_t actions;
    xpgn_buffer moves, text;
    sim_random random[SIM_USES];
    xpgn_walk *walk;
    sim_seal *seal;   /* NULL: the dice are not sealed */
    xpgn_buffer line; /* the next line of the transcript */
    /* of the current game */
    const sim_plan *plan;
    sim_result *result;
    uint64_t turns;
    double luck;     /* of the first to move, in half points */
    unsigned first;  /* the seat that moved first */
    unsigned turned; /* by how many seats the bots are shifted */
    int leader;      /* the seat that led last; -1: none yet */
    bool drawn, trouble;
    bool used_up; /* sealed dice have no links, or no room in a roll, left: the game is cut off */
};

xpgn_status sim_table_new(sim_table **out, const sim_plan *plan, xpgn_walk *walk) {
    sim_table *t = calloc(1, sizeof *t);
    bool made = t != NULL && xpgn_draws_new(&t->draws) == XPGN_OK;
    for (unsigned seat = 0; made && seat < XPGN_MAX_SEATS; seat++)
        made = xpgn_player_new(&t->player[seat], cli_slice(plan->bot[seat])) == XPGN_OK;
    xpgn_status status = made ? XPGN_OK : XPGN_NO_MEMORY;
    if (made && plan->sealed)
        status = sim_seal_new(&t->seal);
    if (status != XPGN_OK) {
        sim_table_free(t);
        return status;
    }
    t->plan = plan;
    t->walk = walk;
    *out = t;
    return XPGN_OK;
}

void sim_table_free(sim_table *t) {
    if (t == NULL)
        return;
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        xpgn_player_free(t->player[seat]);
    xpgn_play_free(t->play);
    xpgn_draws_free(t->draws);
    xpgn_buffer_free(&t->moves);
    xpgn_buffer_free(&t->text);
    xpgn_buffer_free(&t->line);
    sim_seal_free(t->seal);
    free(t);
}

/* The bot of a seat, as an index into plan->bot. */
static unsigned bot_of(const sim_table *t, unsigned seat) {
    return (seat + t->turned) % XPGN_MAX_SEATS;
}

static unsigned die(void *table, unsigned faces) {
    sim_table *t = table;
    return t->seal != NULL ? sim_seal_die(t->seal, faces)
                           : 1 + sim_below(&t->random[SIM_DICE], faces);
}

/* ---- sealed dice ----------------------------------------------------------------------------- */

static void put_turn_number(xpgn_buffer *b, const xpgn_position *p) {
    xpgn_buffer_clear(b);
    xpgn_turn_write(b, p->seats, p->number, p->side_to_move);
    xpgn_buffer_char(b, ' ');
}

static xpgn_slice line_of(sim_table *t) {
    t->moves.failed |= t->line.failed; /* sim_play reports it */
    t->trouble |= t->line.failed;
    return (xpgn_slice){t->line.data, t->line.failed ? 0 : t->line.size};
}

/* Announces the roll that t->line names; false if the chains are used up. */
static bool announce_roll(sim_table *t, unsigned party) {
    t->used_up |= !sim_seal_announce(t->seal, line_of(t), party);
    return !t->used_up;
}

/* Adds the line of an action. */
static void put_action_line(sim_table *t, const xpgn_position *p, const xpgn_facts *facts) {
    xpgn_buffer_clear(&t->line);
    xpgn_transcript_action(&t->line, xpgn_play_ruleset(t->play), p, p->number, p->side_to_move,
                           facts);
    sim_seal_line(t->seal, line_of(t));
}

/* Announces what is thrown for an action, or that its attacker goes on. */
static bool announce_part(sim_table *t, const xpgn_action *a, bool on) {
    const xpgn_position *p = xpgn_play_position(t->play);
    char name[24];
    xpgn_action_name(xpgn_play_ruleset(t->play), p, a, name);
    xpgn_buffer_clear(&t->line);
    xpgn_announcement_write(&t->line, p->seats, p->number, p->side_to_move, cli_slice(name), on);
    return announce_roll(t, xpgn_party_of(p->seats, p->side_to_move));
}

/* Announces an action if it needs sealed dice; false if the chains are used up. */
static bool announce_action(sim_table *t, const xpgn_facts *facts) {
    const xpgn_roll none = {.exchanges = 0};
    unsigned dice[2];
    return t->seal == NULL || !xpgn_play_due(t->play, facts, &none, dice) ||
           announce_part(t, &facts->action, false);
}

/* Announces that the attacker goes on after these exchanges; false if the chains are used up, with
   which it stops. */
static bool announce_on(sim_table *t, const xpgn_action *a, const xpgn_roll *roll) {
    xpgn_facts so_far;
    if (t->seal == NULL)
        return true;
    t->used_up |= sim_seal_is_used_up(t->seal);
    if (t->used_up || xpgn_play_judge(t->play, a, roll, &so_far) != XPGN_OK)
        return false;
    const xpgn_position *p = xpgn_play_position(t->play);
    xpgn_action_name(xpgn_play_ruleset(t->play), p, a, so_far.text);
    put_action_line(t, p, &so_far);
    return announce_part(t, a, true);
}

/* Rolls the die of the turn; false if that is not possible. */
static bool roll_turn(sim_table *t) {
    const xpgn_position *p = xpgn_play_position(t->play);
    put_turn_number(&t->line, p);
    xpgn_buffer_text(&t->line, "roll");
    if (t->seal != NULL && !announce_roll(t, xpgn_party_of(p->seats, p->side_to_move)))
        return false;
    xpgn_turn_dice rolled;
    xpgn_status status = xpgn_play_throw_turn(t->play, die, t, &rolled);
    xpgn_buffer_printf(&t->line, " %s", xpgn_turn_dice_text(&rolled).text);
    if (t->seal != NULL)
        sim_seal_line(t->seal, line_of(t));
    return status == XPGN_OK;
}

/* ---- measuring ------------------------------------------------------------------------------- */

static unsigned squares_of(const xpgn_position *p) {
    return (unsigned)p->files * p->ranks;
}

static void count_pieces(const xpgn_position *p, unsigned count[XPGN_MAX_SEATS][XPGN_TYPES]) {
    memset(count, 0, sizeof(unsigned[XPGN_MAX_SEATS][XPGN_TYPES]));
    for (unsigned sq = 0; sq < squares_of(p); sq++)
        if (p->at[sq] != 0)
            count[XPGN_SEAT_OF(p->at[sq])][XPGN_TYPE_OF(p->at[sq])]++;
}

/* Counts the pieces that are new on the board: promoted, freed, rescued, put down. */
static void measure_new_pieces(sim_table *t, const xpgn_position *before) {
    unsigned was[XPGN_MAX_SEATS][XPGN_TYPES], is[XPGN_MAX_SEATS][XPGN_TYPES];
    count_pieces(before, was);
    count_pieces(xpgn_play_position(t->play), is);
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
            if (is[seat][type] > was[seat][type])
                t->result->stood[type] += is[seat][type] - was[seat][type];
}

static void measure_pieces(const xpgn_position *p, uint64_t sum[XPGN_TYPES]) {
    unsigned count[XPGN_MAX_SEATS][XPGN_TYPES];
    count_pieces(p, count);
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        for (unsigned type = XPGN_PAWN; type < XPGN_TYPES; type++)
            sum[type] += count[seat][type];
}

/* Adds the net luck of the first to move. */
static void measure_luck(sim_table *t, const xpgn_facts *facts) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(t->play);
    xpgn_odds odds;
    if (!xpgn_combat_odds(rs, facts, &odds))
        return;
    double luck = xpgn_combat_luck(rs, &odds, facts, NULL);
    if (XPGN_SEAT_OF(facts->side[0].piece) == t->first)
        t->luck += luck;
    else if (XPGN_SEAT_OF(facts->side[1].piece) == t->first)
        t->luck -= luck;
}

/* The seat with the most points on the board, not counting kings; -1 if several share the lead. */
static int leader_of(const xpgn_ruleset *rs, const xpgn_position *p) {
    int points[XPGN_MAX_SEATS] = {0}, leader = 0;
    bool shared = false;
    for (unsigned sq = 0; sq < squares_of(p); sq++)
        if (p->at[sq] != 0 && XPGN_TYPE_OF(p->at[sq]) != XPGN_KING)
            points[XPGN_SEAT_OF(p->at[sq])] += xpgn_piece_worth(rs, p->at[sq]);
    for (int seat = 1; seat < p->seats; seat++) {
        shared = points[seat] == points[leader] || (shared && points[seat] < points[leader]);
        leader = points[seat] > points[leader] ? seat : leader;
    }
    return shared ? -1 : leader;
}

static void measure_lead(sim_table *t) {
    int leader = leader_of(xpgn_play_ruleset(t->play), xpgn_play_position(t->play));
    if (leader < 0)
        return;
    t->result->leads += t->leader >= 0 && t->leader != leader;
    t->leader = leader;
}

/* ---- one action ------------------------------------------------------------------------------ */

/* Makes the choices after the dice: the castle of a prisoner, and what the action becomes. */
static void choose_rest(sim_table *t, unsigned seat, xpgn_roll *roll, xpgn_facts *facts) {
    xpgn_square cells[4];
    unsigned loser;
    sim_random *r = &t->random[SIM_CHOICES];
    size_t count = xpgn_play_cells(t->play, facts, cells, &loser);
    if (count > 0) {
        const xpgn_position *p = xpgn_play_position(t->play);
        xpgn_square cell = cells[sim_below(r, (uint32_t)count)];
        xpgn_roll_side *side = &roll->exchange[roll->exchanges - 1].side[loser];
        side->cell_file = cell % p->files;
        side->cell_rank = cell / p->files;
    }
    xpgn_player_complete(t->player[bot_of(t, seat)], t->play, sim_below, r, facts);
}

/* Throws the dice; false if the roll has no room for all exchanges, and its dice are sealed and
   cannot be thrown again. */
static bool throw_dice(sim_table *t, const xpgn_action *a, xpgn_roll *roll, xpgn_facts *facts) {
    const xpgn_facts due = *facts;
    xpgn_player *player = t->player[bot_of(t, xpgn_play_position(t->play)->side_to_move)];
    xpgn_play_throw(t->play, &due, die, t, roll);
    while (xpgn_player_goes_on(player, t->play, &due, roll, sim_below, &t->random[SIM_CHOICES]) &&
           announce_on(t, a, roll))
        xpgn_play_throw_on(t->play, &due, die, t, roll);
    while (roll->exchanges == XPGN_MAX_EXCHANGES &&
           xpgn_play_judge(t->play, a, roll, facts) != XPGN_OK) { /* full: rethrow the last one */
        if (t->seal != NULL) {
            sim_seal_take_back(t->seal);
            t->used_up = true;
            return false;
        }
        roll->exchanges--;
        xpgn_play_throw(t->play, &due, die, t, roll);
    }
    return true;
}

static void act(sim_table *t, unsigned seat, const xpgn_action *a) {
    xpgn_facts facts;
    xpgn_roll roll = {.exchanges = 0};
    t->trouble = true;
    if (xpgn_play_prepare(t->play, a, &facts) != XPGN_OK)
        return;
    if (!announce_action(t, &facts) || !throw_dice(t, a, &roll, &facts)) {
        t->trouble = false;
        return;
    }
    if (xpgn_play_judge(t->play, a, &roll, &facts) != XPGN_OK)
        return;
    choose_rest(t, seat, &roll, &facts);
    if (t->plan->measure)
        measure_luck(t, &facts);
    xpgn_position before = *xpgn_play_position(t->play);
    xpgn_action chosen = facts.action;
    if (xpgn_play_act(t->play, &chosen, &roll, &facts) != XPGN_OK)
        return;
    t->trouble = false;
    xpgn_buffer_char(&t->moves, ' ');
    xpgn_facts_write(&t->moves, &before, &facts);
    if (t->seal != NULL)
        put_action_line(t, &before, &facts);
    if (t->plan->measure)
        measure_new_pieces(t, &before);
}

/* ---- turns ----------------------------------------------------------------------------------- */

static void list_options(sim_table *t) {
    xpgn_action *list = t->action;
    size_t all = xpgn_play_actions(t->play, list, ACTIONS), kept = 0;
    bool teleports = false;
    for (size_t i = 0; i < all && i < ACTIONS; i++) {
        bool again = list[i].kind == XPGN_TELEPORT && teleports;
        teleports = teleports || list[i].kind == XPGN_TELEPORT;
        if (!again)
            list[kept++] = list[i];
    }
    t->actions = kept;
}

/* Plays one action, the turn roll, or the end of the turn; false if the turn is over. */
static bool game_goes_on(sim_table *t, unsigned seat) {
    xpgn_turn_roll roll = xpgn_play_turn_roll(t->play);
    if (roll == XPGN_TURN_ROLL_MUST)
        return roll_turn(t);
    list_options(t);
    if (t->actions == 0 && roll == XPGN_TURN_ROLL_NONE)
        return xpgn_play_end(t->play) != XPGN_OK;
    t->result->choices += t->actions + (roll != XPGN_TURN_ROLL_NONE) + xpgn_play_may_end(t->play);
    t->result->decisions++;
    int choice = xpgn_player_choose(t->player[bot_of(t, seat)], t->play, t->action, t->actions,
                                    sim_below, &t->random[SIM_CHOICES]);
    if (choice == XPGN_PLAYER_END)
        return xpgn_play_end(t->play) != XPGN_OK;
    if (choice == XPGN_PLAYER_ROLL)
        return roll_turn(t);
    act(t, seat, &t->action[choice]);
    /* a turn of one action is over by now, and the next has not begun */
    return !t->trouble && !t->used_up && xpgn_play_in_turn(t->play);
}

static void play_turn(sim_table *t) {
    const xpgn_position *p = xpgn_play_position(t->play);
    unsigned seat = p->side_to_move;
    if (t->moves.size > 0)
        xpgn_buffer_char(&t->moves, ' ');
    xpgn_turn_write(&t->moves, p->seats, p->number, seat);
    while (game_goes_on(t, seat))
        ;
    t->turns++;
    if (t->plan->measure)
        measure_lead(t);
    if (xpgn_draws_note(t->draws, p, &t->drawn) != XPGN_OK)
        t->trouble = true;
}

/* ---- the record ------------------------------------------------------------------------------ */

static void put_tag_line(xpgn_buffer *b, const char *name, xpgn_slice value) {
    xpgn_buffer_printf(b, "[%s \"%.*s\"]\n", name, (int)value.size, value.data);
}

static void put_player_tags(sim_table *t, unsigned seats) {
    for (unsigned seat = 0; seat < seats; seat++)
        xpgn_buffer_printf(&t->text, "[%s \"%s\"]\n", xpgn_seat_tag(seats, seat),
                           t->plan->bot[bot_of(t, seat)]);
}

/* Rolls off as in CC-2, until the dice differ; the higher begins. */
static void roll_off(sim_table *t, xpgn_buffer *b, xpgn_position *start) {
    uint32_t a, d;
    const unsigned faces = xpgn_play_die_faces(t->play, NULL, 0, 0);
    const char *before = "[FirstRoll \"";
    do {
        xpgn_buffer_clear(&t->line);
        xpgn_buffer_text(&t->line, "first");
        t->trouble |= t->seal != NULL && !announce_roll(t, XPGN_PARTY_WHITE);
        a = die(t, faces);
        d = die(t, faces);
        xpgn_buffer_printf(&t->line, " %u:%u", a, d);
        if (t->seal != NULL)
            sim_seal_line(t->seal, line_of(t));
        xpgn_buffer_printf(b, "%s%u:%u", before, a, d);
        before = " ";
    } while (a == d);
    xpgn_buffer_text(b, "\"]\n");
    start->side_to_move = a < d;
}

static void put_start_tag(sim_table *t, const xpgn_ruleset *rs, const xpgn_position *start) {
    if (!xpgn_ruleset_sets_up(rs))
        return;
    xpgn_buffer_text(&t->text, "[SetUp \"1\"]\n");
    xpgn_buffer_text(&t->text, xpgn_position_is_plain(rs, start) ? "[FEN \"" : "[XFEN \"");
    xpgn_position_write(&t->text, rs, start);
    xpgn_buffer_text(&t->text, "\"]\n");
}

static void put_game_result(xpgn_buffer *b, const sim_table *t) {
    xpgn_outcome outcome = xpgn_play_outcome(t->play);
    if (t->drawn && !outcome.over)
        xpgn_buffer_text(b, "1/2-1/2");
    else if (outcome.over)
        xpgn_score_write(b, xpgn_play_position(t->play)->seats, outcome.score);
    else
        xpgn_buffer_char(b, '*');
}

static void put_game_tags(sim_table *t, const sim_rules *rules, uint64_t number) {
    xpgn_buffer *b = &t->text;
    xpgn_buffer_printf(b, "[Event \"xpgn-simulate seed %llu\"]\n",
                       (unsigned long long)t->plan->seed);
    xpgn_buffer_text(b, "[Site \"?\"]\n[Date \"????.??.??\"]\n");
    xpgn_buffer_printf(b, "[Round \"%llu\"]\n", (unsigned long long)number);
    put_player_tags(t, xpgn_play_position(t->play)->seats);
    xpgn_buffer_text(b, "[Result \"");
    put_game_result(b, t);
    xpgn_buffer_text(b, "\"]\n");
    put_tag_line(b, "Variant", rules->variant);
    if (rules->options.size > 0)
        put_tag_line(b, "RuleOptions", rules->options);
}

/* Appends the tags for sealed dice that are known before the game begins. */
static xpgn_status put_seals(sim_table *t, const xpgn_ruleset *rs) {
    xpgn_buffer_text(&t->text, "[RulesDigest \"");
    xpgn_status status = xpgn_ruleset_digest(&t->text, rs);
    xpgn_buffer_text(&t->text, "\"]\n");
    sim_seal_put_tags(t->seal, &t->text);
    return status;
}

/* Appends all tags for sealed dice. */
static void put_all_seals(sim_table *t, const xpgn_ruleset *rs) {
    t->trouble |= put_seals(t, rs) != XPGN_OK;
    xpgn_buffer_clear(&t->line);
    put_game_result(&t->line, t);
    sim_seal_put_end(t->seal, &t->text, line_of(t));
}

/* ---- the game -------------------------------------------------------------------------------- */

static xpgn_status renew(xpgn_play **play, const xpgn_ruleset *rs, const xpgn_position *start) {
    xpgn_play_free(*play);
    *play = NULL;
    return xpgn_play_new(play, rs, start);
}

uint64_t sim_stream(const sim_plan *plan, uint64_t number) {
    return plan->pairs ? (number + 1) / 2 : number;
}

static void begin_simulated(sim_table *t, uint64_t number, sim_result *result) {
    t->result = result;
    t->turned = t->plan->pairs && number % 2 == 0;
    t->turns = 0;
    t->luck = 0;
    t->leader = -1;
    t->drawn = t->trouble = t->used_up = false;
    *result = (sim_result){.ended = false};
    xpgn_buffer_clear(&t->moves);
    xpgn_buffer_clear(&t->text);
    for (sim_use use = SIM_SET_UP; use < SIM_USES; use++)
        sim_seed(&t->random[use], t->plan->seed, sim_stream(t->plan, number), use);
}

static void play_simulated(sim_table *t, const xpgn_ruleset *rs) {
    const xpgn_position *p = xpgn_play_position(t->play);
    t->first = p->side_to_move;
    if (t->plan->measure)
        measure_pieces(p, t->result->stood);
    xpgn_draws_begin(t->draws, rs);
    if (xpgn_draws_note(t->draws, p, &t->drawn) != XPGN_OK)
        t->trouble = true;
    while (!xpgn_play_outcome(t->play).over && !t->drawn && !t->trouble && !t->used_up &&
           t->turns < t->plan->max_plies)
        play_turn(t);
}

/* The score of the first of two bots in all its seats, in twelfths; 6 if there is no outcome. */
static uint8_t score_of_first_bot(const sim_table *t, const xpgn_outcome *outcome, uint8_t seats) {
    uint8_t score = 0;
    if (!outcome->over)
        return 6;
    for (unsigned seat = 0; seat < seats; seat++)
        if (bot_of(t, seat) % 2 == 0)
            score += outcome->score[seat];
    return score;
}

static void conclude(sim_table *t) {
    sim_result *r = t->result;
    xpgn_outcome outcome = xpgn_play_outcome(t->play);
    uint8_t seats = xpgn_play_position(t->play)->seats, winners = 0;
    r->turns = t->turns;
    r->luck = (int64_t)(t->luck * SIM_LUCK + (t->luck < 0 ? -0.5 : 0.5));
    r->ended = outcome.over || t->drawn;
    for (unsigned seat = 0; seat < seats; seat++)
        winners |= outcome.score[seat] == 12;
    r->drawn = r->ended && winners == 0;
    r->fair = seats == 4 ? 3 : 6;
    r->equal = t->plan->equal;
    r->versus = t->plan->versus;
    r->first_bot = r->versus ? score_of_first_bot(t, &outcome, seats) : 0;
    r->score = outcome.over ? outcome.score[t->first] : 6;
    measure_pieces(xpgn_play_position(t->play), r->stands);
}

/* Makes the chains of a sealed game from its first tags, and begins the transcript with them. */
static xpgn_status seal_game(sim_table *t, const sim_rules *rules, uint64_t number,
                             const xpgn_position *start) {
    xpgn_sealed_game sealed;
    const xpgn_step *step;
    put_game_tags(t, rules, number);
    put_start_tag(t, rules->rs, start);
    sim_seal_begin(t->seal, start->seats, (xpgn_slice){t->text.data, t->text.size});
    xpgn_status status = put_seals(t, rules->rs);
    xpgn_buffer_text(&t->text, "\n*\n");
    const xpgn_game game = {.text = {t->text.data, t->text.size}, .file = "game", .number = 1};
    if (status != XPGN_OK || t->text.failed || xpgn_walk_begin(t->walk, &game) != XPGN_OK)
        return XPGN_NO_MEMORY;
    while ((status = xpgn_walk_next(t->walk, &step)) == XPGN_OK)
        ;
    xpgn_buffer_clear(&t->text);
    if (status != XPGN_END)
        return status;
    status = xpgn_walk_sealed(t->walk, &sealed);
    if (status == XPGN_OK)
        sim_seal_follow(t->seal, &sealed.transcript);
    return status == XPGN_OK ? XPGN_OK : XPGN_INVALID;
}

/* Sets the table up for a game; appends the tag FirstRoll to `first` if the ruleset has one. */
static xpgn_status set_up(sim_table *t, const sim_rules *rules, uint64_t number,
                          xpgn_position *start, xpgn_buffer *first) {
    const xpgn_ruleset *rs = rules->rs;
    xpgn_status status = xpgn_ruleset_set_up(rs, sim_below, &t->random[SIM_SET_UP], start);
    if (status == XPGN_OK)
        status = renew(&t->play, rs, start);
    if (status == XPGN_OK && t->seal != NULL)
        status = seal_game(t, rules, number, start);
    if (status != XPGN_OK || !xpgn_ruleset_rolls_off(rs))
        return status;
    roll_off(t, first, start);
    return renew(&t->play, rs, start);
}

static void put_record(sim_table *t, const sim_rules *rules, uint64_t number,
                       const xpgn_position *start, const xpgn_buffer *first) {
    put_game_tags(t, rules, number);
    xpgn_buffer_put(&t->text, first->data, first->size);
    put_start_tag(t, rules->rs, start);
    if (t->seal != NULL)
        put_all_seals(t, rules->rs);
    xpgn_buffer_char(&t->text, '\n');
    xpgn_buffer_put(&t->text, t->moves.data, t->moves.size);
    xpgn_buffer_char(&t->text, ' ');
    put_game_result(&t->text, t);
    xpgn_buffer_char(&t->text, '\n');
}

xpgn_status sim_play(sim_table *t, const sim_rules *rules, uint64_t number, sim_result *result,
                     xpgn_slice *text) {
    xpgn_position start;
    xpgn_buffer first = {0};
    begin_simulated(t, number, result);
    xpgn_status status = set_up(t, rules, number, &start, &first);
    if (status == XPGN_OK) {
        play_simulated(t, rules->rs);
        conclude(t);
        put_record(t, rules, number, &start, &first);
        *text = (xpgn_slice){t->text.data, t->text.size};
        if (first.failed || t->moves.failed || t->text.failed)
            status = XPGN_NO_MEMORY;
        else if (t->trouble)
            status = XPGN_INVALID;
    }
    xpgn_buffer_free(&first);
    return status;
}

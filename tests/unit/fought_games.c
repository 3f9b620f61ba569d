/* SPDX-License-Identifier: MIT */
#include "fought_games.h"

#include <string.h>
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "core/game/action_check.h"
#include "core/text/roll_text.h"
#include "internal/rules.h"
#include "internal/text_out.h"

enum { ACTIONS = 1024, ATTEMPTS = 8 };

/* Dice for a combat that is prepared; a duel is rolled until somebody wins. */
static void roll_dice(struct dice *d, const xpgn_ruleset *rs, const xpgn_facts *f, xpgn_roll *r) {
    int total[2] = {0, 0};
    memset(r, 0, sizeof *r);
    r->two_sides = true;
    while (r->exchanges < XPGN_MAX_EXCHANGES && total[0] == total[1]) {
        xpgn_exchange *x = &r->exchange[r->exchanges++];
        for (int i = 0; i < 2; i++) {
            xpgn_roll_side *s = &x->side[i];
            roll_side_clear(s);
            s->dice_count = f->side[i].dice;
            for (unsigned k = 0; k < s->dice_count; k++)
                s->dice[k] = (uint8_t)(1 + dice_below(d, rs->die));
            total[i] = f->side[i].base + s->dice[0];
        }
        if (!combat_ties_again(rs))
            break;
    }
}

/* One of the legal actions, an attack if luck will have it. */
static xpgn_action any_action(struct dice *d, const xpgn_action *list, size_t count) {
    xpgn_action a = list[dice_below(d, (unsigned)count)];
    for (unsigned n = dice_below(d, 8); n > 0 && a.target == XPGN_NO_SQUARE; n--)
        a = list[dice_below(d, (unsigned)count)];
    return a;
}

/* Plays an action without a fault; false: there was none, or only such that went wrong (as a
   promotion does that does not arrive). */
static bool play_one(struct dice *d, const xpgn_ruleset *rs, struct state *s, xpgn_facts *f,
                     struct log *log) {
    static xpgn_action list[ACTIONS];
    size_t count = movement_actions(rs, s, list, ACTIONS);
    for (unsigned n = 0; n < ATTEMPTS && count > 0 && count <= ACTIONS; n++) {
        struct state before = *s;
        xpgn_action a = any_action(d, list, count);
        char name[24];
        xpgn_roll roll = {0};
        struct recorded recorded = {.roll = &roll};
        movement_name(rs, s, &a, false, name);
        recorded.text = slice_of(name);
        if (!notation_read(recorded.text, &recorded.notation))
            continue;
        f->action = a;
        combat_prepare(rs, &s->position, f);
        if (f->combat)
            roll_dice(d, rs, f, &roll);
        log_clear(log);
        struct check check = {rs, s, &recorded, f, log, true, NULL, false};
        if (referee_play(&check) && log->count == 0)
            return true;
        *s = before;
    }
    return false;
}

static void write_action(struct dice *d, const xpgn_facts *f, xpgn_buffer *b) {
    size_t size = strlen(f->text);
    if (f->text[size - 1] == '#' && dice_below(d, 4) == 0)
        size--;
    xpgn_buffer_put(b, f->text, size);
    if (f->combat) {
        xpgn_buffer_text(b, " <");
        xpgn_roll_write(b, &f->roll);
        xpgn_buffer_char(b, '>');
    }
}

static const char *result_of(const xpgn_outcome *o) {
    if (!o->over)
        return "*";
    return o->score[0] == o->score[1] ? "1/2-1/2" : o->score[0] > 0 ? "1-0" : "0-1";
}

unsigned fought_game(struct dice *d, const xpgn_ruleset *rs, const char *options, xpgn_buffer *b) {
    struct state s = {0};
    xpgn_facts f = {0};
    xpgn_buffer moves = {0};
    struct log log;
    unsigned fights = 0, most = 10 + dice_below(d, 150);
    log_init(&log);
    xpgn_ruleset_start(rs, &s.position);
    for (unsigned ply = 0; ply < most && !f.outcome.over; ply++) {
        uint32_t number = s.position.number;
        bool white = s.position.side_to_move == 0;
        if (!play_one(d, rs, &s, &f, &log))
            break;
        if (white)
            xpgn_buffer_printf(&moves, "%u. ", number);
        write_action(d, &f, &moves);
        xpgn_buffer_char(&moves, ply % 8 == 7 ? '\n' : ' ');
        fights += f.combat;
    }
    const char *result = result_of(&f.outcome);
    xpgn_buffer_printf(b, "[Result \"%s\"]\n", result);
    if (options[0] != '\0')
        xpgn_buffer_printf(b, "[RuleOptions \"%s\"]\n", options);
    xpgn_buffer_printf(b, "[Variant \"%s\"]\n[XPGN \"1\"]\n\n", rs->id);
    xpgn_buffer_put(b, moves.data, moves.size);
    xpgn_buffer_printf(b, "%s\n", result);
    xpgn_buffer_free(&moves);
    log_free_parts(&log);
    return fights;
}

/* SPDX-License-Identifier: MIT */
/* The replies on a pipe as objects, with the state of the game. */
#include "record/record_json.h"
#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/queries.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "shared/tables/report_rows.h"

#include <stdlib.h>
#include <xpgn/facts.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>
#include <xpgn/write.h>

enum { ACTIONS = 512 };

/* ---- the last action ------------------------------------------------------------------------- */

static void put_sum(xpgn_buffer *out, const record *r, const xpgn_position *before,
                    const xpgn_facts *facts) {
    const xpgn_play *play = record_state(r)->play;
    json_sum(out, play != NULL ? xpgn_play_ruleset(play) : NULL, before, facts, r->o->language);
}

static void put_last(xpgn_buffer *out, const recorder_state *s) {
    xpgn_buffer turn = {0}, roll = {0};
    if (s->last == NULL || s->before == NULL) {
        json_text(out, "last", NULL);
        return;
    }
    json_open(out, "last", "{");
    xpgn_turn_write(&turn, s->before->seats, s->number, s->seat);
    json_move(out, "turn", &turn);
    json_text(out, "seat", xpgn_seat_tag(s->before->seats, s->seat));
    json_text(out, "action", s->last->text);
    xpgn_roll_write(&roll, &s->last->roll);
    if (s->last->roll.exchanges > 0)
        json_move(out, "roll", &roll);
    else
        json_text(out, "roll", NULL);
    xpgn_buffer_free(&roll);
    json_square(out, "from", s->before, s->last->action.from);
    json_square(out, "to", s->before, s->last->action.to);
    xpgn_buffer_char(out, '}');
}

/* ---- what is due ----------------------------------------------------------------------------- */

/* Who rolls: the seat that acts, and that of the piece it attacks; at the roll for who begins both.
 */
static void put_rollers(xpgn_buffer *out, const recorder_state *s, const char *kind) {
    const xpgn_position *p = xpgn_play_position(s->announced != NULL ? s->announced : s->play);
    const xpgn_square target =
        s->announced != NULL ? s->facts->action.target : (xpgn_square)XPGN_NO_SQUARE;
    json_open(out, "who", "[");
    json_text(out, NULL, xpgn_seat_tag(p->seats, s->first ? 0 : p->side_to_move));
    if (s->first)
        json_text(out, NULL, xpgn_seat_tag(p->seats, 1));
    else if (strcmp(kind, "dice") == 0 && s->dice[1] > 0 && target != XPGN_NO_SQUARE &&
             p->at[target] != 0)
        json_text(out, NULL, xpgn_seat_tag(p->seats, XPGN_SEAT_OF(p->at[target])));
    xpgn_buffer_char(out, ']');
}

static xpgn_turn_roll turn_roll(const recorder_state *s) {
    return s->play != NULL && !s->missing && s->announced == NULL && s->result[0] == '*'
               ? xpgn_play_turn_roll(s->play)
               : XPGN_TURN_ROLL_NONE;
}

static const char *due_kind(const recorder_state *s) {
    if (s->waits)
        return "sealed";
    if (s->first)
        return "first";
    if (s->announced == NULL)
        return turn_roll(s) == XPGN_TURN_ROLL_MUST ? "roll" : NULL;
    return s->dice[0] + s->dice[1] > 0 ? "dice"
           : s->choices > 1            ? "choice"
           : s->cells > 0              ? "cell"
                                       : "dice";
}

/* The sum of an action that is announced, as far as its dice have fallen. */
static void put_stakes(xpgn_buffer *out, const record *r, const recorder_state *s) {
    if (s->announced == NULL) {
        put_sum(out, r, NULL, NULL);
        return;
    }
    xpgn_facts facts = *s->facts;
    (void)snprintf(facts.text, sizeof facts.text, "%s", s->action);
    put_sum(out, r, xpgn_play_position(s->announced), &facts);
}

/* How many dice are due, of both sides or of a turn. */
static unsigned count_due(const recorder_state *s) {
    if (s->announced != NULL)
        return s->dice[0] + s->dice[1];
    return turn_roll(s) == XPGN_TURN_ROLL_MUST ? (unsigned)xpgn_play_turn_dice(s->play) : 0;
}

/* The faces of each die that is due, if they differ. */
static void put_die_faces(xpgn_buffer *out, const recorder_state *s) {
    const unsigned dice = count_due(s);
    bool differ = false;
    for (unsigned n = 0; n < dice; n++)
        differ |= record_die_faces(s, n) != xpgn_play_faces(s->play);
    if (!differ)
        return;
    json_open(out, "die_faces", "[");
    for (unsigned n = 0; n < dice; n++)
        json_number(out, NULL, record_die_faces(s, n));
    xpgn_buffer_char(out, ']');
}

static void put_due(const record *r, xpgn_buffer *out, const recorder_state *s) {
    const char *kind = due_kind(s);
    if (kind == NULL) {
        json_text(out, "due", NULL);
        return;
    }
    json_open(out, "due", "{");
    json_text(out, "kind", kind);
    json_text(out, "action", s->announced != NULL ? s->action : NULL);
    json_number(out, "faces", (int64_t)xpgn_play_faces(s->play));
    put_die_faces(out, s);
    json_open(out, "dice", "[");
    for (unsigned i = 0; i < 2 && s->announced != NULL && s->dice[i] > 0; i++)
        json_number(out, NULL, s->dice[i]);
    if (turn_roll(s) == XPGN_TURN_ROLL_MUST && xpgn_play_turn_dice(s->play) > 1)
        json_number(out, NULL, (int64_t)xpgn_play_turn_dice(s->play));
    xpgn_buffer_char(out, ']');
    put_rollers(out, s, kind);
    json_flag(out, "again", s->pending.size > 0 && s->dice[0] + s->dice[1] > 0);
    if (s->pending.size > 0)
        json_slice(out, "rolled", s->pending);
    else
        json_text(out, "rolled", NULL);
    put_stakes(out, r, s);
    xpgn_buffer_char(out, '}');
}

/* The next exchange of the last action, if its attacker may go on: its dice, and the hit points
   that are left. */
static void put_goes_on(xpgn_buffer *out, const recorder_state *s) {
    if (s->play == NULL || !xpgn_ruleset_goes_on(xpgn_play_ruleset(s->play)))
        return;
    if (!s->goes_on || s->last == NULL) {
        json_text(out, "goes_on", NULL);
        return;
    }
    const xpgn_combatant *side = s->last->side;
    json_open(out, "goes_on", "{");
    json_open(out, "dice", "[");
    for (unsigned i = 0; i < 2; i++)
        json_number(out, NULL, side[i].dice);
    xpgn_buffer_char(out, ']');
    json_open(out, "die_faces", "[");
    for (unsigned i = 0; i < 2; i++)
        for (unsigned die = 0; die < side[i].dice; die++)
            json_number(out, NULL, xpgn_play_die_faces(s->play, s->last, i, die));
    xpgn_buffer_char(out, ']');
    json_open(out, "left", "[");
    for (unsigned i = 0; i < 2; i++)
        json_number(out, NULL, xpgn_hits_left(&side[i]));
    xpgn_buffer_text(out, "]}");
}

/* The dice that are left for the actions of the turn, in games in which they say who may act. */
static void put_dice_left(xpgn_buffer *out, const recorder_state *s) {
    const xpgn_turn_dice dice = recorder_dice_left(s);
    if (s->play == NULL || !xpgn_ruleset_rolls_actors(xpgn_play_ruleset(s->play)))
        return;
    json_open(out, "dice_left", "[");
    for (unsigned i = 0; i < dice.count; i++)
        json_number(out, NULL, dice.die[i]);
    xpgn_buffer_char(out, ']');
}

/* ---- what can be played ---------------------------------------------------------------------- */

/* How likely it is that pieces fall, or that an attempt succeeds. */
static void put_chances(xpgn_buffer *out, const xpgn_play *play, const xpgn_action *a,
                        xpgn_facts *facts) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(play);
    xpgn_odds odds;
    xpgn_attempt attempt;
    if (xpgn_play_prepare(play, a, facts) == XPGN_OK && xpgn_play_faces(play) > 0 &&
        xpgn_combat_odds(rs, facts, &odds)) {
        const double both = xpgn_odds_chance(&odds, true, true);
        json_open(out, "falls", "{");
        json_real(out, "attacker", 6, xpgn_odds_chance(&odds, true, false) + both);
        json_real(out, "defender", 6, xpgn_odds_chance(&odds, false, true) + both);
        json_real(out, "both", 6, both);
        json_real(out, "none", 6, xpgn_odds_chance(&odds, false, false));
        xpgn_buffer_char(out, '}');
        json_text(out, "succeeds", NULL);
        return;
    }
    json_text(out, "falls", NULL);
    if (xpgn_attempt_odds(rs, xpgn_play_position(play), facts, &attempt))
        json_real(out, "succeeds", 6, (double)attempt.succeeding / attempt.faces);
    else
        json_text(out, "succeeds", NULL);
}

/* Appends one of the castles to which a prisoner can be taken. */
static void put_castle(record *r, xpgn_buffer *out, const xpgn_position *p, xpgn_square sq) {
    xpgn_buffer words = {0};
    char square[4], name[8];
    xpgn_square_name(p, sq, square);
    (void)snprintf(name, sizeof name, "@%s", square);
    xpgn_word_translate(&words, "castle", &r->o->words);
    xpgn_buffer_printf(&words, " %s", square);
    json_open(out, NULL, "{");
    json_text(out, "action", name);
    json_text(out, "from", NULL);
    json_text(out, "to", square);
    json_move(out, "words", &words);
    json_text(out, "falls", NULL);
    json_text(out, "succeeds", NULL);
    xpgn_buffer_char(out, '}');
}

/* Appends one of the actions that the dice leave to choose from. */
static void put_choice(record *r, xpgn_buffer *out, const xpgn_play *play, const xpgn_action *a) {
    const xpgn_position *p = xpgn_play_position(play);
    xpgn_buffer name = {0};
    char whole[24];
    xpgn_freed_write(&name, p, a);
    if (name.size == 0) {
        xpgn_action_name(xpgn_play_ruleset(play), p, a, whole);
        xpgn_buffer_text(&name, whole);
    }
    json_open(out, NULL, "{");
    json_move(out, "action", &name);
    json_text(out, "from", NULL);
    json_square(out, "to", p, a->to);
    json_words(out, xpgn_play_ruleset(play), p, a, &r->o->words);
    json_text(out, "falls", NULL);
    json_text(out, "succeeds", NULL);
    xpgn_buffer_char(out, '}');
}

/* What is left to choose after dice. */
static void put_choices(record *r, xpgn_buffer *out, const recorder_state *s) {
    for (size_t i = 0; i < s->cells; i++)
        put_castle(r, out, xpgn_play_position(s->announced), s->cell[i]);
    for (size_t i = 0; i < s->choices && s->cells == 0; i++)
        put_choice(r, out, s->announced, &s->choice[i]);
}

static void put_actions(record *r, xpgn_buffer *out, const recorder_state *s) {
    static xpgn_action list[ACTIONS]; /* large */
    xpgn_facts *facts;
    char name[24];
    json_open(out, "actions", "[");
    if (s->announced != NULL && s->choices + s->cells > 0)
        put_choices(r, out, s);
    if (s->play == NULL || s->announced != NULL || s->missing || s->first || record_is_over(r)) {
        xpgn_buffer_char(out, ']');
        return;
    }
    const xpgn_position *p = xpgn_play_position(s->play);
    const xpgn_ruleset *rs = xpgn_play_ruleset(s->play);
    const size_t count = xpgn_play_actions(s->play, list, ACTIONS);
    if (xpgn_facts_new(&facts) != XPGN_OK)
        cli_no_memory(r->c);
    for (size_t i = 0; i < count && i < ACTIONS; i++) {
        xpgn_action_name(rs, p, &list[i], name);
        json_open(out, NULL, "{");
        json_text(out, "action", name);
        json_square(out, "from", p, list[i].from);
        json_square(out, "to", p, list[i].to);
        json_words(out, rs, p, &list[i], &r->o->words);
        put_chances(out, s->play, &list[i], facts);
        xpgn_buffer_char(out, '}');
    }
    xpgn_facts_free(facts);
    xpgn_buffer_char(out, ']');
}

/* ---- a reply --------------------------------------------------------------------------------- */

static void put_position(xpgn_buffer *out, const recorder_state *s) {
    xpgn_buffer xfen = {0};
    const xpgn_position *p = s->play != NULL && !s->missing ? xpgn_play_position(s->play) : NULL;
    const xpgn_ruleset *rs = s->play != NULL ? xpgn_play_ruleset(s->play) : NULL;
    json_text(out, "ruleset", rs != NULL ? xpgn_ruleset_id(rs) : NULL);
    json_text(out, "seat", p != NULL ? xpgn_seat_tag(p->seats, p->side_to_move) : NULL);
    if (p == NULL) {
        json_text(out, "xfen", NULL);
        return;
    }
    xpgn_position_write(&xfen, rs, p);
    json_move(out, "xfen", &xfen);
}

/* Appends the messages for the other parties. */
static void put_sent(record *r, xpgn_buffer *out) {
    xpgn_buffer *sent = &r->seal.at.out;
    for (size_t at = 0; at < sent->size;) {
        const char *line = sent->data + at, *end = memchr(line, '\n', sent->size - at);
        json_slice(out, NULL, (xpgn_slice){line, (size_t)(end - line)});
        at += (size_t)(end - line) + 1;
    }
    xpgn_buffer_clear(sent);
}

void record_put_json(record *r, xpgn_buffer *out, const char *reply, const xpgn_reply *a) {
    const recorder_state *s = record_state(r);
    const bool over = record_is_over(r);
    xpgn_buffer text = {0};
    json_open(out, NULL, "{");
    json_text(out, "reply", reply);
    json_known(out, "code", a->code);
    xpgn_sentence_translate(&text, cli_held(&a->text), &r->o->words);
    json_move(out, "text", &text);
    json_open(out, "sent", "[");
    put_sent(r, out);
    xpgn_buffer_char(out, ']');
    json_known(out, "no_copy", r->copy.trouble);
    json_number(out, "half_moves", s->actions);
    json_text(out, "turn", over ? NULL : s->turn);
    json_text(out, "result", s->result);
    json_flag(out, "open", s->open);
    json_flag(out, "missing", s->missing);
    json_flag(out, "may_roll", turn_roll(s) == XPGN_TURN_ROLL_MAY);
    json_flag(out, "may_end",
              s->open && s->announced == NULL && s->play != NULL && xpgn_play_may_end(s->play));
    put_position(out, s);
    put_last(out, s);
    put_sum(out, r, s->before, s->last);
    put_due(r, out, s);
    put_goes_on(out, s);
    put_dice_left(out, s);
    put_actions(r, out, s);
    xpgn_buffer_text(out, "}\n");
}

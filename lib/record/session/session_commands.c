/* SPDX-License-Identifier: MIT */
/* The commands of a session: everything except actions and dice. */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/text_out.h"
#include "record/session/recorder.h"

/* ---- words ----------------------------------------------------------------------------------- */

/* Adds something after the last action. */
static bool remark(struct recorder *r, xpgn_slice text, const char *done, xpgn_reply *a) {
    struct draft next;
    draft_grow(r, &next);
    draft_add(next.tail.size > 0 ? &next.tail : &next.body, "{%.*s}", SLICE(text));
    return recorder_change(r, &next, done, a);
}

static bool do_comment(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    if (rest.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected a comment after the word comment");
    if (slice_contains(rest, "}") || slice_contains(rest, "[%"))
        return xpgn_reply_refuse(a, "LINE", "found } or [%% in a comment, expected prose");
    return remark(r, rest, "noted", a);
}

static bool do_offer(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    if (recorder_is_over(r))
        return xpgn_reply_refuse(a, "OVER", "the game is over: %s", r->draft.result);
    if (r->now.actions == 0)
        return xpgn_reply_refuse(a, "LINE", "a draw cannot be offered before the first action");
    const char *seat = xpgn_seat_name(xpgn_play_position(r->now.play), r->now.seat);
    char done[64];
    (void)snprintf(done, sizeof done, "%s offers a draw; draw accepts it", seat);
    return remark(r, (xpgn_slice){"(=)", 3}, done, a);
}

static bool do_tag(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    char name[256];
    xpgn_slice word = line_word(&rest);
    if (word.size >= sizeof name || !xpgn_is_tag_name(word))
        return xpgn_reply_refuse(a, "LINE", "expected a name and a value: tag White Adams, R.");
    (void)snprintf(name, sizeof name, "%.*s", SLICE(word));
    if (strcmp(name, "Result") == 0)
        return xpgn_reply_refuse(a, "LINE",
                                 "the result follows from the game; see resign, draw and result");
    if (!seal_may_tag(r, name))
        return xpgn_reply_refuse(a, "LINK", "the game is sealed: %s cannot change", name);
    struct draft next;
    draft_begin(r, &next);
    bool good = draft_enter_tag(&next, name, rest, a);
    if (!good) {
        draft_free(&next);
        return false;
    }
    return recorder_change(r, &next, "noted", a);
}

/* ---- turns and dice -------------------------------------------------------------------------- */

/* Refuses messages of sealed dice, which the caller handles itself. */
static bool do_message(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)r;
    (void)rest;
    return xpgn_reply_refuse(a, "MESSAGE", "--sealed was not given");
}

static bool do_messages(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    return rest.size > 0 ? do_message(r, rest, a)
                         : xpgn_reply_refuse(a, "LINK", "--sealed was not given");
}

static bool do_roll(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    if (seal_binds(r))
        return seal_announced(r, "roll") || seal_announced_on(r) ? seal_announce_again(r, a)
                                                                 : seal_refuse_bound(r, a);
    if (!recorder_rolls(r))
        return xpgn_reply_refuse(a, "DICE", "--roll was not given: roll the dice and enter them");
    if (recorder_is_over(r))
        return xpgn_reply_refuse(a, "OVER", "the game is over: %s", r->draft.result);
    if (recorder_attack_is_open(r) && seal_means_on(r))
        return r->sealing != NULL ? recorder_roll_for(r, SEAL_ON, a)
                                  : recorder_attack_on(r, NULL, a);
    if (!recorder_may_roll(r, a))
        return false;
    intent_drop(&r->intent);
    return r->sealing != NULL ? recorder_roll_for(r, SEAL_TURN, a) : recorder_turn_roll(r, NULL, a);
}

static bool do_end(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    struct draft next;
    if (rest.size > 0)
        return xpgn_reply_refuse(a, "LINE", "found '%.*s', expected nothing after end",
                                 SLICE(rest));
    bool begun = r->now.open;
    if (seal_binds(r))
        return seal_refuse_bound(r, a);
    if (recorder_is_over(r) || r->intent.fallen || r->draft.tail.size > 0 ||
        !xpgn_play_may_end(r->now.play))
        return xpgn_reply_refuse(a, "TURN", "the turn cannot end here");
    if (!begun) {
        struct input_line l = {.word = {"--", 2}};
        recorder_entry(r, &l, a);
        return a->kind != XPGN_REPLY_ERROR;
    }
    intent_drop(&r->intent);
    draft_grow(r, &next);
    next.ended = true;
    a->show = recorder_change(r, &next, "the turn has ended", a);
    return a->show;
}

/* ---- half-moves that nobody wrote down ------------------------------------------------------- */

static bool do_missing(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    if (recorder_is_over(r))
        return xpgn_reply_refuse(a, "OVER", "the game is over: %s", r->draft.result);
    if (r->sealing != NULL)
        return xpgn_reply_refuse(a, "LINK",
                                 "with sealed dice every roll is known: nothing can be missing");
    if (r->draft.pending.size > 0)
        return xpgn_reply_refuse(a, "DICE", "dice were thrown for an action; enter it first");
    struct draft next;
    intent_drop(&r->intent);
    draft_begin(r, &next);
    next.ended = false;
    draft_add(&next.tail, "{[%%missing]}");
    return recorder_change(r, &next, "missing: what follows is not checked until you fill it in",
                           a);
}

/* Fills in the first missing half-move: inserts it into `next` before what follows. */
static void put_filled(struct recorder *r, const struct input_line *l, struct draft *next) {
    static const char mark[] = "{[%missing]}";
    xpgn_slice tail = bytes_of(&r->draft.tail);
    size_t from = sizeof mark - 1, to = from;
    while (to < tail.size &&
           (to + sizeof mark - 1 > tail.size || memcmp(tail.data + to, mark, sizeof mark - 1) != 0))
        to++;
    draft_begin(r, next);
    xpgn_buffer_clear(&next->tail);
    xpgn_buffer text = {0};
    recorder_put_number(r, &text);
    input_line_put(&text, l);
    draft_add(&next->body, "%.*s", SLICE(bytes_of(&text)));
    xpgn_buffer_put(&next->body, r->draft.tail.data + from, to - from);
    recorder_need(r, &text);
    xpgn_buffer_free(&text);
    xpgn_buffer_put(&next->tail, tail.data + to, tail.size - to);
}

/* Writes it in the form of a record, as the game is known at its place. */
static void spell_filled(struct recorder *r, struct input_line *l) {
    struct intent e = {.play = r->now.play};
    xpgn_reply unread = {XPGN_REPLY};
    if (!recorder_read_word(r, e.play, l->word, &e.action, NULL))
        return;
    recorder_action_name(r, &e.action, l->made);
    l->word = slice_of(l->made);
    if (l->after.size > 0 && xpgn_play_prepare(e.play, &e.action, &e.facts) == XPGN_OK &&
        intent_take_dice(r, &e, bytes_of(&l->after), &unread) && e.typed.size == 0) {
        xpgn_buffer_clear(&l->after);
        xpgn_roll_write(&l->after, &e.roll);
        recorder_need(r, &l->after);
    }
    xpgn_buffer_free(&e.typed);
    xpgn_buffer_free(&unread.text);
}

/* Fills in a missing half-move, after which the rest can be checked. */
static bool fill_roll(struct recorder *r, struct input_line *l, xpgn_reply *a) {
    if (l->wrong[0] != '\0')
        return xpgn_reply_refuse(a, "LINE", "%s", l->wrong);
    if (l->word.size == 0 || l->others > 0 || recorder_is_result(r, l->word))
        return xpgn_reply_refuse(a, "FILL", "expected the half-move: fill exd5 <5:2>");
    if (!recorder_may_write(r, l, a) || !recorder_number_fits(r, l, a))
        return false;
    struct draft next;
    spell_filled(r, l);
    put_filled(r, l, &next);
    uint32_t before = r->now.actions;
    if (!recorder_change(r, &next, "", a))
        return false;
    xpgn_buffer_printf(&a->text, "filled; %u more half-moves are checked",
                       (unsigned)(r->now.actions - before - 1));
    a->show = true;
    return true;
}

static bool do_fill(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    if (r->draft.tail.size == 0)
        return xpgn_reply_refuse(a, "FILL", "no half-move is missing");
    struct input_line l;
    recorder_read_line(r, &l, rest);
    bool good = fill_roll(r, &l, a);
    typed_free(&l);
    return good;
}

/* Records an action that broke a rule and stood. */
static bool do_stood(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    xpgn_buffer line = {0};
    xpgn_buffer_slice(&line, rest.size > 0 ? rest : bytes_of(&r->refused));
    if (line.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected an action: stood Ng1f4");
    xpgn_buffer_text(&line, " {[%illegal stood]}");
    recorder_need(r, &line);
    xpgn_slice left = bytes_of(&line);
    const bool result = recorder_is_result(r, line_word(&left));
    bool good =
        result ? xpgn_reply_refuse(a, "LINE", "found a result, expected an action: stood Ng1f4")
               : recorder_enter(r, bytes_of(&line), a);
    xpgn_buffer_free(&line);
    return good;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool do_show(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    xpgn_buffer_clear(&a->text);
    xpgn_position_write(&a->text, xpgn_play_ruleset(r->now.play), xpgn_play_position(r->now.play));
    a->show = true;
    return true;
}

/* True if a turn roll may be made now. */
static bool may_roll_turn(struct recorder *r) {
    return !recorder_is_over(r) && r->draft.tail.size == 0 && r->draft.pending.size == 0 &&
           !r->intent.open &&
           (xpgn_play_turn_roll(r->now.play) != XPGN_TURN_ROLL_NONE ||
            (recorder_attack_is_open(r) && seal_may_go_on(r)));
}

/* Appends the squares of an action, for programs that show a board. */
static void put_squares(const struct recorder *r, const xpgn_action *action, xpgn_buffer *b) {
    const xpgn_position *p = xpgn_play_position(recorder_play(r));
    char name[4];
    xpgn_buffer_text(b, ":");
    if (action->from != XPGN_NO_SQUARE) {
        xpgn_square_name(p, action->from, name);
        xpgn_buffer_text(b, name);
    }
    xpgn_buffer_text(b, "-");
    if (action->to != XPGN_NO_SQUARE) {
        xpgn_square_name(p, action->to, name);
        xpgn_buffer_text(b, name);
    }
}

static bool do_actions(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    xpgn_action list[1024];
    size_t n = recorder_is_over(r) || r->draft.tail.size > 0 ? 0 : recorder_list(r, list, 1024);
    const bool squares = slice_is(rest, "squares");
    xpgn_buffer_clear(&a->text);
    if (recorder_first_is_due(r))
        draft_add(&a->text, "first");
    if (recorder_rolls(r) && may_roll_turn(r))
        draft_add(&a->text, "roll");
    for (size_t i = 0; i < n && i < 1024; i++) {
        char name[24];
        recorder_action_name(r, &list[i], name);
        draft_add(&a->text, "%s", name);
        if (squares)
            put_squares(r, &list[i], &a->text);
    }
    return true;
}

/* The next exchange of an attacker that may go on, as a combat before its dice. */
static void next_exchange(const struct recorder *r, xpgn_facts *next) {
    *next = r->now.last;
    for (unsigned e = 0; e < r->now.last.roll.exchanges; e++)
        xpgn_facts_pass(next, &r->now.last.roll.exchange[e]);
    next->roll.exchanges = 0;
}

/* Shows the odds of an action, of the announced one, or of going on. */
static bool do_odds(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    struct intent e = {.play = r->intent.open ? r->intent.play : r->now.play};
    bool known = r->intent.open && rest.size == 0;
    if (rest.size == 0 && recorder_attack_is_open(r)) {
        xpgn_buffer_clear(&a->text);
        next_exchange(r, &e.facts);
        intent_put_odds(&e, &a->text);
        return true;
    }
    if (known)
        e.action = r->intent.action;
    else if (!recorder_read_word(r, e.play, rest, &e.action, NULL))
        return xpgn_reply_refuse(a, "ODDS", "found '%.*s', expected an action that is legal now",
                                 SLICE(rest));
    xpgn_buffer_clear(&a->text);
    if (xpgn_play_prepare(e.play, &e.action, &e.facts) != XPGN_OK || !e.facts.combat)
        return xpgn_reply_refuse(a, "ODDS", "this action is not a combat");
    intent_put_odds(&e, &a->text);
    return true;
}

static bool do_quit(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)rest;
    (void)r;
    a->kind = XPGN_REPLY_BYE;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool do_help(struct recorder *r, xpgn_slice rest, xpgn_reply *a);

/* A command and its function. */
struct session_command {
    recorder_word word;
    bool (*run)(struct recorder *r, xpgn_slice rest, xpgn_reply *a);
};

static const struct session_command commands[] = {
    {{"actions", "[squares]", "list what is legal now"}, do_actions},
    {{"announce", "MESSAGE", "enter the message of the party that acts (--sealed)"}, do_message},
    {{"answer", "MESSAGE", "enter the answer of another party (--sealed)"}, do_message},
    {{"annul", "", "take back the last action; its dice stay in the record"}, recorder_annul},
    {{"comment", "TEXT", "add a comment after the last action"}, do_comment},
    {{"correct", "[ACTION] [DICE]", "correct a typing error in the last action or dice"},
     recorder_correct},
    {{"draw", "", "the players have agreed to a draw"}, recorder_draw},
    {{"draw?", "", "the player offers a draw"}, do_offer},
    {{"end", "[MESSAGE]", "end the turn; with a message: a party leaves"}, do_end},
    {{"fill", "ACTION", "enter the half-move that was missing"}, do_fill},
    {{"first", "DICE", "enter the roll for first move, White's die then Black's"},
     recorder_do_first},
    {{"fix", "[NUMBER]", "show what the refused line may mean; NUMBER: enter it"}, recorder_fix},
    {{"help", "", "this list"}, do_help},
    {{"messages", "", "show your messages again, and what is awaited (--sealed)"}, do_messages},
    {{"missing", "", "this half-move was not written down"}, do_missing},
    {{"odds", "[ACTION]", "the chances of a combat"}, do_odds},
    {{"quit", "", "leave; start again with the same command to continue"}, do_quit},
    {{"resign", "[SEAT]", "the player to move, or SEAT, resigns"}, recorder_resign},
    {{"result", "RESULT", "the game has ended: 1-0"}, recorder_result},
    {{"roll", "", "roll the die of the turn (--roll, --sealed)"}, do_roll},
    {{"show", "", "the position"}, do_show},
    {{"sign", "[MESSAGE]", "sign the end, or enter a party's signature (--sealed)"}, do_messages},
    {{"stood", "[ACTION]", "an illegal action that stood; alone: the one just refused"}, do_stood},
    {{"tag", "NAME VALUE", "set a tag"}, do_tag},
    {{"undo", "", "take back the last entry"}, recorder_undo},
};

const recorder_word *recorder_words(size_t index) {
    return index < sizeof commands / sizeof *commands ? &commands[index].word : NULL;
}

static bool do_help(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    (void)r;
    (void)rest;
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_text(&a->text, "ACTION [DICE]");
    size_t i = 0;
    for (const recorder_word *w; (w = recorder_words(i)) != NULL; i++)
        xpgn_buffer_printf(&a->text, ", %s%s%s", w->name, *w->argument != '\0' ? " " : "",
                           w->argument);
    a->help = true;
    return true;
}

/* True if the command must wait: an announced action is binding and must be played first. */
static bool is_bound(const struct recorder *r, const recorder_word *w) {
    static const char *const changes[] = {"annul", "correct", "fill", "missing", "stood"};
    bool bound = seal_binds(r) || r->draft.announced.size > 0, is = false;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        is |= strcmp(w->name, changes[i]) == 0;
    return bound && is;
}

bool recorder_command(struct recorder *r, xpgn_slice word, xpgn_slice rest, xpgn_reply *a) {
    const recorder_word *w;
    size_t i = 0;
    while ((w = recorder_words(i)) != NULL && !slice_is(word, w->name))
        i++;
    if (w == NULL)
        return false;
    xpgn_buffer line = {0};
    const bool words = rest.size > 0 && w->argument[0] == '\0';
    if (words) /* draw agreed */
        xpgn_buffer_printf(&line, "%.*s %.*s", SLICE(word), SLICE(rest));
    recorder_need(r, &line);
    if (is_bound(r, w))
        seal_refuse_bound(r, a);
    else if (words && recorder_enter_ending(r, bytes_of(&line), a))
        xpgn_buffer_clear(&line);
    else if (words)
        xpgn_reply_refuse(a, "LINE", "found '%.*s', expected nothing after %s", SLICE(rest),
                          w->name);
    else
        (void)commands[i].run(r, rest, a);
    xpgn_buffer_free(&line);
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * Corrects a slip of the recorder in the last action or its dice. The play itself was right, so
 * nothing is annulled, and what follows the action stays. Where the attacker goes on, its next
 * exchange is added to the roll of the last action in the same way.
 */
#include <xpgn/play.h>

#include "internal/chance.h"
#include "internal/writers.h"
#include "record/session/recorder.h"

struct correction {
    xpgn_record *body;     /* the movetext, before and then after the correction */
    size_t last;           /* its last action */
    struct draft next;     /* the record before that, then with it */
    struct progress back;  /* the game before that action */
    xpgn_slice word;       /* the action: the new one, or unchanged */
    bool other;            /* it is new */
    char name[24];         /* the same in the format's notation */
    xpgn_slice given;      /* new dice; empty: none */
    bool on;               /* they are of one more exchange; empty: it is rolled here */
    xpgn_turn_dice before; /* new dice before it; none: as they were */
    struct intent intent;
    bool known; /* the action can be played */
};

/* Plays the record up to its last action. Of sealed dice it has a roll less than DiceOpen says. */
static bool play_back(struct recorder *r, struct correction *c, xpgn_reply *a) {
    xpgn_buffer tags = {0};
    xpgn_buffer_slice(&tags, bytes_of(&c->next.tags));
    recorder_need(r, &tags);
    draft_drop_tag(&c->next, "DiceCommit");
    draft_drop_tag(&c->next, "DiceOpen");
    recorder_need(r, &c->next.tags);
    bool good = draft_play(r, &c->next, &c->back, a);
    xpgn_buffer_free(&c->next.tags);
    c->next.tags = tags;
    return good;
}

/* Cuts the record before its last action, and plays it up to there. */
static bool go_back(struct recorder *r, struct correction *c, const struct input_line *l,
                    xpgn_reply *a) {
    size_t count;
    const xpgn_entry *list;
    const bool dice = l->word.size == 0;
    draft_begin(r, &c->next);
    c->body = draft_entries(r, bytes_of(&r->draft.body), &list, &count);
    if (c->body == NULL)
        return false;
    c->last = draft_last_action(list, count);
    c->other = !dice && !c->on;
    c->word = c->other ? l->word : list[c->last].text;
    c->given = bytes_of(dice ? &l->before : &l->after);
    draft_cut(&c->next.body, list[c->last].place.offset);
    c->next.ended = false;
    (void)snprintf(c->next.result, sizeof c->next.result, "*");
    return play_back(r, c, a);
}

/* Finds the action in its turn, with the turn roll that was given or rolled. */
static void find_corrected(struct recorder *r, struct correction *c, xpgn_slice turn_roll) {
    struct intent *e = &c->intent;
    const xpgn_play *play = c->back.play;
    if (xpgn_play_new(&e->play, xpgn_play_ruleset(play), xpgn_play_position(play)) != XPGN_OK) {
        r->lost = true;
        return;
    }
    xpgn_play_copy(e->play, play);
    if (xpgn_play_position(play)->side_to_move != r->now.seat)
        (void)xpgn_play_end(e->play);
    if (!turn_dice_read(r, e->play, turn_roll, &c->before))
        c->before = (xpgn_turn_dice){0};
    const xpgn_turn_dice *dice = turn_roll.size > 0 ? &c->before : &r->now.last.turn_roll;
    (void)xpgn_play_roll_dice(e->play, dice->die, dice->count);
    c->known = recorder_read_word(r, e->play, c->word, &e->action, NULL) &&
               xpgn_play_prepare(e->play, &e->action, &e->facts) == XPGN_OK;
    if (!c->known || !c->other)
        return;
    xpgn_action_name(xpgn_play_ruleset(e->play), xpgn_play_position(e->play), &e->action, c->name);
    c->word = slice_of(c->name);
}

/* Adds an exchange to those of the last action. */
static bool take_more(struct recorder *r, struct correction *c, xpgn_reply *a) {
    struct intent *e = &c->intent;
    if (!c->known || !intent_take_roll(e, &r->now.last.roll, a))
        return false;
    if (c->given.size > 0)
        return intent_take_dice(r, e, c->given, a);
    xpgn_play_throw_on(e->play, &e->facts, recorder_die, r, &e->roll);
    return true;
}

/* Takes the dice that are typed now, or the earlier ones if they also fit this action. */
static bool take_dice(struct recorder *r, struct correction *c, xpgn_reply *a) {
    struct intent *e = &c->intent;
    unsigned due[2] = {0, 0};
    if (!c->known)
        return true;
    if (c->given.size > 0)
        return intent_take_dice(r, e, c->given, a);
    bool fit = !xpgn_play_due(e->play, &e->facts, &e->roll, due) ||
               (r->now.last.roll.exchanges > 0 && intent_take_roll(e, &r->now.last.roll, a));
    if (fit && !xpgn_play_due(e->play, &e->facts, &e->roll, due))
        return true;
    xpgn_buffer said = {0};
    intent_put_due(&said, due);
    recorder_need(r, &said);
    xpgn_reply_refuse(a, "DICE", "expected %.*s dice after this action: correct exd5 5:2",
                      SLICE(bytes_of(&said)));
    xpgn_buffer_free(&said);
    return false;
}

/* CC-10: appends the freed prisoner, unless these dice free none, or only another one. */
static void put_freed(xpgn_buffer *b, struct recorder *r, struct correction *c, xpgn_slice given) {
    struct intent *e = &c->intent;
    const xpgn_action *old = &r->now.last.action;
    if (given.size > 0) {
        xpgn_buffer_slice(b, given);
        return;
    }
    if (!c->known || e->action.kind != XPGN_RELEASE || e->roll.exchanges == 0 ||
        xpgn_play_judge(e->play, &e->action, &e->roll, &e->facts) != XPGN_OK)
        return;
    size_t n = xpgn_play_choices(e->play, &e->facts, e->choice, CHOICES);
    const xpgn_action *freed = n == 1 ? &e->choice[0] : NULL;
    for (size_t i = 0; i < n && i < CHOICES; i++)
        if (e->choice[i].promotion == old->promotion && e->choice[i].drop == old->drop)
            freed = &e->choice[i];
    if (freed != NULL)
        xpgn_freed_write(b, xpgn_play_position(e->play), freed);
}

/* Removes [%illegal stood], as the action no longer breaks a rule. */
static void drop_stood(xpgn_buffer *b, size_t from) {
    static const char mark[] = "[%illegal stood]";
    size_t size = sizeof mark - 1, at = from;
    while (at + size <= b->size && memcmp(b->data + at, mark, size) != 0)
        at++;
    if (at + size > b->size)
        return;
    const bool alone = b->data[at - 1] == '{' && b->data[at + size] == '}';
    at -= alone;
    size += 2 * (size_t)alone;
    b->size -= size;
    memmove(b->data + at, b->data + at + size, b->size - at);
}

/* Replaces the action; what follows it stays. */
static bool put_corrected(struct recorder *r, struct correction *c, const struct input_line *l,
                          xpgn_reply *a) {
    const xpgn_entry *e = &xpgn_record_entries(c->body, &(size_t){0})[c->last];
    const struct xpgn_turn_dice_text dice = xpgn_turn_dice_text(&c->before);
    const xpgn_slice typed = bytes_of(&l->before), read = slice_of(dice.text);
    const bool other = l->word.size > 0 && typed.size > 0;
    const size_t begin = e->place.offset;
    xpgn_buffer roll = {0}, freed = {0}, text = {0};
    if (!c->known && c->given.size > 0)
        xpgn_buffer_slice(&roll, c->given);
    else
        intent_put_roll(&roll, &c->intent);
    put_freed(&freed, r, c, l->freed);
    const xpgn_entry action = {XPGN_ENTRY,
                               .turn_roll = !other          ? e->turn_roll
                                            : read.size > 0 ? read
                                                            : typed,
                               .text = c->word, .roll = bytes_of(&roll), .freed = bytes_of(&freed)};
    xpgn_entry_write(&text, &action);
    r->lost |= roll.failed || freed.failed || text.failed;
    xpgn_status status = xpgn_record_replace(c->body, c->last, bytes_of(&text));
    r->lost |= status == XPGN_NO_MEMORY;
    xpgn_buffer_clear(&c->next.body);
    xpgn_buffer_slice(&c->next.body, xpgn_record_text(c->body));
    if (c->known && r->now.last.stood)
        drop_stood(&c->next.body, begin);
    xpgn_buffer_free(&roll);
    xpgn_buffer_free(&freed);
    xpgn_buffer_free(&text);
    return status != XPGN_INVALID ||
           xpgn_reply_refuse(a, "LINE", "expected an action and its dice");
}

/* Plays the corrected record from its beginning. */
static bool play_corrected(struct recorder *r, struct correction *c, xpgn_reply *a) {
    if (!r->now.over)
        memcpy(c->next.result, r->draft.result, sizeof c->next.result);
    c->next.ended = r->draft.ended;
    return recorder_take(r, &c->next, a);
}

/* `on`: goes on with one more exchange. */
static bool correct(struct recorder *r, const struct input_line *l, bool on, xpgn_reply *a) {
    struct correction c = {.on = on};
    bool good = go_back(r, &c, l, a);
    if (good) {
        find_corrected(r, &c, l->word.size > 0 ? bytes_of(&l->before) : (xpgn_slice){"", 0});
        good = c.on ? take_more(r, &c, a) : take_dice(r, &c, a);
    }
    if (good) {
        recorder_need(r, &c.intent.typed);
        good = put_corrected(r, &c, l, a) && play_corrected(r, &c, a);
    }
    intent_drop(&c.intent);
    progress_free(&c.back);
    draft_free(&c.next);
    xpgn_record_free(c.body);
    return good;
}

/* True if the line is dice alone, and those of the turn are the last that were thrown. */
static bool is_throw(struct recorder *r, const struct input_line *l) {
    return l->word.size == 0 && turn_dice_stand(r) &&
           (turn_dice_wait(&r->draft) ||
            (r->draft.pending.size == 0 && !recorder_has_dice(&r->now.last.roll)));
}

/* `throw`: is_throw. */
static bool may_correct(struct recorder *r, const struct input_line *l, bool throw, xpgn_reply *a) {
    if (l->wrong[0] != '\0')
        return xpgn_reply_refuse(a, "LINE", "%s", l->wrong);
    if (l->word.size == 0 && l->before.size == 0)
        return xpgn_reply_refuse(a, "LINE", "expected an action, dice or both: correct exd5 5:2");
    if (l->clock[0] != '\0' || l->rest.size > 0 || l->others > 0 ||
        (l->word.size > 0 && recorder_is_result(r, l->word)))
        return xpgn_reply_refuse(a, "LINE",
                                 "expected an action and its dice; the moves after it stay");
    if (r->draft.tail.size > 0)
        return xpgn_reply_refuse(a, "DICE",
                                 "half-moves after a missing one cannot be corrected; use undo");
    if (throw)
        return true;
    if (r->draft.pending.size > 0)
        return xpgn_reply_refuse(a, "DICE",
                                 "dice were thrown for the next action; annul takes them back");
    if (r->now.actions == 0)
        return xpgn_reply_refuse(a, "DICE", "there is no action to correct");
    if (l->word.size == 0 && !recorder_has_dice(&r->now.last.roll))
        return xpgn_reply_refuse(
            a, "DICE", "the last action has no dice; to correct the action: correct ACTION");
    return true;
}

bool recorder_correct(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    if (recorder_rolls(r))
        return xpgn_reply_refuse(a, "DICE", "dice that this program rolled cannot be corrected");
    struct input_line l;
    recorder_read_line(r, &l, rest);
    const bool throw = is_throw(r, &l);
    bool good = may_correct(r, &l, throw, a) &&
                (throw ? turn_dice_correct(r, bytes_of(&l.before), a) : correct(r, &l, false, a));
    typed_free(&l);
    return good;
}

/* ---- going on -------------------------------------------------------------------------------- */

bool recorder_attack_on(struct recorder *r, const struct input_line *l, xpgn_reply *a) {
    static const struct input_line none = {.clock = ""};
    if (l != NULL && (l->clock[0] != '\0' || l->rest.size > 0))
        return xpgn_reply_refuse(a, "LINE", "expected the dice of the next exchange alone");
    return correct(r, l != NULL ? l : &none, true, a);
}

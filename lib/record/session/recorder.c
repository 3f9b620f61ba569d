/* SPDX-License-Identifier: MIT */
/* Opening or beginning a record, and entering lines, each stored before its reply. */
#include "record/session/recorder.h"

#include "core/base/option_struct.h"
#include "internal/rules.h"

#include <stdlib.h>
#include <xpgn/play.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

xpgn_status recorder_new(struct recorder **out, xpgn_catalog *catalog,
                         const recorder_options *options) {
    recorder_options o;
    if (!options_read(&o, sizeof o, options) ||
        (o.sealing != NULL && (o.sealing->size < sizeof *o.sealing || o.keep == NULL ||
                               o.announce == NULL || o.die != NULL)))
        return XPGN_INVALID;
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .incremental = true};
    const xpgn_writer_options written = {XPGN_WRITER_OPTIONS};
    struct recorder *r = calloc(1, sizeof *r);
    if (r == NULL)
        return XPGN_NO_MEMORY;
    *r = (struct recorder){.o = o,
                           .catalog = catalog,
                           .draft.result = "*",
                           .state = {sizeof r->state, .result = "*"},
                           .said = {XPGN_REPLY}};
    typed_hand_begin(&r->hand);
    if (xpgn_walk_new(&r->walk, catalog, &how) != XPGN_OK ||
        xpgn_walk_new(&r->stored.walk, catalog, &how) != XPGN_OK ||
        xpgn_writer_new(&r->writer, &written) != XPGN_OK ||
        xpgn_writer_new(&r->stored.writer, &written) != XPGN_OK) {
        recorder_free(r);
        return XPGN_NO_MEMORY;
    }
    *out = r;
    return XPGN_OK;
}

void recorder_free(struct recorder *r) {
    if (r == NULL)
        return;
    intent_drop(&r->intent);
    draft_free(&r->draft);
    progress_free(&r->now);
    xpgn_buffer_free(&r->seal.newest);
    xpgn_buffer_free(&r->seal.stood);
    xpgn_buffer_free(&r->sheet.moves);
    xpgn_buffer_free(&r->refused);
    xpgn_buffer_free(&r->text);
    xpgn_buffer_free(&r->stored.text);
    xpgn_buffer_free(&r->said.text);
    xpgn_writer_free(r->writer);
    xpgn_writer_free(r->stored.writer);
    xpgn_walk_free(r->walk);
    xpgn_walk_free(r->stored.walk);
    free(r);
}

/* Describes the announced action. */
static void tell_intent(const struct intent *e, recorder_state *s) {
    s->announced = e->play;
    s->facts = &e->facts;
    s->cells = e->cells;
    s->choices = e->choices;
    s->choice = e->choice;
    s->cell = e->cell;
    xpgn_action_name(xpgn_play_ruleset(e->play), xpgn_play_position(e->play), &e->action,
                     s->action);
    if (e->cells + e->choices > 0 || !intent_due(e, s->dice))
        s->dice[0] = s->dice[1] = 0;
}

static void tell_state(struct recorder *r) {
    recorder_state *s = &r->state;
    const struct progress *now = &r->now;
    xpgn_buffer turn = {0};
    uint32_t number;
    *s = (recorder_state){.size = sizeof *s,
                          .play = now->play,
                          .result = r->draft.result,
                          .actions = now->actions,
                          .open = now->open,
                          .missing = r->draft.tail.size > 0,
                          .refused = r->refused.size > 0,
                          .pending = bytes_of(&r->draft.pending),
                          .waits = r->seal.want != SEAL_NOTHING};
    if (now->play == NULL)
        return;
    const unsigned seat = recorder_turn_due(r, &number);
    xpgn_turn_write(&turn, xpgn_play_position(now->play)->seats, number, seat);
    recorder_need(r, &turn);
    (void)snprintf(s->turn, sizeof s->turn, "%.*s", SLICE(bytes_of(&turn)));
    xpgn_buffer_free(&turn);
    s->first = recorder_first_is_due(r);
    s->goes_on = recorder_attack_is_open(r) && seal_may_go_on(r);
    if (now->actions > 0) {
        s->last = &now->last;
        s->before = &now->before;
        s->number = now->number;
        s->seat = now->seat;
    }
    if (r->intent.open)
        tell_intent(&r->intent, s);
}

/* Begins a call; false if memory has failed before. */
static bool begin_call(struct recorder *r) {
    xpgn_reply_clear(&r->said);
    if (r->o.keep == NULL)
        r->stored.since = r->stored.text.size;
    return !r->lost;
}

static xpgn_status end_call(struct recorder *r) {
    const xpgn_reply *a = &r->said;
    recorder_need(r, &a->text);
    if (!r->lost)
        tell_state(r);
    if (r->lost)
        return XPGN_NO_MEMORY;
    return a->kind == XPGN_REPLY_ERROR ? XPGN_INVALID : XPGN_OK;
}

const xpgn_reply *recorder_reply(const struct recorder *r) {
    return &r->said;
}

const recorder_state *recorder_where(const struct recorder *r) {
    return &r->state;
}

xpgn_slice recorder_text(const struct recorder *r, size_t *kept) {
    if (kept != NULL)
        *kept = r->stored.since;
    return bytes_of(&r->stored.text);
}

const xpgn_walk *recorder_walk(const struct recorder *r) {
    return r->walk;
}

/* ---- opening and beginning ------------------------------------------------------------------- */

static void set_text(struct recorder *r, xpgn_slice text) {
    xpgn_buffer_clear(&r->text);
    xpgn_buffer_slice(&r->text, slice_given(text));
    recorder_need(r, &r->text);
}

/* Turns on sealed dice, if used, after pending entries have been taken up without them. */
static void begin_sealing(struct recorder *r) {
    r->sealing = r->o.sealing;
    seal_done(r, true);
}

/* The draft has its comments in braces, which cannot hold a }. */
static bool fits_in_braces(struct recorder *r) {
    const xpgn_entry *list;
    size_t count;
    bool fits = true;
    xpgn_record *entries = draft_entries(r, bytes_of(&r->text), &list, &count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < list[i].remark_count; k++) {
            const xpgn_slice text = list[i].remarks[k].text;
            fits = fits && (text.size == 0 || memchr(text.data, '}', text.size) == NULL);
        }
    xpgn_record_free(entries);
    return fits;
}

static bool open_text(struct recorder *r, xpgn_reply *a) {
    xpgn_buffer_clear(&r->stored.text);
    xpgn_buffer_slice(&r->stored.text, bytes_of(&r->text));
    r->stored.since = r->stored.text.size;
    recorder_need(r, &r->stored.text);
    if (!fits_in_braces(r))
        return xpgn_reply_refuse(a, "LINE", "a comment after ; contains }: remove this sign");
    if (r->lost || !recorder_read(r, &r->draft))
        return xpgn_reply_refuse(a, "", "the record has errors");
    r->begun = draft_play(r, &r->draft, &r->now, a) && recorder_resume(r, a) && !r->lost;
    return r->begun;
}

xpgn_status recorder_open(struct recorder *r, xpgn_slice text) {
    if (!begin_call(r))
        return XPGN_NO_MEMORY;
    if (r->now.play != NULL || r->draft.tags.size > 0) {
        xpgn_reply_refuse(&r->said, "OPEN", "a record has already begun");
        return end_call(r);
    }
    set_text(r, text);
    if (open_text(r, &r->said))
        begin_sealing(r);
    return end_call(r);
}

xpgn_status recorder_set_tag(struct recorder *r, const char *name, xpgn_slice value) {
    if (!begin_call(r))
        return XPGN_NO_MEMORY;
    if (r->begun || !xpgn_is_tag_name(slice_of(name)) || strcmp(name, "Result") == 0)
        xpgn_reply_refuse(&r->said, "LINE", "this tag cannot be set here");
    else
        (void)draft_enter_tag(&r->draft, name, slice_given(value), &r->said);
    draft_need(r, &r->draft);
    return end_call(r);
}

xpgn_slice recorder_tag(const struct recorder *r, const char *name) {
    return draft_tag(&r->draft, name);
}

static bool prepare(struct recorder *r, xpgn_reply *a) {
    struct draft next;
    seal_set_tags(r);
    draft_begin(r, &next);
    bool good = draft_play(r, &next, &r->now, a) && !r->lost;
    draft_free(&next);
    if (good)
        begin_sealing(r);
    return good;
}

xpgn_status recorder_prepare(struct recorder *r) {
    if (!begin_call(r))
        return XPGN_NO_MEMORY;
    if (r->begun)
        xpgn_reply_refuse(&r->said, "OPEN", "a record has already begun");
    else
        (void)prepare(r, &r->said);
    return end_call(r);
}

xpgn_status recorder_begin(struct recorder *r) {
    struct draft next;
    if (!begin_call(r))
        return XPGN_NO_MEMORY;
    if (r->begun) {
        xpgn_reply_refuse(&r->said, "OPEN", "a record has already begun");
    } else if (r->now.play != NULL || prepare(r, &r->said)) {
        draft_begin(r, &next);
        r->begun = recorder_settle(r, &next, &r->said);
        draft_free(&next);
    }
    return end_call(r);
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void take_entry(struct recorder *r, xpgn_slice line, xpgn_reply *a) {
    xpgn_buffer_clear(&r->refused);
    if (recorder_enter(r, line, a))
        return;
    xpgn_buffer_slice(&r->refused, line);
    recorder_need(r, &r->refused);
}

xpgn_status recorder_line(struct recorder *r, xpgn_slice line) {
    xpgn_reply *a = &r->said;
    if (!begin_call(r))
        return XPGN_NO_MEMORY;
    xpgn_slice rest = slice_given(line), word = {"", 0};
    if (line.size <= RECORDER_LINE)
        word = line_word(&rest);
    if (line.size > RECORDER_LINE)
        xpgn_reply_refuse(a, "LINE", "found a line of %zu bytes, expected at most %d", line.size,
                          RECORDER_LINE);
    else if (!r->begun)
        xpgn_reply_refuse(a, "OPEN", "there is no record yet");
    else if (word.size == 0)
        xpgn_reply_refuse(a, "EMPTY", "found an empty line; help lists the entries");
    else if (memchr(line.data, '\0', line.size) != NULL)
        xpgn_reply_refuse(a, "LINE", "found a NUL, expected text");
    else if (!recorder_command(r, word, rest, a))
        take_entry(r, line, a);
    return end_call(r);
}

/* ---- sealed dice ----------------------------------------------------------------------------- */

static void announce(struct recorder *r, unsigned party, xpgn_slice what, xpgn_reply *a) {
    const char *blank = memchr(what.data, ' ', what.size);
    xpgn_slice word = what, none = {"", 0};
    if (blank != NULL)
        word = (xpgn_slice){blank + 1, what.size - (size_t)(blank + 1 - what.data)};
    intent_drop(&r->intent);
    if (party != r->sealing->own)
        r->seal.offer = what;
    const bool on = xpgn_announces_on(what);
    if (on && !seal_binds(r) && !recorder_attack_is_open(r))
        xpgn_reply_refuse(a, "MESSAGE", "%.*s is announced, but cannot be played here",
                          SLICE(what));
    else if (on)
        (void)recorder_command(r, slice_of("roll"), none, a);
    else if (slice_is(what, "first") || slice_is(word, "roll"))
        (void)recorder_command(r, word, none, a);
    else
        (void)recorder_reenter(r, word, a);
    r->seal.offer.size = 0;
}

/* False if the record has no sealed dice. */
static bool begin_sealed_call(struct recorder *r) {
    if (!begin_call(r))
        return false;
    if (r->begun && r->sealing != NULL)
        return true;
    return xpgn_reply_refuse(&r->said, "LINK", "the dice are not sealed");
}

xpgn_status recorder_announce(struct recorder *r, unsigned party, xpgn_slice what) {
    if (begin_sealed_call(r)) {
        if (recorder_is_over(r))
            xpgn_reply_refuse(&r->said, "MESSAGE", "the game is over: %s", r->draft.result);
        else
            announce(r, party, slice_given(what), &r->said);
    }
    return end_call(r);
}

xpgn_status recorder_go_on(struct recorder *r) {
    if (begin_sealed_call(r)) {
        if (seal_binds(r))
            (void)seal_announce_again(r, &r->said);
        else
            xpgn_reply_refuse(&r->said, "LINK", "nothing has been announced");
    }
    return end_call(r);
}

xpgn_status recorder_sign(struct recorder *r) {
    struct draft next;
    if (begin_sealed_call(r)) {
        r->seal.signing = true;
        draft_begin(r, &next);
        (void)recorder_settle(r, &next, &r->said);
        draft_free(&next);
        r->seal.signing = false;
    }
    return end_call(r);
}

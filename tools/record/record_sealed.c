/* SPDX-License-Identifier: MIT */
/*
 * Sealed dice: the party that acts announces its action with a link and a signature; from then on
 * the action binds, and the others answer. Messages are in the journal before they are shown, so
 * that a recorder that was killed continues with the same action and the same link
 * (shared/sealed/seal_party.h).
 */
#include "record/record_tool.h"

#include <string.h>

/* ---- opening --------------------------------------------------------------------------------- */

bool seal_open(record *r, bool new) {
    seal *s = &r->seal;
    const char *path = r->o->sealed;
    s->at.journal.fd = -1;
    if (path == NULL)
        return true;
    s->on = true;
    return cli_seal_open(r->c, &s->at, s->sealer, strcmp(path, "-") != 0 ? path : NULL) &&
           (!new || !s->at.has_chain || cli_chain_is_new(r->c, &s->at.chain)) &&
           cli_seal_begin(&s->at, recorder_walk(r->recorder), r->o->common.files.item[0]);
}

void seal_close(record *r) {
    if (r->seal.on)
        cli_seal_close(&r->seal.at);
    dice_chain_free(r->seal.sealer);
}

bool seal_binds(const record *r) {
    return r->seal.on && r->seal.at.now.open;
}

/* ---- announcements --------------------------------------------------------------------------- */

/* After a failed entry, makes sure that the record on disk is the one before it, writing it again
   if necessary. Returns NULL, or a code with the reason in *why. */
static const char *be_sure(record *r, xpgn_buffer *why) {
    char text[RECORDER_WHY] = "";
    if (!r->file.unsure || record_save(r, r->recorder, text))
        return NULL;
    xpgn_buffer_printf(why, "not recorded: %s", text);
    return "DISK";
}

/* Appends why this party could not send or accept a message; returns the code. */
static const char *put_reason(const cli_seal *s, xpgn_buffer *why) {
    if (s->why[0] != '\0') {
        xpgn_buffer_text(why, s->why);
        return "LINK";
    }
    if (cli_seal_owes(s))
        xpgn_buffer_printf(why,
                           "%s is binding, but was not answered: see the message above; enter "
                           "messages to try again",
                           s->now.what);
    else
        xpgn_buffer_text(why, "nothing was announced: see the message above");
    return "DISK";
}

static const char *accept_offer(seal *s, const char *what, unsigned actor, xpgn_buffer *why) {
    const xpgn_message *told = &s->told;
    xpgn_slice line = s->offer;
    if (!cli_equal(told->text, cli_slice(what)) || told->party != actor) {
        xpgn_buffer_printf(why, "%s announces %.*s, expected %s of %s",
                           xpgn_party_name(told->party), (int)told->text.size, told->text.data,
                           what, xpgn_party_name(actor));
        return "MESSAGE";
    }
    s->offer.size = 0;
    return cli_seal_accept(&s->at, line, told) ? NULL : put_reason(&s->at, why);
}

const char *seal_announce(void *data, const char *what, unsigned actor, xpgn_buffer *why) {
    record *r = data;
    seal *s = &r->seal;
    const char *code = be_sure(r, why);
    if (code != NULL)
        return code;
    s->at.why[0] = '\0';
    if (s->offer.size > 0)
        return accept_offer(s, what, actor, why);
    return cli_seal_announce(&s->at, what, actor) ? NULL : put_reason(&s->at, why);
}

/* ---- messages -------------------------------------------------------------------------------- */

static bool refuse_message(xpgn_reply *a, const char *code, xpgn_buffer *why) {
    xpgn_reply_refuse(a, code, "%.*s", (int)why->size, cli_held(why).data);
    xpgn_buffer_free(why);
    return false;
}

/* True if the record on disk is certain, so that messages can be accepted; otherwise *a says why
   not. */
static bool may_go_on(record *r, xpgn_reply *a) {
    xpgn_buffer why = {0};
    const char *code = be_sure(r, &why);
    r->seal.at.why[0] = '\0';
    return code == NULL || refuse_message(a, code, &why);
}

static bool refuse_seal(const record *r, xpgn_reply *a) {
    xpgn_buffer why = {0};
    const char *code = put_reason(&r->seal.at, &why);
    return refuse_message(a, code, &why);
}

static bool answer_with(xpgn_reply *a, const char *text) {
    xpgn_reply_clear(a);
    xpgn_buffer_text(&a->text, text);
    return true;
}

/* True if all have answered but the roll is not recorded, because the disk failed. */
static bool is_decided(const record *r) {
    xpgn_sealed_roll roll;
    return recorder_sealed_complete(&r->seal.at.now, &roll);
}

static bool waits(const record *r) {
    return (cli_seal_owes(&r->seal.at) || is_decided(r)) && !record_is_over(r);
}

static bool seal_goes_on(record *r, xpgn_reply *a) {
    return record_hear(r, recorder_go_on(r->recorder), a);
}

/* Enters the action that another party announces. The recorder calls seal_announce, which accepts
   the message, if it can be played. */
static bool enter_message(record *r, xpgn_slice line, const xpgn_message *told, xpgn_reply *a) {
    seal *s = &r->seal;
    s->offer = line;
    s->told = *told;
    bool good = record_hear(r, recorder_announce(r->recorder, told->party, told->text), a);
    s->offer.size = 0;
    return good;
}

/* Writes the signatures of the end received so far into the record. */
static bool write_signs(record *r, const char *done, xpgn_reply *a) {
    return record_hear(r, recorder_sign(r->recorder), a) && answer_with(a, done);
}

static bool take_accepted(record *r, const xpgn_message *told, xpgn_reply *a) {
    const char *name = xpgn_party_name(told->party);
    char done[64];
    if (told->kind == XPGN_MESSAGE_SIGN) {
        (void)snprintf(done, sizeof done, "%s has signed the end", name);
        return write_signs(r, done, a);
    }
    if (seal_binds(r) && record_state(r)->waits)
        return seal_goes_on(r, a);
    (void)snprintf(done, sizeof done, "%s leaves; the others roll without it", name);
    return answer_with(a, done);
}

/* True if this side has signed the end and the record lacks the signature in this message. */
static bool lacks_sign(const record *r, const xpgn_message *told) {
    const xpgn_sealing *s = &r->seal.at.now;
    return told->kind == XPGN_MESSAGE_SIGN && (s->signed_end >> told->party & 1u) == 0 &&
           s->own < XPGN_PARTIES && (s->result_signs.parties >> s->own & 1u) != 0 &&
           strcmp(s->result, record_state(r)->result) == 0;
}

static bool take_known(record *r, const xpgn_message *told, xpgn_reply *a) {
    if (waits(r))
        return seal_goes_on(r, a);
    return lacks_sign(r, told) ? write_signs(r, "known", a) : answer_with(a, "already received");
}

static bool take_new(record *r, xpgn_slice line, const xpgn_message *told, xpgn_reply *a) {
    if (record_is_over(r) && told->kind <= XPGN_MESSAGE_ANSWER)
        return xpgn_reply_refuse(a, "MESSAGE", "the game is over: %s", record_state(r)->result);
    if (told->kind == XPGN_MESSAGE_ANNOUNCE)
        return enter_message(r, line, told, a);
    if (!may_go_on(r, a))
        return false;
    return cli_seal_accept(&r->seal.at, line, told) ? take_accepted(r, told, a) : refuse_seal(r, a);
}

/* Processes a message of another party. */
static bool take_message(record *r, xpgn_slice line, xpgn_reply *a) {
    seal *s = &r->seal;
    xpgn_message told;
    (void)answer_with(a, "");
    switch (cli_seal_check(&s->at, line, record_state(r)->result, &told)) {
    case SEAL_NEW:
        return take_new(r, line, &told, a);
    case SEAL_KNOWN:
        return take_known(r, &told, a);
    case SEAL_EARLY:
        return xpgn_reply_refuse(a, "EARLY", "%s", s->at.why);
    default:
        return xpgn_reply_refuse(a, "MESSAGE", "%s", s->at.why);
    }
}

/* Sends own messages about the next roll again, and processes those of others again. */
static bool take_up_line(record *r, xpgn_slice line, xpgn_reply *a) {
    xpgn_message told;
    xpgn_fault fault;
    const xpgn_sealing *now = &r->seal.at.now;
    if (xpgn_message_read(line, &told, &fault) != XPGN_OK || told.kind > XPGN_MESSAGE_ANSWER ||
        told.number != now->rolls + 1)
        return true;
    if (told.party != now->own)
        return take_message(r, line, a);
    return told.kind == XPGN_MESSAGE_ANSWER || now->open ||
           record_hear(r, recorder_announce(r->recorder, told.party, told.text), a);
}

bool seal_take_up(record *r) {
    seal *s = &r->seal;
    xpgn_reply a = {XPGN_REPLY};
    xpgn_slice line;
    bool good = !seal_binds(r) || record_state(r)->announced != NULL || seal_goes_on(r, &a);
    xpgn_buffer lines = {0}; /* a copy: the journal grows meanwhile */
    xpgn_buffer_slice(&lines, cli_held(&s->at.journal.text));
    record_need(r, &lines);
    cli_journal then = {.text = lines, .head = s->at.journal.head};
    for (size_t at = 0; s->on && good && !record_is_over(r) && cli_journal_next(&then, &at, &line);)
        good = take_up_line(r, line, &a);
    record_need(r, &a.text);
    if (!good)
        cli_message(r->c, "%s: %.*s [%s]", s->at.journal.path, (int)a.text.size, a.text.data,
                    a.code);
    xpgn_buffer_free(&lines);
    xpgn_buffer_free(&a.text);
    return good;
}

/* ---- the commands ---------------------------------------------------------------------------- */

/* Replies with own messages again, and with what is awaited. */
static bool repeat(record *r, xpgn_reply *a) {
    const cli_seal *s = &r->seal.at;
    cli_seal_repeat(&r->seal.at);
    (void)answer_with(a, "");
    if (waits(r))
        return seal_goes_on(r, a);
    if (seal_binds(r) && !record_is_over(r)) {
        a->kind = XPGN_REPLY_AWAIT;
        xpgn_buffer_printf(&a->text, "%u ", (unsigned)s->now.rolls + 1);
        recorder_sealed_awaited(&a->text, &s->now, false);
        return true;
    }
    xpgn_buffer_text(&a->text, "game ");
    chain_link_write(&a->text, &s->game);
    xpgn_buffer_printf(&a->text, ", %u rolls", (unsigned)s->now.rolls);
    if (record_is_over(r)) {
        xpgn_buffer_text(&a->text, ", not signed by: ");
        recorder_sealed_awaited(&a->text, &s->now, true);
    }
    return true;
}

static bool sign(record *r, xpgn_reply *a) {
    if (!record_is_over(r))
        return xpgn_reply_refuse(a, "LINK", "the game is not over: enter its result first");
    if (!may_go_on(r, a))
        return false;
    return cli_seal_sign(&r->seal.at, record_state(r)->result) ? write_signs(r, "signed", a)
                                                               : refuse_seal(r, a);
}

bool seal_line(record *r, xpgn_slice line, xpgn_reply *a) {
    xpgn_slice rest = line, word = record_word(&rest);
    const bool bare = rest.size == 0;
    bool message = cli_equal(word, cli_slice("announce")) || cli_equal(word, cli_slice("answer"));
    if (!r->seal.on)
        return false;
    message |= !bare && (cli_equal(word, cli_slice("sign")) || cli_equal(word, cli_slice("end")));
    if (message) { /* with one blank, as in what is signed */
        xpgn_buffer text = {0};
        xpgn_buffer_printf(&text, "%.*s %.*s", (int)word.size, word.data, (int)rest.size,
                           rest.data);
        record_need(r, &text);
        (void)take_message(r, cli_held(&text), a);
        xpgn_buffer_free(&text);
    } else if (bare && cli_equal(word, cli_slice("messages"))) {
        (void)repeat(r, a);
    } else if (bare && cli_equal(word, cli_slice("sign"))) {
        (void)sign(r, a);
    } else {
        return false;
    }
    record_need(r, &a->text);
    return true;
}

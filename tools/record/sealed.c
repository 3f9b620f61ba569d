/* SPDX-License-Identifier: MIT */
/*
 * Sealed dice: the party that acts announces its action with a link and a signature; from then on
 * the action binds, and the others answer. What is said is in the journal before it is shown, so
 * that a scribe who was killed goes on with the same action and the same link (cli/seal.h).
 */
#include "record/record.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

/* The words that stand for rolls without an action. */
static const char roll_word[] = "roll", first_word[] = "first";

bool record_rolls(const record *r) {
    return r->o->roll || r->seal.on;
}

/* ---- opening --------------------------------------------------------------------------------- */

static void set_tag(const record *r, sheet *next, const char *name, xpgn_buffer *text) {
    record_need(r, text);
    record_set_tag(next, name, slice_of(text));
    xpgn_buffer_free(text);
}

void seal_set_tags(record *r) {
    const xpgn_ruleset *rules = NULL;
    xpgn_slice unknown, none = {"", 0};
    xpgn_slice variant = record_tag(&r->sheet, "Variant");
    xpgn_slice options = record_tag(&r->sheet, "RuleOptions");
    xpgn_buffer digest = {0};
    if (r->o->sealed == NULL ||
        xpgn_catalog_find(r->catalog, variant.size > 0 ? variant : none,
                          options.size > 0 ? options : none, &rules, &unknown) != XPGN_OK)
        return;
    if (xpgn_ruleset_digest(&digest, rules) != XPGN_OK)
        cli_no_memory(r->c);
    set_tag(r, &r->sheet, "RulesDigest", &digest);
    sheet_need(r, &r->sheet);
}

bool seal_open(record *r, bool new) {
    seal *s = &r->seal;
    const char *path = r->o->sealed;
    s->at.journal.fd = -1;
    if (path == NULL)
        return true;
    s->on = true;
    if (!cli_seal_open(r->c, &s->at, s->sealer, strcmp(path, "-") != 0 ? path : NULL) ||
        (new && s->at.has_chain && !cli_chain_is_new(r->c, &s->at.chain)) ||
        !cli_seal_begin(&s->at, r->walk, r->o->common.files.item[0]))
        return false;
    seal_done(r, true);
    return true;
}

void seal_close(record *r) {
    post_close(r);
    if (r->seal.on)
        cli_seal_close(&r->seal.at);
    xpgn_sealer_free(r->seal.sealer);
    xpgn_buffer_free(&r->seal.shown);
    xpgn_buffer_free(&r->seal.newest);
    xpgn_buffer_free(&r->seal.stood);
}

/* ---- what is announced ----------------------------------------------------------------------- */

/* "12... exd5", "12. roll", "first" */
static void put_what(const record *r, unsigned want, char what[CLI_WHAT]) {
    xpgn_buffer b = {0};
    char name[24];
    const xpgn_position *p = xpgn_play_position(r->entry.open ? r->entry.play : r->now.play);
    if (want != SEAL_FIRST) {
        cli_put_turn(&b, p->number, p->side_to_move, p->seats);
        xpgn_buffer_char(&b, ' ');
    }
    if (want == SEAL_ACTION) {
        record_action_name(r, &r->entry.action, name);
        xpgn_buffer_slice(&b, xpgn_announced((xpgn_slice){name, strlen(name)}));
    } else {
        xpgn_buffer_text(&b, want == SEAL_FIRST ? first_word : roll_word);
    }
    record_need(r, &b);
    (void)snprintf(what, CLI_WHAT, "%.*s", (int)b.size, b.data);
    xpgn_buffer_free(&b);
}

static unsigned actor_of(const record *r, unsigned want) {
    const xpgn_position *p = xpgn_play_position(r->entry.open ? r->entry.play : r->now.play);
    return want == SEAL_FIRST ? (unsigned)XPGN_PARTY_WHITE
                              : xpgn_party_of(p->seats, p->side_to_move);
}

/* The word after the number of what was announced. */
static const char *word_of(const char *what) {
    const char *blank = strchr(what, ' ');
    return blank != NULL ? blank + 1 : what;
}

bool record_announced(const record *r, const char *word) {
    return r->seal.at.open && strcmp(word_of(r->seal.at.what), word) == 0;
}

bool record_is_announced(const record *r, xpgn_slice word) {
    char name[24];
    xpgn_action action;
    const xpgn_play *play = r->entry.open ? r->entry.play : r->now.play;
    const char *announced = word_of(r->seal.at.what);
    if (record_announced(r, roll_word) || record_announced(r, first_word))
        return false;
    if (slice_is(word, announced))
        return true;
    if (!record_find_word(play, word, &action))
        return false;
    record_action_name(r, &action, name);
    return slice_is(xpgn_announced((xpgn_slice){name, strlen(name)}), announced);
}

bool record_announce_again(record *r, reply *a) {
    const char *word = word_of(r->seal.at.what);
    if (record_announced(r, roll_word))
        return record_go_on(r, SEAL_TURN, a);
    if (record_announced(r, first_word))
        return record_go_on(r, SEAL_FIRST, a);
    if (!r->entry.open)
        return record_reenter(r, (xpgn_slice){word, strlen(word)}, a);
    return record_go_on(r, SEAL_ACTION, a);
}

bool seal_binds(const record *r) {
    return r->seal.on && r->seal.at.open;
}

bool record_refuse_bound(const record *r, reply *a) {
    xpgn_slice what = slice_of(&r->sheet.announced);
    if (seal_binds(r))
        what = (xpgn_slice){r->seal.at.what, strlen(r->seal.at.what)};
    return record_refuse(a, "LINK",
                         "%.*s has been announced for roll %u: it binds, and nothing else can be "
                         "entered but messages and a result",
                         (int)what.size, what.data, (unsigned)r->seal.at.rolls + 1);
}

void seal_forget(record *r) {
    r->seal.want = SEAL_NOTHING;
}

/* ---- rolls ----------------------------------------------------------------------------------- */

static bool refuse_seal(const record *r, reply *a) {
    const cli_seal *s = &r->seal.at;
    if (s->why[0] != '\0')
        return record_refuse(a, "LINK", "%s", s->why);
    if (cli_seal_owes(s))
        return record_refuse(a, "DISK",
                             "%s binds, but nothing was said to it: a message tells why; the word "
                             "messages tries again",
                             s->what);
    return record_refuse(a, "DISK", "nothing was announced: a message tells why");
}

/* Has the roll been announced, by this side now or by another one? */
static bool is_announced(record *r, unsigned want, reply *a) {
    seal *s = &r->seal;
    char what[CLI_WHAT];
    const unsigned actor = actor_of(r, want);
    put_what(r, want, what);
    s->at.why[0] = '\0';
    if (s->offer.size == 0)
        return cli_seal_announce(&s->at, what, actor) || refuse_seal(r, a);
    if (!slice_is(s->told.text, what) || s->told.party != actor)
        return record_refuse(a, "MESSAGE", "%s announces %.*s, expected %s of %s",
                             xpgn_party_name(s->told.party), (int)s->told.text.size,
                             s->told.text.data, what, xpgn_party_name(actor));
    xpgn_slice line = s->offer;
    s->offer.size = 0;
    return cli_seal_accept(&s->at, line, &s->told) || refuse_seal(r, a);
}

static void put_awaited(xpgn_buffer *b, const seal *s) {
    xpgn_buffer_printf(b, "%u ", (unsigned)s->at.rolls + 1);
    cli_seal_put_awaited(b, &s->at, false);
}

bool seal_ready(record *r, unsigned want, reply *a) {
    seal *s = &r->seal;
    if (!record_be_sure(r, a) || !is_announced(r, want, a))
        return false;
    s->want = want;
    if (cli_seal_complete(&s->at, &s->roll)) {
        s->rolled = true;
        return true;
    }
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_AWAIT;
    put_awaited(&a->text, s);
    return false;
}

unsigned record_die(record *r) {
    unsigned faces = xpgn_play_faces(r->now.play);
    return r->seal.on ? xpgn_sealed_die(r->seal.sealer, &r->seal.roll, faces)
                      : 1 + randombytes_uniform(faces);
}

/* The signatures of the end are of the record as it is, and of no other. */
static void put_signs(const record *r, sheet *next) {
    const seal *s = &r->seal;
    xpgn_buffer text = {0};
    if (s->signing && s->at.rolls == 0) {
        xpgn_buffer_text(&text, "0 ");
        xpgn_links_write(&text, &s->at.commit);
        set_tag(r, next, "DiceOpen", &text);
        text = (xpgn_buffer){0};
    }
    if (s->signing)
        xpgn_signatures_write(&text, &s->at.result_signs);
    if (s->signing || record_tag(next, "DiceSign").data != NULL)
        set_tag(r, next, "DiceSign", &text);
    xpgn_buffer_free(&text);
}

void seal_put_open(record *r, sheet *next) {
    const seal *s = &r->seal;
    xpgn_buffer text = {0};
    if (s->on)
        put_signs(r, next);
    if (!s->rolled)
        return;
    xpgn_buffer_printf(&text, "%u ", (unsigned)s->at.rolls + 1);
    xpgn_links_write(&text, &s->at.next);
    set_tag(r, next, "DiceOpen", &text);
    xpgn_signatures_write(&text, &s->at.signs);
    set_tag(r, next, "DiceLast", &text);
}

/* The last line of a transcript, without its end; it is taken off. */
static xpgn_slice take_last_line(xpgn_slice *text) {
    size_t end = text->size > 0 ? text->size - 1 : 0, begin = end;
    while (begin > 0 && text->data[begin - 1] != '\n')
        begin--;
    text->size = begin;
    return (xpgn_slice){text->data + begin, end - begin};
}

static bool begins_with(xpgn_slice line, const char *word) {
    size_t size = strlen(word);
    return line.size > size && memcmp(line.data, word, size) == 0;
}

/* Does the transcript end with a roll that was annulled, or with one of a turn that goes on? */
static void note_end(seal *s, xpgn_slice text) {
    xpgn_slice line = take_last_line(&text), word = line;
    s->annulled_last = begins_with(line, "annulled ");
    if (begins_with(line, "open "))
        word = line = take_last_line(&text);
    s->standing[0] = '\0';
    (void)line_word(&word); /* its number */
    if (line.size > 0 && line.data[0] >= '0' && line.data[0] <= '9' &&
        slice_is(line_word(&word), roll_word))
        (void)snprintf(s->standing, sizeof s->standing, "%.*s", (int)word.size, word.data);
}

/* What may be annulled: the newest roll, and the turn roll before it if that is of its turn. */
static void note_newest(record *r) {
    seal *s = &r->seal;
    xpgn_sealed_entry e, before;
    xpgn_sealed_game game;
    uint32_t k = s->at.rolls;
    xpgn_buffer_clear(&s->newest);
    xpgn_buffer_clear(&s->stood);
    s->annulled_last = false;
    s->standing[0] = '\0';
    if (xpgn_walk_sealed(r->walk, &game) != XPGN_OK)
        return;
    note_end(s, game.text);
    if (!xpgn_walk_sealed_roll(r->walk, k, &e))
        return;
    xpgn_buffer_printf(&s->newest, "[%%annulled %.*s %.*s]", (int)e.announced.size,
                       e.announced.data, (int)e.dice.size, e.dice.data);
    if (xpgn_walk_sealed_roll(r->walk, k - 1, &before) && before.announced.size > 4 &&
        memcmp(before.announced.data + before.announced.size - 4, roll_word, 4) == 0)
        xpgn_buffer_printf(&s->stood, "[%%annulled %.*s %.*s stands] ", (int)before.announced.size,
                           before.announced.data, (int)before.dice.size, before.dice.data);
    record_need(r, &s->newest);
    record_need(r, &s->stood);
}

bool seal_settled(record *r, reply *a) {
    cli_journal *j = &r->seal.at.journal;
    return !r->seal.on || cli_journal_cut(j) ||
           record_refuse(a, "DISK", "not recorded: %s: %s", j->path, strerror(errno));
}

void seal_done(record *r, bool good) {
    seal *s = &r->seal;
    s->rolled = false;
    if (!s->on || !good)
        return;
    uint32_t rolls = s->at.rolls;
    (void)cli_seal_follow(&s->at, r->walk);
    if (s->at.rolls != rolls)
        s->want = SEAL_NOTHING;
    note_newest(r);
}

/* ---- changes --------------------------------------------------------------------------------- */

bool seal_may_tag(const record *r, const char *name) {
    static const char *const sealed[] = {
        "White",       "Red",      "Black",    "Green",    "Event",     "Round",       "Variant",
        "RuleOptions", "FEN",      "XFEN",     "SetUp",    "FirstRoll", "RulesDigest", "DiceCommit",
        "DiceKey",     "DiceOpen", "DiceLast", "DiceSign", NULL};
    bool is = false;
    for (size_t i = 0; sealed[i] != NULL; i++)
        is |= strcmp(sealed[i], name) == 0;
    return !r->seal.on || !is;
}

bool seal_has_signed(const record *r) {
    const cli_seal *s = &r->seal.at;
    return r->seal.on && s->own < XPGN_PARTIES && (s->result_signs.parties >> s->own & 1u) != 0 &&
           strcmp(s->result, r->sheet.result) == 0;
}

bool seal_may_change_last(const record *r, reply *a) {
    return !r->seal.on || !r->seal.annulled_last ||
           record_refuse(a, "LINK", "a sealed roll comes after the last action: it stays");
}

void seal_annul_last(record *r, sheet *next) {
    const seal *s = &r->seal;
    const xpgn_facts *f = &r->now.last;
    bool both = f->turn_roll != 0 && record_has_dice(&f->roll);
    sheet_add(&next->body, "{%.*s%.*s}", both ? (int)s->stood.size : 0, slice_of(&s->stood).data,
              (int)s->newest.size, slice_of(&s->newest).data);
    if (!both)
        return;
    xpgn_buffer_printf(&next->pending, "%u", f->turn_roll);
    next->stands = true;
}

/* ---- messages -------------------------------------------------------------------------------- */

bool seal_has_fallen(const record *r) {
    xpgn_sealed_roll roll;
    return r->seal.on && cli_seal_complete(&r->seal.at, &roll);
}

/* An announcement that is right: the action is entered, and accepted if it can be played. */
static bool take_announcement(record *r, xpgn_slice line, const cli_told *told, reply *a) {
    seal *s = &r->seal;
    char what[CLI_WHAT];
    (void)snprintf(what, sizeof what, "%.*s", (int)told->text.size, told->text.data);
    const char *word = word_of(what);
    bool good, first = strcmp(what, first_word) == 0, roll = strcmp(word, roll_word) == 0;
    if (record_is_over(r))
        return record_refuse(a, "MESSAGE", "the game is over: %s", r->sheet.result);
    entry_drop(&r->entry);
    s->offer = line;
    s->told = *told;
    if (first || roll)
        good = record_command(r, (xpgn_slice){word, strlen(word)}, (xpgn_slice){"", 0}, a) &&
               a->kind != REPLY_ERROR;
    else
        good = record_reenter(r, (xpgn_slice){word, strlen(word)}, a);
    s->offer.size = 0;
    return good;
}

/* Writes the signatures of the end that are there. */
static bool write_signs(record *r, const char *done, reply *a) {
    sheet next;
    r->seal.signing = true;
    sheet_begin(r, &next);
    bool good = record_settle(r, &next, a);
    sheet_free(&next);
    r->seal.signing = false;
    if (!good)
        return false;
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_OK;
    xpgn_buffer_text(&a->text, done);
    return true;
}

static bool take_accepted(record *r, const cli_told *told, reply *a) {
    seal *s = &r->seal;
    const char *name = xpgn_party_name(told->party);
    char done[64];
    if (told->kind == TELL_SIGN) {
        (void)snprintf(done, sizeof done, "%s has signed the end", name);
        return write_signs(r, done, a);
    }
    if (s->at.open && s->want != SEAL_NOTHING)
        return record_go_on(r, s->want, a);
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_printf(&a->text, "%s leaves the dice to the others", name);
    return true;
}

bool record_message(record *r, xpgn_slice line, reply *a) {
    seal *s = &r->seal;
    cli_told told;
    if (!s->on)
        return record_refuse(a, "MESSAGE", "--sealed was not given");
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_OK;
    switch (cli_seal_check(&s->at, line, r->sheet.result, &told)) {
    case SEAL_NEW:
        break;
    case SEAL_KNOWN:
        if ((cli_seal_owes(&s->at) || seal_has_fallen(r)) && !record_is_over(r))
            return record_announce_again(r, a);
        if (told.kind == TELL_SIGN && (s->at.signed_end >> told.party & 1u) == 0 &&
            seal_has_signed(r))
            return write_signs(r, "known", a);
        xpgn_buffer_text(&a->text, "known: it was taken before");
        return true;
    case SEAL_EARLY:
        return record_refuse(a, "EARLY", "%s", s->at.why);
    default:
        return record_refuse(a, "MESSAGE", "%s", s->at.why);
    }
    if (told.kind == TELL_ANNOUNCE)
        return take_announcement(r, line, &told, a);
    if (record_is_over(r) && told.kind == TELL_ANSWER)
        return record_refuse(a, "MESSAGE", "the game is over: %s", r->sheet.result);
    s->at.why[0] = '\0';
    if (!record_be_sure(r, a))
        return false;
    return cli_seal_accept(&s->at, line, &told) ? take_accepted(r, &told, a) : refuse_seal(r, a);
}

/* Own words about the next roll are said again; those of others are taken again. */
static bool take_up_line(record *r, xpgn_slice line, reply *a) {
    cli_told told;
    seal *s = &r->seal;
    if (cli_told_read(line, &told) != NULL || told.kind > TELL_ANSWER ||
        told.number != s->at.rolls + 1)
        return true;
    if (told.party != s->at.own)
        return record_message(r, line, a);
    if (told.kind == TELL_ANSWER || s->at.open)
        return true;
    (void)snprintf(s->at.what, sizeof s->at.what, "%.*s", (int)told.text.size, told.text.data);
    s->at.open = true; /* what it says is announced again */
    bool roll = record_announced(r, roll_word), first = record_announced(r, first_word);
    s->at.open = false;
    xpgn_slice word = {told.text.data + told.text.size - strlen(word_of(s->at.what)),
                       strlen(word_of(s->at.what))};
    if (roll || first)
        return record_command(r, word, (xpgn_slice){"", 0}, a) && a->kind != REPLY_ERROR;
    return record_reenter(r, word, a);
}

bool seal_take_up(record *r) {
    seal *s = &r->seal;
    reply a = {0};
    xpgn_slice line;
    bool good = !seal_binds(r) || r->entry.open || record_announce_again(r, &a);
    xpgn_buffer lines = {0}; /* the journal grows meanwhile */
    xpgn_buffer_slice(&lines, slice_of(&s->at.journal.text));
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

bool record_messages(record *r, xpgn_slice rest, reply *a) {
    seal *s = &r->seal;
    (void)rest;
    if (!s->on)
        return record_refuse(a, "LINK", "--sealed was not given");
    cli_seal_repeat(&s->at);
    xpgn_buffer_clear(&a->text);
    if ((cli_seal_owes(&s->at) || seal_has_fallen(r)) && !record_is_over(r))
        return record_announce_again(r, a);
    if (seal_binds(r) && !record_is_over(r)) {
        a->kind = REPLY_AWAIT;
        put_awaited(&a->text, s);
        return true;
    }
    xpgn_buffer_text(&a->text, "game ");
    xpgn_link_write(&a->text, &s->at.game);
    xpgn_buffer_printf(&a->text, ", %u rolls", (unsigned)s->at.rolls);
    if (record_is_over(r)) {
        xpgn_buffer_text(&a->text, ", not signed by: ");
        cli_seal_put_awaited(&a->text, &s->at, true);
    }
    return true;
}

bool record_sign(record *r, xpgn_slice rest, reply *a) {
    seal *s = &r->seal;
    if (rest.size > 0 || !s->on)
        return record_refuse(a, "LINK", s->on ? "this is no message" : "--sealed was not given");
    if (!record_is_over(r))
        return record_refuse(a, "LINK", "the game is not over: its result comes first");
    s->at.why[0] = '\0';
    if (!record_be_sure(r, a))
        return false;
    return cli_seal_sign(&s->at, r->sheet.result) ? write_signs(r, "signed", a) : refuse_seal(r, a);
}

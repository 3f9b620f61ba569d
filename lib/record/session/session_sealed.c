/* SPDX-License-Identifier: MIT */
/*
 * Sealed dice in a record: announcements, when dice may be taken, and the tags with the links that
 * decided them. The caller handles chains and messages (xpgn_sealing).
 */
#include <xpgn/play.h>
#include <xpgn/rulesets.h>

#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/rules.h"
#include "internal/text_out.h"
#include "meant/import/import.h"
#include "record/sealed/link_tags.h"
#include "record/session/recorder.h"

/* The words for rolls without an action. */
static const char roll_word[] = "roll", first_word[] = "first";

bool recorder_sealed_complete(const xpgn_sealing *s, xpgn_sealed_roll *roll) {
    if (!s->open || (s->next.parties & s->commit.parties) != s->commit.parties)
        return false;
    xpgn_sealed_begin(roll, &s->next, s->rolls + 1, &s->digest);
    return true;
}

void recorder_sealed_awaited(xpgn_buffer *b, const xpgn_sealing *s, bool end) {
    unsigned there = end ? s->signed_end | s->result_signs.parties : s->next.parties;
    const char *comma = "";
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if (!links_have(s->commit.parties, party) || links_have(there, party))
            continue;
        xpgn_buffer_printf(b, "%s%s", comma, xpgn_party_name(party));
        comma = ",";
    }
}

/* ---- tags ------------------------------------------------------------------------------------ */

static void set_tag_text(struct draft *next, const char *name, xpgn_buffer *text) {
    next->tags.failed |= text->failed;
    draft_set_tag(next, name, bytes_of(text));
    xpgn_buffer_free(text);
}

void seal_set_tags(struct recorder *r) {
    const xpgn_ruleset *rules = NULL;
    xpgn_slice unknown, variant = slice_given(draft_tag(&r->draft, "Variant")),
                        options = slice_given(draft_tag(&r->draft, "RuleOptions"));
    xpgn_buffer digest = {0};
    if (r->o.sealing == NULL ||
        xpgn_catalog_find(r->catalog, variant, options, &rules, &unknown) != XPGN_OK)
        return;
    digest.failed |= xpgn_ruleset_digest(&digest, rules) != XPGN_OK;
    set_tag_text(&r->draft, "RulesDigest", &digest);
    draft_need(r, &r->draft);
}

/* Writes the signatures of the end, which are valid for the unchanged record only. */
static void put_signs(const struct recorder *r, struct draft *next) {
    const xpgn_sealing *s = r->sealing;
    const bool signing = r->seal.signing;
    xpgn_buffer text = {0};
    if (signing && r->seal.rolls == 0) {
        xpgn_buffer_text(&text, "0 ");
        xpgn_links_write(&text, &s->commit);
        set_tag_text(next, "DiceOpen", &text);
    }
    if (signing)
        xpgn_signatures_write(&text, &s->result_signs);
    if (signing || draft_tag(next, "DiceSign").data != NULL)
        set_tag_text(next, "DiceSign", &text);
}

void seal_put_open(struct recorder *r, struct draft *next) {
    xpgn_buffer text = {0};
    if (r->sealing != NULL)
        put_signs(r, next);
    if (!r->seal.rolled)
        return;
    xpgn_buffer_printf(&text, "%u ", (unsigned)r->seal.rolls + 1);
    xpgn_links_write(&text, &r->sealing->next);
    set_tag_text(next, "DiceOpen", &text);
    xpgn_signatures_write(&text, &r->sealing->signs);
    set_tag_text(next, "DiceLast", &text);
}

bool seal_may_tag(const struct recorder *r, const char *name) {
    static const char *const sealed[] = {
        "White",       "Red",      "Black",    "Green",    "Event",     "Round",       "Variant",
        "RuleOptions", "FEN",      "XFEN",     "SetUp",    "FirstRoll", "RulesDigest", "DiceCommit",
        "DiceKey",     "DiceOpen", "DiceLast", "DiceSign", NULL};
    bool is = false;
    for (size_t i = 0; sealed[i] != NULL; i++)
        is |= strcmp(sealed[i], name) == 0;
    return r->sealing == NULL || !is;
}

/* ---- announcements ----------------------------------------------------------------------- */

/* "12... exd5", "12. roll", "first", "12... Qxe8 goes on" */
static void put_what(const struct recorder *r, enum seal_want want, xpgn_buffer *b) {
    char name[24];
    const xpgn_position *p = xpgn_play_position(recorder_play(r));
    const struct progress *now = &r->now;
    if (want == SEAL_FIRST) {
        xpgn_buffer_text(b, first_word);
    } else if (want == SEAL_TURN) {
        xpgn_turn_write(b, p->seats, p->number, p->side_to_move);
        xpgn_buffer_printf(b, " %s", roll_word);
    } else if (want == SEAL_ON) {
        xpgn_announcement_write(b, p->seats, now->number, now->seat, slice_of(now->last.text),
                                true);
    } else {
        recorder_action_name(r, &r->intent.action, name);
        xpgn_announcement_write(b, p->seats, p->number, p->side_to_move, slice_of(name), false);
    }
}

static unsigned actor_of(const struct recorder *r, enum seal_want want) {
    const xpgn_position *p = xpgn_play_position(recorder_play(r));
    if (want == SEAL_FIRST)
        return XPGN_PARTY_WHITE;
    return xpgn_party_of(p->seats, want == SEAL_ON ? r->now.seat : p->side_to_move);
}

const char *seal_word(const struct recorder *r) {
    if (!seal_binds(r))
        return "";
    const char *blank = strchr(r->sealing->what, ' ');
    return blank != NULL ? blank + 1 : r->sealing->what;
}

bool seal_announced(const struct recorder *r, const char *word) {
    return seal_binds(r) && strcmp(seal_word(r), word) == 0;
}

bool seal_announced_on(const struct recorder *r) {
    return seal_binds(r) && xpgn_announces_on(slice_of(r->sealing->what));
}

bool seal_may_go_on(const struct recorder *r) {
    return r->sealing == NULL || r->sealing->own == actor_of(r, SEAL_ON);
}

bool seal_means_on(const struct recorder *r) {
    if (r->sealing != NULL && r->seal.offer.size > 0)
        return xpgn_announces_on(r->seal.offer);
    return seal_may_go_on(r) || xpgn_play_turn_roll(r->now.play) == XPGN_TURN_ROLL_NONE;
}

bool seal_is_announced(const struct recorder *r, xpgn_slice word) {
    char name[24];
    xpgn_action action;
    if (seal_announced(r, roll_word) || seal_announced(r, first_word))
        return false;
    if (slice_is(word, seal_word(r)))
        return true;
    if (!word_action(recorder_play(r), word, &action))
        return false;
    recorder_action_name(r, &action, name);
    return slice_is(xpgn_announced(slice_of(name)), seal_word(r));
}

bool seal_refuse_bound(const struct recorder *r, xpgn_reply *a) {
    xpgn_slice what = seal_binds(r) ? slice_of(r->sealing->what) : bytes_of(&r->draft.announced);
    return xpgn_reply_refuse(a, "LINK",
                             "%.*s has been announced for roll %u: it is binding; only messages "
                             "and a result can be entered",
                             SLICE(what), (unsigned)r->seal.rolls + 1);
}

bool seal_refuse_offer(const struct recorder *r, const char *why, xpgn_reply *a) {
    return xpgn_reply_refuse(a, "MESSAGE", "%.*s %s", SLICE(r->seal.offer), why);
}

/* ---- rolls ----------------------------------------------------------------------------------- */

/* True if the roll is announced, now by this party or earlier by another. */
static bool is_announced(struct recorder *r, enum seal_want want, xpgn_reply *a) {
    xpgn_buffer what = {0}, why = {0};
    put_what(r, want, &what);
    xpgn_buffer_char(&what, '\0');
    recorder_need(r, &what);
    const char *code =
        r->lost ? "DISK" : r->o.announce(r->o.data, what.data, actor_of(r, want), &why);
    recorder_need(r, &why);
    if (code != NULL)
        xpgn_reply_refuse(a, code, "%.*s", SLICE(bytes_of(&why)));
    xpgn_buffer_free(&what);
    xpgn_buffer_free(&why);
    r->seal.offer.size = code == NULL ? 0 : r->seal.offer.size;
    return code == NULL;
}

bool seal_ready(struct recorder *r, enum seal_want want, xpgn_reply *a) {
    if (!is_announced(r, want, a))
        return false;
    r->seal.want = want;
    if (recorder_sealed_complete(r->sealing, &r->seal.roll)) {
        r->seal.rolled = true;
        return true;
    }
    xpgn_buffer_clear(&a->text);
    a->kind = XPGN_REPLY_AWAIT;
    xpgn_buffer_printf(&a->text, "%u ", (unsigned)r->seal.rolls + 1);
    recorder_sealed_awaited(&a->text, r->sealing, false);
    return false;
}

unsigned recorder_die(void *recorder, unsigned faces) {
    struct recorder *r = recorder;
    return r->sealing != NULL ? xpgn_sealed_die(r->sealing->sealer, &r->seal.roll, faces)
                              : r->o.die(r->o.data, faces);
}

unsigned recorder_throw(struct recorder *r) {
    return recorder_die(r, xpgn_play_die_faces(r->now.play, NULL, 0, 0));
}

bool seal_has_fallen(const struct recorder *r) {
    xpgn_sealed_roll roll;
    return r->sealing != NULL && recorder_sealed_complete(r->sealing, &roll);
}

bool seal_has_signed(const struct recorder *r) {
    const xpgn_sealing *s = r->sealing;
    return s != NULL && s->own < XPGN_PARTIES && links_have(s->result_signs.parties, s->own) &&
           strcmp(s->result, r->draft.result) == 0;
}

/* ---- reading the record --------------------------------------------------------------------- */

/* Removes the last line of a transcript and returns it without its end. */
static xpgn_slice take_last_line(xpgn_slice *text) {
    size_t end = text->size > 0 ? text->size - 1 : 0, begin = end;
    while (begin > 0 && text->data[begin - 1] != '\n')
        begin--;
    text->size = begin;
    return (xpgn_slice){text->data + begin, end - begin};
}

static bool is_message(xpgn_slice line, const char *word) {
    size_t size = strlen(word);
    return line.size > size && memcmp(line.data, word, size) == 0;
}

/* Notes whether the transcript ends with an annulled roll, or with the roll of an open turn. */
static void note_end(struct session_seal *s, xpgn_slice text) {
    xpgn_slice line = take_last_line(&text), word = line;
    s->annulled_last = is_message(line, "annulled ");
    if (is_message(line, "open "))
        word = line = take_last_line(&text);
    s->standing[0] = '\0';
    (void)line_word(&word); /* its number */
    if (line.size > 0 && is_digit(line.data[0]) && slice_is(line_word(&word), roll_word))
        (void)snprintf(s->standing, sizeof s->standing, "%.*s", SLICE(word));
}

/* Notes what may be annulled: the newest roll, and the turn roll before it in the same turn. */
static void note_newest(struct recorder *r) {
    struct session_seal *s = &r->seal;
    xpgn_sealed_entry e, before;
    if (!xpgn_walk_sealed_roll(r->walk, s->rolls, &e))
        return;
    xpgn_buffer_printf(&s->newest, "[%%annulled %.*s %.*s]", SLICE(e.announced), SLICE(e.dice));
    if (xpgn_walk_sealed_roll(r->walk, s->rolls - 1, &before) && before.announced.size > 4 &&
        memcmp(before.announced.data + before.announced.size - 4, roll_word, 4) == 0)
        xpgn_buffer_printf(&s->stood, "[%%annulled %.*s %.*s stands] ", SLICE(before.announced),
                           SLICE(before.dice));
    recorder_need(r, &s->newest);
    recorder_need(r, &s->stood);
}

void seal_done(struct recorder *r, bool good) {
    struct session_seal *s = &r->seal;
    xpgn_sealed_game game;
    s->rolled = false;
    if (r->sealing == NULL || !good)
        return;
    xpgn_buffer_clear(&s->newest);
    xpgn_buffer_clear(&s->stood);
    s->annulled_last = false;
    s->standing[0] = '\0';
    if (xpgn_walk_sealed(r->walk, &game) != XPGN_OK)
        return;
    if (game.rolls != s->rolls)
        s->want = SEAL_NOTHING;
    s->rolls = game.rolls;
    note_end(s, game.text);
    note_newest(r);
}

/* ---- changes --------------------------------------------------------------------------------- */

bool seal_may_change_last(const struct recorder *r, xpgn_reply *a) {
    return r->sealing == NULL || !r->seal.annulled_last ||
           xpgn_reply_refuse(a, "LINK", "cannot undo: a later roll is sealed");
}

void seal_annul_last(const struct recorder *r, struct draft *next) {
    const struct session_seal *s = &r->seal;
    const xpgn_facts *f = &r->now.last;
    const bool both = f->turn_roll.count > 0 && recorder_has_dice(&f->roll);
    draft_add(&next->body, "{%.*s%.*s}", both ? (int)s->stood.size : 0, bytes_of(&s->stood).data,
              SLICE(bytes_of(&s->newest)));
    if (!both)
        return;
    xpgn_buffer_text(&next->pending, xpgn_turn_dice_text(&f->turn_roll).text);
    next->stands = true;
}

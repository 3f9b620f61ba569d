/* SPDX-License-Identifier: MIT */
#include "shared/sealed/seal_party.h"

#include <stdarg.h>
#include <string.h>

static cli_verdict say_why(cli_seal *s, cli_verdict verdict, const char *format, ...)
    XPGN_PRINTF(3, 4);
static cli_verdict say_why(cli_seal *s, cli_verdict verdict, const char *format, ...) {
    va_list list;
    va_start(list, format);
    (void)vsnprintf(s->why, sizeof s->why, format, list);
    va_end(list);
    return verdict;
}

/* ---- the record ------------------------------------------------------------------------------ */

bool cli_seal_open(cli *c, cli_seal *s, const struct dice_chain *sealer, const char *chain) {
    *s = (cli_seal){.c = c,
                    .journal = {.fd = -1},
                    .now = {XPGN_SEALING, .sealer = sealer, .own = XPGN_PARTIES}};
    s->has_chain = chain != NULL && cli_chain_open(c, sealer, chain, &s->chain);
    return chain == NULL || s->has_chain;
}

void cli_seal_close(cli_seal *s) {
    if (s->has_chain)
        cli_chain_close(&s->chain);
    s->has_chain = false;
    cli_journal_close(&s->journal);
    xpgn_buffer_free(&s->out);
}

/* Returns the link of a party that has left. */
static xpgn_link link_of_left(const cli_seal *s, unsigned party, uint32_t number) {
    xpgn_link link = s->end[party];
    chain_link_back(s->now.sealer, &link, s->ends[party] - number);
    return link;
}

static void take_links_of_left(cli_seal *s) {
    for (unsigned party = 0; party < XPGN_PARTIES; party++)
        if (cli_has_party(s->left, party) && !cli_has_party(s->now.next.parties, party) &&
            s->now.rolls < s->ends[party]) {
            s->now.next.link[party] = link_of_left(s, party, s->now.rolls + 1);
            s->now.next.parties |= (uint8_t)(1u << party);
        }
}

static void begin_roll(cli_seal *s) {
    s->now.open = false;
    s->now.next.parties = s->now.signs.parties = 0;
    take_links_of_left(s);
}

bool cli_seal_follow(cli_seal *s, const xpgn_walk *walk) {
    xpgn_sealed_game game;
    if (xpgn_walk_sealed(walk, &game) != XPGN_OK)
        return false;
    xpgn_sealed_entry e;
    bool other = game.rolls != s->now.rolls;
    s->now.commit = game.commit;
    s->keys = game.keys;
    s->game = game.game;
    s->transcript = game.transcript;
    s->last = game.rolls > 0 ? game.open : game.commit;
    if (xpgn_walk_sealed_roll(walk, game.rolls, &e))
        s->fallen = e.digest;
    s->now.rolls = game.rolls;
    s->now.signed_end = game.end;
    if (other)
        begin_roll(s);
    return true;
}

/* Sets s->now.own to the party whose chain ours is; false after a message if there is none. */
static bool find_own(cli_seal *s) {
    cli_commitment mine = cli_chain_commitment(&s->chain);
    for (s->now.own = 0; s->now.own < XPGN_PARTIES; s->now.own++)
        if (cli_has_party(s->now.commit.parties, s->now.own) &&
            chain_link_equal(&mine.first, &s->now.commit.link[s->now.own]) &&
            chain_link_equal(&mine.key, &s->keys.link[s->now.own]))
            return true;
    cli_message(s->c, "%s: this chain is not in DiceCommit and DiceKey", s->chain.path);
    return false;
}

/* Takes from a message of the journal that a party has left, or its signature of the end. */
static void take_up_end(cli_seal *s, const xpgn_message *told) {
    if (told->kind == XPGN_MESSAGE_END) {
        xpgn_link link = told->link;
        uint32_t n = 0;
        for (; n <= XPGN_MAX_ROLLS && !chain_link_equal(&link, &s->now.commit.link[told->party]);
             n++)
            chain_link_back(s->now.sealer, &link, 1);
        s->left |= (uint8_t)(1u << told->party);
        s->end[told->party] = told->link;
        s->ends[told->party] = n;
    } else if (told->kind == XPGN_MESSAGE_SIGN) {
        if (s->now.result_signs.parties != 0 &&
            !cli_equal(told->text, (xpgn_slice){s->now.result, strlen(s->now.result)}))
            s->now.result_signs.parties = 0;
        (void)snprintf(s->now.result, sizeof s->now.result, "%.*s", (int)told->text.size,
                       told->text.data);
        s->now.result_signs.by[told->party] = told->sign;
        s->now.result_signs.parties |= (uint8_t)(1u << told->party);
    }
}

static void take_up_journal(cli_seal *s) {
    xpgn_slice line;
    xpgn_message told;
    xpgn_fault fault;
    for (size_t at = 0; cli_journal_next(&s->journal, &at, &line);)
        if (xpgn_message_read(line, &told, &fault) == XPGN_OK &&
            cli_has_party(s->now.commit.parties, told.party))
            take_up_end(s, &told);
    begin_roll(s);
}

/* Returns the digest of the transcript with a line "WORD TEXT" appended. */
static xpgn_link digest_with(const cli_seal *s, const char *word, xpgn_slice text) {
    xpgn_transcript t = s->transcript;
    xpgn_buffer line = {0};
    xpgn_link digest;
    xpgn_buffer_printf(&line, "%s %.*s", word, (int)text.size, text.data);
    if (line.failed)
        cli_no_memory(s->c);
    xpgn_transcript_line(s->now.sealer, &t, cli_held(&line));
    xpgn_transcript_digest(s->now.sealer, &t, &digest);
    xpgn_buffer_free(&line);
    return digest;
}

static bool is_signed(const cli_seal *s, const xpgn_message *told, xpgn_sign_what what,
                      const xpgn_link *digest) {
    xpgn_signing of = {.what = what, .number = told->number, .digest = *digest, .link = told->link};
    return xpgn_is_signed(s->now.sealer, &s->keys.link[told->party], &of, &told->sign);
}

/* Does the journal have the announcement that our link of the next roll was shown for? If the chain
   does not say which, that of the journal counts. */
static bool has_announcement(cli_seal *s) {
    const uint32_t number = s->now.rolls + 1;
    xpgn_slice line;
    xpgn_message told;
    xpgn_fault fault;
    for (size_t at = 0; cli_journal_next(&s->journal, &at, &line);) {
        if (xpgn_message_read(line, &told, &fault) != XPGN_OK ||
            told.kind != XPGN_MESSAGE_ANNOUNCE || told.number != number ||
            !cli_has_party(s->now.commit.parties, told.party))
            continue;
        xpgn_link digest = digest_with(s, "announce", told.text);
        if (!is_signed(s, &told, XPGN_SIGN_ANNOUNCE, &digest))
            continue;
        cli_chain_learn(&s->chain, number, &digest);
        if (cli_chain_gives(&s->chain, number, &digest))
            return true;
    }
    return false;
}

/* True if the record ends with an announcement, which its transcript has after what was signed. */
static bool ends_announced(const xpgn_walk *walk) {
    xpgn_sealed_game game;
    return xpgn_walk_sealed(walk, &game) == XPGN_OK && game.announced.size > 0;
}

/* Warns if the chain has shown a link that neither the record nor its journal knows of. */
static void compare_chain(cli_seal *s, const xpgn_walk *walk) {
    const unsigned number = s->now.rolls + 1;
    cli_chain_learn(&s->chain, s->now.rolls, &s->fallen);
    if (s->chain.revealed == number && !cli_has_party(s->left, s->now.own) &&
        !ends_announced(walk) && !has_announcement(s))
        cli_message(s->c,
                    "%s: link %u was shown for an announcement that this record and %s lack, and "
                    "roll %u accepts no other: one of the two is an earlier copy, or was left "
                    "behind when the other was renamed",
                    s->chain.path, number, s->journal.path, number);
}

bool cli_seal_begin(cli_seal *s, const xpgn_walk *walk, const char *record) {
    if (!cli_seal_follow(s, walk)) {
        cli_message(s->c,
                    "%s: found no sealed dice, expected the tags DiceCommit, DiceKey and "
                    "RulesDigest",
                    record);
        return false;
    }
    if (s->has_chain &&
        (!find_own(s) || !cli_chain_serves(s->c, &s->chain, &s->game, s->now.rolls)))
        return false;
    if (!cli_journal_open(s->c, &s->journal, record, &s->game))
        return false;
    take_up_journal(s);
    if (s->has_chain)
        compare_chain(s, walk);
    return true;
}

/* ---- what this party says -------------------------------------------------------------------- */

/* Notes in the chain the links that our message shows. `announced`: the digest of the announcement
   that it belongs to. */
static bool note_links(cli_seal *s, const xpgn_message *told, const xpgn_link *announced) {
    if (told->kind == XPGN_MESSAGE_END)
        return cli_chain_reveal_end(s->c, &s->chain, &s->game);
    return told->kind == XPGN_MESSAGE_SIGN ||
           cli_chain_reveal(s->c, &s->chain, &(cli_shown){told->number, *announced}, &s->game);
}

/* Adds our message to the journal, then notes its link in the chain; only then may it be shown. The
   journal comes first, so that a link that is noted is never without its announcement. */
static bool tell_party(cli_seal *s, const xpgn_message *told) {
    xpgn_buffer line = {0};
    xpgn_message_write(&line, told);
    if (line.failed)
        cli_no_memory(s->c);
    bool good =
        cli_journal_add(s->c, &s->journal, cli_held(&line)) && note_links(s, told, &s->now.digest);
    if (good) {
        xpgn_buffer_slice(&s->out, cli_held(&line));
        xpgn_buffer_char(&s->out, '\n');
    }
    if (s->out.failed)
        cli_no_memory(s->c);
    xpgn_buffer_free(&line);
    return good;
}

/* Takes the link and the signature of a party for the open roll. */
static void take_reveal(cli_seal *s, const xpgn_message *told) {
    s->now.next.link[told->party] = told->link;
    s->now.next.parties |= (uint8_t)(1u << told->party);
    s->now.signs.by[told->party] = told->sign;
    s->now.signs.parties |= (uint8_t)(1u << told->party);
}

/* May our link of the next roll be shown for this announcement? If not, sets s->why. */
static bool may_show(cli_seal *s, const xpgn_link *announced) {
    const cli_chain *chain = &s->chain;
    const uint32_t number = s->now.rolls + 1;
    if (!s->has_chain || cli_has_party(s->left, s->now.own) ||
        cli_chain_gives(chain, number, announced))
        return true;
    if (number > chain->links || number < chain->revealed)
        return say_why(s, SEAL_REFUSED, "%s: the chain is used up: all %u links are shown",
                       chain->path, (unsigned)chain->links) == SEAL_NEW;
    if (chain->revealed < number)
        return say_why(s, SEAL_REFUSED,
                       "%s: link %u is due, but according to this file link %u was shown last: it "
                       "is an earlier copy of the chain",
                       chain->path, (unsigned)number, (unsigned)chain->revealed) == SEAL_NEW;
    return say_why(s, SEAL_REFUSED,
                   "%s: link %u was shown for another announcement; if you renamed or copied the "
                   "record, do the same with its journal: %s",
                   chain->path, (unsigned)number, s->journal.path) == SEAL_NEW;
}

/* Signs and sends our part of the open roll. */
static bool tell_roll(cli_seal *s) {
    const bool announces = s->now.own == s->now.actor;
    xpgn_message told = {.kind = announces ? XPGN_MESSAGE_ANNOUNCE : XPGN_MESSAGE_ANSWER,
                         .number = s->now.rolls + 1,
                         .party = s->now.own,
                         .text = {s->now.what, strlen(s->now.what)}};
    told.link = cli_chain_link(&s->chain, told.number);
    xpgn_signing what = {.what = announces ? XPGN_SIGN_ANNOUNCE : XPGN_SIGN_ANSWER,
                         .number = told.number,
                         .digest = s->now.digest,
                         .link = told.link};
    xpgn_sign(s->now.sealer, &s->chain.secret, &what, &told.sign);
    if (!tell_party(s, &told))
        return false;
    take_reveal(s, &told);
    return true;
}

static void open_roll(cli_seal *s, xpgn_slice what, unsigned actor) {
    s->now.open = true;
    (void)snprintf(s->now.what, sizeof s->now.what, "%.*s", (int)what.size, what.data);
    s->now.actor = actor;
    s->now.digest = digest_with(s, "announce", what);
}

/* Sealed dice need at least two parties whose links are still secret. */
static bool is_sealed_still(const cli_seal *s) {
    unsigned sealed = 0;
    for (unsigned party = 0; party < XPGN_PARTIES; party++)
        sealed += cli_has_party(s->now.commit.parties, party) && !cli_has_party(s->left, party);
    return sealed >= 2;
}

bool cli_seal_owes(const cli_seal *s) {
    return s->now.open && s->has_chain && !cli_has_party(s->left, s->now.own) &&
           !cli_has_party(s->now.next.parties, s->now.own);
}

/* Sends our part of the open roll if it has not been sent. Fails like cli_seal_announce. */
static bool tell_owed(cli_seal *s) {
    s->why[0] = '\0';
    return !cli_seal_owes(s) || (may_show(s, &s->now.digest) && tell_roll(s));
}

bool cli_seal_announce(cli_seal *s, const char *what, unsigned actor) {
    if (s->now.open && strcmp(s->now.what, what) == 0)
        return tell_owed(s);
    if (s->now.open)
        return say_why(s, SEAL_REFUSED, "%s has been announced and is binding", s->now.what) ==
               SEAL_NEW;
    if (!is_sealed_still(s))
        return say_why(s, SEAL_REFUSED,
                       "fewer than two parties are sealed: sealed play has ended") == SEAL_NEW;
    if (s->now.own != actor)
        return say_why(s, SEAL_EARLY, "%s announces roll %u, %s: waiting for the message",
                       xpgn_party_name(actor), (unsigned)s->now.rolls + 1, what) == SEAL_NEW;
    const size_t before = s->journal.text.size;
    open_roll(s, (xpgn_slice){what, strlen(what)}, actor);
    if (tell_owed(s))
        return true;
    s->now.open = s->journal.text.size > before; /* what is in the journal binds */
    return false;
}

bool cli_seal_sign(cli_seal *s, const char *result) {
    xpgn_message told = {
        .kind = XPGN_MESSAGE_SIGN, .party = s->now.own, .text = {result, strlen(result)}};
    xpgn_signing what = {.what = XPGN_SIGN_END, .digest = digest_with(s, "result", told.text)};
    if (!s->has_chain)
        return say_why(s, SEAL_REFUSED, "this side has no chain to sign with") == SEAL_NEW;
    xpgn_sign(s->now.sealer, &s->chain.secret, &what, &told.sign);
    s->why[0] = '\0';
    if (!tell_party(s, &told))
        return false;
    take_up_end(s, &told);
    return true;
}

bool cli_seal_leave(cli_seal *s) {
    xpgn_message told = {.kind = XPGN_MESSAGE_END, .party = s->now.own};
    told.link = cli_chain_link(&s->chain, s->chain.links);
    s->why[0] = '\0';
    if (!tell_party(s, &told))
        return false;
    take_up_end(s, &told);
    begin_roll(s);
    return true;
}

/* ---- what the others say --------------------------------------------------------------------- */

/* Returns the number of a party's link, going by what is known of its chain; UINT32_MAX if it is
   not one of its links. */
static uint32_t link_number(const cli_seal *s, unsigned party, xpgn_link link) {
    xpgn_link before = s->last.link[party];
    for (uint32_t n = 0; n <= s->now.rolls; n++) { /* is it the link of a completed roll? */
        if (chain_link_equal(&link, &before))
            return s->now.rolls - n;
        chain_link_back(s->now.sealer, &before, 1);
    }
    for (uint32_t n = 1; n <= XPGN_CHAIN; n++) {
        chain_link_back(s->now.sealer, &link, 1);
        if (chain_link_equal(&link, &s->last.link[party]))
            return s->now.rolls + n;
    }
    return UINT32_MAX;
}

static cli_verdict check_link(cli_seal *s, const xpgn_message *told) {
    const char *name = xpgn_party_name(told->party);
    uint32_t number = link_number(s, told->party, told->link);
    if (number == told->number)
        return SEAL_NEW;
    if (number == UINT32_MAX)
        return say_why(s, SEAL_REFUSED,
                       "its link is not from %s's chain: the message is from another game", name);
    return say_why(s, SEAL_REFUSED, "message is for roll %u, but its link is that of roll %u of %s",
                   (unsigned)told->number, (unsigned)number, name);
}

static cli_verdict refuse_signature(cli_seal *s, const xpgn_message *told) {
    return say_why(s, SEAL_REFUSED,
                   "%s signed something other than what is recorded and announced here: compare "
                   "the records (xpgn-dice transcript)",
                   xpgn_party_name(told->party));
}

static cli_verdict check_announcement(cli_seal *s, const xpgn_message *told) {
    xpgn_link digest = digest_with(s, "announce", told->text);
    const char *name = xpgn_party_name(told->party);
    if (told->text.size >= sizeof s->now.what)
        return say_why(s, SEAL_REFUSED, "the announcement is too long");
    if (!is_signed(s, told, XPGN_SIGN_ANNOUNCE, &digest))
        return refuse_signature(s, told);
    if (s->now.open && s->now.actor == told->party)
        return say_why(s, SEAL_REFUSED,
                       "%s announced %s before, and now %.*s for the same roll %u: the two "
                       "signatures prove it",
                       name, s->now.what, (int)told->text.size, told->text.data,
                       (unsigned)told->number);
    if (s->now.open)
        return say_why(s, SEAL_REFUSED, "roll %u has been announced by %s: %s",
                       (unsigned)told->number, xpgn_party_name(s->now.actor), s->now.what);
    if (!is_sealed_still(s))
        return say_why(s, SEAL_REFUSED, "fewer than two parties are sealed: sealed play has ended");
    return may_show(s, &digest) ? SEAL_NEW : SEAL_REFUSED;
}

static cli_verdict check_roll(cli_seal *s, const xpgn_message *told) {
    if (told->number <= s->now.rolls)
        return say_why(s, SEAL_REFUSED, "message is for roll %u, already thrown; expecting roll %u",
                       (unsigned)told->number, (unsigned)s->now.rolls + 1);
    if (told->number > s->now.rolls + 1)
        return say_why(s, SEAL_EARLY, "message is for roll %u; roll %u comes first",
                       (unsigned)told->number, (unsigned)s->now.rolls + 1);
    cli_verdict verdict = check_link(s, told);
    if (verdict != SEAL_NEW)
        return verdict;
    if (told->kind == XPGN_MESSAGE_ANNOUNCE)
        return check_announcement(s, told);
    if (!s->now.open)
        return say_why(s, SEAL_EARLY, "message answers roll %u, whose announcement comes first",
                       (unsigned)told->number);
    if (told->party == s->now.actor)
        return say_why(s, SEAL_REFUSED, "%s announced roll %u, and cannot answer it",
                       xpgn_party_name(told->party), (unsigned)told->number);
    return is_signed(s, told, XPGN_SIGN_ANSWER, &s->now.digest) ? SEAL_NEW
                                                                : refuse_signature(s, told);
}

static cli_verdict check_sign(cli_seal *s, const xpgn_message *told, const char *result) {
    xpgn_link digest = digest_with(s, "result", told->text);
    xpgn_signing of = {.what = XPGN_SIGN_END, .digest = digest};
    if (!cli_equal(told->text, (xpgn_slice){result, strlen(result)}))
        return say_why(s, SEAL_EARLY, "%s signed the result %.*s; here it is %s",
                       xpgn_party_name(told->party), (int)told->text.size, told->text.data, result);
    return xpgn_is_signed(s->now.sealer, &s->keys.link[told->party], &of, &told->sign)
               ? SEAL_NEW
               : refuse_signature(s, told);
}

static cli_verdict check_last_link(cli_seal *s, const xpgn_message *told) {
    xpgn_link link = told->link;
    for (uint32_t n = 0; n <= XPGN_MAX_ROLLS; n++) {
        if (chain_link_equal(&link, &s->now.commit.link[told->party]))
            return n > s->now.rolls
                       ? SEAL_NEW
                       : say_why(s, SEAL_REFUSED, "its link is that of roll %u, not the last one",
                                 (unsigned)n);
        chain_link_back(s->now.sealer, &link, 1);
    }
    return say_why(s, SEAL_REFUSED,
                   "its link is not from %s's chain: the message is from another game",
                   xpgn_party_name(told->party));
}

/* Was this message accepted before? Journal entries about the next roll are taken up again. */
static bool is_known_message(const cli_seal *s, xpgn_slice line, const xpgn_message *told) {
    bool next = (told->kind == XPGN_MESSAGE_ANNOUNCE || told->kind == XPGN_MESSAGE_ANSWER) &&
                told->number == s->now.rolls + 1 && told->party != s->now.own;
    return (!next || cli_has_party(s->now.signs.parties, told->party)) &&
           cli_journal_has(&s->journal, line);
}

cli_verdict cli_seal_check(cli_seal *s, xpgn_slice line, const char *result, xpgn_message *told) {
    xpgn_fault fault;
    if (xpgn_message_read(line, told, &fault) != XPGN_OK)
        return say_why(s, SEAL_REFUSED, "this is not a message: %s", fault.text);
    if (!cli_has_party(s->now.commit.parties, told->party))
        return say_why(s, SEAL_REFUSED, "%s is not a party of this game",
                       xpgn_party_name(told->party));
    if (is_known_message(s, line, told))
        return SEAL_KNOWN;
    if (told->party == s->now.own)
        return say_why(s, SEAL_REFUSED,
                       "message is from %s, which is this side, but is not in its journal",
                       xpgn_party_name(s->now.own));
    switch (told->kind) {
    case XPGN_MESSAGE_SIGN:
        return check_sign(s, told, result);
    case XPGN_MESSAGE_END:
        return check_last_link(s, told);
    default:
        return check_roll(s, told);
    }
}

bool cli_seal_accept(cli_seal *s, xpgn_slice line, const xpgn_message *told) {
    if (!cli_journal_add(s->c, &s->journal, line))
        return false;
    if (told->kind == XPGN_MESSAGE_SIGN || told->kind == XPGN_MESSAGE_END) {
        take_up_end(s, told);
        take_links_of_left(s);
        return true;
    }
    if (told->kind == XPGN_MESSAGE_ANNOUNCE)
        open_roll(s, told->text, told->party);
    take_reveal(s, told);
    return tell_owed(s);
}

/* The digest of the announcement that our message of the last or the next roll belongs to; for one
   of the end any. NULL: it is of an earlier roll, or of another record. */
static const xpgn_link *announced_of(const cli_seal *s, const xpgn_message *told) {
    const xpgn_link *digest = told->number == s->now.rolls ? &s->fallen : &s->now.digest;
    const bool announces = told->kind == XPGN_MESSAGE_ANNOUNCE;
    if (told->kind > XPGN_MESSAGE_ANSWER)
        return digest;
    if (told->number != s->now.rolls && !(s->now.open && told->number == s->now.rolls + 1))
        return NULL;
    return is_signed(s, told, announces ? XPGN_SIGN_ANNOUNCE : XPGN_SIGN_ANSWER, digest) &&
                   cli_chain_gives(&s->chain, told->number, digest)
               ? digest
               : NULL;
}

static void repeat_line(cli_seal *s, xpgn_slice line) {
    xpgn_message told;
    xpgn_fault fault;
    if (xpgn_message_read(line, &told, &fault) != XPGN_OK || told.party != s->now.own)
        return;
    const xpgn_link *announced = announced_of(s, &told);
    if (announced != NULL && note_links(s, &told, announced))
        xpgn_buffer_printf(&s->out, "%.*s\n", (int)line.size, line.data);
}

void cli_seal_repeat(cli_seal *s) {
    xpgn_slice line;
    xpgn_buffer_clear(&s->out);
    for (size_t at = 0; cli_journal_next(&s->journal, &at, &line);)
        repeat_line(s, line);
    if (s->out.failed)
        cli_no_memory(s->c);
}

static void resume_line(cli_seal *s, xpgn_slice line) {
    xpgn_message told;
    xpgn_fault fault;
    if (xpgn_message_read(line, &told, &fault) != XPGN_OK || told.kind > XPGN_MESSAGE_ANSWER ||
        told.number != s->now.rolls + 1 || !cli_has_party(s->now.commit.parties, told.party))
        return;
    if (told.party != s->now.own && cli_seal_check(s, line, "", &told) != SEAL_NEW)
        return;
    if (told.kind == XPGN_MESSAGE_ANNOUNCE)
        open_roll(s, told.text, told.party);
    else if (told.party == s->now.own) /* sent again, which also records its link */
        return;
    if (told.party != s->now.own)
        take_reveal(s, &told);
}

bool cli_seal_resume(cli_seal *s) {
    xpgn_slice line;
    for (size_t at = 0; cli_journal_next(&s->journal, &at, &line);)
        resume_line(s, line);
    if (tell_owed(s))
        return true;
    if (s->why[0] != '\0')
        cli_message(s->c, "%s", s->why);
    return false;
}

/* SPDX-License-Identifier: MIT */
/* xpgn-dice check: which parts of a record with sealed dice are proved, by whose signatures, and
   what cannot be known. */
#include "dice/dice.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

static void put_parties(xpgn_buffer *b, unsigned parties) {
    const char *comma = "";
    for (unsigned party = 0; party < XPGN_PARTIES; party++)
        if (cli_has_party(parties, party)) {
            xpgn_buffer_printf(b, "%s%s", comma, xpgn_party_name(party));
            comma = ", ";
        }
    if (parties == 0)
        xpgn_buffer_text(b, "nobody");
}

/* ---- what was received before the game ------------------------------------------------------- */

static const char *const published_tags[] = {"DiceCommit", "DiceKey"};

static bool read_keys(cli *c, dice_options *o) {
    xpgn_catalog *catalog = NULL;
    xpgn_stream *stream = NULL;
    xpgn_walk *walk = NULL;
    const xpgn_step *step;
    xpgn_game game;
    if (xpgn_catalog_new(&catalog) != XPGN_OK || xpgn_walk_new(&walk, catalog, NULL) != XPGN_OK ||
        xpgn_stream_open(&stream, &o->keys, 1, 0) != XPGN_OK)
        cli_no_memory(c);
    bool good =
        xpgn_stream_next(stream, &game, NULL) == XPGN_OK && xpgn_walk_begin(walk, &game) == XPGN_OK;
    good = good && xpgn_walk_next(walk, &step) == XPGN_OK;
    for (size_t i = 0; good && i < 2; i++) {
        xpgn_slice value = xpgn_walk_tag(walk, published_tags[i]);
        good = value.data != NULL;
        xpgn_buffer_slice(&o->published[i], value);
        if (o->published[i].failed)
            cli_no_memory(c);
    }
    if (!good)
        cli_message(c, "%s: expected the tags DiceCommit and DiceKey as received", o->keys);
    xpgn_walk_free(walk);
    xpgn_stream_close(stream);
    xpgn_catalog_free(catalog);
    return good;
}

/* Are the tags those that were received? */
static bool check_keys(cli_worker *w, xpgn_buffer *b) {
    const dice_options *o = w->options;
    bool good = true;
    if (o->keys == NULL) {
        xpgn_buffer_text(b, "  commitments and keys: taken from the record; --keys compares them "
                            "with what was received before the game\n");
        return true;
    }
    for (size_t i = 0; i < 2; i++) {
        xpgn_slice tag = xpgn_walk_tag(w->walk, published_tags[i]);
        xpgn_slice published = {o->published[i].data, o->published[i].size};
        if (!cli_equal(tag, published))
            xpgn_buffer_printf(b, "  %s: NOT as received before the game\n", published_tags[i]);
        good = good && cli_equal(tag, published);
    }
    if (good)
        xpgn_buffer_text(b, "  commitments and keys: as received before the game\n");
    return good;
}

/* ---- journals -------------------------------------------------------------------------------- */

/* A record being compared with a journal. */
typedef struct audit {
    cli_worker *w;
    xpgn_buffer *b;
    const xpgn_sealed_game *game;
    const cli_journal *journal;
    bool good;
} audit;

static void report_fault(audit *a, const char *format, ...) XPGN_PRINTF(2, 3);
static void report_fault(audit *a, const char *format, ...) {
    char text[400];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    xpgn_buffer_printf(a->b, "  %s: ", a->journal->path);
    xpgn_buffer_clean(a->b, (xpgn_slice){text, strlen(text)});
    xpgn_buffer_char(a->b, '\n');
    a->good = false;
}

static xpgn_link digest_of(const audit *a, const xpgn_transcript *before, const char *word,
                           xpgn_slice text) {
    const dice_options *o = a->w->options;
    xpgn_transcript t = *before;
    xpgn_buffer line = {0};
    xpgn_link digest;
    xpgn_buffer_printf(&line, "%s %.*s", word, (int)text.size, text.data);
    if (line.failed)
        cli_no_memory(a->w->cli);
    xpgn_transcript_line(o->sealer, &t, (xpgn_slice){line.data, line.size});
    xpgn_transcript_digest(o->sealer, &t, &digest);
    xpgn_buffer_free(&line);
    return digest;
}

static bool is_signed_message(const audit *a, const xpgn_message *told, const xpgn_link *digest) {
    const dice_options *o = a->w->options;
    xpgn_signing what = {.what = told->kind == XPGN_MESSAGE_ANNOUNCE ? XPGN_SIGN_ANNOUNCE
                                 : told->kind == XPGN_MESSAGE_ANSWER ? XPGN_SIGN_ANSWER
                                                                     : XPGN_SIGN_END,
                         .number = told->number,
                         .digest = *digest,
                         .link = told->link};
    return xpgn_is_signed(o->sealer, &a->game->keys.link[told->party], &what, &told->sign);
}

/* Finds the record's entry for a roll, including the one after the last, which was only announced;
   false if there is none. */
static bool entry_of(const audit *a, uint32_t number, xpgn_sealed_entry *e) {
    if (xpgn_walk_sealed_roll(a->w->walk, number, e))
        return true;
    *e = (xpgn_sealed_entry){
        .announced = a->game->announced, .before = a->game->transcript, .party = XPGN_PARTIES};
    return number == a->game->rolls + 1;
}

static void audit_announcement(audit *a, const xpgn_message *told, const xpgn_sealed_entry *e) {
    const char *name = xpgn_party_name(told->party);
    xpgn_link digest = digest_of(a, &e->before, "announce", told->text);
    const int size = (int)told->text.size;
    if (e->party == XPGN_PARTIES && e->announced.size > 0) /* the record ends with this announcement
                                                            */
        return;
    if (!is_signed_message(a, told, &digest))
        report_fault(a, "the announcement of roll %u by %s belongs to another record",
                     (unsigned)told->number, name);
    else if (e->party == XPGN_PARTIES)
        report_fault(a, "%s announced roll %u, %.*s, which is not in the record", name,
                     (unsigned)told->number, size, told->text.data);
    else if (!cli_equal(told->text, e->announced))
        report_fault(
            a, "%s announced and signed %.*s for roll %u; the record has %.*s: it was taken back",
            name, size, told->text.data, (unsigned)told->number, (int)e->announced.size,
            e->announced.data);
}

static void audit_message(audit *a, const xpgn_message *told) {
    xpgn_sealed_entry e;
    const char *name = xpgn_party_name(told->party);
    if (told->kind == XPGN_MESSAGE_SIGN) {
        xpgn_link digest = digest_of(a, &a->game->transcript, "result", told->text);
        if (!is_signed_message(a, told, &digest))
            report_fault(a, "%s signed a different end of the game", name);
        return;
    }
    if (told->kind == XPGN_MESSAGE_END)
        return;
    if (!entry_of(a, told->number, &e)) {
        report_fault(a, "it continues after the end of the record: roll %u of %s",
                     (unsigned)told->number, name);
        return;
    }
    if (cli_has_party(e.links.parties, told->party) &&
        !chain_link_equal(&told->link, &e.links.link[told->party]))
        report_fault(a, "the link of %s for roll %u is not from its chain", name,
                     (unsigned)told->number);
    else if (told->kind == XPGN_MESSAGE_ANNOUNCE)
        audit_announcement(a, told, &e);
    else if (e.party < XPGN_PARTIES && !is_signed_message(a, told, &e.digest))
        report_fault(a, "the answer of %s to roll %u belongs to another announcement or record",
                     name, (unsigned)told->number);
}

/* Two announcements of one roll in the same journal prove that a party took one back. */
static void audit_pair(audit *a, const xpgn_message *one, size_t at) {
    xpgn_slice line;
    xpgn_message two;
    xpgn_fault fault;
    while (one->kind == XPGN_MESSAGE_ANNOUNCE && cli_journal_next(a->journal, &at, &line))
        if (xpgn_message_read(line, &two, &fault) == XPGN_OK && two.kind == XPGN_MESSAGE_ANNOUNCE &&
            two.number == one->number && two.party == one->party && !cli_equal(one->text, two.text))
            report_fault(a, "%s announced two actions for roll %u: %.*s and %.*s",
                         xpgn_party_name(one->party), (unsigned)one->number, (int)one->text.size,
                         one->text.data, (int)two.text.size, two.text.data);
}

/* Reports the parties from which the journal has no message about a roll. */
static void audit_missing(audit *a, uint32_t number, uint8_t left) {
    unsigned there = 0;
    xpgn_slice line;
    xpgn_message told;
    xpgn_fault fault;
    xpgn_buffer names = {0};
    for (size_t at = 0; cli_journal_next(a->journal, &at, &line);)
        if (xpgn_message_read(line, &told, &fault) == XPGN_OK && told.kind <= XPGN_MESSAGE_ANSWER &&
            told.number == number)
            there |= 1u << told.party;
    unsigned missing = a->game->commit.parties & ~there & ~(unsigned)left;
    if (missing == 0 || (number > a->game->rolls && there == 0))
        return;
    put_parties(&names, missing);
    if (names.failed)
        cli_no_memory(a->w->cli);
    report_fault(a, "it has no message from %.*s about roll %u", (int)names.size, names.data,
                 (unsigned)number);
    xpgn_buffer_free(&names);
}

static void audit_journal(audit *a) {
    xpgn_slice line;
    xpgn_message told;
    xpgn_fault fault;
    uint8_t left = 0;
    for (size_t at = 0; cli_journal_next(a->journal, &at, &line);) {
        const bool read = xpgn_message_read(line, &told, &fault) == XPGN_OK;
        if (!read || !cli_has_party(a->game->commit.parties, told.party)) {
            report_fault(a, "a line is not a message of this game: %s",
                         read ? "unknown party" : fault.text);
            continue;
        }
        left |= told.kind == XPGN_MESSAGE_END ? (uint8_t)(1u << told.party) : 0;
        audit_message(a, &told);
        audit_pair(a, &told, at);
    }
    for (uint32_t k = 1; k <= a->game->rolls + 1; k++)
        audit_missing(a, k, left);
}

/* Checks the journals that belong to this game. */
static bool check_journals(cli_worker *w, const xpgn_sealed_game *game, xpgn_buffer *b) {
    dice_options *o = w->cli->options;
    bool good = true;
    for (size_t i = 0; i < o->journals.count; i++) {
        audit a = {w, b, game, &o->journal[i], true};
        if (!chain_link_equal(&o->journal[i].game, &game->game))
            continue;
        o->used[i] = true;
        audit_journal(&a);
        if (a.good)
            xpgn_buffer_printf(b, "  %s: every message in it belongs to this record\n",
                               o->journal[i].path);
        good &= a.good;
    }
    return good;
}

static bool open_journals(cli *c, dice_options *o) {
    size_t count = o->journals.count;
    o->journal = calloc(count + 1, sizeof *o->journal);
    o->used = calloc(count + 1, sizeof *o->used);
    if (o->journal == NULL || o->used == NULL)
        cli_no_memory(c);
    for (size_t i = 0; i < count; i++)
        if (!cli_journal_read(c, &o->journal[i], o->journals.item[i]))
            return false;
    return true;
}

static int close_journals(cli *c, dice_options *o, int status) {
    for (size_t i = 0; o->journal != NULL && i < o->journals.count; i++) {
        if (o->used != NULL && !o->used[i] && status != CLI_TROUBLE) {
            cli_message(c, "%s: the journal belongs to none of these games", o->journal[i].path);
            status = CLI_BAD;
        }
        cli_journal_close(&o->journal[i]);
    }
    free(o->journal);
    free(o->used);
    return status;
}

/* ---- the verdict ----------------------------------------------------------------------------- */

/* Is every chain of the game used in this game only? */
static bool is_alone(cli_worker *w, const xpgn_game *game, const xpgn_sealed_game *sealed) {
    dice_options *o = w->cli->options;
    sealed_game now = {.number = game->number, .commit = sealed->commit};
    unsigned party;
    xpgn_buffer_slice(&now.text, sealed->text);
    if (now.text.failed)
        cli_no_memory(w->cli);
    cli_in_order(w);
    uint64_t other = sealed_games_add(w->cli, &o->games, &now, &party);
    xpgn_buffer_free(&now.text);
    if (other == 0)
        return true;
    xpgn_buffer *b = &w->to[CLI_OUT];
    cli_put_title(b, game, w->walk);
    xpgn_buffer_printf(b, ": the chain of %s also serves game %llu, a different game [T-22]\n",
                       xpgn_party_name(party), (unsigned long long)other);
    return false;
}

/* "2 rolls played, 1 annulled (4. Nxe5 5:1)", if any was annulled. */
static void put_annulled(xpgn_buffer *b, const xpgn_walk *walk) {
    xpgn_sealed_entry e;
    unsigned rolls = 0, annulled = 0;
    const char *comma = "";
    for (; xpgn_walk_sealed_roll(walk, rolls + 1, &e); rolls++)
        annulled += e.annulled;
    if (annulled == 0)
        return;
    xpgn_buffer_printf(b, ": %u roll%s played, %u annulled (", rolls - annulled,
                       rolls - annulled == 1 ? "" : "s", annulled);
    for (uint32_t k = 1; xpgn_walk_sealed_roll(walk, k, &e); k++) {
        if (!e.annulled)
            continue;
        xpgn_buffer_printf(b, "%s%.*s %.*s", comma, (int)e.announced.size, e.announced.data,
                           (int)e.dice.size, e.dice.data);
        comma = ", ";
    }
    xpgn_buffer_char(b, ')');
}

/* Appends whose signatures prove which parts of the record. */
static void put_signatures(xpgn_buffer *b, const xpgn_walk *walk, const xpgn_sealed_game *g) {
    xpgn_sealed_entry e;
    const bool opened = g->open.parties != 0;
    if (opened && xpgn_walk_sealed_roll(walk, g->rolls, &e)) {
        xpgn_buffer_printf(b, "  up to %.*s (roll %u): ratified by ", (int)e.announced.size,
                           e.announced.data, (unsigned)g->rolls);
        if (g->last != 0)
            xpgn_buffer_printf(b, "roll %u, signed by ", (unsigned)g->rolls);
        put_parties(b, g->last);
        xpgn_buffer_char(b, '\n');
    }
    xpgn_buffer_printf(b, "  %s and the result: ratified by ",
                       opened && g->rolls > 0 ? "what came after it" : "what was recorded");
    if (g->end != 0)
        xpgn_buffer_text(b, "the end, signed by ");
    put_parties(b, g->end);
    if (g->end == 0)
        xpgn_buffer_text(b, ": rolls, actions and the result may have been changed there");
    xpgn_buffer_char(b, '\n');
    if (g->announced.size > 0)
        xpgn_buffer_printf(b, "  %.*s was announced, but not answered by all\n",
                           (int)g->announced.size, g->announced.data);
}

static void put_unknown(xpgn_buffer *b) {
    xpgn_buffer_text(b, "  not provable: whether a message arrived, and who stopped answering, "
                        "when and why; nothing is proved if all parties collude\n");
}

static void put_verdict(cli_worker *w, const xpgn_sealed_game *g, xpgn_buffer *b) {
    if (g->open.parties == 0) {
        xpgn_buffer_text(b, ": the dice cannot be checked: they are sealed, but not opened");
    } else {
        xpgn_buffer_printf(b, ": the dice of %u roll%s match the links", (unsigned)g->rolls,
                           g->rolls == 1 ? "" : "s");
        put_annulled(b, w->walk);
    }
    xpgn_buffer_char(b, '\n');
    put_signatures(b, w->walk, g);
}

static bool check_game(cli_worker *w, const xpgn_game *game) {
    xpgn_sealed_game sealed;
    xpgn_buffer *b = &w->to[CLI_OUT];
    cli_walk_begin(w, game);
    while (cli_walk_next(w) != NULL)
        ;
    cli_report how = {.color = w->cli->sink[CLI_OUT].color,
                      .columns = w->cli->sink[CLI_OUT].columns};
    int worst = cli_report_findings(b, &how, game, w->walk, XPGN_WARNING);
    bool known = xpgn_walk_sealed(w->walk, &sealed) == XPGN_OK;
    bool good = known && worst != XPGN_ERROR && is_alone(w, game, &sealed);
    if (known && (good || worst == XPGN_ERROR)) {
        cli_put_title(b, game, w->walk);
        if (good || sealed.open.parties == 0)
            put_verdict(w, &sealed, b);
        else
            xpgn_buffer_printf(b, ": the first %u of %u rolls match the links\n",
                               (unsigned)sealed.fitting, (unsigned)sealed.rolls);
        good = check_keys(w, b) && good;
        cli_in_order(w);
        good = check_journals(w, &sealed, b) && good;
        dice_put_unsealed(w, game, b);
        put_unknown(b);
    } else if (!known && worst != XPGN_ERROR) {
        cli_put_title(b, game, w->walk);
        xpgn_buffer_text(b, ": the dice cannot be checked: they were not sealed\n");
    }
    if (!good || sealed.open.parties == 0)
        cli_worst(w, CLI_BAD);
    return true;
}

int dice_check(cli *c, dice_options *o) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                          .detail = XPGN_VERDICT};
    cli_list *files = &o->common.files;
    cli_work work = {.walk = &how, .game = check_game};
    files->count--; /* without the command */
    memmove(files->item, files->item + 1, files->count * sizeof *files->item);
    bool ready = (o->keys == NULL || read_keys(c, o)) && open_journals(c, o);
    int status = close_journals(c, o, ready ? cli_run(c, &work) : CLI_TROUBLE);
    if (o->games.full)
        cli_message(c,
                    "many games: only the first %zu with sealed dice were checked for chains that "
                    "serve two games",
                    o->games.count);
    sealed_games_free(&o->games);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* The commands of a party in a game with sealed dice, given its record and its chain. */
#include "dice/dice.h"
#include "internal/action_facts.h"
#include "internal/chance.h"
#include "internal/rules.h"

#include <string.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

/* A record played to its end, and the party using it. */
typedef struct party_record {
    cli *c;
    xpgn_catalog *catalog;
    xpgn_stream *stream;
    xpgn_walk *walk;
    xpgn_play *play;
    xpgn_game game;
    cli_seal seal;
    char result[24];
    xpgn_facts last; /* the last action, with its turn; its text is empty if there is none */
    unsigned seat;
    uint32_t number;
} party_record;

/* ---- the record ------------------------------------------------------------------------------ */

static void close_table(party_record *t) {
    cli_seal_close(&t->seal);
    xpgn_play_free(t->play);
    xpgn_walk_free(t->walk);
    xpgn_stream_close(t->stream);
    xpgn_catalog_free(t->catalog);
}

static bool read_table_game(party_record *t, const char *path) {
    if (xpgn_stream_open(&t->stream, &path, 1, 0) != XPGN_OK)
        cli_no_memory(t->c);
    xpgn_status status = xpgn_stream_next(t->stream, &t->game, NULL);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(t->c);
    if (status == XPGN_OK)
        return true;
    cli_message(t->c, "%s: expected a record", path);
    return false;
}

static void follow_sealed(party_record *t, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_START && step->position != NULL &&
        xpgn_play_new(&t->play, xpgn_walk_ruleset(t->walk), step->position) == XPGN_NO_MEMORY)
        cli_no_memory(t->c);
    if (step->kind == XPGN_STEP_ACTION && step->depth == 0 && t->play != NULL) {
        (void)xpgn_play_from_walk(t->play, t->walk);
        t->last = *step->facts;
        t->seat = step->seat;
        t->number = step->number;
    }
    if (step->kind == XPGN_STEP_RESULT && step->depth == 0)
        (void)snprintf(t->result, sizeof t->result, "%.*s", (int)step->text.size, step->text.data);
}

/* Takes a completed turn roll, "12... roll 4", at the end of the transcript that no action has used
   yet. If an exchange was annulled there, the attacker does not go on. */
static void take_sealed_end(party_record *t, const xpgn_sealed_game *game) {
    static const char word[] = " roll ", annulled[] = "annulled ";
    const char *end = game->text.data + game->text.size - 1, *line = end;
    xpgn_roll roll;
    while (line > game->text.data && line[-1] != '\n')
        line--;
    const char *blank = memchr(line, ' ', (size_t)(end - line));
    if ((size_t)(end - line) > sizeof annulled && memcmp(line, annulled, sizeof annulled - 1) == 0)
        t->last.text[0] = '\0';
    if (*line < '0' || *line > '9' || blank == NULL || (size_t)(end - blank) < sizeof word ||
        memcmp(blank, word, sizeof word - 1) != 0)
        return;
    blank += sizeof word - 1;
    const xpgn_roll_side *side = &roll.exchange[0].side[0];
    if (xpgn_roll_read((xpgn_slice){blank, (size_t)(end - blank)}, &roll))
        (void)xpgn_play_roll_dice(t->play, side->dice, side->dice_count);
}

static bool play_record(party_record *t) {
    const xpgn_step *step;
    xpgn_buffer err = {0};
    xpgn_status status = xpgn_walk_begin(t->walk, &t->game);
    (void)snprintf(t->result, sizeof t->result, "*");
    while (status == XPGN_OK && (status = xpgn_walk_next(t->walk, &step)) == XPGN_OK)
        follow_sealed(t, step);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(t->c);
    cli_report how = {.color = t->c->sink[CLI_ERR].color, .columns = t->c->sink[CLI_ERR].columns};
    bool good = cli_report_findings(&err, &how, &t->game, t->walk, XPGN_ERROR) != XPGN_ERROR;
    cli_flush(t->c, CLI_ERR, &err);
    xpgn_buffer_free(&err);
    return good && t->play != NULL;
}

/* Opens the record, and with `chain` also the party's chain and journal. Returns CLI_GO, or an exit
   status after a message. */
static int open_table(cli *c, dice_options *o, party_record *t, bool chain) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    xpgn_sealed_game game;
    *t = (party_record){.c = c, .seal = {.journal = {.fd = -1}}};
    if (!cli_open_catalog(c, &t->catalog))
        return CLI_TROUBLE;
    if (xpgn_walk_new(&t->walk, t->catalog, &how) != XPGN_OK)
        cli_no_memory(c);
    if (!read_table_game(t, o->operand[0]))
        return CLI_TROUBLE;
    if (!play_record(t))
        return CLI_BAD;
    if (xpgn_walk_sealed(t->walk, &game) != XPGN_OK) {
        cli_message(c,
                    "%s: found no sealed dice, expected the tags DiceCommit, DiceKey and "
                    "RulesDigest",
                    o->operand[0]);
        return CLI_BAD;
    }
    take_sealed_end(t, &game);
    if (chain && (!cli_seal_open(c, &t->seal, o->sealer, o->operand[1]) ||
                  !cli_seal_begin(&t->seal, t->walk, o->operand[0]) || !cli_seal_resume(&t->seal)))
        return CLI_TROUBLE;
    xpgn_buffer_clear(&t->seal.out);
    return CLI_GO;
}

static int refuse_seal(const party_record *t) {
    if (t->seal.why[0] != '\0')
        cli_message(t->c, "%s", t->seal.why);
    return t->seal.why[0] != '\0' ? CLI_BAD : CLI_TROUBLE;
}

/* ---- what can be announced ------------------------------------------------------------------- */

/* What is announced, and how its dice are derived. */
typedef struct matter {
    char what[XPGN_SEALED_WHAT];
    unsigned actor;
    bool is_action, is_on; /* on: one exchange more, by the attacker's choice */
    xpgn_facts facts;
} matter;

/* Finds an action by the form announced, such as K@ or the e8 of a promotion, which alone is not a
   complete action. */
static bool find_announced(party_record *t, xpgn_slice word, xpgn_action *action) {
    static xpgn_action list[1200]; /* large */
    size_t n = xpgn_play_actions(t->play, list, 1200);
    for (size_t i = 0; i < n && i < 1200; i++) {
        char name[24];
        xpgn_action_name(xpgn_play_ruleset(t->play), xpgn_play_position(t->play), &list[i], name);
        if (cli_equal(xpgn_announced(cli_slice(name)), word)) {
            *action = list[i];
            return true;
        }
    }
    return false;
}

/* Finds an action in the form announced, in the notation, or as people write it if that is
   unambiguous. */
static bool find_announced_action(party_record *t, xpgn_slice word, matter *m, char name[24]) {
    xpgn_word_reading reading;
    xpgn_action *action = &reading.action;
    if ((!find_announced(t, word, action) && xpgn_play_read(t->play, word, action) != XPGN_OK &&
         xpgn_play_readings(t->play, word, NULL, &reading, 1) != 1) ||
        xpgn_play_prepare(t->play, action, &m->facts) != XPGN_OK)
        return false;
    xpgn_action_name(xpgn_play_ruleset(t->play), xpgn_play_position(t->play), action, name);
    name[xpgn_announced(cli_slice(name)).size] = '\0';
    return true;
}

static bool has_rolled(const party_record *t, const matter *m) {
    unsigned due[2] = {0, 0};
    xpgn_roll none = {.exchanges = 0};
    return xpgn_play_due(t->play, &m->facts, &none, due);
}

/* Finds what the attacker of the last action announces if it goes on, "12... Qxe8 goes on"; `roll`
   says so too, where it cannot mean the roll of a turn. False if the text is not that. */
static bool find_on(party_record *t, const char *text, matter *m) {
    const xpgn_position *p = xpgn_play_position(t->play);
    const unsigned actor = xpgn_party_of(p->seats, t->seat);
    xpgn_buffer what = {0};
    if (t->last.text[0] == '\0' || t->last.stood || strcmp(t->result, "*") != 0 ||
        !xpgn_play_may_go_on(t->play, &t->last, &t->last.roll))
        return false;
    xpgn_announcement_write(&what, p->seats, t->number, t->seat, cli_slice(t->last.text), true);
    if (what.failed)
        cli_no_memory(t->c);
    const bool roll =
        strcmp(text, "roll") == 0 &&
        (t->seal.now.own == actor || xpgn_play_turn_roll(t->play) == XPGN_TURN_ROLL_NONE);
    const bool is = roll || cli_equal(cli_slice(text), cli_held(&what));
    if (is) {
        *m = (matter){.actor = actor, .is_action = true, .is_on = true, .facts = t->last};
        (void)snprintf(m->what, sizeof m->what, "%.*s", (int)what.size, what.data);
    }
    xpgn_buffer_free(&what);
    return is;
}

/* Finds what a text such as "exd5", "12... exd5", "roll" or "first" announces; false if it cannot
   be announced now. */
static bool find_matter(party_record *t, const char *text, matter *m) {
    const char *blank = strchr(text, ' '), *word = blank != NULL ? blank + 1 : text;
    const xpgn_position *p = xpgn_play_position(t->play);
    xpgn_buffer number = {0};
    char name[24] = "";
    bool good;
    if (find_on(t, text, m))
        return true;
    *m = (matter){.actor = xpgn_party_of(p->seats, p->side_to_move)};
    xpgn_turn_write(&number, p->seats, p->number, p->side_to_move);
    if (number.failed)
        cli_no_memory(t->c);
    if (strcmp(text, "first") == 0) {
        good = xpgn_ruleset_rolls_off(xpgn_play_ruleset(t->play));
        m->actor = XPGN_PARTY_WHITE;
        (void)snprintf(m->what, sizeof m->what, "first");
    } else {
        bool roll = strcmp(word, "roll") == 0;
        m->is_action = !roll;
        good = roll ? xpgn_play_turn_roll(t->play) != XPGN_TURN_ROLL_NONE
                    : find_announced_action(t, (xpgn_slice){word, strlen(word)}, m, name) &&
                          has_rolled(t, m);
        (void)snprintf(m->what, sizeof m->what, "%.*s %s", (int)number.size, number.data,
                       roll ? "roll" : name);
        good = good && (blank == NULL || cli_equal((xpgn_slice){text, (size_t)(blank - text)},
                                                   (xpgn_slice){number.data, number.size}));
    }
    xpgn_buffer_free(&number);
    if (!good)
        cli_message(t->c, "%s cannot be announced here: it is not a legal action with dice", text);
    return good;
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* Source of the sealed dice of one action. */
typedef struct sealed_source {
    const struct dice_chain *sealer;
    xpgn_sealed_roll *roll;
} sealed_source;

static unsigned sealed_die(void *data, unsigned faces) {
    sealed_source *s = data;
    return xpgn_sealed_die(s->sealer, s->roll, faces);
}

/* Once all parties have answered, writes the dice and the tags they add to the record. */
static void put_roll_said(xpgn_buffer *b, party_record *t, const matter *m) {
    const cli_seal *s = &t->seal;
    const unsigned faces = xpgn_play_die_faces(t->play, NULL, 0, 0);
    xpgn_sealed_roll roll;
    if (!recorder_sealed_complete(&s->now, &roll))
        return;
    xpgn_buffer_printf(b, "%s ", m->what);
    if (m->is_action) {
        sealed_source from = {s->now.sealer, &roll};
        xpgn_roll all = {.exchanges = 0};
        (m->is_on ? xpgn_play_throw_on : xpgn_play_throw)(t->play, &m->facts, sealed_die, &from,
                                                          &all);
        xpgn_roll_write(b, &all);
    } else if (strcmp(m->what, "first") == 0) {
        const unsigned white = xpgn_sealed_die(s->now.sealer, &roll, faces);
        xpgn_buffer_printf(b, "%u:%u", white, xpgn_sealed_die(s->now.sealer, &roll, faces));
    } else {
        xpgn_turn_dice dice = {0};
        (void)xpgn_play_throw_turn(t->play, sealed_die, &(sealed_source){s->now.sealer, &roll},
                                   &dice);
        xpgn_buffer_text(b, xpgn_turn_dice_text(&dice).text);
    }
    xpgn_buffer_printf(b, "\n[DiceOpen \"%u ", (unsigned)s->now.rolls + 1);
    xpgn_links_write(b, &s->now.next);
    xpgn_buffer_text(b, "\"]\n[DiceLast \"");
    xpgn_signatures_write(b, &s->now.signs);
    xpgn_buffer_text(b, "\"]\n");
}

/* Shows our own messages, and the dice once the roll is complete. */
static int show_announced(party_record *t, const matter *m) {
    xpgn_buffer b = {0}, awaited = {0};
    xpgn_buffer_put(&b, t->seal.out.data, t->seal.out.size);
    if (m != NULL)
        put_roll_said(&b, t, m);
    if (m != NULL && t->seal.now.open)
        recorder_sealed_awaited(&awaited, &t->seal.now, false);
    if (b.failed || awaited.failed)
        cli_no_memory(t->c);
    cli_flush(t->c, CLI_OUT, &b);
    if (awaited.size > 0)
        cli_message(t->c, "waiting for the answer of %.*s to roll %u", (int)awaited.size,
                    awaited.data, (unsigned)t->seal.now.rolls + 1);
    xpgn_buffer_free(&b);
    xpgn_buffer_free(&awaited);
    return CLI_GOOD;
}

/* ---- the commands ---------------------------------------------------------------------------- */

int dice_announce(cli *c, dice_options *o) {
    party_record t;
    matter m;
    int status = open_table(c, o, &t, true);
    if (status == CLI_GO && !find_matter(&t, o->operand[2], &m))
        status = CLI_BAD;
    if (status == CLI_GO) {
        t.seal.why[0] = '\0';
        bool again = t.seal.now.open;
        status = cli_seal_announce(&t.seal, m.what, m.actor) ? CLI_GO : refuse_seal(&t);
        if (status == CLI_GO && again)
            cli_seal_repeat(&t.seal);
    }
    if (status == CLI_GO)
        status = show_announced(&t, &m);
    close_table(&t);
    return status;
}

static int hear(party_record *t, xpgn_slice line, matter *m) {
    xpgn_message told;
    char what[XPGN_SEALED_WHAT];
    cli_verdict verdict = cli_seal_check(&t->seal, line, t->result, &told);
    if (verdict == SEAL_EARLY || verdict == SEAL_REFUSED) {
        cli_message(t->c, "%s: %s", verdict == SEAL_EARLY ? "too early" : "refused", t->seal.why);
        return CLI_BAD;
    }
    bool rolls = told.kind == XPGN_MESSAGE_ANNOUNCE || told.kind == XPGN_MESSAGE_ANSWER;
    if (rolls && verdict == SEAL_KNOWN && !t->seal.now.open) {
        cli_seal_repeat(&t->seal);
        return CLI_GO;
    }
    if (rolls) {
        xpgn_slice text = told.kind == XPGN_MESSAGE_ANNOUNCE
                              ? told.text
                              : (xpgn_slice){t->seal.now.what, strlen(t->seal.now.what)};
        (void)snprintf(what, sizeof what, "%.*s", (int)text.size, text.data);
        if (!find_matter(t, what, m))
            return CLI_BAD;
        if (strcmp(m->what, what) != 0) {
            cli_message(t->c, "refused: %s is announced, expected %s", what, m->what);
            return CLI_BAD;
        }
    }
    if (told.kind == XPGN_MESSAGE_ANNOUNCE && m->actor != told.party) {
        cli_message(t->c, "refused: %s is not the one to act", xpgn_party_name(told.party));
        return CLI_BAD;
    }
    if (verdict == SEAL_KNOWN)
        cli_seal_repeat(&t->seal);
    else if (!cli_seal_accept(&t->seal, line, &told))
        return CLI_TROUBLE;
    return CLI_GO;
}

/* Shows the known signatures of the end, as a tag. */
static void show_signs(party_record *t) {
    xpgn_buffer b = {0};
    xpgn_buffer_text(&b, "[DiceSign \"");
    xpgn_signatures_write(&b, &t->seal.now.result_signs);
    xpgn_buffer_text(&b, "\"]\n");
    cli_flush(t->c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
}

/* Accepts any message of another party, and answers an announcement. */
int dice_answer(cli *c, dice_options *o) {
    party_record t;
    matter m = {.actor = XPGN_PARTIES};
    xpgn_buffer line = {0};
    for (size_t i = 2; i < o->operands; i++)
        xpgn_buffer_printf(&line, "%s%s", i > 2 ? " " : "", o->operand[i]);
    if (line.failed)
        cli_no_memory(c);
    int status = open_table(c, o, &t, true);
    if (status == CLI_GO)
        status = hear(&t, (xpgn_slice){line.data, line.size}, &m);
    if (status == CLI_GO)
        status = show_announced(&t, m.actor < XPGN_PARTIES ? &m : NULL);
    if (status == CLI_GOOD && t.seal.now.result_signs.parties != 0 &&
        strcmp(t.seal.now.result, t.result) == 0)
        show_signs(&t);
    xpgn_buffer_free(&line);
    close_table(&t);
    return status;
}

int dice_sign(cli *c, dice_options *o) {
    party_record t;
    int status = open_table(c, o, &t, true);
    if (status == CLI_GO)
        status = cli_seal_sign(&t.seal, t.result) ? CLI_GO : refuse_seal(&t);
    if (status == CLI_GO) {
        status = show_announced(&t, NULL);
        show_signs(&t);
    }
    close_table(&t);
    return status;
}

int dice_end(cli *c, dice_options *o) {
    party_record t;
    int status = open_table(c, o, &t, true);
    if (status == CLI_GO)
        status = cli_seal_leave(&t.seal) ? show_announced(&t, NULL) : refuse_seal(&t);
    close_table(&t);
    return status;
}

/* ---- the transcript -------------------------------------------------------------------------- */

/* Writes the lines, each preceded, if requested, by the digest of the transcript up to it. */
static void put_message_lines(xpgn_buffer *b, const dice_options *o, xpgn_slice text) {
    xpgn_transcript lines;
    xpgn_transcript_begin(o->sealer, &lines);
    while (text.size > 0) {
        const char *end = memchr(text.data, '\n', text.size);
        xpgn_slice line = {text.data, (size_t)(end - text.data)};
        xpgn_link digest;
        xpgn_transcript_line(o->sealer, &lines, line);
        xpgn_transcript_digest(o->sealer, &lines, &digest);
        if (o->digests) {
            chain_link_write(b, &digest);
            xpgn_buffer_char(b, ' ');
        }
        xpgn_buffer_printf(b, "%.*s\n", (int)line.size, line.data);
        text.data += line.size + 1;
        text.size -= line.size + 1;
    }
}

int dice_transcript(cli *c, dice_options *o) {
    party_record t;
    xpgn_sealed_game game;
    xpgn_buffer whole = {0}, b = {0};
    int status = open_table(c, o, &t, false);
    if (status == CLI_GO && xpgn_walk_sealed(t.walk, &game) == XPGN_OK) {
        xpgn_buffer_slice(&whole, game.text);
        xpgn_buffer_printf(&whole, "result %s\n", t.result);
        put_message_lines(&b, o, (xpgn_slice){whole.data, whole.failed ? 0 : whole.size});
        if (whole.failed || b.failed)
            cli_no_memory(c);
        cli_flush(c, CLI_OUT, &b);
        status = CLI_GOOD;
    }
    xpgn_buffer_free(&whole);
    xpgn_buffer_free(&b);
    close_table(&t);
    return status;
}

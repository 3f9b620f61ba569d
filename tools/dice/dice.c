/* SPDX-License-Identifier: MIT */
/* xpgn-dice: sealed dice for play at a distance. */
#include "dice/dice.h"
#include "frame/word_guess.h"

#include <stdlib.h>
#include <string.h>

typedef dice_options options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    CLI_ROW("links", "N", CLI_NUMBER, AT(links),
            "make: number of links, one for each roll of the game (default 4096)", .min = 1,
            .max = XPGN_MAX_ROLLS),
    CLI_ROW("faces", "N", CLI_NUMBER, AT(faces), "roll: number of faces (default 6)", .min = 2,
            .max = 256),
    CLI_ROW("dice", "N", CLI_NUMBER, AT(dice),
            "roll: number of dice (default 10; use the first ones, as many as needed)", .min = 1,
            .max = 1000000),
    CLI_SWITCH("digests", AT(digests),
               "transcript: write the digest of all lines so far before each line"),
    CLI_ROW("keys", "FILE", CLI_READS, AT(keys),
            "check: file with the tags DiceCommit and DiceKey as received"),
    CLI_ROW("journal", "FILE", CLI_LIST, AT(journals),
            "check: compare the record with a party's journal; may be repeated"),
    {.name = NULL}};

static void list_commands(xpgn_buffer *b);

static const cli_tool tool = {.name = "xpgn-dice",
                              .usage = "[option...] command [argument...]",
                              .about = "Seals dice for play at a distance, and checks them.",
                              .options = table,
                              .common = CLI_ALL,
                              .more_help = list_commands};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool read_roll_number(cli *c, const char *text, uint32_t *number) {
    char *end;
    unsigned long n = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    if (n >= 1 && n <= XPGN_MAX_ROLLS && *end == '\0') {
        *number = (uint32_t)n;
        return true;
    }
    (void)cli_usage(c, "'%s', expected the number of a roll, from 1 to %d", text, XPGN_MAX_ROLLS);
    return false;
}

static bool read_link(cli *c, const char *text, xpgn_link *link) {
    if (chain_link_read((xpgn_slice){text, strlen(text)}, link))
        return true;
    (void)cli_usage(c, "'%s', expected 64 lower-case hexadecimal digits", text);
    return false;
}

/* Reads "white:LINK", "black:LINK" and so on, in one operand or several after these. */
static bool read_links(cli *c, options *o, size_t after, xpgn_links *links) {
    xpgn_buffer *b = &o->links_text;
    xpgn_fault fault;
    xpgn_buffer_clear(b);
    for (size_t i = after; i < o->operands; i++)
        xpgn_buffer_printf(b, "%s%s", i > after ? " " : "", o->operand[i]);
    xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(c);
    bool four = strstr(b->data, "red:") != NULL || strstr(b->data, "green:") != NULL;
    if (xpgn_links_read((xpgn_slice){b->data, b->size - 1}, four ? 4 : 2, links, &fault) == XPGN_OK)
        return true;
    (void)cli_usage(c, "%s", fault.text);
    return false;
}

/* ---- chains ---------------------------------------------------------------------------------- */

/* "LINK:KEY", as read_published reads it. */
static void put_commitment(cli *c, const cli_commitment *commitment) {
    xpgn_buffer b = {0};
    chain_link_write(&b, &commitment->first);
    xpgn_buffer_char(&b, ':');
    chain_link_write(&b, &commitment->key);
    xpgn_buffer_char(&b, '\n');
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
}

static bool read_commitment(cli *c, options *o, const char *path, cli_commitment *commitment) {
    cli_chain chain;
    if (!cli_chain_open(c, o->sealer, path, &chain))
        return false;
    bool good = cli_chain_is_new(c, &chain);
    if (good)
        *commitment = cli_chain_commitment(&chain);
    cli_chain_close(&chain);
    return good;
}

static int show_commitment(cli *c, options *o) {
    cli_commitment commitment;
    if (!read_commitment(c, o, o->operand[0], &commitment))
        return CLI_TROUBLE;
    put_commitment(c, &commitment);
    return CLI_GOOD;
}

static int make_chain(cli *c, options *o) {
    uint32_t links = o->links > 0 ? (uint32_t)o->links : XPGN_CHAIN;
    cli_commitment commitment;
    if (!cli_chain_make(c, o->sealer, o->operand[0], links, &commitment))
        return CLI_TROUBLE;
    put_commitment(c, &commitment);
    return CLI_GOOD;
}

/* Parses "white:LINK:KEY" or "white:CHAIN". */
static bool read_published(cli *c, options *o, const char *text, unsigned *party,
                           cli_commitment *out) {
    enum { DIGITS = 2 * sizeof(xpgn_link) };
    const char *colon = strchr(text, ':');
    *party =
        colon == NULL ? XPGN_PARTIES : xpgn_party_find((xpgn_slice){text, (size_t)(colon - text)});
    if (*party == XPGN_PARTIES) {
        (void)cli_usage(c, "'%s', expected a party, a colon and its LINK:KEY or chain", text);
        return false;
    }
    const char *first = colon + 1, *key = first + DIGITS + 1;
    if (strlen(first) == 2 * DIGITS + 1 && first[DIGITS] == ':' &&
        chain_link_read((xpgn_slice){first, DIGITS}, &out->first) &&
        chain_link_read((xpgn_slice){key, DIGITS}, &out->key))
        return true;
    return read_commitment(c, o, first, out);
}

/* Writes the tags with everything the parties have published. */
static int write_tags(cli *c, options *o) {
    xpgn_links links[2] = {{0}, {0}};
    xpgn_links checked;
    xpgn_buffer b = {0}, text = {0};
    xpgn_fault fault;
    for (size_t i = 0; i < o->operands; i++) {
        unsigned party;
        cli_commitment one;
        if (!read_published(c, o, o->operand[i], &party, &one))
            return CLI_TROUBLE;
        links[0].link[party] = one.first;
        links[1].link[party] = one.key;
        links[0].parties |= (uint8_t)(1u << party);
        links[1].parties = links[0].parties;
    }
    bool four = (links[0].parties >> XPGN_PARTY_RED & 1u) != 0, good = true;
    for (size_t i = 0; good && i < 2; i++) {
        xpgn_buffer_clear(&text);
        xpgn_links_write(&text, &links[i]);
        if (text.failed)
            cli_no_memory(c);
        xpgn_buffer_printf(&b, "[%s \"%.*s\"]\n", i == 0 ? "DiceCommit" : "DiceKey", (int)text.size,
                           text.data);
        good = xpgn_links_read((xpgn_slice){text.data, text.size}, four ? 4 : 2, &checked,
                               &fault) == XPGN_OK;
    }
    if (good)
        cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
    xpgn_buffer_free(&text);
    return good ? CLI_GOOD : cli_usage(c, "%s", fault.text);
}

/* ---- dice ------------------------------------------------------------------------------------ */

static int show_roll(cli *c, options *o) {
    xpgn_links links;
    xpgn_link announced;
    xpgn_sealed_roll roll;
    xpgn_buffer b = {0};
    uint32_t number;
    uint64_t dice = o->dice > 0 ? o->dice : 10;
    unsigned faces = o->faces > 0 ? (unsigned)o->faces : 6;
    if (!read_roll_number(c, o->operand[0], &number) || !read_link(c, o->operand[1], &announced) ||
        !read_links(c, o, 2, &links))
        return CLI_TROUBLE;
    xpgn_sealed_begin(&roll, &links, number, &announced);
    for (uint64_t i = 0; i < dice; i++)
        xpgn_buffer_printf(&b, "%s%u", i > 0 ? " " : "", xpgn_sealed_die(o->sealer, &roll, faces));
    xpgn_buffer_char(&b, '\n');
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
    return CLI_GOOD;
}

/* ---- the program ----------------------------------------------------------------------------- */

static const struct dice_command {
    const char *name, *arguments, *about;
    int (*run)(cli *c, options *o);
    size_t least, most; /* arguments */
} commands[] = {
    {"make", "CHAIN", "make a chain, and print its commitment and key", make_chain, 1, 1},
    {"commitment", "CHAIN", "print commitment and key of an unused chain", show_commitment, 1, 1},
    {"tags", "PARTY:LINK:KEY...", "print DiceCommit and DiceKey", write_tags, 1, SIZE_MAX},
    {"announce", "RECORD CHAIN ACTION", "announce an action, \"roll\" or \"first\"", dice_announce,
     3, 3},
    {"answer", "RECORD CHAIN MESSAGE", "take another party's message, and answer it", dice_answer,
     3, SIZE_MAX},
    {"sign", "RECORD CHAIN", "sign the end of the game", dice_sign, 2, 2},
    {"end", "RECORD CHAIN", "reveal the last link, for a seat that is out", dice_end, 2, 2},
    {"transcript", "RECORD", "print what the parties sign, line by line", dice_transcript, 1, 1},
    {"roll", "N DIGEST PARTY:LINK...", "print the dice of roll N, announced with this digest",
     show_roll, 3, SIZE_MAX},
    {"check", "[RECORD...]", "check records with sealed dice", dice_check, 0, SIZE_MAX}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void list_commands(xpgn_buffer *b) {
    xpgn_buffer_text(b, "\nCommands:\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t start = b->size;
        xpgn_buffer_printf(b, "  %s %s", commands[i].name, commands[i].arguments);
        cli_pad(b, start, 32);
        cli_put_wrapped(b, commands[i].about, 32);
        xpgn_buffer_char(b, '\n');
    }
}

static const struct dice_command *find_command(cli *c, const char *name) {
    cli_guess guess = cli_guess_begin(name, strlen(name));
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
        cli_guess_try(&guess, commands[i].name);
    }
    if (guess.best != NULL)
        (void)cli_usage(c, "unknown command '%s'; did you mean %s?", name, guess.best);
    else
        (void)cli_usage(c, "unknown command '%s'", name);
    return NULL;
}

static int run_command(cli *c, options *o) {
    const cli_list *files = &o->common.files;
    if (files->count == 0)
        return cli_usage(c, "a command is required");
    const struct dice_command *command = find_command(c, files->item[0]);
    if (command == NULL)
        return CLI_TROUBLE;
    o->operand = files->item + 1;
    o->operands = files->count - 1;
    if (o->operands < command->least || o->operands > command->most)
        return cli_usage(c, "usage: xpgn-dice %s %s", command->name, command->arguments);
    cli_need_sodium(c, dice_chain_new(&o->sealer), "sealed dice require");
    return command->run(c, o);
}

int main(int argc, char **argv) {
    options o = {.links = 0};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run_command(&c, &o);
    dice_chain_free(o.sealer);
    xpgn_buffer_free(&o.links_text);
    xpgn_buffer_free(&o.published[0]);
    xpgn_buffer_free(&o.published[1]);
    return cli_end(&c, status);
}

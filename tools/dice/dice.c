/* SPDX-License-Identifier: MIT */
/* xpgn-dice: sealed dice for play at a distance. */
#include "dice/dice.h"
#include "cli/chain.h"

#include <stdlib.h>
#include <string.h>

typedef struct options {
    cli_common common;
    uint64_t links, faces, dice;
    bool end;
    const char *commit;
    /* derived from them */
    xpgn_sealer *sealer;
    const char *const *operand; /* what follows the command */
    size_t operands;
    xpgn_buffer links_text;
    sealed_games games; /* used in the order of the games */
} options;

#define AT(member) offsetof(options, member)

static const cli_option table[] = {
    {.name = "links",
     .argument = "N",
     .help = "make: the number of links, one for each roll of the game (default 4096)",
     .kind = CLI_NUMBER,
     .offset = AT(links),
     .min = 1,
     .max = XPGN_MAX_ROLLS},
    {.name = "end",
     .help = "reveal: the last link, which gives away all others",
     .kind = CLI_FLAG,
     .offset = AT(end)},
    {.name = "faces",
     .argument = "N",
     .help = "roll: the number of faces (default 6)",
     .kind = CLI_NUMBER,
     .offset = AT(faces),
     .min = 2,
     .max = 256},
    {.name = "dice",
     .argument = "N",
     .help = "roll: the number of dice (default 10, of which as many count as are needed)",
     .kind = CLI_NUMBER,
     .offset = AT(dice),
     .min = 1,
     .max = 1000},
    {.name = "commit",
     .argument = "LINKS",
     .help = "check: the commitments that were received before the game",
     .kind = CLI_TEXT,
     .offset = AT(commit)},
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
    const char *colon = strchr(text, ':'); /* with or without the name of its party */
    const char *digits = colon != NULL ? colon + 1 : text;
    if (xpgn_link_read((xpgn_slice){digits, strlen(digits)}, link))
        return true;
    (void)cli_usage(c, "'%s', expected a link: 64 hexadecimal digits", text);
    return false;
}

/* Appends a link of a chain: one that has been revealed, or 0, the commitment of a new chain. */
static bool put_link_of(cli *c, options *o, const char *path, uint32_t number) {
    cli_chain chain;
    if (!cli_chain_open(c, o->sealer, path, &chain))
        return false;
    bool good = number == 0 ? cli_chain_is_new(c, &chain) : number <= chain.revealed;
    if (good) {
        xpgn_link link = cli_chain_link(&chain, number);
        xpgn_link_write(&o->links_text, &link);
    } else if (number > 0) {
        cli_message(c, "%s: link %u has not been revealed", path, (unsigned)number);
    }
    cli_chain_close(&chain);
    return good;
}

/* The file of "white:FILE"; NULL if a link is there. */
static const char *chain_in(const char *operand) {
    const char *value = strchr(operand, ':');
    size_t digits = value != NULL ? strspn(++value, "0123456789abcdefABCDEF") : 0;
    return value != NULL && value[digits] != '\0' && digits < 2 * sizeof(xpgn_link) ? value : NULL;
}

/* Reads "white:LINK", "black:LINK" and so on, in one operand or several, or a chain in place of a
   link: then it is link `number` of it. */
static bool read_links(cli *c, options *o, size_t from, uint32_t number, xpgn_links *links) {
    xpgn_buffer *b = &o->links_text;
    xpgn_fault fault;
    for (size_t i = from; i < o->operands; i++) {
        const char *text = o->operand[i], *chain = chain_in(text);
        size_t size = chain != NULL ? (size_t)(chain - text) : strlen(text);
        xpgn_buffer_printf(b, "%s%.*s", i > from ? " " : "", (int)size, text);
        if (chain != NULL && !put_link_of(c, o, chain, number))
            return false;
    }
    xpgn_buffer_char(b, '\0');
    if (b->failed)
        cli_no_memory(c);
    bool four = strstr(b->data, "red:") != NULL || strstr(b->data, "green:") != NULL;
    if (xpgn_links_read((xpgn_slice){b->data, b->size - 1}, four ? 4 : 2, links, &fault) == XPGN_OK)
        return true;
    (void)cli_usage(c, "%s", fault.text);
    return false;
}

static void put_link(cli *c, const xpgn_link *link) {
    xpgn_buffer b = {0};
    xpgn_link_write(&b, link);
    xpgn_buffer_char(&b, '\n');
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
}

/* ---- chains ---------------------------------------------------------------------------------- */

static int show_commitment(cli *c, options *o) {
    cli_chain chain;
    if (!cli_chain_open(c, o->sealer, o->operand[0], &chain))
        return CLI_TROUBLE;
    bool good = cli_chain_is_new(c, &chain);
    if (good) {
        xpgn_link link = cli_chain_link(&chain, 0);
        put_link(c, &link);
    }
    cli_chain_close(&chain);
    return good ? CLI_GOOD : CLI_TROUBLE;
}

static int make_chain(cli *c, options *o) {
    uint32_t links = o->links > 0 ? (uint32_t)o->links : XPGN_CHAIN;
    xpgn_link commitment;
    if (!cli_chain_make(c, o->sealer, o->operand[0], links, &commitment))
        return CLI_TROUBLE;
    put_link(c, &commitment);
    return CLI_GOOD;
}

/* Says what the link gives away. */
static void tell_revealed(cli *c, const cli_chain *chain, bool again) {
    unsigned k = (unsigned)chain->revealed, left = (unsigned)(chain->links - chain->revealed);
    if (left == 0)
        cli_message(c, "%s: link %u is the last: all rolls of this chain can be computed now",
                    chain->path, k);
    else
        cli_message(c,
                    "%s: link %u%s: with the other links it gives away roll %u and all before it; "
                    "%u link%s left",
                    chain->path, k, again ? ", as before" : "", k, left, left == 1 ? "" : "s");
}

static int reveal_link(cli *c, options *o) {
    cli_chain chain;
    uint32_t number = 0;
    if (o->end == (o->operands == 2))
        return cli_usage(c, "reveal requires the number of a roll, or --end");
    if (!o->end && !read_roll_number(c, o->operand[1], &number))
        return CLI_TROUBLE;
    if (!cli_chain_open(c, o->sealer, o->operand[0], &chain))
        return CLI_TROUBLE;
    bool again = chain.revealed == number;
    bool good =
        o->end ? cli_chain_reveal_end(c, &chain) : cli_chain_reveal(c, &chain, number, NULL);
    if (good) {
        xpgn_link link = cli_chain_link(&chain, chain.revealed);
        tell_revealed(c, &chain, again);
        put_link(c, &link);
    }
    cli_chain_close(&chain);
    return good ? CLI_GOOD : CLI_TROUBLE;
}

/* ---- links ----------------------------------------------------------------------------------- */

static int follow_link(cli *c, options *o) {
    xpgn_link link, before;
    if (!read_link(c, o->operand[0], &link) || !read_link(c, o->operand[1], &before))
        return CLI_TROUBLE;
    for (uint32_t steps = 1; steps <= XPGN_MAX_ROLLS; steps++) {
        xpgn_link_back(o->sealer, &link, 1);
        if (!xpgn_link_equal(&link, &before))
            continue;
        if (steps == 1)
            return CLI_GOOD;
        cli_message(c, "the link is %u steps behind the other, expected 1", (unsigned)steps);
        return CLI_BAD;
    }
    cli_message(c,
                "the link does not follow the other: it is of another chain, or of a roll before");
    return CLI_BAD;
}

static int show_roll(cli *c, options *o) {
    xpgn_links links;
    xpgn_sealed_roll roll;
    xpgn_buffer b = {0};
    uint32_t number;
    uint64_t dice = o->dice > 0 ? o->dice : 10;
    unsigned faces = o->faces > 0 ? (unsigned)o->faces : 6;
    if (!read_roll_number(c, o->operand[0], &number) || !read_links(c, o, 1, number, &links))
        return CLI_TROUBLE;
    xpgn_sealed_begin(&roll, &links, number);
    for (uint64_t i = 0; i < dice; i++)
        xpgn_buffer_printf(&b, "%s%u", i > 0 ? " " : "", xpgn_sealed_die(o->sealer, &roll, faces));
    xpgn_buffer_char(&b, '\n');
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
    return CLI_GOOD;
}

/* Writes DiceOpen if there is the number of a roll, else DiceCommit. */
static int write_tag(cli *c, options *o) {
    xpgn_links links;
    xpgn_buffer b = {0};
    uint32_t number = 0;
    bool open = strchr(o->operand[0], ':') == NULL;
    if ((open && !read_roll_number(c, o->operand[0], &number)) ||
        !read_links(c, o, open, number, &links))
        return CLI_TROUBLE;
    xpgn_buffer_text(&b, open ? "[DiceOpen \"" : "[DiceCommit \"");
    if (open)
        xpgn_buffer_printf(&b, "%u ", (unsigned)number);
    xpgn_links_write(&b, &links);
    xpgn_buffer_text(&b, "\"]\n");
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
    return CLI_GOOD;
}

/* ---- records --------------------------------------------------------------------------------- */

/* Is the tag DiceCommit what was received? */
static bool is_committed(cli_worker *w, const xpgn_game *game) {
    const options *o = w->options;
    xpgn_slice tag = xpgn_walk_tag(w->walk, "DiceCommit");
    if (o->commit == NULL ||
        (tag.size == strlen(o->commit) && memcmp(tag.data, o->commit, tag.size) == 0))
        return true;
    xpgn_buffer *b = &w->to[CLI_OUT];
    cli_put_title(b, game, w->walk);
    xpgn_buffer_text(b, ": DiceCommit differs from the commitments that were received\n");
    return false;
}

static bool is_open(const xpgn_walk *walk) {
    return xpgn_walk_tag(walk, "DiceCommit").data != NULL &&
           xpgn_walk_tag(walk, "DiceOpen").data != NULL;
}

/* Reads DiceCommit; false: there is none, or it is malformed. */
static bool read_commit(const xpgn_walk *walk, xpgn_links *links) {
    xpgn_slice tag = xpgn_walk_tag(walk, "DiceCommit");
    xpgn_fault fault;
    return tag.data != NULL && (xpgn_links_read(tag, 2, links, &fault) == XPGN_OK ||
                                xpgn_links_read(tag, 4, links, &fault) == XPGN_OK);
}

/* Does no chain of the game serve another one? */
static bool is_alone(cli_worker *w, const xpgn_game *game) {
    options *o = w->cli->options;
    sealed_game now = {.number = game->number};
    unsigned party;
    if (!read_commit(w->walk, &now.commit))
        return true;
    if (xpgn_walk_line(w->walk, &now.line) == XPGN_NO_MEMORY)
        cli_no_memory(w->cli);
    cli_in_order(w);
    uint64_t other = sealed_games_add(w->cli, &o->games, &now, &party);
    xpgn_buffer_free(&now.line);
    if (other == 0)
        return true;
    xpgn_buffer *b = &w->to[CLI_OUT];
    cli_put_title(b, game, w->walk);
    xpgn_buffer_printf(b, ": the chain of %s serves game %llu, which is another game [T-22]\n",
                       xpgn_party_name(party), (unsigned long long)other);
    return false;
}

/* "2 rolls played, 1 annulled (4. 5:1)", if any was annulled. */
static void put_annulled(xpgn_buffer *b, const xpgn_walk *walk) {
    xpgn_rolled roll;
    size_t rolls = 0, annulled = 0, listed = 0;
    for (; xpgn_walk_rolled(walk, rolls, &roll); rolls++)
        annulled += roll.annulled;
    if (annulled == 0)
        return;
    xpgn_buffer_printf(b, ": %zu roll%s played, %zu annulled (", rolls - annulled,
                       rolls - annulled == 1 ? "" : "s", annulled);
    for (size_t i = 0; xpgn_walk_rolled(walk, i, &roll); i++) {
        if (!roll.annulled)
            continue;
        xpgn_buffer_text(b, listed++ > 0 ? ", " : "");
        cli_put_turn(b, roll.number, roll.seat, roll.seats);
        xpgn_buffer_char(b, ' ');
        xpgn_buffer_slice(b, roll.dice);
    }
    xpgn_buffer_char(b, ')');
}

static void put_verdict(cli_worker *w, const xpgn_game *game, bool good) {
    xpgn_buffer *b = &w->to[CLI_OUT];
    cli_put_title(b, game, w->walk);
    xpgn_slice open = xpgn_walk_tag(w->walk, "DiceOpen");
    unsigned long rolls = good ? strtoul(open.data, NULL, 10) : 0;
    if (good) {
        xpgn_buffer_printf(b, ": the dice of %lu roll%s are those of the links", rolls,
                           rolls == 1 ? "" : "s");
        put_annulled(b, w->walk);
        xpgn_buffer_char(b, '\n');
    } else {
        xpgn_buffer_text(b, ": the dice cannot be checked: they were not sealed and opened\n");
    }
}

static bool check_game(cli_worker *w, const xpgn_game *game) {
    cli_walk_begin(w, game);
    while (cli_walk_next(w) != NULL)
        ;
    cli_report how = {.color = w->cli->sink[CLI_OUT].color,
                      .columns = w->cli->sink[CLI_OUT].columns};
    int worst = cli_report_findings(&w->to[CLI_OUT], &how, game, w->walk, XPGN_WARNING);
    bool fair = is_committed(w, game), open = is_open(w->walk);
    fair = is_alone(w, game) && fair;
    if (worst != XPGN_ERROR && fair)
        put_verdict(w, game, open);
    if (worst == XPGN_ERROR || !fair || !open)
        cli_worst(w, CLI_BAD);
    return true;
}

static int check_records(cli *c, options *o) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true,
                                          .verdict_only = true, .keep_line = true};
    cli_list *files = &o->common.files;
    cli_work work = {.walk = &how, .game = check_game};
    files->count--; /* without the command */
    memmove(files->item, files->item + 1, files->count * sizeof *files->item);
    int status = cli_run(c, &work);
    if (o->games.full)
        cli_message(c,
                    "many games: whether chains serve two games was looked for among the first "
                    "%zu with sealed dice only",
                    o->games.count);
    sealed_games_free(&o->games);
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

static const struct command {
    const char *name, *arguments, *about;
    int (*run)(cli *c, options *o);
    size_t least, most; /* arguments */
} commands[] = {
    {"make", "FILE", "make a chain, and print its commitment", make_chain, 1, 1},
    {"commitment", "FILE", "print the commitment of a chain that has served no game",
     show_commitment, 1, 1},
    {"reveal", "FILE ROLL", "print the link of a chain for this roll, once it is due", reveal_link,
     1, 2},
    {"follow", "LINK BEFORE", "check that a link follows the one before", follow_link, 2, 2},
    {"roll", "ROLL LINK...", "print the dice of this roll: white:... black:...", show_roll, 2,
     SIZE_MAX},
    {"tag", "[ROLL] LINK...", "print DiceCommit, or DiceOpen for the number of the last roll",
     write_tag, 1, SIZE_MAX},
    {"check", "[FILE...]", "check records of games with sealed dice", check_records, 0, SIZE_MAX}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void list_commands(xpgn_buffer *b) {
    xpgn_buffer_text(b, "\nCommands:\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t start = b->size;
        xpgn_buffer_printf(b, "  %s %s", commands[i].name, commands[i].arguments);
        cli_pad(b, start, 24);
        cli_put_wrapped(b, commands[i].about, 24);
        xpgn_buffer_char(b, '\n');
    }
}

static const struct command *find_command(cli *c, const char *name) {
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

static int run(cli *c, options *o) {
    const cli_list *files = &o->common.files;
    if (files->count == 0)
        return cli_usage(c, "a command is required");
    const struct command *command = find_command(c, files->item[0]);
    if (command == NULL)
        return CLI_TROUBLE;
    o->operand = files->item + 1;
    o->operands = files->count - 1;
    if (o->operands < command->least || o->operands > command->most)
        return cli_usage(c, "usage: xpgn-dice %s %s", command->name, command->arguments);
    cli_need_sodium(c, xpgn_sealer_new(&o->sealer), "sealed dice require");
    return command->run(c, o);
}

int main(int argc, char **argv) {
    options o = {.links = 0};
    cli c;
    int status = cli_begin(&c, &tool, argc, argv, &o);
    if (status == CLI_GO)
        status = run(&c, &o);
    xpgn_sealer_free(o.sealer);
    xpgn_buffer_free(&o.links_text);
    return cli_end(&c, status);
}

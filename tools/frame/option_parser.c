/* SPDX-License-Identifier: MIT */
/* Parsing the command line into the tool's struct. */
#include "frame/cli.h"
#include "frame/game_selection.h"
#include "frame/word_guess.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(cli_common, member)

static const cli_option rules_options[] = {
    CLI_ROW("rules", "FILE", CLI_LIST, AT(rules),
            "add a ruleset (YAML), replacing one with the same id; may be repeated"),
    {.name = NULL}};

static const cli_option games_options[] = {
    CLI_SWITCH("recursive", AT(recursive),
               "read all .pgn and .xpgn files in folders, also compressed ones", .letter = 'r'),
    CLI_ROW("game", "N[-M][,...]", CLI_PICKS, AT(games),
            "only game N, games N to M, or game N and all later ones (N-), counted from 1 across "
            "all files; a list is read in its order: 5,1,9-12"),
    CLI_ROW("games-from", "FILE", CLI_READS, AT(games_from),
            "like --game, but read the list from FILE (-: standard input): a number or range on "
            "each line, or the column game of a table"),
    {.name = NULL}};

static const cli_option archive_options[] = {
    CLI_ROW("bytes", "FROM:TO", CLI_BYTES, AT(bytes),
            "only games that begin at byte FROM or later and before byte TO of the uncompressed "
            "files, counted from 0 across all files"),
    CLI_ROW("max-game", "SIZE", CLI_SIZE, AT(max_game),
            "maximum size of a game, such as 500K, 64M or 1G (default 64M)"),
    {.name = NULL}};

static const cli_option jobs_options[] = {CLI_ROW("jobs", "N", CLI_NUMBER, AT(jobs),
                                                  "use N threads (default: one per processor)",
                                                  .letter = 'j', .min = 1, .max = 1024),
                                          {.name = NULL}};

static const cli_option table_options[] = {
    CLI_SWITCH("no-header", AT(no_header), "omit the header line of tsv and csv"), {.name = NULL}};

static const cli_option force_options[] = {
    CLI_SWITCH("force", AT(force), "overwrite an output file that holds something else",
               .letter = 'f'),
    {.name = NULL}};

static const cli_option color_options[] = {
    CLI_ONE_OF("color", "auto|always|never", AT(color),
               "use colours; auto: on a terminal, unless NO_COLOR is set"),
    {.name = NULL}};

static const cli_option end_options[] = {
    CLI_ROW("help", NULL, CLI_HELP, 0, "print this help and exit", .letter = 'h'),
    CLI_ROW("version", NULL, CLI_VERSION, 0, "print the version and how it was built, and exit",
            .letter = 'V'),
    CLI_ROW("dump-options", NULL, CLI_DUMP, 0, NULL),
    {.name = NULL}};

static void add_table(cli *c, const cli_option *table) {
    for (const cli_option *o = table; o != NULL && o->name != NULL; o++)
        if (c->option_count < CLI_OPTIONS)
            c->option[c->option_count++] = *o;
}

/* Collects the tool's own options, then the shared and common ones. */
static void collect_operands(cli *c) {
    unsigned common = c->tool->common;
    add_table(c, c->tool->options);
    add_table(c, c->tool->shared);
    c->own_count = c->option_count;
    add_table(c, (common & CLI_FORCE) != 0 ? force_options : NULL);
    add_table(c, (common & CLI_TABLE) != 0 ? table_options : NULL);
    add_table(c, (common & CLI_RULES) != 0 ? rules_options : NULL);
    add_table(c, (common & CLI_GAMES) != 0 ? games_options : NULL);
    add_table(c, (common & CLI_ARCHIVE) != 0 ? archive_options : NULL);
    add_table(c, (common & (CLI_GAMES | CLI_JOBS)) != 0 ? jobs_options : NULL);
    add_table(c, (common & CLI_COLOR) != 0 ? color_options : NULL);
    add_table(c, end_options);
}

static const cli_option *find_long(const cli *c, const char *name, size_t size) {
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++) {
        if (strlen(o->name) == size && memcmp(o->name, name, size) == 0)
            return o;
    }
    return NULL;
}

static const cli_option *find_short(const cli *c, char letter) {
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++) {
        if (o->letter == letter)
            return o;
    }
    return NULL;
}

/* ---- unknown options ------------------------------------------------------------------------- */

/* The option that has this word as a choice, or NULL. */
static const cli_option *find_choice(const cli *c, const char *word, size_t size) {
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++) {
        for (const char *p = o->choices; p != NULL; p = strchr(p, '|')) {
            p += *p == '|';
            if (strcspn(p, "|") == size && memcmp(p, word, size) == 0)
                return o;
        }
    }
    return NULL;
}

static int unknown(cli *c, const char *dashes, const char *name, size_t size) {
    const cli_option *other = find_choice(c, name, size);
    if (other != NULL)
        return cli_usage(c, "unknown option %s%.*s; did you mean --%s=%.*s?", dashes, (int)size,
                         name, other->name, (int)size, name);
    cli_guess guess = cli_guess_begin(name, size);
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++) {
        if (o->help != NULL)
            cli_guess_try(&guess, o->name);
    }
    if (guess.best != NULL)
        return cli_usage(c, "unknown option %s%.*s; did you mean --%s?", dashes, (int)size, name,
                         guess.best);
    return cli_usage(c, "unknown option %s%.*s", dashes, (int)size, name);
}

/* ---- values ---------------------------------------------------------------------------------- */

bool cli_read_digits(const char **p, uint64_t *out) {
    char *end;
    if (**p < '0' || **p > '9')
        return false;
    errno = 0;
    *out = strtoull(*p, &end, 10);
    *p = end;
    return errno == 0;
}

/* Reads a number of bytes, such as 500 or 64M, and sets *end after it. */
static bool read_bytes(const char *text, const char **end, uint64_t *out) {
    uint64_t n;
    *end = text;
    if (!cli_read_digits(end, &n))
        return false;
    unsigned shift = 0;
    if (**end == 'K' || **end == 'k')
        shift = 10;
    else if (**end == 'M' || **end == 'm')
        shift = 20;
    else if (**end == 'G' || **end == 'g')
        shift = 30;
    *end += shift != 0;
    *out = n << shift;
    return n <= UINT64_MAX >> shift;
}

static bool read_size(const char *text, uint64_t least, uint64_t most, uint64_t *out) {
    const char *end;
    return read_bytes(text, &end, out) && *end == '\0' && *out >= least && *out <= most;
}

/* max 0: a size for the library, which is limited to 32 bits. */
static int set_size(cli *c, const cli_option *o, const char *text, uint64_t *out) {
    if (o->max == 0)
        return read_size(text, 1, UINT32_MAX, out)
                   ? CLI_GO
                   : cli_usage(c, "--%s: '%s' is not a size such as 500K, 64M or 1G (below 4G)",
                               o->name, text);
    return read_size(text, o->min, o->max, out)
               ? CLI_GO
               : cli_usage(c, "--%s: '%s' is not a size such as 64M or 1G (%lluK or more)", o->name,
                           text, (unsigned long long)o->min >> 10);
}

static bool read_byte_range(const char *text, cli_bytes *out) {
    cli_bytes r = {.given = true, .to = UINT64_MAX};
    const char *end = text;
    if (*text != ':' && !read_bytes(text, &end, &r.from))
        return false;
    if (*end++ != ':' || (end == text + 1 && *end == '\0'))
        return false;
    if (*end != '\0' && !read_bytes(end, &end, &r.to))
        return false;
    if (*end != '\0' || r.to < r.from)
        return false;
    *out = r;
    return true;
}

bool cli_read_range(const char **p, cli_range *r) {
    if (!cli_read_digits(p, &r->first) || r->first == 0)
        return false;
    r->last = r->first;
    if (**p != '-')
        return true;
    ++*p;
    r->last = UINT64_MAX;
    return (**p < '0' || **p > '9') || (cli_read_digits(p, &r->last) && r->last >= r->first);
}

/* Returns the index of a word in a list separated by '|', or -1. */
static int read_choice(const char *choices, const char *text) {
    size_t size = strlen(text);
    for (int i = 0;; i++) {
        size_t n = strcspn(choices, "|");
        if (n == size && memcmp(choices, text, n) == 0)
            return i;
        if (choices[n] == '\0')
            return -1;
        choices += n + 1;
    }
}

enum { CHOICES_ROOM = 256 };

/* The choice that is most like the text, in `room`; NULL if none is. */
static const char *near_choice(const char *choices, const char *text, char *room) {
    cli_guess guess = cli_guess_begin(text, strlen(text));
    for (char *to = room; *choices != '\0' && to < room + CHOICES_ROOM - 32;) {
        size_t n = strcspn(choices, "|");
        n = n < 31 ? n : 31;
        memcpy(to, choices, n);
        to[n] = '\0';
        cli_guess_try(&guess, to);
        to += n + 1;
        choices += n + (choices[n] == '|');
    }
    return guess.best;
}

static int wrong_choice(cli *c, const cli_option *o, const char *text) {
    char words[CHOICES_ROOM], room[CHOICES_ROOM];
    const char *near = near_choice(o->choices, text, room);
    const cli_option *other = find_choice(c, text, strlen(text));
    size_t n = 0;
    for (const char *p = o->choices; *p != '\0' && n < sizeof words - 3; p++) {
        words[n++] = *p == '|' ? ',' : *p;
        if (*p == '|')
            words[n++] = ' ';
    }
    words[n] = '\0';
    if (near != NULL)
        return cli_usage(c, "--%s: '%s' is not one of %s; did you mean %s?", o->name, text, words,
                         near);
    if (other != NULL)
        return cli_usage(c, "--%s: '%s' is not one of %s; did you mean --%s=%s?", o->name, text,
                         words, other->name, text);
    return cli_usage(c, "--%s: '%s' is not one of %s", o->name, text, words);
}

static int set_number(cli *c, const cli_option *o, const char *text, uint64_t *out) {
    uint64_t n;
    const char *end = text;
    if (!cli_read_digits(&end, &n) || *end != '\0' || n < o->min || n > o->max)
        return cli_usage(c, "--%s: '%s' is not a number from %llu to %llu", o->name, text,
                         (unsigned long long)o->min, (unsigned long long)o->max);
    *out = n;
    return CLI_GO;
}

/* Allocates room for all of argv at the first item, so that the list never grows. */
static void list_add(cli *c, cli_list *list, const char *text, int argc) {
    if (list->item == NULL)
        list->item = calloc((size_t)argc, sizeof *list->item);
    if (list->item == NULL)
        cli_no_memory(c);
    list->item[list->count++] = text;
}

static int not_a_range(cli *c, const cli_option *o, const char *text) {
    const char *such = o->kind == CLI_BYTES ? "0:64M, 64M:128M or 128M:" : "17, 3-8 or 100-";
    return cli_usage(c, "--%s: '%s' is not a range such as %s", o->name, text, such);
}

static int set_value(cli *c, const cli_option *o, const char *text, int argc) {
    void *to = (char *)c->options + o->offset;
    const char *end = text;
    switch (o->kind) {
    case CLI_FLAG:
        *(bool *)to = true;
        break;
    case CLI_COUNT:
        *(unsigned *)to += 1;
        break;
    case CLI_TEXT:
    case CLI_READS:
    case CLI_WRITES:
        *(const char **)to = text;
        break;
    case CLI_LIST:
        list_add(c, to, text, argc);
        break;
    case CLI_NUMBER:
        return set_number(c, o, text, to);
    case CLI_SIZE:
        return set_size(c, o, text, to);
    case CLI_CHOICE:
        *(int *)to = read_choice(o->choices, text);
        return *(int *)to >= 0 ? CLI_GO : wrong_choice(c, o, text);
    case CLI_MAYBE:
        *(int *)to = text != NULL ? read_choice(o->choices, text) + 1 : 1;
        return text == NULL || *(int *)to > 0 ? CLI_GO : wrong_choice(c, o, text);
    case CLI_RANGE:
        return cli_read_range(&end, to) && *end == '\0' ? CLI_GO : not_a_range(c, o, text);
    case CLI_PICKS:
        return cli_game_selection_read(c, to, text) ? CLI_GO : not_a_range(c, o, text);
    case CLI_BYTES:
        return read_byte_range(text, to) ? CLI_GO : not_a_range(c, o, text);
    case CLI_HELP:
    case CLI_VERSION:
    case CLI_DUMP:
        break;
    }
    return CLI_GO;
}

/* ---- the command line ------------------------------------------------------------------------ */

typedef struct arguments {
    char **argv;
    int argc, at; /* at: the current argument */
} arguments;

static int apply(cli *c, const cli_option *o, const char *value, int argc) {
    if (o->kind == CLI_HELP || o->kind == CLI_VERSION || o->kind == CLI_DUMP)
        return c->within == NULL ? cli_print_info(c, o->kind)
                                 : cli_usage(c, "--%s has no meaning here", o->name);
    return set_value(c, o, value, argc);
}

/* Returns the next argument as the value of an option; NULL if there is none. */
static const char *next_value(arguments *s) {
    return s->at + 1 < s->argc ? s->argv[++s->at] : NULL;
}

static int parse_long(cli *c, arguments *s, const char *name) {
    size_t size = strcspn(name, "=");
    const cli_option *o = find_long(c, name, size);
    if (o == NULL)
        return unknown(c, "--", name, size);
    const char *value = name[size] == '=' ? name + size + 1 : NULL;
    if (!cli_takes_value(o)) {
        if (value != NULL && o->kind != CLI_MAYBE)
            return cli_usage(c, "--%s takes no value", o->name);
    } else if (value == NULL && (value = next_value(s)) == NULL) {
        return cli_usage(c, "--%s requires a value: --%s=%s", o->name, o->name, cli_argument(o));
    }
    return apply(c, o, value, s->argc);
}

/* Parses -v, -vx, -j4 and -j 4; `letters` is after the dash. */
static int parse_short(cli *c, arguments *s, const char *letters) {
    for (const char *p = letters; *p != '\0'; p++) {
        const cli_option *o = find_short(c, *p);
        if (o == NULL)
            return p == letters && p[1] != '\0' ? unknown(c, "-", letters, strcspn(letters, "="))
                                                : cli_usage(c, "unknown option -%c", *p);
        const char *value = NULL;
        if (cli_takes_value(o)) {
            value = p[1] != '\0' ? p + 1 : next_value(s);
            if (value == NULL)
                return cli_usage(c, "-%c requires a value: -%c %s", *p, *p, cli_argument(o));
        }
        int status = apply(c, o, value, s->argc);
        if (status != CLI_GO || value != NULL)
            return status;
    }
    return CLI_GO;
}

static bool color_for(const cli *c, int sink) {
    if (c->common->color != 0)
        return c->common->color == 1;
    const char *no = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return c->sink[sink].terminal && (no == NULL || *no == '\0') && term != NULL &&
           strcmp(term, "dumb") != 0;
}

/* Adds the games of --games-from after those of --game. */
static int load_games(cli *c) {
    const cli_list *files = &c->common->files;
    bool standard = strcmp(c->common->games_from, "-") == 0;
    for (size_t i = 0; i < files->count; i++)
        if (standard && strcmp(files->item[i], "-") == 0)
            return cli_usage(c, "--games-from and a file cannot both be standard input");
    if (standard && files->count == 0)
        return cli_usage(c, "--games-from=- requires a file of games");
    return cli_game_selection_load(c, &c->common->games, c->common->games_from);
}

int cli_parse(cli *c, int argc, char **argv) {
    collect_operands(c);
    bool only_files = false;
    for (arguments s = {.argv = argv, .argc = argc, .at = 1}; s.at < argc; s.at++) {
        char *arg = argv[s.at];
        int status = CLI_GO;
        if (only_files || arg[0] != '-' || arg[1] == '\0')
            list_add(c, &c->common->files, arg, argc);
        else if (strcmp(arg, "--") == 0)
            only_files = true;
        else if (arg[1] == '-')
            status = parse_long(c, &s, arg + 2);
        else
            status = parse_short(c, &s, arg + 1);
        if (status != CLI_GO)
            return status;
    }
    for (int i = 0; i < 2; i++)
        c->sink[i].color = color_for(c, i);
    c->sink[CLI_OUT].records = (c->tool->common & CLI_RECORDS) != 0;
    if (c->common->bytes.given && (c->common->games.first > 0 || c->common->games_from != NULL))
        return cli_usage(c, "--bytes and --game%s cannot be combined",
                         c->common->games_from != NULL ? "s-from" : "");
    int status = c->common->recursive ? cli_open_folders(c) : CLI_GO;
    if (status == CLI_GO)
        status = cli_check_outputs(c);
    return status == CLI_GO && c->common->games_from != NULL ? load_games(c) : status;
}

void cli_parse_free(cli *c) {
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++) {
        if (o->kind == CLI_LIST)
            free(((cli_list *)(void *)((char *)c->options + o->offset))->item);
    }
    if (c->folders)
        cli_close_folders(c);
    free(c->common->files.item);
    cli_game_selection_free(&c->common->games);
}

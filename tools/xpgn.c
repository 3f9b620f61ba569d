/* SPDX-License-Identifier: MIT */
/* xpgn: runs all tools. `xpgn validate ...` becomes `xpgn-validate ...`. */
#include "frame/cli.h"
#include "frame/file_paths.h"
#include "frame/overview.h"
#include "frame/run.h"
#include "frame/word_guess.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xpgn/rulesets.h>

extern char **environ;

/* Help topics besides the tools: manual pages that are not about a program. */
static const struct topic {
    const char *name, *section, *page, *about;
} topics[] = {
    {"format", "5", "xpgn", "the format of records"},
    {"ruleset", "5", "xpgn-ruleset", "the format of rulesets"},
    {"rules", "7", "xpgn-rules", "the rules of the variants"},
    {"codes", "7", "xpgn-codes", "codes of findings, and what to do"},
    {"events", "5", "xpgn-event", "lists of events"},
    {"query", "7", "xpgn-query", "conditions on games, positions and actions"},
    {"sheets", "7", "xpgn-sheets", "score sheets as people write them"},
    {"notations", "7", "xpgn-notations", "other notations"},
    {"json", "5", "xpgn-json", "the JSON that the tools print"},
    {"luck", "7", "xpgn-luck", "luck, skill and fair dice"},
    {"figures", "7", "xpgn-figures", "diagrams in books and pages"},
    {"sealed", "7", "xpgn-sealed", "how dice are sealed"},
    {"scale", "7", "xpgn-scale", "large archives on many machines"},
    {"library", "3", "libxpgn", "the C library"},
    {NULL, NULL, NULL, NULL},
};

enum { NAME_COLUMN = 16 };

static void put_tool(xpgn_buffer *b, const char *name, const char *about) {
    size_t start = b->size;
    xpgn_buffer_printf(b, "  %s", name);
    cli_pad(b, start, NAME_COLUMN);
    cli_put_wrapped(b, about, NAME_COLUMN);
    xpgn_buffer_char(b, '\n');
}

static void put_overview(xpgn_buffer *b) {
    xpgn_buffer_text(b, "\nCommands (xpgn validate runs the program xpgn-validate):\n");
    for (const overview_tool *t = overview_tools; t->name != NULL; t++)
        put_tool(b, t->name, t->about);
    xpgn_buffer_text(b, "\nxpgn help COMMAND shows its manual. There are also:\n");
    for (const struct topic *t = topics; t->name != NULL; t++)
        put_tool(b, t->name, t->about);
    put_tool(b, "CODE", "what a code or rule such as CA-3 or L-02 means, with an example");
}

static const cli_option table[] = {{.name = NULL}};

static const cli_tool tool = {
    .name = "xpgn",
    .usage = "[option...] command [argument...]",
    .about = "Runs the other tools by their short names and shows their manuals.",
    .options = table,
    .more_help = put_overview};

static const overview_tool *find_tool(const char *name) {
    if (strncmp(name, "xpgn-", 5) == 0)
        name += 5;
    for (const overview_tool *t = overview_tools; t->name != NULL; t++) {
        if (strcmp(t->name, name) == 0)
            return t;
    }
    return NULL;
}

/* ---- running a tool -------------------------------------------------------------------------- */

enum { PATH_ROOM = 4096, NAME_ROOM = 64 };

static int no_such_command(cli *c, const char *name, const char *what) {
    cli_guess guess = cli_guess_begin(name, strlen(name));
    for (const overview_tool *t = overview_tools; t->name != NULL; t++)
        cli_guess_try(&guess, t->name);
    cli_guess_try(&guess, "help");
    if (strcmp(what, "command") != 0) {
        for (const struct topic *t = topics; t->name != NULL; t++)
            cli_guess_try(&guess, t->name);
        for (const overview_code *o = overview_codes; o->code != NULL; o++)
            cli_guess_try(&guess, o->code);
    }
    if (guess.best != NULL)
        return cli_usage(c, "unknown %s %s; did you mean %s?", what, name, guess.best);
    return cli_usage(c, "unknown %s %s", what, name);
}

/* Runs a command; argv[0], its name, is replaced by that of the program. */
static int run_command(cli *c, const char *self, char **argv) {
    const char *name = argv[0];
    if (strncmp(name, "xpgn-", 5) == 0)
        name += 5;
    if (*name == '\0' || strlen(name) >= NAME_ROOM - 8 || strchr(name, '/') != NULL)
        return no_such_command(c, argv[0], "command");
    run_tool(self, name, argv);
    if (find_tool(name) == NULL && errno == ENOENT)
        return no_such_command(c, argv[0], "command");
    cli_message(c, "xpgn-%s: %s", name, strerror(errno));
    return CLI_TROUBLE;
}

/* ---- help ------------------------------------------------------------------------------------ */

/* True if man(1) exists and has the page; its output is discarded. */
static bool has_manual(char **argv) {
    posix_spawn_file_actions_t quiet;
    pid_t child, ended = -1;
    int status = -1;
    if (posix_spawn_file_actions_init(&quiet) != 0)
        return false;
    bool ok = posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0) == 0 &&
              posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0) == 0 &&
              posix_spawnp(&child, argv[0], &quiet, NULL, argv, environ) == 0;
    while (ok && (ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    (void)posix_spawn_file_actions_destroy(&quiet);
    return ended >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Finds the page in the source folder in which this program was built, or where it was
   installed. */
static bool find_page(const char *self, const char *section, const char *page, char *path,
                      size_t room) {
    size_t folder = path_own_folder(self, path, room - 2 * NAME_ROOM), left = room - folder;
    if (folder == 0)
        return false;
    (void)snprintf(path + folder, left, "../../man/%s.%s", page, section);
    if (access(path, R_OK) == 0)
        return true;
    (void)snprintf(path + folder, left, "../share/man/man%s/%s.%s", section, page, section);
    return access(path, R_OK) == 0;
}

/* Executes man(1) if it has the page or find_page finds it; otherwise returns. */
static void show_manual(const char *self, const char *section, const char *page) {
    char man[] = "man", where[] = "-w", local[] = "-l", number[8], name[64], path[PATH_ROOM];
    (void)snprintf(number, sizeof number, "%s", section);
    (void)snprintf(name, sizeof name, "%s", page);
    if (has_manual((char *[]){man, where, number, name, NULL}))
        (void)execvp(man, (char *[]){man, number, name, NULL});
    if (find_page(self, section, page, path, sizeof path))
        (void)execvp(man, (char *[]){man, local, path, NULL});
}

static int help_tool(cli *c, const char *self, const char *name) {
    char page[64], option[] = "--help";
    (void)snprintf(page, sizeof page, "xpgn-%s", name);
    show_manual(self, "1", page);
    run_tool(self, name, (char *[]){NULL, option, NULL});
    cli_message(c, "%s: %s", page, strerror(errno));
    return CLI_TROUBLE;
}

static int help_topic(cli *c, const char *self, const struct topic *t) {
    show_manual(self, t->section, t->page);
    cli_message(c, "cannot show the manual %s(%s): it or the man command is not installed", t->page,
                t->section);
    return CLI_TROUBLE;
}

static const xpgn_code *rule_of(const xpgn_ruleset *rs, const char *code) {
    const xpgn_code *rule;
    for (size_t i = 0; (rule = xpgn_ruleset_rule(rs, i)) != NULL; i++) {
        if (strcasecmp(rule->code, code) == 0)
            return rule;
    }
    return NULL;
}

/* Finds a code of the format, or a rule of one of the rulesets, ignoring case; NULL if there is
   none. */
static const xpgn_code *find_code(xpgn_catalog *catalog, const char *code) {
    const xpgn_code *found = xpgn_code_find(code);
    const char *id;
    for (size_t i = 0; found == NULL && (id = xpgn_catalog_id(catalog, i)) != NULL; i++) {
        const xpgn_ruleset *rs = NULL;
        xpgn_slice unknown;
        if (xpgn_catalog_find(catalog, (xpgn_slice){id, strlen(id)}, (xpgn_slice){"", 0}, &rs,
                              &unknown) == XPGN_OK)
            found = rule_of(rs, code);
    }
    return found;
}

/* Writes what the manual says about a code; nothing about the rules of other rulesets. */
static void put_manual_text(xpgn_buffer *b, const char *code) {
    const overview_code *o = overview_codes;
    while (o->code != NULL && strcmp(o->code, code) != 0)
        o++;
    for (const char *p = o->code != NULL ? o->text : "", *end; (end = strchr(p, '\n')) != NULL;
         p = end + 1) {
        xpgn_buffer line = {0};
        xpgn_buffer_put(&line, p, (size_t)(end - p));
        xpgn_buffer_char(&line, '\0');
        if (line.failed)
            b->failed = true;
        else if (*p == '\t')
            xpgn_buffer_printf(b, "    %s", line.data + 1);
        else
            cli_put_wrapped(b, line.data, 0);
        xpgn_buffer_char(b, '\n');
        xpgn_buffer_free(&line);
    }
}

/* Prints a code, its title, what to do, and what the manual says; false if there is no such
   code. */
static bool help_code(cli *c, const char *code) {
    xpgn_catalog *catalog;
    if (!cli_open_catalog(c, &catalog))
        return false;
    const xpgn_code *found = find_code(catalog, code);
    if (found != NULL) {
        xpgn_buffer b = {0};
        xpgn_buffer_printf(&b, "%s  %s\n", found->code, found->title);
        if (found->cure != NULL && *found->cure != '\0')
            xpgn_buffer_printf(&b, "%*s  %s\n", (int)strlen(found->code), "", found->cure);
        put_manual_text(&b, found->code);
        cli_flush(c, CLI_OUT, &b);
        xpgn_buffer_free(&b);
    }
    xpgn_catalog_free(catalog);
    return found != NULL;
}

static int help(cli *c, const char *self, const char *word) {
    if (word == NULL)
        return cli_print_info(c, CLI_HELP);
    const overview_tool *t = find_tool(word);
    if (t != NULL)
        return help_tool(c, self, t->name);
    if (strcmp(word, "xpgn") == 0 || strcmp(word, "help") == 0) {
        show_manual(self, "1", "xpgn");
        return cli_print_info(c, CLI_HELP);
    }
    for (const struct topic *topic = topics; topic->name != NULL; topic++) {
        if (strcmp(topic->name, word) == 0)
            return help_topic(c, self, topic);
    }
    if (help_code(c, word))
        return CLI_GOOD;
    return no_such_command(c, word, "command or topic");
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Without a command: prints the overview to standard error. */
static int no_command(cli *c) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "usage: %s %s\n", tool.name, tool.usage);
    put_overview(&b);
    cli_flush(c, CLI_ERR, &b);
    xpgn_buffer_free(&b);
    return CLI_TROUBLE;
}

/* Options before the command are those of xpgn; everything after it is the command's. */
static int own_arguments(int argc, char **argv) {
    int n = 1;
    while (n < argc && argv[n][0] == '-')
        n++;
    return n;
}

int main(int argc, char **argv) {
    cli_common o = {.jobs = 0};
    cli c;
    run_as_called(argc, argv);
    int own = own_arguments(argc, argv);
    int status = cli_begin(&c, &tool, own, argv, &o);
    if (status == CLI_GO && own >= argc)
        status = no_command(&c);
    else if (status == CLI_GO && strcmp(argv[own], "help") == 0)
        status = help(&c, argv[0], argv[own + 1]);
    else if (status == CLI_GO)
        status = run_command(&c, argv[0], argv + own);
    return cli_end(&c, status);
}

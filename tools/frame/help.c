/* SPDX-License-Identifier: MIT */
/* --help, --version, and the option table for other programs. */
#include "frame/cli.h"

#include <string.h>

enum { TEXT_WIDTH = 80, HELP_COLUMN = 26 };

const char *cli_argument(const cli_option *o) {
    return o->argument != NULL ? o->argument : o->choices;
}

void cli_put_wrapped(xpgn_buffer *b, const char *text, int indent) {
    bool first = true;
    size_t column = (size_t)indent;
    while (*text != '\0') {
        size_t n = strcspn(text, " ");
        if (!first && column + 1 + n >= TEXT_WIDTH) {
            xpgn_buffer_printf(b, "\n%*s", indent, "");
            column = (size_t)indent;
        } else if (!first) {
            xpgn_buffer_char(b, ' ');
            column++;
        }
        xpgn_buffer_put(b, text, n);
        column += n;
        text += n + (text[n] == ' ');
        first = false;
    }
}

static void put_option_help(xpgn_buffer *b, const cli_option *o) {
    size_t start = b->size;
    if (o->letter != 0)
        xpgn_buffer_printf(b, "  -%c, ", o->letter);
    else
        xpgn_buffer_text(b, "      ");
    xpgn_buffer_printf(b, "--%s", o->name);
    if (cli_takes_value(o))
        xpgn_buffer_printf(b, "=%s", cli_argument(o));
    if (o->kind == CLI_MAYBE)
        xpgn_buffer_printf(b, "[=%s]", o->choices);
    if (b->size - start + 2 > HELP_COLUMN) {
        xpgn_buffer_char(b, '\n');
        start = b->size;
    }
    cli_pad(b, start, HELP_COLUMN);
    cli_put_wrapped(b, o->help, HELP_COLUMN);
    xpgn_buffer_char(b, '\n');
}

static void put_help(const cli *c, xpgn_buffer *b) {
    xpgn_buffer_printf(b, "usage: %s %s\n", c->tool->name, c->tool->usage);
    cli_put_wrapped(b, c->tool->about, 0);
    xpgn_buffer_text(b, "\n\n");
    for (size_t i = 0; i < c->option_count; i++) {
        if (i == c->own_count && i > 0)
            xpgn_buffer_char(b, '\n');
        if (c->option[i].help != NULL)
            put_option_help(b, &c->option[i]);
    }
    if ((c->tool->common & CLI_GAMES) != 0)
        xpgn_buffer_text(b, "\nReads standard input if no file is given, or for a file named -.\n");
    if (c->tool->more_help != NULL)
        c->tool->more_help(b);
}

static void put_version(const cli *c, xpgn_buffer *b) {
    xpgn_buffer_printf(b, "%s %s\n", c->tool->name, xpgn_version());
    xpgn_build_write(b);
    if (c->tool->more_version != NULL)
        c->tool->more_version(b);
}

static const char *const kind_names[] = {
    [CLI_FLAG] = "flag",   [CLI_TEXT] = "text",     [CLI_LIST] = "list",   [CLI_NUMBER] = "number",
    [CLI_SIZE] = "size",   [CLI_CHOICE] = "choice", [CLI_RANGE] = "range", [CLI_PICKS] = "range",
    [CLI_HELP] = "flag",   [CLI_VERSION] = "flag",  [CLI_DUMP] = "flag",   [CLI_COUNT] = "flag",
    [CLI_BYTES] = "bytes", [CLI_READS] = "text",    [CLI_WRITES] = "text", [CLI_MAYBE] = "flag",
};

/* Returns the argument of an option; for a choice its words. */
static const char *dumped_argument(const cli_option *o) {
    if (o->kind == CLI_CHOICE)
        return o->choices;
    return cli_takes_value(o) ? o->argument : "-";
}

/*
 * One row per option: long name, letter, kind, argument, help, and for an option that names facts
 * those facts; `-` for none. The first row is the tool: its name, `-`, "tool", usage, description.
 */
static void put_dump(const cli *c, xpgn_buffer *b) {
    xpgn_buffer_printf(b, "%s\t-\ttool\t%s\t%s\n", c->tool->name, c->tool->usage, c->tool->about);
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++) {
        if (o->help == NULL)
            continue;
        xpgn_buffer_printf(b, "--%s\t", o->name);
        if (o->letter != 0)
            xpgn_buffer_printf(b, "-%c", o->letter);
        else
            xpgn_buffer_char(b, '-');
        xpgn_buffer_printf(b, "\t%s\t%s\t%s", kind_names[o->kind], dumped_argument(o), o->help);
        if (o->facts != 0)
            o->dump(b, o->facts);
        xpgn_buffer_char(b, '\n');
    }
}

int cli_print_info(cli *c, cli_kind kind) {
    xpgn_buffer b = {0};
    if (kind == CLI_HELP)
        put_help(c, &b);
    else if (kind == CLI_DUMP)
        put_dump(c, &b);
    else
        put_version(c, &b);
    cli_flush(c, CLI_OUT, &b);
    xpgn_buffer_free(&b);
    return CLI_GOOD;
}

/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

static void put_message(cli *c, const char *format, va_list args) {
    cli_progress_clear(c);
    if (c->sink[CLI_OUT].file != NULL && !ferror(c->sink[CLI_OUT].file))
        cli_flush_out(c);
    flockfile(stderr);
    fprintf(stderr, "%s: ", c->tool->name);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    funlockfile(stderr);
}

void cli_message(cli *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_message(c, format, args);
    va_end(args);
}

int cli_usage(cli *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_message(c, format, args);
    va_end(args);
    fprintf(stderr, "try '%s --help'\n", c->tool->name);
    return CLI_TROUBLE;
}

void cli_die(cli *c, const char *format, ...) {
    static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
    va_list args;
    (void)pthread_mutex_lock(&first); /* for ever: of several threads one speaks, and ends all */
    va_start(args, format);
    put_message(c, format, args);
    va_end(args);
    cli_discard_outputs(c);
    exit(CLI_TROUBLE);
}

void cli_no_memory(cli *c) {
    cli_die(c, "out of memory");
}

int cli_begin(cli *c, const cli_tool *tool, int argc, char **argv, void *options) {
    *c = (cli){.tool = tool, .options = options, .common = options};
    cli_open_standard(c);
    return cli_parse(c, argc, argv);
}

int cli_end(cli *c, int status) {
    if (!cli_close_outputs(c))
        status = CLI_TROUBLE;
    cli_parse_free(c);
    return status;
}

/* SPDX-License-Identifier: MIT */
#include "frame/cli.h"
#include "frame/temp_files.h"
#include "frame/unread_games.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Writes the lines of a text without control characters; unchanged if out of memory. */
static void put_message_lines(const char *text) {
    const char *whole = text;
    xpgn_buffer b = {0};
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1) {
        xpgn_buffer_clean(&b, (xpgn_slice){text, (size_t)(end - text)});
        xpgn_buffer_char(&b, '\n');
    }
    xpgn_buffer_clean(&b, (xpgn_slice){text, strlen(text)});
    xpgn_buffer_char(&b, '\n');
    if (b.failed)
        fprintf(stderr, "%s\n", whole);
    else
        (void)fwrite(b.data, 1, b.size, stderr);
    xpgn_buffer_free(&b);
}

/* Messages quote the user and files, which cannot be trusted. */
static void put_formatted(const char *format, va_list args) {
    char some[1024], *all = NULL;
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(some, sizeof some, format, args);
    if (size >= (int)sizeof some && (all = malloc((size_t)size + 1)) != NULL)
        (void)vsnprintf(all, (size_t)size + 1, format, again);
    va_end(again);
    put_message_lines(all != NULL ? all : some);
    free(all);
}

static void put_message(cli *c, const char *format, va_list args) {
    cli_progress_clear(c);
    if (c->sink[CLI_OUT].file != NULL && !ferror(c->sink[CLI_OUT].file))
        cli_flush_out(c);
    if (c->within != NULL)
        c->within->told = true;
    if (c->within != NULL && c->within->quiet)
        return;
    flockfile(stderr);
    fprintf(stderr, "%s: ", c->tool->name);
    put_formatted(format, args);
    funlockfile(stderr);
}

void cli_message(cli *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_message(c, format, args);
    va_end(args);
}

size_t cli_inputs(const cli_list *files) {
    return files->count > 0 ? files->count : 1;
}

const char *cli_input(const cli_list *files, size_t i) {
    return files->count > 0 ? files->item[i] : "-";
}

bool cli_reads_standard(const cli_list *files) {
    for (size_t i = 0; i < cli_inputs(files); i++)
        if (strcmp(cli_input(files, i), "-") == 0)
            return true;
    return false;
}

const char *cli_input_name(const char *file) {
    return strcmp(file, "-") == 0 ? "standard input" : file;
}

bool cli_refuse_file(cli *c, const char *path, const char *what) {
    cli_message(c, "%s: %s%s", path, what, strerror(errno));
    return false;
}

int cli_usage(cli *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    put_message(c, format, args);
    va_end(args);
    if (c->within == NULL)
        fprintf(stderr, "try '%s --help'\n", c->tool->name);
    return CLI_TROUBLE;
}

void cli_die(cli *c, const char *format, ...) {
    static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
    va_list args;
    (void)pthread_mutex_lock(&first); /* never unlocked: only one thread may report and exit */
    va_start(args, format);
    c->within = NULL;
    put_message(c, format, args);
    va_end(args);
    cli_discard_outputs(c);
    temp_file_remove();
    exit(CLI_TROUBLE);
}

void cli_no_memory(cli *c) {
    cli_die(c, "out of memory");
}

void *cli_realloc(cli *c, void *list, size_t size) {
    void *more = realloc(list, size);
    if (more == NULL)
        cli_no_memory(c);
    return more;
}

void *cli_grow(cli *c, void *list, size_t count, size_t *capacity, size_t size) {
    enum { LEAST = 64 };
    if (count < *capacity)
        return list;
    *capacity = *capacity > 0 ? 2 * *capacity : LEAST;
    return cli_realloc(c, list, *capacity * size);
}

char *cli_keep(cli *c, xpgn_slice text) {
    return cli_join(c, text, (xpgn_slice){"", 0});
}

char *cli_join(cli *c, xpgn_slice text, xpgn_slice more) {
    xpgn_buffer b = {0};
    xpgn_buffer_slice(&b, text);
    xpgn_buffer_slice(&b, more);
    xpgn_buffer_char(&b, '\0');
    if (b.failed)
        cli_no_memory(c);
    return b.data;
}

void cli_need_sodium(cli *c, xpgn_status status, const char *what) {
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status == XPGN_NOT_FOUND)
        cli_die(c, "%s libsodium, which was not found", what);
}

int cli_begin_within(cli *c, const cli_tool *tool, int argc, char **argv, void *options,
                     cli_within *given) {
    memset(c, 0, offsetof(cli, option));
    c->tool = tool;
    c->within = given;
    c->options = c->common = options;
    cli_open_standard(c);
    return cli_parse(c, argc, argv);
}

int cli_begin(cli *c, const cli_tool *tool, int argc, char **argv, void *options) {
    return cli_begin_within(c, tool, argc, argv, options, NULL);
}

int cli_end(cli *c, int status) {
    cli_unread_tell(c);
    if (!cli_close_outputs(c) || c->missed)
        status = CLI_TROUBLE;
    cli_parse_free(c);
    return status;
}

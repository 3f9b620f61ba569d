/* SPDX-License-Identifier: MIT */
/* Decides which files a tool may write; nothing else does. */
#include "frame/cli.h"
#include "frame/disk_calls.h"
#include "frame/game_index.h"
#include "frame/table_heads.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- is it read in this run? ----------------------------------------------------------------- */

static bool is_same_file(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool names(const char *path, const struct stat *file) {
    struct stat st;
    return path != NULL && stat(path, &st) == 0 && is_same_file(&st, file);
}

static bool list_names(const cli_list *list, const struct stat *file) {
    for (size_t i = 0; i < list->count; i++)
        if (names(list->item[i], file))
            return true;
    return false;
}

static const char *option_text(const cli *c, const cli_option *o) {
    return *(const char **)(void *)((char *)c->options + o->offset);
}

static bool is_input(const cli *c, const struct stat *file) {
    struct stat in;
    if (fstat(STDIN_FILENO, &in) == 0 && is_same_file(&in, file))
        return true;
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++)
        if (o->kind == CLI_READS && names(option_text(c, o), file))
            return true;
    return list_names(&c->common->files, file) || list_names(&c->common->rules, file);
}

/* ---- what is in it? -------------------------------------------------------------------------- */

enum { HEAD = 1024 };

/* Reads the beginning of a file as a string; false if it cannot be read. */
static bool read_file_head(const char *path, char head[HEAD + 1]) {
    size_t size = 0;
    int fd = files_open(path, O_RDONLY | O_NONBLOCK, 0);
    bool good = fd >= 0 && cli_read_most(fd, 0, head, HEAD, &size);
    int error = errno;
    if (fd >= 0)
        (void)close(fd);
    errno = error;
    head[size] = '\0';
    return good;
}

static bool starts_with(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static bool is_of_kind(cli *c, const char *head, cli_product product) {
    switch (product) {
    case CLI_PICTURE:
        return (starts_with(head, "<?xml") || starts_with(head, "<svg")) &&
               strstr(head, "<svg") != NULL;
    case CLI_PARTIAL:
        return starts_with(head, c->tool->name);
    case CLI_INDEX:
        return starts_with(head, INDEX_KIND) ||
               starts_with(INDEX_KIND, head); /* a truncated one, too */
    case CLI_LOG:
        return cli_has_columns(c, cli_slice(head), cli_log_columns, CLI_LOG_COLUMNS);
    case CLI_QUESTIONS:
        return cli_has_columns(c, cli_slice(head), cli_question_columns, CLI_QUESTION_COLUMNS);
    case CLI_STATE:
        return true;
    case CLI_GAMES_FILE:
        break;
    }
    return false;
}

static const char *const what[] = {[CLI_GAMES_FILE] = "the file is not empty",
                                   [CLI_PICTURE] = "it is not an SVG picture",
                                   [CLI_PARTIAL] = "it is not a partial result of this program",
                                   [CLI_INDEX] = "it is not an index",
                                   [CLI_LOG] = "it is not a log of corrections",
                                   [CLI_QUESTIONS] = "it is not a table of questions",
                                   [CLI_STATE] = "it is another record"};

/* ---- the answer ------------------------------------------------------------------------------ */

static bool may_replace(cli *c, const char *path, cli_product product) {
    char head[HEAD + 1];
    bool known = read_file_head(path, head);
    if (known && starts_with(head, "xpgn-chain "))
        cli_message(c, "%s: not written: a chain of sealed dice is never replaced", path);
    else if (c->common->force || (known && is_of_kind(c, head, product)))
        return true;
    else
        cli_message(c, "%s: not written: %s; --force replaces it", path,
                    known ? what[product] : strerror(errno));
    return false;
}

bool cli_may_write(cli *c, const char *path, cli_product product) {
    struct stat st;
    if (strcmp(path, "-") == 0 || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    if (is_input(c, &st)) {
        cli_message(c, "%s: not written: it is also read in this run; name another file", path);
        return false;
    }
    return st.st_size == 0 || may_replace(c, path, product);
}

bool cli_continues(cli *c, int sink, cli_product product) {
    char head[HEAD + 1];
    const replacement *r = &c->sink[sink].new;
    if (!r->exists || r->old.st_size == 0)
        return false;
    return !read_file_head(r->target, head) || is_of_kind(c, head, product);
}

int cli_check_outputs(cli *c) {
    for (const cli_option *o = c->option; o < c->option + c->option_count; o++)
        if (o->kind == CLI_WRITES && option_text(c, o) != NULL &&
            !cli_may_write(c, option_text(c, o), o->writes))
            return CLI_TROUBLE;
    return CLI_GO;
}

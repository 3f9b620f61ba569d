/* SPDX-License-Identifier: MIT */
#include "shared/answers/text_diff.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

FILE *cli_diff_file(cli *c) {
    FILE *f = tmpfile();
    if (f == NULL)
        cli_die(c, "cannot make a temporary file: %s", strerror(errno));
    return f;
}

/* What diff compares, and where it writes: to `shown`, or if that is NULL to standard output. */
typedef struct comparison {
    const char *name;
    FILE *original; /* NULL: the file itself */
    FILE *now, *shown;
} comparison;

/* Runs a program with the new text as standard input and the original, if there is one, as
   descriptor 3. */
static int spawn_on(const comparison *d, char *const argv[], pid_t *child) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, fileno(d->now), STDIN_FILENO);
    if (error == 0 && d->original != NULL)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(d->original), 3);
    if (error == 0 && d->shown != NULL)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(d->shown), STDOUT_FILENO);
    if (error == 0)
        error = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int spawn_diff(const cli *c, const comparison *d, pid_t *child) {
    xpgn_buffer name = {0};
    cli_put_name(&name, c, cli_file_name(d->name));
    xpgn_buffer_char(&name, '\0');
    char program[] = "diff", option[] = "-au", label[] = "-L", end[] = "--", in[] = "-";
    char *file = strdup(d->original == NULL ? d->name : "/dev/fd/3");
    char *argv[] = {program, option, label, name.data, label, name.data, end, file, in, NULL};
    int error = !name.failed && file != NULL ? spawn_on(d, argv, child) : ENOMEM;
    xpgn_buffer_free(&name);
    free(file);
    return error;
}

static bool rewind_file(FILE *f) {
    return fflush(f) == 0 && !ferror(f) && lseek(fileno(f), 0, SEEK_SET) == 0;
}

/* Shows the changes on a terminal, line by line, as cli_flush shows records. */
static void show_diff(cli *c, FILE *shown) {
    char *line = NULL;
    size_t room = 0;
    xpgn_buffer b = {0};
    rewind(shown);
    for (ssize_t size; (size = getline(&line, &room, shown)) > 0;) {
        xpgn_buffer_put(&b, line, (size_t)size);
        cli_flush(c, CLI_OUT, &b);
    }
    free(line);
    xpgn_buffer_free(&b);
    (void)fclose(shown);
}

int cli_diff(cli *c, const char *name, FILE *original, FILE *now) {
    pid_t child;
    int result = 0;
    if (!rewind_file(now) || (original != NULL && !rewind_file(original)))
        cli_die(c, "cannot write a temporary file: %s", strerror(errno));
    cli_flush_out(c);
    const comparison d = {name, original, now, c->sink[CLI_OUT].terminal ? cli_diff_file(c) : NULL};
    int error = spawn_diff(c, &d, &child);
    while (error == 0 && waitpid(child, &result, 0) < 0 && errno == EINTR)
        continue;
    if (d.shown != NULL)
        show_diff(c, d.shown);
    if (error != 0) {
        cli_message(c, "cannot run diff: %s", strerror(error));
        return CLI_TROUBLE;
    }
    if (!WIFEXITED(result) || WEXITSTATUS(result) > 1) {
        cli_message(c, "%s: diff failed", name);
        return CLI_TROUBLE;
    }
    return CLI_BAD;
}

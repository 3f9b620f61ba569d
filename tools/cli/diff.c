/* SPDX-License-Identifier: MIT */
#include "cli/diff.h"

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

/* Runs a program with the new text as standard input and the original, if there is one, as
   descriptor 3. */
static int spawn_on(FILE *original, FILE *now, char *const argv[], pid_t *child) {
    extern char **environ;
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, fileno(now), STDIN_FILENO);
    if (error == 0 && original != NULL)
        error = posix_spawn_file_actions_adddup2(&actions, fileno(original), 3);
    if (error == 0)
        error = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    return error;
}

static int spawn_diff(const cli *c, const char *file_name, FILE *original, FILE *now,
                      pid_t *child) {
    xpgn_buffer name = {0};
    cli_put_name(&name, c, cli_file_name(file_name));
    xpgn_buffer_char(&name, '\0');
    char program[] = "diff", option[] = "-au", label[] = "-L", end[] = "--", in[] = "-";
    char *file = strdup(original == NULL ? file_name : "/dev/fd/3");
    char *argv[] = {program, option, label, name.data, label, name.data, end, file, in, NULL};
    int error = !name.failed && file != NULL ? spawn_on(original, now, argv, child) : ENOMEM;
    xpgn_buffer_free(&name);
    free(file);
    return error;
}

static bool rewind_file(FILE *f) {
    return fflush(f) == 0 && !ferror(f) && lseek(fileno(f), 0, SEEK_SET) == 0;
}

int cli_diff(cli *c, const char *name, FILE *original, FILE *now) {
    pid_t child;
    int result = 0;
    if (!rewind_file(now) || (original != NULL && !rewind_file(original)))
        cli_die(c, "cannot write a temporary file: %s", strerror(errno));
    cli_flush_out(c);
    int error = spawn_diff(c, name, original, now, &child);
    if (error != 0) {
        cli_message(c, "cannot run diff: %s", strerror(error));
        return CLI_TROUBLE;
    }
    while (waitpid(child, &result, 0) < 0 && errno == EINTR)
        continue;
    if (!WIFEXITED(result) || WEXITSTATUS(result) > 1) {
        cli_message(c, "%s: diff failed", name);
        return CLI_TROUBLE;
    }
    return CLI_BAD;
}

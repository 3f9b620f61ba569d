/* SPDX-License-Identifier: MIT */
/*
 * Output: the standard streams, and files that get their names only on success. Temporary files are
 * removed if a signal ends the program.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files that the signal handler removes; a file is listed as long as it exists. */
static const char *volatile doomed[CLI_SINKS];

static const int ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM};

/* The default action is restored last: a second signal, in another thread, must not end the program
   before all files are removed. */
static void remove_and_die(int number) {
    for (size_t i = 0; i < CLI_SINKS; i++)
        if (doomed[i] != NULL)
            (void)unlink(doomed[i]);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* Signals that the parent ignored stay ignored. */
static void guard_signals(void) {
    struct sigaction act = {.sa_handler = remove_and_die};
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction old;
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            (void)sigaction(ending[i], &act, NULL);
    }
}

/* If the parent closed a standard stream, its number would go to the next file opened. */
static void keep_numbers(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

void cli_open_standard(cli *c) {
    keep_numbers();
    (void)signal(SIGXFSZ, SIG_IGN); /* exceeding the file size limit becomes a write error */
    c->sinks = 2;
    c->sink[CLI_OUT] = (cli_sink){.file = stdout, .terminal = isatty(STDOUT_FILENO) == 1};
    c->sink[CLI_ERR] = (cli_sink){.file = stderr, .terminal = isatty(STDERR_FILENO) == 1};
    if (!c->sink[CLI_OUT].terminal)
        (void)setvbuf(stdout, NULL, _IOFBF, 1 << 16);
}

/* Devices and pipes are written directly; for a symbolic link the target is replaced. */
static bool is_direct(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static mode_t mode_for(const char *target) {
    struct stat st;
    if (stat(target, &st) == 0)
        return st.st_mode & 07777;
    mode_t mask = umask(0);
    (void)umask(mask);
    return 0666 & ~mask;
}

/* Makes the temporary file; signals are blocked until the handler knows it. */
static int make_temporary(cli_sink *s, size_t slot) {
    sigset_t held, before;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        sigaddset(&held, ending[i]);
    (void)pthread_sigmask(SIG_BLOCK, &held, &before);
    int fd = mkstemp(s->temporary);
    int error = errno;
    if (fd >= 0) {
        doomed[slot] = s->temporary;
        guard_signals();
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return fd;
}

/* The real path of the folder and the file name, which need not exist yet. */
static char *name_in_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    char *real = folder != NULL ? realpath(folder, NULL) : NULL;
    size_t size = real != NULL ? strlen(real) + strlen(name) + 2 : 0;
    char *whole = real != NULL ? malloc(size) : NULL;
    if (whole != NULL)
        (void)snprintf(whole, size, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
    free(real);
    free(folder);
    return whole;
}

/* The canonical path of a file, the same for all its names; NULL: no such folder. */
static char *target_of(const char *path) {
    char *target = realpath(path, NULL);
    return target != NULL ? target : name_in_folder(path);
}

static FILE *open_temporary(cli_sink *s, size_t slot) {
    s->target = target_of(s->path);
    if (s->target == NULL)
        return NULL;
    size_t size = strlen(s->target) + sizeof ".XXXXXX";
    s->temporary = malloc(size);
    if (s->temporary == NULL)
        return NULL;
    (void)snprintf(s->temporary, size, "%s.XXXXXX", s->target);
    int fd = make_temporary(s, slot);
    if (fd < 0)
        return NULL;
    (void)fchmod(fd, mode_for(s->target));
    return fdopen(fd, "wb");
}

static void discard_output(cli *c, size_t i) {
    cli_sink *s = &c->sink[i];
    if (doomed[i] != NULL) {
        (void)unlink(s->temporary);
        doomed[i] = NULL;
    }
    free(s->temporary);
    free(s->target);
    s->temporary = s->target = NULL;
    if (s->file != NULL)
        (void)fclose(s->file);
    s->file = NULL;
}

void cli_discard_outputs(cli *c) {
    for (size_t i = 2; i < c->sinks; i++)
        discard_output(c, i);
    c->sinks = 2;
}

/* The path of another output with the same target; NULL: none. */
static const char *rival_of(const cli *c, size_t slot) {
    const char *target = c->sink[slot].target;
    for (size_t i = 2; i < slot && target != NULL; i++)
        if (c->sink[i].target != NULL && strcmp(c->sink[i].target, target) == 0)
            return c->sink[i].path;
    return NULL;
}

int cli_open_output(cli *c, const char *path) {
    if (strcmp(path, "-") == 0)
        return CLI_OUT;
    size_t slot = c->sinks;
    if (slot == CLI_SINKS)
        cli_die(c, "%s: too many output files", path);
    cli_sink *s = &c->sink[slot];
    *s = (cli_sink){.path = path};
    errno = ENOMEM;
    s->file = is_direct(path) ? fopen(path, "wb") : open_temporary(s, slot);
    int error = errno;
    c->sinks = slot + 1;
    const char *rival = rival_of(c, slot);
    if (s->file != NULL && rival == NULL)
        return (int)slot;
    cli_discard_outputs(c);
    if (rival != NULL)
        cli_message(c, "%s: the same file as %s", path, rival);
    else
        cli_message(c, "%s: %s", path, strerror(error));
    return -1;
}

/* The reader closed the pipe: end like a program that does not handle SIGPIPE. */
static _Noreturn void end_quietly(cli *c) {
    cli_discard_outputs(c);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)raise(SIGPIPE);
    _exit(CLI_GOOD);
}

static void report_write_error(cli *c, const cli_sink *s, int error) {
    if (s->path != NULL)
        cli_message(c, "%s: write error: %s", s->path, strerror(error));
    else
        cli_message(c, "write error: %s", strerror(error));
}

static _Noreturn void write_failed(cli *c, const cli_sink *s, int error) {
    if (error == EPIPE)
        end_quietly(c);
    report_write_error(c, s, error);
    cli_discard_outputs(c);
    _exit(CLI_TROUBLE); /* not exit(), which would flush the streams again */
}

static void write_bytes(cli *c, int sink, const char *bytes, size_t size) {
    cli_sink *s = &c->sink[sink];
    if (fwrite(bytes, 1, size, s->file) != size && sink != CLI_ERR)
        write_failed(c, s, errno);
}

void cli_flush(cli *c, int sink, xpgn_buffer *b) {
    if (b->failed)
        cli_no_memory(c);
    cli_sink *s = &c->sink[sink];
    if (b->size == 0)
        return;
    if (s->terminal)
        cli_progress_clear(c);
    if (sink == CLI_ERR)
        cli_flush_out(c);
    if (s->between != NULL && s->begun)
        write_bytes(c, sink, s->between, strlen(s->between));
    s->begun = true;
    write_bytes(c, sink, b->data, b->size);
    xpgn_buffer_clear(b);
}

void cli_between(cli *c, int sink, const char *text) {
    c->sink[sink].between = text;
    c->sink[sink].begun = false;
}

void cli_flush_out(cli *c) {
    cli_sink *s = &c->sink[CLI_OUT];
    if (fflush(s->file) != 0)
        write_failed(c, s, errno);
}

/* Flushes and closes one stream; returns 0 or an error number. */
static int close_sink(cli_sink *s) {
    int error = ferror(s->file) ? EIO : 0;
    if (fflush(s->file) != 0 || (s->temporary != NULL && fsync(fileno(s->file)) != 0))
        error = errno;
    if (fclose(s->file) != 0 && error == 0)
        error = errno;
    s->file = NULL;
    return error;
}

static bool rename_output(cli *c, size_t i) {
    cli_sink *s = &c->sink[i];
    if (s->temporary == NULL)
        return true;
    if (rename(s->temporary, s->target) != 0) {
        cli_message(c, "%s: %s", s->path, strerror(errno));
        return false;
    }
    doomed[i] = NULL;
    return true;
}

bool cli_close_outputs(cli *c) {
    bool ok = true;
    for (size_t i = 0; i < c->sinks; i++) {
        cli_sink *s = &c->sink[i];
        if (i == CLI_ERR || s->file == NULL)
            continue;
        int error = close_sink(s);
        if (error == EPIPE)
            end_quietly(c);
        if (error != 0)
            report_write_error(c, s, error);
        ok = ok && error == 0;
    }
    for (size_t i = 2; i < c->sinks && ok; i++)
        ok = rename_output(c, i);
    cli_discard_outputs(c);
    return ok;
}

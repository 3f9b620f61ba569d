/* SPDX-License-Identifier: MIT */
/*
 * Output: the standard streams, and files that get their names only on success. Temporary files are
 * removed if a signal ends the program.
 */
#include "cli.h"
#include "cli_disk.h"

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

void cli_remove_temporaries(void) {
    for (size_t i = 0; i < CLI_SINKS; i++)
        if (doomed[i] != NULL)
            (void)unlink(doomed[i]);
}

/* The default action is restored last: a second signal, in another thread, must not end the program
   before all files are removed. */
static void remove_and_die(int number) {
    cli_remove_temporaries();
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

/* Says why an output file cannot be made: `what`, then errno. */
static bool refuse(cli *c, const cli_sink *s, const char *what) {
    cli_message(c, "%s: %s%s", s->path, what, strerror(errno));
    return false;
}

/* Root may write any file; permission bits that forbid it are taken as the owner's wish. */
static bool may_replace(cli *c, const cli_sink *s, const struct stat *old) {
    bool writable =
        (old->st_mode & 0222) != 0 && faccessat(AT_FDCWD, s->target, W_OK, AT_EACCESS) == 0;
    if (!writable)
        cli_message(c, "%s: the file is read-only", s->path);
    return writable;
}

/* Gives a new file the owner, the group and the permissions of the one that it replaces. Owner
   first: whoever owned it before must not get these permissions. Set-id bits are never kept. */
static bool keep_access(cli *c, const cli_sink *s, int fd, const struct stat *old) {
    struct stat new;
    if (fstat(fd, &new) != 0)
        return refuse(c, s, "");
    bool same = new.st_uid == old->st_uid &&new.st_gid == old->st_gid;
    if (!same && fchown(fd, old->st_uid, old->st_gid) != 0)
        return refuse(c, s, "its owner and group cannot be kept: ");
    if (fchmod(fd, old->st_mode & 0777) != 0)
        return refuse(c, s, "its permissions cannot be kept: ");
    return true;
}

static bool set_access(cli *c, const cli_sink *s, int fd) {
    mode_t mask = umask(0);
    (void)umask(mask);
    return fchmod(fd, 0666 & ~mask) == 0 || refuse(c, s, "its permissions cannot be set: ");
}

static bool name_temporary(cli_sink *s) {
    s->target = cli_real_path(s->path);
    size_t size = s->target != NULL ? strlen(s->target) + sizeof ".XXXXXX" : 0;
    s->temporary = size > 0 ? malloc(size) : NULL;
    if (s->temporary != NULL)
        (void)snprintf(s->temporary, size, "%s.XXXXXX", s->target);
    return s->temporary != NULL;
}

static bool open_temporary(cli *c, cli_sink *s, size_t slot) {
    struct stat old;
    if (!name_temporary(s))
        return refuse(c, s, "");
    bool exists = lstat(s->target, &old) == 0;
    if (exists && !may_replace(c, s, &old))
        return false;
    int fd = make_temporary(s, slot);
    s->file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (s->file == NULL)
        return refuse(c, s, "");
    return exists ? keep_access(c, s, fd, &old) : set_access(c, s, fd);
}

static bool open_direct(cli *c, cli_sink *s) {
    s->file = fopen(s->path, "wb");
    return s->file != NULL || refuse(c, s, "");
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
    c->sinks = slot + 1;
    bool open = is_direct(path) ? open_direct(c, s) : open_temporary(c, s, slot);
    const char *rival = open ? rival_of(c, slot) : NULL;
    if (open && rival == NULL)
        return (int)slot;
    if (rival != NULL)
        cli_message(c, "%s: the same file as %s", path, rival);
    cli_discard_outputs(c);
    return -1;
}

/* The reader closed the pipe: end like a program that does not handle SIGPIPE. */
static _Noreturn void end_quietly(cli *c) {
    cli_discard_outputs(c);
    cli_remove_temporaries();
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
    cli_remove_temporaries();
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

/* Says what a new file has not kept of the one that it has replaced. */
static void tell_of_lost(cli *c, const cli_sink *s, const struct stat *old) {
    if ((old->st_mode & (S_ISUID | S_ISGID)) != 0)
        cli_message(c, "%s: the set-user-id and set-group-id bits are not kept", s->path);
    if (old->st_nlink > 1)
        cli_message(c, "%s: only this name is rewritten: the file has hard links", s->path);
}

static bool rename_output(cli *c, size_t i) {
    struct stat old;
    cli_sink *s = &c->sink[i];
    if (s->temporary == NULL)
        return true;
    bool replaces = lstat(s->target, &old) == 0;
    if (rename(s->temporary, s->target) != 0)
        return refuse(c, s, "");
    doomed[i] = NULL;
    if (replaces)
        tell_of_lost(c, s, &old);
    return cli_sync_folder(s->target) || errno == EACCES || /* it can be written, not read */
           refuse(c, s, "the folder cannot be written: ");
}

bool cli_finish_output(cli *c, int sink) {
    size_t slot = (size_t)sink;
    int error = close_sink(&c->sink[slot]);
    if (error != 0)
        report_write_error(c, &c->sink[slot], error);
    bool ok = error == 0 && rename_output(c, slot);
    discard_output(c, slot);
    c->sinks = slot;
    return ok;
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

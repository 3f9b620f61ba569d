/* SPDX-License-Identifier: MIT */
/* Output: standard streams, pipes and devices, and files that get their names only on success. */
#include "frame/cli.h"
#include "frame/disk_calls.h"
#include "frame/file_paths.h"
#include "frame/temp_files.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HELD = 1 << 16, /* bytes that are held before a file is written */
    ONE_BY_ONE = 16 /* if there are more files, they are synchronized together */
};

/* ---- the standard streams -------------------------------------------------------------------- */

/* If the parent has closed a standard stream, the next file opened would get its number. */
static void keep_numbers(void) {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

static unsigned terminal_columns(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void cli_open_standard(cli *c) {
    keep_numbers();
    (void)signal(SIGXFSZ, SIG_IGN); /* exceeding the file size limit becomes a write error */
    c->sinks = 2;
    c->sink[CLI_OUT] = (cli_sink){.file = stdout,
                                  .terminal = isatty(STDOUT_FILENO) == 1,
                                  .columns = terminal_columns(STDOUT_FILENO)};
    c->sink[CLI_ERR] = (cli_sink){.file = stderr,
                                  .terminal = isatty(STDERR_FILENO) == 1,
                                  .columns = terminal_columns(STDERR_FILENO)};
    if (!c->sink[CLI_OUT].terminal)
        (void)setvbuf(stdout, NULL, _IOFBF, 1 << 16);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Says why an output file cannot be made. */
static bool refuse_sink(cli *c, const cli_sink *s, const char *why) {
    cli_message(c, "%s: %s", s->path, why);
    return false;
}

static bool is_direct(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Checks again that it is not a regular file: it may have changed since. */
static bool open_direct(cli *c, cli_sink *s) {
    struct stat st;
    s->fd = files_open(s->path, O_WRONLY, 0);
    if (s->fd < 0)
        return refuse_sink(c, s, strerror(errno));
    return (fstat(s->fd, &st) == 0 && !S_ISREG(st.st_mode)) ||
           refuse_sink(c, s, "it has just changed");
}

static bool open_new(cli *c, cli_sink *s) {
    return replace_begin(&s->new, s->path) || refuse_sink(c, s, s->new.why);
}

/* Returns the path of another output with the same target; NULL if there is none. */
static const char *rival_of(const cli *c, size_t slot) {
    const char *target = c->sink[slot].new.target;
    for (size_t i = 2; i < slot && target != NULL; i++)
        if (c->sink[i].new.target != NULL && strcmp(c->sink[i].new.target, target) == 0)
            return c->sink[i].path;
    return NULL;
}

int cli_open_rewrite(cli *c, const char *path) {
    size_t slot = c->sinks;
    if (slot == CLI_SINKS)
        cli_die(c, "%s: too many output files", path);
    cli_sink *s = &c->sink[slot];
    *s = (cli_sink){.path = path, .fd = -1, .new = {.fd = -1}};
    c->sinks = slot + 1;
    bool open = is_direct(path) ? open_direct(c, s) : open_new(c, s);
    const char *rival = open ? rival_of(c, slot) : NULL;
    if (open && rival == NULL)
        return (int)slot;
    if (rival != NULL)
        cli_message(c, "%s: the same file as %s", path, rival);
    cli_discard_outputs(c);
    return -1;
}

void cli_replaces(cli *c, int sink, const replace_state *read) {
    if (c->sink[sink].new.target != NULL)
        replace_expect(&c->sink[sink].new, read);
}

bool cli_copies(cli *c, int sink, const struct stat *of) {
    cli_sink *s = &c->sink[sink];
    return s->new.target == NULL || s->new.exists || replace_keep_access(&s->new, of) ||
           refuse_sink(c, s, s->new.why);
}

bool cli_quotes(cli *c, int sink, const struct stat *quoted) {
    cli_sink *s = sink >= 0 ? &c->sink[sink] : NULL;
    return s == NULL || s->new.target == NULL || replace_hide(&s->new, quoted) ||
           refuse_sink(c, s, s->new.why);
}

bool cli_make_folder(cli *c, const char *path) {
    struct stat st;
    if ((stat(path, &st) == 0 && S_ISDIR(st.st_mode)) || files_make_folder(path))
        return true;
    return cli_refuse_file(c, path, "");
}

int cli_open_result(cli *c, const char *path, cli_product product) {
    const size_t size = (size_t)(path_name(path) - path);
    char folder[4096];
    if (size > 1 && size <= sizeof folder) {
        memcpy(folder, path, size - 1);
        folder[size - 1] = '\0';
        if (!cli_make_folder(c, folder))
            return -1;
    }
    return cli_open_output(c, path, product);
}

int cli_open_output(cli *c, const char *path, cli_product product) {
    if (strcmp(path, "-") == 0)
        return CLI_OUT;
    if (cli_may_write(c, path, product))
        return cli_open_rewrite(c, path);
    cli_discard_outputs(c);
    return -1;
}

/* ---- discarding ------------------------------------------------------------------------------ */

static void end_sink(cli_sink *s) {
    (void)files_close(s->fd);
    s->fd = -1;
    replace_end(&s->new);
    xpgn_buffer_free(&s->held);
}

static void end_finished(cli *c) {
    for (size_t i = 0; i < c->finished.count; i++)
        replace_end(&c->finished.file[i]);
    free(c->finished.file);
    c->finished = (cli_finished){.file = NULL};
}

void cli_discard_outputs(cli *c) {
    for (size_t i = 2; i < c->sinks; i++)
        end_sink(&c->sink[i]);
    if (c->sinks > 2)
        c->sinks = 2;
    end_finished(c);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The reader closed the pipe: end like a program that does not handle SIGPIPE. */
static _Noreturn void end_quietly(cli *c) {
    cli_discard_outputs(c);
    temp_file_remove();
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
    temp_file_remove();
    _exit(CLI_TROUBLE); /* not exit(), which would flush the streams again */
}

/* Writes the held bytes of a file; returns 0 or an error number. */
static int write_sink(cli_sink *s) {
    int fd = s->fd >= 0 ? s->fd : s->new.fd;
    if (s->held.size > 0 && !files_write(fd, s->held.data, s->held.size))
        return errno;
    xpgn_buffer_clear(&s->held);
    return 0;
}

static void put_in_file(cli *c, cli_sink *s, const char *bytes, size_t size) {
    xpgn_buffer_put(&s->held, bytes, size);
    if (s->held.failed)
        cli_no_memory(c);
    int error = s->held.size >= HELD ? write_sink(s) : 0;
    if (error != 0)
        write_failed(c, s, error);
}

static void write_bytes(cli *c, int sink, const char *bytes, size_t size) {
    cli_sink *s = &c->sink[sink];
    if (s->file == NULL)
        put_in_file(c, s, bytes, size);
    else if (fwrite(bytes, 1, size, s->file) != size && sink != CLI_ERR)
        write_failed(c, s, errno);
}

/* Writes records to a terminal. */
static void show_output(cli *c, const xpgn_buffer *b) {
    xpgn_buffer clean = {0};
    cli_put_clean(&clean, (xpgn_slice){b->data, b->size});
    if (clean.failed)
        cli_no_memory(c);
    write_bytes(c, CLI_OUT, clean.data, clean.size);
    xpgn_buffer_free(&clean);
}

void cli_flush(cli *c, int sink, xpgn_buffer *b) {
    if (b->failed)
        cli_no_memory(c);
    cli_sink *s = &c->sink[sink];
    if (sink == CLI_ERR && c->within != NULL && c->within->quiet)
        xpgn_buffer_clear(b);
    if (b->size == 0)
        return;
    if (s->terminal)
        cli_progress_clear(c);
    if (sink == CLI_ERR)
        cli_flush_out(c);
    if (s->between != NULL && s->begun)
        write_bytes(c, sink, s->between, strlen(s->between));
    s->begun = true;
    if (sink == CLI_OUT && s->terminal && s->records)
        show_output(c, b);
    else
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

/* ---- the end of a file ----------------------------------------------------------------------- */

/* Moves a complete file to those that wait for their names. */
static void add_finished(cli *c, cli_sink *s) {
    cli_finished *f = &c->finished;
    f->file = cli_grow(c, f->file, f->count, &f->capacity, sizeof *f->file);
    f->file[f->count++] = s->new;
    s->new = (replacement){.fd = -1};
}

/* Synchronizes and closes a new file; if there are many, they are synchronized together at the
   end. */
static bool close_new(cli *c, cli_sink *s) {
    bool alone = c->finished.count < ONE_BY_ONE;
    bool good = (!alone || replace_sync(&s->new)) && replace_close(&s->new);
    return good || refuse_sink(c, s, s->new.why);
}

static bool close_direct(cli *c, cli_sink *s) {
    bool good = files_close(s->fd);
    s->fd = -1;
    if (!good)
        report_write_error(c, s, errno);
    return good;
}

static bool close_sink(cli *c, cli_sink *s) {
    int error = write_sink(s);
    if (error == EPIPE)
        end_quietly(c);
    if (error != 0)
        report_write_error(c, s, error);
    if (error != 0 || !(s->fd >= 0 ? close_direct(c, s) : close_new(c, s)))
        return false;
    if (s->new.temporary != NULL)
        add_finished(c, s);
    return true;
}

bool cli_finish_output(cli *c, int sink) {
    cli_sink *s = &c->sink[sink];
    bool good = close_sink(c, s);
    end_sink(s);
    c->sinks = (size_t)sink;
    return good;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool refuse_name(cli *c, const replacement *r) {
    cli_message(c, "%s: %s", r->path, r->why);
    return false;
}

static bool rename_one(cli *c, replacement *r) {
    if (!replace_rename(r))
        return refuse_name(c, r);
    const char *lost;
    for (unsigned step = 0; r->exists && (lost = replace_lost(&r->old, &step)) != NULL;)
        cli_message(c, "%s: %s", r->path, lost);
    return true;
}

static bool same_folder(const char *a, const char *b) {
    size_t size = (size_t)(strrchr(a, '/') - a);
    return strncmp(a, b, size + 1) == 0 && strchr(b + size + 1, '/') == NULL;
}

/* Renames either the files that replace others or the new ones, and synchronizes each folder. */
static bool rename_some(cli *c, bool replaces) {
    replacement *before = NULL;
    bool good = true;
    for (size_t i = 0; i < c->finished.count && good; i++) {
        replacement *r = &c->finished.file[i];
        if (r->exists != replaces)
            continue;
        if (before != NULL && !same_folder(before->target, r->target))
            good = replace_sync_name(before) || refuse_name(c, before);
        good = good && rename_one(c, r);
        before = r;
    }
    return good && (before == NULL || replace_sync_name(before) || refuse_name(c, before));
}

/* A file that was changed is found before any other gets its name. New files come first, so that a
   copy of a file exists before the file is replaced. */
static bool rename_all(cli *c) {
    const cli_finished *f = &c->finished;
    if (f->count > ONE_BY_ONE && !files_sync_all(f->file[0].target))
        cli_die(c, "write error: %s", strerror(errno));
    for (size_t i = 0; i < f->count; i++)
        if (!replace_unchanged(&f->file[i]))
            return refuse_name(c, &f->file[i]);
    return rename_some(c, false) && rename_some(c, true);
}

/* Flushes and closes standard output. */
static bool close_out(cli *c) {
    cli_sink *s = &c->sink[CLI_OUT];
    if (s->file == NULL)
        return true;
    int error = ferror(s->file) ? EIO : 0;
    if (fflush(s->file) != 0)
        error = errno;
    if (fclose(s->file) != 0 && error == 0)
        error = errno;
    s->file = NULL;
    if (error == EPIPE)
        end_quietly(c);
    if (error != 0)
        report_write_error(c, s, error);
    return error == 0;
}

bool cli_close_outputs(cli *c) {
    bool good = close_out(c);
    for (size_t i = 2; i < c->sinks; i++)
        good = close_sink(c, &c->sink[i]) && good;
    good = good && rename_all(c);
    cli_discard_outputs(c);
    return good;
}

/* SPDX-License-Identifier: MIT */
/*
 * Saving: a new file is created beside the record, synchronized, locked and renamed. It is locked
 * before it is renamed, so that another recorder can never lock it first.
 */
#include "record/record_file.h"
#include "frame/cli.h"
#include "frame/disk_calls.h"
#include "frame/file_paths.h"
#include "frame/temp_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_record(record_file *f, xpgn_buffer *text) {
    if (!replace_look(&f->state, f->fd) || !cli_read_on(f->fd, text, SIZE_MAX))
        return replace_fail(f->why, "");
    errno = ENOMEM;
    if (text->failed)
        return replace_fail(f->why, "");
    return replace_read(&f->state, f->fd, cli_held(text)) ||
           replace_refuse(f->why, "it changed while being read");
}

/* ---- opening --------------------------------------------------------------------------------- */

enum { AGAIN = 100 }; /* attempts, in case other recorders are quicker */

/* Is the open file still the one under this name? */
static bool is_current(const record_file *f) {
    struct stat open_file, named;
    return fstat(f->fd, &open_file) == 0 && lstat(f->path, &named) == 0 &&
           open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

/* Creates the file so that it can be locked; it is removed again unless a record is saved. */
static bool make_file(record_file *f) {
    sigset_t before;
    temp_file_hold(&before);
    f->fd = files_open(f->path, O_RDWR | O_CREAT | O_EXCL, 0666);
    f->made = f->fd >= 0;
    bool noted = !f->made || temp_file_note(f->path);
    temp_file_release(&before);
    errno = noted ? errno : ENOMEM;
    return f->made && noted;
}

/* Opens the file, or creates it. Does not block: it may be a pipe. */
static bool open_or_make(record_file *f) {
    f->fd = files_open(f->path, O_RDWR | O_NONBLOCK, 0);
    return f->fd >= 0 || (errno == ENOENT && make_file(f));
}

/* Checks that the record may be replaced and sets f->lost. Examines the existing file without
   changing it. */
static bool may_record(record_file *f) {
    replacement r;
    struct stat st;
    unsigned step = 0;
    if (fstat(f->fd, &st) != 0)
        return replace_fail(f->why, "");
    if (!f->made && !replace_allowed(&r, &st, f->path))
        return replace_refuse(f->why, r.why);
    const char *lost = replace_lost(&st, &step);
    (void)snprintf(f->lost, sizeof f->lost, "%s", lost != NULL ? lost : "");
    return true;
}

static bool lock(record_file *f) {
    if (files_lock(f->fd))
        return true;
    return errno == EWOULDBLOCK ? replace_refuse(f->why, "another scribe is writing to it")
                                : replace_fail(f->why, "it cannot be locked: ");
}

/* Closes a file locked by another recorder, which is not ours to remove even if we created it. */
static void let_go(record_file *f) {
    if (f->made)
        temp_file_spare(f->path);
    f->made = false;
    (void)files_close(f->fd);
    f->fd = -1;
}

/* Between opening and locking another recorder may have replaced the file, or removed it. */
static bool open_locked(record_file *f) {
    for (unsigned i = 0; i < AGAIN; i++) {
        if (!open_or_make(f)) {
            if (errno == EEXIST)
                continue;
            return errno == EISDIR ? replace_refuse(f->why, "not a regular file")
                                   : replace_fail(f->why, "");
        }
        bool good = may_record(f) && lock(f);
        if (good && is_current(f))
            return true;
        let_go(f);
        if (!good)
            return false;
    }
    replacement r;
    struct stat st;
    bool dangling = lstat(f->path, &st) == 0 && S_ISLNK(st.st_mode);
    if (dangling && !replace_allowed(&r, &st, f->path))
        return replace_refuse(f->why, r.why);
    return replace_refuse(f->why, "the file keeps changing");
}

/* Syncs the folder: a recorder that was killed may have renamed the file without that reaching the
   disk, and a record that is resumed and reported must not be lost again. */
static bool settle_name(record_file *f) {
    return f->made || files_sync_folder(f->path) || replace_fail(f->why, "its folder: ");
}

bool record_file_open(record_file *f, const char *path, xpgn_buffer *text) {
    *f = (record_file){.fd = -1, .path = path_real(path)};
    if (f->path == NULL)
        return replace_fail(f->why, "");
    return open_locked(f) && read_record(f, text) && settle_name(f);
}

/* ---- saving ---------------------------------------------------------------------------------- */

static bool write_new(replacement *r, xpgn_slice text) {
    if (files_write(r->fd, text.data, text.size))
        return replace_sync(r);
    (void)snprintf(r->why, sizeof r->why, "%s", strerror(errno));
    return false;
}

/* Locks the new file before it is renamed. */
static bool lock_new(replacement *r) {
    if (files_lock(r->fd))
        return true;
    (void)snprintf(r->why, sizeof r->why, "it cannot be locked: %s", strerror(errno));
    return false;
}

/* Replaces the old file by the new one, which now has the name. */
static void hand_over(record_file *f, replacement *r) {
    if (f->made)
        temp_file_spare(f->path);
    f->made = false;
    (void)files_close(f->fd);
    f->fd = r->fd;
    r->fd = -1;
}

/* Begins to replace a file that was last in this state, if it is still there. */
static bool begin_next(replacement *r, const char *path, const replace_state *last) {
    bool good = replace_begin(r, path);
    if (good && r->exists)
        replace_expect(r, last);
    return good;
}

static const char changed[] =
    "another program has changed the file; to continue from its contents, leave and start again; "
    "to keep this record, move the file away and enter this again";

bool record_file_save(record_file *f, xpgn_slice text) {
    replacement r;
    bool named = begin_next(&r, f->path, &f->state) && write_new(&r, text) && lock_new(&r) &&
                 replace_rename(&r);
    if (named) {
        hand_over(f, &r);
        replace_wrote(&f->state, f->fd, text);
    }
    bool good = named && replace_sync_name(&r);
    if (!good)
        (void)replace_refuse(f->why, r.changed ? changed : r.why);
    f->changed = r.changed;
    f->unsure = !good && (named || f->unsure);
    replace_end(&r);
    return good;
}

/* Another program may have put something into the file that was made to be locked. */
static bool is_empty(const record_file *f) {
    struct stat st;
    return fstat(f->fd, &st) == 0 && st.st_size == 0;
}

void record_file_close(record_file *f) {
    if (f->made && f->fd >= 0 && is_current(f) && is_empty(f))
        (void)files_remove(f->path);
    if (f->fd >= 0)
        let_go(f);
    free(f->path);
    *f = (record_file){.fd = -1};
}

/* ---- the copy -------------------------------------------------------------------------------- */

/* Writes to a pipe or a device, without waiting for a pipe that nobody reads. */
static bool write_direct(const char *path, xpgn_slice text, char why[REPLACE_WHY]) {
    int fd = files_open(path, O_WRONLY | O_NONBLOCK, 0);
    return files_end(fd, fd >= 0 && files_write(fd, text.data, text.size)) ||
           replace_refuse(why, errno == ENXIO ? "nothing is reading the pipe" : strerror(errno));
}

void record_copy_look(record_copy *c, const char *path) {
    xpgn_buffer text = {0};
    struct stat st;
    *c = (record_copy){.path = path};
    bool there = stat(path, &st) == 0 && S_ISREG(st.st_mode);
    int fd = there ? files_open(path, O_RDONLY | O_NONBLOCK, 0) : -1;
    if (fd >= 0 && replace_look(&c->state, fd) && cli_read_on(fd, &text, SIZE_MAX))
        (void)replace_read(&c->state, fd, cli_held(&text));
    (void)files_close(fd);
    xpgn_buffer_free(&text);
}

static bool write_copy(record_copy *c, xpgn_slice text) {
    replacement r;
    bool named = begin_next(&r, c->path, &c->state) && write_new(&r, text) && replace_rename(&r);
    if (named)
        replace_wrote(&c->state, r.fd, text);
    bool good = named && replace_close(&r) && replace_sync_name(&r);
    if (!good)
        (void)replace_refuse(c->trouble, r.changed ? "another program has changed it" : r.why);
    replace_end(&r);
    return good;
}

void record_copy_save(record_copy *c, xpgn_slice text) {
    struct stat st;
    bool direct = stat(c->path, &st) == 0 && !S_ISREG(st.st_mode);
    if (direct ? write_direct(c->path, text, c->trouble) : write_copy(c, text))
        c->trouble[0] = '\0';
}

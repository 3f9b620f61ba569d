/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "disk.h"
#include "note.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void broken(const char *what, const char *name) {
    note_violation("the test itself: %s: %s: %s", what, name, strerror(errno));
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void set_bytes(disk_bytes *to, const char *data, size_t size) {
    char *copy = malloc(size + 1);
    if (copy == NULL)
        broken("memory", "");
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = '\0';
    free(to->data);
    *to = (disk_bytes){copy, size};
}

static void read_file(const char *name, disk_file *f) {
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &f->seen) != 0)
        broken("reading", name);
    size_t size = (size_t)f->seen.st_size, n = 0;
    char *data = malloc(size + 1);
    while (data != NULL && n < size) {
        ssize_t got = read(fd, data + n, size - n);
        if (got <= 0)
            broken("reading", name);
        n += (size_t)got;
    }
    (void)close(fd);
    if (data == NULL)
        broken("memory", name);
    data[size] = '\0';
    free(f->now.data);
    f->now = (disk_bytes){data, size};
}

static void write_file(const char *name, const char *data, size_t size, unsigned mode) {
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 || (size > 0 && write(fd, data, size) != (ssize_t)size) || fchmod(fd, mode) != 0)
        broken("writing", name);
    (void)close(fd);
}

/* ---- files and names ------------------------------------------------------------------------- */

static disk_file *new_file(disk *d, uint64_t inode, unsigned maker) {
    disk_file *f = calloc(1, sizeof *f);
    if (f == NULL)
        broken("memory", "");
    *f = (disk_file){.inode = inode, .maker = maker, .next = d->files};
    d->files = f;
    set_bytes(&f->synced, "", 0);
    set_bytes(&f->now, "", 0);
    return f;
}

disk_file *disk_inode(const disk *d, uint64_t inode) {
    disk_file *f = d->files; /* the newest first: numbers are used again */
    while (f != NULL && f->inode != inode)
        f = f->next;
    return f;
}

static disk_entry *find_entry(const disk_folder *folder, const char *name) {
    for (size_t i = 0; i < folder->count; i++)
        if (strcmp(folder->entry[i].name, name) == 0)
            return (disk_entry *)(uintptr_t)&folder->entry[i];
    return NULL;
}

disk_file *disk_find(const disk *d, const char *name) {
    const disk_entry *e = find_entry(&d->now, name);
    return e != NULL ? e->file : NULL;
}

const char *disk_name_of(const disk *d, const disk_file *file) {
    for (size_t i = 0; i < d->now.count; i++)
        if (d->now.entry[i].file == file)
            return d->now.entry[i].name;
    return NULL;
}

size_t disk_names(const disk *d, const disk_file *file) {
    size_t count = 0;
    for (size_t i = 0; i < d->now.count; i++)
        count += file != NULL && d->now.entry[i].file == file;
    return count;
}

static void set_entry(disk_folder *folder, const char *name, disk_file *f) {
    disk_entry *e = find_entry(folder, name);
    if (e == NULL && folder->count == DISK_NAMES)
        note_violation("the test itself: more than %d names", DISK_NAMES);
    if (e == NULL) {
        e = &folder->entry[folder->count++];
        (void)snprintf(e->name, sizeof e->name, "%s", name);
    }
    e->file = f;
}

/* Only if it is the name of that file. */
static void drop_entry(disk_folder *folder, const char *name, const disk_file *f) {
    disk_entry *e = find_entry(folder, name);
    if (e != NULL && e->file == f)
        *e = folder->entry[--folder->count];
}

bool disk_name(const disk *d, const char *path, char name[DISK_NAME]) {
    size_t root = strlen(d->root);
    if (strncmp(path, d->root, root) == 0 && path[root] == '/')
        path += root + 1;
    else if (strncmp(path, "./", 2) == 0)
        path += 2;
    if (strchr(path, '/') != NULL || strlen(path) >= DISK_NAME)
        return false;
    (void)snprintf(name, DISK_NAME, "%s", path);
    return true;
}

static void harden_names(disk *d) {
    d->durable = d->now;
    d->changes = 0;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

static void for_each_name(void (*act)(disk *d, const char *name), disk *d) {
    DIR *folder = opendir(".");
    struct dirent *e;
    if (folder == NULL)
        broken("opening", ".");
    while ((e = readdir(folder)) != NULL)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            act(d, e->d_name);
    (void)closedir(folder);
}

/* The file with this inode that has a name: the number may have been used before. */
static disk_file *named_inode(const disk *d, uint64_t inode) {
    for (size_t i = 0; i < d->now.count; i++)
        if (d->now.entry[i].file->inode == inode)
            return d->now.entry[i].file;
    return NULL;
}

static void sync_file(disk_file *f) {
    f->dirty = false;
    set_bytes(&f->synced, f->now.data, f->now.size);
}

static void take_name(disk *d, const char *name) {
    struct stat st;
    if (lstat(name, &st) != 0)
        broken("looking", name);
    disk_file *f = named_inode(d, st.st_ino);
    if (f == NULL)
        f = new_file(d, st.st_ino, 0);
    f->special = !S_ISREG(st.st_mode);
    if (!f->special)
        read_file(name, f);
    f->seen = st;
    sync_file(f);
    set_entry(&d->now, name, f);
}

void disk_begin(disk *d) {
    disk_file *f = d->files, *next;
    for (; f != NULL; f = next) {
        next = f->next;
        free(f->now.data);
        free(f->synced.data);
        free(f);
    }
    d->files = NULL;
    d->now.count = d->durable.count = d->changes = 0;
    for_each_name(take_name, d);
    d->durable = d->now;
}

static void remove_name(disk *d, const char *name) {
    (void)d;
    if (unlink(name) != 0)
        broken("removing", name);
}

void disk_end(disk *d) {
    for_each_name(remove_name, d);
    disk_begin(d);
}

void disk_put(disk *d, const char *name, const void *bytes, size_t size, unsigned mode) {
    if (unlink(name) == 0)
        disk_meet(d, name);
    write_file(name, bytes, size, mode);
    disk_meet(d, name);
}

void disk_meet(disk *d, const char *name) {
    struct stat st;
    disk_file *f = disk_find(d, name);
    if (lstat(name, &st) == 0)
        take_name(d, name);
    else if (f != NULL)
        drop_entry(&d->now, name, f);
    harden_names(d);
}

void disk_edit(disk *d, const char *name, const void *bytes, size_t size) {
    const disk_bytes *old = &disk_find(d, name)->now;
    bool appends = old->size < size && memcmp(old->data, bytes, old->size) == 0;
    size_t from = appends ? old->size : 0;
    int flags = appends ? O_APPEND : old->size != size ? O_TRUNC : 0;
    int fd = open(name, O_WRONLY | O_CLOEXEC | flags);
    if (fd < 0 || write(fd, (const char *)bytes + from, size - from) != (ssize_t)(size - from))
        broken("writing", name);
    (void)close(fd);
    disk_meet(d, name);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* Applies a change of names to a folder. */
static void apply(disk_folder *folder, const disk_change *change) {
    if (change->call == CALL_OPEN)
        set_entry(folder, change->name, change->file);
    else
        drop_entry(folder, change->name, change->file);
    if (change->call == CALL_RENAME)
        set_entry(folder, change->to, change->file);
}

static void change_names(disk *d, wire_call call, const char *name, const char *to, disk_file *f) {
    if (d->changes == DISK_JOURNAL)
        harden_names(d); /* as a system may do at any time */
    disk_change *change = &d->journal[d->changes++];
    *change = (disk_change){.call = call, .file = f};
    (void)snprintf(change->name, sizeof change->name, "%s", name);
    (void)snprintf(change->to, sizeof change->to, "%s", to);
    apply(&d->now, change);
}

static void look_at(disk_file *f, const char *name) {
    if (lstat(name, &f->seen) != 0)
        broken("looking", name);
}

/* A file that was opened: made, or there before. */
static bool take_opened(disk *d, const char *name, uint64_t inode, unsigned maker) {
    if (disk_find(d, name) != NULL)
        return false;
    disk_file *f = new_file(d, inode, maker);
    change_names(d, CALL_OPEN, name, "", f);
    look_at(f, name);
    return true;
}

static void sync_all(disk *d) {
    for (disk_file *f = d->files; f != NULL; f = f->next)
        if (f->dirty)
            sync_file(f);
}

/* Bytes or permissions of an open file have changed, or are on disk. */
static bool take_open(disk *d, const wire_request *r, bool good) {
    disk_file *f = disk_inode(d, r->inode);
    const char *name = f != NULL && !f->special ? disk_name_of(d, f) : NULL;
    if (name == NULL)
        return false;
    switch (r->call) {
    case CALL_WRITE:
    case CALL_CUT:
        read_file(name, f);
        f->dirty |= good || r->call == CALL_WRITE;
        return true;
    case CALL_SYNC:
        if (good)
            sync_file(f);
        return false;
    case CALL_SET_OWNER:
    case CALL_SET_MODE:
        look_at(f, name);
        return false;
    default:
        return false;
    }
}

bool disk_take(disk *d, const wire_request *r, const wire_result *done, unsigned maker) {
    char name[DISK_NAME] = "", to[DISK_NAME] = "";
    bool good = done->value >= 0;
    bool named = disk_name(d, r->path, name) && disk_name(d, r->other, to);
    if (r->inode != 0)
        return take_open(d, r, good);
    if (!good || !named)
        return false;
    disk_file *f = disk_find(d, name);
    switch (r->call) {
    case CALL_OPEN:
    case CALL_MAKE_TEMPORARY:
        return take_opened(d, name, done->inode, maker);
    case CALL_RENAME:
    case CALL_REMOVE:
        change_names(d, (wire_call)r->call, name, to, f);
        return true;
    case CALL_SYNC_ALL:
        sync_all(d);
        return false;
    case CALL_SYNC_FOLDER:
        harden_names(d);
        return false;
    default:
        return false;
    }
}

/* ---- asking ---------------------------------------------------------------------------------- */

const char *disk_unsure(const disk *d, const char *name) {
    const disk_file *f = disk_find(d, name);
    const disk_entry *e = find_entry(&d->durable, name);
    if (f == NULL)
        return "there is no such file";
    if (f->dirty)
        return "its bytes are not synchronized";
    if (e == NULL || e->file != f)
        return "its name is not synchronized";
    for (size_t i = 0; i < d->changes; i++)
        if (strcmp(d->journal[i].name, name) == 0 || strcmp(d->journal[i].to, name) == 0)
            return "its name has been changed, and is not synchronized";
    return NULL;
}

bool disk_may_tear(const disk *d, const char *name) {
    const disk_entry *e = find_entry(&d->durable, name);
    if (e != NULL && e->file->dirty)
        return true;
    for (size_t i = 0; i < d->changes; i++) {
        const disk_change *c = &d->journal[i];
        bool gives = c->call == CALL_RENAME ? strcmp(c->to, name) == 0
                                            : c->call == CALL_OPEN && strcmp(c->name, name) == 0;
        if (gives && c->file->dirty)
            return true;
    }
    return false;
}

static size_t seen_names;

static void check_name(disk *d, const char *name) {
    struct stat st;
    const disk_file *f = disk_find(d, name);
    seen_names++;
    if (lstat(name, &st) != 0)
        broken("looking", name);
    if (f == NULL)
        note_violation("%s was made past disk_calls.h", name);
    if (f->inode != st.st_ino)
        note_violation("%s was replaced past disk_calls.h", name);
    if (st.st_mode != f->seen.st_mode || st.st_uid != f->seen.st_uid || st.st_gid != f->seen.st_gid)
        note_violation("%s: owner or permissions were changed past disk_calls.h: %o, %o before",
                       name, (unsigned)st.st_mode, (unsigned)f->seen.st_mode);
    if (!f->special && (st.st_size != f->seen.st_size ||
                        memcmp(&st.st_mtim, &f->seen.st_mtim, sizeof st.st_mtim) != 0))
        note_violation("%s was written past disk_calls.h", name);
}

void disk_check(disk *d) {
    seen_names = 0;
    for_each_name(check_name, d);
    if (seen_names != d->now.count)
        for (size_t i = 0; i < d->now.count; i++)
            if (access(d->now.entry[i].name, F_OK) != 0)
                note_violation("%s was removed past disk_calls.h", d->now.entry[i].name);
}

/* ---- the crash ------------------------------------------------------------------------------- */

/* What was done to names since their folder was synchronized has happened up to some point, or
   any part of it has. */
static void crash_names(const disk *d, disk_folder *left, chance *c) {
    size_t first = chance_below(c, d->changes + 1);
    bool prefix = chance_one_in(c, 2);
    *left = d->durable;
    for (size_t i = 0; i < d->changes; i++)
        if (prefix ? i < first : chance_one_in(c, 2))
            apply(left, &d->journal[i]);
}

/* Of a file that was written since it was synchronized: what it was, what it is, or a part of the
   new bytes, then zeros, or what was there. */
static void crash_bytes(disk_file *f, chance *c) {
    disk_bytes torn = {NULL, 0};
    const disk_bytes *old = &f->synced, *now = &f->now;
    size_t least = 0, way = chance_below(c, 5);
    while (least < old->size && least < now->size && old->data[least] == now->data[least])
        least++; /* nobody has touched these */
    size_t from = least + chance_below(c, now->size - least + 1);
    if (way == 0)
        set_bytes(&f->now, old->data, old->size);
    if (way <= 1)
        return;
    set_bytes(&torn, now->data, way == 2 ? from : now->size);
    if (way == 3)
        memset(torn.data + from, 0, torn.size - from);
    for (size_t i = from; way == 4 && i < torn.size; i++)
        torn.data[i] = i < old->size ? old->data[i] : '\0';
    free(f->now.data);
    f->now = torn;
}

/* Brings the real folder to what is left. */
static void realize(disk *d, const disk_folder *left) {
    for (size_t i = 0; i < d->now.count; i++) {
        const disk_entry *e = &d->now.entry[i], *l = find_entry(left, e->name);
        if ((l == NULL || l->file != e->file || e->file->dirty) && unlink(e->name) != 0)
            broken("removing", e->name);
    }
    for (size_t i = 0; i < left->count; i++) {
        const disk_entry *l = &left->entry[i], *e = find_entry(&d->now, l->name);
        bool kept = e != NULL && e->file == l->file && !l->file->dirty;
        if (!kept)
            write_file(l->name, l->file->now.data, l->file->now.size,
                       l->file->seen.st_mode & 07777);
    }
}

size_t disk_crash(disk *d, chance *c) {
    disk_folder *left = malloc(sizeof *left);
    size_t changed = 0;
    if (left == NULL)
        broken("memory", "");
    crash_names(d, left, c);
    for (disk_file *f = d->files; f != NULL; f = f->next)
        if (f->dirty)
            crash_bytes(f, c);
    for (size_t i = 0; i < left->count; i++) {
        const disk_entry *l = &left->entry[i], *e = find_entry(&d->now, l->name);
        changed += e == NULL || e->file != l->file || l->file->dirty;
    }
    realize(d, left);
    free(left);
    disk_begin(d);
    return changed;
}

void disk_show(const disk *d) {
    for (size_t i = 0; i < d->now.count; i++) {
        const disk_entry *e = &d->now.entry[i];
        const char *unsure = disk_unsure(d, e->name);
        (void)fprintf(stderr, "  %-24s %7zu bytes, mode %o, of process %u%s%s\n", e->name,
                      e->file->now.size, (unsigned)e->file->seen.st_mode, e->file->maker,
                      unsure != NULL ? "; " : "", unsure != NULL ? unsure : "");
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * Processes. One runs at a time, and always to a point where it waits: for a verdict on a call, for
 * a line, or for nothing more. So the seed decides everything.
 */
#define _GNU_SOURCE
#include "world.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SOCKET = 100, PATIENCE = 60000 /* milliseconds */, ANY_STATUS = 1 << 0 | 1 << 1 | 1 << 2 };

static const char *const program_names[PROGRAMS] = {"xpgn-record", "xpgn-dice",     "xpgn-fmt",
                                                    "xpgn-list",   "xpgn-validate", "xpgn-sort",
                                                    "xpgn-split",  "xpgn-fix"};

static const char *const call_names[CALLS] = {"open", "temporary", "close",   "write",  "cut",
                                              "sync", "sync_all",  "folder",  "rename", "remove",
                                              "lock", "set_owner", "set_mode"};

static _Noreturn void broken(const char *what) {
    note_violation("the test itself: %s: %s", what, strerror(errno));
}

/* ---- starting -------------------------------------------------------------------------------- */

void process_add(start *s, const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0 || s->count + 1 >= ARGUMENTS)
        broken("arguments");
    va_end(list);
    s->argument[s->count++] = text;
}

static void describe(process *p, const start *s) {
    size_t size = (size_t)snprintf(p->command, sizeof p->command, "%u %s", p->serial,
                                   program_names[s->program]);
    for (size_t i = 0; i < s->count && size + 1 < sizeof p->command; i++)
        size +=
            (size_t)snprintf(p->command + size, sizeof p->command - size, " %s", s->argument[i]);
}

static void make_channels(process *p, const char *input, int child[4]) {
    int link[2], in[2] = {-1, -1}, out[2] = {-1, -1};
    bool recorder = p->program == RECORD;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, link) != 0 ||
        (recorder && (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)))
        broken("pipes");
    p->said = memfd_create("said", MFD_CLOEXEC);
    p->printed = recorder ? -1 : memfd_create("printed", MFD_CLOEXEC);
    child[0] = recorder ? in[0] : open(input != NULL ? input : "/dev/null", O_RDONLY | O_CLOEXEC);
    child[1] = recorder ? out[1] : p->printed;
    child[2] = p->said;
    child[3] = link[1];
    p->socket = link[0];
    p->in = in[1];
    p->out = out[0];
}

/* In a third of the cases all allocations fail from then on, as when memory is really short. */
static void starve(world *w, process *p, char preload[WIRE_PATH], char at[32], char on[16]) {
    p->starved =
        w->preload != NULL && w->weather.memory > 0 && chance_one_in(&w->chance, w->weather.memory);
    static const unsigned numbers[] = {20, 120, 400, 8000};
    unsigned most = CHANCE_OF(&w->chance, numbers);
    unsigned number = p->starved ? 1 + chance_below(&w->chance, most) : 0;
    (void)snprintf(preload, WIRE_PATH, "%s%s",
                   p->starved ? "LD_PRELOAD=" : "XPGN_UNUSED=", p->starved ? w->preload : "");
    (void)snprintf(at, 32, "FAIL_AT=%u", number);
    (void)snprintf(on, 16, "FAIL_ON=%d", chance_one_in(&w->chance, 3));
    w->total.starved += p->starved;
}

static void spawn(world *w, process *p, const start *s, const int child[4]) {
    static const int handled[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    char path[WIRE_PATH + 64], link[64], random[64], preload[WIRE_PATH], at[32], on[16];
    char *arguments[ARGUMENTS + 2] = {path};
    char *environment[] = {link,
                           random,
                           preload,
                           at,
                           on,
                           (char[]){"LC_ALL=C.UTF-8"},
                           (char[]){"TZ=UTC"},
                           (char[]){"TMPDIR=."},
                           (char[]){"PATH=/usr/bin:/bin"},
                           (char[]){"ASAN_OPTIONS=use_sigaltstack=0"},
                           NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t usual;
    (void)snprintf(path, sizeof path, "%s/%s", w->bin, program_names[s->program]);
    (void)snprintf(link, sizeof link, WIRE_SOCKET "=%d", SOCKET);
    (void)snprintf(random, sizeof random, WIRE_CHANCE "=%llu",
                   (unsigned long long)chance_next(&w->chance));
    starve(w, p, preload, at, on);
    for (size_t i = 0; i < s->count; i++)
        arguments[i + 1] = (char *)(uintptr_t)s->argument[i];
    (void)posix_spawn_file_actions_init(&files);
    for (int i = 0; i < 4; i++)
        (void)posix_spawn_file_actions_adddup2(&files, child[i], i == 3 ? SOCKET : i);
    (void)posix_spawnattr_init(&how);
    sigemptyset(&usual); /* who runs this in the background ignores SIGINT; with nohup, SIGHUP */
    for (size_t i = 0; i < sizeof handled / sizeof *handled; i++)
        sigaddset(&usual, handled[i]);
    (void)posix_spawnattr_setsigdefault(&how, &usual);
    (void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF);
    errno = posix_spawn(&p->pid, path, &files, &how, arguments, environment);
    if (errno != 0)
        broken(path);
    (void)posix_spawn_file_actions_destroy(&files);
    (void)posix_spawnattr_destroy(&how);
}

static process *free_slot(world *w) {
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial == 0)
            return &w->process[i];
    return NULL;
}

process *process_start(world *w, const start *s) {
    int child[4];
    process *p = free_slot(w);
    if (p == NULL)
        note_violation("the test itself: too many processes");
    memset(p, 0, sizeof *p);
    p->serial = ++w->serial;
    p->program = s->program;
    p->statuses = s->statuses | (w->hand != NOBODY ? ANY_STATUS : 0);
    p->judge = s->judge;
    for (p->targets = 0; p->targets < s->targets; p->targets++)
        (void)snprintf(p->target[p->targets], DISK_NAME, "%s", s->target[p->targets]);
    describe(p, s);
    make_channels(p, s->input, child);
    spawn(w, p, s, child);
    for (int i = 0; i < 4; i++)
        if (child[i] != p->said && child[i] != p->printed)
            (void)close(child[i]);
    for (size_t i = 0; i < s->count; i++)
        free((void *)(uintptr_t)s->argument[i]);
    w->total.processes++;
    note("start%s %s", p->starved ? " short of memory" : "", p->command);
    return p;
}

void process_use(world *w, process *p, const chain *c) {
    (void)snprintf(p->argument, sizeof p->argument, "%s", c->name);
    for (size_t i = 0; i < PROCESSES; i++) {
        process *q = &w->process[i];
        if (q == p || q->serial == 0 || strcmp(q->argument, c->name) != 0)
            continue;
        p->clash = q->clash = true;
        p->statuses |= 1u << 0 | 1u << 2; /* it depends on who is first */
        q->statuses |= 1u << 0 | 1u << 2;
    }
}

void process_disturb(world *w) {
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial != 0)
            w->process[i].disturbed = w->process[i].clash = true;
}

bool process_renames(const world *w, const char *name) {
    for (size_t i = 0; i < PROCESSES; i++) {
        const process *p = &w->process[i];
        char to[DISK_NAME];
        const char *path = p->ask.call == CALL_RENAME   ? p->ask.other
                           : p->ask.call == CALL_REMOVE ? p->ask.path
                                                        : "";
        if (p->serial != 0 && p->asks && disk_name(&w->disk, path, to) && strcmp(to, name) == 0)
            return true;
    }
    return false;
}

/* ---- the end --------------------------------------------------------------------------------- */

size_t process_output(int fd, char *text, size_t size) {
    ssize_t n = fd >= 0 ? pread(fd, text, size - 1, 0) : 0;
    text[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

static bool is_target(const process *p, const char *name) {
    for (size_t i = 0; i < p->targets; i++)
        if (strcmp(p->target[i], name) == 0 || hands_led(p->target[i], name))
            return true;
    return false;
}

static bool ends_in(const char *name, const char *end) {
    size_t size = strlen(name), tail = strlen(end);
    return size > tail && strcmp(name + size - tail, end) == 0;
}

/* Another hand has moved it while it was open. */
static bool is_away(const char *name) {
    return ends_in(name, ".away");
}

/* A process that can clean up does. */
static void check_left(world *w, const process *p) {
    const disk_folder *now = &w->disk.now;
    for (size_t i = 0; i < now->count; i++) {
        const disk_entry *e = &now->entry[i];
        if (e->file->maker != p->serial || is_away(e->name))
            continue;
        if (!is_target(p, e->name))
            note_violation("%s has left %s", p->command, e->name);
        bool record = p->game != NULL && strcmp(p->game->name, e->name) == 0;
        if (record && e->file->now.size == 0 && !p->clash)
            note_violation("%s has left an empty %s", p->command, e->name);
    }
}

/* Words and status tell the truth. */
static void check_words(const process *p, int status) {
    char said[4096];
    (void)process_output(p->said, said, sizeof said);
    bool memory = strstr(said, "memory") != NULL;
    note("%s: status %d: %s", p->command, status, said);
    if (memory && !p->starved)
        note_violation("%s says that memory is out, and it was not: %s", p->command, said);
    if (strstr(said, "libsodium") != NULL)
        note_violation("%s has not found what is there: %s", p->command, said);
    if (status == 0 && p->unanswered)
        note_violation("%s has ended well, and has not answered '%s'", p->command, p->line);
    if (status < 2 && p->parted && !p->disturbed && strstr(said, "link") == NULL)
        note_violation("%s has not said that a file has lost its other name: %s", p->command, said);
    if (status == 2 && said[0] == '\0')
        note_violation("%s has failed without a word", p->command);
    bool known = (p->statuses >> status & 1u) != 0;
    bool force = p->may_force && strstr(said, "--force") != NULL;
    bool excused = status == 2 && (p->hurt || p->clash || force || (p->starved && memory));
    if (!known && !excused)
        note_violation("%s has ended with status %d: %s", p->command, status, said);
}

static void check_end(world *w, process *p, int ended) {
    if (WIFSIGNALED(ended)) {
        int number = WTERMSIG(ended);
        note("%s: signal %d", p->command, number);
        if (!p->killed &&
            !(p->signalled && (number == SIGTERM || number == SIGINT || number == SIGHUP)))
            note_violation("%s has died of signal %d", p->command, number);
    } else {
        check_words(p, WEXITSTATUS(ended));
    }
    if (!p->killed && !p->hurt_remove)
        check_left(w, p);
    if (p->judge != NULL)
        p->judge(w, p, WIFSIGNALED(ended) ? -1 : WEXITSTATUS(ended));
}

static void close_all(process *p) {
    int fds[] = {p->socket, p->in, p->out, p->said, p->printed};
    for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
        if (fds[i] >= 0)
            (void)close(fds[i]);
}

/* What a process has printed so far counts as shown. */
static void hear(world *w, const process *p) {
    char text[4096];
    if (p->program == DICE && process_output(p->printed, text, sizeof text) > 0)
        (void)chain_hear(w, p, text, NULL);
}

static void reap(world *w, process *p) {
    int ended = 0;
    if (waitpid(p->pid, &ended, 0) != p->pid)
        broken("waitpid");
    p->asks = p->waits = false;
    hear(w, p);
    disk_check(&w->disk);
    check_end(w, p, ended);
    close_all(p);
    p->serial = 0;
}

void process_kill(world *w, process *p) {
    p->killed = true;
    (void)kill(p->pid, SIGKILL);
    note("kill %s", p->command);
    reap(w, p);
}

/* ---- going on -------------------------------------------------------------------------------- */

static void drop_line(process *p, size_t size) {
    p->answered -= size + 1;
    memmove(p->answer, p->answer + size + 1, p->answered);
}

/* Messages for the other parties, which come before an answer. */
static void take_sent(world *w, process *p) {
    static char line[LINE];
    char *end;
    while ((end = memchr(p->answer, '\n', p->answered)) != NULL &&
           strncmp(p->answer, "send ", 5) == 0) {
        size_t size = (size_t)(end - p->answer);
        (void)snprintf(line, sizeof line, "%.*s", (int)size - 5, p->answer + 5);
        drop_line(p, size);
        note("%u: send %s", p->serial, line);
        game_sent(w, p, line);
    }
}

/* A whole line that was answered; false: there is none yet. */
static bool take_answer(world *w, process *p) {
    static char answer[ANSWER];
    take_sent(w, p);
    char *end = memchr(p->answer, '\n', p->answered);
    if (end == NULL)
        return false;
    size_t size = (size_t)(end - p->answer);
    memcpy(answer, p->answer, size);
    answer[size] = '\0';
    drop_line(p, size);
    if (p->answered > 0)
        note_violation("%s has answered one line with two", p->command);
    if (p->game == NULL)
        note_violation("%s goes on with what is no record: %s", p->command, answer);
    p->unanswered = false;
    p->waits = true;
    note("%u: %s", p->serial, answer);
    char *copy = strstr(answer, " (no copy: ");
    if (copy != NULL) /* which says nothing of the record */
        *copy = '\0';
    if (p->admitted)
        game_answered(w, p, answer);
    else
        game_greeted(w, p);
    recorder_hear(w, p, answer);
    return true;
}

static void read_answers(process *p) {
    size_t room = sizeof p->answer - p->answered;
    ssize_t n = read(p->out, p->answer + p->answered, room);
    if (n <= 0 && p->out >= 0) {
        (void)close(p->out);
        p->out = -1;
    }
    p->answered += n > 0 ? (size_t)n : 0;
}

/* Runs until the process waits again, or has ended. */
static void wait_for(world *w, process *p) {
    for (;;) {
        struct pollfd fds[2] = {{.fd = p->socket, .events = POLLIN},
                                {.fd = p->out, .events = POLLIN}};
        int ready = poll(fds, 2, PATIENCE);
        if (ready == 0)
            note_violation("%s hangs", p->command);
        if (ready < 0 && errno != EINTR)
            broken("poll");
        if (ready > 0 && fds[1].revents != 0) {
            read_answers(p);
            if (take_answer(w, p) && !p->ends)
                return;
            continue;
        }
        if (ready > 0 && fds[0].revents != 0) {
            ssize_t n = recv(p->socket, &p->ask, sizeof p->ask, 0);
            p->asks = n == (ssize_t)sizeof p->ask;
            if (!p->asks)
                reap(w, p);
            return;
        }
    }
}

void process_begin(world *w, process *p) {
    wait_for(w, p);
}

/* ---- what a process may touch ---------------------------------------------------------------- */

static chain *chain_of(world *w, const char *name) {
    for (size_t i = 0; i < w->chains; i++)
        if (strcmp(w->chain[i].name, name) == 0)
            return &w->chain[i];
    return NULL;
}

static void check_open(const process *p, const wire_request *r, const char *name,
                       const disk_file *f) {
    bool own = f != NULL && f->maker == p->serial;
    if (f == NULL && (r->flags & O_CREAT) != 0 && !is_target(p, name))
        note_violation("%s makes %s", p->command, name);
    if (f != NULL && (r->flags & O_ACCMODE) != O_RDONLY && !own && !is_target(p, name))
        note_violation("%s opens %s to write", p->command, name);
    if (f != NULL && (r->flags & O_TRUNC) != 0 && !own && !f->special)
        note_violation("%s empties %s", p->command, name);
}

static void check_rename(const world *w, const process *p, const char *to, const disk_file *from) {
    const disk_file *f = disk_find(&w->disk, to);
    if (from != NULL && from->maker != p->serial)
        note_violation("%s renames what it has not made", p->command);
    if (!is_target(p, to))
        note_violation("%s makes or replaces %s", p->command, to);
    if (f != NULL && f->special)
        note_violation("%s replaces %s, which is no file", p->command, to);
    if (f != NULL && (f->seen.st_mode & 0222) == 0)
        note_violation("%s replaces %s, which is read-only", p->command, to);
    if (f != NULL && from != NULL &&
        (((f->seen.st_mode ^ from->seen.st_mode) & 0777) != 0 ||
         f->seen.st_uid != from->seen.st_uid || f->seen.st_gid != from->seen.st_gid) &&
        !hands_put(w, to))
        note_violation("%s replaces %s, and changes who may use it: %o, %o before", p->command, to,
                       (unsigned)from->seen.st_mode, (unsigned)f->seen.st_mode);
}

/* Chains and journals are written on; everything else is replaced. */
static bool grows(world *w, const process *p, const char *name) {
    return chain_of(w, name) != NULL || is_away(name) ||
           (ends_in(name, ".journal") && is_target(p, name));
}

/* Of several names of a file, the one that it is told to use. */
static const char *name_of(const world *w, const process *p, const disk_file *f) {
    const disk_folder *now = &w->disk.now;
    for (size_t i = 0; i < now->count; i++)
        if (now->entry[i].file == f && is_target(p, now->entry[i].name))
            return now->entry[i].name;
    return disk_name_of(&w->disk, f);
}

/* A process changes what it has made, and what it is told to. */
static void check_request(world *w, const process *p, const wire_request *r) {
    char name[DISK_NAME] = "", to[DISK_NAME] = "";
    if (!disk_name(&w->disk, r->path, name) || !disk_name(&w->disk, r->other, to))
        note_violation("%s: outside the folder: %s %s", p->command, r->path, r->other);
    const disk_file *f = r->inode != 0 ? disk_inode(&w->disk, r->inode) : disk_find(&w->disk, name);
    const char *open_name = r->inode != 0 && f != NULL ? name_of(w, p, f) : NULL;
    bool own = f != NULL && f->maker == p->serial;
    switch (r->call) {
    case CALL_OPEN:
        check_open(p, r, name, f);
        break;
    case CALL_WRITE:
    case CALL_CUT:
        if (!own && open_name != NULL && !f->special && !grows(w, p, open_name))
            note_violation("%s writes into %s", p->command, open_name);
        break;
    case CALL_SET_OWNER:
    case CALL_SET_MODE:
        if (!own && open_name != NULL)
            note_violation("%s changes who may use %s", p->command, open_name);
        break;
    case CALL_RENAME:
        if (r->flags == 0 || disk_find(&w->disk, to) == NULL) /* else it fails */
            check_rename(w, p, to, f);
        break;
    case CALL_REMOVE:
        if (f != NULL && !own)
            note_violation("%s removes %s, which it has not made", p->command, name);
        break;
    default:
        break;
    }
}

/* ---- verdicts -------------------------------------------------------------------------------- */

static int error_of(world *w, wire_call call) {
    static const int making[] = {EACCES, ENOSPC, EDQUOT, EMFILE, EROFS};
    static const int writing[] = {ENOSPC, EIO, EDQUOT, EFBIG};
    static const int syncing[] = {EIO, ENOSPC, EDQUOT};
    static const int naming[] = {EACCES, EIO, ENOSPC, EROFS};
    static const int access[] = {EPERM, EIO, EROFS};
    chance *c = &w->chance;
    switch (call) {
    case CALL_OPEN:
    case CALL_MAKE_TEMPORARY:
        return CHANCE_OF(c, making);
    case CALL_WRITE:
    case CALL_CLOSE:
        return CHANCE_OF(c, writing);
    case CALL_SYNC:
    case CALL_SYNC_ALL:
        return CHANCE_OF(c, syncing);
    case CALL_RENAME:
    case CALL_REMOVE:
        return CHANCE_OF(c, naming);
    case CALL_LOCK:
        return ENOLCK;
    case CALL_SET_OWNER:
    case CALL_SET_MODE:
        return CHANCE_OF(c, access);
    default:
        return EIO;
    }
}

/* A full disk takes nothing new. */
static bool needs_room(wire_call call) {
    return call == CALL_WRITE || call == CALL_MAKE_TEMPORARY || call == CALL_SYNC;
}

/* Is the process killed within this write, so that it cannot clean up? */
static bool is_last_write(world *w, const wire_request *r) {
    w->last = r->call == CALL_WRITE && w->weather.kill > 0 &&
              chance_one_in(&w->chance, w->weather.kill / 4);
    return w->last;
}

static wire_verdict decide(world *w, const wire_request *r) {
    static const int ending[] = {SIGTERM, SIGINT, SIGHUP};
    wire_verdict v = {.error = 0};
    chance *c = &w->chance;
    bool full = w->full > 0 && needs_room((wire_call)r->call) && !chance_one_in(c, 8);
    w->full -= w->full > 0;
    for (size_t i = 0; i < 6; i++)
        v.letters[i] = (char)('a' + chance_below(c, 26));
    if (full)
        v.error = ENOSPC;
    else if (w->weather.fail > 0 && chance_one_in(c, w->weather.fail))
        v.error = error_of(w, (wire_call)r->call);
    if (is_last_write(w, r))
        v.error = EIO;
    if (v.error != 0 && r->call == CALL_WRITE)
        v.tear = chance_below(c, r->size + 1);
    if (w->weather.signal > 0 && chance_one_in(c, w->weather.signal)) {
        int number = CHANCE_OF(c, ending);
        if (chance_one_in(c, 2))
            v.before = number;
        else
            v.after = number;
    }
    return v;
}

static void note_call(const process *p, const wire_verdict *v, const wire_result *done,
                      const disk *d) {
    const wire_request *r = &p->ask;
    const disk_file *f = r->inode != 0 ? disk_inode(d, r->inode) : NULL;
    const char *open_name = f != NULL ? disk_name_of(d, f) : NULL;
    char name[DISK_NAME], to[DISK_NAME];
    (void)disk_name(d, r->path, name);
    (void)disk_name(d, r->other, to);
    note("%u %s %s%s%s%s%s", p->serial, call_names[r->call], open_name != NULL ? open_name : name,
         to[0] != '\0' ? " " : "", to, done->value < 0 ? ": " : "",
         done->value < 0 ? strerror(done->error) : "");
    if (v->before != 0 || v->after != 0)
        note("%u signal %d %s", p->serial, v->before + v->after,
             v->before != 0 ? "before" : "after");
}

static void look(world *w) {
    for (size_t i = 0; i < w->games; i++)
        game_look(w, &w->game[i]);
    for (size_t i = 0; i < w->chains; i++)
        chain_look(w, &w->chain[i]);
    tools_look(w);
}

/* Does a call take one of several names from a file? Links of other hands may be younger than what
   the tool says of links. */
static bool parts(const world *w, const wire_request *r, const wire_result *done) {
    char name[DISK_NAME];
    if (r->call != CALL_RENAME || done->value < 0 || !disk_name(&w->disk, r->other, name))
        return false;
    const disk_file *f = disk_find(&w->disk, name);
    return disk_names(&w->disk, f) > 1 && !hands_linked(f);
}

/* What the call has done to the disk, and whether that was right. */
static void take_result(world *w, process *p, const wire_verdict *v, const wire_result *done) {
    bool failed = done->value < 0;
    if (p->ask.call == CALL_MAKE_TEMPORARY)
        memcpy(p->ask.path + strlen(p->ask.path) - 6, v->letters, 6);
    note_call(p, v, done, &w->disk);
    p->hurt |= v->error != 0;
    p->hurt_now |= v->error != 0;
    p->hurt_remove |= v->error != 0 && (p->ask.call == CALL_REMOVE || p->ask.call == CALL_LOCK);
    p->hurt_rename |= v->error != 0 && p->ask.call == CALL_RENAME;
    w->total.failures += v->error != 0;
    p->clash |= failed && v->error == 0;
    p->hurt_now |= failed && p->ask.call != CALL_REMOVE;
    p->parted |= parts(w, &p->ask, done);
    (void)disk_take(&w->disk, &p->ask, done, p->serial);
    look(w);
    disk_check(&w->disk);
}

static void answer_ask(world *w, process *p) {
    union {
        wire_request request;
        wire_result result;
    } said;
    p->asks = false;
    hear(w, p);
    check_request(w, p, &p->ask);
    wire_verdict v = decide(w, &p->ask);
    p->signalled |= v.before != 0 || v.after != 0;
    w->total.signals += v.before != 0 || v.after != 0;
    w->total.steps++;
    if (send(p->socket, &v, sizeof v, MSG_NOSIGNAL) != (ssize_t)sizeof v)
        broken("send");
    ssize_t n = recv(p->socket, &said, sizeof said, 0);
    if (n == (ssize_t)sizeof said.result) {
        bool last = w->last;
        take_result(w, p, &v, &said.result);
        wait_for(w, p);
        w->total.kills += last && p->serial != 0;
        if (last && p->serial != 0)
            process_kill(w, p);
    } else if (n == (ssize_t)sizeof said.request) { /* its signal handler is at work */
        note("%u signal %d before %s", p->serial, v.before, call_names[p->ask.call]);
        p->ask = said.request;
        p->asks = true;
    } else {
        reap(w, p);
    }
}

static void feed(world *w, process *p) {
    size_t size = 0;
    p->waits = false;
    p->hurt_now = p->moved = false;
    bool more = !p->ends && recorder_line(w, p, &size);
    if (size > 0) {
        bool whole = p->line[size - 1] == '\n';
        p->ends |= !whole;
        note("%u> %.*s", p->serial, (int)(size > 160 ? 160 : size - whole), p->line);
        for (size_t at = 0; at < size;) {
            ssize_t n = write(p->in, p->line + at, size - at);
            if (n <= 0)
                break;
            at += (size_t)n;
        }
        p->line[size - whole] = '\0';
        p->unanswered = whole;
        w->total.lines++;
    }
    if (!more || p->ends) {
        p->ends = true;
        note("%u> (end)", p->serial);
        (void)close(p->in);
        p->in = -1;
    }
    wait_for(w, p);
}

/* A signal that comes while a recorder waits for its next line. */
static bool interrupt(world *w, process *p) {
    if (w->weather.signal == 0 || !chance_one_in(&w->chance, w->weather.signal * 4))
        return false;
    p->signalled = true;
    p->waits = false;
    w->total.signals++;
    note("signal to %s", p->command);
    (void)kill(p->pid, chance_one_in(&w->chance, 2) ? SIGTERM : SIGINT);
    wait_for(w, p);
    return true;
}

void process_go_on(world *w, process *p) {
    if (w->weather.kill > 0 && chance_one_in(&w->chance, w->weather.kill)) {
        w->total.kills++;
        process_kill(w, p);
    } else if (p->asks) {
        answer_ask(w, p);
    } else if (!interrupt(w, p)) {
        feed(w, p);
    }
}

/* SPDX-License-Identifier: MIT */
/*
 * The folder of --messages: a file or a pipe for each party, named white, black and so on, which
 * that party's scribe writes and the others read. A file only grows, but may be a copy from
 * elsewhere that arrives in part, late or twice; data read from a pipe are gone. Messages that are
 * refused or come too early are kept, and tried again later in the game.
 */
#include "cli/files.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The maximum bytes of messages that wait, and of those that were refused. */
enum { KEPT = 1 << 20, REFUSED = 1 << 14 };

static char *path_of(const record *r, unsigned party) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%s/%s", r->o->messages, xpgn_party_name(party));
    xpgn_buffer_char(&b, '\0');
    record_need(r, &b);
    return b.data;
}

void post_close(record *r) {
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        post *p = &r->seal.post[party];
        if (p->pipe)
            (void)close(p->fd);
        p->pipe = false;
        xpgn_buffer_free(&p->fresh);
        xpgn_buffer_free(&p->refused);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* If the file was replaced or has shrunk, it is read again from its beginning. */
static void read_mailbox(post *p, int fd, const struct stat *st) {
    if (st->st_ino != p->inode || st->st_size < p->at) {
        p->inode = st->st_ino;
        p->at = 0;
        xpgn_buffer_clear(&p->fresh);
    }
    const size_t before = p->fresh.size;
    if (lseek(fd, p->at, SEEK_SET) >= 0)
        (void)cli_read_on(fd, &p->fresh, KEPT);
    p->at += (off_t)(p->fresh.size - before);
}

/* A pipe stays open, so that nothing written while this side is busy is lost. */
static void look_at_mailbox(const record *r, unsigned party, post *p) {
    struct stat st;
    char *path = path_of(r, party);
    int fd = p->pipe ? p->fd : files_open(path, O_RDONLY | O_NONBLOCK, 0);
    free(path);
    if (fd < 0 || fstat(fd, &st) != 0)
        return;
    p->pipe = S_ISFIFO(st.st_mode);
    p->fd = fd;
    if (p->pipe)
        (void)cli_read_on(fd, &p->fresh, KEPT);
    else
        read_mailbox(p, fd, &st);
    if (!p->pipe)
        (void)close(fd);
    record_need(r, &p->fresh);
}

static bool is_other(const record *r, unsigned party) {
    const cli_seal *s = &r->seal.at;
    return (s->now.commit.parties >> party & 1u) != 0 && party != s->now.own;
}

/* Removes the next complete line from *rest; false if there is none. */
static bool next_message(xpgn_slice *rest, xpgn_slice *line) {
    const char *end = rest->size > 0 ? memchr(rest->data, '\n', rest->size) : NULL;
    if (end == NULL)
        return false;
    *line = (xpgn_slice){rest->data, (size_t)(end - rest->data)};
    *rest = (xpgn_slice){end + 1, rest->size - line->size - 1};
    return true;
}

static void keep_posted(xpgn_buffer *b, xpgn_slice line, size_t most) {
    if (b->size + line.size >= most)
        return;
    xpgn_buffer_slice(b, line);
    xpgn_buffer_char(b, '\n');
}

/* Processes the messages in some lines. Appends those that come too early, and an incomplete last
   line, to *early, and refused ones to *refused. Passes each reply to `each` (NULL: to nobody).
   True if a message was accepted. */
static bool take_lines(record *r, xpgn_slice lines, xpgn_buffer *early, xpgn_buffer *refused,
                       void (*each)(record *r, const xpgn_reply *a)) {
    xpgn_slice line;
    bool taken = false;
    while (next_message(&lines, &line)) {
        xpgn_reply a = {XPGN_REPLY};
        xpgn_message told;
        if (cli_seal_check(&r->seal.at, line, record_state(r)->result, &told) == SEAL_KNOWN &&
            !cli_seal_owes(&r->seal.at))
            continue;
        bool good = record_message(r, line, &a), later = strcmp(a.code, "EARLY") == 0;
        taken |= good;
        if (!good && later)
            keep_posted(early, line, KEPT);
        else if (!good)
            keep_posted(refused, line, REFUSED);
        if (each != NULL && !later)
            each(r, &a);
        record_need(r, &a.text);
        xpgn_buffer_free(&a.text);
    }
    xpgn_buffer_slice(early, lines); /* an incomplete line */
    return taken;
}

/* Tries refused messages again if the transcript has changed: they may be valid now. True if one
   was accepted. */
static bool take_again(record *r, post *p, void (*each)(record *r, const xpgn_reply *a)) {
    xpgn_buffer old = p->refused;
    xpgn_slice line, lines = cli_held(&old);
    bool taken = false;
    if (memcmp(&p->seen, &r->seal.at.transcript, sizeof p->seen) == 0)
        return false;
    p->seen = r->seal.at.transcript;
    p->refused = (xpgn_buffer){0};
    while (next_message(&lines, &line)) {
        xpgn_message told;
        cli_verdict verdict = cli_seal_check(&r->seal.at, line, record_state(r)->result, &told);
        if (verdict == SEAL_NEW)
            taken |=
                take_lines(r, (xpgn_slice){line.data, line.size + 1}, &p->fresh, &p->refused, each);
        else if (verdict != SEAL_KNOWN)
            keep_posted(&p->refused, line, REFUSED);
    }
    xpgn_buffer_free(&old);
    return taken;
}

static bool receive_from(record *r, unsigned party, void (*each)(record *r, const xpgn_reply *a)) {
    post *p = &r->seal.post[party];
    bool taken = take_again(r, p, each);
    look_at_mailbox(r, party, p);
    xpgn_buffer lines = p->fresh;
    p->fresh = (xpgn_buffer){0};
    taken |= take_lines(r, cli_held(&lines), &p->fresh, &p->refused, each);
    xpgn_buffer_free(&lines);
    record_need(r, &p->fresh);
    record_need(r, &p->refused);
    return taken;
}

void record_receive(record *r, void (*each)(record *r, const xpgn_reply *a)) {
    for (bool taken = r->seal.on && r->o->messages != NULL; taken;) {
        taken = false;
        for (unsigned party = 0; party < XPGN_PARTIES; party++)
            if (is_other(r, party))
                taken |= receive_from(r, party, each);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Sends whole lines to a pipe. Those for which it has no room stay in *out for later, as they do if
   the reader leaves, which must not end this program. */
static bool send_to_pipe(int fd, xpgn_buffer *out) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
    const char *end;
    bool good = true;
    sigemptyset(&ignore.sa_mask);
    (void)sigaction(SIGPIPE, &ignore, &old);
    while (good && out->size > 0 && (end = memchr(out->data, '\n', out->size)) != NULL) {
        size_t size = (size_t)(end - out->data) + 1;
        good = size <= PIPE_BUF && files_write(fd, out->data, size);
        if (good) {
            memmove(out->data, out->data + size, out->size - size);
            out->size -= size;
        }
    }
    (void)sigaction(SIGPIPE, &old, NULL);
    return good || errno == EAGAIN || errno == EPIPE;
}

/* Appends the lines that a file does not have yet; false if it cannot be read. */
static bool put_new(const record *r, int fd, xpgn_slice lines, xpgn_buffer *new) {
    xpgn_buffer there = {0};
    xpgn_slice line, other;
    if (!cli_read_on(fd, &there, KEPT)) {
        int error = errno;
        xpgn_buffer_free(&there);
        errno = error;
        return false;
    }
    record_need(r, &there);
    if (there.size > 0 && there.data[there.size - 1] != '\n')
        xpgn_buffer_char(new, '\n'); /* ends an incomplete line */
    while (next_message(&lines, &line)) {
        bool has = false;
        for (xpgn_slice rest = cli_held(&there); !has && next_message(&rest, &other);)
            has = cli_equal(line, other);
        if (!has)
            xpgn_buffer_printf(new, "%.*s\n", (int)line.size, line.data);
    }
    record_need(r, new);
    xpgn_buffer_free(&there);
    return true;
}

static bool send_to_file(const record *r, int fd, xpgn_buffer *out) {
    xpgn_buffer new = {0};
    bool good = put_new(r, fd, cli_held(out), &new) &&
                (new.size <= 1 || files_write(fd, new.data, new.size));
    out->size = good ? 0 : out->size;
    xpgn_buffer_free(&new);
    return good;
}

/* Removes from *out what has been sent. Returns false after an error message; the rest is then to
   be shown. */
static bool send_mail(record *r, xpgn_buffer *out) {
    struct stat st;
    char *path = path_of(r, r->seal.at.now.own);
    bool pipe = stat(path, &st) == 0 && S_ISFIFO(st.st_mode);
    int fd = files_open(path, pipe ? O_WRONLY | O_NONBLOCK : O_RDWR | O_APPEND | O_CREAT, 0666);
    bool waits = pipe && fd < 0 && errno == ENXIO; /* nobody reads it yet */
    bool good = waits || (fd >= 0 && (pipe ? send_to_pipe(fd, out) : send_to_file(r, fd, out)));
    good = files_end(fd, good);
    if (!good)
        cli_message(r->c, "%s: message not written: %s", path, strerror(errno));
    free(path);
    return good;
}

xpgn_buffer *record_sent(record *r) {
    xpgn_buffer *out = &r->seal.at.out, *shown = &r->seal.shown;
    xpgn_buffer_clear(shown);
    if (out->size == 0 ||
        (r->o->messages != NULL && r->seal.at.now.own < XPGN_PARTIES && send_mail(r, out)))
        return shown;
    xpgn_buffer_slice(shown, cli_held(out));
    record_need(r, shown);
    xpgn_buffer_clear(out);
    return shown;
}

/* ---- waiting --------------------------------------------------------------------------------- */

/* True if a message has arrived that was not reported. Sends own messages that were waiting for a
   reader. */
static bool has_mail(record *r) {
    bool has = false;
    if (r->seal.at.out.size > 0) /* they wait for a reader */
        (void)send_mail(r, &r->seal.at.out);
    for (unsigned party = 0; r->seal.on && party < XPGN_PARTIES; party++) {
        post *p = &r->seal.post[party];
        if (!is_other(r, party))
            continue;
        size_t size = p->fresh.size;
        look_at_mailbox(r, party, p);
        has |= p->fresh.size > size &&
               memchr(p->fresh.data + size, '\n', p->fresh.size - size) != NULL;
    }
    return has;
}

bool record_wait(record *r) {
    enum { MILLISECONDS = 200 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (r->o->messages != NULL && r->seal.on) {
        int ready = poll(&input, 1, MILLISECONDS);
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return false;
        if (has_mail(r))
            return true;
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
#include "shared/sealed/seal_journal.h"
#include "frame/appended_file.h"
#include "frame/disk_calls.h"
#include "internal/sealed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JOURNAL_MOST = 64 << 20 };
static const char first_line[] = "xpgn-journal 2\n", game_word[] = "game ";
enum { HEAD = sizeof first_line - 1 + sizeof game_word - 1 + 2 * sizeof(xpgn_link) + 1 };

static void put_journal_head(xpgn_buffer *b, const xpgn_link *game) {
    xpgn_buffer_text(b, first_line);
    xpgn_buffer_text(b, game_word);
    chain_link_write(b, game);
    xpgn_buffer_char(b, '\n');
}

/* Offset at which the last complete line begins. */
static size_t last_line_of(const xpgn_buffer *b) {
    size_t at = b->size > 0 ? b->size - 1 : 0;
    while (at > 0 && b->data[at - 1] != '\n')
        at--;
    return at;
}

/* Keeps the complete lines, dropping zero bytes that a crash left in place of the last one; false
   if this is not a journal. */
static bool parse_journal(cli_journal *j) {
    xpgn_buffer *b = &j->text;
    while (b->size > 0 && b->data[b->size - 1] != '\n')
        b->size--;
    const size_t last = last_line_of(b);
    const bool zeros = last < b->size && memchr(b->data + last, '\0', b->size - last) != NULL;
    j->torn |= zeros;
    b->size = zeros ? last : b->size;
    size_t game = sizeof first_line - 1, link = game + sizeof game_word - 1;
    j->head = HEAD;
    return b->size >= HEAD && memcmp(b->data, first_line, game) == 0 &&
           memcmp(b->data + game, game_word, sizeof game_word - 1) == 0 &&
           chain_link_read((xpgn_slice){b->data + link, 2 * sizeof(xpgn_link)}, &j->game) &&
           b->data[HEAD - 1] == '\n';
}

/* Reads a whole file; sets *torn if it ends in an incomplete line. */
static bool read_journal(cli *c, cli_journal *j, int fd) {
    const bool good = cli_read_on(fd, &j->text, JOURNAL_MOST);
    if (j->text.failed)
        cli_no_memory(c);
    if (!good)
        return cli_refuse_file(c, j->path, "");
    j->torn = j->text.size > 0 && j->text.data[j->text.size - 1] != '\n';
    return true;
}

static char *path_of(cli *c, const char *record) {
    return cli_join(c, cli_slice(record), cli_slice(".journal"));
}

/* Writes the head, also over an incomplete one: a file without a complete head was never acted
   upon. */
static bool begin_journal(cli *c, cli_journal *j, const xpgn_link *game) {
    xpgn_buffer_clear(&j->text);
    put_journal_head(&j->text, game);
    if (j->text.failed)
        cli_no_memory(c);
    j->game = *game;
    j->head = j->text.size;
    bool good = files_cut(j->fd, 0) && files_write(j->fd, j->text.data, j->text.size) &&
                files_sync(j->fd) && files_sync_folder(j->path);
    j->torn = false;
    return good || cli_refuse_file(c, j->path, "");
}

/* Is this just a head torn by a crash, with some of its bytes replaced by zeros? */
static bool is_torn_head(const xpgn_buffer *b) {
    static const char hex[] = "0123456789abcdef";
    const size_t words = sizeof first_line - 1 + sizeof game_word - 1;
    for (size_t i = 0; i < b->size; i++) {
        const char c = b->data[i];
        const char *due = i < sizeof first_line - 1 ? &first_line[i]
                          : i < words               ? &game_word[i - (sizeof first_line - 1)]
                          : i < HEAD - 1            ? strchr(hex, c)
                                                    : "\n";
        if (i >= HEAD || (c != '\0' && (due == NULL || *due != c)))
            return false;
    }
    return true;
}

/* Who shares the folder may have put something else there: a link would lead us to write into
   another file, and a pipe would make us wait. */
static bool open_own(cli *c, cli_journal *j) {
    struct stat st;
    j->fd = files_open(j->path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0600);
    const bool link = j->fd < 0 && errno == ELOOP;
    if (!link && (j->fd < 0 || fstat(j->fd, &st) != 0))
        return cli_refuse_file(c, j->path, "");
    if (!link && S_ISREG(st.st_mode))
        return true;
    cli_message(c, "%s: %s, expected the journal of a game with sealed dice", j->path,
                link ? "a symbolic link" : "not a regular file");
    return false;
}

bool cli_journal_open(cli *c, cli_journal *j, const char *record, const xpgn_link *game) {
    *j = (cli_journal){.path = path_of(c, record)};
    if (!open_own(c, j))
        return false;
    if (!cli_lock_file(c, j->fd, j->path, "another program is writing this journal") ||
        !read_journal(c, j, j->fd))
        return false;
    const xpgn_buffer whole = j->text; /* what parse keeps is shorter */
    const bool is_journal = parse_journal(j);
    if (!is_journal && is_torn_head(&whole))
        return begin_journal(c, j, game);
    if (!is_journal) {
        cli_message(c, "%s: not the journal of a game with sealed dice", j->path);
        return false;
    }
    if (chain_link_equal(&j->game, game))
        return cli_keep_file(c, j->fd, j->path, j->text.size, &j->torn);
    if (j->text.size == j->head) /* nothing was said in it */
        return begin_journal(c, j, game);
    cli_message(c, "%s: the journal is of another game, or tags of the record have been changed",
                j->path);
    return false;
}

bool cli_journal_read(cli *c, cli_journal *j, const char *path) {
    *j = (cli_journal){.path = strdup(path), .fd = -1};
    if (j->path == NULL)
        cli_no_memory(c);
    int fd = files_open(path, O_RDONLY, 0);
    if (fd < 0)
        return cli_refuse_file(c, j->path, "");
    bool good = read_journal(c, j, fd);
    (void)close(fd);
    if (good && !parse_journal(j)) {
        cli_message(c, "%s: not the journal of a game with sealed dice", path);
        return false;
    }
    return good;
}

void cli_journal_close(cli_journal *j) {
    if (j->path != NULL)
        (void)files_close(j->fd);
    free(j->path);
    xpgn_buffer_free(&j->text);
    *j = (cli_journal){.fd = -1};
}

bool cli_journal_next(const cli_journal *j, size_t *at, xpgn_slice *line) {
    size_t from = *at > j->head ? *at : j->head;
    if (from >= j->text.size)
        return false;
    const char *end = memchr(j->text.data + from, '\n', j->text.size - from);
    *line = (xpgn_slice){j->text.data + from, (size_t)(end - j->text.data) - from};
    *at = from + line->size + 1;
    return true;
}

bool cli_journal_has(const cli_journal *j, xpgn_slice line) {
    xpgn_slice other;
    for (size_t at = 0; cli_journal_next(j, &at, &other);)
        if (cli_equal(line, other))
            return true;
    return false;
}

bool cli_journal_cut(cli_journal *j) {
    return cli_cut_torn(j->fd, j->text.size, &j->torn);
}

bool cli_journal_add(cli *c, cli_journal *j, xpgn_slice line) {
    size_t before = j->text.size;
    if (cli_journal_has(j, line))
        return true;
    xpgn_buffer_slice(&j->text, line);
    xpgn_buffer_char(&j->text, '\n');
    if (j->text.failed)
        cli_no_memory(c);
    const xpgn_slice added = {j->text.data + before, j->text.size - before};
    if (cli_add_lines(j->fd, before, &j->torn, added))
        return true;
    j->text.size = before;
    return cli_refuse_file(c, j->path, "message not written: ");
}

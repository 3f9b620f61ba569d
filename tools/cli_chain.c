/* SPDX-License-Identifier: MIT */
#include "cli_chain.h"
#include "cli/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MOST = 2 << 20 }; /* more than a chain of XPGN_MAX_ROLLS links needs */

/* Says why a file is not used: `what`, then errno. */
static bool refuse(cli *c, const char *path, const char *what) {
    cli_message(c, "%s: %s%s", path, what, strerror(errno));
    return false;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool write_chain(int fd, const xpgn_link *end, uint32_t links) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "xpgn-chain 1\nlinks %u\nend ", (unsigned)links);
    xpgn_link_write(&b, end);
    xpgn_buffer_char(&b, '\n');
    bool good = !b.failed && files_write(fd, b.data, b.size) && files_sync(fd);
    xpgn_buffer_free(&b);
    return good;
}

bool cli_chain_make(cli *c, const xpgn_sealer *sealer, const char *path, uint32_t links) {
    xpgn_link end;
    if (xpgn_link_random(sealer, &end) != XPGN_OK) {
        cli_message(c, "the system has no source of random bytes");
        return false;
    }
    int fd = files_open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0)
        return refuse(c, path, "");
    bool good = write_chain(fd, &end, links);
    int error = errno;
    good = files_close(fd) && good;
    if (good && files_sync_folder(path))
        return true;
    errno = good ? errno : error;
    (void)refuse(c, path, "");
    (void)files_remove(path);
    return false;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Reads the whole file; NULL after a message. The caller frees it. */
static char *read_file(cli *c, cli_chain *chain, const struct stat *st) {
    size_t size = (size_t)st->st_size, n = 0;
    char *text = st->st_size <= FILE_MOST ? calloc(size + 1, 1) : NULL;
    if (text == NULL && st->st_size <= FILE_MOST)
        cli_no_memory(c);
    ssize_t got = 1;
    while (text != NULL && n < size && got > 0) {
        got = read(chain->fd, text + n, size - n);
        n += got > 0 ? (size_t)got : 0;
        got = got < 0 && errno == EINTR ? 1 : got;
    }
    if (text != NULL && n == size)
        return text;
    free(text);
    cli_message(c, "%s: cannot be read as a chain", chain->path);
    return NULL;
}

/* Reads "word NUMBER\n" and moves *text past it; false: something else is there. */
static bool take_number(const char **text, const char *word, uint32_t most, uint32_t *number) {
    size_t size = strlen(word);
    const char *p = *text + size;
    unsigned long value = 0;
    if (strncmp(*text, word, size) != 0 || *p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9' && value <= most; p++)
        value = value * 10 + (unsigned long)(*p - '0');
    if (*p != '\n' || value > most)
        return false;
    *number = (uint32_t)value;
    *text = p + 1;
    return true;
}

/* Takes the file apart; *size is set to the bytes of its complete lines. A line that a crash has
   cut off was never acted upon. */
static bool parse(cli_chain *chain, char *all, size_t *size) {
    char *last = strrchr(all, '\n');
    if (last == NULL)
        return false;
    last[1] = '\0';
    *size = strlen(all);
    const char *text = all;
    uint32_t version, number;
    if (!take_number(&text, "xpgn-chain ", 1, &version) || version != 1 ||
        !take_number(&text, "links ", XPGN_MAX_ROLLS, &chain->links) || chain->links == 0 ||
        strncmp(text, "end ", 4) != 0 || strlen(text) < 4 + 64 + 1 || text[4 + 64] != '\n' ||
        !xpgn_link_read((xpgn_slice){text + 4, 64}, &chain->end))
        return false;
    for (text += 4 + 64 + 1; *text != '\0'; chain->revealed = number)
        if (!take_number(&text, "revealed ", chain->links, &number) || number <= chain->revealed)
            return false;
    return true;
}

static bool lock(cli *c, const cli_chain *chain) {
    if (files_lock(chain->fd))
        return true;
    if (errno != EWOULDBLOCK)
        return refuse(c, chain->path, "");
    cli_message(c, "%s: another program uses this chain", chain->path);
    return false;
}

static bool read_chain(cli *c, cli_chain *chain) {
    struct stat st;
    size_t size = 0;
    if (fstat(chain->fd, &st) != 0)
        return refuse(c, chain->path, "");
    if (!S_ISREG(st.st_mode) || (st.st_mode & 077) != 0) {
        cli_message(c,
                    S_ISREG(st.st_mode)
                        ? "%s: others than the owner can read or write it; make a new chain"
                        : "%s: not a file",
                    chain->path);
        return false;
    }
    if (!lock(c, chain))
        return false;
    char *text = read_file(c, chain, &st);
    bool good = text != NULL && parse(chain, text, &size);
    if (text != NULL && !good)
        cli_message(c, "%s: not a chain of xpgn-dice", chain->path);
    free(text);
    if (good && (off_t)size < st.st_size && !files_cut(chain->fd, (off_t)size))
        return refuse(c, chain->path, "");
    return good;
}

bool cli_chain_open(cli *c, const char *path, cli_chain *chain) {
    *chain = (cli_chain){.path = path, .fd = files_open(path, O_RDWR | O_APPEND, 0)};
    if (chain->fd < 0)
        return refuse(c, path, "");
    if (read_chain(c, chain))
        return true;
    cli_chain_close(chain);
    return false;
}

void cli_chain_close(cli_chain *chain) {
    (void)files_close(chain->fd);
    chain->fd = -1;
}

/* ---- links ----------------------------------------------------------------------------------- */

xpgn_link cli_chain_link(const xpgn_sealer *sealer, const cli_chain *chain, uint32_t number) {
    xpgn_link link = chain->end;
    xpgn_link_back(sealer, &link, chain->links - number);
    return link;
}

/* Appends "revealed NUMBER", on disk when this returns. */
static bool note(cli *c, cli_chain *chain, uint32_t number) {
    char line[32];
    int size = snprintf(line, sizeof line, "revealed %u\n", (unsigned)number);
    if (!files_write(chain->fd, line, (size_t)size) || !files_sync(chain->fd))
        return refuse(c, chain->path, "link not revealed: ");
    chain->revealed = number;
    return true;
}

bool cli_chain_reveal(cli *c, cli_chain *chain, uint32_t number) {
    unsigned next = (unsigned)chain->revealed + 1;
    if (number == chain->revealed && number > 0)
        return true;
    if (number == next && number <= chain->links)
        return note(c, chain, number);
    if (chain->revealed == chain->links)
        cli_message(c, "%s: the chain is used up: all %u links are revealed", chain->path,
                    (unsigned)chain->links);
    else if (number < next)
        cli_message(c,
                    "%s: link %u was revealed before, and a chain never goes back; link %u is next",
                    chain->path, (unsigned)number, next);
    else
        cli_message(c, "%s: link %u is not due: link %u is next, and none may be left out",
                    chain->path, (unsigned)number, next);
    return false;
}

bool cli_chain_reveal_end(cli *c, cli_chain *chain) {
    return chain->revealed == chain->links || note(c, chain, chain->links);
}

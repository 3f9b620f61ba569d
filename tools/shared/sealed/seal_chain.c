/* SPDX-License-Identifier: MIT */
#include "shared/sealed/seal_chain.h"
#include "frame/appended_file.h"
#include "frame/disk_calls.h"
#include "frame/temp_files.h"
#include "internal/sealed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { FILE_MOST = 16 << 20 }; /* more than a chain of XPGN_MAX_ROLLS links needs */

/* ---- the secret ------------------------------------------------------------------------------ */

/* The one chain that is open. */
static cli_chain *guarded;

/* Hashing leaves copies on the stack, below the frames that are still in use. */
static __attribute__((noinline)) void wipe_stack(const struct dice_chain *sealer) {
    unsigned char below[8192];
    xpgn_wipe(sealer, below, sizeof below);
}

/* Also clears the registers that held copies, where the compiler can do that. */
#ifdef __has_attribute
#if __has_attribute(zero_call_used_regs)
__attribute__((zero_call_used_regs("all")))
#endif
#endif
static __attribute__((noinline)) void
wipe_guarded(void) {
    if (guarded != NULL) {
        xpgn_wipe(guarded->sealer, &guarded->secret, sizeof guarded->secret);
        wipe_stack(guarded->sealer);
    }
    guarded = NULL;
}

/*
 * A core dump of this process would disclose the chain. A core size limit of 0 is ignored where the
 * kernel pipes dumps to a program (core(5)), so the process is made non-dumpable, which covers
 * links anywhere in its memory.
 */
static bool forbid_dumps(cli *c) {
    const struct rlimit none = {0, 0};
    bool good = setrlimit(RLIMIT_CORE, &none) == 0;
#ifdef __linux__
    good = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && good;
#endif
    if (!good)
        cli_message(c, "core dumps cannot be prevented: %s", strerror(errno));
    return good;
}

/* Has the secret of this chain wiped however the tool exits. */
static bool guard(cli *c, cli_chain *chain) {
    static bool registered;
    if (!registered && atexit(wipe_guarded) != 0)
        cli_no_memory(c);
    registered = true;
    guarded = chain;
    return forbid_dumps(c);
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool write_chain(int fd, const cli_chain *chain) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%512s", ""); /* room for everything: growing would leave a copy in freed
                                            memory */
    xpgn_buffer_clear(&b);
    xpgn_buffer_printf(&b, "xpgn-chain 2\nlinks %u\nsecret ", (unsigned)chain->links);
    chain_link_write(&b, &chain->secret);
    xpgn_buffer_char(&b, '\n');
    errno = b.failed ? ENOMEM : errno;
    bool good = !b.failed && files_write(fd, b.data, b.size) && files_sync(fd);
    int error = errno;
    xpgn_wipe(chain->sealer, b.data, b.capacity);
    xpgn_buffer_free(&b);
    errno = error;
    return good;
}

/* Makes the file, so that a signal that ends the program removes it. */
static int open_doomed(const char *path) {
    sigset_t before;
    temp_file_hold(&before);
    int fd = files_open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    bool noted = fd < 0 || temp_file_note(path);
    if (!noted) {
        (void)files_close(fd);
        (void)files_remove(path);
        errno = ENOMEM;
        fd = -1;
    }
    temp_file_release(&before);
    return fd;
}

/* Creates the chain's file. A signal removes it until it is on disk under its name: a partial chain
   is useless. */
static bool make_file(cli *c, const cli_chain *chain) {
    int fd = open_doomed(chain->path);
    if (fd < 0)
        return cli_refuse_file(c, chain->path, "");
    if (files_end(fd, write_chain(fd, chain)) && files_sync_folder(chain->path)) {
        temp_file_spare(chain->path);
        return true;
    }
    (void)cli_refuse_file(c, chain->path, "");
    (void)files_remove(chain->path);
    temp_file_spare(chain->path);
    return false;
}

bool cli_chain_make(cli *c, const struct dice_chain *sealer, const char *path, uint32_t links,
                    cli_commitment *commitment) {
    cli_chain chain = {.path = path, .sealer = sealer, .fd = -1, .links = links};
    bool good = guard(c, &chain);
    if (good && chain_link_random(sealer, &chain.secret) != XPGN_OK) {
        cli_message(c, "the system has no source of random bytes");
        good = false;
    }
    good = good && make_file(c, &chain);
    if (good)
        *commitment = cli_chain_commitment(&chain);
    wipe_guarded();
    return good;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Reads the whole file and appends a NUL. Returns NULL after a message. */
static char *read_chain_file(cli *c, const cli_chain *chain, const struct stat *st) {
    size_t size = (size_t)st->st_size, n = 0;
    char *text = st->st_size <= FILE_MOST ? calloc(size + 1, 1) : NULL;
    if (text == NULL && st->st_size <= FILE_MOST)
        cli_no_memory(c);
    const bool failed = text != NULL && !cli_read_most(chain->fd, 0, text, size, &n);
    if (text != NULL && n == size)
        return text;
    if (failed)
        (void)cli_refuse_file(c, chain->path, "");
    else
        cli_message(c, "%s: cannot be read as a chain", chain->path);
    if (text != NULL)
        xpgn_wipe(chain->sealer, text, size);
    free(text);
    return NULL;
}

/* Reads "word NUMBER" and moves *text past it; false if the text is anything else. */
static bool take_number(const char **text, const char *word, uint32_t most, uint32_t *number) {
    size_t size = strlen(word);
    const char *p = *text + size;
    unsigned long value = 0;
    if (strncmp(*text, word, size) != 0 || *p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9' && value <= most; p++)
        value = value * 10 + (unsigned long)(*p - '0');
    *number = (uint32_t)value;
    *text = p;
    return value <= most;
}

/* The same with the end of the line. */
static bool take_counter(const char **text, const char *word, uint32_t most, uint32_t *number) {
    return take_number(text, word, most, number) && *(*text)++ == '\n';
}

/* Reads "word HEX\n". */
static bool take_link(const char **text, const char *word, xpgn_link *link) {
    enum { DIGITS = 2 * sizeof link->byte };
    size_t size = strlen(word);
    if (strncmp(*text, word, size) != 0 || strlen(*text) < size + DIGITS + 1 ||
        (*text)[size + DIGITS] != '\n' ||
        !chain_link_read((xpgn_slice){*text + size, DIGITS}, link))
        return false;
    *text += size + DIGITS + 1;
    return true;
}

/* Reads the game, which precedes the first link shown. There may be several if a crash came between
   the two; the last one counts. */
static bool take_chain_game(const char **text, cli_chain *chain) {
    xpgn_link game;
    if (!take_link(text, "game ", &game) ||
        (chain->revealed > 0 && !chain_link_equal(&game, &chain->game)))
        return false;
    chain->game = game;
    chain->serves = true;
    return true;
}

static const cli_shown *find_shown(const cli_chain *chain, uint32_t number) {
    const cli_shown *link = &chain->shown[number % 2];
    return number > 0 && link->number == number ? link : NULL;
}

/* Reads "shown K DIGEST", or "shown K". */
static bool take_shown(const char **text, cli_chain *chain) {
    cli_shown link;
    if (!take_number(text, "shown ", chain->links, &link.number) || link.number < chain->revealed)
        return false;
    chain->revealed = link.number;
    if (**text == '\n')
        return *(*text)++ == '\n';
    const cli_shown *before = find_shown(chain, link.number);
    if (!take_link(text, " ", &link.announced) ||
        (before != NULL && !chain_link_equal(&before->announced, &link.announced)))
        return false;
    chain->shown[link.number % 2] = link;
    return true;
}

/* Parses the complete lines of the file. A line cut off by a crash was never acted upon. */
static bool parse_chain(cli_chain *chain, char *all) {
    char *last = strrchr(all, '\n');
    if (last == NULL)
        return false;
    last[1] = '\0';
    chain->size = strlen(all);
    const char *text = all;
    uint32_t version;
    if (!take_counter(&text, "xpgn-chain ", 2, &version) || version != 2 ||
        !take_counter(&text, "links ", XPGN_MAX_ROLLS, &chain->links) || chain->links == 0 ||
        !take_link(&text, "secret ", &chain->secret))
        return false;
    while (*text != '\0')
        if (!take_chain_game(&text, chain) && !take_shown(&text, chain))
            return false;
    return chain->serves || chain->revealed == 0;
}

static bool is_private(cli *c, const cli_chain *chain, const struct stat *st) {
    if (S_ISREG(st->st_mode) && (st->st_mode & 077) == 0)
        return true;
    cli_message(c,
                S_ISREG(st->st_mode) ? "%s: other users can read or write it; make a new chain"
                                     : "%s: not a file",
                chain->path);
    return false;
}

static bool read_chain(cli *c, cli_chain *chain) {
    struct stat st;
    if (!cli_lock_file(c, chain->fd, chain->path, "another program is using this chain"))
        return false;
    if (fstat(chain->fd, &st) != 0)
        return cli_refuse_file(c, chain->path, "");
    char *text = read_chain_file(c, chain, &st);
    if (text == NULL)
        return false;
    bool good = parse_chain(chain, text);
    xpgn_wipe(chain->sealer, text, (size_t)st.st_size);
    free(text);
    if (!good)
        cli_message(c, "%s: not a chain made by xpgn-dice", chain->path);
    chain->torn = good && chain->size < (uint64_t)st.st_size;
    return good;
}

static bool open_file(cli *c, cli_chain *chain) {
    struct stat st;
    chain->fd = files_open(chain->path, O_RDWR | O_APPEND | O_NONBLOCK, 0);
    if (chain->fd < 0 || fstat(chain->fd, &st) != 0)
        return cli_refuse_file(c, chain->path, "");
    return is_private(c, chain, &st);
}

bool cli_chain_open(cli *c, const struct dice_chain *sealer, const char *path, cli_chain *chain) {
    *chain = (cli_chain){.path = path, .sealer = sealer, .fd = -1};
    if (guard(c, chain) && open_file(c, chain) && read_chain(c, chain) &&
        cli_keep_file(c, chain->fd, path, chain->size, &chain->torn))
        return true;
    cli_chain_close(chain);
    return false;
}

void cli_chain_close(cli_chain *chain) {
    wipe_guarded();
    (void)files_close(chain->fd);
    chain->fd = -1;
}

/* ---- the game that it serves ----------------------------------------------------------------- */

bool cli_chain_is_new(cli *c, const cli_chain *chain) {
    if (chain->revealed == 0)
        return true;
    cli_message(c,
                "%s: the chain is used: %u of its links %s shown, and anyone who has them could "
                "compute dice of the next game; make a new chain for each game",
                chain->path, (unsigned)chain->revealed, chain->revealed == 1 ? "is" : "are");
    return false;
}

/* The chain must have shown the links of the recorded rolls, and at most one more that is
   unanswered. */
bool cli_chain_serves(cli *c, const cli_chain *chain, const xpgn_link *game, uint32_t rolls) {
    if (chain->revealed == 0)
        return true;
    if (!chain_link_equal(&chain->game, game)) {
        cli_message(c, "%s: the chain serves another game; make a new chain for each game",
                    chain->path);
        return false;
    }
    if (chain->revealed <= rolls + 1 || chain->revealed == chain->links)
        return true;
    cli_message(
        c, "%s: link %u is shown, but the record has %u roll%s: this is an old copy of the record",
        chain->path, (unsigned)chain->revealed, (unsigned)rolls, rolls == 1 ? "" : "s");
    return false;
}

/* ---- links ----------------------------------------------------------------------------------- */

xpgn_link cli_chain_link(const cli_chain *chain, uint32_t number) {
    xpgn_link link;
    xpgn_chain_last(chain->sealer, &chain->secret, &link);
    chain_link_back(chain->sealer, &link, chain->links - number);
    return link;
}

cli_commitment cli_chain_commitment(const cli_chain *chain) {
    cli_commitment c = {.first = cli_chain_link(chain, 0)};
    xpgn_chain_key(chain->sealer, &chain->secret, &c.key);
    return c;
}

/* Appends lines; they are on disk when this returns. On failure the file is left as it was. */
static bool append(cli_chain *chain, const xpgn_buffer *lines) {
    errno = lines->failed ? ENOMEM : errno;
    if (lines->failed || !cli_add_lines(chain->fd, chain->size, &chain->torn, cli_held(lines)))
        return false;
    chain->size += lines->size;
    return true;
}

/* Records that the link was shown, preceded by the game if it is the first one. `announced`: what
   for; NULL: all of the chain is shown. */
static bool append_shown(cli *c, cli_chain *chain, uint32_t number, const xpgn_link *announced,
                         const xpgn_link *game) {
    xpgn_buffer lines = {0};
    bool first = chain->revealed == 0;
    if (first) {
        xpgn_buffer_text(&lines, "game ");
        chain_link_write(&lines, game);
        xpgn_buffer_char(&lines, '\n');
    }
    xpgn_buffer_printf(&lines, "shown %u", (unsigned)number);
    if (announced != NULL) {
        xpgn_buffer_char(&lines, ' ');
        chain_link_write(&lines, announced);
    }
    xpgn_buffer_char(&lines, '\n');
    bool good = append(chain, &lines) || cli_refuse_file(c, chain->path, "link not shown: ");
    xpgn_buffer_free(&lines);
    if (good && first) {
        chain->game = *game;
        chain->serves = true;
    }
    chain->revealed = good ? number : chain->revealed;
    return good;
}

bool cli_chain_gives(const cli_chain *chain, uint32_t number, const xpgn_link *announced) {
    const cli_shown *link = find_shown(chain, number);
    return link != NULL ? chain_link_equal(&link->announced, announced)
                        : number == chain->revealed + 1 && number <= chain->links;
}

void cli_chain_learn(cli_chain *chain, uint32_t number, const xpgn_link *announced) {
    if (number <= chain->revealed && number > chain->shown[number % 2].number)
        chain->shown[number % 2] = (cli_shown){number, *announced};
}

bool cli_chain_reveal(cli *c, cli_chain *chain, const cli_shown *link, const xpgn_link *game) {
    if (!cli_chain_gives(chain, link->number, &link->announced))
        return cli_message(c, "%s: link %u is not due", chain->path, (unsigned)link->number), false;
    if (link->number > chain->revealed &&
        !append_shown(c, chain, link->number, &link->announced, game))
        return false;
    chain->shown[link->number % 2] = *link;
    return true;
}

bool cli_chain_reveal_end(cli *c, cli_chain *chain, const xpgn_link *game) {
    return chain->revealed == chain->links || append_shown(c, chain, chain->links, NULL, game);
}

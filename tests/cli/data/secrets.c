/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, looks at the end of a program through all that it could write to, for the secrets in
 * the file $SECRETS, and tells on the file descriptor $SECRETS_FD how often they were found. The
 * file has their number of bytes in one byte, then those, inverted, so that the search does not
 * find itself; or it is a chain, whose last link is the secret.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned char inverted[4096];
static size_t inverted_size;

static int is_secret(const unsigned char *p, const unsigned char *secret, size_t size) {
    size_t i = 0;
    while (i < size && p[i] == (unsigned char)~secret[i])
        i++;
    return i == size;
}

/* Reads through the kernel, which knows what cannot be read. */
static long look(int memory, uintptr_t from, uintptr_t to) {
    static unsigned char page[1 << 16];
    long found = 0;
    while (from < to) {
        size_t want = to - from < sizeof page ? to - from : sizeof page;
        ssize_t n = pread(memory, page, want, (off_t)from);
        if (n <= 0)
            break;
        int blank = page[0] == 0 && memcmp(page, page + 1, (size_t)n - 1) == 0; /* of a stack */
        for (size_t s = 0; !blank && s < inverted_size; s += inverted[s] + 1u)
            for (size_t i = 0; i + inverted[s] <= (size_t)n; i++)
                found += is_secret(page + i, inverted + s + 1, inverted[s]);
        from += (size_t)n == want && to - from > want ? want - 64 : want; /* they may lie across */
    }
    memset(page, 0, sizeof page);
    return found;
}

static unsigned digit(unsigned char inverted_digit) {
    unsigned char c = (unsigned char)~inverted_digit;
    return c <= '9' ? c - '0' : c - 'a' + 10u;
}

/* Reads the file, all of it inverted at once. */
static void read_secrets(int file) {
    enum { DIGITS = 64 };
    inverted_size = (size_t)read(file, inverted, sizeof inverted);
    int chain = inverted[0] == 'x';
    for (size_t i = 0; chain && i < inverted_size; i++)
        inverted[i] = (unsigned char)~inverted[i];
    if (!chain)
        return;
    const unsigned char *end = inverted; /* its third line, after "end " */
    for (int lines = 0; lines < 2; end++)
        lines += *end == (unsigned char)~'\n';
    memmove(inverted + 1, end + 4, DIGITS);
    inverted[0] = DIGITS;
    inverted[DIGITS + 1] = DIGITS / 2;
    for (size_t i = 0; i < DIGITS / 2; i++)
        inverted[DIGITS + 2 + i] =
            (unsigned char)~(digit(inverted[2 * i + 1]) * 16 + digit(inverted[2 * i + 2]));
    inverted_size = 2 + DIGITS + DIGITS / 2;
}

/* Without an allocation, which would overwrite what lies about. */
__attribute__((destructor)) static void search(void) {
    static char maps[1 << 18];
    char text[32];
    long found = 0;
    const char *path = getenv("SECRETS"), *fd = getenv("SECRETS_FD");
    int file = path != NULL ? open(path, O_RDONLY) : -1, memory = open("/proc/self/mem", O_RDONLY);
    int list = open("/proc/self/maps", O_RDONLY);
    if (file < 0 && fd != NULL)
        (void)!write(atoi(fd), "0\n", 2); /* nothing was made */
    if (file < 0 || fd == NULL || memory < 0 || list < 0)
        _exit(98);
    read_secrets(file);
    for (size_t size = 0; size < sizeof maps - 1;) {
        ssize_t n = read(list, maps + size, sizeof maps - 1 - size);
        if (n <= 0)
            break;
        size += (size_t)n;
    }
    for (const char *line = maps; *line != '\0'; line += *line == '\n') {
        char *end;
        uintptr_t from = strtoull(line, &end, 16), to = strtoull(end + 1, &end, 16);
        if (end[2] == 'w')
            found += look(memory, from, to);
        line = strchrnul(line, '\n');
    }
    int size = snprintf(text, sizeof text, "%ld\n", found);
    if (write(atoi(fd), text, (size_t)size) != size)
        _exit(99);
}

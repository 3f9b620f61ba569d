/* SPDX-License-Identifier: MIT */
/* The progress line, shown only on a terminal and only if the run takes long. */
#include "frame/worker_pool.h"
#include "internal/loop.h"

#include <string.h>

static const double first_after = 1.0, then_every = 0.25; /* seconds */

void cli_progress_open(cli *c) {
    double now = cli_seconds();
    c->progress = (cli_progress){.start = now, .next = now + first_after};
    c->progress.on = c->sink[CLI_ERR].terminal;
}

void cli_progress_clear(cli *c) {
    if (c->progress.shown)
        fputs("\r\033[K", stderr);
    c->progress.shown = false;
}

void cli_progress_close(cli *c) {
    cli_progress_clear(c);
    c->progress.on = false;
}

/* Writes a number as "12,345"; `text` has 32 bytes. */
static void group_digits(uint64_t n, char *text) {
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    for (int i = 0; i < size; i++) {
        *text++ = digits[i];
        if ((size - i) % 3 == 1 && i + 1 < size)
            *text++ = ',';
    }
    *text = '\0';
}

static void show_progress(cli *c, const xpgn_stream *stream, double now) {
    cli_progress *p = &c->progress;
    char games[32];
    uint64_t done = 0, total = 0;
    group_digits(p->games, games);
    double spent = now - p->start;
    fprintf(stderr, "\r%s game%s", games, p->games == 1 ? "" : "s");
    if (stream != NULL) {
        xpgn_stream_progress(stream, &done, &total);
        done += p->ahead;
        fprintf(stderr, ", %.1f MB/s", (double)p->bytes * 1e-6 / spent);
    }
    if (total > 0 && done > 0) {
        double left = done < total ? spent * (double)(total - done) / (double)done : 0;
        unsigned s = (unsigned)(left + 0.5);
        fprintf(stderr, ", %u:%02u left", s / 60, s % 60);
    }
    fputs("\033[K", stderr);
    (void)fflush(stderr);
    p->shown = true;
}

void cli_progress_game(cli *c, const xpgn_stream *stream, const xpgn_game *game) {
    cli_progress *p = &c->progress;
    if (!p->on)
        return;
    p->games = game->number;
    p->bytes += game->text.size;
    double now = cli_seconds();
    if (now < p->next)
        return;
    p->next = now + then_every;
    show_progress(c, stream, now);
}

/* SPDX-License-Identifier: MIT */
/*
 * A random sample: each game gets a number computed from the seed and its number in the input, and
 * the games with the smallest ones are kept. So the sample does not depend on which thread sees
 * which game.
 */
#include "grep/grep.h"
#include "shared/chance/random.h"

#include <stdlib.h>

static uint64_t draw_number(uint64_t seed, uint64_t number) {
    return sim_mix(sim_mix(seed) + number * SIM_STEP);
}

static bool is_less(const grep_drawn *a, const grep_drawn *b) {
    return a->key != b->key ? a->key < b->key : a->number < b->number;
}

static void swap(grep_drawn *a, grep_drawn *b) {
    grep_drawn t = *a;
    *a = *b;
    *b = t;
}

/* Moves a game up to its place in the heap, whose root is the greatest. */
static void rise(grep_sample *s, size_t at) {
    for (; at > 0 && is_less(&s->game[(at - 1) / 2], &s->game[at]); at = (at - 1) / 2)
        swap(&s->game[(at - 1) / 2], &s->game[at]);
}

static void sink(grep_sample *s) {
    for (size_t at = 0, child; (child = 2 * at + 1) < s->count; at = child) {
        child += child + 1 < s->count && is_less(&s->game[child], &s->game[child + 1]);
        if (!is_less(&s->game[at], &s->game[child]))
            return;
        swap(&s->game[at], &s->game[child]);
    }
}

/* Adds a game to the heap, or frees its text if the sample is full of smaller ones. */
static void keep_drawn(cli *c, grep_sample *s, grep_drawn game, uint64_t size) {
    if (s->count == size) {
        if (!is_less(&game, &s->game[0])) {
            xpgn_buffer_free(&game.text);
            return;
        }
        xpgn_buffer_free(&s->game[0].text);
        s->game[0] = game;
        sink(s);
        return;
    }
    s->game = cli_grow(c, s->game, s->count, &s->capacity, sizeof *s->game);
    s->game[s->count] = game;
    rise(s, s->count++);
}

bool grep_sample_wants(const grep_sample *s, const grep_sampling *how, uint64_t number) {
    const grep_drawn game = {.key = draw_number(how->seed, number), .number = number};
    return s->count < how->size || is_less(&game, &s->game[0]);
}

void grep_sample_add(cli *c, grep_sample *s, const grep_sampling *how, uint64_t number,
                     xpgn_buffer *text) {
    if (text->failed)
        cli_no_memory(c);
    keep_drawn(c, s, (grep_drawn){draw_number(how->seed, number), number, *text}, how->size);
    *text = (xpgn_buffer){.size = 0};
}

void grep_sample_merge(cli *c, grep_sample *to, grep_sample *from, const grep_sampling *how) {
    for (size_t i = 0; i < from->count; i++)
        keep_drawn(c, to, from->game[i], how->size);
    free(from->game);
}

static int by_number(const void *a, const void *b) {
    uint64_t m = ((const grep_drawn *)a)->number, n = ((const grep_drawn *)b)->number;
    return (m > n) - (m < n);
}

void grep_sample_write(cli *c, grep_sample *s) {
    if (s->count > 0)
        qsort(s->game, s->count, sizeof *s->game, by_number);
    for (size_t i = 0; i < s->count; i++) {
        cli_flush(c, CLI_OUT, &s->game[i].text);
        xpgn_buffer_free(&s->game[i].text);
    }
    free(s->game);
}

/* SPDX-License-Identifier: MIT */
/* Variations as games of their own, each with the moves that lead to it. */
#include "fmt/fmt_lines.h"

#include <stdlib.h>
#include <string.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

enum { MAIN = 0 };

static void add_kept_line(cli_worker *w, fmt_lines *k, uint32_t parent) {
    k->list = cli_grow(w->cli, k->list, k->count, &k->room, sizeof *k->list);
    k->list[k->count++] = (fmt_line){.parent = parent, .end = UINT32_MAX};
}

void fmt_lines_begin(cli_worker *w, fmt_lines *k) {
    k->count = 0;
    k->at = MAIN;
    add_kept_line(w, k, MAIN);
}

void fmt_lines_note(cli_worker *w, fmt_lines *k, const xpgn_step *step) {
    if (step->kind == XPGN_STEP_VARIATION) {
        add_kept_line(w, k, k->at);
        k->at = (uint32_t)k->count - 1;
    } else if (step->kind == XPGN_STEP_VARIATION_END) {
        k->at = k->list[k->at].parent;
    } else if (step->kind == XPGN_STEP_ACTION && k->list[k->at].first == 0) {
        k->list[k->at].first = step->ply;
    }
}

/* Finds the lines that lead to this one, and the turn at which each is left. */
static void find_path(fmt_lines *k, uint32_t line) {
    for (size_t i = 0; i < k->count; i++)
        k->list[i].on_path = false;
    k->list[line].end = UINT32_MAX;
    for (; !k->list[line].on_path; line = k->list[line].parent) {
        k->list[line].on_path = true;
        if (line != MAIN)
            k->list[k->list[line].parent].end = k->list[line].first;
    }
}

/* Makes *taken a step of a main line; false if the step does not lead to the line. */
static bool take_line_step(fmt_lines *k, const xpgn_step *step, xpgn_step *taken) {
    const fmt_line *line = &k->list[k->at];
    *taken = *step;
    taken->depth = 0;
    if (step->kind == XPGN_STEP_VARIATION) {
        k->at = k->next++;
        return false;
    }
    if (step->kind == XPGN_STEP_VARIATION_END) { /* comments after it belong to the parent line */
        k->at = line->parent;
        taken->kind = XPGN_STEP_COMMENT;
        taken->text = (xpgn_slice){"", 0};
    }
    if (step->kind == XPGN_STEP_RESULT)
        taken->text = (xpgn_slice){"*", 1};
    line = &k->list[k->at];
    return step->kind == XPGN_STEP_START || step->kind == XPGN_STEP_RESULT ||
           (line->on_path && step->ply < line->end);
}

static void write_line(cli_worker *w, fmt_lines *k, uint32_t line, xpgn_writer *writer) {
    xpgn_step taken;
    find_path(k, line);
    k->at = MAIN;
    k->next = MAIN + 1;
    for (const xpgn_step *step; (step = cli_walk_next(w)) != NULL;)
        if (take_line_step(k, step, &taken))
            xpgn_writer_step(writer, &taken);
}

/* Copies a game with * in its first tag Result, as the result of a variation is unknown. */
static void put_open(xpgn_buffer *out, xpgn_slice text) {
    static const char tag[] = "[Result \"";
    const size_t size = sizeof tag - 1;
    size_t at = 0, end;
    while (at + size < text.size && memcmp(text.data + at, tag, size) != 0)
        at++;
    at += size;
    for (end = at; end < text.size && text.data[end] != '"';)
        end++;
    xpgn_buffer_put(out, text.data, at);
    xpgn_buffer_char(out, '*');
    xpgn_buffer_slice(out, (xpgn_slice){text.data + end, text.size - end});
}

void fmt_lines_write(cli_worker *w, fmt_lines *k, const xpgn_game *game, xpgn_writer *writer,
                     xpgn_buffer *out) {
    xpgn_buffer text = {0};
    for (uint32_t i = MAIN + 1; i < k->count; i++) {
        if (k->list[i].first == 0)
            continue;
        xpgn_buffer_clear(&text);
        cli_walk_begin(w, game);
        xpgn_writer_begin(&text, writer, w->walk);
        write_line(w, k, i, writer);
        xpgn_status status = xpgn_writer_end(writer);
        if (status == XPGN_NO_MEMORY || text.failed)
            cli_no_memory(w->cli);
        if (status == XPGN_OK)
            put_open(out, (xpgn_slice){text.data, text.size});
    }
    xpgn_buffer_free(&text);
}

void fmt_lines_free(fmt_lines *k) {
    free(k->list);
}

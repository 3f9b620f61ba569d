/* SPDX-License-Identifier: MIT */
/*
 * Arbitrary bytes through the splitter, the lexer, the readers of rolls and actions, and a stream.
 * What must hold: tokens advance and stay inside; games cover the text; a boundary found in part
 * of a text is the boundary of the whole; a roll that was written reads back the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "core/text/action_notation.h"
#include "core/text/game_split.h"
#include "core/text/lex.h"
#include "core/text/result_text.h"
#include "core/text/roll_text.h"
#include "fuzz.h"

static bool same_roll(const xpgn_roll *a, const xpgn_roll *b) {
    if (a->exchanges != b->exchanges || a->two_sides != b->two_sides)
        return false;
    for (unsigned i = 0; i < 2u * a->exchanges; i++) {
        const xpgn_roll_side *x = &a->exchange[i / 2].side[i % 2];
        const xpgn_roll_side *y = &b->exchange[i / 2].side[i % 2];
        if (x->dice_count != y->dice_count || memcmp(x->dice, y->dice, x->dice_count) != 0 ||
            x->count != y->count || x->total != y->total || x->fate != y->fate ||
            x->cell_file != y->cell_file || x->cell_rank != y->cell_rank)
            return false;
    }
    return true;
}

static void try_roll(xpgn_slice text, struct log *log) {
    static xpgn_roll roll, again;
    size_t errors = log->errors;
    if (!roll_read(text, 0, true, &roll, log)) {
        must(roll.exchanges == 0, "a roll that is refused is not empty");
        must(log->errors == errors + 1, "a roll is refused without one finding");
        return;
    }
    xpgn_buffer b = {0};
    xpgn_roll_write(&b, &roll);
    must(roll_read((xpgn_slice){b.data, b.size}, 0, true, &again, log),
         "a written roll is refused");
    must(same_roll(&roll, &again), "a written roll reads back as another");
    xpgn_buffer_free(&b);
}

static void try_comment(xpgn_slice text, struct log *log) {
    struct command c;
    size_t at = 0, before = 0;
    while (command_next(text, &at, &c)) {
        must(at > before && at <= text.size, "a command does not advance");
        must(inside(c.whole, text) && inside(c.name, c.whole) && inside(c.rest, c.whole),
             "a command leaves its comment");
        before = at;
        try_roll(c.rest, log);
    }
}

static void try_result(xpgn_slice text) {
    uint8_t score[XPGN_MAX_SEATS], again[XPGN_MAX_SEATS];
    for (unsigned seats = 2; seats <= 4; seats += 2) {
        char written[24];
        if (!result_read(text, seats, score))
            continue;
        result_write(score, seats, written);
        must(result_read(slice_of(written), seats, again) &&
                 memcmp(score, again, sizeof score) == 0,
             "a written result reads back as another");
    }
}

static void try_token(const struct token *t, struct log *log) {
    struct notation n;
    if (t->kind == TOKEN_WORD)
        notation_read(t->text, &n);
    else if (t->kind == TOKEN_ROLL)
        try_roll(t->text, log);
    else if (t->kind == TOKEN_COMMENT || t->kind == TOKEN_LINE)
        try_comment(t->text, log);
    else if (t->kind == TOKEN_RESULT)
        try_result(t->text);
    else if (t->kind == TOKEN_NAG)
        must(t->number >= 1 && t->number <= 255, "a NAG is out of range");
}

static void try_lex(xpgn_slice text) {
    struct log log, others;
    struct lex lx;
    struct token t;
    size_t at = 0;
    log_init(&log);
    log_init(&others);
    lex_begin(&lx, text, &log);
    for (lex_next(&lx, &t); t.kind != TOKEN_END; lex_next(&lx, &t)) {
        size_t end = (size_t)t.place.offset + t.place.length;
        must(t.place.offset >= at && t.place.length > 0 && end <= text.size,
             "a token does not advance");
        must(inside(t.text, text), "a token leaves the text");
        must(t.kind != TOKEN_TAG || (inside(t.name, text) && t.name.size > 0), "a tag is nameless");
        at = end;
        try_token(&t, &others);
    }
    for (size_t i = 0; i < log.count; i++)
        must((size_t)log.list[i].place.offset + log.list[i].place.length <= text.size,
             "a finding leaves the text");
    log_free_parts(&log);
    log_free_parts(&others);
}

/* A part of the text says 0, or what all of it says. */
static void try_prefixes(xpgn_slice text, size_t begin, size_t size) {
    size_t step = text.size / 512 + 1;
    for (size_t n = 0; n <= text.size; n += step) {
        size_t b, part = split_game((xpgn_slice){text.data, n}, false, &b);
        must(part == 0 || (part == size && b == begin), "part of a text ends a game elsewhere");
        must(b <= n, "the beginning of a game lies past the text");
    }
}

static void try_split(xpgn_slice text) {
    unsigned games = 0;
    while (text.size > 0) {
        size_t begin, size = split_game(text, true, &begin);
        if (size == 0) {
            must(begin == text.size, "a text ends in neither game nor nothing");
            return;
        }
        must(begin + size <= text.size, "a game leaves the text");
        if (games++ < 4)
            try_prefixes(text, begin, size);
        try_lex((xpgn_slice){text.data + begin, size});
        text.data += begin + size;
        text.size -= begin + size;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A copy that ends where its memory ends, so that reading past it is seen. */
    char *copy = malloc(size > 0 ? size : 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    xpgn_slice text = {copy, size};
    try_lex(text);
    try_roll(text, &(struct log){.limit = 0, .turn = ""});
    try_split(text);
    free(copy);
    return 0;
}

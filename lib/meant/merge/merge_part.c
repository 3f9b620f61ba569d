/* SPDX-License-Identifier: MIT */
/*
 * Sheets that cannot be explained to their end: the part that can.  It ends where the agreement of
 * the sheets was best, as a local alignment does: what follows there costs more slips than it
 * explains half-moves.  Sheets of different games can also be explained for some moves, so most
 * words of a sheet must be in the others in the same order: 3 of 5. Real sheets of one game have 7
 * of 10 or more in common, those of different games less than half.
 */
#include "core/base/slice.h"
#include "meant/merge/merge.h"

enum { COMPARED = 2000 }; /* half-moves of a sheet that are compared so */

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static bool same_word(const struct sheet_entry *a, const struct sheet_entry *b) {
    return !a->gap && !b->gap && slice_equal(a->word, b->word);
}

/* The length of the longest common subsequence of the words of two sheets. */
static size_t common_words(const struct sheet *a, const struct sheet *b, size_t m, size_t n) {
    uint16_t row[COMPARED + 1] = {0};
    for (size_t i = 0; i < m; i++) {
        uint16_t diagonal = 0; /* row[k] of the line before */
        for (size_t k = 0; k < n; k++) {
            uint16_t above = row[k + 1];
            row[k + 1] = same_word(&a->list[i], &b->list[k]) ? (uint16_t)(diagonal + 1)
                                                             : (uint16_t)larger(above, row[k]);
            diagonal = above;
        }
    }
    return row[n];
}

/* Returns the number of words among the first half-moves. */
static size_t count_words(const struct sheet *sheet, size_t count) {
    size_t words = 0;
    for (size_t i = 0; i < count; i++)
        words += !sheet->list[i].gap;
    return words;
}

static bool is_same_game(const struct sheet *a, const struct sheet *b) {
    size_t m = a->count < COMPARED ? a->count : COMPARED;
    size_t n = b->count < COMPARED ? b->count : COMPARED;
    size_t x = count_words(a, m), y = count_words(b, n), least = x < y ? x : y;
    return least > 0 && 5 * common_words(a, b, m, n) >= 3 * least;
}

bool sheets_differ_too_much(const struct xpgn_merge *s) {
    enum { FEW = 16 };
    size_t least = s->sheet[0].count;
    for (size_t i = 1; i < s->count; i++)
        least = s->sheet[i].count < least ? s->sheet[i].count : least;
    return least >= FEW && 2 * (size_t)s->found.best > least * ONE_EDIT;
}

bool sheets_are_one_game(const struct xpgn_merge *s) {
    for (size_t i = 1; i < s->count; i++)
        if (!is_same_game(&s->sheet[0], &s->sheet[i]))
            return false;
    return true;
}

uint32_t sheets_count_read(const struct xpgn_merge *s, const struct merge_node *n) {
    uint32_t read = 0;
    for (size_t i = 0; i < s->count; i++)
        read += n->at[i];
    return read;
}

bool sheets_is_doubted(const struct xpgn_merge *s, const struct merge_node *n) {
    uint32_t read = sheets_count_read(s, n), window = SHEETS_BEFORE * (uint32_t)s->count;
    for (size_t i = 0; i < s->doubted_count; i++)
        if (read <= s->doubted[i] && read + window >= s->doubted[i])
            return true;
    return false;
}

void sheets_note_part(struct xpgn_merge *s, const struct merge_node *n) {
    enum { PRICE = 3 }; /* half-moves that a slip must explain */
    int64_t worth = (int64_t)n->clean * ONE_EDIT - (int64_t)PRICE * n->cost;
    if (n->exchanged != 0 || worth <= s->part_worth)
        return;
    s->part_worth = worth;
    s->part_cost = n->cost;
    s->part = n->link;
    s->part_read = sheets_count_read(s, n);
}

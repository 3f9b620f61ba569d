/* SPDX-License-Identifier: MIT */
/*
 * A sheet that is legal from its first half-move to its last outweighs one that no record explains
 * with it: the record is then the legal game, and what the other sheet has beyond is not read.
 */
#include "meant/merge/merge.h"

static bool has_gap(const struct sheet *sheet) {
    for (size_t i = 0; i < sheet->count; i++)
        if (sheet->list[i].gap)
            return true;
    return false;
}

static bool is_legal(struct xpgn_merge *s, const struct sheet *sheet) {
    return sheet->count > 0 && !has_gap(sheet) && merge_count_played(s, sheet) == sheet->count;
}

/* Takes the half-moves from `at` on for unread. */
static void cut_sheet(struct xpgn_merge *s, struct sheet *sheet, size_t at) {
    const struct sheet_entry *first = &sheet->list[at], *last = &sheet->list[sheet->count - 1];
    uint32_t from = first->numbered ? first->number.place.offset : first->extent.offset;
    uint32_t to = last->extent.offset + last->extent.length;
    merge_note_unread(s, sheet, (xpgn_place){from, to > from ? to - from : 0});
    sheet->count = at;
}

enum { LEAST = 8 }; /* half-moves: fewer are legal by chance */

void merge_find_legal(struct xpgn_merge *s) {
    size_t legal = 0;
    for (size_t i = 0; i < s->count; i++)
        legal += s->sheet[i].legal = s->sheet[i].count >= LEAST && is_legal(s, &s->sheet[i]) &&
                                     !merge_is_contradicted(s, &s->sheet[i]);
    for (size_t i = 0; i < s->count && legal == s->count; i++)
        s->sheet[i].legal = false;
}

/* How many slips of a sheet the record takes for another half-move; two that a player has exchanged
   are one. */
static size_t count_misread(const struct xpgn_merge *s, size_t sheet) {
    size_t slips = 0;
    for (size_t k = 0; k < s->steps; k++) {
        const struct merge_step *st = &s->step[k];
        const bool second =
            k > 1 && merge_played(st[-2].link) && st[-2].link->way[sheet] == WAY_OWN;
        slips += merge_played(st->link) && !second &&
                 (st->slip[sheet] == XPGN_SLIP_ACTION || st->slip[sheet] == XPGN_SLIP_ORDER);
    }
    return slips;
}

bool merge_is_mixture(const struct xpgn_merge *s) {
    enum { SEVERAL = 3 };
    size_t most = 0;
    for (size_t i = 0; i < s->count; i++) {
        size_t slips = s->sheet[i].legal ? count_misread(s, i) : 0;
        most = slips > most ? slips : most;
    }
    return most >= SEVERAL;
}

bool merge_is_of_two_games(struct xpgn_merge *s) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet *sheet = &s->sheet[i];
        if (sheet->count >= LEAST && 2 * count_misread(s, i) >= sheet->count && is_legal(s, sheet))
            return true;
    }
    return false;
}

bool merge_cut_unexplained(struct xpgn_merge *s) {
    bool legal[XPGN_MAX_SHEETS] = {false}, any = false, cut = false;
    for (size_t i = 0; i < s->count; i++) {
        legal[i] = is_legal(s, &s->sheet[i]);
        any |= legal[i];
    }
    for (size_t i = 0; i < s->count && any && !s->no_memory; i++) {
        struct sheet *sheet = &s->sheet[i];
        size_t at = s->partial ? s->step[s->steps].at[i] : 0;
        bool poor = s->partial || 5 * merge_count_played(s, sheet) < 4 * sheet->count;
        if (legal[i] || at >= sheet->count || !poor)
            continue;
        cut_sheet(s, sheet, at);
        cut = true;
    }
    return cut && !s->no_memory;
}

/* SPDX-License-Identifier: MIT */
#include "output/count/archive_parts.h"
#include "core/base/grow.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/slice.h"
#include "internal/text_out.h"

xpgn_status archive_pieces_new(struct archive_pieces **out) {
    *out = calloc(1, sizeof **out);
    return *out != NULL ? XPGN_OK : XPGN_NO_MEMORY;
}

void parts_clear(struct archive_pieces *p) {
    arena_free(&p->arena);
    free(p->list);
    hash_index_free(&p->index);
    *p = (struct archive_pieces){.count = 0};
}

void archive_pieces_free(struct archive_pieces *pieces) {
    if (pieces == NULL)
        return;
    parts_clear(pieces);
    free(pieces);
}

static bool is_same_part(const xpgn_part *a, const xpgn_part *b) {
    return a->digest == b->digest && strcmp(a->name, b->name) == 0;
}

const xpgn_part *parts_find(const struct archive_pieces *p, const xpgn_part *piece) {
    uint32_t place;
    for (size_t at = 0; (place = hash_index_next(&p->index, (uint32_t)piece->digest, &at)) > 0;)
        if (is_same_part(&p->list[place - 1], piece))
            return &p->list[place - 1];
    return NULL;
}

bool parts_is_name(const char *name) {
    return name[strcspn(name, "\t\n\r")] == '\0';
}

xpgn_status archive_pieces_add(struct archive_pieces *p, const xpgn_part *piece) {
    bool named = parts_is_name(piece->name) && (piece->from == NULL || parts_is_name(piece->from));
    if (!named || parts_find(p, piece) != NULL)
        return XPGN_INVALID;
    xpgn_part own = {arena_copy(&p->arena, slice_of(piece->name)), piece->digest, NULL};
    if (piece->from != NULL)
        own.from = arena_copy(&p->arena, slice_of(piece->from));
    if (own.name == NULL || (piece->from != NULL && own.from == NULL) ||
        !GROW(p->list, p->count, p->capacity) || hash_index_reserve(&p->index) != XPGN_OK)
        return XPGN_NO_MEMORY;
    p->list[p->count++] = own;
    hash_index_put(&p->index, (uint32_t)own.digest, (uint32_t)p->count);
    return XPGN_OK;
}

const xpgn_part *archive_pieces_list(const struct archive_pieces *p, size_t *count) {
    *count = p->count;
    return p->list;
}

static void refuse_twice(xpgn_fault *fault, const xpgn_part *there) {
    if (fault == NULL)
        return;
    *fault = (xpgn_fault){.line = 0};
    if (there->from != NULL)
        (void)snprintf(fault->text, sizeof fault->text, "%s was already added by %s", there->name,
                       there->from);
    else
        (void)snprintf(fault->text, sizeof fault->text, "%s was already counted", there->name);
}

xpgn_status parts_merge(struct archive_pieces *p, const struct archive_pieces *from,
                        xpgn_fault *fault) {
    for (size_t i = 0; i < from->count; i++) {
        const xpgn_part *there = parts_find(p, &from->list[i]);
        if (there == NULL)
            continue;
        refuse_twice(fault, there);
        return XPGN_INVALID;
    }
    for (size_t i = 0; i < from->count; i++)
        if (archive_pieces_add(p, &from->list[i]) != XPGN_OK)
            return XPGN_NO_MEMORY;
    return XPGN_OK;
}

static int by_part_name(const void *left, const void *right) {
    const xpgn_part *const *a = left, *const *b = right;
    int order = strcmp((*a)->name, (*b)->name);
    return order != 0 ? order : ((*a)->digest > (*b)->digest) - ((*a)->digest < (*b)->digest);
}

void parts_write(xpgn_buffer *b, const struct archive_pieces *p) {
    const xpgn_part **sorted = malloc((p->count + 1) * sizeof *sorted);
    if (sorted == NULL) {
        b->failed = true;
        return;
    }
    for (size_t i = 0; i < p->count; i++)
        sorted[i] = &p->list[i];
    qsort(sorted, p->count, sizeof *sorted, by_part_name);
    for (size_t i = 0; i < p->count; i++)
        xpgn_buffer_printf(b, "piece\t%016" PRIx64 "\t%s\n", sorted[i]->digest, sorted[i]->name);
    free(sorted);
}

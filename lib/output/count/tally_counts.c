/* SPDX-License-Identifier: MIT */
/* The counts of a tally, found by what they count, and the ids of their names and groups. */
#include "core/base/grow.h"
#include "core/base/utf8.h"
#include "internal/text_out.h"
#include "output/count/tally.h"

#include <string.h>

uint32_t tally_name(xpgn_tally *t, xpgn_slice name) {
    uint32_t hash = (uint32_t)hash_bytes(0, name.data, name.size);
    size_t at = 0;
    uint32_t place;
    while ((place = hash_index_next(&t->name_index, hash, &at)) > 0)
        if (slice_equal(t->name[place - 1], name))
            return place - 1;
    char *copy = arena_copy(&t->arena, name);
    if (copy == NULL || hash_index_reserve(&t->name_index) != XPGN_OK ||
        !GROW(t->name, t->names, t->name_room)) {
        t->failed = true;
        return 0;
    }
    t->name[t->names++] = (xpgn_slice){copy, name.size};
    hash_index_put(&t->name_index, hash, (uint32_t)t->names);
    return (uint32_t)t->names - 1;
}

uint32_t tally_group_id(xpgn_tally *t, struct tally_group group) {
    uint32_t hash = (uint32_t)hash_bytes(0, &group, sizeof group);
    size_t at = 0;
    uint32_t place;
    while ((place = hash_index_next(&t->group_index, hash, &at)) > 0)
        if (memcmp(&t->group[place - 1], &group, sizeof group) == 0)
            return place - 1;
    if (hash_index_reserve(&t->group_index) != XPGN_OK ||
        !GROW(t->group, t->groups, t->group_room)) {
        t->failed = true;
        return 0;
    }
    t->group[t->groups++] = group;
    hash_index_put(&t->group_index, hash, (uint32_t)t->groups);
    return (uint32_t)t->groups - 1;
}

struct tally_row *tally_find_row(xpgn_tally *t, const struct tally_key *key) {
    uint32_t hash = (uint32_t)hash_bytes(0, key, sizeof *key);
    size_t at = 0;
    uint32_t place;
    while ((place = hash_index_next(&t->row_index, hash, &at)) > 0)
        if (tally_is_key(&t->row[place - 1].key, key))
            return &t->row[place - 1];
    if (hash_index_reserve(&t->row_index) != XPGN_OK || !GROW(t->row, t->rows, t->row_room)) {
        t->failed = true;
        return NULL;
    }
    t->row[t->rows++] = (struct tally_row){.key = *key};
    hash_index_put(&t->row_index, hash, (uint32_t)t->rows);
    return &t->row[t->rows - 1];
}

void tally_count_new(xpgn_tally *t, const struct tally_key *key, uint32_t amount) {
    const struct tally_row *row = tally_find_row(t, key);
    if (row == NULL || !GROW(t->pending, t->pendings, t->pending_room)) {
        t->failed = true;
        return;
    }
    uint32_t at = (uint32_t)(row - t->row);
    *tally_near(t, key) = at;
    t->pending[t->pendings++] = (struct tally_pending){at, amount};
}

void tally_put_value(xpgn_buffer *b, xpgn_slice value) {
    for (size_t i = 0; i < value.size;) {
        i += value.data[i] == '\\' && i + 1 < value.size;
        xpgn_slice rest = {value.data + i, value.size - i};
        size_t length = utf8_length(rest);
        unsigned char first = (unsigned char)*rest.data;
        char foreign[3];
        if (first < ' ')
            xpgn_buffer_char(b, ' ');
        else if (length == 0)
            xpgn_buffer_put(b, foreign, utf8_put_byte((char)first, foreign));
        else
            xpgn_buffer_put(b, rest.data, length);
        i += length > 0 ? length : 1;
    }
}

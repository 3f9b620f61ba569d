/* SPDX-License-Identifier: MIT */
#include "meant/import/edit_map.h"

#include <string.h>

/* `end`: it is the end of a place. */
static uint32_t map_offset(const xpgn_imported *list, size_t count, uint32_t offset, bool end) {
    uint32_t gained = 0; /* bytes of what was read, less those of what was written */
    for (size_t i = 0; i < count; i++) {
        uint32_t size = (uint32_t)strlen(list[i].text), at = list[i].place.offset + gained;
        uint32_t past = list[i].place.offset + list[i].place.length;
        if (offset < at || (offset == at && (end || size > 0)))
            break;
        if (offset < at + size)
            return end ? past : list[i].place.offset;
        gained += size - list[i].place.length;
    }
    return offset - gained;
}

xpgn_place edit_map_place(const xpgn_imported *list, size_t count, xpgn_place read) {
    uint32_t from = map_offset(list, count, read.offset, false);
    uint32_t to = map_offset(list, count, read.offset + read.length, read.length > 0);
    return (xpgn_place){from, to > from ? to - from : 0};
}

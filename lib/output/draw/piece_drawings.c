/* SPDX-License-Identifier: MIT */
/* The drawings of the pieces. */
#include "output/draw/piece_drawings.h"

#include <string.h>
#include <xpgn/play.h>

#include "core/rules/ruleset.h"
#include "internal/writers.h"

static const struct embedded *find_drawing(const char *name) {
    for (size_t i = 0; i < piece_drawings_count; i++)
        if (strcmp(piece_drawings[i].name, name) == 0)
            return &piece_drawings[i];
    return NULL;
}

/* Returns the group with the shapes; the rest of the file only makes it a picture of its own. */
xpgn_slice drawing_shapes(const struct embedded *file) {
    static const char end[] = "</g>\n</svg>";
    const char *from = strstr(file->text, "<g "), *to = from ? strstr(from, end) : NULL;
    return to ? (xpgn_slice){from, (size_t)(to - from) + strlen("</g>\n")} : (xpgn_slice){"", 0};
}

bool xpgn_piece_drawing(const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out) {
    if (type == XPGN_NO_TYPE || type >= XPGN_TYPES)
        return false;
    const char *name = rs->piece[type].name;
    const struct embedded *file = name ? find_drawing(name) : NULL;
    if (!file)
        file = find_drawing(xpgn_piece_name(NULL, type));
    if (!file)
        return false;
    *out = (xpgn_drawing){file->name, drawing_shapes(file)};
    return true;
}

/* SPDX-License-Identifier: MIT */
/* The drawings of the pieces. */
#include "output/draw/piece_drawings.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

#include "core/base/slice.h"
#include "core/rules/ruleset.h"
#include "internal/text_out.h"

static const char begin_group[] = "<g id=\"", end_group[] = "</g>\n";

static xpgn_slice rest_from(xpgn_slice text, const char *at) {
    return at != NULL ? (xpgn_slice){at, text.size - (size_t)(at - text.data)}
                      : (xpgn_slice){"", 0};
}

/* Takes the next group, without its first and with its last tag; false if there is none. */
static bool take_group(xpgn_slice *rest, xpgn_slice *group) {
    *group = rest_from(*rest, slice_find(*rest, begin_group));
    *rest = rest_from(*group, slice_find(*group, end_group));
    group->size -= rest->size > 0 ? rest->size - strlen(end_group) : 0;
    return rest->size > 0;
}

static bool is_named(xpgn_slice group, const char *name) {
    size_t before = strlen(begin_group), size = strlen(name);
    return group.size > before + size && memcmp(group.data + before, name, size) == 0 &&
           group.data[before + size] == '"';
}

static xpgn_slice built_in(void) {
    return (xpgn_slice){piece_files[0].text, piece_files[0].size};
}

bool drawing_find(xpgn_slice own, const char *name, xpgn_drawing *out) {
    const xpgn_slice files[] = {own, built_in()};
    for (unsigned i = 0; i < 2; i++)
        for (xpgn_slice rest = files[i], group; take_group(&rest, &group);)
            if (is_named(group, name)) {
                *out = (xpgn_drawing){name, group};
                return true;
            }
    return false;
}

bool drawing_of(xpgn_slice own, const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out) {
    if (type == XPGN_NO_TYPE || type >= XPGN_TYPES)
        return false;
    const char *name = rs->piece[type].name;
    return (name != NULL && drawing_find(own, name, out)) ||
           drawing_find(own, xpgn_piece_name(NULL, type), out);
}

bool xpgn_piece_drawing(const xpgn_ruleset *rs, unsigned type, xpgn_drawing *out) {
    return drawing_of((xpgn_slice){"", 0}, rs, type, out);
}

void drawing_put(xpgn_buffer *b, xpgn_slice shapes) {
    size_t size = strlen(begin_group);
    xpgn_buffer_printf(b, "%s" DRAWING_ID, begin_group);
    xpgn_buffer_put(b, shapes.data + size, shapes.size - size);
}

void drawings_put(xpgn_buffer *b) {
    for (xpgn_slice rest = built_in(), group; take_group(&rest, &group);)
        drawing_put(b, group);
}

/* Is the text after a < one of the shapes? */
static bool is_shape(xpgn_slice text) {
    static const char *const names[] = {"g ", "/g>", "path ", "circle ", "rect ", "polygon "};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (text.size > strlen(names[i]) && memcmp(text.data, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

bool xpgn_drawings_plain(xpgn_slice own) {
    bool any = own.size == 0;
    for (xpgn_slice group; take_group(&own, &group); any = true) {
        static const char *const other[] = {"href", "url(", "style", " on", "<g"};
        for (unsigned i = 0; i < sizeof other / sizeof other[0]; i++)
            if (slice_contains((xpgn_slice){group.data + 2, group.size - 2}, other[i]))
                return false;
        for (size_t i = 0; i + 1 < group.size; i++)
            if (group.data[i] == '<' &&
                !is_shape((xpgn_slice){group.data + i + 1, group.size - i - 1}))
                return false;
    }
    return any;
}

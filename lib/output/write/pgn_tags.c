/* SPDX-License-Identifier: MIT */
/* Writing tag pairs: the Seven Tag Roster in its order, the others sorted by name. */
#include "output/write/pgn.h"

#include "core/base/grow.h"
#include "core/base/slice.h"
#include "core/forms/tagname.h"
#include "core/rules/ruleset_loader.h"
#include "internal/rules.h"
#include "internal/text_out.h"

#include <stdlib.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

/* The result is filled in at the end of the movetext. */
enum { DATE = 2, RESULT = SEVEN_TAGS - 1, GENERATED = 4 };

/* Tags that the writer generates, from the start position and the ruleset. */
static const xpgn_slice generated[] = {{"FEN", 3}, {"XFEN", 4}, {"XPGN", 4}, {"SetUp", 5}};

/* Most names differ in their size or their first letter. */
static inline bool is_name(xpgn_slice name, xpgn_slice known) {
    return name.size == known.size && *name.data == *known.data && slice_equal(name, known);
}

static bool is_roster(xpgn_slice name) {
    for (size_t i = 0; i < SEVEN_TAGS; i++) {
        if (is_name(name, seven_tags[i]))
            return true;
    }
    return false;
}

/* Is it a generated tag? Without a start position, SetUp is kept as recorded. */
static bool is_generated(xpgn_slice name, bool position) {
    for (size_t i = 0; i < (position ? 4 : 3); i++) {
        if (is_name(name, generated[i]))
            return true;
    }
    return false;
}

/* Writes a value as recorded, but escapes quotes that are not escaped. */
static void put_tag_value(xpgn_writer *w, xpgn_slice value) {
    size_t from = 0;
    const char *quote = value.size > 0 ? memchr(value.data, '"', value.size) : NULL;
    for (size_t i = 0; quote != NULL && i < value.size; i++) {
        if (value.data[i] == '\\') {
            i++;
        } else if (value.data[i] == '"') {
            (void)text_write(w->out, (xpgn_slice){value.data + from, i - from});
            xpgn_buffer_char(w->out, '\\');
            from = i;
        }
    }
    (void)text_write(w->out, (xpgn_slice){value.data + from, value.size - from});
}

static void put_tag_pair(xpgn_writer *w, xpgn_slice name, xpgn_slice value) {
    xpgn_buffer_char(w->out, '[');
    xpgn_buffer_slice(w->out, name); /* ASCII */
    xpgn_buffer_put(w->out, " \"", 2);
    put_tag_value(w, value);
    xpgn_buffer_put(w->out, "\"]\n", 3);
}

/* ---- the Seven Tag Roster -------------------------------------------------------------------- */

/* Writes the Result tag; an unknown result is filled in once the termination marker is known. */
static void put_result_tag(xpgn_writer *w, xpgn_slice value) {
    char text[24];
    if (result_text(w, value, text))
        value = slice_of(text);
    else if (value.size == 0 || slice_is(value, "?"))
        value = (xpgn_slice){"", 0};
    put_tag_pair(w, slice_of("Result"), value);
    if (value.size == 0)
        w->result_at = w->out->size - 3;
}

/* Writes a roster tag. Duplicates are kept in order: the first one counts. */
static void put_roster_tag(xpgn_writer *w, size_t i, const xpgn_tag *tags, size_t count) {
    bool found = false;
    for (size_t t = 0; t < count; t++) {
        if (!is_name(tags[t].name, seven_tags[i]))
            continue;
        if (i == RESULT && !found)
            put_result_tag(w, tags[t].value);
        else
            put_tag_pair(w, tags[t].name, tags[t].value);
        found = true;
    }
    if (!found && i == RESULT)
        put_result_tag(w, (xpgn_slice){"", 0});
    else if (!found)
        put_tag_pair(w, seven_tags[i], slice_of(i == DATE ? "????.??.??" : "?"));
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool make_tag_room(xpgn_writer *w, size_t count) {
    bool room =
        count <= w->tag_capacity || list_grow(&w->tags, count, &w->tag_capacity, sizeof *w->tags);
    w->no_memory |= !room;
    return room;
}

bool writer_read_position(xpgn_writer *w, xpgn_slice text, xpgn_position *p) {
    xpgn_status status = xpgn_position_read(w->ruleset, text, p, NULL);
    w->no_memory |= status == XPGN_NO_MEMORY;
    return status == XPGN_OK;
}

/*
 * Makes the tag of the start position: FEN if that can express it, otherwise XFEN. The value is
 * kept as recorded unless the tag name changes.
 */
static bool make_position(xpgn_writer *w, struct tag_out *tag) {
    xpgn_slice fen = xpgn_walk_tag(w->walk, "FEN"), xfen = xpgn_walk_tag(w->walk, "XFEN");
    xpgn_position p;
    if (fen.data == NULL && xfen.data == NULL)
        return false;
    if (!writer_read_position(w, xfen.data != NULL ? xfen : fen, &p))
        return false;
    bool plain = xpgn_position_is_plain(w->ruleset, &p);
    xpgn_slice value = plain ? fen : xfen;
    if (value.data == NULL) {
        xpgn_buffer_clear(&w->position);
        xpgn_position_write(&w->position, w->ruleset, &p);
        value = (xpgn_slice){w->position.data, w->position.size};
    }
    *tag = (struct tag_out){slice_of(plain ? "FEN" : "XFEN"), value, 0};
    return true;
}

/* Orthodox chess needs no XPGN tag. */
static bool is_plain_chess(const xpgn_writer *w) {
    return !ruleset_has_dice(w->ruleset) && w->ruleset->setup == SETUP_FIXED;
}

static bool wants_digest(const xpgn_writer *w) {
    if (ruleset_is_house(w->ruleset))
        return !w->options.no_digest;
    return w->options.digest && !is_plain_chess(w);
}

/* Makes the RulesDigest tag. A digest in the record is kept, as the walk has verified it. Failing
   to compute one is an error only if it was asked for. */
static bool make_digest(xpgn_writer *w, struct tag_out *tag) {
    if (!wants_digest(w) || xpgn_walk_tag(w->walk, "RulesDigest").data != NULL)
        return false;
    if (w->digest_of != w->ruleset) {
        xpgn_status status = ruleset_digest(w->ruleset, w->digest);
        w->no_memory = w->no_memory || status == XPGN_NO_MEMORY;
        w->no_digest = w->no_digest || (status == XPGN_NOT_FOUND && w->options.digest);
        w->digest_of = status == XPGN_OK ? w->ruleset : NULL;
        if (status != XPGN_OK)
            return false;
    }
    *tag = (struct tag_out){slice_of("RulesDigest"), slice_of(w->digest), 0};
    return true;
}

static size_t make_tags(xpgn_writer *w, struct tag_out *tags, bool *position) {
    size_t n = 0;
    *position = make_position(w, &tags[n]);
    if (*position) {
        n++;
        tags[n++] = (struct tag_out){slice_of("SetUp"), slice_of("1"), 0};
    }
    if (!is_plain_chess(w))
        tags[n++] = (struct tag_out){slice_of("XPGN"), slice_of("1"), 0};
    if (make_digest(w, &tags[n]))
        n++;
    return n;
}

/* Other names of a game than its id are written as the id; chess has many that say more. */
static xpgn_slice value_of_tag(const xpgn_writer *w, const xpgn_tag *t) {
    bool other = slice_is(t->name, "Variant") && !is_plain_chess(w) &&
                 !catalog_is_id(t->value, w->ruleset->id);
    return other ? slice_of(w->ruleset->id) : t->value;
}

static int by_tag_name(const void *a, const void *b) {
    const struct tag_out *x = a, *y = b;
    int order = slice_order(x->name, y->name);
    return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static void put_rest(xpgn_writer *w, const xpgn_tag *tags, size_t count) {
    if (!make_tag_room(w, count + GENERATED))
        return;
    bool position;
    size_t n = make_tags(w, w->tags, &position);
    for (size_t i = 0; i < count; i++) {
        if (!is_roster(tags[i].name) && !is_generated(tags[i].name, position))
            w->tags[n++] = (struct tag_out){tags[i].name, value_of_tag(w, &tags[i]), i};
    }
    qsort(w->tags, n, sizeof *w->tags, by_tag_name);
    for (size_t i = 0; i < n; i++)
        put_tag_pair(w, w->tags[i].name, w->tags[i].value);
}

void tags_write(xpgn_writer *w) {
    size_t count;
    const xpgn_tag *tags =
        w->edit != NULL ? w->edit(w->edit_data, w->walk, &count) : xpgn_walk_tags(w->walk, &count);
    for (size_t i = 0; i < SEVEN_TAGS; i++)
        put_roster_tag(w, i, tags, count);
    if (w->ruleset != NULL)
        put_rest(w, tags, count);
    xpgn_buffer_char(w->out, '\n');
}

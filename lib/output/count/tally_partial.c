/* SPDX-License-Identifier: MIT */
/*
 * Partial tallies as text: one count per line, sorted, so that equal counts give equal bytes.
 * Described in xpgn-stats(1).
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/text/lex.h"
#include "internal/counts.h"
#include "internal/text_out.h"
#include "output/count/fair.h"
#include "output/count/luck.h"
#include "output/count/partial_sums.h"

enum { ROW_FIELDS = 8, HEAD_FIELDS = 6 };
static const uint64_t max_count = 999999999999999999u; /* expected numbers are in billionths */

/* ---- writing --------------------------------------------------------------------------------- */

/* Writes a field; control characters become spaces (names in a tally have none). */
static void put_field(xpgn_buffer *b, xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++)
        xpgn_buffer_char(b, (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i]);
}

static void put_entry_line(xpgn_buffer *b, const struct tally_view *view,
                           const struct tally_entry *e) {
    put_field(b, view->name[e->value]);
    xpgn_buffer_char(b, '\t');
    put_field(b, view->name[e->ruleset]);
    xpgn_buffer_printf(b, "\t%s\t", tally_stats[e->kind].name);
    if (tally_is_named(e->kind))
        put_field(b, view->name[e->a]);
    else
        xpgn_buffer_printf(b, "%lld", (long long)((int64_t)e->a - tally_offset(e->kind)));
    xpgn_buffer_printf(b, "\t%u\t%u\t%u\t%llu\n", e->b, e->c, e->d, (unsigned long long)e->count);
}

/* One of the least likely rolls: place, ruleset, "least", players, action, outcome, ways, all. */
static void put_least(xpgn_buffer *b, const struct least_roll *r) {
    static const enum least_field fields[] = {LEAST_TITLE, LEAST_ACTION, LEAST_OUTCOME};
    put_field(b, slice_of(r->text[LEAST_PLACE]));
    xpgn_buffer_char(b, '\t');
    put_field(b, slice_of(r->text[LEAST_RULESET]));
    xpgn_buffer_text(b, "\tleast");
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        xpgn_buffer_char(b, '\t');
        put_field(b, slice_of(r->text[fields[i]]));
    }
    xpgn_buffer_printf(b, "\t%llu\t%llu\n", (unsigned long long)r->ways,
                       (unsigned long long)r->all);
}

/* The words of the first line after the version. */
static const char by_word[] = "by", how_word[] = "counted_by";

static void put_head_field(xpgn_buffer *b, const char *word, const char *text) {
    if (text == NULL)
        return;
    xpgn_buffer_printf(b, "\t%s\t", word);
    put_field(b, slice_of(text));
}

void tally_write_partial(xpgn_buffer *b, const xpgn_tally *t, const struct tally_view *view,
                         bool complete) {
    size_t start = b->size;
    xpgn_buffer_printf(b, "xpgn-stats\t%d", PARTIAL_VERSION);
    put_head_field(b, by_word, t->by);
    put_head_field(b, how_word, t->how);
    xpgn_buffer_char(b, '\n');
    parts_write(b, &t->parts);
    for (size_t i = 0; i < view->count; i++)
        put_entry_line(b, view, &view->entry[i]);
    size_t least = t->least != NULL ? t->least->count : 0;
    uint64_t lines = (uint64_t)view->count + least;
    for (size_t i = 0; i < least; i++)
        put_least(b, &t->least->roll[i]);
    partial_put_end(b, start, complete, lines);
}

/* ---- reading: a row -------------------------------------------------------------------------- */

/* True if put_field writes the text as it is. */
static bool is_field(xpgn_slice text) {
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ')
            return false;
    return true;
}

/* True if the text may be a tag value, an id or an action in a tally. */
static bool is_name(xpgn_slice text) {
    return is_field(text) && utf8_is_valid(text);
}

/* Reads a number in this range, with a sign if it is negative. */
static bool read_signed(xpgn_slice text, struct tally_range range, int64_t *out) {
    uint64_t n;
    bool negative = range.least < 0 && text.size > 0 && *text.data == '-';
    text.data += negative;
    text.size -= negative;
    if (!partial_number(text, negative ? 1 : 0, INT64_MAX, &n))
        return false;
    *out = negative ? -(int64_t)n : (int64_t)n;
    return *out >= range.least && *out <= range.most;
}

static bool read_numbers(const xpgn_slice *field, struct tally_count *c) {
    int64_t number[4] = {0};
    bool named = tally_is_named(c->kind);
    c->name = named ? field[3] : (xpgn_slice){"", 0};
    if (!is_name(c->value) || !is_name(c->ruleset) || !is_name(c->name))
        return false;
    for (unsigned i = named ? 1 : 0; i < 4; i++)
        if (!read_signed(field[3 + i], tally_range_of(c->kind, i), &number[i]))
            return false;
    c->a = (uint32_t)(number[0] + tally_offset(c->kind));
    c->b = (uint8_t)number[1];
    c->c = (uint8_t)number[2];
    c->d = (uint8_t)number[3];
    return partial_number(field[7], 1, max_count, &c->count) && tally_stats[c->kind].fits(c);
}

static xpgn_status read_least(struct partial *l, xpgn_tally *t, const xpgn_slice *field) {
    const xpgn_slice text[LEAST_FIELDS] = {[LEAST_PLACE] = field[0],
                                           [LEAST_RULESET] = field[1],
                                           [LEAST_TITLE] = field[3],
                                           [LEAST_ACTION] = field[4],
                                           [LEAST_OUTCOME] = field[5]};
    uint64_t ways, all;
    bool good =
        partial_number(field[7], 1, INT64_MAX, &all) && partial_number(field[6], 1, all, &ways);
    for (unsigned i = 0; i < LEAST_FIELDS; i++)
        good &= is_name(text[i]);
    if (!good)
        return partial_refuse(l, "not a count of a partial result");
    good = xpgn_tally_want(t, XPGN_TALLY_LUCK) == XPGN_OK && least_add(t->least, ways, all, text);
    return good ? XPGN_OK : XPGN_NO_MEMORY;
}

static xpgn_status read_count_line(struct partial *l, xpgn_tally *t, const xpgn_slice *field) {
    if (slice_is(field[2], "least"))
        return read_least(l, t, field);
    struct tally_count count = {.value = field[0], .ruleset = field[1]};
    unsigned kind = 0;
    while (kind < TALLY_KINDS && !slice_is(field[2], tally_stats[kind].name))
        kind++;
    count.kind = (uint8_t)kind;
    if (kind == TALLY_KINDS || !read_numbers(field, &count))
        return partial_refuse(l, "not a count of a partial result");
    unsigned wanted = tally_stats[kind].wants;
    if (wanted != 0 && xpgn_tally_want(t, wanted) != XPGN_OK)
        return XPGN_NO_MEMORY; /* the tally wants them, as it was set up by the counting run */
    return tally_enter(t, &count) ? XPGN_OK : XPGN_NO_MEMORY;
}

/* Reads the pieces, the counts and the last line: XPGN_END. */
static xpgn_status read_rows(struct partial *l, xpgn_tally *t) {
    xpgn_slice field[ROW_FIELDS];
    size_t fields = 0;
    xpgn_status status;
    for (uint64_t row = 0;; row++) {
        status = partial_row(l, &t->parts, row, field, ROW_FIELDS, &fields);
        if (status == XPGN_OK)
            status = fields == ROW_FIELDS ? read_count_line(l, t, field)
                                          : partial_refuse(l, "not a count of a partial result");
        if (status != XPGN_OK)
            return status;
    }
}

/* A copy of the field after this word; NULL if there is none. *used counts the fields used. */
static char *head_field(struct arena *arena, const xpgn_slice *field, size_t fields,
                        const char *word, size_t *used, bool *failed) {
    if (*used + 2 > fields || !slice_is(field[*used], word) || !is_field(field[*used + 1]))
        return NULL;
    char *copy = arena_copy(arena, field[*used + 1]);
    *used += 2;
    *failed |= copy == NULL;
    return copy;
}

/* Makes the tally that the first line describes. */
static xpgn_status begin_tally(struct partial *l, const xpgn_slice *field, size_t fields,
                               xpgn_tally **out) {
    struct arena arena = {0};
    size_t used = 2;
    bool failed = false;
    const char *by = head_field(&arena, field, fields, by_word, &used, &failed);
    const char *how = head_field(&arena, field, fields, how_word, &used, &failed);
    xpgn_status status = XPGN_NO_MEMORY;
    if (!failed)
        status = used == fields ? xpgn_tally_new(out, by)
                                : partial_refuse(l, "not a partial result of xpgn-stats --partial");
    if (status == XPGN_OK && how != NULL)
        status = xpgn_tally_set_how(*out, how);
    arena_free(&arena);
    return status;
}

/* Reads the first line: "xpgn-stats", the version, the grouping tag, the description of the
   counting. */
static xpgn_status read_partial_head(struct partial *l, xpgn_tally **out) {
    xpgn_slice field[HEAD_FIELDS];
    size_t fields;
    xpgn_status status = partial_head(l, "xpgn-stats", field, HEAD_FIELDS, &fields);
    if (status == XPGN_OK)
        status = begin_tally(l, field, fields, out);
    l->number = 1;
    return status;
}

xpgn_status xpgn_tally_read(xpgn_tally **out, const char *file, xpgn_fault *fault) {
    xpgn_tally *t = NULL;
    struct partial *l = NULL;
    xpgn_status status = partial_open(&l, file, fault);
    if (status == XPGN_OK)
        status = read_partial_head(l, &t);
    if (status == XPGN_OK)
        status = read_rows(l, t);
    partial_close(l);
    if (status == XPGN_END) /* end of file after the last line */
        *out = t;
    else
        xpgn_tally_free(t);
    return status == XPGN_END ? XPGN_OK : status;
}

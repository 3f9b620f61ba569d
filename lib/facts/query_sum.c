/* SPDX-License-Identifier: MIT */
/* Parses names of facts and tags, and sums of them. */
#include "core/forms/tagname.h"
#include "facts/query_reader.h"
#include "internal/rules.h"

enum { NUMBERS = 1u << XPGN_VALUE_NUMBER | 1u << XPGN_VALUE_MILLIONTHS };

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_tag_letter(char c) {
    return is_letter(c) || is_digit(c) || c == '_';
}

size_t query_name_size(const char *p) {
    size_t n = 0;
    while (is_letter(p[n]) || p[n] == '-' || p[n] == '.' || p[n] == '_')
        n++;
    return n;
}

static const char tag_prefix[] = "tag:";

static size_t prefix_size(const char *p) {
    size_t n = sizeof tag_prefix - 1;
    return strncmp(p, tag_prefix, n) == 0 ? n : 0;
}

size_t query_tag_size(const char *p) {
    size_t prefix = prefix_size(p), n = prefix;
    if (prefix == 0 && (*p < 'A' || *p > 'Z'))
        return 0;
    while (is_tag_letter(p[n]))
        n++;
    return n > prefix ? n : 0;
}

bool query_read_tag(struct scan *s, xpgn_slice name, uint8_t *index) {
    struct xpgn_query *q = s->query;
    size_t prefix = prefix_size(name.data), i = 0;
    const xpgn_slice tag = {name.data + prefix, name.size - prefix};
    while (i < q->tags && !slice_equal(q->tag[i], tag))
        i++;
    if (i == QUERY_TAGS)
        return fault_at(&s->source, name.data, name.size, "more than %d tags", QUERY_TAGS);
    q->tag[i] = tag;
    q->tags += i == q->tags;
    *index = (uint8_t)i;
    return true;
}

bool query_read_special(struct scan *s, xpgn_slice name) {
    static const struct {
        xpgn_slice name;
        enum query_of of;
    } words[] = {{{"player", 6}, OF_PLAYER},
                 {{"position", 8}, OF_POSITION},
                 {{"material", 8}, OF_MATERIAL},
                 {{"begins", 6}, OF_LINE}};
    size_t i = 0, count = sizeof words / sizeof *words;
    while (i < count && !slice_equal(words[i].name, name))
        i++;
    if (i == count)
        return false;
    s->term->of = (uint8_t)words[i].of;
    s->term->type = XPGN_VALUE_TEXT;
    return true;
}

bool query_add_players(struct scan *s) {
    struct query_term *t = s->term;
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++) {
        const char *name = xpgn_seat_tag(XPGN_MAX_SEATS, seat);
        struct query_item *item = &t->item[t->items++];
        item->is_tag = true;
        if (!query_read_tag(s, (xpgn_slice){name, strlen(name)}, &item->tag))
            return false;
    }
    return true;
}

xpgn_status query_read_fact(struct scan *s, xpgn_slice name, uint32_t types, xpgn_fact_ref *ask) {
    const struct fact_filter any = {XPGN_ANY_SCOPE, types};
    xpgn_status status = fact_find(name, &any, ask, s->source.fault);
    if (status != XPGN_OK)
        s->source.fault->place.offset += (uint32_t)(name.data - s->source.text);
    return status;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static size_t digits_size(const char *p) {
    size_t n = *p == '-' || *p == '+' ? 1 : 0, first = n;
    while (is_digit(p[n]) || (n > first && p[n] == '.'))
        n++;
    return n > first ? n : 0;
}

static bool has_one_value(struct scan *s, xpgn_slice name, const xpgn_fact_ref *ask) {
    const xpgn_fact *f = &fact_rows[ask->fact].fact;
    if (f->list)
        return fault_at(&s->source, name.data, name.size, "'%s' has several values", f->name);
    if (ask->sides == 3)
        return fault_at(&s->source, name.data, name.size,
                        "'%s' exists for both sides: attacker_%s or defender_%s", f->name, f->name,
                        f->name);
    return true;
}

/* A name without the - after it: total-3 */
static xpgn_slice name_in_sum(const char *p) {
    return slice_trim((xpgn_slice){p, query_name_size(p)}, "-.");
}

static bool read_item(struct scan *s, struct query_item *item) {
    struct query_term *t = s->term;
    xpgn_slice name = {s->p, query_tag_size(s->p)};
    if (t->items == QUERY_ITEMS)
        return fault_at(&s->source, s->p, strlen(s->p), "more than %d names in a sum", QUERY_ITEMS);
    item->is_tag = name.size > 0;
    if (!item->is_tag)
        name = name_in_sum(s->p);
    if (name.size == 0)
        return fault_at(&s->source, s->p, *s->p != '\0', "expected a number, a fact or a tag");
    if (item->is_tag ? !query_read_tag(s, name, &item->tag)
                     : query_read_fact(s, name, NUMBERS, &item->ask) != XPGN_OK)
        return false;
    if (!item->is_tag && !has_one_value(s, name, &item->ask))
        return false;
    if (!item->is_tag)
        s->query->scopes |= 1u << fact_rows[item->ask.fact].fact.scope;
    t->item[t->items++] = *item;
    s->p += name.size;
    return true;
}

static bool read_summand(struct scan *s, bool minus) {
    xpgn_span number;
    const xpgn_slice text = {s->p, digits_size(s->p)};
    if (!xpgn_value_number(text, true, &number))
        return fault_at(&s->source, text.data, text.size, "the number is too large");
    s->term->plus += minus ? -number.low : number.low;
    s->p += text.size;
    return true;
}

bool query_read_sum(struct scan *s, bool at_right) {
    bool minus = false;
    s->term->of = OF_SUM;
    for (unsigned i = 0; i < 2 * QUERY_ITEMS; i++) {
        struct query_item item = {.minus = minus, .at_right = at_right};
        skip_spaces(s);
        if (!(digits_size(s->p) > 0 ? read_summand(s, minus != at_right) : read_item(s, &item)))
            return false;
        char *end = s->p;
        skip_spaces(s);
        if (*s->p != '+' && *s->p != '-') {
            s->p = end;
            return true;
        }
        minus = *s->p++ == '-';
    }
    return fault_at(&s->source, s->p, strlen(s->p), "the sum is too long");
}

/* ---- is it one? ------------------------------------------------------------------------------ */

/* 200 + BlackElo */
static bool starts_sum(const char *p) {
    size_t n = digits_size(p);
    bool number = n > 0;
    while (number && is_space(p[n]))
        n++;
    return number && (p[n] == '+' || p[n] == '-');
}

static bool is_known_tag(xpgn_slice name) {
    return tag_name_find(name.data, name.size) != NULL;
}

/* A word of letters, with nothing but a sign after it. */
static bool is_word(const char *p, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (is_digit(p[i]))
            return false;
    return size > 0 && (ends_value(p[size]) || p[size] == '+' || p[size] == '-');
}

static bool is_sum_of_tag(struct scan *s, bool *good) {
    const struct query_term *t = s->term;
    const xpgn_slice left = s->query->tag[t->tag], right = {s->p, query_tag_size(s->p)};
    bool word = is_word(s->p, right.size);
    if (t->compare == CONTAINS)
        return false;
    if (t->compare != EQUAL && t->compare != UNEQUAL)
        return word || is_word(s->p, name_in_sum(s->p).size);
    if (word && (xpgn_tag_is_number(left) || xpgn_tag_is_date(left)))
        return true;
    if (word && is_known_tag(right))
        *good = fault_at(&s->source, right.data, right.size,
                         "is '%.*s' a tag or a text? Write tag:%.*s or \"%.*s\"", SLICE(right),
                         SLICE(right), SLICE(right));
    return false;
}

bool query_is_sum(struct scan *s, bool *good) {
    const struct query_term *t = s->term;
    xpgn_fact_ref ask;
    xpgn_fault unwanted;
    *good = true;
    if (t->of == OF_SUM || prefix_size(s->p) > 0)
        return true;
    if (t->of == OF_TAG)
        return starts_sum(s->p) || is_sum_of_tag(s, good);
    if ((NUMBERS >> t->type & 1) == 0)
        return false;
    const struct fact_filter numbers = {XPGN_ANY_SCOPE, NUMBERS};
    return starts_sum(s->p) || is_word(s->p, query_tag_size(s->p)) ||
           fact_find(name_in_sum(s->p), &numbers, &ask, &unwanted) == XPGN_OK;
}

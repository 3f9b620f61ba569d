/* SPDX-License-Identifier: MIT */
/* The tag pairs of plain chess, one a line: is there anything that the walk would look at? */
#include "base/slice.h"
#include "game/dates.h"
#include "game/quick_run.h"
#include "text/span.h"

enum { QUICK_TAGS = 64 };

struct tag_view {
    const char *name;
    size_t size;
    xpgn_slice value;
};

/* One well-formed tag pair with its line end; NULL if it is anything else. */
static const char *read_tag(const char *p, const char *end, struct tag_view *t) {
    t->name = ++p;
    if (end - p < 32)
        return NULL;
    t->size = span_name(p);
    p += t->size;
    if (t->size == 0 || p[0] != ' ' || p[1] != '"')
        return NULL;
    p += 2;
    t->value.data = p;
    p = span_value(p, end);
    if (end - p < 3 || p[0] != '"' || p[1] != ']')
        return NULL;
    t->value.size = (size_t)(p - t->value.data);
    p += 2;
    if (*p == '\r' && p + 1 < end)
        p++;
    return *p == '\n' ? p + 1 : NULL;
}

static inline bool named(const struct tag_view *t, const char *name, size_t size) {
    return t->size == size && memcmp(t->name, name, size) == 0;
}
#define NAMED(t, name) named((t), (name), sizeof(name) - 1)

/* What the walk would look at: is it of the usual kind? */
static bool tag_usual(const struct tag_view *t, xpgn_slice *result) {
    switch (t->name[0]) {
    case 'D':
        return !NAMED(t, "Date") || date_usual(t->value);
    case 'E':
        return !NAMED(t, "EventDate") || date_usual(t->value);
    case 'U':
        return !NAMED(t, "UTCDate") || date_usual(t->value);
    case 'V':
        return !NAMED(t, "Variant") || slice_is(t->value, "Standard");
    case 'F':
        return !NAMED(t, "FEN");
    case 'X':
        return !NAMED(t, "XFEN") && !NAMED(t, "XPGN");
    case 'S':
        return !NAMED(t, "SetUp");
    case 'R':
        if (NAMED(t, "Result"))
            *result = t->value;
        return !NAMED(t, "RuleOptions") && !NAMED(t, "RulesDigest");
    default:
        return true;
    }
}

/* Tags seen so far, to notice one that comes twice. */
struct tag_set {
    uint64_t key[QUICK_TAGS];
    unsigned count;
    uint64_t filter;
};

static bool tag_new(struct tag_set *set, const struct tag_view *t) {
    uint64_t key, rest; /* bytes past the name may be loaded: at least its value stands there */
    memcpy(&key, t->name, 8);
    if (t->size < 8) {
        key &= ((uint64_t)1 << t->size * 8) - 1;
    } else {
        memcpy(&rest, t->name + t->size - 8, 8);
        key ^= rest * 0x9E3779B97F4A7C15u;
    }
    key ^= (uint64_t)t->size << 56;
    uint64_t bit = (uint64_t)1 << (key * 0x9E3779B97F4A7C15u >> 58);
    if ((set->filter & bit) != 0) {
        for (unsigned i = 0; i < set->count; i++) {
            if (set->key[i] == key)
                return false;
        }
    }
    if (set->count == QUICK_TAGS)
        return false;
    set->filter |= bit;
    set->key[set->count++] = key;
    return true;
}

const char *quick_tags(struct run *q, const char *p) {
    struct tag_set set;
    set.count = 0;
    set.filter = 0;
    while (p < q->end && *p == '[') {
        struct tag_view t;
        p = read_tag(p, q->end, &t);
        if (p == NULL || !tag_usual(&t, &q->tag) || !tag_new(&set, &t))
            return NULL;
    }
    return p;
}

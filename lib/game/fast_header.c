/* SPDX-License-Identifier: MIT */
/* The header of a game on the fast path: tag pairs of the usual form, one a line. */
#include "game/walk.h"
#include "text/span.h"
#include "text/tagvalue.h"

enum { QUICK_TAGS = 64 };

/* Names seen so far, to notice one that comes twice; and those slots of them. */
struct name_set {
    uint64_t key[QUICK_TAGS];
    unsigned count; /* below QUICK_TAGS */
    uint64_t slots;
};

static inline bool name_is_new(struct name_set *set, uint64_t key, unsigned slot) {
    if ((set->slots >> slot & 1) != 0) {
        for (unsigned i = 0; i < set->count; i++) {
            if (set->key[i] == key)
                return false;
        }
    }
    set->slots |= (uint64_t)1 << slot;
    set->key[set->count++] = key;
    return true;
}

static inline bool value_fits(enum tag_kind kind, xpgn_slice value) {
    return kind == TAG_FREE || (kind == TAG_ELO && tag_is_usual_elo(value)) ||
           (kind == TAG_DATE && tag_is_usual_date(value)) || tag_value_fits(kind, value);
}

/* False: it is given twice, or its value does not fit. */
static inline bool note_usual(xpgn_walk *w, struct name_set *set, const struct span_tag *t) {
    struct tag_key key = tag_key_of(t->name, t->name_size);
    uint64_t mixed = tag_key_mix(key);
    unsigned slot = tag_name_slot(mixed);
    if (!name_is_new(set, mixed, slot))
        return false;
    const struct tag_name *name = tag_name_at(key, slot);
    if (name == NULL)
        return true;
    xpgn_slice value = {span_tag_value(t), t->value_size};
    if (name->known != KNOWN_COUNT) {
        w->tags->known_set |= 1u << name->known;
        w->tags->known[name->known] =
            (xpgn_tag){{t->name, t->name_size}, value, walk_place(w, value)};
    }
    return value_fits((enum tag_kind)name->kind, value);
}

/* The next tag pair of the usual form with its line end; NULL if it is anything else. */
static const char *read_usual_tag(const char *p, const char *end, struct span_tag *t) {
    p = span_tag(p, end, t);
    if (p != NULL && end - p >= 2 && *p == '\r')
        p++;
    return p != NULL && p < end && *p == '\n' ? p + 1 : NULL;
}

/* All tag pairs of a game, one a line; where they end, or NULL: some are not of the usual form. */
static const char *read_usual_tags(xpgn_walk *w) {
    const char *p = w->game->text.data, *end = p + w->game->text.size;
    struct span_tag tag[QUICK_TAGS];
    size_t count = 0;
#ifdef CPU_X86_64
    if (cpu_has_avx2())
        p = wide_tags(p, end, tag, QUICK_TAGS, &count);
#endif
    for (; p != NULL && p < end && *p == '['; count++) {
        if (count == QUICK_TAGS)
            return NULL;
        p = read_usual_tag(p, end, &tag[count]);
    }
    struct name_set set;
    set.count = 0;
    set.slots = 0;
    for (size_t i = 0; p != NULL && i < count; i++) {
        if (!note_usual(w, &set, &tag[i]))
            return NULL;
    }
    return p;
}

/*
 * The start position of the ruleset, by the side that begins, if this game has it and if it is
 * known that a game can go on there.  False: nothing is said.
 */
static bool begin_as_judged(xpgn_walk *w) {
    xpgn_position *p = &w->fast.quick.state.position;
    if (w->fast.judged != w->ruleset)
        return false;
    w->fast.quick.state = (struct state){.position = w->ruleset->start};
    walk_roll_off(w, p, false);
    return (w->fast.judged_seats >> p->turn & 1) != 0;
}

bool walk_fast_header(xpgn_walk *w, xpgn_slice *rest) {
    const char *end = w->game->text.data + w->game->text.size;
    const unsigned position = 1u << KNOWN_FEN | 1u << KNOWN_XFEN | 1u << KNOWN_SETUP;
    const char *p = read_usual_tags(w);
    if (p == NULL)
        return false;
    *rest = (xpgn_slice){p, (size_t)(end - p)};
    w->fast.moves_at = (size_t)(p - w->game->text.data);
    walk_check_known(w);
    walk_find_ruleset(w);
    if (w->ruleset == NULL || w->log.count > 0)
        return false;
    bool own = (w->tags->known_set & position) == 0; /* the start position of the ruleset */
    if (own && begin_as_judged(w)) {
        walk_check_digest(w);
        return w->log.count == 0;
    }
    xpgn_outcome outcome = {0};
    w->fast.quick.state.turn = (struct turn){0};
    if (!walk_start_state(w, &w->fast.quick.state, &outcome) || w->log.count > 0 || outcome.over)
        return false;
    if (own) {
        w->fast.judged_seats = w->fast.judged == w->ruleset ? w->fast.judged_seats : 0;
        w->fast.judged_seats |= 1u << w->fast.quick.state.position.turn;
        w->fast.judged = w->ruleset;
    }
    return true;
}

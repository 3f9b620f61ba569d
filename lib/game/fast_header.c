/* SPDX-License-Identifier: MIT */
/* The header of a game on the fast path: one well-formed tag pair a line. */
#include "game/walk.h"
#include "text/span.h"
#include "text/tagvalue.h"

enum { FAST_TAGS = 64 };

/* The names so far, to find duplicates, and a bit per slot of them. */
struct name_set {
    uint64_t key[FAST_TAGS];
    unsigned count; /* below FAST_TAGS */
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
    return kind == TAG_FREE || (kind == TAG_ELO && tag_is_common_elo(value)) ||
           (kind == TAG_DATE && tag_is_common_date(value)) || tag_value_fits(kind, value);
}

/* False: a duplicate, or a value to report. */
static inline bool note_tag(xpgn_walk *w, struct name_set *set, const struct span_tag *t) {
    struct tag_key key = tag_key_of(t->name, t->name_size);
    uint64_t mixed = tag_key_mix(key);
    unsigned slot = tag_name_slot(mixed);
    if (!name_is_new(set, mixed, slot))
        return false;
    const struct tag_name *name = tag_name_at(key, slot);
    if (name == NULL)
        return tag_name_meant(t->name, t->name_size) == NULL;
    xpgn_slice value = span_tag_value(t);
    if (name->known != KNOWN_COUNT) {
        w->tags->known_set |= 1u << name->known;
        w->tags->known[name->known] =
            (xpgn_tag){{t->name, t->name_size}, value, walk_place(w, value)};
    }
    return value_fits((enum tag_kind)name->kind, value);
}

/* Reads all tag pairs; returns the place after them, or NULL: the lexer has to look at them. */
static const char *read_tags(xpgn_walk *w) {
    const char *p = w->game->text.data, *end = p + w->game->text.size;
    struct span_tag tag[FAST_TAGS];
    size_t count = 0;
#ifdef CPU_X86_64
    if (cpu_has_avx2())
        p = wide_tags(p, end, tag, FAST_TAGS, &count);
#endif
    for (; p != NULL && p < end && *p == '['; count++) {
        if (count == FAST_TAGS)
            return NULL;
        p = span_tag_line(p, end, &tag[count]);
    }
    struct name_set set;
    set.count = 0;
    set.slots = 0;
    for (size_t i = 0; p != NULL && i < count; i++) {
        if (!note_tag(w, &set, &tag[i]))
            return NULL;
    }
    return p;
}

/*
 * Starts at the ruleset's own position if it is known that the game is not over there for the side
 * that begins.  False: not known.
 */
static bool begin_as_judged(xpgn_walk *w) {
    xpgn_position *p = &w->fast.game.state.position;
    if (w->fast.judged != w->ruleset)
        return false;
    w->fast.game.state = (struct state){.position = w->ruleset->start};
    walk_roll_off(w, p, false);
    return (w->fast.judged_seats >> p->side_to_move & 1) != 0;
}

bool walk_fast_header(xpgn_walk *w, xpgn_slice *rest) {
    const char *end = w->game->text.data + w->game->text.size;
    const unsigned position = 1u << KNOWN_FEN | 1u << KNOWN_XFEN | 1u << KNOWN_SETUP;
    const char *p = read_tags(w);
    if (p == NULL)
        return false;
    *rest = (xpgn_slice){p, (size_t)(end - p)};
    w->fast.moves_at = (size_t)(p - w->game->text.data);
    walk_check_known(w);
    walk_find_ruleset(w);
    if (w->ruleset == NULL || w->log.count > 0)
        return false;
    bool own = (w->tags->known_set & position) == 0; /* the ruleset's start position */
    if (own && begin_as_judged(w)) {
        walk_check_digest(w);
        return w->log.count == 0;
    }
    xpgn_outcome outcome = {0};
    w->fast.game.state.turn = (struct turn){0};
    if (!walk_start_state(w, &w->fast.game.state, &outcome) || w->log.count > 0 || outcome.over)
        return false;
    if (own) {
        w->fast.judged_seats = w->fast.judged == w->ruleset ? w->fast.judged_seats : 0;
        w->fast.judged_seats |= 1u << w->fast.game.state.position.side_to_move;
        w->fast.judged = w->ruleset;
    }
    return true;
}

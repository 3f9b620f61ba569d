/* SPDX-License-Identifier: MIT */
/*
 * The search for the cheapest record. All nodes of a level have read the same total of entries of
 * the sheets. Levels are expanded in order, and the SHEETS_BEAM cheapest nodes of each are
 * followed.
 */
#include "core/base/grow.h"
#include "core/base/slice.h"
#include "meant/merge/merge.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/event.h>

/* ---- what the sheets have next --------------------------------------------------------------- */

bool sheets_same_roll(const xpgn_roll *a, const xpgn_roll *b) {
    if (a->exchanges != b->exchanges)
        return false;
    for (unsigned n = 0; n < 2u * a->exchanges; n++) {
        const xpgn_roll_side *x = &a->exchange[n / 2].side[n % 2];
        const xpgn_roll_side *y = &b->exchange[n / 2].side[n % 2];
        if (x->dice_count != y->dice_count || memcmp(x->dice, y->dice, x->dice_count) != 0 ||
            x->cell_file != y->cell_file || x->cell_rank != y->cell_rank)
            return false;
    }
    return true;
}

static bool same_word(const struct sheet_entry *a, const struct sheet_entry *b) {
    return slice_equal(a->word, b->word) && sheets_same_freed(&a->recorded, &b->recorded);
}

static bool same_turn(const struct sheet_entry *a, const struct sheet_entry *b) {
    return a->recorded.has_turn_roll == b->recorded.has_turn_roll &&
           turn_dice_same(&a->recorded.turn_roll, &b->recorded.turn_roll);
}

/* Do all sheets have the same next entry? */
static bool agree(const struct xpgn_merge *s, const struct merge_node *n) {
    const struct sheet_entry *one = merge_next(s, n, 0);
    if (one == NULL || one->gap || n->exchanged != 0 || n->own[0] != 0)
        return false;
    for (size_t i = 1; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        if (e == NULL || n->own[i] != 0 || !same_word(e, one) || !same_turn(e, one) ||
            !sheets_same_roll(e->recorded.roll, one->recorded.roll) || e->numbered != one->numbered)
            return false;
    }
    return true;
}

/* ---- choices --------------------------------------------------------------------------------- */

static bool same_choice(const struct choice *a, const struct choice *b, bool unknown) {
    bool rolls = (a->roll == NULL) == (b->roll == NULL) &&
                 (a->roll == NULL || sheets_same_roll(a->roll, b->roll));
    bool turns =
        (a->turn == NULL) == (b->turn == NULL) && (a->turn == NULL || same_turn(a->turn, b->turn));
    const struct recorded *x = &a->word->recorded, *y = &b->word->recorded;
    return rolls && turns && a->first == b->first &&
           (same_word(a->word, b->word) ||
            (unknown && sheets_same_freed(x, y) && sheets_may_be_same(a->word, b->word)));
}

/* Adds a choice unless the list has it, or in an unknown position one that may mean the same. */
static void add_choice(const struct merge_node *n, struct choice *list, size_t *count,
                       struct choice c) {
    for (size_t i = 0; i < *count; i++)
        if (same_choice(&list[i], &c, n->standing.unknown))
            return;
    if (*count < SHEETS_CHOICES)
        list[(*count)++] = c;
}

/* Adds an action of one sheet with the dice, turn roll and number of others. */
static void add_mixed(const struct xpgn_merge *s, const struct merge_node *n,
                      const struct choice *own, struct choice *list, size_t *count) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        struct choice c = *own;
        if (e == NULL)
            continue;
        if (e->recorded.roll->exchanges > 0)
            c.roll = e->recorded.roll;
        add_choice(n, list, count, c);
        c.turn = e->recorded.has_turn_roll ? e : NULL;
        add_choice(n, list, count, c);
        c.first = e->numbered;
        add_choice(n, list, count, c);
        c.roll = own->roll;
        add_choice(n, list, count, c);
        c.turn = own->turn;
        add_choice(n, list, count, c);
    }
}

/* Adds every action that a sheet's word can mean, with the dice of that sheet. */
static void add_readings(struct xpgn_merge *s, const struct merge_node *n, struct choice c,
                         struct choice *list, size_t *count) {
    struct standing st = n->standing;
    char name[ACTION_NAME];
    if (!merge_turn(s, &st, &c) || st.unknown)
        return;
    const struct readings readings = *merge_readings(s, merge_meaning(s, c.word, &st, &c));
    for (unsigned i = 0; i < readings.count && i < MOST_READINGS; i++) {
        movement_name(s->ruleset, &st.state, &readings.action[i], false, name);
        c.word = merge_word(s, slice_of(name));
        if (c.word != NULL)
            add_choice(n, list, count, c);
    }
}

/* Returns the choice that plays an entry as written. */
static struct choice choice_of(const struct sheet_entry *e) {
    return (struct choice){.word = e,
                           .roll = e->recorded.roll->exchanges > 0 ? e->recorded.roll : NULL,
                           .turn = e->recorded.has_turn_roll ? e : NULL,
                           .first = e->numbered};
}

/* Adds later entries of a sheet, or the earlier one left over, in case it has exchanged two
   half-moves. */
static void add_exchanged(const struct xpgn_merge *s, const struct merge_node *n, size_t sheet,
                          struct choice *list, size_t *count) {
    const struct sheet_entry *e = merge_next(s, n, sheet), *other[2] = {NULL, NULL};
    if (e == NULL || n->standing.unknown || (n->exchanged >> sheet & 1) != 0)
        return;
    if (n->own[sheet] == 0) {
        other[0] = sheet_entry(&s->sheet[sheet], n->at[sheet] + 1);
        other[1] = e->own_after ? e + 2 : NULL;
    } else if (n->own[sheet] == 1) {
        other[0] = e - 2;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (other[i] == NULL || !other[i]->exact)
            continue;
        struct choice c = choice_of(other[i]);
        c.first = e->numbered;
        add_choice(n, list, count, c);
    }
}

/* Lists the choices at a node that come from the sheets; the first *own of them are each one
   sheet's next entry. Returns their number. */
static size_t list_choices(struct xpgn_merge *s, const struct merge_node *n, struct choice *list,
                           size_t *own) {
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        if (e == NULL || !e->readable)
            continue;
        struct choice c = choice_of(e);
        if (e->exact || n->standing.unknown)
            add_choice(n, list, &count, c);
        add_readings(s, n, c, list, &count);
    }
    *own = count;
    for (size_t i = 0; i < *own && s->count > 1; i++) {
        struct choice c = list[i];
        add_mixed(s, n, &c, list, &count);
        c.roll = NULL;
        add_choice(n, list, &count, c);
    }
    bool tries = s->hold <= HOLD_GUESSED && !agree(s, n);
    for (size_t i = 0; i < s->count && tries; i++)
        add_exchanged(s, n, i, list, &count);
    return count;
}

/* ---- new nodes ------------------------------------------------------------------------------- */

static uint64_t hash_node(const struct merge_node *n) {
    const xpgn_position *p = &n->standing.state.position;
    uint64_t hash = hash_bytes(0, n->at, sizeof n->at);
    hash = hash_bytes(hash, p->at, (size_t)p->files * p->ranks);
    return hash_bytes(hash, &p->number, sizeof p->number) + n->exchanged + n->standing.unknown;
}

static bool same_node(const struct merge_node *a, const struct merge_node *b) {
    return memcmp(a->at, b->at, sizeof a->at) == 0 && a->exchanged == b->exchanged &&
           memcmp(a->shift, b->shift, sizeof a->shift) == 0 &&
           memcmp(a->drift, b->drift, sizeof a->drift) == 0 &&
           memcmp(a->own, b->own, sizeof a->own) == 0 &&
           a->standing.outcome.over == b->standing.outcome.over &&
           a->standing.unknown == b->standing.unknown &&
           sheets_same_state(&a->standing.state, &b->standing.state);
}

/* Returns the same node in a level; NULL if it is not there. */
static struct merge_node *find_node(struct level *v, const struct merge_node *n, uint8_t mark) {
    const uint8_t *end = v->mark + v->count, *at = v->mark;
    while ((at = memchr(at, mark, (size_t)(end - at))) != NULL) {
        struct merge_node *other = &v->list[at++ - v->mark];
        if (same_node(other, n))
            return other;
    }
    return NULL;
}

/* Stores the last step to a node and returns its index; 0 if out of memory, and the search ends. */
static uint32_t add_link(struct xpgn_merge *s, const struct link *l) {
    if (!GROW(s->link, s->link_count, s->link_capacity)) {
        s->no_memory = true;
        return 0;
    }
    s->link[s->link_count] = *l;
    return (uint32_t)s->link_count++;
}

static size_t beam(const struct xpgn_merge *s) {
    return s->played < SHEETS_PLAYED ? SHEETS_BEAM : SHEETS_NARROW;
}

static struct level *level_of(struct xpgn_merge *s, size_t read) {
    return &s->level[read % SHEETS_LEVELS];
}

/* May a node of this cost be added to the level, or joined to one in it? */
static bool has_room(const struct xpgn_merge *s, const struct level *v, unsigned cost) {
    return cost <= s->most && (v->count < beam(s) || cost <= v->worst);
}

/* Returns the place for a new node. In a full level it is that of the worst node; NULL if the new
   one is no better. */
static struct merge_node *make_node_room(struct level *v, size_t most, unsigned cost) {
    v->worst = UINT_MAX;
    if (v->count < most)
        return &v->list[v->count++];
    size_t worst = 0;
    unsigned next = cost; /* the worst of the others */
    for (size_t i = 1; i < v->count; i++) {
        size_t other = v->list[i].cost >= v->list[worst].cost ? worst : i;
        next = v->list[other].cost > next ? v->list[other].cost : next;
        worst = other == worst ? i : worst;
    }
    bool better = v->list[worst].cost > cost;
    v->worst = better ? next : v->list[worst].cost;
    return better ? &v->list[worst] : NULL;
}

/* Joins another way to a node already in the level. */
static void join_ways(struct xpgn_merge *s, struct merge_node *old, const struct merge_node *n,
                      struct link l) {
    bool tied = n->cost == old->cost;
    bool before = !tied || (n->doubt < old->doubt && !old->followed);
    if (n->cost > old->cost)
        return;
    if (tied)
        l.tied = before ? old->link : s->link[old->link].tied;
    uint32_t link = add_link(s, &l);
    if (link == 0)
        return;
    if (before) {
        *old = *n;
        old->link = link;
    } else {
        s->link[old->link].tied = link;
    }
}

static void add_search_node(struct xpgn_merge *s, struct merge_node *n, struct link *l) {
    struct level *v = level_of(s, sheets_count_read(s, n));
    if (!has_room(s, v, n->cost))
        return;
    l->cost = n->cost;
    const uint8_t mark = (uint8_t)hash_node(n);
    struct merge_node *same = find_node(v, n, mark);
    if (same != NULL) {
        join_ways(s, same, n, *l);
        return;
    }
    struct merge_node *to = make_node_room(v, beam(s), n->cost);
    if (to == NULL)
        return;
    n->link = add_link(s, l);
    *to = *n;
    v->mark[to - v->list] = mark;
    sheets_note_part(s, n);
}

/* ---- playing a choice ------------------------------------------------------------------------ */

/* A choice that has been played. */
struct played {
    struct standing before, after;
    const struct choice *choice;
};

/* Advances `to` past the entries of the sheets that this way reads. */
static void take_entries(struct xpgn_merge *s, const struct merge_node *n, struct merge_node *to,
                         const struct standing *before, const struct link *l) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        uint8_t bit = (uint8_t)(1u << i);
        if (l->way[i] == WAY_LEFT_OUT) {
            to->drift[i]--;
        } else if (l->way[i] == WAY_NEXT) {
            to->exchanged |= bit;
        } else if ((n->exchanged & bit) != 0) {
            to->exchanged &= (uint8_t)~bit;
            to->at[i] += 2;
        } else {
            to->cost += merge_weighed(
                s, i, sheets_number_cost(s, e, before, &l->choice, &to->shift[i], &to->drift[i]));
            to->own[i] = sheets_own_after(n->own[i], l->way[i]);
            to->at[i]++;
        }
    }
}

/* Does a sheet have a word for this action here? If none did, the word of a later half-move would
   be played twice. */
static bool is_taken(const struct xpgn_merge *s, const struct merge_node *n, const struct choice *c,
                     const uint8_t *way) {
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        if (way[i] == WAY_NEXT || way[i] == WAY_OWN ||
            (way[i] == WAY_ENTRY && e != NULL && !e->gap))
            return true;
    }
    return c->made;
}

/* Is another choice more likely, by what was learned? */
static bool is_unlikely(const struct xpgn_merge *s, const struct merge_node *n,
                        const struct choice *c) {
    static const xpgn_roll none;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        if (e != NULL && e->likely && e != c->word &&
            !(same_word(e, c->word) &&
              sheets_same_roll(e->recorded.roll, c->roll != NULL ? c->roll : &none)))
            return true;
    }
    return false;
}

/* Returns the strongest sign of the next entries, # before +; 0 if there is none. */
static char next_sign(const struct xpgn_merge *s, const struct merge_node *n) {
    char sign = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct sheet_entry *e = merge_next(s, n, i);
        if (e != NULL && e->exact && e->recorded.notation.mark != 0 && sign != '#')
            sign = e->recorded.notation.mark;
    }
    return sign;
}

/* Would the node of this way be kept? `read`: entries of all sheets read before it. */
static bool is_worth_while(struct xpgn_merge *s, const struct merge_node *n, size_t read,
                           const struct way_sum *w) {
    for (size_t i = 0; i < s->count; i++)
        if (w->way[i] == WAY_ENTRY || w->way[i] == WAY_OWN)
            read += (n->exchanged >> i & 1) != 0 ? 2 : 1;
    return w->cost == 0 || has_room(s, level_of(s, read), n->cost + w->cost);
}

/* Adds the node of a way; returns its additional cost. */
static unsigned add_child(struct xpgn_merge *s, const struct merge_node *n, const struct played *p,
                          const struct way_sum *w) {
    struct merge_node child = *n;
    struct link l = {.from = n->link, .choice = *p->choice};
    memcpy(l.way, w->way, sizeof l.way);
    child.standing = p->after;
    child.followed = false;
    child.cost += w->cost;
    child.clean += w->cost == 0;
    child.doubt += (l.choice.made ? 1u + l.choice.far : 0) + is_unlikely(s, n, p->choice);
    take_entries(s, n, &child, &p->before, &l);
    add_search_node(s, &child, &l);
    return child.cost - n->cost;
}

/* Plays one choice; returns the cost of the cheapest way, UINT32_MAX if the choice is illegal. */
static unsigned follow(struct xpgn_merge *s, const struct merge_node *n, struct choice *c) {
    struct played p;
    p.before = n->standing;
    p.choice = c;
    c->sign = next_sign(s, n);
    if (!merge_turn(s, &p.before, c))
        return UINT32_MAX;
    p.after = p.before;
    if (!merge_play(s, &p.after, c, false))
        return UINT32_MAX;
    struct ways w;
    size_t read = sheets_count_read(s, n);
    unsigned least = UINT32_MAX;
    merge_find_ways(s, n, &p.before, c, &w);
    for (size_t i = 0; i < w.count; i++) {
        const struct way_sum *way = &w.list[i];
        if (!is_taken(s, n, c, way->way))
            continue;
        unsigned cost = is_worth_while(s, n, read, way) ? add_child(s, n, &p, way) : way->cost;
        least = cost < least ? cost : least;
    }
    return least;
}

/* True if an entry is the same as the one before it, also if the import read it as another: b4 b4,
   of which Black's can be cxb4. */
static bool is_written_twice(const struct sheet *sheet, const struct sheet_entry *e) {
    return !e->gap && !e[-1].gap &&
           (same_word(e, e - 1) ||
            slice_equal(merge_written(sheet, e), merge_written(sheet, e - 1)));
}

/* Skips the next entry of a sheet as superfluous. */
static void skip(struct xpgn_merge *s, const struct merge_node *n, size_t sheet) {
    const struct sheet_entry *e = merge_next(s, n, sheet);
    if (e == NULL || (n->exchanged >> sheet & 1) != 0 || n->own[sheet] != 0)
        return;
    bool twice = n->at[sheet] > 0 && is_written_twice(&s->sheet[sheet], e);
    struct merge_node to = *n;
    struct link l = {.from = n->link, .skipped = (uint8_t)sheet};
    to.followed = false;
    memset(l.way, WAY_NONE, sizeof l.way);
    to.cost += merge_weighed(s, sheet, mistake_cost(MISTAKE_TOO_MUCH) / (twice ? 2 : 1));
    to.cost += e->held ? SHEETS_COST : 0;
    to.doubt++;
    to.at[sheet]++;
    to.drift[sheet]++;
    add_search_node(s, &to, &l);
}

/* ---- level by level -------------------------------------------------------------------------- */

/* Adds a record of the same cost as those found; the one with the least doubt comes first. */
static void add_end(struct xpgn_merge *s, const struct merge_node *n) {
    enum { ROOM = sizeof s->found.end / sizeof *s->found.end };
    bool least = s->found.ends == 0 || n->doubt < s->found.doubt;
    if (s->found.ends == ROOM && !least)
        return;
    s->found.ends += s->found.ends < ROOM;
    s->found.end[s->found.ends - 1] = least ? s->found.end[0] : n->link;
    if (least) {
        s->found.end[0] = n->link;
        s->found.doubt = n->doubt;
    }
}

/* Adds the result to a node at which all entries have been read, and keeps it as a record. */
static void complete_record(struct xpgn_merge *s, const struct merge_node *n) {
    struct standing end = n->standing;
    const char *result, *tied;
    merge_close(s, &end);
    unsigned cost = n->cost + merge_result(s, &end, &result, &tied);
    if (cost > s->most || n->exchanged != 0)
        return;
    if (cost < s->found.best)
        s->found.ends = 0;
    add_end(s, n);
    s->found.best = s->most = cost;
}

static bool is_complete(const struct xpgn_merge *s, const struct merge_node *n) {
    for (size_t i = 0; i < s->count; i++)
        if (merge_next(s, n, i) != NULL)
            return false;
    return true;
}

static void expand(struct xpgn_merge *s, const struct merge_node *n) {
    struct choice list[SHEETS_CHOICES + SHEETS_GUESSES];
    if (is_complete(s, n)) {
        complete_record(s, n);
        return;
    }
    size_t own, count = list_choices(s, n, list, &own);
    unsigned least = UINT32_MAX;
    for (size_t i = 0; i < count && !s->no_memory; i++) {
        unsigned cost = follow(s, n, &list[i]);
        least = cost < least ? cost : least;
    }
    bool alike = agree(s, n);
    if (alike && least == UINT32_MAX && n->cost < s->stuck_cost) {
        s->stuck_cost = n->cost;
        s->stuck = sheets_count_read(s, n);
    }
    if (least == 0 && alike && !sheets_is_doubted(s, n))
        return;
    for (size_t i = 0; i < s->count; i++)
        skip(s, n, i);
    if (s->hold == HOLD_KNOWN || n->cost + sheets_all_slip(s, n, MISTAKE_DICE) > s->most)
        return; /* an action that no sheet has costs every sheet */
    size_t all = merge_guesses(s, n, list, own, count);
    for (size_t i = count; i < all && !s->no_memory; i++)
        (void)follow(s, n, &list[i]);
}

/* Returns the cheapest node of a level not yet followed; NULL if there is none. */
static struct merge_node *next_node(const struct xpgn_merge *s, const struct level *v) {
    struct merge_node *next = NULL;
    for (size_t i = 0; i < v->count; i++)
        if (!v->list[i].followed && v->list[i].cost <= s->most &&
            (next == NULL || v->list[i].cost < next->cost))
            next = &v->list[i];
    return next;
}

/* Follows the nodes of a level, cheapest first, new ones of the same level included. */
static void expand_level(struct xpgn_merge *s, struct level *v) {
    struct merge_node *next;
    while (!s->no_memory && (next = next_node(s, v)) != NULL) {
        struct merge_node n = *next; /* a copy: another node may take its place */
        next->followed = true;
        expand(s, &n);
    }
    v->count = 0;
}

/* Runs the search from a node, which is the only one at first. */
static void run_search_from(struct xpgn_merge *s, const struct merge_node *n, unsigned most,
                            enum guess_policy hold) {
    size_t read = 0, all = 0;
    s->most = most;
    s->hold = hold;
    s->found.ends = 0;
    s->found.best = UINT32_MAX;
    s->played = 0;
    s->part_worth = 0;
    s->part_read = 0;
    s->stuck_cost = UINT_MAX;
    for (size_t i = 0; i < s->count; i++) {
        read += n->at[i];
        all += s->sheet[i].count;
    }
    struct level *first = level_of(s, read);
    first->list[0] = *n;
    first->mark[0] = (uint8_t)hash_node(n);
    first->count = 1;
    for (; read <= all && !s->no_memory; read++)
        expand_level(s, level_of(s, read));
    for (size_t i = 0; i < SHEETS_LEVELS; i++)
        s->level[i].count = 0;
    s->found.narrow = s->played >= SHEETS_PLAYED;
}

static void run_search(struct xpgn_merge *s, unsigned most, enum guess_policy hold) {
    struct merge_node n = {.standing = s->start};
    s->link_count = s->kept;
    n.link = add_link(s, &(struct link){.from = (uint32_t)s->kept});
    run_search_from(s, &n, most, hold);
}

bool sheets_search_on(struct xpgn_merge *s, struct merge_node *n, struct link l, unsigned most,
                      enum guess_policy hold) {
    uint32_t end = s->found.end[0];
    unsigned best = s->found.best;
    n->cost = l.cost;
    n->link = add_link(s, &l);
    run_search_from(s, n, most, hold);
    if (s->found.ends > 0) {
        s->partial = false;
        return true;
    }
    s->found.end[0] = end;
    s->found.ends = 1;
    s->found.best = best;
    return false;
}

/* Does a sheet have a [%missing], dice that cannot be read or are missing, or, if asked, a word
   that is not an action? */
static bool has_gap(const struct xpgn_merge *s, bool or_word) {
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->sheet[i].count; k++) {
            const struct sheet_entry *e = &s->sheet[i].list[k];
            if (e->gap || sheet_lacks_dice(e) || e->unrolled || (or_word && !e->exact))
                return true;
        }
    return false;
}

static unsigned lower(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* Searches with open half-moves, but prefers records without them that cost no more. */
static void run_open(struct xpgn_merge *s, unsigned most) {
    run_search(s, most, HOLD_OPEN);
    unsigned open = s->found.best;
    run_search(s, lower(open, most), HOLD_GUESSED);
    if (s->found.ends == 0 && open != UINT32_MAX)
        run_search(s, open, HOLD_OPEN);
}

/* Searches with guesses, after a search without them has found records of cost `found`. */
static void run_guesses(struct xpgn_merge *s, unsigned found) {
    unsigned most = lower(found, SHEETS_COST);
    if (found > 0 && has_gap(s, false))
        run_open(s, most);
    else if (found >= s->count * mistake_cost(MISTAKE_DICE))
        run_search(s, most, HOLD_GUESSED);
    if (s->found.ends == 0 && found < SHEETS_COST) /* guesses crowded out the record */
        run_search(s, found, HOLD_KNOWN);
    if (s->found.ends == 0 && has_gap(s, true))
        run_search(s, SHEETS_COST, HOLD_UNREADABLE);
}

/* Sheets that agree but could not be played on after `stuck` half-moves must have the same slip
   before that place, so even entries on which they agree are doubted there. The earlier result is
   kept unless this finds a cheaper record. */
static void run_doubts(struct xpgn_merge *s, uint32_t stuck) {
    const struct found before = s->found;
    if (before.best <= s->count * mistake_cost(MISTAKE_WORD))
        return;
    s->doubted[0] = stuck;
    s->doubted_count = 1;
    s->kept = s->link_count;
    run_search(s, lower(before.best - 1, SHEETS_COST), HOLD_GUESSED);
    s->kept = 0;
    if (s->found.ends > 0)
        return;
    s->found = before;
    s->doubted_count = 0;
}

/* Doubts the agreeing sheets at one place after another as long as that gets further. If no record
   is found, takes the part of the sheets that can be explained. */
static void run_partial(struct xpgn_merge *s) {
    uint32_t before;
    run_search(s, SHEETS_COST, HOLD_GUESSED);
    do {
        before = s->part_read;
        s->doubted[s->doubted_count++] = before;
        run_search(s, SHEETS_COST, HOLD_GUESSED);
    } while (s->found.ends == 0 && s->part_read > before && s->doubted_count < SHEETS_DOUBTED &&
             !s->no_memory);
    s->partial = s->found.ends == 0 && s->part_worth > 0;
    if (!s->partial)
        return;
    s->found.end[0] = s->part;
    s->found.best = s->part_cost;
    s->found.ends = 1;
}

static bool make_levels(struct xpgn_merge *s) {
    for (size_t i = 0; i < SHEETS_LEVELS; i++) {
        if (s->level[i].list == NULL)
            s->level[i].list = calloc(SHEETS_BEAM, sizeof *s->level[i].list);
        s->no_memory |= s->level[i].list == NULL;
    }
    return !s->no_memory;
}

bool merge_search(struct xpgn_merge *s) {
    s->partial = false;
    s->doubted_count = 0;
    if (!make_levels(s))
        return false;
    run_search(s, SHEETS_COST, HOLD_KNOWN);
    unsigned found = s->found.best;
    bool sure = s->stuck_cost == UINT_MAX;
    uint32_t stuck = s->stuck;
    run_guesses(s, found);
    sure = sure || (s->found.ends > 0 && s->found.doubt == 0);
    if (!sure && !s->no_memory)
        run_doubts(s, stuck);
    if (s->found.ends > 0 && sheets_differ_too_much(s) && !sheets_are_one_game(s))
        s->found.ends = 0;
    else if (s->found.ends == 0 && !s->no_memory && sheets_are_one_game(s))
        run_partial(s);
    return s->found.ends > 0 && !s->no_memory;
}

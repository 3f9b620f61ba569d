/* SPDX-License-Identifier: MIT */
/*
 * Direct encounter (6), and its extensions for teams (13): tied entries are ranked only by their
 * games against each other. Once some are separated, the others are ranked again among themselves.
 */
#include "events/rank/rank.h"

#include <stdlib.h>
#include <string.h>

/* Averages over up to this many meetings are exact. */
enum { PARTS = 27720 };

typedef struct group_member {
    uint32_t entry;
    int64_t sum, most; /* points against the others; the same if it won all missing meetings */
} group_member;

typedef struct meeting {
    const rank_table *t;
    const rank_code *c;
    uint32_t *group; /* [entry]: its group */
    uint32_t groups;
    uint32_t *seen; /* [entry]: `question` when it was last seen */
    uint32_t question;
    group_member *list;
    rank_value *value;
    size_t stride;
    char steps[64];
} meeting;

static bool counts(const meeting *m, const rank_round *r) {
    return r->kind == RANK_PLAYED || m->c->forfeits || m->t->round_robin;
}

/* ---- points of a meeting --------------------------------------------------------------------- */

/* Returns the points of the boards that count at a step: for T those of board `at`, for B those of
   all but the last `at` boards, for C (negative) those of each times its number. */
static int64_t board_points(const meeting *m, const rank_round *r, char step, uint32_t at) {
    int64_t sum = 0;
    for (uint32_t b = 1; r->board != NULL && b <= m->t->boards; b++) {
        int64_t weight = step == 'C' ? b : step == 'T' ? b == at : b + at <= m->t->boards;
        sum += weight * r->board[b - 1];
    }
    return step == 'C' ? -sum : sum;
}

static int64_t points_of(const meeting *m, const rank_round *r, size_t step) {
    char what = m->steps[step];
    uint32_t at = 1;
    if (what == 'P' || what == 'S')
        return r->points[what == 'P' ? m->c->of : 1 - m->c->of];
    for (size_t i = 0; i < step; i++)
        at += m->steps[i] == what;
    return board_points(m, r, what, at);
}

/* Returns the average of all meetings with one opponent (6.1.2), times PARTS. */
static int64_t average(const meeting *m, const rank_entry *e, uint32_t opponent, size_t step) {
    int64_t sum = 0, count = 0;
    for (uint32_t i = 0; i < e->rounds; i++)
        if (e->round[i].opponent == opponent && counts(m, &e->round[i])) {
            sum += points_of(m, &e->round[i], step);
            count++;
        }
    return count > 0 ? sum * PARTS / count : 0;
}

/* Sums a member's points against the others of its group; returns the number of those not met. */
static size_t add_up(meeting *m, group_member *who, size_t count, size_t step) {
    const rank_entry *e = &m->t->entry[who->entry];
    size_t met = 0;
    m->question++;
    who->sum = 0;
    for (uint32_t i = 0; i < e->rounds; i++) {
        uint32_t other = e->round[i].opponent;
        if (other == RANK_NOBODY || !counts(m, &e->round[i]) ||
            m->group[other] != m->group[who->entry] || m->seen[other] == m->question)
            continue;
        m->seen[other] = m->question;
        who->sum += average(m, e, other, step);
        met++;
    }
    return m->t->round_robin ? 0 : count - 1 - met;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static int by_sum(const void *a, const void *b) {
    const group_member *x = a, *y = b;
    if (x->sum != y->sum)
        return x->sum > y->sum ? -1 : 1;
    if (x->most != y->most)
        return x->most > y->most ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* 6.2: with meetings missing, returns the number of members who lead whatever those would bring. */
static size_t clear_leaders(group_member *list, size_t count) {
    size_t leaders = 0;
    for (size_t i = count - 1; i > 0; i--) /* the most that any from i on can reach */
        if (list[i - 1].most < list[i].most && i > 1)
            list[i - 1].most = list[i].most;
    while (leaders + 1 < count && list[leaders].sum > list[leaders + 1].most)
        leaders++;
    return leaders;
}

/* Sorts a group. Sets *leaders to the number of members separated, the rest staying tied; SIZE_MAX
   if the sums separate all. */
static void sort_group(meeting *m, group_member *list, size_t count, size_t step, size_t *leaders) {
    char what = m->steps[step];
    size_t missing = 0;
    int64_t win = what == 'P' ? m->t->win[m->c->of] : m->t->win[1 - m->c->of];
    for (size_t i = 0; i < count; i++) {
        size_t left = add_up(m, &list[i], count, step);
        list[i].most = list[i].sum + (int64_t)left * win * PARTS;
        missing += left;
    }
    qsort(list, count, sizeof *list, by_sum);
    *leaders = missing == 0 ? SIZE_MAX : clear_leaders(list, count);
}

static bool is_same_sum(const group_member *list, size_t i, size_t leaders) {
    return leaders == SIZE_MAX ? list[i].sum == list[i - 1].sum : i > leaders;
}

static void rank_group(meeting *m, group_member *list, size_t count, size_t step);

/* Ranks each part of a group that was split by itself. */
static void rank_parts(meeting *m, group_member *list, size_t count, size_t step, size_t leaders) {
    /* the groups first, because ranking a part overwrites its sums */
    uint32_t group = ++m->groups;
    for (size_t i = 0; i < count; i++) {
        group = i > 0 && !is_same_sum(list, i, leaders) ? ++m->groups : group;
        m->group[list[i].entry] = group;
    }
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1;
             end < count && m->group[list[end].entry] == m->group[list[begin].entry];)
            end++;
        if (end - begin > 1)
            rank_group(m, list + begin, end - begin, step);
    }
}

/* Repeats the steps in turn until none of them splits the group. */
static void rank_group(meeting *m, group_member *list, size_t count, size_t step) {
    size_t steps = strlen(m->steps);
    for (size_t unchanged = 0; unchanged < steps; unchanged++, step = (step + 1) % steps) {
        size_t leaders;
        bool only_two = strchr("CTB", m->steps[step]) != NULL; /* 13.3.2 */
        if (only_two && count != 2)
            continue;
        sort_group(m, list, count, step, &leaders);
        for (size_t i = 1; i < count; i++)
            if (!is_same_sum(list, i, leaders)) {
                rank_parts(m, list, count, step, leaders);
                return;
            }
    }
}

/* Sets the values of a group: places within it; none if no member was separated. */
static void number(meeting *m, const group_member *list, size_t count) {
    bool split = m->group[list[0].entry] != m->group[list[count - 1].entry];
    size_t place = 1;
    for (size_t i = 0; split && i < count; i++) {
        if (i > 0 && m->group[list[i].entry] != m->group[list[i - 1].entry])
            place = i + 1;
        m->value[list[i].entry * m->stride] = (rank_value){true, (int64_t)place};
    }
}

/* ---- boards of all rounds -------------------------------------------------------------------- */

/* Returns the points of all rounds on a board, counted from 1. */
static int64_t board_sum(const rank_table *t, uint32_t entry, uint32_t board) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < t->entry[entry].rounds; i++)
        if (t->entry[entry].round[i].board != NULL)
            sum += t->entry[entry].round[i].board[board - 1];
    return sum;
}

/* Ranks by boards, from step `at` on. TBR takes the boards from the top, one at a time; BBE takes
   their sum and leaves out one more from the bottom each time. */
static void rank_boards(meeting *m, group_member *list, size_t count, uint32_t at) {
    bool top = m->c->what == RANK_TOP_BOARDS;
    while (at <= m->t->boards) {
        for (size_t i = 0; i < count; i++) {
            list[i].sum = list[i].most = 0;
            for (uint32_t b = 1; b <= m->t->boards; b++)
                if (top ? b == at : b + at <= m->t->boards)
                    list[i].sum += board_sum(m->t, list[i].entry, b);
        }
        qsort(list, count, sizeof *list, by_sum);
        if (list[0].sum != list[count - 1].sum)
            break;
        at++;
    }
    uint32_t group = ++m->groups;
    for (size_t i = 0; i < count; i++) {
        group = i > 0 && list[i].sum != list[i - 1].sum ? ++m->groups : group;
        m->group[list[i].entry] = group;
    }
    for (size_t begin = 0, end; at < m->t->boards && begin < count; begin = end) {
        for (end = begin + 1;
             end < count && m->group[list[end].entry] == m->group[list[begin].entry];)
            end++;
        if (end - begin > 1)
            rank_boards(m, list + begin, end - begin, at + 1);
    }
}

/* ---- all groups ------------------------------------------------------------------------------ */

static int by_sum_and_entry(const void *a, const void *b) {
    const group_member *x = a, *y = b;
    if (x->sum != y->sum)
        return x->sum < y->sum ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Expands the steps T and B into one for each board; no step B leaves out all boards. */
static void spell_steps(meeting *m) {
    size_t size = 0;
    for (const char *s = m->c->steps; *s != '\0'; s++) {
        uint32_t times = *s == 'T'   ? m->t->boards
                         : *s == 'B' ? m->t->boards - (m->t->boards > 0)
                                     : 1;
        for (; times > 0 && size + 1 < sizeof m->steps; times--)
            m->steps[size++] = *s;
    }
}

static void rank_all(meeting *m, const uint32_t *place) {
    uint32_t count = m->t->entries;
    for (uint32_t i = 0; i < count; i++) {
        m->list[i] = (group_member){.entry = i, .sum = place[i]};
        m->group[i] = place[i];
        m->value[i * m->stride] = (rank_value){false, 0};
    }
    qsort(m->list, count, sizeof *m->list, by_sum_and_entry);
    m->groups = count + 1;
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1;
             end < count && place[m->list[end].entry] == place[m->list[begin].entry];)
            end++;
        if (end - begin == 1)
            continue;
        if (m->c->what == RANK_ENCOUNTER)
            rank_group(m, m->list + begin, end - begin, 0);
        else
            rank_boards(m, m->list + begin, end - begin, 1);
        number(m, m->list + begin, end - begin);
    }
}

bool rank_encounter(const rank_table *t, const rank_code *c, const uint32_t *place,
                    rank_value *value, size_t stride) {
    meeting m = {.t = t, .c = c, .value = value, .stride = stride};
    m.group = calloc(t->entries + 1, sizeof *m.group);
    m.seen = calloc(t->entries + 1, sizeof *m.seen);
    m.list = calloc(t->entries + 1, sizeof *m.list);
    bool good = m.group != NULL && m.seen != NULL && m.list != NULL;
    spell_steps(&m);
    if (good && t->entries > 0)
        rank_all(&m, place);
    free(m.group);
    free(m.seen);
    free(m.list);
    return good;
}

/* SPDX-License-Identifier: MIT */
#include "core/game/descriptive.h"

#include "core/base/slice.h"
#include "core/board/board_lines.h"
#include "core/game/word_reading.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

/* Ways to write the acting piece, and the destination or what is captured; "" if one equals a way
   before it. */
enum { WAYS = 6, PART = 12 };

struct descriptive_parts {
    char actor[WAYS][PART], target[WAYS][PART];
    char promotion[4];
};

/* Files are named after the pieces on them at the start. */
static const char *const files[] = {"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"};

/* "KB"; without the wing "B" */
static const char *file_name(const xpgn_position *p, xpgn_square sq, bool wing) {
    const char *name = files[file_on(p, sq)];
    return !wing && name[1] != '\0' ? name + 1 : name;
}

/* Ranks are counted from the side that moves. */
static unsigned own_rank(const xpgn_position *p, xpgn_square sq) {
    unsigned rank = (unsigned)rank_on(p, sq);
    return 1 + (p->side_to_move == 0 ? rank : p->ranks - 1u - rank);
}

/* Adds a way to write it, unless it is there already. */
__attribute__((format(printf, 2, 3))) static void add_way(char ways[WAYS][PART], const char *format,
                                                          ...) {
    char way[PART];
    va_list values;
    va_start(values, format);
    (void)vsnprintf(way, sizeof way, format, values);
    va_end(values);
    unsigned i = 0;
    while (i < WAYS && ways[i][0] != '\0' && strcmp(ways[i], way) != 0)
        i++;
    if (i < WAYS)
        memcpy(ways[i], way, sizeof way);
}

static char letter_of_man(xpgn_piece piece) {
    return xpgn_piece_letter(XPGN_PIECE(0, XPGN_TYPE_OF(piece)));
}

/* N, N/KB, N/3, N/KB3; for pawns the file comes first: BP, KBP. */
static void name_actor(struct descriptive_parts *t, const xpgn_position *p, const xpgn_action *a) {
    char letter = letter_of_man(a->piece);
    unsigned rank = own_rank(p, a->from);
    add_way(t->actor, "%c", letter);
    for (unsigned wing = 0; wing < 2; wing++) {
        if (letter == 'P')
            add_way(t->actor, "%sP", file_name(p, a->from, wing));
        else
            add_way(t->actor, "%c/%s", letter, file_name(p, a->from, wing));
    }
    add_way(t->actor, "%c/%u", letter, rank);
    for (unsigned wing = 0; wing < 2; wing++)
        add_way(t->actor, "%c/%s%u", letter, file_name(p, a->from, wing), rank);
}

/* xN, of pawns xBP and xKBP, with its square xN/KB3 */
static void name_victim(struct descriptive_parts *t, const xpgn_position *p, const xpgn_action *a) {
    char letter = letter_of_man(p->at[a->target]);
    add_way(t->target, "x%c", letter);
    for (unsigned wing = 0; letter == 'P' && wing < 2; wing++)
        add_way(t->target, "x%sP", file_name(p, a->target, wing));
    for (unsigned wing = 0; wing < 2; wing++)
        add_way(t->target, "x%c/%s%u", letter, file_name(p, a->to, wing), own_rank(p, a->to));
}

/* -B3, -KB3 */
static void name_square(struct descriptive_parts *t, const xpgn_position *p, const xpgn_action *a) {
    for (unsigned wing = 0; wing < 2; wing++)
        add_way(t->target, "-%s%u", file_name(p, a->to, wing), own_rank(p, a->to));
}

/* Finds the first name of that length that can mean this action and no other. */
static bool find_man(const xpgn_ruleset *rs, const struct state *s, const xpgn_action *a,
                     const struct descriptive_parts *t, size_t length,
                     char text[DESCRIPTIVE_NAME]) {
    struct readings r;
    for (unsigned i = 0; i < WAYS && t->actor[i][0] != '\0'; i++) {
        for (unsigned k = 0; k < WAYS && t->target[k][0] != '\0'; k++) {
            if (strlen(t->actor[i]) + strlen(t->target[k]) != length)
                continue;
            (void)snprintf(text, DESCRIPTIVE_NAME, "%.*s%.*s%s", PART, t->actor[i], PART,
                           t->target[k], t->promotion);
            reading_find(rs, s, slice_of(text), &r);
            if (r.count == 1 && r.action[0].kind == a->kind && r.action[0].from == a->from &&
                r.action[0].to == a->to && r.action[0].promotion == a->promotion)
                return true;
        }
    }
    return false;
}

bool descriptive_name(const xpgn_ruleset *rs, const xpgn_position *p, const xpgn_action *a,
                      char text[DESCRIPTIVE_NAME]) {
    const struct state s = {.position = *p};
    struct descriptive_parts t = {.promotion = ""};
    if (rs->movement != MOVEMENT_CHESS || (a->kind != XPGN_STEP && a->kind != XPGN_ATTACK))
        return false;
    name_actor(&t, p, a);
    if (a->kind == XPGN_ATTACK)
        name_victim(&t, p, a);
    else
        name_square(&t, p, a);
    if (a->promotion != 0)
        (void)snprintf(t.promotion, sizeof t.promotion, "(%c)", letter_of_man(a->promotion));
    for (size_t length = 2; length < 2 * PART; length++)
        if (find_man(rs, &s, a, &t, length, text))
            return true;
    return false;
}

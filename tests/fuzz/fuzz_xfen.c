/* SPDX-License-Identifier: MIT */
/*
 * Any bytes as a position of every shape: nothing crashes, and what was read is written and read
 * back equal.  Then chess movement lists and names all that the position allows.
 */
#include <stdlib.h>
#include <xpgn/base.h>

#include "../unit/rules_fixture.h"

enum { GEOMETRIES = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct geometry geometry_of(unsigned i) {
    switch (i) {
    case 0:
        return fixture_geometry(false, CASTLING_STANDARD, HELD_NONE);
    case 1:
        return fixture_geometry(false, CASTLING_960, HELD_NONE);
    case 2:
        return fixture_geometry(true, CASTLING_STANDARD, HELD_REMOVED);
    case 3:
        return fixture_cells();
    default:
        return fixture_siege(i == 4 ? 2 : 4);
    }
}

static void check(bool ok) {
    if (!ok)
        abort();
}

static void write_and_read(const struct geometry *g, const xpgn_position *p) {
    xpgn_buffer first = {0}, second = {0};
    xpgn_position again;
    xfen_write(&first, g, p);
    check(!first.failed);
    check(xfen_read((xpgn_slice){first.data, first.size}, 0, g, &again, NULL));
    check(position_equal(p, &again));
    xfen_write(&second, g, &again);
    check(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    xpgn_buffer_free(&first);
    xpgn_buffer_free(&second);
}

/* Every action is played on a copy; the first few are named and the position after them written. */
static void play_all(const xpgn_ruleset *rs, const xpgn_position *p) {
    static xpgn_action list[MOST_ACTIONS];
    enum { NAMED = 16 };
    struct state s = {.position = *p};
    char name[24];
    size_t count = chess_actions(rs, &s, list, MOST_ACTIONS);
    check(count <= MOST_ACTIONS);
    check(chess_any(rs, &s) == (count > 0));
    for (size_t i = 0; i < count; i++) {
        xpgn_position next = *p;
        chess_play(rs, &next, &list[i]);
        position_pass(&next);
        if (i >= NAMED)
            continue;
        movement_name(rs, &s, &list[i], false, name);
        write_and_read(&rs->geometry, &next);
    }
}

/* No game starts with two kings of one side: the referee refuses such a position before a move. */
static bool one_king_each(const xpgn_position *p) {
    return position_count(p, 0, XPGN_KING) <= 1 && position_count(p, 1, XPGN_KING) <= 1;
}

static void play_chess(unsigned geometry, const xpgn_position *p) {
    static xpgn_ruleset rs;
    if (geometry > 2 || !one_king_each(p))
        return;
    if (geometry == 2)
        fixture_chess_attack(&rs, true, true);
    else
        fixture_chess(&rs, geometry == 0 ? CASTLING_STANDARD : CASTLING_960);
    play_all(&rs, p);
    if (geometry != 0)
        return;
    fixture_five_dice(&rs, true, true);
    play_all(&rs, p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (unsigned i = 0; i < GEOMETRIES; i++) {
        struct geometry g = geometry_of(i);
        xpgn_position p;
        struct log log;
        log_init(&log);
        bool ok = xfen_read((xpgn_slice){(const char *)data, size}, 0, &g, &p, &log);
        size_t count;
        const xpgn_finding *findings = log_list(&log, &count);
        check(ok == (count == 0));
        for (size_t k = 0; k < count; k++)
            check(findings[k].place.offset + (size_t)findings[k].place.length <= size);
        log_free_parts(&log);
        if (!ok)
            continue;
        write_and_read(&g, &p);
        play_chess(i, &p);
    }
    return 0;
}

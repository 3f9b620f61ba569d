/* SPDX-License-Identifier: MIT */
/*
 * The two rulesets of long notation, filled in by hand, and what their movement tests share.
 * Independent of the YAML files: a fault of the loader is no fault of the movement.
 */
#ifndef TESTS_RULES_FIXTURE_LINE_H
#define TESTS_RULES_FIXTURE_LINE_H

#include <string.h>

#include "core/board/board_lines.h"
#include "core/board/xfen.h"
#include "core/game/san.h"
#include "core/play/support.h"
#include "core/rules/ruleset_build.h"
#include "suite.h"

/* `cite`: room for the rules that it cites. */
static inline void rules_common(xpgn_ruleset *rs, const char **cite, unsigned files,
                                unsigned seats) {
    static const char *const names[] = {NULL, "pawn", "knight", "bishop", "rook", "queen", "king"};
    memset(rs, 0, sizeof *rs);
    for (unsigned i = 0; i < CITE_COUNT_OF; i++)
        cite[i] = "?";
    rs->cite = cite;
    for (unsigned i = 1; i < XPGN_TYPES; i++)
        rs->piece[i].name = names[i];
    rs->geometry.files = rs->geometry.ranks = (uint8_t)files;
    rs->geometry.seats = (uint8_t)seats;
    rs->geometry.letters = 0x7e;
    rs->die = 6;
}

/* Combat Chess 2 */
static inline void rules_of_lines(xpgn_ruleset *rs) {
    static const char *cite[CITE_COUNT_OF];
    static const xpgn_square cells[4] = {0, 7, 56, 63};
    rules_common(rs, cite, 8, 2);
    rs->movement = MOVEMENT_QUEEN_LINE;
    rs->geometry.held = HELD_CELLS;
    for (unsigned i = 0; i < 4; i++) {
        rs->geometry.cell[i] = cells[i];
        rs->geometry.cell_seat[i] = (uint8_t)(i / 2);
        rs->cell_on[cells[i]] = (uint8_t)i;
    }
    rs->combat = COMBAT_DUEL;
    derive_contest(rs);
    rs->turn = TURN_CHOICE;
    rs->teleport_reach = rs->release_reach = 6;
    rs->piece[XPGN_ROOK].immobile = true;
    rs->piece[XPGN_ROOK].name = "castle";
    rs->piece[XPGN_KNIGHT].leaps = true;
    rs->piece[XPGN_KNIGHT].name = "dragon";
    cite[CITE_IMMOBILE] = "CC-1";
    cite[CITE_CHOICE] = "CC-3";
    cite[CITE_MOVE] = cite[CITE_TURN_ROLL] = "CC-4";
    cite[CITE_CHALLENGE_AFTER] = "CC-5";
    cite[CITE_ATTACK] = "CC-6";
    cite[CITE_GO_ON] = "CC-7";
    cite[CITE_TELEPORT] = "CC-9";
    cite[CITE_RELEASE] = "CC-10";
    cite[CITE_CASTLING] = cite[CITE_ARRIVAL] = "CC-13";
}

/* Assault and Siege, the default mode: one Move a turn. */
static inline void rules_of_siege(xpgn_ruleset *rs, unsigned seats) {
    static const char *cite[CITE_COUNT_OF];
    static const uint8_t attack[] = {0, 1, 1, 0, 1, 1, 1}, defense[] = {0, 1, 1, 0, 2, 1, 1};
    static const uint8_t speed[] = {0, 1, 2, 1, 0, 1, 1}, most[] = {0, 8, 2, 2, 2, 1, 1};
    rules_common(rs, cite, seats == 4 ? 12 : 8, seats);
    rs->movement = MOVEMENT_ORTHOGONAL;
    rs->support = SUPPORT_ADJACENT;
    rs->combat = COMBAT_OVERWHELM;
    derive_contest(rs);
    rs->turn = TURN_SEVERAL_MOVES;
    rs->moves = 1;
    rs->arrival = ARRIVAL_ON_CAPTURE;
    for (unsigned i = 1; i < XPGN_TYPES; i++) {
        rs->piece[i].attack[0] = attack[i];
        rs->piece[i].defense[0] = defense[i];
        rs->piece[i].speed = speed[i];
        rs->piece[i].most = most[i];
    }
    rs->piece[XPGN_PAWN].promotes_to = 1 << XPGN_KNIGHT | 1 << XPGN_BISHOP | 1 << XPGN_ROOK;
    rs->piece[XPGN_KNIGHT].promotes_to = rs->piece[XPGN_ROOK].promotes_to = 1 << XPGN_QUEEN;
    rs->piece[XPGN_KNIGHT].charge = rs->piece[XPGN_QUEEN].inspires = 1;
    rs->piece[XPGN_ROOK].charge_proof = rs->piece[XPGN_ROOK].route = true;
    rs->piece[XPGN_BISHOP].reinforces = true;
    derive_values(rs);
    cite[CITE_MOVE] = "AS-2";
    cite[CITE_COUNT] = "AS-3";
    cite[CITE_ATTACK] = "AS-4";
    cite[CITE_ARRIVAL] = "AS-5";
    cite[CITE_REINFORCE] = "AS-6";
    cite[CITE_ROUTE] = "AS-7";
    cite[CITE_MOVES] = cite[CITE_TURN_ROLL] = "AS-10";
}

/* mode=dice */
static inline void rules_by_die(xpgn_ruleset *rs) {
    static const uint8_t moves[6] = {0, 1, 1, 2, 2, 3};
    rs->moves = 0;
    memcpy(rs->moves_by_die, moves, sizeof moves);
}

static inline struct state state_of(const xpgn_ruleset *rs, const char *xfen) {
    struct state s;
    struct log log;
    memset(&s, 0, sizeof s);
    log_init(&log);
    ck_assert_msg(xfen_read(slice_of(xfen), 0, &rs->geometry, &s.position, &log), "%s", xfen);
    arena_free(&log.arena);
    return s;
}

static inline xpgn_square square_of(const xpgn_position *p, const char *name) {
    return (xpgn_square)((strtol(name + 1, NULL, 10) - 1) * p->files + (name[0] - 'a'));
}

static inline struct notation notation_of(const char *text) {
    struct notation n;
    ck_assert_msg(notation_read(slice_of(text), &n), "%s", text);
    return n;
}

/* xorshift: the same positions on every machine. */
static inline unsigned draw(uint64_t *seed, unsigned below) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return below == 0 ? 0 : (unsigned)((*seed >> 11) % below);
}

static inline int compare_actions(const void *a, const void *b) {
    return memcmp(a, b, sizeof(xpgn_action));
}

static inline void check_same_actions(xpgn_action *fast, size_t fast_count, xpgn_action *slow,
                                      size_t slow_count) {
    if (fast_count != slow_count) /* an assertion that holds is noted in a file, which takes long */
        ck_assert_uint_eq(fast_count, slow_count);
    qsort(fast, fast_count, sizeof *fast, compare_actions);
    qsort(slow, slow_count, sizeof *slow, compare_actions);
    if (memcmp(fast, slow, fast_count * sizeof *fast) != 0)
        ck_assert_mem_eq(fast, slow, fast_count * sizeof *fast);
}

/* The bit sets and king squares are those of the pieces. */
static inline void check_sets(const xpgn_ruleset *rs, const xpgn_position *p) {
    xpgn_position clean;
    position_clear(&clean, &rs->geometry);
    for (unsigned sq = 0; sq < position_squares(p); sq++) {
        if (p->at[sq] != 0)
            position_put(&clean, (xpgn_square)sq, p->at[sq]);
    }
    ck_assert_mem_eq(clean.type, p->type, sizeof clean.type);
    ck_assert_mem_eq(clean.seat, p->seat, sizeof clean.seat);
    ck_assert_mem_eq(clean.king, p->king, sizeof clean.king);
}

/* ---- of one ruleset -------------------------------------------------------------------------- */

static xpgn_ruleset rs;

static inline bool can(const struct state *s, const char *text) {
    struct notation n = notation_of(text);
    xpgn_action a;
    return movement_resolve(&rs, s, &n, &a);
}

static inline struct refusal refusal_of(const struct state *s, const char *text) {
    struct notation n = notation_of(text);
    struct refusal why;
    ck_assert_msg(!can(s, text), "%s is legal", text);
    movement_explain(&rs, s, &n, true, &why);
    ck_assert_int_gt((int)strlen(why.text), 0);
    return why;
}

static inline void check_refused(const struct state *s, const char *text, const char *rule) {
    struct refusal why = refusal_of(s, text);
    ck_assert_ptr_nonnull(why.rule);
    ck_assert_msg(strcmp(why.rule, rule) == 0, "%s: %s (%s)", text, why.rule, why.text);
}

/* ---- random positions, which the test makes -------------------------------------------------- */

struct state random_state(uint64_t *seed);
struct notation random_notation(uint64_t *seed);

enum { ROUNDS = 20000 };

/* States on which the slow implementation is asked; XPGN_SLOW asks for more. */
static inline int states_compared(void) {
    return getenv("XPGN_SLOW") != NULL ? 100000 : ROUNDS;
}

START_TEST(every_legal_action_is_found_again_by_its_name) {
    uint64_t seed = 7;
    static xpgn_action list[2048];
    for (int i = 0; i < ROUNDS / 4; i++) {
        struct state s = random_state(&seed);
        size_t n = movement_actions(&rs, &s, list, 2048);
        for (size_t k = 0; k < n; k++) {
            char text[24];
            movement_name(&rs, &s, &list[k], false, text);
            struct notation said = notation_of(text);
            xpgn_action a;
            ck_assert_msg(movement_resolve(&rs, &s, &said, &a), "%s", text);
            ck_assert_mem_eq(&a, &list[k], sizeof a);
        }
    }
}
END_TEST

START_TEST(what_is_played_leaves_a_sound_position) {
    uint64_t seed = 11;
    static xpgn_action list[2048];
    for (int i = 0; i < ROUNDS; i++) {
        struct state s = random_state(&seed);
        size_t n = movement_actions(&rs, &s, list, 2048);
        if (n == 0)
            continue;
        movement_play(&rs, &s.position, &list[draw(&seed, (unsigned)n)]);
        check_sets(&rs, &s.position);
    }
}
END_TEST

/* Does the notation say this action? Sign by sign, field by field. */
static inline bool says_action(const xpgn_position *p, const struct notation *n,
                               const xpgn_action *a) {
    bool step = a->kind == XPGN_STEP && n->sign <= SIGN_DASH;
    bool attack = a->kind == XPGN_ATTACK && n->sign == SIGN_CAPTURE;
    bool at = n->kind == NOTATION_DROP || n->kind == NOTATION_AT;
    if (a->kind == XPGN_PASS || n->kind == NOTATION_PASS)
        return a->kind == XPGN_PASS && n->kind == NOTATION_PASS;
    if (XPGN_TYPE_OF(a->piece) != n->type ||
        (n->from_file >= 0 && n->from_file != a->from % p->files) ||
        (n->from_rank >= 0 && n->from_rank != a->from / p->files))
        return false;
    if (n->kind == NOTATION_DECLINE || a->to == XPGN_NO_SQUARE)
        return n->kind == NOTATION_DECLINE && a->to == XPGN_NO_SQUARE;
    if (a->to % p->files != n->to_file || a->to / p->files != n->to_rank)
        return false;
    return n->kind == NOTATION_MOVE ? (step || attack) && n->promotion == a->promotion
                                    : at && a->kind > XPGN_ATTACK;
}

START_TEST(a_notation_is_resolved_exactly_if_one_listed_action_fits) {
    uint64_t seed = 13;
    static xpgn_action list[2048];
    for (int i = 0; i < 2 * ROUNDS; i++) {
        struct state s = random_state(&seed);
        struct notation n = random_notation(&seed);
        struct refusal why;
        xpgn_action a, one;
        if (n.kind == NOTATION_DECLINE)
            n.to_file = n.to_rank = -1;
        size_t count_all = movement_actions(&rs, &s, list, 2048), fit = 0;
        for (size_t k = 0; k < count_all; k++) {
            if (says_action(&s.position, &n, &list[k]) && fit++ == 0)
                one = list[k];
        }
        bool found = movement_resolve(&rs, &s, &n, &a);
        HOLDS(found == (fit == 1), "%zu fit: %d%d-%d%d", fit, n.from_file, n.from_rank, n.to_file,
              n.to_rank);
        HOLDS(!found || memcmp(&a, &one, sizeof a) == 0, "another action");
        if (found)
            continue;
        movement_explain(&rs, &s, &n, true, &why);
        HOLDS(why.text[0] != '\0', "no reason");
        HOLDS(why.ambiguous == (fit > 1) && why.ambiguous == (why.rule == NULL), "%s", why.text);
    }
}
END_TEST

/* What the notation says of the own piece on `from` if it broke the rules and stood: false if the
   board cannot show it.  Of the test, from the rules once more. */
bool slow_stood(const xpgn_position *p, const struct notation *n, int from, xpgn_action *a);

static inline bool slow_means(const xpgn_position *p, const struct notation *n, int sq) {
    return p->at[sq] != 0 && XPGN_SEAT_OF(p->at[sq]) == p->side_to_move &&
           XPGN_TYPE_OF(p->at[sq]) == n->type &&
           (n->from_file < 0 || n->from_file == sq % p->files) &&
           (n->from_rank < 0 || n->from_rank == sq / p->files);
}

START_TEST(what_stood_is_the_one_piece_that_is_meant_if_the_board_can_show_it) {
    uint64_t seed = 17;
    for (int i = 0; i < 4 * ROUNDS; i++) {
        struct state s = random_state(&seed);
        struct notation n = random_notation(&seed);
        const xpgn_position *p = &s.position;
        int meant = 0, from = 0;
        xpgn_action a, right;
        rs.teleport_reach = i % 3 == 0 ? 0 : 6; /* 0: the rules have none */
        rs.release_reach = i % 4 == 0 ? 0 : 6;
        if (n.kind == NOTATION_DECLINE || n.kind == NOTATION_PASS)
            n.to_file = n.to_rank = -1;
        for (int sq = 0; sq < p->files * p->ranks; sq++) {
            if (slow_means(p, &n, sq) && meant++ == 0)
                from = sq;
        }
        bool stood = movement_force(&rs, &s, &n, &a);
        if (n.kind == NOTATION_PASS) {
            HOLDS(stood && a.kind == XPGN_PASS, "--");
            continue;
        }
        bool fits = meant == 1 && slow_stood(p, &n, from, &right);
        HOLDS(stood == fits, "%d: kind %d, sign %d, %d-%d", fits, n.kind, n.sign, from,
              n.to_rank * p->files + n.to_file);
        HOLDS(!stood || memcmp(&a, &right, sizeof a) == 0, "another action");
    }
}
END_TEST

#endif

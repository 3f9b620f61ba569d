/* SPDX-License-Identifier: MIT */
/* The links, dice and signatures of a game with sealed dice, checked against its transcript. */
#include "core/base/slice.h"
#include "core/play/actors.h"
#include "record/sealed/sealed_game.h"
#include "record/sealed/sealed_parts.h"

#include <xpgn/play.h>

enum {
    WIDE = 4096, /* by how many DiceOpen may exceed the rolls of the record */
    BEYOND = 64  /* steps searched for a commitment beyond the number expected */
};

/* ---- links ----------------------------------------------------------------------------------- */

/* The steps from a link back to its commitment; UINT32_MAX if more than `most`. */
static uint32_t steps_back(const struct sealed *g, unsigned party, uint32_t most) {
    xpgn_link link = g->open.link[party];
    for (uint32_t n = 0; n <= most; n++) {
        if (chain_link_equal(&link, &g->commit.link[party]))
            return n;
        chain_link_back(g->sealer, &link, 1);
    }
    return UINT32_MAX;
}

/* Checks that the links of DiceOpen lead to the commitments in as many steps as there are rolls. */
static bool check_links(xpgn_walk *w) {
    const struct sealed *g = public_walk_const(w)->sealed;
    const uint32_t most = (g->number > g->count ? g->number : (uint32_t)g->count) + BEYOND;
    bool good = true;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        const char *name = xpgn_party_name(party);
        if (!links_have(g->open.parties, party))
            continue;
        uint32_t steps = steps_back(g, party, most);
        if (steps == UINT32_MAX)
            log_add(&w->log, D_SEALED_LINK, g->open_tag->place,
                    "%s's link does not lead to %s's commitment", name, name);
        else if (steps != g->number)
            log_add(&w->log, D_SEALED_LINK, g->open_tag->place,
                    "%s's link is that of roll %u, expected roll %u", name, (unsigned)steps,
                    (unsigned)g->number);
        good &= steps == g->number;
    }
    return good;
}

/* Computes the links of all rolls, from the commitments on; false if memory runs out. */
static bool open_links(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    xpgn_links *links = arena_alloc(&w->arena, ((size_t)g->number + 1) * sizeof *links);
    w->no_memory |= links == NULL;
    if (links == NULL)
        return false;
    g->links = links;
    links[g->number] = g->open;
    for (uint32_t k = g->number; k > 0; k--) {
        links[k - 1] = links[k];
        for (unsigned party = 0; party < XPGN_PARTIES; party++)
            if (links_have(g->open.parties, party))
                chain_link_back(g->sealer, &links[k - 1].link[party], 1);
    }
    return true;
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* Replaces the dice by the next ones of a sealed roll. */
static void replace_dice(const xpgn_walk *w, const struct roll *r, xpgn_sealed_roll *sealed,
                         xpgn_roll *roll) {
    const struct dice_chain *sealer = public_walk_const(w)->sealed->sealer;
    for (unsigned i = 0; i < 2u * roll->exchanges; i++) {
        xpgn_roll_side *side = &roll->exchange[i / 2].side[i % 2];
        const struct dice_expr *thrown = r->thrown[i % 2];
        for (unsigned d = 0; d < side->dice_count; d++) {
            const bool own = thrown != NULL && d < thrown->count;
            const unsigned faces = own ? thrown->faces[d] : w->ruleset->die;
            side->dice[d] = (uint8_t)xpgn_sealed_die(sealer, sealed, faces);
        }
    }
}

/* True if nothing can act by this throw, although some other throw would move something. */
static bool is_rolled_again(const xpgn_ruleset *rs, const struct state *turn,
                            const xpgn_roll *roll) {
    if (turn == NULL || !actors_any(rs, turn))
        return false;
    struct state s = *turn;
    turn_roll(rs, &s.turn, turn_dice_from(&roll->exchange[0].side[0]));
    return actors_are_stuck(rs, &s);
}

/* True if the recorded dice are those of the sealed roll, to which *right is set. */
static bool dice_are_right(const xpgn_walk *w, const struct roll *r, xpgn_sealed_roll *sealed,
                           const xpgn_roll *recorded, xpgn_roll *right) {
    *right = *recorded;
    do {
        replace_dice(w, r, sealed, right);
    } while (is_rolled_again(w->ruleset, r->again, right));
    for (unsigned i = 0; i < 2u * right->exchanges; i++) {
        const xpgn_roll_side *a = &right->exchange[i / 2].side[i % 2],
                             *b = &recorded->exchange[i / 2].side[i % 2];
        if (memcmp(a->dice, b->dice, a->dice_count) != 0)
            return false;
    }
    return true;
}

static void report_dice(xpgn_walk *w, const struct roll *r, uint32_t k, const xpgn_roll *right) {
    xpgn_buffer b = {0};
    bool first = k == 1;
    walk_put_dice(&b, right);
    const char *expected = log_take(&w->log, &b);
    if (first)
        log_add(&w->log, D_SEALED_OTHER, walk_known(w, KNOWN_DICE_COMMIT)->place,
                "no dice fit: rules, start, players, event, round, commitments or keys are not "
                "those that were sealed, or what was recorded up to roll 1, %.*s, expected %s",
                SLICE(r->dice), expected);
    else
        log_add(&w->log, r->annulled ? D_SEALED_ANNULLED : D_SEALED_DIE, r->place,
                "%s %.*s, expected %s: sealed roll %u, or what was recorded after roll %u, is not "
                "what was sealed; later rolls depend on it",
                r->annulled ? "annulled dice" : "dice", SLICE(r->dice), expected, (unsigned)k,
                (unsigned)k - 1);
    if (!first && w->log.last_kept)
        w->log.list[w->log.count - 1].turn = r->turn;
}

/* Checks each roll against its links. The first that does not fit is the last that can be checked,
   as the dice of later rolls depend on it. */
static bool check_dice(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    for (uint32_t k = 1; k <= g->count && k <= g->number; k++) {
        const struct roll *r = &g->rolls[k - 1];
        xpgn_sealed_roll sealed;
        xpgn_roll roll, right;
        if (!xpgn_roll_read(r->dice, &roll))
            return false;
        xpgn_sealed_begin(&sealed, &g->links[k], k, &r->digest);
        if (!dice_are_right(w, r, &sealed, &roll, &right)) {
            report_dice(w, r, k, &right);
            return false;
        }
        g->fitting = k;
    }
    return true;
}

static bool check_number(xpgn_walk *w) {
    const struct sealed *g = public_walk_const(w)->sealed;
    if (g->number == g->count)
        return true;
    log_add(&w->log, D_SEALED_NUMBER, g->open_tag->place,
            "number of rolls %u, expected %zu as recorded", (unsigned)g->number, g->count);
    return false;
}

/* ---- signatures ------------------------------------------------------------------------------ */

/* Reads DiceLast or DiceSign; no signatures if the tag is missing. False if it is malformed. */
static bool read_signatures(xpgn_walk *w, const xpgn_tag *t, xpgn_signatures *out) {
    xpgn_fault fault;
    out->parties = 0;
    if (t == NULL ||
        xpgn_signatures_read(t->value, sealed_of(w)->commit.parties, out, &fault) == XPGN_OK)
        return true;
    sealed_report_form(w, t, t->value, &fault);
    return false;
}

/* True if this party's seat is out of the game: it may have left with its last link. */
static bool has_fallen(const xpgn_walk *w, unsigned party) {
    const xpgn_position *p = walk_position(w);
    for (unsigned seat = 0; p->seats > 2 && seat < p->seats; seat++)
        if (xpgn_party_of(p->seats, seat) == party)
            return (p->alive >> seat & 1) == 0;
    return false;
}

/* "white", "white and black", "white, red and black" */
static const char *names_of(xpgn_walk *w, unsigned parties) {
    xpgn_buffer b = {0};
    for (unsigned party = 0, left = parties; party < XPGN_PARTIES; party++) {
        if (!links_have(parties, party))
            continue;
        left &= ~(1u << party);
        xpgn_buffer_printf(&b, "%s%s", xpgn_party_name(party),
                           left == 0                  ? ""
                           : (left & (left - 1)) == 0 ? " and "
                                                      : ", ");
    }
    return log_take(&w->log, &b);
}

static bool several(unsigned parties) {
    return (parties & (parties - 1)) != 0;
}

static void report_unsigned(xpgn_walk *w, xpgn_place at, unsigned parties, bool end) {
    log_add(&w->log, D_SEALED_UNSIGNED, at,
            "%s %s not signed %s: what was recorded %s may have been changed", names_of(w, parties),
            several(parties) ? "have" : "has", end ? "the end" : "the last roll",
            end ? "after the last roll" : "up to it");
}

static void report_wrong(xpgn_walk *w, const xpgn_tag *t, unsigned parties, bool end) {
    log_add(&w->log, end ? D_SEALED_SIGN : D_SEALED_LAST, t->place,
            several(parties) ? "%.*s: the signatures of %s do not match the record"
                             : "%.*s: the signature of %s does not match the record",
            SLICE(t->name), names_of(w, parties));
}

/* Reports parties whose signature of `what`, announced by `actor`, is missing or wrong. Returns a
   bit per party with a valid one. */
static unsigned check_signatures(xpgn_walk *w, const char *name, xpgn_signing what,
                                 unsigned actor) {
    const struct sealed *g = public_walk_const(w)->sealed;
    const bool end = what.what == XPGN_SIGN_END;
    const xpgn_tag *t = sealed_tag(w, name);
    xpgn_signatures signs;
    unsigned right = 0, wrong = 0, missing = 0;
    if (!read_signatures(w, t, &signs))
        return 0;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if (!links_have(g->commit.parties, party))
            continue;
        if (!end)
            what.what = party == actor ? XPGN_SIGN_ANNOUNCE : XPGN_SIGN_ANSWER;
        what.link = end ? what.link : g->open.link[party];
        if (!links_have(signs.parties, party))
            missing |= (unsigned)!has_fallen(w, party) << party;
        else if (xpgn_is_signed(g->sealer, &g->keys.link[party], &what, &signs.by[party]))
            right |= 1u << party;
        else
            wrong |= 1u << party;
    }
    if (missing != 0)
        report_unsigned(w, t != NULL ? t->place : walk_known(w, KNOWN_DICE_COMMIT)->place, missing,
                        end);
    if (wrong != 0)
        report_wrong(w, t, wrong, end);
    return right;
}

static void check_last_roll(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    const struct roll *last = g->count > 0 ? &g->rolls[g->count - 1] : NULL;
    xpgn_signing what = {.what = XPGN_SIGN_ANSWER, .number = g->number};
    if (last == NULL)
        return;
    what.digest = last->digest;
    g->last = check_signatures(w, "DiceLast", what, last->actor);
}

static void check_transcript_end(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    xpgn_signing what = {.what = XPGN_SIGN_END};
    xpgn_transcript whole = g->transcript;
    xpgn_slice result = w->result.found ? w->result.token.text : slice_of("*");
    xpgn_buffer_printf(&g->line, "result %.*s", SLICE(result));
    w->no_memory |= g->line.failed;
    if (w->no_memory)
        return;
    xpgn_transcript_line(g->sealer, &whole, (xpgn_slice){g->line.data, g->line.size});
    xpgn_transcript_digest(g->sealer, &whole, &what.digest);
    g->end = check_signatures(w, "DiceSign", what, XPGN_PARTIES);
}

/* Without links nothing is known of the dice, but who has signed the end has signed all lines. */
static void check_unopened(xpgn_walk *w) {
    const struct sealed *g = sealed_of(w);
    if (!g->broken && !g->too_many && sealed_tag(w, "DiceSign") != NULL)
        check_transcript_end(w);
}

void sealed_end(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    g->broken |= walk_line(w)->dead || walk_line(w)->gap || w->game->too_large;
    if (w->no_memory)
        return;
    if (g->open_tag == NULL) {
        check_unopened(w);
        return;
    }
    if (g->too_many || g->number > g->count + WIDE) {
        (void)check_number(w);
        return;
    }
    if (!check_links(w))
        return;
    if (!open_links(w) || !check_dice(w) || g->broken)
        return;
    if (!check_number(w))
        return;
    check_last_roll(w);
    check_transcript_end(w);
}

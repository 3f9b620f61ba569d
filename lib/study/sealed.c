/* SPDX-License-Identifier: MIT */
#include "study/sealed.h"

#include "study/sealed_game.h"

#include "base/slice.h"
#include "text/links.h"

enum {
    SEALED_WIDE = 4096, /* rolls that DiceOpen may count beyond those of the record */
    SEALED_BEYOND = 64, /* steps searched for a commitment beyond the number expected */
    SEALED_SKIP = 8,    /* rolls that may be left out in one place */
    SEALED_LOOK = 4     /* rolls that are looked at to tell what is wrong */
};

/* ---- the tags -------------------------------------------------------------------------------- */

static bool have_sealer(xpgn_walk *w) {
    xpgn_status status = w->sealer != NULL ? XPGN_OK : xpgn_sealer_new(&w->sealer);
    w->no_memory |= status == XPGN_NO_MEMORY;
    return status == XPGN_OK;
}

/* Reports a fault in a part of a tag value. */
static void report_form(xpgn_walk *w, const xpgn_tag *t, xpgn_slice part, const xpgn_fault *fault) {
    xpgn_place at = walk_place(w, part);
    at.offset += fault->place.offset;
    at.length = fault->place.length;
    log_add(&w->log, D_SEALED_FORM, at, "%.*s: %s", SLICE(t->name), fault->text);
}

/* Reads the links of a tag, and reports what is wrong with them. */
static bool read_links(xpgn_walk *w, const xpgn_tag *t, xpgn_slice text, xpgn_links *links) {
    xpgn_fault fault;
    unsigned first, second;
    if (links_read(text, walk_seats(w), links, &fault) != XPGN_OK) {
        report_form(w, t, text, &fault);
        return false;
    }
    if (!links_equal(links, &first, &second))
        return true;
    log_add(&w->log, D_SEALED_EQUAL, t->place, "%s and %s have the same link",
            xpgn_party_name(first), xpgn_party_name(second));
    return false;
}

/* Has another game of the input these commitments? */
static void check_used(xpgn_walk *w, const xpgn_tag *t) {
    for (unsigned party = 0; w->options.committed != NULL && party < XPGN_PARTIES; party++) {
        if ((w->sealed.commit.parties >> party & 1) == 0)
            continue;
        uint64_t game =
            w->options.committed(w->options.committed_data, &w->sealed.commit.link[party]);
        if (game != 0 && game != w->game->number) /* it may be asked twice for one game */
            log_add(&w->log, D_SEALED_TWICE, t->place,
                    "%s's commitment occurs in game %llu already", xpgn_party_name(party),
                    (unsigned long long)game);
    }
}

/* Reads DiceOpen. */
static bool read_opening(xpgn_walk *w, const xpgn_tag *t) {
    struct sealed *s = &w->sealed;
    xpgn_fault fault;
    xpgn_slice rest = t->value;
    if (links_take_number(&rest, &s->number, &fault) != XPGN_OK) {
        report_form(w, t, t->value, &fault);
        return false;
    }
    s->number_place = walk_place(w, (xpgn_slice){t->value.data, t->value.size - rest.size - 1});
    if (!read_links(w, t, rest, &s->open))
        return false;
    if (s->open.parties == s->commit.parties)
        return true;
    log_add(&w->log, D_SEALED_FORM, t->place,
            "DiceOpen has the links of other parties than DiceCommit");
    return false;
}

/* Does the game begin as the rules have it? A position that is given may say so, too, whoever is to
   move in it. */
static bool is_own_start(const xpgn_walk *w) {
    xpgn_position own, here = *walk_position(w);
    if (walk_known(w, KNOWN_FEN) == NULL && walk_known(w, KNOWN_XFEN) == NULL)
        return true;
    if (!xpgn_ruleset_start(w->ruleset, &own))
        return false;
    here.side_to_move = own.side_to_move;
    return position_equal(&own, &here);
}

/* Reads "3:3 5:2": each pair is a roll. */
static void add_first_rolls(xpgn_walk *w) {
    const xpgn_tag *t = walk_known(w, KNOWN_FIRST_ROLL);
    if (t == NULL || w->ruleset == NULL || !w->ruleset->roll_off || !is_own_start(w))
        return;
    const char *p = t->value.data, *end = p + t->value.size;
    while (p < end) {
        const char *space = memchr(p, ' ', (size_t)(end - p));
        xpgn_slice pair = {p, (size_t)((space != NULL ? space : end) - p)};
        if (pair.size > 0)
            (void)walk_add_roll(w, pair, walk_place(w, pair));
        p += pair.size + (space != NULL);
    }
}

void sealed_begin(xpgn_walk *w) {
    const xpgn_tag *commit = walk_known(w, KNOWN_DICE_COMMIT);
    const xpgn_tag *open = walk_known(w, KNOWN_DICE_OPEN);
    struct sealed *s = &w->sealed;
    if (walk_line(w)->dead || (commit == NULL && open == NULL))
        return;
    if (commit == NULL) {
        log_add(&w->log, D_SEALED_ALONE, open->place, "DiceOpen without DiceCommit");
        return;
    }
    if (!read_links(w, commit, commit->value, &s->commit))
        return;
    check_used(w, commit);
    if (tags_value(w->tags, "DiceKey").data != NULL) {
        sealed_game_begin(w);
        return;
    }
    if (open == NULL) {
        log_add(&w->log, D_SEALED_CLOSED, commit->place,
                "the dice are sealed, but DiceOpen is missing: they cannot be checked");
        return;
    }
    w->rolls.wanted = read_opening(w, open);
    if (w->rolls.wanted && !have_sealer(w)) {
        log_add(&w->log, D_SEALED_LINK, open->place, "DiceOpen not checked: libsodium is missing");
        w->rolls.wanted = false;
    }
    if (w->rolls.wanted)
        add_first_rolls(w);
}

/* ---- the links ------------------------------------------------------------------------------- */

/* What the rolls are held against. */
struct opened {
    xpgn_walk *w;
    uint32_t number;   /* rolls that the links open */
    xpgn_links *links; /* [number + 1], from the commitments on */
    bool whole;        /* the main line was read to its end */
};

/* Steps from a link back to its commitment; UINT32_MAX: not within `most`. */
static uint32_t steps_back(const xpgn_walk *w, unsigned party, uint32_t most) {
    xpgn_link link = w->sealed.open.link[party];
    for (uint32_t n = 0; n <= most; n++) {
        if (xpgn_link_equal(&link, &w->sealed.commit.link[party]))
            return n;
        xpgn_link_back(w->sealer, &link, 1);
    }
    return UINT32_MAX;
}

/* Where do all links lead? False if to different rolls, or nowhere. */
static bool find_steps(xpgn_walk *w, uint32_t most, uint32_t *number) {
    const struct sealed *s = &w->sealed;
    uint32_t steps[XPGN_PARTIES];
    bool same = true, first = true;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if ((s->open.parties >> party & 1) == 0)
            continue;
        steps[party] = steps_back(w, party, most);
        same &= first || steps[party] == *number;
        *number = first ? steps[party] : *number;
        first = false;
    }
    if (same && *number != UINT32_MAX)
        return true;
    xpgn_place at = walk_known(w, KNOWN_DICE_OPEN)->place;
    for (unsigned party = 0; party < XPGN_PARTIES; party++) {
        if ((s->open.parties >> party & 1) == 0 || steps[party] == s->number)
            continue;
        if (steps[party] == UINT32_MAX)
            log_add(&w->log, D_SEALED_LINK, at, "%s's link does not lead to %s's commitment",
                    xpgn_party_name(party), xpgn_party_name(party));
        else
            log_add(&w->log, D_SEALED_LINK, at, "%s's link is that of roll %u, expected roll %u",
                    xpgn_party_name(party), (unsigned)steps[party], (unsigned)s->number);
    }
    return false;
}

/* Computes the links of every roll. */
static bool open_links(struct opened *o) {
    xpgn_walk *w = o->w;
    const struct sealed *s = &w->sealed;
    o->links = arena_alloc(&w->arena, ((size_t)o->number + 1) * sizeof *o->links);
    w->no_memory |= o->links == NULL;
    if (o->links == NULL)
        return false;
    o->links[o->number] = s->open;
    for (uint32_t k = o->number; k > 0; k--) {
        o->links[k - 1] = o->links[k];
        for (unsigned party = 0; party < XPGN_PARTIES; party++)
            if ((s->open.parties >> party & 1) != 0)
                xpgn_link_back(w->sealer, &o->links[k - 1].link[party], 1);
    }
    return true;
}

/* ---- dice against links ---------------------------------------------------------------------- */

/* Replaces the dice by those of sealed roll k; false: they were the same. */
static bool replace_dice(const struct opened *o, uint32_t k, xpgn_roll *roll) {
    xpgn_sealed_roll sealed;
    bool other = false;
    xpgn_sealed_begin(&sealed, &o->links[k], k);
    for (unsigned x = 0; x < roll->exchanges; x++) {
        for (unsigned i = 0; i < 2; i++) {
            xpgn_roll_side *side = &roll->exchange[x].side[i];
            for (unsigned d = 0; d < side->dice_count; d++) {
                unsigned die = xpgn_sealed_die(o->w->sealer, &sealed, o->w->ruleset->die);
                other |= die != side->dice[d];
                side->dice[d] = (uint8_t)die;
            }
        }
    }
    return other;
}

/* Has recorded roll i (from 0) the dice of sealed roll k? */
static bool fits(const struct opened *o, size_t i, uint64_t k) {
    const struct rolled *r = &o->w->rolls.list[i];
    xpgn_roll roll;
    if (k < 1 || k > o->number)
        return false;
    return r->text.data == NULL || !walk_read_quietly(r->text, &roll) ||
           !replace_dice(o, (uint32_t)k, &roll);
}

/*
 * How well the rolls from i on are those from k on: two points for each of the next ones that fits,
 * up to one that does not, and one if both end together.
 */
static unsigned score(const struct opened *o, size_t i, uint64_t k) {
    size_t count = o->w->rolls.count, left = count - i;
    unsigned fitting = 0;
    while (fitting < SEALED_LOOK && i + fitting < count && fits(o, i + fitting, k + fitting))
        fitting++;
    return 2 * fitting + (o->whole && k + left == (uint64_t)o->number + 1);
}

/* Labels the newest finding with the action of a roll. */
static void label(xpgn_walk *w, const struct rolled *r) {
    if (!w->log.last_kept || r->action.size == 0)
        return;
    xpgn_finding *f = &w->log.list[w->log.count - 1];
    f->turn = walk_label_of(w, r->number, r->seat, r->action);
    f->ply = r->ply;
}

static void report_dice(const struct opened *o, const struct rolled *r, uint32_t k) {
    xpgn_roll roll;
    xpgn_buffer right = {0};
    if (!walk_read_quietly(r->text, &roll))
        return;
    (void)replace_dice(o, k, &roll);
    walk_put_dice(&right, &roll);
    log_add(&o->w->log, r->annulled ? D_SEALED_ANNULLED : D_SEALED_DIE, r->place,
            "%s %.*s, expected %s: sealed roll %u", r->annulled ? "annulled dice" : "dice",
            SLICE(r->text), log_take(&o->w->log, &right), (unsigned)k);
}

static void report_skipped(const struct opened *o, const struct rolled *r, uint32_t k,
                           unsigned skipped) {
    if (skipped == 1)
        log_add(&o->w->log, D_SEALED_SKIPPED, r->place,
                "sealed roll %u is not recorded: these dice are of roll %u", (unsigned)k,
                (unsigned)k + 1);
    else
        log_add(&o->w->log, D_SEALED_SKIPPED, r->place,
                "sealed rolls %u to %u are not recorded: these dice are of roll %u", (unsigned)k,
                (unsigned)(k + skipped - 1), (unsigned)(k + skipped));
}

/* A roll that does not fit: another die, rolls left out before it, or one too many. Returns the
   sealed roll that the next one should have. */
static uint32_t judge(const struct opened *o, size_t i, uint32_t k) {
    const struct rolled *r = &o->w->rolls.list[i];
    unsigned best = score(o, i + 1, (uint64_t)k + 1), skipped = 0;
    for (unsigned n = 1; n <= SEALED_SKIP; n++) {
        unsigned points = fits(o, i, (uint64_t)k + n) ? score(o, i, (uint64_t)k + n) : 0;
        if (points > best) {
            best = points;
            skipped = n;
        }
    }
    bool extra = k > o->number || score(o, i + 1, k) > best;
    if (extra)
        log_add(&o->w->log, D_SEALED_EXTRA, r->place, "dice %.*s were not sealed", SLICE(r->text));
    else if (skipped > 0)
        report_skipped(o, r, k, skipped);
    else
        report_dice(o, r, k);
    label(o->w, r);
    return extra ? k : k + skipped + 1;
}

/* Holds each roll against its links. Returns the number of sealed rolls that are accounted for. */
static uint32_t check_dice(const struct opened *o) {
    uint32_t k = 1;
    for (size_t i = 0; i < o->w->rolls.count; i++)
        k = fits(o, i, k) ? k + 1 : judge(o, i, k);
    return k - 1;
}

static void report_number(xpgn_walk *w, unsigned expected, const char *why) {
    log_add(&w->log, D_SEALED_NUMBER, w->sealed.number_place, "number of rolls %u, expected %u: %s",
            (unsigned)w->sealed.number, expected, why);
}

void sealed_end(xpgn_walk *w) {
    struct sealed *s = &w->sealed;
    const struct line *l = walk_line(w);
    struct opened o = {.w = w, .whole = !l->dead && !l->gap && !w->game->too_large};
    uint32_t count = (uint32_t)w->rolls.count;
    if (!w->rolls.wanted || w->no_memory)
        return;
    walk_place_rolls(w, count);
    if (w->rolls.too_many || (o.whole && s->number > count + SEALED_WIDE)) {
        report_number(w, count, w->rolls.too_many ? "no more are checked" : "so many are recorded");
        return;
    }
    uint32_t most = (s->number > count ? s->number : count) + SEALED_BEYOND;
    if (!find_steps(w, most, &o.number) || !open_links(&o))
        return;
    bool told = o.number != s->number;
    if (told)
        report_number(w, o.number, "so many steps lead to the commitments");
    uint32_t counted = check_dice(&o);
    if (o.whole && !told && counted != o.number)
        report_number(w, counted, "so many are recorded");
}

bool xpgn_walk_rolled(const xpgn_walk *w, size_t i, xpgn_rolled *out) {
    if (!w->rolls.wanted || !w->ended || i >= w->rolls.count)
        return false;
    const struct rolled *r = &w->rolls.list[i];
    *out = (xpgn_rolled){.dice = r->text,
                         .number = r->annulled ? r->due_number : r->number,
                         .seat = r->annulled ? r->due_seat : r->seat,
                         .seats = (uint8_t)walk_seats(w),
                         .annulled = r->annulled};
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "record/sealed/sealed_game.h"

#include "core/base/slice.h"
#include "record/sealed/sealed_parts.h"

#include <stdlib.h>

void sealed_free(struct sealed *g) {
    if (g == NULL)
        return;
    dice_chain_free(g->sealer);
    xpgn_buffer_free(&g->text);
    xpgn_buffer_free(&g->line);
    free(g);
}

/* ---- the tags -------------------------------------------------------------------------------- */

const xpgn_tag *sealed_tag(const xpgn_walk *w, const char *name) {
    for (size_t i = 0; i < w->tags->count; i++)
        if (slice_is(w->tags->list[i].name, name))
            return &w->tags->list[i];
    return NULL;
}

void sealed_report_form(xpgn_walk *w, const xpgn_tag *t, xpgn_slice part, const xpgn_fault *fault) {
    xpgn_place at = walk_place(w, part);
    at.offset += fault->place.offset;
    at.length = fault->place.length;
    log_add(&w->log, D_SEALED_FORM, at, "%.*s: %s", SLICE(t->name), fault->text);
}

/* Reads links or keys of all parties, which must all differ. */
static bool read_links(xpgn_walk *w, const xpgn_tag *t, xpgn_slice text, xpgn_links *links) {
    xpgn_fault fault;
    unsigned first, second;
    if (links_read(text, walk_seats(w), links, &fault) != XPGN_OK) {
        sealed_report_form(w, t, text, &fault);
        return false;
    }
    if (!links_equal(links, &first, &second))
        return true;
    log_add(&w->log, D_SEALED_EQUAL, t->place, "%s and %s have the same value in %.*s",
            xpgn_party_name(first), xpgn_party_name(second), SLICE(t->name));
    return false;
}

static bool same_parties(xpgn_walk *w, const xpgn_tag *t, const xpgn_links *links) {
    if (links->parties == sealed_of(w)->commit.parties)
        return true;
    log_add(&w->log, D_SEALED_FORM, t->place, "%.*s has other parties than DiceCommit",
            SLICE(t->name));
    return false;
}

static bool read_opening(xpgn_walk *w, const xpgn_tag *t) {
    struct sealed *g = sealed_of(w);
    xpgn_fault fault;
    xpgn_slice rest = t->value;
    if (links_take_number(&rest, &g->number, &fault) != XPGN_OK) {
        sealed_report_form(w, t, t->value, &fault);
        return false;
    }
    return read_links(w, t, rest, &g->open) && same_parties(w, t, &g->open);
}

/* Warns if another game of the input has these commitments. */
static void check_used(xpgn_walk *w, const xpgn_tag *t) {
    const xpgn_links *commit = &sealed_of(w)->commit;
    for (unsigned party = 0; w->options.committed != NULL && party < XPGN_PARTIES; party++) {
        if (!links_have(commit->parties, party))
            continue;
        uint64_t game = w->options.committed(w->options.committed_data, &commit->link[party]);
        if (game != 0 && game != w->game->number) /* one game may be checked twice */
            log_add(&w->log, D_SEALED_TWICE, t->place,
                    "%s's commitment occurs in game %llu already", xpgn_party_name(party),
                    (unsigned long long)game);
    }
}

/* False if the game cannot be checked, which is reported. */
static bool read_sealed_tags(xpgn_walk *w, const xpgn_tag *commit) {
    struct sealed *g = sealed_of(w);
    const xpgn_tag *key = sealed_tag(w, "DiceKey"), *open = walk_known(w, KNOWN_DICE_OPEN);
    if (!read_links(w, commit, commit->value, &g->commit))
        return false;
    check_used(w, commit);
    if (key == NULL) {
        log_add(&w->log, D_SEALED_ALONE, commit->place,
                "DiceCommit without DiceKey: the seal of the dice cannot be checked");
        return false;
    }
    if (!read_links(w, key, key->value, &g->keys) || !same_parties(w, key, &g->keys))
        return false;
    if (walk_known(w, KNOWN_DIGEST) == NULL) {
        log_add(&w->log, D_SEALED_RULES, commit->place, "sealed dice, but RulesDigest is missing");
        return false;
    }
    if (open == NULL)
        log_add(&w->log, D_SEALED_CLOSED, commit->place,
                "the dice are sealed, but DiceOpen is missing: they cannot be checked");
    else if (!read_opening(w, open))
        return false;
    g->open_tag = open;
    return true;
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool open_game(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    if (g == NULL) {
        g = calloc(1, sizeof *g);
        xpgn_status status = g != NULL ? dice_chain_new(&g->sealer) : XPGN_NO_MEMORY;
        w->no_memory |= status == XPGN_NO_MEMORY;
        if (status == XPGN_NOT_FOUND)
            log_add(&w->log, D_SEALED_LINK, walk_known(w, KNOWN_DICE_COMMIT)->place,
                    "sealed dice not checked: libsodium is missing");
        if (status != XPGN_OK) {
            free(g);
            return false;
        }
        public_walk_of(w)->sealed = g;
    }
    struct sealed kept = {.sealer = g->sealer, .text = g->text, .line = g->line};
    *g = kept;
    xpgn_buffer_clear(&g->line);
    xpgn_buffer_clear(&g->text);
    return true;
}

void sealed_begin(xpgn_walk *w) {
    const xpgn_tag *commit = walk_known(w, KNOWN_DICE_COMMIT);
    const xpgn_tag *open = walk_known(w, KNOWN_DICE_OPEN);
    if (walk_line(w)->dead || w->no_memory || (commit == NULL && open == NULL))
        return;
    if (commit == NULL) {
        log_add(&w->log, D_SEALED_ALONE, open->place, "DiceOpen without DiceCommit");
        return;
    }
    if (!open_game(w) || !read_sealed_tags(w, commit))
        return;
    w->transcribed = true;
    sealed_transcript_begin(w);
}

void sealed_read(xpgn_walk *w) {
    struct sealed *g = sealed_of(w);
    const struct line *l = &w->lines.list[0];
    g->broken |= l->dead || l->gap || w->no_memory;
    if (g->broken || w->lines.depth > 0)
        return;
    if (w->acted && g->announced.size > 0) {
        log_add(&w->log, D_SEALED_COMMAND, w->entry.recorded.place,
                "an action follows [%%announced]: the announced action comes first");
        g->broken = true;
    } else if (w->acted) {
        sealed_add_action(w);
        sealed_add_unplayed(w, &w->entry.remarks);
    } else if (w->remarked) {
        sealed_add_unplayed(w, &w->entry.remarks);
    }
}

/* ---- for those who play it ------------------------------------------------------------------- */

xpgn_status xpgn_walk_sealed(const xpgn_walk *w, xpgn_sealed_game *out) {
    const struct sealed *g = public_walk_const(w)->sealed;
    if (!w->transcribed || !w->ended || g->broken || g->too_many || w->no_memory)
        return XPGN_NOT_FOUND;
    *out = (xpgn_sealed_game){.commit = g->commit,
                              .keys = g->keys,
                              .game = g->game,
                              .transcript = g->transcript,
                              .text = {g->text.data, g->text.size},
                              .announced = g->announced,
                              .rolls = (uint32_t)g->count,
                              .fitting = g->fitting,
                              .last = (uint8_t)g->last,
                              .end = (uint8_t)g->end};
    if (g->open_tag != NULL)
        out->open = g->open;
    return XPGN_OK;
}

bool xpgn_walk_sealed_roll(const xpgn_walk *w, uint32_t number, xpgn_sealed_entry *out) {
    const struct sealed *g = public_walk_const(w)->sealed;
    if (!w->transcribed || !w->ended || number < 1 || number > g->count || w->no_memory)
        return false;
    const struct roll *r = &g->rolls[number - 1];
    *out = (xpgn_sealed_entry){.announced = r->what,
                               .dice = r->dice,
                               .before = r->before,
                               .digest = r->digest,
                               .party = (uint8_t)r->actor,
                               .annulled = r->annulled};
    if (g->links != NULL && number <= g->number)
        out->links = g->links[number];
    return true;
}

/* SPDX-License-Identifier: MIT */
#include "base/slice.h"
#include "game/dates.h"
#include "game/walk.h"

enum {
    TAGS_COMPARED = 256
}; /* duplicates are looked for among so many tags, not among a million */

static uint32_t offset_of(const xpgn_walk *w, const char *at) {
    return (uint32_t)(at - w->game->text.data);
}

static bool add_tag(xpgn_walk *w, const struct token *t) {
    for (size_t i = 0; i < w->tag_count && i < TAGS_COMPARED; i++) {
        if (slice_equal(w->tags[i].name, t->name)) {
            log_add(&w->log, D_TAG_TWICE, t->place, "tag %.*s given twice", (int)t->name.size,
                    t->name.data);
            break;
        }
    }
    if (w->tag_count == w->tag_capacity) {
        size_t capacity = w->tag_capacity ? w->tag_capacity * 2 : 16;
        xpgn_tag *tags = arena_alloc(&w->arena, capacity * sizeof *tags);
        if (tags == NULL)
            return false;
        if (w->tag_count > 0)
            memcpy(tags, w->tags, w->tag_count * sizeof *tags);
        w->tags = tags;
        w->tag_capacity = capacity;
    }
    w->tags[w->tag_count++] = (xpgn_tag){t->name, t->text, t->value_place};
    return true;
}

static const xpgn_tag *find_tag(const xpgn_walk *w, const char *name) {
    size_t size = strlen(name);
    for (size_t i = 0; i < w->tag_count; i++) {
        const xpgn_tag *t = &w->tags[i];
        if (t->name.size == size && t->name.data[0] == name[0] &&
            memcmp(t->name.data, name, size) == 0)
            return t;
    }
    return NULL;
}

static void read_tags(xpgn_walk *w) {
    for (;;) {
        walk_token(w);
        xpgn_remark comment = {.line = w->token.kind == TOKEN_LINE, .text = w->token.text};
        bool ok = true;
        if (w->token.kind == TOKEN_TAG)
            ok = add_tag(w, &w->token);
        else if (w->token.kind == TOKEN_COMMENT || w->token.kind == TOKEN_LINE)
            ok = walk_remark(w, &w->early, comment);
        else
            break;
        if (!ok) {
            w->no_memory = true;
            return;
        }
    }
    walk_hold(w);
}

/* ---- dates ----------------------------------------------------------------------------------- */

static void check_date(xpgn_walk *w, const char *name) {
    const xpgn_tag *t = find_tag(w, name);
    if (t != NULL && !date_usual(t->value))
        log_add(&w->log, D_DATE, t->place, "%s \"%.*s\" is no date", name, (int)t->value.size,
                t->value.data);
}

/* A backslash before something else than a quote or a backslash; one finding a tag. */
static void check_escapes(xpgn_walk *w, const xpgn_tag *t) {
    const char *end = t->value.data + t->value.size;
    for (const char *p = t->value.data; p < end; p++) {
        if (*p != '\\')
            continue;
        if (p + 1 < end && (p[1] == '"' || p[1] == '\\')) {
            p++;
            continue;
        }
        log_add(&w->log, D_TAG_ESCAPE, (xpgn_place){offset_of(w, p), p + 1 < end ? 2 : 1},
                "a backslash in the value of %.*s that begins no escape", (int)t->name.size,
                t->name.data);
        return;
    }
}

static void check_values(xpgn_walk *w) {
    for (size_t i = 0; i < w->tag_count; i++)
        check_escapes(w, &w->tags[i]);
    check_date(w, "Date");
    check_date(w, "EventDate");
    check_date(w, "UTCDate");
    const xpgn_tag *version = find_tag(w, "XPGN");
    if (version != NULL && !slice_is(version->value, "1"))
        log_add(&w->log, D_VERSION, version->place,
                "XPGN version \"%.*s\", but this program knows 1", (int)version->value.size,
                version->value.data);
    const xpgn_tag *result = find_tag(w, "Result");
    if (result != NULL && !result_is(result->value))
        log_add(&w->log, D_TAG_RESULT, result->place, "Result \"%.*s\" is no result",
                (int)result->value.size, result->value.data);
}

/* ---- the ruleset ----------------------------------------------------------------------------- */

static xpgn_slice value_of(const xpgn_tag *t) {
    return t != NULL ? t->value : (xpgn_slice){"", 0};
}

static void find_ruleset(xpgn_walk *w) {
    const xpgn_tag *variant = find_tag(w, "Variant");
    const xpgn_tag *options = find_tag(w, "RuleOptions");
    xpgn_slice unknown = {"", 0};
    xpgn_status st =
        xpgn_rules_find(w->rules, value_of(variant), value_of(options), &w->ruleset, &unknown);
    if (st == XPGN_OK)
        return;
    w->ruleset = NULL;
    if (st == XPGN_NO_MEMORY) {
        w->no_memory = true;
        return;
    }
    const char *base = w->game->text.data;
    xpgn_place at = options != NULL   ? options->place
                    : variant != NULL ? variant->place
                                      : (xpgn_place){0, 0};
    bool is_option = options != NULL && unknown.data >= options->value.data &&
                     unknown.data <= options->value.data + options->value.size;
    if (is_option && unknown.size > 0)
        at = (xpgn_place){(uint32_t)(unknown.data - base), (uint32_t)unknown.size};
    else if (!is_option && variant != NULL)
        at = variant->place;
    log_add(&w->log, is_option ? D_OPTION : D_VARIANT, at, "unknown %s \"%.*s\"",
            is_option ? "rule option" : "variant", (int)unknown.size, unknown.data);
}

/* A game that names its rules by digest is checked by these and no others. */
static void check_digest(xpgn_walk *w) {
    const xpgn_tag *t = find_tag(w, "RulesDigest");
    if (t == NULL)
        return;
    if (w->digest_of != w->ruleset) {
        xpgn_status status = ruleset_digest(w->ruleset, w->digest);
        w->no_memory = w->no_memory || status == XPGN_NO_MEMORY;
        if (status == XPGN_NOT_FOUND)
            log_add(&w->log, D_DIGEST, t->place, "not compared: no libsodium to compute it with");
        if (status != XPGN_OK)
            return;
    }
    w->digest_of = w->ruleset;
    if (!slice_is(t->value, w->digest)) {
        log_add(&w->log, D_DIGEST, t->place, "the game was played by other rules than %s",
                w->ruleset->id);
        log_hint(&w->log, "these rules are %s", w->digest);
    }
}

/* ---- who begins (CC-2) ----------------------------------------------------------------------- */

/* Seat 0 or 1 by "3:3 5:2"; -1: it decides nothing. */
static int roll_off(xpgn_slice v, unsigned faces) {
    int seat = -1;
    size_t i = 0;
    while (i < v.size) {
        if (v.data[i] == ' ') {
            i++;
            continue;
        }
        if (seat >= 0 || v.size - i < 3 || !is_digit(v.data[i]) || v.data[i + 1] != ':' ||
            !is_digit(v.data[i + 2]) || (i + 3 < v.size && v.data[i + 3] != ' '))
            return -1;
        unsigned a = (unsigned)(v.data[i] - '0'), b = (unsigned)(v.data[i + 2] - '0');
        if (a < 1 || b < 1 || a > faces || b > faces)
            return -1;
        if (a != b)
            seat = a > b ? 0 : 1;
        i += 3;
    }
    return seat;
}

static void apply_roll_off(xpgn_walk *w, xpgn_position *p, bool given) {
    const xpgn_tag *t = find_tag(w, "FirstRoll");
    if (!w->ruleset->roll_off || t == NULL)
        return;
    const char *rule = w->ruleset->cite[CITE_FIRST];
    int seat = roll_off(t->value, w->ruleset->die);
    if (seat < 0)
        log_rule(&w->log, rule, t->place, "FirstRoll \"%.*s\" does not say who begins",
                 (int)t->value.size, t->value.data);
    else if (!given)
        p->turn = (uint8_t)seat;
    else if (p->number == 1 && p->clock == 0 && p->turn != seat)
        log_rule(&w->log, rule, t->place, "FirstRoll lets %s begin, but the position %s",
                 w->ruleset->seat_name[seat], w->ruleset->seat_name[p->turn]);
}

/* ---- the start position ---------------------------------------------------------------------- */

static bool read_position(xpgn_walk *w, const xpgn_tag *t, xpgn_position *out) {
    return xpgn_position_read(w->ruleset, t->value, offset_of(w, t->value.data), out, &w->log) ==
           XPGN_OK;
}

static bool tag_position(xpgn_walk *w, const xpgn_tag *fen, const xpgn_tag *xfen,
                         xpgn_position *out) {
    if (!read_position(w, xfen != NULL ? xfen : fen, out))
        return false;
    if (fen == NULL || xfen == NULL)
        return true;
    xpgn_position other;
    if (!read_position(w, fen, &other))
        return false;
    if (position_equal(out, &other))
        return true;
    log_add(&w->log, D_FEN_DIFFER, xfen->place, "FEN and XFEN say different positions");
    return false;
}

static bool start_position(xpgn_walk *w, xpgn_position *out) {
    const xpgn_tag *fen = find_tag(w, "FEN"), *xfen = find_tag(w, "XFEN");
    const xpgn_tag *setup = find_tag(w, "SetUp");
    if (fen != NULL || xfen != NULL)
        return tag_position(w, fen, xfen, out);
    if (setup != NULL && slice_is(setup->value, "1"))
        log_add(&w->log, D_SETUP, setup->place, "SetUp \"1\", but no FEN or XFEN");
    if (xpgn_ruleset_start(w->ruleset, out))
        return true;
    log_rule(&w->log, w->ruleset->cite[CITE_SETUP], (xpgn_place){0, 0},
             "%s has no start position of its own, and the record gives none", w->ruleset->title);
    return false;
}

void walk_header(xpgn_walk *w) {
    read_tags(w);
    if (w->no_memory)
        return;
    check_values(w);
    find_ruleset(w);
    struct frame *f = walk_frame(w);
    f->dead = w->ruleset == NULL || !start_position(w, &f->state.position);
    if (f->dead)
        return;
    check_digest(w);
    apply_roll_off(w, &f->state.position, find_tag(w, "FEN") || find_tag(w, "XFEN"));
    referee_judge_start(w->ruleset, &f->state, &f->outcome);
    f->before = f->turn_start = f->state;
    f->before_outcome = f->outcome;
}

/* The fast way only looks at tags; now somebody wants to have them. */
static void read_pending(const xpgn_walk *walk) {
    if (!walk->tags_pending)
        return;
    xpgn_walk *w = (xpgn_walk *)(uintptr_t)walk; /* to the caller nothing changes */
    w->tags_pending = false;
    lex_begin(&w->lex, w->game->text, &w->scratch);
    read_tags(w);
}

const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count) {
    read_pending(walk);
    *count = walk->tag_count;
    return walk->tags;
}

xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name) {
    read_pending(walk);
    const xpgn_tag *t = find_tag(walk, name);
    return t != NULL ? t->value : (xpgn_slice){NULL, 0};
}

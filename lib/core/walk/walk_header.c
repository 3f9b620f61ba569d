/* SPDX-License-Identifier: MIT */
#include "core/base/edit_distance.h"
#include "core/base/slice.h"
#include "core/forms/date.h"
#include "core/forms/tagname.h"
#include "core/game/finding_hint.h"
#include "core/play/ending.h"
#include "core/rules/ruleset_loader.h"
#include "core/text/result_text.h"
#include "core/text/tagvalue.h"
#include "core/walk/walk_state.h"

#include <stdio.h>
#include <string.h>
#include <xpgn/rulesets.h>

/* Duplicates are searched among this many tags only: a game may have a million. */
enum { TAGS_COMPARED = 256 };

/* The first tag with that name among the first `most`, or NULL. */
static const xpgn_tag *find_tag(const struct tags *tags, xpgn_slice name, size_t most) {
    for (size_t i = 0; i < tags->count && i < most; i++)
        if (slice_equal(tags->list[i].name, name))
            return &tags->list[i];
    return NULL;
}

/* Adds the current tag; a duplicate is reported, and kept too. */
static void add_read_tag(xpgn_walk *w) {
    const struct token *t = &w->token;
    if (find_tag(w->tags, t->name, TAGS_COMPARED) != NULL)
        log_add(&w->log, D_TAG_TWICE, t->place, "duplicate tag %.*s", SLICE(t->name));
    xpgn_slice value = lex_tag_value(&w->tags->arena, t);
    tags_add(w->tags, (xpgn_tag){t->name, value, t->value_place});
}

/* True if it says that a tag is written in another form, and it is known what is meant. */
static bool is_of_form(const xpgn_finding *f) {
    return f->level == XPGN_WARNING && (log_is(f, D_TAG_CASE) || log_is(f, D_TAG_FORM) ||
                                        log_is(f, D_QUOTE_OPEN) || log_is(f, D_TAG_WORDS));
}

/* Makes one finding of several from index `from` on that say the same of several tags. */
static void gather(struct log *log, size_t from) {
    xpgn_finding *first = &log->list[from];
    uint32_t count = 0;
    size_t kept = from + 1;
    for (size_t i = from; i < log->count; i++)
        count += is_of_form(&log->list[i]) && log->list[i].code == first->code;
    xpgn_fix *fixes = count > 1 ? arena_alloc(&log->arena, count * sizeof *fixes) : NULL;
    if (fixes == NULL)
        return;
    uint32_t fixed = 0;
    for (size_t i = from; i < log->count; i++) {
        const xpgn_finding *f = &log->list[i];
        bool of_form = is_of_form(f) && f->code == first->code;
        if (of_form && f->fix_count > 0)
            fixes[fixed++] = f->fix[0];
        if (!of_form)
            log->list[kept++] = *f;
    }
    log->count = kept;
    log->last_kept = false;
    first->fix = fixed > 0 ? fixes : NULL;
    first->fix_count = fixed;
    first->together = fixed > 0;
    first->text = log_text(log, "%s (and %u more)", first->text, count - 1);
}

/* A hand that writes all tags in a form of its own is one finding for each form. */
static void gather_forms(struct log *log, size_t from) {
    for (size_t i = from; i < log->count; i++)
        if (is_of_form(&log->list[i]))
            gather(log, i);
}

static void read_tag_pairs(xpgn_walk *w) {
    size_t from = w->log.count;
    w->lex.head = true;
    while (!w->no_memory) {
        walk_token(w);
        if (w->token.kind == TOKEN_TAG)
            add_read_tag(w);
        else if (w->token.kind == TOKEN_COMMENT || w->token.kind == TOKEN_LINE)
            walk_remark(w, &w->early);
        else
            break;
    }
    gather_forms(&w->log, from);
    w->held = true;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Reports a backslash before anything but a quote or a backslash, once per tag; what it means in a
   position is said where that is read. */
static void check_escapes(xpgn_walk *w, const xpgn_tag *t) {
    const char *p = t->value.data, *end = p + t->value.size;
    while (p < end && (*p != '\\' || (p + 1 < end && (p[1] == '"' || p[1] == '\\'))))
        p += *p == '\\' ? 2 : 1;
    if (p < end && !slice_is(t->name, "FEN") && !slice_is(t->name, "XFEN"))
        log_add(&w->log, D_TAG_ESCAPE, walk_place(w, (xpgn_slice){p, p + 1 < end ? 2 : 1}),
                "unknown escape in the value of %.*s", SLICE(t->name));
}

void walk_check_known(xpgn_walk *w) {
    const xpgn_tag *setup = walk_known(w, KNOWN_SETUP), *version = walk_known(w, KNOWN_XPGN),
                   *result = walk_known(w, KNOWN_RESULT);
    bool given = walk_gives_start(w);
    /* PGN: 1 if a position is given (a missing one is an error of its own), 0 if none is */
    if (setup != NULL && !slice_is(setup->value, "1") && (given || !slice_is(setup->value, "0")))
        log_add(&w->log, D_SETUP_VALUE, setup->place, "SetUp \"%.*s\", %s", SLICE(setup->value),
                given ? "expected \"1\": a position is given" : "expected \"0\" or \"1\"");
    if (version != NULL && !slice_is(version->value, "1"))
        log_add(&w->log, D_VERSION, version->place,
                "unknown format version: XPGN \"%.*s\", expected \"1\"", SLICE(version->value));
    if (result != NULL && !result_is(result->value))
        log_add(&w->log, D_TAG_RESULT, result->place, "invalid result: Result \"%.*s\"",
                SLICE(result->value));
}

static void check_required(xpgn_walk *w) {
    const char *end;
    for (const char *p = w->options.require; p != NULL && *p != '\0'; p = end + (*end == ',')) {
        end = p + strcspn(p, ",");
        xpgn_slice name = {p, (size_t)(end - p)};
        const xpgn_tag *t = find_tag(w->tags, name, SIZE_MAX);
        if (name.size > 0 && t == NULL)
            log_add(&w->log, D_TAG_REQUIRED, (xpgn_place){0, 0}, "missing tag %.*s", SLICE(name));
        else if (t != NULL && slice_has_only(t->value, "?."))
            log_add(&w->log, D_TAG_REQUIRED, t->place, "%.*s \"%.*s\", expected a known value",
                    SLICE(name), SLICE(t->value));
    }
}

/* Reports missing tags of the seven that PGN requires, in one finding. */
static void check_seven(xpgn_walk *w) {
    char missing[64] = "";
    size_t n = 0;
    for (size_t i = 0; i < SEVEN_TAGS; i++)
        if (find_tag(w->tags, seven_tags[i], SIZE_MAX) == NULL)
            n += (size_t)snprintf(missing + n, sizeof missing - n, "%s%s", n > 0 ? ", " : "",
                                  seven_tags[i].data);
    if (n > 0)
        log_add(&w->log, D_TAG_SEVEN, (xpgn_place){0, 0}, "missing tags: %s", missing);
}

/* Offers the possible dates of an ambiguous one: 3/4 is in March or in April. */
static void offer_dates(xpgn_walk *w, const xpgn_tag *t) {
    char date[2][XPGN_DATE];
    unsigned count = date_readings(t->value, date);
    if (count == 2)
        log_hint(&w->log, "write %s or %s", date[0], date[1]);
    else if (count == 1)
        log_hint(&w->log, "write %s", date[0]);
    for (unsigned i = 0; i < count; i++)
        log_fix(&w->log, t->place, "%s", date[i]);
    if (count == 2)
        log_fixes_tie(&w->log);
}

static void check_values(xpgn_walk *w) {
    check_required(w);
    if (w->options.lint)
        check_seven(w);
    for (size_t i = 0; i < w->tags->count; i++)
        check_escapes(w, &w->tags->list[i]);
    for (size_t i = 0; i < w->tags->count; i++) {
        const xpgn_tag *t = &w->tags->list[i];
        enum tag_kind kind = tag_kind_of(t->name);
        if (tag_value_fits(kind, t->value))
            continue;
        log_add(&w->log, tag_value_code(kind), t->place, "%s: %.*s \"%.*s\"", tag_value_fault(kind),
                SLICE(t->name), SLICE(t->value));
        if (kind == TAG_DATE)
            offer_dates(w, t);
    }
    walk_check_known(w);
}

/* ---- the ruleset ----------------------------------------------------------------------------- */

enum { KNOWN = 64, NAME = 32 };

/* Suggests the option that was probably meant, else lists all. */
static const char *hint_option(xpgn_walk *w, xpgn_slice unknown) {
    const char *list[KNOWN + 1] = {NULL}; /* the options of the ruleset in force */
    const xpgn_ruleset *rs = NULL;
    xpgn_slice none;
    char text[NAME] = ""; /* spelled like an option: "Remote_Royals" becomes "remote-royals" */
    for (size_t i = 0; i < unknown.size && i < NAME - 1; i++) {
        char c = unknown.data[i];
        text[i] = c == '_' ? '-' : to_lower(c);
    }
    if (xpgn_catalog_find(w->rules, walk_value(w, KNOWN_VARIANT), (xpgn_slice){NULL, 0}, &rs,
                          &none) == XPGN_OK)
        for (size_t n = 0; n < KNOWN; n++)
            list[n] = xpgn_ruleset_option(rs, n);
    if (list[0] == NULL)
        log_hint(&w->log, "remove it: this game has no options");
    return words_hint(list, text, &w->log);
}

static const char *hint_variant(xpgn_walk *w, xpgn_slice unknown) {
    const char *nearest = catalog_nearest(w->rules, unknown);
    if (nearest != NULL)
        log_hint(&w->log, "did you mean %s?", nearest);
    return nearest;
}

void walk_find_ruleset(xpgn_walk *w) {
    const struct assumed *a = &w->assumed;
    xpgn_slice variant = walk_value(w, KNOWN_VARIANT), options = walk_value(w, KNOWN_OPTIONS);
    xpgn_slice unknown = {"", 0};
    if (a->variant != NULL)
        variant = slice_of(a->variant);
    if (options.data == NULL && a->options != NULL)
        options = slice_of(a->options);
    xpgn_status st = xpgn_catalog_find(w->rules, variant, options, &w->ruleset, &unknown);
    w->no_memory |= st == XPGN_NO_MEMORY;
    if (st == XPGN_OK || st == XPGN_NO_MEMORY)
        return;
    bool is_option = unknown.data != variant.data;
    const xpgn_tag *tag = walk_known(w, is_option ? KNOWN_OPTIONS : KNOWN_VARIANT);
    xpgn_place at = walk_place(w, unknown); /* the place of an assumed value is never used */
    if (tag != NULL && !walk_has(w, unknown))
        at = tag->place; /* a value over two lines: the fix replaces all of it */
    log_add(&w->log, is_option ? D_OPTION : D_VARIANT, at, "unknown %s '%.*s'",
            is_option ? "rule option" : "variant", SLICE(unknown));
    const char *nearest = is_option ? hint_option(w, unknown) : hint_variant(w, unknown);
    if (nearest != NULL)
        log_fix(&w->log, at, "%s", nearest);
}

/* A game that names its rules by digest is checked with exactly these rules. */
void walk_check_digest(xpgn_walk *w) {
    const xpgn_tag *t = walk_known(w, KNOWN_DIGEST);
    if (t == NULL)
        return;
    if (w->digest.of != w->ruleset) {
        xpgn_status status = ruleset_digest(w->ruleset, w->digest.text);
        w->no_memory = w->no_memory || status == XPGN_NO_MEMORY;
        if (status == XPGN_NOT_FOUND)
            log_add(&w->log, D_DIGEST, t->place, "RulesDigest not checked: libsodium is missing");
        if (status != XPGN_OK)
            return;
    }
    w->digest.of = w->ruleset;
    if (!slice_is(t->value, w->digest.text)) {
        log_add(&w->log, D_DIGEST, t->place, "RulesDigest does not match the loaded rules of %s",
                w->ruleset->id);
        log_hint(&w->log, "the loaded rules have the digest %s", w->digest.text);
    }
}

/* ---- who begins (CC-2) ----------------------------------------------------------------------- */

int walk_roll_off_seat(const xpgn_walk *w) {
    return tag_roll_off(walk_value(w, KNOWN_FIRST_ROLL), w->ruleset->die);
}

/* Reads dice with another sign between them: FirstRoll "2-1". */
static bool mend_roll_off(xpgn_walk *w) {
    xpgn_tag *t = &w->tags->known[KNOWN_FIRST_ROLL];
    char text[64] = "";
    xpgn_slice is = tag_roll_off_meant(t->value, text);
    if (is.size == 0 || tag_roll_off(is, w->ruleset->die) < 0)
        return false;
    log_add_level(&w->log, D_ROLL_FORM, XPGN_WARNING, t->place,
                  "FirstRoll \"%.*s\", expected \"%.*s\"", SLICE(t->value), SLICE(is));
    log_hint(&w->log, "write %.*s", SLICE(is));
    log_fix(&w->log, t->place, "%.*s", SLICE(is));
    walk_take_value(w, KNOWN_FIRST_ROLL, is);
    return true;
}

void walk_roll_off(xpgn_walk *w, xpgn_position *p, bool given) {
    const xpgn_tag *t = walk_known(w, KNOWN_FIRST_ROLL);
    if (!w->ruleset->roll_off || t == NULL)
        return;
    const char *rule = w->ruleset->cite[CITE_FIRST];
    int seat = walk_roll_off_seat(w);
    if (seat < 0 && mend_roll_off(w))
        seat = walk_roll_off_seat(w);
    if (seat < 0) {
        log_rule(&w->log, rule, t->place, "FirstRoll \"%.*s\" does not decide who begins",
                 SLICE(t->value));
        log_hint(&w->log,
                 "write the dice of both sides, white's first, until they differ: 3:3 5:2");
    } else if (!given)
        p->side_to_move = (uint8_t)seat;
    else if (p->number == 1 && p->halfmove_clock == 0 && p->side_to_move != seat)
        log_rule(&w->log, rule, t->place,
                 "FirstRoll lets %s begin, but in the position %s is to move",
                 w->ruleset->seat_name[seat], w->ruleset->seat_name[p->side_to_move]);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Sets up the position that the tags give, once the ruleset is known, and tells whether the game is
   over in it. */
bool walk_start_state(xpgn_walk *w, struct state *s, xpgn_outcome *outcome) {
    if (!walk_start_position(w, &s->position))
        return false;
    walk_check_digest(w);
    walk_roll_off(w, &s->position, walk_gives_start(w));
    ending_at_start(w->ruleset, s, outcome);
    return true;
}

size_t walk_header(xpgn_walk *w) {
    read_tag_pairs(w);
    if (w->no_memory)
        return w->log.count;
    check_values(w);
    size_t mark = w->log.count;
    walk_find_ruleset(w);
    struct line *l = walk_line(w);
    l->dead = w->ruleset == NULL || !walk_start_state(w, &l->state, &l->outcome);
    if (!l->dead)
        l->before = l->state;
    return mark;
}

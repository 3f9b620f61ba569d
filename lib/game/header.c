/* SPDX-License-Identifier: MIT */
#include "base/slice.h"
#include "game/hint.h"
#include "game/tagvalue.h"
#include "game/walk.h"
#include "rules/schema.h"
#include "text/span.h"

enum {
    TAGS_COMPARED = 256
}; /* duplicates are looked for among so many tags, not among a million */

static uint32_t offset_of(const xpgn_walk *w, const char *at) {
    return (uint32_t)(at - w->game->text.data);
}

/* Of one that is given twice the first counts. */
static void note_known(xpgn_walk *w, const xpgn_tag *t) {
    const struct tag_name *name = tag_name_find(t->name.data, t->name.size);
    if (name == NULL || name->known == KNOWN_COUNT || (w->known_set >> name->known & 1) != 0)
        return;
    w->known_set |= 1u << name->known;
    w->known[name->known] = *t;
}

static const xpgn_tag *known(const xpgn_walk *w, enum known_tag k) {
    return (w->known_set >> k & 1) != 0 ? &w->known[k] : NULL;
}

static bool add_tag(xpgn_walk *w, const struct token *t) {
    for (size_t i = 0; i < w->tag_count && i < TAGS_COMPARED; i++) {
        if (slice_equal(w->tags[i].name, t->name)) {
            log_add(&w->log, D_TAG_TWICE, t->place, "duplicate tag %.*s", (int)t->name.size,
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
    xpgn_tag *tag = &w->tags[w->tag_count++];
    *tag = (xpgn_tag){t->name, t->text, t->value_place};
    note_known(w, tag);
    return true;
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

/* ---- values ---------------------------------------------------------------------------------- */

static void check_value(xpgn_walk *w, const xpgn_tag *t) {
    enum tag_kind kind = tag_kind_of(t->name);
    if (!tag_value_fits(kind, t->value))
        log_add(&w->log, tag_value_code(kind), t->place, "%s: %.*s \"%.*s\"", tag_value_fault(kind),
                (int)t->name.size, t->name.data, (int)t->value.size, t->value.data);
}

/* PGN: 1 where a position is given, 0 where the game begins as usual. */
static void check_setup(xpgn_walk *w) {
    const xpgn_tag *t = known(w, KNOWN_SETUP);
    bool given = known(w, KNOWN_FEN) != NULL || known(w, KNOWN_XFEN) != NULL;
    if (t == NULL || slice_is(t->value, "1"))
        return; /* a position that is missing is an error of its own */
    if (given || !slice_is(t->value, "0"))
        log_add(&w->log, D_SETUP_VALUE, t->place, "SetUp \"%.*s\", %s", (int)t->value.size,
                t->value.data,
                given ? "expected \"1\": a position is given" : "expected \"0\" or \"1\"");
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
                "unknown escape in the value of %.*s", (int)t->name.size, t->name.data);
        return;
    }
}

/* Values of the tags that the walk goes by. */
static void check_known(xpgn_walk *w) {
    check_setup(w);
    const xpgn_tag *version = known(w, KNOWN_XPGN);
    if (version != NULL && !slice_is(version->value, "1"))
        log_add(&w->log, D_VERSION, version->place,
                "unknown format version: XPGN \"%.*s\", expected \"1\"", (int)version->value.size,
                version->value.data);
    const xpgn_tag *result = known(w, KNOWN_RESULT);
    if (result != NULL && !result_is(result->value))
        log_add(&w->log, D_TAG_RESULT, result->place, "invalid result: Result \"%.*s\"",
                (int)result->value.size, result->value.data);
}

static void check_values(xpgn_walk *w) {
    for (size_t i = 0; i < w->tag_count; i++)
        check_escapes(w, &w->tags[i]);
    for (size_t i = 0; i < w->tag_count; i++)
        check_value(w, &w->tags[i]);
    check_known(w);
}

/* ---- the ruleset ----------------------------------------------------------------------------- */

static xpgn_slice value_of(const xpgn_tag *t) {
    return t != NULL ? t->value : (xpgn_slice){"", 0};
}

enum { KNOWN = 64, NAME = 32 };

/* A name as rulesets and options spell theirs: "Chess Atack" is "chess-atack". */
static void spell(xpgn_slice name, char text[NAME]) {
    size_t n = name.size < NAME - 1 ? name.size : NAME - 1;
    for (size_t i = 0; i < n; i++) {
        char c = name.data[i];
        text[i] = (char)(c == ' ' || c == '_' ? '-' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    text[n] = '\0';
}

/* The rulesets that there are, or the options of the one in force. */
static void known_names(xpgn_walk *w, bool options, const char *list[KNOWN + 1]) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown;
    size_t n = 0;
    if (options && xpgn_rules_find(w->rules, value_of(known(w, KNOWN_VARIANT)), (xpgn_slice){"", 0},
                                   &rs, &unknown) != XPGN_OK)
        rs = NULL;
    while (n < KNOWN && (list[n] = !options ? xpgn_rules_id(w->rules, n)
                                   : rs     ? xpgn_ruleset_option(rs, n)
                                            : NULL) != NULL)
        n++;
    list[n] = NULL;
}

/* The name that was meant; of options, else all that there are. */
static void hint_name(xpgn_walk *w, xpgn_slice unknown, bool option, xpgn_place at) {
    const char *list[KNOWN + 1];
    char text[NAME];
    spell(unknown, text);
    known_names(w, option, list);
    const char *nearest = schema_nearest(list, text);
    if (nearest != NULL) {
        log_hint(&w->log, "did you mean %s?", nearest);
        log_fix(&w->log, at, "%s", nearest);
        return;
    }
    if (!option)
        return;
    xpgn_buffer all = {0};
    for (size_t i = 0; list[i] != NULL; i++)
        xpgn_buffer_printf(&all, "%s%s", i > 0 ? ", " : "", list[i]);
    if (list[0] == NULL)
        log_hint(&w->log, "remove it: this game has no options");
    else if (!all.failed)
        log_hint(&w->log, "expected one of %.*s", (int)all.size, all.data);
    w->log.no_memory |= all.failed;
    xpgn_buffer_free(&all);
}

static void find_ruleset(xpgn_walk *w) {
    const xpgn_tag *variant = known(w, KNOWN_VARIANT);
    const xpgn_tag *options = known(w, KNOWN_OPTIONS);
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
    log_add(&w->log, is_option ? D_OPTION : D_VARIANT, at, "unknown %s '%.*s'",
            is_option ? "rule option" : "variant", (int)unknown.size, unknown.data);
    hint_name(w, unknown, is_option, at);
}

/* A game that names its rules by digest is checked by these and no others. */
static void check_digest(xpgn_walk *w) {
    const xpgn_tag *t = known(w, KNOWN_DIGEST);
    if (t == NULL)
        return;
    if (w->digest_of != w->ruleset) {
        xpgn_status status = ruleset_digest(w->ruleset, w->digest);
        w->no_memory = w->no_memory || status == XPGN_NO_MEMORY;
        if (status == XPGN_NOT_FOUND)
            log_add(&w->log, D_DIGEST, t->place, "RulesDigest not checked: libsodium is missing");
        if (status != XPGN_OK)
            return;
    }
    w->digest_of = w->ruleset;
    if (!slice_is(t->value, w->digest)) {
        log_add(&w->log, D_DIGEST, t->place, "RulesDigest does not match the loaded rules of %s",
                w->ruleset->id);
        log_hint(&w->log, "the loaded rules have the digest %s", w->digest);
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
    const xpgn_tag *t = known(w, KNOWN_FIRST_ROLL);
    if (!w->ruleset->roll_off || t == NULL)
        return;
    const char *rule = w->ruleset->cite[CITE_FIRST];
    int seat = roll_off(t->value, w->ruleset->die);
    if (seat < 0) {
        log_rule(&w->log, rule, t->place, "FirstRoll \"%.*s\" does not decide who begins",
                 (int)t->value.size, t->value.data);
        log_hint(&w->log,
                 "write the dice of both sides, white's first, until they differ: 3:3 5:2");
    } else if (!given)
        p->turn = (uint8_t)seat;
    else if (p->number == 1 && p->clock == 0 && p->turn != seat)
        log_rule(&w->log, rule, t->place,
                 "FirstRoll lets %s begin, but in the position %s is to move",
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
    log_add(&w->log, D_FEN_DIFFER, xfen->place, "FEN and XFEN give different positions");
    return false;
}

static bool start_position(xpgn_walk *w, xpgn_position *out) {
    const xpgn_tag *fen = known(w, KNOWN_FEN), *xfen = known(w, KNOWN_XFEN);
    const xpgn_tag *setup = known(w, KNOWN_SETUP);
    if (fen != NULL || xfen != NULL)
        return tag_position(w, fen, xfen, out);
    if (setup != NULL && slice_is(setup->value, "1"))
        log_add(&w->log, D_SETUP, setup->place, "SetUp \"1\" without FEN or XFEN");
    if (xpgn_ruleset_start(w->ruleset, out))
        return true;
    log_rule(&w->log, w->ruleset->cite[CITE_SETUP], (xpgn_place){0, 0},
             "missing start position: %s has none of its own", w->ruleset->title);
    log_hint(&w->log, "add the tags SetUp \"1\" and FEN");
    return false;
}

/* The ruleset is found: the position that the tags give, and whether the game is over in it. */
static bool begin_state(xpgn_walk *w, struct state *s, xpgn_outcome *outcome) {
    if (!start_position(w, &s->position))
        return false;
    check_digest(w);
    apply_roll_off(w, &s->position, (w->known_set & (1u << KNOWN_FEN | 1u << KNOWN_XFEN)) != 0);
    referee_judge_start(w->ruleset, s, outcome);
    return true;
}

void walk_header(xpgn_walk *w) {
    read_tags(w);
    if (w->no_memory)
        return;
    check_values(w);
    find_ruleset(w);
    struct frame *f = walk_frame(w);
    f->dead = w->ruleset == NULL || !begin_state(w, &f->state, &f->outcome);
    if (f->dead)
        return;
    f->before = f->turn_start = f->state;
    f->before_outcome = f->outcome;
}

/* ---- the fast way ---------------------------------------------------------------------------- */

enum { QUICK_TAGS = 64 };

/* Names seen so far, to notice one that comes twice; and those slots of them. */
struct name_set {
    uint64_t key[QUICK_TAGS];
    unsigned count; /* below QUICK_TAGS */
    uint64_t slots;
};

static inline bool name_is_new(struct name_set *set, uint64_t key, unsigned slot) {
    if ((set->slots >> slot & 1) != 0) {
        for (unsigned i = 0; i < set->count; i++) {
            if (set->key[i] == key)
                return false;
        }
    }
    set->slots |= (uint64_t)1 << slot;
    set->key[set->count++] = key;
    return true;
}

static inline bool value_fits(enum tag_kind kind, xpgn_slice value) {
    return kind == TAG_FREE || (kind == TAG_ELO && tag_is_usual_elo(value)) ||
           (kind == TAG_DATE && tag_is_usual_date(value)) || tag_value_fits(kind, value);
}

/* False: it is given twice, or its value does not fit. */
static inline bool note_usual(xpgn_walk *w, struct name_set *set, const struct span_tag *t) {
    struct tag_key key = tag_key_of(t->name, t->name_size);
    uint64_t mixed = tag_key_mix(key);
    unsigned slot = tag_name_slot(mixed);
    if (!name_is_new(set, mixed, slot))
        return false;
    const struct tag_name *name = tag_name_at(key, slot);
    if (name == NULL)
        return true;
    xpgn_slice value = {span_tag_value(t), t->value_size};
    if (name->known != KNOWN_COUNT) {
        w->known_set |= 1u << name->known;
        w->known[name->known] = (xpgn_tag){{t->name, t->name_size}, value, {0, 0}};
    }
    return value_fits((enum tag_kind)name->kind, value);
}

/* The next tag pair of the usual form with its line end; NULL if it is anything else. */
static const char *read_usual_tag(const char *p, const char *end, struct span_tag *t) {
    p = span_tag(p, end, t);
    if (p != NULL && end - p >= 2 && *p == '\r')
        p++;
    return p != NULL && p < end && *p == '\n' ? p + 1 : NULL;
}

/* All tag pairs of a game, one a line; where they end, or NULL: some are not of the usual form. */
static const char *read_usual_tags(xpgn_walk *w) {
    const char *p = w->game->text.data, *end = p + w->game->text.size;
    struct span_tag tag[QUICK_TAGS];
    size_t count = 0;
#ifdef CPU_X86_64
    if (cpu_has_avx2())
        p = wide_tags(p, end, tag, QUICK_TAGS, &count);
#endif
    for (; p != NULL && p < end && *p == '['; count++) {
        if (count == QUICK_TAGS)
            return NULL;
        p = read_usual_tag(p, end, &tag[count]);
    }
    struct name_set set;
    set.count = 0;
    set.slots = 0;
    for (size_t i = 0; p != NULL && i < count; i++) {
        if (!note_usual(w, &set, &tag[i]))
            return NULL;
    }
    return p;
}

/*
 * The start position of the ruleset, by the side that begins, if this game has it and if it is
 * known that a game can go on there.  False: nothing is said.
 */
static bool begin_as_judged(xpgn_walk *w) {
    xpgn_position *p = &w->quick.state.position;
    if (w->judged != w->ruleset)
        return false;
    w->quick.state = (struct state){.position = w->ruleset->start};
    apply_roll_off(w, p, false);
    return (w->judged_seats >> p->turn & 1) != 0;
}

bool walk_header_quick(xpgn_walk *w, xpgn_slice *rest) {
    const char *end = w->game->text.data + w->game->text.size;
    const unsigned position = 1u << KNOWN_FEN | 1u << KNOWN_XFEN | 1u << KNOWN_SETUP;
    const char *p = read_usual_tags(w);
    if (p == NULL)
        return false;
    *rest = (xpgn_slice){p, (size_t)(end - p)};
    w->moves_at = (size_t)(p - w->game->text.data);
    check_known(w);
    find_ruleset(w);
    if (w->ruleset == NULL || w->log.count > 0)
        return false;
    bool own = (w->known_set & position) == 0; /* the start position of the ruleset */
    if (own && begin_as_judged(w)) {
        check_digest(w);
        return w->log.count == 0;
    }
    xpgn_outcome outcome = {0};
    w->quick.state.turn = (struct turn){0};
    if (!begin_state(w, &w->quick.state, &outcome) || w->log.count > 0 || outcome.over)
        return false;
    if (own) {
        w->judged_seats = w->judged == w->ruleset ? w->judged_seats : 0;
        w->judged_seats |= 1u << w->quick.state.position.turn;
        w->judged = w->ruleset;
    }
    return true;
}

/* The fast way only looks at tags; now somebody wants to have them. */
static void read_pending(const xpgn_walk *walk) {
    if (!walk->tags_pending)
        return;
    xpgn_walk *w = (xpgn_walk *)(uintptr_t)walk; /* to the caller nothing changes */
    w->tags_pending = false;
    w->known_set = 0;
    lex_begin(&w->lex, w->game->text, &w->scratch);
    read_tags(w);
}

const xpgn_tag *xpgn_walk_tags(const xpgn_walk *walk, size_t *count) {
    read_pending(walk);
    *count = walk->tag_count;
    return walk->tags;
}

xpgn_slice xpgn_walk_tag(const xpgn_walk *walk, const char *name) {
    const struct tag_name *usual = tag_name_find(name, strlen(name));
    unsigned k = usual != NULL ? usual->known : KNOWN_COUNT;
    if (k != KNOWN_COUNT)
        return (walk->known_set >> k & 1) != 0 ? walk->known[k].value : (xpgn_slice){NULL, 0};
    read_pending(walk);
    for (size_t i = 0; i < walk->tag_count; i++) {
        if (slice_is(walk->tags[i].name, name))
            return walk->tags[i].value;
    }
    return (xpgn_slice){NULL, 0};
}

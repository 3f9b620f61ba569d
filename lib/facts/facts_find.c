/* SPDX-License-Identifier: MIT */
/* Resolves the names of facts. */
#include "facts/fact_list.h"

#include "core/base/edit_distance.h"
#include "core/base/fault.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/tagname.h"
#include "internal/queries.h"

#include <strings.h>

enum { NAME_SIZE = 40 };

static const char *const sides[] = {"attacker", "defender"};

static const char *const scopes[] = {
    [XPGN_SCOPE_RECORD] = "a game",
    [XPGN_SCOPE_START] = "a game",
    [XPGN_SCOPE_GAME] = "a game",
    [XPGN_SCOPE_LINE] = "a game",
    [XPGN_SCOPE_TURN] = "a turn",
    [XPGN_SCOPE_ACTION] = "an action",
    [XPGN_SCOPE_COMBAT] = "a combat",
    [XPGN_SCOPE_SIDE] = "each side of an action",
    [XPGN_SCOPE_COMBATANT] = "each side of a combat",
    [XPGN_SCOPE_EXCHANGE] = "an exchange",
    [XPGN_SCOPE_THROW] = "each side of an exchange",
    [XPGN_SCOPE_PLACE] = "a place",
    [XPGN_SCOPE_FINDING] = "a finding",
    [XPGN_SCOPE_FIX] = "a correction",
    [XPGN_SCOPE_DIFFERENCE] = "a difference",
    [XPGN_SCOPE_READING] = "a sheet",
    [XPGN_SCOPE_ODDS] = "odds",
    [XPGN_SCOPE_OUTCOME] = "an outcome",
    [XPGN_SCOPE_ATTEMPT] = "an attempt",
    [XPGN_SCOPE_STANDING] = "a player",
};

/* The letter that the table uses for this one. */
static char plain(char c) {
    return c == '-' || c == '.' ? '_' : c;
}

bool fact_is_word(xpgn_slice text, const char *word) {
    for (size_t i = 0; i < text.size; i++)
        if (word[i] == '\0' || plain(text.data[i]) != plain(word[i]))
            return false;
    return word[text.size] == '\0';
}

static bool passes(const struct fact_filter *filter, const xpgn_fact *f) {
    return (filter->scopes >> f->scope & 1) != 0 && (filter->types >> f->type & 1) != 0;
}

/* The side: 1 for attacker_, 2 for defender_, which it removes from the name; else 3. */
static uint8_t take_side(xpgn_slice *name) {
    const size_t size = strlen(sides[0]); /* both have this size */
    for (unsigned i = 0; i < 2; i++)
        if (name->size > size + 1 && memcmp(name->data, sides[i], size) == 0 &&
            plain(name->data[size]) == '_') {
            *name = (xpgn_slice){name->data + size + 1, name->size - size - 1};
            return (uint8_t)(1u << i);
        }
    return 3;
}

/* The fact with this name, else one that the filter rejects. ALL_FACTS if there is none. Of two
   that the filter takes, the one that is of sides if one is named, and else the other: `lost` is a
   chance of the odds, `attacker_lost` hit points. */
static unsigned find_row(xpgn_slice name, const struct fact_filter *filter, bool sided) {
    unsigned found = ALL_FACTS;
    for (unsigned i = 0; i < ALL_FACTS; i++) {
        const xpgn_fact *f = &fact_row_at(i)->fact;
        if (!fact_is_word(name, f->name))
            continue;
        const bool fits = passes(filter, f);
        if (fits && f->sided == sided)
            return i;
        if (found == ALL_FACTS || (fits && !passes(filter, &fact_row_at(found)->fact)))
            found = i;
    }
    return found;
}

/* The tag with that name in other letter case; NULL if there is none. Tags may be used wherever
   facts may. */
static const char *tag_alike(xpgn_slice name) {
    for (size_t i = 0; i < TAG_NAMES; i++) {
        const char *text = tag_names[i].text;
        size_t size = strnlen(text, TAG_NAME_ROOM);
        if (size > 0 && size == name.size && strncasecmp(text, name.data, size) == 0)
            return text;
    }
    return NULL;
}

/* "attacker_" or "defender_" if a name begins with nearly that, and *name becomes the rest; else
 * "". */
static const char *near_side(xpgn_slice *name) {
    static const char *const begins[] = {"attacker_", "defender_", NULL};
    char text[NAME_SIZE] = "";
    for (size_t i = 0; i < name->size && i + 1 < sizeof text; i++) {
        text[i] = plain(name->data[i]);
        if (text[i] != '_')
            continue;
        const char *side = words_nearest(begins, text);
        if (side == NULL || i + 1 == name->size)
            return "";
        *name = (xpgn_slice){name->data + i + 1, name->size - i - 1};
        return side;
    }
    return "";
}

/* Suggests an allowed name ("did you mean"), at the unknown part of the name. */
static void suggest(const struct fault_source *source, xpgn_slice whole, xpgn_slice name,
                    const struct fact_filter *filter) {
    const char *words[ALL_FACTS + 1];
    char text[NAME_SIZE] = "", show[UTF8_SHOW_SIZE];
    size_t count = 0;
    bool sided = name.data != whole.data;
    xpgn_slice rest = name;
    const char *side = sided ? "" : near_side(&rest);
    for (unsigned i = 0; i < ALL_FACTS; i++) {
        const xpgn_fact *f = &fact_row_at(i)->fact;
        if (passes(filter, f) && ((!sided && *side == '\0') || f->sided))
            words[count++] = f->name;
    }
    words[count] = NULL;
    for (size_t i = 0; i < rest.size && rest.size < sizeof text; i++)
        text[i] = plain(rest.data[i]);
    const char *near = words_nearest(words, text), *tag = sided ? NULL : tag_alike(name);
    utf8_show(name, show);
    if (tag != NULL) {
        (void)fault_at(source, name.data, name.size,
                       "unknown word '%s'; did you mean the tag %.*s?", show, TAG_NAME_ROOM, tag);
        return;
    }
    (void)fault_at(source, name.data, name.size,
                   near != NULL ? "unknown word '%s'; did you mean %s%s?" : "unknown word '%s'",
                   show, side, near);
}

/* Reports why the row is not allowed here. */
static void refuse_name(xpgn_slice whole, xpgn_slice name, const struct fact_filter *filter,
                        unsigned row, xpgn_fault *fault) {
    const struct fault_source source = {fault, whole.data};
    if (row == ALL_FACTS) {
        suggest(&source, whole, name, filter);
        return;
    }
    const xpgn_fact *f = &fact_row_at(row)->fact;
    if (!passes(filter, f))
        (void)fault_at(&source, name.data, name.size, "'%s' is of %s", f->name, scopes[f->scope]);
    else
        (void)fault_at(&source, whole.data, (size_t)(name.data - whole.data),
                       "unexpected side before '%s'", f->name);
}

xpgn_status fact_find(xpgn_slice whole, const struct fact_filter *filter, xpgn_fact_ref *out,
                      xpgn_fault *fault) {
    xpgn_slice name = whole = slice_given(whole);
    xpgn_fault unwanted;
    uint8_t of = take_side(&name);
    unsigned row = find_row(name, filter, of != 3);
    fault = fault != NULL ? fault : &unwanted;
    const xpgn_fact *f = row < ALL_FACTS ? &fact_row_at(row)->fact : NULL;
    if (f == NULL || !passes(filter, f) || (of != 3 && !f->sided)) {
        refuse_name(whole, name, filter, row, fault);
        return f != NULL && !passes(filter, f) ? XPGN_INVALID : XPGN_NOT_FOUND;
    }
    *out = (xpgn_fact_ref){(uint16_t)row, f->sided ? of : 1};
    return XPGN_OK;
}

xpgn_status xpgn_fact_resolve(xpgn_slice name, uint32_t allowed, xpgn_fact_ref *out,
                              xpgn_fault *fault) {
    return fact_find(name, &(struct fact_filter){allowed, FACT_ANY_TYPE}, out, fault);
}

bool fact_find_word(xpgn_slice text, xpgn_fact_ref *out, int64_t *number) {
    static const uint16_t worded[] = {FACT_kind, FACT_decision, FACT_fate};
    xpgn_slice name = text;
    uint8_t of = take_side(&name);
    for (unsigned i = 0; i < FACTS && of == 3; i++)
        if (fact_rows[i].fact.type == XPGN_VALUE_FLAG &&
            fact_is_word(text, fact_rows[i].fact.name)) {
            *out = (xpgn_fact_ref){(uint16_t)i, 1};
            *number = 1;
            return true;
        }
    for (size_t i = 0; i < sizeof worded / sizeof *worded; i++) {
        const xpgn_fact *f = &fact_rows[worded[i]].fact;
        for (*number = 0; f->words[*number] != NULL && (of == 3 || f->sided); ++*number)
            if (fact_is_word(name, f->words[*number])) {
                *out = (xpgn_fact_ref){worded[i], f->sided ? of : 1};
                return true;
            }
    }
    return false;
}

bool xpgn_tag_is_number(xpgn_slice name) {
    static const char elo[] = "Elo"; /* for Red, Green and teams too */
    const size_t size = sizeof elo - 1;
    name = slice_given(name);
    const struct tag_name *tag = tag_name_find(name.data, name.size);
    return (tag != NULL && (tag->kind == TAG_ELO || tag->kind == TAG_PLIES)) ||
           (name.size > size && memcmp(name.data + name.size - size, elo, size) == 0);
}

/* SPDX-License-Identifier: MIT */
/* Reading queries: one table of words, one of names; each fault has its place. */
#include "base/fault.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "study/query.h"

#include <stdio.h>
#include <stdlib.h>

enum { NAME_SIZE = 32 };

struct scan {
    struct query_term *term; /* the one at hand */
    struct fault_source source;
    const char *p;
};

static void skip_spaces(struct scan *s) {
    while (is_space(*s->p))
        s->p++;
}

static bool is_name(char c) {
    return is_letter(c) || c == '-' || c == '.' || c == '_';
}

static size_t name_size(const char *p) {
    size_t n = 0;
    while (is_name(p[n]))
        n++;
    return n;
}

static bool compares(const char *p) {
    while (is_space(*p))
        p++;
    return *p == '=' || *p == '<' || *p == '>' || (p[0] == '!' && p[1] == '=');
}

/* ---- words and names ------------------------------------------------------------------------- */

/* A name that can be compared. */
static xpgn_status find_name(const char *from, size_t size, xpgn_ask *ask, xpgn_fault *fault) {
    static const struct fact_filter filter = {XPGN_ACTION_SCOPES,
                                              FACT_ANY_TYPE & ~(1u << XPGN_FACT_TEXT)};
    return fact_find((xpgn_slice){from, size}, &filter, ask, fault);
}

/* A word that stands alone: a comparison of its fact. */
static bool find_word(struct query_term *t, const char *from, size_t size) {
    int64_t number;
    if (!fact_find_word((xpgn_slice){from, size}, &t->ask, &number))
        return false;
    t->type = XPGN_FACT_FLAG;
    t->compare = EQUAL;
    t->count = 1;
    t->value[0].number = number;
    return true;
}

/* Two words that stand for one: "double removal"; past the second if it is so. */
static bool find_pair(struct scan *s, const char *from, size_t size) {
    char both[2 * NAME_SIZE];
    const char *second = from + size;
    while (is_space(*second))
        second++;
    size_t n = name_size(second);
    if (n == 0 || size + 1 + n >= sizeof both)
        return false;
    memcpy(both, from, size);
    both[size] = '_';
    memcpy(both + size + 1, second, n);
    bool found = find_word(s->term, both, size + 1 + n);
    if (found)
        s->p = second + n;
    return found;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* N, N*, or * for any wounded piece */
static bool read_piece(struct scan *s, union query_value *v) {
    unsigned type = type_of_letter(*s->p);
    if (type == 0 && *s->p != '*')
        return false;
    v->pieces.types = (uint8_t)(type != 0 ? 1u << type : 0x7e);
    s->p += type != 0;
    v->pieces.wounded = *s->p == '*';
    s->p += *s->p == '*';
    return true;
}

/* e4, e?, ?4 */
static bool read_square(struct scan *s, union query_value *v) {
    const char *p = s->p;
    unsigned rank = 0;
    if ((*p < 'a' || *p > 'l') && *p != '?')
        return false;
    v->square.file = *p == '?' ? XPGN_NO_SQUARE : (uint8_t)(*p - 'a');
    v->square.rank = XPGN_NO_SQUARE;
    p++;
    if (*p == '?') {
        s->p = p + 1;
        return true;
    }
    for (; is_digit(*p) && rank < 100; p++)
        rank = 10 * rank + (unsigned)(*p - '0');
    if (rank < 1 || rank > XPGN_MAX_FILES)
        return false;
    v->square.rank = (uint8_t)(rank - 1);
    s->p = p;
    return true;
}

/* Words of before, and short ones. */
static const struct old_word {
    const char *text;
    uint16_t fact, number;
} old_words[] = {{"none", FACT_fate, XPGN_FATE_UNHARMED}, {"x", FACT_fate, XPGN_FATE_REMOVED}};

static bool is_short(xpgn_slice text, const char *word) {
    return fact_is_word(text, word) || (text.size == 1 && *text.data == *word);
}

static bool read_word(struct scan *s, union query_value *v) {
    const xpgn_slice text = {s->p, name_size(s->p)};
    const char *const *words = fact_rows[s->term->ask.fact].fact.words;
    bool found = false;
    for (v->number = 0; !found && words[v->number] != NULL; v->number += !found)
        found = is_short(text, words[v->number]);
    for (size_t i = 0; !found && i < sizeof old_words / sizeof *old_words; i++)
        if (old_words[i].fact == s->term->ask.fact && is_short(text, old_words[i].text)) {
            v->number = old_words[i].number;
            found = true;
        }
    s->p += found ? text.size : 0;
    return found;
}

static bool read_number(struct scan *s, union query_value *v) {
    const char *p = s->p;
    int64_t sign = *p == '-' ? -1 : 1, n = 0;
    p += *p == '-' || *p == '+';
    if (!is_digit(*p))
        return false;
    for (; is_digit(*p); p++)
        n = n > 99999999 ? n : n * 10 + (*p - '0');
    v->number = sign * n;
    s->p = p;
    return true;
}

/* 0.25, in millionths */
static bool read_decimal(struct scan *s, union query_value *v) {
    bool negative = *s->p == '-';
    int64_t part = 0, unit = 1000000;
    if (!read_number(s, v))
        return false;
    for (s->p += *s->p == '.'; is_digit(*s->p); s->p++)
        part += (unit /= 10) * (*s->p - '0');
    v->number = v->number * 1000000 + (negative ? -part : part);
    return true;
}

/* How the values of a name are written, and what to call them; of words the name itself. */
static const struct form {
    bool (*read)(struct scan *s, union query_value *v);
    const char *what;
} forms[] = {
    [XPGN_FACT_NUMBER] = {read_number, "a number"},
    [XPGN_FACT_MILLIONTHS] = {read_decimal, "a number"},
    [XPGN_FACT_WORD] = {read_word, NULL},
    [XPGN_FACT_SQUARE] = {read_square, "a square (e4, e?, ?4)"},
    [XPGN_FACT_PIECE] = {read_piece, "a piece (K Q R B N P, wounded N*)"},
};

/* "a fate (unharmed, wounded, removed)" */
static void describe(const struct query_term *t, char text[120]) {
    const xpgn_fact *f = &fact_rows[t->ask.fact].fact;
    size_t n = 0, room = 120;
    if (t->type != XPGN_FACT_WORD) {
        (void)snprintf(text, room, "%s", forms[t->type].what);
        return;
    }
    n += (size_t)snprintf(text, room, "a %s ", f->name);
    for (size_t i = 0; f->words[i] != NULL && n < room; i++)
        n += (size_t)snprintf(text + n, room - n, "%s%s%s", i > 0 ? ", " : "(", f->words[i],
                              f->words[i + 1] == NULL ? ")" : "");
}

static bool ends_value(char c) {
    return c == '\0' || c == ',' || is_space(c);
}

static bool read_values(struct scan *s) {
    struct query_term *t = s->term;
    const struct form *form = &forms[t->type];
    for (;;) {
        const char *from = s->p;
        if (t->count == QUERY_VALUES)
            return fault_at(&s->source, from, strlen(from), "more than %d values", QUERY_VALUES);
        bool good = form->read(s, &t->value[t->count]) && ends_value(*s->p);
        if (!good) {
            char show[UTF8_SHOW_SIZE], what[120];
            size_t size = 0;
            describe(t, what);
            while (!ends_value(from[size]))
                size++;
            if (size == 0)
                return fault_at(&s->source, from, 0, "expected %s", what);
            utf8_show((xpgn_slice){from, size}, show);
            return fault_at(&s->source, from, size, "expected %s, found '%s'", what, show);
        }
        t->count++;
        if (*s->p != ',')
            return true;
        s->p++;
    }
}

static bool read_comparison(struct scan *s) {
    struct query_term *t = s->term;
    skip_spaces(s);
    const char *from = s->p;
    char first = *s->p++;
    bool equal = *s->p == '=' && first != '=';
    s->p += equal || (first == '=' && *s->p == '='); /* == is taken for = */
    t->compare = first == '='   ? EQUAL
                 : first == '!' ? UNEQUAL
                 : first == '<' ? (equal ? AT_MOST : LESS)
                                : (equal ? AT_LEAST : GREATER);
    size_t size = (size_t)(s->p - from);
    skip_spaces(s);
    const char *values = s->p;
    bool ordered = t->compare >= LESS;
    if (ordered && t->type != XPGN_FACT_NUMBER && t->type != XPGN_FACT_MILLIONTHS)
        return fault_at(&s->source, from, size,
                        "expected = or !=: only numbers can be less or greater");
    if (!read_values(s))
        return false;
    return !ordered || t->count == 1 ||
           fault_at(&s->source, values, (size_t)(s->p - values), "expected one number, found %u",
                    t->count);
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* K, P*: pieces that take part. */
static bool read_pieces(struct scan *s) {
    s->term->any_piece = true;
    s->term->type = XPGN_FACT_PIECE;
    return read_values(s);
}

static bool starts_pieces(const char *p) {
    bool letter = type_of_letter(*p) != 0;
    char next = letter ? p[1] : p[0];
    return (letter || next == '*') && (next == '*' || ends_value(next));
}

/* A name with its comparison. */
static bool read_compared(struct scan *s, const char *from, size_t size) {
    struct query_term *t = s->term;
    xpgn_status status = find_name(from, size, &t->ask, s->source.fault);
    bool alone = status == XPGN_OK && fact_rows[t->ask.fact].fact.type == XPGN_FACT_FLAG;
    if (alone || (status != XPGN_OK && find_word(t, from, size)))
        return fault_at(&s->source, from, size, "unexpected comparison: '%.*s' stands alone",
                        (int)size, from);
    if (status != XPGN_OK) {
        s->source.fault->place.offset += (uint32_t)(from - s->source.text);
        return false;
    }
    t->type = fact_rows[t->ask.fact].fact.type;
    return read_comparison(s);
}

static bool read_named(struct scan *s) {
    const char *from = s->p;
    size_t size = name_size(from);
    xpgn_ask ask;
    if (size == 0)
        return fault_at(&s->source, from, 1, "expected a word");
    s->p = from + size;
    if (find_pair(s, from, size))
        return true;
    if (compares(s->p))
        return read_compared(s, from, size);
    if (find_word(s->term, from, size))
        return true;
    if (find_name(from, size, &ask, s->source.fault) == XPGN_OK)
        return fault_at(&s->source, from, size, "missing comparison: %s=...",
                        fact_rows[ask.fact].fact.name);
    s->source.fault->place.offset += (uint32_t)(from - s->source.text);
    return false;
}

/* "not " or "!" */
static bool read_negation(struct scan *s) {
    bool word = strncmp(s->p, "not", 3) == 0 && is_space(s->p[3]);
    bool sign = *s->p == '!';
    s->p += word ? 3 : sign ? 1 : 0;
    skip_spaces(s);
    return word || sign;
}

static bool read_term(struct scan *s) {
    *s->term = (struct query_term){.negated = read_negation(s)};
    if (!(starts_pieces(s->p) ? read_pieces(s) : read_named(s)))
        return false;
    if (*s->p == '\0' || is_space(*s->p))
        return true;
    return fault_at(&s->source, s->p, 1, "expected a space");
}

/* Does it hold for combats only? */
static bool is_of_combat(const struct query_term *t) {
    unsigned scope = fact_rows[t->ask.fact].fact.scope;
    return !t->any_piece && !t->negated && t->compare != UNEQUAL &&
           (t->ask.fact == FACT_combat || scope == XPGN_SCOPE_COMBAT ||
            scope == XPGN_SCOPE_COMBATANT);
}

static bool read_query(struct xpgn_query *out, const char *text, xpgn_fault *fault) {
    struct scan s = {.source = {fault, text}, .p = text};
    out->count = 0;
    out->of_combat = false;
    for (skip_spaces(&s); *s.p != '\0'; skip_spaces(&s)) {
        if (out->count == QUERY_TERMS)
            return fault_at(&s.source, s.p, strlen(s.p), "more than %d terms", QUERY_TERMS);
        s.term = &out->term[out->count];
        if (!read_term(&s))
            return false;
        out->count++;
        out->of_combat |= is_of_combat(s.term);
    }
    return out->count > 0 || fault_at(&s.source, text, 0, "empty query");
}

/* ---- the public face ------------------------------------------------------------------------- */

xpgn_status xpgn_query_new(xpgn_query **out, const char *text, xpgn_fault *fault) {
    struct xpgn_query *query = malloc(sizeof *query);
    if (query == NULL)
        return XPGN_NO_MEMORY;
    if (!read_query(query, text, fault)) {
        free(query);
        return XPGN_INVALID;
    }
    *out = query;
    return XPGN_OK;
}

void xpgn_query_free(xpgn_query *query) {
    free(query);
}

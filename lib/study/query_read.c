/* SPDX-License-Identifier: MIT */
/* Reading queries: one table of words, one of names; each fault has its place. */
#include "base/fault.h"
#include "base/slice.h"
#include "base/utf8.h"
#include "base/words.h"
#include "study/query.h"

#include <stdlib.h>

static const struct ask {
    const char *text;
    uint8_t form;
    bool sided; /* attacker.NAME, defender.NAME */
} asks[] = {
#define ASK(id, text, form, sided, holds) {text, FORM_##form, sided},
#include "study/query.def"
#undef ASK
};
enum { ASKS = sizeof asks / sizeof *asks, NAME_SIZE = 32 };

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

static const struct ask *find(const char *text, size_t size) {
    for (const struct ask *e = asks; e < asks + ASKS; e++)
        if (strlen(e->text) == size && memcmp(e->text, text, size) == 0)
            return e;
    return NULL;
}

/* "did you mean" for an unknown word. */
static bool reject_name(struct scan *s, const char *from, size_t size) {
    const char *words[ASKS + 1] = {NULL};
    char text[NAME_SIZE], show[UTF8_SHOW_SIZE];
    for (size_t i = 0; i < ASKS; i++)
        words[i] = asks[i].text;
    utf8_show((xpgn_slice){from, size}, show);
    if (size < sizeof text) {
        memcpy(text, from, size);
        text[size] = '\0';
        const char *near = words_nearest(words, text);
        if (near != NULL)
            return fault_at(&s->source, from, size, "unknown word '%s'; did you mean %s?", show,
                            near);
    }
    return fault_at(&s->source, from, size, "unknown word '%s'", show);
}

/* Two words that stand for one: "double removal"; past the second if it is so. */
static const struct ask *find_pair(struct scan *s, const char *from, size_t size) {
    char both[2 * NAME_SIZE];
    const char *second = from + size;
    while (is_space(*second))
        second++;
    size_t n = name_size(second);
    if (n == 0 || size + 1 + n >= sizeof both)
        return NULL;
    memcpy(both, from, size);
    both[size] = '-';
    memcpy(both + size + 1, second, n);
    const struct ask *e = find(both, size + 1 + n);
    if (e != NULL)
        s->p = second + n;
    return e;
}

/* attacker.roll: 1, defender.roll: 2, roll: 3; the size of what stands before the name. */
static unsigned read_side(const char *from, size_t size, size_t *prefix) {
    static const char *const sides[] = {"attacker.", "defender."};
    *prefix = strlen(sides[0]); /* both have it */
    for (unsigned i = 0; i < 2; i++)
        if (size > *prefix && memcmp(from, sides[i], *prefix) == 0)
            return 1u << i;
    *prefix = 0;
    return 3;
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

static bool read_word(struct scan *s, const char *const words[], int32_t *index) {
    size_t size = name_size(s->p);
    for (*index = 0; words[*index] != NULL; (*index)++) {
        bool letter = size == 1 && words[*index][0] == *s->p;
        if (letter || (strlen(words[*index]) == size && memcmp(words[*index], s->p, size) == 0)) {
            s->p += size;
            return true;
        }
    }
    return false;
}

static bool read_seat(struct scan *s, union query_value *v) {
    static const char *const words[] = {"white", "red", "black", "green", NULL};
    return read_word(s, words, &v->number);
}

static bool read_fate(struct scan *s, union query_value *v) {
    static const char *const words[] = {"none", "wounded", "x", "removed", NULL};
    static const unsigned char fates[] = {0, 'w', 'x', 'x', 0};
    bool found = read_word(s, words, &v->number);
    v->number = fates[v->number];
    return found;
}

static bool read_number(struct scan *s, union query_value *v) {
    const char *p = s->p;
    int32_t sign = *p == '-' ? -1 : 1, n = 0;
    p += *p == '-' || *p == '+';
    if (!is_digit(*p))
        return false;
    for (; is_digit(*p); p++)
        n = n > 99999999 ? n : n * 10 + (*p - '0');
    v->number = sign * n;
    s->p = p;
    return true;
}

/* How the values of a name are written, and what to call them. */
static const struct form {
    bool (*read)(struct scan *s, union query_value *v);
    const char *what;
} forms[] = {
    [FORM_PIECE] = {read_piece, "a piece (K Q R B N P, wounded N*)"},
    [FORM_SQUARE] = {read_square, "a square (e4, e?, ?4)"},
    [FORM_SEAT] = {read_seat, "a seat (white, red, black, green)"},
    [FORM_FATE] = {read_fate, "a fate (none, wounded, removed)"},
    [FORM_NUMBER] = {read_number, "a number"},
};

static bool ends_value(char c) {
    return c == '\0' || c == ',' || is_space(c);
}

static bool read_values(struct scan *s) {
    struct query_term *t = s->term;
    const struct form *form = &forms[t->form];
    for (;;) {
        const char *from = s->p;
        if (t->count == QUERY_VALUES)
            return fault_at(&s->source, from, strlen(from), "more than %d values", QUERY_VALUES);
        bool good = form->read(s, &t->value[t->count]) && ends_value(*s->p);
        if (!good) {
            char show[UTF8_SHOW_SIZE];
            size_t size = 0;
            while (!ends_value(from[size]))
                size++;
            if (size == 0)
                return fault_at(&s->source, from, 0, "expected %s", form->what);
            utf8_show((xpgn_slice){from, size}, show);
            return fault_at(&s->source, from, size, "expected %s, found '%s'", form->what, show);
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
    if (ordered && t->form != FORM_NUMBER)
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
    s->term->ask = ASK_ANY_PIECE;
    s->term->form = FORM_PIECE;
    return read_values(s);
}

static bool starts_pieces(const char *p) {
    bool letter = type_of_letter(*p) != 0;
    char next = letter ? p[1] : p[0];
    return (letter || next == '*') && (next == '*' || ends_value(next));
}

static bool read_named(struct scan *s) {
    const char *from = s->p;
    size_t size = name_size(from), prefix;
    if (size == 0)
        return fault_at(&s->source, from, 1, "expected a word");
    unsigned sides = read_side(from, size, &prefix);
    s->p = from + size;
    const struct ask *e = find_pair(s, from, size);
    if (e == NULL)
        e = find(from + prefix, size - prefix);
    if (e == NULL)
        return reject_name(s, from + prefix, size - prefix);
    if (prefix > 0 && !e->sided)
        return fault_at(&s->source, from, prefix, "unexpected side before '%s'", e->text);
    bool word = e->form == FORM_NONE;
    s->term->ask = (uint8_t)(e - asks);
    s->term->form = e->form;
    s->term->sides = (uint8_t)sides;
    if (word == !compares(s->p))
        return word || read_comparison(s);
    if (word)
        return fault_at(&s->source, from, size, "unexpected comparison: '%s' stands alone",
                        e->text);
    return fault_at(&s->source, from, size, "missing comparison: %s=...", e->text);
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
    *s->term = (struct query_term){.negated = read_negation(s), .sides = 3};
    if (!(starts_pieces(s->p) ? read_pieces(s) : read_named(s)))
        return false;
    if (*s->p == '\0' || is_space(*s->p))
        return true;
    return fault_at(&s->source, s->p, 1, "expected a space");
}

static bool read_query(struct xpgn_query *out, const char *text, xpgn_fault *fault) {
    struct scan s = {.source = {fault, text}, .p = text};
    out->count = 0;
    for (skip_spaces(&s); *s.p != '\0'; skip_spaces(&s)) {
        if (out->count == QUERY_TERMS)
            return fault_at(&s.source, s.p, strlen(s.p), "more than %d terms", QUERY_TERMS);
        s.term = &out->term[out->count];
        if (!read_term(&s))
            return false;
        out->count++;
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

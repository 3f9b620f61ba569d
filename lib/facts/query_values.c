/* SPDX-License-Identifier: MIT */
/* Parses the values in comparisons. */
#include "core/base/edit_distance.h"
#include "core/base/utf8.h"
#include "facts/query_reader.h"

#include <stdio.h>

/* ---- values ---------------------------------------------------------------------------------- */

/* N, N*, or * for any wounded piece */
static bool read_piece_value(struct scan *s, union query_value *v) {
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
static bool read_square_value(struct scan *s, union query_value *v) {
    char *p = s->p;
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

static bool is_short(xpgn_slice text, const char *word) {
    return fact_is_word(text, word) || (text.size == 1 && *text.data == *word);
}

static bool read_word_value(struct scan *s, union query_value *v) {
    const xpgn_slice text = {s->p, query_name_size(s->p)};
    const char *const *words = fact_rows[s->term->ask.fact].fact.words;
    bool found = false;
    for (v->number = 0; !found && words[v->number] != NULL; v->number += !found)
        found = is_short(text, words[v->number]);
    s->p += found ? text.size : 0;
    return found;
}

static bool read_signed_number(struct scan *s, union query_value *v) {
    char *p = s->p;
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
    if (!read_signed_number(s, v))
        return false;
    for (s->p += *s->p == '.'; is_digit(*s->p); s->p++)
        part += (unit /= 10) * (*s->p - '0');
    v->number = v->number * 1000000 + (negative ? -part : part);
    return true;
}

/* A text in quotation marks; \" and \\ stand for " and \. */
static bool read_quoted(struct scan *s, xpgn_slice *text) {
    char *to = s->p + 1;
    *text = (xpgn_slice){to, 0};
    for (char *p = to; *p != '\0'; p++) {
        if (*p == '"') {
            s->p = p + 1;
            text->size = (size_t)(to - text->data);
            return true;
        }
        p += *p == '\\' && (p[1] == '"' || p[1] == '\\');
        *to++ = *p;
    }
    return false;
}

/* Reads a text, which needs quotation marks if it has blanks, commas or parentheses. */
static bool read_text_value(struct scan *s, union query_value *v) {
    const struct query_term *t = s->term;
    v->tag.text = (xpgn_slice){s->p, 0};
    if (*s->p == '"' && !read_quoted(s, &v->tag.text))
        return false;
    if (v->tag.text.data == s->p) {
        while (!ends_value(*s->p) && *s->p != '(')
            s->p++;
        v->tag.text.size = (size_t)(s->p - v->tag.text.data);
        if (v->tag.text.size == 0)
            return false;
    }
    if (t->of == OF_TAG)
        v->tag.order = (uint8_t)query_order_of(s->query->tag[t->tag], v->tag.text, &v->tag.span);
    return true;
}

/* Reports a fault in a text at its place in the query. */
static bool made(struct scan *s, xpgn_status status, const char *text) {
    s->query->no_memory = s->query->no_memory || status == XPGN_NO_MEMORY;
    if (status == XPGN_INVALID)
        s->source.fault->place.offset += (uint32_t)(text - s->source.text);
    return status == XPGN_OK;
}

static xpgn_status make_value(enum query_of of, union query_value *v, const char *text,
                              xpgn_fault *fault) {
    if (of == OF_POSITION)
        return xpgn_pattern_new(&v->position, text, fault);
    return of == OF_MATERIAL ? xpgn_material_new(&v->material, text, fault)
                             : xpgn_sequence_new(&v->line, text, fault);
}

/* Reads a text that describes positions or the beginning of games. */
static bool read_made(struct scan *s, union query_value *v) {
    if (!read_text_value(s, v))
        return false;
    const xpgn_slice text = v->tag.text;
    char *end = s->query->text + (text.data - s->query->text) + text.size, was = *end;
    *end = '\0';
    bool good =
        made(s, make_value((enum query_of)s->term->of, v, text.data, s->source.fault), text.data);
    *end = was;
    s->told = !good;
    return good;
}

/* How values of each type are written, and what they are called; for words the name itself. */
static const struct value_form {
    bool (*read)(struct scan *s, union query_value *v);
    const char *what;
} forms[] = {
    [XPGN_VALUE_NUMBER] = {read_signed_number, "a number"},
    [XPGN_VALUE_MILLIONTHS] = {read_decimal, "a number"},
    [XPGN_VALUE_WORD] = {read_word_value, NULL},
    [XPGN_VALUE_TEXT] = {read_text_value, "a text"},
    [XPGN_VALUE_SQUARE] = {read_square_value, "a square (e4, e?, ?4)"},
    [XPGN_VALUE_PIECE] = {read_piece_value, "a piece (K Q R B N P, wounded N*)"},
};

static const struct value_form *form_of(const struct query_term *t) {
    static const struct value_form position = {read_made, "a pattern of positions"},
                                   material = {read_made, "pieces, as in Q=0 or B>b"},
                                   line = {read_made, "actions, as in \"e4 c5\""};
    switch ((enum query_of)t->of) {
    case OF_POSITION:
        return &position;
    case OF_MATERIAL:
        return &material;
    case OF_LINE:
        return &line;
    case OF_TAG:
    case OF_PLAYER:
        return &forms[XPGN_VALUE_TEXT];
    default:
        return &forms[t->type];
    }
}

/* "a fate (unharmed, wounded, removed)" */
static void describe(const struct query_term *t, char text[120]) {
    const xpgn_fact *f = &fact_rows[t->ask.fact].fact;
    size_t n = 0, room = 120;
    if (t->of != OF_FACT || t->type != XPGN_VALUE_WORD) {
        (void)snprintf(text, room, "%s", form_of(t)->what);
        return;
    }
    n += (size_t)snprintf(text, room, "a %s ", f->name);
    for (size_t i = 0; f->words[i] != NULL && n < room; i++)
        n += (size_t)snprintf(text + n, room - n, "%s%s%s", i > 0 ? ", " : "(", f->words[i],
                              f->words[i + 1] == NULL ? ")" : "");
}

/* Refuses the value at `from`; of a word the nearest one is named. */
static bool refuse_value(struct scan *s, const char *from) {
    const struct query_term *t = s->term;
    char show[UTF8_SHOW_SIZE], what[120];
    size_t size = 0;
    describe(t, what);
    while (!ends_value(from[size]))
        size++;
    if (size == 0)
        return fault_at(&s->source, from, 0, "expected %s", what);
    utf8_show((xpgn_slice){from, size}, show);
    const bool word = t->of == OF_FACT && t->type == XPGN_VALUE_WORD;
    const char *near = word ? words_nearest(fact_rows[t->ask.fact].fact.words, show) : NULL;
    return fault_at(&s->source, from, size,
                    near != NULL ? "expected %s, found '%s'; did you mean %s?"
                                 : "expected %s, found '%s'",
                    what, show, near);
}

bool query_read_values(struct scan *s) {
    struct query_term *t = s->term;
    const struct value_form *form = form_of(t);
    for (;;) {
        char *from = s->p;
        if (t->count == QUERY_VALUES)
            return fault_at(&s->source, from, strlen(from), "more than %d values", QUERY_VALUES);
        bool taken = form->read(s, &t->value[t->count]);
        t->count = (uint8_t)(t->count + taken); /* counted, so that what it owns is freed with the
                                                   others */
        bool good = taken && ends_value(*s->p);
        if (s->told)
            return false;
        if (!good)
            return refuse_value(s, from);
        if (*s->p != ',')
            return true;
        s->p++;
    }
}

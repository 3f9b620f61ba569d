/* SPDX-License-Identifier: MIT */
/* Parses queries; each fault has its place. */
#include "facts/query_reader.h"

#include <stdlib.h>

enum { NAME_SIZE = 32 };

static bool compares(const char *p) {
    while (is_space(*p))
        p++;
    return *p == '=' || *p == '<' || *p == '>' || *p == '~' || (p[0] == '!' && p[1] == '=');
}

static bool adds(const char *p) {
    while (is_space(*p))
        p++;
    return *p == '+' || *p == '-';
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Reads a word that stands for a comparison of its fact. */
static bool find_word(struct query_term *t, const char *from, size_t size) {
    int64_t number;
    if (!fact_find_word((xpgn_slice){from, size}, &t->ask, &number))
        return false;
    t->type = XPGN_VALUE_FLAG;
    t->compare = EQUAL;
    t->count = 1;
    t->value[0].number = number;
    return true;
}

/* True for two words that mean one, "double removal"; skips the second. */
static bool find_pair(struct scan *s, const char *from, size_t size) {
    char both[2 * NAME_SIZE];
    char *second = s->p;
    while (is_space(*second))
        second++;
    size_t n = query_name_size(second);
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

/* ---- comparisons ----------------------------------------------------------------------------- */

/* Reads an operator of at most two characters; == means =. */
static enum query_compare read_operator(struct scan *s) {
    char first = *s->p++;
    bool equal = *s->p == '=' && first != '=' && first != '~';
    s->p += equal || (first == '=' && *s->p == '=');
    return first == '='   ? EQUAL
           : first == '~' ? CONTAINS
           : first == '!' ? UNEQUAL
           : first == '<' ? (equal ? AT_MOST : LESS)
                          : (equal ? AT_LEAST : GREATER);
}

/* True if values of this kind can be compared this way. */
static bool fits_type(struct scan *s, const char *from) {
    const struct query_term *t = s->term;
    const size_t size = (size_t)(s->p - from);
    bool ordered = t->compare >= LESS && t->compare <= AT_LEAST;
    bool text =
        t->of == OF_TAG || t->of == OF_PLAYER || (t->of == OF_FACT && t->type == XPGN_VALUE_TEXT);
    bool number = t->of == OF_TAG || t->of == OF_SUM || t->type == XPGN_VALUE_NUMBER ||
                  t->type == XPGN_VALUE_MILLIONTHS;
    if (ordered && !number)
        return fault_at(&s->source, from, size,
                        "expected = or !=: only numbers can be less or greater");
    return t->compare != CONTAINS || text ||
           fault_at(&s->source, from, size, "expected = or !=: only a text can contain another");
}

static bool read_comparison(struct scan *s) {
    struct query_term *t = s->term;
    bool good;
    skip_spaces(s);
    const char *from = s->p;
    if (!compares(from))
        return fault_at(&s->source, from, 0, "expected a comparison");
    t->compare = (uint8_t)read_operator(s);
    if (!fits_type(s, from))
        return false;
    skip_spaces(s);
    const char *values = s->p;
    if (query_is_sum(s, &good)) {
        if (t->of == OF_TAG)
            t->item[t->items++] = (struct query_item){.is_tag = true, .tag = t->tag};
        else if (t->of == OF_FACT)
            t->item[t->items++] = (struct query_item){.ask = t->ask};
        return query_read_sum(s, true);
    }
    if (!good || !query_read_values(s))
        return false;
    return t->compare < LESS || t->compare > AT_LEAST || t->count == 1 ||
           fault_at(&s->source, values, (size_t)(s->p - values), "expected one number, found %u",
                    t->count);
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* Reads K or P*: pieces that take part. */
static bool read_pieces(struct scan *s) {
    s->term->any_piece = true;
    s->term->type = XPGN_VALUE_PIECE;
    s->query->scopes |= 1u << XPGN_SCOPE_ACTION;
    return query_read_values(s);
}

static bool starts_pieces(const char *p) {
    bool letter = type_of_letter(*p) != 0;
    char next = letter ? p[1] : p[0];
    return (letter || next == '*') && (next == '*' || ends_value(next));
}

static bool read_query_tag(struct scan *s, size_t size) {
    const xpgn_slice name = {s->p, size};
    s->term->of = OF_TAG;
    s->term->compare = KNOWN;
    if (!query_read_tag(s, name, &s->term->tag))
        return false;
    s->p += size;
    return !compares(s->p) || read_comparison(s);
}

/* Reads a name with its comparison. */
static bool read_compared(struct scan *s, const char *from, size_t size) {
    struct query_term *t = s->term;
    if (query_read_special(s, (xpgn_slice){from, size}))
        return (t->of != OF_PLAYER || query_add_players(s)) && read_comparison(s);
    xpgn_status status = query_read_fact(s, (xpgn_slice){from, size}, FACT_ANY_TYPE, &t->ask);
    bool alone = status == XPGN_OK && fact_rows[t->ask.fact].fact.type == XPGN_VALUE_FLAG;
    if (alone || (status != XPGN_OK && find_word(t, from, size)))
        return fault_at(&s->source, from, size,
                        "unexpected comparison: '%.*s' is already a condition", (int)size, from);
    if (status != XPGN_OK)
        return false;
    t->type = fact_rows[t->ask.fact].fact.type;
    return read_comparison(s);
}

static bool read_fact(struct scan *s) {
    const char *from = s->p;
    size_t size = query_name_size(from);
    xpgn_fact_ref ask;
    if (size == 0)
        return fault_at(&s->source, from, *from != '\0', "expected a word");
    s->p += size;
    if (find_pair(s, from, size))
        return true;
    if (compares(s->p))
        return read_compared(s, from, size);
    if (find_word(s->term, from, size))
        return true;
    if (query_read_special(s, (xpgn_slice){from, size}))
        return fault_at(&s->source, from, size, "missing comparison: %.*s=...", (int)size, from);
    if (query_read_fact(s, (xpgn_slice){from, size}, FACT_ANY_TYPE, &ask) == XPGN_OK)
        return fault_at(&s->source, from, size, "missing comparison: %s=...",
                        fact_rows[ask.fact].fact.name);
    return false;
}

static bool read_named(struct scan *s) {
    size_t size = query_tag_size(s->p), name = size > 0 ? size : query_name_size(s->p);
    bool number = is_digit(*s->p);
    if (number || (name > 0 && (adds(s->p + name) || s->p[name - 1] == '-')))
        return query_read_sum(s, false) && read_comparison(s);
    if (size > 0)
        return read_query_tag(s, size);
    if (!read_fact(s))
        return false;
    s->query->scopes |= query_term_scopes(s->term);
    return true;
}

static bool read_term(struct scan *s) {
    struct xpgn_query *q = s->query;
    if (q->count == QUERY_TERMS)
        return fault_at(&s->source, s->p, strlen(s->p), "more than %d terms", QUERY_TERMS);
    s->term = &q->term[q->count];
    *s->term = (struct query_term){.of = OF_FACT};
    q->count++; /* counted also after a fault, so that its values are freed */
    if (!(starts_pieces(s->p) ? read_pieces(s) : read_named(s)))
        return false;
    if (*s->p == '\0' || *s->p == ')' || is_space(*s->p))
        return true;
    return fault_at(&s->source, s->p, 1, "expected a space");
}

/* ---- how they are joined --------------------------------------------------------------------- */

static bool read_any(struct scan *s, uint8_t *node);

static bool add_query_node(struct scan *s, struct query_node is, uint8_t *node) {
    struct xpgn_query *q = s->query;
    if (q->nodes == QUERY_NODES)
        return fault_at(&s->source, s->p, strlen(s->p), "the query is too long");
    *node = (uint8_t)q->nodes;
    q->node[q->nodes++] = is;
    return true;
}

/* Skips a word such as `or`, in any case. */
static bool take_query_word(struct scan *s, const char *word) {
    size_t n = 0;
    while (word[n] != '\0' && to_lower(s->p[n]) == word[n])
        n++;
    if (word[n] != '\0' || !(ends_value(s->p[n]) || s->p[n] == '('))
        return false;
    s->p += n;
    skip_spaces(s);
    return true;
}

static bool read_parentheses(struct scan *s, uint8_t *node) {
    const char *from = s->p++;
    if (s->depth == QUERY_DEPTH)
        return fault_at(&s->source, from, 1, "more than %d nested parentheses", QUERY_DEPTH);
    s->depth++;
    if (!read_any(s, node))
        return false;
    s->depth--;
    if (*s->p != ')')
        return fault_at(&s->source, from, 1, "this parenthesis is not closed");
    s->p++;
    return true;
}

static bool read_one(struct scan *s, uint8_t *node) {
    bool negated = false;
    skip_spaces(s);
    while (*s->p == '!' || take_query_word(s, "not")) {
        s->p += *s->p == '!';
        skip_spaces(s);
        negated = !negated;
    }
    if (*s->p == '(') {
        if (!read_parentheses(s, node))
            return false;
    } else {
        const struct query_node term = {.kind = NODE_TERM, .left = (uint8_t)s->query->count};
        if (!read_term(s) || !add_query_node(s, term, node))
            return false;
    }
    return !negated || add_query_node(s, (struct query_node){NODE_NOT, *node, 0}, node);
}

static bool ends_all(struct scan *s) {
    skip_spaces(s);
    char *p = s->p;
    bool other = take_query_word(s, "or");
    s->p = p;
    return other || *p == '\0' || *p == ')';
}

static bool read_terms(struct scan *s, uint8_t *node) {
    uint8_t next;
    if (!read_one(s, node))
        return false;
    while (!ends_all(s)) {
        (void)take_query_word(s, "and");
        if (!read_one(s, &next) ||
            !add_query_node(s, (struct query_node){NODE_AND, *node, next}, node))
            return false;
    }
    return true;
}

static bool read_any(struct scan *s, uint8_t *node) {
    uint8_t next;
    if (!read_terms(s, node))
        return false;
    while (take_query_word(s, "or"))
        if (!read_terms(s, &next) ||
            !add_query_node(s, (struct query_node){NODE_OR, *node, next}, node))
            return false;
    return true;
}

/* True if the fact of a term exists for combats only. */
static bool is_of_combat(const xpgn_fact_ref *ask) {
    unsigned scope = fact_rows[ask->fact].fact.scope;
    return ask->fact == FACT_combat || scope == XPGN_SCOPE_COMBAT || scope == XPGN_SCOPE_COMBATANT;
}

static bool term_is_of_combat(const struct query_term *t) {
    bool found = t->of == OF_FACT && is_of_combat(&t->ask);
    for (unsigned i = 0; i < t->items; i++)
        found = found || (!t->item[i].is_tag && is_of_combat(&t->item[i].ask));
    return found && !t->any_piece && t->compare != UNEQUAL;
}

/* True if only a combat can satisfy the tree below a node. */
static bool node_is_of_combat(const struct xpgn_query *q,
                              size_t node) { // NOLINT(misc-no-recursion)
    const struct query_node *n = &q->node[node];
    if (n->kind == NODE_TERM)
        return term_is_of_combat(&q->term[n->left]);
    if (n->kind == NODE_NOT)
        return false;
    bool left = node_is_of_combat(q, n->left), right = node_is_of_combat(q, n->right);
    return n->kind == NODE_AND ? left || right : left && right;
}

static bool read_query(struct xpgn_query *q, xpgn_fault *fault) {
    struct scan s = {.query = q, .source = {fault, q->text}, .p = q->text};
    uint8_t root;
    skip_spaces(&s);
    if (*s.p == '\0')
        return fault_at(&s.source, q->text, 0, "empty query");
    if (!read_any(&s, &root))
        return false;
    if (*s.p != '\0')
        return fault_at(&s.source, s.p, 1, "this parenthesis was not opened");
    q->root = root;
    q->of_combat = node_is_of_combat(q, root);
    return true;
}

/* ---- the public face ------------------------------------------------------------------------- */

xpgn_status xpgn_query_new(xpgn_query **out, const char *text, xpgn_fault *fault) {
    const size_t size = strlen(text) + 1;
    struct xpgn_query *query = calloc(1, sizeof *query + size);
    if (query == NULL)
        return XPGN_NO_MEMORY;
    memcpy(query->text, text, size);
    if (!read_query(query, fault)) {
        xpgn_status status = query->no_memory ? XPGN_NO_MEMORY : XPGN_INVALID;
        xpgn_query_free(query);
        return status;
    }
    *out = query;
    return XPGN_OK;
}

static void free_value(const struct query_term *t, union query_value *v) {
    if (t->of == OF_POSITION)
        xpgn_pattern_free(v->position);
    else if (t->of == OF_MATERIAL)
        xpgn_material_free(v->material);
    else if (t->of == OF_LINE)
        xpgn_sequence_free(v->line);
}

void xpgn_query_free(xpgn_query *query) {
    for (size_t i = 0; query != NULL && i < query->count; i++)
        for (size_t n = 0; n < query->term[i].count; n++)
            free_value(&query->term[i], &query->term[i].value[n]);
    free(query);
}

static bool asks_of(const xpgn_query *query, enum query_of a, enum query_of b) {
    bool found = false;
    for (size_t i = 0; i < query->count; i++)
        found = found || query->term[i].of == a || query->term[i].of == b;
    return found;
}

bool xpgn_query_wants_positions(const xpgn_query *query) {
    return asks_of(query, OF_POSITION, OF_MATERIAL);
}

bool xpgn_query_wants_line(const xpgn_query *query) {
    return asks_of(query, OF_LINE, OF_LINE);
}

uint32_t xpgn_query_scopes(const xpgn_query *query) {
    return query->scopes;
}

const xpgn_slice *xpgn_query_tags(const xpgn_query *query, size_t *count) {
    *count = query->tags;
    return query->tag;
}

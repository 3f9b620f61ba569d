/* SPDX-License-Identifier: MIT */
/* Any two words of any two axes: do they work together, in some ruleset? For people and tests. */
#include "core/rules/ruleset_pairs.h"
#include "core/rules/ruleset_schema.h"
#include "internal/rules.h"
#include "internal/text_out.h"

/* Words of axes, being chosen so that they go together; -1: none yet. */
struct word_choice {
    const struct schema_row *row[AXES];
    int word[AXES];
};

static struct word_choice no_choice(void) {
    struct word_choice c;
    for (unsigned i = 0; i < AXES; i++) {
        c.row[i] = schema_find(axis_path[i]);
        c.word[i] = -1;
    }
    return c;
}

/* The axis of a row, which has words. */
static unsigned axis_of(const struct word_choice *c, const struct schema_row *row) {
    unsigned axis = 0;
    while (axis + 1 < AXES && c->row[axis] != row)
        axis++;
    return axis;
}

/* True if the first word cannot be given where the other is in force: its key has no meaning. */
static bool is_idle(const struct word_choice *c, unsigned axis, unsigned value, unsigned other,
                    unsigned with) {
    const struct schema_row *row = c->row[axis];
    return value > 0 && row->kinds != 0 && schema_find(row->axis_path) == c->row[other] &&
           !(row->kinds >> with & 1);
}

static const char *why_not(const struct word_choice *c, unsigned axis, unsigned value,
                           unsigned other, unsigned with) {
    const char *why = mechanism_refusal(axis, value, other, with);
    bool idle = is_idle(c, axis, value, other, with) || is_idle(c, other, with, axis, value);
    return why != NULL ? why : idle ? "the key has no meaning there" : NULL;
}

static bool goes_with(const struct word_choice *c, unsigned axis, unsigned word) {
    for (unsigned i = 0; i < AXES; i++)
        if (c->word[i] >= 0 && i != axis && why_not(c, axis, word, i, (unsigned)c->word[i]) != NULL)
            return false;
    return true;
}

/* Chooses a word for each axis from this one on, a level for each; false: none go together. */
static bool complete(struct word_choice *c, unsigned axis) {
    if (axis == AXES)
        return true;
    if (c->word[axis] >= 0)
        return goes_with(c, axis, (unsigned)c->word[axis]) && complete(c, axis + 1);
    for (unsigned word = 0; c->row[axis]->words[word] != NULL; word++) {
        if (!goes_with(c, axis, word))
            continue;
        c->word[axis] = (int)word;
        if (complete(c, axis + 1))
            return true;
    }
    c->word[axis] = -1;
    return false;
}

static bool works(const struct word_choice *none, unsigned axis, unsigned value, unsigned other,
                  unsigned with) {
    struct word_choice c = *none;
    c.word[axis] = (int)value;
    c.word[other] = (int)with;
    return complete(&c, 0);
}

const char *schema_refusal(const struct schema_row *row, unsigned value,
                           const struct schema_row *other, unsigned with) {
    const struct word_choice c = no_choice();
    return why_not(&c, axis_of(&c, row), value, axis_of(&c, other), with);
}

bool schema_pair_works(const struct schema_row *row, unsigned value, const struct schema_row *other,
                       unsigned with) {
    const struct word_choice c = no_choice();
    return works(&c, axis_of(&c, row), value, axis_of(&c, other), with);
}

static void put_pair(xpgn_buffer *b, const struct word_choice *c, unsigned axis, unsigned value,
                     unsigned other, unsigned with) {
    const char *why = why_not(c, axis, value, other, with);
    xpgn_buffer_printf(b, "%s %s\t%s %s\t", axis_path[axis], c->row[axis]->words[value],
                       axis_path[other], c->row[other]->words[with]);
    if (why != NULL)
        xpgn_buffer_printf(b, "refused: %s\n", why);
    else if (works(c, axis, value, other, with))
        xpgn_buffer_text(b, "works\n");
    else
        xpgn_buffer_text(b, "refused: they need mechanisms that exclude each other\n");
}

void xpgn_ruleset_pairs(xpgn_buffer *b) {
    const struct word_choice c = no_choice();
    for (unsigned axis = 0; axis < AXES; axis++)
        for (unsigned other = axis + 1; other < AXES; other++)
            for (unsigned i = 0; c.row[axis]->words[i] != NULL; i++)
                for (unsigned k = 0; c.row[other]->words[k] != NULL; k++)
                    put_pair(b, &c, axis, i, other, k);
}

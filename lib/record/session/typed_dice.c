/* SPDX-License-Identifier: MIT */
/*
 * Dice as people type them: 52, 5 2, 5-2 and 5,2 for 5:2, 631 44 for 6,3,1:4,4. They are accepted
 * if the number of dice due is known and there is only one way to read them.
 */
#include "internal/text_out.h"
#include "record/session/recorder.h"

enum { DICE = 2 * XPGN_MAX_DICE, GROUPS = DICE, WIDEST = 9 };

/* Numbers as they are typed, in groups with blanks, hyphens or a colon between them. */
typedef struct typed_dice {
    unsigned die[DICE];
    size_t count;
    size_t group[GROUPS]; /* number of dice in each group */
    size_t groups;
    bool joined; /* some digits are adjacent */
    bool commas; /* some have commas between them */
    size_t blanks, hyphens, colons;
    size_t before_colon; /* dice */
} typed_dice;

static bool add_die(typed_dice *t, unsigned die) {
    if (t->count == DICE || die == 0)
        return false;
    t->die[t->count++] = die;
    t->group[t->groups - 1]++;
    return true;
}

/* Takes adjacent digits: one die each, or one die with ten or more faces. */
static bool take_digits(typed_dice *t, xpgn_slice digits, unsigned faces) {
    if (faces > WIDEST)
        return add_die(t, line_die(digits));
    t->joined |= digits.size > 1;
    for (size_t i = 0; i < digits.size; i++)
        if (!add_die(t, (unsigned)(digits.data[i] - '0')))
            return false;
    return true;
}

/* A group, such as 631 or 6,3,1. */
static bool take_group(typed_dice *t, xpgn_slice text, unsigned faces) {
    if (t->groups == GROUPS)
        return false;
    t->group[t->groups++] = 0;
    for (size_t at = 0;; at++) {
        size_t from = at;
        while (at < text.size && is_digit(text.data[at]))
            at++;
        if (at == from || !take_digits(t, (xpgn_slice){text.data + from, at - from}, faces))
            return false;
        if (at == text.size)
            return true;
        if (text.data[at] != ',')
            return false;
        t->commas = true;
        while (at + 1 < text.size && text.data[at + 1] == ' ')
            at++;
    }
}

/* The end of the group that begins here; a blank after a comma does not end it. */
static size_t group_size(xpgn_slice text) {
    size_t size = 0;
    for (char before = 0; size < text.size; before = text.data[size++])
        if (strchr("-:", text.data[size]) != NULL || (text.data[size] == ' ' && before != ','))
            break;
    return size;
}

static bool read_typed(typed_dice *t, xpgn_slice text, unsigned faces) {
    *t = (typed_dice){.count = 0};
    for (;;) {
        size_t size = group_size(text);
        if (!take_group(t, (xpgn_slice){text.data, size}, faces))
            return false;
        if (size == text.size)
            return true;
        char c = text.data[size];
        t->blanks += c == ' ';
        t->hyphens += c == '-';
        t->colons += c == ':';
        if (c == ':')
            t->before_colon = t->count;
        text = (xpgn_slice){text.data + size + 1, text.size - size - 1};
    }
}

/*
 * True if the groups agree with the division of dice that is due: a colon is in the right place,
 * one group has all dice, each of two groups is a side, or each group is one die.
 */
static bool groups_fit(const typed_dice *t, const unsigned due[2]) {
    bool mixed = (t->joined && t->commas) || (t->blanks > 0 && t->hyphens > 0) || t->colons > 1;
    bool placed = t->colons == 0 || t->before_colon == due[0];
    bool singles = t->groups == t->count;
    return !mixed && placed &&
           (t->groups == 1 || singles || (t->groups == 2 && t->group[0] == due[0]));
}

static void put_side_dice(xpgn_buffer *b, const unsigned *die, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        xpgn_buffer_printf(b, "%s%u", i > 0 ? "," : "", die[i]);
}

bool dice_spell(xpgn_buffer *b, xpgn_slice text, const unsigned due[2], unsigned faces) {
    typed_dice t;
    if (!read_typed(&t, text, faces) || t.count != due[0] + due[1] || !groups_fit(&t, due))
        return false;
    put_side_dice(b, t.die, due[0]);
    if (due[1] > 0) {
        xpgn_buffer_char(b, ':');
        put_side_dice(b, t.die + due[0], due[1]);
    }
    return true;
}

bool dice_spell_first(xpgn_buffer *b, xpgn_slice text, unsigned faces) {
    typed_dice t;
    if (!read_typed(&t, text, faces) || t.count % 2 != 0)
        return false;
    bool pairs = true, singles = t.groups == t.count;
    for (size_t i = 0; i < t.groups; i++)
        pairs &= t.group[i] == 2;
    if (!pairs && !singles)
        return false;
    for (size_t i = 0; i < t.count; i += 2)
        xpgn_buffer_printf(b, "%s%u:%u", i > 0 ? " " : "", t.die[i], t.die[i + 1]);
    return true;
}

bool dice_fit(const xpgn_roll_side *side, unsigned faces) {
    for (unsigned i = 0; i < side->dice_count; i++)
        if (side->dice[i] < 1 || side->dice[i] > faces)
            return false;
    return true;
}

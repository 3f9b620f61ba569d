/* SPDX-License-Identifier: MIT */
/* How often one letter is taken for another: the counts of confusions.def and those of an event. As
   unseen confusions may still happen, CONFUSION_SEEN letters with the rates of all sheets together
   are added to each row, and CONFUSION_HAND letters with the rates of that row to a hand's. Figures
   confused on some sheets are rarely confused on others, so more are added to their rows (likeliest
   for the slips described in repair_confidence.c: 1,000 and 2,000 to 6,000). */
#include "meant/repair/confusion.h"
#include "core/base/slice.h"

#define CONFUSION_SEEN 1200.0
#define CONFUSION_FIGURES 6000.0
#define CONFUSION_HAND 100.0   /* 123 of 9,057 letters misread: likeliest is 50, 20 to 200 fit */
#define CONFUSION_OTHER 0.0015 /* 76 of 6,365 letters misread, for one of eight others */

static const uint16_t counted[CONFUSION_LETTERS][CONFUSION_LETTERS] = {
#define READ(right, written, count) [(right)-CONFUSION_FIRST][(written)-CONFUSION_FIRST] = (count),
#include "meant/repair/confusions.def"
#undef READ
};

/* The index of a character; -1 if it is not counted. */
static int index_of(char c) {
    unsigned i = (unsigned char)c - (unsigned)CONFUSION_FIRST;
    return i < CONFUSION_LETTERS ? (int)i : -1;
}

void confusion_note(struct confusion *c, char right, char written) {
    int i = index_of(right), k = index_of(written);
    if (i >= 0 && k >= 0)
        c->read[i][k]++;
}

bool confusion_is_one(xpgn_slice a, xpgn_slice b, size_t *at) {
    size_t differ = 0;
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++) {
        if (a.data[i] == b.data[i])
            continue;
        *at = i;
        differ++;
    }
    return differ == 1;
}

void confusion_note_word(struct confusion *c, xpgn_slice right, xpgn_slice written) {
    size_t at = right.size;
    if (!slice_equal(right, written) && !confusion_is_one(right, written, &at))
        return;
    for (size_t i = 0; i < right.size; i++)
        confusion_note(c, right.data[i], written.data[i]);
}

void confusion_add(struct confusion *c, const struct confusion *other) {
    for (size_t i = 0; i < CONFUSION_LETTERS; i++)
        for (size_t k = 0; k < CONFUSION_LETTERS; k++)
            c->read[i][k] += other->read[i][k];
}

static bool is_digit_at(int i) {
    return i >= '1' - CONFUSION_FIRST && i <= '9' - CONFUSION_FIRST;
}

/* The rate on all sheets together, before anything is known of a hand. */
static double common_rate(int right, int written) {
    bool figures = is_digit_at(right) && is_digit_at(written);
    double all = figures ? CONFUSION_FIGURES : CONFUSION_SEEN, these = all * CONFUSION_OTHER;
    for (int n = 0; right >= 0 && written >= 0 && n < CONFUSION_LETTERS; n++) {
        all += counted[right][n];
        these += n == written ? counted[right][n] : 0;
    }
    return these / all;
}

double confusion_rate(const struct confusion *c, char right, char written) {
    int i = index_of(right), k = index_of(written);
    double rate = common_rate(i, k), all = CONFUSION_HAND, these = CONFUSION_HAND * rate;
    if (c == NULL || i < 0 || k < 0)
        return rate;
    for (int n = 0; n < CONFUSION_LETTERS; n++)
        all += c->read[i][n];
    return (these + c->read[i][k]) / all;
}

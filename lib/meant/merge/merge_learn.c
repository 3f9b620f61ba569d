/* SPDX-License-Identifier: MIT */
/*
 * What the sheets of an event show about their writers' hands: which letter or figure is written
 * for which. Counted where only one reading is possible, used where two tie.
 */
#include "core/base/slice.h"
#include "meant/merge/merge.h"

/* The dice of a roll, against those of one that is right. */
static void note_dice(struct confusion *c, const xpgn_roll *right, const xpgn_roll *written) {
    if (right->exchanges != written->exchanges)
        return;
    for (unsigned n = 0; n < 2u * right->exchanges; n++) {
        const xpgn_roll_side *a = &right->exchange[n / 2].side[n % 2];
        const xpgn_roll_side *b = &written->exchange[n / 2].side[n % 2];
        for (unsigned i = 0; i < a->dice_count && a->dice_count == b->dice_count; i++)
            confusion_note(c, (char)('0' + a->dice[i]), (char)('0' + b->dice[i]));
    }
}

/* True if this half-move, which a sheet has, is the only possible one here. */
static bool is_sure_step(const struct xpgn_merge *s, const xpgn_difference *d) {
    bool sure = d->tied == NULL && d->was == NULL && !d->guess && !d->missing && !d->mixed &&
                d->witnesses != 0;
    for (size_t i = 0; i < s->count; i++) {
        const xpgn_reading *r = &d->reading[i];
        sure = sure && (r->slip == XPGN_SLIP_NONE || r->until != NULL ||
                        (d->witnesses >> i & 1) != 0 || r->text[0] == '\0');
    }
    return sure;
}

static const struct sheet_entry *entry_of_witness(const struct xpgn_merge *s,
                                                  const struct merge_step *step) {
    for (size_t i = 0; i < s->count; i++)
        if ((step->witnesses >> i & 1) != 0 && sheets_entry_of(s, step, i) != NULL)
            return sheets_entry_of(s, step, i);
    return NULL;
}

void merge_learn(struct xpgn_merge *s) {
    size_t played = 0;
    memset(s->hand, 0, sizeof s->hand);
    for (size_t k = 0; k < s->steps && played < s->half_moves; k++) {
        const struct merge_step *step = &s->step[k];
        if (!merge_played(step->link))
            continue;
        const xpgn_difference *d = &s->half_move[played++];
        const struct sheet_entry *right = entry_of_witness(s, step);
        for (size_t i = 0; i < s->count && right != NULL && is_sure_step(s, d); i++) {
            const struct sheet_entry *e = sheets_entry_of(s, step, i);
            if (e == NULL || e->gap)
                continue;
            confusion_note_word(&s->hand[i], right->word, e->word);
            note_dice(&s->hand[i], right->recorded.roll, e->recorded.roll);
        }
    }
    for (size_t i = 0; i < s->count && s->learns; i++)
        confusion_add(&s->event, &s->hand[i]);
    for (size_t i = 0; i < s->count; i++)
        confusion_add(&s->hand[i], &s->event);
}

/* A sheet that has what the record has, and one with a reading that ties and differs in one letter.
 */
static bool find_rivals(const struct xpgn_merge *s, const xpgn_difference *d, size_t *one,
                        size_t *other, size_t *at) {
    for (*one = 0; *one < s->count; ++*one)
        for (*other = 0; *other < s->count && (d->witnesses >> *one & 1) != 0; ++*other) {
            const char *a = d->reading[*one].text, *b = d->reading[*other].text;
            if (d->reading[*other].allowed && (d->witnesses >> *other & 1) == 0 &&
                confusion_is_one(slice_of(a), slice_of(b), at))
                return true;
        }
    return false;
}

double merge_learned(const struct xpgn_merge *s, const xpgn_difference *d) {
    size_t one, other, at;
    double odds = 1;
    if (!s->learned || d->tied == NULL || !find_rivals(s, d, &one, &other, &at))
        return 0;
    const char *has = d->reading[one].text, *rival = d->reading[other].text;
    for (size_t i = 0; i < s->count; i++) {
        const char *written = d->reading[i].text;
        if (strcmp(written, has) == 0 || strcmp(written, rival) == 0)
            odds *= confusion_rate(&s->hand[i], has[at], written[at]) /
                    confusion_rate(&s->hand[i], rival[at], written[at]);
    }
    return odds / (1 + odds);
}

bool merge_prefer(struct xpgn_merge *s) {
    size_t one, other, at, played = 0;
    bool any = false;
    for (size_t k = 0; k < s->steps && played < s->half_moves; k++) {
        const struct merge_step *step = &s->step[k];
        if (!merge_played(step->link))
            continue;
        const xpgn_difference *d = &s->half_move[played++];
        double sure = merge_learned(s, d);
        if (sure <= 0 || sure >= 0.5 || !find_rivals(s, d, &one, &other, &at) ||
            sheets_entry_of(s, step, other) == NULL)
            continue;
        s->sheet[other].list[sheets_entry_of(s, step, other) - s->sheet[other].list].likely = true;
        any = true;
    }
    return any;
}

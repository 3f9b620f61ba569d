/* SPDX-License-Identifier: MIT */
/* Byes: words where an opponent is due, in lists and records. */
#include "core/base/utf8.h"
#include "core/forms/fold.h"
#include "core/forms/sheet_words.h"
#include "events/list/event_data.h"

#include <string.h>

/* The end of the number, signs and blanks at p: "(1)", "1/2". */
static const char *past_signs(const char *p, const char *end) {
    uint32_t c;
    while (p < end && (is_digit(*p) || !fold_is_letter(p, end)))
        p += utf8_read((xpgn_slice){p, (size_t)(end - p)}, &c);
    return p;
}

bool event_is_nobody(xpgn_slice name) {
    struct sheet_phrase f;
    xpgn_slice s = event_trim(name);
    const char *end = s.data + s.size, *p = s.size > 0 ? past_signs(s.data, end) : s.data;
    if (slice_has_only(s, "0-./ "))
        return true;
    bool any = false;
    while (p < end && sheet_phrase_of(p, end, SHEET_BIT(SHEET_BYE), &f)) {
        any = true;
        p = past_signs(p + f.size, end);
    }
    return any && p == end;
}

char event_bye_of(unsigned score) {
    return score == EVENT_SCORE ? 'U' : score > 0 ? 'H' : 'Z';
}

unsigned event_bye_score(const event_pairing *p) {
    return p->bye == 'H' ? EVENT_SCORE / 2 : p->bye == 'Z' ? 0 : EVENT_SCORE;
}

/* True if nobody sits there: no player of the list has that name. */
static bool is_empty_seat(const event_seat *s) {
    return s->value.data != NULL && s->candidates == 0 && event_is_nobody(s->value);
}

static bool has_bye(const event *e, const event_record *r, const event_seat *s) {
    for (unsigned i = 0; i < s->candidates; i++) {
        const event_player *p = &e->player[s->candidate[i]];
        for (uint32_t k = 0; k < p->pairings; k++) {
            const event_pairing *q = &e->pairing[e->order[p->first + k]];
            if (q->seats == 1 && (r->round == 0 || q->round == r->round))
                return true;
        }
    }
    return false;
}

/* A dash may stand for a name that is not known, unless the list has a bye or there is none. */
static void take_bye(const event *e, event_record *r) {
    const bool none[2] = {is_empty_seat(&r->seat[0]), is_empty_seat(&r->seat[1])};
    unsigned seat = none[0] ? 1 : 0;
    bool word = r->seat[1 - seat].key.size > 0 || e->list.text.data == NULL;
    if (r->seats != 2 || r->turns > 0 || none[0] == none[1] || r->seat[seat].key.size == 0 ||
        !(word || has_bye(e, r, &r->seat[seat])))
        return;
    r->seats = 1;
    r->black = seat == 1;
    r->seat[0] = r->seat[seat];
    r->score[0] = r->score[seat];
    r->score[1] = 0;
}

void event_byes(event *e) {
    for (size_t i = 0; i < e->records; i++)
        take_bye(e, &e->record[i]);
}

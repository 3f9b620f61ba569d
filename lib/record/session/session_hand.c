/* SPDX-License-Identifier: MIT */
/*
 * The hand of who types: which piece letters the lines so far had. A word of several meanings is
 * read in the hands that have explained most of these lines; if they differ, it is asked for.
 */
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "core/board/position.h"
#include "core/forms/scan.h"
#include "internal/text_out.h"
#include "meant/sheet/word_in_hand.h"
#include "record/session/recorder.h"

/* What a word counts for the hands that explain it. English, the format's own, begins with less
   than that, and small letters with half of what is known of the capitals. MOST_WRITE: that
   many times more languages have a letter for one piece than for another. */
enum { WORD_COUNTS = 4, ENGLISH_BEGINS = 2, MOST_WRITE = 4 };

void typed_hand_begin(struct typed_hand *hand) {
    *hand = (struct typed_hand){.score = {ENGLISH_BEGINS}};
}

void typed_hand_set(struct typed_hand *hand, size_t language) {
    typed_hand_begin(hand);
    hand->score[language] += MOST_WRITE * WORD_COUNTS;
}

static uint32_t score_of(const struct typed_hand *hand, unsigned i) {
    return hand->score[i] + (i < MOST_LANGUAGES ? 0 : hand->score[i - MOST_LANGUAGES] / 2);
}

static uint32_t best_of(const struct typed_hand *hand, word_hands hands) {
    uint32_t best = 0;
    for (unsigned i = 0; i < HANDS; i++)
        if ((hands >> i & 1u) != 0 && score_of(hand, i) > best)
            best = score_of(hand, i);
    return best;
}

/* Small letters are learnt only from words that capitals do not explain: g8f6 may be of either. */
static void learn(struct typed_hand *hand, word_hands hands) {
    hands &= ~(hands << MOST_LANGUAGES);
    for (unsigned i = 0; i < HANDS; i++)
        if ((hands >> i & 1u) != 0)
            hand->score[i] += WORD_COUNTS;
}

/* True while only English has explained a word. */
static bool is_english(const struct typed_hand *hand) {
    return best_of(hand, ~(word_hands)1) <= score_of(hand, 0) / 2;
}

/* A letter of another alphabet is one of its own languages, if it can be: the King of Кd2 is a
   knight. */
static void drop_twins(struct word_meanings *m) {
    word_hands known = 0;
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++)
        known |= m->list[i].hands & m->known;
    for (size_t i = 0; i < m->count && known != 0; i++) {
        struct word_meaning own = m->list[i];
        own.hands &= m->known;
        if (own.hands != 0)
            m->list[kept++] = own;
    }
    m->count = kept > 0 ? kept : m->count;
}

/* Keeps the meanings in the hands that have explained most. One word is not enough against
   English: Bf4 is a bishop, or the pawn of who has typed Sc3. */
static void keep_likely(const struct typed_hand *hand, struct word_meanings *m) {
    word_hands all = 0;
    for (size_t i = 0; i < m->count; i++)
        all |= m->list[i].hands;
    const uint32_t best = best_of(hand, all), english = score_of(hand, 0);
    size_t kept = 0;
    for (size_t i = 0; i < m->count; i++) {
        const bool near = (m->list[i].hands & 1u) != 0 && best < english + WORD_COUNTS;
        if (best_of(hand, m->list[i].hands) == best || near)
            m->list[kept++] = m->list[i];
    }
    m->count = kept;
}

static bool is_of_pawn(const xpgn_position *p, const xpgn_action *a) {
    return a->from != XPGN_NO_SQUARE && XPGN_TYPE_OF(p->at[a->from]) == XPGN_PAWN;
}

/* Nobody writes the letter of a pawn who writes no other, or has written pawns without: with no
   word before it, Gc5 is a piece of Polish and not the pawn of Hungarian. */
static void drop_pawns(const struct typed_hand *hand, const xpgn_position *p,
                       struct word_meanings *m) {
    size_t kept = 0, pieces = 0;
    bool known = false;
    for (size_t i = 0; i < m->count; i++) {
        known |= best_of(hand, m->list[i].hands) > 0;
        pieces += !is_of_pawn(p, &m->list[i].action);
    }
    for (size_t i = 0; i < m->count && (!known || hand->pawns) && pieces > 0; i++)
        if (!is_of_pawn(p, &m->list[i].action))
            m->list[kept++] = m->list[i];
    m->count = kept > 0 ? kept : m->count;
}

static unsigned count_languages(word_hands hands) {
    unsigned count = 0;
    for (unsigned i = 0; i < MOST_LANGUAGES; i++)
        count += hands >> i & 1u;
    return count;
}

/* With no word before it but English ones, a letter is what it is in most languages that have it: S
   is a knight in five, and a bishop in one. *other: what is left out. */
static bool keep_usual(const struct typed_hand *hand, struct word_meanings *m,
                       struct word_meaning *other) {
    if (m->count != 2 || !is_english(hand) || ((m->list[0].hands | m->list[1].hands) & 1u) != 0)
        return false;
    const unsigned first = count_languages(m->list[0].hands),
                   second = count_languages(m->list[1].hands);
    const bool usual = first > second;
    if ((usual ? first : second) < MOST_WRITE * (usual ? second : first) || first * second == 0)
        return false;
    *other = m->list[usual];
    m->list[0] = m->list[!usual];
    m->count = 1;
    return true;
}

/* True if a word that can be played in other hands only is rather a slip: its letter is known in
   the hand of the lines so far. */
static bool is_slip(const struct typed_hand *hand, const struct word_meanings *m) {
    const uint32_t best = best_of(hand, ~(word_hands)0);
    word_hands read = 0;
    for (size_t i = 0; i < m->count; i++)
        read |= m->list[i].hands;
    return best > ENGLISH_BEGINS && best_of(hand, m->known) == best && best_of(hand, read) < best;
}

void recorder_meanings(struct recorder *r, const xpgn_play *play, xpgn_slice word,
                       struct word_meanings *out) {
    *out = (struct word_meanings){.count = 0};
    xpgn_action exact;
    const bool is_exact = xpgn_play_read(play, word, &exact) == XPGN_OK;
    if (is_exact && is_english(&r->hand)) {
        out->list[out->count++] = (struct word_meaning){exact, 1};
        out->lettered = word.size > 0 && *word.data >= 'A' && *word.data <= 'Z';
        return;
    }
    r->lost |= !word_meanings_find(play, word, out);
    drop_twins(out);
    if (out->count > 1) {
        keep_likely(&r->hand, out);
        if (!is_file(*word.data)) /* bxc5 has no letter of a pawn */
            drop_pawns(&r->hand, xpgn_play_position(play), out);
    }
    if (is_slip(&r->hand, out))
        out->count = 0;
    if (out->count == 0 && is_exact)
        out->list[out->count++] = (struct word_meaning){exact, 0};
}

/* The name of a meaning that is not asked for again when it is typed: of the word itself with the
   square that the piece is on. */
static void name_meaning(const xpgn_play *play, xpgn_slice word, const xpgn_action *action,
                         char name[32]) {
    const xpgn_position *p = xpgn_play_position(play);
    char text[24];
    xpgn_action_name(xpgn_play_ruleset(play), p, action, text);
    if (slice_is(word, text) && *text >= 'A' && *text <= 'Z')
        (void)snprintf(name, 32, "%c%s%s", *text, square_text(p, action->from).name, text + 1);
    else if (slice_is(word, text) && text[1] == 'x') /* bxc5 is b6xc5 */
        (void)snprintf(name, 32, "%s%s", square_text(p, action->from).name, text + 1);
    else
        (void)snprintf(name, 32, "%s", text);
}

static void note_reading(const xpgn_play *play, xpgn_slice word, const struct word_meanings *m,
                         const struct word_meaning *other, struct intent *how) {
    if (m->lettered && word.size < sizeof how->said)
        (void)snprintf(how->said, sizeof how->said, "%.*s", SLICE(word));
    how->hands = m->list[0].hands;
    if (other != NULL)
        name_meaning(play, word, &other->action, how->other);
}

bool recorder_read_word(struct recorder *r, const xpgn_play *play, xpgn_slice word,
                        xpgn_action *action, struct intent *how) {
    struct word_meanings m;
    struct word_meaning other;
    recorder_meanings(r, play, word, &m);
    const bool usual = keep_usual(&r->hand, &m, &other);
    if (m.count != 1)
        return false;
    *action = m.list[0].action;
    if (how != NULL)
        note_reading(play, word, &m, usual ? &other : NULL, how);
    if (m.lettered)
        learn(&r->hand, m.list[0].hands);
    else
        r->hand.pawns |= is_of_pawn(xpgn_play_position(play), action);
    return true;
}

void recorder_translate(struct recorder *r, xpgn_slice word, xpgn_buffer *out) {
    struct languages all;
    const word_hands known = word_known_hands(word);
    const uint32_t best = best_of(&r->hand, ~(word_hands)0);
    bool same = true;
    languages_read(&all);
    for (unsigned i = 0; i < HANDS; i++) {
        const size_t from = out->size;
        if ((known >> i & 1u) == 0 || score_of(&r->hand, i) < best)
            continue;
        const struct hand hand = {.language = &all.list[i % MOST_LANGUAGES],
                                  .small = i >= MOST_LANGUAGES};
        (void)word_translate(&hand, word, out);
        same &= from == 0 || slice_equal((xpgn_slice){out->data + from, out->size - from},
                                         (xpgn_slice){out->data, from});
        out->size = from > 0 ? from : out->size;
    }
    if (!same || memchr(bytes_of(out).data, '/', out->size) != NULL)
        xpgn_buffer_clear(out);
    if (out->size == 0)
        xpgn_buffer_slice(out, word);
    recorder_need(r, out);
}

bool recorder_ask_word(struct recorder *r, const xpgn_play *play, xpgn_slice word, xpgn_reply *a) {
    struct word_meanings m;
    xpgn_buffer list = {0};
    recorder_meanings(r, play, word, &m);
    if (m.count < 2 || (m.list[0].hands & m.list[1].hands & 1u) != 0)
        return true;
    for (size_t i = 0; i < m.count; i++) {
        char name[32];
        name_meaning(play, word, &m.list[i].action, name);
        xpgn_buffer_printf(&list, "%s%s", i == 0 ? "" : i + 1 < m.count ? ", " : " or ", name);
    }
    recorder_need(r, &list);
    xpgn_reply_refuse(a, "CHOICE", "'%.*s' may be %.*s; enter the one that was played", SLICE(word),
                      SLICE(list));
    xpgn_buffer_free(&list);
    return false;
}

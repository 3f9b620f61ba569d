/* SPDX-License-Identifier: MIT */
/* Whether a record is an earlier state of another, such as an old copy. */
#include "record/session/recorder.h"

/* Appends the words of a movetext, regardless of line breaks. */
static void put_moves_words(xpgn_buffer *b, const xpgn_buffer *moves) {
    xpgn_slice rest = bytes_of(moves), word;
    while ((word = line_word(&rest)).size > 0)
        draft_add(b, "%.*s", SLICE(word));
    b->failed |= moves->failed;
}

/* Appends the tags, except those that entries change, and the movetext. */
static void put_identity(const struct draft *s, xpgn_buffer *tags, xpgn_buffer *moves) {
    struct draft same = {.result = "*"};
    xpgn_buffer_slice(&same.tags, bytes_of(&s->tags));
    draft_set_tag(&same, "DiceOpen", (xpgn_slice){"", 0});
    xpgn_buffer_slice(tags, bytes_of(&same.tags));
    put_moves_words(moves, &s->body);
    put_moves_words(moves, &s->tail);
    tags->failed |= same.tags.failed;
    draft_free(&same);
}

static char last_of(xpgn_slice word) {
    return word.data[word.size - 1];
}

/* The sign that closes what is open before this word, or opens with it, a comment or a roll; 0: it
   is neither. */
static char closing(char open, xpgn_slice word) {
    return open != 0 ? open : *word.data == '{' ? '}' : *word.data == '<' ? '>' : 0;
}

/* The number of actions in a part of movetext: words that are not numbers, rolls, NAGs or
   comments. */
static size_t count_moves_words(xpgn_slice moves) {
    xpgn_slice word;
    size_t count = 0;
    for (char open = 0; (word = line_word(&moves)).size > 0;) {
        open = closing(open, word);
        count += open == 0 && strchr("$(", *word.data) == NULL && last_of(word) != '.';
        open = (char)(last_of(word) == open ? 0 : open);
    }
    return count;
}

/* True if further entries can have turned `old` into `now`. The first of them may have taken back
   or corrected the last action of `old`, or filled in a missing half-move. */
static bool may_follow(xpgn_slice old, xpgn_slice now) {
    xpgn_slice a = old, b = now, left = old, word;
    char open = 0;
    do {
        left = open != '>' ? a : left; /* a roll is one thing, however many exchanges it has */
        word = line_word(&a);
        if (word.size > 0 && (open = closing(open, word)) == last_of(word))
            open = 0;
    } while (word.size > 0 && slice_equal(word, line_word(&b)));
    return slice_is(word, "{[%missing]}") || count_moves_words(left) <= 1;
}

/* True if `old` is this record some entries ago. */
static bool is_earlier(struct recorder *r, const struct draft *old) {
    xpgn_buffer tags[2] = {{0}, {0}}, moves[2] = {{0}, {0}};
    put_identity(old, &tags[0], &moves[0]);
    put_identity(&r->draft, &tags[1], &moves[1]);
    r->lost |= tags[0].failed || moves[0].failed || tags[1].failed || moves[1].failed;
    bool earlier = slice_equal(bytes_of(&tags[0]), bytes_of(&tags[1])) &&
                   may_follow(bytes_of(&moves[0]), bytes_of(&moves[1]));
    for (size_t i = 0; i < 2; i++) {
        xpgn_buffer_free(&tags[i]);
        xpgn_buffer_free(&moves[i]);
    }
    return earlier;
}

static void exchange_walks(struct recorder *r) {
    xpgn_walk *walk = r->walk;
    r->walk = r->stored.walk;
    r->stored.walk = walk;
}

/* Uses another walk, as the record's is still needed. */
xpgn_status recorder_follows(struct recorder *r, xpgn_slice text) {
    struct draft old = {.result = "*"};
    if (r->lost)
        return XPGN_NO_MEMORY;
    if (!r->begun)
        return XPGN_INVALID;
    exchange_walks(r);
    xpgn_buffer_clear(&r->text);
    xpgn_buffer_slice(&r->text, slice_given(text));
    bool earlier = recorder_read(r, &old) && is_earlier(r, &old);
    exchange_walks(r);
    draft_free(&old);
    if (r->lost)
        return XPGN_NO_MEMORY;
    return earlier ? XPGN_OK : XPGN_INVALID;
}

/* SPDX-License-Identifier: MIT */
/* The notation of the first action of a game that the fast path has read, which keeps no
   notation. */
#include <xpgn/play.h>

#include "core/base/slice.h"
#include "core/play/apply.h"
#include "core/play/ending.h"
#include "core/walk/walk_state.h"
#include "internal/loop.h"

/* Finds the first word of a text, and the die before it, if any; false if there is no word. */
static bool find_word(xpgn_slice text, bool dice, struct token *token, unsigned *die) {
    struct log log;
    struct lex lex;
    xpgn_roll roll;
    log_init_counting(&log);
    lex_begin(&lex, text, &log);
    lex.dice = dice;
    *die = 0;
    do {
        lex_next(&lex, token);
        if (token->kind == TOKEN_ROLL && xpgn_roll_read(token->text, &roll))
            *die = roll.exchange[0].side[0].dice[0];
    } while (token->kind != TOKEN_WORD && token->kind != TOKEN_END);
    log_free_parts(&log);
    return token->kind == TOKEN_WORD;
}

/* Plays it again for its notation. Whether the game has ended is tested only in games with check,
   for the #. False if no action fits, or if dice decided whether there is a #. */
static bool name_word(const xpgn_walk *w, xpgn_slice word, unsigned die, char text[24]) {
    const xpgn_ruleset *rs = w->ruleset;
    struct state s = {.position = rs->start, .turn.roll = (uint8_t)die};
    struct notation n;
    xpgn_facts facts;
    int seat = rs->roll_off ? walk_roll_off_seat(w) : -1;
    if (seat >= 0)
        s.position.side_to_move = (uint8_t)seat;
    if (!notation_read(word, &n) || !movement_resolve(rs, &s, &n, &facts.action))
        return false;
    facts_begin(rs, (xpgn_turn_dice){0}, &facts);
    combat_prepare(rs, &s.position, &facts);
    if (facts.combat)
        return false;
    facts_settle_quiet(&s.position, &facts);
    movement_name(rs, &s, &facts.action, false, facts.text);
    apply_action(rs, &s, &facts);
    apply_pass(rs, &s, true, false, &facts);
    if (facts.check || rs->safety != SAFETY_NOT_LEFT)
        ending_before_turn(rs, &s, &facts.outcome);
    mark_add(&facts);
    memcpy(text, facts.text, sizeof facts.text);
    return true;
}

/* The slot of a word among the names; NULL if it is not kept. */
static struct first_name *place_of_name(const xpgn_walk *w, xpgn_slice word) {
    const size_t size = sizeof w->first->known->word;
    if (word.size >= size || w->ruleset->roll_off)
        return NULL;
    return &w->first->known[hash_bytes(0, word.data, word.size) %
                            (sizeof w->first->known / sizeof *w->first->known)];
}

/* The same, with a cache of words that were named before. */
static bool find_first_name(const xpgn_walk *w, xpgn_slice word, unsigned die, char text[24]) {
    struct first_name *known = place_of_name(w, word);
    bool found = known != NULL && known->rs == w->ruleset && slice_is(word, known->word);
    if (found)
        memcpy(text, known->text, sizeof known->text);
    if (found || !name_word(w, word, die, text))
        return found;
    if (known != NULL) {
        *known = (struct first_name){.rs = w->ruleset};
        memcpy(known->word, word.data, word.size);
        memcpy(known->text, text, sizeof known->text);
    }
    return true;
}

/* True if there may be a first action to tell. */
static bool is_told(const xpgn_walk *w) {
    return w->ruleset != NULL && !walk_gives_start(w) &&
           !(ruleset_has_dice(w->ruleset) && walk_skips_steps(w));
}

bool walk_first_action(const xpgn_walk *w, char text[24]) {
    struct token word;
    unsigned die;
    if (!is_told(w))
        return false;
    if (w->first->text[0] != '\0') {
        memcpy(text, w->first->text, sizeof w->first->text);
        return true;
    }
    return w->fast.first_in.data != NULL &&
           find_word(w->fast.first_in, ruleset_has_dice(w->ruleset), &word, &die) &&
           find_first_name(w, word.text, die, text);
}

bool walk_knows_first(const xpgn_walk *w) {
    char text[24];
    return w->fast.first_in.data == NULL || !is_told(w) || walk_first_action(w, text);
}

/* SPDX-License-Identifier: MIT */
/* If nothing matched, suggests a name or value similar to the one asked for. */
#include <string.h>

#include "frame/word_guess.h"
#include "grep/grep.h"

static bool is_hinted(const grep_condition *k) {
    return k->what == GREP_TAG && !k->is.tag.excludes;
}

/* True if the value or a word of it is near: "Chem" to "Chen, M.", "adams" to "Michael Adams". */
static bool has_near_word(xpgn_slice wanted, xpgn_slice value) {
    static const char between[] = " ,.;-_/";
    const char *end = value.data + value.size;
    for (const char *p = value.data; p < end;) {
        const char *from = p;
        while (p < end && strchr(between, *p) == NULL)
            p++;
        const xpgn_slice word = {from, (size_t)(p - from)};
        if (cli_is_near(wanted, word) ||
            (wanted.size == 4 && word.size == 4 && edit_distance(wanted, word) == 1))
            return true;
        p += p < end;
    }
    return cli_is_near(wanted, value);
}

/* Returns a value in the game that resembles the one a condition asks for; data NULL if there is
   none. */
static xpgn_slice near_value(const grep_state *s, const grep_condition *k) {
    const grep_tag *t = &k->is.tag;
    const xpgn_slice none = {NULL, 0};
    for (size_t i = 0; k->what == GREP_PLAYER && k->player != NULL && i < GREP_PLAYERS; i++) {
        xpgn_slice value = s->value[k->tag[i]];
        if (value.data != NULL && has_near_word(cli_slice(k->player), value))
            return value;
    }
    if (!is_hinted(k) || !t->equal || t->expression != NULL)
        return none;
    xpgn_slice value = s->value[k->tag[0]];
    bool near = value.data != NULL && !cli_equal(value, t->text) && cli_is_near(t->text, value);
    return near ? value : none;
}

void grep_hint_note(cli_worker *w, const xpgn_game *game) {
    grep_state *s = w->state;
    const grep_plan *plan = s->plan;
    if (s->found > 0 || plan->tags == 0)
        return;
    cli_tags_note(w, &s->hint.tags, (cli_tags){plan->tag, plan->tags}, s->value, game);
    for (size_t i = 0; s->hint.game == 0 && game->number <= CLI_NEAR_GAMES && i < plan->count;
         i++) {
        xpgn_slice value = near_value(s, &plan->condition[i]);
        if (value.data == NULL)
            continue;
        s->hint.game = game->number;
        s->hint.condition = i;
        cli_put_value(&s->hint.value, value);
    }
}

void grep_hint_merge(grep_hint *to, grep_hint *from) {
    cli_tags_merge(&to->tags, &from->tags);
    if (from->game > 0 && (to->game == 0 || from->game < to->game)) {
        xpgn_buffer_free(&to->value);
        to->game = from->game;
        to->condition = from->condition;
        to->value = from->value;
    } else {
        xpgn_buffer_free(&from->value);
    }
}

void grep_hint_tell(cli *c, const grep_plan *plan, grep_hint *h) {
    for (size_t i = 0; i < plan->tags && i < CLI_TAGS; i++) {
        bool asked = false;
        for (size_t n = 0; n < plan->count; n++)
            asked |= is_hinted(&plan->condition[n]) && plan->condition[n].tag[0] == i;
        h->tags.seen[i] |= !asked;
    }
    cli_tags_tell(c, (cli_tags){plan->tag, plan->tags}, &h->tags);
    const grep_condition *k = &plan->condition[h->condition];
    if (h->game > 0 && !h->value.failed && k->what == GREP_PLAYER) {
        cli_message(c, "nothing matched, but game %llu has the player \"%.*s\"",
                    (unsigned long long)h->game, (int)h->value.size, h->value.data);
    } else if (h->game > 0 && !h->value.failed) {
        const grep_tag *t = &k->is.tag;
        cli_message(c,
                    "nothing matched, but game %llu has %.*s \"%.*s\"; a part is found by "
                    "--tag='%.*s=/%.*s/'",
                    (unsigned long long)h->game, (int)t->name.size, t->name.data,
                    (int)h->value.size, h->value.data, (int)t->name.size, t->name.data,
                    (int)t->text.size, t->text.data);
    }
}

void grep_hint_free(grep_hint *h) {
    xpgn_buffer_free(&h->tags.names);
    xpgn_buffer_free(&h->value);
}

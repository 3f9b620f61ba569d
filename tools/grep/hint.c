/* SPDX-License-Identifier: MIT */
/* Nothing matched: is there a name, or a value, that resembles the one that was asked for? */
#include <string.h>

#include "grep/grep.h"

/* So many games are looked at: whether a value is near takes longer than whether it is the same. */
enum { HINT_GAMES = 10000 };

static bool is_hinted(const grep_condition *k) {
    return k->what == GREP_TAG && !k->is.tag.excludes;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* "carlsen" of "Carlsen, M.", "Carslen, M." of the same */
static bool is_near(xpgn_slice wanted, xpgn_slice value) {
    size_t i = 0;
    while (i < wanted.size && i < value.size && lower(wanted.data[i]) == lower(value.data[i]))
        i++;
    if (i == wanted.size && i > 1)
        return true;
    return wanted.size > 4 && wanted.size + 2 >= value.size && value.size + 2 >= wanted.size &&
           xpgn_edits(wanted, value) <= 2;
}

void grep_hint_note(cli_worker *w, const xpgn_game *game) {
    grep_state *s = w->state;
    const grep_plan *plan = s->plan;
    if (s->found > 0 || plan->tags == 0)
        return;
    cli_tags_note(&s->hint.tags, (cli_tags){plan->tag, plan->tags}, s->value, s->reader, game);
    for (size_t i = 0; s->hint.game == 0 && game->number <= HINT_GAMES && i < plan->count; i++) {
        const grep_condition *k = &plan->condition[i];
        const grep_tag *t = &k->is.tag;
        if (!is_hinted(k) || !t->equal || t->expression != NULL)
            continue;
        xpgn_slice value = s->value[k->tag[0]];
        if (value.data == NULL || cli_equal(value, t->text) || !is_near(t->text, value))
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
    if (h->game > 0 && !h->value.failed) {
        const grep_tag *t = &plan->condition[h->condition].is.tag;
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

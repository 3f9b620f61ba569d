/* SPDX-License-Identifier: MIT */
#include "game/tags.h"

#include "base/slice.h"

void tags_begin(struct tags *tags, xpgn_slice game) {
    arena_reset(&tags->arena);
    tags->game = game;
    tags->list = NULL;
    tags->count = tags->capacity = 0;
    tags->pending = tags->no_memory = false;
    tags->known_set = 0;
}

static bool make_room(struct tags *tags) {
    if (tags->count < tags->capacity)
        return true;
    size_t capacity = tags->capacity ? tags->capacity * 2 : 16;
    xpgn_tag *list = arena_alloc(&tags->arena, capacity * sizeof *list);
    if (list == NULL)
        return false;
    if (tags->count > 0)
        memcpy(list, tags->list, tags->count * sizeof *list);
    tags->list = list;
    tags->capacity = capacity;
    return true;
}

bool tags_add(struct tags *tags, const struct token *token) {
    const struct tag_name *name = tag_name_find(token->name.data, token->name.size);
    if (!make_room(tags)) {
        tags->no_memory = true;
        return false;
    }
    xpgn_tag *tag = &tags->list[tags->count++];
    *tag = (xpgn_tag){token->name, token->text, token->value_place};
    if (name == NULL || name->known == KNOWN_COUNT || (tags->known_set >> name->known & 1) != 0)
        return true;
    tags->known_set |= 1u << name->known;
    tags->known[name->known] = *tag;
    return true;
}

static void read_pending(struct tags *tags) {
    struct xpgn_log log; /* stays empty, for nothing is wrong with these tags */
    struct token token;
    struct lex lex;
    if (!tags->pending)
        return;
    tags_begin(tags, tags->game);
    log_init(&log);
    lex_begin(&lex, tags->game, &log);
    do {
        lex_next(&lex, &token);
    } while (token.kind == TOKEN_COMMENT || token.kind == TOKEN_LINE ||
             (token.kind == TOKEN_TAG && tags_add(tags, &token)));
    log_free_parts(&log);
}

const xpgn_tag *tags_all(struct tags *tags, size_t *count) {
    read_pending(tags);
    *count = tags->count;
    return tags->list;
}

xpgn_slice tags_value(struct tags *tags, const char *name) {
    const struct tag_name *known = tag_name_find(name, strlen(name));
    const xpgn_slice none = {NULL, 0};
    if (known != NULL && known->known != KNOWN_COUNT) {
        const xpgn_tag *tag = tags_known(tags, (enum known_tag)known->known);
        return tag != NULL ? tag->value : none;
    }
    read_pending(tags);
    for (size_t i = 0; i < tags->count; i++) {
        if (slice_is(tags->list[i].name, name))
            return tags->list[i].value;
    }
    return none;
}

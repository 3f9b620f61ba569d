/* SPDX-License-Identifier: MIT */
/* Conditions on games: their query, and what is said of it at the end. */
#include "shared/tables/game_filter.h"
#include "internal/action_facts.h"
#include "internal/queries.h"
#include "internal/rules.h"
#include "internal/walk_modes.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

void cli_fault(cli *c, const char *option, const char *text, const xpgn_fault *fault) {
    xpgn_buffer b = {0};
    size_t size = strlen(text);
    size_t from = fault->place.offset < size ? fault->place.offset : size;
    size_t length = fault->place.length < size - from ? fault->place.length : size - from;
    size_t width = xpgn_text_width((xpgn_slice){text + from, length});
    xpgn_buffer_printf(&b, "%s: %s\n  ", option, fault->text);
    xpgn_buffer_clean(&b, (xpgn_slice){text, size});
    xpgn_buffer_printf(&b, "\n  %*s^", (int)xpgn_text_width((xpgn_slice){text, from}), "");
    for (size_t i = 1; i < width; i++)
        xpgn_buffer_char(&b, '~');
    xpgn_buffer_char(&b, '\0');
    if (b.failed)
        cli_no_memory(c);
    cli_message(c, "%s", b.data);
    xpgn_buffer_free(&b);
}

int cli_where_open(cli *c, cli_where *k, const char *option, const char *text) {
    xpgn_fault fault;
    *k = (cli_where){.query = NULL, .text = text};
    if (text == NULL)
        return CLI_GO;
    xpgn_status status = xpgn_query_new(&k->query, text, &fault);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(c);
    if (status != XPGN_OK) {
        cli_fault(c, option, text, &fault);
        return CLI_TROUBLE;
    }
    k->tag = xpgn_query_tags(k->query, &k->tags);
    k->scopes = xpgn_query_scopes(k->query);
    k->positions = xpgn_query_wants_positions(k->query);
    k->line = xpgn_query_wants_line(k->query);
    return CLI_GO;
}

const xpgn_slice *cli_where_tags(cli_worker *w, cli_where_state *s, const cli_where *k,
                                 const xpgn_game *game) {
    if (k->tags == 0)
        return NULL;
    if (s->reader == NULL) {
        s->value = calloc(k->tags, sizeof *s->value);
        if (s->value == NULL || xpgn_reader_new(&s->reader) != XPGN_OK)
            cli_no_memory(w->cli);
    }
    xpgn_reader_tags(s->reader, game->text, k->tag, k->tags, s->value);
    cli_tags_note(w, &s->seen, (cli_tags){k->tag, k->tags}, s->value, game);
    return s->value;
}

static void merge_near(cli_where_near *to, cli_where_near *from) {
    to->held |= from->held;
    if (from->game > 0 && (to->game == 0 || from->game < to->game)) {
        xpgn_buffer old = to->value;
        to->game = from->game;
        to->tag = from->tag;
        to->value = from->value;
        from->value = old;
    }
    xpgn_buffer_free(&from->value);
}

void cli_where_finish(cli_where *k, cli_where_state *s) {
    cli_tags_merge(&k->seen, &s->seen);
    merge_near(&k->near, &s->near);
    xpgn_reader_free(s->reader);
    xpgn_walk_free(s->end);
    xpgn_walk_free(s->steps);
    xpgn_buffer_free(&s->text);
    xpgn_buffer_free(&s->words);
    free(s->played);
    free(s->value);
}

static bool is_player(xpgn_slice name) {
    bool is = false;
    for (unsigned seat = 0; seat < XPGN_MAX_SEATS; seat++)
        is = is || cli_equal(name, cli_slice(xpgn_seat_tag(XPGN_MAX_SEATS, seat)));
    return is;
}

/* One player is enough: `player` asks for the tags of four seats. */
static void excuse_players(cli_where *k) {
    bool seen = false;
    for (size_t i = 0; i < k->tags && i < CLI_TAGS; i++)
        seen = seen || (k->seen.seen[i] && is_player(k->tag[i]));
    for (size_t i = 0; i < k->tags && i < CLI_TAGS; i++)
        k->seen.seen[i] = k->seen.seen[i] || (seen && is_player(k->tag[i]));
}

void cli_where_close(cli *c, cli_where *k, bool tell) {
    const cli_where_near *near = &k->near;
    excuse_players(k);
    cli_tags_tell(c, (cli_tags){k->tag, tell ? k->tags : 0}, &k->seen);
    if (tell && !near->held && near->game > 0 && !near->value.failed)
        cli_message(c, "--where is true for no game, but game %llu has %.*s \"%.*s\"",
                    (unsigned long long)near->game, (int)k->tag[near->tag].size,
                    k->tag[near->tag].data, (int)near->value.size, near->value.data);
    xpgn_buffer_free(&k->near.value);
    xpgn_query_free(k->query);
}

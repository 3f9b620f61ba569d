/* SPDX-License-Identifier: MIT */
/* Players: random, by mean gain, or with a search. */
#include "lab/player.h"
#include "core/base/slice.h"
#include "lab/greedy.h"
#include "lab/search.h"

#include <stdlib.h>
#include <string.h>

enum kind { PLAYER_RANDOM, PLAYER_GREEDY, PLAYER_CAREFUL, PLAYER_STRONG, PLAYERS };
static const char *const names[PLAYERS] = {"random", "greedy", "careful", "strong"};

struct xpgn_player {
    enum kind kind;
    uint64_t nodes;
    xpgn_play trial;
    struct search search;
    struct option option[MOST_OPTIONS];
    size_t options;
    xpgn_action choices[MOST_ACTIONS];
};

/* Values that differ by less, in half points, are drawn by lot, so that games without dice
   differ. */
static const double alike = 0.05;

const char *xpgn_player_name(size_t index) {
    return index < PLAYERS ? names[index] : NULL;
}

/* ---- a player by its name -------------------------------------------------------------------- */

enum { MOST_NODES = 1000000000 };

static bool read_nodes(xpgn_slice text, uint64_t *nodes) {
    *nodes = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || *nodes > MOST_NODES)
            return false;
        *nodes = *nodes * 10 + (uint64_t)(text.data[i] - '0');
    }
    return text.size > 0 && *nodes > 0 && *nodes <= MOST_NODES;
}

/* "strong:1000": only the last player takes a number of nodes. */
static bool read_name(xpgn_slice name, enum kind *kind, uint64_t *nodes) {
    size_t size = 0;
    while (size < name.size && name.data[size] != ':')
        size++;
    for (*kind = PLAYER_RANDOM; *kind < PLAYERS; ++*kind)
        if (slice_is((xpgn_slice){name.data, size}, names[*kind]))
            break;
    if (*kind == PLAYER_STRONG)
        return size < name.size &&
               read_nodes((xpgn_slice){name.data + size + 1, name.size - size - 1}, nodes);
    *nodes = UINT64_MAX;
    return *kind < PLAYERS && size == name.size;
}

xpgn_status xpgn_player_new(xpgn_player **out, xpgn_slice name) {
    enum kind kind;
    uint64_t nodes;
    if (!read_name(slice_given(name), &kind, &nodes))
        return XPGN_NOT_FOUND;
    xpgn_player *player = calloc(1, sizeof *player);
    if (player == NULL)
        return XPGN_NO_MEMORY;
    if (!search_open(&player->search)) {
        xpgn_player_free(player);
        return XPGN_NO_MEMORY;
    }
    player->kind = kind;
    player->nodes = nodes;
    *out = player;
    return XPGN_OK;
}

void xpgn_player_free(xpgn_player *player) {
    if (player == NULL)
        return;
    search_close(&player->search);
    free(player);
}

uint64_t player_nodes(const xpgn_player *player) {
    return player->nodes;
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* The best so far; one of several equal ones by lot. */
struct best {
    double value, margin;
    uint32_t equal; /* how many there are */
    int choice;
    xpgn_draw *draw;
    void *data;
};

static void consider(struct best *b, int choice, double value) {
    if (b->equal > 0 && value < b->value - b->margin)
        return;
    bool better = b->equal == 0 || value > b->value + b->margin;
    b->equal = better ? 1 : b->equal + 1;
    if (b->equal == 1 || value > b->value)
        b->value = value;
    if (b->equal == 1 || (b->draw != NULL && b->draw(b->data, b->equal) == 0))
        b->choice = choice;
}

static int choose_at_once(xpgn_player *player, const xpgn_play *play, const xpgn_action *list,
                          size_t count, struct best *b) {
    bool greedy = player->kind == PLAYER_GREEDY;
    for (size_t i = 0; i < count; i++)
        consider(b, (int)i, greedy ? greedy_value(play, &player->trial, &list[i]) : 0);
    if (xpgn_play_turn_roll(play) != XPGN_TURN_ROLL_NONE)
        consider(b, XPGN_PLAYER_ROLL, 0);
    if (xpgn_play_may_end(play))
        consider(b, XPGN_PLAYER_END, 0);
    return b->choice;
}

/* ---- looking ahead --------------------------------------------------------------------------- */

static void begin_search(xpgn_player *player, const xpgn_play *play) {
    struct search *s = &player->search;
    if (s->scale.rs != play->rs)
        scale_set(&s->scale, play->rs);
    search_begin(s, play, player->kind == PLAYER_CAREFUL, player->nodes);
}

static int by_option_value(const void *a, const void *b) {
    const struct option *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The margin within which scores count as equal; never 0, as pruned values are only bounds. */
static double margin_at(const struct search *s, double best) {
    return alike * evaluate_slope(&s->scale, best) + 1e-6;
}

/* Values all options at this depth in turns; returns how many of the first ones were valued before
   the search was stopped. */
static size_t look_at_options(xpgn_player *player, const xpgn_play *play, unsigned turns) {
    struct search *s = &player->search;
    double best = -1;
    for (size_t i = 0; i < player->options; i++) {
        struct option *o = &player->option[i];
        double value = search_option(s, play, o, turns, best - 2 * margin_at(s, best));
        if (s->stopped)
            return i;
        o->value = value;
        best = value > best ? value : best;
    }
    return player->options;
}

/* Deepens by one turn at a time, the best of the previous depth first. */
static size_t look_deeper(xpgn_player *player, const xpgn_play *play) {
    size_t valued = look_at_options(player, play, 0);
    if (valued == 0)
        return player->options > 0; /* not even one: the first will do */
    for (unsigned turns = 1; turns < MOST_TURNS && !player->search.stopped; turns++) {
        qsort(player->option, player->options, sizeof *player->option, by_option_value);
        size_t now = look_at_options(player, play, turns);
        valued = now > 0 ? now : valued;
    }
    return valued;
}

static int choose_ahead(xpgn_player *player, const xpgn_play *play, struct best *b) {
    begin_search(player, play);
    size_t valued = player->options;
    if (player->options == 1)
        return player->option[0].index;
    if (player->kind == PLAYER_STRONG)
        valued = look_deeper(player, play);
    else
        (void)look_at_options(player, play, search_turns_of_careful(play));
    double best = -1;
    for (size_t i = 0; i < valued; i++)
        best = player->option[i].value > best ? player->option[i].value : best;
    b->margin = margin_at(&player->search, best);
    for (size_t i = 0; i < valued; i++)
        consider(b, player->option[i].index, player->option[i].value);
    return b->choice;
}

int xpgn_player_choose(xpgn_player *player, const xpgn_play *play, const xpgn_action *list,
                       size_t count, xpgn_draw *draw, void *data) {
    struct best b = {.draw = draw, .data = data};
    if (player->kind <= PLAYER_GREEDY)
        return choose_at_once(player, play, list, count, &b);
    player->options = search_options(play, list, count, player->option);
    return choose_ahead(player, play, &b);
}

/* ---- going on -------------------------------------------------------------------------------- */

/* One that plays by lot tosses a coin; the others go on unless that is expected to cost them. */
bool xpgn_player_goes_on(xpgn_player *player, const xpgn_play *play, const xpgn_facts *facts,
                         const xpgn_roll *roll, xpgn_draw *draw, void *data) {
    xpgn_facts next = *facts;
    xpgn_odds odds;
    if (!xpgn_play_may_go_on(play, facts, roll))
        return false;
    if (player->kind == PLAYER_RANDOM)
        return draw == NULL || draw(data, 2) == 0;
    combat_complete(play->rs, roll, &next);
    for (unsigned i = 0; i < 2; i++)
        next.side[i].hits = (int16_t)xpgn_hits_left(&next.side[i]);
    return xpgn_combat_odds(play->rs, &next, &odds) && odds.expected >= 0;
}

/* ---- what the dice leave to choose ----------------------------------------------------------- */

static double value_of_choice(xpgn_player *player, const xpgn_play *play, xpgn_facts *facts) {
    const xpgn_action *a = &facts->action;
    if (player->kind >= PLAYER_CAREFUL)
        return branch_choice_value(&player->search.scale, play, facts);
    xpgn_piece piece = XPGN_PIECE(XPGN_SEAT_OF(a->piece), a->promotion);
    bool counts = player->kind == PLAYER_GREEDY && a->promotion != 0;
    return counts ? xpgn_piece_worth(play->rs, piece) : 0;
}

void xpgn_player_complete(xpgn_player *player, const xpgn_play *play, xpgn_draw *draw, void *data,
                          xpgn_facts *facts) {
    struct best b = {.draw = draw, .data = data};
    size_t count = xpgn_play_choices(play, facts, player->choices, MOST_ACTIONS);
    if (count > 1 && player->kind >= PLAYER_CAREFUL)
        begin_search(player, play);
    for (size_t i = 0; count > 1 && i < count && i < MOST_ACTIONS; i++) {
        facts->action = player->choices[i];
        consider(&b, (int)i, value_of_choice(player, play, facts));
    }
    if (count > 0)
        facts->action = player->choices[b.choice];
}

/* SPDX-License-Identifier: MIT */
/* The rows of xpgn-replay as JSON. */
#include "replay/replay_rows.h"

#define SIDE_KEYS(side)                                                                            \
    side "," side "_value," side "_support," side "_supporters," side "_supporter_count," side     \
         "_faces," side "_total," side "_fate," side "_held_at"
#define TURN_KEYS "ply,turn,action"
#define ACTION_KEYS "piece,kind,from,to,turn_roll,roll"
#define BOTH_KEYS "casualties,stood,outcome"
#define POSITION_KEYS "result,xfen"
static const char *const key_names[OBJECTS] = {
    [OF_RECORD] = "file,game",
    [OF_TURN] = TURN_KEYS,
    [OF_QUIET] = TURN_KEYS "," ACTION_KEYS ",combat=null," BOTH_KEYS "," POSITION_KEYS,
    [OF_ACTION] = ACTION_KEYS,
    [OF_COMBAT] = "rule,margin",
    [OF_ATTACKER] = SIDE_KEYS("attacker"),
    [OF_DEFENDER] = SIDE_KEYS("defender"),
    [OF_BOTH] = BOTH_KEYS,
    [OF_POSITION] = POSITION_KEYS};

void replay_find_keys(cli *c, replay_options *o) {
    for (size_t i = 0; i < OBJECTS; i++)
        cli_fact_keys_find(c, &o->keys[i], XPGN_ANY_SCOPE, key_names[i]);
}

static void put_keys(xpgn_buffer *b, const replay_row *r, size_t object) {
    cli_put_keys(b, &r->how->keys[object], &r->of.is);
}

static void put_json_combat(xpgn_buffer *b, const replay_row *r) {
    put_keys(b, r, OF_TURN);
    put_keys(b, r, OF_ACTION);
    json_open(b, "combat", "{");
    put_keys(b, r, OF_COMBAT);
    cli_put_piece_keys(b, "attacker", &r->how->keys[OF_ATTACKER], &r->of.is);
    cli_put_piece_keys(b, "defender", &r->how->keys[OF_DEFENDER], &r->of.is);
    xpgn_buffer_char(b, '}');
    put_keys(b, r, OF_BOTH);
    put_keys(b, r, OF_POSITION);
}

/* The members of a position, and of the action before it if there was one. */
static void put_json_step(xpgn_buffer *b, const replay_row *r) {
    const xpgn_facts *facts = r->of.is.facts;
    if (facts != NULL && facts->combat) {
        put_json_combat(b, r);
    } else if (facts != NULL) {
        put_keys(b, r, OF_QUIET);
    } else {
        put_keys(b, r, OF_TURN);
        put_keys(b, r, OF_POSITION);
    }
}

void replay_put_json_tags(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const cli_columns *k = &r->how->tag;
    if (k->count > 0) {
        if (!s->kept.made)
            replay_take_tags(s, r->walk, k);
        json_key(b, "tags");
        cli_put_columns_json(b, k, &r->of);
        b->size -= b->size > 0; /* remove the LF: the line continues */
    }
    xpgn_buffer_put(b, "}\n", 2);
}

/* What the objects of a game have in common. */
static __attribute__((noinline)) void make_json_head(replay_cells *s, const replay_row *r) {
    const cli_fact_keys *quiet = &r->how->keys[OF_QUIET];
    json_open(&s->head, NULL, "{");
    put_keys(&s->head, r, OF_RECORD);
    xpgn_fact_objects(&s->quiet, (xpgn_slice){s->head.data, s->head.size}, &r->of.is, quiet->member,
                      quiet->count);
}

static void put_json_head(xpgn_buffer *b, const replay_cells *s) {
    xpgn_buffer_slice(b, (xpgn_slice){s->head.data, s->head.size});
    b->failed |= s->head.failed;
}

/* Has it what an action without a combat has, and no more? */
static inline bool is_quiet(const replay_row *r) {
    return r->of.is.facts != NULL && !r->of.is.facts->combat && r->of.is.position != NULL &&
           r->how->tag.count == 0;
}

static __attribute__((noinline)) void put_other_json(xpgn_buffer *b, replay_cells *s,
                                                     const replay_row *r) {
    const replay_options *o = r->how;
    if (o->columns_given.count > 0 || o->rows == ROWS_OF_EXCHANGES) {
        if (!s->kept.made)
            replay_take_tags(s, r->walk, &o->columns);
        cli_put_columns_json(b, &o->columns, &r->of);
        return;
    }
    if (s->head.size == 0)
        make_json_head(s, r);
    put_json_head(b, s);
    put_json_step(b, r);
    if (r->of.is.position == NULL)
        json_text(b, "unplayable", r->of.is.broken != NULL ? r->of.is.broken->code : "");
    replay_put_json_tags(b, s, r);
}

void replay_put_json(xpgn_buffer *b, replay_cells *s, const replay_row *r) {
    const cli_fact_keys *quiet = &r->how->keys[OF_QUIET];
    if (s->head.size > 0 && is_quiet(r))
        xpgn_fact_object(b, &r->of.is, quiet->member, quiet->count, &s->quiet);
    else
        put_other_json(b, s, r);
}

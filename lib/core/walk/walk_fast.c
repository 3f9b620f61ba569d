/* SPDX-License-Identifier: MIT */
/* Tries the fast path first if only the verdict is wanted. */
#include "core/base/cpu.h"
#include "core/base/slice.h"
#include "core/game/san_extras.h"
#include "core/text/head_words.h"
#include "core/text/span.h"
#include "core/text/tagvalue.h"
#include "core/walk/walk_state.h"

/* ---- the header: one well-formed tag pair a line --------------------------------------------- */

/* The names of tags so far, to find duplicates, with a bit per slot. */
struct name_set {
    uint64_t key[SPAN_TAGS];
    unsigned count; /* below SPAN_TAGS */
    uint64_t slots;
};

static inline bool name_is_new(struct name_set *set, uint64_t key, unsigned slot) {
    if ((set->slots >> slot & 1) != 0) {
        for (unsigned i = 0; i < set->count; i++) {
            if (set->key[i] == key)
                return false;
        }
    }
    set->slots |= (uint64_t)1 << slot;
    set->key[set->count++] = key;
    return true;
}

static inline bool value_fits(enum tag_kind kind, xpgn_slice value) {
    return kind == TAG_FREE || (kind == TAG_ELO && tag_is_common_elo(value)) ||
           (kind == TAG_DATE && tag_is_common_date(value)) || tag_value_fits(kind, value);
}

/* False if it is a duplicate or has a value to report. */
static inline bool note_tag(xpgn_walk *w, struct name_set *set, const struct span_tag *t) {
    struct tag_key key = tag_key_of(t->name, t->name_size);
    uint64_t mixed = tag_key_mix(key);
    unsigned slot = tag_name_slot(mixed);
    if (!name_is_new(set, mixed, slot))
        return false;
    const struct tag_name *name = tag_name_at(key, slot);
    if (name == NULL)
        return tag_name_meant(t->name, t->name_size) == NULL;
    xpgn_slice value = span_tag_value(t);
    if (name->known != KNOWN_COUNT) {
        w->tags->known_set |= 1u << name->known;
        w->tags->known[name->known] =
            (xpgn_tag){{t->name, t->name_size}, value, walk_place(w, value)};
    }
    return value_fits((enum tag_kind)name->kind, value);
}

/* True if more tag pairs come behind words at p. */
static bool has_words(const char *p, const char *end) {
    bool cut;
    if (end - p > 3 && memcmp(p, "\n1.", 3) == 0 && !is_digit(p[3])) /* the usual case */
        return false;
    while (p < end && byte_is(*p, BYTE_SPACE))
        p++;
    return p < end && !head_ends(p, end) && head_words_between(p, end, true, &cut) != NULL;
}

/* True if the seven tags that PGN requires are there, usually first and in order. */
static bool has_seven(const struct span_tag *tag, size_t count) {
    for (size_t i = 0; i < SEVEN_TAGS; i++) {
        size_t at = i, tried = 0;
        while (tried < count &&
               (at >= count ||
                !slice_equal((xpgn_slice){tag[at].name, tag[at].name_size}, seven_tags[i])))
            at = tried++;
        if (tried == count)
            return false;
    }
    return true;
}

/* Reads all tag pairs and returns the place after them; NULL if the lexer must look at them. */
static const char *read_tags_fast(xpgn_walk *w) {
    const char *p = w->game->text.data, *end = p + w->game->text.size;
    struct span_tag tag[SPAN_TAGS];
    size_t count;
    struct name_set set;
    p = span_tags(p, end, tag, &count);
    set.count = 0;
    set.slots = 0;
    for (size_t i = 0; p != NULL && i < count; i++) {
        if (!note_tag(w, &set, &tag[i]))
            return NULL;
    }
    if (p == NULL || (w->options.lint && !has_seven(tag, count)))
        return NULL;
    w->tags->plain = arena_room(&w->tags->arena, count * sizeof *tag);
    w->tags->plains = count;
    w->no_memory |= w->tags->plain == NULL;
    if (w->no_memory)
        return NULL;
    memcpy(w->tags->plain, tag, count * sizeof *tag);
    return p;
}

/* The same in a trial: the tags are read once, and one of them replaced. */
static const char *take_tags_instead(xpgn_walk *w) {
    struct tag_instead *i = w->instead;
    if (!i->read) {
        i->end = read_tags_fast(w);
        i->known_set = w->tags->known_set;
        memcpy(i->known, w->tags->known, sizeof i->known);
        i->read = true;
    }
    w->tags->plains = 0; /* nobody asks for the others */
    w->tags->known_set = i->known_set & ~(1u << i->tag);
    memcpy(w->tags->known, i->known, sizeof i->known);
    if (i->value.data != NULL) {
        w->tags->known_set |= 1u << i->tag;
        w->tags->known[i->tag].value = i->value;
    }
    return i->end;
}

/* In a trial: the errors of a start position that is known not to have the form that positions of
   this game have; 0: that is not known. */
static size_t refused_form(const xpgn_walk *w) {
    const struct tag_instead *i = w->instead;
    const unsigned both = 1u << KNOWN_FEN | 1u << KNOWN_XFEN;
    if (i == NULL || w->exact_start || (w->tags->known_set & both) == both)
        return 0;
    for (unsigned n = 0; n < i->unreads; n++)
        if (memcmp(i->unread[n].geometry, &w->ruleset->geometry, sizeof(struct geometry)) == 0)
            return i->unread[n].errors;
    return 0;
}

/*
 * Starts at the ruleset's own position if the game is known not to be over there for the side that
 * begins. False if that is not known.
 */
static bool begin_as_judged(xpgn_walk *w) {
    xpgn_position *p = &w->fast.game.state.position;
    if (w->fast.judged != w->ruleset)
        return false;
    w->fast.game.state = (struct state){.position = w->ruleset->start};
    walk_roll_off(w, p, false);
    return (w->fast.judged_seats >> p->side_to_move & 1) != 0;
}

/*
 * Reads a header that has nothing to report: sets the ruleset, the start in w->fast.game.state, and
 * the movetext in *rest. False: undo the changes and use walk_header.
 */
static bool read_header_fast(xpgn_walk *w, xpgn_slice *rest) {
    const char *end = w->game->text.data + w->game->text.size;
    const unsigned position = 1u << KNOWN_FEN | 1u << KNOWN_XFEN | 1u << KNOWN_SETUP;
    const char *p = w->instead != NULL ? take_tags_instead(w) : read_tags_fast(w);
    if (p == NULL || has_words(p, end))
        return false;
    *rest = (xpgn_slice){p, (size_t)(end - p)};
    walk_check_known(w);
    walk_find_ruleset(w);
    if (w->ruleset == NULL || w->log.count > 0)
        return false;
    bool own = (w->tags->known_set & position) == 0; /* the ruleset's start position */
    if (own && begin_as_judged(w)) {
        walk_check_digest(w);
        return w->log.count == 0;
    }
    xpgn_outcome outcome = {0};
    w->fast.game.state.turn = (struct turn){0};
    if ((w->fast.refused = refused_form(w)) > 0)
        return false;
    bool starts = walk_start_state(w, &w->fast.game.state, &outcome);
    w->fast.refused = starts ? 0 : w->log.errors;
    if (!starts || w->log.count > 0 || outcome.over)
        return false;
    if (own) {
        w->fast.judged_seats = w->fast.judged == w->ruleset ? w->fast.judged_seats : 0;
        w->fast.judged_seats |= 1u << w->fast.game.state.position.side_to_move;
        w->fast.judged = w->ruleset;
    }
    return true;
}

/* ---- the moves ------------------------------------------------------------------------------- */

/* Games larger than any real one are not kept as moves or positions. */
static bool is_small(const xpgn_walk *w) {
    return w->game->text.size <= BESIDE_MOST / 16;
}

/* True if somebody watches the actions with dice. */
ALWAYS_INLINE bool is_watched(const xpgn_walk *w) {
    return w->options.detail == XPGN_THROWS && w->fast.watch.see != NULL && !walk_skips_steps(w);
}

/* True if a game of chess without findings is not to be returned step by step, but all others
   are. */
ALWAYS_INLINE bool wants_whole(const xpgn_walk *w) {
    xpgn_detail detail = w->options.detail;
    return detail == XPGN_MOVES || detail == XPGN_WHOLE || walk_is_bare(w);
}

/* True if no more is wanted than the fast path finds out, which can depend on the ruleset. */
ALWAYS_INLINE bool verdict_is_enough(const xpgn_walk *w) {
    const xpgn_walk_options *o = &w->options;
    bool lints = o->lint && (!walk_skips_steps(w) || o->keep_line || o->lenient);
    return (walk_skips_steps(w) || is_watched(w) || wants_whole(w)) && !lints;
}

/* True if the game is one that the fast path can read. */
static bool may_be_fast(const xpgn_walk *w) {
    const xpgn_walk_options *o = &w->options;
    return !w->game->latin1 && !w->game->too_large && !cpu_forced_walk() &&
           (o->visit == NULL || is_small(w));
}

void walk_fast_result(xpgn_walk *w, uint32_t plies) {
    const struct fast_game *q = &w->fast.game;
    bool replayed = w->fast.replays;
    w->started = w->ended = true;
    w->fast.replays = false;
    w->lines.list[0].state = q->state;
    w->lines.list[0].outcome = q->outcome;
    xpgn_step *s = walk_step(w, XPGN_STEP_RESULT, NULL);
    s->whole = s->ply == 0 && !replayed;
    s->ply += plies;
    s->seat = q->last_seat;
    s->number = q->last_number;
    s->position = &q->state.position;
    s->moves = q->san;
    s->move_count = q->san != NULL ? (uint32_t)q->sans : 0; /* fits, as the text is small */
    s->text = q->result;
    s->place = walk_place(w, s->text);
}

/* Adds the first step, unless it has been returned already. */
static void step_start(xpgn_walk *w, const struct state *start) {
    w->token.text = (xpgn_slice){"", 0};
    w->lines.list[0].state = *start;
    if (!w->started)
        walk_step(w, XPGN_STEP_START, NULL);
}

/* Prepares the replay of all steps (walk_replay.c). */
static void begin_replay(xpgn_walk *w, const struct state *start) {
    w->fast.replays = true;
    w->fast.turned = false;
    w->entry.facts.stood = false;
    step_start(w, start);
    w->started = true;
}

/* The fast path has settled the game: adds its only step, or prepares the replay of all. */
static void finish_clean(xpgn_walk *w, const struct state *start) {
    const struct fast_game *q = &w->fast.game;
    if (w->options.keep_line)
        trail_moves(&w->trail, q->moves, q->plies);
    if (q->tell != NULL) {
        walk_told_end(w);
        w->fast.replays = true;
        walk_fast_result(w, q->plies);
        return;
    }
    if (walk_is_bare(w)) {
        begin_replay(w, start);
        return;
    }
    if (w->options.detail == XPGN_WHOLE || q->watch != NULL)
        w->steps.count = 0; /* drops START, which may be there already */
    if (w->options.detail == XPGN_MOVES)
        step_start(w, start);
    walk_fast_result(w, q->plies);
}

/* Notes that the fast path has read `plies` turns of this text. */
static void note_first(xpgn_walk *w, xpgn_slice text, uint32_t plies) {
    if (w->lines.list[0].ply == 0 && plies > 0)
        w->fast.first_in = text;
}

/* True if a comment contains a {: where such a comment ends depends on everything after it. */
static bool has_brace_inside(xpgn_slice text) {
    const char *end = text.data + text.size, *next;
    for (const char *p = memchr(text.data, '{', text.size); p != NULL; p = next) {
        next = memchr(p + 1, '{', (size_t)(end - p - 1));
        if (memchr(p, '}', (size_t)((next != NULL ? next : end) - p)) == NULL)
            return true;
    }
    return false;
}

/* With lint: makes the moves up to where the fast path gave up, from the start of this text, and
   notes the positions for draws, as far as they can come up again. */
static void note_moves(xpgn_walk *w) {
    struct fast_game *q = &w->fast.game;
    xpgn_position *p = &q->state.position;
    bool known = xpgn_draws_known(w->ruleset), good = true;
    uint32_t first = q->resume.plies;
    while (first > 0 && (first == q->resume.plies || !played_resets(q->moves[first])))
        first--;
    uint32_t passed = q->passed_over <= first ? q->passed_over : 0;
    *p = passed > 0 ? q->passed : w->fast.start.position;
    played_make(p, q->moves + passed, first - passed);
    if (first == 0 && known && !w->started)
        good = draw_note(&w->draws, &w->arena, w->ruleset, p);
    for (uint32_t i = first; i < q->resume.plies; i++) {
        q->last_seat = p->side_to_move;
        q->last_number = p->number;
        played_make(p, q->moves + i, 1);
        good &= !known || draw_note(&w->draws, &w->arena, w->ruleset, p);
    }
    w->no_memory |= !good;
}

/* Lets the walk continue where the fast path gave up in this text. If that is its first token and
   the walk has started, it is there already. */
static bool resume(xpgn_walk *w, xpgn_slice text) {
    const struct fast_game *q = &w->fast.game;
    const struct resume *r = &q->resume;
    bool handed = r->token.kind != TOKEN_END;
    if (!r->possible || !walk_skips_steps(w) || (handed && r->last.size == 0 && w->started) ||
        has_brace_inside((xpgn_slice){text.data, text.size - r->left}))
        return false;
    note_first(w, text, r->plies);
    if (w->options.lint)
        note_moves(w);
    walk_take_over(w, q);
    w->fast.resumed = true;
    if (!w->started)
        walk_begin_moves(w, q->branches);
    if (w->options.keep_line)
        trail_moves(&w->trail, q->moves, r->plies);
    return true;
}

/* Room for the moves of a game, valid until the next game; the shortest move has two bytes. NULL if
   there is none. */
static played_code *room_for_moves(xpgn_walk *w) {
    if (w->fast.moves == NULL)
        w->fast.moves = arena_room(&w->arena, (w->game->text.size / 2 + 1) * sizeof *w->fast.moves);
    return w->fast.moves;
}

/* The number of turns left according to the tag PlyCount; UINT32_MAX if any number will do, also if
   there were errors (walk_check_result). */
static uint32_t plies_to_come(const xpgn_walk *w) {
    uint32_t count = walk_ply_count(w), past = w->lines.list[0].ply;
    if (count == UINT32_MAX || w->log.errors > 0)
        return UINT32_MAX;
    return count >= past ? count - past : UINT32_MAX - 1; /* no game has as many */
}

/* By how much move numbers are too high, modulo 2^32. */
static uint32_t ahead_of(const xpgn_walk *w) {
    return (uint32_t)(w->lines.list[0].number_offset / (int64_t)walk_seats(w));
}

/* Shows the start to who watches; NULL: nobody does. */
static struct fast_watch *begin_watch(xpgn_walk *w) {
    struct fast_watch *watch = &w->fast.watch;
    if (!is_watched(w))
        return NULL;
    watch->walk = w;
    watch->step = (xpgn_step){.kind = XPGN_STEP_START,
                              .rs = w->ruleset,
                              .text = {"", 0},
                              .position = &w->fast.start.position};
    watch->see(watch->data, w, w->steps.count > 0 ? &w->steps.queue[0] : &watch->step);
    watch->step.kind = XPGN_STEP_ACTION;
    watch->step.position = NULL;
    return watch;
}

static void set_inputs(xpgn_walk *w, xpgn_slice text) {
    struct fast_game *q = &w->fast.game;
    const struct line *l = &w->lines.list[0];
    q->skip_variations = w->options.skip_variations;
    q->lint = w->options.lint;
    q->sieve = walk_is_bare(w) && w->fast.sieved ? &w->fast.sieve : NULL;
    q->checks = q->sieve != NULL ? sieve_asks_check(q->sieve) : walk_is_bare(w);
    q->ply_count = plies_to_come(w);
    q->in_turn = l->in_turn;
    q->ahead = ahead_of(w);
    q->last_seat = l->last_seat;
    q->last_number = l->last_number;
    q->visit = wants_whole(w) ? w->options.visit : NULL;
    q->visit_data = w->options.visit_data;
    q->moves = NULL;
    q->tell = NULL;
    q->tell_data = w;
    q->branches = w->started ? w->lines.branches : memchr(text.data, '(', text.size) != NULL;
}

/* True if the dice of the game are sealed, which its walk looks at from the tags on. */
static bool is_sealed(const xpgn_walk *w) {
    return (w->tags->known_set & (1u << KNOWN_DICE_COMMIT | 1u << KNOWN_DICE_OPEN)) != 0;
}

/* True if the rules of the game, and what is wanted of it, are within the fast path. */
static bool is_within(const xpgn_walk *w) {
    enum fast_path path = (enum fast_path)w->ruleset->fast_path;
    if (path == FAST_PATH_NONE || is_sealed(w))
        return false;
    return path == FAST_PATH_CHESS || !(wants_whole(w) || w->options.keep_line || w->options.lint);
}

/* For rules that are not within the fast path: lets the walk begin behind the tags, which have been
   read. */
static bool begin_behind_tags(xpgn_walk *w, xpgn_slice text) {
    if (w->started || is_sealed(w) || w->options.keep_line || w->options.lint)
        return false;
    set_inputs(w, text);
    w->fast.game.resume =
        (struct resume){.possible = true, .left = text.size, .token = {.kind = TOKEN_END}};
    return resume(w, text);
}

/* True if somebody watches the turns of the game, and none was returned yet. */
static bool is_told(const xpgn_walk *w) {
    return w->options.detail == XPGN_TURNS && w->fast.watch.see != NULL && !w->started &&
           is_small(w) && !w->options.lint && !w->options.keep_line;
}

/* Tries this movetext, played from w->fast.game.state. False: the walk must start before it. */
static bool try_moves(xpgn_walk *w, xpgn_slice text) {
    xpgn_slice result = walk_value(w, KNOWN_RESULT);
    struct fast_game *q = &w->fast.game;
    bool keeps = w->options.keep_line || walk_is_bare(w) || w->options.lint;
    w->fast.tried = true;
    w->fast.findings = log_total(&w->log);
    if (!is_within(w))
        return begin_behind_tags(w, text);
    set_inputs(w, text);
    if (walk_is_bare(w) || is_watched(w) || w->options.detail == XPGN_MOVES || q->lint)
        w->fast.start = q->state;
    if (is_told(w)) {
        q->tell = walk_told_move;
        walk_told_begin(w, &q->state);
    } else if (keeps && (q->moves = room_for_moves(w)) == NULL) {
        return false;
    }
    q->watch = begin_watch(w);
    if (w->ruleset->fast_path == FAST_PATH_TURNS)
        w->fast.passed = fast_turns(w->ruleset, text, result, q);
    else
        w->fast.passed = fast_moves(w->ruleset, text, result, q);
    if (!w->fast.passed)
        return resume(w, text);
    note_first(w, text, q->plies);
    w->fast.passed = q->watch == NULL || walk_knows_first(w);
    if (w->fast.passed)
        finish_clean(w, &w->fast.start);
    return w->fast.passed;
}

/* Makes room for the moves of a game with its comments, NAGs and variations, if they are wanted.
   They are not written beside the line that is kept. */
static bool has_room_for_san(xpgn_walk *w) {
    if (w->options.detail != XPGN_MOVES)
        return true;
    if (w->ruleset->fast_path != FAST_PATH_CHESS || !is_small(w) || w->options.keep_line)
        return false;
    w->fast.game.san = arena_room(&w->arena, (w->game->text.size + 1) * sizeof *w->fast.game.san);
    return w->fast.game.san != NULL; /* if not, the walk is used */
}

/* Undoes what was read of the tags. */
static void forget_tags(xpgn_walk *w) {
    w->ruleset = NULL;
    w->tags->count = w->tags->known_set = 0;
    w->tags->pending = false;
    w->tags->sorted = NULL;
    if (w->log.count > 0)
        walk_begin_log(w);
}

/* Tries all moves, from behind the tags. */
static inline bool try_game(xpgn_walk *w, xpgn_slice rest) {
    if (!verdict_is_enough(w) || !has_room_for_san(w))
        return false;
    if (w->options.keep_line)
        trail_start(&w->trail, &w->fast.game.state.position);
    return try_moves(w, rest);
}

/* Lets the walk begin at the first move number. */
static __attribute__((noinline)) bool open_plain(xpgn_walk *w, xpgn_slice rest) {
    struct line *l = &w->lines.list[0];
    while (rest.size > 0 && is_space(*rest.data))
        rest = (xpgn_slice){rest.data + 1, rest.size - 1};
    memset(l, 0, sizeof *l);
    if (rest.size == 0 || !is_digit(*rest.data) || !begin_behind_tags(w, rest))
        return false;
    l->before = l->state;
    w->fast.resumed = false;
    return true;
}

/* `opens`: the walk is to read the moves. */
static bool begin_at_tags(xpgn_walk *w, bool opens) {
    xpgn_slice rest;
    w->fast.refused = 0;
    if (!verdict_is_enough(w) || !may_be_fast(w) || w->options.require != NULL)
        return false;
    if (read_header_fast(w, &rest)) {
        w->tags->pending = true;
        if (opens ? open_plain(w, rest) : try_game(w, rest))
            return true;
    }
    forget_tags(w);
    return false;
}

void xpgn_walk_watch(xpgn_walk *walk, xpgn_see *see, void *data) {
    walk->fast.watch.see = see;
    walk->fast.watch.data = data;
}

bool walk_fast_game(xpgn_walk *w) {
    return begin_at_tags(w, false);
}

bool walk_open_plain(xpgn_walk *w) {
    return begin_at_tags(w, true);
}

/* True only after a finding, or once the move numbers are right again; otherwise whatever stopped
   the fast path would stop it again. Never if the caller wants each move. With lint no position
   before may come again. */
static bool is_due_again(const xpgn_walk *w) {
    bool changed = w->fast.findings != log_total(&w->log) || w->fast.game.ahead != ahead_of(w);
    bool fresh = !w->options.lint || w->lines.list[0].state.position.halfmove_clock == 0;
    return changed && fresh && !w->ended && walk_skips_steps(w) && !w->options.keep_line;
}

void walk_fast_moves(xpgn_walk *w) {
    if (w->fast.tried && !is_due_again(w))
        return;
    w->fast.tried = true; /* from here on this is no longer the start */
    size_t at = walk_next_offset(w);
    if (!walk_is_clear(w) || !verdict_is_enough(w) || !may_be_fast(w) || !has_room_for_san(w))
        return;
    w->fast.game.state = w->lines.list[0].state;
    (void)try_moves(w, (xpgn_slice){w->game->text.data + at, w->game->text.size - at});
}

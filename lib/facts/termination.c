/* SPDX-License-Identifier: MIT */
#include "facts/termination.h"

#include "core/base/slice.h"
#include "core/forms/scan.h"
#include "core/play/movement.h"
#include "core/text/result_text.h"

#include <xpgn/record.h>

#include <xpgn/rulesets.h>

/* ---- what the rules and the result say ------------------------------------------------------- */

void facts_plain_result(xpgn_slice written, char text[24]) {
    uint8_t score[XPGN_MAX_SEATS];
    memcpy(text, result_is_forfeit(written) ? "0-0" : "*\0\0", sizeof "0-0");
    for (unsigned seats = 2; seats <= XPGN_MAX_SEATS; seats += 2)
        if (result_read(written, seats, score)) {
            result_write(score, seats, text);
            return;
        }
}

/* A seat had no legal action at its turn. */
static const char *locked_words(const xpgn_ruleset *rs, const xpgn_outcome *o) {
    if (rs->no_action != DECIDE_CHECK)
        return "no legal action";
    return o->score[0] == o->score[1] ? "stalemate" : "checkmate";
}

/* In words: the last of several leaders or the king was removed, or only the king is left. */
static const char *fallen_words(const xpgn_ruleset *rs, const struct line *line) {
    const xpgn_position *p = &line->state.position;
    if (p->seats > 2)
        return "one side left";
    if (rs->leaders_lost)
        return "no leader left";
    for (unsigned seat = 0; seat < 2; seat++)
        if (!position_has(p, seat, 1u << XPGN_KING))
            return "king removed";
    return rs->alone_loses ? "king alone" : "piece removed";
}

static const char *board_ending(const xpgn_walk *walk) {
    const struct line *line = &walk->lines.list[0];
    return line->outcome.locked ? locked_words(walk->ruleset, &line->outcome)
                                : fallen_words(walk->ruleset, line);
}

/* ---- what is said ---------------------------------------------------------------------------- */

/* True if another tag may say more: nothing was said, or only that the game was abandoned. */
static bool is_vague(enum ending_cause cause) {
    return cause == ENDING_UNSAID || cause == ENDING_ABANDONED;
}

/* Reads a tag; what it says of the cause goes before what others said. */
static void take_tag(const xpgn_tag *t, const xpgn_slice names[2], struct termination *out) {
    struct said_ending said;
    if (t == NULL || xpgn_value_is_unknown(t->value))
        return;
    said_ending_read(t->value, names, &said);
    if (out->tag == NULL || said.cause != ENDING_UNSAID)
        *out = (struct termination){said, t};
}

bool termination_tag(const xpgn_walk *w, struct termination *out) {
    const xpgn_tag *one = walk_known(w, KNOWN_TERMINATION), *icc = walk_known(w, KNOWN_ICC_RESULT);
    *out = (struct termination){.said = {.lost = -1}};
    /* a game whose tags are not listed has none with so long a name */
    const xpgn_tag *more =
        w->tags->pending ? NULL : tags_find(w->tags, slice_of("TerminationDetails"));
    if (one == NULL && icc == NULL && more == NULL)
        return false;
    const xpgn_slice names[2] = {walk_player(w, "White"), walk_player(w, "Black")};
    one = walk_known(w, KNOWN_TERMINATION); /* the tags may have been listed */
    icc = walk_known(w, KNOWN_ICC_RESULT);
    take_tag(one, names, out);
    if (is_vague(out->said.cause))
        take_tag(more, names, out);
    if (is_vague(out->said.cause))
        take_tag(icc, names, out);
    return out->said.cause != ENDING_UNSAID || out->said.other.size > 0 || out->said.drawn ||
           out->said.lost >= 0;
}

/* The end of a text without the blanks and the result there. */
static const char *before_result(const char *p, const char *end) {
    const char *last = end, *word;
    while (last > p && byte_is(last[-1], BYTE_SPACE))
        last--;
    for (word = last; word > p && !byte_is(word[-1], BYTE_SPACE) && word[-1] != '}';)
        word--;
    if (word == last || scan_result(word, last) != (size_t)(last - word))
        return last;
    while (word > p && byte_is(word[-1], BYTE_SPACE))
        word--;
    return word;
}

/* Takes the last comment from a text, behind which only blanks and the result are. */
static bool comment_before(xpgn_slice *rest, xpgn_slice *comment) {
    const char *p = rest->data, *end = before_result(p, p + rest->size);
    const char *close = end - 1, *open = close;
    if (end - p < 2 || *close != '}' || close[-1] == ']') /* a clock or an evaluation */
        return false;
    while (open > p && *open != '{')
        open--;
    if (*open != '{')
        return false;
    *comment = (xpgn_slice){open + 1, (size_t)(close - open - 1)};
    rest->size = (size_t)(open - p);
    return true;
}

/* Reads the last comments, before the result and behind it. */
static bool read_comment(const xpgn_walk *w, struct said_ending *out) {
    enum { LAST = 2 };
    xpgn_slice rest = w->game->text, comment;
    for (unsigned i = 0; i < LAST && comment_before(&rest, &comment); i++) {
        const xpgn_slice names[2] = {walk_player(w, "White"), walk_player(w, "Black")};
        if (said_ending_comment(comment, names, out))
            return true;
    }
    return false;
}

bool termination_read(const xpgn_walk *w, struct termination *out) {
    struct said_ending remark;
    bool said = termination_tag(w, out);
    if (said && (out->said.cause != ENDING_UNSAID || out->said.other.size > 0))
        return true;
    if (!read_comment(w, &remark))
        return said;
    *out = (struct termination){remark, NULL};
    return true;
}

/* ---- what the game itself shows -------------------------------------------------------------- */

/* Counts the positions of a game. */
struct count {
    struct arena arena;
    struct draw_watch seen;
    const xpgn_ruleset *rs;
    uint32_t last; /* the turn that was counted last */
    bool failed;
};

static bool count_position(void *data, const xpgn_position *p) {
    struct count *c = data;
    uint32_t turn = p->number * 2 + p->side_to_move + 1;
    if (turn != c->last)
        c->failed |= !draw_note(&c->seen, &c->arena, c->rs, p);
    c->last = turn;
    return !c->failed;
}

/* Walks the game again, and has its positions counted. */
static bool count_all(xpgn_walk *w, struct count *c) {
    xpgn_walk *again;
    const xpgn_walk_options options = {
        .detail = XPGN_WHOLE, .skip_variations = true, .visit = count_position, .visit_data = c};
    if (walk_new(&again, w->rules, &options) != XPGN_OK)
        return false;
    walk_begin(again, w->game);
    if (!walk_fast_game(again)) {
        c->seen.count = c->seen.most = c->last = 0;
        (void)walk_open(again);
        walk_start(again);
        while (!walk_is_out_of_memory(again)) {
            const struct steps *s = &again->steps;
            for (size_t i = s->at; i < s->count && s->queue[i].position != NULL; i++)
                if (s->queue[i].depth == 0 && s->queue[i].kind != XPGN_STEP_ACTION)
                    (void)count_position(c, s->queue[i].position);
            again->steps.count = 0;
            if (again->ended)
                break;
            walk_read(again);
        }
    }
    bool good = !walk_is_out_of_memory(again) && !c->failed;
    walk_free(again);
    return good;
}

/* True if a position that was counted twice can be reached now: the claim is made before the
   action. */
static bool may_repeat(const struct count *c, const struct state *s) {
    enum { MOST = 256 };
    xpgn_action list[MOST];
    size_t count = movement_actions(c->rs, s, list, MOST);
    for (size_t i = 0; i < count && i < MOST; i++) {
        xpgn_position p = s->position;
        movement_play(c->rs, &p, &list[i]);
        position_pass(&p);
        if (draw_times(&c->seen, c->rs, &p) + 1 >= XPGN_CLAIM_TIMES)
            return true;
    }
    return false;
}

/* True if no position can have been repeated often enough for a claim. */
static bool never_repeats(xpgn_walk *w) {
    struct count c = {.rs = w->ruleset};
    bool counted = count_all(w, &c);
    bool never =
        counted && c.seen.most < XPGN_CLAIM_TIMES && !may_repeat(&c, &w->lines.list[0].state);
    w->no_memory |= !counted;
    arena_free(&c.arena);
    return never;
}

/* True if both sides could mate. A side that ran out of time against one that cannot has a draw,
   which servers call insufficient material, too. */
static bool both_can_mate(const xpgn_position *p) {
    for (unsigned seat = 0; seat < 2; seat++)
        if (!position_has(p, seat, 1u << XPGN_PAWN | 1u << XPGN_ROOK | 1u << XPGN_QUEEN))
            return false;
    return true;
}

/* What the final position says against a cause; NULL: nothing. For games that end by mate. */
static const char *denied_by_board(xpgn_walk *w, enum ending_cause cause, const char *ended) {
    const xpgn_position *p = &w->lines.list[0].state.position;
    switch (cause) {
    case ENDING_UNSAID:
    case ENDING_ADJUDICATION:
        return NULL;
    case ENDING_MATE:
    case ENDING_STALEMATE:
        return ended != NULL && strcmp(said_ending_words(cause), ended) == 0 ? NULL
               : cause == ENDING_MATE ? "the last position is no checkmate"
                                      : "the last position is no stalemate";
    case ENDING_MATERIAL:
        return both_can_mate(p) ? "there is material to mate" : NULL;
    case ENDING_FIFTY_MOVES:
        return p->halfmove_clock + 1 < XPGN_CLAIM_CLOCK
                   ? "a pawn move or a capture was less than fifty moves ago"
                   : NULL;
    case ENDING_REPETITION:
        return never_repeats(w) ? "no position occurs three times" : NULL;
    default:
        return ended;
    }
}

/* ---- what the result shows ------------------------------------------------------------------- */

/* True if a side may be at fault and the game drawn all the same: the other could not mate. */
static bool may_be_drawn(enum ending_cause cause) {
    return cause == ENDING_TIME || cause == ENDING_DISCONNECTION || cause == ENDING_STALL ||
           cause == ENDING_CRASH || cause == ENDING_ILLEGAL_MOVE || cause == ENDING_INFRACTION ||
           cause == ENDING_FORFEIT;
}

/* Does the result contradict what is said? */
static bool is_denied_by_result(const struct said_ending *said, xpgn_slice result) {
    uint8_t score[XPGN_MAX_SEATS];
    if (!result_read(result, 2, score) || score[0] + score[1] == 0)
        return false;
    bool decided = score[0] + score[1] == 12 && score[0] != score[1];
    if (said->cause == ENDING_UNTERMINATED || said->cause == ENDING_ADJOURNED)
        return true;
    if (decided)
        return said->drawn || (said->lost >= 0 && score[said->lost] == 12);
    return said->lost >= 0 && score[0] == score[1] && !may_be_drawn(said->cause);
}

static void report(xpgn_walk *w, const struct termination *t, const char *format, xpgn_slice what) {
    const char *why = arena_printf(&w->log.arena, format, SLICE(what));
    w->log.no_memory |= why == NULL;
    log_add(&w->log, D_TERMINATION, t->tag->place, "%.*s \"%.*s\", but %s", SLICE(t->tag->name),
            SLICE(t->tag->value), why != NULL ? why : "");
}

/* The result at the end of the movetext. */
static xpgn_slice written_result(const xpgn_walk *w) {
    if (w->fast.passed)
        return w->fast.game.result;
    return w->result.found ? w->result.token.text : (xpgn_slice){NULL, 0};
}

static void check_termination(xpgn_walk *w) {
    struct termination t;
    const struct line *l = &w->lines.list[0];
    xpgn_slice result = written_result(w);
    if (!termination_tag(w, &t))
        return;
    if (walk_seats(w) == 2 && is_denied_by_result(&t.said, result)) {
        report(w, &t, "the result is %.*s", result);
        return;
    }
    if (l->dead || l->gap || w->has_gap || w->log.errors > 0 || !xpgn_draws_known(w->ruleset))
        return;
    const char *ended = l->outcome.over ? board_ending(w) : NULL;
    const char *why = denied_by_board(w, t.said.cause, ended);
    if (why != NULL)
        report(w, &t, why == ended ? "the last position is %.*s" : "%.*s", slice_of(why));
}

static void compare_position(xpgn_walk *w) {
    const xpgn_tag *t = walk_known(w, KNOWN_CURRENT_POSITION);
    const struct line *l = &w->lines.list[0];
    xpgn_position said;
    xpgn_fault fault;
    if (t == NULL || l->dead || w->has_gap || w->log.errors > 0)
        return;
    xpgn_status status = xpgn_position_read(w->ruleset, t->value, &said, &fault);
    w->no_memory |= status == XPGN_NO_MEMORY;
    if (status == XPGN_OK &&
        xpgn_position_key(w->ruleset, &said) == xpgn_position_key(w->ruleset, &l->state.position))
        return;
    xpgn_buffer is = {0};
    xpgn_position_write(&is, w->ruleset, &l->state.position);
    log_add(&w->log, D_CURRENT_POSITION, t->place, "CurrentPosition is not that at the end, %.*s",
            SLICE(is));
    w->log.no_memory |= is.failed;
    xpgn_buffer_free(&is);
}

void termination_check_said(xpgn_walk *w) {
    if (w->ruleset == NULL || w->unnamed || w->game->too_large)
        return;
    check_termination(w);
    compare_position(w);
}

/* ---- in words -------------------------------------------------------------------------------- */

/* What the tags or the last comment say. */
static xpgn_slice said_words(const xpgn_walk *walk) {
    struct termination t;
    if (!termination_read(walk, &t))
        return (xpgn_slice){NULL, 0};
    const char *words = said_ending_words(t.said.cause);
    return words != NULL ? slice_of(words) : t.said.other;
}

xpgn_slice facts_ending(const xpgn_walk *walk, xpgn_slice written) {
    const struct line *line = &walk->lines.list[0];
    char result[24];
    if (line->outcome.over && !line->gap)
        return slice_of(board_ending(walk));
    xpgn_slice said = said_words(walk);
    if (said.size > 0)
        return said;
    facts_plain_result(written, result);
    return slice_of(line->gap                      ? "unknown" /* the moves there are unknown */
                    : strcmp(result, "*") == 0     ? "unfinished"
                    : strcmp(result, "0-0") == 0   ? "double forfeit"
                    : strcmp(result, "1/2-0") == 0 ? "half a point to nothing"
                    : strcmp(result, "0-1/2") == 0 ? "half a point to nothing"
                    : strchr(result, '/') != NULL  ? "drawn"
                                                   : "won");
}

xpgn_slice facts_ending_rule(const xpgn_walk *walk) {
    const struct line *line = &walk->lines.list[0];
    return slice_of(line->outcome.over && !line->gap ? line->outcome.rule : "");
}

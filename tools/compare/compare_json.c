/* SPDX-License-Identifier: MIT */
/* Boards, their changes and questions as objects. */
#include "compare/compare_json.h"
#include "compare/compare.h"
#include "internal/meant.h"
#include "internal/rules.h"

#include <math.h>
#include <stdlib.h>
#include <xpgn/facts.h>
#include <xpgn/record.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

static const char *const pile_names[] = {"done", "question", "stuck"};

/* ---- the record ------------------------------------------------------------------------------ */

/* Where a half-move of a record is, for the positions after changes. */
typedef struct half_move {
    char turn[24]; /* "12..." */
    xpgn_buffer xfen;
} half_move;

/* What a record has, walked once. */
typedef struct walked {
    board_batch *b;
    const xpgn_ruleset *rs;
    size_t half_moves;
    char last[24]; /* the turn of its last half-move, */
    char from[4], to[4];
    xpgn_buffer label, xfen; /* with it; the position behind it */
    bool failed;             /* memory ran out */
    half_move *list;         /* those that are asked for */
    size_t count, capacity;
} walked;

static void free_walked(walked *w) {
    for (size_t i = 0; i < w->count; i++)
        xpgn_buffer_free(&w->list[i].xfen);
    free(w->list);
    xpgn_buffer_free(&w->label);
    xpgn_buffer_free(&w->xfen);
}

/* The turn of a label, "12..." of "12... Qg6". */
static void turn_of(char turn[24], const char *label) {
    (void)snprintf(turn, 24, "%.*s", (int)strcspn(label, " "), label);
}

/* Asks for the position after a half-move. */
static void want(walked *w, const char *label) {
    half_move *last = w->count > 0 ? &w->list[w->count - 1] : NULL;
    char turn[24];
    turn_of(turn, label);
    if (last != NULL && strcmp(last->turn, turn) == 0)
        return;
    w->list = cli_grow(w->b->c, w->list, w->count, &w->capacity, sizeof *w->list);
    w->list[w->count] = (half_move){.turn = ""};
    memcpy(w->list[w->count++].turn, turn, sizeof turn);
}

static const half_move *find_turn(const walked *w, const char *label) {
    char turn[24];
    turn_of(turn, label);
    for (size_t i = 0; i < w->count; i++)
        if (strcmp(w->list[i].turn, turn) == 0)
            return &w->list[i];
    return NULL;
}

static void note_step(walked *w, const xpgn_step *step) {
    xpgn_buffer turn = {0};
    xpgn_turn_write(&turn, step->before->seats, step->number, step->seat);
    (void)snprintf(w->last, sizeof w->last, "%.*s", (int)turn.size, turn.data);
    w->failed |= turn.failed;
    xpgn_buffer_free(&turn);
    w->half_moves++;
    xpgn_buffer_clear(&w->label);
    xpgn_step_text(&w->label, step, XPGN_FACT_ACTION, 0);
    w->failed |= w->label.failed;
    xpgn_square_name(step->before, (xpgn_square)xpgn_step_number(step, XPGN_FACT_FROM, 0), w->from);
    xpgn_square_name(step->before, (xpgn_square)xpgn_step_number(step, XPGN_FACT_TO, 0), w->to);
}

static void walk_record(walked *w, xpgn_slice text) {
    const xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    const xpgn_step *step;
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, w->b->catalog, &how) != XPGN_OK ||
        xpgn_walk_begin(walk, &game) != XPGN_OK)
        cli_no_memory(w->b->c);
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        if (step->kind == XPGN_STEP_ACTION)
            note_step(w, step);
        if (step->position == NULL)
            continue;
        xpgn_buffer_clear(&w->xfen);
        xpgn_position_write(&w->xfen, step->rs, step->position);
        for (size_t i = 0; step->kind == XPGN_STEP_TURN && i < w->count; i++)
            if (strcmp(w->list[i].turn, w->last) == 0) {
                xpgn_buffer_slice(&w->list[i].xfen, cli_held(&w->xfen));
                w->failed |= w->list[i].xfen.failed;
            }
        w->failed |= w->xfen.failed;
    }
    w->rs = xpgn_walk_ruleset(walk);
    xpgn_walk_free(walk);
    if (w->failed)
        cli_no_memory(w->b->c);
}

/* ---- changes --------------------------------------------------------------------------------- */

/* True if a row of the log is the mark of a correction or the tag Corrected, and no correction. */
static bool is_mark(const cli_log_row *r) {
    static const char mark[] = " {[%was ";
    return r->correction.number == 0 || r->correction.turn[0] == '\0' ||
           (r->was.size == 0 && r->is.size >= sizeof mark - 1 &&
            memcmp(r->is.data, mark, sizeof mark - 1) == 0);
}

/* Why something was changed: what the code of a finding or a slip means. The code of a rule says
   that a roll, or an action, was against it. */
static const char *because(const char *code, xpgn_slice was, xpgn_slice is) {
    static const char *const slips[][2] = {
        {"action", "misread"},
        {"dice", "dice misread"},
        {"field", "a count, total, loss, fate or castle is wrong"},
        {"number", "wrong number"},
        {"missing", "left out"},
        {"surplus", "one too many"},
        {"order", "exchanged with the next"},
        {"result", "another result"},
    };
    const xpgn_code *known = xpgn_code_find(code);
    if (strcmp(code, "dice") == 0 && compare_lacks_roll(was, is))
        return "dice left out";
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
        if (strcmp(slips[i][0], code) == 0)
            return slips[i][1];
    if (known != NULL)
        return known->title;
    return was.size > 0 && memchr(was.data, '<', was.size) != NULL ? slips[2][1] : "illegal action";
}

static void put_because(xpgn_buffer *out, const walked *w, const cli_log_row *r) {
    const char *english = because(r->correction.code, cli_held(&r->was), cli_held(&r->is));
    xpgn_buffer text = {0};
    xpgn_word_translate(&text, english, w->b->o->language);
    json_move(out, "because", &text);
}

static void put_change(xpgn_buffer *out, const batch_board *board, const cli_log_row *r,
                       const sheet_place *at, const walked *w) {
    const xpgn_correction *c = &r->correction;
    const half_move *after = find_turn(w, c->turn);
    json_open(out, NULL, "{");
    json_text(out, "object", "change");
    json_text(out, "board", board->name);
    json_text(out, "turn", c->turn);
    json_slice(out, "was", cli_held(&r->was));
    json_slice(out, "is", cli_held(&r->is));
    json_text(out, "kind", c->code);
    put_because(out, w, r);
    json_text(out, "level", xpgn_fix_level_name(c->level));
    json_flag(out, "counted", c->counted);
    json_real(out, "probability", 6, c->probability > 0 ? c->probability : (double)NAN);
    json_text(out, "file", r->file);
    json_number(out, "game", (int64_t)r->game);
    json_put_place(out, at);
    json_slice(out, "text", at->text);
    if (after != NULL && after->xfen.size > 0)
        json_slice(out, "xfen", cli_held(&after->xfen));
    else
        json_text(out, "xfen", NULL);
    xpgn_buffer_text(out, "}\n");
}

/* ---- questions ------------------------------------------------------------------------------- */

static void put_question(xpgn_buffer *out, const batch_board *board, const cli_question *q,
                         const question_details *d) {
    json_open(out, NULL, "{");
    json_text(out, "object", "question");
    json_text(out, "id", q->id);
    json_text(out, "board", board->name);
    json_text(out, "kind", d->kind);
    json_text(out, "turn", q->cell[CLI_TOPIC_TURN]);
    json_text(out, "text", q->said != NULL ? q->said : q->cell[CLI_TOPIC_QUESTION]);
    json_number(out, "settles", (int64_t)q->settles);
    if (d->json.size > 0) {
        xpgn_buffer_char(out, ',');
        xpgn_buffer_slice(out, cli_held(&d->json));
    }
    out->failed |= d->json.failed;
    xpgn_buffer_text(out, "}\n");
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void put_players(xpgn_buffer *out, const xpgn_pairing *p) {
    json_open(out, "players", "[");
    for (unsigned i = 0; i < p->seats; i++)
        json_slice(out, NULL, p->name[i]);
    xpgn_buffer_char(out, ']');
}

static void put_listed_result(xpgn_buffer *out, const xpgn_pairing *p) {
    xpgn_buffer text = {0};
    if (!p->outcome.over) {
        json_text(out, "result", NULL);
        return;
    }
    xpgn_score_write(&text, p->seats, p->outcome.score);
    json_move(out, "result", &text);
}

static void put_state(xpgn_buffer *out, const batch_board *board) {
    const batch_state *st = &board->state;
    json_text(out, "pile", pile_names[st->pile]);
    json_flag(out, "legal", st->legal);
    json_text(out, "code", st->code);
    if (st->why.size > 0)
        json_slice(out, "why", cli_held(&st->why));
    else
        json_text(out, "why", NULL);
    json_number(out, "corrected", (int64_t)st->corrected);
    json_number(out, "questions", (int64_t)st->open);
}

static void put_sheets(xpgn_buffer *out, const batch_board *board) {
    json_open(out, "sheets", "[");
    for (size_t i = 0; i < board->sheets; i++) {
        json_open(out, NULL, "{");
        json_text(out, "file", board->sheet[i]->file);
        json_number(out, "game", (int64_t)board->sheet[i]->number);
        xpgn_buffer_char(out, '}');
    }
    xpgn_buffer_char(out, ']');
}

/* The result at the end of a record. */
static void put_result_of(xpgn_buffer *out, board_batch *b, xpgn_slice record) {
    xpgn_token t;
    xpgn_slice result = {NULL, 0};
    xpgn_reader_begin(b->reader, record);
    while (xpgn_reader_next(b->reader, &t))
        if (t.kind == XPGN_TOKEN_RESULT)
            result = t.text;
    if (result.data != NULL)
        json_slice(out, "record_result", result);
    else
        json_text(out, "record_result", NULL);
}

/* Appends how far a record can be played, and what is there. */
static void put_end(xpgn_buffer *out, const walked *w) {
    const bool played = w->half_moves > 0;
    json_number(out, "half_moves", (int64_t)w->half_moves);
    if (played)
        json_printf(out, "legal_to", "\"%s %.*s\"", w->last, (int)w->label.size, w->label.data);
    else
        json_text(out, "legal_to", NULL);
    if (w->xfen.size > 0)
        json_slice(out, "xfen", cli_held(&w->xfen));
    else
        json_text(out, "xfen", NULL);
    json_text(out, "from", played && w->from[0] != '-' ? w->from : NULL);
    json_text(out, "to", played && w->to[0] != '-' ? w->to : NULL);
}

void json_put_end(board_batch *b, xpgn_buffer *out, xpgn_slice record) {
    walked w = {.b = b, .last = ""};
    walk_record(&w, record);
    put_end(out, &w);
    json_slice(out, "record", record);
    free_walked(&w);
}

static void put_record(xpgn_buffer *out, board_batch *b, xpgn_slice record, const walked *w) {
    const bool any = record.size > 0;
    json_text(out, "ruleset", any && w->rs != NULL ? xpgn_ruleset_id(w->rs) : NULL);
    json_text(out, "title", any && w->rs != NULL ? xpgn_ruleset_title(w->rs) : NULL);
    put_end(out, w);
    put_result_of(out, b, record);
    json_slice(out, "record", record);
}

static void put_board(xpgn_buffer *out, board_batch *b, const batch_board *board, xpgn_slice record,
                      const walked *w) {
    const xpgn_pairing *p = &board->pairing;
    json_open(out, NULL, "{");
    json_text(out, "object", "board");
    json_text(out, "id", board->id);
    json_text(out, "board", board->name);
    json_number(out, "round", p->round);
    put_players(out, p);
    put_listed_result(out, p);
    put_state(out, board);
    put_sheets(out, board);
    put_record(out, b, record, w);
    if (board->details->parts.size > 0) {
        json_key(out, "parts");
        xpgn_buffer_slice(out, cli_held(&board->details->parts));
        out->failed |= board->details->parts.failed;
    } else {
        json_text(out, "parts", NULL);
    }
    json_open(out, "notes", "[");
    xpgn_buffer_slice(out, cli_held(&board->details->notes));
    xpgn_buffer_text(out, "]}\n");
}

static void put_questions(xpgn_buffer *out, const board_batch *b, const batch_board *board) {
    for (size_t i = 0; i < board->details->count; i++) {
        const question_details *d = &board->details->list[i];
        if (cli_question_is_open(&b->questions.row[d->row]))
            put_question(out, board, &b->questions.row[d->row], d);
    }
}

void json_put_board(board_batch *b, const batch_board *board, size_t first, xpgn_buffer *record) {
    const struct board_details *d = board->details;
    walked w = {.b = b, .last = ""};
    xpgn_buffer out = {0};
    for (size_t i = first; i < b->log.count; i++)
        want(&w, b->log.row[i].correction.turn);
    if (record->size > 0)
        walk_record(&w, cli_held(record));
    put_board(&out, b, board, cli_held(record), &w);
    for (size_t i = first; i < b->log.count; i++)
        if (!is_mark(&b->log.row[i]))
            put_change(&out, board, &b->log.row[i], &d->change[i - first], &w);
    put_questions(&out, b, board);
    free_walked(&w);
    if (out.failed || d->notes.failed)
        cli_no_memory(b->c);
    xpgn_buffer_free(record);
    *record = out;
}

void json_put_summary(board_batch *b, size_t sheets, size_t questions) {
    xpgn_buffer out = {0};
    json_open(&out, NULL, "{");
    json_text(&out, "object", "summary");
    json_number(&out, "sheets", (int64_t)sheets);
    json_number(&out, "boards", (int64_t)b->boards + b->missing);
    json_number(&out, "legal", b->legal);
    json_number(&out, "missing", b->missing);
    for (unsigned pile = 0; pile <= PILE_STUCK; pile++)
        json_number(&out, pile_names[pile], b->piles[pile]);
    json_number(&out, "questions", (int64_t)questions);
    json_open(&out, "unused", "[");
    for (size_t i = 0; i < b->questions.given_count && b->o->only == NULL; i++)
        if (!b->questions.given[i].used)
            json_text(&out, NULL, b->questions.given[i].id);
    xpgn_buffer_char(&out, ']');
    xpgn_buffer_text(&out, "}\n");
    cli_flush(b->c, CLI_OUT, &out);
    xpgn_buffer_free(&out);
}

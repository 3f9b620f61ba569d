/* SPDX-License-Identifier: MIT */
/* Writing records: units and lines, actions, the steps of a walk. */
#include "output/write/pgn.h"

#include "core/base/buffer.h"
#include "core/base/number.h"
#include "core/base/option_struct.h"
#include "core/base/roll_data.h"
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/game/san_extras.h"
#include "core/text/result_text.h"
#include "core/walk/walk_state.h"
#include "internal/text_out.h"
#include "internal/writers.h"

#include <stdlib.h>
#include <xpgn/play.h>
#include <xpgn/record.h>

enum { WIDTH = 79, ACTION_ROOM = 64, DIE_TEXT = 4 };

/* ---- text ------------------------------------------------------------------------------------ */

/* Appends one character of text that is not all ASCII; returns its size in `rest`. */
static size_t write_char(xpgn_buffer *b, xpgn_slice rest, size_t *tails) {
    size_t n = utf8_length(rest), size = n;
    char foreign[3];
    if (n == 0)
        size = utf8_put_byte(rest.data[0], foreign);
    xpgn_buffer_put(b, n == 0 ? foreign : rest.data, size);
    *tails += size - 1;
    return n == 0 ? 1 : n;
}

size_t text_write(xpgn_buffer *b, xpgn_slice text) {
    size_t i = 0, tails = 0;
    for (uint64_t eight; text.size - i >= 8; i += 8) {
        memcpy(&eight, text.data + i, 8);
        if ((eight & 0x8080808080808080) != 0)
            break;
    }
    while (i < text.size && (unsigned char)text.data[i] < 0x80)
        i++;
    xpgn_buffer_put(b, text.data, i);
    while (i < text.size)
        i += write_char(b, (xpgn_slice){text.data + i, text.size - i}, &tails);
    return tails;
}

bool result_text(const xpgn_writer *w, xpgn_slice text, char out[24]) {
    unsigned seats = w->ruleset != NULL ? w->ruleset->geometry.seats : 2;
    uint8_t score[XPGN_MAX_SEATS];
    if (text.data != NULL && seats == 2 && result_is_forfeit(text)) {
        memcpy(out, "0-0", 4);
        return true;
    }
    if (text.data == NULL || !result_read(text, seats, score))
        return false;
    result_write(score, seats, out);
    return true;
}

/* ---- units ----------------------------------------------------------------------------------- */

static void unit_close(xpgn_writer *w) {
    if (!w->open || w->out->failed)
        return;
    size_t width = w->out->size - w->unit - w->tails;
    w->open = false;
    if (w->gap && w->column + 1 + width > w->limit) {
        w->out->data[w->unit - 1] = '\n';
        w->column = width;
    } else {
        w->column += width + w->gap;
    }
}

void unit_begin(xpgn_writer *w) {
    if (w->glue) {
        w->glue = false;
        return;
    }
    unit_close(w);
    char *p = buffer_room(w->out, 1);
    w->gap = w->column > 0 && p != NULL;
    if (w->gap) {
        *p = ' ';
        w->out->size++;
    }
    w->unit = w->out->size;
    w->tails = 0;
    w->open = true;
}

void unit_end_line(xpgn_writer *w) {
    unit_close(w);
    xpgn_buffer_char(w->out, '\n');
    w->column = 0;
}

void unit_put(xpgn_writer *w, xpgn_slice text) {
    w->tails += text_write(w->out, text);
}

/* ---- actions --------------------------------------------------------------------------------- */

/* Writes a move number: "7. " White, "7... " Black; of four seats "7.. " Red, "7.... " Green. */
ALWAYS_INLINE char *write_turn(char *p, uint32_t number, unsigned seat, unsigned seats) {
    unsigned dots = turn_dots(seats, seat);
    p = number_write(p, number);
    while (dots-- > 0)
        *p++ = '.';
    *p++ = ' ';
    return p;
}

static bool is_numbered(const xpgn_writer *w, const xpgn_step *s) {
    if (turn_is_several(w->ruleset))
        return s->first;
    return s->seat == 0 || w->number_due;
}

/* Records that a turn of the main line begins with this unit. */
static void note_turn_written(xpgn_writer *w) {
    w->turn.there = true;
    w->turn.kept = w->kept + w->unit - w->gap - w->begun;
    w->turn.column = w->column;
    w->turn.number_due = w->number_due;
}

static void put_move_number(xpgn_writer *w, const xpgn_step *s) {
    char *p = buffer_room(w->out, ACTION_ROOM);
    if (p == NULL)
        return;
    bool begins = s->first && s->depth == 0;
    if (begins)
        note_turn_written(w);
    if (is_numbered(w, s))
        p = write_turn(p, s->number, s->seat, s->before->seats);
    w->out->size = (size_t)(p - w->out->data);
    if (begins)
        w->turn.from = w->kept + w->out->size - w->begun;
}

/* Writes a roll, in minimal form without what follows from its dice. The roll of an illegal action
   that stood stays complete, as its outcome cannot be computed. */
static void put_roll_text(xpgn_writer *w, xpgn_buffer *b, const xpgn_facts *f) {
    const xpgn_roll *roll = &f->roll;
    if (w->options.minimal && !f->stood && roll->exchanges > 0) {
        if (roll->exchange[0].side[0].dice_count == 0)
            return; /* AS-3: no dice */
        roll_reduce(roll, ROLL_PRISONERS, &w->dice_only);
        roll = &w->dice_only;
    }
    xpgn_roll_write(b, roll);
}

/* Writes an action as an entry; in comment form without its rolls, which become commands. */
static void put_entry_text(xpgn_writer *w, const xpgn_step *s) {
    const xpgn_facts *f = s->facts;
    struct xpgn_turn_dice_text dice;
    xpgn_entry e = {XPGN_ENTRY, .text = notation_write(w, s)};
    if (w->translation != NULL)
        w->tails += e.text.size - utf8_count(e.text);
    if (!w->options.comment_form) {
        dice = xpgn_turn_dice_text(&f->turn_roll);
        e.turn_roll = slice_of(dice.text);
        if (f->roll.exchanges > 0) {
            w->roll.size = 0;
            put_roll_text(w, &w->roll, f);
            e.roll = (xpgn_slice){w->roll.data, w->roll.size};
        }
    }
    xpgn_entry_write(w->out, &e);
}

/* Adds the rolls of an action to w->rolls, as commands. */
static void note_rolls(xpgn_writer *w, const xpgn_facts *f) {
    xpgn_buffer *b = &w->rolls;
    if (f->turn_roll.count > 0)
        xpgn_buffer_printf(b, "[%%turn %s]", xpgn_turn_dice_text(&f->turn_roll).text);
    size_t before = b->size;
    xpgn_buffer_text(b, before > 0 ? " [%roll " : "[%roll ");
    size_t empty = b->size;
    put_roll_text(w, b, f);
    if (b->size > empty)
        xpgn_buffer_char(b, ']');
    else
        b->size = before;
}

/* CC-10: writes the freed prisoner after the roll of a successful escape. */
static void put_freed(xpgn_writer *w) {
    xpgn_slice freed = {w->freed.data, w->freed.size};
    unit_begin(w);
    xpgn_buffer_slice(w->out, freed);
    w->tails += freed.size - utf8_count(freed);
    w->freed.size = 0;
}

static void put_action_text(xpgn_writer *w, const xpgn_step *s) {
    const xpgn_facts *f = s->facts;
    unit_begin(w);
    put_move_number(w, s);
    put_entry_text(w, s);
    if (w->options.comment_form)
        note_rolls(w, f);
    if (f->stood)
        xpgn_buffer_text(&w->rolls, w->rolls.size > 0 ? " [%illegal stood]" : "[%illegal stood]");
    if (f->action.kind == XPGN_RELEASE)
        notation_write_freed(w, s);
    if (!w->options.comment_form && w->freed.size > 0)
        put_freed(w);
    w->number_due = false;
    w->remarks.action = true;
    w->remarks.stood = f->stood;
    if (s->remark_count > 0)
        remarks_add(w, s->remarks, s->remark_count);
}

/* ---- the other steps ------------------------------------------------------------------------- */

/* Writes what was held back: remarks, rolls, a freed prisoner. */
static void flush(xpgn_writer *w) {
    if (w->remarks.count > 0 || w->rolls.size > 0)
        remarks_write(w);
    w->remarks.action = false;
    if (w->freed.size > 0)
        put_freed(w);
}

/* Writes the ( only when something follows it, so that empty variations are left out. */
static void open_variation(xpgn_writer *w) {
    flush(w);
    unit_begin(w);
    xpgn_buffer_char(w->out, '(');
    w->glue = true;
    w->waiting = false;
    w->number_due = true;
}

static void close_variation(xpgn_writer *w) {
    if (w->waiting) {
        w->waiting = false;
    } else {
        flush(w);
        if (!w->open)
            unit_begin(w);
        xpgn_buffer_char(w->out, ')');
        w->number_due = true;
    }
}

static void put_stray(xpgn_writer *w, const xpgn_remark *list, size_t count) {
    if (w->waiting && remarks_any(w, list, count))
        open_variation(w);
    remarks_add(w, list, count);
}

/* Begins a variation, whose ( is written later. */
static void wait_variation(xpgn_writer *w) {
    if (w->waiting)
        open_variation(w);
    w->waiting = true;
}

/* Writes everything held back, before an action. */
static void put_waiting(xpgn_writer *w) {
    if (w->waiting)
        open_variation(w);
    flush(w);
}

/* Writes a move that came with the RESULT step. */
static void put_move(xpgn_writer *w, const xpgn_san *m, uint64_t turn) {
    unsigned seat = turn % 2;
    put_waiting(w);
    unit_begin(w);
    char *p = buffer_room(w->out, ACTION_ROOM);
    if (p == NULL)
        return;
    if (seat == 0 || w->number_due)
        p = write_turn(p, (uint32_t)(turn / 2), seat, 2);
    w->number_due = w->remarks.stood = false;
    w->remarks.action = true;
    memcpy(p, m->text, sizeof m->text);
    char last = m->text[m->size - 1];
    bool sign = w->options.minimal && (last == '+' || last == '#');
    w->out->size = (size_t)(p + m->size - sign - w->out->data);
}

/* Writes a parenthesis, NAG or comment among such moves. */
static void put_beside(xpgn_writer *w, const xpgn_san *m) {
    xpgn_remark remark = {.nag = 0};
    if (m->size == BESIDE_OPENS) {
        wait_variation(w);
    } else if (m->size == BESIDE_CLOSES) {
        close_variation(w);
    } else {
        if (m->size == BESIDE_NAG)
            remark.nag = (uint16_t)beside_number(m);
        else
            remark.text = beside_text(m, w->walk->game->text);
        put_stray(w, &remark, 1);
    }
}

/* Writes everything that came with the RESULT step. */
static void put_moves(xpgn_writer *w, const xpgn_step *s) {
    uint64_t turn[FAST_DEPTH + 1] = {(uint64_t)s->number * 2 + s->seat - (s->ply - 1)};
    unsigned depth = 0;
    for (const xpgn_san *m = s->moves, *end = m + s->move_count; m < end; m++) {
        bool written = depth == 0 || !w->options.no_variations;
        if (m->size == BESIDE_OPENS) {
            turn[depth + 1] = turn[depth] - 1;
            depth++;
            written = !w->options.no_variations;
        }
        if (written && m->size < BESIDE_COMMENT)
            put_move(w, m, turn[depth]);
        else if (written)
            put_beside(w, m);
        turn[depth] += m->size < BESIDE_COMMENT;
        depth -= m->size == BESIDE_CLOSES;
    }
}

/* Inserts the result into the Result tag if that was unknown. */
static void fill_result(xpgn_writer *w, xpgn_slice text) {
    size_t at = w->result_at;
    if (at == 0 || buffer_room(w->out, text.size) == NULL)
        return;
    char *p = w->out->data + at;
    memmove(p + text.size, p, w->out->size - at);
    memcpy(p, text.data, text.size);
    w->out->size += text.size;
}

/* Writes the tag pairs before the movetext that is there. */
static void put_late_tags(xpgn_writer *w) {
    size_t moves = w->out->size;
    tags_write(w);
    size_t size = w->out->size - moves;
    if (moves == w->begun || buffer_room(w->out, size) == NULL)
        return;
    char *from =
        w->out->data + w->begun; /* there is room behind the tags for them to be in twice */
    memmove(from + size, from, w->out->size - w->begun);
    memcpy(from, w->out->data + moves + size, size);
    if (w->result_at > 0)
        w->result_at -= moves - w->begun;
}

static void put_result(xpgn_writer *w, const xpgn_step *s, bool late) {
    char text[24];
    if (!result_text(w, s->text, text))
        return; /* an error of the walk, so the record is dropped */
    unit_begin(w);
    xpgn_buffer_text(w->out, text);
    unit_close(w);
    xpgn_buffer_text(w->out, "\n\n");
    if (late)
        put_late_tags(w);
    if (!w->out->failed)
        fill_result(w, slice_of(text));
}

static void start_game(xpgn_writer *w, const xpgn_step *s) {
    w->ruleset = xpgn_walk_ruleset(w->walk);
    if (w->edit == NULL)
        tags_write(w);
    remarks_add(w, s->remarks, s->remark_count);
}

/* Skips a step of a variation, but keeps remarks after its ), which belong to the main line. */
static void pass_over(xpgn_writer *w, const xpgn_step *s) {
    if (s->kind == XPGN_STEP_VARIATION_END && s->depth == 1)
        remarks_add(w, s->remarks, s->remark_count);
}

/* Late tags come first if nothing has been written, as of a game whose moves come together. */
static void end_game(xpgn_writer *w, const xpgn_step *s) {
    bool late = w->edit != NULL && w->out->size > w->begun;
    if (w->edit != NULL && !late)
        put_late_tags(w);
    if (s->moves != NULL)
        put_moves(w, s);
    flush(w);
    put_result(w, s, late);
}

static void write_step(xpgn_writer *w, const xpgn_step *s) {
    switch (s->kind) {
    case XPGN_STEP_START:
        start_game(w, s);
        break;
    case XPGN_STEP_ACTION:
        put_waiting(w);
        put_action_text(w, s);
        break;
    case XPGN_STEP_TURN:
        break;
    case XPGN_STEP_COMMENT:
        put_stray(w, s->remarks, s->remark_count);
        break;
    case XPGN_STEP_VARIATION:
        wait_variation(w);
        break;
    case XPGN_STEP_VARIATION_END:
        close_variation(w);
        remarks_add(w, s->remarks, s->remark_count);
        break;
    case XPGN_STEP_RESULT:
        end_game(w, s);
        break;
    }
}

/* ---- public functions ------------------------------------------------------------------------ */

xpgn_status xpgn_writer_new(xpgn_writer **out, const xpgn_writer_options *options) {
    xpgn_writer *w = calloc(1, sizeof *w);
    if (w == NULL)
        return XPGN_NO_MEMORY;
    xpgn_status status = XPGN_INVALID;
    if (options_read(&w->options, sizeof w->options, options) &&
        !(w->options.digest && w->options.no_digest))
        status = notation_begin(w);
    if (status != XPGN_OK) {
        free(w);
        return status;
    }
    w->limit = w->options.width > 0 ? w->options.width : WIDTH;
    *out = w;
    return XPGN_OK;
}

void xpgn_writer_free(xpgn_writer *writer) {
    if (writer == NULL)
        return;
    free(writer->remarks.list);
    free(writer->open_command);
    free(writer->tags);
    xpgn_buffer_free(&writer->name);
    xpgn_buffer_free(&writer->rolls);
    xpgn_buffer_free(&writer->roll);
    xpgn_buffer_free(&writer->freed);
    xpgn_buffer_free(&writer->text);
    xpgn_buffer_free(&writer->position);
    free(writer);
}

void xpgn_writer_edit_tags(xpgn_writer *w, xpgn_tag_edit edit, void *data) {
    w->edit = edit;
    w->edit_data = data;
}

void xpgn_writer_begin(xpgn_buffer *b, xpgn_writer *w, const xpgn_walk *walk) {
    w->walk = walk;
    w->ruleset = NULL;
    w->out = b;
    w->begun = b->size;
    w->kept = 0;
    w->result_at = 0;
    w->no_memory = w->no_digest = false;
    w->column = w->tails = 0;
    w->open = w->gap = w->glue = w->waiting = false;
    w->number_due = true;
    w->remarks.count = 0;
    w->remarks.action = false;
    xpgn_buffer_clear(&w->roll);
    xpgn_buffer_clear(&w->freed);
    xpgn_buffer_clear(&w->rolls);
    xpgn_buffer_clear(&w->text);
    w->turn.there = false;
}

bool xpgn_writer_turn(const xpgn_writer *w, size_t *kept, size_t *from) {
    if (!w->turn.there || w->result_at > 0)
        return false;
    *kept = w->turn.kept;
    *from = w->turn.from;
    return true;
}

xpgn_status xpgn_writer_resume(xpgn_buffer *b, xpgn_writer *w, const xpgn_writer *before,
                               const xpgn_walk *walk) {
    size_t kept, from;
    if (w == before || !xpgn_writer_turn(before, &kept, &from))
        return XPGN_NOT_FOUND;
    xpgn_writer_begin(b, w, walk);
    w->ruleset = before->ruleset;
    w->kept = kept;
    w->turn = before->turn;
    w->column = w->turn.column;
    w->number_due = w->turn.number_due;
    return XPGN_OK;
}

/* After an error nothing is done, as the record will not be written. */
void xpgn_writer_step(xpgn_writer *w, const xpgn_step *step) {
    if (w->walk == NULL || w->walk->log.errors > 0)
        return;
    if (w->options.no_variations && step->depth > 0)
        pass_over(w, step);
    else
        write_step(w, step);
}

xpgn_status xpgn_writer_end(xpgn_writer *w) {
    if (w->walk == NULL)
        return XPGN_INVALID;
    if (w->no_memory || w->out->failed || w->name.failed || w->rolls.failed || w->roll.failed ||
        w->freed.failed || w->text.failed || w->position.failed)
        return XPGN_NO_MEMORY;
    if (w->no_digest)
        return XPGN_NOT_FOUND;
    if (w->walk->log.errors == 0 && !w->walk->has_gap)
        return XPGN_OK;
    w->out->size = w->begun;
    return XPGN_INVALID;
}

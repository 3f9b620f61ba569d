/* SPDX-License-Identifier: MIT */
/* The protocol: the score sheet. */
#include "render-html/combat_protocol.h"

#include "internal/action_facts.h"
#include "internal/meant.h"
#include "internal/rules.h"

#include <xpgn/walk.h>

static void put_html(protocol *t, const char *text) {
    xpgn_buffer_text(&t->sheet.text, text);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void end_cell(protocol *t) {
    put_html(t, t->cell ? "</td>" : "");
    t->cell = false;
}

static void end_row(protocol *t) {
    end_cell(t);
    for (; t->row && t->filled < t->seats; t->filled++)
        put_html(t, "<td></td>");
    put_html(t, t->row ? "</tr>\n" : "");
    t->row = false;
}

static void begin_sheet_row(protocol *t, const xpgn_step *step) {
    end_row(t);
    stretch_begin(t, &t->sheet, step->place.offset);
    xpgn_buffer_printf(&t->sheet.text, "<tr><th scope=\"row\">%u.</th>", step->number);
    t->row = true;
    t->filled = 0;
}

/* Begins a row across all columns. */
static void begin_line(protocol *t, const char *class, uint32_t offset) {
    end_row(t);
    stretch_begin(t, &t->sheet, offset);
    xpgn_buffer_printf(&t->sheet.text, "<tr class=\"%s\"><td></td><td colspan=\"%u\">", class,
                       t->seats);
}

static void end_sheet_line(protocol *t) {
    put_html(t, "</td></tr>\n");
}

/* Begins the cell of a seat; further actions of a turn go below the first. */
static void begin_cell(protocol *t, const xpgn_step *step) {
    if (!step->first && t->row && t->cell) {
        put_html(t, "<br>");
        return;
    }
    end_cell(t);
    if (!t->row || t->filled > step->seat)
        begin_sheet_row(t, step);
    for (; t->filled < step->seat; t->filled++)
        put_html(t, "<td></td>");
    put_html(t, "<td>");
    t->filled = step->seat + 1u;
    t->cell = true;
}

/* ---- actions and remarks --------------------------------------------------------------------- */

static void put_sheet_roll(protocol *t, const xpgn_facts *f) {
    xpgn_buffer roll = {0};
    if (f->roll.exchanges == 0)
        return;
    xpgn_buffer_char(&roll, '<');
    xpgn_roll_write(&roll, &f->roll);
    xpgn_buffer_char(&roll, '>');
    put_html(t, " <span class=\"roll\">");
    protocol_move(&t->sheet.text, &roll);
    put_html(t, "</span>");
}

static void put_sheet_action(protocol *t, const xpgn_step *step) {
    xpgn_buffer name = {0};
    if (step->facts->turn_roll.count > 0)
        xpgn_buffer_printf(&t->sheet.text, "<span class=\"roll\">&lt;%s&gt;</span> ",
                           xpgn_turn_dice_text(&step->facts->turn_roll).text);
    xpgn_action_translate(&name, cli_slice(step->facts->text), &t->o->words);
    bool linked = step->depth == 0 && protocol_has_moment(t, step);
    if (linked) {
        put_html(t, "<a href=\"#");
        protocol_put_address(&t->sheet.text, t, step);
        put_html(t, "\">");
    }
    protocol_move(&t->sheet.text, &name);
    put_html(t, linked ? "</a>" : "");
    put_sheet_roll(t, step->facts);
}

static bool is_comment(const protocol *t, const xpgn_remark *r) {
    return r->nag == 0 && !t->o->no_comments;
}

/* Marks follow the action. */
static void put_move_marks(protocol *t, const xpgn_step *step) {
    for (size_t i = 0; i < step->remark_count; i++)
        if (step->remarks[i].nag != 0)
            xpgn_buffer_text(&t->sheet.text, xpgn_nag_sign(step->remarks[i].nag));
}

/* The line breaks of the record become spaces. */
static void put_sheet_comment(protocol *t, xpgn_slice text) {
    while (text.size > 0) {
        size_t i = 0;
        while (i < text.size && strchr("\t\r\n", text.data[i]) == NULL)
            i++;
        html_escape(&t->sheet.text, (xpgn_slice){text.data, i});
        put_html(t, i < text.size ? " " : "");
        i += i < text.size;
        text = (xpgn_slice){text.data + i, text.size - i};
    }
}

/* Appends the prose of comments, after a blank each, to one buffer, and their figures to another;
   false if there is no prose. */
static bool read_comments(protocol *t, const xpgn_step *step, xpgn_buffer *prose,
                          xpgn_buffer *figures) {
    if (step->remark_count == 0)
        return false;
    html_comment c = {.prose = {0}};
    for (size_t i = 0; i < step->remark_count; i++) {
        if (!is_comment(t, &step->remarks[i]))
            continue;
        html_comment_read(&c, NULL, step->remarks[i].text);
        xpgn_buffer_text(prose, c.prose.size > 0 ? " " : "");
        xpgn_buffer_put(prose, c.prose.data, c.prose.size);
    }
    html_comment_figures(figures, &c);
    t->sheet.text.failed |= html_comment_failed(&c) || prose->failed || figures->failed;
    html_comment_free(&c);
    return prose->size > 0;
}

/* Remarks and figures in running text; true if there is prose. */
static bool put_comments(protocol *t, const xpgn_step *step) {
    xpgn_buffer prose = {0};
    bool any = read_comments(t, step, &prose, &t->sheet.text);
    put_sheet_comment(t, (xpgn_slice){prose.data, prose.size});
    xpgn_buffer_free(&prose);
    return any;
}

/* The actions of a variation are running text. */
static void put_branch(protocol *t, const xpgn_step *step) {
    const xpgn_buffer *b = &t->sheet.text;
    put_html(t, b->size > 0 && b->data[b->size - 1] != '(' ? " " : "");
    if (step->first && (step->seat == 0 || t->fresh)) {
        xpgn_turn_write(&t->sheet.text, step->before->seats, step->number, step->seat);
        put_html(t, " ");
    }
    t->fresh = false;
    put_sheet_action(t, step);
    put_move_marks(t, step);
    t->fresh |= put_comments(t, step);
}

static void put_remark_line(protocol *t, const xpgn_step *step, xpgn_buffer *prose) {
    begin_line(t, "remark", step->place.offset);
    put_sheet_comment(t, (xpgn_slice){prose->data, prose->size});
    end_sheet_line(t);
}

void sheet_action(protocol *t, const xpgn_step *step) {
    if (step->depth > 0) {
        put_branch(t, step);
        return;
    }
    xpgn_buffer prose = {0};
    begin_cell(t, step);
    put_sheet_action(t, step);
    put_move_marks(t, step);
    if (read_comments(t, step, &prose, &t->sheet.text))
        put_remark_line(t, step, &prose);
    xpgn_buffer_free(&prose);
}

void sheet_remarks(protocol *t, const xpgn_step *step) {
    xpgn_buffer prose = {0}, figures = {0};
    if (step->depth > 0)
        put_comments(t, step);
    else if (read_comments(t, step, &prose, &figures))
        put_remark_line(t, step, &prose);
    xpgn_buffer_free(&prose);
    xpgn_buffer_free(&figures);
}

/* ---- variations ------------------------------------------------------------------------------ */

void sheet_variation(protocol *t, const xpgn_step *step) {
    if (step->depth == 1)
        begin_line(t, "line", step->place.offset);
    put_html(t, step->depth == 1 ? "(" : " (");
    t->fresh = true;
}

void sheet_variation_end(protocol *t, const xpgn_step *step) {
    put_html(t, ")");
    put_move_marks(t, step);
    put_comments(t, step);
    if (step->depth <= 1)
        end_sheet_line(t);
    t->fresh = true;
}

void sheet_end(protocol *t) {
    end_row(t);
}

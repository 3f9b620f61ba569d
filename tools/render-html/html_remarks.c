/* SPDX-License-Identifier: MIT */
/* Comments taken apart: what clocks and engines wrote, marks for the board, and prose. */
#include "render-html/render-html.h"

#include "internal/queries.h"
#include "internal/writers.h"

#include <string.h>

/* ---- prose ----------------------------------------------------------------------------------- */

static bool is_white(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Appends what stood beside a command, with a blank unless a sign follows. */
static void add_prose(xpgn_buffer *b, xpgn_slice text) {
    while (text.size > 0 && is_white(*text.data))
        text = (xpgn_slice){text.data + 1, text.size - 1};
    while (text.size > 0 && is_white(text.data[text.size - 1]))
        text.size--;
    if (text.size > 0 && b->size > 0 && strchr(".,;:!?)", *text.data) == NULL)
        xpgn_buffer_char(b, ' ');
    xpgn_buffer_slice(b, text);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Adds ["green",27] or ["green",11,27]. */
static void add_mark(xpgn_buffer *b, const xpgn_comment_mark *m) {
    const char *color = xpgn_mark_color_name(m->color);
    json_open(b, NULL, "[");
    json_text(b, NULL, color != NULL ? color : "");
    json_number(b, NULL, m->from);
    if (m->from != m->to)
        json_number(b, NULL, m->to);
    xpgn_buffer_char(b, ']');
}

static void add_part(html_comment *c, const xpgn_position *p, xpgn_comment_part *part) {
    xpgn_comment_mark m;
    if (part->kind == XPGN_COMMENT_PROSE)
        add_prose(&c->prose, part->text);
    else if (part->kind < XPGN_COMMENT_FIGURES && c->figures[part->kind].size == 0)
        xpgn_comment_figure_write(&c->figures[part->kind], part);
    while (part->kind > XPGN_COMMENT_PROSE && part->kind < XPGN_COMMENT_OTHER && p != NULL &&
           xpgn_comment_mark_next(part, p, &m))
        add_mark(&c->marks, &m);
}

void html_comment_read(html_comment *c, const xpgn_position *p, xpgn_slice text) {
    xpgn_comment_reader r = {.rest = text};
    xpgn_comment_part part;
    xpgn_buffer_clear(&c->prose);
    while (xpgn_comment_next(&r, &part))
        if (part.kind == XPGN_COMMENT_PROSE && part.text.size == text.size)
            xpgn_buffer_slice(&c->prose, text); /* as it stands */
        else
            add_part(c, p, &part);
}

/* The depth belongs to the evaluation, if that has none: 0.31/20. */
static void join_depth(html_comment *c) {
    xpgn_buffer *value = &c->figures[XPGN_COMMENT_EVALUATION],
                *depth = &c->figures[XPGN_COMMENT_DEPTH];
    if (value->size == 0 || depth->size == 0)
        return;
    if (memchr(value->data, '/', value->size) == NULL) {
        xpgn_buffer_char(value, '/');
        xpgn_buffer_put(value, depth->data, depth->size);
    }
    xpgn_buffer_clear(depth);
}

bool html_comment_failed(const html_comment *c) {
    bool failed = c->prose.failed || c->marks.failed;
    for (unsigned i = 0; i < XPGN_COMMENT_FIGURES; i++)
        failed |= c->figures[i].failed;
    return failed;
}

void html_comment_free(html_comment *c) {
    xpgn_buffer_free(&c->prose);
    xpgn_buffer_free(&c->marks);
    for (unsigned i = 0; i < XPGN_COMMENT_FIGURES; i++)
        xpgn_buffer_free(&c->figures[i]);
}

/* ---- as JSON, and in a document -------------------------------------------------------------- */

void html_comment_json(xpgn_buffer *b, html_comment *c) {
    unsigned empty = 0;
    join_depth(c);
    for (unsigned i = 0; i < XPGN_COMMENT_FIGURES; i++) {
        const xpgn_buffer *f = &c->figures[i];
        if (f->size == 0) {
            empty++;
            continue;
        }
        if (empty == i)
            json_open(b, "o", "[");
        for (; empty > 0; empty--)
            json_text(b, NULL, "");
        json_slice(b, NULL, (xpgn_slice){f->data, f->size});
    }
    if (empty < XPGN_COMMENT_FIGURES)
        xpgn_buffer_char(b, ']');
    if (c->marks.size == 0)
        return;
    json_open(b, "p", "[");
    xpgn_buffer_put(b, c->marks.data, c->marks.size);
    xpgn_buffer_char(b, ']');
}

void html_comment_figures(xpgn_buffer *b, html_comment *c) {
    static const char *const names[] = {"clock", "time used", "game time", "evaluation", "depth"};
    bool any = false;
    join_depth(c);
    for (unsigned i = 0; i < XPGN_COMMENT_FIGURES; i++) {
        const xpgn_buffer *f = &c->figures[i];
        if (f->size == 0)
            continue;
        xpgn_buffer_text(b, any ? " " : " <span class=\"figures\">");
        xpgn_buffer_printf(b, "<abbr title=\"%s\">", names[i]);
        html_escape(b, (xpgn_slice){f->data, f->size});
        xpgn_buffer_text(b, "</abbr>");
        any = true;
    }
    xpgn_buffer_text(b, any ? "</span>" : "");
}

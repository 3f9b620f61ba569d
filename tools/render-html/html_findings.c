/* SPDX-License-Identifier: MIT */
/* The findings of a game: their places, the words refused, and the record as corrected. */
#include "render-html/html_writing.h"

#include <string.h>
#include <xpgn/sheets.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>

/* The last node whose token does not begin after the place. */
static uint32_t node_before(const html_writing *g, uint32_t offset) {
    uint32_t low = 0, high = (uint32_t)(g->offsets.size / sizeof offset);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at;
        memcpy(&at, g->offsets.data + middle * sizeof at, sizeof at);
        if (at <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_clean(html_writing *g, const char *text) {
    xpgn_buffer clean = {0};
    xpgn_buffer_clean(&clean, cli_slice(text != NULL ? text : ""));
    json_move(&g->out, NULL, &clean);
}

/* The byte there; '\0' before the text and after it. */
static char byte_at(xpgn_slice text, size_t i) {
    return i < text.size ? text.data[i] : '\0';
}

/* False before and after the text, too: strchr finds the '\0' at the end of the list. */
static bool is_in_word(xpgn_slice text, size_t i) {
    return strchr(" \t\r\n<>(){}\"", byte_at(text, i)) == NULL;
}

/* The roll or the word at a place, cut to a length that fits in a list. */
static xpgn_slice refused(xpgn_slice text, xpgn_place place) {
    enum { MOST = 48 };
    size_t from = place.offset < text.size ? place.offset : text.size, to = from;
    while (is_in_word(text, from - 1))
        from--;
    while (is_in_word(text, to))
        to++;
    if (byte_at(text, from - 1) == '<' && byte_at(text, to) == '>')
        from--, to++;
    return (xpgn_slice){text.data + from, to - from < MOST ? to - from : MOST};
}

/* Writes [error?,node,line,column,code,turn,text,hint,choice,refused]. */
static void put_finding(html_writing *g, const xpgn_finding *f, const xpgn_locator *places) {
    uint64_t row, column;
    xpgn_buffer word = {0};
    xpgn_locator_find(places, f->place.offset, &row, &column, NULL);
    json_open(&g->out, NULL, "[");
    json_number(&g->out, NULL, f->level == XPGN_ERROR);
    json_number(&g->out, NULL, node_before(g, f->place.offset));
    json_number(&g->out, NULL, (int64_t)row);
    json_number(&g->out, NULL, (int64_t)column);
    put_clean(g, f->code);
    put_clean(g, f->turn);
    put_clean(g, f->text);
    put_clean(g, f->hint);
    put_clean(g, f->choice);
    if (f->ply > 0)
        xpgn_buffer_clean(&word, refused(g->game->text, f->place));
    json_move(&g->out, NULL, &word);
    xpgn_buffer_char(&g->out, ']');
}

/* Writes the record as xpgn-fix corrects it, if it becomes legal. */
static void put_corrected(html_writing *g) {
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_LIKELY};
    xpgn_fixer *fixer;
    size_t count;
    if (xpgn_fixer_new(&fixer, g->w->catalog, &how) != XPGN_OK)
        cli_no_memory(g->w->cli);
    xpgn_status status = xpgn_fixer_run(fixer, g->game);
    if (status == XPGN_NO_MEMORY)
        cli_no_memory(g->w->cli);
    if (status == XPGN_OK && xpgn_fixer_corrections(fixer, &count) != NULL && count > 0)
        json_slice(&g->out, "corrected", xpgn_fixer_text(fixer));
    xpgn_fixer_free(fixer);
}

size_t html_findings(html_writing *g, size_t *all) {
    size_t errors = 0;
    xpgn_locator *places = NULL;
    const xpgn_finding *list = xpgn_walk_findings(g->w->walk, all);
    if (*all == 0)
        return 0;
    if (xpgn_locator_new(&places, g->game) != XPGN_OK)
        cli_no_memory(g->w->cli);
    json_open(&g->out, "findings", "[");
    for (size_t i = 0; i < *all; i++) {
        put_finding(g, &list[i], places);
        errors += list[i].level == XPGN_ERROR;
    }
    xpgn_buffer_char(&g->out, ']');
    xpgn_locator_free(places);
    if (errors > 0 && !g->o->no_record)
        put_corrected(g);
    return errors;
}

/* SPDX-License-Identifier: MIT */
/* Lines and columns of bytes of a game. */
#include "core/base/utf8.h"
#include "core/forms/scan.h"

#include <stdlib.h>
#include <xpgn/stream.h>

/* A byte whose line and column are known. Bytes of a line end count as the end of their line. */
struct mark {
    const char *at;
    const char *line, *line_end; /* begin and end of its line */
    uint64_t passed;             /* lines before it */
    uint64_t chars;              /* characters before it on its line */
};

enum { STEP = 512 }; /* bytes from mark to mark */

struct xpgn_locator {
    xpgn_game game;
    size_t count;       /* at least 1 */
    struct mark mark[]; /* one for every STEPth byte */
};

static struct mark first_mark(const xpgn_game *game) {
    const char *p = game->text.data;
    return (struct mark){.at = p, .line = p, .line_end = scan_line(p, p + game->text.size)};
}

/* Moves a mark to the start of the next line; `beyond`, if not NULL, is a later mark. */
static bool pass_line(struct mark *m, const char *end, const struct mark *beyond) {
    const char *next = scan_line_end(m->line_end, end);
    if (next >= end)
        return false;
    const char *limit = beyond != NULL ? beyond->at : end;
    *m = (struct mark){next, next, scan_line(next, limit), m->passed + 1, 0};
    if (beyond != NULL && m->line_end == limit)
        m->line_end = beyond->line_end;
    return true;
}

/* Moves a mark to a later byte of its line. */
static void advance_mark(struct mark *m, const char *at) {
    at = at < m->line_end ? at : m->line_end;
    m->chars += utf8_count((xpgn_slice){m->at, (size_t)(at - m->at)});
    m->at = at;
}

/* Moves a mark to a later byte, before `beyond` if that is not NULL. */
static void move_to(struct mark *m, const char *at, const char *end, const struct mark *beyond) {
    while (at >= scan_line_end(m->line_end, end) && pass_line(m, end, beyond))
        continue;
    advance_mark(m, at);
}

static void tell_place(const xpgn_game *game, const struct mark *m, uint64_t *line,
                       uint64_t *column, xpgn_slice *line_text) {
    *line = game->line + m->passed;
    *column = m->chars + (m->passed == 0 ? game->column : 1);
    if (line_text != NULL)
        *line_text = (xpgn_slice){m->line, (size_t)(m->line_end - m->line)};
}

/* The same game, with a valid text pointer even if it has no text. */
static xpgn_game with_text(const xpgn_game *game) {
    xpgn_game copy = *game;
    copy.text = slice_given(game->text);
    return copy;
}

static size_t clamp(const xpgn_game *game, uint32_t offset) {
    return offset < game->text.size ? offset : game->text.size;
}

void xpgn_game_locate(const xpgn_game *game, uint32_t offset, uint64_t *line, uint64_t *column,
                      xpgn_slice *line_text) {
    const xpgn_game g = with_text(game);
    struct mark m = first_mark(&g);
    move_to(&m, g.text.data + clamp(&g, offset), g.text.data + g.text.size, NULL);
    tell_place(&g, &m, line, column, line_text);
}

/* The byte itself, or the first one of the character that it belongs to. */
static const char *character_of(const char *begin, const char *at, const char *end) {
    for (size_t back = 1; back < 4 && (size_t)(at - begin) >= back; back++)
        if (utf8_length((xpgn_slice){at - back, (size_t)(end - at) + back}) > back)
            return at - back;
    return at;
}

xpgn_status xpgn_locator_new(xpgn_locator **out, const xpgn_game *game) {
    const xpgn_game g = with_text(game);
    const char *begin = g.text.data, *end = begin + g.text.size;
    size_t count = g.text.size / STEP + 1;
    xpgn_locator *l = malloc(sizeof *l + count * sizeof *l->mark);
    if (l == NULL)
        return XPGN_NO_MEMORY;
    struct mark m = first_mark(&g);
    l->game = g;
    l->count = count;
    for (size_t i = 0; i < count; i++) {
        const char *at = character_of(begin, begin + i * STEP, end);
        move_to(&m, at, end, NULL);
        l->mark[i] = m;
    }
    *out = l;
    return XPGN_OK;
}

void xpgn_locator_find(const xpgn_locator *l, uint32_t offset, uint64_t *line, uint64_t *column,
                       xpgn_slice *line_text) {
    xpgn_slice text = l->game.text;
    size_t at = clamp(&l->game, offset), i = at / STEP;
    struct mark m = l->mark[i];
    move_to(&m, text.data + at, text.data + text.size, i + 1 < l->count ? &l->mark[i + 1] : NULL);
    tell_place(&l->game, &m, line, column, line_text);
}

void xpgn_locator_free(xpgn_locator *l) {
    free(l);
}

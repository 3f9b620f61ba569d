/* SPDX-License-Identifier: MIT */
/* Squares as typed: marks, arrows, destinations, the part of the board to draw. */
#include "internal/chance.h"
#include "internal/queries.h"
#include "internal/rules.h"
#include "shared/diagram/diagram.h"

#include <string.h>
#include <xpgn/rulesets.h>

enum { MOST_PLACES = 2 * XPGN_MAX_SQUARES };

static xpgn_square take_square(const char **text, const xpgn_position *p) {
    return xpgn_square_take(text, *text + strlen(*text), p);
}

static const char *skip_separators(const char *s) {
    return s + strspn(s, ", ");
}

static bool refuse_square(cli *c, const char *option, const char *list, const char *at) {
    cli_usage(c, "--%s=%s: not a square of this board: '%s'", option, list, at);
    return false;
}

static void add_mark(cli_decorations *d, xpgn_square sq, char sign, char color) {
    xpgn_buffer_char(&d->marks, (char)sq);
    xpgn_buffer_char(&d->signs, sign);
    xpgn_buffer_char(&d->colors, color);
}

/* The sign before a square applies to all squares up to the next blank without a comma. */
static bool read_marks(cli_decorations *d, cli *c, const char *list, const xpgn_position *p) {
    char sign = '[';
    for (const char *s = list;;) {
        const char *next = skip_separators(s);
        if (next > s && memchr(s, ',', (size_t)(next - s)) == NULL)
            sign = '[';
        s = next;
        if (*s == '\0')
            return true;
        if (strchr("!?+=~#.", *s) != NULL)
            sign = *s++;
        xpgn_square sq = take_square(&s, p);
        if (sq == XPGN_NO_SQUARE)
            return refuse_square(c, "mark", list, s);
        add_mark(d, sq, sign, '\0');
    }
}

/* The squares of an option that has a list for each diagram, for which `sign` is put around them,
   or a tint over them (0). */
static bool read_for_next(cli_decorations *d, const cli_page *page, const cli_list *option,
                          const xpgn_position *p, char sign) {
    const char *list = cli_for_next(page, option);
    for (const char *s = list != NULL ? skip_separators(list) : ""; *s != '\0';
         s = skip_separators(s)) {
        xpgn_square sq = take_square(&s, p);
        if (sq == XPGN_NO_SQUARE)
            return refuse_square(page->c, sign != '\0' ? "ring" : "tint", list, s);
        if (sign != '\0')
            add_mark(d, sq, sign, '\0');
        else
            xpgn_buffer_char(&d->tints, (char)sq);
    }
    return true;
}

static bool read_arrows(cli_decorations *d, cli *c, const char *list, const xpgn_position *p) {
    for (const char *s = skip_separators(list); *s != '\0'; s = skip_separators(s)) {
        xpgn_arrow a = {.from = take_square(&s, p)};
        s += *s == '-';
        a.to = a.from != XPGN_NO_SQUARE ? take_square(&s, p) : XPGN_NO_SQUARE;
        if (a.to == XPGN_NO_SQUARE || d->arrows == CLI_MOST_ARROWS)
            return refuse_square(c, "arrow", list, s);
        d->arrow[d->arrows++] = a;
    }
    return true;
}

/* Marks the piece with < >, pieces it may attack with > <, and squares it may move to with a dot or
   the roll that takes it there. */
static void add_destinations(cli_decorations *d, const xpgn_ruleset *rs, const xpgn_position *p,
                             xpgn_square from) {
    xpgn_destination list[MOST_PLACES];
    size_t count = xpgn_destinations(rs, p, from, list, MOST_PLACES);
    add_mark(d, from, '<', '\0');
    for (size_t i = 0; i < count && i < MOST_PLACES; i++) {
        bool digit = list[i].roll >= 1 && list[i].roll <= 9;
        char goes = digit ? (char)('0' + list[i].roll) : '.';
        add_mark(d, list[i].square, list[i].attack ? '>' : goes, '\0');
    }
}

static bool read_destinations(cli_decorations *d, cli *c, const char *list,
                              const xpgn_position *p) {
    for (const char *s = skip_separators(list); *s != '\0'; s = skip_separators(s)) {
        xpgn_square sq = take_square(&s, p);
        if (sq == XPGN_NO_SQUARE || d->destinations == CLI_MOST_DESTINATIONS)
            return refuse_square(c, "destinations", list, s);
        d->empty |= (uint64_t)(p->at[sq] == 0) << d->destinations;
        d->destination[d->destinations++] = sq;
    }
    return true;
}

static bool read_crop(cli_decorations *d, cli *c, const char *text, const xpgn_position *p) {
    const char *s = text;
    d->crop[0] = take_square(&s, p);
    s += *s == '-';
    d->crop[1] = take_square(&s, p);
    if (d->crop[0] != XPGN_NO_SQUARE && d->crop[1] != XPGN_NO_SQUARE && *s == '\0')
        return true;
    cli_usage(c, "--crop=%s: not two squares of this board, such as c3-g7", text);
    return false;
}

typedef bool list_reader(cli_decorations *d, cli *c, const char *list, const xpgn_position *p);

static bool read_lists(cli_decorations *d, cli *c, const cli_list *lists, list_reader *read,
                       const xpgn_position *p) {
    for (size_t i = 0; i < lists->count; i++)
        if (!read(d, c, lists->item[i], p))
            return false;
    return true;
}

/* The arrows and squares of a comment; those beyond the most that can be drawn are left out. */
static void read_comment(cli_decorations *d, xpgn_slice comment, const xpgn_position *p) {
    xpgn_comment_reader r = {.rest = comment};
    xpgn_comment_mark m;
    for (xpgn_comment_part part; xpgn_comment_next(&r, &part);) {
        if (part.kind != XPGN_COMMENT_ARROWS && part.kind != XPGN_COMMENT_SQUARES)
            continue;
        while (xpgn_comment_mark_next(&part, p, &m)) {
            if (m.from == m.to)
                add_mark(d, m.from, '[', m.color);
            else if (d->arrows < CLI_MOST_ARROWS) {
                d->arrow_color[d->arrows] = m.color;
                d->arrow[d->arrows++] = (xpgn_arrow){m.from, m.to};
            }
        }
    }
}

static void read_comments(cli_decorations *d, const cli_scene *s) {
    for (size_t at = 0; at < s->comments.size; at += sizeof(xpgn_slice)) {
        xpgn_slice comment;
        memcpy(&comment, s->comments.data + at, sizeof comment);
        read_comment(d, comment, s->position);
    }
}

bool cli_decorations_read(cli_decorations *d, const cli_page *page, const cli_scene *s) {
    cli *c = page->c;
    const cli_diagram_options *o = page->o;
    const xpgn_position *p = s->position;
    *d = (cli_decorations){.arrows = 0};
    read_comments(d, s);
    if (!read_lists(d, c, &o->destinations, read_destinations, p) ||
        !read_for_next(d, page, &o->tints, p, '\0') || !read_for_next(d, page, &o->rings, p, '!') ||
        !read_lists(d, c, &o->marks, read_marks, p) ||
        !read_lists(d, c, &o->arrows, read_arrows, p) ||
        (o->crop != NULL && !read_crop(d, c, o->crop, p)))
        return false;
    for (size_t i = 0; i < d->destinations; i++)
        if ((d->empty >> i & 1) == 0)
            add_destinations(d, s->rs, p, d->destination[i]);
    if (d->tints.failed || d->marks.failed || d->signs.failed || d->colors.failed ||
        s->comments.failed)
        cli_no_memory(c);
    return true;
}

void cli_decorations_free(cli_decorations *d) {
    xpgn_buffer_free(&d->tints);
    xpgn_buffer_free(&d->marks);
    xpgn_buffer_free(&d->signs);
    xpgn_buffer_free(&d->colors);
}

void cli_decorations_put_empty(xpgn_buffer *b, cli *c, const cli_diagram_options *o,
                               const xpgn_position *p, uint64_t empty) {
    cli_decorations d = {.arrows = 0};
    const char *between = "";
    if (!read_lists(&d, c, &o->destinations, read_destinations, p))
        return;
    for (size_t i = 0; i < d.destinations; i++) {
        char name[4];
        if ((empty >> i & 1) == 0)
            continue;
        xpgn_square_name(p, d.destination[i], name);
        xpgn_buffer_printf(b, "%s%s", between, name);
        between = ", ";
    }
}

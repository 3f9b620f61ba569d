/* SPDX-License-Identifier: MIT */
/* Findings as text, in the style of compilers. */
#include "shared/findings/finding_report.h"
#include "internal/rules.h"
#include "internal/sealed.h"

#include <string.h>
#include <xpgn/record.h>
#include <xpgn/stream.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

/* ---- names ----------------------------------------------------------------------------------- */

const unsigned char cli_roster_parties[] = {XPGN_PARTY_WHITE, XPGN_PARTY_BLACK, XPGN_PARTY_RED,
                                            XPGN_PARTY_GREEN};

const char *const report_level_names[] = {"lint", "warning", "error"};

static bool is_known_code(xpgn_slice name) {
    return name.data != NULL && name.size > 0 && !(name.size == 1 && name.data[0] == '?');
}

/* Appends a tag value without its escapes, safe for a terminal. */
static __attribute__((noinline)) size_t put_escaped(xpgn_buffer *b, xpgn_slice value) {
    xpgn_buffer plain = {0};
    xpgn_tag_text(&plain, value);
    const size_t width = xpgn_buffer_clean(b, (xpgn_slice){plain.data, plain.size});
    b->failed |= plain.failed;
    xpgn_buffer_free(&plain);
    return width;
}

size_t cli_put_value(xpgn_buffer *b, xpgn_slice value) {
    const bool escaped = value.size > 0 && memchr(value.data, '\\', value.size) != NULL;
    return escaped ? put_escaped(b, value) : xpgn_buffer_clean(b, value);
}

void cli_put_tag(xpgn_buffer *b, const xpgn_walk *walk, const char *name) {
    cli_put_value(b, xpgn_walk_tag(walk, name));
}

/* Writes "Adams" for "Adams, R.". */
static void put_last_name(xpgn_buffer *b, xpgn_slice value) {
    const char *comma = is_known_code(value) ? memchr(value.data, ',', value.size) : NULL;
    if (comma != NULL && comma > value.data)
        value.size = (size_t)(comma - value.data);
    cli_put_value(b, is_known_code(value) ? value : (xpgn_slice){"?", 1});
}

void cli_put_title(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk) {
    cli_put_title_in(b, game, walk, NULL);
}

void cli_put_title_in(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk,
                      const xpgn_language *language) {
    xpgn_word_translate(b, "game", language);
    xpgn_buffer_printf(b, " %llu", (unsigned long long)game->number);
    bool any = false;
    xpgn_slice player[XPGN_MAX_SEATS];
    for (unsigned i = 0; walk != NULL && i < XPGN_MAX_SEATS; i++) {
        player[i] = xpgn_walk_tag(walk, xpgn_seat_tag(XPGN_MAX_SEATS, i));
        any = any || is_known_code(player[i]);
    }
    if (!any)
        return;
    const char *before = ", ";
    for (unsigned i = 0; i < XPGN_MAX_SEATS; i++) {
        if (i % 2 == 1 && player[i].data == NULL)
            continue; /* Red and Green only in four-seat games */
        xpgn_buffer_text(b, before);
        put_last_name(b, player[i]);
        before = " - ";
    }
}

const char *cli_file_name(const char *file) {
    return strcmp(file, "-") == 0 ? "<stdin>" : file;
}

/* ---- places ---------------------------------------------------------------------------------- */

void cli_report_begin(cli_report *how, xpgn_buffer *b, const xpgn_game *game) {
    if (how->places == NULL && xpgn_locator_new(&how->places, game) != XPGN_OK)
        b->failed = true;
}

void cli_report_end(cli_report *how) {
    xpgn_locator_free(how->places);
    how->places = NULL;
}

void report_find(const cli_report *how, const xpgn_game *game, uint32_t offset, uint64_t *line,
                 uint64_t *column, xpgn_slice *text) {
    if (how->places != NULL)
        xpgn_locator_find(how->places, offset, line, column, text);
    else
        xpgn_game_locate(game, offset, line, column, text);
}

/* ---- the source line ------------------------------------------------------------------------- */

/* GUTTER: the columns before the source line, "12345 | ". */
enum { SHOWN = 96, LEAST = 24, GUTTER = 8, TAB = 8, REACH = 4 * SHOWN };

/* The part of a source line to show, and the columns of the place in it. */
typedef struct excerpt {
    const char *begin, *end;
    bool cut_left, cut_right;
    bool simple;        /* each byte is a column, as in most lines */
    size_t first, last; /* columns of the place, end exclusive */
    size_t from, to;    /* columns shown */
} excerpt;

/* Steps over a character, adding to the column. */
static const char *next_char(const excerpt *e, const char *p, size_t *column) {
    unsigned width;
    size_t size = xpgn_text_next((xpgn_slice){p, (size_t)(e->end - p)}, &width);
    *column += *p == '\t' ? TAB - *column % TAB : width;
    return p + size;
}

static bool is_continuation(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Only the part of a very long line near the place is considered. */
static void clip(excerpt *e, const char *at) {
    if (at - e->begin > REACH) {
        e->begin = at - REACH;
        e->cut_left = true;
        while (e->begin < at && is_continuation(*e->begin))
            e->begin++;
    }
    if (e->end - at > 2 * REACH) {
        e->end = at + 2 * REACH;
        e->cut_right = true;
        while (e->end > at && is_continuation(*e->end))
            e->end--;
    }
}

static size_t bytes_before(const excerpt *e, const char *p) {
    return (size_t)((p < e->end ? p : e->end) - e->begin);
}

/* Finds the columns of the bytes `at` and `after`, and returns the width, where bytes may not be
   columns. */
static size_t measure_characters(excerpt *e, const char *at, const char *after) {
    size_t column = 0;
    e->first = e->last = SIZE_MAX;
    for (const char *p = e->begin; p < e->end;) {
        if (p >= at && e->first == SIZE_MAX)
            e->first = column;
        if (p >= after && e->last == SIZE_MAX)
            e->last = column;
        p = next_char(e, p, &column);
    }
    e->first = e->first == SIZE_MAX ? column : e->first;
    e->last = e->last == SIZE_MAX ? column : e->last;
    return column;
}

/* The same of any line. */
static size_t measure_excerpt(excerpt *e, const char *at, const char *after) {
    size_t column = (size_t)(e->end - e->begin);
    if (e->simple) {
        e->first = bytes_before(e, at);
        e->last = bytes_before(e, after);
    } else {
        column = measure_characters(e, at, after);
    }
    if (e->last <= e->first)
        e->last = e->first + 1;
    return column > e->last ? column : e->last;
}

/* Returns the number of columns of a source line that are shown: on a terminal the rest beside its
   number. */
static size_t shown(const cli_report *how) {
    size_t left = how->columns > LEAST + GUTTER ? how->columns - GUTTER : LEAST;
    return how->columns > 0 && left < SHOWN ? left : SHOWN;
}

/* Chooses the columns to show: all, or `most` of them around the place. False if that does not
   fit. */
static bool choose(excerpt *e, size_t width, size_t most) {
    size_t from = 0, lead = most / 3;
    if (width > most) {
        from = e->first > lead ? e->first - lead : 0;
        if (from + most > width)
            from = width - most;
    }
    e->cut_left = e->cut_left || from > 0;
    e->cut_right = e->cut_right || from + most < width;
    e->from = from + e->cut_left;
    e->to = from + most - e->cut_right;
    bool fits = e->last <= e->to;
    e->last = fits ? e->last : e->to;
    return fits;
}

/* Writes the columns shown, safe for a terminal. */
static void put_characters(xpgn_buffer *b, const excerpt *e) {
    size_t column = 0;
    for (const char *p = e->begin, *after; p < e->end && column < e->to; p = after) {
        size_t next = column;
        after = next_char(e, p, &next);
        if (*p != '\t' && column >= e->from && next <= e->to)
            xpgn_buffer_clean(b, (xpgn_slice){p, (size_t)(after - p)});
        else /* a tab, or half of a wide character at the edge */
            for (size_t i = column > e->from ? column : e->from; i < next && i < e->to; i++)
                xpgn_buffer_char(b, ' ');
        column = next;
    }
}

static void put_source(xpgn_buffer *b, const excerpt *e) {
    const size_t size = (size_t)(e->end - e->begin), to = e->to < size ? e->to : size;
    if (e->cut_left)
        xpgn_buffer_text(b, "…");
    if (!e->simple)
        put_characters(b, e);
    else if (e->from < to)
        xpgn_buffer_put(b, e->begin + e->from, to - e->from);
    if (e->cut_right)
        xpgn_buffer_text(b, "…");
}

static const char *const level_colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
static const char bold[] = "\033[1m", plain[] = "\033[m";

static const char *color(const cli_report *how, const char *code) {
    return how->color ? code : "";
}

xpgn_level report_level(const cli_report *how, const xpgn_finding *f) {
    return how->strict && f->level == XPGN_WARNING ? XPGN_ERROR : f->level;
}

/* Findings reported together: places on one line with a common fix. */
typedef struct finding_group {
    const xpgn_finding *const *f;
    size_t count;
    uint64_t line, column; /* of the first finding */
    xpgn_slice text;       /* the source line */
} finding_group;

/* Returns the part of a place that is on the line. */
static xpgn_slice on_line(const finding_group *g, const xpgn_game *game, const xpgn_finding *f) {
    const char *begin = g->text.data, *end = begin + g->text.size;
    const char *at = game->text.data + f->place.offset;
    at = at < begin ? begin : at > end ? end : at;
    size_t left = (size_t)(end - at);
    return (xpgn_slice){at, left < f->place.length ? left : f->place.length};
}

/* Chooses the excerpt of the line; false if not all places fit. */
static bool frame_excerpt(excerpt *e, const cli_report *how, const finding_group *g,
                          const xpgn_game *game) {
    xpgn_slice all = on_line(g, game, g->f[0]);
    const char *at = all.data, *after = all.data + all.size;
    for (size_t i = 1; i < g->count; i++) {
        xpgn_slice s = on_line(g, game, g->f[i]);
        at = s.data < at ? s.data : at;
        after = s.data + s.size > after ? s.data + s.size : after;
    }
    *e = (excerpt){.begin = g->text.data, .end = g->text.data + g->text.size};
    clip(e, at);
    e->simple = xpgn_text_is_clean((xpgn_slice){e->begin, (size_t)(e->end - e->begin)});
    return choose(e, measure_excerpt(e, at, after), shown(how));
}

/* Writes ^~~ under each place. */
static void put_excerpt_marks(xpgn_buffer *b, const excerpt *e, const finding_group *g,
                              const xpgn_game *game, const char *tint) {
    char mark[2 * SHOWN];
    size_t size = 0;
    memset(mark, ' ', sizeof mark);
    for (size_t i = 0; i < g->count; i++) {
        xpgn_slice s = on_line(g, game, g->f[i]);
        excerpt one = *e;
        (void)measure_excerpt(&one, s.data, s.data + s.size);
        size_t first = one.first - e->from + e->cut_left;
        size_t last = (one.last < e->to ? one.last : e->to) - e->from + e->cut_left;
        for (size_t k = first + 1; k < last; k++)
            mark[k] = '~';
        mark[first] = '^';
        size = last > size ? last : size;
        size = first + 1 > size ? first + 1 : size;
    }
    size_t lead = 0;
    while (lead < size && mark[lead] == ' ')
        lead++;
    xpgn_buffer_put(b, mark, lead);
    xpgn_buffer_text(b, tint);
    xpgn_buffer_put(b, mark + lead, size - lead);
}

/* Writes "   11 | 1. e4 ..." and the marks below. */
static void put_excerpt(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                        const finding_group *g) {
    excerpt e;
    if (game->text.size == 0) /* it is about the file as a whole */
        return;
    (void)frame_excerpt(&e, how, g, game);
    size_t start = b->size;
    xpgn_buffer_printf(b, "%5llu", (unsigned long long)g->line);
    int gutter = (int)(b->size - start);
    xpgn_buffer_text(b, " | ");
    put_source(b, &e);
    xpgn_buffer_printf(b, "\n%*s | ", gutter, "");
    put_excerpt_marks(b, &e, g, game, color(how, level_colors[report_level(how, g->f[0])]));
    xpgn_buffer_printf(b, "%s\n", color(how, plain));
}

/* ---- the styles ------------------------------------------------------------------------------ */

/* Writes file:line:column: error: text [code]. */
static void put_report_head(xpgn_buffer *b, const cli_report *how, const char *file, uint64_t line,
                            uint64_t column, const xpgn_finding *f) {
    xpgn_level level = report_level(how, f);
    xpgn_buffer_text(b, color(how, bold));
    xpgn_buffer_clean(b, cli_slice(cli_file_name(file)));
    xpgn_buffer_printf(b, ":%llu:%llu:%s %s%s:%s ", (unsigned long long)line,
                       (unsigned long long)column, color(how, plain),
                       color(how, level_colors[level]), report_level_names[level],
                       color(how, plain));
    xpgn_buffer_clean(b, cli_slice(f->text));
    xpgn_buffer_printf(b, " [%s%s%s]\n", color(how, level_colors[level]), f->code,
                       color(how, plain));
}

/* True if the hint names this correction: the first, ties with it, and those of the other kind
   (`stands`), which lack only their dice. */
static bool is_named(const xpgn_finding *f, uint32_t i) {
    return i == 0 || f->fix[i].tie || f->fix[i].stands != f->fix[0].stands;
}

/* Appends " (probability 0.45, 0.43)" for the corrections that are named, unless the first is
   sure. */
static void put_probability(xpgn_buffer *b, const xpgn_finding *f, bool here) {
    enum { NAMED = 4 };
    static const double sure = 0.95, hardly = 0.005;
    if (!here || f->fix_count == 0 || !f->fix[0].tried || f->fix[0].probability >= sure)
        return;
    xpgn_buffer_text(b, " (probability ");
    for (uint32_t i = 0; i < f->fix_count && i < NAMED && is_named(f, i); i++)
        xpgn_buffer_printf(b, f->fix[i].probability < hardly ? "%sbelow 0.01" : "%s%.2f",
                           i > 0 ? ", " : "", f->fix[i].probability);
    xpgn_buffer_char(b, ')');
}

/* Writes "   game 4, Adams - Brandt, 3. Nxd5; expected ...", and a choice on a line of its own. */
static void put_context(xpgn_buffer *b, const xpgn_game *game, const xpgn_walk *walk,
                        const xpgn_finding *f) {
    bool ruleset = game->number == 0;
    bool tied = f->choice != NULL && f->fix_count > 0 && f->fix[0].stands; /* choice names them */
    if (ruleset && f->hint == NULL)
        return;
    xpgn_buffer_text(b, "   ");
    if (!ruleset)
        cli_put_title(b, game, walk);
    if (f->turn != NULL && f->turn[0] != '\0') {
        xpgn_buffer_text(b, ", ");
        xpgn_buffer_clean(b, cli_slice(f->turn));
    }
    if (f->hint != NULL) {
        xpgn_buffer_text(b, ruleset ? "" : "; ");
        xpgn_buffer_clean(b, cli_slice(f->hint));
        put_probability(b, f, !tied);
    }
    xpgn_buffer_char(b, '\n');
    if (f->choice != NULL) {
        xpgn_buffer_text(b, "   ");
        xpgn_buffer_clean(b, cli_slice(f->choice));
        put_probability(b, f, tied);
        xpgn_buffer_char(b, '\n');
    }
}

static void locate(finding_group *g, const cli_report *how, const xpgn_game *game) {
    report_find(how, game, g->f[0]->place.offset, &g->line, &g->column, &g->text);
}

static void put_finding_group(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                              const xpgn_walk *walk, const finding_group *g) {
    put_report_head(b, how, game->file, g->line, g->column, g->f[0]);
    for (size_t i = 1; i < g->count; i++) {
        uint64_t line, column;
        report_find(how, game, g->f[i]->place.offset, &line, &column, NULL);
        put_report_head(b, how, game->file, line, column, g->f[i]);
    }
    put_excerpt(b, how, game, g);
    put_context(b, game, walk, g->f[0]);
}

void cli_report_finding(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                        const xpgn_walk *walk, const xpgn_finding *f) {
    finding_group g = {.f = &f, .count = 1};
    switch (how->style) {
    case CLI_STYLE_JSON:
        how->json(b, how, game, walk, f);
        break;
    case CLI_STYLE_SARIF:
        how->sarif(b, how, game, walk, f);
        break;
    case CLI_STYLE_GCC:
        locate(&g, how, game);
        put_report_head(b, how, game->file, g.line, g.column, f);
        break;
    case CLI_STYLE_TEXT:
        locate(&g, how, game);
        put_finding_group(b, how, game, walk, &g);
    }
}

enum { GROUPED = 16 };

/* Findings about one roll share one fix. They are reported together if the line can show them all,
   in the order in which they were found, cause first. */
static size_t put_next(xpgn_buffer *b, const cli_report *how, const xpgn_game *game,
                       const xpgn_walk *walk, const xpgn_finding *list, size_t count) {
    const xpgn_finding *f[GROUPED] = {list};
    finding_group g = {.f = f, .count = 1};
    excerpt e;
    locate(&g, how, game);
    const char *end = g.text.data + g.text.size;
    while (g.count < count && g.count < GROUPED && list->fix != NULL &&
           list[g.count].fix == list->fix && game->text.data + list[g.count].place.offset < end) {
        f[g.count] = &list[g.count];
        g.count++;
    }
    if (!frame_excerpt(&e, how, &g, game))
        g.count = 1;
    put_finding_group(b, how, game, walk, &g);
    return g.count;
}

int cli_report_findings(xpgn_buffer *b, const cli_report *style, const xpgn_game *game,
                        const xpgn_walk *walk, xpgn_level least) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(walk, &count);
    int worst = -1;
    for (size_t i = 0; i < count; i++) {
        int level = (int)report_level(style, &list[i]);
        worst = level > worst ? level : worst;
    }
    if (b == NULL || worst < (int)least)
        return worst;
    cli_report with = *style, *how = &with;
    for (size_t i = 0, next; i < count; i = next) {
        next = i + 1;
        if (report_level(how, &list[i]) < least)
            continue;
        cli_report_begin(how, b, game);
        if (how->style == CLI_STYLE_TEXT) /* all have one level, as they are about the same roll */
            next = i + put_next(b, how, game, walk, &list[i], count - i);
        else
            cli_report_finding(b, how, game, walk, &list[i]);
    }
    cli_report_end(how);
    return worst;
}

/* The file is reported like a game with the number 0. */
void cli_report_file(xpgn_buffer *b, const cli_report *how, const char *path, xpgn_slice text,
                     const xpgn_finding *list, size_t count) {
    xpgn_game file = {.text = text, .file = path, .line = 1, .column = 1};
    cli_report with = *how;
    cli_report_begin(&with, b, &file);
    for (size_t i = 0; i < count; i++)
        cli_report_finding(b, &with, &file, NULL, &list[i]);
    cli_report_end(&with);
}

bool cli_report_errors(cli_worker *w, const xpgn_game *game) {
    cli_report how = {.color = w->cli->sink[CLI_ERR].color,
                      .columns = w->cli->sink[CLI_ERR].columns};
    bool any = cli_report_findings(&w->to[CLI_ERR], &how, game, w->walk, XPGN_ERROR) == XPGN_ERROR;
    cli_note_unread(w, w->walk);
    w->unread.told |= any;
    if (any)
        cli_worst(w, CLI_BAD);
    return any;
}

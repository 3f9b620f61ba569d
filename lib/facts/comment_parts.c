/* SPDX-License-Identifier: MIT */
/* The parts of a comment: what people write, what engines and clocks write, figures and marks. */
#include <stdio.h>

#include "core/base/slice.h"
#include "core/text/roll_text.h"
#include "internal/queries.h"
#include "internal/rules.h"

struct named_kind {
    const char *name;
    xpgn_comment_kind kind;
};

static const struct named_kind commands[] = {
    {"clk", XPGN_COMMENT_CLOCK},     {"mct", XPGN_COMMENT_CLOCK},
    {"emt", XPGN_COMMENT_SPENT},     {"egt", XPGN_COMMENT_ELAPSED},
    {"depth", XPGN_COMMENT_DEPTH},   {"eval", XPGN_COMMENT_EVALUATION},
    {"cal", XPGN_COMMENT_ARROWS},    {"csl", XPGN_COMMENT_SQUARES},
    {"was", XPGN_COMMENT_PROSE},     {"unread", XPGN_COMMENT_PROSE},
    {"illegal", XPGN_COMMENT_PROSE}, {"annulled", XPGN_COMMENT_PROSE},
    {"missing", XPGN_COMMENT_PROSE}, {NULL, XPGN_COMMENT_OTHER}};

/* Keys of engines, as TCEC and cutechess write them: d=20, sd=30, mt=1000, wv=0.33. */
static const struct named_kind keys[] = {
    {"d", XPGN_COMMENT_DEPTH},  {"wv", XPGN_COMMENT_EVALUATION}, {"mt", XPGN_COMMENT_SPENT},
    {"tl", XPGN_COMMENT_CLOCK}, {"ev", XPGN_COMMENT_OTHER},      {"sd", XPGN_COMMENT_OTHER},
    {"s", XPGN_COMMENT_OTHER},  {"n", XPGN_COMMENT_OTHER},       {"pv", XPGN_COMMENT_OTHER},
    {"pd", XPGN_COMMENT_OTHER}, {NULL, XPGN_COMMENT_OTHER}};

static const struct named_kind *find_kind(const struct named_kind *list, xpgn_slice name) {
    while (list->name != NULL && !slice_is(name, list->name))
        list++;
    return list;
}

/* The name before the = of an item without spaces around it; empty if it has none. */
static xpgn_slice key_of(xpgn_slice item) {
    size_t i = 0;
    item = slice_strip(item);
    while (i < item.size && (is_letter(item.data[i]) || is_digit(item.data[i])))
        i++;
    bool has = i > 0 && i < item.size && item.data[i] == '=' && is_letter(*item.data);
    return (xpgn_slice){item.data, has ? i : 0};
}

static size_t digits_of(const char *p, const char *end) {
    const char *from = p;
    while (p < end && is_digit(*p))
        p++;
    return (size_t)(p - from);
}

/* The size of 12, 0.42, 0.42s or 1:05 at the beginning of a text, up to a comma or space; else 0.
 */
static size_t seconds_size(xpgn_slice s) {
    const char *end = s.data + s.size, *p = s.data + digits_of(s.data, end);
    if (p == s.data)
        return 0;
    if (p < end && (*p == '.' || *p == ':'))
        p += 1 + digits_of(p + 1, end);
    p += p < end && *p == 's';
    return p == end || *p == ',' || is_space(*p) ? (size_t)(p - s.data) : 0;
}

/* The size of +0.31/15, -M5/20 or, if a time follows, 0.00/15 at the beginning of a text; else
   0. */
static size_t score_size(xpgn_slice s) {
    const char *end = s.data + s.size, *p = s.data;
    bool sign = p < end && (*p == '+' || *p == '-');
    p += sign;
    bool mate = p < end && (*p == 'M' || *p == '#');
    p += mate;
    size_t whole = digits_of(p, end), part = 0, depth;
    p += whole;
    if (!mate && p < end && *p == '.')
        p += 1 + (part = digits_of(p + 1, end));
    if (whole == 0 || (!mate && part == 0) || p == end || *p != '/')
        return 0;
    p += 1 + (depth = digits_of(p + 1, end));
    xpgn_slice rest = slice_strip((xpgn_slice){p, (size_t)(end - p)});
    bool ends = p == end || *p == ',' || is_space(*p);
    return depth > 0 && ends && (sign || mate || seconds_size(rest) > 0) ? (size_t)(p - s.data) : 0;
}

/* Did an engine write this: a score first, or two keys, the first of which is known? */
static bool is_of_engine(xpgn_slice text) {
    text = slice_strip(text);
    if (score_size(text) > 0)
        return true;
    xpgn_slice first = key_of(slice_cut(&text, ','));
    return find_kind(keys, first)->name != NULL && key_of(slice_cut(&text, ',')).size > 0;
}

/* An item between commas; a score ends at its space, and its time is the next item. */
static xpgn_comment_part item_part(xpgn_slice *items) {
    xpgn_slice all = slice_strip(*items), item;
    size_t score = score_size(all);
    if (score > 0) {
        *items = (xpgn_slice){all.data + score, all.size - score};
        return (xpgn_comment_part){XPGN_COMMENT_EVALUATION, {all.data, score}, false};
    }
    item = slice_strip(slice_cut(items, ','));
    xpgn_slice key = key_of(item);
    if (item.size == 0)
        return (xpgn_comment_part){XPGN_COMMENT_OTHER, item, false};
    if (key.size == 0) {
        bool time = seconds_size(item) == item.size;
        return (xpgn_comment_part){time ? XPGN_COMMENT_SPENT : XPGN_COMMENT_PROSE, item, false};
    }
    xpgn_slice value = {item.data + key.size + 1, item.size - key.size - 1};
    return (xpgn_comment_part){find_kind(keys, key)->kind, value, true};
}

/* [%cslRd4], without the blank, is also read. */
static xpgn_comment_part command_part(const struct command *c) {
    const struct named_kind *known = find_kind(commands, c->name);
    bool list = c->name.size > 3 && c->name.data[3] >= 'A' && c->name.data[3] <= 'Z';
    if (known->name == NULL && list)
        known = find_kind(commands, (xpgn_slice){c->name.data, 3});
    const char *from = list ? c->name.data + 3 : c->rest.data;
    xpgn_slice text = {from, (size_t)(c->rest.data + c->rest.size - from)};
    return (xpgn_comment_part){known->kind, known->kind == XPGN_COMMENT_PROSE ? c->whole : text,
                               false};
}

/* Cuts off what precedes the next command, which is kept. */
static xpgn_slice cut_prose(xpgn_comment_reader *r) {
    size_t at = 0;
    bool any = command_next(r->rest, &at, &r->command);
    xpgn_slice prose = {r->rest.data,
                        any ? (size_t)(r->command.whole.data - r->rest.data) : r->rest.size};
    r->rest = (xpgn_slice){r->rest.data + at, r->rest.size - at};
    return prose;
}

bool xpgn_comment_next(xpgn_comment_reader *r, xpgn_comment_part *part) {
    while (r->items.size > 0 || r->command.name.size > 0 || r->rest.size > 0) {
        if (r->items.size > 0) {
            *part = item_part(&r->items);
            return true;
        }
        if (r->command.name.size > 0) {
            *part = command_part(&r->command);
            r->command.name.size = 0;
            return true;
        }
        xpgn_slice prose = cut_prose(r);
        if (is_of_engine(prose)) {
            r->items = prose;
        } else if (prose.size > 0) {
            *part = (xpgn_comment_part){XPGN_COMMENT_PROSE, prose, false};
            return true;
        }
    }
    return false;
}

/* Seconds, and thousandths of them below a minute: 1:58:09, 2:05, 0.42s. */
static void put_thousandths(xpgn_buffer *b, unsigned long long n) {
    unsigned long long seconds = n / 1000, minutes = seconds / 60;
    if (minutes >= 60)
        xpgn_buffer_printf(b, "%llu:%02llu:%02llu", minutes / 60, minutes % 60, seconds % 60);
    else if (minutes > 0)
        xpgn_buffer_printf(b, "%llu:%02llu", minutes, seconds % 60);
    else {
        char part[8];
        (void)snprintf(part, sizeof part, ".%03u", (unsigned)(n % 1000));
        for (size_t i = 4; i > 0 && (part[i - 1] == '0' || part[i - 1] == '.'); i--)
            part[i - 1] = '\0';
        xpgn_buffer_printf(b, "%llu%ss", seconds, part);
    }
}

void xpgn_comment_figure_write(xpgn_buffer *b, const xpgn_comment_part *part) {
    enum { MOST_DIGITS = 12 };
    bool time = part->kind < XPGN_COMMENT_EVALUATION;
    xpgn_slice rest = part->text, value = rest;
    if (part->kind == XPGN_COMMENT_EVALUATION)
        value = slice_strip(slice_cut(&rest, ','));
    if (part->thousandths && time && value.size > 0 && value.size <= MOST_DIGITS &&
        digits_of(value.data, value.data + value.size) == value.size) {
        unsigned long long n = 0;
        for (size_t i = 0; i < value.size; i++)
            n = n * 10 + (unsigned)(value.data[i] - '0');
        put_thousandths(b, n);
        return;
    }
    xpgn_buffer_slice(b, value);
    rest = slice_strip(rest);
    if (part->kind == XPGN_COMMENT_EVALUATION && rest.size > 0) {
        xpgn_buffer_char(b, '/');
        xpgn_buffer_slice(b, rest);
    }
}

/* Reads a whole item, Gd4 or Gd2d4. */
static bool read_mark(xpgn_slice item, bool arrow, const xpgn_position *p, xpgn_comment_mark *out) {
    const char *at = item.data + 1, *end = item.data + item.size;
    if (item.size < 3 || *item.data < 'A' || *item.data > 'Z')
        return false;
    out->color = *item.data;
    out->from = out->to = xpgn_square_take(&at, end, p);
    if (arrow && out->from != XPGN_NO_SQUARE)
        out->to = xpgn_square_take(&at, end, p);
    return at == end && out->to != XPGN_NO_SQUARE && arrow == (out->from != out->to);
}

bool xpgn_comment_mark_next(xpgn_comment_part *list, const xpgn_position *p,
                            xpgn_comment_mark *out) {
    while (list->text.size > 0) {
        xpgn_slice item = slice_strip(slice_cut(&list->text, ','));
        if (read_mark(item, list->kind == XPGN_COMMENT_ARROWS, p, out))
            return true;
    }
    return false;
}

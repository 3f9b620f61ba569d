/* SPDX-License-Identifier: MIT */
/* Differences between sheets, for people and for programs. */
#include "compare/compare.h"

#include <string.h>
#include <xpgn/stream.h>

/* Readings less certain than this are shown with their probability. */
#define SURE 0.95

/* By xpgn_slip. */
static const char *const clause[] = {"",
                                     "misread",
                                     "dice misread",
                                     "a count, total, loss, fate or castle is wrong",
                                     "wrong number",
                                     "left out",
                                     "one too many",
                                     "exchanged with the next",
                                     "another result",
                                     "another value"};

static void put_place(xpgn_buffer *b, const compare_sheets *s, size_t sheet, xpgn_place place) {
    uint64_t line, column;
    xpgn_locator_find(s->places[sheet], place.offset, &line, &column, NULL);
    xpgn_buffer_clean(b, cli_slice(s->game[sheet].file));
    xpgn_buffer_printf(b, ":%llu:%llu", (unsigned long long)line, (unsigned long long)column);
}

/* Throws of turns, and both sides of exchanges. */
static size_t count_rolls(xpgn_slice text) {
    size_t rolls = 0;
    for (size_t i = 0; i < text.size; i++)
        rolls += text.data[i] == '<' || text.data[i] == ':';
    return rolls;
}

bool compare_lacks_roll(xpgn_slice written, xpgn_slice right) {
    return count_rolls(written) < count_rolls(right);
}

static const char *clause_of(const xpgn_difference *d, const xpgn_reading *r) {
    const bool lacks = count_rolls(cli_slice(r->text)) == 0 ||
                       compare_lacks_roll(cli_slice(r->text), cli_slice(d->text));
    return r->slip == XPGN_SLIP_DICE && lacks ? "dice left out" : clause[r->slip];
}

/* "Nd2 (misread; not allowed: 7... Bg4)" */
static void put_reading(xpgn_buffer *b, const xpgn_difference *d, const xpgn_reading *r) {
    bool wrong = r->slip != XPGN_SLIP_NONE;
    if (r->text[0] != '\0')
        xpgn_buffer_clean(b, cli_slice(r->text));
    else if (!wrong)
        xpgn_buffer_text(b, d->ply == 0 ? "unknown" : "nothing");
    if (!wrong)
        return;
    if (r->slip == XPGN_SLIP_LEFT_OUT && r->text[0] != '\0')
        return; /* [%missing] already says so */
    xpgn_buffer_printf(b, r->text[0] != '\0' ? " (%s" : "%s", clause_of(d, r));
    bool played = r->slip <= XPGN_SLIP_FIELD || r->slip == XPGN_SLIP_LEFT_OUT ||
                  r->slip == XPGN_SLIP_TOO_MUCH || r->slip == XPGN_SLIP_ORDER;
    if (r->until != NULL) {
        xpgn_buffer_text(b, "; not allowed: ");
        xpgn_buffer_clean(b, cli_slice(r->until));
    } else if (played) {
        xpgn_buffer_text(b, r->allowed ? "; allowed too" : "; not checked");
    } else if (!r->allowed && r->slip == XPGN_SLIP_RESULT) {
        xpgn_buffer_text(b, "; not allowed");
    }
    xpgn_buffer_text(b, r->text[0] != '\0' ? ")" : "");
}

/* "5. Nf3", with its roll; "White: Adams"; "result: 1-0". */
static void put_difference_heading(xpgn_buffer *b, const xpgn_difference *d) {
    bool named = d->ply == 0 || strcmp(d->turn, "result") == 0;
    const char *dots = strchr(d->turn, ' ');
    if (named)
        xpgn_buffer_printf(b, "%s: ", d->turn);
    else
        xpgn_buffer_clean(b, (xpgn_slice){d->turn, dots != NULL ? (size_t)(dots - d->turn + 1)
                                                                : strlen(d->turn)});
    if (d->text[0] == '\0')
        xpgn_buffer_text(b, named ? "nothing" : " nothing");
    if (d->missing)
        xpgn_buffer_char(b, ' ');
    xpgn_buffer_clean(b, cli_slice(d->text));
    if (d->tied != NULL) {
        xpgn_buffer_text(b, "; or ");
        xpgn_buffer_clean(b, cli_slice(d->tied));
    }
    if (d->guess)
        xpgn_buffer_printf(b, "; guess: one of %u", d->choices);
    else if (d->stop)
        xpgn_buffer_text(b, "; not explained from here on");
    else if (d->missing || d->was != NULL)
        xpgn_buffer_text(b, "; no sheet has this");
    else if (d->mixed)
        xpgn_buffer_text(b, "; dice of another sheet");
    if (d->probability > 0 && d->probability < SURE)
        xpgn_buffer_printf(b, " (probability %.2f)", d->probability);
}

void compare_put_text(xpgn_buffer *b, const compare_sheets *s, const xpgn_difference *d,
                      bool color) {
    xpgn_buffer_text(b, color ? "\033[1m" : "");
    put_difference_heading(b, d);
    xpgn_buffer_text(b, color ? "\033[0m\n" : "\n");
    for (size_t i = 0; i < s->count; i++) {
        xpgn_buffer_text(b, "  ");
        put_place(b, s, i, d->reading[i].place);
        xpgn_buffer_text(b, ": ");
        put_reading(b, d, &d->reading[i]);
        xpgn_buffer_char(b, '\n');
    }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

void compare_find_keys(cli *c, compare_keys *k) {
    cli_fact_keys_find(
        c, &k->difference, 1u << XPGN_SCOPE_TURN | 1u << XPGN_SCOPE_DIFFERENCE,
        "ply,turn,label,record=merged,tie=alternative,was,guess,choices,missing,stop,"
        "mixed,probability=likelihood,witnesses");
    cli_fact_keys_find(c, &k->reading, 1u << XPGN_SCOPE_RECORD | 1u << XPGN_SCOPE_READING,
                       "text=reading,slip,until,allowed");
    cli_fact_keys_find(c, &k->file, 1u << XPGN_SCOPE_RECORD, "file");
    cli_fact_keys_find(c, &k->place, 1u << XPGN_SCOPE_PLACE, "line,column,file_offset,length");
}

static void put_reading_json(xpgn_buffer *b, const compare_keys *k, const xpgn_fact_source *s) {
    json_open(b, NULL, "{");
    cli_put_keys(b, &k->file, s);
    cli_put_keys(b, &k->place, s);
    cli_put_keys(b, &k->reading, s);
    xpgn_buffer_char(b, '}');
}

void compare_put_json(xpgn_buffer *b, const compare_keys *k, const compare_sheets *s,
                      const xpgn_difference *d) {
    xpgn_buffer text = {0};
    const xpgn_finding named = {.turn = d->turn};
    xpgn_fact_source is = {XPGN_SUBJECT, .ply = d->ply, .broken = &named, .difference = d,
                           .text = &text};
    json_open(b, NULL, "{");
    cli_put_keys(b, &k->difference, &is);
    json_open(b, "readings", "[");
    for (size_t i = 0; i < s->count; i++) {
        is.game = &s->game[i];
        is.places = s->places[i];
        is.reading = &d->reading[i];
        is.place = &d->reading[i].place;
        put_reading_json(b, k, &is);
    }
    xpgn_buffer_text(b, "]}\n");
    xpgn_buffer_free(&text);
}

/* ---- marks ----------------------------------------------------------------------------------- */

void compare_put_mark(xpgn_buffer *b, const compare_sheets *s, const xpgn_difference *d) {
    bool corrected = d->was != NULL && d->tied == NULL;
    if (d->tied == NULL && !d->guess && !d->missing && !d->mixed && !corrected)
        return;
    xpgn_buffer_text(b, d->tied != NULL ? "tie at " : d->guess ? "guess at " : "");
    xpgn_buffer_text(b, corrected ? "corrected at " : "");
    xpgn_buffer_text(b, d->missing                                  ? "missing: "
                        : d->mixed && d->tied == NULL && !corrected ? "mixed at "
                                                                    : "");
    xpgn_buffer_clean(b, cli_slice(d->turn));
    if (d->tied != NULL) {
        xpgn_buffer_text(b, ": or ");
        xpgn_buffer_clean(b, cli_slice(d->tied));
    } else if (d->guess) {
        xpgn_buffer_printf(b, ": one of %u", d->choices);
    } else if (corrected) {
        xpgn_buffer_text(b, ": was ");
        xpgn_buffer_clean(b, cli_slice(d->was));
    } else if (d->mixed) {
        xpgn_buffer_text(b, ": dice of another sheet");
    }
    for (size_t i = 0; i < s->count; i++) {
        xpgn_buffer_text(b, i > 0 ? ", " : " (");
        put_place(b, s, i, d->reading[i].place);
    }
    xpgn_buffer_char(b, ')');
}

/* ---- what was not read ----------------------------------------------------------------------- */

static bool is_blank(char c) {
    return (unsigned char)c <= ' ';
}

void compare_put_words(xpgn_buffer *b, xpgn_slice text) {
    size_t from = 0, begin = b->size;
    for (size_t i = 0; i <= text.size; i++) {
        if (i < text.size && !is_blank(text.data[i]))
            continue;
        if (i > from) {
            xpgn_buffer_text(b, b->size > begin ? " " : "");
            xpgn_buffer_clean(b, (xpgn_slice){text.data + from, i - from});
        }
        from = i + 1;
    }
}

void compare_put_unread(xpgn_buffer *b, const compare_sheets *s, const xpgn_unread *unread) {
    xpgn_slice text = {s->game[unread->sheet].text.data + unread->place.offset,
                       unread->place.length};
    put_place(b, s, unread->sheet, unread->place);
    xpgn_buffer_text(b, ": not read: ");
    compare_put_words(b, text);
    xpgn_buffer_text(b, unread->ends ? NO_RESULT : "");
}

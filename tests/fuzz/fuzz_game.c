/* SPDX-License-Identifier: MIT */
/*
 * A ruleset, a query, a pattern and a record at once, one after another, with a line %% between
 * them: whatever rules can be loaded, every game that claims to follow them is walked, searched,
 * drawn, counted and written.  What must hold: the walk for the verdict finds an error where the
 * full walk does, with the search for the mistake and without, and what is written has no error.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "internal/queries.h"
#include "xpgn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char separator[] = "\n%%\n";

static void check(bool good, const char *what, xpgn_slice text) {
    if (good)
        return;
    fprintf(stderr, "%s:\n%.*s\n", what, (int)text.size, text.data);
    abort();
}

/* The part up to the next separator, which is taken off. */
static xpgn_slice part(xpgn_slice *rest) {
    xpgn_slice all = *rest;
    const size_t length = sizeof separator - 1;
    for (size_t i = 0; i + length <= all.size; i++) {
        if (memcmp(all.data + i, separator, length) != 0)
            continue;
        *rest = (xpgn_slice){all.data + i + length, all.size - i - length};
        return (xpgn_slice){all.data, i};
    }
    *rest = (xpgn_slice){all.data + all.size, 0};
    return all;
}

static char *copy(xpgn_slice text) {
    char *copied = malloc(text.size + 1);
    if (copied == NULL)
        abort();
    memcpy(copied, text.data, text.size);
    copied[text.size] = '\0';
    return copied;
}

/* ---- what is searched for, and in what ------------------------------------------------------- */

struct hunt {
    xpgn_catalog *rules;
    xpgn_query *query;     /* NULL: not one */
    xpgn_pattern *pattern; /* likewise */
    xpgn_tally *tally;
    xpgn_writer *writer;
    xpgn_buffer drawing, record;
};

/* The library loads files only. */
static void load(xpgn_catalog *rules, xpgn_slice yaml) {
    FILE *file = tmpfile();
    if (file == NULL)
        abort();
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
    fwrite(yaml.data, 1, yaml.size, file);
    fflush(file);
    size_t count;
    if (xpgn_catalog_load(rules, path, NULL) != XPGN_OK) {
        (void)xpgn_catalog_findings(rules, &count);
        check(count > 0, "rules are refused without a word", yaml);
    }
    fclose(file);
}

static void make_search(struct hunt *h, xpgn_slice query, xpgn_slice pattern) {
    xpgn_fault fault;
    char *words = copy(query);
    if (xpgn_query_new(&h->query, words, &fault) != XPGN_OK) {
        check((size_t)fault.place.offset + fault.place.length <= query.size + 1 && *fault.text,
              "a fault outside the query", query);
        h->query = NULL;
    }
    free(words);
    words = copy(pattern);
    if (xpgn_pattern_new(&h->pattern, words, &fault) != XPGN_OK) {
        check((size_t)fault.place.offset + fault.place.length <= pattern.size + 1 && *fault.text,
              "a fault outside the pattern", pattern);
        h->pattern = NULL;
    }
    free(words);
}

static void open_hunt(struct hunt *h) {
    if (xpgn_catalog_new(&h->rules) != XPGN_OK || xpgn_writer_new(&h->writer, NULL) != XPGN_OK ||
        xpgn_tally_new(&h->tally, NULL) != XPGN_OK)
        abort();
}

static void close_hunt(struct hunt *h) {
    xpgn_writer_free(h->writer);
    xpgn_tally_free(h->tally);
    xpgn_query_free(h->query);
    xpgn_pattern_free(h->pattern);
    xpgn_catalog_free(h->rules);
    xpgn_buffer_free(&h->drawing);
    xpgn_buffer_free(&h->record);
}

/* ---- the game -------------------------------------------------------------------------------- */

static void look(struct hunt *h, const xpgn_ruleset *rs, const xpgn_step *step) {
    if (h->query != NULL)
        xpgn_query_matches(h->query, step);
    if (step->position == NULL)
        return;
    if (h->pattern != NULL)
        xpgn_pattern_matches(h->pattern, rs, step->position);
    h->drawing.size = 0;
    xpgn_position_write(&h->drawing, rs, step->position);
    if (step->kind != XPGN_STEP_ACTION)
        return;
    xpgn_diagram_options options = {XPGN_DIAGRAM_OPTIONS, .combat = step->facts};
    xpgn_diagram_write(&h->drawing, rs, step->before, &options);
    xpgn_report_write(&h->drawing, rs, step->before, step->facts, "1.", XPGN_REPORT_LINES);
}

static bool has_error(const xpgn_walk *w, xpgn_slice text) {
    size_t count, errors = 0;
    const xpgn_finding *list = xpgn_walk_findings(w, &count);
    for (size_t i = 0; i < count; i++) {
        check((size_t)list[i].place.offset + list[i].place.length <= text.size,
              "a finding leaves the text", text);
        errors += list[i].level == XPGN_ERROR;
    }
    return errors > 0;
}

/* Walks the game; true: it has an error. */
static bool walk_game(struct hunt *h, xpgn_slice text, const xpgn_walk_options *options) {
    xpgn_game game = {.text = text, .file = "-", .number = 1, .line = 1, .column = 1};
    xpgn_walk *w;
    const xpgn_step *step;
    if (xpgn_walk_new(&w, h->rules, options) != XPGN_OK || xpgn_walk_begin(w, &game) != XPGN_OK)
        abort();
    bool full = options->detail == XPGN_STEPS;
    h->record.size = 0;
    if (full)
        xpgn_writer_begin(&h->record, h->writer, w);
    while (xpgn_walk_next(w, &step) == XPGN_OK) {
        if (full)
            xpgn_writer_step(h->writer, step);
        xpgn_tally_step(h->tally, w, step);
        look(h, xpgn_walk_ruleset(w), step);
    }
    bool error = has_error(w, text);
    if (full)
        check((xpgn_writer_end(h->writer) == XPGN_OK) == !error, "not written as found", text);
    xpgn_tally_end(h->tally, !error);
    xpgn_walk_free(w);
    return error;
}

static void try_game(struct hunt *h, xpgn_slice text) {
    xpgn_walk_options options = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    bool error = walk_game(h, text, &options);
    options.repair = &xpgn_repair;
    check(walk_game(h, text, &options) == error, "the search changes the verdict", text);
    options.detail = XPGN_STEPS;
    check(walk_game(h, text, &options) == error, "the verdict is not that of the walk", text);
    options.repair = NULL;
    check(walk_game(h, text, &options) == error, "the search changes the verdict", text);
    if (error)
        return;
    xpgn_slice record = {h->record.data, h->record.size};
    char *written = copy(record);
    record.data = written;
    check(!walk_game(h, record, &options), "what was written is wrong", record);
    free(written);
}

/* The record follows the rules that were loaded, if it does not say which. */
static void name_rules(const struct hunt *h, xpgn_slice text, xpgn_buffer *game) {
    size_t last = 0;
    while (xpgn_catalog_id(h->rules, last + 1) != NULL)
        last++;
    if (text.size == 0 || text.data[0] != '[')
        xpgn_buffer_printf(game, "[Variant \"%s\"]\n\n", xpgn_catalog_id(h->rules, last));
    xpgn_buffer_put(game, text.data, text.size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    xpgn_slice rest = {(const char *)data, size};
    xpgn_slice yaml = part(&rest), query = part(&rest), pattern = part(&rest);
    struct hunt h = {0};
    xpgn_buffer game = {0};
    open_hunt(&h);
    load(h.rules, yaml);
    make_search(&h, query, pattern);
    name_rules(&h, rest, &game);
    try_game(&h, (xpgn_slice){game.data, game.size});
    xpgn_tally_write(&h.drawing, h.tally, XPGN_TALLY_JSON);
    xpgn_buffer_free(&game);
    close_hunt(&h);
    return 0;
}

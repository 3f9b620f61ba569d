/* SPDX-License-Identifier: MIT */
/*
 * Every allocation fails in turn, while games are read, walked, written, drawn, counted and
 * searched: nothing crashes, nothing leaks, and the caller gets XPGN_NO_MEMORY, or gets all
 * that was asked for (where a thing is only remembered, so that it need not be found again).  The
 * program is linked with
 * --wrap for malloc and similar functions, so what the library allocates comes by here.
 */
#include "internal/action_facts.h"
#include "internal/game_recorder.h"
#include "internal/loop.h"
#include "internal/queries.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "suite.h"
#include "temp_path.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xpgn.h>

/* ---- the allocator --------------------------------------------------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *p);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *p);

enum { LIVE = 1 << 14 };

static struct {
    bool on;          /* only while the library is at work */
    bool all;         /* not one allocation fails, but it and all after it */
    unsigned long at; /* the one that fails, from 1; 0: none */
    size_t least;     /* of those that may fail, in bytes */
    unsigned long made, failed;
    void *live[LIVE]; /* what is allocated and not yet freed */
    size_t count;
} memory;

static bool refuses(size_t size) {
    if (!memory.on || size < memory.least)
        return false;
    memory.made++;
    bool fails =
        memory.at > 0 && (memory.all ? memory.made >= memory.at : memory.made == memory.at);
    memory.failed += fails;
    return fails;
}

static void *keep(void *p) {
    if (memory.on && p != NULL) {
        if (memory.count == LIVE) /* no assertion here: it would allocate */
            abort();
        memory.live[memory.count++] = p;
    }
    return p;
}

/* The newest are freed first, mostly. */
static void forget(const void *p) {
    for (size_t i = memory.count; i > 0; i--) {
        if (memory.live[i - 1] == p) {
            memory.live[i - 1] = memory.live[--memory.count];
            return;
        }
    }
}

void *__wrap_malloc(size_t size) {
    return refuses(size) ? NULL : keep(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    return refuses(count * size) ? NULL : keep(__real_calloc(count, size));
}

void *__wrap_realloc(void *old, size_t size) {
    if (refuses(size))
        return NULL;
    forget(old);
    return keep(__real_realloc(old, size));
}

void __wrap_free(void *p) {
    forget(p);
    __real_free(p);
}

/* ---- the work -------------------------------------------------------------------------------- */

/* All that a walk gives; nothing but the findings, the fast way; all, with a search for the most
 * probable mistake that led to each error. */
enum way { ALL, VERDICT, REPAIR };

/* A way to process a game; the status shows what a failure does to it. */
struct job {
    enum way way;
    xpgn_catalog *rules;
    xpgn_walk *walk;
    xpgn_writer *writer;
    xpgn_tally *tally;
    xpgn_pattern *pattern;
    xpgn_query *query;
    xpgn_reader *reader;
    uint64_t found; /* by the last three */
    int drawn;      /* of this game's combats: a few, for all are drawn by the same allocations */
    xpgn_buffer record, drawing, counts, findings;
};

static void draw(struct job *job, const xpgn_step *step) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(job->walk);
    xpgn_diagram_options options = {XPGN_DIAGRAM_OPTIONS, .combat = step->facts,
                                    .caption = "A combat"};
    xpgn_diagram_write(&job->drawing, rs, step->before, &options);
    xpgn_report_write(&job->drawing, rs, step->before, step->facts, "1.", XPGN_REPORT_LINES);
    xpgn_position_write(&job->drawing, rs, step->position);
}

static void search(struct job *job, const xpgn_step *step) {
    const xpgn_ruleset *rs = xpgn_walk_ruleset(job->walk);
    job->found += xpgn_query_matches(job->query, step);
    if (step->position != NULL)
        job->found += xpgn_pattern_matches(job->pattern, rs, step->position);
}

static void read_tokens(struct job *job, const xpgn_game *game) {
    xpgn_token token;
    xpgn_reader_begin(job->reader, game->text);
    while (xpgn_reader_next(job->reader, &token))
        job->found++;
}

/* What the findings say; true: nothing. */
static bool list_findings(struct job *job) {
    size_t count;
    const xpgn_finding *list = xpgn_walk_findings(job->walk, &count);
    for (size_t i = 0; i < count; i++) {
        xpgn_buffer_printf(&job->findings, "%s %s %s\n", list[i].code, list[i].text,
                           list[i].hint ? list[i].hint : "");
        for (uint32_t j = 0; j < list[i].fix_count; j++)
            xpgn_buffer_printf(&job->findings, "  %s\n", list[i].fix[j].text);
    }
    return count == 0;
}

/* The main line and its digest, one of them first: it makes what both begin with. */
static xpgn_status note_line(struct job *job, bool line_first) {
    uint8_t digest[XPGN_DIGEST_SIZE] = {0};
    xpgn_status status = line_first ? xpgn_walk_line(&job->findings, job->walk) : XPGN_OK;
    if (status == XPGN_OK)
        status = xpgn_walk_digest(job->walk, digest);
    xpgn_buffer_put(&job->findings, digest, sizeof digest);
    return status == XPGN_NOT_FOUND ? XPGN_OK : status;
}

static xpgn_status walk(struct job *job, const xpgn_game *game, bool *good) {
    const xpgn_step *step;
    xpgn_status status = xpgn_walk_begin(job->walk, game);
    job->drawn = 0;
    if (status != XPGN_OK)
        return status;
    if (job->way != VERDICT)
        xpgn_writer_begin(&job->record, job->writer, job->walk);
    while ((status = xpgn_walk_next(job->walk, &step)) == XPGN_OK) {
        if (job->way != VERDICT)
            xpgn_writer_step(job->writer, step);
        xpgn_tally_step(job->tally, job->walk, step);
        search(job, step);
        if (step->kind == XPGN_STEP_ACTION && step->facts->combat && job->drawn++ < 4)
            draw(job, step);
    }
    *good = list_findings(job);
    if (status == XPGN_END && job->way == VERDICT)
        return note_line(job, game->number % 2 == 0);
    return status == XPGN_END ? XPGN_OK : status;
}

static xpgn_status one_game(struct job *job, const xpgn_game *game) {
    bool good = false;
    read_tokens(job, game);
    xpgn_status status = walk(job, game, &good);
    xpgn_status written = job->way == VERDICT ? XPGN_OK : xpgn_writer_end(job->writer);
    if (status == XPGN_OK && written == XPGN_NO_MEMORY)
        status = written;
    written = xpgn_tally_end(job->tally, good && status == XPGN_OK);
    return status == XPGN_OK ? written : status;
}

static xpgn_status all_games(struct job *job, xpgn_stream *stream) {
    xpgn_game game;
    xpgn_status status;
    while ((status = xpgn_stream_next(stream, &game, NULL)) == XPGN_OK) {
        status = one_game(job, &game);
        if (status != XPGN_OK)
            return status;
    }
    return status == XPGN_END ? XPGN_OK : status;
}

static xpgn_status open_search(struct job *job) {
    xpgn_fault fault;
    xpgn_status status = xpgn_pattern_new(&job->pattern, "e4=[Pp] b", &fault);
    if (status == XPGN_OK)
        status = xpgn_query_new(&job->query, "attack upset", &fault);
    return status == XPGN_OK ? xpgn_reader_new(&job->reader) : status;
}

static xpgn_status open_job(struct job *job, xpgn_stream **stream, const char *file) {
    const xpgn_walk_options options = {XPGN_WALK_OPTIONS, .lint = job->way != VERDICT,
                                       .detail = job->way == VERDICT ? XPGN_VERDICT : XPGN_STEPS,
                                       .keep_line = job->way == VERDICT,
                                       .repair = job->way == REPAIR ? &xpgn_repair : NULL};
    xpgn_status status = xpgn_catalog_new(&job->rules);
    if (status == XPGN_OK)
        status = xpgn_walk_new(&job->walk, job->rules, &options);
    if (status == XPGN_OK)
        status = xpgn_writer_new(&job->writer, NULL);
    if (status == XPGN_OK)
        status = xpgn_tally_new(&job->tally, "White");
    if (status == XPGN_OK)
        status = xpgn_stream_open(stream, &file, 1, 0);
    return status == XPGN_OK ? open_search(job) : status;
}

static void close_job(struct job *job, xpgn_stream *stream) {
    xpgn_stream_close(stream);
    xpgn_tally_free(job->tally);
    xpgn_writer_free(job->writer);
    xpgn_walk_free(job->walk);
    xpgn_catalog_free(job->rules);
    xpgn_pattern_free(job->pattern);
    xpgn_query_free(job->query);
    xpgn_reader_free(job->reader);
    xpgn_buffer_free(&job->record);
    xpgn_buffer_free(&job->drawing);
    xpgn_buffer_free(&job->counts);
    xpgn_buffer_free(&job->findings);
}

/* FNV-1a over the bytes. */
static uint64_t sum_of(const xpgn_buffer *b, uint64_t sum) {
    for (size_t i = 0; i < b->size; i++)
        sum = (sum ^ (unsigned char)b->data[i]) * 0x100000001b3u;
    return sum;
}

/* Adds a result of xpgn-stats --partial to what was counted. */
static xpgn_status merge_partial(struct job *job) {
    xpgn_tally *partial;
    xpgn_fault fault;
    xpgn_status status = xpgn_tally_read(&partial, "tests/cli/golden/stats.partial", &fault);
    if (status != XPGN_OK)
        return status;
    status = xpgn_tally_merge(job->tally, partial, &fault);
    if (status == XPGN_OK)
        xpgn_tally_write(&job->counts, job->tally, XPGN_TALLY_PARTIAL);
    xpgn_tally_free(partial);
    return status;
}

/* Everything, from allocation to release; also checks buffers for having failed to grow. */
static xpgn_status work(const char *file, enum way way, uint64_t *sum) {
    struct job job = {.way = way};
    xpgn_stream *stream = NULL;
    xpgn_status status = open_job(&job, &stream, file);
    if (status == XPGN_OK)
        status = all_games(&job, stream);
    if (status == XPGN_OK)
        xpgn_tally_write(&job.counts, job.tally, XPGN_TALLY_JSON);
    if (status == XPGN_OK)
        status = merge_partial(&job);
    bool failed =
        job.record.failed || job.drawing.failed || job.counts.failed || job.findings.failed;
    *sum = sum_of(&job.record, sum_of(&job.drawing, sum_of(&job.counts, 1 + job.found)));
    *sum = sum_of(&job.findings, *sum);
    close_job(&job, stream);
    return status == XPGN_OK && failed ? XPGN_NO_MEMORY : status;
}

static xpgn_status watched(const char *file, enum way way, unsigned long at, bool all,
                           uint64_t *sum) {
    memory.at = at;
    memory.all = all;
    memory.made = memory.failed = 0;
    memory.count = 0;
    memory.on = true;
    xpgn_status status = work(file, way, sum);
    memory.on = false;
    return status;
}

/* It is done as many times as there are allocations. */
static void fail_each(const char *file, enum way way, bool all) {
    uint64_t whole, sum;
    ck_assert_int_eq(watched(file, way, 0, false, &whole), XPGN_OK);
    ck_assert_uint_eq(memory.count, 0);
    unsigned long total = memory.made, unharmed = 0;
    ck_assert_uint_gt(total, 20);
    for (unsigned long at = 1; at <= total; at++) {
        xpgn_status status = watched(file, way, at, all, &sum);
        ck_assert_msg(memory.failed > 0, "%s: allocation %lu was not made", file, at);
        ck_assert_msg(status == XPGN_NO_MEMORY || (status == XPGN_OK && sum == whole),
                      "%s: allocation %lu of %lu failed: status %d", file, at, total, (int)status);
        ck_assert_msg(memory.count == 0, "%s: allocation %lu failed: %zu blocks leaked", file, at,
                      memory.count);
        unharmed += status == XPGN_OK;
    }
    ck_assert_uint_lt(unharmed, total / 2);
    ck_assert_int_eq(watched(file, way, 0, false, &sum), XPGN_OK);
    ck_assert_uint_eq(sum, whole);
}

static const char *const files[] = {"samples/club.xpgn",
                                    "samples/sheets/board4.xpgn",
                                    "samples/broken/T-02.xpgn",
                                    "samples/chess.xpgn",
                                    "samples/broken/L-03.xpgn",
                                    "samples/broken/L-08.xpgn",
                                    "tests/defects/odd-comment-first.pgn"};

START_TEST(one_allocation_that_fails_is_reported_and_nothing_leaks) {
    fail_each(files[_i], ALL, false);
}
END_TEST

START_TEST(no_memory_from_some_point_on_is_reported_and_nothing_leaks) {
    fail_each(files[_i], ALL, true);
}
END_TEST

START_TEST(it_is_the_same_on_the_fast_way) {
    fail_each(files[_i], VERDICT, false);
    fail_each(files[_i], VERDICT, true);
}
END_TEST

/* Errors of which the slip is sought: a wrong total, a square.
 */
static const char *const slips[] = {"samples/broken/CA-3.xpgn", "samples/broken/C-1.xpgn"};

START_TEST(it_is_the_same_when_the_most_probable_mistake_is_sought) {
    fail_each(slips[_i], REPAIR, false);
    fail_each(slips[_i], REPAIR, true);
}
END_TEST

static char own_game[TEMP_PATH];

/* Knights go round until, one move before the end, the first position is there for the fifth time.
   `before` comments stand before the first move, `after` after it. */
static void write_game_with(unsigned before, unsigned after) {
    static const char *const moves[] = {"Nf3", "Nf6", "Nc3", "Nc6", "Ng1", "Ng8", "Nb1", "Nb8"};
    temp_path(own_game, "alloc");
    FILE *out = fdopen(mkstemp(own_game), "w");
    ck_assert_ptr_nonnull(out);
    for (unsigned i = 0; i < before; i++)
        fprintf(out, "{%u}\n", i);
    for (unsigned i = 0; i < 33; i++) {
        fprintf(out, "%s\n", moves[i % 8]);
        for (unsigned k = 0; i == 0 && k < after; k++)
            fprintf(out, "{%u}\n", k);
    }
    fprintf(out, "1/2-1/2\n");
    fclose(out);
}

/* Reads a game on the fast path as far as that goes, and its tags only as far as it needs them. */
static xpgn_status verdict_of(xpgn_slice text) {
    xpgn_catalog *rules = NULL;
    xpgn_walk *walk = NULL;
    const xpgn_step *step;
    xpgn_status status = xpgn_catalog_new(&rules);
    if (status == XPGN_OK)
        status = xpgn_walk_new(&walk, rules,
                               &(xpgn_walk_options){XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT});
    if (status == XPGN_OK)
        status = xpgn_walk_begin(walk, &(xpgn_game){.text = text, .file = "-"});
    while (status == XPGN_OK)
        status = xpgn_walk_next(walk, &step);
    xpgn_walk_free(walk);
    xpgn_catalog_free(rules);
    return status;
}

START_TEST(it_is_the_same_for_a_game_with_its_result_in_the_tag_only) {
    static const char text[] =
        "[Variant \"five-dice\"]\n[Result \"1-0\"]\n\n1. e4 Nf6 2. Qf3 Nxe4 <2,1:3>\n";
    memory.count = 0;
    memory.all = true;
    unsigned refused = 0;
    for (memory.at = 1;; memory.at++) {
        memory.made = memory.failed = 0;
        memory.on = true;
        xpgn_status status = verdict_of((xpgn_slice){text, sizeof text - 1});
        memory.on = false;
        ck_assert_uint_eq(memory.count, 0);
        if (memory.failed == 0)
            break;
        refused += status == XPGN_NO_MEMORY;
    }
    ck_assert_uint_gt(refused, 3);
}
END_TEST

/* As below for rulesets: what a walk notes is once the first of a block.  Its lists double. */
START_TEST(wherever_a_game_needs_another_block_it_is_the_same) {
    memory.least = 4096;
    for (unsigned comments = 0; comments < 36; comments++) {
        uint64_t whole, sum;
        write_game_with(comments % 6 * 16 + 1, comments / 6 * 16 + 1);
        ck_assert_int_eq(watched(own_game, ALL, 0, false, &whole), XPGN_OK);
        unsigned long total = memory.made;
        for (unsigned long at = 1; at <= total; at++) {
            xpgn_status status = watched(own_game, ALL, at, false, &sum);
            ck_assert_msg(status == XPGN_NO_MEMORY || (status == XPGN_OK && sum == whole),
                          "%u: allocation %lu of %lu", comments, at, total);
            ck_assert_uint_eq(memory.count, 0);
        }
        unlink(own_game);
    }
    memory.least = 0;
}
END_TEST

/* Whose pieces are named after the first number is looked up in a copy of what reads them, which
   has findings of its own there. */
START_TEST(a_look_ahead_leaks_nothing) {
    uint64_t sum;
    temp_path(own_game, "alloc");
    FILE *out = fdopen(mkstemp(own_game), "w");
    ck_assert_ptr_nonnull(out);
    fprintf(out, "[Variant \"combat-chess-2\"]\n\n1... \x01 \x02 <2> e7-e5 *\n");
    fclose(out);
    ck_assert_int_eq(watched(own_game, ALL, 0, false, &sum), XPGN_OK);
    ck_assert_uint_eq(memory.count, 0);
    unlink(own_game);
}
END_TEST

/* ---- what needs no games ----------------------------------------------------------------------
 */

/* A ruleset that has a parent is loaded, and looked up with an option. */
static xpgn_status load_rules(void) {
    const xpgn_slice variant = {"club-tiles", 10}, options = {"rescue", 6};
    xpgn_catalog *catalog = NULL;
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_catalog_load(catalog, "samples/rules/club-tiles.yaml", NULL);
    if (status == XPGN_OK)
        status = xpgn_catalog_find(catalog, variant, options, &rs, &unknown);
    xpgn_catalog_free(catalog);
    return status;
}

static char own_rules[TEMP_PATH];

static void write_rules(const char *yaml) {
    temp_path(own_rules, "alloc");
    int fd = mkstemp(own_rules);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, yaml, strlen(yaml)), (ssize_t)strlen(yaml));
    close(fd);
}

static void write_wrong_rules(void) {
    write_rules("ruleset: wrong\ntitle: W\nversion: 1\nextends: chess\n"
                "setup: {kind: fixed, position: \"k7/8/8/8/8/8/8/8 w - - 0 1\"}\n");
}

/* The list of its rules takes more memory than is left after the names of its pieces. */
static void write_many_rules(void) {
    static const char *const pieces[] = {"knight", "bishop", "rook", "queen", "king"};
    char yaml[4000] = "ruleset: many\ntitle: M\nversion: 1\nextends: chess\npieces:\n";
    size_t n = strlen(yaml);
    for (unsigned i = 0; i < sizeof pieces / sizeof *pieces; i++)
        n += (size_t)snprintf(yaml + n, sizeof yaml - n, "  %s: {name: %s%0190u}\n", pieces[i],
                              pieces[i], 0u);
    n += (size_t)snprintf(yaml + n, sizeof yaml - n, "rules:\n");
    for (unsigned i = 1; i <= 90; i++)
        n += (size_t)snprintf(yaml + n, sizeof yaml - n, "  H-%u: R\n", i);
    ck_assert_uint_lt(n, sizeof yaml - 1);
    write_rules(yaml);
}

/* Rules of its own, names and an option, after `bytes` bytes of titles. */
static void write_rules_behind(unsigned bytes) {
    char yaml[9000] = "rules:\n";
    size_t n = strlen(yaml);
    for (unsigned i = 1; bytes > 0; i++) {
        unsigned some = bytes < 200 ? bytes : 200;
        n += (size_t)snprintf(yaml + n, sizeof yaml - n, "  H-%u: %0*u\n", i, (int)some, 0u);
        bytes -= some;
    }
    n += (size_t)snprintf(yaml + n, sizeof yaml - n,
                          "  I-1: I\nruleset: own\ntitle: O\nversion: 1\nextends: chess\n"
                          "names: [mine, \"my own\"]\ncite: {move: I-1}\n"
                          "options: {other: {die: 8}, more: {die: 10}}\n");
    ck_assert_uint_lt(n, sizeof yaml - 1);
    write_rules(yaml);
}

static xpgn_status load_own_rules(void) {
    xpgn_catalog *catalog = NULL;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_catalog_load(catalog, own_rules, NULL);
    xpgn_catalog_free(catalog);
    return status;
}

/* A game by an option of it, whose digest is another. */
static xpgn_status walk_by_own_rules(void) {
    static const char text[] = "[Variant \"own\"]\n[RuleOptions \"other\"]\n"
                               "[RulesDigest \"sha256:0\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *";
    const xpgn_game game = {.text = {text, sizeof text - 1}, .file = "-", .number = 1, .line = 1};
    xpgn_catalog *catalog = NULL;
    xpgn_walk *walk = NULL;
    const xpgn_step *step;
    size_t count = 0;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_catalog_load(catalog, own_rules, NULL);
    if (status == XPGN_OK)
        status = xpgn_walk_new(&walk, catalog, NULL);
    if (status == XPGN_OK)
        status = xpgn_walk_begin(walk, &game);
    while (status == XPGN_OK)
        status = xpgn_walk_next(walk, &step);
    if (status == XPGN_END)
        (void)xpgn_walk_findings(walk, &count);
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
    return status != XPGN_END ? status : count == 1 ? XPGN_OK : XPGN_INVALID;
}

/* A ruleset whose position is wrong is refused, with a finding. */
static xpgn_status refuse_rules(void) {
    xpgn_catalog *catalog = NULL;
    size_t count = 0;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK) {
        status = xpgn_catalog_load(catalog, own_rules, NULL);
        (void)xpgn_catalog_findings(catalog, &count);
        if (status != XPGN_NO_MEMORY)
            status = status == XPGN_INVALID && count == 1 ? XPGN_OK : XPGN_INVALID;
    }
    xpgn_catalog_free(catalog);
    return status;
}

/* A figure of each kind; a picture whose text was lost says so. */
static xpgn_status write_picture(xpgn_svg *svg, const xpgn_ruleset *rs) {
    static const xpgn_slice word = {"a & b", 5};
    const xpgn_datum datum = {XPGN_DATUM, .label = word, .text = word, .value = 0.5};
    static const xpgn_square corner[2] = {0, 0};
    xpgn_chart chart = {.title = word, .note = word};
    xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .caption = "two\nlines"};
    xpgn_position p;
    xpgn_buffer b = {0};
    size_t counted = xpgn_svg_figures(svg);
    (void)xpgn_ruleset_start(rs, &p);
    for (int i = 0; i < 16; i++) { /* more than there is room for at first; small ones will do */
        (void)xpgn_svg_diagram(svg, rs, &p, &how);
        how.crop = corner;
    }
    (void)xpgn_svg_attributes(svg, rs, "de");
    xpgn_chart_add(&chart, &datum);
    xpgn_svg_rows(svg, &chart);
    xpgn_chart_add(&chart, &datum);
    xpgn_svg_line(svg, &chart);
    xpgn_chart_free(&chart);
    bool all = xpgn_svg_figures(svg) == counted + 19;
    xpgn_svg_write(&b, svg);
    xpgn_status status = b.failed ? XPGN_NO_MEMORY : all ? XPGN_OK : XPGN_INVALID;
    xpgn_buffer_free(&b);
    return status;
}

/* Charts of counts that were written. */
static xpgn_status add_counts(xpgn_svg *svg) {
    xpgn_tally *tally;
    xpgn_fault fault;
    xpgn_status status = xpgn_tally_read(&tally, "tests/cli/golden/stats.partial", &fault);
    if (status != XPGN_OK)
        return status;
    status = xpgn_svg_tally(svg, tally, 0);
    xpgn_tally_free(tally);
    return status;
}

static xpgn_status draw_picture(void) {
    const xpgn_slice none = {"", 0};
    const xpgn_svg_options options = {XPGN_SVG_OPTIONS, .theme = xpgn_theme_text("screen")};
    xpgn_catalog *catalog = NULL;
    xpgn_svg *svg = NULL;
    const xpgn_ruleset *rs;
    xpgn_slice unknown;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_catalog_find(catalog, none, none, &rs, &unknown);
    if (status == XPGN_OK)
        status = xpgn_svg_new(&svg, &options);
    if (status == XPGN_OK)
        status = add_counts(svg);
    if (status == XPGN_OK)
        status = write_picture(svg, rs);
    xpgn_svg_free(svg);
    xpgn_catalog_free(catalog);
    return status;
}

/* A change that fails leaves the record as it was. */
static xpgn_status change_record(xpgn_record *r, unsigned step, xpgn_record *copy) {
    static const char text[] = "2. Nf3 <5:2> {new}";
    const xpgn_slice entry = {text, sizeof text - 1};
    switch (step) {
    case 0:
        return xpgn_record_add(r, 0, entry);
    case 1:
        return xpgn_record_insert(r, 2, entry);
    case 2:
        return xpgn_record_replace(r, 1, entry);
    case 3:
        return xpgn_record_replace(r, 3, entry);
    case 4:
        return xpgn_record_annul(r, 0);
    case 5:
        return xpgn_record_remove(NULL, r, 1);
    case 6:
        return xpgn_record_set_tag(r, "White", entry);
    default:
        return xpgn_record_copy(copy, r);
    }
}

static xpgn_status change_records(void) {
    static const char text[] = "[White \"A\"]\n\n1. exd5 <5:2> {a} {b [%missing] c} (1. d4) $1 *";
    xpgn_record *r = NULL, *copy = NULL;
    xpgn_status status = xpgn_record_new(&r, (xpgn_slice){text, sizeof text - 1});
    if (status == XPGN_OK)
        status = xpgn_record_new(&copy, (xpgn_slice){"", 0});
    for (unsigned step = 0; step < 8 && status == XPGN_OK; step++) {
        char before[256];
        xpgn_slice is = xpgn_record_text(r);
        memcpy(before, is.data, is.size);
        size_t size = is.size;
        status = change_record(r, step, copy);
        is = xpgn_record_text(r);
        bool same = is.size == size && memcmp(is.data, before, size) == 0;
        if (status != XPGN_OK && (status != XPGN_NO_MEMORY || !same))
            abort();
    }
    xpgn_record_free(copy);
    xpgn_record_free(r);
    return status;
}

/* Two sheets that differ in a tag and a die, which ties. */
static xpgn_status compare_sheets(void) {
    static const char *const text[2] = {
        "[White \"A\"]\n[Variant \"chess-attack\"]\n\n1. e4 {one} d5 2. exd5 <5:1> *",
        "[White \"B\"]\n[Black \"C\"]\n\n{two} 1. e4 d5 2. exd5 <6:1> *"};
    xpgn_game games[2];
    xpgn_catalog *catalog = NULL;
    xpgn_merge *sheets = NULL;
    xpgn_buffer merged = {0};
    size_t count = 1;
    for (int i = 0; i < 2; i++)
        games[i] =
            (xpgn_game){.text = {text[i], strlen(text[i])}, .file = "-", .number = 1, .line = 1};
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_merge_new(&sheets, catalog);
    if (status == XPGN_OK)
        status = xpgn_merge_compare(sheets, games, 2, NULL);
    if (status == XPGN_OK) {
        (void)xpgn_merge_differences(sheets, &count);
        xpgn_merge_write(&merged, sheets);
        status = merged.failed ? XPGN_NO_MEMORY : count != 2 ? XPGN_INVALID : XPGN_OK;
    }
    xpgn_buffer_free(&merged);
    xpgn_merge_free(sheets);
    xpgn_catalog_free(catalog);
    return status;
}

static xpgn_answer answer(void *data, const xpgn_question *question) {
    unsigned *asked = data;
    static const xpgn_answer answers[] = {{.kind = XPGN_ANSWER_TEXT, .text = {"Qe2 d6", 6}},
                                          {.kind = XPGN_ANSWER_TEXT, .text = {"Qe2", 3}},
                                          {.kind = XPGN_ANSWER_BACK},
                                          {.kind = XPGN_ANSWER_MISSING},
                                          {.kind = XPGN_ANSWER_QUIT}};
    (void)question;
    return answers[*asked < 4 ? (*asked)++ : 4];
}

static uint64_t corrected; /* the digest of the game when no allocation has failed */

/* A slip with one correction, one that has to be asked about, and the correction taken back. */
static xpgn_status correct_game(void) {
    static const char text[] = "1. e4 e5 2. Nf3+ Nc6 3. Bc4 Be7 4. Qb3 Nf6 5. d3 O-O 6. O-O-O d6 *";
    xpgn_game game = {.text = {text, sizeof text - 1}, .file = "-", .number = 1, .line = 1};
    unsigned asked = 0;
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .level = XPGN_FIX_LIKELY, .ask = answer,
                                    .data = &asked};
    xpgn_catalog *catalog = NULL;
    xpgn_fixer *fixer = NULL;
    xpgn_buffer back = {0};
    xpgn_correction undone[64];
    size_t count;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_fixer_new(&fixer, catalog, &how);
    if (status == XPGN_OK)
        status = xpgn_fixer_run(fixer, &game);
    if (status == XPGN_OK || status == XPGN_INVALID) {
        xpgn_fault fault;
        const xpgn_slice now = xpgn_fixer_text(fixer);
        uint64_t digest = hash_bytes(0, now.data, now.size);
        const xpgn_correction *list = xpgn_fixer_corrections(fixer, &count);
        corrected = memory.at == 0 ? digest : corrected;
        status = digest == corrected ? XPGN_OK : XPGN_IO; /* another game is harm */
        xpgn_corrections rows = {undone, count, sizeof undone / sizeof *undone};
        if (status == XPGN_OK && 3 * count + 2 <= rows.capacity) {
            memcpy(undone, list, count * sizeof *list);
            status = xpgn_correction_undo(&back, &rows, 1, xpgn_fixer_text(fixer), &fault);
        }
    }
    xpgn_buffer_free(&back);
    xpgn_fixer_free(fixer);
    xpgn_catalog_free(catalog);
    return status;
}

/* Every kind of entry, and every command. What was stored last before memory failed is a record. */
static const char *const entries[] = {"e4",
                                      "d5",
                                      "exd5",
                                      "5:1",
                                      "undo",
                                      "correct 5:2",
                                      "annul",
                                      "Nc3",
                                      "comment }",
                                      "comment a",
                                      "draw?",
                                      "tag Round 2",
                                      "tag Date 21.11.2026",
                                      "Nf6 5:1",
                                      "fix",
                                      "Qh5",
                                      "fix",
                                      "actions",
                                      "odds exd5",
                                      "exd5 <5:1>",
                                      "correct 4:1",
                                      "missing",
                                      "Nf3 $1",
                                      "undo",
                                      "undo",
                                      "missing",
                                      "3. Bc4",
                                      "fill Nf6",
                                      "stood Kxe8",
                                      "messages",
                                      "help",
                                      "show",
                                      "1/2-1/2 {agreed}",
                                      "undo",
                                      "resign",
                                      "undo",
                                      "draw"};

static char stored[4096];
static size_t stored_size;
static uint64_t recorded; /* the hash of the record when no allocation has failed */

static bool store(void *data, const struct recorder *recorder, char why[RECORDER_WHY]) {
    size_t same;
    const xpgn_slice text = recorder_text(recorder, &same);
    (void)data;
    (void)why;
    if (text.size > sizeof stored || same > stored_size)
        abort();
    memcpy(stored + same, text.data + same, text.size - same);
    stored_size = text.size;
    return true;
}

static xpgn_status open_again(xpgn_catalog *catalog) {
    struct recorder *recorder = NULL;
    const xpgn_slice text = {stored, stored_size};
    xpgn_status status = recorder_new(&recorder, catalog, NULL);
    if (status == XPGN_OK)
        status = recorder_open(recorder, text);
    if (status == XPGN_OK)
        status = recorder_follows(recorder, text);
    recorder_free(recorder);
    return status;
}

static xpgn_status enter_all(struct recorder *recorder) {
    xpgn_status status = recorder_set_tag(recorder, "Variant", (xpgn_slice){"chess-attack", 12});
    if (status == XPGN_OK)
        status = recorder_begin(recorder);
    for (size_t i = 0; i < sizeof entries / sizeof *entries && status != XPGN_NO_MEMORY; i++) {
        status = recorder_line(recorder, (xpgn_slice){entries[i], strlen(entries[i])});
        if (status == XPGN_NO_MEMORY && recorder_line(recorder, (xpgn_slice){"e4", 2}) != status)
            return XPGN_IO; /* it may be freed only */
    }
    return status;
}

static xpgn_status record_game(void) {
    const recorder_options how = {RECORDER_OPTIONS, .keep = store};
    xpgn_catalog *catalog = NULL;
    struct recorder *recorder = NULL;
    stored_size = 0;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = recorder_new(&recorder, catalog, &how);
    if (status == XPGN_OK)
        status = enter_all(recorder);
    recorder_free(recorder);
    if (status == XPGN_OK) {
        const uint64_t hash = hash_bytes(0, stored, stored_size);
        recorded = memory.at == 0 ? hash : recorded;
        status = hash == recorded ? open_again(catalog) : XPGN_IO; /* another game is harm */
    }
    xpgn_catalog_free(catalog);
    return status;
}

/* A game with sealed dice and enough rolls that their list has to grow. */
static char many_rolls[16384];

static void write_many_rolls(void) {
    FILE *file = fopen("samples/sealed.xpgn", "r");
    ck_assert_ptr_nonnull(file);
    size_t n = fread(many_rolls, 1, sizeof many_rolls / 2, file);
    fclose(file);
    many_rolls[n] = '\0';
    char *moves = strstr(many_rolls, "\n\n");
    ck_assert_ptr_nonnull(moves);
    n = (size_t)(moves + 2 - many_rolls);
    for (unsigned i = 0; i < 150; i++)
        n += (size_t)snprintf(many_rolls + n, sizeof many_rolls - n, "{[%%annulled 1:1]}\n");
    ck_assert_uint_lt(n + 2, sizeof many_rolls);
    strcpy(many_rolls + n, "*");
}

static xpgn_status walk_many_rolls(void) {
    const xpgn_game game = {
        .text = {many_rolls, strlen(many_rolls)}, .file = "-", .number = 1, .line = 1};
    xpgn_catalog *catalog = NULL;
    xpgn_walk *walk = NULL;
    const xpgn_step *step;
    xpgn_status status = xpgn_catalog_new(&catalog);
    if (status == XPGN_OK)
        status = xpgn_walk_new(&walk, catalog, NULL);
    if (status == XPGN_OK)
        status = xpgn_walk_begin(walk, &game);
    while (status == XPGN_OK)
        status = xpgn_walk_next(walk, &step);
    xpgn_walk_free(walk);
    xpgn_catalog_free(catalog);
    return status == XPGN_END ? XPGN_OK : status;
}

/* Text of each kind, in pieces that end inside of lines. */
static xpgn_status decode_pieces(xpgn_decoder *d) {
    static const char *const texts[] = {
        "\xFF\xFE[\0", "Hi\n> [White &quot;A&quot;]\n>\n> 1. e4 &lt;5:1&gt; e5 *\n",
        "```\n1. e4 e5 *\n```\n", "White;A\n1;e4;e5\n2;;\n3;Nf3;;(5:1)\n"};
    xpgn_buffer out = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t size = strlen(texts[i]);
        xpgn_decoder_put(&out, d, (xpgn_slice){texts[i], size / 2}, false);
        xpgn_decoder_put(&out, d, (xpgn_slice){texts[i] + size / 2, size - size / 2}, true);
    }
    bool failed = out.failed;
    xpgn_buffer_free(&out);
    return failed ? XPGN_NO_MEMORY : XPGN_OK;
}

static xpgn_status decode_files(void) {
    static const char *const names[] = {"samples/club.xpgn", "samples/chess.xpgn"};
    xpgn_decoder *d = NULL;
    xpgn_stream *s = NULL;
    xpgn_game game;
    xpgn_status status = xpgn_decoder_new(&d);
    if (status == XPGN_OK)
        status = decode_pieces(d);
    if (status == XPGN_OK)
        status = xpgn_stream_open(&s, names, 2, 0);
    if (status == XPGN_OK)
        status = xpgn_stream_decode(s, d, NULL, NULL);
    while (status == XPGN_OK)
        status = xpgn_stream_next(s, &game, NULL);
    xpgn_stream_close(s);
    xpgn_decoder_free(d);
    return status == XPGN_END ? XPGN_OK : status;
}

typedef xpgn_status job_without_games(void);

static xpgn_status watched_task(job_without_games *task, unsigned long at, bool all) {
    memory.at = at;
    memory.all = all;
    memory.made = memory.failed = 0;
    memory.count = 0;
    memory.on = true;
    xpgn_status status = task();
    memory.on = false;
    return status;
}

/* `most`: failures that may do no harm. */
static void fail_task(job_without_games *task, bool all, unsigned long most) {
    ck_assert_int_eq(watched_task(task, 0, false), XPGN_OK);
    unsigned long total = memory.made, unharmed = 0;
    ck_assert_uint_gt(total, memory.least > 0 ? 1 : 10);
    for (unsigned long at = 1; at <= total; at++) {
        xpgn_status status = watched_task(task, at, all);
        ck_assert_uint_gt(memory.failed, 0);
        ck_assert_msg(status == XPGN_NO_MEMORY || status == XPGN_OK,
                      "allocation %lu of %lu failed: status %d", at, total, (int)status);
        ck_assert_msg(memory.count == 0, "allocation %lu failed: %zu blocks leaked", at,
                      memory.count);
        unharmed += status == XPGN_OK;
    }
    ck_assert_uint_le(unharmed, most);
}

START_TEST(a_ruleset_that_there_is_no_memory_for_is_reported_and_nothing_leaks) {
    fail_task(load_rules, _i == 1, 2); /* what was found is remembered, if there is room */
}
END_TEST

START_TEST(files_that_there_is_no_memory_to_decode_are_reported_and_nothing_leaks) {
    fail_task(decode_files, _i == 1, 0);
}
END_TEST

START_TEST(a_ruleset_with_a_wrong_position_is_the_same) {
    write_wrong_rules();
    fail_task(refuse_rules, _i == 1, 0);
    unlink(own_rules);
}
END_TEST

START_TEST(a_ruleset_with_many_rules_is_the_same) {
    write_many_rules();
    fail_task(load_own_rules, _i == 1, 0);
    unlink(own_rules);
}
END_TEST

START_TEST(a_game_by_a_ruleset_that_there_is_no_memory_to_build_is_the_same) {
    write_rules_behind(0);
    fail_task(walk_by_own_rules, _i == 1, 2); /* what was found is remembered, if there is room */
    unlink(own_rules);
}
END_TEST

/* The memory of a file's source and of the ruleset comes in blocks: so each thing in it is once the
   first of a block. */
START_TEST(wherever_a_ruleset_needs_another_block_it_is_the_same) {
    memory.least = 4096;
    for (unsigned bytes = 0; bytes < 4096; bytes += 16) {
        write_rules_behind(bytes);
        fail_task(load_own_rules, false, 0);
        unlink(own_rules);
    }
    memory.least = 0;
}
END_TEST

START_TEST(a_picture_that_there_is_no_memory_for_is_reported_and_nothing_leaks) {
    fail_task(draw_picture, _i == 1, 1); /* the same */
}
END_TEST

START_TEST(a_change_of_a_record_that_there_is_no_memory_for_leaves_it_as_it_was) {
    fail_task(change_records, _i == 1, 0);
}
END_TEST

START_TEST(sheets_that_there_is_no_memory_to_compare_are_reported_and_nothing_leaks) {
    fail_task(compare_sheets, _i == 1,
              6 + 2 * 32); /* walks and look-ups remember, if there is room */
}
END_TEST

START_TEST(corrections_that_there_is_no_memory_for_are_reported_and_nothing_leaks) {
    fail_task(correct_game, _i == 1, 5); /* what is only looked for, and need not be found */
}
END_TEST

START_TEST(an_entry_that_there_is_no_memory_for_is_reported_and_what_was_stored_is_a_record) {
    xpgn_catalog *catalog;
    ck_assert_int_eq(watched_task(record_game, 0, false), XPGN_OK);
    const unsigned long total = memory.made;
    ck_assert_int_eq(xpgn_catalog_new(&catalog), XPGN_OK);
    ck_assert_uint_gt(stored_size, 0);
    for (unsigned long at = 1; at <= total; at += _i == 0 ? 1 : 7) {
        xpgn_status status = watched_task(record_game, at, _i == 1);
        ck_assert_msg(status == XPGN_NO_MEMORY || status == XPGN_OK,
                      "allocation %lu of %lu failed: status %d", at, total, (int)status);
        ck_assert_msg(memory.count == 0, "allocation %lu failed: %zu blocks leaked", at,
                      memory.count);
        if (stored_size > 0)
            ck_assert_msg(open_again(catalog) == XPGN_OK, "allocation %lu: %.*s", at,
                          (int)stored_size, stored);
    }
    xpgn_catalog_free(catalog);
}
END_TEST

START_TEST(rolls_that_there_is_no_memory_for_are_reported_and_nothing_leaks) {
    write_many_rolls();
    fail_task(walk_many_rolls, _i == 1, 1); /* the same */
}
END_TEST

int main(void) {
    const int count = (int)(sizeof files / sizeof *files);
    TCase *tcase = tcase_create("alloc");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, one_allocation_that_fails_is_reported_and_nothing_leaks, 0, count);
    tcase_add_loop_test(tcase, no_memory_from_some_point_on_is_reported_and_nothing_leaks, 0,
                        count);
    tcase_add_loop_test(tcase, it_is_the_same_on_the_fast_way, 0, count);
    tcase_add_test(tcase, it_is_the_same_for_a_game_with_its_result_in_the_tag_only);
    tcase_add_loop_test(tcase, it_is_the_same_when_the_most_probable_mistake_is_sought, 0,
                        (int)(sizeof slips / sizeof *slips));
    tcase_add_test(tcase, wherever_a_game_needs_another_block_it_is_the_same);
    tcase_add_test(tcase, a_look_ahead_leaks_nothing);
    tcase_add_loop_test(tcase, a_ruleset_that_there_is_no_memory_for_is_reported_and_nothing_leaks,
                        0, 2);
    tcase_add_loop_test(tcase, a_change_of_a_record_that_there_is_no_memory_for_leaves_it_as_it_was,
                        0, 2);
    tcase_add_loop_test(
        tcase, sheets_that_there_is_no_memory_to_compare_are_reported_and_nothing_leaks, 0, 2);
    tcase_add_loop_test(
        tcase, corrections_that_there_is_no_memory_for_are_reported_and_nothing_leaks, 0, 2);
    tcase_add_loop_test(
        tcase, an_entry_that_there_is_no_memory_for_is_reported_and_what_was_stored_is_a_record, 0,
        2);
    tcase_add_loop_test(tcase, rolls_that_there_is_no_memory_for_are_reported_and_nothing_leaks, 0,
                        2);
    tcase_add_loop_test(
        tcase, files_that_there_is_no_memory_to_decode_are_reported_and_nothing_leaks, 0, 2);
    tcase_add_loop_test(tcase, a_ruleset_with_a_wrong_position_is_the_same, 0, 2);
    tcase_add_loop_test(tcase, a_ruleset_with_many_rules_is_the_same, 0, 2);
    tcase_add_loop_test(tcase, a_game_by_a_ruleset_that_there_is_no_memory_to_build_is_the_same, 0,
                        2);
    tcase_add_test(tcase, wherever_a_ruleset_needs_another_block_it_is_the_same);
    tcase_add_loop_test(tcase, a_picture_that_there_is_no_memory_for_is_reported_and_nothing_leaks,
                        0, 2);
    Suite *suite = suite_create("alloc");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

/* SPDX-License-Identifier: MIT */
/* Questions at a terminal: the board, the finding with its line, the choices with their sums, and a
   line for the answer. */
#include "fix/fix.h"
#include "internal/action_facts.h"
#include "shared/answers/questions.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <xpgn/record.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

static void put_keys(xpgn_buffer *b) {
    xpgn_buffer_text(b, "  1 to 8   make this fix\n"
                        "  Nf3      any other text: this half-move instead (with its dice)\n"
                        "  ?        unknown: mark the half-move as missing\n"
                        "  !        it was played, and stood\n"
                        "  s        skip (or an empty line)\n"
                        "  b        back to the previous question, discarding its answer\n"
                        "  q        stop asking\n"
                        "  h        this list\n");
}

static xpgn_walk *begin_walk(fix_asker *a, const xpgn_game *game) {
    const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .skip_variations = true};
    xpgn_walk *walk;
    if (xpgn_walk_new(&walk, a->catalog, &how) != XPGN_OK || xpgn_walk_begin(walk, game) != XPGN_OK)
        cli_no_memory(a->c);
    return walk;
}

/* The board before the half-move in question, small enough to leave room for the rest. */
static void put_asked_board(fix_asker *a, xpgn_buffer *b, const xpgn_question *q) {
    const xpgn_diagram_options how = {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT,
                                      .no_turn = true, .color = a->c->sink[CLI_ERR].color};
    xpgn_walk *walk = begin_walk(a, q->game);
    const xpgn_step *step;
    xpgn_position board;
    bool there = false;
    while (xpgn_walk_next(walk, &step) == XPGN_OK) {
        bool before = step->ply < q->finding->ply || !there;
        if (step->position != NULL && before) {
            board = *step->position;
            there = true;
        }
    }
    if (there)
        xpgn_diagram_write(b, xpgn_walk_ruleset(walk), &board, &how);
    xpgn_walk_free(walk);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* The offset of the half-move that contains this byte; UINT32_MAX if there is none. */
static uint32_t find_half_move(fix_asker *a, const xpgn_game *game, uint32_t offset) {
    xpgn_record *r;
    size_t count;
    uint32_t begin = UINT32_MAX;
    if (xpgn_record_new(&r, game->text) != XPGN_OK)
        cli_no_memory(a->c);
    size_t at = xpgn_record_find(r, offset);
    const xpgn_entry *e = at != XPGN_NO_ENTRY ? &xpgn_record_entries(r, &count)[at] : NULL;
    if (e != NULL && e->kind == XPGN_ENTRY_ACTION)
        begin = (uint32_t)(e->text.data - xpgn_record_text(r).data);
    xpgn_record_free(r);
    return begin;
}

/* Appends the rows of the report of a combat (label, what, sum), without the headline, under the
   text of a choice. */
static void put_reported(xpgn_buffer *b, const xpgn_buffer *report) {
    const char *line = report->data, *end = line + report->size, *feed;
    for (; (feed = memchr(line, '\n', (size_t)(end - line))) != NULL; line = feed + 1) {
        const char *what = memchr(line, '\t', (size_t)(feed - line));
        const char *sum = what != NULL ? memchr(what + 1, '\t', (size_t)(feed - what - 1)) : NULL;
        if (sum == NULL)
            continue;
        xpgn_buffer_printf(b, "     %-9.*s %.*s", (int)(what - line), line, (int)(sum - what - 1),
                           what + 1);
        xpgn_buffer_printf(b, "%s%.*s\n", sum + 1 < feed ? "  " : "", (int)(feed - sum - 1),
                           sum + 1);
    }
}

/* Appends the sums of both sides of a combat, if a fix is made, and its outcome; nothing if there
   is no combat. */
static void put_sums(fix_asker *a, xpgn_buffer *b, const xpgn_game *was, const xpgn_fix *fix) {
    xpgn_buffer text = {0}, report = {0};
    const xpgn_step *step;
    size_t end = (size_t)fix->place.offset + fix->place.length;
    xpgn_buffer_put(&text, was->text.data, fix->place.offset);
    xpgn_buffer_text(&text, fix->text);
    xpgn_buffer_put(&text, was->text.data + end, was->text.size - end);
    if (text.failed)
        cli_no_memory(a->c);
    xpgn_game game = *was;
    game.text = (xpgn_slice){text.data, text.size};
    uint32_t begin = find_half_move(a, &game, fix->place.offset);
    xpgn_walk *walk = begin_walk(a, &game);
    while (report.size == 0 && xpgn_walk_next(walk, &step) == XPGN_OK)
        if (step->kind == XPGN_STEP_ACTION && step->place.offset == begin)
            xpgn_report_write(&report, xpgn_walk_ruleset(walk), step->before, step->facts, NULL,
                              XPGN_REPORT_CELLS);
    if (report.size > 0)
        put_reported(b, &report);
    b->failed |= report.failed;
    xpgn_walk_free(walk);
    xpgn_buffer_free(&report);
    xpgn_buffer_free(&text);
}

/* Appends the name of the tag that contains this byte, if any, before the text of a fix. */
static void put_tag_name(fix_asker *a, xpgn_buffer *b, const xpgn_game *game, uint32_t offset) {
    xpgn_record *r;
    size_t count;
    if (xpgn_record_new(&r, game->text) != XPGN_OK)
        cli_no_memory(a->c);
    const xpgn_tag *tag = xpgn_record_tags(r, &count);
    for (size_t i = 0; i < count; i++)
        if (offset >= tag[i].place.offset && offset <= tag[i].place.offset + tag[i].place.length) {
            xpgn_buffer_clean(b, tag[i].name);
            xpgn_buffer_char(b, ' ');
        }
    xpgn_record_free(r);
}

/* ---- the question ---------------------------------------------------------------------------- */

static void put_fix_choice(fix_asker *a, xpgn_buffer *b, const xpgn_question *q, size_t number,
                           uint32_t fix) {
    const char *text = q->finding->fix[fix].text;
    xpgn_buffer_printf(b, "  %zu  ", number);
    put_tag_name(a, b, q->game, q->finding->fix[fix].place.offset);
    xpgn_buffer_clean(b, cli_slice(text[0] != '\0' ? text : "(nothing)"));
    if (fix == 0 && q->settles > 0)
        xpgn_buffer_printf(b, "  (settles %u half-move%s)", q->settles, q->settles == 1 ? "" : "s");
    xpgn_buffer_char(b, '\n');
    put_sums(a, b, q->game, &q->finding->fix[fix]);
}

static void put_question(fix_asker *a, xpgn_buffer *b, const xpgn_question *q,
                         const uint32_t *choice, size_t choices) {
    cli_report how = {.color = a->c->sink[CLI_ERR].color, .columns = a->c->sink[CLI_ERR].columns};
    xpgn_finding only = *q->finding;
    xpgn_buffer_char(b, '\n');
    put_asked_board(a, b, q);
    cli_report_begin(&how, b, q->game);
    cli_report_finding(b, &how, q->game, NULL, &only);
    cli_report_end(&how);
    for (size_t i = 0; i < choices; i++)
        put_fix_choice(a, b, q, i + 1, choice[i]);
}

/* ---- the answer ------------------------------------------------------------------------------ */

static bool is_key(const char *typed, const char *keys) {
    return typed[0] != '\0' && typed[1] == '\0' && strchr(keys, typed[0]) != NULL;
}

/* The next byte of standard input, which no signal ends. */
static int next_byte(void) {
    int c;
    while ((c = getchar()) == EOF && ferror(stdin) && errno == EINTR)
        clearerr(stdin);
    return c;
}

/* Reads a line, and skips what does not fit; false at the end of the input. */
static bool read_reply(fix_asker *a) {
    size_t size = 0;
    int c;
    while ((c = next_byte()) != EOF && c != '\n')
        if (size + 1 < sizeof a->typed)
            a->typed[size++] = (char)c;
    a->typed[size] = '\0';
    a->typed[strcspn(a->typed, "\r")] = '\0';
    return c != EOF || size > 0;
}

/* Asks until there is an answer in a->typed; false at the end of the input. */
static bool ask(fix_asker *a, xpgn_buffer *b) {
    for (;;) {
        xpgn_buffer_text(b, "answer (h: keys) [skip]: ");
        cli_flush(a->c, CLI_ERR, b);
        (void)fflush(stderr);
        if (!read_reply(a))
            return false;
        if (!is_key(a->typed, "h"))
            return true;
        put_keys(b);
    }
}

/* Reads an answer: a key, a number or text. */
static xpgn_answer read_asked_answer(const char *t, const uint32_t *choice, size_t choices) {
    static const struct {
        char key;
        xpgn_answer_kind kind;
    } keys[] = {{'s', XPGN_ANSWER_SKIP},
                {'q', XPGN_ANSWER_QUIT},
                {'b', XPGN_ANSWER_BACK},
                {'?', XPGN_ANSWER_MISSING},
                {'!', XPGN_ANSWER_STOOD}};
    if (t[0] == '\0')
        return (xpgn_answer){.kind = XPGN_ANSWER_SKIP};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (t[0] == keys[i].key && t[1] == '\0')
            return (xpgn_answer){.kind = keys[i].kind};
    if (is_key(t, "123456789")) {
        size_t number = (size_t)(t[0] - '1');
        return (xpgn_answer){.kind = XPGN_ANSWER_FIX,
                             .fix = number < choices ? choice[number] : UINT32_MAX};
    }
    return (xpgn_answer){.kind = XPGN_ANSWER_TEXT, .text = cli_slice(t)};
}

xpgn_answer fix_ask(void *data, const xpgn_question *q) {
    fix_asker *a = data;
    xpgn_buffer b = {0};
    uint32_t choice[CLI_CHOICES];
    size_t choices = cli_question_choices(q, choice);
    if (a->quit)
        return (xpgn_answer){.kind = XPGN_ANSWER_QUIT};
    if (q->refused != NULL)
        xpgn_buffer_printf(&b, "not accepted: %s\n", q->refused);
    else
        put_question(a, &b, q, choice, choices);
    xpgn_answer answer = {.kind = XPGN_ANSWER_QUIT};
    if (ask(a, &b)) {
        answer = read_asked_answer(a->typed, choice, choices);
    } else {
        xpgn_buffer_char(&b, '\n'); /* after the prompt */
        cli_flush(a->c, CLI_ERR, &b);
    }
    xpgn_buffer_free(&b);
    a->quit = answer.kind == XPGN_ANSWER_QUIT;
    return answer;
}

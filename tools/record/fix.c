/* SPDX-License-Identifier: MIT */
/*
 * What was perhaps meant by a line that was refused: the fixes of xpgn-fix, of this action or of
 * one that was entered before it.
 */
#include "record/record.h"

enum { OFFERS = 8 };

static const char unknown[] = "nothing is known that may have been meant";

static const char END[] = " *\n";

/* The questions of a fixer, of which only the first is answered. */
typedef struct asked {
    uint32_t want; /* the fix to make, from 1; 0: they are only listed */
    size_t at;     /* where the line that was refused begins */
    uint32_t offers;
    bool answered;
    xpgn_buffer list;
    xpgn_buffer line; /* as the fix that is wanted corrects it; empty: that is before it */
} asked;

/* "2 Nb6 (was Nc6)", of what is no part of the line; "1 Nf3". */
static void put_offer(asked *q, const xpgn_game *game, const xpgn_fix *fix) {
    bool before = fix->place.offset + fix->place.length <= q->at;
    xpgn_buffer_printf(&q->list, "%s%u ", q->offers > 1 ? ", " : "", q->offers);
    xpgn_buffer_clean(&q->list, cli_slice(fix->text[0] != '\0' ? fix->text : "nothing"));
    if (!before)
        return;
    xpgn_buffer_text(&q->list, " (was ");
    xpgn_buffer_clean(&q->list,
                      (xpgn_slice){game->text.data + fix->place.offset, fix->place.length});
    xpgn_buffer_char(&q->list, ')');
}

/* The line with a fix that is part of it. */
static void correct_line(asked *q, xpgn_slice text, const xpgn_fix *fix) {
    size_t from = fix->place.offset, to = from + fix->place.length;
    xpgn_buffer_put(&q->line, text.data + q->at, from - q->at);
    xpgn_buffer_text(&q->line, fix->text);
    xpgn_buffer_put(&q->line, text.data + to, text.size - to - strlen(END));
}

static xpgn_answer answer(void *data, const xpgn_question *question) {
    asked *q = data;
    const xpgn_finding *f = question->finding;
    xpgn_answer made = {.kind = XPGN_ANSWER_QUIT};
    for (uint32_t i = 0; i < f->fix_count && !q->answered && q->offers < OFFERS; i++) {
        const xpgn_fix *fix = &f->fix[i];
        if (xpgn_fix_level_of(question->game->text, f, i) == XPGN_FIX_NEVER)
            continue;
        q->offers++;
        put_offer(q, question->game, fix);
        if (q->offers != q->want)
            continue;
        if (fix->place.offset >= q->at)
            correct_line(q, question->game->text, fix);
        else
            made = (xpgn_answer){.kind = XPGN_ANSWER_FIX, .fix = i};
    }
    q->answered = true;
    return made;
}

/* The record with the line at its end. */
static void put_record(const record *r, const entry_line *l, xpgn_buffer *text, size_t *at) {
    xpgn_slice pending = slice_of(&r->sheet.pending);
    xpgn_buffer_slice(text, slice_of(&r->sheet.tags));
    sheet_put_tag(text, (xpgn_slice){"Result", 6}, (xpgn_slice){"*", 1});
    xpgn_buffer_char(text, '\n');
    xpgn_buffer_slice(text, slice_of(&r->sheet.body));
    xpgn_buffer_char(text, ' ');
    *at = text->size;
    if (!r->now.open)
        record_put_number(r, text);
    if (l->before.size == 0 && pending.size > 0)
        xpgn_buffer_printf(text, " <%.*s>", (int)pending.size, pending.data);
    entry_line_put(text, l);
    xpgn_buffer_text(text, END);
    record_need(r, text);
}

/* Makes a fix that is wanted and not in the line; true: r->text is the record then, and legal. */
static bool run(record *r, xpgn_slice text, asked *q) {
    const xpgn_game game = {
        .text = text, .file = r->file.path, .number = 1, .line = 1, .column = 1};
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .ask = answer, .data = q};
    xpgn_fixer *fixer;
    if (xpgn_fixer_new(&fixer, r->catalog, &how) != XPGN_OK)
        cli_no_memory(r->c);
    xpgn_status status = xpgn_fixer_run(fixer, &game);
    if (status != XPGN_OK && status != XPGN_INVALID)
        cli_no_memory(r->c);
    xpgn_buffer_clear(&r->text);
    xpgn_buffer_slice(&r->text, xpgn_fixer_text(fixer));
    record_need(r, &q->list);
    record_need(r, &q->line);
    record_need(r, &r->text);
    xpgn_fixer_free(fixer);
    return status == XPGN_OK;
}

static bool settle(record *r, reply *a) {
    sheet next = {.result = "*"};
    bool good = record_read(r, &next, NULL) && record_take(r, &next, a);
    sheet_free(&next);
    return good;
}

static bool enter(record *r, xpgn_slice line, reply *a) {
    entry_line l;
    entry_line_read(&l, line);
    record_need_line(r, &l);
    record_entry(r, &l, a);
    entry_line_free(&l);
    return a->kind != REPLY_ERROR;
}

/* Without a question it can mean one thing only. */
static bool make(record *r, asked *q, bool legal, reply *a) {
    if (q->line.size > 0)
        return enter(r, slice_of(&q->line), a);
    if (q->want > (q->answered ? q->offers : 1))
        return record_refuse(a, "FIX", "found %u, expected the number of a fix", q->want);
    return legal ? settle(r, a) : record_refuse(a, "FIX", "the game cannot go on with it");
}

static bool list(const record *r, const asked *q, bool legal, reply *a) {
    xpgn_buffer_clear(&a->text);
    if (q->offers > 0)
        xpgn_buffer_slice(&a->text, slice_of(&q->list));
    else if (legal)
        xpgn_buffer_printf(&a->text, "1 %.*s", (int)(r->text.size - q->at - strlen(END)),
                           r->text.data + q->at);
    return a->text.size > 0 || record_refuse(a, "FIX", unknown);
}

/* After a result that is none here, 1-0-0-0 of two, no action would be read. */
static bool is_result(const record *r, xpgn_slice word) {
    size_t count;
    xpgn_record *entries = sheet_entries(r, word);
    const xpgn_entry *list = xpgn_record_entries(entries, &count);
    bool is = count > 0 && list[0].kind == XPGN_ENTRY_RESULT;
    xpgn_record_free(entries);
    return is;
}

bool record_fix(record *r, xpgn_slice rest, reply *a) {
    entry_line l;
    xpgn_buffer text = {0};
    unsigned want = line_die(rest);
    if (r->refused.size == 0)
        return record_refuse(a, "FIX", "no line has been refused");
    if (r->seal.on || r->sheet.tail.size > 0 || r->sheet.announced.size > 0 || record_is_over(r))
        return record_refuse(a, "FIX", unknown);
    if (rest.size > 0 && want == 0)
        return record_refuse(a, "FIX", "found '%.*s', expected the number of a fix", (int)rest.size,
                             rest.data);
    asked q = {.want = want};
    entry_line_read(&l, slice_of(&r->refused));
    record_need_line(r, &l);
    bool good = l.wrong[0] == '\0' && l.word.size > 0 && !is_result(r, l.word);
    if (good) {
        put_record(r, &l, &text, &q.at);
        bool legal = run(r, slice_of(&text), &q);
        good = want == 0 ? list(r, &q, legal, a) : make(r, &q, legal, a);
        if (good && want > 0)
            xpgn_buffer_clear(&r->refused);
    } else {
        record_refuse(a, "FIX", unknown);
    }
    xpgn_buffer_free(&q.list);
    xpgn_buffer_free(&q.line);
    xpgn_buffer_free(&text);
    entry_line_free(&l);
    return good;
}

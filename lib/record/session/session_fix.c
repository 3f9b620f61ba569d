/* SPDX-License-Identifier: MIT */
/*
 * Suggests what a refused line may have meant: the fixes of xpgn-fix, in this action or an earlier
 * one.
 */
#include <xpgn/sheets.h>

#include "internal/text_out.h"
#include "record/session/recorder.h"

enum { OFFERS = 8 };

static const char unknown[] = "no likely meaning was found";

static const char END[] = " *\n";

/* The questions of a fixer, of which only the first is answered. */
struct fix_questions {
    uint32_t want; /* the fix to make, from 1; 0: they are only listed */
    size_t at;     /* where the refused line begins */
    uint32_t offers;
    bool answered;
    xpgn_buffer list;
    xpgn_buffer line; /* the line as the chosen fix corrects it; empty: the fix is before the
                         line */
};

/* "1 Nf3", or "2 Nb6 (was Nc6)" for a fix outside the line. */
static void put_offer(struct fix_questions *q, const xpgn_game *game, const xpgn_fix *fix) {
    bool before = fix->place.offset + fix->place.length <= q->at;
    xpgn_buffer_printf(&q->list, "%s%u ", q->offers > 1 ? ", " : "", q->offers);
    xpgn_buffer_clean(&q->list, slice_of(fix->text[0] != '\0' ? fix->text : "nothing"));
    if (!before)
        return;
    xpgn_buffer_text(&q->list, " (was ");
    xpgn_buffer_clean(&q->list,
                      (xpgn_slice){game->text.data + fix->place.offset, fix->place.length});
    xpgn_buffer_char(&q->list, ')');
}

/* Applies a fix within the line. */
static void correct_line(struct fix_questions *q, xpgn_slice text, const xpgn_fix *fix) {
    size_t from = fix->place.offset, to = from + fix->place.length;
    xpgn_buffer_put(&q->line, text.data + q->at, from - q->at);
    xpgn_buffer_text(&q->line, fix->text);
    xpgn_buffer_put(&q->line, text.data + to, text.size - to - strlen(END));
}

static xpgn_answer answer_question(void *data, const xpgn_question *question) {
    struct fix_questions *q = data;
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

/* Makes the record with the line at its end. */
static void put_fixed_record(struct recorder *r, const struct input_line *l, xpgn_buffer *text,
                             size_t *at) {
    xpgn_slice pending = bytes_of(&r->draft.pending);
    xpgn_buffer_slice(text, bytes_of(&r->draft.tags));
    draft_put_tag(text, (xpgn_slice){"Result", 6}, (xpgn_slice){"*", 1});
    xpgn_buffer_char(text, '\n');
    xpgn_buffer_slice(text, bytes_of(&r->draft.body));
    xpgn_buffer_char(text, ' ');
    *at = text->size;
    if (!r->now.open)
        recorder_put_number(r, text);
    if (l->before.size == 0 && pending.size > 0)
        xpgn_buffer_printf(text, " <%.*s>", SLICE(pending));
    input_line_put(text, l);
    xpgn_buffer_text(text, END);
    recorder_need(r, text);
}

/* Makes a chosen fix outside the line; true if r->text then is the legal record. */
static bool run_fixer(struct recorder *r, xpgn_slice text, struct fix_questions *q) {
    const xpgn_game game = {.text = text, .file = "", .number = 1, .line = 1, .column = 1};
    const xpgn_fixer_options how = {XPGN_FIXER_OPTIONS, .ask = answer_question, .data = q};
    xpgn_fixer *fixer = NULL;
    xpgn_status status = xpgn_fixer_new(&fixer, r->catalog, &how);
    if (status == XPGN_OK)
        status = xpgn_fixer_run(fixer, &game);
    if (status != XPGN_OK && status != XPGN_INVALID) {
        r->lost = true;
        xpgn_fixer_free(fixer);
        return false;
    }
    xpgn_buffer_clear(&r->text);
    xpgn_buffer_slice(&r->text, xpgn_fixer_text(fixer));
    recorder_need(r, &q->list);
    recorder_need(r, &q->line);
    recorder_need(r, &r->text);
    xpgn_fixer_free(fixer);
    return status == XPGN_OK && !r->lost;
}

/* True if r->text has another action than the record; a word that became prose is no entry. */
static bool adds_action(struct recorder *r) {
    struct draft next = {.result = "*"};
    struct progress st = {0};
    xpgn_reply why = {XPGN_REPLY};
    bool good =
        recorder_read(r, &next) && draft_play(r, &next, &st, &why) && st.actions > r->now.actions;
    progress_free(&st);
    draft_free(&next);
    xpgn_buffer_free(&why.text);
    return good;
}

static bool play_fixed(struct recorder *r, xpgn_reply *a) {
    struct draft next = {.result = "*"};
    bool good = recorder_read(r, &next) && recorder_take(r, &next, a);
    draft_free(&next);
    return good;
}

/* Makes the fix; without a question it has only one meaning. */
static bool make_asked(struct recorder *r, struct fix_questions *q, bool legal, xpgn_reply *a) {
    if (q->line.size > 0)
        return recorder_enter(r, bytes_of(&q->line), a);
    if (q->want > (q->answered ? q->offers : 1))
        return xpgn_reply_refuse(a, "FIX", "found %u, expected the number of a fix", q->want);
    return legal ? play_fixed(r, a)
                 : xpgn_reply_refuse(a, "FIX", "the game cannot continue with it");
}

static bool list(struct recorder *r, const struct fix_questions *q, bool legal, xpgn_reply *a) {
    xpgn_buffer_clear(&a->text);
    if (q->offers > 0)
        xpgn_buffer_slice(&a->text, bytes_of(&q->list));
    else if (legal)
        xpgn_buffer_printf(&a->text, "1 %.*s", (int)(r->text.size - q->at - strlen(END)),
                           r->text.data + q->at);
    return a->text.size > 0 || xpgn_reply_refuse(a, "FIX", unknown);
}

bool recorder_fix(struct recorder *r, xpgn_slice rest, xpgn_reply *a) {
    struct input_line l;
    xpgn_buffer text = {0};
    unsigned want = line_die(rest);
    if (r->refused.size == 0)
        return xpgn_reply_refuse(a, "FIX", "no line has been refused");
    if (r->sealing != NULL || r->draft.tail.size > 0 || r->draft.announced.size > 0 ||
        recorder_is_over(r))
        return xpgn_reply_refuse(a, "FIX", unknown);
    if (rest.size > 0 && want == 0)
        return xpgn_reply_refuse(a, "FIX", "found '%.*s', expected the number of a fix",
                                 SLICE(rest));
    struct fix_questions q = {.want = want};
    recorder_read_line(r, &l, bytes_of(&r->refused));
    bool good = l.wrong[0] == '\0' && l.word.size > 0 && !recorder_is_result(r, l.word);
    if (good) {
        put_fixed_record(r, &l, &text, &q.at);
        bool legal = run_fixer(r, bytes_of(&text), &q) && adds_action(r);
        good = want == 0 ? list(r, &q, legal, a) : make_asked(r, &q, legal, a);
        if (good && want > 0)
            xpgn_buffer_clear(&r->refused);
    } else {
        xpgn_reply_refuse(a, "FIX", unknown);
    }
    xpgn_buffer_free(&q.list);
    xpgn_buffer_free(&q.line);
    xpgn_buffer_free(&text);
    typed_free(&l);
    return good;
}

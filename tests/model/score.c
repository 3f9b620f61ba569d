/* SPDX-License-Identifier: MIT */
#include "score.h"
#include "note.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

static bool is(xpgn_slice s, const char *text) {
    return s.size == strlen(text) && memcmp(s.data, text, s.size) == 0;
}

static bool begins(xpgn_slice s, const char *text) {
    return s.size >= strlen(text) && memcmp(s.data, text, strlen(text)) == 0;
}

static bool equal(xpgn_slice a, xpgn_slice b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static xpgn_slice trim(xpgn_slice s) {
    while (s.size > 0 && is_blank(*s.data))
        s.data++, s.size--;
    while (s.size > 0 && is_blank(s.data[s.size - 1]))
        s.size--;
    return s;
}

/* The same words, wherever lines end. */
static bool same_words(xpgn_slice a, xpgn_slice b) {
    a = trim(a);
    b = trim(b);
    while (a.size > 0 && b.size > 0) {
        bool blank = is_blank(*a.data);
        if (blank ? !is_blank(*b.data) : *a.data != *b.data)
            return false;
        a.data++, a.size--, b.data++, b.size--;
        if (blank)
            a = trim(a), b = trim(b);
    }
    return a.size == b.size;
}

/* ---- taking apart ---------------------------------------------------------------------------- */

static bool is_move(const score_item *i) {
    return i->kind == SCORE_ACTION || i->kind == SCORE_ROLL;
}

static void add(score *s, score_kind kind, xpgn_slice text) {
    if (s->items < SCORE_ITEMS)
        s->item[s->items++] = (score_item){kind, text};
}

/* Prose, word by word: comments that meet become one. */
static void add_prose(score *s, xpgn_slice text) {
    for (text = trim(text); text.size > 0; text = trim(text)) {
        size_t size = 0;
        while (size < text.size && !is_blank(text.data[size]))
            size++;
        add(s, SCORE_PROSE, (xpgn_slice){text.data, size});
        text = (xpgn_slice){text.data + size, text.size - size};
    }
}

/* Commands and the prose between them. */
static void add_comment(score *s, xpgn_slice text) {
    while (text.size > 0) {
        size_t at = 0;
        while (at < text.size && !begins((xpgn_slice){text.data + at, text.size - at}, "[%"))
            at++;
        add_prose(s, (xpgn_slice){text.data, at});
        text = (xpgn_slice){text.data + at, text.size - at};
        const char *end = text.size > 0 ? memchr(text.data, ']', text.size) : NULL;
        if (end == NULL)
            return;
        add(s, SCORE_COMMAND, (xpgn_slice){text.data + 2, (size_t)(end - text.data) - 2});
        text = (xpgn_slice){end + 1, text.size - (size_t)(end + 1 - text.data)};
    }
}

static void add_token(score *s, const xpgn_token *t) {
    switch (t->kind) {
    case XPGN_TOKEN_TAG:
        if (s->tags < SCORE_TAGS) {
            s->tag[s->tags].name = t->name;
            s->tag[s->tags++].value = t->text;
        }
        break;
    case XPGN_TOKEN_WORD:
        add(s, SCORE_ACTION, t->text);
        break;
    case XPGN_TOKEN_ROLL:
        add(s, SCORE_ROLL, t->text);
        break;
    case XPGN_TOKEN_NAG:
        add(s, SCORE_NAG, t->text);
        break;
    case XPGN_TOKEN_COMMENT:
        add_comment(s, t->text);
        break;
    case XPGN_TOKEN_RESULT:
        s->result = t->text;
        break;
    default:
        break;
    }
}

static void remove_items(score *s, size_t from, size_t count) {
    s->items -= count;
    memmove(&s->item[from], &s->item[from + count], (s->items - from) * sizeof *s->item);
}

/* [%annulled 4] [%pending 4] in the last comment stands for dice that belong to nothing yet. */
static void take_pending(score *s) {
    size_t at = s->items;
    while (at > 0 && !is_move(&s->item[at - 1]) &&
           !(s->item[at - 1].kind == SCORE_COMMAND && begins(s->item[at - 1].text, "pending ")))
        at--;
    if (at == 0 || is_move(&s->item[at - 1]))
        return;
    xpgn_slice text = s->item[--at].text;
    s->pending = (xpgn_slice){text.data + 8, text.size - 8};
    s->ended = begins(s->pending, "end");
    if (s->ended)
        s->pending = trim((xpgn_slice){s->pending.data + 3, s->pending.size - 3});
    remove_items(s, at, 1);
    if (s->pending.size > 0 && at > 0)
        remove_items(s, at - 1, 1);
}

static void take_announced(score *s) {
    for (size_t at = s->items; at > 0; at--) {
        const score_item *i = &s->item[at - 1];
        if (i->kind != SCORE_COMMAND || !begins(i->text, "announced "))
            continue;
        s->announced = (xpgn_slice){i->text.data + 10, i->text.size - 10};
        remove_items(s, at - 1, 1);
        return;
    }
}

/* 0-0 is also castling, as some write it. */
static void take_zero_result(score *s) {
    size_t at = s->items;
    while (at > 0 && !is_move(&s->item[at - 1])) /* comments may come after it */
        at--;
    const score_item *last = at > 0 ? &s->item[at - 1] : NULL;
    if (s->result.size > 0 || last == NULL || last->kind != SCORE_ACTION || !is(last->text, "0-0"))
        return;
    s->result = last->text;
    remove_items(s, at - 1, 1);
}

void score_read(score *s, const char *text, size_t size) {
    xpgn_reader *reader = NULL;
    xpgn_token t;
    *s = (score){.text = malloc(size + 1), .size = size};
    s->item = malloc(SCORE_ITEMS * sizeof *s->item);
    if (s->text == NULL || s->item == NULL || xpgn_reader_new(&reader) != XPGN_OK)
        note_violation("the test itself: memory");
    memcpy(s->text, text, size);
    s->text[size] = '\0';
    xpgn_reader_begin(reader, (xpgn_slice){s->text, size});
    while (xpgn_reader_next(reader, &t))
        add_token(s, &t);
    xpgn_reader_free(reader);
    take_zero_result(s);
    take_announced(s);
    take_pending(s);
    while (s->core < s->items &&
           !(s->item[s->core].kind == SCORE_COMMAND && is(s->item[s->core].text, "missing")))
        s->core++;
    score_item *item = realloc(s->item, (s->items + 1) * sizeof *item);
    s->item = item != NULL ? item : s->item;
}

void score_free(score *s) {
    free(s->text);
    free(s->item);
    *s = (score){.text = NULL};
}

xpgn_slice score_tag(const score *s, const char *name) {
    for (size_t i = 0; i < s->tags; i++)
        if (is(s->tag[i].name, name))
            return s->tag[i].value;
    return (xpgn_slice){NULL, 0};
}

size_t score_count(const score *s, score_kind kind, size_t from, size_t to) {
    size_t count = 0;
    for (size_t i = from; i < to && i < s->items; i++)
        count += s->item[i].kind == kind;
    return count;
}

/* A prisoner that an escape frees is no action of its own. */
static bool is_freed(const score *s, size_t i) {
    xpgn_slice t = s->item[i].text;
    return i > 0 && s->item[i - 1].kind == SCORE_ROLL && t.size > 2 && t.data[1] == '@' &&
           t.data[0] != 'K';
}

size_t score_actions(const score *s) {
    size_t count = 0;
    for (size_t i = 0; i < s->core; i++)
        count += s->item[i].kind == SCORE_ACTION && !is_freed(s, i);
    return count;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Actions and dice of a stretch of items, without the text between them. */
typedef struct moves {
    const score_item *item[SCORE_ITEMS];
    size_t count;
} moves;

static void list_moves(moves *m, const score *s, size_t from, size_t to) {
    m->count = 0;
    for (size_t i = from; i < to; i++)
        if (is_move(&s->item[i]))
            m->item[m->count++] = &s->item[i];
}

static bool same_item(const score_item *a, const score_item *b) {
    return a->kind == b->kind && same_words(a->text, b->text);
}

static size_t common(const moves *a, const moves *b) {
    size_t n = 0;
    while (n < a->count && n < b->count && same_item(a->item[n], b->item[n]))
        n++;
    return n;
}

/* Is all prose of `a` in `b`, in order, or all else that is no action and no roll? */
static bool keeps(const score *a, const score *b, bool prose) {
    size_t j = 0;
    for (size_t i = 0; i < a->items; i++) {
        if (is_move(&a->item[i]) || (a->item[i].kind == SCORE_PROSE) != prose)
            continue;
        while (j < b->items && !same_item(&a->item[i], &b->item[j]))
            j++;
        if (j++ == b->items)
            return false;
    }
    return true;
}

/* Comments that meet become one, with the commands before the prose, or after it. */
static bool keeps_remarks(const score *a, const score *b) {
    return keeps(a, b, true) && keeps(a, b, false);
}

/* How often is a command in it? */
static size_t commands(const score *s, const char *word) {
    size_t count = 0;
    for (size_t i = 0; i < s->items; i++)
        count += s->item[i].kind == SCORE_COMMAND && begins(s->item[i].text, word);
    return count;
}

/* Tags that may differ besides `but`, since they follow from the game. */
static bool same_tags(const score *a, const score *b, const char *but) {
    static const char *const derived[] = {"Result", "DiceOpen", "DiceLast", "DiceSign", "XPGN"};
    for (unsigned way = 0; way < 2; way++) {
        const score *x = way == 0 ? a : b, *y = way == 0 ? b : a;
        for (size_t i = 0; i < x->tags; i++) {
            xpgn_slice name = x->tag[i].name;
            char text[64];
            (void)snprintf(text, sizeof text, "%.*s", (int)name.size, name.data);
            xpgn_slice other = score_tag(y, text);
            bool may = strcmp(text, but) == 0;
            for (size_t j = 0; j < sizeof derived / sizeof *derived; j++)
                may |= is(name, derived[j]);
            if (!may && (other.data == NULL || !same_words(x->tag[i].value, other)))
                return false;
        }
    }
    return true;
}

bool score_same(const score *a, const score *b) {
    static moves ma, mb;
    list_moves(&ma, a, 0, a->items);
    list_moves(&mb, b, 0, b->items);
    return ma.count == mb.count && common(&ma, &mb) == ma.count && keeps_remarks(a, b) &&
           keeps_remarks(b, a) && same_tags(a, b, "") && equal(a->result, b->result) &&
           same_words(a->pending, b->pending) && a->ended == b->ended;
}

/* ---- what an entry does ---------------------------------------------------------------------- */

/* What is compared: the record before and after, its actions and dice, the line and its answer. */
typedef struct change {
    const score *before, *after;
    moves a, b;            /* up to a half-move that is missing */
    size_t same;           /* how many of these are the same */
    xpgn_slice word, rest; /* of the line */
    const char *kind;      /* of the answer: "ok"; NULL: there was none */
    const char *text;      /* the rest of the answer */
    score answered;        /* the answer taken apart */
    moves entered;         /* what it says has been recorded */
} change;

static bool only_adds(const change *c) {
    return c->same == c->a.count;
}

/* Are the comments and assessments of the line in the record? */
static bool has_remarks(const change *c) {
    const char *end = c->rest.size > 0 ? c->rest.data + c->rest.size : c->word.data + c->word.size;
    score line;
    bool has = true;
    score_read(&line, c->word.data, (size_t)(end - c->word.data));
    for (score_kind kind = SCORE_NAG; kind <= SCORE_PROSE; kind++)
        if (kind != SCORE_COMMAND)
            has = has && score_count(c->after, kind, 0, c->after->items) >=
                             score_count(c->before, kind, 0, c->before->items) +
                                 score_count(&line, kind, 0, line.items);
    score_free(&line);
    return has;
}

/* The record goes on where it stood, with exactly what was answered. */
static const char *compare_action(change *c) {
    size_t tail = c->after->items - c->after->core, was = c->before->items - c->before->core;
    if (!only_adds(c))
        return "what was recorded before has changed";
    if (!same_tags(c->before, c->after, ""))
        return "tags have changed";
    if (!keeps_remarks(c->before, c->after))
        return "a comment is lost";
    if (c->kind != NULL && !has_remarks(c))
        return "a remark of the entry is not in the record";
    if (tail > 0 || was > 0)
        return tail > was || c->kind == NULL ? NULL : "the entry is not in the record";
    if (c->kind == NULL)
        return c->b.count <= c->a.count + 8 ? NULL : "more than one entry has been recorded";
    if (c->b.count != c->a.count + c->entered.count)
        return "the record does not have what was answered, or has more";
    for (size_t i = 0; i < c->entered.count; i++)
        if (!same_item(c->entered.item[i], c->b.item[c->a.count + i]))
            return "the record has another action than was answered";
    return c->after->pending.size > 0 ? "the dice of the action are still pending" : NULL;
}

/* Dice have fallen: all is as before, and they are pending. */
static const char *compare_pending(change *c) {
    xpgn_slice dice = {c->text, strcspn(c->text, " ")};
    if (!only_adds(c) || c->b.count != c->a.count || !keeps_remarks(c->before, c->after) ||
        !same_tags(c->before, c->after, ""))
        return "the record has changed before the choice";
    for (size_t i = 0; i + dice.size <= c->after->pending.size; i++)
        if (memcmp(c->after->pending.data + i, dice.data, dice.size) == 0)
            return NULL;
    return "the dice that have fallen are not in the record";
}

static const char *compare_same(change *c) {
    return score_same(c->before, c->after) ? NULL : "a question has changed the record";
}

/* An action less, or a result, or something after a half-move that is missing. */
static const char *compare_back(change *c) {
    bool annul = is(c->word, "annul");
    if (!same_tags(c->before, c->after, ""))
        return "tags have changed";
    /* after a result that is taken back, what is announced in the journal is played if all have
       answered; the record may have lost the announcement in a crash */
    if (c->same < c->b.count)
        return score_tag(c->before, "DiceCommit").data != NULL &&
                       c->before->result.data[0] != '*' && c->same == c->a.count
                   ? NULL
                   : "something else has been recorded";
    if (c->a.count > c->b.count + 6)
        return "more than one action has been taken back";
    if (commands(c->after, "annulled ") < commands(c->before, "annulled "))
        return "dice that were annulled have left the record";
    if (c->kind == NULL)
        return NULL;
    if (strcmp(c->text, "forgotten") == 0)
        return compare_same(c);
    bool gap = c->before->items > c->before->core; /* after one, nothing is known of dice */
    if (annul && !gap && commands(c->after, "annulled ") != commands(c->before, "annulled ") + 1)
        return "the dice that were annulled are not in the record";
    return score_same(c->before, c->after) ? "nothing has been taken back" : NULL;
}

/* Everything but remarks is as before. */
static const char *compare_moves(const change *c) {
    if (!only_adds(c) || c->b.count != c->a.count)
        return "the actions have changed";
    return keeps_remarks(c->before, c->after) ? NULL : "a comment is lost";
}

static const char *compare_comment(change *c) {
    const char *why = compare_moves(c);
    if (why != NULL || c->kind == NULL)
        return why;
    if (!same_tags(c->before, c->after, ""))
        return "tags have changed";
    return c->after->items > c->before->items ? NULL : "the remark is not in the record";
}

static const char *compare_tag(change *c) {
    char name[64];
    xpgn_slice value = c->rest;
    size_t size = 0;
    while (size < value.size && !is_blank(value.data[size]))
        size++;
    (void)snprintf(name, sizeof name, "%.*s", (int)size, value.data);
    const char *why = compare_moves(c);
    if (why == NULL && !same_tags(c->before, c->after, name))
        why = "another tag has changed";
    if (why == NULL && c->kind != NULL && score_tag(c->after, name).data == NULL)
        why = "the tag is not in the record";
    return why;
}

static const char *compare_first(change *c) {
    const char *why = compare_moves(c);
    if (c->kind != NULL && strcmp(c->kind, "await") == 0)
        return why; /* not yet */
    if (why == NULL && !same_tags(c->before, c->after, "FirstRoll"))
        why = "another tag has changed";
    if (why == NULL && c->kind != NULL && score_tag(c->after, "FirstRoll").data == NULL)
        why = "the roll is not in the record";
    return why;
}

static const char *compare_result(change *c) {
    const char *why = compare_moves(c);
    if (why == NULL && !same_tags(c->before, c->after, ""))
        why = "tags have changed";
    if (why != NULL || c->kind == NULL)
        return why;
    xpgn_slice said = {c->text, strcspn(c->text, " ")};
    return equal(said, c->after->result) ? NULL : "the record has another result";
}

static const char *compare_entry(change *c);

/* A result that is typed as an entry; * of a game that goes on changes nothing. */
static const char *compare_typed_result(change *c) {
    if (c->kind == NULL && compare_result(c) != NULL)
        return compare_entry(c);
    if (c->kind == NULL || strcmp(c->kind, "end") == 0)
        return compare_result(c);
    return *c->text == '*' ? compare_same(c) : compare_entry(c); /* 0-0 may be castling */
}

/* The last action has other dice, or is another one. */
static const char *compare_correct(change *c) {
    if (c->same + 6 < c->a.count || !same_tags(c->before, c->after, ""))
        return "more than the last action has changed";
    for (size_t i = 0; c->kind != NULL && i < c->entered.count && i < c->b.count; i++)
        if (!same_item(c->entered.item[c->entered.count - 1 - i], c->b.item[c->b.count - 1 - i]))
            return "the record has another action than was answered";
    return NULL;
}

/* A half-move that was missing is there, and what stood after it is checked. */
static const char *compare_fill(change *c) {
    if (!only_adds(c) || !same_tags(c->before, c->after, ""))
        return "what was recorded before has changed";
    if (c->kind != NULL && c->b.count == c->a.count)
        return "the half-move is not in the record";
    return commands(c->after, "missing") + (c->kind != NULL) > commands(c->before, "missing")
               ? "the gap is still there"
               : NULL;
}

/* A message of another party completes a roll, or does not. */
static const char *compare_message(change *c) {
    const xpgn_slice text = {c->text, strlen(c->text)};
    size_t digits = strspn(c->text, "0123456789");
    if (c->kind != NULL && begins(text, "known"))
        return compare_same(c);
    if (c->kind != NULL && begins(text, "a tie"))
        return begins(c->after->pending, "first ") ? compare_moves(c) : "the tie is not recorded";
    if (c->kind == NULL) /* of which roll is not known yet */
        return compare_first(c) != NULL ? compare_entry(c) : NULL;
    return c->text[digits] == ':' && strcmp(c->kind, "ok") == 0 ? compare_first(c)
                                                                : compare_entry(c);
}

/* What is awaited; or what could not be said or recorded before is now. */
static const char *compare_messages(change *c) {
    bool asks = c->kind != NULL && (strcmp(c->kind, "await") == 0 ||
                                    begins((xpgn_slice){c->text, strlen(c->text)}, "game "));
    return asks ? compare_same(c) : compare_message(c);
}

/* The fixes of a line, or one of them as an entry. */
static const char *compare_fix(change *c) {
    return c->rest.size == 0 ? compare_same(c) : compare_entry(c);
}

static const struct {
    const char *word;
    const char *(*compare)(change *c);
} words[] = {
    {"", compare_same},           {"undo", compare_back},         {"annul", compare_back},
    {"comment", compare_comment}, {"draw?", compare_comment},     {"missing", compare_comment},
    {"tag", compare_tag},         {"first", compare_first},       {"result", compare_typed_result},
    {"resign", compare_result},   {"draw", compare_result},       {"correct", compare_correct},
    {"fill", compare_fill},       {"fix", compare_fix},           {"actions", compare_same},
    {"help", compare_same},       {"odds", compare_same},         {"show", compare_same},
    {"quit", compare_same},       {"messages", compare_messages}, {"announce", compare_message},
    {"answer", compare_message}};

/* The words of "end 1-0 CA-8 2. Qxe8" before the action. */
static const char *past_result(const char *text, xpgn_slice *result) {
    *result = (xpgn_slice){text, strcspn(text, " ")};
    text += result->size;
    if (*text == ' ')
        text += 1 + strcspn(text + 1, " ");
    return text;
}

static const char *compare_entry(change *c) {
    xpgn_slice result;
    if (c->kind != NULL && (strcmp(c->kind, "dice") == 0 || strcmp(c->kind, "await") == 0))
        return c->after->pending.size > 0 ? compare_moves(c) : compare_same(c);
    if (c->kind != NULL && strcmp(c->kind, "choose") == 0)
        return compare_pending(c);
    if (c->kind != NULL && strcmp(c->text, "the turn has ended") == 0)
        return c->after->ended ? compare_moves(c) : "the end of the turn is not in the record";
    bool end = c->kind != NULL && strcmp(c->kind, "end") == 0;
    if (end)
        c->text = past_result(c->text, &result);
    if (end && !equal(result, c->after->result))
        return "the record has another result";
    const char *note = strstr(c->text, " (not checked");
    score_read(&c->answered, c->text, note != NULL ? (size_t)(note - c->text) : strlen(c->text));
    list_moves(&c->entered, &c->answered, 0, c->answered.items);
    const char *why = is(c->word, "correct") ? compare_correct(c) : compare_action(c);
    score_free(&c->answered);
    return why;
}

static bool is_result(xpgn_slice word) {
    static const char marks[] = "01/24-*";
    for (size_t i = 0; i < word.size; i++)
        if (strchr(marks, word.data[i]) == NULL)
            return false;
    return is(word, "*") || (word.size > 2 && memchr(word.data, '-', word.size) != NULL);
}

static void split_line(const char *line, xpgn_slice *word, xpgn_slice *rest) {
    xpgn_slice all = trim((xpgn_slice){line, strlen(line)});
    size_t size = 0;
    while (size < all.size && !is_blank(all.data[size]))
        size++;
    *word = (xpgn_slice){all.data, size};
    *rest = trim((xpgn_slice){all.data + size, all.size - size});
}

/* "ok 1. e4" */
static void split_answer(change *c, const char *answer, char kind[16]) {
    size_t size = answer != NULL ? strcspn(answer, " ") : 0;
    c->kind = answer != NULL ? kind : NULL;
    c->text = answer != NULL ? answer + size + (answer[size] == ' ') : "";
    (void)snprintf(kind, 16, "%.*s", (int)size, answer != NULL ? answer : "");
}

const char *score_compare(const score *before, const score *after, const char *line,
                          const char *answer) {
    static change c; /* large */
    char kind[16];
    c.before = before;
    c.after = after;
    list_moves(&c.a, before, 0, before->core);
    list_moves(&c.b, after, 0, after->core);
    c.same = common(&c.a, &c.b);
    split_line(line, &c.word, &c.rest);
    split_answer(&c, answer, kind);
    if (is(c.word, "correct"))
        return compare_entry(&c);
    if (is_result(c.word))
        return compare_typed_result(&c);
    if (c.word.size == 0 && answer == NULL) /* before anything was entered */
        return score_tag(before, "DiceCommit").data != NULL
                   ? compare_message(&c) /* from the journal */
                   : compare_entry(&c);  /* dice of a pending action, by a program that rolls */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(c.word, words[i].word))
            return words[i].compare(&c);
    return compare_entry(&c);
}

bool score_asks(const char *line) {
    xpgn_slice word, rest;
    split_line(line, &word, &rest);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(word, words[i].word))
            return words[i].compare == compare_same || words[i].compare == compare_messages ||
                   (words[i].compare == compare_fix && rest.size == 0);
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * Time controls as clocks, federations and people write them. The text is a row of quantities, each
 * a time, a number of moves or a bare number, with signs and words between them that say which. A
 * quantity without a place, or with two, and the whole is not understood.
 */
#include "core/base/slice.h"
#include "core/base/utf8.h"
#include "core/forms/clock_form.h"
#include "core/forms/fold.h"
#include "core/forms/scan.h"
#include "core/forms/sheet_words.h"
#include "core/forms/time_control.h"

#include <string.h>

enum { SECOND = CONTROL_SECOND, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

/* What the words before a number say about it, and what is known so far. */
struct control_text {
    const char *p, *end; /* folded */
    struct time_control *out;
    struct control_period now; /* the stage that is being read */
    bool any;                  /* `now` has something */
    bool open;                 /* nothing behind a + yet */
    bool main_next;            /* G/60, SD/30: minutes */
    bool more_next;            /* +, inc, d: an increment */
    bool moves_next;           /* /40 behind a time */
    bool first_next;           /* from move 61 */
    bool minutes;   /* it has SD or G/ with the last stage, so that 40/90 is in minutes */
    bool doubt;     /* 1:30: hours or minutes? */
    uint64_t first; /* the move with which increments begin; 0: not said */
    int64_t bare;   /* 15 of 15+10, of which only a word says what it is in; 0: none */
    unsigned pace;  /* such a word: 1 + its place in `paces`, or MINUTES */
};

/* ---- words ----------------------------------------------------------------------------------- */

/* What a kind of play is, by FIDE's Laws: the time for 60 moves, in minutes. */
static const struct {
    const char *word;
    int64_t from, to;
} paces[] = {{"bullet", 0, 2},     {"blitz", 3, 10},   {"rapid", 10, 59},  {"schnell", 10, 59},
             {"classic", 60, 600}, {"stand", 60, 600}, {"klassi", 60, 600}};

enum { PACES = sizeof paces / sizeof *paces, MINUTES };

static bool begins(xpgn_slice word, const char *with) {
    return word.size >= strlen(with) && memcmp(word.data, with, strlen(with)) == 0;
}

static bool is_among(xpgn_slice word, const char *const *list) {
    while (*list != NULL && !begins(word, *list))
        list++;
    return *list != NULL;
}

/* The word for moves at p; NULL if there is none. */
static const char *past_moves(const char *p, const char *end) {
    struct sheet_phrase f;
    if (!sheet_phrase_of(p, end, SHEET_BIT(SHEET_NUMBER), &f) || f.size < 2 ||
        begins((xpgn_slice){p, (size_t)(end - p)}, "no") || begins((xpgn_slice){p, f.size}, "nr"))
        return NULL;
    return p + f.size;
}

static bool has_main(const struct control_text *t) {
    return t->now.time > 0 || t->out->stages > 0;
}

/* A word that stands before a number, or says what one was; words that say nothing are passed. */
static bool read_control_word(struct control_text *t) {
    static const char *const more[] = {"inc", "ink", "bonus", "zus", "add", NULL};
    static const char *const delay[] = {"delay", "bronstein", NULL};
    static const char *const sand[] = {"hourglass", "sand", "clessidra", "sablier", NULL};
    uint32_t c;
    const char *begin = t->p, *moves = past_moves(t->p, t->end);
    while (t->p < t->end && fold_is_letter(t->p, t->end) && !is_digit(*t->p))
        t->p += utf8_read((xpgn_slice){t->p, (size_t)(t->end - t->p)}, &c);
    xpgn_slice word = {begin, (size_t)(t->p - begin)};
    const char *after = scan_blanks(t->p, t->end);
    t->moves_next = false;
    bool number = after < t->end && (is_digit(*after) || *after == '/');
    for (unsigned i = 0; i < PACES; i++)
        t->pace = begins(word, paces[i].word) ? i + 1 : t->pace;
    if (moves != NULL) {
        t->p = moves;
        moves = scan_blanks(moves, t->end);
        t->first_next = moves < t->end && is_digit(*moves);
    }
    if ((slice_is(word, "d") && number) || is_among(word, delay))
        t->out->delay = t->more_next = true;
    if (is_among(word, more) || (slice_is(word, "i") && number))
        t->more_next = true;
    if (slice_is(word, "g") || slice_is(word, "sd") || (slice_is(word, "game") && !has_main(t)))
        t->main_next = true;
    return !is_among(word, sand);
}

/* ---- quantities ------------------------------------------------------------------------------ */

/* Ends the stage that is being read, and begins another one. */
static bool end_stage(struct control_text *t) {
    if (t->now.time == 0 || t->out->stages == CONTROL_STAGES)
        return false;
    t->out->stage[t->out->stages++] = t->now;
    t->now = (struct control_period){0};
    t->any = false;
    return true;
}

static bool take_main(struct control_text *t, int64_t time) {
    if (time == 0 || (t->now.time > 0 && !end_stage(t)))
        return false;
    t->now.time = time;
    t->any = true;
    return true;
}

static bool take_more(struct control_text *t, int64_t time) {
    enum { MOST = 10 * MINUTE };
    if (t->now.time == 0 || t->now.increment > 0 || time > MOST)
        return false;
    t->now.increment = time;
    return true;
}

static bool take_moves(struct control_text *t, int64_t number) {
    if (number <= 0 || number > 999 * SECOND || number % SECOND != 0)
        return false;
    if (t->now.moves > 0 && !end_stage(t))
        return false;
    t->now.moves = (uint32_t)(number / SECOND);
    t->any = true;
    return true;
}

/* A time with its unit: seconds behind a longer time are an increment. */
static bool take_time(struct control_text *t, int64_t time, bool seconds) {
    enum { MOST = 10 * MINUTE };
    return seconds && t->now.time > time && time < MOST ? take_more(t, time) : take_main(t, time);
}

/* 1:30:00, 0:30, 90:00 at p. With one colon these are minutes, if hours are impossible. */
static bool read_colons(struct control_text *t, int64_t first) {
    int64_t part[3] = {first, 0, 0};
    unsigned parts = 1;
    uint32_t scale;
    if (first > 99 * SECOND)
        return false;
    for (; parts < 3 && t->end - t->p >= 3 && *t->p == ':' && is_digit(t->p[2]); parts++) {
        t->p++;
        if (!control_seconds(&t->p, t->end, &part[parts]) || part[parts] >= 60 * SECOND)
            return false;
    }
    const char *unit = clock_unit(scan_blanks(t->p, t->end), t->end, &scale);
    bool hours = parts == 3 || (unit != NULL && scale == 3600);
    if (unit != NULL)
        t->p = unit;
    int64_t time = hours ? part[0] * 3600 + part[1] * 60 + part[2] : part[0] * 60 + part[1];
    bool more = has_main(t) && t->more_next;
    if (more)
        t->doubt = false;
    else if (!hours && unit == NULL && part[0] < 10 * SECOND)
        t->doubt = true;
    return more && time < 10 * MINUTE ? take_more(t, time) : take_main(t, time);
}

/* Passes minutes behind hours: 1h30, 1 h 30 min. */
static void past_minutes(struct control_text *t, int64_t *time) {
    uint32_t scale;
    int64_t minutes;
    const char *p = scan_blanks(t->p + (t->p < t->end && *t->p == '.'), t->end), *number = p;
    if (!control_seconds(&number, t->end, &minutes) || minutes >= 60 * SECOND)
        return;
    const char *unit = clock_unit(scan_blanks(number, t->end), t->end, &scale);
    bool close = unit == NULL && p == t->p && number - p == 2;
    if (close || (unit != NULL && scale == 60)) {
        *time += minutes * 60;
        t->p = close ? number : unit;
    }
}

/* 15+10: the word for the kind of play says whether it is minutes or seconds. */
static bool take_bare(struct control_text *t, int64_t number) {
    if (t->bare > 0 || t->any || t->out->stages > 0)
        return false;
    t->bare = number;
    return take_main(t, number);
}

/* Is it 40 of 40/90 or 40/2h? */
static bool is_before_slash(const struct control_text *t) {
    const char *p = scan_blanks(t->p, t->end);
    if (p == t->end || *p != '/')
        return false;
    p = scan_blanks(p + 1, t->end);
    return p < t->end && is_digit(*p);
}

/* A number without a unit, by what is before and behind it. */
static bool take_number(struct control_text *t, int64_t number) {
    enum { HOURS = 4 * SECOND };
    if (t->first_next) {
        t->first = (uint64_t)(number / SECOND);
        return true;
    }
    if (t->main_next)
        return take_main(t, number * 60);
    if (is_before_slash(t))
        return take_moves(t, number);
    if (t->more_next && has_main(t))
        return take_more(t, number);
    if (t->moves_next && t->now.time > 0 && t->now.moves == 0)
        return take_moves(t, number);
    if (t->moves_next && t->now.moves > 0 && t->minutes)
        return number > HOURS && take_main(t, number * 60);
    bool delay = t->end - t->p > 1 && *t->p == 'd' && is_digit(t->p[1]);
    return delay ? take_main(t, number) : take_bare(t, number);
}

/* 61st, 61.: the move with which something begins. */
static const char *past_ordinal(const char *p, const char *end) {
    static const char *const signs[] = {".", "st", "nd", "rd", "th", "o", "\xC2\xBA"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (begins((xpgn_slice){p, (size_t)(end - p)}, signs[i])) {
            const char *q = p + strlen(signs[i]);
            return fold_is_letter(q, end) ? NULL : q;
        }
    return NULL;
}

static bool read_number(struct control_text *t) {
    int64_t number;
    uint32_t scale;
    if (!control_seconds(&t->p, t->end, &number))
        return false;
    if (t->p < t->end && *t->p == ':')
        return read_colons(t, number);
    const char *ordinal = past_ordinal(t->p, t->end);
    const char *behind = scan_blanks(ordinal != NULL ? ordinal : t->p, t->end);
    behind += behind < t->end && *behind == '-'; /* 30-second */
    const char *unit = clock_unit(behind, t->end, &scale), *moves = past_moves(behind, t->end);
    if (unit != NULL && ordinal == NULL) {
        int64_t time = number * scale;
        t->p = unit;
        if (scale == 3600)
            past_minutes(t, &time);
        return take_time(t, time, scale == 1);
    }
    if (moves != NULL) {
        t->p = moves;
        if (ordinal != NULL)
            t->first = (uint64_t)(number / SECOND);
        return ordinal != NULL || take_moves(t, number);
    }
    return take_number(t, number);
}

static bool read_part(struct control_text *t) {
    if (is_digit(*t->p)) {
        bool good = read_number(t);
        t->main_next = t->more_next = t->moves_next = t->first_next = t->open = false;
        return good;
    }
    if (fold_is_letter(t->p, t->end))
        return read_control_word(t);
    t->open |= *t->p == '+';
    t->more_next |= *t->p == '+' || *t->p == '|';
    t->moves_next = *t->p == '/' || (t->moves_next && *t->p == ' ');
    if (*t->p == '|')
        t->pace = MINUTES;
    return strchr(" ,;()[]&+/.:-|\\", *t->p++) != NULL;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Decides what 15+10 is in, by the kind of play. */
static bool decide_bare(struct time_control *c, unsigned pace) {
    struct control_period *s = &c->stage[0];
    int64_t more = s->increment * 60, number = s->time;
    if (c->stages != 1 || pace == 0)
        return false;
    for (int64_t unit = 60; unit > 0; unit /= 60) { /* minutes, else seconds */
        int64_t whole = (number * unit + more) / MINUTE;
        s->time = number * unit;
        if (pace == MINUTES || (whole >= paces[pace - 1].from && whole <= paces[pace - 1].to))
            return true;
    }
    return false;
}

/* Puts the increment, which is said once, into the stages that have it. */
static bool spread(struct time_control *c, uint64_t first) {
    struct control_period *last = &c->stage[c->stages - 1];
    uint64_t before = 0;
    bool begun = first <= 1;
    for (uint32_t i = 0; i + 1 < c->stages; i++)
        if (c->stage[i].moves == 0)
            return false;
    if (first == 0 && c->stages > 1) {
        bool early = false;
        for (uint32_t i = 0; i + 1 < c->stages; i++)
            early |= c->stage[i].increment > 0;
        c->open = early ? last->increment == 0 : last->increment > 0 && c->stages > 2;
        if (early)
            return true;
    }
    for (uint32_t i = 0; i < c->stages; i++) {
        begun |= before + 1 == first;
        c->stage[i].increment = begun ? last->increment : 0;
        before += c->stage[i].moves;
    }
    return begun;
}

static size_t fold_control(xpgn_slice text, char out[CONTROL_LONGEST + FOLD_MOST]) {
    size_t size = 0, taken;
    const char *end = text.data + text.size;
    for (const char *p = text.data; p < end && size < CONTROL_LONGEST; p += taken) {
        p += *p == '\\' && p + 1 < end; /* 10\" in a tag */
        size += fold_character(p, end, out + size, &taken);
    }
    return size;
}

static bool read_words(xpgn_slice text, struct time_control *out) {
    char folded[CONTROL_LONGEST + FOLD_MOST];
    *out = (struct time_control){.stages = 0};
    struct control_text t = {.p = folded, .out = out};
    size_t size = fold_control(text, folded);
    t.end = folded + size;
    t.minutes = slice_contains((xpgn_slice){folded, size}, "sd") ||
                slice_contains((xpgn_slice){folded, size}, "g/");
    while (t.p < t.end)
        if (!read_part(&t))
            return false;
    if (t.any && !end_stage(&t))
        return false;
    return out->stages > 0 && !t.open && !t.doubt && (t.bare == 0 || decide_bare(out, t.pace)) &&
           spread(out, t.first);
}

bool control_read(xpgn_slice text, struct time_control *out) {
    char tight[CONTROL_LONGEST];
    xpgn_slice s = slice_trim(text, " \t");
    size_t size = 0;
    if (s.size == 0 || s.size > sizeof tight)
        return false;
    for (size_t i = 0; i < s.size; i++)
        if (!is_space(s.data[i]))
            tight[size++] = s.data[i];
    if (!control_plain_read(tight, tight + size, out))
        return read_words(s, out);
    return true;
}

bool control_meant(xpgn_slice value, char text[CONTROL_ROOM]) {
    struct time_control c;
    if (!control_read(value, &c) || c.plain || c.delay || c.open)
        return false;
    control_write(&c, text);
    return true;
}

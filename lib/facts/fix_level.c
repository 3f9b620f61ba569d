/* SPDX-License-Identifier: MIT */
/* How sure a fix is. */
#include "facts/fix_level.h"

#include <xpgn/play.h>
#include <xpgn/record.h>
#include <xpgn/sheets.h>

#include "core/base/slice.h"
#include "core/forms/blank.h"
#include "core/text/action_notation.h"
#include "core/text/lex.h"
#include "internal/text_out.h"
#include "xpgn_codes.h"

static bool is_one_of(const char *code, const char *const *list) {
    while (*list != NULL && strcmp(*list, code) != 0)
        list++;
    return *list != NULL;
}

/* True if a tag or a field of a position is in another form, and only one thing can be meant. */
static bool is_certain_form(const xpgn_finding *f) {
    static const char *const codes[] = {
        XPGN_CODE_QUOTE_OPEN,   XPGN_CODE_TAG_FORM,   XPGN_CODE_TAG_RESULT, XPGN_CODE_TIME_CONTROL,
        XPGN_CODE_ROLL_FORM,    XPGN_CODE_FEN_FIELDS, XPGN_CODE_FEN_BOARD,  XPGN_CODE_FEN_TURN,
        XPGN_CODE_FEN_CASTLING, XPGN_CODE_FEN_EP,     XPGN_CODE_FEN_CLOCK,  NULL};
    return f->level == XPGN_WARNING && is_one_of(f->code, codes);
}

/* Rolls in another form have all their fixes together. */
static bool is_roll_form(const xpgn_finding *f) {
    return f->together && strcmp(f->code, XPGN_CODE_ROLL_FORM) == 0;
}

bool fix_is_notation(const xpgn_finding *f) {
    static const char *const codes[] = {XPGN_CODE_FOREIGN,        XPGN_CODE_NUMBER,
                                        XPGN_CODE_NUMBER_MISSING, XPGN_CODE_NUMBER_WRONG,
                                        XPGN_CODE_CHECK_SIGN,     XPGN_CODE_CAPTURE_SIGN,
                                        XPGN_CODE_TAG_CASE,       XPGN_CODE_DATE,
                                        XPGN_CODE_NEEDLESS,       NULL};
    return is_one_of(f->code, codes) || is_certain_form(f) || is_roll_form(f);
}

/* "<5:2>" or "[%roll 5:2]" */
static bool read_roll(xpgn_slice s, xpgn_roll *roll) {
    static const char command[] = "[%roll ";
    size_t skip = s.size > 0 && s.data[0] == '<' ? 1 : 0;
    if (s.size >= sizeof command && memcmp(s.data, command, sizeof command - 1) == 0)
        skip = sizeof command - 1;
    return skip > 0 && s.size > skip + 1 &&
           xpgn_roll_read((xpgn_slice){s.data + skip, s.size - skip - 1}, roll);
}

static bool same_dice(const xpgn_roll *a, const xpgn_roll *b) {
    if (a->exchanges != b->exchanges)
        return false;
    for (unsigned x = 0; x < a->exchanges; x++)
        for (unsigned i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &a->exchange[x].side[i], *t = &b->exchange[x].side[i];
            if (s->dice_count != t->dice_count || memcmp(s->dice, t->dice, s->dice_count) != 0 ||
                s->cell_file != t->cell_file || s->cell_rank != t->cell_rank)
                return false;
        }
    return true;
}

static bool same_totals(const xpgn_roll *a, const xpgn_roll *b) {
    for (unsigned x = 0; x < a->exchanges; x++)
        for (unsigned i = 0; i < 2; i++) {
            const xpgn_roll_side *s = &a->exchange[x].side[i], *t = &b->exchange[x].side[i];
            if (s->dice_count > 0 && s->total_place.length > 0 && s->total != t->total)
                return false;
        }
    return true;
}

/* How many fields of a side are not what was recorded; what was left out contradicts nothing. A -
   where nobody has hit points is more than a wrong field: no roll could be read. */
static unsigned count_changes(const xpgn_roll_side *s, const xpgn_roll_side *t) {
    bool number = s->count_place.length > 0 && s->count != t->count;
    bool total = s->total_place.length > 0 && s->total != t->total;
    unsigned lost = s->lost < 0 ? 0 : t->lost < 0 ? 2 : s->lost != t->lost;
    return (unsigned)number + total + lost + (s->fate != t->fate);
}

/* True if each field that is wrong is of a side with dice: where there are none, it follows from
   the board alone, which may be what is wrong. */
static bool is_of_dice(const xpgn_roll *a, const xpgn_roll *b) {
    for (unsigned x = 0; x < a->exchanges; x++)
        for (unsigned i = 0; i < 2; i++)
            if (a->exchange[x].side[i].dice_count == 0 &&
                count_changes(&a->exchange[x].side[i], &b->exchange[x].side[i]) > 0)
                return false;
    return true;
}

/* True if no more than one field was wrong. Two that agree with each other say that the dice, or
   another figure, may be the slip. */
static bool is_one_field(const xpgn_roll *a, const xpgn_roll *b) {
    unsigned changes = 0;
    for (unsigned x = 0; x < a->exchanges; x++)
        for (unsigned i = 0; i < 2; i++)
            changes += count_changes(&a->exchange[x].side[i], &b->exchange[x].side[i]);
    return changes <= 1;
}

/* True if it is the roll with the same dice and the fields that follow from them. If a total does
   not follow, the die may be the slip: only a search can tell. */
static bool is_derived(xpgn_slice was, const xpgn_fix *is) {
    xpgn_roll before, after;
    return read_roll(was, &before) && read_roll(slice_of(is->text), &after) &&
           same_dice(&before, &after) && is_one_field(&before, &after) &&
           is_of_dice(&before, &after) && (is->tried || same_totals(&before, &after));
}

/* True if a figure of the roll says which dice a side had: what happened afterwards may not
   choose. */
static bool is_decided_side(const xpgn_roll_side *s, const xpgn_roll_side *t, bool fates) {
    bool same = s->dice_count == t->dice_count && memcmp(s->dice, t->dice, s->dice_count) == 0;
    bool total = s->total_place.length > 0, count = s->count_place.length > 0;
    bool moved = t->dice_count == 1 &&
                 ((total && s->total == t->dice[0]) || (count && s->count == t->dice[0]));
    return same || fates || moved || (total && s->total == t->total);
}

/* True unless a fix gives a roll dice that no other figure of it decides. */
static bool is_decided(xpgn_slice was, const char *is) {
    xpgn_roll a, b;
    if (!read_roll(was, &a) || !read_roll(slice_of(is), &b))
        return true;
    bool decided = a.exchanges == b.exchanges;
    for (unsigned x = 0; x < a.exchanges && decided; x++) {
        const xpgn_roll_side *s = a.exchange[x].side, *t = b.exchange[x].side;
        bool fates =
            (s[0].fate != 0 || s[1].fate != 0) && s[0].fate == t[0].fate && s[1].fate == t[1].fate;
        decided = is_decided_side(&s[0], &t[0], fates) && is_decided_side(&s[1], &t[1], fates);
    }
    return decided;
}

/* True if an action stands there as in another place. */
static bool is_same_entry(const xpgn_entry *a, const xpgn_entry *b) {
    return b->kind == XPGN_ENTRY_ACTION && b->depth == 0 && slice_equal(a->text, b->text) &&
           slice_equal(a->roll, b->roll) && slice_equal(a->turn_roll, b->turn_roll) &&
           slice_equal(a->freed, b->freed);
}

/* True if a part of the record consists of actions that stand again right before or behind it. */
static bool is_copy(xpgn_slice text, xpgn_place place) {
    xpgn_record *r = NULL;
    size_t count, from = 0, to, end = (size_t)place.offset + place.length;
    if (place.length == 0 || xpgn_record_new(&r, text) != XPGN_OK)
        return false;
    const xpgn_entry *e = xpgn_record_entries(r, &count);
    while (from < count && (size_t)e[from].place.offset + e[from].place.length <= place.offset)
        from++;
    for (to = from; to < count && e[to].place.offset < end;)
        to++;
    size_t size = to - from;
    bool before = size > 0 && from >= size, behind = size > 0 && count - to >= size;
    for (size_t i = from; i < to; i++) {
        bool plain = e[i].kind == XPGN_ENTRY_ACTION && e[i].depth == 0 && e[i].remark_count == 0;
        before = before && plain && is_same_entry(&e[i], &e[i - size]);
        behind = behind && plain && is_same_entry(&e[i], &e[i + size]);
    }
    xpgn_record_free(r);
    return before || behind;
}

/* The number of actions in a text; a freed prisoner (CC-10) belongs to the action before. */
static size_t count_actions(xpgn_slice text) {
    struct log log;
    struct lex lex;
    struct token t;
    struct notation n;
    bool escape = false;
    size_t count = 0;
    log_init_counting(&log);
    lex_begin(&lex, text, &log);
    for (lex_next(&lex, &t); t.kind != TOKEN_END; lex_next(&lex, &t)) {
        bool read = t.kind == TOKEN_WORD && notation_read(t.text, &n);
        count += t.kind == TOKEN_WORD && !(escape && read && n.kind == NOTATION_DROP);
        if (t.kind == TOKEN_WORD || t.kind == TOKEN_NUMBER)
            escape = read && n.kind == NOTATION_AT;
    }
    log_free_parts(&log);
    return count;
}

/* True if it invents half-moves, or deletes some that had dice. */
static bool is_unsupported(xpgn_slice was, const char *is) {
    size_t before = count_actions(was), after = count_actions(slice_of(is));
    bool rolled = was.size > 0 && memchr(was.data, '<', was.size) != NULL;
    return after > before || (rolled && strchr(is, '<') == NULL);
}

/* True if the place is in the value of a tag, which has no half-moves. */
static bool is_in_tag(xpgn_slice text, xpgn_place place) {
    size_t at = place.offset;
    while (at > 0 && text.data[at - 1] != '\n')
        at--;
    return place.length > 0 && text.data[at] == '[' && at < place.offset;
}

/* True if the record itself says that nobody wrote the half-move down. */
static bool is_missing(const xpgn_finding *f, xpgn_slice was) {
    return slice_is(was, "{[%missing]}") || strcmp(f->code, XPGN_CODE_MISSING) == 0;
}

/* True if a sign stands there, such as a dash, but no half-move: which it was is asked. */
static bool is_sign(xpgn_slice was) {
    enum blank_kind kind;
    return was.size > 0 && blank_read(was.data, was.data + was.size, &kind) == was.size;
}

/* True if another fix explains the record equally well. */
static bool is_tied(const xpgn_finding *f, uint32_t fix) {
    for (uint32_t i = 0; i < f->fix_count; i++)
        if (i != fix && f->fix[i].tie)
            return true;
    return false;
}

bool fix_is_probable(xpgn_slice text, const xpgn_finding *f, uint32_t fix) {
    static const double enough = 0.95;
    const xpgn_fix *x = &f->fix[fix];
    xpgn_slice was = {text.data + x->place.offset, x->place.length};
    return !f->together && x->tried && x->probability >= enough && !is_tied(f, fix) &&
           strstr(x->text, "[%missing]") == NULL && is_decided(was, x->text) &&
           !is_missing(f, was) && (x->text[0] != '\0' ? !is_sign(was) : is_copy(text, x->place));
}

static bool is_open_result(xpgn_slice was) {
    return slice_is(was, "*") || was.size == 0;
}

/* 1-0 and the like, after the end that the rules decided */
static bool is_result(const char *is) {
    uint8_t score[XPGN_MAX_SEATS];
    while (*is == ' ')
        is++;
    return xpgn_result_read(slice_of(is), 2, score) || xpgn_result_read(slice_of(is), 4, score);
}

/* True if it corrects spelling, not contents: a move number, for example, but not the dice of
   FirstRoll. */
static bool is_writing(const xpgn_finding *f, const xpgn_fix *x, xpgn_slice was) {
    static const char number[] = "0123456789. ";
    bool numbers = slice_has_only(slice_of(x->text), number) && slice_has_only(was, number);
    return fix_is_notation(f) && (!x->tried || numbers);
}

/* True if it takes away an x, + or #, or makes another of it. The board contradicts that mark, so
   that it may be the board that is wrong. */
static bool is_mark_lost(const xpgn_finding *f, xpgn_slice was, const char *is) {
    static const char *const codes[] = {XPGN_CODE_CHECK_SIGN, XPGN_CODE_CAPTURE_SIGN, NULL};
    bool lost = false;
    for (const char *mark = "x+#"; *mark != '\0'; mark++)
        lost |= memchr(was.data, *mark, was.size) != NULL && strchr(is, *mark) == NULL;
    return lost && is_one_of(f->code, codes);
}

xpgn_fix_level xpgn_fix_level_of(xpgn_slice text, const xpgn_finding *f, uint32_t fix) {
    if (fix >= f->fix_count)
        return XPGN_FIX_NEVER;
    const xpgn_fix *x = &f->fix[fix];
    bool there = x->place.offset <= text.size && x->place.length <= text.size - x->place.offset;
    if (!there)
        return XPGN_FIX_NEVER;
    xpgn_slice was = {text.data + x->place.offset, x->place.length};
    if (is_mark_lost(f, was, x->text))
        return XPGN_FIX_ASK;
    if (x->kind == XPGN_FIX_SIGN)
        return XPGN_FIX_CERTAIN;
    if (is_writing(f, x, was))
        return f->together || fix == 0 ? XPGN_FIX_CERTAIN : XPGN_FIX_ASK;
    if (is_result(x->text))
        return is_open_result(was) ? XPGN_FIX_CERTAIN : XPGN_FIX_ASK;
    bool copy = x->text[0] == '\0' && is_copy(text, x->place);
    if (is_missing(f, was))
        return XPGN_FIX_NEVER;
    if (f->level == XPGN_ERROR && !copy && !is_in_tag(text, x->place) &&
        is_unsupported(was, x->text))
        return XPGN_FIX_NEVER;
    if (fix == 0 && f->fix_count == 1 && is_derived(was, x))
        return XPGN_FIX_CERTAIN;
    return x->stands && fix_is_probable(text, f, fix) ? XPGN_FIX_LIKELY : XPGN_FIX_ASK;
}

/* SPDX-License-Identifier: MIT */
/* The commands of a session: everything that is no action and no die. */
#include "record/record.h"

#include <string.h>

/* Settles a changed record and frees what is left. */
static bool settle(record *r, sheet *next, reply *a) {
    bool good = record_settle(r, next, a);
    sheet_free(next);
    return good;
}

static void say(reply *a, const char *text) {
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_text(&a->text, text);
}

/* Dice have fallen that belong to no action yet. */
static bool has_fallen(const record *r) {
    return r->sheet.pending.size > 0;
}

/* ---- taking back ----------------------------------------------------------------------------- */

/* The last action of the main line. */
static size_t last_entry(const xpgn_record *text) {
    size_t i;
    const xpgn_entry *list = xpgn_record_entries(text, &i);
    while (i > 0 && (list[i - 1].kind != XPGN_ENTRY_ACTION || list[i - 1].depth > 0))
        i--;
    return i - 1;
}

/* The place after a part of an entry, with the > of a roll. */
static size_t end_of(const char *text, xpgn_slice part, size_t before) {
    size_t end = part.size > 0 ? (size_t)(part.data + part.size - text) : 0;
    end += end > 0 && text[end] == '>';
    return end > before ? end : before;
}

last_action record_find_last(record *r, xpgn_slice body) {
    size_t count;
    xpgn_record *entries = sheet_entries(r, body);
    const char *text = xpgn_record_text(entries).data;
    const xpgn_entry *e = xpgn_record_entries(entries, &count) + last_entry(entries);
    size_t word = (size_t)(e->text.data - text);
    last_action last = {.begin = e->place.offset, .word = word, .word_size = e->text.size};
    if (e->turn_roll.size > 0)
        last.turn_roll = (size_t)(e->turn_roll.data - text) - 1;
    last.end = end_of(text, e->freed, end_of(text, e->roll, word + e->text.size));
    xpgn_record_free(entries);
    return last;
}

bool record_has_dice(const xpgn_roll *roll) {
    const xpgn_exchange *x = &roll->exchange[0];
    return roll->exchanges > 0 && x->side[0].dice_count + x->side[1].dice_count > 0;
}

static bool has_dice(const xpgn_facts *f) {
    return f->turn_roll != 0 || record_has_dice(&f->roll);
}

/* Takes back the last turn after a half-move that is missing, or that half-move. */
static void cut_tail(record *r, sheet *next) {
    xpgn_record *tail = sheet_entries(r, slice_of(&next->tail));
    size_t count, at = 0;
    const xpgn_entry *list = xpgn_record_entries(tail, &count);
    for (size_t i = 0; i < count; i++)
        if (list[i].kind == XPGN_ENTRY_MISSING)
            at = sheet_comment_at(tail, i);
        else if (list[i].number.size > 0)
            at = list[i].place.offset;
    xpgn_record_free(tail);
    sheet_cut(&next->tail, at);
}

/* Takes the last action out, with all that stands after it but dice that were annulled. */
static void take_out(record *r, xpgn_buffer *body, bool annul) {
    xpgn_record *entries = sheet_entries(r, slice_of(body));
    xpgn_status status = XPGN_OK;
    size_t count, last = last_entry(entries);
    const xpgn_entry *list = xpgn_record_entries(entries, &count);
    for (size_t i = count; i-- > last + 1 && status == XPGN_OK;)
        if (list[i].kind == XPGN_ENTRY_REMARKS && list[i].depth == 0) {
            status = xpgn_record_remove(NULL, entries, i);
            list = xpgn_record_entries(entries, &count);
        }
    if (status == XPGN_OK)
        status = annul ? xpgn_record_annul(entries, last) : xpgn_record_remove(NULL, entries, last);
    if (status != XPGN_OK)
        cli_no_memory(r->c);
    xpgn_buffer_clear(body);
    xpgn_buffer_slice(body, xpgn_record_text(entries));
    sheet_cut(body, body->size);
    xpgn_record_free(entries);
}

static bool take_back_action(record *r, sheet *next, bool annul, reply *a) {
    const xpgn_facts *f = &r->now.last;
    if (r->now.actions == 0)
        return record_refuse(a, "UNDO", "there is nothing to take back");
    if (has_dice(f) && !annul)
        return record_refuse(a, "UNDO",
                             "dice have fallen for %s; annul takes it back and leaves them in "
                             "the record",
                             f->text);
    if (!has_dice(f) && annul)
        return record_refuse(a, "UNDO", "no dice have fallen for %s; undo takes it back", f->text);
    if (!seal_may_change_last(r, a))
        return false;
    take_out(r, &next->body, annul && !r->seal.on);
    if (annul && r->seal.on)
        seal_annul_last(r, next);
    return true;
}

void record_annul_pending(const record *r, sheet *next) {
    if (r->sheet.stands)
        return;
    sheet_add(&next->body, "{");
    const bool turn_roll =
        memchr(slice_of(&r->sheet.pending).data, ' ', r->sheet.pending.size) == NULL;
    sheet_put_fallen(&next->body, &r->sheet, turn_roll && seal_binds(r));
    xpgn_buffer_char(&next->body, '}');
}

/* What was rolled for an action that is not complete. */
static bool take_back_pending(record *r, sheet *next, bool annul, reply *a) {
    xpgn_slice pending = slice_of(&r->sheet.pending);
    if (sheet_ties(&r->sheet).size > 0)
        return record_refuse(a, "UNDO", "a tie stays in the record; first rolls again");
    if (!annul)
        return record_refuse(a, "UNDO", "the die has fallen: %.*s; annul leaves it in the record",
                             (int)pending.size, pending.data);
    if (r->sheet.stands)
        return record_refuse(a, "UNDO", "the die of the turn stands: a sealed roll came after it");
    record_annul_pending(r, next);
    return true;
}

/* Takes back the last thing that was entered: an announcement, the result, an action. */
static bool take_back(record *r, bool annul, reply *a) {
    bool resigned = record_is_over(r) && !r->now.over && !annul;
    if (seal_has_signed(r) && record_is_over(r))
        return record_refuse(a, "LINK", "this side has signed the end: it stays");
    if (seal_binds(r) && !resigned)
        return record_refuse_bound(r, a);
    if (r->entry.open && !r->entry.fallen && !annul) {
        entry_drop(&r->entry);
        seal_forget(r);
        say(a, "forgotten");
        return true;
    }
    sheet next;
    bool ended = r->sheet.ended && !has_fallen(r) && !annul;
    bool good = true;
    sheet_begin(r, &next);
    (void)snprintf(next.result, sizeof next.result, "*");
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_clear(&next.announced);
    next.stands = resigned && r->seal.standing[0] != '\0';
    if (next.stands)
        xpgn_buffer_text(&next.pending, r->seal.standing);
    next.ended = next.ended && has_fallen(r);
    if (!resigned && !ended && next.tail.size > 0)
        cut_tail(r, &next);
    else if (!resigned && !ended)
        good = has_fallen(r) ? take_back_pending(r, &next, annul, a)
                             : take_back_action(r, &next, annul, a);
    if (!good) {
        sheet_free(&next);
        return false;
    }
    good = settle(r, &next, a);
    if (good) {
        entry_drop(&r->entry);
        good = !r->seal.on || seal_take_up(r);
        say(a, annul ? "annulled" : "taken back");
        a->show = true;
    }
    return good;
}

static bool do_undo(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    return take_back(r, false, a);
}

static bool do_annul(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    return take_back(r, true, a);
}

/* ---- words ----------------------------------------------------------------------------------- */

static bool find_text(xpgn_slice s, const char *text) {
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= s.size; i++)
        if (memcmp(s.data + i, text, size) == 0)
            return true;
    return false;
}

/* Adds something after the last action. */
static bool remark(record *r, xpgn_slice text, const char *done, reply *a) {
    sheet next;
    sheet_grow(r, &next);
    sheet_add(next.tail.size > 0 ? &next.tail : &next.body, "{%.*s}", (int)text.size, text.data);
    bool good = settle(r, &next, a);
    if (good)
        say(a, done);
    return good;
}

static bool do_comment(record *r, xpgn_slice rest, reply *a) {
    if (rest.size == 0)
        return record_refuse(a, "LINE", "expected a comment after the word comment");
    if (find_text(rest, "}") || find_text(rest, "[%"))
        return record_refuse(a, "LINE", "found } or [%% in a comment, expected prose");
    return remark(r, rest, "noted", a);
}

static bool do_offer(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    if (record_is_over(r))
        return record_refuse(a, "OVER", "the game is over: %s", r->sheet.result);
    if (r->now.actions == 0)
        return record_refuse(a, "LINE", "nobody has acted yet who could offer a draw");
    const char *seat = xpgn_seat_name(xpgn_play_position(r->now.play), r->now.seat);
    char done[64];
    (void)snprintf(done, sizeof done, "%s offers a draw; draw accepts it", seat);
    return remark(r, (xpgn_slice){"(=)", 3}, done, a);
}

static bool do_tag(record *r, xpgn_slice rest, reply *a) {
    char name[256];
    xpgn_slice word = line_word(&rest);
    if (word.size >= sizeof name || !xpgn_is_tag_name(word))
        return record_refuse(a, "LINE", "expected a name and a value: tag White Adams, R.");
    (void)snprintf(name, sizeof name, "%.*s", (int)word.size, word.data);
    if (strcmp(name, "Result") == 0)
        return record_refuse(a, "LINE",
                             "the result follows from the game; see resign, draw and result");
    if (!seal_may_tag(r, name))
        return record_refuse(a, "LINK", "the game is sealed: %s stays as it is", name);
    sheet next;
    sheet_begin(r, &next);
    bool good = record_enter_tag(&next, name, rest, a);
    if (!good) {
        sheet_free(&next);
        return false;
    }
    good = settle(r, &next, a);
    if (good)
        say(a, "noted");
    return good;
}

/* ---- turns and dice -------------------------------------------------------------------------- */

/* A message of another party: its words are commands. */
static bool say_message(record *r, const char *word, xpgn_slice rest, reply *a) {
    xpgn_buffer line = {0};
    xpgn_buffer_printf(&line, "%s %.*s", word, (int)rest.size, rest.data);
    record_need(r, &line);
    bool good = record_message(r, slice_of(&line), a);
    xpgn_buffer_free(&line);
    return good;
}

static bool do_announce(record *r, xpgn_slice rest, reply *a) {
    return say_message(r, "announce", rest, a);
}

static bool do_answer(record *r, xpgn_slice rest, reply *a) {
    return say_message(r, "answer", rest, a);
}

static bool do_sign(record *r, xpgn_slice rest, reply *a) {
    return rest.size > 0 ? say_message(r, "sign", rest, a) : record_sign(r, rest, a);
}

static bool do_roll(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    if (seal_binds(r))
        return record_announced(r, "roll") ? record_announce_again(r, a)
                                           : record_refuse_bound(r, a);
    if (!record_rolls(r))
        return record_refuse(a, "DICE", "--roll was not given: enter the dice as they fall");
    if (record_is_over(r))
        return record_refuse(a, "OVER", "the game is over: %s", r->sheet.result);
    if (!record_may_roll(r, a))
        return false;
    entry_drop(&r->entry);
    return r->seal.on ? record_go_on(r, SEAL_TURN, a) : record_turn_roll(r, record_die(r), a);
}

static bool do_end(record *r, xpgn_slice rest, reply *a) {
    sheet next;
    if (rest.size > 0 && r->seal.on)
        return say_message(r, "end", rest, a);
    if (rest.size > 0)
        return record_refuse(a, "LINE", "found '%.*s', expected nothing after end", (int)rest.size,
                             rest.data);
    bool begun = r->now.open;
    if (seal_binds(r))
        return record_refuse_bound(r, a);
    if (record_is_over(r) || r->entry.fallen || r->sheet.tail.size > 0 ||
        !xpgn_play_may_end(r->now.play))
        return record_refuse(a, "TURN", "the turn cannot end here");
    if (!begun) {
        entry_line l = {.word = {"--", 2}};
        record_entry(r, &l, a);
        return a->kind != REPLY_ERROR;
    }
    entry_drop(&r->entry);
    sheet_grow(r, &next);
    next.ended = true;
    bool good = settle(r, &next, a);
    if (good)
        say(a, "the turn has ended");
    a->show = good;
    return good;
}

/* Sets the rolls for who begins, and says who does. */
static bool set_first(record *r, xpgn_slice rolls, reply *a) {
    sheet next;
    sheet_begin(r, &next);
    record_set_tag(&next, "FirstRoll", rolls);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_clear(&next.announced);
    if (!settle(r, &next, a))
        return false;
    xpgn_slice tag = record_tag(&r->sheet, "FirstRoll");
    xpgn_buffer_clear(&a->text);
    a->kind = REPLY_OK;
    xpgn_buffer_printf(&a->text, "%.*s ", (int)tag.size, tag.data);
    record_put_number(r, &a->text);
    a->show = true;
    return true;
}

bool record_enter_first(record *r, xpgn_slice dice, reply *a) {
    xpgn_buffer spelled = {0};
    bool clear = record_spell_first(&spelled, dice, xpgn_play_faces(r->now.play));
    record_need(r, &spelled);
    bool good = set_first(r, clear ? slice_of(&spelled) : dice, a);
    xpgn_buffer_free(&spelled);
    return good;
}

/* A tie, and those before it, which is a sealed roll of its own. */
static bool keep_ties(record *r, const xpgn_buffer *rolls, reply *a) {
    sheet next;
    sheet_begin(r, &next);
    xpgn_buffer_clear(&next.pending);
    xpgn_buffer_printf(&next.pending, "first %.*s", (int)rolls->size, rolls->data);
    xpgn_buffer_clear(&next.turn);
    xpgn_buffer_text(&next.turn, "first ");
    return settle(r, &next, a);
}

/* The next roll for who begins, if its links are known. */
static bool roll_after_tie(record *r, reply *a, bool *wait) {
    *wait = r->seal.on && !seal_ready(r, SEAL_FIRST, a);
    if (*wait && a->kind == REPLY_ERROR) { /* the tie has been recorded nevertheless */
        a->kind = REPLY_OK;
        say(a, "a tie; first rolls again");
    }
    return true;
}

/* One roll of both sides; after a tie the next one. */
bool record_first(record *r, reply *a) {
    xpgn_buffer rolls = {0};
    bool good = true, wait = false;
    xpgn_buffer_slice(&rolls, sheet_ties(&r->sheet));
    for (bool tie = true; good && tie && !wait;) {
        unsigned white = record_die(r), black = record_die(r);
        sheet_add(&rolls, "%u:%u", white, black);
        record_need(r, &rolls);
        tie = white == black;
        if (!tie)
            good = set_first(r, slice_of(&rolls), a);
        else if (r->seal.on)
            good = keep_ties(r, &rolls, a) && roll_after_tie(r, a, &wait);
    }
    xpgn_buffer_free(&rolls);
    return good;
}

/* Does the game begin as the rules have it? A position that is given may say so, too. */
static bool is_own_start(const record *r) {
    const xpgn_ruleset *rs = xpgn_play_ruleset(r->now.play);
    xpgn_position own, here = *xpgn_play_position(r->now.play);
    xpgn_buffer text[2] = {{0}, {0}};
    if (!xpgn_ruleset_start(rs, &own))
        return false;
    here.side_to_move = own.side_to_move;
    xpgn_position_write(&text[0], rs, &own);
    xpgn_position_write(&text[1], rs, &here);
    record_need(r, &text[0]);
    record_need(r, &text[1]);
    bool same =
        text[0].size == text[1].size && memcmp(text[0].data, text[1].data, text[0].size) == 0;
    xpgn_buffer_free(&text[0]);
    xpgn_buffer_free(&text[1]);
    return same;
}

/* In another position the roll would not be among those that the links decide. */
static bool first_by_links(record *r, reply *a) {
    if (!is_own_start(r))
        return record_refuse(a, "DICE", "in this position nobody rolls for who begins");
    return record_go_on(r, SEAL_FIRST, a);
}

bool record_first_is_due(const record *r) {
    return r->sheet.result[0] == '*' && r->now.actions == 0 && r->sheet.tail.size == 0 &&
           (r->sheet.pending.size == 0 || sheet_ties(&r->sheet).size > 0) && !r->entry.open &&
           !seal_binds(r) && record_tag(&r->sheet, "FirstRoll").data == NULL &&
           record_tag(&r->sheet, "XFEN").data == NULL &&
           record_tag(&r->sheet, "FEN").data == NULL &&
           xpgn_ruleset_rolls_off(xpgn_play_ruleset(r->now.play));
}

/* CC-2: who begins. */
static bool do_first(record *r, xpgn_slice rest, reply *a) {
    bool ties = sheet_ties(&r->sheet).size > 0;
    if (seal_binds(r) && record_announced(r, "first"))
        return record_announce_again(r, a);
    if (r->now.actions > 0 || (has_fallen(r) && !ties) || seal_binds(r) ||
        (r->seal.on && r->seal.at.rolls > 0 && !ties) ||
        (record_rolls(r) && record_tag(&r->sheet, "FirstRoll").data != NULL))
        return record_refuse(a, "DICE", "it has been rolled who begins");
    if (xpgn_play_faces(r->now.play) == 0)
        return record_refuse(a, "DICE", "this game has no dice");
    if (!xpgn_ruleset_rolls_off(xpgn_play_ruleset(r->now.play)))
        return record_refuse(a, "DICE", "in this game nobody rolls for who begins");
    if (!record_rolls(r))
        return record_enter_first(r, rest, a);
    if (rest.size > 0)
        return record_refuse(a, "DICE", "found dice, expected none: they are rolled here");
    return r->seal.on ? first_by_links(r, a) : record_first(r, a);
}

/* ---- what nobody wrote down ------------------------------------------------------------------ */

static bool do_missing(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    if (record_is_over(r))
        return record_refuse(a, "OVER", "the game is over: %s", r->sheet.result);
    if (r->seal.on)
        return record_refuse(a, "LINK",
                             "of sealed dice every roll is known: nothing can be missing");
    if (has_fallen(r))
        return record_refuse(a, "DICE", "dice have fallen for an action; it comes first");
    sheet next;
    entry_drop(&r->entry);
    sheet_begin(r, &next);
    next.ended = false;
    sheet_add(&next.tail, "{[%%missing]}");
    bool good = settle(r, &next, a);
    if (good)
        say(a, "missing: what follows is not checked until fill gives it");
    return good;
}

/* Gives the first half-move that is missing: puts it into `next`, before what follows it. */
static void put_filled(record *r, const entry_line *l, sheet *next) {
    static const char mark[] = "{[%missing]}";
    xpgn_slice tail = slice_of(&r->sheet.tail);
    size_t from = sizeof mark - 1, to = from;
    while (to < tail.size &&
           (to + sizeof mark - 1 > tail.size || memcmp(tail.data + to, mark, sizeof mark - 1) != 0))
        to++;
    sheet_begin(r, next);
    xpgn_buffer_clear(&next->tail);
    xpgn_buffer text = {0};
    record_put_number(r, &text);
    entry_line_put(&text, l);
    sheet_add(&next->body, "%.*s", (int)text.size, slice_of(&text).data);
    xpgn_buffer_put(&next->body, r->sheet.tail.data + from, to - from);
    record_need(r, &text);
    xpgn_buffer_free(&text);
    xpgn_buffer_put(&next->tail, tail.data + to, tail.size - to);
}

/* Its dice as a record has them: where the half-move stands it is known how many are due. */
static void spell_filled(const record *r, entry_line *l) {
    entry e = {.play = r->now.play};
    reply unread = {.text = {0}};
    if (l->after.size > 0 && xpgn_play_read(e.play, l->word, &e.action) == XPGN_OK &&
        xpgn_play_prepare(e.play, &e.action, &e.facts) == XPGN_OK &&
        record_take_dice(r, &e, slice_of(&l->after), &unread) && e.typed.size == 0) {
        xpgn_buffer_clear(&l->after);
        xpgn_roll_write(&l->after, &e.roll);
        record_need(r, &l->after);
    }
    xpgn_buffer_free(&e.typed);
    xpgn_buffer_free(&unread.text);
}

/* What stands after it is checked now. */
static bool fill(record *r, entry_line *l, reply *a) {
    if (l->wrong[0] != '\0')
        return record_refuse(a, "LINE", "%s", l->wrong);
    if (l->word.size == 0 || record_is_result(r, l->word))
        return record_refuse(a, "FILL", "expected the half-move: fill exd5 <5:2>");
    if (!record_may_write(r, l, a) || !record_number_fits(r, l, a))
        return false;
    sheet next;
    spell_filled(r, l);
    put_filled(r, l, &next);
    uint32_t before = r->now.actions;
    bool good = settle(r, &next, a);
    if (!good)
        return false;
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_printf(&a->text, "filled; %u more half-moves are checked",
                       (unsigned)(r->now.actions - before - 1));
    a->show = true;
    return true;
}

static bool do_fill(record *r, xpgn_slice rest, reply *a) {
    if (r->sheet.tail.size == 0)
        return record_refuse(a, "FILL", "no half-move is missing");
    entry_line l;
    entry_line_read(&l, rest);
    record_need_line(r, &l);
    bool good = fill(r, &l, a);
    entry_line_free(&l);
    return good;
}

/* An action that broke a rule, and stood. */
static bool do_stood(record *r, xpgn_slice rest, reply *a) {
    xpgn_buffer line = {0};
    xpgn_buffer_slice(&line, rest.size > 0 ? rest : slice_of(&r->refused));
    if (line.size == 0)
        return record_refuse(a, "LINE", "expected an action: stood Ng1f4");
    xpgn_buffer_text(&line, " {[%illegal stood]}");
    record_need(r, &line);
    entry_line l;
    entry_line_read(&l, slice_of(&line));
    record_need_line(r, &l);
    if (l.wrong[0] != '\0')
        record_refuse(a, "LINE", "%s", l.wrong);
    else if (record_is_result(r, l.word))
        record_refuse(a, "LINE", "found a result, expected an action: stood Ng1f4");
    else
        record_entry(r, &l, a);
    entry_line_free(&l);
    xpgn_buffer_free(&line);
    return a->kind != REPLY_ERROR;
}

/* ---- asking ---------------------------------------------------------------------------------- */

static bool do_show(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    xpgn_buffer_clear(&a->text);
    xpgn_position_write(&a->text, xpgn_play_ruleset(r->now.play), xpgn_play_position(r->now.play));
    a->show = true;
    return true;
}

/* May the die of the turn be rolled now? */
static bool may_roll_turn(const record *r) {
    return !record_is_over(r) && r->sheet.tail.size == 0 && r->sheet.pending.size == 0 &&
           !r->entry.open && xpgn_play_turn_roll(r->now.play) != XPGN_TURN_ROLL_NONE;
}

static bool do_actions(record *r, xpgn_slice rest, reply *a) {
    xpgn_action list[1024];
    size_t n = record_is_over(r) || r->sheet.tail.size > 0 ? 0 : record_list(r, list, 1024);
    (void)rest;
    xpgn_buffer_clear(&a->text);
    if (record_first_is_due(r))
        sheet_add(&a->text, "first");
    if (record_rolls(r) && may_roll_turn(r))
        sheet_add(&a->text, "roll");
    for (size_t i = 0; i < n && i < 1024; i++) {
        char name[24];
        record_action_name(r, &list[i], name);
        sheet_add(&a->text, "%s", name);
    }
    return true;
}

/* Of an action, or of the one that is announced. */
static bool do_odds(record *r, xpgn_slice rest, reply *a) {
    entry e = {.play = r->entry.open ? r->entry.play : r->now.play};
    bool known = r->entry.open && rest.size == 0;
    if (known)
        e.action = r->entry.action;
    else if (xpgn_play_read(e.play, rest, &e.action) != XPGN_OK)
        return record_refuse(a, "ODDS", "found '%.*s', expected an action that is legal now",
                             (int)rest.size, rest.data);
    xpgn_buffer_clear(&a->text);
    if (xpgn_play_prepare(e.play, &e.action, &e.facts) != XPGN_OK || !e.facts.combat)
        return record_refuse(a, "ODDS", "this action is no combat");
    record_put_odds(&e, &a->text);
    return true;
}

static bool do_quit(record *r, xpgn_slice rest, reply *a) {
    (void)rest;
    (void)r;
    a->kind = REPLY_BYE;
    return true;
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool do_help(record *r, xpgn_slice rest, reply *a);

static const record_word words[] = {
    {"actions", "", "list what is legal now", do_actions},
    {"announce", "MESSAGE", "of the party that acts (--sealed)", do_announce},
    {"answer", "MESSAGE", "of another party (--sealed)", do_answer},
    {"annul", "", "take back an action; its dice stay in the record", do_annul},
    {"comment", "TEXT", "write something after the last action", do_comment},
    {"correct", "[ACTION] [DICE]", "the last action or its dice were typed wrong", record_correct},
    {"draw", "", "the players have agreed to a draw", record_draw},
    {"draw?", "", "the player offers a draw", do_offer},
    {"end", "[MESSAGE]", "the player ends the turn; a message: a party leaves", do_end},
    {"fill", "ACTION", "the half-move that was missing", do_fill},
    {"first", "DICE", "the roll for who begins, White then Black", do_first},
    {"fix", "[NUMBER]", "what the line just refused may have meant; or enter it so", record_fix},
    {"help", "", "this list", do_help},
    {"messages", "", "own messages once more, and what is awaited (--sealed)", record_messages},
    {"missing", "", "nobody wrote down this half-move", do_missing},
    {"odds", "ACTION", "the chances of a combat", do_odds},
    {"quit", "", "leave; the same command takes the game up again", do_quit},
    {"resign", "[SEAT]", "the player to move resigns, or the one that is named", record_resign},
    {"result", "RESULT", "the game has ended: 1-0", record_result},
    {"roll", "", "roll the die of the turn (--roll, --sealed)", do_roll},
    {"show", "", "the position", do_show},
    {"sign", "[MESSAGE]", "sign the end, or the signature of another party (--sealed)", do_sign},
    {"stood", "[ACTION]", "an illegal action that stood; alone: the one just refused", do_stood},
    {"tag", "NAME VALUE", "set a tag", do_tag},
    {"undo", "", "take back the last entry", do_undo},
    {NULL, NULL, NULL, NULL}};

const record_word *record_words(void) {
    return words;
}

static bool do_help(record *r, xpgn_slice rest, reply *a) {
    (void)r;
    (void)rest;
    xpgn_buffer_clear(&a->text);
    xpgn_buffer_text(&a->text, "ACTION [DICE]");
    for (const record_word *w = words; w->name != NULL; w++)
        xpgn_buffer_printf(&a->text, ", %s%s%s", w->name, *w->argument != '\0' ? " " : "",
                           w->argument);
    a->help = true;
    return true;
}

/* What is announced stays and is played first, also if a result stands after it. */
static bool is_bound(const record *r, const record_word *w) {
    static const char *const changes[] = {"annul", "correct", "fill", "missing", "stood"};
    bool bound = seal_binds(r) || r->sheet.announced.size > 0, is = false;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        is |= strcmp(w->name, changes[i]) == 0;
    return bound && is;
}

bool record_command(record *r, xpgn_slice word, xpgn_slice rest, reply *a) {
    for (const record_word *w = words; w->name != NULL; w++)
        if (slice_is(word, w->name)) {
            if (is_bound(r, w))
                record_refuse_bound(r, a);
            else if (rest.size > 0 && w->argument[0] == '\0')
                record_refuse(a, "LINE", "found '%.*s', expected nothing after %s", (int)rest.size,
                              rest.data, w->name);
            else
                (void)w->run(r, rest, a);
            return true;
        }
    return false;
}

/* SPDX-License-Identifier: MIT */
/* The terminal: a prompt with history and completion, the board, and replies for people. */
#include "frame/temp_files.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "record/line_editor.h"
#include "record/record_tool.h"

#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <xpgn/play.h>
#include <xpgn/rulesets.h>
#include <xpgn/write.h>
#include <xpgn_codes.h>

enum { TALL = 45 };

void line_editor_print(const record *r, xpgn_buffer *b) {
    cli_flush(r->c, CLI_OUT, b);
    cli_flush_out(r->c);
    xpgn_buffer_free(b);
}

/* ---- the prompt ------------------------------------------------------------------------------ */

/* Appends the side to move: "White". */
static void put_player_line(xpgn_buffer *b, const record *r) {
    const xpgn_position *p = xpgn_play_position(record_state(r)->play);
    xpgn_buffer_text(b, xpgn_seat_tag(p->seats, p->side_to_move));
}

static void put_prompt(xpgn_buffer *b, const line_editor *d) {
    const recorder_state *s = record_state(d->r);
    xpgn_buffer_text(b, record_is_over(d->r) ? s->result : s->turn);
    if (record_is_over(d->r) || s->missing)
        return;
    xpgn_buffer_char(b, ' ');
    put_player_line(b, d->r);
}

/* Appends the dice that say who may act, as far as they are not spent; false if there are none. */
static bool put_dice_left(xpgn_buffer *b, const record *r) {
    const xpgn_turn_dice dice = recorder_dice_left(record_state(r));
    if (dice.count > 0)
        xpgn_buffer_printf(b, ", %s %s", dice.count > 1 ? "dice" : "die",
                           xpgn_turn_dice_text(&dice).text);
    return dice.count > 0;
}

/* Appends the turn roll that may or must be made. */
static void put_turn_roll(xpgn_buffer *b, const record *r) {
    const xpgn_play *play = record_state(r)->play;
    const size_t due = xpgn_play_turn_dice(play);
    if (due == 0)
        return;
    if (record_rolls(r))
        xpgn_buffer_text(b, ", roll");
    else if (due > 1)
        xpgn_buffer_printf(b, ", %zu dice", due);
    else
        xpgn_buffer_text(b, ", die");
    if (xpgn_play_turn_roll(play) == XPGN_TURN_ROLL_MAY)
        xpgn_buffer_text(b, " or action");
}

/* Appends what is to be entered if it is not just an action. */
static void put_expected(xpgn_buffer *b, const record *r) {
    const recorder_state *s = record_state(r);
    if (record_is_over(r) || s->missing)
        return;
    if (s->announced != NULL)
        xpgn_buffer_text(b, s->cells + s->choices > 0 ? ", choose" : ", dice");
    else if (s->first)
        xpgn_buffer_text(b, record_rolls(r) ? ", first" : ", first DICE");
    else if (put_dice_left(b, r))
        return;
    else if (s->open)
        xpgn_buffer_text(b, s->pending.size > 0 ? "" : ", continue or end");
    else if (s->goes_on)
        xpgn_buffer_text(b, record_rolls(r) ? ", roll or action" : ", dice or action");
    else
        put_turn_roll(b, r);
}

/* Appends whose answers or signatures are awaited with sealed dice; false if nobody's. */
static bool put_awaited(xpgn_buffer *b, const record *r) {
    const bool over = record_is_over(r);
    const size_t before = b->size;
    if (!r->seal.on || (!over && !seal_binds(r)))
        return false;
    xpgn_buffer_text(b, over ? ", signature of " : ", answer of ");
    const size_t named = b->size;
    recorder_sealed_awaited(b, &r->seal.at.now, over);
    b->size = b->size > named ? b->size : before;
    return b->size > before;
}

static void set_prompt(line_editor *d) {
    xpgn_buffer b = {0};
    put_prompt(&b, d);
    if (!put_awaited(&b, d->r))
        put_expected(&b, d->r);
    record_need(d->r, &b);
    (void)snprintf(d->prompt, sizeof d->prompt, "%.*s> ", (int)b.size, cli_held(&b).data);
    xpgn_buffer_free(&b);
}

static void open_prompt(line_editor *d) {
    if (!line_editor_open(d))
        cli_die(d->r->c, "the terminal cannot be used");
}

/* ---- replies --------------------------------------------------------------------------------- */

/* Writes the name of a turn, with a NUL at its end: "12...". */
static void name_turn(const record *r, xpgn_buffer *b, unsigned seats, uint32_t number,
                      unsigned seat) {
    xpgn_turn_write(b, seats, number, seat);
    xpgn_buffer_char(b, '\0');
    record_need(r, b);
}

static unsigned rows(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

static void put_record_board(xpgn_buffer *b, const record *r) {
    const recorder_state *s = record_state(r);
    const xpgn_action *last = s->last != NULL ? &s->last->action : NULL;
    bool marked = last != NULL && last->kind != XPGN_PASS;
    xpgn_square mark[2] = {marked ? last->from : 0, marked ? last->to : 0};
    xpgn_diagram_options how = {
        XPGN_DIAGRAM_OPTIONS, .style = rows() >= TALL ? XPGN_DIAGRAM_PLAIN : XPGN_DIAGRAM_COMPACT,
        .marks = mark,        .mark_count = marked ? 2 : 0,
        .no_turn = true,      .color = r->c->sink[CLI_OUT].color};
    xpgn_buffer_char(b, '\n');
    if (s->missing)
        xpgn_buffer_text(b, "the board before the missing half-move:\n");
    xpgn_diagram_write(b, xpgn_play_ruleset(s->play), xpgn_play_position(s->play), &how);
    xpgn_buffer_char(b, '\n');
}

/* Appends who fights, who supports whom, and the odds, with which the reply ends. */
static void put_combat_dice(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    const recorder_state *s = record_state(r);
    xpgn_buffer number = {0};
    xpgn_facts facts = *s->facts;
    const xpgn_position *p = xpgn_play_position(s->announced);
    size_t odds = a->text.size;
    while (odds > 0 && a->text.data[odds - 1] != ';')
        odds--;
    (void)snprintf(facts.text, sizeof facts.text, "%s", s->action);
    name_turn(r, &number, p->seats, p->number, p->side_to_move);
    xpgn_buffer_char(b, '\n');
    xpgn_combat_write(b, xpgn_play_ruleset(s->announced), p, &facts, number.data);
    xpgn_buffer_printf(b, "  odds     %.*s\n\n", (int)(a->text.size - odds), a->text.data + odds);
    xpgn_buffer_free(&number);
}

static void put_dice_due(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_slice rest = cli_held(&a->text), dice = record_word(&rest);
    const char *colon = memchr(dice.data, ':', dice.size);
    const xpgn_facts *facts = record_state(r)->facts;
    if (!r->o->no_advice && facts != NULL && facts->combat)
        put_combat_dice(b, r, a);
    if (colon == NULL)
        xpgn_buffer_printf(b, "roll %.*s: enter the result\n", (int)dice.size, dice.data);
    else
        xpgn_buffer_printf(
            b, "roll %.*s for the attacker and %.*s for the defender: enter them as %s\n",
            (int)(colon - dice.data), dice.data, (int)(dice.data + dice.size - colon - 1),
            colon + 1, cli_equal(dice, cli_slice("1:1")) ? "5:2" : "6,3:4");
}

static void put_choices(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_slice rest = cli_held(&a->text), dice = record_word(&rest);
    if (record_state(r)->announced == NULL) {
        xpgn_buffer_printf(b, "%s %.*s: enter the action; actions lists legal ones\n",
                           memchr(dice.data, ',', dice.size) != NULL ? "the dice show"
                                                                     : "the die shows",
                           (int)dice.size, dice.data);
        return;
    }
    if (record_state(r)->cells > 0)
        xpgn_buffer_printf(b, "the dice show %.*s: where is the prisoner held?%s%.*s\n",
                           (int)dice.size, dice.data, rest.size > 0 ? " " : "", (int)rest.size,
                           rest.data);
    else
        xpgn_buffer_printf(b, "the dice show %.*s; choose one of: %.*s\n", (int)dice.size,
                           dice.data, (int)rest.size, rest.data);
}

static void put_help(xpgn_buffer *b) {
    xpgn_buffer_text(b, "an action as it is recorded, then its dice:\n"
                        "  e4   exd5   exd5 5:2   Nf3 {a comment}   Nf3 1:29:30\n"
                        "or one of these commands:\n");
    record_put_words(b);
}

/* Appends the result of an action's dice. */
static void put_report_lines(xpgn_buffer *b, const record *r) {
    xpgn_buffer number = {0};
    const recorder_state *s = record_state(r);
    name_turn(r, &number, s->before->seats, s->number, s->seat);
    if (s->last->roll.exchanges > 0 || s->last->action.kind == XPGN_PASS)
        xpgn_report_write(b, xpgn_play_ruleset(s->play), s->before, s->last, number.data,
                          XPGN_REPORT_LINES);
    xpgn_buffer_free(&number);
}

static void put_taken(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_buffer_printf(b, "recorded: %.*s\n", (int)a->text.size, cli_held(&a->text).data);
    if (a->acted)
        put_report_lines(b, r);
    if (a->kind == XPGN_REPLY_END)
        xpgn_buffer_text(b, "The game is over. Ctrl-D leaves.\n");
}

/* Appends whose answer to which roll is awaited. */
static void put_await(xpgn_buffer *b, const record *r) {
    const xpgn_sealing *s = &r->seal.at.now;
    xpgn_buffer_printf(b, "roll %u, %s, is announced; waiting for the answer of ",
                       (unsigned)s->rolls + 1, s->what);
    recorder_sealed_awaited(b, s, false);
    xpgn_buffer_char(b, '\n');
}

static void put_reply(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_slice text = cli_held(&a->text);
    switch (a->kind) {
    case XPGN_REPLY_OK:
    case XPGN_REPLY_OPEN:
    case XPGN_REPLY_END:
        if (a->help)
            put_help(b);
        else if (a->acted || a->kind == XPGN_REPLY_END)
            put_taken(b, r, a);
        else
            xpgn_buffer_printf(b, "%.*s\n", (int)text.size, text.data);
        break;
    case XPGN_REPLY_DICE:
        put_dice_due(b, r, a);
        break;
    case XPGN_REPLY_AWAIT:
        put_await(b, r);
        break;
    case XPGN_REPLY_CHOOSE:
        put_choices(b, r, a);
        break;
    case XPGN_REPLY_ERROR:
        xpgn_buffer_printf(b, "not accepted: %.*s", (int)text.size, text.data);
        if (strchr(a->code, '-') != NULL) /* the code of a finding or a rule */
            xpgn_buffer_printf(b, " [%s]", a->code);
        xpgn_buffer_char(b, '\n');
        break;
    case XPGN_REPLY_BYE:
        break;
    }
    if (a->show && a->kind != XPGN_REPLY_ERROR)
        put_record_board(b, r);
}

/* Appends this side's messages to the others. */
static void put_sent(xpgn_buffer *b, record *r) {
    xpgn_buffer *sent = &r->seal.at.out;
    if (sent->size > 0)
        xpgn_buffer_printf(b, "send to the others:\n%.*s", (int)sent->size, sent->data);
    xpgn_buffer_clear(sent);
}

static void show_reply(record *r, const xpgn_reply *a) {
    xpgn_buffer b = {0};
    put_sent(&b, r);
    put_reply(&b, r, a);
    if (r->copy.trouble[0] != '\0')
        xpgn_buffer_printf(&b, "the copy could not be written: %s\n", r->copy.trouble);
    line_editor_print(r, &b);
}

/* Shows what a line that the rules refused may have meant. */
static void offer_fixes(record *r, const xpgn_reply *a) {
    xpgn_reply fixes = {XPGN_REPLY};
    xpgn_buffer b = {0};
    if (a->kind == XPGN_REPLY_ERROR && strchr(a->code, '-') != NULL && record_state(r)->refused &&
        record_hear(r, recorder_line(r->recorder, cli_slice("fix")), &fixes)) {
        xpgn_buffer_printf(&b, "fix NUMBER enters: %.*s\n", (int)fixes.text.size, fixes.text.data);
        line_editor_print(r, &b);
    }
    xpgn_buffer_free(&fixes.text);
}

/* ---- the session ----------------------------------------------------------------------------- */

static void take_typed_line(line_editor *d, xpgn_slice line, xpgn_reply *a) {
    xpgn_buffer copy = {0};
    xpgn_buffer_slice(&copy, line);
    xpgn_buffer_char(&copy, '\0');
    if (copy.failed)
        cli_no_memory(d->r->c);
    line_editor_remember(d, copy.data);
    record_line(d->r, (xpgn_slice){copy.data, copy.size - 1}, a);
    xpgn_buffer_free(&copy);
}

static void greet(record *r) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b, "%s: %u actions recorded. %s, Ctrl-D leaves.\n",
                       r->o->common.files.item[0], (unsigned)record_state(r)->actions,
                       line_editor_hint());
    put_record_board(&b, r);
    if (r->seal.on) {
        xpgn_buffer_text(&b, "The dice are sealed. All parties see the same game here:\n  ");
        chain_link_write(&b, &r->seal.at.game);
        xpgn_buffer_char(&b, '\n');
    }
    put_sent(&b, r);
    if (seal_binds(r))
        put_await(&b, r);
    line_editor_print(r, &b);
}

/* ---- interrupts ------------------------------------------------------------------------------ */

static const char saved[] = "\nall is saved; run the same command to continue\n";

static volatile sig_atomic_t is_saved = 1;

/* libedit has restored the terminal before this is called. */
static void leave_terminal(int number) {
    if (is_saved)
        (void)!write(STDOUT_FILENO, saved, sizeof saved - 1);
    temp_file_remove();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* If the parent ignores the signal, it stays ignored. */
static void guard_interrupt(void) {
    struct sigaction act = {.sa_handler = leave_terminal}, old;
    sigemptyset(&act.sa_mask);
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        (void)sigaction(SIGINT, &act, NULL);
}

int record_terminal(record *r) {
    line_editor d = {.r = r};
    xpgn_reply a = {XPGN_REPLY};
    xpgn_slice line;
    open_prompt(&d);
    guard_interrupt();
    greet(r);
    for (set_prompt(&d); a.kind != XPGN_REPLY_BYE && line_editor_read(&d, &line); set_prompt(&d)) {
        if (cli_trim(line).size == 0)
            continue;
        take_typed_line(&d, line, &a);
        is_saved = !r->file.changed;
        show_reply(r, &a);
        offer_fixes(r, &a);
    }
    line_editor_close(&d);
    xpgn_buffer_free(&a.text);
    return CLI_GOOD;
}

/* ---- tags ------------------------------------------------------------------------------------ */

/* Asks for one tag until its value is accepted; an empty answer keeps the old value. A refused
   value is not offered again: then an empty answer removes the tag. */
static bool ask_tag(line_editor *d, const char *name, bool refused) {
    xpgn_slice value = recorder_tag(d->r->recorder, name), line;
    xpgn_reply a = {XPGN_REPLY};
    bool left = false, good = false;
    if (value.size > 0 && !refused)
        (void)snprintf(d->prompt, sizeof d->prompt, "%s [%.*s]: ", name, (int)value.size,
                       value.data);
    else
        (void)snprintf(d->prompt, sizeof d->prompt, "%s: ", name);
    while (!good && !left) {
        left = !line_editor_read(d, &line);
        good = !left && ((line.size == 0 && !refused) || record_set_tag(d->r, name, line, &a));
        if (!left && !good)
            show_reply(d->r, &a);
    }
    xpgn_buffer_free(&a.text);
    return good;
}

static void list_rulesets(const record *r) {
    xpgn_buffer b = {0};
    const char *id;
    xpgn_buffer_text(&b, "Variants:");
    for (size_t i = 0; (id = xpgn_catalog_id(r->catalog, i)) != NULL; i++)
        xpgn_buffer_printf(&b, " %s", id);
    xpgn_buffer_char(&b, '\n');
    line_editor_print(r, &b);
}

/* Asks for one of the tags that have an option; false if the user has left. */
static bool ask_listed(line_editor *d, size_t i) {
    const char *name = record_tag_names[i];
    bool four = strcmp(name, "Red") == 0 || strcmp(name, "Green") == 0;
    bool known = recorder_tag(d->r->recorder, name).size > 0 && strcmp(name, "Date") != 0;
    if (d->r->o->named[i] != NULL || known || four)
        return true;
    if (strcmp(name, "Variant") == 0)
        list_rulesets(d->r);
    return ask_tag(d, name, false);
}

bool record_ask_tags(record *r) {
    line_editor d = {.r = r};
    xpgn_buffer b = {0};
    bool good = true;
    open_prompt(&d);
    xpgn_buffer_printf(&b, "New record, %s. Tags first; press Enter to keep a value.\n",
                       r->o->common.files.item[0]);
    line_editor_print(r, &b);
    for (size_t i = 0; good && record_tag_names[i] != NULL; i++)
        good = ask_listed(&d, i);
    line_editor_close(&d);
    return good;
}

/* Returns the tag whose value made *a refuse the record, if it is one that determines the rules;
   otherwise "". */
static const char *refused_tag(const xpgn_reply *a) {
    if (strcmp(a->code, XPGN_CODE_VARIANT) == 0)
        return "Variant";
    if (strcmp(a->code, XPGN_CODE_OPTION) == 0)
        return "RuleOptions";
    return a->code[0] == 'P' ? "XFEN" : "";
}

bool record_ask_again(record *r, const xpgn_reply *a) {
    static const char *const names[] = {"Variant", "RuleOptions", "XFEN"};
    line_editor d = {.r = r};
    bool good = true;
    open_prompt(&d);
    list_rulesets(r);
    for (size_t i = 0; i < sizeof names / sizeof *names && good; i++)
        good = ask_tag(&d, names[i], strcmp(names[i], refused_tag(a)) == 0);
    line_editor_close(&d);
    return good;
}

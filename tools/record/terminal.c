/* SPDX-License-Identifier: MIT */
/* The terminal: a prompt with history and completion, the board, and replies for people. */
#include "cli/doomed.h"
#include "record/record.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { WORDS = 1200, WORD_SIZE = 32, TALL = 45, WIDE = 78 };

typedef struct door {
    record *r;
    EditLine *line;
    History *history;
    char prompt[160];
    bool choosing; /* a turn roll or dice have fallen, and the action is expected */
} door;

static void print(const record *r, xpgn_buffer *b) {
    cli_flush(r->c, CLI_OUT, b);
    cli_flush_out(r->c);
    xpgn_buffer_free(b);
}

/* ---- completion ------------------------------------------------------------------------------ */

typedef struct candidates {
    size_t count, size; /* size: what they have in common */
    char word[WORDS][WORD_SIZE];
} candidates;

static void add_candidate(candidates *c, const char *word, const char *typed, size_t size) {
    if (c->count == WORDS || strlen(word) >= WORD_SIZE || strncmp(word, typed, size) != 0)
        return;
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->word[i], word) == 0)
            return;
    if (c->count == 0)
        c->size = strlen(word);
    while (c->count > 0 && strncmp(word, c->word[0], c->size) != 0)
        c->size--;
    (void)snprintf(c->word[c->count++], WORD_SIZE, "%s", word);
}

/* The dice that are due now, of the attacker and the defender; false: none, or others than digits.
 */
static bool dice_due(const record *r, unsigned due[2], unsigned *faces) {
    const xpgn_scribe_state *s = record_state(r);
    bool playing = !record_is_over(r) && !s->missing && !record_rolls(r);
    *faces = playing ? xpgn_play_faces(s->play) : 0;
    if (*faces == 0 || *faces > 9)
        return false;
    due[0] = s->announced != NULL ? s->dice[0] : 1;
    due[1] = s->dice[1];
    if (s->announced != NULL)
        return due[0] + due[1] > 0;
    return s->pending.size == 0 && xpgn_play_turn_roll(s->play) == XPGN_TURN_ROLL_MUST;
}

/* The sign after `count` dice; '\0': they are all. */
static char sign_after(unsigned count, const unsigned due[2]) {
    return count == due[0] + due[1] ? '\0' : count == due[0] ? ':' : ',';
}

/* Each face of the next die, if what is typed are dice so far. */
static void add_dice(candidates *c, const char *typed, size_t size, const unsigned due[2],
                     unsigned faces) {
    char word[WORD_SIZE];
    if (size + 2 >= WORD_SIZE || (size + 1) / 2 > due[0] + due[1] || size / 2 == due[0] + due[1])
        return;
    for (size_t i = 0; i < size; i++) {
        bool fits = i % 2 == 0 ? typed[i] >= '1' && typed[i] <= (char)('0' + faces)
                               : typed[i] == sign_after((unsigned)(i + 1) / 2, due);
        if (!fits)
            return;
    }
    if (size % 2 != 0) { /* a face has been typed: its sign */
        (void)snprintf(word, sizeof word, "%.*s%c", (int)size, typed,
                       sign_after((unsigned)(size + 1) / 2, due));
        add_candidate(c, word, typed, size);
        return;
    }
    for (unsigned face = 1; face <= faces; face++) {
        int n = snprintf(word, sizeof word, "%.*s%u", (int)size, typed, face);
        word[n] = sign_after((unsigned)size / 2 + 1, due);
        word[n + 1] = '\0';
        add_candidate(c, word, typed, size);
    }
}

/* Those among the actions that are rolls: first, roll. */
static bool is_command(xpgn_slice word) {
    const xpgn_scribe_word *w;
    for (size_t i = 0; (w = xpgn_scribe_words(i)) != NULL; i++)
        if (cli_equal(word, cli_slice(w->name)))
            return true;
    return false;
}

/* What may be entered and begins as it was typed: dice where they are due; commands where no action
   does. */
static void find_candidates(const record *r, candidates *c, const char *typed, size_t size) {
    unsigned due[2], faces;
    const xpgn_scribe_word *w;
    xpgn_reply actions = {XPGN_REPLY};
    (void)record_hear(r, xpgn_scribe_line(r->scribe, cli_slice("actions")), &actions);
    xpgn_slice rest = slice_of(&actions.text), word;
    c->count = 0;
    while ((word = record_word(&rest)).size > 0)
        if (!is_command(word)) {
            char name[WORD_SIZE];
            (void)snprintf(name, sizeof name, "%.*s", (int)word.size, word.data);
            add_candidate(c, name, typed, size);
        }
    xpgn_buffer_free(&actions.text);
    if (dice_due(r, due, &faces))
        add_dice(c, typed, size, due, faces);
    bool known = c->count > 0;
    for (size_t i = 0; (w = xpgn_scribe_words(i)) != NULL && !known; i++)
        add_candidate(c, w->name, typed, size);
}

static void list_candidates(const record *r, const candidates *c) {
    xpgn_buffer b = {0};
    size_t column = 0;
    xpgn_buffer_char(&b, '\n');
    for (size_t i = 0; i < c->count; i++) {
        size_t size = strlen(c->word[i]);
        bool wrap = column + size + 2 > WIDE;
        xpgn_buffer_printf(&b, "%s%s", wrap ? "\n" : column > 0 ? "  " : "", c->word[i]);
        column = wrap ? size : column + size + (column > 0 ? 2 : 0);
    }
    xpgn_buffer_char(&b, '\n');
    print(r, &b);
}

static unsigned char complete(EditLine *line, int key) {
    static candidates c; /* large */
    void *data = NULL;
    (void)key;
    (void)el_get(line, EL_CLIENTDATA, &data);
    const door *d = data;
    const LineInfo *info = el_line(line);
    const char *begin = info->cursor;
    while (begin > info->buffer && begin[-1] != ' ')
        begin--;
    size_t size = (size_t)(info->cursor - begin);
    find_candidates(d->r, &c, begin, size);
    if (c.count == 0)
        return CC_REFRESH_BEEP;
    if (c.size > size) {
        char rest[WORD_SIZE];
        const char *end = c.word[0] + c.size - 1; /* after a sign more dice follow */
        (void)snprintf(rest, sizeof rest, "%.*s%s", (int)(c.size - size), c.word[0] + size,
                       c.count == 1 && strchr(",:", *end) == NULL ? " " : "");
        (void)el_insertstr(line, rest);
        return CC_REFRESH;
    }
    if (c.count > 1)
        list_candidates(d->r, &c);
    return c.count > 1 ? CC_REDISPLAY : CC_REFRESH_BEEP;
}

/* ---- the prompt ------------------------------------------------------------------------------ */

static char *prompt_of(EditLine *line) {
    void *data = NULL;
    (void)el_get(line, EL_CLIENTDATA, &data);
    return ((door *)data)->prompt;
}

/* A key that no keyboard has stands for a message that has come. */
enum { MAIL = 0x1f };
static const char mail_key[] = "\x1f";

/* Reads a character of the locale; what others send meanwhile comes as MAIL. */
static int get_char(EditLine *line, wchar_t *out) {
    void *data = NULL;
    mbstate_t state = {0};
    size_t done = (size_t)-2;
    (void)el_get(line, EL_CLIENTDATA, &data);
    if (record_wait(((door *)data)->r)) {
        *out = MAIL;
        return 1;
    }
    while (done == (size_t)-2) { /* a character of several bytes */
        char byte;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got < 0 && errno == EINTR) {
            (void)el_set(line, EL_REFRESH); /* the window has another size */
            continue;
        }
        if (got <= 0)
            return (int)got;
        done = mbrtowc(out, &byte, 1, &state);
    }
    if (done == (size_t)-1)
        *out = L'?';
    return 1;
}

static unsigned char take_mail(EditLine *line, int key);

/* The prompt stays alive where messages come through a folder. */
static void listen(door *d) {
    if (d->r->o->messages == NULL)
        return;
    (void)el_set(d->line, EL_GETCFN, get_char);
    (void)el_set(d->line, EL_ADDFN, "record-mail", "take what others have sent", take_mail);
    (void)el_set(d->line, EL_BIND, mail_key, "record-mail", NULL);
}

static bool open_line(door *d, cli *c) {
    HistEvent event;
    (void)setlocale(LC_CTYPE, "");
    d->history = history_init();
    d->line = el_init(c->tool->name, stdin, stdout, stderr);
    if (d->history == NULL || d->line == NULL)
        return false;
    (void)history(d->history, &event, H_SETSIZE, 1000);
    (void)el_set(d->line, EL_CLIENTDATA, d);
    (void)el_set(d->line, EL_PROMPT, prompt_of);
    (void)el_set(d->line, EL_EDITOR, "emacs");
    (void)el_set(d->line, EL_SIGNAL, 1);
    (void)el_set(d->line, EL_HIST, history, d->history);
    (void)el_set(d->line, EL_ADDFN, "record-complete", "complete what is legal", complete);
    (void)el_set(d->line, EL_BIND, "^I", "record-complete", NULL);
    listen(d);
    return true;
}

static void close_line(door *d) {
    if (d->line != NULL)
        el_end(d->line);
    if (d->history != NULL)
        history_end(d->history);
}

/* Reads a line, without its end; false: the user has left. */
static bool read_line(door *d, xpgn_slice *text) {
    int count = 0;
    const char *line = el_gets(d->line, &count);
    if (line == NULL || count <= 0)
        return false;
    size_t size = (size_t)count;
    while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
        size--;
    *text = (xpgn_slice){line, size};
    return true;
}

static void remember(door *d, const char *line) {
    HistEvent event;
    (void)history(d->history, &event, H_ENTER, line);
}

/* "White", or the player's name. */
static void put_player(xpgn_buffer *b, const record *r) {
    const xpgn_position *p = xpgn_play_position(record_state(r)->play);
    xpgn_buffer_text(b, xpgn_seat_tag(p->seats, p->side_to_move));
}

static void put_prompt(xpgn_buffer *b, const door *d) {
    const xpgn_scribe_state *s = record_state(d->r);
    xpgn_buffer_text(b, record_is_over(d->r) ? s->result : s->turn);
    if (record_is_over(d->r) || s->missing)
        return;
    xpgn_buffer_char(b, ' ');
    put_player(b, d->r);
}

/* What the scribe is to enter, where it is not just an action. */
static const char *expected(const record *r) {
    const xpgn_scribe_state *s = record_state(r);
    if (record_is_over(r) || s->missing)
        return "";
    if (s->announced != NULL)
        return s->cells + s->choices > 0 ? ", choose" : ", dice";
    if (s->first)
        return record_rolls(r) ? ", first" : ", first DICE";
    if (s->open)
        return s->pending.size > 0 ? "" : ", go on or end";
    switch (xpgn_play_turn_roll(s->play)) {
    case XPGN_TURN_ROLL_MUST:
        return record_rolls(r) ? ", roll" : ", die";
    case XPGN_TURN_ROLL_MAY:
        return record_rolls(r) ? ", roll or action" : ", die or action";
    case XPGN_TURN_ROLL_NONE:
        break;
    }
    return "";
}

/* Whose answers or signatures are awaited, of sealed dice. False: nobody's. */
static bool put_awaited(xpgn_buffer *b, const record *r) {
    const bool over = record_is_over(r);
    const size_t before = b->size;
    if (!r->seal.on || (!over && !seal_binds(r)))
        return false;
    xpgn_buffer_text(b, over ? ", signature of " : ", answer of ");
    const size_t named = b->size;
    xpgn_sealing_awaited(b, &r->seal.at.now, over);
    b->size = b->size > named ? b->size : before;
    return b->size > before;
}

static void set_prompt(door *d) {
    xpgn_buffer b = {0};
    put_prompt(&b, d);
    if (!put_awaited(&b, d->r))
        xpgn_buffer_text(&b, expected(d->r));
    (void)snprintf(d->prompt, sizeof d->prompt, "%.*s> ", (int)b.size, slice_of(&b).data);
    xpgn_buffer_free(&b);
}

/* ---- replies --------------------------------------------------------------------------------- */

static unsigned rows(void) {
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

static void put_board(xpgn_buffer *b, const record *r) {
    const xpgn_scribe_state *s = record_state(r);
    const xpgn_action *last = s->last != NULL ? &s->last->action : NULL;
    bool marked = last != NULL && last->kind != XPGN_PASS;
    xpgn_square mark[2] = {marked ? last->from : 0, marked ? last->to : 0};
    xpgn_diagram_options how = {
        XPGN_DIAGRAM_OPTIONS, .style = rows() >= TALL ? XPGN_DIAGRAM_PLAIN : XPGN_DIAGRAM_COMPACT,
        .marks = mark,        .mark_count = marked ? 2 : 0,
        .no_turn = true,      .color = r->c->sink[CLI_OUT].color};
    xpgn_buffer_char(b, '\n');
    if (s->missing)
        xpgn_buffer_text(b, "the board before the half-move that is missing:\n");
    xpgn_diagram_write(b, xpgn_play_ruleset(s->play), xpgn_play_position(s->play), &how);
    xpgn_buffer_char(b, '\n');
}

/* Who fights, who supports whom, and the odds, which end the reply. */
static void put_combat(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    const xpgn_scribe_state *s = record_state(r);
    xpgn_buffer number = {0};
    xpgn_facts facts = *s->facts;
    const xpgn_position *p = xpgn_play_position(s->announced);
    size_t odds = a->text.size;
    while (odds > 0 && a->text.data[odds - 1] != ';')
        odds--;
    (void)snprintf(facts.text, sizeof facts.text, "%s", s->action);
    xpgn_turn_write(&number, p->seats, p->number, p->side_to_move);
    xpgn_buffer_char(&number, '\0');
    xpgn_buffer_char(b, '\n');
    xpgn_combat_write(b, xpgn_play_ruleset(s->announced), p, &facts,
                      number.failed ? NULL : number.data);
    xpgn_buffer_printf(b, "  odds     %.*s\n\n", (int)(a->text.size - odds), a->text.data + odds);
    xpgn_buffer_free(&number);
}

static void put_dice_due(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_slice rest = slice_of(&a->text), dice = record_word(&rest);
    const char *colon = memchr(dice.data, ':', dice.size);
    const xpgn_facts *facts = record_state(r)->facts;
    if (!r->o->no_advice && facts != NULL && facts->combat)
        put_combat(b, r, a);
    if (colon == NULL)
        xpgn_buffer_printf(b, "roll %.*s: enter what falls\n", (int)dice.size, dice.data);
    else
        xpgn_buffer_printf(
            b, "roll %.*s for the attacker and %.*s for the defender: enter them as %s\n",
            (int)(colon - dice.data), dice.data, (int)(dice.data + dice.size - colon - 1),
            colon + 1, cli_equal(dice, cli_slice("1:1")) ? "5:2" : "6,3:4");
}

static void put_choices(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_slice rest = slice_of(&a->text), dice = record_word(&rest);
    if (record_state(r)->announced == NULL) {
        xpgn_buffer_printf(b, "the die shows %.*s: enter the action, Tab lists what is legal\n",
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
    xpgn_buffer_text(b, "an action as it is recorded (Tab completes it), then its dice:\n"
                        "  e4   exd5   exd5 5:2   Nf3 {a comment}   Nf3 1:29:30\n"
                        "or one of these words:\n");
    record_put_words(b);
}

/* What the dice have made of an action. */
static void put_report(xpgn_buffer *b, const record *r) {
    xpgn_buffer number = {0};
    const xpgn_scribe_state *s = record_state(r);
    xpgn_turn_write(&number, s->before->seats, s->number, s->seat);
    xpgn_buffer_char(&number, '\0');
    if (s->last->roll.exchanges > 0 || s->last->action.kind == XPGN_PASS)
        xpgn_report_write(b, xpgn_play_ruleset(s->play), s->before, s->last,
                          number.failed ? NULL : number.data, XPGN_REPORT_LINES);
    xpgn_buffer_free(&number);
}

static void put_taken(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_buffer_printf(b, "recorded: %.*s\n", (int)a->text.size, slice_of(&a->text).data);
    if (a->acted)
        put_report(b, r);
    if (a->kind == XPGN_REPLY_END)
        xpgn_buffer_text(b, "The game is over. Ctrl-D leaves.\n");
}

/* What is awaited of whom. */
static void put_await(xpgn_buffer *b, const record *r) {
    const xpgn_sealing *s = &r->seal.at.now;
    xpgn_buffer_printf(b, "roll %u, %s, is announced; awaited: the answer of ",
                       (unsigned)s->rolls + 1, s->what);
    xpgn_sealing_awaited(b, s, false);
    xpgn_buffer_char(b, '\n');
}

static void put_reply(xpgn_buffer *b, const record *r, const xpgn_reply *a) {
    xpgn_slice text = slice_of(&a->text);
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
        xpgn_buffer_printf(b, "not taken: %.*s", (int)text.size, text.data);
        if (strchr(a->code, '-') != NULL) /* a finding, or a rule */
            xpgn_buffer_printf(b, " [%s]", a->code);
        xpgn_buffer_char(b, '\n');
        break;
    case XPGN_REPLY_BYE:
        break;
    }
    if (a->show && a->kind != XPGN_REPLY_ERROR)
        put_board(b, r);
}

/* What this side has to tell the others. */
static void put_sent(xpgn_buffer *b, record *r) {
    xpgn_buffer *sent = record_sent(r);
    if (sent->size > 0)
        xpgn_buffer_printf(b, "send to the others:\n%.*s", (int)sent->size, sent->data);
    xpgn_buffer_clear(sent);
}

static void show_reply(record *r, const xpgn_reply *a) {
    xpgn_buffer b = {0};
    put_sent(&b, r);
    put_reply(&b, r, a);
    if (r->copy_trouble[0] != '\0')
        xpgn_buffer_printf(&b, "the copy could not be written: %s\n", r->copy_trouble);
    print(r, &b);
}

/* What a line may have meant that the rules have refused. */
static void offer_fixes(record *r, const xpgn_reply *a) {
    xpgn_reply fixes = {XPGN_REPLY};
    xpgn_buffer b = {0};
    if (a->kind == XPGN_REPLY_ERROR && strchr(a->code, '-') != NULL && record_state(r)->refused &&
        record_hear(r, xpgn_scribe_line(r->scribe, cli_slice("fix")), &fixes)) {
        xpgn_buffer_printf(&b, "fix NUMBER enters: %.*s\n", (int)fixes.text.size, fixes.text.data);
        print(r, &b);
    }
    xpgn_buffer_free(&fixes.text);
}

/* ---- the session ----------------------------------------------------------------------------- */

static void take_line(door *d, xpgn_slice line, xpgn_reply *a) {
    xpgn_buffer copy = {0};
    xpgn_buffer_slice(&copy, line);
    xpgn_buffer_char(&copy, '\0');
    if (copy.failed)
        cli_no_memory(d->r->c);
    remember(d, copy.data);
    record_line(d->r, (xpgn_slice){copy.data, copy.size - 1}, a);
    xpgn_buffer_free(&copy);
}

/* Below what has been typed so far, which stays. */
static unsigned char take_mail(EditLine *line, int key) {
    void *data = NULL;
    (void)key;
    (void)el_get(line, EL_CLIENTDATA, &data);
    door *d = data;
    (void)!write(STDOUT_FILENO, "\n", 1);
    record_receive(d->r, show_reply);
    set_prompt(d);
    return CC_REDISPLAY;
}

static void greet(record *r) {
    xpgn_buffer b = {0};
    xpgn_buffer_printf(&b,
                       "%s: %u actions recorded. Tab completes, help lists what can be entered, "
                       "Ctrl-D leaves.\n",
                       r->o->common.files.item[0], (unsigned)record_state(r)->actions);
    put_board(&b, r);
    if (r->seal.on) {
        xpgn_buffer_text(&b, "The dice are sealed. All parties see the same game here:\n  ");
        xpgn_link_write(&b, &r->seal.at.game);
        xpgn_buffer_char(&b, '\n');
    }
    if (seal_binds(r))
        put_await(&b, r);
    print(r, &b);
}

/* ---- interrupts ------------------------------------------------------------------------------ */

static const char saved[] = "\nall is saved; the same command takes the game up again\n";

/* libedit has put the terminal right before this is called. */
static void leave(int number) {
    (void)!write(STDOUT_FILENO, saved, sizeof saved - 1);
    doomed_remove();
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

/* What the parent ignores stays ignored. */
static void guard_interrupt(void) {
    struct sigaction act = {.sa_handler = leave}, old;
    sigemptyset(&act.sa_mask);
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        (void)sigaction(SIGINT, &act, NULL);
}

int record_terminal(record *r) {
    door d = {.r = r};
    xpgn_reply a = {XPGN_REPLY};
    xpgn_slice line;
    if (!open_line(&d, r->c)) {
        close_line(&d);
        cli_message(r->c, "the terminal cannot be used");
        return CLI_TROUBLE;
    }
    guard_interrupt();
    greet(r);
    record_receive(r, show_reply);
    for (set_prompt(&d); a.kind != XPGN_REPLY_BYE && read_line(&d, &line); set_prompt(&d)) {
        record_receive(r, show_reply);
        if (line.size == 0)
            continue;
        take_line(&d, line, &a);
        show_reply(r, &a);
        offer_fixes(r, &a);
        record_receive(r, show_reply);
    }
    close_line(&d);
    xpgn_buffer_free(&a.text);
    return CLI_GOOD;
}

/* ---- tags ------------------------------------------------------------------------------------ */

/* Asks for one tag until its value can be; an empty answer leaves it as it is. A value that has
   been refused is not offered again: there an empty answer takes it away. */
static bool ask(door *d, const char *name, bool refused) {
    xpgn_slice value = xpgn_scribe_tag(d->r->scribe, name), line;
    xpgn_reply a = {XPGN_REPLY};
    bool left = false, good = false;
    if (value.size > 0 && !refused)
        (void)snprintf(d->prompt, sizeof d->prompt, "%s [%.*s]: ", name, (int)value.size,
                       value.data);
    else
        (void)snprintf(d->prompt, sizeof d->prompt, "%s: ", name);
    while (!good && !left) {
        left = !read_line(d, &line);
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
    print(r, &b);
}

/* Asks for one of the tags that have an option; false: the user has left. */
static bool ask_listed(door *d, size_t i) {
    const char *name = record_tag_names[i];
    bool four = strcmp(name, "Red") == 0 || strcmp(name, "Green") == 0;
    bool known = xpgn_scribe_tag(d->r->scribe, name).size > 0 && strcmp(name, "Date") != 0;
    if (d->r->o->named[i] != NULL || known || four)
        return true;
    if (strcmp(name, "Variant") == 0)
        list_rulesets(d->r);
    return ask(d, name, false);
}

bool record_ask_tags(record *r) {
    door d = {.r = r};
    xpgn_buffer b = {0};
    bool good = open_line(&d, r->c);
    xpgn_buffer_printf(&b, "A new record, %s. First its tags; Enter alone leaves one as it is.\n",
                       r->o->common.files.item[0]);
    print(r, &b);
    for (size_t i = 0; good && record_tag_names[i] != NULL; i++)
        good = ask_listed(&d, i);
    close_line(&d);
    return good;
}

/* The tag for whose value *a refuses a record, of those that decide its rules; "": none. */
static const char *refused_tag(const xpgn_reply *a) {
    if (strcmp(a->code, XPGN_CODE_VARIANT) == 0)
        return "Variant";
    if (strcmp(a->code, XPGN_CODE_OPTION) == 0)
        return "RuleOptions";
    return a->code[0] == 'P' ? "XFEN" : "";
}

bool record_ask_again(record *r, const xpgn_reply *a) {
    static const char *const names[] = {"Variant", "RuleOptions", "XFEN"};
    door d = {.r = r};
    bool good = open_line(&d, r->c);
    list_rulesets(r);
    for (size_t i = 0; i < sizeof names / sizeof *names && good; i++)
        good = ask(&d, names[i], strcmp(names[i], refused_tag(a)) == 0);
    close_line(&d);
    return good;
}

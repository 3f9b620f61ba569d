/* SPDX-License-Identifier: MIT */
/*
 * Playing a game on the terminal. Nothing is stored: to go back by one action, the game is played
 * again from its start, which is fast enough.
 */
#include "replay/replay.h"

#include "frame/disk_calls.h"
#include "internal/action_facts.h"
#include "internal/rules.h"
#include "internal/writers.h"
#include "shared/chance/luck_judge.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>
#include <xpgn/walk.h>
#include <xpgn/write.h>

enum { KEYS = 32, MOST_LINES = 200 };
enum { DELAY = 1000, DELAY_LEAST = 125, DELAY_MOST = 8000 }; /* milliseconds per action */

typedef struct show {
    cli_worker *w;
    const xpgn_game *game;
    size_t count, at; /* how many frames there are (the start position, and one after each action),
                         and the index of the one shown */
    bool running, combats; /* combats: the game has combats, whose reports need space */
    const replay_show *how;
    xpgn_buffer luck; /* luck[] after each frame */
    bool rolled;      /* the game has dice */
} show;

/* The luck of each seat so far. */
typedef struct seat_luck {
    double of[XPGN_MAX_SEATS];
} seat_luck;

/* User state that is kept from game to game: keys typed ahead, speed, orientation. */
static struct {
    char key[KEYS];
    size_t keys;
    int delay;
    bool flip;
} user = {.delay = DELAY};

/* ---- the terminal ---------------------------------------------------------------------------- */

/* Used by the signal handlers; there is one terminal. */
static volatile int terminal = -1;
static struct termios before;
static volatile sig_atomic_t redraw;
static sigset_t waiting; /* the signals that are blocked while a key is awaited */

static const char enter_screen[] = "\033[?1049h\033[?25l\033[?7l";
static const char leave_screen[] = "\033[?7h\033[?25h\033[?1049l";

static void put_all(const char *text, size_t size) {
    int error = errno;
    while (size > 0) {
        ssize_t n = write(terminal, text, size);
        if (n == 0 || (n < 0 && errno != EINTR))
            break;
        text += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    errno = error;
}

static void enter_terminal(void) {
    struct termios raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    (void)tcsetattr(terminal, TCSANOW, &raw);
    put_all(enter_screen, sizeof enter_screen - 1);
}

static void leave(void) {
    put_all(leave_screen, sizeof leave_screen - 1);
    (void)tcsetattr(terminal, TCSANOW, &before);
}

static void end(int number) {
    leave();
    (void)raise(number); /* SA_RESETHAND restored the default action */
}

static void stop(int number) {
    (void)number;
    leave();
    (void)raise(SIGSTOP);
    enter_terminal(); /* after SIGCONT */
    redraw = 1;
}

static void resize(int number) {
    (void)number;
    redraw = 1;
}

/* Signals that the parent ignored stay ignored. */
static void on_signal(int number, void (*handler)(int), int flags) {
    struct sigaction act = {.sa_handler = handler, .sa_flags = flags}, old;
    sigemptyset(&act.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        (void)sigaction(number, &act, NULL);
}

/* Signals after which the screen is drawn again come only in wait_input, so that none is missed
   between drawing and waiting. */
static void guard(void) {
    static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    sigset_t drawn_again;
    sigemptyset(&drawn_again);
    sigaddset(&drawn_again, SIGTSTP);
    sigaddset(&drawn_again, SIGWINCH);
    (void)sigprocmask(SIG_BLOCK, &drawn_again, &waiting);
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
        on_signal(ending[i], end, (int)SA_RESETHAND);
    on_signal(SIGTSTP, stop, 0);
    on_signal(SIGWINCH, resize, 0);
}

static void unguard(void) {
    static const int all[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        on_signal(all[i], SIG_DFL, 0);
    (void)sigprocmask(SIG_SETMASK, &waiting, NULL);
}

bool replay_can_animate(cli *c) {
    if (c->sink[CLI_OUT].terminal && terminal < 0)
        terminal = files_open("/dev/tty", O_RDWR, 0);
    if (terminal >= 0 && terminal < FD_SETSIZE && tcgetattr(terminal, &before) == 0)
        return true;
    cli_message(c, "--animate needs a terminal");
    return false;
}

static struct winsize screen_size(void) {
    struct winsize size = {.ws_row = 0}; /* as of a terminal that has gone */
    (void)ioctl(terminal, TIOCGWINSZ, &size);
    size.ws_row = size.ws_row > 1 ? size.ws_row : 24;
    return size;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static bool is_frame(const xpgn_step *step) {
    return step->depth == 0 && (step->kind == XPGN_STEP_ACTION ||
                                (step->kind == XPGN_STEP_START && step->position != NULL));
}

static const xpgn_step *next_frame(show *s) {
    const xpgn_step *step;
    while ((step = cli_walk_next(s->w)) != NULL && !is_frame(step))
        ;
    return step;
}

/* Counts a frame and keeps the luck so far; sets s->at if the animation begins there. */
static void note_frame(show *s, const xpgn_step *step, const seat_luck *so_far, bool *begun) {
    s->combats |= step->kind == XPGN_STEP_ACTION && step->facts->combat;
    if (!*begun && s->how->begins(s->w->options, step)) {
        s->at = s->count;
        *begun = true;
    }
    xpgn_buffer_put(&s->luck, so_far, sizeof *so_far);
    s->count++;
}

/* Finds the frames, and the luck up to each. */
static void find_frames(show *s) {
    bool begun = false;
    seat_luck so_far = {{0}};
    const char *player = s->how->player;
    xpgn_equity *e = player != NULL ? cli_open_equity(s->w->cli, player, NULL) : NULL;
    cli_walk_begin(s->w, s->game);
    for (const xpgn_step *step; (step = cli_walk_next(s->w)) != NULL;) {
        s->rolled |= cli_add_luck(e, xpgn_walk_ruleset(s->w->walk), step, so_far.of);
        if (is_frame(step))
            note_frame(s, step, &so_far, &begun);
    }
    xpgn_equity_free(e);
    if (s->luck.failed)
        cli_no_memory(s->w->cli);
}

static const xpgn_step *find_shown_step(show *s) {
    const xpgn_step *step;
    cli_walk_begin(s->w, s->game);
    for (size_t i = 0; (step = next_frame(s)) != NULL && i < s->at; i++)
        ;
    return step;
}

/* Lines around a board: its letters, whose turn it is, the caption, the report, the keys. */
enum { LETTERS = 1, TURN = 1, CAPTION = 2, REPORT = 6, KEYS_LINE = 1 };

static unsigned lines_around(const show *s) {
    return LETTERS + TURN + CAPTION + (s->combats ? REPORT : 0) + KEYS_LINE;
}

/* True if the screen is so low that the report of a combat would be cut. */
static bool is_tight(const show *s, const xpgn_position *p) {
    return p->ranks + lines_around(s) > screen_size().ws_row;
}

/* Appends the caption, with a NUL: the game, if there is room, and "after 12... exd4". */
static void put_screen_caption(xpgn_buffer *b, const show *s, const xpgn_step *step) {
    if (!is_tight(s, step->position)) {
        cli_put_title(b, s->game, s->w->walk);
        xpgn_buffer_char(b, '\n');
    }
    xpgn_buffer_text(b, step->kind == XPGN_STEP_START ? "start" : "after ");
    if (step->kind == XPGN_STEP_ACTION) {
        xpgn_turn_write(b, step->position->seats, step->number, step->seat);
        xpgn_buffer_char(b, ' ');
        xpgn_actors_write(b, xpgn_walk_ruleset(s->w->walk), step->facts);
        xpgn_buffer_text(b, step->facts->text);
    }
    xpgn_buffer_char(b, '\0');
}

/* "luck: White +1.25, Black -1.25 points", in material or in the score. */
static void put_luck_line(xpgn_buffer *b, const show *s, const xpgn_position *p) {
    seat_luck so_far;
    if (!s->rolled || s->at >= s->luck.size / sizeof so_far)
        return;
    memcpy(&so_far, s->luck.data + s->at * sizeof so_far, sizeof so_far);
    for (unsigned seat = 0; seat < p->seats; seat++)
        xpgn_buffer_printf(b, "%s %s %+.2f", seat == 0 ? "\nluck:" : ",",
                           xpgn_seat_tag(p->seats, seat), so_far.of[seat] + 0.0);
    xpgn_buffer_printf(b, " points%s%s\n", s->how->player != NULL ? " of the score, by " : "",
                       s->how->player != NULL ? s->how->player : "");
}

/* Draws the board with the squares of the action marked. */
static void put_board(xpgn_buffer *b, const show *s, const xpgn_step *step,
                      const xpgn_diagram_options *form) {
    xpgn_buffer caption = {0};
    xpgn_diagram_options how = *form;
    xpgn_square mark[2] = {XPGN_NO_SQUARE, XPGN_NO_SQUARE};
    if (step->kind == XPGN_STEP_ACTION && step->facts->action.kind != XPGN_PASS) {
        mark[0] = step->facts->action.from;
        mark[1] = step->facts->action.to;
    }
    put_screen_caption(&caption, s, step);
    how.marks = mark;
    how.mark_count = 2;
    how.flip = user.flip;
    how.no_turn = is_tight(s, step->position);
    how.caption = caption.failed ? NULL : caption.data;
    xpgn_diagram_write(b, xpgn_walk_ruleset(s->w->walk), step->position, &how);
    b->failed |= caption.failed;
    xpgn_buffer_free(&caption);
}

/* The width of the board in columns, without the lines below it. */
static size_t shown_columns(const show *s, const xpgn_step *step,
                            const xpgn_diagram_options *form) {
    xpgn_buffer b = {0};
    put_board(&b, s, step, form);
    const char *line = b.size > 0 ? b.data : "", *end = memchr(line, '\n', b.size);
    size_t columns = end != NULL ? xpgn_text_width((xpgn_slice){line, (size_t)(end - line)}) : 0;
    xpgn_buffer_free(&b);
    return columns;
}

/* Chooses a grid if that fits for the whole game, else one line per rank with as much beside it as
   fits. */
static xpgn_diagram_options form_for(const show *s, const xpgn_step *step) {
    const xpgn_diagram_options forms[] = {
        {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_PLAIN},
        {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT},
        {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT, .narrow = true},
        {XPGN_DIAGRAM_OPTIONS, .style = XPGN_DIAGRAM_COMPACT, .narrow = true, .no_held = true}};
    enum { LAST = sizeof forms / sizeof forms[0] - 1 };
    const struct winsize size = screen_size();
    bool high = 2u * step->position->ranks + 1 + lines_around(s) <= size.ws_row;
    size_t i = high ? 0 : 1;
    while (i < LAST && size.ws_col > 1 && shown_columns(s, step, &forms[i]) > size.ws_col)
        i++;
    return forms[i];
}

/* A row of a report for a narrow screen: the sum precedes its terms, which may be cut. */
static void put_narrow_row(xpgn_buffer *b, xpgn_slice row) {
    xpgn_slice cell[3] = {{NULL, 0}};
    for (unsigned i = 0; i < 3; i++) {
        const char *tab = row.size > 0 ? memchr(row.data, '\t', row.size) : NULL;
        size_t size = tab != NULL ? (size_t)(tab - row.data) : row.size;
        cell[i] = (xpgn_slice){row.data, size};
        size += tab != NULL;
        row = (xpgn_slice){row.data + size, row.size - size};
    }
    bool sum = cell[2].size > 0 && memchr(cell[2].data, '=', cell[2].size) != NULL;
    const xpgn_slice *second = &cell[sum ? 2 : 1], *third = &cell[sum ? 1 : 2];
    xpgn_buffer_printf(b, cell[1].size > 0 ? "  %-9.*s %.*s  %.*s\n" : "%.*s%.*s%.*s\n",
                       (int)cell[0].size, cell[0].data, (int)second->size, second->data,
                       (int)third->size, third->data);
}

/* The report of a combat, in the form that fits. */
static void put_combat(xpgn_buffer *b, const show *s, const xpgn_step *step, const char *number) {
    enum { REPORT_COLUMNS = 70 };
    const xpgn_ruleset *rs = xpgn_walk_ruleset(s->w->walk);
    xpgn_buffer cells = {0};
    if (screen_size().ws_col <= 1 || screen_size().ws_col >= REPORT_COLUMNS) {
        xpgn_combat_write(b, rs, step->before, step->facts, number);
        return;
    }
    xpgn_report_write(&cells, rs, step->before, step->facts, number, XPGN_REPORT_CELLS);
    for (xpgn_slice rest = {cells.data, cells.size}; rest.size > 0;) {
        const char *end = memchr(rest.data, '\n', rest.size);
        size_t size = end != NULL ? (size_t)(end - rest.data) : rest.size;
        put_narrow_row(b, (xpgn_slice){rest.data, size});
        size += end != NULL;
        rest = (xpgn_slice){rest.data + size, rest.size - size};
    }
    b->failed |= cells.failed;
    xpgn_buffer_free(&cells);
}

/* The board, and the report of a combat. */
static void put_screen_frame(xpgn_buffer *b, const show *s, const xpgn_step *step) {
    xpgn_buffer number = {0};
    xpgn_diagram_options form = form_for(s, step);
    form.color = s->w->cli->sink[CLI_OUT].color;
    put_board(b, s, step, &form);
    if (step->kind == XPGN_STEP_ACTION && step->facts->combat) {
        xpgn_turn_write(&number, step->position->seats, step->number, step->seat);
        xpgn_buffer_char(&number, '\0');
        xpgn_buffer_text(b, is_tight(s, step->position) ? "" : "\n");
        put_combat(b, s, step, number.failed ? "" : number.data);
    }
    put_luck_line(b, s, step->position); /* at the end, where a low screen cuts it */
    b->failed |= number.failed;
    xpgn_buffer_free(&number);
}

/* ---- the screen ------------------------------------------------------------------------------ */

/* Writes as many lines as fit, and a line about the keys. All are cut at the edge: a terminal that
   wrapped them all the same would scroll the top of the board off the screen. */
static void put_screen(xpgn_buffer *out, const show *s, xpgn_slice frame) {
    const struct winsize size = screen_size();
    const char *p = frame.size > 0 ? frame.data : "", *stop_at = p + frame.size;
    char keys[160];
    xpgn_buffer_text(out, "\033[H");
    for (unsigned row = 0; p < stop_at && row < size.ws_row - 1u && row < MOST_LINES; row++) {
        const char *line = memchr(p, '\n', (size_t)(stop_at - p));
        line = line != NULL ? line : stop_at;
        xpgn_buffer_text(out, "\033[K"); /* after a full line it would erase the last character */
        size_t shown = (size_t)(line - p);
        while (shown > 0 && p[shown - 1] == ' ')
            shown--;
        cli_put_cut(out, (xpgn_slice){p, shown}, size.ws_col);
        xpgn_buffer_text(out, "\r\n");
        p = line + (line < stop_at);
    }
    int used = snprintf(
        keys, sizeof keys,
        "%lu/%lu  space: %s  right, left: step  + -: speed  f: flip  n: next game  q: quit",
        (unsigned long)s->at, (unsigned long)(s->count - 1), s->running ? "wait" : "run");
    if (size.ws_col > 1 && used > size.ws_col)
        snprintf(keys, sizeof keys, "%lu/%lu  space <- -> + - f n  q: quit", (unsigned long)s->at,
                 (unsigned long)(s->count - 1));
    xpgn_buffer_text(out, "\033[J");
    cli_put_cut(out, cli_slice(keys), size.ws_col);
}

static void draw_screen(show *s) {
    xpgn_buffer frame = {0};
    const xpgn_step *step = find_shown_step(s);
    redraw = 0;
    if (step != NULL)
        put_screen_frame(&frame, s, step);
    put_screen(&s->w->to[CLI_OUT], s, (xpgn_slice){frame.size > 0 ? frame.data : "", frame.size});
    if (frame.failed)
        cli_no_memory(s->w->cli);
    xpgn_buffer_free(&frame);
    cli_flush(s->w->cli, CLI_OUT, &s->w->to[CLI_OUT]);
    cli_flush_out(s->w->cli);
}

/* ---- keys ------------------------------------------------------------------------------------ */

enum pressed_key {
    KEY_NONE,
    KEY_NEXT,
    KEY_BACK,
    KEY_FIRST,
    KEY_LAST,
    KEY_RUN,
    KEY_FASTER,
    KEY_SLOWER,
    KEY_FLIP,
    KEY_GAME,
    KEY_QUIT
};

/* A sequence precedes its prefixes. */
static const struct {
    const char *bytes;
    enum pressed_key key;
} key_bytes[] = {
    {"\033[1~", KEY_FIRST}, {"\033[4~", KEY_LAST}, {"\033[C", KEY_NEXT}, {"\033OC", KEY_NEXT},
    {"\033[D", KEY_BACK},   {"\033OD", KEY_BACK},  {"\033[B", KEY_NEXT}, {"\033[A", KEY_BACK},
    {"\033[H", KEY_FIRST},  {"\033OH", KEY_FIRST}, {"\033[F", KEY_LAST}, {"\033OF", KEY_LAST},
    {"l", KEY_NEXT},        {"j", KEY_NEXT},       {"\n", KEY_NEXT},     {"\r", KEY_NEXT},
    {"h", KEY_BACK},        {"k", KEY_BACK},       {"\177", KEY_BACK},   {"\b", KEY_BACK},
    {"g", KEY_FIRST},       {"G", KEY_LAST},       {" ", KEY_RUN},       {"+", KEY_FASTER},
    {"=", KEY_FASTER},      {"-", KEY_SLOWER},     {"f", KEY_FLIP},      {"n", KEY_GAME},
    {"q", KEY_QUIT},        {"Q", KEY_QUIT},       {"\004", KEY_QUIT},
};

/* Takes the next key typed; unknown bytes are skipped. */
static enum pressed_key take_key(void) {
    size_t size = 1;
    enum pressed_key key = KEY_NONE;
    for (size_t i = 0; i < sizeof key_bytes / sizeof *key_bytes; i++) {
        size_t n = strlen(key_bytes[i].bytes);
        if (n <= user.keys && memcmp(user.key, key_bytes[i].bytes, n) == 0) {
            size = n;
            key = key_bytes[i].key;
            break;
        }
    }
    user.keys -= size;
    memmove(user.key, user.key + size, user.keys);
    return key;
}

/* Returns 1 if there is something to read before the frame's time is up, 0 if not, or -1 with
   errno. */
static int wait_input(const show *s) {
    const struct timespec delay = {user.delay / 1000, user.delay % 1000 * 1000000L};
    bool runs = s->running && s->at + 1 < s->count;
    fd_set input;
    FD_ZERO(&input);
    FD_SET(terminal, &input);
    return pselect(terminal + 1, &input, NULL, NULL, runs ? &delay : NULL, &waiting);
}

/* Waits for a key; sets *late if the frame's time is up first. A closed terminal means quit. */
static enum pressed_key wait_key(const show *s, bool *late) {
    *late = false;
    while (user.keys == 0) {
        int ready = wait_input(s);
        if (ready == 0) {
            *late = true;
            return KEY_NONE;
        }
        if (ready < 0 && errno == EINTR) {
            if (redraw)
                return KEY_NONE;
            continue;
        }
        ssize_t n = ready > 0 ? read(terminal, user.key, KEYS) : -1;
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return KEY_QUIT;
        user.keys = (size_t)n;
    }
    return take_key();
}

static void go(show *s, size_t at) {
    s->running = false;
    s->at = at;
}

/* Handles a key. Returns false if it ends the game; *more tells whether the next one follows. */
static bool handle_key(show *s, enum pressed_key key, bool *more) {
    *more = key != KEY_QUIT;
    switch (key) {
    case KEY_NONE:
        return true;
    case KEY_NEXT:
        if (s->at + 1 == s->count)
            return false;
        go(s, s->at + 1);
        return true;
    case KEY_BACK:
        go(s, s->at > 0 ? s->at - 1 : 0);
        return true;
    case KEY_FIRST:
        go(s, 0);
        return true;
    case KEY_LAST:
        go(s, s->count - 1);
        return true;
    case KEY_RUN:
        s->running = !s->running;
        return true;
    case KEY_FASTER:
        user.delay = user.delay > DELAY_LEAST ? user.delay / 2 : user.delay;
        return true;
    case KEY_SLOWER:
        user.delay = user.delay < DELAY_MOST ? user.delay * 2 : user.delay;
        return true;
    case KEY_FLIP:
        user.flip = !user.flip;
        return true;
    case KEY_GAME:
    case KEY_QUIT:
        return false;
    }
    return true;
}

bool replay_animate(cli_worker *w, const xpgn_game *game, const replay_show *how) {
    show s = {.w = w, .game = game, .running = true, .how = how};
    bool more = true, late;
    w->cli->progress.on = false;
    find_frames(&s);
    if (s.count > 0) {
        guard();
        enter_terminal();
        do {
            draw_screen(&s);
            enum pressed_key key = wait_key(&s, &late);
            s.at += late;
            if (!handle_key(&s, key, &more))
                break;
        } while (true);
        leave();
        unguard();
    }
    xpgn_buffer_free(&s.luck);
    cli_walk_begin(w, game);
    while (cli_walk_next(w) != NULL)
        ;
    return more;
}

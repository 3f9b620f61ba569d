/* SPDX-License-Identifier: MIT */
/*
 * The grammar of xpgn-record: how it is started, and what is entered. Each - is one choice; * means
 * good and bad ones.
 *
 * run: start line... and an end, which is one of
 *   - end of input, an unfinished line, quit, a signal, kill, crash
 * and comes often while a message is awaited
 *
 * start: one FILE
 *   - that is new, or has a record
 *   - that another recorder has, is read-only, a pipe, empty
 *
 * with options of the rules, and any of
 *   - --roll, --clock, --no-advice
 *   - --copy=a new file, the last copy, a pipe, somebody's file, FILE
 *
 * line: action, dice, choice, question, remark, taking-back, ending, gap, turn, link or junk
 *
 * action:
 *   - one of the answer to `actions`* [number*] [turn roll*] [dice*] [clock*] [NAG] [{comment}]
 *
 * dice:
 *   - as many as are due*, as 5:2, <5:2>, 52, 5 2
 *   - with too many, too few, without a face
 *
 * choice:
 *   - one of those that the answer has listed*, `@a1`, `=Q`
 *
 * question:
 *   - actions, help, odds ACTION*, show, link
 *
 * remark:
 *   - comment TEXT*, draw?, tag NAME VALUE*, first DICE*
 *
 * taking-back:
 *   - undo, annul, correct DICE*, correct ACTION [DICE]*, fix [NUMBER]*
 *
 * ending:
 *   - resign [SEAT*], draw, result RESULT*, 1-0 and the like
 *
 * gap:
 *   - missing, fill ACTION [DICE]*
 *   - actions and results after it
 *
 * turn:
 *   - roll, a bare die*, end, stood [ACTION]*
 *
 * junk:
 *   - nothing, blanks, brackets, NUL, high bytes, 64 KiB and more, a word of no meaning
 */
#include "internal/chance.h"
#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/rulesets.h>

static const setup setups[] = {
    {.variant = "chess", .seats = 2},
    {.variant = "chess-attack", .dice = true, .seats = 2},
    {.variant = "five-dice", .dice = true, .seats = 2},
    {.variant = "combat-chess-2", .dice = true, .turn_dice = 1, .first = true, .seats = 2},
    {.variant = "combat-chess-2",
     .options = "exact-teleport",
     .dice = true,
     .turn_dice = 1,
     .first = true,
     .seats = 2},
    {.variant = "assault-and-siege", .dice = true, .position = true, .seats = 2},
    {.variant = "assault-and-siege",
     .options = "mode=dice",
     .dice = true,
     .position = true,
     .turn_dice = 1,
     .seats = 2},
    {.variant = "assault-and-siege",
     .options = "players=4",
     .dice = true,
     .position = true,
     .seats = 4},
    {.variant = "assault-and-siege",
     .options = "players=4 mode=dice",
     .dice = true,
     .position = true,
     .turn_dice = 1,
     .seats = 4},
    {.variant = "dice-chess", .turn_dice = 1, .seats = 2},
    {.variant = "dice-chess-pair", .turn_dice = 2, .seats = 2},
    {.variant = "dice-chess-three", .turn_dice = 3, .seats = 2},
    {.variant = "dice-chess-three", .options = "strict-castling", .turn_dice = 3, .seats = 2}};

static bool has_dice(const setup *s) {
    return s->dice || s->turn_dice > 0;
}

/* Often one whose dice can be sealed. */
const setup *recorder_setup(chance *c) {
    return chance_one_in(c, 3) ? &setups[1 + chance_below(c, 4)] : &CHANCE_OF(c, setups);
}

/* ---- the line -------------------------------------------------------------------------------- */

/* A line that is being made. */
typedef struct draft {
    world *w;
    process *p;
    chance *c;
    size_t size;
} draft;

static void put(draft *d, const char *format, ...) XPGN_PRINTF(2, 3);
static void put(draft *d, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vsnprintf(d->p->line + d->size, LINE - d->size, format, list);
    va_end(list);
    d->size += n > 0 ? (size_t)n : 0;
}

/* One of the words of a list with blanks between them that have one of these signs, if any are
   named; "" if there is none. */
static void pick_word(chance *c, const char *list, const char *signs, char word[32]) {
    size_t count = 0;
    *word = '\0';
    for (const char *s = list; *s != '\0';) {
        size_t n = strcspn(s, " ");
        bool fits = *signs == '\0' || strcspn(s, signs) < n;
        if (fits && chance_one_in(c, ++count))
            (void)snprintf(word, 32, "%.*s", (int)n, s);
        s += n + (s[n] == ' ');
    }
}

static unsigned die(draft *d) {
    return chance_one_in(d->c, 25) ? chance_below(d->c, 9) : 1 + chance_below(d->c, 6);
}

static void put_dice(draft *d, unsigned count, const char *between) {
    for (unsigned i = 0; i < count; i++)
        put(d, "%s%u", i > 0 ? between : "", die(d));
}

/* "2:1" or "3": as many as are due, or nearly. */
static void put_due(draft *d, const char *due) {
    unsigned a = 1, b = 0, way = chance_below(d->c, 12);
    char *colon = NULL;
    a = (unsigned)strtoul(due, &colon, 10);
    b = *colon == ':' ? (unsigned)strtoul(colon + 1, NULL, 10) : 0;
    a += chance_one_in(d->c, 25);
    b -= b > 0 && chance_one_in(d->c, 25);
    const char *between = way == 0 ? "" : way == 1 ? " " : way == 2 ? "-" : ",";
    put(d, "%s", way == 3 ? "<" : "");
    put_dice(d, a, between);
    if (b > 0)
        put(d, "%s", way == 0 || way == 4 ? "" : way == 1 ? " " : ":");
    put_dice(d, b, between);
    put(d, "%s", way == 3 ? ">" : "");
}

/* As many as a turn begins with, or nearly, or letters of pieces. */
static void put_turn_dice(draft *d) {
    unsigned count = d->p->game->setup->turn_dice + chance_one_in(d->c, 25);
    static const char *const letters[] = {"P", "n", "B", "r", "Q", "k"};
    bool named = chance_one_in(d->c, 8);
    for (unsigned i = 0; named && i < count; i++)
        put(d, "%s", CHANCE_OF(d->c, letters));
    if (!named)
        put_dice(d, count, chance_one_in(d->c, 6) ? " " : ",");
}

static void put_text(draft *d) {
    static const char *const words[] = {"good",       "a novelty", "Zeitnot", "\xc3\xa9",
                                        "\"quoted\"", "(=)",       "1-0",     "5:2",
                                        "\\",         "; end",     "x"};
    unsigned n = 1 + chance_below(d->c, 4);
    for (unsigned i = 0; i < n; i++)
        put(d, "%s%s", i > 0 ? " " : "", CHANCE_OF(d->c, words));
}

/* ---- actions --------------------------------------------------------------------------------- */

static void put_action(draft *d) {
    char word[32];
    static const char *const wrong[] = {"Ke9", "Qh5",  "exd5", "O-O-O", "e2-e5", "K@e4", "Nb2@a1",
                                        "--",  "a8=Q", "Kg1",  "zz",    "e4",    "d5"};
    if (d->p->legal[0] == '\0' || chance_one_in(d->c, 15)) {
        put(d, "%s", CHANCE_OF(d->c, wrong));
        return;
    }
    bool dice = d->p->chain != NULL && chance_one_in(d->c, 2); /* often one with sealed dice */
    pick_word(d->c, d->p->legal, dice ? "x@" : "", word);
    if (word[0] == '\0')
        pick_word(d->c, d->p->legal, "", word);
    put(d, "%s", word);
}

static void put_decorated(draft *d) {
    static const char *const nags[] = {" $1", "!?", "!", " $140", " ??"};
    chance *c = d->c;
    if (chance_one_in(c, 20))
        put(d, "%u%s ", 1 + chance_below(c, 9), chance_one_in(c, 2) ? "." : "...");
    if (d->p->game->setup->turn_dice > 0 && !d->p->rolls && chance_one_in(c, 12)) {
        put(d, "<");
        put_turn_dice(d);
        put(d, "> ");
    }
    put_action(d);
    if (chance_one_in(c, 30))
        put(d, "%s", CHANCE_OF(c, nags));
    if (d->p->game->setup->dice && !d->p->rolls && chance_one_in(c, 8)) {
        put(d, " ");
        put_due(d, chance_one_in(c, 3) ? "1" : "1:1");
    }
    if (d->p->clock ? !chance_one_in(c, 10) : chance_one_in(c, 30))
        put(d, " %u:%02u:%02u", chance_below(c, 3), chance_below(c, 60), chance_below(c, 60));
    if (chance_one_in(c, 20)) {
        put(d, " {");
        put_text(d);
        put(d, "}");
    }
}

static void put_choice(draft *d) {
    char word[32];
    pick_word(d->c, d->p->choices, "", word);
    const char *at = strpbrk(word, "@=");
    if (chance_one_in(d->c, 20))
        put(d, "Qx9");
    else
        put(d, "%s", at != NULL && chance_one_in(d->c, 3) ? at : word);
}

/* ---- commands -------------------------------------------------------------------------------- */

static void put_result(draft *d) {
    static const char *const two[] = {"1-0", "0-1", "1/2-1/2", "*", "0-0", "2-0", "1-0-0-0"};
    static const char *const four[] = {"1-0-0-0", "0-1/2-0-1/2", "1/4-1/4-1/4-1/4", "1-0", "*"};
    put(d, "%s", d->p->game->setup->seats == 4 ? CHANCE_OF(d->c, four) : CHANCE_OF(d->c, two));
}

static void put_tag(draft *d) {
    static const char *const names[] = {"White",   "Black",     "Event",  "Annotator",
                                        "Date",    "Round",     "Result", "W hite",
                                        "Variant", "FirstRoll", "Site",   "Opening"};
    static const char *const values[] = {"Adams, R.", "?",   "2026.05.08", "a \"b\" c\\", "1", "",
                                         "\xff\xfe",  "5:2", "chess",      "[",           "]"};
    put(d, "%s", CHANCE_OF(d->c, names));
    put(d, " %s", CHANCE_OF(d->c, values));
}

static void put_seat(draft *d) {
    static const char *const seats[] = {"", " white", " black", " red", " green", " nobody"};
    put(d, "%s", CHANCE_OF(d->c, seats));
}

static void put_first(draft *d) {
    unsigned n = 1 + chance_below(d->c, 2);
    for (unsigned i = 0; i < n; i++)
        put(d, "%s%u:%u", i > 0 ? " " : "", die(d), die(d));
}

static void put_correction(draft *d) {
    if (chance_one_in(d->c, 2)) {
        put_action(d);
        put(d, "%s", chance_one_in(d->c, 2) ? " " : "");
    }
    if (!chance_one_in(d->c, 4))
        put_due(d, "1:1");
}

static void put_number(draft *d) {
    if (!chance_one_in(d->c, 3))
        put(d, "%u", 1 + chance_below(d->c, 3));
}

static void put_argument(draft *d, const char *word) {
    static const struct {
        const char *word;
        void (*put)(draft *d);
    } list[] = {{"comment", put_text},  {"correct", put_correction}, {"fill", put_decorated},
                {"first", put_first},   {"fix", put_number},         {"odds", put_action},
                {"result", put_result}, {"stood", put_action},       {"tag", put_tag}};
    if (strcmp(word, "resign") == 0)
        put_seat(d);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(word, list[i].word) == 0 && !chance_one_in(d->c, 20)) {
            put(d, " ");
            list[i].put(d);
        }
}

static void put_command(draft *d) {
    static const char *const often[] = {"comment", "undo", "annul",   "tag",   "draw?",
                                        "correct", "show", "end",     "stood", "first",
                                        "roll",    "odds", "actions", "fix"};
    static const char *const seldom[] = {"resign",   "draw", "result", "missing", "fill", "help",
                                         "messages", "quit", "fill",   "undo",    "undo"};
    const char *word = chance_one_in(d->c, 4) ? CHANCE_OF(d->c, seldom) : CHANCE_OF(d->c, often);
    put(d, "%s", word);
    put_argument(d, word);
}

static void put_junk(draft *d) {
    static const char *const junk[] = {
        "",          "   ", "<5:2", "{no end", "}",    "[%missing]", "e4 {[%missing]}",
        "komment x", "; a", "(e4)", "\t",      "1.",   "$",          "<>",
        "5:",        "--",  "\xc3", "0-0",     "fill", "e4 e5",      "undo undo"};
    unsigned way = chance_below(d->c, 40);
    if (way == 0) {
        put(d, "e4");
        memset(d->p->line + d->size, '\0', 3);
        d->size += 3;
    } else if (way == 1) {
        size_t size = 60000 + chance_below(d->c, 9000);
        memset(d->p->line + d->size, 'x', size);
        d->size += size;
    } else {
        put(d, "%s", CHANCE_OF(d->c, junk));
    }
}

/* A message of another party about the roll that is due, or one that is wrong. */
static void put_message(draft *d) {
    process *p = d->p;
    char text[512] = "";
    const bool white = strncmp(p->parties, "white", 5) == 0;
    const chain *c = p->game->party[!white];
    if (c != p->chain) /* only its own recorder says that */
        chain_say(d->w, p->game,
                  &(saying){c, white ? XPGN_PARTY_WHITE : XPGN_PARTY_BLACK, p->link_due,
                            p->announces, p->what},
                  text);
    size_t size = strlen(text);
    if (size > 0 && chance_one_in(d->c, 8)) { /* of something else */
        char *digit = &text[chance_below(d->c, (unsigned)size)];
        *digit = *digit == '1' ? '2' : '1';
    }
    put(d, "%s", size > 0 ? text : "messages");
}

/* ---- which line ------------------------------------------------------------------------------ */

static void put_other(draft *d) {
    unsigned way = chance_below(d->c, 20);
    if (way < 15)
        put_command(d);
    else if (way < 17)
        put_result(d);
    else if (way < 18 && d->p->game->setup->turn_dice > 0)
        put_turn_dice(d);
    else
        put_junk(d);
}

/* What has been asked for: dice, a choice, a roll; false: nothing has. */
static bool put_asked(draft *d) {
    const process *p = d->p;
    if (p->due[0] != '\0')
        put_due(d, p->due);
    else if (p->link_due > 0)
        put_message(d);
    else if (p->choices[0] != '\0')
        put_choice(d);
    else if (p->roll_due && p->rolls)
        put(d, "roll");
    else if (p->roll_due)
        put_turn_dice(d);
    else
        return false;
    return true;
}

static void put_next(draft *d) {
    const process *p = d->p;
    if (chance_one_in(d->c, p->fresh ? 8 : 6))
        put_other(d);
    else if (p->over)
        put(d, "%s", chance_one_in(d->c, 3) ? "quit" : "undo");
    else if (!put_asked(d) && p->fresh)
        put_decorated(d);
    else if (d->size == 0)
        put(d, "actions");
}

bool recorder_line(world *w, process *p, size_t *size) {
    draft d = {w, p, &w->chance, 0};
    *size = 0;
    if (p->lines++ > 20 + chance_below(&w->chance, 400) ||
        (p->link_due > 0 && chance_one_in(&w->chance, 6)))
        return false;
    put_next(&d);
    if (!chance_one_in(&w->chance, 300))
        p->line[d.size++] = '\n';
    p->line[d.size] = '\0';
    *size = d.size;
    return d.size > 0;
}

/* ---- what the recorder says --------------------------------------------------------------------
 */

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static void hear_actions(process *p, const char *text) {
    (void)snprintf(p->legal, sizeof p->legal, "%s", text);
    p->fresh = text[0] != '\0';
    p->roll_due = !p->fresh && p->game->setup->turn_dice > 0;
}

/* "3 black": whose answer to which roll is awaited. */
static void hear_await(process *p, const char *text) {
    const char *blank = strchr(text, ' ');
    p->link_due = (uint32_t)strtoul(text, NULL, 10);
    p->announces = false;
    (void)snprintf(p->parties, sizeof p->parties, "%s", blank != NULL ? blank + 1 : "");
}

/* "LINK white announces roll 3, 12. exd5: waiting for the message" */
static bool hear_due(process *p, const char *text) {
    static const char word[] = " announces roll ", end[] = ": waiting for the message";
    const char *at = strstr(text, word), *stop = strstr(text, end);
    const char *what = at != NULL ? strstr(at, ", ") : NULL;
    if (what == NULL || stop == NULL || stop < what)
        return false;
    p->link_due = (uint32_t)strtoul(at + sizeof word - 1, NULL, 10);
    p->announces = true;
    (void)snprintf(p->parties, sizeof p->parties, "%s",
                   strncmp(text, "LINK w", 6) == 0 ? "white" : "black");
    (void)snprintf(p->what, sizeof p->what, "%.*s", (int)(stop - what - 2), what + 2);
    return true;
}

void recorder_hear(world *w, process *p, const char *answer) {
    const char *text = answer + strcspn(answer, " ");
    text += *text == ' ';
    (void)w;
    if (begins(answer, "bye")) {
        p->ends = true;
        return;
    }
    if (begins(p->line, "actions") && begins(answer, "ok")) {
        hear_actions(p, text);
        return;
    }
    bool error = begins(answer, "error");
    if (error && hear_due(p, text))
        return;
    p->fresh = p->fresh && error && chance_one_in(&w->chance, 2);
    if (error && !chance_one_in(&w->chance, 8))
        return;
    p->due[0] = p->choices[0] = '\0';
    p->roll_due = false;
    p->link_due = 0;
    if (begins(answer, "await"))
        hear_await(p, text);
    p->over = begins(answer, "end") || begins(answer, "error OVER");
    if (begins(answer, "dice"))
        (void)snprintf(p->due, sizeof p->due, "%.*s", (int)strcspn(text, " "), text);
    const char *list = begins(answer, "choose") ? strchr(text, ' ') : NULL;
    if (list != NULL)
        (void)snprintf(p->choices, sizeof p->choices, "%s", list + 1);
}

/* ---- the start ------------------------------------------------------------------------------- */

static uint32_t draw(void *data, uint32_t below) {
    return chance_below(data, below);
}

/* A start position for rules that have none of their own. */
static void set_position(world *w, game *g) {
    const xpgn_ruleset *rs = NULL;
    xpgn_slice unknown, options = {"", 0};
    xpgn_position p;
    xpgn_buffer text = {0};
    if (g->setup->options != NULL)
        options = (xpgn_slice){g->setup->options, strlen(g->setup->options)};
    if (xpgn_catalog_find(w->catalog, (xpgn_slice){g->setup->variant, strlen(g->setup->variant)},
                          options, &rs, &unknown) != XPGN_OK ||
        xpgn_ruleset_set_up(rs, draw, &w->chance, &p) != XPGN_OK)
        note_violation("the test itself: no position of %s", g->setup->variant);
    xpgn_position_write(&text, rs, &p);
    (void)snprintf(g->xfen, sizeof g->xfen, "%.*s", (int)text.size, text.data);
    xpgn_buffer_free(&text);
}

/* A record is named by its first recorder; what later ones say is ignored. */
static void add_rules(world *w, start *s, game *g) {
    process_add(s, "--date=2026.05.08");
    process_add(s, "--variant=%s", g->setup->variant);
    if (g->setup->options != NULL)
        process_add(s, "--options=%s", g->setup->options);
    if (g->setup->position && g->xfen[0] == '\0')
        set_position(w, g);
    if (g->xfen[0] != '\0')
        process_add(s, "--xfen=%s", g->xfen);
    if (chance_one_in(&w->chance, 3))
        process_add(s, "--white=Adams, \"R.\"");
}

/* Seals the dice of a game of two with these chains. */
static void seal(const world *w, game *g, chain *white, chain *black) {
    char first[2][65], second[2][65];
    chain_publish(w, white, first[0], second[0]);
    chain_publish(w, black, first[1], second[1]);
    (void)snprintf(g->commit, sizeof g->commit, "white:%s black:%s", first[0], first[1]);
    (void)snprintf(g->keys, sizeof g->keys, "white:%s black:%s", second[0], second[1]);
    g->party[0] = white;
    g->party[1] = black;
}

static void add_sealed(start *s, const game *g) {
    const char *name = g->own != NULL ? g->own->name : "-";
    static char journal[GAMES][DISK_NAME];
    static unsigned next;
    char *file = journal[next++ % GAMES];
    (void)snprintf(file, DISK_NAME, "%.48s.journal", g->name);
    process_add(s, "--set-tag=DiceCommit=%s", g->commit);
    process_add(s, "--set-tag=DiceKey=%s", g->keys);
    s->target[s->targets++] = file;
    process_add(s, "--sealed=%s", name);
    if (g->own != NULL)
        s->target[s->targets++] = name;
}

/* A second game has the chain of the first one, against somebody else: only one of them gets it. */
void recorder_plan(world *w, game *g) {
    const game *first = &w->game[0];
    if (!has_dice(g->setup) || g->setup->seats != 2 || chance_one_in(&w->chance, 3))
        return;
    unsigned own = chance_below(&w->chance, 5);
    if (g == first) {
        seal(w, g, &w->chain[0], &w->chain[1]);
        g->own = own < 4 ? g->party[own / 2] : NULL;
    } else if (first->own != NULL) {
        bool white = first->own == first->party[0];
        seal(w, g, white ? first->own : &w->chain[2], white ? &w->chain[2] : first->own);
        g->own = first->own;
    }
}

/* May the chain serve the game? A new one needs a new chain. */
static bool is_served(world *w, const game *g) {
    const disk_file *f = disk_find(&w->disk, g->name);
    chain_state now = chain_read(w, g->own);
    bool new = f == NULL || f->now.size == 0;
    char digest[65] = "";
    if (now.revealed > 0 && !new)
        chain_game(w, &f->now, digest);
    return now.whole && (now.revealed == 0 || (!new &&strcmp(now.game, digest) == 0));
}

/* Is another recorder at work on it, or has it only just gone? */
static bool is_taken(const world *w, const game *g) {
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial != 0 && w->process[i].game == g)
            return true;
    return false;
}

/* A file that a copy for spectators may go to, or not. */
static const struct place {
    const char *name;
    bool never; /* not even with --force */
} places[] = {{"pipe", false},        {"empty", false},      {"notes.txt", false},
              {"secret.xpgn", false}, {"white.chain", true}, {"board1.xpgn.new", false}};

/* Another hand may have taken it away, and something else been written there. */
static bool is_chain(const world *w, const char *name) {
    const disk_file *f = disk_find(&w->disk, name);
    return f != NULL && f->now.size > 0 && strncmp(f->now.data, "xpgn-chain ", 11) == 0;
}

/* Where the copy goes; adds to the targets what may be written. True: it is that of the game. */
static bool add_copy(world *w, start *s, const game *g, bool forces) {
    chance *c = &w->chance;
    const char *to = g->copy;
    bool never = false;
    if (chance_one_in(c, 12)) {
        to = g->name;
        never = true;
    } else if (chance_one_in(c, 6)) {
        const struct place *place = &CHANCE_OF(c, places);
        to = place->name;
        never = place->never && is_chain(w, to);
    }
    const disk_file *f = disk_find(&w->disk, to);
    bool own = to == g->copy, full = f != NULL && !f->special && f->now.size > 0;
    bool earlier = full && game_was(g, &f->now); /* of this record: it may be replaced, or not */
    process_add(s, "--copy=%s", to);
    if (never || (!own && full && !forces))
        s->statuses = earlier && !never ? s->statuses | 1u << 2 : 1u << 2;
    if (!never && (own || !full || forces || earlier))
        s->target[s->targets++] = to;
    return own;
}

process *recorder_start(world *w, game *g) {
    chance *c = &w->chance;
    start s = {.program = RECORD, .statuses = 1u << 0};
    bool sealed = g->commit[0] != '\0';
    bool rolls = !sealed && has_dice(g->setup) && chance_one_in(c, 3);
    bool clock = chance_one_in(c, 12);
    bool copies = g->copy[0] != '\0' && !chance_one_in(c, 3);
    bool taken = is_taken(w, g), forces = copies && chance_one_in(c, 3);
    add_rules(w, &s, g);
    if (sealed)
        add_sealed(&s, g);
    if (rolls)
        process_add(&s, "--roll");
    if (clock)
        process_add(&s, "--clock");
    if (chance_one_in(c, 4))
        process_add(&s, "--no-advice");
    bool own_copy = copies && add_copy(w, &s, g, forces);
    if (forces)
        process_add(&s, "--force");
    process_add(&s, chance_one_in(c, 2) ? "%s" : "./%s", g->name);
    s.target[s.targets++] = g->name;
    if (g->own != NULL && !is_served(w, g))
        s.statuses = 1u << 2;
    process *p = process_start(w, &s);
    p->game = g;
    p->rolls = rolls || sealed;
    p->chain = g->own;
    p->clock = clock;
    p->copies = own_copy;
    p->clash = taken;
    if (g->own != NULL)
        process_use(w, p, g->own);
    p->may_force = copies && !forces && !game_is_copied(w, g);
    process_begin(w, p);
    return p;
}

void recorder_stray(world *w) {
    static const char *const names[] = {"pipe", "secret.xpgn", "white.chain", "blank.xpgn"};
    const char *name = CHANCE_OF(&w->chance, names);
    start s = {.program = RECORD, .statuses = 1u << 1 | 1u << 2};
    process_add(&s, "--variant=halma");
    process_add(&s, "%s", name);
    s.target[s.targets++] = name;
    process_begin(w, process_start(w, &s));
}

/* SPDX-License-Identifier: MIT */
/* Line editing on the terminal, with history and completion, by libedit. */
#include "record/line_editor.h"
#include "internal/chance.h"
#include "record/record_tool.h"

#include <histedit.h>
#include <locale.h>
#include <string.h>
#include <xpgn/play.h>

enum { WORDS = 1200, WORD_SIZE = 32, WIDE = 78 };

/* ---- completion ------------------------------------------------------------------------------ */

typedef struct candidates {
    size_t count, size; /* size: bytes of their common beginning */
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

/* Sets the numbers of dice due now for attacker and defender, or those of a turn; false if none
   are, if they are not written as digits, or if they have different faces. */
static bool dice_due(const record *r, unsigned due[2], unsigned *faces) {
    const recorder_state *s = record_state(r);
    bool playing = !record_is_over(r) && !s->missing && !record_rolls(r);
    *faces = playing ? record_die_faces(s, 0) : 0;
    if (*faces == 0 || *faces > 9)
        return false;
    due[0] = s->announced != NULL ? s->dice[0] : (unsigned)xpgn_play_turn_dice(s->play);
    due[1] = s->dice[1];
    for (unsigned n = 0; s->announced != NULL && n < due[0] + due[1]; n++)
        if (record_die_faces(s, n) != *faces)
            return false;
    if (s->announced != NULL)
        return due[0] + due[1] > 0;
    return s->pending.size == 0 && xpgn_play_turn_roll(s->play) == XPGN_TURN_ROLL_MUST;
}

/* Returns the sign after `count` dice, or '\0' after the last. */
static char sign_after(unsigned count, const unsigned due[2]) {
    return count == due[0] + due[1] ? '\0' : count == due[0] ? ':' : ',';
}

/* Adds each face of the next die, if the text typed so far is dice. */
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
    if (size % 2 != 0) { /* a face has been typed: add its sign */
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

/* Is this one of the actions that are rolls: first, roll? */
static bool is_command(xpgn_slice word) {
    const recorder_word *w;
    for (size_t i = 0; (w = recorder_words(i)) != NULL; i++)
        if (cli_equal(word, cli_slice(w->name)))
            return true;
    return false;
}

/* Finds what may be entered and begins with the text typed: dice where they are due; commands if no
   action fits. */
static void find_candidates(const record *r, candidates *c, const char *typed, size_t size) {
    unsigned due[2], faces;
    const recorder_word *w;
    xpgn_reply actions = {XPGN_REPLY};
    (void)record_hear(r, recorder_line(r->recorder, cli_slice("actions")), &actions);
    xpgn_slice rest = cli_held(&actions.text), word;
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
    for (size_t i = 0; (w = recorder_words(i)) != NULL && !known; i++)
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
    line_editor_print(r, &b);
}

static unsigned char complete_word(EditLine *line, int key) {
    static candidates c; /* large */
    void *data = NULL;
    (void)key;
    (void)el_get(line, EL_CLIENTDATA, &data);
    const line_editor *d = data;
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
        const char *end = c.word[0] + c.size - 1; /* more dice follow a sign */
        (void)snprintf(rest, sizeof rest, "%.*s%s", (int)(c.size - size), c.word[0] + size,
                       c.count == 1 && strchr(",:", *end) == NULL ? " " : "");
        (void)el_insertstr(line, rest);
        return CC_REFRESH;
    }
    if (c.count > 1)
        list_candidates(d->r, &c);
    return c.count > 1 ? CC_REDISPLAY : CC_REFRESH_BEEP;
}

/* ---- the line -------------------------------------------------------------------------------- */

static char *prompt_of(EditLine *line) {
    void *data = NULL;
    (void)el_get(line, EL_CLIENTDATA, &data);
    return ((line_editor *)data)->prompt;
}

bool line_editor_open(line_editor *d) {
    HistEvent event;
    (void)setlocale(LC_CTYPE, "");
    d->history = history_init();
    d->editor = el_init(d->r->c->tool->name, stdin, stdout, stderr);
    if (d->history == NULL || d->editor == NULL)
        return false;
    (void)history(d->history, &event, H_SETSIZE, 1000);
    (void)el_set(d->editor, EL_CLIENTDATA, d);
    (void)el_set(d->editor, EL_PROMPT, prompt_of);
    (void)el_set(d->editor, EL_EDITOR, "emacs");
    (void)el_set(d->editor, EL_SIGNAL, 1);
    (void)el_set(d->editor, EL_HIST, history, d->history);
    (void)el_set(d->editor, EL_ADDFN, "record-complete", "complete what is legal", complete_word);
    (void)el_set(d->editor, EL_BIND, "^I", "record-complete", NULL);
    return true;
}

void line_editor_close(line_editor *d) {
    el_end(d->editor);
    history_end(d->history);
}

bool line_editor_read(line_editor *d, xpgn_slice *text) {
    int count = 0;
    const char *line = el_gets(d->editor, &count);
    if (line == NULL || count <= 0)
        return false;
    size_t size = (size_t)count;
    while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
        size--;
    *text = (xpgn_slice){line, size};
    return true;
}

void line_editor_remember(line_editor *d, const char *line) {
    HistEvent event;
    (void)history(d->history, &event, H_ENTER, line);
}

const char *line_editor_hint(void) {
    return "Tab completes; help lists the entries";
}

/* SPDX-License-Identifier: MIT */
/*
 * The grammar of xpgn-fix. A file of it has a slip that is corrected, or the correction; what it
 * was is never lost, nor is an answer that somebody has typed into a table of questions.
 *
 *   fix --likely -w --log=fix.log slips.pgn*, with and without --force
 *     | --likely -o . -, of the same file as standard input, with and without --force*
 *     | --undo=fix.log*
 *     | --questions=ask.csv asked.pgn, with and without --force
 *
 * * stands for what may be refused: an original that is there, an older file, no log.
 */
#define _GNU_SOURCE /* memmem */
#include "world.h"

#include <stdio.h>
#include <string.h>

enum { GOOD = 1u << 0, BAD = 1u << 1, TROUBLE = 1u << 2 };

static const char file[] = "slips.pgn", original[] = "slips.pgn.orig", list[] = "fix.log",
                  copy[] = "stdin.xpgn", asked[] = "asked.pgn", table[] = "ask.csv";

/* What the file is, after the name of its event, which another hand may change. */
static const char head[] = "[Event \"";
static const char slip[] = "\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 "
                           "6. Rel b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n";
static const char right[] = "\"]\n[Corrected \"1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 "
                            "Nf6 5. O-O Be7 6. Re1 {[%was Rel]} b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n";
static char event[8];

static const char question[] = "[Variant \"five-dice\"]\n[Result \"1-0\"]\n\n1. e4 Nf6 2. Qf3 Nxe4 "
                               "<2,1:3> 3. Bd3 1-0\n",
                  answer[] = "\"Nxe4 <2,1,5:3>\"";
static bool answered; /* somebody has typed this into the table */

static void put_file(world *w, void (*put)(disk *d, const char *name, const char *text)) {
    char text[256];
    (void)snprintf(text, sizeof text, "%s%s%s", head, event, slip);
    put(&w->disk, file, text);
}

static void make(disk *d, const char *name, const char *text) {
    disk_put(d, name, text, strlen(text), 0640);
}

static void rewrite(disk *d, const char *name, const char *text) {
    disk_edit(d, name, text, strlen(text));
}

void fix_furnish(world *w) {
    (void)snprintf(event, sizeof event, "a");
    answered = false;
    put_file(w, make);
    make(&w->disk, asked, question);
}

/* Has the file this text, with this name of the event, or with any? */
static bool has_event(const world *w, const char *name, const char *named, const char *text) {
    const disk_file *f = disk_find(&w->disk, name);
    size_t begin = strlen(head), size = f != NULL ? f->now.size : 0, end = strlen(text);
    if (size < begin + end || memcmp(f->now.data, head, begin) != 0 ||
        memcmp(f->now.data + size - end, text, end) != 0)
        return false;
    size_t length = size - begin - end;
    return named == NULL
               ? length < sizeof event
               : length == strlen(named) && memcmp(f->now.data + begin, named, length) == 0;
}

static bool has(const world *w, const char *name, const char *text) {
    return has_event(w, name, event, text);
}

static bool has_answer(const world *w) {
    const disk_file *f = disk_find(&w->disk, table);
    return f != NULL && f->now.size > 0 && strstr(f->now.data, answer) != NULL;
}

static void type_answer(world *w) {
    const disk_file *f = disk_find(&w->disk, table);
    const char *row = f != NULL && f->now.size > 0 ? strstr(f->now.data, asked) : NULL;
    char text[1024];
    if (row == NULL || has_answer(w) || f->now.size + sizeof answer > sizeof text)
        return;
    size_t size = (size_t)(row - f->now.data) + strcspn(row, "\r\n");
    (void)snprintf(text, sizeof text, "%.*s%s%s", (int)size, f->now.data, answer,
                   f->now.data + size);
    rewrite(&w->disk, table, text);
    answered = true;
}

void fix_edit(world *w) {
    bool asks = chance_one_in(&w->chance, 3);
    if (process_renames(w, asks ? table : file))
        return;
    if (asks) {
        type_answer(w);
        return;
    }
    size_t size = 1 + chance_below(&w->chance, 2);
    (void)snprintf(event, sizeof event, "%.*s", (int)size,
                   &"abcdefgh"[chance_below(&w->chance, 6)]);
    put_file(w, rewrite);
}

static bool is_there(const world *w, const char *name) {
    return disk_find(&w->disk, name) != NULL;
}

void fix_look(world *w) {
    static const char *const made[] = {file, original, list, copy, table};
    if (!has(w, file, slip) && !has(w, file, right))
        note_violation("%s has neither what it was nor what is right", file);
    if (has(w, file, right) && !has(w, original, slip))
        note_violation("what %s was is lost", file);
    if (is_there(w, original) && !has_event(w, original, NULL, slip) && !hands_put(w, original))
        note_violation("%s is not what %s was", original, file);
    if (is_there(w, copy) && !has_event(w, copy, NULL, right) && !hands_put(w, copy))
        note_violation("%s is not what is right", copy);
    if (answered && !has_answer(w))
        note_violation("the answer that was typed into %s is lost", table);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (is_there(w, made[i]) && disk_may_tear(&w->disk, made[i]) && !hands_put(w, made[i]))
            note_violation("%s: a crash may leave it torn", made[i]);
}

/* Has the log a correction that was not taken back? */
static bool is_logged(const world *w) {
    const disk_file *f = disk_find(&w->disk, list);
    size_t size = f != NULL ? f->now.size : 0;
    return size > 0 && memmem(f->now.data, size, "M-01", 4) != NULL &&
           memmem(f->now.data, size, ",undo,", 6) == NULL;
}

/* What it says to have done is done. */
static void judge_fix(world *w, process *p, int status) {
    if (strstr(p->command, table) != NULL)
        return;
    bool undo = strstr(p->command, "--undo") != NULL, out = strstr(p->command, "-o") != NULL;
    if (status != 0 || p->disturbed || (out && hands_put(w, copy)))
        return;
    if (undo ? has(w, file, right) && is_logged(w) : !has(w, out ? copy : file, right))
        note_violation("%s has ended well, and has not done it", p->command);
    if (!undo && !out && !is_there(w, list))
        note_violation("%s has written no log", p->command);
}

static void add_target(start *s, const char *name) {
    s->target[s->targets++] = name;
}

static void write_start(world *w, start *s, bool force) {
    bool kept = has(w, file, slip) && is_there(w, original) && !force;
    process_add(s, "--likely");
    process_add(s, "-w");
    process_add(s, "--log=%s", list);
    process_add(s, "%s", file);
    add_target(s, file);
    add_target(s, original);
    add_target(s, list);
    s->statuses = kept ? TROUBLE : GOOD;
}

static void output_start(world *w, start *s, bool force) {
    process_add(s, "--likely");
    process_add(s, "-o");
    process_add(s, ".");
    process_add(s, "-");
    add_target(s, copy);
    s->input = file;
    s->statuses = is_there(w, copy) && !force ? TROUBLE : GOOD;
}

/* After a crash the log may be older than the file, or newer. */
static void undo_start(world *w, start *s) {
    process_add(s, "--undo=%s", list);
    add_target(s, file);
    add_target(s, list);
    s->statuses = is_there(w, list) ? GOOD | BAD : TROUBLE;
}

/* Its status says whether the question has been answered. */
static void question_start(world *w, start *s) {
    process_add(s, "--questions=%s", table);
    process_add(s, "%s", asked);
    add_target(s, table);
    s->statuses = has_answer(w) ? GOOD : BAD;
}

void fix_start(world *w) {
    start s = {.program = FIX, .judge = judge_fix};
    unsigned way = chance_below(&w->chance, 6);
    bool force = chance_one_in(&w->chance, 3);
    process_add(&s, "-q");
    if (way < 2)
        write_start(w, &s, force);
    else if (way == 2)
        output_start(w, &s, force);
    else if (way == 3)
        question_start(w, &s);
    else
        undo_start(w, &s);
    if (force && way <= 3)
        process_add(&s, "--force");
    process_begin(w, process_start(w, &s));
}

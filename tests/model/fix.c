/* SPDX-License-Identifier: MIT */
/*
 * The grammar of xpgn-fix. A file of it has a slip that is corrected, or the correction; what it
 * was is never lost.
 *
 *   fix --likely -w --log=fix.log slips.pgn*, with and without --force
 *     | --likely -o . -, of the same file as standard input, with and without --force*
 *     | --undo=fix.log*
 *
 * * stands for what may be refused: an original that is there, an older file, no log.
 */
#define _GNU_SOURCE /* memmem */
#include "world.h"

#include <stdio.h>
#include <string.h>

enum { GOOD = 1u << 0, BAD = 1u << 1, TROUBLE = 1u << 2 };

static const char file[] = "slips.pgn", original[] = "slips.pgn.orig", list[] = "fix.log",
                  copy[] = "stdin.xpgn";

static const char slip[] = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 "
                           "6. Rel b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n";
static const char right[] =
    "[Event \"a\"]\n[Corrected \"1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 "
    "Nf6 5. O-O Be7 6. Re1 {[%was Rel]} b5 7. Bb3 d6 8. c3 O-O 9. h3 *\n";

void fix_furnish(world *w) {
    disk_put(&w->disk, file, slip, strlen(slip), 0640);
}

static bool has(const world *w, const char *name, const char *text) {
    const disk_file *f = disk_find(&w->disk, name);
    return f != NULL && f->now.size == strlen(text) && memcmp(f->now.data, text, f->now.size) == 0;
}

static bool is_there(const world *w, const char *name) {
    return disk_find(&w->disk, name) != NULL;
}

void fix_look(world *w) {
    static const char *const made[] = {file, original, list, copy};
    if (!has(w, file, slip) && !has(w, file, right))
        note_violation("%s has neither what it was nor what is right", file);
    if (has(w, file, right) && !has(w, original, slip))
        note_violation("what %s was is lost", file);
    if (is_there(w, original) && !has(w, original, slip))
        note_violation("%s is not what %s was", original, file);
    if (is_there(w, copy) && !has(w, copy, right))
        note_violation("%s is not what is right", copy);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (is_there(w, made[i]) && disk_may_tear(&w->disk, made[i]))
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
    bool undo = strstr(p->command, "--undo") != NULL, out = strstr(p->command, "-o") != NULL;
    if (status != 0)
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

void fix_start(world *w) {
    start s = {.program = FIX, .judge = judge_fix};
    unsigned way = chance_below(&w->chance, 5);
    bool force = chance_one_in(&w->chance, 3);
    process_add(&s, "-q");
    if (way < 2)
        write_start(w, &s, force);
    else if (way == 2)
        output_start(w, &s, force);
    else
        undo_start(w, &s);
    if (force && way <= 2)
        process_add(&s, "--force");
    process_begin(w, process_start(w, &s));
}

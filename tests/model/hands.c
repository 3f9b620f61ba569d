/* SPDX-License-Identifier: MIT */
/*
 * Other hands in the folder: in half of the episodes somebody else is at work there, between any
 * two calls of the tools. Each - is one choice.
 *
 * guest: shares the folder; under a name that a tool is going to use, if it is free, puts
 *   - a symbolic or a hard link to a chain, somebody's file, a pipe, nothing
 *   - a file that is empty, or has something in it
 * and takes it away again
 *
 * mover: with a record, or with what lies beside it: journal, index, log, chain; or only with
 * journals
 *   - moves it to another name, and back
 *   - removes it
 *   - puts an earlier state back, into the file (cp) or in its place (cp -p, mv); never of a chain:
 *     that cannot be noticed, and nothing is promised after it
 *
 * editor: writes into a file in place, by appending, rewriting, or with the same size
 *   - a record, an archive, a file to be corrected, a table of questions (recorder, tools.c, fix.c)
 *
 * What they do becomes what the tools must keep: the questions after each step are the same. Nobody
 * can ask for what falls between a tool's last look at a file and its renaming, since there is no
 * system call that does both: so no hand touches a file for whose name a rename has been asked.
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PLACED = 16, KEPT = 6 };

/* What the guest has put there. */
static struct {
    char name[DISK_NAME];
    uint64_t inode;
} placed[PLACED];

/* Does the mover care for journals only? Records and chains stay, and games go on. */
static bool only_journals;

/* What the mover has a copy of. */
static struct {
    char name[DISK_NAME];
    unsigned mode;
    disk_bytes bytes;
} kept[KEPT];

const char *hands_name(const world *w) {
    static const char *const names[HANDS] = {"nobody else", "a guest", "a mover", "an editor"};
    return names[w->hand];
}

static bool is_there(const world *w, const char *name) {
    return disk_find(&w->disk, name) != NULL;
}

/* It is what they have left that counts. */
static void handled(world *w, const char *name) {
    disk_meet(&w->disk, name);
    for (size_t i = 0; i < w->games; i++)
        if (strcmp(w->game[i].name, name) == 0)
            game_handled(w, &w->game[i]);
    for (size_t i = 0; i < w->chains; i++)
        if (strcmp(w->chain[i].name, name) == 0)
            w->chain[i].away = !is_there(w, name);
}

/* ---- the guest ------------------------------------------------------------------------------- */

/* Names that tools use. Into some they write more than a pipe holds, or they are told to read
   them; a file with the name of a record or a chain may be one. */
static const struct place {
    const char *name;
    bool pipe, file;
} places[] = {{"board1.xpgn.journal", true, true},
              {"board2.xpgn.journal", true, true},
              {"slips.pgn.orig", true, true},
              {"stdin.xpgn", true, true},
              {"club.pgn.xpi", true, true},
              {"board1.xpgn.xpi", true, true},
              {"show1.xpgn", true, true},
              {"board2.xpgn", true, false},
              {"fix.log", false, true},
              {"ask.csv", false, true},
              {"good.pgn", false, true},
              {"sums", false, true},
              {"games-0001.pgn", false, true},
              {"Adams.pgn", false, true}};

/* Has the guest put this file there, under this name? NULL: under any. */
static bool is_placed(const disk_file *f, const char *name) {
    for (size_t i = 0; i < PLACED; i++)
        if (placed[i].inode == f->inode && (name == NULL || strcmp(placed[i].name, name) == 0))
            return true;
    return false;
}

bool hands_put(const world *w, const char *name) {
    const disk_file *f = disk_find(&w->disk, name);
    return f != NULL && is_placed(f, name);
}

bool hands_linked(const disk_file *f) {
    return is_placed(f, NULL);
}

static const char *const ends[] = {"white.chain", "black.chain", "notes.txt",
                                   "secret.xpgn", "nowhere",     "pipe"};
enum { ENDS = sizeof ends / sizeof *ends, PLACES = sizeof places / sizeof *places };

/* A tool may have followed a link that is gone. */
static bool led[PLACES][ENDS];

bool hands_led(const char *name, const char *to) {
    for (size_t i = 0; i < PLACES; i++)
        for (size_t j = 0; j < ENDS; j++)
            if (led[i][j] && strcmp(places[i].name, name) == 0 && strcmp(ends[j], to) == 0)
                return true;
    return false;
}

static void put_link(world *w, const struct place *place) {
    size_t at = chance_below(&w->chance, ENDS - 1 + place->pipe);
    const char *end = ends[at];
    bool hard = place->file && is_there(w, end) && chance_one_in(&w->chance, 2);
    if ((hard ? link(end, place->name) : symlink(end, place->name)) != 0)
        note_violation("the test itself: a link %s", place->name);
    led[place - places][at] |= !hard;
    note("guest: %s link %s to %s", hard ? "hard" : "symbolic", place->name, end);
}

static void put_file(world *w, const char *name) {
    static const char *const texts[] = {"", "\n", "[Event \"?\"]\n\n1. d4 *\n", "xpgn-journal 2\n",
                                        "a letter\n"};
    const char *text = CHANCE_OF(&w->chance, texts);
    disk_put(&w->disk, name, text, strlen(text), chance_one_in(&w->chance, 2) ? 0644 : 0666);
    note("guest: file %s of %zu bytes", name, strlen(text));
}

static void guest(world *w) {
    size_t at = chance_below(&w->chance, PLACED);
    const struct place *place = &CHANCE_OF(&w->chance, places);
    if (hands_put(w, placed[at].name)) {
        (void)unlink(placed[at].name);
        note("guest: remove %s", placed[at].name);
        handled(w, placed[at].name);
    } else if (!is_there(w, place->name)) {
        if (place->file && chance_one_in(&w->chance, 2))
            put_file(w, place->name);
        else
            put_link(w, place);
        handled(w, place->name);
        (void)snprintf(placed[at].name, DISK_NAME, "%s", place->name);
        placed[at].inode = disk_find(&w->disk, place->name)->inode;
    }
}

/* ---- the mover ------------------------------------------------------------------------------- */

static const char *const journals[] = {"board1.xpgn.journal", "board2.xpgn.journal"};
static const char *const movable[] = {
    "board1.xpgn",  "board2.xpgn", "board1.xpgn.journal", "board2.xpgn.journal", "board1.xpgn.xpi",
    "club.pgn.xpi", "fix.log",     "white.chain",         "black.chain"};

static bool is_chain(const char *name) {
    return strstr(name, ".chain") != NULL;
}

static void move(world *w, const char *from, const char *to) {
    if (process_renames(w, to) || rename(from, to) != 0)
        return;
    note("mover: mv %s %s", from, to);
    handled(w, to);
    handled(w, from);
}

static void keep(world *w, const char *name, size_t at) {
    const disk_file *f = disk_find(&w->disk, name);
    const disk_bytes *now = &f->now;
    free(kept[at].bytes.data);
    kept[at].mode = f->seen.st_mode & 07777;
    kept[at].bytes = (disk_bytes){malloc(now->size + 1), now->size};
    if (kept[at].bytes.data == NULL)
        note_violation("the test itself: memory");
    memcpy(kept[at].bytes.data, now->data, now->size + 1);
    (void)snprintf(kept[at].name, DISK_NAME, "%s", name);
    note("mover: cp %s, %zu bytes", name, now->size);
}

static void put_back(world *w, size_t at) {
    const char *name = kept[at].name;
    const disk_bytes *b = &kept[at].bytes;
    const disk_file *f = disk_find(&w->disk, name);
    bool into = f != NULL && chance_one_in(&w->chance, 2);
    if (into)
        disk_edit(&w->disk, name, b->data, b->size);
    else
        disk_put(&w->disk, name, b->data, b->size, kept[at].mode);
    note("mover: put %s back %s, %zu bytes", name, into ? "by cp" : "by cp -p and mv", b->size);
    handled(w, name);
}

static void mover(world *w) {
    const char *name =
        only_journals ? CHANCE_OF(&w->chance, journals) : CHANCE_OF(&w->chance, movable);
    char away[DISK_NAME];
    size_t at = chance_below(&w->chance, KEPT);
    unsigned way = chance_below(&w->chance, 8);
    (void)snprintf(away, sizeof away, "%s.away", name);
    if (process_renames(w, name) || process_renames(w, kept[at].name))
        return;
    if (is_there(w, away) && (way < 4 || is_chain(name))) {
        move(w, away, name);
    } else if (!is_there(w, name)) {
        if (kept[at].name[0] != '\0')
            put_back(w, at);
    } else if (way < 2) {
        move(w, name, away);
    } else if (way < 4 && !is_chain(name)) {
        (void)unlink(name);
        note("mover: rm %s", name);
        handled(w, name);
    } else if (way < 6 && !is_chain(name)) {
        keep(w, name, at);
    } else if (kept[at].name[0] != '\0') {
        put_back(w, at);
    }
}

/* ---- the editor ------------------------------------------------------------------------------ */

static disk_bytes insert(const disk_bytes *record, size_t at, const char *format, unsigned number) {
    char text[64];
    size_t more = (size_t)snprintf(text, sizeof text, format, number);
    disk_bytes b = {malloc(record->size + more + 1), record->size + more};
    if (b.data == NULL)
        note_violation("the test itself: memory");
    memcpy(b.data, record->data, at);
    memcpy(b.data + at, text, more);
    memcpy(b.data + at + more, record->data + at, record->size + 1 - at);
    return b;
}

/* Before the first move: with a later one it may be taken back. */
static disk_bytes with_comment(const disk_bytes *record, unsigned number) {
    const char *moves = strstr(record->data, "\n\n");
    return insert(record, moves != NULL ? (size_t)(moves - record->data) + 2 : record->size,
                  "{note %u} ", number);
}

static disk_bytes with_end(const disk_bytes *record, unsigned number) {
    return insert(record, record->size, "; note %u\n", number);
}

/* A tag, or another value of it. */
static disk_bytes with_tag(const disk_bytes *record, unsigned number) {
    const char *old = strstr(record->data, "[Note \"");
    size_t first = strcspn(record->data, "\n") + 1;
    if (old == NULL)
        return insert(record, first < record->size ? first : 0, "[Note \"%02u\"]\n", number);
    disk_bytes b = insert(record, 0, "", 0);
    char *value = b.data + (old - record->data) + 7;
    value[0] = (char)('0' + number / 10);
    value[1] = (char)('0' + number % 10);
    return b;
}

static void edit_record(world *w) {
    static const game_edit edits[] = {with_comment, with_end, with_tag, with_tag, with_tag};
    game *g = &w->game[chance_below(&w->chance, w->games)];
    const disk_file *f = disk_find(&w->disk, g->name);
    size_t way = chance_below(&w->chance, sizeof edits / sizeof *edits);
    unsigned number = chance_below(&w->chance, 100);
    if (f == NULL || f->now.size == 0 || f->now.size > 8000 || process_renames(w, g->name))
        return;
    note("editor: %s, note %u, way %zu", g->name, number, way);
    game_write(w, g, edits[way], number);
}

/* Often into what a tool is about to rewrite. */
static void editor(world *w) {
    const process *p = &w->process[chance_below(&w->chance, PROCESSES)];
    unsigned way = chance_below(&w->chance, 4);
    if (p->serial != 0 && (p->program == FMT || p->program == FIX))
        way = p->program == FMT ? 2 : 3;
    if (way < 2) {
        edit_record(w);
    } else if (way == 2) {
        note("editor: an archive");
        tools_edit(w);
    } else {
        note("editor: a file with slips");
        fix_edit(w);
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

void hands_begin(world *w) {
    static const hand who[] = {GUEST, MOVER, MOVER, EDITOR};
    memset(placed, 0, sizeof placed);
    memset(led, 0, sizeof led);
    for (size_t i = 0; i < KEPT; i++)
        free(kept[i].bytes.data);
    memset(kept, 0, sizeof kept);
    only_journals = chance_one_in(&w->chance, 2);
    w->hand = chance_one_in(&w->chance, 2) ? NOBODY : CHANCE_OF(&w->chance, who);
}

void hands_act(world *w) {
    static void (*const acts[HANDS])(world * w) = {NULL, guest, mover, editor};
    process_disturb(w);
    w->total.acts[w->hand]++;
    acts[w->hand](w);
}

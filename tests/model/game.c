/* SPDX-License-Identifier: MIT */
/* Records and their copies: what was promised of them, compared with what is on disk. */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/walk.h>

static uint64_t hash(const disk_bytes *b) {
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < b->size; i++)
        h = (h ^ (unsigned char)b->data[i]) * UINT64_C(1099511628211);
    return h;
}

static bool same(const disk_bytes *a, const disk_bytes *b) {
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static disk_bytes copy_of(const disk_bytes *b) {
    disk_bytes copy = {malloc(b->size + 1), b->size};
    if (copy.data == NULL)
        note_violation("the test itself: memory");
    if (b->size > 0)
        memcpy(copy.data, b->data, b->size);
    copy.data[b->size] = '\0';
    return copy;
}

/* ---- is it a record? ------------------------------------------------------------------------- */

static const char *first_error(world *w, const xpgn_game *text) {
    static char why[512];
    xpgn_status status = xpgn_walk_begin(w->walk, text);
    const xpgn_step *step;
    size_t count;
    while (status == XPGN_OK)
        status = xpgn_walk_next(w->walk, &step);
    if (status != XPGN_END)
        return "it cannot be walked";
    const xpgn_finding *f = xpgn_walk_findings(w->walk, &count);
    for (size_t i = 0; i < count; i++)
        if (f[i].level == XPGN_ERROR) {
            (void)snprintf(why, sizeof why, "%s: %s [%s]", f[i].turn, f[i].text, f[i].code);
            return why;
        }
    return NULL;
}

/* The stream reads files; what is in memory is one game if it has one result, at its end. */
const char *game_wrong(world *w, const char *name, const disk_bytes *bytes) {
    xpgn_game whole = {
        .text = {bytes->data, bytes->size}, .file = name, .number = 1, .line = 1, .column = 1};
    size_t size = bytes->size;
    w->total.checked++;
    if (memchr(bytes->data, '\0', size) != NULL)
        return "it has a NUL";
    if (size < 3 || bytes->data[size - 1] != '\n' || *bytes->data != '[')
        return "it is torn";
    return first_error(w, &whole);
}

/* ---- states ---------------------------------------------------------------------------------- */

static bool is_maybe(const game *g, const disk_bytes *b) {
    for (size_t i = 0; i < g->maybes; i++)
        if (same(&g->maybe[i], b))
            return true;
    return false;
}

static bool is_known(const game *g, const disk_bytes *b) {
    return (g->begun && same(&g->sure_bytes, b)) || is_maybe(g, b);
}

static void add_past(game *g, const disk_bytes *b) {
    if (g->pasts < PAST)
        g->past[g->pasts++] = hash(b);
}

static void add_maybe(game *g, const disk_bytes *b) {
    if (g->maybes == MAYBES) {
        free(g->maybe[0].data);
        memmove(&g->maybe[0], &g->maybe[1], --g->maybes * sizeof *g->maybe);
    }
    g->maybe[g->maybes++] = copy_of(b);
    add_past(g, b);
}

static void drop_maybes(game *g) {
    while (g->maybes > 0)
        free(g->maybe[--g->maybes].data);
}

static void set_sure(game *g, const disk_bytes *b) {
    disk_bytes old = g->sure_bytes; /* may be `b` */
    g->sure_bytes = copy_of(b);
    free(old.data);
    score_free(&g->sure);
    score_read(&g->sure, g->sure_bytes.data, g->sure_bytes.size);
}

static void see(game *g, const disk_file *f) {
    g->seen = f;
    g->seen_data = f != NULL ? f->now.data : NULL;
}

void game_forget(game *g) {
    drop_maybes(g);
    score_free(&g->sure);
    free(g->sure_bytes.data);
    *g = (game){.name = ""};
}

static process *maker_of(world *w, const disk_file *f) {
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial == f->maker && f->maker != 0)
            return &w->process[i];
    return NULL;
}

/* ---- after each step ------------------------------------------------------------------------- */

/* Something new stands under the name: it must be what the entry in flight makes of the record. */
static void check_new(world *w, game *g, const disk_file *f) {
    score next;
    const process *p = maker_of(w, f);
    const char *why = game_wrong(w, g->name, &f->now);
    if (why != NULL)
        note_violation("%s is not a record any more: %s\n%s", g->name, why, f->now.data);
    if (p == NULL)
        note_violation("%s has changed, and nobody was there", g->name);
    score_read(&next, f->now.data, f->now.size);
    if (p->program == FMT)
        why = g->begun && !score_same(&g->sure, &next) ? "it is another game" : NULL;
    else if (g->begun)
        why = score_compare(&g->sure, &next, p->line, NULL);
    else if (next.items > 0 && !p->disturbed) /* its file may have been taken away */
        why = "a new record has actions";
    if (why != NULL)
        note_violation("%s, after '%s' of %s: %s\nbefore:\n%s\nafter:\n%s", g->name, p->line,
                       p->command, why, g->begun ? g->sure_bytes.data : "", f->now.data);
    score_free(&next);
    add_maybe(g, &f->now);
}

bool game_was(const game *g, const disk_bytes *b) {
    uint64_t h = hash(b);
    for (size_t i = g->pasts; i-- > 0;)
        if (g->past[i] == h)
            return true;
    return false;
}

static void look_at_copy(world *w, const game *g) {
    const disk_file *f = g->copy[0] != '\0' ? disk_find(&w->disk, g->copy) : NULL;
    if (f == NULL || f->special || f->now.size == 0)
        return;
    if (game_was(g, &f->now) || hands_put(w, g->copy))
        return;
    note_violation("the copy %s is no state of the record:\n%s", g->copy, f->now.data);
}

void game_look(world *w, game *g) {
    const disk_file *f = disk_find(&w->disk, g->name);
    if (disk_may_tear(&w->disk, g->name))
        note_violation("%s: a crash may leave it torn", g->name);
    if (g->copy[0] != '\0' && disk_may_tear(&w->disk, g->copy) && !hands_put(w, g->copy))
        note_violation("%s: a crash may leave it torn", g->copy);
    look_at_copy(w, g);
    if (f == g->seen && (f == NULL || f->now.data == g->seen_data))
        return;
    see(g, f);
    if (f == NULL || f->now.size == 0) {
        if (g->begun)
            note_violation("the record %s is %s", g->name, f == NULL ? "gone" : "empty");
        return;
    }
    if (!is_known(g, &f->now))
        check_new(w, g, f);
}

/* ---- other hands ----------------------------------------------------------------------------- */

void game_handled(world *w, game *g) {
    const disk_file *f = disk_find(&w->disk, g->name);
    drop_maybes(g);
    g->begun = f != NULL && f->now.size > 0;
    if (g->begun) {
        set_sure(g, &f->now);
        add_past(g, &f->now);
    }
    see(g, f);
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].game == g)
            w->process[i].moved = true;
}

/* The state before the entry in flight has it, too, so that the entry is what makes the
   difference. */
void game_write(world *w, game *g, game_edit edit, unsigned number) {
    const disk_file *f = disk_find(&w->disk, g->name);
    bool sure = g->begun && same(&g->sure_bytes, &f->now);
    disk_bytes now = edit(&f->now, number);
    disk_edit(&w->disk, g->name, now.data, now.size);
    free(now.data);
    if (g->begun) {
        disk_bytes before = edit(&g->sure_bytes, number);
        set_sure(g, &before);
        free(before.data);
    }
    drop_maybes(g);
    add_past(g, &f->now);
    if (!sure)
        add_maybe(g, &f->now);
    see(g, f);
}

/* ---- after each answer ----------------------------------------------------------------------- */

static bool is_there(const world *w, const game *g) {
    const disk_file *f = disk_find(&w->disk, g->name);
    return f != NULL && f->now.size > 0;
}

/* The file that has the name now, checked to be in one of its possible states. */
static const disk_file *current(world *w, const game *g, const process *p) {
    if (!is_there(w, g))
        note_violation("%s goes on, and %s is not there", p->command, g->name);
    return disk_find(&w->disk, g->name);
}

/* What was said on the command line of a new record is in it. */
static void check_named(const process *p, const game *g) {
    const struct {
        const char *name, *value;
    } said[] = {{"Date", "2026.05.08"},
                {"Variant", g->setup->variant},
                {"RuleOptions", g->setup->options},
                {g->setup->seats == 2 ? "FEN" : "XFEN", g->xfen},
                {"DiceCommit", g->commit}};
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const char *value = said[i].value;
        xpgn_slice tag = score_tag(&g->sure, said[i].name);
        if (value != NULL && value[0] != '\0' &&
            (tag.size != strlen(value) || memcmp(tag.data, value, tag.size) != 0))
            note_violation("%s: the new record %s has another %s:\n%s", p->command, g->name,
                           said[i].name, g->sure_bytes.data);
    }
}

/* The first line of a recorder: where the game stands. */
void game_greeted(world *w, process *p) {
    game *g = p->game;
    p->admitted = true;
    if (p->moved && !is_there(w, g))
        return;
    const disk_file *f = current(w, g, p);
    for (size_t i = 0; i < PROCESSES; i++) {
        const process *q = &w->process[i];
        if (q != p && q->serial != 0 && q->game == g && q->admitted && !q->ends && !q->disturbed)
            note_violation("%s and %s record in %s", q->command, p->command, g->name);
    }
    /* What the last recorder did not come to answer may stand there, but then it is on disk. */
    const char *unsure = disk_unsure(&w->disk, g->name);
    if (unsure != NULL)
        note_violation("%s says where %s stands, but %s", p->command, g->name, unsure);
    set_sure(g, &f->now);
    drop_maybes(g);
    if (!g->begun)
        check_named(p, g);
    g->begun = true;
}

/* Links that were shown in the record. */
static void hear_links(world *w, const process *p) {
    char text[512];
    xpgn_slice open = score_tag(&p->game->sure, "DiceOpen");
    (void)snprintf(text, sizeof text, "%.*s", (int)open.size, open.size > 0 ? open.data : "");
    if (p->chain != NULL)
        (void)chain_hear(w, p, text, NULL);
}

/* A message that is shown must be in the journal, whatever a crash forgets; a link serves one. */
void game_sent(world *w, process *p, const char *line) {
    char name[DISK_NAME];
    const char *word = strchr(line, ' '), *what = line;
    (void)snprintf(name, sizeof name, "%.48s.journal", p->game->name);
    const disk_file *f = disk_find(&w->disk, name);
    size_t size = strlen(line);
    bool there = false;
    for (size_t at = 0; f != NULL && !there && at + size < f->synced.size; at++)
        there = memcmp(f->synced.data + at, line, size) == 0 && f->synced.data[at + size] == '\n';
    if (!there && !p->disturbed)
        note_violation("%s has shown a message that is not on disk: %s", p->command, line);
    for (int i = 0; what != NULL && i < 5; i++)
        what = strchr(what, ' ') != NULL ? strchr(what, ' ') + 1 : NULL;
    if (what != NULL && word != NULL)
        (void)snprintf(p->what, sizeof p->what, "%s", what);
    if (p->chain != NULL)
        (void)chain_hear(w, p, line, line);
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* Answers after which nothing has to be on disk that was not there before. */
static bool writes_nothing(const process *p, const char *answer) {
    return score_asks(p->line) || begins(answer, "dice ") || begins(answer, "await ") ||
           strcmp(answer, "ok forgotten") == 0 || begins(answer, "ok known: ") ||
           begins(answer, "ok * ") || begins(answer, "bye") || begins(answer, "choose ");
}

bool game_is_copied(const world *w, const game *g) {
    const disk_file *copy = disk_find(&w->disk, g->copy), *f = disk_find(&w->disk, g->name);
    return copy == NULL || copy->special || copy->now.size == 0 ||
           (f != NULL && same(&copy->now, &f->now));
}

static void check_copy(world *w, const process *p, const disk_file *f) {
    const game *g = p->game;
    const disk_file *copy = g->copy[0] != '\0' ? disk_find(&w->disk, g->copy) : NULL;
    if (!p->copies || p->hurt || p->starved || p->disturbed || (copy != NULL && copy->special))
        return;
    if (copy == NULL || !same(&copy->now, &f->now))
        note_violation("%s: the copy %s is not what was answered", p->command, g->copy);
}

static void refused(world *w, const process *p, const char *answer) {
    bool blames = begins(answer, "error DISK");
    w->total.refused++;
    if (blames && !p->hurt_now && !p->starved && !p->disturbed)
        note_violation("%s blames the disk, and nothing has failed: %s", p->command, answer);
    if (strstr(answer, "memory") != NULL && !p->starved)
        note_violation("%s says that memory is out, and it was not: %s", p->command, answer);
}

/* The record was moved before the answer: what there is now counts, if the recorder has made it. */
static void keep_anew(const world *w, const process *p) {
    game *g = p->game;
    const disk_file *f = disk_find(&w->disk, g->name);
    if (f == NULL || f->maker != p->serial || !is_maybe(g, &f->now))
        return;
    set_sure(g, &f->now);
    drop_maybes(g);
    g->begun = true;
}

void game_answered(world *w, process *p, const char *answer) {
    game *g = p->game;
    score next;
    if (begins(answer, "error ")) {
        refused(w, p, answer);
        if ((p->moved || !g->begun) && disk_unsure(&w->disk, g->name) == NULL)
            keep_anew(w, p);
        return;
    }
    if (p->moved || !g->begun) {
        if (!writes_nothing(p, answer))
            keep_anew(w, p);
        return;
    }
    const disk_file *f = current(w, g, p);
    score_read(&next, f->now.data, f->now.size);
    const char *why = score_compare(&g->sure, &next, p->line, answer);
    score_free(&next);
    if (why != NULL && is_maybe(g, &f->now) && writes_nothing(p, answer))
        return; /* it was refused before, and may be there all the same */
    if (why != NULL)
        note_violation("%s, '%s': %s: %s\nbefore:\n%s\nafter:\n%s", p->command, p->line, answer,
                       why, g->sure_bytes.data, f->now.data);
    const char *unsure = disk_unsure(&w->disk, g->name);
    if (unsure != NULL && writes_nothing(p, answer))
        return;
    if (unsure != NULL)
        note_violation("%s, '%s': %s, but %s: %s", p->command, p->line, answer, g->name, unsure);
    bool changed = !same(&g->sure_bytes, &f->now);
    set_sure(g, &f->now);
    drop_maybes(g);
    w->total.entries += changed;
    hear_links(w, p);
    if (changed)
        check_copy(w, p, f);
}

/* ---- after a crash --------------------------------------------------------------------------- */

void game_crashed(world *w, game *g) {
    const disk_file *f = disk_find(&w->disk, g->name);
    g->seen = NULL;
    if (f == NULL || f->now.size == 0) {
        if (g->begun)
            note_violation("the crash has left nothing of %s", g->name);
        drop_maybes(g);
        return;
    }
    if (!is_known(g, &f->now))
        note_violation("the crash has left something else as %s:\n%s\nand it was:\n%s", g->name,
                       f->now.data, g->begun ? g->sure_bytes.data : "nothing");
    bool begun = g->begun;
    disk_bytes left = copy_of(&f->now);
    if (begun)
        set_sure(g, &left);
    drop_maybes(g);
    if (!begun)
        g->maybe[g->maybes++] = copy_of(&left);
    free(left.data);
    see(g, f);
}

/* SPDX-License-Identifier: MIT */
/*
 * The grammar of the other tools that write. * means good and bad ones.
 *
 *   dice      make CHAIN that is new* | commitment CHAIN | reveal CHAIN next, last, later or --end*
 *             | tag white:CHAIN black:CHAIN | check RECORD
 *   fmt       -w ARCHIVE... that are open, read-only, or a record of a recorder
 *   list      --index ARCHIVE or RECORD
 *   validate  --good=FILE --bad=FILE --partial=FILE ARCHIVE..., where FILE is new, from before,
 *             empty, somebody's*, an input*, read-only*, a pipe, a chain*, with and without --force
 *   sort      --by=White --output=FILE ARCHIVE..., where FILE is one of those
 *   split     --games=9 ARCHIVE..., into a new or an old file*, with and without
 *             --force
 *   sort, split --by=White --memory=1M, of more than that: what does not fit goes to temporary
 * files in the folder, and two files are made of it by split
 */
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xpgn/record.h>

enum { GOOD = 1u << 0, BAD = 1u << 1, TROUBLE = 1u << 2 };

/* Archives, and how many of their games are legal. None is in export form. */
static const struct archive {
    const char *name, *text;
    unsigned good, bad;
    unsigned mode;
} archives[] = {{"club.pgn",
                 "[Event \"a\"]\n[White \"Adams\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[Event "
                 "\"b\"]\n\n1.d4 d5 2.c4 1-0\n",
                 2, 0, 0640},
                {"mixed.pgn",
                 "[Event \"a\"]\n\n1. e4 e5 2. Ke4 *\n\n[Event \"b\"]\n[Variant "
                 "\"chess-attack\"]\n\n1. e4 d5 2. exd5 "
                 "<5:1> *\n\n[Event \"c\"]\n\n1. Nf3 Nf6 1/2-1/2\n",
                 2, 1, 0600},
                {"old.pgn", "[Event \"a\"]\n\n1. b3   b6 *\n", 1, 0, 0444}};
enum { ARCHIVES = sizeof archives / sizeof *archives };

/* What is in them: what another hand has left. */
static struct shelf {
    uint64_t hash; /* of their games */
    unsigned games, good;
} shelves[ARCHIVES];

/* Games that are too many for the memory, if they are read this often. */
enum { LARGE_TIMES = 16, LARGE_GAMES = 2, LARGE_TEXT = 80000 };
static const char large_name[] = "large.pgn";

static const char *large_text(void) {
    static char text[LARGE_TEXT];
    if (text[0] == '\0')
        (void)snprintf(text, sizeof text,
                       "[White \"Zukertort\"]\n\n1. e4 {%*s} *\n\n[White \"Adams\"]\n\n1. d4 "
                       "{%*s} *\n",
                       LARGE_TEXT / 2 - 50, "", LARGE_TEXT / 2 - 50, "");
    return text;
}

static chain *find_chain(world *w, const char *name) {
    for (size_t i = 0; i < w->chains; i++)
        if (strcmp(w->chain[i].name, name) == 0)
            return &w->chain[i];
    return NULL;
}

/* ---- what is in a file of games -------------------------------------------------------------- */

/* Actions, dice and results, one after the other, and how many games they make. */
static uint64_t games_hash(const char *text, size_t size, unsigned *games) {
    xpgn_reader *reader = NULL;
    xpgn_token t;
    uint64_t h = UINT64_C(14695981039346656037);
    *games = 0;
    if (xpgn_reader_new(&reader) != XPGN_OK)
        note_violation("the test itself: memory");
    xpgn_reader_begin(reader, (xpgn_slice){text, size});
    while (xpgn_reader_next(reader, &t)) {
        *games += t.kind == XPGN_TOKEN_RESULT;
        if (t.kind != XPGN_TOKEN_WORD && t.kind != XPGN_TOKEN_RESULT)
            continue;
        for (size_t i = 0; i < t.text.size; i++)
            h = (h ^ (unsigned char)t.text.data[i]) * UINT64_C(1099511628211);
    }
    xpgn_reader_free(reader);
    return h;
}

static void fill(size_t at, const char *text, unsigned good) {
    struct shelf *s = &shelves[at];
    s->hash = games_hash(text, strlen(text), &s->games);
    s->good = good;
}

void tools_furnish(world *w) {
    for (size_t i = 0; i < ARCHIVES; i++) {
        disk_put(&w->disk, archives[i].name, archives[i].text, strlen(archives[i].text),
                 archives[i].mode);
        fill(i, archives[i].text, archives[i].good);
    }
    disk_put(&w->disk, large_name, large_text(), strlen(large_text()), 0640);
    fix_furnish(w);
}

/* A game is added at the end; later its move is changed, or all is written anew, with it or
   without. */
void tools_edit(world *w) {
    static const char more[] = "\n[Event \"new\"]\n\n1. e4 *\n";
    static char text[1 << 12];
    size_t at = chance_below(&w->chance, ARCHIVES - 1); /* the last one is read-only */
    const struct archive *a = &archives[at];
    const disk_bytes *now = &disk_find(&w->disk, a->name)->now;
    const char *added = strstr(now->data, "[Event \"new\"]");
    char *move = NULL;
    unsigned way = chance_below(&w->chance, 3), good = a->good + (added == NULL || way > 0);
    if (process_renames(w, a->name) || now->size + sizeof more > sizeof text)
        return;
    (void)snprintf(text, sizeof text, "%s%s", added == NULL || way == 2 ? now->data : a->text,
                   added == NULL || way == 1 ? more : "");
    if (added != NULL && way == 2 && (move = strstr(text + (added - now->data), "4 *")) != NULL)
        move[-1] = move[-1] == 'e' ? 'd' : 'e';
    disk_edit(&w->disk, a->name, text, strlen(text));
    fill(at, text, good);
}

/* An archive has its games, in whatever form, and the large one, into which nothing is written, its
   bytes; nothing that a tool has made can be left torn. */
void tools_look(world *w) {
    static const char *const made[] = {"good.pgn",       "bad.pgn",       "sums",
                                       "club.pgn.xpi",   "mixed.pgn.xpi", "board1.xpgn.xpi",
                                       "games-0001.pgn", "Adams.pgn",     "Zukertort.pgn"};
    const disk_file *large = disk_find(&w->disk, large_name);
    if (large == NULL || large->now.size != strlen(large_text()) ||
        memcmp(large->now.data, large_text(), large->now.size) != 0)
        note_violation("%s has been changed", large_name);
    for (size_t i = 0; i < ARCHIVES; i++) {
        const struct archive *a = &archives[i];
        const disk_file *f = disk_find(&w->disk, a->name);
        unsigned games;
        if (f == NULL)
            note_violation("%s is gone", a->name);
        if (f->now.data == w->archive[i])
            continue;
        if (games_hash(f->now.data, f->now.size, &games) != shelves[i].hash ||
            games != shelves[i].games)
            note_violation("%s has other games:\n%s", a->name, f->now.data);
        w->archive[i] = f->now.data;
        if (disk_may_tear(&w->disk, a->name))
            note_violation("%s: a crash may leave it torn", a->name);
    }
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (disk_may_tear(&w->disk, made[i]) && !hands_put(w, made[i]))
            note_violation("%s: a crash may leave it torn", made[i]);
    fix_look(w);
}

/* ---- xpgn-validate --------------------------------------------------------------------------- */

static uint64_t bytes_hash(const world *w, const char *name) {
    const disk_file *f = disk_find(&w->disk, name);
    uint64_t h = 1;
    for (size_t i = 0; f != NULL && i < f->now.size; i++)
        h = (h ^ (unsigned char)f->now.data[i]) * UINT64_C(1099511628211);
    return f != NULL ? h : 0;
}

/* After status 0 or 1 the files have all games; after a refusal none has changed, but for a chain,
   whose recorder goes on. */
static void judge_validate(world *w, process *p, int status) {
    if (p->disturbed)
        return;
    for (size_t i = 0; i < p->targets; i++) {
        const disk_file *f = disk_find(&w->disk, p->target[i]);
        unsigned games = 0;
        bool whole = status == 0 || status == 1;
        if (status == 2 && !p->hurt && !p->starved && find_chain(w, p->target[i]) == NULL &&
            bytes_hash(w, p->target[i]) != p->before[i])
            note_violation("%s was refused, and has changed %s", p->command, p->target[i]);
        if (!whole || (f != NULL && f->special) || p->expect[i] == 0)
            continue;
        if (f == NULL)
            note_violation("%s has not written %s", p->command, p->target[i]);
        (void)games_hash(f->now.data, f->now.size, &games);
        if (f->maker == p->serial && games + 1 != p->expect[i])
            note_violation("%s has written %u games to %s, not %u", p->command, games, p->target[i],
                           p->expect[i] - 1);
    }
}

/* Where an output goes, and what becomes of that. */
static const struct place {
    const char *name;
    bool never; /* not even with --force */
} places[] = {{"good.pgn", false},  {"bad.pgn", false},    {"sums", false},
              {"notes.txt", false}, {"empty", false},      {"secret.xpgn", true},
              {"pipe", false},      {"white.chain", true}, {"club.pgn", true}};

/* A partial result is replaced by another one. */
static bool is_partial(const disk_file *f) {
    static const char head[] = "xpgn-validate";
    return f != NULL && f->now.size > sizeof head &&
           memcmp(f->now.data, head, sizeof head - 1) == 0;
}

/* What an option names: mostly places[usual], of that many games. */
struct output {
    const char *option;
    size_t usual;
    unsigned games;
};

static void add_output(world *w, start *s, process *expected, struct output o, bool force) {
    chance *c = &w->chance;
    size_t most =
        sizeof places / sizeof *places - !expected->clash; /* the last one, if it is read */
    const struct place *to = &places[chance_one_in(c, 3) ? chance_below(c, most) : o.usual];
    const disk_file *f = disk_find(&w->disk, to->name);
    bool full = f != NULL && !f->special && f->now.size > 0;
    for (size_t i = 0; i < s->targets; i++)
        if (strcmp(s->target[i], to->name) == 0)
            return; /* two outputs of one name are refused: another test */
    process_add(s, "--%s=%s", o.option, to->name);
    bool own = o.usual == 2 && is_partial(f);
    if (f != NULL && (to->never || (full && !own && !force)))
        expected->statuses = TROUBLE;
    expected->expect[s->targets] = o.usual == 2 ? 0 : o.games + 1;
    expected->before[s->targets] = bytes_hash(w, to->name);
    s->target[s->targets++] = to->name;
}

static void validate_start(world *w) {
    chance *c = &w->chance;
    start s = {.program = VALIDATE, .judge = judge_validate};
    static process expected; /* large */
    unsigned good = 0, bad = 0;
    bool force = chance_one_in(c, 2);
    memset(&expected, 0, sizeof expected);
    process_add(&s, "-j1");
    process_add(&s, "-q");
    size_t count = 1 + chance_below(c, ARCHIVES), first = chance_below(c, ARCHIVES);
    for (size_t i = 0; i < count; i++) {
        good += shelves[(first + i) % ARCHIVES].good;
        bad += archives[(first + i) % ARCHIVES].bad;
        expected.clash |= (first + i) % ARCHIVES == 0;
    }
    expected.statuses = bad > 0 ? BAD : GOOD;
    if (!chance_one_in(c, 4))
        add_output(w, &s, &expected, (struct output){"good", 0, good}, force);
    if (!chance_one_in(c, 3))
        add_output(w, &s, &expected, (struct output){"bad", 1, bad}, force);
    if (chance_one_in(c, 3))
        add_output(w, &s, &expected, (struct output){"partial", 2, 0}, force);
    if (force)
        process_add(&s, "--force");
    for (size_t i = 0; i < count; i++)
        process_add(&s, "%s", archives[(first + i) % ARCHIVES].name);
    s.statuses = expected.statuses;
    process *p = process_start(w, &s);
    memcpy(p->expect, expected.expect, sizeof p->expect);
    memcpy(p->before, expected.before, sizeof p->before);
    process_begin(w, p);
}

/* ---- xpgn-sort, xpgn-split ------------------------------------------------------------------- */

static void name_archives(start *s, size_t first, size_t count) {
    for (size_t i = 0; i < count; i++)
        process_add(s, "%s", archives[(first + i) % ARCHIVES].name);
}

/* Into one file, as it is a small archive. */
static void split_output(world *w, start *s, process *expected, unsigned games, bool force) {
    const char *name = "games-0001.pgn";
    const disk_file *f = disk_find(&w->disk, name);
    if (f != NULL && f->now.size > 0 && !force)
        expected->statuses = TROUBLE;
    process_add(s, "--games=9");
    expected->expect[0] = games + 1;
    expected->before[0] = bytes_hash(w, name);
    s->target[s->targets++] = name;
}

/* A file that all or a part of the large archive goes to: no pipe, which nobody reads. */
static void add_part(world *w, start *s, process *expected, const char *name, bool force) {
    const disk_file *f = disk_find(&w->disk, name);
    if (f != NULL && f->now.size > 0 && !force)
        expected->statuses = TROUBLE;
    expected->expect[s->targets] = LARGE_TIMES * (s->program == SORT ? LARGE_GAMES : 1) + 1;
    expected->before[s->targets] = bytes_hash(w, name);
    s->target[s->targets++] = name;
}

/* All of the files are there, or none, unless it is their names that could not be given. */
static void judge_split(world *w, process *p, int status) {
    size_t made = 0;
    for (size_t i = 0; i < p->targets; i++) {
        const disk_file *f = disk_find(&w->disk, p->target[i]);
        made += f != NULL && f->maker == p->serial;
    }
    if (status >= 0 && made > 0 && made < p->targets && !p->hurt_rename && !p->disturbed)
        note_violation("%s has written %zu files of %zu", p->command, made, p->targets);
    judge_validate(w, p, status);
}

/* More than fits into memory. */
static void spill_start(world *w, program which) {
    start s = {.program = which, .judge = which == SPLIT ? judge_split : judge_validate};
    static process expected; /* large */
    bool force = chance_one_in(&w->chance, 2);
    memset(&expected, 0, sizeof expected);
    expected.statuses = GOOD;
    process_add(&s, "-j1");
    process_add(&s, "--by=White");
    process_add(&s, "--memory=1M");
    if (which == SORT) {
        process_add(&s, "--output=good.pgn");
        add_part(w, &s, &expected, "good.pgn", force);
    } else {
        add_part(w, &s, &expected, "Adams.pgn", force);
        add_part(w, &s, &expected, "Zukertort.pgn", force);
    }
    if (force)
        process_add(&s, "--force");
    for (int i = 0; i < LARGE_TIMES; i++)
        process_add(&s, "%s", large_name);
    s.statuses = expected.statuses;
    process *p = process_start(w, &s);
    memcpy(p->expect, expected.expect, sizeof p->expect);
    memcpy(p->before, expected.before, sizeof p->before);
    process_begin(w, p);
}

/* Good games and bad ones: all are there, or the file is as before. */
static void sort_start(world *w, program which) {
    chance *c = &w->chance;
    start s = {.program = which, .judge = judge_validate};
    static process expected; /* large */
    unsigned games = 0;
    bool force = chance_one_in(c, 2);
    memset(&expected, 0, sizeof expected);
    expected.statuses = GOOD;
    process_add(&s, "-j1");
    size_t count = 1 + chance_below(c, ARCHIVES), first = chance_below(c, ARCHIVES);
    for (size_t i = 0; i < count; i++) {
        games += shelves[(first + i) % ARCHIVES].games;
        expected.clash |= (first + i) % ARCHIVES == 0;
    }
    if (which == SORT) {
        process_add(&s, "--by=White");
        add_output(w, &s, &expected, (struct output){"output", 0, games}, force);
    } else {
        split_output(w, &s, &expected, games, force);
    }
    if (force)
        process_add(&s, "--force");
    name_archives(&s, first, count);
    s.statuses = expected.statuses;
    process *p = process_start(w, &s);
    memcpy(p->expect, expected.expect, sizeof p->expect);
    memcpy(p->before, expected.before, sizeof p->before);
    process_begin(w, p);
}

/* ---- xpgn-dice ------------------------------------------------------------------------------- */

static bool is_used(const world *w, const char *name) {
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial != 0 && strcmp(w->process[i].argument, name) == 0)
            return true;
    return false;
}

/* What has succeeded has shown a link. */
static void judge_dice(world *w, process *p, int status) {
    char text[4096];
    size_t size = process_output(p->printed, text, sizeof text);
    (void)w;
    if (status == 0 && size == 0)
        note_violation("%s has printed nothing", p->command);
    if (status > 0 && size > 0 && !p->starved && strchr(text, '\n') != NULL)
        note_violation("%s has failed, and printed %s", p->command, text);
}

static void dice_make(world *w, start *s) {
    chain *c = find_chain(w, "spare.chain");
    if (c == NULL) {
        c = &w->chain[w->chains++];
        *c = (chain){.name = "spare.chain"};
    }
    process_add(s, "--links=%u", 2 + chance_below(&w->chance, 60));
    process_add(s, "make");
    process_add(s, "%s", c->name);
    s->statuses = disk_find(&w->disk, c->name) != NULL ? TROUBLE : GOOD;
    if (s->statuses == GOOD)
        s->target[s->targets++] = c->name;
}

static void dice_start(world *w) {
    start s = {.program = DICE, .judge = judge_dice};
    chain *spare = find_chain(w, "spare.chain"), *c = spare;
    unsigned way = chance_below(&w->chance, 10);
    if (spare == NULL || (way == 0 && !is_used(w, "spare.chain")))
        dice_make(w, &s);
    else {
        c = &w->chain[chance_below(&w->chance, w->chains)];
        process_add(&s, "commitment");
        process_add(&s, "%s", c->name);
        chain_state now = chain_read(w, c);
        s.statuses = now.whole && now.revealed == 0 ? GOOD : TROUBLE;
    }
    c = c != NULL ? c : find_chain(w, "spare.chain");
    if (s.targets == 0)
        s.target[s.targets++] = c->name;
    process *p = process_start(w, &s);
    process_use(w, p, c);
    p->chain = c;
    process_begin(w, p);
}

/* ---- xpgn-fmt, xpgn-list --------------------------------------------------------------------- */

static void fmt_start(world *w) {
    chance *c = &w->chance;
    start s = {.program = FMT, .statuses = GOOD | BAD};
    process_add(&s, "-j1");
    process_add(&s, "-w");
    size_t count = 1 + chance_below(c, ARCHIVES), first = chance_below(c, ARCHIVES);
    for (size_t i = 0; i < count; i++) {
        const struct archive *a = &archives[(first + i) % ARCHIVES];
        process_add(&s, "%s", a->name);
        s.target[s.targets++] = a->name;
        if ((a->mode & 0222) == 0)
            s.statuses = TROUBLE;
    }
    process *p = process_start(w, &s);
    for (size_t i = 0; i < PROCESSES; i++) /* the second to rewrite a file is refused */
        if (w->process[i].serial != 0 && w->process[i].program == FMT && &w->process[i] != p)
            p->clash = w->process[i].clash = true;
    process_begin(w, p);
}

static void list_start(world *w) {
    static const char *const names[][2] = {{"club.pgn", "club.pgn.xpi"},
                                           {"mixed.pgn", "mixed.pgn.xpi"},
                                           {"board1.xpgn", "board1.xpgn.xpi"}};
    size_t at = chance_below(&w->chance, sizeof names / sizeof *names);
    start s = {.program = LIST, .statuses = GOOD | BAD};
    if (disk_find(&w->disk, names[at][0]) == NULL)
        return;
    process_add(&s, chance_one_in(&w->chance, 3) ? "--game=1" : "--index");
    process_add(&s, "%s", names[at][0]);
    s.target[s.targets++] = names[at][1];
    process *p = process_start(w, &s);
    p->clash = true; /* the file may change while it is read */
    process_begin(w, p);
}

static bool is_live(const world *w, program which) {
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial != 0 && w->process[i].program == which)
            return true;
    return false;
}

/* While none of them runs. */
static void check_or_sort(world *w, unsigned way) {
    if (way == 5 && chance_one_in(&w->chance, 2))
        spill_start(w, chance_one_in(&w->chance, 2) ? SORT : SPLIT);
    else if (way == 5)
        sort_start(w, chance_one_in(&w->chance, 2) ? SORT : SPLIT);
    else
        validate_start(w);
}

void tools_start(world *w) {
    unsigned way = chance_below(&w->chance, 9);
    if (way < 3) {
        dice_start(w);
    } else if (way == 8) {
        if (!is_live(w, FIX))
            fix_start(w);
    } else if (way == 3) {
        list_start(w);
    } else if (way == 4) {
        fmt_start(w);
    } else if (!is_live(w, VALIDATE) && !is_live(w, SORT) && !is_live(w, SPLIT)) {
        check_or_sort(w, way);
    }
}

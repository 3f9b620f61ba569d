/* SPDX-License-Identifier: MIT */
/*
 * drive: the model test of everything that writes. Runs the tools, linked with files_model.c, in a
 * folder of their own, one step after the other as the seed has it, lets calls fail, kills
 * processes and crashes the machine, and compares what is on disk with what the tools have said.
 *
 *   drive [--seed=N] [--steps=N] [--episode=N] [--verbose] [--preload=FILE]
 *
 * A step is a call of disk_calls.h that was answered. --episode runs one episode again.
 */
#define _GNU_SOURCE
#include "world.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xpgn/rulesets.h>
#include <xpgn/walk.h>

typedef struct options {
    uint64_t seed, steps, episode;
    bool one; /* episode */
    const char *preload;
} options;

static world the_world;
static char folder[WIRE_PATH];

/* ---- an episode ------------------------------------------------------------------------------ */

static void set_weather(world *w) {
    static const climate kinds[] = {
        {.fail = 0},   {.kill = 150, .signal = 150},
        {.fail = 40},  {.fail = 150, .kill = 200, .signal = 200, .crash = 200, .full = 100},
        {.crash = 60}, {.fail = 12, .crash = 100, .kill = 100},
        {.memory = 1}, {.memory = 3, .fail = 60, .crash = 150},
        {.fail = 25}};
    w->weather = CHANCE_OF(&w->chance, kinds);
    w->full = 0;
}

static void put(world *w, const char *name, const char *text, unsigned mode) {
    disk_put(&w->disk, name, text, strlen(text), mode);
}

/* What others have in the folder. */
static void furnish(world *w) {
    put(w, "empty", "", 0644);
    put(w, "blank.xpgn", "", 0644);
    put(w, "notes.txt", "bring the clock\n", 0600);
    put(w, "board1.xpgn.new", "1. e4 e5 *\n", 0644);
    if (mkfifo("pipe", 0600) != 0)
        note_violation("the test itself: mkfifo: %s", strerror(errno));
    disk_meet(&w->disk, "pipe");
    w->pipe = open("pipe", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    tools_furnish(w);
    if (link("club.pgn", "league.pgn") != 0)
        note_violation("the test itself: link: %s", strerror(errno));
    disk_meet(&w->disk, "league.pgn");
    chain_put(w, "white.chain");
    chain_put(w, "black.chain");
    chain_put(w, "red.chain");
    put(w, "secret.xpgn", "[Event \"?\"]\n\n1. d4 *\n", 0400);
}

static void add_games(world *w) {
    w->games = 1 + chance_below(&w->chance, 2);
    for (size_t i = 0; i < w->games; i++) {
        game *g = &w->game[i];
        *g = (game){.setup = recorder_setup(&w->chance)};
        (void)snprintf(g->name, sizeof g->name, "board%zu.xpgn", i + 1);
        recorder_plan(w, g);
        if (chance_one_in(&w->chance, 2))
            (void)snprintf(g->copy, sizeof g->copy, "show%zu.xpgn", i + 1);
    }
}

static unsigned live(const world *w) {
    unsigned count = 0;
    for (size_t i = 0; i < PROCESSES; i++)
        count += w->process[i].serial != 0;
    return count;
}

/* Somebody reads the pipe. */
static void drain(const world *w) {
    char text[4096];
    while (read(w->pipe, text, sizeof text) > 0)
        ;
}

static void start_one(world *w) {
    if (chance_one_in(&w->chance, w->tools))
        tools_start(w);
    else if (chance_one_in(&w->chance, 12))
        recorder_stray(w);
    else
        (void)recorder_start(w, &w->game[chance_below(&w->chance, w->games)]);
}

static process *choose(world *w) {
    size_t at = chance_below(&w->chance, PROCESSES);
    while (w->process[at].serial == 0)
        at = (at + 1) % PROCESSES;
    return &w->process[at];
}

static void crash(world *w) {
    note("the machine crashes");
    w->total.crashes++;
    for (size_t i = 0; i < PROCESSES; i++)
        if (w->process[i].serial != 0)
            process_kill(w, &w->process[i]);
    w->total.changes += disk_crash(&w->disk, &w->chance);
    for (size_t i = 0; i < w->games; i++)
        game_crashed(w, &w->game[i]);
    for (size_t i = 0; i < w->chains; i++)
        chain_look(w, &w->chain[i]);
    tools_look(w);
    disk_check(&w->disk);
}

/* One of the processes goes on, or a new one begins. */
static void go_on(world *w, unsigned most, bool more) {
    unsigned count = live(w);
    drain(w);
    const climate *c = &w->weather;
    if (c->full > 0 && chance_one_in(&w->chance, c->full * 10))
        w->full = 5 + chance_below(&w->chance, 60);
    if (more && w->hand != NOBODY && chance_one_in(&w->chance, 10))
        hands_act(w);
    if (c->crash > 0 && chance_one_in(&w->chance, c->crash * 2))
        crash(w);
    else if (more && count < most && (count == 0 || chance_one_in(&w->chance, 40)))
        start_one(w);
    else if (count > 0)
        process_go_on(w, choose(w));
}

/* All that is still at work comes to its end in good weather, and every record is taken up again.
 */
static void come_to_rest(world *w) {
    w->weather = (climate){.fail = 0};
    w->full = 0;
    while (live(w) > 0)
        go_on(w, 0, false);
    for (size_t i = 0; i < w->games; i++) {
        (void)recorder_start(w, &w->game[i]);
        while (live(w) > 0)
            go_on(w, 0, false);
    }
}

static void run_episode(world *w, uint64_t seed) {
    w->chance.state = seed;
    set_weather(w);
    w->tools = 1 + chance_below(&w->chance, 6);
    furnish(w);
    add_games(w);
    hands_begin(w);
    w->total.episodes++;
    unsigned most = 1 + chance_below(&w->chance, PROCESSES);
    uint64_t until = w->total.steps + 200 + chance_below(&w->chance, 1200);
    note("episode: %zu games, %u processes, and %s", w->games, most, hands_name(w));
    while (w->total.steps < until)
        go_on(w, most, true);
    come_to_rest(w);
    for (size_t i = 0; i < w->games; i++)
        game_forget(&w->game[i]);
    w->games = w->chains = 0;
    (void)close(w->pipe);
    disk_end(&w->disk);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void show(void) {
    (void)fprintf(stderr, "step %llu\nwith %s\n", (unsigned long long)the_world.total.steps,
                  hands_name(&the_world));
    disk_show(&the_world.disk);
    for (size_t i = 0; i < the_world.games; i++) {
        const disk_file *f = disk_find(&the_world.disk, the_world.game[i].name);
        (void)fprintf(stderr, "  %s is:\n%s", the_world.game[i].name,
                      f != NULL ? f->now.data : "(nothing)\n");
    }
}

static void remove_folder(void) {
    disk_end(&the_world.disk);
    if (chdir("/") == 0)
        (void)rmdir(folder);
}

static void make_folder(world *w) {
    const char *temporary = getenv("TMPDIR");
    const char *base = access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                       : temporary != NULL           ? temporary
                                                     : "/tmp";
    (void)snprintf(folder, sizeof folder, "%s/xpgn-model.XXXXXX", base);
    if (mkdtemp(folder) == NULL || chdir(folder) != 0 ||
        getcwd(w->disk.root, sizeof w->disk.root) == NULL) {
        (void)fprintf(stderr, "drive: %s: %s\n", folder, strerror(errno));
        exit(2);
    }
    (void)atexit(remove_folder);
}

static void open_library(world *w) {
    static const xpgn_walk_options how = {XPGN_WALK_OPTIONS, .detail = XPGN_VERDICT};
    if (xpgn_catalog_new(&w->catalog) != XPGN_OK ||
        xpgn_walk_new(&w->walk, w->catalog, &how) != XPGN_OK ||
        dice_chain_new(&w->sealer) != XPGN_OK) {
        (void)fprintf(stderr, "drive: the library\n");
        exit(2);
    }
}

static bool take_number(const char *argument, const char *name, uint64_t *number) {
    size_t size = strlen(name);
    if (strncmp(argument, name, size) != 0)
        return false;
    *number = strtoull(argument + size, NULL, 10);
    return true;
}

static void read_options(int argc, char **argv, options *o) {
    for (int i = 1; i < argc; i++) {
        o->one |= strncmp(argv[i], "--episode=", 10) == 0;
        if (take_number(argv[i], "--seed=", &o->seed) ||
            take_number(argv[i], "--steps=", &o->steps) ||
            take_number(argv[i], "--episode=", &o->episode))
            continue;
        if (strcmp(argv[i], "--verbose") == 0) {
            note_all();
        } else if (strncmp(argv[i], "--preload=", 10) == 0) {
            o->preload = argv[i] + 10;
        } else {
            (void)fprintf(stderr, "drive: %s?\n", argv[i]);
            exit(2);
        }
    }
}

/* The programs are beside this one. */
static void find_programs(world *w, const char *self) {
    static char path[WIRE_PATH];
    char real[WIRE_PATH];
    ssize_t size = readlink("/proc/self/exe", real, sizeof real - 8);
    real[size > 0 ? size : 0] = '\0';
    char *slash = strrchr(real, '/');
    if (slash == NULL)
        (void)snprintf(real, sizeof real, "%s", self);
    else
        *slash = '\0';
    (void)snprintf(path, sizeof path, "%.*s/bin", (int)sizeof path - 8, real);
    w->bin = path;
}

static void tell(const world *w, double seconds) {
    const totals *t = &w->total;
    (void)printf(
        "%llu steps, %llu episodes, %llu processes, %llu lines, %llu entries, %llu refused\n",
        (unsigned long long)t->steps, (unsigned long long)t->episodes,
        (unsigned long long)t->processes, (unsigned long long)t->lines,
        (unsigned long long)t->entries, (unsigned long long)t->refused);
    (void)printf("%llu failed calls, %llu kills, %llu signals, %llu crashes (%llu names changed), "
                 "%llu short of memory, %llu records walked, %.0f s\n",
                 (unsigned long long)t->failures, (unsigned long long)t->kills,
                 (unsigned long long)t->signals, (unsigned long long)t->crashes,
                 (unsigned long long)t->changes, (unsigned long long)t->starved,
                 (unsigned long long)t->checked, seconds);
    (void)printf("acts of others: %llu of guests, %llu of movers, %llu of editors\n",
                 (unsigned long long)t->acts[GUEST], (unsigned long long)t->acts[MOVER],
                 (unsigned long long)t->acts[EDITOR]);
}

int main(int argc, char **argv) {
    world *w = &the_world;
    options o = {.seed = 1, .steps = 10000};
    char again[256];
    read_options(argc, argv, &o);
    (void)signal(SIGPIPE, SIG_IGN);
    find_programs(w, argv[0]);
    w->preload = o.preload != NULL ? realpath(o.preload, NULL) : NULL;
    if (o.preload != NULL && w->preload == NULL) {
        (void)fprintf(stderr, "drive: %s: %s\n", o.preload, strerror(errno));
        return 2;
    }
#ifdef XPGN_SANITIZE
    w->preload = NULL;
    (void)puts("memory does not fail here: sanitizers have an allocator of their own");
#endif
    open_library(w);
    make_folder(w);
    disk_begin(&w->disk);
    chance seeds = {o.seed};
    time_t begun = time(NULL);
    while (w->total.steps < o.steps || o.one) {
        uint64_t seed = o.one ? o.episode : chance_next(&seeds);
        (void)snprintf(again, sizeof again, "%s --episode=%llu (of --seed=%llu, after %llu steps)",
                       argv[0], (unsigned long long)seed, (unsigned long long)o.seed,
                       (unsigned long long)w->total.steps);
        note_begin(again, show);
        run_episode(w, seed);
        if (o.one)
            break;
    }
    tell(w, difftime(time(NULL), begun));
    return 0;
}

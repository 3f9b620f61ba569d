/* SPDX-License-Identifier: MIT */
/*
 * world.h - the folder with all that is in it, the processes at work there, and what the test knows
 * about both: which entries were answered with ok, which links were shown, what belongs to whom.
 */
#ifndef WORLD_H
#define WORLD_H

#include "chance.h"
#include "disk.h"
#include "internal/sealed.h"
#include "note.h"
#include "score.h"
#include "wire.h"

#include <stdbool.h>
#include <sys/types.h>

enum {
    PROCESSES = 3, /* at a time */
    GAMES = 3,     /* records that are written by recorders, in a folder */
    CHAINS = 4,    /* chains of sealed dice */
    LINKS = 64,    /* of a chain at most */
    ARGUMENTS = 40,
    TARGETS = 8,
    MAYBES = 32,
    PAST = 4096,
    LINE = 70000, /* of input: longer than the tool takes */
    ANSWER = 1 << 18
};

/* Who else is at work in the folder (hands.c). */
typedef enum hand { NOBODY, GUEST, MOVER, EDITOR, HANDS } hand;

/* How unkind the disk is in a run: one call in this many; 0: never. */
typedef struct climate {
    unsigned fail;   /* fails */
    unsigned kill;   /* is the last one of its process */
    unsigned signal; /* has a signal before or after it that a program handles */
    unsigned crash;  /* is the last one of the machine */
    unsigned memory; /* processes of which one runs out of memory */
    unsigned full;   /* begins a time in which nothing can be written */
} climate;

/* ---- records --------------------------------------------------------------------------------- */

/* The rules of a game, and what its dice look like. */
typedef struct setup {
    const char *variant, *options;
    bool dice;          /* combats are decided by dice */
    unsigned turn_dice; /* dice that may be rolled, or are, before an action */
    bool first;         /* who begins is rolled */
    bool position;      /* it has no start position of its own */
    unsigned seats;
} setup;

struct chain;

/* A record, and what has been promised of it. */
typedef struct game {
    char name[DISK_NAME];
    char copy[DISK_NAME]; /* for spectators; "": none */
    const setup *setup;
    char xfen[256];
    char commit[512];       /* DiceCommit; "": not sealed */
    char keys[512];         /* DiceKey */
    struct chain *party[2]; /* whose links it has: of white and black */
    struct chain *own;      /* the chain of its recorders; NULL: all links are entered */
    bool begun;             /* a recorder has said that the record is there */
    score sure;             /* as of the last answer */
    disk_bytes sure_bytes;
    disk_bytes maybe[MAYBES]; /* states that were written since, and not answered */
    size_t maybes;
    uint64_t past[PAST]; /* hashes of all its states, for the copy */
    size_t pasts;
    const disk_file *seen; /* what was last looked at */
    const char *seen_data;
} game;

/* ---- chains ---------------------------------------------------------------------------------- */

typedef struct chain {
    char name[DISK_NAME];
    bool known; /* its commitment has been shown */
    bool away;  /* another hand has taken its file */
    xpgn_link secret;
    uint32_t links;
    uint32_t shown;             /* the last link that anybody has seen */
    uint64_t served[LINKS + 1]; /* hashes of what each link was shown for; 0: nothing yet */
} chain;

/* ---- processes ------------------------------------------------------------------------------- */

typedef enum program { RECORD, DICE, FMT, LIST, VALIDATE, SORT, SPLIT, FIX, PROGRAMS } program;

struct world;

typedef struct process {
    unsigned serial; /* 0: no process */
    pid_t pid;
    program program;
    int socket, in, out; /* in, out: pipes of a recorder */
    int said, printed;   /* files with its standard error, and output of others than recorders */
    char command[256];
    bool asks; /* waits for a verdict */
    wire_request ask;
    bool waits;       /* for a line */
    bool ends;        /* it will get no line any more */
    bool hurt;        /* a call of it has failed */
    bool hurt_now;    /* since its last line */
    bool hurt_remove; /* a removal has failed, so that something may be left */
    bool hurt_rename;
    bool starved;    /* it may run out of memory */
    bool parted;     /* it has replaced a file that had another name, too */
    bool unanswered; /* it has got a line, and not answered it */
    bool killed, signalled;
    bool disturbed;                  /* another hand was at work meanwhile, */
    bool moved;                      /* and has moved its record since its last line */
    bool clash;                      /* it may have been refused for the sake of another process */
    bool may_force;                  /* it may have asked for --force */
    unsigned statuses;               /* bit per status that it may end with, with nothing failing */
    char target[TARGETS][DISK_NAME]; /* files that it is told to write */
    size_t targets;
    /* recorders */
    game *game;
    chain *chain;
    bool admitted; /* has said where the game stands */
    bool rolls;    /* --roll */
    bool copies;
    bool clock;
    char line[LINE];
    char answer[ANSWER];
    size_t answered;
    char legal[8192];   /* what the answer to `actions` was, for the next action */
    bool fresh;         /* it still is */
    char due[16];       /* dice that are due */
    char choices[4096]; /* what can be chosen */
    uint32_t link_due;  /* the number of the roll whose message is awaited; 0: none */
    bool announces;     /* it is its announcement */
    char parties[64];   /* of whom */
    char what[64];      /* what is announced */
    bool over;
    bool roll_due;
    unsigned lines;
    /* what an ended process is judged by */
    void (*judge)(struct world *w, struct process *p, int status);
    char argument[DISK_NAME]; /* the chain that it uses */
    unsigned expect[TARGETS]; /* games in each output, and one; 0: any number */
    uint64_t before[TARGETS]; /* hashes of what was there */
} process;

/* ---- all of it ------------------------------------------------------------------------------- */

typedef struct totals {
    uint64_t steps, episodes, processes, lines, entries, failures, kills, signals, crashes, changes,
        starved, refused, links, checked, acts[HANDS];
} totals;

typedef struct world {
    const char *bin;     /* the folder of the programs */
    const char *preload; /* the library that lets allocations fail; NULL: none */
    hand hand;
    disk disk;
    chance chance;
    climate weather;
    unsigned full; /* calls for which nothing can be written */
    bool last;     /* the write that is made is the last call of its process */
    process process[PROCESSES];
    unsigned serial;
    game game[GAMES];
    size_t games;
    chain chain[CHAINS];
    size_t chains;
    totals total;
    xpgn_catalog *catalog;
    xpgn_walk *walk;
    struct dice_chain *sealer;
    const char *archive[8]; /* what was last looked at */
    unsigned tools;         /* one process in this many is no recorder */
    int pipe;               /* held open, so that somebody reads the pipe in the folder */
} world;

/* process.c: starting, going on, ending. */
typedef struct start {
    program program;
    const char *argument[ARGUMENTS];
    size_t count;
    const char *target[TARGETS];
    size_t targets;
    unsigned statuses;
    void (*judge)(world *w, process *p, int status);
    const char *input; /* the file that is standard input; NULL: nothing is */
} start;
void process_add(start *s, const char *format, ...) XPGN_PRINTF(2, 3);
process *process_start(world *w, const start *s);
/* To be called when what is special about it has been noted: it runs to its first call or answer.
 */
void process_begin(world *w, process *p);
/* Notes which chain it uses, perhaps not alone. */
void process_use(world *w, process *p, const chain *c);
/* Lets the process go on to its next call, its next answer, or its end. */
void process_go_on(world *w, process *p);
void process_kill(world *w, process *p);
/* Another hand has done something: all who are at work may be refused for that. */
void process_disturb(world *w);
/* Has a process asked to rename a file to this name, or to remove it? It has looked at what is
   there for the last time. */
bool process_renames(const world *w, const char *name);
/* Everything that a process has printed. */
size_t process_output(int fd, char *text, size_t size);

/* game.c: records and their copies. */
/* Is this one of the states that the record has had? */
bool game_was(const game *g, const disk_bytes *b);
/* Is the copy what the record is? Then it is replaced without a question. */
bool game_is_copied(const world *w, const game *g);
void game_look(world *w, game *g);
void game_greeted(world *w, process *p);
void game_sent(world *w, process *p, const char *line);
void game_answered(world *w, process *p, const char *answer);
void game_crashed(world *w, game *g);
void game_forget(game *g);
/* Another hand has moved the record, put it there, or removed it: it is what that hand has left. */
void game_handled(world *w, game *g);
/* What another hand writes into a record: it makes the one state of the other. */
typedef disk_bytes (*game_edit)(const disk_bytes *record, unsigned number);
/* Another hand writes that into the record in place. */
void game_write(world *w, game *g, game_edit edit, unsigned number);
/* Is it one record without errors? NULL, or why not. */
const char *game_wrong(world *w, const char *name, const disk_bytes *bytes);

/* chain.c */
void chain_look(world *w, chain *c);
void chain_shown(world *w, const process *p, chain *c, uint32_t number, const char *action);
/* Looks for links in what a process has said, which it has revealed for an action, if it is one.
   False: there are none. */
bool chain_hear(world *w, const process *p, const char *text, const char *action);
/* Where a chain stands: what its whole lines say. */
typedef struct chain_state {
    bool whole; /* its head is there */
    uint32_t links, revealed;
    char game[256]; /* the commitments that it serves; "": not noted */
    xpgn_link secret;
} chain_state;
chain_state chain_read(const world *w, const chain *c);
/* A new chain of the test's own; and a link of one. */
void chain_put(world *w, const char *name);
/* What it publishes: link 0 and its key. */
void chain_publish(const world *w, const chain *c, char link[65], char key[65]);
/* The digest of the header of a record with sealed dice; "": it has none. */
void chain_game(world *w, const disk_bytes *record, char text[65]);
/* A message about a roll. */
typedef struct saying {
    const chain *chain;
    unsigned party;
    uint32_t number;
    bool announces;
    const char *what; /* is announced */
} saying;
/* Writes it as it follows from the record; "": there is none. */
void chain_say(world *w, const game *g, const saying *s, char text[512]);

/* hands.c: another hand in the folder. */
const char *hands_name(const world *w);
void hands_begin(world *w);
void hands_act(world *w);
/* Has another hand put there what this name stands for now? */
bool hands_put(const world *w, const char *name);
/* Has it given this file another name? */
bool hands_linked(const disk_file *f);
/* Has it ever put a symbolic link of this name there, to that one? */
bool hands_led(const char *name, const char *to);

/* tools.c: the grammar of the others. */
void tools_furnish(world *w);
/* Another hand writes into an archive in place. */
void tools_edit(world *w);
void tools_start(world *w);
void tools_look(world *w);

/* fix.c: the grammar of xpgn-fix. */
void fix_furnish(world *w);
void fix_start(world *w);
void fix_look(world *w);
/* Another hand writes into a file of it in place. */
void fix_edit(world *w);

/* recorder.c: the grammar of xpgn-record. */
process *recorder_start(world *w, game *g);
/* Decides whether the dice of a new game are sealed. */
void recorder_plan(world *w, game *g);
/* A recorder who names a file that cannot be a record. */
void recorder_stray(world *w);
/* The next line for a recorder; false: its input ends. */
bool recorder_line(world *w, process *p, size_t *size);
void recorder_hear(world *w, process *p, const char *answer);
const setup *recorder_setup(chance *c);

#endif

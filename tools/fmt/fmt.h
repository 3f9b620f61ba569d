/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-fmt. */
#ifndef FMT_H
#define FMT_H

#include "cli/cli.h"
#include "cli/rows.h"

/* ---- changes of tags (fmt/tags.c) ------------------------------------------------------------ */

/* What the options ask for. */
typedef struct fmt_request {
    cli_list set, remove; /* --set-tag Name=Value, --remove-tag Name */
    cli_list rename;      /* --rename-player From=To */
    cli_list strip;       /* --strip eval,clk */
    const char *names;    /* --names-from */
    uint64_t plies;       /* --plies; 0: all */
    bool roster, fix_result, ply_count, eco;
    /* made of them */
    cli_rows columns; /* in the values of --set-tag */
} fmt_request;

/* The names of an event's list, as one thread asks for them; tools/fmt/names.c. */
typedef struct fmt_names {
    xpgn_event *event;
    xpgn_buffer name, told;
} fmt_names;

/* What one thread needs for it; initialize with {0}. */
typedef struct fmt_editor {
    xpgn_reader *reader;
    xpgn_walk *walk;    /* for what is known at the end of the game only */
    xpgn_record *set;   /* the tags that each game gets */
    xpgn_record *added; /* those that this one gets */
    cli_row_maker row;  /* for columns in them */
    fmt_names names;
    xpgn_buffer text;       /* the game with other tags */
    const opening *opening; /* of the newest position with a name; NULL: none */
} fmt_editor;

/* Returns CLI_GO, or the status after a message. */
int fmt_check_request(cli *c, fmt_request *r);
void fmt_free_request(fmt_request *r);
/* True if anything is asked for. */
bool fmt_edits(const fmt_request *r);
/* The game with its tags changed. Its lines are those of the game; what is set stands after the
   last tag. Valid until the next call. */
xpgn_game fmt_edit(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
void fmt_editor_free(fmt_editor *e);

/* ---- values that are of each game (values.c, names.c) ---------------------------------------- */

/* Adds the columns in the values of --set-tag; returns CLI_GO, or the status after a message. */
int fmt_check_values(cli *c, fmt_request *r);
/* Sets the tags whose values have columns; a game that has none of these keeps its own. */
void fmt_add_values(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
/* Sets the names of players that are written otherwise. */
void fmt_add_names(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
/* Is the list of --names-from one, and are the others From=To? Returns CLI_GO, or the status after
   a message. */
int fmt_check_names(cli *c, const fmt_request *r);
void fmt_names_free(fmt_names *n);
/* Replaces commands of --strip by blanks in the text of a game. */
void fmt_strip(cli_worker *w, fmt_editor *e, const fmt_request *r);
/* Returns CLI_GO, or the status after a message: one of them is not to be left out. */
int fmt_check_strip(cli *c, const cli_list *strip);

#endif

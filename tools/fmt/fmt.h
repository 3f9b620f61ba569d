/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-fmt. */
#ifndef FMT_TOOL_H
#define FMT_TOOL_H

#include <xpgn/event.h>

#include "frame/cli.h"
#include "shared/tables/game_rows.h"

/* ---- changes of tags (fmt/fmt_tags.c) -------------------------------------------------------- */

/* What the options ask for. */
typedef struct fmt_request {
    cli_list set, remove; /* --set-tag Name=Value, --remove-tag Name */
    cli_list rename;      /* --rename-player From=To */
    cli_list strip;       /* --strip eval,clk */
    const char *names;    /* --names-from */
    uint64_t plies;       /* --plies; 0: all */
    bool roster, fix_result, eco;
    /* derived from the options */
    cli_rows columns;   /* columns in the values of --set-tag, and tags of --remove-tag */
    cli_tags_seen seen; /* which of these tags games have */
    cli_words players;  /* From of --rename-player */
    cli_words commands; /* of --strip */
    cli_tags_seen played, commanded; /* which of these games have */
} fmt_request;

/* One thread's lookup of names in the list of an event (fmt/fmt_names.c). */
typedef struct fmt_names {
    xpgn_event *event;
    xpgn_buffer name, told;
} fmt_names;

/* The state of one thread; initialize with {0}. */
typedef struct fmt_editor {
    xpgn_reader *reader;
    xpgn_walk *walk;    /* for what is known only at the end of the game */
    xpgn_record *set;   /* the tags that each game gets */
    xpgn_record *added; /* the tags that this game gets */
    cli_row_maker row;  /* for columns in their values */
    fmt_names names;
    cli_tags_seen played, commanded; /* as those of the request */
    xpgn_buffer text;                /* the game with other tags */
    const struct opening *opening;   /* of the newest position with a name; NULL: none */
    const struct opening *visited;   /* the same before the first step */
    const xpgn_game *game; /* whose values are known at its last step; NULL: they are set */
    xpgn_tag *late;        /* the tags of the game, as they are written */
    size_t late_room;
} fmt_editor;

/* Returns CLI_GO, or the status after a message. */
int fmt_check_request(cli *c, fmt_request *r);
/* Says which tags, players and commands no game has, and frees. */
void fmt_close_request(cli *c, fmt_request *r);
/* True if anything is asked for. */
bool fmt_edits(const fmt_request *r);
/* Returns the game with its tags changed, valid until the next call. Places keep their lines; new
   tags follow the last one. */
xpgn_game fmt_edit(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
/* Adds what was seen to that of the request. */
void fmt_editor_free(fmt_editor *e, fmt_request *r);

/* ---- the same in one walk (fmt/fmt_late.c) --------------------------------------------------- */

/*
 * The same in one walk over the game as it is, if no tag with a meaning for the walk is changed
 * (fmt_is_late). fmt_late_begin first, fmt_late_step before each step is written, with
 * fmt_late_tags for the writer, and fmt_late_visit for the positions. In the end fmt_late_good
 * tells whether this is what fmt_edit leads to; otherwise it has to be done.
 */
bool fmt_is_late(const fmt_request *r);
void fmt_late_begin(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
void fmt_late_step(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_step *step);
bool fmt_late_visit(fmt_editor *e, const xpgn_walk *walk, const xpgn_position *p);
const xpgn_tag *fmt_late_tags(cli_worker *w, fmt_editor *e, const fmt_request *r, size_t *count);
bool fmt_late_good(const xpgn_walk *walk);

/* ---- what both have to know (fmt/fmt_tags.c) ------------------------------------------------- */

/* Sets the tags that are known before the game is played, but for the values of columns. */
void fmt_add_known(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
/* Sets the tags that are known at its last step. */
void fmt_add_end(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_walk *walk,
                 const xpgn_step *step);
/* True if the tags with this name go. */
bool fmt_tag_goes(const fmt_editor *e, const fmt_request *r, xpgn_slice name);
/* True if what a game is may depend on the tag. (Result is compared with the moves, too.) */
bool fmt_tag_matters(xpgn_slice name);

/* ---- values that depend on the game (fmt_values.c, fmt_names.c, fmt_strip.c) ----------------- */

/* Adds the columns in the values of --set-tag. Returns CLI_GO, or the status after a message. */
int fmt_check_values(cli *c, fmt_request *r);
/* Adds a tag that is removed, to say so if no game has it. */
int fmt_watch_tag(cli *c, fmt_request *r, xpgn_slice name);
/* Sets the tags whose values have columns; if none of these has a value, the game keeps its own
   tag. */
void fmt_add_values(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
/* The same of a game that w->walk has played to this last step; only if cli_rows_take. */
void fmt_add_late_values(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game,
                         const xpgn_step *last);
/* Sets the names of players that --rename-player or --names-from changes. */
void fmt_add_names(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
/* Checks the list of --names-from, and that each --rename-player is From=To, whose players it
   notes. Returns CLI_GO, or the status after a message. */
int fmt_check_names(cli *c, fmt_request *r);
void fmt_names_free(fmt_names *n);
/* Replaces commands of --strip by blanks in the text of a game. */
void fmt_strip(cli_worker *w, fmt_editor *e, const fmt_request *r);
/* Notes the commands of --strip. Returns CLI_GO, or the status after a message that one of them
   must not be removed. */
int fmt_check_strip(cli *c, fmt_request *r);

#endif

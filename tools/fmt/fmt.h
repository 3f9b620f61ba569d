/* SPDX-License-Identifier: MIT */
/* Shared by the files of xpgn-fmt. */
#ifndef FMT_H
#define FMT_H

#include "cli/cli.h"
#include "cli/opening.h"

/* ---- changes of tags (fmt_tags.c) ------------------------------------------------------------ */

/* What the options ask for. */
typedef struct fmt_request {
    cli_list set, remove; /* --set-tag Name=Value, --remove-tag Name */
    bool roster, fix_result, ply_count, eco;
} fmt_request;

/* What one thread needs for it; initialize with {0}. */
typedef struct fmt_editor {
    xpgn_reader *reader;
    xpgn_walk *walk;        /* for what is known at the end of the game only */
    xpgn_record *set;       /* the tags that each game gets */
    xpgn_record *added;     /* those that this one gets */
    xpgn_buffer text;       /* the game with other tags */
    const opening *opening; /* of the newest position with a name; NULL: none */
} fmt_editor;

/* Returns CLI_GO, or the status after a message. */
int fmt_check_request(cli *c, const fmt_request *r);
/* True if anything is asked for. */
bool fmt_edits(const fmt_request *r);
/* The game with its tags changed. Its lines are those of the game; what is set stands after the
   last tag. Valid until the next call. */
xpgn_game fmt_edit(cli_worker *w, fmt_editor *e, const fmt_request *r, const xpgn_game *game);
void fmt_editor_free(fmt_editor *e);

#endif

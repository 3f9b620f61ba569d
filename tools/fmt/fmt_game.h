/* SPDX-License-Identifier: MIT */
/* The options of xpgn-fmt, and a game written as they ask. */
#ifndef FMT_GAME_H
#define FMT_GAME_H

#include <xpgn/walk.h>
#include <xpgn/write.h>

#include "fmt/fmt.h"
#include "fmt/fmt_import.h"
#include "fmt/fmt_lines.h"

enum { FMT_PGN, FMT_FEN, FMT_EPD, FMT_JSON };
enum { FMT_INSIDE, FMT_GAMES };

typedef struct fmt_options {
    cli_common common;
    bool comment_form, minimal, digest, no_digest;
    bool no_comments, no_variations, no_nags;
    bool check, diff, write;
    fmt_request edit;
    fmt_import_request import;
    int notation;   /* xpgn_notation */
    int format;     /* FMT_PGN and so on */
    int variations; /* FMT_INSIDE or FMT_GAMES */
    uint64_t width;
} fmt_options;

/* The state of one thread for writing games. */
typedef struct fmt_formatter {
    xpgn_writer *writer;
    xpgn_reader *reader;
    fmt_editor editor;
    fmt_lines lines;
    fmt_importer importer;
} fmt_formatter;

fmt_formatter fmt_open_formatter(cli *c, const fmt_options *o);
/* Adds what it has seen to the request, and frees. */
void fmt_close_formatter(fmt_formatter *f, fmt_request *r);
/* The same at the end of a thread. */
void fmt_finish_thread(cli *c, void *formatter);

/* Writes a game to `out`; if it has errors or half-moves are missing, copies it as UTF-8. */
void fmt_format(cli_worker *w, fmt_formatter *f, const xpgn_game *game, xpgn_buffer *out);
/* Writes the positions of a game to `out`; nothing if it has errors (fmt/fmt_positions.c). */
void fmt_put_positions(cli_worker *w, const xpgn_game *game, xpgn_buffer *out);
/* Reports why a game is not written, or what it loses. True if it has errors. */
bool fmt_report(cli_worker *w, const xpgn_game *game);
/* Sees a position of the game that w->walk plays, for the name of its opening. */
bool fmt_visit_position(void *data, const xpgn_position *p);
/* Returns the language to write, NULL for English letters. With --import the option names the
   language read. */
const char *fmt_language_written(const fmt_options *o);
/* True if the moves of a game go where they are, in SAN. */
bool fmt_is_plain(const fmt_options *o);
/* True if tags may be changed as they are written. */
bool fmt_is_in_one_walk(const fmt_options *o);

/* Checks, compares or rewrites each file; returns an exit status (fmt/fmt_files.c). */
int fmt_each_file(cli *c, const fmt_options *o, const xpgn_walk_options *walk);

#endif

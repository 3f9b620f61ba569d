/* SPDX-License-Identifier: MIT */
/* --import: games as people write them. */
#ifndef FMT_IMPORT_H
#define FMT_IMPORT_H

#include <xpgn/sheets.h>
#include <xpgn/write.h>

#include "frame/cli.h"

typedef struct fmt_import_request {
    bool import, quiet, incomplete;
    int from; /* xpgn_source */
    const char *language;
    xpgn_decoder *decoder; /* NULL: none */
} fmt_import_request;

/* The state of one thread for reading games; initialize with {0}. */
typedef struct fmt_importer {
    xpgn_import *import;
    xpgn_import *checked; /* for `check`; NULL: nothing was refused yet */
    xpgn_walk *check;     /* says what is wrong where reading ended */
    char *file;           /* the file whose games `prior` is from; NULL: none yet */
    const char *prior;    /* the code of their language; NULL: unknown */
    xpgn_language language;
    xpgn_buffer understood; /* a game as far as it was understood */
    xpgn_fault fault;       /* why the last game could not be read */
    bool read;              /* it could */
} fmt_importer;

/* Refuses options that cannot be combined. Returns CLI_GO, or the status after a message. */
int fmt_check_import(cli *c, const fmt_import_request *r);
/* Makes r->decoder, if games are imported; the caller frees it. Exits if out of memory. */
void fmt_open_decoder(cli *c, fmt_import_request *r);
/* Appends what was decoded in a file, if anything. */
void fmt_put_decoded(const fmt_import_request *r, const char *file, xpgn_buffer *b);
/* True if the file has more than records: text that was left out, or a table. */
bool fmt_leaves_out(const fmt_import_request *r);
/* Reads a game, and reports on standard error how its words were read. Sets *game to the game in
   standard notation, valid until the next call. If it cannot be read, reports that and returns
   false, with *game unchanged; with --incomplete returns true with the game as far as it was
   understood. */
bool fmt_import_game(cli_worker *w, fmt_importer *m, const fmt_import_request *r, xpgn_game *game);
/* Reports what is wrong with the half-move at which reading ended, with legal ones that it may be,
   and which program goes on from there. Nothing of a game that was read. */
void fmt_import_explain(cli_worker *w, fmt_importer *m, const xpgn_game *game);
/* True, after a message, if a game that was read has errors (`bad`), so that the original is kept.
   Never with --incomplete. */
bool fmt_import_undone(cli_worker *w, const fmt_import_request *r, const xpgn_game *game,
                       const xpgn_game *read, bool bad);
/* Appends how the last game was read, the members of an object: the words changed, and the first
   that could not be read. `written`: as it was read from the file. */
void fmt_put_import_json(const fmt_importer *m, const fmt_import_request *r,
                         const xpgn_game *written, xpgn_buffer *out);
void fmt_importer_free(fmt_importer *m);

#endif
